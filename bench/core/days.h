/* A crowd in which everybody has a plan and goes to work within an hour: what day plans cost. */
#ifndef BENCH_DAYS_H
#define BENCH_DAYS_H

#include "bustle.h"

enum {
    DAYS_DAY_MS = 1440000, /* of 24 minutes */
    DAYS_WARM_MS = 1520000, /* from five in the morning to twenty past six on the next day */
    DAYS_SECONDS = 80 /* until twenty to eight */
};

/* With everybody asleep. NULL: it could not be made; the reason is on stderr. */
bustle_world *open_days(uint32_t npcs);

#endif
