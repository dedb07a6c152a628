/* S33: what fails a node, a sequence, and what takes its place. Counts, waits and halts are in
 * test_halting.c. */
#include <stdio.h>

#include "recall.h"

/* State "n" (0), actions "wait" (100 ms), "try" (100 ms, with n = 1 only) and "sit" (100 ms, takes
 * a target), a "bench" with 1 "room" that accepts it, sequences "attempt" (try) and "idle" (nap,
 * 200 ms). Returns an "npc" whose main sequence is "task", which the test defines. "i" makes it
 * look (50 ms). */
static bustle_entity_def *def_npc_with_task(kit *k) {
    def_state(k, "n");
    def_state(k, "room")->minimum = 0;
    def_interruption(k, "i");
    def_action(k, "wait", 100);
    def_action(k, "nap", 200);
    def_action(k, "look", 50);
    def_action(k, "try", 100)->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 1));
    def_action(k, "sit", 100)->target = BUSTLE_TARGET_TAKEN;
    accepts(has(def_prop(k, "bench"), "room", 1), "sit");
    chain(k, "attempt", "try");
    chain(k, "idle", "nap");
    chain(k, "answer", "look");
    return handles(has(def_npc(k, "npc", "task"), "n", 0), "i", "answer", 0);
}

static void begin_task(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
}

static int32_t taken_of(const kit *k, const char *label) {
    int32_t amount = -1;
    bustle_entity entity = kit_entity(k, label);
    assert_int_equal(
        bustle_entity_taken(k->world, entity, kit_state(k, "room"), &amount), BUSTLE_OK);
    return amount;
}

/* ---- What fails a node ---- */

static const char *const node_causes[] = {
    "no-candidate", "condition", "no-option", "same-target", "game", "timeout", NULL};
enum { NO_CANDIDATE, CONDITION, NO_OPTION, SAME_TARGET, GAME, TIMEOUT };

/* A task whose first node will fail by that cause at 0 or, with what the game does, at 100. */
static bustle_node_def *def_failing(kit *k, int cause) {
    static const char *const performs[] = {"sit", "try", "wait", "=sit", "toil", "toil"};
    kit_reset(k);
    def_npc_with_task(k);
    bustle_action_def *toil = def_action(k, "toil", 50);
    toil->ending = BUSTLE_ENDING_GAME;
    toil->timeout_ms = 100;
    toil->timeout_fails = true;
    bustle_sequence_def *task = chain(k, "task", performs[cause], "nap");
    bustle_node_def *node = node_of(task, performs[cause] + (cause == SAME_TARGET));
    if (cause == NO_OPTION) {
        node->transition_count = 0;
        add_edge(node, "nap", OPS(SELF_IS("n", BUSTLE_EQUAL, 1)));
    }
    return node;
}

static void begin_failing(kit *k, int cause) {
    begin_task(k);
    if (cause == GAME) {
        bustle_entity ann = kit_entity(k, "ann");
        assert_int_equal(bustle_npc_fail(k->world, ann, BUSTLE_NONE, 0), BUSTLE_OK);
    }
    kit_update_to(k, 100);
}

static void S33_every_failed_node_without_a_failed_transition_fails_its_sequence(void **state) {
    kit *k = *state;
    for (int cause = 0; node_causes[cause] != NULL; cause++) {
        def_failing(k, cause);
        begin_failing(k, cause);
        char expected[64];
        snprintf(expected, sizeof expected, "fail ann task %s", node_causes[cause]);
        kit_expect_only(k, "fail", expected);
        assert_int_equal(kit_doing(k, "ann").action, BUSTLE_NONE);
        assert_int_equal(kit_doing(k, "ann").failures, 1);
    }
}

static void S33_every_failed_node_with_a_failed_transition_follows_it(void **state) {
    kit *k = *state;
    for (int cause = 0; node_causes[cause] != NULL; cause++) {
        def_failing(k, cause)->failed = "nap";
        begin_failing(k, cause);
        kit_expect_only(k, "fail", "");
        assert_int_equal(kit_doing(k, "ann").action, kit_action(k, "nap"));
        assert_int_equal(kit_doing(k, "ann").failures, 0); /* it is not counted */
    }
}

