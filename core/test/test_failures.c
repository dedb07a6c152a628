/* S34: failures in a row, the waits after them, and giving up a response. Halts are in
 * test_halting.c. */
#include "recall.h"

/* An "npc" whose main sequence is "task": try (100 ms), which works with n = 1 only, so fails at
 * once. "i" makes it look (50 ms). */
static bustle_entity_def *def_hopeless(kit *k) {
    def_state(k, "n");
    def_interruption(k, "i");
    def_action(k, "wait", 100);
    def_action(k, "look", 50);
    def_action(k, "try", 100)->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 1));
    chain(k, "task", "try");
    chain(k, "attempt", "try");
    chain(k, "answer", "look");
    return handles(has(def_npc(k, "npc", "task"), "n", 0), "i", "answer", 0);
}

static void begin_hopeless(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
}

static void expect_mood(const kit *k, bustle_mood mood, int64_t remaining_ms) {
    bustle_doing doing = kit_doing(k, "ann");
    assert_int_equal(doing.mood, mood);
    assert_int_equal(doing.remaining_ms, remaining_ms);
}

/* ---- Waits ---- */

static void S34_the_npc_waits_1_2_and_4_s_and_halts_at_the_fourth_failure(void **state) {
    kit *k = *state;
    def_hopeless(k);
    begin_hopeless(k);
    kit_run(k, 10000, 500);
    kit_expect_events(k,
        "@0 spawn ann | @0 fail ann task condition | @1000 fail ann task condition | "
        "@3000 fail ann task condition | @7000 fail ann task condition | "
        "@7000 halt ann task condition");
}

static void S34_the_wait_doubles_up_to_60_s(void **state) {
    kit *k = *state;
    def_hopeless(k);
    k->def.failure_limit = 255;
    begin_hopeless(k);
    kit_run(k, 250000, 1000);
    kit_expect_only(k, "fail halt",
        "@0 fail ann task condition | @1000 fail ann task condition | "
        "@3000 fail ann task condition | @7000 fail ann task condition | "
        "@15000 fail ann task condition | @31000 fail ann task condition | "
        "@63000 fail ann task condition | @123000 fail ann task condition | "
        "@183000 fail ann task condition | @243000 fail ann task condition");
}

static void S34_the_limit_can_be_set(void **state) {
    kit *k = *state;
    def_hopeless(k);
    k->def.failure_limit = 0;
    begin_hopeless(k);
    kit_expect_only(k, "fail halt", "fail ann task condition | halt ann task condition");
}

static void S34_a_waiting_npc_tells_how_long(void **state) {
    kit *k = *state;
    def_hopeless(k);
    begin_hopeless(k);
    expect_mood(k, BUSTLE_WAITING, 1000);
    kit_update_to(k, 1000);
    expect_mood(k, BUSTLE_WAITING, 2000);
    kit_update_to(k, 1600);
    expect_mood(k, BUSTLE_WAITING, 1400);
    assert_int_equal(kit_doing(k, "ann").failures, 2);
}

static void S34_there_is_no_wait_after_the_first_when_a_fallback_runs(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_hopeless(k);
    chain(k, "idle", "wait");
    falls_back_on(npc, "idle");
    begin_hopeless(k);
    kit_expect_events(
        k, "spawn ann | fail ann task condition | fallback ann idle | start ann wait");
}

static void S34_after_the_second_the_fallback_has_to_wait_too(void **state) {
    kit *k = *state;
    falls_back_on(def_hopeless(k), "attempt");
    begin_hopeless(k);
    kit_update_to(k, 10);
    kit_update_to(k, 2009);
    kit_update_to(k, 2010);
    kit_update_to(k, 6009);
    kit_update_to(k, 6010);
    kit_expect_only(k, "fail fallback halt",
        "@0 fail ann task condition | @0 fallback ann attempt | "
        "@10 fail ann attempt condition | @10 fallback ann attempt | "
        "@2010 fail ann attempt condition | @2010 fallback ann attempt | "
        "@6010 fail ann attempt condition | @6010 halt ann attempt condition");
}

