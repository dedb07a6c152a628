/* Chairs, and guests who ask for one. */
#include "furniture.h"

void furniture_market(shop *k) {
    shop_market(k);
    bustle_sequence_def sitting = shop_sequence("sitting", "down",
        NODES(shop_node("down", BUSTLE_NODE_ACTION, "rest", TO(to("stay"))),
            shop_node("stay", BUSTLE_NODE_BODY, NULL, TO(to("END")))));
    shop_add_sequence(k, &sitting);
    bustle_sequence_def standing = shop_sequence(
        "standing", "up", NODES(shop_node("up", BUSTLE_NODE_ACTION, "rest", TO(to("END")))));
    shop_add_sequence(k, &standing);
}

bustle_offer_def furniture_offer(const char *name) {
    bustle_offer_def def = bustle_default_offer_def();
    def.name = name;
    def.sequence = "sitting";
    return def;
}

bustle_entity_def furniture_chair(const bustle_offer_def *offers, size_t count) {
    static const char *const tags[] = {"seat"};
    bustle_entity_def def = bustle_default_entity_def();
    def.name = "chair";
    def.tags = tags;
    def.tag_count = 1;
    def.offers = offers;
    def.offer_count = count;
    return def;
}

bustle_node_def furniture_request(void) {
    static const char *const names[] = {"sit"};
    bustle_node_def def = shop_node("ask", BUSTLE_NODE_REQUEST, NULL, NULL, 0);
    def.offers = names;
    def.offer_count = 1;
    return def;
}

void furniture_add_visit(shop *k, const bustle_node_def *ask) {
    static const bustle_transition_def on[] = {{.to = "idle"}};
    bustle_node_def asking = *ask;
    asking.transitions = on;
    asking.transition_count = 1;
    asking.failed = "idle";
    bustle_sequence_def visit = shop_sequence("visit", "ask",
        NODES(asking, shop_node("idle", BUSTLE_NODE_ACTION, "rest", TO(to("END")))));
    shop_add_sequence(k, &visit);
}

void furniture_add_guest(shop *k) {
    static const bustle_entity_state_def states[] = {{"energy", false, 0, NULL}};
    bustle_entity_def guest = shop_npc("guest", "visit");
    guest.states = states;
    guest.state_count = 1;
    shop_add_entity(k, &guest);
}

void furniture_house(shop *k, const bustle_offer_def *offered, const bustle_node_def *ask) {
    furniture_market(k);
    bustle_entity_def chair = furniture_chair(offered, 1);
    shop_add_entity(k, &chair);
    furniture_add_visit(k, ask);
    furniture_add_guest(k);
}

void furniture_add_role(shop *k, const bustle_role_def *def) {
    assert_int_equal(bustle_builder_add_role(k->builder, def), BUSTLE_OK);
}
