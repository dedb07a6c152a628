/* S74: which entry of a plan holds, when it is looked at, and what a change does. */
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "kit_npc.h"

enum { DAY = 1440 }; /* ms: a minute of the clock is one */

/* "early" (e1, e2), and others of one action of 10 ms under their own name; "call" is answered by
 * "respond" (answer, 30 ms). */
static void def_sequences(kit *k) {
    static const char *const names[] = {"work", "rest", "night", "feast", "watch"};
    def_interruption(k, "call");
    def_action(k, "e1", 10);
    def_action(k, "e2", 10);
    def_action(k, "answer", 30);
    chain(k, "early", "e1", "e2");
    chain(k, "respond", "answer");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        def_action(k, names[i], 10);
        chain(k, names[i], names[i]);
    }
}

static bustle_plan_def *def_empty(kit *k) {
    def_sequences(k);
    handles(kit_def_planned(k, "npc", "day"), "call", "respond", 0);
    return kit_def_plan(k, "day");
}

/* Works from 8 to 16 o'clock, rests until 22, sleeps until 8. */
static bustle_plan_def *def_day(kit *k) {
    bustle_plan_def *plan = def_empty(k);
    kit_plans(plan, 480, 960, "work");
    kit_plans(plan, 960, 1320, "rest");
    kit_plans(plan, 1320, 480, "night");
    return plan;
}

static bustle_plan_entry_def *entry_of(const bustle_plan_def *plan, size_t index) {
    return (bustle_plan_entry_def *)plan->entries + index;
}

static void begin_at(kit *k, int64_t minute) {
    k->def.day_ms = DAY;
    k->def.day_start_ms = minute;
    kit_begin(k);
}

static void live_at(kit *k, int64_t minute) {
    begin_at(k, minute);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
}

static void expect_plans(kit *k, const char *expected) {
    kit_expect_only(k, "plan", expected);
}

/* ---- Which entry holds ---- */

static void S74_an_entry_holds_from_its_begin_to_its_end(void **state) {
    kit *k = *state;
    def_day(k);
    live_at(k, 470);
    kit_expect_events(k, "spawn ann | plan ann night 2 | start ann night");
    kit_update_to(k, 9);
    kit_expect_events(k, "");
    kit_run(k, 11, 1);
    kit_expect_events(k,
        "@10 plan ann work 0 | @10 stop ann night done | @10 start ann work | "
        "@20 stop ann work done | @20 start ann work");
}

static void S74_the_day_goes_round(void **state) {
    kit *k = *state;
    def_day(k);
    begin_at(k, 400);
    kit_spawn(k, "ann", "npc");
    kit_run(k, 2 * DAY, 10);
    expect_plans(k,
        "@0 plan ann night 2 | @80 plan ann work 0 | @560 plan ann rest 1 | @920 plan ann night 2 "
        "| @1520 plan ann work 0 | @2000 plan ann rest 1 | @2360 plan ann night 2");
}

static void S74_the_higher_priority_holds_and_then_the_lower_is_returned_to(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_day(k);
    kit_plans(plan, 600, 630, "feast")->priority = 1;
    begin_at(k, 500);
    kit_spawn(k, "ann", "npc");
    kit_run(k, 200, 5);
    expect_plans(k, "@0 plan ann work 0 | @100 plan ann feast 3 | @130 plan ann work 0");
}

static void S74_among_equals_the_one_that_began_last_holds(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_empty(k);
    /* The second varies by 60 minutes, so that on some days it begins before the first ends. */
    kit_plans(plan, 480, 900, "work");
    kit_plans(plan, 900, 480, "rest")->vary = 60;
    begin_at(k, 500);
    kit_spawn(k, "ann", "npc");
    kit_run(k, 20 * DAY, 5);
    bool early = false;
    bool late = false;
    for (size_t i = 0; i < k->event_count; i++) {
        const bustle_event *e = &k->events[i];
        if (e->kind == BUSTLE_EVENT_PLAN && e->argument == 1) {
            const int64_t minute = (500 + e->time) % DAY;
            assert_in_range(minute, 840, 965);
            early = early || minute < 900;
            late = late || minute > 900;
        }
    }
    assert_true(early && late);
}

static void S74_of_two_that_begin_at_once_the_one_with_the_higher_number_holds(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_empty(k);
    kit_plans(plan, 0, 720, "work");
    kit_plans(plan, 720, 0, "rest");
    begin_at(k, 100);
    kit_spawn(k, "ann", "npc");
    bustle_patch_def patch = bustle_default_patch_def();
    patch.from = 0;
    patch.to = 720;
    patch.sequence = kit_sequence(k, "feast");
    patch.priority = 1;
    OK(bustle_npc_patch_plan(k->world, kit_entity(k, "ann"), &patch, NULL));
    kit_update_to(k, 0);
    expect_plans(k, "plan ann work 0 | plan ann feast 256");
}

/* Both vary by a minute, and on some days begin at once. */
static void S74_of_two_equals_that_begin_at_once_the_one_with_the_higher_number_holds(
    void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_empty(k);
    kit_plans(plan, 600, 602, "work")->vary = 1;
    kit_plans(plan, 602, 604, "rest")->vary = 1;
    begin_at(k, 0);
    kit_spawn(k, "ann", "npc");
    bool met = false;
    for (int64_t day = 0; day < 40; day++) {
        bustle_plan_entry e[4];
        size_t count = 0;
        kit_update_to(k, day * DAY + 500);
        kit_forget_events(k);
        OK(bustle_npc_plan(k->world, kit_entity(k, "ann"), day, NULL, e, 4, &count));
        assert_int_equal(count, 2);
        kit_run(k, 110, 1);
        if (e[0].begins_ms == e[1].begins_ms) {
            met = true;
            expect_plans(k, ""); /* it rests since yesterday */
        } else {
            assert_int_equal(kit_last(k, BUSTLE_EVENT_PLAN)->argument, 1);
        }
    }
    assert_true(met);
}

