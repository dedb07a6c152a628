/* S69: messages, inboxes, and nodes that send. */
#include <stdio.h>
#include <string.h>

#include "counter.h"

static void S69_a_message_waits_until_it_is_taken(void **state) {
    kit *k = *state;
    counter_define(k).take->when = TEXT("self.n == 1");
    counter_begin(k, 1, 0);
    kit_spawn(k, "bell1", "bell");
    assert_int_equal(counter_send(k, "bell1", "kay", 7), BUSTLE_OK);
    assert_int_equal(counter_send(k, "bell1", "kay", 8), BUSTLE_OK);
    counter_expect(k, "kay", "7 8");
    kit_set(k, "kay", "n", 1);
    kit_update_to(k, 0);
    counter_expect(k, "kay", "8");
    assert_int_equal(kit_get(k, "kay", "order"), 7);
    counter_expect_counts(k, "2 sent, 1 taken, 0 lost, 0 refused");
}

static void S69_who_receives_while_it_waits_to_take_is_called(void **state) {
    kit *k = *state;
    counter_define(k);
    counter_begin(k, 1, 0);
    kit_spawn(k, "bell1", "bell");
    kit_update_to(k, 700);
    kit_forget_events(k);
    assert_int_equal(counter_send(k, "bell1", "kay", 7), BUSTLE_OK);
    kit_update_to(k, 710);
    kit_expect_only(k, "start", "@710 start kay serve");
}

static void S69_a_full_inbox_refuses_and_that_is_counted(void **state) {
    kit *k = *state;
    counter_define(k).take->when = TEXT("self.n == 1");
    counter_begin(k, 1, 0);
    kit_spawn(k, "bell1", "bell");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(counter_send(k, "bell1", "kay", i), BUSTLE_OK);
    }
    assert_int_equal(counter_send(k, "bell1", "kay", 3), BUSTLE_FULL);
    counter_expect(k, "kay", "0 1 2");
    counter_expect_counts(k, "3 sent, 0 taken, 0 lost, 1 refused");
}

static void S69_inboxes_refuse_more_than_2_to_18_messages_together(void **state) {
    kit *k = *state;
    enum { MOST = 1 << 18, EACH = 65535 };
    static const char *const keepers[] = {"kay", "kay2", "kay3", "kay4", "kay5"};
    uint32_t refused = 0;
    counter c = counter_define(k);
    c.orders->limit = EACH;
    c.take->when = TEXT("self.n == 1");
    counter_begin(k, 0, 0);
    kit_spawn(k, "bell1", "bell");
    for (int i = 0; i < 5; i++) {
        kit_spawn(k, keepers[i], "keeper");
    }
    for (uint32_t i = 0; i < MOST + 2; i++) {
        refused += counter_send(k, "bell1", keepers[i / EACH], 1) == BUSTLE_FULL;
    }
    assert_int_equal(refused, 2);
    counter_expect_counts(k, "262144 sent, 0 taken, 0 lost, 2 refused");
    kit_set(k, "kay", "n", 1);
    kit_update_to(k, 0);
    assert_int_equal(counter_send(k, "bell1", "kay5", 1), BUSTLE_OK);
    assert_int_equal(counter_send(k, "bell1", "kay5", 1), BUSTLE_FULL);
}

static void S69_an_inbox_without_a_limit_accepts_from_who_finds_it_waiting(void **state) {
    kit *k = *state;
    counter_define(k).orders->limit = 0;
    counter_begin(k, 1, 0);
    kit_spawn(k, "bell1", "bell");
    assert_int_equal(counter_send(k, "bell1", "kay", 1), BUSTLE_OK);
    assert_int_equal(counter_send(k, "bell1", "kay", 2), BUSTLE_FULL); /* it holds one */
    kit_update_to(k, 10);
    kit_expect_only(k, "start", "start kay serve");
    assert_int_equal(counter_send(k, "bell1", "kay", 3), BUSTLE_FULL); /* it serves */
    kit_update_to(k, 600);
    assert_int_equal(bustle_npc_hold(k->world, kit_entity(k, "kay")), BUSTLE_OK);
    assert_int_equal(counter_send(k, "bell1", "kay", 4), BUSTLE_FULL); /* it is held */
}

