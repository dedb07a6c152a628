/* What sealing makes of requests (S62), bodies (S63) and `while` (S64). */
#include "furniture.h"

#include <stdlib.h>
#include <string.h>

static const node *node_named(const shop *k, const char *sequence_name, const char *name) {
    const bustle_content *c = k->content;
    const sequence *s = &c->sequences[id_of(k, BUSTLE_KIND_SEQUENCE, sequence_name)];
    for (uint32_t i = 0; i < s->node_count; i++) {
        if (strcmp(c->text + c->nodes[s->nodes_at + i].name, name) == 0) {
            return &c->nodes[s->nodes_at + i];
        }
    }
    fail_msg("no node %s", name);
    return NULL;
}

static const wait *wait_of(const shop *k) {
    const node *n = node_named(k, "visit", "ask");
    assert_int_equal(n->kind, BUSTLE_NODE_REQUEST);
    return &k->content->waits[n->performs];
}

static const request *request_of(const shop *k) {
    return &k->content->requests[wait_of(k)->request];
}

static void seal(shop *k, const bustle_node_def *ask) {
    const bustle_offer_def sit = furniture_offer("sit");
    furniture_house(k, &sit, ask);
    shop_seal(k);
}

/* ---- What it asks for ---- */

static void S62_a_request_is_as_it_was_written(void **state) {
    shop *k = *state;
    bustle_node_def ask = furniture_request();
    ask.when = OPS(op_on(BUSTLE_AT_MOST, BUSTLE_DISTANCE, NULL, 5));
    ask.preference = BUSTLE_PREFER_NEAREST;
    ask.timeout_ms = 7000;
    ask.every_ms = 250;
    ask.waiting = "rest";
    ask.body = "standing";
    seal(k, &ask);
    const bustle_content *c = k->content;
    const wait *w = wait_of(k);
    const request *r = request_of(k);
    assert_int_equal(w->timeout, 7000);
    assert_int_equal(w->every, 250);
    assert_int_equal(w->seen, id_of(k, BUSTLE_KIND_ACTION, "rest"));
    assert_int_equal(w->scene, NONE16);
    assert_int_equal(c->request_count, 1);
    assert_int_equal(r->from, FROM_ANYONE);
    assert_int_equal(r->name_count, 1);
    assert_int_equal(c->ids[r->names_at], id_of(k, BUSTLE_KIND_OFFER, "sit"));
    assert_int_equal(r->body, id_of(k, BUSTLE_KIND_SEQUENCE, "standing"));
    assert_int_equal(r->path, NONE16);
    assert_int_equal(r->when.count, 1);
    assert_int_equal(r->during.form, CODE_EMPTY);
    const action *search = &c->actions[r->search];
    assert_true(r->search >= bustle_content_count(c, BUSTLE_KIND_ACTION));
    assert_int_equal(search->flags, ACTION_TARGETED | ACTION_USES_DISTANCE);
    assert_int_equal(search->preference, BUSTLE_PREFER_NEAREST);
    assert_int_equal(search->reach.most, 5 * SIXTEENTHS);
}

static void S62_a_request_waits_for_nothing_unless_it_says_so(void **state) {
    shop *k = *state;
    const bustle_node_def ask = furniture_request();
    seal(k, &ask);
    assert_int_equal(wait_of(k)->timeout, 0);
    assert_int_equal(request_of(k)->body, NONE16);
    assert_int_equal(node_named(k, "visit", "ask")->flags & NODE_WHILE, 0);
    assert_int_equal(node_named(k, "visit", "ask")->during, NONE16);
    assert_int_equal(wait_of(k)->request, 0);
}

static void S62_names_are_asked_for_in_their_order_and_any_in_byte_order(void **state) {
    shop *k = *state;
    static const char *const names[] = {"sit", "climb"};
    bustle_offer_def offers[] = {
        furniture_offer("climb"), furniture_offer("jump"), furniture_offer("sit")};
    for (int any = 0; any < 2; any++) {
        shop_end(k);
        shop_begin(k);
        furniture_market(k);
        bustle_entity_def chair = furniture_chair(offers, 3);
        shop_add_entity(k, &chair);
        bustle_node_def ask = furniture_request();
        ask.offers = names;
        ask.offer_count = any != 0 ? 0 : 2;
        furniture_add_visit(k, &ask);
        furniture_add_guest(k);
        shop_seal(k);
        const request *r = request_of(k);
        const uint32_t *ids = &k->content->ids[r->names_at];
        assert_int_equal(r->name_count, any != 0 ? 3 : 2);
        assert_int_equal(ids[0], any != 0 ? 0 : 2);
        assert_int_equal(ids[1], any != 0 ? 1 : 0);
    }
}

