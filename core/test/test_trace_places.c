/* The callback `trace`, of scenes, offers and waits (S51, S55, S57, S62 to S64): what castings,
 * requests and places look at. */
#include <stdio.h>
#include <string.h>

#include "parlour.h"

static char told[8192]; /* one line for each call */

static const char *label_of(const kit *k, bustle_entity entity) {
    for (size_t i = 0; i < k->entity_count; i++) {
        if (k->entities[i].entity == entity) {
            return k->entities[i].label;
        }
    }
    return "nobody";
}

static void append(const char *format, ...) {
    const size_t length = strlen(told);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(told + length, sizeof told - length, format, arguments);
    va_end(arguments);
}

/* "provider ann sit chair1: open @-1"; of what this file is not about, nothing. */
static void listen(void *context, bustle_world *world, const bustle_trace *t) {
    const kit *k = context;
    (void)world;
    if (t->kind < BUSTLE_TRACE_MEMBER && t->kind != BUSTLE_TRACE_TRY) {
        return;
    }
    append("%s %s", bustle_trace_kind_text(t->kind), label_of(k, t->npc));
    if (t->scene != BUSTLE_NONE) {
        append(" %s", bustle_content_name(k->content, BUSTLE_KIND_SCENE, t->scene));
    }
    if (t->part != BUSTLE_NONE) {
        append(" %u", (unsigned)t->part);
    }
    if (t->offer != BUSTLE_NONE) {
        append(" %s", bustle_content_name(k->content, BUSTLE_KIND_OFFER, t->offer));
    }
    if (t->target != 0) {
        append(" %s", label_of(k, t->target));
    }
    if (t->verdict != 0) {
        append(": %s", bustle_verdict_text(t->verdict));
    }
    if (t->remembered >= 0) {
        append(" @%d", (int)t->remembered);
    }
    if (t->kind == BUSTLE_TRACE_PART || t->kind == BUSTLE_TRACE_REQUEST) {
        append(" of %u %u %u %u", (unsigned)t->accepting, (unsigned)t->reached, (unsigned)t->open,
            (unsigned)t->best);
    }
    append("\n");
}

static void expect_told(const char *expected) {
    assert_string_equal(told, expected);
    told[0] = '\0';
}

/* ---- Scenes ---- */

/* "max" rests, and then begins "dance" with one who is not "tired", within 20 units. */
static void begin_dance(kit *k) {
    def_state(k, "tired");
    def_action(k, "rest", 1000);
    def_action(k, "turn", 500);
    chain(k, "day", "rest")->castable = BUSTLE_CASTABLE_ALWAYS;
    chain(k, "leading", "turn");
    chain(k, "dancing", "turn", "turn");
    bustle_scene_def *dance = def_scene(k, "dance");
    dance->within = 20;
    add_part(dance, "lead", NULL, "leading");
    bustle_part_def *dancer = add_part(dance, "dancer", "person", "dancing");
    dancer->when = OPS(SELF_IS("tired", BUSTLE_EQUAL, 0));
    dancer->preference = BUSTLE_PREFER_NEAREST;
    bustle_sequence_def *leads = def_sequence(k, "leads", "rest");
    add_edge(add_node(leads, "rest", BUSTLE_NODE_ACTION, "rest"), "dance", ALWAYS);
    kit_stage(leads, "dance", "dance", "lead", "END");
    kit_tagged(has(def_npc(k, "person", "day"), "tired", 0), "person");
    has(def_npc(k, "max", "leads"), "tired", 0);
    k->def.callbacks.trace = listen;
    told[0] = '\0';
    kit_begin(k);
    kit_spawn_at(k, "ann", "person", 3, 0, 0);
    kit_spawn_at(k, "bob", "person", 5, 0, 0);
    kit_spawn_at(k, "cid", "person", 500, 0, 0);
    kit_set(k, "ann", "tired", 1);
    kit_spawn(k, "max", "max");
}

static void S55_who_might_fill_a_part_is_told_and_who_does(void **state) {
    kit *k = *state;
    begin_dance(k);
    kit_update_to(k, 0);
    expect_told("");
    kit_update_to(k, 1000);
    expect_told("member max dance 1 ann: condition\n"
                "member max dance 1 bob: open\n"
                "part max dance 1 bob of 3 2 1 1\n"
                "cast max dance: open\n");
    kit_run(k, 3000, 100);
    assert_non_null(strstr(told, "arrival max dance 0: behind\n"));
    assert_non_null(strstr(told, "arrival bob dance 1: open\n"));
}

