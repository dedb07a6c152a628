/* S29 and S30: raising interruptions, the queue, and what an interruption does. Priorities and kept
 * ones are in test_priorities.c, going on afterwards in test_resumption.c. */
#include <math.h>
#include <stdio.h>

#include "recall.h"

/* A "villager" who waits 1000 ms again and again; "i" makes it look (50 ms), "greet" makes it nod
 * (50 ms) to whom it came from. */
static bustle_entity_def *def_villager(kit *k) {
    def_state(k, "n");
    def_action(k, "wait", 1000);
    def_action(k, "look", 50);
    def_action(k, "nod", 50)->target = BUSTLE_TARGET_TAKEN;
    chain(k, "main", "wait");
    chain(k, "answer", "look");
    chain(k, "bow", "=nod");
    def_interruption(k, "i");
    def_interruption(k, "greet");
    def_prop(k, "stone");
    bustle_entity_def *villager = has(def_npc(k, "villager", "main"), "n", 0);
    return handles(handles(villager, "i", "answer", 0), "greet", "bow", 0);
}

static void settle(kit *k) {
    kit_update_to(k, bustle_world_now(k->world));
    kit_forget_events(k);
}

static void begin_village(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "villager");
    kit_spawn(k, "bob", "villager");
    kit_spawn(k, "cid", "villager");
    kit_spawn(k, "stone1", "stone");
    settle(k);
}

static void interrupt_from(kit *k, const char *label, const char *name, const char *from) {
    bustle_entity npc = kit_entity(k, label), source = kit_entity(k, from);
    bustle_id id = kit_interruption(k, name);
    assert_int_equal(bustle_world_interrupt(k->world, id, &npc, 1, source, NULL), BUSTLE_OK);
}

static void remove_entity(kit *k, const char *label) {
    assert_int_equal(bustle_world_remove(k->world, kit_entity(k, label)), BUSTLE_OK);
}

static void expect_reception(
    bustle_reception r, uint32_t queued, uint32_t ignored, uint32_t refused) {
    assert_int_equal(r.queued, queued);
    assert_int_equal(r.ignored, ignored);
    assert_int_equal(r.refused, refused);
}

/* ---- S29: raising ---- */

static void S29_the_game_raises_for_a_list_in_its_order(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    bustle_entity list[] = {kit_entity(k, "cid"), kit_entity(k, "ann"), kit_entity(k, "cid")};
    bustle_reception r;
    assert_int_equal(
        bustle_world_interrupt(k->world, kit_interruption(k, "i"), list, 3, 0, &r), BUSTLE_OK);
    expect_reception(r, 2, 1, 0); /* cid has it already */
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt", "interrupt cid i answer | interrupt ann i answer");
}

