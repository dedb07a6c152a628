/* Loading a save into content that has changed since: what still exists, by name, goes on; what is
 * gone falls back cleanly; and the report says what happened to whom. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "village.h"

/* ---- From one content to the next ---- */

static struct {
    uint8_t *bytes;
    size_t size;
    char told[8192]; /* "code thing whom;" for each change */
} saved;

/* Saves the world and takes the kit back to its beginning, for the content to come. */
static void save_and_reset(kit *k) {
    bustle_snapshot s = {0};
    OK(bustle_snapshot_save(k->world, NULL, 0, &s));
    saved.bytes = malloc(s.size);
    assert_non_null(saved.bytes);
    memcpy(saved.bytes, s.bytes, s.size);
    saved.size = s.size;
    bustle_snapshot_free(&s);
    kit_reset(k);
}

static void tell(void *context, bustle_world *world, const bustle_change *change) {
    kit *k = context;
    const char *whom = "";
    for (size_t i = 0; change->entity != 0 && i < k->entity_count; i++) {
        whom = k->entities[i].entity == change->entity ? k->entities[i].label : whom;
    }
    assert_true(change->entity == 0 || bustle_entity_alive(world, change->entity));
    assert_non_null(strstr(change->text, change->thing));
    const size_t used = strlen(saved.told);
    snprintf(saved.told + used, sizeof saved.told - used, "%s %s %s;", change->code, change->thing,
        whom);
}

/* Labels of the first world, for the second: handles are the same. */
static struct {
    const char *label;
    bustle_entity entity;
} known[64];
static size_t known_count;

static void keep_labels(const kit *k) {
    known_count = k->entity_count < 64 ? k->entity_count : 64;
    for (size_t i = 0; i < known_count; i++) {
        known[i].label = k->entities[i].label;
        known[i].entity = k->entities[i].entity;
    }
}

static void load(kit *k) {
    const bustle_load_options options = {.context = k, .report = tell};
    char reason[256] = "";
    saved.told[0] = '\0';
    for (size_t i = 0; i < known_count; i++) {
        k->entities[i].label = known[i].label;
        k->entities[i].entity = known[i].entity;
    }
    k->entity_count = known_count;
    const bustle_status status =
        bustle_snapshot_load(k->world, saved.bytes, saved.size, &options, reason, sizeof reason);
    assert_string_equal(reason, "");
    OK(status);
    OK(bustle_world_check(k->world, NULL, 0));
    free(saved.bytes);
    saved.bytes = NULL;
}

static void expect_told(const char *expected) {
    assert_string_equal(saved.told, expected);
}

/* Defines a first content, plays in it, and gets ready for a second. */
static void turn_over(kit *k) {
    keep_labels(k);
    save_and_reset(k);
}

/* ---- A bench, a pond and ann ---- */

enum { WITH_FEED = 1, WITH_STROLL = 2, WITH_POND = 4, WITH_BELL = 8, WITH_HIDE = 16, ALL = 31 };

static bustle_action_def *sit_def;

static void def_park(kit *k, unsigned parts) {
    bustle_state_def *seats = def_state(k, "seats");
    seats->minimum = 0;
    seats->maximum = 4;
    def_state(k, "energy");
    sit_def = def_action(k, "sit", 1000);
    sit_def->resumable = true;
    add_claim(sit_def, "seats", 1);
    def_action(k, "duck", 500)->target = BUSTLE_TARGET_NOT_TAKEN;
    chain(k, "day", "sit");
    bustle_entity_def *ann = has(def_npc(k, "walker", "day"), "energy", 5);
    accepts(has(def_prop(k, "bench"), "seats", 2), "sit");
    if ((parts & WITH_FEED) != 0) {
        def_action(k, "feed", 3000)->target = BUSTLE_TARGET_TAKEN;
    }
    if ((parts & WITH_STROLL) != 0) {
        chain(k, "stroll", "sit");
        if ((parts & WITH_FEED) != 0) {
            chain(k, "feeding", "feed", "duck");
        }
        bustle_sequence_def *out = def_sequence(k, "out", "go");
        add_edge(add_node(out, "go", BUSTLE_NODE_SEQUENCE,
                     (parts & WITH_FEED) != 0 ? "feeding" : "stroll"),
            "END", ALWAYS);
    }
    if ((parts & WITH_POND) != 0) {
        bustle_entity_def *pond = has(def_prop(k, "pond"), "seats", 1);
        if ((parts & WITH_FEED) != 0) {
            accepts(pond, "feed");
        }
    }
    if ((parts & WITH_HIDE) != 0) {
        chain(k, "hide", "duck");
    }
    if ((parts & WITH_BELL) != 0) {
        def_interruption(k, "bell");
        handles(ann, "bell", (parts & WITH_HIDE) != 0 ? "hide" : "day", 0);
    }
}