static void S74_where_nothing_is_open_what_held_goes_on(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_empty(k);
    kit_plans(plan, 480, 600, "work");
    kit_plans(plan, 900, 960, "rest");
    begin_at(k, 470);
    kit_spawn(k, "ann", "npc");
    kit_run(k, 600, 5);
    /* At the spawn nothing held: of those that have ended the one that ended last. */
    expect_plans(k, "@0 plan ann rest 1 | @10 plan ann work 0 | @430 plan ann rest 1");
}

static void S74_of_those_that_ended_at_once_the_higher_priority_counts(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_empty(k);
    kit_plans(plan, 480, 600, "work");
    kit_plans(plan, 540, 600, "feast")->priority = -1;
    kit_plans(plan, 480, 599, "watch")->priority = 2;
    begin_at(k, 700);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    expect_plans(k, "plan ann work 0");
}

/* ---- Skipping ---- */

static void S74_an_entry_with_too_little_time_until_its_end_is_not_returned_to(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_day(k);
    entry_of(plan, 0)->skip = 30;
    kit_plans(plan, 900, 931, "feast")->priority = 1;
    begin_at(k, 890);
    kit_spawn(k, "ann", "npc");
    kit_run(k, 100, 1);
    /* Of work 29 minutes are left: the feast goes on until the rest. */
    expect_plans(k, "@0 plan ann work 0 | @10 plan ann feast 3 | @70 plan ann rest 1");
}

static void S74_an_entry_with_just_enough_time_is_returned_to(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_day(k);
    entry_of(plan, 0)->skip = 29;
    kit_plans(plan, 900, 931, "feast")->priority = 1;
    begin_at(k, 890);
    kit_spawn(k, "ann", "npc");
    kit_run(k, 100, 1);
    expect_plans(
        k, "@0 plan ann work 0 | @10 plan ann feast 3 | @41 plan ann work 0 | @70 plan ann rest 1");
}

static void S74_time_is_left_only_until_a_higher_one_begins(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_day(k);
    entry_of(plan, 0)->skip = 20;
    kit_plans(plan, 600, 610, "feast")->priority = 1;
    kit_plans(plan, 625, 630, "watch")->priority = 2;
    begin_at(k, 590);
    kit_spawn(k, "ann", "npc");
    kit_run(k, 60, 1);
    /* Between the two there are 15 minutes. */
    expect_plans(k,
        "@0 plan ann work 0 | @10 plan ann feast 3 | @35 plan ann watch 4 | @40 plan ann work 0");
}

static void S74_what_holds_is_never_too_short(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_day(k);
    entry_of(plan, 0)->skip = 100;
    kit_plans(plan, 930, 950, "feast")->priority = -1;
    begin_at(k, 800);
    kit_spawn(k, "ann", "npc");
    kit_run(k, 170, 1);
    expect_plans(k, "@0 plan ann work 0 | @160 plan ann rest 1");
}

static void S74_afresh_one_that_is_too_short_holds_where_nothing_else_is_open(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_empty(k);
    kit_plans(plan, 480, 600, "work")->skip = 60;
    kit_plans(plan, 700, 800, "rest");
    live_at(k, 590);
    expect_plans(k, "plan ann work 0");
}

static void S74_afresh_one_that_is_long_enough_holds_before_a_higher_one_that_is_not(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_day(k);
    bustle_plan_entry_def *feast = kit_plans(plan, 600, 630, "feast");
    feast->priority = 1;
    feast->skip = 20;
    live_at(k, 615);
    expect_plans(k, "plan ann work 0");
}

static void S74_the_same_entry_of_the_next_day_is_another_but_no_change(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_empty(k);
    kit_plans(plan, 480, 480, "work")->skip = 1400;
    begin_at(k, 470);
    kit_spawn(k, "ann", "npc");
    kit_run(k, 3 * DAY, 10);
    expect_plans(k, "@0 plan ann work 0");
    bustle_plan_entry entries[4];
    size_t count = 0;
    OK(bustle_npc_plan(k->world, kit_entity(k, "ann"), 3, NULL, entries, 4, &count));
    assert_int_equal(count, 2);
    assert_true(entries[0].holds && entries[0].day == 2); /* yesterday's, until 8 o'clock */
    assert_int_equal(entries[1].why, BUSTLE_VERDICT_LATER);
}

/* ---- Varying ---- */

/* As the rule says it, word for word. */
static int64_t begin_of(const kit *k, uint32_t c, uint32_t number, int64_t day, int64_t day_ms,
    int32_t from, int32_t vary) {
    const uint32_t v = (uint32_t)(vary * day_ms / 1440);
    uint32_t s[4] = {
        (uint32_t)k->def.seed ^ (uint32_t)day, (uint32_t)(k->def.seed >> 32) ^ number, c, 1};
    for (int i = 0; i < 15; i++) {
        random_next(s);
    }
    const int64_t shift = v == 0 ? 0 : (int64_t)random_below(s, 2 * v + 1) - v;
    return day * day_ms + from * day_ms / 1440 + shift;
}

static void expect_begins(kit *k, uint32_t c, int64_t day_ms) {
    bustle_plan_entry entries[16];
    size_t count = 0;
    for (int64_t day = -3; day < 6; day++) {
        OK(bustle_npc_plan(k->world, kit_entity(k, "ann"), day, NULL, entries, 16, &count));
        assert_true(count >= 2 && count <= 16);
        for (size_t i = 0; i < count; i++) {
            const bool first = entries[i].entry == 0;
            assert_int_equal(entries[i].begins_ms,
                begin_of(k, c, entries[i].entry, entries[i].day, day_ms, first ? 480 : 960,
                    first ? 200 : 60));
            assert_int_equal(entries[i].ends_ms,
                (entries[i].day + !first) * day_ms + (first ? 960 : 480) * day_ms / 1440);
        }
    }
}

