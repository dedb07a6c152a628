/* Saving and loading with the same content: the loaded world goes on bit for bit, wherever the save
 * was made (S28, S39). What a save refuses is here too; other content is in
 * test_snapshot_content.c, damage in test_snapshot_damage.c. */
#include <stdlib.h>
#include <string.h>

#include "cafe.h"
#include "harbour_run.h"
#include "village.h"

/* ---- The harbour ---- */

static bustle_snapshot save(const bustle_world *world) {
    bustle_snapshot s = {0};
    OK(bustle_snapshot_save(world, NULL, 0, &s));
    return s;
}

static void expect_same_bytes(const bustle_world *a, const bustle_world *b) {
    bustle_snapshot left = save(a);
    bustle_snapshot right = save(b);
    assert_int_equal(left.size, right.size);
    assert_memory_equal(left.bytes, right.bytes, left.size);
    bustle_snapshot_free(&left);
    bustle_snapshot_free(&right);
}

static void no_changes(void *context, bustle_world *world, const bustle_change *change) {
    (void)context;
    (void)world;
    print_message("%s: %s\n", change->code, change->text);
    fail();
}

static void load(bustle_world *world, const bustle_snapshot *s) {
    const bustle_load_options strict = {.report = no_changes};
    char reason[256] = "";
    const bustle_status status =
        bustle_snapshot_load(world, s->bytes, s->size, &strict, reason, sizeof reason);
    assert_string_equal(reason, "");
    OK(status);
}

/* A second run that goes on from a save of the first. */
static void branch(const harbour_run *run, harbour_run *copy) {
    bustle_snapshot s = save(run->world);
    *copy = *run;
    copy->world = harbour_run_world(copy);
    load(copy->world, &s);
    bustle_snapshot_free(&s);
    expect_same_bytes(run->world, copy->world);
}

static void S28_a_loaded_world_lives_the_next_hour_as_the_saved_one_does(void **state) {
    (void)state;
    harbour_run run;
    harbour_run copy;
    harbour_run_begin(&run, 7);
    harbour_run_until(&run, 90000);
    branch(&run, &copy);
    const int minutes = getenv("BUSTLE_QUICK") != NULL ? 6 : 60;
    for (int i = 1; i <= minutes; i++) {
        const int64_t until = 90000 + (int64_t)i * 60000;
        harbour_run_until(&run, until);
        harbour_run_until(&copy, until);
        assert_int_equal(bustle_world_hash(run.world), bustle_world_hash(copy.world));
    }
    expect_same_bytes(run.world, copy.world);
    OK(bustle_world_check(copy.world, NULL, 0));
    bustle_world_destroy(copy.world);
    harbour_run_end(&run);
}

/* Each time the run goes on in another world. */
static void S28_saves_at_many_moments_change_no_decision(void **state) {
    (void)state;
    harbour_run run;
    harbour_run straight;
    const int moments = getenv("BUSTLE_QUICK") != NULL ? 40 : 400;
    harbour_run_begin(&run, 20);
    harbour_run_begin(&straight, 20);
    for (int i = 1; i <= moments; i++) {
        const int64_t until = (int64_t)i * 611;
        harbour_run_until(&straight, until);
        harbour_run_until(&run, until);
        bustle_snapshot s = save(run.world);
        bustle_world *other = harbour_run_world(&run);
        load(other, &s);
        expect_same_bytes(run.world, other);
        bustle_snapshot_free(&s);
        bustle_world_destroy(run.world);
        run.world = other;
        assert_int_equal(bustle_world_hash(run.world), bustle_world_hash(straight.world));
    }
    expect_same_bytes(run.world, straight.world);
    harbour_run_end(&run);
    harbour_run_end(&straight);
}

/* ---- The village ---- */

static unsigned village_loads;

