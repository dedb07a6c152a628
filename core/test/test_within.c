/* S29, S10: whoever is within a distance, as by walking through everyone, and without looking at
 * those far away. */
#include <math.h>
#include <stdlib.h>

#include "kit.h"
#include "world/world.h"

/* Of every way to be in space: accepting an action of a short reach, one of any reach, or nothing;
 * static, pushed or queried. */
static const char *const kinds[] = {"rock", "ball", "cat", "tree", "dog", "bird", "ghost", "ann"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void def_kinds(kit *k) {
    bustle_action_def *pat = def_action(k, "pat", 10);
    pat->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 3));
    def_action(k, "call", 10)->target = BUSTLE_TARGET_TAKEN;
    def_action(k, "stand", 1000);
    def_interruption(k, "bell");
    chain(k, "main", "stand");
    accepts(def_prop(k, "rock"), "pat")->position = BUSTLE_POSITION_STATIC;
    accepts(def_prop(k, "ball"), "pat");
    accepts(def_prop(k, "cat"), "pat")->position = BUSTLE_POSITION_QUERIED;
    accepts(def_prop(k, "tree"), "call");
    accepts(def_prop(k, "dog"), "call")->position = BUSTLE_POSITION_QUERIED;
    def_prop(k, "bird")->position = BUSTLE_POSITION_QUERIED;
    def_prop(k, "ghost");
    handles(def_npc(k, "ann", "main"), "bell", "main", 0);
    kit_begin(k);
}

static bustle_entity spawn(kit *k, const char *kind, bustle_position at) {
    bustle_spawn_def def = bustle_default_spawn_def();
    bustle_entity spawned = 0;
    def.definition = kit_definition(k, kind);
    def.position = at;
    OK(bustle_world_spawn(k->world, &def, &spawned));
    return spawned;
}

/* ---- Beside a walk ---- */

enum { THINGS = 400, ROUNDS = 8, QUESTIONS = 40 };
static bustle_entity things[THINGS];

static uint32_t noise;

static uint32_t below(uint32_t n) {
    noise ^= noise << 13;
    noise ^= noise >> 17;
    noise ^= noise << 5;
    return noise % n;
}

/* Crowded or spread around the origin, or at the ends of what a position can be, and beyond. */
static double random_coordinate(uint32_t spread) {
    static const double ends[] = {-1048576, 1048576, -1e12, 1e12, 0};
    const double part = below(2) == 0 ? 0 : below(16) / 16.0;
    return part +
        (spread == 0 ? ends[below(5)] + below(7) - 3 : (double)below(2 * spread + 1) - spread);
}

static bustle_position random_place(uint32_t spread) {
    return (bustle_position){
        random_coordinate(spread), random_coordinate(spread), random_coordinate(spread)};
}

/* Sums and squares of sixteenths are exact. */
static bool is_within(const kit *k, bustle_position a, bustle_position b, double distance) {
    const double x = fabs(a.x - b.x) * 16;
    const double y = fabs(a.y - b.y) * 16;
    const double z = fabs(a.z - b.z) * 16;
    const double limit = distance > 1e9 ? distance : (double)(int64_t)(distance * 16 + 0.5);
    return k->def.metric == BUSTLE_METRIC_MANHATTAN ? x + y + z <= limit
                                                    : x * x + y * y + z * z <= limit * limit;
}

static bustle_position position_of(const kit *k, bustle_entity whom) {
    bustle_position p = {0, 0, 0};
    OK(bustle_entity_position(k->world, whom, &p));
    return p;
}

static size_t walk(const kit *k, bustle_position centre, double distance, bustle_entity except,
    bustle_entity *list) {
    size_t count = 0;
    for (bustle_entity e = bustle_world_next(k->world, 0); e != 0;
         e = bustle_world_next(k->world, e)) {
        if (e != except && is_within(k, position_of(k, e), centre, distance)) {
            list[count++] = e;
        }
    }
    return count;
}

