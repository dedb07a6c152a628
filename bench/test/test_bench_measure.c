/* The benchmark measures what it says: every size has its row, both implementations decide the
 * same, and what is counted is right, however long it takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "measure.h"
#include "required.h"

static const bench_plan tiny = {
    .framed = {20},
    .compared = {200},
    .alone = {100, 300},
    .warm_up = 5,
    .rounds = 1,
    .compared_span = 2000,
    .alone_span = 6000,
    .budget_seconds = 2,
    .crowd = 30,
    .crowd_seconds = 2,
    .pairs = 40,
    .pairs_seconds = 20,
    .town_seconds = 20,
};

static bench_results results;

static int run_once(void **state) {
    (void)state;
    return measure(&tiny, &results) ? 0 : 1;
}

static void both_implementations_decide_the_same(void **state) {
    (void)state;
    assert_true(decisions_agree(&results));
    bench_results other = results;
    other.compared[0].plain_hash++;
    assert_false(decisions_agree(&other));
    other = results;
    other.frames[0].same_decisions = false;
    assert_false(decisions_agree(&other));
}

static void every_size_has_its_row(void **state) {
    (void)state;
    assert_int_equal(results.frame_count, 1);
    assert_int_equal(results.frames[0].npcs, 20);
    assert_int_equal(results.compared_count, 1);
    assert_int_equal(results.alone_count, 2);
    assert_int_equal(results.alone[1].npcs, 300);
    assert_int_equal(results.budget.npcs, 300);
    assert_int_equal(results.floor.rows, 300);
}

static void percentiles_and_averages_of_frames_are_in_order(void **state) {
    (void)state;
    for (size_t i = 0; i < results.frame_count; i++) {
        const frame_times *t = &results.frames[i].core;
        assert_true(t->p50_us.mean >= 0);
        assert_true(t->p99_us.mean >= t->p50_us.mean);
        assert_true(t->share.mean * 1e6 / 60 <= t->average_us.mean * 1.001);
        assert_true(t->share.mean * 1e6 / 60 >= t->average_us.mean * 0.999);
    }
}

/* Actions last from 3 to 10 seconds: so many NPCs decide in an update of 1/60 s. */
static void as_many_npcs_decide_as_actions_end(void **state) {
    (void)state;
    for (size_t i = 0; i < results.frame_count; i++) {
        const frame_row *row = &results.frames[i];
        const double turns = row->turns.mean;
        assert_true(turns > row->npcs / 60.0 / 10);
        assert_true(turns < row->npcs / 60.0 / 3);
        assert_true(row->most_turns_least >= 1);
        assert_true(row->most_turns_greatest >= row->most_turns_least);
        assert_true(row->most_turns_greatest <= row->npcs);
    }
}

static void what_happens_while_it_is_measured_is_counted(void **state) {
    (void)state;
    for (size_t i = 0; i < results.alone_count; i++) {
        const measurement *m = &results.alone[i];
        assert_int_equal(m->updates, 6000 / m->npcs * 60);
        assert_true(m->starts > m->updates * m->npcs / 60 / 10);
        assert_true(m->bytes_per_npc > 100);
        assert_true(m->saved_per_npc > 10);
        assert_int_equal(m->halted, 0);
    }
}

static void waits_and_updates_within_a_budget_are_in_order(void **state) {
    (void)state;
    const budget_figures *b = &results.budget;
    assert_int_equal(b->updates, 120);
    assert_true(b->waits > 0);
    assert_true(b->p50_wait_ms >= 0);
    assert_true(b->p99_wait_ms >= b->p50_wait_ms);
    assert_true(b->longest_wait_ms >= b->p99_wait_ms);
    assert_true(b->longest_us >= b->average_us);
}

/* Everybody acts for seven seconds or less before it has another chat, if somebody is free. */
static void people_of_crowds_meet_without_allocating(void **state) {
    (void)state;
    assert_int_equal(results.crowd.npcs, 30);
    assert_int_equal(results.crowd.updates, 120);
    assert_int_equal(results.crowd.joins, 0);
    assert_int_equal(results.pairs.npcs, 40);
    assert_int_equal(results.pairs.updates, 1200);
    assert_true(results.pairs.joins > 40);
    assert_int_equal(results.pairs.allocations, 0);
    assert_true(results.pairs.longest_ms >= results.pairs.average_ms);
}

static const requirement *find(const requirement *list, size_t count, const char *what) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i].what, what) == 0) {
            return &list[i];
        }
    }
    fail_msg("nothing is required of %s", what);
    return NULL;
}

static void what_is_required_is_judged_by_the_figures(void **state) {
    (void)state;
    bench_results r = results;
    requirement list[MAX_REQUIREMENTS];
    r.compared[0].ratio = 3;
    r.compared[0].core_ns = 400;
    r.alone[1].start_ns = 1000;
    r.alone[1].growth = 3.01;
    r.alone[1].allocations = 1;
    r.budget.budget_us = 1000;
    r.budget.longest_us = 1007;
    r.budget.step_us = 6;
    r.budget.longest_wait_ms = 500;
    r.pairs.average_ms = 17;
    r.pairs.allocations = 1;
    const size_t count = requirements(&r, list);
    assert_true(is_met(find(list, count, "ratio to plain")));
    assert_true(is_met(find(list, count, "growth from 200")));
    assert_false(is_met(find(list, count, "growth from 1,000")));
    assert_false(is_met(find(list, count, "us over the budget (a step)")));
    assert_true(is_met(find(list, count, "ms waited with the budget")));
    assert_false(is_met(find(list, count, "ms an update with scenes")));
    assert_false(is_met(find(list, count, "allocations with scenes")));
    r.pairs.allocations = 0;
    r.budget.step_us = 8;
    r.compared[0].ratio = 2.9;
    r.compared[0].core_ns = 399;
    requirements(&r, list);
    assert_true(is_met(find(list, count, "us over the budget (a step)")));
    assert_true(is_met(find(list, count, "allocations with scenes")));
    assert_false(is_met(find(list, count, "ratio to plain")));
    assert_false(is_met(find(list, count, "growth from 200")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_implementations_decide_the_same),
        cmocka_unit_test(every_size_has_its_row),
        cmocka_unit_test(percentiles_and_averages_of_frames_are_in_order),
        cmocka_unit_test(as_many_npcs_decide_as_actions_end),
        cmocka_unit_test(what_happens_while_it_is_measured_is_counted),
        cmocka_unit_test(waits_and_updates_within_a_budget_are_in_order),
        cmocka_unit_test(people_of_crowds_meet_without_allocating),
        cmocka_unit_test(what_is_required_is_judged_by_the_figures),
    };
    return cmocka_run_group_tests(tests, run_once, NULL);
}
