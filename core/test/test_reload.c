/* A world that lives on under another content: NPCs are carried over by name, what is under way
 * ends by the definition that it began with, and nothing of that is left afterwards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harbour_run.h"
#include "kit_npc.h"
#include "village.h"

/* ---- Editing ---- */

static char told[4096]; /* "code thing whom;" for each change */

static void tell(void *context, bustle_world *world, const bustle_change *change) {
    kit *k = context;
    const char *whom = "";
    bustle_snapshot s = {0};
    assert_int_equal(bustle_snapshot_save(world, NULL, 0, &s), BUSTLE_BUSY);
    for (size_t i = 0; change->entity != 0 && i < k->entity_count; i++) {
        whom = k->entities[i].entity == change->entity ? k->entities[i].label : whom;
    }
    const size_t used = strlen(told);
    snprintf(told + used, sizeof told - used, "%s %s %s;", change->code, change->thing, whom);
}

static bustle_content *replaced;

/* From here on definitions are those of the content to come. */
static void begin_edit(kit *k) {
    bustle_builder_destroy(k->builder);
    k->builder = bustle_builder_create(&k->allocator);
    k->def_count = 0;
    k->defs_added = 0;
    replaced = k->content;
    k->content = NULL;
}

static void end_edit(kit *k) {
    const bustle_load_options options = {.context = k, .report = tell};
    told[0] = '\0';
    kit_seal_ok(k);
    OK(bustle_world_reload(k->world, k->content, &options));
    OK(bustle_world_check(k->world, NULL, 0));
    assert_ptr_equal(bustle_world_content(k->world), k->content);
    bustle_content_release(replaced);
}

static size_t replaced_functions(const kit *k) {
    size_t count = 0;
    OK(bustle_world_replaced_functions(k->world, NULL, 0, &count));
    return count;
}

/* ---- A bench and two who sit on it ---- */

static int count_call(kit *k, bustle_call *call) {
    (void)call;
    k->clock_us += 1;
    return 1;
}

static int err(kit *k, bustle_call *call) {
    (void)k;
    call->error = "it always fails";
    return -1;
}

static bustle_action_def *def_bench(kit *k) {
    bustle_state_def *seats = def_state(k, "seats");
    seats->minimum = 0;
    seats->maximum = 4;
    def_state(k, "energy");
    def_state(k, "fame");
    def_interruption(k, "bell");
    bustle_action_def *sit = def_action(k, "sit", 1000);
    sit->resumable = true;
    sit->finish = OPS(INCREASE(BUSTLE_SELF, "energy", 1));
    sit->interrupted = OPS(DECREASE(BUSTLE_SELF, "energy", 5));
    add_claim(sit, "seats", 1);
    def_action(k, "duck", 500)->target = BUSTLE_TARGET_NOT_TAKEN;
    chain(k, "day", "sit");
    chain(k, "hide", "duck");
    handles(has(has(def_npc(k, "walker", "day"), "energy", 5), "fame", 0), "bell", "hide", 0);
    accepts(has(has(def_prop(k, "bench"), "seats", 2), "fame", 0), "sit");
    return sit;
}

static void begin_bench(kit *k) {
    def_bench(k);
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "walker");
    kit_spawn(k, "bob", "walker");
    kit_update_to(k, 0);
    kit_forget_events(k);
}

static int32_t taken_seats(const kit *k) {
    int32_t taken = 0;
    OK(bustle_entity_taken(k->world, kit_entity(k, "bench1"), kit_state(k, "seats"), &taken));
    return taken;
}

/* ---- What goes on ---- */

static void the_same_content_again_changes_nothing(void **state) {
    (void)state;
    harbour_run run;
    harbour_run straight;
    harbour_run_begin(&run, 5);
    harbour_run_begin(&straight, 5);
    for (int i = 1; i <= 60; i++) {
        const int64_t until = (int64_t)i * 1234;
        harbour_run_until(&run, until);
        harbour_run_until(&straight, until);
        bustle_content *again = harbour_content(NULL);
        OK(bustle_world_reload(run.world, again, NULL));
        bustle_content_release(run.content);
        run.content = again;
        assert_int_equal(bustle_world_hash(run.world), bustle_world_hash(straight.world));
    }
    bustle_snapshot a = {0}, b = {0};
    OK(bustle_snapshot_save(run.world, NULL, 0, &a));
    OK(bustle_snapshot_save(straight.world, NULL, 0, &b));
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.bytes, b.bytes, a.size);
    bustle_snapshot_free(&a);
    bustle_snapshot_free(&b);
    harbour_run_end(&run);
    harbour_run_end(&straight);
}

