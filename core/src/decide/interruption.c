/* Interruptions: raising, queueing, conditions over the environment, handling, keeping (S29 to S31,
 * S45). The queue of an NPC is one list in the order of arrival; interruptions that are kept are
 * marked. */
#include "decide/interruption.h"
#include "decide/action.h"
#include "decide/activity.h"
#include "decide/operations.h"
#include "decide/recovery.h"
#include "decide/turn.h"
#include "observe/event.h"
#include "observe/trace.h"
#include "reload/replaced.h"
#include "world/rows.h"
#include "world/space.h"
#include "world/world.h"

static queued_interruption *queued_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->queued, index);
}

static bool has_condition(const bustle_world *w, uint32_t interruption_id) {
    return w->content->interruptions[interruption_id].when.form != CODE_EMPTY;
}

static handler handler_of(const bustle_world *w, const npc *self, uint32_t interruption_id) {
    return w->content->handlers[persona_of(w, self)->handlers_at + interruption_id];
}

/* A conditioned interruption vanishes when its condition becomes false: those that are queued are
 * then stale. */
static bool is_stale(const bustle_world *w, const queued_interruption *m) {
    return m->epoch != w->watches[m->interruption].epoch;
}

/* One that is queued takes two events, a frame and an activity if it is responded to. In a call
 * old ones are dropped, each with an event, or a run responds to none. */
void bsl_interruption_needs(const bustle_world *w, needs *sum) {
    (void)w;
    sum->of[WORK_TURN][STORE_EVENTS].each += 2;
    sum->of[WORK_TURN][STORE_FRAMES].each++;
    sum->of[WORK_TURN][STORE_ACTIVITIES].each++;
    sum->of[WORK_CALL][STORE_EVENTS].each++;
    sum->of[WORK_CALL][STORE_EVENTS].once++;
    sum->of[WORK_CALL][STORE_FRAMES].once++;
}

/* ---- Raising ---- */

/* S45: the topmost interrupted activity standing at an action that the interruption ends, or NULL.
 */
static activity *endable_below(const bustle_world *w, npc *self, uint32_t interruption_id) {
    for (activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        const frame *f = a->top == POOL_NONE ? NULL : frame_at(w, a->top);
        if (f != NULL && frame_state(f) == BUSTLE_INTERRUPTED &&
            bsl_action_ends_on(w, w->content->nodes[frame_node(f)].performs, interruption_id)) {
            return a;
        }
    }
    return NULL;
}

static bool ends_running(const bustle_world *w, const npc *self, uint32_t interruption_id) {
    return (self->e.flags & NPC_ACTING) != 0 && bsl_replaced_ends_on(w, self, interruption_id);
}

bool bsl_interruption_heeded(const bustle_world *w, npc *self, uint32_t interruption_id) {
    return handler_of(w, self, interruption_id).sequence != NONE16 ||
        ends_running(w, self, interruption_id) || endable_below(w, self, interruption_id) != NULL;
}

enum reception bsl_interruption_queue(
    bustle_world *w, uint32_t slot, uint32_t interruption_id, uint32_t from) {
    npc *self = npc_at(w, slot);
    if (!bsl_interruption_heeded(w, self, interruption_id)) {
        return RECEPTION_IGNORED;
    }
    int32_t queued = 0;
    uint32_t *end = &self->queue;
    for (; *end != POOL_NONE; end = &queued_at(w, *end)->next) {
        const queued_interruption *m = queued_at(w, *end);
        if (is_stale(w, m)) {
            continue;
        }
        if (m->interruption == interruption_id) {
            return RECEPTION_IGNORED;
        }
        queued += !m->kept;
    }
    if (queued >= w->def.queue_limit && !has_condition(w, interruption_id)) {
        w->refused++;
        return RECEPTION_REFUSED;
    }
    const uint32_t index = pool_take(&w->queued);
    *queued_at(w, index) = (queued_interruption){.next = POOL_NONE,
        .interruption = (uint16_t)interruption_id,
        .epoch = w->watches[interruption_id].epoch,
        .from = from,
        .from_spawn = from == NOBODY ? 0 : entity_at(w, from)->spawn,
        .time = (uint32_t)w->now};
    *end = index;
    if ((self->e.flags & NPC_HELD) == 0) {
        bsl_turn_queue(w, slot, true);
    }
    return RECEIVED;
}

/* ---- Conditions over the environment (S45) ---- */

