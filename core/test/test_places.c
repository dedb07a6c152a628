/* S63: places at offers are taken and given back, whatever happens to the sequence they belong to.
 * Undoing is in test_undo.c, revoking in test_revoking.c. */
#include "parlour.h"

static void S63_a_place_is_held_while_the_offered_sequence_runs(void **state) {
    kit *k = *state;
    parlour_define(k);
    parlour_begin(k, 1, 1);
    kit_run(k, 3400, 100);
    kit_expect_events(k,
        "@0 spawn chair1 | @0 spawn ann | @0 adopt ann sit chair1 | @0 start ann down | "
        "@300 stop ann down done | @300 start ann rest | @2300 stop ann rest done | "
        "@2300 drop ann sit chair1 done | @2300 start ann idle | @3300 stop ann idle done | "
        "@3300 adopt ann sit chair1 | @3300 start ann down");
    assert_int_equal(kit_get(k, "ann", "n"), 12);
    assert_int_equal(kit_get(k, "chair1", "taken"), 1);
    parlour_expect_places(k, "ann", "sit chair1 held");
    kit_remove(k, "ann");
    parlour_expect_empty(k);
}

static void S63_the_provider_is_the_current_target_of_the_offered_sequence(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    def_action(k, "sink", 100)->target = BUSTLE_TARGET_TAKEN;
    chain(k, "sinking", "=sink");
    p.sit->sequence = "sinking";
    parlour_begin(k, 1, 1);
    kit_run(k, 100, 100);
    kit_expect_only(
        k, "start adopt", "adopt ann sit chair1 | start ann sink chair1 | start ann idle");
}

static void S63_no_more_hold_it_than_may(void **state) {
    for (int32_t holders = 1; holders <= 3; holders++) {
        kit *k = *state;
        const parlour p = parlour_define(k);
        p.sit->holders = holders == 3 ? 0 : holders;
        parlour_begin(k, 1, 3);
        assert_int_equal(kit_stats(k).places, holders);
        assert_int_equal(kit_get(k, "chair1", "taken"), holders);
        bustle_entity held[3];
        size_t count = 0;
        OK(bustle_entity_holders(
            k->world, kit_entity(k, "chair1"), kit_offer(k, "sit"), held, 3, &count));
        assert_int_equal(count, holders);
        assert_true(held[0] == kit_entity(k, "ann"));
        bustle_offering offering;
        OK(bustle_entity_offers(k->world, kit_entity(k, "chair1"), &offering, 1, &count));
        assert_int_equal(count, 1);
        assert_int_equal(offering.taken, holders);
        assert_int_equal(offering.sequence, kit_sequence(k, "sitting"));
        kit_run(k, 10000, 100);
        kit_reset(k);
    }
}

static void S63_a_failed_sequence_gives_its_place_back(void **state) {
    kit *k = *state;
    parlour_define(k);
    parlour_begin(k, 1, 1);
    kit_forget_events(k);
    kit_fail(k, "ann");
    kit_run(k, 100, 100);
    kit_expect_events(k,
        "@0 stop ann down failed | @100 drop ann sit chair1 failed | @100 fail ann sitting game | "
        "@100 start ann idle");
    parlour_expect_empty(k);
}

static void S63_a_sequence_below_that_fails_gives_it_back(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    def_state(k, "cups")->minimum = 0;
    def_action(k, "take", 100)->target = BUSTLE_TARGET_TAKEN;
    has(accepts(def_prop(k, "tray"), "take"), "cups", 1);
    bustle_sequence_def *tea = def_sequence(k, "tea", "take");
    add_edge(add_node(tea, "take", BUSTLE_NODE_ACTION, "take"), "ask", ALWAYS);
    kit_request(tea, "ask", "sit", "END");
    add_sequence_claim(tea, "cups", 1);
    p.guest->main = "tea";
    falls_back_on(p.guest, "idling");
    kit_begin(k);
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "tray1", "tray");
    kit_spawn(k, "ann", "guest");
    kit_run(k, 200, 100);
    kit_forget_events(k);
    kit_remove(k, "tray1");
    kit_run(k, 100, 100);
    kit_expect_events(k,
        "@200 stop ann down cancelled | @200 remove tray1 | @300 drop ann sit chair1 failed | "
        "@300 fail ann tea target-left | @300 fallback ann idling | @300 start ann idle");
    parlour_expect_empty(k);
}

