/* The grid: cells in a table, found by a hash of where they are. space.c looks after it, near.c
 * searches it. */
#ifndef BUSTLE_GRID_H
#define BUSTLE_GRID_H

#include "world/world.h"

/* ---- Regions ---- */

/* Those of the groups; one whose roster has the entities that accept nothing and are queried or
 * nowhere; that of the bystanders, who accept nothing. */
static inline uint32_t region_count(const bustle_world *w) {
    return w->content->group_count + 2;
}

static inline region *bystanders(const bustle_world *w) {
    return &w->regions[w->content->group_count + 1];
}

static inline bool is_queried(const definition *d) {
    return d->position == BUSTLE_POSITION_QUERIED;
}

/* In a roster: its position is asked for, or it has none (S68). */
static inline bool is_rostered(const definition *d) {
    return is_queried(d) || d->position == BUSTLE_POSITION_NONE;
}

/* When a position is stale that was asked for at a time. */
static inline int64_t due_after(const definition *d, int64_t time) {
    if (!is_queried(d) || time > NEVER_DUE - d->position_refresh_ms) {
        return NEVER_DUE;
    }
    return time == NEVER_ASKED ? NEVER_ASKED : time + d->position_refresh_ms;
}

/* In whose grid the entities of a definition are. */
static inline region *grid_of(const bustle_world *w, const definition *d) {
    return d->group == NONE16 ? bystanders(w) : &w->regions[d->group];
}

static inline region *roster_of(const bustle_world *w, const definition *d) {
    return &w->regions[d->group == NONE16 ? w->content->group_count : d->group];
}

/* Where in its grid an entity is. Of one in a roster the row has the place there. */
static inline uint32_t *place_in(const bustle_world *w, const region *r, entity *e) {
    const definition *d = r->queried ? definition_of(w, e) : NULL;
    return d != NULL && is_queried(d) ? &roster_of(w, d)->roster[e->place].place : &e->place;
}

/* ---- Cells ---- */

/* What the place of a cell along each axis adds to the hash of all three, by XOR: in the lowest
 * bits which of four neighbours it is. */
static inline uint64_t hash_along_x(int32_t x) {
    return (uint64_t)((uint32_t)(x >> 1) * 0x9e3779b1u) << 32 | ((uint32_t)x & 1);
}
static inline uint64_t hash_along_y(int32_t y) {
    return (uint64_t)((uint32_t)(y >> 1) * 0x85ebca77u) << 32 | ((uint32_t)y & 1) << 1;
}
static inline uint64_t hash_along_z(int32_t z) {
    return (uint64_t)((uint32_t)z * 0xc2b2ae3du) << 32;
}

static inline uint64_t hash_of_place(int32_t x, int32_t y, int32_t z) {
    return hash_along_x(x) ^ hash_along_y(y) ^ hash_along_z(z);
}

/* Four cells that lie together in the plane are neighbours in the table too. */
static inline uint32_t cell_home(const region *r, uint64_t hash_of_all) {
    uint32_t hash = (uint32_t)(hash_of_all >> 32);
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6du;
    hash ^= hash >> 13;
    return (hash << 2 | (uint32_t)hash_of_all) & (r->cell_capacity - 1);
}

/* The cell, or the free place where it belongs. `hash_of_all`: of x, y and z. */
static inline cell *cell_of_hash(
    const region *r, uint64_t hash_of_all, int32_t x, int32_t y, int32_t z) {
    uint32_t i = cell_home(r, hash_of_all);
    for (;;) {
        cell *c = &r->cells[i];
        if (c->head == POOL_NONE || (c->x == x && c->y == y && c->z == z)) {
            return c;
        }
        i = (i + 1) & (r->cell_capacity - 1);
    }
}

static inline cell *cell_at(const region *r, int32_t x, int32_t y, int32_t z) {
    return cell_of_hash(r, hash_of_place(x, y, z), x, y, z);
}

static inline cell_block *block_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->cell_blocks, index);
}

/* Offsets in a cell are in 64ths of it: from OFFSET_OF_CELL on, so that there is room in a byte for
 * the cell before it and the two after it. */
#define OFFSET_BITS 6
#define CELL_OFFSETS (1 << OFFSET_BITS)
#define OFFSET_OF_CELL CELL_OFFSETS

/* By how many bits they are coarser than positions. */
static inline uint8_t fineness(const region *r) {
    return r->shift > OFFSET_BITS ? (uint8_t)(r->shift - OFFSET_BITS) : 0;
}

#endif
