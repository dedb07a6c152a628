/* The game's questions about areas (S67). */
#include "world/area.h"
#include "world/world.h"

static bustle_entity handle_at(const bustle_world *w, uint32_t slot) {
    return slot == NOBODY ? 0 : handle_of(slot, entity_at(w, slot)->spawn);
}

static bustle_status find_area(const bustle_world *w, bustle_entity handle, uint32_t *slot) {
    *slot = bsl_entity_slot(w, handle);
    if (*slot == NOBODY) {
        return BUSTLE_STALE;
    }
    return definition_of(w, entity_at(w, *slot))->box_count == 0 ? BUSTLE_NOT_AREA : BUSTLE_OK;
}

bustle_status bustle_npc_area(
    const bustle_world *w, bustle_entity npc_handle, bustle_entity *area) {
    uint32_t slot = NOBODY;
    if (w == NULL || area == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_npc(w, npc_handle, &slot);
    if (status == BUSTLE_OK) {
        const ties *t = ties_of(w, entity_at(w, slot));
        *area = t == NULL ? 0 : handle_at(w, t->area);
    }
    return status;
}

bustle_status bustle_npc_areas(const bustle_world *w, bustle_entity npc_handle,
    bustle_entity *areas, size_t capacity, size_t *count) {
    uint32_t slot = NOBODY;
    if (w == NULL || count == NULL || (areas == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_npc(w, npc_handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const ties *t = ties_of(w, entity_at(w, slot));
    *count = 0;
    for (uint32_t i = t == NULL ? POOL_NONE : t->areas; i != POOL_NONE;) {
        const presence *p = pool_at(&w->areas.presences, i);
        if (*count < capacity) {
            areas[*count] = handle_at(w, p->area);
        }
        (*count)++;
        i = p->next;
    }
    return BUSTLE_OK;
}

bustle_status bustle_area_inside(const bustle_world *w, bustle_entity area, bustle_entity *npcs,
    size_t capacity, size_t *count) {
    uint32_t slot = NOBODY;
    if (w == NULL || count == NULL || (npcs == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = find_area(w, area, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    /* The list is a cache: making it changes nothing that anyone can see. */
    item *items = NULL;
    uint32_t found = 0;
    if (!bsl_area_gather((bustle_world *)(void *)w, slot, &items, &found)) {
        return BUSTLE_NO_MEMORY;
    }
    for (uint32_t i = 0; i < found && i < capacity; i++) {
        npcs[i] = handle_at(w, items[i].value);
    }
    *count = found;
    return BUSTLE_OK;
}

bustle_status bustle_area_outer(const bustle_world *w, bustle_entity area, bustle_entity *outer) {
    uint32_t slot = NOBODY;
    if (w == NULL || outer == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = find_area(w, area, &slot);
    if (status == BUSTLE_OK) {
        *outer = handle_at(w, ties_of(w, entity_at(w, slot))->outer);
    }
    return status;
}

/* Along one axis: the size of a box, and where its centre is. */
static double size_of(const area_box *b, int axis) {
    return ((double)b->high[axis] - b->low[axis]) / SIXTEENTHS;
}

static double centre_of(const area_box *b, int axis, int32_t position) {
    return ((double)position + ((double)b->low[axis] + b->high[axis]) / 2) / SIXTEENTHS;
}

#define UNLIMITED (INT64_C(1) << 21) /* units: the height of who has no limit */

static bustle_box_def describe_box(const area_box *b, const entity *e) {
    const double height = size_of(b, 2);
    return (bustle_box_def){.width = size_of(b, 0),
        .depth = size_of(b, 1),
        .height = height >= (double)UNLIMITED ? -1 : height,
        .x = centre_of(b, 0, e->x),
        .y = centre_of(b, 1, e->y),
        .z = centre_of(b, 2, e->z)};
}

bustle_status bustle_area_boxes(const bustle_world *w, bustle_entity area, bustle_box_def *boxes,
    size_t capacity, size_t *count) {
    uint32_t slot = NOBODY;
    if (w == NULL || count == NULL || (boxes == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = find_area(w, area, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    for (uint32_t i = 0; i < d->box_count && i < capacity; i++) {
        boxes[i] = describe_box(&w->content->boxes[d->boxes_at + i], e);
    }
    *count = d->box_count;
    return BUSTLE_OK;
}
