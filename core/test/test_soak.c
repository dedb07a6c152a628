/* An hour in a harbour of 10,000 NPCs who are interrupted, sent away and replaced in every frame.
 * BUSTLE_QUICK=1 in the environment: 500 NPCs and five minutes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harbour.h"
#include "troupe.h"

enum { STEP_MS = 100, MINUTE_MS = 60000, FRAMES_LIMIT = 64 };

/* How many of the entities' definitions there are for every 30 NPCs; gulls and fishers, who are
 * asked for their positions, are few in all, because every choice among them asks all of them. */
enum { NPCS_PER_BLOCK = 30, PROPS_PER_BLOCK = 22, GULLS = 6, FISHERS = 20 };

static const char *const props_of_a_block[PROPS_PER_BLOCK] = {"bench", "stall", "quay", "bench",
    "shelter", "bench", "quay", "stall", "bench", "quay", "bench", "stall", "bench", "shelter",
    "quay", "bench", "stall", "bench", "quay", "bench", "stall", "shelter"};

/* A prop and what should be taken of it. */
typedef struct soak_prop {
    bustle_entity entity;
    int32_t seats, berths; /* at its spawn */
    int32_t seats_used; /* by what the NPCs are doing */
} soak_prop;

typedef struct soak_ids {
    bustle_id seats, berths;
    bustle_id sit, shelter, sell, drill;
    bustle_id dock_work;
} soak_ids;

typedef struct soak {
    bustle_content *content;
    bustle_world *world;
    harbour_game game;
    soak_ids ids;
    uint64_t random;
    int32_t side; /* of the square that the harbour covers */
    soak_prop *props;
    uint32_t prop_count;
    bustle_entity *npcs;
    uint32_t npc_count;
    bustle_entity held; /* by the game, for this frame */
    uint8_t *acting; /* by spawn number: has started and not stopped */
    uint32_t acting_size;
    int32_t berths_used; /* all in all: a sequence keeps its berth when it turns to another quay */
    int64_t bytes; /* allocated and not freed */
} soak;

/* ---- Memory that is counted ---- */

static void *counted_resize(void *context, void *block, size_t old_size, size_t new_size) {
    soak *s = context;
    if (new_size == 0) {
        free(block);
        s->bytes -= (int64_t)old_size;
        return NULL;
    }
    void *resized = realloc(block, new_size);
    if (resized != NULL) {
        s->bytes += (int64_t)new_size - (int64_t)old_size;
    }
    return resized;
}

/* ---- Comings and goings ---- */

static uint32_t draw(soak *s, uint32_t below) {
    return harbour_random(&s->random, below);
}

static bustle_position somewhere(soak *s) {
    bustle_position position = {0, 0, 0};
    position.x = draw(s, (uint32_t)s->side);
    position.y = draw(s, (uint32_t)s->side);
    return position;
}

static bustle_entity spawn(soak *s, const char *definition, void *user) {
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = bustle_content_find(s->content, BUSTLE_KIND_ENTITY, definition);
    def.position = somewhere(s);
    def.user = user;
    bustle_entity entity = 0;
    assert_int_equal(bustle_world_spawn(s->world, &def, &entity), BUSTLE_OK);
    return entity;
}

static void spawn_prop(soak *s, soak_prop *prop, const char *definition) {
    prop->entity = spawn(s, definition, prop);
    prop->seats = 0;
    prop->berths = 0;
    /* Not every prop has seats, nor berths: then there are none. */
    (void)bustle_entity_get(s->world, prop->entity, s->ids.seats, &prop->seats);
    (void)bustle_entity_get(s->world, prop->entity, s->ids.berths, &prop->berths);
}

static const char *npc_definition(uint32_t number) {
    return number < FISHERS ? "fisher" : number % 3 == 0 ? "guard" : "sailor";
}

static void populate(soak *s) {
    for (uint32_t i = 0; i < s->prop_count; i++) {
        const char *definition = i < GULLS ? "gull" : props_of_a_block[i % PROPS_PER_BLOCK];
        spawn_prop(s, &s->props[i], definition);
    }
    for (uint32_t i = 0; i < s->npc_count; i++) {
        s->npcs[i] = spawn(s, npc_definition(i), NULL);
    }
}

