/* S20, S22, S23 and, of S24, the depth: graphs of nodes, the transitions between them, their end,
 * and how deep they nest. What a step is and how many there may be is in test_steps.c. */
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "kit_npc.h"

/* State "n" and actions "a", "b", "c" of 100 ms, each of which adds to n: 1, 10, 100. */
static void def_actions(kit *k) {
    def_state(k, "n");
    def_action(k, "a", 100)->finish = OPS(INCREASE(BUSTLE_SELF, "n", 1));
    def_action(k, "b", 100)->finish = OPS(INCREASE(BUSTLE_SELF, "n", 10));
    def_action(k, "c", 100)->finish = OPS(INCREASE(BUSTLE_SELF, "n", 100));
}

/* "main" of "npc" begins with a choice, which is returned without transitions, among nodes that
 * perform a, b and c, each the last. */
static bustle_node_def *def_picking(kit *k) {
    def_actions(k);
    bustle_sequence_def *main = def_sequence(k, "main", "pick");
    static const char *const names[] = {"a", "b", "c"};
    bustle_node_def *pick = add_node(main, "pick", BUSTLE_NODE_CHOICE, NULL);
    for (size_t i = 0; i < 3; i++) {
        add_edge(add_node(main, names[i], BUSTLE_NODE_ACTION, names[i]), "END", ALWAYS);
    }
    has(def_npc(k, "npc", "main"), "n", 0);
    return pick;
}

static void begin_with_ann(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
}

static const char *action_of(const kit *k, bustle_entity npc) {
    bustle_doing doing;
    assert_int_equal(bustle_npc_doing(k->world, npc, &doing), BUSTLE_OK);
    return bustle_content_name(k->content, BUSTLE_KIND_ACTION, doing.action);
}

/* New NPCs choose among these options, listed so, by their first draw. */
static void expect_options(kit *k, const char *const *options, uint32_t count) {
    kit_begin(k);
    for (int i = 0; i < 60; i++) {
        bustle_entity npc = kit_spawn(k, "someone", "npc");
        uint32_t stream[4];
        random_seed(stream, k->def.seed, bustle_entity_spawn_number(npc));
        kit_update_to(k, 0);
        assert_string_equal(action_of(k, npc), options[random_below(stream, count)]);
    }
}

/* ---- S20 ---- */

static void S20_a_sequence_begins_at_its_entry_node(void **state) {
    kit *k = *state;
    def_actions(k);
    chain(k, "main", "a", "b")->entry = "b";
    has(def_npc(k, "npc", "main"), "n", 0);
    begin_with_ann(k);
    kit_expect_only(k, "start", "start ann b");
}

static void S20_nodes_are_actions_nested_sequences_choices_and_ends(void **state) {
    kit *k = *state;
    add_edge(def_picking(k), "b", ALWAYS);
    chain(k, "day", "a", ">main", "c");
    has(def_npc(k, "walker", "day"), "n", 0);
    kit_begin(k);
    kit_spawn(k, "ann", "walker");
    kit_run(k, 500, 100);
    kit_expect_only(
        k, "start", "start ann a | start ann b | start ann c | start ann a | start ann b");
}

static void S20_transitions_may_carry_conditions(void **state) {
    kit *k = *state;
    bustle_node_def *pick = def_picking(k);
    add_edge(pick, "a", OPS(SELF_IS("n", BUSTLE_LESS, 2)));
    add_edge(pick, "b", OPS(SELF_IS("n", BUSTLE_AT_LEAST, 2), SELF_IS("n", BUSTLE_LESS, 10)));
    add_edge(pick, "c", OPS(SELF_IS("n", BUSTLE_AT_LEAST, 10)));
    begin_with_ann(k);
    kit_run(k, 400, 100);
    kit_expect_only(
        k, "start", "start ann a | start ann a | start ann b | start ann c | start ann c");
}

static void S20_npcs_share_a_sequence_and_have_their_own_places_in_it(void **state) {
    kit *k = *state;
    def_actions(k);
    chain(k, "main", "a", "b", "c");
    has(def_npc(k, "npc", "main"), "n", 0);
    begin_with_ann(k);
    size_t bytes = bustle_content_bytes(k->content);
    kit_spawn(k, "bob", "npc");
    kit_update_to(k, 50);
    kit_update_to(k, 100);
    kit_expect_stack(k, "ann", "main/b waiting");
    kit_expect_stack(k, "bob", "main/a waiting");
    assert_int_equal(bustle_content_bytes(k->content), bytes);
}