static void expect_as_walked(kit *k, bustle_position centre, double distance, bustle_entity from) {
    static bustle_entity expected[THINGS];
    static bustle_entity listed[THINGS];
    size_t count = 0;
    const size_t walked = walk(k, centre, distance, from, expected);
    OK(from == 0 ? bustle_world_within(k->world, centre, distance, listed, THINGS, &count)
                 : bustle_world_around(k->world, from, distance, listed, THINGS, &count));
    assert_int_equal(count, walked);
    assert_memory_equal(listed, expected, walked * sizeof *listed);
}

/* Some move, some leave, and others come. */
static void stir(kit *k, uint32_t spread) {
    for (size_t i = 0; i < THINGS; i++) {
        switch (below(4)) {
        case 0:
            OK(bustle_world_remove(k->world, things[i]));
            things[i] = spawn(k, kinds[below(KINDS)], random_place(spread));
            break;
        case 1:
        case 2:
            bustle_entity_move(k->world, things[i], random_place(spread)); /* if it can */
            break;
        default:
            break;
        }
    }
    kit_update_to(k, bustle_world_now(k->world) + 1); /* which checks the world */
}

static void compare_with_walks_by(kit *k, bustle_metric metric, uint32_t spread) {
    static const double distances[] = {
        0, 0.5, 1, 2.97, 3, 17, 100.3, 2500, 1000000, INT32_MAX, HUGE_VAL};
    noise = 77 + spread;
    kit_reset(k);
    k->def.metric = metric;
    def_kinds(k);
    for (size_t i = 0; i < THINGS; i++) {
        things[i] = spawn(k, kinds[i % KINDS], random_place(spread));
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < QUESTIONS; i++) {
            const double distance = distances[below(sizeof distances / sizeof *distances)];
            const bustle_entity someone = things[below(THINGS)];
            expect_as_walked(k, position_of(k, someone), distance, below(2) == 0 ? someone : 0);
        }
        stir(k, spread);
    }
}

static void compare_with_walks(kit *k, uint32_t spread) {
    compare_with_walks_by(k, BUSTLE_METRIC_EUCLIDEAN, spread);
    compare_with_walks_by(k, BUSTLE_METRIC_MANHATTAN, spread);
}

static void S29_in_a_crowd_those_within_a_distance_are_as_by_walking(void **state) {
    compare_with_walks(*state, 3);
}

static void S29_in_a_town_those_within_a_distance_are_as_by_walking(void **state) {
    compare_with_walks(*state, 300);
}

static void S29_on_a_continent_those_within_a_distance_are_as_by_walking(void **state) {
    compare_with_walks(*state, 1000000);
}

static void S29_at_the_ends_of_the_range_those_within_a_distance_are_as_by_walking(void **state) {
    compare_with_walks(*state, 0);
}

/* ---- The call ---- */

static void the_first_in_spawn_order_are_written_and_all_are_counted(void **state) {
    kit *k = *state;
    def_kinds(k);
    const bustle_entity first = spawn(k, "ghost", (bustle_position){2, 0, 0});
    const bustle_entity second = spawn(k, "rock", (bustle_position){0, 0, 0});
    spawn(k, "bird", (bustle_position){1, 0, 0});
    bustle_entity listed[3] = {0, 0, 0};
    size_t count = 0;
    OK(bustle_world_within(k->world, (bustle_position){0, 0, 0}, 2, listed, 2, &count));
    assert_int_equal(count, 3);
    assert_int_equal(listed[0], first);
    assert_int_equal(listed[1], second);
    assert_int_equal(listed[2], 0);
    OK(bustle_world_around(k->world, first, 1, NULL, 0, &count));
    assert_int_equal(count, 1);
}

