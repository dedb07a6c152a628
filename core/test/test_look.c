/* bustle_world_test and bustle_npc_demands: conditions and claims, tested from outside with the
 * meaning that they have in a decision. */
#include <string.h>

#include "cafe.h"

enum { MOST_OPS = 40 };

typedef struct sight {
    bustle_truth truth;
    bustle_reading readings[MOST_OPS];
} sight;

static sight look(kit *k, const char *npc, const char *target, bustle_ops when) {
    sight s;
    assert_true(when.count <= MOST_OPS);
    OK(bustle_world_test(k->world, npc == NULL ? 0 : kit_entity(k, npc),
        target == NULL ? 0 : kit_entity(k, target), &when, s.readings, &s.truth));
    return s;
}

static void expect_number(bustle_value value, int32_t number) {
    assert_true(value.there);
    assert_int_equal(value.number, number);
}

/* ---- Claims ---- */

static void S42_what_its_action_and_its_sequences_hold_counts_as_free(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k); /* 2 free; ann's sequence holds 2, her action 1 */
    const bustle_ops when = OPS(TARGET_IS("free", BUSTLE_EQUAL, 5));
    const sight s = look(k, "ann", "bench1", when);
    assert_int_equal(s.truth, BUSTLE_TRUE);
    expect_number(s.readings[0].left, 5);
    expect_number(s.readings[0].right, 5);
    kit_spawn(k, "bench2", "bench");
    kit_set(k, "bench2", "free", 3);
    expect_number(look(k, "ann", "bench2", when).readings[0].left, 3);
    kit_spawn(k, "bob", "guest");
    expect_number(look(k, "bob", "bench1", when).readings[0].left, 2);
    expect_bench(k, "bench1", 2, 3);
}

static void S42_what_its_interrupted_activity_gave_back_is_free_anyway(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    kit_interrupt(k, "ann", "rain");
    kit_update_to(k, 100);
    expect_number(
        look(k, "ann", "bench1", OPS(TARGET_IS("free", BUSTLE_EQUAL, 5))).readings[0].left, 5);
}

/* The options of "rest" at "sit", looked at while they are tested. */
static bustle_ops way_out;
static unsigned options_seen;

static void look_at_option(void *context, bustle_world *world, const bustle_trace *t) {
    kit *k = context;
    bustle_reading reading;
    bustle_truth truth = BUSTLE_UNKNOWN;
    if (t->kind != BUSTLE_TRACE_OPTION || t->transition != 0) {
        return;
    }
    OK(bustle_world_test(world, t->npc, kit_entity(k, "bench1"), &way_out, &reading, &truth));
    assert_int_equal(truth == BUSTLE_TRUE, t->verdict == BUSTLE_VERDICT_OPEN);
    expect_number(reading.left, 4); /* of 5 ann's action has eaten one; her sequence holds two */
    options_seen++;
}

static void S42_in_a_decision_it_agrees_with_the_decision(void **state) {
    kit *k = *state;
    const bustle_ops ways[] = {
        OPS(TARGET_IS("free", BUSTLE_EQUAL, 4)), OPS(TARGET_IS("free", BUSTLE_EQUAL, 2))};
    for (unsigned i = 0; i < 2; i++) {
        kit_reset(k);
        def_cafe(k);
        cafe.sit->finish = OPS(DECREASE(BUSTLE_TARGET, "free", 1));
        bustle_node_def *sit = node_of(cafe.rest, "sit");
        sit->transition_count = 0;
        way_out = ways[i];
        add_edge(sit, "wait", way_out);
        add_edge(sit, "END", ALWAYS)->otherwise = true;
        k->def.callbacks.trace = look_at_option;
        options_seen = 0;
        begin_sitting(k);
        kit_update_to(k, 1000);
        kit_expect_only(k, "start", i == 0 ? "start ann wait" : "start ann sit bench1");
        assert_int_equal(options_seen, 1);
    }
}

