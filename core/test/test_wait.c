/* S51, S72 and S24: nodes at which an NPC waits for something to come. */
#include "kit_npc.h"
#include "village.h"

/* "ann" waits as "main" until "n" is 1, seen in "fidget" (effects counted in "seen": start 1,
 * finish 10, interrupted 100), then acts "a". She "look"s (50 ms) when she hears "call". */
static bustle_node_def *def_waiting(kit *k) {
    def_state(k, "n");
    def_state(k, "seen");
    def_interruption(k, "call");
    def_action(k, "a", 100);
    def_action(k, "look", 50);
    bustle_action_def *fidget = def_action(k, "fidget", 10);
    fidget->start = OPS(INCREASE(BUSTLE_SELF, "seen", 1));
    fidget->finish = OPS(INCREASE(BUSTLE_SELF, "seen", 10));
    fidget->interrupted = OPS(INCREASE(BUSTLE_SELF, "seen", 100));
    chain(k, "answer", "look");
    bustle_sequence_def *main = def_sequence(k, "main", "hold");
    bustle_node_def *hold = add_node(main, "hold", BUSTLE_NODE_WAIT, NULL);
    hold->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 1));
    hold->timeout_ms = 5000;
    hold->waiting = "fidget";
    hold->failed = "late";
    add_edge(hold, "act", ALWAYS);
    add_edge(add_node(main, "act", BUSTLE_NODE_ACTION, "a"), "END", ALWAYS);
    add_edge(add_node(main, "late", BUSTLE_NODE_ACTION, "look"), "END", ALWAYS);
    has(has(handles(def_npc(k, "npc", "main"), "call", "answer", 0), "n", 0), "seen", 0);
    return hold;
}

static void begin_with_ann(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
}

static void S72_what_holds_already_is_not_waited_for(void **state) {
    kit *k = *state;
    def_waiting(k);
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_set(k, "ann", "n", 1);
    kit_update_to(k, 0);
    kit_expect_events(k, "spawn ann | start ann a");
}

static void S51_a_wait_is_tried_again_every_so_often(void **state) {
    kit *k = *state;
    def_waiting(k)->every_ms = 300;
    begin_with_ann(k);
    kit_set(k, "ann", "n", 1);
    kit_update_to(k, 299);
    kit_expect_events(k, "spawn ann | start ann fidget");
    kit_update_to(k, 300);
    kit_expect_events(k, "stop ann fidget done | start ann a");
    assert_int_equal(kit_get(k, "ann", "seen"), 11);
}

static void S51_a_wait_that_lasts_too_long_fails(void **state) {
    kit *k = *state;
    def_waiting(k)->every_ms = 3000;
    begin_with_ann(k);
    kit_run(k, 4999, 1000);
    kit_expect_events(k, "spawn ann | start ann fidget");
    kit_update_to(k, 5000);
    kit_expect_events(k, "stop ann fidget failed | start ann look");
    assert_int_equal(kit_get(k, "ann", "seen"), 101);
}

static void S51_the_last_try_comes_with_the_timeout(void **state) {
    kit *k = *state;
    def_waiting(k)->every_ms = 3000;
    begin_with_ann(k);
    kit_update_to(k, 3000);
    kit_set(k, "ann", "n", 1);
    kit_update_to(k, 5000);
    kit_expect_events(k, "spawn ann | start ann fidget | stop ann fidget done | start ann a");
}

static void S51_a_wait_without_time_is_tried_once(void **state) {
    kit *k = *state;
    bustle_node_def *hold = def_waiting(k);
    hold->timeout_ms = 0;
    hold->failed = NULL;
    begin_with_ann(k);
    kit_expect_events(k, "spawn ann | fail ann main waited");
}

static void S51_a_wait_lasts_a_minute_unless_it_says_otherwise(void **state) {
    kit *k = *state;
    def_waiting(k)->timeout_ms = BUSTLE_DEFAULT_TIMEOUT;
    begin_with_ann(k);
    kit_run(k, 59999, 1000);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_AWAITING);
    kit_update_to(k, 60000);
    assert_int_equal(kit_doing(k, "ann").action, kit_action(k, "look"));
}

