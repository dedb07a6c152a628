/* S34: the halt of an NPC, what it drops and keeps, and all ways to restart. */
#include "recall.h"

/* State "n" (0), actions "try" (100 ms, with n = 1 only) and "look" (50 ms). An "npc" whose main
 * sequence is "task" (try) halts at its first failure, so at once. "i" makes it look. */
static bustle_entity_def *def_hopeless(kit *k) {
    def_state(k, "n");
    def_state(k, "room")->minimum = 0;
    def_interruption(k, "i");
    def_interruption(k, "unheard");
    def_action(k, "look", 50);
    def_action(k, "try", 100)->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 1));
    def_action(k, "sit", 100)->target = BUSTLE_TARGET_TAKEN;
    accepts(has(def_prop(k, "bench"), "room", 1), "sit");
    chain(k, "task", "try");
    chain(k, "attempt", "try");
    chain(k, "answer", "look");
    k->def.failure_limit = 0;
    return handles(has(def_npc(k, "npc", "task"), "n", 0), "i", "answer", 0);
}

static void begin_halted(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_expect_only(k, "fail halt", "fail ann task condition | halt ann task condition");
}

static bustle_entity ann(const kit *k) {
    return kit_entity(k, "ann");
}

static void expect_mood(const kit *k, bustle_mood mood, int64_t remaining_ms) {
    bustle_doing doing = kit_doing(k, "ann");
    assert_int_equal(doing.mood, mood);
    assert_int_equal(doing.remaining_ms, remaining_ms);
}

/* ---- The halt ---- */

static void S34_a_halted_npc_tells_why(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_hopeless(k);
    chain(k, "outer", ">attempt");
    npc->main = "outer";
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_expect_only(k, "fail halt", "fail ann attempt condition | halt ann attempt condition");
    bustle_doing doing = kit_doing(k, "ann");
    assert_int_equal(doing.mood, BUSTLE_HAS_HALTED);
    assert_int_equal(doing.cause, BUSTLE_CAUSE_CONDITION);
    assert_int_equal(doing.failed, kit_sequence(k, "attempt"));
    assert_int_equal(doing.main, kit_sequence(k, "outer"));
    assert_int_equal(kit_stats(k).halted, 1);
}

static void S34_a_halt_drops_all_activities(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_hopeless(k);
    chain(k, "outer", ">attempt");
    npc->main = "outer";
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    expect_stacks(k, "ann", "");
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION, "");
    assert_int_equal(kit_doing(k, "ann").activities, 0);
    assert_int_equal(kit_doing(k, "ann").sequence, BUSTLE_NONE);
}

static void S34_a_halt_gives_back_the_claims_of_the_whole_stack(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_hopeless(k);
    add_sequence_claim(chain(k, "use", "sit", ">attempt"), "room", 1);
    npc->main = "use";
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    assert_int_equal(kit_get(k, "bench1", "room"), 0);
    kit_update_to(k, 100);
    kit_expect_only(k, "halt", "halt ann attempt condition");
    assert_int_equal(kit_get(k, "bench1", "room"), 1);
}

static void S34_a_halted_npc_does_nothing(void **state) {
    kit *k = *state;
    def_hopeless(k);
    begin_halted(k);
    kit_set(k, "ann", "n", 1);
    kit_run(k, 29999, 1000);
    kit_expect_events(k, "");
    bustle_id task = kit_sequence(k, "task");
    assert_int_equal(bustle_npc_run(k->world, ann(k), task, 0), BUSTLE_HALTED);
    assert_int_equal(bustle_npc_complete(k->world, ann(k), BUSTLE_NONE, 0), BUSTLE_NOT_ACTING);
    assert_int_equal(bustle_npc_fail(k->world, ann(k), BUSTLE_NONE, 0), BUSTLE_NOT_ACTING);
}

static void S34_state_and_memories_stay(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_hopeless(k);
    bustle_sequence_def *tour = def_sequence(k, "tour", "pick");
    bustle_node_def *pick = add_node(tour, "pick", BUSTLE_NODE_CHOICE, NULL);
    add_edge(pick, "sit", ALWAYS);
    add_edge(pick, "rest", ALWAYS);
    add_edge(add_node(tour, "rest", BUSTLE_NODE_ACTION, "sit"), "try", ALWAYS);
    add_edge(add_node(tour, "sit", BUSTLE_NODE_ACTION, "sit"), "try", ALWAYS);
    add_edge(add_node(tour, "try", BUSTLE_NODE_ACTION, "try"), "END", ALWAYS);
    npc->main = "tour";
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_set(k, "ann", "n", 7);
    kit_update_to(k, 100);
    kit_expect_only(k, "halt", "halt ann tour condition");
    assert_int_equal(kit_get(k, "ann", "n"), 7);
    expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "sit bench1 @0");
    expect_memories(k, "ann", BUSTLE_MEMORY_TRANSITION, "tour.sit @0");
    assert_int_equal(bustle_npc_restart(k->world, ann(k)), BUSTLE_OK);
    kit_update_to(k, 200); /* so that the other way is taken now */
    expect_memories(k, "ann", BUSTLE_MEMORY_TRANSITION, "tour.sit @0 | tour.rest @200");
}

