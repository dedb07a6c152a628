/* S25 to S27: what an NPC remembers, and how it chooses by that. The draws of the random streams
 * behind expected choices were computed apart from the core (see test_random.c). */
#include <stdio.h>

#include "recall.h"

/* A "visitor" who sits on a "bench", 100 ms each, again and again. */
static bustle_entity_def *def_visitor(kit *k) {
    def_action(k, "sit", 100)->target = BUSTLE_TARGET_TAKEN;
    chain(k, "visit", "sit");
    accepts(def_prop(k, "bench"), "sit");
    return def_npc(k, "visitor", "visit");
}

static const char *const benches[] = {"bench1", "bench2", "bench3", "bench4", "bench5", "bench6",
    "bench7", "bench8", "bench9", "bench10", "bench11", "bench12", "bench13", "bench14", "bench15",
    "bench16"};

/* The benches first, then "ann". */
static void begin_visits(kit *k, size_t count) {
    kit_begin(k);
    for (size_t i = 0; i < count; i++) {
        kit_spawn(k, benches[i], "bench");
    }
    kit_spawn(k, "ann", "visitor");
}

/* Ends ann's action at the world's time, so that the next one starts at the same. */
static void go_on(kit *k) {
    assert_int_equal(
        bustle_npc_complete(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0), BUSTLE_OK);
    kit_update_to(k, bustle_world_now(k->world));
}

/* Goes to one of three 100 ms actions "a", "b" and "c", again and again. */
static bustle_entity_def *def_roamer(kit *k) {
    bustle_sequence_def *roam = def_sequence(k, "roam", "pick");
    bustle_node_def *pick = add_node(roam, "pick", BUSTLE_NODE_CHOICE, NULL);
    static const char *const names[] = {"a", "b", "c"};
    for (size_t i = 0; i < 3; i++) {
        def_action(k, names[i], 100);
        add_edge(pick, names[i], ALWAYS);
        add_edge(add_node(roam, names[i], BUSTLE_NODE_ACTION, names[i]), "END", ALWAYS);
    }
    return def_npc(k, "roamer", "roam");
}

static void begin_roaming(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "roamer");
}

/* ---- S25 ---- */

static void S25_capacities_are_10_15_and_8_by_default(void **state) {
    (void)state;
    bustle_entity_def def = bustle_default_entity_def();
    assert_int_equal(def.transition_memories, 10);
    assert_int_equal(def.action_memories, 15);
    assert_int_equal(def.interruption_memories, 8);
}

static void S25_the_default_holds_15_actions_and_then_the_oldest_goes(void **state) {
    kit *k = *state;
    def_visitor(k);
    begin_visits(k, 16);
    size_t count = 0;
    for (int64_t now = 0; now <= 1400; now += 100) {
        kit_update_to(k, now);
    }
    bustle_memory first, memories[16];
    bustle_entity ann = kit_entity(k, "ann");
    bustle_npc_memories(k->world, ann, BUSTLE_MEMORY_ACTION, &first, 1, &count);
    assert_int_equal(count, 15);
    assert_int_equal(first.time, 0);
    kit_update_to(k, 1500);
    bustle_npc_memories(k->world, ann, BUSTLE_MEMORY_ACTION, memories, 16, &count);
    assert_int_equal(count, 15);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(memories[i].time, 100 + 100 * i);
    }
    kit_forget_events(k);
    kit_update_to(k, 1600); /* to the one that was forgotten, the only one without a record */
    assert_int_equal(
        bustle_entity_spawn_number(kit_last(k, BUSTLE_EVENT_START)->target), first.spawn_number);
}

static void S25_a_new_record_replaces_the_one_for_the_same_decision(void **state) {
    kit *k = *state;
    def_visitor(k);
    begin_visits(k, 2);
    kit_run(k, 100, 100);
    expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "sit bench2 @100");
    kit_run(k, 100, 100);
    expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "sit bench2 @100 | sit bench1 @200");
    kit_run(k, 100, 100);
    expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "sit bench1 @200 | sit bench2 @300");
    kit_run(k, 100, 100);
    expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "sit bench2 @300 | sit bench1 @400");
}

