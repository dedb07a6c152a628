/* A market that lives on one side, and the ways to let it live for a while. */
#ifndef BENCH_TOWN_H
#define BENCH_TOWN_H

#include "side.h"

typedef struct bench_town {
    const bench_side *side;
    void *world; /* NULL: closed */
    uint32_t npcs, arrived;
    uint64_t updates;
} bench_town;

/* What happened in a stretch of time, and what it cost on the processor. */
typedef struct bench_sample {
    double ns;
    uint64_t starts, updates, allocations;
} bench_sample;

/* `run`: other numbers, other decisions; from 0. False: it could not be made; the reason is on
 * stderr. */
bool open_town(bench_town *town, const bench_side *side, uint32_t npcs, uint32_t run);
void close_town(bench_town *town);

/* Lets those arrive who are due, and makes the next update. */
bool town_arrivals(bench_town *town);
bool town_update(bench_town *town);
/* For so many seconds of game time. */
bool town_run(bench_town *town, uint64_t seconds);
bool town_sample(bench_town *town, uint64_t seconds, bench_sample *sample);

#endif