static void S20_an_npc_costs_the_same_however_large_its_sequence_is(void **state) {
    kit *k = *state;
    size_t bytes[2] = {0};
    for (int large = 0; large <= 1; large++) {
        kit_reset(k);
        def_actions(k);
        static char names[120][16];
        bustle_sequence_def *main = def_sequence(k, "main", "node0");
        const int nodes = large ? 120 : 2;
        for (int i = 0; i < nodes; i++) {
            snprintf(names[i], sizeof names[i], "node%d", i);
            add_node(main, names[i], BUSTLE_NODE_ACTION, "a");
        }
        for (int i = 0; i < nodes; i++) {
            add_edge(node_of(main, names[i]), names[(i + 1) % nodes], ALWAYS);
        }
        has(def_npc(k, "npc", "main"), "n", 0);
        kit_begin(k);
        for (int i = 0; i < 500; i++) {
            kit_spawn(k, "someone", "npc");
            bytes[large] = i == 99 ? kit_stats(k).bytes : bytes[large];
        }
        kit_run(k, 300, 100);
        bytes[large] = kit_stats(k).bytes - bytes[large];
    }
    assert_int_equal(bytes[0], bytes[1]);
}

static void S20_nodes_are_laid_out_by_byte_order_of_their_names(void **state) {
    kit *k = *state;
    def_actions(k);
    bustle_sequence_def *main = def_sequence(k, "main", "b");
    static const char *const written[] = {"b", "_x", "a2", "a10", "B", "a"};
    static const char *const laid_out[] = {"B", "END", "_x", "a", "a10", "a2", "b"};
    for (size_t i = 0; i < 6; i++) {
        bustle_node_def *node = add_node(main, written[i], BUSTLE_NODE_ACTION, "a");
        add_edge(node, i == 5 ? "END" : written[i + 1], ALWAYS);
    }
    kit_seal_ok(k);
    bustle_id id = kit_sequence(k, "main");
    for (uint32_t i = 0; i < 7; i++) {
        assert_string_equal(bustle_content_node_name(k->content, id, i), laid_out[i]);
    }
    assert_null(bustle_content_node_name(k->content, id, 7));
}

static void reverse(void *list, size_t count, size_t size) {
    char *bytes = list, kept[512];
    assert_true(size <= sizeof kept);
    for (size_t i = 0; i < count / 2; i++) {
        char *one = bytes + i * size, *other = bytes + (count - 1 - i) * size;
        memcpy(kept, one, size);
        memcpy(one, other, size);
        memcpy(other, kept, size);
    }
}

static void S20_the_order_of_nodes_and_definitions_changes_nothing(void **state) {
    kit *k = *state;
    uint32_t hashes[2];
    for (int backwards = 0; backwards <= 1; backwards++) {
        kit_reset(k);
        bustle_node_def *pick = def_picking(k);
        add_edge(pick, "b", ALWAYS);
        add_edge(pick, "a", ALWAYS);
        add_edge(pick, "c", ALWAYS);
        bustle_sequence_def *day = chain(k, "day", ">main", "b", "a");
        has(def_npc(k, "walker", "day"), "n", 0);
        if (backwards) {
            reverse(k->defs, k->def_count, sizeof *k->defs);
            reverse((void *)day->nodes, day->node_count, sizeof *day->nodes);
        }
        kit_begin(k);
        kit_spawn(k, "ann", "walker");
        kit_spawn(k, "bob", "npc");
        kit_run(k, 5000, 100);
        hashes[backwards] = bustle_world_hash(k->world);
    }
    assert_int_equal(hashes[0], hashes[1]);
}

static void S20_transitions_keep_the_order_written(void **state) {
    kit *k = *state;
    bustle_node_def *pick = def_picking(k);
    add_edge(pick, "c", ALWAYS);
    add_edge(pick, "a", ALWAYS);
    add_edge(pick, "b", ALWAYS);
    expect_options(k, (const char *const[]){"c", "a", "b"}, 3);
}