static void S34_the_random_stream_goes_on(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_hopeless(k);
    bustle_action_def *nap = def_action(k, "nap", 1);
    nap->duration_max_ms = 1 << 30;
    nap->timeout_ms = INT32_MAX;
    chain(k, "rest", "nap", "try");
    npc->main = "rest";
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    assert_int_equal(kit_doing(k, "ann").duration_ms, 892982717); /* as in test_random.c */
    bustle_npc_complete(k->world, ann(k), BUSTLE_NONE, 0);
    kit_update_to(k, 0);
    kit_expect_only(k, "halt", "halt ann rest condition");
    bustle_npc_restart(k->world, ann(k));
    kit_update_to(k, 0);
    assert_int_equal(kit_doing(k, "ann").duration_ms, 661038034);
}

static void S34_a_halted_npc_can_still_be_a_target(void **state) {
    kit *k = *state;
    accepts(def_hopeless(k), "sit");
    chain(k, "comfort", "sit");
    def_npc(k, "friend", "comfort");
    begin_halted(k);
    kit_spawn(k, "bob", "friend");
    kit_update_to(k, 10);
    kit_expect_only(k, "start", "start bob sit ann");
    kit_update_to(k, 110);
    kit_expect_only(k, "stop", "stop bob sit done");
    expect_mood(k, BUSTLE_HAS_HALTED, 29890);
}

/* ann naps; "bell" ends that, and its completion raises "i" and "storm" on ann itself. Then a try
 * fails, in the same turn, so that both are queued at the halt. */
static void begin_queued(kit *k) {
    bustle_entity_def *npc = def_hopeless(k);
    def_environment(k, "wind", 1000000);
    def_interruption(k, "bell");
    def_interruption(k, "storm")->when = OPS(ENV_IS("wind", BUSTLE_GREATER, 7));
    bustle_action_def *nap = def_action(k, "nap", 1000);
    nap->finish = OPS(RAISE(BUSTLE_SELF, "i"), RAISE(BUSTLE_SELF, "storm"));
    ended_by(nap, "bell");
    chain(k, "rest", "nap", "try");
    npc->main = "rest";
    handles(npc, "storm", "answer", 0);
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    bustle_world_set_environment(k->world, kit_environment(k, "wind"), 8);
    kit_update_to(k, 0); /* the storm's own */
    kit_update_to(k, 50);
    kit_interrupt(k, "ann", "bell");
    kit_forget_events(k);
    kit_update_to(k, 60);
    kit_expect_events(k, "stop ann nap done | fail ann rest condition | halt ann rest condition");
}

static void S34_queued_interruptions_are_dropped_except_while_their_condition_holds(void **state) {
    kit *k = *state;
    begin_queued(k);
    assert_int_equal(kit_doing(k, "ann").waiting, 1);
    kit_update_to(k, 70); /* the storm restarts it */
    kit_expect_only(
        k, "restart interrupt ignore", "restart ann rest | interrupt ann storm answer ann");
}

static void S34_what_stayed_queued_vanishes_with_its_condition(void **state) {
    kit *k = *state;
    begin_queued(k);
    bustle_world_set_environment(k->world, kit_environment(k, "wind"), 0);
    kit_update_to(k, 70);
    kit_expect_events(k, "");
    expect_mood(k, BUSTLE_HAS_HALTED, 29990);
}

/* ---- Restarts ---- */

/* With room for one activity the storm can only be kept. The fog is gone again before its turn. */
static void S34_what_is_kept_does_not_restart_it(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_hopeless(k);
    def_environment(k, "wind", 100000);
    def_environment(k, "haze", 100000);
    def_interruption(k, "storm")->when = OPS(ENV_IS("wind", BUSTLE_AT_LEAST, 1));
    def_interruption(k, "fog")->when = OPS(ENV_IS("haze", BUSTLE_AT_LEAST, 1));
    handles(handles(npc, "storm", "answer", 0), "fog", "answer", 0);
    k->def.activity_limit = 1;
    kit_begin(k);
    OK(bustle_world_set_environment(k->world, kit_environment(k, "wind"), 1));
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_expect_only(k, "fail halt", "fail ann task condition | halt ann task condition");
    assert_int_equal(kit_doing(k, "ann").waiting, 1);
    OK(bustle_world_set_environment(k->world, kit_environment(k, "haze"), 1));
    OK(bustle_world_set_environment(k->world, kit_environment(k, "haze"), 0));
    kit_update_to(k, 10);
    kit_expect_events(k, "");
    expect_mood(k, BUSTLE_HAS_HALTED, 29990);
    assert_int_equal(kit_doing(k, "ann").waiting, 1);
}

