/* S9: environment values, asked lazily and kept for their interval. */
#include <math.h>

#include "kit.h"

/* NPCs that read "rain" whenever they decide, which is in every update that is 1 ms later: "peek"
 * needs rain >= INT32_MIN, so it always starts. */
static bustle_environment_def *def_rain(kit *k, int64_t refresh_ms) {
    def_action(k, "peek", 1)->when = OPS(ENV_IS("rain", BUSTLE_AT_LEAST, INT32_MIN));
    chain(k, "main", "peek");
    def_npc(k, "npc", "main");
    return def_environment(k, "rain", refresh_ms);
}

static void begin_rain(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
}

static int32_t cached(const kit *k) {
    int32_t value = 0;
    assert_int_equal(
        bustle_world_environment(k->world, kit_environment(k, "rain"), &value), BUSTLE_OK);
    return value;
}

static bustle_status push(kit *k, double value) {
    return bustle_world_set_environment(k->world, kit_environment(k, "rain"), value);
}

/* ---- When the game is asked ---- */

static void S9_a_value_that_nobody_reads_is_never_asked(void **state) {
    kit *k = *state;
    def_rain(k, 0);
    def_environment(k, "fog", 0);
    kit_begin(k);
    kit_run(k, 100, 10);
    kit_expect_asked(k, "");
    kit_spawn(k, "ann", "npc");
    kit_run(k, 20, 10);
    kit_expect_asked(k, "rain rain");
}

static void S9_a_value_is_asked_only_when_a_condition_gets_to_it(void **state) {
    kit *k = *state;
    def_rain(k, 0);
    def_state(k, "indoors")->flag = true;
    def_action(k, "look_up", 1)->when =
        OPS(SELF_IS("indoors", BUSTLE_EQUAL, 0), ENV_IS("rain", BUSTLE_EQUAL, 0));
    chain(k, "watch", "look_up");
    has(def_npc(k, "watcher", "watch"), "indoors", 1);
    k->def.failure_limit = 255;
    kit_begin(k);
    kit_spawn(k, "ann", "watcher");
    kit_update_to(k, 10);
    kit_expect_asked(k, "");
    kit_set(k, "ann", "indoors", 0);
    kit_update_to(k, 100000); /* the wait after the failure is over */
    kit_expect_asked(k, "rain");
}

static void S9_the_game_is_asked_at_most_once_per_interval(void **state) {
    kit *k = *state;
    def_rain(k, 100);
    begin_rain(k);
    kit_run(k, 1000, 1); /* asked at 1, 101, 201, ..., 901 */
    assert_int_equal(kit_asked(k, "rain"), 10);
    kit_update_to(k, 1001);
    assert_int_equal(kit_asked(k, "rain"), 11);
}

static void S9_however_many_npcs_read_the_game_is_asked_once(void **state) {
    kit *k = *state;
    def_rain(k, 50);
    begin_rain(k);
    for (int i = 0; i < 99; i++) {
        kit_spawn(k, "someone", "npc");
    }
    kit_update_to(k, 10);
    assert_int_equal(kit_stats(k).starts, 100);
    assert_int_equal(kit_asked(k, "rain"), 1);
}

static void S9_the_interval_ends_when_as_much_time_has_passed(void **state) {
    kit *k = *state;
    def_rain(k, 100);
    begin_rain(k);
    kit_update_to(k, 30);
    kit_update_to(k, 129);
    assert_int_equal(kit_asked(k, "rain"), 1);
    kit_update_to(k, 130);
    assert_int_equal(kit_asked(k, "rain"), 2);
    kit_update_to(k, 1000);
    kit_update_to(k, 1099); /* counted from the asking, not from a fixed grid */
    assert_int_equal(kit_asked(k, "rain"), 3);
}

static void S9_the_first_reading_asks_however_early_it_is(void **state) {
    kit *k = *state;
    def_rain(k, 1000000);
    begin_rain(k);
    kit_update_to(k, 0);
    assert_int_equal(kit_asked(k, "rain"), 1);
}

