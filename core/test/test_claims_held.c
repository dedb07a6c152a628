/* S42: what the claimant sees of its claims, retaking them on resumption, writing to claimed state,
 * and the consistency check. */
#include <string.h>

#include "world/world.h" /* before the kit, some of whose short names are the core's */

#include "cafe.h"

/* A guest whose sequence "day" claims 2 of a bench with all its 2 "free", sits without a claim,
 * then uses the same bench with the action that is returned (1000 ms). */
static bustle_action_def *def_claimant(kit *k) {
    def_cafe(k);
    cafe.sit->claim_count = 0;
    cafe.sit->target = BUSTLE_TARGET_TAKEN;
    bustle_action_def *lean = def_action(k, "lean", 1000);
    lean->target = BUSTLE_TARGET_TAKEN;
    accepts(has(def_prop(k, "stool"), "free", 2), "sit");
    add_sequence_claim(chain(k, "day", "sit", "=lean"), "free", 2);
    cafe.guest->main = "day";
    return lean;
}

static void begin_claimant(kit *k) {
    kit_begin(k);
    kit_spawn(k, "stool1", "stool");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    expect_bench(k, "stool1", 0, 2);
    kit_forget_events(k);
}

/* ---- Its own claims count as free, in conditions ---- */

static void S42_in_when_its_own_claim_counts_as_free(void **state) {
    kit *k = *state;
    def_claimant(k)->when = OPS(TARGET_IS("free", BUSTLE_EQUAL, 2));
    begin_claimant(k);
    kit_update_to(k, 1000);
    kit_expect_only(k, "start fail", "start ann lean stool1");
}

static void S42_in_an_expression_its_own_claim_counts_as_free(void **state) {
    kit *k = *state;
    def_claimant(k)->when = OPS(PUSH(BUSTLE_TARGET, "free"), PUSH_VALUE(1), DO(BUSTLE_PLUS),
        PUSH_VALUE(3), STACK_IS(BUSTLE_EQUAL));
    begin_claimant(k);
    kit_update_to(k, 1000);
    kit_expect_only(k, "start fail", "start ann lean stool1");
}

static int32_t seen;

static int see_target(kit *k, bustle_call *call) {
    OK(bustle_entity_get(k->world, kit_entity(k, "stool1"), kit_state(k, "free"), &seen));
    (void)call;
    return 1;
}

static void S42_in_a_function_of_when_its_own_claim_counts_as_free(void **state) {
    kit *k = *state;
    def_claimant(k)->when = OPS(CALL(1, "when"));
    k->conditions[1] = see_target;
    begin_claimant(k);
    kit_update_to(k, 1000);
    assert_int_equal(seen, 2);
    expect_bench(k, "stool1", 0, 2);
}

static void S42_in_transitions_and_their_functions_its_own_claim_counts_as_free(void **state) {
    kit *k = *state;
    def_claimant(k);
    bustle_sequence_def *pause = chain(k, "pause", "sit", "wait");
    add_sequence_claim(pause, "free", 2);
    bustle_node_def *sit = node_of(pause, "sit");
    sit->transition_count = 0;
    add_edge(sit, "wait", OPS(TARGET_IS("free", BUSTLE_EQUAL, 2), CALL(1, "edge")));
    add_edge(sit, "END", ALWAYS)->otherwise = true;
    cafe.guest->main = "pause";
    k->conditions[1] = see_target;
    begin_claimant(k);
    seen = 0;
    kit_update_to(k, 1000);
    kit_expect_only(k, "start fail", "start ann wait");
    assert_int_equal(seen, 2);
}

static void S42_on_resumption_what_its_sequences_have_retaken_counts_as_free(void **state) {
    kit *k = *state;
    def_cafe(k);
    /* Held by the sequence when the action is resumed: 2 of 5; the action's own is not yet taken.
     */
    cafe.sit->when = OPS(TARGET_IS("free", BUSTLE_EQUAL, 5));
    begin_sitting(k);
    kit_interrupt(k, "ann", "rain");
    kit_update_to(k, 100);
    kit_update_to(k, 600);
    kit_expect_only(k, "start fail", "start ann look | resume ann sit bench1 900");
}

static void S42_what_others_have_claimed_does_not_count_as_free(void **state) {
    kit *k = *state;
    def_cafe(k);
    cafe.sit->when = OPS(TARGET_IS("free", BUSTLE_EQUAL, 5));
    cafe.sit->claim_count = 0;
    add_sequence_claim(cafe.rest, "free", 1);
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "guest");
    kit_spawn(k, "bob", "guest");
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "start ann sit bench1 | fail bob rest no-candidate");
}

