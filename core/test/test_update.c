/* S36 to S38: time, and the phases of an update. */
#include <stdio.h>
#include <string.h>

#include "kit.h"

/* NPCs that wait 100 ms again and again; "i" makes them "look" (50 ms). */
static bustle_entity_def *def_waiters(kit *k) {
    def_state(k, "n");
    def_environment(k, "rain", 100);
    def_interruption(k, "i");
    def_action(k, "wait", 100);
    def_action(k, "look", 50);
    chain(k, "main", "wait");
    chain(k, "answer", "look");
    return handles(has(def_npc(k, "npc", "main"), "n", 0), "i", "answer", 0);
}

static void spawn_three(kit *k) {
    kit_spawn(k, "ann", "npc");
    kit_spawn(k, "bob", "npc");
    kit_spawn(k, "cid", "npc");
}

static void begin_waiters(kit *k) {
    def_waiters(k);
    kit_begin(k);
    spawn_three(k);
    kit_update_to(k, 0);
    kit_forget_events(k);
}

static void complete(kit *k, const char *label) {
    assert_int_equal(
        bustle_npc_complete(k->world, kit_entity(k, label), BUSTLE_NONE, 0), BUSTLE_OK);
}

/* What functions did, in order. */
static char trace[128];

static int trace_npc(kit *k, bustle_call *call) {
    size_t length = strlen(trace);
    const char *label = call->self == kit_entity(k, "ann") ? "ann" : "bob";
    snprintf(trace + length, sizeof trace - length, "%s-%s ", call->where, label);
    return 1;
}

/* ---- S36 ---- */

static void S36_the_runtime_reads_no_clock_without_a_budget(void **state) {
    kit *k = *state;
    begin_waiters(k);
    kit_run(k, 1000, 10);
    assert_int_equal(k->clock_readings, 0);
}

static void S36_a_step_back_is_refused_and_changes_nothing(void **state) {
    kit *k = *state;
    begin_waiters(k);
    kit_update_to(k, 100);
    uint32_t hash = bustle_world_hash(k->world);
    assert_int_equal(bustle_world_update(k->world, 99, NULL), BUSTLE_TIME_BACKWARDS);
    assert_int_equal(bustle_world_update(k->world, -1, NULL), BUSTLE_TIME_BACKWARDS);
    assert_int_equal(bustle_world_update(k->world, INT64_MIN, NULL), BUSTLE_TIME_BACKWARDS);
    assert_int_equal(bustle_world_now(k->world), 100);
    assert_int_equal(bustle_world_hash(k->world), hash);
    kit_update_to(k, 100);
}

static void S36_time_starts_at_0_so_that_a_first_update_before_is_a_step_back(void **state) {
    kit *k = *state;
    def_waiters(k);
    kit_begin(k);
    assert_int_equal(bustle_world_now(k->world), 0);
    assert_int_equal(bustle_world_update(k->world, -1, NULL), BUSTLE_TIME_BACKWARDS);
    kit_update_to(k, 0);
}

static void S36_a_zero_step_is_allowed(void **state) {
    kit *k = *state;
    begin_waiters(k);
    kit_update_to(k, 100);
    kit_expect_only(k, "start", "start ann wait | start bob wait | start cid wait");
    kit_update_to(k, 100);
    kit_expect_events(k, "");
    complete(k, "bob");
    kit_update_to(k, 100);
    kit_expect_events(k, "@100 stop bob wait done | @100 start bob wait");
}

static void S36_events_carry_the_updates_time_not_the_time_they_were_due(void **state) {
    kit *k = *state;
    begin_waiters(k);
    kit_update_to(k, 1234);
    kit_expect_events(k,
        "@1234 stop ann wait done | @1234 stop bob wait done | @1234 stop cid wait done | "
        "@1234 start ann wait | @1234 start bob wait | @1234 start cid wait");
    kit_update_to(k, 1333); /* the next ending counts from the update too */
    kit_expect_events(k, "");
    kit_update_to(k, 1334);
    kit_expect_only(k, "start", "start ann wait | start bob wait | start cid wait");
}