/* Saves the world and loads the save into it, at every moment when that is allowed. */
static void save_and_load(kit *k) {
    bustle_snapshot s = {0};
    if (k->world == NULL || bustle_snapshot_save(k->world, NULL, 0, &s) == BUSTLE_BUSY) {
        return;
    }
    const bustle_stats before = kit_stats(k);
    load(k->world, &s);
    const bustle_stats after = kit_stats(k);
    assert_int_equal(after.turns, before.turns);
    assert_int_equal(after.starts, before.starts);
    assert_int_equal(after.events, before.events);
    assert_int_equal(after.refused, before.refused);
    assert_int_equal(after.queued, before.queued);
    assert_int_equal(after.halted, before.halted);
    assert_true(after.allocations > before.allocations);
    bustle_snapshot again = save(k->world);
    assert_int_equal(again.size, s.size);
    assert_memory_equal(again.bytes, s.bytes, s.size);
    bustle_snapshot_free(&again);
    bustle_snapshot_free(&s);
    village_loads++;
}

static void S28_a_world_loaded_after_every_call_decides_the_same(void **state) {
    kit *k = *state;
    def_village(k);
    kit_seal_ok(k);
    village_play(k);
    const uint32_t hash = bustle_world_hash(k->world);
    const uint32_t fingerprint = village_fingerprint(k);
    const bustle_stats stats = kit_stats(k);
    kit_reset(k);
    kit_drop_kept();
    def_village(k);
    kit_seal_ok(k);
    village_loads = 0;
    village_after = save_and_load;
    village_play(k);
    village_after = NULL;
    assert_true(village_loads > 200);
    assert_int_equal(bustle_world_hash(k->world), hash);
    assert_int_equal(village_fingerprint(k), fingerprint);
    assert_int_equal(kit_stats(k).turns, stats.turns);
    assert_int_equal(kit_stats(k).events, stats.events);
}

/* ---- Single things ---- */

static int take_time(kit *k, bustle_call *call) {
    (void)call;
    k->clock_us += 100;
    return 0;
}

/* The budget lasts for two endings. */
static void S37_what_a_budget_has_left_comes_first_after_a_load(void **state) {
    kit *k = *state;
    bustle_action_def *work = def_action(k, "work", 10);
    work->target = BUSTLE_TARGET_NOT_TAKEN;
    work->finish = OPS(CALL(1, "finish"));
    k->effects[1] = take_time;
    chain(k, "main", "work");
    def_npc(k, "worker", "main");
    kit_begin(k);
    static const char *const labels[] = {"ann", "bob", "cid", "dan", "eve"};
    for (int i = 0; i < 5; i++) {
        kit_spawn(k, labels[i], "worker");
    }
    kit_update_to(k, 0);
    kit_forget_events(k);
    k->options.budget_us = 200;
    kit_update_to(k, 15);
    kit_expect_events(k, "stop ann work done | stop bob work done");
    save_and_load(k);
    kit_update_to(k, 20);
    kit_expect_events(k, "stop cid work done | stop dan work done");
    save_and_load(k);
    k->options.budget_us = -1;
    kit_update_to(k, 30);
    kit_expect_events(k,
        "stop eve work done | start ann work | start bob work | start cid work | start dan work | "
        "start eve work");
}

static int err(kit *k, bustle_call *call) {
    (void)k;
    call->error = "it always fails";
    return -1;
}

static void S3_S8_what_was_reported_is_not_reported_again_after_a_load(void **state) {
    kit *k = *state;
    def_state(k, "energy");
    def_action(k, "look", 10)->target = BUSTLE_TARGET_TAKEN;
    bustle_action_def *work = def_action(k, "work", 1000);
    work->interrupted = OPS(INCREASE(BUSTLE_TARGET, "energy", 1), CALL(1, "work.interrupted"));
    k->effects[1] = err;
    chain(k, "main", "look", "=work");
    accepts(def_prop(k, "post"), "look");
    def_npc(k, "worker", "main");
    kit_begin(k);
    kit_spawn(k, "post1", "post");
    kit_spawn(k, "ann", "worker");
    kit_spawn(k, "bob", "worker");
    kit_run(k, 20, 10);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    assert_int_equal(k->logged, 2); /* nothing to change, function failed */
    save_and_load(k);
    OK(bustle_npc_hold(k->world, kit_entity(k, "bob")));
    assert_int_equal(k->logged, 2);
}

