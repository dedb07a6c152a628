/* What sealing makes of roles (S52), and what it says about them. */
#include "townsfolk.h"

#include <stdio.h>
#include <string.h>

/* The guard with these roles, beside whatever roles there are. */
static void add_guard(shop *k, const bustle_entity_role_def *roles, size_t count) {
    bustle_entity_def guard = townsfolk_guard();
    guard.roles = roles;
    guard.role_count = count;
    shop_add_entity(k, &guard);
}

#define ROLES(...)                                 \
    (const bustle_entity_role_def[]){__VA_ARGS__}, \
        sizeof((const bustle_entity_role_def[]){__VA_ARGS__}) / sizeof(bustle_entity_role_def)
#define TIRED_NO_MORE OPS(op_on(BUSTLE_SET, BUSTLE_SELF, "energy", 40))
#define ALWAYS ((bustle_ops){NULL, 0, NULL})

static void add_plain_roles(shop *k) {
    bustle_role_def watch = townsfolk_role("watch", "pause");
    bustle_role_def idle = townsfolk_role("idle", NULL);
    townsfolk_add_role(k, &watch);
    townsfolk_add_role(k, &idle);
}

static const definition *definition_of(const shop *k, const char *name) {
    return &k->content->definitions[id_of(k, BUSTLE_KIND_ENTITY, name)];
}

/* NULL: in no role. */
static const persona *persona_of(const shop *k, const char *name, const char *in_role) {
    const uint32_t index = in_role == NULL ? 0 : 1 + id_of(k, BUSTLE_KIND_ROLE, in_role);
    return &k->content->personas[definition_of(k, name)->personas_at + index];
}

/* ---- What is sealed ---- */

static void S52_a_persona_has_what_its_role_has_and_else_its_definition(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    static const char *const pauses[] = {"pause"};
    static const bustle_handler_def own[] = {
        {.interruption = "alarm", .sequence = "day", .priority = 3}};
    static const bustle_handler_def other[] = {
        {.interruption = "alarm", .sequence = "pause", .priority = 7}};
    bustle_role_def watch = townsfolk_role("watch", "pause");
    watch.change = BUSTLE_REPLACING_NOW;
    watch.fallbacks = pauses;
    watch.fallback_count = 1;
    watch.handlers = other;
    watch.handler_count = 1;
    townsfolk_add_role(k, &watch);
    bustle_role_def idle = townsfolk_role("idle", NULL);
    townsfolk_add_role(k, &idle);
    bustle_entity_def guard = townsfolk_guard();
    guard.handlers = own;
    guard.handler_count = 1;
    shop_add_entity(k, &guard);
    const bustle_content *c = shop_seal(k);
    const uint32_t day = id_of(k, BUSTLE_KIND_SEQUENCE, "day");
    const uint32_t pause = id_of(k, BUSTLE_KIND_SEQUENCE, "pause");
    const persona *none = persona_of(k, "guard", NULL);
    const persona *idling = persona_of(k, "guard", "idle");
    const persona *watching = persona_of(k, "guard", "watch");
    assert_int_equal(none->main, day);
    assert_int_equal(none->replacing, BUSTLE_REPLACING_AT_NODE);
    assert_int_equal(none->fallback_count, 0);
    assert_int_equal(c->handlers[none->handlers_at].sequence, day);
    assert_int_equal(idling->main, day);
    assert_int_equal(idling->handlers_at, none->handlers_at);
    assert_int_equal(watching->main, pause);
    assert_int_equal(watching->replacing, BUSTLE_REPLACING_NOW);
    assert_int_equal(watching->fallback_count, 1);
    assert_int_equal(c->ids[watching->fallbacks_at], pause);
    assert_int_equal(c->handlers[watching->handlers_at].sequence, pause);
    assert_int_equal(c->handlers[watching->handlers_at].priority, 7);
    /* Who has no handlers of his own shares the role's. */
    const persona *villager = persona_of(k, "villager", "watch");
    assert_int_equal(c->handlers[villager->handlers_at].sequence, pause);
    assert_int_equal(c->handlers[persona_of(k, "villager", NULL)->handlers_at].sequence, NONE16);
}