static void replace_npc(soak *s) {
    uint32_t at = draw(s, s->npc_count);
    assert_int_equal(bustle_world_remove(s->world, s->npcs[at]), BUSTLE_OK);
    s->npcs[at] = spawn(s, npc_definition(at), NULL);
}

static void replace_prop(soak *s) {
    uint32_t at = GULLS + draw(s, s->prop_count - GULLS);
    assert_int_equal(bustle_world_remove(s->world, s->props[at].entity), BUSTLE_OK);
    spawn_prop(s, &s->props[at], props_of_a_block[at % PROPS_PER_BLOCK]);
}

static bustle_entity some_npc(soak *s) {
    return s->npcs[draw(s, s->npc_count)];
}

static void interrupt(soak *s) {
    static const char *const names[] = {"all_clear", "bell", "brawl", "greeting"};
    bustle_id name = bustle_content_find(s->content, BUSTLE_KIND_INTERRUPTION, names[draw(s, 4)]);
    bustle_entity from = some_npc(s);
    bustle_entity some[3];
    for (size_t i = 0; i < 3; i++) {
        some[i] = some_npc(s);
    }
    assert_int_equal(bustle_world_interrupt(s->world, name, some, 3, from, NULL), BUSTLE_OK);
    if (draw(s, 20) == 0) {
        bustle_position spot = somewhere(s);
        assert_int_equal(
            bustle_world_interrupt_within(s->world, name, spot, 60, from, NULL), BUSTLE_OK);
    }
}

/* One NPC is held for one frame, another is sent to do something. */
static void take_control(soak *s) {
    if (bustle_entity_alive(s->world, s->held)) {
        assert_int_equal(bustle_npc_release(s->world, s->held), BUSTLE_OK);
    }
    s->held = some_npc(s);
    assert_int_equal(bustle_npc_hold(s->world, s->held), BUSTLE_OK);
    bustle_id work = bustle_content_find(s->content, BUSTLE_KIND_SEQUENCE, "work");
    bustle_entity sent = some_npc(s);
    bustle_status status = bustle_npc_run(s->world, sent, work, 1);
    assert_true(status == BUSTLE_OK || status == BUSTLE_REFUSED || status == BUSTLE_HELD);
}

static void set_tide(soak *s) {
    bustle_id tide = bustle_content_find(s->content, BUSTLE_KIND_ENVIRONMENT, "tide");
    double height = (double)draw(s, 6) - 3.0;
    assert_int_equal(bustle_world_set_environment(s->world, tide, height), BUSTLE_OK);
}

/* ---- What must hold ---- */

/* Every start has one stop, and nobody halts. */
static void watch_events(soak *s) {
    size_t count;
    const bustle_event *events = bustle_world_events(s->world, &count);
    for (size_t i = 0; i < count; i++) {
        const bustle_event *event = &events[i];
        uint32_t number = bustle_entity_spawn_number(event->npc);
        if (number >= s->acting_size) {
            uint32_t size = number * 2;
            uint8_t *grown = realloc(s->acting, size);
            assert_non_null(grown);
            memset(grown + s->acting_size, 0, size - s->acting_size);
            s->acting = grown;
            s->acting_size = size;
        }
        assert_int_not_equal(event->kind, BUSTLE_EVENT_HALT);
        if (event->kind == BUSTLE_EVENT_START) {
            assert_false(s->acting[number]);
            s->acting[number] = 1;
        } else if (event->kind == BUSTLE_EVENT_STOP) {
            assert_true(s->acting[number]);
            s->acting[number] = 0;
        }
    }
}

static int32_t seats_for(const soak_ids *ids, bustle_id action) {
    if (action == ids->drill) {
        return 2;
    }
    return action == ids->sit || action == ids->shelter || action == ids->sell ? 1 : 0;
}

