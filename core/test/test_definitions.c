/* What sealing says about names, keys, interruptions and actions, each taken alone. */
#include "builder_shop.h"

#include <stdio.h>
#include <string.h>

/* ---- Names ---- */

static void S11_a_thing_without_a_name_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_state_def def = bustle_default_state_def();
    def.origin = "market.lua:3";
    assert_int_equal(bustle_builder_add_state(k->builder, &def), BUSTLE_OK);
    shop_refused(k, "without-name", "", "state number 5 has no name");
    bustle_problem p;
    assert_true(bustle_builder_problem(k->builder, 0, &p));
    assert_string_equal(p.origin, "market.lua:3");
    assert_string_equal(p.kind, "state");
}

static void S11_an_empty_name_is_no_name(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_entity_def def = shop_npc("", "day");
    shop_add_entity(k, &def);
    shop_refused(k, "without-name", "", "entity number 3 has no name");
}

static void S11_two_things_of_one_name_are_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_action_def def = shop_action("rest");
    def.origin = "mod.lua:1";
    shop_add_action(k, &def);
    shop_refused(k, "duplicate-name", "rest", "there is another action of this name");
}

static void S11_different_kinds_may_share_a_name(void **state) {
    shop *k = *state;
    shop_market(k);
    shop_state(k, "rest", 0, 1, 0);
    shop_seal(k);
}

static void S11_more_things_than_ids_are_an_error(void **state) {
    shop *k = *state;
    char name[16];
    for (unsigned i = 0; i < 65535; i++) {
        snprintf(name, sizeof(name), "s%05u", i);
        shop_state(k, name, 0, 1, 0);
    }
    shop_refused(k, "too-many", "s65534", "there are 65535 definitions");
}

static void S11_as_many_things_as_ids_are_fine(void **state) {
    shop *k = *state;
    char name[16];
    for (unsigned i = 0; i < 65534; i++) {
        snprintf(name, sizeof(name), "s%05u", i);
        shop_state(k, name, 0, 1, 0);
    }
    assert_int_equal(bustle_content_count(shop_seal(k), BUSTLE_KIND_STATE), 65534);
}

/* ---- Keys ---- */

static void S2_a_minimum_above_the_maximum_is_an_error(void **state) {
    shop *k = *state;
    shop_state(k, "heat", 5, 4, 0);
    shop_refused(k, "bad-bounds", "heat", "its minimum 5 is above its maximum 4");
}

static void S2_an_initial_value_outside_the_bounds_is_an_error(void **state) {
    shop *k = *state;
    shop_state(k, "heat", 0, 10, 11);
    shop_refused(k, "bad-initial", "heat", "11 is outside 0 .. 10");
}

static void S2_a_default_of_0_moves_to_the_nearest_bound(void **state) {
    shop *k = *state;
    shop_state(k, "above", 5, 10, 0);
    shop_state(k, "below", -10, -5, 0);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(c->states[0].initial, 5);
    assert_int_equal(c->states[1].initial, -5);
}

static bustle_state_def named_state(const char *const *values, size_t count) {
    bustle_state_def def = bustle_default_state_def();
    def.name = "light";
    def.values = values;
    def.value_count = count;
    return def;
}

static void S2_a_flag_with_named_values_is_an_error(void **state) {
    shop *k = *state;
    static const char *const values[] = {"off", "on"};
    bustle_state_def def = named_state(values, 2);
    def.flag = true;
    bustle_builder_add_state(k->builder, &def);
    shop_refused(k, "flag-with-values", "light", "flag");
}

static void S2_a_flag_is_bounded_by_0_and_1(void **state) {
    shop *k = *state;
    bustle_state_def def = named_state(NULL, 0);
    def.flag = true;
    bustle_builder_add_state(k->builder, &def);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(c->states[0].minimum, 0);
    assert_int_equal(c->states[0].maximum, 1);
}

