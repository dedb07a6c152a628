/* S66: following paths; nodes, requests, raises and counts that do. */
#include "kit.h"

#include <stdio.h>
#include <string.h>

static void def_house(kit *k) {
    kit_def_link(k, "home");
    kit_def_link(k, "holds");
    kit_def_link(k, "friend");
    def_state(k, "n");
    def_interruption(k, "bell");
    def_action(k, "rest", 1000);
    chain(k, "main", "rest");
    chain(k, "listen", "rest");
    handles(has(def_npc(k, "person", "main"), "n", 0), "bell", "listen", 1);
    def_prop(k, "house");
    kit_tagged(def_prop(k, "box"), "box");
    kit_tagged(kit_tagged(def_prop(k, "sword"), "sword"), "sharp");
}

static void link(kit *k, const char *from, const char *kind, const char *to) {
    OK(bustle_world_link(k->world, kit_entity(k, from), kit_link(k, kind), kit_entity(k, to), 1));
}

/* "b a": labels in the order found; "!": no path. */
static void expect_found(kit *k, const char *from, const char *path, const char *expected) {
    bustle_entity found[300];
    size_t count = 0;
    char reason[100] = "";
    char text[400] = "";
    const bustle_status status = bustle_world_query(
        k->world, kit_entity(k, from), path, found, 300, &count, reason, sizeof reason);
    if (status == BUSTLE_BAD_PATH) {
        assert_true(strlen(reason) > 0);
        assert_string_equal("!", expected);
        return;
    }
    OK(status);
    for (size_t i = 0; i < count; i++) {
        for (size_t e = 0; e < k->entity_count; e++) {
            if (k->entities[e].entity == found[i]) {
                strcat(strcat(text, i == 0 ? "" : " "), k->entities[e].label);
            }
        }
    }
    assert_string_equal(text, expected);
}

static void spawn_house(kit *k) {
    kit_begin(k);
    kit_spawn(k, "s1", "sword");
    kit_spawn(k, "h", "house");
    kit_spawn(k, "b1", "box");
    kit_spawn(k, "b2", "box");
    kit_spawn(k, "s2", "sword");
    kit_spawn(k, "ann", "person");
    link(k, "ann", "home", "h");
    link(k, "h", "holds", "b1");
    link(k, "h", "holds", "s2");
    link(k, "b1", "holds", "b2");
    link(k, "b2", "holds", "s1");
    link(k, "b2", "holds", "b1");
    link(k, "b2", "holds", "h");
}

static void S66_steps_are_followed_from_the_last_word(void **state) {
    kit *k = *state;
    def_house(k);
    spawn_house(k);
    expect_found(k, "ann", "home", "h");
    expect_found(k, "ann", "home of self", "h");
    expect_found(k, "ann", "holds of home", "b1 s2");
    expect_found(k, "ann", "holds of holds of home", "b2");
    expect_found(k, "ann", "holds(sword) of home", "s2");
    expect_found(k, "ann", "holds( 'sharp' )of holds of holds of home", "s1");
    expect_found(k, "ann", "friend of home", "");
    expect_found(k, "ann", "home of area", "");
    expect_found(k, "h", "home", "");
    kit_update_to(k, 0);
}

static void S66_plus_goes_on_from_nobody_twice(void **state) {
    kit *k = *state;
    def_house(k);
    spawn_house(k);
    expect_found(k, "ann", "holds+ of home", "s1 h b1 b2 s2");
    expect_found(k, "ann", "holds(sword)+ of home", "s1 s2");
    expect_found(k, "b1", "holds+", "s1 h b1 b2 s2");
    expect_found(k, "s1", "holds+", "");
}

static void S66_plus_takes_sixteen_steps_at_the_most(void **state) {
    kit *k = *state;
    static char labels[20][16];
    bustle_entity found[40];
    size_t count = 0;
    def_house(k);
    kit_begin(k);
    for (int i = 0; i < 20; i++) {
        snprintf(labels[i], sizeof labels[i], "h%d", i);
        kit_spawn(k, labels[i], "house");
    }
    for (int i = 0; i < 19; i++) {
        link(k, labels[i], "holds", labels[i + 1]);
    }
    OK(bustle_world_query(k->world, kit_entity(k, "h0"), "holds+", found, 40, &count, NULL, 0));
    assert_int_equal(count, 16);
}

