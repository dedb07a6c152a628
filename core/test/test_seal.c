/* The layout of sealed content, and asking it. */
#include "builder_shop.h"

#include <string.h>

#include "base/hash.h"

/* ---- Names ---- */

static void S20_ids_are_in_byte_order_of_names(void **state) {
    shop *k = *state;
    static const char *const names[] = {"b", "Z", "a", "\xc3\xa9", "aa", "A"};
    static const char *const sorted[] = {"A", "Z", "a", "aa", "b", "\xc3\xa9"};
    for (int i = 0; i < 6; i++) {
        shop_state(k, names[i], 0, 1, 0);
    }
    const bustle_content *c = shop_seal(k);
    assert_int_equal(bustle_content_count(c, BUSTLE_KIND_STATE), 6);
    for (uint32_t i = 0; i < 6; i++) {
        assert_string_equal(bustle_content_name(c, BUSTLE_KIND_STATE, i), sorted[i]);
        assert_int_equal(bustle_content_find(c, BUSTLE_KIND_STATE, sorted[i]), i);
        assert_int_equal(bustle_content_name_hash(c, BUSTLE_KIND_STATE, i), fnv_text(sorted[i]));
        assert_string_equal(c->text + c->states[i].name, sorted[i]);
    }
}

static void what_a_content_does_not_have_is_said_to_be_missing(void **state) {
    shop *k = *state;
    shop_market(k);
    const bustle_content *c = shop_seal(k);
    int32_t value = 77;
    assert_int_equal(bustle_content_find(c, BUSTLE_KIND_ACTION, "fly"), BUSTLE_NONE);
    assert_int_equal(bustle_content_find(c, BUSTLE_KIND_ACTION, NULL), BUSTLE_NONE);
    assert_int_equal(bustle_content_find(c, (bustle_kind)9, "sit"), BUSTLE_NONE);
    assert_int_equal(bustle_content_find(NULL, BUSTLE_KIND_ACTION, "sit"), BUSTLE_NONE);
    assert_int_equal(bustle_content_count(NULL, BUSTLE_KIND_ACTION), 0);
    assert_int_equal(bustle_content_count(c, (bustle_kind)-1), 0);
    assert_null(bustle_content_name(c, BUSTLE_KIND_ACTION, 2));
    assert_null(bustle_content_name(NULL, BUSTLE_KIND_ACTION, 0));
    assert_null(bustle_content_node_name(c, 0, 3));
    assert_null(bustle_content_node_name(c, 1, 0));
    assert_null(bustle_content_node_name(NULL, 0, 0));
    assert_int_equal(bustle_content_name_hash(c, BUSTLE_KIND_ENTITY, 2), 0);
    assert_int_equal(bustle_content_bytes(NULL), 0);
    assert_int_equal(
        bustle_content_value(c, BUSTLE_KIND_ACTION, 0, "x", &value), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(
        bustle_content_value(c, BUSTLE_KIND_STATE, 99, "x", &value), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(
        bustle_content_value(c, BUSTLE_KIND_STATE, 0, NULL, &value), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_content_value(c, BUSTLE_KIND_STATE, 0, "x", &value), BUSTLE_BAD_VALUE);
    assert_int_equal(value, 77);
    bustle_content_retain(NULL);
    bustle_content_release(NULL);
}

static void S2_named_values_are_found_by_name_and_by_number(void **state) {
    shop *k = *state;
    shop_market(k);
    const bustle_content *c = shop_seal(k);
    uint32_t mood = id_of(k, BUSTLE_KIND_STATE, "mood");
    uint32_t weather = id_of(k, BUSTLE_KIND_ENVIRONMENT, "weather");
    int32_t value = 0;
    assert_int_equal(bustle_content_value(c, BUSTLE_KIND_STATE, mood, "angry", &value), BUSTLE_OK);
    assert_int_equal(value, 1);
    assert_int_equal(
        bustle_content_value(c, BUSTLE_KIND_ENVIRONMENT, weather, "rain", &value), BUSTLE_OK);
    assert_int_equal(value, 1);
    assert_string_equal(bustle_content_value_name(c, BUSTLE_KIND_STATE, mood, 0), "calm");
    assert_null(bustle_content_value_name(c, BUSTLE_KIND_STATE, mood, 2));
    assert_null(bustle_content_value_name(c, BUSTLE_KIND_STATE, mood, -1));
    assert_int_equal(c->states[mood].minimum, 0);
    assert_int_equal(c->states[mood].maximum, 1);
    assert_int_equal(c->environment[weather].refresh_ms, 5000);
    assert_int_equal(c->environment[id_of(k, BUSTLE_KIND_ENVIRONMENT, "hour")].refresh_ms, 1);
}

static void a_content_lives_until_its_last_owner_releases_it(void **state) {
    shop *k = *state;
    shop_market(k);
    shop_seal(k);
    size_t before = k->bytes;
    size_t size = bustle_content_bytes(k->content);
    assert_true(size > 0);
    bustle_content_retain(k->content);
    bustle_content_release(k->content);
    assert_int_equal(k->bytes, before);
    assert_string_equal(bustle_content_name(k->content, BUSTLE_KIND_ACTION, 0), "rest");
    bustle_content_release(k->content);
    k->content = NULL;
    assert_int_equal(k->bytes, before - size);
}

static void a_content_outlives_its_builder(void **state) {
    shop *k = *state;
    shop_market(k);
    shop_seal(k);
    bustle_builder_destroy(k->builder);
    k->builder = NULL;
    assert_string_equal(bustle_content_name(k->content, BUSTLE_KIND_ENTITY, 0), "bench");
}

/* ---- Interruptions and actions ---- */

static void S45_an_interruption_knows_what_it_watches(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_interruption_def def = bustle_default_interruption_def();
    def.name = "storm";
    def.when = OPS(op_named(BUSTLE_EQUAL, BUSTLE_ENV, "weather", "rain"),
        op_on(BUSTLE_GREATER, BUSTLE_ENV, "hour", 8), op_push(BUSTLE_ENV, "hour"),
        op_push(BUSTLE_ENV, "weather"), op_test(BUSTLE_GREATER));
    bustle_builder_add_interruption(k->builder, &def);
    const bustle_content *c = shop_seal(k);
    const interruption *storm = &c->interruptions[id_of(k, BUSTLE_KIND_INTERRUPTION, "storm")];
    uint32_t hour = id_of(k, BUSTLE_KIND_ENVIRONMENT, "hour");
    uint32_t weather = id_of(k, BUSTLE_KIND_ENVIRONMENT, "weather");
    assert_int_equal(storm->watch_count, 2);
    assert_int_equal(c->ids[storm->watch_at], hour);
    assert_int_equal(c->ids[storm->watch_at + 1], weather);
    assert_int_equal(c->environment[hour].watched, 1);
    assert_int_equal(storm->hash, fnv_text("storm"));
    const interruption *alarm = &c->interruptions[id_of(k, BUSTLE_KIND_INTERRUPTION, "alarm")];
    assert_int_equal(alarm->when.form, CODE_EMPTY);
    assert_int_equal(alarm->watch_count, 0);
}

static void S11_an_action_keeps_what_it_was_given(void **state) {
    shop *k = *state;
    shop_market(k);
    static const char *const names[] = {"noise", "bell"};
    for (int i = 0; i < 2; i++) {
        bustle_interruption_def def = bustle_default_interruption_def();
        def.name = names[i];
        bustle_builder_add_interruption(k->builder, &def);
    }
    bustle_action_def def = shop_action("buy");
    def.duration_max_ms = 3000;
    def.timeout_ms = 4000;
    def.timeout_fails = true;
    def.resumable = true;
    def.ending = BUSTLE_ENDING_GAME;
    def.preference = BUSTLE_PREFER_MOST;
    def.preferred_state = "price";
    def.ends_on = names;
    def.ends_on_count = 2;
    shop_add_action(k, &def);
    const bustle_content *c = shop_seal(k);
    const action *buy = &c->actions[id_of(k, BUSTLE_KIND_ACTION, "buy")];
    assert_int_equal(buy->duration, 1000);
    assert_int_equal(buy->duration_max, 3000);
    assert_int_equal(buy->timeout, 4000);
    assert_int_equal(buy->flags, ACTION_TARGETED | ACTION_TIMEOUT_FAILS | ACTION_RESUMABLE);
    assert_int_equal(buy->ending, BUSTLE_ENDING_GAME);
    assert_int_equal(buy->preference, BUSTLE_PREFER_MOST);
    assert_int_equal(buy->preferred_state, id_of(k, BUSTLE_KIND_STATE, "price"));
    assert_int_equal(buy->speed_state, NONE16);
    assert_int_equal(buy->ends_on_count, 2);
    assert_int_equal(c->ids[buy->ends_on_at], id_of(k, BUSTLE_KIND_INTERRUPTION, "bell"));
    assert_int_equal(c->ids[buy->ends_on_at + 1], id_of(k, BUSTLE_KIND_INTERRUPTION, "noise"));
    assert_int_equal(buy->hash, fnv_text("buy"));
    const action *rest = &c->actions[id_of(k, BUSTLE_KIND_ACTION, "rest")];
    assert_int_equal(rest->duration_max, 1000);
    assert_int_equal(rest->timeout, 3000);
    assert_int_equal(rest->preferred_state, NONE16);
    assert_int_equal(rest->reach.most, INT32_MAX);
}

static void S42_claims_on_one_state_are_added_up(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_claim_def claims[] = {{"seats", 1}, {"energy", 2}, {"seats", 3}};
    bustle_action_def def = shop_action("sprawl");
    def.claims = claims;
    def.claim_count = 3;
    shop_add_action(k, &def);
    const bustle_content *c = shop_seal(k);
    const action *sprawl = &c->actions[id_of(k, BUSTLE_KIND_ACTION, "sprawl")];
    assert_int_equal(sprawl->claim_count, 2);
    assert_int_equal(c->claims[sprawl->claims_at].state, id_of(k, BUSTLE_KIND_STATE, "seats"));
    assert_int_equal(c->claims[sprawl->claims_at].amount, 4);
    assert_int_equal(c->claims[sprawl->claims_at + 1].amount, 2);
    assert_int_equal(c->states[id_of(k, BUSTLE_KIND_STATE, "seats")].claimed, 1);
    assert_int_equal(c->states[id_of(k, BUSTLE_KIND_STATE, "price")].claimed, 0);
}

/* ---- Sequences ---- */

static const node *node_of(const shop *k, const char *sequence_name, const char *name) {
    const bustle_content *c = k->content;
    const sequence *s = &c->sequences[id_of(k, BUSTLE_KIND_SEQUENCE, sequence_name)];
    for (uint32_t i = 0; i < s->node_count; i++) {
        const node *n = &c->nodes[s->nodes_at + i];
        if (strcmp(c->text + n->name, name) == 0) {
            return n;
        }
    }
    fail();
    return NULL;
}

static uint32_t number_of(const shop *k, const node *n) {
    return (uint32_t)(n - k->content->nodes);
}

static void S20_nodes_are_by_name_and_transitions_as_written(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_node_def c_node =
        shop_node("c", BUSTLE_NODE_CHOICE, NULL, TO(to("b"), to("END"), to_otherwise("a")));
    bustle_sequence_def def = shop_sequence("zigzag", "b",
        NODES(c_node, shop_node("b", BUSTLE_NODE_ACTION, "rest", TO(to("c"))),
            shop_node("a", BUSTLE_NODE_SEQUENCE, "day", TO(to("END")))));
    shop_add_sequence(k, &def);
    const bustle_content *c = shop_seal(k);
    uint32_t id = id_of(k, BUSTLE_KIND_SEQUENCE, "zigzag");
    const sequence *s = &c->sequences[id];
    assert_int_equal(s->node_count, 4);
    assert_string_equal(bustle_content_node_name(c, id, 0), "END");
    assert_string_equal(bustle_content_node_name(c, id, 1), "a");
    assert_string_equal(bustle_content_node_name(c, id, 2), "b");
    assert_string_equal(bustle_content_node_name(c, id, 3), "c");
    assert_int_equal(s->entry, s->nodes_at + 2);
    assert_int_equal(s->nodes_at, c->sequences[0].node_count);
    const node *n = node_of(k, "zigzag", "c");
    assert_int_equal(n->kind, BUSTLE_NODE_CHOICE);
    assert_int_equal(n->performs, NONE16);
    assert_int_equal(n->sequence, id);
    assert_int_equal(n->failed, BUSTLE_NONE);
    assert_int_equal(n->transition_count, 3);
    assert_int_equal(c->transitions[n->transitions_at].to, s->nodes_at + 2);
    assert_int_equal(c->transitions[n->transitions_at + 1].to, s->nodes_at);
    assert_int_equal(c->transitions[n->transitions_at + 2].to, s->nodes_at + 1);
    assert_int_equal(c->transitions[n->transitions_at + 2].otherwise, 1);
    assert_int_equal(node_of(k, "zigzag", "END")->kind, BUSTLE_NODE_END);
    assert_int_equal(node_of(k, "zigzag", "a")->performs, id_of(k, BUSTLE_KIND_SEQUENCE, "day"));
}

static void S20_a_listed_end_node_is_not_doubled(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_sequence_def def = shop_sequence("walk", "a",
        NODES(shop_node("a", BUSTLE_NODE_ACTION, "rest", TO(to("END"), to("done"))),
            shop_node("END", BUSTLE_NODE_END, NULL, NULL, 0),
            shop_node("done", BUSTLE_NODE_END, NULL, NULL, 0)));
    shop_add_sequence(k, &def);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(c->sequences[id_of(k, BUSTLE_KIND_SEQUENCE, "walk")].node_count, 3);
}

static void S44_failed_names_a_node_and_implies_END_too(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_node_def a = shop_node("a", BUSTLE_NODE_ACTION, "sit", TO(to("a")));
    a.failed = "END";
    a.same_target = true;
    bustle_sequence_def def = shop_sequence("walk", "a", NODES(a));
    shop_add_sequence(k, &def);
    shop_seal(k);
    const node *n = node_of(k, "walk", "a");
    assert_int_equal(n->failed, number_of(k, node_of(k, "walk", "END")));
    assert_int_equal(n->flags, NODE_SAME_TARGET | NODE_COUNTS);
}

static void S26_only_ways_out_of_branches_are_known_as_choices(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_node_def hub =
        shop_node("hub", BUSTLE_NODE_ACTION, "rest", TO(to("x"), to("y"), to("x")));
    hub.failed = "z";
    bustle_sequence_def def = shop_sequence("fork", "hub",
        NODES(hub, shop_node("x", BUSTLE_NODE_ACTION, "rest", TO(to("hub"))),
            shop_node("y", BUSTLE_NODE_ACTION, "rest", TO(to("END"), to("END"))),
            shop_node("z", BUSTLE_NODE_ACTION, "rest", TO(to("hub")))));
    shop_add_sequence(k, &def);
    def.name = "spoon";
    shop_add_sequence(k, &def);
    shop_seal(k);
    assert_int_equal(node_of(k, "fork", "hub")->flags, NODE_BRANCHES | NODE_COUNTS);
    assert_int_equal(node_of(k, "fork", "y")->flags, NODE_COUNTS);
    static const struct {
        const char *sequence, *node;
        uint16_t choices[3];
    } ways[] = {{"fork", "hub", {0, 1, 0}}, {"spoon", "hub", {2, 3, 2}}, {"fork", "x", {NONE16}},
        {"fork", "y", {NONE16, NONE16}}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const node *n = node_of(k, ways[i].sequence, ways[i].node);
        for (uint32_t j = 0; j < n->transition_count; j++) {
            assert_int_equal(
                k->content->transitions[n->transitions_at + j].choice, ways[i].choices[j]);
        }
    }
    assert_int_equal(k->content->choice_count, 4);
    assert_int_equal(k->content->choices[3].from, number_of(k, node_of(k, "spoon", "hub")));
    assert_int_equal(k->content->choices[3].to, number_of(k, node_of(k, "spoon", "y")));
}

/* ---- Entities ---- */

static void S42_a_claimed_state_takes_two_columns(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_entity_state_def states[] = {
        {"seats", true, 4, NULL}, {"price", true, 9, NULL}, {"energy", false, 7, NULL}};
    bustle_entity_def def = bustle_default_entity_def();
    def.name = "inn";
    def.states = states;
    def.state_count = 3;
    shop_add_entity(k, &def);
    const bustle_content *c = shop_seal(k);
    const definition *inn = &c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "inn")];
    const uint16_t *columns = c->columns + inn->columns_at;
    assert_int_equal(inn->row_length, 4);
    assert_int_equal(columns[id_of(k, BUSTLE_KIND_STATE, "energy")], 0);
    assert_int_equal(columns[id_of(k, BUSTLE_KIND_STATE, "mood")], NO_COLUMN);
    assert_int_equal(columns[id_of(k, BUSTLE_KIND_STATE, "price")], 1);
    assert_int_equal(columns[id_of(k, BUSTLE_KIND_STATE, "seats")], 2);
    static const int32_t row[] = {50, 9, 4, 0};
    assert_memory_equal(c->initials + inn->initials_at, row, sizeof(row));
}

