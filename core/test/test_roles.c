/* S52 and S49: roles, by conditions and by the game. */
#include <string.h>

#include "kit_npc.h"

/* An "npc" whose "late" (env "hour" >= 22) role "watch" has the main sequence "patrol" (p1, p2),
 * else the role "idler" with "stroll" (s1, nested "more": s2, s3). Actions last 100 ms. "log"
 * counts what enter and exit do: watch 1 and 10, idler 100 and 1000. */
static bustle_entity_def *def_town(kit *k) {
    def_state(k, "log");
    def_environment(k, "hour", 10);
    def_interruption(k, "call");
    const char *const actions[] = {"p1", "p2", "s1", "s2", "s3", "look"};
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        def_action(k, actions[i], 100)->resumable = true;
    }
    chain(k, "patrol", "p1", "p2");
    chain(k, "more", "s2", "s3");
    chain(k, "stroll", "s1", ">more");
    chain(k, "answer", "look");
    bustle_role_def *watch = kit_def_role(k, "watch", "patrol");
    watch->enter = OPS(INCREASE(BUSTLE_SELF, "log", 1));
    watch->exit = OPS(INCREASE(BUSTLE_SELF, "log", 10));
    bustle_role_def *idler = kit_def_role(k, "idler", "stroll");
    idler->enter = OPS(INCREASE(BUSTLE_SELF, "log", 100));
    idler->exit = OPS(INCREASE(BUSTLE_SELF, "log", 1000));
    kit_add_role_handler(idler, "call", "answer");
    bustle_entity_def *npc = has(def_npc(k, "npc", NULL), "log", 0);
    kit_may_be(npc, "watch", OPS(ENV_IS("hour", BUSTLE_AT_LEAST, 22)));
    return kit_may_be(npc, "idler", ALWAYS);
}

static bustle_role_def *role_def(kit *k, const char *name) {
    for (size_t i = 0; i < k->def_count; i++) {
        bustle_role_def *def = k->defs[i].def;
        if (k->defs[i].kind == BUSTLE_KIND_ROLE && strcmp(def->name, name) == 0) {
            return def;
        }
    }
    fail();
    return NULL;
}

static void begin_at(kit *k, double hour) {
    kit_begin(k);
    kit_answer(k, "hour", hour);
    kit_spawn(k, "ann", "npc");
}

static void expect_role(kit *k, const char *name, bool by_game) {
    bustle_id role = 0;
    bool set = false;
    OK(bustle_npc_role(k->world, kit_entity(k, "ann"), &role, &set));
    assert_int_equal(role, name == NULL ? BUSTLE_NONE : kit_role(k, name));
    assert_int_equal(set, by_game);
}

static void set_role(kit *k, const char *name) {
    OK(bustle_npc_set_role(
        k->world, kit_entity(k, "ann"), name == NULL ? BUSTLE_NONE : kit_role(k, name)));
}

static void S52_the_first_role_whose_condition_holds_applies_from_the_spawn(void **state) {
    kit *k = *state;
    def_town(k);
    begin_at(k, 23);
    kit_update_to(k, 0);
    kit_expect_events(k, "spawn ann | role ann watch | start ann p1");
    expect_role(k, "watch", false);
    assert_int_equal(kit_get(k, "ann", "log"), 1);
}

static void S52_a_value_that_changes_changes_the_role_and_enter_and_exit_happen(void **state) {
    kit *k = *state;
    def_town(k);
    begin_at(k, 12);
    kit_update_to(k, 0);
    kit_expect_events(k, "spawn ann | role ann idler | start ann s1");
    kit_answer(k, "hour", 22);
    kit_update_to(k, 50);
    kit_expect_events(k, "role ann watch");
    assert_int_equal(kit_get(k, "ann", "log"), 1101);
    kit_update_to(k, 100);
    kit_expect_events(k, "stop ann s1 done | start ann p1");
}

static void S52_by_node_the_main_sequence_is_replaced_between_two_of_its_own_nodes(void **state) {
    kit *k = *state;
    def_town(k);
    begin_at(k, 12);
    kit_run(k, 150, 50);
    kit_forget_events(k);
    kit_answer(k, "hour", 22);
    kit_update_to(k, 160);
    kit_update_to(k, 250);
    kit_expect_events(k, "role ann watch | stop ann s2 done | start ann s3");
    kit_update_to(k, 350);
    kit_expect_events(k, "stop ann s3 done | start ann p1");
}

