/* S21 and S24: the lifecycle of a sequence, what a step is, and how many there may be. */
#include <stdio.h>

#include "kit_npc.h"

/* Actions "a" and "b" (100 ms), "never", whose precondition is false, and "look" (50 ms), which
 * "call" makes an NPC do in "answer". */
static void def_actions(kit *k) {
    def_state(k, "n");
    def_interruption(k, "call");
    def_action(k, "a", 100);
    def_action(k, "b", 100);
    def_action(k, "look", 50);
    def_action(k, "never", 100)->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 1));
    chain(k, "answer", "look");
}

static bustle_entity_def *def_someone(kit *k) {
    return has(handles(def_npc(k, "npc", "main"), "call", "answer", 0), "n", 0);
}

static void begin_with_ann(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
}

/* ---- S21: the lifecycle ---- */

static void S21_a_sequence_is_uninitialized_until_it_is_entered(void **state) {
    kit *k = *state;
    def_actions(k);
    chain(k, "main", "a");
    def_someone(k);
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_expect_stack(k, "ann", "main/a uninitialized");
}

static const char *expected_stack;

static int see_stack(kit *k, bustle_call *call) {
    (void)call;
    kit_expect_stack(k, "ann", expected_stack);
    expected_stack = NULL;
    return 1;
}

static void S21_a_sequence_is_processing_while_it_performs_a_node(void **state) {
    kit *k = *state;
    def_actions(k);
    bustle_action_def *attempt = def_action(k, "try", 100);
    attempt->target = BUSTLE_TARGET_NOT_TAKEN;
    attempt->when = OPS(CALL(1, "when"));
    k->conditions[1] = see_stack;
    chain(k, "main", ">sub");
    chain(k, "sub", "try");
    def_someone(k);
    expected_stack = "main/sub in-subsequence, sub/try processing";
    begin_with_ann(k);
    assert_null(expected_stack);
    kit_expect_stack(k, "ann", "main/sub in-subsequence, sub/try waiting");
}

static void S21_a_sequence_waits_for_its_action_and_its_callers_are_in_subsequence(void **state) {
    kit *k = *state;
    def_actions(k);
    chain(k, "main", ">sub");
    chain(k, "sub", ">subsub");
    chain(k, "subsub", "a");
    def_someone(k);
    begin_with_ann(k);
    kit_expect_stack(
        k, "ann", "main/sub in-subsequence, sub/subsub in-subsequence, subsub/a waiting");
}

static void S21_a_node_has_executed_until_a_transition_is_followed(void **state) {
    kit *k = *state;
    def_actions(k);
    bustle_sequence_def *main = chain(k, "main", "a", "b");
    node_of(main, "a")->transition_count = 0;
    add_edge(node_of(main, "a"), "b", OPS(CALL(1, "when")));
    k->conditions[1] = see_stack;
    def_someone(k);
    begin_with_ann(k);
    kit_complete(k, "ann");
    kit_expect_stack(k, "ann", "main/a executed");
    expected_stack = "main/a executed";
    kit_update_to(k, 0);
    assert_null(expected_stack);
    kit_expect_stack(k, "ann", "main/b waiting");
}

static void S21_an_activity_is_interrupted_where_it_waited_for_an_action(void **state) {
    kit *k = *state;
    def_actions(k);
    chain(k, "main", ">sub");
    chain(k, "sub", "a");
    def_someone(k);
    begin_with_ann(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 10);
    kit_expect_stack(k, "ann", "main/sub in-subsequence, sub/a interrupted | answer/look waiting");
    kit_update_to(k, 60);
    kit_expect_stack(k, "ann", "main/sub in-subsequence, sub/a waiting");
}

static void S21_an_activity_interrupted_between_actions_keeps_its_state(void **state) {
    kit *k = *state;
    def_actions(k);
    chain(k, "main", "a", "b");
    def_someone(k);
    begin_with_ann(k);
    kit_complete(k, "ann");
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 10);
    kit_expect_stack(k, "ann", "main/a executed | answer/look waiting");
    kit_update_to(k, 60);
    kit_expect_stack(k, "ann", "main/b waiting");
}

/* The one way to see it from outside: the step that would follow `failed` is not made, and that
 * failure is the second in the update. */
