/* What sealing says about entity definitions, each taken alone. */
#include "builder_shop.h"

#include <stdio.h>
#include <string.h>

static void S1_an_npc_without_main_is_an_error(void **state) {
    shop *k = *state;
    bustle_entity_def def = shop_npc("ghost", NULL);
    shop_add_entity(k, &def);
    shop_refused(k, "without-main", "ghost", "name its main sequence");
}

static void S1_a_prop_that_decides_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_entity_def def = shop_npc("lamp", "day");
    def.npc = false;
    shop_add_entity(k, &def);
    shop_refused(k, "prop-decides", "lamp", "it is a prop");
}

static void S1_a_prop_with_fallbacks_or_handlers_only_is_an_error_too(void **state) {
    shop *k = *state;
    shop_market(k);
    static const char *const fallbacks[] = {"day"};
    static const bustle_handler_def handlers[] = {{.interruption = "alarm", .sequence = "day"}};
    bustle_entity_def lamp = bustle_default_entity_def();
    lamp.name = "lamp";
    lamp.fallbacks = fallbacks;
    lamp.fallback_count = 1;
    shop_add_entity(k, &lamp);
    shop_refused(k, "prop-decides", "lamp", "it is a prop");
    shop_end(k);
    shop_begin(k);
    shop_market(k);
    bustle_entity_def lantern = bustle_default_entity_def();
    lantern.name = "lantern";
    lantern.handlers = handlers;
    lantern.handler_count = 1;
    shop_add_entity(k, &lantern);
    shop_refused(k, "prop-decides", "lantern", "it is a prop");
}

/* Not more than a line of them is listed, and what is very long is not compared letter by letter.
 */
static void S11_an_unknown_value_among_very_many_is_told_in_short(void **state) {
    shop *k = *state;
    shop_market(k);
    static char names[100][24];
    static const char *values[100];
    for (int i = 0; i < 100; i++) {
        snprintf(names[i], sizeof names[i], "colour%d", i);
        values[i] = names[i];
    }
    static char endless[2000];
    memset(endless, 'x', sizeof endless - 1);
    values[50] = endless;
    bustle_state_def colour = bustle_default_state_def();
    colour.name = "colour";
    colour.values = values;
    colour.value_count = 100;
    assert_int_equal(bustle_builder_add_state(k->builder, &colour), BUSTLE_OK);
    static const bustle_entity_state_def states[] = {{"colour", true, 0, "color7"}};
    static const char *const accepts[] = {endless};
    bustle_entity_def lamp = bustle_default_entity_def();
    lamp.name = "lamp";
    lamp.states = states;
    lamp.state_count = 1;
    lamp.accepts = accepts;
    lamp.accept_count = 1;
    shop_add_entity(k, &lamp);
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-value", "lamp", "\"colour1\", \"colour2\""));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-value", "lamp", ", ..."));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-value", "lamp", "did you mean \"colour7\"?"));
}

static void S11_unknown_names_in_an_entity_are_errors(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_entity_state_def states[] = {
        {"enegry", false, 0, NULL}, {"mood", true, 0, "sad"}};
    static const char *const accepts[] = {"sti"};
    static const char *const fallbacks[] = {"dya"};
    static const bustle_handler_def handlers[] = {
        {.interruption = "alarn", .sequence = "dai"}, {.interruption = NULL, .sequence = NULL}};
    bustle_entity_def def = shop_npc("guard", "days");
    def.states = states;
    def.state_count = 2;
    def.accepts = accepts;
    def.accept_count = 1;
    def.fallbacks = fallbacks;
    def.fallback_count = 1;
    def.handlers = handlers;
    def.handler_count = 2;
    shop_add_entity(k, &def);
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 9);
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-state", "guard", "did you mean \"energy\"?"));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-value", "guard", "no value named \"sad\""));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-action", "guard", "did you mean \"sit\"?"));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-sequence", "guard", "its main names"));
    assert_true(
        shop_found(k, BUSTLE_ERROR, "unknown-sequence", "guard", "its fallback list names"));
    assert_true(
        shop_found(k, BUSTLE_ERROR, "unknown-sequence", "guard", "the handler of \"alarn\""));
    assert_true(
        shop_found(k, BUSTLE_ERROR, "unknown-interruption", "guard", "names no interruption"));
}

