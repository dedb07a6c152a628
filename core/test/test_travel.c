/* S46 and S47: preferred targets, and travel. */
#include "kit.h"

static struct {
    bustle_action_def *use, *walk;
    bustle_entity_def *npc;
} town;

/* An NPC uses (100 ms) or walks to posts; both take a target. Posts have "size". */
static void def_town(kit *k) {
    def_state(k, "size");
    def_state(k, "pace");
    def_interruption(k, "hey");
    town.use = def_action(k, "use", 100);
    town.use->target = BUSTLE_TARGET_TAKEN;
    town.walk = def_action(k, "walk", 0);
    town.walk->speed = 3;
    def_action(k, "look", 100);
    chain(k, "using", "use");
    chain(k, "walking", "walk", "look");
    chain(k, "answer", "look");
    accepts(accepts(has(def_prop(k, "post"), "size", 5), "use"), "walk");
    town.npc = handles(has(def_npc(k, "npc", "using"), "pace", 2), "hey", "answer", 0);
}

static void spawn_post(kit *k, const char *label, double x, int32_t size) {
    kit_spawn_at(k, label, "post", x, 0, 0);
    kit_set(k, label, "size", size);
}

static bustle_position where(kit *k, const char *label) {
    bustle_position position;
    OK(bustle_entity_position(k->world, kit_entity(k, label), &position));
    return position;
}

static void expect_at(kit *k, const char *label, double x, double y, double z) {
    bustle_position at = where(k, label);
    assert_true(at.x == x && at.y == y && at.z == z);
}

/* ---- S46 ---- */

static void prefer(bustle_preference preference) {
    town.use->preference = preference;
    town.use->preferred_state = preference == BUSTLE_PREFER_NEAREST ? NULL : "size";
}

/* Uses the same one again and again, whatever memory says. */
static void expect_preferred(kit *k, const char *label) {
    kit_spawn(k, "ann", "npc");
    for (int64_t now = 0; now < 1000; now += 100) {
        kit_update_to(k, now);
        assert_int_equal(kit_doing(k, "ann").target, kit_entity(k, label));
    }
}

static void S46_the_nearest_is_preferred(void **state) {
    kit *k = *state;
    def_town(k);
    prefer(BUSTLE_PREFER_NEAREST);
    kit_begin(k);
    spawn_post(k, "far", 30, 1);
    spawn_post(k, "near", -2, 1);
    spawn_post(k, "middle", 3, 1);
    expect_preferred(k, "near");
}

static void S46_the_one_with_the_least_is_preferred(void **state) {
    kit *k = *state;
    def_town(k);
    prefer(BUSTLE_PREFER_LEAST);
    kit_begin(k);
    spawn_post(k, "zero", 1, 0);
    spawn_post(k, "least", 9, INT32_MIN);
    spawn_post(k, "most", 2, INT32_MAX);
    expect_preferred(k, "least");
}

static void S46_the_one_with_the_most_is_preferred(void **state) {
    kit *k = *state;
    def_town(k);
    prefer(BUSTLE_PREFER_MOST);
    kit_begin(k);
    spawn_post(k, "zero", 1, 0);
    spawn_post(k, "least", 9, INT32_MIN);
    spawn_post(k, "most", 2, INT32_MAX);
    expect_preferred(k, "most");
}

static void S46_a_candidate_without_the_property_ranks_last(void **state) {
    kit *k = *state;
    const bustle_preference preferences[] = {BUSTLE_PREFER_LEAST, BUSTLE_PREFER_MOST};
    const int32_t worst[] = {INT32_MAX, INT32_MIN};
    for (int i = 0; i < 2; i++) {
        kit_reset(k);
        def_town(k);
        prefer(preferences[i]);
        accepts(def_prop(k, "stump"), "use"); /* has no size */
        kit_begin(k);
        kit_spawn(k, "stump1", "stump");
        spawn_post(k, "post1", 0, worst[i]);
        kit_spawn(k, "stump2", "stump");
        expect_preferred(k, "post1");
        OK(bustle_world_remove(k->world, kit_entity(k, "post1")));
        kit_update_to(k, 1000); /* but is taken if there is no other */
        assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_ACTING);
    }
}

