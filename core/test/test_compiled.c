/* Compiled content: definitions as bytes and back, damaged bytes, memory running out; and places,
 * which packs put there. */
#include "townsfolk.h"

#include <math.h>

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "harbour.h"

typedef struct compiled {
    uint8_t *bytes;
    size_t size;
} compiled;

static compiled saved(const bustle_builder *builder) {
    compiled c = {NULL, 0};
    assert_int_equal(bustle_builder_save(builder, NULL, 0, &c.size), BUSTLE_OK);
    c.bytes = malloc(c.size);
    assert_non_null(c.bytes);
    size_t again = 0;
    assert_int_equal(bustle_builder_save(builder, c.bytes, c.size, &again), BUSTLE_OK);
    assert_int_equal(again, c.size);
    return c;
}

static compiled saved_harbour(void) {
    bustle_builder *builder = harbour_builder(NULL);
    assert_non_null(builder);
    compiled c = saved(builder);
    bustle_builder_destroy(builder);
    return c;
}

#define HEADER_SIZE 24u

/* So that what is wrong is not found by the checksum. */
static void mend_header(compiled *c) {
    uint64_t sum = bsl_checksum(c->bytes + HEADER_SIZE, c->size - HEADER_SIZE);
    store_word(c->bytes + 12, (uint32_t)(c->size - HEADER_SIZE));
    store_word(c->bytes + 16, (uint32_t)sum);
    store_word(c->bytes + 20, (uint32_t)(sum >> 32));
}

/* ---- There and back ---- */

/* One of everyone, and five minutes. */
static uint32_t hash_of_a_game(bustle_content *content) {
    harbour_game game = {0};
    bustle_world_def def = bustle_default_world_def();
    def.seed = 7;
    def.callbacks = harbour_callbacks(&game);
    bustle_world *world = NULL;
    assert_int_equal(bustle_world_create(content, &def, &world), BUSTLE_OK);
    uint32_t kinds = bustle_content_count(content, BUSTLE_KIND_ENTITY);
    for (uint32_t i = 0; i < kinds * 3; i++) {
        bustle_spawn_def spawn = bustle_default_spawn_def();
        spawn.definition = i % kinds;
        spawn.position = (bustle_position){(double)(i * 7 % 30), (double)(i * 11 % 30), 0};
        bustle_entity entity = 0;
        assert_int_equal(bustle_world_spawn(world, &spawn, &entity), BUSTLE_OK);
    }
    for (; game.now < 300000; game.now += 50) {
        assert_int_equal(bustle_world_update(world, game.now, NULL), BUSTLE_OK);
    }
    uint32_t hash = bustle_world_hash(world);
    bustle_stats stats;
    assert_int_equal(bustle_world_stats(world, &stats), BUSTLE_OK);
    assert_true(stats.starts > 100);
    bustle_world_destroy(world);
    return hash;
}

static void loaded_content_makes_the_same_decisions_and_the_same_bytes(void **state) {
    shop *k = *state;
    compiled c = saved_harbour();
    assert_int_equal(bustle_builder_load(k->builder, c.bytes, c.size), BUSTLE_OK);
    compiled again = saved(k->builder);
    assert_int_equal(again.size, c.size);
    assert_memory_equal(again.bytes, c.bytes, c.size);
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_OK);
    bustle_content *written = harbour_content(NULL);
    assert_int_equal(hash_of_a_game(k->content), hash_of_a_game(written));
    bustle_content_release(written);
    free(again.bytes);
    free(c.bytes);
}

static void what_is_loaded_joins_what_is_there(void **state) {
    shop *k = *state;
    shop_market(k);
    compiled c = saved(k->builder);
    shop other;
    shop_begin(&other);
    shop_state(&other, "fame", 0, 10, 1);
    assert_int_equal(bustle_builder_load(other.builder, c.bytes, c.size), BUSTLE_OK);
    shop_seal(&other);
    assert_int_equal(bustle_content_count(other.content, BUSTLE_KIND_STATE), 5);
    /* Once more: now every name is there twice. */
    assert_int_equal(bustle_builder_load(other.builder, c.bytes, c.size), BUSTLE_OK);
    bustle_content *none = NULL;
    assert_int_equal(bustle_builder_seal(other.builder, &none), BUSTLE_PROBLEMS);
    assert_true(shop_found(&other, BUSTLE_ERROR, "duplicate-name", "seats", "another state"));
    shop_end(&other);
    free(c.bytes);
}

