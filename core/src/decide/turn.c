/* The turn of an NPC: its interruptions, then steps through its sequences until an action runs or
 * there is a reason to stop (S20 to S24, S29, S34). */
#include "decide/turn.h"
#include "decide/action.h"
#include "decide/activity.h"
#include "decide/interruption.h"
#include "decide/operations.h"
#include "decide/recall.h"
#include "decide/recovery.h"
#include "decide/wait.h"
#include "observe/trace.h"
#include "together/cue.h"
#include "together/life.h"
#include "together/role.h"
#include "together/scene.h"
#include "world/claim.h"
#include "world/reserve.h"
#include "world/world.h"

void bsl_turn_queue(bustle_world *w, uint32_t slot, bool raised) {
    npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_QUEUED) != 0 || (slot == w->turn.slot && !raised)) {
        return;
    }
    self->e.flags |= NPC_QUEUED;
    uint32_t place = w->ready_first + w->ready_count++;
    if (place >= w->ready_capacity) {
        place -= w->ready_capacity;
    }
    w->ready[place] = slot;
}

/* ---- Steps ---- */

/* A step nests a sequence, or takes one off that failed and was caught. */
void bsl_turn_needs(const bustle_world *w, needs *sum) {
    const uint32_t steps = (uint32_t)w->def.step_limit;
    sum->of[WORK_TURN][STORE_FRAMES].once += steps;
    sum->of[WORK_TURN][STORE_EVENTS].once += steps;
}

/* S22, S44: the nodes that can be gone to, each once, at its first transition's place. */
static uint32_t open_options(bustle_world *w, const node *n, const parties *s, bool otherwise) {
    const transition *first = w->content->transitions + n->transitions_at;
    const transition *end = first + n->transition_count;
    item *options = w->options;
    uint32_t count = 0;
    for (const transition *t = first; t < end; t++) {
        if ((t->otherwise != 0) != otherwise) {
            continue;
        }
        const bool open = t->when.form == CODE_EMPTY || bsl_condition_holds(w, &t->when, s);
        if (traced(w)) {
            bsl_trace_option(w, s, (uint32_t)(t - first), open, count);
        }
        if (!open) {
            continue;
        }
        uint32_t known = 0;
        while (known < count && options[known].value != t->to) {
            known++;
        }
        if (known == count) {
            options[count++] = (item){t->choice, t->to, RECALL_NONE};
        }
    }
    return count;
}

/* What a step has come to. */
enum progress {
    STEPPED,
    STEPPED_WITHIN, /* the sequence alone has gone on: what is asked before a step is as it was */
    NOT_STEPPED /* no memory, nothing has changed */
};

/* The sequence goes to another of its nodes. */
static enum progress go_to(bustle_world *w, frame *f, uint32_t to) {
    const bool is_part = (f->where & FRAME_PART) != 0;
    if (is_part) {
        bsl_part_moved(w, f);
    }
    frame_go(f, to);
    return is_part ? STEPPED : STEPPED_WITHIN;
}

static enum progress follow_transition(bustle_world *w, uint32_t slot, npc *self, frame *f) {
    const node *n = &w->content->nodes[frame_node(f)];
    const transition *only = &w->content->transitions[n->transitions_at];
    if (n->transition_count == 1 && only->when.form == CODE_EMPTY) {
        if (traced(w)) {
            bsl_trace_only_way(w, slot);
        }
        return go_to(w, f, only->to);
    }
    const parties s = {.self = self,
        .target = still_there(w, f->target, f->target_spawn),
        .self_slot = slot,
        .target_slot = f->target,
        .action = BUSTLE_NONE,
        .testing = true};
    uint32_t count = open_options(w, n, &s, false);
    if (count == 0) {
        count = open_options(w, n, &s, true);
    }
    const uint32_t chosen = count > 1 ? bsl_recall_choose_way(w, self, w->options, count) : 0;
    if (traced(w)) {
        bsl_trace_way(w, slot, count, chosen);
    }
    if (count == 0) {
        bsl_recovery_keep(
            self, (uint8_t)bsl_stack_depth(w, self->now.top), BUSTLE_CAUSE_NO_OPTION, FAIL_NODE);
        return STEPPED;
    }
    const item *way = &w->options[chosen];
    if (count > 1) {
        bsl_recall_add_way(w, self, way, (uint32_t)w->now);
    }
    return go_to(w, f, way->value);
}

