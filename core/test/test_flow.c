/* What sealing says about sequences (S20 - S24, S41, S44), and across things (S3, S35, S42). */
#include "builder_kit.h"

#include <stdio.h>
#include <string.h>

static bustle_node_def act(const char *name, const bustle_transition_def *transitions, size_t n) {
    return kit_node(name, BUSTLE_NODE_ACTION, "rest", transitions, n);
}

static bustle_node_def choice(
    const char *name, const bustle_transition_def *transitions, size_t n) {
    return kit_node(name, BUSTLE_NODE_CHOICE, NULL, transitions, n);
}

static bustle_node_def nested(
    const char *name, const char *performs, const bustle_transition_def *transitions, size_t n) {
    return kit_node(name, BUSTLE_NODE_SEQUENCE, performs, transitions, n);
}

static bustle_node_def failing_to(bustle_node_def def, const char *failed) {
    def.failed = failed;
    return def;
}

static bustle_ops tired(void) {
    static const bustle_op less = {BUSTLE_LESS, BUSTLE_SELF, "energy", 20, NULL, false};
    return (bustle_ops){&less, 1};
}

/* Adds a sequence named `walk` to the market; its nodes follow, the first is the entry. */
static void add_walk(kit *k, const bustle_node_def *nodes, size_t count) {
    kit_market(k);
    bustle_sequence_def def = kit_sequence("walk", nodes[0].name, nodes, count);
    kit_add_sequence(k, &def);
}

/* ---- Nodes ---- */

static void S20_an_entry_that_is_no_node_is_an_error(void **state) {
    kit *k = *state;
    kit_market(k);
    bustle_sequence_def def = kit_sequence("walk", "begn", NODES(act("begin", TO(to("END")))));
    kit_add_sequence(k, &def);
    kit_refused(k, "unknown-entry", "walk", "did you mean \"begin\"?");
}

static void S20_a_missing_entry_is_an_error(void **state) {
    kit *k = *state;
    kit_market(k);
    bustle_sequence_def def = kit_sequence("walk", NULL, NODES(act("begin", TO(to("END")))));
    kit_add_sequence(k, &def);
    kit_refused(k, "unknown-entry", "walk", "its entry names no node");
}

static void S20_a_sequence_without_nodes_is_an_error(void **state) {
    kit *k = *state;
    bustle_sequence_def def = kit_sequence("walk", "begin", NULL, 0);
    kit_add_sequence(k, &def);
    kit_refused(k, "without-nodes", "walk", "it has no nodes");
}

static void S20_a_transition_to_an_unknown_node_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("begin", TO(to("END"), to("sitt"))), act("sit", TO(to("END")))));
    kit_refused(k, "unknown-node", "walk", "node \"begin\", transition 2: it names node \"sitt\"");
}

static void S44_failing_to_an_unknown_node_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k, NODES(failing_to(act("begin", TO(to("END"))), "nowhere")));
    kit_refused(k, "unknown-node", "walk", "node \"begin\": failed names node \"nowhere\"");
}

static void S20_an_unknown_action_or_sequence_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k,
        NODES(kit_node("a", BUSTLE_NODE_ACTION, "rets", TO(to("b"))),
            nested("b", NULL, TO(to("END")))));
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 2);
    assert_true(kit_found(k, BUSTLE_ERROR, "unknown-action", "walk", "node \"a\": it names"));
    assert_true(kit_found(k, BUSTLE_ERROR, "unknown-sequence", "walk", "node \"b\": it names no"));
}

static void S20_two_nodes_of_one_name_are_an_error(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("a", TO(to("END"))), act("a", TO(to("END")))));
    kit_refused(k, "duplicate-name", "walk", "node \"a\": there is another node of this name");
}

static void S20_a_node_without_a_name_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("a", TO(to("END"))), act(NULL, TO(to("END")))));
    kit_refused(k, "without-name", "walk", "node 2: it has no name");
}

static void S20_a_kind_of_node_out_of_range_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k, NODES(kit_node("a", (bustle_node_kind)9, NULL, NULL, 0)));
    kit_refused(k, "bad-node", "walk", "there is no kind 9 of nodes");
}

static void S20_a_node_named_END_that_is_no_end_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("a", TO(to("END"))), act("END", TO(to("a")))));
    kit_refused(k, "bad-node", "walk", "a node named \"END\" must be an end node");
}

static void S23_an_end_node_that_goes_on_is_an_error(void **state) {
    kit *k = *state;
    add_walk(
        k, NODES(act("a", TO(to("done"))), kit_node("done", BUSTLE_NODE_END, NULL, TO(to("a")))));
    kit_refused(k, "end-goes-on", "walk", "node \"done\"");
}

