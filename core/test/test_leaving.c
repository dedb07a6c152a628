/* S18 and S19: entities that leave, in the middle of an action or while others use them. */
#include <string.h>

#include "kit_npc.h"

static bool alive(const kit *k, const char *label) {
    return bustle_entity_alive(k->world, kit_entity(k, label));
}

/* What a function called as an effect found. */
static struct {
    unsigned calls;
    bustle_entity target;
    int32_t taken; /* of bench1 */
    uint64_t events; /* emitted by then */
    bool ann_lives;
    int32_t bench_n;
} seen;

static int see_ending(kit *k, bustle_call *call) {
    seen.calls++;
    seen.target = call->target;
    seen.taken = kit_taken(k, "bench1", "free");
    seen.events = kit_stats(k).events;
    seen.ann_lives = alive(k, "ann");
    seen.bench_n = kit_get(k, "bench1", "n");
    return 1;
}

/* Besides sitting: "dinner", run by a "guest", claims another "free" of the bench for all its run:
 * it sits, then does what "then" is, then looks. When interrupted, "eat" (100 ms, at a "table")
 * counts 100 in the table's n, the untargeted "think" (100 ms) 1000 in the guest's. */
static bustle_sequence_def *def_dinner(kit *k, const char *then) {
    kit_def_sitting(k);
    bustle_action_def *eat = def_action(k, "eat", 100);
    add_claim(eat, "free", 1);
    eat->interrupted = OPS(INCREASE(BUSTLE_TARGET, "n", 100), CALL(1, "interrupted"));
    def_action(k, "think", 100)->interrupted = OPS(INCREASE(BUSTLE_SELF, "n", 1000));
    k->effects[1] = see_ending;
    bustle_sequence_def *dinner = chain(k, "dinner", "sit", then, "look");
    add_sequence_claim(dinner, "free", 1);
    has(handles(def_npc(k, "guest", "dinner"), "call", "answer", 0), "n", 0);
    has(has(accepts(def_prop(k, "table"), "eat"), "n", 0), "free", 1);
    return dinner;
}

/* A guest, ann, has sat on bench1 and now, at 100, does what comes then. */
static void begin_dinner(kit *k) {
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "table1", "table");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    kit_forget_events(k);
}

static void interrupt_at(kit *k, int64_t now) {
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, now);
    kit_forget_events(k);
}

/* ---- S18 ---- */

static void S18_effects_claims_and_stop_come_before_an_npc_is_gone(void **state) {
    kit *k = *state;
    kit_def_sitting(k)->interrupted = OPS(CALL(1, "interrupted"), INCREASE(BUSTLE_TARGET, "n", 5));
    k->effects[1] = see_ending;
    kit_begin_sitting(k);
    uint64_t events = kit_stats(k).events;
    kit_remove(k, "ann");
    assert_true(seen.ann_lives);
    assert_int_equal(seen.taken, 1);
    assert_int_equal(seen.events, events);
    assert_int_equal(seen.target, kit_entity(k, "bench1"));
    assert_int_equal(kit_get(k, "bench1", "n"), 5);
    assert_int_equal(kit_get(k, "bench1", "free"), 3);
    assert_false(alive(k, "ann"));
    kit_update_to(k, 500);
    kit_expect_events(k, "@0 stop ann sit removed | @0 remove ann");
    assert_int_equal(kit_last(k, BUSTLE_EVENT_STOP)->target, kit_entity(k, "bench1"));
}

static void S18_claims_of_sequences_come_back_too(void **state) {
    kit *k = *state;
    def_dinner(k, "eat");
    begin_dinner(k);
    assert_int_equal(kit_taken(k, "bench1", "free"), 1);
    assert_int_equal(kit_taken(k, "table1", "free"), 1);
    kit_remove(k, "ann");
    assert_int_equal(seen.taken, 1); /* after the effects */
    assert_int_equal(kit_taken(k, "bench1", "free"), 0);
    assert_int_equal(kit_taken(k, "table1", "free"), 0);
    kit_update_to(k, 100);
    kit_expect_events(k, "stop ann eat removed | remove ann");
}