static void S25_past_its_capacity_a_record_loses_the_oldest(void **state) {
    kit *k = *state;
    def_visitor(k)->action_memories = 2;
    begin_visits(k, 3); /* so the third is always the one without a record */
    kit_update_to(k, 0);
    kit_run(k, 500, 100);
    kit_expect_only(k, "start",
        "start ann sit bench3 | start ann sit bench2 | start ann sit bench1 | "
        "start ann sit bench3 | start ann sit bench2 | start ann sit bench1");
    expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "sit bench2 @400 | sit bench1 @500");
}

static void S25_transitions_past_their_capacity_lose_the_oldest(void **state) {
    kit *k = *state;
    def_roamer(k)->transition_memories = 2;
    begin_roaming(k);
    kit_update_to(k, 0);
    kit_run(k, 400, 100);
    kit_expect_only(
        k, "start", "start ann b | start ann c | start ann a | start ann b | start ann c");
    expect_memories(k, "ann", BUSTLE_MEMORY_TRANSITION, "roam.b @300 | roam.c @400");
}

static void S25_each_kind_has_a_capacity_of_its_own(void **state) {
    kit *k = *state;
    bustle_entity_def *roamer = def_roamer(k);
    roamer->transition_memories = 1;
    roamer->action_memories = 3;
    def_visitor(k);
    def_action(k, "paint", 100)->target = BUSTLE_TARGET_TAKEN;
    accepts(def_prop(k, "wall"), "paint");
    chain(k, "day", "sit", "paint", ">roam", "sit", "paint", ">roam");
    roamer->main = "day";
    begin_roaming(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "bench2", "bench");
    kit_spawn(k, "wall1", "wall");
    kit_run(k, 600, 100);
    expect_memories(k, "ann", BUSTLE_MEMORY_TRANSITION, "roam.a @600");
    expect_memories(
        k, "ann", BUSTLE_MEMORY_ACTION, "sit bench1 @100 | sit bench2 @400 | paint wall1 @500");
}

static void S25_with_capacity_0_nothing_is_remembered_and_targets_are_drawn(void **state) {
    kit *k = *state;
    def_visitor(k)->action_memories = 0;
    begin_visits(k, 3);
    kit_update_to(k, 0);
    kit_run(k, 700, 100);
    kit_expect_only(k, "start", /* eight draws below 3 of the stream of spawn number 4 */
        "start ann sit bench3 | start ann sit bench2 | start ann sit bench3 | "
        "start ann sit bench1 | start ann sit bench2 | start ann sit bench2 | "
        "start ann sit bench2 | start ann sit bench3");
    expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "");
}

static void S25_with_capacity_0_transitions_are_drawn(void **state) {
    kit *k = *state;
    def_roamer(k)->transition_memories = 0;
    begin_roaming(k);
    kit_update_to(k, 0);
    kit_run(k, 700, 100);
    kit_expect_only(k, "start", /* eight draws below 3 of the stream of spawn number 1 */
        "start ann b | start ann b | start ann b | start ann c | "
        "start ann a | start ann b | start ann a | start ann a");
    expect_memories(k, "ann", BUSTLE_MEMORY_TRANSITION, "");
}

/* Which no longer fit a byte each: two sequences of 140 options, before those of "roam". */
static void S25_more_than_256_different_transitions_can_be_remembered(void **state) {
    kit *k = *state;
    static char names[140][16];
    def_roamer(k);
    for (int i = 0; i < 2; i++) {
        bustle_sequence_def *maze = def_sequence(k, i == 0 ? "maze1" : "maze2", "pick");
        bustle_node_def *pick = add_node(maze, "pick", BUSTLE_NODE_CHOICE, NULL);
        for (unsigned n = 0; n < 140; n++) {
            snprintf(names[n], sizeof names[n], "way%u", n);
            add_edge(pick, names[n], ALWAYS);
            add_edge(add_node(maze, names[n], BUSTLE_NODE_ACTION, "a"), "END", ALWAYS);
        }
    }
    def_action(k, "sit", 100)->target = BUSTLE_TARGET_TAKEN;
    accepts(def_prop(k, "bench"), "sit");
    chain(k, "tour", "sit", ">roam", ">maze2");
    def_npc(k, "tourist", "tour");
    kit_begin(k);
    kit_spawn(k, "ann", "tourist");
    kit_spawn(k, "bench1", "bench");
    kit_update_to(k, 0);
    kit_run(k, 400, 100);
    expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "sit bench1 @300");
    expect_memories(k, "ann", BUSTLE_MEMORY_TRANSITION, /* draws below 3, 140 and 2 */
        "roam.b @100 | maze2.way97 @200 | roam.a @400");
}

