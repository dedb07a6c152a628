/* Measuring. Times are processor time of this process, so that other programs disturb little; what
 * is compared runs in turns, round by round, so that a slow spell of the machine meets both. */
#include "measure.h"

#include <stdio.h>

#include "days.h"
#include "figures.h"
#include "stopwatch.h"
#include "town.h"

enum { MAX_ROUNDS = 16 };

/* What the sizes are measured against. */
typedef struct bench_bases {
    bench_town smallest; /* of the core alone */
    bench_town plain; /* the unit: the plain implementation, as small as it is compared */
} bench_bases;

static bool measure_all_frames(const bench_plan *plan, bench_results *results);
static bool compare_sides(const bench_plan *plan, uint32_t npcs, comparison *result);
static bool measure_sizes(const bench_plan *plan, bench_bases *bases, bench_results *results);
static bool open_warm(
    const bench_plan *plan, bench_town *town, const bench_side *side, uint32_t npcs);

bool measure(const bench_plan *plan, bench_results *results) {
    *results = (bench_results){0};
    bool ok = measure_all_frames(plan, results);
    for (size_t i = 0; ok && i < MAX_SIZES && plan->compared[i] != 0; i++) {
        ok = compare_sides(plan, plan->compared[i], &results->compared[i]);
        results->compared_count = i + 1;
    }
    bench_bases bases = {0};
    ok = ok && open_warm(plan, &bases.smallest, &bustle_side, plan->alone[0]) &&
        open_warm(plan, &bases.plain, &plain_side, plan->compared[0]) &&
        measure_sizes(plan, &bases, results);
    close_town(&bases.smallest);
    close_town(&bases.plain);
    return ok;
}

bool decisions_agree(const bench_results *results) {
    for (size_t i = 0; i < results->frame_count; i++) {
        if (!results->frames[i].same_decisions) {
            return false;
        }
    }
    for (size_t i = 0; i < results->compared_count; i++) {
        if (results->compared[i].core_hash != results->compared[i].plain_hash) {
            return false;
        }
    }
    return true;
}

/* ---- Small markets, and the two sides ---- */

static bool measure_all_frames(const bench_plan *plan, bench_results *results) {
    bool ok = true;
    for (size_t i = 0; ok && i < MAX_SIZES && plan->framed[i] != 0; i++) {
        fprintf(stderr, "%9u NPCs, single updates\n", plan->framed[i]);
        ok = measure_frames(plan->framed[i], &results->frames[i]);
        results->frame_count = i + 1;
    }
    return ok;
}

/* Game time of a round: enough starts to be measured, and no more than patience allows. */
static uint64_t round_seconds(uint32_t npcs, uint32_t span) {
    uint64_t seconds = span / npcs;
    return seconds < 2 ? 2 : seconds;
}

/* Each side runs for a while before it is measured, so that it meets its own data in the caches, as
 * in a game, and not the other's. */
static bool take_sample_alone(const bench_plan *plan, bench_town *town, bench_sample *sample) {
    const uint64_t seconds = round_seconds(town->npcs, plan->compared_span);
    return town_run(town, seconds) && town_sample(town, seconds, sample);
}

static bool compare_sides(const bench_plan *plan, uint32_t npcs, comparison *result) {
    fprintf(stderr, "%9u NPCs, core and plain implementation\n", npcs);
    bench_town core = {0};
    bench_town plain = {0};
    bool ok =
        open_warm(plan, &core, &bustle_side, npcs) && open_warm(plan, &plain, &plain_side, npcs);
    double core_ns[MAX_ROUNDS];
    double plain_ns[MAX_ROUNDS];
    double ratios[MAX_ROUNDS];
    uint64_t starts = 0;
    for (uint32_t i = 0; ok && i < plan->rounds; i++) {
        bench_sample a;
        bench_sample b;
        ok = take_sample_alone(plan, &core, &a) && take_sample_alone(plan, &plain, &b);
        if (ok) {
            core_ns[i] = ns_per(a.ns, a.starts);
            plain_ns[i] = ns_per(b.ns, b.starts);
            ratios[i] = core_ns[i] > 0 ? plain_ns[i] / core_ns[i] : 0.0;
            starts += a.starts;
        }
    }
    if (ok) {
        *result = (comparison){
            .npcs = npcs,
            .core_ns = median_of(core_ns, plan->rounds),
            .plain_ns = median_of(plain_ns, plan->rounds),
            .ratio = median_of(ratios, plan->rounds),
            .starts = starts,
            .core_hash = core.side->stats(core.world).hash,
            .plain_hash = plain.side->stats(plain.world).hash,
        };
    }
    close_town(&core);
    close_town(&plain);
    return ok;
}

/* ---- The core alone ---- */

/* The first save, which allocates, is not counted: a game that saves now and then keeps the room.
 */
static bool measure_saving(const bench_plan *plan, bench_town *town, measurement *result) {
    double save_ms[MAX_ROUNDS];
    double load_ms[MAX_ROUNDS];
    size_t bytes = 0;
    bool ok = town->side->save(town->world, &bytes);
    for (uint32_t i = 0; ok && i < plan->rounds; i++) {
        const int64_t start = processor_ns();
        ok = town->side->save(town->world, &bytes);
        const int64_t saved = processor_ns();
        ok = ok && town->side->load(town->world);
        save_ms[i] = (double)(saved - start) / 1e6;
        load_ms[i] = (double)(processor_ns() - saved) / 1e6;
    }
    if (ok) {
        result->save_ms = median_of(save_ms, plan->rounds);
        result->load_ms = median_of(load_ms, plan->rounds);
        result->saved_per_npc = (double)bytes / town->npcs;
    }
    return ok;
}

