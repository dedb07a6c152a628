/* Nodes that send (S69), and what becomes of what they await (S70).
 *
 * Algorithm: those who have the inbox are found as an action finds its targets, or are given by a
 * path. Conditions, then room in the inbox, then preference, then encounters choose one of them. */
#include "decide/action.h"
#include "decide/operations.h"
#include "decide/reading.h"
#include "decide/target.h"
#include "decide/wait.h"
#include "observe/trace.h"
#include "together/encounter.h"
#include "together/inbox.h"
#include "world/space.h"
#include "world/world.h"

/* Each step can send a message and have an errand; each list of effects sends what it may. */
void bsl_inbox_needs(const bustle_world *w, needs *sum) {
    const uint32_t steps = (uint32_t)w->def.step_limit;
    if (w->has_inboxes || w->has_meetings) {
        sum->of[WORK_TURN][STORE_ERRANDS].once += steps;
    }
    if (w->has_inboxes) {
        sum->of[WORK_TURN][STORE_LETTERS].once += steps;
        sum->of[WORK_TURN][STORE_ENCOUNTERS].once +=
            steps < ENCOUNTERS_OF_SCENES ? steps : ENCOUNTERS_OF_SCENES;
    }
}

/* ---- Who may receive it ---- */

typedef struct sending {
    uint32_t slot;
    const exchange *exchange;
    const action *search;
    uint32_t accepting, reached, open, best;
    bool full; /* somebody would do, if it accepted a message */
} sending;

static parties about(bustle_world *w, const sending *q, uint32_t target) {
    parties s = parties_of(w, npc_at(w, q->slot), q->slot, target, BUSTLE_NONE);
    s.testing = true;
    return s;
}

static void trace_receiver(
    bustle_world *w, const sending *q, uint32_t receiver, bustle_verdict verdict) {
    if (traced(w)) {
        bsl_trace_receiver(w, q->slot, receiver, q->exchange->inbox, verdict);
    }
}

static bustle_verdict judge(bustle_world *w, const sending *q, uint32_t receiver, uint32_t known) {
    const parties s = about(w, q, receiver);
    if (!bsl_condition_rest_holds(w, &q->search->when, known, &s)) {
        return BUSTLE_VERDICT_CONDITION;
    }
    return bsl_inbox_accepts(w, receiver, q->exchange->inbox) ? BUSTLE_VERDICT_OPEN
                                                              : BUSTLE_VERDICT_FULL;
}

/* Of the first `count` in w->candidates, those who may, in spawn order. `known`: so many ops of
 * `when` hold for whoever is within reach. */