/* Adds what one NPC holds to the props it holds it of. */
static void count_holdings(soak *s, bustle_entity npc) {
    bustle_doing doing;
    assert_int_equal(bustle_npc_doing(s->world, npc, &doing), BUSTLE_OK);
    assert_int_not_equal(doing.mood, BUSTLE_HAS_HALTED);
    uint32_t number = bustle_entity_spawn_number(npc);
    assert_int_equal(doing.mood == BUSTLE_ACTING, s->acting[number]);
    if (doing.mood == BUSTLE_ON_HOLD) {
        return;
    }
    if (doing.mood == BUSTLE_ACTING && seats_for(&s->ids, doing.action) > 0) {
        soak_prop *used = bustle_entity_user(s->world, doing.target);
        assert_non_null(used);
        used->seats_used += seats_for(&s->ids, doing.action);
    }
    bustle_frame frames[FRAMES_LIMIT];
    size_t count;
    assert_int_equal(bustle_npc_frames(s->world, npc, frames, FRAMES_LIMIT, &count), BUSTLE_OK);
    assert_true(count <= FRAMES_LIMIT);
    for (size_t i = 0; i < count; i++) {
        bool runs = frames[i].activity == frames[count - 1].activity;
        s->berths_used += runs && frames[i].sequence == s->ids.dock_work;
    }
}

/* How much is taken of a state that was whole at the spawn. */
static int32_t taken_of(soak *s, bustle_entity entity, bustle_id state, int32_t whole) {
    int32_t free_part = 0;
    int32_t taken = 0;
    if (whole > 0) {
        assert_int_equal(bustle_entity_get(s->world, entity, state, &free_part), BUSTLE_OK);
        assert_int_equal(bustle_entity_taken(s->world, entity, state, &taken), BUSTLE_OK);
    }
    assert_int_equal(free_part + taken, whole);
    return taken;
}

/* Every seat and berth is free, or held by someone who is seen to use it. */
static void check_everything(soak *s) {
    s->berths_used = 0;
    for (uint32_t i = 0; i < s->prop_count; i++) {
        s->props[i].seats_used = 0;
    }
    for (uint32_t i = 0; i < s->npc_count; i++) {
        count_holdings(s, s->npcs[i]);
    }
    int32_t berths_taken = 0;
    for (uint32_t i = 0; i < s->prop_count; i++) {
        const soak_prop *p = &s->props[i];
        assert_int_equal(taken_of(s, p->entity, s->ids.seats, p->seats), p->seats_used);
        berths_taken += taken_of(s, p->entity, s->ids.berths, p->berths);
    }
    assert_int_equal(berths_taken, s->berths_used);
    bustle_stats stats;
    assert_int_equal(bustle_world_stats(s->world, &stats), BUSTLE_OK);
    assert_int_equal(stats.npcs, s->npc_count);
    assert_int_equal(stats.entities, s->npc_count + s->prop_count);
    assert_int_equal(stats.halted, 0);
    char text[256] = "";
    if (bustle_world_check(s->world, text, sizeof text) != BUSTLE_OK) {
        fail_msg("after %ld ms: %s", (long)s->game.now, text);
    }
}

/* ---- The hour ---- */

static void set_up(soak *s, uint32_t npcs) {
    bustle_allocator allocator = {counted_resize, s};
    s->random = 11;
    s->content = harbour_content(&allocator);
    assert_non_null(s->content);
    s->ids.seats = bustle_content_find(s->content, BUSTLE_KIND_STATE, "seats");
    s->ids.berths = bustle_content_find(s->content, BUSTLE_KIND_STATE, "berths");
    s->ids.sit = bustle_content_find(s->content, BUSTLE_KIND_ACTION, "sit");
    s->ids.shelter = bustle_content_find(s->content, BUSTLE_KIND_ACTION, "shelter");
    s->ids.sell = bustle_content_find(s->content, BUSTLE_KIND_ACTION, "sell");
    s->ids.drill = bustle_content_find(s->content, BUSTLE_KIND_ACTION, "drill");
    s->ids.dock_work = bustle_content_find(s->content, BUSTLE_KIND_SEQUENCE, "dock_work");
    s->npc_count = npcs;
    s->prop_count = npcs * PROPS_PER_BLOCK / NPCS_PER_BLOCK;
    while (s->side * s->side < (int32_t)(npcs / NPCS_PER_BLOCK) * 10000) {
        s->side += 10;
    }
    s->npcs = calloc(s->npc_count, sizeof *s->npcs);
    s->props = calloc(s->prop_count, sizeof *s->props);
    assert_non_null(s->npcs);
    assert_non_null(s->props);
    bustle_world_def def = bustle_default_world_def();
    def.seed = 7;
    def.allocator = &allocator;
    def.callbacks = harbour_callbacks(&s->game);
    assert_int_equal(bustle_world_create(s->content, &def, &s->world), BUSTLE_OK);
    populate(s);
}

