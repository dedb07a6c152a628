/* Actions: starting, resuming, and the ways to end. target.c chooses whom an action is performed
 * with; recovery.c decides what a failed node leads to. */
#include "decide/action.h"
#include "decide/activity.h"
#include "decide/operations.h"
#include "decide/recall.h"
#include "decide/recovery.h"
#include "decide/target.h"
#include "decide/timer.h"
#include "decide/turn.h"
#include "decide/wait.h"
#include "observe/event.h"
#include "observe/trace.h"
#include "reload/replaced.h"
#include "together/scene.h"
#include "world/claim.h"
#include "world/space.h"

/* One stops, and in a turn one starts, with its timer. */
void bsl_action_needs(const bustle_world *w, needs *sum) {
    (void)w;
    sum->of[WORK_TURN][STORE_EVENTS].once += 2;
    sum->of[WORK_TURN][STORE_BLOCKS].once++;
    sum->of[WORK_ENDING][STORE_EVENTS].once++;
    sum->of[WORK_CALL][STORE_EVENTS].once++;
    sum->of[WORK_REMOVAL][STORE_EVENTS].each++;
}

/* ---- Starting (S15) ---- */

/* S47: units a second; 0: it cannot travel. */
int32_t bsl_action_speed(const bustle_world *w, const npc *self, const action *a) {
    if (a->speed_state == NONE16) {
        return a->speed;
    }
    const int32_t *speed = state_at(w, &self->e, a->speed_state);
    return speed == NULL || *speed < 0 ? 0 : *speed;
}

/* S47: how far from its target a journey ends, in sixteenths. */
static int64_t stop_of(const action *a) {
    return (int64_t)a->near * SIXTEENTHS;
}

/* S47: at least 1 ms; more than 24 days count as that. */
static uint32_t travel_time(
    const bustle_world *w, const npc *self, const action *a, uint32_t target) {
    const entity *e = entity_at(w, target);
    const int32_t known = bsl_action_speed(w, self, a);
    const int64_t speed = known > 0 ? known : 1; /* it is: a precondition */
    const int64_t whole = sixteenths_of(squared_between(w->def.metric, &self->e, e));
    const int64_t way = whole > stop_of(a) ? whole - stop_of(a) : 0;
    const int64_t ms = (way * 1000 + speed * SIXTEENTHS - 1) / (speed * SIXTEENTHS);
    return ms < 1 ? 1 : (uint32_t)saturate(ms);
}

static uint32_t draw_duration(bustle_world *w, npc *self, const action *a, uint32_t target) {
    if ((a->flags & ACTION_TRAVELS) != 0) {
        return travel_time(w, self, a, target);
    }
    const uint32_t range = (uint32_t)(a->duration_max - a->duration);
    return (uint32_t)a->duration + random_below(self->random, range + 1);
}

uint32_t bsl_action_timeout_of(const action *a, uint32_t duration) {
    return (a->flags & ACTION_TRAVELS) != 0 ? (uint32_t)saturate((int64_t)duration * 3)
                                            : (uint32_t)a->timeout;
}

uint32_t bsl_action_timeout(const bustle_world *w, const npc *self) {
    return bsl_action_timeout_of(running_action(w, self), self->now.duration);
}

/* What of a time is left after another; the last millisecond is never spent. */
static uint32_t left_of(uint32_t whole, uint32_t spent) {
    return spent < whole ? whole - spent : 1;
}

/* The whole time that the timer counts down: the duration, or the timeout if the game ends the
 * action. */
static uint32_t timed_whole(const bustle_world *w, const npc *self) {
    return (self->e.flags & NPC_TIMED) != 0 ? self->now.duration : bsl_action_timeout(w, self);
}

/* Since the action started or was resumed. */
static uint32_t since_start(const bustle_world *w, const npc *self) {
    return (uint32_t)w->now - (self->due - left_of(timed_whole(w, self), self->now.spent));
}

uint32_t bsl_action_spent(const bustle_world *w, const npc *self) {
    return (uint32_t)saturate((int64_t)self->now.spent + since_start(w, self));
}

