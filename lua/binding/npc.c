/* The methods of a world about one NPC: the game's hand on it, and what it does and remembers. */
#include "binding.h"

#include <string.h>

/* ---- Ending its action ---- */

typedef bustle_status ending_call(bustle_world *, bustle_entity, bustle_id, uint32_t);

static int end_action(lua_State *L, ending_call *end) {
    world_ref *ref = check_world(L);
    const bustle_entity npc = check_entity(L, ref, 2);
    const bustle_id action =
        lua_isnoneornil(L, 3) ? BUSTLE_NONE : check_world_id(L, ref, BUSTLE_KIND_ACTION, 3);
    const uint32_t token = (uint32_t)opt_whole(L, 4, 0, UINT32_MAX, 0);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = end(ref->world, npc, action, token);
    leave_core(ref, outer);
    return finish(L, ref, status, npc);
}

static int world_complete(lua_State *L) {
    return end_action(L, bustle_npc_complete);
}

static int world_fail(lua_State *L) {
    return end_action(L, bustle_npc_fail);
}

/* ---- Its activities ---- */

typedef bustle_status npc_call(bustle_world *, bustle_entity);

static int call_about(lua_State *L, npc_call *call) {
    world_ref *ref = check_world(L);
    const bustle_entity npc = check_entity(L, ref, 2);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = call(ref->world, npc);
    leave_core(ref, outer);
    return finish(L, ref, status, npc);
}

static int world_hold(lua_State *L) {
    return call_about(L, bustle_npc_hold);
}

static int world_release(lua_State *L) {
    return call_about(L, bustle_npc_release);
}

static int world_restart(lua_State *L) {
    return call_about(L, bustle_npc_restart);
}

static int world_run(lua_State *L) {
    world_ref *ref = check_world(L);
    const bustle_entity npc = check_entity(L, ref, 2);
    const bustle_id sequence = check_world_id(L, ref, BUSTLE_KIND_SEQUENCE, 3);
    const int32_t priority = (int32_t)opt_whole(L, 4, INT16_MIN, INT16_MAX, 0);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_npc_run(ref->world, npc, sequence, priority);
    leave_core(ref, outer);
    return finish(L, ref, status, npc);
}

static int world_set_main(lua_State *L) {
    world_ref *ref = check_world(L);
    const bustle_entity npc = check_entity(L, ref, 2);
    const bustle_id sequence = check_world_id(L, ref, BUSTLE_KIND_SEQUENCE, 3);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_npc_set_main(ref->world, npc, sequence);
    leave_core(ref, outer);
    return finish(L, ref, status, npc);
}

static int world_set_role(lua_State *L) {
    world_ref *ref = check_world(L);
    const bustle_entity npc = check_entity(L, ref, 2);
    const bustle_id role =
        lua_isnoneornil(L, 3) ? BUSTLE_NONE : check_world_id(L, ref, BUSTLE_KIND_ROLE, 3);
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_npc_set_role(ref->world, npc, role);
    leave_core(ref, outer);
    return finish(L, ref, status, npc);
}

/* Its role or nil, and whether the game has set it. */
static int world_role(lua_State *L) {
    const world_ref *ref = check_world(L);
    const bustle_entity npc = check_entity(L, ref, 2);
    bustle_id role = BUSTLE_NONE;
    bool set = false;
    const bustle_status status = bustle_npc_role(ref->world, npc, &role, &set);
    if (status != BUSTLE_OK) {
        return finish(L, ref, status, npc);
    }
    push_id(L, role);
    lua_pushboolean(L, set);
    return 2;
}

/* ---- What it does ---- */

static const char *mood_name(bustle_mood mood) {
    static const char *const names[] = {
        [BUSTLE_DECIDING] = "deciding",
        [BUSTLE_ACTING] = "acting",
        [BUSTLE_WAITING] = "waiting",
        [BUSTLE_ON_HOLD] = "on_hold",
        [BUSTLE_HAS_HALTED] = "has_halted",
        [BUSTLE_AWAITING] = "awaiting",
    };
    return names[mood];
}

