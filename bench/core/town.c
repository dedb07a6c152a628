/* Towns: who arrives when, and time that passes. */
#include "town.h"

#include "stopwatch.h"

static const uint64_t world_seed = UINT64_C(0x5eed0fba51e1d05e);

bool open_town(bench_town *town, const bench_side *side, uint32_t npcs, uint32_t run) {
    *town = (bench_town){.side = side, .npcs = npcs, .world = side->create(world_seed + run)};
    bool ok = town->world != NULL;
    uint32_t props = scenario_props(npcs);
    for (uint32_t i = 0; ok && i < props; i++) {
        ok = side->spawn(town->world, scenario_prop(npcs, i));
    }
    return ok;
}

void close_town(bench_town *town) {
    if (town->world != NULL) {
        town->side->destroy(town->world);
    }
    town->world = NULL;
}

bool town_arrivals(bench_town *town) {
    uint32_t present = scenario_arrived(town->npcs, town->updates);
    bool ok = true;
    for (; ok && town->arrived < present; town->arrived++) {
        ok = town->side->spawn(town->world, scenario_npc(town->npcs, town->arrived));
    }
    return ok;
}

bool town_update(bench_town *town) {
    return town->side->update(town->world, scenario_time(town->updates++));
}

bool town_run(bench_town *town, uint64_t seconds) {
    bool ok = true;
    for (uint64_t left = seconds * STEPS_PER_SECOND; ok && left > 0; left--) {
        ok = town_arrivals(town) && town_update(town);
    }
    return ok;
}

bool town_sample(bench_town *town, uint64_t seconds, bench_sample *sample) {
    side_stats before = town->side->stats(town->world);
    uint64_t updates = town->updates;
    int64_t start = processor_ns();
    bool ok = town_run(town, seconds);
    int64_t end = processor_ns();
    side_stats after = town->side->stats(town->world);
    *sample = (bench_sample){
        .ns = (double)(end - start),
        .starts = after.starts - before.starts,
        .updates = town->updates - updates,
        .allocations = after.allocations - before.allocations,
    };
    return ok;
}
