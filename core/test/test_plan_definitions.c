/* What sealing makes of plans (S74), and what it says about them. */
#include "townsfolk.h"

#include <string.h>

static bustle_plan_entry_def entry_of(int32_t from, int32_t until, const char *name) {
    bustle_plan_entry_def e = bustle_default_plan_entry_def();
    e.from = from;
    e.to = until;
    e.sequence = name;
    return e;
}

static void add_plan(
    shop *k, const char *name, const bustle_plan_entry_def *entries, size_t count) {
    bustle_plan_def def = bustle_default_plan_def();
    def.name = name;
    def.entries = entries;
    def.entry_count = count;
    assert_int_equal(bustle_builder_add_plan(k->builder, &def), BUSTLE_OK);
}

/* A guard who lives by the plan "shift". */
static bustle_entity_def planned_guard(void) {
    bustle_entity_def guard = townsfolk_guard();
    guard.main = NULL;
    guard.plan = "shift";
    return guard;
}

static void plan_of_one(shop *k, bustle_plan_entry_def e) {
    townsfolk_market(k);
    add_plan(k, "shift", &e, 1);
    const bustle_entity_def guard = planned_guard();
    shop_add_entity(k, &guard);
}

static void refused_entry(shop *k, bustle_plan_entry_def e, const char *problem, const char *text) {
    shop_end(k);
    shop_begin(k);
    plan_of_one(k, e);
    shop_refused(k, problem, "shift", text);
}

/* ---- What is sealed ---- */

static void S74_a_plan_has_its_entries_in_the_order_written(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    bustle_plan_entry_def e[] = {entry_of(1320, 360, "pause"), entry_of(360, 1320, "day")};
    e[0].vary = 30;
    e[0].skip = 20;
    e[0].priority = -5;
    e[1].change = BUSTLE_REPLACING_NOW;
    add_plan(k, "shift", e, 2);
    const bustle_entity_def guard = planned_guard();
    shop_add_entity(k, &guard);
    const bustle_content *c = shop_seal(k);
    const plan *p = &c->plans[id_of(k, BUSTLE_KIND_PLAN, "shift")];
    assert_int_equal(p->entry_count, 2);
    const plan_entry *first = &c->plan_entries[p->entries_at];
    assert_int_equal(first->from, 1320);
    assert_int_equal(first->to, 1800); /* on the next day */
    assert_int_equal(first->vary, 30);
    assert_int_equal(first->skip, 20);
    assert_int_equal(first->priority, -5);
    assert_int_equal(first->sequence, id_of(k, BUSTLE_KIND_SEQUENCE, "pause"));
    assert_int_equal(first[1].to, 1320);
    assert_int_equal(first[1].change, BUSTLE_REPLACING_NOW);
    assert_string_equal(bustle_content_name(c, BUSTLE_KIND_PLAN, 0), "shift");
}

static const persona *persona_in(const shop *k, const char *in_role) {
    const definition *d = &k->content->definitions[id_of(k, BUSTLE_KIND_ENTITY, "guard")];
    return &k->content->personas[d->personas_at +
        (in_role == NULL ? 0 : 1 + id_of(k, BUSTLE_KIND_ROLE, in_role))];
}

static void S52_a_role_has_its_plan_or_main_sequence_instead_of_the_definitions(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    const bustle_plan_entry_def e = entry_of(0, 0, "pause");
    add_plan(k, "shift", &e, 1);
    add_plan(k, "watch", &e, 1);
    bustle_role_def planned = townsfolk_role("planned", NULL);
    planned.plan = "watch";
    const bustle_role_def led = townsfolk_role("led", "day");
    const bustle_role_def plain = townsfolk_role("plain", NULL);
    townsfolk_add_role(k, &planned);
    townsfolk_add_role(k, &led);
    townsfolk_add_role(k, &plain);
    const bustle_entity_def guard = planned_guard();
    shop_add_entity(k, &guard);
    shop_seal(k);
    const uint32_t shift = id_of(k, BUSTLE_KIND_PLAN, "shift");
    assert_int_equal(persona_in(k, NULL)->plan, shift);
    assert_int_equal(persona_in(k, "planned")->plan, id_of(k, BUSTLE_KIND_PLAN, "watch"));
    assert_int_equal(persona_in(k, "led")->plan, NONE16);
    assert_int_equal(persona_in(k, "led")->main, id_of(k, BUSTLE_KIND_SEQUENCE, "day"));
    assert_int_equal(persona_in(k, "plain")->plan, shift);
}

