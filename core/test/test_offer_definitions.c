/* What sealing makes of offers (S61). */
#include "furniture.h"

static const offer *offer_at(const shop *k, uint32_t offers_at, uint32_t index) {
    return &k->content->offers[k->content->ids[offers_at + index]];
}

static const definition *definition_of(const shop *k, const char *name) {
    return &k->content->definitions[id_of(k, BUSTLE_KIND_ENTITY, name)];
}

static const char *name_of(const shop *k, uint32_t name) {
    return bustle_content_name(k->content, BUSTLE_KIND_OFFER, name);
}

static bool takes(const shop *k, const offer *o, const char *definition_name) {
    const uint32_t id = id_of(k, BUSTLE_KIND_ENTITY, definition_name);
    return (k->content->ids[o->needs_at + id / 32] >> (id % 32) & 1) != 0;
}

/* ---- One offer ---- */

static void S61_an_offer_is_as_it_was_written(void **state) {
    shop *k = *state;
    bustle_offer_def sit = furniture_offer("sit");
    sit.holders = 3;
    sit.kept = true;
    sit.undo = "standing";
    sit.when = OPS(op_on(BUSTLE_GREATER, BUSTLE_SELF, "energy", 1));
    sit.holds_while = OPS(op_on(BUSTLE_GREATER, BUSTLE_SELF, "energy", 0));
    sit.adopt = OPS(op_on(BUSTLE_DECREASE, BUSTLE_SELF, "energy", 1));
    const bustle_node_def ask = furniture_request();
    furniture_house(k, &sit, &ask);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(c->offer_count, 1);
    assert_int_equal(bustle_content_count(c, BUSTLE_KIND_OFFER), 1);
    const definition *chair = definition_of(k, "chair");
    assert_int_equal(chair->offer_count, 1);
    const offer *o = offer_at(k, chair->offers_at, 0);
    assert_string_equal(name_of(k, o->name), "sit");
    assert_int_equal(o->sequence, id_of(k, BUSTLE_KIND_SEQUENCE, "sitting"));
    assert_int_equal(o->undo, id_of(k, BUSTLE_KIND_SEQUENCE, "standing"));
    assert_int_equal(o->holders, 3);
    assert_int_equal(o->kept, 1);
    assert_int_equal(o->of_role, 0);
    assert_int_equal(o->owner, id_of(k, BUSTLE_KIND_ENTITY, "chair"));
    assert_int_equal(o->when.count, 1);
    assert_int_equal(o->during.count, 1);
    assert_int_equal(o->adopt.count, 1);
    assert_int_equal(o->drop.form, CODE_EMPTY);
    assert_int_equal(c->has_whiles, 1);
}

static void S61_what_an_offer_does_not_say_has_its_defaults(void **state) {
    shop *k = *state;
    const bustle_offer_def sit = furniture_offer("sit");
    const bustle_node_def ask = furniture_request();
    furniture_house(k, &sit, &ask);
    const bustle_content *c = shop_seal(k);
    const offer *o = &c->offers[0];
    assert_int_equal(o->holders, 1);
    assert_int_equal(o->undo, NONE16);
    assert_int_equal(o->kept, 0);
    assert_int_equal(o->when.form, CODE_EMPTY);
    assert_int_equal(c->has_whiles, 0);
}

/* ---- Names ---- */

