/* A world as text, line by line. */
#include "told.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST = 1024 }; /* sequences on the stacks of an NPC, and what it remembers of one kind */

static const char *name_of(const bustle_world *w, bustle_kind kind, bustle_id id) {
    return id == BUSTLE_NONE ? "-" : bustle_content_name(bustle_world_content(w), kind, id);
}

static void tell_place(const bustle_world *w, bustle_id sequence, uint32_t node, FILE *out) {
    if (sequence == BUSTLE_NONE) {
        fputs("-", out);
    } else {
        const bustle_content *c = bustle_world_content(w);
        fprintf(out, "%s.%s", name_of(w, BUSTLE_KIND_SEQUENCE, sequence),
            bustle_content_node_name(c, sequence, node));
    }
}

static void tell_states(const bustle_world *w, bustle_entity e, FILE *out) {
    const uint32_t count = bustle_content_count(bustle_world_content(w), BUSTLE_KIND_STATE);
    for (bustle_id state = 0; state < count; state++) {
        int32_t value = 0;
        int32_t taken = 0;
        if (bustle_entity_get(w, e, state, &value) == BUSTLE_OK) {
            (void)bustle_entity_taken(w, e, state, &taken);
            fprintf(out, "  state %s %" PRId32 ", %" PRId32 " taken\n",
                name_of(w, BUSTLE_KIND_STATE, state), value, taken);
        }
    }
}

static void tell_doing(const bustle_world *w, const bustle_doing *d, FILE *out) {
    static const char *const moods[] = {[BUSTLE_DECIDING] = "deciding",
        [BUSTLE_ACTING] = "acting",
        [BUSTLE_WAITING] = "waiting",
        [BUSTLE_ON_HOLD] = "on_hold",
        [BUSTLE_HAS_HALTED] = "has_halted",
        [BUSTLE_AWAITING] = "awaiting"};
    fprintf(out, "  %s, action %s, target %" PRIu32 ", token %" PRIu32 ", timed %d\n",
        moods[d->mood], name_of(w, BUSTLE_KIND_ACTION, d->action),
        bustle_entity_spawn_number(d->target), d->token, d->timed);
    fprintf(out, "  duration %" PRId64 ", remaining %" PRId64 ", timeout %" PRId64 "\n  at ",
        d->duration_ms, d->remaining_ms, d->timeout_ms);
    tell_place(w, d->sequence, d->node, out);
    fprintf(out,
        ", main %s, activities %" PRIu32 ", waiting %" PRIu32 ", failures %" PRIu32
        ", failed %s, cause %d\n",
        name_of(w, BUSTLE_KIND_SEQUENCE, d->main), d->activities, d->waiting,
        d->sequence == BUSTLE_NONE ? 0 : d->failures, name_of(w, BUSTLE_KIND_SEQUENCE, d->failed),
        (int)d->cause);
}

static void tell_frames(const bustle_world *w, bustle_entity npc, FILE *out) {
    static const char *const states[] = {[BUSTLE_UNINITIALIZED] = "uninitialized",
        [BUSTLE_PROCESSING] = "processing",
        [BUSTLE_WAITING_FOR_ACTION] = "waiting_for_action",
        [BUSTLE_IN_SUBSEQUENCE] = "in_subsequence",
        [BUSTLE_EXECUTED] = "executed",
        [BUSTLE_INTERRUPTED] = "interrupted",
        [BUSTLE_FAILED] = "failed",
        [BUSTLE_WAITING_AT_NODE] = "waiting_at_node",
        [BUSTLE_WAITING_AT_PHASE] = "waiting_at_phase"};
    bustle_frame frames[MOST];
    size_t count = 0;
    (void)bustle_npc_frames(w, npc, frames, MOST, &count);
    for (size_t i = 0; i < count; i++) {
        const bustle_frame *f = &frames[i];
        char priority[16] = "-";
        if (f->priority != INT32_MIN) {
            (void)snprintf(priority, sizeof priority, "%" PRId32, f->priority);
        }
        fprintf(out, "  in %" PRIu32 ": ", f->activity);
        tell_place(w, f->sequence, f->node, out);
        fprintf(out, " %s, target %" PRIu32 ", fallback %d, priority %s, on %s\n",
            states[f->lifecycle], bustle_entity_spawn_number(f->target), f->fallback, priority,
            name_of(w, BUSTLE_KIND_INTERRUPTION, f->interruption));
    }
}

