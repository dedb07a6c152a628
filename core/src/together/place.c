/* Places at offers: taking, giving back, taking again (S63). Each is taken and given back with the
 * effects and the event that tell it, so that there are as many drops as adopts.
 *
 * Data structures: a pool of records. A record is in the list of its NPC, in the order in which the
 * places were taken; while it is held also in that of its provider, and counted there by the name
 * of the offer; while its sequence is on a stack, between its frame and the one below. */
#include "together/place.h"
#include "decide/activity.h"
#include "decide/operations.h"
#include "observe/event.h"
#include "observe/trace.h"
#include "together/encounter.h"
#include "world/order.h"
#include "world/world.h"

#include <stddef.h>

/* Each step can take a place, and what it has taken may go in the same turn. A place that an NPC
 * has can be given back, taken again and given back once more. Whatever comes on top may bring an
 * undo with it, an activity and a frame. In a call one is taken, in a removal each is given back.
 */
void bsl_place_needs(const bustle_world *w, needs *sum) {
    if (!w->has_offers) {
        return;
    }
    const uint32_t steps = (uint32_t)w->def.step_limit;
    const uint32_t limit = (uint32_t)w->def.activity_limit;
    const uint32_t once[WORKS] = {[WORK_TURN] = 2 * steps, [WORK_CALL] = 1};
    const uint32_t each[WORKS] = {[WORK_TURN] = 3, [WORK_CALL] = 1, [WORK_REMOVAL] = 1};
    for (int work = 0; work < WORKS; work++) {
        need *n = sum->of[work];
        n[STORE_EVENTS].once += once[work] * (1 + w->offer_limit);
        n[STORE_QUEUED].once += once[work] * w->raise_limit;
        n[STORE_SHOUTS].once += once[work] * w->shout_limit;
        n[STORE_LINKS].once += once[work] * w->link_limit;
        n[STORE_LETTERS].once += once[work] * w->send_limit;
        n[STORE_EVENTS].each += each[work] * (1 + w->offer_limit);
        n[STORE_QUEUED].each += each[work] * w->raise_limit;
        n[STORE_SHOUTS].each += each[work] * w->shout_limit;
        n[STORE_LINKS].each += each[work] * w->link_limit;
        n[STORE_LETTERS].each += each[work] * w->send_limit;
    }
    const enum work laying[] = {WORK_TURN, WORK_CALL};
    for (size_t i = 0; i < sizeof laying / sizeof *laying; i++) {
        need *n = sum->of[laying[i]];
        n[STORE_FRAMES].once += limit;
        n[STORE_ACTIVITIES].once += limit;
        n[STORE_FRAMES].each++;
        n[STORE_ACTIVITIES].each++;
        n[STORE_ANSWERS].each++;
    }
    sum->of[WORK_TURN][STORE_PLACES].once += steps;
    sum->of[WORK_TURN][STORE_ENCOUNTERS].once +=
        steps < ENCOUNTERS_OF_SCENES ? steps : ENCOUNTERS_OF_SCENES;
    sum->of[WORK_TURN][STORE_EVENTS].once += (uint32_t)w->def.depth_limit;
    sum->of[WORK_CALL][STORE_PLACES].once++;
    sum->of[WORK_CALL][STORE_EVENTS].once += w->content->function_count;
}

/* ---- Lists ---- */

static const ties *ties_of_npc(const bustle_world *w, const npc *self) {
    return ties_of(w, &self->e);
}

uint32_t bsl_place_count(const bustle_world *w, const npc *self) {
    uint32_t count = 0;
    for (uint32_t i = ties_of_npc(w, self)->places; i != POOL_NONE; i = place_at(w, i)->next) {
        count++;
    }
    return count;
}

uint32_t bsl_place_holders(const bustle_world *w, const entity *e) {
    uint32_t count = 0;
    for (uint32_t i = ties_of(w, e)->holders; i != POOL_NONE; i = place_at(w, i)->next_holder) {
        count++;
    }
    return count;
}

bool bsl_place_holds(const bustle_world *w, const npc *self, uint32_t provider, uint32_t name) {
    for (uint32_t i = ties_of_npc(w, self)->places; i != POOL_NONE; i = place_at(w, i)->next) {
        const holding *h = place_at(w, i);
        if ((h->flags & PLACE_HELD) != 0 && h->provider == provider &&
            offer_of(w, h)->name == name) {
            return true;
        }
    }
    return false;
}

