/* What bustle.h promises for when memory runs out: a call that fails has changed nothing, and an
 * update that stopped goes on as if nothing had been. */
#include <string.h>

#include "calls.h"

static void begin_everyday(kit *k) {
    def_everyday(k)->main = "visit";
    chain(k, "visit", "touch", ">answer");
    kit_begin(k);
}

/* Enough of everything that most arrays must grow. */
static void spawn_many(kit *k) {
    for (int i = 0; i < 40; i++) {
        kit_spawn_at(k, "someone", i % 3 == 0 ? "stone" : "villager", i, -i, 0);
    }
}

/* ---- Calls ---- */

static void expect_same_stats(bustle_stats a, bustle_stats b) {
    a.bytes = b.bytes; /* what a failed call grew may stay for the next */
    a.allocations = b.allocations;
    kit_expect_same_stats(a, b);
}

static void a_call_without_memory_changes_nothing_and_may_be_made_again(void **state) {
    kit *k = *state;
    for (size_t i = 0; i < api_call_count; i++) {
        bustle_status status = BUSTLE_NO_MEMORY;
        if (strcmp(api_calls[i].name, "update") == 0) {
            continue; /* below */
        }
        for (size_t n = 1; status == BUSTLE_NO_MEMORY; n++) {
            kit_reset(k);
            begin_everyday(k);
            kit_spawn(k, "ann", "villager");
            kit_spawn(k, "stone1", "stone");
            kit_update_to(k, 10);
            bustle_stats before = kit_stats(k);
            uint32_t hash = bustle_world_hash(k->world);
            k->memory.fail_at = n;
            status = api_calls[i].make(k, kit_entity(k, "ann"));
            k->memory.fail_at = 0;
            if (status == BUSTLE_NO_MEMORY) {
                expect_same_stats(before, kit_stats(k));
                assert_int_equal(bustle_world_hash(k->world), hash);
                status = api_calls[i].make(k, kit_entity(k, "ann"));
                assert_int_not_equal(status, BUSTLE_NO_MEMORY);
                status = BUSTLE_NO_MEMORY;
            }
            assert_int_equal(bustle_world_check(k->world, NULL, 0), BUSTLE_OK);
        }
    }
}

static void a_spawn_without_memory_changes_nothing_and_may_be_made_again(void **state) {
    kit *k = *state;
    bustle_spawn_def def = bustle_default_spawn_def();
    bustle_entity entity = 0;
    begin_everyday(k);
    def.definition = kit_definition(k, "villager");
    for (int i = 0; i < 100; i++) {
        def.name = i == 50 ? "zoe" : NULL;
        for (size_t n = 1;; n++) {
            bustle_stats before = kit_stats(k);
            uint32_t hash = bustle_world_hash(k->world);
            k->memory.fail_at = n;
            bustle_status status = bustle_world_spawn(k->world, &def, &entity);
            k->memory.fail_at = 0;
            if (status == BUSTLE_OK) {
                break;
            }
            assert_int_equal(status, BUSTLE_NO_MEMORY);
            expect_same_stats(before, kit_stats(k));
            assert_int_equal(bustle_world_hash(k->world), hash);
        }
        assert_int_equal(bustle_entity_spawn_number(entity), i + 1);
    }
    assert_int_equal(bustle_world_find(k->world, "zoe") != 0, true);
}

/* Spawns with every allocation failing once. */
static void spawn_against_odds(kit *k, const char *definition, double x, double y, double z) {
    bustle_spawn_def def = bustle_default_spawn_def();
    bustle_entity entity = 0;
    bustle_status status = BUSTLE_NO_MEMORY;
    def.definition = kit_definition(k, definition);
    def.position = (bustle_position){x, y, z};
    for (size_t n = 1; status == BUSTLE_NO_MEMORY; n++) {
        k->memory.fail_at = n;
        status = bustle_world_spawn(k->world, &def, &entity);
        k->memory.fail_at = 0;
        OK(bustle_world_check(k->world, NULL, 0));
    }
    assert_int_equal(status, BUSTLE_OK);
}

/* First far apart, so that cells become wide, then in a crowd, so that they become narrow again. */
static void a_grid_that_cannot_change_its_width_stays_as_it_was(void **state) {
    kit *k = *state;
    def_everyday(k);
    def_action(k, "reach", 1000)->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 3));
    accepts(def_prop(k, "stall"), "reach");
    kit_begin(k);
    for (int i = 0; i < 60; i++) {
        spawn_against_odds(k, "stall", i * 64, i % 7 * 64, 0);
    }
    for (int i = 0; i < 1200; i++) {
        spawn_against_odds(k, "stall", i % 32, i / 32, 0);
    }
    assert_int_equal(kit_stats(k).entities, 1260);
}