static void S34_the_game_restarts_it(void **state) {
    kit *k = *state;
    def_hopeless(k);
    begin_halted(k);
    kit_set(k, "ann", "n", 1);
    kit_update_to(k, 500);
    assert_int_equal(bustle_npc_restart(k->world, ann(k)), BUSTLE_OK);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_DECIDING);
    assert_int_equal(kit_doing(k, "ann").cause, 0);
    assert_int_equal(kit_doing(k, "ann").failed, BUSTLE_NONE);
    expect_stacks(k, "ann", "task.try uninitialized");
    assert_int_equal(kit_stats(k).halted, 0);
    kit_update_to(k, 510);
    kit_expect_events(k, "@500 restart ann task | @510 start ann try");
    kit_run(k, 40000, 100); /* and nothing else restarts it later */
    kit_expect_only(k, "restart", "");
}

static void S34_who_has_not_halted_is_not_restarted(void **state) {
    kit *k = *state;
    def_hopeless(k);
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    assert_int_equal(bustle_npc_restart(k->world, ann(k)), BUSTLE_NOT_HALTED);
    kit_set(k, "ann", "n", 1);
    kit_update_to(k, 0);
    assert_int_equal(bustle_npc_restart(k->world, ann(k)), BUSTLE_NOT_HALTED);
    kit_expect_events(k, "spawn ann | start ann try");
}

static void S34_a_restart_sets_the_count_to_zero(void **state) {
    kit *k = *state;
    def_hopeless(k);
    k->def.failure_limit = 3;
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_run(k, 7000, 500);
    kit_expect_only(k, "halt", "halt ann task condition");
    bustle_npc_restart(k->world, ann(k));
    assert_int_equal(kit_doing(k, "ann").failures, 0);
    kit_run(k, 7500, 500);
    kit_expect_only(k, "restart fail halt", /* four times again */
        "@7000 restart ann task | @7500 fail ann task condition | @8500 fail ann task condition | "
        "@10500 fail ann task condition | @14500 fail ann task condition | "
        "@14500 halt ann task condition");
}

static void S34_an_interruption_with_a_handler_restarts_it(void **state) {
    kit *k = *state;
    def_hopeless(k);
    begin_halted(k);
    assert_int_equal(kit_interrupt(k, "ann", "i").queued, 1);
    expect_mood(k, BUSTLE_HAS_HALTED, 30000); /* until its turn */
    kit_update_to(k, 10);
    kit_expect_events(k, "restart ann task | interrupt ann i answer | start ann look");
    expect_stacks(k, "ann", "task.try uninitialized | answer.look waiting");
}

static void S34_an_interruption_without_a_handler_does_not(void **state) {
    kit *k = *state;
    def_hopeless(k);
    begin_halted(k);
    assert_int_equal(kit_interrupt(k, "ann", "unheard").ignored, 1);
    kit_update_to(k, 10);
    kit_expect_events(k, "");
    expect_mood(k, BUSTLE_HAS_HALTED, 29990);
}

static void S34_it_restarts_by_itself_after_30_s(void **state) {
    kit *k = *state;
    def_hopeless(k);
    begin_halted(k);
    expect_mood(k, BUSTLE_HAS_HALTED, 30000);
    kit_update_to(k, 29999);
    kit_expect_events(k, "");
    kit_update_to(k, 30000);
    kit_expect_events(k, "restart ann task | fail ann task condition | halt ann task condition");
    expect_mood(k, BUSTLE_HAS_HALTED, 30000);
}

static void S34_the_restart_is_an_ending_by_its_time(void **state) {
    kit *k = *state;
    def_hopeless(k);
    def_action(k, "snore", 30500);
    def_action(k, "doze", 29500);
    chain(k, "sleep", "snore");
    chain(k, "light sleep", "doze");
    def_npc(k, "sleeper", "sleep");
    def_npc(k, "light sleeper", "light sleep");
    kit_begin(k);
    kit_spawn(k, "bob", "sleeper"); /* due at 30500 */
    kit_spawn(k, "ann", "npc"); /* at 30000 */
    kit_spawn(k, "cid", "light sleeper"); /* at 29500 */
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_update_to(k, 31000);
    kit_expect_only(k, "stop restart start halt",
        "stop cid doze done | restart ann task | stop bob snore done | "
        "start cid doze | halt ann task condition | start bob snore");
}

