/* S53, S49 and S25: cues, and whom they have found. */
#include "kit_npc.h"

/* "ann" (spawn number 1) acts "a" (10 s, resumable) all day. Her cue "glance" finds whoever is
 * tagged "person" within 10 units, once a second, and "look"s (100 ms) at them. */
static bustle_cue_def *def_glancing(kit *k) {
    def_state(k, "n");
    def_interruption(k, "call");
    bustle_action_def *a = def_action(k, "a", 10000);
    a->resumable = true;
    bustle_action_def *look = def_action(k, "look", 100);
    look->target = BUSTLE_TARGET_TAKEN;
    def_action(k, "jump", 300);
    chain(k, "day", "a");
    chain(k, "look_up", "=look");
    chain(k, "answer", "jump");
    bustle_cue_def *glance = kit_cue("glance", "look_up", "person");
    glance->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 10));
    kit_tagged(has(def_npc(k, "person", "day"), "n", 0), "person");
    return glance;
}

static bustle_entity_def *def_ann(kit *k, const bustle_cue_def *cue) {
    bustle_entity_def *ann = has(def_npc(k, "ann", "day"), "n", 0);
    kit_add_cue(handles(ann, "call", "answer", 0), cue);
    return ann;
}

static void begin_with_ann(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "ann");
    kit_update_to(k, 0);
    kit_forget_events(k);
}

static void S53_a_cue_is_due_at_multiples_of_its_interval_shifted_by_the_spawn_number(
    void **state) {
    kit *k = *state;
    def_ann(k, def_glancing(k));
    begin_with_ann(k);
    kit_spawn_at(k, "bob", "person", 5, 0, 0);
    kit_run(k, 61, 1);
    kit_expect_only(k, "interrupt", "");
    kit_update_to(k, 62); /* 1000 * 1 / 16, rounded down */
    kit_expect_only(k, "interrupt stop start",
        "stop ann a interrupted | interrupt ann glance look_up bob | start ann look "
        "bob");
    kit_update_to(k, 162);
    kit_expect_events(k, "stop ann look done | resume ann a 9938");
}

static void S53_the_same_entity_is_not_found_again_for_a_while(void **state) {
    kit *k = *state;
    bustle_cue_def *glance = def_glancing(k);
    glance->again_ms = 3000;
    def_ann(k, glance);
    begin_with_ann(k);
    kit_spawn_at(k, "bob", "person", 5, 0, 0);
    kit_run(k, 3061, 1);
    kit_expect_only(k, "interrupt", "interrupt ann glance look_up bob");
    kit_update_to(k, 3062);
    kit_expect_only(k, "interrupt", "interrupt ann glance look_up bob");
}

static void S53_nobody_is_found_beyond_the_reach_or_without_the_tag(void **state) {
    kit *k = *state;
    def_ann(k, def_glancing(k));
    begin_with_ann(k);
    kit_spawn_at(k, "bob", "person", 11, 0, 0);
    kit_spawn_at(k, "eve", "ann", 1, 0, 0);
    kit_run(k, 2000, 20);
    kit_expect_only(k, "interrupt", "interrupt eve glance look_up bob");
}

static void S53_encounters_choose_who_was_not_found_lately(void **state) {
    kit *k = *state;
    bustle_cue_def *glance = def_glancing(k);
    glance->again_ms = 0;
    def_ann(k, glance);
    begin_with_ann(k);
    kit_spawn_at(k, "bob", "person", 5, 0, 0);
    kit_spawn_at(k, "cid", "person", 6, 0, 0);
    kit_run(k, 4000, 20);
    size_t found[2] = {0};
    for (size_t i = 0; i < k->event_count; i++) {
        if (k->events[i].kind == BUSTLE_EVENT_INTERRUPT) {
            found[k->events[i].target == kit_entity(k, "cid")]++;
        }
    }
    assert_int_equal(found[0], 2);
    assert_int_equal(found[1], 2);
}

static void S53_a_cue_without_targets_goes_by_its_condition(void **state) {
    kit *k = *state;
    def_glancing(k);
    bustle_cue_def *itch = kit_cue("itch", "answer", NULL);
    itch->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 1));
    def_ann(k, itch);
    begin_with_ann(k);
    kit_run(k, 2000, 20);
    kit_expect_only(k, "interrupt", "");
    kit_set(k, "ann", "n", 1);
    kit_run(k, 2000, 20);
    kit_expect_only(k, "interrupt", "interrupt ann itch answer");
}