static void S9_an_interval_of_0_is_1_ms(void **state) {
    kit *k = *state;
    def_rain(k, 0);
    begin_rain(k);
    kit_spawn(k, "bob", "npc");
    kit_update_to(k, 5);
    assert_int_equal(kit_asked(k, "rain"), 1);
    kit_spawn(k, "cid", "npc");
    kit_update_to(k, 5); /* a zero step: cid reads at the same time */
    assert_int_equal(kit_stats(k).starts, 3);
    assert_int_equal(kit_asked(k, "rain"), 1);
    kit_update_to(k, 6);
    assert_int_equal(kit_asked(k, "rain"), 2);
}

static void S9_each_value_has_its_own_interval(void **state) {
    kit *k = *state;
    def_rain(k, 10);
    def_environment(k, "fog", 20);
    def_action(k, "squint", 1)->when =
        OPS(ENV_IS("fog", BUSTLE_EQUAL, 0), ENV_IS("rain", BUSTLE_EQUAL, 0));
    chain(k, "squinting", "squint");
    def_npc(k, "squinter", "squinting");
    kit_begin(k);
    kit_spawn(k, "ann", "squinter");
    kit_run(k, 40, 10);
    kit_expect_asked(k, "fog rain rain fog rain rain");
}

static void S9_an_effect_that_reads_a_value_asks_too(void **state) {
    kit *k = *state;
    def_environment(k, "rain", 100);
    def_state(k, "wet");
    def_action(k, "stand", 10)->finish =
        OPS(PUSH(BUSTLE_ENV, "rain"), STACKED(BUSTLE_SET, BUSTLE_SELF, "wet"));
    chain(k, "main", "stand");
    has_default(def_npc(k, "npc", "main"), "wet");
    begin_rain(k);
    kit_answer(k, "rain", 6);
    kit_update_to(k, 0);
    kit_expect_asked(k, "");
    kit_update_to(k, 10);
    kit_expect_asked(k, "rain");
    assert_int_equal(kit_get(k, "ann", "wet"), 6);
}

static void S9_a_new_answer_is_seen_by_the_reading_that_asked_for_it(void **state) {
    kit *k = *state;
    def_environment(k, "rain", 10);
    def_action(k, "sing", 1)->when = OPS(ENV_IS("rain", BUSTLE_EQUAL, 1));
    chain(k, "main", "sing");
    def_npc(k, "npc", "main");
    begin_rain(k);
    kit_answer(k, "rain", 1);
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "start ann sing");
    kit_answer(k, "rain", 0);
    kit_update_to(k, 9); /* still the cached 1 */
    kit_expect_only(k, "start fail", "start ann sing");
    kit_update_to(k, 10);
    kit_expect_only(k, "start fail", "fail ann main condition");
}

static void S9_reading_the_cached_value_never_asks(void **state) {
    kit *k = *state;
    def_rain(k, 0)->initial = 3;
    begin_rain(k);
    assert_int_equal(cached(k), 3);
    kit_expect_asked(k, "");
}

static void S9_without_a_callback_the_default_stays(void **state) {
    kit *k = *state;
    def_rain(k, 0)->initial = 3;
    k->def.callbacks.query_condition = NULL;
    begin_rain(k);
    kit_run(k, 10, 1);
    assert_int_equal(cached(k), 3);
    assert_int_equal(kit_stats(k).starts, 10);
}

/* ---- Before the first answer ---- */

static void S9_before_the_first_answer_the_declared_default_stands(void **state) {
    kit *k = *state;
    def_environment(k, "rain", 100)->initial = 4;
    def_action(k, "sing", 1)->when = OPS(ENV_IS("rain", BUSTLE_EQUAL, 4));
    chain(k, "main", "sing");
    def_npc(k, "npc", "main");
    begin_rain(k);
    kit_update_to(k, 0);
    kit_expect_only(k, "start", "start ann sing");
    assert_int_equal(cached(k), 4);
}

static void S9_else_the_first_named_value_else_0(void **state) {
    kit *k = *state;
    bustle_environment_def *rain = def_rain(k, 100);
    rain->values = NAMES("dry", "drizzle", "storm");
    rain->value_count = 3;
    def_environment(k, "fog", 100);
    kit_begin(k);
    int32_t fog = -1;
    assert_int_equal(cached(k), 0);
    assert_string_equal(bustle_content_value_name(k->content, BUSTLE_KIND_ENVIRONMENT,
                            kit_environment(k, "rain"), cached(k)),
        "dry");
    assert_int_equal(
        bustle_world_environment(k->world, kit_environment(k, "fog"), &fog), BUSTLE_OK);
    assert_int_equal(fog, 0);
}

