/* The methods of a world about its clock, and about the plans of NPCs. */
#include "binding.h"

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

static bustle_replacing opt_change(lua_State *L, int arg) {
    static const char *const names[] = {"node", "action", "now", NULL};
    return lua_isnoneornil(L, arg) ? BUSTLE_REPLACING_AT_NODE
                                   : (bustle_replacing)luaL_checkoption(L, arg, NULL, names);
}

static int32_t opt_number(lua_State *L, int arg, int32_t otherwise) {
    return (int32_t)opt_whole(L, arg, INT32_MIN, INT32_MAX, otherwise);
}

/* (npc, from, to, sequence [, vary, priority, skip, change, days]): the number of the patch. */
static int world_patch_plan(lua_State *L) {
    world_ref *ref = check_world(L);
    const bustle_entity npc = check_entity(L, ref, 2);
    bustle_patch_def def = bustle_default_patch_def();
    def.from = (int32_t)check_whole(L, 3, INT32_MIN, INT32_MAX);
    def.to = (int32_t)check_whole(L, 4, INT32_MIN, INT32_MAX);
    def.sequence = check_world_id(L, ref, BUSTLE_KIND_SEQUENCE, 5);
    def.vary = opt_number(L, 6, def.vary);
    def.priority = opt_number(L, 7, def.priority);
    def.skip = opt_number(L, 8, def.skip);
    def.change = opt_change(L, 9);
    def.days = opt_number(L, 10, def.days);
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
