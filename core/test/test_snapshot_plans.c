/* S73 to S75 and saves: the clock, what holds of plans, and patches, saved and loaded at every
 * moment, into other content, from damaged bytes, and through a reload. */
#include <stdlib.h>
#include <string.h>

#include "kit_npc.h"
#include "persist/snapshot.h"
#include "sections.h"

#undef OK
#define OK(call) assert_int_equal((call), BUSTLE_OK)

enum { DAY = 1440, PEOPLE = 6 }; /* ms: a minute of the clock is one */

typedef struct edit { /* what is other than at first */
    const char *third; /* the sequence of the third entry */
    bool short_plan, no_plan, main_instead, other_plan, no_feast, no_roles, wide;
} edit;

static void def_chains(kit *k, const edit *e) {
    static const char *const names[] = {"work", "rest", "sleep", "guard", "feast"};
    for (size_t i = 0; i < 5; i++) {
        def_action(k, names[i], 7);
        if (i < 4 || !e->no_feast) {
            chain(k, names[i], names[i], names[i]);
        }
    }
    def_environment(k, "common.hour", 5);
}

static void def_life(kit *k, const edit *e) {
    def_chains(k, e);
    if (!e->no_plan) {
        bustle_plan_def *day = kit_def_plan(k, e->other_plan ? "night" : "day");
        bustle_plan_entry_def *work = kit_plans(day, 480, 960, "work");
        work->vary = e->wide ? 200 : 60;
        work->skip = 30;
        kit_plans(day, 960, 1320, "rest")->vary = 40;
        if (!e->short_plan) {
            kit_plans(day, 1320, 480, e->third == NULL ? "sleep" : e->third);
        }
    }
    if (!e->no_roles) {
        bustle_plan_def *shift = kit_def_plan(k, "shift");
        kit_plans(shift, 0, 720, "guard")->vary = 50;
        kit_plans(shift, 720, 0, "rest")->change = BUSTLE_REPLACING_NOW;
        kit_def_role(k, "watch", NULL)->plan = "shift";
        kit_def_role(k, "free", "rest");
    }
    bustle_entity_def *person = def_npc(k, "npc", e->main_instead || e->no_plan ? "work" : NULL);
    if (person->main == NULL) {
        person->plan = e->other_plan ? "night" : "day";
    }
}

static const edit as_before = {0};
static const char *const labels[PEOPLE] = {"a", "b", "c", "d", "e", "f"};

static void begin(kit *k, int64_t minute) {
    def_life(k, &as_before);
    k->def.seed = 77;
    k->def.day_ms = DAY;
    k->def.day_start_ms = minute;
    kit_begin(k);
    for (size_t i = 0; i < PEOPLE; i++) {
        kit_spawn(k, labels[i], "npc");
    }
}

static bustle_snapshot save(const bustle_world *w) {
    bustle_snapshot s = {0};
    OK(bustle_snapshot_save(w, NULL, 0, &s));
    return s;
}

static char told[512];

static void tell(void *context, bustle_world *world, const bustle_change *what) {
    (void)context;
    (void)world;
    if (strstr(told, what->code) == NULL) {
        strncat(told, what->code, sizeof told - strlen(told) - 2);
        strcat(told, ";");
    }
}

static void load(bustle_world *w, const bustle_snapshot *s) {
    const bustle_load_options options = {.report = tell};
    char reason[256] = "";
    told[0] = '\0';
    if (bustle_snapshot_load(w, s->bytes, s->size, &options, reason, sizeof reason) != BUSTLE_OK) {
        fail_msg("%s", reason);
    }
}

static void expect_consistent(bustle_world *w) {
    char text[256] = "";
    if (bustle_world_check(w, text, sizeof text) != BUSTLE_OK) {
        fail_msg("%s", text);
    }
}

/* ---- The same content ---- */

static uint32_t pick(uint32_t *random, uint32_t below) {
    *random = *random * 1664525u + 1013904223u;
    return (*random >> 8) % below;
}

