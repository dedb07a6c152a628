/* Areas: who is in which, and what happens when that changes.
 *
 * Assumption: areas lie in each other, a handful deep, and are of all sizes. They come and go
 * seldom; NPCs move often, mostly within the same areas.
 *
 * Algorithm: a box lies on the level whose cells are at least as wide as the box, so that it
 * touches four of them at the most; a point looks at one cell of each level in use. What it finds,
 * in order of size, is compared with where the NPC was. All that can follow from the difference is
 * reserved before anything changes.
 *
 * Data structures: boxes in a hash table by their cells; presences, each in the list of its NPC,
 * the smallest area first, and in that of its area; all areas in spawn order. area_table.c looks
 * after the boxes. */
#include "world/area.h"
#include "decide/operations.h"
#include "observe/event.h"
#include "world/area_table.h"
#include "world/grid.h"
#include "world/link.h"
#include "world/order.h"

#include <stddef.h>

static presence *presence_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->areas.presences, index);
}

/* In a piece of work one NPC arrives somewhere. What a look at it takes is reserved then. */
void bsl_area_needs(const bustle_world *w, needs *sum) {
    const uint32_t arrivals = w->has_areas ? 1 : 0;
    sum->of[WORK_TURN][STORE_SHOUTS].once += arrivals;
    sum->of[WORK_ENDING][STORE_SHOUTS].once += arrivals;
    sum->of[WORK_CALL][STORE_SHOUTS].once += arrivals;
}

/* ---- Presences ---- */

/* S67: the smallest, triggers apart; of equal ones the one spawned last. */
static void find_innermost(bustle_world *w, uint32_t slot) {
    ties *t = ties_of(w, entity_at(w, slot));
    uint64_t size = 0;
    t->area = NOBODY;
    for (uint32_t i = t->areas; i != POOL_NONE; i = presence_at(w, i)->next) {
        const presence *p = presence_at(w, i);
        if (t->area != NOBODY && p->rank.size != size) {
            break;
        }
        if (!p->rank.trigger) {
            t->area = p->area;
            size = p->rank.size;
        }
    }
}

/* Puts it before the presence that `link` leads to. */
static void begin_presence(
    bustle_world *w, uint32_t slot, uint32_t area, const area_rank *rank, uint32_t *link) {
    const uint32_t index = pool_take(&w->areas.presences);
    ties *t = ties_of(w, entity_at(w, area));
    *presence_at(w, index) = (presence){.next = *link,
        .npc = slot,
        .area = area,
        .next_inside = t->inside,
        .previous_inside = POOL_NONE,
        .rank = *rank};
    if (t->inside != POOL_NONE) {
        presence_at(w, t->inside)->previous_inside = index;
    }
    t->inside = index;
    *link = index;
}

static void end_presence(bustle_world *w, uint32_t *link) {
    const uint32_t index = *link;
    const presence *p = presence_at(w, index);
    if (p->next_inside != POOL_NONE) {
        presence_at(w, p->next_inside)->previous_inside = p->previous_inside;
    }
    if (p->previous_inside != POOL_NONE) {
        presence_at(w, p->previous_inside)->next_inside = p->next_inside;
    } else {
        ties_of(w, entity_at(w, p->area))->inside = p->next_inside;
    }
    *link = p->next;
    pool_give(&w->areas.presences, index);
}

/* The link to where an area is, or would be, in the list of an NPC. */
static uint32_t *link_to(const bustle_world *w, uint32_t slot, const area_rank *rank) {
    uint32_t *link = &ties_of(w, entity_at(w, slot))->areas;
    while (*link != POOL_NONE && ranks_before(&presence_at(w, *link)->rank, rank)) {
        link = &presence_at(w, *link)->next;
    }
    return link;
}

static uint32_t presences_of(const bustle_world *w, uint32_t slot) {
    uint32_t count = 0;
    const ties *t = ties_of(w, entity_at(w, slot));
    for (uint32_t i = t->areas; i != POOL_NONE; i = presence_at(w, i)->next) {
        count++;
    }
    return count;
}

