/* S64: offers are revoked, and providers leave, at every point of a story. */
#include "parlour.h"

static uint32_t revoke(kit *k, const char *label) {
    uint32_t count = 99;
    OK(bustle_entity_revoke(k->world, kit_entity(k, label), kit_offer(k, "sit"), &count));
    return count;
}

/* Ann rests, at 400. */
static void begin_resting(kit *k) {
    parlour_begin(k, 1, 1);
    kit_run(k, 400, 100);
    kit_forget_events(k);
}

static void S64_what_is_revoked_fails_the_request(void **state) {
    kit *k = *state;
    parlour_define(k);
    begin_resting(k);
    assert_int_equal(revoke(k, "chair1"), 1);
    parlour_expect_places(k, "ann", "sit chair1 held revoked");
    kit_update_to(k, 500);
    kit_expect_events(
        k, "@500 stop ann rest cancelled | @500 drop ann sit chair1 revoked | @500 start ann idle");
    parlour_expect_empty(k);
    assert_int_equal(revoke(k, "chair1"), 0);
}

static void S64_an_effect_revokes(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    bustle_action_def *tip = def_action(k, "tip", 100);
    tip->target = BUSTLE_TARGET_TAKEN;
    static const bustle_op revokes = {
        .kind = BUSTLE_REVOKE, .subject = BUSTLE_TARGET, .name = "sit"};
    tip->finish = (bustle_ops){&revokes, 1, NULL};
    accepts(p.chair, "tip");
    chain(k, "tipping", "tip", "idle");
    def_npc(k, "rascal", "tipping");
    parlour_begin(k, 1, 1);
    kit_spawn(k, "tom", "rascal");
    kit_run(k, 200, 100);
    kit_expect_only(k, "drop stop",
        "stop tom tip done | stop ann down cancelled | drop ann sit chair1 revoked");
}

static void S64_the_failure_is_not_caught_above_the_request(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    bustle_sequence_def *deep = def_sequence(k, "deep", "in");
    bustle_node_def *in = add_node(deep, "in", BUSTLE_NODE_SEQUENCE, "sitting");
    add_edge(in, "END", ALWAYS);
    in->failed = "END";
    p.sit->sequence = "deep";
    p.ask->failed = NULL;
    falls_back_on(p.guest, "idling");
    begin_resting(k);
    revoke(k, "chair1");
    kit_update_to(k, 500);
    kit_expect_events(k,
        "@500 stop ann rest cancelled | @500 drop ann sit chair1 revoked | "
        "@500 fail ann visit revoked | @500 fallback ann idling | @500 start ann idle");
}

static void S64_places_and_parts_above_are_given_up(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    bustle_sequence_def *tea = def_sequence(k, "tea", "ask");
    kit_request(tea, "ask", "drink", "END");
    p.sit->sequence = "tea";
    def_action(k, "sing", 5000);
    chain(k, "singing", "sing");
    add_part(def_scene(k, "song"), "singer", NULL, "singing");
    bustle_sequence_def *merry = def_sequence(k, "merry", "song");
    kit_stage(merry, "song", "song", "singer", "END");
    kit_offers(def_prop(k, "cup"), "drink", "merry");
    kit_begin(k);
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "cup1", "cup");
    kit_spawn(k, "ann", "guest");
    kit_run(k, 100, 100);
    kit_forget_events(k);
    revoke(k, "chair1");
    kit_update_to(k, 200);
    kit_expect_events(k,
        "@200 stop ann sing cancelled | @200 drop ann sit chair1 revoked | "
        "@200 leave ann song left | @200 drop ann drink cup1 given up | @200 start ann idle");
    parlour_expect_empty(k);
}

static void S64_an_interrupted_activity_fails_when_it_goes_on(void **state) {
    kit *k = *state;
    parlour_define(k);
    begin_resting(k);
    kit_interrupt(k, "ann", "hail");
    kit_update_to(k, 500);
    revoke(k, "chair1");
    kit_update_to(k, 550);
    kit_expect_events(k,
        "@500 stop ann rest interrupted | @500 interrupt ann hail answer | @500 start ann look | "
        "@550 drop ann sit chair1 revoked");
    kit_update_to(k, 600);
    kit_expect_events(k, "@600 stop ann look done | @600 start ann idle");
}