static void S63_set_main_gives_places_up(void **state) {
    kit *k = *state;
    parlour_define(k);
    parlour_begin(k, 1, 1);
    kit_forget_events(k);
    OK(bustle_npc_set_main(k->world, kit_entity(k, "ann"), kit_sequence(k, "idling")));
    kit_run(k, 0, 100);
    kit_update_to(k, 100);
    kit_expect_events(
        k, "@0 stop ann down interrupted | @0 drop ann sit chair1 given up | @0 start ann idle");
    parlour_expect_empty(k);
}

static void S63_a_halt_gives_places_up(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    bustle_sequence_def *outer = def_sequence(k, "outer", "in");
    add_edge(add_node(outer, "in", BUSTLE_NODE_SEQUENCE, "inner"), "END", ALWAYS);
    chain(k, "inner", "down");
    p.sit->sequence = "outer";
    k->def.failure_limit = 0;
    parlour_begin(k, 1, 1);
    kit_forget_events(k);
    kit_fail(k, "ann");
    p.ask->failed = NULL;
    kit_run(k, 100, 100);
    kit_expect_events(k,
        "@0 stop ann down failed | @100 fail ann inner game | @100 drop ann sit chair1 given up | "
        "@100 halt ann inner game");
    parlour_expect_empty(k);
}

static void S63_a_hold_gives_back_what_is_not_kept(void **state) {
    for (int kept = 0; kept < 2; kept++) {
        kit *k = *state;
        parlour_define(k).sit->kept = kept == 1;
        parlour_begin(k, 1, 1);
        kit_forget_events(k);
        OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
        kit_run(k, 100, 100);
        parlour_expect_places(k, "ann", kept ? "sit chair1 held" : "sit chair1");
        OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
        kit_run(k, 100, 100);
        kit_expect_events(k,
            kept ? "@0 stop ann down interrupted | @200 start ann down"
                 : "@0 stop ann down interrupted | @0 drop ann sit chair1 interrupted | "
                   "@200 adopt ann sit chair1 | @200 start ann down");
        kit_remove(k, "ann");
        parlour_expect_empty(k);
        kit_reset(k);
    }
}

static void S63_what_stays_leaves_places_held(void **state) {
    kit *k = *state;
    parlour_define(k);
    parlour_begin(k, 1, 1);
    kit_run(k, 400, 100);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "hail");
    kit_run(k, 200, 100);
    kit_expect_events(k,
        "@500 stop ann rest interrupted | @500 interrupt ann hail answer | @500 start ann look | "
        "@600 stop ann look done | @600 resume ann rest 1800");
    parlour_expect_places(k, "ann", "sit chair1 held");
}

static void S63_another_gives_them_back_and_they_are_taken_again(void **state) {
    kit *k = *state;
    parlour_define(k);
    parlour_begin(k, 1, 1);
    kit_run(k, 400, 100);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 200, 100);
    kit_expect_events(k,
        "@500 stop ann rest interrupted | @500 drop ann sit chair1 interrupted | "
        "@500 interrupt ann call answer | @500 start ann look | @600 stop ann look done | "
        "@600 adopt ann sit chair1 | @600 resume ann rest 1800");
    assert_int_equal(kit_get(k, "chair1", "taken"), 1);
}

static void S63_a_place_that_somebody_else_has_taken_fails_the_request(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.ask->timeout_ms = 60000;
    p.ask->every_ms = 100;
    parlour_begin(k, 1, 2);
    kit_run(k, 400, 100);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 300, 100);
    kit_expect_events(k,
        "@500 stop ann rest interrupted | @500 drop ann sit chair1 interrupted | "
        "@500 interrupt ann call answer | @500 start ann look | @500 adopt bob sit chair1 | "
        "@500 start bob down | @600 stop ann look done | @600 start ann idle");
    parlour_expect_places(k, "ann", "");
    parlour_expect_places(k, "bob", "sit chair1 held");
}

static void S63_a_cue_stays_unless_it_leaves(void **state) {
    for (int leaves = 0; leaves < 2; leaves++) {
        kit *k = *state;
        const parlour p = parlour_define(k);
        bustle_cue_def *peek = kit_cue("peek", "answer", NULL);
        peek->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 1));
        peek->every_ms = 1000;
        peek->priority = 0;
        peek->leaves = leaves == 1;
        kit_add_cue(p.guest, peek);
        parlour_begin(k, 1, 1);
        kit_forget_events(k);
        kit_run(k, 1400, 100);
        kit_expect_only(k, "adopt drop interrupt",
            leaves ? "drop ann sit chair1 interrupted | interrupt ann peek answer | "
                     "adopt ann sit chair1"
                   : "interrupt ann peek answer");
        kit_reset(k);
    }
}

