/* Waiting at a node: tries, the timeout, and the action that an NPC is seen in meanwhile (S51, S55,
 * S62, S70 to S72); and at a phase of a scene (S57). A waiting NPC has one timer, for its next try.
 */
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
#include "together/encounter.h"
#include "together/inbox.h"
#include "together/scene.h"

const wait *bsl_wait_at(const bustle_world *w, const npc *self) {
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

static bool is_at_scene(const bustle_world *w, const npc *self) {
    return bsl_wait_at(w, self)->scene != NONE16;
}

static bool condition_holds(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    const frame *f = frame_at(w, self->now.top);
    const parties s = {.self = self,
        .target = still_there(w, f->target, f->target_spawn),
        .self_slot = slot,
        .target_slot = f->target,
        .action = BUSTLE_NONE,
        .testing = true};
    const bool come = bsl_condition_holds(w, &bsl_wait_at(w, self)->when, &s);
    if (traced(w)) {
        bsl_trace_try(w, slot, come);
    }
    return come;
}

/* ---- What it is seen in ---- */

static void show(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    const parties s = parties_of(w, self, slot, NOBODY, self->now.action);
    effects_apply(w, &w->content->actions[self->now.action].effects[EFFECT_START], &s);
    self->token++;
    w->starts++;
    bsl_event_emit_action(w, BUSTLE_EVENT_START, slot, 0, self->now.action, 0)->token = self->token;
}

static void show_no_more(bustle_world *w, uint32_t slot, bustle_stop_reason reason) {
    npc *self = npc_at(w, slot);
    parties s = parties_of(w, self, slot, NOBODY, self->now.action);
    s.replaced = (self->e.flags & NPC_REPLACED) != 0 ? bsl_replaced_of(w, self) : NULL;
    const enum effect_list list = reason == BUSTLE_STOP_DONE ? EFFECT_FINISH : EFFECT_INTERRUPTED;
    effects_apply(w, &running_action(w, self)->effects[list], &s);
    bsl_event_emit_action(w, BUSTLE_EVENT_STOP, slot, 0, self->now.action, (uint32_t)reason)
        ->token = self->token;
    if ((self->e.flags & NPC_REPLACED) != 0) {
        bsl_replaced_leave(w, self);
    }
    self->now.action = NONE16;
}

/* ---- Waiting ---- */

static bool takes(const bustle_world *w, const wait *at) {
    return at->exchange != NONE16 && w->content->exchanges[at->exchange].takes;
}

/* S51: what comes from others is looked for when it comes, unless a condition is on it. */
static bool tries_often(const bustle_world *w, const wait *at) {
    if (at->exchange == NONE16) {
        return at->gathering == NONE16;
    }
    const exchange *x = &w->content->exchanges[at->exchange];
    return takes(w, at) && w->content->actions[x->search].when.form != CODE_EMPTY;
}

static void set_next_try(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    const uint32_t left = bsl_wait_left(w, &self->now);
    const wait *at = bsl_wait_at(w, self);
    const uint32_t every = tries_often(w, at) ? at->every : left;
    self->e.flags &= (uint16_t)~NPC_TRIES;
    self->e.flags |= NPC_AWAITS;
    self->due = (uint32_t)w->now + (every < left ? every : left);
    bsl_timer_set(w, self, slot);
}

static void stop(bustle_world *w, uint32_t slot, bustle_stop_reason reason) {
    npc *self = npc_at(w, slot);
    bsl_timer_clear(w, self);
    self->e.flags &= (uint16_t) ~(NPC_AWAITS | NPC_TRIES | NPC_CALLED);
    frame_set_state(frame_at(w, self->now.top), BUSTLE_PROCESSING);
    if (self->now.action != NONE16) {
        show_no_more(w, slot, reason);
    }
}

/* What it awaits, or meets for, is over with the wait; with one that is removed, when its users are
 * cancelled. */
void bsl_wait_stop(bustle_world *w, uint32_t slot, bustle_stop_reason reason) {
    const npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_AWAITS) == 0) {
        return;
    }
    stop(w, slot, reason);
    if (reason != BUSTLE_STOP_REMOVED) {
        bsl_errand_end_wait(w, frame_at(w, self->now.top));
    }
}

