/* S31: which interruptions interrupt, which are dropped, and which are kept. */
#include "recall.h"

/* A villager who waits (1000 ms), with responses of one action of 100 ms each: to "low" it rests
 * (priority -5), to "mid" and "same" it looks (0), to "high" it flees (5). "storm" (priority 1)
 * comes with a wind over 7, "flood" (3) with water over 7; both make it hide. */
static bustle_entity_def *def_villager(kit *k) {
    def_environment(k, "wind", 1000000);
    def_environment(k, "water", 1000000);
    def_interruption(k, "storm")->when = OPS(ENV_IS("wind", BUSTLE_GREATER, 7));
    def_interruption(k, "flood")->when = OPS(ENV_IS("water", BUSTLE_GREATER, 7));
    def_interruption(k, "low");
    def_interruption(k, "mid");
    def_interruption(k, "same");
    def_interruption(k, "high");
    def_action(k, "wait", 1000)->resumable = true;
    chain(k, "main", "wait");
    bustle_entity_def *villager = def_npc(k, "villager", "main");
    static const char *const actions[] = {"rest", "look", "flee", "hide"};
    static const char *const responses[] = {"resting", "looking", "fleeing", "hiding"};
    for (size_t i = 0; i < 4; i++) {
        def_action(k, actions[i], 100)->resumable = true;
        chain(k, responses[i], actions[i]);
    }
    handles(handles(villager, "low", "resting", -5), "mid", "looking", 0);
    handles(handles(villager, "same", "looking", 0), "high", "fleeing", 5);
    return handles(handles(villager, "storm", "hiding", 1), "flood", "hiding", 3);
}

static void begin_village(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "villager");
    kit_spawn(k, "bob", "villager");
    kit_update_to(k, 0);
    kit_forget_events(k);
}

/* Raised on ann, and heard at the world's time. */
static void hear(kit *k, const char *interruption) {
    kit_interrupt(k, "ann", interruption);
    kit_update_to(k, bustle_world_now(k->world));
}

static void push(kit *k, const char *environment, double value) {
    assert_int_equal(
        bustle_world_set_environment(k->world, kit_environment(k, environment), value), BUSTLE_OK);
}

/* ---- Priorities ---- */

static void S31_the_main_activity_is_below_every_priority(void **state) {
    kit *k = *state;
    def_interruption(k, "lowest");
    handles(def_villager(k), "lowest", "resting", -32768);
    begin_village(k);
    hear(k, "lowest");
    kit_expect_events(
        k, "stop ann wait interrupted | interrupt ann lowest resting | start ann rest");
}

static void S31_a_higher_or_equal_one_interrupts_with_the_newest_on_top(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    hear(k, "mid");
    hear(k, "same");
    hear(k, "high");
    kit_expect_only(k, "interrupt ignore",
        "interrupt ann mid looking | interrupt ann same looking | interrupt ann high fleeing");
    expect_stacks(k, "ann",
        "main.wait interrupted | looking.look interrupted | looking.look interrupted | "
        "fleeing.flee waiting");
    kit_run(k, 300, 100);
    kit_expect_only(k, "start", "resume ann look 100 | resume ann look 100 | resume ann wait 1000");
}

static void S31_a_lower_one_is_dropped_with_an_event_and_nothing_stops(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    hear(k, "high");
    kit_forget_events(k);
    bustle_entity ann = kit_entity(k, "ann");
    bustle_world_interrupt(
        k->world, kit_interruption(k, "mid"), &ann, 1, kit_entity(k, "bob"), NULL);
    kit_update_to(k, 0);
    kit_expect_events(k, "ignore ann mid looking bob");
    assert_int_equal(kit_doing(k, "ann").waiting, 0);
}

static void S31_a_lower_one_is_never_put_below(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    hear(k, "high");
    hear(k, "mid");
    kit_forget_events(k);
    kit_update_to(k, 100);
    kit_expect_events(k, "stop ann flee done | resume ann wait 1000");
}

static void S31_only_the_running_activity_counts_not_the_ones_below(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    hear(k, "low");
    hear(k, "high");
    kit_update_to(k, 100); /* the flight is over */
    kit_forget_events(k);
    hear(k, "mid");
    kit_expect_only(k, "interrupt ignore", "interrupt ann mid looking");
}

static void S31_the_queue_is_judged_one_after_the_other(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    kit_interrupt(k, "ann", "high");
    kit_interrupt(k, "ann", "mid");
    kit_interrupt(k, "bob", "mid");
    kit_interrupt(k, "bob", "high");
    kit_update_to(k, 0);
    kit_expect_only(k, "interrupt ignore",
        "interrupt ann high fleeing | ignore ann mid looking | "
        "interrupt bob mid looking | interrupt bob high fleeing");
}