static int64_t left_now(const bustle_world *w, const npc *self, uint32_t whole) {
    const int64_t left = (int64_t)left_of(whole, self->now.spent) - since_start(w, self);
    return left < 0 ? 0 : left;
}

int64_t bsl_action_remaining(const bustle_world *w, const npc *self) {
    return left_now(w, self, self->now.duration);
}

int64_t bsl_action_timeout_left(const bustle_world *w, const npc *self) {
    return left_now(w, self, bsl_action_timeout(w, self));
}

/* S14: whether the target of a start was looked for, so that it is remembered. */
static bool was_chosen(const bustle_world *w, const npc *self, const frame *top) {
    const node *n = &w->content->nodes[frame_node(top)];
    return (self->now.flags & ACTIVITY_TARGETED) != 0 &&
        (n->flags & (NODE_SAME_TARGET | NODE_AT_MEMBER)) == 0;
}

/* S16: what the game has said of the action, what the action says, what the world does. */
static bool is_timed(const bustle_world *w, uint32_t action_id) {
    uint32_t ending = w->endings[action_id];
    if (ending == BUSTLE_ENDING_DEFAULT) {
        ending = w->content->actions[action_id].ending;
    }
    if (ending == BUSTLE_ENDING_DEFAULT) {
        ending = w->def.ending;
    }
    return ending != BUSTLE_ENDING_GAME;
}

/* `before`: ms spent before an interruption; -1: it starts afresh. */
static void begin(bustle_world *w, npc *self, uint32_t slot, frame *top, uint32_t action_id,
    uint32_t target, int64_t before) {
    const action *a = &w->content->actions[action_id];
    const parties s = parties_of(w, self, slot, target, action_id);
    const bool resumed = before >= 0;
    self->now.spent = resumed ? (uint32_t)before : 0;
    self->now.action = (uint16_t)action_id;
    self->now.flags &= (uint8_t)~ACTIVITY_TARGETED;
    self->now.flags |= ACTIVITY_TOOK_TIME | (target == NOBODY ? 0 : ACTIVITY_TARGETED);
    self->e.flags &= (uint16_t) ~(NPC_MOVED | NPC_TIMED);
    self->e.flags |= (uint16_t)(NPC_ACTING | (is_timed(w, action_id) ? NPC_TIMED : 0));
    self->due = (uint32_t)w->now + left_of(timed_whole(w, self), self->now.spent);
    bsl_timer_set(w, self, slot);
    frame_set_state(top, BUSTLE_WAITING_FOR_ACTION);
    if (target != NOBODY) {
        bsl_use_begin(w, self, slot, s.target);
    }
    effects_apply(w, &a->effects[EFFECT_START], &s);
    if (!resumed && was_chosen(w, self, top)) {
        bsl_recall_add_action(w, self, action_id, s.target->spawn, (uint32_t)w->now);
    }
    self->token++;
    w->starts++;
    const uint32_t remaining = left_of(self->now.duration, self->now.spent);
    bustle_event *event = bsl_event_emit_action(w, BUSTLE_EVENT_START, slot,
        target == NOBODY ? 0 : handle_of(target, s.target->spawn), action_id,
        (remaining & INT32_MAX) | (resumed ? 0x80000000u : 0));
    event->token = self->token;
    event->duration_ms = self->now.duration;
}

/* S54: another member becomes the current target. False: there is none. */
bool bsl_action_aim(bustle_world *w, const npc *self, const node *n) {
    frame *f = frame_at(w, self->now.top);
    const uint32_t part = bsl_scene_topmost_part(w, &self->now);
    const uint32_t other =
        part == POOL_NONE ? NOBODY : bsl_scene_other(w, member_at(w, part), n->at_part);
    if (other != NOBODY) {
        f->target = other;
        f->target_spawn = entity_at(w, other)->spawn;
    }
    return other != NOBODY;
}