static void patch_any(const kit *k, bustle_world *w, bustle_entity person, uint32_t *random) {
    bustle_patch_def def = bustle_default_patch_def();
    def.from = (int32_t)pick(random, DAY);
    def.to = (int32_t)pick(random, DAY);
    def.sequence = kit_sequence(k, "feast");
    def.vary = (int32_t)pick(random, 2) * 5;
    def.skip = (int32_t)pick(random, 2) * 3;
    def.priority = (int32_t)pick(random, 4);
    def.days = (int32_t)pick(random, 3);
    def.change = (bustle_replacing)pick(random, 3);
    (void)bustle_npc_patch_plan(w, person, &def, NULL);
}

/* Something that a game might do, the same to both worlds if asked in the same way. */
static void disturb(const kit *k, bustle_world *w, uint32_t random) {
    const bustle_entity person = kit_entity(k, labels[pick(&random, PEOPLE)]);
    switch (pick(&random, 9)) {
    case 0:
    case 1:
        patch_any(k, w, person, &random);
        break;
    case 2:
        (void)bustle_npc_unpatch_plan(w, person, 1 + pick(&random, 5));
        break;
    case 3:
        OK(bustle_npc_set_role(w, person,
            pick(&random, 3) == 0 ? BUSTLE_NONE
                                  : kit_role(k, pick(&random, 2) == 0 ? "watch" : "free")));
        break;
    case 4:
        if (pick(&random, 4) == 0) {
            OK(bustle_world_set_time(w, pick(&random, 3), pick(&random, DAY)));
        }
        break;
    case 5:
        OK(bustle_npc_hold(w, person));
        break;
    case 6:
        OK(bustle_npc_release(w, person));
        break;
    case 7:
        OK(bustle_npc_set_main(w, person, kit_sequence(k, "feast")));
        break;
    default:
        break;
    }
}

static void S74_saves_at_every_moment_change_no_decision(void **state) {
    kit *k = *state;
    uint32_t random = 4711;
    begin(k, 400);
    bustle_world *twin = NULL;
    OK(bustle_world_create(k->content, &k->def, &twin));
    bustle_update_options options = bustle_default_update_options();
    for (int i = 0; i < 600; i++) {
        const int64_t now = bustle_world_now(k->world) + 1 + pick(&random, 40);
        const uint32_t what = pick(&random, 1u << 20);
        bustle_snapshot s = save(k->world);
        load(twin, &s);
        assert_string_equal(told, "");
        bustle_snapshot again = save(twin);
        assert_int_equal(again.size, s.size);
        assert_memory_equal(again.bytes, s.bytes, s.size);
        disturb(k, k->world, what);
        disturb(k, twin, what);
        options.portion = pick(&random, 3) == 0 ? 2 : 0; /* what is left is saved, too */
        OK(bustle_world_update(k->world, now, &options));
        OK(bustle_world_update(twin, now, &options));
        assert_int_equal(bustle_world_hash(k->world), bustle_world_hash(twin));
        expect_consistent(k->world);
        expect_consistent(twin);
        bustle_snapshot_free(&s);
        bustle_snapshot_free(&again);
    }
    bustle_world_destroy(twin);
}

static void S73_a_save_has_what_the_clock_shows(void **state) {
    kit *k = *state;
    begin(k, 400);
    OK(bustle_world_set_time(k->world, 5, 77));
    kit_update_to(k, 10);
    bustle_snapshot s = save(k->world);
    bustle_world *other = NULL;
    OK(bustle_world_create(k->content, &k->def, &other));
    load(other, &s);
    bustle_clock clock;
    OK(bustle_world_clock(other, &clock));
    assert_int_equal(clock.day, 5);
    assert_int_equal(clock.time_ms, 87);
    bustle_snapshot_free(&s);
    bustle_world_destroy(other);
}

