/* S16, S17 and, of S48, endings: the ways in which an action ends. Leaving is in test_leaving.c. */
#include <string.h>

#include "kit_npc.h"

/* What a function called as an effect found. */
static struct {
    bustle_entity target;
    int32_t taken;
    uint64_t events; /* emitted by then */
} seen;

static int see_ending(kit *k, bustle_call *call) {
    assert_int_equal(seen.target, 0); /* called once */
    seen.target = call->target;
    seen.taken = kit_taken(k, "bench1", "free");
    seen.events = kit_stats(k).events;
    return 1;
}

/* ---- S16 ---- */

static void S16_a_timed_action_ends_when_its_duration_has_passed(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    kit_begin_sitting(k);
    assert_true(kit_doing(k, "ann").timed);
    kit_update_to(k, 99);
    kit_expect_events(k, "");
    kit_update_to(k, 100);
    kit_expect_events(k, "stop ann sit done | start ann sit bench1");
    assert_int_equal(kit_get(k, "ann", "n"), 12);
}

static void S16_the_game_completes_an_action_with_its_token(void **state) {
    kit *k = *state;
    for (bustle_ending ending = BUSTLE_ENDING_TIMED; ending <= BUSTLE_ENDING_GAME; ending++) {
        kit_reset(k);
        kit_def_sitting(k)->ending = ending;
        kit_begin_sitting(k);
        kit_update_to(k, 50);
        uint32_t token = kit_last(k, BUSTLE_EVENT_START)->token;
        assert_int_equal(
            bustle_npc_complete(k->world, kit_entity(k, "ann"), kit_action(k, "sit"), token),
            BUSTLE_OK);
        assert_int_equal(kit_get(k, "ann", "n"), 11); /* at the call */
        assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_DECIDING);
        kit_update_to(k, 60);
        kit_expect_events(k, "@50 stop ann sit done | @60 start ann sit bench1");
    }
}

static void S16_an_action_that_the_game_ends_outlasts_its_duration_until_its_timeout(void **state) {
    kit *k = *state;
    kit_def_sitting(k)->ending = BUSTLE_ENDING_GAME;
    kit_begin_sitting(k);
    assert_false(kit_doing(k, "ann").timed);
    kit_update_to(k, 299);
    kit_expect_events(k, "");
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 0);
    assert_int_equal(kit_doing(k, "ann").timeout_ms, 1);
    kit_update_to(k, 300);
    kit_expect_events(k, "stop ann sit timed-out | start ann sit bench1");
    assert_int_equal(kit_get(k, "ann", "n"), 12); /* with completion effects */
}

/* Fails "main" once, so that one failure is counted, then sits until it ends. */
static void begin_after_failure(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_expect_only(k, "fail", "fail ann main no-candidate");
    kit_spawn(k, "bench1", "bench");
    kit_update_to(k, 1000);
    kit_expect_only(k, "start", "start ann sit bench1");
    assert_int_equal(kit_doing(k, "ann").failures, 1);
}

static void S16_every_such_end_is_a_success(void **state) {
    kit *k = *state;
    for (int way = 0; way < 3; way++) {
        kit_reset(k);
        kit_def_sitting(k)->ending = way == 2 ? BUSTLE_ENDING_GAME : BUSTLE_ENDING_TIMED;
        begin_after_failure(k);
        if (way == 0) {
            kit_complete(k, "ann");
        }
        kit_update_to(k, way == 2 ? 1300 : 1100);
        kit_expect_only(k, "stop fail", way == 2 ? "stop ann sit timed-out" : "stop ann sit done");
        assert_int_equal(kit_doing(k, "ann").failures, 0);
    }
}

