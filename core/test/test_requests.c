/* S61, S62: who is asked for an offer, and whose is taken. */
#include "parlour.h"

static void S62_without_a_provider_the_node_fails_or_waits(void **state) {
    kit *k = *state;
    parlour_define(k);
    parlour_begin(k, 0, 1);
    kit_expect_only(k, "start adopt fail", "start ann idle");
    kit_reset(k);
    parlour_define(k).ask->timeout_ms = 2500;
    parlour_begin(k, 0, 1);
    kit_run(k, 1500, 100);
    kit_expect_only(k, "start", "");
    kit_spawn(k, "chair1", "chair");
    kit_run(k, 500, 100);
    kit_expect_only(k, "start adopt", "adopt ann sit chair1 | start ann down");
}

static void S62_nobody_offers_it_is_the_cause(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.ask->failed = NULL;
    parlour_begin(k, 0, 1);
    kit_expect_only(k, "fail", "fail ann visit no-offer");
}

static void S62_it_is_seen_waiting_and_that_is_done_when_it_takes_one(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.ask->timeout_ms = 9000;
    p.ask->waiting = "look";
    parlour_begin(k, 0, 1);
    kit_spawn(k, "chair1", "chair");
    kit_run(k, 1000, 100);
    kit_expect_events(k,
        "@0 spawn ann | @0 start ann look | @0 spawn chair1 | @1000 stop ann look done | "
        "@1000 adopt ann sit chair1 | @1000 start ann down");
}

static void S62_conditions_of_node_and_offer_must_hold(void **state) {
    for (int which = 0; which < 4; which++) {
        kit *k = *state;
        const parlour p = parlour_define(k);
        bustle_ops *const all[] = {
            &p.ask->when, &p.ask->holds_while, &p.sit->when, &p.sit->holds_while};
        *all[which] = OPS(TARGET_IS("taken", BUSTLE_LESS, 5));
        kit_begin(k);
        kit_spawn(k, "chair1", "chair");
        kit_spawn(k, "chair2", "chair");
        kit_spawn(k, "ann", "guest");
        kit_set(k, "chair1", "taken", 7);
        kit_update_to(k, 0);
        kit_expect_only(k, "adopt", "adopt ann sit chair2");
        kit_reset(k);
    }
}

static void S62_the_least_known_is_taken(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    chain(k, "sinking", "look");
    p.sit->sequence = "sinking";
    parlour_begin(k, 3, 1);
    kit_run(k, 6600, 100);
    bustle_memory memories[4];
    size_t count = 0;
    OK(bustle_npc_memories(
        k->world, kit_entity(k, "ann"), BUSTLE_MEMORY_ENCOUNTER, memories, 4, &count));
    assert_int_equal(count, 3);
    assert_int_equal(memories[0].offer, kit_offer(k, "sit"));
    assert_int_equal(memories[0].cue, BUSTLE_NONE);
    assert_int_equal(memories[0].scene, BUSTLE_NONE);
    assert_int_equal(kit_stats(k).adopts, 7); /* each in its turn */
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(memories[i].time, 4400 + 1100 * (int64_t)i);
    }
}

static void S62_preference_comes_before_memory(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    chain(k, "sinking", "look");
    p.sit->sequence = "sinking";
    p.ask->preference = BUSTLE_PREFER_NEAREST;
    kit_begin(k);
    kit_spawn_at(k, "chair1", "chair", 9, 0, 0);
    kit_spawn_at(k, "chair2", "chair", 3, 0, 0);
    kit_spawn(k, "ann", "guest");
    kit_run(k, 1200, 100);
    kit_expect_only(k, "adopt", "adopt ann sit chair2 | adopt ann sit chair2");
}

static void S62_names_are_asked_for_in_order(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.ask->offers = NAMES("lean", "sit");
    p.ask->offer_count = 2;
    kit_offers(p.chair, "lean", "idling");
    parlour_begin(k, 1, 1);
    bustle_place place;
    size_t count = 0;
    OK(bustle_npc_places(k->world, kit_entity(k, "ann"), &place, 1, &count));
    assert_int_equal(count, 1);
    kit_run(k, 8000, 100); /* both, in turn, as nobody is known better */
    assert_true(kit_stats(k).adopts >= 4);
}

static void S62_tags_say_who_is_asked(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.ask->targets = NAMES("soft");
    p.ask->target_count = 1;
    bustle_entity_def *sofa = kit_tagged(has(def_prop(k, "sofa"), "taken", 0), "soft");
    kit_offers(sofa, "sit", "sitting");
    kit_begin(k);
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "sofa1", "sofa");
    kit_spawn(k, "ann", "guest");
    kit_spawn(k, "bob", "guest");
    kit_update_to(k, 0);
    kit_expect_only(k, "adopt", "adopt ann sit sofa1");
}

