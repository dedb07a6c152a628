/* S8: functions that operations know by name, bound to those of the game before sealing. */
#include <stdlib.h>
#include <string.h>

#include "calls.h"

/* What a bound function counts, and the last call that it got. */
typedef struct meter {
    unsigned calls;
    int answer;
    bustle_call last;
} meter;

static int measure(void *context, bustle_world *world, bustle_call *call) {
    meter *m = context;
    assert_non_null(world);
    m->calls++;
    m->last = *call;
    if (m->answer < 0) {
        call->error = "the well is dry";
    }
    return m->answer;
}

#define BY_NAME(where_, name_) \
    { .kind = BUSTLE_CALL, .name = (where_), .value_name = (name_) }

/* Whoever pokes the pole asks "poke.when", and does "poke.finish" at the end, 10 ms later. */
static bustle_action_def *def_poke(kit *k) {
    def_everyday(k);
    bustle_action_def *poke = def_action(k, "poke", 10);
    poke->target = BUSTLE_TARGET_TAKEN;
    poke->when = OPS(BY_NAME("poke.lua:3", "poke.when"));
    poke->finish = OPS(BY_NAME(NULL, "poke.finish"));
    chain(k, "visit", "poke");
    has(def_npc(k, "visitor", "visit"), "x", 7);
    accepts(has(def_prop(k, "pole"), "x", 7), "poke");
    return poke;
}

static void bind_poke(kit *k, meter *when, meter *finish) {
    OK(bustle_builder_bind(k->builder, "poke.when", measure, when));
    OK(bustle_builder_bind(k->builder, "poke.finish", measure, finish));
}

static bustle_status seal(kit *k) {
    OK(kit_add(k));
    return bustle_builder_seal(k->builder, &k->content);
}

static void begin_poke(kit *k, meter *when, meter *finish) {
    def_poke(k);
    bind_poke(k, when, finish);
    kit_begin(k);
    kit_spawn(k, "ann", "visitor");
    kit_spawn(k, "pole1", "pole");
}

static void S8_a_function_bound_to_a_name_is_called_with_its_own_context(void **state) {
    kit *k = *state;
    meter when = {.answer = 1};
    meter finish = {0};
    begin_poke(k, &when, &finish);
    for (int64_t now = 0; now <= 20; now += 10) {
        kit_update_to(k, now);
    }
    kit_expect_only(
        k, "start", "start ann poke pole1 | start ann poke pole1 | start ann poke pole1");
    assert_int_equal(when.calls, 3);
    assert_int_equal(finish.calls, 2);
    assert_string_equal(when.last.where, "poke.lua:3");
    assert_string_equal(finish.last.where, "poke.finish");
    assert_int_equal(finish.last.self, kit_entity(k, "ann"));
    assert_int_equal(finish.last.target, kit_entity(k, "pole1"));
    assert_int_equal(finish.last.action, kit_action(k, "poke"));
}

static void S8_a_bound_function_that_says_no_makes_the_condition_false(void **state) {
    kit *k = *state;
    meter when = {.answer = 0};
    meter finish = {0};
    begin_poke(k, &when, &finish);
    kit_update_to(k, 0);
    assert_int_not_equal(kit_doing(k, "ann").mood, BUSTLE_ACTING);
    assert_true(when.calls > 0);
}

static void S8_an_error_of_a_bound_function_is_reported_with_its_place(void **state) {
    kit *k = *state;
    meter when = {.answer = -1};
    meter finish = {0};
    begin_poke(k, &when, &finish);
    kit_update_to(k, 0);
    assert_non_null(strstr(k->log, "poke.lua:3"));
    assert_non_null(strstr(k->log, "the well is dry"));
}

static void S8_of_two_functions_for_one_name_the_later_counts(void **state) {
    kit *k = *state;
    meter before = {.answer = 1};
    meter when = {.answer = 1};
    meter finish = {0};
    def_poke(k);
    bind_poke(k, &before, &finish);
    bind_poke(k, &when, &finish);
    kit_begin(k);
    kit_spawn(k, "ann", "visitor");
    kit_spawn(k, "pole1", "pole");
    kit_update_to(k, 0);
    assert_int_equal(before.calls, 0);
    assert_int_equal(when.calls, 1);
}

/* ---- Names that nothing is bound to ---- */

static void expect_unbound(
    const bustle_builder *builder, size_t index, const char *text, const char *cure) {
    bustle_problem problem;
    assert_true(bustle_builder_problem(builder, index, &problem));
    assert_string_equal(problem.code, "unbound-function");
    assert_string_equal(problem.thing, "poke");
    assert_string_equal(problem.text, text);
    assert_string_equal(problem.cure, cure);
}

static void S8_all_names_that_nothing_is_bound_to_are_told_at_once(void **state) {
    kit *k = *state;
    meter other = {0};
    def_poke(k);
    OK(bustle_builder_bind(k->builder, "poke.finished", measure, &other));
    assert_int_equal(seal(k), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 2);
    expect_unbound(k->builder, 0, "operation 1 of when: function \"poke.when\" is bound to nothing",
        "bind it with bustle_builder_bind before sealing");
    expect_unbound(k->builder, 1,
        "operation 1 of finish: function \"poke.finish\" is bound to nothing",
        "did you mean \"poke.finished\"?");
    meter when = {.answer = 1};
    bind_poke(k, &when, &other);
    assert_int_equal(seal(k), BUSTLE_OK);
}

