/* S11 to S15: what an action is, its target, and its start. */
#include "base/random.h"
#include "kit_npc.h"

/* "work" (100 ms) again and again as "main" of "npc"; "call" makes it "look" (50 ms). */
static bustle_action_def *def_working(kit *k) {
    def_state(k, "n");
    def_state(k, "m");
    def_interruption(k, "call");
    def_action(k, "look", 50);
    chain(k, "main", "work");
    chain(k, "answer", "look");
    has(has(handles(def_npc(k, "npc", "main"), "call", "answer", 0), "n", 0), "m", 0);
    return def_action(k, "work", 100);
}

/* The same, but "work" takes a "stone". */
static bustle_action_def *def_stonework(kit *k) {
    bustle_action_def *work = def_working(k);
    work->target = BUSTLE_TARGET_TAKEN;
    def_state(k, "free")->minimum = 0;
    has(accepts(def_prop(k, "stone"), "work"), "free", 3);
    return work;
}

static void begin_with_ann(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
}

static void begin_with_stones(kit *k, int count) {
    static const char *const labels[] = {"stone1", "stone2", "stone3"};
    kit_begin(k);
    for (int i = 0; i < count; i++) {
        kit_spawn(k, labels[i], "stone");
    }
    kit_spawn(k, "ann", "npc");
}

static bustle_doing doing_of(const kit *k, bustle_entity npc) {
    bustle_doing doing;
    assert_int_equal(bustle_npc_doing(k->world, npc, &doing), BUSTLE_OK);
    return doing;
}

/* What an NPC will draw, from the beginning. */
typedef struct stream {
    uint32_t words[4];
} stream;

static stream stream_of(const kit *k, bustle_entity npc) {
    stream s = {0};
    random_seed(s.words, k->def.seed, bustle_entity_spawn_number(npc));
    return s;
}

/* ---- S11 ---- */

static void S11_an_action_begins_only_if_all_its_preconditions_hold(void **state) {
    kit *k = *state;
    for (int i = 0; i < 4; i++) {
        kit_reset(k);
        def_working(k)->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 1), SELF_IS("m", BUSTLE_AT_LEAST, 1));
        kit_begin(k);
        kit_spawn(k, "ann", "npc");
        kit_set(k, "ann", "n", i & 1);
        kit_set(k, "ann", "m", i >> 1);
        kit_update_to(k, 0);
        kit_expect_only(k, "start fail", i == 3 ? "start ann work" : "fail ann main condition");
    }
}

static void S11_each_kind_of_effect_has_its_own_moment(void **state) {
    kit *k = *state;
    bustle_action_def *work = def_working(k);
    work->start = OPS(INCREASE(BUSTLE_SELF, "n", 1));
    work->finish = OPS(INCREASE(BUSTLE_SELF, "n", 10));
    work->interrupted = OPS(INCREASE(BUSTLE_SELF, "n", 100));
    begin_with_ann(k);
    assert_int_equal(kit_get(k, "ann", "n"), 1);
    kit_update_to(k, 99);
    assert_int_equal(kit_get(k, "ann", "n"), 1);
    kit_complete(k, "ann");
    assert_int_equal(kit_get(k, "ann", "n"), 11);
    kit_update_to(k, 99); /* starts again */
    assert_int_equal(kit_get(k, "ann", "n"), 12);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 99);
    assert_int_equal(kit_get(k, "ann", "n"), 112);
}

static void S11_effects_happen_in_the_order_written(void **state) {
    kit *k = *state;
    bustle_action_def *work = def_working(k);
    work->start = OPS(SET(BUSTLE_SELF, "n", 5), PUSH(BUSTLE_SELF, "n"),
        STACKED(BUSTLE_SET, BUSTLE_SELF, "m"), SET(BUSTLE_SELF, "n", 6));
    begin_with_ann(k);
    assert_int_equal(kit_get(k, "ann", "m"), 5);
    assert_int_equal(kit_get(k, "ann", "n"), 6);
}

