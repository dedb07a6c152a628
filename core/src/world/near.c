/* Who is near: the candidates for an action, from the cells that its reach touches, and from the
 * rosters of those who are nowhere. */
#include "base/bits.h"
#include "world/grid.h"

#include <assert.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Says in checked builds how much a search has looked at: what is far away must not count. */
static inline void look_at(bustle_world *w, uint32_t count) {
#if BUSTLE_CHECKS
    w->looked_at += count;
#else
    (void)w;
    (void)count;
#endif
}

/* A small crowd that is first met late should not allocate in a warm update. */
#define FEWEST_ITEMS 256u

static bool reserve_items(bustle_world *w, shortlist *list, uint64_t count) {
    return count <= list->capacity ||
        bsl_heap_grow(&w->heap, (void **)&list->items, &list->capacity,
            count < FEWEST_ITEMS ? FEWEST_ITEMS : count, sizeof *list->items);
}

bool bsl_near_reserve(bustle_world *w, uint64_t count) {
    return reserve_items(w, &w->candidates, count);
}

/* Until it has been measured, the key of an item is where its row is, which is fetched. */
static inline item gathered(const bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    PREFETCH(e);
    return (item){.key = (uintptr_t)e, .value = slot};
}

/* The metric is known where it is inlined. */
static inline uint32_t keep_near(item *items, uint32_t count, const entity *centre, uint32_t except,
    const reach_limit *reach, bustle_metric metric) {
    const uint64_t range = (uint64_t)(reach->to - reach->from);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t slot = items[i].value;
        /* NOLINTNEXTLINE(performance-no-int-to-ptr): gathered made it of one */
        const entity *e = (const entity *)(uintptr_t)items[i].key;
        items[kept] = (item){.key = e->spawn, .value = slot};
        const int64_t square = squared_between(metric, centre, e);
        kept += ((uint64_t)(square - reach->from) <= range) & (slot != except);
    }
    return kept;
}

/* Of those gathered, keeps who is near. */
static void measure(bustle_world *w, item *items, const entity *centre, uint32_t except,
    const reach_limit *reach, uint32_t *count) {
    look_at(w, *count);
    if (w->def.metric == BUSTLE_METRIC_MANHATTAN) {
        *count = keep_near(items, *count, centre, except, reach, BUSTLE_METRIC_MANHATTAN);
    } else {
        *count = keep_near(items, *count, centre, except, reach, BUSTLE_METRIC_EUCLIDEAN);
    }
}

/* S68: at a distance that is not there only those are for whom no distance is asked. */
static bool is_unlimited(const reach_limit *reach) {
    return reach->from == 0 && reach->to == INT64_MAX;
}

/* Of the group, those who are nowhere are not within a limit; nor is anyone of who is nowhere. */
static bool is_out_of_reach(
    const bustle_world *w, const action *a, uint32_t self, const group *of) {
    return w->has_nowhere && self != NOBODY && !is_unlimited(&a->reach) &&
        (of->nowhere || is_nowhere(w, entity_at(w, self)));
}

/* How far away who is near may seem, in units of offsets: along either axis, and along both
 * together. By the Manhattan metric that is a diamond, by the Euclidean an octagon around the
 * circle. */
typedef struct outline {
    uint8_t either, both; /* ANY_WAY: no way is too long */
} outline;

#define ANY_WAY UINT8_MAX

/* The search of one region. */
typedef struct probe {
    shortlist *into;
    const region *region;
    const entity *centre;
    const reach_limit *reach;
    outline outline;
    uint8_t fineness;
#if defined(__SSE2__)
    __m128i either, both; /* of the outline, in every byte */
#endif
} probe;

/* Offsets seen from far away make a way shorter but never longer; coarse ones are off by less than
 * one on each axis. */
static outline outline_of(int32_t reach, uint8_t fine, bustle_metric metric) {
    const int64_t diagonal =
        metric == BUSTLE_METRIC_MANHATTAN ? reach : reach * INT64_C(1449) / 1024;
    const int64_t either = (reach >> fine) + (fine > 0 ? 1 : 0);
    const int64_t both = (diagonal >> fine) + (fine > 0 ? 2 : 0);
    return (outline){
        either < ANY_WAY ? (uint8_t)either : ANY_WAY, both < ANY_WAY ? (uint8_t)both : ANY_WAY};
}

static probe probe_of(const bustle_world *w, shortlist *into, const region *r, const entity *centre,
    const reach_limit *reach) {
    const uint8_t fine = fineness(r);
    const outline o = outline_of(reach->most, fine, w->def.metric);
    return (probe) {
        .into = into, .region = r, .centre = centre, .reach = reach,
#if defined(__SSE2__)
        .either = _mm_set1_epi8((char)o.either), .both = _mm_set1_epi8((char)o.both),
#endif
        .outline = o, .fineness = fine
    };
}