static void S64_who_is_held_deals_with_it_after_the_release(void **state) {
    kit *k = *state;
    parlour_define(k).sit->kept = true;
    begin_resting(k);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    assert_int_equal(revoke(k, "chair1"), 1);
    kit_run(k, 200, 100);
    kit_expect_events(k, "@400 stop ann rest interrupted");
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 700);
    kit_expect_events(k, "@700 drop ann sit chair1 revoked | @700 start ann idle");
}

static void S64_what_is_to_be_undone_is_only_given_back(void **state) {
    kit *k = *state;
    parlour_define(k).sit->undo = "rising";
    begin_resting(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 500);
    revoke(k, "chair1");
    kit_run(k, 300, 100);
    kit_expect_events(k,
        "@500 stop ann rest interrupted | @500 interrupt ann call answer | @500 start ann rise | "
        "@600 drop ann sit chair1 revoked | @700 stop ann rise done | @700 start ann look | "
        "@800 stop ann look done | @800 adopt ann sit chair1 | @800 start ann down");
}

static void S64_the_game_asked_so_that_the_sequence_fails(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.guest->main = "idling";
    begin_resting(k);
    OK(bustle_npc_request(
        k->world, kit_entity(k, "ann"), kit_offer(k, "sit"), kit_entity(k, "chair1"), 0));
    kit_update_to(k, 500);
    revoke(k, "chair1");
    kit_update_to(k, 600);
    kit_expect_events(k,
        "@400 stop ann idle interrupted | @400 interrupt ann run sitting chair1 | "
        "@400 adopt ann sit chair1 | @500 start ann down | @600 stop ann down cancelled | "
        "@600 drop ann sit chair1 revoked | @600 fail ann sitting revoked");
}

static void S64_a_waiting_holder_is_stopped(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    bustle_sequence_def *lull = def_sequence(k, "lull", "wait");
    bustle_node_def *waits = add_node(lull, "wait", BUSTLE_NODE_WAIT, NULL);
    waits->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 77));
    waits->waiting = "look";
    add_edge(waits, "END", ALWAYS);
    p.sit->sequence = "lull";
    begin_resting(k);
    revoke(k, "chair1");
    kit_update_to(k, 500);
    kit_expect_events(
        k, "@500 stop ann look failed | @500 drop ann sit chair1 revoked | @500 start ann idle");
}

static void S64_a_provider_that_leaves_takes_its_places_along(void **state) {
    kit *k = *state;
    parlour_define(k);
    begin_resting(k);
    kit_remove(k, "chair1");
    kit_update_to(k, 500);
    kit_expect_events(k,
        "@400 stop ann rest cancelled | @400 drop ann sit chair1 left | @400 remove chair1 | "
        "@500 start ann idle");
    assert_int_equal(kit_get(k, "ann", "n"), 11);
    parlour_expect_empty(k);
}

static void S64_a_provider_of_an_interrupted_activity_stops_nothing(void **state) {
    kit *k = *state;
    parlour_define(k);
    begin_resting(k);
    kit_interrupt(k, "ann", "hail");
    kit_update_to(k, 500);
    kit_remove(k, "chair1");
    kit_update_to(k, 600);
    kit_expect_events(k,
        "@500 stop ann rest interrupted | @500 interrupt ann hail answer | @500 start ann look | "
        "@500 drop ann sit chair1 left | @500 remove chair1 | @600 stop ann look done | "
        "@600 start ann idle");
    parlour_expect_empty(k);
}