static void S33_an_action_that_the_game_failed_stops_at_once_and_fails_on_the_turn(void **state) {
    kit *k = *state;
    def_failing(k, GAME);
    begin_task(k);
    kit_forget_events(k);
    bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 10); /* after the interruptions */
    kit_expect_events(k, "stop ann toil failed | interrupt ann i answer | start ann look");
    kit_update_to(k, 60);
    kit_expect_events(k, "stop ann look done | fail ann task game");
}

static void S33_a_timeout_that_is_a_failure_stops_the_action_as_failed(void **state) {
    kit *k = *state;
    def_failing(k, TIMEOUT);
    begin_failing(k, TIMEOUT);
    kit_expect_only(k, "stop fail", "stop ann toil failed | fail ann task timeout");
}

static void S33_a_caught_failure_is_not_limited(void **state) {
    kit *k = *state;
    def_npc_with_task(k);
    bustle_sequence_def *task = chain(k, "task", "try", "try", "try", "wait");
    node_of(task, "try")->failed = "try2";
    node_of(task, "try2")->failed = "try3";
    node_of(task, "try3")->failed = "wait";
    begin_task(k);
    kit_expect_events(k, "spawn ann | start ann wait"); /* all in one update */
    assert_int_equal(kit_doing(k, "ann").failures, 0);
}

static void S33_a_failed_transition_may_lead_to_the_end(void **state) {
    kit *k = *state;
    def_npc_with_task(k);
    node_of(chain(k, "hopeful", "try"), "try")->failed = "END";
    chain(k, "task", ">hopeful", "wait");
    begin_task(k);
    kit_expect_events(k, "spawn ann | start ann wait");
}

/* ---- What fails a sequence directly ---- */

/* Two sequences may be nested, and "outer" asks for a third; both of them would catch. */
static void begin_deep(kit *k, bool outer_catches) {
    def_npc_with_task(k);
    bustle_sequence_def *task = chain(k, "task", ">outer", "wait");
    bustle_sequence_def *outer = chain(k, "outer", ">idle", "look");
    node_of(outer, "idle")->failed = "look";
    node_of(task, "outer")->failed = outer_catches ? "wait" : NULL;
    k->def.depth_limit = 2;
    begin_task(k);
}

static void S33_by_depth_the_asker_fails_and_only_its_caller_catches(void **state) {
    kit *k = *state;
    begin_deep(k, true);
    kit_expect_events(k, "spawn ann | fail ann outer depth | start ann wait");
    assert_int_equal(kit_doing(k, "ann").failures, 0);
}

static void S33_a_failure_by_depth_that_nobody_catches_counts(void **state) {
    kit *k = *state;
    begin_deep(k, false);
    kit_expect_events(k, "spawn ann | fail ann outer depth");
    assert_int_equal(kit_doing(k, "ann").failures, 1);
}

/* "round" goes in a circle without an action as long as n is 0. */
static void S33_a_failure_by_steps_is_caught_by_nobody(void **state) {
    kit *k = *state;
    def_npc_with_task(k);
    bustle_sequence_def *round = def_sequence(k, "round", "a");
    bustle_node_def *a = add_node(round, "a", BUSTLE_NODE_CHOICE, NULL);
    add_edge(a, "b", OPS(SELF_IS("n", BUSTLE_EQUAL, 0)));
    add_edge(a, "wait", OPS(SELF_IS("n", BUSTLE_NOT_EQUAL, 0)));
    a->failed = "wait";
    bustle_node_def *b = add_node(round, "b", BUSTLE_NODE_CHOICE, NULL);
    add_edge(b, "a", ALWAYS);
    b->failed = "wait";
    add_edge(add_node(round, "wait", BUSTLE_NODE_ACTION, "wait"), "END", ALWAYS);
    node_of(chain(k, "task", ">round", "nap"), "round")->failed = "nap";
    begin_task(k);
    kit_expect_events(k, "spawn ann | fail ann round steps");
    assert_int_equal(kit_doing(k, "ann").failures, 1);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_WAITING);
}