static void a_binding_needs_builder_name_and_function(void **state) {
    kit *k = *state;
    assert_int_equal(bustle_builder_bind(NULL, "f", measure, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_bind(k->builder, NULL, measure, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_bind(k->builder, "f", NULL, NULL), BUSTLE_BAD_ARGUMENT);
}

static void a_binding_without_memory_can_be_made_again(void **state) {
    kit *k = *state;
    meter when = {.answer = 1};
    meter finish = {0};
    bool failed = true;
    for (size_t n = 1; failed; n++) {
        kit_reset(k);
        def_poke(k);
        const size_t held = k->memory.bytes;
        k->memory.fail_at = n;
        failed = bustle_builder_bind(k->builder, "poke.when", measure, &when) == BUSTLE_NO_MEMORY;
        k->memory.fail_at = 0;
        assert_true(!failed || k->memory.bytes == held);
        bind_poke(k, &when, &finish);
        assert_int_equal(seal(k), BUSTLE_OK);
        assert_true(n < 10);
    }
}

/* ---- Compiled content, saves, other contents ---- */

static void S8_compiled_content_keeps_the_names_of_its_functions(void **state) {
    kit *k = *state;
    meter when = {.answer = 1};
    meter finish = {0};
    uint8_t bytes[8192];
    size_t size = 0;
    begin_poke(k, &when, &finish);
    kit_run(k, 100, 10);
    OK(bustle_builder_save(k->builder, bytes, sizeof bytes, &size));
    assert_true(size <= sizeof bytes);
    const uint32_t hash = bustle_world_hash(k->world);
    kit_reset(k);
    OK(bustle_builder_load(k->builder, bytes, size));
    assert_int_equal(seal(k), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 2);
    bind_poke(k, &when, &finish);
    kit_begin(k);
    kit_spawn(k, "ann", "visitor");
    kit_spawn(k, "pole1", "pole");
    kit_run(k, 100, 10);
    assert_int_equal(bustle_world_hash(k->world), hash);
    assert_int_equal(finish.calls, 18);
}

static void S8_a_save_goes_on_with_the_functions_of_the_content_that_loads_it(void **state) {
    kit *k = *state;
    meter when = {.answer = 1};
    meter finish = {0};
    begin_poke(k, &when, &finish);
    kit_run(k, 50, 10);
    bustle_snapshot saved = {0};
    OK(bustle_snapshot_save(k->world, NULL, 0, &saved));
    const unsigned calls = finish.calls;
    kit_run(k, 100, 10);
    const uint32_t hash = bustle_world_hash(k->world);
    assert_true(finish.calls > calls);
    char reason[100] = "";
    OK(bustle_snapshot_load(k->world, saved.bytes, saved.size, NULL, reason, sizeof reason));
    for (int64_t now = 60; now <= 150; now += 10) {
        OK(bustle_world_update(k->world, now, NULL));
    }
    assert_int_equal(bustle_world_hash(k->world), hash);
    bustle_snapshot_free(&saved);
}

/* The definition changes while ann pokes: that poke ends by the function that it began with. */
static void S8_what_is_under_way_ends_by_the_function_it_began_with(void **state) {
    kit *k = *state;
    meter when = {.answer = 1};
    meter finish = {0};
    meter later = {0};
    begin_poke(k, &when, &finish);
    kit_update_to(k, 0);
    bustle_content *replaced = k->content;
    bustle_builder_destroy(k->builder);
    k->builder = bustle_builder_create(&k->allocator);
    k->def_count = 0;
    k->defs_added = 0;
    k->content = NULL;
    def_poke(k)->finish = OPS(BY_NAME("poke.lua:9", "poke.later"));
    bind_poke(k, &when, &finish);
    OK(bustle_builder_bind(k->builder, "poke.later", measure, &later));
    assert_int_equal(seal(k), BUSTLE_OK);
    OK(bustle_world_reload(k->world, k->content, NULL));
    bustle_content_release(replaced);
    size_t count = 9;
    OK(bustle_world_replaced_functions(k->world, NULL, 0, &count));
    assert_int_equal(count, 0);
    kit_update_to(k, 10);
    assert_int_equal(finish.calls, 1);
    assert_int_equal(later.calls, 0);
    kit_update_to(k, 20);
    assert_int_equal(finish.calls, 1);
    assert_int_equal(later.calls, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S8_a_function_bound_to_a_name_is_called_with_its_own_context),
        RULE(S8_a_bound_function_that_says_no_makes_the_condition_false),
        RULE(S8_an_error_of_a_bound_function_is_reported_with_its_place),
        RULE(S8_of_two_functions_for_one_name_the_later_counts),
        RULE(S8_all_names_that_nothing_is_bound_to_are_told_at_once),
        RULE(a_binding_needs_builder_name_and_function),
        RULE(a_binding_without_memory_can_be_made_again),
        RULE(S8_compiled_content_keeps_the_names_of_its_functions),
        RULE(S8_a_save_goes_on_with_the_functions_of_the_content_that_loads_it),
        RULE(S8_what_is_under_way_ends_by_the_function_it_began_with),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
