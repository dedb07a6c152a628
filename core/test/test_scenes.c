/* S54 to S60: two NPCs in step, and how scenes end. Casting is in test_casting.c, sinking and
 * lifting in test_sinking.c. */
#include "kit_npc.h"

/* "ann" acts "walk" (1 s), then begins "order" as patron with "bob", a server, who "idle"s (100 s)
 * all day: she "ask"s (300 ms) while he "nod"s (500 ms); he "fetch"es (2 s) while she has nothing
 * to do; she "pay"s (200 ms) while he "hand"s it over (100 ms). */
static bustle_scene_def *def_order(kit *k) {
    def_state(k, "n");
    def_interruption(k, "call");
    def_action(k, "walk", 1000);
    def_action(k, "idle", 100000)->resumable = true;
    def_action(k, "jump", 400);
    const char *const cells[] = {"ask", "nod", "fetch", "pay", "hand"};
    const int32_t durations[] = {300, 500, 2000, 200, 100};
    for (size_t i = 0; i < 5; i++) {
        def_action(k, cells[i], durations[i])->target = BUSTLE_TARGET_TAKEN;
    }
    chain(k, "patron", "@ask", "-", "@pay");
    chain(k, "server", "@nod", "@fetch", "@hand");
    bustle_scene_def *order = def_scene(k, "order");
    bustle_part_def *patron = add_part(order, "patron", NULL, "patron");
    patron->finish = OPS(INCREASE(BUSTLE_SELF, "n", 1));
    patron->broken = OPS(INCREASE(BUSTLE_SELF, "n", 100));
    bustle_part_def *server = add_part(order, "server", "server", "server");
    server->finish = OPS(INCREASE(BUSTLE_SELF, "n", 10));
    server->broken = OPS(INCREASE(BUSTLE_SELF, "n", 1000));
    chain(k, "service", "idle");
    chain(k, "answer", "jump");
    bustle_sequence_def *evening = def_sequence(k, "evening", "walk");
    kit_add_edge(kit_add_node(evening, "walk", BUSTLE_NODE_ACTION, "walk"), "order", ALWAYS);
    bustle_node_def *begins = kit_stage(evening, "order", "order", "patron", "END");
    begins->failed = "END";
    handles(has(def_npc(k, "guest", "evening"), "n", 0), "call", "answer", 1);
    handles(
        kit_tagged(has(def_npc(k, "waiter", "service"), "n", 0), "server"), "call", "answer", 1);
    return order;
}

static void begin_order(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "guest");
    kit_spawn(k, "bob", "waiter");
    kit_update_to(k, 0);
    kit_forget_events(k);
}

/* In steps of 100 ms, until the scene has just begun. */
static void begin_in_order(kit *k) {
    begin_order(k);
    kit_run(k, 1100, 100);
    kit_forget_events(k);
}

static void S57_members_go_through_a_scene_in_step(void **state) {
    kit *k = *state;
    def_order(k);
    begin_order(k);
    kit_run(k, 4100, 100);
    kit_expect_events(k,
        "@1000 stop ann walk done | @1000 join ann order patron ann | @1000 join bob order server "
        "ann | @1000 start ann ask bob | "
        "@1100 stop bob idle interrupted | @1100 start bob nod ann | @1300 stop ann ask done | "
        "@1600 stop bob nod done | @1600 start bob fetch ann | "
        "@3600 stop bob fetch done | @3600 start bob hand ann | @3700 stop bob hand done | "
        "@3700 start ann pay bob | @3900 stop ann pay done | "
        "@4000 leave bob order finished | @4000 resume bob idle 98900 | "
        "@4100 leave ann order finished | @4100 start ann walk");
    assert_int_equal(kit_get(k, "ann", "n"), 1);
    assert_int_equal(kit_get(k, "bob", "n"), 10);
    assert_int_equal(kit_stats(k).scenes, 0);
    assert_int_equal(kit_stats(k).joins, 2);
    assert_int_equal(kit_stats(k).leaves, 2);
}

static void S65_members_are_linked_to_the_others(void **state) {
    kit *k = *state;
    def_order(k);
    begin_order(k);
    bustle_entity found[4];
    size_t count = 9;
    OK(bustle_world_query(k->world, kit_entity(k, "ann"), "member", found, 4, &count, NULL, 0));
    assert_int_equal(count, 0);
    kit_run(k, 2000, 100);
    OK(bustle_world_query(k->world, kit_entity(k, "ann"), "member", found, 4, &count, NULL, 0));
    assert_int_equal(count, 1);
    assert_true(found[0] == kit_entity(k, "bob"));
}

