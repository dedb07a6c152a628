/* The boxes of areas in a table, by level and cell, and what follows from where areas are: who
 * contains a point, and the outer area of each. */
#include "world/area_table.h"
#include "base/bits.h"
#include "world/area.h"

#include <string.h>

#define FINEST_LEVEL 6u /* cells of 4 units */

static placed_box *box_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->areas.boxes, index);
}

area_rank bsl_area_rank_of(const bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    return (area_rank){.size = d->size, .spawn = e->spawn, .trigger = d->trigger};
}

/* ---- Cells ---- */

static uint32_t level_of(const placed_box *b) {
    uint32_t level = FINEST_LEVEL;
    while (b->high[0] - b->low[0] > INT32_C(1) << level ||
        b->high[1] - b->low[1] > INT32_C(1) << level) {
        level++;
    }
    return level;
}

static uint32_t hash_of(uint32_t level, int32_t x, int32_t y) {
    uint32_t hash = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u ^ level * 0xc2b2ae3du;
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6du;
    return hash ^ hash >> 13;
}

static bool holds(const placed_box *b, const int32_t at[3]) {
    return b->low[0] <= at[0] && at[0] <= b->high[0] && b->low[1] <= at[1] && at[1] <= b->high[1] &&
        b->low[2] <= at[2] && at[2] <= b->high[2];
}

/* A box of an area, where it is in the world. */
static placed_box place_box(const bustle_world *w, uint32_t slot, uint32_t number) {
    const entity *e = entity_at(w, slot);
    const area_box *b = &w->content->boxes[definition_of(w, e)->boxes_at + number];
    const int32_t at[3] = {e->x, e->y, e->z};
    placed_box placed = {.area = slot, .rank = bsl_area_rank_of(w, slot)};
    for (int i = 0; i < 3; i++) {
        placed.low[i] = at[i] + b->low[i];
        placed.high[i] = at[i] + b->high[i];
    }
    return placed;
}

#define MOST_CELLS 4

/* The hashes of the cells that a box touches. */
static uint32_t cells_of(const placed_box *b, uint32_t level, uint32_t hashes[MOST_CELLS]) {
    uint32_t count = 0;
    for (int32_t x = b->low[0] >> level; x <= b->high[0] >> level; x++) {
        for (int32_t y = b->low[1] >> level; y <= b->high[1] >> level; y++) {
            hashes[count++] = hash_of(level, x, y);
        }
    }
    return count;
}

/* ---- What is around a point ---- */

typedef struct hits {
    const bustle_world *w;
    const int32_t *at;
    uint32_t levels; /* still to be looked at */
    uint32_t next; /* box; POOL_NONE: the next level's */
} hits;

static hits hits_at(const bustle_world *w, const int32_t at[3]) {
    return (hits){.w = w, .at = at, .levels = w->areas.levels, .next = POOL_NONE};
}

/* A box around the point, one or more of each area; NULL: that was the last. */
static inline const placed_box *next_hit(hits *h) {
    const area_map *m = &h->w->areas;
    for (;;) {
        while (h->next != POOL_NONE) {
            const placed_box *b = box_at(h->w, h->next);
            h->next = b->next;
            if (holds(b, h->at)) {
                return b;
            }
        }
        if (h->levels == 0) {
            return NULL;
        }
        const uint32_t level = lowest_bit(h->levels);
        h->levels &= h->levels - 1;
        const uint32_t hash = hash_of(level, h->at[0] >> level, h->at[1] >> level);
        h->next = m->table[hash & (m->table_capacity - 1)];
    }
}

#define FEWEST_FOUND 32u

/* In its place, unless it is there. */
static bool add_found(bustle_world *w, const placed_box *b) {
    area_map *m = &w->areas;
    uint32_t place = m->found_count;
    while (place > 0 && !ranks_before(&m->found[place - 1].rank, &b->rank)) {
        place--;
    }
    if (place < m->found_count && m->found[place].slot == b->area) {
        return true;
    }
    if (m->found_count == m->found_capacity &&
        !bsl_heap_grow(&w->heap, (void **)&m->found, &m->found_capacity,
            m->found_count < FEWEST_FOUND ? FEWEST_FOUND : m->found_count + 1ull,
            sizeof *m->found)) {
        return false;
    }
    for (uint32_t i = m->found_count; i > place; i--) {
        m->found[i] = m->found[i - 1];
    }
    m->found[place] = (area_found){.rank = b->rank, .slot = b->area};
    m->found_count++;
    return true;
}

bool bsl_area_table_find(bustle_world *w, const int32_t at[3], uint32_t except) {
    hits h = hits_at(w, at);
    w->areas.found_count = 0;
    for (const placed_box *b = next_hit(&h); b != NULL; b = next_hit(&h)) {
        if (b->area != except && !add_found(w, b)) {
            return false;
        }
    }
    return true;
}

