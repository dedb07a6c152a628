/* S6 and S7: comparisons, modifications, expressions, conditions. */
#include "kit.h"

/* A world in which everything an operation can be about is 5: self.s, target.t, env.e, the distance
 * and the time in seconds. "ann" has only "probe" to do, with "thing1" or not at all. Her a, b and
 * less are given. */
static bustle_action_def *def_probe_of(kit *k, int32_t a, int32_t b, int32_t less) {
    kit_reset(k);
    def_state(k, "a");
    def_state(k, "b");
    def_state(k, "less");
    def_state(k, "s")->initial = 5;
    def_state(k, "t")->initial = 5;
    bustle_state_def *mood = def_state(k, "mood");
    mood->values = NAMES("calm", "wary", "angry");
    mood->value_count = 3;
    def_environment(k, "e", 0)->initial = 5;
    def_interruption(k, "i");
    bustle_action_def *probe = def_action(k, "probe", 1000);
    probe->target = BUSTLE_TARGET_TAKEN;
    chain(k, "main", "probe");
    bustle_entity_def *npc = has(has_default(def_npc(k, "npc", "main"), "s"), "mood", 1);
    has(has(has(npc, "a", a), "b", b), "less", less);
    accepts(has(has_default(def_prop(k, "thing"), "t"), "mood", 2), "probe");
    return probe;
}

static bustle_action_def *def_probe(kit *k) {
    return def_probe_of(k, 0, 0, 0);
}

static void begin_probe(kit *k) {
    kit_begin(k);
    kit_spawn_at(k, "ann", "npc", 0, 0, 0);
    kit_spawn_at(k, "thing1", "thing", 0, -3, 4);
    kit_update_to(k, 5999);
}

static bool holds(kit *k, bustle_ops when) {
    def_probe(k)->when = when;
    begin_probe(k);
    return kit_doing(k, "ann").mood == BUSTLE_ACTING;
}

/* What becomes of self.s by these start effects. */
static int32_t self_after(kit *k, bustle_ops effects) {
    def_probe(k)->start = effects;
    begin_probe(k);
    return kit_get(k, "ann", "s");
}

static bool compares(bustle_op_kind kind, int32_t a, int32_t b) {
    switch (kind) {
    case BUSTLE_EQUAL:
        return a == b;
    case BUSTLE_NOT_EQUAL:
        return a != b;
    case BUSTLE_LESS:
        return a < b;
    case BUSTLE_GREATER:
        return a > b;
    case BUSTLE_AT_MOST:
        return a <= b;
    default:
        return a >= b;
    }
}

static const struct {
    bustle_subject subject;
    const char *name;
} readable[] = {{BUSTLE_SELF, "s"}, {BUSTLE_TARGET, "t"}, {BUSTLE_ENV, "e"},
    {BUSTLE_DISTANCE, NULL}, {BUSTLE_NOW, NULL}};
enum { READABLE = sizeof readable / sizeof *readable };

/* ---- S6 ---- */

static void S6_every_comparison_works_on_everything_readable(void **state) {
    kit *k = *state;
    for (size_t i = 0; i < READABLE; i++) {
        for (bustle_op_kind kind = BUSTLE_EQUAL; kind <= BUSTLE_AT_LEAST; kind++) {
            for (int32_t value = 4; value <= 6; value++) {
                bustle_op op = KIT_OP(kind, readable[i].subject, readable[i].name, value);
                if (holds(k, OPS(op)) != compares(kind, 5, value)) {
                    fail_msg("subject %d, comparison %d with %d", (int)readable[i].subject,
                        (int)kind, (int)value);
                }
            }
        }
    }
}

static void S6_comparisons_do_not_overflow_at_the_ends_of_the_range(void **state) {
    kit *k = *state;
    static const int32_t ends[] = {INT32_MIN, -1, 0, INT32_MAX};
    for (size_t a = 0; a < 4; a++) {
        for (size_t b = 0; b < 4; b++) {
            def_probe_of(k, ends[a], ends[b], 0)->when =
                OPS(PUSH(BUSTLE_SELF, "a"), PUSH(BUSTLE_SELF, "b"), STACK_IS(BUSTLE_LESS));
            begin_probe(k);
            assert_int_equal(kit_doing(k, "ann").mood == BUSTLE_ACTING, ends[a] < ends[b]);
        }
    }
}

