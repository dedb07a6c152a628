/* Failure and recovery: `failed` transitions, fallbacks, waits, giving up, halting and restarting
 * (S33, S34, S44). Failures are kept with their activity until its NPC, on its turn, deals with
 * them here. */
#include "decide/recovery.h"
#include "decide/activity.h"
#include "decide/interruption.h"
#include "decide/timer.h"
#include "decide/turn.h"
#include "observe/event.h"
#include "together/role.h"
#include "together/scene.h"
#include "world/claim.h"
#include "world/world.h"

/* A restart, with a frame and an event. In a turn also a failure that is not caught, with a frame
 * for what comes instead, the events of both, and the timer of a wait or a halt. */
void bsl_recovery_needs(const bustle_world *w, needs *sum) {
    (void)w;
    const enum work restarts[] = {WORK_TURN, WORK_ENDING, WORK_CALL};
    for (size_t i = 0; i < sizeof restarts / sizeof *restarts; i++) {
        sum->of[restarts[i]][STORE_FRAMES].once++;
        sum->of[restarts[i]][STORE_EVENTS].once++;
    }
    sum->of[WORK_TURN][STORE_FRAMES].once++;
    sum->of[WORK_TURN][STORE_EVENTS].once += 2;
    sum->of[WORK_TURN][STORE_BLOCKS].once++;
}

void bsl_recovery_keep(npc *self, uint8_t level, bustle_cause cause, enum failure_manner manner) {
    bsl_recovery_keep_in(&self->now, level, cause, manner);
}

void bsl_recovery_keep_in(
    activity *a, uint8_t level, bustle_cause cause, enum failure_manner manner) {
    const failure kept = a->pending;
    const bool of_node = manner == FAIL_NODE || manner == FAIL_ABOVE;
    const bool was_of_node = kept.manner == FAIL_NODE || kept.manner == FAIL_ABOVE;
    const bool greater = kept.level < level || (kept.level == level && (!was_of_node || of_node));
    if (kept.cause == 0 || !greater) {
        a->pending = (failure){.cause = (uint8_t)cause, .level = level, .manner = (uint8_t)manner};
    }
}

/* The frame of the running stack at a level, which counts from 1 at the bottom. */
static uint32_t frame_at_level(const bustle_world *w, const npc *self, uint32_t level) {
    uint32_t index = self->now.top;
    for (uint32_t depth = bsl_stack_depth(w, self->now.top); depth > level; depth--) {
        index = bsl_frame_below(w, frame_at(w, index));
    }
    return index;
}

/* Takes the failing sequence and everything above it off the stack: claims back, then the event.
 * Returns the sequence. */
static uint32_t take_off(bustle_world *w, uint32_t slot, failure f) {
    npc *self = npc_at(w, slot);
    const uint32_t last = frame_at_level(w, self, f.level);
    const uint32_t failed = w->content->nodes[frame_node(frame_at(w, last))].sequence;
    for (bool done = false; !done;) {
        done = self->now.top == last;
        bsl_part_take_off(w, slot, &self->now, BUSTLE_DROP_FAILED);
    }
    bsl_event_emit(w, BUSTLE_EVENT_FAIL, slot, 0, failed, f.cause);
    return failed;
}

/* S44: a `failed` transition, the node's own or its caller's, leads on. */
static bool caught(bustle_world *w, uint32_t slot, failure f) {
    npc *self = npc_at(w, slot);
    frame *failing = frame_at(w, frame_at_level(w, self, f.level));
    if (f.manner == FAIL_NODE && w->content->nodes[frame_node(failing)].failed != BUSTLE_NONE) {
        frame_set_state(failing, BUSTLE_FAILED);
        return true;
    }
    const uint32_t caller = bsl_frame_below(w, failing);
    if (f.manner == FAIL_UNCAUGHT || caller == POOL_NONE || (failing->where & FRAME_PART) != 0 ||
        w->content->nodes[frame_node(frame_at(w, caller))].failed == BUSTLE_NONE) {
        return false;
    }
    take_off(w, slot, f);
    frame_set_state(frame_at(w, caller), BUSTLE_FAILED);
    return true;
}

/* ---- In a part (S60) ---- */

/* The innermost part that a level of the stack is in; 0: none. */
static uint32_t part_at(const bustle_world *w, const npc *self, uint32_t level) {
    uint32_t i = frame_at_level(w, self, level);
    for (; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i)), level--) {
        if ((frame_at(w, i)->where & FRAME_PART) != 0) {
            return level;
        }
    }
    return 0;
}

