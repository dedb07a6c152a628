/* The market that both implementations live in: what there is, what its people can do, and who
 * appears where and when. It is written down once, as data that belongs to neither side;
 * bustle_side.c and plain.c each turn it into what they need.
 *
 * Only what the plain implementation understands can be said here. */
#ifndef BENCH_SCENARIO_H
#define BENCH_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whom an operation is about. Conditions are written in this order, in which the plain
 * implementation tests them. */
enum subject { ON_SELF, ON_TARGET, ON_ENVIRONMENT, ON_DISTANCE };

/* Comparisons first, then modifications. */
enum operation { IS, IS_AT_LEAST, IS_AT_MOST, SET_TO, ADD, TAKE };

/* Lists of everything below end with an entry whose name (or operation's `used`) is not set. */
typedef struct scenario_op {
    bool used;
    enum subject subject;
    enum operation operation;
    const char *name; /* NULL: the distance has none */
    int32_t value;
} scenario_op;

enum { MAX_OPS = 4, MAX_NODES = 8, MAX_TRANSITIONS = 6, MAX_STATES = 4, MAX_ACCEPTED = 4 };

typedef struct scenario_state {
    const char *name;
    int32_t minimum, maximum;
} scenario_state;

/* Asked of the game at most once in refresh_ms; see scenario_environment. */
typedef struct scenario_condition {
    const char *name;
    int64_t refresh_ms;
} scenario_condition;

typedef struct scenario_action {
    const char *name;
    scenario_op when[MAX_OPS];
    scenario_op start[MAX_OPS];
    scenario_op finish[MAX_OPS];
    int32_t shortest_ms, longest_ms;
    int32_t speed; /* units a second: it walks to its target instead of lasting a time */
    bool targeted;
    const char *claims; /* takes one of this state of its target while it lasts; NULL: nothing */
} scenario_action;

enum node_kind { DO_ACTION, DO_SEQUENCE, CHOOSE, FINISH };

typedef struct scenario_transition {
    const char *to;
    scenario_op when[MAX_OPS];
    bool otherwise;
} scenario_transition;

typedef struct scenario_node {
    const char *name;
    enum node_kind kind;
    const char *performs;
    bool same_target;
    const char *failed; /* where to go if it fails; NULL: the sequence fails */
    scenario_transition transitions[MAX_TRANSITIONS];
} scenario_node;

typedef struct scenario_sequence {
    const char *name;
    const char *entry;
    const char *claims; /* takes one of this state of its first target while it lasts */
    scenario_node nodes[MAX_NODES];
} scenario_sequence;

typedef struct scenario_initial {
    const char *state;
    int32_t value;
} scenario_initial;

/* A kind of prop, or of NPC if it has a main sequence. */
typedef struct scenario_kind {
    const char *name;
    const char *main;
    const char *fallback;
    scenario_initial states[MAX_STATES + 1];
    const char *accepts[MAX_ACCEPTED + 1];
} scenario_kind;

extern const scenario_state scenario_states[];
extern const scenario_condition scenario_conditions[];
extern const scenario_action scenario_actions[];
extern const scenario_sequence scenario_sequences[];
extern const scenario_kind scenario_kinds[];

/* What every NPC remembers of transitions, actions and interruptions. */
enum { TRANSITION_MEMORIES = 10, ACTION_MEMORIES = 15, INTERRUPTION_MEMORIES = 8 };

/* What the game answers when asked for a condition. */
int32_t scenario_environment(const char *name, int64_t now_ms);

/* ---- Who appears where and when ---- */

enum { STEPS_PER_SECOND = 60, SPAWN_SECONDS = 10 };

/* For every 30 NPCs 22 props, within a block of 100 x 100; blocks fill a square. */
enum { NPCS_PER_BLOCK = 30, PROPS_PER_BLOCK = 22, BLOCK_SIZE = 100 };

typedef struct scenario_place {
    const scenario_kind *kind;
    int32_t x, y;
} scenario_place;

uint32_t scenario_props(uint32_t npcs);
/* Prop or NPC number `index` of a market of so many NPCs. Props are set up block by block; NPCs
 * arrive here and there all over the market. */
scenario_place scenario_prop(uint32_t npcs, uint32_t index);
scenario_place scenario_npc(uint32_t npcs, uint32_t index);
/* How many NPCs are there before update number `update` (from 0): their arrival is spread evenly
 * over the first seconds. */
uint32_t scenario_arrived(uint32_t npcs, uint64_t update);
int64_t scenario_time(uint64_t update);

#endif