static void S18_an_npc_that_leaves_between_actions_stops_nothing(void **state) {
    kit *k = *state;
    def_dinner(k, "eat");
    begin_dinner(k);
    kit_complete(k, "ann");
    assert_int_equal(kit_taken(k, "bench1", "free"), 1);
    kit_remove(k, "ann");
    assert_int_equal(kit_taken(k, "bench1", "free"), 0);
    assert_int_equal(seen.calls, 0);
    kit_update_to(k, 100);
    kit_expect_events(k, "stop ann eat done | remove ann");
}

static void S18_what_was_interrupted_is_not_stopped_again(void **state) {
    kit *k = *state;
    kit_def_sitting(k)->interrupted = OPS(INCREASE(BUSTLE_TARGET, "n", 100));
    kit_begin_sitting(k);
    interrupt_at(k, 10);
    assert_int_equal(kit_get(k, "bench1", "n"), 100);
    kit_remove(k, "ann");
    assert_int_equal(kit_get(k, "bench1", "n"), 100);
    kit_update_to(k, 1000);
    kit_expect_events(k, "stop ann look removed | remove ann");
}

static void S18_those_who_use_it_follow_and_then_its_handle_is_stale(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    bustle_action_def *nurse = def_action(k, "nurse", 500);
    nurse->target = BUSTLE_TARGET_TAKEN;
    nurse->interrupted = OPS(CALL(1, "interrupted"));
    k->effects[1] = see_ending;
    chain(k, "nursing", "nurse");
    def_npc(k, "nurse", "nursing");
    has(accepts(def_npc(k, "patient", "main"), "nurse"), "n", 0);
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "bob", "nurse");
    kit_spawn(k, "ann", "patient");
    kit_update_to(k, 0);
    kit_expect_only(k, "start", "start bob nurse ann | start ann sit bench1");
    kit_remove(k, "ann");
    assert_int_equal(seen.calls, 1);
    assert_true(seen.ann_lives);
    assert_int_equal(seen.target, 0);
    assert_int_equal(seen.taken, 0);
    kit_update_to(k, 0);
    kit_expect_events(k,
        "stop ann sit removed | stop bob nurse cancelled | remove ann | "
        "fail bob nursing no-candidate");
}

/* ---- S19 ---- */

static void S19_users_are_cancelled_in_spawn_order_before_the_remove_event(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    kit_begin_sitting(k);
    kit_spawn(k, "bob", "npc");
    kit_spawn(k, "cid", "npc");
    kit_update_to(k, 0);
    kit_complete(k, "bob"); /* so that it is the last to start */
    kit_update_to(k, 10);
    kit_spawn(k, "bench2", "bench");
    kit_set(k, "bench1", "free", 0);
    kit_spawn(k, "dan", "npc");
    kit_update_to(k, 10);
    kit_forget_events(k);
    kit_remove(k, "bench1");
    assert_int_equal(kit_doing(k, "dan").target, kit_entity(k, "bench2"));
    assert_int_equal(kit_get(k, "bob", "n"), 112); /* at the call */
    kit_update_to(k, 20);
    kit_expect_events(k,
        "@10 stop ann sit cancelled | @10 stop bob sit cancelled | @10 stop cid sit cancelled | "
        "@10 remove bench1 | "
        "@20 start ann sit bench2 | @20 start bob sit bench2 | @20 fail cid main no-candidate");
}

