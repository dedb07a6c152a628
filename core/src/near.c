/* Who is near: the candidates for an action, from the cells that its reach touches, and from the
 * plain lists of those whose position the game answers for. */
#include "grid.h"

#include <assert.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* A small crowd that is first met late should not allocate in a warm update. */
#define FEWEST_CANDIDATES 256u

static bool reserve_candidates(bustle_world *w, uint64_t count) {
    return count <= w->candidate_capacity ||
        heap_grow(&w->heap, (void **)&w->candidates, &w->candidate_capacity,
            count < FEWEST_CANDIDATES ? FEWEST_CANDIDATES : count, sizeof *w->candidates);
}

/* Of the candidates from `first` on, keeps those who are near, and notes how near. */
static void measure(
    bustle_world *w, uint32_t self, int32_t reach, uint32_t first, uint32_t *count) {
    const entity *centre = entity_at(w, self);
    uint32_t kept = first;
    for (uint32_t i = first; i < *count; i++) {
        const uint32_t slot = w->candidates[i].value;
        const entity *e = entity_at(w, slot);
        const int32_t distance = distance_to(centre, e->x, e->y, e->z);
        w->candidates[kept] = (item){.key = e->spawn, .value = slot, .extra = distance};
        kept += (distance <= reach) & (slot != self);
    }
    *count = kept;
}

/* Refreshes the positions of queried candidates, in spawn order, and lists those within reach. */
static bool gather_queried(bustle_world *w, const action *a, uint32_t self, uint32_t *count) {
    const uint32_t *groups = w->content->ids + a->groups_at;
    for (uint32_t i = 0; i < a->group_count; i++) {
        const region *r = &w->regions[groups[i]];
        if (!w->content->groups[groups[i]].queried) {
            continue;
        }
        if (!reserve_candidates(w, (uint64_t)*count + r->count)) {
            return false;
        }
        for (uint32_t j = 0; j < r->count; j++) {
            const uint32_t slot = r->asked[j].slot;
            w->candidates[*count] = (item){.key = entity_at(w, slot)->spawn, .value = slot};
            *count += slot != self;
        }
    }
    if (*count == 0) {
        return true;
    }
    sort_items(w->candidates, *count);
    if ((a->flags & ACTION_USES_DISTANCE) != 0) {
        for (uint32_t i = 0; i < *count; i++) {
            position_refresh(w, w->candidates[i].value);
        }
        measure(w, self, a->reach, 0, count);
    }
    return true;
}

#define FAR_AWAY \
    8192 /* in units of offsets: no cell is that wide, and the arithmetic fits into 16 bits */

/* A search of one region. */
typedef struct search {
    const region *region;
    const entity *centre;
    int32_t reach;
    int16_t limit; /* the reach in units of offsets, and what these are off by */
    uint8_t fineness;
} search;

static search search_of(const region *r, const entity *centre, int32_t reach) {
    const uint8_t fine = fineness(r);
    /* Coarse offsets, and those seen from far away, make a way shorter but never longer. */
    const int32_t units = (reach >> fine) + (fine > 0 ? 2 : 0);
    return (search){.region = r,
        .centre = centre,
        .reach = reach,
        .limit = reach == INT32_MAX || units > FAR_AWAY ? INT16_MAX : (int16_t)units,
        .fineness = fine};
}

/* Where the searcher is as seen from a cell, in the units of its offsets. */
static int16_t seen_from(const search *s, int32_t coordinate, int32_t cell_coordinate) {
    const int64_t low = (int64_t)cell_coordinate * (INT64_C(1) << s->region->shift);
    const int64_t seen = (coordinate - low) >> s->fineness;
    return (int16_t)(seen < -FAR_AWAY ? -FAR_AWAY : (seen > FAR_AWAY ? FAR_AWAY : seen));
}

static uint32_t lowest_bit(uint32_t bits) {
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctz(bits);
#else
    uint32_t place = 0;
    while ((bits >> place & 1) == 0) {
        place++;
    }
    return place;
#endif
}

/* Which of a block may be near, told by their offsets alone: a bit for each place, also for those
 * where nobody is. */