bool bsl_interruption_init(bustle_world *w) {
    const uint32_t count = count_of(w->content, BUSTLE_KIND_INTERRUPTION);
    w->watches = count == 0 ? NULL : bsl_heap_zeroed(&w->heap, count * sizeof *w->watches);
    return count == 0 || w->watches != NULL;
}

static bool to_be_tested(const bustle_world *w, const interruption *i) {
    for (uint32_t k = 0; k < i->watch_count; k++) {
        if (w->environment[w->content->ids[i->watch_at + k]].in_test) {
            return true;
        }
    }
    return i->watch_count == 0 && i->when.form != CODE_EMPTY && w->updates <= 1;
}

static uint64_t count_listeners(const bustle_world *w, uint32_t interruption_id) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < w->order_count; i++) {
        npc *self = npc_at(w, w->order[i].value);
        count += order_lives(w, i) && definition_of(w, &self->e)->npc &&
            bsl_interruption_heeded(w, self, interruption_id);
    }
    return count;
}

static void raise_for_all(bustle_world *w, uint32_t interruption_id) {
    for (uint32_t i = 0; i < w->order_count; i++) {
        if (order_lives(w, i) && definition_of(w, entity_at(w, w->order[i].value))->npc) {
            bsl_interruption_queue(w, w->order[i].value, interruption_id, NOBODY);
        }
    }
}

/* Tests what has a refreshed value and makes room for what is queued; nothing has changed yet. */
static bool test_conditions(bustle_world *w) {
    const bustle_content *c = w->content;
    const parties nobody = {.target_slot = NOBODY, .self_slot = NOBODY, .action = BUSTLE_NONE};
    uint64_t needed = 0;
    for (uint32_t i = 0; i < count_of(c, BUSTLE_KIND_INTERRUPTION); i++) {
        watch *v = &w->watches[i];
        v->becomes = v->holds;
        if (to_be_tested(w, &c->interruptions[i])) {
            v->becomes = bsl_condition_holds(w, &c->interruptions[i].when, &nobody);
            if (traced(w)) {
                bsl_trace_watch(w, i, v->becomes);
            }
        }
        if (v->becomes && !v->holds) {
            if (!bsl_rows_order(w)) {
                return false;
            }
            needed += count_listeners(w, i);
        }
    }
    return pool_reserve(&w->queued, &w->kept, needed);
}

/* What is refreshed only by the testing itself is left for the next time. */
bustle_status bsl_interruption_watch(bustle_world *w) {
    const uint32_t values = count_of(w->content, BUSTLE_KIND_ENVIRONMENT);
    for (uint32_t i = 0; i < values; i++) {
        w->environment[i].in_test = w->environment[i].refreshed;
        w->environment[i].refreshed = false;
    }
    if (!test_conditions(w)) {
        for (uint32_t i = 0; i < values; i++) {
            w->environment[i].refreshed |= w->environment[i].in_test;
        }
        return BUSTLE_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count_of(w->content, BUSTLE_KIND_INTERRUPTION); i++) {
        watch *v = &w->watches[i];
        if (v->becomes != v->holds) {
            v->holds = v->becomes;
            v->epoch += v->holds ? 0 : 1;
            if (v->holds) {
                raise_for_all(w, i);
            }
        }
    }
    return BUSTLE_OK;
}

uint32_t bsl_interruption_greetings(const bustle_world *w) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < count_of(w->content, BUSTLE_KIND_INTERRUPTION); i++) {
        count += w->watches[i].holds;
    }
    return count;
}

void bsl_interruption_greet(bustle_world *w, uint32_t slot) {
    for (uint32_t i = 0; i < count_of(w->content, BUSTLE_KIND_INTERRUPTION); i++) {
        if (w->watches[i].holds) {
            bsl_interruption_queue(w, slot, i, NOBODY);
        }
    }
}

/* ---- Handling ---- */

static bustle_entity source_of(const bustle_world *w, const queued_interruption *m) {
    const entity *e = still_there(w, m->from, m->from_spawn);
    return e == NULL ? 0 : handle_of(m->from, e->spawn);
}

static bool responds_already(const bustle_world *w, const npc *self, uint32_t interruption_id) {
    for (const activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        if (a->response == interruption_id && (a->flags & ACTIVITY_CUE) == 0) {
            return true;
        }
    }
    return false;
}

bool bsl_interruption_may_respond(const bustle_world *w, const npc *self, int32_t priority) {
    return bsl_activity_standing(w, &self->now) <= priority && bsl_pile_has_room(w, self);
}