static void S11_a_range_is_drawn_uniformly_in_whole_milliseconds_with_its_ends(void **state) {
    kit *k = *state;
    bustle_action_def *work = def_working(k);
    work->duration_ms = 100;
    work->duration_max_ms = 102;
    kit_begin(k);
    enum { NPCS = 300 };
    bustle_entity npcs[NPCS];
    for (int i = 0; i < NPCS; i++) {
        npcs[i] = kit_spawn(k, "someone", "npc");
    }
    kit_update_to(k, 0);
    int seen[3] = {0};
    for (int i = 0; i < NPCS; i++) {
        stream s = stream_of(k, npcs[i]);
        uint32_t drawn = random_below(s.words, 3);
        assert_int_equal(doing_of(k, npcs[i]).duration_ms, 100 + drawn);
        seen[drawn]++;
    }
    for (int i = 0; i < 3; i++) {
        assert_in_range(seen[i], NPCS / 4, NPCS / 2);
    }
    kit_forget_events(k);
    kit_update_to(k, 101); /* all but those that last 102 */
    size_t stops = 0;
    for (size_t i = k->events_seen; i < k->event_count; i++) {
        stops += k->events[i].kind == BUSTLE_EVENT_STOP;
    }
    assert_int_equal(stops, seen[0] + seen[1]);
}

static void S11_a_duration_is_drawn_anew_for_every_start(void **state) {
    kit *k = *state;
    def_working(k)->duration_max_ms = 1000;
    begin_with_ann(k);
    stream s = stream_of(k, kit_entity(k, "ann"));
    for (int i = 0; i < 10; i++) {
        assert_int_equal(kit_doing(k, "ann").duration_ms, 100 + random_below(s.words, 901));
        kit_complete(k, "ann");
        kit_update_to(k, 0);
    }
}

static void S11_a_fixed_duration_draws_nothing(void **state) {
    kit *k = *state;
    def_working(k)->duration_max_ms = 100; /* a range of one */
    def_action(k, "roam", 1)->duration_max_ms = 1000;
    chain(k, "day", "look", "work", "roam");
    def_npc(k, "roamer", "day");
    kit_begin(k);
    kit_spawn(k, "ann", "roamer");
    kit_run(k, 200, 50);
    assert_int_equal(kit_doing(k, "ann").action, kit_action(k, "roam"));
    stream s = stream_of(k, kit_entity(k, "ann"));
    assert_int_equal(kit_doing(k, "ann").duration_ms, 1 + random_below(s.words, 1000));
}

static void S11_the_timeout_is_three_times_the_longest_duration_unless_given(void **state) {
    kit *k = *state;
    for (int given = 0; given <= 450; given += 450) {
        kit_reset(k);
        bustle_action_def *work = def_working(k);
        work->duration_max_ms = 200;
        work->timeout_ms = given;
        work->ending = BUSTLE_ENDING_GAME;
        begin_with_ann(k);
        int64_t timeout = given == 0 ? 600 : given;
        assert_int_equal(kit_doing(k, "ann").timeout_ms, timeout);
        kit_forget_events(k);
        kit_update_to(k, timeout - 1);
        kit_expect_events(k, "");
        kit_update_to(k, timeout);
        kit_expect_events(k, "stop ann work timed-out | start ann work");
    }
}

static void S11_only_a_resumable_action_is_resumed(void **state) {
    kit *k = *state;
    for (int resumable = 0; resumable <= 1; resumable++) {
        kit_reset(k);
        def_working(k)->resumable = resumable == 1;
        begin_with_ann(k);
        kit_interrupt(k, "ann", "call");
        kit_update_to(k, 30);
        kit_forget_events(k);
        kit_update_to(k, 80);
        kit_expect_only(k, "start", resumable ? "resume ann work 70" : "start ann work");
    }
}

/* ---- S12 ---- */

