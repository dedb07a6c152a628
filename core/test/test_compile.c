/* From operations as written to sealed code (S6, S7), and what is refused on the way. */
#include "builder_shop.h"

#include <string.h>

/* ---- Looking at code ---- */

/* Adds an action with these preconditions. It takes a target, whatever they mention. */
static void add_when(shop *k, bustle_ops when) {
    shop_market(k);
    bustle_action_def def = shop_action("act");
    def.target = BUSTLE_TARGET_TAKEN;
    def.when = when;
    shop_add_action(k, &def);
}

static void add_finish(shop *k, bustle_ops finish) {
    shop_market(k);
    bustle_action_def def = shop_action("act");
    def.target = BUSTLE_TARGET_TAKEN;
    def.finish = finish;
    shop_add_action(k, &def);
}

static const action *sealed_action(shop *k) {
    const bustle_content *c = shop_seal(k);
    return &c->actions[id_of(k, BUSTLE_KIND_ACTION, "act")];
}

static const code *sealed_when(shop *k, bustle_ops when) {
    add_when(k, when);
    return &sealed_action(k)->when;
}

static void assert_op(const shop *k, const code *in, uint32_t index, uint8_t op_code,
    uint8_t subject, const char *state, int32_t value) {
    assert_true(index < in->count);
    const op *o = &k->content->ops[in->at + index];
    assert_int_equal(o->code, op_code);
    assert_int_equal(o->value, value);
    assert_int_equal(o->subject, subject);
    if (state != NULL) {
        bustle_kind kind = subject == BUSTLE_ENV ? BUSTLE_KIND_ENVIRONMENT : BUSTLE_KIND_STATE;
        assert_int_equal(o->name, id_of(k, kind, state));
    }
}

static void assert_code(const shop *k, const code *in, uint32_t index, uint8_t op_code) {
    assert_true(index < in->count);
    assert_int_equal(k->content->ops[in->at + index].code, op_code);
}

static void assert_jump(
    const shop *k, const code *in, uint32_t index, uint8_t op_code, int32_t aim) {
    assert_code(k, in, index, op_code);
    assert_int_equal(k->content->ops[in->at + index].value, aim);
}

/* ---- Conditions ---- */

static void S7_a_list_of_comparisons_is_a_conjunction_in_written_order(void **state) {
    shop *k = *state;
    const code *when = sealed_when(k,
        OPS(op_on(BUSTLE_AT_LEAST, BUSTLE_TARGET, "energy", 10),
            op_named(BUSTLE_EQUAL, BUSTLE_ENV, "weather", "rain"),
            op_on(BUSTLE_LESS, BUSTLE_DISTANCE, NULL, 20),
            op_on(BUSTLE_GREATER, BUSTLE_NOW, NULL, 3),
            op_named(BUSTLE_NOT_EQUAL, BUSTLE_SELF, "mood", "angry")));
    assert_int_equal(when->form, CODE_CONJUNCTION);
    assert_int_equal(when->count, 5);
    assert_op(k, when, 0, OP_AT_LEAST, BUSTLE_TARGET, "energy", 10);
    assert_op(k, when, 1, OP_EQUAL, BUSTLE_ENV, "weather", 1);
    assert_op(k, when, 2, OP_LESS, BUSTLE_DISTANCE, NULL, 20);
    assert_op(k, when, 3, OP_GREATER, BUSTLE_NOW, NULL, 3);
    assert_op(k, when, 4, OP_NOT_EQUAL, BUSTLE_SELF, "mood", 1);
    assert_int_equal(when->flags, CODE_USES_DISTANCE | CODE_USES_ENV | CODE_USES_TARGET);
}

static void S7_no_operations_are_an_empty_condition(void **state) {
    shop *k = *state;
    const code *when = sealed_when(k, (bustle_ops){NULL, 0, NULL});
    assert_int_equal(when->form, CODE_EMPTY);
    assert_int_equal(when->count, 0);
}

static void S7_a_written_and_of_comparisons_stays_a_conjunction(void **state) {
    shop *k = *state;
    const code *when = sealed_when(k,
        OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 10),
            op_on(BUSTLE_LESS, BUSTLE_SELF, "mood", 1), op_plain(BUSTLE_AND),
            op_on(BUSTLE_LESS, BUSTLE_SELF, "price", 5)));
    assert_int_equal(when->form, CODE_CONJUNCTION);
    assert_int_equal(when->count, 3);
    assert_op(k, when, 2, OP_LESS, BUSTLE_SELF, "price", 5);
}