static void begin_park(kit *k) {
    def_park(k, ALL);
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "pond1", "pond");
    kit_spawn(k, "ann", "walker");
    kit_spawn(k, "bob", "walker");
}

static void begin_changed_park(kit *k, unsigned parts) {
    def_park(k, parts);
    kit_begin(k);
    load(k);
}

/* ---- What goes on ---- */

static void definitions_that_come_in_between_change_nothing(void **state) {
    kit *k = *state;
    def_village(k);
    kit_seal_ok(k);
    village_play(k);
    keep_labels(k);
    bustle_snapshot s = {0};
    OK(bustle_snapshot_save(k->world, NULL, 0, &s));
    saved.bytes = malloc(s.size);
    assert_non_null(saved.bytes);
    memcpy(saved.bytes, s.bytes, s.size);
    saved.size = s.size;
    bustle_snapshot_free(&s);
    const int64_t now = bustle_world_now(k->world);
    kit_answer(k, "rain", 4);
    kit_run(k, 60000, 250);
    const uint32_t hash = bustle_world_hash(k->world);
    kit_reset(k);
    kit_drop_kept();
    def_village(k);
    def_state(k, "aaa")->minimum = 0;
    def_state(k, "zzz");
    def_environment(k, "aaa", 50);
    def_interruption(k, "aaa");
    def_action(k, "aaa", 10)->target = BUSTLE_TARGET_NOT_TAKEN;
    chain(k, "aaa", "aaa");
    has(has(def_prop(k, "aaa"), "aaa", 1), "zzz", 2);
    has(has(has(def_npc(k, "aab", "aaa"), "energy", 1), "zzz", 2), "aaa", 3);
    kit_begin(k);
    load(k);
    expect_told("");
    assert_int_equal(bustle_world_now(k->world), now);
    for (size_t i = 0; i < k->entity_count; i++) { /* as in the first world */
        const double at = (double)i;
        k->entities[i].position = (kit_reply){.result = 1, .position = {-at, 2 * at, 0}};
    }
    kit_answer(k, "rain", 4);
    kit_run(k, 60000, 250);
    assert_int_equal(bustle_world_hash(k->world), hash);
}

static void a_state_more_has_its_initial_value_and_one_less_is_dropped(void **state) {
    kit *k = *state;
    def_state(k, "cold")->initial = 1;
    def_state(k, "warm")->initial = 2;
    def_state(k, "wet");
    has_default(has_default(def_prop(k, "rock"), "cold"), "warm");
    has_default(has_default(def_prop(k, "stone"), "wet"), "cold");
    kit_begin(k);
    kit_spawn(k, "rock1", "rock");
    kit_spawn(k, "stone1", "stone");
    kit_set(k, "rock1", "warm", 40);
    kit_set(k, "stone1", "wet", 41);
    turn_over(k);
    def_state(k, "dry")->initial = 7;
    bustle_state_def *warm = def_state(k, "warm");
    warm->maximum = 30;
    def_state(k, "wet");
    has_default(has_default(def_prop(k, "rock"), "dry"), "warm");
    has_default(def_prop(k, "stone"), "dry");
    kit_begin(k);
    load(k);
    expect_told("state-gone cold ;state-lost wet ;value-changed warm rock1;");
    assert_int_equal(kit_get(k, "rock1", "warm"), 30);
    assert_int_equal(kit_get(k, "rock1", "dry"), 7);
    assert_int_equal(kit_get(k, "stone1", "dry"), 7);
}

