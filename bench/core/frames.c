/* Measuring single updates. A run is repeated: the decisions are the same each time, so that the
 * median of an update's times leaves out what other programs did meanwhile. */
#include "frames.h"

#include <stdio.h>

#include "stopwatch.h"
#include "town.h"

enum { REPETITIONS = 7, FRAMES = FRAME_MEASURED * STEPS_PER_SECOND };

static const double frame_us = 1e6 / STEPS_PER_SECOND;

/* One run of a side. */
typedef struct frame_run {
    double ns[FRAMES][REPETITIONS];
    double average_us, p50_us, p99_us;
    double turns;
    uint32_t most_turns;
    uint32_t hash;
} frame_run;

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

static bool play(bench_town *town, uint32_t repetition, frame_run *run) {
    bool ok = town_run(town, FRAME_WARM_UP);
    uint64_t turns = town->side->stats(town->world).turns;
    const uint64_t turns_before = turns;
    const double cost = clock_cost();
    run->most_turns = 0;
    for (size_t i = 0; ok && i < FRAMES; i++) {
        int64_t start = wall_ns();
        ok = town_update(town);
        run->ns[i][repetition] = (double)(wall_ns() - start) - cost;
        const uint64_t turns_now = town->side->stats(town->world).turns;
        const uint32_t made = (uint32_t)(turns_now - turns);
        run->most_turns = made > run->most_turns ? made : run->most_turns;
        turns = turns_now;
    }
    run->turns = (double)(turns - turns_before) / FRAMES;
    return ok;
}

static bool repeat(
    const bench_side *side, uint32_t npcs, uint32_t number, uint32_t repetition, frame_run *run) {
    bench_town town;
    if (!open_town(&town, side, npcs, number) || !play(&town, repetition, run)) {
        close_town(&town);
        return false;
    }
    const uint32_t hash = side->stats(town.world).hash;
    close_town(&town);
    if (repetition > 0 && hash != run->hash) {
        fprintf(stderr, "bench: %s decided differently when a run was repeated\n", side->name);
        return false;
    }
    run->hash = hash;
    return true;
}

static void work_out(frame_run *run) {
    double frames_us[FRAMES];
    for (size_t i = 0; i < FRAMES; i++) {
        const double taken = median_of(run->ns[i], REPETITIONS);
        frames_us[i] = taken > 0 ? taken / 1e3 : 0.0;
    }
    run->average_us = mean_of(frames_us, FRAMES);
    run->p50_us = percentile_of(frames_us, FRAMES, 50);
    run->p99_us = percentile_of(frames_us, FRAMES, 99);
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

/* Both sides and all runs in turns, so that a slow spell of the machine meets all of them. */
static bool play_all(uint32_t npcs, frame_run *core, frame_run *plain) {
    bool ok = true;
    for (uint32_t i = 0; ok && i < REPETITIONS; i++) {
        for (uint32_t run = 0; ok && run < FRAME_RUNS; run++) {
            ok = repeat(&bustle_side, npcs, run, i, &core[run]) &&
                repeat(&plain_side, npcs, run, i, &plain[run]);
        }
    }
    return ok;
}

bool measure_frames(uint32_t npcs, frame_row *row) {
    static frame_run core[FRAME_RUNS];
    static frame_run plain[FRAME_RUNS];
    double turns[FRAME_RUNS];
    if (!play_all(npcs, core, plain)) {
        return false;
    }
    *row = (frame_row){.npcs = npcs, .most_turns_least = UINT32_MAX, .same_decisions = true};
    for (uint32_t i = 0; i < FRAME_RUNS; i++) {
        const uint32_t most = core[i].most_turns;
        work_out(&core[i]);
        work_out(&plain[i]);
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
