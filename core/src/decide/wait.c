/* Waiting at a node: tries, the timeout, and the action that an NPC is seen in meanwhile (S51,
 * S72). A waiting NPC has one timer, for its next try. */
#include "decide/wait.h"
#include "decide/action.h"
#include "decide/activity.h"
#include "decide/operations.h"
#include "decide/recovery.h"
#include "decide/target.h"
#include "decide/timer.h"
#include "decide/turn.h"
#include "observe/event.h"
#include "observe/trace.h"
#include "reload/replaced.h"

static const wait *wait_of(const bustle_world *w, const npc *self) {
    const node *n = &w->content->nodes[frame_node(frame_at(w, self->now.top))];
    return &w->content->waits[n->performs];
}

/* When it has waited too long is a full time, in two words that an action would use for other
 * purposes. */
static int64_t deadline_of(const activity *a) {
    return (int64_t)((uint64_t)a->spent << 32 | a->time);
}

uint32_t bsl_wait_left(const bustle_world *w, const activity *a) {
    if ((a->flags & ACTIVITY_INTERRUPTED) != 0) {
        return a->duration;
    }
    const int64_t left = deadline_of(a) - w->now;
    return left < 0 ? 0 : (uint32_t)left;
}

void bsl_wait_set_left(const bustle_world *w, activity *a, uint32_t left) {
    const uint64_t deadline = (uint64_t)(w->now + left);
    a->duration = left;
    a->time = (uint32_t)deadline;
    a->spent = (uint32_t)(deadline >> 32);
}

static bool has_come(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    const frame *f = frame_at(w, self->now.top);
    const parties s = {.self = self,
        .target = still_there(w, f->target, f->target_spawn),
        .self_slot = slot,
        .target_slot = f->target,
        .action = BUSTLE_NONE,
        .testing = true};
    const bool come = bsl_condition_holds(w, &wait_of(w, self)->when, &s);
    if (traced(w)) {
        bsl_trace_try(w, slot, come);
    }
    return come;
}

/* ---- What it is seen in ---- */

static void show(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    const parties s = parties_of(w, slot, NOBODY, self->now.action);
    bsl_effects_apply(w, &w->content->actions[self->now.action].effects[EFFECT_START], &s);
    self->token++;
    w->starts++;
    bsl_event_emit(w, BUSTLE_EVENT_START, slot, 0, self->now.action, 0)->token = self->token;
}

static void show_no_more(bustle_world *w, uint32_t slot, bustle_stop_reason reason) {
    npc *self = npc_at(w, slot);
    parties s = parties_of(w, slot, NOBODY, self->now.action);
    s.replaced = (self->e.flags & NPC_REPLACED) != 0 ? bsl_replaced_of(w, self) : NULL;
    const enum effect_list list = reason == BUSTLE_STOP_DONE ? EFFECT_FINISH : EFFECT_INTERRUPTED;
    bsl_effects_apply(w, &running_action(w, self)->effects[list], &s);
    bsl_event_emit(w, BUSTLE_EVENT_STOP, slot, 0, self->now.action, (uint32_t)reason)->token =
        self->token;
    if ((self->e.flags & NPC_REPLACED) != 0) {
        bsl_replaced_leave(w, self);
    }
    self->now.action = NONE16;
}

/* ---- Waiting ---- */

static void set_next_try(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    const uint32_t left = bsl_wait_left(w, &self->now);
    const uint32_t every = wait_of(w, self)->every;
    self->e.flags &= (uint16_t)~NPC_TRIES;
    self->e.flags |= NPC_AWAITS;
    self->due = (uint32_t)w->now + (every < left ? every : left);
    bsl_timer_set(w, slot);
}

void bsl_wait_stop(bustle_world *w, uint32_t slot, bustle_stop_reason reason) {
    npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_AWAITS) == 0) {
        return;
    }
    bsl_timer_clear(w, self);
    self->e.flags &= (uint16_t) ~(NPC_AWAITS | NPC_TRIES);
    frame_set_state(frame_at(w, self->now.top), BUSTLE_PROCESSING);
    if (self->now.action != NONE16) {
        show_no_more(w, slot, reason);
    }
}

static void fail(bustle_world *w, npc *self) {
    frame_set_state(frame_at(w, self->now.top), BUSTLE_PROCESSING);
    bsl_recovery_keep(
        self, (uint8_t)bsl_stack_depth(w, self->now.top), BUSTLE_CAUSE_WAITED, FAIL_NODE);
}

/* Tries once, and waits for `left` ms at the most if it has not come. */
static void begin(bustle_world *w, uint32_t slot, uint32_t left) {
    npc *self = npc_at(w, slot);
    frame *f = frame_at(w, self->now.top);
    if (has_come(w, slot)) {
        frame_set_state(f, BUSTLE_EXECUTED);
        return;
    }
    if (left == 0) {
        fail(w, self);
        return;
    }
    frame_set_state(f, BUSTLE_WAITING_AT_NODE);
    self->now.flags |= ACTIVITY_TOOK_TIME;
    bsl_wait_set_left(w, &self->now, left);
    self->now.action = wait_of(w, self)->seen;
    set_next_try(w, slot);
    if (self->now.action != NONE16) {
        show(w, slot);
    }
}

void bsl_wait_perform(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    self->now.flags |= ACTIVITY_PASSED_WAIT;
    begin(w, slot, wait_of(w, self)->timeout);
}

void bsl_wait_due(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    bsl_timer_clear(w, self);
    self->e.flags |= NPC_AWAITS | NPC_TRIES;
    bsl_turn_queue(w, slot, false);
}

void bsl_wait_try(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    if (has_come(w, slot)) {
        bsl_wait_stop(w, slot, BUSTLE_STOP_DONE);
        frame_set_state(frame_at(w, self->now.top), BUSTLE_EXECUTED);
    } else if (bsl_wait_left(w, &self->now) == 0) {
        bsl_wait_stop(w, slot, BUSTLE_STOP_FAILED);
        fail(w, self);
    } else {
        set_next_try(w, slot);
    }
}

/* ---- Interruptions ---- */

void bsl_wait_interrupt(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    self->now.duration = bsl_wait_left(w, &self->now);
    bsl_wait_stop(w, slot, BUSTLE_STOP_INTERRUPTED);
    frame_set_state(frame_at(w, self->now.top), BUSTLE_WAITING_AT_NODE);
}

void bsl_wait_go_on(bustle_world *w, uint32_t slot) {
    begin(w, slot, npc_at(w, slot)->now.duration);
}