static void S53_a_cue_must_stand_above_what_runs(void **state) {
    kit *k = *state;
    bustle_cue_def *glance = def_glancing(k);
    glance->again_ms = 0;
    def_ann(k, glance);
    begin_with_ann(k);
    kit_spawn_at(k, "bob", "person", 5, 0, 0);
    kit_interrupt(k, "ann", "call"); /* priority 0, above -1 */
    kit_run(k, 280, 20);
    kit_expect_only(k, "interrupt", "interrupt ann call answer");
    kit_run(k, 800, 20);
    kit_expect_only(k, "interrupt", "interrupt ann glance look_up bob");
}

static void S53_an_equal_cue_does_not_interrupt(void **state) {
    kit *k = *state;
    bustle_cue_def *glance = def_glancing(k);
    def_action(k, "stare", 5000);
    chain(k, "stare_on", "stare");
    glance->sequence = "stare_on";
    bustle_cue_def *itch = kit_cue("itch", "answer", NULL);
    itch->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 1));
    itch->every_ms = 100;
    kit_add_cue(def_ann(k, glance), itch);
    begin_with_ann(k);
    kit_spawn_at(k, "bob", "person", 5, 0, 0);
    kit_run(k, 100, 20);
    kit_expect_only(k, "interrupt", "interrupt ann glance stare_on bob");
    kit_set(k, "ann", "n", 1);
    kit_run(k, 4800, 20);
    kit_expect_only(k, "interrupt", "");
    kit_run(k, 400, 20);
    kit_expect_only(k, "interrupt", "interrupt ann itch answer");
}

static void S53_cues_that_are_due_together_are_tested_by_name(void **state) {
    kit *k = *state;
    def_glancing(k);
    bustle_cue_def *b = kit_cue("b", "answer", NULL);
    b->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 0));
    bustle_cue_def *a = kit_cue("a", "answer", NULL);
    *a = *b;
    a->name = "a";
    a->priority = -2;
    kit_add_cue(def_ann(k, b), a);
    begin_with_ann(k);
    kit_run(k, 100, 20);
    kit_expect_only(k, "interrupt", "interrupt ann a answer | interrupt ann b answer");
}

static void S53_times_that_pass_while_held_are_over(void **state) {
    kit *k = *state;
    def_ann(k, def_glancing(k));
    begin_with_ann(k);
    kit_spawn_at(k, "bob", "person", 5, 0, 0);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    kit_run(k, 100, 20);
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_run(k, 900, 20);
    kit_expect_only(k, "interrupt", "");
    kit_run(k, 100, 20);
    kit_expect_only(k, "interrupt", "interrupt ann glance look_up bob");
}

static void S53_a_cue_is_tested_during_a_wait_after_a_failure_and_ends_it(void **state) {
    kit *k = *state;
    def_glancing(k);
    def_action(k, "vain", 10)->when = OPS(SELF_IS("n", BUSTLE_GREATER, 5));
    chain(k, "in_vain", "vain");
    bustle_cue_def *itch = kit_cue("itch", "answer", NULL);
    itch->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 0));
    def_ann(k, itch)->main = "in_vain";
    begin_with_ann(k);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_WAITING);
    kit_update_to(k, 62);
    kit_expect_events(k, "interrupt ann itch answer | start ann jump");
}

static void S53_a_role_brings_its_cues_and_takes_them_away(void **state) {
    kit *k = *state;
    bustle_cue_def *glance = def_glancing(k);
    glance->again_ms = 0;
    kit_add_role_cue(kit_def_role(k, "watch", NULL), glance);
    has(def_npc(k, "ann", "day"), "n", 0);
    begin_with_ann(k);
    kit_spawn_at(k, "bob", "person", 5, 0, 0);
    kit_run(k, 1000, 20);
    kit_expect_only(k, "interrupt", "");
    for (int i = 0; i < 3; i++) { /* she is in the list once, however often */
        OK(bustle_npc_set_role(k->world, kit_entity(k, "ann"), kit_role(k, "watch")));
        OK(bustle_npc_set_role(k->world, kit_entity(k, "ann"), BUSTLE_NONE));
    }
    OK(bustle_npc_set_role(k->world, kit_entity(k, "ann"), kit_role(k, "watch")));
    kit_run(k, 1000, 20);
    kit_expect_only(k, "interrupt", "interrupt ann glance look_up bob");
    OK(bustle_npc_set_role(k->world, kit_entity(k, "ann"), BUSTLE_NONE));
    kit_run(k, 3000, 20);
    kit_expect_only(k, "interrupt", "");
}

static size_t encounters(kit *k, bustle_memory *memories, size_t capacity) {
    size_t count = 0;
    OK(bustle_npc_memories(
        k->world, kit_entity(k, "ann"), BUSTLE_MEMORY_ENCOUNTER, memories, capacity, &count));
    return count;
}