static void S6_self_and_target_are_set_increased_and_decreased(void **state) {
    kit *k = *state;
    def_probe(k)->start = OPS(SET(BUSTLE_SELF, "s", 40), INCREASE(BUSTLE_SELF, "s", 3),
        DECREASE(BUSTLE_SELF, "s", 1), SET(BUSTLE_TARGET, "t", -40),
        INCREASE(BUSTLE_TARGET, "t", 3), DECREASE(BUSTLE_TARGET, "t", 1),
        NAMED(BUSTLE_SET, BUSTLE_TARGET, "mood", "calm"), INCREASE(BUSTLE_SELF, "mood", 1));
    begin_probe(k);
    assert_int_equal(kit_get(k, "ann", "s"), 42);
    assert_int_equal(kit_get(k, "thing1", "t"), -38);
    assert_int_equal(kit_get(k, "thing1", "mood"), 0);
    assert_int_equal(kit_get(k, "ann", "mood"), 2);
}

static void expect_bad_condition(kit *k, bustle_op op) {
    def_probe(k)->when = OPS(op);
    kit_expect_problem(k, BUSTLE_ERROR, "probe");
}

static void expect_bad_effect(kit *k, bustle_op op) {
    def_probe(k)->start = OPS(op);
    kit_expect_problem(k, BUSTLE_ERROR, "probe");
    def_probe(k)->finish = OPS(op);
    kit_expect_problem(k, BUSTLE_ERROR, "probe");
    def_probe(k)->interrupted = OPS(op);
    kit_expect_problem(k, BUSTLE_ERROR, "probe");
}

static void S6_a_modification_among_conditions_is_a_load_error(void **state) {
    kit *k = *state;
    expect_bad_condition(k, (bustle_op)SET(BUSTLE_SELF, "s", 1));
    expect_bad_condition(k, (bustle_op)INCREASE(BUSTLE_TARGET, "t", 1));
    expect_bad_condition(k, (bustle_op)DECREASE(BUSTLE_SELF, "s", 1));
    expect_bad_condition(k, (bustle_op)RAISE(BUSTLE_SELF, "i"));
}

static void S6_a_modification_in_a_transition_is_a_load_error(void **state) {
    kit *k = *state;
    def_probe(k);
    bustle_sequence_def *other = chain(k, "other", "probe");
    add_edge(node_of(other, "probe"), "END", OPS(SET(BUSTLE_SELF, "s", 1)));
    kit_expect_problem(k, BUSTLE_ERROR, "other");
}

static void S6_a_condition_among_effects_is_a_load_error(void **state) {
    kit *k = *state;
    for (bustle_op_kind kind = BUSTLE_EQUAL; kind <= BUSTLE_AT_LEAST; kind++) {
        expect_bad_effect(k, (bustle_op)SELF_IS("s", kind, 1));
    }
    expect_bad_effect(k, (bustle_op)ENV_IS("e", BUSTLE_EQUAL, 1));
    expect_bad_effect(k, (bustle_op)DISTANCE_IS(BUSTLE_EQUAL, 1));
}

static void S6_only_self_and_target_can_be_modified(void **state) {
    kit *k = *state;
    for (bustle_op_kind kind = BUSTLE_SET; kind <= BUSTLE_DECREASE; kind++) {
        expect_bad_effect(k, (bustle_op)KIT_OP(kind, BUSTLE_ENV, "e", 1));
        expect_bad_effect(k, (bustle_op)KIT_OP(kind, BUSTLE_DISTANCE, NULL, 1));
        expect_bad_effect(k, (bustle_op)KIT_OP(kind, BUSTLE_NOW, NULL, 1));
        expect_bad_effect(k, (bustle_op)KIT_OP(kind, BUSTLE_CONSTANT, NULL, 1));
        expect_bad_effect(k, (bustle_op)KIT_OP(kind, BUSTLE_STACK, NULL, 1));
    }
    expect_bad_effect(k, (bustle_op)RAISE(BUSTLE_ENV, "i"));
}

