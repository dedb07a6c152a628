/* S71: nodes that meet. */
#include <stdio.h>
#include <string.h>

#include "kit_npc.h"

/* Guests meet under "toast" at the tree that they know, for 4 s at the most, and are seen looking
 * about; then they drink (300 ms); failing that they idle (1 s). "call" makes them look (100 ms).
 */
static bustle_node_def *toast_define(kit *k, int32_t count) {
    def_state(k, "n");
    def_interruption(k, "call");
    kit_def_link(k, "knows");
    def_action(k, "drink", 300);
    def_action(k, "idle", 1000);
    def_action(k, "look", 100);
    chain(k, "answer", "look");
    bustle_sequence_def *toast = def_sequence(k, "toast", "meet");
    bustle_node_def *meet = kit_meet(toast, "meet", "toast", "knows", count, "drink");
    meet->timeout_ms = 4000;
    meet->failed = "idle";
    add_edge(add_node(toast, "drink", BUSTLE_NODE_ACTION, "drink"), "END", ALWAYS);
    add_edge(add_node(toast, "idle", BUSTLE_NODE_ACTION, "idle"), "END", ALWAYS);
    handles(has(def_npc(k, "guest", "toast"), "n", 0), "call", "answer", 1);
    def_prop(k, "tree");
    return meet;
}

static void toast_begin(kit *k) {
    kit_begin(k);
    kit_spawn(k, "oak", "tree");
    kit_spawn(k, "elm", "tree");
}

static void come(kit *k, const char *label, const char *at) {
    kit_spawn(k, label, "guest");
    if (at != NULL) {
        assert_int_equal(bustle_world_link(k->world, kit_entity(k, label), kit_link(k, "knows"),
                             kit_entity(k, at), 1),
            BUSTLE_OK);
    }
}

/* Who waits at a place: how many under "toast" and in all. */
static void expect_waiting(const kit *k, const char *at, size_t count) {
    bustle_entity list[2];
    size_t found = 99;
    assert_int_equal(bustle_entity_meeting(
                         k->world, kit_entity(k, at), kit_meeting(k, "toast"), list, 2, &found),
        BUSTLE_OK);
    assert_int_equal(found, count);
    for (size_t i = 1; i < found && i < 2; i++) {
        assert_true(bustle_entity_spawn_number(list[i - 1]) < bustle_entity_spawn_number(list[i]));
    }
}

static void S71_when_enough_wait_there_all_of_them_go_on(void **state) {
    kit *k = *state;
    toast_define(k, 3);
    toast_begin(k);
    come(k, "ann", "oak");
    come(k, "bob", "oak");
    kit_update_to(k, 100);
    expect_waiting(k, "oak", 2);
    assert_int_equal(kit_stats(k).meeting, 2);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_AWAITING);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 4000);
    come(k, "cid", "oak");
    kit_update_to(k, 200);
    kit_update_to(k, 210);
    kit_expect_only(
        k, "start", "@200 start cid drink | @210 start ann drink | @210 start bob drink");
    expect_waiting(k, "oak", 0);
    assert_int_equal(kit_stats(k).meeting, 0);
}

static void S71_the_others_are_called_in_spawn_order(void **state) {
    kit *k = *state;
    toast_define(k, 3);
    toast_begin(k);
    come(k, "ann", NULL);
    kit_update_to(k, 0); /* nowhere to meet: it idles */
    come(k, "bob", "oak");
    kit_update_to(k, 100);
    assert_int_equal(bustle_world_link(k->world, kit_entity(k, "ann"), kit_link(k, "knows"),
                         kit_entity(k, "oak"), 1),
        BUSTLE_OK);
    kit_update_to(k, 1000); /* it comes after the other */
    kit_forget_events(k);
    come(k, "cid", "oak");
    kit_update_to(k, 1100);
    kit_update_to(k, 1110);
    kit_expect_only(k, "start", "start cid drink | start ann drink | start bob drink");
}

static void S71_elsewhere_and_under_other_names_nobody_counts(void **state) {
    kit *k = *state;
    toast_define(k, 2);
    bustle_sequence_def *duel = def_sequence(k, "duel", "meet");
    kit_meet(duel, "meet", "duel", "knows", 2, "END");
    def_npc(k, "rival", "duel");
    toast_begin(k);
    come(k, "ann", "oak");
    come(k, "bob", "elm");
    kit_spawn(k, "rex", "rival");
    assert_int_equal(bustle_world_link(k->world, kit_entity(k, "rex"), kit_link(k, "knows"),
                         kit_entity(k, "oak"), 1),
        BUSTLE_OK);
    kit_run(k, 500, 100);
    kit_expect_only(k, "start", "");
    expect_waiting(k, "oak", 1);
    size_t all = 0;
    assert_int_equal(
        bustle_entity_meeting(k->world, kit_entity(k, "oak"), BUSTLE_NONE, NULL, 0, &all),
        BUSTLE_OK);
    assert_int_equal(all, 2);
}

static void S71_who_is_interrupted_does_not_count_and_comes_back(void **state) {
    kit *k = *state;
    toast_define(k, 2);
    toast_begin(k);
    come(k, "ann", "oak");
    kit_update_to(k, 100);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 200);
    expect_waiting(k, "oak", 0);
    assert_int_equal(kit_stats(k).meeting, 1);
    come(k, "bob", "oak");
    kit_update_to(k, 250);
    expect_waiting(k, "oak", 1);
    kit_update_to(k, 300);
    kit_update_to(k, 310);
    kit_expect_only(
        k, "start", "@200 start ann look | @300 start ann drink | @310 start bob drink");
}

