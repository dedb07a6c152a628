/* S15, S44 and S45: choice, otherwise, failed; interruptions that content raises and that end
 * actions. */
#include <string.h>

#include "kit.h"

static size_t memories_of(const kit *k, const char *label, bustle_memory_kind kind) {
    size_t count = 0;
    OK(bustle_npc_memories(k->world, kit_entity(k, label), kind, NULL, 0, &count));
    return count;
}

/* ---- S44 ---- */

/* An NPC with state "n" and actions "a", "b", "c" (100 ms); its main sequence begins at the choice
 * that is returned and has a node for each action. */
static bustle_node_def *def_chooser(kit *k, bustle_sequence_def **sequence) {
    def_state(k, "n");
    bustle_sequence_def *main = def_sequence(k, "main", "choice");
    bustle_node_def *choice = add_node(main, "choice", BUSTLE_NODE_CHOICE, NULL);
    static const char *const names[] = {"a", "b", "c"};
    for (int i = 0; i < 3; i++) {
        def_action(k, names[i], 100);
        add_edge(add_node(main, names[i], BUSTLE_NODE_ACTION, names[i]), "END", ALWAYS);
    }
    has(def_npc(k, "npc", "main"), "n", 0);
    *sequence = main;
    return choice;
}

static void begin_one(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
}

#define N_IS(value) OPS(SELF_IS("n", BUSTLE_EQUAL, value))

static void S44_a_choice_only_leads_on(void **state) {
    kit *k = *state;
    bustle_sequence_def *main;
    bustle_node_def *choice = def_chooser(k, &main);
    add_edge(choice, "a", N_IS(1));
    add_edge(choice, "b", N_IS(0));
    add_edge(choice, "c", N_IS(2));
    begin_one(k);
    kit_update_to(k, 0);
    kit_set(k, "ann", "n", 2);
    kit_update_to(k, 100);
    kit_expect_only(k, "start fail", "start ann b | start ann c");
}

static void S44_a_choice_that_performs_something_is_a_load_error(void **state) {
    kit *k = *state;
    bustle_sequence_def *main;
    bustle_node_def *choice = def_chooser(k, &main);
    add_edge(choice, "a", ALWAYS);
    add_edge(choice, "b", ALWAYS);
    add_edge(choice, "c", ALWAYS);
    choice->performs = "a";
    assert_non_null(kit_expect_problem(k, BUSTLE_ERROR, "main"));
}

static void S44_a_choice_without_an_open_transition_fails(void **state) {
    kit *k = *state;
    bustle_sequence_def *main;
    bustle_node_def *choice = def_chooser(k, &main);
    add_edge(choice, "a", N_IS(1));
    add_edge(choice, "b", N_IS(2));
    add_edge(choice, "c", N_IS(3));
    begin_one(k);
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "fail ann main no-option");
}

static void S44_otherwise_is_an_option_only_when_no_other_is(void **state) {
    kit *k = *state;
    bustle_sequence_def *main;
    bustle_node_def *choice = def_chooser(k, &main);
    add_edge(choice, "a", ALWAYS)->otherwise = true; /* wherever it is written */
    add_edge(choice, "b", N_IS(0));
    add_edge(choice, "c", N_IS(1));
    begin_one(k);
    for (int64_t now = 0; now < 1000; now += 100) {
        kit_update_to(k, now);
        kit_expect_only(k, "start", "start ann b");
    }
    kit_set(k, "ann", "n", 2);
    kit_update_to(k, 1000);
    kit_expect_only(k, "start", "start ann a");
}

static void S44_the_condition_of_an_otherwise_must_hold_too(void **state) {
    kit *k = *state;
    bustle_sequence_def *main;
    bustle_node_def *choice = def_chooser(k, &main);
    add_edge(choice, "a", N_IS(5))->otherwise = true;
    add_edge(choice, "b", N_IS(1));
    add_edge(choice, "c", N_IS(2));
    begin_one(k);
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "fail ann main no-option");
    kit_set(k, "ann", "n", 5);
    kit_update_to(k, 1000);
    kit_expect_only(k, "start fail", "start ann a");
}

