/* S74: which entry of a plan holds, when it is looked at, and what a change does. */
#include <string.h>

#include "base/random.h"
#include "kit_npc.h"

enum { DAY = 1440 }; /* ms: a minute of the clock is one */

/* "early" (e1, e2), "work", "rest" and "night": actions of 10 ms under the same names. */
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

/* Works from 8 to 16 o'clock, rests until 22, sleeps until 8. */
static bustle_plan_def *def_day(kit *k) {
    def_sequences(k);
    bustle_plan_def *plan = kit_def_plan(k, "day");
    kit_plans(plan, 480, 960, "work");
    kit_plans(plan, 960, 1320, "rest");
    kit_plans(plan, 1320, 480, "night");
    handles(kit_def_planned(k, "npc", "day"), "call", "respond", 0);
    return plan;
}

static void begin_at(kit *k, int64_t minute) {
    k->def.day_ms = DAY;
    k->def.day_start_ms = minute;
    kit_begin(k);
}

static void expect_plans(kit *k, const char *expected) {
    kit_expect_only(k, "plan", expected);
}

/* ---- Which entry holds ---- */

static void S74_an_entry_holds_from_its_begin_to_its_end(void **state) {
    kit *k = *state;
    def_day(k);
    begin_at(k, 470);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_expect_events(k, "spawn ann | plan ann night 2 | start ann night");
    kit_update_to(k, 9);
    kit_expect_events(k, "");
    kit_run(k, 11, 1);
    kit_expect_events(k, "@10 plan ann work 0 | @10 stop ann night done | @10 start ann work | "
                         "@20 stop ann work done | @20 start ann work");
}

static void S74_the_day_goes_round(void **state) {
    kit *k = *state;
    def_day(k);
    begin_at(k, 400);
    kit_spawn(k, "ann", "npc");
    kit_run(k, 2 * DAY, 10);
    expect_plans(k,
        "@0 plan ann night 2 | @80 plan ann work 0 | @560 plan ann rest 1 | "
        "@920 plan ann night 2 | @1520 plan ann work 0 | @2000 plan ann rest 1 | "
        "@2360 plan ann night 2");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S74_an_entry_holds_from_its_begin_to_its_end),
        RULE(S74_the_day_goes_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