static void S44_a_choice_that_performs_is_an_error(void **state) {
    kit *k = *state;
    add_walk(
        k, NODES(act("a", TO(to("b"))), kit_node("b", BUSTLE_NODE_CHOICE, "rest", TO(to("END")))));
    kit_refused(k, "choice-performs", "walk", "it is a choice, but performs \"rest\"");
}

static void S24_a_node_nobody_can_leave_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("a", NULL, 0)));
    kit_refused(k, "no-way-out", "walk", "node \"a\": no transition leaves it");
}

static void S44_a_node_left_by_failing_only_is_a_warning(void **state) {
    kit *k = *state;
    add_walk(k, NODES(failing_to(act("a", NULL, 0), "END")));
    kit_warned(k, "only-failed", "walk", "node \"a\"");
}

static void S24_an_unreachable_node_is_a_warning(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("a", TO(to("END"))), act("b", TO(to("END")))));
    kit_warned(k, "unreachable-node", "walk", "node \"b\"");
}

static void S44_a_node_reached_by_failing_only_is_reached(void **state) {
    kit *k = *state;
    add_walk(k, NODES(failing_to(act("a", TO(to("END"))), "b"), act("b", TO(to("END")))));
    kit_seal(k);
}

static void S41_the_same_target_for_an_untargeted_action_is_an_error(void **state) {
    kit *k = *state;
    bustle_node_def again = act("a", TO(to("END")));
    again.same_target = true;
    add_walk(k, NODES(again));
    kit_refused(k, "same-target", "walk", "action \"rest\" takes none");
}

static void S41_the_same_target_where_no_action_is_performed_is_an_error(void **state) {
    kit *k = *state;
    bustle_node_def again = nested("a", "day", TO(to("END")));
    again.same_target = true;
    add_walk(k, NODES(again));
    kit_refused(k, "same-target", "walk", "performs no action");
}

/* ---- Cycles ---- */

static void S24_a_loop_with_an_action_is_fine(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("a", TO(to("b"))), choice("b", TO(to("a")))));
    kit_seal(k);
}

static void S24_a_cycle_without_an_action_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k,
        NODES(act("start", TO(to("a"))), choice("a", TO(to("b"), to("start"))),
            choice("b", TO(to("a")))));
    kit_refused(k, "cycle-without-action", "walk", "\"a\" -> \"b\" -> \"a\"");
}

static void S24_a_choice_of_itself_is_a_cycle(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("start", TO(to("a"))), choice("a", TO(to("a"), to("END")))));
    kit_refused(k, "cycle-without-action", "walk", "\"a\" -> \"a\"");
}

static void S24_a_cycle_that_needs_a_condition_is_a_warning(void **state) {
    kit *k = *state;
    add_walk(k,
        NODES(act("start", TO(to("a"))), choice("a", TO(to_when("b", tired()), to("start"))),
            choice("b", TO(to("a")))));
    kit_warned(k, "cycle-without-action", "walk", "under some conditions");
}

static void S44_a_cycle_by_otherwise_is_a_warning(void **state) {
    kit *k = *state;
    add_walk(k,
        NODES(act("start", TO(to("a"))),
            choice("a", TO(to_when("start", tired()), to_otherwise("a")))));
    kit_warned(k, "cycle-without-action", "walk", "\"a\" -> \"a\"");
}

static void S44_a_cycle_by_otherwise_alone_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("start", TO(to("a"))), choice("a", TO(to_otherwise("a")))));
    kit_refused(k, "cycle-without-action", "walk", "for ever");
}

static void S24_a_cycle_by_failing_is_a_warning(void **state) {
    kit *k = *state;
    add_walk(k,
        NODES(choice("a", TO(to("sit"), to("b"))),
            failing_to(kit_node("sit", BUSTLE_NODE_ACTION, "sit", TO(to("END"))), "a"),
            act("b", TO(to("END")))));
    kit_warned(k, "cycle-without-action", "walk", "\"a\" -> \"sit\" -> \"a\"");
}

static void S24_an_action_that_cannot_fail_before_its_start_breaks_a_cycle(void **state) {
    kit *k = *state;
    add_walk(k, NODES(choice("a", TO(to("b"))), failing_to(act("b", TO(to("END"))), "a")));
    kit_seal(k);
}

