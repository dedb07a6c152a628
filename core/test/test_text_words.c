/* S6, S7, S64 to S66: the compiler of texts by itself, for a scope of its own. Operations that are
 * written as such become what texts become; mistakes about links, paths and offers; too little
 * memory, wherever it ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "content/expression/text/text.h"

/* ---- A scope ---- */

typedef struct word {
    enum text_name kind;
    const char *name;
    text_found found;
} word;

static const char *const moods[] = {"calm", "angry"};

static const word words[] = {
    {TEXT_STATE, "energy", {.name = "energy"}},
    {TEXT_STATE, "tired", {.name = "tired", .flag = true}},
    {TEXT_STATE, "mood", {.name = "mood", .values = moods, .value_count = 2}},
    {TEXT_ENVIRONMENT, "sky", {.name = "sky", .values = moods, .value_count = 2}},
    {TEXT_CONSTANT, "much", {.number = 7}},
    {TEXT_CONSTANT, "yes", {.number = 1, .boolean = true}},
    {TEXT_INTERRUPTION, "bell", {.name = "bell"}},
    {TEXT_LINK, "home", {.name = "inn.home", .flag = true}},
    {TEXT_LINK, "trust", {.name = "trust"}},
    {TEXT_OFFER, "sit", {.name = "sit"}},
    {TEXT_OFFER, "lie down", {.name = "lie down"}},
};

static bool find(void *context, enum text_name kind, const char *name, text_found *found,
    text_missing *missing) {
    (void)context;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (words[i].kind == kind && strcmp(words[i].name, name) == 0) {
            *found = words[i].found;
            return true;
        }
    }
    *missing = (text_missing){"unknown", "it is nothing", NULL};
    return false;
}

/* Of those that begin alike. */
static const char *nearest(
    void *context, const char *name, const char *const *names, uint32_t count) {
    (void)context;
    for (uint32_t i = 0; i < count; i++) {
        if (names[i] != NULL && names[i][0] == name[0]) {
            return names[i];
        }
    }
    return NULL;
}

/* ---- Compiling ---- */

typedef struct desk {
    heap heap, problem_heap;
    long until_failure; /* allocations of the compiler that still work; negative: all */
    problems problems;
    text_compiler compiler;
    text_scope scope;
} desk;

static void *resize(void *context, void *block, size_t old_size, size_t new_size) {
    desk *d = context;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    if (d->until_failure == 0) {
        return NULL;
    }
    d->until_failure -= d->until_failure > 0;
    return realloc(block, new_size);
}

static void begin(desk *d) {
    static const char *const parts[] = {"", "lead"};
    *d = (desk){.until_failure = -1};
    const bustle_allocator allocator = {resize, d};
    d->scope = (text_scope){.parts = parts, .part_count = 2, .find = find, .nearest = nearest};
    bsl_heap_init(&d->heap, &allocator);
    bsl_heap_init(&d->problem_heap, NULL);
    bsl_problems_init(&d->problems, &d->problem_heap);
    bsl_text_init(&d->compiler, &d->heap);
    d->compiler.problems = &d->problems;
    d->compiler.scope = &d->scope;
}

static void end(desk *d) {
    bsl_text_free(&d->compiler);
    bsl_problems_free(&d->problems);
    assert_int_equal(d->heap.bytes, 0);
    assert_int_equal(d->problem_heap.bytes, 0);
}

static bool compile(desk *d, enum text_kind kind, const char *text) {
    return bsl_text_compile(&d->compiler, kind, text, strlen(text));
}

static const bustle_op *only_op(const desk *d) {
    assert_int_equal(d->compiler.ops.count, 1);
    return d->compiler.ops.items;
}

static void expect_same_text(const char *a, const char *b) {
    assert_string_equal(a == NULL ? "-" : a, b == NULL ? "-" : b);
}

/* ---- Operations that are written as such ---- */

static void expect_same_op(const bustle_op *x, const bustle_op *y) {
    assert_int_equal(x->kind, y->kind);
    assert_int_equal(x->subject, y->subject);
    assert_int_equal(x->value, y->value);
    assert_int_equal(x->to, y->to);
    assert_int_equal(x->stacked, y->stacked);
    expect_same_text(x->name, y->name);
    expect_same_text(x->value_name, y->value_name);
    expect_same_text(x->part, y->part);
    expect_same_text(x->link, y->link);
    expect_same_text(x->to_part, y->to_part);
}

