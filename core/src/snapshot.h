/* A saved world: how it is laid out, what has been read of it, and how that is put into a world.
 *
 * In order: header, attached bytes, settings, names (snapshot_names.c), the world's own numbers,
 * rows, entities, ready queue (written by snapshot_write.c; read by snapshot_read.c and
 * snapshot_read_npc.c into the structs below; put into a world by snapshot_apply.c,
 * snapshot_apply_npc.c and snapshot_settle.c; told by snapshot_changes.c). snapshot.c has the
 * calls. */
#ifndef BUSTLE_SNAPSHOT_H
#define BUSTLE_SNAPSHOT_H

#include "prefix.h"

#include "arena.h"
#include "bytes.h"
#include "list.h"
#include "world.h"

#define SNAPSHOT_VERSION 2u
/* "bustle", a control character that text does not have, the version of the format; size, attached
 * size and checksum of all that follows, eight bytes each. */
#define HEADER_SIZE 32u

/* What of an NPC's flags is saved; the others follow from the rest. */
#define SAVED_FLAGS                                                                            \
    (NPC_ACTING | NPC_TIMED | NPC_MOVED | NPC_WAITING | NPC_HELD | NPC_HALTED | NPC_RESTARTS | \
        NPC_RUNNING | NPC_KEPT_DUE | NPC_COLLECTED | NPC_RESUMES | NPC_FORMER)

enum entity_parts { PART_NAMED = 1, PART_USED = 2, PART_ASKED = 4 };

enum frame_parts { PART_LIFECYCLE = 7, PART_FALLBACK = 8, PART_CLAIMS = 16, PART_HELD = 32 };

enum activity_parts { PART_REMEMBERS = 1, PART_FRESH = 2 };

/* ---- What a save says: names, and where they lead in the content of the world ---- */

typedef struct saved_key { /* of state or environment */
    const char *name;
    uint32_t id; /* in the content; BUSTLE_NONE: gone */
    uint32_t value_count;
    int32_t *values; /* what its named values are now; -1: gone */
} saved_key;

typedef struct saved_name { /* of an interruption or action */
    const char *name;
    uint32_t id;
    bool changed; /* its condition, or anything in the action */
} saved_name;

typedef struct saved_node {
    const char *name;
    uint32_t sequence; /* saved */
    uint32_t node; /* in the content; BUSTLE_NONE: gone */
    uint32_t performs; /* saved action or sequence; BUSTLE_NONE */
    uint8_t kind;
} saved_node;

typedef struct saved_sequence {
    const char *name;
    uint32_t id;
} saved_sequence;

typedef struct saved_definition {
    const char *name;
    uint32_t id; /* also BUSTLE_NONE if what was an NPC is a prop now, or the other way round */
    uint32_t state_count;
    uint32_t *states; /* saved */
    bool npc, queried;
} saved_definition;

typedef struct saved_names {
    saved_key *states, *environment;
    saved_name *interruptions, *actions;
    saved_sequence *sequences;
    saved_node *nodes;
    uint32_t *choices; /* the choice that each is now; NONE16 */
    saved_definition *definitions;
    uint32_t state_count, environment_count, interruption_count, action_count, sequence_count,
        node_count, choice_count, definition_count;
} saved_names;

/* ---- What a save says of an entity ---- */

typedef struct reference { /* to an entity, which may have left */
    uint32_t slot; /* NOBODY */
    uint32_t spawn;
} reference;

typedef struct saved_frame {
    uint32_t node; /* saved */
    uint8_t parts; /* frame_parts */
    reference target, claimed;
} saved_frame;

typedef struct saved_activity {
    saved_frame *frames; /* the lowest first */
    uint32_t depth;
    uint32_t response; /* saved interruption; BUSTLE_NONE */
    int16_t priority;
    failure pending;
    uint8_t failures;
    uint8_t parts; /* activity_parts; of an interrupted one */
    uint32_t time, duration, spent, timeout; /* if it remembers */
    reference target;
} saved_activity;

typedef struct saved_message {
    uint32_t interruption; /* saved */
    uint32_t epoch, time;
    reference from;
    bool kept;
} saved_message;

typedef struct saved_memory {
    uint32_t what; /* saved action, or choice */
    uint32_t spawn;
    uint32_t time;
} saved_memory;

typedef struct saved_npc {
    uint16_t flags;
    uint8_t failures;
    uint8_t cause; /* halted */
    bool former; /* its action went by a definition that was replaced already */
    uint32_t random[4];
    uint32_t token, main, due;
    uint32_t action; /* acting: saved action; halted: saved sequence */
    uint32_t target, duration, spent; /* acting */
    saved_message *messages;
    saved_activity *activities; /* the lowest first; the last one is running if NPC_RUNNING */
    saved_memory *memories[2]; /* oldest first */
    uint32_t message_count, activity_count, memory_counts[2];
} saved_npc;