static void S51_an_interrupted_wait_goes_on_with_the_time_that_was_left(void **state) {
    kit *k = *state;
    def_waiting(k)->every_ms = 10000;
    begin_with_ann(k);
    kit_update_to(k, 2000);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 2000);
    kit_expect_events(
        k, "stop ann fidget interrupted | interrupt ann call answer | start ann look");
    kit_expect_stack(k, "ann", "main/hold at-node | answer/look waiting");
    kit_update_to(k, 4000);
    kit_expect_events(k, "stop ann look done | start ann fidget");
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 3000);
    kit_update_to(k, 7000);
    kit_expect_events(k, "stop ann fidget failed | start ann look");
}

static void S51_a_wait_that_goes_on_is_tried_at_once(void **state) {
    kit *k = *state;
    def_waiting(k);
    begin_with_ann(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 10);
    kit_set(k, "ann", "n", 1);
    kit_forget_events(k);
    kit_update_to(k, 60);
    kit_expect_events(k, "stop ann look done | start ann a");
}

static void S51_the_game_cannot_end_what_a_waiting_npc_is_seen_in(void **state) {
    kit *k = *state;
    def_waiting(k);
    begin_with_ann(k);
    const bustle_doing doing = kit_doing(k, "ann");
    assert_int_equal(doing.action, kit_action(k, "fidget"));
    assert_int_equal(doing.token, 1);
    assert_int_equal(kit_last(k, BUSTLE_EVENT_START)->argument, 0);
    assert_int_equal(
        bustle_npc_complete(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0), BUSTLE_NOT_ACTING);
    assert_int_equal(
        bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0), BUSTLE_NOT_ACTING);
}

static void S51_waiting_leaves_the_count_of_failures_as_it_is(void **state) {
    kit *k = *state;
    bustle_node_def *hold = def_waiting(k);
    hold->failed = NULL;
    hold->timeout_ms = 100;
    begin_with_ann(k);
    kit_update_to(k, 100);
    assert_int_equal(kit_doing(k, "ann").failures, 1);
    kit_update_to(k, 1100);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_AWAITING);
    kit_update_to(k, 1200);
    assert_int_equal(kit_doing(k, "ann").failures, 2);
}

static void S51_a_wait_ends_with_whoever_waits(void **state) {
    kit *k = *state;
    def_waiting(k);
    begin_with_ann(k);
    kit_spawn(k, "bob", "npc");
    kit_update_to(k, 10);
    kit_forget_events(k);
    kit_remove(k, "ann");
    OK(bustle_npc_set_main(k->world, kit_entity(k, "bob"), kit_sequence(k, "answer")));
    kit_update_to(k, 20);
    kit_expect_events(
        k, "stop ann fidget removed | remove ann | stop bob fidget interrupted | start bob look");
}

static void S51_a_held_npc_waits_on_after_its_release(void **state) {
    kit *k = *state;
    def_waiting(k);
    begin_with_ann(k);
    kit_update_to(k, 1500);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 9000);
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 9000);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 3500);
}

/* "ann" waits as "main" at "bench1", which the sequence claims; else she "rest"s. Her answer to
 * "call" fails. */
static void begin_with_claim(kit *k, bustle_ops when) {
    def_state(k, "free")->minimum = 0;
    def_state(k, "n");
    def_action(k, "take", 10)->target = BUSTLE_TARGET_TAKEN;
    def_action(k, "fidget", 10);
    def_action(k, "rest", 100);
    bustle_sequence_def *main = chain(k, "main", "take");
    node_of(main, "take")->transition_count = 0;
    add_edge(node_of(main, "take"), "hold", ALWAYS);
    bustle_node_def *hold = add_node(main, "hold", BUSTLE_NODE_WAIT, NULL);
    hold->when = when;
    hold->waiting = "fidget";
    add_edge(hold, "END", ALWAYS);
    add_sequence_claim(main, "free", 1);
    bustle_sequence_def *idle = def_sequence(k, "idle", "tired");
    bustle_node_def *tired = add_node(idle, "tired", BUSTLE_NODE_CHOICE, NULL);
    add_edge(tired, "rest", OPS(SELF_IS("n", BUSTLE_EQUAL, 0)));
    add_edge(tired, "END", OPS(SELF_IS("n", BUSTLE_NOT_EQUAL, 0)));
    add_edge(add_node(idle, "rest", BUSTLE_NODE_ACTION, "rest"), "END", ALWAYS);
    def_interruption(k, "call");
    chain(k, "answer", "never");
    def_action(k, "never", 10)->when = OPS(SELF_IS("n", BUSTLE_LESS, 0));
    has(accepts(def_prop(k, "bench"), "take"), "free", 1);
    falls_back_on(handles(has(def_npc(k, "npc", "main"), "n", 0), "call", "answer", 0), "idle");
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "npc");
    kit_run(k, 100, 10);
    kit_forget_events(k);
}