static void S36_before_the_first_update_now_is_0(void **state) {
    kit *k = *state;
    def_waiters(k);
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 500);
    kit_expect_events(k, "@0 spawn ann | @500 start ann wait");
}

static void S36_time_is_64_bits_wide(void **state) {
    kit *k = *state;
    def_waiters(k);
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    const int64_t late = INT64_C(1) << 40;
    kit_update_to(k, late);
    kit_update_to(k, late + 99);
    kit_expect_events(k, "@0 spawn ann | @1099511627776 start ann wait");
    kit_update_to(k, late + 100);
    kit_expect_events(k, "@1099511627876 stop ann wait done | @1099511627876 start ann wait");
}

static void S36_a_step_may_be_weeks_long(void **state) {
    kit *k = *state;
    begin_waiters(k);
    for (int64_t step = INT64_C(1) << 30; step <= INT64_C(1) << 40; step *= 2) {
        kit_run(k, step, step);
        kit_expect_only(k, "stop", "stop ann wait done | stop bob wait done | stop cid wait done");
    }
}

static void S36_an_npc_starts_at_most_one_action_in_an_update(void **state) {
    kit *k = *state;
    def_waiters(k);
    def_action(k, "blink", 1);
    chain(k, "nervous", "blink", "blink", "blink");
    def_npc(k, "blinker", "nervous");
    kit_begin(k);
    kit_spawn(k, "ann", "blinker");
    for (int64_t now = 0; now <= 10000; now += 1000) {
        kit_update_to(k, now);
        assert_int_equal(kit_stats(k).starts, now / 1000 + 1);
    }
}

static int64_t time_seen;

static int see_time(kit *k, bustle_call *call) {
    (void)call;
    time_seen = bustle_world_now(k->world);
    return 1;
}

static void S36_everything_in_an_update_sees_its_time(void **state) {
    kit *k = *state;
    def_waiters(k);
    bustle_action_def *note = def_action(k, "note", 10);
    note->target = BUSTLE_TARGET_NOT_TAKEN;
    note->finish = OPS(CALL(1, "finish"));
    chain(k, "noting", "note");
    def_npc(k, "noter", "noting");
    k->effects[1] = see_time;
    kit_begin(k);
    kit_spawn(k, "ann", "noter");
    kit_update_to(k, 0);
    kit_update_to(k, 777);
    assert_int_equal(time_seen, 777);
}

/* ---- S37: endings ---- */

static void S37_endings_come_before_decisions(void **state) {
    kit *k = *state;
    def_waiters(k);
    bustle_action_def *step = def_action(k, "step", 100);
    step->target = BUSTLE_TARGET_NOT_TAKEN;
    step->when = OPS(CALL(1, "when"));
    step->finish = OPS(CALL(2, "finish"));
    chain(k, "stepping", "step");
    def_npc(k, "stepper", "stepping");
    k->conditions[1] = k->effects[2] = trace_npc;
    kit_begin(k);
    kit_spawn(k, "ann", "stepper");
    kit_spawn(k, "bob", "stepper");
    kit_update_to(k, 0);
    trace[0] = '\0';
    kit_update_to(k, 100);
    assert_string_equal(trace, "finish-ann finish-bob when-ann when-bob ");
}

static void S37_endings_are_handled_by_their_time_then_spawn_number(void **state) {
    kit *k = *state;
    def_waiters(k);
    def_action(k, "wait70", 70);
    def_action(k, "wait50", 50);
    chain(k, "main70", "wait70");
    chain(k, "main50", "wait50");
    def_npc(k, "npc70", "main70");
    def_npc(k, "npc50", "main50");
    kit_begin(k);
    kit_spawn(k, "a100", "npc");
    kit_spawn(k, "b50", "npc50");
    kit_spawn(k, "c70", "npc70");
    kit_spawn(k, "d50", "npc50");
    kit_spawn(k, "e100", "npc");
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_update_to(k, 1000);
    kit_expect_only(k, "stop",
        "stop b50 wait50 done | stop d50 wait50 done | stop c70 wait70 done | "
        "stop a100 wait done | stop e100 wait done");
}