static void add_watch(shop *k) {
    static const char *const tags[] = {"folk"};
    static const char *const fallbacks[] = {"pause"};
    static const bustle_handler_def handlers[] = {
        {.interruption = "alarm", .sequence = "pause", .priority = 2}};
    bustle_cue_def greet = townsfolk_cue("greet");
    greet.when = OPS(op_on(BUSTLE_AT_MOST, BUSTLE_DISTANCE, NULL, 5));
    greet.targets = tags;
    greet.target_count = 1;
    greet.preference = BUSTLE_PREFER_LEAST;
    greet.preferred_state = "energy";
    greet.priority = 6;
    greet.every_ms = 300;
    greet.again_ms = 900;
    bustle_role_def watch = townsfolk_role("watch", "pause");
    watch.origin = "town.lua:3";
    watch.change = BUSTLE_REPLACING_AT_ACTION;
    watch.fallbacks = fallbacks;
    watch.fallback_count = 1;
    watch.handlers = handlers;
    watch.handler_count = 1;
    watch.cues = &greet;
    watch.cue_count = 1;
    watch.enter = OPS(op_on(BUSTLE_SET, BUSTLE_SELF, "energy", 40));
    watch.exit = (bustle_ops){NULL, 0, "self.energy = 30"};
    townsfolk_add_role(k, &watch);
    const bustle_cue_def nap = townsfolk_cue("nap");
    bustle_role_def idle = townsfolk_role("idle", NULL);
    townsfolk_add_role(k, &idle);
    const bustle_entity_role_def roles[] = {{"watch", AT_NIGHT}, {"idle", {NULL, 0, NULL}}};
    bustle_entity_def guard = townsfolk_guard();
    guard.tags = tags;
    guard.tag_count = 1;
    guard.cues = &nap;
    guard.cue_count = 1;
    guard.roles = roles;
    guard.role_count = 2;
    shop_add_entity(k, &guard);
}

static void roles_and_cues_come_back_as_they_were(void **state) {
    shop *k = *state;
    townsfolk_market(k);
    add_watch(k);
    compiled c = saved(k->builder);
    shop other;
    shop_begin(&other);
    assert_int_equal(bustle_builder_load(other.builder, c.bytes, c.size), BUSTLE_OK);
    compiled again = saved(other.builder);
    assert_int_equal(again.size, c.size);
    assert_memory_equal(again.bytes, c.bytes, c.size);
    const bustle_content *loaded = shop_seal(&other);
    const bustle_content *written = shop_seal(k);
    assert_int_equal(loaded->size, written->size);
    assert_int_equal(loaded->cue_count, 2);
    assert_memory_equal(loaded->cues, written->cues, 2 * sizeof(cue));
    assert_int_equal(bustle_content_count(loaded, BUSTLE_KIND_ROLE), 2);
    assert_int_equal(loaded->roles_watch, 1);
    shop_end(&other);
    free(again.bytes);
    free(c.bytes);
}

/* Files of versions 1 and 2 had neither the last lists of an entity nor, at the end, roles; that of
 * version 3 had neither reactions nor, at the end, scenes; that of version 4 neither offers, areas
 * nor, at the end, links; that of version 5 neither inboxes, a plan nor, at the end, the kinds of
 * both. */