static void S34_the_end_of_a_wait_is_an_ending_by_its_time(void **state) {
    kit *k = *state;
    def_hopeless(k);
    def_action(k, "snore", 1500);
    chain(k, "sleep", "snore");
    def_npc(k, "sleeper", "sleep");
    kit_begin(k);
    kit_spawn(k, "bob", "sleeper"); /* ends at 1500 */
    kit_spawn(k, "ann", "npc"); /* at 1000 */
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_update_to(k, 2000);
    kit_expect_events(k, "stop bob snore done | fail ann task condition | start bob snore");
}

/* ---- What ends a wait ---- */

static void S34_a_response_ends_the_wait(void **state) {
    kit *k = *state;
    def_hopeless(k);
    begin_hopeless(k);
    kit_forget_events(k);
    kit_update_to(k, 100);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 100);
    kit_expect_events(k, "interrupt ann i answer | start ann look");
    kit_update_to(k, 150); /* it decides again at once */
    kit_expect_events(k, "stop ann look done | fail ann task condition");
    expect_mood(k, BUSTLE_WAITING, 2000); /* the second in a row: the look was not its activity's */
}

static void S34_a_dropped_interruption_does_not_end_the_wait(void **state) {
    kit *k = *state;
    def_hopeless(k);
    k->def.activity_limit = 1;
    begin_hopeless(k);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 100);
    kit_expect_events(k, "ignore ann i answer");
    expect_mood(k, BUSTLE_WAITING, 900);
    kit_update_to(k, 1000);
    kit_expect_events(k, "fail ann task condition");
}

static void S34_a_hold_ends_the_wait(void **state) {
    kit *k = *state;
    def_hopeless(k);
    begin_hopeless(k);
    kit_forget_events(k);
    bustle_entity ann = kit_entity(k, "ann");
    bustle_npc_hold(k->world, ann);
    kit_update_to(k, 100);
    kit_expect_events(k, "");
    bustle_npc_release(k->world, ann);
    kit_update_to(k, 100); /* it decides again at once */
    kit_expect_events(k, "fail ann task condition");
    expect_mood(k, BUSTLE_WAITING, 2000);
}

static void S34_a_run_ends_the_wait(void **state) {
    kit *k = *state;
    def_hopeless(k);
    begin_hopeless(k);
    kit_forget_events(k);
    bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "answer"), 0);
    kit_update_to(k, 0);
    kit_expect_events(k, "interrupt ann run answer | start ann look");
    kit_update_to(k, 50);
    kit_expect_only(k, "fail", "fail ann task condition");
}

/* ---- Counting ---- */

static void S34_a_completed_action_ends_the_row(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_hopeless(k);
    chain(k, "routine", "wait", "try");
    npc->main = "routine";
    begin_hopeless(k);
    kit_run(k, 11000, 100);
    kit_expect_only(k, "fail halt", /* a wait of 1 s after each */
        "@100 fail ann routine condition | @1200 fail ann routine condition | "
        "@2300 fail ann routine condition | @3400 fail ann routine condition | "
        "@4500 fail ann routine condition | @5600 fail ann routine condition | "
        "@6700 fail ann routine condition | @7800 fail ann routine condition | "
        "@8900 fail ann routine condition | @10000 fail ann routine condition");
}

static void S34_an_action_that_fails_or_is_interrupted_does_not_end_the_row(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_hopeless(k);
    chain(k, "routine", "wait");
    npc->main = "routine";
    begin_hopeless(k);
    bustle_entity ann = kit_entity(k, "ann");
    bustle_npc_fail(k->world, ann, BUSTLE_NONE, 0);
    kit_update_to(k, 0);
    assert_int_equal(kit_doing(k, "ann").failures, 1);
    kit_update_to(k, 1000); /* the wait is over, "wait" runs */
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 1010);
    kit_update_to(k, 1060); /* "wait" runs again */
    bustle_npc_fail(k->world, ann, BUSTLE_NONE, 0);
    kit_update_to(k, 1060);
    assert_int_equal(kit_doing(k, "ann").failures, 2);
    expect_mood(k, BUSTLE_WAITING, 2000);
}

