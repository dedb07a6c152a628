/* Space: who is near. Entities that accept actions are listed per group, in a grid of cells whose
 * width fits the reach of those actions; those whose position the game answers for are in a plain
 * list. */
#include "world.h"

#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* ---- Regions ---- */

static uint32_t region_count(const bustle_world *w) {
    return w->content->group_count + 1;
}

/* Queried entities that accept nothing have the last region to themselves; others that accept
 * nothing are in none. */
static region *region_of(const bustle_world *w, const definition *d) {
    if (d->group != NONE16) {
        return &w->regions[d->group];
    }
    return d->position == BUSTLE_POSITION_QUERIED ? &w->regions[w->content->group_count] : NULL;
}

bool space_init(bustle_world *w) {
    w->regions = heap_zeroed(&w->heap, region_count(w) * sizeof *w->regions);
    if (w->regions == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < w->content->group_count; i++) {
        const int32_t reach = w->content->groups[i].reach;
        uint8_t shift = reach <= 0 ? 30 : 2;
        while (shift < 30 && (INT64_C(1) << shift) < reach) {
            shift++;
        }
        w->regions[i].shift = shift;
        w->regions[i].finest = shift;
    }
    return true;
}

void space_release(bustle_world *w) {
    for (uint32_t i = 0; w->regions != NULL && i < region_count(w); i++) {
        region *r = &w->regions[i];
        heap_free(&w->heap, r->cells, r->cell_capacity * sizeof *r->cells);
        heap_free(&w->heap, r->asked, r->asked_capacity * sizeof *r->asked);
    }
    heap_free(&w->heap, w->regions, region_count(w) * sizeof *w->regions);
    heap_free(&w->heap, w->candidates, w->candidate_capacity * sizeof *w->candidates);
}

/* ---- Cells ---- */

/* Four cells that lie together in the plane are neighbours in the table too. */
static uint32_t cell_home(const region *r, int32_t x, int32_t y, int32_t z) {
    uint32_t hash = (uint32_t)(x >> 1) * 0x9e3779b1u ^ (uint32_t)(y >> 1) * 0x85ebca77u ^
        (uint32_t)z * 0xc2b2ae3du;
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6du;
    hash ^= hash >> 13;
    return (hash << 2 | ((uint32_t)y & 1) << 1 | ((uint32_t)x & 1)) & (r->cell_capacity - 1);
}

/* The cell, or the free place where it belongs. */
static cell *cell_at(const region *r, int32_t x, int32_t y, int32_t z) {
    uint32_t i = cell_home(r, x, y, z);
    for (;;) {
        cell *c = &r->cells[i];
        if (c->head == POOL_NONE || (c->x == x && c->y == y && c->z == z)) {
            return c;
        }
        i = (i + 1) & (r->cell_capacity - 1);
    }
}

/* Those after it in the same run move up, so that searches still meet them. */
static void drop_cell(region *r, cell *c) {
    const uint32_t mask = r->cell_capacity - 1;
    uint32_t hole = (uint32_t)(c - r->cells);
    for (uint32_t i = (hole + 1) & mask; r->cells[i].head != POOL_NONE; i = (i + 1) & mask) {
        const uint32_t home = cell_home(r, r->cells[i].x, r->cells[i].y, r->cells[i].z);
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            r->cells[hole] = r->cells[i];
            hole = i;
        }
    }
    r->cells[hole].head = POOL_NONE;
    r->cell_count--;
}

static cell_block *block_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->cell_blocks, index);
}

static uint32_t block_fill(const cell_block *b) {
    uint32_t fill = 0;
    while (fill < CELL_SLOTS && b->slots[fill] != NOBODY) {
        fill++;
    }
    return fill;
}

static uint8_t fineness(const region *r) {
    return r->shift > 8 ? (uint8_t)(r->shift - 8) : 0;
}

/* Where in its cell a coordinate is. */
static uint8_t offset_of(const region *r, int32_t coordinate) {
    const uint32_t within = (uint32_t)coordinate & ((UINT32_C(1) << r->shift) - 1);
    return (uint8_t)(within >> fineness(r));
}

static void stretch(region *r, const int32_t at[3]) {
    for (int i = 0; i < 3; i++) {
        r->low[i] = r->count == 0 || at[i] < r->low[i] ? at[i] : r->low[i];
        r->high[i] = r->count == 0 || at[i] > r->high[i] ? at[i] : r->high[i];
    }
}