/* ---- What a start would claim ---- */

static bustle_demand demand(kit *k, const char *target) {
    bustle_demand demands[2];
    size_t count = 0;
    OK(bustle_npc_demands(k->world, kit_entity(k, "ann"), kit_action(k, "sit"),
        kit_entity(k, target), demands, 2, &count));
    assert_int_equal(count, 1);
    assert_int_equal(demands[0].state, kit_state(k, "free"));
    return demands[0];
}

static unsigned demands_seen;

static void look_at_demand(void *context, bustle_world *world, const bustle_trace *t) {
    kit *k = context;
    (void)world;
    if (t->kind == BUSTLE_TRACE_CANDIDATE) {
        const bustle_demand d = demand(k, "bench1");
        assert_int_equal(d.wanted, 3); /* the sequence's 2 and the action's 1 */
        assert_int_equal(d.wanted <= d.free, t->verdict == BUSTLE_VERDICT_OPEN);
        demands_seen++;
    }
}

static void S42_the_first_start_of_a_sequence_claims_for_both_together(void **state) {
    kit *k = *state;
    for (int32_t seats = 2; seats <= 3; seats++) {
        kit_reset(k);
        def_cafe(k);
        k->def.callbacks.trace = look_at_demand;
        demands_seen = 0;
        kit_begin(k);
        kit_spawn(k, "bench1", "bench");
        kit_spawn(k, "ann", "guest");
        kit_set(k, "bench1", "free", seats);
        kit_update_to(k, 0);
        kit_expect_only(
            k, "start fail", seats == 3 ? "start ann sit bench1" : "fail ann rest no-candidate");
        assert_int_equal(demands_seen, 1);
    }
}

static void S42_a_sequence_that_has_its_claims_does_not_make_them_again(void **state) {
    kit *k = *state;
    def_cafe(k);
    def_prop(k, "stone");
    begin_sitting(k);
    kit_spawn(k, "stone1", "stone");
    const bustle_demand d = demand(k, "bench1");
    assert_int_equal(d.wanted, 1);
    assert_int_equal(d.free, 2); /* without what she holds */
    assert_true(d.there);
    assert_false(demand(k, "stone1").there);
}

static void S42_states_are_listed_once_the_actions_first_above_their_minimum(void **state) {
    kit *k = *state;
    def_cafe(k);
    def_state(k, "cups")->minimum = -5;
    def_state(k, "trays")->minimum = 0;
    has(has(cafe.bench, "cups", 1), "trays", 4);
    add_claim(cafe.sit, "cups", 2);
    add_sequence_claim(cafe.rest, "trays", 1);
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "guest");
    bustle_demand demands[4];
    size_t count = 0;
    OK(bustle_npc_demands(k->world, kit_entity(k, "ann"), kit_action(k, "sit"),
        kit_entity(k, "bench1"), demands, 4, &count));
    assert_int_equal(count, 3);
    int64_t wanted[3] = {0};
    for (size_t i = 0; i < 3; i++) {
        wanted[i] = demands[i].wanted;
        if (demands[i].state == kit_state(k, "cups")) {
            assert_int_equal(demands[i].free, 6);
        }
    }
    assert_int_equal(wanted[0] + wanted[1], 5); /* free: 1 and 2, cups: 2 */
    assert_int_equal(demands[2].state, kit_state(k, "trays"));
    assert_int_equal(wanted[2], 1);
}

static void S42_where_nothing_runs_the_action_alone_claims(void **state) {
    kit *k = *state;
    def_cafe(k);
    k->def.failure_limit = 0;
    k->def.restart_ms = -1;
    kit_begin(k);
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_HAS_HALTED);
    kit_spawn(k, "bench1", "bench");
    assert_int_equal(demand(k, "bench1").wanted, 1);
}

