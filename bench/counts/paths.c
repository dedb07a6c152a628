/* Each path opens a market, lets it live until it is warm, and counts nothing but what it is about.
 * Numbers of NPCs and times are small, because valgrind is slow and what is counted repeats. */
#include "paths.h"

#include <stdio.h>

#include "../core/bustle_side.h"
#include "../core/crowd.h"
#include "../core/days.h"
#include "blocks.h"
#include "counting.h"
#include "couples.h"
#include "rooms.h"
#include "stalls.h"
#include "strollers.h"
#include "taverns.h"

enum { WARM_UP_SECONDS = 60 };

static const uint64_t world_seed = UINT64_C(0x5eed0fba51e1d05e);

/* A market of the core. */
typedef struct town {
    void *side;
    bustle_world *world;
    uint32_t npcs, arrived;
    uint64_t updates;
} town;

/* ---- Towns ---- */

static bool arrive(town *t, uint32_t present) {
    bool ok = true;
    for (; ok && t->arrived < present; t->arrived++) {
        ok = bustle_side.spawn(t->side, scenario_npc(t->npcs, t->arrived));
    }
    return ok;
}

static bool run(town *t, uint64_t updates) {
    bool ok = true;
    for (const uint64_t end = t->updates + updates; ok && t->updates < end; t->updates++) {
        ok = arrive(t, scenario_arrived(t->npcs, t->updates)) &&
            bustle_side.update(t->side, scenario_time(t->updates));
    }
    return ok;
}

/* With its props; NPCs arrive when it runs. */
static bool open_town(town *t, uint32_t npcs) {
    *t = (town){.npcs = npcs, .side = bustle_side.create(world_seed)};
    bool ok = t->side != NULL;
    t->world = ok ? bustle_side_world(t->side) : NULL;
    for (uint32_t i = 0; ok && i < scenario_props(npcs); i++) {
        ok = bustle_side.spawn(t->side, scenario_prop(npcs, i));
    }
    return ok;
}

/* Until memories have filled. */
static bool open_warm_town(town *t, uint32_t npcs) {
    return open_town(t, npcs) && run(t, (SPAWN_SECONDS + WARM_UP_SECONDS) * STEPS_PER_SECOND);
}

static void close_town(town *t) {
    if (t->side != NULL) {
        bustle_side.destroy(t->side);
    }
}

static bool is_ok(const char *what, bustle_status status) {
    if (status != BUSTLE_OK) {
        fprintf(stderr, "bench_counts: %s: %s\n", what, bustle_status_text(status));
    }
    return status == BUSTLE_OK;
}

static uint64_t events_so_far(const town *t) {
    bustle_stats stats = {0};
    bustle_world_stats(t->world, &stats);
    return stats.events;
}

/* An update at the time of the last one: nothing happens but what was asked for since. */
static bool catch_up(town *t) {
    return bustle_side.update(t->side, bustle_world_now(t->world));
}

/* ---- Paths ---- */

/* Whole updates, 60 a second, by the actions that start in them. */
static bool walk_starts(town *t, uint32_t npcs, uint64_t *done) {
    if (!open_warm_town(t, npcs)) {
        return false;
    }
    const uint64_t before = bustle_side.stats(t->side).starts;
    COUNTING_BEGINS();
    const bool ok = run(t, (uint64_t)STEPS_PER_SECOND * 24000 / npcs);
    COUNTING_ENDS();
    *done = bustle_side.stats(t->side).starts - before;
    return ok;
}

/* Everyone has arrived at once, so that all are at their first action, which takes three seconds at
 * least. */
static bool walk_idle_updates(town *t, uint32_t npcs, uint64_t *done) {
    if (!open_town(t, npcs) || !arrive(t, npcs) || !run(t, 1)) {
        return false;
    }
    const uint64_t events = events_so_far(t);
    *done = 5 * STEPS_PER_SECOND / 2;
    COUNTING_BEGINS();
    const bool ok = run(t, *done);
    COUNTING_ENDS();
    if (events_so_far(t) != events) {
        fputs("bench_counts: something was due when nothing should have been\n", stderr);
        return false;
    }
    return ok;
}