/* S24: whether one more sequence fits on the stack; if not, the one on top fails. */
static bool has_depth_left(bustle_world *w, npc *self) {
    const uint32_t depth = bsl_stack_depth(w, self->now.top);
    if (depth >= (uint32_t)w->def.depth_limit) {
        bsl_recovery_keep(self, (uint8_t)depth, BUSTLE_CAUSE_DEPTH, FAIL_SEQUENCE);
        return false;
    }
    return true;
}

/* With the current target of a frame. */
static void nest(bustle_world *w, npc *self, uint32_t sequence_id, const frame *from) {
    if (!has_depth_left(w, self)) {
        return;
    }
    frame_set_state(frame_at(w, self->now.top), BUSTLE_IN_SUBSEQUENCE);
    const bool there = still_there(w, from->target, from->target_spawn) != NULL;
    bsl_frame_push(w, &self->now.top, sequence_id, there ? from->target : NOBODY,
        there ? from->target_spawn : 0);
}

/* S63: what the request directly below has given for it. */
static void perform_body(bustle_world *w, npc *self) {
    frame *f = frame_at(w, self->now.top);
    const uint32_t below = bsl_frame_below(w, f);
    const frame *asking = below == POOL_NONE ? NULL : frame_at(w, below);
    const node *n = asking == NULL ? NULL : &w->content->nodes[frame_node(asking)];
    const uint16_t body = n == NULL || n->kind != BUSTLE_NODE_REQUEST
        ? NONE16
        : w->content->requests[w->content->waits[n->performs].request].body;
    if (body == NONE16) {
        frame_set_state(f, BUSTLE_EXECUTED);
    } else {
        nest(w, self, body, asking);
    }
}

static enum progress perform_node(bustle_world *w, uint32_t slot, npc *self, frame *f) {
    const node *n = &w->content->nodes[frame_node(f)];
    switch ((bustle_node_kind)n->kind) {
    case BUSTLE_NODE_ACTION: {
        bustle_cause cause = BUSTLE_CAUSE_CONDITION;
        const enum outcome outcome = bsl_action_perform(w, self, slot, f, &cause);
        if (outcome == OUTCOME_FAILED) {
            bsl_recovery_keep(self, (uint8_t)bsl_stack_depth(w, self->now.top), cause, FAIL_NODE);
        }
        return outcome == OUTCOME_NO_MEMORY ? NOT_STEPPED : STEPPED;
    }
    case BUSTLE_NODE_SEQUENCE:
        nest(w, self, n->performs, f);
        break;
    case BUSTLE_NODE_CHOICE:
    case BUSTLE_NODE_PASS:
        frame_set_state(f, BUSTLE_EXECUTED);
        return STEPPED_WITHIN;
    case BUSTLE_NODE_END:
        if ((f->where & FRAME_PART) != 0) {
            bsl_part_finish(w, slot);
            break;
        }
        bsl_claim_give_back(w, self, f);
        bsl_place_let_go(w, f, BUSTLE_DROP_DONE);
        bsl_errand_end_hand(w, f, true);
        bsl_frame_pop(w, &self->now.top);
        bsl_recovery_after_top_left(w, slot);
        break;
    case BUSTLE_NODE_WAIT:
        bsl_wait_perform(w, slot);
        break;
    case BUSTLE_NODE_TAKE:
        bsl_take_perform(w, slot);
        break;
    case BUSTLE_NODE_SEND:
        return bsl_send_perform(w, slot) ? STEPPED : NOT_STEPPED;
    case BUSTLE_NODE_MEET:
        bsl_meeting_perform(w, slot);
        break;
    case BUSTLE_NODE_SCENE:
        if (w->content->waits[n->performs].as == STAGER || has_depth_left(w, self)) {
            bsl_wait_perform(w, slot);
        }
        break;
    case BUSTLE_NODE_REQUEST:
        if (has_depth_left(w, self)) {
            bsl_wait_perform(w, slot);
        }
        break;
    case BUSTLE_NODE_BODY:
        perform_body(w, self);
        break;
    }
    return STEPPED;
}