/* "alarm" makes ann attempt what fails, twice. */
static void S34_each_activity_has_a_count_of_its_own(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_hopeless(k);
    def_interruption(k, "alarm");
    chain(k, "panic", ">attempt", ">attempt", "wait");
    handles(npc, "alarm", "panic", 0);
    begin_hopeless(k);
    kit_update_to(k, 1000); /* the main activity's second */
    assert_int_equal(kit_doing(k, "ann").failures, 2);
    kit_interrupt(k, "ann", "alarm");
    kit_update_to(k, 1000);
    assert_int_equal(kit_doing(k, "ann").failures, 1);
    expect_mood(k, BUSTLE_WAITING, 1000);
    kit_update_to(k, 2000);
    assert_int_equal(kit_doing(k, "ann").failures, 2);
    kit_update_to(k, 4000); /* it waits now as it should */
    kit_update_to(k, 4100); /* the main activity goes on, and fails for the third time */
    assert_int_equal(kit_doing(k, "ann").failures, 3);
    expect_mood(k, BUSTLE_WAITING, 4000);
}

/* ---- One failure in an update ---- */

static void S34_a_second_failure_is_kept_for_the_next_update(void **state) {
    kit *k = *state;
    falls_back_on(def_hopeless(k), "attempt");
    begin_hopeless(k);
    kit_expect_events(k, "spawn ann | fail ann task condition | fallback ann attempt");
    expect_mood(k, BUSTLE_DECIDING, 0);
    kit_set(k, "ann", "n", 1); /* too late */
    kit_update_to(k, 0);
    kit_expect_events(k, "fail ann attempt condition | fallback ann attempt");
}

static void S34_a_kept_failure_comes_after_the_interruptions(void **state) {
    kit *k = *state;
    falls_back_on(def_hopeless(k), "attempt");
    begin_hopeless(k);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 10);
    kit_expect_events(k, "interrupt ann i answer | start ann look");
    assert_int_equal(kit_doing(k, "ann").failures, 0); /* the response's */
    kit_update_to(k, 60); /* when its activity goes on */
    kit_expect_events(k, "stop ann look done | fail ann attempt condition | fallback ann attempt");
    assert_int_equal(kit_doing(k, "ann").failures, 2);
}

static void S34_a_caught_failure_is_not_kept(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_hopeless(k);
    bustle_sequence_def *careful = chain(k, "careful", ">attempt", "wait");
    node_of(careful, "attempt")->failed = "wait";
    falls_back_on(npc, "careful");
    begin_hopeless(k);
    kit_expect_events(k,
        "spawn ann | fail ann task condition | fallback ann careful | "
        "fail ann attempt condition | start ann wait");
}

static void S34_at_most_one_failure_is_handled_however_many_callers(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_hopeless(k);
    chain(k, "pair", ">attempt", ">attempt");
    npc->main = "pair";
    falls_back_on(npc, "attempt");
    begin_hopeless(k);
    for (int i = 0; i < 3; i++) {
        kit_update_to(k, 100000 * i);
        size_t fails = 0, count = 0;
        const bustle_event *events = bustle_world_events(k->world, &count);
        for (size_t at = 0; at < count; at++) {
            fails += events[at].kind == BUSTLE_EVENT_FAIL;
        }
        assert_int_equal(fails, 1);
    }
}

/* ---- Giving up a response ---- */

/* "alarm" (priority 5) makes ann, who digs, sit down, and then attempt again and again what fails.
 * The response claims the bench for its whole run. */
static bustle_entity_def *def_stubborn(kit *k) {
    bustle_entity_def *npc = def_hopeless(k);
    def_state(k, "room")->minimum = 0;
    def_action(k, "sit", 100)->target = BUSTLE_TARGET_TAKEN;
    def_action(k, "dig", 1000)->resumable = true;
    accepts(has(def_prop(k, "bench"), "room", 1), "sit");
    bustle_sequence_def *insist = chain(k, "insist", "sit", ">attempt");
    bustle_node_def *again = node_of(insist, "attempt");
    again->transition_count = 0;
    add_edge(again, "attempt", ALWAYS);
    add_sequence_claim(insist, "room", 1);
    chain(k, "work", "dig");
    npc->main = "work";
    def_interruption(k, "alarm");
    return handles(npc, "alarm", "insist", 5);
}

