/* S65: links between entities, by the game and by effects. */
#include "kit.h"

#include <stdio.h>
#include <string.h>

static void def_people(kit *k) {
    kit_def_link(k, "friend");
    kit_def_valued_link(k, "trust", -10, 10, 3);
    def_state(k, "seen");
    def_action(k, "meet", 1000)->when = TEXT("distance >= 0");
    chain(k, "main", "meet");
    accepts(has(def_npc(k, "person", "main"), "seen", 0), "meet");
    def_prop(k, "thing");
}

static bustle_status link(
    kit *k, const char *from, const char *kind, const char *to, int32_t value) {
    return bustle_world_link(
        k->world, kit_entity(k, from), kit_link(k, kind), kit_entity(k, to), value);
}

static void expect_link(
    kit *k, const char *from, const char *kind, const char *to, int32_t value, bool exists) {
    int32_t read = -99;
    bool is_there = !exists;
    OK(bustle_entity_link(
        k->world, kit_entity(k, from), kit_link(k, kind), kit_entity(k, to), &read, &is_there));
    assert_int_equal(read, value);
    assert_int_equal(is_there, exists);
}

static void begin_three(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_spawn(k, "bob", "person");
    kit_spawn(k, "cup", "thing");
}

static void S65_where_there_is_no_link_its_default_is_read(void **state) {
    kit *k = *state;
    def_people(k);
    begin_three(k);
    expect_link(k, "ann", "friend", "bob", 0, false);
    expect_link(k, "ann", "trust", "bob", 3, false);
    OK(link(k, "ann", "trust", "bob", 3));
    expect_link(k, "ann", "trust", "bob", 3, true);
    expect_link(k, "bob", "trust", "ann", 3, false);
    OK(link(k, "ann", "trust", "bob", 99));
    expect_link(k, "ann", "trust", "bob", 10, true);
    OK(bustle_world_unlink(
        k->world, kit_entity(k, "ann"), kit_link(k, "trust"), kit_entity(k, "bob")));
    expect_link(k, "ann", "trust", "bob", 3, false);
    kit_update_to(k, 0);
}

static void S65_a_flag_that_is_set_to_nothing_is_unlinked(void **state) {
    kit *k = *state;
    def_people(k);
    begin_three(k);
    OK(link(k, "ann", "friend", "cup", 7));
    expect_link(k, "ann", "friend", "cup", 1, true);
    assert_int_equal(kit_stats(k).links, 1);
    OK(link(k, "ann", "friend", "cup", 0));
    expect_link(k, "ann", "friend", "cup", 0, false);
    OK(link(k, "ann", "friend", "cup", -3));
    assert_int_equal(kit_stats(k).links, 0);
    kit_update_to(k, 0);
}

static void S65_nobody_has_a_link_to_itself(void **state) {
    kit *k = *state;
    def_people(k);
    begin_three(k);
    assert_int_equal(link(k, "ann", "friend", "ann", 1), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_link(k->world, kit_entity(k, "ann"), 9, kit_entity(k, "bob"), 1),
        BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_link(k->world, kit_entity(k, "ann"), 0, 12345, 1), BUSTLE_STALE);
}

static void S65_links_vanish_with_either_end(void **state) {
    kit *k = *state;
    def_people(k);
    begin_three(k);
    OK(link(k, "ann", "friend", "bob", 1));
    OK(link(k, "bob", "friend", "cup", 1));
    OK(link(k, "cup", "trust", "ann", 1));
    OK(bustle_world_remove(k->world, kit_entity(k, "bob")));
    assert_int_equal(kit_stats(k).links, 1);
    kit_update_to(k, 0);
    OK(bustle_world_remove(k->world, kit_entity(k, "cup")));
    assert_int_equal(kit_stats(k).links, 0);
    kit_update_to(k, 1);
}

