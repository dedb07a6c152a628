/* The activities of NPCs: stacks of sequence positions, on a pile. */
#ifndef BUSTLE_ACTIVITY_H
#define BUSTLE_ACTIVITY_H

#include "content/content.h"

#define NOBODY UINT32_MAX /* no slot */

typedef struct entity entity;
typedef struct npc npc;

/* What an activity that comes on top, or what else interrupts, does to the places that an NPC holds
 * at offers (S63). */
enum leaving {
    LEAVING_BACK, /* a hold, and sinking: those of the running activity are given back */
    LEAVING_NOTHING, /* they stay held */
    LEAVING_UNDONE, /* they are left, and what they brought is undone */
    LEAVING_URGENTLY /* they are left, and nothing is undone */
};

/* ---- Stacks ---- */

/* A sequence on a stack. `where` packs node, lifecycle and flags. If FRAME_CLAIMS, `below` is a
 * claim record whose own `below` is the frame below. In the same way records of a stager, then of a
 * member (scene.h) or of a place (place.h), then of an errand (inbox.h) come before the frame
 * below, if FRAME_STAGES, FRAME_PART, FRAME_HOLDS and FRAME_ERRAND. */
typedef struct frame {
    uint32_t where;
    uint32_t target; /* slot of the current target; NOBODY */
    uint32_t target_spawn;
    uint32_t below; /* POOL_NONE: the lowest */
} frame;

#define FRAME_NODE_MASK 0x003fffffu /* MOST_NODES */
#define FRAME_HOLDS 0x00400000u /* it is of an offer, and has a place there */
#define FRAME_ERRAND 0x00800000u /* it has a message in hand, awaits one, or meets (inbox.h) */
#define FRAME_STATE_SHIFT 24
#define FRAME_STATE_MASK 0x0f000000u
#define FRAME_FALLBACK 0x10000000u
#define FRAME_CLAIMS 0x20000000u /* its sequence has made its claims */
#define FRAME_PART 0x40000000u /* it is a part in a scene */
#define FRAME_STAGES 0x80000000u /* its node has staged a scene and waits for its end */

/* A failure that waits to be handled (recovery.c). */
typedef struct failure {
    uint8_t cause; /* bustle_cause; 0: none */
    uint8_t level; /* of the failed sequence on its stack, from 1 */
    uint8_t manner; /* failure_manner */
} failure;

enum failure_manner {
    FAIL_NODE, /* the top node failed: its `failed` transition may catch that */
    FAIL_ABOVE, /* the node of a sequence that is in a subsequence: that is taken off first */
    FAIL_SEQUENCE, /* the sequence failed: its caller's may */
    FAIL_UNCAUGHT /* nothing may */
};

/* ---- The pile ---- */

/* An activity: a stack of sequences, and the action it stands at. An NPC's activities lie on a
 * pile. The topmost is in the NPC's row, those below it are in a pool. */
typedef struct activity {
    uint32_t below; /* POOL_NONE: the lowest */
    uint32_t top; /* frame; POOL_NONE: no activity, its NPC has halted */
    uint32_t duration; /* ms, of its action, as drawn; interrupted at a node that waits: what is
                          left of its timeout */
    uint32_t spent; /* ms, before its last resumption; if it remembers: in all */
    uint32_t time; /* if it remembers: when it was interrupted. At a node that waits both are a
                      time of 64 bits (wait.c) */
    uint16_t response; /* interruption that it answers, or name of a cue; RESPONSE_UNDO; NONE16 */
    int16_t priority;
    union {
        uint16_t action; /* that runs; NONE16 */
        uint16_t failed; /* of a halted NPC: the sequence that failed last */
    };
    failure pending; /* of a halted NPC: the cause */
    uint8_t failures; /* in a row */
    uint8_t flags; /* activity_flags */
    uint8_t claims; /* sequence claims that it holds */
} activity;

enum activity_flags {
    ACTIVITY_MAIN = 1,
    ACTIVITY_INTERRUPTED = 2, /* going on with it is a step (S32) */
    ACTIVITY_REMEMBERS = 4, /* it has an interruption memory (S30), of the action of its top node */
    ACTIVITY_TARGETED =
        8, /* the action that runs or is remembered has the target of its top frame */
    ACTIVITY_PASSED_WAIT =
        16, /* since its lowest sequence began it has performed a node that waits */
    ACTIVITY_TOOK_TIME = 32, /* ... it has started an action, or waited */
    ACTIVITY_CUE = 64, /* a cue found a reason for it: `response` is that cue's name */
    ACTIVITY_SUNK = 128 /* it waits for others in a scene, below the main one (S50) */
};

/* Its interruption memory goes, if it has one. */
static inline void forget_interruption(activity *a) {
    a->flags &= (uint8_t) ~(ACTIVITY_REMEMBERS | ACTIVITY_TARGETED);
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
 * INT32_MIN; or that of a scene on the stack, if it is higher. */
int32_t bsl_activity_standing(const bustle_world *w, const activity *a);
/* An NPC without activities. */
void bsl_pile_init(npc *self);
/* How many there are. */
uint32_t bsl_pile_height(const bustle_world *w, const npc *self);
/* Whether the limit allows one more; what undoes something does not count. */
bool bsl_pile_has_room(const bustle_world *w, const npc *self);
/* The topmost is gone, with its stack; nothing else happens. */
void bsl_pile_pop(bustle_world *w, npc *self);
/* The main sequence, on an empty stack. */
void bsl_activity_begin_main(bustle_world *w, npc *self, activity *main);
void bsl_activity_start_main(bustle_world *w, npc *self);
/* A new activity on top of the pile, without a stack yet. After a reservation of one. */
activity *bsl_pile_lay(bustle_world *w, npc *self);
void bsl_activity_start_response(bustle_world *w, npc *self, uint32_t sequence, int32_t priority,
    uint32_t interruption, const entity *source, uint32_t source_slot);
/* The activity that one of this standing is laid above; NULL: all stand higher (S50). */
activity *bsl_pile_place(const bustle_world *w, npc *self, int32_t standing);
/* A new activity, without a stack yet, directly above another. On top of the pile it interrupts
 * what ran; else it is interrupted itself. After a reservation of one. */
activity *bsl_pile_insert(bustle_world *w, uint32_t slot, activity *under, enum leaving how);
/* An activity below the topmost is gone, its stack being empty. */
void bsl_pile_remove(bustle_world *w, npc *self, const activity *gone);
/* The topmost activity goes to the bottom of the pile; what was kept is handled (S50). */
void bsl_activity_sink(bustle_world *w, uint32_t slot);
/* A sunk one, by its place in the pool, comes back where its standing puts it, if anywhere. */
void bsl_activity_lift(bustle_world *w, uint32_t slot, uint32_t index);
/* The topmost activity becomes interrupted: action stopped, claims back; places as it is said. */
void bsl_activity_interrupt(bustle_world *w, uint32_t slot, enum leaving how);
/* The step that takes up an interrupted activity. */
void bsl_activity_resume(bustle_world *w, uint32_t slot);
/* The main activity gives way to a new one, by self->main (S48). After a reservation. */
void bsl_activity_set_main(bustle_world *w, uint32_t slot);
void bsl_pile_drop(bustle_world *w, npc *self);
/* The topmost activity is over, its claims are back; what was kept is handled. */
void bsl_activity_end(bustle_world *w, uint32_t slot);

#endif