static void files_from_before_roles_and_scenes_are_still_loaded(void **state) {
    shop *k = *state;
    bustle_entity_def lamp = bustle_default_entity_def();
    lamp.name = "lamp";
    lamp.position = BUSTLE_POSITION_STATIC;
    shop_add_entity(k, &lamp);
    compiled c = saved(k->builder);
    const size_t size = c.size;
    /* Tags, cues, roles, reactions and scenes; offers, boxes, trigger, two lists of effects with
     * their texts, and links; inboxes, plan, and the kinds of both: each a byte. */
    const size_t lacking[] = {0, 18, 18, 14, 12, 4, 0};
    for (size_t i = 1; i <= lacking[1] + 1; i++) {
        assert_int_equal(c.bytes[size - i], 0);
    }
    for (uint32_t version = 1; version <= 6; version++) {
        shop other;
        shop_begin(&other);
        c.size = size - lacking[version];
        store_word(c.bytes + 8, version);
        mend_header(&c);
        assert_int_equal(bustle_builder_load(other.builder, c.bytes, c.size), BUSTLE_OK);
        assert_int_equal(shop_seal(&other)->definitions[0].position, BUSTLE_POSITION_STATIC);
        shop_end(&other);
        if (lacking[version] > 0) {
            store_word(c.bytes + 8, version < 3 ? 3 : version + 1);
            mend_header(&c);
            assert_int_equal(bustle_builder_load(k->builder, c.bytes, c.size), BUSTLE_DAMAGED);
        }
    }
    free(c.bytes);
}

static void too_little_room_is_told_by_the_size(void **state) {
    shop *k = *state;
    shop_market(k);
    compiled c = saved(k->builder);
    uint8_t *room = calloc(1, c.size);
    assert_non_null(room);
    size_t size = 0;
    for (size_t capacity = 0; capacity < c.size; capacity++) {
        assert_int_equal(bustle_builder_save(k->builder, room, capacity, &size), BUSTLE_OK);
        assert_int_equal(size, c.size);
        assert_int_equal(room[capacity], 0);
    }
    free(room);
    free(c.bytes);
}

static void missing_arguments_are_refused(void **state) {
    shop *k = *state;
    size_t size = 0;
    uint8_t byte = 0;
    assert_int_equal(bustle_builder_save(NULL, &byte, 1, &size), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_save(k->builder, &byte, 1, NULL), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_save(k->builder, NULL, 1, &size), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_load(NULL, &byte, 1), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_load(k->builder, NULL, 0), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_builder_add_place(k->builder, NULL), BUSTLE_BAD_ARGUMENT);
    bustle_spawn_def def;
    shop_market(k);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(bustle_content_place_count(NULL), 0);
    assert_int_equal(bustle_content_place(NULL, 0, &def), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_content_place(c, 0, &def), BUSTLE_BAD_ARGUMENT);
}

/* ---- Damage ---- */

static void bytes_of_another_kind_or_a_newer_version_are_told_apart(void **state) {
    shop *k = *state;
    compiled c = saved_harbour();
    assert_int_equal(bustle_builder_load(k->builder, "{\"actions\": 1}", 14), BUSTLE_FOREIGN);
    assert_int_equal(bustle_builder_load(k->builder, "", 0), BUSTLE_FOREIGN);
    c.bytes[8]++;
    assert_int_equal(bustle_builder_load(k->builder, c.bytes, c.size), BUSTLE_NEWER);
    free(c.bytes);
}

static void bytes_that_are_cut_off_or_changed_are_refused(void **state) {
    shop *k = *state;
    compiled c = saved_harbour();
    for (size_t size = 0; size < c.size; size += size < 64 ? 1 : 37) {
        bustle_status expected = size < 8 ? BUSTLE_FOREIGN : BUSTLE_DAMAGED;
        assert_int_equal(bustle_builder_load(k->builder, c.bytes, size), expected);
    }
    for (size_t at = HEADER_SIZE; at < c.size; at += 13) {
        c.bytes[at] ^= 4u;
        assert_int_equal(bustle_builder_load(k->builder, c.bytes, c.size), BUSTLE_DAMAGED);
        c.bytes[at] ^= 4u;
    }
    shop_seal(k);
    assert_int_equal(bustle_content_count(k->content, BUSTLE_KIND_STATE), 0);
    free(c.bytes);
}

