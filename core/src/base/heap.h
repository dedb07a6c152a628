/* Memory: the user's allocator behind a counter, so that a world or content knows what it holds.
 * Everything in the core is allocated through here. */
#ifndef BUSTLE_HEAP_H
#define BUSTLE_HEAP_H

#include "bustle.h"

typedef struct heap {
    bustle_allocator allocator;
    size_t bytes; /* held now */
    uint64_t calls; /* that were not frees */
} heap;

/* NULL: the C library's. */
void bsl_heap_init(heap *h, const bustle_allocator *allocator);

/* As realloc; a size of 0 frees. NULL: no memory, the block is as it was. */
void *bsl_heap_resize(heap *h, void *block, size_t old_size, size_t new_size);
void *bsl_heap_zeroed(heap *h, size_t size);
void bsl_heap_free(heap *h, void *block, size_t size);

/* Makes room for `needed` elements in a growing array of `*capacity`, which grows by half. False:
 * no memory, or more than fits; nothing has changed. */
bool bsl_heap_grow(heap *h, void **array, uint32_t *capacity, uint64_t needed, size_t element);

#endif