static void S61_names_of_offers_are_in_byte_order_each_once(void **state) {
    shop *k = *state;
    furniture_market(k);
    bustle_offer_def of_chair[] = {furniture_offer("sit"), furniture_offer("climb")};
    bustle_entity_def chair = furniture_chair(of_chair, 2);
    shop_add_entity(k, &chair);
    bustle_offer_def of_bed[] = {furniture_offer("sleep"), furniture_offer("sit")};
    bustle_entity_def bed = furniture_chair(of_bed, 2);
    bed.name = "bed";
    shop_add_entity(k, &bed);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(c->offer_count, 4);
    assert_int_equal(bustle_content_count(c, BUSTLE_KIND_OFFER), 3);
    assert_string_equal(name_of(k, 0), "climb");
    assert_string_equal(name_of(k, 1), "sit");
    assert_string_equal(name_of(k, 2), "sleep");
    const definition *made = definition_of(k, "bed");
    assert_int_equal(made->offer_name_count, 2);
    assert_int_equal(c->ids[made->offer_names_at], 1);
    assert_int_equal(c->ids[made->offer_names_at + 1], 2);
    assert_int_equal(offer_at(k, made->offers_at, 0)->name, 1);
    assert_int_equal(offer_at(k, made->offers_at, 1)->name, 2);
    assert_int_equal(definition_of(k, "villager")->offer_name_count, 0);
    assert_int_equal(definition_of(k, "villager")->lives, 1);
}

static void S61_a_role_s_offer_takes_the_place_of_the_definition_s(void **state) {
    shop *k = *state;
    furniture_market(k);
    bustle_offer_def own[] = {furniture_offer("trade"), furniture_offer("chat")};
    bustle_offer_def in_role[] = {furniture_offer("trade"), furniture_offer("serve")};
    in_role[0].holders = 0;
    bustle_role_def keeper = bustle_default_role_def();
    keeper.name = "keeper";
    keeper.offers = in_role;
    keeper.offer_count = 2;
    furniture_add_role(k, &keeper);
    bustle_entity_def smith = shop_npc("smith", "standing");
    smith.offers = own;
    smith.offer_count = 2;
    shop_add_entity(k, &smith);
    const bustle_content *c = shop_seal(k);
    const definition *made = definition_of(k, "smith");
    const persona *alone = &c->personas[made->personas_at];
    const persona *keeping = alone + 1;
    assert_int_equal(alone->offer_count, 2);
    assert_string_equal(name_of(k, offer_at(k, alone->offers_at, 0)->name), "chat");
    assert_int_equal(offer_at(k, alone->offers_at, 1)->holders, 1);
    assert_int_equal(keeping->offer_count, 3);
    static const char *const names[] = {"chat", "serve", "trade"};
    for (uint32_t i = 0; i < 3; i++) {
        assert_string_equal(name_of(k, offer_at(k, keeping->offers_at, i)->name), names[i]);
    }
    const offer *trade = offer_at(k, keeping->offers_at, 2);
    assert_int_equal(trade->holders, 0);
    assert_int_equal(trade->of_role, 1);
    assert_int_equal(trade->owner, id_of(k, BUSTLE_KIND_ROLE, "keeper"));
    /* Roles come first; and any NPC may be in any role. */
    assert_true(trade < offer_at(k, alone->offers_at, 0));
    assert_int_equal(made->offer_name_count, 3);
    assert_int_equal(definition_of(k, "villager")->offer_name_count, 2);
    assert_int_equal(definition_of(k, "bench")->offer_name_count, 0);
}

/* ---- What it needs ---- */