/* It becomes what the text becomes. */
static void expect_as(enum text_kind kind, text_operation written, const char *text) {
    desk a;
    desk b;
    begin(&a);
    begin(&b);
    assert_true(bsl_text_compile_operation(&a.compiler, kind, &written));
    assert_true(compile(&b, kind, text));
    assert_int_equal(a.compiler.ops.count, b.compiler.ops.count);
    for (uint32_t i = 0; i < a.compiler.ops.count; i++) {
        expect_same_op(
            (bustle_op *)a.compiler.ops.items + i, (bustle_op *)b.compiler.ops.items + i);
    }
    end(&a);
    end(&b);
}

static void S65_S66_operations_become_what_texts_become(void **state) {
    (void)state;
    expect_as(TEXT_CONDITION,
        (text_operation){
            .kind = BUSTLE_LESS, .subject = BUSTLE_SELF, .name = "energy", .number = 5},
        "self.energy < 5");
    expect_as(TEXT_CONDITION,
        (text_operation){
            .kind = BUSTLE_LESS, .subject = BUSTLE_SELF, .name = "energy", .word = "much"},
        "self.energy < much");
    expect_as(TEXT_CONDITION,
        (text_operation){
            .kind = BUSTLE_EQUAL, .subject = BUSTLE_TARGET, .name = "mood", .word = "angry"},
        "target.mood == 'angry'");
    expect_as(TEXT_CONDITION,
        (text_operation){
            .kind = BUSTLE_EQUAL, .subject = BUSTLE_ENV, .name = "sky", .word = "calm"},
        "env.sky == 'calm'");
    expect_as(TEXT_CONDITION,
        (text_operation){.kind = BUSTLE_EQUAL,
            .subject = BUSTLE_SELF,
            .name = "tired",
            .number = 1,
            .boolean = true},
        "self.tired == true");
    expect_as(TEXT_CONDITION,
        (text_operation){.kind = BUSTLE_GREATER,
            .subject = BUSTLE_SELF,
            .link = "trust",
            .to = BUSTLE_TARGET,
            .word = "much"},
        "self.trust(target) > much");
    expect_as(TEXT_CONDITION,
        (text_operation){.kind = BUSTLE_EQUAL,
            .subject = BUSTLE_PART,
            .part = "lead",
            .link = "home",
            .to = BUSTLE_AREA,
            .number = 1,
            .boolean = true},
        "lead.home(area) == true");
    expect_as(TEXT_CONDITION,
        (text_operation){.kind = BUSTLE_AT_LEAST,
            .subject = BUSTLE_COUNT,
            .name = "home+ of target",
            .number = 2},
        "count(home+ of target) >= 2");
    expect_as(TEXT_CONDITION,
        (text_operation){.kind = BUSTLE_AT_LEAST,
            .subject = BUSTLE_COUNT,
            .name = "home in trust(big) of lead",
            .word = "much"},
        "count(home in trust(big) of lead) >= much");
}

static void S6_effects_become_what_texts_become(void **state) {
    (void)state;
    expect_as(TEXT_EFFECTS,
        (text_operation){
            .kind = BUSTLE_INCREASE, .subject = BUSTLE_AREA, .name = "energy", .number = 2},
        "area.energy += 2");
    expect_as(TEXT_EFFECTS,
        (text_operation){.kind = BUSTLE_SET,
            .subject = BUSTLE_TARGET,
            .link = "trust",
            .to = BUSTLE_PART,
            .to_part = "lead",
            .number = 4},
        "target.trust(lead) = 4");
    expect_as(TEXT_EFFECTS,
        (text_operation){.kind = BUSTLE_RAISE, .subject = BUSTLE_TARGET, .name = "bell"},
        "raise bell on target");
    expect_as(TEXT_EFFECTS,
        (text_operation){.kind = BUSTLE_RAISE_WITHIN, .name = "bell", .word = "much"},
        "raise bell within much");
    expect_as(TEXT_EFFECTS,
        (text_operation){.kind = BUSTLE_RAISE_ON_PATH, .name = "bell", .word = "home of area"},
        "raise bell on home of area");
    expect_as(TEXT_EFFECTS,
        (text_operation){.kind = BUSTLE_REVOKE, .subject = BUSTLE_SELF, .name = "lie down"},
        "revoke 'lie down' on self");
}

static void S66_a_path_becomes_one_operation(void **state) {
    (void)state;
    desk d;
    begin(&d);
    assert_true(compile(&d, TEXT_PATH, "home(big) of trust+"));
    assert_int_equal(only_op(&d)->kind, BUSTLE_PUSH);
    assert_int_equal(only_op(&d)->subject, BUSTLE_COUNT);
    assert_string_equal(only_op(&d)->name, "inn.home(big) of trust+");
    end(&d);
}