static void S2_other_bounds_on_named_values_are_an_error(void **state) {
    shop *k = *state;
    static const char *const values[] = {"off", "on"};
    bustle_state_def def = named_state(values, 2);
    def.maximum = 5;
    bustle_builder_add_state(k->builder, &def);
    shop_refused(k, "bad-bounds", "light", "bounded by 0 and 1");
}

static void S2_a_value_named_twice_is_an_error(void **state) {
    shop *k = *state;
    static const char *const values[] = {"off", "on", "off"};
    bustle_state_def def = named_state(values, 3);
    bustle_builder_add_state(k->builder, &def);
    shop_refused(k, "bad-values", "light", "\"off\" is listed twice");
}

static void S2_a_value_without_a_name_is_an_error(void **state) {
    shop *k = *state;
    static const char *const values[] = {"off", NULL, ""};
    bustle_state_def def = named_state(values, 3);
    bustle_builder_add_state(k->builder, &def);
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_true(
        shop_found(k, BUSTLE_ERROR, "bad-values", "light", "the named value 1 has no name"));
    assert_true(
        shop_found(k, BUSTLE_ERROR, "bad-values", "light", "the named value 2 has no name"));
}

static void S2_a_key_has_65535_named_values_at_most(void **state) {
    shop *k = *state;
    static char names[65536][8];
    static const char *values[65536];
    for (unsigned i = 0; i < 65536; i++) {
        snprintf(names[i], sizeof(names[i]), "v%05u", i);
        values[i] = names[i];
    }
    bustle_state_def def = named_state(values, 65536);
    bustle_builder_add_state(k->builder, &def);
    shop_refused(k, "too-many", "light", "it has 65536 named values");
}

static void S9_a_negative_refresh_interval_is_an_error(void **state) {
    shop *k = *state;
    bustle_environment_def def = bustle_default_environment_def();
    def.name = "heat";
    def.refresh_ms = -1;
    bustle_builder_add_environment(k->builder, &def);
    shop_refused(k, "bad-refresh", "heat", "negative");
}

/* ---- Interruptions ---- */

static void add_interruption(shop *k, bustle_ops when) {
    shop_market(k);
    bustle_interruption_def def = bustle_default_interruption_def();
    def.name = "storm";
    def.when = when;
    assert_int_equal(bustle_builder_add_interruption(k->builder, &def), BUSTLE_OK);
}

static void S45_a_condition_of_an_interruption_is_about_env_only(void **state) {
    shop *k = *state;
    add_interruption(k,
        OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 3), op_on(BUSTLE_LESS, BUSTLE_NOW, NULL, 3),
            op_on(BUSTLE_LESS, BUSTLE_DISTANCE, NULL, 3), op_call(1, "f")));
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 4);
    assert_true(shop_found(k, BUSTLE_ERROR, "not-environment", "storm", "operation 1 of when"));
    assert_true(shop_found(k, BUSTLE_ERROR, "not-environment", "storm", "be about now"));
    assert_true(shop_found(k, BUSTLE_ERROR, "not-environment", "storm", "be about distance"));
    assert_true(shop_found(k, BUSTLE_ERROR, "not-environment", "storm", "cannot call functions"));
}

static void S45_a_condition_that_reads_nothing_is_a_warning(void **state) {
    shop *k = *state;
    add_interruption(k, OPS(op_constant(1), op_constant(1), op_test(BUSTLE_EQUAL)));
    shop_warned(k, "never-true", "storm", "reads no environment value");
}

/* ---- Actions ---- */

static void S11_a_duration_of_nothing_is_an_error(void **state) {
    shop *k = *state;
    bustle_action_def def = shop_action("wave");
    def.duration_ms = 0;
    shop_add_action(k, &def);
    shop_refused(k, "bad-duration", "wave", "its duration is 0 ms");
}

static void S11_a_longest_duration_below_the_shortest_is_an_error(void **state) {
    shop *k = *state;
    bustle_action_def def = shop_action("wave");
    def.duration_max_ms = 999;
    shop_add_action(k, &def);
    shop_refused(k, "bad-duration", "wave", "999 ms is less than its shortest, 1000 ms");
}

