/* Requests: whose offer an NPC takes (S62).
 *
 * Algorithm: entities that could be asked are found as an action finds its targets, or are given by
 * the target, an area or a path. Those for whom the node's own conditions hold are put in spawn
 * order; each gives pairs with the names that it offers. Preference, then encounters, choose one of
 * the pairs. Room for all pairs is made before anything is tested.
 *
 * Data structures: w->candidates has the entities first and the pairs behind them. */
#include "decide/activity.h"
#include "decide/operations.h"
#include "decide/target.h"
#include "decide/wait.h"
#include "observe/trace.h"
#include "together/encounter.h"
#include "together/place.h"
#include "world/area.h"
#include "world/space.h"
#include "world/world.h"

typedef struct asking_npc {
    uint32_t slot;
    const request *request;
    const action *search;
    bool empty_handed; /* it has no place anywhere */
    const definition *last; /* of the prop that was looked at last, and what it offers */
    const offer *offered;
    bool simple; /* that suits the NPC, and has no conditions */
    uint32_t counter; /* of its places, among those of the prop */
} asking_npc;

static parties about(bustle_world *w, const asking_npc *q, uint32_t target) {
    parties s = parties_of(w, npc_at(w, q->slot), q->slot, target, BUSTLE_NONE);
    s.testing = true;
    return s;
}

/* ---- Who is asked ---- */

/* Whether nobody will do: no one is there, or a condition is false whoever it is. */
static bool hopeless(bustle_world *w, const asking_npc *q) {
    const parties s = about(w, q, NOBODY);
    return !bsl_near_anyone(w, q->search, q->slot) ||
        !bsl_condition_prefix_holds(w, &q->search->when, q->search->prefix, &s);
}

/* Whether order matters before encounters have chosen: of an entity that gives several pairs, they
 * are in the order of the names. */
static bool needs_order(const bustle_world *w, const asking_npc *q) {
    return q->request->name_count > 1 || traced(w);
}

/* Of these, the ones for whom the node's own conditions hold, in spawn order if that is needed; how
 * many. `from`: so many ops of `when` are known to hold. */
static uint32_t permitted(bustle_world *w, const asking_npc *q, uint32_t count, uint32_t from) {
    const code *when = &q->search->when;
    const code *during = &q->request->during;
    const bool asks = ((when->flags | during->flags) & (CODE_USES_ENV | CODE_HAS_CALL)) != 0;
    const bool free = when->count == from && during->form == CODE_EMPTY;
    item *items = w->candidates.items;
    uint32_t kept = 0;
    if (count > 1 && (asks || (free && needs_order(w, q)) || traced(w))) {
        bsl_sort_items(items, count);
    }
    if (free) {
        return count;
    }
    parties s = about(w, q, NOBODY);
    for (uint32_t i = 0; i < count; i++) {
        const item candidate = items[i];
        s.target_slot = candidate.value;
        s.target = entity_at(w, s.target_slot);
        const bool fits = bsl_condition_rest_holds(w, when, from, &s);
        const bool holds =
            fits && (during->form == CODE_EMPTY || bsl_condition_holds(w, during, &s));
        if (holds) {
            items[kept++] = candidate;
        } else if (traced(w)) {
            bsl_trace_provider(w, q->slot, candidate.value, BUSTLE_NONE,
                fits ? BUSTLE_VERDICT_WHILE : BUSTLE_VERDICT_CONDITION);
        }
    }
    if (kept > 1 && !asks && q->request->name_count > 1 && !traced(w)) {
        bsl_sort_items(items, kept);
    }
    return kept;
}

/* ---- What they offer ---- */

/* Of a prop that is what others of its definition offer. */
static const offer *offered_by(const bustle_world *w, asking_npc *q, const entity *e) {
    const definition *d = definition_of(w, e);
    const uint32_t name = w->content->ids[q->request->names_at];
    if (d->npc) {
        return bsl_offer_find(w, e, name);
    }
    if (d != q->last) {
        q->last = d;
        q->offered = bsl_offer_find(w, e, name);
        q->simple = q->offered != NULL && q->offered->when.form == CODE_EMPTY &&
            q->offered->during.form == CODE_EMPTY && q->empty_handed &&
            bsl_offer_suits(w, q->offered, npc_at(w, q->slot));
        q->counter = q->simple ? bsl_place_counter(w, d, name) : 0;
    }
    return q->offered;
}