static void S74_who_can_have_no_plan_has_no_room_for_one(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    const bustle_plan_entry_def e = entry_of(0, 0, "pause");
    add_plan(k, "shift", &e, 1);
    const bustle_entity_def guard = planned_guard();
    shop_add_entity(k, &guard);
    shop_seal(k);
    assert_true(k->content->definitions[id_of(k, BUSTLE_KIND_ENTITY, "guard")].plans);
    assert_false(k->content->definitions[id_of(k, BUSTLE_KIND_ENTITY, "villager")].plans);
    assert_false(k->content->definitions[id_of(k, BUSTLE_KIND_ENTITY, "villager")].lives);
}

/* ---- Problems ---- */

static void S74_the_times_of_an_entry_are_of_the_day(void **state) {
    shop *k = *state;
    static const int32_t wrong[][2] = {{-1, 600}, {1440, 600}, {0, -1}, {0, 1441}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        refused_entry(k, entry_of(wrong[i][0], wrong[i][1], "pause"), "bad-plan",
            "from 0 to 1439, and end at one from 0 to 1440");
    }
    shop_end(k);
    shop_begin(k);
    plan_of_one(k, entry_of(1439, 1440, "pause"));
    shop_seal(k);
}

static void S74_an_entry_varies_by_half_of_its_length_at_the_most(void **state) {
    shop *k = *state;
    bustle_plan_entry_def e = entry_of(600, 661, "pause");
    e.vary = 31;
    refused_entry(k, e, "bad-plan", "entry 1: it is 61 minutes long and varies by 31");
    e.vary = -1;
    refused_entry(k, e, "bad-plan", "varies by -1");
    e.vary = 30;
    shop_end(k);
    shop_begin(k);
    plan_of_one(k, e);
    shop_seal(k);
}

static void S74_an_entry_is_skipped_by_its_length_at_the_most(void **state) {
    shop *k = *state;
    bustle_plan_entry_def e = entry_of(600, 660, "pause");
    e.skip = 61;
    refused_entry(k, e, "bad-plan", "less than 61 are left");
    e.skip = -1;
    refused_entry(k, e, "bad-plan", "less than -1 are left");
}

static void S74_priority_change_and_sequence_of_an_entry_are_checked(void **state) {
    shop *k = *state;
    bustle_plan_entry_def e = entry_of(600, 660, "pause");
    e.priority = 32768;
    refused_entry(k, e, "bad-priority", "it has priority 32768");
    e.priority = 0;
    e.change = (bustle_replacing)3;
    refused_entry(k, e, "bad-change", "there is no way 3 of changing to it");
    refused_entry(k, entry_of(600, 660, "paus"), "unknown-sequence", "did you mean \"pause\"?");
    refused_entry(k, entry_of(600, 660, NULL), "unknown-sequence", "name a defined sequence");
}

static void S74_a_plan_has_entries_and_not_too_many(void **state) {
    shop *k = *state;
    bustle_plan_entry_def e[BUSTLE_MOST_PLAN_ENTRIES + 1];
    for (int32_t i = 0; i <= BUSTLE_MOST_PLAN_ENTRIES; i++) {
        e[i] = entry_of(i, i + 1, "pause");
    }
    const bustle_entity_def guard = planned_guard();
    townsfolk_market(k);
    shop_add_entity(k, &guard);
    add_plan(k, "shift", NULL, 0);
    shop_refused(k, "bad-plan", "shift", "it has no entries");
    shop_end(k);
    shop_begin(k);
    townsfolk_market(k);
    shop_add_entity(k, &guard);
    add_plan(k, "shift", e, BUSTLE_MOST_PLAN_ENTRIES + 1);
    shop_refused(k, "too-many", "shift", "257 entries; 256 are possible");
    shop_end(k);
    shop_begin(k);
    townsfolk_market(k);
    shop_add_entity(k, &guard);
    add_plan(k, "shift", e, BUSTLE_MOST_PLAN_ENTRIES);
    shop_seal(k);
}

