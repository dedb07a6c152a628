/* What sealing makes of cues (S53), and what it says about them. */
#include "townsfolk.h"

#include <string.h>

static const char *const towns[] = {"folk"};

/* The guard, a citizen himself, with these cues. */
static void add_guard(shop *k, const bustle_cue_def *cues, size_t count) {
    bustle_entity_def guard = townsfolk_guard();
    guard.tags = towns;
    guard.tag_count = 1;
    guard.cues = cues;
    guard.cue_count = count;
    shop_add_entity(k, &guard);
}

/* Greets folk nearby. */
static bustle_cue_def greeting(void) {
    static const bustle_op near = {.kind = BUSTLE_AT_MOST, .subject = BUSTLE_DISTANCE, .value = 5};
    bustle_cue_def def = townsfolk_cue("greet");
    def.when = (bustle_ops){&near, 1, NULL};
    def.targets = towns;
    def.target_count = 1;
    return def;
}

static const persona *persona_of(const shop *k, const char *name, uint32_t index) {
    const bustle_content *c = k->content;
    return &c->personas[c->definitions[id_of(k, BUSTLE_KIND_ENTITY, name)].personas_at + index];
}

static const cue *cue_at(const shop *k, const persona *p, uint32_t index) {
    assert_true(index < p->cue_count);
    return &k->content->cues[k->content->ids[p->cues_at + index]];
}

static const char *name_of(const shop *k, const cue *c) {
    return bustle_content_name(k->content, BUSTLE_KIND_CUE, c->name);
}

/* ---- What is sealed ---- */

static void S53_a_cue_is_as_it_was_written_and_its_search_comes_after_the_actions(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    bustle_cue_def greet = greeting();
    greet.priority = 4;
    greet.every_ms = 250;
    greet.again_ms = 7000;
    greet.preference = BUSTLE_PREFER_NEAREST;
    add_guard(k, &greet, 1);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(c->cue_count, 1);
    assert_int_equal(bustle_content_count(c, BUSTLE_KIND_CUE), 1);
    assert_int_equal(bustle_content_count(c, BUSTLE_KIND_ACTION), 2);
    const cue *made = cue_at(k, persona_of(k, "guard", 0), 0);
    assert_string_equal(name_of(k, made), "greet");
    assert_int_equal(made->hash, bustle_content_name_hash(c, BUSTLE_KIND_CUE, 0));
    assert_int_equal(made->search, 2);
    assert_int_equal(made->every, 250);
    assert_int_equal(made->again, 7000);
    assert_int_equal(made->priority, 4);
    assert_int_equal(made->sequence, id_of(k, BUSTLE_KIND_SEQUENCE, "pause"));
    const action *search = &c->actions[made->search];
    assert_string_equal(c->text + search->name, "greet");
    assert_int_equal(search->flags, ACTION_TARGETED | ACTION_USES_DISTANCE);
    assert_int_equal(search->preference, BUSTLE_PREFER_NEAREST);
    assert_int_equal(search->reach.most, 5 * SIXTEENTHS);
    assert_int_equal(search->answered, search->when.count);
    assert_int_equal(c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "guard")].lives, 1);
    assert_int_equal(c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "villager")].lives, 0);
}

static void S53_who_has_a_tag_is_in_a_group_that_the_search_finds(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    static const char *const both[] = {"folk", "friend", "folk"};
    static const char *const targets[] = {"friend", "folk"};
    bustle_cue_def greet = greeting();
    greet.targets = targets;
    greet.target_count = 2;
    add_guard(k, &greet, 1);
    bustle_entity_def stall = bustle_default_entity_def();
    stall.name = "stall";
    stall.tags = both;
    stall.tag_count = 3;
    shop_add_entity(k, &stall);
    const bustle_content *c = shop_seal(k);
    const action *search = &c->actions[2];
    const uint16_t guards = c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "guard")].group;
    /* Found by the same search alone, however many tags: they are one group. */
    assert_int_equal(guards, c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "stall")].group);
    assert_int_equal(c->definitions[id_of(k, BUSTLE_KIND_ENTITY, "villager")].group, NONE16);
    assert_int_equal(search->group_count, 1);
    assert_int_equal(c->ids[search->groups_at], guards);
    assert_int_equal(c->groups[guards].reach, 5 * SIXTEENTHS);
}