static void S7_comparisons_of_pushed_values_with_constants_are_fused(void **state) {
    shop *k = *state;
    const code *when = sealed_when(k,
        OPS(op_push(BUSTLE_SELF, "energy"), op_constant(7), op_test(BUSTLE_LESS), op_constant(3),
            op_push(BUSTLE_DISTANCE, NULL), op_test(BUSTLE_LESS), op_constant(2),
            op_push(BUSTLE_SELF, "price"), op_test(BUSTLE_AT_LEAST)));
    assert_int_equal(when->form, CODE_CONJUNCTION);
    assert_int_equal(when->count, 3);
    assert_op(k, when, 0, OP_LESS, BUSTLE_SELF, "energy", 7);
    assert_op(k, when, 1, OP_AT_MOST, BUSTLE_SELF, "price", 2);
    assert_op(k, when, 2, OP_GREATER, BUSTLE_DISTANCE, NULL, 3);
}

static void S7_constants_are_calculated_beforehand_and_saturate(void **state) {
    shop *k = *state;
    const code *when = sealed_when(k,
        OPS(op_push(BUSTLE_SELF, "price"), op_constant(2), op_constant(3), op_plain(BUSTLE_PLUS),
            op_constant(4), op_plain(BUSTLE_TIMES), op_constant(1), op_plain(BUSTLE_MINUS),
            op_test(BUSTLE_EQUAL), op_push(BUSTLE_SELF, "price"), op_constant(INT32_MAX),
            op_constant(INT32_MAX), op_plain(BUSTLE_TIMES), op_test(BUSTLE_AT_MOST)));
    assert_int_equal(when->form, CODE_CONJUNCTION);
    assert_op(k, when, 0, OP_EQUAL, BUSTLE_SELF, "price", 19);
    assert_op(k, when, 1, OP_AT_MOST, BUSTLE_SELF, "price", INT32_MAX);
}

static void S7_sums_of_what_is_read_become_a_program(void **state) {
    shop *k = *state;
    const code *when = sealed_when(k,
        OPS(op_push(BUSTLE_SELF, "energy"), op_push(BUSTLE_TARGET, "price"), op_constant(2),
            op_plain(BUSTLE_TIMES), op_plain(BUSTLE_PLUS), op_push(BUSTLE_NOW, NULL),
            op_test(BUSTLE_GREATER)));
    assert_int_equal(when->form, CODE_PROGRAM);
    assert_int_equal(when->count, 7);
    assert_op(k, when, 0, OP_PUSH, BUSTLE_SELF, "energy", 0);
    assert_op(k, when, 1, OP_PUSH, BUSTLE_TARGET, "price", 0);
    assert_op(k, when, 2, OP_PUSH, BUSTLE_CONSTANT, NULL, 2);
    assert_code(k, when, 3, OP_TIMES);
    assert_code(k, when, 4, OP_PLUS);
    assert_op(k, when, 5, OP_PUSH, BUSTLE_NOW, NULL, 0);
    assert_code(k, when, 6, OP_TEST_GREATER);
}

static void S7_or_skips_what_need_not_be_evaluated(void **state) {
    shop *k = *state;
    const code *when = sealed_when(k,
        OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 10), op_call(1, "f"), op_plain(BUSTLE_OR),
            op_on(BUSTLE_LESS, BUSTLE_SELF, "price", 5)));
    assert_int_equal(when->form, CODE_PROGRAM);
    assert_int_equal(when->count, 5);
    assert_code(k, when, 0, OP_LESS);
    assert_jump(k, when, 1, OP_OR_SKIP, 3);
    assert_code(k, when, 2, OP_CALL);
    assert_jump(k, when, 3, OP_AND_SKIP, 5);
    assert_code(k, when, 4, OP_LESS);
    assert_true((when->flags & CODE_HAS_CALL) != 0);
}

static void S7_a_chain_of_ands_leaves_by_one_jump(void **state) {
    shop *k = *state;
    const code *when = sealed_when(k,
        OPS(op_call(1, "f"), op_call(2, "g"), op_plain(BUSTLE_AND), op_call(3, "h"),
            op_plain(BUSTLE_AND)));
    assert_int_equal(when->count, 5);
    assert_jump(k, when, 1, OP_AND_SKIP, 5);
    assert_jump(k, when, 3, OP_AND_SKIP, 5);
}

static void S3_not_is_kept_because_a_missing_value_makes_it_true(void **state) {
    shop *k = *state;
    const code *when =
        sealed_when(k, OPS(op_on(BUSTLE_LESS, BUSTLE_TARGET, "energy", 10), op_plain(BUSTLE_NOT)));
    assert_int_equal(when->form, CODE_PROGRAM);
    assert_int_equal(when->count, 2);
    assert_code(k, when, 0, OP_LESS);
    assert_code(k, when, 1, OP_NOT);
}