static void S42_demands_are_counted_and_about_an_npc_an_action_and_somebody(void **state) {
    kit *k = *state;
    def_cafe(k);
    begin_sitting(k);
    const bustle_entity ann = kit_entity(k, "ann");
    const bustle_entity bench = kit_entity(k, "bench1");
    const bustle_id sit = kit_action(k, "sit");
    bustle_world *w = k->world;
    size_t count = 9;
    bustle_demand d;
    OK(bustle_npc_demands(w, ann, sit, bench, NULL, 0, &count));
    assert_int_equal(count, 1);
    OK(bustle_npc_demands(w, ann, kit_action(k, "wait"), bench, &d, 1, &count));
    assert_int_equal(count, 0);
    assert_int_equal(
        bustle_npc_demands(w, ann, BUSTLE_NONE, bench, &d, 1, &count), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_demands(w, ann, sit, bench, NULL, 1, &count), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_demands(w, ann, sit, bench, &d, 1, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_demands(NULL, ann, sit, bench, &d, 1, &count), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_demands(w, bench, sit, bench, &d, 1, &count), BUSTLE_NOT_NPC);
    assert_int_equal(bustle_npc_demands(w, ann, sit, 0, &d, 1, &count), BUSTLE_STALE);
}

/* ---- What there is to read ---- */

/* "ann" stands 5 away from "thing1", which is asked for its position; it is the 6th second. */
static void begin_room(kit *k) {
    def_state(k, "big")->initial = INT32_MAX;
    def_state(k, "absent");
    bustle_state_def *mood = def_state(k, "mood");
    mood->values = NAMES("calm", "wary", "angry");
    mood->value_count = 3;
    bustle_environment_def *sky = def_environment(k, "sky", 0);
    sky->values = NAMES("clear", "grey");
    sky->value_count = 2;
    def_action(k, "wait", 100000);
    chain(k, "main", "wait");
    has(has_default(def_npc(k, "npc", "main"), "big"), "mood", 1);
    bustle_entity_def *thing = has(def_prop(k, "thing"), "mood", 2);
    thing->position = BUSTLE_POSITION_QUERIED;
    kit_begin(k);
    kit_spawn_at(k, "ann", "npc", 0, 0, 0);
    kit_spawn_at(k, "thing1", "thing", 0, -3, 4);
    kit_update_to(k, 5999);
    kit_answer_name(k, "sky", "grey");
    kit_place(k, "thing1", 9, 9, 9);
}

static void S10_a_distance_is_compared_exactly_and_read_with_its_fraction(void **state) {
    kit *k = *state;
    begin_room(k);
    kit_spawn_at(k, "thing2", "thing", 3, 4.0625, 0); /* 5.0501.. away */
    const sight s = look(k, "ann", "thing2",
        OPS(DISTANCE_IS(BUSTLE_GREATER, 5), PUSH_VALUE(5), PUSH(BUSTLE_DISTANCE, NULL),
            STACK_IS(BUSTLE_LESS), PUSH(BUSTLE_DISTANCE, NULL), PUSH_VALUE(0), DO(BUSTLE_PLUS),
            PUSH_VALUE(5), STACK_IS(BUSTLE_EQUAL)));
    assert_int_equal(s.truth, BUSTLE_TRUE);
    assert_true(s.readings[0].left.number > 5.05 && s.readings[0].left.number < 5.0502);
    assert_true(s.readings[3].right.number > 5.05 && s.readings[3].right.number < 5.0502);
    assert_true(s.readings[6].left.number == 5);
}

static void S2_calculations_saturate(void **state) {
    kit *k = *state;
    begin_room(k);
    const sight s = look(k, "ann", NULL,
        OPS(PUSH(BUSTLE_SELF, "big"), PUSH_VALUE(1), DO(BUSTLE_PLUS), PUSH_VALUE(2),
            DO(BUSTLE_MINUS), PUSH_VALUE(INT32_MAX - 2), STACK_IS(BUSTLE_EQUAL)));
    assert_int_equal(s.truth, BUSTLE_TRUE);
    expect_number(s.readings[2].left, INT32_MAX);
    expect_number(s.readings[4].left, INT32_MAX - 2);
    expect_number(s.readings[6].left, INT32_MAX - 2);
    expect_number(s.readings[6].right, INT32_MAX - 2);
}

static void S3_what_is_not_there_makes_its_comparison_false_and_the_not_of_it_true(void **state) {
    kit *k = *state;
    begin_room(k);
    const bustle_ops conditions[] = {OPS(SELF_IS("absent", BUSTLE_EQUAL, 0)),
        OPS(TARGET_IS("mood", BUSTLE_NOT_EQUAL, 9)), OPS(DISTANCE_IS(BUSTLE_AT_LEAST, 0))};
    for (int i = 0; i < 3; i++) {
        const sight s = look(k, "ann", NULL, conditions[i]);
        assert_int_equal(s.truth, BUSTLE_FALSE);
        assert_false(s.readings[0].left.there);
        assert_true(s.readings[0].right.there);
    }
    const sight s = look(k, "ann", "thing1",
        OPS(PUSH_VALUE(1), PUSH(BUSTLE_TARGET, "absent"), DO(BUSTLE_TIMES), PUSH_VALUE(1),
            STACK_IS(BUSTLE_EQUAL), DO(BUSTLE_NOT)));
    assert_int_equal(s.truth, BUSTLE_TRUE);
    assert_false(s.readings[2].left.there);
    assert_int_equal(s.readings[4].truth, BUSTLE_FALSE);
}

static void S7_everything_that_can_be_read_is_read(void **state) {
    kit *k = *state;
    begin_room(k);
    const sight s = look(k, "ann", "thing1",
        OPS(SELF_IS("mood", BUSTLE_EQUAL, 1), NAMED(BUSTLE_EQUAL, BUSTLE_TARGET, "mood", "angry"),
            NAMED(BUSTLE_EQUAL, BUSTLE_ENV, "sky", "grey"), DISTANCE_IS(BUSTLE_LESS, 6),
            NOW_IS(BUSTLE_EQUAL, 5), NAMED(BUSTLE_PUSH, BUSTLE_CONSTANT, "mood", "wary"),
            NAMED(BUSTLE_PUSH, BUSTLE_CONSTANT, "sky", "grey"), STACK_IS(BUSTLE_EQUAL)));
    const int32_t left[] = {1, 2, 0, 5, 5, 1, 1, 1};
    const int32_t right[] = {1, 2, 1, 6, 5, 0, 0, 1};
    for (int i = 0; i < 8; i++) {
        expect_number(s.readings[i].left, left[i]);
        assert_int_equal(s.readings[i].right.number, right[i]);
    }
    assert_int_equal(s.readings[2].truth, BUSTLE_FALSE);
    assert_int_equal(s.readings[5].truth, BUSTLE_NO_CONDITION);
    assert_int_equal(s.readings[7].first, 5);
    assert_int_equal(s.truth, BUSTLE_FALSE);
}

static void S9_S10_nothing_is_asked_and_nothing_changes(void **state) {
    kit *k = *state;
    begin_room(k);
    const uint32_t hash = bustle_world_hash(k->world);
    const bustle_stats before = kit_stats(k);
    kit_expect_asked(k, "");
    look(k, "ann", "thing1",
        OPS(NAMED(BUSTLE_EQUAL, BUSTLE_ENV, "sky", "grey"), DISTANCE_IS(BUSTLE_EQUAL, 5)));
    kit_expect_asked(k, "");
    kit_expect_same_stats(before, kit_stats(k));
    assert_int_equal(bustle_world_hash(k->world), hash);
    OK(bustle_world_set_environment(k->world, kit_environment(k, "sky"), 1));
    assert_int_equal(look(k, NULL, NULL, OPS(NAMED(BUSTLE_EQUAL, BUSTLE_ENV, "sky", "grey"))).truth,
        BUSTLE_TRUE);
}

/* ---- Conditions of conditions ---- */

static int never(kit *k, bustle_call *call) {
    (void)k;
    (void)call;
    fail_msg("a function was called");
    return 1;
}

static void S8_functions_are_not_called_and_matter_where_nothing_else_decides(void **state) {
    kit *k = *state;
    begin_room(k);
    k->conditions[1] = never;
    const bustle_op yes = NOW_IS(BUSTLE_EQUAL, 5);
    const bustle_op no = NOW_IS(BUSTLE_EQUAL, 6);
    const bustle_op call = CALL(1, "here");
    const bustle_op both = DO(BUSTLE_AND);
    const bustle_op either = DO(BUSTLE_OR);
    assert_int_equal(look(k, "ann", NULL, OPS(call)).truth, BUSTLE_UNKNOWN);
    assert_int_equal(look(k, "ann", NULL, OPS(call, DO(BUSTLE_NOT))).truth, BUSTLE_UNKNOWN);
    assert_int_equal(look(k, "ann", NULL, OPS(call, yes, both)).truth, BUSTLE_UNKNOWN);
    assert_int_equal(look(k, "ann", NULL, OPS(call, no, both)).truth, BUSTLE_FALSE);
    assert_int_equal(look(k, "ann", NULL, OPS(call, yes, either)).truth, BUSTLE_TRUE);
    assert_int_equal(look(k, "ann", NULL, OPS(no, call, either)).truth, BUSTLE_UNKNOWN);
    assert_int_equal(look(k, "ann", NULL, OPS(yes, call)).truth, BUSTLE_UNKNOWN);
    assert_int_equal(look(k, "ann", NULL, OPS(call, no)).truth, BUSTLE_FALSE);
    assert_int_equal(
        look(k, "ann", NULL, OPS(yes, no, either, no, DO(BUSTLE_NOT))).truth, BUSTLE_TRUE);
}

static void S7_an_empty_condition_is_true(void **state) {
    kit *k = *state;
    begin_room(k);
    bustle_truth truth = BUSTLE_FALSE;
    OK(bustle_world_test(k->world, 0, 0, &ALWAYS, NULL, &truth));
    assert_int_equal(truth, BUSTLE_TRUE);
}

/* ---- Agreement ---- */

static uint32_t dice_state;

static uint32_t below(uint32_t n) {
    dice_state = dice_state * 1664525u + 1013904223u;
    return (dice_state >> 8) % n;
}

static bustle_op comparison(void) {
    static const char *const states[] = {"free", "mood", "absent"};
    const bustle_op_kind kind = (bustle_op_kind)(BUSTLE_EQUAL + (int)below(6));
    const int32_t value = (int32_t)below(6);
    switch (below(4)) {
    case 0:
        return (bustle_op)DISTANCE_IS(kind, value);
    case 1:
        return (bustle_op)SELF_IS("mood", kind, value);
    default:
        return (bustle_op)TARGET_IS(states[below(3)], kind, value);
    }
}

/* A condition of one to four comparisons, one of which may be of the sum of two values. */
static bustle_ops any_condition(void) {
    bustle_op list[24];
    size_t count = 0;
    uint32_t left = 0;
    for (uint32_t i = below(4) + 1; i > 0; i--) {
        if (below(3) == 0) {
            list[count++] = (bustle_op)PUSH(BUSTLE_TARGET, "free");
            list[count++] = (bustle_op)PUSH(BUSTLE_SELF, "mood");
            list[count++] = (bustle_op)KIT_OP(
                (bustle_op_kind)(BUSTLE_PLUS + (int)below(3)), BUSTLE_STACK, NULL, 0);
            list[count++] = (bustle_op)PUSH_VALUE((int32_t)below(6));
            list[count++] = (bustle_op)STACK_IS(BUSTLE_AT_LEAST);
        } else {
            list[count++] = comparison();
        }
        if (below(3) == 0) {
            list[count++] = (bustle_op)DO(BUSTLE_NOT);
        }
        left++;
        if (left > 1 && below(2) == 0) {
            list[count++] = below(2) == 0 ? (bustle_op)DO(BUSTLE_AND) : (bustle_op)DO(BUSTLE_OR);
            left--;
        }
    }
    return kit_ops(list, count);
}

static bustle_ops tested;
static unsigned agreed[2];

static void agree(void *context, bustle_world *world, const bustle_trace *t) {
    bustle_reading readings[24];
    bustle_truth truth = BUSTLE_UNKNOWN;
    (void)context;
    if (t->kind == BUSTLE_TRACE_SAME_TARGET) {
        const bool open = t->verdict == BUSTLE_VERDICT_OPEN;
        OK(bustle_world_test(world, t->npc, t->target, &tested, readings, &truth));
        assert_int_equal(truth == BUSTLE_TRUE, open);
        agreed[open]++;
    }
}

static void S7_S42_any_condition_comes_out_as_in_the_decision(void **state) {
    kit *k = *state;
    dice_state = 7;
    memset(agreed, 0, sizeof agreed);
    for (int round = 0; round < 400; round++) {
        kit_reset(k);
        def_cafe(k);
        def_state(k, "mood");
        def_state(k, "absent");
        has(cafe.guest, "mood", (int32_t)below(4));
        has(cafe.bench, "mood", (int32_t)below(4));
        bustle_action_def *lean = def_action(k, "lean", 1000);
        lean->target = BUSTLE_TARGET_TAKEN;
        tested = any_condition();
        lean->when = tested;
        chain(k, "day", "sit", "=lean");
        add_sequence_claim(chain(k, "hold", "sit", "=lean"), "free", 2);
        cafe.guest->main = below(2) == 0 ? "day" : "hold";
        k->def.callbacks.trace = agree;
        kit_begin(k);
        kit_spawn_at(k, "bench1", "bench", below(3), below(3), 0);
        kit_spawn(k, "ann", "guest");
        kit_run(k, 2000, 1000);
    }
    assert_true(agreed[0] > 100 && agreed[1] > 100);
}

/* ---- What is refused ---- */

static void expect_refused(kit *k, bustle_ops when) {
    bustle_reading readings[MOST_OPS];
    bustle_truth truth = BUSTLE_UNKNOWN;
    assert_int_equal(bustle_world_test(k->world, kit_entity(k, "ann"), kit_entity(k, "thing1"),
                         &when, readings, &truth),
        BUSTLE_BAD_ARGUMENT);
    assert_int_equal(truth, BUSTLE_UNKNOWN);
}

static void S6_what_is_no_condition_is_refused(void **state) {
    kit *k = *state;
    begin_room(k);
    const bustle_op yes = NOW_IS(BUSTLE_EQUAL, 5);
    expect_refused(k, OPS(PUSH_VALUE(1)));
    expect_refused(k, OPS(PUSH_VALUE(1), yes));
    expect_refused(k, OPS(PUSH_VALUE(1), STACK_IS(BUSTLE_EQUAL)));
    expect_refused(k, OPS(yes, PUSH_VALUE(1), STACK_IS(BUSTLE_EQUAL)));
    expect_refused(k, OPS(PUSH_VALUE(1), DO(BUSTLE_PLUS)));
    expect_refused(k, OPS(DO(BUSTLE_NOT)));
    expect_refused(k, OPS(PUSH_VALUE(1), DO(BUSTLE_NOT)));
    expect_refused(k, OPS(yes, DO(BUSTLE_AND)));
    expect_refused(k, OPS(yes, PUSH_VALUE(1), DO(BUSTLE_OR)));
    expect_refused(k, OPS(SET(BUSTLE_SELF, "mood", 1)));
    expect_refused(k, OPS(KIT_OP((bustle_op_kind)99, BUSTLE_SELF, "mood", 1)));
    expect_refused(k, OPS(KIT_OP(BUSTLE_EQUAL, BUSTLE_CONSTANT, NULL, 1)));
    expect_refused(k, OPS(PUSH(BUSTLE_STACK, NULL)));
    expect_refused(k, OPS(PUSH((bustle_subject)99, NULL)));
}

static void S6_names_that_the_content_does_not_have_are_refused(void **state) {
    kit *k = *state;
    begin_room(k);
    expect_refused(k, OPS(SELF_IS("moood", BUSTLE_EQUAL, 1)));
    expect_refused(k, OPS(SELF_IS(NULL, BUSTLE_EQUAL, 1)));
    expect_refused(k, OPS(TARGET_IS("sky", BUSTLE_EQUAL, 1)));
    expect_refused(k, OPS(ENV_IS("mood", BUSTLE_EQUAL, 1)));
    expect_refused(k, OPS(NAMED(BUSTLE_EQUAL, BUSTLE_SELF, "mood", "grey")));
    expect_refused(k, OPS(NAMED(BUSTLE_EQUAL, BUSTLE_NOW, NULL, "grey")));
    expect_refused(k,
        OPS(NAMED(BUSTLE_PUSH, BUSTLE_CONSTANT, "mood", "grey"), PUSH_VALUE(1),
            STACK_IS(BUSTLE_EQUAL)));
}

static void S4_it_is_about_an_npc_and_somebody_there_or_about_nobody(void **state) {
    kit *k = *state;
    begin_room(k);
    const bustle_ops when = OPS(SELF_IS("mood", BUSTLE_EQUAL, 1));
    const bustle_entity ann = kit_entity(k, "ann");
    const bustle_entity thing = kit_entity(k, "thing1");
    bustle_reading reading;
    bustle_truth truth = BUSTLE_UNKNOWN;
    assert_int_equal(
        bustle_world_test(k->world, thing, 0, &when, &reading, &truth), BUSTLE_NOT_NPC);
    assert_int_equal(
        bustle_world_test(k->world, 0, thing, &when, &reading, &truth), BUSTLE_BAD_ARGUMENT);
    OK(bustle_world_remove(k->world, thing));
    assert_int_equal(
        bustle_world_test(k->world, ann, thing, &when, &reading, &truth), BUSTLE_STALE);
    assert_int_equal(truth, BUSTLE_UNKNOWN);
    assert_int_equal(look(k, NULL, NULL, when).truth, BUSTLE_FALSE);
    assert_false(look(k, NULL, NULL, when).readings[0].left.there);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S42_what_its_action_and_its_sequences_hold_counts_as_free),
        RULE(S42_what_its_interrupted_activity_gave_back_is_free_anyway),
        RULE(S42_in_a_decision_it_agrees_with_the_decision),
        RULE(S42_the_first_start_of_a_sequence_claims_for_both_together),
        RULE(S42_a_sequence_that_has_its_claims_does_not_make_them_again),
        RULE(S42_states_are_listed_once_the_actions_first_above_their_minimum),
        RULE(S42_where_nothing_runs_the_action_alone_claims),
        RULE(S42_demands_are_counted_and_about_an_npc_an_action_and_somebody),
        RULE(S10_a_distance_is_compared_exactly_and_read_with_its_fraction),
        RULE(S2_calculations_saturate),
        RULE(S3_what_is_not_there_makes_its_comparison_false_and_the_not_of_it_true),
        RULE(S7_everything_that_can_be_read_is_read),
        RULE(S9_S10_nothing_is_asked_and_nothing_changes),
        RULE(S8_functions_are_not_called_and_matter_where_nothing_else_decides),
        RULE(S7_an_empty_condition_is_true),
        RULE(S7_S42_any_condition_comes_out_as_in_the_decision),
        RULE(S6_what_is_no_condition_is_refused),
        RULE(S6_names_that_the_content_does_not_have_are_refused),
        RULE(S4_it_is_about_an_npc_and_somebody_there_or_about_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
