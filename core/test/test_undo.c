/* S63: what a place brought is undone when something else comes, once, and never half. */
#include "parlour.h"

#include <stdlib.h>
#include <string.h>

static parlour define_undoable(kit *k) {
    const parlour p = parlour_define(k);
    p.sit->undo = "rising";
    return p;
}

/* Ann has sat down and rests, at 400. */
static void begin_resting(kit *k) {
    parlour_begin(k, 1, 1);
    kit_run(k, 400, 100);
    kit_forget_events(k);
}

static void S63_what_is_undone_comes_before_the_response(void **state) {
    kit *k = *state;
    define_undoable(k);
    begin_resting(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 500);
    parlour_expect_places(k, "ann", "sit chair1 held undone");
    kit_expect_stack(k, "ann",
        "visit/ask in-subsequence, sitting/down uninitialized | answer/look uninitialized | "
        "rising/rise waiting");
    kit_run(k, 500, 100);
    kit_expect_events(k,
        "@500 stop ann rest interrupted | @500 interrupt ann call answer | @500 start ann rise | "
        "@700 stop ann rise done | @700 drop ann sit chair1 interrupted | @700 start ann look | "
        "@800 stop ann look done | @800 adopt ann sit chair1 | @800 start ann down");
    assert_int_equal(kit_get(k, "ann", "n"), 12);
}

static void S63_a_kept_place_is_undone_and_stays_held(void **state) {
    kit *k = *state;
    define_undoable(k).sit->kept = true;
    begin_resting(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 300, 100);
    parlour_expect_places(k, "ann", "sit chair1 held undone");
    kit_run(k, 200, 100);
    kit_expect_only(k, "start adopt drop", "start ann rise | start ann look | start ann down");
    parlour_expect_places(k, "ann", "sit chair1 held");
}

static void S63_what_was_undone_is_not_undone_again(void **state) {
    kit *k = *state;
    const parlour p = define_undoable(k);
    p.sit->kept = true;
    def_interruption(k, "shout");
    def_action(k, "run", 1000);
    chain(k, "flee", "run");
    handles(p.guest, "shout", "flee", 5);
    begin_resting(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 300, 100); /* it has been undone at 700 */
    kit_forget_events(k);
    kit_interrupt(k, "ann", "shout");
    kit_run(k, 300, 100);
    kit_expect_only(k, "start adopt drop", "start ann run");
    parlour_expect_places(k, "ann", "sit chair1 held undone");
}

static void S63_urgency_leaves_no_time_to_undo(void **state) {
    for (int kept = 0; kept < 2; kept++) {
        kit *k = *state;
        define_undoable(k).sit->kept = kept == 1;
        begin_resting(k);
        kit_interrupt(k, "ann", "fire");
        kit_run(k, 200, 100);
        kit_expect_events(k,
            kept ? "@500 stop ann rest interrupted | @500 interrupt ann fire answer | "
                   "@500 start ann look | @600 stop ann look done | @600 start ann down"
                 : "@500 stop ann rest interrupted | @500 drop ann sit chair1 interrupted | "
                   "@500 interrupt ann fire answer | @500 start ann look | "
                   "@600 stop ann look done | @600 adopt ann sit chair1 | @600 start ann down");
        kit_reset(k);
    }
}

static void S63_what_stays_undoes_nothing(void **state) {
    kit *k = *state;
    define_undoable(k);
    begin_resting(k);
    kit_interrupt(k, "ann", "hail");
    kit_run(k, 200, 100);
    kit_expect_only(k, "start adopt drop", "start ann look | resume ann rest 1800");
}

static void S63_a_hold_undoes_nothing(void **state) {
    kit *k = *state;
    define_undoable(k);
    begin_resting(k);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    kit_run(k, 100, 100);
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_run(k, 100, 100);
    kit_expect_only(k, "start adopt drop",
        "drop ann sit chair1 interrupted | adopt ann sit chair1 | resume ann rest 1900");
}