/* ---- S22 ---- */

static void S22_transitions_whose_conditions_hold_are_the_options(void **state) {
    kit *k = *state;
    bustle_node_def *pick = def_picking(k);
    add_edge(pick, "c", OPS(SELF_IS("n", BUSTLE_EQUAL, 0)));
    add_edge(pick, "a", OPS(SELF_IS("n", BUSTLE_EQUAL, 1)));
    add_edge(pick, "b", ALWAYS);
    expect_options(k, (const char *const[]){"c", "b"}, 2);
}

static void S22_transitions_to_one_node_are_one_option_at_the_place_of_the_first(void **state) {
    kit *k = *state;
    bustle_node_def *pick = def_picking(k);
    add_edge(pick, "c", OPS(SELF_IS("n", BUSTLE_EQUAL, 7))); /* not open, so not the first */
    add_edge(pick, "b", ALWAYS);
    add_edge(pick, "a", ALWAYS);
    add_edge(pick, "b", OPS(SELF_IS("n", BUSTLE_EQUAL, 0)));
    add_edge(pick, "c", ALWAYS);
    add_edge(pick, "a", ALWAYS);
    expect_options(k, (const char *const[]){"b", "a", "c"}, 3);
}

static void S22_one_option_is_followed_without_draw_or_record(void **state) {
    kit *k = *state;
    bustle_node_def *pick = def_picking(k);
    add_edge(pick, "c", OPS(SELF_IS("n", BUSTLE_EQUAL, 1)));
    add_edge(pick, "b", ALWAYS);
    add_edge(pick, "b", OPS(SELF_IS("n", BUSTLE_EQUAL, 0))); /* the same, so still one */
    def_action(k, "d", 1)->duration_max_ms = 1000;
    chain(k, "day", ">main", "d");
    has(def_npc(k, "walker", "day"), "n", 0);
    kit_begin(k);
    bustle_entity ann = kit_spawn(k, "ann", "walker");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    kit_expect_only(k, "start", "start ann b | start ann d");
    kit_expect_memories(k, "ann", BUSTLE_MEMORY_TRANSITION, "");
    uint32_t stream[4];
    random_seed(stream, k->def.seed, bustle_entity_spawn_number(ann));
    assert_int_equal(kit_doing(k, "ann").duration_ms, 1 + random_below(stream, 1000));
}

static void S22_a_choice_among_several_is_recorded_with_its_destination(void **state) {
    kit *k = *state;
    bustle_node_def *pick = def_picking(k);
    add_edge(pick, "a", OPS(SELF_IS("n", BUSTLE_EQUAL, 0)));
    add_edge(pick, "b", OPS(SELF_IS("n", BUSTLE_EQUAL, 0)));
    add_edge(pick, "c", OPS(SELF_IS("n", BUSTLE_GREATER, 0)));
    kit_begin(k);
    bustle_entity ann = kit_spawn(k, "ann", "npc");
    kit_update_to(k, 30);
    const char *expected = *action_of(k, ann) == 'a' ? "main/a @30" : "main/b @30";
    kit_expect_memories(k, "ann", BUSTLE_MEMORY_TRANSITION, expected);
    kit_update_to(k, 130); /* then c is forced */
    assert_string_equal(action_of(k, ann), "c");
    kit_expect_memories(k, "ann", BUSTLE_MEMORY_TRANSITION, expected);
}

static void S22_among_several_memory_decides(void **state) {
    kit *k = *state;
    bustle_node_def *pick = def_picking(k);
    add_edge(pick, "a", ALWAYS);
    add_edge(pick, "b", ALWAYS);
    add_edge(pick, "c", ALWAYS);
    kit_begin(k);
    bustle_entity ann = kit_spawn(k, "ann", "npc");
    char names[7] = "";
    for (int i = 0; i < 6; i++) {
        kit_update_to(k, INT64_C(100) * i);
        names[i] = *action_of(k, ann);
    }
    assert_true(names[0] != names[1] && names[1] != names[2] && names[2] != names[0]);
    assert_memory_equal(names, names + 3, 3);
}