static void named_values_go_by_their_names(void **state) {
    kit *k = *state;
    bustle_state_def *mood = def_state(k, "mood");
    mood->values = NAMES("calm", "merry", "sad");
    mood->value_count = 3;
    bustle_environment_def *sky = def_environment(k, "sky", 1000);
    sky->values = NAMES("clear", "rain");
    sky->value_count = 2;
    has(def_prop(k, "rock"), "mood", 0);
    kit_begin(k);
    kit_spawn(k, "one", "rock");
    kit_spawn(k, "two", "rock");
    kit_set(k, "one", "mood", 1);
    kit_set(k, "two", "mood", 2);
    OK(bustle_world_set_environment(k->world, kit_environment(k, "sky"), 1));
    turn_over(k);
    mood = def_state(k, "mood");
    mood->values = NAMES("angry", "calm", "dull", "merry");
    mood->value_count = 4;
    sky = def_environment(k, "sky", 1000);
    sky->values = NAMES("clear", "fog", "rain");
    sky->value_count = 3;
    has(def_prop(k, "rock"), "mood", 2);
    kit_begin(k);
    load(k);
    expect_told("value-changed mood two;");
    assert_int_equal(kit_get(k, "one", "mood"), 3);
    assert_int_equal(kit_get(k, "two", "mood"), 2);
    int32_t value = 0;
    OK(bustle_world_environment(k->world, kit_environment(k, "sky"), &value));
    assert_int_equal(value, 2);
}

static void S25_with_less_room_the_newest_memories_stay(void **state) {
    kit *k = *state;
    def_park(k, ALL);
    kit_begin(k);
    for (int i = 0; i < 4; i++) {
        kit_spawn(k, "bench1", "bench");
    }
    kit_spawn(k, "ann", "walker");
    kit_run(k, 3500, 100);
    bustle_memory before[8], after[8];
    size_t count = 0;
    OK(bustle_npc_memories(
        k->world, kit_entity(k, "ann"), BUSTLE_MEMORY_ACTION, before, 8, &count));
    assert_int_equal(count, 4);
    turn_over(k);
    def_park(k, ALL);
    for (size_t i = 0; i < k->def_count; i++) {
        if (k->defs[i].kind == BUSTLE_KIND_ENTITY) {
            ((bustle_entity_def *)k->defs[i].def)->action_memories = 2;
        }
    }
    kit_begin(k);
    load(k);
    expect_told("");
    OK(bustle_npc_memories(k->world, kit_entity(k, "ann"), BUSTLE_MEMORY_ACTION, after, 8, &count));
    assert_int_equal(count, 2);
    assert_int_equal(after[0].time, before[2].time);
    assert_int_equal(after[1].spawn_number, before[3].spawn_number);
}

/* ---- What is gone ---- */

static void an_entity_without_definition_is_left_out(void **state) {
    kit *k = *state;
    begin_park(k);
    kit_update_to(k, 0);
    OK(bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "out"), 0));
    kit_update_to(k, 100);
    assert_int_equal(kit_doing(k, "ann").target, kit_entity(k, "pond1"));
    turn_over(k);
    begin_changed_park(k, ALL & ~(unsigned)WITH_POND);
    expect_told("entity-gone pond ;left-out pond ;target-lost feed ann;");
    assert_false(bustle_entity_alive(k->world, kit_entity(k, "pond1")));
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_DECIDING);
    kit_update_to(k, 200); /* nobody to feed: the run fails, and she sits again */
    kit_run(k, 4000, 100);
    assert_int_equal(kit_doing(k, "ann").activities, 1);
    assert_int_equal(kit_stats(k).halted, 0);
}

