/* S75: entries that the game adds to the plan of one NPC. */
#include "kit_npc.h"

enum { DAY = 1440 }; /* ms: a minute of the clock is one */

/* Works from 8 to 16 o'clock, and rests until 8. */
static void def_day(kit *k) {
    static const char *const names[] = {"work", "rest", "feast", "mass"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        def_action(k, names[i], 10);
        chain(k, names[i], names[i]);
    }
    bustle_plan_def *plan = kit_def_plan(k, "day");
    kit_plans(plan, 480, 960, "work");
    kit_plans(plan, 960, 480, "rest");
    kit_def_planned(k, "npc", "day");
    bustle_plan_def *shift = kit_def_plan(k, "shift");
    kit_plans(shift, 0, 720, "work");
    kit_plans(shift, 720, 0, "rest");
    kit_def_role(k, "guard", NULL)->plan = "shift";
    kit_def_role(k, "free", "mass");
    def_npc(k, "other", "work");
}

static void live_at(kit *k, int64_t minute) {
    def_day(k);
    k->def.day_ms = DAY;
    k->def.day_start_ms = minute;
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_forget_events(k);
}

static bustle_patch_def patch_of(
    const kit *k, int32_t from, int32_t to, const char *sequence, int32_t days) {
    bustle_patch_def patch = bustle_default_patch_def();
    patch.from = from;
    patch.to = to;
    patch.sequence = kit_sequence(k, sequence);
    patch.days = days;
    return patch;
}

static bustle_status patch(const kit *k, bustle_patch_def def, uint32_t *number) {
    return bustle_npc_patch_plan(k->world, kit_entity(k, "ann"), &def, number);
}

static bustle_status unpatch(const kit *k, uint32_t number) {
    return bustle_npc_unpatch_plan(k->world, kit_entity(k, "ann"), number);
}

static void expect_plans(kit *k, const char *expected) {
    kit_expect_only(k, "plan", expected);
}

static void set_role(kit *k, const char *name) {
    OK(bustle_npc_set_role(
        k->world, kit_entity(k, "ann"), name == NULL ? BUSTLE_NONE : kit_role(k, name)));
}

/* ---- Coming and going ---- */

static void S75_a_patch_holds_at_its_time_on_its_days(void **state) {
    kit *k = *state;
    live_at(k, 500);
    OK(patch(k, patch_of(k, 600, 700, "feast", 2), NULL));
    kit_run(k, 3 * DAY, 10);
    expect_plans(k,
        "@100 plan ann feast 256 | @200 plan ann work 0 | @460 plan ann rest 1 | "
        "@1420 plan ann work 0 | @1540 plan ann feast 256 | @1640 plan ann work 0 | "
        "@1900 plan ann rest 1 | @2860 plan ann work 0 | @3340 plan ann rest 1 | "
        "@4300 plan ann work 0");
}

static void S75_a_patch_without_days_stays_until_it_is_taken_away(void **state) {
    kit *k = *state;
    live_at(k, 500);
    uint32_t number = 0;
    OK(patch(k, patch_of(k, 600, 700, "feast", 0), &number));
    kit_run(k, 5 * DAY, 10);
    kit_forget_events(k);
    kit_run(k, 150, 10);
    expect_plans(k, "@7300 plan ann feast 256");
    OK(unpatch(k, number));
    kit_update_to(k, 5 * DAY + 160);
    expect_plans(k, "@7350 plan ann work 0");
    assert_int_equal(unpatch(k, number), BUSTLE_NO_PLAN);
}

static void S75_a_patch_for_now_holds_at_the_call_and_the_npc_joins_the_deciders(void **state) {
    kit *k = *state;
    live_at(k, 500);
    bustle_patch_def def = patch_of(k, 490, 700, "feast", 1);
    def.change = BUSTLE_REPLACING_NOW;
    OK(patch(k, def, NULL));
    kit_update_to(k, 1);
    kit_expect_events(
        k, "@0 plan ann feast 256 | @1 stop ann work interrupted | @1 start ann feast");
}

static void S75_a_held_npc_changes_when_it_is_released(void **state) {
    kit *k = *state;
    live_at(k, 500);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    bustle_patch_def def = patch_of(k, 490, 700, "feast", 1);
    def.change = BUSTLE_REPLACING_NOW;
    OK(patch(k, def, NULL));
    assert_int_equal(kit_stats(k).queued, 0);
    kit_update_to(k, 5);
    kit_forget_events(k);
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 6);
    kit_expect_events(k, "start ann feast");
}