/* "dig" (resumable, 1000 ms) as main activity and in each of the responses to "i", "j" and "k". */
static bustle_entity_def *def_digger(kit *k) {
    def_action(k, "dig", 1000)->resumable = true;
    chain(k, "work", "dig");
    bustle_entity_def *digger = def_npc(k, "digger", "work");
    static const char *const names[] = {"i", "j", "k"};
    for (size_t i = 0; i < 3; i++) {
        def_interruption(k, names[i]);
        handles(digger, names[i], "work", 0);
    }
    return digger;
}

/* Interrupted three times, at 100, 300 and 600, and so four times in the same node. */
static void begin_digging(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "digger");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 100);
    kit_update_to(k, 300);
    kit_interrupt(k, "ann", "j");
    kit_update_to(k, 300);
    kit_update_to(k, 600);
    kit_interrupt(k, "ann", "k");
    kit_update_to(k, 600);
    kit_forget_events(k);
}

static void S25_interruptions_past_their_capacity_lose_the_oldest(void **state) {
    kit *k = *state;
    def_digger(k)->interruption_memories = 2;
    begin_digging(k);
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION,
        "1 dig work.dig @300 1000/3000/200 | 2 dig work.dig @600 1000/3000/300");
    kit_update_to(k, 1600);
    kit_update_to(k, 2300);
    kit_update_to(k, 3100);
    kit_expect_only(k, "start", "resume ann dig 700 | resume ann dig 800 | start ann dig");
}

static void S25_with_capacity_0_no_action_is_resumed(void **state) {
    kit *k = *state;
    def_digger(k)->interruption_memories = 0;
    begin_digging(k);
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION, "");
    kit_update_to(k, 1600);
    kit_expect_only(k, "start", "start ann dig");
}

static void S25_there_is_at_most_one_interruption_record_per_activity(void **state) {
    kit *k = *state;
    def_digger(k);
    begin_digging(k);
    kit_update_to(k, 1600); /* the response to k ends, that to j goes on */
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION,
        "0 dig work.dig @100 1000/3000/100 | 1 dig work.dig @300 1000/3000/200");
    kit_update_to(k, 1700);
    kit_interrupt(k, "ann", "k");
    kit_update_to(k, 1700);
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION,
        "0 dig work.dig @100 1000/3000/100 | 1 dig work.dig @300 1000/3000/200 | "
        "2 dig work.dig @1700 1000/3000/400");
}

/* ---- S26 ---- */

static void S26_transitions_are_told_apart_by_the_node_left_and_the_destination(void **state) {
    kit *k = *state;
    bustle_sequence_def *roam = def_sequence(k, "roam", "pick");
    bustle_node_def *pick = add_node(roam, "pick", BUSTLE_NODE_CHOICE, NULL);
    bustle_node_def *again = add_node(roam, "again", BUSTLE_NODE_CHOICE, NULL);
    static const char *const names[] = {"a", "b"};
    for (size_t i = 0; i < 2; i++) {
        def_action(k, names[i], 100);
        add_edge(pick, names[i], ALWAYS);
        add_edge(again, names[i], ALWAYS);
        add_edge(add_node(roam, names[i], BUSTLE_NODE_ACTION, names[i]), "again", ALWAYS);
    }
    def_npc(k, "roamer", "roam");
    begin_roaming(k);
    kit_update_to(k, 0); /* from "pick", drawn */
    kit_run(k, 300, 100); /* from "again": drawn, the other, the first again */
    expect_memories(k, "ann", BUSTLE_MEMORY_TRANSITION, "roam.a @0 | roam.a @200 | roam.b @300");
    bustle_memory memories[4];
    size_t count = 0;
    bustle_npc_memories(
        k->world, kit_entity(k, "ann"), BUSTLE_MEMORY_TRANSITION, memories, 4, &count);
    static const char *const left[] = {"pick", "again", "again"};
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(
            bustle_content_node_name(k->content, memories[i].sequence, memories[i].from), left[i]);
    }
}