static void S29_one_wrong_handle_in_the_list_refuses_the_whole_call(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    bustle_entity list[] = {kit_entity(k, "ann"), kit_entity(k, "stone1")};
    bustle_id i = kit_interruption(k, "i");
    assert_int_equal(bustle_world_interrupt(k->world, i, list, 2, 0, NULL), BUSTLE_NOT_NPC);
    list[1] = kit_entity(k, "cid");
    remove_entity(k, "cid");
    assert_int_equal(bustle_world_interrupt(k->world, i, list, 2, 0, NULL), BUSTLE_STALE);
    assert_int_equal(bustle_world_interrupt(k->world, i, list, 1, list[1], NULL), BUSTLE_STALE);
    assert_int_equal(bustle_world_interrupt(k->world, 99, list, 1, 0, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(kit_doing(k, "ann").waiting, 0);
}

static void S29_the_game_raises_for_everyone_the_source_included(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    bustle_reception r;
    assert_int_equal(
        bustle_world_interrupt_all(k->world, kit_interruption(k, "i"), kit_entity(k, "bob"), &r),
        BUSTLE_OK);
    expect_reception(r, 3, 0, 0);
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt",
        "interrupt ann i answer bob | interrupt bob i answer bob | interrupt cid i answer bob");
}

/* Around (10, 10, 10): "at0" there, the others as far away as their names say, by Manhattan. */
static void begin_crowd(kit *k) {
    k->def.metric = BUSTLE_METRIC_MANHATTAN;
    def_villager(k);
    kit_begin(k);
    kit_spawn_at(k, "at0", "villager", 10, 10, 10);
    kit_spawn_at(k, "at4", "villager", 11, 8, 11);
    kit_spawn_at(k, "at5", "villager", 7, 12, 10);
    kit_spawn_at(k, "at6", "villager", 12, 12, 8); /* nearer than at5 by air */
    kit_spawn_at(k, "rock", "stone", 10, 10, 10);
    settle(k);
}

static bustle_status interrupt_within(kit *k, double x, double distance, bustle_entity from) {
    return bustle_world_interrupt_within(
        k->world, kit_interruption(k, "i"), (bustle_position){x, 10, 10}, distance, from, NULL);
}

static void S29_within_a_distance_goes_by_the_metric_and_is_inclusive(void **state) {
    kit *k = *state;
    begin_crowd(k);
    assert_int_equal(interrupt_within(k, 10, 5, 0), BUSTLE_OK);
    kit_update_to(k, 10);
    kit_expect_only(
        k, "interrupt", "interrupt at0 i answer | interrupt at4 i answer | interrupt at5 i answer");
}

static void S29_within_a_distance_is_by_air_unless_the_world_says_otherwise(void **state) {
    kit *k = *state;
    def_villager(k);
    kit_begin(k);
    kit_spawn_at(k, "just", "villager", 10 + 3.5, 10 - 4.875, 10); /* 6.0012.. away */
    kit_spawn_at(k, "at6", "villager", 12, 14, 14);
    kit_spawn_at(k, "at5", "villager", 13, 14, 10);
    settle(k);
    assert_int_equal(interrupt_within(k, 10, 6, 0), BUSTLE_OK);
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt", "interrupt at6 i answer | interrupt at5 i answer");
}

static void S29_a_distance_has_sixteenths(void **state) {
    kit *k = *state;
    def_villager(k);
    kit_begin(k);
    kit_spawn_at(k, "in", "villager", 10, 12.5, 10);
    kit_spawn_at(k, "out", "villager", 10, 12.5625, 10);
    settle(k);
    assert_int_equal(interrupt_within(k, 10, 2.52, 0), BUSTLE_OK); /* rounded: 2.5 */
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt", "interrupt in i answer");
}

static void S29_a_distance_of_0_reaches_those_at_the_point(void **state) {
    kit *k = *state;
    begin_crowd(k);
    assert_int_equal(interrupt_within(k, 10.03, 0, 0), BUSTLE_OK); /* rounded */
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt", "interrupt at0 i answer");
}

static void S29_a_point_or_distance_that_is_none_is_refused(void **state) {
    kit *k = *state;
    begin_crowd(k);
    assert_int_equal(interrupt_within(k, 10, -1, 0), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(interrupt_within(k, 10, (double)NAN, 0), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(interrupt_within(k, (double)NAN, 5, 0), BUSTLE_BAD_VALUE);
    assert_int_equal(kit_doing(k, "at0").waiting, 0);
}

static void S29_within_a_distance_the_source_is_left_out(void **state) {
    kit *k = *state;
    begin_crowd(k);
    assert_int_equal(interrupt_within(k, 10, 4, kit_entity(k, "at4")), BUSTLE_OK);
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt", "interrupt at0 i answer at4");
}

static void S29_around_an_entity_it_and_the_source_are_left_out(void **state) {
    kit *k = *state;
    begin_crowd(k);
    bustle_id i = kit_interruption(k, "i");
    bustle_entity at0 = kit_entity(k, "at0"), at4 = kit_entity(k, "at4");
    assert_int_equal(bustle_world_interrupt_around(k->world, i, at0, 5, at4, NULL), BUSTLE_OK);
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt", "interrupt at5 i answer at4");
}

static void S29_the_centre_may_be_a_prop(void **state) {
    kit *k = *state;
    begin_crowd(k);
    bustle_id i = kit_interruption(k, "i");
    bustle_entity rock = kit_entity(k, "rock");
    assert_int_equal(bustle_world_interrupt_around(k->world, i, rock, 4, 0, NULL), BUSTLE_OK);
    remove_entity(k, "rock");
    assert_int_equal(bustle_world_interrupt_around(k->world, i, rock, 4, 0, NULL), BUSTLE_STALE);
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt", "interrupt at0 i answer | interrupt at4 i answer");
}

static void S29_within_a_distance_goes_by_cached_positions_and_asks_nobody(void **state) {
    kit *k = *state;
    def_villager(k)->position = BUSTLE_POSITION_QUERIED;
    kit_begin(k);
    kit_spawn_at(k, "ann", "villager", 1, 0, 0);
    settle(k);
    kit_place(k, "ann", 500, 0, 0); /* what the game would answer */
    bustle_reception r;
    assert_int_equal(bustle_world_interrupt_within(
                         k->world, kit_interruption(k, "i"), (bustle_position){0, 0, 0}, 5, 0, &r),
        BUSTLE_OK);
    expect_reception(r, 1, 0, 0);
    assert_int_equal(kit_asked_position(k, "ann"), 0);
}

static void S29_content_raises_on_the_target_and_on_itself(void **state) {
    kit *k = *state;
    accepts(def_villager(k), "poke");
    bustle_action_def *poke = def_action(k, "poke", 100);
    poke->start = OPS(RAISE(BUSTLE_TARGET, "i"));
    poke->finish = OPS(RAISE(BUSTLE_SELF, "i"));
    chain(k, "teasing", "poke");
    handles(def_npc(k, "tease", "teasing"), "i", "answer", 0);
    kit_begin(k);
    kit_spawn(k, "bob", "villager");
    settle(k);
    kit_spawn(k, "ann", "tease");
    kit_update_to(k, 10);
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt", "interrupt bob i answer ann");
    kit_update_to(k, 110);
    kit_expect_only(k, "interrupt", "interrupt ann i answer ann");
}

static void S29_content_raises_by_a_condition_for_everyone(void **state) {
    kit *k = *state;
    handles(def_villager(k), "storm", "answer", 0);
    def_environment(k, "wind", 100);
    def_interruption(k, "storm")->when = OPS(ENV_IS("wind", BUSTLE_GREATER, 7));
    begin_village(k);
    kit_answer(k, "wind", 8);
    kit_update_to(k, 100);
    kit_expect_only(k, "interrupt",
        "interrupt ann storm answer | interrupt bob storm answer | interrupt cid storm answer");
}

/* ---- S29: who listens, and the queue ---- */

static void S29_who_has_no_handler_ignores_it(void **state) {
    kit *k = *state;
    def_villager(k);
    def_interruption(k, "bell");
    begin_village(k);
    uint32_t hash = bustle_world_hash(k->world);
    expect_reception(kit_interrupt(k, "ann", "bell"), 0, 1, 0);
    assert_int_equal(kit_doing(k, "ann").waiting, 0);
    kit_update_to(k, 10);
    kit_expect_events(k, "");
    assert_int_equal(bustle_world_hash(k->world), hash);
}

static void S29_who_performs_an_action_that_it_would_end_listens_without_a_handler(void **state) {
    kit *k = *state;
    def_villager(k);
    def_interruption(k, "bell");
    ended_by(def_action(k, "nap", 1000), "bell");
    chain(k, "napping", "nap", "wait");
    def_npc(k, "napper", "napping");
    kit_begin(k);
    kit_spawn(k, "ann", "napper");
    settle(k);
    expect_reception(kit_interrupt(k, "ann", "bell"), 1, 0, 0);
    kit_update_to(k, 10);
    kit_expect_events(k, "stop ann nap done | start ann wait");
    expect_reception(kit_interrupt(k, "ann", "bell"), 0, 1, 0); /* wait does not mind */
}

/* Further interruptions "q0" .. "q11", all handled with "answer", default limits. */
static const char *const many[] = {
    "q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9", "q10", "q11"};

static void begin_many(kit *k) {
    bustle_entity_def *villager = def_villager(k);
    for (size_t i = 0; i < 12; i++) {
        def_interruption(k, many[i]);
        handles(villager, many[i], "answer", 0);
    }
    begin_village(k);
}

static void S29_the_queue_holds_8_and_counts_what_it_refuses(void **state) {
    kit *k = *state;
    begin_many(k);
    for (size_t i = 0; i < 8; i++) {
        expect_reception(kit_interrupt(k, "ann", many[i]), 1, 0, 0);
    }
    expect_reception(kit_interrupt(k, "ann", many[8]), 0, 0, 1);
    expect_reception(kit_interrupt(k, "ann", many[9]), 0, 0, 1);
    expect_reception(kit_interrupt(k, "bob", many[9]), 1, 0, 0); /* each has its own */
    assert_int_equal(kit_stats(k).refused, 2);
    assert_int_equal(kit_doing(k, "ann").waiting, 8);
}

static void S29_the_bound_can_be_set(void **state) {
    kit *k = *state;
    k->def.queue_limit = 2;
    begin_many(k);
    kit_interrupt(k, "ann", many[0]);
    kit_interrupt(k, "ann", many[1]);
    expect_reception(kit_interrupt(k, "ann", many[2]), 0, 0, 1);
    kit_update_to(k, 10);
    expect_reception(kit_interrupt(k, "ann", many[2]), 1, 0, 0); /* it is empty again */
}

static void S29_content_is_refused_by_a_full_queue_too(void **state) {
    kit *k = *state;
    k->def.queue_limit = 1;
    bustle_entity_def *villager = def_villager(k);
    def_action(k, "fuss", 100)->start = OPS(RAISE(BUSTLE_SELF, "i"), RAISE(BUSTLE_SELF, "greet"));
    chain(k, "fussing", "fuss");
    villager->main = "fussing";
    kit_begin(k);
    kit_spawn(k, "ann", "villager");
    kit_update_to(k, 0);
    assert_int_equal(kit_stats(k).refused, 1);
    kit_update_to(k, 0);
    kit_expect_only(k, "interrupt", "interrupt ann i answer ann");
}

static void S29_no_name_is_queued_twice_and_the_first_source_stays(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    interrupt_from(k, "ann", "i", "bob");
    interrupt_from(k, "ann", "i", "cid");
    expect_reception(kit_interrupt(k, "ann", "i"), 0, 1, 0);
    assert_int_equal(kit_doing(k, "ann").waiting, 1);
    assert_int_equal(kit_stats(k).refused, 0);
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt ignore", "interrupt ann i answer bob");
}

static void S29_a_name_waits_in_a_full_queue_without_being_counted_again(void **state) {
    kit *k = *state;
    k->def.queue_limit = 1;
    def_villager(k);
    begin_village(k);
    kit_interrupt(k, "ann", "i");
    expect_reception(kit_interrupt(k, "ann", "i"), 0, 1, 0);
    assert_int_equal(kit_stats(k).refused, 0);
}

static void S29_nothing_happens_before_the_next_turn(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    uint32_t token = kit_doing(k, "ann").token;
    kit_interrupt(k, "ann", "i");
    bustle_doing doing = kit_doing(k, "ann");
    assert_int_equal(doing.mood, BUSTLE_ACTING);
    assert_int_equal(doing.token, token);
    assert_int_equal(doing.waiting, 1);
    kit_update_to(k, 10);
    kit_expect_events(k, "stop ann wait interrupted | interrupt ann i answer | start ann look");
}

static void S29_the_whole_queue_is_handled_first_in_first_out_in_one_turn(void **state) {
    kit *k = *state;
    begin_many(k);
    kit_interrupt(k, "ann", "q3");
    kit_interrupt(k, "ann", "q1");
    kit_interrupt(k, "ann", "q2");
    kit_update_to(k, 10);
    kit_expect_events(k,
        "stop ann wait interrupted | interrupt ann q3 answer | interrupt ann q1 answer | "
        "interrupt ann q2 answer | start ann look");
    expect_stacks(k, "ann",
        "main.wait interrupted | answer.look uninitialized | answer.look uninitialized | "
        "answer.look waiting");
}

static void S29_interruptions_come_before_any_step(void **state) {
    kit *k = *state;
    def_villager(k);
    kit_begin(k);
    kit_spawn(k, "ann", "villager");
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 0);
    kit_expect_events(k, "spawn ann | interrupt ann i answer | start ann look");
    expect_stacks(k, "ann", "main.wait uninitialized | answer.look waiting");
}

/* ---- S30 ---- */

/* "dig" (1000 to 2000 ms, at least 5000 to time out) at a "rock" that has 2 "room", of which it
 * claims 1. */
static bustle_action_def *def_digger(kit *k) {
    bustle_entity_def *villager = def_villager(k);
    def_state(k, "room")->minimum = 0;
    bustle_action_def *dig = def_action(k, "dig", 1000);
    dig->duration_max_ms = 2000;
    dig->timeout_ms = 5000;
    add_claim(dig, "room", 1);
    chain(k, "work", "dig", "wait");
    villager->main = "work";
    accepts(has(def_prop(k, "rock"), "room", 2), "dig");
    return dig;
}

static void begin_digging(kit *k) {
    kit_begin(k);
    kit_spawn(k, "rock1", "rock");
    kit_spawn(k, "ann", "villager");
    kit_update_to(k, 100);
    kit_forget_events(k);
}

static void S30_a_resumable_action_leaves_a_memory(void **state) {
    kit *k = *state;
    def_digger(k)->resumable = true;
    begin_digging(k);
    long long duration = kit_doing(k, "ann").duration_ms;
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 440);
    char expected[80]; /* with the duration that was drawn */
    snprintf(expected, sizeof expected, "0 dig work.dig rock1 @440 %lld/5000/340", duration);
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION, expected);
}

