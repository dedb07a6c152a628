/* S1 to S3: entities and their state. */
#include <string.h>

#include "calls.h"

/* ---- S1 ---- */

static void S1_a_prop_has_state_and_accepts_actions_but_decides_nothing(void **state) {
    kit *k = *state;
    def_everyday(k);
    kit_begin(k);
    bustle_entity stone = kit_spawn(k, "stone1", "stone");
    bustle_doing doing;
    assert_int_equal(kit_get(k, "stone1", "x"), 7);
    assert_int_equal(bustle_npc_doing(k->world, stone, &doing), BUSTLE_NOT_NPC);
    kit_run(k, 5000, 100);
    kit_expect_events(k, "@0 spawn stone1");
    assert_int_equal(kit_stats(k).turns, 0);
}

static void S1_calls_about_behaviour_refuse_a_prop(void **state) {
    kit *k = *state;
    def_everyday(k);
    kit_begin(k);
    bustle_entity stone = kit_spawn(k, "stone1", "stone");
    static const char *const npc_calls[] = {"complete", "fail", "interrupt", "hold", "release",
        "run", "set_main", "restart", "doing", "frames", "memories"};
    for (size_t i = 0; i < api_call_count; i++) {
        for (size_t n = 0; n < sizeof npc_calls / sizeof *npc_calls; n++) {
            if (strcmp(api_calls[i].name, npc_calls[n]) == 0 &&
                api_calls[i].make(k, stone) != BUSTLE_NOT_NPC) {
                fail_msg("%s takes a prop", api_calls[i].name);
            }
        }
    }
}

static void S1_an_npc_may_be_another_npcs_target(void **state) {
    kit *k = *state;
    def_everyday(k)->main = "meet";
    chain(k, "meet", "touch");
    kit_begin(k);
    kit_spawn(k, "ann", "villager");
    kit_spawn(k, "bob", "villager");
    kit_update_to(k, 0);
    kit_expect_only(k, "start", "start ann touch bob | start bob touch ann");
}

static void S1_an_npc_is_never_its_own_target(void **state) {
    kit *k = *state;
    static const bustle_position_kind kinds[] = {
        BUSTLE_POSITION_PUSHED, BUSTLE_POSITION_STATIC, BUSTLE_POSITION_QUERIED};
    for (size_t i = 0; i < 3; i++) {
        kit_reset(k);
        bustle_entity_def *villager = def_everyday(k);
        villager->main = "meet";
        villager->position = kinds[i];
        chain(k, "meet", "touch");
        kit_begin(k);
        kit_spawn(k, "ann", "villager");
        kit_update_to(k, 0);
        kit_expect_only(k, "start fail", "fail ann meet no-candidate");
        kit_spawn(k, "bob", "villager");
        kit_run(k, 20000, 1000);
        assert_true(kit_stats(k).starts > 20);
        for (size_t n = 0; n < k->event_count; n++) {
            assert_int_not_equal(k->events[n].target, k->events[n].npc);
        }
    }
}

static void S1_spawn_numbers_count_from_1_and_are_never_reused(void **state) {
    kit *k = *state;
    def_everyday(k);
    kit_begin(k);
    for (uint32_t n = 1; n <= 200; n++) {
        bustle_entity entity = kit_spawn(k, "it", n % 2 == 0 ? "stone" : "villager");
        assert_int_equal(bustle_entity_spawn_number(entity), n);
        if (n % 3 != 0) {
            assert_int_equal(bustle_world_remove(k->world, entity), BUSTLE_OK);
        }
    }
}

static void S1_spawn_numbers_are_counted_per_world(void **state) {
    kit *k = *state;
    def_everyday(k);
    kit_begin(k);
    kit_spawn(k, "ann", "villager");
    kit_spawn(k, "bob", "villager");
    bustle_world *first = k->world;
    assert_int_equal(bustle_world_create(k->content, &k->def, &k->world), BUSTLE_OK);
    assert_int_equal(bustle_entity_spawn_number(kit_spawn(k, "cid", "villager")), 1);
    bustle_world_destroy(first);
}

