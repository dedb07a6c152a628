/* S4 and S5: handles, the value of the game, reading and writing state. */
#include <string.h>

#include "calls.h"

/* ---- S4 ---- */

static void begin_everyday(kit *k) {
    def_everyday(k);
    kit_begin(k);
}

static void S4_a_handle_fits_53_bits_and_names_its_spawn_number(void **state) {
    kit *k = *state;
    begin_everyday(k);
    for (uint32_t n = 1; n <= 1000; n++) {
        bustle_entity entity = kit_spawn(k, "stone1", "stone");
        assert_true(entity != 0 && entity >> 53 == 0);
        assert_int_equal((bustle_entity)(double)entity, entity);
        assert_int_equal(bustle_entity_spawn_number(entity), n);
    }
    assert_int_equal(bustle_entity_spawn_number(0), 0);
}

/* Every call with an entity is refused for this handle, and nothing changes. */
static void expect_stale(kit *k, bustle_entity handle) {
    uint32_t hash = bustle_world_hash(k->world);
    bustle_stats before = kit_stats(k);
    for (size_t i = 0; i < api_call_count; i++) {
        bustle_status status;
        /* 0 is nobody, which a source may be, and whom a condition is about. */
        bool may_be_nobody = strcmp(api_calls[i].name, "interrupt from") == 0 ||
            strcmp(api_calls[i].name, "test") == 0 ||
            strcmp(api_calls[i].name, "interrupt_all") == 0 ||
            strcmp(api_calls[i].name, "interrupt_within") == 0;
        if (!api_calls[i].takes_entity || (handle == 0 && may_be_nobody)) {
            continue;
        }
        status = api_calls[i].make(k, handle);
        if (status != BUSTLE_STALE) {
            fail_msg("%s: %s", api_calls[i].name, bustle_status_text(status));
        }
    }
    bustle_stats after = kit_stats(k);
    assert_false(bustle_entity_alive(k->world, handle));
    assert_null(bustle_entity_name(k->world, handle));
    assert_null(bustle_entity_user(k->world, handle));
    assert_int_equal(bustle_world_hash(k->world), hash);
    kit_expect_same_stats(before, after);
}

static void S4_a_call_with_a_stale_handle_fails_and_changes_nothing(void **state) {
    kit *k = *state;
    begin_everyday(k);
    bustle_entity ann = kit_spawn(k, "ann", "villager");
    bustle_entity stone = kit_spawn(k, "stone1", "stone");
    kit_update_to(k, 10);
    assert_int_equal(bustle_world_remove(k->world, ann), BUSTLE_OK);
    assert_int_equal(bustle_world_remove(k->world, stone), BUSTLE_OK);
    expect_stale(k, ann);
    expect_stale(k, stone);
    for (bustle_entity number = 0; number < 200; number++) { /* slots without spawn numbers */
        expect_stale(k, number);
    }
    kit_spawn(k, "bob", "villager"); /* takes the slot of one of them */
    kit_spawn(k, "cid", "villager");
    expect_stale(k, ann);
    expect_stale(k, stone);
    kit_update_to(k, 20);
    assert_int_equal(kit_doing(k, "bob").mood, BUSTLE_ACTING);
    assert_int_equal(kit_get(k, "bob", "x"), 7);
}

static void S4_a_call_with_a_handle_of_no_entity_here_fails_and_changes_nothing(void **state) {
    kit *k = *state;
    begin_everyday(k);
    bustle_world *here = k->world;
    assert_int_equal(bustle_world_create(k->content, &k->def, &k->world), BUSTLE_OK);
    kit_spawn(k, "x1", "villager");
    bustle_entity second = kit_spawn(k, "x2", "villager"), later = 0;
    for (int i = 0; i < 100; i++) {
        later = kit_spawn(k, "x3", "villager");
    }
    bustle_world_destroy(k->world);
    k->world = here;
    bustle_entity ann = kit_spawn(k, "ann", "villager");
    kit_update_to(k, 10);
    expect_stale(k, second);
    expect_stale(k, later);
    expect_stale(k, 0);
    expect_stale(k, UINT64_MAX);
    for (unsigned bit = 0; bit < 64; bit++) {
        expect_stale(k, ann ^ UINT64_C(1) << bit);
    }
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_ACTING);
}