static void S69_nobody_sends_to_itself(void **state) {
    kit *k = *state;
    counter_define(k);
    bustle_action_def *brag = def_action(k, "brag", 100);
    brag->start = TEXT("send orders = 4 to target");
    kit_has_inbox(
        accepts(has(has(def_npc(k, "fool", "boast"), "n", 0), "order", 0), "brag"), "orders");
    bustle_sequence_def *boast = def_sequence(k, "boast", "brag");
    bustle_node_def *node = add_node(boast, "brag", BUSTLE_NODE_ACTION, "brag");
    add_edge(node, "END", ALWAYS);
    node->failed = "END";
    counter_begin(k, 1, 0);
    assert_int_equal(counter_send(k, "kay", "kay", 1), BUSTLE_BAD_ARGUMENT);
    kit_spawn(k, "fool1", "fool");
    kit_spawn(k, "fool2", "fool");
    kit_update_to(k, 0);
    counter_expect(k, "fool1", "4");
    counter_expect(k, "fool2", "4");
}

static void S69_the_game_is_told_why_it_cannot_send(void **state) {
    kit *k = *state;
    counter_define(k);
    counter_begin(k, 1, 1);
    kit_spawn(k, "bell1", "bell");
    const bustle_id orders = kit_inbox(k, "orders");
    const bustle_entity kay = kit_entity(k, "kay"), ann = kit_entity(k, "ann");
    assert_int_equal(counter_send(k, "bell1", "ann", 1), BUSTLE_NO_INBOX);
    assert_int_equal(counter_send(k, "ann", "bell1", 1), BUSTLE_NOT_NPC);
    assert_int_equal(bustle_entity_send(k->world, ann, 9, kay, 1), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_entity_send(NULL, ann, orders, kay, 1), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_entity_send(k->world, 0, orders, kay, 1), BUSTLE_STALE);
    assert_int_equal(bustle_entity_send(k->world, ann, orders, 0, 1), BUSTLE_STALE);
    size_t count = 9;
    assert_int_equal(bustle_npc_inbox(k->world, ann, orders, NULL, 0, &count), BUSTLE_NO_INBOX);
    assert_int_equal(bustle_npc_inbox(k->world, ann, BUSTLE_NONE, NULL, 0, &count), BUSTLE_OK);
    assert_int_equal(count, 0);
    assert_int_equal(bustle_npc_inbox(k->world, kit_entity(k, "bell1"), orders, NULL, 0, &count),
        BUSTLE_NOT_NPC);
    assert_int_equal(bustle_npc_inbox(k->world, kay, 9, NULL, 0, &count), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_inbox(k->world, kay, orders, NULL, 1, &count), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_inbox(k->world, kay, orders, NULL, 0, NULL), BUSTLE_BAD_ARGUMENT);
}

static void S69_all_inboxes_are_listed_in_the_order_of_sending(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    kit_def_inbox(k, "bills");
    kit_has_inbox(c.keeper, "bills");
    c.take->when = TEXT("self.n == 1");
    counter_begin(k, 1, 0);
    kit_spawn(k, "bell1", "bell");
    const bustle_entity bell = kit_entity(k, "bell1"), kay = kit_entity(k, "kay");
    for (int i = 0; i < 5; i++) {
        assert_int_equal(bustle_entity_send(
                             k->world, bell, kit_inbox(k, i % 2 == 0 ? "orders" : "bills"), kay, i),
            BUSTLE_OK);
    }
    bustle_message list[4];
    size_t count = 0;
    assert_int_equal(bustle_npc_inbox(k->world, kay, BUSTLE_NONE, list, 4, &count), BUSTLE_OK);
    assert_int_equal(count, 5);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(list[i].value, i);
        assert_int_equal(list[i].inbox, kit_inbox(k, i % 2 == 0 ? "orders" : "bills"));
        assert_int_equal(list[i].sender, bell);
        assert_int_equal(list[i].time, 0);
    }
}

static bustle_value look(kit *k, bustle_subject subject, const char *npc, const char *target) {
    bustle_truth truth = BUSTLE_UNKNOWN;
    bustle_reading reading;
    const bustle_ops when =
        OPS({.kind = BUSTLE_GREATER, .subject = subject, .name = "orders", .value = 0});
    assert_int_equal(bustle_world_test(k->world, kit_entity(k, npc),
                         target == NULL ? 0 : kit_entity(k, target), &when, &reading, &truth),
        BUSTLE_OK);
    assert_int_equal(
        truth, reading.left.there && reading.left.number > 0 ? BUSTLE_TRUE : BUSTLE_FALSE);
    return reading.left;
}