static void S1_entities_are_listed_in_spawn_order_also_after_slots_were_reused(void **state) {
    kit *k = *state;
    def_everyday(k);
    kit_begin(k);
    bustle_entity first = kit_spawn(k, "a", "stone");
    bustle_entity second = kit_spawn(k, "b", "villager");
    bustle_entity third = kit_spawn(k, "c", "stone");
    assert_int_equal(bustle_world_remove(k->world, first), BUSTLE_OK);
    bustle_entity fourth = kit_spawn(k, "d", "stone");
    assert_int_equal(bustle_world_next(k->world, 0), second);
    assert_int_equal(bustle_world_next(k->world, first), second);
    assert_int_equal(bustle_world_next(k->world, second), third);
    assert_int_equal(bustle_world_next(k->world, third), fourth);
    assert_int_equal(bustle_world_next(k->world, fourth), 0);
    assert_int_equal(kit_stats(k).entities, 3);
    assert_int_equal(kit_stats(k).npcs, 1);
}

/* ---- S2 ---- */

static void S2_a_value_starts_as_spawned_else_as_defined_else_as_the_key_says(void **state) {
    kit *k = *state;
    def_state(k, "a")->initial = 5;
    bustle_state_def *positive = def_state(k, "b");
    positive->minimum = 3;
    bustle_entity_def *plain = has_default(has_default(def_prop(k, "plain"), "a"), "b");
    has(def_prop(k, "own"), "a", 6);
    (void)plain;
    kit_begin(k);
    kit_spawn(k, "plain1", "plain");
    kit_spawn(k, "own1", "own");
    bustle_state_value states[] = {{kit_state(k, "a"), 8}};
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = kit_definition(k, "own");
    def.states = states;
    def.state_count = 1;
    kit_spawn_by(k, "own2", def);
    assert_int_equal(kit_get(k, "plain1", "a"), 5);
    assert_int_equal(kit_get(k, "plain1", "b"), 3); /* 0, moved to the nearest bound */
    assert_int_equal(kit_get(k, "own1", "a"), 6);
    assert_int_equal(kit_get(k, "own2", "a"), 8);
}

/* A prop "box" with one value of the key "v". */
static bustle_state_def *def_box(kit *k, int32_t initial) {
    has(def_prop(k, "box"), "v", initial);
    return def_state(k, "v");
}

static void S2_a_written_value_is_clamped_to_the_declared_bounds(void **state) {
    kit *k = *state;
    bustle_state_def *v = def_box(k, 0);
    v->minimum = -10;
    v->maximum = 10;
    kit_begin(k);
    bustle_state_value given = {kit_state(k, "v"), 500};
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = kit_definition(k, "box");
    def.states = &given;
    def.state_count = 1;
    kit_spawn_by(k, "box1", def);
    assert_int_equal(kit_get(k, "box1", "v"), 10);
    kit_set(k, "box1", "v", -11);
    assert_int_equal(kit_get(k, "box1", "v"), -10);
    kit_set(k, "box1", "v", 11);
    assert_int_equal(kit_get(k, "box1", "v"), 10);
}

static void S2_a_flag_is_0_or_1(void **state) {
    kit *k = *state;
    def_box(k, 1)->flag = true;
    kit_begin(k);
    kit_spawn(k, "box1", "box");
    assert_int_equal(kit_get(k, "box1", "v"), 1);
    kit_set(k, "box1", "v", 2);
    assert_int_equal(kit_get(k, "box1", "v"), 1);
    kit_set(k, "box1", "v", -1);
    assert_int_equal(kit_get(k, "box1", "v"), 0);
}