static void S25_past_sixteen_the_oldest_goes_that_is_not_protected(void **state) {
    kit *k = *state;
    bustle_cue_def *glance = def_glancing(k);
    glance->every_ms = 160;
    glance->again_ms = 100000;
    def_ann(k, glance);
    begin_with_ann(k);
    for (int i = 0; i < 20; i++) {
        kit_spawn_at(k, "someone", "person", 5, 0, 0);
    }
    kit_run(k, 50 * 160, 10);
    assert_int_equal(encounters(k, NULL, 0), 16); /* all are protected: nobody more is found */
    kit_forget_events(k);
    kit_run(k, 93000, 10); /* the first is over */
    bustle_memory memories[16];
    assert_int_equal(encounters(k, memories, 16), 16);
    assert_true(memories[0].time < memories[15].time);
    assert_true(memories[15].time > 99000);
}

static void S53_a_save_keeps_encounters_and_what_a_cue_has_begun(void **state) {
    kit *k = *state;
    def_ann(k, def_glancing(k));
    begin_with_ann(k);
    kit_spawn_at(k, "bob", "person", 5, 0, 0);
    kit_run(k, 80, 10);
    bustle_snapshot saved = {0};
    OK(bustle_snapshot_save(k->world, NULL, 0, &saved));
    OK(bustle_snapshot_load(k->world, saved.bytes, saved.size, NULL, NULL, 0));
    bustle_snapshot again = {0};
    OK(bustle_snapshot_save(k->world, NULL, 0, &again));
    assert_int_equal(saved.size, again.size);
    assert_memory_equal(saved.bytes, again.bytes, saved.size);
    bustle_snapshot_free(&saved);
    bustle_snapshot_free(&again);
    bustle_memory memory;
    assert_int_equal(encounters(k, &memory, 1), 1);
    assert_int_equal(memory.spawn_number, 2);
    assert_int_equal(memory.cue, kit_id(k, BUSTLE_KIND_CUE, "glance"));
    bustle_frame frames[2];
    size_t count = 0;
    OK(bustle_npc_frames(k->world, kit_entity(k, "ann"), frames, 2, &count));
    assert_int_equal(frames[1].cue, memory.cue);
    assert_int_equal(frames[1].interruption, BUSTLE_NONE);
    kit_run(k, 1200, 10);
    kit_expect_only(k, "interrupt", "interrupt ann glance look_up bob");
}

static void S53_those_with_a_due_cue_join_by_time_then_spawn_number(void **state) {
    kit *k = *state;
    bustle_cue_def *glance = def_glancing(k);
    def_ann(k, glance);
    bustle_cue_def *itch = kit_cue("itch", "answer", NULL);
    itch->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 0));
    itch->every_ms = 500;
    kit_add_cue(has(def_npc(k, "eve", "day"), "n", 0), itch);
    kit_begin(k);
    kit_spawn(k, "ann", "ann"); /* due at 62 */
    kit_spawn(k, "eve", "eve"); /* 62 */
    kit_spawn(k, "fay", "eve"); /* 93 */
    kit_spawn_at(k, "bob", "person", 5, 0, 0);
    kit_spawn(k, "gil", "eve"); /* 156 */
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_update_to(k, 200);
    kit_expect_only(k, "interrupt",
        "interrupt ann glance look_up bob | interrupt eve itch answer | interrupt fay itch answer "
        "| "
        "interrupt gil itch answer");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S53_a_cue_is_due_at_multiples_of_its_interval_shifted_by_the_spawn_number),
        RULE(S53_the_same_entity_is_not_found_again_for_a_while),
        RULE(S53_nobody_is_found_beyond_the_reach_or_without_the_tag),
        RULE(S53_encounters_choose_who_was_not_found_lately),
        RULE(S53_a_cue_without_targets_goes_by_its_condition),
        RULE(S53_a_cue_must_stand_above_what_runs),
        RULE(S53_an_equal_cue_does_not_interrupt),
        RULE(S53_cues_that_are_due_together_are_tested_by_name),
        RULE(S53_times_that_pass_while_held_are_over),
        RULE(S53_a_cue_is_tested_during_a_wait_after_a_failure_and_ends_it),
        RULE(S53_a_role_brings_its_cues_and_takes_them_away),
        RULE(S25_past_sixteen_the_oldest_goes_that_is_not_protected),
        RULE(S53_a_save_keeps_encounters_and_what_a_cue_has_begun),
        RULE(S53_those_with_a_due_cue_join_by_time_then_spawn_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