static void S69_what_an_inbox_holds_can_be_looked_at(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->when = TEXT("self.n == 1");
    kit_extends(kit_has_inbox(has(has(def_npc(k, "pub", "keep"), "n", 0), "order", 0), "orders"),
        (bustle_box_def){9, 9, -1, 0, 0, 0});
    counter_begin(k, 1, 1);
    assert_true(look(k, BUSTLE_SELF, "kay", NULL).number == 1);
    assert_true(look(k, BUSTLE_TARGET, "ann", "kay").number == 1);
    assert_false(look(k, BUSTLE_SELF, "ann", NULL).there);
    assert_false(look(k, BUSTLE_AREA, "ann", NULL).there);
    kit_spawn(k, "pub1", "pub");
    assert_int_equal(counter_send(k, "ann", "pub1", 1), BUSTLE_OK);
    assert_int_equal(counter_send(k, "ann", "pub1", 1), BUSTLE_OK);
    assert_true(look(k, BUSTLE_AREA, "ann", NULL).number == 2);
}

/* ---- Traces ---- */

static char traced[1024];

static void listen(void *context, bustle_world *world, const bustle_trace *t) {
    (void)context;
    if (t->kind < BUSTLE_TRACE_RECEIVER || t->kind > BUSTLE_TRACE_MEETING) {
        return;
    }
    const size_t used = strlen(traced);
    snprintf(traced + used, sizeof traced - used, "%s %s %s %u/%u;",
        bustle_trace_kind_text(t->kind), bustle_verdict_text(t->verdict),
        t->target == 0 ? "-" : "somebody", (unsigned)t->open, (unsigned)t->reached);
    assert_int_equal(
        t->inbox, bustle_content_find(bustle_world_content(world), BUSTLE_KIND_INBOX, "orders"));
    assert_int_equal(t->meeting, BUSTLE_NONE);
}

static void what_is_sent_taken_and_awaited_is_traced(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->when = TEXT("self.n <= target.wish");
    k->def.callbacks.trace = listen;
    traced[0] = '\0';
    counter_begin(k, 2, 1);
    assert_string_equal(traced,
        "take nobody - 0/0;take nobody - 0/0;receiver open somebody 0/0;receiver open somebody "
        "0/0;send open somebody 2/2;answer behind somebody 0/0;");
    traced[0] = '\0';
    kit_update_to(k, 10);
    assert_string_equal(traced, "message open somebody 0/0;take open somebody 1/0;");
    traced[0] = '\0';
    kit_update_to(k, 510);
    kit_update_to(k, 520);
    assert_non_null(strstr(traced, "answer open somebody 0/0;"));
}

/* ---- Effects ---- */

static void S69_effects_send_at_once_or_when_the_turn_is_over(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    kit_def_link(k, "knows");
    c.take->when = TEXT("self.n == 1");
    bustle_action_def *ring = def_action(k, "ring", 400);
    ring->target = BUSTLE_TARGET_TAKEN;
    ring->start = TEXT("send orders to knows of self; send orders = self.wish + 1 to target; "
                       "self.n = target.orders; send orders = area.price to target");
    def_state(k, "price");
    chain(k, "ringing", "ring");
    has(has(def_npc(k, "ringer", "ringing"), "n", 0), "wish", 5);
    accepts(c.keeper, "ring");
    counter_begin(k, 1, 0);
    kit_spawn(k, "rob", "ringer");
    assert_int_equal(bustle_world_link(k->world, kit_entity(k, "rob"), kit_link(k, "knows"),
                         kit_entity(k, "kay"), 1),
        BUSTLE_OK);
    kit_update_to(k, 0);
    assert_int_equal(kit_get(k, "rob", "n"), 1); /* what is sent to a path is not there yet */
    counter_expect(k, "kay", "6 0"); /* a value that is not there is not sent */
}