static void an_action_that_is_gone_gives_its_claims_back(void **state) {
    kit *k = *state;
    begin_park(k);
    kit_update_to(k, 0);
    assert_int_equal(kit_get(k, "bench1", "seats"), 0);
    turn_over(k);
    def_state(k, "seats")->minimum = 0;
    def_state(k, "energy");
    bustle_action_def *stand = def_action(k, "stand", 800);
    stand->target = BUSTLE_TARGET_TAKEN;
    bustle_sequence_def *day = def_sequence(k, "day", "sit");
    add_edge(add_node(day, "sit", BUSTLE_NODE_ACTION, "stand"), "END", ALWAYS);
    has(def_npc(k, "walker", "day"), "energy", 5);
    accepts(has(def_prop(k, "bench"), "seats", 2), "stand");
    def_prop(k, "pond");
    kit_begin(k);
    load(k);
    expect_told("interruption-gone bell ;action-gone duck ;action-gone feed ;action-gone sit ;"
                "sequence-gone feeding ;sequence-gone hide ;sequence-gone out ;"
                "sequence-gone stroll ;state-lost seats ;"
                "action-lost sit ann;node-lost sit ann;action-lost sit bob;node-lost sit bob;");
    assert_int_equal(kit_get(k, "bench1", "seats"), 2);
    kit_update_to(k, 10);
    kit_expect_only(k, "start stop", "start ann stand bench1 | start bob stand bench1");
}

static void a_nested_sequence_that_is_gone_makes_its_caller_begin_again(void **state) {
    kit *k = *state;
    begin_park(k);
    kit_update_to(k, 0);
    OK(bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "out"), 3));
    kit_update_to(k, 100);
    turn_over(k);
    begin_changed_park(k, ALL & ~(unsigned)WITH_FEED);
    expect_told("action-gone feed ;sequence-gone feeding ;"
                "action-lost feed ann;sequence-lost feeding ann;");
    bustle_frame frames[4];
    size_t count = 0;
    OK(bustle_npc_frames(k->world, kit_entity(k, "ann"), frames, 4, &count));
    assert_int_equal(count, 2);
    assert_int_equal(frames[1].sequence, kit_sequence(k, "out"));
    assert_int_equal(frames[1].lifecycle, BUSTLE_PROCESSING);
    assert_int_equal(frames[1].priority, 3);
    kit_update_to(k, 200);
    kit_expect_only(k, "start", "start ann sit bench1");
}

static void an_activity_of_which_nothing_is_left_is_given_up(void **state) {
    kit *k = *state;
    begin_park(k);
    kit_update_to(k, 0);
    kit_interrupt(k, "ann", "bell");
    kit_update_to(k, 300);
    assert_int_equal(kit_doing(k, "ann").activities, 2);
    turn_over(k);
    begin_changed_park(k, ALL & ~(unsigned)WITH_HIDE);
    expect_told("sequence-gone hide ;sequence-lost hide ann;activity-lost hide ann;");
    assert_int_equal(kit_doing(k, "ann").activities, 1);
    kit_update_to(k, 400);
    kit_expect_only(k, "start", "resume ann sit bench1 700");
}

static void a_main_sequence_that_is_gone_gives_way_to_the_definitions(void **state) {
    kit *k = *state;
    begin_park(k);
    OK(bustle_npc_set_main(k->world, kit_entity(k, "ann"), kit_sequence(k, "stroll")));
    OK(bustle_npc_set_main(k->world, kit_entity(k, "bob"), kit_sequence(k, "stroll")));
    kit_update_to(k, 0);
    OK(bustle_npc_hold(k->world, kit_entity(k, "bob")));
    turn_over(k);
    begin_changed_park(k, ALL & ~(unsigned)(WITH_STROLL | WITH_FEED));
    expect_told("action-gone feed ;sequence-gone feeding ;sequence-gone out ;sequence-gone stroll ;"
                "main-lost stroll ann;sequence-lost stroll ann;"
                "main-lost stroll bob;sequence-lost stroll bob;");
    assert_int_equal(kit_doing(k, "ann").main, kit_sequence(k, "day"));
    OK(bustle_npc_release(k->world, kit_entity(k, "bob")));
    kit_update_to(k, 100);
    kit_expect_only(k, "start", "start ann sit bench1 | start bob sit bench1");
    assert_int_equal(kit_get(k, "bench1", "seats"), 0);
}