/* ---- Effects and events ---- */

/* What they raise comes from the area. */
static void apply_effects(
    bustle_world *w, const code *effects, uint32_t slot, uint32_t area, bool leaves) {
    entity *e = entity_at(w, area);
    const parties s = {.self = npc_at(w, slot),
        .target = leaves ? NULL : e,
        .self_slot = slot,
        .target_slot = area,
        .action = BUSTLE_NONE,
        .target_leaves = leaves,
        .by_target = true};
    bsl_effects_apply(w, effects, &s);
}

/* Effects, then the event. `leaves`: the area itself does. */
static void apply(bustle_world *w, uint32_t slot, uint32_t area, bool enters, bool leaves) {
    const entity *e = entity_at(w, area);
    const definition *d = definition_of(w, e);
    const code *effects = enters ? &d->enter : &d->exit;
    if (effects->form != CODE_EMPTY) {
        apply_effects(w, effects, slot, area, leaves);
    }
    bsl_event_emit(w, enters ? BUSTLE_EVENT_ENTER : BUSTLE_EVENT_EXIT, slot,
        handle_of(area, e->spawn), e->definition, 0);
}

/* Those entered, the largest first, of equal ones the one spawned first. */
static void apply_entered(bustle_world *w, uint32_t slot) {
    const area_map *m = &w->areas;
    for (uint32_t end = m->entered_end; end > 0;) {
        uint32_t first = end - 1;
        while (first > 0 && m->found[first - 1].rank.size == m->found[end - 1].rank.size) {
            first--;
        }
        for (uint32_t i = first; i < end; i++) {
            if (m->found[i].entered) {
                apply(w, slot, m->found[i].slot, true, false);
            }
        }
        end = first;
    }
}

/* ---- Looking at where an NPC is ---- */

static bool reserve_changes(bustle_world *w, uint64_t lists, uint64_t events, uint64_t queued,
    uint64_t shouts, uint64_t presences) {
    return bsl_event_reserve(w, events + lists * (1 + w->effect_limit)) &&
        pool_reserve(&w->queued, &w->kept, queued + lists * w->raise_limit) &&
        bsl_shout_reserve(w, shouts + lists * w->shout_limit) &&
        bsl_link_reserve(w, (lists + 1) * w->link_limit) &&
        pool_reserve(&w->letters, &w->kept, (lists + 1) * w->send_limit) &&
        pool_reserve(&w->areas.presences, &w->kept, presences);
}

/* Marks those that were found and are new, and counts them and those that were not found. */
static void mark_entered(bustle_world *w, uint32_t slot) {
    area_map *m = &w->areas;
    uint32_t was = slot == NOBODY ? POOL_NONE : ties_of(w, entity_at(w, slot))->areas;
    uint32_t entered = 0;
    uint32_t left = 0;
    uint32_t end = 0;
    for (uint32_t i = 0; i < m->found_count; i++) {
        area_found *f = &m->found[i];
        const presence *p = was == POOL_NONE ? NULL : presence_at(w, was);
        while (p != NULL && p->area != f->slot && ranks_before(&p->rank, &f->rank)) {
            left++;
            was = p->next;
            p = was == POOL_NONE ? NULL : presence_at(w, was);
        }
        f->entered = p == NULL || p->area != f->slot;
        entered += f->entered;
        end = f->entered ? i + 1 : end;
        was = f->entered ? was : p->next;
    }
    for (; was != POOL_NONE; was = presence_at(w, was)->next) {
        left++;
    }
    m->entered_count = entered;
    m->entered_end = end;
    m->left_count = left;
}

static bool has_changed(const bustle_world *w) {
    return w->areas.entered_count + w->areas.left_count > 0;
}

/* Finds what has changed. False: no memory. */
static bool compare(bustle_world *w, uint32_t slot, const int32_t position[3]) {
    area_map *m = &w->areas;
    if (!bsl_area_table_find(w, position, slot)) {
        return false;
    }
    mark_entered(w, slot);
    return m->left_count <= m->left_capacity ||
        bsl_heap_grow(
            &w->heap, (void **)&m->left, &m->left_capacity, m->left_count, sizeof *m->left);
}