static void S11_a_timeout_not_above_the_longest_duration_is_an_error(void **state) {
    shop *k = *state;
    bustle_action_def def = shop_action("wave");
    def.duration_max_ms = 2000;
    def.timeout_ms = 2000;
    shop_add_action(k, &def);
    shop_refused(k, "bad-timeout", "wave", "2000 ms is not above");
}

static void S11_a_timeout_is_three_times_the_longest_duration_by_default(void **state) {
    shop *k = *state;
    bustle_action_def def = shop_action("a");
    def.duration_max_ms = 2000;
    shop_add_action(k, &def);
    def.name = "b";
    def.duration_max_ms = INT32_MAX / 2;
    shop_add_action(k, &def);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(c->actions[0].timeout, 6000);
    assert_int_equal(c->actions[1].timeout, INT32_MAX);
}

static bustle_action_def travel(void) {
    bustle_action_def def = shop_action("walk");
    def.duration_ms = 0;
    def.speed = 2;
    return def;
}

static void S47_a_duration_beside_a_speed_is_an_error(void **state) {
    shop *k = *state;
    bustle_action_def def = travel();
    def.timeout_ms = 10;
    shop_add_action(k, &def);
    shop_refused(k, "bad-duration", "walk", "it travels");
}

static void S47_a_negative_speed_is_an_error(void **state) {
    shop *k = *state;
    bustle_action_def def = travel();
    def.speed = -2;
    shop_add_action(k, &def);
    shop_refused(k, "bad-speed", "walk", "its speed is -2");
}

static void S47_a_speed_and_a_state_for_it_are_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_action_def def = travel();
    def.speed_state = "energy";
    shop_add_action(k, &def);
    shop_refused(k, "bad-speed", "walk", "both");
}

static void S47_stopping_a_negative_way_short_is_an_error(void **state) {
    shop *k = *state;
    bustle_action_def def = travel();
    def.near_target = -3;
    shop_add_action(k, &def);
    shop_refused(k, "bad-near", "walk", "it stops -3 units short of its target");
}

static void S47_stopping_short_without_travel_is_an_error(void **state) {
    shop *k = *state;
    bustle_action_def def = shop_action("stand");
    def.near_target = 3;
    shop_add_action(k, &def);
    shop_refused(k, "bad-near", "stand", "it stops short of its target, and does not travel");
}

static void S47_an_unknown_state_for_the_speed_is_an_error(void **state) {
    shop *k = *state;
    bustle_action_def def = travel();
    def.speed = 0;
    def.speed_state = "pace";
    shop_add_action(k, &def);
    shop_refused(k, "unknown-state", "walk", "the speed of its travel names state \"pace\"");
}

static void S46_preferring_by_no_state_is_an_error(void **state) {
    shop *k = *state;
    bustle_action_def def = shop_action("buy");
    def.preference = BUSTLE_PREFER_LEAST;
    shop_add_action(k, &def);
    shop_refused(k, "unknown-state", "buy", "its preference names no state");
}

static void S46_a_state_without_least_or_most_is_an_error(void **state) {
    shop *k = *state;
    bustle_action_def def = shop_action("buy");
    def.preferred_state = "price";
    shop_add_action(k, &def);
    shop_refused(k, "bad-preference", "buy", "neither the least nor the most");
}

static void S11_enumerations_out_of_range_are_errors(void **state) {
    shop *k = *state;
    bustle_action_def def = shop_action("buy");
    def.preference = (bustle_preference)17;
    def.target = (bustle_takes_target)33;
    def.ending = (bustle_ending)300;
    shop_add_action(k, &def);
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 3);
    assert_true(shop_found(k, BUSTLE_ERROR, "bad-preference", "buy", "17"));
    assert_true(shop_found(k, BUSTLE_ERROR, "bad-target", "buy", "33"));
    assert_true(shop_found(k, BUSTLE_ERROR, "bad-ending", "buy", "300"));
}

