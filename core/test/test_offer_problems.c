/* S61 to S64: what sealing finds wrong with offers, and with what asks for them. */
#include "furniture.h"

/* The market, a chair with this offer and guests who ask for "sit". */
static void house(shop *k, const bustle_offer_def *offered) {
    const bustle_node_def ask = furniture_request();
    furniture_house(k, offered, &ask);
}

static void house_with(shop *k, const bustle_node_def *ask) {
    const bustle_offer_def sit = furniture_offer("sit");
    furniture_house(k, &sit, ask);
}

static void again(shop *k) {
    shop_end(k);
    shop_begin(k);
}

/* ---- Offers ---- */

static void S61_an_offer_needs_a_name_and_a_sequence(void **state) {
    shop *k = *state;
    furniture_market(k);
    bustle_offer_def offers[] = {furniture_offer("sit"), furniture_offer("")};
    bustle_entity_def chair = furniture_chair(offers, 2);
    shop_add_entity(k, &chair);
    shop_refused(k, "bad-offer", "chair", "offer 2: it has no name");
    again(k);
    furniture_market(k);
    bustle_offer_def pair[] = {furniture_offer("sit"), furniture_offer("rock")};
    pair[1].sequence = "siting";
    chair = furniture_chair(pair, 2);
    shop_add_entity(k, &chair);
    shop_refused(k, "unknown-sequence", "chair", "did you mean \"sitting\"?");
    again(k);
    bustle_offer_def sit = furniture_offer("sit");
    sit.undo = "standig";
    house(k, &sit);
    shop_refused(k, "unknown-sequence", "chair", "did you mean \"standing\"?");
}

static void S61_holders_have_bounds(void **state) {
    shop *k = *state;
    bustle_offer_def sit = furniture_offer("sit");
    sit.holders = 65535;
    house(k, &sit);
    shop_seal(k);
    again(k);
    sit.holders = 65536;
    house(k, &sit);
    shop_refused(k, "bad-offer", "chair", "65536 NPCs may hold it at a time");
    again(k);
    sit.holders = -1;
    house(k, &sit);
    shop_refused(k, "bad-offer", "chair", "0 for any number");
}

static void S61_two_offers_of_one_name_are_an_error(void **state) {
    shop *k = *state;
    furniture_market(k);
    bustle_offer_def offers[] = {furniture_offer("sit"), furniture_offer("sit")};
    bustle_entity_def chair = furniture_chair(offers, 2);
    shop_add_entity(k, &chair);
    shop_refused(k, "listed-twice", "chair", "another offer of this name");
}

static void S61_who_offers_has_what_the_offer_needs_of_it(void **state) {
    shop *k = *state;
    bustle_offer_def sit = furniture_offer("sit");
    sit.adopt = OPS(op_on(BUSTLE_INCREASE, BUSTLE_TARGET, "price", 1));
    house(k, &sit);
    shop_refused(k, "provider-lacks-state", "chair", "it has no state \"price\"");
    again(k);
    sit = furniture_offer("sit");
    sit.when = OPS(op_on(BUSTLE_EQUAL, BUSTLE_TARGET, "price", 1));
    house(k, &sit);
    shop_refused(k, "provider-lacks-state", "chair", "offer \"sit\" needs of who offers it");
    again(k);
    furniture_market(k);
    bustle_role_def host = bustle_default_role_def();
    host.name = "host";
    host.offers = &sit;
    host.offer_count = 1;
    furniture_add_role(k, &host);
    bustle_entity_role_def listed = {.role = "host"};
    bustle_entity_def keeper = shop_npc("keeper", "standing");
    keeper.roles = &listed;
    keeper.role_count = 1;
    shop_add_entity(k, &keeper);
    shop_refused(k, "provider-lacks-state", "keeper", "offer \"sit\" of role \"host\"");
}

/* ---- Requests ---- */

static void S62_a_request_for_what_nothing_offers_is_an_error(void **state) {
    shop *k = *state;
    static const char *const wrong[] = {"sitt"};
    static const char *const empty[] = {""};
    static const char *const twice[] = {"sit", "sit"};
    bustle_node_def ask = furniture_request();
    ask.offers = wrong;
    house_with(k, &ask);
    shop_refused(k, "unknown-offer", "visit", "did you mean \"sit\"?");
    again(k);
    ask.offers = empty;
    ask.optional = true;
    house_with(k, &ask);
    shop_refused(k, "unknown-offer", "visit", "it names no offer");
    again(k);
    ask.offers = twice;
    ask.offer_count = 2;
    house_with(k, &ask);
    shop_refused(k, "listed-twice", "visit", "it asks for \"sit\" twice");
}

static void S62_a_request_says_once_whom_it_asks(void **state) {
    shop *k = *state;
    bustle_node_def ask = furniture_request();
    ask.from_target = true;
    ask.from_area = true;
    house_with(k, &ask);
    shop_refused(k, "bad-request", "visit", "in two ways whom it asks");
    again(k);
    static const char *const tags[] = {"seat"};
    ask.from_target = false;
    ask.targets = tags;
    ask.target_count = 1;
    house_with(k, &ask);
    shop_refused(k, "bad-request", "visit", "keep one of");
}

