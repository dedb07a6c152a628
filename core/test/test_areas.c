/* S67: who is in which area, and what happens when that changes. */
#include <stdlib.h>
#include <string.h>

#include "kit.h"
#include "world/world.h"

static bustle_entity_def *def_area(kit *k, const char *name, double width, double depth) {
    return kit_extends(def_prop(k, name), (bustle_box_def){width, depth, -1, 0, 0, 0});
}

/* A town with a house, a room in it, and an alarm at the door. */
static void def_town(kit *k) {
    def_state(k, "visits");
    def_state(k, "crowd");
    def_action(k, "stand", 1000);
    chain(k, "main", "stand");
    has(def_area(k, "town", 100, 100), "crowd", 0);
    has(def_area(k, "house", 20, 20), "crowd", 0);
    has(def_area(k, "room", 4, 4), "crowd", 0);
    has(def_npc(k, "villager", "main"), "visits", 0);
    def_prop(k, "ball");
}

static void spawn_town(kit *k) {
    kit_spawn(k, "town1", "town");
    kit_spawn_at(k, "house1", "house", 20, 0, 0);
    kit_spawn_at(k, "room1", "room", 25, 0, 0);
}

static void expect_area(kit *k, const char *who, const char *area) {
    bustle_entity found = 1;
    OK(bustle_npc_area(k->world, kit_entity(k, who), &found));
    assert_int_equal(found, area == NULL ? 0 : kit_entity(k, area));
}

static void move(kit *k, const char *label, double x, double y, double z) {
    OK(bustle_entity_move(k->world, kit_entity(k, label), (bustle_position){x, y, z}));
}

static void S67_areas_left_come_first_then_those_entered_the_largest_first(void **state) {
    kit *k = *state;
    def_town(k);
    kit_begin(k);
    spawn_town(k);
    kit_spawn_at(k, "ann", "villager", 25, 0, 0);
    expect_area(k, "ann", "room1");
    kit_update_to(k, 0);
    kit_expect_only(k, "spawn enter exit",
        "spawn town1 | spawn house1 | spawn room1 | spawn ann | enter ann town1 | enter ann "
        "house1 | enter ann room1");
    move(k, "ann", 500, 0, 0);
    expect_area(k, "ann", NULL);
    kit_update_to(k, 1);
    kit_expect_only(k, "enter exit", "exit ann room1 | exit ann house1 | exit ann town1");
    move(k, "ann", 12, 0, 0);
    move(k, "ann", 13, 0, 0);
    kit_update_to(k, 2);
    kit_expect_only(k, "enter exit", "enter ann town1 | enter ann house1");
    expect_area(k, "ann", "house1");
}

static void S67_borders_are_inside(void **state) {
    kit *k = *state;
    def_town(k);
    kit_begin(k);
    kit_spawn_at(k, "room1", "room", 10, 10, 0);
    kit_spawn_at(k, "ann", "villager", 12, 8, 1e6);
    expect_area(k, "ann", "room1");
    move(k, "ann", 12.0625, 8, 0);
    expect_area(k, "ann", NULL);
    move(k, "ann", 8, 12, -1e6);
    expect_area(k, "ann", "room1");
    move(k, "ann", 8, 12.0625, 0);
    expect_area(k, "ann", NULL);
    kit_update_to(k, 0);
}

static void S67_props_are_in_no_area_and_nobody_in_itself(void **state) {
    kit *k = *state;
    size_t count = 9;
    def_town(k);
    kit_extends(def_npc(k, "pub", "main"), (bustle_box_def){6, 6, -1, 0, 0, 0});
    kit_begin(k);
    spawn_town(k);
    kit_spawn_at(k, "ball1", "ball", 25, 0, 0);
    kit_spawn_at(k, "pub1", "pub", 18, 0, 0);
    expect_area(k, "pub1", "house1");
    OK(bustle_area_inside(k->world, kit_entity(k, "room1"), NULL, 0, &count));
    assert_int_equal(count, 0);
    OK(bustle_area_inside(k->world, kit_entity(k, "pub1"), NULL, 0, &count));
    assert_int_equal(count, 0);
    assert_int_equal(
        bustle_area_inside(k->world, kit_entity(k, "ball1"), NULL, 0, &count), BUSTLE_NOT_AREA);
    bustle_entity outer = 0;
    OK(bustle_area_outer(k->world, kit_entity(k, "pub1"), &outer));
    assert_int_equal(outer, kit_entity(k, "house1"));
    kit_update_to(k, 0);
}

