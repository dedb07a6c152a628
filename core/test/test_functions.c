/* S8: functions of the game among conditions and effects. */
#include <string.h>

#include "calls.h"

/* The last calls of condition function 1 and effect function 1, and how many there were. */
static bustle_call last_condition, last_effect;
static unsigned conditions_called, effects_called;

static int say_yes(kit *k, bustle_call *call) {
    (void)k;
    last_condition = *call;
    conditions_called++;
    return 1;
}

static int say_no(kit *k, bustle_call *call) {
    (void)k;
    (void)call;
    return 0;
}

static int err(kit *k, bustle_call *call) {
    (void)k;
    call->error = "the well is dry";
    return -1;
}

static int act(kit *k, bustle_call *call) {
    (void)k;
    last_effect = *call;
    effects_called++;
    return 0;
}

/* Everyday content, with a visitor "ann" who pokes "pole1" again and again, 10 ms each. Functions:
 * 1 notes the call, 2 says no, 3 errs. */
static bustle_action_def *def_poke(kit *k) {
    def_everyday(k);
    bustle_action_def *poke = def_action(k, "poke", 10);
    poke->target = BUSTLE_TARGET_TAKEN;
    chain(k, "visit", "poke");
    has(handles(def_npc(k, "visitor", "visit"), "i", "answer", 0), "x", 7);
    accepts(has(def_prop(k, "pole"), "x", 7), "poke");
    k->conditions[1] = say_yes;
    k->conditions[2] = say_no;
    k->conditions[3] = err;
    k->effects[1] = act;
    k->effects[3] = err;
    conditions_called = effects_called = 0;
    return poke;
}

static void begin_poke(kit *k) {
    kit_begin(k);
    kit_spawn(k, "ann", "visitor");
    kit_spawn(k, "pole1", "pole");
    kit_spawn(k, "bob", "villager");
}

static bool starts(kit *k, bustle_ops when) {
    kit_reset(k);
    def_poke(k)->when = when;
    begin_poke(k);
    kit_update_to(k, 0);
    return kit_doing(k, "ann").mood == BUSTLE_ACTING;
}

#define YES CALL(1, "yes")
#define NO CALL(2, "no")
#define ERR CALL(3, "wells.lua:12")

static void S8_a_function_can_stand_wherever_a_condition_can(void **state) {
    kit *k = *state;
    assert_true(starts(k, OPS(YES)));
    assert_false(starts(k, OPS(NO)));
    assert_true(starts(k, OPS(NO, DO(BUSTLE_NOT), TARGET_IS("x", BUSTLE_EQUAL, 7))));
    assert_true(starts(k, OPS(NO, SELF_IS("x", BUSTLE_EQUAL, 7), DO(BUSTLE_OR))));
}

static void S8_a_function_can_stand_in_a_transition(void **state) {
    kit *k = *state;
    def_poke(k);
    bustle_sequence_def *tour = chain(k, "tour", "poke", "wait");
    bustle_node_def *poke = node_of(tour, "poke");
    poke->transition_count = 0;
    add_edge(poke, "END", OPS(NO));
    add_edge(poke, "wait", OPS(YES));
    has(def_npc(k, "tourist", "tour"), "x", 7);
    kit_begin(k);
    bustle_entity ann = kit_spawn(k, "ann", "tourist");
    bustle_entity pole = kit_spawn(k, "pole1", "pole");
    kit_run(k, 20, 10);
    kit_expect_only(k, "start", "start ann poke pole1 | start ann wait");
    assert_int_equal(last_condition.self, ann);
    assert_int_equal(last_condition.target, pole);
    assert_int_equal(last_condition.action, BUSTLE_NONE);
}

static void S8_a_function_can_stand_among_start_finish_and_interruption_effects(void **state) {
    kit *k = *state;
    bustle_action_def *poke = def_poke(k);
    poke->start = OPS(CALL(1, "start"));
    poke->finish = OPS(CALL(1, "finish"));
    poke->interrupted = OPS(CALL(1, "interrupted"));
    begin_poke(k);
    kit_update_to(k, 0);
    assert_string_equal(last_effect.where, "start");
    assert_int_equal(effects_called, 1);
    k->options.batch = 0; /* only the ending */
    kit_update_to(k, 10);
    assert_string_equal(last_effect.where, "finish");
    assert_int_equal(effects_called, 2);
    k->options.batch = -1;
    kit_update_to(k, 11);
    kit_interrupt(k, "ann", "i");
    kit_update_to(k, 12);
    assert_string_equal(last_effect.where, "interrupted");
    assert_int_equal(effects_called, 4);
}

