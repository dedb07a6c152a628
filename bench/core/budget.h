/* Whether updates keep to a time budget, and how long NPCs wait because of it. */
#ifndef BENCH_BUDGET_H
#define BENCH_BUDGET_H

#include "town.h"

typedef struct budget_figures {
    uint32_t npcs;
    int64_t budget_us;
    uint64_t updates, cut_short;
    double average_us, longest_us; /* of an update, on the processor */
    double step_us; /* the longest of one NPC, where no other program came in between */
    /* In game time, from the moment that an action's time is up until the next one starts. */
    uint64_t waits;
    double p50_wait_ms, p99_wait_ms, longest_wait_ms;
} budget_figures;

/* Goes on with a warm town of the core for so many seconds of game time. What it decides depends on
 * the machine from then on. False: it could not be run. */
bool measure_budget(bench_town *town, int64_t budget_us, uint32_t seconds, budget_figures *figures);

#endif