static bool measure_rounds(
    const bench_plan *plan, bench_bases *bases, bench_town *town, measurement *result) {
    double start_ns[MAX_ROUNDS];
    double growth[MAX_ROUNDS];
    double units[MAX_ROUNDS];
    double ns = 0;
    for (uint32_t i = 0; i < plan->rounds; i++) {
        bench_sample unit;
        bench_sample base;
        bench_sample sample;
        if (!take_sample_alone(plan, &bases->plain, &unit) ||
            !town_sample(
                &bases->smallest, round_seconds(bases->smallest.npcs, plan->alone_span), &base) ||
            !town_sample(town, round_seconds(town->npcs, plan->alone_span), &sample)) {
            return false;
        }
        const double unit_ns = ns_per(unit.ns, unit.starts);
        const double base_ns = ns_per(base.ns, base.starts);
        start_ns[i] = ns_per(sample.ns, sample.starts);
        growth[i] = base_ns > 0 ? start_ns[i] / base_ns : 0.0;
        units[i] = unit_ns > 0 ? start_ns[i] / unit_ns : 0.0;
        ns += sample.ns;
        result->starts += sample.starts;
        result->updates += sample.updates;
        result->allocations += sample.allocations;
    }
    result->start_ns = median_of(start_ns, plan->rounds);
    result->growth = median_of(growth, plan->rounds);
    result->units = median_of(units, plan->rounds);
    result->update_ns = ns_per(ns, result->updates);
    result->frame_share = result->update_ns * STEPS_PER_SECOND / 1e9;
    return true;
}

static bool measure_alone(
    const bench_plan *plan, bench_bases *bases, bench_town *town, measurement *result) {
    fprintf(stderr, "%9u NPCs, core\n", town->npcs);
    *result = (measurement){.npcs = town->npcs};
    if (!measure_rounds(plan, bases, town, result)) {
        return false;
    }
    side_stats stats = town->side->stats(town->world);
    result->bytes_per_npc = (double)stats.bytes / town->npcs;
    result->halted = stats.halted;
    return measure_saving(plan, town, result);
}

/* The largest market is also what the budget is tried on; then its memory is the floor's. */
static bool measure_last(const bench_plan *plan, bench_town *town, bench_results *results) {
    fprintf(stderr, "%9u NPCs, core with a time budget\n", town->npcs);
    const uint32_t npcs = town->npcs;
    const int64_t tenth_of_a_frame = 1000000 / STEPS_PER_SECOND / 10;
    if (!measure_budget(town, tenth_of_a_frame, plan->budget_seconds, &results->budget)) {
        return false;
    }
    close_town(town);
    fprintf(stderr, "%9u rows, touching memory\n", npcs);
    if (!measure_floor(npcs, &results->floor)) {
        fputs("bench: no memory for the rows of the floor\n", stderr);
        return false;
    }
    fprintf(stderr, "%9u NPCs, each with a cue\n", plan->crowd);
    if (!measure_crowd(
            open_crowd(plan->crowd), CROWD_WARM_MS, plan->crowd_seconds, &results->crowd)) {
        return false;
    }
    fprintf(stderr, "%9u NPCs, who pair off in scenes\n", plan->pairs);
    if (!measure_crowd(
            open_pairs(plan->pairs), PAIRS_WARM_MS, plan->pairs_seconds, &results->pairs)) {
        return false;
    }
    fprintf(stderr, "%9d NPCs, in a town of things that offer something\n", BOROUGH_NPCS);
    if (!measure_crowd(open_borough(), BOROUGH_WARM_MS, plan->town_seconds, &results->town)) {
        return false;
    }
    fprintf(stderr, "%9u NPCs, with plans\n", plan->planned);
    return measure_crowd(open_days(plan->planned), DAYS_WARM_MS, DAYS_SECONDS, &results->days);
}

static bool measure_sizes(const bench_plan *plan, bench_bases *bases, bench_results *results) {
    bool ok = true;
    for (size_t i = 0; ok && i < MAX_SIZES && plan->alone[i] != 0; i++) {
        const bool last = i + 1 == MAX_SIZES || plan->alone[i + 1] == 0;
        bench_town own = {0};
        ok = i == 0 || open_warm(plan, &own, &bustle_side, plan->alone[i]);
        bench_town *town = i == 0 ? &bases->smallest : &own;
        ok = ok && measure_alone(plan, bases, town, &results->alone[i]) &&
            (!last || measure_last(plan, town, results));
        results->alone_count = i + 1;
        close_town(&own);
    }
    return ok;
}

/* NPCs arrive, and stay until their memories have filled, or most of them at the largest sizes. */
static bool open_warm(
    const bench_plan *plan, bench_town *town, const bench_side *side, uint32_t npcs) {
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): no plan has a town of nobody */
    uint64_t patience = UINT64_C(50000000) / npcs;
    return open_town(town, side, npcs, 0) &&
        town_run(town, SPAWN_SECONDS + (plan->warm_up < patience ? plan->warm_up : patience));
}
