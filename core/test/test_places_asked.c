/* S61 to S67: what the game may ask about links, paths, areas, offers and places: what is refused,
 * short lists, and conditions about areas and links seen from outside. */
#include "kit_npc.h"

#include <string.h>

#define REFUSED(call) assert_int_equal(call, BUSTLE_BAD_ARGUMENT)
#define STALE(call) assert_int_equal(call, BUSTLE_STALE)

/* An inn of two boxes with a room in it; ann and bob are in the room, a dog and a stool outside.
 * Ann knows bob, and the stool by its value. */
static void begin_inn(kit *k) {
    kit_def_link(k, "knows");
    kit_def_valued_link(k, "trust", -10, 10, 3);
    def_state(k, "n");
    def_action(k, "rest", 1000);
    chain(k, "main", "rest");
    chain(k, "sitting", "rest");
    bustle_entity_def *inn = has(def_prop(k, "inn"), "n", 4);
    kit_extends(kit_extends(inn, (bustle_box_def){40, 40, -1, 0, 0, 0}),
        (bustle_box_def){4, 4, 8, 30, 0, 2});
    kit_extends(def_prop(k, "room"), (bustle_box_def){10, 10, -1, 0, 0, 0});
    bustle_entity_def *stool = kit_tagged(has(def_prop(k, "stool"), "n", 7), "seat");
    kit_offers(stool, "lean", "sitting");
    kit_offers(stool, "sit", "sitting")->holders = 3;
    has(def_npc(k, "guest", "main"), "n", 1);
    kit_begin(k);
    kit_spawn(k, "inn1", "inn");
    kit_spawn(k, "room1", "room");
    kit_spawn_at(k, "stool1", "stool", 90, 0, 0);
    kit_spawn(k, "ann", "guest");
    kit_spawn(k, "bob", "guest");
    kit_spawn_at(k, "dog", "guest", 90, 90, 0);
    const bustle_entity ann = kit_entity(k, "ann");
    OK(bustle_world_link(k->world, ann, kit_link(k, "knows"), kit_entity(k, "bob"), 1));
    OK(bustle_world_link(k->world, ann, kit_link(k, "knows"), kit_entity(k, "room1"), 1));
    OK(bustle_world_link(k->world, ann, kit_link(k, "trust"), kit_entity(k, "stool1"), 9));
    kit_update_to(k, 0);
}

/* ---- What is refused ---- */

static void S65_links_are_between_two_who_are_there_and_of_a_kind(void **state) {
    kit *k = *state;
    begin_inn(k);
    const bustle_entity ann = kit_entity(k, "ann");
    const bustle_entity bob = kit_entity(k, "bob");
    const bustle_entity dog = kit_entity(k, "dog");
    const bustle_id knows = kit_link(k, "knows");
    const bustle_id none = 2; /* the first kind that follows from what is going on */
    bustle_entity found[1];
    int32_t value = -1;
    size_t count = 99;
    OK(bustle_world_remove(k->world, dog));
    REFUSED(bustle_world_link(NULL, ann, knows, bob, 1));
    REFUSED(bustle_world_link(k->world, ann, none, bob, 1));
    REFUSED(bustle_world_link(k->world, ann, knows, ann, 1));
    STALE(bustle_world_link(k->world, dog, knows, bob, 1));
    STALE(bustle_world_link(k->world, ann, knows, dog, 1));
    REFUSED(bustle_world_unlink(NULL, ann, knows, bob));
    REFUSED(bustle_world_unlink(k->world, ann, none, bob));
    STALE(bustle_world_unlink(k->world, dog, knows, bob));
    REFUSED(bustle_entity_link(NULL, ann, knows, bob, &value, NULL));
    REFUSED(bustle_entity_link(k->world, ann, knows, bob, NULL, NULL));
    REFUSED(bustle_entity_link(k->world, ann, none, bob, &value, NULL));
    STALE(bustle_entity_link(k->world, dog, knows, bob, &value, NULL));
    STALE(bustle_entity_link(k->world, ann, knows, dog, &value, NULL));
    assert_int_equal(value, -1);
    OK(bustle_entity_link(k->world, ann, knows, bob, &value, NULL));
    assert_int_equal(value, 1);
    REFUSED(bustle_entity_links(NULL, ann, knows, found, NULL, 1, &count));
    REFUSED(bustle_entity_links(k->world, ann, knows, NULL, NULL, 1, &count));
    REFUSED(bustle_entity_links(k->world, ann, knows, found, NULL, 1, NULL));
    REFUSED(bustle_entity_links(k->world, ann, none, found, NULL, 1, &count));
    STALE(bustle_entity_links(k->world, dog, knows, found, NULL, 1, &count));
    assert_int_equal(count, 99);
}

