/* The run of the harbour. Draws are kept in statements of their own: within one, C leaves their
 * order open. */
#include "harbour_run.h"

#include <stdio.h>
#include <stdlib.h>

enum { AREA = 260 };

static void check(bustle_status status, const char *what) {
    if (status != BUSTLE_OK) {
        fprintf(stderr, "harbour: %s: %s\n", what, bustle_status_text(status));
        exit(EXIT_FAILURE);
    }
}

static bustle_id id_of(const harbour_run *run, bustle_kind kind, const char *name) {
    bustle_id id = bustle_content_find(run->content, kind, name);
    if (id == BUSTLE_NONE) {
        fprintf(stderr, "harbour: the harbour has no %s\n", name);
        exit(EXIT_FAILURE);
    }
    return id;
}

static double coordinate(harbour_run *run, uint32_t units) {
    const uint32_t parts = run->game.whole ? 1 : 16;
    return (double)harbour_random(&run->random, units * parts) / parts;
}

static bustle_position somewhere(harbour_run *run) {
    bustle_position position;
    position.x = coordinate(run, AREA);
    position.y = coordinate(run, AREA);
    position.z = coordinate(run, 3);
    return position;
}

static void spawn(harbour_run *run, const char *definition, const char *name) {
    bustle_state_value energy = {
        id_of(run, BUSTLE_KIND_STATE, "energy"), (int32_t)harbour_random(&run->random, 120)};
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = id_of(run, BUSTLE_KIND_ENTITY, definition);
    def.name = name;
    def.position = somewhere(run);
    if (name != NULL) {
        def.states = &energy;
        def.state_count = 1;
    }
    if (run->count < HARBOUR_CROWD) {
        check(bustle_world_spawn(run->world, &def, &run->crowd[run->count]), definition);
        run->count++;
    }
}

/* Anyone of the crowd, also those who have left: then the call is refused. */
static bustle_entity anyone(harbour_run *run) {
    return run->crowd[harbour_random(&run->random, (uint32_t)run->count)];
}

static void populate(harbour_run *run) {
    static const struct {
        const char *definition;
        int count;
    } people[] = {{"bench", 14}, {"quay", 8}, {"shelter", 6}, {"stall", 10}, {"gull", 5},
        {"sailor", 40}, {"fisher", 25}, {"guard", 20}, {"hermit", 3}};
    for (size_t i = 0; i < sizeof people / sizeof people[0]; i++) {
        for (int k = 0; k < people[i].count; k++) {
            spawn(run, people[i].definition, NULL);
        }
    }
    spawn(run, "sailor", "Ada");
    spawn(run, "guard", "Brun");
}

/* ---- What the game does between updates ---- */

static void interrupt(harbour_run *run) {
    static const char *const names[] = {"all_clear", "bell", "brawl", "greeting"};
    bustle_id name = id_of(run, BUSTLE_KIND_INTERRUPTION, names[harbour_random(&run->random, 4)]);
    bustle_entity from = anyone(run);
    from = bustle_entity_alive(run->world, from) ? from : 0;
    bustle_entity some[2];
    some[0] = anyone(run);
    some[1] = anyone(run);
    bustle_position spot = somewhere(run);
    int32_t distance = (int32_t)harbour_random(&run->random, 60);
    switch (harbour_random(&run->random, 8)) {
    case 0:
        (void)bustle_world_interrupt_all(run->world, name, from, NULL);
        break;
    case 1:
    case 2:
        (void)bustle_world_interrupt_within(run->world, name, spot, distance, from, NULL);
        break;
    case 3:
        (void)bustle_world_interrupt_around(run->world, name, some[0], distance, from, NULL);
        break;
    default:
        (void)bustle_world_interrupt(run->world, name, some, 2, from, NULL);
        break;
    }
}

/* Fishing and mending end when the game says so: mostly well. */
static void finish_work(harbour_run *run, bustle_entity npc) {
    bustle_doing doing;
    if (bustle_npc_doing(run->world, npc, &doing) != BUSTLE_OK || doing.mood != BUSTLE_ACTING ||
        doing.timed) {
        return;
    }
    if (harbour_random(&run->random, 5) == 0) {
        (void)bustle_npc_fail(run->world, npc, doing.action, doing.token);
    } else {
        (void)bustle_npc_complete(run->world, npc, BUSTLE_NONE, doing.token);
    }
}

