/* The changing state of a world: rows of entities, stacks, queues, timers. Private to the core;
 * each section names the file that looks after it. */
#ifndef BUSTLE_WORLD_H
#define BUSTLE_WORLD_H

#include "base/pool.h"
#include "base/random.h"
#include "base/sort.h"
#include "content/content.h"

#define NOBODY UINT32_MAX /* no slot */
#define SLOT_BITS 21
#define SLOT_LIMIT (1u << SLOT_BITS)
#define PAGE_SHIFT 8
#define PAGE_LENGTH (1u << PAGE_SHIFT)

/* ---- Rows (entity.c) ---- */

/* A row is an entity, for NPCs what follows in `npc`, then the state values, then an NPC's
 * memories. Rows of the same length share pages of 256; slot numbers go through all pages. */
typedef struct entity {
    uint32_t spawn; /* 0: the row is free, or its NPC has left but is still in the ready queue */
    uint16_t definition;
    uint16_t flags; /* npc_flags */
    int32_t x, y, z;
    uint32_t place; /* in the grid; if queried, in the roster (space.c); of a free row: the next
                       free one */
    uint32_t users; /* list of those who use it as a target or hold a claim on it (claim.c) */
} entity;

enum npc_flags {
    NPC_QUEUED = 1, /* in the ready queue */
    NPC_ACTING = 2, /* `action` runs */
    NPC_TIMED = 4, /* ... and ends with its duration */
    NPC_MOVED = 8, /* ... and the game has moved the NPC since it started */
    NPC_WAITING = 16, /* after a failure, until `due` */
    NPC_HELD = 32,
    NPC_HALTED = 64, /* until `due`, if NPC_RESTARTS */
    NPC_RESTARTS = 128,
    NPC_KEPT_DUE =
        1024, /* released or restarted: kept interruptions are handled before anything else */
    NPC_COLLECTED = 4096, /* its ending is due and listed */
    NPC_MARKED = 8192, /* used while a list is gone through */
    NPC_REPLACED =
        32768 /* the running action goes by a definition that was replaced (replaced.c) */
};

/* A failure that waits to be handled (recovery.c). */
typedef struct failure {
    uint8_t cause; /* bustle_cause; 0: none */
    uint8_t level; /* of the failed sequence on its stack, from 1 */
    uint8_t manner; /* failure_manner */
} failure;

enum failure_manner {
    FAIL_NODE, /* the top node failed: its `failed` transition may catch that */
    FAIL_SEQUENCE, /* the sequence failed: its caller's may */
    FAIL_UNCAUGHT /* nothing may */
};

/* An activity: a stack of sequences, and the action it stands at. An NPC's activities lie on a
 * pile. The topmost is in the NPC's row, those below it are in a pool. */
typedef struct activity {
    uint32_t below; /* POOL_NONE: the lowest */
    uint32_t top; /* frame; POOL_NONE: no activity, its NPC has halted */
    uint32_t target; /* slot of its action's target; NOBODY: without target, or no action */
    uint32_t duration; /* ms, of its action, as drawn */
    uint32_t spent; /* ms, before its last resumption; if it remembers: in all */
    uint32_t time; /* if it remembers: when it was interrupted */
    uint16_t response; /* interruption that it answers; NONE16 */
    int16_t priority;
    failure pending; /* of a halted NPC: the cause */
    uint8_t failures; /* in a row */
    uint8_t flags; /* activity_flags */
    uint8_t claims; /* sequence claims that it holds */
} activity;

enum activity_flags {
    ACTIVITY_MAIN = 1,
    ACTIVITY_INTERRUPTED = 2, /* going on with it is a step (S32) */
    ACTIVITY_REMEMBERS = 4 /* it has an interruption memory (S30), of the action of its top node */
};

typedef struct npc {
    entity e;
    uint32_t random[4];
    uint32_t token;
    uint32_t due; /* ms, modulo 2^32: end of the action, of the wait or of the halt */
    uint32_t queue; /* first of its interruptions (interruption.c) */
    uint32_t next_user, previous_user; /* in the list of its target's users */
    activity now; /* the topmost */
    union {
        uint16_t action; /* running */
        uint16_t failed; /* halted: the sequence that failed last */
    };
    uint16_t main; /* sequence */
    uint8_t activities; /* on the pile */
    uint8_t remembered[2]; /* transition and action memories in use */
} npc;

typedef struct page {
    uint8_t *rows;
    uint32_t stride;
} page;

typedef struct page_tags { /* what the game has attached to the entities of a page */
    void **users; /* NULL until one is set */
    char **names; /* NULL until one is given */
} page_tags;

typedef struct row_class {
    uint32_t stride;
    uint32_t free; /* slot */
    bool npc;
} row_class;