static void tear_down(soak *s) {
    bustle_world_destroy(s->world);
    bustle_content_release(s->content);
    free(s->npcs);
    free(s->props);
    free(s->acting);
    assert_int_equal(s->bytes, 0);
}

static void play(soak *s, int64_t end) {
    while (s->game.now < end) {
        interrupt(s);
        replace_npc(s);
        if (draw(s, 4) == 0) {
            replace_prop(s);
        }
        take_control(s);
        if (draw(s, 50) == 0) {
            set_tide(s);
        }
        s->game.now += STEP_MS;
        assert_int_equal(bustle_world_update(s->world, s->game.now, NULL), BUSTLE_OK);
        watch_events(s);
        if (s->game.now % MINUTE_MS == 0) {
            check_everything(s);
        }
    }
}

/* S18, S19, S34, S42, S43 */
static void test_in_an_hour_of_trouble_nobody_halts_and_every_seat_is_accounted_for(void **state) {
    (void)state;
    bool quick = getenv("BUSTLE_QUICK") != NULL;
    soak s = {0};
    set_up(&s, quick ? 500 : 10000);
    play(&s, (quick ? 5 : 60) * (int64_t)MINUTE_MS);
    tear_down(&s);
}

/* ---- Scenes ---- */

/* Who is in a scene has joined once more than it has left; every start has one stop. */
static void count_events(const bustle_world *w, int8_t *in_scenes, int8_t *acts, size_t size) {
    size_t count = 0;
    const bustle_event *events = bustle_world_events(w, &count);
    for (size_t i = 0; i < count; i++) {
        const size_t who = bustle_entity_spawn_number(events[i].npc);
        assert_true(who < size);
        in_scenes[who] = (int8_t)(in_scenes[who] + (events[i].kind == BUSTLE_EVENT_JOIN) -
            (events[i].kind == BUSTLE_EVENT_LEAVE));
        acts[who] = (int8_t)(acts[who] + (events[i].kind == BUSTLE_EVENT_START) -
            (events[i].kind == BUSTLE_EVENT_STOP));
        assert_true(in_scenes[who] >= 0 && acts[who] >= 0 && acts[who] <= 1);
    }
}

static void expect_memberships(const troupe *t, const int8_t *in_scenes) {
    for (bustle_entity e = 0; (e = bustle_world_next(t->world, e)) != 0;) {
        size_t count = 0;
        if (bustle_npc_scenes(t->world, e, NULL, 0, &count) == BUSTLE_OK) {
            assert_int_equal(count, in_scenes[bustle_entity_spawn_number(e)]);
        }
    }
}

/* An hour of people who meet all the time and are disturbed in every update. */
static void an_hour_of_scenes_leaves_nothing_behind(void **state) {
    enum { NUMBERS = 20000 };
    (void)state;
    static int8_t in_scenes[NUMBERS], acts[NUMBERS];
    const int updates = getenv("BUSTLE_QUICK") != NULL ? 1000 : 9000;
    troupe t;
    bustle_stats early = {0};
    bustle_stats late = {0};
    memset(in_scenes, 0, sizeof in_scenes);
    memset(acts, 0, sizeof acts);
    troupe_begin(&t, 5);
    troupe_grow(&t, 200);
    for (int i = 0; i < updates; i++) {
        char text[200] = "";
        troupe_disturb(&t);
        troupe_update(&t);
        count_events(t.world, in_scenes, acts, NUMBERS);
        if (i % 50 == 0 && bustle_world_check(t.world, text, sizeof text) != BUSTLE_OK) {
            fail_msg("%s", text);
        }
        if (i == updates / 2) {
            assert_int_equal(bustle_world_stats(t.world, &early), BUSTLE_OK);
        }
    }
    troupe_update(&t);
    count_events(t.world, in_scenes, acts, NUMBERS);
    expect_memberships(&t, in_scenes);
    assert_int_equal(bustle_world_stats(t.world, &late), BUSTLE_OK);
    assert_true(late.joins > early.joins + 1000);
    assert_true(late.bytes < early.bytes + early.bytes / 10);
    troupe_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_an_hour_of_trouble_nobody_halts_and_every_seat_is_accounted_for),
        cmocka_unit_test(an_hour_of_scenes_leaves_nothing_behind),
    };
    return cmocka_run_group_tests_name("soak", tests, NULL, NULL);
}