static void S31_a_source_that_has_left_is_not_named_when_dropping(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    hear(k, "high");
    kit_forget_events(k);
    bustle_entity ann = kit_entity(k, "ann"), bob = kit_entity(k, "bob");
    bustle_world_interrupt(k->world, kit_interruption(k, "mid"), &ann, 1, bob, NULL);
    assert_int_equal(bustle_world_remove(k->world, bob), BUSTLE_OK);
    kit_update_to(k, 0);
    kit_expect_only(k, "ignore", "ignore ann mid looking");
}

/* ---- Present already, and the limit ---- */

static void S31_one_whose_response_runs_is_dropped(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    hear(k, "mid");
    kit_forget_events(k);
    hear(k, "mid");
    kit_expect_events(k, "ignore ann mid looking");
}

static void S31_one_whose_response_is_anywhere_below_is_dropped(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    hear(k, "mid");
    hear(k, "same");
    kit_forget_events(k);
    hear(k, "mid");
    kit_expect_events(k, "ignore ann mid looking");
}

static void S31_when_its_response_has_ended_it_interrupts_again(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    hear(k, "mid");
    kit_update_to(k, 100);
    kit_forget_events(k);
    hear(k, "mid");
    kit_expect_only(k, "interrupt ignore", "interrupt ann mid looking");
}

static void S31_an_npc_has_at_most_8_activities_the_main_one_included(void **state) {
    kit *k = *state;
    static const char *const names[] = {"q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8"};
    bustle_entity_def *villager = def_villager(k);
    for (size_t i = 0; i < 8; i++) {
        def_interruption(k, names[i]);
        handles(villager, names[i], "looking", 0);
    }
    begin_village(k);
    for (size_t i = 0; i < 7; i++) {
        hear(k, names[i]);
    }
    assert_int_equal(kit_doing(k, "ann").activities, 8);
    kit_forget_events(k);
    hear(k, "q8");
    hear(k, "high"); /* whatever its priority */
    kit_expect_events(k, "ignore ann q8 looking | ignore ann high fleeing");
    kit_update_to(k, 100); /* one ends */
    kit_forget_events(k);
    hear(k, "high");
    kit_expect_only(k, "interrupt ignore", "interrupt ann high fleeing");
}

static void S31_the_limit_of_activities_can_be_set(void **state) {
    kit *k = *state;
    def_villager(k);
    k->def.activity_limit = 2;
    begin_village(k);
    hear(k, "mid");
    hear(k, "high");
    kit_expect_only(k, "interrupt ignore", "interrupt ann mid looking | ignore ann high fleeing");
}

/* ---- Kept ---- */

/* ann flees, a storm is kept. */
static void keep_storm(kit *k) {
    hear(k, "high");
    push(k, "wind", 8);
    kit_update_to(k, 0);
}

static void begin_storm(kit *k) {
    def_villager(k);
    begin_village(k);
    keep_storm(k);
    kit_forget_events(k);
}

static void S31_one_with_a_condition_is_kept_instead_of_dropped(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    keep_storm(k);
    kit_expect_only(
        k, "interrupt ignore", "interrupt ann high fleeing | interrupt bob storm hiding");
    assert_int_equal(kit_doing(k, "ann").waiting, 1);
    kit_update_to(k, 50);
    kit_expect_events(k, "");
}

static void S31_a_kept_one_comes_at_once_when_the_running_activity_ends(void **state) {
    kit *k = *state;
    begin_storm(k);
    kit_update_to(k, 100);
    kit_expect_only(k, "stop start interrupt ignore",
        "stop ann flee done | stop bob hide done | interrupt ann storm hiding | start ann hide | "
        "resume bob wait 1000"); /* ann's main activity did not go on in between */
    assert_int_equal(kit_doing(k, "ann").waiting, 0);
}

static void S31_without_holding_condition_the_game_s_own_is_dropped(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    hear(k, "high");
    hear(k, "storm");
    kit_expect_only(k, "interrupt ignore", "interrupt ann high fleeing | ignore ann storm hiding");
}

static void S31_one_is_kept_if_a_response_to_it_is_there_already(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    push(k, "wind", 8);
    kit_update_to(k, 0);
    kit_forget_events(k);
    hear(k, "storm"); /* again, by the game */
    kit_expect_events(k, "");
    kit_update_to(k, 100);
    kit_expect_only(
        k, "interrupt start", "interrupt ann storm hiding | start ann hide | resume bob wait 1000");
}

static void S31_one_is_kept_if_there_are_too_many_activities(void **state) {
    kit *k = *state;
    def_villager(k);
    k->def.activity_limit = 2;
    begin_village(k);
    hear(k, "mid");
    kit_forget_events(k);
    push(k, "wind", 8);
    kit_update_to(k, 0);
    kit_expect_only(k, "interrupt ignore", "interrupt bob storm hiding");
    kit_update_to(k, 100);
    kit_expect_only(k, "interrupt ignore", "interrupt ann storm hiding");
}

