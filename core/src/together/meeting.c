/* Nodes that meet (S71). */
#include "decide/turn.h"
#include "decide/wait.h"
#include "observe/trace.h"
#include "together/inbox.h"
#include "world/order.h"
#include "world/path.h"
#include "world/world.h"

#include <stddef.h>

/* ---- Where ---- */

/* The first, in spawn order, that the path finds; NOBODY. */
static uint32_t first_on_path(bustle_world *w, uint32_t slot, uint32_t path_id) {
    path_found found;
    uint32_t first = NOBODY;
    bsl_path_find(w, path_id, bsl_target_path_begin(w, slot, path_id), UINT32_MAX, &found);
    for (uint32_t i = 0; i < found.count; i++) {
        const uint32_t each = found.items[i].value;
        if (first == NOBODY || found.items[i].key < entity_at(w, first)->spawn) {
            first = each;
        }
    }
    return first;
}

static uint32_t place_of(bustle_world *w, uint32_t slot, const gathering *g) {
    const npc *self = npc_at(w, slot);
    const frame *f = frame_at(w, self->now.top);
    switch ((enum meet_at)g->at) {
    case AT_TARGET:
        return still_there(w, f->target, f->target_spawn) == NULL ? NOBODY : f->target;
    case AT_AREA:
        return ties_of(w, &self->e)->area;
    case AT_PATH:
        break;
    }
    return first_on_path(w, slot, g->path);
}

void bsl_meeting_perform(bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    const gathering *g = &w->content->gatherings[bsl_wait_at(w, self)->gathering];
    const uint32_t place = place_of(w, slot, g);
    if (place == NOBODY) {
        if (traced(w)) {
            bsl_trace_meeting(w, slot, g, NOBODY, 0, BUSTLE_VERDICT_NOBODY);
        }
        bsl_wait_fail(w, slot, BUSTLE_CAUSE_NO_MEETING_PLACE);
        return;
    }
    bsl_wait_perform(w, slot);
    bsl_errand_meet(w, bsl_errand_make(w, slot, self->now.top), place, g->name);
}

/* ---- Who is there ---- */

static bool waits_with(const bustle_world *w, const errand *e, uint32_t other) {
    return errand_at(w, other)->state == ERRAND_MEETS && errand_at(w, other)->meeting == e->meeting;
}

static void sort(const bustle_world *w, uint32_t *first) {
    const order_of of = {.records = &w->errands,
        .next = offsetof(errand, next),
        .previous = offsetof(errand, previous),
        .slot = offsetof(errand, slot)};
    bsl_order_sort(w, &of, first);
}

/* It has come about, for all who wait there under that name. */
static void meet(bustle_world *w, uint32_t index) {
    const errand *e = errand_at(w, index);
    uint32_t *first = &ties_of(w, entity_at(w, e->place))->meeting;
    sort(w, first);
    for (uint32_t i = *first; i != POOL_NONE;) {
        const uint32_t next = errand_at(w, i)->next;
        if (i != index && waits_with(w, e, i)) {
            bsl_errand_unlist(w, i, ERRAND_MET);
            bsl_wait_call(w, errand_at(w, i)->slot);
        }
        i = next;
    }
}

void bsl_meeting_try(bustle_world *w, uint32_t slot, const gathering *g) {
    const uint32_t index = bsl_errand_of(w, frame_at(w, npc_at(w, slot)->now.top));
    errand *e = errand_at(w, index);
    const bool met = e->state == ERRAND_MET;
    const bool there = met || still_there(w, e->place, e->place_spawn) != NULL;
    uint32_t present = 0;
    e->state = (uint16_t)(met ? ERRAND_MET : ERRAND_MEETS); /* it may have been away */
    for (uint32_t i = met || !there ? POOL_NONE : ties_of(w, entity_at(w, e->place))->meeting;
         i != POOL_NONE; i = errand_at(w, i)->next) {
        present += waits_with(w, e, i);
    }
    const bool enough = met || (there && present >= g->count);
    if (traced(w)) {
        bsl_trace_meeting(w, slot, g, there ? e->place : NOBODY, present,
            enough      ? BUSTLE_VERDICT_OPEN
                : there ? BUSTLE_VERDICT_BEHIND
                        : BUSTLE_VERDICT_GONE);
    }
    if (enough) {
        if (!met) {
            meet(w, index);
        }
        bsl_wait_come(w, slot);
    } else if (there) {
        bsl_wait_in_vain(w, slot, BUSTLE_CAUSE_WAITED);
    } else {
        bsl_wait_give_up(w, slot, BUSTLE_CAUSE_NO_MEETING_PLACE);
    }
}

/* They find out on their turns that it is gone. */
void bsl_meeting_forget(bustle_world *w, uint32_t slot) {
    uint32_t *first = &ties_of(w, entity_at(w, slot))->meeting;
    sort(w, first);
    while (*first != POOL_NONE) {
        errand *e = errand_at(w, *first);
        *first = e->next;
        e->next = POOL_NONE;
        e->previous = POOL_NONE;
        e->place = NOBODY;
        if (e->state == ERRAND_MEETS) {
            bsl_wait_call(w, e->slot);
        }
    }
}

/* ---- The game ---- */

bustle_status bustle_entity_meeting(const bustle_world *w, bustle_entity handle, bustle_id meeting,
    bustle_entity *npcs, size_t capacity, size_t *count) {
    if (w == NULL || count == NULL || (npcs == NULL && capacity > 0) ||
        (meeting != BUSTLE_NONE && !has_id(w->content, BUSTLE_KIND_MEETING, meeting))) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const uint32_t slot = bsl_entity_slot(w, handle);
    if (slot == NOBODY) {
        return BUSTLE_STALE;
    }
    *count = 0;
    if (!w->has_meetings) {
        return BUSTLE_OK;
    }
    uint32_t *first = &ties_of(w, entity_at(w, slot))->meeting;
    sort(w, first); /* which changes nothing that anyone can see */
    for (uint32_t i = *first; i != POOL_NONE; i = errand_at(w, i)->next) {
        const errand *e = errand_at(w, i);
        if (e->state != ERRAND_MEETS || (meeting != BUSTLE_NONE && e->meeting != meeting)) {
            continue;
        }
        if (*count < capacity) {
            npcs[*count] = handle_of(e->slot, entity_at(w, e->slot)->spawn);
        }
        (*count)++;
    }
    return BUSTLE_OK;
}