static void S12_an_action_takes_a_target_if_anything_of_it_concerns_one(void **state) {
    kit *k = *state;
    const bustle_claim_def claim = {"free", 1};
    const bustle_action_def ways[] = {
        {.target = BUSTLE_TARGET_TAKEN},
        {.when = OPS(TARGET_IS("n", BUSTLE_EQUAL, 0))},
        {.when = OPS(TARGET_IS("n", BUSTLE_EQUAL, 1), DO(BUSTLE_NOT))},
        {.when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 9))},
        {.when = OPS(PUSH_VALUE(5), PUSH(BUSTLE_DISTANCE, NULL), STACK_IS(BUSTLE_GREATER))},
        {.start = OPS(SET(BUSTLE_TARGET, "n", 2))},
        {.finish = OPS(INCREASE(BUSTLE_TARGET, "n", 2))},
        {.interrupted = OPS(DECREASE(BUSTLE_TARGET, "n", 2))},
        {.finish = OPS(PUSH(BUSTLE_TARGET, "n"), STACKED(BUSTLE_SET, BUSTLE_SELF, "n"))},
        {.interrupted = OPS(RAISE(BUSTLE_TARGET, "call"))},
        {.claims = &claim, .claim_count = 1},
        {.speed = 1},
        {.speed_state = "legs"},
        {.preference = BUSTLE_PREFER_NEAREST},
        {.preference = BUSTLE_PREFER_MOST, .preferred_state = "n"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        kit_reset(k);
        def_state(k, "legs");
        def_stonework(k);
        bustle_action_def *act = def_action(k, "act", 0);
        *act = ways[i];
        act->name = "act";
        act->duration_ms = act->speed > 0 || act->speed_state != NULL ? 0 : 100;
        chain(k, "acting", "act");
        has(has(def_npc(k, "actor", "acting"), "n", 0), "legs", 3);
        has(has(accepts(def_prop(k, "thing"), "act"), "n", 0), "free", 1);
        kit_begin(k);
        kit_spawn(k, "ann", "actor");
        kit_update_to(k, 0);
        kit_expect_events(k, "spawn ann | fail ann acting no-candidate");
        kit_spawn(k, "thing1", "thing");
        kit_update_to(k, 1000);
        kit_expect_events(k, "spawn thing1 | start ann act thing1");
    }
}

static void S12_an_action_that_mentions_no_target_takes_none(void **state) {
    kit *k = *state;
    bustle_action_def *work = def_working(k);
    work->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 0));
    work->start = OPS(SET(BUSTLE_SELF, "n", 0));
    def_prop(k, "stone");
    kit_begin(k);
    kit_spawn(k, "stone1", "stone");
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_expect_only(k, "start", "start ann work");
    assert_int_equal(kit_doing(k, "ann").target, 0);
}

static bustle_entity target_seen;

static int see_target(kit *k, bustle_call *call) {
    (void)k;
    target_seen = call->target;
    return 1;
}

static void S12_of_an_action_with_functions_alone_its_word_counts(void **state) {
    kit *k = *state;
    for (int takes = 0; takes <= 1; takes++) {
        kit_reset(k);
        bustle_action_def *work = takes ? def_stonework(k) : def_working(k);
        work->target = takes ? BUSTLE_TARGET_TAKEN : BUSTLE_TARGET_NOT_TAKEN;
        work->when = OPS(CALL(1, "when"));
        k->conditions[1] = see_target;
        kit_begin(k);
        if (takes) {
            kit_spawn(k, "stone1", "stone");
        }
        kit_spawn(k, "ann", "npc");
        kit_update_to(k, 0);
        kit_expect_only(k, "start", takes ? "start ann work stone1" : "start ann work");
        assert_int_equal(target_seen, takes ? kit_entity(k, "stone1") : 0);
    }
}

static void S12_a_false_precondition_fails_the_node_of_an_untargeted_action(void **state) {
    kit *k = *state;
    def_working(k)->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 1));
    bustle_sequence_def *day = chain(k, "day", "work", "look");
    node_of(day, "work")->failed = "look";
    has(def_npc(k, "careful", "day"), "n", 0);
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_spawn(k, "bob", "careful");
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "fail ann main condition | start bob look");
}

static void S12_a_targeted_action_without_candidates_fails_its_node_too(void **state) {
    kit *k = *state;
    def_stonework(k);
    bustle_sequence_def *day = chain(k, "day", "work", "look");
    node_of(day, "work")->failed = "look";
    def_npc(k, "careful", "day");
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_spawn(k, "bob", "careful");
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "fail ann main no-candidate | start bob look");
}

/* ---- S13 ---- */

static void S13_only_entities_that_support_the_action_are_candidates(void **state) {
    kit *k = *state;
    def_stonework(k);
    accepts(def_prop(k, "brick"), "dig");
    def_action(k, "dig", 1)->target = BUSTLE_TARGET_TAKEN;
    kit_begin(k);
    kit_spawn(k, "brick1", "brick");
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "fail ann main no-candidate");
}