/* Whatever ann does at the time: what happens to the chair loses no place and leaves none. */
static void at_every_point(kit *k, int64_t when, int how, const char *interruption, bool kept) {
    const parlour p = parlour_define(k);
    p.sit->undo = "rising";
    p.sit->kept = kept;
    parlour_begin(k, 2, 2);
    for (int64_t now = 50; now <= 4000; now += 50) {
        if (now == 600 && (how != 2 || when > 600)) {
            kit_interrupt(k, "ann", interruption);
        }
        if (now == when && how == 0) {
            kit_remove(k, "chair1");
        } else if (now == when && how == 1) {
            revoke(k, "chair1");
            revoke(k, "chair2");
        } else if (now == when && how == 2) {
            kit_remove(k, "ann");
        } else if (now == when) {
            OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
        } else if (now == when + 300 && how == 3) {
            OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
        }
        kit_update_to(k, now);
        char text[200];
        if (bustle_world_check(k->world, text, sizeof text) != BUSTLE_OK) {
            fail_msg("%lld, %d: %s", (long long)when, how, text);
        }
    }
    if (how != 0) {
        kit_remove(k, "chair1");
    }
    kit_remove(k, "chair2");
    parlour_expect_empty(k);
    kit_reset(k);
}

static void S64_at_every_point_of_a_story_nothing_is_lost(void **state) {
    static const char *const calls[] = {"call", "fire", "hail"};
    for (size_t i = 0; i < 3; i++) {
        for (int how = 0; how < 4; how++) {
            for (int64_t when = 100; when <= 1800; when += 50) {
                at_every_point(*state, when, how, calls[i], when % 100 == 0);
            }
        }
    }
}

static void S64_who_loses_a_place_of_an_interrupted_activity_is_called(void **state) {
    kit *k = *state;
    parlour_define(k);
    begin_resting(k);
    kit_interrupt(k, "ann", "hail");
    kit_update_to(k, 500);
    assert_int_equal(kit_stats(k).queued, 0);
    kit_remove(k, "chair1");
    assert_int_equal(kit_stats(k).queued, 1);
}

static void S64_who_is_held_is_not_called(void **state) {
    kit *k = *state;
    parlour_define(k).sit->kept = true;
    begin_resting(k);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 500);
    parlour_expect_places(k, "ann", "sit chair1 held");
    kit_remove(k, "chair1");
    assert_int_equal(kit_stats(k).queued, 0);
}

/* Ann sits in a scene that breaks when bob goes. */
static void S49_parts_in_scenes_come_before_revoked_places(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    def_action(k, "sing", 5000);
    chain(k, "singing", "sing");
    bustle_scene_def *duet = def_scene(k, "duet");
    add_part(duet, "high", NULL, "singing");
    add_part(duet, "low", "singer", "singing");
    bustle_sequence_def *merry = def_sequence(k, "merry", "duet");
    kit_stage(merry, "duet", "duet", "high", "END");
    p.sit->sequence = "merry";
    kit_tagged(def_npc(k, "bass", "idling"), "singer");
    parlour_begin(k, 1, 0);
    kit_spawn(k, "bob", "bass");
    kit_spawn(k, "ann", "guest");
    kit_run(k, 200, 100);
    parlour_expect_places(k, "ann", "sit chair1 held");
    kit_forget_events(k);
    kit_remove(k, "bob");
    assert_int_equal(revoke(k, "chair1"), 1);
    kit_run(k, 100, 100);
    kit_expect_only(k, "leave drop",
        "leave bob duet left | leave ann duet broken | drop ann sit chair1 revoked");
}

/* ---- While ---- */

static void S64_a_while_is_tested_before_each_step_and_not_meanwhile(void **state) {
    for (int of_offer = 0; of_offer < 2; of_offer++) {
        kit *k = *state;
        const parlour p = parlour_define(k);
        *(of_offer ? &p.sit->holds_while : &p.ask->holds_while) =
            OPS(TARGET_IS("taken", BUSTLE_LESS, 5));
        begin_resting(k);
        kit_set(k, "chair1", "taken", 9);
        kit_run(k, 1900, 100);
        kit_expect_events(k,
            "@2300 stop ann rest done | @2300 drop ann sit chair1 revoked | @2300 start ann idle");
        kit_reset(k);
    }
}