static void S42_what_it_has_claimed_of_another_entity_does_not_count(void **state) {
    kit *k = *state;
    bustle_action_def *lean = def_claimant(k);
    lean->when = OPS(TARGET_IS("free", BUSTLE_AT_LEAST, 1));
    accepts(has(def_prop(k, "wall"), "free", 0), "lean");
    add_sequence_claim(chain(k, "stroll", "sit", "lean"), "free", 2);
    cafe.guest->main = "stroll";
    begin_claimant(k);
    kit_spawn(k, "wall1", "wall");
    kit_update_to(k, 1000);
    kit_expect_only(k, "start fail", "fail ann stroll no-candidate");
}

static void S42_in_the_test_of_a_claim_its_own_does_not_count(void **state) {
    kit *k = *state;
    add_claim(def_claimant(k), "free", 1);
    begin_claimant(k);
    kit_update_to(k, 1000);
    kit_expect_only(k, "start fail", "fail ann day same-target");
}

static void S42_in_a_preference_its_own_does_not_count(void **state) {
    kit *k = *state;
    bustle_action_def *lean = def_claimant(k);
    lean->preference = BUSTLE_PREFER_MOST;
    lean->preferred_state = "free";
    accepts(cafe.bench, "lean");
    accepts(has(def_prop(k, "wall"), "free", 4), "lean");
    add_sequence_claim(chain(k, "stroll", "sit", "lean"), "free", 2);
    cafe.guest->main = "stroll";
    kit_begin(k);
    kit_spawn(k, "bench1", "bench"); /* 5, of which ann has 2 */
    kit_spawn(k, "wall1", "wall");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    kit_update_to(k, 1000);
    kit_expect_only(k, "start", "start ann sit bench1 | start ann lean wall1");
}

static void S42_effects_read_what_is_free_of_all_claims(void **state) {
    kit *k = *state;
    def_state(k, "seen");
    bustle_action_def *lean = def_claimant(k);
    lean->start = OPS(
        PUSH(BUSTLE_TARGET, "free"), STACKED(BUSTLE_SET, BUSTLE_SELF, "seen"), CALL(1, "start"));
    has(cafe.guest, "seen", 7);
    k->effects[1] = see_target;
    seen = 7;
    begin_claimant(k);
    kit_update_to(k, 1000);
    assert_int_equal(kit_get(k, "ann", "seen"), 0);
    assert_int_equal(seen, 0);
}

/* ---- Retaking ---- */

static void S46_what_it_holds_is_not_free_to_its_preference(void **state) {
    kit *k = *state;
    def_claimant(k);
    bustle_action_def *pick = def_action(k, "pick", 1000);
    pick->target = BUSTLE_TARGET_TAKEN;
    pick->preference = BUSTLE_PREFER_MOST;
    pick->preferred = TEXT("target.free");
    bustle_entity_def *couch = has(def_prop(k, "couch"), "free", 3);
    accepts(accepts(couch, "sit"), "pick");
    add_sequence_claim(chain(k, "fetch", "sit", "pick"), "free", 2);
    cafe.guest->main = "fetch";
    kit_begin(k);
    kit_spawn(k, "couch1", "couch");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0); /* 1 of couch1 is free, beside the 2 that ann holds */
    kit_spawn(k, "couch2", "couch");
    kit_set(k, "couch2", "free", 2);
    kit_update_to(k, 1000);
    kit_expect_only(k, "start", "start ann sit couch1 | start ann pick couch2");
}

/* "outer" claims 1 of a bench and nests "inner", which claims 2 of it and sits (1 more). ann sits
 * in inner, has spent 100 ms, and is interrupted until 700. */
static void begin_nested(kit *k, const char *caught) {
    def_cafe(k);
    def_action(k, "glance", 100)->target = BUSTLE_TARGET_TAKEN;
    accepts(cafe.bench, "glance");
    bustle_sequence_def *outer = chain(k, "outer", "glance", ">inner", "wait");
    add_sequence_claim(outer, "free", 1);
    node_of(outer, "inner")->failed = caught;
    add_sequence_claim(chain(k, "inner", "sit"), "free", 2);
    cafe.guest->main = "outer";
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    expect_bench(k, "bench1", 1, 4);
    kit_interrupt(k, "ann", "rain");
    kit_update_to(k, 200);
    expect_bench(k, "bench1", 5, 0);
    kit_forget_events(k);
}