/* Of many alike, where only a free place is asked for, that is looked at directly. */
static bustle_verdict judge(
    bustle_world *w, const asking_npc *q, const entity *e, uint32_t slot, const offer *o) {
    if (o == NULL) {
        return BUSTLE_VERDICT_NOT_OFFERED;
    }
    if (o != q->offered || !q->simple || definition_of(w, e) != q->last) {
        return bsl_offer_judge(w, q->slot, slot, o);
    }
    return o->holders == 0 || ties_held(ties_of(w, e))[q->counter] < o->holders
        ? BUSTLE_VERDICT_OPEN
        : BUSTLE_VERDICT_FULL;
}

/* As many pairs as these entities can give. */
static uint64_t most_pairs(const bustle_world *w, const asking_npc *q, uint32_t count) {
    uint64_t most = 0;
    if (q->request->name_count <= 1) {
        return count;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t offers = 0;
        (void)bsl_offer_list(w, entity_at(w, w->candidates.items[i].value), &offers);
        most += offers < q->request->name_count ? offers : q->request->name_count;
    }
    return most;
}

/* What one entity gives, behind the pairs that there are; how many there are then. */
static uint32_t add_pairs(
    bustle_world *w, asking_npc *q, item candidate, item *pairs, uint32_t count) {
    const entity *e = entity_at(w, candidate.value);
    for (uint32_t i = 0; i < q->request->name_count; i++) {
        const uint32_t name = w->content->ids[q->request->names_at + i];
        const offer *o = i == 0 ? offered_by(w, q, e) : bsl_offer_find(w, e, name);
        const bustle_verdict verdict = judge(w, q, e, candidate.value, o);
        if (traced(w) && (o != NULL || q->request->name_count == 1)) {
            bsl_trace_provider(w, q->slot, candidate.value, name, verdict);
        }
        if (verdict == BUSTLE_VERDICT_OPEN) {
            const uint32_t id = (uint32_t)(o - w->content->offers);
            pairs[count++] =
                (item){.key = offered_key((uint32_t)candidate.key, id), .value = candidate.value};
        }
    }
    return count;
}

/* ---- Taking it ---- */

static void take(bustle_world *w, uint32_t slot, const item *found) {
    npc *self = npc_at(w, slot);
    const uint32_t provider = found->value;
    const uint32_t spawn = entity_at(w, provider)->spawn;
    const uint32_t offer_id = (uint32_t)(found->key & NONE16);
    const offer *o = &w->content->offers[offer_id];
    bsl_wait_stop(w, slot, BUSTLE_STOP_DONE);
    const uint32_t index = bsl_place_take(w, slot, provider, offer_id);
    bsl_encounter_add_offer(w, self, o->name, spawn);
    frame_set_state(frame_at(w, self->now.top), BUSTLE_IN_SUBSEQUENCE);
    bsl_frame_push(w, &self->now.top, o->sequence, provider, spawn);
    bsl_place_attach(w, &self->now, index);
}

/* The first `count` in w->candidates are asked. */
static enum asking ask(
    bustle_world *w, asking_npc *q, uint32_t count, uint32_t known, uint32_t accepting) {
    search_told how = {.accepting = accepting, .reached = count};
    if (!bsl_near_reserve(w, count + most_pairs(w, q, count) + 1)) { /* there is a list */
        return ASKING_NO_MEMORY;
    }
    const uint32_t asked_count = permitted(w, q, count, known);
    item *pairs = w->candidates.items + count;
    for (uint32_t i = 0; i < asked_count; i++) {
        how.open = add_pairs(w, q, w->candidates.items[i], pairs, how.open);
    }
    npc *self = npc_at(w, q->slot);
    const parties by = about(w, q, NOBODY);
    how.best = how.open > 1 && q->search->preference != BUSTLE_PREFER_NOTHING
        ? bsl_target_prefer(w, &by, q->search, pairs, how.open)
        : how.open;
    const uint32_t chosen =
        how.best > 1 ? bsl_encounter_choose_offer(w, self, pairs, how.best, needs_order(w, q)) : 0;
    if (traced(w)) {
        bsl_trace_request(w, q->slot, how.best == 0 ? NULL : &pairs[chosen], &how);
    }
    if (how.best == 0) {
        return ASKING_IN_VAIN;
    }
    take(w, q->slot, &pairs[chosen]);
    return ASKING_TAKEN;
}