static void S66_a_query_needs_a_path_and_somewhere_to_begin(void **state) {
    kit *k = *state;
    begin_inn(k);
    const bustle_entity ann = kit_entity(k, "ann");
    const bustle_entity dog = kit_entity(k, "dog");
    bustle_entity found[1];
    size_t count = 99;
    char reason[8] = "";
    REFUSED(bustle_world_query(NULL, ann, "knows", found, 1, &count, NULL, 0));
    REFUSED(bustle_world_query(k->world, ann, NULL, found, 1, &count, NULL, 0));
    REFUSED(bustle_world_query(k->world, ann, "knows", NULL, 1, &count, NULL, 0));
    REFUSED(bustle_world_query(k->world, ann, "knows", found, 1, NULL, NULL, 0));
    STALE(bustle_world_query(k->world, 0, "knows", found, 1, &count, NULL, 0));
    assert_int_equal(
        bustle_world_query(k->world, ann, "kno", found, 1, &count, NULL, 0), BUSTLE_BAD_PATH);
    assert_int_equal(
        bustle_world_query(k->world, ann, "kno", found, 1, &count, reason, 0), BUSTLE_BAD_PATH);
    assert_string_equal(reason, "");
    assert_int_equal(
        bustle_world_query(k->world, ann, "kno", found, 1, &count, reason, sizeof reason),
        BUSTLE_BAD_PATH);
    assert_int_equal(strlen(reason), sizeof reason - 1); /* as much of it as there is room for */
    assert_int_equal(count, 99);
    /* From the area that it is in; a prop is in none, the dog is outside. */
    OK(bustle_world_query(k->world, ann, "inside of area", found, 1, &count, NULL, 0));
    assert_int_equal(count, 2);
    assert_int_equal(found[0], ann);
    OK(bustle_world_query(k->world, dog, "inside of area", NULL, 0, &count, NULL, 0));
    assert_int_equal(count, 0);
    OK(bustle_world_query(
        k->world, kit_entity(k, "stool1"), "inside of area", NULL, 0, &count, NULL, 0));
    assert_int_equal(count, 0);
}

static void S67_areas_are_asked_about_npcs_and_areas(void **state) {
    kit *k = *state;
    begin_inn(k);
    const bustle_entity ann = kit_entity(k, "ann");
    const bustle_entity inn = kit_entity(k, "inn1");
    const bustle_entity stool = kit_entity(k, "stool1");
    bustle_entity found[4];
    bustle_box_def boxes[4];
    size_t count = 99;
    REFUSED(bustle_npc_area(NULL, ann, found));
    REFUSED(bustle_npc_area(k->world, ann, NULL));
    assert_int_equal(bustle_npc_area(k->world, stool, found), BUSTLE_NOT_NPC);
    STALE(bustle_npc_area(k->world, 0, found));
    REFUSED(bustle_npc_areas(NULL, ann, found, 4, &count));
    REFUSED(bustle_npc_areas(k->world, ann, NULL, 4, &count));
    REFUSED(bustle_npc_areas(k->world, ann, found, 4, NULL));
    assert_int_equal(bustle_npc_areas(k->world, stool, found, 4, &count), BUSTLE_NOT_NPC);
    REFUSED(bustle_area_inside(NULL, inn, found, 4, &count));
    REFUSED(bustle_area_inside(k->world, inn, NULL, 4, &count));
    REFUSED(bustle_area_inside(k->world, inn, found, 4, NULL));
    STALE(bustle_area_inside(k->world, 0, found, 4, &count));
    assert_int_equal(bustle_area_inside(k->world, ann, found, 4, &count), BUSTLE_NOT_AREA);
    REFUSED(bustle_area_outer(NULL, inn, found));
    REFUSED(bustle_area_outer(k->world, inn, NULL));
    STALE(bustle_area_outer(k->world, 0, found));
    assert_int_equal(bustle_area_outer(k->world, stool, found), BUSTLE_NOT_AREA);
    REFUSED(bustle_area_boxes(NULL, inn, boxes, 4, &count));
    REFUSED(bustle_area_boxes(k->world, inn, NULL, 4, &count));
    REFUSED(bustle_area_boxes(k->world, inn, boxes, 4, NULL));
    STALE(bustle_area_boxes(k->world, 0, boxes, 4, &count));
    assert_int_equal(bustle_area_boxes(k->world, ann, boxes, 4, &count), BUSTLE_NOT_AREA);
    assert_int_equal(count, 99);
}

