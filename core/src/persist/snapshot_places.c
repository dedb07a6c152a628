/* What a save says of offers and of the places that NPCs have there (S61 to S64), and how that is
 * put into a world. If the content has changed, a place vanishes whose offer is gone, or has
 * another sequence, and everything above the request with it. */
#include "decide/activity.h"
#include "persist/snapshot_fields.h"
#include "together/place.h"
#include "world/rows.h"

/* ---- Names ---- */

static void write_names(archive *a) {
    const bustle_content *c = a->world->content;
    put_number(a->out, count_of(c, BUSTLE_KIND_OFFER));
    for (uint32_t i = 0; i < count_of(c, BUSTLE_KIND_OFFER); i++) {
        bsl_put_text(a->out, bustle_content_name(c, BUSTLE_KIND_OFFER, i));
    }
}

static void read_names(archive *a) {
    loading *l = a->load;
    saved_names *s = &l->names;
    const char *last = NULL;
    s->offer_name_count = bsl_get_count(&l->in, 1);
    s->offer_names = bsl_snapshot_take(l, s->offer_name_count, sizeof *s->offer_names);
    for (uint32_t i = 0; !failed(l) && i < s->offer_name_count; i++) {
        saved_name *n = &s->offer_names[i];
        n->name = bsl_snapshot_get_name(l, &last);
        n->id = bsl_snapshot_find_name(l, BUSTLE_KIND_OFFER, n->name, GONE_OFFER);
    }
}

/* ---- Offers ---- */

/* `owner`: of all roles, then of all definitions. */
VISITOR void visit_offer(archive *a, saved_offer *o) {
    const saved_names *s = a->names;
    uint16_t undo = o->undo;
    field_index(a, &o->owner, s->role_count + s->definition_count, "an offer is nobody's");
    field_index(a, &o->name, s->offer_name_count, "an offer has no name");
    field_index(a, &o->sequence, s->sequence_count, "a sequence is none");
    field_optional_id(a, &undo, s->sequence_count, "a sequence is none");
    o->undo = undo;
}

void bsl_snapshot_write_offers(archive *a) {
    const bustle_content *c = a->world->content;
    if (!a->world->has_offers) {
        return;
    }
    write_names(a);
    put_number(a->out, c->offer_count);
    for (uint32_t i = 0; i < c->offer_count; i++) {
        const offer *o = &c->offers[i];
        saved_offer s = {.owner = o->of_role ? o->owner : count_of(c, BUSTLE_KIND_ROLE) + o->owner,
            .name = o->name,
            .sequence = o->sequence,
            .undo = o->undo};
        visit_offer(a, &s);
    }
}

/* The offer of that name in the content; BUSTLE_NONE: its owner has none. */
static uint32_t find_offer(const bustle_content *c, bool of_role, uint32_t owner, uint32_t name) {
    for (uint32_t i = 0; i < c->offer_count; i++) {
        const offer *o = &c->offers[i];
        if ((o->of_role != 0) == of_role && o->owner == owner && o->name == name) {
            return i;
        }
    }
    return BUSTLE_NONE;
}

/* Where it leads to in the content. */
static void find_now(loading *l, saved_offer *o) {
    const saved_names *s = &l->names;
    const bustle_content *c = l->world->content;
    const bool of_role = o->owner < s->role_count;
    const uint32_t owner =
        of_role ? s->roles[o->owner].id : s->definitions[o->owner - s->role_count].id;
    const uint32_t name = s->offer_names[o->name].id;
    o->id = owner == BUSTLE_NONE || name == BUSTLE_NONE ? BUSTLE_NONE
                                                        : find_offer(c, of_role, owner, name);
    if (o->id != BUSTLE_NONE && c->offers[o->id].sequence != s->sequences[o->sequence].id) {
        o->id = BUSTLE_NONE;
    }
}

void bsl_snapshot_read_offers(archive *a) {
    loading *l = a->load;
    saved_names *s = &l->names;
    if (!l->sectioned || l->in.at == l->in.end) {
        return; /* there were none */
    }
    read_names(a);
    s->offer_count = bsl_get_count(&l->in, 4);
    s->offers = bsl_snapshot_take(l, s->offer_count, sizeof *s->offers);
    for (uint32_t i = 0; !failed(l) && i < s->offer_count; i++) {
        visit_offer(a, &s->offers[i]);
        if (!failed(l)) {
            find_now(l, &s->offers[i]);
        }
    }
}