/* "use" claims the bench for its whole run. */
static bustle_sequence_def *def_use(kit *k) {
    bustle_sequence_def *use = chain(k, "use", "sit", "wait", "try");
    add_sequence_claim(use, "room", 1);
    return use;
}

static void S33_a_lost_claim_fails_the_sequence_and_only_its_caller_catches(void **state) {
    kit *k = *state;
    def_npc_with_task(k);
    node_of(def_use(k), "wait")->failed = "sit";
    node_of(chain(k, "task", ">use", "nap"), "use")->failed = "nap";
    kit_begin(k);
    bustle_entity bench = kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    kit_forget_events(k);
    assert_int_equal(bustle_world_remove(k->world, bench), BUSTLE_OK);
    kit_update_to(k, 110);
    kit_expect_events(
        k, "stop ann wait cancelled | remove bench1 | fail ann use target-left | start ann nap");
}

static void S33_the_same_target_that_leaves_fails_the_node(void **state) {
    kit *k = *state;
    def_npc_with_task(k);
    bustle_sequence_def *task = chain(k, "task", "sit", "=sit", "nap");
    node_of(task, "sit2")->failed = "nap";
    kit_begin(k);
    bustle_entity bench = kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    kit_forget_events(k);
    kit_spawn(k, "bench2", "bench"); /* not tried, though it could be sat on */
    assert_int_equal(bustle_world_remove(k->world, bench), BUSTLE_OK);
    kit_update_to(k, 110);
    kit_expect_only(k, "stop start fail", "stop ann sit cancelled | start ann nap");
}

/* ---- How a sequence fails ---- */

static void S33_a_failing_sequence_gives_its_claims_back(void **state) {
    kit *k = *state;
    def_npc_with_task(k);
    def_use(k);
    chain(k, "task", ">use", "nap");
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    assert_int_equal(taken_of(k, "bench1"), 1);
    kit_update_to(k, 200);
    kit_expect_only(k, "fail", "fail ann use condition");
    assert_int_equal(taken_of(k, "bench1"), 0);
}

static void S33_the_caller_s_failed_transition_is_followed(void **state) {
    kit *k = *state;
    falls_back_on(def_npc_with_task(k), "idle");
    node_of(chain(k, "task", ">attempt", "look", "wait"), "attempt")->failed = "wait";
    begin_task(k);
    kit_expect_events(k, "spawn ann | fail ann attempt condition | start ann wait");
    assert_int_equal(kit_doing(k, "ann").failures, 0);
}

static void S33_a_caller_further_down_does_not_catch(void **state) {
    kit *k = *state;
    def_npc_with_task(k);
    chain(k, "middle", ">attempt", "wait");
    node_of(chain(k, "task", ">middle", "nap"), "middle")->failed = "nap";
    begin_task(k);
    kit_expect_events(k, "spawn ann | fail ann attempt condition");
    expect_stacks(k, "ann", "task.middle in-subsequence > middle.attempt executed");
}

/* ---- Fallbacks ---- */

static void S33_a_fallback_takes_the_failing_sequence_s_place(void **state) {
    kit *k = *state;
    falls_back_on(def_npc_with_task(k), "idle");
    chain(k, "task", ">attempt", "wait");
    begin_task(k);
    kit_expect_events(
        k, "spawn ann | fail ann attempt condition | fallback ann idle | start ann nap");
    expect_stacks(k, "ann", "task.attempt in-subsequence > idle.nap waiting");
    assert_true(top_frame(k, "ann").fallback);
}

static void S33_the_caller_counts_its_node_as_executed_once_the_fallback_has_ended(void **state) {
    kit *k = *state;
    falls_back_on(def_npc_with_task(k), "idle");
    chain(k, "task", ">attempt", "wait");
    begin_task(k);
    kit_forget_events(k);
    kit_update_to(k, 200);
    kit_expect_events(k, "stop ann nap done | start ann wait");
}