static void S44_several_otherwise_are_chosen_among_as_options_are(void **state) {
    kit *k = *state;
    bustle_sequence_def *main;
    bustle_node_def *choice = def_chooser(k, &main);
    add_edge(choice, "a", ALWAYS)->otherwise = true;
    add_edge(choice, "b", ALWAYS)->otherwise = true;
    add_edge(choice, "c", N_IS(1));
    begin_one(k);
    bustle_id last = BUSTLE_NONE;
    for (int64_t now = 0; now < 1000; now += 100) { /* by memory: in turns */
        kit_update_to(k, now);
        bustle_id now_done = kit_doing(k, "ann").action;
        assert_int_not_equal(now_done, last);
        assert_int_not_equal(now_done, kit_action(k, "c"));
        last = now_done;
    }
    assert_int_equal(memories_of(k, "ann", BUSTLE_MEMORY_TRANSITION), 2);
}

static void S44_a_failed_action_leads_where_its_node_says(void **state) {
    kit *k = *state;
    bustle_sequence_def *main;
    add_edge(def_chooser(k, &main), "a", ALWAYS);
    node_of(main, "a")->failed = "b";
    add_edge(node_of(main, "b"), "c", N_IS(1));
    begin_one(k);
    kit_update_to(k, 0);
    OK(bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    kit_update_to(k, 10);
    kit_expect_only(k, "start stop fail", "start ann a | stop ann a failed | start ann b");
    assert_int_equal(kit_doing(k, "ann").failures, 0);
}

static void S44_a_choice_may_name_where_to_go_if_it_fails(void **state) {
    kit *k = *state;
    bustle_sequence_def *main;
    bustle_node_def *choice = def_chooser(k, &main);
    add_edge(choice, "a", N_IS(1));
    add_edge(choice, "b", N_IS(2));
    choice->failed = "c";
    begin_one(k);
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "start ann c");
}

static void S44_a_nested_sequence_that_fails_leads_where_its_callers_node_says(void **state) {
    kit *k = *state;
    bustle_sequence_def *main;
    add_edge(def_chooser(k, &main), "try", ALWAYS);
    bustle_node_def *try = add_node(main, "try", BUSTLE_NODE_SEQUENCE, "trying");
    add_edge(try, "a", ALWAYS);
    add_edge(node_of(main, "a"), "b", N_IS(7));
    try->failed = "c";
    def_action(k, "strain", 100)->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 9));
    chain(k, "trying", "strain");
    begin_one(k);
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail fallback", "fail ann trying condition | start ann c");
    assert_int_equal(kit_doing(k, "ann").failures, 0);
}

