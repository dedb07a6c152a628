/* S10: the search for targets gives the same result as trying every candidate, by both metrics. */
#include <stdlib.h>

#include "kit.h"

enum { THINGS = 120, ROUNDS = 6 };

/* What the test knows of the world, in spawn order. */
static struct thing {
    bustle_entity entity;
    size_t index; /* in kit.entities */
    const char *definition;
    int32_t at[3]; /* in sixteenths of a unit */
    bool odd;
} things[THINGS];
static int32_t npc_at[3];

/* Candidates that passed the condition up to its function, in the order tried. */
static bustle_entity tried[THINGS];
static size_t tried_count;

static int note_tried(kit *k, bustle_call *call) {
    (void)k;
    assert_true(tried_count < THINGS);
    tried[tried_count++] = call->target;
    return 1;
}

/* ---- Random places ---- */

static uint32_t noise = 1;

static uint32_t below(uint32_t n) {
    noise ^= noise << 13;
    noise ^= noise >> 17;
    noise ^= noise << 5;
    return noise % n;
}

/* Instead of a spread. */
#define ENDS 0u
#define VILLAGES UINT32_MAX

enum { UNIT = 16, END = 1 << 24 };

static int32_t within_range(int64_t coordinate) {
    return (int32_t)(coordinate < -END ? -END : coordinate > END ? END : coordinate);
}

/* Around the origin; near the ends and the middle of the range; or near one of a few far places. */
static int32_t random_coordinate(uint32_t spread) {
    static const int64_t ends[] = {-END, -END, 0, END, END};
    static const int64_t villages[] = {-16000011, -1000003, 5, 16400, 9000017};
    const uint32_t part = below(2) == 0 ? UNIT : 1; /* often in whole units */
    switch (spread) {
    case ENDS:
        return within_range(ends[below(5)] + part * (int64_t)below(9) - part * 4);
    case VILLAGES:
        return within_range(villages[below(5)] + part * (int64_t)below(61) - part * 30);
    default:
        return (int32_t)(part * below((2 * spread + 1) * UNIT / part)) - (int32_t)(spread * UNIT);
    }
}

static bustle_position random_place(int32_t at[3], uint32_t spread) {
    for (int i = 0; i < 3; i++) {
        at[i] = random_coordinate(spread);
    }
    return (bustle_position){at[0] / 16.0, at[1] / 16.0, at[2] / 16.0};
}

/* In sixteenths. */
static int64_t square_to(const struct thing *thing, bustle_metric metric) {
    int64_t sum = 0;
    int64_t squares = 0;
    for (int i = 0; i < 3; i++) {
        const int64_t way = llabs((int64_t)thing->at[i] - npc_at[i]);
        sum += way;
        squares += way * way;
    }
    return metric == BUSTLE_METRIC_MANHATTAN ? sum * sum : squares;
}

/* Of units; more than any distance can be is as good as a little more. */
static int64_t square_of(int64_t units) {
    const int64_t way = (units > END ? END : units) * UNIT;
    return way * way;
}

/* ---- The conditions, and what they mean ---- */

static const char *const sequences[] = {
    "at_most", "less", "equal", "ring", "by_self", "or_odd", "not_farther", "nearest"};
enum { SEQUENCES = sizeof sequences / sizeof *sequences };

static bool meets(size_t sequence, int64_t square, int32_t reach, bool odd) {
    switch (sequence) {
    case 1:
        return square < square_of(reach);
    case 2:
        return square == square_of(reach);
    case 3:
        return square > square_of(reach / 2) && square <= square_of(reach);
    case 5:
        return square <= square_of(reach) || odd;
    default:
        return square <= square_of(reach);
    }
}

#define NOTE CALL(1, "note_tried")

static void def_search(kit *k, int32_t reach) {
    const bustle_ops when[SEQUENCES] = {
        OPS(DISTANCE_IS(BUSTLE_AT_MOST, reach), NOTE),
        OPS(DISTANCE_IS(BUSTLE_LESS, reach), NOTE),
        OPS(DISTANCE_IS(BUSTLE_EQUAL, reach), NOTE),
        OPS(DISTANCE_IS(BUSTLE_GREATER, reach / 2), DISTANCE_IS(BUSTLE_AT_MOST, reach), NOTE),
        OPS(PUSH(BUSTLE_DISTANCE, NULL), PUSH(BUSTLE_SELF, "range"), STACK_IS(BUSTLE_AT_MOST),
            NOTE),
        OPS(DISTANCE_IS(BUSTLE_AT_MOST, reach), TARGET_IS("odd", BUSTLE_EQUAL, 1), DO(BUSTLE_OR),
            NOTE),
        OPS(DISTANCE_IS(BUSTLE_GREATER, reach), DO(BUSTLE_NOT), NOTE),
        OPS(DISTANCE_IS(BUSTLE_AT_MOST, reach), NOTE),
    };
    def_state(k, "range");
    def_state(k, "odd")->flag = true;
    has(def_npc(k, "npc", sequences[0]), "range", reach);
    bustle_entity_def *kinds[3] = {def_prop(k, "rock"), def_prop(k, "ball"), def_prop(k, "cat")};
    for (size_t i = 0; i < SEQUENCES; i++) {
        bustle_action_def *action = def_action(k, sequences[i], 1);
        action->when = when[i];
        chain(k, sequences[i], sequences[i]);
        for (size_t n = 0; n < 3; n++) {
            accepts(kinds[n], sequences[i]);
        }
        if (i == SEQUENCES - 1) {
            action->preference = BUSTLE_PREFER_NEAREST;
        }
    }
    for (size_t n = 0; n < 3; n++) {
        has_default(kinds[n], "odd");
    }
    kinds[0]->position = BUSTLE_POSITION_STATIC;
    kinds[2]->position = BUSTLE_POSITION_QUERIED;
    k->conditions[1] = note_tried;
    kit_begin(k);
}