static int world_doing(lua_State *L) {
    const world_ref *ref = check_world(L);
    const bustle_entity npc = check_entity(L, ref, 2);
    bustle_doing doing;
    lua_settop(L, 3);
    if (lua_isnil(L, 3)) {
        lua_createtable(L, 0, 16);
        lua_replace(L, 3);
    }
    check_table(L, 3);
    const bustle_status status = bustle_npc_doing(ref->world, npc, &doing);
    if (status != BUSTLE_OK) {
        return finish(L, ref, status, npc);
    }
    set_text(L, "mood", mood_name(doing.mood));
    set_id(L, "action", doing.action);
    set_entity(L, "target", doing.target);
    set_number(L, "token", doing.token);
    set_flag(L, "timed", doing.timed);
    set_number(L, "duration_ms", doing.duration_ms);
    set_number(L, "remaining_ms", doing.remaining_ms);
    set_number(L, "timeout_ms", doing.timeout_ms);
    set_id(L, "sequence", doing.sequence);
    set_id(L, "node", doing.node);
    set_id(L, "main", doing.main);
    set_number(L, "activities", doing.activities);
    set_number(L, "waiting", doing.waiting);
    set_number(L, "failures", doing.failures);
    set_id(L, "cause", doing.cause == 0 ? BUSTLE_NONE : (bustle_id)doing.cause);
    set_id(L, "failed", doing.failed);
    return 1;
}

/* ---- Its stacks ---- */

static const char *lifecycle_name(bustle_lifecycle lifecycle) {
    static const char *const names[] = {
        [BUSTLE_UNINITIALIZED] = "uninitialized",
        [BUSTLE_PROCESSING] = "processing",
        [BUSTLE_WAITING_FOR_ACTION] = "waiting_for_action",
        [BUSTLE_IN_SUBSEQUENCE] = "in_subsequence",
        [BUSTLE_EXECUTED] = "executed",
        [BUSTLE_INTERRUPTED] = "interrupted",
        [BUSTLE_FAILED] = "failed",
        [BUSTLE_WAITING_AT_NODE] = "waiting_at_node",
        [BUSTLE_WAITING_AT_PHASE] = "waiting_at_phase",
    };
    return names[lifecycle];
}

static void push_frame(lua_State *L, const question *asked, const void *element) {
    const bustle_frame *frame = element;
    (void)asked;
    lua_createtable(L, 0, 17);
    set_number(L, "activity", frame->activity);
    set_id(L, "sequence", frame->sequence);
    set_id(L, "node", frame->node);
    set_text(L, "lifecycle", lifecycle_name(frame->lifecycle));
    set_entity(L, "target", frame->target);
    set_flag(L, "fallback", frame->fallback);
    set_number(L, "priority", frame->priority);
    set_id(L, "interruption", frame->interruption);
    set_id(L, "cue", frame->cue);
    set_flag(L, "main", frame->main);
    set_flag(L, "sunk", frame->sunk);
    if (frame->scene != BUSTLE_NONE) {
        set_number(L, "number", frame->scene_number);
        set_id(L, "scene", frame->scene);
        set_number(L, "part", frame->part);
    }
    if (frame->offer != BUSTLE_NONE) {
        set_id(L, "offer", frame->offer);
        set_entity(L, "provider", frame->provider);
    }
    if (frame->undo) {
        set_flag(L, "undo", true);
    }
}

static bustle_status read_frames(
    const question *asked, void *into, size_t capacity, size_t *count) {
    return bustle_npc_frames(asked->ref->world, asked->entity, into, capacity, count);
}

static int world_frames(lua_State *L) {
    static const listing frames = {sizeof(bustle_frame), read_frames, push_frame};
    const world_ref *ref = check_world(L);
    const question asked = {.ref = ref, .entity = check_entity(L, ref, 2)};
    return push_list(L, &frames, &asked);
}

/* ---- Its memories ---- */

