/* A character who walks between two benches and rests on each: the core in a C program.
 *
 * Say what there is and what can be done, seal it, spawn a world from it, then update the world and
 * read its events. That is all a game has to do. */
#include <bustle.h>

#include <stdio.h>
#include <stdlib.h>

static void check(bustle_status status, const char *what) {
    if (status != BUSTLE_OK) {
        fprintf(stderr, "%s: %s\n", what, bustle_status_text(status));
        exit(EXIT_FAILURE);
    }
}

static void define_actions(bustle_builder *builder) {
    /* Walking takes as long as the way is; at its end the walker stands where the target is. */
    bustle_action_def walk = bustle_default_action_def();
    walk.name = "walk";
    walk.when.text = "distance > 0";
    walk.speed = 4;
    check(bustle_builder_add_action(builder, &walk), "action walk");

    /* Sitting claims a seat: a full bench is no candidate, and the seat always comes back. */
    const bustle_claim_def seat = {.state = "seats", .amount = 1};
    bustle_action_def sit = bustle_default_action_def();
    sit.name = "sit";
    sit.claims = &seat;
    sit.claim_count = 1;
    sit.finish.text = "self.energy += 10";
    sit.duration_ms = 5000;
    sit.duration_max_ms = 9000;
    check(bustle_builder_add_action(builder, &sit), "action sit");
}

/* Go to a bench, sit on that same bench, and begin again. */
static void define_sequence(bustle_builder *builder) {
    const bustle_transition_def to_rest = {.to = "rest"};
    const bustle_transition_def to_end = {.to = "END"};
    bustle_node_def nodes[] = {bustle_default_node_def(), bustle_default_node_def()};
    nodes[0].name = "go";
    nodes[0].performs = "walk";
    nodes[0].transitions = &to_rest;
    nodes[0].transition_count = 1;
    nodes[1].name = "rest";
    nodes[1].performs = "sit";
    nodes[1].same_target = true;
    nodes[1].transitions = &to_end;
    nodes[1].transition_count = 1;
    bustle_sequence_def stroll = bustle_default_sequence_def();
    stroll.name = "stroll";
    stroll.entry = "go";
    stroll.nodes = nodes;
    stroll.node_count = 2;
    check(bustle_builder_add_sequence(builder, &stroll), "sequence stroll");
}

static void define_bench_and_walker(bustle_builder *builder) {
    bustle_state_def state = bustle_default_state_def();
    state.name = "energy";
    check(bustle_builder_add_state(builder, &state), "state energy");
    state.name = "seats";
    state.minimum = 0;
    check(bustle_builder_add_state(builder, &state), "state seats");

    const bustle_entity_state_def two_seats = {.state = "seats", .given = true, .initial = 2};
    const char *const accepts[] = {"walk", "sit"};
    bustle_entity_def bench = bustle_default_entity_def();
    bench.name = "bench";
    bench.position = BUSTLE_POSITION_STATIC;
    bench.states = &two_seats;
    bench.state_count = 1;
    bench.accepts = accepts;
    bench.accept_count = 2;
    check(bustle_builder_add_entity(builder, &bench), "entity bench");

    const bustle_entity_state_def some_energy = {.state = "energy", .given = true, .initial = 50};
    bustle_entity_def walker = bustle_default_entity_def();
    walker.name = "walker";
    walker.npc = true;
    walker.states = &some_energy;
    walker.state_count = 1;
    walker.main = "stroll";
    check(bustle_builder_add_entity(builder, &walker), "entity walker");
}

static void spawn(bustle_world *world, const char *kind, const char *name, double x, double y) {
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = bustle_content_find(bustle_world_content(world), BUSTLE_KIND_ENTITY, kind);
    def.position = (bustle_position){x, y, 0};
    def.user = (void *)name; /* the game's own value: here what we call it */
    bustle_entity entity;
    check(bustle_world_spawn(world, &def, &entity), name);
}

static void print_event(const bustle_world *world, const bustle_event *event) {
    const bustle_content *content = bustle_world_content(world);
    printf("%5.1f s  %s", (double)event->time / 1000,
        (const char *)bustle_entity_user(world, event->npc));
    if (event->kind == BUSTLE_EVENT_START || event->kind == BUSTLE_EVENT_STOP) {
        const char *where = bustle_entity_user(world, event->target);
        bustle_position at;
        check(bustle_entity_position(world, event->target, &at), where);
        printf(": %s %s, %s at (%g, %g)",
            bustle_content_name(content, BUSTLE_KIND_ACTION, event->name),
            event->kind == BUSTLE_EVENT_START ? "starts" : "ends", where, at.x, at.y);
    } else {
        printf(": %s", bustle_event_kind_text(event->kind));
    }
    putchar('\n');
}

int main(void) {
    bustle_builder *builder = bustle_builder_create(NULL);
    define_actions(builder);
    define_sequence(builder);
    define_bench_and_walker(builder);
    bustle_content *content;
    bustle_status sealed = bustle_builder_seal(builder, &content);
    bustle_problem found;
    for (size_t i = 0; bustle_builder_problem(builder, i, &found); i++) {
        fprintf(stderr, "%s %s: %s; %s\n", found.kind, found.thing, found.text, found.cure);
    }
    check(sealed, "content");
    bustle_builder_destroy(builder);

    bustle_world_def def = bustle_default_world_def();
    bustle_world *world;
    check(bustle_world_create(content, &def, &world), "world");
    bustle_content_release(content); /* the world keeps it */
    spawn(world, "bench", "the bench by the fountain", 0, 0);
    spawn(world, "bench", "the bench under the lime tree", 18, 6);
    spawn(world, "walker", "Ada", 5, 0);

    for (int64_t now = 0; now <= 60000; now += 100) {
        check(bustle_world_update(world, now, NULL), "update");
        size_t count;
        const bustle_event *events = bustle_world_events(world, &count);
        for (size_t i = 0; i < count; i++) {
            print_event(world, &events[i]);
        }
    }
    bustle_world_destroy(world);
    return EXIT_SUCCESS;
}