static void set_place(bustle_world *w, const region *r, uint32_t index, uint32_t i, uint32_t slot) {
    entity *e = entity_at(w, slot);
    cell_block *b = block_at(w, index);
    b->slots[i] = slot;
    b->x[i] = offset_of(r, e->x);
    b->y[i] = offset_of(r, e->y);
    e->place = index * 16 + i;
}

static void cell_enter(bustle_world *w, region *r, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    const int32_t at[3] = {e->x >> r->shift, e->y >> r->shift, e->z >> r->shift};
    cell *c = cell_at(r, at[0], at[1], at[2]);
    stretch(r, at);
    if (c->head == POOL_NONE) {
        *c = (cell){.x = at[0], .y = at[1], .z = at[2], .head = POOL_NONE};
        r->cell_count++;
    }
    uint32_t fill = c->head == POOL_NONE ? CELL_SLOTS : block_fill(block_at(w, c->head));
    if (fill == CELL_SLOTS) {
        const uint32_t index = pool_take(&w->cell_blocks);
        memset(block_at(w, index), 0xff, sizeof(cell_block));
        block_at(w, index)->next = c->head;
        c->head = index;
        fill = 0;
    }
    set_place(w, r, c->head, fill, slot);
    r->count++;
}

/* The last one of the cell's first block takes its place. */
static void cell_leave(bustle_world *w, region *r, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    cell *c = cell_at(r, e->x >> r->shift, e->y >> r->shift, e->z >> r->shift);
    cell_block *head = block_at(w, c->head);
    const uint32_t last = block_fill(head) - 1;
    const uint32_t place = e->place;
    set_place(w, r, place / 16, place % 16, head->slots[last]);
    head->slots[last] = NOBODY;
    if (last == 0) {
        const uint32_t emptied = c->head;
        c->head = head->next;
        pool_give(&w->cell_blocks, emptied);
        if (c->head == POOL_NONE) {
            drop_cell(r, c);
        }
    }
    r->count--;
}

/* ---- The width of cells ---- */

static cell *new_cells(bustle_world *w, uint32_t capacity) {
    cell *cells = heap_resize(&w->heap, NULL, 0, capacity * sizeof *cells);
    for (uint32_t i = 0; cells != NULL && i < capacity; i++) {
        cells[i] = (cell){.head = POOL_NONE};
    }
    return cells;
}

/* Everyone in a cell of the old width. */
static void move_cell(bustle_world *w, region *r, const cell *old) {
    for (uint32_t index = old->head; index != POOL_NONE;) {
        const cell_block taken = *block_at(w, index);
        pool_give(&w->cell_blocks, index);
        for (uint32_t i = 0; i < block_fill(&taken); i++) {
            cell_enter(w, r, taken.slots[i]);
        }
        index = taken.next;
    }
}

/* Counts the cells that are wanted instead, and in each cell's head its entities. Returns the
 * blocks. */
static uint64_t tally(const bustle_world *w, region *wanted, const region *now) {
    uint64_t blocks = 0;
    for (uint32_t i = 0; i < now->cell_capacity; i++) {
        for (uint32_t index = now->cells[i].head; index != POOL_NONE;) {
            const cell_block *b = block_at(w, index);
            for (uint32_t k = 0; k < CELL_SLOTS && b->slots[k] != NOBODY; k++) {
                const entity *e = entity_at(w, b->slots[k]);
                const int32_t x = e->x >> wanted->shift;
                const int32_t y = e->y >> wanted->shift;
                const int32_t z = e->z >> wanted->shift;
                cell *c = cell_at(wanted, x, y, z);
                const uint32_t before = c->head == POOL_NONE ? 0 : c->head;
                wanted->cell_count += before == 0;
                blocks += before % CELL_SLOTS == 0;
                *c = (cell){.x = x, .y = y, .z = z, .head = before + 1};
            }
            index = b->next;
        }
    }
    return blocks;
}

/* After a reservation of the blocks that it may take more than it gives back. */
static bool change_width(bustle_world *w, region *r, uint8_t shift, uint32_t capacity) {
    region changed = *r;
    changed.shift = shift;
    changed.cell_capacity = capacity;
    changed.cell_count = 0;
    changed.count = 0;
    changed.cells = new_cells(w, capacity);
    if (changed.cells == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < r->cell_capacity; i++) {
        move_cell(w, &changed, &r->cells[i]);
    }
    heap_free(&w->heap, r->cells, r->cell_capacity * sizeof *r->cells);
    *r = changed;
    return true;
}

/* Where cells hold few entities, wider ones: the table stays small, and a search meets fewer cells.
 * No block is taken before another is given back, because whole cells come together. */