static void S66_what_is_no_path_is_told(void **state) {
    kit *k = *state;
    def_house(k);
    spawn_house(k);
    expect_found(k, "ann", "", "!");
    expect_found(k, "ann", "self", "!");
    expect_found(k, "ann", "hom", "!");
    expect_found(k, "ann", "home of", "!");
    expect_found(k, "ann", "home of self of self", "!");
    expect_found(k, "ann", "home(", "!");
    expect_found(k, "ann", "home()", "!");
    expect_found(k, "ann", "home(castle)", "");
    expect_found(k, "ann", "home of target", "!");
    expect_found(k, "ann", "home in friend", "!");
    expect_found(k, "ann", "home ++", "!");
}

static void S66_a_path_looks_at_256_links(void **state) {
    kit *k = *state;
    static char labels[300][16];
    bustle_entity found[300];
    size_t count = 0;
    def_house(k);
    def_action(k, "sum", 1000)->start = TEXT("self.n = count(holds of holds of home)");
    chain(k, "sums", "sum");
    has(def_npc(k, "clerk", "sums"), "n", 0);
    kit_begin(k);
    kit_spawn(k, "h", "house");
    kit_spawn(k, "g", "house");
    kit_spawn(k, "i", "house");
    for (int i = 0; i < 300; i++) {
        snprintf(labels[i], sizeof labels[i], "b%d", i);
        kit_spawn(k, labels[i], "box");
        link(k, i < 200 ? "g" : "i", "holds", labels[i]);
    }
    link(k, "h", "holds", "g");
    link(k, "h", "holds", "i");
    OK(bustle_world_query(
        k->world, kit_entity(k, "h"), "holds of holds", found, 300, &count, NULL, 0));
    assert_int_equal(count, 254);
    assert_int_equal(kit_stats(k).paths_cut, 1);
    OK(bustle_world_query(k->world, kit_entity(k, "g"), "holds", found, 300, &count, NULL, 0));
    assert_int_equal(count, 200);
    assert_int_equal(kit_stats(k).paths_cut, 1);
    kit_spawn(k, "tom", "clerk");
    link(k, "tom", "home", "h");
    kit_update_to(k, 0);
    assert_int_equal(kit_get(k, "tom", "n"), 253);
    assert_int_equal(kit_stats(k).paths_cut, 2);
}

static void S66_counts_are_values_and_any_a_condition(void **state) {
    kit *k = *state;
    def_house(k);
    def_action(k, "count", 1000)->finish =
        TEXT("self.n = count(holds+ of home) * 10 + count(holds of home in holds(sword)+ of home)");
    def_action(k, "poor", 1000)->when = TEXT("not any(holds of home)");
    def_action(k, "rich", 1000)->when = TEXT("count(holds+ of home) >= 5 and any(home)");
    bustle_sequence_def *s = chain(k, "counts", "poor", "rich", "count");
    node_of(s, "poor")->failed = "rich";
    has(def_npc(k, "miser", "counts"), "n", 0);
    spawn_house(k);
    kit_spawn(k, "tom", "miser");
    link(k, "tom", "home", "h");
    kit_update_to(k, 0);
    kit_update_to(k, 1000);
    kit_update_to(k, 2000);
    assert_int_equal(kit_get(k, "tom", "n"), 51);
    kit_forget_events(k);
    OK(bustle_world_unlink(
        k->world, kit_entity(k, "tom"), kit_link(k, "home"), kit_entity(k, "h")));
    kit_update_to(k, 3000);
    kit_expect_only(k, "start", "start ann rest | start tom count");
    kit_update_to(k, 4000);
    kit_expect_only(k, "start", "start ann rest | start tom poor");
}

static void S66_a_count_is_whole_where_it_is_compared(void **state) {
    kit *k = *state;
    def_house(k);
    def_action(k, "one", 1000)->when = TEXT("count(holds+ of home) == 1");
    def_action(k, "four", 1000)->when = TEXT("count(holds+ of home) <= 4");
    bustle_sequence_def *s = chain(k, "counts", "one", "four", "rest");
    node_of(s, "one")->failed = "four";
    node_of(s, "four")->failed = "rest";
    def_npc(k, "miser", "counts");
    spawn_house(k);
    kit_spawn(k, "tom", "miser");
    link(k, "tom", "home", "h");
    kit_update_to(k, 0);
    kit_expect_only(k, "start", "start ann rest | start tom rest"); /* they are five */
}