static void S53_a_role_s_cue_takes_the_place_of_the_definition_s_of_that_name(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    bustle_cue_def own[] = {townsfolk_cue("yawn"), townsfolk_cue("beg"), townsfolk_cue("nap")};
    bustle_cue_def other[] = {townsfolk_cue("nap"), townsfolk_cue("call")};
    other[0].priority = 9;
    other[0].every_ms = 200;
    bustle_role_def watch = townsfolk_role("watch", NULL);
    watch.cues = other;
    watch.cue_count = 2;
    townsfolk_add_role(k, &watch);
    bustle_role_def idle = townsfolk_role("idle", NULL);
    townsfolk_add_role(k, &idle);
    add_guard(k, own, 3);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(c->cue_count, 5);
    assert_int_equal(bustle_content_count(c, BUSTLE_KIND_CUE), 4);
    const persona *none = persona_of(k, "guard", 0);
    const persona *idling = persona_of(k, "guard", 1);
    const persona *watching = persona_of(k, "guard", 2);
    static const char *const merged[] = {"beg", "call", "nap", "yawn"};
    assert_int_equal(none->cue_count, 3);
    assert_int_equal(idling->cues_at, none->cues_at);
    assert_int_equal(watching->cue_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(name_of(k, cue_at(k, watching, i)), merged[i]);
    }
    assert_int_equal(cue_at(k, watching, 2)->priority, 9);
    assert_int_equal(cue_at(k, none, 1)->priority, -1);
    assert_int_equal(persona_of(k, "villager", 0)->cue_count, 0);
    assert_int_equal(persona_of(k, "villager", 2)->cue_count, 2);
    assert_int_equal(c->beat_count, 2);
    assert_int_equal(c->beats[0], 200);
    assert_int_equal(c->beats[1], 1000);
    assert_int_equal(cue_at(k, watching, 2)->beat, 0);
    assert_int_equal(cue_at(k, watching, 0)->beat, 1);
}

static void S53_functions_in_a_cue_belong_to_no_action(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    bustle_cue_def greet = greeting();
    greet.when = OPS(op_call(3, "when"));
    add_guard(k, &greet, 1);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(c->function_count, 1);
    assert_int_equal(c->functions[0].action, BUSTLE_NONE);
}

static void S53_whom_a_cue_finds_need_not_have_the_states_it_asks_for(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    bustle_cue_def greet = greeting();
    greet.when = OPS(op_on(BUSTLE_GREATER, BUSTLE_TARGET, "price", 3));
    add_guard(k, &greet, 1);
    shop_seal(k);
}

/* ---- What is wrong ---- */

static void expect_bad(shop *k, const bustle_cue_def *def, const char *problem, const char *text) {
    townsfolk_market(k);
    add_guard(k, def, 1);
    shop_refused(k, problem, "guard", text);
    shop_end(k);
    shop_begin(k);
}

static void S53_what_a_cue_lacks_or_has_too_much_of_is_told(void **state) {
    shop *k = *state;
    bustle_cue_def def = townsfolk_cue(NULL);
    expect_bad(k, &def, "bad-cue", "cue 1: it has no name");
    def = townsfolk_cue("");
    expect_bad(k, &def, "bad-cue", "cue 1: it has no name");
    def = townsfolk_cue("nap");
    def.when = (bustle_ops){NULL, 0, NULL};
    expect_bad(k, &def, "bad-cue", "cue \"nap\": it has neither a condition nor targets");
    def = townsfolk_cue("nap");
    def.every_ms = 0;
    expect_bad(k, &def, "bad-cue", "every 0 ms");
    def = townsfolk_cue("nap");
    def.again_ms = -1;
    expect_bad(k, &def, "bad-cue", "after -1 ms");
    def = townsfolk_cue("nap");
    def.priority = -40000;
    expect_bad(k, &def, "bad-priority", "priority -40000");
    def = townsfolk_cue("nap");
    def.sequence = "pase";
    expect_bad(k, &def, "unknown-sequence", "did you mean \"pause\"?");
    def = townsfolk_cue("nap");
    def.sequence = NULL;
    expect_bad(k, &def, "unknown-sequence", "it names no sequence");
}

static void S53_what_is_about_a_target_needs_targets(void **state) {
    shop *k = *state;
    bustle_cue_def def = greeting();
    def.targets = NULL;
    def.target_count = 0;
    expect_bad(k, &def, "bad-cue", "cue \"greet\", when: it mentions target or distance");
    def = townsfolk_cue("nap");
    def.preference = BUSTLE_PREFER_NEAREST;
    expect_bad(k, &def, "bad-preference", "it prefers some targets, but has none");
    def = greeting();
    def.preferred_state = "energy";
    expect_bad(k, &def, "bad-preference", "neither the least nor the most");
    def = greeting();
    def.when = (bustle_ops){NULL, 0, "target.enrgy > 3"};
    def.target_count = 0;
    expect_bad(k, &def, "unknown-state", "cue \"greet\", when, column");
}