/* ---- Places ---- */

static const uint32_t place_flags[] = {PLACE_HELD, PLACE_UNDONE, PLACE_REVOKED};

VISITOR void visit_place(archive *a, saved_place *p) {
    uint32_t flags = p->row.flags;
    uint16_t by = p->row.offer;
    field_id(a, &by, a->names->offer_count, "an offer is none");
    field_entity(a, &p->row.provider, &p->row.provider_spawn);
    field_flags(a, &flags, place_flags, COUNT_OF(place_flags), "a place is of no kind");
    field_u32(a, &p->undo);
    if (!writes(a)) {
        p->row.offer = by;
        p->row.flags = (uint16_t)flags;
    }
}

/* Which of those to be undone it is, from 1; 0: none. */
static uint32_t undo_number(const bustle_world *w, const npc *self, uint32_t index) {
    uint32_t number = 1;
    uint32_t i = ties_of(w, &self->e)->undoing;
    while (i != POOL_NONE && i != index) {
        i = place_at(w, i)->next_undo;
        number++;
    }
    return i == POOL_NONE ? 0 : number;
}

uint32_t bsl_snapshot_place_number(const bustle_world *w, uint32_t index) {
    uint32_t number = 1;
    const entity *e = entity_at(w, place_at(w, index)->slot);
    for (uint32_t i = ties_of(w, e)->places; i != index; i = place_at(w, i)->next) {
        number++;
    }
    return number;
}

static void write_places_of(archive *a, const npc *self) {
    const bustle_world *w = a->world;
    archive out = writing(a);
    put_number(a->out, bsl_place_count(w, self));
    for (uint32_t i = ties_of(w, &self->e)->places; i != POOL_NONE; i = place_at(w, i)->next) {
        saved_place p = {.row = *place_at(w, i), .undo = undo_number(w, self, i)};
        visit_place(&out, &p);
    }
}

/* Nothing where the content has no offers. */
void bsl_snapshot_write_places(archive *a) {
    const bustle_world *w = a->world;
    if (!w->has_offers) {
        return;
    }
    put_number(a->out, w->adopts);
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        const entity *e = entity_at(w, slot);
        if (e->spawn != 0 && definition_of(w, e)->npc) {
            write_places_of(a, npc_at(w, slot));
        }
    }
}

/* What comes before those of NPCs, which are read with the entities. */
void bsl_snapshot_read_adopts(archive *a) {
    if (a->load->sectioned && a->names->offer_name_count > 0) {
        field_u64(a, &a->world->adopts);
    }
}

void bsl_snapshot_read_places(archive *a, saved_npc *n) {
    loading *l = a->load;
    if (l->names.offer_name_count == 0 || !bsl_snapshot_enter_section(l, SECTION_PLACES)) {
        return;
    }
    n->place_count = bsl_get_count(&l->in, 4);
    n->places = bsl_snapshot_take(l, n->place_count, sizeof *n->places);
    for (uint32_t i = 0; !failed(l) && i < n->place_count; i++) {
        saved_place *p = &n->places[i];
        visit_place(a, p);
        p->index = POOL_NONE;
        const bool revoked = (p->row.flags & PLACE_REVOKED) != 0;
        if (p->row.provider == NOBODY || (revoked && (p->row.flags & PLACE_HELD) == 0)) {
            bsl_reader_fail(&l->in, "a place is at nobody, or not held");
        }
    }
    bsl_snapshot_leave_section(l, SECTION_PLACES);
}

/* ---- On stacks ---- */

static const saved_offer *offer_at(const loading *l, const saved_place *p) {
    return &l->names.offers[p->row.offer];
}

/* A frame of a place, in its sequence. */
static bool match_frame(const loading *l, const saved_npc *n, saved_frame *f) {
    if (f->place > n->place_count || f->in_scene != 0) {
        return false;
    }
    f->holds = &n->places[f->place - 1];
    if (f->holds->found || offer_at(l, f->holds)->sequence != l->names.nodes[f->node].sequence) {
        return false;
    }
    f->holds->found = true;
    return true;
}

