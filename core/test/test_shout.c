/* S45: interruptions that effects raise for whoever is near. */
#include "kit_npc.h"

/* "crier"s shout when their "cry" (100 ms) ends, and "listener"s within ten units "look" (50 ms);
 * so do criers. */
static bustle_action_def *def_crying(kit *k) {
    def_interruption(k, "shout");
    def_action(k, "idle", 100000);
    def_action(k, "look", 50);
    bustle_action_def *cry = def_action(k, "cry", 100);
    cry->finish = OPS(KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "shout", 10));
    chain(k, "answer", "look");
    chain(k, "crying", "cry", "idle");
    chain(k, "idling", "idle");
    handles(def_npc(k, "crier", "crying"), "shout", "answer", 0);
    handles(def_npc(k, "listener", "idling"), "shout", "answer", 0);
    return cry;
}

static void begin_crying(kit *k) {
    kit_begin(k);
    kit_spawn_at(k, "near", "listener", 6, 8, 0);
    kit_spawn_at(k, "far", "listener", 6.0625, 8, 0);
    kit_spawn_at(k, "ann", "crier", 0, 0, 0);
    kit_update_to(k, 0);
    kit_forget_events(k);
}

static void S45_everyone_within_hears_it_but_whoever_raised_it(void **state) {
    kit *k = *state;
    def_crying(k);
    begin_crying(k);
    kit_update_to(k, 100);
    kit_expect_events(k,
        "stop ann cry done | start ann idle | stop near idle interrupted | "
        "interrupt near shout answer ann | start near look");
}

static void S45_in_a_turn_it_is_raised_when_the_turn_is_over(void **state) {
    kit *k = *state;
    bustle_action_def *cry = def_crying(k);
    cry->start = cry->finish;
    cry->finish = ALWAYS;
    kit_begin(k);
    kit_spawn(k, "ann", "crier");
    kit_spawn(k, "near", "listener");
    kit_update_to(k, 0);
    /* Near was in the queue behind Ann, so that the shout is there on its own turn. */
    kit_expect_events(k,
        "spawn ann | spawn near | start ann cry | interrupt near shout answer ann | "
        "start near look");
}

static void S45_in_a_call_it_is_raised_when_the_call_is_over(void **state) {
    kit *k = *state;
    def_crying(k)->ending = BUSTLE_ENDING_GAME;
    begin_crying(k);
    kit_complete(k, "ann");
    assert_int_equal(kit_doing(k, "near").waiting, 1);
    assert_int_equal(kit_doing(k, "far").waiting, 0);
}

static void S45_nobody_hears_one_who_has_left(void **state) {
    kit *k = *state;
    bustle_action_def *cry = def_crying(k);
    cry->interrupted = cry->finish;
    begin_crying(k);
    kit_remove(k, "ann");
    assert_int_equal(kit_doing(k, "near").waiting, 0);
}

static void S45_what_there_is_no_memory_for_is_raised_by_the_next_call(void **state) {
    kit *k = *state;
    def_crying(k)->ending = BUSTLE_ENDING_GAME;
    begin_crying(k);
    const bustle_entity ann = kit_entity(k, "ann");
    for (size_t n = 1; n < 100; n++) {
        k->memory.fail_at = n;
        const bustle_status status = bustle_npc_complete(k->world, ann, BUSTLE_NONE, 0);
        const bool failed = k->memory.fail_at == 0;
        k->memory.fail_at = 0;
        if (status == BUSTLE_OK) {
            bustle_snapshot save = {0};
            const bustle_status saved = bustle_snapshot_save(k->world, NULL, 0, &save);
            assert_true(saved == BUSTLE_OK || (saved == BUSTLE_NO_MEMORY && failed));
            bustle_snapshot_free(&save);
            break;
        }
        assert_int_equal(status, BUSTLE_NO_MEMORY);
    }
    kit_update_to(k, 100);
    kit_expect_only(k, "interrupt", "interrupt near shout answer ann");
}

