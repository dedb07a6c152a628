/* The plain implementation: the market's rules as a good programmer would write them in a week, in
 * straightforward C. Definitions are shared structs, found by number; an entity has its states in
 * an array. Every update looks at every NPC to see whose action is over; a target is found by
 * trying everything that accepts the action; memories are lists searched from end to end.
 *
 * It makes the same decisions as the core, in the same order, so that the two can be compared.
 *
 *   plain.c          the world, its update cycle, NPCs' turns
 *   plain_action.c   choosing a target, starting and completing actions
 *   plain_content.c  definitions from the scenario
 *   plain_state.c    state operations, claims
 *   plain_memory.c   memories, random numbers, memory-driven selection */
#ifndef BENCH_PLAIN_H
#define BENCH_PLAIN_H

#include "scenario.h"

#define NOTHING UINT32_MAX /* where an id can be missing; entities count from 1 and use 0 */

/* ---- Content: ids are places in the scenario's tables ---- */

typedef struct operation_entry {
    enum subject subject;
    enum operation operation;
    int32_t value;
    uint32_t id; /* of a state, or of a condition of the environment */
} operation_entry;

typedef struct operation_list {
    operation_entry entries[MAX_OPS];
    uint32_t count;
} operation_list;

typedef struct plain_action {
    uint32_t id;
    uint32_t name_hash;
    bool targeted;
    operation_list when, start, finish;
    int32_t shortest_ms, longest_ms, speed;
    uint32_t claimed; /* state or NOTHING */
} plain_action;

typedef struct plain_transition {
    uint32_t to;
    operation_list when;
    bool otherwise;
} plain_transition;

typedef struct plain_node {
    enum node_kind kind;
    uint32_t performs;
    bool same_target;
    uint32_t failed; /* node or NOTHING */
    plain_transition transitions[MAX_TRANSITIONS];
    uint32_t transition_count;
} plain_node;

typedef struct plain_sequence {
    uint32_t id;
    uint32_t name_hash;
    uint32_t entry;
    uint32_t claimed; /* state or NOTHING */
    plain_node nodes[MAX_NODES];
} plain_sequence;

/* ---- Entities ---- */

typedef struct plain_entity plain_entity;

enum lifecycle {
    UNINITIALIZED,
    PROCESSING_NODE,
    WAITING_FOR_ACTION,
    IN_SUBSEQUENCE,
    NODE_EXECUTED
};

/* Where an NPC is in a sequence. */
typedef struct plain_frame {
    const plain_sequence *sequence;
    enum lifecycle lifecycle;
    uint32_t node;
    plain_entity *target; /* current target, or NULL */
    plain_entity *claim_on; /* whom the sequence has a claim on, or NULL */
} plain_frame;

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

enum { MAX_STACK = 16, MAX_STATE_IDS = 8 }; /* no scenario needs more */

struct plain_entity {
    uint32_t id; /* spawn number */
    uint32_t has; /* a bit for each state */
    int32_t state[MAX_STATE_IDS]; /* of what is claimed, the free part */
    int32_t x, y;
    /* What follows is for NPCs. */
    const plain_action *action; /* performed now, or NULL */
    plain_entity *target;
    int64_t ends;
    bool wants_turn;
    size_t depth;
    plain_frame stack[MAX_STACK];
    uint32_t main, fallback;
    memory_list transition_memories, action_memories;
    random_stream random;
};

typedef struct entity_list {
    plain_entity **entities;
    size_t count, capacity;
} entity_list;

typedef struct cached_condition {
    int32_t value;
    bool asked;
    int64_t asked_at;
} cached_condition;

typedef struct plain_world {
    uint64_t seed;
    int64_t now;
    plain_action *actions;
    plain_sequence *sequences;
    cached_condition *environment;
    entity_list *supporters; /* of each action, by spawn number */
    entity_list entities; /* by spawn number */
    entity_list npcs;
    entity_list ended, queue; /* of one update */
    uint32_t *candidates; /* as many as there are entities */
    uint64_t starts, turns;
    uint32_t hash;
} plain_world;

/* ---- plain_content.c ---- */
void plain_load(plain_world *world);
void plain_unload(plain_world *world);
/* Ids of names; NOTHING if the name is NULL. */
uint32_t plain_action_id(const char *name);
uint32_t plain_sequence_id(const char *name);
uint32_t plain_state_id(const char *name);
/* 32-bit FNV-1a. */
uint32_t plain_name_hash(const char *name);
/* Memory or the end of the program: a benchmark has nothing better to do without. */
void *plain_resized(void *block, size_t size);

/* ---- plain_state.c ---- */
bool plain_holds(plain_world *world, const operation_list *conditions, const plain_entity *self,
    const plain_entity *target);
void plain_apply(const operation_list *list, plain_entity *self, plain_entity *target);
/* A distance in sixteenths of a unit, rounded up. */
int64_t plain_sixteenths(const plain_entity *a, const plain_entity *b);
/* How much of a claimed state is free. */
int32_t plain_free_part(const plain_entity *entity, uint32_t state);

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
void plain_emit(plain_world *world, enum event_kind kind, const plain_entity *npc,
    const plain_entity *target, uint32_t name_hash, uint32_t argument);

#endif
