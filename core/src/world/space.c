/* Space: who is where. near.c finds who is near, roster.c asks the game for queried positions.
 *
 * Assumption: an action looks for those of the groups that accept it, mostly within a short reach;
 * the game looks for anyone, within any distance. Entities crowd here and are few there. A
 * queried position is as old as the last answer, which moves the entity in its grid.
 *
 * Algorithm: every entity is in exactly one grid, but for those that are nowhere. A cell of a
 * group's grid is at least as wide as the reach of its actions, so that a search meets three cells
 * along an axis at the most. Where cells hold few entities they become twice as wide, where they
 * are crowded half as wide.
 *
 * Data structures: a grid for each group, in a region; one more for the bystanders, who accept
 * nothing and are in no search among the cells of a group. A cell is a chain of blocks, found
 * through a hash table. The queried entities of a group are in its roster too, and those that are
 * nowhere in theirs alone; those of both kinds that accept nothing are in a roster of their own. */
#include "world/grid.h"

#include <string.h>

/* ---- Regions ---- */

#define FINEST_SHIFT 6 /* 4 units */
#define WIDEST_SHIFT 25 /* two cells along each axis */
#define UNKNOWN_REACH_SHIFT 10

static uint8_t shift_for(int32_t reach) {
    uint8_t shift = FINEST_SHIFT;
    while ((INT64_C(1) << shift) < reach) {
        shift++;
    }
    return shift;
}

bool bsl_space_init(bustle_world *w) {
    w->regions = bsl_heap_zeroed(&w->heap, region_count(w) * sizeof *w->regions);
    if (w->regions == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < region_count(w); i++) {
        const int32_t reach = i < w->content->group_count ? w->content->groups[i].reach : 0;
        const uint8_t shift = reach > 0 ? shift_for(reach) : UNKNOWN_REACH_SHIFT;
        w->regions[i].shift = shift > WIDEST_SHIFT ? WIDEST_SHIFT : shift;
        w->regions[i].finest = w->regions[i].shift;
        w->regions[i].queried = i < w->content->group_count && w->content->groups[i].queried;
    }
    bystanders(w)->queried = true;
    return true;
}

void bsl_space_release(bustle_world *w) {
    for (uint32_t i = 0; w->regions != NULL && i < region_count(w); i++) {
        region *r = &w->regions[i];
        bsl_heap_free(&w->heap, r->cells, r->cell_capacity * sizeof *r->cells);
        bsl_heap_free(&w->heap, r->roster, r->roster_capacity * sizeof *r->roster);
    }
    bsl_heap_free(&w->heap, w->regions, region_count(w) * sizeof *w->regions);
    bsl_heap_free(&w->heap, w->candidates.items, w->candidates.capacity * sizeof(item));
    bsl_heap_free(&w->heap, w->found.items, w->found.capacity * sizeof(item));
}

/* ---- Cells ---- */

/* Those after it in the same run move up, so that searches still meet them. */
static void drop_cell(region *r, cell *c) {
    const uint32_t mask = r->cell_capacity - 1;
    uint32_t hole = (uint32_t)(c - r->cells);
    for (uint32_t i = (hole + 1) & mask; r->cells[i].head != POOL_NONE; i = (i + 1) & mask) {
        const uint32_t home =
            cell_home(r, hash_of_place(r->cells[i].x, r->cells[i].y, r->cells[i].z));
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            r->cells[hole] = r->cells[i];
            hole = i;
        }
    }
    r->cells[hole].head = POOL_NONE;
    r->cell_count--;
}

static uint32_t block_fill(const cell_block *b) {
    uint32_t fill = 0;
    while (fill < CELL_SLOTS && b->slots[fill] != NOBODY) {
        fill++;
    }
    return fill;
}