typedef struct layout { /* of the rows of a definition */
    const uint16_t *columns; /* for every state its place among the values, or NO_COLUMN */
    uint32_t states; /* offset of the state values */
    uint32_t memories; /* offset of the memories */
    uint16_t class;
    uint8_t limits[2]; /* of transition and action memories */
} layout;

/* ---- Stacks (activity.c) ---- */

/* A sequence on a stack. `where` packs node, lifecycle and flags. If FRAME_CLAIMS, `below` is a
 * claim record whose own `below` is the frame below. */
typedef struct frame {
    uint32_t where;
    uint32_t target; /* slot of the current target; NOBODY */
    uint32_t target_spawn;
    uint32_t below; /* POOL_NONE: the lowest */
} frame;

#define FRAME_NODE_MASK 0x00ffffffu
#define FRAME_STATE_SHIFT 24
#define FRAME_STATE_MASK 0x0f000000u
#define FRAME_FALLBACK 0x10000000u
#define FRAME_CLAIMS 0x20000000u /* its sequence has made its claims */

/* What a sequence claims: of whom, and whether it holds it now (not while interrupted). */
typedef struct claim_record {
    uint32_t below;
    uint32_t target;
    uint32_t target_spawn;
    uint32_t npc; /* slot */
    uint32_t sequence;
    uint32_t held;
    uint32_t next_user, previous_user;
} claim_record;

/* ---- Interruptions (interruption.c) ---- */

typedef struct queued_interruption {
    uint32_t next;
    uint16_t interruption;
    uint16_t kept;
    uint32_t epoch; /* of a conditioned interruption: stale when the world's has moved on */
    uint32_t from; /* slot; NOBODY */
    uint32_t from_spawn;
    uint32_t time;
} queued_interruption;

typedef struct watch { /* per interruption with a condition */
    uint32_t epoch; /* counts how often the condition became false */
    bool holds;
    bool becomes; /* while conditions are tested */
} watch;

/* ---- Environment (environment.c) ---- */

typedef struct environment_value {
    int64_t asked;
    int32_t value;
    bool known; /* `asked` means something */
    bool refreshed; /* since the conditions were last tested */
    bool in_test; /* while they are */
} environment_value;

/* ---- Space (space.c, near.c) ---- */

#define CELL_SLOTS 10

/* Entities of a cell, one cache line. Where in the cell each is, roughly, so that most of those out
 * of reach are passed over without a look at their rows. */
typedef struct cell_block {
    uint32_t next;
    uint32_t slots[CELL_SLOTS]; /* NOBODY after the last */
    uint8_t x[CELL_SLOTS]; /* in 256ths of the cell, or exact in smaller cells */
    uint8_t y[CELL_SLOTS];
} cell_block;

typedef struct cell {
    int32_t x, y, z;
    uint32_t head; /* block; POOL_NONE: the cell is free */
} cell;

typedef struct asked { /* an entity whose position is queried */
    int64_t time;
    uint32_t slot;
    uint32_t place; /* in the grid */
    bool known;
} asked;

typedef struct region { /* a group's entities: in its roster if they are queried, else in its grid;
                           or the bystanders */
    uint32_t count;
    uint8_t shift; /* a cell is 2^shift units wide */
    uint8_t finest; /* the least that `shift` may be: as wide as the reach of the actions */
    bool rostered; /* some in the grid are in a roster too */
    uint32_t cell_count;
    uint32_t cell_capacity; /* a power of two, or 0 */
    cell *cells;
    int32_t low[3], high[3]; /* cells ever occupied since it was last empty */
    uint32_t asked_capacity;
    asked *asked; /* the roster */
} region;

typedef struct shortlist { /* key: spawn number, value: slot, extra: distance from the centre */
    item *items;
    uint32_t capacity;
} shortlist;

/* ---- Timers (timer.c) ---- */

#define WHEEL_NEAR_BUCKETS 2048u
#define WHEEL_NEAR_SHIFT 3 /* 8 ms a bucket: 16.4 s around */
#define WHEEL_FAR_BUCKETS 256u
#define WHEEL_FAR_SHIFT 14 /* 16.4 s a bucket: 70 min around */

typedef struct block { /* of NPCs, in the lists of a bucket */
    uint32_t next;
    uint32_t slots[7];
} block;

typedef struct bucket {
    uint32_t head; /* block */
    uint32_t count;
} bucket;

typedef struct wheel {
    bucket near[WHEEL_NEAR_BUCKETS];
    bucket far[WHEEL_FAR_BUCKETS];
    int64_t time; /* everything due up to here has been collected */
    uint32_t entries; /* in buckets, stale ones included */
    uint32_t live; /* NPCs with something to come */
    item *due; /* collected: key is due time (relative to due_base) and spawn number, value the slot
                */
    uint32_t due_count, due_next, due_capacity;
    uint32_t due_sorted; /* of them; those after it are due later than all of these */
    int64_t due_base;
} wheel;