static void handles_values_and_undelivered_events_stay(void **state) {
    kit *k = *state;
    begin_bench(k);
    const bustle_entity ann = kit_entity(k, "ann");
    OK(bustle_entity_set_user(k->world, ann, k));
    OK(bustle_npc_complete(k->world, ann, BUSTLE_NONE, 0));
    begin_edit(k);
    def_state(k, "aaa");
    def_action(k, "aaa", 5)->target = BUSTLE_TARGET_NOT_TAKEN;
    def_bench(k);
    end_edit(k);
    assert_string_equal(told, "");
    assert_ptr_equal(bustle_entity_user(k->world, ann), k);
    size_t count = 9;
    (void)bustle_world_events(k->world, &count);
    assert_int_equal(count, 0);
    kit_update_to(k, 10);
    kit_expect_events(k, "stop ann sit done | start ann sit bench1");
}

static void events_of_every_kind_are_told_under_their_new_numbers(void **state) {
    kit *k = *state;
    begin_bench(k);
    kit_spawn(k, "cid", "walker");
    OK(bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "hide"), 0));
    kit_spawn(k, "bench2", "bench");
    OK(bustle_world_remove(k->world, kit_entity(k, "bench2")));
    begin_edit(k);
    def_interruption(k, "aaa");
    def_action(k, "aaa", 5)->target = BUSTLE_TARGET_NOT_TAKEN;
    chain(k, "aaa", "aaa");
    def_prop(k, "aaa");
    def_bench(k);
    end_edit(k);
    kit_update_to(k, 10);
    kit_expect_events(k,
        "spawn cid | stop ann sit interrupted | interrupt ann run hide | spawn bench2 | "
        "remove bench2 | start cid sit bench1 | start ann duck");
}

static void S48_what_the_game_says_of_an_action_stays_under_its_new_number(void **state) {
    kit *k = *state;
    begin_bench(k);
    OK(bustle_world_set_ending(k->world, kit_action(k, "sit"), BUSTLE_ENDING_GAME));
    OK(bustle_world_set_ending(k->world, kit_action(k, "duck"), BUSTLE_ENDING_TIMED));
    begin_edit(k);
    def_action(k, "aaa", 5)->target = BUSTLE_TARGET_NOT_TAKEN;
    def_bench(k);
    end_edit(k);
    kit_complete(k, "ann");
    kit_update_to(k, 10);
    assert_false(kit_doing(k, "ann").timed);
}

/* ---- What has changed ---- */

static bustle_sequence_def *sequence_def(kit *k, const char *name) {
    for (size_t i = 0; i < k->def_count; i++) {
        bustle_sequence_def *q = k->defs[i].def;
        if (k->defs[i].kind == BUSTLE_KIND_SEQUENCE && strcmp(q->name, name) == 0) {
            return q;
        }
    }
    return NULL;
}

static void rename_only_node(kit *k, const char *sequence, const char *name) {
    bustle_sequence_def *q = sequence_def(k, sequence);
    ((bustle_node_def *)(uintptr_t)q->nodes)[0].name = name;
    q->entry = name;
}

static bustle_action_def *def_moods(kit *k) {
    bustle_action_def *sit = def_bench(k);
    bustle_state_def *mood = def_state(k, "mood");
    mood->values = NAMES("calm", "merry");
    mood->value_count = 2;
    def_environment(k, "light", 1000);
    for (size_t i = 0; i < k->def_count; i++) {
        if (k->defs[i].kind == BUSTLE_KIND_ENTITY && ((bustle_entity_def *)k->defs[i].def)->npc) {
            has(k->defs[i].def, "mood", 0);
        }
    }
    return sit;
}