static void S63_places_nest(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    bustle_sequence_def *tea = def_sequence(k, "tea", "ask");
    kit_request(tea, "ask", "drink", "END");
    p.sit->sequence = "tea";
    kit_offers(def_prop(k, "cup"), "drink", "idling");
    kit_begin(k);
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "cup1", "cup");
    kit_spawn(k, "ann", "guest");
    kit_run(k, 200, 100);
    parlour_expect_places(k, "ann", "sit chair1 held, drink cup1 held");
    kit_forget_events(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 200, 100);
    kit_expect_only(k, "adopt drop",
        "drop ann drink cup1 interrupted | drop ann sit chair1 interrupted | "
        "adopt ann sit chair1 | adopt ann drink cup1");
    kit_remove(k, "ann");
    kit_expect_only(k, "drop", "");
    kit_update_to(k, 500);
    kit_expect_only(
        k, "drop remove", "drop ann drink cup1 left | drop ann sit chair1 left | remove ann");
    parlour_expect_empty(k);
}

static void S63_a_body_is_performed_with_the_target_of_the_asking_sequence(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    def_action(k, "greet", 100)->target = BUSTLE_TARGET_TAKEN;
    def_action(k, "nod", 100)->target = BUSTLE_TARGET_TAKEN;
    accepts(def_prop(k, "host"), "greet");
    chain(k, "nodding", "=nod");
    bustle_sequence_def *seated = def_sequence(k, "seated", "down");
    add_edge(add_node(seated, "down", BUSTLE_NODE_ACTION, "down"), "body", ALWAYS);
    add_edge(add_node(seated, "body", BUSTLE_NODE_BODY, NULL), "END", ALWAYS);
    p.sit->sequence = "seated";
    bustle_sequence_def *call = def_sequence(k, "call", "greet");
    add_edge(add_node(call, "greet", BUSTLE_NODE_ACTION, "greet"), "ask", ALWAYS);
    kit_request(call, "ask", "sit", "END")->body = "nodding";
    p.guest->main = "call";
    kit_begin(k);
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "host1", "host");
    kit_spawn(k, "ann", "guest");
    kit_run(k, 550, 50);
    kit_expect_only(k, "start adopt drop",
        "start ann greet host1 | adopt ann sit chair1 | start ann down | start ann nod host1 | "
        "drop ann sit chair1 done | start ann greet host1");
}

static void S63_without_a_body_the_node_is_executed(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    bustle_sequence_def *seated = def_sequence(k, "seated", "body");
    add_edge(add_node(seated, "body", BUSTLE_NODE_BODY, NULL), "down", ALWAYS);
    add_edge(add_node(seated, "down", BUSTLE_NODE_ACTION, "down"), "END", ALWAYS);
    p.sit->sequence = "seated";
    parlour_begin(k, 1, 1);
    kit_expect_only(k, "start", "start ann down");
    OK(bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "seated"), 5));
    kit_update_to(k, 100);
    kit_expect_only(k, "start", "start ann down");
}

static void S63_who_leaves_gives_its_places_back_before_it_leaves_its_scenes(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    bustle_sequence_def *act = def_sequence(k, "act", "ask");
    kit_request(act, "ask", "sit", "END");
    bustle_scene_def *play = def_scene(k, "play");
    add_part(play, "one", NULL, "act");
    bustle_sequence_def *evening = def_sequence(k, "evening", "play");
    kit_stage(evening, "play", "play", "one", "END");
    p.guest->main = "evening";
    parlour_begin(k, 1, 1);
    kit_forget_events(k);
    kit_remove(k, "ann");
    kit_update_to(k, 100);
    kit_expect_events(k,
        "@0 stop ann down removed | @0 drop ann sit chair1 left | @0 leave ann play left | "
        "@0 remove ann");
    parlour_expect_empty(k);
}

/* ---- Places and claims ---- */

/* Guests who "dine": they claim one of the two "room" of a chair, and then ask for "sit", that is
 * "outer", in which they are "down" in "inner". Its `drop` puts what is free of "room" into
 * "taken". */