static void S73_in_days_of_another_length_it_is_the_same_minute_of_the_same_day(void **state) {
    kit *k = *state;
    begin(k, 400);
    OK(bustle_world_set_time(k->world, 5, 700));
    kit_update_to(k, 2);
    bustle_snapshot s = save(k->world);
    bustle_world *other = NULL;
    bustle_world_def def = k->def;
    def.day_ms = 86400000;
    OK(bustle_world_create(k->content, &def, &other));
    load(other, &s);
    assert_string_equal(told, "setting-changed;");
    bustle_clock clock;
    OK(bustle_world_clock(other, &clock));
    assert_int_equal(clock.day, 5);
    assert_int_equal(clock.hour, 702 / 60);
    assert_int_equal(clock.minute, 702 % 60);
    OK(bustle_world_update(other, 50, NULL));
    expect_consistent(other);
    bustle_snapshot_free(&s);
    bustle_world_destroy(other);
}

/* ---- Saves that lack it ---- */

static void load_without(kit *k, const char *const *names, bustle_snapshot *s) {
    section_part parts[SECTIONS_MOST];
    size_t count = sections_of(s->bytes + HEADER_SIZE, s->size - HEADER_SIZE, parts);
    for (; *names != NULL; names++) {
        size_t kept = 0;
        for (size_t i = 0; i < count; i++) {
            if (strcmp(parts[i].name, *names) != 0) {
                parts[kept++] = parts[i];
            }
        }
        assert_int_equal(kept, count - 1);
        count = kept;
    }
    uint8_t *bytes = malloc(s->size);
    assert_non_null(bytes);
    const size_t size = HEADER_SIZE + sections_put(bytes + HEADER_SIZE, parts, count);
    bsl_snapshot_header(bytes, size, 0, FORMAT);
    OK(bustle_snapshot_load(k->world, bytes, size, NULL, NULL, 0));
    free(bytes);
}

static void S74_a_save_without_plans_loads_as_after_setting_the_clock(void **state) {
    kit *k = *state;
    static const char *const sections[] = {"clock", "plans", "days", NULL};
    begin(k, 400);
    OK(bustle_world_set_time(k->world, 3, 700));
    kit_update_to(k, 100);
    bustle_snapshot s = save(k->world);
    load_without(k, sections, &s);
    bustle_snapshot_free(&s);
    bustle_clock clock;
    OK(bustle_world_clock(k->world, &clock));
    assert_int_equal(clock.day, 0); /* as if nobody had ever set it */
    assert_int_equal(clock.time_ms, 500);
    kit_forget_events(k);
    kit_update_to(k, 200);
    for (size_t i = 0; i < PEOPLE; i++) {
        bustle_plan_entry e[4];
        size_t count = 0;
        OK(bustle_npc_plan(k->world, kit_entity(k, labels[i]), 0, NULL, e, 4, &count));
        assert_true(e[0].holds || e[1].holds);
    }
    kit_expect_only(k, "plan",
        "plan a work 0 | plan b work 0 | plan c work 0 | plan d work 0 | plan e work 0 | "
        "plan f work 0");
}

/* ---- Other content ---- */

static void reload(kit *k, const edit *e) {
    const bustle_load_options options = {.report = tell};
    bustle_content *replaced = k->content;
    bustle_builder_destroy(k->builder);
    k->builder = bustle_builder_create(&k->allocator);
    k->def_count = 0;
    k->defs_added = 0;
    k->content = NULL;
    told[0] = '\0';
    def_life(k, e);
    kit_seal_ok(k);
    OK(bustle_world_reload(k->world, k->content, &options));
    bustle_content_release(replaced);
    expect_consistent(k->world);
}

/* At 11 at night everybody sleeps. */
static void begin_at_night(kit *k) {
    begin(k, 1380);
    kit_update_to(k, 5);
    kit_forget_events(k);
}

