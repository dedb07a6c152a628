/* Runs the market on the two implementations and takes the times. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "borough.h"
#include "budget.h"
#include "crowd.h"
#include "floor.h"
#include "frames.h"
#include "pairs.h"
#include "side.h"

enum { MAX_SIZES = 4 };

/* How long everything runs, in seconds of game time. */
typedef struct bench_plan {
    bool quick;
    uint32_t framed[MAX_SIZES]; /* numbers of NPCs; 0 ends a list */
    uint32_t compared[MAX_SIZES];
    uint32_t alone[MAX_SIZES]; /* the first is what the others are compared with */
    uint32_t warm_up; /* past the arrival of the last NPC; less for very many */
    uint32_t rounds;
    uint32_t compared_span, alone_span; /* of a round, in seconds of all NPCs together */
    uint32_t budget_seconds;
    uint32_t crowd, crowd_seconds;
    uint32_t pairs, pairs_seconds; /* NPCs, too */
    uint32_t town_seconds;
    uint32_t planned; /* NPCs */
} bench_plan;

/* Both implementations at one size. Times are medians of the rounds, the ratio is the median of the
 * rounds' ratios. */
typedef struct comparison {
    uint32_t npcs;
    double core_ns, plain_ns; /* per started action */
    double ratio;
    uint64_t starts; /* of each side, while it was measured */
    uint32_t core_hash, plain_hash;
} comparison;

/* The core alone at one size. */
typedef struct measurement {
    uint32_t npcs;
    double start_ns; /* per started action, all costs of the updates included */
    double update_ns;
    double frame_share; /* of 1/60 s */
    double bytes_per_npc;
    uint64_t updates, starts, allocations; /* while it was measured */
    uint32_t halted;
    double growth; /* start_ns against that of the first size, rounds taken in turn */
    double units; /* of start_ns in what the plain implementation needs among the fewest NPCs that
                     it is compared with, rounds taken in turn */
    double save_ms, load_ms; /* of the whole world */
    double saved_per_npc; /* bytes of the save */
} measurement;

typedef struct bench_results {
    frame_row frames[MAX_SIZES];
    size_t frame_count;
    comparison compared[MAX_SIZES];
    size_t compared_count;
    measurement alone[MAX_SIZES];
    size_t alone_count;
    budget_figures budget; /* at the last size */
    floor_figures floor; /* with as many rows */
    crowd_figures crowd, pairs, town, days;
} bench_results;

/* False: something could not be run; the reason is on stderr. Progress goes to stderr. */
bool measure(const bench_plan *plan, bench_results *results);

/* Whether both implementations made the same decisions wherever they were compared. */
bool decisions_agree(const bench_results *results);

#endif