static void def_varying(kit *k) {
    bustle_plan_def *plan = def_empty(k);
    kit_plans(plan, 480, 960, "work")->vary = 200;
    kit_plans(plan, 960, 480, "rest")->vary = 60;
    k->def.seed = 0x123456789abcdef0ull;
    k->def.day_ms = 1000003; /* no multiple of 1440 */
}

static void S74_an_entry_begins_by_a_draw_of_seed_day_entry_and_npc(void **state) {
    kit *k = *state;
    def_varying(k);
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    expect_begins(k, 1, k->def.day_ms);
}

static void S74_a_name_draws_by_its_hash(void **state) {
    kit *k = *state;
    def_varying(k);
    kit_begin(k);
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = kit_definition(k, "npc");
    def.name = "Ann";
    kit_spawn_by(k, "ann", def);
    uint32_t hash = 2166136261u;
    for (const char *c = "Ann"; *c != '\0'; c++) {
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    }
    expect_begins(k, hash, k->def.day_ms);
}

/* The starts of an NPC whose action lasts for a time that is drawn. */
static size_t durations(kit *k, bool planned, uint32_t *drawn, size_t most) {
    kit_reset(k);
    def_action(k, "spin", 10)->duration_max_ms = 90;
    chain(k, "spin", "spin");
    bustle_plan_def *plan = kit_def_plan(k, "day");
    kit_plans(plan, 0, 720, "spin")->vary = 300;
    kit_plans(plan, 720, 0, "spin")->vary = 300;
    def_npc(k, "npc", planned ? NULL : "spin")->plan = planned ? "day" : NULL;
    live_at(k, 0);
    kit_run(k, 4000, 1);
    size_t count = 0;
    for (size_t i = 0; i < k->event_count; i++) {
        if (k->events[i].kind == BUSTLE_EVENT_START && count < most) {
            drawn[count++] = k->events[i].argument;
        }
    }
    return count;
}

static void S74_plans_draw_nothing_from_the_stream_of_the_npc(void **state) {
    kit *k = *state;
    uint32_t with[50];
    uint32_t without[50];
    assert_int_equal(durations(k, false, without, 50), 50);
    assert_int_equal(durations(k, true, with, 50), 50);
    assert_memory_equal(with, without, sizeof with);
}

/* An entry that begins late for more than a week, so that it is too short on all these days. */
static void S74_the_next_change_may_be_many_days_ahead(void **state) {
    enum { LATE_DAYS = 11 };
    kit *k = *state;
    bustle_plan_def *plan = def_empty(k);
    bustle_plan_entry_def *only = kit_plans(plan, 600, 700, "work");
    only->vary = 50;
    only->skip = 100;
    for (int64_t late = 0; late < LATE_DAYS;) {
        k->def.seed++;
        for (late = 0; late < LATE_DAYS; late++) {
            if (begin_of(k, 1, 0, late, DAY, 600, 50) <= late * DAY + 600) {
                break;
            }
        }
    }
    begin_at(k, 0);
    kit_spawn(k, "ann", "npc");
    kit_run(k, 30 * DAY, 20); /* the world is checked after each update */
    bustle_plan_entry e[2];
    size_t count = 0;
    OK(bustle_npc_plan(k->world, kit_entity(k, "ann"), 5, NULL, e, 2, &count));
    assert_false(e[0].holds);
    kit_update_to(k, 60 * DAY); /* and in one step */
    expect_plans(k, "plan ann work 0");
}

/* ---- When it is looked at ---- */

static void S74_however_much_has_passed_it_is_looked_at_once_as_of_now(void **state) {
    kit *k = *state;
    def_day(k);
    live_at(k, 470);
    kit_forget_events(k);
    kit_update_to(k, 600); /* work and rest have begun */
    kit_expect_events(k, "plan ann rest 1 | stop ann night done | start ann rest");
}

static void S74_an_update_in_which_all_is_as_before_changes_nothing(void **state) {
    kit *k = *state;
    def_day(k);
    live_at(k, 500);
    kit_forget_events(k);
    kit_update_to(k, DAY); /* once round */
    kit_expect_events(k, "stop ann work done | start ann work");
}

static void S74_several_are_looked_at_by_their_time_then_by_spawn_number(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_day(k);
    kit_def_planned(k, "late", "other");
    bustle_plan_def *other = kit_def_plan(k, "other");
    kit_plans(other, 490, 960, "watch");
    kit_plans(other, 960, 490, "rest");
    (void)plan;
    begin_at(k, 470);
    kit_spawn(k, "zoe", "late");
    kit_spawn(k, "ann", "npc");
    kit_spawn(k, "bob", "npc");
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_update_to(k, 30);
    expect_plans(k, "plan ann work 0 | plan bob work 0 | plan zoe watch 0");
}

static void S49_changes_of_plan_come_before_endings_and_join_the_deciders(void **state) {
    kit *k = *state;
    def_day(k);
    begin_at(k, 470);
    kit_spawn(k, "zoe", "npc");
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_update_to(k, 10);
    kit_expect_events(k,
        "plan zoe work 0 | plan ann work 0 | stop zoe night done | stop ann night done | "
        "start zoe work | start ann work");
}

