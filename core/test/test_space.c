/* S10: positions, distance, and who is asked for a position. The grid has test_grid.c. */
#include <math.h>

#include "kit.h"

/* A walker that goes to a "rock" (static), "ball" (pushed) or "cat" (queried, every 100 ms), notes
 * the distance in "d" and is at it for 10 ms. Its "n" is 5, as is "e" of the environment. */
static bustle_action_def *def_walk(kit *k) {
    def_state(k, "d");
    def_state(k, "n")->initial = 5;
    def_environment(k, "e", 0)->initial = 5;
    bustle_action_def *go = def_action(k, "go", 10);
    go->target = BUSTLE_TARGET_TAKEN;
    chain(k, "main", "go");
    has_default(has_default(def_npc(k, "walker", "main"), "d"), "n");
    bustle_entity_def *seer = has_default(has_default(def_npc(k, "seer", "main"), "d"), "n");
    seer->position = BUSTLE_POSITION_QUERIED;
    seer->position_refresh_ms = 100;
    accepts(def_prop(k, "rock"), "go")->position = BUSTLE_POSITION_STATIC;
    accepts(def_prop(k, "ball"), "go");
    bustle_entity_def *cat = accepts(def_prop(k, "cat"), "go");
    cat->position = BUSTLE_POSITION_QUERIED;
    cat->position_refresh_ms = 100;
    return go;
}

static void def_measured_walk(kit *k) {
    def_walk(k)->start = OPS(PUSH(BUSTLE_DISTANCE, NULL), STACKED(BUSTLE_SET, BUSTLE_SELF, "d"));
}

static void expect_position(const kit *k, const char *label, double x, double y, double z) {
    bustle_position p;
    assert_int_equal(bustle_entity_position(k->world, kit_entity(k, label), &p), BUSTLE_OK);
    assert_true(p.x == x && p.y == y && p.z == z); /* sixteenths: exact */
}

static bustle_status move(kit *k, const char *label, double x, double y, double z) {
    return bustle_entity_move(k->world, kit_entity(k, label), (bustle_position){x, y, z});
}

/* ---- Distance ---- */

/* As arithmetic has it: in whole units, rounded down. */
static int32_t distance_by(kit *k, bustle_metric metric, bustle_position a, bustle_position b) {
    kit_reset(k);
    k->def.metric = metric;
    def_measured_walk(k);
    kit_begin(k);
    kit_spawn_at(k, "ann", "walker", a.x, a.y, a.z);
    kit_spawn_at(k, "ball1", "ball", b.x, b.y, b.z);
    kit_update_to(k, 0);
    return kit_get(k, "ann", "d");
}

static int32_t distance_between(kit *k, bustle_position a, bustle_position b) {
    return distance_by(k, bustle_default_world_def().metric, a, b);
}

static int32_t manhattan(kit *k, bustle_position a, bustle_position b) {
    return distance_by(k, BUSTLE_METRIC_MANHATTAN, a, b);
}

#define AT(x, y, z) ((bustle_position){x, y, z})

static void S10_distance_is_euclidean_over_three_coordinates(void **state) {
    kit *k = *state;
    assert_int_equal(distance_between(k, AT(1, 2, 3), AT(1, 2, 3)), 0);
    assert_int_equal(distance_between(k, AT(0, 0, 0), AT(3, 0, 0)), 3);
    assert_int_equal(distance_between(k, AT(0, 0, 0), AT(0, -4, 0)), 4);
    assert_int_equal(distance_between(k, AT(0, 0, 0), AT(0, 0, 5)), 5);
    assert_int_equal(distance_between(k, AT(-1, 2, -3), AT(1, 5, 3)), 7);
    assert_int_equal(distance_between(k, AT(0, 0, 0), AT(30, 30, 0)), 42);
}

static void S10_a_world_may_measure_by_manhattan(void **state) {
    kit *k = *state;
    assert_int_equal(manhattan(k, AT(-1, 2, -3), AT(10, -20, 30)), 11 + 22 + 33);
    assert_int_equal(manhattan(k, AT(0, 0, 0), AT(0.5, -0.25, 0.25)), 1);
}