/* ---- Former definitions (replaced.c) ---- */

typedef struct replaced_call { /* of a function of the game */
    uint64_t reported; /* the update in which an error was last reported */
    const char *where;
    int32_t number;
} replaced_call;

/* An action as it was before its definition was replaced, as far as its end needs it, with the ids
 * of the content that there is now. */
typedef struct replaced_action {
    action definition; /* its codes, claims and ends_on are those below, from 0 on */
    replaced_call *calls;
    op *ops;
    claim *claims;
    uint32_t *ends_on;
    size_t size; /* of all this, one block */
    uint32_t users; /* NPCs that perform it; 0: only while content is replaced */
} replaced_action;

typedef struct replaced_user {
    uint32_t spawn;
    uint32_t replaced;
} replaced_user;

/* ---- Events (event.c) ---- */

typedef struct event_list {
    bustle_event *list;
    uint32_t count, capacity;
} event_list;

/* ---- Room for the worst case (reserve.c) ---- */

enum work { /* what room is made for, and what is counted in it */
    WORK_TURN, /* messages that wait for the NPC */
    WORK_ENDING, /* nothing */
    WORK_CALL, /* messages that wait for the NPC */
    WORK_REMOVAL, /* who leaves and its users */
    WORKS
};

enum store {
    STORE_QUEUED, /* in the order of the pools */
    STORE_FRAMES,
    STORE_ACTIVITIES,
    STORE_CLAIMS,
    STORE_BLOCKS,
    STORES_IN_POOLS,
    STORE_EVENTS = STORES_IN_POOLS,
    STORE_ANSWERS, /* to queries for positions: cells */
    STORES
};

typedef struct need {
    uint32_t once;
    uint32_t each; /* of what is counted */
} need;

typedef struct needs {
    need of[WORKS][STORES];
} needs;

/* ---- All of it ---- */

enum world_mode { /* which calls are allowed */
    MODE_OPEN, /* between updates */
    MODE_DELIVERY, /* in start_action and on_event */
    MODE_UPDATE, /* inside an update, or one that ran out of memory */
    MODE_QUERY, /* in a query or log callback: reading only */
    MODE_CONDITION, /* in a condition function: reading only */
    MODE_EFFECT /* in an effect function: writing self and target too */
};

enum update_phase { PHASE_NONE, PHASE_WATCH, PHASE_ENDINGS, PHASE_DECISIONS };

/* The turn that is being taken: survives an update that runs out of memory in the middle of it. */
typedef struct turn {
    uint32_t slot; /* NOBODY: none */
    uint32_t steps;
    bool listened; /* the messages have been handled */
    bool failed; /* one failure has been handled in this turn */
} turn;

/* Whom an operation is about. */
typedef struct scene {
    npc *self;
    entity *target; /* NULL: none */
    uint32_t self_slot;
    uint32_t target_slot;
    uint32_t action; /* BUSTLE_NONE: a transition's condition */
    int32_t distance; /* between them, if `measured` */
    bool measured;
    bool testing; /* a condition: what self holds of the target counts as free (S42) */
    bool target_leaves; /* S19: effects on the target are passed over in silence */
    replaced_action *replaced; /* whose effects these are; NULL: the content's */
} scene;

struct bustle_world {
    heap heap;
    arena kept; /* what lasts as long as the world: rows, and the elements of pools */
    bustle_content *content;
    bustle_world_def def;
    enum world_mode mode;
    int64_t now;

    page *pages;
    page_tags *tags;
    uint32_t page_count, page_capacity, tag_capacity;
    row_class *classes; /* one for each definition at most */
    uint32_t class_count;
    layout *layouts; /* per definition */
    uint32_t id_width; /* bytes of an action or choice in a memory */
    uint32_t spawned;
    uint32_t entities, npcs, halted;
    uint32_t *names; /* slots, open addressing by the hash of the name; NOBODY */
    uint32_t name_count, name_capacity;
    item *order; /* key: spawn number, value: slot, ascending; made when first needed */
    uint32_t order_count, order_capacity;
    bool ordered;

    union {
        struct {
            pool queued, frames, activities, claims, blocks;
        };
        pool pools[STORES_IN_POOLS];
    };
    pool cell_blocks;
    needs needs;
    environment_value *environment;
    watch *watches;
    region *regions; /* region_count of them */
    shortlist candidates; /* of an NPC that looks for a target */
    shortlist found; /* of the game, which may look for someone meanwhile */
#if BUSTLE_CHECKS
    uint64_t looked_at; /* cells, blocks and rows, in searches */
#endif

    uint32_t *ready; /* a ring of slots */
    uint32_t ready_first, ready_count, ready_capacity;
    uint32_t zombies; /* NPCs that left while in the ring */
    wheel wheel;