/* ---- Effects ---- */

static void S67_effects_are_on_the_npc_and_the_area_and_come_before_the_event(void **state) {
    kit *k = *state;
    def_town(k);
    for (size_t i = 0; i < k->def_count; i++) {
        bustle_entity_def *def = k->defs[i].def;
        if (k->defs[i].kind == BUSTLE_KIND_ENTITY && def->area_count > 0) {
            def->enter =
                OPS(INCREASE(BUSTLE_TARGET, "crowd", 1), INCREASE(BUSTLE_SELF, "visits", 1));
            def->exit = OPS(DECREASE(BUSTLE_TARGET, "crowd", 1));
        }
    }
    kit_begin(k);
    spawn_town(k);
    kit_spawn_at(k, "ann", "villager", 25, 0, 0);
    kit_spawn_at(k, "bob", "villager", 20, 0, 0);
    assert_int_equal(kit_get(k, "ann", "visits"), 3);
    assert_int_equal(kit_get(k, "town1", "crowd"), 2);
    assert_int_equal(kit_get(k, "house1", "crowd"), 2);
    assert_int_equal(kit_get(k, "room1", "crowd"), 1);
    OK(bustle_world_remove(k->world, kit_entity(k, "bob")));
    assert_int_equal(kit_get(k, "house1", "crowd"), 1);
    kit_update_to(k, 0);
    kit_expect_only(k, "exit remove", "exit bob house1 | exit bob town1 | remove bob");
}

static void S67_what_effects_raise_comes_from_the_area(void **state) {
    kit *k = *state;
    def_town(k);
    def_interruption(k, "bell");
    def_interruption(k, "gong");
    chain(k, "listen", "stand");
    const bustle_op within = {
        .kind = BUSTLE_RAISE_WITHIN, .subject = BUSTLE_SELF, .name = "gong", .value = 3};
    def_area(k, "trap", 2, 2)->enter = OPS(RAISE(BUSTLE_SELF, "bell"), within);
    handles(handles(def_npc(k, "guard", "main"), "bell", "listen", 1), "gong", "listen", 2);
    kit_begin(k);
    kit_spawn(k, "trap1", "trap");
    kit_spawn_at(k, "near", "guard", 3, 0, 0);
    kit_spawn_at(k, "far", "guard", 4, 0, 0);
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_spawn_at(k, "ann", "guard", -1, 0, 0); /* 4 from near, which is 3 from the trap */
    kit_update_to(k, 1);
    kit_expect_only(k, "enter interrupt",
        "enter ann trap1 | interrupt ann bell listen trap1 | interrupt ann gong listen trap1 | "
        "interrupt near gong listen trap1");
}

/* ---- Journeys and queries ---- */

static void S67_a_journey_is_looked_at_when_the_ending_is_over(void **state) {
    kit *k = *state;
    def_town(k);
    bustle_action_def *go = def_action(k, "go", 0);
    go->speed = 10;
    chain(k, "walk", "go", "stand");
    def_npc(k, "walker", "walk");
    accepts(def_prop(k, "post"), "go");
    kit_begin(k);
    spawn_town(k);
    kit_spawn_at(k, "post1", "post", 25, 0, 0);
    kit_spawn_at(k, "wim", "walker", 200, 0, 0);
    kit_run(k, 20500, 500);
    kit_expect_only(k, "start stop enter exit",
        "start wim go post1 | stop wim go done | enter wim town1 | enter wim house1 | "
        "enter wim room1 | start wim stand | stop wim stand done | start wim go post1 | stop "
        "wim go done | start wim stand | stop wim stand done | start wim go post1");
}