static void S55_a_part_that_nobody_fills_is_told(void **state) {
    kit *k = *state;
    begin_dance(k);
    kit_set(k, "bob", "tired", 1);
    kit_update_to(k, 0);
    kit_update_to(k, 1000);
    expect_told("member max dance 1 ann: condition\n"
                "member max dance 1 bob: condition\n"
                "part max dance 1 of 3 2 0 0\n"
                "cast max dance 1: nobody\n");
}

static void S55_a_scene_that_the_game_stages_is_told_of_nobody(void **state) {
    kit *k = *state;
    begin_dance(k);
    kit_update_to(k, 0);
    const bustle_cast lead = {0, kit_entity(k, "bob")};
    kit_set(k, "ann", "tired", 0);
    OK(bustle_world_stage(k->world, kit_scene(k, "dance"), 0, &lead, 1, NULL));
    assert_non_null(strstr(told, "member nobody dance 1 ann: open\n"));
    assert_non_null(strstr(told, "cast nobody dance: open\n"));
}

/* ---- Requests ---- */

static void begin_parlour(kit *k, int chairs, int guests) {
    k->def.callbacks.trace = listen;
    told[0] = '\0';
    parlour_begin(k, chairs, guests);
}

static void S62_everybody_who_is_asked_is_told_and_whose_offer_was_taken(void **state) {
    kit *k = *state;
    parlour p = parlour_define(k);
    p.sit->when = OPS(TARGET_IS("taken", BUSTLE_EQUAL, 0));
    p.ask->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 5));
    k->def.callbacks.trace = listen;
    told[0] = '\0';
    kit_begin(k);
    kit_spawn_at(k, "chair1", "chair", 9, 0, 0);
    kit_spawn_at(k, "chair2", "chair", 3, 0, 0);
    kit_set(k, "chair2", "taken", 1);
    kit_spawn(k, "chair3", "chair");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    expect_told("provider ann sit chair2: offer\n"
                "provider ann sit chair3: open\n"
                "request ann sit chair3 of 3 2 1 1\n");
}

static void S62_nobody_whose_offer_can_be_taken_is_told(void **state) {
    kit *k = *state;
    parlour p = parlour_define(k);
    p.ask->timeout_ms = 5000;
    begin_parlour(k, 1, 2);
    expect_told("provider ann sit chair1: open\n"
                "request ann sit chair1 of 1 1 1 1\n"
                "provider bob sit chair1: full\n"
                "request bob of 1 1 0 0\n");
}

/* ---- Places ---- */

static void S63_whether_a_place_is_had_again_is_told(void **state) {
    kit *k = *state;
    parlour_define(k);
    begin_parlour(k, 1, 1);
    kit_update_to(k, 500);
    told[0] = '\0';
    kit_interrupt(k, "ann", "call");
    kit_run(k, 300, 100);
    expect_told("place ann sit chair1: open\n");
}

static void S64_a_while_that_turns_false_is_told(void **state) {
    kit *k = *state;
    parlour p = parlour_define(k);
    p.sit->holds_while = OPS(TARGET_IS("taken", BUSTLE_LESS, 5));
    p.ask->holds_while = OPS(SELF_IS("n", BUSTLE_LESS, 50));
    begin_parlour(k, 1, 1);
    kit_update_to(k, 100);
    told[0] = '\0';
    kit_set(k, "chair1", "taken", 5);
    kit_update_to(k, 2300);
    expect_told("while ann sit: while\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S55_who_might_fill_a_part_is_told_and_who_does),
        RULE(S55_a_part_that_nobody_fills_is_told),
        RULE(S55_a_scene_that_the_game_stages_is_told_of_nobody),
        RULE(S62_everybody_who_is_asked_is_told_and_whose_offer_was_taken),
        RULE(S62_nobody_whose_offer_can_be_taken_is_told),
        RULE(S63_whether_a_place_is_had_again_is_told),
        RULE(S64_a_while_that_turns_false_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