static void S8_a_function_is_told_its_number_place_npc_target_and_action(void **state) {
    kit *k = *state;
    bustle_action_def *poke = def_poke(k);
    poke->when = OPS(CALL(1, "poke.lua:3"));
    poke->start = OPS(CALL(1, "poke.lua:5"));
    begin_poke(k);
    kit_update_to(k, 0);
    const bustle_call *both[] = {&last_condition, &last_effect};
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(both[i]->function, 1);
        assert_int_equal(both[i]->self, kit_entity(k, "ann"));
        assert_int_equal(both[i]->target, kit_entity(k, "pole1"));
        assert_int_equal(both[i]->action, kit_action(k, "poke"));
    }
    assert_string_equal(last_condition.where, "poke.lua:3");
    assert_string_equal(last_effect.where, "poke.lua:5");
}

static void S8_a_function_of_an_action_without_target_is_told_nobody(void **state) {
    kit *k = *state;
    def_poke(k);
    bustle_action_def *sigh = def_action(k, "sigh", 10);
    sigh->target = BUSTLE_TARGET_NOT_TAKEN;
    sigh->when = OPS(YES);
    chain(k, "grieve", "sigh");
    def_npc(k, "griever", "grieve");
    kit_begin(k);
    kit_spawn(k, "ann", "griever");
    kit_update_to(k, 0);
    assert_int_equal(conditions_called, 1);
    assert_int_equal(last_condition.target, 0);
}

/* ---- What they may call ---- */

static const char *refusal_wanted; /* a name in api_calls that should not have been taken */
static bool allow_set;
static bustle_entity meddled; /* the entity the calls are about; 0: the NPC itself */

/* Makes every call of the interface; those that change the world must be refused. */
static int meddle(kit *k, bustle_call *call) {
    bustle_entity about = meddled == 0 ? call->self : meddled;
    for (size_t i = 0; i < api_call_count; i++) {
        bool is_set = strcmp(api_calls[i].name, "set") == 0;
        bool refused = api_calls[i].changes && !(is_set && allow_set);
        bustle_status status = api_calls[i].make(k, about);
        if (refused != (status == BUSTLE_BUSY)) {
            refusal_wanted = api_calls[i].name;
        }
    }
    bustle_world_destroy(k->world);
    return 1;
}

static void prepare_meddling(bool writes_allowed, bustle_entity about) {
    refusal_wanted = NULL;
    allow_set = writes_allowed;
    meddled = about;
}

/* What an update by `begin_poke` leaves behind if nobody meddles. */
static void expect_nothing_meddled(kit *k) {
    if (refusal_wanted != NULL) {
        fail_msg("not refused as it should be: %s", refusal_wanted);
    }
    kit_expect_events(k,
        "spawn ann | spawn pole1 | spawn bob | start ann poke pole1 | "
        "start bob wait");
    assert_int_equal(kit_get(k, "bob", "x"), 7);
    assert_int_equal(kit_get(k, "pole1", "x"), 7);
    assert_int_equal(kit_doing(k, "bob").waiting, 0);
    assert_int_equal(kit_stats(k).entities, 3);
    assert_null(bustle_entity_user(k->world, kit_entity(k, "ann")));
}

static void S8_a_condition_function_only_reads(void **state) {
    kit *k = *state;
    def_poke(k)->when = OPS(CALL(1, "when"));
    k->conditions[1] = meddle;
    begin_poke(k);
    prepare_meddling(false, 0);
    kit_update_to(k, 0);
    expect_nothing_meddled(k);
    assert_int_equal(kit_get(k, "ann", "x"), 7);
}

static void S8_a_condition_function_cannot_change_others_either(void **state) {
    kit *k = *state;
    def_poke(k)->when = OPS(CALL(1, "when"));
    k->conditions[1] = meddle;
    begin_poke(k);
    prepare_meddling(false, kit_entity(k, "bob"));
    kit_update_to(k, 0);
    expect_nothing_meddled(k);
}

static void S8_an_effect_function_cannot_change_others(void **state) {
    kit *k = *state;
    def_poke(k)->start = OPS(CALL(1, "start"));
    k->effects[1] = meddle;
    begin_poke(k);
    prepare_meddling(false, kit_entity(k, "bob"));
    kit_update_to(k, 0);
    expect_nothing_meddled(k);
}