static void S74_an_entry_that_is_still_there_goes_on_through_a_reload(void **state) {
    kit *k = *state;
    begin_at_night(k);
    reload(k, &(edit){.wide = true});
    kit_update_to(k, 10);
    assert_string_equal(told, "");
    kit_expect_only(k, "plan", "");
    kit_run(k, 1400, 10); /* and varies by what the new content says */
    for (size_t i = 0; i < k->event_count; i++) {
        const bustle_event *e = &k->events[i];
        if (e->kind == BUSTLE_EVENT_PLAN && e->argument == 0) {
            assert_in_range((1380 + e->time) % DAY, 280, 690);
        }
    }
}

static void S74_an_entry_of_another_sequence_is_looked_at_afresh(void **state) {
    kit *k = *state;
    begin_at_night(k);
    reload(k, &(edit){.third = "rest"});
    kit_update_to(k, 10);
    kit_expect_only(k, "plan",
        "plan a rest 2 | plan b rest 2 | plan c rest 2 | plan d rest 2 | plan e rest 2 | "
        "plan f rest 2");
}

static void S74_an_entry_that_is_gone_is_looked_at_afresh(void **state) {
    kit *k = *state;
    begin_at_night(k);
    reload(k, &(edit){.short_plan = true});
    kit_update_to(k, 10);
    kit_expect_only(k, "plan",
        "plan a rest 1 | plan b rest 1 | plan c rest 1 | plan d rest 1 | plan e rest 1 | "
        "plan f rest 1");
}

static void S74_another_plan_is_looked_at_afresh(void **state) {
    kit *k = *state;
    begin_at_night(k);
    reload(k, &(edit){.other_plan = true});
    assert_string_equal(told, "plan-gone;");
    kit_update_to(k, 10);
    kit_expect_only(k, "plan",
        "plan a sleep 2 | plan b sleep 2 | plan c sleep 2 | plan d sleep 2 | plan e sleep 2 | "
        "plan f sleep 2");
}

static void S74_where_the_plan_gives_way_to_a_main_sequence_that_is_begun(void **state) {
    kit *k = *state;
    begin_at_night(k);
    OK(bustle_npc_hold(k->world, kit_entity(k, "b")));
    reload(k, &(edit){.no_plan = true, .no_roles = true});
    assert_string_equal(told, "role-gone;plan-gone;");
    kit_forget_events(k);
    kit_run(k, 20, 1);
    kit_expect_only(k, "plan", "");
    assert_string_equal(
        bustle_content_name(k->content, BUSTLE_KIND_SEQUENCE, kit_doing(k, "a").main), "work");
    reload(k, &as_before);
    kit_forget_events(k);
    kit_update_to(k, 40);
    kit_expect_only(k, "plan",
        "plan a sleep 2 | plan b sleep 2 | plan c sleep 2 | plan d sleep 2 | plan e sleep 2 | "
        "plan f sleep 2");
}

static void S74_with_roles_that_plan_an_npc_may_lose_its_own_plan_too(void **state) {
    kit *k = *state;
    begin_at_night(k);
    reload(k, &(edit){.main_instead = true});
    kit_forget_events(k);
    kit_run(k, 20, 1);
    kit_expect_only(k, "plan", "");
    OK(bustle_npc_set_role(k->world, kit_entity(k, "a"), kit_role(k, "watch")));
    kit_update_to(k, 30);
    kit_expect_only(k, "plan", "plan a rest 1");
}

static void S75_patches_live_through_a_reload_but_for_those_whose_sequence_is_gone(void **state) {
    kit *k = *state;
    begin_at_night(k);
    bustle_patch_def def = bustle_default_patch_def();
    def.from = 1382;
    def.to = 1400;
    def.sequence = kit_sequence(k, "feast");
    OK(bustle_npc_patch_plan(k->world, kit_entity(k, "a"), &def, NULL));
    def.sequence = kit_sequence(k, "rest");
    OK(bustle_npc_patch_plan(k->world, kit_entity(k, "b"), &def, NULL));
    kit_update_to(k, 6);
    kit_expect_only(k, "plan", "plan a feast 256 | plan b rest 256");
    reload(k, &as_before);
    kit_update_to(k, 7);
    kit_expect_only(k, "plan", "");
    reload(k, &(edit){.no_feast = true});
    assert_non_null(strstr(told, "patch-lost;"));
    kit_forget_events(k);
    kit_update_to(k, 8);
    kit_expect_only(k, "plan", "plan a sleep 2");
    assert_int_equal(bustle_npc_unpatch_plan(k->world, kit_entity(k, "a"), 1), BUSTLE_NO_PLAN);
    OK(bustle_npc_unpatch_plan(k->world, kit_entity(k, "b"), 1));
    def.from = 1;
    def.to = 2;
    uint32_t number = 0;
    def.sequence = kit_sequence(k, "rest");
    OK(bustle_npc_patch_plan(k->world, kit_entity(k, "a"), &def, &number));
    assert_int_equal(number, 2); /* no number is used again */
}