/* Where in its cell a coordinate is. */
static uint8_t offset_of(const region *r, int32_t coordinate) {
    const uint32_t within = (uint32_t)coordinate & ((UINT32_C(1) << r->shift) - 1);
    return (uint8_t)(OFFSET_OF_CELL + (within >> fineness(r)));
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
    *place_in(w, r, e) = index * 16 + i;
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
    entity *e = entity_at(w, slot);
    cell *c = cell_at(r, e->x >> r->shift, e->y >> r->shift, e->z >> r->shift);
    cell_block *head = block_at(w, c->head);
    const uint32_t last = block_fill(head) - 1;
    const uint32_t place = *place_in(w, r, e);
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
    cell *cells = bsl_heap_resize(&w->heap, NULL, 0, capacity * sizeof *cells);
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
    bsl_heap_free(&w->heap, r->cells, r->cell_capacity * sizeof *r->cells);
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
    bsl_heap_free(&w->heap, counted.cells, counted.cell_capacity * sizeof *counted.cells);
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
    bsl_heap_free(&w->heap, r->cells, r->cell_capacity * sizeof *r->cells);
    *r = grown;
    return true;
}

#define CELL_CROWD 8u
#define CELL_CRUSH 32u

static bool is_crowded(const region *r) {
    return r->shift > r->finest && r->count > (uint64_t)CELL_CRUSH * r->cell_count;
}

static bool lacks_cells(const region *r, uint64_t more) {
    return (r->cell_count + more) * 4 > r->cell_capacity * 3ull;
}

static bool change_cells(bustle_world *w, region *r, uint64_t more) {
    if (is_crowded(r) && !narrow_cells(w, r)) {
        return false;
    }
    while (lacks_cells(r, more)) {
        const bool sparse = r->cell_capacity >= table_for(more * 2) && r->shift < WIDEST_SHIFT &&
            r->count < (uint64_t)CELL_CROWD * r->cell_count;
        if (sparse ? !widen_cells(w, r) : !add_cells(w, r)) {
            return false;
        }
    }
    return true;
}

/* Room in the table for so many cells more. */
static inline bool reserve_cells(bustle_world *w, region *r, uint64_t more) {
    return (!is_crowded(r) && !lacks_cells(r, more)) || change_cells(w, r, more);
}

/* ---- Entering, leaving, moving ---- */

/* Whose position is asked for: the NPC's own, that of the target of the action that ends or of the
 * wait that is tried, and in each step that of a target. A search makes room for its own questions.
 */
void bsl_space_needs(const bustle_world *w, needs *sum) {
    if (w->has_queried) {
        sum->of[WORK_TURN][STORE_ANSWERS].once += 2 + (uint32_t)w->def.step_limit;
        sum->of[WORK_ENDING][STORE_ANSWERS].once += 2;
        sum->of[WORK_CALL][STORE_ANSWERS].once += 2;
        sum->of[WORK_REMOVAL][STORE_ANSWERS].each += 2;
    }
}

/* Whoever is asked about may come into a cell of its own. */
static bool make_space(bustle_world *w, region *r, uint64_t answers) {
    for (uint32_t i = 0; answers > 0 && i < region_count(w); i++) {
        if (w->regions[i].queried && !reserve_cells(w, &w->regions[i], answers + 1)) {
            return false;
        }
    }
    return reserve_cells(w, r, 1) && pool_reserve(&w->cell_blocks, &w->kept, answers + 1);
}

bool bsl_space_reserve(bustle_world *w, const definition *d, uint64_t answers) {
    region *r = grid_of(w, d);
    const bool enough = !BUSTLE_CHECKS && answers == 0 && w->cell_blocks.free_count > 0 &&
        !is_crowded(r) && !lacks_cells(r, 1);
    return enough || make_space(w, r, answers);
}

void bsl_space_enter(bustle_world *w, uint32_t slot) {
    const definition *d = definition_of(w, entity_at(w, slot));
    if (is_rostered(d)) {
        bsl_roster_enter(w, slot);
    }
    if (d->position == BUSTLE_POSITION_NONE) {
        roster_of(w, d)->count++;
    } else {
        cell_enter(w, grid_of(w, d), slot);
    }
}

void bsl_space_leave(bustle_world *w, uint32_t slot) {
    const definition *d = definition_of(w, entity_at(w, slot));
    if (d->position == BUSTLE_POSITION_NONE) {
        roster_of(w, d)->count--;
    } else {
        cell_leave(w, grid_of(w, d), slot);
    }
    if (is_rostered(d)) {
        bsl_roster_leave(w, slot);
    }
}

