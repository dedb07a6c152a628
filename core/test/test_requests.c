/* S61, S62: who is asked for an offer, and whose is taken. */
#include "parlour.h"

#include <stdio.h>

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

/* "calling": greets a chair, looks, then asks that chair. */
static bustle_sequence_def *def_calling(kit *k, const parlour *p) {
    def_action(k, "greet", 100)->target = BUSTLE_TARGET_TAKEN;
    accepts(p->chair, "greet");
    bustle_sequence_def *call = def_sequence(k, "calling", "greet");
    add_edge(add_node(call, "greet", BUSTLE_NODE_ACTION, "greet"), "look", ALWAYS);
    add_edge(add_node(call, "look", BUSTLE_NODE_ACTION, "look"), "ask", ALWAYS);
    kit_request(call, "ask", "sit", "END")->from_target = true;
    p->guest->main = "calling";
    return call;
}

static void S62_a_target_that_has_left_is_not_asked(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    (void)def_calling(k, &p);
    parlour_begin(k, 1, 1);
    kit_run(k, 150, 50);
    kit_remove(k, "chair1");
    kit_run(k, 50, 50);
    kit_expect_only(k, "adopt fail", "fail ann calling no-offer");
}

static void S62_positions_are_asked_where_distance_is_used(void **state) {
    for (int uses = 0; uses < 2; uses++) {
        kit *k = *state;
        const parlour p = parlour_define(k);
        bustle_sequence_def *calling = def_calling(k, &p);
        if (uses == 1) {
            node_of(calling, "ask")->when = TEXT("distance < 100");
        }
        p.guest->position = BUSTLE_POSITION_QUERIED;
        p.guest->position_refresh_ms = 10;
        p.chair->position = BUSTLE_POSITION_QUERIED;
        p.chair->position_refresh_ms = 10;
        parlour_begin(k, 1, 1);
        kit_run(k, 150, 50);
        kit_expect_asked(k, "");
        kit_run(k, 50, 50);
        kit_expect_asked(k, uses == 1 ? "ann chair1" : ""); /* the one who asks comes first */
        kit_reset(k);
    }
}

static void S42_what_an_npc_holds_of_a_provider_is_free_to_the_offers_when(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    def_state(k, "room")->minimum = 0;
    has(p.chair, "room", 2);
    add_sequence_claim(def_calling(k, &p), "room", 2);
    p.sit->when = OPS(TARGET_IS("room", BUSTLE_EQUAL, 2));
    parlour_begin(k, 1, 1);
    kit_run(k, 200, 100);
    kit_expect_only(k, "adopt", "adopt ann sit chair1");
}

static void S62_whom_a_path_finds_is_asked(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    kit_def_link(k, "own");
    p.ask->path = "own";
    kit_begin(k);
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "chair2", "chair");
    kit_spawn(k, "ann", "guest");
    OK(bustle_world_link(
        k->world, kit_entity(k, "ann"), kit_link(k, "own"), kit_entity(k, "chair2"), 1));
    kit_update_to(k, 0);
    kit_expect_only(k, "adopt", "adopt ann sit chair2");
}

static size_t found_from(const kit *k, const char *label, const char *path) {
    size_t count = 99;
    OK(bustle_world_query(k->world, kit_entity(k, label), path, NULL, 0, &count, NULL, 0));
    return count;
}

static void S65_holders_and_providers_are_links_while_places_are_held(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.sit->adopt = TEXT("self.n = target.holder(self) * 1000 + self.provider(target) * 100 + "
                        "self.holder(target) * 10 + target.provider(self)");
    p.sit->drop = (bustle_ops){0};
    parlour_begin(k, 1, 1);
    assert_int_equal(kit_get(k, "ann", "n"), 1100);
    assert_int_equal(found_from(k, "ann", "provider"), 1);
    assert_int_equal(found_from(k, "chair1", "holder"), 1);
    kit_interrupt(k, "ann", "call"); /* it is given back, and to be taken again */
    kit_run(k, 50, 50);
    parlour_expect_places(k, "ann", "sit chair1");
    assert_int_equal(found_from(k, "ann", "provider"), 0);
    assert_int_equal(found_from(k, "chair1", "holder"), 0);
}

static void S65_who_holds_two_places_is_one_holder(void **state) {
    kit *k = *state;
    const parlour p = parlour_define(k);
    p.sit->kept = true;
    kit_offers(p.chair, "lean", "idling");
    parlour_begin(k, 1, 1);
    OK(bustle_npc_request(
        k->world, kit_entity(k, "ann"), kit_offer(k, "lean"), kit_entity(k, "chair1"), 5));
    parlour_expect_places(k, "ann", "sit chair1 held, lean chair1 held");
    assert_int_equal(found_from(k, "chair1", "holder"), 1);
    assert_int_equal(found_from(k, "ann", "provider"), 1);
}

static void S66_the_first_of_many_holders_are_found(void **state) {
    kit *k = *state;
    static char labels[300][16];
    bustle_entity found[300];
    size_t count = 0;
    parlour_define(k).sit->holders = 0;
    kit_begin(k);
    kit_spawn(k, "chair1", "chair");
    for (int i = 0; i < 300; i++) {
        snprintf(labels[i], sizeof labels[i], "g%d", i);
        kit_spawn(k, labels[i], "guest");
    }
    kit_update_to(k, 0);
    assert_int_equal(kit_stats(k).adopts, 300);
    OK(bustle_world_query(
        k->world, kit_entity(k, "chair1"), "holder", found, 300, &count, NULL, 0));
    assert_int_equal(count, 256);
    assert_true(found[0] == kit_entity(k, "g0") && found[255] == kit_entity(k, "g255"));
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
        RULE(S62_a_target_that_has_left_is_not_asked),
        RULE(S62_positions_are_asked_where_distance_is_used),
        RULE(S42_what_an_npc_holds_of_a_provider_is_free_to_the_offers_when),
        RULE(S62_whom_a_path_finds_is_asked),
        RULE(S65_holders_and_providers_are_links_while_places_are_held),
        RULE(S65_who_holds_two_places_is_one_holder),
        RULE(S66_the_first_of_many_holders_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