static void S67_a_queried_npc_is_looked_for_first_thing_on_its_turn(void **state) {
    kit *k = *state;
    def_town(k);
    bustle_entity_def *ghost = def_npc(k, "ghost", "main");
    ghost->position = BUSTLE_POSITION_QUERIED;
    kit_begin(k);
    spawn_town(k);
    kit_spawn_at(k, "gus", "ghost", 500, 0, 0);
    kit_place(k, "gus", 25, 0, 0);
    expect_area(k, "gus", NULL);
    kit_update_to(k, 0);
    expect_area(k, "gus", "room1");
    kit_expect_only(k, "enter exit start",
        "enter gus town1 | enter gus house1 | enter gus room1 | start gus stand");
    kit_place(k, "gus", 500, 0, 0);
    kit_update_to(k, 500);
    expect_area(k, "gus", "room1");
    kit_update_to(k, 1000);
    expect_area(k, "gus", NULL);
    kit_expect_only(k, "enter exit start",
        "exit gus room1 | exit gus house1 | exit gus town1 | start gus stand");
}

static void S67_a_queried_npc_that_is_held_is_looked_for_too(void **state) {
    kit *k = *state;
    def_town(k);
    def_npc(k, "ghost", "main")->position = BUSTLE_POSITION_QUERIED;
    kit_begin(k);
    spawn_town(k);
    kit_spawn_at(k, "gus", "ghost", 500, 0, 0);
    kit_place(k, "gus", 25, 0, 0);
    OK(bustle_npc_hold(k->world, kit_entity(k, "gus")));
    kit_update_to(k, 0);
    kit_expect_only(k, "enter start", "enter gus town1 | enter gus house1 | enter gus room1");
}

/* ---- Areas that come and go ---- */

static void S67_a_new_area_is_entered_by_everybody_in_it(void **state) {
    kit *k = *state;
    def_town(k);
    kit_begin(k);
    kit_spawn_at(k, "ann", "villager", 1, 0, 0);
    kit_spawn_at(k, "bob", "villager", 50, 0, 0);
    kit_spawn_at(k, "cat", "villager", 51, 0, 0);
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_spawn(k, "town1", "town");
    expect_area(k, "bob", "town1");
    expect_area(k, "cat", NULL);
    kit_update_to(k, 1);
    kit_expect_only(k, "spawn enter", "spawn town1 | enter ann town1 | enter bob town1");
}

static void S67_an_area_that_is_an_npc_enters_before_it_is_entered(void **state) {
    kit *k = *state;
    def_town(k);
    kit_extends(def_npc(k, "giant", "main"), (bustle_box_def){4, 4, -1, 0, 0, 0});
    kit_begin(k);
    kit_spawn(k, "town1", "town");
    kit_spawn(k, "ann", "villager");
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_spawn(k, "giant1", "giant");
    kit_update_to(k, 1);
    kit_expect_only(k, "enter", "enter giant1 town1 | enter ann giant1");
    kit_spawn(k, "giant2", "giant"); /* as large, and spawned later */
    kit_update_to(k, 2);
    kit_expect_only(k, "enter",
        "enter giant2 town1 | enter giant2 giant1 | enter ann giant2 | enter giant1 giant2");
}

static void S67_an_area_that_leaves_is_left_by_everybody(void **state) {
    kit *k = *state;
    def_town(k);
    has(def_area(k, "tent", 6, 6), "crowd", 5)->exit =
        OPS(INCREASE(BUSTLE_TARGET, "crowd", 1), INCREASE(BUSTLE_SELF, "visits", 1));
    kit_begin(k);
    spawn_town(k);
    kit_spawn_at(k, "bob", "villager", 24, 0, 0);
    kit_spawn_at(k, "tent1", "tent", 25, 0, 0);
    kit_spawn_at(k, "ann", "villager", 24, 0, 0);
    expect_area(k, "ann", "room1");
    OK(bustle_world_remove(k->world, kit_entity(k, "room1")));
    expect_area(k, "ann", "tent1");
    kit_update_to(k, 0);
    kit_forget_events(k);
    OK(bustle_world_remove(k->world, kit_entity(k, "tent1")));
    expect_area(k, "ann", "house1");
    assert_int_equal(kit_get(k, "ann", "visits"), 1);
    kit_update_to(k, 1);
    kit_expect_only(k, "exit remove error", "exit bob tent1 | exit ann tent1 | remove tent1");
}

/* ---- Innermost and outer ---- */