static void S2_named_values_count_from_0_and_bound_the_key(void **state) {
    kit *k = *state;
    bustle_state_def *v = def_box(k, 0);
    v->values = NAMES("calm", "wary", "angry");
    v->value_count = 3;
    kit_begin(k);
    kit_spawn(k, "box1", "box");
    kit_set(k, "box1", "v", 7);
    assert_int_equal(kit_get(k, "box1", "v"), 2);
    kit_set(k, "box1", "v", -7);
    assert_int_equal(kit_get(k, "box1", "v"), 0);
    for (int32_t i = 0; i < 3; i++) {
        int32_t value = -1;
        assert_int_equal(bustle_content_value(k->content, BUSTLE_KIND_STATE, kit_state(k, "v"),
                             v->values[i], &value),
            BUSTLE_OK);
        assert_int_equal(value, i);
        assert_string_equal(
            bustle_content_value_name(k->content, BUSTLE_KIND_STATE, kit_state(k, "v"), i),
            v->values[i]);
    }
}

/* The value of "v" (bounded, starting at `initial`) after an NPC's start effects. */
static int32_t after_effects(
    kit *k, int32_t minimum, int32_t maximum, int32_t initial, bustle_op first, bustle_op second) {
    kit_reset(k);
    bustle_state_def *v = def_state(k, "v");
    v->minimum = minimum;
    v->maximum = maximum;
    def_action(k, "act", 1000)->start = OPS(first, second);
    chain(k, "main", "act");
    def_state(k, "fifty")->initial = 50;
    has_default(has(def_npc(k, "npc", "main"), "v", initial), "fifty");
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    return kit_get(k, "ann", "v");
}

#define OP(kind, value) ((bustle_op)KIT_OP(kind, BUSTLE_SELF, "v", value))

static void S2_arithmetic_saturates_at_the_declared_bounds(void **state) {
    kit *k = *state;
    assert_int_equal(after_effects(k, -9, 9, 5, OP(BUSTLE_INCREASE, 5), OP(BUSTLE_DECREASE, 1)), 8);
    assert_int_equal(
        after_effects(k, -9, 9, -5, OP(BUSTLE_DECREASE, 5), OP(BUSTLE_INCREASE, 1)), -8);
    assert_int_equal(after_effects(k, -9, 9, 0, (bustle_op)PUSH(BUSTLE_SELF, "fifty"),
                         (bustle_op)STACKED(BUSTLE_SET, BUSTLE_SELF, "v")),
        9);
    assert_int_equal(
        after_effects(k, -9, 9, 5, OP(BUSTLE_INCREASE, INT32_MAX), OP(BUSTLE_INCREASE, 0)), 9);
    assert_int_equal(
        after_effects(k, -9, 9, 5, OP(BUSTLE_DECREASE, INT32_MIN), OP(BUSTLE_INCREASE, 0)), 9);
}

static void S2_arithmetic_without_bounds_saturates_at_32_bits(void **state) {
    kit *k = *state;
    const int32_t low = BUSTLE_NO_MINIMUM, high = BUSTLE_NO_MAXIMUM;
    assert_int_equal(
        after_effects(k, low, high, INT32_MAX - 3, OP(BUSTLE_INCREASE, 5), OP(BUSTLE_DECREASE, 1)),
        INT32_MAX - 1);
    assert_int_equal(
        after_effects(k, low, high, INT32_MIN + 3, OP(BUSTLE_DECREASE, 5), OP(BUSTLE_INCREASE, 1)),
        INT32_MIN + 1);
    assert_int_equal(
        after_effects(k, low, high, 0, OP(BUSTLE_DECREASE, INT32_MIN), OP(BUSTLE_INCREASE, 0)),
        INT32_MAX);
}

static void S2_memories_keep_their_order_over_weeks(void **state) {
    kit *k = *state;
    const int32_t ten_days = 10 * 24 * 3600 * 1000;
    def_everyday(k);
    bustle_action_def *brood = def_action(k, "brood", ten_days);
    brood->target = BUSTLE_TARGET_TAKEN;
    chain(k, "brooding", "brood");
    def_npc(k, "bird", "brooding");
    accepts(def_prop(k, "nest"), "brood");
    kit_begin(k);
    kit_spawn(k, "ann", "bird");
    bustle_entity nests[2] = {kit_spawn(k, "nest1", "nest"), kit_spawn(k, "nest2", "nest")};
    kit_update_to(k, 0);
    bool second = kit_last(k, BUSTLE_EVENT_START)->target == nests[1];
    for (int i = 1; i < 30; i++) { /* a 32-bit clock starts anew six times in that time */
        kit_run(k, ten_days, ten_days / 10);
        second = !second;
        assert_int_equal(kit_last(k, BUSTLE_EVENT_START)->time, (int64_t)i * ten_days);
        assert_int_equal(kit_last(k, BUSTLE_EVENT_START)->target, nests[second]);
    }
}