static void S62_what_a_request_names_must_be_there(void **state) {
    shop *k = *state;
    static const char *const empty[] = {"seat", ""};
    static const char *const nobody[] = {"seat", "sofa"};
    bustle_node_def ask = furniture_request();
    ask.body = "siting";
    house_with(k, &ask);
    shop_refused(k, "unknown-sequence", "visit", "its body names sequence \"siting\"");
    again(k);
    ask = furniture_request();
    ask.targets = empty;
    ask.target_count = 2;
    house_with(k, &ask);
    shop_refused(k, "bad-tag", "visit", "its target 2 is an empty tag");
    again(k);
    ask.targets = nobody;
    house_with(k, &ask);
    shop_warned(k, "nobody-tagged", "visit", "nothing has the tag \"sofa\"");
    again(k);
    ask = furniture_request();
    ask.every_ms = 0;
    house_with(k, &ask);
    shop_refused(k, "bad-wait", "visit", "it tries every 0 ms");
    again(k);
    ask = furniture_request();
    ask.performs = "rest";
    house_with(k, &ask);
    shop_refused(k, "bad-request", "visit", "but performs \"rest\"");
}

static void S62_tagged_things_that_do_not_offer_it_are_told(void **state) {
    shop *k = *state;
    static const char *const tags[] = {"stone"};
    bustle_node_def ask = furniture_request();
    ask.targets = tags;
    ask.target_count = 1;
    house_with(k, &ask);
    bustle_entity_def stone = furniture_chair(NULL, 0);
    stone.name = "stone";
    stone.tags = tags;
    shop_add_entity(k, &stone);
    shop_warned(k, "nobody-offers", "visit", "nothing that has one of its tags offers");
}

static void S62_a_definition_that_can_take_no_offer_of_a_name_is_told(void **state) {
    shop *k = *state;
    bustle_offer_def sit = furniture_offer("sit");
    sit.adopt = OPS(op_on(BUSTLE_SET, BUSTLE_SELF, "mood", 1));
    house(k, &sit);
    shop_warned(k, "cannot-take", "guest",
        "it can come to ask for \"sit\", but lacks a state that every offer of that name needs: "
        "\"mood\" for that of \"chair\"");
    again(k);
    house(k, &sit);
    bustle_offer_def other = furniture_offer("sit");
    bustle_entity_def stool = furniture_chair(&other, 1);
    stool.name = "stool";
    shop_add_entity(k, &stool);
    shop_seal(k);
}

static void S62_what_is_offered_is_not_asked_of_who_asks_but_the_body_is(void **state) {
    shop *k = *state;
    bustle_offer_def sit = furniture_offer("sit");
    sit.sequence = "thinking";
    bustle_node_def ask = furniture_request();
    static const char *const any[] = {"sit", "rest"};
    ask.offers = any;
    for (int body = 0; body < 2; body++) {
        again(k);
        ask.body = body != 0 ? "thinking" : NULL;
        ask.offer_count = body != 0 ? 2 : 0;
        furniture_house(k, &sit, &ask);
        bustle_offer_def plain = furniture_offer("rest");
        bustle_offer_def more = furniture_offer("sit");
        bustle_offer_def both[] = {plain, more};
        bustle_entity_def stool = furniture_chair(both, 2);
        stool.name = "stool";
        shop_add_entity(k, &stool);
        bustle_action_def think = shop_action("think");
        think.finish = OPS(op_on(BUSTLE_SET, BUSTLE_SELF, "mood", 1));
        shop_add_action(k, &think);
        bustle_sequence_def thinking = shop_sequence("thinking", "think",
            NODES(shop_node("think", BUSTLE_NODE_ACTION, "think", TO(to("END")))));
        shop_add_sequence(k, &thinking);
        if (body != 0) {
            shop_refused(k, "npc-lacks-state", "guest", "it has no state \"mood\"");
        } else {
            shop_seal(k);
        }
    }
}

/* ---- Nodes ---- */

static void add_probe(shop *k, const bustle_node_def *only) {
    const bustle_node_def ask = furniture_request();
    house_with(k, &ask);
    bustle_sequence_def probe = shop_sequence("probe", only->name, only, 1);
    shop_add_sequence(k, &probe);
}

static void S62_other_nodes_have_nothing_of_requests(void **state) {
    shop *k = *state;
    static const char *const names[] = {"sit"};
    bustle_node_def probe = shop_node("probe", BUSTLE_NODE_ACTION, "rest", TO(to("END")));
    probe.offers = names;
    probe.offer_count = 1;
    add_probe(k, &probe);
    shop_refused(k, "bad-node", "probe", "but is no request");
    again(k);
    probe = shop_node("probe", BUSTLE_NODE_SEQUENCE, "standing", TO(to("END")));
    probe.body = "standing";
    add_probe(k, &probe);
    shop_refused(k, "bad-node", "probe", "but is no request");
    again(k);
    probe = shop_node("probe", BUSTLE_NODE_ACTION, "rest", TO(to("END")));
    probe.holds_while = OPS(op_on(BUSTLE_GREATER, BUSTLE_SELF, "energy", 0));
    add_probe(k, &probe);
    shop_refused(k, "bad-node", "probe", "it has a `while`");
    again(k);
    probe = shop_node("probe", BUSTLE_NODE_SEQUENCE, "standing", TO(to("END")));
    probe.path = "home of self";
    add_probe(k, &probe);
    shop_refused(k, "bad-node", "probe", "it has a path");
}

