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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