static void S16_a_timeout_may_be_a_failure(void **state) {
    kit *k = *state;
    bustle_action_def *sit = kit_def_sitting(k);
    sit->ending = BUSTLE_ENDING_GAME;
    sit->timeout_fails = true;
    begin_after_failure(k);
    kit_update_to(k, 1299);
    kit_expect_events(k, "");
    kit_update_to(k, 1300);
    kit_expect_events(k, "stop ann sit failed | fail ann main timeout");
    assert_int_equal(kit_get(k, "ann", "n"), 101); /* interruption effects */
    assert_int_equal(kit_taken(k, "bench1", "free"), 0);
    assert_int_equal(kit_doing(k, "ann").failures, 2);
}

static void S16_a_timeout_that_fails_is_dealt_with_after_the_interruptions(void **state) {
    kit *k = *state;
    bustle_action_def *sit = kit_def_sitting(k);
    sit->ending = BUSTLE_ENDING_GAME;
    sit->timeout_fails = true;
    kit_begin_sitting(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 300);
    kit_expect_events(k, "stop ann sit failed | interrupt ann call answer | start ann look");
    kit_update_to(k, 350);
    kit_expect_events(k, "stop ann look done | fail ann main timeout");
}

static void S16_a_timed_action_never_comes_to_its_timeout(void **state) {
    kit *k = *state;
    bustle_action_def *sit = kit_def_sitting(k);
    sit->timeout_ms = 101;
    sit->timeout_fails = true;
    kit_begin_sitting(k);
    kit_update_to(k, 5000);
    kit_expect_events(k, "stop ann sit done | start ann sit bench1");
}