/* As many again, so that what grows has to. */
static bool walk_spawns(town *t, uint32_t npcs, uint64_t *done) {
    bool ok = open_warm_town(t, npcs);
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition =
        bustle_content_find(bustle_world_content(t->world), BUSTLE_KIND_ENTITY, "visitor");
    COUNTING_BEGINS();
    for (; ok && *done < npcs; ++*done) {
        bustle_entity entity;
        def.position.x = (double)(*done % 1000);
        ok = is_ok("spawn", bustle_world_spawn(t->world, &def, &entity));
    }
    COUNTING_ENDS();
    return ok;
}

/* Not the first save, which makes room for itself. */
static bool walk_save(town *t, uint32_t npcs, uint64_t *done) {
    size_t bytes = 0;
    if (!open_warm_town(t, npcs) || !bustle_side.save(t->side, &bytes)) {
        return false;
    }
    *done = npcs;
    COUNTING_BEGINS();
    const bool ok = bustle_side.save(t->side, &bytes);
    COUNTING_ENDS();
    return ok;
}

static bool walk_load(town *t, uint32_t npcs, uint64_t *done) {
    size_t bytes = 0;
    if (!open_warm_town(t, npcs) || !bustle_side.save(t->side, &bytes)) {
        return false;
    }
    *done = npcs;
    COUNTING_BEGINS();
    const bool ok = bustle_side.load(t->side);
    COUNTING_ENDS();
    return ok;
}

static bool raise_alarm(town *t, uint32_t npcs) {
    const bustle_content *content = bustle_world_content(t->world);
    const bustle_id alarm =
        bustle_content_find(content, BUSTLE_KIND_INTERRUPTION, BUSTLE_SIDE_ALARM);
    bustle_reception reception = {0};
    return is_ok("alarm", bustle_world_interrupt_all(t->world, alarm, 0, &reception)) &&
        reception.queued == npcs;
}

/* Raised, what goes on is put aside, and the response begins. The first alarm, which makes room for
 * responses, is over and forgotten by then. */
static bool walk_interruptions(town *t, uint32_t npcs, uint64_t *done) {
    if (!open_warm_town(t, npcs) || !raise_alarm(t, npcs) ||
        !run(t, WARM_UP_SECONDS * STEPS_PER_SECOND)) {
        return false;
    }
    *done = npcs;
    COUNTING_BEGINS();
    const bool ok = raise_alarm(t, npcs) && catch_up(t);
    COUNTING_ENDS();
    return ok;
}

static uint64_t events_told;

static void tell_event(void *context, bustle_world *world, const bustle_event *event) {
    (void)context;
    (void)world;
    (void)event;
    events_told++;
}

/* In a world of its own, that calls back: props appear, and there is nothing to do but to say so.
 * The second time the lists have room. */
static bool walk_events(town *t, uint32_t npcs, uint64_t *done) {
    if (!open_town(t, npcs)) {
        return false;
    }
    bustle_content *content = bustle_world_content(t->world);
    bustle_world *world = NULL;
    bustle_world_def def = bustle_default_world_def();
    def.callbacks.on_event = tell_event;
    bool ok = is_ok("world", bustle_world_create(content, &def, &world));
    bustle_spawn_def bench = bustle_default_spawn_def();
    bench.definition = bustle_content_find(content, BUSTLE_KIND_ENTITY, "bench");
    for (int64_t round = 1; ok && round <= 4; round++) {
        bustle_entity entity;
        for (uint32_t i = 0; ok && i < npcs; i++) {
            ok = is_ok("bench", bustle_world_spawn(world, &bench, &entity));
        }
        const uint64_t before = events_told;
        if (round == 4) {
            COUNTING_BEGINS();
        }
        ok = ok && is_ok("update", bustle_world_update(world, round, NULL));
        if (round == 4) {
            COUNTING_ENDS();
        }
        *done = events_told - before;
    }
    bustle_world_destroy(world);
    return ok && *done == npcs;
}

/* ---- Cues ---- */

/* By then everybody has met whom it can, and most cues find nobody. */
static bool walk_cues(town *t, uint32_t npcs, uint64_t *done) {
    enum { MEETING_MS = 40000, SECONDS = 8 };
    bustle_world *world = open_crowd(npcs);
    (void)t;
    bool ok = world != NULL && run_crowd(world, MEETING_MS);
    COUNTING_BEGINS();
    ok = ok && run_crowd(world, MEETING_MS + 1000 * SECONDS);
    COUNTING_ENDS();
    *done = (uint64_t)npcs * SECONDS;
    bustle_world_destroy(world);
    return ok;
}