static void S30_one_that_is_not_resumable_leaves_none(void **state) {
    kit *k = *state;
    def_digger(k);
    begin_digging(k);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 440);
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION, "");
}

static void S30_between_actions_there_is_nothing_to_remember_or_to_stop(void **state) {
    kit *k = *state;
    bustle_action_def *dig = def_digger(k);
    dig->resumable = true;
    dig->interrupted = OPS(SET(BUSTLE_SELF, "n", 9));
    begin_digging(k);
    bustle_npc_complete(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 440);
    kit_expect_events(k, "stop ann dig done | interrupt ann i answer | start ann look");
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION, "");
    assert_int_equal(kit_get(k, "ann", "n"), 0);
}

static void S30_the_interruption_effects_are_applied_before_the_claim_is_given_back(void **state) {
    kit *k = *state;
    def_digger(k)->interrupted =
        OPS(PUSH(BUSTLE_TARGET, "room"), STACKED(BUSTLE_SET, BUSTLE_SELF, "n"));
    begin_digging(k);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 440);
    assert_int_equal(kit_get(k, "ann", "n"), 1);
    assert_int_equal(kit_get(k, "rock1", "room"), 2);
    kit_expect_events(k, "stop ann dig interrupted | interrupt ann i answer | start ann look");
}