static void S37_endings_at_one_time_go_by_spawn_number_whoever_started_first(void **state) {
    kit *k = *state;
    begin_waiters(k);
    complete(k, "cid");
    complete(k, "ann");
    kit_update_to(k, 10); /* cid starts before ann */
    kit_expect_only(k, "start", "start cid wait | start ann wait");
    complete(k, "bob");
    kit_update_to(k, 10);
    kit_update_to(k, 110);
    kit_expect_only(
        k, "start", "start bob wait | start ann wait | start bob wait | start cid wait");
}

static void S37_npcs_decide_in_the_order_in_which_their_actions_ended(void **state) {
    kit *k = *state;
    begin_waiters(k);
    complete(k, "bob");
    kit_update_to(k, 30);
    kit_forget_events(k);
    kit_update_to(k, 200); /* ann and cid were due at 100, bob at 130 */
    kit_expect_only(k, "start", "start ann wait | start cid wait | start bob wait");
}

/* ---- S37: the queue ---- */

static void S37_npcs_decide_first_in_first_out(void **state) {
    kit *k = *state;
    begin_waiters(k);
    complete(k, "cid");
    complete(k, "ann");
    complete(k, "bob");
    kit_update_to(k, 1);
    kit_expect_only(k, "start", "start cid wait | start ann wait | start bob wait");
}

static void S37_who_waits_already_comes_before_those_whose_action_ends_in_the_update(void **state) {
    kit *k = *state;
    begin_waiters(k);
    complete(k, "cid");
    kit_update_to(k, 100);
    kit_expect_only(k, "start", "start cid wait | start ann wait | start bob wait");
}

static void S37_the_queue_holds_each_npc_at_most_once(void **state) {
    kit *k = *state;
    begin_waiters(k);
    uint64_t turns = kit_stats(k).turns;
    complete(k, "bob");
    kit_interrupt(k, "bob", "i");
    complete(k, "ann");
    kit_interrupt(k, "ann", "i");
    assert_int_equal(kit_stats(k).queued, 2);
    kit_update_to(k, 10);
    assert_int_equal(kit_stats(k).turns, turns + 2);
    kit_expect_only(k, "start", "start bob look | start ann look"); /* where they first joined */
    assert_int_equal(kit_stats(k).queued, 0);
}

/* A "caller" whose "call" takes one npc as its target, for 100 ms. */
static bustle_action_def *def_caller(kit *k) {
    accepts(def_waiters(k), "call");
    bustle_action_def *call = def_action(k, "call", 100);
    call->target = BUSTLE_TARGET_TAKEN;
    chain(k, "calling", "call");
    def_npc(k, "caller", "calling");
    return call;
}

static void S37_an_ending_queues_first_those_its_effects_raised_on_then_itself(void **state) {
    kit *k = *state;
    def_caller(k)->finish = OPS(RAISE(BUSTLE_TARGET, "i"));
    def_action(k, "rest", 5000);
    chain(k, "resting", "rest");
    kit_begin(k);
    kit_spawn(k, "ann", "caller");
    kit_spawn(k, "bob", "npc");
    kit_update_to(k, 0);
    assert_int_equal(
        bustle_npc_set_main(k->world, kit_entity(k, "bob"), kit_sequence(k, "resting")), BUSTLE_OK);
    kit_update_to(k, 1);
    kit_forget_events(k);
    kit_update_to(k, 100);
    kit_expect_events(k,
        "stop ann call done | stop bob rest interrupted | "
        "interrupt bob i answer ann | start bob look | start ann call bob");
}

