/* The part of a load that needs everyone to be there: claims and targets, timers, the ready queue;
 * scenes are snapshot_apply_scenes.c's.
 * Claims are taken again under the content as it is, so that taken and free parts agree whatever
 * the save says. */
#include "decide/activity.h"
#include "decide/recovery.h"
#include "decide/timer.h"
#include "decide/turn.h"
#include "persist/snapshot.h"
#include "together/scene.h"
#include "world/claim.h"
#include "world/rows.h"

/* ---- Claims and targets ---- */

#define DEPTH_LIMIT 255

/* Takes the claims of an activity again, bottom to top. One that cannot be had fails its sequence,
 * at once if the activity runs, else when it goes on. */
static bool settle_claims_of(loading *l, uint32_t slot, activity *a) {
    bustle_world *w = l->world;
    const npc *self = npc_at(w, slot);
    const bool interrupted = (a->flags & ACTIVITY_INTERRUPTED) != 0;
    uint32_t frames[DEPTH_LIMIT];
    uint32_t depth = 0;
    bool all = true;
    for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
        frames[depth++] = i;
    }
    for (uint32_t level = 1; level <= depth; level++) {
        frame *f = frame_at(w, frames[depth - level]);
        claim_record *r = (f->where & FRAME_CLAIMS) != 0 ? claim_at(w, f->below) : NULL;
        bool gone = false;
        if (r == NULL || r->held == 0) {
            continue;
        }
        r->held = false;
        if (!bsl_claim_retake(w, a, f, &gone)) {
            all = false;
            if (!interrupted) {
                bsl_recovery_keep_in(a, (uint8_t)level,
                    gone ? BUSTLE_CAUSE_TARGET_LEFT : BUSTLE_CAUSE_CLAIM, FAIL_SEQUENCE);
            }
            bsl_snapshot_note_change(l, gone ? LOST_TARGET : LOST_CLAIM, slot, self->e.spawn,
                w->content->text + w->content->sequences[r->sequence].name);
        }
    }
    return all;
}

/* Whether the running activity has all its claims. */
static bool settle_sequence_claims(loading *l, uint32_t slot) {
    npc *self = npc_at(l->world, slot);
    const bool all = settle_claims_of(l, slot, &self->now);
    for (activity *a = next_below(l->world, &self->now); a != NULL; a = next_below(l->world, a)) {
        (void)settle_claims_of(l, slot, a);
    }
    return all;
}

/* Whether the action can go on with its target; *what: why not. */
static bool can_go_on(const bustle_world *w, uint32_t slot, enum change_code *what) {
    const npc *self = npc_at(w, slot);
    const action *a = running_action(w, self);
    const bool targeted = (a->flags & ACTION_TARGETED) != 0;
    *what = LOST_TARGET;
    const uint32_t target_slot = target_of(w, &self->now);
    if (target_slot == NOBODY || !targeted) {
        return !targeted && target_slot == NOBODY;
    }
    const entity *target = entity_at(w, target_slot);
    if (target->spawn == 0 || target_slot == slot) {
        return false;
    }
    *what = LOST_CLAIM;
    return bsl_claim_possible(w, target, running_claims(w, self), a->claim_count, NULL, 0);
}

/* The node is performed again. */
static void stop_short(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    frame *top = frame_at(w, self->now.top);
    bsl_part_give_up_waiting(w, top);
    bsl_errand_end_wait(w, top);
    bsl_snapshot_stop_acting(w, self);
    self->now.flags &= (uint8_t)~ACTIVITY_TARGETED;
    self->now.action = NONE16;
    frame_set_state(top, BUSTLE_PROCESSING);
}

static void settle_action(loading *l, uint32_t slot, bool claims_held) {
    bustle_world *w = l->world;
    npc *self = npc_at(w, slot);
    enum change_code what = LOST_CLAIM;
    if (claims_held && can_go_on(w, slot, &what)) {
        const uint32_t target = target_of(w, &self->now);
        if (target != NOBODY) {
            bsl_use_begin(w, self, slot, entity_at(w, target));
        }
        return;
    }
    if (claims_held) {
        bsl_snapshot_note_change(l, what, slot, self->e.spawn,
            w->content->text + w->content->actions[self->now.action].name);
    }
    stop_short(w, slot);
}

/* ---- Timers ---- */