#if !defined(__SSE2__) || BUSTLE_CHECKS
static uint32_t near_one_by_one(const cell_block *b, int16_t x, int16_t y, int16_t limit) {
    uint32_t near = 0;
    for (uint32_t i = 0; i < CELL_SLOTS; i++) {
        const int across = x < b->x[i] ? b->x[i] - x : x - b->x[i];
        const int along = y < b->y[i] ? b->y[i] - y : y - b->y[i];
        near |= (uint32_t)(across + along <= limit) << i;
    }
    return near;
}
#endif

#if defined(__SSE2__)
static uint32_t near_at_once(const cell_block *b, int16_t x, int16_t y, int16_t limit) {
    _Static_assert(CELL_SLOTS == 10 && sizeof *b == 64, "the loads below stay inside the block");
    const uint8_t *end = (const uint8_t *)(b + 1);
    const __m128i zero = _mm_setzero_si128();
    const __m128i xs = _mm_loadu_si128((const __m128i *)(const void *)(end - 20));
    const __m128i ys =
        _mm_srli_si128(_mm_loadu_si128((const __m128i *)(const void *)(end - 16)), 6);
    __m128i far[2];
    for (int i = 0; i < 2; i++) {
        const __m128i across = _mm_sub_epi16(
            _mm_set1_epi16(x), i == 0 ? _mm_unpacklo_epi8(xs, zero) : _mm_unpackhi_epi8(xs, zero));
        const __m128i along = _mm_sub_epi16(
            _mm_set1_epi16(y), i == 0 ? _mm_unpacklo_epi8(ys, zero) : _mm_unpackhi_epi8(ys, zero));
        const __m128i way = _mm_add_epi16(_mm_max_epi16(across, _mm_sub_epi16(zero, across)),
            _mm_max_epi16(along, _mm_sub_epi16(zero, along)));
        far[i] = _mm_cmpgt_epi16(way, _mm_set1_epi16(limit));
    }
    const int outside = _mm_movemask_epi8(_mm_packs_epi16(far[0], far[1]));
    return ~(uint32_t)outside & ((1u << CELL_SLOTS) - 1);
}
#endif

static uint32_t near_in_block(const cell_block *b, int16_t x, int16_t y, int16_t limit) {
#if defined(__SSE2__)
    const uint32_t near = near_at_once(b, x, y, limit);
#if BUSTLE_CHECKS
    assert(near == near_one_by_one(b, x, y, limit));
#endif
    return near;
#else
    return near_one_by_one(b, x, y, limit);
#endif
}

/* A cell that is being searched. */
typedef struct near_cell {
    uint32_t block; /* the next one to look at */
    int16_t x, y; /* where the searcher is, seen from here */
} near_cell;

static near_cell near_cell_of(const search *s, const cell *c) {
    return (near_cell){.block = c->head,
        .x = seen_from(s, s->centre->x, c->x),
        .y = seen_from(s, s->centre->y, c->y)};
}

/* Lists those of a block who may be near, and has their rows and the block after it fetched. */
static bool gather_block(bustle_world *w, const search *s, near_cell *c, uint32_t *count) {
    const cell_block *b = block_at(w, c->block);
    if (!reserve_candidates(w, (uint64_t)*count + CELL_SLOTS)) {
        return false;
    }
    c->block = b->next;
    if (b->next != POOL_NONE) {
        PREFETCH(block_at(w, b->next));
    }
    for (uint32_t near = near_in_block(b, c->x, c->y, s->limit); near != 0; near &= near - 1) {
        const uint32_t slot = b->slots[lowest_bit(near)];
        if (slot == NOBODY) {
            break;
        }
        PREFETCH(entity_at(w, slot));
        w->candidates[(*count)++].value = slot;
    }
    return true;
}

/* Searches cells by turns, a block of each, so that the next ones are there when they are needed.
 */
static bool gather_cells(
    bustle_world *w, const search *s, near_cell *cells, uint32_t cell_count, uint32_t *count) {
    while (cell_count > 0) {
        uint32_t left = 0;
        for (uint32_t i = 0; i < cell_count; i++) {
            if (!gather_block(w, s, &cells[i], count)) {
                return false;
            }
            cells[left] = cells[i];
            left += cells[i].block != POOL_NONE;
        }
        cell_count = left;
    }
    return true;
}

