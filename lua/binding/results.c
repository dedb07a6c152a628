/* Results out: values, and a core status as what a Lua function returns or raises. */
#include "binding.h"

#include <inttypes.h>
#include <stdio.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

void push_entity(lua_State *L, bustle_entity entity) {
    if (entity == 0) {
        lua_pushnil(L);
    } else {
        push_whole(L, (int64_t)entity);
    }
}

void push_id(lua_State *L, bustle_id id) {
    if (id == BUSTLE_NONE) {
        lua_pushnil(L);
    } else {
        push_whole(L, id);
    }
}

void push_number(lua_State *L, double number) {
    const int64_t whole = number >= INT32_MIN && number <= INT32_MAX ? (int64_t)number : 0;
    if ((double)whole == number) {
        push_whole(L, whole);
    } else {
        lua_pushnumber(L, (lua_Number)number);
    }
}

void push_text(lua_State *L, const char *text) {
    if (text == NULL) {
        lua_pushnil(L);
    } else {
        lua_pushstring(L, text);
    }
}

void set_number(lua_State *L, const char *key, int64_t number) {
    push_whole(L, number);
    lua_setfield(L, -2, key);
}

void set_id(lua_State *L, const char *key, bustle_id id) {
    push_id(L, id);
    lua_setfield(L, -2, key);
}

void set_entity(lua_State *L, const char *key, bustle_entity entity) {
    push_entity(L, entity);
    lua_setfield(L, -2, key);
}

void set_flag(lua_State *L, const char *key, bool flag) {
    lua_pushboolean(L, flag);
    lua_setfield(L, -2, key);
}

void set_text(lua_State *L, const char *key, const char *text) {
    push_text(L, text);
    lua_setfield(L, -2, key);
}

const char *push_description(lua_State *L, const world_ref *ref, bustle_entity entity) {
    char numbers[64];
    const char *name = bustle_entity_name(ref->world, entity);
    snprintf(numbers, sizeof numbers, "%" PRIu64 " (spawn number %" PRIu32, entity,
        bustle_entity_spawn_number(entity));
    if (name == NULL) {
        return lua_pushfstring(L, "entity %s)", numbers);
    }
    return lua_pushfstring(L, "entity %s, '%s')", numbers, name);
}

static const char *code_of(bustle_status status) {
    static const char *const codes[] = {
        [BUSTLE_OK] = "ok",
        [BUSTLE_NO_MEMORY] = "no_memory",
        [BUSTLE_BAD_ARGUMENT] = "bad_argument",
        [BUSTLE_BAD_VALUE] = "bad_value",
        [BUSTLE_PROBLEMS] = "problems",
        [BUSTLE_STALE] = "stale",
        [BUSTLE_NOT_NPC] = "not_npc",
        [BUSTLE_NO_PROPERTY] = "no_property",
        [BUSTLE_NAME_TAKEN] = "name_taken",
        [BUSTLE_BUSY] = "busy",
        [BUSTLE_TIME_BACKWARDS] = "time_backwards",
        [BUSTLE_STATIC] = "static",
        [BUSTLE_NOT_ACTING] = "not_acting",
        [BUSTLE_OLD_TOKEN] = "old_token",
        [BUSTLE_OTHER_ACTION] = "other_action",
        [BUSTLE_REFUSED] = "refused",
        [BUSTLE_HELD] = "held",
        [BUSTLE_HALTED] = "halted",
        [BUSTLE_NOT_HALTED] = "not_halted",
        [BUSTLE_LIMIT] = "limit",
        [BUSTLE_INCONSISTENT] = "inconsistent",
        [BUSTLE_FOREIGN] = "foreign",
        [BUSTLE_NEWER] = "newer",
        [BUSTLE_DAMAGED] = "damaged",
        [BUSTLE_UNAVAILABLE] = "unavailable",
        [BUSTLE_NO_CAST] = "no_cast",
        [BUSTLE_NO_SCENE] = "no_scene",
        [BUSTLE_NO_OFFER] = "no_offer",
        [BUSTLE_FULL] = "full",
        [BUSTLE_READ_ONLY] = "read_only",
        [BUSTLE_NOT_AREA] = "not_area",
        [BUSTLE_BAD_PATH] = "bad_path",
        [BUSTLE_NO_INBOX] = "no_inbox",
        [BUSTLE_NO_CLOCK] = "no_clock",
        [BUSTLE_NO_PLAN] = "no_plan",
        [BUSTLE_OVERLAP] = "overlap",
    };
    const size_t index = (size_t)status;
    return index < COUNT_OF(codes) ? codes[index] : "unknown";
}

/* The name under which the running function was called. */
static const char *own_name(lua_State *L) {
    lua_Debug call;
    if (lua_getstack(L, 0, &call) == 0 || lua_getinfo(L, "n", &call) == 0 || call.name == NULL) {
        return "this call";
    }
    return lua_pushfstring(L, "'%s'", call.name);
}

static int raise_busy(lua_State *L, const world_ref *ref) {
    if (ref->callback != NULL) {
        return luaL_error(
            L, "%s is not allowed inside the callback '%s'", own_name(L), ref->callback);
    }
    return luaL_error(L,
        "%s is not allowed now: an update ran out of memory; finish it first, by "
        "calling 'update' with the same time again",
        own_name(L));
}

static int raise_about(
    lua_State *L, const world_ref *ref, bustle_status status, bustle_entity entity) {
    if (entity == 0) {
        return luaL_error(L, "%s", bustle_status_text(status));
    }
    const char *which = push_description(L, ref, entity);
    switch (status) {
    case BUSTLE_NOT_NPC:
        return luaL_argerror(L, 2, lua_pushfstring(L, "%s is a prop, not an NPC", which));
    default:
        return luaL_error(L, "%s: %s", which, bustle_status_text(status));
    }
}

/* Misuse: the caller could have known. */
static bool is_misuse(bustle_status status) {
    switch (status) {
    case BUSTLE_BAD_ARGUMENT:
    case BUSTLE_BAD_VALUE:
    case BUSTLE_PROBLEMS:
    case BUSTLE_STALE:
    case BUSTLE_NOT_NPC:
    case BUSTLE_NO_PROPERTY:
    case BUSTLE_TIME_BACKWARDS:
        return true;
    default:
        return false;
    }
}

int finish(lua_State *L, const world_ref *ref, bustle_status status, bustle_entity entity) {
    if (status == BUSTLE_OK) {
        lua_pushboolean(L, 1);
        return 1;
    }
    if (status == BUSTLE_BUSY && ref != NULL) {
        return raise_busy(L, ref);
    }
    if (is_misuse(status)) {
        return raise_about(L, ref, status, entity);
    }
    lua_pushnil(L);
    if (entity == 0 || ref == NULL) {
        lua_pushstring(L, bustle_status_text(status));
    } else {
        const char *which = push_description(L, ref, entity);
        lua_pushfstring(L, "%s: %s", which, bustle_status_text(status));
        lua_remove(L, -2);
    }
    lua_pushstring(L, code_of(status));
    return 3;
}