static void S64_a_while_is_tested_before_each_try(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    bustle_sequence_def *biding = def_sequence(k, "biding", "bide");
    bustle_node_def *bide = add_node(biding, "bide", BUSTLE_NODE_WAIT, NULL);
    bide->when = TEXT("self.n == 60");
    bide->waiting = "look";
    bide->timeout_ms = 60000;
    add_edge(bide, "END", ALWAYS);
    p.sit->sequence = "biding";
    p.sit->holds_while = OPS(TARGET_IS("taken", BUSTLE_LESS, 5));
    begin_resting(k);
    kit_set(k, "ann", "n", 60);
    kit_set(k, "chair1", "taken", 9);
    kit_run(k, 1000, 100);
    const bustle_event *last = kit_last(k, BUSTLE_EVENT_DROP);
    assert_int_equal(last->argument, BUSTLE_DROP_REVOKED);
    last = kit_last(k, BUSTLE_EVENT_STOP);
    assert_int_equal(last->argument, BUSTLE_STOP_FAILED);
}

/* "sit" brings a request for "lean" at a cot, which is "idle". */
static bustle_offer_def *def_cot(kit *k, const parlour *p, bustle_ops asked_while) {
    bustle_node_def *ask = kit_request(def_sequence(k, "again", "ask"), "ask", "lean", "END");
    ask->failed = "END";
    ask->holds_while = asked_while;
    p->sit->sequence = "again";
    return kit_offers(has(def_prop(k, "cot"), "taken", 0), "lean", "idling");
}

static void begin_leaning(kit *k) {
    kit_begin(k);
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "cot1", "cot");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    kit_expect_only(k, "adopt", "adopt ann sit chair1 | adopt ann lean cot1");
    kit_forget_events(k);
}

static void S64_whiles_are_tested_from_the_bottom_up(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.sit->holds_while = OPS(TARGET_IS("taken", BUSTLE_LESS, 5));
    def_cot(k, &p, ALWAYS)->holds_while = p.sit->holds_while;
    begin_leaning(k);
    kit_set(k, "chair1", "taken", 9);
    kit_set(k, "cot1", "taken", 9);
    kit_run(k, 1000, 100);
    kit_expect_only(k, "drop", "drop ann sit chair1 revoked | drop ann lean cot1 given up");
}

static void S63_a_while_that_a_retaking_makes_false_keeps_the_next_from_being_retaken(
    void **state) {
    for (int of_offer = 0; of_offer < 2; of_offer++) {
        kit *k = *state;
        const parlour p = parlour_define(k);
        const bustle_ops few = TEXT("self.n < 12"); /* 1, 11 when it is given back, 12 again */
        bustle_offer_def *lean = def_cot(k, &p, of_offer ? ALWAYS : few);
        lean->holds_while = of_offer ? few : ALWAYS;
        begin_leaning(k);
        kit_interrupt(k, "ann", "call");
        kit_run(k, 300, 100);
        kit_expect_only(k, "adopt drop",
            "drop ann lean cot1 interrupted | drop ann sit chair1 interrupted | "
            "adopt ann sit chair1 | drop ann sit chair1 done");
        kit_reset(k);
    }
}

/* The failure is that of the request for what was revoked, which lies below what is undone. */
static void S63_a_failure_below_what_begins_anew_is_kept(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    def_cot(k, &p, ALWAYS)->undo = "rising";
    begin_leaning(k);
    kit_interrupt(k, "ann", "hail");
    kit_update_to(k, 100);
    assert_int_equal(revoke(k, "chair1"), 1);
    kit_update_to(k, 150);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 500, 50);
    kit_expect_only(k, "adopt drop fail start",
        "start ann look | drop ann sit chair1 revoked | start ann rise | drop ann lean cot1 "
        "interrupted | start ann look | start ann idle");
}