static void S52_handlers_are_merged_one_by_one(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    bustle_interruption_def bell = bustle_default_interruption_def();
    bell.name = "bell";
    assert_int_equal(bustle_builder_add_interruption(k->builder, &bell), BUSTLE_OK);
    static const bustle_handler_def own[] = {
        {.interruption = "alarm", .sequence = "day", .priority = 3},
        {.interruption = "bell", .sequence = "day", .priority = 4}};
    static const bustle_handler_def other[] = {
        {.interruption = "bell", .sequence = "pause", .priority = 7}};
    bustle_role_def watch = townsfolk_role("watch", NULL);
    watch.handlers = other;
    watch.handler_count = 1;
    townsfolk_add_role(k, &watch);
    bustle_entity_def guard = townsfolk_guard();
    guard.handlers = own;
    guard.handler_count = 2;
    shop_add_entity(k, &guard);
    const bustle_content *c = shop_seal(k);
    const handler *merged = c->handlers + persona_of(k, "guard", "watch")->handlers_at;
    const handler *plain = c->handlers + persona_of(k, "guard", NULL)->handlers_at;
    assert_int_equal(merged[0].priority, 3);
    assert_int_equal(merged[1].priority, 7);
    assert_int_equal(plain[1].priority, 4);
}

static void S52_listed_roles_have_their_conditions_in_order_and_watch_what_they_read(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    add_plain_roles(k);
    add_guard(k, ROLES({"watch", AT_NIGHT}, {"idle", ALWAYS}));
    const bustle_content *c = shop_seal(k);
    const definition *guard = definition_of(k, "guard");
    assert_int_equal(guard->role_count, 2);
    assert_int_equal(c->listed_roles[guard->roles_at].role, id_of(k, BUSTLE_KIND_ROLE, "watch"));
    assert_int_equal(c->listed_roles[guard->roles_at].when.count, 1);
    assert_int_equal(c->listed_roles[guard->roles_at + 1].when.form, CODE_EMPTY);
    const uint32_t hour = id_of(k, BUSTLE_KIND_ENVIRONMENT, "hour");
    assert_int_equal(guard->role_watch_count, 1);
    assert_int_equal(c->ids[guard->role_watch_at], hour);
    assert_int_equal(c->environment[hour].watched, 1);
    assert_int_equal(c->roles_watch, 1);
    assert_int_equal(guard->lives, 1);
    assert_int_equal(definition_of(k, "villager")->lives, 1);
    assert_string_equal(bustle_content_name(c, BUSTLE_KIND_ROLE, 1), "watch");
    assert_int_equal(c->roles[1].hash, bustle_content_name_hash(c, BUSTLE_KIND_ROLE, 1));
}

static void S52_without_roles_and_cues_nothing_lives_or_watches(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(definition_of(k, "villager")->lives, 0);
    assert_int_equal(c->roles_watch, 0);
    assert_int_equal(c->cue_count, 0);
}

static void S52_enter_and_exit_count_among_the_raises(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    bustle_role_def watch = townsfolk_role("watch", NULL);
    watch.enter = OPS(
        op_on(BUSTLE_RAISE, BUSTLE_SELF, "alarm", 0), op_on(BUSTLE_RAISE, BUSTLE_SELF, "alarm", 0));
    watch.exit = OPS(op_on(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "alarm", 5), op_call(4, "exit"));
    townsfolk_add_role(k, &watch);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(c->max_raises, 2);
    assert_int_equal(c->max_shouts, 1);
    assert_int_equal(c->roles[0].enter.form, CODE_EFFECTS);
    assert_int_equal(c->function_count, 1);
    assert_int_equal(c->functions[0].action, BUSTLE_NONE);
}

static void S52_an_npc_may_leave_its_main_sequence_to_its_roles(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    add_plain_roles(k);
    bustle_role_def late = townsfolk_role("late", "day");
    townsfolk_add_role(k, &late);
    bustle_entity_def guard = townsfolk_guard();
    const bustle_entity_role_def roles[] = {{"late", AT_NIGHT}, {"watch", ALWAYS}};
    guard.main = NULL;
    guard.roles = roles;
    guard.role_count = 2;
    shop_add_entity(k, &guard);
    shop_seal(k);
    const uint32_t pause = id_of(k, BUSTLE_KIND_SEQUENCE, "pause");
    assert_int_equal(persona_of(k, "guard", NULL)->main, pause);
    assert_int_equal(persona_of(k, "guard", "idle")->main, pause);
    assert_int_equal(persona_of(k, "guard", "late")->main, id_of(k, BUSTLE_KIND_SEQUENCE, "day"));
}

