/* The allocator counts what is held, so that a leak in any test of the builder shows. */
#include "builder_shop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *counting_resize(void *context, void *block, size_t old_size, size_t new_size) {
    shop *k = context;
    if (new_size == 0) {
        k->bytes -= old_size;
        free(block);
        return NULL;
    }
    if (k->until_failure == 0) {
        k->until_failure = k->fails_once ? -1 : 0;
        k->failures++;
        return NULL;
    }
    k->until_failure -= k->until_failure > 0 ? 1 : 0;
    void *result = realloc(block, new_size);
    assert_non_null(result);
    k->bytes += new_size - old_size;
    return result;
}

void shop_begin(shop *k) {
    memset(k, 0, sizeof(*k));
    k->until_failure = -1;
    k->allocator.resize = counting_resize;
    k->allocator.context = k;
    k->builder = bustle_builder_create(&k->allocator);
    assert_non_null(k->builder);
}

void shop_end(shop *k) {
    bustle_content_release(k->content);
    bustle_builder_destroy(k->builder);
    assert_int_equal(k->bytes, 0);
}

int shop_setup(void **state) {
    shop *k = malloc(sizeof(*k));
    if (k == NULL) {
        return -1;
    }
    shop_begin(k);
    *state = k;
    return 0;
}

int shop_teardown(void **state) {
    shop_end(*state);
    free(*state);
    return 0;
}

/* ---- Operations ---- */

bustle_op op_on(bustle_op_kind kind, bustle_subject subject, const char *name, int32_t value) {
    bustle_op o = {.kind = kind, .subject = subject, .name = name, .value = value};
    return o;
}

bustle_op op_named(
    bustle_op_kind kind, bustle_subject subject, const char *name, const char *value_name) {
    bustle_op o = op_on(kind, subject, name, 0);
    o.value_name = value_name;
    return o;
}

bustle_op op_test(bustle_op_kind kind) {
    return op_on(kind, BUSTLE_STACK, NULL, 0);
}

bustle_op op_push(bustle_subject subject, const char *name) {
    return op_on(BUSTLE_PUSH, subject, name, 0);
}

bustle_op op_constant(int32_t value) {
    return op_on(BUSTLE_PUSH, BUSTLE_CONSTANT, NULL, value);
}

bustle_op op_plain(bustle_op_kind kind) {
    return op_on(kind, BUSTLE_STACK, NULL, 0);
}

bustle_op op_call(int32_t number, const char *where) {
    return op_on(BUSTLE_CALL, BUSTLE_SELF, where, number);
}

bustle_op op_by_stack(bustle_op_kind kind, bustle_subject subject, const char *name) {
    bustle_op o = op_on(kind, subject, name, 0);
    o.stacked = true;
    return o;
}

/* ---- Definitions ---- */

void shop_state(shop *k, const char *name, int32_t minimum, int32_t maximum, int32_t initial) {
    bustle_state_def def = bustle_default_state_def();
    def.name = name;
    def.minimum = minimum;
    def.maximum = maximum;
    def.initial = initial;
    assert_int_equal(bustle_builder_add_state(k->builder, &def), BUSTLE_OK);
}

bustle_action_def shop_action(const char *name) {
    bustle_action_def def = bustle_default_action_def();
    def.name = name;
    def.duration_ms = 1000;
    return def;
}

void shop_add_action(shop *k, const bustle_action_def *def) {
    assert_int_equal(bustle_builder_add_action(k->builder, def), BUSTLE_OK);
}

bustle_node_def shop_node(const char *name, bustle_node_kind kind, const char *performs,
    const bustle_transition_def *transitions, size_t count) {
    bustle_node_def def = bustle_default_node_def();
    def.name = name;
    def.kind = kind;
    def.performs = performs;
    def.transitions = transitions;
    def.transition_count = count;
    return def;
}

bustle_transition_def to(const char *node_name) {
    bustle_transition_def def = {node_name, {NULL, 0, NULL}, false};
    return def;
}

bustle_transition_def to_when(const char *node_name, bustle_ops when) {
    bustle_transition_def def = {node_name, when, false};
    return def;
}

bustle_transition_def to_otherwise(const char *node_name) {
    bustle_transition_def def = {node_name, {NULL, 0, NULL}, true};
    return def;
}

bustle_sequence_def shop_sequence(
    const char *name, const char *entry, const bustle_node_def *nodes, size_t count) {
    bustle_sequence_def def = bustle_default_sequence_def();
    def.name = name;
    def.entry = entry;
    def.nodes = nodes;
    def.node_count = count;
    return def;
}

void shop_add_sequence(shop *k, const bustle_sequence_def *def) {
    assert_int_equal(bustle_builder_add_sequence(k->builder, def), BUSTLE_OK);
}

bustle_entity_def shop_npc(const char *name, const char *main_sequence) {
    bustle_entity_def def = bustle_default_entity_def();
    def.name = name;
    def.npc = true;
    def.main = main_sequence;
    return def;
}

void shop_add_entity(shop *k, const bustle_entity_def *def) {
    assert_int_equal(bustle_builder_add_entity(k->builder, def), BUSTLE_OK);
}

