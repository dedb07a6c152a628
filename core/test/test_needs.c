/* What sealing says across things: state that is needed (S3, S42), fallbacks (S35). */
#include "builder_shop.h"

static bustle_node_def act(const char *name, const bustle_transition_def *transitions, size_t n) {
    return shop_node(name, BUSTLE_NODE_ACTION, "rest", transitions, n);
}

static bustle_node_def nested(
    const char *name, const char *performs, const bustle_transition_def *transitions, size_t n) {
    return shop_node(name, BUSTLE_NODE_SEQUENCE, performs, transitions, n);
}

static bustle_ops tired(void) {
    static const bustle_op less = {
        .kind = BUSTLE_LESS, .subject = BUSTLE_SELF, .name = "energy", .value = 20};
    return (bustle_ops){&less, 1, NULL};
}

static bustle_node_def waits(const char *name, const bustle_transition_def *transitions, size_t n) {
    bustle_node_def def = shop_node(name, BUSTLE_NODE_WAIT, NULL, transitions, n);
    def.when = tired();
    return def;
}

/* Adds a sequence named `walk` to the market; its nodes follow, the first is the entry. */
static void add_walk(shop *k, const bustle_node_def *nodes, size_t count) {
    shop_market(k);
    bustle_sequence_def def = shop_sequence("walk", nodes[0].name, nodes, count);
    shop_add_sequence(k, &def);
}

/* ---- State that is needed ---- */

static void S3_accepting_an_action_without_the_state_it_needs_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    static const char *const accepts[] = {"sit", "buy"};
    bustle_action_def buy = shop_action("buy");
    buy.when = OPS(op_on(BUSTLE_LESS, BUSTLE_TARGET, "price", 9),
        op_on(BUSTLE_GREATER, BUSTLE_TARGET, "price", 1));
    buy.preference = BUSTLE_PREFER_LEAST;
    buy.preferred_state = "energy"; /* who has none ranks last */
    shop_add_action(k, &buy);
    bustle_entity_def def = bustle_default_entity_def();
    def.name = "stall";
    def.accepts = accepts;
    def.accept_count = 2;
    shop_add_entity(k, &def);
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 2);
    assert_true(shop_found(k, BUSTLE_ERROR, "target-lacks-state", "stall",
        "no state \"price\", which action \"buy\" (operation 1 of when), that it accepts"));
    assert_true(shop_found(k, BUSTLE_ERROR, "target-lacks-state", "stall", "no state \"seats\""));
}

static void S3_an_npc_that_lacks_the_state_of_an_action_it_comes_to_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k, NODES(shop_node("a", BUSTLE_NODE_ACTION, "work", TO(to("END")))));
    bustle_action_def work = shop_action("work");
    work.finish = OPS(op_on(BUSTLE_DECREASE, BUSTLE_SELF, "energy", 9));
    shop_add_action(k, &work);
    bustle_sequence_def shift =
        shop_sequence("shift", "a", NODES(nested("a", "walk", TO(to("END")))));
    shop_add_sequence(k, &shift);
    static const bustle_handler_def handlers[] = {{.interruption = "alarm", .sequence = "shift"}};
    bustle_entity_def def = shop_npc("guard", "day");
    def.handlers = handlers;
    def.handler_count = 1;
    shop_add_entity(k, &def);
    shop_refused(k, "npc-lacks-state", "guard",
        "no state \"energy\", which action \"work\" (operation 1 of finish)");
}

static void S3_an_npc_that_lacks_the_state_of_a_transition_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("a", TO(to_when("END", tired()), to_otherwise("a")))));
    static const char *const fallbacks[] = {"walk"};
    bustle_entity_def def = shop_npc("guard", "day");
    def.fallbacks = fallbacks;
    def.fallback_count = 1;
    shop_add_entity(k, &def);
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_true(shop_found(k, BUSTLE_ERROR, "npc-lacks-state", "guard",
        "sequence \"walk\" (node \"a\", transition 1, operation 1 of when)"));
}