/* ---- What is wrong ---- */

static void S52_a_role_without_main_for_an_npc_without_main_is_an_error(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    add_plain_roles(k);
    bustle_entity_def guard = townsfolk_guard();
    const bustle_entity_role_def roles[] = {{"watch", AT_NIGHT}, {"idle", ALWAYS}};
    guard.main = NULL;
    guard.roles = roles;
    guard.role_count = 2;
    shop_add_entity(k, &guard);
    shop_refused(k, "without-main", "guard", "its role \"idle\" has none either");
}

static void S52_a_role_that_is_listed_twice_is_an_error(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    add_plain_roles(k);
    add_guard(k, ROLES({"watch", AT_NIGHT}, {"watch", ALWAYS}));
    shop_refused(k, "listed-twice", "guard", "role \"watch\": the role is listed twice");
}

static void S52_the_last_role_has_no_condition(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    add_plain_roles(k);
    add_guard(k, ROLES({"watch", AT_NIGHT}, {"idle", TIRED}));
    shop_refused(k, "role-condition", "guard", "put a role without condition last");
}

static void S52_all_but_the_last_role_have_a_condition(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    add_plain_roles(k);
    add_guard(k, ROLES({"watch", ALWAYS}, {"idle", ALWAYS}));
    shop_refused(k, "role-condition", "guard", "role \"watch\": it has no condition");
}

static void S52_the_condition_of_a_role_knows_no_target(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    add_plain_roles(k);
    add_guard(
        k, ROLES({"watch", OPS(op_on(BUSTLE_LESS, BUSTLE_DISTANCE, NULL, 5))}, {"idle", ALWAYS}));
    shop_refused(k, "role-condition", "guard", "role \"watch\", when: it mentions target");
}

static void S52_a_condition_with_a_mistake_is_told_once(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    add_plain_roles(k);
    add_guard(k, ROLES({"watch", {NULL, 0, "target.enrgy < 5"}}, {"idle", ALWAYS}));
    shop_refused(k, "unknown-state", "guard", "role \"watch\", when, column");
}

static void S52_an_unknown_role_is_an_error(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    add_plain_roles(k);
    add_guard(k, ROLES({"watsh", ALWAYS}));
    shop_refused(k, "unknown-role", "guard", "did you mean \"watch\"?");
}

static void S52_unknown_names_in_a_role_are_errors_all_at_once(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    static const char *const fallbacks[] = {"paus"};
    static const bustle_handler_def handlers[] = {
        {.interruption = "alarn", .sequence = "day"}, {.interruption = "alarm", .sequence = "dya"}};
    bustle_role_def watch = townsfolk_role("watch", "dai");
    watch.fallbacks = fallbacks;
    watch.fallback_count = 1;
    watch.handlers = handlers;
    watch.handler_count = 2;
    watch.enter = OPS(op_on(BUSTLE_SET, BUSTLE_SELF, "enrgy", 1));
    townsfolk_add_role(k, &watch);
    bustle_content *none = NULL;
    assert_int_equal(bustle_builder_seal(k->builder, &none), BUSTLE_PROBLEMS);
    assert_int_equal(bustle_builder_problem_count(k->builder), 5);
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-sequence", "watch", "its main names"));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-sequence", "watch", "its fallback list"));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-interruption", "watch", "\"alarm\"?"));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-sequence", "watch", "the handler of"));
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-state", "watch", "operation 1 of enter"));
}

static void S52_two_handlers_of_one_interruption_in_a_role_are_an_error(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    static const bustle_handler_def handlers[] = {{.interruption = "alarm", .sequence = "day"},
        {.interruption = "alarm", .sequence = "pause"}};
    bustle_role_def watch = townsfolk_role("watch", NULL);
    watch.handlers = handlers;
    watch.handler_count = 2;
    townsfolk_add_role(k, &watch);
    shop_refused(k, "listed-twice", "watch", "has two handlers");
}

static void S52_a_priority_of_a_role_must_fit(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    static const bustle_handler_def handlers[] = {
        {.interruption = "alarm", .sequence = "day", .priority = 40000}};
    bustle_role_def watch = townsfolk_role("watch", NULL);
    watch.handlers = handlers;
    watch.handler_count = 1;
    townsfolk_add_role(k, &watch);
    shop_refused(k, "bad-priority", "watch", "priority 40000");
}