static void S22_without_an_option_the_node_fails(void **state) {
    kit *k = *state;
    for (int caught = 0; caught <= 1; caught++) {
        kit_reset(k);
        bustle_node_def *pick = def_picking(k);
        add_edge(pick, "a", OPS(SELF_IS("n", BUSTLE_EQUAL, 1)));
        add_edge(pick, "b", OPS(SELF_IS("n", BUSTLE_EQUAL, 2)));
        pick->failed = caught ? "c" : NULL;
        begin_with_ann(k);
        kit_expect_only(k, "fail start", caught ? "start ann c" : "fail ann main no-option");
        kit_expect_memories(k, "ann", BUSTLE_MEMORY_TRANSITION, "");
    }
}

static void S22_an_action_nodes_transitions_are_tested_after_its_completion_effects(void **state) {
    kit *k = *state;
    def_actions(k);
    bustle_sequence_def *main = chain(k, "main", "a", "b");
    node_of(main, "a")->transition_count = 0;
    add_edge(node_of(main, "a"), "b", OPS(SELF_IS("n", BUSTLE_EQUAL, 1)));
    has(def_npc(k, "npc", "main"), "n", 0);
    begin_with_ann(k);
    kit_update_to(k, 100);
    kit_expect_only(k, "start fail", "start ann a | start ann b");
}

/* "main" sits on a "bench", then goes on to a if the bench has n = 5, to b if it does not, and has
 * the choice at its beginning if it says so. */
static void def_bench_choice(kit *k, bool at_once) {
    bustle_node_def *pick = def_picking(k);
    add_edge(pick, "a", OPS(TARGET_IS("n", BUSTLE_EQUAL, 5)));
    add_edge(pick, "b", OPS(TARGET_IS("n", BUSTLE_EQUAL, 5), DO(BUSTLE_NOT)));
    def_action(k, "sit", 100)->target = BUSTLE_TARGET_TAKEN;
    chain(k, "day", "sit", ">main");
    has(def_npc(k, "sitter", at_once ? "main" : "day"), "n", 5);
    has(accepts(def_prop(k, "bench"), "sit"), "n", 0);
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "sitter");
    kit_update_to(k, 0);
    kit_forget_events(k);
}

static void S22_target_in_a_condition_is_the_sequences_current_target(void **state) {
    kit *k = *state;
    for (int n = 4; n <= 5; n++) {
        kit_reset(k);
        def_bench_choice(k, false);
        kit_set(k, "bench1", "n", n);
        kit_update_to(k, 100);
        kit_expect_only(k, "start", n == 5 ? "start ann a" : "start ann b");
    }
}

static void S22_a_condition_on_a_current_target_that_is_not_there_is_false(void **state) {
    kit *k = *state;
    def_bench_choice(k, true);
    assert_string_equal(action_of(k, kit_entity(k, "ann")), "b");
    kit_reset(k);
    def_bench_choice(k, false);
    kit_set(k, "bench1", "n", 5);
    kit_complete(k, "ann");
    kit_remove(k, "bench1");
    kit_update_to(k, 10);
    kit_expect_only(k, "start", "start ann b");
}

/* ---- S23 ---- */

static void S23_an_end_node_pops_the_sequence_and_its_caller_goes_on(void **state) {
    kit *k = *state;
    def_actions(k);
    chain(k, "inner", "a");
    chain(k, "middle", ">inner", "b");
    chain(k, "main", ">middle", "c");
    has(def_npc(k, "npc", "main"), "n", 0);
    begin_with_ann(k);
    kit_expect_stack(
        k, "ann", "main/middle in-subsequence, middle/inner in-subsequence, inner/a waiting");
    kit_update_to(k, 100);
    kit_expect_stack(k, "ann", "main/middle in-subsequence, middle/b waiting");
    kit_update_to(k, 200);
    kit_expect_stack(k, "ann", "main/c waiting");
    kit_expect_only(k, "start stop fail",
        "start ann a | stop ann a done | start ann b | stop ann b done | start ann c");
}