static void S3_not_of_what_is_always_there_is_the_opposite_comparison(void **state) {
    shop *k = *state;
    const code *when = sealed_when(k,
        OPS(op_push(BUSTLE_ENV, "hour"), op_constant(7), op_test(BUSTLE_LESS), op_plain(BUSTLE_NOT),
            op_constant(3), op_push(BUSTLE_NOW, NULL), op_test(BUSTLE_LESS), op_plain(BUSTLE_NOT),
            op_on(BUSTLE_EQUAL, BUSTLE_ENV, "hour", 9), op_plain(BUSTLE_NOT), op_plain(BUSTLE_NOT),
            op_on(BUSTLE_EQUAL, BUSTLE_ENV, "hour", 8), op_plain(BUSTLE_NOT)));
    assert_int_equal(when->form, CODE_CONJUNCTION);
    assert_int_equal(when->count, 4);
    assert_op(k, when, 0, OP_AT_LEAST, BUSTLE_ENV, "hour", 7);
    assert_op(k, when, 1, OP_AT_MOST, BUSTLE_NOW, NULL, 3);
    assert_op(k, when, 2, OP_EQUAL, BUSTLE_ENV, "hour", 9);
    assert_op(k, when, 3, OP_NOT_EQUAL, BUSTLE_ENV, "hour", 8);
}

static void S7_a_named_value_can_stand_alone(void **state) {
    shop *k = *state;
    const code *when = sealed_when(k,
        OPS(op_push(BUSTLE_SELF, "price"), op_named(BUSTLE_PUSH, BUSTLE_CONSTANT, "mood", "angry"),
            op_test(BUSTLE_EQUAL), op_push(BUSTLE_SELF, "price"),
            op_named(BUSTLE_PUSH, BUSTLE_CONSTANT, "weather", "rain"), op_test(BUSTLE_LESS)));
    assert_op(k, when, 0, OP_EQUAL, BUSTLE_SELF, "price", 1);
    assert_op(k, when, 1, OP_LESS, BUSTLE_SELF, "price", 1);
}

/* ---- Effects ---- */

static void S6_effects_are_by_a_constant_or_by_what_was_calculated(void **state) {
    shop *k = *state;
    add_finish(k,
        OPS(op_on(BUSTLE_SET, BUSTLE_SELF, "energy", 100),
            op_on(BUSTLE_INCREASE, BUSTLE_TARGET, "price", 2), op_push(BUSTLE_TARGET, "price"),
            op_by_stack(BUSTLE_DECREASE, BUSTLE_SELF, "price"), op_constant(2), op_constant(3),
            op_plain(BUSTLE_TIMES), op_by_stack(BUSTLE_SET, BUSTLE_SELF, "price"),
            op_named(BUSTLE_SET, BUSTLE_SELF, "mood", "angry"), op_call(9, "f"),
            op_on(BUSTLE_RAISE, BUSTLE_TARGET, "alarm", 0)));
    const code *finish = &sealed_action(k)->effects[EFFECT_FINISH];
    assert_int_equal(finish->form, CODE_EFFECTS);
    assert_int_equal(finish->count, 8);
    assert_op(k, finish, 0, OP_SET, BUSTLE_SELF, "energy", 100);
    assert_op(k, finish, 1, OP_INCREASE, BUSTLE_TARGET, "price", 2);
    assert_op(k, finish, 2, OP_PUSH, BUSTLE_TARGET, "price", 0);
    assert_op(k, finish, 3, OP_DECREASE_POPPED, BUSTLE_SELF, "price", 0);
    assert_op(k, finish, 4, OP_SET, BUSTLE_SELF, "price", 6);
    assert_op(k, finish, 5, OP_SET, BUSTLE_SELF, "mood", 1);
    assert_code(k, finish, 6, OP_CALL);
    assert_op(k, finish, 7, OP_RAISE, BUSTLE_TARGET, NULL, 0);
    assert_int_equal(k->content->max_raises, 1);
}

static void S8_calls_of_one_function_by_one_action_are_reported_as_one(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_action_def def = shop_action("act");
    def.target = BUSTLE_TARGET_TAKEN;
    def.when = OPS(op_call(5, "market.lua:9"), op_call(7, "market.lua:12"), op_call(5, "again"));
    shop_add_action(k, &def);
    def.name = "other";
    def.when = OPS(op_call(5, "other.lua:1"));
    shop_add_action(k, &def);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(c->function_count, 4);
    uint32_t act = id_of(k, BUSTLE_KIND_ACTION, "act");
    const code *when = &c->actions[act].when;
    const function *first = &c->functions[c->ops[when->at].value];
    assert_int_equal(first->number, 5);
    assert_int_equal(first->action, act);
    assert_string_equal(c->text + first->where, "market.lua:9");
    assert_int_equal(first->first, c->functions[c->ops[when->at + 4].value].first);
    assert_int_not_equal(first->first, c->functions[c->ops[when->at + 2].value].first);
}