static void S66_each_path_of_a_count_begins_where_it_says(void **state) {
    kit *k = *state;
    def_house(k);
    bustle_action_def *compare = def_action(k, "compare", 1000);
    compare->target = BUSTLE_TARGET_TAKEN;
    compare->start = TEXT("self.n = count(holds of home in holds of target) + 1");
    accepts(def_prop(k, "cart"), "compare");
    chain(k, "compares", "compare");
    has(def_npc(k, "miser", "compares"), "n", 0);
    spawn_house(k);
    kit_spawn(k, "cart1", "cart");
    kit_spawn(k, "tom", "miser");
    link(k, "tom", "home", "h");
    link(k, "cart1", "holds", "s2");
    kit_update_to(k, 0);
    assert_int_equal(kit_get(k, "tom", "n"), 2);
}

static void S66_a_node_finds_its_target_on_a_path(void **state) {
    kit *k = *state;
    def_house(k);
    bustle_action_def *grab = def_action(k, "grab", 1000);
    grab->target = BUSTLE_TARGET_TAKEN;
    grab->when = TEXT("distance <= 5");
    bustle_sequence_def *s = chain(k, "grabs", "grab");
    node_of(s, "grab")->path = "holds+ of home";
    def_npc(k, "thief", "grabs");
    spawn_house(k);
    kit_spawn_at(k, "tom", "thief", 0, 0, 0);
    kit_spawn_at(k, "far", "box", 100, 0, 0);
    link(k, "tom", "home", "h");
    link(k, "h", "holds", "far");
    link(k, "h", "holds", "tom");
    for (int i = 0; i < 6; i++) {
        kit_update_to(k, i * 1000);
    }
    /* Nobody accepts it; each once before anybody twice (S27). */
    char seen[8] = "";
    for (size_t i = 0; i < k->event_count; i++) {
        if (k->events[i].kind == BUSTLE_EVENT_START && k->events[i].npc == kit_entity(k, "tom")) {
            assert_int_not_equal(k->events[i].target, kit_entity(k, "far"));
            assert_int_not_equal(k->events[i].target, kit_entity(k, "tom"));
            strcat(seen, "x");
        }
    }
    assert_string_equal(seen, "xxxxxx");
}

static void S66_whom_a_path_finds_is_taken_by_spawn_numbers(void **state) {
    kit *k = *state;
    def_house(k);
    bustle_action_def *stroke = def_action(k, "stroke", 1000);
    stroke->target = BUSTLE_TARGET_TAKEN;
    stroke->when = TEXT("distance < 100");
    node_of(chain(k, "strokes", "stroke"), "stroke")->path = "holds of holds";
    def_npc(k, "keeper", "strokes");
    def_prop(k, "cat")->position = BUSTLE_POSITION_QUERIED;
    kit_begin(k);
    kit_spawn(k, "cat1", "cat");
    kit_spawn(k, "cat2", "cat");
    kit_spawn(k, "b1", "box");
    kit_spawn(k, "b2", "box");
    kit_spawn(k, "tom", "keeper");
    link(k, "tom", "holds", "b1");
    link(k, "tom", "holds", "b2");
    link(k, "b1", "holds", "cat2"); /* which is found first */
    link(k, "b2", "holds", "cat1");
    kit_expect_asked(k, "");
    kit_update_to(k, 0);
    kit_expect_asked(k, "cat1 cat2");
}

static void S66_a_node_s_path_may_begin_at_the_target(void **state) {
    kit *k = *state;
    def_house(k);
    def_action(k, "open", 1000)->target = BUSTLE_TARGET_TAKEN;
    bustle_action_def *take = def_action(k, "take", 1000);
    take->target = BUSTLE_TARGET_TAKEN;
    take->start = TEXT("raise bell on friend of target; self.n = count(holds(ghost) of home) + 1");
    accepts(def_prop(k, "cart"), "open");
    bustle_sequence_def *s = chain(k, "opens", "open", "take");
    node_of(s, "take")->path = "holds of target";
    has(def_npc(k, "thief", "opens"), "n", 0);
    spawn_house(k);
    kit_spawn(k, "cart1", "cart");
    kit_spawn(k, "tom", "thief");
    link(k, "cart1", "holds", "b2");
    link(k, "b2", "friend", "ann");
    link(k, "tom", "home", "h");
    kit_update_to(k, 0);
    kit_update_to(k, 1000);
    assert_true(kit_doing(k, "tom").target == kit_entity(k, "b2"));
    kit_update_to(k, 1001);
    kit_expect_only(k, "interrupt fail", "interrupt ann bell listen tom");
    assert_int_equal(kit_get(k, "tom", "n"), 1); /* a tag that nothing has finds nobody */
}