static void S69_those_on_a_path_receive_in_spawn_order_if_they_have_the_inbox(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    kit_def_link(k, "knows");
    c.take->when = TEXT("self.n == 1");
    def_action(k, "ring", 400)->start = TEXT("send orders = 3 to knows+ of self");
    chain(k, "ringing", "ring");
    kit_has_inbox(has(def_npc(k, "ringer", "ringing"), "n", 0), "orders");
    counter_begin(k, 2, 0);
    kit_spawn(k, "ann", "patron");
    assert_int_equal(bustle_npc_hold(k->world, kit_entity(k, "ann")), BUSTLE_OK);
    kit_spawn(k, "rob", "ringer");
    static const char *const whom[] = {"lou", "ann", "kay", "rob"};
    const char *from = "rob";
    for (int i = 0; i < 4; i++) {
        assert_int_equal(bustle_world_link(k->world, kit_entity(k, from), kit_link(k, "knows"),
                             kit_entity(k, whom[i]), 1),
            BUSTLE_OK);
        from = whom[i];
    }
    kit_update_to(k, 0);
    counter_expect(k, "kay", "3");
    counter_expect(k, "lou", "3");
    counter_expect(k, "rob", "");
    counter_expect_counts(k, "2 sent, 0 taken, 0 lost, 0 refused");
}

static void S69_what_an_inbox_holds_is_read_as_a_state(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->when = TEXT("self.orders >= 2");
    c.send->when = TEXT("target.orders < 2 and not (self.orders > 0 or self.orders <= 0)");
    counter_begin(k, 1, 3);
    kit_update_to(k, 10);
    assert_int_equal(kit_get(k, "kay", "order"), 5);
    counter_expect(k, "kay", "5*");
    kit_expect_only(k, "start", "start cid idle | start kay serve");
}

/* ---- Nodes that send ---- */

static void S69_the_least_known_receives_it(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->when = TEXT("self.n == 1");
    c.send->await = false;
    counter_begin(k, 2, 1);
    kit_run(k, 1000, 100);
    bustle_memory list[4];
    size_t count = 0;
    assert_int_equal(bustle_npc_memories(
                         k->world, kit_entity(k, "ann"), BUSTLE_MEMORY_ENCOUNTER, list, 4, &count),
        BUSTLE_OK);
    assert_int_equal(count, 2);
    assert_int_equal(list[0].inbox, kit_inbox(k, "orders"));
    assert_int_equal(list[0].offer, BUSTLE_NONE);
    counter_expect(k, "kay", "5 5");
    counter_expect(k, "lou", "5 5");
}

static void S69_preference_comes_before_what_is_remembered(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->when = TEXT("self.n == 1");
    c.send->await = false;
    c.send->preference = BUSTLE_PREFER_LEAST;
    c.send->preferred = TEXT("target.orders - target.wish");
    counter_begin(k, 2, 0);
    kit_set(k, "lou", "wish", 9);
    kit_spawn(k, "ann", "patron");
    kit_run(k, 900, 100);
    counter_expect(k, "kay", "");
    counter_expect(k, "lou", "5 5 5");
}

static void S69_a_send_node_may_look_among_tags_or_on_a_path(void **state) {
    for (int which = 0; which < 2; which++) {
        kit *k = *state;
        const counter c = counter_define(k);
        kit_def_link(k, "knows");
        c.take->when = TEXT("self.n == 1");
        bustle_entity_def *other = has(has(def_npc(k, "other", "keep"), "n", 0), "order", 0);
        kit_tagged(kit_has_inbox(other, "orders"), "mine");
        if (which == 0) {
            c.send->targets = NAMES("mine");
            c.send->target_count = 1;
        } else {
            c.send->path = "knows";
        }
        counter_begin(k, 2, 0);
        kit_spawn(k, "oda", "other");
        kit_spawn(k, "bell1", "bell");
        kit_spawn(k, "ann", "patron");
        kit_spawn(k, "bob", "patron");
        assert_int_equal(bustle_npc_hold(k->world, kit_entity(k, "bob")), BUSTLE_OK);
        const char *const known[] = {"bob", "oda", "bell1"};
        for (int i = 0; i < 3; i++) {
            assert_int_equal(bustle_world_link(k->world, kit_entity(k, "ann"), kit_link(k, "knows"),
                                 kit_entity(k, known[i]), 1),
                BUSTLE_OK);
        }
        kit_update_to(k, 0);
        counter_expect(k, "oda", "5*");
        kit_reset(k);
    }
}