static void S71_who_is_interrupted_before_its_turn_has_met_all_the_same(void **state) {
    kit *k = *state;
    toast_define(k, 2);
    toast_begin(k);
    come(k, "ann", "oak");
    kit_update_to(k, 100);
    come(k, "bob", "oak");
    kit_update_to(k, 200);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 210);
    kit_update_to(k, 310);
    kit_expect_only(
        k, "start", "@200 start bob drink | @210 start ann look | @310 start ann drink");
}

static void S71_a_minute_or_its_timeout_is_waited(void **state) {
    kit *k = *state;
    bustle_node_def *meet = toast_define(k, 2);
    meet->timeout_ms = BUSTLE_DEFAULT_TIMEOUT;
    meet->failed = NULL;
    meet->waiting = "look";
    toast_begin(k);
    come(k, "ann", "oak");
    kit_update_to(k, 0);
    kit_update_to(k, 59999);
    kit_update_to(k, 60000);
    kit_expect_only(k, "start stop fail",
        "@0 start ann look | @60000 stop ann look failed | @60000 fail ann toast waited");
    expect_waiting(k, "oak", 0);
}

static void S71_without_a_place_the_node_fails(void **state) {
    kit *k = *state;
    toast_define(k, 2)->failed = NULL;
    toast_begin(k);
    come(k, "ann", NULL);
    kit_update_to(k, 0);
    kit_expect_only(k, "fail", "fail ann toast no-meeting-place");
}

static void S71_when_the_place_leaves_those_who_wait_find_out(void **state) {
    kit *k = *state;
    toast_define(k, 3)->failed = NULL;
    toast_begin(k);
    come(k, "ann", "oak");
    come(k, "bob", "oak");
    kit_update_to(k, 100);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 150);
    assert_int_equal(bustle_world_remove(k->world, kit_entity(k, "oak")), BUSTLE_OK);
    kit_update_to(k, 160);
    kit_update_to(k, 250);
    kit_update_to(k, 260);
    kit_expect_only(
        k, "fail", "@160 fail bob toast no-meeting-place | @250 fail ann toast no-meeting-place");
    assert_int_equal(kit_stats(k).meeting, 0);
}

static void S71_the_place_may_be_the_target_an_area_or_somebody_who_meets(void **state) {
    for (int which = 0; which < 3; which++) {
        kit *k = *state;
        bustle_node_def *meet = toast_define(k, 2);
        meet->path = which == 2 ? "knows of knows" : NULL;
        meet->same_target = which == 0;
        meet->from_area = which == 1;
        bustle_action_def *walk = def_action(k, "go", 10);
        walk->target = BUSTLE_TARGET_TAKEN;
        bustle_sequence_def *come_on = def_sequence(k, "come", "go");
        add_edge(add_node(come_on, "go", BUSTLE_NODE_ACTION, "go"), "toast", ALWAYS);
        add_edge(add_node(come_on, "toast", BUSTLE_NODE_SEQUENCE, "toast"), "END", ALWAYS);
        def_npc(k, "comer", "come");
        accepts(kit_extends(def_prop(k, "hall"), (bustle_box_def){9, 9, -1, 0, 0, 0}), "go");
        kit_begin(k);
        kit_spawn(k, "hall1", "hall");
        kit_spawn(k, "ann", "comer");
        kit_spawn(k, "bob", "comer");
        const bustle_entity ann = kit_entity(k, "ann"), bob = kit_entity(k, "bob");
        const bustle_id knows = kit_link(k, "knows");
        /* ann, who knows bob, who knows ann: ann meets at itself */
        assert_int_equal(bustle_world_link(k->world, ann, knows, bob, 1), BUSTLE_OK);
        assert_int_equal(bustle_world_link(k->world, bob, knows, ann, 1), BUSTLE_OK);
        kit_run(k, 100, 10);
        size_t count = 0;
        assert_int_equal(
            bustle_entity_meeting(k->world, ann, BUSTLE_NONE, NULL, 0, &count), BUSTLE_OK);
        assert_int_equal(count, which == 2 ? 1 : 0);
        kit_expect_only(k, "start",
            which == 2
                ? "start ann go hall1 | start bob go hall1"
                : "start ann go hall1 | start bob go hall1 | start bob drink | start ann drink");
        kit_reset(k);
    }
}

static void S71_the_game_is_told_why_there_is_no_answer(void **state) {
    kit *k = *state;
    toast_define(k, 2);
    toast_begin(k);
    const bustle_entity oak = kit_entity(k, "oak");
    size_t count = 0;
    assert_int_equal(
        bustle_entity_meeting(k->world, 0, BUSTLE_NONE, NULL, 0, &count), BUSTLE_STALE);
    assert_int_equal(bustle_entity_meeting(k->world, oak, 7, NULL, 0, &count), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(
        bustle_entity_meeting(k->world, oak, BUSTLE_NONE, NULL, 1, &count), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(
        bustle_entity_meeting(k->world, oak, BUSTLE_NONE, NULL, 0, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(
        bustle_entity_meeting(NULL, oak, BUSTLE_NONE, NULL, 0, &count), BUSTLE_BAD_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S71_when_enough_wait_there_all_of_them_go_on),
        RULE(S71_the_others_are_called_in_spawn_order),
        RULE(S71_elsewhere_and_under_other_names_nobody_counts),
        RULE(S71_who_is_interrupted_does_not_count_and_comes_back),
        RULE(S71_who_is_interrupted_before_its_turn_has_met_all_the_same),
        RULE(S71_a_minute_or_its_timeout_is_waited),
        RULE(S71_without_a_place_the_node_fails),
        RULE(S71_when_the_place_leaves_those_who_wait_find_out),
        RULE(S71_the_place_may_be_the_target_an_area_or_somebody_who_meets),
        RULE(S71_the_game_is_told_why_there_is_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