static void S4_one_stale_handle_in_a_list_refuses_the_whole_call(void **state) {
    kit *k = *state;
    begin_everyday(k);
    bustle_entity npcs[3] = {kit_spawn(k, "ann", "villager"), kit_spawn(k, "bob", "villager"),
        kit_spawn(k, "stone1", "stone")};
    kit_update_to(k, 10);
    assert_int_equal(bustle_world_interrupt(k->world, kit_interruption(k, "i"), npcs, 3, 0, NULL),
        BUSTLE_NOT_NPC);
    assert_int_equal(bustle_world_remove(k->world, npcs[1]), BUSTLE_OK);
    assert_int_equal(
        bustle_world_interrupt(k->world, kit_interruption(k, "i"), npcs, 2, 0, NULL), BUSTLE_STALE);
    assert_int_equal(kit_doing(k, "ann").waiting, 0);
}

static void S4_a_call_without_a_world_fails(void **state) {
    kit *k = *state;
    begin_everyday(k);
    bustle_entity ann = kit_spawn(k, "ann", "villager");
    bustle_world *world = k->world;
    k->world = NULL;
    for (size_t i = 0; i < api_call_count; i++) {
        if (api_calls[i].make(k, ann) != BUSTLE_BAD_ARGUMENT) {
            fail_msg("%s takes NULL", api_calls[i].name);
        }
    }
    size_t count = 1;
    bustle_world_destroy(NULL);
    bustle_world_events(NULL, &count);
    assert_int_equal(count, 0);
    assert_int_equal(bustle_world_now(NULL), 0);
    assert_int_equal(bustle_world_next(NULL, 0), 0);
    assert_int_equal(bustle_world_find(NULL, "ann"), 0);
    assert_null(bustle_world_content(NULL));
    assert_null(bustle_entity_user(NULL, ann));
    assert_null(bustle_entity_name(NULL, ann));
    assert_false(bustle_entity_alive(NULL, ann));
    assert_int_equal(bustle_world_check(NULL, NULL, 0), BUSTLE_BAD_ARGUMENT);
    k->world = world;
}

static int users_seen;

static int see_users(kit *k, bustle_call *call) {
    assert_ptr_equal(bustle_entity_user(k->world, call->self), &users_seen);
    if (call->target != 0) {
        assert_ptr_equal(bustle_entity_user(k->world, call->target), k);
    }
    users_seen++;
    return 1;
}

static void see_user_of_event(kit *k, const bustle_event *event) {
    bool is_ann = event->npc == kit_entity(k, "ann");
    assert_ptr_equal(
        bustle_entity_user(k->world, event->npc), is_ann ? (void *)&users_seen : (void *)k);
    users_seen++;
}

static void S4_the_games_own_value_comes_back_unchanged_in_every_callback(void **state) {
    kit *k = *state;
    def_everyday(k);
    bustle_action_def *look = def_action(k, "look", 1000);
    look->target = BUSTLE_TARGET_TAKEN;
    look->when = OPS(CALL(1, "when"));
    look->start = OPS(CALL(1, "start"));
    chain(k, "watch", "look");
    def_npc(k, "watcher", "watch");
    accepts(def_prop(k, "tree"), "look");
    k->conditions[1] = k->effects[1] = see_users;
    kit_begin(k);
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = kit_definition(k, "watcher");
    def.user = &users_seen;
    kit_spawn_by(k, "ann", def);
    bustle_entity tree = kit_spawn(k, "tree1", "tree");
    assert_null(bustle_entity_user(k->world, tree));
    assert_int_equal(bustle_entity_set_user(k->world, tree, k), BUSTLE_OK);
    k->on_event = k->on_start = see_user_of_event;
    users_seen = 0;
    kit_update_to(k, 0);
    assert_int_equal(users_seen, 2 + 3 + 1); /* functions; spawn, spawn and start; start_action */
}