static void S16_an_actions_own_setting_counts_before_the_worlds(void **state) {
    kit *k = *state;
    const struct {
        bustle_ending action, world;
        bool timed;
    } cases[] = {
        {BUSTLE_ENDING_DEFAULT, BUSTLE_ENDING_DEFAULT, true},
        {BUSTLE_ENDING_DEFAULT, BUSTLE_ENDING_TIMED, true},
        {BUSTLE_ENDING_DEFAULT, BUSTLE_ENDING_GAME, false},
        {BUSTLE_ENDING_TIMED, BUSTLE_ENDING_GAME, true},
        {BUSTLE_ENDING_GAME, BUSTLE_ENDING_TIMED, false},
        {BUSTLE_ENDING_GAME, BUSTLE_ENDING_DEFAULT, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kit_reset(k);
        kit_def_sitting(k)->ending = cases[i].action;
        k->def.ending = cases[i].world;
        kit_begin_sitting(k);
        assert_int_equal(kit_doing(k, "ann").timed, cases[i].timed);
        kit_update_to(k, 100);
        kit_expect_only(k, "stop", cases[i].timed ? "stop ann sit done" : "");
    }
}

static void S16_whether_the_game_listens_changes_nothing(void **state) {
    kit *k = *state;
    uint32_t hashes[2];
    for (int listens = 0; listens <= 1; listens++) {
        kit_reset(k);
        kit_def_sitting(k);
        if (!listens) {
            k->def.callbacks = (bustle_callbacks){0};
        }
        kit_begin_sitting(k);
        kit_run(k, 5000, 70);
        hashes[listens] = bustle_world_hash(k->world);
    }
    assert_int_equal(hashes[0], hashes[1]);
}

static void S16_completion_effects_come_before_claims_back_and_those_before_the_event(
    void **state) {
    kit *k = *state;
    kit_def_sitting(k)->finish = OPS(CALL(1, "finish"), INCREASE(BUSTLE_TARGET, "n", 7));
    k->effects[1] = see_ending;
    kit_begin_sitting(k);
    uint64_t events = kit_stats(k).events;
    kit_complete(k, "ann");
    assert_int_equal(seen.taken, 1);
    assert_int_equal(seen.target, kit_entity(k, "bench1"));
    assert_int_equal(seen.events, events);
    assert_int_equal(kit_taken(k, "bench1", "free"), 0);
    assert_int_equal(kit_get(k, "bench1", "free"), 3);
    assert_int_equal(kit_get(k, "bench1", "n"), 7);
    kit_update_to(k, 0);
    assert_int_equal(kit_last(k, BUSTLE_EVENT_STOP)->target, kit_entity(k, "bench1"));
}

static void complete_at_once(kit *k, const bustle_event *event) {
    assert_int_equal(
        bustle_npc_complete(k->world, event->npc, event->name, event->token), BUSTLE_OK);
}

static void S16_the_game_may_complete_an_action_when_told_of_its_start(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    k->on_start = complete_at_once;
    kit_begin_sitting(k);
    assert_int_equal(kit_get(k, "ann", "n"), 11);
    kit_update_to(k, 1);
    kit_expect_events(k, "@0 stop ann sit done | @1 start ann sit bench1");
}

/* ---- S17 ---- */

/* Both calls are refused, and nothing changes. */
static void expect_refused(
    kit *k, const char *label, bustle_id action, uint32_t token, bustle_status status) {
    bustle_entity npc = kit_entity(k, label);
    uint32_t hash = bustle_world_hash(k->world);
    bustle_stats before = kit_stats(k);
    assert_int_equal(bustle_npc_complete(k->world, npc, action, token), status);
    assert_int_equal(bustle_npc_fail(k->world, npc, action, token), status);
    assert_int_equal(bustle_world_hash(k->world), hash);
    assert_int_equal(kit_stats(k).queued, before.queued);
    assert_int_equal(kit_taken(k, "bench1", "free"), before.starts > 0);
}

static void S17_an_ending_with_an_old_token_is_refused(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    kit_begin_sitting(k);
    kit_update_to(k, 100);
    expect_refused(k, "ann", BUSTLE_NONE, 1, BUSTLE_OLD_TOKEN);
    expect_refused(k, "ann", kit_action(k, "sit"), 1, BUSTLE_OLD_TOKEN);
    expect_refused(k, "ann", BUSTLE_NONE, 3, BUSTLE_OLD_TOKEN); /* nor one to come */
    assert_int_equal(kit_doing(k, "ann").token, 2);
    assert_int_equal(kit_get(k, "ann", "n"), 12);
}

static void S17_an_ending_of_another_action_is_refused(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    kit_begin_sitting(k);
    expect_refused(k, "ann", kit_action(k, "look"), 0, BUSTLE_OTHER_ACTION);
    expect_refused(k, "ann", kit_action(k, "look"), 1, BUSTLE_OTHER_ACTION);
    assert_int_equal(kit_doing(k, "ann").action, kit_action(k, "sit"));
}

static void S17_an_ending_for_an_npc_that_is_not_acting_is_refused(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    k->def.failure_limit = 1;
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_set(k, "bench1", "free", 0);
    kit_spawn(k, "ann", "npc");
    const bustle_mood moods[] = {BUSTLE_DECIDING, BUSTLE_WAITING, BUSTLE_HAS_HALTED};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(kit_doing(k, "ann").mood, moods[i]);
        expect_refused(k, "ann", BUSTLE_NONE, 0, BUSTLE_NOT_ACTING);
        kit_run(k, 1000, 1000);
    }
    assert_int_equal(bustle_npc_hold(k->world, kit_entity(k, "ann")), BUSTLE_OK);
    expect_refused(k, "ann", BUSTLE_NONE, 0, BUSTLE_NOT_ACTING);
}

static void S17_an_ending_for_who_is_no_npc_or_has_left_is_refused(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    kit_begin_sitting(k);
    kit_spawn(k, "bob", "npc");
    kit_remove(k, "bob");
    expect_refused(k, "bench1", BUSTLE_NONE, 0, BUSTLE_NOT_NPC);
    expect_refused(k, "bob", BUSTLE_NONE, 0, BUSTLE_STALE);
}

