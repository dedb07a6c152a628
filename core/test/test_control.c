/* S48: hold, run, set main, names and what can be asked. */
#include "kit.h"

/* An NPC works (1000 ms, resumable) again and again; "hey" makes it look (300 ms, priority 0),
 * "fire" flee (300 ms, priority 9). "dance" (200 ms) is for running. */
static bustle_entity_def *def_worker(kit *k) {
    def_state(k, "n");
    def_environment(k, "rain", 100);
    def_interruption(k, "hey");
    def_interruption(k, "fire");
    def_interruption(k, "storm")->when = OPS(ENV_IS("rain", BUSTLE_AT_LEAST, 3));
    bustle_action_def *work = def_action(k, "work", 1000);
    work->resumable = true;
    def_action(k, "look", 300);
    def_action(k, "flee", 300);
    def_action(k, "dance", 200);
    def_action(k, "strain", 100)->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 99));
    chain(k, "working", "work");
    chain(k, "looking", "look");
    chain(k, "fleeing", "flee");
    chain(k, "dancing", "dance");
    chain(k, "straining", "strain");
    bustle_entity_def *npc = has(def_npc(k, "npc", "working"), "n", 0);
    handles(handles(npc, "hey", "looking", 0), "fire", "fleeing", 9);
    return handles(npc, "storm", "looking", 0);
}

static void begin_working(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_forget_events(k);
}

static bustle_status hold(kit *k) {
    return bustle_npc_hold(k->world, kit_entity(k, "ann"));
}

static bustle_status release(kit *k) {
    return bustle_npc_release(k->world, kit_entity(k, "ann"));
}

static bustle_status run(kit *k, const char *sequence, int32_t priority) {
    return bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, sequence), priority);
}

static bustle_status set_main(kit *k, const char *sequence) {
    return bustle_npc_set_main(k->world, kit_entity(k, "ann"), kit_sequence(k, sequence));
}

/* ---- Hold ---- */

static void S48_hold_interrupts_at_the_call_without_an_event_of_its_own(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    kit_update_to(k, 400);
    OK(hold(k));
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_ON_HOLD);
    assert_int_equal(
        bustle_npc_complete(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0), BUSTLE_NOT_ACTING);
    kit_update_to(k, 5000);
    kit_expect_events(k, "@400 stop ann work interrupted");
    OK(release(k));
    kit_update_to(k, 5010);
    kit_expect_events(k, "@5010 resume ann work 600");
}

static void S48_hold_stands_above_every_priority(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    OK(run(k, "dancing", 32767));
    kit_update_to(k, 10);
    kit_forget_events(k);
    OK(hold(k));
    assert_int_equal(kit_interrupt(k, "ann", "fire").queued, 1);
    kit_update_to(k, 20);
    kit_expect_events(k, "stop ann dance interrupted");
}

static void S48_hold_is_outside_the_limit_of_8(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    for (int i = 0; i < 7; i++) {
        OK(run(k, "dancing", 0));
    }
    assert_int_equal(run(k, "dancing", 0), BUSTLE_REFUSED);
    assert_int_equal(kit_doing(k, "ann").activities, 8);
    OK(hold(k));
    assert_int_equal(kit_doing(k, "ann").activities, 8);
    OK(release(k));
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_run(k, 7 * 200, 200);
    kit_expect_only(k, "start",
        "start ann dance | start ann dance | start ann dance | start ann dance | "
        "start ann dance | start ann dance | resume ann work 1000");
}

static void S48_a_second_hold_or_release_changes_nothing(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    OK(release(k));
    kit_update_to(k, 10);
    OK(hold(k));
    OK(hold(k));
    OK(release(k));
    OK(release(k));
    kit_update_to(k, 20);
    kit_expect_events(k, "@10 stop ann work interrupted | @20 resume ann work 990");
}

static void S48_interruptions_stay_queued_until_release(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    OK(hold(k));
    kit_interrupt(k, "ann", "hey");
    kit_update_to(k, 10);
    kit_interrupt(k, "ann", "fire");
    kit_update_to(k, 20);
    assert_int_equal(kit_doing(k, "ann").waiting, 2);
    kit_forget_events(k);
    OK(release(k));
    kit_update_to(k, 30);
    kit_expect_events(k, "interrupt ann hey looking | interrupt ann fire fleeing | start ann flee");
}

