/* S37: the batch and the budget of an update. */
#include "kit.h"

enum { WORKERS = 50 };

/* Workers whose "work" (10 ms) costs `cost_us` of the clock at its start and at its end. */
static int64_t cost_us;

static int take_time(kit *k, bustle_call *call) {
    (void)call;
    k->clock_us += cost_us;
    return 0;
}

static void begin_work(kit *k, int workers) {
    bustle_action_def *work = def_action(k, "work", 10);
    work->target = BUSTLE_TARGET_NOT_TAKEN;
    work->start = OPS(CALL(1, "start"));
    work->finish = OPS(CALL(1, "finish"));
    k->effects[1] = take_time;
    chain(k, "main", "work");
    def_npc(k, "worker", "main");
    kit_begin(k);
    static const char *const labels[] = {"ann", "bob", "cid", "dan", "eve"};
    for (int i = 0; i < workers; i++) {
        kit_spawn(k, i < 5 ? labels[i] : "someone", "worker");
    }
    cost_us = 100;
}

/* Counts events of a kind from the `from`-th on; they must be of the workers from the `next`-th on,
 * in spawn order. */
static size_t in_spawn_order(const kit *k, bustle_event_kind kind, size_t from, size_t next) {
    size_t count = 0;
    for (size_t i = from; i < k->event_count; i++) {
        if (k->events[i].kind == kind) {
            assert_int_equal(bustle_entity_spawn_number(k->events[i].npc), next + count + 1);
            count++;
        }
    }
    return count;
}

/* ---- Batch ---- */

static void S37_at_most_a_batch_of_npcs_decides(void **state) {
    kit *k = *state;
    begin_work(k, 5);
    k->options.batch = 2;
    kit_update_to(k, 0);
    kit_expect_only(k, "start", "start ann work | start bob work");
    assert_int_equal(kit_stats(k).queued, 3);
    kit_update_to(k, 1);
    kit_expect_only(k, "start", "start cid work | start dan work");
    kit_update_to(k, 2);
    kit_expect_only(k, "start", "start eve work");
    assert_int_equal(kit_stats(k).queued, 0);
}

static void S37_a_negative_batch_is_everyone_and_the_default(void **state) {
    kit *k = *state;
    assert_true(bustle_default_update_options().batch < 0);
    assert_true(bustle_default_update_options().budget_us < 0);
    begin_work(k, WORKERS);
    k->options.batch = -1;
    kit_update_to(k, 0);
    assert_int_equal(kit_stats(k).starts, WORKERS);
    assert_int_equal(bustle_world_update(k->world, 10, NULL), BUSTLE_OK);
    assert_int_equal(kit_stats(k).starts, 2 * WORKERS);
}

static void S37_a_batch_does_not_limit_endings(void **state) {
    kit *k = *state;
    begin_work(k, 3);
    kit_update_to(k, 0);
    kit_forget_events(k);
    k->options.batch = 0;
    kit_update_to(k, 10);
    kit_expect_events(k, "stop ann work done | stop bob work done | stop cid work done");
    k->options.batch = 1;
    kit_update_to(k, 11);
    kit_expect_events(k, "@11 start ann work");
}

static void S37_who_is_left_over_comes_before_those_who_join_later(void **state) {
    kit *k = *state;
    begin_work(k, 3);
    k->options.batch = 1;
    kit_update_to(k, 0);
    kit_update_to(k, 10); /* ann's work ends: she joins behind bob and cid */
    kit_update_to(k, 11);
    kit_update_to(k, 12);
    kit_expect_only(k, "start",
        "@0 start ann work | @10 start bob work | @11 start cid work | @12 start ann work");
}

static void S37_with_a_small_batch_nobody_starves(void **state) {
    kit *k = *state;
    begin_work(k, 5);
    k->options.batch = 1;
    kit_run(k, 5000, 100);
    unsigned starts[5] = {0};
    for (size_t i = 0; i < k->event_count; i++) {
        if (k->events[i].kind == BUSTLE_EVENT_START) {
            starts[bustle_entity_spawn_number(k->events[i].npc) - 1]++;
        }
    }
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(starts[i], 10);
    }
}

/* ---- Budget ---- */

static void S37_a_budget_ends_the_deciding_and_the_rest_goes_on_in_place(void **state) {
    kit *k = *state;
    begin_work(k, WORKERS);
    k->options.budget_us = 1000;
    size_t started = 0;
    for (int64_t now = 0; now < 6; now++) {
        size_t from = k->event_count;
        kit_update_to(k, now); /* 10 ms have not passed: nobody ends */
        size_t more = in_spawn_order(k, BUSTLE_EVENT_START, from, started);
        assert_in_range(more, started == WORKERS ? 0 : 1, 10); /* 100 us each */
        started += more;
        assert_int_equal(kit_stats(k).queued, WORKERS - started);
    }
    assert_int_equal(started, WORKERS);
}

static void S37_a_budget_covers_endings_and_what_is_left_stays_due(void **state) {
    kit *k = *state;
    begin_work(k, WORKERS);
    kit_update_to(k, 0);
    k->options.budget_us = 1000;
    size_t ended = 0;
    for (int64_t now = 100; ended < WORKERS; now++) {
        size_t from = k->event_count;
        kit_update_to(k, now);
        size_t more = in_spawn_order(k, BUSTLE_EVENT_STOP, from, ended);
        assert_in_range(more, 1, 10);
        assert_int_equal(k->events[from].time, now);
        ended += more;
        if (ended < WORKERS) { /* nobody decides while endings are left */
            assert_int_equal(kit_stats(k).starts, WORKERS);
        }
    }
}