static void S45_what_ended_an_action_still_ends_it(void **state) {
    kit *k = *state;
    bustle_action_def *sit = def_moods(k);
    ended_by(sit, "bell");
    sit->finish = OPS(PUSH(BUSTLE_ENV, "light"), STACKED(BUSTLE_SET, BUSTLE_SELF, "energy"),
        NAMED(BUSTLE_SET, BUSTLE_SELF, "mood", "merry"));
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "walker");
    kit_update_to(k, 0);
    for (int i = 0; i < 2; i++) { /* kept as the content's, then as the world's */
        begin_edit(k);
        def_moods(k);
        def_environment(k, i == 0 ? "dark" : "bleak", 1000);
        end_edit(k);
        assert_string_equal(told, i == 0 ? "" : "environment-gone dark ;");
    }
    kit_answer(k, "light", 42);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "bell");
    kit_update_to(k, 100);
    kit_expect_only(k, "stop interrupt", "stop ann sit done");
    assert_int_equal(kit_get(k, "ann", "energy"), 42);
    assert_int_equal(kit_get(k, "ann", "mood"), 1);
}

static void one_that_has_changed_and_cannot_go_on_leaves_nothing(void **state) {
    kit *k = *state;
    begin_bench(k);
    begin_edit(k);
    def_bench(k)->finish = OPS(CALL(3, "new.finish"));
    rename_only_node(k, "day", "rest");
    end_edit(k);
    assert_string_equal(told, "node-lost sit ann;node-lost sit bob;");
    assert_int_equal(replaced_functions(k), 0);
    assert_int_equal(taken_seats(k), 0);
    kit_update_to(k, 10);
    kit_expect_only(k, "stop", "stop ann sit cancelled | stop bob sit cancelled");
}

static void one_that_is_gone_is_told_as_a_change_alone(void **state) {
    kit *k = *state;
    begin_bench(k);
    begin_edit(k);
    bustle_action_def *lie = def_bench(k);
    lie->name = "lie";
    ((bustle_node_def *)(uintptr_t)sequence_def(k, "day")->nodes)[0].performs = "lie";
    for (size_t i = 0; i < k->def_count; i++) {
        if (k->defs[i].kind == BUSTLE_KIND_ENTITY) {
            bustle_entity_def *e = k->defs[i].def;
            if (e->accept_count > 0) {
                ((const char **)(uintptr_t)e->accepts)[0] = "lie";
            }
        }
    }
    end_edit(k);
    assert_string_equal(told,
        "action-gone sit ;action-lost sit ann;node-lost sit ann;action-lost sit bob;"
        "node-lost sit bob;");
    assert_int_equal(taken_seats(k), 0);
    kit_update_to(k, 10);
    kit_expect_events(k, "start ann lie bench1 | start bob lie bench1");
}

static void an_action_under_way_ends_by_the_definition_that_it_began_with(void **state) {
    kit *k = *state;
    begin_bench(k);
    begin_edit(k);
    bustle_action_def *sit = def_bench(k);
    sit->duration_ms = 3000;
    sit->finish = OPS(INCREASE(BUSTLE_SELF, "energy", 100));
    ((bustle_claim_def *)(uintptr_t)sit->claims)[0].amount = 2;
    end_edit(k);
    assert_string_equal(told, "");
    assert_int_equal(taken_seats(k), 2);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 1000);
    kit_update_to(k, 999);
    kit_expect_events(k, "");
    kit_update_to(k, 1000);
    kit_expect_only(
        k, "start stop", "stop ann sit done | stop bob sit done | start ann sit bench1");
    assert_int_equal(kit_get(k, "ann", "energy"), 6);
    assert_int_equal(kit_get(k, "bob", "energy"), 6);
    assert_int_equal(taken_seats(k), 2); /* ann's alone, under the new definition */
    assert_int_equal(kit_doing(k, "ann").duration_ms, 3000);
    kit_update_to(k, 4000);
    assert_int_equal(kit_get(k, "ann", "energy"), 106);
}

static void one_that_is_interrupted_has_its_old_effects_and_its_new_resumption(void **state) {
    kit *k = *state;
    begin_bench(k);
    begin_edit(k);
    bustle_action_def *sit = def_bench(k);
    sit->interrupted = OPS(SET(BUSTLE_SELF, "energy", 77));
    sit->start = OPS(INCREASE(BUSTLE_SELF, "fame", 1));
    end_edit(k);
    kit_interrupt(k, "ann", "bell");
    kit_update_to(k, 400);
    assert_int_equal(kit_get(k, "ann", "energy"), 0);
    kit_update_to(k, 900);
    assert_int_equal(kit_get(k, "ann", "fame"), 1);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 600);
    kit_interrupt(k, "ann", "bell");
    kit_update_to(k, 950);
    assert_int_equal(kit_get(k, "ann", "energy"), 77);
}