static void S75_when_the_patch_that_holds_goes_the_plan_is_looked_at_as_if_none_held(void **state) {
    kit *k = *state;
    live_at(k, 500);
    uint32_t number = 0;
    OK(patch(k, patch_of(k, 490, 700, "feast", 1), &number));
    assert_int_equal(number, 1);
    OK(unpatch(k, 1));
    kit_update_to(k, 1);
    expect_plans(k, "plan ann feast 256 | plan ann work 0");
}

static void S75_numbers_are_never_used_again(void **state) {
    kit *k = *state;
    live_at(k, 500);
    uint32_t number = 0;
    OK(patch(k, patch_of(k, 600, 700, "feast", 1), &number));
    OK(unpatch(k, number));
    OK(patch(k, patch_of(k, 600, 700, "feast", 1), &number));
    assert_int_equal(number, 2);
    kit_run(k, 110, 10);
    expect_plans(k, "plan ann feast 257");
}

static void S75_a_patch_whose_last_day_has_ended_goes_when_the_plan_is_looked_at(void **state) {
    kit *k = *state;
    live_at(k, 500);
    OK(patch(k, patch_of(k, 600, 700, "feast", 1), NULL));
    kit_run(k, 190, 10);
    assert_int_equal(unpatch(k, 2), BUSTLE_NO_PLAN);
    kit_run(k, 10, 10); /* it is 11:40: work holds again */
    assert_int_equal(unpatch(k, 1), BUSTLE_NO_PLAN);
}

static void S75_a_patch_that_goes_on_after_its_end_stays_while_it_holds(void **state) {
    kit *k = *state;
    static const char *const names[] = {"work", "feast"};
    for (size_t i = 0; i < 2; i++) {
        def_action(k, names[i], 10);
        chain(k, names[i], names[i]);
    }
    kit_plans(kit_def_plan(k, "day"), 480, 600, "work");
    kit_def_planned(k, "npc", "day");
    k->def.day_ms = DAY;
    k->def.day_start_ms = 700;
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    OK(patch(k, patch_of(k, 690, 710, "feast", 1), NULL));
    kit_run(k, 1000, 10);
    expect_plans(k, "@0 plan ann work 0 | @0 plan ann feast 256");
    OK(patch(k, patch_of(k, 480, 490, "feast", 1), NULL)); /* whereupon the plan is looked at */
    kit_update_to(k, 1005);
    expect_plans(k, "");
    OK(unpatch(k, 1)); /* it still held */
    kit_update_to(k, 1010);
    expect_plans(k, "plan ann work 0");
}

static void S75_an_npc_that_leaves_takes_its_patches_along(void **state) {
    kit *k = *state;
    live_at(k, 500);
    for (int32_t i = 0; i < 8; i++) {
        OK(patch(k, patch_of(k, 600 + 10 * i, 610 + 10 * i, "feast", 0), NULL));
    }
    kit_remove(k, "ann");
    kit_spawn(k, "ann", "npc");
    kit_run(k, 200, 10);
    expect_plans(k, "@0 plan ann work 0");
}

static void S75_a_patch_of_a_whole_day_ends_with_its_last(void **state) {
    kit *k = *state;
    live_at(k, 500);
    OK(patch(k, patch_of(k, 600, 600, "feast", 1), NULL));
    kit_run(k, 2 * DAY, 10);
    expect_plans(k,
        "@100 plan ann feast 256 | @1540 plan ann work 0 | @1900 plan ann rest 1 | "
        "@2860 plan ann work 0");
}

/* ---- Entries like others ---- */

static void S75_a_patch_has_priority_1_unless_it_says_otherwise(void **state) {
    kit *k = *state;
    live_at(k, 500);
    assert_int_equal(bustle_default_patch_def().priority, 1);
    assert_int_equal(bustle_default_patch_def().sequence, BUSTLE_NONE);
    bustle_patch_def def = patch_of(k, 600, 700, "feast", 1);
    def.priority = -1;
    OK(patch(k, def, NULL));
    kit_run(k, 300, 10);
    expect_plans(k, "");
}

static void S75_a_patch_varies_by_draws_of_its_own(void **state) {
    kit *k = *state;
    live_at(k, 500);
    bustle_patch_def def = patch_of(k, 600, 700, "feast", 0);
    def.vary = 50;
    OK(patch(k, def, NULL));
    bustle_plan_entry e[8];
    size_t count = 0;
    int64_t first = 0;
    bool differs = false;
    for (int64_t day = 1; day < 20; day++) {
        OK(bustle_npc_plan(k->world, kit_entity(k, "ann"), day, NULL, e, 8, &count));
        assert_int_equal(count, 4);
        assert_int_equal(e[2].entry, 256);
        assert_int_equal(e[2].patch, 1);
        assert_int_equal(e[2].ends_ms, day * DAY + 700);
        const int64_t begins = e[2].begins_ms - day * DAY;
        assert_in_range(begins, 550, 650);
        differs = differs || (day > 1 && begins != first);
        first = begins;
    }
    assert_true(differs);
}