/* Where the searcher is along one axis as seen from a cell, in the units of its offsets. From two
 * cells away or more it seems nearer than it is. */
static inline uint8_t seen_from(const probe *s, int32_t coordinate, int64_t cell_coordinate) {
    const int64_t low = cell_coordinate * (INT64_C(1) << s->region->shift);
    const int64_t seen = ((coordinate - low) >> s->fineness) + OFFSET_OF_CELL;
    return (uint8_t)(seen < 0 ? 0 : (seen > UINT8_MAX ? UINT8_MAX : seen));
}

/* Which of a block may be near, told by their offsets alone: a bit for each place, also for those
 * where nobody is. */
#if !defined(__SSE2__) || BUSTLE_CHECKS
static uint32_t near_one_by_one(const cell_block *b, uint8_t x, uint8_t y, outline o) {
    uint32_t near = 0;
    for (uint32_t i = 0; i < CELL_SLOTS; i++) {
        const int across = x < b->x[i] ? b->x[i] - x : x - b->x[i];
        const int along = y < b->y[i] ? b->y[i] - y : y - b->y[i];
        const bool inside = across <= o.either && along <= o.either &&
            (across + along <= o.both || o.both == ANY_WAY);
        near |= (uint32_t)inside << i;
    }
    return near;
}
#endif

#if defined(__SSE2__)
static inline __m128i way_between(__m128i a, __m128i b) {
    return _mm_or_si128(_mm_subs_epu8(a, b), _mm_subs_epu8(b, a));
}

/* Sums saturate, so that none of them seems shorter. */
static inline uint32_t near_at_once(const cell_block *b, uint8_t x, uint8_t y, const probe *s) {
    _Static_assert(CELL_SLOTS == 10 && sizeof *b == 64, "the loads below stay inside the block");
    const uint8_t *end = (const uint8_t *)(b + 1);
    const __m128i xs = _mm_loadu_si128((const __m128i *)(const void *)(end - 20));
    const __m128i ys =
        _mm_srli_si128(_mm_loadu_si128((const __m128i *)(const void *)(end - 16)), 6);
    const __m128i across = way_between(xs, _mm_set1_epi8((char)x));
    const __m128i along = way_between(ys, _mm_set1_epi8((char)y));
    const __m128i far = _mm_or_si128(_mm_subs_epu8(_mm_max_epu8(across, along), s->either),
        _mm_subs_epu8(_mm_adds_epu8(across, along), s->both));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(far, _mm_setzero_si128())) &
        ((1u << CELL_SLOTS) - 1);
}
#endif

static inline uint32_t near_in_block(const cell_block *b, uint8_t x, uint8_t y, const probe *s) {
#if defined(__SSE2__)
    const uint32_t near = near_at_once(b, x, y, s);
#if BUSTLE_CHECKS
    assert(near == near_one_by_one(b, x, y, s->outline));
#endif
    return near;
#else
    return near_one_by_one(b, x, y, s->outline);
#endif
}

/* A cell that is being searched. */
typedef struct near_cell {
    const cell_block *first;
    uint8_t x, y; /* where the searcher is, seen from here */
} near_cell;

/* The first of a list of blocks; NULL: there is none. */
static inline const cell_block *first_block(const bustle_world *w, uint32_t head) {
    return head == POOL_NONE ? NULL : block_at(w, head);
}

/* Lists those of a cell who may be near, and has their rows and the block after it fetched. */
static inline bool gather_cell(bustle_world *w, const probe *s, near_cell c, uint32_t *count) {
    for (const cell_block *b = c.first; b != NULL;) {
        const cell_block *after = first_block(w, b->next);
        if (!reserve_items(w, s->into, (uint64_t)*count + CELL_SLOTS)) {
            return false;
        }
        look_at(w, 1);
        if (after != NULL) {
            PREFETCH(after);
        }
        item *next = s->into->items + *count;
        for (uint32_t near = near_in_block(b, c.x, c.y, s); near != 0; near &= near - 1) {
            const uint32_t slot = b->slots[lowest_bit(near)];
            if (slot == NOBODY) {
                break;
            }
            *next++ = gathered(w, slot);
        }
        *count = (uint32_t)(next - s->into->items);
        b = after;
    }
    return true;
}

/* The cells that come within reach along one axis; an empty range if none. */
typedef struct span {
    int64_t first, last;
} span;