/* ---- No answers ---- */

static void S9_an_error_keeps_the_value_counts_as_asked_and_is_reported(void **state) {
    kit *k = *state;
    def_rain(k, 100);
    begin_rain(k);
    kit_answer(k, "rain", 8);
    kit_update_to(k, 0);
    kit_answer(k, "rain", 9);
    kit_answer_result(k, "rain", -1);
    kit_update_to(k, 100);
    kit_update_to(k, 199);
    assert_int_equal(cached(k), 8);
    assert_int_equal(kit_asked(k, "rain"), 2);
    kit_expect_logged(k, 1, "rain");
    kit_answer_result(k, "rain", 1);
    kit_update_to(k, 200);
    assert_int_equal(cached(k), 9);
}

static void S9_no_answer_keeps_the_value_counts_as_asked_and_is_no_error(void **state) {
    kit *k = *state;
    def_rain(k, 100);
    begin_rain(k);
    kit_answer(k, "rain", 8);
    kit_update_to(k, 0);
    kit_answer(k, "rain", 9);
    kit_answer_result(k, "rain", 0);
    kit_update_to(k, 100);
    kit_update_to(k, 199);
    assert_int_equal(cached(k), 8);
    assert_int_equal(kit_asked(k, "rain"), 2);
    kit_expect_logged(k, 0, "");
}

/* One answer that is none: reported, the 8 from before stays, asked again after the interval. */
static void expect_no_answer(kit *k, double number, const char *name) {
    kit_reset(k);
    bustle_environment_def *rain = def_rain(k, 100);
    rain->values = NAMES("dry", "drizzle", "storm");
    rain->value_count = 3;
    begin_rain(k);
    kit_answer(k, "rain", 2);
    kit_update_to(k, 0);
    if (name != NULL) {
        kit_answer_name(k, "rain", name);
    } else {
        kit_answer(k, "rain", number);
    }
    kit_update_to(k, 100);
    assert_int_equal(cached(k), 2);
    kit_expect_logged(k, 1, "rain");
    kit_update_to(k, 199);
    assert_int_equal(kit_asked(k, "rain"), 2);
    kit_update_to(k, 200);
    assert_int_equal(kit_asked(k, "rain"), 3);
}

static void S9_nan_and_infinities_are_reported_and_no_answer(void **state) {
    kit *k = *state;
    expect_no_answer(k, (double)NAN, NULL);
    expect_no_answer(k, (double)INFINITY, NULL);
    expect_no_answer(k, -(double)INFINITY, NULL);
}

static void S9_unknown_names_are_reported_and_no_answer(void **state) {
    kit *k = *state;
    expect_no_answer(k, 0, "hail");
    expect_no_answer(k, 0, "");
    expect_no_answer(k, 0, "Storm");
}

static void S9_a_name_for_a_value_that_has_none_is_reported_and_no_answer(void **state) {
    kit *k = *state;
    def_rain(k, 100)->initial = 5;
    begin_rain(k);
    kit_answer_name(k, "rain", "storm");
    kit_update_to(k, 0);
    assert_int_equal(cached(k), 5);
    kit_expect_logged(k, 1, "rain");
}

/* ---- Answers ---- */

static int32_t answered(kit *k, double number) {
    kit_reset(k);
    def_rain(k, 100);
    begin_rain(k);
    kit_answer(k, "rain", number);
    kit_update_to(k, 0);
    kit_expect_logged(k, 0, "");
    return cached(k);
}

/* What becomes of numbers, wherever the game gives one. */
static const struct {
    double number;
    int32_t rounded;
} roundings[] = {{0, 0}, {-0.0, 0}, {1, 1}, {0.4, 0}, {0.5, 1}, {0.6, 1}, {-0.4, 0}, {-0.5, -1},
    {1.5, 2}, {2.5, 3}, {-1.5, -2}, {-2.5, -3}, {0.49999999999999994, 0}, {-0.49999999999999994, 0},
    {1e-320, 0}, {2147483646.5, INT32_MAX}, {2147483647.0, INT32_MAX}, {2147483648.0, INT32_MAX},
    {1e300, INT32_MAX}, {-2147483648.0, INT32_MIN}, {-2147483648.4, INT32_MIN},
    {-2147483647.5, INT32_MIN}, {-2147483647.4, -INT32_MAX}, {-1e300, INT32_MIN},
    {2147483645.5, INT32_MAX - 1}};
