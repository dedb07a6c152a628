/* The allocator behind a counter. */
#if defined(__linux__)
/* Asks for madvise. NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c) */
#define _DEFAULT_SOURCE
#endif
#include "base/heap.h"

#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#define HUGE_PAGE ((size_t)2 << 20)

/* ---- The C library's ---- */

#if defined(__linux__) && defined(MADV_HUGEPAGE)
/* Rows of many NPCs are met in no order: with pages of 4 kB most of the way to them is finding out
 * where they are. Whether the system heeds the advice makes no other difference. */
static void *new_block(size_t size) {
    if (size < HUGE_PAGE || size > SIZE_MAX - HUGE_PAGE) {
        return malloc(size);
    }
    void *block = aligned_alloc(HUGE_PAGE, (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
    if (block != NULL) {
        (void)madvise(block, size, MADV_HUGEPAGE);
    }
    return block;
}
#else
static void *new_block(size_t size) {
    return malloc(size);
}
#endif

static void *c_library_resize(void *context, void *block, size_t old_size, size_t new_size) {
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return block == NULL ? new_block(new_size) : realloc(block, new_size);
}

/* ---- The heap ---- */

void bsl_heap_init(heap *h, const bustle_allocator *allocator) {
    h->allocator.resize = c_library_resize;
    h->allocator.context = NULL;
    if (allocator != NULL) {
        h->allocator = *allocator;
    }
    h->bytes = 0;
    h->calls = 0;
}

void *bsl_heap_resize(heap *h, void *block, size_t old_size, size_t new_size) {
    if (new_size == 0) {
        bsl_heap_free(h, block, old_size);
        return NULL;
    }
    void *result = h->allocator.resize(h->allocator.context, block, old_size, new_size);
    h->calls++;
    if (result != NULL) {
        h->bytes += new_size - old_size;
    }
    return result;
}

void *bsl_heap_zeroed(heap *h, size_t size) {
    void *block = bsl_heap_resize(h, NULL, 0, size);
    if (block != NULL) {
        memset(block, 0, size);
    }
    return block;
}

void bsl_heap_free(heap *h, void *block, size_t size) {
    if (block != NULL) {
        h->allocator.resize(h->allocator.context, block, size, 0);
        h->bytes -= size;
    }
}

bool bsl_heap_grow(heap *h, void **array, uint32_t *capacity, uint64_t needed, size_t element) {
    if (needed <= *capacity) {
        return true;
    }
    uint64_t wanted = (uint64_t)*capacity + *capacity / 2;
    wanted = wanted < needed ? needed : wanted;
    wanted = wanted < 8 ? 8 : wanted;
    if (wanted > UINT32_MAX || wanted > SIZE_MAX / element) {
        return false;
    }
    void *grown = bsl_heap_resize(h, *array, *capacity * element, (size_t)wanted * element);
    if (grown == NULL) {
        return false;
    }
    *array = grown;
    *capacity = (uint32_t)wanted;
    return true;
}