static void S8_an_effect_function_may_write_self_and_nothing_else_of_it(void **state) {
    kit *k = *state;
    def_poke(k)->start = OPS(CALL(1, "start"));
    k->effects[1] = meddle;
    begin_poke(k);
    prepare_meddling(true, 0);
    kit_update_to(k, 0);
    assert_int_equal(kit_get(k, "ann", "x"), 99);
    expect_nothing_meddled(k);
}

static int write_both(kit *k, bustle_call *call) {
    bustle_id x = kit_state(k, "x");
    assert_int_equal(bustle_entity_set(k->world, call->self, x, 11), BUSTLE_OK);
    assert_int_equal(bustle_entity_set(k->world, call->target, x, 12), BUSTLE_OK);
    return 0;
}

static void S8_an_effect_function_may_write_self_and_target(void **state) {
    kit *k = *state;
    def_poke(k)->start =
        OPS(CALL(1, "start"), INCREASE(BUSTLE_SELF, "x", 1), INCREASE(BUSTLE_TARGET, "x", 1));
    k->effects[1] = write_both;
    begin_poke(k);
    kit_update_to(k, 0);
    assert_int_equal(kit_get(k, "ann", "x"), 12);
    assert_int_equal(kit_get(k, "pole1", "x"), 13);
}

static void S8_the_same_holds_for_effects_of_calls_between_updates(void **state) {
    kit *k = *state;
    def_poke(k)->interrupted = OPS(CALL(1, "interrupted"));
    k->effects[1] = meddle;
    begin_poke(k);
    kit_update_to(k, 0);
    prepare_meddling(false, kit_entity(k, "bob"));
    assert_int_equal(bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0), BUSTLE_OK);
    expect_nothing_meddled(k);
}

static unsigned contradictions;

static int check_inside(kit *k, bustle_call *call) {
    (void)call;
    contradictions += bustle_world_check(k->world, NULL, 0) == BUSTLE_INCONSISTENT;
    return 1;
}

static void S8_a_function_that_checks_the_world_finds_no_contradiction(void **state) {
    kit *k = *state;
    bustle_action_def *poke = def_poke(k);
    poke->when = OPS(CALL(1, "when"));
    poke->start = poke->finish = poke->interrupted = OPS(CALL(1, "effect"));
    k->conditions[1] = k->effects[1] = check_inside;
    begin_poke(k);
    bustle_entity ann = kit_entity(k, "ann");
    contradictions = 0;
    for (int64_t now = 0; now < 300; now += 5) {
        kit_update_to(k, now);
        if (now % 30 == 0) {
            bustle_npc_hold(k->world, ann);
            bustle_npc_release(k->world, ann);
        } else if (now % 35 == 0) {
            bustle_npc_complete(k->world, ann, BUSTLE_NONE, 0);
        } else if (now % 40 == 0) {
            kit_interrupt(k, "ann", "i");
        } else if (now % 55 == 0) {
            bustle_npc_set_main(k->world, ann, kit_sequence(k, "visit"));
        }
    }
    bustle_world_remove(k->world, ann);
    assert_int_equal(contradictions, 0);
}

static int meddle_in_answer(
    void *context, bustle_world *world, bustle_id environment, bustle_answer *answer) {
    (void)world;
    (void)environment;
    bustle_call call = {.self = kit_entity(context, "ann")};
    answer->number = 1;
    return meddle(context, &call);
}

static int meddle_in_position(
    void *context, bustle_world *world, bustle_entity entity, bustle_position *position) {
    bustle_call call = {.self = entity};
    (void)world;
    *position = (bustle_position){0, 0, 0};
    return meddle(context, &call);
}

static void S8_while_the_game_is_asked_only_reading_is_allowed(void **state) {
    kit *k = *state;
    def_poke(k)->when = OPS(ENV_IS("e", BUSTLE_EQUAL, 1), DISTANCE_IS(BUSTLE_EQUAL, 0));
    bustle_entity_def *diviner = has(def_npc(k, "diviner", "visit"), "x", 7);
    diviner->position = BUSTLE_POSITION_QUERIED;
    k->def.callbacks.query_condition = meddle_in_answer;
    k->def.callbacks.query_position = meddle_in_position;
    kit_begin(k);
    kit_spawn(k, "ann", "diviner");
    kit_spawn(k, "pole1", "pole");
    kit_spawn(k, "bob", "villager");
    prepare_meddling(false, 0);
    kit_update_to(k, 0);
    expect_nothing_meddled(k);
}

