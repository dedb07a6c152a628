/* S41: the current target of a sequence, and nodes that ask for it. */
#include "kit.h"

static bustle_action_def *thank;

/* "greet" and "thank" take a target (100 ms each), "wait" takes none; posts and people accept
 * greet, nobody accepts thank. Returns the NPC "person", whose main sequence is "main". */
static bustle_entity_def *def_people(kit *k) {
    def_state(k, "free")->minimum = 0;
    def_state(k, "mood");
    def_interruption(k, "hail");
    def_action(k, "greet", 100)->target = BUSTLE_TARGET_TAKEN;
    thank = def_action(k, "thank", 100);
    thank->target = BUSTLE_TARGET_TAKEN;
    def_action(k, "wait", 100);
    has(has(accepts(def_prop(k, "post"), "greet"), "free", 1), "mood", 0);
    def_action(k, "idle", 100);
    chain(k, "idling", "idle");
    def_npc(k, "idler", "idling");
    return accepts(def_npc(k, "person", "main"), "greet");
}

static void interrupt_from(kit *k, const char *label, const char *from) {
    bustle_entity npc = kit_entity(k, label), source = kit_entity(k, from);
    assert_int_equal(
        bustle_world_interrupt(k->world, kit_interruption(k, "hail"), &npc, 1, source, NULL),
        BUSTLE_OK);
}

static bustle_frame top_frame(kit *k, const char *label) {
    bustle_frame frames[8];
    size_t count = 0;
    assert_int_equal(
        bustle_npc_frames(k->world, kit_entity(k, label), frames, 8, &count), BUSTLE_OK);
    assert_in_range(count, 1, 8);
    return frames[count - 1];
}

/* ---- Whose it is ---- */

static void S41_a_targeted_start_sets_the_current_target(void **state) {
    kit *k = *state;
    def_people(k);
    chain(k, "main", "greet", "=thank");
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "post1", "post");
    kit_update_to(k, 0);
    assert_int_equal(top_frame(k, "ann").target, kit_entity(k, "post1"));
    kit_update_to(k, 100);
    kit_expect_only(k, "start fail", "start ann greet post1 | start ann thank post1");
}

static void S41_a_start_without_a_target_leaves_the_current_one(void **state) {
    kit *k = *state;
    def_people(k);
    chain(k, "main", "greet", "wait", "=thank");
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "post1", "post");
    kit_run(k, 300, 100);
    kit_expect_only(
        k, "start fail", "start ann greet post1 | start ann wait | start ann thank post1");
}

static void S41_without_any_current_target_the_node_fails(void **state) {
    kit *k = *state;
    def_people(k);
    chain(k, "main", "=thank");
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "post1", "post");
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "fail ann main same-target");
}

static void S41_the_main_sequence_begins_again_without_a_current_target(void **state) {
    kit *k = *state;
    def_people(k);
    bustle_sequence_def *main = def_sequence(k, "main", "first");
    bustle_node_def *first = add_node(main, "first", BUSTLE_NODE_ACTION, "thank");
    first->same_target = true;
    add_edge(first, "END", ALWAYS);
    first->failed = "greet";
    add_edge(add_node(main, "greet", BUSTLE_NODE_ACTION, "greet"), "END", ALWAYS);
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "post1", "post");
    kit_run(k, 300, 50);
    kit_expect_only(
        k, "start", "start ann greet post1 | start ann greet post1 | start ann greet post1");
}

static void S41_a_nested_sequence_inherits_it_from_its_caller(void **state) {
    kit *k = *state;
    def_people(k);
    chain(k, "polite", "=thank");
    chain(k, "main", "greet", ">polite");
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "post1", "post");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    kit_expect_only(k, "start fail", "start ann greet post1 | start ann thank post1");
}

