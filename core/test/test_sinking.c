/* S50 and S58: members who lose their patience, and come back. */
#include "kit_npc.h"

/* "ann" "walk"s (10 s) all day. Being called ("thirst", priority 0) she begins "order" as patron,
 * in a response; "bob", who "idle"s (100 s), serves: she "ask"s (100 ms) while he "nod"s (100 ms),
 * he "fetch"es (3 s), she "drink"s (500 ms) while he "bow"s (100 ms). Her patience is 1 s. "shout"
 * is answered with a "jump" (700 ms, priority 5). */
static bustle_scene_def *def_inn(kit *k) {
    def_state(k, "n");
    def_interruption(k, "thirst");
    def_interruption(k, "shout");
    def_action(k, "walk", 10000)->resumable = true;
    def_action(k, "idle", 100000)->resumable = true;
    const char *const cells[] = {"ask", "nod", "fetch", "drink", "bow", "jump"};
    const int32_t durations[] = {100, 100, 3000, 500, 100, 700};
    for (size_t i = 0; i < 6; i++) {
        def_action(k, cells[i], durations[i]);
    }
    chain(k, "patron", "ask", "-", "drink");
    chain(k, "server", "nod", "fetch", "bow");
    chain(k, "day", "walk");
    chain(k, "service", "idle");
    chain(k, "startled", "jump");
    bustle_scene_def *order = def_scene(k, "order");
    order->patience_ms = 1000;
    add_part(order, "patron", NULL, "patron");
    add_part(order, "server", "server", "server");
    bustle_sequence_def *have_a_drink = def_sequence(k, "have_a_drink", "order");
    kit_stage(have_a_drink, "order", "order", "patron", "END")->failed = "END";
    handles(handles(has(def_npc(k, "guest", "day"), "n", 0), "thirst", "have_a_drink", 0), "shout",
        "startled", 5);
    handles(
        kit_tagged(has(def_npc(k, "waiter", "service"), "n", 0), "server"), "shout", "startled", 5);
    return order;
}

static void begin_inn(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "guest");
    kit_spawn(k, "bob", "waiter");
    kit_update_to(k, 0);
    kit_interrupt(k, "ann", "thirst");
    kit_forget_events(k);
    kit_run(k, 300, 100);
}

static void S58_who_loses_its_patience_goes_on_with_what_it_did_before(void **state) {
    kit *k = *state;
    def_inn(k);
    begin_inn(k);
    kit_expect_events(k,
        "@100 stop ann walk interrupted | @100 interrupt ann thirst have_a_drink | "
        "@100 join ann order patron ann | @100 join bob order server ann | @100 start ann ask | "
        "@200 stop ann ask done | @200 stop bob idle interrupted | @200 start bob nod | "
        "@300 stop bob nod done | @300 start bob fetch");
    kit_update_to(k, 400);
    kit_expect_stack(
        k, "ann", "day/walk interrupted | have_a_drink/order in-subsequence, patron/pass at-phase");
    kit_run(k, 1000, 100);
    kit_expect_events(k, "@1400 resume ann walk 9900");
    kit_expect_stack(
        k, "ann", "have_a_drink/order in-subsequence, patron/pass at-phase | day/walk waiting");
    kit_run(k, 2000, 100);
    kit_expect_events(k,
        "@3300 stop bob fetch done | @3300 start bob bow | @3400 stop bob bow done | "
        "@3400 stop ann walk interrupted | @3400 start ann drink");
    kit_run(k, 800, 100);
    kit_expect_events(k,
        "@3900 stop ann drink done | @4000 leave bob order finished | @4000 resume bob idle 99800 "
        "| "
        "@4100 leave ann order finished | @4100 resume ann walk 7900");
}

static void S50_a_sunk_activity_is_lifted_below_what_stands_higher(void **state) {
    kit *k = *state;
    def_inn(k);
    begin_inn(k);
    kit_run(k, 2900, 100);
    kit_interrupt(k, "ann", "shout");
    kit_forget_events(k);
    kit_run(k, 900, 100);
    kit_expect_only(k, "start interrupt",
        "@3300 interrupt ann shout startled | @3300 start ann jump | @3300 start bob bow | "
        "@4000 start ann drink");
}

static void S63_a_lifted_part_leaves_places_unless_its_scene_stays(void **state) {
    for (int stays = 0; stays < 2; stays++) {
        kit *k = *state;
        def_inn(k)->stays = stays == 1;
        chain(k, "strolling", "walk");
        kit_offers(def_prop(k, "path"), "stroll", "strolling");
        bustle_sequence_def *outing = def_sequence(k, "outing", "ask");
        kit_request(outing, "ask", "stroll", "END");
        handles(has(def_npc(k, "stroller", "outing"), "n", 0), "thirst", "have_a_drink", 0);
        kit_begin(k);
        kit_spawn(k, "path1", "path");
        kit_spawn(k, "ann", "stroller");
        kit_spawn(k, "bob", "waiter");
        kit_update_to(k, 0);
        kit_interrupt(k, "ann", "thirst");
        kit_run(k, 3100, 100);
        kit_expect_only(k, "adopt drop",
            "@0 adopt ann stroll path1 | @100 drop ann stroll path1 interrupted | "
            "@1400 adopt ann stroll path1");
        kit_run(k, 400, 100);
        kit_expect_only(k, "adopt drop start",
            stays ? "@3300 start bob bow | @3400 start ann drink"
                  : "@3300 start bob bow | @3400 drop ann stroll path1 interrupted | "
                    "@3400 start ann drink");
        kit_reset(k);
    }
}