static void S63_who_undoes_something_may_be_held(void **state) {
    kit *k = *state;
    define_undoable(k).sit->kept = true;
    begin_resting(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 200, 100);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    parlour_expect_places(k, "ann", "sit chair1");
    kit_expect_stack(k, "ann",
        "visit/ask in-subsequence, sitting/down uninitialized | answer/look uninitialized");
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_run(k, 300, 100);
    kit_expect_events(k,
        "@500 stop ann rest interrupted | @500 interrupt ann call answer | @500 start ann rise | "
        "@600 stop ann rise interrupted | @600 drop ann sit chair1 interrupted | "
        "@700 start ann look | @800 stop ann look done | @800 adopt ann sit chair1 | "
        "@800 start ann down");
}

static void S63_another_response_ends_the_undo(void **state) {
    kit *k = *state;
    define_undoable(k);
    begin_resting(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 100, 100);
    kit_interrupt(k, "ann", "fire");
    kit_run(k, 300, 100);
    kit_expect_events(k,
        "@500 stop ann rest interrupted | @500 interrupt ann call answer | @500 start ann rise | "
        "@600 stop ann rise interrupted | @600 drop ann sit chair1 interrupted | "
        "@600 interrupt ann fire answer | @600 start ann look | @700 stop ann look done | "
        "@700 start ann look | @800 stop ann look done | @800 adopt ann sit chair1 | "
        "@800 start ann down");
}

static void S63_an_undo_that_fails_has_ended(void **state) {
    kit *k = *state;
    define_undoable(k);
    begin_resting(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 100, 100);
    kit_fail(k, "ann");
    kit_run(k, 100, 100);
    kit_expect_events(k,
        "@500 stop ann rest interrupted | @500 interrupt ann call answer | @500 start ann rise | "
        "@500 stop ann rise failed | @600 fail ann rising game | "
        "@600 drop ann sit chair1 interrupted | @600 start ann look");
}

static void S63_an_undo_is_outside_of_the_limit_of_activities(void **state) {
    kit *k = *state;
    define_undoable(k);
    k->def.activity_limit = 2;
    begin_resting(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 100, 100);
    assert_int_equal(kit_doing(k, "ann").activities, 3);
    kit_interrupt(k, "ann", "fire");
    kit_run(k, 100, 100);
    kit_expect_only(k, "interrupt ignore", "interrupt ann call answer | ignore ann fire answer");
}

/* Ann sits on a chair, and drinks from a cup there; both can be undone. */
static parlour define_tea(kit *k) {
    const parlour p = define_undoable(k);
    def_action(k, "gulp", 100);
    chain(k, "gulping", "gulp");
    bustle_sequence_def *tea = def_sequence(k, "tea", "ask");
    kit_request(tea, "ask", "drink", "END");
    p.sit->sequence = "tea";
    kit_offers(def_prop(k, "cup"), "drink", "idling")->undo = "gulping";
    return p;
}

static void begin_tea(kit *k) {
    kit_begin(k);
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "cup1", "cup");
    kit_spawn(k, "ann", "guest");
    kit_run(k, 100, 100);
    kit_forget_events(k);
}

static void S63_nested_places_are_undone_from_the_top_down(void **state) {
    kit *k = *state;
    define_tea(k);
    begin_tea(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 200);
    parlour_expect_places(k, "ann", "sit chair1 held undone, drink cup1 held undone");
    kit_run(k, 400, 100);
    kit_expect_only(k, "start adopt drop",
        "start ann gulp | drop ann drink cup1 interrupted | start ann rise | "
        "drop ann sit chair1 interrupted | start ann look | adopt ann sit chair1 | "
        "adopt ann drink cup1 | start ann idle");
}

static void S63_a_place_above_what_is_undone_is_given_up(void **state) {
    kit *k = *state;
    const parlour p = define_tea(k);
    bustle_offer_def *drink = kit_offers(def_prop(k, "mug"), "drink", "idling");
    drink->kept = true;
    (void)p;
    kit_begin(k);
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "mug1", "mug");
    kit_spawn(k, "ann", "guest");
    kit_run(k, 100, 100);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 200);
    kit_expect_only(k, "drop", "drop ann drink mug1 given up");
}