static void S66_a_node_s_path_may_begin_at_the_area(void **state) {
    kit *k = *state;
    def_house(k);
    def_action(k, "take", 1000)->target = BUSTLE_TARGET_TAKEN;
    bustle_sequence_def *s = chain(k, "takes", "take", "rest");
    node_of(s, "take")->path = "holds of area";
    node_of(s, "take")->failed = "rest";
    def_npc(k, "thief", "takes");
    kit_extends(def_prop(k, "room"), (bustle_box_def){4, 4, -1, 0, 0, 0});
    spawn_house(k);
    kit_spawn(k, "room1", "room");
    kit_spawn(k, "tom", "thief");
    kit_spawn_at(k, "tim", "thief", 50, 0, 0);
    link(k, "room1", "holds", "b1");
    link(k, "tom", "holds", "b2");
    link(k, "tim", "holds", "b2");
    kit_update_to(k, 0);
    assert_true(kit_doing(k, "tom").target == kit_entity(k, "b1"));
    assert_int_equal(kit_doing(k, "tim").action, kit_action(k, "rest")); /* it is in none */
}

static const char *problem_of_node(kit *k, const char *path, bool same_target, bool targeted) {
    kit_reset(k);
    def_house(k);
    def_action(k, "take", 1000)->target = targeted ? BUSTLE_TARGET_TAKEN : BUSTLE_TARGET_NOT_TAKEN;
    bustle_node_def *node = node_of(chain(k, "takes", "take"), "take");
    node->path = path;
    node->same_target = same_target;
    def_npc(k, "thief", "takes");
    return kit_expect_problem(k, BUSTLE_ERROR, "takes");
}

static void S66_what_is_wrong_with_a_node_s_path_is_told(void **state) {
    kit *k = *state;
    assert_string_equal(problem_of_node(k, "hom", false, true), "unknown-link");
    assert_string_equal(problem_of_node(k, "home of", false, true), "bad-path");
    assert_string_equal(problem_of_node(k, "home of self self", false, true), "bad-path");
    assert_string_equal(problem_of_node(k, "home in home", false, true), "bad-path");
    assert_string_equal(problem_of_node(k, "home", true, true), "bad-path");
    assert_string_equal(problem_of_node(k, "home", false, false), "bad-path");
}

static void S66_a_path_in_a_part_begins_at_an_earlier_one(void **state) {
    for (int later = 0; later < 2; later++) {
        kit *k = *state;
        def_house(k);
        bustle_scene_def *talk = def_scene(k, "talk");
        add_part(talk, "lead", NULL, "main");
        add_part(talk, "guest", "box", "main")->when =
            later ? TEXT("any(friend of other)") : TEXT("any(friend of lead)");
        add_part(talk, "other", "box", "main");
        kit_tagged(def_npc(k, "host", "main"), "box");
        if (later) {
            assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "talk"), "bad-path");
        } else {
            kit_seal_ok(k);
        }
        kit_reset(k);
    }
}

static void S66_the_first_of_many_inside_are_found(void **state) {
    kit *k = *state;
    static char labels[300][16];
    bustle_entity found[300];
    size_t count = 0;
    def_house(k);
    kit_extends(def_prop(k, "town"), (bustle_box_def){10, 10, -1, 0, 0, 0});
    kit_begin(k);
    kit_spawn(k, "town1", "town");
    for (int i = 0; i < 300; i++) {
        snprintf(labels[i], sizeof labels[i], "p%d", i);
        kit_spawn(k, labels[i], "person");
    }
    OK(bustle_world_query(k->world, kit_entity(k, "town1"), "inside", found, 300, &count, NULL, 0));
    assert_int_equal(count, 256);
    assert_true(found[0] == kit_entity(k, "p0") && found[255] == kit_entity(k, "p255"));
}

static void S66_a_path_that_finds_nobody_fails_its_node(void **state) {
    kit *k = *state;
    def_house(k);
    def_action(k, "grab", 1000)->target = BUSTLE_TARGET_TAKEN;
    bustle_sequence_def *s = chain(k, "grabs", "grab");
    node_of(s, "grab")->path = "holds of home";
    def_npc(k, "thief", "grabs");
    spawn_house(k);
    kit_spawn(k, "tom", "thief");
    kit_update_to(k, 0);
    kit_expect_only(k, "fail", "fail tom grabs no-candidate");
}