static void S61_offers_and_places_are_asked_about_who_is_there(void **state) {
    kit *k = *state;
    begin_inn(k);
    const bustle_entity ann = kit_entity(k, "ann");
    const bustle_entity stool = kit_entity(k, "stool1");
    const bustle_id sit = kit_offer(k, "sit");
    bustle_offering offerings[2];
    bustle_entity found[2];
    bustle_place places[2];
    size_t count = 99;
    REFUSED(bustle_entity_offers(NULL, stool, offerings, 2, &count));
    REFUSED(bustle_entity_offers(k->world, stool, NULL, 2, &count));
    REFUSED(bustle_entity_offers(k->world, stool, offerings, 2, NULL));
    STALE(bustle_entity_offers(k->world, 0, offerings, 2, &count));
    REFUSED(bustle_entity_holders(NULL, stool, sit, found, 2, &count));
    REFUSED(bustle_entity_holders(k->world, stool, sit, NULL, 2, &count));
    REFUSED(bustle_entity_holders(k->world, stool, sit, found, 2, NULL));
    REFUSED(bustle_entity_holders(k->world, stool, 9, found, 2, &count));
    STALE(bustle_entity_holders(k->world, 0, sit, found, 2, &count));
    REFUSED(bustle_entity_revoke(NULL, stool, sit, NULL));
    REFUSED(bustle_entity_revoke(k->world, stool, 9, NULL));
    STALE(bustle_entity_revoke(k->world, 0, sit, NULL));
    REFUSED(bustle_npc_places(NULL, ann, places, 2, &count));
    REFUSED(bustle_npc_places(k->world, ann, NULL, 2, &count));
    REFUSED(bustle_npc_places(k->world, ann, places, 2, NULL));
    assert_int_equal(bustle_npc_places(k->world, stool, places, 2, &count), BUSTLE_NOT_NPC);
    REFUSED(bustle_npc_request(NULL, ann, sit, stool, 0));
    REFUSED(bustle_npc_request(k->world, ann, 9, stool, 0));
    REFUSED(bustle_npc_request(k->world, ann, sit, stool, 40000));
    STALE(bustle_npc_request(k->world, ann, sit, 0, 0));
    STALE(bustle_npc_request(k->world, 0, sit, stool, 0));
    assert_int_equal(bustle_npc_request(k->world, stool, sit, stool, 0), BUSTLE_NOT_NPC);
    assert_int_equal(
        bustle_npc_request(k->world, ann, sit, kit_entity(k, "bob"), 0), BUSTLE_NO_OFFER);
    assert_int_equal(count, 99);
}

static void S68_a_content_without_offers_links_and_areas_has_none_to_tell(void **state) {
    kit *k = *state;
    def_action(k, "rest", 1000);
    chain(k, "main", "rest");
    def_npc(k, "guest", "main");
    kit_begin(k);
    const bustle_entity ann = kit_spawn(k, "ann", "guest");
    bustle_entity area = 7;
    size_t count = 99;
    OK(bustle_entity_holders(k->world, ann, BUSTLE_NONE, NULL, 0, &count));
    assert_int_equal(count, 0);
    count = 99;
    OK(bustle_npc_places(k->world, ann, NULL, 0, &count));
    assert_int_equal(count, 0);
    count = 99;
    OK(bustle_entity_offers(k->world, ann, NULL, 0, &count));
    assert_int_equal(count, 0);
    count = 99;
    OK(bustle_npc_areas(k->world, ann, NULL, 0, &count));
    assert_int_equal(count, 0);
    OK(bustle_npc_area(k->world, ann, &area));
    assert_int_equal(area, 0);
    count = 99;
    OK(bustle_world_query(k->world, ann, "inside", NULL, 0, &count, NULL, 0));
    assert_int_equal(count, 0);
}

/* ---- Short lists ---- */