static void S57_who_waits_is_seen_in_the_waiting_action(void **state) {
    kit *k = *state;
    def_order(k)->waiting = "fidget";
    def_action(k, "fidget", 1000);
    begin_in_order(k);
    kit_run(k, 3000, 100);
    kit_expect_only(k, "start stop",
        "@1300 stop ann ask done | @1300 start ann fidget | @1600 stop bob nod done | "
        "@1600 start bob fetch ann | @1700 stop ann fidget done | @1700 start ann fidget | "
        "@3600 stop bob fetch done | @3600 start bob hand ann | @3700 stop bob hand done | "
        "@3700 stop ann fidget done | @3700 start ann pay bob | @3700 start bob fidget | "
        "@3900 stop ann pay done | @3900 start ann fidget | @4000 stop bob fidget done | @4000 "
        "resume bob idle 98900 | @4100 stop ann fidget done | @4100 start ann walk");
}

static void S57_parts_may_have_different_lengths(void **state) {
    kit *k = *state;
    bustle_scene_def *order = def_order(k);
    chain(k, "short", "@ask");
    ((bustle_part_def *)order->parts)[0].sequence = "short";
    begin_in_order(k);
    kit_run(k, 2800, 100);
    kit_expect_only(k, "start leave",
        "start bob fetch ann | start bob hand ann | leave bob order finished | "
        "resume bob idle 98900 | leave ann order finished | start ann walk");
}

static void S57_a_node_that_is_free_is_no_phase(void **state) {
    kit *k = *state;
    bustle_scene_def *order = def_order(k);
    bustle_sequence_def *patron = chain(k, "thinks", "jump", "@ask", "@pay");
    kit_node_of(patron, "jump")->free = true;
    ((bustle_part_def *)order->parts)[0].sequence = "thinks";
    begin_in_order(k);
    kit_run(k, 3000, 100);
    kit_expect_only(k, "start", /* asks while he nods, pays while he fetches */
        "start ann ask bob | start ann pay bob | start bob fetch ann | start bob hand ann | "
        "resume bob idle 98900 | start ann walk");
}

static void S60_a_member_that_leaves_breaks_the_scene_if_its_part_needs_it(void **state) {
    kit *k = *state;
    def_order(k);
    begin_in_order(k);
    kit_update_to(k, 1700);
    kit_forget_events(k);
    kit_remove(k, "bob");
    kit_update_to(k, 1800);
    kit_expect_events(k,
        "@1700 stop bob fetch removed | @1700 leave bob order left | @1700 remove bob | "
        "@1800 leave ann order broken | @1800 start ann walk");
    assert_int_equal(kit_get(k, "ann", "n"), 100);
}

static void S60_the_initiators_node_fails_when_the_scene_breaks(void **state) {
    kit *k = *state;
    def_order(k);
    begin_in_order(k);
    kit_update_to(k, 1700);
    OK(bustle_npc_leave_scene(k->world, kit_entity(k, "ann")));
    kit_forget_events(k);
    kit_update_to(k, 1800);
    kit_expect_events(k,
        "@1700 leave ann order left | @1800 start ann walk | @1800 stop bob fetch cancelled | "
        "@1800 leave bob order broken | "
        "@1800 resume bob idle 98900");
    assert_int_equal(kit_get(k, "bob", "n"), 1000);
    kit_run(k, 2000, 100);
    kit_expect_only(k, "join", ""); /* not cast again for 10 s */
}

static void S59_an_interrupted_member_is_waited_for(void **state) {
    kit *k = *state;
    def_order(k);
    begin_in_order(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 1000, 100);
    kit_expect_only(k, "start stop interrupt",
        "@1200 stop ann ask interrupted | @1200 interrupt ann call answer | @1200 start ann jump | "
        "@1600 stop ann jump done | @1600 stop bob nod done | @1600 start ann ask bob | "
        "@1900 stop ann ask done | @2000 start bob fetch ann");
}

static void S59_a_scene_may_break_when_a_member_is_interrupted(void **state) {
    kit *k = *state;
    def_order(k)->interrupted_breaks = true;
    begin_in_order(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 600, 100);
    kit_expect_events(k,
        "@1200 stop ann ask interrupted | @1200 interrupt ann call answer | @1200 leave ann order "
        "broken | @1200 start ann jump | "
        "@1300 stop bob nod cancelled | @1300 leave bob order broken | @1300 resume bob idle 98900 "
        "| @1600 stop ann jump done | @1600 start ann walk");
}

static void S58_a_scene_breaks_when_it_has_been_stuck_for_its_limit(void **state) {
    kit *k = *state;
    bustle_scene_def *order = def_order(k);
    order->limit_ms = 1000;
    begin_in_order(k);
    kit_update_to(k, 1200);
    OK(bustle_npc_hold(k->world, kit_entity(k, "bob")));
    kit_run(k, 1500, 100);
    kit_expect_events(k,
        "@1200 stop bob nod interrupted | @1300 stop ann ask done | @2300 leave ann order broken | "
        "@2300 start ann walk");
    OK(bustle_npc_release(k->world, kit_entity(k, "bob")));
    kit_update_to(k, 2800);
    kit_expect_events(k, "@2800 leave bob order broken | @2800 resume bob idle 98900");
}