static void S37_who_joins_during_the_deciding_phase_waits_for_the_next_update(void **state) {
    kit *k = *state;
    def_caller(k)->start = OPS(RAISE(BUSTLE_TARGET, "i"));
    kit_begin(k);
    kit_spawn(k, "bob", "npc");
    kit_update_to(k, 0);
    kit_spawn(k, "ann", "caller");
    kit_forget_events(k);
    kit_update_to(k, 10);
    kit_expect_events(k, "spawn ann | start ann call bob");
    assert_int_equal(kit_doing(k, "bob").waiting, 1);
    kit_update_to(k, 10);
    kit_expect_events(k, "stop bob wait interrupted | interrupt bob i answer ann | start bob look");
}

static void S37_who_is_queued_already_keeps_its_turn_in_this_update(void **state) {
    kit *k = *state;
    def_caller(k)->start = OPS(RAISE(BUSTLE_TARGET, "i"));
    kit_begin(k);
    kit_spawn(k, "ann", "caller");
    kit_spawn(k, "bob", "npc"); /* queued behind ann by its spawn */
    kit_update_to(k, 10);
    kit_expect_only(
        k, "start interrupt", "start ann call bob | interrupt bob i answer ann | start bob look");
}

static void S37_endings_come_before_interruptions_due_in_the_same_update(void **state) {
    kit *k = *state;
    begin_waiters(k);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 100);
    kit_expect_only(k, "stop interrupt start",
        "stop ann wait done | stop bob wait done | stop cid wait done | "
        "interrupt ann i answer | start ann look | start bob wait | start cid wait");
}

static void S37_watched_conditions_are_tested_before_endings(void **state) {
    kit *k = *state;
    def_waiters(k);
    def_environment(k, "storm", 10);
    def_interruption(k, "alarm")->when = OPS(ENV_IS("storm", BUSTLE_EQUAL, 1));
    bustle_action_def *dig = def_action(k, "dig", 100);
    dig->finish = OPS(PUSH(BUSTLE_ENV, "rain"), STACKED(BUSTLE_SET, BUSTLE_SELF, "n"));
    chain(k, "digging", "dig");
    has(handles(def_npc(k, "digger", "digging"), "alarm", "answer", 0), "n", 0);
    kit_begin(k);
    kit_spawn(k, "ann", "digger");
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_expect_asked(k, "storm");
    kit_answer(k, "storm", 1);
    kit_update_to(k, 100); /* the ending asks for the rain */
    kit_expect_asked(k, "storm rain");
    kit_expect_events(k, "stop ann dig done | interrupt ann alarm answer | start ann look");
}

/* ---- S38 ---- */

static void S38_an_npc_that_performs_an_action_costs_nothing(void **state) {
    kit *k = *state;
    def_waiters(k);
    def_action(k, "sleep", 1000000)->when = OPS(ENV_IS("rain", BUSTLE_EQUAL, 0));
    chain(k, "night", "sleep");
    def_npc(k, "sleeper", "night")->position = BUSTLE_POSITION_QUERIED;
    kit_begin(k);
    for (int i = 0; i < 500; i++) {
        kit_spawn(k, "someone", "sleeper");
    }
    kit_update_to(k, 0);
    bustle_stats before = kit_stats(k);
    assert_int_equal(before.turns, 500);
    kit_expect_asked(k, "rain");
    kit_run(k, 900000, 10000);
    bustle_stats after = kit_stats(k);
    assert_int_equal(after.turns, before.turns);
    assert_int_equal(after.events, before.events);
    assert_int_equal(after.allocations, before.allocations);
    kit_expect_asked(k, "");
}

static void S38_only_those_who_have_a_reason_take_a_turn(void **state) {
    kit *k = *state;
    begin_waiters(k);
    uint64_t turns = kit_stats(k).turns;
    complete(k, "bob");
    kit_update_to(k, 50);
    assert_int_equal(kit_stats(k).turns, turns + 1);
}

static void S38_a_warm_update_does_not_allocate(void **state) {
    kit *k = *state;
    def_caller(k)->finish = OPS(RAISE(BUSTLE_TARGET, "i"));
    k->unchecked = true; /* checking may allocate */
    kit_begin(k);
    for (int i = 0; i < 20; i++) {
        kit_spawn(k, "someone", i % 2 == 0 ? "npc" : "caller");
    }
    kit_run(k, 10000, 10);
    size_t calls = k->memory.calls;
    kit_run(k, 10000, 10);
    assert_int_equal(k->memory.calls, calls);
}

