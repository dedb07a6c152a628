/* S39 and S40: events reach the game, and calls between updates take effect. */
#include <stdio.h>
#include <string.h>

#include "calls.h"
#include "kit_npc.h"

static void begin_everyday(kit *k) {
    def_everyday(k);
    kit_begin(k);
    kit_spawn(k, "ann", "villager");
    kit_spawn(k, "bob", "villager");
    kit_spawn(k, "stone1", "stone");
}

/* What handlers heard, in order. */
static char heard[512];

static void hear(const char *who, const bustle_event *event) {
    size_t length = strlen(heard);
    snprintf(heard + length, sizeof heard - length, "%s:%s%u ", who, kit_kind_word(event->kind),
        (unsigned)bustle_entity_spawn_number(event->npc));
}

static void hear_any(kit *k, const bustle_event *event) {
    (void)k;
    hear("on_event", event);
}

static void hear_start(kit *k, const bustle_event *event) {
    (void)k;
    assert_int_equal(event->kind, BUSTLE_EVENT_START);
    hear("start_action", event);
}

/* ---- S39: delivery ---- */

static void S39_start_action_hears_starts_only_and_before_on_event(void **state) {
    kit *k = *state;
    begin_everyday(k);
    k->on_event = hear_any;
    k->on_start = hear_start;
    heard[0] = '\0';
    kit_update_to(k, 0);
    assert_string_equal(heard,
        "on_event:spawn1 on_event:spawn2 on_event:spawn3 "
        "start_action:start1 on_event:start1 start_action:start2 on_event:start2 ");
}

static unsigned undecided;

static void count_undecided(kit *k, const bustle_event *event) {
    (void)event;
    undecided += kit_doing(k, "ann").mood != BUSTLE_ACTING;
    undecided += kit_doing(k, "bob").mood != BUSTLE_ACTING;
    undecided += kit_stats(k).queued;
}

static void S39_events_are_delivered_after_the_last_decision(void **state) {
    kit *k = *state;
    begin_everyday(k);
    undecided = 0;
    k->on_event = k->on_start = count_undecided;
    kit_update_to(k, 0);
    kit_update_to(k, 1000);
    assert_int_equal(undecided, 0);
}

static void S39_handlers_hear_exactly_what_the_update_returns(void **state) {
    kit *k = *state;
    begin_everyday(k);
    k->on_event = hear_any;
    for (int64_t now = 0; now <= 3000; now += 1000) {
        char told[sizeof heard];
        heard[0] = '\0';
        kit_update_to(k, now);
        memcpy(told, heard, sizeof told);
        heard[0] = '\0';
        size_t count = 0;
        const bustle_event *events = bustle_world_events(k->world, &count);
        for (size_t i = 0; i < count; i++) {
            hear("on_event", &events[i]);
        }
        assert_string_equal(told, heard);
    }
}

static void S39_an_update_without_events_delivers_none(void **state) {
    kit *k = *state;
    begin_everyday(k);
    kit_update_to(k, 0);
    heard[0] = '\0';
    k->on_event = hear_any;
    kit_update_to(k, 1);
    size_t count = 99;
    bustle_world_events(k->world, &count);
    assert_int_equal(count, 0);
    assert_string_equal(heard, "");
}

/* ---- S39: calls from handlers ---- */

static void complete_at_once(kit *k, const bustle_event *event) {
    assert_int_equal(
        bustle_npc_complete(k->world, event->npc, event->name, event->token), BUSTLE_OK);
    assert_int_equal(
        bustle_npc_complete(k->world, event->npc, event->name, event->token), BUSTLE_NOT_ACTING);
}

static void S39_a_call_from_a_handler_takes_effect_at_once_its_events_wait(void **state) {
    kit *k = *state;
    begin_everyday(k);
    k->on_start = complete_at_once;
    kit_update_to(k, 5);
    kit_expect_events(
        k, "@0 spawn ann | @0 spawn bob | @0 spawn stone1 | @5 start ann wait | @5 start bob wait");
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_DECIDING);
    k->on_start = NULL;
    kit_update_to(k, 7);
    kit_expect_events(k,
        "@5 stop ann wait done | @5 stop bob wait done | "
        "@7 start ann wait | @7 start bob wait");
}

/* Calls of all sorts, made at delivery or after the update. */
static void make_calls(kit *k) {
    bustle_entity ann = kit_entity(k, "ann"), bob = kit_entity(k, "bob");
    bustle_world_interrupt(k->world, kit_interruption(k, "i"), &bob, 1, ann, NULL);
    bustle_npc_complete(k->world, ann, BUSTLE_NONE, 0);
    bustle_entity_set(k->world, bob, kit_state(k, "x"), 3);
    if (bustle_world_now(k->world) == 3000) {
        bustle_npc_fail(k->world, bob, BUSTLE_NONE, 0);
        bustle_world_remove(k->world, kit_entity(k, "stone1"));
        kit_spawn(k, "cid", "villager");
    }
}

static bool calls_made;

static void make_calls_once(kit *k, const bustle_event *event) {
    (void)event;
    if (!calls_made) {
        calls_made = true;
        make_calls(k);
    }
}