static void S53_tags_are_not_empty(void **state) {
    shop *k = *state;
    static const char *const empty[] = {"folk", ""};
    bustle_cue_def def = greeting();
    def.targets = empty;
    def.target_count = 2;
    expect_bad(k, &def, "bad-tag", "its target 2 is an empty tag");
    townsfolk_market(k);
    bustle_entity_def lamp = bustle_default_entity_def();
    lamp.name = "lamp";
    lamp.tags = empty;
    lamp.tag_count = 2;
    shop_add_entity(k, &lamp);
    shop_refused(k, "bad-tag", "lamp", "its tag 2 is empty");
}

static void S53_two_cues_of_one_name_are_an_error(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    const bustle_cue_def cues[] = {
        townsfolk_cue("nap"), townsfolk_cue("beg"), townsfolk_cue("nap")};
    add_guard(k, cues, 3);
    shop_refused(k, "listed-twice", "guard", "cue \"nap\": there is another cue of this name");
    shop_end(k);
    shop_begin(k);
    townsfolk_market(k);
    bustle_role_def watch = townsfolk_role("watch", NULL);
    watch.cues = cues;
    watch.cue_count = 3;
    townsfolk_add_role(k, &watch);
    shop_refused(k, "listed-twice", "watch", "cue \"nap\"");
}

static void S53_a_tag_that_nobody_has_is_worth_a_warning(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    static const char *const fok[] = {"fok"};
    bustle_cue_def def = greeting();
    def.targets = fok;
    add_guard(k, &def, 1);
    shop_warned(k, "nobody-tagged", "guard", "cue \"greet\": nothing has the tag \"fok\"");
}

static void S53_a_prop_with_cues_is_an_error(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    bustle_cue_def nap = townsfolk_cue("nap");
    bustle_entity_def lamp = bustle_default_entity_def();
    lamp.name = "lamp";
    lamp.cues = &nap;
    lamp.cue_count = 1;
    shop_add_entity(k, &lamp);
    shop_refused(k, "prop-decides", "lamp", "cues, roles, reactions or inboxes");
}

static void S3_a_cue_needs_states_of_those_who_have_it(void **state) {
    shop *k = *state;
    bustle_cue_def def = townsfolk_cue("nap");
    def.when = OPS(op_on(BUSTLE_EQUAL, BUSTLE_SELF, "mood", 1));
    expect_bad(k, &def, "npc-lacks-state", "(cue \"nap\", operation 1 of when)");
    townsfolk_market(k);
    bustle_role_def watch = townsfolk_role("watch", NULL);
    watch.cues = &def;
    watch.cue_count = 1;
    townsfolk_add_role(k, &watch);
    const bustle_entity_role_def roles[] = {{"watch", {NULL, 0, NULL}}};
    bustle_entity_def guard = townsfolk_guard();
    guard.roles = roles;
    guard.role_count = 1;
    shop_add_entity(k, &guard);
    shop_refused(k, "npc-lacks-state", "guard", "role \"watch\" (cue \"nap\"");
}

static void S3_the_sequence_of_a_cue_needs_states_too(void **state) {
    shop *k = *state;
    bustle_action_def sulk = shop_action("sulk");
    sulk.when = OPS(op_on(BUSTLE_EQUAL, BUSTLE_SELF, "mood", 1));
    shop_add_action(k, &sulk);
    bustle_sequence_def sulking = shop_sequence(
        "sulking", "sulk", NODES(shop_node("sulk", BUSTLE_NODE_ACTION, "sulk", TO(to("END")))));
    shop_add_sequence(k, &sulking);
    bustle_cue_def def = townsfolk_cue("nap");
    def.sequence = "sulking";
    expect_bad(k, &def, "npc-lacks-state", "action \"sulk\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(S53_a_cue_is_as_it_was_written_and_its_search_comes_after_the_actions),
        SHOP_TEST(S53_who_has_a_tag_is_in_a_group_that_the_search_finds),
        SHOP_TEST(S53_a_role_s_cue_takes_the_place_of_the_definition_s_of_that_name),
        SHOP_TEST(S53_functions_in_a_cue_belong_to_no_action),
        SHOP_TEST(S53_whom_a_cue_finds_need_not_have_the_states_it_asks_for),
        SHOP_TEST(S53_what_a_cue_lacks_or_has_too_much_of_is_told),
        SHOP_TEST(S53_what_is_about_a_target_needs_targets),
        SHOP_TEST(S53_tags_are_not_empty),
        SHOP_TEST(S53_two_cues_of_one_name_are_an_error),
        SHOP_TEST(S53_a_tag_that_nobody_has_is_worth_a_warning),
        SHOP_TEST(S53_a_prop_with_cues_is_an_error),
        SHOP_TEST(S3_a_cue_needs_states_of_those_who_have_it),
        SHOP_TEST(S3_the_sequence_of_a_cue_needs_states_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
