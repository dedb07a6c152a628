/* The harbour's content and callbacks.
 *
 * In these tables whatever is not said is zero, which is the default of the definitions
 * (but for bounds). */
#include "harbour.h"

#include <stdio.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
#define OPS(...) \
    { .list = (const bustle_op[]){__VA_ARGS__}, .count = COUNT(((const bustle_op[]){__VA_ARGS__})) }
#define WAYS(...)                                                \
    .transitions = (const bustle_transition_def[]){__VA_ARGS__}, \
    .transition_count = COUNT(((const bustle_transition_def[]){__VA_ARGS__}))
#define CLAIM(key, number) \
    .claims = &(const bustle_claim_def){.state = (key), .amount = (number)}, .claim_count = 1

#define TEST(whom, key, relation, number) \
    { .kind = (relation), .subject = (whom), .name = (key), .value = (number) }
#define SELF(key, relation, number) TEST(BUSTLE_SELF, key, relation, number)
#define TARGET(key, relation, number) TEST(BUSTLE_TARGET, key, relation, number)
#define TOWN(key, relation, number) TEST(BUSTLE_ENV, key, relation, number)
#define DISTANCE(relation, number) TEST(BUSTLE_DISTANCE, NULL, relation, number)
#define JOIN(operator) \
    { .kind = (operator) }
#define FUNCTION(number, where) \
    { .kind = BUSTLE_CALL, .name = (where), .value = (number) }
#define RAISE(whom, interruption) \
    { .kind = BUSTLE_RAISE, .subject = (whom), .name = (interruption) }

#define DO(node, action) .name = (node), .kind = BUSTLE_NODE_ACTION, .performs = (action)
#define NEST(node, sequence) .name = (node), .kind = BUSTLE_NODE_SEQUENCE, .performs = (sequence)
#define CHOOSE(node) .name = (node), .kind = BUSTLE_NODE_CHOICE

/* Functions of the game, by number. */
enum { GETS_ALONG = 1, CHEERS_UP = 2 };

/* ---- Keys ---- */

#define UNBOUNDED .minimum = BUSTLE_NO_MINIMUM, .maximum = BUSTLE_NO_MAXIMUM

static const char *const moods[] = {"low", "fair", "high"};
static const char *const weathers[] = {"fair", "rain", "storm"};

static const bustle_state_def states[] = {
    {.name = "berths", .minimum = 0, .maximum = 4},
    {.name = "cargo", .minimum = 0, .maximum = 100},
    {.name = "coins", UNBOUNDED},
    {.name = "energy", .minimum = 0, .maximum = 100},
    {.name = "mood", UNBOUNDED, .values = moods, .value_count = COUNT(moods)},
    {.name = "pace", .minimum = 1, .maximum = 9},
    {.name = "seats", .minimum = 0, .maximum = 8},
    {.name = "sober", UNBOUNDED, .flag = true},
};

static const bustle_environment_def environment[] = {
    {.name = "price", .minimum = 1, .maximum = 9, .initial = 2, .refresh_ms = 1000},
    {.name = "tide", .minimum = -3, .maximum = 3, .refresh_ms = INT32_MAX},
    {.name = "weather",
        UNBOUNDED,
        .values = weathers,
        .value_count = COUNT(weathers),
        .refresh_ms = 3000},
};

static const bustle_interruption_def interruptions[] = {
    {.name = "all_clear"},
    {.name = "bell"},
    {.name = "brawl"},
    {.name = "flood",
        .when = OPS(TOWN("tide", BUSTLE_AT_LEAST, 3), TOWN("tide", BUSTLE_AT_LEAST, 2),
            TOWN("weather", BUSTLE_NOT_EQUAL, 0), JOIN(BUSTLE_AND), JOIN(BUSTLE_OR))},
    {.name = "greeting"},
    {.name = "storm", .when = OPS(TOWN("weather", BUSTLE_EQUAL, 2))},
};

/* ---- Actions ---- */

static const char *const ended_by_calm[] = {"all_clear"};