static void S62_an_optional_request_may_ask_for_what_nothing_offers(void **state) {
    shop *k = *state;
    static const char *const names[] = {"fly", "sit"};
    bustle_node_def ask = furniture_request();
    ask.offers = names;
    ask.offer_count = 2;
    ask.optional = true;
    seal(k, &ask);
    assert_int_equal(request_of(k)->name_count, 1);
    shop_end(k);
    shop_begin(k);
    ask.offer_count = 1;
    seal(k, &ask);
    assert_int_equal(request_of(k)->name_count, 0);
    assert_int_equal(k->content->actions[request_of(k)->search].group_count, 0);
}

/* ---- Whom ---- */

static void S62_who_is_asked_is_said_by_the_node(void **state) {
    shop *k = *state;
    bustle_node_def ask = furniture_request();
    ask.from_target = true;
    seal(k, &ask);
    assert_int_equal(request_of(k)->from, FROM_TARGET);
    shop_end(k);
    shop_begin(k);
    ask.from_target = false;
    ask.from_area = true;
    seal(k, &ask);
    assert_int_equal(request_of(k)->from, FROM_AREA);
    assert_int_equal(k->content->actions[request_of(k)->search].group_count, 0);
}

static void S62_everyone_who_may_offer_it_is_found(void **state) {
    shop *k = *state;
    furniture_market(k);
    bustle_offer_def sit = furniture_offer("sit");
    bustle_offer_def climb = furniture_offer("climb");
    bustle_entity_def chair = furniture_chair(&sit, 1);
    shop_add_entity(k, &chair);
    bustle_entity_def tree = furniture_chair(&climb, 1);
    tree.name = "tree";
    shop_add_entity(k, &tree);
    const bustle_node_def ask = furniture_request();
    furniture_add_visit(k, &ask);
    furniture_add_guest(k);
    const bustle_content *c = shop_seal(k);
    const action *search = &c->actions[request_of(k)->search];
    assert_int_equal(search->group_count, 1);
    assert_int_equal(
        c->ids[search->groups_at], c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "chair")].group);
    assert_int_equal(c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "tree")].group, NONE16);
}

static void S62_an_npc_may_offer_what_any_role_does(void **state) {
    shop *k = *state;
    furniture_market(k);
    bustle_offer_def sit = furniture_offer("sit");
    bustle_role_def host = bustle_default_role_def();
    host.name = "host";
    host.offers = &sit;
    host.offer_count = 1;
    furniture_add_role(k, &host);
    const bustle_node_def ask = furniture_request();
    furniture_add_visit(k, &ask);
    furniture_add_guest(k);
    const bustle_content *c = shop_seal(k);
    const action *search = &c->actions[request_of(k)->search];
    assert_int_equal(search->group_count, 1);
    assert_int_equal(
        c->ids[search->groups_at], c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "guest")].group);
    assert_int_not_equal(
        c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "bench")].group, c->ids[search->groups_at]);
}

static void S62_of_those_with_a_tag_who_may_offer_it_is_found(void **state) {
    shop *k = *state;
    static const char *const tags[] = {"seat", "throne"};
    static const char *const royal[] = {"throne"};
    bustle_offer_def sit = furniture_offer("sit");
    furniture_market(k);
    bustle_entity_def chair = furniture_chair(&sit, 1);
    shop_add_entity(k, &chair);
    bustle_entity_def stone = furniture_chair(NULL, 0);
    stone.name = "stone";
    shop_add_entity(k, &stone);
    bustle_entity_def throne = furniture_chair(&sit, 1);
    throne.name = "throne";
    throne.tags = royal;
    shop_add_entity(k, &throne);
    bustle_entity_def stool = furniture_chair(&sit, 1);
    stool.name = "stool";
    stool.tag_count = 0;
    shop_add_entity(k, &stool);
    bustle_node_def ask = furniture_request();
    ask.targets = tags;
    ask.target_count = 2;
    furniture_add_visit(k, &ask);
    furniture_add_guest(k);
    const bustle_content *c = shop_seal(k);
    const action *search = &c->actions[request_of(k)->search];
    const uint16_t seats = c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "chair")].group;
    assert_int_equal(request_of(k)->from, FROM_TAGGED);
    assert_int_equal(search->group_count, 1);
    assert_int_equal(c->ids[search->groups_at], seats);
    assert_int_equal(c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "throne")].group, seats);
    assert_int_equal(c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "stone")].group, NONE16);
    assert_int_equal(c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "stool")].group, NONE16);
}

/* ---- While ---- */