static void market_keys(shop *k) {
    static const char *const moods[] = {"calm", "angry"};
    static const char *const weathers[] = {"dry", "rain"};
    shop_state(k, "energy", 0, 100, 50);
    shop_state(k, "seats", 0, BUSTLE_NO_MAXIMUM, 0);
    shop_state(k, "price", BUSTLE_NO_MINIMUM, BUSTLE_NO_MAXIMUM, 0);
    bustle_state_def mood = bustle_default_state_def();
    mood.name = "mood";
    mood.values = moods;
    mood.value_count = 2;
    assert_int_equal(bustle_builder_add_state(k->builder, &mood), BUSTLE_OK);
    bustle_environment_def weather = bustle_default_environment_def();
    weather.name = "weather";
    weather.values = weathers;
    weather.value_count = 2;
    weather.refresh_ms = 5000;
    assert_int_equal(bustle_builder_add_environment(k->builder, &weather), BUSTLE_OK);
    bustle_environment_def hour = bustle_default_environment_def();
    hour.name = "hour";
    hour.minimum = 0;
    hour.maximum = 23;
    assert_int_equal(bustle_builder_add_environment(k->builder, &hour), BUSTLE_OK);
}

void shop_market(shop *k) {
    market_keys(k);
    bustle_interruption_def alarm = bustle_default_interruption_def();
    alarm.name = "alarm";
    assert_int_equal(bustle_builder_add_interruption(k->builder, &alarm), BUSTLE_OK);

    bustle_action_def rest = shop_action("rest");
    shop_add_action(k, &rest);
    static const bustle_claim_def seat = {"seats", 1};
    bustle_action_def sit = shop_action("sit");
    sit.duration_ms = 2000;
    sit.claims = &seat;
    sit.claim_count = 1;
    shop_add_action(k, &sit);

    bustle_node_def sitting = shop_node("sit", BUSTLE_NODE_ACTION, "sit", TO(to("rest")));
    sitting.failed = "rest";
    bustle_sequence_def day = shop_sequence(
        "day", "sit", NODES(sitting, shop_node("rest", BUSTLE_NODE_ACTION, "rest", TO(to("END")))));
    shop_add_sequence(k, &day);

    static const bustle_entity_state_def bench_states[] = {{"seats", true, 2, NULL}};
    static const char *const bench_accepts[] = {"sit"};
    bustle_entity_def bench = bustle_default_entity_def();
    bench.name = "bench";
    bench.position = BUSTLE_POSITION_STATIC;
    bench.states = bench_states;
    bench.state_count = 1;
    bench.accepts = bench_accepts;
    bench.accept_count = 1;
    shop_add_entity(k, &bench);
    static const bustle_entity_state_def villager_states[] = {
        {"energy", false, 0, NULL}, {"mood", true, 0, "angry"}};
    bustle_entity_def villager = shop_npc("villager", "day");
    villager.states = villager_states;
    villager.state_count = 2;
    shop_add_entity(k, &villager);
}

/* ---- Sealing ---- */

static bustle_status seal(shop *k) {
    bustle_content_release(k->content);
    k->content = NULL;
    return bustle_builder_seal(k->builder, &k->content);
}

void shop_print_problems(const shop *k) {
    bustle_problem p;
    for (size_t i = 0; bustle_builder_problem(k->builder, i, &p); i++) {
        print_message("  %s %s, %s \"%s\" (%s): %s; %s\n",
            p.severity == BUSTLE_ERROR ? "error" : "warning", p.code, p.kind, p.thing, p.origin,
            p.text, p.cure);
    }
}

const bustle_content *shop_seal(shop *k) {
    bustle_status status = seal(k);
    if (status != BUSTLE_OK || bustle_builder_problem_count(k->builder) > 0) {
        shop_print_problems(k);
    }
    assert_int_equal(status, BUSTLE_OK);
    assert_int_equal(bustle_builder_problem_count(k->builder), 0);
    assert_non_null(k->content);
    return k->content;
}

bool shop_found(const shop *k, bustle_severity severity, const char *problem, const char *thing,
    const char *text) {
    bustle_problem p;
    for (size_t i = 0; bustle_builder_problem(k->builder, i, &p); i++) {
        if (p.severity == severity && strcmp(p.code, problem) == 0 && strcmp(p.thing, thing) == 0 &&
            (strstr(p.text, text) != NULL || strstr(p.cure, text) != NULL)) {
            return true;
        }
    }
    return false;
}

static void expect_one(
    shop *k, bustle_severity severity, const char *problem, const char *thing, const char *text) {
    bustle_status status = seal(k);
    bool good = bustle_builder_problem_count(k->builder) == 1 &&
        shop_found(k, severity, problem, thing, text);
    if (!good) {
        print_message("expected %s of \"%s\": %s; found:\n", problem, thing, text);
        shop_print_problems(k);
    }
    assert_true(good);
    assert_int_equal(status, severity == BUSTLE_ERROR ? BUSTLE_PROBLEMS : BUSTLE_OK);
    assert_true((k->content == NULL) == (severity == BUSTLE_ERROR));
}

void shop_refused(shop *k, const char *problem, const char *thing, const char *text) {
    expect_one(k, BUSTLE_ERROR, problem, thing, text);
}

void shop_warned(shop *k, const char *problem, const char *thing, const char *text) {
    expect_one(k, BUSTLE_WARNING, problem, thing, text);
}

uint32_t id_of(const shop *k, bustle_kind kind, const char *name) {
    uint32_t id = bustle_content_find(k->content, kind, name);
    assert_int_not_equal(id, BUSTLE_NONE);
    return id;
}