static const bustle_action_def actions[] = {
    {.name = "carouse",
        .when = OPS(SELF("coins", BUSTLE_AT_LEAST, 5)),
        .start = OPS(SELF("coins", BUSTLE_DECREASE, 5), SELF("sober", BUSTLE_SET, 0)),
        .finish = OPS(SELF("mood", BUSTLE_INCREASE, 1)),
        .duration_ms = 3000,
        .duration_max_ms = 5000},
    {.name = "chat",
        .when = OPS(DISTANCE(BUSTLE_AT_MOST, 20), FUNCTION(GETS_ALONG, "chat:when")),
        .finish = OPS(RAISE(BUSTLE_TARGET, "greeting"), FUNCTION(CHEERS_UP, "chat:finish")),
        .duration_ms = 3000,
        .duration_max_ms = 8000,
        .target = BUSTLE_TARGET_TAKEN},
    {.name = "drill",
        .when = OPS(SELF("sober", BUSTLE_EQUAL, 1), DISTANCE(BUSTLE_LESS, 90)),
        .finish = OPS(SELF("energy", BUSTLE_DECREASE, 15)),
        .interrupted = OPS(SELF("energy", BUSTLE_DECREASE, 5)),
        .duration_ms = 5000,
        .duration_max_ms = 12000,
        .resumable = true,
        CLAIM("seats", 2)},
    {.name = "fish",
        .start = OPS(SELF("energy", BUSTLE_DECREASE, 2)),
        .finish = OPS(SELF("coins", BUSTLE_INCREASE, 3)),
        .duration_ms = 6000,
        .timeout_ms = 14000,
        .ending = BUSTLE_ENDING_GAME},
    {.name = "gaze",
        .when = OPS(DISTANCE(BUSTLE_AT_MOST, 50)),
        .finish = OPS(SELF("mood", BUSTLE_INCREASE, 1)),
        .duration_ms = 3000,
        .duration_max_ms = 6000,
        .resumable = true},
    {.name = "hurry",
        .when = OPS(DISTANCE(BUSTLE_AT_MOST, 150)),
        .start = OPS(SELF("pace", BUSTLE_INCREASE, 3)),
        .finish = OPS(SELF("pace", BUSTLE_DECREASE, 3)),
        .interrupted = OPS(SELF("pace", BUSTLE_DECREASE, 3)),
        .resumable = true,
        .preference = BUSTLE_PREFER_NEAREST,
        .speed_state = "pace"},
    {.name = "idle",
        .finish = OPS(SELF("energy", BUSTLE_INCREASE, 3), SELF("sober", BUSTLE_SET, 1)),
        .duration_ms = 2000,
        .duration_max_ms = 4000},
    {.name = "mend",
        .start = OPS(SELF("energy", BUSTLE_DECREASE, 1)),
        .finish = OPS(SELF("coins", BUSTLE_INCREASE, 2)),
        .duration_ms = 4000,
        .timeout_ms = 7000,
        .timeout_fails = true,
        .ending = BUSTLE_ENDING_GAME},
    {.name = "moor",
        .when = OPS(TARGET("cargo", BUSTLE_AT_LEAST, 10), DISTANCE(BUSTLE_AT_MOST, 70)),
        .duration_ms = 4000,
        .duration_max_ms = 7000},
    {.name = "pray",
        .when = OPS(SELF("mood", BUSTLE_EQUAL, 0)),
        .finish = OPS(SELF("mood", BUSTLE_SET, 2)),
        .duration_ms = 5000,
        .target = BUSTLE_TARGET_TAKEN},
    {.name = "quarrel",
        .when = OPS(DISTANCE(BUSTLE_AT_MOST, 15)),
        .start = OPS(RAISE(BUSTLE_TARGET, "brawl")),
        .finish = OPS(SELF("mood", BUSTLE_SET, 0)),
        .duration_ms = 2000,
        .duration_max_ms = 3000},
    {/* Who is poor sells where little is stored, and at high tide everyone does. */
        .name = "sell",
        .when = OPS(DISTANCE(BUSTLE_AT_MOST, 60), SELF("coins", BUSTLE_LESS, 60),
            TOWN("tide", BUSTLE_GREATER, 0), JOIN(BUSTLE_OR), TARGET("cargo", BUSTLE_AT_LEAST, 95),
            JOIN(BUSTLE_NOT)),
        .start = OPS(TARGET("cargo", BUSTLE_INCREASE, 4)),
        /* Twice the price, less what is stored there already. */
        .finish = OPS({.kind = BUSTLE_PUSH, .subject = BUSTLE_ENV, .name = "price"},
            {.kind = BUSTLE_PUSH, .subject = BUSTLE_CONSTANT, .value = 2}, JOIN(BUSTLE_TIMES),
            {.kind = BUSTLE_PUSH, .subject = BUSTLE_TARGET, .name = "cargo"}, JOIN(BUSTLE_MINUS),
            {.kind = BUSTLE_INCREASE, .subject = BUSTLE_SELF, .name = "coins", .stacked = true}),
        .interrupted = OPS(TARGET("cargo", BUSTLE_DECREASE, 4)),
        .duration_ms = 4000,
        .duration_max_ms = 9000,
        .resumable = true,
        .preference = BUSTLE_PREFER_LEAST,
        .preferred_state = "cargo",
        CLAIM("seats", 1)},
    {.name = "shelter",
        .finish = OPS(SELF("energy", BUSTLE_INCREASE, 5)),
        .duration_ms = 12000,
        .duration_max_ms = 20000,
        .resumable = true,
        .ends_on = ended_by_calm,
        .ends_on_count = 1,
        CLAIM("seats", 1)},
    {.name = "shout", .duration_ms = 1500, .duration_max_ms = 2500},
    {.name = "sit",
        .when = OPS(DISTANCE(BUSTLE_AT_MOST, 40)),
        .finish = OPS(SELF("energy", BUSTLE_INCREASE, 25)),
        .interrupted = OPS(SELF("energy", BUSTLE_INCREASE, 1)),
        .duration_ms = 4000,
        .duration_max_ms = 10000,
        .resumable = true,
        CLAIM("seats", 1)},
    {.name = "strike",
        .when = OPS(DISTANCE(BUSTLE_AT_MOST, 25)),
        .finish = OPS(TARGET("energy", BUSTLE_DECREASE, 10), TARGET("mood", BUSTLE_DECREASE, 1)),
        .duration_ms = 1500,
        .duration_max_ms = 3000},
    {.name = "stroll",
        .when = OPS(DISTANCE(BUSTLE_AT_LEAST, 10), DISTANCE(BUSTLE_AT_MOST, 80)),
        .finish = OPS(SELF("energy", BUSTLE_DECREASE, 5)),
        .resumable = true,
        .speed = 8},
    {.name = "unload",
        .when = OPS(TARGET("cargo", BUSTLE_AT_LEAST, 5), SELF("energy", BUSTLE_AT_LEAST, 5)),
        .start = OPS(TARGET("cargo", BUSTLE_DECREASE, 5)),
        .finish = OPS(SELF("coins", BUSTLE_INCREASE, 4), SELF("energy", BUSTLE_DECREASE, 5)),
        .interrupted = OPS(TARGET("cargo", BUSTLE_INCREASE, 5)),
        .duration_ms = 3000,
        .duration_max_ms = 6000,
        .resumable = true},
    {.name = "wave", .duration_ms = 1000, .target = BUSTLE_TARGET_TAKEN},
};