static void S24_a_conditional_cycle_that_nothing_leaves_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k,
        NODES(act("start", TO(to("a"))), choice("a", TO(to_when("b", tired()), to_otherwise("c"))),
            choice("b", TO(to("a"))), choice("c", TO(to("a")))));
    kit_refused(k, "cycle-without-action", "walk", "for ever");
}

static void S24_every_cycle_is_told(void **state) {
    kit *k = *state;
    add_walk(k,
        NODES(act("start", TO(to("a"), to("b"))), choice("a", TO(to("a"), to("END"))),
            choice("b", TO(to("c"), to("END"))), choice("c", TO(to("b"), to("d"))),
            choice("d", TO(to("c")))));
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 2);
    assert_true(kit_found(k, BUSTLE_ERROR, "cycle-without-action", "walk", "\"a\" -> \"a\""));
    assert_true(kit_found(k, BUSTLE_ERROR, "cycle-without-action", "walk", "\"b\" -> \"c\""));
}

static void S24_a_cycle_through_a_nested_sequence_without_action_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("start", TO(to("a"))), nested("a", "zero", TO(to("a"), to("END")))));
    bustle_sequence_def zero = kit_sequence("zero", "x", NODES(choice("x", TO(to("END")))));
    kit_add_sequence(k, &zero);
    kit_refused(k, "cycle-without-action", "walk", "\"a\" -> \"a\"");
}

static void S24_a_cycle_through_a_sequence_that_acts_is_fine(void **state) {
    kit *k = *state;
    add_walk(k, NODES(nested("a", "b", TO(to("a")))));
    bustle_sequence_def b = kit_sequence("b", "x", NODES(nested("x", "c", TO(to("END")))));
    kit_add_sequence(k, &b);
    bustle_sequence_def c = kit_sequence("c", "x", NODES(act("x", TO(to("END")))));
    kit_add_sequence(k, &c);
    kit_seal(k);
}

/* ---- Nesting ---- */

static void S24_recursive_nesting_is_an_error_with_its_chain(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("a", TO(to("b"))), nested("b", "x", TO(to("END")))));
    bustle_sequence_def x =
        kit_sequence("x", "a", NODES(act("a", TO(to("b"))), nested("b", "y", TO(to("END")))));
    kit_add_sequence(k, &x);
    bustle_sequence_def y =
        kit_sequence("y", "a", NODES(act("a", TO(to("b"))), nested("b", "x", TO(to("END")))));
    kit_add_sequence(k, &y);
    kit_refused(k, "recursive-nesting", "x", "\"x\" -> \"y\" -> \"x\"");
}

static void S24_a_sequence_nested_in_itself_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("a", TO(to("b"))), nested("b", "walk", TO(to("END")))));
    kit_refused(k, "recursive-nesting", "walk", "\"walk\" -> \"walk\"");
}

static void S24_very_deep_nesting_and_long_sequences_do_not_exhaust_the_stack(void **state) {
    kit *k = *state;
    kit_market(k);
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
        bustle_sequence_def chain = kit_sequence(
            names[i], "a", NODES(nested("a", i + 1 < COUNT ? names[i + 1] : "day", TO(to("END")))));
        kit_add_sequence(k, &chain);
    }
    bustle_sequence_def longest = kit_sequence("long", names[0], nodes, COUNT);
    kit_add_sequence(k, &longest);
    kit_seal(k);
}

/* ---- Main sequences ---- */

static void S24_a_main_sequence_without_any_action_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k, NODES(choice("a", TO(to("b"), to("END"))), act("b", TO(to("END")))));
    bustle_entity_def def = kit_npc("guard", "walk");
    kit_add_entity(k, &def);
    kit_refused(k, "main-without-action", "guard", "\"walk\" can run through");
}

static void S24_a_main_sequence_that_may_run_through_is_a_warning(void **state) {
    kit *k = *state;
    add_walk(
        k, NODES(failing_to(kit_node("sit", BUSTLE_NODE_ACTION, "sit", TO(to("END"))), "END")));
    bustle_entity_def def = kit_npc("guard", "walk");
    kit_add_entity(k, &def);
    kit_warned(k, "main-without-action", "guard", "under some conditions");
}

/* ---- State that is needed ---- */