static void S42_whoever_waits_in_a_sequence_that_loses_its_claim_fails(void **state) {
    kit *k = *state;
    begin_with_claim(k, OPS(SELF_IS("n", BUSTLE_EQUAL, 1)));
    kit_remove(k, "bench1");
    kit_update_to(k, 100);
    kit_expect_events(k,
        "stop ann fidget failed | remove bench1 | fail ann main target-left | fallback ann idle | "
        "start ann rest");
}

static void S72_a_wait_reads_the_target_of_its_sequence(void **state) {
    kit *k = *state;
    begin_with_claim(k, OPS(TARGET_IS("free", BUSTLE_AT_LEAST, 5)));
    kit_set(k, "bench1", "free", 7);
    kit_update_to(k, 1020);
    kit_expect_events(k, "stop ann fidget done | start ann take bench1");
}

static void S51_whoever_cannot_go_on_waiting_may_have_to_fail_later(void **state) {
    kit *k = *state;
    begin_with_claim(k, OPS(SELF_IS("n", BUSTLE_EQUAL, 1)));
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    kit_remove(k, "bench1");
    kit_set(k, "ann", "n", 2);
    kit_interrupt(k, "ann", "call");
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 100);
    kit_expect_events(k,
        "stop ann fidget interrupted | remove bench1 | interrupt ann call answer | "
        "fail ann answer condition | fallback ann idle");
    kit_update_to(k, 100);
    kit_expect_events(k, "fail ann main target-left | fallback ann idle");
}

static int yes(kit *k, bustle_call *call) {
    (void)call;
    k->clock_us++;
    return 1;
}

static void S24_a_main_sequence_that_only_passes_waits_is_held_up_for_a_second(void **state) {
    kit *k = *state;
    def_state(k, "n");
    bustle_sequence_def *main = def_sequence(k, "main", "hold");
    bustle_node_def *hold = add_node(main, "hold", BUSTLE_NODE_WAIT, NULL);
    hold->when = OPS(CALL(1, "when"));
    add_edge(hold, "END", ALWAYS);
    def_npc(k, "npc", "main");
    k->conditions[1] = yes;
    begin_with_ann(k);
    assert_int_equal(k->clock_us, 1);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_WAITING);
    kit_update_to(k, 999);
    assert_int_equal(k->clock_us, 1);
    kit_update_to(k, 1000);
    assert_int_equal(k->clock_us, 2);
}

static void S24_a_fallback_is_held_up_for_what_it_does_itself(void **state) {
    kit *k = *state;
    def_state(k, "n");
    const char *const sequences[] = {"main", "idle"};
    for (int i = 0; i < 2; i++) {
        bustle_sequence_def *each = def_sequence(k, sequences[i], "hold");
        bustle_node_def *hold = add_node(each, "hold", BUSTLE_NODE_WAIT, NULL);
        hold->when = OPS(SELF_IS("n", BUSTLE_EQUAL, i == 0 ? 1 : 0));
        hold->timeout_ms = 2000;
        add_edge(hold, "END", ALWAYS);
    }
    has(falls_back_on(def_npc(k, "npc", "main"), "idle"), "n", 0);
    begin_with_ann(k);
    kit_update_to(k, 2000);
    kit_expect_events(k, "spawn ann | fail ann main waited | fallback ann idle");
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_WAITING);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 1000);
}

static void S51_a_wait_is_over_after_a_step_of_many_days(void **state) {
    kit *k = *state;
    def_waiting(k);
    begin_with_ann(k);
    kit_forget_events(k);
    kit_update_to(k, (INT64_C(1) << 32) + 10);
    kit_expect_events(k, "stop ann fidget failed | start ann look");
}

static void S51_compiled_content_waits_as_it_was_defined(void **state) {
    kit *k = *state;
    static uint8_t bytes[8192];
    size_t size = 0;
    def_waiting(k)->every_ms = 300;
    OK(kit_add(k));
    OK(bustle_builder_save(k->builder, bytes, sizeof bytes, &size));
    assert_in_range(size, 1, sizeof bytes);
    bustle_builder_destroy(k->builder);
    k->builder = bustle_builder_create(&k->allocator);
    OK(bustle_builder_load(k->builder, bytes, size));
    begin_with_ann(k);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 5000);
    kit_set(k, "ann", "n", 1);
    kit_update_to(k, 300);
    kit_expect_events(k, "spawn ann | start ann fidget | stop ann fidget done | start ann a");
}