enum outcome bsl_action_perform(
    bustle_world *w, npc *self, uint32_t slot, frame *f, bustle_cause *cause) {
    const node *n = &w->content->nodes[frame_node(f)];
    const action *a = &w->content->actions[n->performs];
    uint32_t target = NOBODY;
    if ((a->flags & ACTION_TARGETED) == 0) {
        parties s = parties_of(w, self, slot, NOBODY, n->performs);
        s.testing = true;
        *cause = BUSTLE_CAUSE_CONDITION;
        const bool open = bsl_condition_holds(w, &a->when, &s);
        if (traced(w)) {
            bsl_trace_action(
                w, BUSTLE_TRACE_ACTION, &s, open ? BUSTLE_VERDICT_OPEN : BUSTLE_VERDICT_CONDITION);
        }
        if (!open) {
            return OUTCOME_FAILED;
        }
    } else if ((n->flags & (NODE_SAME_TARGET | NODE_AT_MEMBER)) != 0) {
        *cause = BUSTLE_CAUSE_SAME_TARGET;
        if (((n->flags & NODE_AT_MEMBER) != 0 && !bsl_action_aim(w, self, n)) ||
            !bsl_target_same(w, slot, n->performs, &target)) {
            return OUTCOME_FAILED;
        }
    } else {
        *cause = BUSTLE_CAUSE_NO_CANDIDATE;
        const enum search found = (n->flags & NODE_ON_PATH) != 0
            ? bsl_target_choose_on_path(w, slot, n->performs, n->at_part, &target)
            : bsl_target_choose(w, self, slot, n->performs, &target);
        if (found != SEARCH_FOUND) {
            return found == SEARCH_NOBODY ? OUTCOME_FAILED : OUTCOME_NO_MEMORY;
        }
    }
    self->now.duration = draw_duration(w, self, a, target);
    if (target != NOBODY) {
        uint32_t count = 0;
        first_claims(w->content, f, &count);
        if (count > 0) {
            bsl_claim_take(w, slot, target);
        }
        f->target = target;
        f->target_spawn = entity_at(w, target)->spawn;
    }
    begin(w, self, slot, f, n->performs, target, -1);
    return OUTCOME_STARTED;
}

/* S32. The claims of the sequences have been retaken. */
void bsl_action_try_resume(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    frame *f = frame_at(w, self->now.top);
    const uint32_t action_id = w->content->nodes[frame_node(f)].performs;
    const action *a = &w->content->actions[action_id];
    const uint32_t target = target_of(w, &self->now);
    const bool gone = target != NOBODY && still_there(w, target, f->target_spawn) == NULL;
    parties s = parties_of(w, self, slot, gone ? NOBODY : target, action_id);
    const bustle_verdict verdict = gone ? BUSTLE_VERDICT_GONE : bsl_target_judge(w, &s, NULL);
    if (traced(w)) {
        bsl_trace_action(w, BUSTLE_TRACE_RESUMPTION, &s, verdict);
    }
    if (verdict != BUSTLE_VERDICT_OPEN) {
        self->now.flags &= (uint8_t)~ACTIVITY_TARGETED;
        return;
    }
    const bool travels = (a->flags & ACTION_TRAVELS) != 0;
    if (travels) {
        self->now.duration = travel_time(w, self, a, target);
    }
    begin(w, self, slot, f, action_id, target, travels ? 0 : self->now.spent);
}

/* ---- Ending (S16 to S19) ---- */

/* S47: the NPC is where it travelled to: so far from the target, on the way from where it was, each
 * coordinate rounded towards the target. */
static void travel(
    bustle_world *w, const entity *e, uint32_t slot, const entity *target, int64_t stop) {
    const int64_t way = sixteenths_of(squared_between(w->def.metric, e, target));
    if (way > stop) {
        bsl_space_move(w, slot, target->x + (int32_t)((e->x - target->x) * stop / way),
            target->y + (int32_t)((e->y - target->y) * stop / way),
            target->z + (int32_t)((e->z - target->z) * stop / way));
        if (w->has_areas) {
            bsl_shout_look(w, slot);
        }
    }
}

/* Unless the game looks after its position. */
static inline void arrive(bustle_world *w, const npc *self, uint32_t slot, const entity *target) {
    const action *a = running_action(w, self);
    if ((a->flags & ACTION_TRAVELS) != 0 && (self->e.flags & NPC_MOVED) == 0 &&
        definition_of(w, &self->e)->position == BUSTLE_POSITION_PUSHED) {
        travel(w, &self->e, slot, target, stop_of(a));
    }
}