static void S67_of_equal_areas_the_innermost_is_the_one_spawned_last(void **state) {
    kit *k = *state;
    bustle_entity areas[4] = {0};
    size_t count = 0;
    def_town(k);
    kit_begin(k);
    spawn_town(k);
    kit_spawn_at(k, "room2", "room", 25, 1, 0);
    kit_spawn_at(k, "ann", "villager", 25, 0, 0);
    expect_area(k, "ann", "room2");
    OK(bustle_npc_areas(k->world, kit_entity(k, "ann"), areas, 4, &count));
    assert_int_equal(count, 4);
    assert_int_equal(areas[0], kit_entity(k, "room1"));
    assert_int_equal(areas[1], kit_entity(k, "room2"));
    assert_int_equal(areas[3], kit_entity(k, "town1"));
    bustle_entity outer = 0;
    OK(bustle_area_outer(k->world, kit_entity(k, "room2"), &outer));
    assert_int_equal(outer, kit_entity(k, "room1"));
    OK(bustle_area_outer(k->world, kit_entity(k, "room1"), &outer));
    assert_int_equal(outer, kit_entity(k, "house1"));
    OK(bustle_area_outer(k->world, kit_entity(k, "town1"), &outer));
    assert_int_equal(outer, 0);
    OK(bustle_world_remove(k->world, kit_entity(k, "house1")));
    OK(bustle_area_outer(k->world, kit_entity(k, "room1"), &outer));
    assert_int_equal(outer, kit_entity(k, "town1"));
    kit_update_to(k, 0);
    kit_expect_only(k, "enter",
        "enter ann town1 | enter ann house1 | enter ann room1 | enter ann "
        "room2");
}

static void S67_sizes_are_in_whole_units_rounded_up(void **state) {
    kit *k = *state;
    def_town(k);
    kit_extends(def_prop(k, "shed"), (bustle_box_def){2.5, 3, 1, 0, 0, 0});
    kit_extends(def_prop(k, "booth"), (bustle_box_def){3, 3, 1, 0, 0, 0});
    kit_begin(k);
    kit_spawn(k, "shed1", "shed");
    kit_spawn(k, "booth1", "booth");
    kit_spawn(k, "ann", "villager");
    expect_area(k, "ann", "booth1"); /* as large, and spawned last */
}

static void S67_a_trigger_is_nobodys_innermost_area(void **state) {
    kit *k = *state;
    def_town(k);
    def_area(k, "door", 1, 1)->trigger = true;
    kit_begin(k);
    spawn_town(k);
    kit_spawn_at(k, "door1", "door", 25, 0, 0);
    kit_spawn_at(k, "ann", "villager", 25, 0, 0);
    expect_area(k, "ann", "room1");
    kit_update_to(k, 0);
    kit_expect_only(k, "enter",
        "enter ann town1 | enter ann house1 | enter ann room1 | enter ann "
        "door1");
    bustle_entity outer = 0;
    OK(bustle_area_outer(k->world, kit_entity(k, "door1"), &outer));
    assert_int_equal(outer, kit_entity(k, "room1"));
}

/* ---- Boxes ---- */

static void S67_an_area_may_have_several_boxes_beside_its_position(void **state) {
    kit *k = *state;
    static const bustle_box_def boxes[] = {{4, 2, 3, 10, 0, 0}, {2, 2, -1, -10, 5, 0}};
    bustle_box_def told[3];
    size_t count = 0;
    def_town(k);
    kit_extends(kit_extends(def_prop(k, "camp"), boxes[0]), boxes[1]);
    kit_begin(k);
    kit_spawn_at(k, "camp1", "camp", 100, 0, 0);
    kit_spawn_at(k, "ann", "villager", 100, 0, 0);
    expect_area(k, "ann", NULL);
    move(k, "ann", 112, 1, 1.5);
    expect_area(k, "ann", "camp1");
    move(k, "ann", 112, 1, 1.5625);
    expect_area(k, "ann", NULL);
    move(k, "ann", 89, 6, 1000);
    expect_area(k, "ann", "camp1");
    OK(bustle_area_boxes(k->world, kit_entity(k, "camp1"), told, 3, &count));
    assert_int_equal(count, 2);
    assert_true(told[0].width == 4 && told[0].depth == 2 && told[0].height == 3);
    assert_true(told[0].x == 110 && told[0].y == 0 && told[0].z == 0);
    assert_true(told[1].height < 0 && told[1].x == 90 && told[1].y == 5);
    kit_update_to(k, 0);
}