static void S19_effects_on_self_are_applied_without_the_target_that_leaves(void **state) {
    kit *k = *state;
    kit_def_sitting(k)->interrupted = OPS(SET(BUSTLE_SELF, "n", 50), INCREASE(BUSTLE_SELF, "n", 7),
        SET(BUSTLE_TARGET, "n", 9), DECREASE(BUSTLE_SELF, "n", 2), INCREASE(BUSTLE_TARGET, "n", 9),
        CALL(1, "function"), DECREASE(BUSTLE_TARGET, "n", 1), RAISE(BUSTLE_SELF, "call"));
    k->effects[1] = see_ending;
    kit_begin_sitting(k);
    kit_remove(k, "bench1");
    assert_int_equal(kit_get(k, "ann", "n"), 55);
    assert_int_equal(seen.calls, 1);
    assert_int_equal(seen.target, 0);
    assert_int_equal(seen.bench_n, 0);
    kit_expect_logged(k, 0, "");
    kit_update_to(k, 10);
    kit_expect_events(k,
        "stop ann sit cancelled | remove bench1 | interrupt ann call answer ann | start ann look");
}

static void S19_a_cancelled_action_is_tried_from_scratch(void **state) {
    kit *k = *state;
    kit_def_sitting(k)->resumable = true;
    kit_begin_sitting(k);
    kit_spawn(k, "bench2", "bench");
    kit_update_to(k, 60);
    kit_remove(k, "bench1");
    kit_expect_stack(k, "ann", "main/sit processing");
    kit_update_to(k, 70);
    kit_expect_only(k, "stop start fail", "stop ann sit cancelled | start ann sit bench2");
    assert_int_equal(kit_doing(k, "ann").token, 2);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 100);
    assert_int_equal(kit_doing(k, "ann").failures, 0);
    kit_expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "sit bench1 @0, sit bench2 @70");
}

static void S19_a_cancelled_action_without_another_candidate_fails_its_node(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    kit_begin_sitting(k);
    kit_remove(k, "bench1");
    kit_update_to(k, 10);
    kit_expect_events(k, "stop ann sit cancelled | remove bench1 | fail ann main no-candidate");
}

static void S19_a_node_that_wanted_the_same_target_fails(void **state) {
    kit *k = *state;
    for (int caught = 0; caught <= 1; caught++) {
        kit_reset(k);
        kit_def_sitting(k);
        bustle_sequence_def *day = chain(k, "day", "sit", "=sit", "look");
        node_of(day, "sit2")->failed = caught ? "look" : NULL;
        has(def_npc(k, "sitter", "day"), "n", 0);
        kit_begin(k);
        kit_spawn(k, "bench1", "bench");
        kit_spawn(k, "ann", "sitter");
        kit_update_to(k, 0);
        kit_update_to(k, 100);
        kit_spawn(k, "bench2", "bench");
        kit_forget_events(k);
        kit_remove(k, "bench1");
        kit_update_to(k, 110);
        kit_expect_only(k, "stop fail start",
            caught ? "stop ann sit cancelled | start ann look"
                   : "stop ann sit cancelled | fail ann day target-left");
    }
}

static void S19_having_had_it_as_target_is_no_use(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    chain(k, "day", "sit", "look", "=sit");
    has(def_npc(k, "sitter", "day"), "n", 0);
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "sitter");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    kit_forget_events(k);
    kit_remove(k, "bench1");
    kit_update_to(k, 110);
    kit_expect_events(k, "remove bench1");
    kit_update_to(k, 150);
    kit_expect_events(k, "stop ann look done | fail ann day same-target");
}

static void S19_a_sequences_claim_is_a_use_with_all_effects_if_the_action_has_another_target(
    void **state) {
    kit *k = *state;
    def_dinner(k, "eat");
    begin_dinner(k);
    kit_remove(k, "bench1");
    assert_int_equal(seen.calls, 1);
    assert_int_equal(seen.target, kit_entity(k, "table1"));
    assert_int_equal(kit_get(k, "table1", "n"), 100);
    assert_int_equal(kit_taken(k, "table1", "free"), 0); /* that claim comes back */
    kit_update_to(k, 110);
    kit_expect_events(k, "stop ann eat cancelled | remove bench1 | fail ann dinner target-left");
    assert_int_equal(k->events[k->event_count - 3].target, kit_entity(k, "table1"));
}