static void forget_changes(bustle_world *w) {
    w->areas.found_count = 0;
    w->areas.left_count = 0;
    w->areas.entered_count = 0;
    w->areas.entered_end = 0;
}

bool bsl_area_prepare(
    bustle_world *w, uint32_t slot, const definition *d, const int32_t position[3]) {
    const area_map *m = &w->areas;
    if (d->position == BUSTLE_POSITION_NONE) {
        forget_changes(w);
        return true;
    }
    if (!compare(w, slot, position)) {
        return false;
    }
    const uint64_t lists = (uint64_t)m->entered_count + m->left_count;
    return bsl_space_reserve(w, d, is_queried(d)) &&
        (lists == 0 || reserve_changes(w, lists, 0, 0, 0, m->entered_count));
}

/* Presences as they were found; those that ended are listed. */
static void take_places(bustle_world *w, uint32_t slot) {
    area_map *m = &w->areas;
    uint32_t *link = &ties_of(w, entity_at(w, slot))->areas;
    uint32_t left = 0;
    uint32_t entered = 0;
    for (uint32_t i = 0; left < m->left_count || entered < m->entered_count; i++) {
        const area_found *f = i == m->found_count ? NULL : &m->found[i];
        while (left < m->left_count && *link != POOL_NONE) {
            const presence *p = presence_at(w, *link);
            if (f != NULL && !ranks_before(&p->rank, &f->rank)) {
                break;
            }
            m->left[left++] = p->area;
            end_presence(w, link);
        }
        if (f != NULL && f->entered) {
            begin_presence(w, slot, f->slot, &f->rank, link);
            entered++;
        }
        if (f != NULL) {
            link = &presence_at(w, *link)->next;
        }
    }
    find_innermost(w, slot);
}

void bsl_area_settle(bustle_world *w, uint32_t slot) {
    const area_map *m = &w->areas;
    if (!has_changed(w)) {
        return;
    }
    take_places(w, slot);
    for (uint32_t i = 0; i < m->left_count; i++) {
        apply(w, slot, m->left[i], false, false);
    }
    apply_entered(w, slot);
}

bool bsl_area_look(bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    const int32_t position[3] = {e->x, e->y, e->z};
    if (!bsl_area_prepare(w, slot, definition_of(w, e), position)) {
        return false;
    }
    bsl_area_settle(w, slot);
    return true;
}

bool bsl_area_begin_turn(bustle_world *w, uint32_t slot) {
    const definition *d = definition_of(w, entity_at(w, slot));
    if (!is_queried(d)) {
        return true;
    }
    if (!bsl_space_reserve(w, d, 1)) {
        return false;
    }
    bsl_roster_refresh(w, slot);
    return bsl_area_look(w, slot);
}

void bsl_area_leave_all(bustle_world *w, uint32_t slot) {
    w->areas.found_count = 0;
    w->areas.left_count = presences_of(w, slot);
    w->areas.entered_count = 0;
    w->areas.entered_end = 0;
    bsl_area_settle(w, slot);
}

/* ---- Areas that come and go ---- */

/* Lists the NPCs whose positions are in the boxes of an area there. */
static bool list_positions(bustle_world *w, const definition *d, const int32_t position[3]) {
    area_map *m = &w->areas;
    uint32_t kept = 0;
    m->inside_count = 0;
    for (uint32_t i = 0; i < d->box_count; i++) {
        const area_box *b = &w->content->boxes[d->boxes_at + i];
        area_box placed;
        for (int k = 0; k < 3; k++) {
            placed.low[k] = position[k] + b->low[k];
            placed.high[k] = position[k] + b->high[k];
        }
        uint32_t count = 0;
        if (!bsl_near_in_box(w, &placed, &count) ||
            !bsl_heap_grow(&w->heap, (void **)&m->inside, &m->inside_capacity,
                (uint64_t)m->inside_count + count, sizeof *m->inside)) {
            return false;
        }
        for (uint32_t k = 0; k < count; k++) {
            if (definition_of(w, entity_at(w, w->found.items[k].value))->npc) {
                m->inside[m->inside_count++] = w->found.items[k];
            }
        }
    }
    bsl_sort_items(m->inside, m->inside_count);
    for (uint32_t i = 0; i < m->inside_count; i++) {
        if (kept == 0 || m->inside[i].key != m->inside[kept - 1].key) {
            m->inside[kept++] = m->inside[i];
        }
    }
    m->inside_count = kept;
    return true;
}