static void S13_an_npc_may_be_the_target_of_another_but_not_its_own(void **state) {
    kit *k = *state;
    def_working(k)->target = BUSTLE_TARGET_TAKEN;
    accepts(def_npc(k, "pal", "main"), "work");
    kit_begin(k);
    kit_spawn(k, "ann", "pal");
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "fail ann main no-candidate");
    kit_spawn(k, "bob", "pal");
    kit_update_to(k, 1000);
    kit_expect_only(k, "start fail", "start bob work ann | start ann work bob");
}

static void S13_every_precondition_is_tested_on_every_candidate(void **state) {
    kit *k = *state;
    def_stonework(k)->when = OPS(TARGET_IS("free", BUSTLE_AT_LEAST, 2),
        TARGET_IS("free", BUSTLE_NOT_EQUAL, 3), SELF_IS("n", BUSTLE_EQUAL, 0));
    begin_with_stones(k, 3);
    kit_set(k, "stone1", "free", 1);
    kit_set(k, "stone2", "free", 2);
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "start ann work stone2");
    kit_set(k, "ann", "n", 1);
    kit_update_to(k, 100);
    kit_expect_only(k, "start fail", "fail ann main no-candidate");
}

static void S13_one_candidate_is_taken_without_a_draw(void **state) {
    kit *k = *state;
    def_stonework(k)->duration_max_ms = 1000;
    begin_with_stones(k, 1);
    kit_update_to(k, 0);
    kit_expect_only(k, "start", "start ann work stone1");
    stream s = stream_of(k, kit_entity(k, "ann"));
    assert_int_equal(kit_doing(k, "ann").duration_ms, 100 + random_below(s.words, 901));
}

/* New NPCs choose among three stones, listed so, and draw their durations, from 100 ms on. */
static void expect_draws(kit *k, const char *const labels[3], uint32_t durations) {
    for (int i = 0; i < 30; i++) {
        bustle_entity npc = kit_spawn(k, "someone", "npc");
        kit_update_to(k, 0);
        stream s = stream_of(k, npc);
        const char *label = labels[random_below(s.words, 3)];
        assert_int_equal(doing_of(k, npc).target, kit_entity(k, label));
        assert_int_equal(doing_of(k, npc).duration_ms, 100 + random_below(s.words, durations));
    }
}

static void S13_candidates_are_listed_by_spawn_number(void **state) {
    kit *k = *state;
    def_stonework(k);
    begin_with_stones(k, 3);
    kit_remove(k, "stone1");
    kit_spawn(k, "stone4", "stone"); /* where the first one was */
    expect_draws(k, (const char *const[]){"stone2", "stone3", "stone4"}, 1);
}

/* Lets "ann" work six times and notes where. */
static void note_targets(kit *k, bustle_entity targets[6]) {
    for (int i = 0; i < 6; i++) {
        kit_run(k, 100, 100);
        targets[i] = kit_doing(k, "ann").target;
    }
}

static void S13_among_several_the_memory_of_the_action_decides(void **state) {
    kit *k = *state;
    def_stonework(k);
    begin_with_stones(k, 3);
    bustle_entity targets[6];
    note_targets(k, targets);
    for (int i = 0; i < 3; i++) {
        assert_true(targets[i] != targets[(i + 1) % 3]); /* first those not yet visited */
        assert_int_equal(targets[i + 3], targets[i]); /* then the oldest */
    }
}

static void S13_a_preference_comes_before_memory(void **state) {
    kit *k = *state;
    bustle_action_def *work = def_stonework(k);
    work->preference = BUSTLE_PREFER_LEAST;
    work->preferred_state = "free";
    begin_with_stones(k, 3);
    kit_set(k, "stone1", "free", 1);
    kit_set(k, "stone3", "free", 1);
    bustle_entity targets[6];
    note_targets(k, targets);
    for (int i = 0; i < 6; i++) { /* never the second; of the others in turn */
        assert_true(targets[i] == kit_entity(k, "stone1") || targets[i] == kit_entity(k, "stone3"));
        assert_true(i == 0 || targets[i] != targets[i - 1]);
    }
}