static bool gather_all_cells(bustle_world *w, const search *s, uint32_t *count) {
    for (uint32_t i = 0; i < s->region->cell_capacity; i++) {
        near_cell c = near_cell_of(s, &s->region->cells[i]);
        if (c.block != POOL_NONE && !gather_cells(w, s, &c, 1, count)) {
            return false;
        }
    }
    return true;
}

/* The cells that come within reach along one axis; an empty range if none. */
typedef struct span {
    int64_t first, last;
} span;

static span span_of(const search *s, int axis, int32_t centre) {
    const region *r = s->region;
    const int64_t first = ((int64_t)centre - s->reach) >> r->shift;
    const int64_t last = ((int64_t)centre + s->reach) >> r->shift;
    return (span){.first = first < r->low[axis] ? r->low[axis] : first,
        .last = last > r->high[axis] ? r->high[axis] : last};
}

/* How far away the nearest place of a cell is along one axis. */
static int64_t way_to_cell(const region *r, int32_t coordinate, int64_t cell_coordinate) {
    const int64_t low = cell_coordinate * (INT64_C(1) << r->shift);
    const int64_t before = low - coordinate;
    const int64_t after = -before - ((INT64_C(1) << r->shift) - 1);
    const int64_t way = before > after ? before : after;
    return way > 0 ? way : 0;
}

#define NEAR_CELLS 27 /* three along each axis */

static bool gather_near_cells(bustle_world *w, const search *s, uint32_t *count) {
    const region *r = s->region;
    const entity *centre = s->centre;
    near_cell cells[NEAR_CELLS];
    uint32_t found = 0;
    const span x = span_of(s, 0, centre->x);
    const span y = span_of(s, 1, centre->y);
    const span z = span_of(s, 2, centre->z);
    for (int64_t i = x.first; i <= x.last; i++) {
        const int64_t left = s->reach - way_to_cell(r, centre->x, i);
        for (int64_t j = y.first; j <= y.last; j++) {
            if (way_to_cell(r, centre->y, j) > left) {
                continue; /* a corner of the square that is out of reach */
            }
            for (int64_t k = z.first; k <= z.last; k++) {
                const cell *c = cell_at(r, (int32_t)i, (int32_t)j, (int32_t)k);
                if (c->head != POOL_NONE) {
                    PREFETCH(block_at(w, c->head));
                    cells[found++] = near_cell_of(s, c);
                }
            }
        }
    }
    return gather_cells(w, s, cells, found, count);
}

bool gather(bustle_world *w, const action *a, uint32_t self, uint32_t *count) {
    *count = 0;
    if ((a->flags & ACTION_USES_DISTANCE) != 0) {
        position_refresh(w, self);
    }
    if (!gather_queried(w, a, self, count)) {
        return false;
    }
    const uint32_t *groups = w->content->ids + a->groups_at;
    const entity *centre = entity_at(w, self);
    const uint32_t queried = *count;
    for (uint32_t i = 0; i < a->group_count; i++) {
        const region *r = &w->regions[groups[i]];
        if (r->count == 0 || w->content->groups[groups[i]].queried) {
            continue;
        }
        /* A reach of at most a cell's width touches three cells along an axis at the most. */
        const bool near = a->reach <= INT32_C(1) << r->shift;
        const search s = search_of(r, centre, a->reach);
        const bool listed = near ? gather_near_cells(w, &s, count) : gather_all_cells(w, &s, count);
        if (!listed) {
            return false;
        }
    }
    measure(w, self, a->reach, queried, count);
    return true;
}

bool anyone_accepts(const bustle_world *w, const action *a, uint32_t self) {
    const uint32_t *groups = w->content->ids + a->groups_at;
    const uint16_t own = definition_of(w, entity_at(w, self))->group;
    for (uint32_t i = 0; i < a->group_count; i++) {
        if (w->regions[groups[i]].count > (groups[i] == own ? 1u : 0u)) {
            return true;
        }
    }
    return false;
}

uint32_t count_accepting(const bustle_world *w, const action *a, uint32_t self) {
    const uint32_t *groups = w->content->ids + a->groups_at;
    const uint16_t own = definition_of(w, entity_at(w, self))->group;
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->group_count; i++) {
        count += w->regions[groups[i]].count - (groups[i] == own ? 1u : 0u);
    }
    return count;
}
