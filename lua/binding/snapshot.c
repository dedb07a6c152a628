/* Saving and loading a world: bytes as strings, changes as tables. */
#include "binding.h"

#include <stdio.h>

#define REASON_SIZE 256

/* The bytes stay with the world until they are a string, so that none are lost when there is no
 * memory for that. */
static int world_save(lua_State *L) {
    world_ref *ref = check_world(L);
    size_t attached_size = 0;
    const char *attached = luaL_optlstring(L, 2, "", &attached_size);
    const bustle_status status =
        bustle_snapshot_save(ref->world, attached, attached_size, &ref->saved);
    if (status != BUSTLE_OK) {
        bustle_snapshot_free(&ref->saved);
        return finish(L, ref, status, 0);
    }
    lua_pushlstring(L, (const char *)ref->saved.bytes, ref->saved.size);
    bustle_snapshot_free(&ref->saved);
    return 1;
}

/* ---- Loading ---- */

/* Where on the stack the list of changes and what adds to it are. */
enum { BYTES = 2, CHANGES = 3, ADD = 4 };

typedef struct telling {
    lua_State *L;
    bool failed; /* there is no memory for the list */
} telling;

/* (list, change): what may run out of memory, inside the protected call. */
static int add_change(lua_State *L) {
    const bustle_change *change = lua_touserdata(L, 2);
    lua_createtable(L, 0, 5);
    set_text(L, "code", change->code);
    set_text(L, "thing", change->thing);
    set_text(L, "text", change->text);
    set_entity(L, "entity", change->entity);
    if (change->spawn_number != 0) {
        set_number(L, "number", change->spawn_number);
    }
    lua_rawseti(L, 1, (int)raw_length(L, 1) + 1);
    return 0;
}

static void tell_change(void *context, bustle_world *world, const bustle_change *change) {
    telling *t = context;
    (void)world;
    if (t->failed) {
        return;
    }
    lua_pushvalue(t->L, ADD);
    lua_pushvalue(t->L, CHANGES);
    lua_pushlightuserdata(t->L, (void *)change);
    if (lua_pcall(t->L, 2, 0, 0) != 0) {
        t->failed = true;
        lua_pop(t->L, 1);
    }
}

/* Room for the changes above the first two arguments. */
static telling begin_telling(lua_State *L) {
    lua_settop(L, CHANGES - 1);
    lua_newtable(L);
    lua_pushcfunction(L, add_change);
    return (telling){.L = L};
}

static void note_spawned(world_ref *ref) {
    bustle_entity last = 0;
    for (bustle_entity e = 0; (e = bustle_world_next(ref->world, e)) != 0;) {
        last = e;
    }
    ref->spawned = bustle_entity_spawn_number(last);
}

/* nil, the reason, the code. */
static int refuse(lua_State *L, const world_ref *ref, bustle_status status, const char *reason) {
    const int results = finish(L, ref, status, 0);
    if (reason[0] != '\0') {
        lua_pushstring(L, reason);
        lua_replace(L, -3);
    }
    return results;
}

/* Leaves the list of changes on top. */
static int finish_changes(lua_State *L, world_ref *ref, const telling *t) {
    note_spawned(ref);
    if (t->failed) {
        return luaL_error(L, "it is done, but there is no memory to tell what changed");
    }
    lua_settop(L, CHANGES);
    return 1;
}

static int world_load(lua_State *L) {
    world_ref *ref = check_world(L);
    char reason[REASON_SIZE] = "";
    size_t size = 0;
    const char *bytes = luaL_checklstring(L, BYTES, &size);
    telling t = begin_telling(L);
    const bustle_load_options options = {.context = &t, .report = tell_change};
    lua_State *outer = enter_core(L, ref);
    const bustle_status status =
        bustle_snapshot_load(ref->world, bytes, size, &options, reason, sizeof reason);
    leave_core(ref, outer);
    if (status != BUSTLE_OK) {
        return refuse(L, ref, status, reason);
    }
    return finish_changes(L, ref, &t);
}

/* ---- Another content ---- */

static int world_reload(lua_State *L) {
    world_ref *ref = check_world(L);
    const content_ref *content = check_content(L, 2);
    telling t = begin_telling(L);
    const bustle_load_options options = {.context = &t, .report = tell_change};
    push_attached(L, 1);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_world_reload(ref->world, content->content, &options);
    leave_core(ref, outer);
    if (status != BUSTLE_OK) {
        return finish(L, ref, status, 0);
    }
    lua_pushvalue(L, 2);
    lua_rawseti(L, -2, ATTACHED_CONTENT);
    return finish_changes(L, ref, &t);
}

/* The numbers of the functions that are still called because of what was reloaded before. */
static int world_replaced_functions(lua_State *L) {
    const world_ref *ref = check_world(L);
    size_t count = 0;
    bustle_world_replaced_functions(ref->world, NULL, 0, &count);
    int32_t *numbers = new_userdata(L, (count + 1) * sizeof *numbers);
    bustle_world_replaced_functions(ref->world, numbers, count, &count);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        push_whole(L, numbers[i]);
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

/* ---- What was attached ---- */

/* The bytes that were attached to a save, or nil and why not. */
int core_attached(lua_State *L) {
    size_t size = 0;
    size_t attached_size = 0;
    const void *attached = NULL;
    const char *bytes = luaL_checklstring(L, 1, &size);
    const bustle_status status = bustle_snapshot_attached(bytes, size, &attached, &attached_size);
    if (status != BUSTLE_OK) {
        return finish(L, NULL, status, 0);
    }
    lua_pushlstring(L, attached, attached_size);
    return 1;
}

const luaL_Reg snapshot_methods[] = {{"save", world_save}, {"load", world_load},
    {"reload", world_reload}, {"replaced_functions", world_replaced_functions}, {NULL, NULL}};