static void S21_a_sequence_has_failed_until_its_failed_transition_is_followed(void **state) {
    kit *k = *state;
    def_actions(k);
    chain(k, "main", "never");
    node_of(chain(k, "idle", "never", "b"), "never")->failed = "b";
    falls_back_on(def_someone(k), "idle");
    k->def.step_limit = 4;
    begin_with_ann(k);
    kit_expect_events(k, "spawn ann | fail ann main condition | fallback ann idle");
    kit_expect_stack(k, "ann", "idle/never failed");
    kit_update_to(k, 0);
    kit_expect_events(k, "fail ann idle steps | fallback ann idle");
}

/* ---- S21: steps ---- */

typedef void (*script)(kit *k);

/* How many steps "ann" makes in an update until an action starts: with one fewer allowed, none
 * does. `prepare`, if there is one, follows the first update, and needs at most two in each. */
static int steps_of(kit *k, script define, script prepare) {
    for (int limit = prepare == NULL ? 1 : 2; limit < 100; limit++) {
        kit_reset(k);
        k->def.step_limit = limit;
        def_actions(k);
        define(k);
        kit_begin(k);
        kit_spawn(k, "ann", "npc");
        if (prepare != NULL) {
            kit_update_to(k, 0);
            prepare(k);
        }
        uint64_t starts = kit_stats(k).starts;
        kit_run(k, 50, 50);
        if (kit_stats(k).starts > starts) {
            return limit;
        }
    }
    return -1;
}

static void def_plain(kit *k) {
    chain(k, "main", "a");
    def_someone(k);
}

static void S21_entering_a_sequence_and_performing_a_node_are_steps(void **state) {
    assert_int_equal(steps_of(*state, def_plain, NULL), 2);
}

/* A sequence that begins with a choice, which goes on to a node if n is 0, else to b. */
static bustle_sequence_def *def_choosing(kit *k, const char *name, const char *to) {
    bustle_sequence_def *choosing = def_sequence(k, name, "pick");
    bustle_node_def *pick = add_node(choosing, "pick", BUSTLE_NODE_CHOICE, NULL);
    add_edge(pick, to, OPS(SELF_IS("n", BUSTLE_EQUAL, 0)));
    add_edge(pick, "b", OPS(SELF_IS("n", BUSTLE_NOT_EQUAL, 0)));
    add_edge(add_node(choosing, "b", BUSTLE_NODE_ACTION, "b"), "END", ALWAYS);
    add_edge(add_node(choosing, "a", BUSTLE_NODE_ACTION, "a"), "END", ALWAYS);
    return choosing;
}

static void def_choice(kit *k) {
    def_choosing(k, "main", "a");
    def_someone(k);
}

static void S21_following_a_transition_is_a_step(void **state) {
    /* enter, choice, follow, a */
    assert_int_equal(steps_of(*state, def_choice, NULL), 4);
}

static void def_nested(kit *k) {
    chain(k, "main", ">sub");
    chain(k, "sub", "a");
    def_someone(k);
}

static void S21_performing_a_nested_sequence_is_one_step_and_entering_it_another(void **state) {
    assert_int_equal(steps_of(*state, def_nested, NULL), 4);
}

static void def_passing(kit *k) {
    chain(k, "main", ">sub", "a");
    def_choosing(k, "sub", "END");
    def_someone(k);
}

static void S21_an_end_nodes_pop_and_its_callers_change_are_one_step(void **state) {
    /* enter, nest, enter, choice, follow, end, follow, a */
    assert_int_equal(steps_of(*state, def_passing, NULL), 8);
}

static unsigned tests_made;

static int first_time(kit *k, bustle_call *call) {
    (void)k;
    (void)call;
    return tests_made++ == 0;
}

static void def_again(kit *k) {
    bustle_sequence_def *main = chain(k, "main", "a");
    bustle_node_def *pick = add_node(main, "pick", BUSTLE_NODE_CHOICE, NULL);
    main->entry = "pick";
    add_edge(pick, "END", OPS(CALL(1, "when")));
    add_edge(pick, "a", ALWAYS)->otherwise = true;
    k->conditions[1] = first_time;
    tests_made = 0;
    def_someone(k);
}

