/* What entities offer: finding it, revoking it, and what becomes of places that are revoked, whose
 * provider leaves, or whose `while` turns false (S61, S64). Whoever revokes only marks places: each
 * NPC deals with its own on its turn. */
#include "decide/action.h"
#include "decide/activity.h"
#include "decide/operations.h"
#include "decide/recovery.h"
#include "decide/turn.h"
#include "decide/wait.h"
#include "observe/trace.h"
#include "together/place.h"
#include "together/scene.h"
#include "world/world.h"

/* ---- Offers ---- */

const uint32_t *bsl_offer_list(const bustle_world *w, const entity *e, uint32_t *count) {
    const definition *d = definition_of(w, e);
    const persona *p = d->npc ? persona_of(w, (const npc *)(const void *)e) : NULL;
    *count = p == NULL ? d->offer_count : p->offer_count;
    return w->content->ids + (p == NULL ? d->offers_at : p->offers_at);
}

const offer *bsl_offer_find(const bustle_world *w, const entity *e, uint32_t name) {
    uint32_t count = 0;
    const uint32_t *ids = bsl_offer_list(w, e, &count);
    for (uint32_t i = 0; i < count; i++) {
        const offer *o = &w->content->offers[ids[i]];
        if (o->name == name) {
            return o;
        }
    }
    return NULL;
}

bool bsl_offer_suits(const bustle_world *w, const offer *o, const npc *self) {
    const uint32_t bit = self->e.definition;
    return (w->content->ids[o->needs_at + bit / 32] >> bit % 32 & 1) != 0;
}

static bool holds(bustle_world *w, const code *condition, uint32_t slot, uint32_t provider) {
    if (condition->form == CODE_EMPTY) {
        return true;
    }
    const parties s = {.self = npc_at(w, slot),
        .target = entity_at(w, provider),
        .self_slot = slot,
        .target_slot = provider,
        .action = BUSTLE_NONE,
        .testing = true};
    return bsl_condition_holds(w, condition, &s);
}

bustle_verdict bsl_offer_judge(bustle_world *w, uint32_t slot, uint32_t provider, const offer *o) {
    const npc *self = npc_at(w, slot);
    if (bsl_place_holds(w, self, provider, o->name)) {
        return BUSTLE_VERDICT_HOLDS;
    }
    if (!bsl_offer_suits(w, o, self)) {
        return BUSTLE_VERDICT_LACKS;
    }
    if (!holds(w, &o->when, slot, provider)) {
        return BUSTLE_VERDICT_OFFER;
    }
    if (!holds(w, &o->during, slot, provider)) {
        return BUSTLE_VERDICT_WHILE;
    }
    return o->holders == 0 || bsl_place_taken(w, entity_at(w, provider), o->name) < o->holders
        ? BUSTLE_VERDICT_OPEN
        : BUSTLE_VERDICT_FULL;
}

/* ---- Revoking ---- */

/* S49: it joins the deciders, also on its own turn. */
static void call(bustle_world *w, uint32_t slot) {
    if ((entity_at(w, slot)->flags & (NPC_HELD | NPC_HALTED)) == 0) {
        bsl_turn_queue(w, slot, true);
    }
}

uint32_t bsl_offer_revoke(bustle_world *w, uint32_t provider, uint32_t name) {
    uint32_t count = 0;
    const entity *e = entity_at(w, provider);
    bsl_place_sort_holders(w, e);
    for (uint32_t i = ties_of(w, e)->holders; i != POOL_NONE; i = place_at(w, i)->next_holder) {
        holding *h = place_at(w, i);
        if (offer_of(w, h)->name == name) {
            h->flags |= PLACE_REVOKED;
            call(w, h->slot);
            count++;
        }
    }
    return count;
}

/* The node that asked for the sequence at a level fails, or, where none did, the sequence. */
static void fail_call(activity *a, uint32_t level) {
    if (level > 1) {
        bsl_recovery_keep_in(a, (uint8_t)(level - 1), BUSTLE_CAUSE_REVOKED, FAIL_ABOVE);
    } else {
        bsl_recovery_keep_in(a, (uint8_t)level, BUSTLE_CAUSE_REVOKED, FAIL_SEQUENCE);
    }
}

/* What the running activity does, which is about to fail. */
static void stop_running(bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    if ((self->now.flags & ACTIVITY_INTERRUPTED) != 0) {
        return;
    }
    frame *f = frame_at(w, self->now.top);
    if ((self->e.flags & NPC_ACTING) != 0) {
        bsl_action_stop(w, slot, BUSTLE_STOP_CANCELLED, false, false);
        frame_set_state(f, BUSTLE_PROCESSING);
    } else if ((self->e.flags & NPC_AWAITS) != 0) {
        bsl_part_give_up_waiting(w, f);
        bsl_wait_stop(w, slot, BUSTLE_STOP_FAILED);
    }
}

