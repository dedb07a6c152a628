#include "tavern.h"

#include <string.h>

bustle_scene_def *tavern_define(kit *k) {
    def_state(k, "thirst");
    def_state(k, "tips");
    def_interruption(k, "hurry");
    def_action(k, "idle", 1000);
    def_action(k, "talk", 2000)->target = BUSTLE_TARGET_TAKEN;
    chain(k, "day", "idle");
    chain(k, "serve", "@talk", "idle");
    chain(k, "order", "-", "@talk");
    has(has(kit_tagged(def_npc(k, "barkeep", "day"), "servers"), "tips", 0), "thirst", 0);
    has(kit_tagged(def_npc(k, "guest", "day"), "patrons"), "thirst", 5);
    bustle_scene_def *serving = def_scene(k, "serving");
    add_part(serving, "server", "servers", "serve");
    add_part(serving, "patron", "patrons", "order");
    return serving;
}

bustle_part_def *tavern_part(const bustle_scene_def *of, size_t index) {
    return (bustle_part_def *)of->parts + index;
}

static void show(const kit *k) {
    bustle_problem p;
    for (size_t i = 0; bustle_builder_problem(k->builder, i, &p); i++) {
        print_error("  %s %s, %s \"%s\": %s; %s\n",
            p.severity == BUSTLE_ERROR ? "error" : "warning", p.code, p.kind, p.thing, p.text,
            p.cure);
    }
}

static bool is_it(const bustle_problem *p, const char *code, const char *thing, const char *text) {
    return strcmp(p->code, code) == 0 && strcmp(p->thing, thing) == 0 &&
        (strstr(p->text, text) != NULL || strstr(p->cure, text) != NULL) && p->cure[0] != '\0';
}

static void expect_one(
    kit *k, bustle_severity severity, const char *code, const char *thing, const char *text) {
    bustle_content *content = NULL;
    OK(kit_add(k));
    const bustle_status status = bustle_builder_seal(k->builder, &content);
    bustle_content_release(content);
    bustle_problem p;
    const bool good = bustle_builder_problem_count(k->builder) == 1 &&
        bustle_builder_problem(k->builder, 0, &p) && p.severity == severity &&
        is_it(&p, code, thing, text);
    if (!good) {
        print_error("expected %s of \"%s\": %s; found:\n", code, thing, text);
        show(k);
    }
    assert_true(good);
    assert_int_equal(status, severity == BUSTLE_ERROR ? BUSTLE_PROBLEMS : BUSTLE_OK);
}

void tavern_refused(kit *k, const char *code, const char *thing, const char *text) {
    expect_one(k, BUSTLE_ERROR, code, thing, text);
}

void tavern_warned(kit *k, const char *code, const char *thing, const char *text) {
    expect_one(k, BUSTLE_WARNING, code, thing, text);
}

void tavern_seals(kit *k) {
    kit_seal_ok(k);
    show(k);
    assert_int_equal(bustle_builder_problem_count(k->builder), 0);
}