static void S21_pushing_main_again_is_part_of_its_end(void **state) {
    /* enter, choice, follow, end; enter, choice, follow, a */
    assert_int_equal(steps_of(*state, def_again, NULL), 8);
}

static void def_failing(kit *k) {
    node_of(chain(k, "main", "never", "a"), "never")->failed = "a";
    def_someone(k);
}

static void S21_a_node_that_fails_is_a_step_and_following_failed_another(void **state) {
    /* enter, never, failed, a */
    assert_int_equal(steps_of(*state, def_failing, NULL), 4);
}

static void def_no_option(kit *k) {
    bustle_sequence_def *main = chain(k, "main", "a");
    bustle_node_def *pick = add_node(main, "pick", BUSTLE_NODE_CHOICE, NULL);
    main->entry = "pick";
    add_edge(pick, "END", OPS(SELF_IS("n", BUSTLE_EQUAL, 1)));
    pick->failed = "a";
    def_someone(k);
}

static void S21_finding_no_transition_to_follow_is_a_step(void **state) {
    /* enter, choice, no option, failed, a */
    assert_int_equal(steps_of(*state, def_no_option, NULL), 5);
}

static void def_caller_catches(kit *k) {
    node_of(chain(k, "main", ">sub", "a"), "sub")->failed = "a";
    chain(k, "sub", "never");
    def_someone(k);
}

static void S21_a_nested_sequence_that_fails_adds_no_step(void **state) {
    /* enter, nest, enter, never, failed, a */
    assert_int_equal(steps_of(*state, def_caller_catches, NULL), 6);
}

static void def_idler(kit *k) {
    chain(k, "idle", "a");
    falls_back_on(def_someone(k), "idle");
}

static void def_fallback(kit *k) {
    chain(k, "main", "never");
    def_idler(k);
}

static void S21_a_fallback_is_entered_by_a_step(void **state) {
    /* enter, never; enter, a */
    assert_int_equal(steps_of(*state, def_fallback, NULL), 4);
}

static void def_too_deep(kit *k) {
    k->def.depth_limit = 1;
    chain(k, "main", ">answer");
    def_idler(k);
}

static void S21_asking_for_one_sequence_too_many_is_a_step(void **state) {
    /* enter, nest; enter, a */
    assert_int_equal(steps_of(*state, def_too_deep, NULL), 4);
}

static void def_game_fails(kit *k) {
    bustle_sequence_def *main = def_choosing(k, "main", "a");
    main->entry = "b";
    node_of(main, "b")->failed = "pick";
    def_someone(k);
}

static void fail_ann(kit *k) {
    kit_fail(k, "ann");
}

static void S21_dealing_with_an_action_that_failed_adds_no_step(void **state) {
    /* failed, choice, follow, a */
    assert_int_equal(steps_of(*state, def_game_fails, fail_ann), 4);
}

static void interrupt_ann(kit *k) {
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 0);
}

static void def_resumable(kit *k) {
    def_plain(k);
    def_action(k, "read", 100)->resumable = true;
    chain(k, "reading", "read");
    def_npc(k, "reader", "reading");
}

/* As interrupt_ann, but of an NPC that is at a resumable action. */
static void interrupt_reading(kit *k) {
    bustle_entity ann = kit_entity(k, "ann");
    assert_int_equal(bustle_npc_set_main(k->world, ann, kit_sequence(k, "reading")), BUSTLE_OK);
    kit_update_to(k, 0);
    interrupt_ann(k);
}

static void S21_resuming_an_activity_is_a_step(void **state) {
    /* follow, end; resume; a */
    assert_int_equal(steps_of(*state, def_plain, interrupt_ann), 4);
    /* follow, end; resume, which starts it */
    assert_int_equal(steps_of(*state, def_resumable, interrupt_reading), 3);
}

/* ---- S24: steps ---- */

enum { LINE = 40 };

/* A sequence of choices in a row, then a. With a detour, three more steps: a choice that has no
 * option, and its failed transition. */
