/* Puts what a save says into an empty world: rows, entities, stacks, interruptions, memories, as
 * far as the content still has them. Who uses whom waits until everyone is there: snapshot_settle.c
 * settles it. */
#include "persist/snapshot.h"
#include "world/rows.h"
#include "world/space.h"

/* ---- Rows ---- */

/* Rows whose class has no definition any more go to the first class; pages are as wide as what is
 * or may come to be in them. */
static uint16_t class_now(const loading *l, uint32_t saved) {
    const uint32_t id = l->names.definitions[saved].id;
    return id == BUSTLE_NONE ? 0 : l->world->layouts[id].class;
}

/* The class that the row of a slot is free for, or taken by; NULL: of nobody any more. */
static const row_class *class_of_slot(const loading *l, const uint16_t *free_for, uint32_t slot) {
    const uint32_t occupant = l->occupants[slot];
    const uint16_t class = occupant == 0 ? free_for[slot] : class_now(l, (occupant - 1) / 2);
    return &l->world->classes[class];
}

static bool add_pages(loading *l, const uint16_t *free_for) {
    for (uint32_t first = 0; first < l->slots; first += PAGE_LENGTH) {
        uint32_t stride = 0;
        for (uint32_t i = 0; i < PAGE_LENGTH; i++) {
            const uint32_t needed = class_of_slot(l, free_for, first + i)->stride;
            stride = needed > stride ? needed : stride;
        }
        if (bsl_rows_page(l->world, stride) != BUSTLE_OK) {
            return bsl_snapshot_no_memory(l);
        }
    }
    return true;
}

static bool left_out(const loading *l, uint32_t slot) {
    const uint32_t occupant = l->occupants[slot];
    return occupant != 0 && l->names.definitions[(occupant - 1) / 2].id == BUSTLE_NONE;
}

static void put_on_free_list(bustle_world *w, uint16_t class, uint32_t slot) {
    entity_at(w, slot)->place = w->classes[class].free;
    w->classes[class].free = slot;
}

bool bsl_snapshot_apply_rows(loading *l, const uint32_t *free, const uint32_t *ends,
    const uint32_t *definitions, uint32_t class_count) {
    bustle_world *w = l->world;
    if (w->class_count == 0) {
        return true; /* nobody can be in it */
    }
    uint16_t *free_for = bsl_snapshot_take(l, l->slots, sizeof *free_for);
    for (uint32_t i = 0, k = 0; free_for != NULL && i < class_count; i++) {
        for (; k < ends[i]; k++) {
            free_for[free[k]] = class_now(l, definitions[i]);
        }
    }
    if (free_for == NULL || !add_pages(l, free_for)) {
        return false;
    }
    /* A list is made from its end: what nobody takes any more is taken last. */
    for (uint32_t slot = l->slots; slot-- > 0;) {
        if (left_out(l, slot)) {
            put_on_free_list(w, class_now(l, (l->occupants[slot] - 1) / 2), slot);
        }
    }
    for (uint32_t k = class_count == 0 ? 0 : ends[class_count - 1]; k-- > 0;) {
        put_on_free_list(w, free_for[free[k]], free[k]);
    }
    for (uint32_t slot = 0; slot < l->slots; slot++) {
        if (l->occupants[slot] != 0 && !left_out(l, slot)) {
            entity_at(w, slot)->definition =
                (uint16_t)l->names.definitions[(l->occupants[slot] - 1) / 2].id;
        }
    }
    return true;
}

/* ---- Entities ---- */

static bool apply_states(loading *l, const saved_entity *s, entity *e) {
    const bustle_world *w = l->world;
    const definition *d = definition_of(w, e);
    const saved_definition *saved = &l->names.definitions[s->definition];
    if (d->row_length > 0) {
        memcpy(states_of(w, e), w->content->initials + d->initials_at,
            d->row_length * sizeof(int32_t));
    }
    for (uint32_t i = 0; i < saved->state_count; i++) {
        const saved_key *k = &l->names.states[saved->states[i]];
        int32_t *place = k->id == BUSTLE_NONE ? NULL : state_at(w, e, k->id);
        if (place == NULL) {
            continue;
        }
        const key *now = &w->content->states[k->id];
        const bool named = bsl_snapshot_carried_value(k, now, s->totals[i], place);
        const bool renumbered = k->value_count > 0 && now->value_count > 0;
        if ((!named || (!renumbered && *place != s->totals[i])) &&
            !bsl_snapshot_note_change(l, CHANGED_VALUE, s->slot, s->row.spawn, k->name)) {
            return false;
        }
    }
    return true;
}

static bool apply_name(loading *l, const saved_entity *s) {
    bustle_world *w = l->world;
    if (s->name == NULL) {
        return true;
    }
    if (definition_of(w, entity_at(w, s->slot))->npc && bsl_rows_find_name(w, s->name) != NOBODY) {
        return bsl_reader_fail(&l->in, "two NPCs have the same name");
    }
    const size_t size = strlen(s->name) + 1;
    char *name = bsl_rows_reserve_name(w) ? bsl_heap_resize(&w->heap, NULL, 0, size) : NULL;
    if (name == NULL) {
        return bsl_snapshot_no_memory(l);
    }
    memcpy(name, s->name, size);
    bsl_rows_attach_name(w, s->slot, name);
    return true;
}

static bool apply_place(loading *l, const saved_entity *s) {
    bustle_world *w = l->world;
    const definition *d = definition_of(w, entity_at(w, s->slot));
    if (!bsl_space_reserve(w, d, 0) || !bsl_roster_reserve(w, d)) {
        return bsl_snapshot_no_memory(l);
    }
    bsl_space_enter(w, s->slot);
    if (d->position == BUSTLE_POSITION_QUERIED && s->known) {
        bsl_roster_set_asked(w, s->slot, s->asked);
    }
    return true;
}

bool bsl_snapshot_apply_entity(loading *l, const saved_entity *s) {
    bustle_world *w = l->world;
    const saved_definition *d = &l->names.definitions[s->definition];
    if (d->id == BUSTLE_NONE) {
        return bsl_snapshot_note_change(l, LEFT_OUT, NOBODY, s->row.spawn, d->name);
    }
    entity *e = entity_at(w, s->slot);
    *e = s->row;
    e->definition = (uint16_t)d->id;
    e->users = NOBODY;
    bsl_entity_init_ties(w, e);
    w->entities++;
    if (!bsl_rows_reserve_tags(w, s->slot, s->name != NULL, s->user != 0 || l->attaches)) {
        return bsl_snapshot_no_memory(l);
    }
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): saves hold it as a number */
    bsl_rows_set_user(w, s->slot, (void *)(uintptr_t)s->user);
    return apply_name(l, s) && apply_states(l, s, e) && apply_place(l, s) &&
        (s->npc == NULL || bsl_snapshot_apply_npc(l, s->slot, s->npc));
}