/* ---- Sequences ---- */

static const bustle_node_def answer_bell[] = {
    {DO("shout", "shout"), WAYS({.to = "END"})},
};

static const bustle_node_def dock_work[] = {
    {DO("moor", "moor"), WAYS({.to = "unload"})},
    {DO("unload", "unload"), .same_target = true, .failed = "END",
        WAYS({.to = "END"}, {.to = "unload", .when = OPS(SELF("energy", BUSTLE_GREATER, 20))})},
};

static const bustle_node_def fight[] = {
    {DO("strike", "strike"), .same_target = true, .failed = "END",
        WAYS({.to = "END"}, {.to = "strike", .when = OPS(SELF("mood", BUSTLE_EQUAL, 0))})},
};

static const bustle_node_def fisher_day[] = {
    {CHOOSE("decide"),
        WAYS({.to = "catch"}, {.to = "rest"},
            {.to = "sell", .when = OPS(SELF("coins", BUSTLE_AT_LEAST, 3))})},
    {DO("catch", "fish"), WAYS({.to = "END"}, {.to = "repair"})},
    {DO("repair", "mend"), .failed = "rest", WAYS({.to = "END"})},
    {NEST("rest", "leisure"), WAYS({.to = "decide"})},
    {DO("sell", "sell"), WAYS({.to = "sell"}, {.to = "END"})},
};

