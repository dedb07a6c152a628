/* Arguments in: each is checked for its kind, its range and, for ids and entities, its existence;
 * an error names the culprit. Nothing here changes a world. */
#include "binding.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NUMBER_SIZE 32

static const char *const kind_names[] = {
    [BUSTLE_KIND_STATE] = "state",
    [BUSTLE_KIND_ENVIRONMENT] = "environment",
    [BUSTLE_KIND_INTERRUPTION] = "interruption",
    [BUSTLE_KIND_ACTION] = "action",
    [BUSTLE_KIND_SEQUENCE] = "sequence",
    [BUSTLE_KIND_ENTITY] = "entity",
    [BUSTLE_KIND_ROLE] = "role",
    [BUSTLE_KIND_CUE] = "cue",
    [BUSTLE_KIND_SCENE] = "scene",
    [BUSTLE_KIND_LINK] = "link",
    [BUSTLE_KIND_OFFER] = "offer",
    [BUSTLE_KIND_INBOX] = "inbox",
    [BUSTLE_KIND_PLAN] = "plan",
    [BUSTLE_KIND_MEETING] = "meeting",
    NULL,
};

static int wrong_type(lua_State *L, int arg, const char *expected) {
    const char *text = lua_pushfstring(L, "%s expected, got %s", expected, luaL_typename(L, arg));
    return luaL_argerror(L, arg, text);
}

/* ---- Numbers ---- */

int64_t check_whole(lua_State *L, int arg, int64_t low, int64_t high) {
    int64_t value = 0;
    if (lua_type(L, arg) != LUA_TNUMBER) {
        wrong_type(L, arg, "number");
    }
    if (!to_whole(L, arg, &value) || value < low || value > high) {
        char range[2 * NUMBER_SIZE + 8];
        snprintf(range, sizeof range, "%" PRId64 " to %" PRId64, low, high);
        luaL_argerror(L, arg, lua_pushfstring(L, "a whole number from %s expected", range));
    }
    return value;
}

int64_t opt_whole(lua_State *L, int arg, int64_t low, int64_t high, int64_t otherwise) {
    return lua_isnoneornil(L, arg) ? otherwise : check_whole(L, arg, low, high);
}

double check_finite(lua_State *L, int arg) {
    if (lua_type(L, arg) != LUA_TNUMBER) {
        wrong_type(L, arg, "number");
    }
    const double number = (double)lua_tonumber(L, arg);
    if (!(number >= -DBL_MAX && number <= DBL_MAX)) {
        luaL_argerror(L, arg, "a finite number expected");
    }
    return number;
}

double opt_finite(lua_State *L, int arg, double otherwise) {
    return lua_isnoneornil(L, arg) ? otherwise : check_finite(L, arg);
}

int32_t check_value(lua_State *L, int arg) {
    int32_t value = 0;
    bustle_round(check_finite(L, arg), &value);
    return value;
}

double check_distance(lua_State *L, int arg) {
    const double distance = check_finite(L, arg);
    luaL_argcheck(L, distance >= 0, arg, "a distance is at least 0");
    return distance;
}

bustle_position check_position(lua_State *L, int arg) {
    bustle_position position;
    position.x = opt_finite(L, arg, 0);
    position.y = opt_finite(L, arg + 1, 0);
    position.z = opt_finite(L, arg + 2, 0);
    return position;
}

/* ---- Texts and tables ---- */

const char *check_text(lua_State *L, int arg) {
    if (lua_type(L, arg) != LUA_TSTRING) {
        wrong_type(L, arg, "string");
    }
    size_t length = 0;
    const char *text = lua_tolstring(L, arg, &length);
    if (strlen(text) != length) {
        luaL_argerror(L, arg, "the string contains a zero byte");
    }
    return text;
}

const char *opt_text(lua_State *L, int arg) {
    return lua_isnoneornil(L, arg) ? NULL : check_text(L, arg);
}

