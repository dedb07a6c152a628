/* S73 and S9: the clock, what it answers, and setting it. */
#include "kit_npc.h"

enum { DAY = 144000 };

/* Whoever lives reads hour and minute whenever it decides, every 10 ms. */
static void def_readers(kit *k) {
    def_environment(k, "common.hour", 1);
    def_environment(k, "common.minute", 1);
    def_environment(k, "other.hour", 1);
    def_action(k, "read", 10)->when = OPS(ENV_IS("common.hour", BUSTLE_AT_LEAST, 0),
        ENV_IS("common.minute", BUSTLE_AT_LEAST, 0), ENV_IS("other.hour", BUSTLE_AT_LEAST, 0));
    chain(k, "main", "read");
    def_npc(k, "npc", "main");
}

static void begin_with_clock(kit *k, int64_t day_ms, int64_t start_ms) {
    k->def.day_ms = day_ms;
    k->def.day_start_ms = start_ms;
    kit_begin(k);
}

static void begin(kit *k) {
    def_readers(k);
    begin_with_clock(k, DAY, 36000);
    kit_spawn(k, "ann", "npc");
}

static int32_t value_of(const kit *k, const char *name) {
    int32_t value = 0;
    OK(bustle_world_environment(k->world, kit_environment(k, name), &value));
    return value;
}

static void expect_clock(const kit *k, int64_t day, int64_t time_ms, int32_t hour, int32_t minute) {
    bustle_clock clock;
    OK(bustle_world_clock(k->world, &clock));
    assert_int_equal(clock.day, day);
    assert_int_equal(clock.time_ms, time_ms);
    assert_int_equal(clock.hour, hour);
    assert_int_equal(clock.minute, minute);
}

/* ---- The clock ---- */

static void S73_the_clock_runs_with_the_worlds_time(void **state) {
    kit *k = *state;
    begin(k);
    expect_clock(k, 0, 36000, 6, 0);
    kit_update_to(k, 99);
    expect_clock(k, 0, 36099, 6, 0);
    kit_update_to(k, 100);
    expect_clock(k, 0, 36100, 6, 1);
    kit_update_to(k, 108000 - 1);
    expect_clock(k, 0, DAY - 1, 23, 59);
    kit_update_to(k, 108000);
    expect_clock(k, 1, 0, 0, 0);
    kit_update_to(k, 108000 + 5 * (int64_t)DAY + 60 * 100);
    expect_clock(k, 6, 6000, 1, 0);
    bustle_clock clock;
    OK(bustle_world_clock(k->world, &clock));
    assert_int_equal(clock.day_ms, DAY);
}

static void S73_minute_m_begins_at_the_floor_of_its_share_of_the_day(void **state) {
    kit *k = *state;
    static const int64_t lengths[] = {1440, 1441, 7777, 86400000, 1000003, INT64_C(1) << 30};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        kit_reset(k);
        def_npc(k, "npc", "main");
        def_action(k, "read", 10);
        chain(k, "main", "read");
        begin_with_clock(k, lengths[i], 0);
        for (int64_t m = 1; m < 1440; m += 17) {
            const int64_t begins = m * lengths[i] / 1440;
            OK(bustle_world_set_time(k->world, 0, begins));
            expect_clock(k, 0, begins, (int32_t)m / 60, (int32_t)m % 60);
            OK(bustle_world_set_time(k->world, 0, begins - 1));
            expect_clock(k, 0, begins - 1, (int32_t)(m - 1) / 60, (int32_t)(m - 1) % 60);
        }
    }
}

static void S73_a_world_has_no_clock_unless_it_or_a_plan_says_so(void **state) {
    kit *k = *state;
    bustle_clock clock;
    def_readers(k);
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    assert_int_equal(bustle_world_clock(k->world, &clock), BUSTLE_NO_CLOCK);
    assert_int_equal(bustle_world_set_time(k->world, 0, 0), BUSTLE_NO_CLOCK);
    assert_int_equal(value_of(k, "common.hour"), 0);
}

static void S73_with_plans_a_day_lasts_24_minutes_from_six_in_the_morning(void **state) {
    kit *k = *state;
    def_readers(k);
    kit_plans(kit_def_plan(k, "day"), 0, 0, "main");
    kit_def_planned(k, "planned", "day");
    kit_begin(k);
    bustle_clock clock;
    OK(bustle_world_clock(k->world, &clock));
    assert_int_equal(clock.day_ms, 1440000);
    expect_clock(k, 0, 360000, 6, 0);
}

static void S73_a_clock_that_says_no_start_begins_at_six(void **state) {
    kit *k = *state;
    def_readers(k);
    begin_with_clock(k, 86400000, -1);
    expect_clock(k, 0, 21600000, 6, 0);
}

