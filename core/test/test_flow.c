/* What sealing says about sequences and how they run (S20 - S24, S41, S44). */
#include "builder_shop.h"

#include <stdio.h>
#include <string.h>

static bustle_node_def act(const char *name, const bustle_transition_def *transitions, size_t n) {
    return shop_node(name, BUSTLE_NODE_ACTION, "rest", transitions, n);
}

static bustle_node_def choice(
    const char *name, const bustle_transition_def *transitions, size_t n) {
    return shop_node(name, BUSTLE_NODE_CHOICE, NULL, transitions, n);
}

static bustle_node_def nested(
    const char *name, const char *performs, const bustle_transition_def *transitions, size_t n) {
    return shop_node(name, BUSTLE_NODE_SEQUENCE, performs, transitions, n);
}

static bustle_node_def failing_to(bustle_node_def def, const char *failed) {
    def.failed = failed;
    return def;
}

static bustle_ops tired(void) {
    static const bustle_op less = {
        .kind = BUSTLE_LESS, .subject = BUSTLE_SELF, .name = "energy", .value = 20};
    return (bustle_ops){&less, 1, NULL};
}

/* Adds a sequence named `walk` to the market; its nodes follow, the first is the entry. */
static void add_walk(shop *k, const bustle_node_def *nodes, size_t count) {
    shop_market(k);
    bustle_sequence_def def = shop_sequence("walk", nodes[0].name, nodes, count);
    shop_add_sequence(k, &def);
}

/* ---- Nodes ---- */

static void S20_an_entry_that_is_no_node_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_sequence_def def = shop_sequence("walk", "begn", NODES(act("begin", TO(to("END")))));
    shop_add_sequence(k, &def);
    shop_refused(k, "unknown-entry", "walk", "did you mean \"begin\"?");
}

static void S20_a_missing_entry_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_sequence_def def = shop_sequence("walk", NULL, NODES(act("begin", TO(to("END")))));
    shop_add_sequence(k, &def);
    shop_refused(k, "unknown-entry", "walk", "its entry names no node");
}

static void S20_a_sequence_without_nodes_is_an_error(void **state) {
    shop *k = *state;
    bustle_sequence_def def = shop_sequence("walk", "begin", NULL, 0);
    shop_add_sequence(k, &def);
    shop_refused(k, "without-nodes", "walk", "it has no nodes");
}

static void S20_a_transition_to_an_unknown_node_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("begin", TO(to("END"), to("sitt"))), act("sit", TO(to("END")))));
    shop_refused(k, "unknown-node", "walk", "node \"begin\", transition 2: it names node \"sitt\"");
}

static void S44_failing_to_an_unknown_node_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k, NODES(failing_to(act("begin", TO(to("END"))), "nowhere")));
    shop_refused(k, "unknown-node", "walk", "node \"begin\": failed names node \"nowhere\"");
}

static void S20_an_unknown_action_or_sequence_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k,
        NODES(shop_node("a", BUSTLE_NODE_ACTION, "rets", TO(to("b"))),
            nested("b", NULL, TO(to("END")))));
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 2);
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-action", "walk", "node \"a\": it names"));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-sequence", "walk", "node \"b\": it names no"));
}

static void S20_two_nodes_of_one_name_are_an_error(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("a", TO(to("END"))), act("a", TO(to("END")))));
    shop_refused(k, "duplicate-name", "walk", "node \"a\": there is another node of this name");
}

static void S20_a_node_without_a_name_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("a", TO(to("END"))), act(NULL, TO(to("END")))));
    shop_refused(k, "without-name", "walk", "node 2: it has no name");
}

static void S20_a_kind_of_node_out_of_range_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k, NODES(shop_node("a", (bustle_node_kind)12, NULL, NULL, 0)));
    shop_refused(k, "bad-node", "walk", "there is no kind 12 of nodes");
}

static void S20_a_node_named_END_that_is_no_end_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("a", TO(to("END"))), act("END", TO(to("a")))));
    shop_refused(k, "bad-node", "walk", "a node named \"END\" must be an end node");
}