static void S74_entries_of_one_priority_do_not_cover_the_same_time(void **state) {
    shop *k = *state;
    static const int32_t clashes[][4] = {{360, 720, 719, 900}, {360, 720, 300, 361},
        {1320, 360, 0, 100}, {1320, 360, 359, 400}, {0, 0, 500, 501}, {360, 720, 400, 500},
        {400, 500, 360, 720}, {360, 360, 360, 360}};
    static const int32_t sound[][4] = {
        {360, 720, 720, 360}, {1320, 360, 360, 1320}, {0, 1, 1, 1440}, {0, 1, 1, 0}};
    const bustle_entity_def guard = planned_guard();
    for (size_t i = 0; i < sizeof clashes / sizeof *clashes; i++) {
        const int32_t *t = clashes[i];
        bustle_plan_entry_def e[] = {entry_of(t[0], t[1], "pause"), entry_of(t[2], t[3], "day")};
        townsfolk_market(k);
        shop_add_entity(k, &guard);
        add_plan(k, "shift", e, 2);
        shop_refused(k, "plan-overlap", "shift", "entry 2: it goes from");
        shop_end(k);
        shop_begin(k);
        townsfolk_market(k);
        shop_add_entity(k, &guard);
        e[1].priority = 1;
        add_plan(k, "shift", e, 2);
        shop_seal(k);
        shop_end(k);
        shop_begin(k);
    }
    for (size_t i = 0; i < sizeof sound / sizeof *sound; i++) {
        const int32_t *t = sound[i];
        bustle_plan_entry_def e[] = {entry_of(t[0], t[1], "pause"), entry_of(t[2], t[3], "day")};
        e[0].vary = (t[1] == 1 ? 0 : 20); /* only times as they are written count */
        townsfolk_market(k);
        shop_add_entity(k, &guard);
        add_plan(k, "shift", e, 2);
        shop_seal(k);
        shop_end(k);
        shop_begin(k);
    }
}

static void S74_an_overlap_is_told_with_both_times(void **state) {
    shop *k = *state;
    const bustle_plan_entry_def e[] = {
        entry_of(1320, 360, "pause"), entry_of(600, 1200, "day"), entry_of(300, 600, "day")};
    const bustle_entity_def guard = planned_guard();
    townsfolk_market(k);
    shop_add_entity(k, &guard);
    add_plan(k, "shift", e, 3);
    shop_refused(k, "plan-overlap", "shift",
        "entry 3: it goes from 05:00 to 10:00, and entry 1, of the same priority, from 22:00 to "
        "06:00");
}

static void S74_what_takes_a_whole_day_is_said_to_end_on_the_next(void **state) {
    shop *k = *state;
    const bustle_entity_def guard = planned_guard();
    const bustle_plan_entry_def e[] = {entry_of(540, 540, "pause"), entry_of(600, 660, "pause")};
    townsfolk_market(k);
    shop_add_entity(k, &guard);
    add_plan(k, "shift", e, 2);
    shop_refused(k, "plan-overlap", "shift",
        "entry 2: it goes from 10:00 to 11:00, and entry 1, of the same priority, from 09:00 to "
        "09:00 of the next day");
    shop_end(k);
    shop_begin(k);
    const bustle_plan_entry_def all[] = {entry_of(0, 1440, "pause"), entry_of(600, 660, "pause")};
    townsfolk_market(k);
    shop_add_entity(k, &guard);
    add_plan(k, "shift", all, 2);
    shop_refused(k, "plan-overlap", "shift", "from 00:00 to 24:00");
    assert_false(shop_found(k, BUSTLE_ERROR, "plan-overlap", "shift", "next day"));
}