/* ---- Mistakes ---- */

/* Tells one mistake, with that code and column. */
static void expect_told(desk *d, bool good, const char *code, uint32_t column) {
    bustle_problem problem;
    assert_false(good);
    assert_false(d->compiler.no_memory);
    assert_int_equal(d->compiler.ops.count, 0);
    assert_true(bsl_problems_get(&d->problems, 0, &problem));
    if (strcmp(problem.code, code) != 0 || bsl_problems_column(&d->problems, 0) != column) {
        fail_msg("expected %s at %u, told %s at %u: %s", code, (unsigned)column, problem.code,
            (unsigned)bsl_problems_column(&d->problems, 0), problem.text);
    }
    assert_false(bsl_problems_get(&d->problems, 1, &problem));
    end(d);
}

static void expect_mistake(
    enum text_kind kind, const char *text, const char *code, uint32_t column) {
    desk d;
    begin(&d);
    expect_told(&d, compile(&d, kind, text), code, column);
}

static void expect_wrong(enum text_kind kind, text_operation written, const char *code) {
    desk d;
    begin(&d);
    expect_told(&d, bsl_text_compile_operation(&d.compiler, kind, &written), code, 0);
}

static void S65_S66_mistakes_about_links_and_paths_have_their_column(void **state) {
    (void)state;
    expect_mistake(TEXT_CONDITION, "self.trust(target > 0", "syntax", 19);
    expect_mistake(TEXT_CONDITION, "lead.trust() > 0", "syntax", 12);
    expect_mistake(TEXT_CONDITION, "env.trust(self) > 0", "syntax", 10);
    expect_mistake(TEXT_CONDITION, "self.trsut(target) > 0", "unknown", 6);
    expect_mistake(TEXT_CONDITION, "count(home", "syntax", 11);
    expect_mistake(TEXT_CONDITION, "count(home in home", "syntax", 19);
    expect_mistake(TEXT_CONDITION, "count(home in) > 1", "bad-path", 14);
    expect_mistake(TEXT_CONDITION, "count(homer of self) > 1", "unknown", 7);
    expect_mistake(TEXT_CONDITION, "any(home in homer)", "unknown", 13);
    expect_mistake(TEXT_EFFECTS, "count(home) = 1", "syntax", 1);
    expect_mistake(TEXT_EFFECTS, "raise bell on", "syntax", 14);
    expect_mistake(TEXT_EFFECTS, "raise bell on env", "syntax", 15);
    expect_mistake(TEXT_EFFECTS, "raise bell on distance", "syntax", 15);
    expect_mistake(TEXT_EFFECTS, "raise bell on now", "syntax", 15);
    expect_mistake(TEXT_EFFECTS, "raise bell on home of", "bad-path", 22);
    expect_mistake(TEXT_EFFECTS, "raise bell on slef", "unknown", 15);
    expect_mistake(TEXT_EFFECTS, "raise bell on homer(x)", "unknown", 15);
    expect_mistake(TEXT_EFFECTS, "raise on self", "syntax", 7);
    expect_mistake(TEXT_EFFECTS, "raise a.b.c on self", "syntax", 10);
    expect_mistake(TEXT_PATH, "home of", "bad-path", 8);
    expect_mistake(TEXT_PATH, "homer", "unknown", 1);
    expect_mistake(TEXT_PATH, "home home", "syntax", 6);
}

static void S64_mistakes_about_revoking_have_their_column(void **state) {
    (void)state;
    expect_mistake(TEXT_EFFECTS, "revoke", "syntax", 7);
    expect_mistake(TEXT_EFFECTS, "revoke on self", "syntax", 8);
    expect_mistake(TEXT_EFFECTS, "revoke sit", "syntax", 11);
    expect_mistake(TEXT_EFFECTS, "revoke sit on", "syntax", 14);
    expect_mistake(TEXT_EFFECTS, "revoke sit on area", "syntax", 15);
    expect_mistake(TEXT_EFFECTS, "revoke a.b.c on self", "syntax", 11);
    expect_mistake(TEXT_EFFECTS, "revoke 'sti' on self", "unknown", 8);
}