static void S69_without_a_receiver_the_node_fails_and_says_why(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.send->failed = NULL;
    c.take->when = TEXT("self.n == 1");
    counter_begin(k, 0, 1);
    kit_expect_only(k, "fail", "fail ann visit no-candidate");
    kit_spawn(k, "kay", "keeper");
    for (int i = 0; i < 3; i++) {
        counter_send(k, "ann", "kay", i);
    }
    kit_run(k, 1100, 100);
    kit_expect_only(k, "fail", "fail ann visit full");
    counter_expect_counts(k, "3 sent, 0 taken, 0 lost, 1 refused");
}

static void S69_a_value_that_is_not_there_fails_the_node(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.send->failed = NULL;
    c.send->value = TEXT("self.wish + target.order + self.order");
    counter_begin(k, 1, 1);
    kit_expect_only(k, "fail", "fail ann visit condition");
    counter_expect_counts(k, "0 sent, 0 taken, 0 lost, 0 refused");
}

static void S69_the_same_target_receives_it_or_the_node_fails(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.send->failed = NULL;
    c.send->same_target = true;
    c.send->when = TEXT("self.n == 0");
    c.take->when = TEXT("self.n == 1");
    handles(c.patron, "call", "visit", 3);
    ((bustle_handler_def *)c.patron->handlers)[0].interruption = "other";
    def_interruption(k, "other");
    counter_begin(k, 1, 1);
    kit_expect_only(k, "fail", "fail ann visit same-target"); /* there is none */
    kit_spawn(k, "bell1", "bell");
    const bustle_entity ann = kit_entity(k, "ann"), kay = kit_entity(k, "kay");
    const bustle_id call = kit_interruption(k, "call");
    const bustle_entity sources[] = {kit_entity(k, "bell1"), ann, kay};
    const char *const expected[] = {"same-target", "same-target", ""};
    for (int i = 0; i < 3; i++) {
        kit_forget_events(k);
        kit_update_to(k, 5000 * (i + 1));
        kit_forget_events(k);
        assert_int_equal(
            bustle_world_interrupt(k->world, call, &ann, 1, sources[i], NULL), BUSTLE_OK);
        kit_update_to(k, 5000 * (i + 1) + 10);
        kit_expect_only(k, "fail", expected[i][0] == '\0' ? "" : "fail ann visit same-target");
    }
    counter_expect(k, "kay", "5*");
    kit_set(k, "ann", "n", 1);
    bustle_memory list[2];
    size_t count = 0;
    assert_int_equal(
        bustle_npc_memories(k->world, ann, BUSTLE_MEMORY_ENCOUNTER, list, 2, &count), BUSTLE_OK);
    assert_int_equal(count, 0); /* nothing was chosen */
}

static void S24_sending_without_awaiting_counts_as_if_it_waited(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.send->await = false;
    c.take->when = TEXT("self.n == 1");
    ((bustle_transition_def *)c.send->transitions)->to = "END";
    counter_begin(k, 1, 1);
    kit_run(k, 1900, 100);
    counter_expect(k, "kay", "5 5");
}

/* ---- Going ---- */

static void S69_messages_are_kept_for_so_long(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.orders->keep_ms = 1000;
    c.take->when = TEXT("self.n == 1");
    counter_begin(k, 2, 0);
    kit_spawn(k, "bell1", "bell");
    counter_send(k, "bell1", "kay", 1);
    kit_update_to(k, 300);
    counter_send(k, "bell1", "lou", 2);
    counter_send(k, "bell1", "kay", 3);
    kit_update_to(k, 999);
    counter_expect(k, "kay", "1 3");
    kit_update_to(k, 1000);
    counter_expect(k, "kay", "3");
    kit_update_to(k, 1299);
    counter_expect(k, "lou", "2");
    kit_update_to(k, 1300);
    counter_expect(k, "lou", "");
    counter_expect(k, "kay", "");
    counter_expect_counts(k, "3 sent, 0 taken, 3 lost, 0 refused");
}

