/* `core.world` and the methods about a world as a whole: time, events, environment, its end.
 * Entities are in entity.c, NPCs in npc.c, interruptions in interruptions.c, scenes in scenes.c,
 * messages in messages.c, the clock in plans.c. */
#include "binding.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* The largest whole number that every Lua holds exactly. */
#define LARGEST (INT64_C(1) << 53)

world_ref *check_world(lua_State *L) {
    world_ref *ref = luaL_checkudata(L, 1, WORLD_TYPE);
    if (ref->world == NULL) {
        luaL_argerror(L, 1, "the world is closed");
    }
    return ref;
}

/* ---- Making ---- */

typedef struct limit {
    const char *name;
    size_t at;
    int32_t low, high;
} limit;

#define LIMIT(member, low, high) \
    { #member, offsetof(bustle_world_def, member), low, high }

static const limit limits[] = {
    LIMIT(depth_limit, 1, 255),
    LIMIT(step_limit, 1, 65535),
    LIMIT(queue_limit, 0, 255),
    LIMIT(activity_limit, 1, 255),
    LIMIT(failure_limit, 0, 255),
    LIMIT(restart_ms, INT32_MIN, INT32_MAX),
};
#define LIMITS (sizeof limits / sizeof *limits)

static int wrong_option(lua_State *L, const char *name, const char *what) {
    return luaL_argerror(L, 2, lua_pushfstring(L, "'%s': %s", name, what));
}

static void read_limit(lua_State *L, const limit *l, bustle_world_def *def) {
    int64_t value = 0;
    lua_getfield(L, 2, l->name);
    if (!lua_isnil(L, -1)) {
        if (!to_whole(L, -1, &value) || value < l->low || value > l->high) {
            wrong_option(L, l->name,
                lua_pushfstring(
                    L, "a whole number from %d to %d expected", (int)l->low, (int)l->high));
        }
        const int32_t chosen = (int32_t)value;
        memcpy((char *)def + l->at, &chosen, sizeof chosen);
    }
    lua_pop(L, 1);
}

/* A seed is 64 bits; a negative number is one too, in two's complement. */
static uint64_t read_seed(lua_State *L) {
    int64_t seed = 0;
    lua_getfield(L, 2, "seed");
    if (!lua_isnil(L, -1) && !to_whole(L, -1, &seed)) {
        const double number = lua_type(L, -1) == LUA_TNUMBER ? (double)lua_tonumber(L, -1) : -1;
        if (!(number >= 9223372036854775808.0 && number < 18446744073709551616.0)) {
            wrong_option(L, "seed", "a whole number of at most 64 bits expected");
        }
        lua_pop(L, 1);
        return (uint64_t)number;
    }
    lua_pop(L, 1);
    return (uint64_t)seed;
}

#define EXPECTED_ENDINGS "'timed' or 'game' expected"

/* What stands at that place: an ending by name; nil: the default. False: neither. */
static bool to_ending(lua_State *L, int at, bustle_ending *ending) {
    const char *name = lua_type(L, at) == LUA_TSTRING ? lua_tostring(L, at) : "";
    if (lua_isnoneornil(L, at)) {
        *ending = BUSTLE_ENDING_DEFAULT;
    } else if (strcmp(name, "timed") == 0) {
        *ending = BUSTLE_ENDING_TIMED;
    } else if (strcmp(name, "game") == 0) {
        *ending = BUSTLE_ENDING_GAME;
    } else {
        return false;
    }
    return true;
}

static bustle_ending read_ending(lua_State *L) {
    bustle_ending ending = BUSTLE_ENDING_DEFAULT;
    lua_getfield(L, 2, "ending");
    if (!to_ending(L, -1, &ending)) {
        wrong_option(L, "ending", EXPECTED_ENDINGS);
    }
    lua_pop(L, 1);
    return ending;
}

static bustle_metric read_metric(lua_State *L) {
    bustle_metric metric = BUSTLE_METRIC_EUCLIDEAN;
    lua_getfield(L, 2, "metric");
    if (!lua_isnil(L, -1)) {
        const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
        if (strcmp(name, "manhattan") == 0) {
            metric = BUSTLE_METRIC_MANHATTAN;
        } else if (strcmp(name, "euclidean") != 0) {
            wrong_option(L, "metric", "'euclidean' or 'manhattan' expected");
        }
    }
    lua_pop(L, 1);
    return metric;
}

#define LONGEST_DAY (INT64_C(1) << 30)

/* Milliseconds, from `low` on. */
static void read_time(lua_State *L, const char *name, int64_t low, int64_t high, int64_t *into) {
    int64_t value = 0;
    lua_getfield(L, 2, name);
    if (!lua_isnil(L, -1)) {
        if (!to_whole(L, -1, &value) || value < low || value > high) {
            wrong_option(L, name,
                lua_pushfstring(L, "a whole number from %d to %d expected", (int)low, (int)high));
        }
        *into = value;
    }
    lua_pop(L, 1);
}

static void read_clock(lua_State *L, bustle_world_def *def) {
    read_time(L, "day_ms", 1440, LONGEST_DAY, &def->day_ms);
    read_time(L, "day_start_ms", 0, LONGEST_DAY - 1, &def->day_start_ms);
    if (def->day_ms > 0 && def->day_start_ms >= def->day_ms) {
        wrong_option(L, "day_start_ms", "a time below the length of the day expected");
    }
}

static void read_options(lua_State *L, bustle_world_def *def) {
    static const char *const names[] = {"seed", "ending", "metric", "depth_limit", "step_limit",
        "queue_limit", "activity_limit", "failure_limit", "restart_ms", "day_ms", "day_start_ms",
        NULL};
    if (lua_isnoneornil(L, 2)) {
        return;
    }
    check_table(L, 2);
    check_keys(L, 2, names);
    for (size_t i = 0; i < LIMITS; i++) {
        read_limit(L, &limits[i], def);
    }
    def->seed = read_seed(L);
    def->ending = read_ending(L);
    def->metric = read_metric(L);
    read_clock(L, def);
}

static world_ref *push_world(lua_State *L) {
    world_ref *ref = new_userdata(L, sizeof *ref);
    memset(ref, 0, sizeof *ref);
    luaL_getmetatable(L, WORLD_TYPE);
    lua_setmetatable(L, -2);
    return ref;
}

int core_world(lua_State *L) {
    const content_ref *content = check_content(L, 1);
    lua_settop(L, 3);
    luaL_checkstack(L, 16, NULL);
    world_ref *ref = push_world(L);
    bustle_world_def def = bustle_default_world_def();
    bustle_allocator memory; /* the state's own */
    memory.resize = lua_getallocf(L, &memory.context);
    read_options(L, &def);
    lua_createtable(L, ATTACHED_END, 0);
    lua_pushvalue(L, 1);
    lua_rawseti(L, -2, ATTACHED_CONTENT);
    take_callbacks(L, 3, &def.callbacks);
    attach(L, 4);
    def.allocator = &memory;
    def.callbacks.context = ref;
    const bustle_status status = bustle_world_create(content->content, &def, &ref->world);
    if (status != BUSTLE_OK) {
        return finish(L, ref, status, 0);
    }
    return 1;
}

/* ---- Ending ---- */

static void destroy(world_ref *ref) {
    bustle_snapshot_free(&ref->saved);
    bustle_world_destroy(ref->world);
    ref->world = NULL;
}

/* Also `__close`. */
static int world_close(lua_State *L) {
    world_ref *ref = luaL_checkudata(L, 1, WORLD_TYPE);
    if (ref->running != NULL) {
        return luaL_error(L, "the world cannot be closed inside the callback '%s'",
            ref->callback == NULL ? "?" : ref->callback);
    }
    if (ref->world == NULL) {
        return 0;
    }
    destroy(ref);
    push_attached(L, 1);
    for (int i = ATTACHED_CONTENT; i < ATTACHED_END; i++) {
        lua_pushnil(L);
        lua_rawseti(L, -2, i);
    }
    return 0;
}

/* Only when the state is closed inside a callback does a call still run: then nothing returns to
 * the core, and it is left alone. */
static int world_gc(lua_State *L) {
    world_ref *ref = luaL_checkudata(L, 1, WORLD_TYPE);
    if (ref->running == NULL) {
        destroy(ref);
    }
    return 0;
}

static int world_tostring(lua_State *L) {
    const world_ref *ref = luaL_checkudata(L, 1, WORLD_TYPE);
    lua_pushfstring(
        L, "%s: %p%s", WORLD_TYPE, (const void *)ref, ref->world == NULL ? " (closed)" : "");
    return 1;
}

/* ---- Time ---- */

static int world_update(lua_State *L) {
    world_ref *ref = check_world(L);
    const int64_t now = check_whole(L, 2, 0, LARGEST);
    const bustle_update_options options = {
        .batch = (int32_t)opt_whole(L, 3, -1, INT32_MAX, -1),
        .budget_us = opt_whole(L, 4, -1, LARGEST, -1),
        .portion = opt_whole(L, 5, 0, LARGEST, 0),
    };
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_world_update(ref->world, now, &options);
    leave_core(ref, outer);
    if (status == BUSTLE_TIME_BACKWARDS) {
        char text[96];
        snprintf(text, sizeof text, "%" PRId64 " ms is before the last update's %" PRId64 " ms",
            now, bustle_world_now(ref->world));
        return luaL_argerror(L, 2, text);
    }
    return finish(L, ref, status, 0);
}

static int world_now(lua_State *L) {
    push_whole(L, bustle_world_now(check_world(L)->world));
    return 1;
}

static int world_hash(lua_State *L) {
    push_whole(L, bustle_world_hash(check_world(L)->world));
    return 1;
}

static int world_content(lua_State *L) {
    check_world(L);
    push_attached(L, 1);
    lua_rawgeti(L, -1, ATTACHED_CONTENT);
    return 1;
}

#define CHECK_TEXT_SIZE 512

static int world_check(lua_State *L) {
    char text[CHECK_TEXT_SIZE];
    world_ref *ref = check_world(L);
    const bustle_status status = bustle_world_check(ref->world, text, sizeof text);
    const int results = finish(L, ref, status, 0);
    if (status == BUSTLE_INCONSISTENT) {
        lua_pushstring(L, text);
        lua_replace(L, -3);
    }
    return results;
}

/* ---- Events ---- */

_Static_assert(sizeof(bustle_event) == 56, "views of the event buffer rely on the layout");

/* Pushes the array of that name from the table of arrays. */
static void push_array(lua_State *L, const char *name) {
    lua_getfield(L, 2, name);
    if (!lua_istable(L, -1)) {
        luaL_argerror(
            L, 2, lua_pushfstring(L, "'%s': table expected, got %s", name, luaL_typename(L, -1)));
    }
}

/* Fills one array. The events are looked up after the array: finding it may run a finaliser. */
#define FILL(name, member)                                                    \
    do {                                                                      \
        push_array(L, name);                                                  \
        const bustle_event *events = bustle_world_events(ref->world, &count); \
        for (size_t i = 0; i < count; i++) {                                  \
            push_whole(L, (int64_t)events[i].member);                         \
            lua_rawseti(L, -2, (int)(i + 1));                                 \
        }                                                                     \
        lua_pop(L, 1);                                                        \
    } while (0)

static int world_events(lua_State *L) {
    const world_ref *ref = check_world(L);
    size_t count = 0;
    check_table(L, 2);
    FILL("kind", kind);
    FILL("time", time);
    FILL("npc", npc);
    FILL("target", target);
    FILL("name", name);
    FILL("argument", argument);
    FILL("token", token);
    FILL("duration", duration_ms);
    FILL("interruption", interruption);
    FILL("cue", cue);
    push_whole(L, (int64_t)count);
    return 1;
}

static int world_event_buffer(lua_State *L) {
    const world_ref *ref = check_world(L);
    size_t count = 0;
    const bustle_event *events = bustle_world_events(ref->world, &count);
    lua_pushlightuserdata(L, (void *)events);
    push_whole(L, (int64_t)count);
    return 2;
}

/* ---- Environment ---- */

static int world_set_environment(lua_State *L) {
    world_ref *ref = check_world(L);
    const bustle_id id = check_world_id(L, ref, BUSTLE_KIND_ENVIRONMENT, 2);
    const double value = check_finite(L, 3);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_world_set_environment(ref->world, id, value);
    leave_core(ref, outer);
    return finish(L, ref, status, 0);
}

static int world_environment(lua_State *L) {
    const world_ref *ref = check_world(L);
    const bustle_id id = check_world_id(L, ref, BUSTLE_KIND_ENVIRONMENT, 2);
    int32_t value = 0;
    bustle_world_environment(ref->world, id, &value);
    push_whole(L, value);
    return 1;
}

/* ---- Endings ---- */

static int world_set_ending(lua_State *L) {
    world_ref *ref = check_world(L);
    const bustle_id id = check_world_id(L, ref, BUSTLE_KIND_ACTION, 2);
    bustle_ending ending = BUSTLE_ENDING_DEFAULT;
    if (!to_ending(L, 3, &ending)) {
        return luaL_argerror(L, 3, EXPECTED_ENDINGS);
    }
    return finish(L, ref, bustle_world_set_ending(ref->world, id, ending), 0);
}

/* ---- Statistics ---- */

static int world_stats(lua_State *L) {
    const world_ref *ref = check_world(L);
    bustle_stats stats;
    if (lua_isnoneornil(L, 2)) {
        lua_settop(L, 1);
        lua_createtable(L, 0, 28);
    }
    check_table(L, 2);
    lua_settop(L, 2);
    bustle_world_stats(ref->world, &stats);
#define SET(member)                       \
    push_whole(L, (int64_t)stats.member); \
    lua_setfield(L, 2, #member)
    SET(entities);
    SET(npcs);
    SET(halted);
    SET(queued);
    SET(turns);
    SET(starts);
    SET(events);
    SET(undelivered);
    SET(refused);
    SET(scenes);
    SET(joins);
    SET(leaves);
    SET(places);
    SET(adopts);
    SET(drops);
    SET(links);
    SET(links_refused);
    SET(paths_cut);
    SET(messages);
    SET(messages_sent);
    SET(messages_taken);
    SET(messages_lost);
    SET(messages_refused);
    SET(meeting);
    SET(portion);
    SET(bytes);
    SET(allocations);
#undef SET
    lua_pushboolean(L, stats.cut_short);
    lua_setfield(L, 2, "cut_short");
    return 1;
}

void open_world(lua_State *L) {
    static const luaL_Reg metamethods[] = {
        {"__gc", world_gc}, {"__close", world_close}, {"__tostring", world_tostring}, {NULL, NULL}};
    static const luaL_Reg functions[] = {
        {"update", world_update},
        {"now", world_now},
        {"hash", world_hash},
        {"content", world_content},
        {"check", world_check},
        {"close", world_close},
        {"events", world_events},
        {"event_buffer", world_event_buffer},
        {"set_environment", world_set_environment},
        {"environment", world_environment},
        {"set_ending", world_set_ending},
        {"stats", world_stats},
        {NULL, NULL},
    };
    const luaL_Reg *const methods[] = {functions, entity_methods, npc_methods, condition_methods,
        interruption_methods, scene_methods, link_methods, area_methods, offer_methods,
        message_methods, plan_methods, snapshot_methods, NULL};
    make_type(L, WORLD_TYPE, metamethods, methods);
}