static void S30_completion_effects_are_not_applied(void **state) {
    kit *k = *state;
    def_digger(k)->finish = OPS(SET(BUSTLE_SELF, "n", 9));
    begin_digging(k);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 440);
    assert_int_equal(kit_get(k, "ann", "n"), 0);
}

static void S30_the_token_dies(void **state) {
    kit *k = *state;
    def_digger(k);
    begin_digging(k);
    bustle_entity ann = kit_entity(k, "ann");
    uint32_t token = kit_doing(k, "ann").token;
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 440);
    assert_int_equal(bustle_npc_complete(k->world, ann, BUSTLE_NONE, token), BUSTLE_OLD_TOKEN);
    assert_int_equal(bustle_npc_fail(k->world, ann, BUSTLE_NONE, token), BUSTLE_OLD_TOKEN);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_ACTING);
}

static void S30_the_response_is_a_new_activity_and_the_one_below_is_interrupted(void **state) {
    kit *k = *state;
    def_digger(k);
    begin_digging(k);
    assert_int_equal(kit_doing(k, "ann").activities, 1);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 440);
    assert_int_equal(kit_doing(k, "ann").activities, 2);
    expect_stacks(k, "ann", "work.dig interrupted | answer.look waiting");
    assert_int_equal(top_frame(k, "ann").interruption, kit_interruption(k, "i"));
}