/* Interrupted after 400 of 1000 ms, with a timeout of 3000 ms. What remains is remembered of the
 * duration, which was drawn; the timeout is that of the action as it is defined when it goes on. */
static void S32_what_remains_of_the_timeout_is_that_of_the_new_definition(void **state) {
    kit *k = *state;
    def_bench(k)->ending = BUSTLE_ENDING_GAME;
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "walker");
    kit_update_to(k, 0);
    kit_update_to(k, 400);
    kit_interrupt(k, "ann", "bell");
    kit_update_to(k, 400);
    begin_edit(k);
    bustle_action_def *sit = def_bench(k);
    sit->ending = BUSTLE_ENDING_GAME;
    sit->duration_ms = 7000;
    sit->timeout_ms = 9000;
    end_edit(k);
    kit_update_to(k, 900);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 600);
    assert_int_equal(kit_doing(k, "ann").timeout_ms, 8600);
    kit_forget_events(k);
    kit_update_to(k, 9499);
    kit_expect_only(k, "stop", "");
    kit_update_to(k, 9500);
    kit_expect_only(k, "stop", "stop ann sit timed-out");
}

static void replaced_definitions_survive_further_edits_and_go_with_their_last_user(void **state) {
    kit *k = *state;
    bustle_action_def *sit = def_bench(k);
    sit->finish = OPS(CALL(7, "old.finish"), RAISE(BUSTLE_SELF, "bell"));
    k->effects[7] = count_call;
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "walker");
    kit_spawn(k, "bob", "walker");
    kit_update_to(k, 0);
    for (int i = 0; i < 5; i++) {
        begin_edit(k);
        sit = def_bench(k);
        sit->timeout_ms = 5000 + i;
        def_state(k, i % 2 == 0 ? "aa" : "ab"); /* other numbers for everything */
        def_interruption(k, i % 2 == 0 ? "ac" : "ad");
        end_edit(k);
        assert_int_equal(replaced_functions(k), 1);
        int32_t number = 0;
        size_t count = 0;
        OK(bustle_world_replaced_functions(k->world, &number, 1, &count));
        assert_int_equal(number, 7);
    }
    OK(bustle_world_remove(k->world, kit_entity(k, "bob")));
    assert_int_equal(replaced_functions(k), 1);
    const int64_t calls = k->clock_us;
    kit_update_to(k, 1000);
    assert_int_equal(k->clock_us, calls + 1);
    assert_int_equal(replaced_functions(k), 0);
    kit_expect_only(k, "interrupt", "interrupt ann bell hide ann");
    const size_t blocks = k->memory.blocks;
    begin_edit(k);
    def_bench(k);
    end_edit(k);
    assert_true(k->memory.blocks <= blocks);
}

static void S8_errors_of_replaced_functions_are_reported_once(void **state) {
    kit *k = *state;
    bustle_action_def *sit = def_bench(k);
    sit->finish = OPS(CALL(9, "old.finish"));
    k->effects[9] = err;
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "walker");
    kit_spawn(k, "bob", "walker");
    kit_update_to(k, 0);
    begin_edit(k);
    def_bench(k);
    end_edit(k);
    const unsigned before = k->logged;
    kit_update_to(k, 1000);
    assert_int_equal(k->logged, before + 1);
    kit_expect_only(k, "error", "error ann");
}

static void what_a_replaced_definition_needs_and_is_gone_makes_the_new_one_count(void **state) {
    kit *k = *state;
    begin_bench(k);
    begin_edit(k);
    bustle_state_def *seats = def_state(k, "seats");
    seats->minimum = 0;
    seats->maximum = 4;
    def_state(k, "fame");
    def_interruption(k, "bell");
    bustle_action_def *sit = def_action(k, "sit", 3000);
    sit->finish = OPS(INCREASE(BUSTLE_SELF, "fame", 1));
    add_claim(sit, "seats", 1);
    chain(k, "day", "sit");
    has(def_npc(k, "walker", "day"), "fame", 0);
    accepts(has(def_prop(k, "bench"), "seats", 2), "sit");
    end_edit(k);
    assert_non_null(strstr(told, "action-changed sit ann;"));
    assert_non_null(strstr(told, "state-gone energy ;"));
    kit_update_to(k, 1000);
    assert_int_equal(kit_get(k, "ann", "fame"), 1);
}