static void fail_part(bustle_world *w, uint32_t slot, failure f) {
    npc *self = npc_at(w, slot);
    frame *part = frame_at(w, frame_at_level(w, self, f.level));
    const uint32_t record = part_record(w, part);
    while (frame_at(w, self->now.top) != part) {
        bsl_part_take_off(w, slot, &self->now, BUSTLE_DROP_FAILED);
    }
    bsl_claim_give_back(w, self, part);
    bsl_event_emit(
        w, BUSTLE_EVENT_FAIL, slot, 0, w->content->nodes[frame_node(part)].sequence, f.cause);
    bsl_part_leave(w, slot, record);
}

/* Sequence by sequence, down to the part, unless a caller catches it on the way. False: it is not
 * in a part. */
static bool fails_in_part(bustle_world *w, uint32_t slot, failure f) {
    npc *self = npc_at(w, slot);
    const uint32_t part = part_at(w, self, f.level);
    if (part == 0) {
        return false;
    }
    self->now.pending = (failure){0};
    for (; f.level > part; f.level--) {
        take_off(w, slot, f);
        frame *caller = frame_at(w, self->now.top);
        if (f.manner != FAIL_UNCAUGHT &&
            w->content->nodes[frame_node(caller)].failed != BUSTLE_NONE) {
            frame_set_state(caller, BUSTLE_FAILED);
            return true;
        }
    }
    fail_part(w, slot, f);
    return true;
}

/* ---- In what undoes something (S63) ---- */

/* Sequence by sequence, unless a caller catches it on the way. False: it is in no undo. */
static bool fails_in_undo(bustle_world *w, uint32_t slot, failure f) {
    npc *self = npc_at(w, slot);
    if (!is_undo(&self->now)) {
        return false;
    }
    self->now.pending = (failure){0};
    for (; f.level > 0; f.level--) {
        take_off(w, slot, f);
        if (f.level > 1 && f.manner != FAIL_UNCAUGHT &&
            w->content->nodes[frame_node(frame_at(w, self->now.top))].failed != BUSTLE_NONE) {
            frame_set_state(frame_at(w, self->now.top), BUSTLE_FAILED);
            return true;
        }
    }
    bsl_undo_next(w, slot);
    return true;
}

/* ---- What was nested is over (S64) ---- */

/* Whether a failure of a node would be caught, or goes another way than to a fallback. */
static bool is_limited(const bustle_world *w, const npc *self, failure f) {
    const frame *failing = frame_at(w, frame_at_level(w, self, f.level));
    const uint32_t caller = bsl_frame_below(w, failing);
    const bool caught_below = caller != POOL_NONE && (failing->where & FRAME_PART) == 0 &&
        w->content->nodes[frame_node(frame_at(w, caller))].failed != BUSTLE_NONE;
    return w->content->nodes[frame_node(failing)].failed == BUSTLE_NONE && !caught_below &&
        part_at(w, self, f.level) == 0 && !is_undo(&self->now);
}

/* Everything above the node is taken off; then it has failed as any other. */
static void take_off_above(bustle_world *w, uint32_t slot, failure *f) {
    npc *self = npc_at(w, slot);
    const uint32_t last = frame_at_level(w, self, f->level);
    while (self->now.top != last) {
        bsl_part_take_off(w, slot, &self->now, BUSTLE_DROP_GIVEN_UP);
    }
    frame_set_state(frame_at(w, last), BUSTLE_PROCESSING);
    f->manner = FAIL_NODE;
    self->now.pending = *f;
}

/* ---- What comes instead ---- */

#define PAUSE_MS 1000u

/* S24: with the lowest sequence, a fallback too, counting begins anew. */
static void count_waits_anew(activity *a) {
    if (a->top == POOL_NONE) {
        a->flags &= (uint8_t) ~(ACTIVITY_PASSED_WAIT | ACTIVITY_TOOK_TIME);
    }
}

/* S24: a main sequence that passed nodes which can wait, and did nothing that takes time, is not
 * begun again at once. */
static void begin_main_again(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    const uint8_t hasty = self->now.flags & (ACTIVITY_PASSED_WAIT | ACTIVITY_TOOK_TIME);
    if (hasty == ACTIVITY_PASSED_WAIT && (self->e.flags & NPC_WAITING) == 0) {
        self->due = (uint32_t)w->now + PAUSE_MS;
        self->e.flags |= NPC_WAITING;
        bsl_timer_set(w, self, slot);
    }
    if (w->has_lives) {
        bsl_role_main_ended(w, slot);
    }
    count_waits_anew(&self->now);
    bsl_activity_begin_main(w, self, &self->now);
}

void bsl_recovery_after_top_left(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    if (self->now.top != POOL_NONE) {
        frame_set_state(frame_at(w, self->now.top), BUSTLE_EXECUTED);
    } else if ((self->now.flags & ACTIVITY_MAIN) != 0) {
        begin_main_again(w, slot);
    } else if (is_undo(&self->now)) {
        bsl_undo_next(w, slot);
    } else {
        bsl_activity_end(w, slot);
    }
}