static void S44_failed_may_lead_to_the_end(void **state) {
    kit *k = *state;
    bustle_sequence_def *main;
    bustle_node_def *choice = def_chooser(k, &main);
    add_edge(choice, "a", ALWAYS);
    add_edge(node_of(main, "a"), "b", N_IS(7));
    add_edge(node_of(main, "b"), "c", N_IS(7));
    node_of(main, "a")->failed = "END";
    begin_one(k);
    kit_update_to(k, 0);
    OK(bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    kit_update_to(k, 10);
    kit_expect_only(k, "start fail", "start ann a | start ann a");
}

static void S44_going_where_a_failure_leads_is_not_recorded(void **state) {
    kit *k = *state;
    bustle_sequence_def *main;
    bustle_node_def *choice = def_chooser(k, &main);
    add_edge(choice, "a", N_IS(1));
    add_edge(choice, "b", N_IS(1));
    choice->failed = "c";
    begin_one(k);
    kit_run(k, 500, 50);
    assert_int_equal(memories_of(k, "ann", BUSTLE_MEMORY_TRANSITION), 0);
}

/* ---- S45: conditions over the environment ---- */

/* NPCs "npc" who wait (1000 ms) and hide (300 ms) from "storm", raised at rain >= 3; rain is asked
 * every 100 ms. "deaf" ones have no handler. */
static void def_weather(kit *k) {
    def_environment(k, "rain", 100);
    def_interruption(k, "storm")->when = OPS(ENV_IS("rain", BUSTLE_AT_LEAST, 3));
    def_action(k, "wait", 1000);
    def_action(k, "hide", 300);
    chain(k, "main", "wait");
    chain(k, "hiding", "hide");
    handles(def_npc(k, "npc", "main"), "storm", "hiding", 0);
    def_npc(k, "deaf", "main");
}

static void begin_weather(kit *k) {
    kit_begin(k);
    kit_answer(k, "rain", 0);
    kit_spawn(k, "ann", "npc");
    kit_spawn(k, "deaf1", "deaf");
    kit_spawn(k, "bob", "npc");
    kit_update_to(k, 0);
    kit_forget_events(k);
}

static void push(kit *k, const char *environment, double value) {
    OK(bustle_world_set_environment(k->world, kit_environment(k, environment), value));
}

static void S45_on_becoming_true_it_is_raised_in_spawn_order_for_all_who_heed_it(void **state) {
    kit *k = *state;
    def_weather(k);
    begin_weather(k);
    kit_answer(k, "rain", 3);
    kit_update_to(k, 100);
    kit_expect_events(k,
        "stop ann wait interrupted | interrupt ann storm hiding | start ann hide | "
        "stop bob wait interrupted | interrupt bob storm hiding | start bob hide");
}

static void S45_a_condition_about_nothing_is_tested_in_the_first_update_only(void **state) {
    kit *k = *state;
    def_weather(k);
    def_interruption(k, "always")->when = OPS(PUSH_VALUE(1), PUSH_VALUE(1), STACK_IS(BUSTLE_EQUAL));
    def_interruption(k, "never")->when = OPS(PUSH_VALUE(1), PUSH_VALUE(2), STACK_IS(BUSTLE_EQUAL));
    handles(handles(def_npc(k, "heeder", "main"), "always", "hiding", 0), "never", "hiding", 0);
    kit_begin(k);
    kit_spawn(k, "ann", "heeder");
    kit_update_to(k, 0);
    kit_expect_only(k, "interrupt", "interrupt ann always hiding");
    kit_run(k, 1000, 100);
    kit_expect_only(k, "interrupt", "");
    kit_spawn(k, "bob", "heeder");
    kit_run(k, 100, 100);
    kit_expect_only(k, "interrupt", "interrupt bob always hiding");
}

static void S45_while_it_stays_true_it_is_not_raised_again(void **state) {
    kit *k = *state;
    def_weather(k);
    begin_weather(k);
    kit_answer(k, "rain", 3);
    kit_update_to(k, 100);
    kit_answer(k, "rain", 4);
    kit_forget_events(k);
    kit_run(k, 2000, 50);
    kit_expect_only(k, "interrupt ignore", "");
    kit_answer(k, "rain", 1);
    kit_run(k, 200, 100);
    kit_answer(k, "rain", 5);
    kit_run(k, 100, 100);
    kit_expect_only(
        k, "interrupt ignore", "interrupt ann storm hiding | interrupt bob storm hiding");
}

static void S45_it_is_tested_when_its_value_is_refreshed(void **state) {
    kit *k = *state;
    def_weather(k);
    begin_weather(k);
    kit_answer(k, "rain", 3);
    kit_update_to(k, 99); /* not yet due */
    kit_expect_only(k, "interrupt", "");
    kit_update_to(k, 100);
    kit_expect_only(k, "interrupt", "interrupt ann storm hiding | interrupt bob storm hiding");
}

static void S45_watched_values_are_asked_in_byte_order_even_if_nobody_reads_them(void **state) {
    kit *k = *state;
    def_environment(k, "wind", 100);
    def_environment(k, "Wind", 100);
    def_environment(k, "heat", 100);
    def_environment(k, "dust", 100); /* watched by nobody */
    def_interruption(k, "alarm")->when = OPS(ENV_IS("wind", BUSTLE_EQUAL, 1),
        ENV_IS("heat", BUSTLE_EQUAL, 1), ENV_IS("Wind", BUSTLE_EQUAL, 1));
    kit_begin(k);
    kit_update_to(k, 0);
    kit_expect_asked(k, "Wind heat wind");
    kit_update_to(k, 50);
    kit_expect_asked(k, "");
    kit_update_to(k, 100);
    kit_expect_asked(k, "Wind heat wind");
}

static void S45_conditions_are_tested_in_byte_order_of_the_interruptions(void **state) {
    kit *k = *state;
    def_weather(k);
    static const char *const names[] = {"b", "Z", "a"};
    bustle_entity_def *hearer = def_npc(k, "hearer", "main");
    for (int i = 0; i < 3; i++) {
        def_interruption(k, names[i])->when = OPS(ENV_IS("rain", BUSTLE_EQUAL, 2));
        handles(hearer, names[i], "hiding", 0);
    }
    kit_begin(k);
    kit_answer(k, "rain", 2);
    kit_spawn(k, "ann", "hearer");
    kit_update_to(k, 0);
    kit_expect_only(
        k, "interrupt", "interrupt ann Z hiding | interrupt ann a hiding | interrupt ann b hiding");
}

static void S45_a_push_tests_at_the_call(void **state) {
    kit *k = *state;
    def_weather(k);
    begin_weather(k);
    push(k, "rain", 3);
    assert_int_equal(kit_doing(k, "ann").waiting, 1);
    assert_int_equal(kit_doing(k, "bob").waiting, 1);
    assert_int_equal(kit_doing(k, "deaf1").waiting, 0);
    push(k, "rain", 0); /* and vanishes at the call */
    push(k, "rain", 2);
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt", "");
}

static void S31_what_has_vanished_with_its_condition_no_longer_waits(void **state) {
    kit *k = *state;
    def_weather(k);
    begin_weather(k);
    push(k, "rain", 3);
    push(k, "rain", 0);
    assert_int_equal(kit_doing(k, "ann").waiting, 0);
}

static void S45_the_default_is_tested_in_the_first_update(void **state) {
    kit *k = *state;
    def_weather(k);
    def_environment(k, "tide", 1000)->initial = 2;
    def_interruption(k, "flood")->when = OPS(ENV_IS("tide", BUSTLE_EQUAL, 2));
    handles(def_npc(k, "sailor", "main"), "flood", "hiding", 0);
    kit_begin(k);
    kit_spawn(k, "ann", "sailor");
    assert_int_equal(kit_doing(k, "ann").waiting, 0); /* not tested: false */
    kit_update_to(k, 0);
    kit_expect_only(k, "interrupt", "interrupt ann flood hiding");
}

static void S45_npcs_spawned_while_it_holds_get_it_too(void **state) {
    kit *k = *state;
    def_weather(k);
    begin_weather(k);
    push(k, "rain", 5);
    kit_update_to(k, 10);
    kit_forget_events(k);
    kit_spawn(k, "cid", "npc");
    kit_spawn(k, "deaf2", "deaf");
    kit_update_to(k, 20);
    kit_expect_only(
        k, "interrupt start", "interrupt cid storm hiding | start cid hide | start deaf2 wait");
    push(k, "rain", 0);
    kit_spawn(k, "dan", "npc");
    kit_update_to(k, 30);
    kit_expect_only(k, "interrupt start", "start dan wait");
}

static void S45_a_condition_over_anything_but_the_environment_is_a_load_error(void **state) {
    kit *k = *state;
    const bustle_ops wrong[] = {OPS(SELF_IS("n", BUSTLE_EQUAL, 1)),
        OPS(TARGET_IS("n", BUSTLE_EQUAL, 1)), OPS(DISTANCE_IS(BUSTLE_EQUAL, 1)),
        OPS(ENV_IS("rain", BUSTLE_EQUAL, 1), SELF_IS("n", BUSTLE_EQUAL, 1)), OPS(CALL(1, "f"))};
    for (int i = 0; i < 5; i++) {
        kit_reset(k);
        def_weather(k);
        def_state(k, "n");
        def_interruption(k, "alarm")->when = wrong[i];
        assert_non_null(kit_expect_problem(k, BUSTLE_ERROR, "alarm"));
    }
}

/* ---- S45: raised by effects ---- */

/* "call" (100 ms) takes an NPC of kind "npc", which answers "hey" by looking (50 ms). */
static bustle_action_def *def_callers(kit *k) {
    def_weather(k);
    def_interruption(k, "hey");
    def_action(k, "look", 50);
    chain(k, "answer", "look");
    bustle_action_def *call = def_action(k, "call", 100);
    call->target = BUSTLE_TARGET_TAKEN;
    chain(k, "calling", "call");
    handles(def_npc(k, "caller", "calling"), "hey", "answer", 0);
    handles(accepts(def_npc(k, "hearer", "main"), "call"), "hey", "answer", 0);
    accepts(def_prop(k, "stone"), "call");
    return call;
}

static void S45_an_effect_raises_one_on_the_target_from_the_npc(void **state) {
    kit *k = *state;
    def_callers(k)->start = OPS(RAISE(BUSTLE_TARGET, "hey"));
    kit_begin(k);
    kit_spawn(k, "ann", "caller");
    kit_spawn(k, "bob", "hearer");
    kit_update_to(k, 0);
    kit_expect_only(k, "interrupt", "interrupt bob hey answer ann");
}

static void S45_an_effect_raises_one_on_the_npc_itself_from_itself(void **state) {
    kit *k = *state;
    def_callers(k)->start = OPS(RAISE(BUSTLE_SELF, "hey"));
    kit_begin(k);
    kit_spawn(k, "ann", "caller");
    kit_spawn(k, "bob", "hearer");
    kit_update_to(k, 0);
    kit_update_to(k, 10); /* its next turn */
    kit_expect_only(k, "interrupt", "interrupt ann hey answer ann");
}

static void S45_raising_one_on_a_prop_does_nothing(void **state) {
    kit *k = *state;
    def_callers(k)->start = OPS(RAISE(BUSTLE_TARGET, "hey"));
    kit_begin(k);
    kit_spawn(k, "ann", "caller");
    kit_spawn(k, "stone1", "stone");
    kit_update_to(k, 0);
    kit_expect_only(k, "start interrupt error", "start ann call stone1");
}

/* ---- S45: interruptions that end an action ---- */

static struct {
    bustle_action_def *dance, *look;
    bustle_entity_def *dancer;
} ball;

/* A dancer dances (1000 ms, +1 "n" at the end, +100 if interrupted, ended by "halt") and bows (100
 * ms). "hey" makes it look (500 ms), at priority 5. */
static void def_ball(kit *k) {
    def_state(k, "n");
    def_interruption(k, "halt");
    def_interruption(k, "hey");
    ball.dance = def_action(k, "dance", 1000);
    ball.dance->finish = OPS(INCREASE(BUSTLE_SELF, "n", 1));
    ball.dance->interrupted = OPS(INCREASE(BUSTLE_SELF, "n", 100));
    ended_by(ball.dance, "halt");
    ball.look = def_action(k, "look", 500);
    def_action(k, "bow", 100);
    chain(k, "main", "dance", "bow");
    chain(k, "answer", "look", "bow");
    ball.dancer = handles(has(def_npc(k, "dancer", "main"), "n", 0), "hey", "answer", 5);
}

static void begin_ball(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "dancer");
    kit_update_to(k, 0);
    kit_expect_only(k, "start", "start ann dance");
}