static void S64_requests_and_nodes_with_a_sequence_may_say_while(void **state) {
    shop *k = *state;
    bustle_node_def ask = furniture_request();
    ask.holds_while = OPS(op_on(BUSTLE_AT_MOST, BUSTLE_DISTANCE, NULL, 5));
    bustle_node_def in = shop_node("in", BUSTLE_NODE_SEQUENCE, "standing", TO(to("END")));
    in.holds_while = OPS(op_on(BUSTLE_GREATER, BUSTLE_SELF, "energy", 0));
    bustle_sequence_def nested = shop_sequence("nested", "in", NODES(in));
    const bustle_offer_def sit = furniture_offer("sit");
    furniture_house(k, &sit, &ask);
    shop_add_sequence(k, &nested);
    const bustle_content *c = shop_seal(k);
    const node *asks = node_named(k, "visit", "ask");
    assert_int_equal(asks->flags & NODE_WHILE, NODE_WHILE);
    assert_int_equal(c->whiles[asks->during].at, request_of(k)->during.at);
    assert_int_equal(request_of(k)->during.count, 1);
    assert_int_equal(
        c->actions[request_of(k)->search].flags & ACTION_USES_DISTANCE, ACTION_USES_DISTANCE);
    const node *runs = node_named(k, "nested", "in");
    assert_int_equal(runs->flags & NODE_WHILE, NODE_WHILE);
    assert_int_equal(c->whiles[runs->during].count, 1);
    assert_int_equal(c->has_whiles, 1);
}

/* ---- As bytes ---- */

static void seal_all_of_it(shop *k) {
    static const char *const tags[] = {"seat"};
    bustle_node_def ask = furniture_request();
    ask.targets = tags;
    ask.target_count = 1;
    ask.timeout_ms = 900;
    ask.body = "standing";
    ask.when = OPS(op_on(BUSTLE_AT_MOST, BUSTLE_DISTANCE, NULL, 5));
    ask.holds_while = OPS(op_on(BUSTLE_GREATER, BUSTLE_SELF, "energy", 0));
    bustle_offer_def sit = furniture_offer("sit");
    sit.holders = 0;
    sit.kept = true;
    sit.undo = "standing";
    sit.adopt = OPS(op_on(BUSTLE_DECREASE, BUSTLE_SELF, "energy", 1));
    furniture_house(k, &sit, &ask);
}

static void S62_offers_and_requests_come_back_from_a_compiled_file(void **state) {
    shop *k = *state;
    size_t size = 0;
    seal_all_of_it(k);
    assert_int_equal(bustle_builder_save(k->builder, NULL, 0, &size), BUSTLE_OK);
    uint8_t *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(bustle_builder_save(k->builder, bytes, size, &size), BUSTLE_OK);
    shop_seal(k);
    const request asked = *request_of(k);
    const offer offered = k->content->offers[0];
    shop_end(k);
    shop_begin(k);
    assert_int_equal(bustle_builder_load(k->builder, bytes, size), BUSTLE_OK);
    free(bytes);
    shop_seal(k);
    assert_memory_equal(request_of(k), &asked, sizeof asked);
    assert_memory_equal(&k->content->offers[0], &offered, sizeof offered);
    assert_int_equal(wait_of(k)->timeout, 900);
}

/* ---- Memory ---- */

static void S62_sealing_says_when_memory_is_short(void **state) {
    shop *k = *state;
    static const char *const tags[] = {"seat"};
    bustle_node_def ask = furniture_request();
    ask.targets = tags;
    ask.target_count = 1;
    ask.holds_while = OPS(op_on(BUSTLE_GREATER, BUSTLE_SELF, "energy", 0));
    const bustle_offer_def sit = furniture_offer("sit");
    furniture_house(k, &sit, &ask);
    bustle_status status = BUSTLE_NO_MEMORY;
    for (long i = 0; status == BUSTLE_NO_MEMORY; i++) {
        k->until_failure = i;
        status = bustle_builder_seal(k->builder, &k->content);
    }
    k->until_failure = -1;
    assert_int_equal(status, BUSTLE_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(S62_a_request_is_as_it_was_written),
        SHOP_TEST(S62_a_request_waits_for_nothing_unless_it_says_so),
        SHOP_TEST(S62_names_are_asked_for_in_their_order_and_any_in_byte_order),
        SHOP_TEST(S62_an_optional_request_may_ask_for_what_nothing_offers),
        SHOP_TEST(S62_who_is_asked_is_said_by_the_node),
        SHOP_TEST(S62_everyone_who_may_offer_it_is_found),
        SHOP_TEST(S62_an_npc_may_offer_what_any_role_does),
        SHOP_TEST(S62_of_those_with_a_tag_who_may_offer_it_is_found),
        SHOP_TEST(S64_requests_and_nodes_with_a_sequence_may_say_while),
        SHOP_TEST(S62_offers_and_requests_come_back_from_a_compiled_file),
        SHOP_TEST(S62_sealing_says_when_memory_is_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
