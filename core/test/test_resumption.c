/* S32: what happens when a response has ended and the activity below goes on. */
#include "recall.h"

/* A "worker" who digs (1000 ms, resumable, at most 3000) at a "rock" that has 2 "room", then waits
 * (1000 ms). "i" makes it look (50 ms), "j" makes it cough (50 ms). */
static bustle_action_def *def_worker(kit *k) {
    def_state(k, "n");
    def_state(k, "room")->minimum = 0;
    def_interruption(k, "i");
    def_interruption(k, "j");
    def_action(k, "wait", 1000);
    def_action(k, "look", 50);
    def_action(k, "cough", 50);
    chain(k, "answer", "look");
    chain(k, "cold", "cough");
    chain(k, "work", "dig", "wait");
    accepts(has(def_prop(k, "rock"), "room", 2), "dig");
    bustle_entity_def *worker = has(def_npc(k, "worker", "work"), "n", 0);
    handles(handles(worker, "i", "answer", 0), "j", "cold", 0);
    bustle_action_def *dig = def_action(k, "dig", 1000);
    dig->resumable = true;
    dig->target = BUSTLE_TARGET_TAKEN;
    return dig;
}

static void begin_work(kit *k) {
    kit_begin(k);
    kit_spawn(k, "rock1", "rock");
    kit_spawn(k, "ann", "worker");
    kit_update_to(k, 0);
}

static void interrupt_at(kit *k, int64_t now, const char *interruption) {
    kit_update_to(k, now);
    kit_interrupt(k, "ann", interruption);
    kit_update_to(k, now);
    kit_forget_events(k);
}

/* ann was interrupted at 400, after 400 ms of digging; the response ends at 450. */
static void begin_interrupted(kit *k) {
    begin_work(k);
    interrupt_at(k, 400, "i");
}

static void end_response(kit *k) {
    kit_update_to(k, 450);
}

static void remove_entity(kit *k, const char *label) {
    assert_int_equal(bustle_world_remove(k->world, kit_entity(k, label)), BUSTLE_OK);
}

/* ---- Resuming ---- */

static void S32_when_a_response_has_ended_the_activity_below_resumes_its_action(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_interrupted(k);
    end_response(k);
    kit_expect_events(k, "stop ann look done | resume ann dig rock1 600");
    expect_stacks(k, "ann", "work.dig waiting");
    kit_update_to(k, 1049);
    kit_expect_events(k, "");
    kit_update_to(k, 1050);
    kit_expect_events(k, "stop ann dig done | start ann wait");
}

static void S32_the_memory_is_removed(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_interrupted(k);
    expect_memories(
        k, "ann", BUSTLE_MEMORY_INTERRUPTION, "0 dig work.dig rock1 @400 1000/3000/400");
    end_response(k);
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION, "");
}

static void S32_an_action_without_target_is_resumed_too(void **state) {
    kit *k = *state;
    def_worker(k)->target = BUSTLE_TARGET_INFERRED;
    begin_interrupted(k);
    end_response(k);
    kit_expect_events(k, "stop ann look done | resume ann dig 600");
}

static void S32_the_immediate_effects_are_applied_again(void **state) {
    kit *k = *state;
    def_worker(k)->start = OPS(INCREASE(BUSTLE_SELF, "n", 1), DECREASE(BUSTLE_TARGET, "room", 1));
    begin_interrupted(k);
    end_response(k);
    assert_int_equal(kit_get(k, "ann", "n"), 2);
    assert_int_equal(kit_get(k, "rock1", "room"), 0);
}

static void S32_a_resumption_has_a_new_token_and_the_whole_duration(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_work(k);
    uint32_t token = kit_doing(k, "ann").token;
    interrupt_at(k, 400, "i");
    end_response(k);
    const bustle_event *start = kit_last(k, BUSTLE_EVENT_START);
    assert_int_equal(start->token, token + 2); /* the look had one too */
    assert_int_equal(kit_doing(k, "ann").token, start->token);
    assert_int_equal(start->duration_ms, 1000);
    assert_int_equal(kit_doing(k, "ann").duration_ms, 1000);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 600);
}

