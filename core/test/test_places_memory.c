/* S61 to S74: whichever allocation fails while offers, requests, links, paths, areas, places,
 * inboxes, meetings and plans are added and sealed, the same call succeeds afterwards, and finds
 * the same problems. */
#include "builder_shop.h"

/* ---- Everything ---- */

static const char *const seat[] = {"seat"};
static const char *const bed[] = {"bed"};

static bustle_ops text(const char *written) {
    return (bustle_ops){NULL, 0, written};
}

static bustle_status add_keys(bustle_builder *b, bool wrong) {
    bustle_state_def energy = bustle_default_state_def();
    energy.name = "energy";
    energy.minimum = 0;
    energy.maximum = 100;
    bustle_link_def home = bustle_default_link_def();
    home.name = "home";
    bustle_link_def trust = bustle_default_link_def();
    trust.name = wrong ? "inside" : "trust";
    trust.flag = false;
    trust.minimum = -10;
    trust.maximum = 10;
    bustle_interruption_def bell = bustle_default_interruption_def();
    bell.name = "bell";
    bustle_status status = bustle_builder_add_state(b, &energy);
    status = status != BUSTLE_OK ? status : bustle_builder_add_link(b, &home);
    status = status != BUSTLE_OK ? status : bustle_builder_add_link(b, &trust);
    return status != BUSTLE_OK ? status : bustle_builder_add_interruption(b, &bell);
}

static bustle_status add_actions(bustle_builder *b, bool wrong) {
    bustle_action_def rest = shop_action("rest");
    rest.start = text(wrong ? "raise bel on home"
                            : "raise bell on home(seat); raise bell within 5; "
                              "raise bell on area; area.energy -= 1; self.energy += 1");
    bustle_action_def hug = shop_action("hug");
    hug.target = BUSTLE_TARGET_TAKEN;
    hug.when =
        text(wrong ? "count(hom of target) > 0 and any(home of) and self.trust(self) > 1"
                   : "(self.trust(target) > -5 or count(home+ of self in home of target) == 0 and "
                     "not any(home('seat') of area)) and area.energy >= 0");
    hug.finish = text(wrong ? "revoke st on self; self.holder(target) = 1"
                            : "self.trust(target) += count(home); target.home(self) = 1; "
                              "revoke sit on target; raise bell on target");
    hug.preferred = text("self.trust(target) * 2 - target.energy");
    hug.preference = BUSTLE_PREFER_MOST;
    bustle_status status = bustle_builder_add_action(b, &rest);
    return status != BUSTLE_OK ? status : bustle_builder_add_action(b, &hug);
}

static bustle_status add_sequences(bustle_builder *b, bool wrong) {
    static const char *const names[] = {"sit", "lie"};
    const bustle_sequence_def standing = shop_sequence(
        "standing", "up", NODES(shop_node("up", BUSTLE_NODE_ACTION, "rest", TO(to("END")))));
    const bustle_sequence_def sitting = shop_sequence("sitting", "down",
        NODES(shop_node("down", BUSTLE_NODE_ACTION, "rest", TO(to("stay"))),
            shop_node("stay", BUSTLE_NODE_BODY, NULL, TO(to("END")))));
    bustle_node_def any = shop_node("any", BUSTLE_NODE_REQUEST, NULL, TO(to("near")));
    any.when = text("target.energy < 100");
    any.preferred = text("self.trust(target)");
    any.preference = BUSTLE_PREFER_MOST;
    any.failed = "near";
    bustle_node_def near = shop_node("near", BUSTLE_NODE_REQUEST, NULL, TO(to("path")));
    near.offers = names;
    near.offer_count = wrong ? 2 : 1;
    near.targets = wrong ? bed : seat;
    near.target_count = 1;
    near.body = "standing";
    near.holds_while = text("self.energy > 0 and distance < 20");
    near.failed = "path";
    bustle_node_def path = shop_node("path", BUSTLE_NODE_REQUEST, NULL, TO(to("hug")));
    path.offers = names;
    path.offer_count = 1;
    path.path = wrong ? "home(castle)+ of" : "home(seat)+ of area";
    path.failed = "hug";
    bustle_node_def hug = shop_node("hug", BUSTLE_NODE_ACTION, "hug", TO(to("nest")));
    hug.path = wrong ? "hom of self" : "home";
    hug.failed = "nest";
    bustle_node_def nest = shop_node("nest", BUSTLE_NODE_SEQUENCE, "standing", TO(to("END")));
    nest.holds_while = text("any(home)");
    nest.failed = "END";
    const bustle_sequence_def visit =
        shop_sequence("visit", "any", NODES(any, near, path, hug, nest));
    bustle_status status = bustle_builder_add_sequence(b, &standing);
    status = status != BUSTLE_OK ? status : bustle_builder_add_sequence(b, &sitting);
    return status != BUSTLE_OK ? status : bustle_builder_add_sequence(b, &visit);
}