static void take_control(harbour_run *run, bustle_entity npc) {
    static const char *const mains[] = {"sailor_day", "guard_day", "work"};
    bustle_id sequence;
    switch (harbour_random(&run->random, 6)) {
    case 0:
        (void)bustle_npc_hold(run->world, npc);
        break;
    case 1:
    case 2:
        (void)bustle_npc_release(run->world, npc);
        break;
    case 3:
        sequence = id_of(run, BUSTLE_KIND_SEQUENCE, "leisure");
        (void)bustle_npc_run(
            run->world, npc, sequence, (int32_t)harbour_random(&run->random, 7) - 3);
        break;
    case 4:
        sequence = id_of(run, BUSTLE_KIND_SEQUENCE, mains[harbour_random(&run->random, 3)]);
        (void)bustle_npc_set_main(run->world, npc, sequence);
        break;
    default:
        (void)bustle_npc_restart(run->world, npc);
        break;
    }
}

static void replace_someone(harbour_run *run) {
    static const char *const kinds[] = {
        "bench", "quay", "shelter", "stall", "gull", "sailor", "fisher", "guard", "shrine"};
    size_t at = harbour_random(&run->random, (uint32_t)run->count);
    if (bustle_world_remove(run->world, run->crowd[at]) == BUSTLE_OK) {
        run->crowd[at] = run->crowd[--run->count];
        spawn(run, kinds[harbour_random(&run->random, 9)], NULL);
    }
}

static void meddle(harbour_run *run) {
    bustle_entity someone = anyone(run);
    uint32_t amount = harbour_random(&run->random, 140);
    switch (harbour_random(&run->random, 24)) {
    case 0:
    case 1:
        interrupt(run);
        break;
    case 2:
        replace_someone(run);
        break;
    case 3:
        (void)bustle_entity_move(run->world, someone, somewhere(run));
        break;
    case 4:
        (void)bustle_entity_set(
            run->world, someone, id_of(run, BUSTLE_KIND_STATE, "cargo"), (int32_t)amount);
        break;
    case 5:
        check(bustle_world_set_environment(run->world, id_of(run, BUSTLE_KIND_ENVIRONMENT, "tide"),
                  (double)(amount % 7) - 3.0),
            "tide");
        break;
    case 6:
        take_control(run, someone);
        break;
    default:
        finish_work(run, someone);
        break;
    }
}

/* ---- The run ---- */

bustle_world *harbour_run_world(harbour_run *run) {
    bustle_world *world = NULL;
    bustle_world_def def = bustle_default_world_def();
    def.seed = UINT64_C(0x0123456789abcdef);
    def.metric = run->metric;
    def.callbacks = harbour_callbacks(&run->game);
    check(bustle_world_create(run->content, &def, &world), "world");
    return world;
}

static void begin(harbour_run *run) {
    run->content = harbour_content(NULL);
    if (run->content == NULL) {
        exit(EXIT_FAILURE);
    }
    run->world = harbour_run_world(run);
    populate(run);
}

void harbour_run_begin(harbour_run *run, uint64_t random) {
    *run = (harbour_run){.random = random};
    begin(run);
}

void harbour_run_begin_whole(harbour_run *run, uint64_t random) {
    *run =
        (harbour_run){.random = random, .metric = BUSTLE_METRIC_MANHATTAN, .game = {.whole = true}};
    begin(run);
}

/* Frames of different lengths, some of none at all; now and then only a few NPCs may decide. */
void harbour_run_until(harbour_run *run, int64_t end) {
    while (run->game.now < end) {
        for (uint32_t i = harbour_random(&run->random, 3); i > 0; i--) {
            meddle(run);
        }
        run->game.now += harbour_random(&run->random, 120);
        bustle_update_options options = bustle_default_update_options();
        options.batch = harbour_random(&run->random, 10) == 0 ? 5 : -1;
        check(bustle_world_update(run->world, run->game.now, &options), "update");
        size_t count;
        (void)bustle_world_events(run->world, &count);
        run->events += count;
    }
}

void harbour_run_end(harbour_run *run) {
    bustle_world_destroy(run->world);
    bustle_content_release(run->content);
}