static void S10_in_arithmetic_distance_is_rounded_down_to_whole_units(void **state) {
    kit *k = *state;
    assert_int_equal(distance_between(k, AT(0, 0, 0), AT(6.9375, 0, 0)), 6);
    assert_int_equal(distance_between(k, AT(0, 0, 0), AT(7, 0.0625, 0)), 7);
    /* A hair less than 1000000, which a root of floating point may take for it. */
    assert_int_equal(distance_between(k, AT(-500000, 0, 0), AT(499999.9375, 0, 250)), 999999);
    assert_int_equal(manhattan(k, AT(0, 0, 0), AT(6.5, 0.4375, 0)), 6);
}

static void S10_coordinates_saturate_at_2_to_the_20_units(void **state) {
    kit *k = *state;
    const double low = -1e9, high = 1e9;
    assert_int_equal(distance_between(k, AT(low, 0, 0), AT(high, 0, 0)), 2097152);
    assert_int_equal(distance_between(k, AT(low, low, low), AT(high, high, high)), 3632373);
    assert_int_equal(manhattan(k, AT(low, low, low), AT(high, high, high)), 3 * 2097152);
    assert_int_equal(distance_between(k, AT(high, 0, 0), AT(1, 0, 0)), 1048575);
}

static void S10_positions_are_rounded_to_sixteenths_halves_away_from_zero(void **state) {
    kit *k = *state;
    def_walk(k);
    kit_begin(k);
    kit_spawn_at(k, "rock1", "rock", 1.4, -0.03125, 2.03);
    expect_position(k, "rock1", 1.375, -0.0625, 2);
    kit_spawn(k, "ball1", "ball");
    assert_int_equal(move(k, "ball1", -2.59375, 1e300, -1048576.5), BUSTLE_OK);
    expect_position(k, "ball1", -2.625, 1048576, -1048576);
}

/* Whether an NPC at the origin may go to a ball there. */
static bool may_go(kit *k, bustle_ops when, bustle_position to) {
    kit_reset(k);
    def_walk(k)->when = when;
    kit_begin(k);
    kit_spawn(k, "ann", "walker");
    kit_spawn_at(k, "ball1", "ball", to.x, to.y, to.z);
    kit_update_to(k, 0);
    return kit_doing(k, "ann").mood == BUSTLE_ACTING;
}

/* The truth of every comparison where the distance is less than, equal to, or more than 5. */
static const struct {
    bustle_op_kind kind, turned; /* 5 on the right, or on the left */
    bool holds[3];
} comparisons[] = {{BUSTLE_EQUAL, BUSTLE_EQUAL, {false, true, false}},
    {BUSTLE_NOT_EQUAL, BUSTLE_NOT_EQUAL, {true, false, true}},
    {BUSTLE_LESS, BUSTLE_GREATER, {true, false, false}},
    {BUSTLE_GREATER, BUSTLE_LESS, {false, false, true}},
    {BUSTLE_AT_MOST, BUSTLE_AT_LEAST, {true, true, false}},
    {BUSTLE_AT_LEAST, BUSTLE_AT_MOST, {false, true, true}}};

static void S10_a_comparison_of_distance_alone_is_exact_whatever_is_on_the_other_side(
    void **state) {
    kit *k = *state;
    /* 4.9999.., 5 and 5.0003.. away: nothing but the squares tells them apart. */
    const bustle_position places[] = {AT(4.9375, 0.75, 0.1875), AT(3, 0, -4), AT(5, 0, 0.0625)};
    const bustle_op distance = PUSH(BUSTLE_DISTANCE, NULL);
    const bustle_op five[] = {PUSH_VALUE(5), PUSH(BUSTLE_SELF, "n"), PUSH(BUSTLE_ENV, "e")};
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
        for (size_t n = 0; n < 3; n++) {
            const bool holds = comparisons[i].holds[n];
            assert_int_equal(may_go(k, OPS(DISTANCE_IS(comparisons[i].kind, 5)), places[n]), holds);
            for (size_t side = 0; side < 3; side++) {
                assert_int_equal(
                    may_go(k, OPS(distance, five[side], STACK_IS(comparisons[i].kind)), places[n]),
                    holds);
                assert_int_equal(
                    may_go(
                        k, OPS(five[side], distance, STACK_IS(comparisons[i].turned)), places[n]),
                    holds);
            }
        }
    }
}