static void S1_an_npc_keeps_what_it_was_given(void **state) {
    shop *k = *state;
    shop_market(k);
    static const char *const fallbacks[] = {"nap"};
    static const bustle_handler_def handlers[] = {
        {.interruption = "alarm", .sequence = "nap", .priority = -7}};
    bustle_interruption_def bell = bustle_default_interruption_def();
    bell.name = "bell";
    bustle_builder_add_interruption(k->builder, &bell);
    bustle_sequence_def nap =
        shop_sequence("nap", "a", NODES(shop_node("a", BUSTLE_NODE_ACTION, "rest", TO(to("END")))));
    shop_add_sequence(k, &nap);
    bustle_entity_def def = shop_npc("guard", "day");
    def.position = BUSTLE_POSITION_QUERIED;
    def.position_refresh_ms = 250;
    def.fallbacks = fallbacks;
    def.fallback_count = 1;
    def.handlers = handlers;
    def.handler_count = 1;
    def.action_memories = 255;
    shop_add_entity(k, &def);
    const bustle_content *c = shop_seal(k);
    const definition *guard = &c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "guard")];
    uint32_t nap_id = id_of(k, BUSTLE_KIND_SEQUENCE, "nap");
    assert_int_equal(guard->npc, 1);
    const persona *as = &c->personas[guard->personas_at];
    assert_int_equal(as->main, id_of(k, BUSTLE_KIND_SEQUENCE, "day"));
    assert_int_equal(guard->position, BUSTLE_POSITION_QUERIED);
    assert_int_equal(guard->position_refresh_ms, 250);
    assert_int_equal(as->fallback_count, 1);
    assert_int_equal(c->ids[as->fallbacks_at], nap_id);
    const handler *of = c->handlers + as->handlers_at;
    assert_int_equal(of[id_of(k, BUSTLE_KIND_INTERRUPTION, "alarm")].sequence, nap_id);
    assert_int_equal(of[id_of(k, BUSTLE_KIND_INTERRUPTION, "alarm")].priority, -7);
    assert_int_equal(of[id_of(k, BUSTLE_KIND_INTERRUPTION, "bell")].sequence, NONE16);
    assert_int_equal(guard->memories[BUSTLE_MEMORY_TRANSITION], 10);
    assert_int_equal(guard->memories[BUSTLE_MEMORY_ACTION], 255);
    assert_int_equal(guard->memories[BUSTLE_MEMORY_INTERRUPTION], 8);
    assert_int_equal(guard->group, NONE16);
    const definition *villager = &c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "villager")];
    assert_int_equal(c->initials[villager->initials_at], 50);
    assert_int_equal(c->initials[villager->initials_at + 1], 1);
    const definition *bench = &c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "bench")];
    assert_int_equal(bench->npc, 0);
    assert_int_equal(bench->role_count, 0);
    assert_int_equal(bench->position_refresh_ms, 1);
}

