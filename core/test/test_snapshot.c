/* Saving and loading with the same content: the loaded world goes on bit for bit, wherever the save
 * was made (S28, S39). What a save refuses is here too; other content is in
 * test_snapshot_content.c, damage in test_snapshot_damage.c. */
#include <stdlib.h>
#include <string.h>

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

/* After each load the copy goes on instead of the original. */
static void S28_saves_at_many_moments_change_no_decision(void **state) {
    (void)state;
    harbour_run run;
    harbour_run_begin(&run, 20);
    const int moments = getenv("BUSTLE_QUICK") != NULL ? 40 : 400;
    harbour_run straight;
    harbour_run_begin(&straight, 20);
    for (int i = 1; i <= moments; i++) {
        const int64_t until = (int64_t)i * 611;
        harbour_run copy;
        harbour_run_until(&straight, until);
        harbour_run_until(&run, until);
        branch(&run, &copy);
        bustle_world_destroy(run.world);
        run.world = copy.world;
        run.game = copy.game;
        /* the callbacks of the copy's world are those of a struct that is gone */
        bustle_snapshot s = save(run.world);
        bustle_world *world = harbour_run_world(&run);
        load(world, &s);
        bustle_snapshot_free(&s);
        bustle_world_destroy(run.world);
        run.world = world;
        assert_int_equal(bustle_world_hash(run.world), bustle_world_hash(straight.world));
    }
    expect_same_bytes(run.world, straight.world);
    harbour_run_end(&run);
    harbour_run_end(&straight);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(S28_a_loaded_world_lives_the_next_hour_as_the_saved_one_does),
        cmocka_unit_test(S28_saves_at_many_moments_change_no_decision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