static void S23_an_end_node_that_goes_on_is_an_error(void **state) {
    shop *k = *state;
    add_walk(
        k, NODES(act("a", TO(to("done"))), shop_node("done", BUSTLE_NODE_END, NULL, TO(to("a")))));
    shop_refused(k, "end-goes-on", "walk", "node \"done\"");
}

static void S44_a_choice_that_performs_is_an_error(void **state) {
    shop *k = *state;
    add_walk(
        k, NODES(act("a", TO(to("b"))), shop_node("b", BUSTLE_NODE_CHOICE, "rest", TO(to("END")))));
    shop_refused(k, "choice-performs", "walk", "it is a choice, but performs \"rest\"");
}

static void S24_a_node_nobody_can_leave_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("a", NULL, 0)));
    shop_refused(k, "no-way-out", "walk", "node \"a\": no transition leaves it");
}

static void S44_a_node_left_by_failing_only_is_a_warning(void **state) {
    shop *k = *state;
    add_walk(k, NODES(failing_to(act("a", NULL, 0), "END")));
    shop_warned(k, "only-failed", "walk", "node \"a\"");
}

static void S24_an_unreachable_node_is_a_warning(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("a", TO(to("END"))), act("b", TO(to("END")))));
    shop_warned(k, "unreachable-node", "walk", "node \"b\"");
}

static void S44_a_node_reached_by_failing_only_is_reached(void **state) {
    shop *k = *state;
    add_walk(k, NODES(failing_to(act("a", TO(to("END"))), "b"), act("b", TO(to("END")))));
    shop_seal(k);
}

static void S41_the_same_target_for_an_untargeted_action_is_an_error(void **state) {
    shop *k = *state;
    bustle_node_def again = act("a", TO(to("END")));
    again.same_target = true;
    add_walk(k, NODES(again));
    shop_refused(k, "same-target", "walk", "action \"rest\" takes none");
}

static void S41_the_same_target_where_no_action_is_performed_is_an_error(void **state) {
    shop *k = *state;
    bustle_node_def again = nested("a", "day", TO(to("END")));
    again.same_target = true;
    add_walk(k, NODES(again));
    shop_refused(k, "same-target", "walk", "performs no action");
}

static void S20_a_node_has_65535_transitions_at_most(void **state) {
    shop *k = *state;
    static bustle_transition_def transitions[65536];
    for (size_t i = 0; i < 65536; i++) {
        transitions[i] = to("END");
    }
    add_walk(k, NODES(act("a", transitions, 65536)));
    shop_refused(k, "too-many", "walk", "node \"a\": it has 65536 transitions");
}

static void S26_more_choices_than_memories_can_tell_apart_are_an_error(void **state) {
    shop *k = *state;
    enum { COUNT = 65535 };
    static char names[COUNT][8];
    static bustle_transition_def transitions[COUNT];
    static bustle_node_def nodes[COUNT + 1];
    nodes[0] = act("hub", transitions, COUNT);
    for (unsigned i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof(names[i]), "n%05u", i);
        transitions[i] = to(names[i]);
        nodes[i + 1] = shop_node(names[i], BUSTLE_NODE_END, NULL, NULL, 0);
    }
    add_walk(k, nodes, COUNT + 1);
    shop_refused(k, "too-many", "walk", "more than 65534 in all");
}

/* ---- Cycles ---- */

static void S24_a_loop_with_an_action_is_fine(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("a", TO(to("b"))), choice("b", TO(to("a")))));
    shop_seal(k);
}

static void S24_a_cycle_without_an_action_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k,
        NODES(act("start", TO(to("a"))), choice("a", TO(to("b"), to("start"))),
            choice("b", TO(to("a")))));
    shop_refused(k, "cycle-without-action", "walk", "\"a\" -> \"b\" -> \"a\"");
}

static void S24_a_choice_of_itself_is_a_cycle(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("start", TO(to("a"))), choice("a", TO(to("a"), to("END")))));
    shop_refused(k, "cycle-without-action", "walk", "\"a\" -> \"a\"");
}