/* S57: where the node of a part is done, one way or the other, to arrive is a step of its own. */
static bool arrives(bustle_world *w, uint32_t slot, const frame *f) {
    if ((f->where & FRAME_PART) == 0 || !bsl_part_is_due(w, f)) {
        return false;
    }
    bsl_part_arrive(w, slot);
    return true;
}

static enum progress follow_failed(bustle_world *w, uint32_t slot, frame *f) {
    if (traced(w)) {
        bsl_trace_failed(w, slot);
    }
    return go_to(w, f, w->content->nodes[frame_node(f)].failed);
}

static inline enum progress step(bustle_world *w, uint32_t slot, npc *self, frame *f) {
    switch (frame_state(f)) {
    case BUSTLE_UNINITIALIZED:
        frame_set_state(f, BUSTLE_PROCESSING);
        if (traced(w)) {
            bsl_trace_begin(w, slot);
        }
        return STEPPED_WITHIN;
    case BUSTLE_PROCESSING:
        return perform_node(w, slot, self, f);
    case BUSTLE_EXECUTED:
        return arrives(w, slot, f) ? STEPPED : follow_transition(w, slot, self, f);
    case BUSTLE_FAILED:
        return arrives(w, slot, f) ? STEPPED : follow_failed(w, slot, f);
    case BUSTLE_WAITING_FOR_ACTION:
    case BUSTLE_IN_SUBSEQUENCE:
    case BUSTLE_INTERRUPTED:
    case BUSTLE_WAITING_AT_NODE:
    case BUSTLE_WAITING_AT_PHASE:
        break; /* never on top of a running activity that takes a step */
    }
    return STEPPED;
}

/* One, and those that may follow at once. False: no memory. */
static bool take_steps(bustle_world *w, uint32_t slot, npc *self) {
    const uint32_t limit = w->content->has_whiles ? 0 : (uint32_t)w->def.step_limit;
    frame *f = frame_at(w, self->now.top);
    enum progress progress;
    do {
        progress = step(w, slot, self, f);
        w->turn.steps += progress != NOT_STEPPED;
    } while (progress == STEPPED_WITHIN && w->turn.steps < limit);
    return progress != NOT_STEPPED;
}

/* ---- The turn ---- */

/* What the NPC's own effects raise on itself meanwhile waits for its next turn. */
static void listen(bustle_world *w, uint32_t slot, npc *self) {
    if ((self->e.flags & NPC_HALTED) != 0) {
        if (!bsl_interruption_calls(w, self)) {
            bsl_interruption_drop_unheard(w, self);
            return;
        }
        bsl_recovery_restart(w, slot);
    }
    if ((self->e.flags & NPC_KEPT_DUE) != 0) {
        self->e.flags &= (uint16_t)~NPC_KEPT_DUE;
        bsl_interruption_handle_kept(w, slot);
    }
    for (uint32_t unread = bsl_interruption_count(w, self, false); unread > 0; unread--) {
        bsl_interruption_handle_next(w, slot);
    }
}

/* S24: the step after the last is not made; the sequence on top fails, unless it would be resuming.
 */
static void run_out_of_steps(bustle_world *w, uint32_t slot, bool resuming) {
    npc *self = npc_at(w, slot);
    if (!resuming) {
        bsl_recovery_keep(
            self, (uint8_t)bsl_stack_depth(w, self->now.top), BUSTLE_CAUSE_STEPS, FAIL_UNCAUGHT);
        bsl_recovery_recover(w, slot);
    }
}

#define SETTLED (NPC_ACTING | NPC_WAITING | NPC_HALTED | NPC_AWAITS)