static void S33_without_a_fallback_the_caller_counts_its_node_as_executed_at_once(void **state) {
    kit *k = *state;
    def_npc_with_task(k);
    chain(k, "task", ">attempt", "wait");
    begin_task(k);
    expect_stacks(k, "ann", "task.attempt executed");
    kit_forget_events(k);
    kit_update_to(k, 1000); /* after the wait */
    kit_expect_events(k, "start ann wait");
}

static void S33_the_fallback_is_drawn(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_npc_with_task(k);
    chain(k, "idle1", "nap");
    chain(k, "idle2", "nap");
    falls_back_on(falls_back_on(falls_back_on(npc, "idle"), "idle1"), "idle2");
    chain(k, "task", "try");
    begin_task(k);
    kit_run(k, 1000, 200);
    kit_expect_only(k, "fallback", /* draws below 3 of the stream of spawn number 1 */
        "fallback ann idle1 | fallback ann idle1 | fallback ann idle1 | fallback ann idle2 | "
        "fallback ann idle | fallback ann idle1");
}

/* "alarm" of a given priority makes ann attempt what fails, then wait; "fuss" (0) makes it look. */
static void begin_alarm(kit *k, int32_t priority) {
    bustle_entity_def *npc = falls_back_on(def_npc_with_task(k), "idle");
    def_interruption(k, "alarm");
    chain(k, "task", "nap");
    chain(k, "panic", ">attempt", "wait");
    handles(npc, "alarm", "panic", priority);
    begin_task(k);
    kit_interrupt(k, "ann", "alarm");
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt fallback", "interrupt ann alarm panic | fallback ann idle");
}

static void S33_an_activity_of_higher_priority_has_0_while_a_fallback_runs(void **state) {
    kit *k = *state;
    begin_alarm(k, 5);
    assert_int_equal(top_frame(k, "ann").priority, 0);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt ignore", "interrupt ann i answer");
}

static void S33_its_own_priority_counts_again_after_the_fallback(void **state) {
    kit *k = *state;
    begin_alarm(k, 5);
    kit_update_to(k, 210); /* panic waits now */
    assert_int_equal(top_frame(k, "ann").priority, 5);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 210);
    kit_expect_only(k, "interrupt ignore", "ignore ann i answer");
}

static void S33_an_activity_of_lower_priority_keeps_it_while_a_fallback_runs(void **state) {
    kit *k = *state;
    begin_alarm(k, -5);
    assert_int_equal(top_frame(k, "ann").priority, -5);
}

static void S33_a_fallback_has_no_current_target(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_npc_with_task(k);
    chain(k, "clinging", "=sit");
    falls_back_on(npc, "clinging");
    chain(k, "task", "sit", ">attempt");
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    kit_expect_only(k, "fail fallback", "fail ann attempt condition | fallback ann clinging");
    assert_int_equal(top_frame(k, "ann").target, 0);
    kit_update_to(k, 100);
    kit_expect_only(k, "fail", "fail ann clinging same-target");
}

static void S33_a_fallback_that_fails_gives_way_to_another(void **state) {
    kit *k = *state;
    falls_back_on(def_npc_with_task(k), "attempt");
    chain(k, "task", "try");
    begin_task(k);
    kit_update_to(k, 10);
    kit_expect_only(k, "fail fallback",
        "fail ann task condition | fallback ann attempt | "
        "fail ann attempt condition | fallback ann attempt");
}

/* ---- With nothing below ---- */

static void S33_with_nothing_below_the_main_sequence_starts_again(void **state) {
    kit *k = *state;
    falls_back_on(def_npc_with_task(k), "idle");
    chain(k, "task", "wait", "try");
    begin_task(k);
    kit_update_to(k, 100); /* the fallback */
    kit_forget_events(k);
    kit_update_to(k, 300);
    kit_expect_events(k, "stop ann nap done | start ann wait");
}