static void entities_are_gone_through_in_spawn_order_also_without_memory(void **state) {
    kit *k = *state;
    begin_everyday(k);
    spawn_many(k);
    OK(bustle_world_remove(k->world, k->entities[3].entity));
    OK(bustle_world_remove(k->world, k->entities[20].entity));
    kit_spawn(k, "late1", "stone"); /* in the places of those who left */
    kit_spawn(k, "late2", "villager");
    uint32_t found = 0;
    uint32_t before = 0;
    bustle_entity next = 0;
    do {
        k->memory.fail_at = 1;
        next = bustle_world_next(k->world, next);
        k->memory.fail_at = 0;
        assert_true(next == 0 || bustle_entity_spawn_number(next) > before);
        before = bustle_entity_spawn_number(next);
        found += next != 0;
    } while (next != 0);
    assert_int_equal(found, kit_stats(k).entities);
}

static void a_move_without_memory_changes_nothing_and_may_be_made_again(void **state) {
    kit *k = *state;
    def_everyday(k);
    def_action(k, "reach", 1000)->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 3));
    accepts(def_prop(k, "cart"), "reach");
    kit_begin(k);
    for (int i = 0; i < 40; i++) {
        kit_spawn_at(k, "cart", "cart", 0, 0, 0);
    }
    for (int i = 0; i < 40; i++) {
        bustle_status status = BUSTLE_NO_MEMORY;
        for (size_t n = 1; status == BUSTLE_NO_MEMORY; n++) {
            k->memory.fail_at = n;
            status = bustle_entity_move(
                k->world, k->entities[i].entity, (bustle_position){100.0 * i, -100.0 * i, 0});
            k->memory.fail_at = 0;
            OK(bustle_world_check(k->world, NULL, 0));
        }
        assert_int_equal(status, BUSTLE_OK);
    }
}

/* ---- Watched values ---- */

static void begin_watching(kit *k) {
    bustle_entity_def *villager = def_everyday(k);
    def_environment(k, "rain", 1)->flag = true;
    def_interruption(k, "wet")->when = OPS(ENV_IS("rain", BUSTLE_EQUAL, 1));
    handles(villager, "wet", "answer", 0);
    kit_begin(k);
    spawn_many(k);
}

static void S45_a_push_without_memory_changes_nothing_and_may_be_made_again(void **state) {
    kit *k = *state;
    bustle_status status = BUSTLE_NO_MEMORY;
    for (size_t n = 1; status == BUSTLE_NO_MEMORY; n++) {
        int32_t value = 1;
        kit_reset(k);
        begin_watching(k);
        kit_update_to(k, 10);
        k->memory.fail_at = n;
        status = bustle_world_set_environment(k->world, kit_environment(k, "rain"), 1);
        k->memory.fail_at = 0;
        if (status == BUSTLE_NO_MEMORY) {
            OK(bustle_world_environment(k->world, kit_environment(k, "rain"), &value));
            assert_int_equal(value, 0);
            OK(bustle_world_set_environment(k->world, kit_environment(k, "rain"), 1));
        }
        kit_forget_events(k);
        kit_update_to(k, 20);
        assert_int_equal(kit_last(k, BUSTLE_EVENT_INTERRUPT)->time, 20);
    }
    assert_int_equal(status, BUSTLE_OK);
}

static void S45_a_condition_tested_without_memory_is_tested_again(void **state) {
    kit *k = *state;
    bustle_status status = BUSTLE_NO_MEMORY;
    for (size_t n = 1; status == BUSTLE_NO_MEMORY; n++) {
        kit_reset(k);
        begin_watching(k);
        kit_update_to(k, 10);
        kit_answer(k, "rain", 1);
        k->memory.fail_at = n;
        status = bustle_world_update(k->world, 20, NULL);
        k->memory.fail_at = 0;
        if (status == BUSTLE_NO_MEMORY) {
            kit_update_to(k, 20);
        } else {
            kit_collect(k);
        }
        assert_int_equal(kit_last(k, BUSTLE_EVENT_INTERRUPT)->time, 20);
    }
    assert_int_equal(status, BUSTLE_OK);
}

/* ---- Updates ---- */

enum { UPDATES = 12 };

/* A run in which the n-th allocation of its updates fails (0: none). Returns the hash; *failed says
 * whether there were that many. */
static uint32_t hash_of_run(kit *k, size_t n, bool *failed) {
    kit_reset(k);
    begin_everyday(k);
    spawn_many(k);
    *failed = false;
    k->memory.fail_at = n;
    for (int64_t now = 0; now < UPDATES * INT64_C(500); now += 500) {
        bustle_status status = bustle_world_update(k->world, now, NULL);
        if (status != BUSTLE_OK) {
            assert_int_equal(status, BUSTLE_NO_MEMORY);
            *failed = true;
            kit_update_to(k, now);
        }
        if (now == 2000) {
            size_t fail_at = k->memory.fail_at; /* updates only */
            k->memory.fail_at = 0;
            assert_int_equal(
                bustle_world_interrupt_all(k->world, kit_interruption(k, "i"), 0, NULL), BUSTLE_OK);
            k->memory.fail_at = fail_at;
        }
    }
    k->memory.fail_at = 0;
    return bustle_world_hash(k->world);
}