static void S10_who_is_too_near_is_no_candidate(void **state) {
    kit *k = *state;
    const bustle_ops ring = OPS(DISTANCE_IS(BUSTLE_GREATER, 5), DISTANCE_IS(BUSTLE_AT_MOST, 9));
    assert_false(may_go(k, ring, AT(3, 4, 0)));
    assert_true(may_go(k, ring, AT(3, 4.0625, 0)));
    assert_true(may_go(k, ring, AT(0, 0, -9)));
    assert_false(may_go(k, ring, AT(0, 0.0625, -9)));
    assert_false(may_go(k, OPS(DISTANCE_IS(BUSTLE_AT_LEAST, 5)), AT(4.9375, 0, 0)));
    assert_false(may_go(k, OPS(DISTANCE_IS(BUSTLE_NOT_EQUAL, 5)), AT(5, 0, 0)));
}

static void S10_a_distance_is_never_less_than_0_nor_as_much_as_a_number_can_be(void **state) {
    kit *k = *state;
    static const int32_t ends[] = {INT32_MIN, -5, -1, INT32_MAX};
    for (size_t i = 0; i < 4; i++) {
        const bool below = ends[i] < 0;
        const bustle_op distance = PUSH(BUSTLE_DISTANCE, NULL);
        const bustle_op end = PUSH_VALUE(ends[i]);
        const bustle_op zero = PUSH_VALUE(0);
        const bustle_op sum = DO(BUSTLE_PLUS);
        const bustle_op self = PUSH(BUSTLE_SELF, "d");
        const bustle_position far = AT(1e9, -1e9, 1e9);
        assert_int_equal(may_go(k, OPS(DISTANCE_IS(BUSTLE_GREATER, ends[i])), far), below);
        assert_int_equal(may_go(k, OPS(DISTANCE_IS(BUSTLE_AT_MOST, ends[i])), far), !below);
        assert_true(may_go(k, OPS(DISTANCE_IS(BUSTLE_NOT_EQUAL, ends[i])), far));
        /* By a side that is no constant: 0 of the NPC's and the number. */
        assert_int_equal(
            may_go(k, OPS(distance, self, end, sum, STACK_IS(BUSTLE_GREATER)), far), below);
        assert_int_equal(
            may_go(k, OPS(self, end, sum, distance, STACK_IS(BUSTLE_AT_LEAST)), far), !below);
        assert_true(may_go(k, OPS(distance, distance, STACK_IS(BUSTLE_EQUAL)), far));
        assert_true(may_go(k, OPS(distance, zero, sum, distance, STACK_IS(BUSTLE_LESS)), far));
    }
}

static void S10_without_a_position_an_entity_is_at_the_origin(void **state) {
    kit *k = *state;
    def_walk(k);
    kit_begin(k);
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = kit_definition(k, "rock");
    kit_spawn_by(k, "rock1", def);
    def.definition = kit_definition(k, "cat");
    kit_spawn_by(k, "cat1", def);
    expect_position(k, "rock1", 0, 0, 0);
    expect_position(k, "cat1", 0, 0, 0);
}

static void S10_a_position_that_is_no_number_is_refused(void **state) {
    kit *k = *state;
    def_walk(k);
    kit_begin(k);
    kit_spawn_at(k, "ball1", "ball", 1, 2, 3);
    bustle_spawn_def def = bustle_default_spawn_def();
    bustle_entity entity = 0;
    def.definition = kit_definition(k, "ball");
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(move(k, "ball1", bad[i], 0, 0), BUSTLE_BAD_VALUE);
        assert_int_equal(move(k, "ball1", 0, bad[i], 0), BUSTLE_BAD_VALUE);
        assert_int_equal(move(k, "ball1", 0, 0, bad[i]), BUSTLE_BAD_VALUE);
        def.position = AT(0, bad[i], 0);
        assert_int_equal(bustle_world_spawn(k->world, &def, &entity), BUSTLE_BAD_VALUE);
    }
    expect_position(k, "ball1", 1, 2, 3);
    assert_int_equal(kit_stats(k).entities, 1);
}

/* ---- Static and pushed ---- */

static void S10_moving_a_static_entity_is_refused(void **state) {
    kit *k = *state;
    def_walk(k);
    kit_begin(k);
    kit_spawn_at(k, "rock1", "rock", 1, 2, 3);
    assert_int_equal(move(k, "rock1", 4, 5, 6), BUSTLE_STATIC);
    assert_int_equal(move(k, "rock1", 1, 2, 3), BUSTLE_STATIC);
    expect_position(k, "rock1", 1, 2, 3);
}

