/* What is required of the figures. */
#ifndef BENCH_REQUIRED_H
#define BENCH_REQUIRED_H

#include "measure.h"

/* A figure that the core has to reach, and what it reached. */
typedef struct requirement {
    const char *what; /* key in JSON */
    double figure, limit;
    uint32_t npcs;
    bool at_least; /* else at most */
} requirement;

enum { MAX_REQUIREMENTS = 6 * MAX_SIZES };

/* Fills the list, which has room for MAX_REQUIREMENTS, and says how many there are. */
size_t requirements(const bench_results *results, requirement *list);

bool is_met(const requirement *r);

#endif