static void S65_links_come_by_spawn_numbers(void **state) {
    kit *k = *state;
    bustle_entity others[4];
    int32_t values[4];
    size_t count = 0;
    def_people(k);
    begin_three(k);
    OK(link(k, "ann", "trust", "cup", 5));
    OK(link(k, "ann", "friend", "cup", 1));
    OK(link(k, "ann", "trust", "bob", -5));
    OK(bustle_entity_links(
        k->world, kit_entity(k, "ann"), kit_link(k, "trust"), others, values, 4, &count));
    assert_int_equal(count, 2);
    assert_int_equal(others[0], kit_entity(k, "bob"));
    assert_int_equal(others[1], kit_entity(k, "cup"));
    assert_int_equal(values[0], -5);
    assert_int_equal(values[1], 5);
    OK(bustle_entity_links(
        k->world, kit_entity(k, "ann"), kit_link(k, "trust"), others, NULL, 1, &count));
    assert_int_equal(count, 2);
    kit_update_to(k, 0);
}

/* 4,112 things with 255 friends each, and 16 with one. */
static void S65_more_than_2_to_20_in_a_world_are_refused_and_counted(void **state) {
    kit *k = *state;
    enum { MOST = 1 << 20, THINGS = MOST / 255 + 1 };
    static bustle_entity thing[THINGS];
    uint32_t refused = 0;
    def_people(k);
    begin_three(k);
    const bustle_id friend = kit_link(k, "friend");
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = bustle_content_find(k->content, BUSTLE_KIND_ENTITY, "thing");
    for (int i = 0; i < THINGS; i++) {
        OK(bustle_world_spawn(k->world, &def, &thing[i]));
    }
    for (uint32_t i = 0; i < MOST + 4; i++) {
        const bustle_entity from = thing[i / 255];
        const bustle_entity to = thing[(i / 255 + 1 + i % 255) % THINGS];
        refused += bustle_world_link(k->world, from, friend, to, 1) == BUSTLE_LIMIT;
    }
    assert_int_equal(refused, 4);
    assert_int_equal(kit_stats(k).links_refused, 4);
    assert_int_equal(kit_stats(k).links, MOST);
    assert_int_equal(link(k, "ann", "trust", "cup", 1), BUSTLE_LIMIT);
    OK(bustle_world_remove(k->world, thing[0]));
    OK(link(k, "ann", "trust", "cup", 1));
    kit_update_to(k, 0);
}

static void S65_more_than_255_of_a_kind_are_refused_and_counted(void **state) {
    kit *k = *state;
    static char labels[257][16];
    def_people(k);
    begin_three(k);
    for (int i = 0; i < 257; i++) {
        snprintf(labels[i], sizeof labels[i], "t%d", i);
        kit_spawn(k, labels[i], "thing");
    }
    for (int i = 0; i < 255; i++) {
        OK(link(k, "cup", "friend", labels[i], 1));
    }
    assert_int_equal(link(k, "cup", "friend", labels[255], 1), BUSTLE_LIMIT);
    OK(link(k, "cup", "friend", labels[3], 1));
    OK(link(k, "cup", "trust", labels[255], 1));
    assert_int_equal(kit_stats(k).links_refused, 1);
    assert_int_equal(kit_stats(k).links, 256);
    kit_update_to(k, 0);
    bustle_snapshot save = {0};
    OK(bustle_snapshot_save(k->world, NULL, 0, &save));
    OK(bustle_snapshot_load(k->world, save.bytes, save.size, NULL, NULL, 0));
    bustle_snapshot_free(&save);
    assert_int_equal(kit_stats(k).links_refused, 1);
    assert_int_equal(kit_stats(k).links, 256);
    OK(bustle_world_remove(k->world, kit_entity(k, "cup")));
    assert_int_equal(kit_stats(k).links, 0);
    kit_update_to(k, 1);
}