static void a_question_that_makes_no_sense_is_refused(void **state) {
    kit *k = *state;
    def_kinds(k);
    const bustle_position origin = {0, 0, 0};
    const bustle_position nowhere = {0, (double)NAN, 0};
    const bustle_entity gone = spawn(k, "ball", origin);
    bustle_entity one = 0;
    size_t n = 7;
    OK(bustle_world_remove(k->world, gone));
    assert_int_equal(bustle_world_within(NULL, origin, 1, &one, 1, &n), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_within(k->world, origin, -1, &one, 1, &n), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(
        bustle_world_within(k->world, origin, (double)NAN, &one, 1, &n), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_within(k->world, origin, 1, NULL, 1, &n), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_within(k->world, origin, 1, &one, 1, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_within(k->world, nowhere, 1, &one, 1, &n), BUSTLE_BAD_VALUE);
    assert_int_equal(bustle_world_around(NULL, gone, 1, &one, 1, &n), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_around(k->world, gone, 1, &one, 1, &n), BUSTLE_STALE);
    assert_int_equal(bustle_world_around(k->world, gone, -1, &one, 1, &n), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(n, 7);
}

static void S10_looking_for_those_near_asks_nobody(void **state) {
    kit *k = *state;
    size_t count = 0;
    def_kinds(k);
    kit_spawn_at(k, "bird1", "bird", 1, 0, 0);
    kit_place(k, "bird1", 500, 0, 0); /* what the game would answer */
    OK(bustle_world_within(k->world, (bustle_position){0, 0, 0}, 5, NULL, 0, &count));
    assert_int_equal(count, 1);
    kit_expect_asked(k, "");
}

/* A condition function looks around while its NPC goes through its own candidates. */
static size_t seen;

static int look_around(kit *k, bustle_call *call) {
    bustle_entity listed[4];
    size_t count = 0;
    OK(bustle_world_around(k->world, call->target, 100, listed, 4, &count));
    seen += count;
    return 1;
}

static void S8_a_condition_function_may_look_for_those_near(void **state) {
    kit *k = *state;
    seen = 0;
    bustle_action_def *go = def_action(k, "go", 10);
    go->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 9), CALL(1, "look_around"));
    chain(k, "main", "go");
    def_npc(k, "walker", "main");
    accepts(def_prop(k, "ball"), "go");
    k->conditions[1] = look_around;
    kit_begin(k);
    kit_spawn_at(k, "far", "ball", 50, 0, 0);
    kit_spawn_at(k, "ball1", "ball", 1, 0, 0);
    kit_spawn_at(k, "ball2", "ball", 2, 0, 0);
    kit_spawn_at(k, "ann", "walker", 0, 0, 0);
    kit_update_to(k, 0);
    assert_int_equal(seen, 6); /* three others around each of the two */
    assert_int_equal(kit_stats(k).starts, 1);
}

/* ---- What is far away costs nothing ---- */

#if BUSTLE_CHECKS
/* Those that accept nothing share a grid. */
enum { FAR = 100000, GRIDS = 5, MOST_LOOKED_AT = 66 * GRIDS };

static void S29_those_far_away_are_not_looked_at(void **state) {
    kit *k = *state;
    bustle_reception r;
    size_t count = 0;
    def_kinds(k);
    for (uint32_t i = 0; i < FAR; i++) {
        spawn(k, kinds[i % KINDS],
            (bustle_position){5000.0 + i % 1000, 5000.0 + (i / 1000) * 10.0, 0});
    }
    for (size_t i = 0; i < KINDS; i++) {
        spawn(k, kinds[i], (bustle_position){(double)i, 0, 0});
    }
    const bustle_position origin = {0, 0, 0};
    const uint64_t before = k->world->looked_at;
    OK(bustle_world_within(k->world, origin, 300, NULL, 0, &count));
    assert_int_equal(count, KINDS);
    OK(bustle_world_interrupt_within(k->world, kit_interruption(k, "bell"), origin, 300, 0, &r));
    assert_int_equal(r.queued, 1);
    assert_in_range(k->world->looked_at - before, 2 * KINDS, 2 * MOST_LOOKED_AT);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S29_in_a_crowd_those_within_a_distance_are_as_by_walking),
        RULE(S29_in_a_town_those_within_a_distance_are_as_by_walking),
        RULE(S29_on_a_continent_those_within_a_distance_are_as_by_walking),
        RULE(S29_at_the_ends_of_the_range_those_within_a_distance_are_as_by_walking),
        RULE(the_first_in_spawn_order_are_written_and_all_are_counted),
        RULE(a_question_that_makes_no_sense_is_refused),
        RULE(S10_looking_for_those_near_asks_nobody),
        RULE(S8_a_condition_function_may_look_for_those_near),
#if BUSTLE_CHECKS
        RULE(S29_those_far_away_are_not_looked_at),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