static void S6_unknown_names_are_load_errors(void **state) {
    kit *k = *state;
    expect_bad_condition(k, (bustle_op)SELF_IS("nothing", BUSTLE_EQUAL, 1));
    expect_bad_condition(k, (bustle_op)SELF_IS("e", BUSTLE_EQUAL, 1)); /* of the environment */
    expect_bad_condition(k, (bustle_op)ENV_IS("s", BUSTLE_EQUAL, 1)); /* of entities */
    expect_bad_condition(k, (bustle_op)NAMED(BUSTLE_EQUAL, BUSTLE_SELF, "mood", "jolly"));
    expect_bad_condition(k, (bustle_op)NAMED(BUSTLE_EQUAL, BUSTLE_SELF, "s", "calm"));
    expect_bad_effect(k, (bustle_op)SET(BUSTLE_SELF, "nothing", 1));
    expect_bad_effect(k, (bustle_op)NAMED(BUSTLE_SET, BUSTLE_SELF, "mood", "jolly"));
    expect_bad_effect(k, (bustle_op)RAISE(BUSTLE_SELF, "nothing"));
}

/* ---- S7 ---- */

static void S7_a_comparison_may_be_with_a_named_value(void **state) {
    kit *k = *state;
    assert_true(holds(k, OPS(NAMED(BUSTLE_EQUAL, BUSTLE_SELF, "mood", "wary"))));
    assert_true(holds(k, OPS(NAMED(BUSTLE_EQUAL, BUSTLE_TARGET, "mood", "angry"))));
    assert_false(holds(k, OPS(NAMED(BUSTLE_GREATER, BUSTLE_SELF, "mood", "wary"))));
    assert_true(holds(k, OPS(NAMED(BUSTLE_GREATER, BUSTLE_SELF, "mood", "calm"))));
}

static void S7_a_comparison_may_be_with_anything_readable(void **state) {
    kit *k = *state;
    for (size_t a = 0; a < READABLE; a++) {
        for (size_t b = 0; b < READABLE; b++) {
            bustle_op left = PUSH(readable[a].subject, readable[a].name);
            bustle_op right = PUSH(readable[b].subject, readable[b].name);
            bustle_op more = PUSH_VALUE(1), plus = DO(BUSTLE_PLUS);
            assert_true(holds(k, OPS(left, right, STACK_IS(BUSTLE_EQUAL))));
            assert_true(holds(k, OPS(left, right, more, plus, STACK_IS(BUSTLE_LESS))));
            assert_false(holds(k, OPS(left, more, plus, right, STACK_IS(BUSTLE_LESS))));
        }
    }
}

static void S7_values_are_summed_subtracted_and_multiplied(void **state) {
    kit *k = *state;
    /* (self.s * 3 - target.t) + (2 - distance) == 7, in that order of operands */
    assert_true(holds(k,
        OPS(PUSH(BUSTLE_SELF, "s"), PUSH_VALUE(3), DO(BUSTLE_TIMES), PUSH(BUSTLE_TARGET, "t"),
            DO(BUSTLE_MINUS), PUSH_VALUE(2), PUSH(BUSTLE_DISTANCE, NULL), DO(BUSTLE_MINUS),
            DO(BUSTLE_PLUS), PUSH_VALUE(7), STACK_IS(BUSTLE_EQUAL))));
}

static void S7_effects_may_use_expressions(void **state) {
    kit *k = *state;
    assert_int_equal(
        self_after(k,
            OPS(PUSH(BUSTLE_NOW, NULL), PUSH_VALUE(10), DO(BUSTLE_TIMES), PUSH(BUSTLE_ENV, "e"),
                DO(BUSTLE_PLUS), STACKED(BUSTLE_SET, BUSTLE_SELF, "s"))),
        55);
    assert_int_equal(
        self_after(k, OPS(PUSH(BUSTLE_TARGET, "t"), STACKED(BUSTLE_INCREASE, BUSTLE_SELF, "s"))),
        10);
    assert_int_equal(
        self_after(k, OPS(PUSH(BUSTLE_DISTANCE, NULL), STACKED(BUSTLE_DECREASE, BUSTLE_SELF, "s"))),
        0);
}

static void S7_an_effect_sees_what_the_effects_before_it_did(void **state) {
    kit *k = *state;
    assert_int_equal(self_after(k,
                         OPS(SET(BUSTLE_TARGET, "t", 9), PUSH(BUSTLE_TARGET, "t"),
                             STACKED(BUSTLE_SET, BUSTLE_SELF, "s"), INCREASE(BUSTLE_SELF, "s", 1))),
        10);
}