static void S46_ties_go_to_memory(void **state) {
    kit *k = *state;
    def_town(k);
    prefer(BUSTLE_PREFER_MOST);
    kit_begin(k);
    spawn_post(k, "post1", 0, 3);
    spawn_post(k, "post2", 0, 3);
    spawn_post(k, "post3", 0, 2);
    kit_spawn(k, "ann", "npc");
    bustle_entity last = 0;
    for (int64_t now = 0; now < 1000; now += 100) {
        kit_update_to(k, now);
        bustle_entity target = kit_doing(k, "ann").target;
        assert_int_not_equal(target, last);
        assert_int_not_equal(target, kit_entity(k, "post3"));
        last = target;
    }
}

static void S46_only_those_who_meet_the_conditions_are_compared(void **state) {
    kit *k = *state;
    def_town(k);
    prefer(BUSTLE_PREFER_MOST);
    town.use->when = OPS(TARGET_IS("size", BUSTLE_LESS, 9));
    kit_begin(k);
    spawn_post(k, "post1", 0, 9);
    spawn_post(k, "post2", 0, 7);
    spawn_post(k, "post3", 0, 8);
    expect_preferred(k, "post3");
}

static void S46_without_a_preference_memory_decides_alone(void **state) {
    kit *k = *state;
    def_town(k);
    kit_begin(k);
    spawn_post(k, "post1", 0, 9);
    spawn_post(k, "post2", 50, 0);
    spawn_post(k, "post3", 9, 5);
    kit_spawn(k, "ann", "npc");
    unsigned used[4] = {0};
    for (int64_t now = 0; now < 900; now += 100) { /* in turns */
        kit_update_to(k, now);
        used[bustle_entity_spawn_number(kit_doing(k, "ann").target)]++;
    }
    assert_int_equal(used[1], 3);
    assert_int_equal(used[2], 3);
    assert_int_equal(used[3], 3);
}

/* ---- S47: how long ---- */

static void begin_walk(kit *k, double x, double y, double z) {
    town.npc->main = "walking";
    kit_begin(k);
    kit_spawn_at(k, "post1", "post", x, y, z);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
}

static void S47_travel_takes_distance_by_speed_rounded_up(void **state) {
    kit *k = *state;
    const struct {
        double x, y, z;
        int32_t speed;
        int64_t ms;
    } cases[] = {{3, -4, 0, 3, 1667}, {30, 30, 0, 3, 14146}, {0, 0, 1, 1000, 1}, {1, 0, 0, 1001, 1},
        {0, 0, 0, 3, 1}, {0, 0, 2, 1999, 2}, {0, 0, 2, 2000, 1}, {0, 0.0625, 0, 1, 63},
        {0.0625, 0.0625, 0, 1, 125}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kit_reset(k);
        def_town(k);
        town.walk->speed = cases[i].speed;
        begin_walk(k, cases[i].x, cases[i].y, cases[i].z);
        assert_int_equal(kit_doing(k, "ann").duration_ms, cases[i].ms);
        assert_int_equal(kit_last(k, BUSTLE_EVENT_START)->argument, cases[i].ms);
        kit_update_to(k, cases[i].ms - 1);
        kit_expect_only(k, "stop", "");
        kit_update_to(k, cases[i].ms);
        kit_expect_only(k, "stop", "stop ann walk done");
    }
}

static void S47_by_manhattan_the_way_goes_along_the_axes(void **state) {
    kit *k = *state;
    def_town(k);
    k->def.metric = BUSTLE_METRIC_MANHATTAN;
    begin_walk(k, 30, 30, 0);
    assert_int_equal(kit_doing(k, "ann").duration_ms, 20000);
}

static void S47_the_speed_may_be_a_property_of_the_npc(void **state) {
    kit *k = *state;
    def_town(k);
    town.walk->speed = 0;
    town.walk->speed_state = "pace";
    begin_walk(k, 10, 0, 0);
    assert_int_equal(kit_doing(k, "ann").duration_ms, 5000);
    kit_set(k, "ann", "pace", 5);
    assert_int_equal(kit_doing(k, "ann").duration_ms, 5000); /* fixed at start */
}