static void S52_by_action_the_main_sequence_is_replaced_when_its_action_has_ended(void **state) {
    kit *k = *state;
    def_town(k);
    role_def(k, "watch")->change = BUSTLE_REPLACING_AT_ACTION;
    begin_at(k, 12);
    kit_run(k, 150, 50);
    kit_forget_events(k);
    kit_answer(k, "hour", 22);
    kit_update_to(k, 160);
    kit_update_to(k, 250);
    kit_expect_events(k, "role ann watch | stop ann s2 done | start ann p1");
}

static void S52_by_now_what_runs_is_stopped(void **state) {
    kit *k = *state;
    def_town(k);
    role_def(k, "watch")->change = BUSTLE_REPLACING_NOW;
    begin_at(k, 12);
    kit_run(k, 150, 50);
    kit_forget_events(k);
    kit_answer(k, "hour", 22);
    kit_update_to(k, 160);
    kit_expect_events(k, "role ann watch | stop ann s2 interrupted | start ann p1");
}

static void S52_responses_under_way_go_on_and_the_main_sequence_waits_for_them(void **state) {
    kit *k = *state;
    def_town(k);
    begin_at(k, 12);
    kit_update_to(k, 0);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 10);
    kit_forget_events(k);
    kit_answer(k, "hour", 22);
    kit_update_to(k, 20);
    kit_expect_events(k, "role ann watch");
    kit_update_to(k, 110);
    kit_expect_events(k, "stop ann look done | resume ann s1 90");
    kit_update_to(k, 200);
    kit_expect_events(k, "stop ann s1 done | start ann p1");
}

static void S52_handlers_are_those_of_the_role_at_once(void **state) {
    kit *k = *state;
    def_town(k);
    begin_at(k, 12);
    kit_update_to(k, 0);
    kit_answer(k, "hour", 22);
    kit_update_to(k, 10);
    assert_int_equal(kit_interrupt(k, "ann", "call").ignored, 1);
}

static void S52_a_queued_interruption_that_nobody_heeds_any_more_vanishes(void **state) {
    kit *k = *state;
    def_town(k);
    begin_at(k, 12);
    kit_update_to(k, 0);
    assert_int_equal(kit_interrupt(k, "ann", "call").queued, 1);
    set_role(k, "watch");
    assert_int_equal(kit_doing(k, "ann").waiting, 0);
    kit_forget_events(k);
    kit_update_to(k, 10);
    kit_expect_only(k, "interrupt ignore", "");
}

static void S52_the_game_sets_a_role_at_the_call_until_it_sets_none(void **state) {
    kit *k = *state;
    def_town(k);
    begin_at(k, 12);
    kit_update_to(k, 50);
    kit_forget_events(k);
    set_role(k, "watch");
    expect_role(k, "watch", true);
    assert_int_equal(kit_doing(k, "ann").main, kit_sequence(k, "patrol"));
    kit_update_to(k, 50);
    kit_expect_events(k, "role ann watch | stop ann s1 interrupted | start ann p1");
    kit_answer(k, "hour", 13);
    kit_run(k, 1000, 50);
    expect_role(k, "watch", true);
    set_role(k, NULL);
    expect_role(k, "idler", false);
    kit_run(k, 50, 50);
    kit_expect_only(k, "role", "role ann idler");
}

static void S52_a_role_that_is_set_again_changes_nothing(void **state) {
    kit *k = *state;
    def_town(k);
    begin_at(k, 12);
    kit_update_to(k, 50);
    kit_forget_events(k);
    set_role(k, "idler");
    kit_update_to(k, 60);
    kit_expect_events(k, "");
    expect_role(k, "idler", true);
}

static void S52_roles_are_tested_when_the_main_sequence_has_ended(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_town(k);
    npc->role_count = 0;
    kit_may_be(npc, "watch", OPS(SELF_IS("log", BUSTLE_AT_LEAST, 500)));
    kit_may_be(npc, "idler", ALWAYS);
    begin_at(k, 12);
    kit_update_to(k, 0);
    kit_set(k, "ann", "log", 500);
    kit_run(k, 250, 50);
    kit_forget_events(k);
    kit_update_to(k, 300);
    kit_expect_events(k, "stop ann s3 done | role ann watch | start ann p1");
}