void bsl_interruption_respond(bustle_world *w, uint32_t slot, const responding *r) {
    npc *self = npc_at(w, slot);
    const entity *source = still_there(w, r->from, r->from_spawn);
    bsl_activity_interrupt(w, slot, r->leaving);
    bsl_recovery_end_wait(w, self);
    bsl_activity_start_response(w, self, r->sequence, r->priority, r->interruption,
        r->from == slot ? NULL : source, r->from);
    const bool named = r->interruption != NONE16;
    bustle_event *event = bsl_event_emit(w, BUSTLE_EVENT_INTERRUPT, slot,
        source == NULL ? 0 : handle_of(r->from, r->from_spawn), r->sequence,
        named ? w->content->interruptions[r->interruption].hash : 0);
    event->interruption = named ? r->interruption : BUSTLE_NONE;
}

static enum leaving leaving_by(handler h) {
    if (h.stays) {
        return LEAVING_NOTHING;
    }
    return h.urgent ? LEAVING_URGENTLY : LEAVING_UNDONE;
}

static void ignore(
    bustle_world *w, uint32_t slot, const queued_interruption *m, bustle_verdict why) {
    const handler h = handler_of(w, npc_at(w, slot), m->interruption);
    if (h.sequence != NONE16) {
        if (traced(w)) {
            bsl_trace_ignored(w, slot, m->interruption, why);
        }
        bsl_event_emit(w, BUSTLE_EVENT_IGNORE, slot, source_of(w, m), h.sequence,
            w->content->interruptions[m->interruption].hash)
            ->interruption = m->interruption;
    }
}

/* Of an interruption that is not responded to. */
static bustle_verdict why_not(const bustle_world *w, const npc *self, uint32_t interruption_id) {
    if (responds_already(w, self, interruption_id)) {
        return BUSTLE_VERDICT_ANSWERED;
    }
    return bsl_pile_has_room(w, self) ? BUSTLE_VERDICT_PRIORITY : BUSTLE_VERDICT_LIMIT;
}

/* False: it stays, kept until its moment comes. */
static bool handle(bustle_world *w, uint32_t slot, const queued_interruption *m) {
    npc *self = npc_at(w, slot);
    if (is_stale(w, m)) {
        return true;
    }
    if (ends_running(w, self, m->interruption)) {
        if (traced(w)) {
            bsl_trace_ended(w, slot, self->now.top, m->interruption);
        }
        bsl_action_finish(w, slot, BUSTLE_STOP_DONE);
        return true;
    }
    activity *below = endable_below(w, self, m->interruption);
    if (below != NULL) {
        if (traced(w)) {
            bsl_trace_ended(w, slot, below->top, m->interruption);
        }
        forget_interruption(below);
        frame_set_state(frame_at(w, below->top), BUSTLE_EXECUTED);
        return true;
    }
    const handler h = handler_of(w, self, m->interruption);
    if (h.sequence == NONE16) {
        return true;
    }
    if (responds_already(w, self, m->interruption) ||
        !bsl_interruption_may_respond(w, self, h.priority)) {
        if (w->watches[m->interruption].holds) {
            return false;
        }
        ignore(w, slot, m, why_not(w, self, m->interruption));
        return true;
    }
    const responding r = {
        h.sequence, h.priority, m->interruption, m->from, m->from_spawn, leaving_by(h)};
    bsl_interruption_respond(w, slot, &r);
    if (w->place_count > 0) {
        bsl_undo_lay(w, slot);
    }
    return true;
}

/* Handles one of the list at `link`, taken out meanwhile, so that the same may be raised
 * again. True: it is gone, and the link leads to the next; false: it is back in its place, kept. */
static bool handle_at(bustle_world *w, uint32_t slot, uint32_t *link) {
    const uint32_t index = *link;
    queued_interruption *m = queued_at(w, index);
    *link = m->next;
    if (handle(w, slot, m)) {
        pool_give(&w->queued, index);
        return true;
    }
    m->kept = true;
    m->next = *link;
    *link = index;
    return false;
}

uint32_t bsl_interruption_count(const bustle_world *w, const npc *self, bool kept_too) {
    uint32_t count = 0;
    for (uint32_t i = self->queue; i != POOL_NONE; i = queued_at(w, i)->next) {
        count += kept_too || !queued_at(w, i)->kept;
    }
    return count;
}

uint32_t bsl_interruption_waiting(const bustle_world *w, const npc *self) {
    uint32_t count = 0;
    for (uint32_t i = self->queue; i != POOL_NONE; i = queued_at(w, i)->next) {
        count += !is_stale(w, queued_at(w, i));
    }
    return count;
}

