/* The parts of an update that are measured one by one. */
#ifndef BENCH_PARTS_H
#define BENCH_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum part {
    PART_UPDATE,
    PART_TIMERS,
    PART_ENDING,
    PART_TURN,
    PART_TRANSITION,
    PART_ACTION,
    PART_SEARCH,
    PART_TARGET,
    PART_CONDITION,
    PART_RECORD,
    PART_EVENT,
    PART_DELIVERY,
    PARTS
};

/* The calls of a part, one after the other, in ticks of the clock. */
typedef struct part_calls {
    uint32_t *ticks;
    size_t count, capacity; /* those past the capacity are counted only */
} part_calls;

/* Where watched.c writes the times of calls; NULL: nothing is measured. */
extern part_calls *watched;

/* A call of a part begins; what it gives is for `watch_end`. */
uint64_t watch_begin(void);
void watch_end(enum part part, uint64_t begun);

/* Learns what watching costs, which is taken off all times, and how long a tick is. */
void watch_calibrate(void);
double watch_ns_per_tick(void);

#endif