/* ---- Reach and prefix ---- */

/* In sixteenths and as a square. */
static void assert_limit(reach_limit reach, int64_t from, int64_t to, int32_t most) {
    assert_int_equal(reach.from, from);
    assert_int_equal(reach.to, to);
    assert_int_equal(reach.most, most);
}

static void assert_range(
    shop *k, bustle_ops when, int64_t from, int64_t to, int32_t most, int prefix) {
    shop_end(k);
    shop_begin(k);
    add_when(k, when);
    bustle_content_release(k->content);
    k->content = NULL;
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_OK);
    const action *a = &k->content->actions[id_of(k, BUSTLE_KIND_ACTION, "act")];
    assert_limit(a->reach, from, to, most);
    assert_int_equal(a->prefix, prefix);
}

/* Without a lower end. */
static void assert_reach(shop *k, bustle_ops when, int64_t to, int32_t most, int prefix) {
    assert_range(k, when, 0, to, most, prefix);
}

#define UNLIMITED INT64_MAX, INT32_MAX
#define NOBODY_IS INT64_MAX, INT64_MAX, -1
#define NEAR(kind, n) op_on(kind, BUSTLE_DISTANCE, NULL, n)

static void S10_reach_is_the_tightest_limit_on_distance(void **state) {
    shop *k = *state;
    bustle_op energy = op_on(BUSTLE_LESS, BUSTLE_TARGET, "energy", 9);
    assert_reach(k, (bustle_ops){NULL, 0, NULL}, UNLIMITED, 0);
    assert_reach(k, OPS(NEAR(BUSTLE_LESS, 10)), 160 * 160 - 1, 160, 0);
    assert_reach(k, OPS(NEAR(BUSTLE_AT_MOST, 10)), 160 * 160, 160, 0);
    assert_range(k, OPS(NEAR(BUSTLE_EQUAL, 4)), 64 * 64, 64 * 64, 64, 0);
    assert_range(k, OPS(NEAR(BUSTLE_GREATER, 10)), 160 * 160 + 1, UNLIMITED, 0);
    assert_range(k, OPS(NEAR(BUSTLE_AT_LEAST, 10)), 160 * 160, UNLIMITED, 0);
    assert_reach(k, OPS(NEAR(BUSTLE_AT_LEAST, -10)), UNLIMITED, 0);
    assert_reach(k, OPS(NEAR(BUSTLE_NOT_EQUAL, 10)), UNLIMITED, 0);
    assert_range(k, OPS(NEAR(BUSTLE_GREATER, 2), NEAR(BUSTLE_AT_MOST, 9), NEAR(BUSTLE_AT_LEAST, 3)),
        48 * 48, 144 * 144, 144, 0);
    assert_range(k, OPS(NEAR(BUSTLE_GREATER, 4), NEAR(BUSTLE_AT_MOST, 4)), NOBODY_IS, 0);
    assert_reach(
        k, OPS(NEAR(BUSTLE_AT_MOST, 10), energy, NEAR(BUSTLE_LESS, 5)), 80 * 80 - 1, 80, 0);
    assert_reach(k, OPS(NEAR(BUSTLE_AT_MOST, 5), NEAR(BUSTLE_LESS, 5)), 80 * 80 - 1, 80, 0);
    assert_range(k, OPS(NEAR(BUSTLE_LESS, 0)), NOBODY_IS, 0);
    assert_range(k, OPS(NEAR(BUSTLE_LESS, INT32_MIN)), NOBODY_IS, 0);
    assert_range(k, OPS(NEAR(BUSTLE_AT_MOST, -7)), NOBODY_IS, 0);
    assert_reach(k, OPS(NEAR(BUSTLE_AT_MOST, INT32_MAX)), UNLIMITED, 0);
}

static void S10_what_asks_the_environment_before_a_limit_disables_it_outside_the_prefix(
    void **state) {
    shop *k = *state;
    bustle_op rain = op_named(BUSTLE_EQUAL, BUSTLE_ENV, "weather", "rain");
    bustle_op tired = op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 9);
    bustle_op energy = op_on(BUSTLE_LESS, BUSTLE_TARGET, "energy", 9);
    bustle_op near = NEAR(BUSTLE_LESS, 10);
    assert_reach(k, OPS(rain, tired, near), 160 * 160 - 1, 160, 2);
    assert_reach(k, OPS(tired, energy, rain, near), UNLIMITED, 1);
    assert_reach(k, OPS(near, rain, NEAR(BUSTLE_LESS, 5)), 160 * 160 - 1, 160, 0);
    assert_reach(k, OPS(op_on(BUSTLE_GREATER, BUSTLE_NOW, NULL, 1), rain), UNLIMITED, 2);
}