static void S23_ends_may_be_listed_and_there_may_be_several(void **state) {
    kit *k = *state;
    def_actions(k);
    bustle_sequence_def *errand = def_sequence(k, "errand", "pick");
    bustle_node_def *pick = add_node(errand, "pick", BUSTLE_NODE_CHOICE, NULL);
    add_node(errand, "early", BUSTLE_NODE_END, NULL);
    add_node(errand, "late", BUSTLE_NODE_END, NULL);
    add_edge(pick, "early", OPS(SELF_IS("n", BUSTLE_EQUAL, 1)));
    add_edge(pick, "b", OPS(SELF_IS("n", BUSTLE_EQUAL, 11)));
    add_edge(pick, "END", OPS(SELF_IS("n", BUSTLE_EQUAL, 31)));
    add_edge(add_node(errand, "b", BUSTLE_NODE_ACTION, "b"), "late", ALWAYS);
    chain(k, "main", "a", ">errand", "b", ">errand", "b", ">errand", "c");
    has(def_npc(k, "npc", "main"), "n", 0);
    begin_with_ann(k);
    kit_run(k, 400, 100);
    kit_expect_only(
        k, "start fail", "start ann a | start ann b | start ann b | start ann b | start ann c");
}

static void S23_when_nothing_is_left_of_main_it_is_pushed_again(void **state) {
    kit *k = *state;
    def_actions(k);
    def_action(k, "sit", 100)->target = BUSTLE_TARGET_TAKEN;
    chain(k, "main", "a", "sit");
    has(def_npc(k, "npc", "main"), "n", 0);
    accepts(def_prop(k, "bench"), "sit");
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "npc");
    kit_forget_events(k);
    for (int64_t now = 0; now < 1000; now += 200) { /* in the same turn, from its entry */
        bustle_frame frame;
        size_t count = 0;
        kit_update_to(k, now);
        kit_expect_stack(k, "ann", "main/a waiting");
        bustle_npc_frames(k->world, kit_entity(k, "ann"), &frame, 1, &count);
        assert_int_equal(frame.target, 0); /* anew, so without a target */
        kit_update_to(k, now + 100);
        kit_expect_stack(k, "ann", "main/sit waiting");
    }
}

static void S23_a_response_that_ends_is_not_pushed_again(void **state) {
    kit *k = *state;
    def_actions(k);
    def_interruption(k, "call");
    chain(k, "main", "a");
    chain(k, "answer", "b");
    handles(has(def_npc(k, "npc", "main"), "n", 0), "call", "answer", 0);
    begin_with_ann(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 10);
    kit_expect_stack(k, "ann", "main/a interrupted | answer/b waiting");
    kit_update_to(k, 110);
    kit_expect_stack(k, "ann", "main/a waiting");
}

static void S23_after_a_fallback_in_its_place_main_is_pushed_again(void **state) {
    kit *k = *state;
    add_edge(def_picking(k), "a", OPS(SELF_IS("n", BUSTLE_AT_LEAST, 10)));
    chain(k, "idle", "b");
    has(falls_back_on(def_npc(k, "idler", "main"), "idle"), "n", 0);
    kit_begin(k);
    kit_spawn(k, "ann", "idler");
    kit_run(k, 200, 100);
    kit_expect_only(k, "fail fallback start",
        "fail ann main no-option | fallback ann idle | start ann b | start ann a");
    kit_expect_stack(k, "ann", "main/a waiting");
}

/* ---- S24: how deep sequences nest ---- */

/* Sequences s01, s02, ... that nest one another; the last does a. If the node of one fails, that
 * one does b; 0: none. */
static bustle_entity_def *def_nest(kit *k, int depth, int catcher) {
    static char items[32][8]; /* ">s01" */
    def_actions(k);
    def_interruption(k, "call");
    for (int i = 1; i <= depth; i++) {
        snprintf(items[i], sizeof items[i], ">s%02u", (unsigned)i % 100);
    }
    for (int i = 1; i <= depth; i++) {
        bustle_sequence_def *s = chain(k, items[i] + 1, i == depth ? "a" : items[i + 1]);
        if (i == catcher) {
            add_edge(add_node(s, "b", BUSTLE_NODE_ACTION, "b"), "END", ALWAYS);
            node_of(s, s->entry)->failed = "b";
        }
    }
    return handles(has(def_npc(k, "npc", "s01"), "n", 0), "call", "s01", 0);
}