/* The first of an NPC's places that is revoked; POOL_NONE. */
static uint32_t first_revoked(const bustle_world *w, const npc *self) {
    uint32_t i = ties_of(w, &self->e)->places;
    while (i != POOL_NONE && (place_at(w, i)->flags & PLACE_REVOKED) == 0) {
        i = place_at(w, i)->next;
    }
    return i;
}

void bsl_offer_attend(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    uint32_t i = first_revoked(w, self);
    for (uint32_t next = POOL_NONE; i != POOL_NONE; i = next) {
        next = place_at(w, i)->next;
        if ((place_at(w, i)->flags & PLACE_REVOKED) == 0) {
            continue;
        }
        uint32_t level = 0;
        activity *a = (place_at(w, i)->flags & PLACE_TO_UNDO) != 0
            ? NULL
            : bsl_place_activity(w, place_at(w, i), &level);
        if (a == &self->now) {
            stop_running(w, slot);
        }
        bsl_place_give_back(w, i, BUSTLE_DROP_REVOKED, false);
        if (a != NULL) {
            fail_call(a, level);
        }
    }
}

/* ---- A provider leaves ---- */

bool bsl_offer_runs_at(const bustle_world *w, const npc *self, uint32_t provider) {
    uint32_t level = 0;
    for (uint32_t i = ties_of(w, &self->e)->places; i != POOL_NONE; i = place_at(w, i)->next) {
        const holding *h = place_at(w, i);
        if ((h->flags & (PLACE_HELD | PLACE_TO_UNDO)) == PLACE_HELD && h->provider == provider &&
            bsl_place_activity(w, h, &level) == &self->now) {
            return true;
        }
    }
    return false;
}

bool bsl_offer_provider_leaves(bustle_world *w, uint32_t slot, uint32_t leaving) {
    const npc *self = npc_at(w, slot);
    bool lost = false;
    for (uint32_t i = ties_of(w, &self->e)->places; i != POOL_NONE; i = place_at(w, i)->next) {
        const holding *h = place_at(w, i);
        if ((h->flags & PLACE_HELD) == 0 || h->provider != leaving) {
            continue;
        }
        uint32_t level = 0;
        activity *a = (h->flags & PLACE_TO_UNDO) != 0 ? NULL : bsl_place_activity(w, h, &level);
        bsl_place_give_back(w, i, BUSTLE_DROP_LEFT, true);
        lost = true;
        if (a != NULL) {
            fail_call(a, level);
        }
    }
    return lost;
}

/* ---- While (S64) ---- */

#define DEPTH_LIMIT 255

typedef struct called { /* a sequence on a stack, and the node that runs it */
    const frame *frame;
    const frame *caller; /* NULL: the lowest */
} called;

static parties about(bustle_world *w, uint32_t slot, uint32_t target, uint32_t target_spawn) {
    entity *e = still_there(w, target, target_spawn);
    return (parties){.self = npc_at(w, slot),
        .target = e,
        .self_slot = slot,
        .target_slot = e == NULL ? NOBODY : target,
        .action = BUSTLE_NONE,
        .testing = true};
}

/* Which one is false; NONE16: the node's; BUSTLE_NONE: none is. */
static uint32_t false_while(bustle_world *w, uint32_t slot, const called *c) {
    const holding *h =
        (c->frame->where & FRAME_HOLDS) == 0 ? NULL : place_at(w, place_record(w, c->frame));
    const bool nested = c->caller != NULL && (c->frame->where & FRAME_FALLBACK) == 0;
    const uint16_t during = nested ? w->content->nodes[frame_node(c->caller)].during : NONE16;
    if (during != NONE16) {
        const parties s = h != NULL ? about(w, slot, h->provider, h->provider_spawn)
                                    : about(w, slot, c->caller->target, c->caller->target_spawn);
        if (!bsl_condition_holds(w, &w->content->whiles[during], &s)) {
            return NONE16;
        }
    }
    if (h != NULL && offer_of(w, h)->during.form != CODE_EMPTY) {
        const parties s = about(w, slot, h->provider, h->provider_spawn);
        if (!bsl_condition_holds(w, &offer_of(w, h)->during, &s)) {
            return offer_of(w, h)->name;
        }
    }
    return BUSTLE_NONE;
}

bool bsl_offer_whiles_hold(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    uint32_t frames[DEPTH_LIMIT + 1];
    uint32_t depth = 0;
    for (uint32_t i = self->now.top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
        frames[depth++] = i;
    }
    for (uint32_t level = 1; level <= depth; level++) {
        const uint32_t at = depth - level;
        const called c = {frame_at(w, frames[at]), level == 1 ? NULL : frame_at(w, frames[at + 1])};
        const uint32_t which = false_while(w, slot, &c);
        if (which == BUSTLE_NONE) {
            continue;
        }
        if (traced(w)) {
            bsl_trace_while(
                w, slot, frames[level == 1 ? at : at + 1], which == NONE16 ? BUSTLE_NONE : which);
        }
        stop_running(w, slot);
        bsl_place_let_go(w, c.frame, BUSTLE_DROP_REVOKED);
        fail_call(&self->now, level);
        return false;
    }
    return true;
}