static bool settle_timer(loading *l, uint32_t slot) {
    bustle_world *w = l->world;
    const npc *self = npc_at(w, slot);
    wheel *v = &w->wheel;
    if (!timer_live(self)) {
        return true;
    }
    if ((self->e.flags & NPC_COLLECTED) == 0) {
        if (!pool_reserve(&w->blocks, &w->kept, 1)) {
            return bsl_snapshot_no_memory(l);
        }
        bsl_timer_set(w, self, slot);
        return true;
    }
    if (!bsl_heap_grow(
            &w->heap, (void **)&v->due, &v->due_capacity, v->due_count + 1ull, sizeof *v->due)) {
        return bsl_snapshot_no_memory(l);
    }
    const uint32_t since = self->due - (uint32_t)v->due_base;
    v->live++;
    v->due[v->due_count++] = (item){.key = (uint64_t)since << 32 | self->e.spawn, .value = slot};
    return true;
}

/* ---- The ready queue ---- */

static bool reserve_ready(loading *l) {
    bustle_world *w = l->world;
    const uint64_t capacity = (uint64_t)w->npcs + l->ready_count + 16;
    w->ready = bsl_heap_resize(&w->heap, NULL, 0, (size_t)capacity * sizeof *w->ready);
    if (w->ready == NULL) {
        return bsl_snapshot_no_memory(l);
    }
    w->ready_capacity = (uint32_t)capacity;
    return true;
}

static void settle_ready(loading *l) {
    bustle_world *w = l->world;
    for (uint32_t i = 0; i < l->ready_count; i++) {
        const uint32_t slot = l->ready[i];
        const saved_definition *d = &l->names.definitions[(l->occupants[slot] - 1) / 2];
        if (d->id != BUSTLE_NONE) {
            w->zombies += entity_at(w, slot)->spawn == 0;
            bsl_turn_queue(w, slot, false);
        }
    }
}

/* Saves do not say who waits until it is called: that follows from where it waits. */
static void settle_wait(bustle_world *w, npc *self) {
    if ((self->e.flags & (NPC_AWAITS | NPC_TRIES)) != NPC_AWAITS) {
        return;
    }
    const frame *f = frame_at(w, self->now.top);
    const bool past = frame_state(f) == BUSTLE_WAITING_AT_PHASE &&
        (member_at(w, part_record(w, f))->flags & MEMBER_PAST) != 0;
    if (past || (f->where & FRAME_STAGES) != 0) {
        self->e.flags |= NPC_CALLED;
        self->e.flags &= (uint16_t)~NPC_COLLECTED; /* nothing is due */
    }
}

/* Whoever has something to decide after all gets a turn. */
static void settle_idle(bustle_world *w, uint32_t slot) {
    const uint16_t busy =
        NPC_ACTING | NPC_WAITING | NPC_HALTED | NPC_HELD | NPC_QUEUED | NPC_AWAITS;
    const uint16_t flags = entity_at(w, slot)->flags;
    if ((flags & busy) == 0 || (flags & NPC_TRIES) != 0) {
        bsl_turn_queue(w, slot, false);
    }
}

/* ---- All of it ---- */

static bool is_npc(const bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    return e->spawn != 0 && definition_of(w, e)->npc;
}

static bool spawn_numbers_differ(loading *l) {
    const bustle_world *w = l->world;
    if (!bsl_rows_order(l->world)) {
        return bsl_snapshot_no_memory(l);
    }
    for (uint32_t i = 1; i < w->order_count; i++) {
        if (w->order[i].key == w->order[i - 1].key) {
            return bsl_reader_fail(&l->in, "two entities have the same spawn number");
        }
    }
    return true;
}

bool bsl_snapshot_settle_world(loading *l) {
    bustle_world *w = l->world;
    const uint32_t slots = w->page_count << PAGE_SHIFT;
    if (!spawn_numbers_differ(l) || !reserve_ready(l)) {
        return false;
    }
    settle_ready(l);
    if (!bsl_snapshot_settle_messages(l) || !bsl_snapshot_settle_casts(l) ||
        !bsl_snapshot_settle_places(l)) {
        return false;
    }
    for (uint32_t slot = 0; !failed(l) && slot < slots; slot++) {
        if (!is_npc(w, slot)) {
            continue;
        }
        const bool claims_held = settle_sequence_claims(l, slot);
        if ((entity_at(w, slot)->flags & NPC_ACTING) != 0) {
            settle_action(l, slot, claims_held);
        } else if ((entity_at(w, slot)->flags & NPC_AWAITS) != 0 && !claims_held) {
            stop_short(w, slot);
        }
        settle_wait(w, npc_at(w, slot));
        settle_timer(l, slot);
        settle_idle(w, slot);
        if (!bsl_snapshot_settle_day(l, slot)) {
            return false;
        }
    }
    bsl_snapshot_break_casts(l);
    if (w->has_areas && !bsl_snapshot_settle_areas(l)) {
        return bsl_snapshot_no_memory(l);
    }
    if (w->wheel.due_count > 1) {
        bsl_sort_items(w->wheel.due, w->wheel.due_count);
    }
    w->wheel.due_sorted = w->wheel.due_count;
    return !failed(l);
}
