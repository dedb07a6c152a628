/* S28: the random stream of each NPC. The expected values were computed by a program of its own,
 * in Python: sfc32 as S28 seeds it, x mod n after rejection. A range of durations shows the
 * draws. */
#include "kit.h"

/* An action that takes 1 .. `longest` ms. */
static bustle_action_def *def_drawn(kit *k, const char *name, int32_t longest) {
    bustle_action_def *action = def_action(k, name, 1);
    action->duration_max_ms = longest;
    action->timeout_ms = INT32_MAX;
    return action;
}

/* "nap" takes 1 .. 2^30 ms, so that a duration is 1 more than the low 30 bits of an output. */
static bustle_entity_def *def_napper(kit *k) {
    def_drawn(k, "nap", 1 << 30);
    chain(k, "rest", "nap");
    return def_npc(k, "napper", "rest");
}

static bustle_entity spawn_named(kit *k, const char *name) {
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = kit_definition(k, "napper");
    def.name = name;
    return kit_spawn_by(k, name, def);
}

static int64_t duration_of(const kit *k, const char *label) {
    return kit_doing(k, label).duration_ms;
}

/* The NPC's next action is one of that duration. */
static void expect_next(kit *k, const char *label, int64_t duration) {
    assert_int_equal(
        bustle_npc_complete(k->world, kit_entity(k, label), BUSTLE_NONE, 0), BUSTLE_OK);
    kit_update_to(k, bustle_world_now(k->world));
    assert_int_equal(duration_of(k, label), duration);
}

#define SEED UINT64_C(0x0123456789abcdef)

static void S28_a_stream_is_sfc32_seeded_by_the_seed_and_the_spawn_number(void **state) {
    kit *k = *state;
    def_napper(k);
    k->def.seed = SEED;
    kit_begin(k);
    kit_spawn(k, "bob", "napper");
    kit_spawn(k, "cid", "napper");
    kit_spawn(k, "ann", "napper");
    kit_update_to(k, 0);
    assert_int_equal(duration_of(k, "ann"), 733919777); /* the 16th output is 0x2bbeba20 */
    expect_next(k, "ann", 785177278); /* 0x2eccdabd */
    expect_next(k, "ann", 79717022); /* 0x84c0629d */
    expect_next(k, "ann", 380700326); /* 0x16b106a5 */
    expect_next(k, "ann", 834364978); /* 0xb1bb6631 */
    expect_next(k, "ann", 543194256); /* 0xe0607c8f */
}

static void S28_the_stream_of_a_named_npc_is_seeded_by_the_hash_of_its_name(void **state) {
    kit *k = *state;
    def_napper(k);
    k->def.seed = SEED;
    kit_begin(k);
    spawn_named(k, "ann"); /* 0x1529cc18 */
    kit_update_to(k, 0);
    assert_int_equal(duration_of(k, "ann"), 639352587);
    expect_next(k, "ann", 325249910);
    expect_next(k, "ann", 578212016);
}

static void S28_spawns_before_it_do_not_shift_a_named_npc(void **state) {
    kit *k = *state;
    def_napper(k);
    k->def.seed = SEED;
    kit_begin(k);
    kit_spawn(k, "bob", "napper");
    spawn_named(k, "cid");
    spawn_named(k, "ann");
    kit_update_to(k, 0);
    assert_int_equal(duration_of(k, "ann"), 639352587);
    expect_next(k, "ann", 325249910);
}

static void S28_a_second_living_npc_of_a_name_is_refused(void **state) {
    kit *k = *state;
    def_napper(k);
    kit_begin(k);
    bustle_entity ann = spawn_named(k, "ann"), other = 77;
    bustle_spawn_def again = bustle_default_spawn_def();
    again.definition = kit_definition(k, "napper");
    again.name = "ann";
    uint32_t hash = bustle_world_hash(k->world);
    assert_int_equal(bustle_world_spawn(k->world, &again, &other), BUSTLE_NAME_TAKEN);
    assert_int_equal(bustle_world_hash(k->world), hash);
    assert_int_equal(kit_stats(k).entities, 1);
    assert_int_equal(bustle_world_find(k->world, "ann"), ann);
}

static void S28_a_name_is_free_again_when_its_npc_has_left(void **state) {
    kit *k = *state;
    def_napper(k);
    k->def.seed = SEED;
    kit_begin(k);
    bustle_entity first = spawn_named(k, "ann");
    kit_update_to(k, 0);
    expect_next(k, "ann", 325249910);
    assert_int_equal(bustle_world_remove(k->world, first), BUSTLE_OK);
    bustle_entity second = spawn_named(k, "ann");
    assert_int_equal(bustle_world_find(k->world, "ann"), second);
    kit_update_to(k, 0);
    assert_int_equal(duration_of(k, "ann"), 639352587); /* from the beginning */
}