void bsl_interruption_handle_next(bustle_world *w, uint32_t slot) {
    uint32_t *link = &npc_at(w, slot)->queue;
    while (*link != POOL_NONE && queued_at(w, *link)->kept) {
        link = &queued_at(w, *link)->next;
    }
    if (*link != POOL_NONE) {
        handle_at(w, slot, link);
    }
}

void bsl_interruption_handle_kept(bustle_world *w, uint32_t slot) {
    uint32_t *link = &npc_at(w, slot)->queue;
    while (*link != POOL_NONE) {
        if (!queued_at(w, *link)->kept || !handle_at(w, slot, link)) {
            link = &queued_at(w, *link)->next;
        }
    }
}

bool bsl_interruption_calls(const bustle_world *w, const npc *self) {
    for (uint32_t i = self->queue; i != POOL_NONE; i = queued_at(w, i)->next) {
        const queued_interruption *m = queued_at(w, i);
        if (!m->kept && !is_stale(w, m) &&
            handler_of(w, self, m->interruption).sequence != NONE16) {
            return true;
        }
    }
    return false;
}

/* ---- Dropping ---- */

void bsl_interruption_drop(bustle_world *w, npc *self, bool except_holding) {
    uint32_t *link = &self->queue;
    while (*link != POOL_NONE) {
        const uint32_t index = *link;
        queued_interruption *m = queued_at(w, index);
        if (except_holding && !is_stale(w, m) && w->watches[m->interruption].holds) {
            link = &m->next;
        } else {
            *link = m->next;
            pool_give(&w->queued, index);
        }
    }
}

void bsl_interruption_drop_unheard(bustle_world *w, npc *self) {
    uint32_t *link = &self->queue;
    while (*link != POOL_NONE) {
        const uint32_t index = *link;
        queued_interruption *m = queued_at(w, index);
        if (m->kept) {
            link = &m->next;
        } else {
            *link = m->next;
            pool_give(&w->queued, index);
        }
    }
}

void bsl_interruption_drop_unheeded(bustle_world *w, npc *self) {
    uint32_t *link = &self->queue;
    while (*link != POOL_NONE) {
        const uint32_t index = *link;
        queued_interruption *m = queued_at(w, index);
        if (bsl_interruption_heeded(w, self, m->interruption)) {
            link = &m->next;
        } else {
            *link = m->next;
            pool_give(&w->queued, index);
        }
    }
}

#define OLD_AFTER_MS 10000

void bsl_interruption_drop_old(bustle_world *w, uint32_t slot) {
    uint32_t *link = &npc_at(w, slot)->queue;
    while (*link != POOL_NONE) {
        const uint32_t index = *link;
        queued_interruption *m = queued_at(w, index);
        if (!has_condition(w, m->interruption) && (uint32_t)w->now - m->time > OLD_AFTER_MS) {
            ignore(w, slot, m, BUSTLE_VERDICT_OLD);
            *link = m->next;
            pool_give(&w->queued, index);
        } else {
            link = &m->next;
        }
    }
}

/* ---- The game's calls ---- */

static void count_reception(bustle_reception *r, enum reception how) {
    r->queued += how == RECEIVED;
    r->ignored += how == RECEPTION_IGNORED;
    r->refused += how == RECEPTION_REFUSED;
}

/* *source is the slot of `from`, or NOBODY. */
static bustle_status check_call(
    bustle_world *w, bustle_id interruption_id, bustle_entity from, uint32_t *source) {
    *source = NOBODY;
    if (w == NULL || !has_id(w->content, BUSTLE_KIND_INTERRUPTION, interruption_id)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_world_check_writable(w);
    if (status != BUSTLE_OK || from == 0) {
        return status;
    }
    *source = bsl_entity_slot(w, from);
    return *source == NOBODY ? BUSTLE_STALE : BUSTLE_OK;
}

bustle_status bustle_world_interrupt(bustle_world *w, bustle_id interruption_id,
    const bustle_entity *npcs, size_t count, bustle_entity from, bustle_reception *reception) {
    uint32_t source = NOBODY;
    bustle_status status = check_call(w, interruption_id, from, &source);
    if (status == BUSTLE_OK && npcs == NULL && count > 0) {
        status = BUSTLE_BAD_ARGUMENT;
    }
    for (size_t i = 0; status == BUSTLE_OK && i < count; i++) {
        uint32_t slot = NOBODY;
        status = bsl_entity_find_npc(w, npcs[i], &slot);
    }
    if (status != BUSTLE_OK) {
        return status;
    }
    if (!pool_reserve(&w->queued, &w->kept, count)) {
        return BUSTLE_NO_MEMORY;
    }
    bustle_reception result = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        count_reception(&result,
            bsl_interruption_queue(w, bsl_entity_slot(w, npcs[i]), interruption_id, source));
    }
    if (reception != NULL) {
        *reception = result;
    }
    return BUSTLE_OK;
}