static void S65_effects_change_links_from_their_default(void **state) {
    kit *k = *state;
    def_people(k);
    def_action(k, "talk", 1000)->finish = TEXT("self.trust(target) += 2; target.trust(self) -= 20; "
                                               "self.friend(target) = true; "
                                               "self.seen = self.trust(target) * 2");
    chain(k, "chat", "talk");
    has(def_npc(k, "talker", "chat"), "seen", 0);
    accepts(def_prop(k, "tree"), "talk");
    kit_begin(k);
    kit_spawn(k, "tree1", "tree");
    kit_spawn(k, "tom", "talker");
    kit_update_to(k, 1);
    expect_link(k, "tom", "trust", "tree1", 3, false);
    kit_update_to(k, 1001);
    expect_link(k, "tom", "trust", "tree1", 5, true);
    expect_link(k, "tree1", "trust", "tom", -10, true);
    expect_link(k, "tom", "friend", "tree1", 1, true);
    assert_int_equal(kit_get(k, "tom", "seen"), 10);
}

static void S65_conditions_read_links(void **state) {
    kit *k = *state;
    def_people(k);
    def_action(k, "hug", 1000)->when = TEXT("self.friend(target) and self.trust(target) > 3");
    chain(k, "hugs", "hug");
    def_npc(k, "hugger", "hugs");
    accepts(def_prop(k, "tree"), "hug");
    kit_begin(k);
    kit_spawn(k, "tree1", "tree");
    kit_spawn(k, "tree2", "tree");
    kit_spawn(k, "tree3", "tree");
    kit_spawn(k, "tom", "hugger");
    OK(link(k, "tom", "friend", "tree1", 1));
    OK(link(k, "tom", "friend", "tree3", 1));
    OK(link(k, "tom", "trust", "tree2", 9));
    OK(link(k, "tom", "trust", "tree3", 9));
    OK(link(k, "tree1", "trust", "tom", 9));
    kit_update_to(k, 0);
    kit_expect_only(k, "start", "start tom hug tree3");
}

static void S46_the_most_trusted_is_preferred(void **state) {
    kit *k = *state;
    def_people(k);
    bustle_action_def *hug = def_action(k, "hug", 1000);
    hug->preference = BUSTLE_PREFER_MOST;
    hug->preferred = TEXT("self.trust(target) * 2 - target.seen");
    chain(k, "hugs", "hug");
    def_npc(k, "hugger", "hugs");
    accepts(has(def_prop(k, "tree"), "seen", 0), "hug");
    accepts(def_prop(k, "stone"), "hug"); /* without the state: it ranks last */
    kit_begin(k);
    kit_spawn(k, "stone1", "stone");
    kit_spawn(k, "tree1", "tree");
    kit_spawn(k, "tree2", "tree");
    kit_spawn(k, "tom", "hugger");
    OK(link(k, "tom", "trust", "stone1", 10));
    OK(link(k, "tom", "trust", "tree1", 5));
    OK(link(k, "tom", "trust", "tree2", 4));
    kit_set(k, "tree1", "seen", 3);
    kit_update_to(k, 0);
    kit_expect_only(k, "start", "start tom hug tree2");
}

static void S65_kinds_are_checked_when_sealed(void **state) {
    kit *k = *state;
    static const char *const reserved[] = {
        "inside", "member", "self", "target", "area", "of", "in"};
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        kit_def_link(k, reserved[i]);
        assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, reserved[i]), "bad-link");
        kit_reset(k);
    }
    kit_def_valued_link(k, "trust", 5, 1, 0);
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "trust"), "bad-bounds");
    kit_reset(k);
    kit_def_valued_link(k, "trust", 0, 5, 9);
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "trust"), "bad-initial");
    kit_reset(k);
    kit_def_valued_link(k, "trust", 1, 5, -1);
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "trust"), "bad-initial");
}