static void S28_props_may_share_a_name_with_anyone(void **state) {
    kit *k = *state;
    def_napper(k);
    def_prop(k, "stone");
    kit_begin(k);
    bustle_entity ann = spawn_named(k, "ann");
    bustle_spawn_def stone = bustle_default_spawn_def();
    stone.definition = kit_definition(k, "stone");
    stone.name = "ann";
    kit_spawn_by(k, "stone1", stone);
    kit_spawn_by(k, "stone2", stone);
    assert_int_equal(bustle_world_find(k->world, "ann"), ann);
}

static void S28_a_draw_rejects_what_would_favour_low_results(void **state) {
    kit *k = *state;
    bustle_entity_def *napper = def_napper(k);
    def_drawn(k, "doze", (1 << 30) + 1); /* 2^32 mod n is 2^30 - 3: a quarter is rejected */
    chain(k, "dozing", "doze");
    napper->main = "dozing";
    kit_begin(k);
    kit_spawn(k, "ann", "napper");
    kit_spawn(k, "bob", "napper");
    kit_spawn(k, "cid", "napper");
    kit_update_to(k, 0);
    assert_int_equal(duration_of(k, "ann"), 661038033); /* its first output is rejected */
    assert_int_equal(duration_of(k, "cid"), 649349374);
    expect_next(k, "cid", 144100522); /* here the second */
    expect_next(k, "cid", 44221260);
    expect_next(k, "cid", 871207195);
}

static void S28_what_is_drawn_below_1_draws_nothing(void **state) {
    kit *k = *state;
    bustle_entity_def *napper = def_napper(k);
    bustle_action_def *sit = def_action(k, "sit", 100);
    sit->target = BUSTLE_TARGET_TAKEN;
    sit->duration_max_ms = 100;
    bustle_sequence_def *day = chain(k, "day", "sit", "nap"); /* one bench, one way, one duration */
    add_edge(node_of(day, "sit"), "nap", ALWAYS);
    napper->main = "day";
    accepts(def_prop(k, "bench"), "sit");
    kit_begin(k);
    kit_spawn(k, "ann", "napper");
    kit_spawn(k, "bench1", "bench");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    assert_int_equal(duration_of(k, "ann"), 892982717); /* the first of the stream */
}

static void S28_one_fallback_is_not_drawn(void **state) {
    kit *k = *state;
    def_state(k, "n");
    bustle_entity_def *napper = has(def_napper(k), "n", 0);
    def_action(k, "try", 100)->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 1));
    chain(k, "effort", "try");
    napper->main = "effort";
    falls_back_on(napper, "rest");
    kit_begin(k);
    kit_spawn(k, "ann", "napper");
    kit_update_to(k, 0);
    assert_int_equal(duration_of(k, "ann"), 892982717);
}

/* The last untried option, and a single oldest record. */
static void S28_a_choice_that_memory_settles_draws_nothing(void **state) {
    kit *k = *state;
    bustle_entity_def *napper = def_napper(k);
    def_action(k, "sit", 100)->target = BUSTLE_TARGET_TAKEN;
    chain(k, "day", "sit", "sit", "sit", "nap");
    napper->main = "day";
    accepts(def_prop(k, "bench"), "sit");
    kit_begin(k);
    kit_spawn(k, "ann", "napper");
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "bench2", "bench");
    kit_update_to(k, 0);
    kit_run(k, 300, 100);
    assert_int_equal(duration_of(k, "ann"), 661038034); /* the second: the first chose a bench */
}

static void S28_a_start_draws_the_target_then_the_duration(void **state) {
    kit *k = *state;
    def_napper(k);
    def_drawn(k, "sit", 1000)->target = BUSTLE_TARGET_TAKEN;
    chain(k, "visit", "sit");
    accepts(def_prop(k, "bench"), "sit");
    def_npc(k, "visitor", "visit");
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "bench2", "bench");
    kit_spawn(k, "bench3", "bench");
    kit_spawn(k, "ann", "visitor");
    kit_update_to(k, 0);
    assert_int_equal(duration_of(k, "ann"), 172);
    kit_update_to(k, 172);
    assert_int_equal(duration_of(k, "ann"), 733);
    kit_run(k, 733, 733);
    assert_int_equal(duration_of(k, "ann"), 156);
    kit_expect_only(
        k, "start", "start ann sit bench3 | start ann sit bench1 | start ann sit bench2");
}