static void S7_now_is_whole_seconds(void **state) {
    kit *k = *state;
    def_probe(k)->start = OPS(PUSH(BUSTLE_NOW, NULL), STACKED(BUSTLE_SET, BUSTLE_SELF, "s"));
    begin_probe(k); /* at 5999 ms */
    assert_int_equal(kit_get(k, "ann", "s"), 5);
    kit_update_to(k, 7000);
    assert_int_equal(kit_get(k, "ann", "s"), 7);
    kit_update_to(k, 2000000999);
    assert_int_equal(kit_get(k, "ann", "s"), 2000000);
}

/* (a kind b) - less, calculated while it runs and, of constants, perhaps before. */
static int32_t result_of(kit *k, int32_t a, int32_t b, bustle_op_kind kind, int32_t less) {
    int32_t constant = self_after(k,
        OPS(PUSH_VALUE(a), PUSH_VALUE(b), DO(kind), PUSH_VALUE(less), DO(BUSTLE_MINUS),
            STACKED(BUSTLE_SET, BUSTLE_SELF, "s")));
    def_probe_of(k, a, b, less)->start =
        OPS(PUSH(BUSTLE_SELF, "a"), PUSH(BUSTLE_SELF, "b"), DO(kind), PUSH(BUSTLE_SELF, "less"),
            DO(BUSTLE_MINUS), STACKED(BUSTLE_SET, BUSTLE_SELF, "s"));
    begin_probe(k);
    assert_int_equal(kit_get(k, "ann", "s"), constant);
    return constant;
}

static void S2_each_operation_of_an_expression_saturates_at_32_bits(void **state) {
    kit *k = *state;
    assert_int_equal(result_of(k, INT32_MAX, 5, BUSTLE_PLUS, 7), INT32_MAX - 7);
    assert_int_equal(result_of(k, INT32_MIN, -5, BUSTLE_PLUS, -7), INT32_MIN + 7);
    assert_int_equal(result_of(k, INT32_MIN, 5, BUSTLE_MINUS, -7), INT32_MIN + 7);
    assert_int_equal(result_of(k, INT32_MAX, -5, BUSTLE_MINUS, 7), INT32_MAX - 7);
    assert_int_equal(result_of(k, 0, INT32_MIN, BUSTLE_MINUS, 7), INT32_MAX - 7);
    assert_int_equal(result_of(k, INT32_MIN, -1, BUSTLE_TIMES, 7), INT32_MAX - 7);
    assert_int_equal(result_of(k, 65536, 65536, BUSTLE_TIMES, 7), INT32_MAX - 7);
    assert_int_equal(result_of(k, INT32_MAX, INT32_MIN, BUSTLE_TIMES, -7), INT32_MIN + 7);
    assert_int_equal(result_of(k, INT32_MIN, INT32_MIN, BUSTLE_TIMES, 7), INT32_MAX - 7);
}

#define TRUE_HERE SELF_IS("s", BUSTLE_EQUAL, 5)
#define FALSE_HERE TARGET_IS("t", BUSTLE_EQUAL, 6)

static void S7_a_plain_list_is_a_conjunction(void **state) {
    kit *k = *state;
    assert_true(holds(k, ALWAYS));
    assert_true(holds(k, OPS(TRUE_HERE, TRUE_HERE)));
    assert_false(holds(k, OPS(TRUE_HERE, FALSE_HERE)));
    assert_false(holds(k, OPS(FALSE_HERE, TRUE_HERE)));
    assert_false(holds(k, OPS(FALSE_HERE, FALSE_HERE)));
}

static void S7_what_is_left_over_is_joined_by_and(void **state) {
    kit *k = *state;
    assert_false(holds(k, OPS(FALSE_HERE, TRUE_HERE, FALSE_HERE, DO(BUSTLE_OR))));
    assert_true(holds(k, OPS(TRUE_HERE, TRUE_HERE, FALSE_HERE, DO(BUSTLE_OR))));
    assert_false(holds(k, OPS(TRUE_HERE, FALSE_HERE, DO(BUSTLE_OR), FALSE_HERE)));
    assert_true(holds(k, OPS(TRUE_HERE, FALSE_HERE, DO(BUSTLE_NOT))));
}

