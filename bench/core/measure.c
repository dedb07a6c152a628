/* Measuring. Times are processor time of this process, so that other programs disturb little; what
 * is compared runs in turns, round by round, so that a slow spell of the machine meets both. */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MAX_ROUNDS = 16 };

static const uint64_t world_seed = UINT64_C(0x5eed0fba51e1d05e);

/* A market that lives on one side. */
typedef struct bench_town {
    const bench_side *side;
    void *world;
    uint32_t npcs, arrived;
    uint64_t updates;
} bench_town;

/* One round. */
typedef struct bench_sample {
    double seconds;
    uint64_t starts, updates, allocations;
} bench_sample;

static bool compare_sides(const bench_plan *plan, uint32_t npcs, comparison *result);
static bool measure_alone(
    const bench_plan *plan, bench_town *smallest, uint32_t npcs, measurement *result);
static bool open_town(bench_town *town, const bench_side *side, uint32_t npcs);
static void close_town(bench_town *town);
static bool run(bench_town *town, uint64_t seconds);
static bool take_sample(bench_town *town, uint64_t seconds, bench_sample *sample);
static bool warm_up(const bench_plan *plan, bench_town *town);

bool measure(const bench_plan *plan, bench_results *results) {
    *results = (bench_results){0};
    bool ok = true;
    for (size_t i = 0; ok && i < MAX_SIZES && plan->compared[i] != 0; i++) {
        ok = compare_sides(plan, plan->compared[i], &results->compared[i]);
        results->compared_count = i + 1;
    }
    bench_town smallest = {0};
    ok = ok && open_town(&smallest, &bustle_side, plan->alone[0]) && warm_up(plan, &smallest);
    for (size_t i = 0; ok && i < MAX_SIZES && plan->alone[i] != 0; i++) {
        ok = measure_alone(plan, &smallest, plan->alone[i], &results->alone[i]);
        results->alone_count = i + 1;
    }
    close_town(&smallest);
    return ok;
}

bool decisions_agree(const bench_results *results) {
    for (size_t i = 0; i < results->compared_count; i++) {
        if (results->compared[i].core_hash != results->compared[i].plain_hash) {
            return false;
        }
    }
    return true;
}

/* ---- Figures from rounds ---- */

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *numbers, size_t count) {
    qsort(numbers, count, sizeof *numbers, by_size);
    return (numbers[(count - 1) / 2] + numbers[count / 2]) / 2;
}

static double ns_per(double seconds, uint64_t count) {
    return count == 0 ? 0.0 : seconds * 1e9 / (double)count;
}

/* Game time of a round: enough starts to be measured, and no more than patience allows. */
static uint64_t round_seconds(uint32_t npcs, uint32_t wanted_npc_seconds) {
    uint64_t seconds = wanted_npc_seconds / npcs;
    return seconds < 2 ? 2 : seconds;
}

/* Each side runs for a while before it is measured, so that it meets its own data in the caches, as
 * in a game, and not the other's. */
static bool take_sample_alone(bench_town *town, uint64_t seconds, bench_sample *sample) {
    return run(town, seconds) && take_sample(town, seconds, sample);
}

static bool compare_sides(const bench_plan *plan, uint32_t npcs, comparison *result) {
    fprintf(stderr, "%9u NPCs, core and plain implementation\n", npcs);
    bench_town core = {0};
    bench_town plain = {0};
    bool ok = open_town(&core, &bustle_side, npcs) && open_town(&plain, &plain_side, npcs) &&
        warm_up(plan, &core) && warm_up(plan, &plain);
    double core_ns[MAX_ROUNDS];
    double plain_ns[MAX_ROUNDS];
    double ratios[MAX_ROUNDS];
    uint64_t starts = 0;
    uint64_t seconds = round_seconds(npcs, 50000);
    for (uint32_t i = 0; ok && i < plan->rounds; i++) {
        bench_sample a;
        bench_sample b;
        ok = take_sample_alone(&core, seconds, &a) && take_sample_alone(&plain, seconds, &b);
        if (ok) {
            core_ns[i] = ns_per(a.seconds, a.starts);
            plain_ns[i] = ns_per(b.seconds, b.starts);
            ratios[i] = core_ns[i] > 0 ? plain_ns[i] / core_ns[i] : 0.0;
            starts += a.starts;
        }
    }
    if (ok) {
        *result = (comparison){
            .npcs = npcs,
            .core_ns = median(core_ns, plan->rounds),
            .plain_ns = median(plain_ns, plan->rounds),
            .ratio = median(ratios, plan->rounds),
            .starts = starts,
            .core_hash = core.side->stats(core.world).hash,
            .plain_hash = plain.side->stats(plain.world).hash,
        };
    }
    close_town(&core);
    close_town(&plain);
    return ok;
}

static double ms_between(clock_t start, clock_t end) {
    return (double)(end - start) * 1e3 / CLOCKS_PER_SEC;
}

