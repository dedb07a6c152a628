/* S68: NPCs and props that are nowhere. */
#include "kit.h"

/* A ghost that is nowhere, a villager at the origin and a bell to hear. */
static void def_ghosts(kit *k) {
    def_interruption(k, "bell");
    def_action(k, "stand", 1000);
    chain(k, "main", "stand");
    handles(def_npc(k, "ghost", "main"), "bell", "main", 1)->position = BUSTLE_POSITION_NONE;
    handles(def_npc(k, "villager", "main"), "bell", "main", 1);
}

/* Somebody of `who` performs the action on what `whom` names; whom is nowhere, or who is. */
static void def_search(kit *k, bustle_action_def *act, bool ghostly) {
    act->target = BUSTLE_TARGET_TAKEN;
    chain(k, "seek", act->name);
    bustle_entity_def *seeker = def_npc(k, "seeker", "seek");
    bustle_entity_def *voice = accepts(def_prop(k, "voice"), act->name);
    (ghostly ? seeker : voice)->position = BUSTLE_POSITION_NONE;
    kit_begin(k);
    kit_spawn(k, "voice1", "voice");
    kit_spawn(k, "sue", "seeker");
    kit_update_to(k, 0);
}

static void S68_it_has_no_position_and_is_not_moved(void **state) {
    kit *k = *state;
    bustle_position at = {1, 2, 3};
    def_ghosts(k);
    kit_begin(k);
    kit_spawn_at(k, "gus", "ghost", 1, 2, 3);
    assert_int_equal(
        bustle_entity_position(k->world, kit_entity(k, "gus"), &at), BUSTLE_NO_PROPERTY);
    assert_int_equal(bustle_entity_move(k->world, kit_entity(k, "gus"), at), BUSTLE_STATIC);
    kit_update_to(k, 0);
    OK(bustle_world_remove(k->world, kit_entity(k, "gus")));
    kit_update_to(k, 1);
}

static void S68_it_is_within_no_distance_of_anybody(void **state) {
    kit *k = *state;
    size_t count = 9;
    bustle_entity near[4];
    bustle_reception heard = {0, 0, 0};
    def_ghosts(k);
    kit_begin(k);
    kit_spawn(k, "gus", "ghost");
    kit_spawn(k, "ann", "villager");
    OK(bustle_world_within(k->world, (bustle_position){0, 0, 0}, 1e9, near, 4, &count));
    assert_int_equal(count, 1);
    assert_int_equal(near[0], kit_entity(k, "ann"));
    OK(bustle_world_around(k->world, kit_entity(k, "gus"), 1e9, near, 4, &count));
    assert_int_equal(count, 0);
    OK(bustle_world_interrupt_within(
        k->world, kit_interruption(k, "bell"), (bustle_position){0, 0, 0}, 1e9, 0, &heard));
    assert_int_equal(heard.queued, 1);
    OK(bustle_world_interrupt_around(
        k->world, kit_interruption(k, "bell"), kit_entity(k, "gus"), 1e9, 0, &heard));
    assert_int_equal(heard.queued + heard.ignored + heard.refused, 0);
    kit_update_to(k, 0);
}

static void S68_nobody_hears_what_it_raises_within_a_distance(void **state) {
    kit *k = *state;
    def_ghosts(k);
    def_action(k, "wail", 1000)->start = OPS(KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "bell", 9));
    chain(k, "wailing", "wail");
    def_npc(k, "banshee", "wailing")->position = BUSTLE_POSITION_NONE;
    kit_begin(k);
    kit_spawn(k, "ann", "villager");
    kit_spawn(k, "bea", "banshee");
    kit_run(k, 500, 100);
    kit_expect_only(k, "interrupt", "");
}

static void S68_it_is_a_target_where_no_distance_is_asked(void **state) {
    kit *k = *state;
    def_search(k, def_action(k, "call", 1000), false);
    kit_expect_only(k, "start fail", "start sue call voice1");
}

static void S68_a_comparison_with_its_distance_is_false(void **state) {
    static const bustle_op conditions[] = {DISTANCE_IS(BUSTLE_AT_LEAST, 0),
        DISTANCE_IS(BUSTLE_LESS, 100), DISTANCE_IS(BUSTLE_NOT_EQUAL, 7)};
    for (size_t i = 0; i < 6; i++) {
        kit *k = *state;
        kit_reset(k);
        bustle_action_def *call = def_action(k, "call", 1000);
        call->when = kit_ops(&conditions[i / 2], 1);
        def_search(k, call, i % 2 == 1);
        kit_expect_only(k, "start fail", "fail sue seek no-candidate");
    }
}

static void S68_a_negated_comparison_with_its_distance_is_true(void **state) {
    for (int i = 0; i < 2; i++) {
        kit *k = *state;
        kit_reset(k);
        bustle_action_def *call = def_action(k, "call", 1000);
        call->when = OPS(DISTANCE_IS(BUSTLE_LESS, 100), DO(BUSTLE_NOT));
        def_search(k, call, i == 1);
        kit_expect_only(k, "start fail", "start sue call voice1");
    }
}