static void an_action_that_cannot_go_on_is_told_as_cancelled(void **state) {
    kit *k = *state;
    begin_bench(k);
    begin_edit(k);
    def_bench(k);
    rename_only_node(k, "day", "rest");
    end_edit(k);
    assert_string_equal(told, "node-lost sit ann;node-lost sit bob;");
    assert_int_equal(taken_seats(k), 0);
    kit_update_to(k, 100);
    kit_expect_events(k,
        "stop ann sit cancelled | stop bob sit cancelled | start ann sit bench1 | "
        "start bob sit bench1");
}

static void a_save_made_meanwhile_restores_such_actions_under_the_new_definition(void **state) {
    kit *k = *state;
    const bustle_load_options options = {.context = k, .report = tell};
    begin_bench(k);
    begin_edit(k);
    def_bench(k)->finish = OPS(INCREASE(BUSTLE_SELF, "energy", 100));
    end_edit(k);
    bustle_snapshot s = {0};
    OK(bustle_snapshot_save(k->world, NULL, 0, &s));
    told[0] = '\0';
    OK(bustle_snapshot_load(k->world, s.bytes, s.size, &options, NULL, 0));
    bustle_snapshot_free(&s);
    assert_string_equal(told, "action-changed sit ann;action-changed sit bob;");
    kit_update_to(k, 1000);
    assert_int_equal(kit_get(k, "ann", "energy"), 105);
}

/* ---- What is refused ---- */

static int busy;

static void adopt_meanwhile(kit *k, const bustle_event *event) {
    (void)event;
    assert_int_equal(bustle_world_reload(k->world, k->content, NULL), BUSTLE_BUSY);
    busy++;
}

