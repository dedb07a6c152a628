/* The methods of a world about any entity: coming and going, who it is, its state, where it is. */
#include "binding.h"

#include <string.h>

/* ---- Coming and going ---- */

#define FEW_STATES 32

/* Room for so many: in `few` if they fit, else in a userdata that is pushed. */
static bustle_state_value *state_room(lua_State *L, size_t count, bustle_state_value *few) {
    return count <= FEW_STATES ? few : new_userdata(L, count * sizeof *few);
}

static size_t count_keys(lua_State *L, int arg) {
    size_t count = 0;
    lua_pushnil(L);
    while (lua_next(L, arg) != 0) {
        lua_pop(L, 1);
        count++;
    }
    return count;
}

static int wrong_states(
    lua_State *L, int arg, const char *what, bustle_id state, const bustle_content *content) {
    const char *name = bustle_content_name(content, BUSTLE_KIND_STATE, state);
    return luaL_argerror(
        L, arg, lua_pushfstring(L, "state '%s': %s", name == NULL ? "?" : name, what));
}

/* The pair on top of the stack, key below value. */
static bustle_state_value check_state_value(lua_State *L, int arg, const bustle_content *content) {
    const uint32_t count = bustle_content_count(content, BUSTLE_KIND_STATE);
    int64_t state = -1;
    bustle_state_value pair = {0, 0};
    if (!to_whole(L, -2, &state) || state < 0 || state >= (int64_t)count) {
        luaL_argerror(L, arg,
            lua_pushfstring(L, "a key is no state; the content has %d, from 0", (int)count));
    }
    pair.state = (bustle_id)state;
    if (lua_type(L, -1) != LUA_TNUMBER || !bustle_round((double)lua_tonumber(L, -1), &pair.value)) {
        wrong_states(L, arg, "a finite number expected", pair.state, content);
    }
    return pair;
}

/* The map from states to numbers at `arg`. It is gone through twice; between the two a finaliser
 * may have changed it. */
static size_t check_states(lua_State *L, int arg, const bustle_content *content,
    bustle_state_value *list, size_t capacity) {
    size_t count = 0;
    lua_pushnil(L);
    while (lua_next(L, arg) != 0) {
        if (count == capacity) {
            luaL_argerror(L, arg, "the table has changed meanwhile");
        }
        list[count++] = check_state_value(L, arg, content);
        lua_pop(L, 1);
    }
    return count;
}

static void check_declared(lua_State *L, int arg, const bustle_content *content,
    const bustle_spawn_def *def, bustle_status status) {
    if (status == BUSTLE_NO_PROPERTY) {
        luaL_argerror(L, arg,
            lua_pushfstring(L, "'%s' does not have all of these states",
                bustle_content_name(content, BUSTLE_KIND_ENTITY, def->definition)));
    }
}

static int world_spawn(lua_State *L) {
    bustle_state_value few[FEW_STATES];
    world_ref *ref = check_world(L);
    const bustle_content *content = bustle_world_content(ref->world);
    bustle_spawn_def def = bustle_default_spawn_def();
    lua_settop(L, 7);
    def.definition = check_id(L, content, BUSTLE_KIND_ENTITY, 2);
    def.name = opt_text(L, 3);
    def.position = check_position(L, 4);
    if (!lua_isnil(L, 7)) {
        check_table(L, 7);
        const size_t count = count_keys(L, 7);
        bustle_state_value *states = state_room(L, count, few);
        def.state_count = check_states(L, 7, content, states, count);
        def.states = states;
    }
    bustle_entity entity = 0;
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_world_spawn(ref->world, &def, &entity);
    leave_core(ref, outer);
    if (status == BUSTLE_OK) {
        ref->spawned = bustle_entity_spawn_number(entity);
        push_entity(L, entity);
        return 1;
    }
    check_declared(L, 7, content, &def, status);
    const int results = finish(L, ref, status, 0);
    if (status == BUSTLE_NAME_TAKEN) {
        lua_pushfstring(L, "an NPC named '%s' lives already", def.name);
        lua_replace(L, -3);
    }
    return results;
}

static int world_remove(lua_State *L) {
    world_ref *ref = check_world(L);
    const bustle_entity entity = check_entity(L, ref, 2);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_world_remove(ref->world, entity);
    leave_core(ref, outer);
    return finish(L, ref, status, entity);
}

/* ---- Who it is ---- */

static int world_alive(lua_State *L) {
    const world_ref *ref = check_world(L);
    lua_pushboolean(L, bustle_entity_alive(ref->world, check_handle(L, 2)));
    return 1;
}