static void S45_it_ends_the_running_action_as_completed_instead_of_any_handler(void **state) {
    kit *k = *state;
    def_ball(k);
    handles(ball.dancer, "halt", "answer", 0);
    begin_ball(k);
    kit_interrupt(k, "ann", "halt");
    kit_update_to(k, 10);
    kit_expect_events(k, "stop ann dance done | start ann bow");
    assert_int_equal(kit_get(k, "ann", "n"), 1);
    kit_interrupt(k, "ann", "halt"); /* bowing is not ended by it */
    kit_update_to(k, 20);
    kit_expect_only(k, "interrupt", "interrupt ann halt answer");
}

static void S45_who_performs_such_an_action_heeds_it_without_a_handler(void **state) {
    kit *k = *state;
    def_ball(k);
    begin_ball(k);
    assert_int_equal(kit_interrupt(k, "ann", "halt").queued, 1);
    kit_update_to(k, 10);
    bustle_reception reception = kit_interrupt(k, "ann", "halt");
    assert_int_equal(reception.queued, 0);
    assert_int_equal(reception.ignored, 1);
}

static void expect_ended_below(kit *k) {
    begin_ball(k);
    kit_interrupt(k, "ann", "hey");
    kit_update_to(k, 10);
    kit_expect_only(k, "start", "start ann look");
    assert_int_equal(kit_interrupt(k, "ann", "halt").queued, 1);
    kit_update_to(k, 20);
    kit_expect_events(k, "");
    assert_int_equal(memories_of(k, "ann", BUSTLE_MEMORY_INTERRUPTION), 0);
    kit_update_to(k, 510); /* bows in the response, then in its own sequence */
    kit_update_to(k, 610);
    kit_update_to(k, 710);
    kit_expect_only(k, "start", "start ann bow | start ann bow | start ann dance");
    assert_int_equal(kit_get(k, "ann", "n"), 100); /* of the interruption, nothing more */
}