static void S32_a_resumption_is_not_remembered_as_a_use(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_interrupted(k);
    end_response(k);
    expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "dig rock1 @0");
}

static void S32_the_same_target_is_taken_whatever_memory_would_choose(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_interrupted(k);
    kit_spawn(k, "rock2", "rock"); /* without a record */
    end_response(k);
    kit_expect_only(k, "start", "resume ann dig rock1 600");
}

/* ---- Time ---- */

static void S32_the_time_spent_accumulates(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_interrupted(k);
    end_response(k);
    interrupt_at(k, 700, "i"); /* 400 + 250 */
    expect_memories(
        k, "ann", BUSTLE_MEMORY_INTERRUPTION, "0 dig work.dig rock1 @700 1000/3000/650");
    kit_update_to(k, 750);
    kit_expect_only(k, "start", "resume ann dig rock1 350");
    interrupt_at(k, 760, "j"); /* 400 + 250 + 10 */
    kit_update_to(k, 810);
    kit_expect_only(k, "start", "resume ann dig rock1 340");
    kit_update_to(k, 1150);
    kit_expect_only(k, "stop", "stop ann dig done");
}

static void S32_the_time_of_the_response_does_not_count(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_interrupted(k);
    kit_update_to(k, 90000);
    kit_expect_only(k, "start", "resume ann dig rock1 600");
}

static void S32_a_response_may_take_weeks(void **state) {
    kit *k = *state;
    const int64_t weeks = INT64_C(604800000) * 6;
    def_worker(k);
    begin_interrupted(k);
    k->options.batch = 0; /* the look ends, but nobody decides */
    kit_update_to(k, weeks);
    expect_memories(
        k, "ann", BUSTLE_MEMORY_INTERRUPTION, "0 dig work.dig rock1 @400 1000/3000/400");
    k->options.batch = -1;
    kit_update_to(k, weeks);
    kit_expect_only(k, "start", "resume ann dig rock1 600");
}

/* Digging ends by the game or after 3000 ms. */
static void S32_the_timeout_left_is_what_remains_of_it(void **state) {
    kit *k = *state;
    def_worker(k)->ending = BUSTLE_ENDING_GAME;
    begin_work(k);
    assert_int_equal(kit_doing(k, "ann").timeout_ms, 3000);
    interrupt_at(k, 400, "i");
    end_response(k);
    assert_int_equal(kit_doing(k, "ann").timeout_ms, 2600);
    interrupt_at(k, 500, "i");
    kit_update_to(k, 550);
    assert_int_equal(kit_doing(k, "ann").timeout_ms, 2550);
    kit_update_to(k, 3099);
    kit_forget_events(k);
    kit_update_to(k, 3100);
    kit_expect_only(k, "stop", "stop ann dig timed-out");
}

static void S32_at_least_1_ms_of_the_duration_remains(void **state) {
    kit *k = *state;
    def_worker(k)->ending = BUSTLE_ENDING_GAME;
    begin_work(k);
    interrupt_at(k, 1700, "i");
    kit_update_to(k, 1750);
    kit_expect_only(k, "start", "resume ann dig rock1 1");
    assert_int_equal(kit_doing(k, "ann").timeout_ms, 1300);
}

static void S32_who_asks_is_told_the_same_remaining_time_as_the_event_told(void **state) {
    kit *k = *state;
    def_worker(k)->ending = BUSTLE_ENDING_GAME;
    begin_work(k);
    interrupt_at(k, 400, "i");
    end_response(k);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 600);
    interrupt_at(k, 1700, "i");
    kit_update_to(k, 1750);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 1);
    kit_update_to(k, 1751);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 0);
}

/* ann's timeout at 3000, which an update without time has to leave after bob's, is overtaken by a
 * hold and a release at 5000. */