static void permit(bustle_world *w, sending *q, uint32_t count, uint32_t known) {
    item *items = w->candidates.items;
    const bool asks = (q->search->when.flags & (CODE_USES_ENV | CODE_HAS_CALL)) != 0;
    if (count > 1 && (asks || traced(w))) {
        bsl_sort_items(items, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const item candidate = items[i];
        const bool apart =
            w->has_nowhere && are_apart(w, entity_at(w, q->slot), entity_at(w, candidate.value));
        const bustle_verdict verdict =
            judge(w, q, candidate.value, apart && known > 0 ? q->search->prefix : known);
        trace_receiver(w, q, candidate.value, verdict);
        q->full = q->full || verdict == BUSTLE_VERDICT_FULL;
        if (verdict == BUSTLE_VERDICT_OPEN) {
            items[q->open++] = candidate;
        }
    }
    if (q->open > 1 && !asks && !traced(w)) {
        bsl_sort_items(items, q->open);
    }
}

/* Whether nobody will do: no one is there, or a condition is false whoever it is. */
static bool hopeless(bustle_world *w, const sending *q) {
    const parties s = about(w, q, NOBODY);
    return !bsl_near_anyone(w, q->search, q->slot) ||
        !bsl_condition_prefix_holds(w, &q->search->when, q->search->prefix, &s);
}

/* ... among all. False: no memory. */
static bool permit_all(bustle_world *w, sending *q) {
    uint32_t count = 0;
    const bool late = bsl_target_asks_positions(w, npc_at(w, q->slot), q->search);
    const bool in_vain = !late && hopeless(w, q);
    if (!in_vain && !bsl_near_gather(w, q->search, q->slot, &count)) {
        return false;
    }
    q->accepting = traced(w) ? bsl_near_count(w, q->search, q->slot) : 0;
    if (!in_vain && !(late && hopeless(w, q))) {
        q->reached = count;
        permit(w, q, count, q->search->answered);
    }
    return true;
}

/* ... among those whom the path finds. False: no memory. */
static bool permit_on_path(bustle_world *w, sending *q) {
    const definition *d = definition_of(w, entity_at(w, q->slot));
    uint32_t found = 0;
    uint32_t count = 0;
    if (!bsl_target_gather_path(w, q->slot, q->exchange->path, &found)) {
        return false;
    }
    item *items = w->candidates.items;
    for (uint32_t i = 0; i < found; i++) {
        if (bsl_inbox_cells(w, entity_at(w, items[i].value), q->exchange->inbox) != NULL) {
            items[count++] = items[i];
        }
    }
    if ((q->search->flags & ACTION_USES_DISTANCE) != 0) {
        bsl_roster_refresh(w, q->slot);
        for (uint32_t i = 0; i < count; i++) {
            if (!bsl_reserve_answers(w, d)) {
                return false;
            }
            bsl_roster_refresh(w, w->candidates.items[i].value);
        }
    }
    q->accepting = count;
    q->reached = count;
    permit(w, q, count, 0);
    return true;
}

/* ---- Whom it goes to ---- */

static enum outcome refuse(bustle_world *w, bustle_cause *cause) {
    w->mail.refused++;
    *cause = BUSTLE_CAUSE_FULL;
    return OUTCOME_FAILED;
}

static void trace_send(bustle_world *w, const sending *q, uint32_t receiver) {
    if (traced(w)) {
        const search_told how = {q->accepting, q->reached, q->open, q->best};
        bsl_trace_send(w, q->slot, q->exchange->inbox, receiver, &how);
    }
}

static enum outcome choose(bustle_world *w, sending *q, uint32_t *receiver, bustle_cause *cause) {
    npc *self = npc_at(w, q->slot);
    *cause = BUSTLE_CAUSE_NO_CANDIDATE;
    if (!(q->exchange->to == TO_PATH ? permit_on_path(w, q) : permit_all(w, q))) {
        return OUTCOME_NO_MEMORY;
    }
    item *items = w->candidates.items;
    const parties by = about(w, q, NOBODY);
    q->best = q->open > 1 && q->search->preference != BUSTLE_PREFER_NOTHING
        ? bsl_target_prefer(w, &by, q->search, items, q->open)
        : q->open;
    const uint32_t known_by = encounter_of_inbox(q->exchange->inbox);
    const uint32_t chosen =
        q->best > 1 ? bsl_encounter_choose(w, self, known_by, items, q->best) : 0;
    *receiver = q->best == 0 ? NOBODY : items[chosen].value;
    trace_send(w, q, *receiver);
    if (q->best == 0) {
        return q->full ? refuse(w, cause) : OUTCOME_FAILED;
    }
    bsl_encounter_add_inbox(w, self, q->exchange->inbox, entity_at(w, *receiver)->spawn);
    return OUTCOME_STARTED;
}

/* S41, S54: the current target, or a member of the scene. */
static enum outcome use_target(
    bustle_world *w, const sending *q, uint32_t *receiver, bustle_cause *cause) {
    const npc *self = npc_at(w, q->slot);
    const frame *f = frame_at(w, self->now.top);
    const node *n = &w->content->nodes[frame_node(f)];
    bustle_verdict verdict = BUSTLE_VERDICT_GONE;
    *cause = BUSTLE_CAUSE_SAME_TARGET;
    if ((q->exchange->to != TO_MEMBER || bsl_action_aim(w, self, n)) && f->target != q->slot &&
        still_there(w, f->target, f->target_spawn) != NULL) {
        *receiver = f->target;
        verdict = BUSTLE_VERDICT_LACKS;
    }
    if (verdict == BUSTLE_VERDICT_LACKS &&
        bsl_inbox_cells(w, entity_at(w, *receiver), q->exchange->inbox) != NULL) {
        if ((q->search->flags & ACTION_USES_DISTANCE) != 0) {
            bsl_roster_refresh(w, q->slot);
            bsl_roster_refresh(w, *receiver);
        }
        verdict = judge(w, q, *receiver, 0);
    }
    if (*receiver != NOBODY) {
        trace_receiver(w, q, *receiver, verdict);
    }
    trace_send(w, q, verdict == BUSTLE_VERDICT_OPEN ? *receiver : NOBODY);
    if (verdict == BUSTLE_VERDICT_FULL) {
        return refuse(w, cause);
    }
    return verdict == BUSTLE_VERDICT_OPEN ? OUTCOME_STARTED : OUTCOME_FAILED;
}

/* ---- Sending ---- */

static void send(bustle_world *w, const sending *q, uint32_t receiver, int32_t value) {
    const npc *self = npc_at(w, q->slot);
    const uint32_t letter_index = bsl_inbox_put(w, q->slot, q->exchange->inbox, receiver, value);
    if (!q->exchange->awaits) {
        frame_set_state(frame_at(w, self->now.top), BUSTLE_EXECUTED);
        return;
    }
    bsl_wait_perform(w, q->slot);
    bsl_errand_await(w, bsl_errand_make(w, q->slot, self->now.top), letter_index);
}

/* With the receiver being the current target. */
static int64_t value_of(bustle_world *w, const sending *q, uint32_t receiver) {
    const parties s = parties_of(w, npc_at(w, q->slot), q->slot, receiver, BUSTLE_NONE);
    return q->exchange->value.form == CODE_EMPTY ? 0 : bsl_value_of(w, &q->exchange->value, &s);
}

bool bsl_send_perform(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    const exchange *x = &w->content->exchanges[bsl_wait_at(w, self)->exchange];
    sending q = {
        .slot = slot, .exchange = x, .search = &w->content->actions[x->search], .full = false};
    uint32_t receiver = NOBODY;
    bustle_cause cause = BUSTLE_CAUSE_NO_CANDIDATE;
    const enum outcome outcome = x->to == TO_TARGET || x->to == TO_MEMBER
        ? use_target(w, &q, &receiver, &cause)
        : choose(w, &q, &receiver, &cause);
    if (outcome == OUTCOME_NO_MEMORY) {
        return false;
    }
    self->now.flags |= ACTIVITY_PASSED_WAIT;
    if (outcome == OUTCOME_FAILED) {
        bsl_wait_fail(w, slot, cause);
        return true;
    }
    frame *f = frame_at(w, self->now.top);
    f->target = receiver;
    f->target_spawn = entity_at(w, receiver)->spawn;
    const int64_t value = value_of(w, &q, receiver);
    if (value == MISSING) {
        bsl_wait_fail(w, slot, BUSTLE_CAUSE_CONDITION);
    } else {
        send(w, &q, receiver, (int32_t)value);
    }
    return true;
}

bool bsl_send_to_found(bustle_world *w, uint32_t from, uint32_t inbox, int32_t value,
    const item *list, uint32_t count) {
    if (!pool_reserve(&w->letters, &w->kept, count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        bsl_inbox_send(w, from, inbox, list[i].value, value);
    }
    return true;
}

/* ---- What becomes of it ---- */

void bsl_send_try(bustle_world *w, uint32_t slot) {
    const frame *f = frame_at(w, npc_at(w, slot)->now.top);
    const errand *e = errand_at(w, bsl_errand_of(w, f));
    if (traced(w)) {
        bsl_trace_answer(w, slot, e);
    }
    switch ((enum errand_state)e->state) {
    case ERRAND_DONE:
        bsl_wait_come(w, slot);
        break;
    case ERRAND_FAILED:
        bsl_wait_give_up(w, slot, BUSTLE_CAUSE_MESSAGE);
        break;
    default:
        bsl_wait_in_vain(w, slot, BUSTLE_CAUSE_WAITED);
        break;
    }
}