static bustle_offer_def offer_of(bool wrong) {
    bustle_offer_def sit = bustle_default_offer_def();
    sit.name = "sit";
    sit.sequence = wrong ? "siting" : "sitting";
    sit.when = text("self.energy < 90");
    sit.holds_while = text("target.energy >= 0");
    sit.adopt = text("self.home(target) = 1; target.energy -= 1");
    sit.drop = text(wrong ? "self.enrgy = 1" : "self.home(target) = 0; target.energy += 1");
    sit.undo = "standing";
    return sit;
}

static bustle_status add_entities(bustle_builder *b, bool wrong) {
    static const bustle_entity_state_def states[] = {{"energy", true, 5, NULL}};
    static const char *const accepts[] = {"hug"};
    static const bustle_handler_def handlers[] = {{"bell", "standing", 1, false, false}};
    const bustle_offer_def offers[] = {offer_of(wrong), offer_of(false)};
    bustle_role_def host = bustle_default_role_def();
    host.name = "host";
    host.offers = offers;
    host.offer_count = 1;
    const bustle_entity_role_def roles[] = {{"host", text(NULL)}};
    bustle_entity_def guest = shop_npc("guest", "visit");
    guest.states = states;
    guest.state_count = 1;
    guest.accepts = accepts;
    guest.accept_count = 1;
    guest.handlers = handlers;
    guest.handler_count = 1;
    guest.roles = roles;
    guest.role_count = 1;
    bustle_box_def boxes[] = {bustle_default_box_def(), bustle_default_box_def()};
    for (int i = 0; i < 2; i++) {
        boxes[i].width = wrong ? -4 : 4;
        boxes[i].depth = 4;
    }
    bustle_entity_def room = bustle_default_entity_def();
    room.name = "room";
    room.position = BUSTLE_POSITION_STATIC;
    room.tags = seat;
    room.tag_count = 1;
    room.states = states;
    room.state_count = 1;
    room.accepts = accepts;
    room.accept_count = 1;
    room.area = boxes;
    room.area_count = 2;
    room.enter = text("self.home(target) = 1; raise bell on self");
    room.exit = text("target.energy += 1");
    room.offers = offers;
    room.offer_count = wrong ? 2 : 1;
    bustle_status status = bustle_builder_add_role(b, &host);
    status = status != BUSTLE_OK ? status : bustle_builder_add_entity(b, &guest);
    return status != BUSTLE_OK ? status : bustle_builder_add_entity(b, &room);
}

static bustle_status add_places(bustle_builder *b, bool wrong) {
    static const bustle_entity_state_def states[] = {{"energy", true, 7, NULL}};
    static const char *const names[] = {"hall", "attic", "cellar"};
    bustle_status status = BUSTLE_OK;
    for (int i = 0; i < 3 && status == BUSTLE_OK; i++) {
        const bustle_place_link_def links[] = {{"home", names[(i + 1) % 3], false, 0},
            {wrong ? "trst" : "trust", wrong ? "roof" : names[(i + 2) % 3], true, 4}};
        bustle_place_def place = bustle_default_place_def();
        place.definition = "room";
        place.name = names[i];
        place.states = states;
        place.state_count = 1;
        place.links = links;
        place.link_count = 2;
        status = bustle_builder_add_place(b, &place);
    }
    return status;
}

static bustle_status add_trade(bustle_builder *b, bool wrong) {
    bustle_inbox_def orders = bustle_default_inbox_def();
    orders.name = "orders";
    orders.limit = wrong ? -1 : 16;
    bustle_node_def take =
        shop_node("take", BUSTLE_NODE_TAKE, wrong ? "ordres" : "orders", TO(to("tell")));
    take.when = text("self.trust(target) >= 0 and self.orders > 0");
    take.into = wrong ? "enrgy" : "energy";
    take.failed = "tell";
    bustle_node_def tell = shop_node("tell", BUSTLE_NODE_SEND, "orders", TO(to("meet")));
    tell.targets = seat;
    tell.target_count = 1;
    tell.when = text("target.orders < 5");
    tell.value = text(wrong ? "self.enrgy" : "self.energy + count(home)");
    tell.await = true;
    tell.failed = "meet";
    bustle_node_def meet = shop_node("meet", BUSTLE_NODE_MEET, "toast", TO(to("rest")));
    meet.path = wrong ? "hom" : "home";
    meet.count = wrong ? 1 : 2;
    meet.failed = "rest";
    const bustle_sequence_def trade = shop_sequence("trade", "take",
        NODES(take, tell, meet, shop_node("rest", BUSTLE_NODE_ACTION, "rest", TO(to("END")))));
    const bustle_sequence_def chat = shop_sequence("chat", "meet",
        NODES(shop_node("meet", BUSTLE_NODE_MEET, wrong ? "" : "chat", TO(to("rest"))),
            shop_node("rest", BUSTLE_NODE_ACTION, "rest", TO(to("END")))));
    bustle_status status = bustle_builder_add_inbox(b, &orders);
    status = status != BUSTLE_OK ? status : bustle_builder_add_sequence(b, &trade);
    return status != BUSTLE_OK || !wrong ? status : bustle_builder_add_sequence(b, &chat);
}