static void begin_overdue(kit *k) {
    def_worker(k)->ending = BUSTLE_ENDING_GAME;
    kit_begin(k);
    kit_spawn(k, "rock1", "rock");
    kit_spawn(k, "bob", "worker");
    kit_spawn(k, "ann", "worker");
    kit_update_to(k, 0);
    k->tick_us = 100;
    k->options.budget_us = 0;
    kit_update_to(k, 5000);
    k->options.budget_us = -1;
    bustle_entity ann = kit_entity(k, "ann");
    assert_int_equal(bustle_npc_hold(k->world, ann), BUSTLE_OK);
    expect_memories(
        k, "ann", BUSTLE_MEMORY_INTERRUPTION, "0 dig work.dig rock1 @5000 1000/3000/5000");
    assert_int_equal(bustle_npc_release(k->world, ann), BUSTLE_OK);
    kit_update_to(k, 5000);
}

static void S32_at_least_1_ms_of_the_timeout_remains(void **state) {
    kit *k = *state;
    begin_overdue(k);
    assert_int_equal(kit_doing(k, "ann").timeout_ms, 1);
    kit_forget_events(k);
    kit_update_to(k, 5001);
    kit_expect_only(k, "stop", "stop ann dig timed-out");
}

static void S32_the_time_spent_accumulates_past_the_timeout(void **state) {
    kit *k = *state;
    begin_overdue(k);
    bustle_npc_hold(k->world, kit_entity(k, "ann"));
    expect_memories(
        k, "ann", BUSTLE_MEMORY_INTERRUPTION, "0 dig work.dig rock1 @5000 1000/3000/5000");
}

/* ---- From scratch ---- */

static void S32_without_a_memory_the_action_is_performed_from_scratch(void **state) {
    kit *k = *state;
    def_worker(k)->resumable = false;
    begin_interrupted(k);
    end_response(k);
    kit_expect_only(k, "start", "start ann dig rock1");
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 1000);
    expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "dig rock1 @450"); /* a use like any other */
}

static void S32_from_scratch_if_the_entity_has_left(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_interrupted(k);
    remove_entity(k, "rock1");
    kit_spawn(k, "rock2", "rock"); /* in the same slot */
    end_response(k);
    kit_expect_only(k, "start", "start ann dig rock2");
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 1000);
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION, ""); /* removed unused */
}

static void S32_from_scratch_if_a_precondition_does_not_hold(void **state) {
    kit *k = *state;
    def_worker(k)->when = OPS(TARGET_IS("room", BUSTLE_GREATER, 0));
    begin_interrupted(k);
    kit_set(k, "rock1", "room", 0);
    kit_spawn(k, "rock2", "rock");
    end_response(k);
    kit_expect_only(k, "start", "start ann dig rock2");
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION, "");
}

static void S32_from_scratch_if_the_claim_cannot_be_taken_again(void **state) {
    kit *k = *state;
    add_claim(def_worker(k), "room", 2);
    begin_interrupted(k);
    kit_set(k, "rock1", "room", 1);
    kit_spawn(k, "rock2", "rock");
    end_response(k);
    kit_expect_only(k, "start", "start ann dig rock2");
    assert_int_equal(kit_get(k, "rock1", "room"), 1);
    assert_int_equal(kit_get(k, "rock2", "room"), 0);
}

static void S32_the_claim_is_taken_again(void **state) {
    kit *k = *state;
    add_claim(def_worker(k), "room", 2);
    begin_interrupted(k);
    assert_int_equal(kit_get(k, "rock1", "room"), 2); /* given back meanwhile */
    end_response(k);
    kit_expect_only(k, "start", "resume ann dig rock1 600");
    assert_int_equal(kit_get(k, "rock1", "room"), 0);
    kit_update_to(k, 1050);
    assert_int_equal(kit_get(k, "rock1", "room"), 2);
}

static void S32_if_it_can_be_neither_resumed_nor_started_the_node_fails(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_interrupted(k);
    remove_entity(k, "rock1");
    end_response(k);
    kit_expect_events(k, "remove rock1 | stop ann look done | fail ann work no-candidate");
}