static void S10_a_pushed_position_counts_from_the_call_on(void **state) {
    kit *k = *state;
    def_measured_walk(k);
    kit_begin(k);
    kit_spawn(k, "ann", "walker");
    kit_spawn_at(k, "ball1", "ball", 1, 0, 0);
    assert_int_equal(move(k, "ball1", 7, 0, 0), BUSTLE_OK);
    expect_position(k, "ball1", 7, 0, 0);
    kit_update_to(k, 0);
    assert_int_equal(kit_get(k, "ann", "d"), 7);
    assert_int_equal(move(k, "ann", -1, 0, 0), BUSTLE_OK);
    kit_update_to(k, 10);
    assert_int_equal(kit_get(k, "ann", "d"), 8);
}

static void S10_static_and_pushed_positions_are_never_asked(void **state) {
    kit *k = *state;
    def_measured_walk(k);
    kit_begin(k);
    kit_spawn(k, "ann", "walker");
    kit_spawn(k, "rock1", "rock");
    kit_spawn(k, "ball1", "ball");
    kit_run(k, 1000, 10);
    kit_expect_asked(k, "");
}

/* ---- Queried ---- */

/* A search by distance among queried and other candidates; ann, who is queried too, comes last. */
static void begin_search(kit *k) {
    kit_begin(k);
    kit_spawn(k, "cat1", "cat");
    kit_spawn(k, "rock1", "rock");
    kit_spawn(k, "cat2", "cat");
    kit_spawn(k, "ball1", "ball");
    kit_spawn(k, "cat3", "cat");
    kit_spawn(k, "ann", "seer");
}

static void S10_queried_candidates_are_asked_in_spawn_order_the_npcs_own_first(void **state) {
    kit *k = *state;
    def_walk(k)->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 50));
    begin_search(k);
    kit_update_to(k, 0);
    kit_expect_asked(k, "ann cat1 cat2 cat3");
}

static void S10_the_order_of_asking_goes_by_spawn_number_across_definitions(void **state) {
    kit *k = *state;
    def_walk(k)->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 50));
    def_action(k, "stroke", 10)->target = BUSTLE_TARGET_TAKEN;
    bustle_entity_def *dog = accepts(accepts(def_prop(k, "dog"), "stroke"), "go");
    dog->position = BUSTLE_POSITION_QUERIED;
    begin_search(k);
    kit_spawn(k, "dog1", "dog");
    kit_spawn(k, "cat4", "cat");
    kit_spawn(k, "dog2", "dog");
    assert_int_equal(bustle_world_remove(k->world, kit_entity(k, "cat1")), BUSTLE_OK);
    kit_spawn(k, "cat5", "cat");
    kit_update_to(k, 0);
    kit_expect_asked(k, "ann cat2 cat3 dog1 cat4 dog2 cat5");
}

static void S10_only_stale_candidates_are_asked(void **state) {
    kit *k = *state;
    def_walk(k)->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 50));
    begin_search(k);
    kit_update_to(k, 0);
    kit_update_to(k, 50);
    kit_expect_asked(k, "ann cat1 cat2 cat3");
    kit_spawn(k, "cat4", "cat");
    kit_update_to(k, 60);
    kit_expect_asked(k, "cat4");
    kit_update_to(k, 100);
    kit_expect_asked(k, "ann cat1 cat2 cat3");
    kit_update_to(k, 160);
    kit_expect_asked(k, "cat4");
}

static void S10_a_position_is_asked_at_most_once_per_interval(void **state) {
    kit *k = *state;
    def_walk(k)->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 50));
    begin_search(k);
    kit_run(k, 1000, 10); /* asked at 10, 110, 210, ..., 910 */
    assert_int_equal(kit_asked_position(k, "ann"), 10);
    assert_int_equal(kit_asked_position(k, "cat1"), 10);
    assert_int_equal(kit_asked_position(k, "cat3"), 10);
    assert_int_equal(kit_stats(k).starts, 100);
}

static void S10_many_npcs_ask_for_a_candidate_once(void **state) {
    kit *k = *state;
    def_walk(k)->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 50));
    begin_search(k);
    kit_spawn(k, "bob", "seer");
    kit_spawn(k, "cid", "walker");
    kit_update_to(k, 0);
    kit_expect_asked(k, "ann cat1 cat2 cat3 bob");
}

static void S10_nobody_is_asked_where_distance_is_not_used(void **state) {
    kit *k = *state;
    def_walk(k);
    begin_search(k);
    kit_run(k, 1000, 10);
    kit_expect_asked(k, "");
    assert_int_equal(kit_stats(k).starts, 100);
}

