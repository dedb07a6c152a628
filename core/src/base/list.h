/* A growing array of elements of one size. */
#ifndef BUSTLE_LIST_H
#define BUSTLE_LIST_H

#include <string.h>

#include "base/heap.h"

typedef struct list {
    void *items;
    uint32_t count;
    uint32_t capacity;
    uint32_t element; /* bytes */
} list;

static inline list list_of(size_t element) {
    return (list){NULL, 0, 0, (uint32_t)element};
}

/* `count` more elements, zeroed, at the end. NULL: no memory, nothing has changed. Never NULL for
 * none, once there was any. */
static inline void *list_add(heap *h, list *l, uint32_t count) {
    if (!bsl_heap_grow(h, &l->items, &l->capacity, (uint64_t)l->count + count, l->element)) {
        return NULL;
    }
    char *added = l->items;
    if (added != NULL) {
        added += (size_t)l->count * l->element;
        memset(added, 0, (size_t)count * l->element);
    }
    l->count += count;
    return added;
}

static inline void list_free(heap *h, list *l) {
    bsl_heap_free(h, l->items, (size_t)l->capacity * l->element);
    l->items = NULL;
    l->count = 0;
    l->capacity = 0;
}

#endif