enum { ROUNDINGS = sizeof roundings / sizeof *roundings };

static void S9_answers_are_rounded_halves_away_from_zero_and_saturate(void **state) {
    kit *k = *state;
    for (size_t i = 0; i < ROUNDINGS; i++) {
        assert_int_equal(answered(k, roundings[i].number), roundings[i].rounded);
    }
}

static void S9_pushed_values_are_rounded_in_the_same_way(void **state) {
    kit *k = *state;
    def_rain(k, 100);
    begin_rain(k);
    for (size_t i = 0; i < ROUNDINGS; i++) {
        assert_int_equal(push(k, roundings[i].number), BUSTLE_OK);
        assert_int_equal(cached(k), roundings[i].rounded);
    }
}

static void S9_rounding_is_offered_to_everyone(void **state) {
    int32_t result = 0;
    (void)state;
    for (size_t i = 0; i < ROUNDINGS; i++) {
        assert_true(bustle_round(roundings[i].number, &result));
        assert_int_equal(result, roundings[i].rounded);
    }
    result = 77;
    assert_false(bustle_round((double)NAN, &result));
    assert_false(bustle_round((double)INFINITY, &result));
    assert_false(bustle_round(-(double)INFINITY, &result));
    assert_int_equal(result, 77);
}

static void S9_names_become_their_values_and_win_over_numbers(void **state) {
    kit *k = *state;
    bustle_environment_def *rain = def_rain(k, 1);
    rain->values = NAMES("dry", "drizzle", "storm");
    rain->value_count = 3;
    begin_rain(k);
    kit_answer_name(k, "rain", "storm");
    kit_update_to(k, 0);
    assert_int_equal(cached(k), 2);
    kit_answer_name(k, "rain", "drizzle");
    k->environment[kit_environment(k, "rain")].answer.number = 2;
    kit_update_to(k, 1);
    assert_int_equal(cached(k), 1);
    kit_expect_logged(k, 0, "");
}

static void S9_answers_stay_within_the_bounds_of_the_value(void **state) {
    kit *k = *state;
    bustle_environment_def *rain = def_rain(k, 1);
    rain->minimum = -3;
    rain->maximum = 3;
    begin_rain(k);
    kit_answer(k, "rain", 100);
    kit_update_to(k, 0);
    assert_int_equal(cached(k), 3);
    kit_answer(k, "rain", -100);
    kit_update_to(k, 1);
    assert_int_equal(cached(k), -3);
    assert_int_equal(push(k, 50), BUSTLE_OK);
    assert_int_equal(cached(k), 3);
}

/* ---- Pushes ---- */

static void S9_a_pushed_value_counts_as_an_answer(void **state) {
    kit *k = *state;
    def_rain(k, 100);
    begin_rain(k);
    kit_answer(k, "rain", 1);
    kit_update_to(k, 0); /* asked; the next would be at 100 */
    kit_update_to(k, 60);
    assert_int_equal(push(k, 5), BUSTLE_OK);
    assert_int_equal(cached(k), 5);
    kit_update_to(k, 159);
    assert_int_equal(kit_asked(k, "rain"), 1);
    assert_int_equal(cached(k), 5);
    kit_update_to(k, 160);
    assert_int_equal(kit_asked(k, "rain"), 2);
    assert_int_equal(cached(k), 1);
}

static void S9_a_push_before_the_first_update_counts_at_0(void **state) {
    kit *k = *state;
    def_rain(k, 100);
    begin_rain(k);
    assert_int_equal(push(k, 5), BUSTLE_OK);
    kit_update_to(k, 99);
    kit_expect_asked(k, "");
    kit_update_to(k, 100);
    kit_expect_asked(k, "rain");
}