static void fail(bustle_world *w, npc *self, bustle_cause cause) {
    frame_set_state(frame_at(w, self->now.top), BUSTLE_PROCESSING);
    bsl_recovery_keep(self, (uint8_t)bsl_stack_depth(w, self->now.top), cause, FAIL_NODE);
}

/* Waits for `left` ms at the most; the first try is still to be made. */
static void begin_wait(bustle_world *w, uint32_t slot, uint32_t left) {
    npc *self = npc_at(w, slot);
    frame_set_state(frame_at(w, self->now.top), BUSTLE_WAITING_AT_NODE);
    bsl_wait_set_left(w, &self->now, left);
    self->now.action = NONE16;
    self->e.flags |= NPC_AWAITS | NPC_TRIES;
}

void bsl_wait_perform(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    self->now.flags |= ACTIVITY_PASSED_WAIT;
    begin_wait(w, slot, bsl_wait_at(w, self)->timeout);
}

void bsl_wait_due(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    bsl_timer_clear(w, self);
    self->e.flags |= NPC_AWAITS | NPC_TRIES;
    bsl_turn_queue(w, slot, false);
}

void bsl_wait_try_now(bustle_world *w, npc *self) {
    bsl_timer_clear(w, self);
    self->e.flags &= (uint16_t)~NPC_CALLED;
    self->e.flags |= NPC_AWAITS | NPC_TRIES;
}

void bsl_wait_call(bustle_world *w, uint32_t slot) {
    bsl_wait_try_now(w, npc_at(w, slot));
    bsl_turn_queue(w, slot, true);
}

/* From now on, if it was not before. */
static void be_seen(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    self->now.flags |= ACTIVITY_TOOK_TIME;
    if (self->now.action == NONE16 && bsl_wait_at(w, self)->seen != NONE16) {
        self->now.action = bsl_wait_at(w, self)->seen;
        show(w, slot);
    }
}

void bsl_wait_fail(bustle_world *w, uint32_t slot, bustle_cause cause) {
    npc *self = npc_at(w, slot);
    self->now.flags |= ACTIVITY_PASSED_WAIT;
    fail(w, self, cause);
}

void bsl_wait_give_up(bustle_world *w, uint32_t slot, bustle_cause cause) {
    bsl_wait_stop(w, slot, BUSTLE_STOP_FAILED);
    fail(w, npc_at(w, slot), cause);
}

void bsl_wait_in_vain(bustle_world *w, uint32_t slot, bustle_cause cause) {
    const npc *self = npc_at(w, slot);
    if (bsl_wait_left(w, &self->now) > 0) {
        set_next_try(w, slot);
        be_seen(w, slot);
    } else {
        bsl_wait_give_up(w, slot, cause);
    }
}

void bsl_wait_come(bustle_world *w, uint32_t slot) {
    bsl_wait_stop(w, slot, BUSTLE_STOP_DONE);
    frame_set_state(frame_at(w, npc_at(w, slot)->now.top), BUSTLE_EXECUTED);
}

/* S60: the end of the scene that the NPC has staged. */
static void look_at_staged(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    frame *f = frame_at(w, self->now.top);
    const staged *s = staged_at(w, member_at(w, stager_record(w, f))->staged);
    const uint8_t over = s->over;
    const uint32_t scene_id = s->scene;
    if (over == 0) {
        bsl_wait_to_be_called(w, self);
        be_seen(w, slot);
        return;
    }
    bsl_scene_stager_gone(w, f);
    if (over == BUSTLE_LEAVE_FINISHED) {
        bsl_wait_come(w, slot);
        return;
    }
    bsl_wait_stop(w, slot, BUSTLE_STOP_FAILED);
    fail(w, self, BUSTLE_CAUSE_SCENE);
    bsl_encounter_add_scene(w, self, scene_id, 0);
}

