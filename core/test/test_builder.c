/* The builder as a program meets it: copies, arguments, problems, memory running out, garbage. */
#include "builder_shop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Adding ---- */

static void everything_given_is_copied(void **state) {
    shop *k = *state;
    char name[] = "light";
    char off[] = "off";
    char on[] = "on";
    const char *values[] = {off, on};
    bustle_state_def def = bustle_default_state_def();
    def.name = name;
    def.values = values;
    def.value_count = 2;
    assert_int_equal(bustle_builder_add_state(k->builder, &def), BUSTLE_OK);
    memset(name, 'x', sizeof(name));
    memset(off, 'x', sizeof(off));
    memset(on, 'x', sizeof(on));
    values[0] = NULL;
    values[1] = NULL;
    const bustle_content *c = shop_seal(k);
    assert_string_equal(bustle_content_name(c, BUSTLE_KIND_STATE, 0), "light");
    assert_string_equal(bustle_content_value_name(c, BUSTLE_KIND_STATE, 0, 1), "on");
}

static void a_missing_builder_or_definition_is_a_bad_argument(void **state) {
    shop *k = *state;
    bustle_builder *b = k->builder;
    bustle_state_def def = bustle_default_state_def();
    bustle_problem problem;
    assert_int_equal(bustle_builder_add_state(NULL, &def), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_add_state(b, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_add_environment(b, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_add_interruption(b, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_add_action(b, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_add_sequence(b, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_add_entity(b, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_add_scene(b, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_add_scene(NULL, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_seal(NULL, &k->content), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_seal(b, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_problem_count(NULL), 0);
    assert_false(bustle_builder_problem(NULL, 0, &problem));
    assert_false(bustle_builder_problem(b, 0, &problem));
    assert_false(bustle_builder_problem(b, 0, NULL));
    bustle_builder_destroy(NULL);
    bustle_allocator nothing = {NULL, NULL};
    assert_null(bustle_builder_create(&nothing));
}

static void lists_that_are_not_there_are_bad_arguments(void **state) {
    shop *k = *state;
    bustle_state_def s = bustle_default_state_def();
    s.value_count = 1;
    assert_int_equal(bustle_builder_add_state(k->builder, &s), BUSTLE_BAD_ARGUMENT);
    bustle_environment_def e = bustle_default_environment_def();
    e.value_count = 1;
    assert_int_equal(bustle_builder_add_environment(k->builder, &e), BUSTLE_BAD_ARGUMENT);
    bustle_interruption_def i = bustle_default_interruption_def();
    i.when.count = 1;
    assert_int_equal(bustle_builder_add_interruption(k->builder, &i), BUSTLE_BAD_ARGUMENT);
    bustle_ops missing = {NULL, 3, NULL};
    bustle_action_def actions[6];
    for (int n = 0; n < 6; n++) {
        actions[n] = shop_action("a");
    }
    actions[0].when = missing;
    actions[1].start = missing;
    actions[2].finish = missing;
    actions[3].interrupted = missing;
    actions[4].claim_count = 1;
    actions[5].ends_on_count = 1;
    for (int n = 0; n < 6; n++) {
        assert_int_equal(bustle_builder_add_action(k->builder, &actions[n]), BUSTLE_BAD_ARGUMENT);
    }
    bustle_entity_def entities[4];
    for (int n = 0; n < 4; n++) {
        entities[n] = bustle_default_entity_def();
    }
    entities[0].state_count = 1;
    entities[1].accept_count = 1;
    entities[2].fallback_count = 1;
    entities[3].handler_count = 1;
    for (int n = 0; n < 4; n++) {
        assert_int_equal(bustle_builder_add_entity(k->builder, &entities[n]), BUSTLE_BAD_ARGUMENT);
    }
    bustle_sequence_def sequences[4] = {
        shop_sequence("s", "a", NULL, 1),
        shop_sequence("s", "a", NODES(shop_node("a", BUSTLE_NODE_CHOICE, NULL, NULL, 1))),
        shop_sequence(
            "s", "a", NODES(shop_node("a", BUSTLE_NODE_CHOICE, NULL, TO(to_when("a", missing))))),
        shop_sequence("s", "a", NULL, 0),
    };
    sequences[3].claim_count = 1;
    for (int n = 0; n < 4; n++) {
        assert_int_equal(
            bustle_builder_add_sequence(k->builder, &sequences[n]), BUSTLE_BAD_ARGUMENT);
    }
    shop_seal(k);
}

static void lists_of_absurd_length_are_bad_arguments(void **state) {
    shop *k = *state;
    static const char *const one[] = {"x"};
    bustle_state_def s = bustle_default_state_def();
    s.name = "s";
    s.values = one;
    s.value_count = SIZE_MAX;
    assert_int_equal(bustle_builder_add_state(k->builder, &s), BUSTLE_BAD_ARGUMENT);
    s.value_count = SIZE_MAX / sizeof(char *);
    assert_int_equal(bustle_builder_add_state(k->builder, &s), BUSTLE_BAD_ARGUMENT);
}

/* ---- Problems ---- */

static void problems_are_sorted_by_severity_kind_name_and_spot(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_entity_def ghost = shop_npc("ghost", NULL);
    shop_add_entity(k, &ghost);
    bustle_sequence_def def = shop_sequence("walk", "b",
        NODES(shop_node("b", BUSTLE_NODE_ACTION, "no1", TO(to("END"), to("no2"))),
            shop_node("a", BUSTLE_NODE_ACTION, "no3", TO(to("END")))));
    shop_add_sequence(k, &def);
    bustle_action_def zap = shop_action("zap");
    zap.finish = OPS(op_on(BUSTLE_SET, BUSTLE_SELF, "no4", 1));
    zap.when = OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 200),
        op_on(BUSTLE_LESS, BUSTLE_SELF, "no5", 1), op_on(BUSTLE_LESS, BUSTLE_SELF, "no6", 1));
    shop_add_action(k, &zap);
    bustle_action_def ant = shop_action("ant");
    ant.when = OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 200));
    ant.duration_ms = 0;
    shop_add_action(k, &ant);
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
    static const char *const texts[] = {"duration is 0", "\"no5\"", "\"no6\"", "\"no4\"", "\"no1\"",
        "\"no2\"", "\"no3\"", "without main", "always true"};
    assert_int_equal(bustle_builder_problem_count(k->builder), 9);
    for (size_t i = 0; i < 9; i++) {
        bustle_problem p;
        assert_true(bustle_builder_problem(k->builder, i, &p));
        assert_non_null(strstr(p.text, texts[i]));
        assert_true(p.cure[0] != '\0');
        assert_int_equal(p.severity, i < 8 ? BUSTLE_ERROR : BUSTLE_WARNING);
    }
}

static void a_builder_can_be_mended_and_sealed_again(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_entity_def guard = shop_npc("guard", "patrol");
    shop_add_entity(k, &guard);
    shop_refused(k, "unknown-sequence", "guard", "\"patrol\"");
    bustle_sequence_def patrol = shop_sequence(
        "patrol", "a", NODES(shop_node("a", BUSTLE_NODE_ACTION, "rest", TO(to("a")))));
    shop_add_sequence(k, &patrol);
    shop_seal(k);
}

static void two_sealings_make_two_equal_contents(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_content *first = NULL;
    bustle_content *second = NULL;
    assert_int_equal(bustle_builder_seal(k->builder, &first), BUSTLE_OK);
    assert_int_equal(bustle_builder_seal(k->builder, &second), BUSTLE_OK);
    assert_ptr_not_equal(first, second);
    assert_int_equal(first->size, second->size);
    assert_memory_equal(first->ids, second->ids, sizeof(uint32_t) * 10);
    bustle_content_release(first);
    bustle_content_release(second);
}

/* ---- Memory ---- */

static bustle_scene_def any_dance(bool wrong) {
    static const char *const who[] = {"folk"};
    static bustle_part_def parts[2];
    for (int i = 0; i < 2; i++) {
        parts[i] = bustle_default_part_def();
    }
    parts[0].name = "lead";
    parts[0].sequence = "nap";
    parts[0].finish.text = wrong ? "flow.energy += 1" : "follow.energy += 1";
    parts[1].name = "follow";
    parts[1].who = who;
    parts[1].who_count = 1;
    parts[1].when.text = "self.energy > lead.energy - 5";
    bustle_scene_def def = bustle_default_scene_def();
    def.name = "dance";
    def.topic = "music";
    def.parts = parts;
    def.part_count = 2;
    return def;
}

/* Content that has something of everything, and problems too if asked for. Counts the calls that
 * ran out of memory. */
static bustle_status build_everything(shop *k, bool wrong, size_t *refusals) {
    bustle_builder *b = k->builder;
    static const char *const moods[] = {"calm", "angry"};
    static const bustle_claim_def claims[] = {{"seats", 1}};
    static const char *const ends_on[] = {"storm"};
    static const char *const accepts[] = {"sit"};
    static const char *const fallbacks[] = {"nap"};
    static const bustle_handler_def handlers[] = {
        {.interruption = "storm", .sequence = "nap", .priority = 3}};
    static const bustle_reaction_def reactions[] = {{"music", "nap"}};
    static const char *const tags[] = {"folk"};
    static const char *const castable_in[] = {"dance"};
    static const bustle_entity_state_def states[] = {
        {"energy", true, 5, NULL}, {"mood", true, 0, "angry"}, {"seats", false, 0, NULL}};
    bustle_state_def energy = bustle_default_state_def();
    energy.name = "energy";
    bustle_state_def mood = bustle_default_state_def();
    mood.name = "mood";
    mood.values = moods;
    mood.value_count = 2;
    bustle_state_def seats = bustle_default_state_def();
    seats.name = "seats";
    seats.origin = "market.lua:1";
    seats.minimum = 0;
    bustle_environment_def hour = bustle_default_environment_def();
    hour.name = "hour";
    bustle_interruption_def storm = bustle_default_interruption_def();
    storm.name = "storm";
    storm.when = OPS(op_on(BUSTLE_GREATER, BUSTLE_ENV, "hour", 3));
    bustle_action_def rest = shop_action("rest");
    rest.when.text = wrong ? "self.common.enrgy > 1 and self.mood == 'clam'"
                           : "self.energy - self.seats > 1 or self.mood == 'calm'";
    rest.start.text = wrong ? "raise strm on self" : "raise storm on self; self.energy += 1";
    bustle_action_def sit = shop_action("sit");
    sit.when = OPS(op_on(BUSTLE_LESS, BUSTLE_DISTANCE, NULL, 9), op_call(1, "f"),
        op_push(BUSTLE_SELF, "energy"), op_push(BUSTLE_TARGET, "energy"), op_test(BUSTLE_LESS),
        op_plain(BUSTLE_OR));
    sit.finish = OPS(op_on(BUSTLE_SET, BUSTLE_SELF, wrong ? "enrgy" : "energy", 3));
    sit.claims = claims;
    sit.claim_count = 1;
    sit.ends_on = ends_on;
    sit.ends_on_count = 1;
    bustle_node_def choice = shop_node("c", BUSTLE_NODE_CHOICE, NULL,
        TO(to("sit"), to_when("nap", OPS(op_call(2, "g"))), to_otherwise(wrong ? "c" : "END")));
    bustle_node_def sitting = shop_node("sit", BUSTLE_NODE_ACTION, "sit", TO(to("c")));
    sitting.failed = "nap";
    bustle_sequence_def day = shop_sequence("day", "sit",
        NODES(choice, sitting, shop_node("nap", BUSTLE_NODE_SEQUENCE, "nap", TO(to("END")))));
    day.claims = claims;
    day.claim_count = 1;
    bustle_sequence_def nap =
        shop_sequence("nap", "a", NODES(shop_node("a", BUSTLE_NODE_ACTION, "rest", TO(to("END")))));
    nap.castable_in = castable_in;
    nap.castable_in_count = 1;
    bustle_node_def staging = shop_node("stage", BUSTLE_NODE_SCENE, "dance", TO(to("END")));
    staging.as = wrong ? "laed" : "lead";
    bustle_sequence_def ball = shop_sequence("ball", "stage", NODES(staging));
    bustle_cue_def glad = bustle_default_cue_def();
    glad.name = "glad";
    glad.when.text = "self.energy > 3";
    glad.scene = "dance";
    glad.as = "lead";
    const bustle_scene_def dance = any_dance(wrong);
    bustle_entity_def villager = shop_npc("villager", "day");
    villager.tags = tags;
    villager.tag_count = 1;
    villager.reactions = reactions;
    villager.reaction_count = 1;
    villager.cues = &glad;
    villager.cue_count = 1;
    villager.states = states;
    villager.state_count = 3;
    villager.accepts = accepts;
    villager.accept_count = 1;
    villager.fallbacks = fallbacks;
    villager.fallback_count = 1;
    villager.handlers = handlers;
    villager.handler_count = 1;

    /* Each call that fails is made once more, when memory is there again: it must then succeed. */
#define TWICE(call)                           \
    do {                                      \
        size_t held = k->bytes;               \
        bustle_status status = call;          \
        if (status == BUSTLE_NO_MEMORY) {     \
            assert_int_equal(k->bytes, held); \
            k->until_failure = -1;            \
            ++*refusals;                      \
            status = call;                    \
        }                                     \
        assert_int_equal(status, BUSTLE_OK);  \
    } while (0)
    TWICE(bustle_builder_add_state(b, &energy));
    TWICE(bustle_builder_add_state(b, &mood));
    TWICE(bustle_builder_add_state(b, &seats));
    TWICE(bustle_builder_add_environment(b, &hour));
    TWICE(bustle_builder_add_interruption(b, &storm));
    TWICE(bustle_builder_add_action(b, &rest));
    TWICE(bustle_builder_add_action(b, &sit));
    TWICE(bustle_builder_add_sequence(b, &day));
    TWICE(bustle_builder_add_sequence(b, &nap));
    TWICE(bustle_builder_add_sequence(b, &ball));
    TWICE(bustle_builder_add_scene(b, &dance));
    TWICE(bustle_builder_add_entity(b, &villager));
#undef TWICE
    size_t before = k->bytes;
    size_t found_before = bustle_builder_problem_count(b);
    bustle_status status = bustle_builder_seal(b, &k->content);
    if (status == BUSTLE_NO_MEMORY) {
        assert_int_equal(k->bytes, before);
        assert_null(k->content);
        assert_int_equal(bustle_builder_problem_count(b), found_before);
        k->until_failure = -1;
        ++*refusals;
        status = bustle_builder_seal(b, &k->content);
    }
    return status;
}

/* Lets the n-th allocation fail, n = 1, 2, 3 ..., until none does: that one alone, or with all
 * after it in the same call. */
static void sweep(bool wrong, bool once, bustle_status expected) {
    bool failed = true;
    for (long n = 1; failed; n++) {
        shop k;
        shop_begin(&k);
        k.until_failure = n - 1;
        k.fails_once = once;
        size_t refusals = 0;
        assert_int_equal(build_everything(&k, wrong, &refusals), expected);
        failed = k.failures > 0;
        assert_int_equal(refusals, failed ? 1 : 0);
        assert_true(n < 10000);
        shop_end(&k);
    }
}

static void whichever_allocation_fails_the_same_call_succeeds_afterwards(void **state) {
    (void)state;
    sweep(false, false, BUSTLE_OK);
    sweep(false, true, BUSTLE_OK);
}

static void whichever_allocation_fails_problems_are_told_afterwards(void **state) {
    (void)state;
    sweep(true, false, BUSTLE_PROBLEMS);
    sweep(true, true, BUSTLE_PROBLEMS);
}

static void a_builder_for_which_there_is_no_memory_is_not_made(void **state) {
    shop *k = *state;
    k->until_failure = 0;
    assert_null(bustle_builder_create(&k->allocator));
    k->until_failure = -1;
}

/* ---- Garbage ---- */

typedef struct dice {
    uint32_t state;
} dice;

static uint32_t below(dice *d, uint32_t n) {
    d->state ^= d->state << 13;
    d->state ^= d->state >> 17;
    d->state ^= d->state << 5;
    return d->state % n;
}

static const char *any_name(dice *d) {
    static const char *const names[] = {"a", "b", "c", "d", "e", "END", "", NULL};
    return names[below(d, 20) < 17 ? below(d, 5) : 5 + below(d, 3)];
}

static int32_t any_number(dice *d) {
    static const int32_t numbers[] = {INT32_MIN, -1, 0, 1, 2, 10, 300, 70000, INT32_MAX};
    return numbers[below(d, 9)];
}

/* Out of its range now and then. */
static int any_of(dice *d, uint32_t count) {
    return below(d, 30) == 0 ? (int)below(d, 1000) : (int)below(d, count);
}

static bustle_ops any_ops(dice *d, bustle_op *list, uint32_t most) {
    uint32_t count = below(d, 3) == 0 ? 0 : below(d, most + 1);
    for (uint32_t i = 0; i < count; i++) {
        list[i] = (bustle_op){0};
        list[i].kind = (bustle_op_kind)any_of(d, BUSTLE_REVOKE + 1);
        list[i].subject = (bustle_subject)any_of(d, BUSTLE_COUNT + 1);
        list[i].name = any_name(d);
        list[i].value = any_number(d);
        list[i].value_name = below(d, 6) == 0 ? any_name(d) : NULL;
        list[i].stacked = below(d, 3) == 0;
        list[i].part = any_name(d);
        list[i].link = below(d, 4) == 0 ? any_name(d) : NULL;
        list[i].to = (bustle_subject)any_of(d, BUSTLE_COUNT + 1);
        list[i].to_part = any_name(d);
    }
    return (bustle_ops){list, count, NULL};
}

enum { MOST = 6 };

static size_t any_names(dice *d, const char **list) {
    for (int i = 0; i < MOST; i++) {
        list[i] = any_name(d);
    }
    return below(d, MOST + 1);
}

static size_t any_claims(dice *d, bustle_claim_def *list) {
    for (int i = 0; i < MOST; i++) {
        list[i] = (bustle_claim_def){any_name(d), below(d, 2) == 0 ? 1 : any_number(d)};
    }
    return below(d, 3) == 0 ? below(d, MOST + 1) : 0;
}

static void add_any_keys(shop *k, dice *d) {
    const char *values[MOST];
    bustle_state_def s = bustle_default_state_def();
    s.name = any_name(d);
    s.values = values;
    s.value_count = any_names(d, values) / 2;
    s.flag = below(d, 4) == 0;
    s.minimum = any_number(d);
    s.maximum = any_number(d);
    s.initial = any_number(d);
    assert_int_equal(bustle_builder_add_state(k->builder, &s), BUSTLE_OK);
    bustle_environment_def e = bustle_default_environment_def();
    e.name = any_name(d);
    e.values = values;
    e.value_count = s.value_count;
    e.refresh_ms = any_number(d);
    assert_int_equal(bustle_builder_add_environment(k->builder, &e), BUSTLE_OK);
    bustle_op ops[MOST];
    bustle_interruption_def i = bustle_default_interruption_def();
    i.name = any_name(d);
    i.when = any_ops(d, ops, MOST);
    assert_int_equal(bustle_builder_add_interruption(k->builder, &i), BUSTLE_OK);
}

static void add_any_action(shop *k, dice *d) {
    bustle_op ops[4][MOST];
    const char *ends_on[MOST];
    bustle_claim_def claims[MOST];
    bustle_action_def a = bustle_default_action_def();
    a.name = any_name(d);
    a.when = any_ops(d, ops[0], MOST);
    a.start = any_ops(d, ops[1], MOST);
    a.finish = any_ops(d, ops[2], MOST);
    a.interrupted = any_ops(d, ops[3], MOST);
    a.duration_ms = any_number(d);
    a.duration_max_ms = any_number(d);
    a.timeout_ms = any_number(d);
    a.target = (bustle_takes_target)any_of(d, 3);
    a.ending = (bustle_ending)any_of(d, 3);
    a.claims = claims;
    a.claim_count = any_claims(d, claims);
    a.preference = (bustle_preference)any_of(d, 4);
    a.preferred_state = any_name(d);
    a.speed = below(d, 2) == 0 ? 0 : any_number(d);
    a.speed_state = below(d, 2) == 0 ? NULL : any_name(d);
    a.ends_on = ends_on;
    a.ends_on_count = any_names(d, ends_on);
    assert_int_equal(bustle_builder_add_action(k->builder, &a), BUSTLE_OK);
}

static void add_any_sequence(shop *k, dice *d) {
    bustle_node_def nodes[MOST];
    bustle_transition_def transitions[MOST][MOST];
    bustle_op ops[MOST][MOST][MOST];
    bustle_claim_def claims[MOST];
    for (int i = 0; i < MOST; i++) {
        for (int j = 0; j < MOST; j++) {
            transitions[i][j].to = any_name(d);
            transitions[i][j].when = any_ops(d, ops[i][j], below(d, 3) == 0 ? MOST : 0);
            transitions[i][j].otherwise = below(d, 4) == 0;
        }
        nodes[i] = shop_node(any_name(d), (bustle_node_kind)any_of(d, 7),
            below(d, 5) == 0 ? NULL : any_name(d), transitions[i], below(d, MOST));
        nodes[i].failed = below(d, 2) == 0 ? NULL : any_name(d);
        nodes[i].same_target = below(d, 5) == 0;
        nodes[i].as = below(d, 3) == 0 ? any_name(d) : NULL;
        nodes[i].at_member = below(d, 5) == 0;
        nodes[i].at_part = below(d, 5) == 0 ? any_name(d) : NULL;
    }
    bustle_sequence_def s = shop_sequence(any_name(d), any_name(d), nodes, below(d, MOST + 1));
    s.claims = claims;
    s.claim_count = any_claims(d, claims);
    const char *castable_in[MOST];
    s.castable = (bustle_castable)any_of(d, 3);
    s.castable_in = castable_in;
    s.castable_in_count = any_names(d, castable_in) / 2;
    shop_add_sequence(k, &s);
}

static void add_any_scene(shop *k, dice *d) {
    bustle_part_def parts[12];
    bustle_op ops[12][3][MOST];
    const char *who[12][MOST];
    for (int i = 0; i < 12; i++) {
        parts[i] = bustle_default_part_def();
        parts[i].name = any_name(d);
        parts[i].least = below(d, 4) == 0 ? any_number(d) : 1;
        parts[i].most = below(d, 4) == 0 ? any_number(d) : 1;
        parts[i].who = who[i];
        parts[i].who_count = any_names(d, who[i]) / 2;
        parts[i].when = any_ops(d, ops[i][0], MOST);
        parts[i].finish = any_ops(d, ops[i][1], MOST);
        parts[i].broken = any_ops(d, ops[i][2], MOST);
        parts[i].preference = (bustle_preference)any_of(d, 4);
        parts[i].preferred_state = any_name(d);
        parts[i].sequence = below(d, 3) == 0 ? NULL : any_name(d);
    }
    bustle_scene_def s = bustle_default_scene_def();
    s.name = any_name(d);
    s.topic = below(d, 2) == 0 ? any_name(d) : NULL;
    s.parts = parts;
    s.part_count = below(d, 8) == 0 ? below(d, 13) : below(d, 4);
    s.within = any_number(d);
    s.priority = any_number(d);
    s.patience_ms = any_number(d);
    s.longest_ms = any_number(d);
    s.waiting = below(d, 2) == 0 ? any_name(d) : NULL;
    assert_int_equal(bustle_builder_add_scene(k->builder, &s), BUSTLE_OK);
}

static void add_any_role(shop *k, dice *d) {
    bustle_reaction_def reactions[MOST];
    bustle_cue_def c = bustle_default_cue_def();
    bustle_op ops[MOST];
    for (int i = 0; i < MOST; i++) {
        reactions[i] = (bustle_reaction_def){any_name(d), any_name(d)};
    }
    c.name = any_name(d);
    c.when = any_ops(d, ops, MOST);
    c.sequence = below(d, 2) == 0 ? any_name(d) : NULL;
    c.scene = below(d, 2) == 0 ? any_name(d) : NULL;
    c.as = below(d, 2) == 0 ? any_name(d) : NULL;
    bustle_role_def r = bustle_default_role_def();
    r.name = any_name(d);
    r.main = any_name(d);
    r.cues = &c;
    r.cue_count = below(d, 2);
    r.reactions = reactions;
    r.reaction_count = below(d, MOST);
    assert_int_equal(bustle_builder_add_role(k->builder, &r), BUSTLE_OK);
}

static void add_any_entity(shop *k, dice *d) {
    const char *accepts[MOST];
    const char *fallbacks[MOST];
    bustle_entity_state_def states[MOST];
    bustle_handler_def handlers[MOST];
    for (int i = 0; i < MOST; i++) {
        states[i] = (bustle_entity_state_def){
            any_name(d), below(d, 2) == 0, any_number(d), below(d, 4) == 0 ? any_name(d) : NULL};
        handlers[i] = (bustle_handler_def){any_name(d), any_name(d), any_number(d), false, false};
    }
    bustle_entity_def e = shop_npc(any_name(d), any_name(d));
    e.npc = below(d, 3) != 0;
    e.position = (bustle_position_kind)any_of(d, 3);
    e.position_refresh_ms = any_number(d);
    e.states = states;
    e.state_count = below(d, MOST + 1);
    e.accepts = accepts;
    e.accept_count = any_names(d, accepts);
    e.fallbacks = fallbacks;
    e.fallback_count = any_names(d, fallbacks);
    e.handlers = handlers;
    e.handler_count = below(d, MOST + 1);
    e.action_memories = any_number(d);
    const char *tags[MOST];
    bustle_reaction_def reactions[2] = {{any_name(d), any_name(d)}, {any_name(d), any_name(d)}};
    bustle_entity_role_def listed = {any_name(d), {NULL, 0, NULL}};
    e.tags = tags;
    e.tag_count = any_names(d, tags) / 2;
    e.reactions = reactions;
    e.reaction_count = below(d, 3);
    e.roles = &listed;
    e.role_count = below(d, 2);
    shop_add_entity(k, &e);
}

/* Whatever comes in, sealing ends, tells at least one error or makes a content, and leaks nothing.
 */
static void garbage_is_refused_and_harms_nothing(void **state) {
    (void)state;
    uint32_t rounds = getenv("BUSTLE_QUICK") != NULL ? 200 : 5000;
    for (uint32_t round = 1; round <= rounds; round++) {
        dice d = {round * 2654435761u};
        shop k;
        shop_begin(&k);
        for (uint32_t i = below(&d, 8) + 1; i > 0; i--) {
            add_any_keys(&k, &d);
            add_any_action(&k, &d);
            add_any_sequence(&k, &d);
            add_any_entity(&k, &d);
            add_any_role(&k, &d);
            add_any_scene(&k, &d);
        }
        k.until_failure = below(&d, 4) == 0 ? (long)below(&d, 100) : -1;
        k.fails_once = true;
        bustle_status status = bustle_builder_seal(k.builder, &k.content);
        bustle_problem p;
        bool error = bustle_builder_problem(k.builder, 0, &p) && p.severity == BUSTLE_ERROR;
        assert_true(status == BUSTLE_NO_MEMORY || (status == BUSTLE_PROBLEMS) == error);
        assert_true((status == BUSTLE_OK) == (k.content != NULL));
        k.until_failure = -1;
        shop_end(&k);
    }
}

/* Operations alone, in a world of names that all exist: many of these seal. */
static void random_operations_are_compiled_or_refused(void **state) {
    (void)state;
    uint32_t rounds = getenv("BUSTLE_QUICK") != NULL ? 300 : 10000;
    uint32_t sealed = 0;
    for (uint32_t round = 1; round <= rounds; round++) {
        dice d = {round * 2246822519u};
        shop k;
        shop_begin(&k);
        shop_market(&k);
        bustle_op ops[2][12];
        bustle_action_def a = shop_action("act");
        a.target = BUSTLE_TARGET_TAKEN;
        a.when = any_ops(&d, ops[0], 12);
        a.finish = any_ops(&d, ops[1], below(&d, 3));
        for (size_t i = 0; i < a.when.count; i++) {
            ops[0][i].kind = (bustle_op_kind)(1 + below(&d, BUSTLE_CALL));
            ops[0][i].subject = (bustle_subject)below(&d, 7);
            ops[0][i].name = ops[0][i].subject == BUSTLE_ENV ? "hour" : "energy";
            ops[0][i].value_name = NULL;
        }
        shop_add_action(&k, &a);
        bustle_status status = bustle_builder_seal(k.builder, &k.content);
        assert_true(status == BUSTLE_OK || status == BUSTLE_PROBLEMS);
        sealed += status == BUSTLE_OK ? 1 : 0;
        shop_end(&k);
    }
    assert_true(sealed > rounds / 50);
}

/* ---- Texts ---- */

static void every_status_event_stop_and_cause_has_a_text(void **state) {
    (void)state;
    for (int i = BUSTLE_OK; i <= BUSTLE_NO_SCENE; i++) {
        assert_string_not_equal(bustle_status_text((bustle_status)i), "unknown");
    }
    for (int i = BUSTLE_EVENT_SPAWN; i <= BUSTLE_EVENT_ROLE; i++) {
        assert_string_not_equal(bustle_event_kind_text((bustle_event_kind)i), "unknown");
    }
    for (int i = BUSTLE_STOP_DONE; i <= BUSTLE_STOP_REMOVED; i++) {
        assert_string_not_equal(bustle_stop_reason_text((bustle_stop_reason)i), "unknown");
    }
    for (int i = BUSTLE_CAUSE_NO_CANDIDATE; i <= BUSTLE_CAUSE_SCENE; i++) {
        assert_string_not_equal(bustle_cause_text((bustle_cause)i), "unknown");
    }
    for (int i = BUSTLE_LEAVE_FINISHED; i <= BUSTLE_LEAVE_BROKEN; i++) {
        assert_string_not_equal(bustle_leave_reason_text((bustle_leave_reason)i), "unknown");
    }
    assert_string_equal(bustle_leave_reason_text((bustle_leave_reason)0), "unknown");
    assert_string_equal(bustle_status_text((bustle_status)-1), "unknown");
    assert_string_equal(bustle_status_text((bustle_status)999), "unknown");
    assert_string_equal(bustle_event_kind_text((bustle_event_kind)0), "unknown");
    assert_string_equal(bustle_stop_reason_text((bustle_stop_reason)0), "unknown");
    assert_string_equal(bustle_cause_text((bustle_cause)0), "unknown");
}

static void the_version_is_that_of_the_header(void **state) {
    (void)state;
    char text[32];
    snprintf(text, sizeof(text), "%d.%d.%d", BUSTLE_VERSION_MAJOR, BUSTLE_VERSION_MINOR,
        BUSTLE_VERSION_PATCH);
    assert_string_equal(bustle_version(), text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(everything_given_is_copied),
        SHOP_TEST(a_missing_builder_or_definition_is_a_bad_argument),
        SHOP_TEST(lists_that_are_not_there_are_bad_arguments),
        SHOP_TEST(lists_of_absurd_length_are_bad_arguments),
        SHOP_TEST(problems_are_sorted_by_severity_kind_name_and_spot),
        SHOP_TEST(a_builder_can_be_mended_and_sealed_again),
        SHOP_TEST(two_sealings_make_two_equal_contents),
        cmocka_unit_test(whichever_allocation_fails_the_same_call_succeeds_afterwards),
        cmocka_unit_test(whichever_allocation_fails_problems_are_told_afterwards),
        SHOP_TEST(a_builder_for_which_there_is_no_memory_is_not_made),
        cmocka_unit_test(garbage_is_refused_and_harms_nothing),
        cmocka_unit_test(random_operations_are_compiled_or_refused),
        cmocka_unit_test(every_status_event_stop_and_cause_has_a_text),
        cmocka_unit_test(the_version_is_that_of_the_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