static void S67_a_new_area_of_boxes_that_overlap_is_entered_once(void **state) {
    kit *k = *state;
    def_town(k);
    bustle_entity_def *camp = def_area(k, "camp", 10, 10);
    kit_extends(kit_extends(camp, (bustle_box_def){8, 8, -1, 0, 0, 0}),
        (bustle_box_def){10, 10, -1, 9, 0, 0});
    kit_begin(k);
    kit_spawn_at(k, "ann", "villager", 1, 0, 0);
    kit_spawn_at(k, "bob", "villager", 2, 0, 0);
    kit_spawn_at(k, "cat", "villager", 12, 0, 0);
    kit_spawn(k, "camp1", "camp");
    kit_update_to(k, 0);
    kit_expect_only(k, "enter", "enter ann camp1 | enter bob camp1 | enter cat camp1");
}

/* ---- Saves, other content, and proof ---- */

static void load(kit *k, const bustle_snapshot *saved) {
    char reason[128] = "";
    (void)bustle_snapshot_load(k->world, saved->bytes, saved->size, NULL, reason, sizeof reason);
    assert_string_equal(reason, "");
}

static void S67_a_save_has_who_has_not_been_looked_for_yet(void **state) {
    kit *k = *state;
    bustle_snapshot saved = {0};
    def_town(k);
    bustle_entity_def *ghost = def_npc(k, "ghost", "main");
    ghost->position = BUSTLE_POSITION_QUERIED;
    bustle_action_def *near = def_action(k, "near", 100);
    near->when = OPS(DISTANCE_IS(BUSTLE_AT_LEAST, 0));
    accepts(ghost, "near");
    chain(k, "haunted", "near");
    def_npc(k, "seer", "haunted");
    kit_begin(k);
    spawn_town(k);
    kit_spawn_at(k, "gus", "ghost", 25, 0, 0);
    kit_update_to(k, 0);
    kit_place(k, "gus", 500, 0, 0);
    kit_spawn_at(k, "sue", "seer", 90, 0, 0);
    kit_update_to(k, 500); /* she asks where he is; he has no turn */
    expect_area(k, "gus", "room1");
    OK(bustle_snapshot_save(k->world, NULL, 0, &saved));
    load(k, &saved);
    bustle_snapshot_free(&saved);
    expect_area(k, "gus", "room1");
    kit_forget_events(k);
    kit_update_to(k, 1000);
    kit_expect_only(k, "enter exit", "exit gus room1 | exit gus house1 | exit gus town1");
}

static void S67_what_became_an_area_is_entered_after_the_load(void **state) {
    kit *k = *state;
    bustle_snapshot saved = {0};
    def_state(k, "visits");
    def_state(k, "crowd");
    def_action(k, "stand", 1000);
    chain(k, "main", "stand");
    has(def_npc(k, "villager", "main"), "visits", 0);
    has(def_prop(k, "house"), "crowd", 0)->position = BUSTLE_POSITION_STATIC;
    kit_begin(k);
    kit_spawn_at(k, "house1", "house", 20, 0, 0);
    kit_spawn_at(k, "ann", "villager", 25, 0, 0);
    kit_spawn_at(k, "bob", "villager", 90, 0, 0);
    kit_update_to(k, 0);
    const bustle_entity house = kit_entity(k, "house1");
    const bustle_entity ann = kit_entity(k, "ann");
    OK(bustle_snapshot_save(k->world, NULL, 0, &saved));
    uint8_t *bytes = malloc(saved.size);
    assert_non_null(bytes);
    memcpy(bytes, saved.bytes, saved.size);
    const size_t size = saved.size;
    bustle_snapshot_free(&saved);
    kit_reset(k);

    def_town(k);
    kit_begin(k);
    char reason[128] = "";
    (void)bustle_snapshot_load(k->world, bytes, size, NULL, reason, sizeof reason);
    free(bytes);
    assert_string_equal(reason, "");
    bustle_entity inside[2];
    size_t count = 0;
    OK(bustle_area_inside(k->world, house, inside, 2, &count));
    assert_int_equal(count, 1);
    assert_true(inside[0] == ann);
    kit_update_to(k, 1);
    kit_expect_only(k, "enter exit", "enter stranger stranger"); /* ann, the house */
    OK(bustle_world_check(k->world, NULL, 0));
}