static void S28_a_range_of_durations_includes_both_ends(void **state) {
    kit *k = *state;
    bustle_entity_def *napper = def_napper(k);
    def_action(k, "blink", 7)->duration_max_ms = 9;
    chain(k, "nervous", "blink");
    napper->main = "nervous";
    kit_begin(k);
    kit_spawn(k, "ann", "napper");
    kit_update_to(k, 0);
    assert_int_equal(duration_of(k, "ann"), 8); /* 7 + below 3: 1, 1, 1, 2, 0, 1 */
    static const int64_t next[] = {8, 8, 9, 7, 8};
    for (size_t i = 0; i < sizeof next / sizeof *next; i++) {
        expect_next(k, "ann", next[i]);
    }
}

static void S28_a_resumption_draws_nothing(void **state) {
    kit *k = *state;
    bustle_entity_def *napper = def_napper(k);
    def_drawn(k, "slumber", 1 << 30)->resumable = true;
    chain(k, "night", "slumber");
    napper->main = "night";
    def_interruption(k, "i");
    def_action(k, "look", 50);
    chain(k, "answer", "look");
    handles(napper, "i", "answer", 0);
    kit_begin(k);
    kit_spawn(k, "ann", "napper");
    kit_update_to(k, 0);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 10);
    kit_update_to(k, 60);
    kit_expect_only(
        k, "start", "start ann slumber | start ann look | resume ann slumber 892982707");
    expect_next(k, "ann", 661038034); /* the second of the stream */
}

static void S28_others_do_not_shift_a_stream(void **state) {
    kit *k = *state;
    def_napper(k);
    k->def.seed = SEED;
    kit_begin(k);
    kit_spawn(k, "bob", "napper");
    kit_spawn(k, "cid", "napper");
    kit_spawn(k, "ann", "napper");
    kit_update_to(k, 0);
    expect_next(k, "bob", 729089544);
    expect_next(k, "ann", 785177278);
    assert_int_equal(bustle_world_remove(k->world, kit_entity(k, "bob")), BUSTLE_OK);
    expect_next(k, "ann", 79717022);
}

/* The decision hash of a day with choices, ranges, failures and interruptions. */
static uint32_t hash_of_a_day(kit *k, uint64_t seed) {
    kit_reset(k);
    bustle_action_def *sit = def_action(k, "sit", 10);
    sit->duration_max_ms = 500;
    def_state(k, "seats")->minimum = 0;
    add_claim(sit, "seats", 1);
    chain(k, "visit", "sit");
    accepts(has(def_prop(k, "bench"), "seats", 1), "sit");
    def_action(k, "stroll", 20)->duration_max_ms = 90;
    chain(k, "idle", "stroll");
    chain(k, "linger", "stroll", "stroll");
    def_interruption(k, "i");
    bustle_entity_def *visitor = handles(def_npc(k, "visitor", "visit"), "i", "linger", 0);
    falls_back_on(falls_back_on(visitor, "idle"), "linger");
    k->def.seed = seed;
    kit_begin(k);
    for (int i = 0; i < 30; i++) {
        kit_spawn(k, "someone", i % 3 == 0 ? "bench" : "visitor");
    }
    for (int64_t now = 0; now <= 20000; now += 50) {
        kit_update_to(k, now);
        if (now % 1000 == 0) {
            bustle_world_interrupt_all(k->world, kit_interruption(k, "i"), 0, NULL);
        }
    }
    return bustle_world_hash(k->world);
}

static void S28_the_same_seed_and_calls_give_the_same_decisions(void **state) {
    kit *k = *state;
    uint32_t hash = hash_of_a_day(k, SEED);
    assert_int_equal(hash_of_a_day(k, SEED), hash);
    assert_int_not_equal(hash_of_a_day(k, SEED + 1), hash);
    assert_int_not_equal(hash_of_a_day(k, SEED + (UINT64_C(1) << 32)), hash); /* the high word */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S28_a_stream_is_sfc32_seeded_by_the_seed_and_the_spawn_number),
        RULE(S28_the_stream_of_a_named_npc_is_seeded_by_the_hash_of_its_name),
        RULE(S28_spawns_before_it_do_not_shift_a_named_npc),
        RULE(S28_a_second_living_npc_of_a_name_is_refused),
        RULE(S28_a_name_is_free_again_when_its_npc_has_left),
        RULE(S28_props_may_share_a_name_with_anyone),
        RULE(S28_a_draw_rejects_what_would_favour_low_results),
        RULE(S28_what_is_drawn_below_1_draws_nothing),
        RULE(S28_one_fallback_is_not_drawn),
        RULE(S28_a_choice_that_memory_settles_draws_nothing),
        RULE(S28_a_start_draws_the_target_then_the_duration),
        RULE(S28_a_range_of_durations_includes_both_ends),
        RULE(S28_a_resumption_draws_nothing),
        RULE(S28_others_do_not_shift_a_stream),
        RULE(S28_the_same_seed_and_calls_give_the_same_decisions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
