/* Pools: elements of one size, addressed by index, in segments from an arena, which never move or
 * shrink. Taking one cannot fail after a reservation. */
#ifndef BUSTLE_POOL_H
#define BUSTLE_POOL_H

#include "base/arena.h"

#include <assert.h>
#include <string.h>

#define POOL_SEGMENT_SHIFT 8
#define POOL_NONE UINT32_MAX

typedef struct pool {
    uint8_t **segments;
    uint32_t segment_count;
    uint32_t segment_capacity;
    uint32_t element; /* bytes, a multiple of 4 */
    uint32_t free; /* a list through the first word of each free element */
    uint32_t free_count;
#if BUSTLE_CHECKS
    uint32_t floor; /* how many must stay free: the others were reserved */
    bool overdrawn; /* one of those was taken */
#endif
} pool;

void bsl_pool_init(pool *p, uint32_t element);
/* The segments stay with their arena. */
void bsl_pool_release(pool *p, heap *h);

/* Makes sure that `count` can be taken. */
bool bsl_pool_grow(pool *p, arena *a, uint64_t count);

static inline bool pool_reserve(pool *p, arena *a, uint64_t count) {
    const bool enough = p->free_count >= count || bsl_pool_grow(p, a, count);
#if BUSTLE_CHECKS
    if (enough) {
        p->floor = p->free_count - (uint32_t)count;
    }
#endif
    return enough;
}

static inline void *pool_at(const pool *p, uint32_t index) {
    const uint32_t within = index & ((1u << POOL_SEGMENT_SHIFT) - 1);
    return p->segments[index >> POOL_SEGMENT_SHIFT] + (size_t)within * p->element;
}

static inline uint32_t pool_take(pool *p) {
    assert(p->free != POOL_NONE);
#if BUSTLE_CHECKS
    p->overdrawn = p->overdrawn || p->free_count <= p->floor;
#endif
    const uint32_t index = p->free;
    memcpy(&p->free, pool_at(p, index), sizeof p->free);
    p->free_count--;
    return index;
}

static inline void pool_give(pool *p, uint32_t index) {
    memcpy(pool_at(p, index), &p->free, sizeof p->free);
    p->free = index;
    p->free_count++;
}

#endif