bool bsl_area_contains(const bustle_world *w, uint32_t area, const entity *e) {
    const int32_t at[3] = {e->x, e->y, e->z};
    const uint32_t count = definition_of(w, entity_at(w, area))->box_count;
    for (uint32_t i = 0; i < count; i++) {
        const placed_box b = place_box(w, area, i);
        if (holds(&b, at)) {
            return true;
        }
    }
    return false;
}

/* ---- Outer areas ---- */

/* S67: whether one may be the outer area of another that it contains. */
static bool is_larger(const bustle_world *w, uint32_t slot, uint32_t than) {
    const entity *e = entity_at(w, slot);
    const entity *other = entity_at(w, than);
    const definition *d = definition_of(w, e);
    const uint64_t size = definition_of(w, other)->size;
    return slot != than && !d->trigger &&
        (d->size > size || (d->size == size && e->spawn < other->spawn));
}

/* Whether it is nearer to what both contain: smaller, or as large and spawned later. */
static bool is_closer(const bustle_world *w, uint32_t slot, uint32_t than) {
    const entity *e = entity_at(w, slot);
    const uint64_t size = definition_of(w, e)->size;
    const uint64_t other = than == NOBODY ? 0 : definition_of(w, entity_at(w, than))->size;
    return than == NOBODY || size < other ||
        (size == other && e->spawn > entity_at(w, than)->spawn);
}

static uint32_t outer_of(const bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    const int32_t at[3] = {e->x, e->y, e->z};
    hits h = hits_at(w, at);
    uint32_t outer = NOBODY;
    for (const placed_box *b = next_hit(&h); b != NULL; b = next_hit(&h)) {
        if (is_larger(w, b->area, slot) && is_closer(w, b->area, outer)) {
            outer = b->area;
        }
    }
    return outer;
}

void bsl_area_find_outer(bustle_world *w, uint32_t slot) {
    ties_of(w, entity_at(w, slot))->outer = outer_of(w, slot);
}

uint32_t bsl_area_next_inner(const bustle_world *w, uint32_t area, uint32_t from) {
    const area_map *m = &w->areas;
    while (from < m->count && ties_of(w, entity_at(w, m->all[from].value))->outer != area) {
        from++;
    }
    return from;
}

/* ---- Areas that come and go ---- */

static bool grow_table(bustle_world *w) {
    area_map *m = &w->areas;
    const uint32_t capacity = m->table_capacity == 0 ? 64 : m->table_capacity * 2;
    uint32_t *table = bsl_heap_resize(&w->heap, NULL, 0, capacity * sizeof *table);
    if (table == NULL) {
        return false;
    }
    memset(table, 0xff, capacity * sizeof *table); /* POOL_NONE */
    for (uint32_t i = 0; i < m->table_capacity; i++) {
        for (uint32_t index = m->table[i]; index != POOL_NONE;) {
            placed_box *b = box_at(w, index);
            const uint32_t next = b->next;
            uint32_t *head = &table[b->hash & (capacity - 1)];
            b->next = *head;
            *head = index;
            index = next;
        }
    }
    bsl_heap_free(&w->heap, m->table, m->table_capacity * sizeof *m->table);
    m->table = table;
    m->table_capacity = capacity;
    return true;
}

bool bsl_area_reserve_add(bustle_world *w, const definition *d) {
    area_map *m = &w->areas;
    const uint64_t boxes = (uint64_t)MOST_CELLS * d->box_count;
    while ((m->box_count + boxes) * 2 > m->table_capacity) {
        if (!grow_table(w)) {
            return false;
        }
    }
    return pool_reserve(&m->boxes, &w->kept, boxes) &&
        bsl_heap_grow(&w->heap, (void **)&m->all, &m->capacity, m->count + 1ull, sizeof *m->all);
}

static void put_box(bustle_world *w, const placed_box *placed, uint32_t level, uint32_t hash) {
    area_map *m = &w->areas;
    const uint32_t index = pool_take(&m->boxes);
    placed_box *b = box_at(w, index);
    uint32_t *head = &m->table[hash & (m->table_capacity - 1)];
    *b = *placed;
    b->hash = hash;
    b->next = *head;
    *head = index;
    m->box_count++;
    m->per_level[level]++;
    m->levels |= UINT32_C(1) << level;
}

/* Those around whose positions it is now may have it as their outer area. */
static void become_outer(bustle_world *w, uint32_t slot) {
    const area_map *m = &w->areas;
    for (uint32_t i = 0; i < m->count; i++) {
        const uint32_t other = m->all[i].value;
        ties *t = ties_of(w, entity_at(w, other));
        if (is_larger(w, slot, other) && is_closer(w, slot, t->outer) &&
            bsl_area_contains(w, slot, entity_at(w, other))) {
            t->outer = slot;
        }
    }
}