static void S32_the_failing_node_s_failed_transition_is_followed(void **state) {
    kit *k = *state;
    def_worker(k)->when = OPS(TARGET_IS("room", BUSTLE_GREATER, 0));
    bustle_sequence_def *careful = chain(k, "careful", "dig", "wait");
    node_of(careful, "dig")->failed = "wait";
    has(handles(def_npc(k, "careful worker", "careful"), "i", "answer", 0), "n", 0);
    kit_begin(k);
    kit_spawn(k, "rock1", "rock");
    kit_spawn(k, "ann", "careful worker");
    kit_update_to(k, 0);
    interrupt_at(k, 400, "i");
    kit_set(k, "rock1", "room", 0);
    end_response(k);
    kit_expect_events(k, "stop ann look done | start ann wait");
}

/* ---- Between actions ---- */

static void S32_an_activity_between_actions_continues_from_its_position(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_work(k);
    kit_update_to(k, 100);
    bustle_npc_complete(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 100);
    kit_forget_events(k);
    expect_stacks(k, "ann", "work.dig executed | answer.look waiting");
    kit_update_to(k, 150);
    kit_expect_events(k, "stop ann look done | start ann wait");
}

static void S32_an_activity_that_had_not_begun_begins(void **state) {
    kit *k = *state;
    def_worker(k);
    kit_begin(k);
    kit_spawn(k, "rock1", "rock");
    kit_spawn(k, "ann", "worker");
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 0);
    kit_update_to(k, 50);
    kit_expect_only(k, "start", "start ann look | start ann dig rock1");
}

static void S32_activities_are_taken_up_from_the_top(void **state) {
    kit *k = *state;
    def_worker(k);
    begin_interrupted(k);
    interrupt_at(k, 420, "j");
    expect_stacks(k, "ann", "work.dig interrupted | answer.look interrupted | cold.cough waiting");
    kit_update_to(k, 470);
    kit_update_to(k, 520);
    kit_expect_only(k, "start", "start ann look | resume ann dig rock1 600");
}

/* ---- Claims of sequences, and the order ---- */

static int32_t taken_of(const kit *k, const char *label) {
    int32_t amount = -1;
    bustle_entity entity = kit_entity(k, label);
    assert_int_equal(
        bustle_entity_taken(k->world, entity, kit_state(k, "room"), &amount), BUSTLE_OK);
    return amount;
}

/* The worker's main sequence "shift" nests "work", and both claim 1 room of the rock: shift by
 * "mark" (100 ms), its own first action, at the same rock as the digging. */
static bustle_action_def *def_shift(kit *k) {
    bustle_action_def *dig = def_worker(k);
    bustle_entity_def *rock = accepts(has(def_prop(k, "marked rock"), "room", 3), "mark");
    accepts(rock, "dig");
    def_action(k, "mark", 100)->target = BUSTLE_TARGET_TAKEN;
    add_sequence_claim(chain(k, "shift", "mark", ">dig there"), "room", 1);
    add_sequence_claim(chain(k, "dig there", "=dig"), "room", 1);
    handles(has(def_npc(k, "shift worker", "shift"), "n", 0), "i", "answer", 0);
    return dig;
}

/* Interrupted at 500, after 400 ms of digging; the response ends at 550. */
static void begin_shift(kit *k) {
    kit_begin(k);
    kit_spawn(k, "rock1", "marked rock");
    kit_spawn(k, "ann", "shift worker");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    interrupt_at(k, 500, "i");
}

static void S32_sequence_claims_are_given_back_and_taken_again(void **state) {
    kit *k = *state;
    def_shift(k);
    begin_shift(k);
    assert_int_equal(taken_of(k, "rock1"), 0);
    kit_update_to(k, 550);
    kit_expect_only(k, "start", "resume ann dig rock1 600");
    assert_int_equal(taken_of(k, "rock1"), 2);
    assert_int_equal(kit_get(k, "rock1", "room"), 1);
}

static void S32_sequence_claims_are_taken_again_bottom_to_top(void **state) {
    kit *k = *state;
    def_shift(k);
    begin_shift(k);
    kit_set(k, "rock1", "room", 1); /* enough for one of both: the lower */
    kit_update_to(k, 550);
    kit_expect_events(k, "stop ann look done | fail ann dig there claim");
    expect_stacks(k, "ann", "shift.dig there executed");
    assert_int_equal(taken_of(k, "rock1"), 1);
}