void check_table(lua_State *L, int arg) {
    luaL_checktype(L, arg, LUA_TTABLE);
}

static bool is_among(const char *key, const char *const *names) {
    for (; *names != NULL; names++) {
        if (strcmp(key, *names) == 0) {
            return true;
        }
    }
    return false;
}

void check_keys(lua_State *L, int arg, const char *const *names) {
    luaL_checkstack(L, 4, NULL);
    lua_pushnil(L);
    while (lua_next(L, arg) != 0) {
        lua_pop(L, 1);
        if (lua_type(L, -1) != LUA_TSTRING) {
            const char *text = lua_pushfstring(L, "a key is a %s", luaL_typename(L, -1));
            luaL_argerror(L, arg, text);
        }
        if (!is_among(lua_tostring(L, -1), names)) {
            const char *text = lua_pushfstring(L, "there is no '%s'", lua_tostring(L, -1));
            luaL_argerror(L, arg, text);
        }
    }
}

/* ---- Ids ---- */

const char *name_of_kind(bustle_kind kind) {
    return kind_names[kind];
}

bustle_kind check_kind(lua_State *L, int arg) {
    const char *name = check_text(L, arg);
    for (int kind = 0; kind_names[kind] != NULL; kind++) {
        if (strcmp(name, kind_names[kind]) == 0) {
            return (bustle_kind)kind;
        }
    }
    luaL_argerror(L, arg, lua_pushfstring(L, "there is no kind '%s'", name));
    return BUSTLE_KIND_STATE; /* not reached */
}

bustle_id check_id(lua_State *L, const bustle_content *content, bustle_kind kind, int arg) {
    const uint32_t count = bustle_content_count(content, kind);
    int64_t id = -1;
    if (lua_type(L, arg) != LUA_TNUMBER) {
        luaL_argerror(L, arg,
            lua_pushfstring(
                L, "%s (a number) expected, got %s", kind_names[kind], luaL_typename(L, arg)));
    }
    if (!to_whole(L, arg, &id) || id < 0 || id >= (int64_t)count) {
        char number[NUMBER_SIZE];
        snprintf(number, sizeof number, "%.17g", (double)lua_tonumber(L, arg));
        luaL_argerror(L, arg,
            lua_pushfstring(
                L, "there is no %s %s; the content has %d", kind_names[kind], number, (int)count));
    }
    return (bustle_id)id;
}

bustle_id check_world_id(lua_State *L, const world_ref *ref, bustle_kind kind, int arg) {
    return check_id(L, bustle_world_content(ref->world), kind, arg);
}

/* ---- Entities ---- */

bustle_entity check_handle(lua_State *L, int arg) {
    int64_t handle = 0;
    if (lua_type(L, arg) != LUA_TNUMBER) {
        wrong_type(L, arg, "entity (a number)");
    }
    return to_whole(L, arg, &handle) && handle > 0 ? (bustle_entity)handle : 0;
}

bustle_entity check_entity(lua_State *L, const world_ref *ref, int arg) {
    const bustle_entity entity = check_handle(L, arg);
    if (entity == 0) {
        char number[NUMBER_SIZE];
        snprintf(number, sizeof number, "%.17g", (double)lua_tonumber(L, arg));
        luaL_argerror(L, arg, lua_pushfstring(L, "%s is no entity", number));
    }
    if (!bustle_entity_alive(ref->world, entity)) {
        const char *which = push_description(L, ref, entity);
        const uint32_t spawn = bustle_entity_spawn_number(entity);
        const bool was_here = spawn != 0 && spawn <= ref->spawned;
        luaL_argerror(L, arg,
            lua_pushfstring(L, "%s %s", which, was_here ? "has left" : "is not of this world"));
    }
    return entity;
}

bustle_entity opt_entity(lua_State *L, const world_ref *ref, int arg) {
    return lua_isnoneornil(L, arg) ? 0 : check_entity(L, ref, arg);
}