static void S73_a_clock_that_cannot_be_is_refused(void **state) {
    kit *k = *state;
    def_readers(k);
    kit_seal_ok(k);
    static const int64_t refused[][2] = {{1439, 0}, {-1, 0}, {(INT64_C(1) << 30) + 1, 0},
        {1440, 1440}, {0, 1440000}, {INT64_MAX, 0}, {INT64_MIN, -1}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        k->def.day_ms = refused[i][0];
        k->def.day_start_ms = refused[i][1];
        assert_int_equal(bustle_world_create(k->content, &k->def, &k->world), BUSTLE_BAD_ARGUMENT);
    }
    k->def.day_ms = INT64_C(1) << 30;
    k->def.day_start_ms = (INT64_C(1) << 30) - 1;
    OK(bustle_world_create(k->content, &k->def, &k->world));
    expect_clock(k, 0, (INT64_C(1) << 30) - 1, 23, 59);
}

/* ---- What it answers ---- */

static void S73_hour_and_minute_are_answered_where_the_game_has_no_answer(void **state) {
    kit *k = *state;
    begin(k);
    kit_update_to(k, 0);
    assert_int_equal(value_of(k, "common.hour"), 6);
    assert_int_equal(value_of(k, "common.minute"), 0);
    assert_int_equal(value_of(k, "other.hour"), 0);
    kit_update_to(k, 6710);
    assert_int_equal(value_of(k, "common.hour"), 7);
    assert_int_equal(value_of(k, "common.minute"), 7);
    kit_expect_logged(k, 0, "");
}

/* Read by somebody who decides every 10 ms. */
static void S73_the_day_and_its_place_in_the_week_are_answered(void **state) {
    kit *k = *state;
    def_environment(k, "common.day", 1);
    def_environment(k, "common.weekday", 1);
    def_action(k, "read", 10)->when =
        OPS(ENV_IS("common.day", BUSTLE_AT_LEAST, 0), ENV_IS("common.weekday", BUSTLE_AT_LEAST, 0));
    chain(k, "main", "read");
    def_npc(k, "npc", "main");
    begin_with_clock(k, DAY, 36000);
    kit_spawn(k, "ann", "npc");
    static const int64_t days[][3] = {/* a day, how it reads, and its place in the week */
        {0, 0, 0}, {1, 1, 1}, {6, 6, 6}, {7, 7, 0}, {INT32_MAX, INT32_MAX, 1},
        {INT64_C(3) << 32, INT32_MAX, 5}};
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        OK(bustle_world_set_time(k->world, days[i][0], 0));
        kit_update_to(k, 10 * (int64_t)i);
        assert_int_equal(value_of(k, "common.day"), days[i][1]);
        assert_int_equal(value_of(k, "common.weekday"), days[i][2]);
    }
}

static void S73_what_the_game_answers_comes_first(void **state) {
    kit *k = *state;
    begin(k);
    kit_answer(k, "common.hour", 21);
    kit_update_to(k, 0);
    assert_int_equal(value_of(k, "common.hour"), 21);
    assert_int_equal(value_of(k, "common.minute"), 0);
    kit_answer_result(k, "common.hour", 0);
    kit_update_to(k, 10);
    assert_int_equal(value_of(k, "common.hour"), 6);
}

static void S73_a_failed_query_is_not_answered_by_the_clock(void **state) {
    kit *k = *state;
    begin(k);
    kit_answer(k, "common.hour", 3);
    kit_update_to(k, 0);
    kit_answer_result(k, "common.hour", -1);
    kit_update_to(k, 10);
    assert_int_equal(value_of(k, "common.hour"), 3);
}

static void S73_what_it_answers_stays_within_the_bounds(void **state) {
    kit *k = *state;
    def_readers(k);
    bustle_environment_def *hour = k->defs[0].def;
    hour->maximum = 5;
    begin_with_clock(k, DAY, 36000);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    assert_int_equal(value_of(k, "common.hour"), 5);
}

static void S9_it_is_asked_once_in_an_interval_as_the_game_is(void **state) {
    kit *k = *state;
    def_readers(k);
    bustle_environment_def *hour = k->defs[0].def;
    hour->refresh_ms = 20000;
    begin_with_clock(k, DAY, 36000);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_update_to(k, 19999);
    assert_int_equal(value_of(k, "common.hour"), 6);
    assert_int_equal(kit_asked(k, "common.hour"), 1);
    kit_update_to(k, 20010);
    assert_int_equal(value_of(k, "common.hour"), 9);
}

/* ---- Setting it ---- */

static void S73_the_clock_can_be_set_forward_and_back(void **state) {
    kit *k = *state;
    begin(k);
    kit_update_to(k, 500);
    OK(bustle_world_set_time(k->world, 3, 7200));
    expect_clock(k, 3, 7200, 1, 12);
    kit_update_to(k, 600);
    expect_clock(k, 3, 7300, 1, 13);
    OK(bustle_world_set_time(k->world, 0, 0));
    expect_clock(k, 0, 0, 0, 0);
    OK(bustle_world_set_time(k->world, 2, DAY - 1));
    OK(bustle_world_set_time(k->world, -1, 100)); /* of the same day */
    expect_clock(k, 2, 100, 0, 1);
    OK(bustle_world_set_time(k->world, (INT64_C(1) << 60) / DAY - 1, DAY - 1));
    expect_clock(k, (INT64_C(1) << 60) / DAY - 1, DAY - 1, 23, 59);
}

