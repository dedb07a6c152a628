/* What the game may ask about offers and places, and do about them: who offers what, who holds it,
 * making an NPC take an offer, revoking one (S61, S64). */
#include "decide/activity.h"
#include "decide/control.h"
#include "decide/interruption.h"
#include "decide/turn.h"
#include "together/place.h"
#include "world/world.h"

/* ---- What an entity offers ---- */

bustle_status bustle_entity_offers(const bustle_world *w, bustle_entity handle,
    bustle_offering *offerings, size_t capacity, size_t *count) {
    if (w == NULL || count == NULL || (offerings == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const uint32_t slot = bsl_entity_slot(w, handle);
    if (slot == NOBODY) {
        return BUSTLE_STALE;
    }
    const entity *e = entity_at(w, slot);
    uint32_t listed = 0;
    const uint32_t *ids = bsl_offer_list(w, e, &listed);
    for (uint32_t i = 0; i < listed && i < capacity; i++) {
        const offer *o = &w->content->offers[ids[i]];
        offerings[i] = (bustle_offering){.offer = o->name,
            .sequence = o->sequence,
            .holders = o->holders,
            .taken = bsl_place_taken(w, e, o->name)};
    }
    *count = listed;
    return BUSTLE_OK;
}

/* The order of the list is of no consequence otherwise. */
bustle_status bustle_entity_holders(const bustle_world *w, bustle_entity handle, bustle_id name,
    bustle_entity *npcs, size_t capacity, size_t *count) {
    if (w == NULL || count == NULL || (npcs == NULL && capacity > 0) ||
        (name != BUSTLE_NONE && !has_id(w->content, BUSTLE_KIND_OFFER, name))) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const uint32_t slot = bsl_entity_slot(w, handle);
    if (slot == NOBODY) {
        return BUSTLE_STALE;
    }
    *count = 0;
    if (!w->has_offers) {
        return BUSTLE_OK;
    }
    const entity *e = entity_at(w, slot);
    uint32_t last = NOBODY;
    bsl_place_sort_holders(w, e);
    for (uint32_t i = ties_of(w, e)->holders; i != POOL_NONE; i = place_at(w, i)->next_holder) {
        const holding *h = place_at(w, i);
        if (h->slot == last || (name != BUSTLE_NONE && offer_of(w, h)->name != name)) {
            continue;
        }
        last = h->slot;
        if (*count < capacity) {
            npcs[*count] = handle_of(h->slot, entity_at(w, h->slot)->spawn);
        }
        (*count)++;
    }
    return BUSTLE_OK;
}

bustle_status bustle_entity_revoke(
    bustle_world *w, bustle_entity handle, bustle_id name, uint32_t *count) {
    uint32_t slot = NOBODY;
    if (w == NULL || !has_id(w->content, BUSTLE_KIND_OFFER, name)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_to_change(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const uint32_t revoked = bsl_offer_revoke(w, slot, name);
    if (count != NULL) {
        *count = revoked;
    }
    return BUSTLE_OK;
}

/* ---- What an NPC holds ---- */

/* As the game counts activities: 0 is the lowest. */
static uint32_t activity_number(const bustle_world *w, const holding *h) {
    uint32_t level = 0;
    uint32_t number = 0;
    const activity *a = bsl_place_activity(w, h, &level);
    if (a == NULL) {
        return BUSTLE_NONE;
    }
    for (a = next_below(w, a); a != NULL; a = next_below(w, a)) {
        number++;
    }
    return number;
}

static bustle_place describe(const bustle_world *w, const holding *h) {
    const bool there = still_there(w, h->provider, h->provider_spawn) != NULL;
    return (bustle_place){.offer = offer_of(w, h)->name,
        .sequence = offer_of(w, h)->sequence,
        .provider = there ? handle_of(h->provider, h->provider_spawn) : 0,
        .activity = activity_number(w, h),
        .held = (h->flags & PLACE_HELD) != 0,
        .undone = (h->flags & (PLACE_TO_UNDO | PLACE_UNDONE)) != 0,
        .revoked = (h->flags & PLACE_REVOKED) != 0};
}

bustle_status bustle_npc_places(const bustle_world *w, bustle_entity handle, bustle_place *places,
    size_t capacity, size_t *count) {
    uint32_t slot = NOBODY;
    if (w == NULL || count == NULL || (places == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_npc(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    *count = 0;
    for (uint32_t i = w->has_offers ? ties_of(w, entity_at(w, slot))->places : POOL_NONE;
         i != POOL_NONE; i = place_at(w, i)->next) {
        if (*count < capacity) {
            places[*count] = describe(w, place_at(w, i));
        }
        (*count)++;
    }
    return BUSTLE_OK;
}

/* ---- Making it take one (S64) ---- */

static bustle_status judge(
    bustle_world *w, uint32_t slot, uint32_t provider, const offer *o, int32_t priority) {
    const npc *self = npc_at(w, slot);
    if (slot == provider) {
        return BUSTLE_BAD_ARGUMENT;
    }
    if ((self->e.flags & NPC_HELD) != 0) {
        return BUSTLE_HELD;
    }
    if ((self->e.flags & NPC_HALTED) != 0) {
        return BUSTLE_HALTED;
    }
    if (!bsl_interruption_may_respond(w, self, priority)) {
        return BUSTLE_REFUSED;
    }
    const bustle_verdict verdict =
        o == NULL ? BUSTLE_VERDICT_NOT_OFFERED : bsl_offer_judge(w, slot, provider, o);
    if (verdict == BUSTLE_VERDICT_FULL) {
        return BUSTLE_FULL;
    }
    return verdict == BUSTLE_VERDICT_OPEN ? BUSTLE_OK : BUSTLE_NO_OFFER;
}

/* The place is taken before what other places need is undone. */
static void take(
    bustle_world *w, uint32_t slot, uint32_t provider, const offer *o, int32_t priority) {
    const responding r = {
        o->sequence, priority, NONE16, provider, entity_at(w, provider)->spawn, LEAVING_UNDONE};
    bsl_interruption_respond(w, slot, &r);
    const uint32_t index = bsl_place_take(w, slot, provider, (uint32_t)(o - w->content->offers));
    bsl_place_attach(w, &npc_at(w, slot)->now, index);
    bsl_undo_lay(w, slot);
    bsl_turn_queue(w, slot, false);
    bsl_control_finish(w, slot);
}

bustle_status bustle_npc_request(bustle_world *w, bustle_entity npc_handle, bustle_id name,
    bustle_entity provider_handle, int32_t priority) {
    uint32_t slot = NOBODY;
    if (w == NULL || !has_id(w->content, BUSTLE_KIND_OFFER, name) || priority < INT16_MIN ||
        priority > INT16_MAX) {
        return BUSTLE_BAD_ARGUMENT;
    }
    bustle_status status = bsl_control_prepare(w, npc_handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const uint32_t provider = bsl_entity_slot(w, provider_handle);
    if (provider == NOBODY) {
        return BUSTLE_STALE;
    }
    const offer *o = bsl_offer_find(w, entity_at(w, provider), name);
    status = judge(w, slot, provider, o, priority);
    if (status == BUSTLE_OK) {
        take(w, slot, provider, o, priority);
    }
    return status;
}