/* Above a node that asks there is what it was offered, or a fallback instead. */
static bool match_stack(const loading *l, const saved_npc *n, const saved_activity *s) {
    bool asks = false;
    for (uint32_t i = 0; i < s->depth; i++) {
        saved_frame *f = &s->frames[i];
        const bool holds = f->place != 0;
        if ((i > 0 && holds && !asks) || (asks && !holds && !f->fallback) ||
            (holds && !match_frame(l, n, f))) {
            return false;
        }
        asks = l->names.nodes[f->node].kind == BUSTLE_NODE_REQUEST;
    }
    return true;
}

/* The place that is the n-th to be undone; NULL: there is none, or there are two. */
static saved_place *nth_to_undo(const saved_npc *n, uint32_t number) {
    saved_place *found = NULL;
    for (uint32_t i = 0; i < n->place_count; i++) {
        if (n->places[i].undo == number) {
            if (found != NULL) {
                return NULL;
            }
            found = &n->places[i];
        }
    }
    return found;
}

/* What is undone is what the activity on top performs; its number is 1. */
static bool match_undo(const loading *l, const saved_npc *n) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < n->place_count; i++) {
        count += n->places[i].undo != 0;
        if (!n->places[i].found && n->places[i].undo == 0) {
            return false;
        }
    }
    for (uint32_t i = 1; i <= count; i++) {
        const saved_place *p = nth_to_undo(n, i);
        if (p == NULL || offer_at(l, p)->undo == NONE16) {
            return false;
        }
    }
    const saved_activity *top =
        n->activity_count == 0 ? NULL : &n->activities[n->activity_count - 1];
    if (count == 0 || top == NULL || !top->undo) {
        return count == 0 && (top == NULL || !top->undo);
    }
    return l->names.nodes[top->frames[0].node].sequence == offer_at(l, nth_to_undo(n, 1))->undo;
}

bool bsl_snapshot_match_places(loading *l, const saved_npc *n) {
    bool good = true;
    for (uint32_t i = 0; i < n->activity_count && good; i++) {
        good = match_stack(l, n, &n->activities[i]);
    }
    return (good && match_undo(l, n)) ||
        bsl_reader_fail(&l->in, "places disagree with what their NPC does");
}

/* ---- Putting them into a world ---- */

/* Whether the entity is not loaded, because its definition is gone. */
static bool is_left_out(const loading *l, uint32_t slot) {
    const uint32_t occupant = l->occupants[slot];
    return occupant != 0 && (occupant - 1) % 2 == 0 &&
        l->names.definitions[(occupant - 1) / 2].id == BUSTLE_NONE;
}

static void list_to_undo(bustle_world *w, uint32_t index) {
    holding *h = place_at(w, index);
    uint32_t *link = &ties_of(w, entity_at(w, h->slot))->undoing;
    while (*link != POOL_NONE) {
        link = &place_at(w, *link)->next_undo;
    }
    *link = index;
    h->flags |= PLACE_TO_UNDO;
}

/* In the order in which they are to be undone. One that nothing undoes any more counts as undone.
 */
static void apply_undoing(loading *l, const saved_npc *n) {
    bustle_world *w = l->world;
    for (uint32_t i = 1; i <= n->place_count; i++) {
        const saved_place *p = nth_to_undo(n, i);
        if (p == NULL || p->index == POOL_NONE) {
            continue;
        }
        holding *h = place_at(w, p->index);
        if (offer_of(w, h)->undo == NONE16) {
            h->flags |= PLACE_UNDONE;
        } else {
            list_to_undo(w, p->index);
        }
    }
}

bool bsl_snapshot_apply_places(loading *l, uint32_t slot, const saved_npc *n) {
    bustle_world *w = l->world;
    if (n->place_count == 0) {
        return true;
    }
    if (!pool_reserve(&w->places, &w->kept, n->place_count)) {
        return bsl_snapshot_no_memory(l);
    }
    for (uint32_t i = 0; i < n->place_count; i++) {
        saved_place *p = &n->places[i];
        const saved_offer *o = offer_at(l, p);
        if (o->id == BUSTLE_NONE || is_left_out(l, p->row.provider)) {
            bsl_snapshot_note_change(
                l, LOST_PLACE, slot, entity_at(w, slot)->spawn, l->names.offer_names[o->name].name);
            continue;
        }
        p->row.offer = (uint16_t)o->id;
        p->index = bsl_place_restore(w, slot, &p->row);
    }
    apply_undoing(l, n);
    return !failed(l);
}