/* Kept while a run of a higher priority went on, and due since a release: its fallback counts 0. */
static void S31_what_is_due_after_a_release_is_due_after_a_load(void **state) {
    kit *k = *state;
    def_environment(k, "rain", INT32_MAX);
    def_interruption(k, "storm")->when = OPS(ENV_IS("rain", BUSTLE_AT_LEAST, 3));
    def_action(k, "work", 1000)->target = BUSTLE_TARGET_NOT_TAKEN;
    def_action(k, "wait", 500)->target = BUSTLE_TARGET_NOT_TAKEN;
    chain(k, "job", "work");
    chain(k, "idle", "wait");
    chain(k, "hide", "wait");
    handles(falls_back_on(def_npc(k, "worker", "idle"), "idle"), "storm", "hide", 2);
    kit_begin(k);
    kit_spawn(k, "ann", "worker");
    kit_update_to(k, 0);
    OK(bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "job"), 5));
    kit_update_to(k, 10);
    OK(bustle_world_set_environment(k->world, kit_environment(k, "rain"), 4));
    kit_update_to(k, 20);
    OK(bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    kit_update_to(k, 30);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_forget_events(k);
    save_and_load(k);
    kit_update_to(k, 40);
    kit_expect_events(k, "interrupt ann storm hide | start ann wait");
}

/* With two steps in an update there is none left for a resumption. */
static void S48_a_main_sequence_that_was_just_set_is_not_resumed_after_a_load(void **state) {
    kit *k = *state;
    k->def.step_limit = 2;
    def_action(k, "work", 1000)->target = BUSTLE_TARGET_NOT_TAKEN;
    def_action(k, "wait", 500)->target = BUSTLE_TARGET_NOT_TAKEN;
    chain(k, "job", "work");
    chain(k, "idle", "wait");
    def_npc(k, "worker", "idle");
    kit_begin(k);
    kit_spawn(k, "ann", "worker");
    kit_update_to(k, 0);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    OK(bustle_npc_set_main(k->world, kit_entity(k, "ann"), kit_sequence(k, "job")));
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_forget_events(k);
    save_and_load(k);
    kit_update_to(k, 10);
    kit_expect_events(k, "start ann work");
}

/* Its failure was kept while it answered, so that it waits as one that is still interrupted. */
static void S42_what_is_claimed_again_after_a_wait_is_so_after_a_load(void **state) {
    kit *k = *state;
    def_cafe(k);
    chain(k, "nap", "sit");
    add_sequence_claim(chain(k, "day", "sit", ">nap", "wait"), "free", 2);
    cafe.guest->main = "day";
    begin_sitting(k);
    kit_update_to(k, 1000);
    kit_interrupt(k, "ann", "rain");
    OK(bustle_npc_fail(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0));
    kit_update_to(k, 1010);
    kit_expect_only(k, "start", "start ann sit bench1 | start ann look");
    kit_update_to(k, 1510);
    kit_expect_only(k, "fail start", "fail ann nap game");
    expect_bench(k, "bench1", 5, 0);
    save_and_load(k);
    kit_update_to(k, 2510);
    kit_expect_only(k, "start", "start ann wait");
    expect_bench(k, "bench1", 3, 2);
}

static int busy_saves;

static void save_meanwhile(kit *k, const bustle_event *event) {
    bustle_snapshot s = {0};
    (void)event;
    assert_int_equal(bustle_snapshot_save(k->world, NULL, 0, &s), BUSTLE_BUSY);
    assert_int_equal(bustle_snapshot_load(k->world, "x", 1, NULL, NULL, 0), BUSTLE_BUSY);
    assert_null(s.bytes);
    busy_saves++;
}

static int save_in_function(kit *k, bustle_call *call) {
    (void)call;
    save_meanwhile(k, NULL);
    return 1;
}