static void S38_a_larger_crowd_than_before_does_not_allocate_in_a_warm_update(void **state) {
    kit *k = *state;
    def_action(k, "look", 10)->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 10));
    chain(k, "main", "look");
    def_npc(k, "looker", "main");
    accepts(def_prop(k, "rock"), "look");
    k->unchecked = true;
    kit_begin(k);
    const bustle_entity ann = kit_spawn(k, "ann", "looker");
    for (int i = 0; i < 120; i++) {
        kit_spawn_at(k, "rock", "rock", i < 20 ? 0 : 1000, 0, 0);
    }
    kit_run(k, 1000, 10);
    size_t calls = k->memory.calls;
    OK(bustle_entity_move(k->world, ann, (bustle_position){1000, 0, 0}));
    kit_run(k, 1000, 10);
    assert_int_equal(k->memory.calls, calls);
}

static void S38_more_endings_at_once_than_before_do_not_allocate_in_a_warm_update(void **state) {
    kit *k = *state;
    def_action(k, "nap", 10)->duration_max_ms = 500;
    chain(k, "main", "nap");
    def_npc(k, "sleeper", "main");
    k->unchecked = true;
    kit_begin(k);
    bustle_entity sleepers[100];
    for (int i = 0; i < 100; i++) {
        sleepers[i] = kit_spawn(k, "someone", "sleeper");
    }
    for (int round = 0; round < 4; round++) { /* as many events as will come, in both buffers */
        for (int i = 0; i < 100; i++) {
            OK(bustle_npc_hold(k->world, sleepers[i]));
            OK(bustle_npc_release(k->world, sleepers[i]));
        }
        kit_run(k, 2001, 1);
    }
    size_t calls = k->memory.calls;
    kit_run(k, 1000, 500);
    assert_int_equal(k->memory.calls, calls);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S36_the_runtime_reads_no_clock_without_a_budget),
        RULE(S36_a_step_back_is_refused_and_changes_nothing),
        RULE(S36_time_starts_at_0_so_that_a_first_update_before_is_a_step_back),
        RULE(S36_a_zero_step_is_allowed),
        RULE(S36_events_carry_the_updates_time_not_the_time_they_were_due),
        RULE(S36_before_the_first_update_now_is_0),
        RULE(S36_time_is_64_bits_wide),
        RULE(S36_a_step_may_be_weeks_long),
        RULE(S36_an_npc_starts_at_most_one_action_in_an_update),
        RULE(S36_everything_in_an_update_sees_its_time),
        RULE(S37_endings_come_before_decisions),
        RULE(S37_endings_are_handled_by_their_time_then_spawn_number),
        RULE(S37_endings_at_one_time_go_by_spawn_number_whoever_started_first),
        RULE(S37_npcs_decide_in_the_order_in_which_their_actions_ended),
        RULE(S37_npcs_decide_first_in_first_out),
        RULE(S37_who_waits_already_comes_before_those_whose_action_ends_in_the_update),
        RULE(S37_the_queue_holds_each_npc_at_most_once),
        RULE(S37_an_ending_queues_first_those_its_effects_raised_on_then_itself),
        RULE(S37_who_joins_during_the_deciding_phase_waits_for_the_next_update),
        RULE(S37_who_is_queued_already_keeps_its_turn_in_this_update),
        RULE(S37_endings_come_before_interruptions_due_in_the_same_update),
        RULE(S37_watched_conditions_are_tested_before_endings),
        RULE(S38_an_npc_that_performs_an_action_costs_nothing),
        RULE(S38_only_those_who_have_a_reason_take_a_turn),
        RULE(S38_a_warm_update_does_not_allocate),
        RULE(S38_a_larger_crowd_than_before_does_not_allocate_in_a_warm_update),
        RULE(S38_more_endings_at_once_than_before_do_not_allocate_in_a_warm_update),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
