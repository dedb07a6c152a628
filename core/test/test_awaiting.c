/* S70: taking messages, and what becomes of those that are awaited. */
#include "counter.h"

/* ---- Taking ---- */

static void S70_the_oldest_that_fits_is_taken_and_its_sender_is_the_target(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->when = TEXT("target.wish < 5");
    counter_begin(k, 1, 0);
    static const char *const labels[] = {"ann", "bob", "cid"};
    for (int i = 0; i < 3; i++) {
        kit_spawn(k, labels[i], "patron");
        kit_set(k, labels[i], "wish", i == 0 ? 7 : 5 - i);
        assert_int_equal(
            bustle_npc_hold(k->world, kit_entity(k, labels[i])), BUSTLE_OK); /* they only send */
        assert_int_equal(counter_send(k, labels[i], "kay", i), BUSTLE_OK);
    }
    kit_update_to(k, 10);
    assert_int_equal(kit_get(k, "kay", "order"), 1);
    bustle_frame frames[2];
    size_t count = 0;
    assert_int_equal(
        bustle_npc_frames(k->world, kit_entity(k, "kay"), frames, 2, &count), BUSTLE_OK);
    assert_int_equal(frames[0].target, kit_entity(k, "bob"));
    counter_expect(k, "kay", "0 2");
}

static void S70_a_preference_chooses_the_best_sender_and_of_equals_the_oldest(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->preference = BUSTLE_PREFER_MOST;
    c.take->preferred_state = "wish";
    counter_begin(k, 1, 0);
    static const char *const labels[] = {"ann", "bob", "cid"};
    for (int i = 0; i < 3; i++) {
        kit_spawn(k, labels[i], "patron");
        kit_set(k, labels[i], "wish", i == 0 ? 1 : 6);
        assert_int_equal(bustle_npc_hold(k->world, kit_entity(k, labels[i])), BUSTLE_OK);
        assert_int_equal(counter_send(k, labels[i], "kay", i), BUSTLE_OK);
    }
    kit_update_to(k, 10);
    assert_int_equal(kit_get(k, "kay", "order"), 1);
}

static void S10_positions_are_asked_before_messages_are_tested(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->when = TEXT("distance < 5");
    c.keeper->position = BUSTLE_POSITION_QUERIED;
    c.patron->position = BUSTLE_POSITION_QUERIED;
    counter_begin(k, 1, 0);
    assert_int_equal(kit_asked_position(k, "kay"), 1); /* even if there is no message */
    kit_spawn(k, "ann", "patron");
    kit_place(k, "ann", 50, 0, 0);
    assert_int_equal(bustle_npc_hold(k->world, kit_entity(k, "ann")), BUSTLE_OK);
    counter_send(k, "ann", "kay", 3);
    kit_update_to(k, 10);
    assert_int_equal(kit_asked_position(k, "ann"), 1);
    counter_expect(k, "kay", "3");
    kit_place(k, "ann", 2, 0, 0);
    kit_update_to(k, 1010); /* every second, for there is a condition */
    counter_expect(k, "kay", "");
}

static void S51_without_a_message_the_node_fails_when_its_time_is_over(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->failed = NULL;
    c.take->waiting = "drum";
    counter_begin(k, 1, 0);
    kit_update_to(k, 1999);
    kit_update_to(k, 2000);
    kit_expect_only(k, "start stop fail",
        "@0 start kay drum | @2000 stop kay drum failed | @2000 fail kay keep waited");
    kit_reset(k);
    counter_define(k).take->timeout_ms = BUSTLE_DEFAULT_TIMEOUT;
    counter_begin(k, 1, 0);
    kit_expect_only(k, "start", "start kay idle");
}

static void S70_what_it_is_seen_in_is_done_before_the_message_is_out(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->waiting = "drum";
    def_action(k, "tap", 100)->finish = TEXT("self.n = self.orders");
    c.take->waiting = "tap";
    counter_begin(k, 1, 0);
    kit_spawn(k, "bell1", "bell");
    counter_send(k, "bell1", "kay", 3);
    kit_update_to(k, 10);
    assert_int_equal(kit_get(k, "kay", "n"), 1);
    kit_expect_only(k, "stop start", "start kay tap | stop kay tap done | start kay serve");
}

/* S24 */
static void S24_taking_a_message_takes_time(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->failed = "END";
    c.take->timeout_ms = 0;
    c.orders->limit = 0;
    ((bustle_transition_def *)c.take->transitions)->to = "END";
    counter_begin(k, 1, 0);
    const bustle_doing doing = kit_doing(k, "kay");
    assert_int_equal(doing.mood, BUSTLE_WAITING); /* for a second, since nothing was taken */
    kit_reset(k);
    const counter d = counter_define(k);
    ((bustle_transition_def *)d.take->transitions)->to = "END";
    counter_begin(k, 1, 0);
    kit_spawn(k, "bell1", "bell");
    for (int i = 0; i < 3; i++) {
        counter_send(k, "bell1", "kay", i);
    }
    kit_update_to(k, 10);
    counter_expect(k, "kay", "");
}