static void S73_a_time_that_cannot_be_is_refused(void **state) {
    kit *k = *state;
    begin(k);
    kit_update_to(k, 10);
    assert_int_equal(bustle_world_set_time(NULL, 0, 0), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_set_time(k->world, 0, -1), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_set_time(k->world, 0, DAY), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_set_time(k->world, INT64_MAX, 0), BUSTLE_BAD_ARGUMENT);
    expect_clock(k, 0, 36010, 6, 0);
    assert_int_equal(bustle_world_clock(NULL, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_clock(k->world, NULL), BUSTLE_BAD_ARGUMENT);
}

static void S73_after_setting_hour_and_minute_are_asked_anew(void **state) {
    kit *k = *state;
    def_readers(k);
    for (size_t i = 0; i < 3; i++) {
        ((bustle_environment_def *)k->defs[i].def)->refresh_ms = 1000000;
    }
    begin_with_clock(k, DAY, 36000);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_expect_asked(k, "common.hour common.minute other.hour");
    OK(bustle_world_set_time(k->world, 0, 7200));
    kit_update_to(k, 10);
    kit_expect_asked(k, "common.hour common.minute");
    assert_int_equal(value_of(k, "common.hour"), 1);
    assert_int_equal(value_of(k, "common.minute"), 12);
}

static void S73_roles_by_the_hour_are_tested_when_the_clock_has_been_set(void **state) {
    kit *k = *state;
    def_environment(k, "common.hour", 1);
    def_action(k, "read", 10);
    chain(k, "main", "read");
    kit_def_role(k, "night", "main");
    kit_def_role(k, "day", "main");
    bustle_entity_def *npc = def_npc(k, "npc", NULL);
    kit_may_be(npc, "night", OPS(ENV_IS("common.hour", BUSTLE_AT_LEAST, 22)));
    kit_may_be(npc, "day", ALWAYS);
    begin_with_clock(k, DAY, 60000);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    OK(bustle_world_set_time(k->world, -1, 23 * 6000));
    kit_update_to(k, 1);
    kit_expect_only(k, "role", "role ann day | role ann night");
}

static void S73_plans_are_looked_at_afresh_in_the_next_update(void **state) {
    kit *k = *state;
    def_readers(k);
    chain(k, "rest", "read");
    bustle_plan_def *plan = kit_def_plan(k, "day");
    kit_plans(plan, 480, 960, "main");
    kit_plans(plan, 960, 1200, "rest");
    kit_def_planned(k, "planned", "day");
    begin_with_clock(k, DAY, 50000);
    kit_spawn(k, "bob", "planned");
    kit_spawn(k, "ann", "planned");
    kit_update_to(k, 0);
    kit_expect_only(k, "plan", "plan bob main 0 | plan ann main 0");
    OK(bustle_world_set_time(k->world, 0, 110000));
    kit_update_to(k, 1);
    kit_expect_only(k, "plan", "plan bob rest 1 | plan ann rest 1");
    /* Nothing is open then: afresh, what ended last holds, and it does already. */
    OK(bustle_world_set_time(k->world, 0, 20000));
    kit_update_to(k, 2);
    kit_expect_only(k, "plan", "");
    OK(bustle_world_set_time(k->world, 0, 50000));
    kit_update_to(k, 3);
    kit_expect_only(k, "plan", "plan bob main 0 | plan ann main 0");
    OK(bustle_world_set_time(k->world, 0, 20000)); /* what held does not go on */
    kit_update_to(k, 4);
    kit_expect_only(k, "plan", "plan bob rest 1 | plan ann rest 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S73_the_clock_runs_with_the_worlds_time),
        RULE(S73_minute_m_begins_at_the_floor_of_its_share_of_the_day),
        RULE(S73_a_world_has_no_clock_unless_it_or_a_plan_says_so),
        RULE(S73_with_plans_a_day_lasts_24_minutes_from_six_in_the_morning),
        RULE(S73_a_clock_that_says_no_start_begins_at_six),
        RULE(S73_a_clock_that_cannot_be_is_refused),
        RULE(S73_hour_and_minute_are_answered_where_the_game_has_no_answer),
        RULE(S73_the_day_and_its_place_in_the_week_are_answered),
        RULE(S73_what_the_game_answers_comes_first),
        RULE(S73_a_failed_query_is_not_answered_by_the_clock),
        RULE(S73_what_it_answers_stays_within_the_bounds),
        RULE(S9_it_is_asked_once_in_an_interval_as_the_game_is),
        RULE(S73_the_clock_can_be_set_forward_and_back),
        RULE(S73_a_time_that_cannot_be_is_refused),
        RULE(S73_after_setting_hour_and_minute_are_asked_anew),
        RULE(S73_roles_by_the_hour_are_tested_when_the_clock_has_been_set),
        RULE(S73_plans_are_looked_at_afresh_in_the_next_update),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