static void S49_each_plan_that_is_looked_at_counts_for_the_portion(void **state) {
    kit *k = *state;
    def_day(k);
    begin_at(k, 475);
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    for (size_t i = 0; i < 5; i++) {
        kit_spawn(k, names[i], "npc");
    }
    kit_update_to(k, 0);
    kit_forget_events(k);
    k->options.portion = 2;
    kit_update_to(k, 6);
    expect_plans(k, "@6 plan a work 0 | @6 plan b work 0");
    assert_true(kit_stats(k).cut_short);
    assert_int_equal(kit_stats(k).portion, 2);
    kit_update_to(k, 7);
    expect_plans(k, "@7 plan c work 0 | @7 plan d work 0");
    k->options.portion = 0;
    kit_update_to(k, 8);
    kit_expect_events(k, "plan e work 0");
}

static void S37_however_small_the_budget_one_plan_is_looked_at(void **state) {
    kit *k = *state;
    def_day(k);
    begin_at(k, 475);
    kit_spawn(k, "a", "npc");
    kit_spawn(k, "b", "npc");
    kit_update_to(k, 0);
    kit_forget_events(k);
    k->options.budget_us = 0;
    k->tick_us = 100;
    kit_update_to(k, 12);
    kit_expect_events(k, "plan a work 0"); /* and no ending, and no turn */
    kit_update_to(k, 13);
    kit_expect_events(k, "plan b work 0");
    kit_update_to(k, 14);
    kit_expect_events(k, "stop a night done");
}

static uint32_t plans_seen(kit *k) {
    uint32_t count = 0;
    for (size_t i = k->events_seen; i < k->event_count; i++) {
        count += k->events[i].kind == BUSTLE_EVENT_PLAN;
    }
    kit_forget_events(k);
    return count;
}

static void S37_a_budget_bounds_an_update_in_which_everybody_changes_at_once(void **state) {
    enum { CROWD = 500, BUDGET_US = 100, TICK_US = 10 };
    kit *k = *state;
    static char names[CROWD][16];
    def_day(k);
    begin_at(k, 470);
    for (int i = 0; i < CROWD; i++) {
        snprintf(names[i], sizeof names[i], "n%d", i);
        kit_spawn(k, names[i], "npc");
    }
    k->unchecked = true;
    kit_update_to(k, 0);
    kit_forget_events(k);
    k->options.budget_us = BUDGET_US;
    k->tick_us = TICK_US;
    OK(bustle_world_set_time(k->world, 0, 1000));
    uint32_t changed = 0;
    for (int64_t now = 1; changed < CROWD; now++) {
        kit_update_to(k, now);
        const uint32_t count = plans_seen(k);
        assert_in_range(count, 1, BUDGET_US / TICK_US);
        assert_true(kit_stats(k).portion <= BUDGET_US / TICK_US);
        changed += count;
    }
    assert_int_equal(changed, CROWD);
}

static void S74_held_and_halted_npcs_are_looked_at_too(void **state) {
    kit *k = *state;
    def_day(k);
    def_action(k, "never", 10)->when = OPS(NOW_IS(BUSTLE_LESS, 0));
    begin_at(k, 470);
    kit_spawn(k, "ann", "npc");
    kit_spawn(k, "bob", "npc");
    kit_update_to(k, 0);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 1);
    kit_forget_events(k);
    kit_update_to(k, 20);
    expect_plans(k, "plan ann work 0 | plan bob work 0");
    kit_forget_events(k);
    kit_update_to(k, 25);
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 26);
    kit_expect_only(k, "start", "start ann work");
}

static void S74_a_halted_npc_restarts_with_what_holds_then(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_empty(k);
    def_action(k, "doomed", 10)->when = OPS(NOW_IS(BUSTLE_LESS, 0));
    chain(k, "doom", "doomed");
    kit_plans(plan, 0, 600, "doom");
    kit_plans(plan, 600, 0, "work");
    k->def.failure_limit = 0;
    k->def.restart_ms = 20;
    live_at(k, 590);
    kit_expect_only(k, "halt", "halt ann doom condition");
    kit_run(k, 25, 1);
    kit_expect_events(k, "@10 plan ann work 1 | @20 restart ann work | @20 start ann work");
}

/* ---- A change ---- */

static void change_by(kit *k, bustle_replacing change) {
    bustle_plan_def *plan = def_empty(k);
    kit_plans(plan, 0, 480, "early");
    kit_plans(plan, 480, 0, "work")->change = change;
    live_at(k, 475);
    kit_forget_events(k);
}

static void S74_by_node_a_node_of_the_main_sequence_is_finished(void **state) {
    kit *k = *state;
    change_by(k, BUSTLE_REPLACING_AT_NODE);
    kit_run(k, 12, 1);
    kit_expect_events(k, "@5 plan ann work 1 | @10 stop ann e1 done | @10 start ann work");
}

static void S74_by_now_the_change_is_made_on_the_npcs_turn_at_once(void **state) {
    kit *k = *state;
    change_by(k, BUSTLE_REPLACING_NOW);
    kit_run(k, 6, 1);
    kit_expect_events(k, "@5 plan ann work 1 | @5 stop ann e1 interrupted | @5 start ann work");
}

static void S74_by_now_it_is_made_below_a_response(void **state) {
    kit *k = *state;
    change_by(k, BUSTLE_REPLACING_NOW);
    kit_interrupt(k, "ann", "call");
    kit_run(k, 40, 1);
    kit_expect_only(k, "plan start",
        "@1 start ann answer | @5 plan ann work 1 | "
        "@31 start ann work");
}

static void S74_where_the_sequence_is_the_same_nothing_is_replaced(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_empty(k);
    kit_plans(plan, 0, 480, "early");
    kit_plans(plan, 480, 0, "early")->change = BUSTLE_REPLACING_NOW;
    live_at(k, 475);
    kit_forget_events(k);
    kit_run(k, 21, 1);
    kit_expect_events(k,
        "@5 plan ann early 1 | @10 stop ann e1 done | @10 start ann e2 | "
        "@20 stop ann e2 done | @20 start ann e1");
}