static uint32_t hash_with_calls(kit *k, bool from_handler) {
    kit_reset(k);
    begin_everyday(k);
    for (int64_t now = 0; now <= 6000; now += 300) {
        calls_made = false;
        k->on_event = from_handler ? make_calls_once : NULL;
        kit_update_to(k, now);
        if (!from_handler) {
            size_t count = 0;
            bustle_world_events(k->world, &count);
            if (count > 0) {
                make_calls(k);
            }
        }
    }
    return bustle_world_hash(k->world);
}

static void S39_calls_from_a_handler_are_exactly_as_if_made_after_the_update(void **state) {
    kit *k = *state;
    uint32_t after = hash_with_calls(k, false);
    assert_true(kit_stats(k).events > 20);
    assert_int_equal(hash_with_calls(k, true), after);
}

static void remove_ann(kit *k, const bustle_event *event) {
    hear("on_event", event);
    if (bustle_entity_alive(k->world, kit_entity(k, "ann"))) {
        assert_int_equal(bustle_world_remove(k->world, kit_entity(k, "ann")), BUSTLE_OK);
    }
}

static void S39_a_handler_may_remove_those_whose_events_are_still_to_come(void **state) {
    kit *k = *state;
    begin_everyday(k);
    k->on_event = remove_ann;
    heard[0] = '\0';
    kit_update_to(k, 0);
    assert_string_equal(
        heard, "on_event:spawn1 on_event:spawn2 on_event:spawn3 on_event:start1 on_event:start2 ");
    kit_forget_events(k);
    kit_update_to(k, 1);
    kit_expect_events(k, "@0 stop ann wait removed | @0 remove ann");
}

static void spawn_once(kit *k, const bustle_event *event) {
    (void)event;
    if (k->entity_count < 4) {
        kit_spawn(k, "cid", "villager");
    }
}

static void S39_an_npc_spawned_by_a_handler_decides_in_the_next_update(void **state) {
    kit *k = *state;
    begin_everyday(k);
    k->on_event = spawn_once;
    kit_update_to(k, 5);
    kit_expect_only(k, "start", "start ann wait | start bob wait");
    kit_update_to(k, 6);
    kit_expect_events(k, "@5 spawn cid | @6 start cid wait");
}

static bustle_status update_inside;

static void update_again(kit *k, const bustle_event *event) {
    (void)event;
    update_inside = bustle_world_update(k->world, 1000000, NULL);
    bustle_world_destroy(k->world);
}

static void S39_update_and_destroy_are_refused_inside_a_handler(void **state) {
    kit *k = *state;
    begin_everyday(k);
    kit_update_to(k, 0);
    complete_at_once(k, kit_last(k, BUSTLE_EVENT_START));
    k->on_event = update_again;
    kit_update_to(k, 1);
    assert_int_equal(update_inside, BUSTLE_BUSY);
    complete_at_once(k, kit_last(k, BUSTLE_EVENT_START));
    k->on_event = NULL;
    k->on_start = update_again;
    update_inside = BUSTLE_OK;
    kit_update_to(k, 2);
    assert_int_equal(update_inside, BUSTLE_BUSY);
    assert_int_equal(bustle_world_now(k->world), 2);
}

/* ---- S40 ---- */

static void S40_a_spawn_takes_effect_at_the_call_at_the_last_updates_time(void **state) {
    kit *k = *state;
    begin_everyday(k);
    kit_update_to(k, 400);
    kit_forget_events(k);
    bustle_entity cid = kit_spawn(k, "cid", "villager");
    assert_true(bustle_entity_alive(k->world, cid));
    assert_int_equal(kit_get(k, "cid", "x"), 7);
    assert_int_equal(kit_doing(k, "cid").mood, BUSTLE_DECIDING);
    kit_update_to(k, 500);
    kit_expect_events(k, "@400 spawn cid | @500 start cid wait");
}

static void S40_a_removal_takes_effect_at_the_call(void **state) {
    kit *k = *state;
    begin_everyday(k);
    kit_update_to(k, 400);
    kit_forget_events(k);
    assert_int_equal(bustle_world_remove(k->world, kit_entity(k, "bob")), BUSTLE_OK);
    assert_false(bustle_entity_alive(k->world, kit_entity(k, "bob")));
    assert_int_equal(kit_stats(k).npcs, 1);
    kit_update_to(k, 500);
    kit_expect_events(k, "@400 stop bob wait removed | @400 remove bob");
}

/* The same with an NPC whose "toil" adds to x: 1 at its start, 10 at its end, 100 if interrupted.
 */
static void begin_toil(kit *k) {
    def_everyday(k)->main = "toiling";
    bustle_action_def *toil = def_action(k, "toil", 1000);
    toil->start = OPS(INCREASE(BUSTLE_SELF, "x", 1));
    toil->finish = OPS(INCREASE(BUSTLE_SELF, "x", 10));
    toil->interrupted = OPS(INCREASE(BUSTLE_SELF, "x", 100));
    chain(k, "toiling", "toil");
    kit_begin(k);
    kit_spawn(k, "ann", "villager");
    kit_set(k, "ann", "x", 0);
    kit_update_to(k, 400);
    kit_forget_events(k);
}