static void S63_all_activities_leave_their_places(void **state) {
    kit *k = *state;
    const parlour p = define_undoable(k);
    def_interruption(k, "bell");
    bustle_sequence_def *serve = def_sequence(k, "serve", "ask");
    kit_request(serve, "ask", "drink", "END");
    def_action(k, "gulp", 100);
    chain(k, "gulping", "gulp");
    kit_offers(def_prop(k, "cup"), "drink", "idling")->undo = "gulping";
    handles(p.guest, "bell", "serve", 1);
    bustle_handler_def *bell = (bustle_handler_def *)p.guest->handlers + 3;
    bell->stays = true;
    kit_begin(k);
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "cup1", "cup");
    kit_spawn(k, "ann", "guest");
    kit_run(k, 100, 100);
    kit_interrupt(k, "ann", "bell");
    kit_run(k, 100, 100);
    parlour_expect_places(k, "ann", "sit chair1 held, drink cup1 held");
    kit_forget_events(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 1600, 100);
    kit_expect_only(k, "start adopt drop interrupt",
        "interrupt ann call answer | start ann gulp | drop ann drink cup1 interrupted | "
        "start ann rise | drop ann sit chair1 interrupted | start ann look | "
        "adopt ann drink cup1 | start ann idle | drop ann drink cup1 done | "
        "adopt ann sit chair1 | start ann down");
}

static void S63_who_leaves_while_it_undoes_gives_everything_back(void **state) {
    kit *k = *state;
    define_tea(k);
    begin_tea(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 200);
    kit_remove(k, "ann");
    kit_update_to(k, 300);
    kit_expect_only(k, "drop stop remove",
        "stop ann idle interrupted | stop ann gulp removed | drop ann sit chair1 left | "
        "drop ann drink cup1 left | remove ann");
    parlour_expect_empty(k);
}

static void S63_a_new_main_sequence_does_not_stop_an_undo(void **state) {
    kit *k = *state;
    define_undoable(k);
    begin_resting(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 100, 100);
    OK(bustle_npc_set_main(k->world, kit_entity(k, "ann"), kit_sequence(k, "idling")));
    parlour_expect_places(k, "ann", "sit chair1 held undone");
    kit_run(k, 400, 100);
    kit_expect_only(k, "start adopt drop",
        "start ann rise | drop ann sit chair1 interrupted | start ann look | start ann idle");
    parlour_expect_empty(k);
}

static void S63_a_part_that_begins_undoes_unless_its_scene_stays(void **state) {
    for (int stays = 0; stays < 2; stays++) {
        kit *k = *state;
        const parlour p = define_undoable(k);
        kit_tagged(p.guest, "guest");
        def_action(k, "listen", 300);
        chain(k, "listening", "listen");
        bustle_scene_def *chat = def_scene(k, "chat");
        chat->stays = stays == 1;
        add_part(chat, "listener", "guest", "listening");
        begin_resting(k);
        const bustle_cast cast = {.part = 0, .npc = kit_entity(k, "ann")};
        OK(bustle_world_stage(k->world, kit_scene(k, "chat"), 0, &cast, 1, NULL));
        kit_run(k, 700, 100);
        kit_expect_only(k, "start adopt drop join leave",
            stays ? "join ann chat listener | start ann listen | leave ann chat finished | "
                    "resume ann rest 1800"
                  : "join ann chat listener | start ann rise | drop ann sit chair1 interrupted | "
                    "start ann listen | leave ann chat finished | adopt ann sit chair1 | "
                    "start ann down");
        kit_reset(k);
    }
}

