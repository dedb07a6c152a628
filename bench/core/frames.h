/* What single updates cost in a small market, and how many NPCs have something to decide in them.
 */
#ifndef BENCH_FRAMES_H
#define BENCH_FRAMES_H

#include "figures.h"
#include "side.h"

/* Seconds of game time before and while it is measured, and the runs, which decide differently. */
enum { FRAME_WARM_UP = 30, FRAME_MEASURED = 60, FRAME_RUNS = 5 };

/* Of one side at one size, over the runs. */
typedef struct frame_times {
    spread average_us, p50_us, p99_us; /* of an update */
    spread share; /* of 1/60 s, on average */
} frame_times;

typedef struct frame_row {
    uint32_t npcs;
    frame_times core, plain;
    spread turns; /* NPCs that decide in an update, on average */
    uint32_t most_turns_least,
        most_turns_greatest; /* in one update of a run: the range over runs */
    bool same_decisions;
} frame_row;

/* False: it could not be run, or a repetition was none; the reason is on stderr. */
bool measure_frames(uint32_t npcs, frame_row *row);

#endif