static void S12_functions_alone_do_not_tell_whether_there_is_a_target(void **state) {
    shop *k = *state;
    bustle_action_def def = shop_action("look");
    def.start = OPS(op_call(1, "f"));
    shop_add_action(k, &def);
    shop_refused(k, "target-not-said", "look", "say whether it takes a target");
}

static void S11_an_effect_on_a_target_that_is_not_taken_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_action_def def = shop_action("look");
    def.target = BUSTLE_TARGET_NOT_TAKEN;
    def.finish = OPS(op_on(BUSTLE_RAISE, BUSTLE_TARGET, "alarm", 0));
    shop_add_action(k, &def);
    shop_refused(k, "target-not-taken", "look", "takes no target");
}

static void S12_whatever_mentions_a_target_makes_the_action_targeted(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_claim_def seat = {"seats", 1};
    bustle_action_def defs[9];
    for (int i = 0; i < 9; i++) {
        static const char *const names[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8"};
        defs[i] = shop_action(names[i]);
    }
    defs[0].when = OPS(op_on(BUSTLE_LESS, BUSTLE_TARGET, "energy", 5));
    defs[1].when = OPS(op_on(BUSTLE_LESS, BUSTLE_DISTANCE, NULL, 5));
    defs[2].interrupted = OPS(op_on(BUSTLE_INCREASE, BUSTLE_TARGET, "energy", 5));
    defs[3].start = OPS(op_on(BUSTLE_RAISE, BUSTLE_TARGET, "alarm", 0));
    defs[4].claims = &seat;
    defs[4].claim_count = 1;
    defs[5].preference = BUSTLE_PREFER_NEAREST;
    defs[6].duration_ms = 0;
    defs[6].speed = 1;
    defs[7].target = BUSTLE_TARGET_TAKEN;
    defs[8].when = OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 5));
    for (int i = 0; i < 9; i++) {
        shop_add_action(k, &defs[i]);
    }
    const bustle_content *c = shop_seal(k);
    for (uint32_t i = 0; i < 9; i++) {
        assert_int_equal((c->actions[i].flags & ACTION_TARGETED) != 0, i < 8);
        assert_int_equal(
            (c->actions[i].flags & ACTION_USES_DISTANCE) != 0, i == 1 || i == 5 || i == 6);
    }
}

static void S42_a_claim_on_a_state_without_minimum_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_claim_def claim_of_price = {"price", 1};
    bustle_action_def def = shop_action("haggle");
    def.claims = &claim_of_price;
    def.claim_count = 1;
    shop_add_action(k, &def);
    shop_refused(k, "claim-without-minimum", "haggle", "\"price\"");
}

static void S42_a_claim_of_less_than_1_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_claim_def nothing = {"seats", 0};
    bustle_action_def def = shop_action("squat");
    def.claims = &nothing;
    def.claim_count = 1;
    shop_add_action(k, &def);
    shop_refused(k, "bad-claim", "squat", "is of 0");
}

static void S42_a_claim_that_can_never_be_met_is_a_warning(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_claim_def much[] = {{"energy", 60}, {"energy", 60}};
    bustle_action_def def = shop_action("drain");
    def.claims = much;
    def.claim_count = 2;
    shop_add_action(k, &def);
    shop_warned(k, "never-true", "drain", "claim of 120 on \"energy\"");
}

static void S42_an_action_claims_255_states_at_most(void **state) {
    shop *k = *state;
    static char names[256][8];
    bustle_claim_def claims[256];
    for (unsigned i = 0; i < 256; i++) {
        snprintf(names[i], sizeof(names[i]), "s%03u", i);
        shop_state(k, names[i], 0, 10, 0);
        claims[i] = (bustle_claim_def){names[i], 1};
    }
    bustle_action_def def = shop_action("grab");
    def.claims = claims;
    def.claim_count = 256;
    shop_add_action(k, &def);
    shop_refused(k, "too-many", "grab", "claims 256 states");
}