static bool widen_cells(bustle_world *w, region *r) {
    return change_width(w, r, (uint8_t)(r->shift + 1), r->cell_capacity);
}

static uint64_t table_for(uint64_t cells) {
    uint64_t capacity = 8;
    while (cells * 4 > capacity * 3) {
        capacity *= 2;
    }
    return capacity;
}

/* Where they have become crowded, narrower ones. Each falls into eight at the most, mostly into
 * four: what that takes is counted first. */
static bool narrow_cells(bustle_world *w, region *r) {
    const uint64_t most = table_for(r->cell_count * 8ull);
    if (most > UINT32_MAX / sizeof(cell)) {
        return false;
    }
    region counted = {.shift = (uint8_t)(r->shift - 1), .cell_capacity = (uint32_t)most};
    counted.cells = new_cells(w, counted.cell_capacity);
    if (counted.cells == NULL) {
        return false;
    }
    const uint64_t blocks = tally(w, &counted, r);
    heap_free(&w->heap, counted.cells, counted.cell_capacity * sizeof *counted.cells);
    return pool_reserve(&w->cell_blocks, &w->kept, blocks) &&
        change_width(w, r, counted.shift, (uint32_t)table_for(counted.cell_count + 1ull));
}

static bool add_cells(bustle_world *w, region *r) {
    const uint32_t capacity = r->cell_capacity == 0 ? 8 : r->cell_capacity * 2;
    cell *cells = new_cells(w, capacity);
    if (cells == NULL) {
        return false;
    }
    region grown = *r;
    grown.cells = cells;
    grown.cell_capacity = capacity;
    for (uint32_t i = 0; i < r->cell_capacity; i++) {
        const cell *c = &r->cells[i];
        if (c->head != POOL_NONE) {
            *cell_at(&grown, c->x, c->y, c->z) = *c;
        }
    }
    heap_free(&w->heap, r->cells, r->cell_capacity * sizeof *r->cells);
    *r = grown;
    return true;
}

#define CELL_CROWD 8u
#define CELL_CRUSH 32u
#define WIDEST_SHIFT 30

static bool reserve_cell(bustle_world *w, region *r) {
    if (r->shift > r->finest && r->count > (uint64_t)CELL_CRUSH * r->cell_count &&
        !narrow_cells(w, r)) {
        return false;
    }
    while ((r->cell_count + 1) * 4ull > r->cell_capacity * 3ull) {
        const bool sparse = r->cell_capacity > 0 && r->shift < WIDEST_SHIFT &&
            r->count < (uint64_t)CELL_CROWD * r->cell_count;
        if (sparse ? !widen_cells(w, r) : !add_cells(w, r)) {
            return false;
        }
    }
    return pool_reserve(&w->cell_blocks, &w->kept, 1);
}

/* ---- Entering, leaving, moving ---- */

bool space_reserve(bustle_world *w, const definition *d) {
    region *r = region_of(w, d);
    if (r == NULL) {
        return true;
    }
    if (d->position == BUSTLE_POSITION_QUERIED) {
        return heap_grow(&w->heap, (void **)&r->asked, &r->asked_capacity, (uint64_t)r->count + 1,
            sizeof *r->asked);
    }
    return reserve_cell(w, r);
}

void space_enter(bustle_world *w, uint32_t slot) {
    entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    region *r = region_of(w, d);
    if (r == NULL) {
        return;
    }
    if (d->position == BUSTLE_POSITION_QUERIED) {
        e->place = r->count;
        r->asked[r->count++] = (asked){.slot = slot};
    } else {
        cell_enter(w, r, slot);
    }
}

void space_leave(bustle_world *w, uint32_t slot) {
    entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    region *r = region_of(w, d);
    if (r == NULL) {
        return;
    }
    if (d->position == BUSTLE_POSITION_QUERIED) {
        const asked last = r->asked[--r->count];
        r->asked[e->place] = last;
        entity_at(w, last.slot)->place = e->place;
    } else {
        cell_leave(w, r, slot);
    }
}

void space_move(bustle_world *w, uint32_t slot, int32_t x, int32_t y, int32_t z) {
    entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    region *r = region_of(w, d);
    const bool in_grid = r != NULL && d->position != BUSTLE_POSITION_QUERIED;
    const bool same_cell = in_grid && x >> r->shift == e->x >> r->shift &&
        y >> r->shift == e->y >> r->shift && z >> r->shift == e->z >> r->shift;
    if (in_grid && !same_cell) {
        cell_leave(w, r, slot);
    }
    e->x = x;
    e->y = y;
    e->z = z;
    if (in_grid && same_cell) {
        set_place(w, r, e->place / 16, e->place % 16, slot);
    } else if (in_grid) {
        cell_enter(w, r, slot);
    }
}