static void S19_a_sequences_claim_is_a_use_if_the_action_has_no_target(void **state) {
    kit *k = *state;
    def_dinner(k, "think");
    begin_dinner(k);
    kit_remove(k, "bench1");
    assert_int_equal(kit_get(k, "ann", "n"), 1011);
    kit_update_to(k, 110);
    kit_expect_events(k, "stop ann think cancelled | remove bench1 | fail ann dinner target-left");
}

static void S19_who_uses_it_by_action_and_claim_is_stopped_once(void **state) {
    kit *k = *state;
    def_dinner(k, "=sit");
    begin_dinner(k);
    assert_int_equal(kit_taken(k, "bench1", "free"), 2);
    kit_spawn(k, "bench2", "bench");
    kit_remove(k, "bench1");
    assert_int_equal(kit_get(k, "ann", "n"), 112);
    kit_update_to(k, 110);
    kit_expect_only(k, "stop fail start", "stop ann sit cancelled | fail ann dinner target-left");
}

static void S19_a_claim_lost_between_actions_fails_the_sequence_without_a_stop(void **state) {
    kit *k = *state;
    def_dinner(k, "eat");
    begin_dinner(k);
    kit_complete(k, "ann");
    kit_remove(k, "bench1");
    kit_update_to(k, 110);
    kit_expect_events(k, "stop ann eat done | remove bench1 | fail ann dinner target-left");
}

static void S19_a_claim_lost_while_waiting_fails_the_sequence_after_the_wait(void **state) {
    kit *k = *state;
    def_dinner(k, ">meal");
    chain(k, "meal", "eat");
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    kit_update_to(k, 100); /* there is no table */
    kit_expect_only(k, "fail", "fail ann meal no-candidate");
    kit_remove(k, "bench1");
    kit_update_to(k, 1099);
    kit_expect_events(k, "remove bench1");
    kit_update_to(k, 1100);
    kit_expect_events(k, "fail ann dinner target-left");
}

/* Dinner nests "course", which claims the bench too if so asked. */
static void def_courses(kit *k, bool claims) {
    def_dinner(k, ">course");
    bustle_sequence_def *course = chain(k, "course", "=sit", "think");
    node_of(course, "sit")->failed = "think";
    node_of(course, "think")->failed = "sit";
    if (claims) {
        add_sequence_claim(course, "free", 1);
    }
}

static void S19_a_lost_claim_fails_its_sequence_with_everything_above_it(void **state) {
    kit *k = *state;
    for (int both = 0; both <= 1; both++) {
        kit_reset(k);
        def_courses(k, both == 1);
        begin_dinner(k);
        kit_update_to(k, 200);
        kit_expect_stack(k, "ann", "dinner/course in-subsequence, course/think waiting");
        assert_int_equal(kit_taken(k, "bench1", "free"), 1 + both);
        kit_remove(k, "bench1");
        kit_forget_events(k);
        kit_update_to(k, 200);
        kit_expect_only(k, "fail start", "fail ann dinner target-left");
        kit_expect_stack(k, "ann", "dinner/sit uninitialized");
    }
}

static void S19_the_caller_of_a_sequence_that_lost_its_claim_may_catch_that(void **state) {
    kit *k = *state;
    def_courses(k, false);
    bustle_sequence_def *day = chain(k, "day", ">dinner", "think");
    node_of(day, "dinner")->failed = "think";
    has(def_npc(k, "host", "day"), "n", 0);
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "host");
    kit_update_to(k, 0);
    kit_run(k, 200, 100);
    kit_remove(k, "bench1");
    kit_forget_events(k);
    kit_update_to(k, 200);
    kit_expect_only(k, "fail start", "fail ann dinner target-left | start ann think");
    kit_expect_stack(k, "ann", "day/think waiting");
}

