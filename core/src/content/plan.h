/* Plans as content has them (S74): entries, and what can be said of their times without a clock. */
#ifndef BUSTLE_CONTENT_PLAN_H
#define BUSTLE_CONTENT_PLAN_H

#include "bustle.h"

#define DAY_MINUTES 1440
#define LEAST_DAY_MS 1440
#define MOST_DAY_MS ((int64_t)1 << 30)

/* Minutes count from midnight. */
typedef struct plan_entry {
    uint16_t from;
    uint16_t to; /* after `from`: where it ends on the next day, 1440 and more */
    uint16_t sequence;
    uint16_t vary, skip;
    int16_t priority;
    uint8_t change; /* bustle_replacing */
} plan_entry;

typedef struct plan {
    uint32_t entries_at; /* plan_entries */
    uint32_t entry_count;
    uint32_t name; /* text */
} plan;

/* Whether such a time can be said at all. */
static inline bool plan_times_exist(int32_t from, int32_t to) {
    return from >= 0 && from < DAY_MINUTES && to >= 0 && to <= DAY_MINUTES;
}

/* Where it ends, in minutes since the midnight before it begins. */
static inline int32_t plan_end(int32_t from, int32_t to) {
    return to > from ? to : to + DAY_MINUTES;
}

/* Whether two entries cover some of the same time of the day, unshifted. */
static inline bool plan_entries_overlap(const plan_entry *a, const plan_entry *b) {
    const int32_t later = (b->from - a->from + DAY_MINUTES) % DAY_MINUTES;
    const int32_t earlier = (a->from - b->from + DAY_MINUTES) % DAY_MINUTES;
    return later < a->to - a->from || earlier < b->to - b->from;
}

#endif
