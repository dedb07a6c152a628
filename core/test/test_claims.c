/* S42: claims of actions and sequences, while they are held and in every way they end. Retaking,
 * writing and what the claimant itself sees are in test_claims_held.c. */
#include "cafe.h"

/* ---- Taking ---- */

static void S42_a_claim_is_a_precondition_above_the_minimum(void **state) {
    kit *k = *state;
    bustle_state_def *seats = def_state(k, "seats");
    seats->minimum = -2;
    add_claim(def_action(k, "sit", 1000), "seats", 3);
    chain(k, "main", "sit");
    accepts(has(def_prop(k, "low"), "seats", 0), "sit");
    accepts(has(def_prop(k, "enough"), "seats", 1), "sit");
    def_npc(k, "guest", "main");
    kit_begin(k);
    kit_spawn(k, "low1", "low");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "fail ann main no-candidate");
    kit_spawn(k, "enough1", "enough");
    kit_update_to(k, 1000);
    kit_expect_only(k, "start fail", "start ann sit enough1");
    assert_int_equal(kit_get(k, "enough1", "seats"), -2);
}

static void S42_several_claims_of_an_action_count_together(void **state) {
    kit *k = *state;
    def_cafe(k);
    cafe.rest->claim_count = 0;
    add_claim(cafe.sit, "free", 2);
    add_claim(cafe.sit, "free", 3); /* six in all, of five */
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "fail ann rest no-candidate");
    kit_set(k, "bench1", "free", 6);
    kit_update_to(k, 1000);
    kit_expect_only(k, "start fail", "start ann sit bench1");
    expect_bench(k, "bench1", 0, 6);
    kit_update_to(k, 2000);
    expect_bench(k, "bench1", 6, 0);
}

static void S42_each_of_several_claimed_properties_must_be_free(void **state) {
    kit *k = *state;
    def_cafe(k);
    def_state(k, "cups")->minimum = 0;
    chain(k, "main", "drink");
    bustle_action_def *drink = def_action(k, "drink", 1000);
    add_claim(drink, "free", 1);
    add_claim(drink, "cups", 2);
    accepts(has(has(def_prop(k, "table"), "free", 1), "cups", 1), "drink");
    def_npc(k, "drinker", "main");
    kit_begin(k);
    kit_spawn(k, "table1", "table");
    kit_spawn(k, "bob", "drinker");
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "fail bob main no-candidate");
    kit_set(k, "table1", "cups", 2);
    kit_update_to(k, 1000);
    kit_expect_only(k, "start fail", "start bob drink table1");
    assert_int_equal(kit_get(k, "table1", "cups"), 0);
    expect_bench(k, "table1", 0, 1);
}

static void S42_the_claims_of_action_and_sequence_are_tested_together(void **state) {
    kit *k = *state;
    def_cafe(k);
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "guest");
    kit_set(k, "bench1", "free", 2); /* enough for either */
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "fail ann rest no-candidate");
    kit_set(k, "bench1", "free", 3);
    kit_update_to(k, 1000);
    kit_expect_only(k, "start fail", "start ann sit bench1");
    expect_bench(k, "bench1", 0, 3);
}

static void S42_what_one_npc_has_claimed_another_cannot_have(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    kit_spawn(k, "bob", "guest");
    kit_update_to(k, 10);
    kit_expect_only(k, "start fail", "fail bob rest no-candidate");
    expect_bench(k, "bench1", 2, 3);
}

static int32_t free_seen, taken_seen;
static unsigned calls;

static int see_bench(kit *k, bustle_call *call) {
    (void)call;
    calls++;
    free_seen = kit_get(k, "bench1", "free");
    OK(bustle_entity_taken(k->world, kit_entity(k, "bench1"), kit_state(k, "free"), &taken_seen));
    return 1;
}

static void S42_a_claim_is_tested_after_when(void **state) {
    kit *k = *state;
    def_cafe(k);
    cafe.sit->when = OPS(CALL(1, "when"));
    k->conditions[1] = see_bench;
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "guest");
    kit_set(k, "bench1", "free", 0);
    calls = 0;
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "fail ann rest no-candidate");
    assert_int_equal(calls, 1); /* though no claim was possible */
}

static void S42_claims_are_taken_before_the_immediate_effects(void **state) {
    kit *k = *state;
    def_cafe(k);
    cafe.sit->start = OPS(CALL(1, "start"));
    k->effects[1] = see_bench;
    begin_sitting(k);
    assert_int_equal(free_seen, 2);
    assert_int_equal(taken_seen, 3);
}