static bustle_sequence_def *def_line(kit *k, const char *name, int choices, bool detour) {
    static char names[LINE][16];
    bustle_sequence_def *line = chain(k, name, "a");
    assert_true(choices <= LINE);
    for (int i = 0; i < choices; i++) {
        snprintf(names[i], sizeof names[i], "c%d", i);
        bustle_node_def *choice = add_node(line, names[i], BUSTLE_NODE_CHOICE, NULL);
        add_edge(choice, i == 0 ? "a" : names[i - 1], OPS(SELF_IS("n", BUSTLE_EQUAL, 0)));
        choice->failed = "a"; /* which running out of steps does not use */
    }
    line->entry = names[choices - 1];
    if (detour) {
        bustle_node_def *away = add_node(line, "detour", BUSTLE_NODE_CHOICE, NULL);
        add_edge(away, "a", OPS(SELF_IS("n", BUSTLE_EQUAL, 1)));
        away->failed = line->entry;
        line->entry = "detour";
    }
    return line;
}

static void S24_an_npc_makes_64_steps_in_an_update(void **state) {
    kit *k = *state;
    assert_int_equal(k->def.step_limit, 64);
    def_actions(k);
    def_line(k, "main", 31, false); /* 1 + 2 * 31 + 1 */
    def_someone(k);
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_spawn(k, "bob", "npc"); /* each has its own */
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "start ann a | start bob a");
}

static void S24_steps_are_counted_anew_in_each_update(void **state) {
    kit *k = *state;
    k->def.step_limit = 4;
    def_actions(k);
    def_plain(k);
    begin_with_ann(k);
    kit_run(k, 2000, 100); /* follow, end, enter, a */
    kit_expect_only(k, "fail", "");
    assert_int_equal(kit_stats(k).starts, 21);
}

static void S24_the_65th_is_not_made_and_the_sequence_fails(void **state) {
    kit *k = *state;
    def_actions(k);
    def_line(k, "main", 30, true); /* 1 + 3 + 2 * 30 + 1 */
    def_someone(k);
    begin_with_ann(k);
    kit_expect_events(k, "spawn ann | fail ann main steps");
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_WAITING);
    assert_int_equal(kit_doing(k, "ann").failures, 1);
    kit_expect_stack(k, "ann", "main/detour uninitialized");
}

static void S24_the_limit_of_steps_can_be_set(void **state) {
    kit *k = *state;
    for (int limit = 1; limit <= 80; limit++) {
        kit_reset(k);
        k->def.step_limit = limit;
        def_actions(k);
        def_line(k, "main", 35, false); /* 72 */
        def_someone(k);
        begin_with_ann(k);
        kit_expect_only(k, "start fail", limit >= 72 ? "start ann a" : "fail ann main steps");
    }
}

/* "main" nests a line that is too long; where it fails, it would do b. */
static void def_long_errand(kit *k) {
    def_actions(k);
    def_line(k, "errand", 35, false);
    node_of(chain(k, "main", ">errand", "b"), "errand")->failed = "b";
}

static void S24_the_sequence_on_top_fails_and_no_failed_transition_catches_that(void **state) {
    kit *k = *state;
    def_long_errand(k);
    def_someone(k);
    begin_with_ann(k);
    kit_expect_events(k, "spawn ann | fail ann errand steps");
    kit_expect_stack(k, "ann", "main/errand executed");
}

static void S24_the_turn_is_over_even_with_a_fallback(void **state) {
    kit *k = *state;
    def_long_errand(k);
    chain(k, "idle", "look");
    falls_back_on(def_someone(k), "idle");
    begin_with_ann(k);
    kit_expect_events(k, "spawn ann | fail ann errand steps | fallback ann idle");
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_DECIDING);
    kit_expect_stack(k, "ann", "main/errand in-subsequence, idle/look uninitialized");
    kit_update_to(k, 0);
    kit_expect_events(k, "start ann look");
}

static void S24_what_was_kept_is_tried_in_the_turn_in_which_a_response_runs_out_of_steps(
    void **state) {
    kit *k = *state;
    def_actions(k);
    def_line(k, "errand", 35, false);
    chain(k, "main", "a");
    def_environment(k, "storm", 1000);
    def_interruption(k, "alarm")->when = OPS(ENV_IS("storm", BUSTLE_EQUAL, 1));
    bustle_entity_def *npc = has(def_npc(k, "npc", "main"), "n", 0);
    handles(handles(npc, "call", "errand", 5), "alarm", "answer", 0);
    begin_with_ann(k);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "call");
    OK(bustle_world_set_environment(k->world, kit_environment(k, "storm"), 1));
    kit_update_to(k, 10);
    kit_expect_events(k,
        "stop ann a interrupted | interrupt ann call errand | fail ann errand steps | "
        "interrupt ann alarm answer");
    kit_update_to(k, 20);
    kit_expect_events(k, "start ann look");
}