static void an_interruption_that_is_gone_is_waited_for_no_longer(void **state) {
    kit *k = *state;
    begin_park(k);
    kit_update_to(k, 0);
    kit_interrupt(k, "bob", "bell");
    kit_update_to(k, 10);
    kit_interrupt(k, "ann", "bell");
    turn_over(k);
    begin_changed_park(k, ALL & ~(unsigned)WITH_BELL);
    expect_told("interruption-gone bell ;interruption-lost bell ann;");
    assert_int_equal(kit_doing(k, "ann").waiting, 0);
    assert_int_equal(kit_doing(k, "bob").activities, 2); /* hides on, as if told to */
    kit_run(k, 2000, 100);
    assert_int_equal(kit_doing(k, "bob").activities, 1);
}

static void a_node_that_is_gone_sends_its_sequence_back_to_its_beginning(void **state) {
    kit *k = *state;
    begin_park(k);
    kit_update_to(k, 0);
    turn_over(k);
    def_park(k, ALL);
    for (size_t i = 0; i < k->def_count; i++) {
        bustle_sequence_def *q = k->defs[i].def;
        if (k->defs[i].kind == BUSTLE_KIND_SEQUENCE && strcmp(q->name, "day") == 0) {
            ((bustle_node_def *)(uintptr_t)q->nodes)[0].name = "rest";
            q->entry = "rest";
        }
    }
    kit_begin(k);
    load(k);
    expect_told("node-lost sit ann;node-lost sit bob;");
    assert_int_equal(kit_get(k, "bench1", "seats"), 2);
    kit_update_to(k, 100);
    kit_expect_only(k, "start", "start ann sit bench1 | start bob sit bench1");
}

static void a_node_that_performs_a_sequence_now_is_performed_again(void **state) {
    kit *k = *state;
    begin_park(k);
    kit_update_to(k, 0);
    turn_over(k);
    def_park(k, ALL);
    for (size_t i = 0; i < k->def_count; i++) {
        bustle_sequence_def *q = k->defs[i].def;
        if (k->defs[i].kind == BUSTLE_KIND_SEQUENCE && strcmp(q->name, "day") == 0) {
            bustle_node_def *sit = node_of(q, "sit");
            sit->kind = BUSTLE_NODE_SEQUENCE;
            sit->performs = "stroll";
        }
    }
    kit_begin(k);
    load(k);
    expect_told("node-lost sit ann;node-lost sit bob;");
    assert_int_equal(kit_get(k, "bench1", "seats"), 2);
    kit_update_to(k, 100);
    kit_expect_only(k, "start", "start ann sit bench1 | start bob sit bench1");
    assert_int_equal(kit_doing(k, "ann").sequence, kit_sequence(k, "stroll"));
}

static void S24_a_stack_that_is_too_deep_now_is_cut(void **state) {
    kit *k = *state;
    begin_park(k);
    OK(bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "out"), 0));
    kit_update_to(k, 0);
    assert_int_equal(kit_doing(k, "ann").sequence, kit_sequence(k, "feeding"));
    turn_over(k);
    k->def.depth_limit = 1;
    begin_changed_park(k, ALL);
    expect_told("setting-changed depth_limit ;sequence-lost feeding ann;");
    assert_int_equal(kit_doing(k, "ann").sequence, kit_sequence(k, "out"));
    kit_update_to(k, 100);
    kit_expect_only(k, "fail", "fail ann out depth");
}

static void S33_a_failure_that_waits_is_forgotten_with_its_sequence(void **state) {
    kit *k = *state;
    begin_park(k);
    OK(bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "out"), 0));
    kit_update_to(k, 0);
    OK(bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    turn_over(k);
    begin_changed_park(k, ALL & ~(unsigned)WITH_FEED);
    expect_told("action-gone feed ;sequence-gone feeding ;sequence-lost feeding ann;");
    kit_update_to(k, 100);
    kit_expect_only(k, "start fail", "start ann sit bench1");
}