static void S62_the_current_target_is_asked(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    def_action(k, "greet", 100)->target = BUSTLE_TARGET_TAKEN;
    accepts(p.chair, "greet");
    bustle_sequence_def *call = def_sequence(k, "calling", "greet");
    add_edge(add_node(call, "greet", BUSTLE_NODE_ACTION, "greet"), "ask", ALWAYS);
    kit_request(call, "ask", "sit", "END")->from_target = true;
    p.guest->main = "calling";
    parlour_begin(k, 3, 1);
    kit_run(k, 100, 100);
    const bustle_event *started = kit_last(k, BUSTLE_EVENT_ADOPT);
    assert_true(started->target == kit_doing(k, "ann").target || started->target != 0);
    bustle_frame frames[4];
    size_t count = 0;
    OK(bustle_npc_frames(k->world, kit_entity(k, "ann"), frames, 4, &count));
    assert_int_equal(count, 2);
    assert_true(frames[0].target == frames[1].provider && frames[1].provider == started->target);
    assert_int_equal(frames[1].offer, kit_offer(k, "sit"));
    assert_int_equal(frames[0].offer, BUSTLE_NONE);
}

static void S62_areas_are_asked_the_smallest_first_triggers_before(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.ask->from_area = true;
    static const double widths[] = {50, 10, 90};
    static const char *const names[] = {"hall", "room", "mat"};
    for (size_t i = 0; i < 3; i++) {
        bustle_box_def box = bustle_default_box_def();
        box.width = widths[i];
        box.depth = widths[i];
        bustle_entity_def *area = kit_extends(def_prop(k, names[i]), box);
        kit_offers(area, "sit", "idling");
        area->trigger = i == 2;
    }
    kit_begin(k);
    kit_spawn(k, "hall1", "hall");
    kit_spawn(k, "room1", "room");
    kit_spawn(k, "mat1", "mat");
    kit_spawn(k, "ann", "guest");
    kit_spawn(k, "bob", "guest");
    kit_spawn(k, "cid", "guest");
    kit_update_to(k, 0);
    kit_expect_only(k, "adopt", "adopt ann sit mat1 | adopt bob sit room1 | adopt cid sit hall1");
}

static void S61_a_role_changes_what_is_offered_and_places_stay(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    bustle_entity_def *host = has(def_npc(k, "host", "idling"), "taken", 0);
    bustle_role_def *open = kit_def_role(k, "open", NULL);
    bustle_offer_def offer = bustle_default_offer_def();
    offer.name = "sit";
    offer.sequence = "sitting";
    open->offers = &offer;
    open->offer_count = 1;
    (void)host;
    (void)p;
    kit_begin(k);
    kit_spawn(k, "hans", "host");
    kit_spawn(k, "ann", "guest");
    OK(bustle_npc_set_role(k->world, kit_entity(k, "hans"), kit_role(k, "open")));
    kit_update_to(k, 0);
    kit_expect_only(k, "adopt", "adopt ann sit hans");
    OK(bustle_npc_set_role(k->world, kit_entity(k, "hans"), BUSTLE_NONE));
    size_t count = 9;
    OK(bustle_entity_offers(k->world, kit_entity(k, "hans"), NULL, 0, &count));
    assert_int_equal(count, 0);
    parlour_expect_places(k, "ann", "sit hans held");
    kit_interrupt(k, "ann", "call");
    kit_run(k, 200, 100); /* what is no more offered is not taken again */
    kit_expect_only(k, "adopt drop", "drop ann sit hans interrupted");
    parlour_expect_empty(k);
}

static void S61_who_lacks_what_it_needs_is_not_offered_it(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    def_npc(k, "ghost", "visit");
    (void)p;
    kit_begin(k);
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "boo", "ghost");
    kit_update_to(k, 0);
    kit_expect_only(k, "adopt start", "start boo idle");
    assert_int_equal(bustle_npc_request(k->world, kit_entity(k, "boo"), kit_offer(k, "sit"),
                         kit_entity(k, "chair1"), 0),
        BUSTLE_NO_OFFER);
}

static void S62_nobody_asks_itself_or_takes_a_place_twice(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    kit_offers(has(p.guest, "taken", 0), "sit", "sitting");
    bustle_sequence_def *again = def_sequence(k, "again", "ask");
    kit_request(again, "ask", "sit", "END")->failed = "END";
    p.sit->sequence = "again";
    p.sit->holders = 0;
    parlour_begin(k, 1, 1);
    kit_expect_only(k, "adopt drop", "adopt ann sit chair1 | drop ann sit chair1 done");
}

static void S62_a_request_tests_the_depth_first(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.ask->failed = NULL;
    k->def.depth_limit = 1;
    parlour_begin(k, 1, 1);
    kit_expect_only(k, "adopt fail", "fail ann visit depth");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S62_without_a_provider_the_node_fails_or_waits),
        RULE(S62_nobody_offers_it_is_the_cause),
        RULE(S62_it_is_seen_waiting_and_that_is_done_when_it_takes_one),
        RULE(S62_conditions_of_node_and_offer_must_hold),
        RULE(S62_the_least_known_is_taken),
        RULE(S62_preference_comes_before_memory),
        RULE(S62_names_are_asked_for_in_order),
        RULE(S62_tags_say_who_is_asked),
        RULE(S62_the_current_target_is_asked),
        RULE(S62_areas_are_asked_the_smallest_first_triggers_before),
        RULE(S61_a_role_changes_what_is_offered_and_places_stay),
        RULE(S61_who_lacks_what_it_needs_is_not_offered_it),
        RULE(S62_nobody_asks_itself_or_takes_a_place_twice),
        RULE(S62_a_request_tests_the_depth_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