uint32_t bsl_place_counter(const bustle_world *w, const definition *d, uint32_t name) {
    const uint32_t *names = w->content->ids + d->offer_names_at;
    uint32_t i = 0;
    while (i < d->offer_name_count && names[i] != name) {
        i++;
    }
    return i;
}

/* Where the holders of a name are counted; NULL: it can have none. */
static uint32_t *counter_of(const bustle_world *w, const entity *provider, uint32_t name) {
    const definition *d = definition_of(w, provider);
    const uint32_t i = bsl_place_counter(w, d, name);
    return i == d->offer_name_count ? NULL : ties_held(ties_of(w, provider)) + i;
}

uint32_t bsl_place_taken(const bustle_world *w, const entity *provider, uint32_t name) {
    const uint32_t *counter = counter_of(w, provider, name);
    return counter == NULL ? 0 : *counter;
}

static void link_holder(bustle_world *w, uint32_t index) {
    holding *h = place_at(w, index);
    ties *t = ties_of(w, entity_at(w, h->provider));
    h->next_holder = t->holders;
    h->previous_holder = POOL_NONE;
    if (t->holders != POOL_NONE) {
        place_at(w, t->holders)->previous_holder = index;
    }
    t->holders = index;
}

static void unlink_holder(bustle_world *w, const holding *h) {
    ties *t = ties_of(w, entity_at(w, h->provider));
    *(h->previous_holder == POOL_NONE ? &t->holders
                                      : &place_at(w, h->previous_holder)->next_holder) =
        h->next_holder;
    if (h->next_holder != POOL_NONE) {
        place_at(w, h->next_holder)->previous_holder = h->previous_holder;
    }
}

void bsl_place_sort_holders(const bustle_world *w, const entity *e) {
    const order_of of = {.records = &w->places,
        .next = offsetof(holding, next_holder),
        .previous = offsetof(holding, previous_holder),
        .slot = offsetof(holding, slot)};
    bsl_order_sort(w, &of, &ties_of(w, e)->holders);
}

/* ---- Taking and giving back ---- */

static parties parties_at(bustle_world *w, const holding *h, bool leaves) {
    return (parties){.self = npc_at(w, h->slot),
        .target = leaves ? NULL : entity_at(w, h->provider),
        .self_slot = h->slot,
        .target_slot = leaves ? NOBODY : h->provider,
        .action = BUSTLE_NONE,
        .target_leaves = leaves};
}

static void tell(bustle_world *w, bustle_event_kind kind, const holding *h, uint32_t why) {
    bsl_event_emit(
        w, kind, h->slot, handle_of(h->provider, h->provider_spawn), offer_of(w, h)->name, why);
}

void bsl_place_count_in(bustle_world *w, uint32_t index) {
    const holding *h = place_at(w, index);
    link_holder(w, index);
    (*counter_of(w, entity_at(w, h->provider), offer_of(w, h)->name))++;
    w->places_held++;
}

static void hold(bustle_world *w, uint32_t index) {
    holding *h = place_at(w, index);
    h->flags |= PLACE_HELD;
    bsl_place_count_in(w, index);
    w->adopts++;
    const parties s = parties_at(w, h, false);
    bsl_effects_apply(w, &offer_of(w, h)->adopt, &s);
    tell(w, BUSTLE_EVENT_ADOPT, h, 0);
}

uint32_t bsl_place_restore(bustle_world *w, uint32_t slot, const holding *saved) {
    const uint32_t index = pool_take(&w->places);
    *place_at(w, index) = (holding){.below = POOL_NONE,
        .frame = POOL_NONE,
        .next = POOL_NONE,
        .next_undo = POOL_NONE,
        .slot = slot,
        .provider = saved->provider,
        .provider_spawn = saved->provider_spawn,
        .offer = saved->offer,
        .flags = saved->flags};
    uint32_t *link = &ties_of(w, entity_at(w, slot))->places;
    while (*link != POOL_NONE) {
        link = &place_at(w, *link)->next;
    }
    *link = index;
    w->place_count++;
    return index;
}

uint32_t bsl_place_take(bustle_world *w, uint32_t slot, uint32_t provider, uint32_t offer_id) {
    const holding taken = {.provider = provider,
        .provider_spawn = entity_at(w, provider)->spawn,
        .offer = (uint16_t)offer_id};
    const uint32_t index = bsl_place_restore(w, slot, &taken);
    hold(w, index);
    return index;
}