static void S63_a_body_is_only_in_sequences_that_are_offered(void **state) {
    shop *k = *state;
    bustle_node_def probe = shop_node("probe", BUSTLE_NODE_BODY, NULL, TO(to("END")));
    add_probe(k, &probe);
    shop_refused(k, "body-outside", "probe", "nothing offers its sequence");
    again(k);
    bustle_offer_def sit = furniture_offer("sit");
    sit.sequence = "standing";
    sit.undo = "sitting";
    house(k, &sit);
    shop_refused(k, "body-outside", "sitting", "node \"stay\"");
}

static void S63_a_body_node_performs_nothing_else(void **state) {
    shop *k = *state;
    furniture_market(k);
    bustle_node_def stay = shop_node("stay", BUSTLE_NODE_BODY, "rest", TO(to("END")));
    bustle_sequence_def lying = shop_sequence("lying", "stay", &stay, 1);
    shop_add_sequence(k, &lying);
    bustle_offer_def offers[] = {furniture_offer("lie"), furniture_offer("sit")};
    offers[0].sequence = "lying";
    bustle_entity_def bed = furniture_chair(offers, 2);
    shop_add_entity(k, &bed);
    shop_refused(k, "bad-node", "lying", "but performs \"rest\"");
}

static void S63_what_stays_is_not_urgent(void **state) {
    shop *k = *state;
    furniture_market(k);
    bustle_handler_def alarmed = {
        .interruption = "alarm", .sequence = "standing", .stays = true, .urgent = true};
    bustle_entity_def guest = shop_npc("guest", "standing");
    guest.handlers = &alarmed;
    guest.handler_count = 1;
    shop_add_entity(k, &guest);
    bustle_offer_def sit = furniture_offer("sit");
    bustle_entity_def chair = furniture_chair(&sit, 1);
    shop_add_entity(k, &chair);
    shop_refused(k, "bad-handler", "guest", "both stays and is urgent");
}

/* ---- How sequences run ---- */

static void S62_a_sequence_may_ask_for_what_it_is_offered_by(void **state) {
    shop *k = *state;
    bustle_offer_def sit = furniture_offer("sit");
    sit.sequence = "visit";
    furniture_market(k);
    const bustle_node_def ask = furniture_request();
    furniture_add_visit(k, &ask);
    furniture_add_guest(k);
    bustle_offer_def offers[] = {furniture_offer("lie"), sit};
    bustle_entity_def chair = furniture_chair(offers, 2);
    shop_add_entity(k, &chair);
    shop_seal(k);
}

static void S62_a_fallback_should_ask_for_nothing(void **state) {
    shop *k = *state;
    static const char *const fallbacks[] = {"visit"};
    furniture_market(k);
    const bustle_node_def ask = furniture_request();
    furniture_add_visit(k, &ask);
    bustle_offer_def sit = furniture_offer("sit");
    bustle_entity_def chair = furniture_chair(&sit, 1);
    shop_add_entity(k, &chair);
    bustle_entity_def guest = shop_npc("guest", "standing");
    guest.fallbacks = fallbacks;
    guest.fallback_count = 1;
    shop_add_entity(k, &guest);
    shop_warned(k, "needy-fallback", "visit", "node \"ask\" needs an offer");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(S61_an_offer_needs_a_name_and_a_sequence),
        SHOP_TEST(S61_holders_have_bounds),
        SHOP_TEST(S61_two_offers_of_one_name_are_an_error),
        SHOP_TEST(S61_who_offers_has_what_the_offer_needs_of_it),
        SHOP_TEST(S62_a_request_for_what_nothing_offers_is_an_error),
        SHOP_TEST(S62_a_request_says_once_whom_it_asks),
        SHOP_TEST(S62_what_a_request_names_must_be_there),
        SHOP_TEST(S62_tagged_things_that_do_not_offer_it_are_told),
        SHOP_TEST(S62_a_definition_that_can_take_no_offer_of_a_name_is_told),
        SHOP_TEST(S62_what_is_offered_is_not_asked_of_who_asks_but_the_body_is),
        SHOP_TEST(S62_other_nodes_have_nothing_of_requests),
        SHOP_TEST(S63_a_body_is_only_in_sequences_that_are_offered),
        SHOP_TEST(S63_a_body_node_performs_nothing_else),
        SHOP_TEST(S63_what_stays_is_not_urgent),
        SHOP_TEST(S62_a_sequence_may_ask_for_what_it_is_offered_by),
        SHOP_TEST(S62_a_fallback_should_ask_for_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