/* Whether a stall that has prices, but no seats and no energy, may accept an action with this
 * condition. */
static bool stall_may_accept(shop *k, bustle_ops when) {
    shop_market(k);
    static const char *const accepts[] = {"buy"};
    static const bustle_entity_state_def states[] = {{.state = "price"}};
    bustle_action_def buy = shop_action("buy");
    buy.when = when;
    shop_add_action(k, &buy);
    bustle_entity_def def = bustle_default_entity_def();
    def.name = "stall";
    def.accepts = accepts;
    def.accept_count = 1;
    def.states = states;
    def.state_count = 1;
    shop_add_entity(k, &def);
    if (bustle_builder_seal(k->builder, &k->content) == BUSTLE_OK) {
        return true;
    }
    assert_true(shop_found(k, BUSTLE_ERROR, "target-lacks-state", "stall", "no state \"seats\""));
    return false;
}

#define SEATS op_on(BUSTLE_GREATER, BUSTLE_TARGET, "seats", 0)
#define FULL op_on(BUSTLE_EQUAL, BUSTLE_TARGET, "seats", 0)
#define CHEAP op_on(BUSTLE_LESS, BUSTLE_TARGET, "price", 3)

static void S3_not_of_a_state_that_is_missing_is_true_and_accepted(void **state) {
    assert_true(stall_may_accept(*state, OPS(SEATS, op_plain(BUSTLE_NOT), CHEAP)));
}

static void S3_a_state_that_an_or_can_do_without_is_accepted(void **state) {
    assert_true(stall_may_accept(*state, OPS(SEATS, CHEAP, op_plain(BUSTLE_OR))));
}

static void S3_a_state_that_only_the_other_side_of_an_or_needs_is_accepted(void **state) {
    assert_true(stall_may_accept(*state, OPS(CHEAP, SEATS, op_plain(BUSTLE_OR))));
}

static void S3_a_state_that_both_sides_of_an_or_need_is_an_error(void **state) {
    assert_false(stall_may_accept(*state,
        OPS(SEATS, CHEAP, op_plain(BUSTLE_AND), CHEAP, FULL, op_plain(BUSTLE_AND),
            op_plain(BUSTLE_OR))));
}

static void S3_a_state_beside_a_not_is_needed_all_the_same(void **state) {
    assert_false(stall_may_accept(*state,
        OPS(op_push(BUSTLE_TARGET, "energy"), op_constant(3), op_test(BUSTLE_LESS),
            op_plain(BUSTLE_NOT), CHEAP, op_constant(0), op_push(BUSTLE_TARGET, "seats"),
            op_test(BUSTLE_LESS))));
}

static void S3_a_state_that_a_text_needs_is_told_with_its_column(void **state) {
    shop *k = *state;
    assert_false(
        stall_may_accept(k, (bustle_ops){NULL, 0, "target.price < 9 and target.seats > 0"}));
    assert_true(shop_found(
        k, BUSTLE_ERROR, "target-lacks-state", "stall", "action \"buy\" (when, column 29)"));
}

static void S47_an_npc_that_lacks_the_state_of_its_speed_is_an_error(void **state) {
    shop *k = *state;
    add_walk(k, NODES(shop_node("a", BUSTLE_NODE_ACTION, "go", TO(to("END")))));
    bustle_action_def go = shop_action("go");
    go.duration_ms = 0;
    go.speed_state = "energy";
    shop_add_action(k, &go);
    bustle_entity_def def = shop_npc("guard", "walk");
    shop_add_entity(k, &def);
    shop_refused(k, "npc-lacks-state", "guard", "which action \"go\", that it can come to");
}

static void S42_who_lacks_what_a_sequence_claims_is_told_as_passed_by(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_claim_def hold = {"energy", 1};
    bustle_sequence_def def =
        shop_sequence("walk", "a", NODES(shop_node("a", BUSTLE_NODE_ACTION, "sit", TO(to("END")))));
    def.claims = &hold;
    def.claim_count = 1;
    shop_add_sequence(k, &def);
    shop_warned(
        k, "claim-passes-by", "bench", "sequence \"walk\" claims of the target of node \"a\"");
}

