/* S57 to S60: scenes in corners that saves, random calls and failing allocations have found. */
#include "kit_npc.h"

/* Guests who talk once and then idle for long; hosts who walk to a bench, hold a seat and begin a
 * chat there. The bell makes hosts reign, for which there is no throne. */
static bustle_scene_def *def_hall(kit *k) {
    def_state(k, "seats")->minimum = 0;
    def_interruption(k, "bell");
    def_action(k, "go", 100)->target = BUSTLE_TARGET_TAKEN;
    def_action(k, "reign", 100)->target = BUSTLE_TARGET_TAKEN;
    def_action(k, "talk", 100);
    def_action(k, "muse", 5000);
    chain(k, "day", "muse");
    chain(k, "rule", "reign");
    chain(k, "ask", "talk", "talk");
    chain(k, "reply", "muse", "talk");
    bustle_sequence_def *meet = chain(k, "meet", "go");
    add_sequence_claim(meet, "seats", 1);
    ((bustle_transition_def *)node_of(meet, "go")->transitions)->to = "chat";
    kit_stage(meet, "chat", "chat", "asker", "END")->timeout_ms = 60000;
    bustle_scene_def *chat = def_scene(k, "chat");
    add_part(chat, "asker", NULL, "ask");
    add_part(chat, "guest", "guests", "reply");
    chat->patience_ms = 60000;
    handles(def_npc(k, "host", "meet"), "bell", "rule", 5);
    kit_tagged(def_npc(k, "guest", "day"), "guests");
    has(accepts(def_prop(k, "bench"), "go"), "seats", 1);
    return chat;
}

static void begin_hall(kit *k) {
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "host");
    kit_spawn(k, "bob", "guest");
    kit_run(k, 500, 50);
    kit_expect_stack(k, "ann", "meet/chat in-subsequence, ask/talk at-phase");
}

/* The response has failed already in this turn: the failure of the sequence below the part waits
 * for the next one. */
static void S57_who_waits_at_a_phase_and_cannot_have_its_seat_again_does_not_wait(void **state) {
    kit *k = *state;
    k->def.failure_limit = 0;
    k->def.restart_ms = 1000;
    def_hall(k);
    begin_hall(k);
    kit_interrupt(k, "ann", "bell");
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    kit_set(k, "bench1", "seats", 0);
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_forget_events(k);
    kit_run(k, 150, 50);
    kit_expect_only(k, "fail leave halt",
        "fail ann rule no-candidate | leave ann chat left | fail ann meet claim | "
        "halt ann meet claim | leave bob chat broken");
}

/* Otherwise a world that was loaded meanwhile, and does not look for it, would keep to another
 * budget. */
static void S49_a_limit_that_a_scene_has_got_over_is_no_ending(void **state) {
    kit *k = *state;
    def_hall(k)->limit_ms = 1000;
    begin_hall(k);
    OK(bustle_npc_hold(k->world, kit_entity(k, "bob"))); /* the scene is stuck */
    OK(bustle_npc_release(k->world, kit_entity(k, "bob")));
    kit_update_to(k, 510);
    kit_update_to(k, 1500);
    assert_int_equal(kit_stats(k).portion, 0);
    OK(bustle_npc_hold(k->world, kit_entity(k, "bob")));
    kit_update_to(k, 2500);
    assert_int_equal(kit_stats(k).portion, 2); /* the limit, and ann's turn */
    kit_expect_only(k, "leave", "leave ann chat broken");
}

/* Nobody has been looked for before, so that there is no list yet. */
static void S55_where_there_is_nobody_at_all_no_cast_is_found(void **state) {
    kit *k = *state;
    def_hall(k);
    kit_begin(k);
    const bustle_cast asker = {.part = 0, .npc = kit_spawn(k, "ann", "host")};
    const bustle_status status =
        bustle_world_stage(k->world, kit_scene(k, "chat"), 0, &asker, 1, NULL);
    assert_int_equal(status, BUSTLE_NO_CAST);
}

#define STAGERS 64

/* Their scenes are over but not forgotten: so there are far more members on record than sequences
 * on stacks. */
static void S60_stagers_who_are_held_keep_those_who_have_left_on_record(void **state) {
    kit *k = *state;
    def_action(k, "muse", 1000);
    def_action(k, "talk", 100);
    chain(k, "day", "muse")->castable = BUSTLE_CASTABLE_ALWAYS;
    chain(k, "speak", "talk");
    kit_stage(def_sequence(k, "call", "here"), "here", "choir", NULL, "END")->timeout_ms = 60000;
    bustle_scene_def *choir = def_scene(k, "choir");
    bustle_part_def *singer = add_part(choir, "singer", "people", "speak");
    singer->least = BUSTLE_MOST_MEMBERS;
    singer->most = BUSTLE_MOST_MEMBERS;
    choir->rest_ms = 0;
    kit_tagged(def_npc(k, "person", "day"), "people");
    def_npc(k, "caller", "call");
    kit_begin(k);
    bustle_entity made = 0;
    bustle_spawn_def spawn = bustle_default_spawn_def();
    spawn.definition = kit_definition(k, "person");
    for (int i = 0; i < BUSTLE_MOST_MEMBERS; i++) {
        OK(bustle_world_spawn(k->world, &spawn, &made));
    }
    spawn.definition = kit_definition(k, "caller");
    for (uint64_t i = 1; i <= STAGERS; i++) {
        OK(bustle_world_spawn(k->world, &spawn, &made));
        while (kit_stats(k).joins < i * BUSTLE_MOST_MEMBERS) {
            kit_run(k, 100, 100);
        }
        OK(bustle_npc_hold(k->world, made));
    }
    kit_run(k, 1000, 100);
    assert_int_equal(kit_stats(k).leaves, STAGERS * BUSTLE_MOST_MEMBERS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S49_a_limit_that_a_scene_has_got_over_is_no_ending),
        RULE(S55_where_there_is_nobody_at_all_no_cast_is_found),
        RULE(S57_who_waits_at_a_phase_and_cannot_have_its_seat_again_does_not_wait),
        RULE(S60_stagers_who_are_held_keep_those_who_have_left_on_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