void bsl_place_attach(bustle_world *w, const activity *a, uint32_t index) {
    frame *f = frame_at(w, a->top);
    holding *h = place_at(w, index);
    h->below = f->below;
    h->frame = a->top;
    f->below = index;
    f->where |= FRAME_HOLDS;
}

void bsl_place_give_back(bustle_world *w, uint32_t index, bustle_drop_reason why, bool leaves) {
    holding *h = place_at(w, index);
    if ((h->flags & PLACE_HELD) == 0) {
        return;
    }
    const parties s = parties_at(w, h, leaves);
    bsl_effects_apply(w, &offer_of(w, h)->drop, &s);
    tell(w, BUSTLE_EVENT_DROP, h, (uint32_t)why);
    h->flags &= (uint16_t) ~(PLACE_HELD | PLACE_REVOKED);
    unlink_holder(w, h);
    (*counter_of(w, entity_at(w, h->provider), offer_of(w, h)->name))--;
    w->places_held--;
    w->drops++;
}

void bsl_place_free(bustle_world *w, uint32_t index) {
    uint32_t *link = &ties_of(w, entity_at(w, place_at(w, index)->slot))->places;
    while (*link != index) {
        link = &place_at(w, *link)->next;
    }
    *link = place_at(w, index)->next;
    w->place_count--;
    pool_give(&w->places, index);
}

void bsl_place_let_go(bustle_world *w, const frame *f, bustle_drop_reason why) {
    if ((f->where & FRAME_HOLDS) == 0) {
        return;
    }
    const uint32_t index = place_record(w, f);
    if ((place_at(w, index)->flags & PLACE_TO_UNDO) == 0) {
        bsl_place_give_back(w, index, why, false);
    }
}

/* Those to be undone, too. */
void bsl_place_let_all_go(bustle_world *w, npc *self, bustle_drop_reason why) {
    ties *t = ties_of(w, &self->e);
    for (const activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
            const frame *f = frame_at(w, i);
            if ((f->where & FRAME_HOLDS) != 0) {
                bsl_place_give_back(w, place_record(w, f), why, false);
            }
        }
    }
    for (uint32_t i = t->places; i != POOL_NONE;) {
        const uint32_t next = place_at(w, i)->next;
        place_at(w, i)->flags &= (uint16_t)~PLACE_TO_UNDO;
        if (place_at(w, i)->frame == POOL_NONE) {
            bsl_place_give_back(w, i, why, false);
            bsl_place_free(w, i);
        }
        i = next;
    }
    t->undoing = POOL_NONE;
}

void bsl_place_frame_gone(bustle_world *w, uint32_t index) {
    holding *h = place_at(w, index);
    h->frame = POOL_NONE;
    if ((h->flags & PLACE_TO_UNDO) == 0) {
        bsl_place_free(w, index);
    }
}

/* ---- Going on (S63) ---- */

/* The node that asked for the place of a frame; NULL: none did. */
static const frame *asking_frame(const bustle_world *w, const frame *f) {
    const uint32_t below = bsl_frame_below(w, f);
    return below == POOL_NONE ? NULL : frame_at(w, below);
}

static bustle_verdict judge_again(bustle_world *w, uint32_t slot, const frame *f) {
    const holding *h = place_at(w, place_record(w, f));
    const offer *o = offer_of(w, h);
    const entity *provider = still_there(w, h->provider, h->provider_spawn);
    if (provider == NULL) {
        return BUSTLE_VERDICT_GONE;
    }
    if (bsl_offer_find(w, provider, o->name) == NULL) {
        return BUSTLE_VERDICT_NOT_OFFERED;
    }
    if (bsl_place_holds(w, npc_at(w, slot), h->provider, o->name)) {
        return BUSTLE_VERDICT_HOLDS;
    }
    parties s = parties_at(w, h, false);
    s.testing = true;
    const frame *asking = asking_frame(w, f);
    const uint16_t during = asking == NULL ? NONE16 : w->content->nodes[frame_node(asking)].during;
    if ((during != NONE16 && !bsl_condition_holds(w, &w->content->whiles[during], &s)) ||
        !bsl_condition_holds(w, &o->during, &s)) {
        return BUSTLE_VERDICT_WHILE;
    }
    return o->holders == 0 || bsl_place_taken(w, provider, o->name) < o->holders
        ? BUSTLE_VERDICT_OPEN
        : BUSTLE_VERDICT_FULL;
}