static void S74_what_set_main_put_in_holds_until_the_plan_changes(void **state) {
    kit *k = *state;
    def_day(k);
    live_at(k, 460);
    OK(bustle_npc_set_main(k->world, kit_entity(k, "ann"), kit_sequence(k, "feast")));
    kit_run(k, 45, 5);
    kit_expect_only(k, "start plan",
        "@0 plan ann night 2 | @0 start ann night | @5 start ann feast | @15 start ann feast | "
        "@20 plan ann work 0 | @25 start ann work | @35 start ann work | @45 start ann work");
}

/* ---- Roles ---- */

/* The plan "day" is the definition's; "guard" has the plan "shift", "cook" the main "feast". */
static void def_roles(kit *k) {
    def_day(k);
    bustle_plan_def *shift = kit_def_plan(k, "shift");
    kit_plans(shift, 0, 720, "watch");
    kit_plans(shift, 720, 0, "rest");
    kit_def_role(k, "guard", NULL)->plan = "shift";
    kit_def_role(k, "cook", "feast");
    kit_def_role(k, "plain", NULL);
}

static void set_role(kit *k, const char *name) {
    OK(bustle_npc_set_role(
        k->world, kit_entity(k, "ann"), name == NULL ? BUSTLE_NONE : kit_role(k, name)));
}

static void S74_a_role_that_brings_a_plan_has_it_looked_at_afresh(void **state) {
    kit *k = *state;
    def_roles(k);
    live_at(k, 500);
    set_role(k, "guard");
    kit_update_to(k, 1);
    kit_expect_events(k,
        "spawn ann | plan ann work 0 | start ann work | role ann guard | plan ann watch 0 | "
        "stop ann work interrupted | start ann watch");
    set_role(k, NULL);
    kit_update_to(k, 2);
    kit_expect_events(k,
        "role ann none | plan ann work 0 | stop ann watch interrupted | "
        "start ann work");
}

static void S74_what_held_of_one_plan_means_nothing_in_another(void **state) {
    kit *k = *state;
    def_roles(k);
    bustle_plan_def *gaps = kit_def_plan(k, "gaps");
    kit_plans(gaps, 480, 600, "feast");
    kit_plans(gaps, 700, 800, "rest");
    kit_def_role(k, "idler", NULL)->plan = "gaps";
    live_at(k, 900);
    set_role(k, "idler"); /* entry 0 held, and nothing is open: it is the last that ended */
    kit_update_to(k, 1);
    expect_plans(k, "plan ann work 0 | plan ann rest 1");
}

static void S74_a_role_with_a_main_sequence_takes_the_plan_away(void **state) {
    kit *k = *state;
    def_roles(k);
    live_at(k, 940);
    set_role(k, "cook");
    kit_update_to(k, 1);
    kit_forget_events(k);
    kit_run(k, 40, 10); /* when the rest would begin */
    kit_expect_only(k, "plan role", "");
    size_t count = 0;
    assert_int_equal(
        bustle_npc_plan(k->world, kit_entity(k, "ann"), 0, NULL, NULL, 0, &count), BUSTLE_NO_PLAN);
    set_role(k, NULL);
    kit_update_to(k, 42);
    kit_expect_only(k, "plan role", "role ann none | plan ann rest 1");
}

/* While they have no plan they are not in its queue; there is room for them all the same. */
static void S74_any_number_may_get_their_plans_back(void **state) {
    enum { MANY = 40 };
    kit *k = *state;
    static char names[MANY][16];
    def_roles(k);
    begin_at(k, 500);
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "m%d", i);
        kit_spawn(k, names[i], "npc");
        OK(bustle_npc_set_role(k->world, kit_entity(k, names[i]), kit_role(k, "cook")));
    }
    kit_update_to(k, 1);
    kit_forget_events(k);
    for (int i = 0; i < MANY; i++) {
        OK(bustle_npc_set_role(k->world, kit_entity(k, names[i]), BUSTLE_NONE));
    }
    kit_run(k, 50, 10);
    for (int i = 0; i < MANY; i++) {
        size_t count = 0;
        OK(bustle_npc_plan(k->world, kit_entity(k, names[i]), 0, NULL, NULL, 0, &count));
        assert_int_equal(4, count);
    }
}

static void S74_a_role_that_leaves_the_plan_sets_what_holds_as_main_sequence(void **state) {
    kit *k = *state;
    def_roles(k);
    live_at(k, 500);
    OK(bustle_npc_set_main(k->world, kit_entity(k, "ann"), kit_sequence(k, "feast")));
    kit_update_to(k, 1);
    kit_forget_events(k);
    set_role(k, "plain");
    kit_update_to(k, 2);
    kit_expect_events(k, "role ann plain | stop ann feast interrupted | start ann work");
}

static void S74_the_plan_is_looked_at_after_enter_and_replaces_by_the_roles_change(void **state) {
    kit *k = *state;
    def_sequences(k);
    def_state(k, "log");
    def_environment(k, "alarm", 1);
    bustle_plan_def *shift = kit_def_plan(k, "shift");
    kit_plans(shift, 0, 0, "watch");
    bustle_role_def *guard = kit_def_role(k, "guard", NULL);
    guard->plan = "shift";
    guard->change = BUSTLE_REPLACING_NOW;
    guard->enter = OPS(INCREASE(BUSTLE_SELF, "log", 1), RAISE(BUSTLE_SELF, "call"));
    kit_def_role(k, "idler", "early");
    bustle_entity_def *npc = has(def_npc(k, "npc", NULL), "log", 0);
    handles(npc, "call", "respond", 0);
    kit_may_be(npc, "guard", OPS(ENV_IS("alarm", BUSTLE_EQUAL, 1)));
    kit_may_be(npc, "idler", ALWAYS);
    begin_at(k, 0);
    kit_answer(k, "alarm", 0);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_answer(k, "alarm", 1);
    kit_update_to(k, 5);
    kit_expect_events(k,
        "spawn ann | role ann idler | start ann e1 | role ann guard | "
        "plan ann watch 0 | stop ann e1 interrupted | "
        "interrupt ann call respond ann | start ann answer");
    assert_int_equal(kit_get(k, "ann", "log"), 1);
}