static void S11_what_an_entity_lists_twice_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_entity_state_def states[] = {
        {"seats", false, 0, NULL}, {"seats", true, 1, NULL}};
    static const char *const accepts[] = {"sit", "sit"};
    static const bustle_handler_def handlers[] = {{.interruption = "alarm", .sequence = "day"},
        {.interruption = "alarm", .sequence = "day", .priority = 1}};
    bustle_entity_def def = shop_npc("guard", "day");
    def.states = states;
    def.state_count = 2;
    def.accepts = accepts;
    def.accept_count = 2;
    def.handlers = handlers;
    def.handler_count = 2;
    shop_add_entity(k, &def);
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 3);
    assert_true(shop_found(k, BUSTLE_ERROR, "listed-twice", "guard", "state \"seats\""));
    assert_true(shop_found(k, BUSTLE_ERROR, "listed-twice", "guard", "accepts action \"sit\""));
    assert_true(shop_found(k, BUSTLE_ERROR, "listed-twice", "guard", "has two handlers"));
}

static void S2_an_initial_value_of_an_entity_outside_the_bounds_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_entity_state_def states[] = {{"energy", true, -1, NULL}};
    bustle_entity_def def = shop_npc("guard", "day");
    def.states = states;
    def.state_count = 1;
    shop_add_entity(k, &def);
    shop_refused(k, "bad-initial", "guard", "-1 of \"energy\" is outside 0 .. 100");
}

static void S31_a_priority_out_of_range_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_handler_def handlers[] = {
        {.interruption = "alarm", .sequence = "day", .priority = 32768}};
    bustle_entity_def def = shop_npc("guard", "day");
    def.handlers = handlers;
    def.handler_count = 1;
    shop_add_entity(k, &def);
    shop_refused(k, "bad-priority", "guard", "has priority 32768");
}

static void S25_a_memory_capacity_out_of_range_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_entity_def def = shop_npc("guard", "day");
    def.action_memories = 256;
    def.transition_memories = -1;
    shop_add_entity(k, &def);
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_true(shop_found(k, BUSTLE_ERROR, "bad-memories", "guard", "256 action memories"));
    assert_true(shop_found(k, BUSTLE_ERROR, "bad-memories", "guard", "-1 transition memories"));
}

static void S10_a_kind_of_position_out_of_range_is_an_error(void **state) {
    shop *k = *state;
    bustle_entity_def def = bustle_default_entity_def();
    def.name = "lamp";
    def.position = (bustle_position_kind)4;
    def.position_refresh_ms = -5;
    shop_add_entity(k, &def);
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    assert_true(shop_found(k, BUSTLE_ERROR, "bad-position", "lamp", "kind 4"));
    assert_true(shop_found(k, BUSTLE_ERROR, "bad-refresh", "lamp", "negative"));
}

static void S13_accepting_an_untargeted_action_is_a_warning(void **state) {
    shop *k = *state;
    shop_market(k);
    static const char *const accepts[] = {"rest"};
    bustle_entity_def def = bustle_default_entity_def();
    def.name = "lamp";
    def.accepts = accepts;
    def.accept_count = 1;
    shop_add_entity(k, &def);
    shop_warned(k, "accepts-untargeted", "lamp", "\"rest\", which takes no target");
}

static void S2_a_row_longer_than_possible_is_an_error(void **state) {
    shop *k = *state;
    static char names[16001][8];
    static bustle_entity_state_def states[16001];
    for (unsigned i = 0; i < 16001; i++) {
        snprintf(names[i], sizeof(names[i]), "s%05u", i);
        shop_state(k, names[i], 0, 10, 0);
        states[i] = (bustle_entity_state_def){names[i], false, 0, NULL};
    }
    bustle_entity_def def = bustle_default_entity_def();
    def.name = "lamp";
    def.states = states;
    def.state_count = 16001;
    shop_add_entity(k, &def);
    shop_refused(k, "too-many", "lamp", "takes 16001 values");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(S1_an_npc_without_main_is_an_error),
        SHOP_TEST(S1_a_prop_that_decides_is_an_error),
        SHOP_TEST(S1_a_prop_with_fallbacks_or_handlers_only_is_an_error_too),
        SHOP_TEST(S11_an_unknown_value_among_very_many_is_told_in_short),
        SHOP_TEST(S11_unknown_names_in_an_entity_are_errors),
        SHOP_TEST(S11_what_an_entity_lists_twice_is_an_error),
        SHOP_TEST(S2_an_initial_value_of_an_entity_outside_the_bounds_is_an_error),
        SHOP_TEST(S31_a_priority_out_of_range_is_an_error),
        SHOP_TEST(S25_a_memory_capacity_out_of_range_is_an_error),
        SHOP_TEST(S10_a_kind_of_position_out_of_range_is_an_error),
        SHOP_TEST(S13_accepting_an_untargeted_action_is_a_warning),
        SHOP_TEST(S2_a_row_longer_than_possible_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