static void S75_a_patch_is_skipped_as_an_entry_is(void **state) {
    kit *k = *state;
    live_at(k, 690);
    bustle_patch_def def = patch_of(k, 600, 700, "feast", 0);
    def.skip = 20;
    OK(patch(k, def, NULL));
    kit_update_to(k, 1);
    expect_plans(k, "");
}

static void S75_a_patch_over_midnight_ends_on_the_day_after_its_last(void **state) {
    kit *k = *state;
    live_at(k, 60);
    OK(patch(k, patch_of(k, 1380, 120, "feast", 1), NULL));
    kit_run(k, 2 * DAY, 10);
    expect_plans(k,
        "@420 plan ann work 0 | @900 plan ann rest 1 | @1320 plan ann feast 256 | "
        "@1500 plan ann rest 1 | @1860 plan ann work 0 | @2340 plan ann rest 1");
}

/* ---- Refusals ---- */

static void S75_a_patch_that_covers_time_of_an_entry_of_its_priority_is_refused(void **state) {
    kit *k = *state;
    live_at(k, 500);
    bustle_patch_def def = patch_of(k, 600, 700, "feast", 1);
    def.priority = 0;
    assert_int_equal(patch(k, def, NULL), BUSTLE_OVERLAP);
    set_role(k, "guard"); /* the plan of the role counts */
    assert_int_equal(patch(k, def, NULL), BUSTLE_OVERLAP);
}

static void S75_patches_of_one_priority_must_not_cover_the_same_time(void **state) {
    kit *k = *state;
    live_at(k, 500);
    OK(patch(k, patch_of(k, 600, 700, "feast", 1), NULL));
    assert_int_equal(patch(k, patch_of(k, 699, 800, "mass", 1), NULL), BUSTLE_OVERLAP);
    assert_int_equal(patch(k, patch_of(k, 550, 601, "mass", 0), NULL), BUSTLE_OVERLAP);
    OK(patch(k, patch_of(k, 700, 800, "mass", 1), NULL));
    bustle_patch_def higher = patch_of(k, 600, 800, "mass", 1);
    higher.priority = 2;
    OK(patch(k, higher, NULL));
}

static void S75_only_time_of_the_same_day_counts(void **state) {
    kit *k = *state;
    live_at(k, 60);
    OK(patch(k, patch_of(k, 1380, 120, "feast", 1), NULL)); /* until tomorrow at 2 */
    OK(patch(k, patch_of(k, 30, 100, "mass", 1), NULL)); /* today */
    OK(unpatch(k, 2));
    assert_int_equal(patch(k, patch_of(k, 30, 100, "mass", 2), NULL), BUSTLE_OVERLAP);
    kit_update_to(k, DAY); /* the next day, at 1: the first one is under way */
    assert_int_equal(patch(k, patch_of(k, 119, 200, "mass", 1), NULL), BUSTLE_OVERLAP);
    OK(patch(k, patch_of(k, 120, 200, "mass", 1), NULL));
    OK(patch(k, patch_of(k, 1380, 60, "mass", 0), NULL));
}

static void S75_an_npc_has_at_most_8_patches(void **state) {
    kit *k = *state;
    live_at(k, 500);
    for (int32_t i = 0; i < BUSTLE_MOST_PATCHES; i++) {
        OK(patch(k, patch_of(k, 600 + 10 * i, 610 + 10 * i, "feast", 1), NULL));
    }
    assert_int_equal(patch(k, patch_of(k, 900, 910, "feast", 1), NULL), BUSTLE_LIMIT);
    OK(unpatch(k, 3));
    OK(patch(k, patch_of(k, 900, 910, "feast", 1), NULL));
}