static void S65_a_default_of_0_is_moved_to_the_nearest_bound(void **state) {
    kit *k = *state;
    kit_def_valued_link(k, "trust", 2, 5, 0);
    kit_def_valued_link(k, "grudge", -5, -3, 0);
    def_prop(k, "thing");
    kit_begin(k);
    kit_spawn(k, "a", "thing");
    kit_spawn(k, "b", "thing");
    expect_link(k, "a", "trust", "b", 2, false);
    expect_link(k, "a", "grudge", "b", -3, false);
}

static const char *problem_of(kit *k, const char *when, const char *finish) {
    kit_reset(k);
    def_people(k);
    bustle_action_def *act = def_action(k, "act", 1000);
    act->when = (bustle_ops){NULL, 0, when};
    act->finish = (bustle_ops){NULL, 0, finish};
    return kit_expect_problem(k, BUSTLE_ERROR, "act");
}

static void S65_texts_about_links_are_checked(void **state) {
    kit *k = *state;
    assert_string_equal(problem_of(k, "self.frend(target)", NULL), "unknown-link");
    assert_string_equal(problem_of(k, "self.trust(self) > 0", NULL), "link-to-itself");
    assert_string_equal(problem_of(k, "self.trust(target)", NULL), "value-as-condition");
    assert_string_equal(problem_of(k, "self.trust(nobody) > 0", NULL), "syntax");
    assert_string_equal(problem_of(k, "env.trust(target) > 0", NULL), "syntax");
    assert_string_equal(problem_of(k, NULL, "target.holder(self) = 1"), "read-only-link");
    assert_string_equal(problem_of(k, "count(frend) > 0", NULL), "unknown-link");
    assert_string_equal(problem_of(k, "count(friend of) > 0", NULL), "bad-path");
    assert_string_equal(problem_of(k, "count(target) > 0", NULL), "bad-path");
    assert_string_equal(problem_of(k, "count(friend of target of self) > 0", NULL), "bad-path");
    assert_string_equal(problem_of(k, "any(friend(thing of target)", NULL), "bad-path");
}

static bustle_truth truth_of(kit *k, const char *self, const char *target, bustle_ops condition) {
    bustle_reading readings[8];
    bustle_truth truth = BUSTLE_UNKNOWN;
    OK(bustle_world_test(k->world, kit_entity(k, self), target == NULL ? 0 : kit_entity(k, target),
        &condition, readings, &truth));
    return truth;
}

static void S65_a_look_reads_links_and_counts(void **state) {
    kit *k = *state;
    def_people(k);
    begin_three(k);
    OK(link(k, "ann", "trust", "bob", 7));
    OK(link(k, "ann", "friend", "bob", 1));
    OK(link(k, "ann", "friend", "cup", 1));
    OK(link(k, "bob", "friend", "cup", 1));
    const bustle_op trusts = {.kind = BUSTLE_EQUAL,
        .subject = BUSTLE_SELF,
        .link = "trust",
        .to = BUSTLE_TARGET,
        .value = 7};
    const bustle_op two = KIT_OP(BUSTLE_EQUAL, BUSTLE_COUNT, "friend", 2);
    const bustle_op shared = KIT_OP(BUSTLE_EQUAL, BUSTLE_COUNT, "friend in friend of target", 1);
    assert_int_equal(truth_of(k, "ann", "bob", (bustle_ops){&trusts, 1, NULL}), BUSTLE_TRUE);
    assert_int_equal(truth_of(k, "bob", "ann", (bustle_ops){&trusts, 1, NULL}), BUSTLE_FALSE);
    assert_int_equal(truth_of(k, "ann", NULL, (bustle_ops){&trusts, 1, NULL}), BUSTLE_FALSE);
    assert_int_equal(truth_of(k, "ann", NULL, (bustle_ops){&two, 1, NULL}), BUSTLE_TRUE);
    assert_int_equal(truth_of(k, "bob", NULL, (bustle_ops){&two, 1, NULL}), BUSTLE_FALSE);
    assert_int_equal(truth_of(k, "ann", "bob", (bustle_ops){&shared, 1, NULL}), BUSTLE_TRUE);
}