static void S34_one_who_halted_by_a_sequence_that_is_gone_restarts(void **state) {
    kit *k = *state;
    k->def.failure_limit = 0;
    begin_park(k);
    OK(bustle_npc_set_main(k->world, kit_entity(k, "ann"), kit_sequence(k, "stroll")));
    kit_update_to(k, 0);
    OK(bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    kit_update_to(k, 10);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_HAS_HALTED);
    turn_over(k);
    k->def.failure_limit = 0;
    begin_changed_park(k, ALL & ~(unsigned)(WITH_STROLL | WITH_FEED));
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_HAS_HALTED);
    assert_int_equal(kit_doing(k, "ann").cause, BUSTLE_CAUSE_GAME);
    kit_update_to(k, 30010);
    kit_expect_only(k, "restart", "restart ann day");
}

static void S37_whose_turn_it_was_and_who_is_not_defined_any_more_has_none(void **state) {
    kit *k = *state;
    begin_park(k);
    assert_int_equal(kit_stats(k).queued, 2);
    turn_over(k);
    def_state(k, "seats")->minimum = 0;
    def_prop(k, "bench");
    kit_begin(k);
    load(k);
    assert_int_equal(kit_stats(k).queued, 0);
    assert_int_equal(kit_stats(k).npcs, 0);
    kit_update_to(k, 10);
}

static void S3_a_report_about_an_action_that_is_gone_goes_with_it(void **state) {
    kit *k = *state;
    for (int gone = 0; gone < 2; gone++) {
        def_state(k, "energy");
        def_action(k, "look", 10)->target = BUSTLE_TARGET_TAKEN;
        if (gone == 0) {
            def_action(k, "work", 10)->finish = OPS(INCREASE(BUSTLE_TARGET, "energy", 1));
            chain(k, "main", "look", "=work");
        } else {
            chain(k, "main", "look");
        }
        accepts(def_prop(k, "post"), "look");
        def_npc(k, "worker", "main");
        kit_begin(k);
        if (gone == 0) {
            kit_spawn(k, "post1", "post");
            kit_spawn(k, "ann", "worker");
            kit_run(k, 30, 10);
            assert_int_equal(k->logged, 1);
            turn_over(k);
        } else {
            load(k);
            kit_run(k, 30, 10);
            assert_int_equal(k->logged, 0);
        }
    }
}

/* ---- What has changed ---- */

static void S42_claims_are_taken_as_the_new_definition_says(void **state) {
    kit *k = *state;
    begin_park(k);
    kit_update_to(k, 0);
    turn_over(k);
    def_park(k, ALL);
    ((bustle_claim_def *)(uintptr_t)sit_def->claims)[0].amount = 2;
    kit_begin(k);
    load(k);
    expect_told("action-changed sit ann;action-changed sit bob;claim-lost sit bob;");
    int32_t taken = 0;
    OK(bustle_entity_taken(k->world, kit_entity(k, "bench1"), kit_state(k, "seats"), &taken));
    assert_int_equal(taken, 2);
    assert_int_equal(kit_get(k, "bench1", "seats"), 0);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_ACTING);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 1000);
    kit_run(k, 5000, 100);
    assert_int_equal(kit_stats(k).halted, 0);
}

static void settings_of_the_world_stay_its_own_and_the_difference_is_told(void **state) {
    kit *k = *state;
    k->def.seed = 99;
    begin_park(k);
    turn_over(k);
    k->def.seed = 1;
    k->def.queue_limit = 2;
    k->def.restart_ms = 5;
    k->def.metric = BUSTLE_METRIC_MANHATTAN;
    begin_changed_park(k, ALL);
    expect_told(
        "setting-changed queue_limit ;setting-changed restart_ms ;setting-changed metric ;");
    kit_expect_events(k, "");
    bustle_snapshot s = {0};
    OK(bustle_snapshot_save(k->world, NULL, 0, &s));
    OK(bustle_snapshot_load(k->world, s.bytes, s.size, NULL, NULL, 0));
    bustle_snapshot_free(&s);
}