static void S26_transitions_are_told_apart_by_their_sequence(void **state) {
    kit *k = *state;
    static const char *const names[] = {"a", "b"};
    static const char *const ways[] = {"east", "west"};
    for (size_t way = 0; way < 2; way++) {
        def_action(k, names[way], 100);
        bustle_sequence_def *go = def_sequence(k, ways[way], "pick");
        bustle_node_def *pick = add_node(go, "pick", BUSTLE_NODE_CHOICE, NULL);
        for (size_t i = 0; i < 2; i++) {
            add_edge(pick, names[i], ALWAYS);
            add_edge(add_node(go, names[i], BUSTLE_NODE_ACTION, names[i]), "END", ALWAYS);
        }
    }
    chain(k, "roam", ">east", ">west");
    def_npc(k, "roamer", "roam");
    begin_roaming(k);
    kit_update_to(k, 0);
    kit_run(k, 300, 100);
    expect_memories(k, "ann", BUSTLE_MEMORY_TRANSITION, /* both draws below 2 of the stream */
        "east.a @0 | west.b @100 | east.b @200 | west.a @300");
}

static void S26_actions_are_told_apart_by_action_and_entity(void **state) {
    kit *k = *state;
    def_visitor(k);
    def_action(k, "paint", 100)->target = BUSTLE_TARGET_TAKEN;
    accepts(accepts(def_prop(k, "stool"), "sit"), "paint");
    chain(k, "care", "sit", "paint");
    def_npc(k, "carer", "care");
    kit_begin(k);
    kit_spawn(k, "stool1", "stool");
    kit_spawn(k, "ann", "carer");
    kit_update_to(k, 0);
    kit_run(k, 200, 100);
    expect_memories(k, "ann", BUSTLE_MEMORY_ACTION, "paint stool1 @100 | sit stool1 @200");
    kit_spawn(k, "stool2", "stool");
    kit_run(k, 200, 100);
    expect_memories(k, "ann", BUSTLE_MEMORY_ACTION,
        "paint stool1 @100 | sit stool1 @200 | paint stool2 @300 | sit stool2 @400");
}

static void S26_only_the_activity_that_left_a_record_uses_or_loses_it(void **state) {
    kit *k = *state;
    def_digger(k);
    begin_digging(k); /* entering the same node in a response left all of them alone */
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION,
        "0 dig work.dig @100 1000/3000/100 | 1 dig work.dig @300 1000/3000/200 | "
        "2 dig work.dig @600 1000/3000/300");
    kit_update_to(k, 1600);
    kit_update_to(k, 2300);
    kit_update_to(k, 3100);
    kit_expect_only(k, "start", "resume ann dig 700 | resume ann dig 800 | resume ann dig 900");
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION, "");
}

static void S26_an_interruption_record_goes_with_its_activity(void **state) {
    kit *k = *state;
    def_digger(k);
    begin_digging(k);
    bustle_entity ann = kit_entity(k, "ann");
    assert_int_equal(bustle_npc_set_main(k->world, ann, kit_sequence(k, "work")), BUSTLE_OK);
    expect_memories(k, "ann", BUSTLE_MEMORY_INTERRUPTION,
        "1 dig work.dig @300 1000/3000/200 | 2 dig work.dig @600 1000/3000/300");
    kit_update_to(k, 1600);
    kit_update_to(k, 2300);
    kit_update_to(k, 3100);
    kit_expect_only(k, "start", "resume ann dig 700 | resume ann dig 800 | start ann dig");
}