static span span_of(const probe *s, int axis, int32_t centre) {
    const region *r = s->region;
    const int64_t first = ((int64_t)centre - s->reach->most) >> r->shift;
    const int64_t last = ((int64_t)centre + s->reach->most) >> r->shift;
    return (span){.first = first < r->low[axis] ? r->low[axis] : first,
        .last = last > r->high[axis] ? r->high[axis] : last};
}

typedef struct box { /* cells along each axis */
    span x, y, z;
} box;

static box box_of(const probe *s) {
    return (box){
        span_of(s, 0, s->centre->x), span_of(s, 1, s->centre->y), span_of(s, 2, s->centre->z)};
}

#define CUBE_WIDTH 3 /* in cells: what a reach of a cell's width touches */

/* How far away the nearest place of a cell seems along one axis. */
static inline uint32_t way_to_cell(uint8_t seen) {
    const int32_t before = OFFSET_OF_CELL - (int32_t)seen;
    const int32_t after = (int32_t)seen - (OFFSET_OF_CELL + CELL_OFFSETS - 1);
    const int32_t way = before > after ? before : after;
    return way > 0 ? (uint32_t)way : 0;
}

/* The cells of a box that is no wider than a cube: first all of them are found, and fetched. */
static inline bool gather_cube(bustle_world *w, const probe *s, const box *b, uint32_t *count) {
    const region *r = s->region;
    near_cell cells[CUBE_WIDTH * CUBE_WIDTH * CUBE_WIDTH];
    uint8_t ys[CUBE_WIDTH] = {0};
    uint32_t ways[CUBE_WIDTH] = {0};
    uint64_t hashes[CUBE_WIDTH] = {0};
    uint32_t found = 0;
    const uint32_t longest = s->outline.both == ANY_WAY ? UINT32_MAX : s->outline.both;
    for (int64_t j = b->y.first; j <= b->y.last; j++) {
        ys[j - b->y.first] = seen_from(s, s->centre->y, j);
        ways[j - b->y.first] = way_to_cell(ys[j - b->y.first]);
        hashes[j - b->y.first] = hash_along_y((int32_t)j);
    }
    for (int64_t i = b->x.first; i <= b->x.last; i++) {
        const uint8_t x = seen_from(s, s->centre->x, i);
        const uint32_t way = way_to_cell(x);
        const uint64_t hash_of_x = hash_along_x((int32_t)i);
        for (int64_t j = b->y.first; j <= b->y.last; j++) {
            const uint8_t y = ys[j - b->y.first];
            if (way + ways[j - b->y.first] > longest) {
                continue; /* a corner of the square that is out of reach */
            }
            for (int64_t k = b->z.first; k <= b->z.last; k++) {
                const uint64_t hash = hash_of_x ^ hashes[j - b->y.first] ^ hash_along_z((int32_t)k);
                const cell *c = cell_of_hash(r, hash, (int32_t)i, (int32_t)j, (int32_t)k);
                look_at(w, 1);
                if (c->head != POOL_NONE) {
                    cells[found] = (near_cell){block_at(w, c->head), x, y};
                    PREFETCH(cells[found++].first);
                }
            }
        }
    }
    for (uint32_t i = 0; i < found; i++) {
        if (!gather_cell(w, s, cells[i], count)) {
            return false;
        }
    }
    return true;
}

/* The part of a span that begins at `first` and is as wide as a cube. */
static span part_of(span whole, int64_t first) {
    const int64_t last = first + CUBE_WIDTH - 1;
    return (span){first, last < whole.last ? last : whole.last};
}