    event_list pending, delivered;
#if BUSTLE_CHECKS
    uint64_t pending_reserved; /* events that may be pending */
    bool pending_overdrawn; /* there were more */
#endif
    uint32_t hash;
    uint64_t *reported; /* per function: the update in which an error was last reported */
    uint64_t *unwritable; /* bit set: pairs of action and state reported as not there */
    uint64_t updates;
    uint64_t turns, starts, events, refused;
    uint64_t portion; /* endings and turns of the last update */
    bool cut_short; /* of the last update */
    uint32_t effect_limit; /* errors that one list of effects can have */
    uint32_t raise_limit; /* interruptions that one list of effects can raise */
    item *options; /* room for the nodes that one can go to, as values */
    uint32_t *option_ways; /* if someone listens (trace.c): the transition of each */
    uint32_t option_capacity;

    bool watching; /* there are interruptions with conditions */
    enum update_phase phase; /* progress of the update */
    uint32_t decisions_left;
    turn turn;
    const scene *scene; /* of the function that is being called */

    replaced_action **replacements; /* NULL where there is none any more */
    replaced_user *replaced_users; /* ascending by spawn number */
    uint32_t replaced_count, replaced_capacity, replaced_user_count, replaced_user_capacity;
};

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

/* ---- Reaching rows ---- */

static inline entity *entity_at(const bustle_world *w, uint32_t slot) {
    const page *p = &w->pages[slot >> PAGE_SHIFT];
    return (entity *)(void *)(p->rows + (size_t)(slot & (PAGE_LENGTH - 1)) * p->stride);
}

static inline npc *npc_at(const bustle_world *w, uint32_t slot) {
    return (npc *)(void *)entity_at(w, slot);
}

static inline const definition *definition_of(const bustle_world *w, const entity *e) {
    return &w->content->definitions[e->definition];
}

/* Of an entity in its row, which is never const itself. */
static inline int32_t *states_of(const bustle_world *w, const entity *e) {
    uint8_t *row = (uint8_t *)(void *)e;
    return (int32_t *)(void *)(row + w->layouts[e->definition].states);
}

static inline bustle_entity handle_of(uint32_t slot, uint32_t spawn) {
    return (bustle_entity)spawn << SLOT_BITS | slot;
}

/* The place of a state value in a row; NULL: it has no such state. */
static inline int32_t *state_at(const bustle_world *w, const entity *e, uint32_t state) {
    const layout *l = &w->layouts[e->definition];
    const uint16_t column = l->columns[state];
    uint8_t *row = (uint8_t *)(void *)e;
    return column == NO_COLUMN ? NULL : (int32_t *)(void *)(row + l->states) + column;
}

/* ---- reserve.c ---- */

/* One that takes something: adds what, at the most, to the sum. */
typedef struct reserve_part {
    const char *name;
    void (*add)(const bustle_world *w, needs *sum);
} reserve_part;

#define RESERVE_PARTS 9u
extern const reserve_part bsl_reserve_parts[RESERVE_PARTS];
void bsl_turn_needs(const bustle_world *w, needs *sum);
void bsl_effects_need(const bustle_world *w, needs *sum);
void bsl_action_needs(const bustle_world *w, needs *sum);
void bsl_activity_needs(const bustle_world *w, needs *sum);
void bsl_claim_needs(const bustle_world *w, needs *sum);
void bsl_interruption_needs(const bustle_world *w, needs *sum);
void bsl_recovery_needs(const bustle_world *w, needs *sum);
void bsl_space_needs(const bustle_world *w, needs *sum);
void bsl_entity_needs(const bustle_world *w, needs *sum);

/* Sums up what all parts take, when it has become known or has changed. */
void bsl_reserve_sum(bustle_world *w);
/* Room for a piece of work about an entity of this definition. False: no memory. */
bool bsl_reserve(bustle_world *w, enum work work, const definition *d, uint64_t count);
/* Once more, in the middle of a turn, room for the positions that it may ask for. */
bool bsl_reserve_answers(bustle_world *w, const definition *d);
#if BUSTLE_CHECKS
/* The store of which more was taken than was reserved; NULL: none. */
const char *bsl_reserve_overdrawn(const bustle_world *w);
#endif

/* ---- rows.c ---- */