static void an_update_without_memory_goes_on_where_it_stopped(void **state) {
    kit *k = *state;
    bool failed = false;
    uint32_t undisturbed = hash_of_run(k, 0, &failed);
    size_t n = 1;
    do {
        uint32_t hash = hash_of_run(k, n++, &failed);
        assert_int_equal(hash, undisturbed);
    } while (failed);
}

static unsigned deliveries;

static void count_delivery(kit *k, const bustle_event *event) {
    (void)k;
    (void)event;
    deliveries++;
}

static void until_an_update_has_gone_on_nothing_is_delivered_and_changes_are_refused(void **state) {
    kit *k = *state;
    begin_everyday(k);
    kit_spawn(k, "ann", "villager");
    spawn_many(k);
    k->on_event = count_delivery;
    deliveries = 0;
    k->memory.fail_at = 1;
    if (bustle_world_update(k->world, 5, NULL) == BUSTLE_OK) {
        skip(); /* the first update needs no memory */
    }
    assert_int_equal(deliveries, 0);
    uint32_t hash = bustle_world_hash(k->world);
    for (size_t i = 0; i < api_call_count; i++) {
        if (api_calls[i].changes && strcmp(api_calls[i].name, "update") != 0 &&
            api_calls[i].make(k, kit_entity(k, "ann")) != BUSTLE_BUSY) {
            fail_msg("%s is not refused", api_calls[i].name);
        }
    }
    assert_int_equal(bustle_world_hash(k->world), hash);
    kit_update_to(k, 5);
    assert_int_equal(deliveries, kit_stats(k).events);
}

/* ---- Building ---- */

static void building_without_memory_may_be_tried_again(void **state) {
    kit *k = *state;
    bustle_status status = BUSTLE_NO_MEMORY;
    for (size_t n = 1; status == BUSTLE_NO_MEMORY; n++) {
        bustle_world *world = NULL;
        kit_reset(k);
        def_everyday(k);
        k->memory.fail_at = n;
        status = kit_add(k);
        if (status == BUSTLE_OK) {
            status = bustle_builder_seal(k->builder, &k->content);
        }
        if (status == BUSTLE_OK) {
            status = bustle_world_create(k->content, &k->def, &world);
        }
        bustle_world_destroy(world);
        k->memory.fail_at = 0;
        if (status == BUSTLE_NO_MEMORY) {
            kit_begin(k);
            kit_spawn(k, "ann", "villager");
            kit_update_to(k, 0);
        }
    }
    assert_int_equal(status, BUSTLE_OK);
}

enum { LONG_TEXT = 6000 }; /* longer than what the builder asks for at once */

/* With texts so long that each asks for memory of its own. */
static void large_definitions_without_memory_may_be_added_again(void **state) {
    kit *k = *state;
    static char text[LONG_TEXT];
    memset(text, 'x', sizeof text - 1);
    bustle_status status = BUSTLE_NO_MEMORY;
    for (size_t n = 1; status == BUSTLE_NO_MEMORY; n++) {
        kit_reset(k);
        def_state(k, "s")->origin = text;
        bustle_environment_def *e = def_environment(k, "e", 0);
        e->values = NAMES(text, "a");
        e->value_count = 2;
        bustle_interruption_def *i = def_interruption(k, "i");
        i->origin = text;
        i->when = OPS(ENV_IS("e", BUSTLE_EQUAL, 1));
        bustle_action_def *a = def_action(k, "a", 1000);
        a->origin = text;
        a->start = OPS(SET(BUSTLE_SELF, "s", 1), CALL(1, text));
        a->target = BUSTLE_TARGET_NOT_TAKEN;
        chain(k, "q", "a")->origin = text;
        has(def_npc(k, "n", "q"), "s", 1)->origin = text;
        k->memory.fail_at = n;
        status = kit_add(k);
        k->memory.fail_at = 0;
    }
    assert_int_equal(status, BUSTLE_OK);
    kit_seal_ok(k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(a_call_without_memory_changes_nothing_and_may_be_made_again),
        RULE(a_spawn_without_memory_changes_nothing_and_may_be_made_again),
        RULE(a_grid_that_cannot_change_its_width_stays_as_it_was),
        RULE(entities_are_gone_through_in_spawn_order_also_without_memory),
        RULE(a_move_without_memory_changes_nothing_and_may_be_made_again),
        RULE(S45_a_push_without_memory_changes_nothing_and_may_be_made_again),
        RULE(S45_a_condition_tested_without_memory_is_tested_again),
        RULE(an_update_without_memory_goes_on_where_it_stopped),
        RULE(until_an_update_has_gone_on_nothing_is_delivered_and_changes_are_refused),
        RULE(building_without_memory_may_be_tried_again),
        RULE(large_definitions_without_memory_may_be_added_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