/* S64: where there are conditions that must go on to hold, they are asked first. Says in
 * *unfinished whether something is left to decide. False: no memory. */
static bool go_on(bustle_world *w, uint32_t slot, npc *self, bool *unfinished) {
    const bool has_whiles = w->content->has_whiles;
    const uint32_t limit = (uint32_t)w->def.step_limit;
    *unfinished = false;
    for (;;) {
        if ((self->e.flags & (SETTLED | NPC_MAIN_DUE)) != 0) {
            if ((self->e.flags & NPC_TRIES) != 0 &&
                (!has_whiles || bsl_offer_whiles_hold(w, slot)) && !bsl_wait_try(w, slot)) {
                return false;
            }
            if ((self->e.flags & SETTLED) != 0) {
                return true;
            }
            bsl_role_replace_main(w, slot);
        }
        if (self->now.pending.cause != 0) {
            if (!bsl_recovery_recover(w, slot)) {
                *unfinished = true;
                return true;
            }
            continue;
        }
        const bool resuming = (self->now.flags & ACTIVITY_INTERRUPTED) != 0;
        if (w->turn.steps == limit) {
            run_out_of_steps(w, slot, resuming);
            *unfinished = (self->e.flags & SETTLED) == 0;
            return true;
        }
        if (has_whiles && !bsl_offer_whiles_hold(w, slot)) {
            continue;
        }
        if (resuming) {
            bsl_activity_resume(w, slot);
            w->turn.steps++;
        } else if (!take_steps(w, slot, self)) {
            return false;
        }
    }
}

uint32_t bsl_turn_things_to_come(const bustle_world *w, const npc *self) {
    const uint32_t parts = w->scene_count == 0 ? 0 : bsl_scene_count_parts(w, self);
    const uint32_t places = w->has_offers ? bsl_place_count(w, self) : 0;
    return bsl_interruption_count(w, self, true) + parts + places;
}

/* A change of main sequence, then cues (S49). False: no memory. */
static bool live(bustle_world *w, uint32_t slot, npc *self) {
    if ((self->e.flags & NPC_HALTED) != 0) {
        return true;
    }
    bsl_role_replace_main(w, slot);
    return persona_of(w, self)->cue_count == 0 || bsl_cue_test_due(w, slot);
}

/* Parts in scenes, revoked places, sunk activities (S49). */
static void attend(bustle_world *w, uint32_t slot) {
    if (w->has_scenes) {
        bsl_part_attend(w, slot);
    }
    if (w->place_count > 0) {
        bsl_offer_attend(w, slot);
    }
    if (w->has_scenes) {
        bsl_part_lift(w, slot);
    }
}

bool bsl_turn_take(bustle_world *w) {
    const uint32_t slot = w->turn.slot;
    npc *self = npc_at(w, slot);
    bool unfinished = false;
    if (w->has_areas && !w->turn.looked) {
        if (!bsl_area_begin_turn(w, slot)) {
            return false;
        }
        w->turn.looked = true;
    }
    if (!bsl_reserve(w, WORK_TURN, definition_of(w, &self->e), bsl_turn_things_to_come(w, self)) ||
        (w->has_roles && !bsl_role_reserve(w, self)) || (w->has_scenes && !bsl_scene_reserve(w))) {
        return false;
    }
    if ((self->e.flags & NPC_HELD) == 0) {
        if (!w->turn.listened) {
            listen(w, slot, self);
            if ((self->e.flags & NPC_HALTED) == 0) {
                attend(w, slot);
            }
            w->turn.listened = true;
        }
        if (w->has_lives && life_of(w, self) != NULL && !live(w, slot, self)) {
            return false;
        }
        if (!go_on(w, slot, self, &unfinished)) {
            return false;
        }
    }
    w->turn.slot = NOBODY;
    if (w->scene_count > 0) {
        bsl_scene_look(w, slot);
    }
    if (unfinished) {
        bsl_turn_queue(w, slot, false);
    }
    w->turns++;
    return true;
}