static void S52_an_unknown_way_of_changing_is_an_error(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    bustle_role_def watch = townsfolk_role("watch", NULL);
    watch.change = (bustle_replacing)3;
    townsfolk_add_role(k, &watch);
    shop_refused(k, "bad-change", "watch", "there is no way 3");
}

static void S52_enter_and_exit_know_no_target(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    bustle_role_def watch = townsfolk_role("watch", NULL);
    watch.enter = OPS(op_on(BUSTLE_SET, BUSTLE_TARGET, "energy", 5));
    townsfolk_add_role(k, &watch);
    shop_refused(k, "role-effect", "watch", "enter: it mentions target");
    shop_end(k);
    shop_begin(k);
    townsfolk_market(k);
    watch.enter = ALWAYS;
    watch.exit =
        OPS(op_push(BUSTLE_DISTANCE, NULL), op_by_stack(BUSTLE_SET, BUSTLE_SELF, "energy"));
    townsfolk_add_role(k, &watch);
    shop_refused(k, "role-effect", "watch", "exit: it mentions target or distance");
}

static void S52_a_prop_with_roles_is_an_error(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    add_plain_roles(k);
    const bustle_entity_role_def roles[] = {{"watch", ALWAYS}};
    bustle_entity_def lamp = bustle_default_entity_def();
    lamp.name = "lamp";
    lamp.roles = roles;
    lamp.role_count = 1;
    shop_add_entity(k, &lamp);
    shop_refused(k, "prop-decides", "lamp", "cues, roles, reactions or inboxes");
}

static void S52_too_many_personas_are_refused(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    char name[24];
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "role%04d", i);
        bustle_role_def made = townsfolk_role(name, NULL);
        townsfolk_add_role(k, &made);
        snprintf(name, sizeof name, "npc%04d", i);
        bustle_entity_def npc = shop_npc(name, "pause");
        shop_add_entity(k, &npc);
    }
    shop_refused(k, "too-many", "npc0999", "define fewer roles");
}

/* ---- Memory ---- */

static void sealing_roles_and_cues_without_memory_leaves_nothing(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    static const char *const tags[] = {"folk"};
    static const bustle_handler_def handlers[] = {
        {.interruption = "alarm", .sequence = "pause", .priority = 2}};
    bustle_cue_def cues[] = {townsfolk_cue("greet"), townsfolk_cue("nap")};
    cues[0].targets = tags;
    cues[0].target_count = 1;
    bustle_role_def watch = townsfolk_role("watch", "pause");
    watch.handlers = handlers;
    watch.handler_count = 1;
    watch.cues = cues;
    watch.cue_count = 2;
    watch.enter = TIRED_NO_MORE;
    townsfolk_add_role(k, &watch);
    const bustle_entity_role_def roles[] = {{"watch", ALWAYS}};
    bustle_entity_def guard = townsfolk_guard();
    guard.tags = tags;
    guard.tag_count = 1;
    guard.handlers = handlers;
    guard.handler_count = 1;
    guard.cues = &cues[1];
    guard.cue_count = 1;
    guard.roles = roles;
    guard.role_count = 1;
    shop_add_entity(k, &guard);
    const size_t held = k->bytes;
    bustle_status status = BUSTLE_NO_MEMORY;
    for (long n = 0; status == BUSTLE_NO_MEMORY; n++) {
        assert_int_equal(k->bytes, held);
        k->until_failure = n;
        status = bustle_builder_seal(k->builder, &k->content);
        k->until_failure = -1;
    }
    assert_int_equal(status, BUSTLE_OK);
}

/* ---- Flow and needs ---- */

static void S24_the_main_sequence_of_a_role_must_act(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    bustle_sequence_def empty = shop_sequence(
        "empty", "pick", NODES(shop_node("pick", BUSTLE_NODE_CHOICE, NULL, TO(to("END")))));
    shop_add_sequence(k, &empty);
    bustle_role_def watch = townsfolk_role("watch", "empty");
    townsfolk_add_role(k, &watch);
    shop_refused(k, "main-without-action", "watch", "\"empty\"");
}

static void S35_a_fallback_of_a_role_should_need_nothing(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    static const char *const fallbacks[] = {"day"};
    bustle_role_def watch = townsfolk_role("watch", NULL);
    watch.fallbacks = fallbacks;
    watch.fallback_count = 1;
    townsfolk_add_role(k, &watch);
    shop_warned(k, "needy-fallback", "day", "it is a fallback");
}