static void S47_without_a_positive_speed_the_precondition_is_false(void **state) {
    kit *k = *state;
    def_town(k);
    town.walk->speed = 0;
    town.walk->speed_state = "pace";
    town.npc->main = "walking";
    kit_begin(k);
    spawn_post(k, "post1", 10, 0);
    kit_spawn(k, "ann", "npc");
    kit_spawn(k, "bob", "npc");
    kit_spawn(k, "cid", "npc");
    kit_set(k, "ann", "pace", 0);
    kit_set(k, "bob", "pace", -7);
    kit_set(k, "cid", "pace", 1);
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail",
        "fail ann walking no-candidate | fail bob walking no-candidate | start cid walk post1");
}

static void S47_without_the_property_the_precondition_is_false(void **state) {
    kit *k = *state;
    def_town(k);
    town.walk->speed = 0;
    town.walk->speed_state = "pace";
    def_npc(k, "cripple", "answer");
    kit_begin(k);
    spawn_post(k, "post1", 10, 0);
    kit_spawn(k, "ann", "cripple");
    OK(bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "walking"), 0));
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "fail ann walking no-candidate");
}

static void S47_its_timeout_is_three_times_that(void **state) {
    kit *k = *state;
    def_town(k);
    town.walk->ending = BUSTLE_ENDING_GAME;
    begin_walk(k, 3, 0, 0);
    assert_int_equal(kit_doing(k, "ann").timeout_ms, 3000);
    kit_update_to(k, 2999);
    kit_expect_only(k, "stop", "");
    kit_update_to(k, 3000);
    kit_expect_only(k, "stop", "stop ann walk timed-out");
    expect_at(k, "ann", 3, 0, 0);
}

static void S47_on_resumption_it_is_computed_again(void **state) {
    kit *k = *state;
    def_town(k);
    town.walk->resumable = true;
    town.walk->ending = BUSTLE_ENDING_GAME;
    begin_walk(k, 30, 0, 0);
    kit_forget_events(k);
    kit_update_to(k, 4000);
    kit_interrupt(k, "ann", "hey");
    kit_update_to(k, 4000);
    OK(bustle_entity_move(k->world, kit_entity(k, "ann"), (bustle_position){12, 0, 0}));
    kit_update_to(k, 4100);
    kit_expect_only(k, "start", "start ann look | resume ann walk post1 6000");
    assert_int_equal(kit_doing(k, "ann").timeout_ms, 18000);
}

/* ---- S47: arriving ---- */

static bustle_position seen;

static int see_self(kit *k, bustle_call *call) {
    OK(bustle_entity_position(k->world, call->self, &seen));
    return 1;
}

static void S47_on_completion_the_npc_is_at_its_target_before_the_effects(void **state) {
    kit *k = *state;
    def_town(k);
    town.walk->finish = OPS(CALL(1, "finish"));
    k->effects[1] = see_self;
    begin_walk(k, 3.5, -4, 5);
    kit_update_to(k, 2437);
    expect_at(k, "ann", 0, 0, 0);
    kit_update_to(k, 2438);
    expect_at(k, "ann", 3.5, -4, 5);
    assert_true(seen.x == 3.5 && seen.y == -4 && seen.z == 5);
}

static void S47_it_arrives_where_its_target_is_then(void **state) {
    kit *k = *state;
    def_town(k);
    begin_walk(k, 3, 0, 0);
    OK(bustle_entity_move(k->world, kit_entity(k, "post1"), (bustle_position){-8, 1, 2}));
    kit_update_to(k, 1000);
    expect_at(k, "ann", -8, 1, 2);
}