/* ---- S14 ---- */

static void S14_a_targeted_start_is_remembered_with_one_candidate_or_many(void **state) {
    kit *k = *state;
    def_stonework(k);
    begin_with_stones(k, 1);
    kit_update_to(k, 10);
    kit_expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "work stone1 @10");
    kit_update_to(k, 110); /* the same decision: the record is new */
    kit_expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "work stone1 @110");
    kit_spawn(k, "stone2", "stone");
    kit_update_to(k, 210);
    kit_expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "work stone1 @110, work stone2 @210");
}

static void S14_an_untargeted_start_is_not_remembered(void **state) {
    kit *k = *state;
    def_working(k);
    begin_with_ann(k);
    kit_expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "");
}

static void S14_a_resumption_is_not_remembered_but_a_start_from_scratch_is(void **state) {
    kit *k = *state;
    for (int resumable = 0; resumable <= 1; resumable++) {
        kit_reset(k);
        def_stonework(k)->resumable = resumable == 1;
        begin_with_stones(k, 1);
        kit_update_to(k, 0);
        kit_interrupt(k, "ann", "call");
        kit_update_to(k, 30);
        kit_update_to(k, 80);
        assert_int_equal(kit_doing(k, "ann").action, kit_action(k, "work"));
        kit_expect_memories(
            k, "ann", BUSTLE_MEMORY_ACTION, resumable ? "work stone1 @0" : "work stone1 @80");
    }
}

/* ---- S15 ---- */

static struct {
    int32_t free, taken;
    size_t memories;
    bustle_doing doing;
    bool fresh; /* the immediate effect before it has happened, the one after it not */
} seen;

static int see_start(kit *k, bustle_call *call) {
    bustle_id free = kit_state(k, "free"), n = kit_state(k, "n"), m = kit_state(k, "m");
    int32_t before = 0, after = 0;
    assert_int_equal(bustle_entity_get(k->world, call->target, free, &seen.free), BUSTLE_OK);
    assert_int_equal(bustle_entity_taken(k->world, call->target, free, &seen.taken), BUSTLE_OK);
    assert_int_equal(bustle_entity_get(k->world, call->self, n, &before), BUSTLE_OK);
    assert_int_equal(bustle_entity_get(k->world, call->self, m, &after), BUSTLE_OK);
    assert_int_equal(
        bustle_npc_memories(k->world, call->self, BUSTLE_MEMORY_ACTION, NULL, 0, &seen.memories),
        BUSTLE_OK);
    seen.doing = doing_of(k, call->self);
    seen.fresh = before == 1 && after == 0;
    return 1;
}

static void S15_claims_come_before_immediate_effects_and_those_before_memory(void **state) {
    kit *k = *state;
    bustle_action_def *work = def_stonework(k);
    work->duration_max_ms = 1000;
    add_claim(work, "free", 2);
    work->start = OPS(SET(BUSTLE_SELF, "n", 1), CALL(1, "start"), SET(BUSTLE_SELF, "m", 1));
    k->effects[1] = see_start;
    begin_with_stones(k, 1);
    kit_update_to(k, 0);
    assert_true(seen.fresh);
    assert_int_equal(seen.free, 1);
    assert_int_equal(seen.taken, 2);
    assert_int_equal(seen.memories, 0);
    const bustle_event *start = kit_last(k, BUSTLE_EVENT_START);
    assert_int_equal(seen.doing.duration_ms, start->duration_ms); /* drawn by then */
    assert_int_equal(seen.doing.target, start->target);
    assert_int_equal(seen.doing.token, 0); /* no token yet */
    assert_int_equal(start->token, 1);
    kit_expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "work stone1 @0");
}

static void S15_a_start_draws_its_target_and_then_its_duration(void **state) {
    kit *k = *state;
    def_stonework(k)->duration_max_ms = 1000;
    begin_with_stones(k, 3);
    expect_draws(k, (const char *const[]){"stone1", "stone2", "stone3"}, 901);
}