/* Ann's cry ends, and there is no memory for her shout. */
static void cry_in_vain(kit *k) {
    bustle_status status = BUSTLE_NO_MEMORY;
    for (size_t n = 1; status == BUSTLE_NO_MEMORY; n++) {
        k->memory.fail_at = n;
        status = bustle_npc_complete(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0);
    }
    assert_int_equal(status, BUSTLE_OK);
    assert_int_equal(k->memory.fail_at, 0);
    assert_int_equal(kit_doing(k, "near").waiting, 0);
}

static void S45_who_leaves_comes_or_moves_before_it_could_be_raised_is_too_late(void **state) {
    kit *k = *state;
    def_crying(k)->ending = BUSTLE_ENDING_GAME;
    begin_crying(k);
    cry_in_vain(k);
    kit_remove(k, "ann");
    assert_int_equal(kit_doing(k, "near").waiting, 1);
    kit_reset(k);
    def_crying(k)->ending = BUSTLE_ENDING_GAME;
    begin_crying(k);
    cry_in_vain(k);
    kit_spawn(k, "new", "listener");
    assert_int_equal(kit_doing(k, "near").waiting, 1);
    assert_int_equal(kit_doing(k, "new").waiting, 0);
    kit_reset(k);
    def_crying(k)->ending = BUSTLE_ENDING_GAME;
    begin_crying(k);
    cry_in_vain(k);
    OK(bustle_entity_move(k->world, kit_entity(k, "near"), (bustle_position){100, 0, 0}));
    assert_int_equal(kit_doing(k, "near").waiting, 1);
}

/* Updates, the first time with the n-th piece of memory missing. False: there was no such piece. */
static bool update_short(kit *k, int64_t now, size_t n) {
    k->memory.fail_at = n;
    const bustle_status status = bustle_world_update(k->world, now, &k->options);
    k->memory.fail_at = 0;
    if (status == BUSTLE_OK) {
        return false;
    }
    assert_int_equal(status, BUSTLE_NO_MEMORY);
    assert_int_equal(bustle_world_update(k->world, now, &k->options), BUSTLE_OK);
    return true;
}

/* Two criers are to begin, or to end: the update gets as far as the first. */
static void expect_ben_to_wait(kit *k, bool in_turns, size_t n, bool *failed) {
    kit_reset(k);
    bustle_action_def *cry = def_crying(k);
    cry->start = in_turns ? cry->finish : ALWAYS;
    kit_begin(k);
    k->options.portion = 1;
    kit_spawn(k, "ann", "crier");
    kit_spawn(k, "ben", "crier");
    kit_spawn(k, "near", "listener");
    if (!in_turns) {
        kit_update_to(k, 0);
        kit_update_to(k, 1);
    }
    *failed = update_short(k, in_turns ? 0 : 101, n);
    assert_int_equal(kit_doing(k, "ben").mood, in_turns ? BUSTLE_DECIDING : BUSTLE_ACTING);
}

static void S37_an_update_that_ran_short_of_memory_gets_no_farther(void **state) {
    for (int in_turns = 0; in_turns < 2; in_turns++) {
        bool failed = true;
        for (size_t n = 1; failed; n++) {
            expect_ben_to_wait(*state, in_turns != 0, n, &failed);
        }
    }
}

static void S45_a_shout_goes_as_far_as_0_or_more_units(void **state) {
    kit *k = *state;
    def_crying(k)->finish = OPS(KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "shout", -1));
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "cry"), "bad-operation");
    kit_reset(k);
    def_crying(k)->finish = OPS(KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "shuot", 1));
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "cry"), "unknown-interruption");
    kit_reset(k);
    def_crying(k)->when = OPS(KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "shout", 1));
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "cry"), "effect-in-condition");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S45_everyone_within_hears_it_but_whoever_raised_it),
        RULE(S45_in_a_turn_it_is_raised_when_the_turn_is_over),
        RULE(S45_in_a_call_it_is_raised_when_the_call_is_over),
        RULE(S45_nobody_hears_one_who_has_left),
        RULE(S45_what_there_is_no_memory_for_is_raised_by_the_next_call),
        RULE(S45_who_leaves_comes_or_moves_before_it_could_be_raised_is_too_late),
        RULE(S37_an_update_that_ran_short_of_memory_gets_no_farther),
        RULE(S45_a_shout_goes_as_far_as_0_or_more_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