static int err(kit *k, bustle_call *call) {
    (void)k;
    call->error = "it always fails";
    return -1;
}

static void S74_what_enter_leads_to_comes_before_the_change_of_plan(void **state) {
    kit *k = *state;
    def_roles(k);
    for (size_t i = 0; i < k->def_count; i++) {
        bustle_role_def *role = k->defs[i].def;
        if (k->defs[i].kind == BUSTLE_KIND_ROLE && strcmp(role->name, "guard") == 0) {
            role->enter = OPS(CALL(1, "guard.enter"));
            role->exit = OPS(CALL(1, "guard.exit"));
        }
    }
    k->effects[1] = err;
    live_at(k, 500);
    kit_forget_events(k);
    set_role(k, "guard");
    kit_update_to(k, 1);
    kit_expect_only(k, "role error plan", "role ann guard | error ann | plan ann watch 0");
    set_role(k, NULL);
    kit_update_to(k, 2);
    kit_expect_only(k, "role error plan", "error ann | role ann none | plan ann work 0");
}

static void S52_a_definition_without_main_takes_the_plan_of_its_last_role(void **state) {
    kit *k = *state;
    def_sequences(k);
    def_environment(k, "alarm", 1);
    kit_plans(kit_def_plan(k, "shift"), 0, 0, "watch");
    kit_def_role(k, "other", "feast");
    kit_def_role(k, "guard", NULL)->plan = "shift";
    kit_def_role(k, "given", NULL);
    bustle_entity_def *npc = def_npc(k, "npc", NULL);
    kit_may_be(npc, "other", OPS(ENV_IS("alarm", BUSTLE_EQUAL, 1)));
    kit_may_be(npc, "guard", ALWAYS);
    begin_at(k, 0);
    kit_answer(k, "alarm", 1);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    set_role(k, "given");
    kit_update_to(k, 1);
    kit_expect_only(k, "role plan start",
        "role ann other | start ann feast | role ann given | plan ann watch 0 | start ann watch");
}

/* ---- Asking ---- */

static void S74_the_game_is_told_of_a_day_in_order_and_why(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_day(k);
    bustle_plan_entry_def *feast = kit_plans(plan, 700, 760, "feast");
    feast->priority = 1;
    feast->skip = 60;
    live_at(k, 720);
    bustle_plan_entry e[8];
    bustle_id id = BUSTLE_NONE;
    size_t count = 0;
    OK(bustle_npc_plan(k->world, kit_entity(k, "ann"), 0, &id, e, 8, &count));
    assert_int_equal(id, kit_plan(k, "day"));
    assert_int_equal(count, 5);
    static const struct {
        uint32_t entry;
        int64_t day, begins;
        bustle_verdict why;
    } expected[] = {{2, -1, -120, BUSTLE_VERDICT_OVER}, {0, 0, 480, BUSTLE_VERDICT_OPEN},
        {3, 0, 700, BUSTLE_VERDICT_SHORT}, {1, 0, 960, BUSTLE_VERDICT_LATER},
        {2, 0, 1320, BUSTLE_VERDICT_LATER}};
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(e[i].entry, expected[i].entry);
        assert_int_equal(e[i].day, expected[i].day);
        assert_int_equal(e[i].begins_ms, expected[i].begins);
        assert_int_equal(e[i].why, expected[i].why);
        assert_int_equal(e[i].holds, expected[i].why == BUSTLE_VERDICT_OPEN);
        assert_int_equal(e[i].patch, 0);
    }
    assert_int_equal(e[2].priority, 1);
    assert_int_equal(e[2].sequence, kit_sequence(k, "feast"));
    /* Fewer than there are: the first ones. */
    bustle_plan_entry two[2];
    OK(bustle_npc_plan(k->world, kit_entity(k, "ann"), 0, NULL, two, 2, &count));
    assert_int_equal(count, 5);
    assert_int_equal(two[0].entry, 2);
    assert_int_equal(two[1].entry, 0);
}

static void S74_of_open_entries_the_others_are_below(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_day(k);
    kit_plans(plan, 700, 760, "feast")->priority = 1;
    live_at(k, 720);
    bustle_plan_entry e[8];
    size_t count = 0;
    OK(bustle_npc_plan(k->world, kit_entity(k, "ann"), 0, NULL, e, 8, &count));
    assert_int_equal(e[1].why, BUSTLE_VERDICT_BELOW);
    assert_int_equal(e[2].why, BUSTLE_VERDICT_OPEN);
}