bustle_status bsl_rows_init(bustle_world *w);
void bsl_rows_release(bustle_world *w);
/* A page of rows that nobody has listed yet. */
bustle_status bsl_rows_page(bustle_world *w, uint32_t stride);
/* More free rows of a class. */
bustle_status bsl_rows_add_page(bustle_world *w, uint16_t class);
void bsl_rows_free(bustle_world *w, uint32_t slot);
/* Room for a name or a value of the game. */
bool bsl_rows_reserve_tags(bustle_world *w, uint32_t slot, bool named, bool used);
void *bsl_rows_user_at(const bustle_world *w, uint32_t slot);
void bsl_rows_set_user(bustle_world *w, uint32_t slot, void *user);
bool bsl_rows_reserve_name(bustle_world *w);
void bsl_rows_attach_name(bustle_world *w, uint32_t slot, char *name);
char *bsl_rows_name_at(const bustle_world *w, uint32_t slot);
uint32_t bsl_rows_find_name(const bustle_world *w, const char *name);
/* All entities in spawn order into w->order. */
bool bsl_rows_order(bustle_world *w);
/* Room for one more. */
bool bsl_rows_order_room(bustle_world *w);
/* Whether a living entity is at this place of w->order. */
static inline bool order_lives(const bustle_world *w, uint32_t place) {
    const item *i = &w->order[place];
    return entity_at(w, i->value)->spawn == (uint32_t)i->key;
}

/* ---- entity.c ---- */

/* The slot of a living entity, or NOBODY. */
uint32_t bsl_entity_slot(const bustle_world *w, bustle_entity handle);
/* The living entity in a slot, if it is still the one of that spawn number; else NULL. */
static inline entity *still_there(const bustle_world *w, uint32_t slot, uint32_t spawn) {
    if (slot == NOBODY) {
        return NULL;
    }
    entity *e = entity_at(w, slot);
    return e->spawn == spawn ? e : NULL;
}
bustle_status bsl_entity_find_npc(const bustle_world *w, bustle_entity handle, uint32_t *slot);
bustle_status bsl_world_check_writable(const bustle_world *w);
void bsl_entity_write_state(bustle_world *w, entity *e, uint32_t state, int64_t value);

/* ---- space.c ---- */

bool bsl_space_init(bustle_world *w);
void bsl_space_release(bustle_world *w);
/* Room for an entity of this definition to move anywhere, and for so many answers to queries. */
bool bsl_space_reserve(bustle_world *w, const definition *d, uint64_t answers);
/* Room for one more queried entity of this definition. */
bool bsl_space_reserve_roster(bustle_world *w, const definition *d);
void bsl_space_enter(bustle_world *w, uint32_t slot);
void bsl_space_leave(bustle_world *w, uint32_t slot);
/* After a reservation. */
void bsl_space_move(bustle_world *w, uint32_t slot, int32_t x, int32_t y, int32_t z);
static inline int64_t gap(int32_t a, int32_t b) {
    const int64_t way = (int64_t)a - b;
    return way < 0 ? -way : way;
}
static inline int32_t distance_to(const entity *e, int32_t x, int32_t y, int32_t z) {
    const int64_t sum = gap(e->x, x) + gap(e->y, y) + gap(e->z, z);
    return sum > INT32_MAX ? INT32_MAX : (int32_t)sum;
}
/* When the position of a queried entity was last asked for. */
asked *bsl_space_asked_of(const bustle_world *w, uint32_t slot);
/* Asks for a queried position if it is stale. After a reservation of one answer. */
void bsl_space_refresh(bustle_world *w, uint32_t slot);
bool bsl_space_round(const bustle_position *p, int32_t out[3]);

/* ---- near.c ---- */

/* Entities that accept an action and are within its reach, other than `self`, into w->candidates,
 * in no order, queried positions being refreshed first, in spawn order. False: no memory. */
bool bsl_near_gather(bustle_world *w, const action *a, uint32_t self, uint32_t *count);
/* Everyone within a distance of a point, except one slot, in spawn order, by cached positions. */
bool bsl_near_everyone(bustle_world *w, shortlist *into, const int32_t at[3], int32_t distance,
    uint32_t except, uint32_t *count);
bool bsl_near_anyone(const bustle_world *w, const action *a, uint32_t self);
uint32_t bsl_near_count(const bustle_world *w, const action *a, uint32_t self);

/* ---- environment.c ---- */

bool bsl_environment_init(bustle_world *w);
int32_t bsl_environment_read(bustle_world *w, uint32_t id);
/* Asks watched values that are due, before their conditions are tested. */
void bsl_environment_refresh_watched(bustle_world *w);

/* ---- operations.c ---- */

bool bsl_condition_holds(bustle_world *w, const code *condition, const scene *s);
/* The leading `count` ops of a conjunction alone, and the condition without them. */
bool bsl_condition_prefix_holds(
    bustle_world *w, const code *condition, uint32_t count, const scene *s);
bool bsl_condition_rest_holds(
    bustle_world *w, const code *condition, uint32_t from, const scene *s);
void bsl_effects_apply(bustle_world *w, const code *effects, const scene *s);
int32_t bsl_saturate(int64_t value);

/* ---- recall.c ---- */

#define MEMORY_LIMIT 255

typedef struct remembered {
    uint32_t what; /* action, or choice */
    uint32_t spawn; /* of the target of an action */
    uint32_t time;
} remembered;