static void S61_an_offer_needs_what_its_sequence_and_its_effects_do(void **state) {
    shop *k = *state;
    furniture_market(k);
    bustle_action_def think = shop_action("think");
    think.finish = OPS(op_on(BUSTLE_SET, BUSTLE_SELF, "mood", 1));
    shop_add_action(k, &think);
    bustle_sequence_def inner = shop_sequence(
        "inner", "think", NODES(shop_node("think", BUSTLE_NODE_ACTION, "think", TO(to("END")))));
    shop_add_sequence(k, &inner);
    bustle_sequence_def outer = shop_sequence(
        "outer", "in", NODES(shop_node("in", BUSTLE_NODE_SEQUENCE, "inner", TO(to("END")))));
    shop_add_sequence(k, &outer);
    bustle_node_def bring = furniture_request();
    bring.optional = true;
    bring.body = "outer";
    static const bustle_transition_def on[] = {{.to = "END"}};
    bring.transitions = on;
    bring.transition_count = 1;
    bustle_sequence_def bringing = shop_sequence("bringing", "ask", &bring, 1);
    shop_add_sequence(k, &bringing);
    bustle_offer_def offers[] = {furniture_offer("adopted"), furniture_offer("asked"),
        furniture_offer("free"), furniture_offer("nested"), furniture_offer("undone"),
        furniture_offer("with body")};
    offers[0].adopt = OPS(op_on(BUSTLE_INCREASE, BUSTLE_SELF, "energy", 1));
    offers[1].when = OPS(op_on(BUSTLE_EQUAL, BUSTLE_SELF, "mood", 1));
    offers[3].sequence = "outer";
    offers[4].undo = "outer";
    offers[5].sequence = "bringing";
    bustle_entity_def chair = furniture_chair(offers, 6);
    shop_add_entity(k, &chair);
    static const bustle_entity_state_def states[] = {{"energy", false, 0, NULL}};
    bustle_entity_def guest = shop_npc("guest", "standing");
    guest.states = states;
    guest.state_count = 1;
    shop_add_entity(k, &guest);
    bustle_entity_def ghost = shop_npc("ghost", "standing");
    shop_add_entity(k, &ghost);
    const bustle_content *c = shop_seal(k);
    /* By byte order of names; the villager has both states. */
    static const bool guests[] = {true, true, true, false, false, false};
    static const bool ghosts[] = {false, true, true, false, false, false};
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(takes(k, &c->offers[i], "guest"), guests[i]);
        assert_int_equal(takes(k, &c->offers[i], "ghost"), ghosts[i]);
        assert_true(takes(k, &c->offers[i], "villager"));
        assert_false(takes(k, &c->offers[i], "chair"));
    }
}

/* ---- What stays ---- */

static void S63_handlers_cues_and_scenes_say_whether_places_stay(void **state) {
    shop *k = *state;
    furniture_market(k);
    bustle_handler_def handlers[] = {
        {.interruption = "alarm", .sequence = "standing", .priority = 5, .urgent = true}};
    static const bustle_op tired = {
        .kind = BUSTLE_LESS, .subject = BUSTLE_SELF, .name = "energy", .value = 10};
    bustle_cue_def cues[] = {bustle_default_cue_def(), bustle_default_cue_def()};
    cues[0].name = "leaving";
    cues[1].name = "staying";
    for (int i = 0; i < 2; i++) {
        cues[i].sequence = "standing";
        cues[i].when = (bustle_ops){&tired, 1, NULL};
    }
    cues[0].leaves = true;
    static const bustle_entity_state_def states[] = {{"energy", false, 0, NULL}};
    bustle_entity_def guest = shop_npc("guest", "standing");
    guest.states = states;
    guest.state_count = 1;
    guest.handlers = handlers;
    guest.handler_count = 1;
    guest.cues = cues;
    guest.cue_count = 2;
    shop_add_entity(k, &guest);
    bustle_offer_def sit = furniture_offer("sit");
    bustle_entity_def chair = furniture_chair(&sit, 1);
    shop_add_entity(k, &chair);
    const bustle_content *c = shop_seal(k);
    const persona *p = &c->personas[definition_of(k, "guest")->personas_at];
    const handler *h = &c->handlers[p->handlers_at + id_of(k, BUSTLE_KIND_INTERRUPTION, "alarm")];
    assert_int_equal(h->urgent, 1);
    assert_int_equal(h->stays, 0);
    assert_int_equal(c->cues[c->ids[p->cues_at]].stays, 0);
    assert_int_equal(c->cues[c->ids[p->cues_at + 1]].stays, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(S61_an_offer_is_as_it_was_written),
        SHOP_TEST(S61_what_an_offer_does_not_say_has_its_defaults),
        SHOP_TEST(S61_names_of_offers_are_in_byte_order_each_once),
        SHOP_TEST(S61_a_role_s_offer_takes_the_place_of_the_definition_s),
        SHOP_TEST(S61_an_offer_needs_what_its_sequence_and_its_effects_do),
        SHOP_TEST(S63_handlers_cues_and_scenes_say_whether_places_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
