#include "parlour.h"

#include <stdio.h>
#include <string.h>

parlour parlour_define(kit *k) {
    parlour p;
    def_state(k, "n");
    def_state(k, "taken");
    const char *const calls[] = {"call", "fire", "hail"};
    for (size_t i = 0; i < 3; i++) {
        def_interruption(k, calls[i]);
    }
    def_action(k, "down", 300);
    def_action(k, "rest", 2000)->resumable = true;
    def_action(k, "rise", 200);
    def_action(k, "idle", 1000);
    def_action(k, "look", 100);
    p.sitting = chain(k, "sitting", "down", "rest");
    chain(k, "rising", "rise");
    chain(k, "answer", "look");
    chain(k, "idling", "idle");
    p.visit = def_sequence(k, "visit", "ask");
    p.ask = kit_request(p.visit, "ask", "sit", "idle");
    add_edge(add_node(p.visit, "idle", BUSTLE_NODE_ACTION, "idle"), "END", ALWAYS);
    p.ask->failed = "idle";
    p.chair = has(def_prop(k, "chair"), "taken", 0);
    p.sit = kit_offers(p.chair, "sit", "sitting");
    p.sit->adopt = OPS(INCREASE(BUSTLE_SELF, "n", 1), INCREASE(BUSTLE_TARGET, "taken", 1));
    p.sit->drop = OPS(INCREASE(BUSTLE_SELF, "n", 10), DECREASE(BUSTLE_TARGET, "taken", 1));
    p.guest = has(def_npc(k, "guest", "visit"), "n", 0);
    for (size_t i = 0; i < 3; i++) {
        handles(p.guest, calls[i], "answer", 1);
    }
    ((bustle_handler_def *)p.guest->handlers)[1].urgent = true;
    ((bustle_handler_def *)p.guest->handlers)[2].stays = true;
    return p;
}

void parlour_begin(kit *k, int chairs, int guests) {
    static const char *const labels[] = {"chair1", "chair2", "chair3"};
    static const char *const names[] = {"ann", "bob", "cid"};
    kit_begin(k);
    for (int i = 0; i < chairs; i++) {
        kit_spawn(k, labels[i], "chair");
    }
    for (int i = 0; i < guests; i++) {
        kit_spawn(k, names[i], "guest");
    }
    kit_update_to(k, 0);
}

static void expect_sound(const kit *k) {
    char text[200];
    if (bustle_world_check(k->world, text, sizeof text) != BUSTLE_OK) {
        fail_msg("%s", text);
    }
}

void parlour_expect_empty(const kit *k) {
    expect_sound(k);
    assert_int_equal(kit_stats(k).places, 0);
    assert_int_equal(kit_stats(k).adopts, kit_stats(k).drops);
}

static const char *label_of(const kit *k, bustle_entity of) {
    for (size_t i = 0; i < k->entity_count; i++) {
        if (k->entities[i].entity == of) {
            return k->entities[i].label;
        }
    }
    return "?";
}

void parlour_expect_places(const kit *k, const char *label, const char *expected) {
    bustle_place places[8];
    size_t count = 0;
    char text[400] = "";
    OK(bustle_npc_places(k->world, kit_entity(k, label), places, 8, &count));
    for (size_t i = 0; i < count && i < 8; i++) {
        const bustle_place *p = &places[i];
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %s%s%s%s",
            i == 0 ? "" : ", ", bustle_content_name(k->content, BUSTLE_KIND_OFFER, p->offer),
            label_of(k, p->provider), p->held ? " held" : "", p->undone ? " undone" : "",
            p->revoked ? " revoked" : "");
    }
    assert_string_equal(text, expected);
    expect_sound(k);
}