static void S39_saving_and_loading_inside_an_update_is_refused(void **state) {
    kit *k = *state;
    bustle_action_def *work = def_action(k, "work", 10);
    work->when = OPS(CALL(1, "when"));
    work->start = OPS(CALL(2, "start"));
    work->target = BUSTLE_TARGET_NOT_TAKEN;
    k->conditions[1] = save_in_function;
    k->effects[2] = save_in_function;
    k->on_event = save_meanwhile;
    chain(k, "main", "work");
    def_npc(k, "worker", "main");
    kit_begin(k);
    kit_spawn(k, "ann", "worker");
    busy_saves = 0;
    kit_update_to(k, 0);
    assert_int_equal(busy_saves, 4); /* condition, effect, spawn event, start event */
}

static void *attach(void *context, bustle_world *world, bustle_entity entity, uint64_t user) {
    char *seen = context;
    bustle_snapshot s = {0};
    assert_int_equal(bustle_snapshot_save(world, NULL, 0, &s), BUSTLE_BUSY);
    assert_true(bustle_entity_alive(world, entity));
    seen[bustle_entity_spawn_number(entity)] = (char)user;
    return user == 7 ? seen : NULL;
}

static void S4_values_of_the_game_come_back_as_they_were_or_as_the_game_says(void **state) {
    kit *k = *state;
    def_prop(k, "post");
    kit_begin(k);
    kit_spawn(k, "one", "post");
    kit_spawn(k, "two", "post");
    OK(bustle_entity_set_user(k->world, kit_entity(k, "two"), (void *)(uintptr_t)7));
    bustle_snapshot s = {0};
    OK(bustle_snapshot_save(k->world, "mine", 4, &s));
    OK(bustle_entity_set_user(k->world, kit_entity(k, "two"), NULL));
    load(k->world, &s);
    assert_ptr_equal(bustle_entity_user(k->world, kit_entity(k, "two")), (void *)(uintptr_t)7);
    assert_null(bustle_entity_user(k->world, kit_entity(k, "one")));
    char seen[4] = {9, 9, 9, 9};
    const bustle_load_options options = {.context = seen, .attach = attach};
    OK(bustle_snapshot_load(k->world, s.bytes, s.size, &options, NULL, 0));
    assert_ptr_equal(bustle_entity_user(k->world, kit_entity(k, "two")), seen);
    assert_int_equal(seen[1], 0);
    assert_int_equal(seen[2], 7);
    const void *attached = NULL;
    size_t size = 0;
    OK(bustle_snapshot_attached(s.bytes, s.size, &attached, &size));
    assert_int_equal(size, 4);
    assert_memory_equal(attached, "mine", 4);
    bustle_snapshot_free(&s);
}

static void S1_S4_spawn_numbers_and_rows_go_on_after_a_load(void **state) {
    kit *k = *state;
    def_prop(k, "post");
    chain(k, "main", "work");
    def_action(k, "work", 10)->target = BUSTLE_TARGET_NOT_TAKEN;
    def_npc(k, "worker", "main");
    kit_begin(k);
    kit_spawn(k, "ann", "worker");
    kit_spawn(k, "bob", "worker");
    const bustle_entity post = kit_spawn(k, "post1", "post");
    OK(bustle_world_remove(k->world, kit_entity(k, "ann"))); /* still in the queue */
    OK(bustle_world_remove(k->world, post));
    bustle_snapshot s = save(k->world);
    const bustle_entity there[] = {
        kit_spawn(k, "cid", "worker"), kit_spawn(k, "post2", "post"), 0, 0};
    kit_update_to(k, 5);
    const bustle_entity later = kit_spawn(k, "dan", "worker");
    load(k->world, &s);
    bustle_snapshot_free(&s);
    assert_false(bustle_entity_alive(k->world, post));
    assert_false(bustle_entity_alive(k->world, there[0]));
    assert_int_equal(kit_spawn(k, "cid2", "worker"), there[0]);
    assert_int_equal(kit_spawn(k, "post3", "post"), there[1]);
    kit_update_to(k, 5);
    assert_int_equal(kit_spawn(k, "dan2", "worker"), later);
}