/* ---- Places ---- */

static bustle_builder *place_builder(const bustle_place_link_def *given) {
    static const char *const names[] = {"a", "b", "b", "c"};
    bustle_builder *b = bustle_builder_create(NULL);
    bustle_link_def home = bustle_default_link_def();
    home.name = "home";
    bustle_entity_def thing = bustle_default_entity_def();
    thing.name = "thing";
    OK(bustle_builder_add_link(b, &home));
    OK(bustle_builder_add_entity(b, &thing));
    for (int i = 0; i < 4; i++) {
        bustle_place_def place = bustle_default_place_def();
        place.definition = "thing";
        place.name = names[i];
        place.links = i == 0 ? given : NULL;
        place.link_count = i == 0 ? 1 : 0;
        OK(bustle_builder_add_place(b, &place));
    }
    return b;
}

static const char *place_problem(const char *kind, const char *to) {
    static char code[40];
    const bustle_place_link_def given = {kind, to, false, 0};
    bustle_builder *b = place_builder(&given);
    bustle_content *content = NULL;
    bustle_problem p;
    assert_int_equal(bustle_builder_seal(b, &content), BUSTLE_PROBLEMS);
    assert_true(bustle_builder_problem(b, 0, &p));
    assert_true(p.cure[0] != '\0');
    snprintf(code, sizeof code, "%s", p.code);
    bustle_builder_destroy(b);
    return code;
}

static void S65_places_are_linked(void **state) {
    (void)state;
    const bustle_place_link_def given = {"home", "c", false, 0};
    bustle_builder *b = place_builder(&given);
    bustle_content *content = NULL;
    bustle_place_link made = {9, 9, 9};
    OK(bustle_builder_seal(b, &content));
    assert_int_equal(bustle_content_place_link_count(content, 0), 1);
    assert_int_equal(bustle_content_place_link_count(content, 1), 0);
    assert_int_equal(bustle_content_place_link_count(content, 9), 0);
    OK(bustle_content_place_link(content, 0, 0, &made));
    assert_int_equal(made.link, 0);
    assert_int_equal(made.to, 3);
    assert_int_equal(made.value, 1);
    assert_int_equal(bustle_content_place_link(content, 0, 1, &made), BUSTLE_BAD_ARGUMENT);
    bustle_content_release(content);
    bustle_builder_destroy(b);
    assert_string_equal(place_problem("hom", "c"), "unknown-link");
    assert_string_equal(place_problem("home", "d"), "unknown-place");
    assert_string_equal(place_problem("home", "b"), "ambiguous-place");
    assert_string_equal(place_problem("home", "a"), "link-to-itself");
    assert_string_equal(place_problem("inside", "c"), "read-only-link");
}

static bustle_severity place_finding(const bustle_place_link_def *links, size_t count, char *code) {
    bustle_builder *b = bustle_builder_create(NULL);
    bustle_link_def home = bustle_default_link_def();
    bustle_link_def trust = bustle_default_link_def();
    bustle_entity_def thing = bustle_default_entity_def();
    bustle_place_def place = bustle_default_place_def();
    bustle_content *content = NULL;
    bustle_problem p;
    home.name = "home";
    trust.name = "trust";
    trust.flag = false;
    trust.minimum = -2;
    trust.maximum = 2;
    thing.name = "thing";
    OK(bustle_builder_add_link(b, &home));
    OK(bustle_builder_add_link(b, &trust));
    OK(bustle_builder_add_entity(b, &thing));
    place.definition = "thing";
    place.name = "b";
    OK(bustle_builder_add_place(b, &place));
    place.name = "a";
    place.links = links;
    place.link_count = count;
    OK(bustle_builder_add_place(b, &place));
    const bustle_status status = bustle_builder_seal(b, &content);
    assert_int_equal(bustle_builder_problem_count(b), 1);
    assert_true(bustle_builder_problem(b, 0, &p));
    assert_int_equal(status, p.severity == BUSTLE_ERROR ? BUSTLE_PROBLEMS : BUSTLE_OK);
    strcpy(code, p.code);
    const bustle_severity severity = p.severity;
    bustle_content_release(content);
    bustle_builder_destroy(b);
    return severity;
}