static void S10_entities_that_do_not_support_the_action_are_not_asked(void **state) {
    kit *k = *state;
    def_walk(k)->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 50));
    def_prop(k, "bird")->position = BUSTLE_POSITION_QUERIED;
    kit_begin(k);
    kit_spawn(k, "bird1", "bird");
    kit_spawn(k, "cat1", "cat");
    kit_spawn(k, "ann", "walker");
    kit_spawn(k, "bob", "seer");
    kit_update_to(k, 0);
    kit_expect_asked(k, "cat1 bob");
}

static void S10_preferring_the_nearest_uses_distance(void **state) {
    kit *k = *state;
    def_walk(k)->preference = BUSTLE_PREFER_NEAREST;
    begin_search(k);
    kit_place(k, "ann", 100, 0, 0);
    kit_place(k, "cat1", 103, 0, 0);
    kit_place(k, "cat2", 100, -2, 0);
    kit_place(k, "cat3", 104, 0, 0);
    kit_update_to(k, 0);
    kit_expect_asked(k, "ann cat1 cat2 cat3");
    kit_expect_only(k, "start", "start ann go cat2");
}

static void S10_travelling_uses_distance(void **state) {
    kit *k = *state;
    bustle_action_def *go = def_walk(k);
    go->duration_ms = 0;
    go->speed = 10;
    begin_search(k);
    kit_update_to(k, 0);
    kit_expect_asked(k, "ann cat1 cat2 cat3");
}

static void S10_a_transition_by_distance_asks_for_the_two_of_them(void **state) {
    kit *k = *state;
    def_walk(k);
    bustle_sequence_def *visit = chain(k, "visit", "go", "=go");
    node_of(visit, "go")->transition_count = 0;
    add_edge(node_of(visit, "go"), "go2", OPS(DISTANCE_IS(BUSTLE_EQUAL, 9)));
    def_npc(k, "visitor", "visit")->position = BUSTLE_POSITION_QUERIED;
    kit_begin(k);
    kit_spawn(k, "cat1", "cat");
    kit_spawn(k, "ann", "visitor");
    kit_place(k, "cat1", 4, 0, 0);
    kit_place(k, "ann", -5, 0, 0);
    kit_update_to(k, 0);
    kit_expect_asked(k, "");
    kit_update_to(k, 10);
    kit_expect_asked(k, "ann cat1");
    kit_expect_only(k, "start", "start ann go cat1 | start ann go cat1");
}

static void S10_answers_are_seen_by_the_search_that_asked(void **state) {
    kit *k = *state;
    def_walk(k)->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 5));
    begin_search(k);
    kit_place(k, "ann", 1000, 0, 0);
    kit_place(k, "cat2", 1005.03, 0, 0); /* rounded: 5 away */
    kit_place(k, "cat3", 1005.04, 0, 0);
    kit_update_to(k, 0);
    kit_expect_only(k, "start", "start ann go cat2");
    expect_position(k, "cat2", 1005, 0, 0);
    kit_place(k, "cat2", 0, 0, 0);
    kit_place(k, "cat3", 1000, 0, 0);
    kit_update_to(k, 99); /* still by the cached positions */
    kit_expect_only(k, "start", "start ann go cat2");
    kit_update_to(k, 109);
    kit_expect_only(k, "start", "start ann go cat3");
}

static void S10_a_failed_query_keeps_the_position_and_counts_as_asked(void **state) {
    kit *k = *state;
    def_walk(k)->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, INT32_MAX));
    kit_begin(k);
    kit_spawn_at(k, "cat1", "cat", 1, 1, 1);
    kit_spawn(k, "ann", "walker");
    kit_update_to(k, 0); /* no answer: the position of the spawn */
    expect_position(k, "cat1", 1, 1, 1);
    kit_place(k, "cat1", 7, 7, 7);
    kit_update_to(k, 100);
    expect_position(k, "cat1", 7, 7, 7);
    kit_place(k, "cat1", 8, 8, 8);
    kit_expect_logged(k, 0, "");
    kit_place_result(k, "cat1", -1);
    kit_update_to(k, 200);
    kit_update_to(k, 299);
    expect_position(k, "cat1", 7, 7, 7);
    assert_int_equal(kit_asked_position(k, "cat1"), 3);
    kit_expect_logged(k, 1, "");
    kit_place_result(k, "cat1", 0);
    kit_update_to(k, 300);
    kit_update_to(k, 399);
    expect_position(k, "cat1", 7, 7, 7);
    assert_int_equal(kit_asked_position(k, "cat1"), 4);
    kit_expect_logged(k, 0, "");
}