static void S15_tokens_count_the_starts_of_each_npc_from_1(void **state) {
    kit *k = *state;
    def_working(k)->resumable = true;
    begin_with_ann(k);
    assert_int_equal(kit_doing(k, "ann").token, 1);
    kit_spawn(k, "bob", "npc");
    kit_complete(k, "ann");
    kit_update_to(k, 0);
    assert_int_equal(kit_doing(k, "ann").token, 2);
    assert_int_equal(kit_doing(k, "bob").token, 1);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 10);
    assert_int_equal(kit_doing(k, "ann").token, 3);
    kit_update_to(k, 60); /* a resumption has a new one too */
    kit_expect_only(
        k, "stop", "stop ann work done | stop ann work interrupted | stop ann look done");
    assert_int_equal(kit_doing(k, "ann").token, 4);
}

static bustle_event told[8];
static size_t told_count;

static void note_told(kit *k, const bustle_event *event) {
    (void)k;
    told[told_count++] = *event;
}

static void S15_the_game_is_told_all_about_a_start(void **state) {
    kit *k = *state;
    def_stonework(k)->resumable = true;
    told_count = 0;
    k->on_start = note_told;
    begin_with_stones(k, 1);
    kit_update_to(k, 0);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 30);
    kit_update_to(k, 80);
    const bustle_event expected[] = {
        {.target = kit_entity(k, "stone1"),
            .name = kit_action(k, "work"),
            .argument = 100,
            .token = 1,
            .duration_ms = 100},
        {.time = 30, .name = kit_action(k, "look"), .argument = 50, .token = 2, .duration_ms = 50},
        {.time = 80,
            .target = kit_entity(k, "stone1"),
            .name = kit_action(k, "work"),
            .argument = (UINT32_C(1) << 31) + 70,
            .token = 3,
            .duration_ms = 100},
    };
    assert_int_equal(told_count, 3); /* of starts alone */
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(told[i].kind, BUSTLE_EVENT_START);
        assert_int_equal(told[i].npc, kit_entity(k, "ann"));
        assert_int_equal(told[i].time, expected[i].time);
        assert_int_equal(told[i].target, expected[i].target);
        assert_int_equal(told[i].name, expected[i].name);
        assert_int_equal(told[i].argument, expected[i].argument);
        assert_int_equal(told[i].token, expected[i].token);
        assert_int_equal(told[i].duration_ms, expected[i].duration_ms);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S11_an_action_begins_only_if_all_its_preconditions_hold),
        RULE(S11_each_kind_of_effect_has_its_own_moment),
        RULE(S11_effects_happen_in_the_order_written),
        RULE(S11_a_range_is_drawn_uniformly_in_whole_milliseconds_with_its_ends),
        RULE(S11_a_duration_is_drawn_anew_for_every_start),
        RULE(S11_a_fixed_duration_draws_nothing),
        RULE(S11_the_timeout_is_three_times_the_longest_duration_unless_given),
        RULE(S11_only_a_resumable_action_is_resumed),
        RULE(S12_an_action_takes_a_target_if_anything_of_it_concerns_one),
        RULE(S12_an_action_that_mentions_no_target_takes_none),
        RULE(S12_of_an_action_with_functions_alone_its_word_counts),
        RULE(S12_a_false_precondition_fails_the_node_of_an_untargeted_action),
        RULE(S12_a_targeted_action_without_candidates_fails_its_node_too),
        RULE(S13_only_entities_that_support_the_action_are_candidates),
        RULE(S13_an_npc_may_be_the_target_of_another_but_not_its_own),
        RULE(S13_every_precondition_is_tested_on_every_candidate),
        RULE(S13_one_candidate_is_taken_without_a_draw),
        RULE(S13_candidates_are_listed_by_spawn_number),
        RULE(S13_among_several_the_memory_of_the_action_decides),
        RULE(S13_a_preference_comes_before_memory),
        RULE(S14_a_targeted_start_is_remembered_with_one_candidate_or_many),
        RULE(S14_an_untargeted_start_is_not_remembered),
        RULE(S14_a_resumption_is_not_remembered_but_a_start_from_scratch_is),
        RULE(S15_claims_come_before_immediate_effects_and_those_before_memory),
        RULE(S15_a_start_draws_its_target_and_then_its_duration),
        RULE(S15_tokens_count_the_starts_of_each_npc_from_1),
        RULE(S15_the_game_is_told_all_about_a_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