static void S30_the_first_current_target_is_the_source(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    interrupt_from(k, "ann", "greet", "stone1");
    kit_update_to(k, 10);
    kit_expect_events(
        k, "stop ann wait interrupted | interrupt ann greet bow stone1 | start ann nod stone1");
}

static void S30_without_a_source_there_is_no_current_target(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    kit_interrupt(k, "ann", "greet");
    kit_update_to(k, 10);
    kit_expect_only(
        k, "interrupt start fail", "interrupt ann greet bow | fail ann bow same-target");
}

static void S30_the_npc_itself_is_no_current_target(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    interrupt_from(k, "ann", "i", "ann");
    interrupt_from(k, "bob", "i", "ann");
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt", "interrupt ann i answer ann | interrupt bob i answer ann");
    assert_int_equal(top_frame(k, "ann").target, 0);
    assert_int_equal(top_frame(k, "bob").target, kit_entity(k, "ann"));
}

static void S30_a_source_that_has_left_is_none(void **state) {
    kit *k = *state;
    def_villager(k);
    begin_village(k);
    interrupt_from(k, "ann", "greet", "bob");
    remove_entity(k, "bob");
    kit_spawn(k, "dan", "villager"); /* in the same slot */
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt fail", "interrupt ann greet bow | fail ann bow same-target");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S29_the_game_raises_for_a_list_in_its_order),
        RULE(S29_one_wrong_handle_in_the_list_refuses_the_whole_call),
        RULE(S29_the_game_raises_for_everyone_the_source_included),
        RULE(S29_within_a_distance_goes_by_the_metric_and_is_inclusive),
        RULE(S29_within_a_distance_is_by_air_unless_the_world_says_otherwise),
        RULE(S29_a_distance_has_sixteenths),
        RULE(S29_a_distance_of_0_reaches_those_at_the_point),
        RULE(S29_a_point_or_distance_that_is_none_is_refused),
        RULE(S29_within_a_distance_the_source_is_left_out),
        RULE(S29_around_an_entity_it_and_the_source_are_left_out),
        RULE(S29_the_centre_may_be_a_prop),
        RULE(S29_within_a_distance_goes_by_cached_positions_and_asks_nobody),
        RULE(S29_content_raises_on_the_target_and_on_itself),
        RULE(S29_content_raises_by_a_condition_for_everyone),
        RULE(S29_who_has_no_handler_ignores_it),
        RULE(S29_who_performs_an_action_that_it_would_end_listens_without_a_handler),
        RULE(S29_the_queue_holds_8_and_counts_what_it_refuses),
        RULE(S29_the_bound_can_be_set),
        RULE(S29_content_is_refused_by_a_full_queue_too),
        RULE(S29_no_name_is_queued_twice_and_the_first_source_stays),
        RULE(S29_a_name_waits_in_a_full_queue_without_being_counted_again),
        RULE(S29_nothing_happens_before_the_next_turn),
        RULE(S29_the_whole_queue_is_handled_first_in_first_out_in_one_turn),
        RULE(S29_interruptions_come_before_any_step),
        RULE(S30_a_resumable_action_leaves_a_memory),
        RULE(S30_one_that_is_not_resumable_leaves_none),
        RULE(S30_between_actions_there_is_nothing_to_remember_or_to_stop),
        RULE(S30_the_interruption_effects_are_applied_before_the_claim_is_given_back),
        RULE(S30_completion_effects_are_not_applied),
        RULE(S30_the_token_dies),
        RULE(S30_the_response_is_a_new_activity_and_the_one_below_is_interrupted),
        RULE(S30_the_first_current_target_is_the_source),
        RULE(S30_without_a_source_there_is_no_current_target),
        RULE(S30_the_npc_itself_is_no_current_target),
        RULE(S30_a_source_that_has_left_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