static void S49_a_message_that_goes_counts_as_an_ending(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.orders->keep_ms = 1000;
    c.take->when = TEXT("self.n == 1");
    c.take->every_ms = 100000;
    counter_begin(k, 2, 0);
    kit_spawn(k, "bell1", "bell");
    kit_update_to(k, 10);
    counter_send(k, "bell1", "lou", 1);
    counter_send(k, "bell1", "kay", 2);
    kit_update_to(k, 20);
    k->options.portion = 1;
    kit_update_to(k, 1010);
    counter_expect(k, "lou", "");
    counter_expect(k, "kay", "2");
    assert_true(kit_stats(k).cut_short);
    kit_update_to(k, 1010);
    counter_expect(k, "kay", "");
}

static void S69_a_sender_takes_its_messages_along(void **state) {
    kit *k = *state;
    counter_define(k).take->when = TEXT("self.n == 1");
    counter_begin(k, 1, 0);
    kit_spawn(k, "bell1", "bell");
    kit_spawn(k, "bell2", "bell");
    counter_send(k, "bell1", "kay", 1);
    counter_send(k, "bell2", "kay", 2);
    counter_send(k, "bell1", "kay", 3);
    assert_int_equal(bustle_world_remove(k->world, kit_entity(k, "bell1")), BUSTLE_OK);
    counter_expect(k, "kay", "2");
    assert_int_equal(bustle_world_remove(k->world, kit_entity(k, "kay")), BUSTLE_OK);
    counter_expect_counts(k, "3 sent, 0 taken, 3 lost, 0 refused");
}

static void S69_who_leaves_sends_and_receives_nothing_any_more(void **state) {
    kit *k = *state;
    const counter c = counter_define(k);
    c.take->when = TEXT("self.n == 1");
    bustle_entity_def *hall = kit_extends(def_prop(k, "hall"), (bustle_box_def){9, 9, -1, 0, 0, 0});
    hall->exit = TEXT("send orders = 1 to target");
    bustle_entity_def *pub = kit_extends(
        kit_has_inbox(has(has(def_npc(k, "pub", "keep"), "n", 0), "order", 0), "orders"),
        (bustle_box_def){9, 9, -1, 0, 0, 0});
    pub->exit = TEXT("send orders = 2 to target");
    counter_begin(k, 0, 0);
    kit_spawn(k, "pub1", "pub");
    kit_spawn(k, "kay", "keeper");
    kit_update_to(k, 0);
    assert_int_equal(bustle_world_remove(k->world, kit_entity(k, "kay")), BUSTLE_OK);
    counter_expect(k, "pub1", "");
    kit_spawn(k, "lou", "keeper");
    assert_int_equal(
        bustle_entity_move(k->world, kit_entity(k, "lou"), (bustle_position){50, 0, 0}), BUSTLE_OK);
    counter_expect(k, "pub1", "2");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S69_a_message_waits_until_it_is_taken),
        RULE(S69_who_receives_while_it_waits_to_take_is_called),
        RULE(S69_a_full_inbox_refuses_and_that_is_counted),
        RULE(S69_inboxes_refuse_more_than_2_to_18_messages_together),
        RULE(S69_an_inbox_without_a_limit_accepts_from_who_finds_it_waiting),
        RULE(S69_nobody_sends_to_itself),
        RULE(S69_the_game_is_told_why_it_cannot_send),
        RULE(S69_all_inboxes_are_listed_in_the_order_of_sending),
        RULE(S69_what_an_inbox_holds_can_be_looked_at),
        RULE(what_is_sent_taken_and_awaited_is_traced),
        RULE(S69_effects_send_at_once_or_when_the_turn_is_over),
        RULE(S69_those_on_a_path_receive_in_spawn_order_if_they_have_the_inbox),
        RULE(S69_what_an_inbox_holds_is_read_as_a_state),
        RULE(S69_the_least_known_receives_it),
        RULE(S69_preference_comes_before_what_is_remembered),
        RULE(S69_a_send_node_may_look_among_tags_or_on_a_path),
        RULE(S69_without_a_receiver_the_node_fails_and_says_why),
        RULE(S69_a_value_that_is_not_there_fails_the_node),
        RULE(S69_the_same_target_receives_it_or_the_node_fails),
        RULE(S24_sending_without_awaiting_counts_as_if_it_waited),
        RULE(S69_messages_are_kept_for_so_long),
        RULE(S49_a_message_that_goes_counts_as_an_ending),
        RULE(S69_a_sender_takes_its_messages_along),
        RULE(S69_who_leaves_sends_and_receives_nothing_any_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