static void S48_what_the_effects_of_a_hold_raise_on_the_held_npc_lets_nobody_join(void **state) {
    kit *k = *state;
    def_worker(k);
    def_action(k, "guard", 1000)->interrupted = OPS(RAISE(BUSTLE_SELF, "hey"));
    chain(k, "guarding", "guard");
    handles(has(def_npc(k, "guard", "guarding"), "n", 0), "hey", "looking", 0);
    kit_begin(k);
    kit_spawn(k, "ann", "guard");
    kit_update_to(k, 0);
    kit_forget_events(k);
    OK(hold(k));
    assert_int_equal(kit_stats(k).queued, 0);
    assert_int_equal(kit_doing(k, "ann").waiting, 1);
    OK(release(k));
    kit_update_to(k, 10);
    kit_expect_events(
        k, "stop ann guard interrupted | interrupt ann hey looking ann | start ann look");
}

static void S48_those_older_than_10_s_are_dropped_with_an_event(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    OK(hold(k));
    kit_interrupt(k, "ann", "hey"); /* at 0 */
    kit_update_to(k, 1);
    kit_interrupt(k, "ann", "fire"); /* at 1 */
    kit_update_to(k, 10001);
    kit_forget_events(k);
    OK(release(k));
    kit_update_to(k, 10002);
    kit_expect_events(k,
        "@10001 ignore ann hey looking | @10002 interrupt ann fire fleeing | "
        "@10002 start ann flee");
}

static void S48_old_ones_without_a_handler_are_dropped_in_silence(void **state) {
    kit *k = *state;
    def_worker(k);
    def_interruption(k, "whistle");
    bustle_action_def *dig = def_action(k, "dig", 1000);
    dig->resumable = true;
    ended_by(dig, "whistle");
    chain(k, "digging", "dig");
    def_npc(k, "digger", "digging");
    kit_begin(k);
    kit_spawn(k, "ann", "digger");
    kit_update_to(k, 0);
    OK(hold(k));
    assert_int_equal(kit_interrupt(k, "ann", "whistle").queued, 1); /* it would end the digging */
    kit_update_to(k, 10001);
    kit_forget_events(k);
    OK(release(k));
    kit_update_to(k, 10001);
    kit_expect_events(k, "resume ann dig 1000");
    assert_int_equal(kit_doing(k, "ann").waiting, 0);
}

static void S48_those_with_a_condition_are_not_dropped_however_old(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    OK(hold(k));
    OK(bustle_world_set_environment(k->world, kit_environment(k, "rain"), 5));
    kit_update_to(k, 30000);
    kit_forget_events(k);
    OK(release(k));
    kit_update_to(k, 30010);
    kit_expect_events(k, "interrupt ann storm looking | start ann look");
}

static void S48_hold_ends_a_wait(void **state) {
    kit *k = *state;
    def_worker(k)->main = "straining";
    begin_working(k);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_WAITING);
    OK(hold(k));
    kit_set(k, "ann", "n", 99);
    OK(release(k));
    kit_update_to(k, 10);
    kit_expect_only(k, "start", "start ann strain");
}