uint32_t bsl_recall_size(const bustle_world *w, const definition *d);
/* Among two or more; the extras are overwritten. */
uint32_t bsl_recall_choose_target(
    bustle_world *w, npc *self, uint32_t action_id, item *candidates, uint32_t count);
uint32_t bsl_recall_choose_way(bustle_world *w, npc *self, item *options, uint32_t count);
void bsl_recall_add_action(
    bustle_world *w, npc *self, uint32_t action_id, uint32_t spawn, uint32_t time);
void bsl_recall_add_way(bustle_world *w, npc *self, uint32_t choice, uint32_t time);
/* When; -1: there is no record of it. */
int64_t bsl_recall_action_time(
    const bustle_world *w, npc *self, uint32_t action_id, uint32_t spawn);
int64_t bsl_recall_way_time(const bustle_world *w, npc *self, uint32_t choice);
/* All records of an NPC, oldest first; how many there are. */
uint32_t bsl_recall_all(
    const bustle_world *w, npc *self, bustle_memory_kind kind, remembered *list);
/* Puts records into an NPC that has none, each of another decision; where there is room for fewer,
 * the newest stay. */
void bsl_recall_restore(const bustle_world *w, npc *self, bustle_memory_kind kind,
    const remembered *list, uint32_t count);

/* ---- activity.c ---- */

static inline frame *frame_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->frames, index);
}
static inline activity *activity_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->activities, index);
}
static inline uint32_t frame_node(const frame *f) {
    return f->where & FRAME_NODE_MASK;
}
static inline bustle_lifecycle frame_state(const frame *f) {
    return (bustle_lifecycle)((f->where & FRAME_STATE_MASK) >> FRAME_STATE_SHIFT);
}
static inline void frame_set_state(frame *f, bustle_lifecycle state) {
    f->where = (f->where & ~FRAME_STATE_MASK) | (uint32_t)state << FRAME_STATE_SHIFT;
}
static inline void frame_go(frame *f, uint32_t to) {
    f->where = (f->where & ~(FRAME_NODE_MASK | FRAME_STATE_MASK)) | to |
        (uint32_t)BUSTLE_PROCESSING << FRAME_STATE_SHIFT;
}
/* The frame below, past a claim record. */
uint32_t bsl_frame_below(const bustle_world *w, const frame *f);
uint32_t bsl_stack_depth(const bustle_world *w, uint32_t top);
/* A new frame on top of *top, at its sequence's beginning. */
void bsl_frame_push(
    bustle_world *w, uint32_t *top, uint32_t sequence, uint32_t target, uint32_t target_spawn);
/* Removes the top frame, its claims being given back already. */
void bsl_frame_pop(bustle_world *w, uint32_t *top);
void bsl_stack_drop(bustle_world *w, uint32_t *top);
/* The priority that counts: not above 0 while a fallback is on the stack; the main activity:
 * INT32_MIN. */
int32_t bsl_activity_standing(const bustle_world *w, const activity *a);
/* The pile of an NPC that has none. */
void bsl_pile_init(npc *self);
void bsl_activity_start_main(bustle_world *w, npc *self);
/* A new activity on top of the pile, without a stack yet. After a reservation of one. */
activity *bsl_pile_lay(bustle_world *w, npc *self);
void bsl_activity_start_response(bustle_world *w, npc *self, uint32_t sequence, int32_t priority,
    uint32_t interruption, const entity *source, uint32_t source_slot);
/* The topmost activity becomes interrupted: action stopped, claims back. */
void bsl_activity_interrupt(bustle_world *w, uint32_t slot);
/* The step that takes up an interrupted activity. */
void bsl_activity_resume(bustle_world *w, uint32_t slot);
void bsl_activity_replace_main(bustle_world *w, npc *self);
void bsl_pile_drop(bustle_world *w, npc *self);
/* The topmost activity is over, its claims are back; what was kept is handled. */
void bsl_activity_end(bustle_world *w, uint32_t slot);
/* The next one of a pile, from `self->now` down; NULL: that was the lowest. */
static inline activity *next_below(const bustle_world *w, const activity *a) {
    return a->below == POOL_NONE ? NULL : activity_at(w, a->below);
}

/* ---- claim.c ---- */

bool bsl_claim_possible(const bustle_world *w, const entity *target, const claim *claims,
    uint32_t count, const claim *more, uint32_t more_count);
/* The claims that a start at the top frame makes besides the action's own: its sequence's, once. */
static inline const claim *first_claims(const bustle_world *w, const frame *f, uint32_t *count) {
    const sequence *q = &w->content->sequences[w->content->nodes[frame_node(f)].sequence];
    *count = (f->where & FRAME_CLAIMS) != 0 ? 0 : q->claim_count;
    return w->content->claims + q->claims_at;
}
/* What all users of an entity hold of one of its states. */
int64_t bsl_claim_taken_of(const bustle_world *w, const entity *e, uint32_t state);
/* What self holds of a state of its target. */
int32_t bsl_claim_held_by(
    const bustle_world *w, const npc *self, uint32_t target_slot, uint32_t state);