static void S52_a_definition_fills_in_what_its_role_lacks(void **state) {
    kit *k = *state;
    bustle_entity_def *npc = def_town(k);
    npc->main = "more";
    role_def(k, "watch")->main = NULL;
    falls_back_on(handles(npc, "call", "answer", 0), "answer");
    begin_at(k, 22);
    kit_update_to(k, 0);
    kit_expect_events(k, "spawn ann | role ann watch | start ann s2");
    assert_int_equal(kit_interrupt(k, "ann", "call").queued, 1);
}

static void S52_set_main_holds_until_the_role_changes(void **state) {
    kit *k = *state;
    def_town(k);
    begin_at(k, 12);
    kit_update_to(k, 0);
    OK(bustle_npc_set_main(k->world, kit_entity(k, "ann"), kit_sequence(k, "more")));
    kit_run(k, 500, 50);
    assert_int_equal(kit_doing(k, "ann").main, kit_sequence(k, "more"));
    kit_answer(k, "hour", 22);
    kit_run(k, 300, 50);
    assert_int_equal(kit_doing(k, "ann").main, kit_sequence(k, "patrol"));
}

static void S52_a_held_npc_changes_its_role_and_its_main_sequence_after_the_release(void **state) {
    kit *k = *state;
    def_town(k);
    begin_at(k, 12);
    kit_update_to(k, 0);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    kit_forget_events(k);
    kit_answer(k, "hour", 22);
    kit_update_to(k, 50);
    kit_expect_events(k, "stop ann s1 interrupted | role ann watch");
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_run(k, 300, 50);
    assert_int_equal(kit_doing(k, "ann").main, kit_sequence(k, "patrol"));
}

static void S52_an_npc_of_a_definition_without_roles_can_be_put_into_one(void **state) {
    kit *k = *state;
    def_town(k);
    has(def_npc(k, "plain", "more"), "log", 0);
    kit_begin(k);
    kit_spawn(k, "ann", "plain");
    kit_update_to(k, 0);
    expect_role(k, NULL, false);
    set_role(k, "watch");
    set_role(k, NULL);
    kit_forget_events(k);
    kit_update_to(k, 10);
    kit_expect_events(k, "role ann watch | stop ann s2 interrupted | role ann none | start ann s2");
}

static void S52_a_save_keeps_the_role_and_a_change_that_is_due(void **state) {
    kit *k = *state;
    def_town(k);
    begin_at(k, 12);
    kit_update_to(k, 0);
    kit_answer(k, "hour", 22);
    kit_update_to(k, 50);
    bustle_snapshot saved = {0};
    OK(bustle_snapshot_save(k->world, NULL, 0, &saved));
    OK(bustle_snapshot_load(k->world, saved.bytes, saved.size, NULL, NULL, 0));
    bustle_snapshot_free(&saved);
    expect_role(k, "watch", false);
    kit_forget_events(k);
    kit_update_to(k, 100);
    kit_expect_events(k, "stop ann s1 done | start ann p1");
}