/* ---- Ways to ask ---- */

/* S62: positions are asked before any condition is tested. */
static bool refresh(bustle_world *w, const asking_npc *q, uint32_t count) {
    if ((q->search->flags & ACTION_USES_DISTANCE) == 0) {
        return true;
    }
    const definition *d = definition_of(w, entity_at(w, q->slot));
    bsl_roster_refresh(w, q->slot);
    for (uint32_t i = 0; i < count; i++) {
        if (!bsl_reserve_answers(w, d)) {
            return false;
        }
        bsl_roster_refresh(w, w->candidates.items[i].value);
    }
    return true;
}

/* Those that have been found, in spawn order. */
static enum asking ask_found(bustle_world *w, asking_npc *q, uint32_t count) {
    return refresh(w, q, count) ? ask(w, q, count, 0, count) : ASKING_NO_MEMORY;
}

/* One entity, if there is any; nobody asks itself. */
static enum asking ask_one(bustle_world *w, asking_npc *q, const entity *e, uint32_t slot) {
    if (!bsl_near_reserve(w, 1)) {
        return ASKING_NO_MEMORY;
    }
    if (e == NULL || slot == q->slot) {
        return ask_found(w, q, 0);
    }
    w->candidates.items[0] = (item){.key = e->spawn, .value = slot};
    return ask_found(w, q, 1);
}

/* The area of this number of those that the NPC is in, triggers first, each by size; NOBODY. */
static uint32_t nth_area(const bustle_world *w, uint32_t slot, uint32_t number) {
    const uint32_t first = w->has_areas ? ties_of(w, entity_at(w, slot))->areas : POOL_NONE;
    for (int triggers = 1; triggers >= 0; triggers--) {
        for (uint32_t i = first; i != POOL_NONE;) {
            const presence *p = pool_at(&w->areas.presences, i);
            const bool trigger = definition_of(w, entity_at(w, p->area))->trigger != 0;
            if (trigger == (triggers == 1) && number-- == 0) {
                return p->area;
            }
            i = p->next;
        }
    }
    return NOBODY;
}

static enum asking ask_areas(bustle_world *w, asking_npc *q) {
    for (uint32_t number = 0;; number++) {
        const uint32_t area = nth_area(w, q->slot, number);
        if (area == NOBODY && number > 0) {
            return ASKING_IN_VAIN;
        }
        const enum asking outcome = ask_one(w, q, area == NOBODY ? NULL : entity_at(w, area), area);
        if (outcome != ASKING_IN_VAIN || area == NOBODY) {
            return outcome;
        }
    }
}

static enum asking ask_anyone(bustle_world *w, asking_npc *q) {
    uint32_t count = 0;
    const bool late = bsl_target_asks_positions(w, npc_at(w, q->slot), q->search);
    const bool in_vain = !late && hopeless(w, q);
    if (!in_vain && !bsl_near_gather(w, q->search, q->slot, &count)) {
        return ASKING_NO_MEMORY;
    }
    const bool nobody = in_vain || (late && hopeless(w, q));
    return ask(w, q, nobody ? 0 : count, q->search->answered,
        traced(w) ? bsl_near_count(w, q->search, q->slot) : 0);
}

enum asking bsl_request_try(bustle_world *w, uint32_t slot, const request *what) {
    const ties *own = ties_of(w, entity_at(w, slot)); /* NULL: nothing is offered */
    asking_npc q = {.slot = slot,
        .request = what,
        .search = &w->content->actions[what->search],
        .empty_handed = own == NULL || own->places == POOL_NONE};
    const frame *f = frame_at(w, npc_at(w, slot)->now.top);
    switch ((enum request_from)what->from) {
    case FROM_TARGET:
        return ask_one(w, &q, still_there(w, f->target, f->target_spawn), f->target);
    case FROM_AREA:
        return ask_areas(w, &q);
    case FROM_PATH: {
        uint32_t count = 0;
        return bsl_target_gather_path(w, slot, what->path, &count) ? ask_found(w, &q, count)
                                                                   : ASKING_NO_MEMORY;
    }
    case FROM_ANYONE:
    case FROM_TAGGED:
        break;
    }
    return ask_anyone(w, &q);
}
