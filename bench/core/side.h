/* What the benchmark needs of an implementation to run the market with it. */
#ifndef BENCH_SIDE_H
#define BENCH_SIDE_H

#include "scenario.h"

typedef struct side_stats {
    uint64_t starts; /* actions started so far */
    uint64_t turns; /* NPCs' turns to decide so far */
    uint32_t hash; /* of all decisions so far */
    size_t bytes; /* held by the world; 0: not known */
    uint64_t allocations; /* so far; 0: not known */
    uint32_t halted; /* NPCs */
} side_stats;

typedef struct bench_side {
    const char *name;
    /* NULL: it could not be made; the reason is on stderr. */
    void *(*create)(uint64_t seed);
    void (*destroy)(void *world);
    bool (*spawn)(void *world, scenario_place place);
    bool (*update)(void *world, int64_t now_ms);
    side_stats (*stats)(void *world);
    /* Saves the world, and loads what was saved last; bytes of the save. NULL: it has no saves. */
    bool (*save)(void *world, size_t *bytes);
    bool (*load)(void *world);
} bench_side;

extern const bench_side bustle_side;
extern const bench_side plain_side;

#endif