static void S10_what_does_not_depend_on_the_target_comes_first_then_what_the_reach_answers(
    void **state) {
    shop *k = *state;
    add_when(k,
        OPS(op_on(BUSTLE_LESS, BUSTLE_TARGET, "energy", 9), NEAR(BUSTLE_EQUAL, 8),
            NEAR(BUSTLE_LESS, 10), NEAR(BUSTLE_AT_MOST, 20),
            op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 5)));
    const action *a = sealed_action(k);
    assert_int_equal(a->prefix, 1);
    assert_int_equal(a->answered, 3);
    assert_limit(a->reach, 128 * 128, 128 * 128, 128);
    assert_op(k, &a->when, 0, OP_LESS, BUSTLE_SELF, "energy", 5);
    assert_op(k, &a->when, 1, OP_LESS, BUSTLE_DISTANCE, NULL, 10);
    assert_op(k, &a->when, 2, OP_AT_MOST, BUSTLE_DISTANCE, NULL, 20);
    assert_op(k, &a->when, 3, OP_LESS, BUSTLE_TARGET, "energy", 9);
    assert_op(k, &a->when, 4, OP_EQUAL, BUSTLE_DISTANCE, NULL, 8);
}

static void S10_the_reach_answers_all_that_is_about_nothing_but_distance(void **state) {
    shop *k = *state;
    add_when(k,
        OPS(NEAR(BUSTLE_AT_LEAST, 3), op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 5),
            NEAR(BUSTLE_LESS, 10)));
    const action *a = sealed_action(k);
    assert_int_equal(a->answered, 3);
    assert_int_equal(a->measures, 0);
    assert_op(k, &a->when, 2, OP_AT_LEAST, BUSTLE_DISTANCE, NULL, 3);
}

static void S10_conditions_that_ask_the_environment_stay_as_written(void **state) {
    shop *k = *state;
    add_when(k,
        OPS(op_on(BUSTLE_LESS, BUSTLE_TARGET, "energy", 9), NEAR(BUSTLE_LESS, 10),
            op_named(BUSTLE_EQUAL, BUSTLE_ENV, "weather", "rain")));
    const action *a = sealed_action(k);
    assert_int_equal(a->prefix, 0);
    assert_int_equal(a->answered, 0);
    assert_op(k, &a->when, 0, OP_LESS, BUSTLE_TARGET, "energy", 9);
    assert_op(k, &a->when, 1, OP_LESS, BUSTLE_DISTANCE, NULL, 10);
}

static void S10_programs_have_a_reach_by_their_top_level_terms(void **state) {
    shop *k = *state;
    bustle_op rain = op_named(BUSTLE_EQUAL, BUSTLE_ENV, "weather", "rain");
    bustle_op tired = op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 9);
    bustle_op near = NEAR(BUSTLE_LESS, 10);
    bustle_op call = op_call(1, "f");
    bustle_op either = op_plain(BUSTLE_OR);
    bustle_op both = op_plain(BUSTLE_AND);
    assert_reach(k, OPS(near, call), 160 * 160 - 1, 160, 0);
    assert_reach(k, OPS(call, near), UNLIMITED, 0);
    assert_reach(k, OPS(tired, tired, either, near), 160 * 160 - 1, 160, 0);
    assert_reach(k, OPS(tired, tired, either, near, both), 160 * 160 - 1, 160, 0);
    assert_reach(k, OPS(tired, rain, either, near), UNLIMITED, 0);
    assert_reach(k, OPS(tired, near, either), UNLIMITED, 0);
    assert_reach(k, OPS(near, op_plain(BUSTLE_NOT)), UNLIMITED, 0);
    assert_reach(
        k, OPS(tired, op_plain(BUSTLE_NOT), near, NEAR(BUSTLE_AT_MOST, 3), both), 48 * 48, 48, 0);
}

/* ---- What is refused ---- */

static void S6_an_effect_among_conditions_is_an_error(void **state) {
    shop *k = *state;
    add_when(k,
        OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 3),
            op_on(BUSTLE_SET, BUSTLE_SELF, "energy", 3)));
    shop_refused(k, "effect-in-condition", "act", "operation 2 of when: ");
}