/* A guard who has caroused gets nowhere while too tired to move on. */
static const bustle_node_def guard_day[] = {
    {CHOOSE("decide"),
        WAYS({.to = "carouse", .when = OPS(TOWN("weather", BUSTLE_EQUAL, 1))},
            {.to = "drill", .when = OPS(TOWN("weather", BUSTLE_NOT_EQUAL, 2))}, {.to = "patrol"},
            {.to = "quarrel", .when = OPS(SELF("mood", BUSTLE_LESS, 2))},
            {.to = "rest", .when = OPS(SELF("energy", BUSTLE_LESS, 40))})},
    {DO("carouse", "carouse"),
        WAYS({.to = "rest", .when = OPS(SELF("energy", BUSTLE_GREATER, 50))})},
    {DO("drill", "drill"), WAYS({.to = "END"})},
    {DO("patrol", "stroll"), .failed = "rest", WAYS({.to = "END"}, {.to = "patrol"})},
    {DO("quarrel", "quarrel"), .failed = "patrol", WAYS({.to = "END"})},
    {NEST("rest", "leisure"), WAYS({.to = "sober_up"})},
    {DO("sober_up", "idle"), WAYS({.to = "END"})},
};

/* Nothing accepts "pray" unless the game sends a shrine: this one halts. */
static const bustle_node_def hermit_day[] = {
    {DO("pray", "pray"), WAYS({.to = "END"})},
};

static const bustle_node_def leisure[] = {
    {CHOOSE("decide"), WAYS({.to = "chat"}, {.to = "gaze"}, {.to = "sit"})},
    {DO("chat", "chat"), .failed = "wait", WAYS({.to = "END"}, {.to = "chat"}, {.to = "sit"})},
    {DO("gaze", "gaze"), .failed = "sit", WAYS({.to = "END"})},
    {DO("sit", "sit"), .failed = "wait", WAYS({.to = "END"})},
    {DO("wait", "idle"), WAYS({.to = "END"})},
};

static const bustle_node_def linger[] = {
    {DO("idle", "idle"), WAYS({.to = "END"})},
};

static const bustle_node_def ponder[] = {
    {DO("shout", "shout"), WAYS({.to = "idle"})},
    {DO("idle", "idle"), WAYS({.to = "END"})},
};

static const bustle_node_def sailor_day[] = {
    {CHOOSE("decide"),
        WAYS({.to = "relax", .when = OPS(SELF("energy", BUSTLE_AT_MOST, 70))}, {.to = "stroll"},
            {.to = "work", .when = OPS(TOWN("weather", BUSTLE_NOT_EQUAL, 2))})},
    {NEST("relax", "leisure"), WAYS({.to = "END"})},
    {DO("stroll", "stroll"), WAYS({.to = "END"}, {.to = "relax"})},
    {NEST("work", "work"), WAYS({.to = "decide"}, {.to = "END", .otherwise = true})},
};

static const bustle_node_def take_shelter[] = {
    {DO("run", "hurry"), .failed = "END", WAYS({.to = "hide"})},
    {DO("hide", "shelter"), .same_target = true, .failed = "END", WAYS({.to = "END"})},
};

static const bustle_node_def wave_back[] = {
    {DO("wave", "wave"), .same_target = true, WAYS({.to = "END"})},
};

static const bustle_node_def work[] = {
    {CHOOSE("decide"), WAYS({.to = "dock"}, {.to = "fish"}, {.to = "mend"}, {.to = "trade"})},
    {NEST("dock", "dock_work"), WAYS({.to = "END"})},
    {DO("fish", "fish"), WAYS({.to = "END"})},
    {DO("mend", "mend"), WAYS({.to = "END"})},
    {DO("trade", "sell"), .failed = "dock", WAYS({.to = "END"})},
};