static void S48_a_held_npc_that_was_between_actions_goes_on_where_it_was(void **state) {
    kit *k = *state;
    def_worker(k)->main = "both";
    chain(k, "both", "dance", "work");
    begin_working(k);
    OK(bustle_npc_complete(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    OK(hold(k));
    kit_update_to(k, 10);
    kit_expect_only(k, "start", "");
    OK(release(k));
    kit_update_to(k, 20);
    kit_expect_only(k, "start", "start ann work");
}

/* ---- Run ---- */

static void S48_run_starts_a_sequence_once_as_a_nameless_response_at_the_call(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    kit_update_to(k, 100);
    OK(run(k, "dancing", 0));
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_DECIDING);
    assert_int_equal(kit_doing(k, "ann").activities, 2);
    kit_update_to(k, 150);
    kit_expect_events(k,
        "@100 stop ann work interrupted | @100 interrupt ann run dancing | @150 start ann dance");
    kit_run(k, 300, 10);
    kit_expect_events(k, "@350 stop ann dance done | @350 resume ann work 900");
}

static void S48_run_is_refused_where_an_interruption_would_be_dropped(void **state) {
    kit *k = *state;
    def_worker(k);
    k->def.activity_limit = 3;
    begin_working(k);
    kit_interrupt(k, "ann", "fire");
    kit_update_to(k, 10);
    kit_forget_events(k);
    assert_int_equal(run(k, "dancing", 8), BUSTLE_REFUSED);
    OK(run(k, "dancing", 9));
    assert_int_equal(run(k, "dancing", 9), BUSTLE_REFUSED); /* the third is the last */
    kit_update_to(k, 20);
    kit_expect_events(k, "stop ann flee interrupted | interrupt ann run dancing | start ann dance");
}

static void S48_a_run_of_negative_priority_still_stands_above_the_main_activity(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    OK(run(k, "dancing", -32768));
    kit_update_to(k, 10);
    kit_expect_only(k, "start", "start ann dance");
    assert_int_equal(run(k, "dancing", -32769), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(run(k, "dancing", 32768), BUSTLE_BAD_ARGUMENT);
}

static void S48_the_same_sequence_may_run_twice(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    OK(run(k, "looking", 0));
    OK(run(k, "looking", 0));
    kit_interrupt(k, "ann", "hey"); /* nor is it a response to anything */
    kit_update_to(k, 0);
    kit_expect_only(k, "interrupt",
        "interrupt ann run looking | interrupt ann run looking | interrupt ann hey looking");
}

static void S48_run_is_refused_on_hold_and_after_a_halt(void **state) {
    kit *k = *state;
    def_worker(k)->main = "straining";
    k->def.failure_limit = 0;
    begin_working(k);
    assert_int_equal(run(k, "dancing", 0), BUSTLE_HALTED);
    OK(bustle_npc_restart(k->world, kit_entity(k, "ann")));
    OK(hold(k));
    assert_int_equal(run(k, "dancing", 0), BUSTLE_HELD);
}

static void S48_run_ends_a_wait(void **state) {
    kit *k = *state;
    def_worker(k)->main = "straining";
    begin_working(k);
    OK(run(k, "dancing", 0));
    kit_update_to(k, 10);
    kit_expect_only(k, "start", "start ann dance");
}

/* ---- Set main ---- */

static void S48_set_main_gives_up_the_main_activity_at_the_call_and_keeps_nothing(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    kit_update_to(k, 100);
    OK(set_main(k, "dancing"));
    size_t count = 9;
    OK(bustle_npc_memories(
        k->world, kit_entity(k, "ann"), BUSTLE_MEMORY_INTERRUPTION, NULL, 0, &count));
    assert_int_equal(count, 0);
    kit_update_to(k, 150);
    kit_expect_events(k, "@100 stop ann work interrupted | @150 start ann dance");
    kit_update_to(k, 350); /* and is pushed again at its end */
    kit_expect_events(k, "@350 stop ann dance done | @350 start ann dance");
    OK(set_main(k, "working"));
    kit_update_to(k, 360);
    kit_expect_only(k, "start", "start ann work"); /* anew, not resumed */
}

static void S48_set_main_to_the_same_sequence_starts_it_anew(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    kit_update_to(k, 500);
    OK(set_main(k, "working"));
    kit_update_to(k, 500);
    kit_expect_events(k, "stop ann work interrupted | start ann work");
}

static void S48_set_main_zeroes_the_count_and_ends_the_wait(void **state) {
    kit *k = *state;
    def_worker(k)->main = "straining";
    begin_working(k);
    kit_update_to(k, 1000);
    assert_int_equal(kit_doing(k, "ann").failures, 2);
    OK(set_main(k, "straining"));
    assert_int_equal(kit_doing(k, "ann").failures, 0);
    kit_forget_events(k);
    kit_update_to(k, 1001);
    kit_expect_events(k, "fail ann straining condition");
    assert_int_equal(kit_doing(k, "ann").failures, 1);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 1000);
}

static void S48_set_main_below_a_response_lets_the_response_go_on(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    kit_interrupt(k, "ann", "hey");
    kit_update_to(k, 10);
    kit_forget_events(k);
    OK(set_main(k, "dancing"));
    assert_int_equal(kit_doing(k, "ann").action, kit_action(k, "look"));
    assert_int_equal(kit_doing(k, "ann").main, kit_sequence(k, "dancing"));
    kit_update_to(k, 310);
    kit_expect_events(k, "stop ann look done | start ann dance");
}

/* A response that ends makes two steps; entering the main sequence and starting its action are two
 * more. */
static void S48_coming_to_a_new_main_activity_is_no_step(void **state) {
    kit *k = *state;
    def_worker(k);
    k->def.step_limit = 4;
    begin_working(k);
    OK(run(k, "looking", 0));
    OK(set_main(k, "dancing"));
    kit_update_to(k, 10);
    kit_forget_events(k);
    kit_update_to(k, 310);
    kit_expect_events(k, "stop ann look done | start ann dance");
}

static void S48_coming_to_one_that_was_interrupted_meanwhile_is_a_step(void **state) {
    kit *k = *state;
    def_worker(k);
    k->def.step_limit = 4;
    begin_working(k);
    OK(run(k, "straining", 0));
    OK(set_main(k, "dancing"));
    kit_update_to(k, 10); /* straining fails: a wait, and nothing runs */
    OK(run(k, "looking", 0));
    kit_update_to(k, 20);
    kit_forget_events(k);
    kit_update_to(k, 320);
    kit_expect_events(k, "stop ann look done | fail ann dancing steps");
}

static void S48_set_main_on_hold_waits_for_the_release(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    OK(hold(k));
    OK(set_main(k, "dancing"));
    kit_update_to(k, 10);
    kit_expect_only(k, "start", "");
    OK(release(k));
    kit_update_to(k, 20);
    kit_expect_only(k, "start", "start ann dance");
}

static void S48_set_main_of_a_halted_npc_counts_from_its_restart(void **state) {
    kit *k = *state;
    def_worker(k)->main = "straining";
    k->def.failure_limit = 0;
    begin_working(k);
    OK(set_main(k, "dancing"));
    kit_update_to(k, 10);
    kit_expect_events(k, "");
    kit_update_to(k, 30000);
    kit_expect_events(k, "restart ann dancing | start ann dance");
}

/* ---- Names and questions ---- */

static void S48_an_npc_may_be_spawned_under_a_name_with_state_of_its_own(void **state) {
    kit *k = *state;
    def_worker(k);
    kit_begin(k);
    const bustle_state_value n = {kit_state(k, "n"), 41};
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = kit_definition(k, "npc");
    def.name = "Ann Smith";
    def.states = &n;
    def.state_count = 1;
    bustle_entity ann = kit_spawn_by(k, "ann", def), other = 0;
    assert_int_equal(kit_get(k, "ann", "n"), 41);
    assert_string_equal(bustle_entity_name(k->world, ann), "Ann Smith");
    assert_int_equal(bustle_world_find(k->world, "Ann Smith"), ann);
    assert_int_equal(bustle_world_spawn(k->world, &def, &other), BUSTLE_NAME_TAKEN);
    OK(bustle_world_remove(k->world, ann));
    assert_int_equal(bustle_world_find(k->world, "Ann Smith"), 0);
    OK(bustle_world_spawn(k->world, &def, &other));
}

static void S48_the_game_can_ask_what_an_npc_does(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_working(k);
    kit_update_to(k, 300);
    bustle_doing doing = kit_doing(k, "ann");
    assert_int_equal(doing.mood, BUSTLE_ACTING);
    assert_int_equal(doing.action, kit_action(k, "work"));
    assert_int_equal(doing.target, 0);
    assert_int_equal(doing.token, 1);
    assert_true(doing.timed);
    assert_int_equal(doing.duration_ms, 1000);
    assert_int_equal(doing.remaining_ms, 700);
    assert_int_equal(doing.timeout_ms, 2700);
    assert_int_equal(doing.sequence, kit_sequence(k, "working"));
    assert_int_equal(doing.main, kit_sequence(k, "working"));
    assert_int_equal(doing.activities, 1);
    kit_interrupt(k, "ann", "hey");
    assert_int_equal(kit_doing(k, "ann").waiting, 1);
    kit_update_to(k, 400);
    doing = kit_doing(k, "ann");
    assert_int_equal(doing.sequence, kit_sequence(k, "looking"));
    assert_int_equal(doing.activities, 2);
    assert_int_equal(doing.waiting, 0);
}

static void S48_the_game_can_ask_why_an_npc_halted(void **state) {
    kit *k = *state;
    def_worker(k)->main = "straining";
    k->def.failure_limit = 0;
    begin_working(k);
    bustle_doing doing = kit_doing(k, "ann");
    assert_int_equal(doing.mood, BUSTLE_HAS_HALTED);
    assert_int_equal(doing.cause, BUSTLE_CAUSE_CONDITION);
    assert_int_equal(doing.failed, kit_sequence(k, "straining"));
    assert_int_equal(doing.remaining_ms, 30000);
    assert_int_equal(doing.action, BUSTLE_NONE);
    OK(hold(k));
    assert_int_equal(kit_doing(k, "ann").remaining_ms, -1); /* the release restarts it */
    OK(release(k));
    assert_int_equal(kit_doing(k, "ann").cause, 0);
    assert_int_equal(kit_doing(k, "ann").failed, BUSTLE_NONE);
}

static void S48_the_game_can_ask_for_every_sequence_of_every_activity(void **state) {
    kit *k = *state;
    def_worker(k)->main = "outer";
    chain(k, "outer", ">working");
    begin_working(k);
    kit_interrupt(k, "ann", "fire");
    kit_update_to(k, 10);
    bustle_frame frames[4];
    size_t count = 0;
    OK(bustle_npc_frames(k->world, kit_entity(k, "ann"), frames, 4, &count));
    assert_int_equal(count, 3);
    assert_int_equal(frames[0].sequence, kit_sequence(k, "outer"));
    assert_int_equal(frames[0].lifecycle, BUSTLE_IN_SUBSEQUENCE);
    assert_int_equal(frames[0].priority, INT32_MIN);
    assert_int_equal(frames[1].sequence, kit_sequence(k, "working"));
    assert_int_equal(frames[1].lifecycle, BUSTLE_INTERRUPTED);
    assert_int_equal(frames[1].activity, 0);
    assert_int_equal(frames[2].sequence, kit_sequence(k, "fleeing"));
    assert_int_equal(frames[2].lifecycle, BUSTLE_WAITING_FOR_ACTION);
    assert_int_equal(frames[2].activity, 1);
    assert_int_equal(frames[2].priority, 9);
    assert_int_equal(frames[2].interruption, kit_interruption(k, "fire"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S48_hold_interrupts_at_the_call_without_an_event_of_its_own),
        RULE(S48_hold_stands_above_every_priority),
        RULE(S48_hold_is_outside_the_limit_of_8),
        RULE(S48_a_second_hold_or_release_changes_nothing),
        RULE(S48_interruptions_stay_queued_until_release),
        RULE(S48_what_the_effects_of_a_hold_raise_on_the_held_npc_lets_nobody_join),
        RULE(S48_those_older_than_10_s_are_dropped_with_an_event),
        RULE(S48_old_ones_without_a_handler_are_dropped_in_silence),
        RULE(S48_those_with_a_condition_are_not_dropped_however_old),
        RULE(S48_hold_ends_a_wait),
        RULE(S48_a_held_npc_that_was_between_actions_goes_on_where_it_was),
        RULE(S48_run_starts_a_sequence_once_as_a_nameless_response_at_the_call),
        RULE(S48_run_is_refused_where_an_interruption_would_be_dropped),
        RULE(S48_a_run_of_negative_priority_still_stands_above_the_main_activity),
        RULE(S48_the_same_sequence_may_run_twice),
        RULE(S48_run_is_refused_on_hold_and_after_a_halt),
        RULE(S48_run_ends_a_wait),
        RULE(S48_set_main_gives_up_the_main_activity_at_the_call_and_keeps_nothing),
        RULE(S48_set_main_to_the_same_sequence_starts_it_anew),
        RULE(S48_set_main_zeroes_the_count_and_ends_the_wait),
        RULE(S48_set_main_below_a_response_lets_the_response_go_on),
        RULE(S48_coming_to_a_new_main_activity_is_no_step),
        RULE(S48_coming_to_one_that_was_interrupted_meanwhile_is_a_step),
        RULE(S48_set_main_on_hold_waits_for_the_release),
        RULE(S48_set_main_of_a_halted_npc_counts_from_its_restart),
        RULE(S48_an_npc_may_be_spawned_under_a_name_with_state_of_its_own),
        RULE(S48_the_game_can_ask_what_an_npc_does),
        RULE(S48_the_game_can_ask_why_an_npc_halted),
        RULE(S48_the_game_can_ask_for_every_sequence_of_every_activity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