static void S31_kept_ones_are_handled_in_the_order_kept(void **state) {
    kit *k = *state;
    begin_storm(k);
    push(k, "water", 8);
    kit_update_to(k, 50);
    kit_forget_events(k);
    kit_update_to(k, 100); /* flood is higher, and so interrupts the hiding from the storm */
    kit_expect_only(k, "interrupt", "interrupt ann storm hiding | interrupt ann flood hiding");
}

static void S31_a_kept_one_that_still_has_to_give_way_stays_kept(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    hear(k, "high");
    push(k, "water", 8);
    kit_update_to(k, 10);
    push(k, "wind", 8);
    kit_update_to(k, 20);
    kit_forget_events(k);
    kit_update_to(k, 100);
    kit_expect_only(k, "interrupt ignore", "interrupt ann flood hiding");
    assert_int_equal(kit_doing(k, "ann").waiting, 1);
    kit_update_to(k, 200);
    kit_expect_only(
        k, "interrupt ignore", "interrupt bob storm hiding | interrupt ann storm hiding");
}

static void S31_a_kept_one_is_not_queued_again(void **state) {
    kit *k = *state;
    begin_storm(k);
    assert_int_equal(kit_interrupt(k, "ann", "storm").ignored, 1);
    kit_update_to(k, 100);
    kit_update_to(k, 200); /* once was enough */
    kit_expect_only(k, "interrupt", "interrupt ann storm hiding");
}

static void S31_a_kept_one_vanishes_when_its_condition_turns_false(void **state) {
    kit *k = *state;
    begin_storm(k);
    push(k, "wind", 0);
    kit_update_to(k, 100);
    kit_expect_only(k, "interrupt ignore", "");
}

static void S31_a_queued_one_vanishes_when_its_condition_turns_false(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    push(k, "wind", 8);
    push(k, "wind", 0);
    kit_update_to(k, 10);
    kit_expect_events(k, "");
}

static void S31_what_vanished_is_not_told_as_waiting(void **state) {
    kit *k = *state;
    begin_storm(k);
    kit_interrupt(k, "ann", "mid");
    push(k, "water", 8);
    assert_int_equal(kit_doing(k, "ann").waiting, 3);
    push(k, "wind", 0); /* was kept */
    assert_int_equal(kit_doing(k, "ann").waiting, 2);
    push(k, "water", 0); /* was queued */
    assert_int_equal(kit_doing(k, "ann").waiting, 1);
}

static void S31_what_vanished_comes_again_with_its_condition(void **state) {
    kit *k = *state;
    begin_storm(k);
    push(k, "wind", 0);
    push(k, "wind", 8);
    kit_update_to(k, 50);
    kit_update_to(k, 100);
    kit_expect_only(k, "interrupt", "interrupt ann storm hiding | interrupt bob storm hiding");
}

static void S31_a_response_goes_on_when_the_condition_turns_false(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    push(k, "wind", 8);
    kit_update_to(k, 0);
    push(k, "wind", 0);
    kit_forget_events(k);
    kit_update_to(k, 50);
    kit_expect_events(k, "");
    expect_stacks(k, "ann", "main.wait interrupted | hiding.hide waiting");
}

static void S31_a_full_queue_does_not_lose_one_with_a_condition(void **state) {
    kit *k = *state;
    def_villager(k);
    k->def.queue_limit = 1;
    begin_village(k);
    kit_interrupt(k, "ann", "mid");
    push(k, "wind", 8);
    push(k, "water", 8);
    assert_int_equal(kit_stats(k).refused, 0);
    kit_update_to(k, 0);
    kit_expect_only(k, "interrupt ignore",
        "interrupt ann mid looking | interrupt ann storm hiding | interrupt ann flood hiding | "
        "interrupt bob storm hiding | interrupt bob flood hiding");
}

static void S31_one_with_a_condition_counts_against_the_bound_of_others(void **state) {
    kit *k = *state;
    def_villager(k);
    k->def.queue_limit = 1;
    begin_village(k);
    push(k, "wind", 8);
    assert_int_equal(kit_interrupt(k, "ann", "mid").refused, 1);
    push(k, "wind", 0); /* and it does so no longer */
    assert_int_equal(kit_interrupt(k, "ann", "mid").queued, 1);
}

/* A response of priority 5 that fails, and a fallback that runs in its place, so that the kept
 * storm need not give way any longer. */