static void S17_the_token_of_an_interrupted_action_is_dead(void **state) {
    kit *k = *state;
    kit_def_sitting(k)->resumable = true;
    kit_begin_sitting(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 10);
    bustle_entity ann = kit_entity(k, "ann");
    bustle_id sit = kit_action(k, "sit");
    assert_int_equal(bustle_npc_complete(k->world, ann, sit, 1), BUSTLE_OTHER_ACTION);
    assert_int_equal(bustle_npc_complete(k->world, ann, BUSTLE_NONE, 1), BUSTLE_OLD_TOKEN);
    kit_update_to(k, 60);
    kit_expect_only(k, "start", "start ann look | resume ann sit bench1 90");
    assert_int_equal(bustle_npc_complete(k->world, ann, sit, 1), BUSTLE_OLD_TOKEN);
    assert_int_equal(bustle_npc_complete(k->world, ann, sit, 3), BUSTLE_OK);
}

static void S17_without_a_token_the_current_action_is_meant(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    kit_begin_sitting(k);
    bustle_entity ann = kit_entity(k, "ann");
    bustle_id sit = kit_action(k, "sit");
    assert_int_equal(bustle_npc_complete(k->world, ann, sit, 0), BUSTLE_OK);
    kit_update_to(k, 10);
    assert_int_equal(bustle_npc_complete(k->world, ann, BUSTLE_NONE, 0), BUSTLE_OK);
    kit_update_to(k, 20);
    assert_int_equal(bustle_npc_fail(k->world, ann, sit, 0), BUSTLE_OK);
    kit_update_to(k, 30);
    kit_expect_only(k, "stop", "stop ann sit done | stop ann sit done | stop ann sit failed");
}

static void S17_a_failed_action_stops_at_once_and_its_node_fails_on_the_next_turn(void **state) {
    kit *k = *state;
    kit_def_sitting(k)->interrupted = OPS(CALL(1, "interrupted"), INCREASE(BUSTLE_SELF, "n", 100));
    k->effects[1] = see_ending;
    kit_begin_sitting(k);
    uint64_t events = kit_stats(k).events;
    kit_fail(k, "ann");
    assert_int_equal(seen.taken, 1); /* effects, then claims back, then the event */
    assert_int_equal(seen.events, events);
    assert_int_equal(kit_stats(k).events, events + 1);
    assert_int_equal(kit_get(k, "ann", "n"), 101);
    assert_int_equal(kit_taken(k, "bench1", "free"), 0);
    kit_update_to(k, 10);
    kit_expect_events(k, "@0 stop ann sit failed | @10 fail ann main game");
}

static void S17_a_failed_actions_node_fails_after_the_interruptions(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    kit_begin_sitting(k);
    kit_fail(k, "ann");
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 10);
    kit_expect_events(k, "stop ann sit failed | interrupt ann call answer | start ann look");
    kit_update_to(k, 60);
    kit_expect_events(k, "stop ann look done | fail ann main game");
}

static void S17_a_failed_actions_node_may_say_where_to_go(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    bustle_sequence_def *day = chain(k, "day", "sit", "sit", "look");
    node_of(day, "sit")->failed = "look";
    has(def_npc(k, "careful", "day"), "n", 0);
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "careful");
    kit_update_to(k, 0);
    kit_fail(k, "ann");
    kit_update_to(k, 0);
    kit_expect_only(
        k, "start stop fail", "start ann sit bench1 | stop ann sit failed | start ann look");
}

/* ---- S48 ---- */

static void say_ending(kit *k, const char *action, bustle_ending ending) {
    OK(bustle_world_set_ending(k->world, kit_action(k, action), ending));
}

static void S48_what_the_game_says_of_an_action_counts_before_its_own_setting(void **state) {
    kit *k = *state;
    for (bustle_ending own = BUSTLE_ENDING_DEFAULT; own <= BUSTLE_ENDING_GAME; own++) {
        for (bustle_ending said = BUSTLE_ENDING_DEFAULT; said <= BUSTLE_ENDING_GAME; said++) {
            kit_reset(k);
            kit_def_sitting(k)->ending = own;
            kit_begin(k);
            say_ending(k, "sit", said);
            kit_spawn(k, "bench1", "bench");
            kit_spawn(k, "ann", "npc");
            kit_update_to(k, 0);
            const bustle_ending counts = said == BUSTLE_ENDING_DEFAULT ? own : said;
            assert_int_equal(kit_doing(k, "ann").timed, counts != BUSTLE_ENDING_GAME);
        }
    }
}