typedef struct saved_entity {
    uint32_t slot, spawn, definition; /* saved */
    int32_t x, y, z;
    const char *name; /* NULL: none */
    uint64_t user;
    int64_t asked;
    uint8_t parts; /* entity_parts */
    int32_t *totals; /* of the definition's states: free and taken together */
    saved_npc npc;
} saved_entity;

/* ---- A load on its way ---- */

enum change_code {
    CHANGED_SETTING,
    GONE_STATE,
    GONE_ENVIRONMENT,
    GONE_INTERRUPTION,
    GONE_ACTION,
    GONE_SEQUENCE,
    GONE_ENTITY,
    LEFT_OUT,
    LOST_STATE,
    CHANGED_VALUE,
    LOST_ACTION,
    CHANGED_ACTION,
    LOST_TARGET,
    LOST_CLAIM,
    LOST_SEQUENCE,
    LOST_NODE,
    LOST_ACTIVITY,
    LOST_MAIN,
    LOST_INTERRUPTION
};

typedef struct change {
    enum change_code code;
    uint32_t slot, spawn; /* 0: of nobody */
    const char *thing;
} change;

typedef struct loading {
    reader in;
    bool no_memory;
    heap heap; /* of what goes with the load */
    arena arena; /* of what has been read */
    saved_names names;
    bustle_world *world; /* filled */
    list changes;
    uint32_t *occupants; /* of every slot: 0 free, else 1 + 2 * saved definition + (1: has left) */
    uint32_t slots;
    uint32_t *ready;
    uint32_t ready_count;
    bool has_overdue; /* endings that a budget has left */
    bool attaches; /* the game gives every entity a value */
    const bustle_world *old; /* whose content is replaced; NULL: a save is loaded */
    uint32_t *formers; /* of every action of the old content, then of every former definition of its
                          world: the one that it has become; 0: none yet; else one more */
} loading;

static inline bool failed(const loading *l) {
    return l->no_memory || l->in.problem != NULL;
}
/* Always false. */
bool no_memory(loading *l);
/* NULL after a failure; never for nothing. */
void *take(loading *l, uint64_t count, size_t element);
/* What happened, told when all is well. */
bool note_change(
    loading *l, enum change_code what, uint32_t slot, uint32_t spawn, const char *thing);
const char *change_code_text(enum change_code what);
void describe_change(const bustle_world *w, const change *c, char *text, size_t size);

/* A world beside the one that asks, to be filled from the bytes. BUSTLE_NO_MEMORY: nothing is to be
 * ended. */
bustle_status begin_loading(loading *l, const bustle_world *w, bustle_content *content,
    const bustle_load_options *options, const uint8_t *bytes, size_t size);
/* If it was filled, and is consistent, it takes the place of the other; the game is told. */
bustle_status end_loading(loading *l, bustle_world *w, const bustle_load_options *options,
    bool filled, char *reason, size_t size_of_reason);

/* ---- fingerprint.c ---- */

/* Numbers that differ if the definitions do; `numbers`: also the numbers of the game's functions,
 * which a later run may give to others. */
uint32_t action_fingerprint(const bustle_content *c, uint32_t action_id, bool numbers);
uint32_t condition_fingerprint(const bustle_content *c, uint32_t interruption_id);

/* ---- The parts ---- */

void write_names(writer *o, const bustle_content *c);
bool read_names(loading *l);
void write_world(writer *o, const bustle_world *w);
bool read_world(loading *l);
bool read_npc(loading *l, saved_npc *n);
reference get_reference(loading *l);
const char *get_text(loading *l);
/* A value of a key as it counts now, within its bounds; false: its name is gone. */
bool carried_value(const saved_key *k, const key *now, int64_t saved, int32_t *value);
/* Makes pages for all rows; what is free is listed as it was. */
bool apply_rows(loading *l, const uint32_t *free, const uint32_t *ends, const uint32_t *definitions,
    uint32_t class_count);
bool apply_entity(loading *l, const saved_entity *e);
bool apply_npc(loading *l, uint32_t slot, const saved_npc *n);
/* Of an NPC whose action cannot go on: nothing is under way. */
void stop_acting(bustle_world *w, npc *self);
/* While content is replaced: an action under way goes on by the definition that it began with.
 * False: it cannot, or a save is loaded. */
bool keep_former(loading *l, uint32_t slot);
/* Claims, timers, ready queue: what needs everyone to be there. */
bool settle_world(loading *l);

#endif