static void S47_who_does_not_complete_does_not_arrive(void **state) {
    kit *k = *state;
    def_town(k);
    begin_walk(k, 3, 0, 0);
    kit_interrupt(k, "ann", "hey");
    kit_update_to(k, 10);
    expect_at(k, "ann", 0, 0, 0);
    kit_update_to(k, 110); /* walks from scratch */
    OK(bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    kit_update_to(k, 120);
    expect_at(k, "ann", 0, 0, 0);
}

static void S47_a_static_npc_stays_where_it_is(void **state) {
    kit *k = *state;
    def_town(k);
    town.npc->position = BUSTLE_POSITION_STATIC;
    begin_walk(k, 3, 0, 0);
    kit_update_to(k, 1000);
    kit_expect_only(k, "stop", "stop ann walk done");
    expect_at(k, "ann", 0, 0, 0);
}

static void S47_who_was_moved_by_the_game_meanwhile_stays_where_it_is(void **state) {
    kit *k = *state;
    def_town(k);
    begin_walk(k, 3, 0, 0);
    OK(bustle_entity_move(k->world, kit_entity(k, "ann"), (bustle_position){1, 1, 1}));
    kit_update_to(k, 1000);
    expect_at(k, "ann", 1, 1, 1);
    kit_update_to(k, 1100); /* next time it arrives again: 2.45 units */
    kit_update_to(k, 1100 + 834);
    expect_at(k, "ann", 3, 0, 0);
}

static void S47_who_has_its_position_asked_for_stays_where_the_game_says(void **state) {
    kit *k = *state;
    def_town(k);
    town.npc->position = BUSTLE_POSITION_QUERIED;
    town.npc->position_refresh_ms = 100000;
    town.npc->main = "walking";
    kit_begin(k);
    kit_spawn_at(k, "post1", "post", 3, 0, 0);
    kit_spawn(k, "ann", "npc");
    kit_place(k, "ann", 3, 6, 0);
    kit_update_to(k, 0);
    assert_int_equal(kit_doing(k, "ann").duration_ms, 2000);
    kit_update_to(k, 2000);
    kit_expect_only(k, "stop", "stop ann walk done");
    expect_at(k, "ann", 3, 6, 0);
}

/* ---- S47: stopping short ---- */

static void S47_a_journey_may_stop_short_of_its_target(void **state) {
    kit *k = *state;
    def_town(k);
    town.walk->near_target = 4;
    begin_walk(k, 10, 0, 0);
    assert_int_equal(kit_doing(k, "ann").duration_ms, 2000);
    assert_int_equal(kit_doing(k, "ann").timeout_ms, 6000);
    kit_update_to(k, 2000);
    expect_at(k, "ann", 6, 0, 0);
}

static void S47_who_is_near_already_stays_where_it_is(void **state) {
    kit *k = *state;
    for (double x = 2.9375; x <= 3; x += 0.0625) {
        kit_reset(k);
        def_town(k);
        town.walk->near_target = 3;
        begin_walk(k, x, 0, 0);
        assert_int_equal(kit_doing(k, "ann").duration_ms, 1);
        kit_update_to(k, 1);
        expect_at(k, "ann", 0, 0, 0);
    }
}

static void S47_each_coordinate_is_rounded_towards_the_target(void **state) {
    kit *k = *state;
    def_town(k);
    town.walk->near_target = 2;
    begin_walk(k, 7, -5, 0); /* 137.6.., so 138 sixteenths: 112 * 32 / 138 is 25.9.. */
    assert_int_equal(kit_doing(k, "ann").duration_ms, 2209); /* 106 sixteenths */
    kit_update_to(k, 2209);
    expect_at(k, "ann", 7 - 25 / 16.0, -5 + 18 / 16.0, 0);
}

static void S47_where_a_journey_stops_its_target_is_never_farther_than_that(void **state) {
    kit *k = *state;
    const bustle_metric metrics[] = {BUSTLE_METRIC_EUCLIDEAN, BUSTLE_METRIC_MANHATTAN};
    for (int i = 0; i < 200; i++) {
        kit_reset(k);
        def_town(k);
        k->def.metric = metrics[i % 2];
        town.walk->near_target = 1 + i % 5;
        begin_walk(k, i * 37 % 101 / 8.0 - 6, i * 53 % 89 / 16.0, i * 29 % 31 / 4.0);
        kit_update_to(k, 60000);
        size_t count = 0;
        OK(bustle_world_around(
            k->world, kit_entity(k, "post1"), town.walk->near_target, NULL, 0, &count));
        assert_int_equal(count, 1);
    }
}

static void S47_by_manhattan_it_stops_short_along_the_straight_line(void **state) {
    kit *k = *state;
    def_town(k);
    k->def.metric = BUSTLE_METRIC_MANHATTAN;
    town.walk->near_target = 4;
    begin_walk(k, 6, 6, 0); /* 12 away: a third of the way is left */
    assert_int_equal(kit_doing(k, "ann").duration_ms, 2667);
    kit_update_to(k, 2667);
    expect_at(k, "ann", 4, 4, 0);
}

static void S47_it_stops_short_of_where_its_target_is_then(void **state) {
    kit *k = *state;
    def_town(k);
    town.walk->near_target = 2;
    begin_walk(k, 8, 0, 0);
    OK(bustle_entity_move(k->world, kit_entity(k, "post1"), (bustle_position){0, -5, 0}));
    kit_update_to(k, 2000);
    expect_at(k, "ann", 0, -3, 0);
    kit_update_to(k, 2100); /* on its way again, and its target comes to it */
    OK(bustle_entity_move(k->world, kit_entity(k, "post1"), (bustle_position){1, -3, 0}));
    kit_update_to(k, 9000);
    expect_at(k, "ann", 0, -3, 0);
}

static void S47_on_resumption_it_stops_short_by_the_new_way(void **state) {
    kit *k = *state;
    def_town(k);
    town.walk->resumable = true;
    town.walk->near_target = 6;
    begin_walk(k, 30, 0, 0);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "hey");
    kit_update_to(k, 4000);
    OK(bustle_entity_move(k->world, kit_entity(k, "ann"), (bustle_position){12, 0, 0}));
    kit_update_to(k, 4100);
    kit_expect_only(k, "start", "start ann look | resume ann walk post1 4000");
    kit_update_to(k, 8100);
    expect_at(k, "ann", 24, 0, 0);
}