/* ---- Functions that tell when they are called: 1 is true, 2 is false, 3 is true, 4 is false ----
 */

static char calls[32];

static int note_call(kit *k, bustle_call *call) {
    size_t length = 0;
    (void)k;
    while (calls[length] != '\0') {
        length++;
    }
    assert_true(length + 1 < sizeof calls);
    calls[length] = (char)('0' + call->function);
    calls[length + 1] = '\0';
    return call->function % 2;
}

/* Checks the result of a condition over functions 1 to 4 and which of them were called. */
static void expect_calls(kit *k, bustle_ops when, bool result, const char *expected) {
    def_probe(k)->when = when;
    for (int i = 1; i <= 4; i++) {
        k->conditions[i] = note_call;
    }
    calls[0] = '\0';
    begin_probe(k);
    assert_string_equal(calls, expected);
    assert_int_equal(kit_doing(k, "ann").mood == BUSTLE_ACTING, result);
}

#define F(number) CALL(number, "f")

static void S7_and_or_and_not_combine_left_to_right_with_short_circuit(void **state) {
    kit *k = *state;
    expect_calls(k, OPS(F(1), F(3), DO(BUSTLE_AND)), true, "13");
    expect_calls(k, OPS(F(1), F(2), DO(BUSTLE_AND)), false, "12");
    expect_calls(k, OPS(F(2), F(1), DO(BUSTLE_AND)), false, "2");
    expect_calls(k, OPS(F(1), F(2), DO(BUSTLE_OR)), true, "1");
    expect_calls(k, OPS(F(2), F(1), DO(BUSTLE_OR)), true, "21");
    expect_calls(k, OPS(F(2), F(4), DO(BUSTLE_OR)), false, "24");
    expect_calls(k, OPS(F(1), DO(BUSTLE_NOT)), false, "1");
    expect_calls(k, OPS(F(2), DO(BUSTLE_NOT)), true, "2");
    expect_calls(k, OPS(F(2), DO(BUSTLE_NOT), DO(BUSTLE_NOT)), false, "2");
}

static void S7_parentheses_nest(void **state) {
    kit *k = *state;
    /* 2 and (1 or 3): false; (2 and 1) or 3: true */
    expect_calls(k, OPS(F(2), F(1), F(3), DO(BUSTLE_OR), DO(BUSTLE_AND)), false, "2");
    expect_calls(k, OPS(F(2), F(1), DO(BUSTLE_AND), F(3), DO(BUSTLE_OR)), true, "23");
    /* not (1 and 2) and (4 or 3); 1 or (2 or 3) */
    expect_calls(k,
        OPS(F(1), F(2), DO(BUSTLE_AND), DO(BUSTLE_NOT), F(4), F(3), DO(BUSTLE_OR), DO(BUSTLE_AND)),
        true, "1243");
    expect_calls(k, OPS(F(1), F(2), F(3), DO(BUSTLE_OR), DO(BUSTLE_OR)), true, "1");
    /* (2 or 1) and (1 and 4) and 3 */
    expect_calls(k,
        OPS(F(2), F(1), DO(BUSTLE_OR), F(1), F(4), DO(BUSTLE_AND), DO(BUSTLE_AND), F(3),
            DO(BUSTLE_AND)),
        false, "2114");
}

static void S7_a_conjunction_stops_at_the_first_false_condition(void **state) {
    kit *k = *state;
    expect_calls(k, OPS(F(1), FALSE_HERE, F(3)), false, "1");
    expect_calls(k, OPS(F(1), TRUE_HERE, F(2), F(3)), false, "12");
}

static void S7_a_value_that_is_short_circuited_is_not_asked_for(void **state) {
    kit *k = *state;
    assert_false(holds(k, OPS(FALSE_HERE, ENV_IS("e", BUSTLE_EQUAL, 5))));
    kit_expect_asked(k, "");
    assert_true(holds(k, OPS(TRUE_HERE, ENV_IS("e", BUSTLE_EQUAL, 5), DO(BUSTLE_OR))));
    kit_expect_asked(k, "");
    assert_true(holds(k, OPS(TRUE_HERE, ENV_IS("e", BUSTLE_EQUAL, 5), DO(BUSTLE_AND))));
    kit_expect_asked(k, "e");
}