/* Raises it for the living NPCs of a list in spawn order, except one slot. */
static bustle_status broadcast(bustle_world *w, bustle_id interruption_id, uint32_t source,
    const item *list, uint32_t count, uint32_t except, bustle_reception *reception) {
    if (!pool_reserve(&w->queued, &w->kept, count < w->npcs ? count : w->npcs)) {
        return BUSTLE_NO_MEMORY;
    }
    bustle_reception result = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const entity *e = entity_at(w, list[i].value);
        if (e->spawn == list[i].key && definition_of(w, e)->npc && list[i].value != except) {
            count_reception(
                &result, bsl_interruption_queue(w, list[i].value, interruption_id, source));
        }
    }
    if (reception != NULL) {
        *reception = result;
    }
    return BUSTLE_OK;
}

bustle_status bustle_world_interrupt_all(
    bustle_world *w, bustle_id interruption_id, bustle_entity from, bustle_reception *reception) {
    uint32_t source = NOBODY;
    const bustle_status status = check_call(w, interruption_id, from, &source);
    if (status != BUSTLE_OK) {
        return status;
    }
    if (!bsl_rows_order(w)) {
        return BUSTLE_NO_MEMORY;
    }
    return broadcast(w, interruption_id, source, w->order, w->order_count, NOBODY, reception);
}

/* Everyone near, except the source and who is in the centre. */
static bustle_status broadcast_near(bustle_world *w, bustle_id interruption_id, uint32_t source,
    const int32_t centre[3], const reach_limit *reach, uint32_t middle,
    bustle_reception *reception) {
    uint32_t count = 0;
    if (!bsl_near_everyone(w, &w->found, centre, reach, middle, &count)) {
        return BUSTLE_NO_MEMORY;
    }
    return broadcast(w, interruption_id, source, w->found.items, count, source, reception);
}

bool bsl_interruption_raise_for(
    bustle_world *w, uint32_t interruption_id, uint32_t source, const item *list, uint32_t count) {
    return broadcast(w, interruption_id, source, list, count, NOBODY, NULL) == BUSTLE_OK;
}

bool bsl_interruption_raise_around(
    bustle_world *w, uint32_t interruption_id, uint32_t source, int32_t distance) {
    const entity *e = entity_at(w, source);
    const int32_t at[3] = {e->x, e->y, e->z};
    if (is_nowhere(w, e)) {
        return true;
    }
    reach_limit reach;
    (void)bsl_space_limit(distance, &reach); /* it is not negative: sealing has seen to that */
    return broadcast_near(w, interruption_id, source, at, &reach, source, NULL) == BUSTLE_OK;
}

bustle_status bustle_world_interrupt_within(bustle_world *w, bustle_id interruption_id,
    bustle_position centre, double distance, bustle_entity from, bustle_reception *reception) {
    int32_t at[3];
    reach_limit reach;
    uint32_t source = NOBODY;
    const bustle_status status = check_call(w, interruption_id, from, &source);
    if (status != BUSTLE_OK) {
        return status;
    }
    if (!bsl_space_limit(distance, &reach)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    if (!bsl_space_round(&centre, at)) {
        return BUSTLE_BAD_VALUE;
    }
    return broadcast_near(w, interruption_id, source, at, &reach, NOBODY, reception);
}

bustle_status bustle_world_interrupt_around(bustle_world *w, bustle_id interruption_id,
    bustle_entity centre, double distance, bustle_entity from, bustle_reception *reception) {
    reach_limit reach;
    uint32_t source = NOBODY;
    const bustle_status status = check_call(w, interruption_id, from, &source);
    if (status != BUSTLE_OK) {
        return status;
    }
    const uint32_t middle = bsl_entity_slot(w, centre);
    if (middle == NOBODY) {
        return BUSTLE_STALE;
    }
    if (!bsl_space_limit(distance, &reach)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const entity *e = entity_at(w, middle);
    const int32_t at[3] = {e->x, e->y, e->z};
    if (is_nowhere(w, e)) {
        return broadcast(w, interruption_id, source, NULL, 0, source, reception);
    }
    return broadcast_near(w, interruption_id, source, at, &reach, middle, reception);
}