static void S41_a_nested_sequences_target_never_reaches_its_caller(void **state) {
    kit *k = *state;
    def_people(k);
    def_action(k, "look", 100)->target = BUSTLE_TARGET_TAKEN;
    accepts(def_prop(k, "statue"), "look");
    chain(k, "sights", "look");
    chain(k, "main", "greet", ">sights", "=thank");
    chain(k, "tour", ">sights", "=thank");
    def_npc(k, "tourist", "tour");
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "bob", "tourist");
    kit_spawn(k, "post1", "post");
    kit_spawn(k, "statue1", "statue");
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_run(k, 200, 100);
    kit_expect_only(k, "start fail",
        "start ann look statue1 | fail bob tour same-target | start ann thank post1");
}

static void S41_a_responses_current_target_is_the_source_of_the_interruption(void **state) {
    kit *k = *state;
    chain(k, "answer", "=thank");
    handles(def_people(k), "hail", "answer", 0);
    chain(k, "main", "wait");
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "post1", "post");
    kit_spawn(k, "post2", "post");
    kit_update_to(k, 0);
    kit_forget_events(k);
    interrupt_from(k, "ann", "post2");
    kit_update_to(k, 10);
    kit_expect_only(
        k, "start interrupt", "interrupt ann hail answer post2 | start ann thank post2");
}

static void S41_without_a_source_or_from_itself_a_response_has_no_current_target(void **state) {
    kit *k = *state;
    bustle_sequence_def *answer = chain(k, "answer", "=thank", "wait");
    node_of(answer, "thank")->failed = "wait";
    handles(def_people(k), "hail", "answer", 0);
    chain(k, "main", "idle");
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "hail");
    kit_update_to(k, 10);
    kit_update_to(k, 110);
    interrupt_from(k, "ann", "ann");
    kit_update_to(k, 120);
    kit_expect_only(k, "start interrupt",
        "interrupt ann hail answer | start ann wait | start ann idle | "
        "interrupt ann hail answer ann | start ann wait");
}

static void S41_a_run_has_no_current_target(void **state) {
    kit *k = *state;
    def_people(k);
    chain(k, "answer", "=thank");
    chain(k, "main", "greet");
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "post1", "post");
    kit_update_to(k, 0);
    kit_forget_events(k);
    assert_int_equal(
        bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "answer"), 0), BUSTLE_OK);
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt fail", "interrupt ann run answer | fail ann answer same-target");
}

/* ---- When it can be used ---- */

static void S41_the_same_target_need_not_accept_the_action(void **state) {
    kit *k = *state;
    chain(k, "answer", "=thank");
    handles(def_people(k), "hail", "answer", 0);
    chain(k, "main", "wait");
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "bob", "idler"); /* accepts nothing */
    kit_update_to(k, 0);
    kit_forget_events(k);
    interrupt_from(k, "ann", "bob");
    kit_update_to(k, 10);
    kit_expect_only(k, "start", "start ann thank bob");
}

static void S41_the_node_fails_if_the_target_has_left(void **state) {
    kit *k = *state;
    def_people(k);
    chain(k, "main", "greet", "wait", "=thank");
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "post1", "post");
    kit_spawn(k, "post2", "post");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    assert_int_equal(bustle_world_remove(k->world, top_frame(k, "ann").target), BUSTLE_OK);
    kit_forget_events(k);
    kit_update_to(k, 200);
    kit_expect_only(k, "start fail", "fail ann main same-target");
}

static void S41_the_node_fails_if_its_conditions_do_not_hold(void **state) {
    kit *k = *state;
    def_people(k);
    thank->when = OPS(TARGET_IS("mood", BUSTLE_AT_LEAST, 1));
    chain(k, "main", "greet", "=thank");
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "post1", "post");
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_update_to(k, 100);
    kit_expect_only(k, "start fail", "fail ann main same-target");
    kit_set(k, "post1", "mood", 1);
    kit_update_to(k, 1100); /* after the wait: greet again */
    kit_update_to(k, 1200);
    kit_expect_only(k, "start fail", "start ann greet post1 | start ann thank post1");
}