/* ---- S3 ---- */

/* Whether a condition about a target holds in a transition of a sequence without one. */
static bool holds_without_target(kit *k, bustle_ops when) {
    kit_reset(k);
    def_state(k, "x");
    has(def_prop(k, "stone"), "x", 0);
    def_action(k, "yes", 1000);
    def_action(k, "no", 1000);
    bustle_sequence_def *main = def_sequence(k, "main", "ask");
    bustle_node_def *ask = add_node(main, "ask", BUSTLE_NODE_CHOICE, NULL);
    add_edge(ask, "yes", when);
    add_edge(ask, "no", ALWAYS)->otherwise = true;
    add_edge(add_node(main, "yes", BUSTLE_NODE_ACTION, "yes"), "END", ALWAYS);
    add_edge(add_node(main, "no", BUSTLE_NODE_ACTION, "no"), "END", ALWAYS);
    def_npc(k, "npc", "main");
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    return kit_doing(k, "ann").action == kit_action(k, "yes");
}

static void S3_a_comparison_with_a_target_that_is_not_there_is_false(void **state) {
    kit *k = *state;
    for (bustle_op_kind kind = BUSTLE_EQUAL; kind <= BUSTLE_AT_LEAST; kind++) {
        assert_false(holds_without_target(k, OPS(TARGET_IS("x", kind, 0))));
        assert_false(holds_without_target(k, OPS(DISTANCE_IS(kind, 0))));
        assert_false(holds_without_target(
            k, OPS(PUSH(BUSTLE_TARGET, "x"), PUSH(BUSTLE_TARGET, "x"), STACK_IS(kind))));
        assert_false(holds_without_target(k,
            OPS(PUSH(BUSTLE_TARGET, "x"), PUSH_VALUE(1), DO(BUSTLE_PLUS), PUSH_VALUE(1),
                STACK_IS(kind))));
    }
}

static void S3_not_of_a_comparison_with_something_that_is_not_there_is_true(void **state) {
    kit *k = *state;
    assert_true(holds_without_target(k, OPS(TARGET_IS("x", BUSTLE_EQUAL, 0), DO(BUSTLE_NOT))));
    assert_true(holds_without_target(k, OPS(DISTANCE_IS(BUSTLE_LESS, 1), DO(BUSTLE_NOT))));
    assert_true(holds_without_target(k,
        OPS(PUSH(BUSTLE_TARGET, "x"), PUSH_VALUE(0), STACK_IS(BUSTLE_NOT_EQUAL), DO(BUSTLE_NOT))));
}

/* An NPC "poor" without "gold" and "silver", whose action "earn" (in "work", which only the game
 * can make it do) wants both. */
static void begin_poor(kit *k) {
    def_everyday(k);
    def_state(k, "gold");
    def_state(k, "silver");
    bustle_action_def *earn = def_action(k, "earn", 10);
    earn->start = OPS(INCREASE(BUSTLE_SELF, "gold", 1), INCREASE(BUSTLE_SELF, "x", 1));
    earn->finish = OPS(SET(BUSTLE_SELF, "gold", 3), SET(BUSTLE_SELF, "silver", 1));
    def_action(k, "find", 10)->start = OPS(INCREASE(BUSTLE_SELF, "gold", 1));
    def_action(k, "count", 10)->when = OPS(SELF_IS("gold", BUSTLE_EQUAL, 0));
    chain(k, "work", "earn");
    chain(k, "luck", "find");
    chain(k, "tally", "count");
    has(def_npc(k, "poor", "main"), "x", 0);
    kit_begin(k);
    kit_spawn(k, "ann", "poor");
    kit_spawn(k, "bob", "poor");
    kit_update_to(k, 0);
}