/* The NPC becomes, or ceases to be, a user of its action's target, with the action's claims. */
void bsl_use_begin(bustle_world *w, uint32_t slot);
void bsl_use_end(bustle_world *w, uint32_t slot);
void bsl_claim_take(bustle_world *w, uint32_t slot, uint32_t target);
void bsl_claim_give_back(bustle_world *w, npc *self, frame *f);
/* False: it cannot be taken again; *gone tells whether because its entity has left. */
bool bsl_claim_retake(bustle_world *w, npc *self, frame *f, bool *gone);
/* All of the running activity, top to bottom. */
void bsl_claim_give_all_back(bustle_world *w, npc *self);
static inline claim_record *claim_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->claims, index);
}
#define USER_CLAIM 0x80000000u /* a user that is a claim record, not an NPC's slot */

/* ---- action.c ---- */

enum outcome { OUTCOME_DONE, OUTCOME_FAILED, OUTCOME_NO_MEMORY };

/* Performs the action node of the top frame. */
enum outcome bsl_action_perform(bustle_world *w, uint32_t slot, bustle_cause *cause);
/* The action that the activity was interrupted at, which it remembers. */
void bsl_action_try_resume(bustle_world *w, uint32_t slot);
void bsl_action_finish(bustle_world *w, uint32_t slot, bustle_stop_reason reason);
/* Interruption effects, the action's claims back, and those of its sequences if `all`, stop event.
 */
void bsl_action_stop(
    bustle_world *w, uint32_t slot, bustle_stop_reason reason, bool all, bool target_leaves);
void bsl_action_fail(bustle_world *w, uint32_t slot, bustle_cause cause);
void bsl_action_due(bustle_world *w, uint32_t slot);
int64_t bsl_action_remaining(const bustle_world *w, const npc *self);
int64_t bsl_action_timeout_left(const bustle_world *w, const npc *self);
uint32_t bsl_action_timeout(const bustle_world *w, const npc *self);
uint32_t bsl_action_timeout_of(const action *a, uint32_t duration);
uint32_t bsl_action_spent(const bustle_world *w, const npc *self);
void bsl_action_cancel(bustle_world *w, uint32_t user, uint32_t leaving);
bool bsl_action_ends_on(const bustle_world *w, uint32_t action_id, uint32_t interruption);

/* ---- replaced.c ---- */

/* Of an NPC that acts under a former definition. */
replaced_action *bsl_replaced_of(const bustle_world *w, const npc *self);
/* What the running action goes by: its definition and claims. */
static inline const action *running_action(const bustle_world *w, const npc *self) {
    return (self->e.flags & NPC_REPLACED) == 0 ? &w->content->actions[self->action]
                                               : &bsl_replaced_of(w, self)->definition;
}
static inline const claim *running_claims(const bustle_world *w, const npc *self) {
    return (self->e.flags & NPC_REPLACED) == 0
        ? w->content->claims + w->content->actions[self->action].claims_at
        : bsl_replaced_of(w, self)->claims;
}
bool bsl_replaced_ends_on(const bustle_world *w, const npc *self, uint32_t interruption);
/* The action has ended: a definition that nobody goes by any more is gone. */
void bsl_replaced_leave(bustle_world *w, npc *self);
void bsl_replaced_release(bustle_world *w);

/* ---- interruption.c ---- */

bool bsl_interruption_init(bustle_world *w);
/* Whether an NPC would not ignore it (S29). */
bool bsl_interruption_heeded(const bustle_world *w, npc *self, uint32_t interruption);
enum reception { RECEIVED, RECEPTION_IGNORED, RECEPTION_REFUSED };
/* After a reservation of one message. */
enum reception bsl_interruption_queue(
    bustle_world *w, uint32_t slot, uint32_t interruption, uint32_t from);
/* Tests the conditions with a refreshed value. */
bustle_status bsl_interruption_watch(bustle_world *w);
void bsl_interruption_greet(bustle_world *w, uint32_t slot);
uint32_t bsl_interruption_greetings(const bustle_world *w);
uint32_t bsl_interruption_count(const bustle_world *w, const npc *self, bool kept_too);
/* Those, kept or not, that have not vanished. */
uint32_t bsl_interruption_waiting(const bustle_world *w, const npc *self);
/* Whether a halted NPC has an interruption that restarts it. */
bool bsl_interruption_calls(const bustle_world *w, const npc *self);
void bsl_interruption_handle_next(bustle_world *w, uint32_t slot);
void bsl_interruption_handle_kept(bustle_world *w, uint32_t slot);
void bsl_interruption_drop(bustle_world *w, npc *self, bool except_holding);
/* What nobody will answer: those that are not kept. */
void bsl_interruption_drop_unheard(bustle_world *w, npc *self);
void bsl_interruption_drop_old(bustle_world *w, uint32_t slot);
/* Starts a response on top of whatever runs. */
void bsl_interruption_respond(bustle_world *w, uint32_t slot, uint32_t sequence, int32_t priority,
    uint32_t interruption, uint32_t from, uint32_t from_spawn);
