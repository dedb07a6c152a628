/* The methods of a world that raise interruptions. */
#include "binding.h"

static int give_reception(
    lua_State *L, const world_ref *ref, bustle_status status, const bustle_reception *reception) {
    if (status != BUSTLE_OK) {
        return finish(L, ref, status, 0);
    }
    push_whole(L, reception->queued);
    push_whole(L, reception->ignored);
    push_whole(L, reception->refused);
    return 3;
}

/* ---- A list ---- */

#define LONGEST_LIST (1u << 21) /* as many entities as a world can have */
#define FEW_NPCS 64

static bool is_prop(const world_ref *ref, bustle_entity entity) {
    bustle_doing doing;
    return bustle_npc_doing(ref->world, entity, &doing) == BUSTLE_NOT_NPC;
}

/* Raises for the first one that cannot be interrupted. */
static void blame_listed(
    lua_State *L, const world_ref *ref, const bustle_entity *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const bool lives = bustle_entity_alive(ref->world, list[i]);
        if (!lives || is_prop(ref, list[i])) {
            const char *which = push_description(L, ref, list[i]);
            luaL_argerror(L, 3,
                lua_pushfstring(L, "[%d]: %s %s", (int)(i + 1), which,
                    lives ? "is a prop, not an NPC" : "has left or is not of this world"));
        }
    }
}

static void read_listed(lua_State *L, bustle_entity *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int64_t handle = 0;
        lua_rawgeti(L, 3, (int)(i + 1));
        if (!to_whole(L, -1, &handle) || handle <= 0) {
            luaL_argerror(L, 3,
                lua_pushfstring(L, "[%d]: entity expected, got %s", (int)(i + 1),
                    lua_type(L, -1) == LUA_TNUMBER ? "another number" : luaL_typename(L, -1)));
        }
        list[i] = (bustle_entity)handle;
        lua_pop(L, 1);
    }
}

static int world_interrupt(lua_State *L) {
    bustle_entity few[FEW_NPCS];
    bustle_reception reception = {0, 0, 0};
    world_ref *ref = check_world(L);
    lua_settop(L, 4);
    const bustle_id id = check_world_id(L, ref, BUSTLE_KIND_INTERRUPTION, 2);
    check_table(L, 3);
    const bustle_entity from = opt_entity(L, ref, 4);
    const size_t count = raw_length(L, 3);
    luaL_argcheck(L, count <= LONGEST_LIST, 3, "the list is too long");
    bustle_entity *list = count <= FEW_NPCS ? few : new_userdata(L, count * sizeof *list);
    read_listed(L, list, count);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status =
        bustle_world_interrupt(ref->world, id, list, count, from, &reception);
    leave_core(ref, outer);
    if (status == BUSTLE_STALE || status == BUSTLE_NOT_NPC) {
        blame_listed(L, ref, list, count);
    }
    return give_reception(L, ref, status, &reception);
}

/* ---- Everyone, and everyone near ---- */

static int world_interrupt_all(lua_State *L) {
    bustle_reception reception = {0, 0, 0};
    world_ref *ref = check_world(L);
    const bustle_id id = check_world_id(L, ref, BUSTLE_KIND_INTERRUPTION, 2);
    const bustle_entity from = opt_entity(L, ref, 3);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_world_interrupt_all(ref->world, id, from, &reception);
    leave_core(ref, outer);
    return give_reception(L, ref, status, &reception);
}

static int world_interrupt_within(lua_State *L) {
    bustle_reception reception = {0, 0, 0};
    world_ref *ref = check_world(L);
    const bustle_id id = check_world_id(L, ref, BUSTLE_KIND_INTERRUPTION, 2);
    const bustle_position centre = check_position(L, 3);
    const double distance = check_distance(L, 6);
    const bustle_entity from = opt_entity(L, ref, 7);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status =
        bustle_world_interrupt_within(ref->world, id, centre, distance, from, &reception);
    leave_core(ref, outer);
    return give_reception(L, ref, status, &reception);
}

static int world_interrupt_around(lua_State *L) {
    bustle_reception reception = {0, 0, 0};
    world_ref *ref = check_world(L);
    const bustle_id id = check_world_id(L, ref, BUSTLE_KIND_INTERRUPTION, 2);
    const bustle_entity centre = check_entity(L, ref, 3);
    const double distance = check_distance(L, 4);
    const bustle_entity from = opt_entity(L, ref, 5);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status =
        bustle_world_interrupt_around(ref->world, id, centre, distance, from, &reception);
    leave_core(ref, outer);
    return give_reception(L, ref, status, &reception);
}

const luaL_Reg interruption_methods[] = {
    {"interrupt", world_interrupt},
    {"interrupt_all", world_interrupt_all},
    {"interrupt_within", world_interrupt_within},
    {"interrupt_around", world_interrupt_around},
    {NULL, NULL},
};