static void S65_links_of_places_are_listed_once_and_within_their_bounds(void **state) {
    const bustle_place_link_def twice[] = {{"home", "b", false, 0}, {"home", "b", false, 0}};
    const bustle_place_link_def high[] = {{"home", "b", false, 0}, {"trust", "b", true, 3}};
    const bustle_place_link_def low[] = {{"home", "b", false, 0}, {"trust", "b", true, -3}};
    const bustle_place_link_def nowhere[] = {{"home", NULL, false, 0}};
    const bustle_place_link_def nothing[] = {{NULL, "b", false, 0}};
    char code[40];
    (void)state;
    assert_int_equal(place_finding(twice, 2, code), BUSTLE_ERROR);
    assert_string_equal(code, "listed-twice");
    assert_int_equal(place_finding(high, 2, code), BUSTLE_WARNING);
    assert_string_equal(code, "outside-bounds");
    assert_int_equal(place_finding(low, 2, code), BUSTLE_WARNING);
    assert_string_equal(code, "outside-bounds");
    assert_int_equal(place_finding(nowhere, 1, code), BUSTLE_ERROR);
    assert_string_equal(code, "unknown-place");
    assert_int_equal(place_finding(nothing, 1, code), BUSTLE_ERROR);
    assert_string_equal(code, "unknown-link");
}

/* ---- Saves and other content ---- */

static char changes[200];

static void note_change(void *context, bustle_world *world, const bustle_change *what) {
    (void)context;
    (void)world;
    strcat(strcat(changes, changes[0] == '\0' ? "" : " "), what->code);
}

/* Content without the kind "friend", in which trust is less. */
static bustle_content *other_content(void) {
    bustle_content *content = NULL;
    bustle_builder *b = bustle_builder_create(NULL);
    bustle_link_def trust = bustle_default_link_def();
    trust.name = "trust";
    trust.flag = false;
    trust.minimum = -2;
    trust.maximum = 2;
    bustle_link_def brother = bustle_default_link_def();
    brother.name = "brother";
    bustle_entity_def thing = bustle_default_entity_def();
    thing.name = "thing";
    OK(bustle_builder_add_link(b, &trust));
    OK(bustle_builder_add_link(b, &brother));
    OK(bustle_builder_add_entity(b, &thing));
    OK(bustle_builder_seal(b, &content));
    bustle_builder_destroy(b);
    return content;
}

static void expect_other_links(
    const bustle_world *w, const bustle_content *content, const bustle_entity *things) {
    const bustle_id trust = bustle_content_find(content, BUSTLE_KIND_LINK, "trust");
    int32_t value = 0;
    bool exists = false;
    bustle_stats stats;
    OK(bustle_entity_link(w, things[0], trust, things[1], &value, &exists));
    assert_int_equal(value, 2);
    assert_true(exists);
    OK(bustle_entity_link(w, things[1], trust, things[0], &value, &exists));
    assert_int_equal(value, -1);
    OK(bustle_world_stats(w, &stats));
    assert_int_equal(stats.links, 2);
}