void bsl_area_add(bustle_world *w, uint32_t slot) {
    area_map *m = &w->areas;
    const entity *e = entity_at(w, slot);
    const uint32_t count = definition_of(w, e)->box_count;
    for (uint32_t i = 0; i < count; i++) {
        const placed_box placed = place_box(w, slot, i);
        const uint32_t level = level_of(&placed);
        uint32_t hashes[MOST_CELLS];
        const uint32_t cells = cells_of(&placed, level, hashes);
        for (uint32_t k = 0; k < cells; k++) {
            put_box(w, &placed, level, hashes[k]);
        }
    }
    m->all[m->count++] = (item){.key = e->spawn, .value = slot};
    become_outer(w, slot);
    bsl_area_find_outer(w, slot);
}

static void take_box(bustle_world *w, uint32_t slot, uint32_t level, uint32_t hash) {
    area_map *m = &w->areas;
    uint32_t *link = &m->table[hash & (m->table_capacity - 1)];
    while (box_at(w, *link)->area != slot || box_at(w, *link)->hash != hash) {
        link = &box_at(w, *link)->next;
    }
    const uint32_t index = *link;
    *link = box_at(w, index)->next;
    pool_give(&m->boxes, index);
    m->box_count--;
    if (--m->per_level[level] == 0) {
        m->levels &= ~(UINT32_C(1) << level);
    }
}

static uint32_t place_of(const area_map *m, uint32_t slot) {
    uint32_t place = 0;
    while (m->all[place].value != slot) {
        place++;
    }
    return place;
}

void bsl_area_table_remove(bustle_world *w, uint32_t slot) {
    area_map *m = &w->areas;
    const uint32_t count = definition_of(w, entity_at(w, slot))->box_count;
    for (uint32_t i = 0; i < count; i++) {
        const placed_box placed = place_box(w, slot, i);
        const uint32_t level = level_of(&placed);
        uint32_t hashes[MOST_CELLS];
        const uint32_t cells = cells_of(&placed, level, hashes);
        for (uint32_t k = 0; k < cells; k++) {
            take_box(w, slot, level, hashes[k]);
        }
    }
    const uint32_t place = place_of(m, slot);
    m->count--;
    memmove(m->all + place, m->all + place + 1, (m->count - place) * sizeof *m->all);
    for (uint32_t i = 0; i < m->count; i++) {
        if (ties_of(w, entity_at(w, m->all[i].value))->outer == slot) {
            bsl_area_find_outer(w, m->all[i].value);
        }
    }
}

void bsl_area_init(bustle_world *w) {
    bsl_pool_init(&w->areas.presences, sizeof(presence));
    bsl_pool_init(&w->areas.boxes, sizeof(placed_box));
}

void bsl_area_release(bustle_world *w) {
    area_map *m = &w->areas;
    bsl_pool_release(&m->presences, &w->heap);
    bsl_pool_release(&m->boxes, &w->heap);
    bsl_heap_free(&w->heap, m->table, m->table_capacity * sizeof *m->table);
    bsl_heap_free(&w->heap, m->all, m->capacity * sizeof *m->all);
    bsl_heap_free(&w->heap, m->found, m->found_capacity * sizeof *m->found);
    bsl_heap_free(&w->heap, m->left, m->left_capacity * sizeof *m->left);
    bsl_heap_free(&w->heap, m->inside, m->inside_capacity * sizeof *m->inside);
}

/* ---- Proof ---- */

static bool is_in_table(const bustle_world *w, uint32_t slot, const placed_box *b, uint32_t hash) {
    const area_map *m = &w->areas;
    for (uint32_t i = m->table[hash & (m->table_capacity - 1)]; i != POOL_NONE;
         i = box_at(w, i)->next) {
        const placed_box *there = box_at(w, i);
        if (there->area == slot && there->hash == hash &&
            memcmp(there->low, b->low, sizeof b->low) == 0 &&
            memcmp(there->high, b->high, sizeof b->high) == 0) {
            return true;
        }
    }
    return false;
}

bool bsl_area_table_check(const bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    for (uint32_t i = 0; i < definition_of(w, e)->box_count; i++) {
        const placed_box placed = place_box(w, slot, i);
        const uint32_t level = level_of(&placed);
        uint32_t hashes[MOST_CELLS];
        const uint32_t cells = cells_of(&placed, level, hashes);
        for (uint32_t k = 0; k < cells; k++) {
            if ((w->areas.levels >> level & 1) == 0 || !is_in_table(w, slot, &placed, hashes[k])) {
                return false;
            }
        }
    }
    return ties_of(w, e)->outer == outer_of(w, slot);
}

bool bsl_area_table_agrees(const bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    const int32_t at[3] = {e->x, e->y, e->z};
    hits h = hits_at(w, at);
    for (const placed_box *b = next_hit(&h); b != NULL; b = next_hit(&h)) {
        if (b->area != slot && !bsl_area_is_inside(w, b->area, slot)) {
            return false;
        }
    }
    return true;
}
