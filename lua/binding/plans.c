/* The methods of a world about its clock, and about the plans of NPCs. */
#include "binding.h"

#include <string.h>

/* The largest whole number that every Lua holds exactly. */
#define LARGEST (INT64_C(1) << 53)

/* ---- The clock ---- */

static int world_clock(lua_State *L) {
    const world_ref *ref = check_world(L);
    bustle_clock clock;
    const bustle_status status = bustle_world_clock(ref->world, &clock);
    if (status != BUSTLE_OK) {
        return finish(L, ref, status, 0);
    }
    lua_settop(L, 2);
    if (lua_isnil(L, 2)) {
        lua_createtable(L, 0, 5);
        lua_replace(L, 2);
    }
    check_table(L, 2);
    set_number(L, "day", clock.day);
    set_number(L, "time_ms", clock.time_ms);
    set_number(L, "day_ms", clock.day_ms);
    set_number(L, "hour", clock.hour);
    set_number(L, "minute", clock.minute);
    return 1;
}

/* (time in ms since midnight [, day]) */
static int world_set_time(lua_State *L) {
    world_ref *ref = check_world(L);
    const int64_t time = check_whole(L, 2, 0, LARGEST);
    const int64_t day = opt_whole(L, 3, 0, LARGEST, -1);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_world_set_time(ref->world, day, time);
    leave_core(ref, outer);
    return finish(L, ref, status, 0);
}

/* ---- Patches ---- */

/* The number at that key of argument 3, or what is there by default. */
static int32_t number_at(lua_State *L, const char *key, int32_t otherwise) {
    int64_t value = otherwise;
    lua_getfield(L, 3, key);
    if (!lua_isnil(L, -1) && (!to_whole(L, -1, &value) || value < INT32_MIN || value > INT32_MAX)) {
        luaL_argerror(L, 3, lua_pushfstring(L, "'%s': a whole number of 32 bits expected", key));
    }
    lua_pop(L, 1);
    return (int32_t)value;
}

static bustle_replacing change_at(lua_State *L) {
    static const char *const names[] = {"node", "action", "now"};
    bustle_replacing change = BUSTLE_REPLACING_AT_NODE;
    lua_getfield(L, 3, "change");
    if (!lua_isnil(L, -1)) {
        const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
        int i = BUSTLE_REPLACING_AT_NODE;
        while (i <= BUSTLE_REPLACING_NOW && strcmp(name, names[i]) != 0) {
            i++;
        }
        luaL_argcheck(
            L, i <= BUSTLE_REPLACING_NOW, 3, "'change': 'node', 'action' or 'now' expected");
        change = (bustle_replacing)i;
    }
    lua_pop(L, 1);
    return change;
}

static bustle_id sequence_at(lua_State *L, const world_ref *ref) {
    const uint32_t count =
        bustle_content_count(bustle_world_content(ref->world), BUSTLE_KIND_SEQUENCE);
    int64_t id = -1;
    lua_getfield(L, 3, "sequence");
    if (!to_whole(L, -1, &id) || id < 0 || id >= (int64_t)count) {
        luaL_argerror(L, 3, "'sequence': a sequence (a number) expected");
    }
    lua_pop(L, 1);
    return (bustle_id)id;
}

/* (npc, table): the number of the patch. */
static int world_patch_plan(lua_State *L) {
    static const char *const names[] = {
        "from", "to", "sequence", "vary", "priority", "skip", "change", "days", NULL};
    world_ref *ref = check_world(L);
    const bustle_entity npc = check_entity(L, ref, 2);
    check_table(L, 3);
    check_keys(L, 3, names);
    bustle_patch_def def = bustle_default_patch_def();
    def.from = number_at(L, "from", def.from);
    def.to = number_at(L, "to", def.to);
    def.sequence = sequence_at(L, ref);
    def.vary = number_at(L, "vary", def.vary);
    def.priority = number_at(L, "priority", def.priority);
    def.skip = number_at(L, "skip", def.skip);
    def.change = change_at(L);
    def.days = number_at(L, "days", def.days);
    uint32_t number = 0;
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_npc_patch_plan(ref->world, npc, &def, &number);
    leave_core(ref, outer);
    if (status != BUSTLE_OK) {
        return finish(L, ref, status, npc);
    }
    push_whole(L, number);
    return 1;
}

static int world_unpatch_plan(lua_State *L) {
    world_ref *ref = check_world(L);
    const bustle_entity npc = check_entity(L, ref, 2);
    const uint32_t number = (uint32_t)check_whole(L, 3, 0, UINT32_MAX);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_npc_unpatch_plan(ref->world, npc, number);
    leave_core(ref, outer);
    return finish(L, ref, status, npc);
}

/* ---- What a day looks like ---- */

/* A day behind the question about it. */
typedef struct day_question {
    question asked; /* the first, so that one leads to the other */
    int64_t day;
} day_question;

static bustle_status read_plan(const question *asked, void *into, size_t capacity, size_t *count) {
    const day_question *q = (const day_question *)(const void *)asked;
    return bustle_npc_plan(asked->ref->world, asked->entity, q->day, NULL, into, capacity, count);
}

static void push_entry(lua_State *L, const question *asked, const void *element) {
    const bustle_plan_entry *entry = element;
    (void)asked;
    lua_createtable(L, 0, 9);
    set_number(L, "entry", entry->entry);
    if (entry->patch != 0) {
        set_number(L, "patch", entry->patch);
    }
    set_id(L, "sequence", entry->sequence);
    set_number(L, "day", entry->day);
    set_number(L, "begins_ms", entry->begins_ms);
    set_number(L, "ends_ms", entry->ends_ms);
    set_number(L, "priority", entry->priority);
    set_flag(L, "holds", entry->holds);
    set_text(L, "why", bustle_verdict_text(entry->why));
}

/* (npc, day): the entries, and which plan it is. */
static int world_npc_plan(lua_State *L) {
    static const listing entries = {sizeof(bustle_plan_entry), read_plan, push_entry};
    const world_ref *ref = check_world(L);
    const day_question q = {.asked = {.ref = ref, .entity = check_entity(L, ref, 2)},
        .day = check_whole(L, 3, -LARGEST, LARGEST)};
    const int results = push_list(L, &entries, &q.asked);
    if (!lua_istable(L, -1)) {
        return results;
    }
    bustle_id plan = BUSTLE_NONE;
    size_t count = 0;
    bustle_npc_plan(ref->world, q.asked.entity, q.day, &plan, NULL, 0, &count);
    push_id(L, plan);
    return 2;
}

const luaL_Reg plan_methods[] = {
    {"clock", world_clock},
    {"set_time", world_set_time},
    {"patch_plan", world_patch_plan},
    {"unpatch_plan", world_unpatch_plan},
    {"npc_plan", world_npc_plan},
    {NULL, NULL},
};
