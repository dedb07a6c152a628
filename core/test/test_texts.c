/* Conditions and effects as text (S6, S7): the code that they become, the mistakes in them, and
 * texts in compiled content. */
#include "builder_shop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"

static bustle_ops text(const char *written) {
    return (bustle_ops){NULL, 0, written};
}

/* An action of the market that takes a target, whatever it mentions. */
static void add_act(shop *k, bustle_ops when, bustle_ops finish) {
    bustle_state_def tired = bustle_default_state_def();
    tired.name = "tired";
    tired.flag = true;
    shop_market(k);
    assert_int_equal(bustle_builder_add_state(k->builder, &tired), BUSTLE_OK);
    bustle_action_def def = shop_action("act");
    def.target = BUSTLE_TARGET_TAKEN;
    def.when = when;
    def.finish = finish;
    shop_add_action(k, &def);
}

/* ---- Code ---- */

static const action *act_of(const shop *k) {
    return &k->content->actions[id_of(k, BUSTLE_KIND_ACTION, "act")];
}

static void assert_same_code(const shop *a, const code *of_a, const shop *b, const code *of_b) {
    assert_int_equal(of_a->form, of_b->form);
    assert_int_equal(of_a->flags, of_b->flags);
    assert_int_equal(of_a->count, of_b->count);
    assert_memory_equal(
        &a->content->ops[of_a->at], &b->content->ops[of_b->at], of_a->count * sizeof(op));
}

static void expect_same(bustle_ops when, bustle_ops as_when, bustle_ops then, bustle_ops as_then) {
    shop a;
    shop b;
    shop_begin(&a);
    shop_begin(&b);
    add_act(&a, when, then);
    add_act(&b, as_when, as_then);
    shop_seal(&a);
    shop_seal(&b);
    assert_same_code(&a, &act_of(&a)->when, &b, &act_of(&b)->when);
    assert_same_code(&a, &act_of(&a)->effects[1], &b, &act_of(&b)->effects[1]);
    shop_end(&a);
    shop_end(&b);
}

static void expect_condition(const char *written, bustle_ops operations) {
    expect_same(text(written), operations, text(NULL), text(NULL));
}

static void expect_effects(const char *written, bustle_ops operations) {
    expect_same(text(NULL), text(NULL), text(written), operations);
}

static void S7_a_text_becomes_the_code_of_its_operations(void **state) {
    (void)state;
    expect_condition("self.energy < 5", OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 5)));
    expect_condition("5 < self.energy", OPS(op_on(BUSTLE_GREATER, BUSTLE_SELF, "energy", 5)));
    expect_condition("target.seats > 0 and distance <= 41 -- near\n and env.weather ~= 'rain'",
        OPS(op_on(BUSTLE_GREATER, BUSTLE_TARGET, "seats", 0),
            op_on(BUSTLE_AT_MOST, BUSTLE_DISTANCE, NULL, 41),
            op_named(BUSTLE_NOT_EQUAL, BUSTLE_ENV, "weather", "rain")));
    expect_condition("env.hour < 8 or env.hour >= 18 and self.tired",
        OPS(op_on(BUSTLE_LESS, BUSTLE_ENV, "hour", 8),
            op_on(BUSTLE_AT_LEAST, BUSTLE_ENV, "hour", 18),
            op_on(BUSTLE_EQUAL, BUSTLE_SELF, "tired", 1), op_plain(BUSTLE_AND),
            op_plain(BUSTLE_OR)));
    expect_condition(
        "not self.tired", OPS(op_on(BUSTLE_EQUAL, BUSTLE_SELF, "tired", 1), op_plain(BUSTLE_NOT)));
    expect_condition("not (env.hour < 8)", OPS(op_on(BUSTLE_AT_LEAST, BUSTLE_ENV, "hour", 8)));
    expect_condition("self.price * 2 + 1 > target.price - now",
        OPS(op_push(BUSTLE_SELF, "price"), op_constant(2), op_plain(BUSTLE_TIMES), op_constant(1),
            op_plain(BUSTLE_PLUS), op_push(BUSTLE_TARGET, "price"), op_push(BUSTLE_NOW, NULL),
            op_plain(BUSTLE_MINUS), op_test(BUSTLE_GREATER)));
    expect_condition(
        "self.price == 2 + 3 * -(4)", OPS(op_on(BUSTLE_EQUAL, BUSTLE_SELF, "price", -10)));
}