static void S68_nobody_travels_to_it_or_from_it(void **state) {
    for (int i = 0; i < 2; i++) {
        kit *k = *state;
        kit_reset(k);
        bustle_action_def *go = def_action(k, "go", 0);
        go->speed = 5;
        def_search(k, go, i == 1);
        kit_expect_only(k, "start fail", "fail sue seek no-candidate");
    }
}

static void S68_it_is_the_farthest_for_a_preference(void **state) {
    kit *k = *state;
    bustle_action_def *call = def_action(k, "call", 1000);
    call->preference = BUSTLE_PREFER_NEAREST;
    call->target = BUSTLE_TARGET_TAKEN;
    chain(k, "seek", "call");
    def_npc(k, "seeker", "seek");
    accepts(def_prop(k, "voice"), "call")->position = BUSTLE_POSITION_NONE;
    accepts(def_prop(k, "post"), "call");
    kit_begin(k);
    kit_spawn(k, "voice1", "voice");
    kit_spawn_at(k, "post1", "post", 1e6, 1e6, 1e6);
    kit_spawn(k, "sue", "seeker");
    kit_run(k, 3500, 500);
    kit_expect_only(k, "start",
        "start sue call post1 | start sue call post1 | start sue call post1 | start sue call "
        "post1");
}

static void S68_no_scene_within_a_distance_is_begun_with_it(void **state) {
    for (int nowhere = 0; nowhere < 2; nowhere++) {
        kit *k = *state;
        def_ghosts(k);
        chain(k, "idle", "stand");
        bustle_scene_def *talk = kit_def_scene(k, "talk");
        talk->within = 5;
        add_part(talk, "lead", NULL, "idle");
        add_part(talk, "listener", "soul", "idle");
        bustle_cue_def *notice = kit_cue("notice", NULL, "soul");
        notice->scene = "talk";
        notice->as = "lead";
        kit_add_cue(def_npc(k, "seer", "main"), notice);
        kit_tagged(def_npc(k, "soul", "main"), "soul")->position =
            nowhere ? BUSTLE_POSITION_NONE : BUSTLE_POSITION_PUSHED;
        kit_begin(k);
        kit_spawn(k, "gus", "soul");
        kit_spawn(k, "sue", "seer");
        kit_run(k, 3000, 100);
        assert_int_equal(kit_stats(k).joins > 0, nowhere == 0);
        kit_expect_only(k, "fail", "");
        const bool noticed = kit_doing(k, "sue").activities > 1;
        assert_true(nowhere == 0 || !noticed);
        bustle_memory memories[4];
        size_t count = 0;
        OK(bustle_npc_memories(
            k->world, kit_entity(k, "sue"), BUSTLE_MEMORY_ENCOUNTER, memories, 4, &count));
        assert_int_equal(count > 0, nowhere == 0);
        kit_reset(k);
    }
}

static void S68_it_is_in_no_area(void **state) {
    kit *k = *state;
    bustle_entity area = 1;
    def_ghosts(k);
    kit_extends(def_prop(k, "town"), (bustle_box_def){99, 99, -1, 0, 0, 0});
    kit_begin(k);
    kit_spawn(k, "gus", "ghost");
    kit_spawn(k, "town1", "town");
    kit_spawn(k, "gil", "ghost");
    kit_update_to(k, 0);
    kit_expect_only(k, "enter", "");
    OK(bustle_npc_area(k->world, kit_entity(k, "gil"), &area));
    assert_int_equal(area, 0);
}

static void S68_a_save_has_those_who_are_nowhere(void **state) {
    kit *k = *state;
    bustle_snapshot saved = {0};
    char reason[128] = "";
    def_ghosts(k);
    kit_begin(k);
    kit_spawn(k, "gus", "ghost");
    kit_spawn(k, "ann", "villager");
    kit_update_to(k, 0);
    OK(bustle_snapshot_save(k->world, NULL, 0, &saved));
    (void)bustle_snapshot_load(k->world, saved.bytes, saved.size, NULL, reason, sizeof reason);
    assert_string_equal(reason, "");
    bustle_snapshot_free(&saved);
    kit_run(k, 3000, 500);
    OK(bustle_world_remove(k->world, kit_entity(k, "gus")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S68_it_has_no_position_and_is_not_moved),
        RULE(S68_it_is_within_no_distance_of_anybody),
        RULE(S68_nobody_hears_what_it_raises_within_a_distance),
        RULE(S68_it_is_a_target_where_no_distance_is_asked),
        RULE(S68_a_comparison_with_its_distance_is_false),
        RULE(S68_a_negated_comparison_with_its_distance_is_true),
        RULE(S68_nobody_travels_to_it_or_from_it),
        RULE(S68_it_is_the_farthest_for_a_preference),
        RULE(S68_no_scene_within_a_distance_is_begun_with_it),
        RULE(S68_it_is_in_no_area),
        RULE(S68_a_save_has_those_who_are_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