/* A checksum is no protection from those who can compute one. */
static void expect_no_harm(compiled c) {
    uint64_t random = 3;
    uint32_t outcomes[2] = {0};
    for (int round = 0; round < 2000; round++) {
        compiled wrong = {malloc(c.size), c.size};
        assert_non_null(wrong.bytes);
        memcpy(wrong.bytes, c.bytes, c.size);
        for (uint32_t i = harbour_random(&random, 4) + 1; i > 0; i--) {
            size_t at = HEADER_SIZE + harbour_random(&random, (uint32_t)(c.size - HEADER_SIZE));
            wrong.bytes[at] = (uint8_t)harbour_random(&random, 256);
        }
        if (harbour_random(&random, 4) == 0) {
            wrong.size = HEADER_SIZE + harbour_random(&random, (uint32_t)(c.size - HEADER_SIZE));
        }
        mend_header(&wrong);
        shop k;
        shop_begin(&k);
        bustle_status status = bustle_builder_load(k.builder, wrong.bytes, wrong.size);
        assert_true(status == BUSTLE_OK || status == BUSTLE_DAMAGED);
        outcomes[status == BUSTLE_OK]++;
        status = bustle_builder_seal(k.builder, &k.content);
        assert_true(status == BUSTLE_OK || status == BUSTLE_PROBLEMS);
        shop_end(&k);
        free(wrong.bytes);
    }
    assert_true(outcomes[0] > 100 && outcomes[1] > 100);
    free(c.bytes);
}

static void wrong_bytes_with_a_right_checksum_do_no_harm(void **state) {
    shop *k = *state;
    expect_no_harm(saved_harbour());
    townsfolk_market(k);
    add_watch(k);
    expect_no_harm(saved(k->builder));
}

/* ---- Memory ---- */

static void loading_without_memory_leaves_the_builder_as_it_was(void **state) {
    shop *k = *state;
    compiled c = saved_harbour();
    shop_market(k);
    compiled before = saved(k->builder);
    k->until_failure = 0;
    long n = 0;
    bustle_status status = BUSTLE_NO_MEMORY;
    while (status == BUSTLE_NO_MEMORY) {
        k->until_failure = n++;
        status = bustle_builder_load(k->builder, c.bytes, c.size);
        k->until_failure = -1;
        if (status == BUSTLE_NO_MEMORY) {
            compiled now = saved(k->builder);
            assert_int_equal(now.size, before.size);
            assert_memory_equal(now.bytes, before.bytes, now.size);
            free(now.bytes);
        }
    }
    assert_int_equal(status, BUSTLE_OK);
    assert_true(n > 5);
    free(before.bytes);
    free(c.bytes);
}

/* ---- Places ---- */

static bustle_place_def place_of(const char *what) {
    bustle_place_def def = bustle_default_place_def();
    def.definition = what;
    def.origin = "square.lua:3";
    return def;
}

static void a_place_that_is_nowhere_is_an_error(void **state) {
    shop *k = *state;
    for (int axis = 0; axis < 3; axis++) {
        shop_end(k);
        shop_begin(k);
        shop_market(k);
        bustle_place_def bench = place_of("bench");
        bench.position.x = axis == 0 ? (double)NAN : 1;
        bench.position.y = axis == 1 ? (double)INFINITY : 1;
        bench.position.z = axis == 2 ? -(double)INFINITY : 1;
        assert_int_equal(bustle_builder_add_place(k->builder, &bench), BUSTLE_OK);
        assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_PROBLEMS);
        bustle_problem problem;
        assert_int_equal(bustle_builder_problem_count(k->builder), 1);
        assert_true(bustle_builder_problem(k->builder, 0, &problem));
        assert_string_equal(problem.code, "bad-position");
    }
}