bool bsl_snapshot_keeps_place(const saved_frame *s) {
    return s->holds == NULL || s->holds->index != POOL_NONE;
}

void bsl_snapshot_attach_place(loading *l, uint32_t index, const saved_frame *s) {
    if (s->holds != NULL) {
        const activity on = {.top = index};
        bsl_place_attach(l->world, &on, s->holds->index);
    }
}

/* ---- What undoes something ---- */

/* The first place to be undone; POOL_NONE: there is none, or nothing is offered any more. */
static uint32_t first_to_undo(const bustle_world *w, uint32_t slot) {
    return w->has_offers ? ties_of(w, entity_at(w, slot))->undoing : POOL_NONE;
}

bool bsl_snapshot_goes_on_undoing(const loading *l, uint32_t slot, const saved_npc *n) {
    const bustle_world *w = l->world;
    const uint32_t first = first_to_undo(w, slot);
    const saved_place *was = nth_to_undo(n, 1);
    const uint32_t undo = first == POOL_NONE ? NONE16 : offer_of(w, place_at(w, first))->undo;
    return first != POOL_NONE && was != NULL && was->index == first &&
        undo ==
        l->names
            .sequences[l->names.nodes[n->activities[n->activity_count - 1].frames[0].node].sequence]
            .id;
}

void bsl_snapshot_begin_undoing(loading *l, uint32_t slot, uint32_t *top) {
    bustle_world *w = l->world;
    const uint32_t first = first_to_undo(w, slot);
    if (first != POOL_NONE) {
        const holding *h = place_at(w, first);
        bsl_frame_push(w, top, offer_of(w, h)->undo, h->provider, h->provider_spawn);
    }
}

void bsl_snapshot_forget_places(loading *l, const saved_npc *n) {
    bustle_world *w = l->world;
    for (uint32_t i = 0; i < n->place_count; i++) {
        const uint32_t index = n->places[i].index;
        if (index != POOL_NONE && place_at(w, index)->frame == POOL_NONE &&
            (place_at(w, index)->flags & PLACE_TO_UNDO) == 0) {
            place_at(w, index)->flags = 0; /* nobody counts it yet */
            bsl_place_free(w, index);
        }
    }
}

/* ---- When everyone is there ---- */

/* Whether an entity may have an offer that somebody holds a place at. */
static bool may_offer(const bustle_world *w, const entity *e, const offer *o) {
    return o->of_role ? definition_of(w, e)->npc != 0 : e->definition == o->owner;
}

static bool settle_place(loading *l, uint32_t index) {
    bustle_world *w = l->world;
    const holding *h = place_at(w, index);
    if ((h->flags & PLACE_HELD) == 0) {
        return true;
    }
    const entity *e = still_there(w, h->provider, h->provider_spawn);
    if (e == NULL || h->provider == h->slot || !may_offer(w, e, offer_of(w, h))) {
        return bsl_reader_fail(&l->in, "a place is at nobody");
    }
    bsl_place_count_in(w, index);
    return true;
}

bool bsl_snapshot_settle_places(loading *l) {
    bustle_world *w = l->world;
    const uint32_t slots = w->has_offers ? w->page_count << PAGE_SHIFT : 0;
    for (uint32_t slot = 0; slot < slots; slot++) {
        const entity *e = entity_at(w, slot);
        if (e->spawn == 0 || !definition_of(w, e)->npc) {
            continue;
        }
        for (uint32_t i = ties_of(w, e)->places; i != POOL_NONE; i = place_at(w, i)->next) {
            if (!settle_place(l, i)) {
                return false;
            }
        }
    }
    if (w->adopts < w->places_held) {
        return bsl_reader_fail(&l->in, "more places are held than were taken");
    }
    w->drops = w->adopts - w->places_held;
    return true;
}
