/* Pools of equal elements in segments. */
#include "base/pool.h"

#include <string.h>

#define SEGMENT_LENGTH (1u << POOL_SEGMENT_SHIFT)

void bsl_pool_init(pool *p, uint32_t element) {
    memset(p, 0, sizeof *p);
    p->element = element;
    p->free = POOL_NONE;
}

void bsl_pool_release(pool *p, heap *h) {
    bsl_heap_free(h, p->segments, p->segment_capacity * sizeof *p->segments);
    bsl_pool_init(p, p->element);
}

static void set_next(pool *p, uint32_t index, uint32_t next) {
    memcpy(pool_at(p, index), &next, sizeof next);
}

static bool add_segment(pool *p, arena *a) {
    if (p->segment_count >= POOL_NONE / SEGMENT_LENGTH ||
        !bsl_heap_grow(a->heap, (void **)&p->segments, &p->segment_capacity,
            (uint64_t)p->segment_count + 1, sizeof *p->segments)) {
        return false;
    }
    uint8_t *segment = bsl_arena_take(a, SEGMENT_LENGTH, p->element);
    if (segment == NULL) {
        return false;
    }
    const uint32_t first = p->segment_count << POOL_SEGMENT_SHIFT;
    p->segments[p->segment_count++] = segment;
    for (uint32_t i = SEGMENT_LENGTH; i-- > 0;) {
        set_next(p, first + i, p->free);
        p->free = first + i;
    }
    p->free_count += SEGMENT_LENGTH;
    return true;
}

#define AHEAD 64u

/* Segments for a small part of what there is come ahead, so that a large world which is warm does
 * not allocate for a few more. */
bool bsl_pool_grow(pool *p, arena *a, uint64_t count) {
    const uint32_t ahead = p->segment_count / AHEAD;
    while (p->free_count < count) {
        if (!add_segment(p, a)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < ahead && add_segment(p, a); i++) {}
    return true;
}