/* Effects are applied; claims back, timer off, event. */
static void conclude(bustle_world *w, npc *self, uint32_t slot, entity *used, uint32_t target_slot,
    bustle_stop_reason reason, bool all) {
    bustle_entity target = 0;
    if (target_slot != NOBODY) {
        bsl_use_end(w, self, used);
        target = handle_of(target_slot, used->spawn);
    }
    if (all && reason == BUSTLE_STOP_INTERRUPTED) {
        bsl_claim_yield(w, self);
    } else if (all) {
        bsl_claim_give_all_back(w, self);
    }
    bsl_timer_clear(w, self);
    self->now.flags &= (uint8_t)~ACTIVITY_TARGETED;
    bsl_event_emit_action(w, BUSTLE_EVENT_STOP, slot, target, self->now.action, (uint32_t)reason)
        ->token = self->token;
    if ((self->e.flags & NPC_REPLACED) != 0) {
        bsl_replaced_leave(w, self);
    }
}

static void apply_ending(bustle_world *w, enum effect_list list, parties *s) {
    s->replaced = (s->self->e.flags & NPC_REPLACED) != 0 ? bsl_replaced_of(w, s->self) : NULL;
    effects_apply(w, &running_action(w, s->self)->effects[list], s);
}

void bsl_action_finish(bustle_world *w, uint32_t slot, bustle_stop_reason reason) {
    npc *self = npc_at(w, slot);
    frame *top = frame_at(w, self->now.top);
    const uint32_t target = (self->now.flags & ACTIVITY_TARGETED) != 0 ? top->target : NOBODY;
    parties s = parties_of(w, self, slot, target, self->now.action);
    arrive(w, self, slot, s.target);
    apply_ending(w, EFFECT_FINISH, &s);
    conclude(w, self, slot, s.target, s.target_slot, reason, false);
    frame_set_state(top, BUSTLE_EXECUTED);
    if (w->has_scenes && (self->now.flags & ACTIVITY_MAIN) != 0) {
        life_of(w, self)->acted = 1;
    }
    self->now.failures = 0;
    bsl_turn_queue(w, slot, false);
}

void bsl_action_stop(
    bustle_world *w, uint32_t slot, bustle_stop_reason reason, bool all, bool target_leaves) {
    npc *self = npc_at(w, slot);
    const uint32_t target = target_of(w, &self->now);
    entity *used = target == NOBODY ? NULL : entity_at(w, target);
    parties s = parties_of(w, self, slot, target_leaves ? NOBODY : target, self->now.action);
    s.target_leaves = target_leaves;
    apply_ending(w, EFFECT_INTERRUPTED, &s);
    conclude(w, self, slot, used, target, reason, all);
}

/* The game, or the timeout, says that it failed: its node's failure waits for the NPC's turn. */
void bsl_action_fail(bustle_world *w, uint32_t slot, bustle_cause cause) {
    npc *self = npc_at(w, slot);
    bsl_action_stop(w, slot, BUSTLE_STOP_FAILED, false, false);
    frame_set_state(frame_at(w, self->now.top), BUSTLE_PROCESSING);
    bsl_recovery_keep(self, (uint8_t)bsl_stack_depth(w, self->now.top), cause, FAIL_NODE);
    bsl_turn_queue(w, slot, false);
}

void bsl_action_due(bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_TIMED) != 0) {
        bsl_action_finish(w, slot, BUSTLE_STOP_DONE);
    } else if ((running_action(w, self)->flags & ACTION_TIMEOUT_FAILS) != 0) {
        bsl_action_fail(w, slot, BUSTLE_CAUSE_TIMEOUT);
    } else {
        bsl_action_finish(w, slot, BUSTLE_STOP_TIMED_OUT);
    }
}