static void places_say_what_to_spawn_in_the_order_added(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_entity_state_def seats[] = {
        {"seats", true, 1, NULL},
    };
    static const bustle_entity_state_def mood[] = {
        {"mood", false, 0, "angry"}, {"energy", false, 0, NULL}, /* as its definition has it */
    };
    bustle_place_def bench = place_of("bench");
    bench.position = (bustle_position){4, 5.5, -6};
    bench.states = seats;
    bench.state_count = 1;
    assert_int_equal(bustle_builder_add_place(k->builder, &bench), BUSTLE_OK);
    bustle_place_def villager = place_of("villager");
    villager.name = "ann";
    villager.states = mood;
    villager.state_count = 2;
    assert_int_equal(bustle_builder_add_place(k->builder, &villager), BUSTLE_OK);
    compiled c = saved(k->builder);
    shop other;
    shop_begin(&other);
    assert_int_equal(bustle_builder_load(other.builder, c.bytes, c.size), BUSTLE_OK);
    const bustle_content *content = shop_seal(&other);
    assert_int_equal(bustle_content_place_count(content), 2);
    bustle_spawn_def def;
    assert_int_equal(bustle_content_place(content, 0, &def), BUSTLE_OK);
    assert_int_equal(def.definition, id_of(&other, BUSTLE_KIND_ENTITY, "bench"));
    assert_null(def.name);
    assert_null(def.user);
    assert_true(def.position.x == 4 && def.position.y == 5.5 && def.position.z == -6);
    assert_int_equal(def.state_count, 1);
    assert_int_equal(def.states[0].state, id_of(&other, BUSTLE_KIND_STATE, "seats"));
    assert_int_equal(def.states[0].value, 1);
    assert_int_equal(bustle_content_place(content, 1, &def), BUSTLE_OK);
    assert_string_equal(def.name, "ann");
    assert_int_equal(def.state_count, 1);
    assert_int_equal(def.states[0].value, 1);
    assert_int_equal(bustle_content_place(content, 2, &def), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_content_place(content, 0, NULL), BUSTLE_BAD_ARGUMENT);
    shop_end(&other);
    free(c.bytes);
}

static void a_place_of_nothing_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_place_def def = place_of("bensh");
    assert_int_equal(bustle_builder_add_place(k->builder, &def), BUSTLE_OK);
    shop_refused(k, "unknown-entity", "bensh", "did you mean \"bench\"?");
}

static void a_place_that_sets_what_is_not_there_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    static const bustle_entity_state_def mood[] = {{"mood", true, 1, NULL}};
    bustle_place_def def = place_of("bench");
    def.states = mood;
    def.state_count = 1;
    assert_int_equal(bustle_builder_add_place(k->builder, &def), BUSTLE_OK);
    shop_refused(k, "place-lacks-state", "bench", "which \"bench\" does not have");
}

static void a_place_nowhere_is_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    double zero = 0;
    bustle_place_def def = place_of("bench");
    def.position.y = 1 / zero;
    assert_int_equal(bustle_builder_add_place(k->builder, &def), BUSTLE_OK);
    shop_refused(k, "bad-position", "bench", "give finite coordinates");
}

static void two_placed_npcs_of_one_name_are_an_error(void **state) {
    shop *k = *state;
    shop_market(k);
    bustle_place_def def = place_of("villager");
    def.name = "ann";
    assert_int_equal(bustle_builder_add_place(k->builder, &def), BUSTLE_OK);
    def = place_of("bench"); /* a prop's name is a label */
    def.name = "ann";
    assert_int_equal(bustle_builder_add_place(k->builder, &def), BUSTLE_OK);
    assert_non_null(shop_seal(k));
    def = place_of("villager");
    def.name = "ann";
    assert_int_equal(bustle_builder_add_place(k->builder, &def), BUSTLE_OK);
    shop_refused(k, "name-taken", "villager", "another NPC that is placed is called \"ann\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(two_placed_npcs_of_one_name_are_an_error),
        SHOP_TEST(loaded_content_makes_the_same_decisions_and_the_same_bytes),
        SHOP_TEST(what_is_loaded_joins_what_is_there),
        SHOP_TEST(roles_and_cues_come_back_as_they_were),
        SHOP_TEST(files_from_before_roles_and_scenes_are_still_loaded),
        SHOP_TEST(too_little_room_is_told_by_the_size),
        SHOP_TEST(missing_arguments_are_refused),
        SHOP_TEST(bytes_of_another_kind_or_a_newer_version_are_told_apart),
        SHOP_TEST(bytes_that_are_cut_off_or_changed_are_refused),
        SHOP_TEST(wrong_bytes_with_a_right_checksum_do_no_harm),
        SHOP_TEST(loading_without_memory_leaves_the_builder_as_it_was),
        SHOP_TEST(a_place_that_is_nowhere_is_an_error),
        SHOP_TEST(places_say_what_to_spawn_in_the_order_added),
        SHOP_TEST(a_place_of_nothing_is_an_error),
        SHOP_TEST(a_place_that_sets_what_is_not_there_is_an_error),
        SHOP_TEST(a_place_nowhere_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