static parlour def_dining(kit *k) {
    const parlour p = parlour_define(k);
    def_state(k, "room")->minimum = 0;
    def_action(k, "pat", 100)->target = BUSTLE_TARGET_TAKEN;
    accepts(has(p.chair, "room", 2), "pat");
    bustle_sequence_def *dine = def_sequence(k, "dine", "pat");
    add_edge(add_node(dine, "pat", BUSTLE_NODE_ACTION, "pat"), "ask", ALWAYS);
    kit_request(dine, "ask", "sit", "END");
    add_sequence_claim(dine, "room", 1);
    bustle_sequence_def *outer = def_sequence(k, "outer", "in");
    add_edge(add_node(outer, "in", BUSTLE_NODE_SEQUENCE, "inner"), "END", ALWAYS);
    chain(k, "inner", "down");
    p.sit->sequence = "outer";
    p.sit->adopt = ALWAYS;
    p.sit->drop = TEXT("target.taken = target.room");
    p.guest->main = "dine";
    k->def.failure_limit = 0;
    return p;
}

static void S34_at_a_halt_all_claims_come_back_before_places(void **state) {
    kit *k = *state;
    def_dining(k);
    parlour_begin(k, 1, 1);
    kit_run(k, 200, 100);
    kit_fail(k, "ann");
    kit_run(k, 100, 100);
    kit_expect_only(k, "drop halt", "drop ann sit chair1 given up | halt ann inner game");
    assert_int_equal(kit_get(k, "chair1", "taken"), 2);
}

static void S63_what_is_given_up_is_taken_off_sequence_by_sequence(void **state) {
    kit *k = *state;
    const parlour p = def_dining(k);
    p.guest->main = "idling";
    def_interruption(k, "gong");
    handles(p.guest, "gong", "dine", 5);
    parlour_begin(k, 1, 1);
    kit_interrupt(k, "ann", "gong");
    kit_run(k, 300, 100);
    kit_fail(k, "ann");
    kit_run(k, 100, 100);
    kit_expect_only(k, "drop halt", "drop ann sit chair1 given up");
    assert_int_equal(kit_get(k, "chair1", "taken"), 1); /* "dine" still had its claim */
    assert_int_equal(kit_get(k, "chair1", "room"), 2);
}

static void S18_who_leaves_between_actions_gives_claims_back_before_places(void **state) {
    kit *k = *state;
    const parlour p = def_dining(k);
    bustle_sequence_def *lull = def_sequence(k, "lull", "wait");
    bustle_node_def *waits = add_node(lull, "wait", BUSTLE_NODE_WAIT, NULL);
    waits->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 77));
    add_edge(waits, "END", ALWAYS);
    p.sit->sequence = "lull";
    parlour_begin(k, 1, 1);
    kit_run(k, 200, 100);
    assert_int_equal(kit_get(k, "chair1", "room"), 1);
    kit_remove(k, "ann");
    assert_int_equal(kit_get(k, "chair1", "taken"), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S63_a_place_is_held_while_the_offered_sequence_runs),
        RULE(S63_the_provider_is_the_current_target_of_the_offered_sequence),
        RULE(S63_no_more_hold_it_than_may),
        RULE(S63_a_failed_sequence_gives_its_place_back),
        RULE(S63_a_sequence_below_that_fails_gives_it_back),
        RULE(S63_set_main_gives_places_up),
        RULE(S63_a_halt_gives_places_up),
        RULE(S63_a_hold_gives_back_what_is_not_kept),
        RULE(S63_what_stays_leaves_places_held),
        RULE(S63_another_gives_them_back_and_they_are_taken_again),
        RULE(S63_a_place_that_somebody_else_has_taken_fails_the_request),
        RULE(S63_a_cue_stays_unless_it_leaves),
        RULE(S63_places_nest),
        RULE(S63_a_body_is_performed_with_the_target_of_the_asking_sequence),
        RULE(S63_without_a_body_the_node_is_executed),
        RULE(S63_who_leaves_gives_its_places_back_before_it_leaves_its_scenes),
        RULE(S34_at_a_halt_all_claims_come_back_before_places),
        RULE(S63_what_is_given_up_is_taken_off_sequence_by_sequence),
        RULE(S18_who_leaves_between_actions_gives_claims_back_before_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
