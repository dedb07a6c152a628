/* Sorting of keyed items, in place and without allocation; worst case n log n. */
#ifndef BUSTLE_SORT_H
#define BUSTLE_SORT_H

#include <stdint.h>

typedef struct item {
    uint64_t key;
    uint32_t value;
    int32_t extra;
} item;

/* Ascending by key. Equal keys may change places. */
void bsl_sort_items(item *items, uint32_t count);
/* Where the item is that would be at place `k` if all were sorted. They may change places. */
uint32_t bsl_sort_find(item *items, uint32_t count, uint32_t k);

#endif