static int world_definition(lua_State *L) {
    const world_ref *ref = check_world(L);
    bustle_id definition = BUSTLE_NONE;
    bustle_entity_definition(ref->world, check_entity(L, ref, 2), &definition);
    push_id(L, definition);
    return 1;
}

static int world_entity_name(lua_State *L) {
    const world_ref *ref = check_world(L);
    push_text(L, bustle_entity_name(ref->world, check_entity(L, ref, 2)));
    return 1;
}

static int world_find(lua_State *L) {
    const world_ref *ref = check_world(L);
    push_entity(L, bustle_world_find(ref->world, check_text(L, 2)));
    return 1;
}

static int world_next(lua_State *L) {
    const world_ref *ref = check_world(L);
    const bustle_entity after = lua_isnoneornil(L, 2) ? 0 : check_handle(L, 2);
    push_entity(L, bustle_world_next(ref->world, after));
    return 1;
}

static int world_spawn_number(lua_State *L) {
    check_world(L);
    push_whole(L, bustle_entity_spawn_number(check_handle(L, 2)));
    return 1;
}

/* ---- State ---- */

static int world_get(lua_State *L) {
    const world_ref *ref = check_world(L);
    const bustle_entity entity = check_entity(L, ref, 2);
    const bustle_id state = check_world_id(L, ref, BUSTLE_KIND_STATE, 3);
    int32_t value = 0;
    if (bustle_entity_get(ref->world, entity, state, &value) == BUSTLE_OK) {
        push_whole(L, value);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

static int world_set(lua_State *L) {
    world_ref *ref = check_world(L);
    const bustle_entity entity = check_entity(L, ref, 2);
    const bustle_id state = check_world_id(L, ref, BUSTLE_KIND_STATE, 3);
    const bustle_status status = bustle_entity_set(ref->world, entity, state, check_value(L, 4));
    if (status == BUSTLE_NO_PROPERTY) {
        const char *which = push_description(L, ref, entity);
        const char *name =
            bustle_content_name(bustle_world_content(ref->world), BUSTLE_KIND_STATE, state);
        return luaL_argerror(L, 3, lua_pushfstring(L, "%s has no state '%s'", which, name));
    }
    return finish(L, ref, status, entity);
}

static int world_taken(lua_State *L) {
    const world_ref *ref = check_world(L);
    const bustle_entity entity = check_entity(L, ref, 2);
    const bustle_id state = check_world_id(L, ref, BUSTLE_KIND_STATE, 3);
    int32_t amount = 0;
    if (bustle_entity_taken(ref->world, entity, state, &amount) == BUSTLE_OK) {
        push_whole(L, amount);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

/* ---- Position ---- */

static int world_position(lua_State *L) {
    const world_ref *ref = check_world(L);
    bustle_position position = {0, 0, 0};
    bustle_entity_position(ref->world, check_entity(L, ref, 2), &position);
    push_number(L, position.x);
    push_number(L, position.y);
    push_number(L, position.z);
    return 3;
}

static int world_move(lua_State *L) {
    world_ref *ref = check_world(L);
    const bustle_entity entity = check_entity(L, ref, 2);
    const bustle_position position = check_position(L, 3);
    lua_State *outer = enter_core(L, ref); /* effects of areas may call functions */
    const bustle_status status = bustle_entity_move(ref->world, entity, position);
    leave_core(ref, outer);
    return finish(L, ref, status, entity);
}

/* ---- Who is near ---- */

/* Around an entity, or a point if that is 0. */
static bustle_status read_near(const question *asked, void *into, size_t capacity, size_t *count) {
    const bustle_world *world = asked->ref->world;
    return asked->entity != 0
        ? bustle_world_around(world, asked->entity, asked->distance, into, capacity, count)
        : bustle_world_within(world, asked->point, asked->distance, into, capacity, count);
}

static int world_within(lua_State *L) {
    question asked = {.ref = check_world(L)};
    asked.point = check_position(L, 2);
    asked.distance = check_distance(L, 5);
    return push_entities(L, read_near, &asked);
}

static int world_around(lua_State *L) {
    question asked = {.ref = check_world(L)};
    asked.entity = check_entity(L, asked.ref, 2);
    asked.distance = check_distance(L, 3);
    return push_entities(L, read_near, &asked);
}

const luaL_Reg entity_methods[] = {
    {"spawn", world_spawn},
    {"remove", world_remove},
    {"alive", world_alive},
    {"definition", world_definition},
    {"entity_name", world_entity_name},
    {"find", world_find},
    {"next", world_next},
    {"within", world_within},
    {"around", world_around},
    {"spawn_number", world_spawn_number},
    {"get", world_get},
    {"set", world_set},
    {"taken", world_taken},
    {"position", world_position},
    {"move", world_move},
    {NULL, NULL},
};