static void S24_nothing_fails_if_the_step_not_made_is_resuming_an_activity(void **state) {
    kit *k = *state;
    k->def.step_limit = 2;
    def_actions(k);
    def_resumable(k);
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    interrupt_reading(k);
    kit_forget_events(k);
    kit_update_to(k, 50);
    kit_expect_events(k, "stop ann look done");
    kit_expect_stack(k, "ann", "reading/read interrupted");
    assert_int_equal(kit_stats(k).queued, 1);
    kit_update_to(k, 50);
    kit_expect_events(k, "resume ann read 100");
}

static void S24_nothing_fails_either_if_a_failure_was_dealt_with_before_resuming(void **state) {
    kit *k = *state;
    k->def.step_limit = 4;
    def_actions(k);
    node_of(chain(k, "main", "a", "b"), "a")->failed = "b";
    bustle_sequence_def *reply = def_choosing(k, "reply", "END");
    add_edge(add_node(reply, "look", BUSTLE_NODE_ACTION, "look"), "pick", ALWAYS);
    reply->entry = "look";
    has(handles(def_npc(k, "npc", "main"), "call", "reply", 0), "n", 0);
    begin_with_ann(k);
    kit_fail(k, "ann");
    interrupt_ann(k);
    kit_forget_events(k);
    kit_update_to(k, 50); /* follow, choice, follow, end */
    kit_expect_events(k, "stop ann look done");
    kit_update_to(k, 50); /* resume, failed, b */
    kit_expect_events(k, "start ann b");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S21_a_sequence_is_uninitialized_until_it_is_entered),
        RULE(S21_a_sequence_is_processing_while_it_performs_a_node),
        RULE(S21_a_sequence_waits_for_its_action_and_its_callers_are_in_subsequence),
        RULE(S21_a_node_has_executed_until_a_transition_is_followed),
        RULE(S21_an_activity_is_interrupted_where_it_waited_for_an_action),
        RULE(S21_an_activity_interrupted_between_actions_keeps_its_state),
        RULE(S21_a_sequence_has_failed_until_its_failed_transition_is_followed),
        RULE(S21_entering_a_sequence_and_performing_a_node_are_steps),
        RULE(S21_following_a_transition_is_a_step),
        RULE(S21_performing_a_nested_sequence_is_one_step_and_entering_it_another),
        RULE(S21_an_end_nodes_pop_and_its_callers_change_are_one_step),
        RULE(S21_pushing_main_again_is_part_of_its_end),
        RULE(S21_a_node_that_fails_is_a_step_and_following_failed_another),
        RULE(S21_finding_no_transition_to_follow_is_a_step),
        RULE(S21_a_nested_sequence_that_fails_adds_no_step),
        RULE(S21_a_fallback_is_entered_by_a_step),
        RULE(S21_asking_for_one_sequence_too_many_is_a_step),
        RULE(S21_dealing_with_an_action_that_failed_adds_no_step),
        RULE(S21_resuming_an_activity_is_a_step),
        RULE(S24_an_npc_makes_64_steps_in_an_update),
        RULE(S24_steps_are_counted_anew_in_each_update),
        RULE(S24_the_65th_is_not_made_and_the_sequence_fails),
        RULE(S24_the_limit_of_steps_can_be_set),
        RULE(S24_the_sequence_on_top_fails_and_no_failed_transition_catches_that),
        RULE(S24_the_turn_is_over_even_with_a_fallback),
        RULE(S24_what_was_kept_is_tried_in_the_turn_in_which_a_response_runs_out_of_steps),
        RULE(S24_nothing_fails_if_the_step_not_made_is_resuming_an_activity),
        RULE(S24_nothing_fails_either_if_a_failure_was_dealt_with_before_resuming),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