static void S42_a_sequence_claim_without_a_targeted_node_is_a_warning(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_claim_def hold = {"energy", 1};
    bustle_sequence_def def = shop_sequence("walk", "a", NODES(act("a", TO(to("END")))));
    def.claims = &hold;
    def.claim_count = 1;
    shop_add_sequence(k, &def);
    shop_warned(k, "claim-never-taken", "walk", "none of its own nodes takes a target");
}

/* ---- Fallbacks ---- */

static void add_fallback(shop *k, const char *name, const char *fallback) {
    static const char *fallbacks[1];
    static const bustle_entity_state_def states[] = {{"energy", false, 0, NULL}};
    fallbacks[0] = fallback;
    bustle_entity_def def = shop_npc(name, "day");
    def.states = states;
    def.state_count = 1;
    def.fallbacks = fallbacks;
    def.fallback_count = 1;
    shop_add_entity(k, &def);
}

static void S35_a_fallback_with_a_target_is_a_warning(void **state) {
    shop *k = *state;
    shop_market(k);
    add_fallback(k, "guard", "day");
    shop_warned(k, "needy-fallback", "day", "node \"sit\" needs a target");
}

static void S35_a_fallback_with_conditions_is_a_warning(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("a", TO(to_when("END", tired()), to("a")))));
    bustle_sequence_def outer = shop_sequence("x", "a", NODES(nested("a", "walk", TO(to("END")))));
    shop_add_sequence(k, &outer);
    add_fallback(k, "guard", "x");
    shop_warned(k, "needy-fallback", "x",
        "transition 1 of node \"a\" has conditions of the nested sequence \"walk\"");
}

static void S35_a_fallback_that_waits_is_a_warning(void **state) {
    shop *k = *state;
    add_walk(k, NODES(waits("a", TO(to("END")))));
    add_fallback(k, "guard", "walk");
    shop_warned(k, "needy-fallback", "walk", "node \"a\" waits for a condition");
}

static void S35_a_fallback_that_needs_nothing_is_fine(void **state) {
    shop *k = *state;
    add_walk(k, NODES(act("a", TO(to("END")))));
    add_fallback(k, "guard", "walk");
    shop_seal(k);
}

/* ---- Telling once ---- */

static void S42_a_node_for_the_same_target_needs_no_claimed_state_of_others(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_claim_def hold = {"energy", 1};
    bustle_node_def again = shop_node("a", BUSTLE_NODE_ACTION, "sit", TO(to("END")));
    again.same_target = true;
    bustle_sequence_def def = shop_sequence("walk", "a", NODES(again));
    def.claims = &hold;
    def.claim_count = 1;
    shop_add_sequence(k, &def);
    shop_seal(k);
}

static void S42_a_claimed_state_that_is_missing_is_told_once(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_claim_def hold = {"energy", 1};
    bustle_sequence_def def = shop_sequence("walk", "a",
        NODES(shop_node("a", BUSTLE_NODE_ACTION, "sit", TO(to("b"))),
            shop_node("b", BUSTLE_NODE_ACTION, "sit", TO(to("END")))));
    def.claims = &hold;
    def.claim_count = 1;
    shop_add_sequence(k, &def);
    shop_warned(k, "claim-passes-by", "bench", "of node \"a\"");
}

static void S3_a_state_that_an_npc_lacks_is_told_once_for_an_action(void **state) {
    shop *k = *state;
    add_walk(k,
        NODES(shop_node("a", BUSTLE_NODE_ACTION, "work", TO(to("b"))),
            shop_node("b", BUSTLE_NODE_ACTION, "work", TO(to("END")))));
    bustle_action_def work = shop_action("work");
    work.finish = OPS(op_on(BUSTLE_DECREASE, BUSTLE_SELF, "energy", 9));
    shop_add_action(k, &work);
    bustle_entity_def def = shop_npc("guard", "walk");
    shop_add_entity(k, &def);
    shop_refused(k, "npc-lacks-state", "guard", "action \"work\"");
}