bool bsl_area_reserve_spawn(bustle_world *w, const definition *d, const int32_t position[3]) {
    area_map *m = &w->areas;
    forget_changes(w);
    m->inside_count = 0;
    if (d->npc && !bsl_area_prepare(w, NOBODY, d, position)) {
        return false;
    }
    if (d->box_count > 0 && (!list_positions(w, d, position) || !bsl_area_reserve_add(w, d))) {
        return false;
    }
    /* Besides the spawn event, what a role and a plan may lead to, as role.c reserves it. */
    const uint64_t lists = (uint64_t)m->found_count + m->inside_count;
    const uint64_t errors = (uint64_t)w->effect_limit + w->content->function_count;
    const uint64_t greetings = d->npc ? bsl_interruption_greetings(w) : 0;
    return bsl_space_reserve(w, d, lists) &&
        reserve_changes(w, lists, 3 + errors, greetings + w->raise_limit, w->shout_limit, lists);
}

void bsl_area_welcome(bustle_world *w, uint32_t slot) {
    const area_map *m = &w->areas;
    const area_rank rank = bsl_area_rank_of(w, slot);
    for (uint32_t i = 0; i < m->inside_count; i++) {
        const uint32_t inside = m->inside[i].value;
        begin_presence(w, inside, slot, &rank, link_to(w, inside, &rank));
        find_innermost(w, inside);
        apply(w, inside, slot, true, false);
    }
}

bool bsl_area_list_inside(bustle_world *w, uint32_t slot) {
    area_map *m = &w->areas;
    item *items = NULL;
    uint32_t count = 0;
    if (!bsl_area_gather(w, slot, &items, &count) ||
        !bsl_heap_grow(
            &w->heap, (void **)&m->inside, &m->inside_capacity, count, sizeof *m->inside) ||
        !bsl_heap_grow(&w->heap, (void **)&m->left, &m->left_capacity, presences_of(w, slot),
            sizeof *m->left)) {
        return false;
    }
    if (count > 0) {
        memcpy(m->inside, items, count * sizeof *items);
    }
    m->inside_count = count;
    return true;
}

void bsl_area_remove(bustle_world *w, uint32_t slot) {
    const area_map *m = &w->areas;
    const area_rank rank = bsl_area_rank_of(w, slot);
    bsl_area_table_remove(w, slot);
    for (uint32_t i = 0; i < m->inside_count; i++) {
        const uint32_t inside = m->inside[i].value;
        end_presence(w, link_to(w, inside, &rank));
        find_innermost(w, inside);
        apply(w, inside, slot, false, true);
    }
}

uint32_t bsl_area_departures(const bustle_world *w, uint32_t slot) {
    uint32_t count = presences_of(w, slot);
    const ties *t = ties_of(w, entity_at(w, slot));
    for (uint32_t i = t->inside; i != POOL_NONE; i = presence_at(w, i)->next_inside) {
        count++;
    }
    return count;
}

/* ---- Looking ---- */

void bsl_area_sort_inside(const bustle_world *w, uint32_t area) {
    const order_of of = {.records = &w->areas.presences,
        .next = offsetof(presence, next_inside),
        .previous = offsetof(presence, previous_inside),
        .slot = offsetof(presence, npc)};
    bsl_order_sort(w, &of, &ties_of(w, entity_at(w, area))->inside);
}