static void S45_else_the_interrupted_action_without_effects_and_events(void **state) {
    kit *k = *state;
    def_ball(k);
    expect_ended_below(k);
}

static void S45_a_resumable_one_too_and_its_memory_goes(void **state) {
    kit *k = *state;
    def_ball(k);
    ball.dance->resumable = true;
    expect_ended_below(k);
}

static void S45_the_running_action_comes_before_interrupted_ones(void **state) {
    kit *k = *state;
    def_ball(k);
    ended_by(ball.look, "halt");
    begin_ball(k);
    kit_interrupt(k, "ann", "hey");
    kit_update_to(k, 10);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "halt");
    kit_update_to(k, 20);
    kit_expect_events(k, "stop ann look done | start ann bow");
    kit_update_to(k, 120);
    kit_expect_only(k, "start", "start ann dance"); /* which was not ended */
}

static void S45_of_several_interrupted_activities_the_topmost_is_ended(void **state) {
    kit *k = *state;
    def_ball(k);
    ended_by(ball.look, "halt");
    def_action(k, "gaze", 500);
    def_interruption(k, "wow");
    chain(k, "gazing", "gaze");
    handles(ball.dancer, "wow", "gazing", 9);
    begin_ball(k);
    kit_interrupt(k, "ann", "hey");
    kit_update_to(k, 10);
    kit_interrupt(k, "ann", "wow");
    kit_update_to(k, 20);
    kit_interrupt(k, "ann", "halt");
    kit_update_to(k, 30);
    kit_forget_events(k);
    kit_update_to(k, 520);
    kit_update_to(k, 620);
    kit_expect_only(k, "start", "start ann bow | start ann dance");
}