static void S7_a_malformed_expression_is_a_load_error(void **state) {
    kit *k = *state;
    const bustle_ops malformed[] = {
        OPS(PUSH_VALUE(1)),
        OPS(DO(BUSTLE_NOT)),
        OPS(TRUE_HERE, DO(BUSTLE_AND)),
        OPS(PUSH_VALUE(1), STACK_IS(BUSTLE_EQUAL)),
        OPS(PUSH_VALUE(1), PUSH_VALUE(1), DO(BUSTLE_OR)),
        OPS(TRUE_HERE, TRUE_HERE, STACK_IS(BUSTLE_EQUAL)),
        OPS(PUSH_VALUE(1), TRUE_HERE, DO(BUSTLE_PLUS)),
        OPS(KIT_OP(BUSTLE_EQUAL, BUSTLE_CONSTANT, NULL, 1)),
    };
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        def_probe(k)->when = malformed[i];
        kit_expect_problem(k, BUSTLE_ERROR, "probe");
    }
    expect_bad_effect(k, (bustle_op)PUSH_VALUE(1));
    expect_bad_effect(k, (bustle_op)STACKED(BUSTLE_SET, BUSTLE_SELF, "s"));
}

static void S7_transitions_take_the_same_conditions(void **state) {
    kit *k = *state;
    def_probe(k);
    def_action(k, "yes", 10);
    def_action(k, "no", 10);
    bustle_sequence_def *main = chain(k, "day", "probe");
    bustle_node_def *probe = node_of(main, "probe");
    probe->transition_count = 0;
    add_edge(probe, "no",
        OPS(PUSH(BUSTLE_SELF, "s"), PUSH(BUSTLE_TARGET, "t"), STACK_IS(BUSTLE_NOT_EQUAL),
            ENV_IS("e", BUSTLE_EQUAL, 4), DO(BUSTLE_OR)));
    add_edge(probe, "yes", OPS(DISTANCE_IS(BUSTLE_EQUAL, 5), ENV_IS("e", BUSTLE_EQUAL, 5)));
    add_edge(add_node(main, "yes", BUSTLE_NODE_ACTION, "yes"), "END", ALWAYS);
    add_edge(add_node(main, "no", BUSTLE_NODE_ACTION, "no"), "END", ALWAYS);
    has_default(def_npc(k, "walker", "day"), "s");
    kit_begin(k);
    kit_spawn(k, "ann", "walker");
    kit_spawn_at(k, "thing1", "thing", 5, 0, 0);
    kit_run(k, 2000, 1000);
    kit_expect_only(k, "start", "start ann probe thing1 | start ann yes");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S6_every_comparison_works_on_everything_readable),
        RULE(S6_comparisons_do_not_overflow_at_the_ends_of_the_range),
        RULE(S6_self_and_target_are_set_increased_and_decreased),
        RULE(S6_a_modification_among_conditions_is_a_load_error),
        RULE(S6_a_modification_in_a_transition_is_a_load_error),
        RULE(S6_a_condition_among_effects_is_a_load_error),
        RULE(S6_only_self_and_target_can_be_modified),
        RULE(S6_unknown_names_are_load_errors),
        RULE(S7_a_comparison_may_be_with_a_named_value),
        RULE(S7_a_comparison_may_be_with_anything_readable),
        RULE(S7_values_are_summed_subtracted_and_multiplied),
        RULE(S7_effects_may_use_expressions),
        RULE(S7_an_effect_sees_what_the_effects_before_it_did),
        RULE(S7_now_is_whole_seconds),
        RULE(S2_each_operation_of_an_expression_saturates_at_32_bits),
        RULE(S7_a_plain_list_is_a_conjunction),
        RULE(S7_what_is_left_over_is_joined_by_and),
        RULE(S7_and_or_and_not_combine_left_to_right_with_short_circuit),
        RULE(S7_parentheses_nest),
        RULE(S7_a_conjunction_stops_at_the_first_false_condition),
        RULE(S7_a_value_that_is_short_circuited_is_not_asked_for),
        RULE(S7_a_malformed_expression_is_a_load_error),
        RULE(S7_transitions_take_the_same_conditions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
