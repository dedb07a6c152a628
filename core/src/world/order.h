/* Lists of records that are put in the order of spawn numbers when somebody asks for that order. */
#ifndef BUSTLE_ORDER_H
#define BUSTLE_ORDER_H

#include "base/pool.h"
#include "world/rows.h"

/* Where the records of a list have what it is made of, in bytes; each is a uint32_t. */
typedef struct order_of {
    const pool *records;
    size_t next, previous;
    size_t slot; /* whose spawn number counts */
} order_of;

void bsl_order_sort(const bustle_world *w, const order_of *of, uint32_t *first);

#endif