static void S45_a_held_npc_hears_it_on_its_release(void **state) {
    kit *k = *state;
    def_ball(k);
    begin_ball(k);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    assert_int_equal(kit_interrupt(k, "ann", "halt").queued, 1);
    kit_update_to(k, 10);
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 20);
    kit_expect_events(k, "stop ann dance interrupted | start ann bow");
}

static void S15_an_action_counts_as_running_during_its_own_immediate_effects(void **state) {
    kit *k = *state;
    def_interruption(k, "enough");
    bustle_action_def *dig = def_action(k, "dig", 1000);
    dig->start = OPS(RAISE(BUSTLE_SELF, "enough"));
    ended_by(dig, "enough");
    chain(k, "digging", "dig");
    def_npc(k, "digger", "digging");
    kit_begin(k);
    kit_spawn(k, "ann", "digger");
    kit_update_to(k, 0);
    kit_expect_events(k, "spawn ann | start ann dig");
    kit_update_to(k, 10);
    kit_expect_events(k, "stop ann dig done | start ann dig");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S44_a_choice_only_leads_on),
        RULE(S44_a_choice_that_performs_something_is_a_load_error),
        RULE(S44_a_choice_without_an_open_transition_fails),
        RULE(S44_otherwise_is_an_option_only_when_no_other_is),
        RULE(S44_the_condition_of_an_otherwise_must_hold_too),
        RULE(S44_several_otherwise_are_chosen_among_as_options_are),
        RULE(S44_a_failed_action_leads_where_its_node_says),
        RULE(S44_a_choice_may_name_where_to_go_if_it_fails),
        RULE(S44_a_nested_sequence_that_fails_leads_where_its_callers_node_says),
        RULE(S44_failed_may_lead_to_the_end),
        RULE(S44_going_where_a_failure_leads_is_not_recorded),
        RULE(S45_on_becoming_true_it_is_raised_in_spawn_order_for_all_who_heed_it),
        RULE(S45_a_condition_about_nothing_is_tested_in_the_first_update_only),
        RULE(S45_while_it_stays_true_it_is_not_raised_again),
        RULE(S45_it_is_tested_when_its_value_is_refreshed),
        RULE(S45_watched_values_are_asked_in_byte_order_even_if_nobody_reads_them),
        RULE(S45_conditions_are_tested_in_byte_order_of_the_interruptions),
        RULE(S45_a_push_tests_at_the_call),
        RULE(S31_what_has_vanished_with_its_condition_no_longer_waits),
        RULE(S45_the_default_is_tested_in_the_first_update),
        RULE(S45_npcs_spawned_while_it_holds_get_it_too),
        RULE(S45_a_condition_over_anything_but_the_environment_is_a_load_error),
        RULE(S45_an_effect_raises_one_on_the_target_from_the_npc),
        RULE(S45_an_effect_raises_one_on_the_npc_itself_from_itself),
        RULE(S45_raising_one_on_a_prop_does_nothing),
        RULE(S45_it_ends_the_running_action_as_completed_instead_of_any_handler),
        RULE(S45_who_performs_such_an_action_heeds_it_without_a_handler),
        RULE(S45_else_the_interrupted_action_without_effects_and_events),
        RULE(S45_a_resumable_one_too_and_its_memory_goes),
        RULE(S45_the_running_action_comes_before_interrupted_ones),
        RULE(S45_of_several_interrupted_activities_the_topmost_is_ended),
        RULE(S45_a_held_npc_hears_it_on_its_release),
        RULE(S15_an_action_counts_as_running_during_its_own_immediate_effects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