static void S74_a_main_sequence_that_is_gone_gives_way_to_what_holds(void **state) {
    kit *k = *state;
    begin_at_night(k);
    OK(bustle_npc_set_main(k->world, kit_entity(k, "a"), kit_sequence(k, "feast")));
    kit_update_to(k, 6);
    reload(k, &(edit){.no_feast = true});
    assert_non_null(strstr(told, "main-lost;"));
    kit_update_to(k, 30);
    assert_string_equal(
        bustle_content_name(k->content, BUSTLE_KIND_SEQUENCE, kit_doing(k, "a").main), "sleep");
}

static void S74_random_saves_load_into_edited_content(void **state) {
    kit *k = *state;
    static const edit edits[] = {{.wide = true}, {.third = "work"}, {.short_plan = true},
        {.no_plan = true}, {.main_instead = true}, {.other_plan = true}, {.no_feast = true},
        {.no_roles = true}, {.no_plan = true, .no_roles = true}, {0}};
    uint32_t random = 99;
    for (size_t round = 0; round < 30; round++) {
        kit_reset(k);
        begin(k, pick(&random, DAY));
        for (int i = 0; i < 60; i++) {
            disturb(k, k->world, pick(&random, 1u << 20));
            kit_update_to(k, bustle_world_now(k->world) + 1 + pick(&random, 40));
        }
        reload(k, &edits[round % (sizeof edits / sizeof *edits)]);
        kit_run(k, 3000, 30);
        reload(k, &as_before);
        kit_run(k, 3000, 30);
    }
}

/* ---- Memory and damage ---- */

static void S36_every_allocation_of_a_load_may_fail(void **state) {
    kit *k = *state;
    uint32_t random = 5;
    begin(k, 400);
    for (int i = 0; i < 50; i++) {
        disturb(k, k->world, pick(&random, 1u << 20));
        kit_update_to(k, 10 * (i + 1));
    }
    bustle_snapshot s = save(k->world);
    bustle_world *other = NULL;
    OK(bustle_world_create(k->content, &k->def, &other));
    bustle_status status = BUSTLE_NO_MEMORY;
    for (size_t n = 1; status == BUSTLE_NO_MEMORY; n++) {
        k->memory.fail_at = n;
        status = bustle_snapshot_load(other, s.bytes, s.size, NULL, NULL, 0);
        k->memory.fail_at = 0;
    }
    OK(status);
    expect_consistent(other);
    bustle_snapshot_free(&s);
    bustle_world_destroy(other);
}

static void S75_a_patch_that_lacks_memory_changes_nothing(void **state) {
    kit *k = *state;
    begin_at_night(k);
    bustle_patch_def def = bustle_default_patch_def();
    def.from = 1382;
    def.to = 1400;
    def.sequence = kit_sequence(k, "feast");
    bustle_status status = BUSTLE_NO_MEMORY;
    for (size_t n = 1; status == BUSTLE_NO_MEMORY; n++) {
        k->memory.fail_at = n;
        status = bustle_npc_patch_plan(k->world, kit_entity(k, "a"), &def, NULL);
        k->memory.fail_at = 0;
        expect_consistent(k->world);
        if (status == BUSTLE_NO_MEMORY) {
            assert_int_equal(
                bustle_npc_unpatch_plan(k->world, kit_entity(k, "a"), 1), BUSTLE_NO_PLAN);
        }
    }
    OK(status);
    kit_update_to(k, 6);
    kit_expect_only(k, "plan", "plan a feast 256");
}