static void S74_nobody_has_a_main_sequence_and_a_plan(void **state) {
    shop *k = *state;
    const bustle_plan_entry_def e = entry_of(0, 0, "pause");
    townsfolk_market(k);
    add_plan(k, "shift", &e, 1);
    bustle_entity_def guard = planned_guard();
    guard.main = "day";
    shop_add_entity(k, &guard);
    shop_refused(k, "two-mains", "guard", "it has a main sequence and a plan");
    shop_end(k);
    shop_begin(k);
    townsfolk_market(k);
    add_plan(k, "shift", &e, 1);
    bustle_role_def watch = townsfolk_role("watch", "pause");
    watch.plan = "shift";
    townsfolk_add_role(k, &watch);
    shop_refused(k, "two-mains", "watch", "it has a main sequence and a plan");
}

static void S74_a_plan_that_is_named_is_there(void **state) {
    shop *k = *state;
    const bustle_plan_entry_def e = entry_of(0, 0, "pause");
    townsfolk_market(k);
    add_plan(k, "shift", &e, 1);
    const bustle_entity_def sound = planned_guard();
    shop_add_entity(k, &sound);
    bustle_entity_def other = planned_guard();
    other.name = "other";
    other.plan = "shif";
    shop_add_entity(k, &other);
    shop_refused(k, "unknown-plan", "other", "did you mean \"shift\"?");
}

static void S74_a_prop_has_no_plan(void **state) {
    shop *k = *state;
    const bustle_plan_entry_def e = entry_of(0, 0, "pause");
    townsfolk_market(k);
    add_plan(k, "shift", &e, 1);
    const bustle_entity_def guard = planned_guard();
    shop_add_entity(k, &guard);
    bustle_entity_def chair = bustle_default_entity_def();
    chair.name = "chair";
    chair.plan = "shift";
    shop_add_entity(k, &chair);
    shop_refused(k, "prop-decides", "chair", "a plan");
}

static void S74_a_plan_that_nobody_has_is_warned_of(void **state) {
    shop *k = *state;
    const bustle_plan_entry_def e = entry_of(0, 0, "pause");
    townsfolk_market(k);
    add_plan(k, "shift", &e, 1);
    shop_warned(k, "unused-plan", "shift", "no role and no NPC has it");
    bustle_role_def watch = townsfolk_role("watch", NULL);
    watch.plan = "shift";
    townsfolk_add_role(k, &watch);
    shop_seal(k);
}

static void S74_without_entities_no_plan_is_missed(void **state) {
    shop *k = *state;
    const bustle_action_def rest = shop_action("rest");
    shop_add_action(k, &rest);
    const bustle_node_def only = shop_node("rest", BUSTLE_NODE_ACTION, "rest", TO(to("END")));
    const bustle_sequence_def pause = shop_sequence("pause", "rest", &only, 1);
    shop_add_sequence(k, &pause);
    const bustle_plan_entry_def e = entry_of(0, 0, "pause");
    add_plan(k, "shift", &e, 1);
    shop_seal(k);
}

static void S52_an_npc_needs_a_main_sequence_or_a_plan(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    bustle_entity_def guard = planned_guard();
    guard.plan = NULL;
    shop_add_entity(k, &guard);
    shop_refused(k, "without-main", "guard", "an NPC without main sequence");
}

static void S52_a_role_with_a_plan_makes_up_for_a_main_sequence(void **state) {
    shop *k = *state;
    const bustle_plan_entry_def e = entry_of(0, 0, "pause");
    const bustle_entity_role_def roles[] = {{.role = "watch"}};
    townsfolk_market(k);
    add_plan(k, "shift", &e, 1);
    bustle_role_def watch = townsfolk_role("watch", NULL);
    watch.plan = "shift";
    townsfolk_add_role(k, &watch);
    bustle_entity_def guard = planned_guard();
    guard.plan = NULL;
    guard.roles = roles;
    guard.role_count = 1;
    shop_add_entity(k, &guard);
    shop_seal(k);
    assert_int_equal(persona_in(k, NULL)->plan, id_of(k, BUSTLE_KIND_PLAN, "shift"));
}