static bool gather_box(bustle_world *w, const probe *s, const box *b, uint32_t *count) {
    for (int64_t i = b->x.first; i <= b->x.last; i += CUBE_WIDTH) {
        for (int64_t j = b->y.first; j <= b->y.last; j += CUBE_WIDTH) {
            for (int64_t k = b->z.first; k <= b->z.last; k += CUBE_WIDTH) {
                const box cube = {part_of(b->x, i), part_of(b->y, j), part_of(b->z, k)};
                if (!gather_cube(w, s, &cube, count)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool gather_all_cells(bustle_world *w, const probe *s, uint32_t *count) {
    look_at(w, s->region->cell_capacity);
    for (uint32_t i = 0; i < s->region->cell_capacity; i++) {
        const cell *c = &s->region->cells[i];
        const near_cell seen = {first_block(w, c->head), seen_from(s, s->centre->x, c->x),
            seen_from(s, s->centre->y, c->y)};
        if (!gather_cell(w, s, seen, count)) {
            return false;
        }
    }
    return true;
}

static uint64_t length_of(span s) {
    return s.last < s.first ? 0 : (uint64_t)(s.last - s.first) + 1;
}

/* Goes through the cells within reach, occupied or not, unless all that there are are fewer. */
static bool gather_far(bustle_world *w, const probe *s, const box *b, uint32_t *count) {
    const uint64_t most = s->region->cell_capacity;
    const uint64_t flat = length_of(b->x) * length_of(b->y);
    if (s->reach->most == INT32_MAX || flat > most || flat * length_of(b->z) > most) {
        return gather_all_cells(w, s, count);
    }
    return gather_box(w, s, b, count);
}

static inline bool gather_region(bustle_world *w, const probe *s, uint32_t *count) {
    const box b = box_of(s);
    return s->reach->most <= INT32_C(1) << s->region->shift ? gather_cube(w, s, &b, count)
                                                            : gather_far(w, s, &b, count);
}

/* S68: those who are nowhere. */
static bool gather_roster(bustle_world *w, const region *r, uint32_t *count) {
    if (!reserve_items(w, &w->candidates, (uint64_t)*count + r->roster_count)) {
        return false;
    }
    for (uint32_t i = 0; i < r->roster_count; i++) {
        w->candidates.items[(*count)++] = gathered(w, r->roster[i].slot);
    }
    return true;
}

/* S10: the NPC itself is asked first. */
static bool refresh(bustle_world *w, const action *a, uint32_t self) {
    if (!w->has_queried || (a->flags & ACTION_USES_DISTANCE) == 0 || self == NOBODY) {
        return true;
    }
    bsl_roster_refresh(w, self);
    return bsl_roster_refresh_all(w, a, self);
}

bool bsl_near_gather(bustle_world *w, const action *a, uint32_t self, uint32_t *count) {
    static const entity nowhere = {0};
    static const reach_limit anywhere = NO_LIMIT_INIT;
    *count = 0;
    if (!refresh(w, a, self)) {
        return false;
    }
    const uint32_t *groups = w->content->ids + a->groups_at;
    const entity *centre = self == NOBODY ? &nowhere : entity_at(w, self);
    const reach_limit *reach = self == NOBODY ? &anywhere : &a->reach;
    for (uint32_t i = 0; i < a->group_count; i++) {
        const region *r = &w->regions[groups[i]];
        const group *of = &w->content->groups[groups[i]];
        if (r->count == 0 || is_out_of_reach(w, a, self, of)) {
            continue;
        }
        const probe s = probe_of(w, &w->candidates, r, centre, reach);
        if (of->nowhere ? !gather_roster(w, r, count) : !gather_region(w, &s, count)) {
            return false;
        }
    }
    measure(w, w->candidates.items, centre, self, reach, count);
    return true;
}

bool bsl_near_everyone(bustle_world *w, shortlist *into, const int32_t at[3],
    const reach_limit *reach, uint32_t except, uint32_t *count) {
    const entity centre = {.x = at[0], .y = at[1], .z = at[2]};
    *count = 0;
    for (uint32_t i = 0; i < region_count(w); i++) {
        const probe s = probe_of(w, into, &w->regions[i], &centre, reach);
        if (s.region->cell_count > 0 && !gather_region(w, &s, count)) {
            return false;
        }
    }
    measure(w, into->items, &centre, except, reach, count);
    bsl_sort_items(into->items, *count);
    return true;
}

static span cells_between(const region *r, int axis, int32_t low, int32_t high) {
    const int64_t first = low >> r->shift;
    const int64_t last = high >> r->shift;
    return (span){.first = first < r->low[axis] ? r->low[axis] : first,
        .last = last > r->high[axis] ? r->high[axis] : last};
}

static bool lies_in(const entity *e, const area_box *b) {
    return b->low[0] <= e->x && e->x <= b->high[0] && b->low[1] <= e->y && e->y <= b->high[1] &&
        b->low[2] <= e->z && e->z <= b->high[2];
}

static bool gather_in_box(bustle_world *w, const cell *c, const area_box *b, uint32_t *count) {
    for (uint32_t index = c->head; index != POOL_NONE; index = block_at(w, index)->next) {
        const cell_block *of = block_at(w, index);
        if (!reserve_items(w, &w->found, (uint64_t)*count + CELL_SLOTS)) {
            return false;
        }
        for (uint32_t i = 0; i < CELL_SLOTS && of->slots[i] != NOBODY; i++) {
            const entity *e = entity_at(w, of->slots[i]);
            w->found.items[*count] = (item){.key = e->spawn, .value = of->slots[i]};
            *count += lies_in(e, b);
        }
    }
    return true;
}

/* Goes through the cells that the box touches, unless all that there are are fewer. */
static bool gather_region_in_box(
    bustle_world *w, const region *r, const area_box *b, uint32_t *count) {
    const span x = cells_between(r, 0, b->low[0], b->high[0]);
    const span y = cells_between(r, 1, b->low[1], b->high[1]);
    const span z = cells_between(r, 2, b->low[2], b->high[2]);
    const uint64_t flat = length_of(x) * length_of(y);
    if (flat > r->cell_capacity || flat * length_of(z) > r->cell_capacity) {
        for (uint32_t i = 0; i < r->cell_capacity; i++) {
            if (!gather_in_box(w, &r->cells[i], b, count)) {
                return false;
            }
        }
        return true;
    }
    for (int64_t i = x.first; i <= x.last; i++) {
        for (int64_t j = y.first; j <= y.last; j++) {
            for (int64_t k = z.first; k <= z.last; k++) {
                const cell *c = cell_at(r, (int32_t)i, (int32_t)j, (int32_t)k);
                if (!gather_in_box(w, c, b, count)) {
                    return false;
                }
            }
        }
    }
    return true;
}

bool bsl_near_in_box(bustle_world *w, const area_box *b, uint32_t *count) {
    *count = 0;
    for (uint32_t i = 0; i < region_count(w); i++) {
        if (w->regions[i].cell_count > 0 && !gather_region_in_box(w, &w->regions[i], b, count)) {
            return false;
        }
    }
    return true;
}

bool bsl_near_reaches(
    const bustle_world *w, const action *a, const entity *self, const entity *other) {
    if (is_nowhere(w, self) || is_nowhere(w, other)) {
        return is_unlimited(&a->reach);
    }
    const int64_t square = squared_between(w->def.metric, self, other);
    return square >= a->reach.from && square <= a->reach.to;
}

bool bsl_near_anyone(const bustle_world *w, const action *a, uint32_t self) {
    const uint32_t *groups = w->content->ids + a->groups_at;
    const uint16_t own = definition_of(w, entity_at(w, self))->group;
    for (uint32_t i = 0; i < a->group_count; i++) {
        if (w->regions[groups[i]].count > (groups[i] == own ? 1u : 0u)) {
            return true;
        }
    }
    return false;
}

uint32_t bsl_near_count(const bustle_world *w, const action *a, uint32_t self) {
    const uint32_t *groups = w->content->ids + a->groups_at;
    const uint16_t own = self == NOBODY ? NONE16 : definition_of(w, entity_at(w, self))->group;
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->group_count; i++) {
        count += w->regions[groups[i]].count - (groups[i] == own ? 1u : 0u);
    }
    return count;
}

/* ---- The game's questions ---- */

/* The list is a cache: making it changes nothing that anyone can see. */
static bustle_status list_near(const bustle_world *w, const int32_t at[3], const reach_limit *reach,
    uint32_t except, bustle_entity *entities, size_t capacity, size_t *count) {
    bustle_world *cached = (bustle_world *)(void *)w;
    uint32_t found = 0;
    if (!bsl_near_everyone(cached, &cached->found, at, reach, except, &found)) {
        return BUSTLE_NO_MEMORY;
    }
    for (uint32_t i = 0; i < found && i < capacity; i++) {
        const item *each = &w->found.items[i];
        entities[i] = handle_of(each->value, (uint32_t)each->key);
    }
    *count = found;
    return BUSTLE_OK;
}

bustle_status bustle_world_within(const bustle_world *w, bustle_position centre, double distance,
    bustle_entity *entities, size_t capacity, size_t *count) {
    int32_t at[3];
    reach_limit reach;
    if (w == NULL || count == NULL || !bsl_space_limit(distance, &reach) ||
        (entities == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    if (!bsl_space_round(&centre, at)) {
        return BUSTLE_BAD_VALUE;
    }
    return list_near(w, at, &reach, NOBODY, entities, capacity, count);
}

bustle_status bustle_world_around(const bustle_world *w, bustle_entity centre, double distance,
    bustle_entity *entities, size_t capacity, size_t *count) {
    reach_limit reach;
    if (w == NULL || count == NULL || !bsl_space_limit(distance, &reach) ||
        (entities == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const uint32_t slot = bsl_entity_slot(w, centre);
    if (slot == NOBODY) {
        return BUSTLE_STALE;
    }
    const entity *e = entity_at(w, slot);
    const int32_t at[3] = {e->x, e->y, e->z};
    *count = 0;
    return is_nowhere(w, e) ? BUSTLE_OK : list_near(w, at, &reach, slot, entities, capacity, count);
}
