/* The methods of a world about scenes: staging and leaving them, and who is in which. */
#include "binding.h"

/* ---- Staging ---- */

static int wrong_member(lua_State *L, size_t index, const char *what) {
    return luaL_argerror(L, 4, lua_pushfstring(L, "[%d]: %s", (int)(index + 1), what));
}

/* The number at a place of the list in argument 4. */
static int64_t listed_number(lua_State *L, size_t index, const char *expected) {
    int64_t number = -1;
    lua_rawgeti(L, 4, (int)(index + 1));
    if (!to_whole(L, -1, &number) || number < 0) {
        wrong_member(L, index,
            lua_pushfstring(L, "%s expected, got %s", expected,
                lua_type(L, -1) == LUA_TNUMBER ? "another number" : luaL_typename(L, -1)));
    }
    lua_pop(L, 1);
    return number;
}

static bool is_prop(const world_ref *ref, bustle_entity entity) {
    bustle_doing doing;
    return bustle_npc_doing(ref->world, entity, &doing) == BUSTLE_NOT_NPC;
}

static bustle_cast check_member(lua_State *L, const world_ref *ref, bustle_id scene, size_t index) {
    const bustle_content *content = bustle_world_content(ref->world);
    const int64_t part = listed_number(L, index, "part");
    const bustle_entity npc = (bustle_entity)listed_number(L, index + 1, "entity");
    if (part >= BUSTLE_MOST_PARTS ||
        bustle_content_part_name(content, scene, (uint32_t)part) == NULL) {
        wrong_member(L, index,
            lua_pushfstring(L, "the scene '%s' has no such part",
                bustle_content_name(content, BUSTLE_KIND_SCENE, scene)));
    }
    const bool lives = bustle_entity_alive(ref->world, npc);
    if (!lives || is_prop(ref, npc)) {
        const char *which = push_description(L, ref, npc);
        wrong_member(L, index + 1,
            lua_pushfstring(L, "%s %s", which,
                lives ? "is a prop, not an NPC" : "has left or is not of this world"));
    }
    return (bustle_cast){.part = (uint32_t)part, .npc = npc};
}

/* (scene, place or nil, { part, npc, part, npc, ... } or nil): the number of the scene. */
static int world_stage(lua_State *L) {
    bustle_cast members[BUSTLE_MOST_MEMBERS];
    world_ref *ref = check_world(L);
    lua_settop(L, 4);
    const bustle_id scene = check_world_id(L, ref, BUSTLE_KIND_SCENE, 2);
    const bustle_entity at = opt_entity(L, ref, 3);
    size_t count = 0;
    if (!lua_isnil(L, 4)) {
        check_table(L, 4);
        const size_t length = raw_length(L, 4);
        luaL_argcheck(L, length % 2 == 0, 4, "a part and an NPC for each member expected");
        luaL_argcheck(
            L, length / 2 <= BUSTLE_MOST_MEMBERS, 4, "more members than a scene can have");
        for (; count < length / 2; count++) {
            members[count] = check_member(L, ref, scene, 2 * count);
        }
    }
    uint32_t number = 0;
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_world_stage(ref->world, scene, at, members, count, &number);
    leave_core(ref, outer);
    if (status == BUSTLE_BAD_ARGUMENT) {
        return luaL_argerror(
            L, 4, "an NPC is named twice or is the place, or a part has too many members");
    }
    if (status != BUSTLE_OK) {
        return finish(L, ref, status, 0);
    }
    push_whole(L, number);
    return 1;
}

static int world_leave_scene(lua_State *L) {
    world_ref *ref = check_world(L);
    const bustle_entity npc = check_entity(L, ref, 2);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_npc_leave_scene(ref->world, npc);
    leave_core(ref, outer);
    return finish(L, ref, status, npc);
}

/* ---- Who is in which ---- */

static void push_membership(lua_State *L, const bustle_membership *m) {
    lua_createtable(L, 0, 14);
    set_number(L, "number", m->number);
    set_id(L, "scene", m->scene);
    set_number(L, "part", m->part);
    set_number(L, "phase", m->phase);
    set_id(L, "activity", m->activity);
    set_flag(L, "ended", m->ended);
    set_flag(L, "waiting", m->waiting);
    set_flag(L, "away", m->away);
    set_flag(L, "sunk", m->sunk);
    set_flag(L, "over", m->over);
    set_entity(L, "host", m->host);
    set_flag(L, "initiator", m->initiator);
    set_number(L, "began", m->began);
}

static void push_own(lua_State *L, const question *asked, const void *element) {
    (void)asked;
    push_membership(L, element);
}

static bustle_status read_scenes(
    const question *asked, void *into, size_t capacity, size_t *count) {
    return bustle_npc_scenes(asked->ref->world, asked->entity, into, capacity, count);
}

static int world_scenes(lua_State *L) {
    static const listing scenes = {sizeof(bustle_membership), read_scenes, push_own};
    const world_ref *ref = check_world(L);
    const question asked = {.ref = ref, .entity = check_entity(L, ref, 2)};
    return push_list(L, &scenes, &asked);
}

static int world_scene_members(lua_State *L) {
    bustle_entity npcs[BUSTLE_MOST_MEMBERS];
    bustle_membership list[BUSTLE_MOST_MEMBERS];
    const world_ref *ref = check_world(L);
    const uint32_t number = (uint32_t)check_whole(L, 2, 0, UINT32_MAX);
    size_t count = 0;
    const bustle_status status =
        bustle_scene_members(ref->world, number, npcs, list, BUSTLE_MOST_MEMBERS, &count);
    if (status != BUSTLE_OK) {
        return finish(L, ref, status, 0);
    }
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        push_membership(L, &list[i]);
        set_entity(L, "npc", npcs[i]);
        lua_rawseti(L, -2, (int)(i + 1));
    }
    return 1;
}

const luaL_Reg scene_methods[] = {
    {"stage", world_stage},
    {"leave_scene", world_leave_scene},
    {"scenes", world_scenes},
    {"scene_members", world_scene_members},
    {NULL, NULL},
};