static void S65_links_live_on_in_other_content_but_for_kinds_that_are_gone(void **state) {
    kit *k = *state;
    kit_def_link(k, "friend");
    kit_def_valued_link(k, "trust", -10, 10, 3);
    def_prop(k, "thing");
    kit_begin(k);
    const bustle_entity things[] = {kit_spawn(k, "a", "thing"), kit_spawn(k, "b", "thing")};
    OK(link(k, "a", "friend", "b", 1));
    OK(link(k, "a", "trust", "b", 9));
    OK(link(k, "b", "trust", "a", -1));
    kit_update_to(k, 0);
    bustle_snapshot save = {0};
    OK(bustle_snapshot_save(k->world, NULL, 0, &save));
    bustle_content *content = other_content();
    const bustle_world_def def = bustle_default_world_def();
    bustle_world *w = NULL;
    OK(bustle_world_create(content, &def, &w));
    const bustle_load_options options = {.report = note_change};
    changes[0] = '\0';
    OK(bustle_snapshot_load(w, save.bytes, save.size, &options, NULL, 0));
    assert_string_equal(changes, "link-gone value-changed");
    expect_other_links(w, content, things);
    OK(bustle_world_check(w, NULL, 0));
    bustle_world_destroy(w);
    bustle_snapshot_free(&save);
    bustle_content_release(content);
}

static void S65_what_is_loaded_is_saved_alike(void **state) {
    kit *k = *state;
    def_people(k);
    begin_three(k);
    OK(link(k, "cup", "trust", "ann", 4));
    OK(link(k, "ann", "friend", "cup", 1));
    OK(link(k, "ann", "friend", "bob", 1));
    kit_update_to(k, 0);
    bustle_snapshot first = {0};
    bustle_snapshot second = {0};
    OK(bustle_snapshot_save(k->world, NULL, 0, &first));
    bustle_world *w = NULL;
    OK(bustle_world_create(k->content, &k->def, &w));
    OK(bustle_snapshot_load(w, first.bytes, first.size, NULL, NULL, 0));
    OK(bustle_snapshot_save(w, NULL, 0, &second));
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.bytes, second.bytes, first.size);
    bustle_world_destroy(w);
    bustle_snapshot_free(&first);
    bustle_snapshot_free(&second);
}

static void S65_an_interruption_is_raised_on_the_area(void **state) {
    kit *k = *state;
    def_interruption(k, "bell");
    def_action(k, "ring", 1000)->start = TEXT("raise bell on area");
    def_action(k, "rest", 1000);
    chain(k, "rings", "ring");
    chain(k, "main", "rest");
    def_npc(k, "ringer", "rings");
    kit_extends(
        handles(def_npc(k, "pub", "main"), "bell", "main", 1), (bustle_box_def){9, 9, -1, 0, 0, 0});
    kit_begin(k);
    kit_spawn(k, "pub1", "pub");
    kit_spawn(k, "tom", "ringer");
    kit_update_to(k, 0);
    kit_update_to(k, 1);
    kit_expect_only(k, "interrupt", "interrupt pub1 bell main tom");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S65_where_there_is_no_link_its_default_is_read),
        RULE(S65_a_flag_that_is_set_to_nothing_is_unlinked),
        RULE(S65_nobody_has_a_link_to_itself),
        RULE(S65_links_vanish_with_either_end),
        RULE(S65_links_come_by_spawn_numbers),
        RULE(S65_more_than_255_of_a_kind_are_refused_and_counted),
        RULE(S65_more_than_2_to_20_in_a_world_are_refused_and_counted),
        RULE(S65_effects_change_links_from_their_default),
        RULE(S65_conditions_read_links),
        RULE(S46_the_most_trusted_is_preferred),
        RULE(S65_kinds_are_checked_when_sealed),
        RULE(S65_a_default_of_0_is_moved_to_the_nearest_bound),
        RULE(S65_texts_about_links_are_checked),
        RULE(S65_a_look_reads_links_and_counts),
        RULE(S65_places_are_linked),
        RULE(S65_links_of_places_are_listed_once_and_within_their_bounds),
        RULE(S65_links_live_on_in_other_content_but_for_kinds_that_are_gone),
        RULE(S65_what_is_loaded_is_saved_alike),
        RULE(S65_an_interruption_is_raised_on_the_area),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