static void S42_a_sequence_claims_with_the_first_targeted_action_of_its_own_nodes(void **state) {
    kit *k = *state;
    def_cafe(k);
    chain(k, "nap", "sit");
    bustle_sequence_def *day = chain(k, "day", "wait", ">nap", "sit", "sit");
    add_sequence_claim(day, "free", 2);
    cafe.guest->main = "day";
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "guest");
    const int32_t taken[] = {0, 1, 3, 3}; /* wait; nested sit; sit; sit again */
    for (int i = 0; i < 4; i++) {
        kit_update_to(k, i * 1000);
        expect_bench(k, "bench1", 5 - taken[i], taken[i]);
    }
    kit_update_to(k, 4000); /* waits in the next round */
    expect_bench(k, "bench1", 5, 0);
}

static void S42_a_sequence_keeps_its_claim_on_the_first_target(void **state) {
    kit *k = *state;
    def_cafe(k);
    accepts(has(def_prop(k, "chair"), "free", 5), "perch");
    add_claim(def_action(k, "perch", 1000), "free", 4);
    add_sequence_claim(chain(k, "day", "sit", "perch"), "free", 2);
    cafe.guest->main = "day";
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    kit_update_to(k, 1000);
    expect_bench(k, "bench1", 3, 2);
    expect_bench(k, "chair1", 1, 4);
}

static void S42_a_claim_on_a_property_without_a_minimum_is_a_load_error(void **state) {
    kit *k = *state;
    def_cafe(k);
    def_state(k, "depth");
    add_claim(cafe.sit, "depth", 1);
    assert_non_null(kit_expect_problem(k, BUSTLE_ERROR, "sit"));
    kit_reset(k);
    def_cafe(k);
    def_state(k, "depth");
    add_sequence_claim(cafe.rest, "depth", 1);
    assert_non_null(kit_expect_problem(k, BUSTLE_ERROR, "rest"));
}

/* ---- Giving back: everything ends exactly one claim of the action (1), and some one of the
 * sequence (2) ---- */

static void S42_an_action_completed_by_its_duration_gives_its_claim_back(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    kit_update_to(k, 1000);
    expect_bench(k, "bench1", 3, 2);
}

static void S42_an_action_completed_by_the_game_gives_its_claim_back(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    OK(bustle_npc_complete(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    expect_bench(k, "bench1", 3, 2);
    assert_int_equal(
        bustle_npc_complete(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0), BUSTLE_NOT_ACTING);
    kit_update_to(k, 1000);
    expect_bench(k, "bench1", 3, 2);
}

static void S42_an_action_that_times_out_gives_its_claim_back(void **state) {
    kit *k = *state;
    def_cafe(k);
    cafe.sit->ending = BUSTLE_ENDING_GAME;
    begin_sitting(k);
    kit_update_to(k, 2999);
    expect_bench(k, "bench1", 2, 3);
    kit_update_to(k, 3000);
    kit_expect_only(k, "stop", "stop ann sit timed-out");
    expect_bench(k, "bench1", 3, 2);
}

static void S42_an_action_ended_by_an_interruption_gives_its_claim_back(void **state) {
    kit *k = *state;
    def_cafe(k);
    ended_by(cafe.sit, "rain");
    begin_sitting(k);
    kit_interrupt(k, "ann", "rain");
    kit_update_to(k, 10);
    kit_expect_only(k, "stop start", "stop ann sit done | start ann wait");
    expect_bench(k, "bench1", 3, 2);
}

static void S42_a_sequence_gives_its_claim_back_at_its_end(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    OK(bustle_npc_set_main(k->world, kit_entity(k, "ann"), kit_sequence(k, "answer")));
    OK(bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "rest"), 0));
    kit_update_to(k, 100);
    expect_bench(k, "bench1", 2, 3);
    kit_update_to(k, 1100);
    expect_bench(k, "bench1", 3, 2);
    kit_update_to(k, 2100);
    expect_bench(k, "bench1", 5, 0);
}

static void S42_round_after_round_as_much_is_given_back_as_was_taken(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    for (int round = 1; round < 50; round++) {
        kit_update_to(k, round * 2000 - 1000);
        expect_bench(k, "bench1", 3, 2);
        kit_update_to(k, round * 2000);
        expect_bench(k, "bench1", 2, 3);
    }
}

static void S42_interrupting_an_activity_returns_all_its_claims(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    kit_interrupt(k, "ann", "rain");
    expect_bench(k, "bench1", 2, 3);
    kit_update_to(k, 100);
    expect_bench(k, "bench1", 5, 0);
    kit_update_to(k, 600); /* resumed */
    expect_bench(k, "bench1", 2, 3);
}