static void S42_resuming_retakes_every_claim(void **state) {
    kit *k = *state;
    begin_nested(k, NULL);
    kit_update_to(k, 700);
    kit_expect_only(k, "start fail", "resume ann sit bench1 900");
    expect_bench(k, "bench1", 1, 4);
    kit_update_to(k, 1600);
    expect_bench(k, "bench1", 4, 1);
}

static void S42_a_second_interruption_gives_back_and_retakes_once_more(void **state) {
    kit *k = *state;
    begin_nested(k, NULL);
    kit_update_to(k, 700);
    kit_interrupt(k, "ann", "rain");
    kit_update_to(k, 800);
    expect_bench(k, "bench1", 5, 0);
    kit_update_to(k, 1300);
    expect_bench(k, "bench1", 1, 4);
}

static void S42_claims_are_retaken_bottom_to_top(void **state) {
    kit *k = *state;
    begin_nested(k, NULL);
    kit_set(k, "bench1", "free", 2); /* enough for inner's if outer's came later */
    kit_update_to(k, 700);
    kit_expect_only(k, "start fail", "fail ann inner claim");
    expect_bench(k, "bench1", 1, 1);
}

static void S42_a_claim_that_cannot_be_retaken_fails_its_sequence_with_all_above(void **state) {
    kit *k = *state;
    begin_nested(k, NULL);
    kit_set(k, "bench1", "free", 0);
    kit_update_to(k, 700);
    kit_expect_only(k, "start fail", "fail ann outer claim");
    assert_int_equal(kit_doing(k, "ann").failures, 1);
    expect_bench(k, "bench1", 0, 0);
}

static void S42_such_a_failure_may_be_caught_by_the_caller(void **state) {
    kit *k = *state;
    begin_nested(k, "wait");
    kit_set(k, "bench1", "free", 2);
    kit_update_to(k, 700);
    kit_expect_only(k, "start fail", "fail ann inner claim | start ann wait");
    expect_bench(k, "bench1", 1, 1);
}

static void S42_if_the_actions_own_claim_cannot_be_retaken_it_starts_from_scratch(void **state) {
    kit *k = *state;
    begin_nested(k, NULL);
    kit_set(k, "bench1", "free", 3); /* both sequences', no more */
    kit_spawn(k, "bench2", "bench");
    kit_update_to(k, 700);
    kit_expect_only(k, "start fail", "start ann sit bench2");
    expect_bench(k, "bench1", 0, 3);
    expect_bench(k, "bench2", 4, 1);
}

static void S42_a_sequence_claim_on_what_has_left_fails_on_resumption(void **state) {
    kit *k = *state;
    begin_nested(k, NULL);
    OK(bustle_world_remove(k->world, kit_entity(k, "bench1")));
    kit_spawn(k, "bench2", "bench"); /* in the same slot */
    kit_update_to(k, 700);
    kit_expect_only(k, "start stop fail", "stop ann look done | fail ann outer target-left");
    expect_bench(k, "bench2", 5, 0);
}

/* ---- Writing ---- */

static void S42_a_write_sets_the_free_part_below_maximum_less_taken(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    kit_set(k, "bench1", "free", 4);
    expect_bench(k, "bench1", 4, 3);
    kit_set(k, "bench1", "free", 100);
    expect_bench(k, "bench1", 5, 3);
    OK(bustle_world_remove(k->world, kit_entity(k, "ann")));
    expect_bench(k, "bench1", 8, 0); /* nothing was lost */
    kit_set(k, "bench1", "free", 100);
    expect_bench(k, "bench1", 8, 0);
}

static void S42_a_write_below_the_minimum_stops_there_and_giving_back_still_adds(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    kit_set(k, "bench1", "free", -100);
    expect_bench(k, "bench1", 0, 3);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    expect_bench(k, "bench1", 3, 0);
}

static int fill_target(kit *k, bustle_call *call) {
    OK(bustle_entity_set(k->world, call->target, kit_state(k, "free"), INT32_MAX));
    return 1;
}

static void S42_effects_and_their_functions_are_clamped_in_the_same_way(void **state) {
    kit *k = *state;
    const bustle_ops effects[] = {OPS(SET(BUSTLE_TARGET, "free", 8)),
        OPS(INCREASE(BUSTLE_TARGET, "free", INT32_MAX)), OPS(CALL(1, "effect"))};
    for (int i = 0; i < 3; i++) {
        kit_reset(k);
        def_cafe(k);
        cafe.sit->start = effects[i];
        k->effects[1] = fill_target;
        kit_begin(k);
        kit_spawn(k, "bench1", "bench");
        kit_spawn(k, "ann", "guest");
        kit_update_to(k, 0);
        expect_bench(k, "bench1", 5, 3);
        OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
        expect_bench(k, "bench1", 8, 0);
    }
}