/* A sequence that needs a mood, which guards have not. */
static void add_sulking(shop *k) {
    bustle_action_def sulk = shop_action("sulk");
    sulk.when = OPS(op_named(BUSTLE_EQUAL, BUSTLE_SELF, "mood", "angry"));
    shop_add_action(k, &sulk);
    bustle_sequence_def def = shop_sequence(
        "sulking", "sulk", NODES(shop_node("sulk", BUSTLE_NODE_ACTION, "sulk", TO(to("END")))));
    shop_add_sequence(k, &def);
}

static void S3_an_npc_needs_the_states_of_the_roles_it_lists(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    add_sulking(k);
    bustle_role_def cross = townsfolk_role("cross", "sulking");
    townsfolk_add_role(k, &cross);
    add_guard(k, ROLES({"cross", ALWAYS}));
    shop_refused(k, "npc-lacks-state", "guard", "\"mood\", which action \"sulk\"");
}

static void S3_a_role_that_nobody_lists_needs_nothing(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    add_sulking(k);
    bustle_role_def cross = townsfolk_role("cross", "sulking");
    townsfolk_add_role(k, &cross);
    bustle_entity_def guard = townsfolk_guard();
    shop_add_entity(k, &guard);
    shop_seal(k);
}

static void S3_conditions_and_effects_of_listed_roles_need_states(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    bustle_role_def cross = townsfolk_role("cross", NULL);
    cross.enter = OPS(op_on(BUSTLE_SET, BUSTLE_SELF, "mood", 1));
    townsfolk_add_role(k, &cross);
    add_guard(k, ROLES({"cross", ALWAYS}));
    shop_refused(k, "npc-lacks-state", "guard", "role \"cross\" (operation 1 of enter)");
    shop_end(k);
    shop_begin(k);
    townsfolk_market(k);
    add_plain_roles(k);
    add_guard(
        k, ROLES({"watch", OPS(op_on(BUSTLE_EQUAL, BUSTLE_SELF, "mood", 1))}, {"idle", ALWAYS}));
    shop_refused(k, "npc-lacks-state", "guard", "(role \"watch\", operation 1 of when)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(S52_a_persona_has_what_its_role_has_and_else_its_definition),
        SHOP_TEST(S52_handlers_are_merged_one_by_one),
        SHOP_TEST(S52_listed_roles_have_their_conditions_in_order_and_watch_what_they_read),
        SHOP_TEST(S52_without_roles_and_cues_nothing_lives_or_watches),
        SHOP_TEST(S52_enter_and_exit_count_among_the_raises),
        SHOP_TEST(S52_an_npc_may_leave_its_main_sequence_to_its_roles),
        SHOP_TEST(S52_a_role_without_main_for_an_npc_without_main_is_an_error),
        SHOP_TEST(S52_a_role_that_is_listed_twice_is_an_error),
        SHOP_TEST(S52_the_last_role_has_no_condition),
        SHOP_TEST(S52_all_but_the_last_role_have_a_condition),
        SHOP_TEST(S52_the_condition_of_a_role_knows_no_target),
        SHOP_TEST(S52_a_condition_with_a_mistake_is_told_once),
        SHOP_TEST(S52_an_unknown_role_is_an_error),
        SHOP_TEST(S52_unknown_names_in_a_role_are_errors_all_at_once),
        SHOP_TEST(S52_two_handlers_of_one_interruption_in_a_role_are_an_error),
        SHOP_TEST(S52_a_priority_of_a_role_must_fit),
        SHOP_TEST(S52_an_unknown_way_of_changing_is_an_error),
        SHOP_TEST(S52_enter_and_exit_know_no_target),
        SHOP_TEST(S52_a_prop_with_roles_is_an_error),
        SHOP_TEST(S52_too_many_personas_are_refused),
        SHOP_TEST(sealing_roles_and_cues_without_memory_leaves_nothing),
        SHOP_TEST(S24_the_main_sequence_of_a_role_must_act),
        SHOP_TEST(S35_a_fallback_of_a_role_should_need_nothing),
        SHOP_TEST(S3_an_npc_needs_the_states_of_the_roles_it_lists),
        SHOP_TEST(S3_a_role_that_nobody_lists_needs_nothing),
        SHOP_TEST(S3_conditions_and_effects_of_listed_roles_need_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