static void S3_accepting_an_action_without_the_state_it_needs_is_an_error(void **state) {
    kit *k = *state;
    kit_market(k);
    static const char *const accepts[] = {"sit", "buy"};
    bustle_action_def buy = kit_action("buy");
    buy.when = OPS(op_on(BUSTLE_LESS, BUSTLE_TARGET, "price", 9),
        op_on(BUSTLE_GREATER, BUSTLE_TARGET, "price", 1));
    buy.preference = BUSTLE_PREFER_LEAST;
    buy.preferred_state = "energy";
    kit_add_action(k, &buy);
    bustle_entity_def def = bustle_default_entity_def();
    def.name = "stall";
    def.accepts = accepts;
    def.accept_count = 2;
    kit_add_entity(k, &def);
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 3);
    assert_true(kit_found(k, BUSTLE_ERROR, "target-lacks-state", "stall",
        "no state \"price\", which action \"buy\" (operation 1 of when), that it accepts"));
    assert_true(kit_found(k, BUSTLE_ERROR, "target-lacks-state", "stall", "no state \"energy\""));
    assert_true(kit_found(k, BUSTLE_ERROR, "target-lacks-state", "stall", "no state \"seats\""));
}

static void S3_an_npc_that_lacks_the_state_of_an_action_it_comes_to_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k, NODES(kit_node("a", BUSTLE_NODE_ACTION, "work", TO(to("END")))));
    bustle_action_def work = kit_action("work");
    work.finish = OPS(op_on(BUSTLE_DECREASE, BUSTLE_SELF, "energy", 9));
    kit_add_action(k, &work);
    bustle_sequence_def shift =
        kit_sequence("shift", "a", NODES(nested("a", "walk", TO(to("END")))));
    kit_add_sequence(k, &shift);
    static const bustle_handler_def handlers[] = {{"alarm", "shift", 0}};
    bustle_entity_def def = kit_npc("guard", "day");
    def.handlers = handlers;
    def.handler_count = 1;
    kit_add_entity(k, &def);
    kit_refused(k, "npc-lacks-state", "guard",
        "no state \"energy\", which action \"work\" (operation 1 of finish)");
}

static void S3_an_npc_that_lacks_the_state_of_a_transition_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("a", TO(to_when("END", tired()), to_otherwise("a")))));
    static const char *const fallbacks[] = {"walk"};
    bustle_entity_def def = kit_npc("guard", "day");
    def.fallbacks = fallbacks;
    def.fallback_count = 1;
    kit_add_entity(k, &def);
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_true(kit_found(k, BUSTLE_ERROR, "npc-lacks-state", "guard",
        "sequence \"walk\" (node \"a\", transition 1, operation 1 of when)"));
}

static void S47_an_npc_that_lacks_the_state_of_its_speed_is_an_error(void **state) {
    kit *k = *state;
    add_walk(k, NODES(kit_node("a", BUSTLE_NODE_ACTION, "go", TO(to("END")))));
    bustle_action_def go = kit_action("go");
    go.duration_ms = 0;
    go.speed_state = "energy";
    kit_add_action(k, &go);
    bustle_entity_def def = kit_npc("guard", "walk");
    kit_add_entity(k, &def);
    kit_refused(k, "npc-lacks-state", "guard", "which action \"go\", that it can come to");
}

static void S42_what_a_sequence_claims_must_be_there_in_whoever_may_be_its_target(void **state) {
    kit *k = *state;
    kit_market(k);
    static const bustle_claim_def hold = {"energy", 1};
    bustle_sequence_def def =
        kit_sequence("walk", "a", NODES(kit_node("a", BUSTLE_NODE_ACTION, "sit", TO(to("END")))));
    def.claims = &hold;
    def.claim_count = 1;
    kit_add_sequence(k, &def);
    kit_refused(
        k, "target-lacks-state", "bench", "sequence \"walk\" claims of the target of node \"a\"");
}

static void S42_a_sequence_claim_without_a_targeted_node_is_a_warning(void **state) {
    kit *k = *state;
    kit_market(k);
    static const bustle_claim_def hold = {"energy", 1};
    bustle_sequence_def def = kit_sequence("walk", "a", NODES(act("a", TO(to("END")))));
    def.claims = &hold;
    def.claim_count = 1;
    kit_add_sequence(k, &def);
    kit_warned(k, "claim-never-taken", "walk", "none of its own nodes takes a target");
}

/* ---- Fallbacks ---- */

static void add_fallback(kit *k, const char *fallback) {
    static const char *fallbacks[1];
    static const bustle_entity_state_def states[] = {{"energy", false, 0, NULL}};
    fallbacks[0] = fallback;
    bustle_entity_def def = kit_npc("guard", "day");
    def.states = states;
    def.state_count = 1;
    def.fallbacks = fallbacks;
    def.fallback_count = 1;
    kit_add_entity(k, &def);
}

static void S35_a_fallback_with_a_target_is_a_warning(void **state) {
    kit *k = *state;
    kit_market(k);
    add_fallback(k, "day");
    kit_warned(k, "needy-fallback", "day", "node \"sit\" needs a target");
}