static void S24_a_cycle_that_needs_a_condition_is_a_warning(void **state) {
    shop *k = *state;
    add_walk(k,
        NODES(act("start", TO(to("a"))), choice("a", TO(to_when("b", tired()), to("start"))),
            choice("b", TO(to("a")))));
    shop_warned(k, "cycle-without-action", "walk", "under some conditions");
}

static void S44_a_cycle_by_otherwise_is_a_warning(void **state) {
    shop *k = *state;
    add_walk(k,
        NODES(act("start", TO(to("a"))),
            choice("a", TO(to_when("start", tired()), to_otherwise("a")))));
    shop_warned(k, "cycle-without-action", "walk", "\"a\" -> \"a\"");
}

static void S44_a_cycle_by_otherwise_alone_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("start", TO(to("a"))), choice("a", TO(to_otherwise("a")))));
    shop_refused(k, "cycle-without-action", "walk", "for ever");
}

static void S24_a_cycle_by_failing_is_a_warning(void **state) {
    shop *k = *state;
    add_walk(k,
        NODES(choice("a", TO(to("sit"), to("b"))),
            failing_to(shop_node("sit", BUSTLE_NODE_ACTION, "sit", TO(to("END"))), "a"),
            act("b", TO(to("END")))));
    shop_warned(k, "cycle-without-action", "walk", "\"a\" -> \"sit\" -> \"a\"");
}

static void S24_an_action_that_cannot_fail_before_its_start_breaks_a_cycle(void **state) {
    shop *k = *state;
    add_walk(k, NODES(choice("a", TO(to("b"))), failing_to(act("b", TO(to("END"))), "a")));
    shop_seal(k);
}

static void S24_a_conditional_cycle_that_nothing_leaves_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k,
        NODES(act("start", TO(to("a"))), choice("a", TO(to_when("b", tired()), to_otherwise("c"))),
            choice("b", TO(to("a"))), choice("c", TO(to("a")))));
    shop_refused(k, "cycle-without-action", "walk", "for ever");
}

static void S24_every_cycle_is_told(void **state) {
    shop *k = *state;
    add_walk(k,
        NODES(act("start", TO(to("a"), to("b"))), choice("a", TO(to("a"), to("END"))),
            choice("b", TO(to("c"), to("END"))), choice("c", TO(to("b"), to("d"))),
            choice("d", TO(to("c")))));
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 2);
    assert_true(shop_found(k, BUSTLE_ERROR, "cycle-without-action", "walk", "\"a\" -> \"a\""));
    assert_true(shop_found(k, BUSTLE_ERROR, "cycle-without-action", "walk", "\"b\" -> \"c\""));
}

static void S24_a_cycle_through_a_nested_sequence_without_action_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("start", TO(to("a"))), nested("a", "zero", TO(to("a"), to("END")))));
    bustle_sequence_def zero = shop_sequence("zero", "x", NODES(choice("x", TO(to("END")))));
    shop_add_sequence(k, &zero);
    shop_refused(k, "cycle-without-action", "walk", "\"a\" -> \"a\"");
}

static void S24_a_cycle_through_a_sequence_that_acts_is_fine(void **state) {
    shop *k = *state;
    add_walk(k, NODES(nested("a", "b", TO(to("a")))));
    bustle_sequence_def b = shop_sequence("b", "x", NODES(nested("x", "c", TO(to("END")))));
    shop_add_sequence(k, &b);
    bustle_sequence_def c = shop_sequence("c", "x", NODES(act("x", TO(to("END")))));
    shop_add_sequence(k, &c);
    shop_seal(k);
}

static void S24_a_cycle_is_named_without_the_way_to_it(void **state) {
    shop *k = *state;
    add_walk(k,
        NODES(act("start", TO(to("a"))), choice("a", TO(to("b"))), choice("b", TO(to("c"))),
            choice("c", TO(to("b"), to("a"), to("start")))));
    shop_refused(k, "cycle-without-action", "walk", "without an action: \"b\" -> \"c\" -> \"b\"");
}