static void S10_a_queried_position_that_is_no_number_is_reported_and_no_answer(void **state) {
    kit *k = *state;
    def_walk(k)->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, INT32_MAX));
    kit_begin(k);
    kit_spawn_at(k, "cat1", "cat", 1, 1, 1);
    kit_spawn(k, "ann", "walker");
    kit_place(k, "cat1", 5, (double)NAN, 5);
    kit_update_to(k, 0);
    expect_position(k, "cat1", 1, 1, 1);
    kit_expect_logged(k, 1, "");
    kit_place(k, "cat1", (double)INFINITY, 5, 5);
    kit_update_to(k, 100);
    expect_position(k, "cat1", 1, 1, 1);
    kit_expect_logged(k, 1, "");
}

static void S10_reading_a_position_never_asks(void **state) {
    kit *k = *state;
    def_walk(k);
    kit_begin(k);
    kit_spawn_at(k, "cat1", "cat", 1, 2, 3);
    expect_position(k, "cat1", 1, 2, 3);
    kit_expect_asked(k, "");
}

static void S10_a_position_with_an_interval_of_0_is_asked_once_at_a_time(void **state) {
    kit *k = *state;
    def_walk(k)->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 50));
    accepts(def_prop(k, "fly"), "go")->position = BUSTLE_POSITION_QUERIED;
    kit_begin(k);
    kit_spawn(k, "fly1", "fly");
    kit_spawn(k, "ann", "walker");
    kit_spawn(k, "bob", "walker");
    kit_update_to(k, 5);
    kit_spawn(k, "cid", "walker");
    kit_update_to(k, 5);
    kit_expect_asked(k, "fly1");
    kit_spawn(k, "dan", "walker");
    kit_update_to(k, 6);
    kit_expect_asked(k, "fly1");
}

static void S10_without_a_callback_queried_entities_stay_where_they_are(void **state) {
    kit *k = *state;
    def_measured_walk(k);
    k->def.callbacks.query_position = NULL;
    kit_begin(k);
    kit_spawn_at(k, "cat1", "cat", 2, 4, 4);
    kit_spawn(k, "ann", "walker");
    kit_run(k, 1000, 10);
    assert_int_equal(kit_get(k, "ann", "d"), 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S10_distance_is_euclidean_over_three_coordinates),
        RULE(S10_a_world_may_measure_by_manhattan),
        RULE(S10_in_arithmetic_distance_is_rounded_down_to_whole_units),
        RULE(S10_coordinates_saturate_at_2_to_the_20_units),
        RULE(S10_positions_are_rounded_to_sixteenths_halves_away_from_zero),
        RULE(S10_a_comparison_of_distance_alone_is_exact_whatever_is_on_the_other_side),
        RULE(S10_who_is_too_near_is_no_candidate),
        RULE(S10_a_distance_is_never_less_than_0_nor_as_much_as_a_number_can_be),
        RULE(S10_without_a_position_an_entity_is_at_the_origin),
        RULE(S10_a_position_that_is_no_number_is_refused),
        RULE(S10_moving_a_static_entity_is_refused),
        RULE(S10_a_pushed_position_counts_from_the_call_on),
        RULE(S10_static_and_pushed_positions_are_never_asked),
        RULE(S10_queried_candidates_are_asked_in_spawn_order_the_npcs_own_first),
        RULE(S10_the_order_of_asking_goes_by_spawn_number_across_definitions),
        RULE(S10_only_stale_candidates_are_asked),
        RULE(S10_a_position_is_asked_at_most_once_per_interval),
        RULE(S10_many_npcs_ask_for_a_candidate_once),
        RULE(S10_nobody_is_asked_where_distance_is_not_used),
        RULE(S10_entities_that_do_not_support_the_action_are_not_asked),
        RULE(S10_preferring_the_nearest_uses_distance),
        RULE(S10_travelling_uses_distance),
        RULE(S10_a_transition_by_distance_asks_for_the_two_of_them),
        RULE(S10_answers_are_seen_by_the_search_that_asked),
        RULE(S10_a_failed_query_keeps_the_position_and_counts_as_asked),
        RULE(S10_a_queried_position_that_is_no_number_is_reported_and_no_answer),
        RULE(S10_reading_a_position_never_asks),
        RULE(S10_a_position_with_an_interval_of_0_is_asked_once_at_a_time),
        RULE(S10_without_a_callback_queried_entities_stay_where_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