static void halt(bustle_world *w, uint32_t slot, uint32_t failed, uint8_t cause) {
    npc *self = npc_at(w, slot);
    bsl_claim_give_pile_back(w, self);
    for (activity *a = next_below(w, &self->now); a != NULL; a = next_below(w, a)) {
        bsl_claim_give_all_back_in(w, a); /* what sunk ones have kept */
    }
    if (w->place_count > 0) {
        bsl_place_let_all_go(w, self, BUSTLE_DROP_GIVEN_UP);
    }
    if (w->scene_count > 0) {
        bsl_scene_depart_all(w, self);
    }
    bsl_pile_drop(w, self);
    bsl_interruption_drop(w, self, true);
    bsl_role_settle(self);
    self->e.flags |= NPC_HALTED;
    self->now.failed = (uint16_t)failed;
    self->now.pending = (failure){.cause = cause};
    w->halted++;
    if (w->def.restart_ms >= 0) {
        self->e.flags |= NPC_RESTARTS;
        self->due = (uint32_t)w->now + (uint32_t)(w->def.restart_ms > 0 ? w->def.restart_ms : 1);
        bsl_timer_set(w, self, slot);
    }
    bsl_event_emit(w, BUSTLE_EVENT_HALT, slot, 0, failed, cause);
}

/* Past the limit. A response or run is given up, the main activity makes the NPC halt. */
static void give_up(bustle_world *w, uint32_t slot, uint32_t failed, uint8_t cause) {
    npc *self = npc_at(w, slot);
    if ((self->now.flags & ACTIVITY_MAIN) != 0) {
        halt(w, slot, failed, cause);
    } else {
        while (self->now.top != POOL_NONE) {
            bsl_part_take_off(w, slot, &self->now, BUSTLE_DROP_GIVEN_UP);
        }
        bsl_activity_end(w, slot);
    }
}

static void fall_back(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    const persona *p = persona_of(w, self);
    const uint32_t drawn = random_below(self->random, p->fallback_count);
    const uint32_t fallback = w->content->ids[p->fallbacks_at + drawn];
    count_waits_anew(&self->now);
    bsl_frame_push(w, &self->now.top, fallback, NOBODY, 0);
    frame_at(w, self->now.top)->where |= FRAME_FALLBACK;
    bsl_event_emit(w, BUSTLE_EVENT_FALLBACK, slot, 0, fallback, 0);
}

#define LONGEST_WAIT_S 60u

static void wait_after_failure(bustle_world *w, uint32_t slot, uint32_t failures) {
    npc *self = npc_at(w, slot);
    const uint32_t doubled = failures > 6 ? LONGEST_WAIT_S : 1u << (failures - 1);
    self->due = (uint32_t)w->now + 1000 * doubled;
    self->e.flags |= NPC_WAITING;
    bsl_timer_set(w, self, slot);
}

bool bsl_recovery_recover(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    failure f = self->now.pending;
    forget_interruption(&self->now);
    if (f.manner == FAIL_ABOVE) {
        if (w->turn.failed && is_limited(w, self, f)) {
            return false;
        }
        take_off_above(w, slot, &f);
    }
    if (caught(w, slot, f)) {
        self->now.pending = (failure){0};
        return true;
    }
    if ((w->scene_count > 0 && fails_in_part(w, slot, f)) || fails_in_undo(w, slot, f)) {
        return true;
    }
    if (w->turn.failed) {
        return false;
    }
    w->turn.failed = true;
    self->now.pending = (failure){0};
    const uint32_t failures = self->now.failures + 1u;
    const uint32_t failed = take_off(w, slot, f);
    if (failures > (uint32_t)w->def.failure_limit) {
        give_up(w, slot, failed, f.cause);
        return true;
    }
    self->now.failures = (uint8_t)failures;
    const bool falls_back = persona_of(w, self)->fallback_count > 0;
    if (failures > 1 || !falls_back) {
        wait_after_failure(w, slot, failures);
    }
    if (falls_back) {
        fall_back(w, slot);
    } else {
        bsl_recovery_after_top_left(w, slot);
    }
    return true;
}

void bsl_recovery_end_wait(bustle_world *w, npc *self) {
    if ((self->e.flags & NPC_WAITING) != 0) {
        bsl_timer_clear(w, self);
    }
}

void bsl_recovery_restart(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    bsl_timer_clear(w, self);
    self->e.flags &= (uint16_t)~NPC_HALTED;
    self->e.flags |= NPC_KEPT_DUE;
    w->halted--;
    bsl_activity_start_main(w, self);
    bsl_event_emit(w, BUSTLE_EVENT_RESTART, slot, 0, self->main, 0);
    bsl_turn_queue(w, slot, false);
}