static void S63_a_part_above_a_place_that_is_undone_is_left(void **state) {
    kit *k = *state;
    const parlour p = define_undoable(k);
    def_action(k, "sing", 5000);
    chain(k, "singing", "sing");
    bustle_scene_def *song = def_scene(k, "song");
    song->priority = -1;
    add_part(song, "singer", NULL, "singing");
    bustle_sequence_def *merry = def_sequence(k, "merry", "song");
    kit_stage(merry, "song", "song", "singer", "END");
    p.sit->sequence = "merry";
    parlour_begin(k, 1, 1);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 400, 100);
    kit_expect_events(k,
        "@100 stop ann sing interrupted | @100 leave ann song left | "
        "@100 interrupt ann call answer | @100 start ann rise | @300 stop ann rise done | "
        "@300 drop ann sit chair1 interrupted | @300 start ann look | @400 stop ann look done | "
        "@400 adopt ann sit chair1 | @400 drop ann sit chair1 failed | "
        "@400 fail ann merry no-cast | @400 start ann idle");
}

static void S63_the_game_can_make_an_npc_take_an_offer(void **state) {
    kit *k = *state;
    const parlour p = define_undoable(k);
    kit_offers(def_prop(k, "door"), "open", "idling");
    (void)p;
    kit_begin(k);
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "door1", "door");
    kit_spawn(k, "ann", "guest");
    kit_run(k, 400, 100);
    kit_forget_events(k);
    const bustle_entity ann = kit_entity(k, "ann");
    const bustle_entity door = kit_entity(k, "door1");
    const bustle_id open = kit_offer(k, "open");
    assert_int_equal(
        bustle_npc_request(k->world, ann, kit_offer(k, "sit"), door, 0), BUSTLE_NO_OFFER);
    assert_int_equal(
        bustle_npc_request(k->world, ann, kit_offer(k, "sit"), kit_entity(k, "chair1"), 0),
        BUSTLE_NO_OFFER);
    assert_int_equal(bustle_npc_request(k->world, ann, open, ann, 0), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_request(k->world, ann, open, 0, 0), BUSTLE_STALE);
    assert_int_equal(bustle_npc_request(k->world, door, open, door, 0), BUSTLE_NOT_NPC);
    OK(bustle_npc_request(k->world, ann, open, door, 3));
    assert_int_equal(bustle_npc_request(k->world, ann, open, door, 3), BUSTLE_NO_OFFER);
    assert_int_equal(bustle_npc_request(k->world, ann, open, door, 2), BUSTLE_REFUSED);
    parlour_expect_places(k, "ann", "sit chair1 held undone, open door1 held");
    kit_run(k, 1300, 100);
    kit_expect_events(k,
        "@400 stop ann rest interrupted | @400 interrupt ann run idling door1 | "
        "@400 adopt ann open door1 | @500 start ann rise | @700 stop ann rise done | "
        "@700 drop ann sit chair1 interrupted | @700 start ann idle | @1700 stop ann idle done | "
        "@1700 drop ann open door1 done | @1700 adopt ann sit chair1 | @1700 start ann down");
}

static void S63_a_kept_failure_of_what_begins_anew_is_forgotten(void **state) {
    kit *k = *state;
    define_undoable(k);
    begin_resting(k);
    OK(bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    kit_interrupt(k, "ann", "call");
    kit_run(k, 400, 100);
    kit_expect_only(k, "fail interrupt drop adopt start",
        "@500 interrupt ann call answer | @500 start ann rise | @700 drop ann sit chair1 "
        "interrupted | @700 start ann look | @800 adopt ann sit chair1 | @800 start ann down");
}

static void S63_a_failure_in_an_undo_is_caught_by_whoever_can(void **state) {
    kit *k = *state;
    parlour_define(k).sit->undo = "winding";
    def_action(k, "reach", 100)->target = BUSTLE_TARGET_TAKEN; /* nobody accepts it */
    chain(k, "low", "reach");
    bustle_sequence_def *mid = def_sequence(k, "mid", "in");
    add_edge(add_node(mid, "in", BUSTLE_NODE_SEQUENCE, "low"), "END", ALWAYS);
    bustle_sequence_def *winding = def_sequence(k, "winding", "try");
    bustle_node_def *attempt = add_node(winding, "try", BUSTLE_NODE_SEQUENCE, "mid");
    add_edge(attempt, "END", ALWAYS);
    attempt->failed = "rise";
    add_edge(add_node(winding, "rise", BUSTLE_NODE_ACTION, "rise"), "END", ALWAYS);
    begin_resting(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 500);
    kit_expect_only(
        k, "fail start", "fail ann low no-candidate | fail ann mid no-candidate | start ann rise");
}

static void S63_what_begins_anew_has_its_provider_as_target_and_no_claims(void **state) {
    kit *k = *state;
    const parlour p = define_undoable(k);
    def_state(k, "room")->minimum = 0;
    def_action(k, "pat", 100)->target = BUSTLE_TARGET_TAKEN;
    accepts(has(def_prop(k, "cat"), "room", 1), "pat");
    add_sequence_claim(chain(k, "patting", "down", "pat", "rest"), "room", 1);
    p.sit->sequence = "patting";
    kit_begin(k);
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "cat1", "cat");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    kit_run(k, 500, 100);
    assert_int_equal(kit_get(k, "cat1", "room"), 0);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 500, 100); /* it goes on at 900 */
    bustle_frame frames[4];
    size_t count = 0;
    OK(bustle_npc_frames(k->world, kit_entity(k, "ann"), frames, 4, &count));
    assert_int_equal(count, 2);
    assert_true(frames[1].target == kit_entity(k, "chair1"));
    assert_int_equal(kit_get(k, "cat1", "room"), 1);
    parlour_expect_places(k, "ann", "sit chair1 held");
}

