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

#endif