static void S41_the_node_fails_if_its_claims_cannot_be_taken(void **state) {
    kit *k = *state;
    def_people(k);
    add_claim(thank, "free", 1);
    chain(k, "main", "greet", "=thank");
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "post1", "post");
    kit_update_to(k, 0);
    kit_set(k, "post1", "free", 0);
    kit_forget_events(k);
    kit_update_to(k, 100);
    kit_expect_only(k, "start fail", "fail ann main same-target");
    kit_set(k, "post1", "free", 1);
    kit_update_to(k, 1100);
    kit_update_to(k, 1200);
    kit_expect_only(k, "start fail", "start ann greet post1 | start ann thank post1");
}

static void S41_nothing_is_selected_and_nothing_drawn(void **state) {
    kit *k = *state;
    /* The sequences differ in five uses of the same target: no draw of theirs may shift the next
     * choice among the posts. */
    uint32_t chosen[2];
    for (int with = 0; with < 2; with++) {
        kit_reset(k);
        def_people(k)->action_memories = 0; /* so that each greeting is drawn */
        if (with) {
            chain(k, "main", "greet", "=thank", "=thank", "=thank", "=thank", "=thank");
        } else {
            chain(k, "main", "greet", "wait", "wait", "wait", "wait", "wait");
        }
        kit_begin(k);
        kit_spawn(k, "ann", "person");
        for (int i = 0; i < 5; i++) {
            kit_spawn(k, "post1", "post");
        }
        chosen[with] = 2166136261u;
        for (int64_t now = 0; now < 12000; now += 100) {
            kit_update_to(k, now);
            const bustle_event *start = kit_last(k, BUSTLE_EVENT_START);
            if (start->name == kit_action(k, "greet")) {
                chosen[with] *= 31;
                chosen[with] += bustle_entity_spawn_number(start->target);
            } else if (with) {
                assert_int_equal(start->target, top_frame(k, "ann").target);
            }
        }
    }
    assert_int_equal(chosen[0], chosen[1]);
}

static void S14_a_use_of_the_same_target_is_not_remembered(void **state) {
    kit *k = *state;
    def_people(k);
    chain(k, "main", "greet", "=thank");
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "post1", "post");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    kit_expect_only(k, "start", "start ann greet post1 | start ann thank post1");
    bustle_memory memories[4];
    size_t count = 0;
    assert_int_equal(bustle_npc_memories(
                         k->world, kit_entity(k, "ann"), BUSTLE_MEMORY_ACTION, memories, 4, &count),
        BUSTLE_OK);
    assert_int_equal(count, 1);
    assert_int_equal(memories[0].action, kit_action(k, "greet"));
}

static void S41_on_an_action_that_takes_no_target_it_is_a_load_error(void **state) {
    kit *k = *state;
    def_people(k);
    chain(k, "main", "greet", "=wait");
    assert_non_null(kit_expect_problem(k, BUSTLE_ERROR, "main"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S41_a_targeted_start_sets_the_current_target),
        RULE(S41_a_start_without_a_target_leaves_the_current_one),
        RULE(S41_without_any_current_target_the_node_fails),
        RULE(S41_the_main_sequence_begins_again_without_a_current_target),
        RULE(S41_a_nested_sequence_inherits_it_from_its_caller),
        RULE(S41_a_nested_sequences_target_never_reaches_its_caller),
        RULE(S41_a_responses_current_target_is_the_source_of_the_interruption),
        RULE(S41_without_a_source_or_from_itself_a_response_has_no_current_target),
        RULE(S41_a_run_has_no_current_target),
        RULE(S41_the_same_target_need_not_accept_the_action),
        RULE(S41_the_node_fails_if_the_target_has_left),
        RULE(S41_the_node_fails_if_its_conditions_do_not_hold),
        RULE(S41_the_node_fails_if_its_claims_cannot_be_taken),
        RULE(S41_nothing_is_selected_and_nothing_drawn),
        RULE(S14_a_use_of_the_same_target_is_not_remembered),
        RULE(S41_on_an_action_that_takes_no_target_it_is_a_load_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
