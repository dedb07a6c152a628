/* The plain implementation: the market's rules as the first design of this runtime had them, in
 * straightforward C. Every NPC owns copies of its sequences; state and environment are found by
 * name and everything else by number, in hash maps; every update walks over every NPC; a target is
 * found by trying everything that accepts the action; memories are lists searched from end to end.
 * Only the keys by name are its own: the first design had numbers there too, which would be faster.
 *
 * It makes the same decisions as the core, in the same order, so that the two can be compared.
 *
 *   plain.c          the world, its update cycle, NPCs' turns
 *   plain_action.c   choosing a target, starting and completing actions
 *   plain_content.c  definitions from the scenario, copies of sequences
 *   plain_state.c    state operations, claims
 *   plain_memory.c   memories, random numbers, memory-driven selection
 *   plain_map.c      the hash maps */
#ifndef BENCH_PLAIN_H
#define BENCH_PLAIN_H

#include "plain_map.h"
#include "scenario.h"

#define NOTHING UINT32_MAX /* where an id can be missing; entities count from 1 and use 0 */

/* ---- Content: ids are places in the scenario's tables ---- */

typedef struct operation_entry {
    enum subject subject;
    enum operation operation;
    int32_t value;
    const char *name;
} operation_entry;

typedef struct operation_list {
    operation_entry *entries;
    size_t count;
} operation_list;

/* Conditions are grouped by whom they are about: enum subject -> operation_list. */
typedef struct condition_map {
    map groups;
} condition_map;

typedef struct plain_action {
    uint32_t id;
    uint32_t name_hash;
    bool targeted;
    condition_map when;
    operation_list start, finish;
    int32_t shortest_ms, longest_ms, speed;
    const char *claimed; /* state or NULL */
} plain_action;

typedef struct plain_node {
    enum node_kind kind;
    uint32_t performs;
    bool same_target;
    uint32_t failed; /* node or NOTHING */
} plain_node;

typedef struct plain_transition {
    uint32_t to;
    condition_map when;
    bool otherwise;
} plain_transition;

typedef struct transition_list {
    plain_transition *entries;
    size_t count;
} transition_list;

enum lifecycle {
    UNINITIALIZED,
    PROCESSING_NODE,
    WAITING_FOR_ACTION,
    IN_SUBSEQUENCE,
    NODE_EXECUTED
};

/* A definition, or an NPC's own copy with its position in it. */
typedef struct plain_sequence {
    uint32_t id;
    uint32_t name_hash;
    uint32_t entry;
    const char *claimed; /* state or NULL */
    map nodes; /* node -> plain_node */
    map transitions; /* node -> transition_list */
    enum lifecycle lifecycle;
    uint32_t node;
    uint32_t target; /* current target, entity or 0 */
    uint32_t claim_on; /* entity that the sequence has a claim on, or 0 */
} plain_sequence;

/* ---- Entities ---- */

/* What was decided: (action, entity) or (node left, destination). */
typedef struct memory_record {
    uint32_t first, second;
    int64_t time;
} memory_record;

/* Oldest first. */
typedef struct memory_list {
    memory_record *records;
    size_t count, capacity;
} memory_list;

typedef struct random_stream {
    uint32_t a, b, c, counter;
} random_stream;

enum { MAX_STACK = 16 };

typedef struct plain_entity {
    uint32_t id; /* spawn number */
    const scenario_kind *kind;
    name_map state; /* numbers: of what is claimed, the free part */
    /* What follows is for NPCs. */
    map sequences; /* id -> plain_sequence, its own copies */
    plain_sequence *stack[MAX_STACK];
    size_t depth;
    uint32_t main, fallback;
    memory_list transition_memories, action_memories;
    random_stream random;
    const plain_action *action; /* performed now, or NULL */
    uint32_t target;
    uint64_t token;
    int64_t started, duration;
    bool wants_turn;
    uint64_t place_in_queue;
} plain_entity;

typedef struct id_list {
    uint32_t *ids;
    size_t count, capacity;
} id_list;

typedef struct plain_position {
    int32_t x, y;
} plain_position;

typedef struct cached_condition {
    const char *name;
    int32_t value;
    bool asked;
    int64_t asked_at, refresh_ms;
} cached_condition;

typedef struct plain_world {
    uint64_t seed;
    int64_t now;
    map actions; /* id -> plain_action */
    map sequences; /* id -> plain_sequence */
    name_map bounds; /* scenario_state */
    name_map environment; /* cached_condition */
    map entities; /* id -> plain_entity */
    map positions; /* id -> plain_position */
    map supporters; /* action -> id_list, by spawn number */
    uint32_t *npcs; /* ids */
    size_t npc_count, npc_capacity;
    plain_entity **picked; /* NPCs picked out of a walk */
    uint32_t *candidates; /* as many as there are entities */
    size_t candidate_capacity;
    uint32_t spawned;
    uint64_t queued;
    uint64_t starts, turns;
    uint32_t hash;
} plain_world;

/* ---- plain_content.c ---- */
void plain_load(plain_world *world);
void plain_unload(plain_world *world);
/* Gives the NPC copies of a sequence and of all that it nests. */
void plain_copy_sequences(plain_world *world, plain_entity *npc, uint32_t sequence);
void plain_free_sequence(plain_sequence *sequence);
/* Ids of names; NOTHING if the name is NULL. */
uint32_t plain_action_id(const char *name);
uint32_t plain_sequence_id(const char *name);

/* ---- plain_state.c ---- */
bool plain_holds(
    plain_world *world, const condition_map *conditions, plain_entity *self, plain_entity *target);
void plain_apply(
    plain_world *world, const operation_list *list, plain_entity *self, plain_entity *target);
/* The square of a distance, in units, and the distance itself in sixteenths, rounded up. */
int64_t plain_square(const plain_world *world, const plain_entity *a, const plain_entity *b);
int64_t plain_sixteenths(const plain_world *world, const plain_entity *a, const plain_entity *b);
plain_entity *plain_entity_of(const plain_world *world, uint32_t id);
/* How much of a claimed state is free. */
int32_t plain_free_part(const plain_world *world, const plain_entity *entity, const char *state);
/* A negative amount gives back. */
void plain_take(plain_entity *entity, const char *state, int32_t amount);

/* ---- plain_memory.c ---- */
random_stream plain_random(uint64_t seed, uint32_t spawn_number);
/* Below n, uniformly; draws nothing if n is 1. */
uint32_t plain_draw(random_stream *random, uint32_t n);
void plain_remember(memory_list *memories, uint32_t first, uint32_t second, int64_t now);
/* One of the options (there are some): one never taken, else the one taken longest ago. Leaves only
 * the equally good ones at the front of the list. */
uint32_t plain_select(const memory_list *memories, uint32_t first, uint32_t *options, size_t count,
    random_stream *random);

/* ---- plain_action.c ---- */
/* The numbers of the failures are those of the events' causes. */
enum outcome { STARTED, NO_CANDIDATE, FALSE_CONDITION, NO_OPTION, SAME_TARGET };
enum outcome plain_start(plain_world *world, plain_entity *npc, const plain_node *node);
void plain_complete(plain_world *world, plain_entity *npc);

/* ---- plain.c ---- */
enum event_kind { EVENT_SPAWN = 1, EVENT_START, EVENT_STOP, EVENT_FAIL, EVENT_FALLBACK };
void plain_emit(plain_world *world, enum event_kind kind, uint32_t npc, uint32_t target,
    uint32_t name_hash, uint32_t argument);

#endif