static void add_target(shop *k, const char *name, bustle_position_kind position,
    const char *const *accepts, size_t count) {
    bustle_entity_def def = bustle_default_entity_def();
    def.name = name;
    def.position = position;
    def.accepts = accepts;
    def.accept_count = count;
    shop_add_entity(k, &def);
}

static void S13_entities_that_accept_the_same_form_a_group(void **state) {
    shop *k = *state;
    bustle_action_def def = shop_action("near");
    def.when = OPS(op_on(BUSTLE_LESS, BUSTLE_DISTANCE, NULL, 8));
    shop_add_action(k, &def);
    def.name = "nearer";
    def.when = OPS(op_on(BUSTLE_LESS, BUSTLE_DISTANCE, NULL, 5));
    shop_add_action(k, &def);
    def.name = "anywhere";
    def.when = (bustle_ops){NULL, 0, NULL};
    def.target = BUSTLE_TARGET_TAKEN;
    shop_add_action(k, &def);
    static const char *const all[] = {"near", "nearer", "anywhere"};
    static const char *const reversed[] = {"anywhere", "nearer", "near"};
    static const char *const some[] = {"anywhere"};
    add_target(k, "a", BUSTLE_POSITION_PUSHED, all, 3);
    add_target(k, "b", BUSTLE_POSITION_STATIC, reversed, 3);
    add_target(k, "c", BUSTLE_POSITION_QUERIED, all, 3);
    add_target(k, "d", BUSTLE_POSITION_PUSHED, some, 1);
    add_target(k, "e", BUSTLE_POSITION_PUSHED, NULL, 0);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(c->group_count, 3);
    assert_int_equal(c->definitions[0].group, 0);
    assert_int_equal(c->definitions[1].group, 0);
    assert_int_equal(c->definitions[2].group, 1);
    assert_int_equal(c->definitions[3].group, 2);
    assert_int_equal(c->definitions[4].group, NONE16);
    assert_int_equal(c->groups[0].queried, 0);
    assert_int_equal(c->groups[1].queried, 1);
    assert_int_equal(c->groups[0].reach, 8 * SIXTEENTHS);
    assert_int_equal(c->groups[2].reach, 0);
    const action *anywhere = &c->actions[id_of(k, BUSTLE_KIND_ACTION, "anywhere")];
    const action *near = &c->actions[id_of(k, BUSTLE_KIND_ACTION, "near")];
    assert_int_equal(anywhere->group_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(c->ids[anywhere->groups_at + i], i);
    }
    assert_int_equal(near->group_count, 2);
    assert_int_equal(c->ids[near->groups_at + 1], 1);
}