static void S65_S67_a_list_that_is_too_short_has_the_first_and_counts_all(void **state) {
    kit *k = *state;
    begin_inn(k);
    const bustle_entity ann = kit_entity(k, "ann");
    const bustle_entity inn = kit_entity(k, "inn1");
    const bustle_entity room = kit_entity(k, "room1");
    bustle_entity found[2] = {0, 0};
    int32_t values[1] = {0};
    bustle_box_def boxes[2];
    bustle_offering offering;
    size_t count = 0;
    OK(bustle_entity_links(k->world, ann, kit_link(k, "knows"), found, values, 1, &count));
    assert_int_equal(count, 2);
    assert_int_equal(found[0], room); /* it was spawned first */
    assert_int_equal(values[0], 1);
    assert_int_equal(found[1], 0);
    OK(bustle_npc_areas(k->world, ann, found, 1, &count));
    assert_int_equal(count, 2);
    assert_int_equal(found[0], room);
    OK(bustle_area_inside(k->world, inn, found, 1, &count));
    assert_int_equal(count, 2);
    assert_int_equal(found[0], ann);
    assert_int_equal(found[1], 0);
    OK(bustle_area_boxes(k->world, inn, boxes, 1, &count));
    assert_int_equal(count, 2);
    OK(bustle_area_boxes(k->world, inn, boxes, 2, &count));
    assert_true(boxes[1].width == 4 && boxes[1].height == 8 && boxes[1].x == 30);
    assert_true(boxes[0].height < 0);
    OK(bustle_area_outer(k->world, inn, found));
    assert_int_equal(found[0], 0);
    OK(bustle_area_outer(k->world, room, found));
    assert_int_equal(found[0], inn);
    OK(bustle_entity_offers(k->world, kit_entity(k, "stool1"), &offering, 1, &count));
    assert_int_equal(count, 2);
    assert_int_equal(offering.offer, kit_offer(k, "lean"));
}

/* ---- Conditions, from outside ---- */

static bustle_status test_of(
    kit *k, const char *npc, const char *target, bustle_op op, bustle_truth *truth) {
    bustle_reading reading;
    *truth = BUSTLE_UNKNOWN;
    return bustle_world_test(k->world, npc == NULL ? 0 : kit_entity(k, npc),
        target == NULL ? 0 : kit_entity(k, target), &(bustle_ops){&op, 1, NULL}, &reading, truth);
}

static void expect_truth(
    kit *k, const char *npc, const char *target, bustle_op op, bustle_truth expected) {
    bustle_truth truth;
    OK(test_of(k, npc, target, op, &truth));
    assert_int_equal(truth, expected);
}

static void expect_no_condition(kit *k, bustle_op op) {
    bustle_truth truth;
    REFUSED(test_of(k, "ann", "bob", op, &truth));
    assert_int_equal(truth, BUSTLE_UNKNOWN);
}

static void S67_a_look_reads_the_area(void **state) {
    kit *k = *state;
    begin_inn(k);
    const bustle_op four = KIT_OP(BUSTLE_EQUAL, BUSTLE_AREA, "n", 4);
    expect_truth(k, "ann", NULL, four, BUSTLE_FALSE); /* a room has no such state */
    OK(bustle_entity_move(k->world, kit_entity(k, "bob"), (bustle_position){15, 15, 0}));
    expect_truth(k, "bob", NULL, four, BUSTLE_TRUE);
    expect_truth(k, "dog", NULL, four, BUSTLE_FALSE);
    expect_truth(k, NULL, NULL, four, BUSTLE_FALSE);
    expect_no_condition(k, (bustle_op)KIT_OP(BUSTLE_EQUAL, BUSTLE_AREA, "m", 4));
}

static void S65_a_look_reads_links_from_and_to_anybody(void **state) {
    kit *k = *state;
    begin_inn(k);
    expect_truth(k, "ann", "stool1",
        (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_SELF, "trust", BUSTLE_TARGET, 9), BUSTLE_TRUE);
    expect_truth(k, "ann", "stool1",
        (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_TARGET, "trust", BUSTLE_SELF, 3), BUSTLE_TRUE);
    expect_truth(k, "ann", "bob",
        (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_SELF, "knows", BUSTLE_AREA, 1), BUSTLE_TRUE);
    expect_truth(k, "ann", "bob",
        (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_AREA, "inside", BUSTLE_TARGET, 1), BUSTLE_TRUE);
    expect_truth(k, "ann", "dog",
        (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_AREA, "inside", BUSTLE_TARGET, 1), BUSTLE_FALSE);
    expect_truth(k, "dog", "ann",
        (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_AREA, "inside", BUSTLE_TARGET, 0), BUSTLE_FALSE);
    expect_truth(k, NULL, NULL,
        (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_SELF, "knows", BUSTLE_AREA, 1), BUSTLE_FALSE);
    expect_no_condition(k, (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_SELF, "knew", BUSTLE_TARGET, 1));
    expect_no_condition(k, (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_ENV, "knows", BUSTLE_TARGET, 1));
    expect_no_condition(k, (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_SELF, "knows", BUSTLE_NOW, 1));
}

