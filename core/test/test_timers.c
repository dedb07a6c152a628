/* S36, S37: endings on time and in order, whatever the durations and steps: beside a plain list. */
#include <stdlib.h>

#include "kit.h"

enum { NPCS = 60, UPDATES = 400 };

static uint32_t noise = 1;

static uint32_t below(uint32_t n) {
    noise ^= noise << 13;
    noise ^= noise >> 17;
    noise ^= noise << 5;
    return noise % n;
}

/* Of all orders of magnitude, from 1 to the 31st power of 2. */
static int32_t random_span(void) {
    uint32_t bits = 1 + below(31);
    return (int32_t)(1 + below((UINT32_C(1) << bits) - 1));
}

/* What the test knows: when the action of each NPC ends; INT64_MAX: it has none. */
static int64_t due[NPCS + 1]; /* by spawn number */

static int by_time_then_spawn(const void *a, const void *b) {
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    if (due[left] != due[right]) {
        return due[left] < due[right] ? -1 : 1;
    }
    return left < right ? -1 : left > right;
}

/* Who should end in this update, in order. */
static size_t expected_endings(int64_t now, uint32_t *spawns) {
    size_t count = 0;
    for (uint32_t n = 1; n <= NPCS; n++) {
        if (due[n] <= now) {
            spawns[count++] = n;
        }
    }
    qsort(spawns, count, sizeof *spawns, by_time_then_spawn);
    return count;
}

static void begin_waits(kit *k) {
    static const char *const names[] = {"w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9"};
    for (size_t i = 0; i < 10; i++) {
        bustle_action_def *wait = def_action(k, names[i], random_span());
        wait->duration_max_ms = wait->duration_ms + (int32_t)below(3);
        wait->timeout_ms = INT32_MAX;
        if (wait->duration_max_ms < wait->duration_ms || wait->duration_max_ms == INT32_MAX) {
            wait->duration_ms = wait->duration_max_ms = 1000;
        }
        chain(k, names[i], names[i]);
        def_npc(k, names[i], names[i]);
    }
    kit_begin(k);
    for (int n = 1; n <= NPCS; n++) {
        kit_spawn(k, "someone", names[below(10)]);
        due[n] = INT64_MAX;
    }
}

/* Ends the action of a few early, so that the runtime has timers of no use. */
static void end_some_early(kit *k) {
    for (int i = 0; i < 3; i++) {
        uint32_t n = 1 + below(NPCS);
        if (due[n] != INT64_MAX) {
            assert_int_equal(
                bustle_npc_complete(k->world, k->entities[n - 1].entity, BUSTLE_NONE, 0),
                BUSTLE_OK);
            due[n] = INT64_MAX;
        }
    }
}

/* One update and its events: first the stops expected, then the starts. */
static void update_and_compare(kit *k, int64_t now, size_t skipped) {
    uint32_t spawns[NPCS];
    size_t count = expected_endings(now, spawns), ended = 0;
    size_t from = k->event_count + skipped;
    kit_update_to(k, now);
    for (size_t i = from; i < k->event_count; i++) {
        const bustle_event *e = &k->events[i];
        uint32_t n = bustle_entity_spawn_number(e->npc);
        if (e->kind == BUSTLE_EVENT_STOP) {
            assert_true(ended < count);
            assert_int_equal(n, spawns[ended++]);
            due[n] = INT64_MAX;
        } else if (e->kind == BUSTLE_EVENT_START) {
            assert_int_equal(ended, count);
            due[n] = now + e->duration_ms;
        }
    }
    assert_int_equal(ended, count);
}

static void S37_endings_are_on_time_and_in_order_for_all_durations_and_steps(void **state) {
    kit *k = *state;
    for (int run = 0; run < 10; run++) {
        kit_reset(k);
        begin_waits(k);
        int64_t now = 0;
        update_and_compare(k, now, NPCS);
        for (int i = 0; i < UPDATES; i++) {
            size_t events = kit_stats(k).events;
            end_some_early(k);
            now += below(4) == 0 ? random_span() : random_span() % 1000;
            update_and_compare(k, now, kit_stats(k).events - events);
        }
    }
}

static void S37_endings_that_never_come_do_not_pile_up(void **state) {
    kit *k = *state;
    def_action(k, "wait", 1000000);
    chain(k, "main", "wait");
    def_npc(k, "npc", "main");
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    size_t bytes = 0;
    for (int64_t now = 0; now < 50000; now++) {
        assert_int_equal(bustle_world_update(k->world, now, NULL), BUSTLE_OK);
        assert_int_equal(
            bustle_npc_complete(k->world, kit_entity(k, "ann"), BUSTLE_NONE, 0), BUSTLE_OK);
        if (now == 10000) {
            bytes = kit_stats(k).bytes;
        }
    }
    assert_int_equal(kit_stats(k).bytes, bytes);
    kit_update_to(k, 50000);
    assert_int_equal(kit_doing(k, "ann").remaining_ms, 1000000);
}

/* Durations just below, at and above what a wheel holds, and a step over all of it. */
static void expect_all_ended(kit *k, int32_t shortest, int32_t longest, int64_t step) {
    enum { SLEEPERS = 500 };
    kit_reset(k);
    bustle_action_def *sleep = def_action(k, "sleep", shortest);
    sleep->duration_max_ms = longest;
    chain(k, "sleeping", "sleep");
    def_npc(k, "sleeper", "sleeping");
    kit_begin(k);
    for (int i = 0; i < SLEEPERS; i++) {
        kit_spawn(k, "someone", "sleeper");
    }
    kit_update_to(k, 0);
    assert_int_equal(kit_stats(k).starts, SLEEPERS);
    kit_update_to(k, step);
    assert_int_equal(kit_stats(k).starts, 2 * SLEEPERS); /* who has not ended has not begun again */
}

static void S36_no_step_is_so_long_that_an_ending_is_missed(void **state) {
    kit *k = *state;
    for (int64_t past = 0; past < 4; past++) {
        expect_all_ended(k, 16360, 16400, 16400 + past * 10000);
        expect_all_ended(k, 4170000, 4220000, 4220000 + past * 4000000);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S37_endings_are_on_time_and_in_order_for_all_durations_and_steps),
        RULE(S37_endings_that_never_come_do_not_pile_up),
        RULE(S36_no_step_is_so_long_that_an_ending_is_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