static void S66_an_interruption_is_raised_on_whom_a_path_finds(void **state) {
    kit *k = *state;
    def_house(k);
    def_action(k, "ring", 1000)->start = TEXT("raise bell on friend+");
    chain(k, "rings", "ring");
    handles(def_npc(k, "ringer", "rings"), "bell", "listen", 1);
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "bob", "person");
    kit_spawn(k, "cat", "person");
    kit_spawn(k, "box1", "box");
    kit_spawn(k, "tom", "ringer");
    link(k, "tom", "friend", "bob");
    link(k, "tom", "friend", "box1");
    link(k, "box1", "friend", "ann");
    link(k, "ann", "friend", "tom");
    kit_update_to(k, 0);
    kit_update_to(k, 1);
    kit_expect_only(k, "interrupt",
        "interrupt ann bell listen tom | interrupt bob bell listen tom | interrupt tom bell listen "
        "tom");
}

static void S65_areas_and_members_are_links_too(void **state) {
    kit *k = *state;
    def_house(k);
    has(kit_extends(def_prop(k, "room"), (bustle_box_def){10, 10, -1, 0, 0, 0}), "n", 4);
    has(kit_extends(def_prop(k, "town"), (bustle_box_def){100, 100, -1, 0, 0, 0}), "n", 1);
    def_action(k, "note", 1000)->finish =
        TEXT("self.n = area.n * 100 + count(inside of area) * 10 + count(outer+ of area); "
             "area.n += 1");
    chain(k, "notes", "note");
    has(def_npc(k, "clerk", "notes"), "n", 0);
    kit_begin(k);
    kit_spawn(k, "town1", "town");
    kit_spawn(k, "room1", "room");
    kit_spawn(k, "tom", "clerk");
    kit_spawn_at(k, "ann", "person", 30, 0, 0);
    kit_spawn(k, "bob", "person");
    kit_update_to(k, 0);
    expect_found(k, "tom", "around", "room1");
    expect_found(k, "tom", "inside of area", "tom bob");
    expect_found(k, "tom", "inside of outer of area", "tom ann bob");
    expect_found(k, "town1", "inner", "room1");
    expect_found(k, "room1", "outer", "town1");
    kit_update_to(k, 1000);
    assert_int_equal(kit_get(k, "tom", "n"), 421);
    assert_int_equal(kit_get(k, "room1", "n"), 5);
}

static void S65_inner_and_outer_are_read_from_either_end(void **state) {
    kit *k = *state;
    def_house(k);
    kit_extends(def_prop(k, "room"), (bustle_box_def){10, 10, -1, 0, 0, 0});
    bustle_action_def *note = def_action(k, "note", 1000);
    note->target = BUSTLE_TARGET_TAKEN;
    note->start = TEXT("self.n = target.inner(area) * 1000 + area.inner(target) * 100 + "
                       "area.outer(target) * 10 + target.outer(area)");
    accepts(kit_extends(def_prop(k, "town"), (bustle_box_def){100, 100, -1, 0, 0, 0}), "note");
    chain(k, "notes", "note");
    has(def_npc(k, "clerk", "notes"), "n", 0);
    kit_begin(k);
    kit_spawn(k, "town1", "town");
    kit_spawn(k, "room1", "room");
    kit_spawn(k, "tom", "clerk");
    kit_update_to(k, 0);
    assert_int_equal(kit_get(k, "tom", "n"), 1010);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S66_steps_are_followed_from_the_last_word),
        RULE(S66_plus_goes_on_from_nobody_twice),
        RULE(S66_plus_takes_sixteen_steps_at_the_most),
        RULE(S66_what_is_no_path_is_told),
        RULE(S66_a_path_looks_at_256_links),
        RULE(S66_counts_are_values_and_any_a_condition),
        RULE(S66_a_count_is_whole_where_it_is_compared),
        RULE(S66_each_path_of_a_count_begins_where_it_says),
        RULE(S66_a_node_finds_its_target_on_a_path),
        RULE(S66_whom_a_path_finds_is_taken_by_spawn_numbers),
        RULE(S66_a_node_s_path_may_begin_at_the_target),
        RULE(S66_a_node_s_path_may_begin_at_the_area),
        RULE(S66_what_is_wrong_with_a_node_s_path_is_told),
        RULE(S66_a_path_in_a_part_begins_at_an_earlier_one),
        RULE(S66_the_first_of_many_inside_are_found),
        RULE(S66_a_path_that_finds_nobody_fails_its_node),
        RULE(S66_an_interruption_is_raised_on_whom_a_path_finds),
        RULE(S65_areas_and_members_are_links_too),
        RULE(S65_inner_and_outer_are_read_from_either_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