static void S9_a_push_of_no_number_is_refused_and_counts_as_nothing(void **state) {
    kit *k = *state;
    def_rain(k, 100);
    begin_rain(k);
    assert_int_equal(push(k, 5), BUSTLE_OK);
    kit_update_to(k, 50);
    assert_int_equal(push(k, (double)NAN), BUSTLE_BAD_VALUE);
    assert_int_equal(push(k, (double)INFINITY), BUSTLE_BAD_VALUE);
    assert_int_equal(push(k, -(double)INFINITY), BUSTLE_BAD_VALUE);
    assert_int_equal(cached(k), 5);
    kit_update_to(k, 100);
    kit_expect_asked(k, "rain");
}

/* "a" watches the rain, "b" fog and rain: pushing the fog tests b, which asks for the rain. */
static void S45_a_value_that_a_push_makes_the_runtime_ask_is_tested_too(void **state) {
    kit *k = *state;
    def_environment(k, "rain", 100);
    def_environment(k, "fog", 1000000);
    def_interruption(k, "a")->when = OPS(ENV_IS("rain", BUSTLE_EQUAL, 1));
    def_interruption(k, "b")->when =
        OPS(ENV_IS("fog", BUSTLE_EQUAL, 1), ENV_IS("rain", BUSTLE_EQUAL, 7));
    def_action(k, "peek", 1000000);
    def_action(k, "hide", 1000000);
    chain(k, "main", "peek");
    chain(k, "shelter", "hide");
    handles(def_npc(k, "npc", "main"), "a", "shelter", 0);
    begin_rain(k);
    kit_answer(k, "rain", 1);
    assert_int_equal(
        bustle_world_set_environment(k->world, kit_environment(k, "fog"), 1), BUSTLE_OK);
    kit_expect_asked(k, "rain");
    kit_update_to(k, 50); /* the rain is fresh, but a has not been tested yet */
    kit_expect_asked(k, "");
    kit_expect_only(k, "interrupt", "interrupt ann a shelter");
}

static void S9_unknown_values_are_refused(void **state) {
    kit *k = *state;
    int32_t value = 42;
    def_rain(k, 100);
    begin_rain(k);
    assert_int_equal(bustle_world_set_environment(k->world, 1, 1), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_environment(k->world, BUSTLE_NONE, &value), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(value, 42);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S9_a_value_that_nobody_reads_is_never_asked),
        RULE(S9_a_value_is_asked_only_when_a_condition_gets_to_it),
        RULE(S9_the_game_is_asked_at_most_once_per_interval),
        RULE(S9_however_many_npcs_read_the_game_is_asked_once),
        RULE(S9_the_interval_ends_when_as_much_time_has_passed),
        RULE(S9_the_first_reading_asks_however_early_it_is),
        RULE(S9_an_interval_of_0_is_1_ms),
        RULE(S9_each_value_has_its_own_interval),
        RULE(S9_an_effect_that_reads_a_value_asks_too),
        RULE(S9_a_new_answer_is_seen_by_the_reading_that_asked_for_it),
        RULE(S9_reading_the_cached_value_never_asks),
        RULE(S9_without_a_callback_the_default_stays),
        RULE(S9_before_the_first_answer_the_declared_default_stands),
        RULE(S9_else_the_first_named_value_else_0),
        RULE(S9_an_error_keeps_the_value_counts_as_asked_and_is_reported),
        RULE(S9_no_answer_keeps_the_value_counts_as_asked_and_is_no_error),
        RULE(S9_nan_and_infinities_are_reported_and_no_answer),
        RULE(S9_unknown_names_are_reported_and_no_answer),
        RULE(S9_a_name_for_a_value_that_has_none_is_reported_and_no_answer),
        RULE(S9_answers_are_rounded_halves_away_from_zero_and_saturate),
        RULE(S9_pushed_values_are_rounded_in_the_same_way),
        RULE(S9_rounding_is_offered_to_everyone),
        RULE(S9_names_become_their_values_and_win_over_numbers),
        RULE(S9_answers_stay_within_the_bounds_of_the_value),
        RULE(S9_a_pushed_value_counts_as_an_answer),
        RULE(S9_a_push_before_the_first_update_counts_at_0),
        RULE(S9_a_push_of_no_number_is_refused_and_counts_as_nothing),
        RULE(S45_a_value_that_a_push_makes_the_runtime_ask_is_tested_too),
        RULE(S9_unknown_values_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