static void a_snapshot_keeps_its_memory_and_outlives_its_world(void **state) {
    kit *k = *state;
    def_prop(k, "post");
    kit_begin(k);
    kit_spawn(k, "one", "post");
    bustle_snapshot s = save(k->world);
    const size_t calls = k->memory.calls;
    OK(bustle_snapshot_save(k->world, NULL, 0, &s));
    assert_int_equal(k->memory.calls, calls);
    bustle_world_destroy(k->world);
    k->world = NULL;
    bustle_snapshot_free(&s);
    assert_null(s.bytes);
    bustle_snapshot_free(&s);
    bustle_snapshot_free(NULL);
}

static void what_is_missing_is_told(void **state) {
    kit *k = *state;
    def_prop(k, "post");
    kit_begin(k);
    bustle_snapshot s = {0};
    const void *attached = NULL;
    size_t size = 0;
    assert_int_equal(bustle_snapshot_save(NULL, NULL, 0, &s), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_snapshot_save(k->world, NULL, 1, &s), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_snapshot_save(k->world, NULL, 0, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_snapshot_load(NULL, "", 0, NULL, NULL, 0), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_snapshot_load(k->world, NULL, 0, NULL, NULL, 0), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_snapshot_load(k->world, "", 0, NULL, NULL, 9), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_snapshot_attached(NULL, 0, &attached, &size), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_snapshot_attached("", 0, &attached, &size), BUSTLE_FOREIGN);
}

/* ---- Memory ---- */

/* Fails one allocation after the other; the world is saved, or loaded, or as it was. */
static void S36_every_allocation_of_a_save_and_a_load_may_fail(void **state) {
    kit *k = *state;
    def_village(k);
    kit_seal_ok(k);
    village_play(k);
    const bustle_snapshot before = save(k->world);
    bustle_status status = BUSTLE_NO_MEMORY;
    unsigned failed = 0;
    for (size_t n = 1; status != BUSTLE_OK; n++) {
        bustle_snapshot s = {0};
        k->memory.fail_at = n;
        status = bustle_snapshot_save(k->world, NULL, 0, &s);
        k->memory.fail_at = 0;
        assert_true(status == BUSTLE_OK || status == BUSTLE_NO_MEMORY);
        bustle_snapshot_free(&s);
    }
    for (size_t n = 1; failed == 0 || status != BUSTLE_OK; n++) {
        k->memory.fail_at = n;
        status = bustle_snapshot_load(k->world, before.bytes, before.size, NULL, NULL, 0);
        k->memory.fail_at = 0;
        assert_true(status == BUSTLE_OK || status == BUSTLE_NO_MEMORY);
        failed += status == BUSTLE_NO_MEMORY;
        bustle_snapshot after = save(k->world);
        assert_int_equal(after.size, before.size);
        assert_memory_equal(after.bytes, before.bytes, before.size);
        bustle_snapshot_free(&after);
    }
    assert_true(failed > 30);
    bustle_snapshot done = before;
    bustle_snapshot_free(&done);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(S28_a_loaded_world_lives_the_next_hour_as_the_saved_one_does),
        cmocka_unit_test(S28_saves_at_many_moments_change_no_decision),
        RULE(S28_a_world_loaded_after_every_call_decides_the_same),
        RULE(S37_what_a_budget_has_left_comes_first_after_a_load),
        RULE(S3_S8_what_was_reported_is_not_reported_again_after_a_load),
        RULE(S31_what_is_due_after_a_release_is_due_after_a_load),
        RULE(S48_a_main_sequence_that_was_just_set_is_not_resumed_after_a_load),
        RULE(S42_what_is_claimed_again_after_a_wait_is_so_after_a_load),
        RULE(S39_saving_and_loading_inside_an_update_is_refused),
        RULE(S4_values_of_the_game_come_back_as_they_were_or_as_the_game_says),
        RULE(S1_S4_spawn_numbers_and_rows_go_on_after_a_load),
        RULE(a_snapshot_keeps_its_memory_and_outlives_its_world),
        RULE(what_is_missing_is_told),
        RULE(S36_every_allocation_of_a_save_and_a_load_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