bool bsl_area_is_inside(const bustle_world *w, uint32_t area, uint32_t slot) {
    const area_rank rank = bsl_area_rank_of(w, area);
    const uint32_t index = *link_to(w, slot, &rank);
    return index != POOL_NONE && presence_at(w, index)->area == area;
}

bool bsl_area_gather(bustle_world *w, uint32_t area, item **items, uint32_t *count) {
    shortlist *list = &w->found;
    *count = 0;
    const ties *t = ties_of(w, entity_at(w, area));
    for (uint32_t i = t->inside; i != POOL_NONE; i = presence_at(w, i)->next_inside) {
        if (!bsl_heap_grow(&w->heap, (void **)&list->items, &list->capacity, (uint64_t)*count + 1,
                sizeof *list->items)) {
            return false;
        }
        const uint32_t slot = presence_at(w, i)->npc;
        list->items[(*count)++] = (item){.key = entity_at(w, slot)->spawn, .value = slot};
    }
    bsl_sort_items(list->items, *count);
    *items = list->items;
    return true;
}

/* ---- Loads and proof ---- */

bool bsl_area_restore(bustle_world *w, uint32_t slot, uint32_t area) {
    if (!pool_reserve(&w->areas.presences, &w->kept, 1)) {
        return false;
    }
    const area_rank rank = bsl_area_rank_of(w, area);
    begin_presence(w, slot, area, &rank, link_to(w, slot, &rank));
    find_innermost(w, slot);
    return true;
}

static bool compare_now(bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    const int32_t position[3] = {e->x, e->y, e->z};
    forget_changes(w);
    return is_nowhere(w, e) || compare(w, slot, position);
}

bool bsl_area_place(bustle_world *w, uint32_t slot) {
    if (!compare_now(w, slot) ||
        !pool_reserve(&w->areas.presences, &w->kept, w->areas.found_count)) {
        return false;
    }
    take_places(w, slot);
    return true;
}

bool bsl_area_differs(bustle_world *w, uint32_t slot, bool *differs) {
    *differs = false;
    if (!compare_now(w, slot)) {
        return false;
    }
    *differs = has_changed(w);
    return true;
}

/* Whether it is in the list of those inside the area. */
static bool is_listed_inside(const bustle_world *w, const presence *p, uint32_t index) {
    return index ==
        (p->previous_inside == POOL_NONE ? ties_of(w, entity_at(w, p->area))->inside
                                         : presence_at(w, p->previous_inside)->next_inside);
}

static bool are_presences_sound(const bustle_world *w, uint32_t slot, bool anywhere) {
    const entity *e = entity_at(w, slot);
    const area_rank *before = NULL;
    for (uint32_t i = ties_of(w, e)->areas; i != POOL_NONE; i = presence_at(w, i)->next) {
        const presence *p = presence_at(w, i);
        const entity *area = entity_at(w, p->area);
        if (p->npc != slot || area->spawn == 0 || p->area == slot ||
            definition_of(w, area)->box_count == 0 || !is_listed_inside(w, p, i) ||
            (before != NULL && !ranks_before(before, &p->rank)) ||
            (!anywhere && !bsl_area_contains(w, p->area, e))) {
            return false;
        }
        before = &p->rank;
    }
    return true;
}

/* Whether those inside, and what the NPC is in, are what lies there. */
bool bsl_area_check(const bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    const ties *t = ties_of(w, e);
    uint32_t previous = POOL_NONE;
    for (uint32_t i = t->inside; i != POOL_NONE; i = presence_at(w, i)->next_inside) {
        const presence *p = presence_at(w, i);
        if (p->area != slot || p->previous_inside != previous ||
            !bsl_area_is_inside(w, slot, p->npc)) {
            return false;
        }
        previous = i;
    }
    if (d->box_count > 0 && !bsl_area_table_check(w, slot)) {
        return false;
    }
    const bool anywhere = is_queried(d) || bsl_shout_awaits(w, slot);
    return t->areas == POOL_NONE || d->npc ? are_presences_sound(w, slot, anywhere) &&
            (!d->npc || anywhere || is_nowhere(w, e) || bsl_area_table_agrees(w, slot))
                                           : false;
}