static void S48_what_the_game_says_of_an_action_holds_from_its_next_start(void **state) {
    kit *k = *state;
    kit_def_sitting(k);
    kit_begin_sitting(k);
    say_ending(k, "sit", BUSTLE_ENDING_GAME);
    kit_update_to(k, 100);
    kit_expect_events(k, "stop ann sit done | start ann sit bench1");
    kit_update_to(k, 399);
    kit_expect_events(k, "");
    say_ending(k, "sit", BUSTLE_ENDING_DEFAULT);
    kit_update_to(k, 400);
    kit_expect_events(k, "stop ann sit timed-out | start ann sit bench1");
    kit_update_to(k, 500);
    kit_expect_events(k, "stop ann sit done | start ann sit bench1");
}

static void S48_what_the_game_says_of_an_action_stays_through_a_load(void **state) {
    kit *k = *state;
    bustle_snapshot before = {0};
    kit_def_sitting(k);
    kit_begin_sitting(k);
    OK(bustle_snapshot_save(k->world, NULL, 0, &before));
    say_ending(k, "sit", BUSTLE_ENDING_GAME);
    OK(bustle_snapshot_load(k->world, before.bytes, before.size, NULL, NULL, 0));
    bustle_snapshot_free(&before);
    assert_true(kit_doing(k, "ann").timed); /* as it began */
    kit_update_to(k, 100);
    assert_false(kit_doing(k, "ann").timed);
}

/* A kit, and nothing seen yet. */
static int setup(void **state) {
    memset(&seen, 0, sizeof seen);
    return kit_setup(state);
}

#define FRESH(test) cmocka_unit_test_setup_teardown(test, setup, kit_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        FRESH(S16_a_timed_action_ends_when_its_duration_has_passed),
        FRESH(S16_the_game_completes_an_action_with_its_token),
        FRESH(S16_an_action_that_the_game_ends_outlasts_its_duration_until_its_timeout),
        FRESH(S16_every_such_end_is_a_success),
        FRESH(S16_a_timeout_may_be_a_failure),
        FRESH(S16_a_timeout_that_fails_is_dealt_with_after_the_interruptions),
        FRESH(S16_a_timed_action_never_comes_to_its_timeout),
        FRESH(S16_an_actions_own_setting_counts_before_the_worlds),
        FRESH(S16_whether_the_game_listens_changes_nothing),
        FRESH(S16_completion_effects_come_before_claims_back_and_those_before_the_event),
        FRESH(S16_the_game_may_complete_an_action_when_told_of_its_start),
        FRESH(S17_an_ending_with_an_old_token_is_refused),
        FRESH(S17_an_ending_of_another_action_is_refused),
        FRESH(S17_an_ending_for_an_npc_that_is_not_acting_is_refused),
        FRESH(S17_an_ending_for_who_is_no_npc_or_has_left_is_refused),
        FRESH(S17_the_token_of_an_interrupted_action_is_dead),
        FRESH(S17_without_a_token_the_current_action_is_meant),
        FRESH(S17_a_failed_action_stops_at_once_and_its_node_fails_on_the_next_turn),
        FRESH(S17_a_failed_actions_node_fails_after_the_interruptions),
        FRESH(S17_a_failed_actions_node_may_say_where_to_go),
        FRESH(S48_what_the_game_says_of_an_action_counts_before_its_own_setting),
        FRESH(S48_what_the_game_says_of_an_action_holds_from_its_next_start),
        FRESH(S48_what_the_game_says_of_an_action_stays_through_a_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