static void S4_the_games_own_value_leaves_with_its_entity(void **state) {
    kit *k = *state;
    begin_everyday(k);
    for (int i = 0; i < 100; i++) {
        bustle_entity stone = kit_spawn(k, "stone1", "stone");
        assert_null(bustle_entity_user(k->world, stone));
        assert_int_equal(bustle_entity_set_user(k->world, stone, k), BUSTLE_OK);
        assert_ptr_equal(bustle_entity_user(k->world, stone), k);
        assert_int_equal(bustle_world_remove(k->world, stone), BUSTLE_OK);
    }
}

/* ---- S5 ---- */

static int read_anyone(kit *k, bustle_call *call) {
    (void)call;
    assert_int_equal(kit_get(k, "ann", "x"), 7);
    assert_int_equal(kit_get(k, "stone1", "x"), 7);
    return 1;
}

static void write_anyone(kit *k, const bustle_event *event) {
    if (event->kind == BUSTLE_EVENT_START) {
        kit_set(k, "ann", "x", kit_get(k, "ann", "x") + 1);
        kit_set(k, "stone1", "x", 9);
    }
}

static void S5_any_state_is_read_at_any_time_and_written_between_updates(void **state) {
    kit *k = *state;
    def_everyday(k)->main = "ask";
    bustle_action_def *ask = def_action(k, "ask", 1000);
    ask->when = OPS(CALL(1, "when"));
    ask->start = OPS(CALL(1, "start"));
    ask->target = BUSTLE_TARGET_NOT_TAKEN;
    chain(k, "ask", "ask");
    k->conditions[1] = k->effects[1] = read_anyone;
    k->on_event = write_anyone;
    kit_begin(k);
    kit_spawn(k, "ann", "villager");
    kit_spawn(k, "stone1", "stone");
    kit_update_to(k, 0);
    assert_int_equal(kit_get(k, "ann", "x"), 8);
    assert_int_equal(kit_get(k, "stone1", "x"), 9);
    kit_set(k, "stone1", "x", -4);
    assert_int_equal(kit_get(k, "stone1", "x"), -4);
}

static void S5_state_that_a_definition_lacks_can_be_neither_read_nor_written(void **state) {
    kit *k = *state;
    def_everyday(k);
    def_state(k, "other");
    kit_begin(k);
    bustle_entity ann = kit_spawn(k, "ann", "villager");
    bustle_id other = kit_state(k, "other");
    int32_t value = 42;
    assert_int_equal(bustle_entity_get(k->world, ann, other, &value), BUSTLE_NO_PROPERTY);
    assert_int_equal(bustle_entity_set(k->world, ann, other, 1), BUSTLE_NO_PROPERTY);
    assert_int_equal(bustle_entity_get(k->world, ann, 2, &value), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_entity_set(k->world, ann, BUSTLE_NONE, 1), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(value, 42);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S4_a_handle_fits_53_bits_and_names_its_spawn_number),
        RULE(S4_a_call_with_a_stale_handle_fails_and_changes_nothing),
        RULE(S4_a_call_with_a_handle_of_no_entity_here_fails_and_changes_nothing),
        RULE(S4_one_stale_handle_in_a_list_refuses_the_whole_call),
        RULE(S4_a_call_without_a_world_fails),
        RULE(S4_the_games_own_value_comes_back_unchanged_in_every_callback),
        RULE(S4_the_games_own_value_leaves_with_its_entity),
        RULE(S5_any_state_is_read_at_any_time_and_written_between_updates),
        RULE(S5_state_that_a_definition_lacks_can_be_neither_read_nor_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