static void S37_an_npc_whose_ending_is_left_over_still_acts(void **state) {
    kit *k = *state;
    begin_work(k, 3);
    kit_update_to(k, 0);
    kit_forget_events(k);
    k->options.budget_us = 100;
    kit_update_to(k, 10);
    kit_expect_events(k, "stop ann work done");
    assert_int_equal(kit_doing(k, "bob").mood, BUSTLE_ACTING);
    assert_int_equal(
        bustle_npc_complete(k->world, kit_entity(k, "cid"), BUSTLE_NONE, 0), BUSTLE_OK);
    kit_update_to(k, 11);
    kit_expect_events(k, "@10 stop cid work done | @11 stop bob work done");
    k->options.budget_us = -1;
    kit_update_to(k, 12); /* cid does not end a second time */
    kit_expect_events(k, "@12 start ann work | @12 start cid work | @12 start bob work");
}

static void S37_a_budget_that_is_not_used_up_changes_nothing(void **state) {
    kit *k = *state;
    begin_work(k, WORKERS);
    kit_run(k, 1000, 10);
    uint32_t hash = bustle_world_hash(k->world);
    kit_reset(k);
    begin_work(k, WORKERS);
    k->options.budget_us = 1000000;
    kit_run(k, 1000, 10);
    assert_int_equal(bustle_world_hash(k->world), hash);
    assert_true(k->clock_readings > 0);
}

static void S37_a_budget_is_measured_from_the_beginning_of_its_update(void **state) {
    kit *k = *state;
    begin_work(k, 5);
    k->options.budget_us = 1000;
    k->clock_us = INT64_C(1) << 50; /* any fixed point */
    kit_update_to(k, 0);
    assert_int_equal(kit_stats(k).starts, 5);
    k->clock_us += 1000000; /* passes between the updates */
    kit_update_to(k, 10);
    assert_int_equal(kit_stats(k).starts, 10);
}

/* Ten workers for a second, half of the updates with a budget. What each of them got done is asked,
 * or told to it. */
static uint32_t play(kit *k, uint64_t *portions, bool told) {
    begin_work(k, 10);
    uint32_t cut = 0;
    for (int64_t i = 0; i < 100; i++) {
        k->options = bustle_default_update_options();
        if (told) {
            k->options.portion = (int64_t)portions[i];
        } else if (i % 2 == 0) {
            k->options.budget_us = 450;
        }
        kit_update_to(k, i * 10);
        if (!told) {
            portions[i] = kit_stats(k).cut_short ? kit_stats(k).portion : 0;
        }
        cut += kit_stats(k).cut_short ? 1 : 0;
    }
    assert_true(cut > 20 && cut <= 50);
    return bustle_world_hash(k->world);
}

static void S37_an_update_can_be_told_to_get_as_far_as_another_got(void **state) {
    static uint64_t portions[100];
    kit *k = *state;
    void *again = NULL;
    const uint32_t hash = play(k, portions, false);
    assert_int_equal(kit_setup(&again), 0);
    assert_int_equal(play(again, portions, true), hash);
    assert_int_equal(kit_teardown(&again), 0);
    k->options.portion = -1;
    assert_int_equal(bustle_world_update(k->world, 2000, &k->options), BUSTLE_BAD_ARGUMENT);
}

/* More work than the updates get done, so that endings are always left over. */
static void S37_endings_that_are_left_over_come_by_due_time_however_many_there_are(void **state) {
    kit *k = *state;
    begin_work(k, WORKERS);
    k->options.portion = 7;
    int64_t started[WORKERS + 1] = {0};
    int64_t last = -1;
    size_t ended = 0;
    size_t seen = 0;
    for (int64_t now = 0; now < 300; now++) {
        kit_update_to(k, now);
        for (; seen < k->event_count; seen++) {
            const bustle_event *e = &k->events[seen];
            const uint32_t spawn = bustle_entity_spawn_number(e->npc);
            if (e->kind == BUSTLE_EVENT_START) {
                started[spawn] = e->time;
            } else if (e->kind == BUSTLE_EVENT_STOP) {
                const int64_t place = started[spawn] * (WORKERS + 1) + spawn;
                assert_true(place > last);
                last = place;
                ended++;
            }
        }
    }
    assert_in_range(ended, 900, 300 * 7);
    assert_int_equal(bustle_world_check(k->world, NULL, 0), BUSTLE_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S37_at_most_a_batch_of_npcs_decides),
        RULE(S37_a_negative_batch_is_everyone_and_the_default),
        RULE(S37_a_batch_does_not_limit_endings),
        RULE(S37_who_is_left_over_comes_before_those_who_join_later),
        RULE(S37_with_a_small_batch_nobody_starves),
        RULE(S37_a_budget_ends_the_deciding_and_the_rest_goes_on_in_place),
        RULE(S37_a_budget_covers_endings_and_what_is_left_stays_due),
        RULE(S37_endings_that_are_left_over_come_by_due_time_however_many_there_are),
        RULE(S37_an_npc_whose_ending_is_left_over_still_acts),
        RULE(S37_a_budget_that_is_not_used_up_changes_nothing),
        RULE(S37_a_budget_is_measured_from_the_beginning_of_its_update),
        RULE(S37_an_update_can_be_told_to_get_as_far_as_another_got),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