/* Whether the activity that runs, or would now, and the limit let one of this priority in. */
bool bsl_interruption_may_respond(const bustle_world *w, const npc *self, int32_t priority);

/* ---- recovery.c ---- */

/* A failure of the running activity, to be recovered from. Of two the one that takes more with it
 * stays. */
void bsl_recovery_keep(npc *self, uint8_t level, bustle_cause cause, enum failure_manner manner);
/* Deals with the failure of the running activity, on the NPC's turn. False: one was dealt with
 * already in this turn, so it stays. */
bool bsl_recovery_recover(bustle_world *w, uint32_t slot);
/* A sequence has gone from the top of the running stack (S23). */
void bsl_recovery_after_top_left(bustle_world *w, uint32_t slot);
void bsl_recovery_restart(bustle_world *w, uint32_t slot);
void bsl_recovery_end_wait(bustle_world *w, npc *self);

/* ---- turn.c ---- */

/* Takes or goes on with w->turn. False: no memory. */
bool bsl_turn_take(bustle_world *w);
/* Gives an NPC a turn in the deciding phase to come; to one that is on its turn only if something
 * was raised on it. */
void bsl_turn_queue(bustle_world *w, uint32_t slot, bool raised);

/* ---- trace.c ---- */

/* Whether someone listens: asked before each of these, so that deciding in silence costs no more
 * than that. */
static inline bool traced(const bustle_world *w) {
    return w->def.callbacks.trace != NULL;
}
bool bsl_trace_init(bustle_world *w);
void bsl_trace_begin(bustle_world *w, uint32_t slot);
/* `count` options are known before this one. */
void bsl_trace_option(
    bustle_world *w, const scene *s, uint32_t transition_index, bool open, uint32_t count);
/* `chosen` of the options; BUSTLE_NONE: there is none. */
void bsl_trace_way(bustle_world *w, uint32_t slot, uint32_t count, uint32_t chosen);
/* The way that a node without a choice is left by. */
void bsl_trace_only_way(bustle_world *w, uint32_t slot);
void bsl_trace_failed(bustle_world *w, uint32_t slot);
void bsl_trace_action(
    bustle_world *w, bustle_trace_kind kind, const scene *s, bustle_verdict verdict);
void bsl_trace_target(
    bustle_world *w, const scene *s, uint32_t reached, uint32_t open, uint32_t best);
/* The action of the top frame of a stack. */
void bsl_trace_ended(bustle_world *w, uint32_t slot, uint32_t top, uint32_t interruption);
void bsl_trace_watch(bustle_world *w, uint32_t interruption, bool holds);
void bsl_trace_ignored(
    bustle_world *w, uint32_t slot, uint32_t interruption, bustle_verdict verdict);

/* ---- timer.c ---- */

void bsl_timer_init(bustle_world *w);
void bsl_timer_release(bustle_world *w);
/* After a reservation of one block: `self->due` is set, and something is to happen then. */
void bsl_timer_set(bustle_world *w, uint32_t slot);
/* Whatever was to happen will not. */
void bsl_timer_clear(bustle_world *w, npc *self);
/* Everything due at w->now into w->wheel.due, sorted. False: no memory. */
bool bsl_timer_collect(bustle_world *w);
static inline bool timer_live(const npc *self) {
    return self->e.spawn != 0 &&
        ((self->e.flags & (NPC_ACTING | NPC_WAITING)) != 0 ||
            (self->e.flags & (NPC_HALTED | NPC_RESTARTS)) == (NPC_HALTED | NPC_RESTARTS));
}

/* ---- event.c ---- */

bool bsl_event_reserve(bustle_world *w, uint64_t count);
/* What the names of such events are names of. */
bustle_kind bsl_event_kind_of_name(bustle_event_kind kind);
/* After a reservation. */
bustle_event *bsl_event_emit(bustle_world *w, bustle_event_kind kind, uint32_t slot,
    bustle_entity target, uint32_t name, uint32_t argument);
void bsl_event_log(bustle_world *w, bustle_log_level level, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* An error event and a line in the log. */
void bsl_event_report(
    bustle_world *w, const scene *s, const char *where, const char *what, const char *text);
void bsl_event_deliver(bustle_world *w);

#endif