static bustle_status add_keeper(bustle_builder *b, bool wrong) {
    static const bustle_entity_state_def states[] = {{"energy", true, 5, NULL}};
    static const char *const inboxes[] = {"orders", "ordres"};
    bustle_plan_entry_def entries[] = {
        bustle_default_plan_entry_def(), bustle_default_plan_entry_def()};
    for (int i = 0; i < 2; i++) {
        entries[i].from = 360 + 600 * i;
        entries[i].to = wrong ? 2000 : 960 - 600 * i;
        entries[i].sequence = i == 0 ? "trade" : "standing";
        entries[i].vary = 20;
    }
    bustle_plan_def day = bustle_default_plan_def();
    day.name = "day";
    day.entries = entries;
    day.entry_count = 2;
    bustle_entity_def keeper = shop_npc("keeper", wrong ? "trade" : NULL);
    keeper.plan = "day";
    keeper.tags = seat;
    keeper.tag_count = 1;
    keeper.states = states;
    keeper.state_count = 1;
    keeper.inboxes = inboxes;
    keeper.inbox_count = wrong ? 2 : 1;
    const bustle_status status = bustle_builder_add_plan(b, &day);
    return status != BUSTLE_OK ? status : bustle_builder_add_entity(b, &keeper);
}

/* ---- Too little memory ---- */

typedef bustle_status (*build_step)(bustle_builder *b, bool wrong);

typedef struct outcome {
    bustle_status status;
    size_t problems;
} outcome;

/* Builds all of it in a shop. Whatever lacks memory is begun anew with enough of it. */
static outcome build(shop *k, bool wrong, size_t *refusals) {
    static const build_step steps[] = {
        add_keys, add_actions, add_sequences, add_entities, add_places, add_trade, add_keeper};
    bustle_status status = BUSTLE_OK;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && status == BUSTLE_OK; i++) {
        status = steps[i](k->builder, wrong);
    }
    if (status == BUSTLE_OK) {
        const size_t held = k->bytes;
        status = bustle_builder_seal(k->builder, &k->content);
        if (status == BUSTLE_NO_MEMORY) {
            assert_int_equal(k->bytes, held);
            assert_null(k->content);
            ++*refusals;
            k->until_failure = -1;
            status = bustle_builder_seal(k->builder, &k->content);
        }
    }
    return (outcome){status, bustle_builder_problem_count(k->builder)};
}

/* The n-th allocation fails, n = 1, 2, 3 ... until none does: that one alone, or all after it. */
static void sweep(bool wrong, bool once, bustle_status expected) {
    size_t refusals = 0;
    shop plain;
    shop_begin(&plain);
    const outcome as_ever = build(&plain, wrong, &refusals);
    if (as_ever.status != expected) {
        shop_print_problems(&plain);
    }
    shop_end(&plain);
    assert_int_equal(as_ever.status, expected);
    assert_int_equal(refusals, 0);
    bool failed = true;
    for (long n = 0; failed; n++) {
        shop k;
        shop_begin(&k);
        k.until_failure = n;
        k.fails_once = once;
        const outcome now = build(&k, wrong, &refusals);
        failed = k.failures > 0;
        if (now.status != BUSTLE_NO_MEMORY) { /* that of a definition is in test_builder.c */
            assert_int_equal(now.status, as_ever.status);
            assert_int_equal(now.problems, as_ever.problems);
        }
        assert_true(n < 10000);
        shop_end(&k);
    }
    assert_true(refusals > 20);
}

static void S61_S74_whichever_allocation_fails_sealing_succeeds_afterwards(void **state) {
    (void)state;
    sweep(false, false, BUSTLE_OK);
    sweep(false, true, BUSTLE_OK);
}

static void S61_S74_whichever_allocation_fails_problems_are_told_afterwards(void **state) {
    (void)state;
    sweep(true, false, BUSTLE_PROBLEMS);
    sweep(true, true, BUSTLE_PROBLEMS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(S61_S74_whichever_allocation_fails_sealing_succeeds_afterwards),
        cmocka_unit_test(S61_S74_whichever_allocation_fails_problems_are_told_afterwards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