static void S6_effects_may_be_text(void **state) {
    (void)state;
    expect_effects("self.energy += 10; target.seats -= 1;; self.mood = 'angry'",
        OPS(op_on(BUSTLE_INCREASE, BUSTLE_SELF, "energy", 10),
            op_on(BUSTLE_DECREASE, BUSTLE_TARGET, "seats", 1),
            op_named(BUSTLE_SET, BUSTLE_SELF, "mood", "angry")));
    expect_effects("self.tired = true; raise alarm on target; self.price = target.price + 1",
        OPS(op_on(BUSTLE_SET, BUSTLE_SELF, "tired", 1),
            op_on(BUSTLE_RAISE, BUSTLE_TARGET, "alarm", 0), op_push(BUSTLE_TARGET, "price"),
            op_constant(1), op_plain(BUSTLE_PLUS), op_by_stack(BUSTLE_SET, BUSTLE_SELF, "price")));
    expect_effects("", text(NULL));
}

static void S7_a_text_comes_after_the_list_that_stands_beside_it(void **state) {
    (void)state;
    bustle_ops both = OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 5), op_call(1, "f"));
    both.text = "self.price > 1";
    expect_same(both,
        OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 5), op_call(1, "f"),
            op_on(BUSTLE_GREATER, BUSTLE_SELF, "price", 1)),
        text(NULL), text(NULL));
}

static void S45_transitions_and_interruptions_have_texts_too(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_interruption_def storm = bustle_default_interruption_def();
    storm.name = "storm";
    storm.when.text = "env.weather == 'rain'";
    assert_int_equal(bustle_builder_add_interruption(k->builder, &storm), BUSTLE_OK);
    bustle_sequence_def nap = shop_sequence("nap", "a",
        NODES(shop_node("a", BUSTLE_NODE_ACTION, "rest",
            TO(to_when("END", text("self.energy > 5")), to_otherwise("a")))));
    shop_add_sequence(k, &nap);
    const bustle_content *c = shop_seal(k);
    const interruption *made = &c->interruptions[id_of(k, BUSTLE_KIND_INTERRUPTION, "storm")];
    assert_int_equal(made->when.count, 1);
    assert_int_equal(made->watch_count, 1);
}

/* ---- Mistakes ---- */

typedef struct mistake {
    const char *text;
    const char *code;
    const char *said;
    const char *cure;
} mistake;

static void expect_mistake(const mistake *m, bool effects) {
    shop k;
    shop_begin(&k);
    add_act(&k, text(effects ? NULL : m->text), text(effects ? m->text : NULL));
    assert_int_equal(bustle_builder_seal(k.builder, &k.content), BUSTLE_PROBLEMS);
    bustle_problem problem;
    assert_true(bustle_builder_problem(k.builder, 0, &problem));
    assert_string_equal(problem.thing, "act");
    assert_string_equal(problem.code, m->code);
    assert_string_equal(problem.text, m->said);
    assert_string_equal(problem.cure, m->cure);
    assert_int_equal(bustle_builder_problem_count(k.builder), 1);
    shop_end(&k);
}