static void S52_only_npcs_have_roles_and_only_roles_can_be_set(void **state) {
    kit *k = *state;
    def_town(k);
    def_prop(k, "bench");
    begin_at(k, 12);
    bustle_id role = 0;
    const bustle_entity ann = kit_entity(k, "ann");
    const bustle_entity bench = kit_spawn(k, "bench1", "bench");
    const bustle_id watch = kit_role(k, "watch");
    assert_int_equal(bustle_npc_set_role(NULL, ann, watch), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_set_role(k->world, ann, 2), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_set_role(k->world, bench, watch), BUSTLE_NOT_NPC);
    assert_int_equal(bustle_npc_role(NULL, ann, &role, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_role(k->world, ann, NULL, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_role(k->world, bench, &role, NULL), BUSTLE_NOT_NPC);
    OK(bustle_npc_role(k->world, ann, &role, NULL));
    assert_int_equal(role, kit_role(k, "idler"));
    OK(bustle_world_remove(k->world, ann));
    assert_int_equal(bustle_npc_set_role(k->world, ann, watch), BUSTLE_STALE);
    assert_int_equal(bustle_npc_role(k->world, ann, &role, NULL), BUSTLE_STALE);
}

static void S52_where_there_are_no_roles_none_can_be_set(void **state) {
    kit *k = *state;
    def_action(k, "a", 100);
    chain(k, "day", "a");
    def_npc(k, "npc", "day");
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    set_role(k, NULL);
    expect_role(k, NULL, false);
    assert_int_equal(bustle_npc_set_role(k->world, kit_entity(k, "ann"), 0), BUSTLE_BAD_ARGUMENT);
    kit_update_to(k, 0);
    kit_expect_events(k, "spawn ann | start ann a");
}

static void S52_a_halted_npc_restarts_with_the_main_sequence_of_its_role(void **state) {
    kit *k = *state;
    def_town(k);
    def_action(k, "vain", 10)->when = OPS(SELF_IS("log", BUSTLE_LESS, 0));
    chain(k, "in_vain", "vain");
    role_def(k, "idler")->main = "in_vain";
    k->def.failure_limit = 0;
    begin_at(k, 12);
    kit_update_to(k, 0);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_HAS_HALTED);
    kit_forget_events(k);
    kit_answer(k, "hour", 22);
    kit_update_to(k, 50);
    kit_expect_events(k, "role ann watch");
    OK(bustle_npc_restart(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 60);
    kit_expect_events(k, "restart ann patrol | start ann p1");
}

/* The first allocation fails, then the second, and so on: each time nothing has changed. */
static void S52_without_memory_a_role_is_not_set(void **state) {
    kit *k = *state;
    def_town(k);
    role_def(k, "watch")->enter =
        OPS(RAISE(BUSTLE_SELF, "call"), KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "call", 3));
    begin_at(k, 12);
    kit_update_to(k, 0);
    bustle_status status = BUSTLE_NO_MEMORY;
    for (size_t n = 1; status == BUSTLE_NO_MEMORY; n++) {
        k->memory.fail_at = n;
        status = bustle_npc_set_role(k->world, kit_entity(k, "ann"), kit_role(k, "watch"));
        k->memory.fail_at = 0;
        if (status == BUSTLE_NO_MEMORY) {
            expect_role(k, "idler", false);
        }
    }
    assert_int_equal(status, BUSTLE_OK);
    expect_role(k, "watch", true);
}

/* ---- Other content ---- */

static char told[512];

static void tell(void *context, bustle_world *world, const bustle_change *change) {
    (void)context;
    (void)world;
    strncat(told, change->code, sizeof told - strlen(told) - 2);
    strcat(told, ";");
}

/* The town as the world knows it is let go; what is defined next takes its place. */
static bustle_content *begin_edit(kit *k) {
    bustle_content *replaced = k->content;
    bustle_builder_destroy(k->builder);
    k->builder = bustle_builder_create(&k->allocator);
    k->def_count = 0;
    k->defs_added = 0;
    k->content = NULL;
    return replaced;
}

static void end_edit(kit *k, bustle_content *replaced) {
    const bustle_load_options options = {.context = k, .report = tell};
    told[0] = '\0';
    kit_seal_ok(k);
    OK(bustle_world_reload(k->world, k->content, &options));
    bustle_content_release(replaced);
}

static void S52_a_role_that_is_not_listed_any_more_is_tested_anew(void **state) {
    kit *k = *state;
    def_town(k);
    begin_at(k, 22);
    kit_update_to(k, 0);
    bustle_content *replaced = begin_edit(k);
    bustle_entity_def *npc = def_town(k);
    npc->role_count = 0;
    kit_may_be(npc, "idler", ALWAYS);
    end_edit(k, replaced);
    assert_string_equal(told, "role-lost;");
    expect_role(k, NULL, false);
    kit_forget_events(k);
    kit_update_to(k, 10);
    kit_expect_events(k, "role ann idler");
    kit_update_to(k, 100);
    kit_expect_events(k, "stop ann p1 done | start ann s1");
}

static void S52_without_roles_in_its_definition_an_npc_takes_its_own_main_sequence(void **state) {
    kit *k = *state;
    def_town(k);
    begin_at(k, 22);
    kit_update_to(k, 0);
    bustle_content *replaced = begin_edit(k);
    bustle_entity_def *npc = def_town(k);
    npc->role_count = 0;
    npc->main = "more";
    end_edit(k, replaced);
    kit_forget_events(k);
    kit_update_to(k, 100);
    kit_expect_events(k, "stop ann p1 done | start ann s2");
}

static void S52_a_set_role_that_is_gone_is_gone(void **state) {
    kit *k = *state;
    def_town(k);
    kit_def_role(k, "hero", "more");
    begin_at(k, 12);
    kit_update_to(k, 0);
    set_role(k, "hero");
    kit_update_to(k, 10);
    bustle_content *replaced = begin_edit(k);
    def_town(k);
    end_edit(k, replaced);
    assert_string_equal(told, "role-gone;role-lost;");
    kit_update_to(k, 20);
    expect_role(k, "idler", false);
}

static void S52_roles_that_content_has_brought_apply_in_the_next_update(void **state) {
    kit *k = *state;
    def_town(k)->role_count = 0;
    ((bustle_entity_def *)k->defs[k->def_count - 1].def)->main = "more";
    begin_at(k, 22);
    kit_update_to(k, 0);
    bustle_content *replaced = begin_edit(k);
    def_town(k);
    end_edit(k, replaced);
    kit_forget_events(k);
    kit_update_to(k, 100);
    kit_expect_events(k, "role ann watch | stop ann s2 done | start ann p1");
}

static void S53_encounters_of_a_cue_that_is_gone_are_forgotten(void **state) {
    kit *k = *state;
    for (int round = 0; round < 2; round++) {
        bustle_content *replaced = round == 0 ? NULL : begin_edit(k);
        bustle_entity_def *npc = def_town(k);
        if (round == 0) {
            bustle_cue_def *itch = kit_cue("itch", "answer", NULL);
            itch->when = OPS(SELF_IS("log", BUSTLE_AT_LEAST, 0));
            kit_add_cue(npc, itch);
            begin_at(k, 22);
            kit_run(k, 100, 10);
            kit_expect_only(k, "interrupt", "interrupt ann itch answer");
        } else {
            end_edit(k, replaced);
        }
    }
    size_t count = 1;
    OK(bustle_npc_memories(
        k->world, kit_entity(k, "ann"), BUSTLE_MEMORY_ENCOUNTER, NULL, 0, &count));
    assert_int_equal(count, 0);
    assert_string_equal(told, "cue-gone;");
    kit_run(k, 500, 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S52_the_first_role_whose_condition_holds_applies_from_the_spawn),
        RULE(S52_a_value_that_changes_changes_the_role_and_enter_and_exit_happen),
        RULE(S52_by_node_the_main_sequence_is_replaced_between_two_of_its_own_nodes),
        RULE(S52_by_action_the_main_sequence_is_replaced_when_its_action_has_ended),
        RULE(S52_by_now_what_runs_is_stopped),
        RULE(S52_responses_under_way_go_on_and_the_main_sequence_waits_for_them),
        RULE(S52_handlers_are_those_of_the_role_at_once),
        RULE(S52_a_queued_interruption_that_nobody_heeds_any_more_vanishes),
        RULE(S52_the_game_sets_a_role_at_the_call_until_it_sets_none),
        RULE(S52_a_role_that_is_set_again_changes_nothing),
        RULE(S52_roles_are_tested_when_the_main_sequence_has_ended),
        RULE(S52_a_definition_fills_in_what_its_role_lacks),
        RULE(S52_set_main_holds_until_the_role_changes),
        RULE(S52_a_held_npc_changes_its_role_and_its_main_sequence_after_the_release),
        RULE(S52_an_npc_of_a_definition_without_roles_can_be_put_into_one),
        RULE(S52_a_save_keeps_the_role_and_a_change_that_is_due),
        RULE(S52_only_npcs_have_roles_and_only_roles_can_be_set),
        RULE(S52_where_there_are_no_roles_none_can_be_set),
        RULE(S52_a_halted_npc_restarts_with_the_main_sequence_of_its_role),
        RULE(S52_without_memory_a_role_is_not_set),
        RULE(S52_a_role_that_is_not_listed_any_more_is_tested_anew),
        RULE(S52_without_roles_in_its_definition_an_npc_takes_its_own_main_sequence),
        RULE(S52_a_set_role_that_is_gone_is_gone),
        RULE(S52_roles_that_content_has_brought_apply_in_the_next_update),
        RULE(S53_encounters_of_a_cue_that_is_gone_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