void bsl_space_move(bustle_world *w, uint32_t slot, int32_t x, int32_t y, int32_t z) {
    entity *e = entity_at(w, slot);
    region *r = grid_of(w, definition_of(w, e));
    const bool same_cell = x >> r->shift == e->x >> r->shift && y >> r->shift == e->y >> r->shift &&
        z >> r->shift == e->z >> r->shift;
    if (!same_cell) {
        cell_leave(w, r, slot);
    }
    e->x = x;
    e->y = y;
    e->z = z;
    if (same_cell) {
        const uint32_t place = *place_in(w, r, e);
        set_place(w, r, place / 16, place % 16, slot);
    } else {
        cell_enter(w, r, slot);
    }
}

/* ---- Positions ---- */

static bool round_coordinate(double given, int32_t *result) {
    const double end = (double)FARTHEST / SIXTEENTHS;
    const double saturated = given > end ? end : (given < -end ? -end : given);
    if (!(given - given == 0)) {
        return false;
    }
    const double sixteenths = saturated * SIXTEENTHS;
    const int32_t whole = (int32_t)sixteenths;
    const double rest = sixteenths - whole;
    *result = whole + (rest >= 0.5) - (rest <= -0.5);
    return true;
}

bool bsl_space_round(const bustle_position *p, int32_t out[3]) {
    return round_coordinate(p->x, &out[0]) && round_coordinate(p->y, &out[1]) &&
        round_coordinate(p->z, &out[2]);
}

bool bsl_space_limit(double distance, reach_limit *limit) {
    int32_t most = INT32_MAX;
    if (!(distance >= 0)) {
        return false;
    }
    if (distance < (double)FARTHEST_UNITS) {
        bustle_round(distance * SIXTEENTHS, &most);
    }
    *limit = most == INT32_MAX ? NO_LIMIT : (reach_limit){0, (int64_t)most * most, most};
    return true;
}

/* A power of two that is not less than the root. */
static int64_t above_root(int64_t square) {
    int64_t above = 1;
#if defined(__GNUC__)
    above <<= (65 - __builtin_clzll((unsigned long long)square)) / 2;
#else
    while (above * above < square) {
        above *= 2;
    }
#endif
    return above;
}

/* By Newton's method, which comes down to the root from above. */
int64_t bsl_space_root(int64_t square) {
    if (square <= 0) {
        return 0;
    }
    int64_t root = above_root(square);
    for (;;) {
        const int64_t next = (root + square / root) / 2;
        if (next >= root) {
            return root;
        }
        root = next;
    }
}

bustle_status bustle_entity_position(
    const bustle_world *w, bustle_entity handle, bustle_position *position) {
    if (w == NULL || position == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const uint32_t slot = bsl_entity_slot(w, handle);
    if (slot == NOBODY) {
        return BUSTLE_STALE;
    }
    const entity *e = entity_at(w, slot);
    if (is_nowhere(w, e)) {
        return BUSTLE_NO_PROPERTY;
    }
    *position = (bustle_position){.x = (double)e->x / SIXTEENTHS,
        .y = (double)e->y / SIXTEENTHS,
        .z = (double)e->z / SIXTEENTHS};
    return BUSTLE_OK;
}

bustle_status bustle_entity_move(bustle_world *w, bustle_entity handle, bustle_position position) {
    int32_t at[3];
    uint32_t slot = NOBODY;
    const bustle_status status = bsl_entity_find_to_change(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    if (d->position == BUSTLE_POSITION_STATIC || d->position == BUSTLE_POSITION_NONE) {
        return BUSTLE_STATIC;
    }
    if (!bsl_space_round(&position, at)) {
        return BUSTLE_BAD_VALUE;
    }
    const bool looks = w->has_areas && d->npc;
    if (looks ? !bsl_area_prepare(w, slot, d, at) : !bsl_space_reserve(w, d, 0)) {
        return BUSTLE_NO_MEMORY;
    }
    bsl_space_move(w, slot, at[0], at[1], at[2]);
    e->flags |= d->npc ? NPC_MOVED : 0;
    if (is_queried(d)) {
        bsl_roster_set_asked(w, slot, w->now);
    }
    if (looks) {
        bsl_area_settle(w, slot);
        (void)carry_out_shouts(w); /* or the next call or update does */
    }
    return BUSTLE_OK;
}
