/* Where the market's props and people stand, and when they appear. A pure function of the numbers,
 * so that both implementations are given the same market without keeping a list of it. */
#include "scenario.h"

#include <string.h>

static const char *const props_of_a_block[PROPS_PER_BLOCK] = {"stall", "bench", "fountain", "stall",
    "post", "bench", "stall", "cart", "stall", "bench", "stall", "fountain", "bench", "stall",
    "post", "stall", "bench", "cart", "stall", "fountain", "bench", "post"};

static const char *const npcs_of_a_block[NPCS_PER_BLOCK] = {"visitor", "vendor", "visitor", "guard",
    "visitor", "visitor", "vendor", "visitor", "visitor", "visitor", "guard", "visitor", "vendor",
    "visitor", "visitor", "visitor", "vendor", "visitor", "guard", "visitor", "visitor", "vendor",
    "visitor", "visitor", "visitor", "guard", "visitor", "vendor", "visitor", "visitor"};

static const scenario_kind *kind_named(const char *name);
static scenario_place place_in_block(
    uint32_t npcs, uint32_t block, const char *kind, uint32_t scatter);

uint32_t scenario_props(uint32_t npcs) {
    uint64_t props = (uint64_t)npcs * PROPS_PER_BLOCK / NPCS_PER_BLOCK;
    return (uint32_t)props;
}

scenario_place scenario_prop(uint32_t npcs, uint32_t index) {
    const char *kind = props_of_a_block[index % PROPS_PER_BLOCK];
    return place_in_block(npcs, index / PROPS_PER_BLOCK, kind, index * 2 + 1);
}

scenario_place scenario_npc(uint32_t npcs, uint32_t index) {
    /* A prime, so that every place is met once; a large one, so that neighbours come far apart. */
    uint32_t place = (uint32_t)((uint64_t)index * 2654435761u % npcs);
    const char *kind = npcs_of_a_block[place % NPCS_PER_BLOCK];
    return place_in_block(npcs, place / NPCS_PER_BLOCK, kind, place * 2);
}

uint32_t scenario_arrived(uint32_t npcs, uint64_t update) {
    const uint64_t updates = (uint64_t)SPAWN_SECONDS * STEPS_PER_SECOND;
    return update >= updates ? npcs : (uint32_t)((uint64_t)npcs * (update + 1) / updates);
}

int64_t scenario_time(uint64_t update) {
    return (int64_t)((update + 1) * 1000 / STEPS_PER_SECOND);
}

static const scenario_kind *kind_named(const char *name) {
    const scenario_kind *kind = scenario_kinds;
    while (strcmp(kind->name, name) != 0) {
        kind++;
    }
    return kind;
}

/* Mixes a number well enough to scatter things with it. */
static uint32_t scattered(uint32_t x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

static scenario_place place_in_block(
    uint32_t npcs, uint32_t block, const char *kind, uint32_t scatter) {
    uint32_t blocks = (npcs + NPCS_PER_BLOCK - 1) / NPCS_PER_BLOCK;
    uint32_t side = 1;
    while (side * side < blocks) {
        side++;
    }
    uint32_t random = scattered(scatter);
    scenario_place place = {
        .kind = kind_named(kind),
        .x = (int32_t)(block % side * BLOCK_SIZE + random % BLOCK_SIZE),
        .y = (int32_t)(block / side * BLOCK_SIZE + (random >> 16) % BLOCK_SIZE),
    };
    return place;
}