static void tell_memory(
    const bustle_world *w, bustle_memory_kind kind, const bustle_memory *m, FILE *out) {
    const char *action = name_of(w, BUSTLE_KIND_ACTION, m->action);
    if (kind == BUSTLE_MEMORY_TRANSITION) {
        fputs("  went from ", out);
        tell_place(w, m->sequence, m->from, out);
        fputs(" to ", out);
        tell_place(w, m->sequence, m->node, out);
        fprintf(out, " @%" PRId64 "\n", m->time);
    } else if (kind == BUSTLE_MEMORY_ACTION) {
        fprintf(out, "  did %s with %" PRIu32 " @%" PRId64 "\n", action, m->spawn_number, m->time);
    } else {
        fprintf(out, "  left %s in %" PRIu32 " at ", action, m->activity);
        tell_place(w, m->sequence, m->node, out);
        fprintf(out,
            " with %" PRIu32 " @%" PRId64 ", duration %" PRId64 ", timeout %" PRId64
            ", spent %" PRId64 "\n",
            m->spawn_number, m->time, m->duration_ms, m->timeout_ms, m->spent_ms);
    }
}

static void tell_memories(const bustle_world *w, bustle_entity npc, FILE *out) {
    bustle_memory memories[MOST];
    for (int kind = BUSTLE_MEMORY_TRANSITION; kind <= BUSTLE_MEMORY_INTERRUPTION; kind++) {
        size_t count = 0;
        (void)bustle_npc_memories(w, npc, (bustle_memory_kind)kind, memories, MOST, &count);
        for (size_t i = 0; i < count; i++) {
            tell_memory(w, (bustle_memory_kind)kind, &memories[i], out);
        }
    }
}

static void tell_entity(const bustle_world *w, bustle_entity e, FILE *out) {
    bustle_position at = {0};
    bustle_id definition = 0;
    bustle_doing doing;
    const char *name = bustle_entity_name(w, e);
    (void)bustle_entity_position(w, e, &at);
    (void)bustle_entity_definition(w, e, &definition);
    fprintf(out, "%" PRIu32 " %s %s at %g %g %g\n", bustle_entity_spawn_number(e),
        name_of(w, BUSTLE_KIND_ENTITY, definition), name == NULL ? "-" : name, at.x, at.y, at.z);
    tell_states(w, e, out);
    if (bustle_npc_doing(w, e, &doing) == BUSTLE_OK) {
        tell_doing(w, &doing, out);
        tell_frames(w, e, out);
        tell_memories(w, e, out);
    }
}

void told(const bustle_world *world, FILE *out) {
    bustle_stats s;
    (void)bustle_world_stats(world, &s);
    fprintf(out,
        "time %" PRId64 ", hash %08" PRIx32 ", queued %" PRIu32 ", turns %" PRIu64
        ", starts %" PRIu64 ", events %" PRIu64 ", refused %" PRIu64 "\n",
        bustle_world_now(world), bustle_world_hash(world), s.queued, s.turns, s.starts, s.events,
        s.refused);
    const bustle_content *c = bustle_world_content(world);
    for (bustle_id i = 0; i < bustle_content_count(c, BUSTLE_KIND_ENVIRONMENT); i++) {
        int32_t value = 0;
        (void)bustle_world_environment(world, i, &value);
        fprintf(
            out, "environment %s %" PRId32 "\n", name_of(world, BUSTLE_KIND_ENVIRONMENT, i), value);
    }
    for (bustle_entity e = 0; (e = bustle_world_next(world, e)) != 0;) {
        tell_entity(world, e, out);
    }
}