/* ---- Queried positions ---- */

/* Whole updates, by the actions that start in them: every other one looks for somebody near. */
static bool walk_strollers(town *t, uint32_t npcs, uint64_t *done) {
    const int64_t warm_ms = WARM_UP_SECONDS * 1000;
    bustle_world *world = open_strollers(npcs);
    bustle_stats before = {0};
    bustle_stats after = {0};
    (void)t;
    bool ok = world != NULL && run_crowd(world, warm_ms);
    (void)bustle_world_stats(world, &before);
    COUNTING_BEGINS();
    ok = ok && run_crowd(world, warm_ms + INT64_C(24000) * 1000 / npcs);
    COUNTING_ENDS();
    (void)bustle_world_stats(world, &after);
    *done = after.starts - before.starts;
    bustle_world_destroy(world);
    return ok;
}

/* ---- Scenes ---- */

/* Whole updates; what has been done is counted in starts, of which `starts` make one of it. */
static bool walk_couples(uint32_t npcs, bool together, uint64_t starts, uint64_t *done) {
    enum { WARM_MS = 20000, COUNTED_MS = 40000 };
    bustle_world *world = open_couples(npcs, together);
    bustle_stats before = {0};
    bustle_stats after = {0};
    bool ok = world != NULL && run_crowd(world, WARM_MS);
    (void)bustle_world_stats(world, &before);
    COUNTING_BEGINS();
    ok = ok && run_crowd(world, WARM_MS + COUNTED_MS);
    COUNTING_ENDS();
    (void)bustle_world_stats(world, &after);
    *done = (after.starts - before.starts) / starts;
    bustle_world_destroy(world);
    return ok && after.scenes == (together ? npcs / 2 : 0);
}

/* Both end an action, arrive, and start the next. */
static bool walk_phases(town *t, uint32_t npcs, uint64_t *done) {
    (void)t;
    return walk_couples(npcs, true, 2, done);
}

static bool walk_plain_starts(town *t, uint32_t npcs, uint64_t *done) {
    (void)t;
    return walk_couples(npcs, false, 1, done);
}

/* A host greets, and begins a scene, once in some twenty seconds; by the time that is counted it
 * remembers as much as it can. Only one function of it all is what the path is about. */
static bool walk_rooms(town *t, uint32_t npcs, uint64_t *done) {
    enum { CANDIDATES = 30, WARM_MS = 400000, COUNTED_MS = 100000 };
    bustle_world *world = open_rooms(npcs / (CANDIDATES + 1), CANDIDATES);
    bustle_stats before = {0};
    bustle_stats after = {0};
    (void)t;
    bool ok = world != NULL && run_crowd(world, WARM_MS);
    (void)bustle_world_stats(world, &before);
    COUNTING_BEGINS();
    ok = ok && run_crowd(world, WARM_MS + COUNTED_MS);
    COUNTING_ENDS();
    (void)bustle_world_stats(world, &after);
    *done = (after.joins - before.joins) / 2;
    bustle_world_destroy(world);
    return ok;
}

/* ---- Requests ---- */

/* A visitor greets at one stall and is served at another, once in some four seconds; by the time
 * that is counted it remembers as much as it can. */
static bool walk_markets(uint32_t npcs, bool by_links, uint64_t *done) {
    enum { STALLS = 30, WARM_MS = 200000, COUNTED_MS = 60000 };
    bustle_world *world = open_stalls(npcs, STALLS, by_links);
    bustle_stats before = {0};
    bustle_stats after = {0};
    bool ok = world != NULL && run_crowd(world, WARM_MS);
    (void)bustle_world_stats(world, &before);
    COUNTING_BEGINS();
    ok = ok && run_crowd(world, WARM_MS + COUNTED_MS);
    COUNTING_ENDS();
    (void)bustle_world_stats(world, &after);
    *done = after.adopts - before.adopts;
    bustle_world_destroy(world);
    return ok;
}

static bool walk_stalls(town *t, uint32_t npcs, uint64_t *done) {
    (void)t;
    return walk_markets(npcs, false, done);
}

/* Whether one of these stalls comes into question depends on a link. */
static bool walk_linked_stalls(town *t, uint32_t npcs, uint64_t *done) {
    (void)t;
    return walk_markets(npcs, true, done);
}