static void S26_records_of_those_who_left_stay_until_they_are_pushed_out(void **state) {
    kit *k = *state;
    def_visitor(k)->action_memories = 3;
    begin_visits(k, 2);
    kit_update_to(k, 0);
    kit_update_to(k, 100); /* bench2, then bench1 */
    assert_int_equal(bustle_world_remove(k->world, kit_entity(k, "bench2")), BUSTLE_OK);
    kit_spawn(k, "bench3", "bench"); /* in the same slot */
    kit_run(k, 200, 100);
    expect_memories(
        k, "ann", BUSTLE_MEMORY_ACTION, "sit bench2 @0 | sit bench3 @200 | sit bench1 @300");
    kit_spawn(k, "bench4", "bench");
    kit_run(k, 100, 100);
    expect_memories(
        k, "ann", BUSTLE_MEMORY_ACTION, "sit bench3 @200 | sit bench1 @300 | sit bench4 @400");
}

/* ---- S27 ---- */

static void S27_an_option_without_a_record_comes_first(void **state) {
    kit *k = *state;
    def_visitor(k);
    begin_visits(k, 2);
    kit_update_to(k, 0);
    kit_run(k, 300, 100);
    kit_forget_events(k);
    kit_spawn(k, "bench3", "bench");
    kit_run(k, 100, 100);
    kit_expect_only(k, "start", "start ann sit bench3");
}

static void S27_of_several_without_a_record_one_is_drawn(void **state) {
    kit *k = *state;
    def_visitor(k);
    begin_visits(k, 4);
    kit_update_to(k, 0);
    kit_run(k, 300, 100);
    kit_expect_only(k, "start", /* draws below 4, 3 and 2 among those left, in spawn order */
        "start ann sit bench1 | start ann sit bench4 | start ann sit bench2 | "
        "start ann sit bench3");
}

static void S27_with_records_of_all_the_one_with_the_oldest_time_is_taken(void **state) {
    kit *k = *state;
    def_visitor(k);
    begin_visits(k, 4);
    kit_run(k, 400, 100);
    kit_forget_events(k);
    kit_run(k, 800, 100); /* the order of the first visits, from now on */
    kit_expect_only(k, "start",
        "start ann sit bench1 | start ann sit bench4 | start ann sit bench2 | "
        "start ann sit bench3 | start ann sit bench1 | start ann sit bench4 | "
        "start ann sit bench2 | start ann sit bench3");
}

static void S27_transitions_are_chosen_in_the_same_way(void **state) {
    kit *k = *state;
    def_roamer(k);
    begin_roaming(k);
    kit_update_to(k, 0);
    kit_run(k, 500, 100);
    kit_expect_only(k, "start", /* draws below 3 and 2, then by age */
        "start ann b | start ann c | start ann a | start ann b | start ann c | start ann a");
}

static void S27_equal_times_are_broken_by_a_draw(void **state) {
    kit *k = *state;
    def_visitor(k);
    begin_visits(k, 3);
    kit_update_to(k, 0);
    go_on(k);
    go_on(k);
    expect_memories(
        k, "ann", BUSTLE_MEMORY_ACTION, "sit bench3 @0 | sit bench2 @0 | sit bench1 @0");
    kit_forget_events(k);
    for (int i = 0; i < 6; i++) {
        go_on(k);
    }
    kit_expect_only(k, "start", /* six draws below 3, in spawn order */
        "start ann sit bench3 | start ann sit bench1 | start ann sit bench2 | "
        "start ann sit bench2 | start ann sit bench2 | start ann sit bench3");
}

static void S27_only_the_oldest_take_part_in_the_draw_of_equals(void **state) {
    kit *k = *state;
    def_visitor(k);
    begin_visits(k, 3);
    kit_update_to(k, 0);
    go_on(k); /* bench3 and bench2 at 0 */
    kit_update_to(k, 100); /* bench1 */
    kit_forget_events(k);
    kit_run(k, 300, 100);
    kit_expect_only(k, "start", /* the draw below 2 is 0: of bench2 and bench3 the first */
        "start ann sit bench2 | start ann sit bench3 | start ann sit bench1");
}

static void S27_draws_are_uniform(void **state) {
    kit *k = *state;
    enum { VISITORS = 900 };
    unsigned counts[3] = {0, 0, 0};
    def_visitor(k);
    begin_visits(k, 3);
    for (int i = 1; i < VISITORS; i++) {
        kit_spawn(k, "someone", "visitor");
    }
    kit_update_to(k, 0);
    for (size_t i = 0; i < k->event_count; i++) {
        if (k->events[i].kind == BUSTLE_EVENT_START) {
            counts[bustle_entity_spawn_number(k->events[i].target) - 1]++;
        }
    }
    for (size_t i = 0; i < 3; i++) {
        assert_in_range(counts[i], 250, 350); /* more than three standard deviations each way */
    }
}