static void what_is_missing_is_told(void **state) {
    kit *k = *state;
    size_t count = 0;
    begin_bench(k);
    assert_int_equal(bustle_world_reload(NULL, k->content, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_reload(k->world, NULL, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_replaced_functions(NULL, NULL, 0, &count), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_replaced_functions(k->world, NULL, 0, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(
        bustle_world_replaced_functions(k->world, NULL, 1, &count), BUSTLE_BAD_ARGUMENT);
}

static void S39_inside_an_update_it_is_refused(void **state) {
    kit *k = *state;
    begin_bench(k);
    assert_int_equal(bustle_world_reload(NULL, k->content, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_reload(k->world, NULL, NULL), BUSTLE_BAD_ARGUMENT);
    size_t count = 0;
    assert_int_equal(bustle_world_replaced_functions(NULL, NULL, 0, &count), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(
        bustle_world_replaced_functions(k->world, NULL, 1, &count), BUSTLE_BAD_ARGUMENT);
    k->on_event = adopt_meanwhile;
    busy = 0;
    kit_update_to(k, 1000);
    assert_true(busy > 0);
}

static void every_allocation_may_fail_and_the_world_is_as_it_was(void **state) {
    kit *k = *state;
    begin_bench(k);
    kit_interrupt(k, "bob", "bell");
    kit_update_to(k, 100);
    begin_edit(k);
    def_bench(k)->finish = OPS(CALL(1, "finish"), INCREASE(BUSTLE_SELF, "energy", 100));
    kit_seal_ok(k);
    bustle_snapshot before = {0};
    OK(bustle_snapshot_save(k->world, NULL, 0, &before));
    bustle_status status = BUSTLE_NO_MEMORY;
    unsigned failed = 0;
    for (size_t n = 1; status != BUSTLE_OK; n++) {
        k->memory.fail_at = n;
        status = bustle_world_reload(k->world, k->content, NULL);
        k->memory.fail_at = 0;
        assert_true(status == BUSTLE_OK || status == BUSTLE_NO_MEMORY);
        if (status != BUSTLE_OK) {
            bustle_snapshot after = {0};
            OK(bustle_snapshot_save(k->world, NULL, 0, &after));
            assert_int_equal(after.size, before.size);
            assert_memory_equal(after.bytes, before.bytes, after.size);
            bustle_snapshot_free(&after);
            failed++;
        }
    }
    bustle_snapshot_free(&before);
    bustle_content_release(replaced);
    assert_true(failed > 20);
    kit_update_to(k, 1000);
}

/* ---- All at once ---- */

/* The village, edited every few seconds, some of its people always in the middle of something. */
static void a_village_lives_through_its_edits(void **state) {
    kit *k = *state;
    def_village(k);
    kit_seal_ok(k);
    village_play(k);
    const uint32_t npcs = kit_stats(k).npcs;
    const int edits = getenv("BUSTLE_QUICK") != NULL ? 30 : 150;
    for (int i = 0; i < edits; i++) {
        begin_edit(k);
        def_village(k);
        for (size_t n = 0; n < k->def_count; n++) {
            if (k->defs[n].kind == BUSTLE_KIND_ACTION) {
                bustle_action_def *a = k->defs[n].def;
                a->timeout_ms += a->timeout_ms > 0 ? i % 3 : 0;
                a->duration_ms += a->duration_ms > 0 && a->duration_max_ms == 0 ? i % 5 : 0;
                a->finish = i % 4 == 1 ? ALWAYS : a->finish;
                a->claim_count = i % 6 == 2 ? 0 : a->claim_count;
                a->target = a->target == BUSTLE_TARGET_INFERRED && i % 6 == 2 && a->claims != NULL
                    ? BUSTLE_TARGET_TAKEN
                    : a->target;
            }
        }
        end_edit(k);
        kit_answer(k, "rain", i % 9 < 5 ? 1 : 4);
        OK(bustle_world_interrupt_all(k->world, kit_interruption(k, "bell"), 0, NULL));
        kit_run(k, 1700, 100); /* and checks the world after each update */
    }
    assert_int_equal(kit_stats(k).npcs, npcs);
}

/* ---- Scenes ---- */

enum { NO_CHAT = 1, NO_GUESTS = 2, OTHER_ROW = 4, NO_HOSTS = 8 };

/* A host who begins chats with guests; both talk twice. */
static void def_chat(kit *k, unsigned edit) {
    def_state(k, "fame");
    def_action(k, "talk", 1000);
    def_action(k, "idle", 400);
    def_action(k, "stand", 100);
    chain(k, "day", "idle");
    chain(k, "ask", "talk", "idle", "talk");
    chain(k, "reply", "idle", (edit & OTHER_ROW) != 0 ? "talk" : "idle", "talk");
    bustle_sequence_def *meet = def_sequence(k, "meet", "chat");
    if ((edit & NO_CHAT) == 0) {
        kit_stage(meet, "chat", "chat", "asker", "END")->timeout_ms = 60000;
        bustle_scene_def *chat = def_scene(k, "chat");
        chat->waiting = "stand";
        chat->rest_ms = 0;
        add_part(chat, "asker", NULL, "ask")->broken = OPS(INCREASE(BUSTLE_SELF, "fame", 1));
        bustle_part_def *guest =
            add_part(chat, (edit & NO_GUESTS) != 0 ? "visitor" : "guest", "guests", "reply");
        guest->broken = OPS(INCREASE(BUSTLE_SELF, "fame", edit == 0 ? 1 : 10));
    } else {
        add_edge(add_node(meet, "chat", BUSTLE_NODE_ACTION, "talk"), "END", ALWAYS);
    }
    has_default(def_npc(k, (edit & NO_HOSTS) != 0 ? "inviter" : "host", "meet"), "fame");
    has_default(kit_tagged(def_npc(k, "guest", "day"), "guests"), "fame");
}

/* Bob talks, ann waits for him at the end of the first phase. */
static void begin_chat(kit *k) {
    def_chat(k, 0);
    kit_begin(k);
    kit_spawn(k, "ann", "host");
    kit_spawn(k, "bob", "guest");
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    kit_update_to(k, 600);
    kit_expect_only(k, "join leave", "join ann chat asker ann | join bob chat guest ann");
}

static void reload_chat(kit *k, unsigned edit) {
    begin_edit(k);
    def_chat(k, edit);
    end_edit(k);
}

static void S60_a_scene_that_is_still_the_same_goes_on_through_a_reload(void **state) {
    kit *k = *state;
    begin_chat(k);
    reload_chat(k, 0);
    assert_string_equal(told, "");
    kit_run(k, 3000, 100);
    kit_expect_only(k, "join leave", "leave bob chat finished | leave ann chat finished");
}

static void S60_a_scene_whose_rows_have_changed_breaks_at_a_reload(void **state) {
    kit *k = *state;
    begin_chat(k);
    reload_chat(k, OTHER_ROW);
    assert_string_equal(told, "scene-changed chat ann;scene-changed chat bob;");
    kit_update_to(k, 700);
    kit_expect_only(k, "join leave halt", "leave ann chat broken | leave bob chat broken");
    assert_int_equal(kit_get(k, "ann", "fame"), 1);
    assert_int_equal(kit_get(k, "bob", "fame"), 10); /* as the new content says */
}

static void S60_a_part_that_is_gone_is_taken_off_and_its_scene_breaks(void **state) {
    kit *k = *state;
    begin_chat(k);
    reload_chat(k, NO_GUESTS);
    assert_string_equal(
        told, "activity-lost reply bob;scene-changed chat ann;scene-lost chat bob;");
    kit_update_to(k, 700);
    kit_expect_only(k, "join leave halt", "leave ann chat broken");
    assert_int_equal(kit_get(k, "bob", "fame"), 0);
    kit_expect_stack(k, "bob", "day/idle waiting");
}

static void S60_a_scene_that_is_gone_is_taken_off_and_its_node_is_performed_again(void **state) {
    kit *k = *state;
    begin_chat(k);
    reload_chat(k, NO_CHAT);
    assert_string_equal(told,
        "scene-gone chat ;node-lost chat ann;activity-lost reply bob;scene-lost chat ann;"
        "scene-lost chat bob;");
    kit_update_to(k, 700);
    kit_expect_only(k, "join leave halt start", "start ann talk | start bob idle");
    assert_int_equal(kit_get(k, "ann", "fame"), 0);
    kit_run(k, 3000, 100);
    OK(bustle_world_check(k->world, NULL, 0));
}

static void S60_a_scene_that_loses_somebody_breaks_at_a_reload(void **state) {
    kit *k = *state;
    begin_chat(k);
    reload_chat(k, NO_HOSTS);
    assert_string_equal(told, "entity-gone host ;left-out host ;scene-changed chat bob;");
    kit_update_to(k, 700);
    kit_expect_only(k, "leave halt", "leave bob chat broken");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_content_again_changes_nothing),
        RULE(handles_values_and_undelivered_events_stay),
        RULE(events_of_every_kind_are_told_under_their_new_numbers),
        RULE(S48_what_the_game_says_of_an_action_stays_under_its_new_number),
        RULE(S45_what_ended_an_action_still_ends_it),
        RULE(one_that_has_changed_and_cannot_go_on_leaves_nothing),
        RULE(one_that_is_gone_is_told_as_a_change_alone),
        RULE(an_action_under_way_ends_by_the_definition_that_it_began_with),
        RULE(one_that_is_interrupted_has_its_old_effects_and_its_new_resumption),
        RULE(S32_what_remains_of_the_timeout_is_that_of_the_new_definition),
        RULE(replaced_definitions_survive_further_edits_and_go_with_their_last_user),
        RULE(S8_errors_of_replaced_functions_are_reported_once),
        RULE(what_a_replaced_definition_needs_and_is_gone_makes_the_new_one_count),
        RULE(an_action_that_cannot_go_on_is_told_as_cancelled),
        RULE(a_save_made_meanwhile_restores_such_actions_under_the_new_definition),
        RULE(what_is_missing_is_told),
        RULE(S39_inside_an_update_it_is_refused),
        RULE(every_allocation_may_fail_and_the_world_is_as_it_was),
        RULE(a_village_lives_through_its_edits),
        RULE(S60_a_scene_that_is_still_the_same_goes_on_through_a_reload),
        RULE(S60_a_scene_whose_rows_have_changed_breaks_at_a_reload),
        RULE(S60_a_part_that_is_gone_is_taken_off_and_its_scene_breaks),
        RULE(S60_a_scene_that_is_gone_is_taken_off_and_its_node_is_performed_again),
        RULE(S60_a_scene_that_loses_somebody_breaks_at_a_reload),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