static void S45_a_raise_among_conditions_is_an_error(void **state) {
    shop *k = *state;
    add_when(k, OPS(op_on(BUSTLE_RAISE, BUSTLE_SELF, "alarm", 0)));
    shop_refused(k, "effect-in-condition", "act", "operation 1 of when: ");
}

static void S6_a_comparison_among_effects_is_an_error(void **state) {
    shop *k = *state;
    add_finish(k, OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 3)));
    shop_refused(k, "condition-in-effects", "act", "operation 1 of finish: ");
}

static void S6_a_connective_among_effects_is_an_error(void **state) {
    shop *k = *state;
    add_finish(k, OPS(op_plain(BUSTLE_NOT)));
    shop_refused(k, "condition-in-effects", "act", "operation 1 of finish: ");
}

static void S6_the_environment_cannot_be_changed(void **state) {
    shop *k = *state;
    add_finish(k, OPS(op_on(BUSTLE_SET, BUSTLE_ENV, "weather", 1)));
    shop_refused(k, "not-writable", "act", "cannot change env");
}

static void S6_distance_cannot_be_changed(void **state) {
    shop *k = *state;
    add_finish(k, OPS(op_on(BUSTLE_INCREASE, BUSTLE_DISTANCE, NULL, 1)));
    shop_refused(k, "not-writable", "act", "cannot change distance");
}

static void S6_the_time_cannot_be_changed(void **state) {
    shop *k = *state;
    add_finish(k, OPS(op_on(BUSTLE_DECREASE, BUSTLE_NOW, NULL, 1)));
    shop_refused(k, "not-writable", "act", "cannot change now");
}

static void S6_a_comparison_of_a_constant_subject_is_an_error(void **state) {
    shop *k = *state;
    add_when(k, OPS(op_on(BUSTLE_LESS, BUSTLE_CONSTANT, NULL, 3)));
    shop_refused(k, "bad-subject", "act", "operation 1 of when: it cannot be about a constant");
}

static void S6_subjects_and_kinds_out_of_range_are_errors(void **state) {
    shop *k = *state;
    add_when(k,
        OPS(op_on(BUSTLE_LESS, (bustle_subject)77, "energy", 3),
            op_on((bustle_op_kind)99, BUSTLE_SELF, "energy", 3)));
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 2);
    assert_true(shop_found(k, BUSTLE_ERROR, "bad-subject", "act", "operation 1 of when"));
    assert_true(shop_found(k, BUSTLE_ERROR, "bad-operation", "act", "operation 2 of when"));
}

static void S45_an_interruption_is_raised_on_self_or_target_only(void **state) {
    shop *k = *state;
    add_finish(k, OPS(op_on(BUSTLE_RAISE, BUSTLE_ENV, "alarm", 0)));
    shop_refused(k, "bad-subject", "act", "raise it on self or target");
}

static void S7_an_operation_without_its_operands_is_an_error(void **state) {
    shop *k = *state;
    add_when(k, OPS(op_constant(1), op_test(BUSTLE_LESS)));
    shop_refused(
        k, "missing-operand", "act", "operation 2 of when: it needs 2 before it, and there is 1");
}

static void S7_a_stacked_effect_without_a_value_is_an_error(void **state) {
    shop *k = *state;
    add_finish(k, OPS(op_by_stack(BUSTLE_SET, BUSTLE_SELF, "energy")));
    shop_refused(k, "missing-operand", "act", "operation 1 of finish");
}

static void S7_a_value_that_is_never_used_is_an_error(void **state) {
    shop *k = *state;
    add_when(k, OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 3), op_push(BUSTLE_SELF, "energy")));
    shop_refused(k, "leftover-value", "act", "operation 2 of when");
}

static void S7_a_value_left_among_effects_is_an_error(void **state) {
    shop *k = *state;
    add_finish(k, OPS(op_constant(1)));
    shop_refused(k, "leftover-value", "act", "operation 1 of finish");
}

static void S7_a_condition_where_a_value_belongs_is_an_error(void **state) {
    shop *k = *state;
    add_when(k,
        OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 3), op_constant(1), op_plain(BUSTLE_PLUS),
            op_constant(1), op_test(BUSTLE_EQUAL)));
    shop_refused(k, "condition-as-value", "act", "operation 3 of when");
}

static void S7_a_value_where_a_condition_belongs_is_an_error(void **state) {
    shop *k = *state;
    add_when(k, OPS(op_constant(1), op_plain(BUSTLE_NOT)));
    shop_refused(k, "value-as-condition", "act", "operation 2 of when");
}