static void S74_asking_is_refused_for_wrong_arguments(void **state) {
    kit *k = *state;
    def_day(k);
    def_prop(k, "chair");
    def_npc(k, "other", "work");
    live_at(k, 720);
    kit_spawn(k, "chair", "chair");
    kit_spawn(k, "bob", "other");
    size_t count = 0;
    const bustle_entity ann = kit_entity(k, "ann");
    assert_int_equal(bustle_npc_plan(NULL, ann, 0, NULL, NULL, 0, &count), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_plan(k->world, ann, 0, NULL, NULL, 0, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_plan(k->world, ann, 0, NULL, NULL, 1, &count), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(
        bustle_npc_plan(k->world, ann, INT64_MAX, NULL, NULL, 0, &count), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(
        bustle_npc_plan(k->world, ann, INT64_MIN, NULL, NULL, 0, &count), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_npc_plan(k->world, kit_entity(k, "chair"), 0, NULL, NULL, 0, &count),
        BUSTLE_NOT_NPC);
    assert_int_equal(
        bustle_npc_plan(k->world, kit_entity(k, "bob"), 0, NULL, NULL, 0, &count), BUSTLE_NO_PLAN);
    kit_remove(k, "ann");
    assert_int_equal(bustle_npc_plan(k->world, ann, 0, NULL, NULL, 0, &count), BUSTLE_STALE);
}

/* ---- Listening ---- */

static char heard[2048];

static void hear(void *context, bustle_world *world, const bustle_trace *t) {
    const kit *k = context;
    const size_t length = strlen(heard);
    if (t->kind != BUSTLE_TRACE_PLAN) {
        assert_int_equal(t->plan, BUSTLE_NONE);
        return;
    }
    /* A listener may ask about plans meanwhile. */
    bustle_plan_entry e[8];
    size_t count = 0;
    OK(bustle_npc_plan(world, t->npc, 0, NULL, e, 8, &count));
    assert_int_equal(t->sequence, BUSTLE_NONE);
    snprintf(heard + length, sizeof heard - length, "%s %u %s|",
        bustle_content_name(k->content, BUSTLE_KIND_PLAN, t->plan), (unsigned)t->entry,
        bustle_verdict_text(t->verdict));
}

static void S74_every_entry_is_told_when_a_plan_is_looked_at(void **state) {
    kit *k = *state;
    bustle_plan_def *plan = def_day(k);
    bustle_plan_entry_def *feast = kit_plans(plan, 700, 760, "feast");
    feast->priority = 1;
    feast->skip = 60;
    kit_plans(plan, 710, 800, "watch")->priority = -1;
    k->def.callbacks.trace = hear;
    heard[0] = '\0';
    live_at(k, 720);
    assert_string_equal(heard, "day 0 open|day 1 later|day 2 later|day 3 short|day 4 below|");
    heard[0] = '\0';
    kit_run(k, 200, 1); /* nothing changes: the feast would be too short all the time */
    assert_string_equal(heard, "");
    kit_run(k, 45, 1); /* it is 16:05 */
    assert_string_equal(heard, "day 0 over|day 1 open|day 2 later|day 3 over|day 4 over|");
}

/* ---- Against a plain reading of the rule ---- */

enum { MOST = 6 };

typedef struct plain {
    bustle_plan_entry_def entries[MOST];
    uint32_t count;
    const kit *k;
    int64_t held_day;
    int32_t held; /* -1: nothing */
} plain;

static int64_t plain_begin(const plain *p, uint32_t i, int64_t day) {
    return begin_of(p->k, 1, i, day, DAY, p->entries[i].from, p->entries[i].vary);
}

static int64_t plain_end(const plain *p, uint32_t i, int64_t day) {
    const bool next_day = p->entries[i].to <= p->entries[i].from;
    return (day + next_day) * DAY + p->entries[i].to;
}

static bool plain_short(const plain *p, uint32_t i, int64_t day, int64_t t) {
    int64_t left = plain_end(p, i, day) - t;
    for (uint32_t j = 0; j < p->count; j++) {
        for (int64_t d = t / DAY - 3; d <= t / DAY + 3; d++) {
            const int64_t begin = plain_begin(p, j, d);
            if (p->entries[j].priority > p->entries[i].priority && begin > t && begin - t < left) {
                left = begin - t;
            }
        }
    }
    return left < p->entries[i].skip && !(p->held == (int32_t)i && p->held_day == day);
}

/* The number of what holds at t and its day, by going through everything. */
static void plain_look(const plain *p, int64_t t, int32_t *found, int64_t *found_day) {
    int64_t best[4] = {0};
    *found = -1;
    for (int pass = 0; pass < 3 && *found < 0; pass++) {
        if (pass == 1 && p->held >= 0) {
            *found = p->held;
            *found_day = p->held_day;
            return;
        }
        for (uint32_t i = 0; i < p->count; i++) {
            for (int64_t d = t / DAY - 3; d <= t / DAY + 3; d++) {
                const int64_t begin = plain_begin(p, i, d);
                const int64_t end = plain_end(p, i, d);
                const bool open = begin <= t && end > t;
                const bool meant = pass == 0 ? open && !plain_short(p, i, d, t)
                    : pass == 1              ? open
                                             : end <= t;
                const int64_t rank[4] = {pass == 2 ? end : 0, p->entries[i].priority, begin, i};
                int order = *found < 0 ? 1 : 0;
                for (int r = 0; r < 4 && order == 0; r++) {
                    order = rank[r] > best[r] ? 1 : rank[r] < best[r] ? -1 : 0;
                }
                if (meant && order > 0) {
                    memcpy(best, rank, sizeof best);
                    *found = (int32_t)i;
                    *found_day = d;
                }
            }
        }
    }
}

static uint32_t pick(uint32_t *random, uint32_t below) {
    *random = *random * 1664525u + 1013904223u;
    return (*random >> 8) % below;
}

/* Entries one after the other, with gaps, and one or two of a higher priority. */
static void def_any_plan(kit *k, plain *p, uint32_t *random) {
    static const char *const sequences[] = {"work", "rest", "night", "feast", "watch", "early"};
    bustle_plan_def *plan = def_empty(k);
    int32_t at = (int32_t)pick(random, 300);
    *p = (plain){.k = k, .held = -1};
    while (p->count < MOST) {
        const bool above = p->count >= 4;
        const int32_t length = 1 + (int32_t)pick(random, above ? 200 : 400);
        bustle_plan_entry_def e = bustle_default_plan_entry_def();
        if (!above && at + length > 1300) {
            break;
        }
        e.from = above ? (int32_t)pick(random, DAY) : at;
        e.to = (e.from + length) % DAY;
        e.sequence = sequences[p->count];
        e.vary = pick(random, 2) == 0 ? 0 : (int32_t)pick(random, (uint32_t)length / 2 + 1);
        e.skip = pick(random, 2) == 0 ? 0 : (int32_t)pick(random, (uint32_t)length + 1);
        e.priority = above ? (int32_t)p->count : 0;
        at += length + (int32_t)pick(random, 3) * 30;
        p->entries[p->count++] = e;
        *kit_plans(plan, e.from, e.to, e.sequence) = e;
    }
}

static void expect_as_read(kit *k, plain *p, int64_t step, int64_t start) {
    int32_t found = -1;
    int64_t day = 0;
    for (int64_t now = 0; now < 6 * DAY; now += step) {
        /* It is looked at if at some moment since then another would hold. */
        bool looks = false;
        for (int64_t t = now - step + 1; t <= now && !looks; t++) {
            plain_look(p, start + (t < 0 ? 0 : t), &found, &day);
            looks = found != p->held || day != p->held_day;
        }
        const int32_t before = p->held;
        if (looks) {
            plain_look(p, start + now, &found, &day);
            p->held = found;
            p->held_day = day;
        }
        kit_update_to(k, now);
        char text[64] = "";
        if (p->held != before) {
            snprintf(text, sizeof text, "plan ann %s %d", p->entries[p->held].sequence, p->held);
        }
        expect_plans(k, text);
    }
}

static void S74_random_plans_do_what_a_plain_reading_of_the_rule_says(void **state) {
    kit *k = *state;
    static const int64_t steps[] = {1, 1, 7, 60, 400};
    uint32_t random = 12345;
    for (int round = 0; round < 40; round++) {
        plain p;
        kit_reset(k);
        k->unchecked = round % 4 != 0;
        k->def.seed = pick(&random, 1000) * UINT64_C(0x100000001);
        def_any_plan(k, &p, &random);
        const int64_t start = pick(&random, DAY);
        begin_at(k, start);
        kit_spawn(k, "ann", "npc");
        expect_as_read(k, &p, steps[round % 5], start);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S74_an_entry_holds_from_its_begin_to_its_end),
        RULE(S74_the_day_goes_round),
        RULE(S74_the_higher_priority_holds_and_then_the_lower_is_returned_to),
        RULE(S74_among_equals_the_one_that_began_last_holds),
        RULE(S74_of_two_that_begin_at_once_the_one_with_the_higher_number_holds),
        RULE(S74_of_two_equals_that_begin_at_once_the_one_with_the_higher_number_holds),
        RULE(S74_where_nothing_is_open_what_held_goes_on),
        RULE(S74_of_those_that_ended_at_once_the_higher_priority_counts),
        RULE(S74_an_entry_with_too_little_time_until_its_end_is_not_returned_to),
        RULE(S74_an_entry_with_just_enough_time_is_returned_to),
        RULE(S74_time_is_left_only_until_a_higher_one_begins),
        RULE(S74_what_holds_is_never_too_short),
        RULE(S74_afresh_one_that_is_too_short_holds_where_nothing_else_is_open),
        RULE(S74_afresh_one_that_is_long_enough_holds_before_a_higher_one_that_is_not),
        RULE(S74_the_same_entry_of_the_next_day_is_another_but_no_change),
        RULE(S74_an_entry_begins_by_a_draw_of_seed_day_entry_and_npc),
        RULE(S74_a_name_draws_by_its_hash),
        RULE(S74_plans_draw_nothing_from_the_stream_of_the_npc),
        RULE(S74_the_next_change_may_be_many_days_ahead),
        RULE(S74_however_much_has_passed_it_is_looked_at_once_as_of_now),
        RULE(S74_an_update_in_which_all_is_as_before_changes_nothing),
        RULE(S74_several_are_looked_at_by_their_time_then_by_spawn_number),
        RULE(S49_changes_of_plan_come_before_endings_and_join_the_deciders),
        RULE(S49_each_plan_that_is_looked_at_counts_for_the_portion),
        RULE(S37_however_small_the_budget_one_plan_is_looked_at),
        RULE(S37_a_budget_bounds_an_update_in_which_everybody_changes_at_once),
        RULE(S74_held_and_halted_npcs_are_looked_at_too),
        RULE(S74_a_halted_npc_restarts_with_what_holds_then),
        RULE(S74_by_node_a_node_of_the_main_sequence_is_finished),
        RULE(S74_by_now_the_change_is_made_on_the_npcs_turn_at_once),
        RULE(S74_by_now_it_is_made_below_a_response),
        RULE(S74_where_the_sequence_is_the_same_nothing_is_replaced),
        RULE(S74_what_set_main_put_in_holds_until_the_plan_changes),
        RULE(S74_a_role_that_brings_a_plan_has_it_looked_at_afresh),
        RULE(S74_what_held_of_one_plan_means_nothing_in_another),
        RULE(S74_a_role_with_a_main_sequence_takes_the_plan_away),
        RULE(S74_any_number_may_get_their_plans_back),
        RULE(S74_a_role_that_leaves_the_plan_sets_what_holds_as_main_sequence),
        RULE(S74_the_plan_is_looked_at_after_enter_and_replaces_by_the_roles_change),
        RULE(S74_what_enter_leads_to_comes_before_the_change_of_plan),
        RULE(S52_a_definition_without_main_takes_the_plan_of_its_last_role),
        RULE(S74_the_game_is_told_of_a_day_in_order_and_why),
        RULE(S74_of_open_entries_the_others_are_below),
        RULE(S74_asking_is_refused_for_wrong_arguments),
        RULE(S74_every_entry_is_told_when_a_plan_is_looked_at),
        RULE(S74_random_plans_do_what_a_plain_reading_of_the_rule_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