/* ---- Positions ---- */

bool round_position(const bustle_position *p, int32_t out[3]) {
    return bustle_round(p->x, &out[0]) && bustle_round(p->y, &out[1]) &&
        bustle_round(p->z, &out[2]);
}

static int64_t gap(int32_t a, int32_t b) {
    const int64_t way = (int64_t)a - b;
    return way < 0 ? -way : way;
}

int32_t distance_to(const entity *e, int32_t x, int32_t y, int32_t z) {
    const int64_t sum = gap(e->x, x) + gap(e->y, y) + gap(e->z, z);
    return sum > INT32_MAX ? INT32_MAX : (int32_t)sum;
}

static void ask_position(bustle_world *w, uint32_t slot) {
    bustle_position answer = {0, 0, 0};
    int32_t at[3];
    entity *e = entity_at(w, slot);
    const enum world_mode mode = w->mode;
    w->mode = MODE_QUERY;
    const int answered = w->def.callbacks.query_position(
        w->def.callbacks.context, w, handle_of(slot, e->spawn), &answer);
    w->mode = mode;
    if (answered < 0) {
        log_text(w, BUSTLE_LOG_ERROR, "the query for the position of entity %lu failed",
            (unsigned long)e->spawn);
    } else if (answered > 0 && !round_position(&answer, at)) {
        log_text(w, BUSTLE_LOG_ERROR,
            "the position answered for entity %lu is not a number; answer finite ones",
            (unsigned long)e->spawn);
    } else if (answered > 0) {
        space_move(w, slot, at[0], at[1], at[2]);
    }
}

asked *asked_of(const bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    return &region_of(w, definition_of(w, e))->asked[e->place];
}

void position_refresh(bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    if (d->position != BUSTLE_POSITION_QUERIED) {
        return;
    }
    asked *a = asked_of(w, slot);
    if (a->known && w->now - a->time < d->position_refresh_ms) {
        return;
    }
    a->known = true;
    a->time = w->now;
    if (w->def.callbacks.query_position != NULL) {
        ask_position(w, slot);
    }
}

bustle_status bustle_entity_position(
    const bustle_world *w, bustle_entity handle, bustle_position *position) {
    if (w == NULL || position == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const uint32_t slot = slot_of(w, handle);
    if (slot == NOBODY) {
        return BUSTLE_STALE;
    }
    const entity *e = entity_at(w, slot);
    *position = (bustle_position){.x = e->x, .y = e->y, .z = e->z};
    return BUSTLE_OK;
}

bustle_status bustle_entity_move(bustle_world *w, bustle_entity handle, bustle_position position) {
    int32_t at[3];
    if (w == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = check_writable(w);
    if (status != BUSTLE_OK) {
        return status;
    }
    const uint32_t slot = slot_of(w, handle);
    if (slot == NOBODY) {
        return BUSTLE_STALE;
    }
    entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    if (d->position == BUSTLE_POSITION_STATIC) {
        return BUSTLE_STATIC;
    }
    if (!round_position(&position, at)) {
        return BUSTLE_BAD_VALUE;
    }
    if (!space_reserve(w, d)) {
        return BUSTLE_NO_MEMORY;
    }
    space_move(w, slot, at[0], at[1], at[2]);
    e->flags |= d->npc ? NPC_MOVED : 0;
    if (d->position == BUSTLE_POSITION_QUERIED) {
        asked *a = asked_of(w, slot);
        a->known = true;
        a->time = w->now;
    }
    return BUSTLE_OK;
}

/* ---- Who is near ---- */

static bool reserve_candidates(bustle_world *w, uint64_t count) {
    return count <= w->candidate_capacity ||
        heap_grow(&w->heap, (void **)&w->candidates, &w->candidate_capacity, count,
            sizeof *w->candidates);
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
#if defined(__SSE2__)
static uint32_t near_in_block(const cell_block *b, int16_t x, int16_t y, int16_t limit) {
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
#else
static uint32_t near_in_block(const cell_block *b, int16_t x, int16_t y, int16_t limit) {
    uint32_t near = 0;
    for (uint32_t i = 0; i < CELL_SLOTS; i++) {
        const int across = x < b->x[i] ? b->x[i] - x : x - b->x[i];
        const int along = y < b->y[i] ? b->y[i] - y : y - b->y[i];
        near |= (uint32_t)(across + along <= limit) << i;
    }
    return near;
}
#endif

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