static void S45_a_new_condition_is_tested_in_the_next_update(void **state) {
    kit *k = *state;
    def_environment(k, "rain", 100000);
    begin_park(k);
    OK(bustle_world_set_environment(k->world, kit_environment(k, "rain"), 5));
    kit_update_to(k, 0);
    turn_over(k);
    def_environment(k, "rain", 100000);
    def_park(k, ALL);
    for (size_t i = 0; i < k->def_count; i++) {
        bustle_interruption_def *bell = k->defs[i].def;
        if (k->defs[i].kind == BUSTLE_KIND_INTERRUPTION) {
            bell->when = OPS(ENV_IS("rain", BUSTLE_AT_LEAST, 4));
        }
    }
    kit_begin(k);
    load(k);
    expect_told("");
    kit_update_to(k, 100);
    kit_expect_only(k, "interrupt", "interrupt ann bell hide | interrupt bob bell hide");
}

/* ---- All at once ---- */

typedef void (*mutation)(kit *k, void *def, bustle_kind kind);

static void without_claims(kit *k, void *def, bustle_kind kind) {
    (void)k;
    if (kind == BUSTLE_KIND_ACTION && ((bustle_action_def *)def)->claim_count > 0) {
        ((bustle_action_def *)def)->claim_count = 0;
        ((bustle_action_def *)def)->target = BUSTLE_TARGET_TAKEN;
    } else if (kind == BUSTLE_KIND_SEQUENCE) {
        ((bustle_sequence_def *)def)->claim_count = 0;
    }
}

static void with_other_ways(kit *k, void *def, bustle_kind kind) {
    (void)k;
    if (kind == BUSTLE_KIND_SEQUENCE && strcmp(((bustle_sequence_def *)def)->name, "day") == 0) {
        bustle_node_def *what = node_of(def, "what");
        what->name = "which";
        ((bustle_sequence_def *)def)->entry = "which";
        node_of(def, "sit")->performs = "wait";
    }
}

static void with_other_positions(kit *k, void *def, bustle_kind kind) {
    (void)k;
    if (kind == BUSTLE_KIND_ENTITY) {
        bustle_entity_def *e = def;
        if (e->area_count == 0) {
            e->position = e->position == BUSTLE_POSITION_QUERIED ? BUSTLE_POSITION_PUSHED
                                                                 : BUSTLE_POSITION_QUERIED;
        }
        e->transition_memories = 1;
        e->action_memories = 40;
        e->handler_count = e->handler_count > 2 ? 2 : e->handler_count;
        e->fallback_count = 0;
    }
}

static void limit_places(kit *k, void *def, bustle_kind kind) {
    (void)k;
    if (kind == BUSTLE_KIND_STATE && strcmp(((bustle_state_def *)def)->name, "free") == 0) {
        ((bustle_state_def *)def)->minimum = -1;
        ((bustle_state_def *)def)->maximum = 1;
    }
}

/* Fewer places than were taken. */
static void with_few_places(kit *k, void *def, bustle_kind kind) {
    limit_places(k, def, kind);
    for (size_t i = 0; kind == BUSTLE_KIND_ENTITY && i < ((bustle_entity_def *)def)->state_count;
         i++) {
        bustle_entity_state_def *s = (void *)(uintptr_t) & ((bustle_entity_def *)def)->states[i];
        s->initial = strcmp(s->state, "free") == 0 ? 1 : s->initial;
    }
}

/* Scenes that go on break, and their members lose what they were in. */
static void with_other_parts(kit *k, void *def, bustle_kind kind) {
    (void)k;
    if (kind == BUSTLE_KIND_SCENE) {
        bustle_scene_def *s = def;
        for (size_t i = 0; i < s->part_count; i++) {
            bustle_part_def *p = (void *)(uintptr_t)&s->parts[i];
            p->most++;
            p->name = strcmp(p->name, "asked") == 0 ? "questioned" : p->name;
        }
    }
}