static bustle_memory_kind check_memory_kind(lua_State *L, int arg) {
    static const char *const names[] = {
        [BUSTLE_MEMORY_TRANSITION] = "transition",
        [BUSTLE_MEMORY_ACTION] = "action",
        [BUSTLE_MEMORY_INTERRUPTION] = "interruption",
        [BUSTLE_MEMORY_ENCOUNTER] = "encounter",
    };
    const char *name = check_text(L, arg);
    for (int kind = BUSTLE_MEMORY_TRANSITION; kind <= BUSTLE_MEMORY_ENCOUNTER; kind++) {
        if (strcmp(name, names[kind]) == 0) {
            return (bustle_memory_kind)kind;
        }
    }
    luaL_argerror(L, arg, "'transition', 'action', 'interruption' or 'encounter' expected");
    return BUSTLE_MEMORY_TRANSITION; /* not reached */
}

static void push_memory(lua_State *L, const question *asked, const void *element) {
    const bustle_memory *memory = element;
    lua_createtable(L, 0, 12);
    set_number(L, "time", memory->time);
    set_id(L, "action", memory->action);
    set_id(L, "sequence", memory->sequence);
    set_id(L, "from", memory->from);
    set_id(L, "node", memory->node);
    set_id(L, "cue", memory->cue);
    set_id(L, "scene", memory->scene);
    set_id(L, "offer", memory->offer);
    set_id(L, "inbox", memory->inbox);
    set_id(L, "spawn_number", memory->spawn_number == 0 ? BUSTLE_NONE : memory->spawn_number);
    if (asked->kind == BUSTLE_MEMORY_INTERRUPTION) {
        set_number(L, "activity", memory->activity);
        set_number(L, "duration_ms", memory->duration_ms);
        set_number(L, "timeout_ms", memory->timeout_ms);
        set_number(L, "spent_ms", memory->spent_ms);
    }
}

static bustle_status read_memories(
    const question *asked, void *into, size_t capacity, size_t *count) {
    const bustle_memory_kind kind = (bustle_memory_kind)asked->kind;
    return bustle_npc_memories(asked->ref->world, asked->entity, kind, into, capacity, count);
}

static int world_memories(lua_State *L) {
    static const listing memories = {sizeof(bustle_memory), read_memories, push_memory};
    const world_ref *ref = check_world(L);
    question asked = {.ref = ref, .entity = check_entity(L, ref, 2)};
    asked.kind = (int)check_memory_kind(L, 3);
    return push_list(L, &memories, &asked);
}

/* ---- What a start would claim ---- */

static void push_demand(lua_State *L, const question *asked, const void *element) {
    const bustle_demand *demand = element;
    (void)asked;
    lua_createtable(L, 0, 3);
    set_id(L, "state", demand->state);
    set_number(L, "wanted", demand->wanted);
    if (demand->there) {
        set_number(L, "free", demand->free);
    }
}

static bustle_status read_demands(
    const question *asked, void *into, size_t capacity, size_t *count) {
    return bustle_npc_demands(
        asked->ref->world, asked->entity, asked->id, asked->target, into, capacity, count);
}

static int world_demands(lua_State *L) {
    static const listing demands = {sizeof(bustle_demand), read_demands, push_demand};
    const world_ref *ref = check_world(L);
    question asked = {.ref = ref, .entity = check_entity(L, ref, 2)};
    asked.id = check_world_id(L, ref, BUSTLE_KIND_ACTION, 3);
    asked.target = check_entity(L, ref, 4);
    return push_list(L, &demands, &asked);
}

const luaL_Reg npc_methods[] = {
    {"complete", world_complete},
    {"fail", world_fail},
    {"hold", world_hold},
    {"release", world_release},
    {"restart", world_restart},
    {"run", world_run},
    {"set_main", world_set_main},
    {"set_role", world_set_role},
    {"role", world_role},
    {"doing", world_doing},
    {"frames", world_frames},
    {"memories", world_memories},
    {"demands", world_demands},
    {NULL, NULL},
};