static void S34_the_time_until_it_restarts_can_be_set(void **state) {
    kit *k = *state;
    def_hopeless(k);
    assert_int_equal(k->def.restart_ms, 30000);
    k->def.restart_ms = 200;
    begin_halted(k);
    kit_update_to(k, 199);
    kit_expect_events(k, "");
    kit_update_to(k, 200);
    kit_expect_only(k, "restart", "restart ann task");
}

static void S34_restarting_by_itself_can_be_switched_off(void **state) {
    kit *k = *state;
    def_hopeless(k);
    k->def.restart_ms = -1;
    begin_halted(k);
    expect_mood(k, BUSTLE_HAS_HALTED, -1);
    kit_run(k, 1000000, 10000);
    kit_expect_events(k, "");
    bustle_npc_restart(k->world, ann(k));
    kit_update_to(k, 1000000);
    kit_expect_only(k, "restart", "restart ann task");
}

static void S34_a_restart_begins_the_main_sequence_that_is_set_by_then(void **state) {
    kit *k = *state;
    def_hopeless(k);
    begin_halted(k);
    bustle_id answer = kit_sequence(k, "answer");
    assert_int_equal(bustle_npc_set_main(k->world, ann(k), answer), BUSTLE_OK);
    kit_update_to(k, 10);
    expect_mood(k, BUSTLE_HAS_HALTED, 29990);
    kit_update_to(k, 30000);
    kit_expect_events(k, "restart ann answer | start ann look");
}

/* ---- Hold ---- */

static void S34_a_held_halted_npc_restarts_with_its_release(void **state) {
    kit *k = *state;
    def_hopeless(k);
    begin_halted(k);
    assert_int_equal(bustle_npc_hold(k->world, ann(k)), BUSTLE_OK);
    expect_mood(k, BUSTLE_ON_HOLD, -1);
    kit_run(k, 100000, 1000);
    kit_expect_events(k, "");
    kit_set(k, "ann", "n", 1);
    assert_int_equal(bustle_npc_release(k->world, ann(k)), BUSTLE_OK);
    kit_update_to(k, 100010);
    kit_expect_events(k, "@100000 restart ann task | @100010 start ann try");
}

static void S34_a_held_halted_npc_is_restarted_by_nothing_else(void **state) {
    kit *k = *state;
    def_hopeless(k);
    begin_halted(k);
    bustle_npc_hold(k->world, ann(k));
    assert_int_equal(bustle_npc_restart(k->world, ann(k)), BUSTLE_HELD);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 10);
    kit_expect_events(k, "");
    bustle_npc_release(k->world, ann(k));
    kit_update_to(k, 20);
    kit_expect_events(k, "restart ann task | interrupt ann i answer | start ann look");
}

/* A halt while held cannot be, but a hold can come when a failure waits to be handled. */
static void S34_a_hold_comes_before_a_failure_that_would_halt(void **state) {
    kit *k = *state;
    def_hopeless(k);
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_set(k, "ann", "n", 1);
    kit_update_to(k, 0);
    bustle_npc_fail(k->world, ann(k), BUSTLE_NONE, 0);
    bustle_npc_hold(k->world, ann(k));
    kit_update_to(k, 10);
    kit_expect_only(k, "fail halt", "");
    bustle_npc_release(k->world, ann(k));
    kit_update_to(k, 20);
    kit_expect_only(k, "fail halt", "fail ann task game | halt ann task game");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S34_a_halted_npc_tells_why),
        RULE(S34_a_halt_drops_all_activities),
        RULE(S34_a_halt_gives_back_the_claims_of_the_whole_stack),
        RULE(S34_a_halted_npc_does_nothing),
        RULE(S34_state_and_memories_stay),
        RULE(S34_the_random_stream_goes_on),
        RULE(S34_a_halted_npc_can_still_be_a_target),
        RULE(S34_queued_interruptions_are_dropped_except_while_their_condition_holds),
        RULE(S34_what_stayed_queued_vanishes_with_its_condition),
        RULE(S34_what_is_kept_does_not_restart_it),
        RULE(S34_the_game_restarts_it),
        RULE(S34_who_has_not_halted_is_not_restarted),
        RULE(S34_a_restart_sets_the_count_to_zero),
        RULE(S34_an_interruption_with_a_handler_restarts_it),
        RULE(S34_an_interruption_without_a_handler_does_not),
        RULE(S34_it_restarts_by_itself_after_30_s),
        RULE(S34_the_restart_is_an_ending_by_its_time),
        RULE(S34_the_time_until_it_restarts_can_be_set),
        RULE(S34_restarting_by_itself_can_be_switched_off),
        RULE(S34_a_restart_begins_the_main_sequence_that_is_set_by_then),
        RULE(S34_a_held_halted_npc_restarts_with_its_release),
        RULE(S34_a_held_halted_npc_is_restarted_by_nothing_else),
        RULE(S34_a_hold_comes_before_a_failure_that_would_halt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