static void S67_other_content_is_looked_at_again(void **state) {
    kit *k = *state;
    def_town(k);
    kit_begin(k);
    spawn_town(k);
    kit_spawn_at(k, "ann", "villager", 25, 0, 0);
    kit_spawn_at(k, "bob", "villager", 40, 0, 0);
    kit_update_to(k, 0);
    kit_forget_events(k);
    bustle_world *world = k->world;
    bustle_content *before = k->content;
    bustle_builder_destroy(k->builder);
    k->builder = bustle_builder_create(&k->allocator);
    for (size_t i = 0; i < k->def_count; i++) {
        bustle_entity_def *def = k->defs[i].def;
        if (k->defs[i].kind == BUSTLE_KIND_ENTITY && strcmp(def->name, "house") == 0) {
            def->area_count = 0; /* the old boxes are kept by the kit */
            kit_extends(def, (bustle_box_def){50, 50, -1, 0, 0, 0});
        } else if (k->defs[i].kind == BUSTLE_KIND_ENTITY && strcmp(def->name, "room") == 0) {
            def->area_count = 0;
            kit_extends(def, (bustle_box_def){1, 1, -1, 9, 0, 0});
        }
    }
    k->defs_added = 0;
    k->content = NULL;
    kit_seal_ok(k);
    bustle_content_release(before);
    OK(bustle_world_reload(world, k->content, NULL));
    expect_area(k, "ann", "house1");
    expect_area(k, "bob", "house1");
    kit_update_to(k, 1);
    kit_expect_only(k, "enter exit", "exit ann room1 | enter bob house1");
}

static void S67_a_wrong_place_is_noticed(void **state) {
    kit *k = *state;
    char said[128] = "";
    def_town(k);
    kit_begin(k);
    spawn_town(k);
    kit_spawn_at(k, "ann", "villager", 25, 0, 0);
    kit_update_to(k, 0);
    const bustle_entity ann = kit_entity(k, "ann");
    const uint32_t slot = (uint32_t)(ann & (SLOT_LIMIT - 1));
    entity *e = entity_at(k->world, slot);
    e->y += 10 * 16; /* out of the room, in the same house and cell */
    assert_int_equal(bustle_world_check(k->world, said, sizeof said), BUSTLE_INCONSISTENT);
    assert_non_null(strstr(said, "area"));
    e->y -= 10 * 16;
    OK(bustle_world_check(k->world, said, sizeof said));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S67_areas_left_come_first_then_those_entered_the_largest_first),
        RULE(S67_borders_are_inside),
        RULE(S67_props_are_in_no_area_and_nobody_in_itself),
        RULE(S67_effects_are_on_the_npc_and_the_area_and_come_before_the_event),
        RULE(S67_what_effects_raise_comes_from_the_area),
        RULE(S67_a_journey_is_looked_at_when_the_ending_is_over),
        RULE(S67_a_queried_npc_is_looked_for_first_thing_on_its_turn),
        RULE(S67_a_queried_npc_that_is_held_is_looked_for_too),
        RULE(S67_a_new_area_is_entered_by_everybody_in_it),
        RULE(S67_an_area_that_is_an_npc_enters_before_it_is_entered),
        RULE(S67_an_area_that_leaves_is_left_by_everybody),
        RULE(S67_of_equal_areas_the_innermost_is_the_one_spawned_last),
        RULE(S67_sizes_are_in_whole_units_rounded_up),
        RULE(S67_a_trigger_is_nobodys_innermost_area),
        RULE(S67_an_area_may_have_several_boxes_beside_its_position),
        RULE(S67_a_new_area_of_boxes_that_overlap_is_entered_once),
        RULE(S67_a_save_has_who_has_not_been_looked_for_yet),
        RULE(S67_what_became_an_area_is_entered_after_the_load),
        RULE(S67_other_content_is_looked_at_again),
        RULE(S67_a_wrong_place_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