static void S47_the_next_search_starts_from_where_it_arrived(void **state) {
    kit *k = *state;
    def_town(k);
    town.walk->when = OPS(DISTANCE_IS(BUSTLE_GREATER, 0));
    town.walk->preference = BUSTLE_PREFER_NEAREST;
    town.npc->main = "walking";
    kit_begin(k);
    kit_spawn_at(k, "post1", "post", 3, 0, 0);
    kit_spawn_at(k, "post2", "post", -4, 0, 0);
    kit_spawn_at(k, "post3", "post", 5, 0, 0);
    kit_spawn(k, "ann", "npc");
    kit_run(k, 2500, 10);
    kit_expect_only(k, "start",
        "start ann walk post1 | start ann look | start ann walk post3 | start ann look | "
        "start ann walk post1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S46_the_nearest_is_preferred),
        RULE(S46_the_one_with_the_least_is_preferred),
        RULE(S46_the_one_with_the_most_is_preferred),
        RULE(S46_a_candidate_without_the_property_ranks_last),
        RULE(S46_ties_go_to_memory),
        RULE(S46_only_those_who_meet_the_conditions_are_compared),
        RULE(S46_without_a_preference_memory_decides_alone),
        RULE(S47_travel_takes_distance_by_speed_rounded_up),
        RULE(S47_by_manhattan_the_way_goes_along_the_axes),
        RULE(S47_the_speed_may_be_a_property_of_the_npc),
        RULE(S47_without_a_positive_speed_the_precondition_is_false),
        RULE(S47_without_the_property_the_precondition_is_false),
        RULE(S47_its_timeout_is_three_times_that),
        RULE(S47_on_resumption_it_is_computed_again),
        RULE(S47_on_completion_the_npc_is_at_its_target_before_the_effects),
        RULE(S47_it_arrives_where_its_target_is_then),
        RULE(S47_who_does_not_complete_does_not_arrive),
        RULE(S47_a_static_npc_stays_where_it_is),
        RULE(S47_who_was_moved_by_the_game_meanwhile_stays_where_it_is),
        RULE(S47_who_has_its_position_asked_for_stays_where_the_game_says),
        RULE(S47_a_journey_may_stop_short_of_its_target),
        RULE(S47_who_is_near_already_stays_where_it_is),
        RULE(S47_each_coordinate_is_rounded_towards_the_target),
        RULE(S47_where_a_journey_stops_its_target_is_never_farther_than_that),
        RULE(S47_by_manhattan_it_stops_short_along_the_straight_line),
        RULE(S47_it_stops_short_of_where_its_target_is_then),
        RULE(S47_on_resumption_it_stops_short_by_the_new_way),
        RULE(S47_the_next_search_starts_from_where_it_arrived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