static void S35_a_fallback_with_conditions_is_a_warning(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("a", TO(to_when("END", tired()), to("a")))));
    bustle_sequence_def outer = kit_sequence("x", "a", NODES(nested("a", "walk", TO(to("END")))));
    kit_add_sequence(k, &outer);
    add_fallback(k, "x");
    kit_warned(k, "needy-fallback", "x",
        "transition 1 of node \"a\" has conditions of the nested sequence \"walk\"");
}

static void S35_a_fallback_that_needs_nothing_is_fine(void **state) {
    kit *k = *state;
    add_walk(k, NODES(act("a", TO(to("END")))));
    add_fallback(k, "walk");
    kit_seal(k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        KIT_TEST(S20_an_entry_that_is_no_node_is_an_error),
        KIT_TEST(S20_a_missing_entry_is_an_error),
        KIT_TEST(S20_a_sequence_without_nodes_is_an_error),
        KIT_TEST(S20_a_transition_to_an_unknown_node_is_an_error),
        KIT_TEST(S44_failing_to_an_unknown_node_is_an_error),
        KIT_TEST(S20_an_unknown_action_or_sequence_is_an_error),
        KIT_TEST(S20_two_nodes_of_one_name_are_an_error),
        KIT_TEST(S20_a_node_without_a_name_is_an_error),
        KIT_TEST(S20_a_kind_of_node_out_of_range_is_an_error),
        KIT_TEST(S20_a_node_named_END_that_is_no_end_is_an_error),
        KIT_TEST(S23_an_end_node_that_goes_on_is_an_error),
        KIT_TEST(S44_a_choice_that_performs_is_an_error),
        KIT_TEST(S24_a_node_nobody_can_leave_is_an_error),
        KIT_TEST(S44_a_node_left_by_failing_only_is_a_warning),
        KIT_TEST(S24_an_unreachable_node_is_a_warning),
        KIT_TEST(S44_a_node_reached_by_failing_only_is_reached),
        KIT_TEST(S41_the_same_target_for_an_untargeted_action_is_an_error),
        KIT_TEST(S41_the_same_target_where_no_action_is_performed_is_an_error),
        KIT_TEST(S24_a_loop_with_an_action_is_fine),
        KIT_TEST(S24_a_cycle_without_an_action_is_an_error),
        KIT_TEST(S24_a_choice_of_itself_is_a_cycle),
        KIT_TEST(S24_a_cycle_that_needs_a_condition_is_a_warning),
        KIT_TEST(S44_a_cycle_by_otherwise_is_a_warning),
        KIT_TEST(S44_a_cycle_by_otherwise_alone_is_an_error),
        KIT_TEST(S24_a_cycle_by_failing_is_a_warning),
        KIT_TEST(S24_an_action_that_cannot_fail_before_its_start_breaks_a_cycle),
        KIT_TEST(S24_a_conditional_cycle_that_nothing_leaves_is_an_error),
        KIT_TEST(S24_every_cycle_is_told),
        KIT_TEST(S24_a_cycle_through_a_nested_sequence_without_action_is_an_error),
        KIT_TEST(S24_a_cycle_through_a_sequence_that_acts_is_fine),
        KIT_TEST(S24_recursive_nesting_is_an_error_with_its_chain),
        KIT_TEST(S24_a_sequence_nested_in_itself_is_an_error),
        KIT_TEST(S24_very_deep_nesting_and_long_sequences_do_not_exhaust_the_stack),
        KIT_TEST(S24_a_main_sequence_without_any_action_is_an_error),
        KIT_TEST(S24_a_main_sequence_that_may_run_through_is_a_warning),
        KIT_TEST(S3_accepting_an_action_without_the_state_it_needs_is_an_error),
        KIT_TEST(S3_an_npc_that_lacks_the_state_of_an_action_it_comes_to_is_an_error),
        KIT_TEST(S3_an_npc_that_lacks_the_state_of_a_transition_is_an_error),
        KIT_TEST(S47_an_npc_that_lacks_the_state_of_its_speed_is_an_error),
        KIT_TEST(S42_what_a_sequence_claims_must_be_there_in_whoever_may_be_its_target),
        KIT_TEST(S42_a_sequence_claim_without_a_targeted_node_is_a_warning),
        KIT_TEST(S35_a_fallback_with_a_target_is_a_warning),
        KIT_TEST(S35_a_fallback_with_conditions_is_a_warning),
        KIT_TEST(S35_a_fallback_that_needs_nothing_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