static void S7_a_mistake_in_a_condition_is_told_with_column_and_cure(void **state) {
    static const mistake mistakes[] = {
        {"self.enrgy < 5", "unknown-state", "when, column 6: state \"enrgy\" is not defined",
            "did you mean \"energy\"?"},
        {"self.hour < 5", "unknown-state", "when, column 6: state \"hour\" is not defined",
            "did you mean env.hour?"},
        {"energy < 5", "unknown-constant", "when, column 1: \"energy\" stands for nothing here",
            "did you mean self.energy or target.energy?"},
        {"distnace < 5", "unknown-constant", "when, column 1: \"distnace\" stands for nothing here",
            "did you mean \"distance\"?"},
        {"sefl.energy < 5", "unknown-constant",
            "when, column 1: \"sefl.energy\" stands for nothing here",
            "did you mean \"self.energy\"?"},
        {"env.weather == 'rian'", "unknown-value",
            "when, column 16: env.weather has no value 'rian'; it has 'dry', 'rain'",
            "did you mean \"rain\"?"},
        {"self.energy = 5", "syntax",
            "when, column 13: = changes something, which a condition cannot",
            "write == to compare"},
        {"(self.tired", "syntax", "when, column 12: expected ) before the end",
            "close the parenthesis"},
        {"self.energy != 5", "syntax", "when, column 13: there is no !=", "write ~="},
        {"1 < self.energy < 5", "syntax", "when, column 17: comparisons cannot be chained",
            "join two of them by and"},
        {"self.energy > 2147483648", "syntax", "when, column 15: 2147483648 is beyond 32 bits",
            "use a number from -2147483648 to 2147483647"},
        {"self.energy > 99999999999999999999999", "syntax",
            "when, column 15: 99999999999999999999999 is beyond 32 bits",
            "use a number from -2147483648 to 2147483647"},
        {"self.tired and", "syntax", "when, column 15: expected a value, found the end", ""},
        {"", "syntax", "when, column 1: the text is empty", "leave it out"},
        {"self.energy", "value-as-condition", "when, column 1: self.energy is not a flag",
            "compare it with something: self.energy > 0"},
        {"self.energy == true", "bad-operand", "when, column 16: self.energy is not a flag",
            "use a number"},
        {"self.energy + (self.tired and self.tired) > 1", "condition-as-value",
            "when, column 27: a condition stands where a value belongs", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        expect_mistake(&mistakes[i], false);
    }
}

static void S6_a_mistake_in_effects_is_told_with_column_and_cure(void **state) {
    static const mistake mistakes[] = {
        {"self.energy += 1; raise alrm on self", "unknown-interruption",
            "finish, column 25: interruption \"alrm\" is not defined", "did you mean \"alarm\"?"},
        {"rasie alarm on self", "syntax", "finish, column 1: rasie cannot be changed",
            "did you mean \"raise\"?"},
        {"env.hour = 5", "syntax", "finish, column 1: an effect cannot change env",
            "change a state of self or target"},
        {"self.energy = 5 self.tired = true", "syntax",
            "finish, column 17: expected the end, found self", "put a ; between two effects"},
        {"self.tired = not self.tired", "condition-as-value",
            "finish, column 14: a condition has no value that could be kept",
            "write 1 - self.tired"},
        {"raise alarm", "syntax",
            "finish, column 12: expected on self, on target or within, found the end",
            "write raise alarm on self, on target, or within 30"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        expect_mistake(&mistakes[i], true);
    }
}

static void S7_all_wrong_names_of_a_text_are_told_at_once(void **state) {
    shop *k = *state;
    add_act(k, text("self.enrgy > 1 and env.huor == 2"), text(NULL));
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 2);
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-state", "act", "column 6"));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-environment", "act", "column 24"));
}

static void S7_what_sealing_finds_in_a_text_has_its_column(void **state) {
    shop *k = *state;
    add_act(k, text("self.price > 1 and self.energy > 200"), text(NULL));
    shop_warned(k, "never-true", "act", "when, column 25: \"energy\" is never above 100");
}

static void S45_the_text_of_an_interruption_is_about_the_environment(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_interruption_def storm = bustle_default_interruption_def();
    storm.name = "storm";
    storm.when.text = "env.hour > 3 and self.energy > 5";
    assert_int_equal(bustle_builder_add_interruption(k->builder, &storm), BUSTLE_OK);
    shop_refused(k, "not-environment", "storm", "when, column 18: the condition of an");
}

/* ---- Limits ---- */

static char *repeated(const char *piece, size_t count, const char *end) {
    char *whole = malloc(strlen(piece) * count + strlen(end) + 1);
    assert_non_null(whole);
    whole[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        memcpy(whole + i * strlen(piece), piece, strlen(piece) + 1);
    }
    memcpy(whole + strlen(piece) * count, end, strlen(end) + 1);
    return whole;
}