static void S66_a_look_counts_what_paths_find(void **state) {
    kit *k = *state;
    begin_inn(k);
    expect_truth(
        k, "ann", NULL, (bustle_op)KIT_OP(BUSTLE_EQUAL, BUSTLE_COUNT, "knows", 2), BUSTLE_TRUE);
    expect_truth(k, "ann", NULL,
        (bustle_op)KIT_OP(BUSTLE_EQUAL, BUSTLE_COUNT, "knows in inside of area", 1), BUSTLE_TRUE);
    expect_truth(k, "dog", NULL, (bustle_op)KIT_OP(BUSTLE_EQUAL, BUSTLE_COUNT, "inside of area", 0),
        BUSTLE_TRUE);
    expect_no_condition(k, (bustle_op)KIT_OP(BUSTLE_EQUAL, BUSTLE_COUNT, "knew", 2));
    expect_no_condition(k, (bustle_op)KIT_OP(BUSTLE_EQUAL, BUSTLE_COUNT, NULL, 2));
    expect_no_condition(k, (bustle_op)KIT_OP(BUSTLE_EQUAL, BUSTLE_COUNT, "knows in knew", 2));
}

/* ---- Kinds that follow from what is going on ---- */

static void S65_every_implied_kind_is_read_both_ways(void **state) {
    kit *k = *state;
    begin_inn(k);
    OK(bustle_npc_request(
        k->world, kit_entity(k, "ann"), kit_offer(k, "sit"), kit_entity(k, "stool1"), 5));
    kit_update_to(k, 0);
    kit_update_to(k, 1);
    static const struct {
        const char *from, *kind, *to;
        bustle_truth truth;
    } expected[] = {{"ann", "holder", "stool1", BUSTLE_FALSE},
        {"ann", "provider", "stool1", BUSTLE_TRUE}, {"ann", "provider", "inn1", BUSTLE_FALSE},
        {"ann", "around", "room1", BUSTLE_TRUE}, {"ann", "around", "inn1", BUSTLE_FALSE},
        {"dog", "around", "inn1", BUSTLE_FALSE}, {"ann", "inside", "bob", BUSTLE_FALSE},
        {"ann", "outer", "room1", BUSTLE_FALSE}, {"ann", "inner", "room1", BUSTLE_FALSE},
        {"ann", "member", "bob", BUSTLE_FALSE}, {"ann", "holder", "bob", BUSTLE_FALSE}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        expect_truth(k, expected[i].from, expected[i].to,
            (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_SELF, expected[i].kind, BUSTLE_TARGET, 1),
            expected[i].truth);
    }
    expect_truth(k, "ann", "stool1",
        (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_TARGET, "holder", BUSTLE_SELF, 1), BUSTLE_TRUE);
    expect_truth(k, "ann", "room1",
        (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_TARGET, "inside", BUSTLE_SELF, 1), BUSTLE_TRUE);
    expect_truth(k, "ann", "inn1",
        (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_AREA, "outer", BUSTLE_TARGET, 1), BUSTLE_TRUE);
    expect_truth(k, "ann", "inn1",
        (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_TARGET, "inner", BUSTLE_AREA, 1), BUSTLE_TRUE);
    expect_truth(k, "ann", "stool1",
        (bustle_op)LINK_OP(BUSTLE_EQUAL, BUSTLE_TARGET, "inner", BUSTLE_AREA, 1), BUSTLE_FALSE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S65_links_are_between_two_who_are_there_and_of_a_kind),
        RULE(S66_a_query_needs_a_path_and_somewhere_to_begin),
        RULE(S67_areas_are_asked_about_npcs_and_areas),
        RULE(S61_offers_and_places_are_asked_about_who_is_there),
        RULE(S68_a_content_without_offers_links_and_areas_has_none_to_tell),
        RULE(S65_S67_a_list_that_is_too_short_has_the_first_and_counts_all),
        RULE(S67_a_look_reads_the_area),
        RULE(S65_a_look_reads_links_from_and_to_anybody),
        RULE(S66_a_look_counts_what_paths_find),
        RULE(S65_every_implied_kind_is_read_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