static void S51_an_npc_that_lacks_a_state_that_it_waits_for_is_an_error(void **state) {
    shop *k = *state;
    bustle_node_def hold = waits("a", TO(to("END")));
    add_walk(k, NODES(hold));
    bustle_entity_def def = shop_npc("guard", "walk");
    shop_add_entity(k, &def);
    shop_refused(k, "npc-lacks-state", "guard", "sequence \"walk\"");
}

static void S51_an_npc_that_lacks_a_state_of_what_it_is_seen_in_is_an_error(void **state) {
    shop *k = *state;
    static const bustle_op open = {
        .kind = BUSTLE_GREATER, .subject = BUSTLE_ENV, .name = "hour", .value = 8};
    bustle_node_def hold = waits("a", TO(to("END")));
    hold.when = (bustle_ops){&open, 1, NULL};
    hold.waiting = "shiver";
    add_walk(k, NODES(hold));
    bustle_action_def shiver = shop_action("shiver");
    shiver.start = OPS(op_on(BUSTLE_DECREASE, BUSTLE_SELF, "energy", 1));
    shop_add_action(k, &shiver);
    bustle_entity_def def = shop_npc("guard", "walk");
    shop_add_entity(k, &def);
    shop_refused(k, "npc-lacks-state", "guard", "action \"shiver\"");
}

static void S35_a_needy_fallback_is_told_once(void **state) {
    shop *k = *state;
    shop_market(k);
    add_fallback(k, "guard", "day");
    add_fallback(k, "monk", "day");
    shop_warned(k, "needy-fallback", "day", "needs a target");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(S3_accepting_an_action_without_the_state_it_needs_is_an_error),
        SHOP_TEST(S3_an_npc_that_lacks_the_state_of_an_action_it_comes_to_is_an_error),
        SHOP_TEST(S3_an_npc_that_lacks_the_state_of_a_transition_is_an_error),
        SHOP_TEST(S3_not_of_a_state_that_is_missing_is_true_and_accepted),
        SHOP_TEST(S3_a_state_that_an_or_can_do_without_is_accepted),
        SHOP_TEST(S3_a_state_that_only_the_other_side_of_an_or_needs_is_accepted),
        SHOP_TEST(S3_a_state_that_both_sides_of_an_or_need_is_an_error),
        SHOP_TEST(S3_a_state_beside_a_not_is_needed_all_the_same),
        SHOP_TEST(S3_a_state_that_a_text_needs_is_told_with_its_column),
        SHOP_TEST(S47_an_npc_that_lacks_the_state_of_its_speed_is_an_error),
        SHOP_TEST(S42_who_lacks_what_a_sequence_claims_is_told_as_passed_by),
        SHOP_TEST(S42_a_sequence_claim_without_a_targeted_node_is_a_warning),
        SHOP_TEST(S35_a_fallback_with_a_target_is_a_warning),
        SHOP_TEST(S35_a_fallback_with_conditions_is_a_warning),
        SHOP_TEST(S35_a_fallback_that_waits_is_a_warning),
        SHOP_TEST(S35_a_fallback_that_needs_nothing_is_fine),
        SHOP_TEST(S42_a_node_for_the_same_target_needs_no_claimed_state_of_others),
        SHOP_TEST(S42_a_claimed_state_that_is_missing_is_told_once),
        SHOP_TEST(S3_a_state_that_an_npc_lacks_is_told_once_for_an_action),
        SHOP_TEST(S51_an_npc_that_lacks_a_state_that_it_waits_for_is_an_error),
        SHOP_TEST(S51_an_npc_that_lacks_a_state_of_what_it_is_seen_in_is_an_error),
        SHOP_TEST(S35_a_needy_fallback_is_told_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