static void S64_those_who_hold_it_are_called_in_spawn_order(void **state) {
    kit *k = *state;
    parlour_define(k).sit->holders = 2;
    parlour_begin(k, 1, 2);
    kit_run(k, 400, 100);
    kit_forget_events(k);
    assert_int_equal(revoke(k, "chair1"), 2);
    kit_update_to(k, 500);
    kit_expect_only(k, "drop", "drop ann sit chair1 revoked | drop bob sit chair1 revoked");
}

static void S63_a_response_past_the_limit_of_failures_gives_its_places_up(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    def_action(k, "reach", 100)->target = BUSTLE_TARGET_TAKEN; /* nobody accepts it */
    chain(k, "low", "reach");
    bustle_sequence_def *outer = def_sequence(k, "outer", "in");
    add_edge(add_node(outer, "in", BUSTLE_NODE_SEQUENCE, "low"), "END", ALWAYS);
    p.sit->sequence = "outer";
    def_interruption(k, "shout");
    handles(p.guest, "shout", "visit", 5);
    p.guest->main = "idling";
    k->def.failure_limit = 0;
    parlour_begin(k, 1, 1);
    kit_interrupt(k, "ann", "shout");
    kit_run(k, 100, 100);
    assert_int_equal(kit_last(k, BUSTLE_EVENT_DROP)->argument, BUSTLE_DROP_GIVEN_UP);
    parlour_expect_empty(k);
}

static void S64_the_game_lets_nobody_take_its_own_offer(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    kit_offers(has(p.guest, "taken", 0), "sit", "sitting");
    parlour_begin(k, 0, 1);
    const bustle_entity ann = kit_entity(k, "ann");
    assert_int_equal(
        bustle_npc_request(k->world, ann, kit_offer(k, "sit"), ann, 5), BUSTLE_BAD_ARGUMENT);
}

static void S63_claims_come_back_before_a_place(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    def_state(k, "room")->minimum = 0;
    accepts(has(p.chair, "room", 1), "pat");
    def_action(k, "pat", 100)->target = BUSTLE_TARGET_TAKEN;
    add_sequence_claim(chain(k, "patting", "=pat"), "room", 1);
    p.sit->sequence = "patting";
    p.sit->drop = TEXT("self.n = target.room + 50");
    parlour_begin(k, 1, 1);
    kit_run(k, 200, 100);
    assert_int_equal(kit_get(k, "ann", "n"), 51);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S64_what_is_revoked_fails_the_request),
        RULE(S64_an_effect_revokes),
        RULE(S64_the_failure_is_not_caught_above_the_request),
        RULE(S64_places_and_parts_above_are_given_up),
        RULE(S64_an_interrupted_activity_fails_when_it_goes_on),
        RULE(S64_who_is_held_deals_with_it_after_the_release),
        RULE(S64_what_is_to_be_undone_is_only_given_back),
        RULE(S64_the_game_asked_so_that_the_sequence_fails),
        RULE(S64_a_waiting_holder_is_stopped),
        RULE(S64_a_provider_that_leaves_takes_its_places_along),
        RULE(S64_a_provider_of_an_interrupted_activity_stops_nothing),
        RULE(S64_at_every_point_of_a_story_nothing_is_lost),
        RULE(S64_who_loses_a_place_of_an_interrupted_activity_is_called),
        RULE(S64_who_is_held_is_not_called),
        RULE(S49_parts_in_scenes_come_before_revoked_places),
        RULE(S64_a_while_is_tested_before_each_step_and_not_meanwhile),
        RULE(S64_a_while_is_tested_before_each_try),
        RULE(S64_whiles_are_tested_from_the_bottom_up),
        RULE(S63_a_while_that_a_retaking_makes_false_keeps_the_next_from_being_retaken),
        RULE(S63_a_failure_below_what_begins_anew_is_kept),
        RULE(S64_those_who_hold_it_are_called_in_spawn_order),
        RULE(S63_a_response_past_the_limit_of_failures_gives_its_places_up),
        RULE(S64_the_game_lets_nobody_take_its_own_offer),
        RULE(S63_claims_come_back_before_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