/* The lowest sequence that loses a claim fails, with everything above it. */
static void lose_claims(bustle_world *w, npc *self, uint32_t leaving) {
    uint32_t level = bsl_stack_depth(w, self->now.top);
    for (uint32_t i = self->now.claims > 0 ? self->now.top : POOL_NONE; i != POOL_NONE; level--) {
        frame *f = frame_at(w, i);
        if (bsl_claim_holds(w, f, leaving)) {
            bsl_claim_give_back(w, self, f);
            bsl_recovery_keep(self, (uint8_t)level, BUSTLE_CAUSE_TARGET_LEFT, FAIL_SEQUENCE);
        }
        i = bsl_frame_below(w, f);
    }
}

/* S42: of an interrupted activity. That the claim cannot be taken again fails its sequence when the
 * activity goes on. */
static void lose_kept_claims(bustle_world *w, activity *a, uint32_t leaving) {
    for (uint32_t i = a->claims > 0 ? a->top : POOL_NONE; i != POOL_NONE;) {
        frame *f = frame_at(w, i);
        if (bsl_claim_holds(w, f, leaving)) {
            bsl_claim_give_back_in(w, a, f);
        }
        i = bsl_frame_below(w, f);
    }
}

/* Whether what it does now has to do with the entity, not only what was interrupted. */
static bool uses_now(const bustle_world *w, const npc *self, uint32_t leaving) {
    if (((self->e.flags & NPC_ACTING) != 0 && target_of(w, &self->now) == leaving) ||
        (w->place_count > 0 && bsl_offer_runs_at(w, self, leaving))) {
        return true;
    }
    for (uint32_t i = self->now.claims > 0 ? self->now.top : POOL_NONE; i != POOL_NONE;) {
        if (bsl_claim_holds(w, frame_at(w, i), leaving)) {
            return true;
        }
        i = bsl_frame_below(w, frame_at(w, i));
    }
    return false;
}

/* S64: one who loses a place is called. */
static void lose_places(bustle_world *w, uint32_t slot, uint32_t leaving) {
    if (w->place_count > 0 && bsl_offer_provider_leaves(w, slot, leaving) &&
        (npc_at(w, slot)->e.flags & NPC_HELD) == 0) {
        bsl_turn_queue(w, slot, false);
    }
}

void bsl_action_cancel(bustle_world *w, uint32_t slot, uint32_t leaving) {
    npc *self = npc_at(w, slot);
    const bool interrupted = (self->now.flags & ACTIVITY_INTERRUPTED) != 0;
    for (activity *a = interrupted ? &self->now : next_below(w, &self->now); a != NULL;
         a = next_below(w, a)) {
        lose_kept_claims(w, a, leaving);
    }
    if (interrupted || !uses_now(w, self, leaving)) {
        lose_places(w, slot, leaving);
        return;
    }
    if ((self->e.flags & NPC_ACTING) != 0) {
        const bool target_leaves = target_of(w, &self->now) == leaving;
        frame *f = frame_at(w, self->now.top);
        bsl_action_stop(w, slot, BUSTLE_STOP_CANCELLED, false, target_leaves);
        frame_set_state(f, BUSTLE_PROCESSING);
        if (target_leaves &&
            (w->content->nodes[frame_node(f)].flags & (NODE_SAME_TARGET | NODE_AT_MEMBER)) ==
                NODE_SAME_TARGET) {
            bsl_recovery_keep(self, (uint8_t)bsl_stack_depth(w, self->now.top),
                BUSTLE_CAUSE_TARGET_LEFT, FAIL_NODE);
        }
    } else if ((self->e.flags & NPC_AWAITS) != 0) {
        bsl_part_give_up_waiting(w, frame_at(w, self->now.top));
        bsl_wait_stop(w, slot, BUSTLE_STOP_FAILED);
    }
    lose_claims(w, self, leaving);
    lose_places(w, slot, leaving);
    bsl_turn_queue(w, slot, false);
}

bool bsl_action_ends_on(const bustle_world *w, uint32_t action_id, uint32_t interruption_id) {
    const action *a = &w->content->actions[action_id];
    for (uint32_t i = 0; i < a->ends_on_count; i++) {
        if (w->content->ids[a->ends_on_at + i] == interruption_id) {
            return true;
        }
    }
    return false;
}
