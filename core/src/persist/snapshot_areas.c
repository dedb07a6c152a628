/* What a save says of areas: who is in which. That follows from positions, but for those that have
 * not been looked at since they changed (S67). */
#include "persist/snapshot_fields.h"
#include "world/area.h"

/* ---- Writing ---- */

static uint32_t first_presence(const bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    const ties *t = w->has_areas && e->spawn != 0 ? ties_of(w, e) : NULL;
    return t == NULL ? POOL_NONE : t->areas;
}

/* Pairs of an NPC and an area, in the order of rows; then nobody. */
void bsl_snapshot_write_areas(archive *a) {
    const bustle_world *w = a->world;
    archive out = writing(a);
    uint32_t nobody = NOBODY;
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        for (uint32_t i = first_presence(w, slot); i != POOL_NONE;) {
            const presence *p = pool_at(&w->areas.presences, i);
            uint32_t inside = slot;
            uint32_t area = p->area;
            field_slot(&out, &inside);
            field_slot(&out, &area);
            i = p->next;
        }
    }
    field_slot(&out, &nobody);
}

/* ---- Reading ---- */

static bool is_there(const bustle_world *w, uint32_t slot) {
    return slot != NOBODY && slot < w->page_count << PAGE_SHIFT && entity_at(w, slot)->spawn != 0;
}

/* What is no area any more nobody is in. */
static void read_presence(archive *a, uint32_t inside, uint32_t area) {
    loading *l = a->load;
    bustle_world *w = l->world;
    if (!w->has_areas || !is_there(w, inside) || !is_there(w, area) ||
        definition_of(w, entity_at(w, area))->box_count == 0) {
        return;
    }
    if (inside == area || !definition_of(w, entity_at(w, inside))->npc ||
        bsl_area_is_inside(w, area, inside)) {
        bsl_reader_fail(&l->in, "somebody is in an area who cannot be");
    } else if (!bsl_area_restore(w, inside, area)) {
        bsl_snapshot_no_memory(l);
    }
}

void bsl_snapshot_read_areas(archive *a) {
    uint32_t inside = NOBODY;
    if (!a->load->sectioned) {
        return; /* 0.1.0 had none */
    }
    field_slot(a, &inside);
    while (!failed(a->load) && inside != NOBODY) {
        uint32_t area = NOBODY;
        field_slot(a, &area);
        read_presence(a, inside, area);
        field_slot(a, &inside);
    }
}

/* ---- Putting it into a world ---- */

static bool add_areas(bustle_world *w) {
    for (uint32_t i = 0; i < w->order_count; i++) {
        const uint32_t slot = w->order[i].value;
        const definition *d = definition_of(w, entity_at(w, slot));
        if (d->box_count == 0) {
            continue;
        }
        if (!bsl_area_reserve_add(w, d)) {
            return false;
        }
        bsl_area_add(w, slot);
    }
    return true;
}

/* `known`: the save says where it was. One whose position is queried is looked for on its turn. */
static bool settle_npc(bustle_world *w, uint32_t slot, bool known) {
    bool differs = false;
    if (!known) {
        return bsl_area_place(w, slot);
    }
    if (definition_of(w, entity_at(w, slot))->position == BUSTLE_POSITION_QUERIED) {
        return true;
    }
    if (!bsl_area_differs(w, slot, &differs) || !bsl_shout_reserve(w, 1)) {
        return false;
    }
    if (differs) {
        bsl_shout_look(w, slot);
    }
    return true;
}

bool bsl_snapshot_settle_areas(loading *l) {
    bustle_world *w = l->world;
    const bool known = l->sectioned && l->sections[SECTION_AREAS].at != NULL;
    bool settled = add_areas(w);
    for (uint32_t i = 0; settled && i < w->order_count; i++) {
        const uint32_t slot = w->order[i].value;
        settled = !definition_of(w, entity_at(w, slot))->npc || settle_npc(w, slot, known);
    }
    return settled;
}