/* Saves in the middle of everything, changes the content, and sees the village live on. */
static void live_with(kit *k, mutation change, int64_t until) {
    kit_reset(k);
    kit_drop_kept();
    def_village(k);
    kit_seal_ok(k);
    village_play(k);
    kit_answer(k, "rain", 4);
    kit_run(k, until, 130);
    turn_over(k);
    kit_drop_kept();
    def_village(k);
    for (size_t i = 0; i < k->def_count; i++) {
        change(k, k->defs[i].def, k->defs[i].kind);
    }
    kit_begin(k);
    load(k);
    for (int i = 0; i < 300; i++) { /* kit_run checks the world after each update */
        kit_run(k, 200, 100);
        if (i % 10 == 0) {
            OK(bustle_world_interrupt_all(k->world, kit_interruption(k, "bell"), 0, NULL));
        }
    }
}

static void a_village_lives_on_whatever_changes(void **state) {
    kit *k = *state;
    static const mutation changes[] = {
        without_claims, with_other_ways, with_other_positions, with_few_places, with_other_parts};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        bool told = false; /* of what changed, at one time or another */
        for (int64_t until = 0; until < 7000; until += 700) {
            live_with(k, changes[i], until);
            told = told || saved.told[0] != '\0';
        }
        assert_true(told || changes[i] == with_other_positions);
    }
}

static void every_allocation_of_a_load_into_other_content_may_fail(void **state) {
    kit *k = *state;
    begin_park(k);
    kit_update_to(k, 0);
    kit_interrupt(k, "ann", "bell");
    kit_update_to(k, 300);
    turn_over(k);
    def_park(k, 0);
    kit_begin(k);
    bustle_status status = BUSTLE_NO_MEMORY;
    for (size_t n = 1; status != BUSTLE_OK; n++) {
        k->memory.fail_at = n;
        status = bustle_snapshot_load(k->world, saved.bytes, saved.size, NULL, NULL, 0);
        k->memory.fail_at = 0;
        assert_true(status == BUSTLE_OK || status == BUSTLE_NO_MEMORY);
        assert_true(status == BUSTLE_OK || kit_stats(k).entities == 0);
        OK(bustle_world_check(k->world, NULL, 0));
    }
    assert_int_equal(kit_stats(k).npcs, 2);
    free(saved.bytes);
}

static void nothing_is_left_where_nothing_is_defined(void **state) {
    kit *k = *state;
    begin_park(k);
    kit_update_to(k, 0);
    turn_over(k);
    def_state(k, "energy");
    kit_begin(k);
    load(k);
    assert_int_equal(kit_stats(k).entities, 0);
    kit_update_to(k, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(definitions_that_come_in_between_change_nothing),
        RULE(a_state_more_has_its_initial_value_and_one_less_is_dropped),
        RULE(named_values_go_by_their_names),
        RULE(S25_with_less_room_the_newest_memories_stay),
        RULE(an_entity_without_definition_is_left_out),
        RULE(an_action_that_is_gone_gives_its_claims_back),
        RULE(a_nested_sequence_that_is_gone_makes_its_caller_begin_again),
        RULE(an_activity_of_which_nothing_is_left_is_given_up),
        RULE(a_main_sequence_that_is_gone_gives_way_to_the_definitions),
        RULE(an_interruption_that_is_gone_is_waited_for_no_longer),
        RULE(a_node_that_is_gone_sends_its_sequence_back_to_its_beginning),
        RULE(a_node_that_performs_a_sequence_now_is_performed_again),
        RULE(S24_a_stack_that_is_too_deep_now_is_cut),
        RULE(S33_a_failure_that_waits_is_forgotten_with_its_sequence),
        RULE(S34_one_who_halted_by_a_sequence_that_is_gone_restarts),
        RULE(S37_whose_turn_it_was_and_who_is_not_defined_any_more_has_none),
        RULE(S3_a_report_about_an_action_that_is_gone_goes_with_it),
        RULE(S42_claims_are_taken_as_the_new_definition_says),
        RULE(settings_of_the_world_stay_its_own_and_the_difference_is_told),
        RULE(S45_a_new_condition_is_tested_in_the_next_update),
        RULE(a_village_lives_on_whatever_changes),
        RULE(every_allocation_of_a_load_into_other_content_may_fail),
        RULE(nothing_is_left_where_nothing_is_defined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