static void S33_without_a_fallback_the_main_sequence_starts_again_after_the_wait(void **state) {
    kit *k = *state;
    def_npc_with_task(k);
    chain(k, "task", "wait", "try");
    begin_task(k);
    kit_update_to(k, 100);
    expect_stacks(k, "ann", "task.wait uninitialized");
    kit_forget_events(k);
    kit_update_to(k, 1100);
    kit_expect_events(k, "start ann wait");
}

/* ann digs (1000 ms, resumable); "alarm" makes it attempt what fails. */
static void begin_failing_response(kit *k, bool fallback) {
    bustle_entity_def *npc = def_npc_with_task(k);
    def_action(k, "dig", 1000)->resumable = true;
    chain(k, "task", "dig");
    def_interruption(k, "alarm");
    handles(npc, "alarm", "attempt", 5);
    if (fallback) {
        falls_back_on(npc, "idle");
    }
    begin_task(k);
    kit_update_to(k, 400);
    kit_interrupt(k, "ann", "alarm");
    kit_forget_events(k);
    kit_update_to(k, 400);
}

static void S33_after_a_failed_response_the_interrupted_activity_resumes(void **state) {
    kit *k = *state;
    begin_failing_response(k, false);
    kit_expect_events(
        k, "stop ann dig interrupted | interrupt ann alarm attempt | fail ann attempt condition");
    expect_stacks(k, "ann", "task.dig interrupted");
    kit_update_to(k, 1399);
    kit_expect_events(k, "");
    kit_update_to(k, 1400); /* the wait is the NPC's */
    kit_expect_events(k, "resume ann dig 600");
}

static void S33_after_a_response_s_fallback_the_interrupted_activity_resumes(void **state) {
    kit *k = *state;
    begin_failing_response(k, true);
    kit_expect_only(
        k, "fail fallback start", "fail ann attempt condition | fallback ann idle | start ann nap");
    kit_update_to(k, 600);
    kit_expect_events(k, "stop ann nap done | resume ann dig 600");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S33_every_failed_node_without_a_failed_transition_fails_its_sequence),
        RULE(S33_every_failed_node_with_a_failed_transition_follows_it),
        RULE(S33_an_action_that_the_game_failed_stops_at_once_and_fails_on_the_turn),
        RULE(S33_a_timeout_that_is_a_failure_stops_the_action_as_failed),
        RULE(S33_a_caught_failure_is_not_limited),
        RULE(S33_a_failed_transition_may_lead_to_the_end),
        RULE(S33_by_depth_the_asker_fails_and_only_its_caller_catches),
        RULE(S33_a_failure_by_depth_that_nobody_catches_counts),
        RULE(S33_a_failure_by_steps_is_caught_by_nobody),
        RULE(S33_a_lost_claim_fails_the_sequence_and_only_its_caller_catches),
        RULE(S33_the_same_target_that_leaves_fails_the_node),
        RULE(S33_a_failing_sequence_gives_its_claims_back),
        RULE(S33_the_caller_s_failed_transition_is_followed),
        RULE(S33_a_caller_further_down_does_not_catch),
        RULE(S33_a_fallback_takes_the_failing_sequence_s_place),
        RULE(S33_the_caller_counts_its_node_as_executed_once_the_fallback_has_ended),
        RULE(S33_without_a_fallback_the_caller_counts_its_node_as_executed_at_once),
        RULE(S33_the_fallback_is_drawn),
        RULE(S33_an_activity_of_higher_priority_has_0_while_a_fallback_runs),
        RULE(S33_its_own_priority_counts_again_after_the_fallback),
        RULE(S33_an_activity_of_lower_priority_keeps_it_while_a_fallback_runs),
        RULE(S33_a_fallback_has_no_current_target),
        RULE(S33_a_fallback_that_fails_gives_way_to_another),
        RULE(S33_with_nothing_below_the_main_sequence_starts_again),
        RULE(S33_without_a_fallback_the_main_sequence_starts_again_after_the_wait),
        RULE(S33_after_a_failed_response_the_interrupted_activity_resumes),
        RULE(S33_after_a_response_s_fallback_the_interrupted_activity_resumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