static void S42_an_activity_interrupted_between_actions_returns_its_claims_too(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    OK(bustle_npc_complete(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    kit_interrupt(k, "ann", "rain");
    kit_update_to(k, 0);
    kit_expect_only(k, "interrupt stop", "stop ann sit done | interrupt ann rain answer");
    expect_bench(k, "bench1", 5, 0);
    kit_update_to(k, 500); /* the sequence's is retaken, then ann waits */
    expect_bench(k, "bench1", 3, 2);
}

static void S42_an_action_that_fails_gives_its_claim_back_its_sequence_on_its_turn(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    OK(bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    expect_bench(k, "bench1", 3, 2);
    kit_update_to(k, 10);
    kit_expect_only(k, "stop fail", "stop ann sit failed | fail ann rest game");
    expect_bench(k, "bench1", 5, 0);
}

static void S42_an_action_whose_timeout_is_a_failure_gives_its_claim_back(void **state) {
    kit *k = *state;
    def_cafe(k);
    cafe.sit->ending = BUSTLE_ENDING_GAME;
    cafe.sit->timeout_fails = true;
    begin_sitting(k);
    kit_update_to(k, 3000);
    kit_expect_only(k, "stop fail", "stop ann sit failed | fail ann rest timeout");
    expect_bench(k, "bench1", 5, 0);
}

static void S42_a_caught_failure_leaves_the_sequences_claim(void **state) {
    kit *k = *state;
    def_cafe(k);
    node_of(cafe.rest, "sit")->failed = "wait";
    begin_sitting(k);
    OK(bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    kit_update_to(k, 10);
    kit_expect_only(k, "fail start", "start ann wait");
    expect_bench(k, "bench1", 3, 2);
}

static void S42_a_nested_sequence_that_fails_leaves_its_callers_claim(void **state) {
    kit *k = *state;
    def_cafe(k);
    bustle_sequence_def *day = chain(k, "day", "sit", ">rest", "wait");
    add_sequence_claim(day, "free", 1);
    node_of(day, "rest")->failed = "wait";
    cafe.guest->main = "day";
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    kit_update_to(k, 1000);
    expect_bench(k, "bench1", 1, 4);
    OK(bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    kit_update_to(k, 1001);
    kit_expect_only(k, "fail", "fail ann rest game");
    expect_bench(k, "bench1", 4, 1);
}

static void S42_a_halt_gives_every_claim_back(void **state) {
    kit *k = *state;
    def_cafe(k);
    chain(k, "nap", "sit", "=sit");
    add_sequence_claim(chain(k, "day", "sit", ">nap"), "free", 2);
    cafe.guest->main = "day";
    k->def.failure_limit = 0;
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    kit_update_to(k, 1000);
    expect_bench(k, "bench1", 2, 3);
    OK(bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    kit_update_to(k, 1001);
    kit_expect_only(k, "fail halt", "fail ann nap game | halt ann nap game");
    expect_bench(k, "bench1", 5, 0);
}

static void S42_a_response_given_up_gives_every_claim_back(void **state) {
    kit *k = *state;
    def_cafe(k);
    chain(k, "nap", "sit");
    add_sequence_claim(chain(k, "party", "sit", ">nap"), "free", 2);
    cafe.guest->main = "answer";
    k->def.failure_limit = 0;
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "guest");
    OK(bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "party"), 0));
    kit_update_to(k, 0);
    kit_update_to(k, 1000);
    expect_bench(k, "bench1", 2, 3);
    OK(bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    kit_update_to(k, 1001);
    kit_expect_only(k, "fail halt", "fail ann nap game");
    expect_bench(k, "bench1", 5, 0);
}

static void S42_an_npc_that_leaves_gives_every_claim_back(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    OK(bustle_world_remove(k->world, kit_entity(k, "ann")));
    expect_bench(k, "bench1", 5, 0);
}

static void S42_an_npc_that_leaves_between_actions_gives_its_sequences_claim_back(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    kit_update_to(k, 1000); /* it waits */
    OK(bustle_world_remove(k->world, kit_entity(k, "ann")));
    expect_bench(k, "bench1", 5, 0);
}

static void S42_claims_on_an_entity_that_leaves_vanish(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    OK(bustle_world_remove(k->world, kit_entity(k, "bench1")));
    kit_spawn(k, "bench2", "bench"); /* in the same slot */
    expect_bench(k, "bench2", 5, 0);
    kit_update_to(k, 10);
    kit_expect_only(k, "stop fail", "stop ann sit cancelled | fail ann rest target-left");
    expect_bench(k, "bench2", 5, 0);
    kit_update_to(k, 1010);
    expect_bench(k, "bench2", 2, 3);
}

static void S42_who_is_cancelled_gives_its_other_claims_back(void **state) {
    kit *k = *state;
    def_cafe(k);
    def_action(k, "perch", 1000)->target = BUSTLE_TARGET_TAKEN;
    chain(k, "nap", "sit");
    accepts(has(def_prop(k, "chair"), "free", 5), "perch");
    add_sequence_claim(chain(k, "day", "perch", ">nap"), "free", 2);
    cafe.guest->main = "day";
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    kit_update_to(k, 1000);
    expect_bench(k, "chair1", 3, 2);
    expect_bench(k, "bench1", 4, 1);
    OK(bustle_world_remove(k->world, kit_entity(k, "chair1")));
    expect_bench(k, "bench1", 5, 0);
    kit_update_to(k, 1001);
    kit_expect_only(
        k, "stop fail", "stop ann perch done | stop ann sit cancelled | fail ann day target-left");
}

static void S42_hold_run_and_set_main_return_every_claim(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    bustle_entity ann = kit_entity(k, "ann");
    OK(bustle_npc_hold(k->world, ann));
    expect_bench(k, "bench1", 5, 0);
    OK(bustle_npc_release(k->world, ann));
    kit_update_to(k, 10);
    expect_bench(k, "bench1", 2, 3);
    OK(bustle_npc_run(k->world, ann, kit_sequence(k, "answer"), 0));
    expect_bench(k, "bench1", 5, 0);
    kit_update_to(k, 20);
    kit_update_to(k, 520);
    expect_bench(k, "bench1", 2, 3);
    OK(bustle_npc_set_main(k->world, ann, kit_sequence(k, "answer")));
    expect_bench(k, "bench1", 5, 0);
    kit_update_to(k, 530);
    expect_bench(k, "bench1", 5, 0);
}

static void S42_a_claim_is_given_back_after_the_effects(void **state) {
    kit *k = *state;
    def_cafe(k);
    cafe.sit->finish = cafe.sit->interrupted = OPS(CALL(1, "effect"));
    k->effects[1] = see_bench;
    begin_sitting(k);
    OK(bustle_npc_complete(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    assert_int_equal(taken_seen, 3);
    kit_update_to(k, 10);
    kit_update_to(k, 1010);
    taken_seen = 0;
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    assert_int_equal(taken_seen, 3);
    expect_bench(k, "bench1", 5, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S42_a_claim_is_a_precondition_above_the_minimum),
        RULE(S42_several_claims_of_an_action_count_together),
        RULE(S42_each_of_several_claimed_properties_must_be_free),
        RULE(S42_the_claims_of_action_and_sequence_are_tested_together),
        RULE(S42_what_one_npc_has_claimed_another_cannot_have),
        RULE(S42_a_claim_is_tested_after_when),
        RULE(S42_claims_are_taken_before_the_immediate_effects),
        RULE(S42_a_sequence_claims_with_the_first_targeted_action_of_its_own_nodes),
        RULE(S42_a_sequence_keeps_its_claim_on_the_first_target),
        RULE(S42_a_claim_on_a_property_without_a_minimum_is_a_load_error),
        RULE(S42_an_action_completed_by_its_duration_gives_its_claim_back),
        RULE(S42_an_action_completed_by_the_game_gives_its_claim_back),
        RULE(S42_an_action_that_times_out_gives_its_claim_back),
        RULE(S42_an_action_ended_by_an_interruption_gives_its_claim_back),
        RULE(S42_a_sequence_gives_its_claim_back_at_its_end),
        RULE(S42_round_after_round_as_much_is_given_back_as_was_taken),
        RULE(S42_interrupting_an_activity_returns_all_its_claims),
        RULE(S42_an_activity_interrupted_between_actions_returns_its_claims_too),
        RULE(S42_an_action_that_fails_gives_its_claim_back_its_sequence_on_its_turn),
        RULE(S42_an_action_whose_timeout_is_a_failure_gives_its_claim_back),
        RULE(S42_a_caught_failure_leaves_the_sequences_claim),
        RULE(S42_a_nested_sequence_that_fails_leaves_its_callers_claim),
        RULE(S42_a_halt_gives_every_claim_back),
        RULE(S42_a_response_given_up_gives_every_claim_back),
        RULE(S42_an_npc_that_leaves_gives_every_claim_back),
        RULE(S42_an_npc_that_leaves_between_actions_gives_its_sequences_claim_back),
        RULE(S42_claims_on_an_entity_that_leaves_vanish),
        RULE(S42_who_is_cancelled_gives_its_other_claims_back),
        RULE(S42_hold_run_and_set_main_return_every_claim),
        RULE(S42_a_claim_is_given_back_after_the_effects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
