/* S64: what must go on to hold, of offers, requests and nodes that run a sequence. */
#include "parlour.h"
#include "world/world.h"

static void S64_the_while_of_an_offer_is_tested_before_each_step(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.sit->holds_while = OPS(TARGET_IS("taken", BUSTLE_LESS, 5));
    parlour_begin(k, 1, 1);
    kit_set(k, "chair1", "taken", 9);
    kit_run(k, 200, 100);
    kit_forget_events(k);
    kit_run(k, 100, 100); /* what acts is not tested */
    kit_expect_events(
        k, "@300 stop ann down done | @300 drop ann sit chair1 revoked | @300 start ann idle");
    parlour_expect_empty(k);
}

static void S64_to_test_a_while_is_no_step(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.sit->holds_while = OPS(TARGET_IS("taken", BUSTLE_LESS, 5));
    parlour_begin(k, 1, 1);
    kit_set(k, "chair1", "taken", 9);
    kit_run(k, 200, 100);
    kit_forget_events(k);
    k->world->def.step_limit = 2; /* to follow `failed`, and to perform "idle" */
    kit_run(k, 100, 100);
    kit_expect_events(
        k, "@300 stop ann down done | @300 drop ann sit chair1 revoked | @300 start ann idle");
}

static void S64_the_while_of_a_request_is_about_the_provider(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.ask->holds_while = OPS(TARGET_IS("taken", BUSTLE_LESS, 5));
    parlour_begin(k, 1, 1);
    kit_forget_events(k);
    kit_set(k, "chair1", "taken", 9);
    kit_run(k, 300, 100);
    kit_expect_events(
        k, "@300 stop ann down done | @300 drop ann sit chair1 revoked | @300 start ann idle");
    kit_run(k, 1000, 100); /* nobody is asked for whom it does not hold */
    kit_expect_only(k, "adopt", "");
}

static void S64_a_node_that_runs_a_sequence_has_a_while(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    bustle_sequence_def *walk = def_sequence(k, "walk", "in");
    bustle_node_def *in = add_node(walk, "in", BUSTLE_NODE_SEQUENCE, "sitting");
    in->holds_while = OPS(SELF_IS("n", BUSTLE_LESS, 5));
    add_edge(in, "END", ALWAYS);
    in->failed = "idle";
    add_edge(add_node(walk, "idle", BUSTLE_NODE_ACTION, "idle"), "END", ALWAYS);
    p.guest->main = "walk";
    parlour_begin(k, 0, 1);
    kit_forget_events(k);
    kit_set(k, "ann", "n", 5);
    kit_run(k, 300, 100);
    kit_expect_events(k, "@300 stop ann down done | @300 start ann idle");
}

static void S64_a_fallback_at_such_a_node_needs_no_while(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    def_action(k, "reach", 100)->target = BUSTLE_TARGET_TAKEN; /* nobody accepts it */
    chain(k, "reaching", "reach");
    chain(k, "dawdling", "idle", "look");
    bustle_sequence_def *walk = def_sequence(k, "walk", "in");
    bustle_node_def *in = add_node(walk, "in", BUSTLE_NODE_SEQUENCE, "reaching");
    in->holds_while = OPS(SELF_IS("n", BUSTLE_LESS, 5));
    add_edge(in, "END", ALWAYS);
    p.guest->main = "walk";
    falls_back_on(p.guest, "dawdling");
    parlour_begin(k, 0, 1);
    kit_set(k, "ann", "n", 5);
    kit_run(k, 1000, 100);
    kit_expect_only(k, "fail fallback start",
        "fail ann reaching no-candidate | fallback ann dawdling | start ann idle | "
        "start ann look");
}

static void S64_the_lowest_while_fails_first(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    bustle_sequence_def *deep = def_sequence(k, "deep", "in");
    bustle_node_def *in = add_node(deep, "in", BUSTLE_NODE_SEQUENCE, "sitting");
    in->holds_while = OPS(SELF_IS("n", BUSTLE_LESS, 5));
    add_edge(in, "END", ALWAYS);
    in->failed = "END";
    p.sit->sequence = "deep";
    p.sit->holds_while = OPS(SELF_IS("n", BUSTLE_LESS, 5));
    parlour_begin(k, 1, 1);
    kit_forget_events(k);
    kit_set(k, "ann", "n", 5);
    kit_run(k, 300, 100);
    kit_expect_events(
        k, "@300 stop ann down done | @300 drop ann sit chair1 revoked | @300 start ann idle");
}

static void S64_it_is_tested_before_each_try(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    bustle_sequence_def *lull = def_sequence(k, "lull", "wait");
    bustle_node_def *waits = add_node(lull, "wait", BUSTLE_NODE_WAIT, NULL);
    waits->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 77));
    waits->waiting = "look";
    waits->every_ms = 200;
    add_edge(waits, "END", ALWAYS);
    p.sit->sequence = "lull";
    p.sit->holds_while = OPS(SELF_IS("n", BUSTLE_LESS, 5));
    parlour_begin(k, 1, 1);
    kit_forget_events(k);
    kit_set(k, "ann", "n", 77);
    kit_run(k, 200, 100);
    kit_expect_events(
        k, "@200 stop ann look failed | @200 drop ann sit chair1 revoked | @200 start ann idle");
}

static void S64_a_place_is_not_taken_again_unless_the_while_holds(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.sit->holds_while = OPS(TARGET_IS("taken", BUSTLE_LESS, 5));
    parlour_begin(k, 1, 1);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 100, 100);
    kit_set(k, "chair1", "taken", 9);
    kit_run(k, 100, 100);
    kit_expect_events(k,
        "@100 stop ann down interrupted | @100 drop ann sit chair1 interrupted | "
        "@100 interrupt ann call answer | @100 start ann look | @200 stop ann look done | "
        "@200 start ann idle");
    parlour_expect_empty(k);
}

static void S64_what_needed_when_only_to_begin_goes_on_without(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.sit->when = OPS(TARGET_IS("taken", BUSTLE_EQUAL, 0));
    parlour_begin(k, 1, 1);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 100, 100);
    kit_set(k, "chair1", "taken", 9);
    kit_forget_events(k);
    kit_run(k, 100, 100);
    kit_expect_only(k, "adopt", "adopt ann sit chair1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S64_the_while_of_an_offer_is_tested_before_each_step),
        RULE(S64_to_test_a_while_is_no_step),
        RULE(S64_the_while_of_a_request_is_about_the_provider),
        RULE(S64_a_node_that_runs_a_sequence_has_a_while),
        RULE(S64_a_fallback_at_such_a_node_needs_no_while),
        RULE(S64_the_lowest_while_fails_first),
        RULE(S64_it_is_tested_before_each_try),
        RULE(S64_a_place_is_not_taken_again_unless_the_while_holds),
        RULE(S64_what_needed_when_only_to_begin_goes_on_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