#define SEQUENCE(id, first) \
    { .name = #id, .entry = (first), .nodes = (id), .node_count = COUNT(id) }

static const bustle_sequence_def sequences[] = {
    SEQUENCE(answer_bell, "shout"),
    {.name = "dock_work",
        .entry = "moor",
        .nodes = dock_work,
        .node_count = COUNT(dock_work),
        CLAIM("berths", 1)},
    SEQUENCE(fight, "strike"),
    SEQUENCE(fisher_day, "decide"),
    SEQUENCE(guard_day, "decide"),
    SEQUENCE(hermit_day, "pray"),
    SEQUENCE(leisure, "decide"),
    SEQUENCE(linger, "idle"),
    SEQUENCE(ponder, "shout"),
    SEQUENCE(sailor_day, "decide"),
    SEQUENCE(take_shelter, "run"),
    SEQUENCE(wave_back, "wave"),
    SEQUENCE(work, "decide"),
};

/* ---- Entities ---- */

#define INITIAL(key, number) \
    { .state = (key), .given = true, .initial = (number) }
#define STATES(...)                                           \
    .states = (const bustle_entity_state_def[]){__VA_ARGS__}, \
    .state_count = COUNT(((const bustle_entity_state_def[]){__VA_ARGS__}))
#define ACCEPTS(...)                               \
    .accepts = (const char *const[]){__VA_ARGS__}, \
    .accept_count = COUNT(((const char *const[]){__VA_ARGS__}))
#define PEOPLE                                                                                   \
    .npc = true,                                                                                 \
    STATES(INITIAL("coins", 10), INITIAL("energy", 60), {.state = "mood", .value_name = "fair"}, \
        INITIAL("pace", 4), INITIAL("sober", 1)),                                                \
    ACCEPTS("chat", "quarrel", "strike", "wave")
#define REMEMBERS(transitions, of_actions, of_interruptions)               \
    .transition_memories = (transitions), .action_memories = (of_actions), \
    .interruption_memories = (of_interruptions)

static const char *const fallbacks[] = {"linger", "ponder"};
#define FALLBACKS(number) .fallbacks = fallbacks, .fallback_count = (number)

static const bustle_handler_def handlers[] = {
    {.interruption = "bell", .sequence = "answer_bell", .priority = 0},
    {.interruption = "flood", .sequence = "take_shelter", .priority = 8},
    {.interruption = "greeting", .sequence = "wave_back", .priority = -1},
    {.interruption = "storm", .sequence = "take_shelter", .priority = 5},
    {.interruption = "brawl", .sequence = "fight", .priority = 3},
};
#define HANDLERS(number) .handlers = handlers, .handler_count = (number)

static const bustle_entity_def entities[] = {
    {.name = "bench",
        .position = BUSTLE_POSITION_STATIC,
        STATES(INITIAL("seats", 3)),
        ACCEPTS("sit", "stroll")},
    {.name = "fisher",
        PEOPLE,
        .main = "fisher_day",
        FALLBACKS(1),
        HANDLERS(4),
        REMEMBERS(2, 1, 1),
        .position = BUSTLE_POSITION_QUERIED,
        .position_refresh_ms = 2000},
    {.name = "guard", PEOPLE, .main = "guard_day", FALLBACKS(2), HANDLERS(5), REMEMBERS(0, 4, 8)},
    {.name = "gull",
        .position = BUSTLE_POSITION_QUERIED,
        .position_refresh_ms = 500,
        ACCEPTS("gaze")},
    {.name = "hermit", PEOPLE, .main = "hermit_day", HANDLERS(1), REMEMBERS(1, 1, 1)},
    {.name = "quay",
        .position = BUSTLE_POSITION_STATIC,
        STATES(INITIAL("berths", 2), INITIAL("cargo", 90)),
        ACCEPTS("moor", "stroll")},
    {.name = "sailor",
        PEOPLE,
        .main = "sailor_day",
        FALLBACKS(2),
        HANDLERS(5),
        REMEMBERS(10, 15, 8)},
    {.name = "shelter",
        .position = BUSTLE_POSITION_STATIC,
        STATES(INITIAL("seats", 6)),
        ACCEPTS("hurry", "shelter", "drill")},
    {.name = "shrine", .position = BUSTLE_POSITION_PUSHED, ACCEPTS("pray", "gaze")},
    {.name = "stall",
        .position = BUSTLE_POSITION_PUSHED,
        STATES(INITIAL("cargo", 20), INITIAL("seats", 2)),
        ACCEPTS("sell")},
};

static bool add_all(bustle_builder *builder) {
    bool ok = true;
    for (size_t i = 0; i < COUNT(states); i++) {
        ok = ok && bustle_builder_add_state(builder, &states[i]) == BUSTLE_OK;
    }
    for (size_t i = 0; i < COUNT(environment); i++) {
        ok = ok && bustle_builder_add_environment(builder, &environment[i]) == BUSTLE_OK;
    }
    for (size_t i = 0; i < COUNT(interruptions); i++) {
        ok = ok && bustle_builder_add_interruption(builder, &interruptions[i]) == BUSTLE_OK;
    }
    for (size_t i = 0; i < COUNT(actions); i++) {
        ok = ok && bustle_builder_add_action(builder, &actions[i]) == BUSTLE_OK;
    }
    for (size_t i = 0; i < COUNT(sequences); i++) {
        ok = ok && bustle_builder_add_sequence(builder, &sequences[i]) == BUSTLE_OK;
    }
    for (size_t i = 0; i < COUNT(entities); i++) {
        ok = ok && bustle_builder_add_entity(builder, &entities[i]) == BUSTLE_OK;
    }
    return ok;
}

bustle_builder *harbour_builder(const bustle_allocator *allocator) {
    bustle_builder *builder = bustle_builder_create(allocator);
    if (builder != NULL && !add_all(builder)) {
        bustle_builder_destroy(builder);
        return NULL;
    }
    return builder;
}

bustle_content *harbour_content(const bustle_allocator *allocator) {
    bustle_builder *builder = harbour_builder(allocator);
    bustle_content *content = NULL;
    if (builder != NULL) {
        (void)bustle_builder_seal(builder, &content);
        bustle_problem problem;
        for (size_t i = 0; bustle_builder_problem(builder, i, &problem); i++) {
            fprintf(stderr, "harbour: %s %s: %s; %s\n", problem.kind, problem.thing, problem.text,
                problem.cure);
        }
    }
    bustle_builder_destroy(builder);
    return content;
}

/* ---- The game ---- */

/* Not everyone talks to everyone; once in a while there is no telling. */
static int function_condition(void *context, bustle_world *world, bustle_call *call) {
    harbour_game *game = context;
    (void)world;
    game->calls++;
    uint32_t pair =
        bustle_entity_spawn_number(call->self) * 7 + bustle_entity_spawn_number(call->target) * 3;
    if (pair % 97 == 0) {
        call->error = "they have met before";
        return -1;
    }
    return pair % 4 != 0;
}

static int function_effect(void *context, bustle_world *world, bustle_call *call) {
    harbour_game *game = context;
    game->calls++;
    bustle_id mood = bustle_content_find(bustle_world_content(world), BUSTLE_KIND_STATE, "mood");
    int32_t value;
    if (bustle_entity_get(world, call->target, mood, &value) != BUSTLE_OK) {
        return -1;
    }
    return bustle_entity_set(world, call->self, mood, value + 1) == BUSTLE_OK ? 0 : -1;
}

static int query_condition(
    void *context, bustle_world *world, bustle_id environment_id, bustle_answer *answer) {
    harbour_game *game = context;
    game->calls++;
    const char *name =
        bustle_content_name(bustle_world_content(world), BUSTLE_KIND_ENVIRONMENT, environment_id);
    int64_t seconds = game->now / 1000;
    if (strcmp(name, "weather") == 0) {
        answer->name = weathers[seconds % 300 >= 250 ? 2 : seconds % 60 / 40];
        return 1;
    }
    if (strcmp(name, "price") == 0) {
        answer->number = (double)(seconds % 8) + 1.5;
        return seconds % 11 != 0;
    }
    return 0;
}

/* Whoever is asked for has moved a little since. */
static int query_position(
    void *context, bustle_world *world, bustle_entity entity, bustle_position *position) {
    harbour_game *game = context;
    game->calls++;
    if (bustle_entity_position(world, entity, position) != BUSTLE_OK) {
        return -1;
    }
    uint64_t stream = (uint64_t)game->now << 20 ^ bustle_entity_spawn_number(entity);
    position->x += (double)harbour_random(&stream, 5) - 2.0;
    position->y += (double)harbour_random(&stream, 7) - 3.4; /* rounded by the runtime */
    if (game->whole) {
        int32_t y = 0;
        bustle_round(position->y, &y);
        position->y = y;
    }
    return harbour_random(&stream, 13) != 0;
}

bustle_callbacks harbour_callbacks(harbour_game *game) {
    bustle_callbacks callbacks = bustle_default_world_def().callbacks;
    callbacks.context = game;
    callbacks.condition = function_condition;
    callbacks.effect = function_effect;
    callbacks.query_condition = query_condition;
    callbacks.query_position = query_position;
    return callbacks;
}

uint32_t harbour_random(uint64_t *stream, uint32_t below) {
    *stream = *stream * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*stream >> 32) * below >> 32);
}