/* The first save, which allocates, is not counted: a game that saves now and then keeps the room.
 */
static bool measure_saving(const bench_plan *plan, bench_town *town, measurement *result) {
    double save_ms[MAX_ROUNDS];
    double load_ms[MAX_ROUNDS];
    size_t bytes = 0;
    bool ok = town->side->save(town->world, &bytes);
    for (uint32_t i = 0; ok && i < plan->rounds; i++) {
        const clock_t start = clock();
        ok = town->side->save(town->world, &bytes);
        const clock_t saved = clock();
        ok = ok && town->side->load(town->world);
        save_ms[i] = ms_between(start, saved);
        load_ms[i] = ms_between(saved, clock());
    }
    if (ok) {
        result->save_ms = median(save_ms, plan->rounds);
        result->load_ms = median(load_ms, plan->rounds);
        result->saved_per_npc = (double)bytes / town->npcs;
    }
    return ok;
}

static bool measure_alone(
    const bench_plan *plan, bench_town *smallest, uint32_t npcs, measurement *result) {
    fprintf(stderr, "%9u NPCs, core\n", npcs);
    bench_town own = {0};
    bool is_smallest = npcs == smallest->npcs;
    bench_town *town = is_smallest ? smallest : &own;
    bool ok = is_smallest || (open_town(&own, &bustle_side, npcs) && warm_up(plan, &own));
    double start_ns[MAX_ROUNDS];
    double growth[MAX_ROUNDS];
    *result = (measurement){.npcs = npcs};
    double seconds = 0;
    for (uint32_t i = 0; ok && i < plan->rounds; i++) {
        bench_sample base;
        bench_sample sample;
        ok = take_sample(smallest, round_seconds(smallest->npcs, 600000), &base) &&
            take_sample(town, round_seconds(npcs, 600000), &sample);
        if (ok) {
            double base_ns = ns_per(base.seconds, base.starts);
            start_ns[i] = ns_per(sample.seconds, sample.starts);
            growth[i] = base_ns > 0 ? start_ns[i] / base_ns : 0.0;
            seconds += sample.seconds;
            result->starts += sample.starts;
            result->updates += sample.updates;
            result->allocations += sample.allocations;
        }
    }
    if (ok) {
        side_stats stats = town->side->stats(town->world);
        result->start_ns = median(start_ns, plan->rounds);
        result->growth = median(growth, plan->rounds);
        result->update_ns = ns_per(seconds, result->updates);
        result->frame_share = result->update_ns * STEPS_PER_SECOND / 1e9;
        result->bytes_per_npc = (double)stats.bytes / npcs;
        result->halted = stats.halted;
        ok = measure_saving(plan, town, result);
    }
    close_town(&own);
    return ok;
}

/* ---- Towns ---- */

static bool open_town(bench_town *town, const bench_side *side, uint32_t npcs) {
    *town = (bench_town){.side = side, .npcs = npcs, .world = side->create(world_seed)};
    bool ok = town->world != NULL;
    uint32_t props = scenario_props(npcs);
    for (uint32_t i = 0; ok && i < props; i++) {
        ok = side->spawn(town->world, scenario_prop(npcs, i));
    }
    return ok;
}

static void close_town(bench_town *town) {
    if (town->world != NULL) {
        town->side->destroy(town->world);
    }
    town->world = NULL;
}

/* NPCs arrive, and stay until their memories have filled, or most of them at the largest sizes. */
static bool warm_up(const bench_plan *plan, bench_town *town) {
    uint64_t patience = UINT64_C(50000000) / town->npcs;
    return run(town, SPAWN_SECONDS + (plan->warm_up < patience ? plan->warm_up : patience));
}

static bool run(bench_town *town, uint64_t seconds) {
    const bench_side *side = town->side;
    uint64_t end = town->updates + seconds * STEPS_PER_SECOND;
    bool ok = true;
    for (; ok && town->updates < end; town->updates++) {
        uint32_t present = scenario_arrived(town->npcs, town->updates);
        for (; ok && town->arrived < present; town->arrived++) {
            ok = side->spawn(town->world, scenario_npc(town->npcs, town->arrived));
        }
        ok = ok && side->update(town->world, scenario_time(town->updates));
    }
    return ok;
}

static bool take_sample(bench_town *town, uint64_t seconds, bench_sample *sample) {
    side_stats before = town->side->stats(town->world);
    uint64_t updates = town->updates;
    clock_t start = clock();
    bool ok = run(town, seconds);
    clock_t end = clock();
    side_stats after = town->side->stats(town->world);
    *sample = (bench_sample){
        .seconds = (double)(end - start) / CLOCKS_PER_SEC,
        .starts = after.starts - before.starts,
        .updates = town->updates - updates,
        .allocations = after.allocations - before.allocations,
    };
    return ok;
}