static void expect_depth(const kit *k, size_t depth) {
    size_t count = 0;
    bustle_entity ann = kit_entity(k, "ann");
    assert_int_equal(bustle_npc_frames(k->world, ann, NULL, 0, &count), BUSTLE_OK);
    assert_int_equal(count, depth);
}

static void S24_16_sequences_fit_on_the_stack_of_an_activity(void **state) {
    kit *k = *state;
    assert_int_equal(k->def.depth_limit, 16);
    def_nest(k, 16, 0);
    begin_with_ann(k);
    kit_expect_only(k, "start fail", "start ann a");
    expect_depth(k, 16);
}

static void S24_the_one_that_asks_for_the_17th_fails(void **state) {
    kit *k = *state;
    def_nest(k, 17, 16); /* directly: the asking node's own `failed` is not followed */
    begin_with_ann(k);
    kit_expect_only(k, "start fail", "fail ann s16 depth");
    expect_depth(k, 15);
}

static void S24_the_askers_caller_may_catch_its_failure(void **state) {
    kit *k = *state;
    def_nest(k, 17, 15);
    begin_with_ann(k);
    kit_expect_only(k, "start fail", "fail ann s16 depth | start ann b");
    expect_depth(k, 15);
    assert_int_equal(kit_doing(k, "ann").failures, 0);
}

static void S24_the_limit_of_depth_can_be_set(void **state) {
    kit *k = *state;
    const struct {
        int limit;
        const char *expected;
    } cases[] = {{1, "fail ann s01 depth"}, {5, "fail ann s05 depth"}, {19, "fail ann s19 depth"},
        {20, "start ann a"}, {255, "start ann a"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kit_reset(k);
        k->def.depth_limit = cases[i].limit;
        def_nest(k, 20, 0);
        begin_with_ann(k);
        kit_expect_only(k, "start fail", cases[i].expected);
    }
}

static void S24_each_activity_has_a_stack_of_its_own(void **state) {
    kit *k = *state;
    k->def.depth_limit = 3;
    def_nest(k, 3, 0);
    begin_with_ann(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 10);
    kit_expect_only(k, "start fail", "start ann a | start ann a");
    expect_depth(k, 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S20_a_sequence_begins_at_its_entry_node),
        RULE(S20_nodes_are_actions_nested_sequences_choices_and_ends),
        RULE(S20_transitions_may_carry_conditions),
        RULE(S20_npcs_share_a_sequence_and_have_their_own_places_in_it),
        RULE(S20_an_npc_costs_the_same_however_large_its_sequence_is),
        RULE(S20_nodes_are_laid_out_by_byte_order_of_their_names),
        RULE(S20_the_order_of_nodes_and_definitions_changes_nothing),
        RULE(S20_transitions_keep_the_order_written),
        RULE(S22_transitions_whose_conditions_hold_are_the_options),
        RULE(S22_transitions_to_one_node_are_one_option_at_the_place_of_the_first),
        RULE(S22_one_option_is_followed_without_draw_or_record),
        RULE(S22_a_choice_among_several_is_recorded_with_its_destination),
        RULE(S22_among_several_memory_decides),
        RULE(S22_without_an_option_the_node_fails),
        RULE(S22_an_action_nodes_transitions_are_tested_after_its_completion_effects),
        RULE(S22_target_in_a_condition_is_the_sequences_current_target),
        RULE(S22_a_condition_on_a_current_target_that_is_not_there_is_false),
        RULE(S23_an_end_node_pops_the_sequence_and_its_caller_goes_on),
        RULE(S23_ends_may_be_listed_and_there_may_be_several),
        RULE(S23_when_nothing_is_left_of_main_it_is_pushed_again),
        RULE(S23_a_response_that_ends_is_not_pushed_again),
        RULE(S23_after_a_fallback_in_its_place_main_is_pushed_again),
        RULE(S24_16_sequences_fit_on_the_stack_of_an_activity),
        RULE(S24_the_one_that_asks_for_the_17th_fails),
        RULE(S24_the_askers_caller_may_catch_its_failure),
        RULE(S24_the_limit_of_depth_can_be_set),
        RULE(S24_each_activity_has_a_stack_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