static void S42_nothing_is_taken_of_state_that_nobody_claims(void **state) {
    kit *k = *state;
    def_cafe(k);
    def_state(k, "age");
    has(cafe.bench, "age", 9);
    begin_sitting(k);
    int32_t taken = -1;
    bustle_entity bench = kit_entity(k, "bench1");
    OK(bustle_entity_taken(k->world, bench, kit_state(k, "age"), &taken));
    assert_int_equal(taken, 0);
    assert_int_equal(
        bustle_entity_taken(k->world, kit_entity(k, "ann"), kit_state(k, "age"), &taken),
        BUSTLE_NO_PROPERTY);
}

/* ---- The consistency check ---- */

static void expect_contradiction(kit *k, const char *part) {
    char text[200] = "";
    assert_int_equal(bustle_world_check(k->world, text, sizeof text), BUSTLE_INCONSISTENT);
    assert_non_null(strstr(text, part));
    assert_int_equal(bustle_world_check(k->world, NULL, 0), BUSTLE_INCONSISTENT);
}

static void S42_the_check_proves_taken_and_free(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    const entity *bench = entity_at(k->world, bsl_entity_slot(k->world, kit_entity(k, "bench1")));
    int32_t *place = state_at(k->world, bench, kit_state(k, "free"));
    place[1]++;
    expect_contradiction(k, "'free'");
    place[1] -= 2;
    expect_contradiction(k, "'free'");
    place[1]++;
    place[0] += 4; /* 6 free and 3 taken, of 8 */
    expect_contradiction(k, "'free'");
    place[0] -= 7;
    expect_contradiction(k, "'free'");
    place[0] += 3;
    expect_bench(k, "bench1", 2, 3);
}

static void S42_the_check_changes_nothing_and_tells_a_consistent_world_no_text(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    char text[8] = "nothing";
    uint32_t hash = bustle_world_hash(k->world);
    bustle_stats before = kit_stats(k);
    OK(bustle_world_check(k->world, text, sizeof text));
    bustle_stats after = kit_stats(k);
    assert_string_equal(text, "");
    kit_expect_same_stats(before, after);
    assert_int_equal(bustle_world_hash(k->world), hash);
    assert_int_equal(bustle_world_check(NULL, text, sizeof text), BUSTLE_BAD_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S42_in_when_its_own_claim_counts_as_free),
        RULE(S42_in_an_expression_its_own_claim_counts_as_free),
        RULE(S42_in_a_function_of_when_its_own_claim_counts_as_free),
        RULE(S42_in_transitions_and_their_functions_its_own_claim_counts_as_free),
        RULE(S42_on_resumption_what_its_sequences_have_retaken_counts_as_free),
        RULE(S42_what_others_have_claimed_does_not_count_as_free),
        RULE(S42_what_it_has_claimed_of_another_entity_does_not_count),
        RULE(S42_in_the_test_of_a_claim_its_own_does_not_count),
        RULE(S42_in_a_preference_its_own_does_not_count),
        RULE(S42_effects_read_what_is_free_of_all_claims),
        RULE(S46_what_it_holds_is_not_free_to_its_preference),
        RULE(S42_resuming_retakes_every_claim),
        RULE(S42_a_second_interruption_gives_back_and_retakes_once_more),
        RULE(S42_claims_are_retaken_bottom_to_top),
        RULE(S42_a_claim_that_cannot_be_retaken_fails_its_sequence_with_all_above),
        RULE(S42_such_a_failure_may_be_caught_by_the_caller),
        RULE(S42_if_the_actions_own_claim_cannot_be_retaken_it_starts_from_scratch),
        RULE(S42_a_sequence_claim_on_what_has_left_fails_on_resumption),
        RULE(S42_a_write_sets_the_free_part_below_maximum_less_taken),
        RULE(S42_a_write_below_the_minimum_stops_there_and_giving_back_still_adds),
        RULE(S42_effects_and_their_functions_are_clamped_in_the_same_way),
        RULE(S42_nothing_is_taken_of_state_that_nobody_claims),
        RULE(S42_the_check_proves_taken_and_free),
        RULE(S42_the_check_changes_nothing_and_tells_a_consistent_world_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