/* ---- Areas ---- */

/* The moves alone: from a room to the next, in a house, in a block, in a town. */
static bool walk_areas(town *t, uint32_t npcs, uint64_t *done) {
    enum { MOST = 1000, ROUNDS = 6 };
    bustle_entity everybody[MOST];
    bustle_world *world = npcs > MOST ? NULL : open_blocks(npcs, everybody);
    bool ok = world != NULL;
    (void)t;
    for (int i = 0; ok && i < ROUNDS; i++) {
        COUNTING_BEGINS();
        ok = change_rooms(world, npcs, everybody, i % 2 == 0);
        COUNTING_ENDS();
        *done += npcs;
        ok = ok && is_ok("update", bustle_world_update(world, i * 100, NULL));
    }
    bustle_world_destroy(world);
    return ok;
}

/* ---- Messages ---- */

/* Whole updates: each order is sent, taken and awaited, between the two actions that it is about.
 */
static bool walk_taverns(town *t, uint32_t npcs, uint64_t *done) {
    enum { WARM_MS = 20000, COUNTED_MS = 40000 };
    bustle_world *world = open_taverns(npcs);
    bustle_stats before = {0};
    bustle_stats after = {0};
    (void)t;
    bool ok = world != NULL && run_crowd(world, WARM_MS);
    (void)bustle_world_stats(world, &before);
    COUNTING_BEGINS();
    ok = ok && run_crowd(world, WARM_MS + COUNTED_MS);
    COUNTING_ENDS();
    (void)bustle_world_stats(world, &after);
    *done = after.messages_taken - before.messages_taken;
    bustle_world_destroy(world);
    return ok;
}

/* ---- Plans ---- */

/* A day from five to five: everybody gets up, goes to work, to the tavern and to bed. */
static bool walk_plans(town *t, uint32_t npcs, uint64_t *done) {
    enum { ENTRIES = 4 };
    bustle_world *world = open_days(npcs);
    (void)t;
    bool ok = world != NULL && run_crowd(world, 1000);
    COUNTING_BEGINS();
    ok = ok && run_crowd(world, DAYS_DAY_MS);
    COUNTING_ENDS();
    *done = ENTRIES * (uint64_t)npcs;
    bustle_world_destroy(world);
    return ok;
}

const bench_path bench_paths[] = {
    {"starts-200", "started action", 200, walk_starts, NULL},
    {"starts-5000", "started action", 5000, walk_starts, NULL},
    {"queried-200", "started action", 200, walk_strollers, NULL},
    {"queried-5000", "started action", 5000, walk_strollers, NULL},
    {"idle-10000", "update", 10000, walk_idle_updates, NULL},
    {"spawns", "spawned NPC", 2000, walk_spawns, NULL},
    {"save", "saved NPC", 2000, walk_save, NULL},
    {"load", "loaded NPC", 2000, walk_load, NULL},
    {"interruptions", "interrupted NPC", 2000, walk_interruptions, NULL},
    {"events", "event delivered", 2000, walk_events, NULL},
    {"cues", "cue tested", 1600, walk_cues, NULL},
    {"phases", "phase of two NPCs", 1000, walk_phases, NULL},
    {"plain-starts", "started action", 1000, walk_plain_starts, NULL},
    {"casting-30", "casting", 620, walk_rooms, "bsl_staging_by_node"},
    {"search-30", "target search", 620, walk_rooms, "bsl_target_choose"},
    {"requests-30", "request", 20, walk_stalls, "bsl_request_try"},
    {"stalls-30", "target search", 20, walk_stalls, "bsl_target_choose"},
    {"state-tests", "condition tested", 20, walk_stalls, "all_hold"},
    {"link-tests", "condition tested", 20, walk_linked_stalls, "all_hold"},
    {"areas", "move between areas", 1000, walk_areas, NULL},
    {"messages", "message sent and answered", 1000, walk_taverns, NULL},
    {"plans", "change of entry", 200, walk_plans, "bsl_plan_look"},
    {0},
};

bool walk(const bench_path *path, uint64_t *done) {
    town t = {0};
    *done = 0;
    const bool ok = path->walk(&t, path->npcs, done);
    close_town(&t);
    return ok && *done > 0;
}