static int64_t meddle_in_clock(void *context) {
    bustle_call call = {.self = kit_entity(context, "ann")};
    return meddle(context, &call);
}

static void S8_while_the_clock_is_read_only_reading_is_allowed(void **state) {
    kit *k = *state;
    def_poke(k);
    k->def.callbacks.clock = meddle_in_clock;
    begin_poke(k);
    k->options.budget_us = 1000000;
    prepare_meddling(false, 0);
    kit_update_to(k, 0);
    expect_nothing_meddled(k);
}

static void meddle_in_log(void *context, bustle_log_level level, const char *text) {
    bustle_call call = {.self = kit_entity(context, "ann")};
    (void)level;
    (void)text;
    meddle(context, &call);
}

static void S8_while_something_is_logged_only_reading_is_allowed(void **state) {
    kit *k = *state;
    def_poke(k)->when = OPS(ENV_IS("e", BUSTLE_EQUAL, 0));
    k->def.callbacks.log = meddle_in_log;
    begin_poke(k);
    kit_answer_result(k, "e", -1);
    prepare_meddling(false, 0);
    kit_update_to(k, 0);
    expect_nothing_meddled(k);
}

/* ---- Errors ---- */

static void S8_an_error_makes_the_whole_condition_false(void **state) {
    kit *k = *state;
    assert_false(starts(k, OPS(ERR)));
    assert_false(starts(k, OPS(ERR, DO(BUSTLE_NOT))));
    assert_false(starts(k, OPS(ERR, YES, DO(BUSTLE_OR))));
    assert_false(starts(k, OPS(NO, ERR, DO(BUSTLE_AND), ERR, DO(BUSTLE_NOT), DO(BUSTLE_OR))));
    assert_false(starts(k, OPS(SELF_IS("x", BUSTLE_EQUAL, 7), ERR, DO(BUSTLE_NOT))));
}

static void S8_an_error_that_is_not_reached_harms_nothing(void **state) {
    kit *k = *state;
    assert_true(starts(k, OPS(YES, ERR, DO(BUSTLE_OR))));
    kit_expect_logged(k, 0, "");
}

static void S8_an_error_in_a_transition_makes_its_condition_false(void **state) {
    kit *k = *state;
    def_poke(k);
    bustle_sequence_def *tour = chain(k, "tour", "poke", "wait");
    node_of(tour, "poke")->transition_count = 0;
    add_edge(node_of(tour, "poke"), "END", OPS(ERR, DO(BUSTLE_NOT)));
    add_edge(node_of(tour, "poke"), "wait", ALWAYS)->otherwise = true;
    has(def_npc(k, "tourist", "tour"), "x", 7);
    kit_begin(k);
    kit_spawn(k, "ann", "tourist");
    kit_spawn(k, "pole1", "pole");
    kit_run(k, 20, 10);
    kit_expect_only(k, "start", "start ann poke pole1 | start ann wait");
    assert_non_null(strstr(k->log, "the well is dry"));
    kit_expect_logged(k, 1, "wells.lua:12");
}

static void S8_the_effects_after_an_erring_one_still_happen(void **state) {
    kit *k = *state;
    def_poke(k)->start =
        OPS(INCREASE(BUSTLE_SELF, "x", 1), ERR, INCREASE(BUSTLE_SELF, "x", 10), CALL(1, "after"));
    begin_poke(k);
    kit_update_to(k, 0);
    assert_int_equal(kit_get(k, "ann", "x"), 18);
    assert_int_equal(effects_called, 1);
    kit_expect_only(k, "start fail", "start ann poke pole1 | start bob wait");
}

static void S8_an_error_is_reported_with_action_place_and_text(void **state) {
    kit *k = *state;
    def_poke(k)->start = OPS(ERR);
    begin_poke(k);
    kit_update_to(k, 0);
    assert_non_null(strstr(k->log, "poke"));
    assert_non_null(strstr(k->log, "wells.lua:12"));
    kit_expect_logged(k, 1, "the well is dry");
    kit_expect_only(k, "error", "error ann");
    const bustle_event *error = kit_last(k, BUSTLE_EVENT_ERROR);
    assert_int_equal(error->name, kit_action(k, "poke"));
    assert_int_equal(error->target, 0);
    assert_int_equal(error->argument, 0);
}

static int err_silently(kit *k, bustle_call *call) {
    (void)k;
    (void)call;
    return -1;
}