/* ---- Awaiting ---- */

static void S70_it_is_done_when_the_sequence_takes_again_or_ends(void **state) {
    for (int which = 0; which < 2; which++) {
        kit *k = *state;
        const counter c = counter_define(k);
        if (which == 1) {
            ((bustle_transition_def *)c.serve->transitions)->to = "take";
        }
        counter_begin(k, 1, 1);
        kit_run(k, 400, 100);
        assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_AWAITING);
        kit_run(k, 300, 100);
        kit_expect_only(k, "start", "@100 start kay serve | @700 start ann drink");
        counter_expect_counts(k, "1 sent, 1 taken, 0 lost, 0 refused");
        kit_reset(k);
    }
}

static void S70_it_has_failed_when_the_sequence_fails(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    bustle_action_def *burn = def_action(k, "burn", 200);
    burn->ending = BUSTLE_ENDING_GAME;
    c.serve->performs = "burn";
    c.send->failed = NULL;
    counter_begin(k, 1, 1);
    kit_update_to(k, 100);
    assert_int_equal(bustle_npc_fail(k->world, kit_entity(k, "kay"), BUSTLE_NONE, 0), BUSTLE_OK);
    kit_update_to(k, 200);
    kit_update_to(k, 210);
    kit_expect_only(k, "fail", "@200 fail kay keep game | @210 fail ann visit message");
}

static void S70_an_interrupted_sequence_keeps_it_in_hand(void **state) {
    kit *k = *state;
    counter_define(k);
    counter_begin(k, 1, 1);
    kit_update_to(k, 100);
    kit_interrupt(k, "kay", "call");
    kit_update_to(k, 150);
    kit_update_to(k, 250);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_AWAITING);
    kit_run(k, 800, 50);
    kit_expect_only(
        k, "start", "start kay serve | start kay look | start kay serve | start ann drink");
}

static void S70_at_its_timeout_an_untaken_message_is_withdrawn(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->when = TEXT("self.n == 1");
    c.send->timeout_ms = 700;
    c.send->waiting = "drum";
    c.send->failed = NULL;
    counter_begin(k, 1, 1);
    counter_expect(k, "kay", "5*");
    kit_update_to(k, 699);
    kit_update_to(k, 700);
    counter_expect(k, "kay", "");
    kit_expect_only(k, "start stop fail",
        "@0 start ann drum | @700 stop ann drum failed | @700 fail ann visit waited");
    counter_expect_counts(k, "1 sent, 0 taken, 1 lost, 0 refused");
}

static void S70_at_its_timeout_one_in_hand_is_awaited_no_more(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.send->timeout_ms = 200;
    counter_begin(k, 1, 1);
    kit_update_to(k, 50);
    kit_update_to(k, 200);
    kit_expect_only(k, "start", "start kay serve | start ann idle");
    counter_expect_counts(k, "1 sent, 1 taken, 0 lost, 0 refused");
    kit_run(k, 1000, 100); /* nobody minds how it ends */
}

static void S70_an_interrupted_wait_leaves_the_message_and_finds_out_later(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.serve->performs = "drum"; /* short */
    def_action(k, "stare", 900);
    chain(k, "staring", "stare");
    handles(c.patron, "call", "staring", 2);
    ((bustle_handler_def *)c.patron->handlers)[0].interruption = "other";
    def_interruption(k, "other");
    c.take->when = TEXT("self.n == 1");
    c.take->every_ms = 100;
    counter_begin(k, 1, 1);
    kit_update_to(k, 100);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 110);
    counter_expect(k, "kay", "5*");
    kit_set(k, "kay", "n", 1);
    kit_run(k, 500, 50);
    counter_expect_counts(k, "1 sent, 1 taken, 0 lost, 0 refused");
    kit_run(k, 600, 50);
    kit_expect_only(k, "start", "start ann stare | start kay drum | start ann drink");
}

static void S70_set_main_and_removal_withdraw_it(void **state) {
    for (int which = 0; which < 2; which++) {
        kit *k = *state;
        counter_define(k).take->when = TEXT("self.n == 1");
        counter_begin(k, 1, 1);
        counter_expect(k, "kay", "5*");
        if (which == 0) {
            assert_int_equal(
                bustle_npc_set_main(k->world, kit_entity(k, "ann"), kit_sequence(k, "answer")),
                BUSTLE_OK);
        } else {
            assert_int_equal(bustle_world_remove(k->world, kit_entity(k, "ann")), BUSTLE_OK);
        }
        counter_expect(k, "kay", "");
        counter_expect_counts(k, "1 sent, 0 taken, 1 lost, 0 refused");
        kit_reset(k);
    }
}

static void S70_who_receives_it_and_leaves_fails_it(void **state) {
    for (int taken = 0; taken < 2; taken++) {
        kit *k = *state;
        const counter c = counter_define(k);
        c.send->failed = NULL;
        c.take->when = taken == 1 ? ALWAYS : TEXT("self.n == 1");
        counter_begin(k, 1, 1);
        kit_update_to(k, 100);
        assert_int_equal(bustle_world_remove(k->world, kit_entity(k, "kay")), BUSTLE_OK);
        kit_update_to(k, 110);
        kit_expect_only(k, "fail", "@110 fail ann visit message");
        kit_reset(k);
    }
}