/* n values pushed, then added up from the right: all of them wait at once. */
static size_t deep_sum(bustle_op *list, size_t n) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        list[count++] = op_push(BUSTLE_SELF, "price");
    }
    for (size_t i = 1; i < n; i++) {
        list[count++] = op_plain(BUSTLE_PLUS);
    }
    list[count++] = op_push(BUSTLE_SELF, "energy");
    list[count++] = op_test(BUSTLE_LESS);
    return count;
}

static void S7_an_expression_as_deep_as_the_stack_is_fine(void **state) {
    shop *k = *state;
    bustle_op list[3 * STACK_LIMIT];
    size_t count = deep_sum(list, STACK_LIMIT);
    assert_int_equal(sealed_when(k, (bustle_ops){list, count, NULL})->form, CODE_PROGRAM);
}

static void S7_an_expression_deeper_than_the_stack_is_an_error(void **state) {
    shop *k = *state;
    bustle_op list[3 * STACK_LIMIT + 3];
    size_t count = deep_sum(list, STACK_LIMIT + 1);
    add_when(k, (bustle_ops){list, count, NULL});
    shop_refused(k, "too-deep", "act", "when: it needs more than 32 values at a time");
}

static void S7_more_operations_than_code_can_have_are_an_error(void **state) {
    shop *k = *state;
    const size_t count = 65536;
    bustle_op *list = test_malloc(count * sizeof(*list));
    for (size_t i = 0; i < count; i++) {
        list[i] = op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 3);
    }
    add_when(k, (bustle_ops){list, count, NULL});
    shop_refused(k, "too-many", "act", "65536 operations");
    test_free(list);
}

static void S7_a_very_long_chain_of_nots_does_not_exhaust_anything(void **state) {
    shop *k = *state;
    const size_t count = 65535;
    bustle_op *list = test_malloc(count * sizeof(*list));
    list[0] = op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 3);
    for (size_t i = 1; i < count; i++) {
        list[i] = op_plain(BUSTLE_NOT);
    }
    assert_int_equal(sealed_when(k, (bustle_ops){list, count, NULL})->count, count);
    test_free(list);
}

static void S11_unknown_names_in_operations_are_errors_with_the_nearest_name(void **state) {
    shop *k = *state;
    add_when(k,
        OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "enrgy", 3),
            op_on(BUSTLE_LESS, BUSTLE_ENV, "wether", 3), op_on(BUSTLE_LESS, BUSTLE_TARGET, NULL, 3),
            op_named(BUSTLE_EQUAL, BUSTLE_SELF, "mood", "angri"),
            op_named(BUSTLE_EQUAL, BUSTLE_SELF, "energy", "full"),
            op_named(BUSTLE_EQUAL, BUSTLE_DISTANCE, NULL, "far"),
            op_named(BUSTLE_PUSH, BUSTLE_CONSTANT, "nothing", "far"), op_plain(BUSTLE_NOT)));
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 7);
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-state", "act", "did you mean \"energy\"?"));
    assert_true(
        shop_found(k, BUSTLE_ERROR, "unknown-environment", "act", "did you mean \"weather\"?"));
    assert_true(shop_found(
        k, BUSTLE_ERROR, "unknown-state", "act", "operation 3 of when: target names no state"));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-value", "act", "it has \"calm\", \"angry\""));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-value", "act", "did you mean \"angry\"?"));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-value", "act", "no value named \"full\""));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-value", "act", "distance has no value"));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-state", "act", "operation 7 of when"));
}

static void S11_an_unknown_interruption_in_a_raise_is_an_error(void **state) {
    shop *k = *state;
    add_finish(k, OPS(op_on(BUSTLE_RAISE, BUSTLE_SELF, "alarn", 0)));
    shop_refused(k, "unknown-interruption", "act", "did you mean \"alarm\"?");
}

static void S2_setting_a_state_outside_its_bounds_is_a_warning(void **state) {
    shop *k = *state;
    add_finish(k, OPS(op_on(BUSTLE_SET, BUSTLE_SELF, "energy", 101)));
    shop_warned(k, "outside-bounds", "act", "\"energy\" is set to 101, outside 0 .. 100");
}

static void S2_setting_by_a_calculated_constant_is_checked_too(void **state) {
    shop *k = *state;
    add_finish(k,
        OPS(op_constant(60), op_constant(60), op_plain(BUSTLE_PLUS),
            op_by_stack(BUSTLE_SET, BUSTLE_SELF, "energy")));
    shop_warned(k, "outside-bounds", "act", "operation 4 of finish");
}

static void S2_a_comparison_that_is_never_true_is_a_warning(void **state) {
    shop *k = *state;
    add_when(k, OPS(op_on(BUSTLE_GREATER, BUSTLE_SELF, "energy", 101)));
    shop_warned(k, "never-true", "act", "\"energy\" is never above 100");
}