static void S40_a_completion_takes_effect_at_the_call(void **state) {
    kit *k = *state;
    begin_toil(k);
    bustle_entity ann = kit_entity(k, "ann");
    assert_int_equal(bustle_npc_complete(k->world, ann, BUSTLE_NONE, 0), BUSTLE_OK);
    assert_int_equal(kit_get(k, "ann", "x"), 11);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_DECIDING);
    assert_int_equal(kit_doing(k, "ann").action, BUSTLE_NONE);
    kit_update_to(k, 500);
    kit_expect_events(k, "@400 stop ann toil done | @500 start ann toil");
    assert_int_equal(kit_get(k, "ann", "x"), 12);
}

static void S40_events_of_calls_wait_and_are_counted(void **state) {
    kit *k = *state;
    begin_toil(k);
    assert_int_equal(kit_stats(k).undelivered, 0);
    kit_complete(k, "ann");
    kit_spawn(k, "bob", "villager");
    assert_int_equal(kit_stats(k).undelivered, 2);
    kit_update_to(k, 500);
    assert_int_equal(kit_stats(k).undelivered, 0);
}

static void S40_a_failure_takes_effect_at_the_call_its_node_fails_in_the_next_update(void **state) {
    kit *k = *state;
    begin_toil(k);
    bustle_entity ann = kit_entity(k, "ann");
    assert_int_equal(bustle_npc_fail(k->world, ann, BUSTLE_NONE, 0), BUSTLE_OK);
    assert_int_equal(kit_get(k, "ann", "x"), 101);
    assert_int_equal(kit_doing(k, "ann").action, BUSTLE_NONE);
    kit_update_to(k, 500);
    kit_expect_events(k, "@400 stop ann toil failed | @500 fail ann toiling game");
}

static void S40_an_interruption_is_queued_at_the_call_and_handled_in_the_next_update(void **state) {
    kit *k = *state;
    begin_toil(k);
    bustle_reception reception = kit_interrupt(k, "ann", "i");
    assert_int_equal(reception.queued, 1);
    assert_int_equal(kit_doing(k, "ann").waiting, 1);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_ACTING);
    assert_int_equal(kit_get(k, "ann", "x"), 1);
    kit_update_to(k, 500);
    kit_expect_events(
        k, "@500 stop ann toil interrupted | @500 interrupt ann i answer | @500 start ann wait");
    assert_int_equal(kit_get(k, "ann", "x"), 101);
}

static void S40_a_write_takes_effect_at_the_call_and_nobody_decides_by_it(void **state) {
    kit *k = *state;
    begin_toil(k);
    kit_set(k, "ann", "x", 50);
    assert_int_equal(kit_get(k, "ann", "x"), 50);
    kit_update_to(k, 500);
    kit_expect_events(k, "");
    assert_int_equal(kit_stats(k).queued, 0);
}

static void S40_events_of_calls_come_before_those_of_the_update(void **state) {
    kit *k = *state;
    begin_everyday(k);
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_spawn(k, "cid", "villager");
    assert_int_equal(
        bustle_npc_complete(k->world, kit_entity(k, "bob"), BUSTLE_NONE, 0), BUSTLE_OK);
    size_t count = 0;
    bustle_world_events(k->world, &count);
    assert_int_equal(count, 5); /* still those of the last update */
    kit_update_to(k, 1000);
    kit_expect_events(k,
        "@0 spawn cid | @0 stop bob wait done | @1000 stop ann wait done | "
        "@1000 start cid wait | @1000 start bob wait | @1000 start ann wait");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S39_start_action_hears_starts_only_and_before_on_event),
        RULE(S39_events_are_delivered_after_the_last_decision),
        RULE(S39_handlers_hear_exactly_what_the_update_returns),
        RULE(S39_an_update_without_events_delivers_none),
        RULE(S39_a_call_from_a_handler_takes_effect_at_once_its_events_wait),
        RULE(S39_calls_from_a_handler_are_exactly_as_if_made_after_the_update),
        RULE(S39_a_handler_may_remove_those_whose_events_are_still_to_come),
        RULE(S39_an_npc_spawned_by_a_handler_decides_in_the_next_update),
        RULE(S39_update_and_destroy_are_refused_inside_a_handler),
        RULE(S40_a_spawn_takes_effect_at_the_call_at_the_last_updates_time),
        RULE(S40_a_removal_takes_effect_at_the_call),
        RULE(S40_a_completion_takes_effect_at_the_call),
        RULE(S40_a_failure_takes_effect_at_the_call_its_node_fails_in_the_next_update),
        RULE(S40_an_interruption_is_queued_at_the_call_and_handled_in_the_next_update),
        RULE(S40_a_write_takes_effect_at_the_call_and_nobody_decides_by_it),
        RULE(S40_events_of_calls_come_before_those_of_the_update),
        RULE(S40_events_of_calls_wait_and_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