static void begin_fallback(kit *k) {
    bustle_entity_def *villager = def_villager(k);
    def_state(k, "brave");
    def_interruption(k, "fire");
    def_action(k, "quench", 100)->when = OPS(SELF_IS("brave", BUSTLE_EQUAL, 1));
    chain(k, "quenching", "look", "quench");
    def_action(k, "stroll", 500);
    chain(k, "strolling", "stroll");
    falls_back_on(has(handles(villager, "fire", "quenching", 5), "brave", 0), "strolling");
    kit_begin(k);
    kit_spawn(k, "ann", "villager");
    kit_update_to(k, 0);
    hear(k, "fire");
    push(k, "wind", 8);
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    kit_expect_only(
        k, "interrupt ignore fallback", "interrupt ann fire quenching | fallback ann strolling");
    assert_int_equal(kit_doing(k, "ann").waiting, 1);
}

static void S31_a_kept_one_does_not_come_before_its_moment(void **state) {
    kit *k = *state;
    begin_fallback(k);
    hear(k, "same"); /* neither by a turn, ... */
    kit_expect_only(k, "interrupt ignore", "interrupt ann same looking");
    kit_update_to(k, 200); /* ... but when the running activity ends */
    kit_expect_only(k, "interrupt ignore", "interrupt ann storm hiding");
}

static void S31_a_kept_one_is_handled_on_release_before_the_queue(void **state) {
    kit *k = *state;
    begin_fallback(k);
    bustle_entity ann = kit_entity(k, "ann");
    assert_int_equal(bustle_npc_hold(k->world, ann), BUSTLE_OK);
    kit_interrupt(k, "ann", "high");
    kit_update_to(k, 150);
    kit_expect_only(k, "interrupt ignore", "");
    assert_int_equal(bustle_npc_release(k->world, ann), BUSTLE_OK);
    kit_update_to(k, 150);
    kit_expect_only(
        k, "interrupt ignore", "interrupt ann storm hiding | interrupt ann high fleeing");
}

static void S31_a_kept_one_keeps_its_source(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    push(k, "wind", 8);
    kit_update_to(k, 0);
    bustle_entity both[] = {kit_entity(k, "ann"), kit_entity(k, "bob")};
    bustle_entity dan = kit_spawn(k, "dan", "villager");
    bustle_id storm = kit_interruption(k, "storm");
    bustle_world_interrupt(k->world, storm, &both[0], 1, both[1], NULL);
    bustle_world_interrupt(k->world, storm, &both[1], 1, dan, NULL);
    kit_update_to(k, 0);
    kit_forget_events(k);
    assert_int_equal(bustle_world_remove(k->world, dan), BUSTLE_OK);
    kit_update_to(k, 100);
    kit_expect_only(k, "interrupt", "interrupt ann storm hiding bob | interrupt bob storm hiding");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S31_the_main_activity_is_below_every_priority),
        RULE(S31_a_higher_or_equal_one_interrupts_with_the_newest_on_top),
        RULE(S31_a_lower_one_is_dropped_with_an_event_and_nothing_stops),
        RULE(S31_a_lower_one_is_never_put_below),
        RULE(S31_only_the_running_activity_counts_not_the_ones_below),
        RULE(S31_the_queue_is_judged_one_after_the_other),
        RULE(S31_a_source_that_has_left_is_not_named_when_dropping),
        RULE(S31_one_whose_response_runs_is_dropped),
        RULE(S31_one_whose_response_is_anywhere_below_is_dropped),
        RULE(S31_when_its_response_has_ended_it_interrupts_again),
        RULE(S31_an_npc_has_at_most_8_activities_the_main_one_included),
        RULE(S31_the_limit_of_activities_can_be_set),
        RULE(S31_one_with_a_condition_is_kept_instead_of_dropped),
        RULE(S31_a_kept_one_comes_at_once_when_the_running_activity_ends),
        RULE(S31_without_holding_condition_the_game_s_own_is_dropped),
        RULE(S31_one_is_kept_if_a_response_to_it_is_there_already),
        RULE(S31_one_is_kept_if_there_are_too_many_activities),
        RULE(S31_kept_ones_are_handled_in_the_order_kept),
        RULE(S31_a_kept_one_that_still_has_to_give_way_stays_kept),
        RULE(S31_a_kept_one_is_not_queued_again),
        RULE(S31_a_kept_one_vanishes_when_its_condition_turns_false),
        RULE(S31_a_queued_one_vanishes_when_its_condition_turns_false),
        RULE(S31_what_vanished_is_not_told_as_waiting),
        RULE(S31_what_vanished_comes_again_with_its_condition),
        RULE(S31_a_response_goes_on_when_the_condition_turns_false),
        RULE(S31_a_full_queue_does_not_lose_one_with_a_condition),
        RULE(S31_one_with_a_condition_counts_against_the_bound_of_others),
        RULE(S31_a_kept_one_does_not_come_before_its_moment),
        RULE(S31_a_kept_one_is_handled_on_release_before_the_queue),
        RULE(S31_a_kept_one_keeps_its_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