/* ---- Ages ---- */

#define WEEKS(n) (INT64_C(604800000) * (n))

static void S25_records_keep_their_order_and_age_over_weeks(void **state) {
    kit *k = *state;
    def_visitor(k);
    begin_visits(k, 4);
    for (int n = 0; n <= 6; n += 2) {
        kit_update_to(k, WEEKS(n));
    }
    expect_memories(k, "ann", BUSTLE_MEMORY_ACTION,
        "sit bench1 @0 | sit bench4 @1209600000 | sit bench2 @2419200000 | "
        "sit bench3 @3628800000");
    kit_forget_events(k);
    for (int n = 8; n <= 20; n += 2) { /* past 2^32 ms, and past that again */
        kit_update_to(k, WEEKS(n));
    }
    kit_expect_only(k, "start",
        "start ann sit bench1 | start ann sit bench4 | start ann sit bench2 | "
        "start ann sit bench3 | start ann sit bench1 | start ann sit bench4 | "
        "start ann sit bench2");
    expect_memories(k, "ann", BUSTLE_MEMORY_ACTION,
        "sit bench3 @8467200000 | sit bench1 @9676800000 | sit bench4 @10886400000 | "
        "sit bench2 @12096000000");
}

static void S25_times_of_transitions_stay_right_over_weeks(void **state) {
    kit *k = *state;
    def_roamer(k);
    begin_roaming(k);
    kit_update_to(k, WEEKS(5));
    kit_update_to(k, WEEKS(8));
    kit_update_to(k, WEEKS(11));
    expect_memories(k, "ann", BUSTLE_MEMORY_TRANSITION,
        "roam.b @3024000000 | roam.c @4838400000 | roam.a @6652800000");
    kit_forget_events(k);
    kit_update_to(k, WEEKS(11) + 100);
    kit_expect_only(k, "start", "start ann b");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S25_capacities_are_10_15_and_8_by_default),
        RULE(S25_the_default_holds_15_actions_and_then_the_oldest_goes),
        RULE(S25_a_new_record_replaces_the_one_for_the_same_decision),
        RULE(S25_past_its_capacity_a_record_loses_the_oldest),
        RULE(S25_transitions_past_their_capacity_lose_the_oldest),
        RULE(S25_each_kind_has_a_capacity_of_its_own),
        RULE(S25_with_capacity_0_nothing_is_remembered_and_targets_are_drawn),
        RULE(S25_with_capacity_0_transitions_are_drawn),
        RULE(S25_more_than_256_different_transitions_can_be_remembered),
        RULE(S25_interruptions_past_their_capacity_lose_the_oldest),
        RULE(S25_with_capacity_0_no_action_is_resumed),
        RULE(S25_there_is_at_most_one_interruption_record_per_activity),
        RULE(S26_transitions_are_told_apart_by_the_node_left_and_the_destination),
        RULE(S26_transitions_are_told_apart_by_their_sequence),
        RULE(S26_actions_are_told_apart_by_action_and_entity),
        RULE(S26_only_the_activity_that_left_a_record_uses_or_loses_it),
        RULE(S26_an_interruption_record_goes_with_its_activity),
        RULE(S26_records_of_those_who_left_stay_until_they_are_pushed_out),
        RULE(S27_an_option_without_a_record_comes_first),
        RULE(S27_of_several_without_a_record_one_is_drawn),
        RULE(S27_with_records_of_all_the_one_with_the_oldest_time_is_taken),
        RULE(S27_transitions_are_chosen_in_the_same_way),
        RULE(S27_equal_times_are_broken_by_a_draw),
        RULE(S27_only_the_oldest_take_part_in_the_draw_of_equals),
        RULE(S27_draws_are_uniform),
        RULE(S25_records_keep_their_order_and_age_over_weeks),
        RULE(S25_times_of_transitions_stay_right_over_weeks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