bool bsl_place_retake(bustle_world *w, uint32_t slot, const frame *f) {
    if ((f->where & FRAME_HOLDS) == 0) {
        return true;
    }
    const uint32_t index = place_record(w, f);
    holding *h = place_at(w, index);
    if ((h->flags & PLACE_HELD) == 0) {
        const bustle_verdict verdict = judge_again(w, slot, f);
        if (traced(w)) {
            bsl_trace_place(w, slot, h, verdict);
        }
        if (verdict != BUSTLE_VERDICT_OPEN) {
            return false;
        }
        hold(w, index);
    }
    h->flags &= (uint16_t)~PLACE_UNDONE;
    return true;
}

activity *bsl_place_activity(const bustle_world *w, const holding *h, uint32_t *level) {
    activity *a = h->frame == POOL_NONE ? NULL : &npc_at(w, h->slot)->now;
    for (; a != NULL; a = next_below(w, a)) {
        *level = bsl_stack_depth(w, a->top);
        for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
            if (i == h->frame) {
                return a;
            }
            (*level)--;
        }
    }
    return NULL;
}

/* ---- Proof ---- */

static bool is_to_be_undone(const bustle_world *w, const ties *t, uint32_t index) {
    uint32_t i = t->undoing;
    while (i != POOL_NONE && i != index) {
        i = place_at(w, i)->next_undo;
    }
    return i != POOL_NONE;
}

static bool is_sound(const bustle_world *w, const npc *self, uint32_t index) {
    const holding *h = place_at(w, index);
    const bool to_undo = (h->flags & PLACE_TO_UNDO) != 0;
    const bool held = (h->flags & PLACE_HELD) != 0;
    uint32_t level = 0;
    if (entity_at(w, h->slot) != &self->e ||
        to_undo != is_to_be_undone(w, ties_of(w, &self->e), index) ||
        (held && still_there(w, h->provider, h->provider_spawn) == NULL)) {
        return false;
    }
    if (h->frame == POOL_NONE) {
        return to_undo;
    }
    const frame *f = frame_at(w, h->frame);
    return bsl_place_activity(w, h, &level) != NULL && (f->where & FRAME_HOLDS) != 0 &&
        place_record(w, f) == index;
}

static bool counts_agree(const bustle_world *w, const entity *e, uint64_t *held) {
    const definition *d = definition_of(w, e);
    uint64_t counted = 0;
    uint32_t previous = POOL_NONE;
    uint64_t listed = 0;
    for (uint32_t i = ties_of(w, e)->holders; i != POOL_NONE; i = place_at(w, i)->next_holder) {
        const holding *h = place_at(w, i);
        if ((h->flags & PLACE_HELD) == 0 || entity_at(w, h->provider) != e ||
            h->provider_spawn != e->spawn || h->previous_holder != previous) {
            return false;
        }
        previous = i;
        listed++;
    }
    for (uint32_t k = 0; k < d->offer_name_count; k++) {
        const uint32_t name = w->content->ids[d->offer_names_at + k];
        uint32_t of_name = 0;
        for (uint32_t i = ties_of(w, e)->holders; i != POOL_NONE; i = place_at(w, i)->next_holder) {
            of_name += offer_of(w, place_at(w, i))->name == name;
        }
        if (of_name != ties_held(ties_of(w, e))[k]) {
            return false;
        }
        counted += of_name;
    }
    *held += counted;
    return counted == listed;
}

bool bsl_place_check(const bustle_world *w, const entity *e, uint64_t *held) {
    if (!counts_agree(w, e, held)) {
        return false;
    }
    if (!definition_of(w, e)->npc) {
        return true;
    }
    const npc *self = (const npc *)(const void *)e;
    uint32_t framed = 0;
    for (uint32_t i = ties_of(w, e)->places; i != POOL_NONE; i = place_at(w, i)->next) {
        if (!is_sound(w, self, i)) {
            return false;
        }
        framed += place_at(w, i)->frame != POOL_NONE;
    }
    for (const activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
            framed -= (frame_at(w, i)->where & FRAME_HOLDS) != 0;
        }
        if (is_undo(a) && (a != &self->now || ties_of(w, e)->undoing == POOL_NONE)) {
            return false;
        }
    }
    return framed == 0 && (ties_of(w, e)->undoing == POOL_NONE) == !is_undo(&self->now);
}
