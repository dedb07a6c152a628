/* S67: what is wrong with areas when they are sealed. */
#include <math.h>
#include <string.h>

#include "kit.h"

static bustle_entity_def *def_area(kit *k, double width, double depth, double height) {
    def_action(k, "stand", 1000);
    chain(k, "main", "stand");
    def_npc(k, "villager", "main");
    return kit_extends(def_prop(k, "town"), (bustle_box_def){width, depth, height, 0, 0, 0});
}

static void expect_error(kit *k, const char *code) {
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "town"), code);
}

static void S67_an_area_that_is_not_static_is_an_error(void **state) {
    static const bustle_position_kind kinds[] = {
        BUSTLE_POSITION_PUSHED, BUSTLE_POSITION_QUERIED, BUSTLE_POSITION_NONE};
    for (size_t i = 0; i < 3; i++) {
        kit_reset(*state);
        def_area(*state, 1, 1, 1)->position = kinds[i];
        expect_error(*state, "area-moves");
    }
}

static void S67_sizes_are_finite_and_above_0(void **state) {
    static const double sizes[][3] = {{0, 1, 1}, {1, -1, 1}, {1, 1, 0}, {0.01, 1, 1},
        {(double)INFINITY, 1, 1}, {1, (double)NAN, 1}, {1, 1, (double)NAN},
        {1, 1, -(double)INFINITY}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        kit_reset(*state);
        def_area(*state, sizes[i][0], sizes[i][1], sizes[i][2]);
        expect_error(*state, "bad-area");
    }
}

static void S67_the_smallest_area_is_a_sixteenth_of_a_unit(void **state) {
    def_area(*state, 0.0625, 0.0625, 0.0625);
    kit_begin(*state);
}

static void S67_offsets_are_finite(void **state) {
    kit *k = *state;
    kit_extends(def_area(k, 1, 1, 1), (bustle_box_def){1, 1, 1, 0, (double)INFINITY, 0});
    expect_error(k, "bad-area");
}

static void S67_an_area_has_8_boxes_at_the_most(void **state) {
    for (int more = 7; more < 9; more++) {
        kit *k = *state;
        kit_reset(k);
        bustle_entity_def *town = def_area(k, 1, 1, 1);
        for (int i = 0; i < more; i++) {
            kit_extends(town, (bustle_box_def){1, 1, 1, i, 0, 0});
        }
        if (more == 7) {
            kit_begin(k);
        } else {
            expect_error(k, "too-many");
        }
    }
}

static void S67_a_trigger_enter_and_exit_need_an_area(void **state) {
    for (int i = 0; i < 3; i++) {
        kit *k = *state;
        kit_reset(k);
        bustle_entity_def *town = def_prop(k, "town");
        def_state(k, "visits");
        town->trigger = i == 0;
        town->enter = i == 1 ? OPS(INCREASE(BUSTLE_SELF, "visits", 1)) : ALWAYS;
        town->exit = i == 2 ? OPS(INCREASE(BUSTLE_SELF, "visits", 1)) : ALWAYS;
        expect_error(k, "without-area");
    }
}

static void S67_effects_on_the_area_need_its_states(void **state) {
    for (int i = 0; i < 2; i++) {
        kit *k = *state;
        kit_reset(k);
        def_state(k, "crowd");
        bustle_entity_def *town = def_area(k, 1, 1, 1);
        *(i == 0 ? &town->enter : &town->exit) = OPS(INCREASE(BUSTLE_TARGET, "crowd", 1));
        expect_error(k, "target-lacks-state");
    }
}

static void S67_effects_change_and_do_not_compare(void **state) {
    kit *k = *state;
    def_state(k, "visits");
    def_area(k, 1, 1, 1)->enter = OPS(SELF_IS("visits", BUSTLE_EQUAL, 1));
    assert_non_null(kit_expect_problem(k, BUSTLE_ERROR, "town"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S67_an_area_that_is_not_static_is_an_error),
        RULE(S67_sizes_are_finite_and_above_0),
        RULE(S67_the_smallest_area_is_a_sixteenth_of_a_unit),
        RULE(S67_offsets_are_finite),
        RULE(S67_an_area_has_8_boxes_at_the_most),
        RULE(S67_a_trigger_enter_and_exit_need_an_area),
        RULE(S67_effects_on_the_area_need_its_states),
        RULE(S67_effects_change_and_do_not_compare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
