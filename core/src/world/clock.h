/* The clock of a world: which day it is, and what time of it (S73). */
#ifndef BUSTLE_WORLD_CLOCK_H
#define BUSTLE_WORLD_CLOCK_H

#include "content/content.h"

#define DEFAULT_DAY_MS 1440000
#define DAWN_MINUTE 360 /* when the first day begins if nobody says so */
#define LATEST_CLOCK_MS (INT64_C(1) << 60)

/* The environment values that it answers. */
typedef enum clock_answer {
    ANSWER_HOUR,
    ANSWER_MINUTE,
    ANSWER_DAY,
    ANSWER_WEEKDAY,
    ANSWER_COUNT
} clock_answer;

/* A time by the clock is in ms since the midnight of day 0. */
typedef struct world_clock {
    int64_t day_ms; /* 0: there is no clock */
    int64_t ahead; /* of the world's time */
    uint32_t answers[ANSWER_COUNT]; /* by clock_answer: the environment value, or BUSTLE_NONE */
} world_clock;

/* Whether days of that length can begin at that time. */
bool bsl_clock_possible(const bustle_world_def *def);
void bsl_clock_init(bustle_world *w);
/* What it says of an environment value that it answers. False: it answers others. */
bool bsl_clock_answer(const bustle_world *w, uint32_t id, int32_t *value);

static inline int64_t clock_minutes(const world_clock *c, int64_t minutes) {
    return minutes * c->day_ms / DAY_MINUTES;
}

/* The day of a time, which may be before the first. */
static inline int64_t clock_day(const world_clock *c, int64_t time) {
    return time >= 0 ? time / c->day_ms : -((c->day_ms - 1 - time) / c->day_ms);
}

#endif