static void S8_an_error_without_text_is_reported_too(void **state) {
    kit *k = *state;
    def_poke(k)->start = OPS(ERR);
    k->effects[3] = err_silently;
    begin_poke(k);
    kit_update_to(k, 0);
    kit_expect_logged(k, 1, "wells.lua:12");
}

static void S8_the_same_function_of_the_same_action_is_reported_once_per_update(void **state) {
    kit *k = *state;
    bustle_action_def *poke = def_poke(k);
    poke->start = OPS(ERR, ERR);
    begin_poke(k);
    kit_spawn(k, "cid", "visitor");
    kit_update_to(k, 0); /* two NPCs, two calls each */
    kit_expect_logged(k, 1, "wells.lua:12");
    kit_expect_only(k, "error", "error ann");
    kit_update_to(k, 10);
    kit_expect_logged(k, 1, "wells.lua:12");
}

static void S8_other_functions_and_other_actions_are_reported_for_themselves(void **state) {
    kit *k = *state;
    bustle_action_def *poke = def_poke(k);
    poke->start = OPS(ERR, CALL(4, "wells.lua:13"));
    k->effects[4] = err;
    bustle_action_def *prod = def_action(k, "prod", 10);
    prod->start = OPS(ERR);
    prod->target = BUSTLE_TARGET_NOT_TAKEN;
    chain(k, "prodding", "prod");
    def_npc(k, "prodder", "prodding");
    begin_poke(k);
    kit_spawn(k, "cid", "prodder");
    kit_update_to(k, 0);
    assert_non_null(strstr(k->log, "wells.lua:13"));
    assert_non_null(strstr(k->log, "prod"));
    kit_expect_logged(k, 3, "the well is dry");
    kit_expect_only(k, "error", "error ann | error ann | error cid");
}

static void S8_a_condition_that_errs_for_many_candidates_is_reported_once(void **state) {
    kit *k = *state;
    def_poke(k)->when = OPS(ERR);
    begin_poke(k);
    kit_spawn(k, "pole2", "pole");
    kit_spawn(k, "pole3", "pole");
    kit_update_to(k, 0);
    kit_expect_logged(k, 1, "wells.lua:12");
    kit_expect_only(k, "start fail", "fail ann visit no-candidate | start bob wait");
}

static void S8_without_a_callback_a_function_is_an_error(void **state) {
    kit *k = *state;
    def_poke(k)->when = OPS(YES, DO(BUSTLE_NOT));
    k->def.callbacks.condition = NULL;
    begin_poke(k);
    kit_update_to(k, 0);
    kit_expect_only(k, "start fail", "fail ann visit no-candidate | start bob wait");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S8_a_function_can_stand_wherever_a_condition_can),
        RULE(S8_a_function_can_stand_in_a_transition),
        RULE(S8_a_function_can_stand_among_start_finish_and_interruption_effects),
        RULE(S8_a_function_is_told_its_number_place_npc_target_and_action),
        RULE(S8_a_function_of_an_action_without_target_is_told_nobody),
        RULE(S8_a_condition_function_only_reads),
        RULE(S8_a_condition_function_cannot_change_others_either),
        RULE(S8_an_effect_function_cannot_change_others),
        RULE(S8_an_effect_function_may_write_self_and_nothing_else_of_it),
        RULE(S8_an_effect_function_may_write_self_and_target),
        RULE(S8_the_same_holds_for_effects_of_calls_between_updates),
        RULE(S8_a_function_that_checks_the_world_finds_no_contradiction),
        RULE(S8_while_the_game_is_asked_only_reading_is_allowed),
        RULE(S8_while_something_is_logged_only_reading_is_allowed),
        RULE(S8_an_error_makes_the_whole_condition_false),
        RULE(S8_an_error_that_is_not_reached_harms_nothing),
        RULE(S8_an_error_in_a_transition_makes_its_condition_false),
        RULE(S8_the_effects_after_an_erring_one_still_happen),
        RULE(S8_an_error_is_reported_with_action_place_and_text),
        RULE(S8_an_error_without_text_is_reported_too),
        RULE(S8_the_same_function_of_the_same_action_is_reported_once_per_update),
        RULE(S8_other_functions_and_other_actions_are_reported_for_themselves),
        RULE(S8_a_condition_that_errs_for_many_candidates_is_reported_once),
        RULE(S8_without_a_callback_a_function_is_an_error),
        RULE(S8_while_the_clock_is_read_only_reading_is_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