static void S63_what_sinks_gives_its_places_back_unless_they_are_kept(void **state) {
    for (int kept = 0; kept < 2; kept++) {
        kit *k = *state;
        def_inn(k);
        kit_offers(def_prop(k, "table"), "table", "have_a_drink")->kept = kept == 1;
        bustle_sequence_def *out = def_sequence(k, "out", "ask");
        kit_request(out, "ask", "table", "END");
        handles(has(def_npc(k, "diner", "day"), "n", 0), "thirst", "out", 0);
        kit_begin(k);
        kit_spawn(k, "table1", "table");
        kit_spawn(k, "ann", "diner");
        kit_spawn(k, "bob", "waiter");
        kit_update_to(k, 0);
        kit_interrupt(k, "ann", "thirst");
        kit_run(k, 1300, 100);
        kit_forget_events(k);
        kit_run(k, 2200, 100);
        kit_expect_only(k, "adopt drop resume start",
            kept ? "@1400 resume ann walk 9900 | @3300 start bob bow | @3400 start ann drink"
                 : "@1400 drop ann table table1 interrupted | @1400 resume ann walk 9900 | "
                   "@3300 start bob bow | @3400 adopt ann table table1 | @3400 start ann drink");
        kit_reset(k);
    }
}

static void S58_in_the_main_activity_a_member_waits_on_past_its_patience(void **state) {
    kit *k = *state;
    def_inn(k);
    bustle_sequence_def *evening = def_sequence(k, "evening", "order");
    kit_stage(evening, "order", "order", "patron", "END")->failed = "END";
    handles(has(def_npc(k, "regular", "evening"), "n", 0), "shout", "startled", -100);
    kit_begin(k);
    kit_spawn(k, "bob", "waiter");
    kit_spawn(k, "eve", "regular");
    kit_update_to(k, 0);
    kit_run(k, 900, 100);
    kit_interrupt(k, "eve", "shout");
    kit_forget_events(k);
    kit_update_to(k, 1000);
    kit_expect_events(k, "ignore eve shout startled"); /* the scene stands at -1 */
    kit_run(k, 500, 100);
    kit_interrupt(k, "eve", "shout"); /* past her patience */
    kit_update_to(k, 1600);
    kit_expect_events(k, "interrupt eve shout startled | start eve jump");
    kit_run(k, 2200, 100);
    kit_expect_only(k, "start leave", "start bob bow | start eve drink");
}

static void S58_a_sunk_member_leaves_where_it_lies_when_the_scene_breaks(void **state) {
    kit *k = *state;
    def_inn(k);
    begin_inn(k);
    kit_run(k, 1500, 100);
    kit_forget_events(k);
    kit_remove(k, "bob");
    kit_run(k, 200, 100);
    kit_expect_events(k,
        "stop bob fetch removed | leave bob order left | remove bob | leave ann order broken | "
        "stop ann walk interrupted | resume ann walk 9400");
    kit_expect_stack(k, "ann", "day/walk waiting");
}

static void S56_who_has_sunk_can_be_cast_in_another_scene(void **state) {
    kit *k = *state;
    def_inn(k);
    bustle_scene_def *chat = def_scene(k, "chat");
    chain(k, "talk", "jump");
    chain(k, "listen", "bow");
    chat->rest_ms = 0;
    add_part(chat, "speaker", NULL, "talk");
    add_part(chat, "listener", "guest", "listen");
    bustle_sequence_def *chats = def_sequence(k, "chats", "idle");
    kit_add_edge(kit_add_node(chats, "idle", BUSTLE_NODE_ACTION, "fetch"), "chat", ALWAYS);
    kit_stage(chats, "chat", "chat", "speaker", "END")->failed = "END";
    def_npc(k, "gossip", "chats");
    kit_tagged(has(def_npc(k, "listener", "day"), "n", 0), "guest");
    kit_begin(k);
    kit_spawn(k, "dave", "gossip");
    kit_spawn(k, "liz", "listener");
    kit_run(k, 3200, 100);
    kit_expect_only(
        k, "join leave", "@3100 join dave chat speaker dave | @3100 join liz chat listener dave");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S58_who_loses_its_patience_goes_on_with_what_it_did_before),
        RULE(S50_a_sunk_activity_is_lifted_below_what_stands_higher),
        RULE(S63_a_lifted_part_leaves_places_unless_its_scene_stays),
        RULE(S63_what_sinks_gives_its_places_back_unless_they_are_kept),
        RULE(S58_in_the_main_activity_a_member_waits_on_past_its_patience),
        RULE(S58_a_sunk_member_leaves_where_it_lies_when_the_scene_breaks),
        RULE(S56_who_has_sunk_can_be_cast_in_another_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