static void S2_a_comparison_that_is_always_true_is_a_warning(void **state) {
    shop *k = *state;
    add_when(k, OPS(op_on(BUSTLE_NOT_EQUAL, BUSTLE_ENV, "hour", 24)));
    shop_warned(k, "always-true", "act", "operation 1 of when");
}

static void S10_distance_is_never_negative(void **state) {
    shop *k = *state;
    add_when(k, OPS(op_on(BUSTLE_LESS, BUSTLE_DISTANCE, NULL, -1)));
    shop_warned(k, "never-true", "act", "distance is never below 0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(S7_a_list_of_comparisons_is_a_conjunction_in_written_order),
        SHOP_TEST(S7_no_operations_are_an_empty_condition),
        SHOP_TEST(S7_a_written_and_of_comparisons_stays_a_conjunction),
        SHOP_TEST(S7_comparisons_of_pushed_values_with_constants_are_fused),
        SHOP_TEST(S7_constants_are_calculated_beforehand_and_saturate),
        SHOP_TEST(S7_sums_of_what_is_read_become_a_program),
        SHOP_TEST(S7_or_skips_what_need_not_be_evaluated),
        SHOP_TEST(S7_a_chain_of_ands_leaves_by_one_jump),
        SHOP_TEST(S3_not_is_kept_because_a_missing_value_makes_it_true),
        SHOP_TEST(S3_not_of_what_is_always_there_is_the_opposite_comparison),
        SHOP_TEST(S7_a_named_value_can_stand_alone),
        SHOP_TEST(S6_effects_are_by_a_constant_or_by_what_was_calculated),
        SHOP_TEST(S8_calls_of_one_function_by_one_action_are_reported_as_one),
        SHOP_TEST(S10_reach_is_the_tightest_limit_on_distance),
        SHOP_TEST(S10_what_asks_the_environment_before_a_limit_disables_it_outside_the_prefix),
        SHOP_TEST(S10_what_does_not_depend_on_the_target_comes_first_then_what_the_reach_answers),
        SHOP_TEST(S10_conditions_that_ask_the_environment_stay_as_written),
        SHOP_TEST(S10_the_reach_answers_all_that_is_about_nothing_but_distance),
        SHOP_TEST(S10_programs_have_a_reach_by_their_top_level_terms),
        SHOP_TEST(S6_an_effect_among_conditions_is_an_error),
        SHOP_TEST(S45_a_raise_among_conditions_is_an_error),
        SHOP_TEST(S6_a_comparison_among_effects_is_an_error),
        SHOP_TEST(S6_a_connective_among_effects_is_an_error),
        SHOP_TEST(S6_the_environment_cannot_be_changed),
        SHOP_TEST(S6_distance_cannot_be_changed),
        SHOP_TEST(S6_the_time_cannot_be_changed),
        SHOP_TEST(S6_a_comparison_of_a_constant_subject_is_an_error),
        SHOP_TEST(S6_subjects_and_kinds_out_of_range_are_errors),
        SHOP_TEST(S45_an_interruption_is_raised_on_self_or_target_only),
        SHOP_TEST(S7_an_operation_without_its_operands_is_an_error),
        SHOP_TEST(S7_a_stacked_effect_without_a_value_is_an_error),
        SHOP_TEST(S7_a_value_that_is_never_used_is_an_error),
        SHOP_TEST(S7_a_value_left_among_effects_is_an_error),
        SHOP_TEST(S7_a_condition_where_a_value_belongs_is_an_error),
        SHOP_TEST(S7_a_value_where_a_condition_belongs_is_an_error),
        SHOP_TEST(S7_an_expression_as_deep_as_the_stack_is_fine),
        SHOP_TEST(S7_an_expression_deeper_than_the_stack_is_an_error),
        SHOP_TEST(S7_more_operations_than_code_can_have_are_an_error),
        SHOP_TEST(S7_a_very_long_chain_of_nots_does_not_exhaust_anything),
        SHOP_TEST(S11_unknown_names_in_operations_are_errors_with_the_nearest_name),
        SHOP_TEST(S11_an_unknown_interruption_in_a_raise_is_an_error),
        SHOP_TEST(S2_setting_a_state_outside_its_bounds_is_a_warning),
        SHOP_TEST(S2_setting_by_a_calculated_constant_is_checked_too),
        SHOP_TEST(S2_a_comparison_that_is_never_true_is_a_warning),
        SHOP_TEST(S2_a_comparison_that_is_always_true_is_a_warning),
        SHOP_TEST(S10_distance_is_never_negative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