static void S24_a_cycle_through_a_nested_sequence_that_may_not_act_is_a_warning(void **state) {
    shop *k = *state;
    add_walk(k, NODES(nested("a", "maybe", TO(to("a")))));
    bustle_sequence_def maybe = shop_sequence("maybe", "x",
        NODES(choice("x", TO(to_when("END", tired()), to("y"))), act("y", TO(to("END")))));
    shop_add_sequence(k, &maybe);
    shop_warned(k, "cycle-without-action", "walk", "under some conditions");
}

static void S24_a_cycle_by_a_nested_sequence_that_fails_is_a_warning(void **state) {
    shop *k = *state;
    add_walk(
        k, NODES(choice("a", TO(to("b"))), failing_to(nested("b", "day", TO(to("END"))), "a")));
    shop_warned(k, "cycle-without-action", "walk", "\"a\" -> \"b\" -> \"a\"");
}

static void S24_nothing_is_said_about_cycles_while_a_condition_is_wrong(void **state) {
    shop *k = *state;
    add_walk(k,
        NODES(choice(
            "a", TO(to_when("a", OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "enrgy", 3))), to("END")))));
    shop_refused(k, "unknown-state", "walk", "transition 1, operation 1 of when");
}

static void S44_a_choice_that_is_always_open_never_fails(void **state) {
    shop *k = *state;
    add_walk(k, NODES(failing_to(choice("a", TO(to("b"))), "a"), act("b", TO(to("END")))));
    shop_seal(k);
}

/* ---- Nesting ---- */

static void S24_recursive_nesting_is_an_error_with_its_chain(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("a", TO(to("b"))), nested("b", "x", TO(to("END")))));
    bustle_sequence_def x =
        shop_sequence("x", "a", NODES(act("a", TO(to("b"))), nested("b", "y", TO(to("END")))));
    shop_add_sequence(k, &x);
    bustle_sequence_def y =
        shop_sequence("y", "a", NODES(act("a", TO(to("b"))), nested("b", "x", TO(to("END")))));
    shop_add_sequence(k, &y);
    shop_refused(k, "recursive-nesting", "x", "\"x\" -> \"y\" -> \"x\"");
}

static void S24_a_sequence_nested_in_itself_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("a", TO(to("b"))), nested("b", "walk", TO(to("END")))));
    shop_refused(k, "recursive-nesting", "walk", "\"walk\" -> \"walk\"");
}

static void S24_very_deep_nesting_and_long_sequences_do_not_exhaust_the_stack(void **state) {
    shop *k = *state;
    shop_market(k);
    enum { COUNT = 20000 };
    static char names[COUNT + 1][8];
    static bustle_node_def nodes[COUNT];
    static bustle_transition_def transitions[COUNT];
    for (unsigned i = 0; i <= COUNT; i++) {
        snprintf(names[i], sizeof(names[i]), "n%05u", i);
    }
    for (unsigned i = 0; i < COUNT; i++) {
        transitions[i] = to(i + 1 < COUNT ? names[i + 1] : "END");
        nodes[i] = choice(names[i], &transitions[i], 1);
        bustle_sequence_def chain = shop_sequence(
            names[i], "a", NODES(nested("a", i + 1 < COUNT ? names[i + 1] : "day", TO(to("END")))));
        shop_add_sequence(k, &chain);
    }
    bustle_sequence_def longest = shop_sequence("long", names[0], nodes, COUNT);
    shop_add_sequence(k, &longest);
    shop_seal(k);
}

/* ---- Main sequences ---- */

static void S24_a_main_sequence_without_any_action_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k, NODES(choice("a", TO(to("b"), to("END"))), act("b", TO(to("END")))));
    bustle_entity_def def = shop_npc("guard", "walk");
    shop_add_entity(k, &def);
    shop_refused(k, "main-without-action", "guard", "\"walk\" can run through");
}