static void S75_a_patch_that_cannot_be_is_refused(void **state) {
    kit *k = *state;
    live_at(k, 500);
    const bustle_patch_def sound = patch_of(k, 600, 700, "feast", 1);
    bustle_patch_def wrong[12];
    for (size_t i = 0; i < 12; i++) {
        wrong[i] = sound;
    }
    wrong[0].from = -1;
    wrong[1].from = 1440;
    wrong[2].to = -1;
    wrong[3].to = 1441;
    wrong[4].sequence = BUSTLE_NONE;
    wrong[5].vary = -1;
    wrong[6].vary = 51;
    wrong[7].skip = 101;
    wrong[8].priority = 32768;
    wrong[9].change = (bustle_replacing)3;
    wrong[10].days = -1;
    wrong[11].skip = -1;
    for (size_t i = 0; i < 12; i++) {
        assert_int_equal(patch(k, wrong[i], NULL), BUSTLE_BAD_ARGUMENT);
    }
    assert_int_equal(bustle_npc_patch_plan(NULL, 0, &sound, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(
        bustle_npc_patch_plan(k->world, kit_entity(k, "ann"), NULL, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_unpatch_plan(NULL, 0, 1), BUSTLE_BAD_ARGUMENT);
    kit_update_to(k, 200);
    expect_plans(k, "");
}

static void S75_only_an_npc_with_a_plan_can_be_patched(void **state) {
    kit *k = *state;
    live_at(k, 500);
    kit_spawn(k, "bob", "other");
    const bustle_patch_def sound = patch_of(k, 600, 700, "feast", 1);
    assert_int_equal(
        bustle_npc_patch_plan(k->world, kit_entity(k, "bob"), &sound, NULL), BUSTLE_NO_PLAN);
    set_role(k, "free");
    assert_int_equal(patch(k, sound, NULL), BUSTLE_NO_PLAN);
    const bustle_entity ann = kit_entity(k, "ann");
    kit_remove(k, "ann");
    assert_int_equal(bustle_npc_patch_plan(k->world, ann, &sound, NULL), BUSTLE_STALE);
    assert_int_equal(bustle_npc_unpatch_plan(k->world, ann, 1), BUSTLE_STALE);
}

/* ---- Roles and the clock ---- */

static void S75_patches_stay_when_a_role_brings_another_plan(void **state) {
    kit *k = *state;
    live_at(k, 500);
    OK(patch(k, patch_of(k, 490, 700, "feast", 0), NULL));
    set_role(k, "guard");
    set_role(k, "free");
    assert_int_equal(patch(k, patch_of(k, 490, 700, "feast", 0), NULL), BUSTLE_NO_PLAN);
    set_role(k, NULL);
    kit_update_to(k, 1);
    kit_expect_only(k, "plan role",
        "plan ann feast 256 | role ann guard | plan ann feast 256 | role ann free | "
        "role ann none | plan ann feast 256");
    set_role(k, "free");
    OK(unpatch(k, 1)); /* also while it has no plan */
}

static void S75_after_the_clock_was_set_a_patch_has_the_plan_looked_at_afresh(void **state) {
    kit *k = *state;
    live_at(k, 500);
    OK(bustle_world_set_time(k->world, 0, 1000));
    OK(patch(k, patch_of(k, 600, 700, "feast", 1), NULL));
    kit_update_to(k, 5);
    expect_plans(k, "@0 plan ann rest 1"); /* at the call, and the update has nothing more to do */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S75_a_patch_holds_at_its_time_on_its_days),
        RULE(S75_a_patch_without_days_stays_until_it_is_taken_away),
        RULE(S75_a_patch_for_now_holds_at_the_call_and_the_npc_joins_the_deciders),
        RULE(S75_a_held_npc_changes_when_it_is_released),
        RULE(S75_when_the_patch_that_holds_goes_the_plan_is_looked_at_as_if_none_held),
        RULE(S75_numbers_are_never_used_again),
        RULE(S75_a_patch_whose_last_day_has_ended_goes_when_the_plan_is_looked_at),
        RULE(S75_a_patch_that_goes_on_after_its_end_stays_while_it_holds),
        RULE(S75_a_patch_of_a_whole_day_ends_with_its_last),
        RULE(S75_an_npc_that_leaves_takes_its_patches_along),
        RULE(S75_a_patch_has_priority_1_unless_it_says_otherwise),
        RULE(S75_a_patch_varies_by_draws_of_its_own),
        RULE(S75_a_patch_is_skipped_as_an_entry_is),
        RULE(S75_a_patch_over_midnight_ends_on_the_day_after_its_last),
        RULE(S75_a_patch_that_covers_time_of_an_entry_of_its_priority_is_refused),
        RULE(S75_patches_of_one_priority_must_not_cover_the_same_time),
        RULE(S75_only_time_of_the_same_day_counts),
        RULE(S75_an_npc_has_at_most_8_patches),
        RULE(S75_a_patch_that_cannot_be_is_refused),
        RULE(S75_only_an_npc_with_a_plan_can_be_patched),
        RULE(S75_patches_stay_when_a_role_brings_another_plan),
        RULE(S75_after_the_clock_was_set_a_patch_has_the_plan_looked_at_afresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