/* S55. An initiator's wait is over before its part begins. */
static bool try_to_cast(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    if ((frame_at(w, self->now.top)->where & FRAME_STAGES) == 0) {
        const wait *at = bsl_wait_at(w, self);
        const enum staging outcome = bsl_staging_by_node(w, slot, at);
        if (outcome == NOT_STAGED) {
            bsl_wait_in_vain(w, slot, BUSTLE_CAUSE_NO_CAST);
        }
        if (outcome != STAGED) {
            return outcome == NOT_STAGED;
        }
        if (at->as != STAGER) {
            return true;
        }
    }
    look_at_staged(w, slot);
    return true;
}

/* S62. The wait is over before what is offered begins. */
static bool try_to_ask(bustle_world *w, uint32_t slot, uint16_t request_id) {
    const enum asking outcome = bsl_request_try(w, slot, &w->content->requests[request_id]);
    if (outcome == ASKING_IN_VAIN) {
        bsl_wait_in_vain(w, slot, BUSTLE_CAUSE_NO_OFFER);
    }
    return outcome != ASKING_NO_MEMORY;
}

/* S70, S71: what others bring. */
static bool try_others(bustle_world *w, uint32_t slot, const wait *at) {
    if (at->gathering != NONE16) {
        bsl_meeting_try(w, slot, &w->content->gatherings[at->gathering]);
        return true;
    }
    if (takes(w, at)) {
        return bsl_take_try(w, slot, &w->content->exchanges[at->exchange]);
    }
    bsl_send_try(w, slot);
    return true;
}

bool bsl_wait_try(bustle_world *w, uint32_t slot) {
    const wait *at = bsl_wait_at(w, npc_at(w, slot));
    if (at->request != NONE16) {
        return try_to_ask(w, slot, at->request);
    }
    if (at->exchange != NONE16 || at->gathering != NONE16) {
        return try_others(w, slot, at);
    }
    if (is_at_scene(w, npc_at(w, slot))) {
        return try_to_cast(w, slot);
    }
    if (condition_holds(w, slot)) {
        bsl_wait_come(w, slot);
    } else {
        bsl_wait_in_vain(w, slot, BUSTLE_CAUSE_WAITED);
    }
    return true;
}

/* ---- At a phase ---- */

void bsl_wait_at_phase(bustle_world *w, uint32_t slot, uint16_t seen, uint32_t left) {
    npc *self = npc_at(w, slot);
    frame_set_state(frame_at(w, self->now.top), BUSTLE_WAITING_AT_PHASE);
    bsl_wait_set_left(w, &self->now, left);
    self->now.flags |= ACTIVITY_TOOK_TIME;
    self->now.action = seen;
    self->e.flags |= NPC_AWAITS;
    self->due = (uint32_t)w->now + left;
    bsl_timer_set(w, self, slot);
    if (seen != NONE16) {
        show(w, slot);
    }
}

void bsl_wait_to_be_called(bustle_world *w, npc *self) {
    bsl_timer_clear(w, self);
    self->e.flags &= (uint16_t)~NPC_TRIES;
    self->e.flags |= NPC_AWAITS | NPC_CALLED;
    self->due = (uint32_t)w->now; /* saves have it, though nothing is due */
}

/* ---- Interruptions ---- */

void bsl_wait_interrupt(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    frame *f = frame_at(w, self->now.top);
    const bustle_lifecycle waiting = frame_state(f);
    self->now.duration = bsl_wait_left(w, &self->now);
    stop(w, slot, BUSTLE_STOP_INTERRUPTED);
    frame_set_state(f, waiting);
    if (waiting == BUSTLE_WAITING_AT_PHASE) {
        bsl_part_interrupted(w, f);
    }
    bsl_errand_interrupted(w, f);
}

void bsl_wait_go_on(bustle_world *w, uint32_t slot) {
    begin_wait(w, slot, npc_at(w, slot)->now.duration);
}