static void expect_repeated(
    const char *piece, size_t count, const char *end, const char *problem, const char *said) {
    shop k;
    shop_begin(&k);
    char *written = repeated(piece, count, end);
    add_act(&k, text(written), text(NULL));
    if (problem == NULL) {
        assert_int_equal(bustle_builder_seal(k.builder, &k.content), BUSTLE_OK);
    } else {
        shop_refused(&k, problem, "act", said);
    }
    free(written);
    shop_end(&k);
}

static void S7_a_text_ends_somewhere(void **state) {
    (void)state;
    expect_repeated("self.price > 1 and ", 3000, "self.tired", NULL, NULL);
    expect_repeated("not ", 64, "self.tired", NULL, NULL);
    expect_repeated("not ", 65, "self.tired", "syntax", "nested more than 64 deep");
    expect_repeated("(", 65, "self.tired", "syntax", "nested more than 64 deep");
    expect_repeated("x", 65537, "", "syntax", "longer than 65536 bytes");
    expect_repeated("self.price + (", 33, "1) > 2", "syntax", "expected )");
    expect_repeated("self.price > 1 and ", 3000, "self.tird", "unknown-state", "column 57006");
}

/* ---- Compiled content ---- */

static void a_text_is_kept_in_compiled_content(void **state) {
    shop *k = *state;
    uint8_t bytes[8192];
    size_t size = 0;
    add_act(k, text("self.energy < 5"), text("self.energy += 1"));
    assert_int_equal(bustle_builder_save(k->builder, bytes, sizeof bytes, &size), BUSTLE_OK);
    assert_true(size <= sizeof bytes);
    shop_seal(k);
    shop other;
    shop_begin(&other);
    assert_int_equal(bustle_builder_load(other.builder, bytes, size), BUSTLE_OK);
    shop_seal(&other);
    assert_same_code(k, &act_of(k)->when, &other, &act_of(&other)->when);
    assert_same_code(k, &act_of(k)->effects[1], &other, &act_of(&other)->effects[1]);
    shop_end(&other);
}

static bustle_status load_version(shop *k, uint32_t version, const uint8_t *body, size_t size) {
    uint8_t bytes[64] = {'b', 'u', 's', 't', 'l', 'e', 0x1a, 'c'};
    const uint64_t sum = bsl_checksum(body, size);
    store_word(bytes + 8, version);
    store_word(bytes + 12, (uint32_t)size);
    store_word(bytes + 16, (uint32_t)sum);
    store_word(bytes + 20, (uint32_t)(sum >> 32));
    memcpy(bytes + 24, body, size);
    return bustle_builder_load(k->builder, bytes, 24 + size);
}

/* An interruption "alarm" without a condition: version 1 has no place for a text. */
static void compiled_content_of_the_first_version_is_loaded(void **state) {
    static const uint8_t first[] = {0, 0, 1, 6, 'a', 'l', 'a', 'r', 'm', 0, 0, 0, 0, 0, 0};
    shop *k = *state;
    assert_int_equal(load_version(k, 1, first, sizeof first), BUSTLE_OK);
    assert_int_equal(load_version(k, 2, first, sizeof first), BUSTLE_DAMAGED);
    assert_int_equal(load_version(k, 7, first, sizeof first), BUSTLE_NEWER);
    shop_seal(k);
    assert_int_equal(bustle_content_count(k->content, BUSTLE_KIND_INTERRUPTION), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(S7_a_text_becomes_the_code_of_its_operations),
        cmocka_unit_test(S6_effects_may_be_text),
        cmocka_unit_test(S7_a_text_comes_after_the_list_that_stands_beside_it),
        SHOP_TEST(S45_transitions_and_interruptions_have_texts_too),
        cmocka_unit_test(S7_a_mistake_in_a_condition_is_told_with_column_and_cure),
        cmocka_unit_test(S6_a_mistake_in_effects_is_told_with_column_and_cure),
        SHOP_TEST(S7_all_wrong_names_of_a_text_are_told_at_once),
        SHOP_TEST(S7_what_sealing_finds_in_a_text_has_its_column),
        SHOP_TEST(S45_the_text_of_an_interruption_is_about_the_environment),
        cmocka_unit_test(S7_a_text_ends_somewhere),
        SHOP_TEST(a_text_is_kept_in_compiled_content),
        SHOP_TEST(compiled_content_of_the_first_version_is_loaded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