/* So that whatever plays the village has waits in it: memory that fails, random calls, saves. */
static void S51_in_the_village_waits_end_in_every_way(void **state) {
    kit *k = *state;
    unsigned reasons[7] = {0};
    def_village(k);
    kit_seal_ok(k);
    village_play(k);
    for (size_t i = 0; i < k->event_count; i++) {
        const bustle_event *e = &k->events[i];
        if (e->kind == BUSTLE_EVENT_STOP && e->name == kit_action(k, "fidget")) {
            reasons[e->argument]++;
        }
    }
    assert_true(reasons[BUSTLE_STOP_DONE] > 0);
    assert_true(reasons[BUSTLE_STOP_FAILED] > 0);
    assert_true(reasons[BUSTLE_STOP_INTERRUPTED] > 0);
}

/* ---- Refused ---- */

static void S51_a_wait_needs_a_condition_and_times_that_pass(void **state) {
    kit *k = *state;
    bustle_node_def *hold = def_waiting(k);
    hold->when = ALWAYS;
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "main"), "bad-wait");
    kit_reset(k);
    def_waiting(k)->every_ms = 0;
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "main"), "bad-wait");
    kit_reset(k);
    def_waiting(k)->timeout_ms = -2;
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "main"), "bad-wait");
    kit_reset(k);
    def_waiting(k)->performs = "a";
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "main"), "bad-wait");
}

static void S51_only_a_node_that_waits_has_something_to_wait_for(void **state) {
    kit *k = *state;
    def_waiting(k)->kind = BUSTLE_NODE_CHOICE;
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "main"), "bad-node");
    kit_reset(k);
    bustle_node_def *hold = def_waiting(k);
    hold->kind = BUSTLE_NODE_CHOICE;
    hold->when = ALWAYS;
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "main"), "bad-node");
}

static void S51_what_one_is_seen_in_needs_nothing(void **state) {
    kit *k = *state;
    def_waiting(k)->waiting = "sit";
    def_action(k, "sit", 10)->target = BUSTLE_TARGET_TAKEN;
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "main"), "bad-waiting");
    kit_reset(k);
    def_waiting(k)->waiting = "sit";
    def_action(k, "sit", 10)->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 1));
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "main"), "bad-waiting");
    kit_reset(k);
    def_waiting(k)->waiting = "sit";
    ended_by(def_action(k, "sit", 10), "call");
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "main"), "bad-waiting");
    kit_reset(k);
    def_waiting(k)->waiting = "fidgt";
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "main"), "unknown-action");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S72_what_holds_already_is_not_waited_for),
        RULE(S51_a_wait_is_tried_again_every_so_often),
        RULE(S51_a_wait_that_lasts_too_long_fails),
        RULE(S51_the_last_try_comes_with_the_timeout),
        RULE(S51_a_wait_without_time_is_tried_once),
        RULE(S51_a_wait_lasts_a_minute_unless_it_says_otherwise),
        RULE(S51_an_interrupted_wait_goes_on_with_the_time_that_was_left),
        RULE(S51_a_wait_that_goes_on_is_tried_at_once),
        RULE(S51_the_game_cannot_end_what_a_waiting_npc_is_seen_in),
        RULE(S51_waiting_leaves_the_count_of_failures_as_it_is),
        RULE(S51_a_wait_ends_with_whoever_waits),
        RULE(S51_a_held_npc_waits_on_after_its_release),
        RULE(S42_whoever_waits_in_a_sequence_that_loses_its_claim_fails),
        RULE(S51_whoever_cannot_go_on_waiting_may_have_to_fail_later),
        RULE(S24_a_main_sequence_that_only_passes_waits_is_held_up_for_a_second),
        RULE(S24_a_fallback_is_held_up_for_what_it_does_itself),
        RULE(S51_a_wait_is_over_after_a_step_of_many_days),
        RULE(S72_a_wait_reads_the_target_of_its_sequence),
        RULE(S51_compiled_content_waits_as_it_was_defined),
        RULE(S51_in_the_village_waits_end_in_every_way),
        RULE(S51_a_wait_needs_a_condition_and_times_that_pass),
        RULE(S51_only_a_node_that_waits_has_something_to_wait_for),
        RULE(S51_what_one_is_seen_in_needs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