/* ---- Every sequence of a plan is a main sequence ---- */

static void add_idle(shop *k) {
    const bustle_node_def only = shop_node("pass", BUSTLE_NODE_CHOICE, NULL, TO(to("END")));
    const bustle_sequence_def idle = shop_sequence("idle", "pass", &only, 1);
    shop_add_sequence(k, &idle);
}

static void S24_a_sequence_of_a_plan_that_runs_through_without_action_is_an_error(void **state) {
    shop *k = *state;
    const bustle_plan_entry_def e[] = {
        entry_of(0, 600, "pause"), entry_of(600, 700, "idle"), entry_of(700, 0, "idle")};
    townsfolk_market(k);
    add_idle(k);
    add_plan(k, "shift", e, 3);
    const bustle_entity_def guard = planned_guard();
    shop_add_entity(k, &guard);
    shop_refused(k, "main-without-action", "shift", "its main sequence \"idle\" can run through");
}

static void S3_what_any_entry_needs_the_npc_must_have(void **state) {
    shop *k = *state;
    const bustle_plan_entry_def e[] = {entry_of(0, 600, "pause"), entry_of(600, 0, "haggle")};
    townsfolk_market(k);
    bustle_action_def haggle = shop_action("haggle");
    haggle.start = OPS(op_on(BUSTLE_SET, BUSTLE_SELF, "price", 3));
    shop_add_action(k, &haggle);
    const bustle_node_def only = shop_node("haggle", BUSTLE_NODE_ACTION, "haggle", TO(to("END")));
    const bustle_sequence_def haggling = shop_sequence("haggle", "haggle", &only, 1);
    shop_add_sequence(k, &haggling);
    add_plan(k, "shift", e, 2);
    const bustle_entity_def guard = planned_guard();
    shop_add_entity(k, &guard);
    shop_refused(k, "npc-lacks-state", "guard", "price");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(S74_a_plan_has_its_entries_in_the_order_written),
        SHOP_TEST(S52_a_role_has_its_plan_or_main_sequence_instead_of_the_definitions),
        SHOP_TEST(S74_who_can_have_no_plan_has_no_room_for_one),
        SHOP_TEST(S74_the_times_of_an_entry_are_of_the_day),
        SHOP_TEST(S74_an_entry_varies_by_half_of_its_length_at_the_most),
        SHOP_TEST(S74_an_entry_is_skipped_by_its_length_at_the_most),
        SHOP_TEST(S74_priority_change_and_sequence_of_an_entry_are_checked),
        SHOP_TEST(S74_a_plan_has_entries_and_not_too_many),
        SHOP_TEST(S74_entries_of_one_priority_do_not_cover_the_same_time),
        SHOP_TEST(S74_an_overlap_is_told_with_both_times),
        SHOP_TEST(S74_what_takes_a_whole_day_is_said_to_end_on_the_next),
        SHOP_TEST(S74_nobody_has_a_main_sequence_and_a_plan),
        SHOP_TEST(S74_a_plan_that_is_named_is_there),
        SHOP_TEST(S74_a_prop_has_no_plan),
        SHOP_TEST(S74_a_plan_that_nobody_has_is_warned_of),
        SHOP_TEST(S74_without_entities_no_plan_is_missed),
        SHOP_TEST(S52_an_npc_needs_a_main_sequence_or_a_plan),
        SHOP_TEST(S52_a_role_with_a_plan_makes_up_for_a_main_sequence),
        SHOP_TEST(S24_a_sequence_of_a_plan_that_runs_through_without_action_is_an_error),
        SHOP_TEST(S3_what_any_entry_needs_the_npc_must_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