/* ---- The comparison ---- */

static void spawn_thing(kit *k, struct thing *thing, uint32_t spread) {
    static const char *const definitions[] = {"rock", "ball", "cat", "rock"};
    thing->definition = definitions[below(4)];
    thing->index = k->entity_count;
    thing->odd = below(4) == 0;
    bustle_position p = random_place(thing->at, spread);
    thing->entity = kit_spawn_at(k, thing->definition, thing->definition, p.x, p.y, p.z);
    assert_int_equal(
        bustle_entity_set(k->world, thing->entity, kit_state(k, "odd"), thing->odd), BUSTLE_OK);
}

/* Balls roll, cats stroll, and one thing is replaced, the new one at the end of the spawn order. */
static void stir(kit *k, uint32_t spread) {
    for (size_t i = 0; i < THINGS; i++) {
        if (things[i].definition[0] == 'b') {
            bustle_position p = random_place(things[i].at, spread);
            assert_int_equal(bustle_entity_move(k->world, things[i].entity, p), BUSTLE_OK);
        } else if (things[i].definition[0] == 'c') {
            kit_reply *reply = &k->entities[things[i].index].position;
            reply->position = random_place(things[i].at, spread);
            reply->result = 1;
        }
    }
    size_t gone = below(THINGS);
    assert_int_equal(bustle_world_remove(k->world, things[gone].entity), BUSTLE_OK);
    for (size_t i = gone; i + 1 < THINGS; i++) {
        things[i] = things[i + 1];
    }
    spawn_thing(k, &things[THINGS - 1], spread);
    bustle_position p = random_place(npc_at, spread);
    assert_int_equal(bustle_entity_move(k->world, kit_entity(k, "ann"), p), BUSTLE_OK);
}

/* One search by this sequence's action, beside trying every thing. */
static void search(kit *k, size_t sequence, int32_t reach) {
    size_t expected = 0;
    int64_t nearest = INT64_MAX;
    tried_count = 0;
    assert_int_equal(
        bustle_npc_set_main(k->world, kit_entity(k, "ann"), kit_sequence(k, sequences[sequence])),
        BUSTLE_OK);
    kit_update_to(k, bustle_world_now(k->world) + 2);
    for (size_t i = 0; i < THINGS; i++) {
        const int64_t square = square_to(&things[i], k->def.metric);
        if (meets(sequence, square, reach, things[i].odd)) {
            assert_true(expected < tried_count);
            assert_int_equal(tried[expected++], things[i].entity);
            nearest = square < nearest ? square : nearest;
        }
    }
    assert_int_equal(tried_count, expected);
    bustle_doing doing = kit_doing(k, "ann");
    assert_int_equal(doing.mood == BUSTLE_ACTING, expected > 0);
    for (size_t i = 0; i < THINGS && sequence == SEQUENCES - 1; i++) {
        if (things[i].entity == doing.target) {
            assert_int_equal(square_to(&things[i], k->def.metric), nearest);
        }
    }
}

static void compare_searches_by(kit *k, bustle_metric metric, uint32_t spread) {
    static const int32_t reaches[] = {0, 1, 2, 7, 30, 4000, 1000000, 6000000, INT32_MAX};
    for (size_t r = 0; r < sizeof reaches / sizeof *reaches; r++) {
        kit_reset(k);
        k->def.metric = metric;
        def_search(k, reaches[r]);
        kit_spawn(k, "ann", "npc");
        for (size_t i = 0; i < THINGS; i++) {
            spawn_thing(k, &things[i], spread);
        }
        for (int round = 0; round < ROUNDS; round++) {
            stir(k, spread);
            for (size_t sequence = 0; sequence < SEQUENCES; sequence++) {
                search(k, sequence, reaches[r]);
            }
        }
    }
}

static void compare_searches(kit *k, uint32_t spread) {
    compare_searches_by(k, BUSTLE_METRIC_EUCLIDEAN, spread);
    compare_searches_by(k, BUSTLE_METRIC_MANHATTAN, spread);
}

static void S10_the_search_equals_trying_everyone_where_things_are_crowded(void **state) {
    compare_searches(*state, 2);
}

static void S10_the_search_equals_trying_everyone_in_a_room(void **state) {
    compare_searches(*state, 20);
}

static void S10_the_search_equals_trying_everyone_in_a_town(void **state) {
    compare_searches(*state, 2000);
}

static void S10_the_search_equals_trying_everyone_on_a_continent(void **state) {
    compare_searches(*state, 1000000);
}

static void S10_the_search_equals_trying_everyone_at_the_ends_of_the_range(void **state) {
    compare_searches(*state, ENDS);
}

static void S10_the_search_equals_trying_everyone_in_distant_villages(void **state) {
    compare_searches(*state, VILLAGES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S10_the_search_equals_trying_everyone_where_things_are_crowded),
        RULE(S10_the_search_equals_trying_everyone_in_a_room),
        RULE(S10_the_search_equals_trying_everyone_in_a_town),
        RULE(S10_the_search_equals_trying_everyone_on_a_continent),
        RULE(S10_the_search_equals_trying_everyone_at_the_ends_of_the_range),
        RULE(S10_the_search_equals_trying_everyone_in_distant_villages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
