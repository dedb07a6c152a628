/* Measuring single updates. A run is repeated: the decisions are the same each time, so that the
 * median of an update's times leaves out what other programs did meanwhile. */
#include "frames.h"

#include <stdio.h>

#include "stopwatch.h"
#include "town.h"

enum { REPETITIONS = 5, FRAMES = FRAME_MEASURED * STEPS_PER_SECOND };

static const double frame_us = 1e6 / STEPS_PER_SECOND;

/* One run of a side. */
typedef struct frame_run {
    double average_us, p50_us, p99_us;
    double turns;
    uint32_t most_turns;
    uint32_t hash;
} frame_run;

static double ns[FRAMES][REPETITIONS];

/* What reading the clock twice costs, which is in every time. */
static double clock_cost(void) {
    enum { READINGS = 1001 };
    double between[READINGS];
    for (size_t i = 0; i < READINGS; i++) {
        int64_t start = wall_ns();
        between[i] = (double)(wall_ns() - start);
    }
    return median_of(between, READINGS);
}

static bool play(bench_town *town, uint32_t repetition, frame_run *result) {
    bool ok = town_run(town, FRAME_WARM_UP);
    uint64_t turns = town->side->stats(town->world).turns;
    const uint64_t turns_before = turns;
    result->most_turns = 0;
    for (size_t i = 0; ok && i < FRAMES; i++) {
        int64_t start = wall_ns();
        ok = town_update(town);
        ns[i][repetition] = (double)(wall_ns() - start);
        const uint64_t turns_now = town->side->stats(town->world).turns;
        const uint32_t made = (uint32_t)(turns_now - turns);
        result->most_turns = made > result->most_turns ? made : result->most_turns;
        turns = turns_now;
    }
    result->turns = (double)(turns - turns_before) / FRAMES;
    result->hash = town->side->stats(town->world).hash;
    return ok;
}

static bool repeat(const bench_side *side, uint32_t npcs, uint32_t run, frame_run *result) {
    for (uint32_t i = 0; i < REPETITIONS; i++) {
        const uint32_t hash = result->hash;
        bench_town town;
        const bool ok = open_town(&town, side, npcs, run) && play(&town, i, result);
        close_town(&town);
        if (ok && i > 0 && result->hash != hash) {
            fprintf(stderr, "bench: %s decided differently when a run was repeated\n", side->name);
            return false;
        }
        if (!ok) {
            return false;
        }
    }
    return true;
}

static bool measure_run(const bench_side *side, uint32_t npcs, uint32_t run, frame_run *result) {
    static double frames_us[FRAMES];
    if (!repeat(side, npcs, run, result)) {
        return false;
    }
    const double cost = clock_cost();
    for (size_t i = 0; i < FRAMES; i++) {
        const double taken = median_of(ns[i], REPETITIONS) - cost;
        frames_us[i] = taken > 0 ? taken / 1e3 : 0.0;
    }
    result->average_us = mean_of(frames_us, FRAMES);
    result->p50_us = percentile_of(frames_us, FRAMES, 50);
    result->p99_us = percentile_of(frames_us, FRAMES, 99);
    return true;
}

static frame_times times_of(const frame_run *runs) {
    double average[FRAME_RUNS];
    double p50[FRAME_RUNS];
    double p99[FRAME_RUNS];
    double share[FRAME_RUNS];
    for (size_t i = 0; i < FRAME_RUNS; i++) {
        average[i] = runs[i].average_us;
        p50[i] = runs[i].p50_us;
        p99[i] = runs[i].p99_us;
        share[i] = runs[i].average_us / frame_us;
    }
    return (frame_times){spread_of(average, FRAME_RUNS), spread_of(p50, FRAME_RUNS),
        spread_of(p99, FRAME_RUNS), spread_of(share, FRAME_RUNS)};
}

bool measure_frames(uint32_t npcs, frame_row *row) {
    frame_run core[FRAME_RUNS] = {0};
    frame_run plain[FRAME_RUNS] = {0};
    double turns[FRAME_RUNS];
    *row = (frame_row){.npcs = npcs, .most_turns_least = UINT32_MAX, .same_decisions = true};
    for (uint32_t i = 0; i < FRAME_RUNS; i++) {
        if (!measure_run(&bustle_side, npcs, i, &core[i]) ||
            !measure_run(&plain_side, npcs, i, &plain[i])) {
            return false;
        }
        const uint32_t most = core[i].most_turns;
        turns[i] = core[i].turns;
        row->most_turns_least = most < row->most_turns_least ? most : row->most_turns_least;
        row->most_turns_greatest =
            most > row->most_turns_greatest ? most : row->most_turns_greatest;
        row->same_decisions = row->same_decisions && core[i].hash == plain[i].hash;
    }
    row->core = times_of(core);
    row->plain = times_of(plain);
    row->turns = spread_of(turns, FRAME_RUNS);
    return true;
}