/* One section with some bytes changed. */
static void load_damaged(
    bustle_world *w, const bustle_snapshot *s, const char *name, uint32_t *random, int counts[2]) {
    section_part parts[SECTIONS_MOST];
    const size_t count = sections_of(s->bytes + HEADER_SIZE, s->size - HEADER_SIZE, parts);
    uint8_t *bytes = malloc(s->size + 16);
    assert_non_null(bytes);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(parts[i].name, name) != 0 || parts[i].size == 0) {
            continue;
        }
        uint8_t *body = malloc(parts[i].size);
        assert_non_null(body);
        memcpy(body, parts[i].body, parts[i].size);
        for (uint32_t n = 1 + pick(random, 3); n > 0; n--) {
            body[pick(random, (uint32_t)parts[i].size)] = (uint8_t)pick(random, 256);
        }
        parts[i].body = body;
        const size_t size = HEADER_SIZE + sections_put(bytes + HEADER_SIZE, parts, count);
        bsl_snapshot_header(bytes, size, 0, FORMAT);
        const bustle_status status = bustle_snapshot_load(w, bytes, size, NULL, NULL, 0);
        assert_true(status == BUSTLE_OK || status == BUSTLE_DAMAGED || status == BUSTLE_NEWER);
        counts[status == BUSTLE_OK]++;
        for (int n = 1; status == BUSTLE_OK && n < 20; n++) {
            (void)bustle_world_update(w, bustle_world_now(w) + 200, NULL);
            expect_consistent(w);
        }
        free(body);
        break;
    }
    free(bytes);
}

static void S74_damaged_plans_are_refused_or_consistent(void **state) {
    kit *k = *state;
    static const char *const names[] = {"days", "days", "days", "plans", "clock", "lives"};
    uint32_t random = 31;
    int counts[2] = {0, 0};
    begin(k, 400);
    for (int i = 0; i < 60; i++) {
        disturb(k, k->world, pick(&random, 1u << 20));
        kit_update_to(k, bustle_world_now(k->world) + 1 + pick(&random, 40));
    }
    bustle_snapshot s = save(k->world);
    for (int i = 0; i < 3000; i++) {
        bustle_world *other = NULL;
        OK(bustle_world_create(k->content, &k->def, &other));
        load_damaged(other, &s, names[i % 6], &random, counts);
        bustle_world_destroy(other);
    }
    assert_true(counts[0] > 100 && counts[1] > 100);
    bustle_snapshot_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S74_saves_at_every_moment_change_no_decision),
        RULE(S73_a_save_has_what_the_clock_shows),
        RULE(S73_in_days_of_another_length_it_is_the_same_minute_of_the_same_day),
        RULE(S74_a_save_without_plans_loads_as_after_setting_the_clock),
        RULE(S74_an_entry_that_is_still_there_goes_on_through_a_reload),
        RULE(S74_an_entry_of_another_sequence_is_looked_at_afresh),
        RULE(S74_an_entry_that_is_gone_is_looked_at_afresh),
        RULE(S74_another_plan_is_looked_at_afresh),
        RULE(S74_where_the_plan_gives_way_to_a_main_sequence_that_is_begun),
        RULE(S74_with_roles_that_plan_an_npc_may_lose_its_own_plan_too),
        RULE(S75_patches_live_through_a_reload_but_for_those_whose_sequence_is_gone),
        RULE(S74_a_main_sequence_that_is_gone_gives_way_to_what_holds),
        RULE(S74_random_saves_load_into_edited_content),
        RULE(S36_every_allocation_of_a_load_may_fail),
        RULE(S75_a_patch_that_lacks_memory_changes_nothing),
        RULE(S74_damaged_plans_are_refused_or_consistent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