/* What has been begun to be undone goes into a content in which nothing undoes it, and back. */
static void S64_what_nothing_undoes_any_more_counts_as_undone(void **state) {
    kit *k = *state;
    bustle_snapshot saved = {0};
    char reason[128] = "";
    define_undoable(k).sit->kept = true;
    begin_resting(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 500);
    parlour_expect_places(k, "ann", "sit chair1 held undone");
    OK(bustle_snapshot_save(k->world, NULL, 0, &saved));
    void *bytes = malloc(saved.size);
    assert_non_null(bytes);
    memcpy(bytes, saved.bytes, saved.size);
    const size_t size = saved.size;
    const bustle_entity ann = kit_entity(k, "ann");
    bustle_snapshot_free(&saved);
    kit_reset(k);

    parlour_define(k).sit->kept = true;
    kit_begin(k);
    OK(bustle_snapshot_load(k->world, bytes, size, NULL, reason, sizeof reason));
    free(bytes);
    bustle_place place;
    size_t count = 0;
    OK(bustle_npc_places(k->world, ann, &place, 1, &count));
    assert_int_equal(count, 1);
    assert_true(place.held && place.undone);
    OK(bustle_world_check(k->world, NULL, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S63_what_is_undone_comes_before_the_response),
        RULE(S63_a_kept_place_is_undone_and_stays_held),
        RULE(S63_what_was_undone_is_not_undone_again),
        RULE(S63_urgency_leaves_no_time_to_undo),
        RULE(S63_what_stays_undoes_nothing),
        RULE(S63_a_hold_undoes_nothing),
        RULE(S63_who_undoes_something_may_be_held),
        RULE(S63_another_response_ends_the_undo),
        RULE(S63_an_undo_that_fails_has_ended),
        RULE(S63_an_undo_is_outside_of_the_limit_of_activities),
        RULE(S63_nested_places_are_undone_from_the_top_down),
        RULE(S63_a_place_above_what_is_undone_is_given_up),
        RULE(S63_all_activities_leave_their_places),
        RULE(S63_who_leaves_while_it_undoes_gives_everything_back),
        RULE(S63_a_new_main_sequence_does_not_stop_an_undo),
        RULE(S63_a_part_that_begins_undoes_unless_its_scene_stays),
        RULE(S63_a_part_above_a_place_that_is_undone_is_left),
        RULE(S63_the_game_can_make_an_npc_take_an_offer),
        RULE(S63_a_kept_failure_of_what_begins_anew_is_forgotten),
        RULE(S63_a_failure_in_an_undo_is_caught_by_whoever_can),
        RULE(S63_what_begins_anew_has_its_provider_as_target_and_no_claims),
        RULE(S64_what_nothing_undoes_any_more_counts_as_undone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
