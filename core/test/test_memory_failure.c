/* What bustle.h promises when memory runs out, over a whole game: each call that lacks memory, made
 * again, succeeds, and the game is the same as if memory had never been short. Single calls are in
 * test_exhaustion.c. */
#include <stdlib.h>
#include <string.h>

#include "village.h"

/* The kit's allocator, with a shortage: the calls number `from` to `from + count - 1` fail. */
static struct {
    void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
    size_t calls, from, count;
} shortage;

static void *short_resize(void *context, void *block, size_t old_size, size_t new_size) {
    if (new_size > 0) {
        shortage.calls++;
        if (shortage.calls >= shortage.from && shortage.calls - shortage.from < shortage.count) {
            return NULL;
        }
    }
    return shortage.resize(context, block, old_size, new_size);
}

/* Gives the kit the allocator with the shortage, and a builder made with it. */
static void begin_shortage(kit *k, size_t from, size_t count) {
    bustle_builder_destroy(k->builder);
    assert_int_equal(k->memory.blocks, 0);
    shortage.resize = k->allocator.resize;
    shortage.calls = 0;
    shortage.from = from;
    shortage.count = count;
    k->allocator.resize = short_resize;
    do {
        k->builder = bustle_builder_create(&k->allocator);
    } while (k->builder == NULL);
}

static void build_village(kit *k) {
    bustle_status status;
    def_village(k);
    do {
        status = kit_add(k);
    } while (status == BUSTLE_NO_MEMORY);
    OK(status);
    do {
        status = bustle_builder_seal(k->builder, &k->content);
    } while (status == BUSTLE_NO_MEMORY);
    OK(status);
}

/* A whole game, from the builder to the end of the minute. */
static void play_with_shortage(kit *k, size_t from, size_t count) {
    kit_reset(k);
    kit_drop_kept();
    begin_shortage(k, from, count);
    build_village(k);
    village_play(k);
}

typedef struct outcome {
    uint32_t hash, fingerprint;
    size_t event_count, calls;
    bustle_event *events;
} outcome;

static void note_outcome(kit *k, outcome *o) {
    o->hash = bustle_world_hash(k->world);
    o->fingerprint = village_fingerprint(k);
    o->event_count = k->event_count;
    o->calls = shortage.calls;
    o->events = k->events;
    k->events = NULL;
}

/* Up to `kind`, the last field: what follows is padding. */
static const size_t event_size =
    offsetof(bustle_event, kind) + sizeof(((bustle_event *)NULL)->kind);

static void expect_outcome(kit *k, const outcome *o) {
    assert_int_equal(bustle_world_hash(k->world), o->hash);
    assert_int_equal(k->event_count, o->event_count);
    for (size_t i = 0; i < o->event_count; i++) {
        assert_memory_equal(&k->events[i], &o->events[i], event_size);
    }
    assert_int_equal(village_fingerprint(k), o->fingerprint);
}

/* Plays with a shortage of `count` allocations that begins with the n-th, for n = 1, 2, 3 ... until
 * the game has not so many. */
static void sweep(kit *k, void (*play)(kit *k, size_t from, size_t count), size_t count) {
    outcome plenty;
    play(k, 0, 0);
    assert_int_equal(village_lacks, 0);
    note_outcome(k, &plenty);
    const size_t step = getenv("BUSTLE_QUICK") != NULL ? 5 : 1;
    unsigned lacks = 0;
    size_t from = 1;
    do {
        play(k, from, count);
        expect_outcome(k, &plenty);
        lacks += village_lacks;
        from += step;
    } while (shortage.calls >= from); /* a call made again allocates again */
    assert_true(from > plenty.calls);
    assert_true(lacks > 0); /* or the world lives of what it began with */
    free(plenty.events);
}

static void the_nth_allocation_fails_and_nothing_comes_of_it(void **state) {
    sweep(*state, play_with_shortage, 1);
}

static void three_allocations_in_a_row_fail_and_nothing_comes_of_it(void **state) {
    sweep(*state, play_with_shortage, 3);
}

static void twenty_allocations_in_a_row_fail_and_nothing_comes_of_it(void **state) {
    sweep(*state, play_with_shortage, 20);
}

/* ---- A crowd, which needs more than the first block of everything ---- */

enum { CROWD = 600 };

static void gather_crowd(kit *k) {
    for (int i = 0; i < CROWD; i++) {
        const char *definition = i % 6 == 0 ? "bench" : i % 3 == 0 ? "bar" : "villager";
        kit_spawn_at(k, "someone", definition, i % 25, i / 25, 0);
    }
}

/* Everyone gets one more activity, at the call. */
static void run_everyone(kit *k) {
    const bustle_id idle = kit_sequence(k, "idle");
    for (size_t i = 0; i < k->entity_count; i++) {
        if (i % 3 != 0) {
            INSIST(bustle_npc_run(k->world, k->entities[i].entity, idle, 30));
        }
    }
}