static void run_sequence(kit *k, const char *label, const char *sequence) {
    assert_int_equal(
        bustle_npc_run(k->world, kit_entity(k, label), kit_sequence(k, sequence), 0), BUSTLE_OK);
}

static void S3_modifying_a_property_that_is_not_there_does_nothing(void **state) {
    kit *k = *state;
    int32_t value;
    begin_poor(k);
    run_sequence(k, "ann", "work");
    kit_run(k, 20, 10);
    assert_int_equal(kit_get(k, "ann", "x"), 1); /* the effect beside it */
    assert_int_equal(
        bustle_entity_get(k->world, kit_entity(k, "ann"), kit_state(k, "gold"), &value),
        BUSTLE_NO_PROPERTY);
}

static void S3_modifying_what_is_not_there_is_reported_once_per_action_and_property(void **state) {
    kit *k = *state;
    begin_poor(k);
    run_sequence(k, "ann", "work");
    kit_update_to(k, 10);
    assert_non_null(strstr(k->log, "earn"));
    kit_expect_logged(k, 1, "gold");
    kit_update_to(k, 20);
    assert_non_null(strstr(k->log, "earn"));
    kit_expect_logged(k, 1, "silver");
    run_sequence(k, "ann", "work");
    run_sequence(k, "bob", "work");
    kit_run(k, 100, 10);
    kit_expect_logged(k, 0, "");
    run_sequence(k, "bob", "luck");
    kit_update_to(k, 200);
    assert_non_null(strstr(k->log, "find"));
    kit_expect_logged(k, 1, "gold");
}

static void S3_an_effect_by_a_value_that_is_not_there_does_nothing(void **state) {
    kit *k = *state;
    def_everyday(k);
    def_state(k, "gold");
    def_action(k, "share", 10)->start = OPS(PUSH(BUSTLE_TARGET, "gold"), PUSH_VALUE(1),
        DO(BUSTLE_PLUS), STACKED(BUSTLE_SET, BUSTLE_SELF, "x"), SET(BUSTLE_SELF, "gold", 5));
    chain(k, "round", "touch", "=share");
    has(has(def_npc(k, "sharer", "round"), "x", 7), "gold", 0);
    kit_begin(k);
    kit_spawn(k, "ann", "sharer");
    kit_spawn(k, "stone1", "stone"); /* has no gold, and need not accept what is asked again */
    kit_run(k, 2000, 1000);
    kit_expect_only(k, "start", "start ann touch stone1 | start ann share stone1");
    assert_int_equal(kit_get(k, "ann", "x"), 7);
    assert_int_equal(kit_get(k, "ann", "gold"), 5);
}

static void S3_a_comparison_with_a_property_that_is_not_there_is_false(void **state) {
    kit *k = *state;
    begin_poor(k);
    kit_forget_events(k);
    run_sequence(k, "ann", "tally");
    kit_update_to(k, 10);
    kit_expect_only(k, "start fail", "fail ann tally condition");
}

static void S3_accepting_an_action_without_its_target_property_is_a_load_error(void **state) {
    kit *k = *state;
    def_state(k, "free");
    def_action(k, "sit", 1000)->start = OPS(DECREASE(BUSTLE_TARGET, "free", 1));
    chain(k, "main", "sit");
    def_npc(k, "npc", "main");
    accepts(def_prop(k, "bench"), "sit");
    kit_expect_problem(k, BUSTLE_ERROR, "bench");
}

static void S3_reading_a_target_property_that_is_not_declared_is_a_load_error_too(void **state) {
    kit *k = *state;
    def_state(k, "free");
    def_action(k, "sit", 1000)->when =
        OPS(PUSH(BUSTLE_TARGET, "free"), PUSH_VALUE(0), STACK_IS(BUSTLE_GREATER));
    chain(k, "main", "sit");
    def_npc(k, "npc", "main");
    accepts(def_prop(k, "bench"), "sit");
    kit_expect_problem(k, BUSTLE_ERROR, "bench");
}