static void S32_a_lower_claim_that_is_lost_fails_everything_above_as_one(void **state) {
    kit *k = *state;
    def_shift(k);
    begin_shift(k);
    kit_set(k, "rock1", "room", 0);
    kit_update_to(k, 550);
    kit_expect_events(k, "stop ann look done | fail ann shift claim");
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION, ""); /* it went with the sequence */
    assert_int_equal(kit_doing(k, "ann").failures, 1);
    assert_int_equal(taken_of(k, "rock1"), 0);
}

static void S32_a_claim_on_one_who_left_fails_its_sequence(void **state) {
    kit *k = *state;
    def_shift(k);
    begin_shift(k);
    remove_entity(k, "rock1");
    kit_update_to(k, 550);
    kit_expect_only(k, "fail", "fail ann shift target-left");
}

static int32_t taken_when_tested;

static int note_taken(kit *k, bustle_call *call) {
    (void)call;
    taken_when_tested = taken_of(k, "rock1");
    return 1;
}

static void S32_conditions_come_after_the_sequences_claims_and_before_the_action_s(void **state) {
    kit *k = *state;
    bustle_action_def *dig = def_shift(k);
    dig->when = OPS(CALL(1, "when"));
    add_claim(dig, "room", 1);
    k->conditions[1] = note_taken;
    begin_shift(k);
    taken_when_tested = -1;
    kit_update_to(k, 550);
    assert_int_equal(taken_when_tested, 2);
    assert_int_equal(taken_of(k, "rock1"), 3);
    kit_expect_only(k, "start", "resume ann dig rock1 600");
}

static void S32_what_it_holds_itself_counts_as_free_in_the_conditions(void **state) {
    kit *k = *state;
    def_shift(k)->when = OPS(TARGET_IS("room", BUSTLE_AT_LEAST, 3));
    begin_shift(k);
    kit_update_to(k, 550);
    kit_expect_only(k, "start", "resume ann dig rock1 600");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S32_when_a_response_has_ended_the_activity_below_resumes_its_action),
        RULE(S32_the_memory_is_removed),
        RULE(S32_an_action_without_target_is_resumed_too),
        RULE(S32_the_immediate_effects_are_applied_again),
        RULE(S32_a_resumption_has_a_new_token_and_the_whole_duration),
        RULE(S32_a_resumption_is_not_remembered_as_a_use),
        RULE(S32_the_same_target_is_taken_whatever_memory_would_choose),
        RULE(S32_the_time_spent_accumulates),
        RULE(S32_the_time_of_the_response_does_not_count),
        RULE(S32_a_response_may_take_weeks),
        RULE(S32_the_timeout_left_is_what_remains_of_it),
        RULE(S32_at_least_1_ms_of_the_duration_remains),
        RULE(S32_who_asks_is_told_the_same_remaining_time_as_the_event_told),
        RULE(S32_at_least_1_ms_of_the_timeout_remains),
        RULE(S32_the_time_spent_accumulates_past_the_timeout),
        RULE(S32_without_a_memory_the_action_is_performed_from_scratch),
        RULE(S32_from_scratch_if_the_entity_has_left),
        RULE(S32_from_scratch_if_a_precondition_does_not_hold),
        RULE(S32_from_scratch_if_the_claim_cannot_be_taken_again),
        RULE(S32_the_claim_is_taken_again),
        RULE(S32_if_it_can_be_neither_resumed_nor_started_the_node_fails),
        RULE(S32_the_failing_node_s_failed_transition_is_followed),
        RULE(S32_an_activity_between_actions_continues_from_its_position),
        RULE(S32_an_activity_that_had_not_begun_begins),
        RULE(S32_activities_are_taken_up_from_the_top),
        RULE(S32_sequence_claims_are_given_back_and_taken_again),
        RULE(S32_sequence_claims_are_taken_again_bottom_to_top),
        RULE(S32_a_lower_claim_that_is_lost_fails_everything_above_as_one),
        RULE(S32_a_claim_on_one_who_left_fails_its_sequence),
        RULE(S32_conditions_come_after_the_sequences_claims_and_before_the_action_s),
        RULE(S32_what_it_holds_itself_counts_as_free_in_the_conditions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