static void begin_stubborn(kit *k, bool run) {
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_update_to(k, 400);
    if (run) {
        bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "insist"), 0);
    } else {
        kit_interrupt(k, "ann", "alarm");
    }
    kit_update_to(k, 400);
    kit_forget_events(k);
    kit_run(k, 7000, 100); /* fails at 500, 1500, 3500 and, past the limit, at 7500 */
}

static void S34_past_the_limit_a_response_is_given_up_and_the_activity_below_goes_on(void **state) {
    kit *k = *state;
    def_stubborn(k);
    begin_stubborn(k, false);
    kit_expect_only(k, "fail halt start",
        "@500 fail ann attempt condition | @1500 fail ann attempt condition | "
        "@3500 fail ann attempt condition");
    assert_int_equal(kit_get(k, "bench1", "room"), 0);
    kit_run(k, 100, 100);
    kit_expect_events(k, "@7500 fail ann attempt condition | @7500 resume ann dig 600");
    assert_int_equal(kit_doing(k, "ann").activities, 1);
    assert_int_equal(kit_doing(k, "ann").failures, 0);
}

static void S34_a_response_given_up_gives_its_claims_back(void **state) {
    kit *k = *state;
    def_stubborn(k);
    begin_stubborn(k, false);
    assert_int_equal(kit_get(k, "bench1", "room"), 0);
    kit_run(k, 100, 100);
    assert_int_equal(kit_get(k, "bench1", "room"), 1);
}

static void S34_a_run_is_given_up_in_the_same_way(void **state) {
    kit *k = *state;
    def_stubborn(k);
    begin_stubborn(k, true);
    kit_forget_events(k);
    kit_run(k, 100, 100);
    kit_expect_events(k, "fail ann attempt condition | resume ann dig 600");
}

static void S34_giving_up_is_the_moment_of_kept_interruptions(void **state) {
    kit *k = *state;
    def_environment(k, "wind", 1000000);
    def_interruption(k, "storm")->when = OPS(ENV_IS("wind", BUSTLE_GREATER, 7));
    handles(def_stubborn(k), "storm", "answer", 1);
    begin_stubborn(k, false);
    bustle_world_set_environment(k->world, kit_environment(k, "wind"), 8);
    kit_update_to(k, 7400);
    kit_forget_events(k);
    kit_run(k, 100, 100);
    kit_expect_events(
        k, "fail ann attempt condition | interrupt ann storm answer | start ann look");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S34_the_npc_waits_1_2_and_4_s_and_halts_at_the_fourth_failure),
        RULE(S34_the_wait_doubles_up_to_60_s),
        RULE(S34_the_limit_can_be_set),
        RULE(S34_a_waiting_npc_tells_how_long),
        RULE(S34_there_is_no_wait_after_the_first_when_a_fallback_runs),
        RULE(S34_after_the_second_the_fallback_has_to_wait_too),
        RULE(S34_the_end_of_a_wait_is_an_ending_by_its_time),
        RULE(S34_a_response_ends_the_wait),
        RULE(S34_a_dropped_interruption_does_not_end_the_wait),
        RULE(S34_a_hold_ends_the_wait),
        RULE(S34_a_run_ends_the_wait),
        RULE(S34_a_completed_action_ends_the_row),
        RULE(S34_an_action_that_fails_or_is_interrupted_does_not_end_the_row),
        RULE(S34_each_activity_has_a_count_of_its_own),
        RULE(S34_a_second_failure_is_kept_for_the_next_update),
        RULE(S34_a_kept_failure_comes_after_the_interruptions),
        RULE(S34_a_caught_failure_is_not_kept),
        RULE(S34_at_most_one_failure_is_handled_however_many_callers),
        RULE(S34_past_the_limit_a_response_is_given_up_and_the_activity_below_goes_on),
        RULE(S34_a_response_given_up_gives_its_claims_back),
        RULE(S34_a_run_is_given_up_in_the_same_way),
        RULE(S34_giving_up_is_the_moment_of_kept_interruptions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