/* The shortage begins when everyone is there. */
static void play_crowd(kit *k, size_t from, size_t count) {
    kit_reset(k);
    kit_drop_kept();
    begin_shortage(k, 0, 0);
    def_village(k);
    kit_begin(k);
    gather_crowd(k);
    village_lacks = 0;
    shortage.calls = 0;
    shortage.from = from;
    shortage.count = count;
    for (int round = 0; round < 36; round++) {
        INSIST(bustle_world_update(k->world, round * 600, NULL));
        kit_collect(k);
        if (round == 3) {
            INSIST(bustle_world_set_environment(k->world, kit_environment(k, "tide"), 3));
        } else if (round == 23) {
            run_everyone(k);
        } else if (round % 2 == 0) {
            INSIST(bustle_world_interrupt_all(k->world, kit_interruption(k, "bell"), 0, NULL));
        }
    }
}

static void the_nth_allocation_of_a_crowd_fails_and_nothing_comes_of_it(void **state) {
    sweep(*state, play_crowd, 1);
}

/* ---- A turn that stops between its interruptions and its steps ---- */

/* ann's work, interrupted by "first", raises "second" on herself, for her next turn. In between she
 * looks for a target, the first one that anybody looks for. */
static void play_turn(kit *k, size_t from, size_t count) {
    kit_reset(k);
    kit_drop_kept();
    begin_shortage(k, 0, 0);
    def_state(k, "energy");
    def_interruption(k, "first");
    def_interruption(k, "second");
    def_action(k, "work", 1000)->interrupted = OPS(RAISE(BUSTLE_SELF, "second"));
    def_action(k, "use", 1000)->target = BUSTLE_TARGET_TAKEN;
    chain(k, "working", "work");
    chain(k, "using", "use");
    accepts(def_prop(k, "post"), "use");
    bustle_entity_def *npc = def_npc(k, "npc", "working");
    handles(handles(npc, "first", "using", 0), "second", "using", 0);
    kit_begin(k);
    for (int i = 0; i < 40; i++) {
        kit_spawn(k, "post1", "post");
    }
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_interrupt(k, "ann", "first");
    village_lacks = 0;
    shortage.calls = 0;
    shortage.from = from;
    shortage.count = count;
    for (int64_t now = 10; now < 50; now += 10) {
        INSIST(bustle_world_update(k->world, now, NULL));
        kit_collect(k);
    }
}

static void a_turn_that_lacks_memory_hears_its_interruptions_once(void **state) {
    sweep(*state, play_turn, 1);
}

/* ---- Enough memory ---- */

/* Otherwise the sweep would prove nothing about them. */
static void the_village_meets_scenes_of_every_kind_and_end(void **state) {
    kit *k = *state;
    unsigned joins[4] = {0}, ends[4] = {0};
    def_village(k);
    kit_seal_ok(k);
    village_play(k);
    for (size_t i = 0; i < k->event_count; i++) {
        const bustle_event *e = &k->events[i];
        if (e->kind == BUSTLE_EVENT_JOIN) {
            joins[e->name]++;
        } else if (e->kind == BUSTLE_EVENT_LEAVE) {
            ends[e->argument]++;
        }
    }
    for (int i = 0; i < 4; i++) {
        print_message("scene %s: %u joined; %u left with %d\n",
            bustle_content_name(k->content, BUSTLE_KIND_SCENE, (bustle_id)i), joins[i], ends[i], i);
        assert_true(joins[i] > 0 && (i == 0 || ends[i] > 0));
    }
}

static void warm_updates_do_not_allocate(void **state) {
    kit *k = *state;
    enum { ROUND_MS = 20000, STEP_MS = 50 };
    def_village(k);
    kit_seal_ok(k);
    village_play(k);
    uint64_t warm = 0;
    /* As long again as the longest waits, with interruptions of every kind, then counted. */
    for (int round = 0; round < 36; round++) {
        const int64_t begin = bustle_world_now(k->world);
        for (int64_t now = begin; now < begin + ROUND_MS; now += STEP_MS) {
            if (now % 1000 == 0) {
                kit_answer(k, "rain", (double)(now / 1000 % 7));
                OK(bustle_world_set_environment(
                    k->world, kit_environment(k, "tide"), (double)(now / 1000 % 4)));
                OK(bustle_world_interrupt_all(
                    k->world, kit_interruption(k, "bell"), kit_entity(k, "ann"), NULL));
                OK(bustle_npc_hold(k->world, kit_entity(k, "bob")));
            } else if (now % 500 == 0) {
                OK(bustle_npc_release(k->world, kit_entity(k, "bob")));
                OK(bustle_world_interrupt_around(
                    k->world, kit_interruption(k, "calm"), kit_entity(k, "ann"), 99, 0, NULL));
            }
            OK(bustle_world_update(k->world, now + STEP_MS, NULL));
        }
        if (round == 23) {
            warm = kit_stats(k).allocations;
        }
    }
    assert_int_equal(kit_stats(k).allocations, warm);
    assert_true(warm > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(the_nth_allocation_fails_and_nothing_comes_of_it),
        RULE(three_allocations_in_a_row_fail_and_nothing_comes_of_it),
        RULE(twenty_allocations_in_a_row_fail_and_nothing_comes_of_it),
        RULE(the_nth_allocation_of_a_crowd_fails_and_nothing_comes_of_it),
        RULE(a_turn_that_lacks_memory_hears_its_interruptions_once),
        RULE(the_village_meets_scenes_of_every_kind_and_end),
        RULE(warm_updates_do_not_allocate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
