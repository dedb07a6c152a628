#include "counter.h"

#include <stdio.h>
#include <string.h>

static bustle_entity_def *def_person(kit *k, const char *name, const char *main) {
    return handles(has(has(def_npc(k, name, main), "n", 0), "wish", 5), "call", "answer", 1);
}

counter counter_define(kit *k) {
    counter c;
    def_state(k, "n");
    def_state(k, "wish");
    def_state(k, "order");
    def_interruption(k, "call");
    def_action(k, "serve", 500);
    def_action(k, "drink", 300);
    def_action(k, "idle", 1000);
    def_action(k, "look", 100);
    def_action(k, "drum", 100);
    chain(k, "answer", "look");
    c.orders = kit_def_inbox(k, "orders");
    c.orders->limit = 3;
    c.keep = def_sequence(k, "keep", "take");
    c.take = kit_take(c.keep, "take", "orders", "serve");
    c.take->into = "order";
    c.take->timeout_ms = 2000;
    c.take->failed = "idle";
    c.serve = add_node(c.keep, "serve", BUSTLE_NODE_ACTION, "serve");
    add_edge(c.serve, "END", ALWAYS);
    add_edge(add_node(c.keep, "idle", BUSTLE_NODE_ACTION, "idle"), "END", ALWAYS);
    c.visit = def_sequence(k, "visit", "send");
    c.send = kit_send(c.visit, "send", "orders", "drink");
    c.send->value = TEXT("self.wish");
    c.send->await = true;
    c.send->failed = "idle";
    add_edge(add_node(c.visit, "drink", BUSTLE_NODE_ACTION, "drink"), "END", ALWAYS);
    add_edge(add_node(c.visit, "idle", BUSTLE_NODE_ACTION, "idle"), "END", ALWAYS);
    c.keeper = kit_has_inbox(has(def_person(k, "keeper", "keep"), "order", 0), "orders");
    c.patron = def_person(k, "patron", "visit");
    has(def_prop(k, "bell"), "n", 0);
    return c;
}

void counter_begin(kit *k, int keepers, int patrons) {
    static const char *const names[] = {"kay", "lou"};
    static const char *const labels[] = {"ann", "bob", "cid"};
    kit_begin(k);
    for (int i = 0; i < keepers; i++) {
        kit_spawn(k, names[i], "keeper");
    }
    for (int i = 0; i < patrons; i++) {
        kit_spawn(k, labels[i], "patron");
    }
    kit_update_to(k, 0);
}

void counter_expect(const kit *k, const char *label, const char *expected) {
    bustle_message list[8];
    size_t count = 0;
    char text[160] = "";
    assert_int_equal(
        bustle_npc_inbox(k->world, kit_entity(k, label), kit_inbox(k, "orders"), list, 8, &count),
        BUSTLE_OK);
    for (size_t i = 0; i < count && i < 8; i++) {
        const size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s%d%s", i == 0 ? "" : " ",
            (int)list[i].value, list[i].awaited ? "*" : "");
    }
    assert_string_equal(text, expected);
}

bustle_status counter_send(kit *k, const char *from, const char *to, int32_t value) {
    return bustle_entity_send(
        k->world, kit_entity(k, from), kit_inbox(k, "orders"), kit_entity(k, to), value);
}

void counter_expect_counts(const kit *k, const char *expected) {
    const bustle_stats s = kit_stats(k);
    char text[120];
    snprintf(text, sizeof text, "%u sent, %u taken, %u lost, %u refused", (unsigned)s.messages_sent,
        (unsigned)s.messages_taken, (unsigned)s.messages_lost, (unsigned)s.messages_refused);
    assert_string_equal(text, expected);
    assert_int_equal(s.messages_sent, s.messages_taken + s.messages_lost + s.messages);
}