static void S24_a_main_sequence_that_may_run_through_is_a_warning(void **state) {
    shop *k = *state;
    add_walk(
        k, NODES(failing_to(shop_node("sit", BUSTLE_NODE_ACTION, "sit", TO(to("END"))), "END")));
    bustle_entity_def def = shop_npc("guard", "walk");
    shop_add_entity(k, &def);
    shop_warned(k, "main-without-action", "guard", "under some conditions");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(S20_an_entry_that_is_no_node_is_an_error),
        SHOP_TEST(S20_a_missing_entry_is_an_error),
        SHOP_TEST(S20_a_sequence_without_nodes_is_an_error),
        SHOP_TEST(S20_a_transition_to_an_unknown_node_is_an_error),
        SHOP_TEST(S44_failing_to_an_unknown_node_is_an_error),
        SHOP_TEST(S20_an_unknown_action_or_sequence_is_an_error),
        SHOP_TEST(S20_two_nodes_of_one_name_are_an_error),
        SHOP_TEST(S20_a_node_without_a_name_is_an_error),
        SHOP_TEST(S20_a_kind_of_node_out_of_range_is_an_error),
        SHOP_TEST(S20_a_node_named_END_that_is_no_end_is_an_error),
        SHOP_TEST(S23_an_end_node_that_goes_on_is_an_error),
        SHOP_TEST(S44_a_choice_that_performs_is_an_error),
        SHOP_TEST(S24_a_node_nobody_can_leave_is_an_error),
        SHOP_TEST(S44_a_node_left_by_failing_only_is_a_warning),
        SHOP_TEST(S24_an_unreachable_node_is_a_warning),
        SHOP_TEST(S44_a_node_reached_by_failing_only_is_reached),
        SHOP_TEST(S41_the_same_target_for_an_untargeted_action_is_an_error),
        SHOP_TEST(S41_the_same_target_where_no_action_is_performed_is_an_error),
        SHOP_TEST(S20_a_node_has_65535_transitions_at_most),
        SHOP_TEST(S26_more_choices_than_memories_can_tell_apart_are_an_error),
        SHOP_TEST(S24_a_loop_with_an_action_is_fine),
        SHOP_TEST(S24_a_cycle_without_an_action_is_an_error),
        SHOP_TEST(S24_a_choice_of_itself_is_a_cycle),
        SHOP_TEST(S24_a_cycle_that_needs_a_condition_is_a_warning),
        SHOP_TEST(S44_a_cycle_by_otherwise_is_a_warning),
        SHOP_TEST(S44_a_cycle_by_otherwise_alone_is_an_error),
        SHOP_TEST(S24_a_cycle_by_failing_is_a_warning),
        SHOP_TEST(S24_an_action_that_cannot_fail_before_its_start_breaks_a_cycle),
        SHOP_TEST(S24_a_conditional_cycle_that_nothing_leaves_is_an_error),
        SHOP_TEST(S24_every_cycle_is_told),
        SHOP_TEST(S24_a_cycle_through_a_nested_sequence_without_action_is_an_error),
        SHOP_TEST(S24_a_cycle_through_a_sequence_that_acts_is_fine),
        SHOP_TEST(S24_a_cycle_is_named_without_the_way_to_it),
        SHOP_TEST(S24_a_cycle_through_a_nested_sequence_that_may_not_act_is_a_warning),
        SHOP_TEST(S24_a_cycle_by_a_nested_sequence_that_fails_is_a_warning),
        SHOP_TEST(S24_nothing_is_said_about_cycles_while_a_condition_is_wrong),
        SHOP_TEST(S44_a_choice_that_is_always_open_never_fails),
        SHOP_TEST(S24_recursive_nesting_is_an_error_with_its_chain),
        SHOP_TEST(S24_a_sequence_nested_in_itself_is_an_error),
        SHOP_TEST(S24_very_deep_nesting_and_long_sequences_do_not_exhaust_the_stack),
        SHOP_TEST(S24_a_main_sequence_without_any_action_is_an_error),
        SHOP_TEST(S24_a_main_sequence_that_may_run_through_is_a_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
