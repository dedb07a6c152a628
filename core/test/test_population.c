/* S1, S4, S28: entities come and go, with and without names, beside a plain list. */
#include <stdio.h>
#include <string.h>

#include "calls.h"

enum { PEOPLE = 300, NAMES_USED = 60, CHANGES = 20000 };

static struct person { /* in spawn order */
    bustle_entity entity;
    uint32_t spawn;
    int name; /* -1: none */
    bool npc;
} people[PEOPLE];
static size_t people_count;
static uint32_t spawned;

static uint32_t noise = 1;

static uint32_t below(uint32_t n) {
    noise ^= noise << 13;
    noise ^= noise >> 17;
    noise ^= noise << 5;
    return noise % n;
}

static const char *name_text(int name) {
    static char text[16];
    snprintf(text, sizeof text, "name%d", name);
    return text;
}

static const struct person *npc_named(int name) {
    for (size_t i = 0; i < people_count; i++) {
        if (people[i].npc && people[i].name == name) {
            return &people[i];
        }
    }
    return NULL;
}

/* The game's own value of an entity: a different one each time. */
static void *user_of(kit *k, uint32_t spawn) {
    return (char *)k + spawn % sizeof *k;
}

static void spawn_one(kit *k) {
    struct person *p = &people[people_count];
    bustle_spawn_def def = bustle_default_spawn_def();
    p->npc = below(3) != 0;
    p->name = below(2) == 0 ? -1 : (int)below(NAMES_USED);
    def.definition = kit_definition(k, p->npc ? "villager" : "stone");
    def.name = p->name < 0 ? NULL : name_text(p->name);
    def.user = user_of(k, spawned + 1);
    if (p->npc && p->name >= 0 && npc_named(p->name) != NULL) {
        assert_int_equal(bustle_world_spawn(k->world, &def, &p->entity), BUSTLE_NAME_TAKEN);
        return;
    }
    assert_int_equal(bustle_world_spawn(k->world, &def, &p->entity), BUSTLE_OK);
    p->spawn = ++spawned;
    people_count++;
    assert_int_equal(bustle_entity_spawn_number(p->entity), p->spawn);
}

static void remove_one(kit *k) {
    size_t gone = below((uint32_t)people_count);
    bustle_entity entity = people[gone].entity;
    assert_int_equal(bustle_world_remove(k->world, entity), BUSTLE_OK);
    assert_false(bustle_entity_alive(k->world, entity));
    memmove(&people[gone], &people[gone + 1], (people_count - gone - 1) * sizeof *people);
    people_count--;
}

static void compare_with_world(kit *k) {
    bustle_entity at = 0;
    size_t npcs = 0;
    k->memory.fail_at = below(2); /* listing must not depend on memory */
    for (size_t i = 0; i < people_count; i++) {
        const struct person *p = &people[i];
        const char *name = bustle_entity_name(k->world, p->entity);
        at = bustle_world_next(k->world, at);
        assert_int_equal(at, p->entity);
        assert_ptr_equal(bustle_entity_user(k->world, p->entity), user_of(k, p->spawn));
        assert_int_equal(name != NULL, p->name >= 0);
        if (name != NULL) {
            assert_string_equal(name, name_text(p->name));
        }
        npcs += p->npc;
    }
    k->memory.fail_at = 0;
    assert_int_equal(bustle_world_next(k->world, at), 0);
    for (int n = 0; n < NAMES_USED; n++) {
        const struct person *p = npc_named(n);
        assert_int_equal(bustle_world_find(k->world, name_text(n)), p == NULL ? 0 : p->entity);
    }
    assert_int_equal(kit_stats(k).entities, people_count);
    assert_int_equal(kit_stats(k).npcs, npcs);
}

static void S1_entities_come_and_go_without_being_mistaken_for_others(void **state) {
    kit *k = *state;
    def_everyday(k);
    kit_begin(k);
    people_count = 0;
    spawned = 0;
    for (int i = 0; i < CHANGES; i++) {
        bool more = people_count == 0 || (people_count < PEOPLE && below(11) < 6);
        if (more) {
            spawn_one(k);
        } else {
            remove_one(k);
        }
        if (i % 50 == 0) {
            compare_with_world(k);
        }
        if (i % 20 == 0) { /* some leave before their first turn */
            assert_int_equal(bustle_world_update(k->world, i, NULL), BUSTLE_OK);
        }
        if (i % 500 == 0) {
            assert_int_equal(bustle_world_check(k->world, NULL, 0), BUSTLE_OK);
        }
    }
}

static void S1_coming_and_going_needs_no_more_memory_in_the_end(void **state) {
    kit *k = *state;
    def_everyday(k);
    kit_begin(k);
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = kit_definition(k, "villager");
    size_t bytes = 0;
    for (int i = 0; i < 20000; i++) {
        bustle_entity entity = 0;
        assert_int_equal(bustle_world_spawn(k->world, &def, &entity), BUSTLE_OK);
        bustle_world_next(k->world, 0);
        assert_int_equal(bustle_world_update(k->world, i, NULL), BUSTLE_OK);
        assert_int_equal(bustle_world_remove(k->world, entity), BUSTLE_OK);
        if (i == 10000) {
            bytes = kit_stats(k).bytes;
        }
    }
    assert_int_equal(kit_stats(k).bytes, bytes);
}

static void S4_a_spawn_that_is_refused_changes_nothing(void **state) {
    kit *k = *state;
    def_everyday(k);
    def_state(k, "other");
    kit_begin(k);
    kit_spawn(k, "ann", "villager");
    const bustle_state_value lacking = {kit_state(k, "other"), 1}, unknown = {99, 1};
    bustle_stats before = kit_stats(k);
    bustle_entity entity = 77;
    bustle_spawn_def def = bustle_default_spawn_def();
    assert_int_equal(bustle_world_spawn(k->world, &def, &entity), BUSTLE_BAD_ARGUMENT);
    def.definition = kit_definition(k, "villager");
    def.state_count = 1;
    assert_int_equal(bustle_world_spawn(k->world, &def, &entity), BUSTLE_BAD_ARGUMENT);
    def.states = &unknown;
    assert_int_equal(bustle_world_spawn(k->world, &def, &entity), BUSTLE_BAD_ARGUMENT);
    def.states = &lacking;
    assert_int_equal(bustle_world_spawn(k->world, &def, &entity), BUSTLE_NO_PROPERTY);
    bustle_stats after = kit_stats(k);
    kit_expect_same_stats(before, after);
    assert_int_equal(entity, 77);
    assert_int_equal(bustle_entity_spawn_number(kit_spawn(k, "bob", "villager")), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S1_entities_come_and_go_without_being_mistaken_for_others),
        RULE(S1_coming_and_going_needs_no_more_memory_in_the_end),
        RULE(S4_a_spawn_that_is_refused_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