static void S45_ending_on_one_interruption_twice_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    static const char *const ends[] = {"alarm", "alarm"};
    bustle_action_def def = shop_action("sleep");
    def.ends_on = ends;
    def.ends_on_count = 2;
    shop_add_action(k, &def);
    shop_refused(k, "listed-twice", "sleep", "\"alarm\" twice");
}

static void S45_ending_on_an_unknown_interruption_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    static const char *const ends[] = {"alarms"};
    bustle_action_def def = shop_action("sleep");
    def.ends_on = ends;
    def.ends_on_count = 1;
    shop_add_action(k, &def);
    shop_refused(k, "unknown-interruption", "sleep", "did you mean \"alarm\"?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(S11_a_thing_without_a_name_is_an_error),
        SHOP_TEST(S11_an_empty_name_is_no_name),
        SHOP_TEST(S11_two_things_of_one_name_are_an_error),
        SHOP_TEST(S11_different_kinds_may_share_a_name),
        SHOP_TEST(S11_more_things_than_ids_are_an_error),
        SHOP_TEST(S11_as_many_things_as_ids_are_fine),
        SHOP_TEST(S2_a_minimum_above_the_maximum_is_an_error),
        SHOP_TEST(S2_an_initial_value_outside_the_bounds_is_an_error),
        SHOP_TEST(S2_a_default_of_0_moves_to_the_nearest_bound),
        SHOP_TEST(S2_a_flag_with_named_values_is_an_error),
        SHOP_TEST(S2_a_flag_is_bounded_by_0_and_1),
        SHOP_TEST(S2_other_bounds_on_named_values_are_an_error),
        SHOP_TEST(S2_a_value_named_twice_is_an_error),
        SHOP_TEST(S2_a_value_without_a_name_is_an_error),
        SHOP_TEST(S2_a_key_has_65535_named_values_at_most),
        SHOP_TEST(S9_a_negative_refresh_interval_is_an_error),
        SHOP_TEST(S45_a_condition_of_an_interruption_is_about_env_only),
        SHOP_TEST(S45_a_condition_that_reads_nothing_is_a_warning),
        SHOP_TEST(S11_a_duration_of_nothing_is_an_error),
        SHOP_TEST(S11_a_longest_duration_below_the_shortest_is_an_error),
        SHOP_TEST(S11_a_timeout_not_above_the_longest_duration_is_an_error),
        SHOP_TEST(S11_a_timeout_is_three_times_the_longest_duration_by_default),
        SHOP_TEST(S47_a_duration_beside_a_speed_is_an_error),
        SHOP_TEST(S47_a_negative_speed_is_an_error),
        SHOP_TEST(S47_a_speed_and_a_state_for_it_are_an_error),
        SHOP_TEST(S47_stopping_a_negative_way_short_is_an_error),
        SHOP_TEST(S47_stopping_short_without_travel_is_an_error),
        SHOP_TEST(S47_an_unknown_state_for_the_speed_is_an_error),
        SHOP_TEST(S46_preferring_by_no_state_is_an_error),
        SHOP_TEST(S46_a_state_without_least_or_most_is_an_error),
        SHOP_TEST(S11_enumerations_out_of_range_are_errors),
        SHOP_TEST(S12_functions_alone_do_not_tell_whether_there_is_a_target),
        SHOP_TEST(S11_an_effect_on_a_target_that_is_not_taken_is_an_error),
        SHOP_TEST(S12_whatever_mentions_a_target_makes_the_action_targeted),
        SHOP_TEST(S42_a_claim_on_a_state_without_minimum_is_an_error),
        SHOP_TEST(S42_a_claim_of_less_than_1_is_an_error),
        SHOP_TEST(S42_a_claim_that_can_never_be_met_is_a_warning),
        SHOP_TEST(S42_an_action_claims_255_states_at_most),
        SHOP_TEST(S45_ending_on_one_interruption_twice_is_an_error),
        SHOP_TEST(S45_ending_on_an_unknown_interruption_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