static void S58_a_scene_breaks_when_it_has_gone_on_for_too_long(void **state) {
    kit *k = *state;
    def_order(k)->longest_ms = 1000;
    begin_in_order(k);
    kit_run(k, 1000, 100);
    kit_expect_only(k, "leave", "@2000 leave ann order broken | @2000 leave bob order broken");
}

static bool is_over(kit *k, const char *label) {
    bustle_membership in = {0};
    size_t count = 0;
    OK(bustle_npc_scenes(k->world, kit_entity(k, label), &in, 1, &count));
    assert_int_equal(count, 1);
    return in.over;
}

static void S49_a_limit_counts_as_an_ending(void **state) {
    kit *k = *state;
    def_order(k)->longest_ms = 1000;
    begin_order(k);
    kit_spawn(k, "cid", "guest");
    kit_spawn(k, "dan", "waiter");
    kit_update_to(k, 0);
    kit_run(k, 1900, 100);
    k->options.portion = 1;
    kit_update_to(k, 2050);
    assert_true(is_over(k, "ann"));
    assert_false(is_over(k, "cid"));
    assert_true(kit_stats(k).cut_short);
    kit_update_to(k, 2060);
    assert_true(is_over(k, "cid"));
}

static void S60_a_failure_in_a_part_leaves_the_scene(void **state) {
    kit *k = *state;
    def_order(k);
    begin_in_order(k);
    kit_update_to(k, 1200);
    kit_forget_events(k);
    kit_fail(k, "bob");
    kit_update_to(k, 1250);
    kit_expect_events(k,
        "@1200 stop bob nod failed | @1250 fail bob server game | @1250 leave bob order left | "
        "@1250 resume bob idle 98900");
    kit_update_to(k, 1260);
    kit_expect_events(
        k, "@1260 stop ann ask cancelled | @1260 leave ann order broken | @1260 start ann walk");
}

static void S60_a_failure_in_a_part_is_caught_where_a_caller_says_so(void **state) {
    kit *k = *state;
    bustle_scene_def *order = def_order(k);
    chain(k, "task", "jump");
    chain(k, "duty", ">task");
    bustle_sequence_def *serves = chain(k, "serves", ">duty", "@hand");
    kit_node_of(serves, "duty")->failed = "hand";
    ((bustle_part_def *)order->parts)[1].sequence = "serves";
    begin_in_order(k);
    kit_update_to(k, 1200);
    kit_fail(k, "bob");
    kit_run(k, 300, 100);
    kit_expect_events(k,
        "@1200 stop bob jump failed | @1300 stop ann ask done | @1300 fail bob task game | "
        "@1300 fail bob duty game | @1400 start bob hand ann | @1500 stop bob hand done");
}

static void S50_of_nested_scenes_the_highest_counts(void **state) {
    kit *k = *state;
    bustle_scene_def *order = def_order(k);
    bustle_scene_def *aside = def_scene(k, "aside");
    aside->priority = 3;
    chain(k, "asking", "jump");
    add_part(aside, "asker", NULL, "asking");
    add_part(aside, "asked", "friend", "asking");
    bustle_sequence_def *turns_away = def_sequence(k, "turns_away", "jump");
    kit_add_edge(kit_add_node(turns_away, "jump", BUSTLE_NODE_ACTION, "jump"), "aside", ALWAYS);
    kit_stage(turns_away, "aside", "aside", "asker", "END");
    ((bustle_part_def *)order->parts)[0].sequence = "turns_away";
    kit_tagged(def_npc(k, "friend", "service"), "friend");
    begin_order(k);
    kit_spawn(k, "cat", "friend");
    kit_run(k, 1800, 100);
    kit_expect_only(k, "join",
        "@1000 join ann order patron ann | @1000 join bob order server ann | "
        "@1700 join ann aside asker ann | @1700 join cat aside asked ann");
    kit_interrupt(k, "ann", "call"); /* priority 1 */
    kit_forget_events(k);
    kit_update_to(k, 1900);
    kit_expect_only(k, "interrupt ignore", "@1900 ignore ann call answer");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S57_members_go_through_a_scene_in_step),
        RULE(S65_members_are_linked_to_the_others),
        RULE(S57_who_waits_is_seen_in_the_waiting_action),
        RULE(S57_parts_may_have_different_lengths),
        RULE(S57_a_node_that_is_free_is_no_phase),
        RULE(S60_a_member_that_leaves_breaks_the_scene_if_its_part_needs_it),
        RULE(S60_the_initiators_node_fails_when_the_scene_breaks),
        RULE(S59_an_interrupted_member_is_waited_for),
        RULE(S59_a_scene_may_break_when_a_member_is_interrupted),
        RULE(S58_a_scene_breaks_when_it_has_been_stuck_for_its_limit),
        RULE(S58_a_scene_breaks_when_it_has_gone_on_for_too_long),
        RULE(S49_a_limit_counts_as_an_ending),
        RULE(S60_a_failure_in_a_part_leaves_the_scene),
        RULE(S60_a_failure_in_a_part_is_caught_where_a_caller_says_so),
        RULE(S50_of_nested_scenes_the_highest_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