static void S66_mistakes_in_operations_have_no_column(void **state) {
    (void)state;
    const bustle_op_kind more = BUSTLE_GREATER;
    expect_wrong(
        TEXT_CONDITION, (text_operation){.kind = more, .subject = BUSTLE_COUNT}, "bad-path");
    expect_wrong(TEXT_CONDITION,
        (text_operation){.kind = more, .subject = BUSTLE_COUNT, .name = "home of"}, "bad-path");
    expect_wrong(TEXT_CONDITION,
        (text_operation){.kind = more, .subject = BUSTLE_COUNT, .name = "home in home of"},
        "bad-path");
    expect_wrong(TEXT_CONDITION,
        (text_operation){.kind = more, .subject = BUSTLE_COUNT, .name = "home in home home"},
        "bad-path");
    expect_wrong(TEXT_CONDITION,
        (text_operation){.kind = more, .subject = BUSTLE_COUNT, .name = "homer"}, "unknown");
    expect_wrong(TEXT_CONDITION,
        (text_operation){.kind = more, .subject = BUSTLE_SELF, .name = "energy", .word = "many"},
        "unknown");
    expect_wrong(TEXT_EFFECTS,
        (text_operation){.kind = BUSTLE_RAISE_ON_PATH, .name = "bell", .word = "home in home"},
        "bad-path");
    expect_wrong(TEXT_EFFECTS,
        (text_operation){.kind = BUSTLE_RAISE_ON_PATH, .name = "bell", .word = NULL}, "bad-path");
    expect_wrong(TEXT_EFFECTS, (text_operation){.kind = BUSTLE_REVOKE, .name = "sti"}, "unknown");
}

/* ---- Memory ---- */

static const struct {
    enum text_kind kind;
    const char *text;
} texts[] = {
    {TEXT_CONDITION,
        "self.trust(target) > much and (lead.mood == 'angry' or not any(home(big)+ of self)) and "
        "count(home of area in trust of lead) * 2 + 1 > -target.energy - much"},
    {TEXT_CONDITION, "self.tired and distance <= 9 and now ~= 3 or env.sky ~= 'calm'"},
    {TEXT_EFFECTS,
        "self.energy += count(home); target.trust(lead) = 4; raise bell on home('so big') of area; "
        "raise bell within much; raise bell on target; revoke 'lie down' on self; revoke sit on "
        "target; self.mood = 'angry'; area.tired = true"},
    {TEXT_VALUE, "much * 3 - 1"},
    {TEXT_AMOUNT, "self.trust(target) - target.energy"},
    {TEXT_PATH, "home(big) of trust+ of target"},
};

static const text_operation operations[] = {
    {.kind = BUSTLE_GREATER,
        .subject = BUSTLE_SELF,
        .link = "trust",
        .to = BUSTLE_TARGET,
        .word = "much"},
    {.kind = BUSTLE_EQUAL, .subject = BUSTLE_TARGET, .name = "mood", .word = "angry"},
    {.kind = BUSTLE_AT_LEAST, .subject = BUSTLE_COUNT, .name = "home in trust of lead"},
    {.kind = BUSTLE_RAISE_ON_PATH, .name = "bell", .word = "home of area"},
    {.kind = BUSTLE_RAISE_WITHIN, .name = "bell", .number = 5},
    {.kind = BUSTLE_REVOKE, .subject = BUSTLE_SELF, .name = "sit"},
};

/* Has so much of its first memory in use, and gets `more` allocations after that. */
static void begin_short(desk *d, size_t used, long more) {
    begin(d);
    assert_non_null(bsl_arena_take(&d->compiler.memory, 1, used));
    d->compiler.empty = bsl_arena_now(&d->compiler.memory);
    d->until_failure = more;
}

static size_t give(desk *d, bool good) {
    const bool short_of = d->compiler.no_memory;
    assert_int_equal(good, !short_of);
    end(d);
    return short_of;
}

static void wherever_memory_ends_it_is_noted(void **state) {
    size_t ended = 0;
    (void)state;
    for (size_t used = 16; used <= 4096; used += 16) {
        for (long more = 0; more < 3; more++) {
            desk d;
            for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
                begin_short(&d, used, more);
                ended += give(&d, compile(&d, texts[i].kind, texts[i].text));
            }
            for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
                begin_short(&d, used, more);
                ended += give(&d,
                    bsl_text_compile_operation(&d.compiler,
                        operations[i].kind >= BUSTLE_SET ? TEXT_EFFECTS : TEXT_CONDITION,
                        &operations[i]));
            }
        }
    }
    assert_true(ended > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(S65_S66_operations_become_what_texts_become),
        cmocka_unit_test(S6_effects_become_what_texts_become),
        cmocka_unit_test(S66_a_path_becomes_one_operation),
        cmocka_unit_test(S65_S66_mistakes_about_links_and_paths_have_their_column),
        cmocka_unit_test(S64_mistakes_about_revoking_have_their_column),
        cmocka_unit_test(S66_mistakes_in_operations_have_no_column),
        cmocka_unit_test(wherever_memory_ends_it_is_noted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