static void S20_the_order_of_adding_does_not_matter(void **state) {
    shop *k = *state;
    shop_market(k);
    const bustle_content *c = shop_seal(k);
    shop other;
    shop_begin(&other);
    shop_add_entity(&other, &(bustle_entity_def){.name = "zebra"});
    shop_end(&other);
    shop_begin(&other);
    /* The market without its sequence first: everything it names comes later. */
    static const bustle_claim_def seat = {"seats", 1};
    bustle_action_def sit = shop_action("sit");
    sit.duration_ms = 2000;
    sit.claims = &seat;
    sit.claim_count = 1;
    shop_add_action(&other, &sit);
    bustle_action_def rest = shop_action("rest");
    shop_add_action(&other, &rest);
    shop_state(&other, "seats", 0, BUSTLE_NO_MAXIMUM, 0);
    const bustle_content *d = shop_seal(&other);
    assert_string_equal(bustle_content_name(d, BUSTLE_KIND_ACTION, 0), "rest");
    assert_int_equal(d->actions[1].duration, c->actions[1].duration);
    shop_end(&other);
}

static void an_empty_builder_seals_to_an_empty_content(void **state) {
    const bustle_content *c = shop_seal(*state);
    for (int kind = 0; kind <= BUSTLE_KIND_ENTITY; kind++) {
        assert_int_equal(bustle_content_count(c, (bustle_kind)kind), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(S20_ids_are_in_byte_order_of_names),
        SHOP_TEST(what_a_content_does_not_have_is_said_to_be_missing),
        SHOP_TEST(S2_named_values_are_found_by_name_and_by_number),
        SHOP_TEST(a_content_lives_until_its_last_owner_releases_it),
        SHOP_TEST(a_content_outlives_its_builder),
        SHOP_TEST(S45_an_interruption_knows_what_it_watches),
        SHOP_TEST(S11_an_action_keeps_what_it_was_given),
        SHOP_TEST(S42_claims_on_one_state_are_added_up),
        SHOP_TEST(S20_nodes_are_by_name_and_transitions_as_written),
        SHOP_TEST(S20_a_listed_end_node_is_not_doubled),
        SHOP_TEST(S44_failed_names_a_node_and_implies_END_too),
        SHOP_TEST(S26_only_ways_out_of_branches_are_known_as_choices),
        SHOP_TEST(S42_a_claimed_state_takes_two_columns),
        SHOP_TEST(S1_an_npc_keeps_what_it_was_given),
        SHOP_TEST(S13_entities_that_accept_the_same_form_a_group),
        SHOP_TEST(S20_the_order_of_adding_does_not_matter),
        SHOP_TEST(an_empty_builder_seals_to_an_empty_content),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