static void S70_one_that_was_kept_too_long_fails_its_sender(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->when = TEXT("self.n == 1");
    c.orders->keep_ms = 500;
    c.send->failed = NULL;
    counter_begin(k, 1, 1);
    kit_update_to(k, 500);
    kit_expect_only(k, "fail", "@500 fail ann visit message");
}

/* Two who await, by two inboxes. */
static void two_orders(kit *k, bool first_in_bills) {
    const counter c = counter_define(k);
    bustle_inbox_def *bills = kit_def_inbox(k, "bills");
    kit_has_inbox(c.keeper, "bills");
    c.take->when = TEXT("self.n == 1");
    c.orders->keep_ms = 500;
    bills->keep_ms = 500;
    c.send->failed = NULL;
    bustle_sequence_def *pay = def_sequence(k, "pay", "pay");
    kit_send(pay, "pay", "bills", "END")->await = true;
    has(has(def_npc(k, "payer", "pay"), "n", 0), "wish", 5);
    counter_begin(k, 1, 0);
    kit_spawn(k, "ann", first_in_bills ? "payer" : "patron");
    kit_spawn(k, "bob", first_in_bills ? "patron" : "payer");
    kit_update_to(k, 0);
}

static void S69_what_goes_goes_in_the_order_of_sending(void **state) {
    for (int which = 0; which < 4; which++) {
        kit *k = *state;
        two_orders(k, which % 2 == 0);
        if (which < 2) {
            assert_int_equal(bustle_world_remove(k->world, kit_entity(k, "kay")), BUSTLE_OK);
            kit_update_to(k, 10);
        } else {
            kit_update_to(k, 500);
        }
        kit_expect_only(k, "fail",
            which % 2 == 0 ? "fail ann pay message | fail bob visit message"
                           : "fail ann visit message | fail bob pay message");
        kit_reset(k);
    }
}

static void S70_a_halt_and_set_main_of_the_receiver_fail_it(void **state) {
    for (int which = 0; which < 2; which++) {
        kit *k = *state;
        const counter c = counter_define(k);
        c.send->failed = NULL;
        bustle_action_def *burn = def_action(k, "burn", 200);
        burn->ending = BUSTLE_ENDING_GAME;
        c.serve->performs = "burn";
        k->def.failure_limit = 0;
        counter_begin(k, 1, 1);
        kit_update_to(k, 100);
        if (which == 0) {
            assert_int_equal(
                bustle_npc_fail(k->world, kit_entity(k, "kay"), BUSTLE_NONE, 0), BUSTLE_OK);
        } else {
            assert_int_equal(
                bustle_npc_set_main(k->world, kit_entity(k, "kay"), kit_sequence(k, "answer")),
                BUSTLE_OK);
        }
        kit_update_to(k, 200);
        kit_update_to(k, 210);
        assert_int_equal(kit_last(k, BUSTLE_EVENT_FAIL)->argument, BUSTLE_CAUSE_MESSAGE);
        kit_reset(k);
    }
}

/* ---- Who may ---- */

static void S3_an_npc_without_the_inbox_that_the_game_lets_take_finds_nothing(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->timeout_ms = 0;
    counter_begin(k, 0, 1);
    kit_update_to(k, 1500);
    kit_forget_events(k);
    assert_int_equal(
        bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "keep"), 1), BUSTLE_OK);
    kit_update_to(k, 1510);
    kit_expect_only(k, "start", "start ann idle");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S70_the_oldest_that_fits_is_taken_and_its_sender_is_the_target),
        RULE(S70_a_preference_chooses_the_best_sender_and_of_equals_the_oldest),
        RULE(S10_positions_are_asked_before_messages_are_tested),
        RULE(S51_without_a_message_the_node_fails_when_its_time_is_over),
        RULE(S70_what_it_is_seen_in_is_done_before_the_message_is_out),
        RULE(S24_taking_a_message_takes_time),
        RULE(S70_it_is_done_when_the_sequence_takes_again_or_ends),
        RULE(S70_it_has_failed_when_the_sequence_fails),
        RULE(S70_an_interrupted_sequence_keeps_it_in_hand),
        RULE(S70_at_its_timeout_an_untaken_message_is_withdrawn),
        RULE(S70_at_its_timeout_one_in_hand_is_awaited_no_more),
        RULE(S70_an_interrupted_wait_leaves_the_message_and_finds_out_later),
        RULE(S70_set_main_and_removal_withdraw_it),
        RULE(S70_who_receives_it_and_leaves_fails_it),
        RULE(S70_one_that_was_kept_too_long_fails_its_sender),
        RULE(S69_what_goes_goes_in_the_order_of_sending),
        RULE(S70_a_halt_and_set_main_of_the_receiver_fail_it),
        RULE(S3_an_npc_without_the_inbox_that_the_game_lets_take_finds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