static void S19_an_interrupted_action_notices_on_resumption(void **state) {
    kit *k = *state;
    kit_def_sitting(k)->resumable = true;
    kit_begin_sitting(k);
    interrupt_at(k, 10);
    kit_spawn(k, "bench2", "bench");
    kit_remove(k, "bench1");
    kit_update_to(k, 20);
    kit_expect_events(k, "spawn bench2 | remove bench1");
    kit_update_to(k, 60);
    kit_expect_events(k, "stop ann look done | start ann sit bench2");
}

static void S19_an_interrupted_node_that_wanted_the_same_target_fails_on_resumption(void **state) {
    kit *k = *state;
    def_dinner(k, "=sit")->claim_count = 0;
    begin_dinner(k);
    interrupt_at(k, 110);
    kit_spawn(k, "bench2", "bench");
    kit_remove(k, "bench1");
    kit_update_to(k, 160);
    kit_expect_only(k, "stop fail start", "stop ann look done | fail ann dinner same-target");
}

static void S19_an_interrupted_sequences_claim_is_missed_on_resumption(void **state) {
    kit *k = *state;
    def_dinner(k, "eat");
    begin_dinner(k);
    interrupt_at(k, 110);
    kit_remove(k, "bench1");
    kit_update_to(k, 120);
    kit_expect_events(k, "remove bench1");
    kit_update_to(k, 160);
    kit_expect_events(k, "stop ann look done | fail ann dinner target-left");
}

static void S19_nobody_is_stopped_when_nobody_uses_it(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    kit_begin_sitting(k);
    kit_spawn(k, "bench2", "bench");
    kit_remove(k, "bench2");
    assert_int_equal(kit_stats(k).queued, 0);
    kit_update_to(k, 10);
    kit_expect_events(k, "spawn bench2 | remove bench2");
}

/* A kit, and nothing seen yet. */
static int setup(void **state) {
    memset(&seen, 0, sizeof seen);
    return kit_setup(state);
}

#define FRESH(test) cmocka_unit_test_setup_teardown(test, setup, kit_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        FRESH(S18_effects_claims_and_stop_come_before_an_npc_is_gone),
        FRESH(S18_claims_of_sequences_come_back_too),
        FRESH(S18_an_npc_that_leaves_between_actions_stops_nothing),
        FRESH(S18_what_was_interrupted_is_not_stopped_again),
        FRESH(S18_those_who_use_it_follow_and_then_its_handle_is_stale),
        FRESH(S19_users_are_cancelled_in_spawn_order_before_the_remove_event),
        FRESH(S19_effects_on_self_are_applied_without_the_target_that_leaves),
        FRESH(S19_a_cancelled_action_is_tried_from_scratch),
        FRESH(S19_a_cancelled_action_without_another_candidate_fails_its_node),
        FRESH(S19_a_node_that_wanted_the_same_target_fails),
        FRESH(S19_having_had_it_as_target_is_no_use),
        FRESH(S19_a_sequences_claim_is_a_use_with_all_effects_if_the_action_has_another_target),
        FRESH(S19_a_sequences_claim_is_a_use_if_the_action_has_no_target),
        FRESH(S19_who_uses_it_by_action_and_claim_is_stopped_once),
        FRESH(S19_a_claim_lost_between_actions_fails_the_sequence_without_a_stop),
        FRESH(S19_a_claim_lost_while_waiting_fails_the_sequence_after_the_wait),
        FRESH(S19_a_lost_claim_fails_its_sequence_with_everything_above_it),
        FRESH(S19_the_caller_of_a_sequence_that_lost_its_claim_may_catch_that),
        FRESH(S19_an_interrupted_action_notices_on_resumption),
        FRESH(S19_an_interrupted_node_that_wanted_the_same_target_fails_on_resumption),
        FRESH(S19_an_interrupted_sequences_claim_is_missed_on_resumption),
        FRESH(S19_nobody_is_stopped_when_nobody_uses_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