/* An NPC that lacks what "rest" needs, which is performed in the sequence "nap". */
static bustle_entity_def *def_napper(kit *k) {
    def_everyday(k);
    def_state(k, "tired");
    def_action(k, "rest", 1000)->finish = OPS(SET(BUSTLE_SELF, "tired", 0));
    chain(k, "nap", "rest");
    return def_npc(k, "napper", "main");
}

static void S3_an_npc_without_a_self_property_of_its_main_sequence_is_a_load_error(void **state) {
    kit *k = *state;
    def_napper(k)->main = "nap";
    kit_expect_problem(k, BUSTLE_ERROR, "napper");
}

static void S3_an_npc_without_a_self_property_of_a_nested_sequence_is_a_load_error(void **state) {
    kit *k = *state;
    def_napper(k)->main = "day";
    chain(k, "day", "wait", ">nap");
    kit_expect_problem(k, BUSTLE_ERROR, "napper");
}

static void S3_an_npc_without_a_self_property_of_a_response_is_a_load_error(void **state) {
    kit *k = *state;
    handles(def_napper(k), "i", "nap", 0);
    kit_expect_problem(k, BUSTLE_ERROR, "napper");
}

static void S3_an_npc_without_a_self_property_of_a_fallback_is_a_load_error(void **state) {
    kit *k = *state;
    falls_back_on(def_napper(k), "nap");
    kit_expect_problem(k, BUSTLE_ERROR, "napper");
}

static void S3_a_self_property_that_cannot_be_needed_may_be_lacking(void **state) {
    kit *k = *state;
    def_napper(k);
    kit_seal_ok(k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S1_a_prop_has_state_and_accepts_actions_but_decides_nothing),
        RULE(S1_calls_about_behaviour_refuse_a_prop),
        RULE(S1_an_npc_may_be_another_npcs_target),
        RULE(S1_an_npc_is_never_its_own_target),
        RULE(S1_spawn_numbers_count_from_1_and_are_never_reused),
        RULE(S1_spawn_numbers_are_counted_per_world),
        RULE(S1_entities_are_listed_in_spawn_order_also_after_slots_were_reused),
        RULE(S2_a_value_starts_as_spawned_else_as_defined_else_as_the_key_says),
        RULE(S2_a_written_value_is_clamped_to_the_declared_bounds),
        RULE(S2_a_flag_is_0_or_1),
        RULE(S2_named_values_count_from_0_and_bound_the_key),
        RULE(S2_arithmetic_saturates_at_the_declared_bounds),
        RULE(S2_arithmetic_without_bounds_saturates_at_32_bits),
        RULE(S2_memories_keep_their_order_over_weeks),
        RULE(S3_a_comparison_with_a_target_that_is_not_there_is_false),
        RULE(S3_not_of_a_comparison_with_something_that_is_not_there_is_true),
        RULE(S3_modifying_a_property_that_is_not_there_does_nothing),
        RULE(S3_modifying_what_is_not_there_is_reported_once_per_action_and_property),
        RULE(S3_an_effect_by_a_value_that_is_not_there_does_nothing),
        RULE(S3_a_comparison_with_a_property_that_is_not_there_is_false),
        RULE(S3_accepting_an_action_without_its_target_property_is_a_load_error),
        RULE(S3_reading_a_target_property_that_is_not_declared_is_a_load_error_too),
        RULE(S3_an_npc_without_a_self_property_of_its_main_sequence_is_a_load_error),
        RULE(S3_an_npc_without_a_self_property_of_a_nested_sequence_is_a_load_error),
        RULE(S3_an_npc_without_a_self_property_of_a_response_is_a_load_error),
        RULE(S3_an_npc_without_a_self_property_of_a_fallback_is_a_load_error),
        RULE(S3_a_self_property_that_cannot_be_needed_may_be_lacking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
