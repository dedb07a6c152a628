/* Places that NPCs hold at offers (S63, S64).
 *
 * place.c keeps places, takes them and gives them back; offer.c says what an entity offers, revokes
 * it and deals with what was revoked; request.c finds providers; undo.c leaves places when
 * something else comes, and undoes what they brought. */
#ifndef BUSTLE_PLACE_H
#define BUSTLE_PLACE_H

#include "content/content.h"
#include "world/reserve.h"
#include "world/rows.h"

/* A place that an NPC has taken, held or to be taken again. While its sequence is on a stack, the
 * record stands between the frame and the one below, as that of a claim does. */
typedef struct holding {
    uint32_t below; /* frame */
    uint32_t frame; /* of the offered sequence; POOL_NONE: it is on no stack any more */
    uint32_t next; /* of its NPC, in the order in which they were taken */
    uint32_t next_undo; /* of those to be undone, in the order in which they were left */
    uint32_t next_holder, previous_holder; /* of its provider, while it is held */
    uint32_t slot; /* the NPC */
    uint32_t provider, provider_spawn;
    uint16_t offer; /* by which it was taken */
    uint16_t flags; /* place_flags */
} holding;

enum place_flags {
    PLACE_HELD = 1,
    PLACE_TO_UNDO = 2, /* it was left, and what it brought is to be undone */
    PLACE_UNDONE = 4, /* it was, and its sequence has not begun anew since */
    PLACE_REVOKED = 8 /* its NPC has still to deal with that */
};

/* `response` of an activity that undoes what its NPC held; it is the topmost, always. */
#define RESPONSE_UNDO 0xfffeu

static inline bool is_undo(const activity *a) {
    return a->response == RESPONSE_UNDO && (a->flags & ACTIVITY_CUE) == 0;
}

/* ---- place.c ---- */

/* Those of an NPC, held or not. */
uint32_t bsl_place_count(const bustle_world *w, const npc *self);
/* Those that are held at an entity. */
uint32_t bsl_place_holders(const bustle_world *w, const entity *e);
/* Whether the NPC holds a place under that name there. */
bool bsl_place_holds(const bustle_world *w, const npc *self, uint32_t provider, uint32_t name);
/* Which of the counters of an entity of this definition counts the holders of a name;
 * offer_name_count: none. */
uint32_t bsl_place_counter(const bustle_world *w, const definition *d, uint32_t name);
/* How many hold a place under that name at an entity. */
uint32_t bsl_place_taken(const bustle_world *w, const entity *provider, uint32_t name);
/* A place is taken: `adopt`, adopt event. After a reservation of one. */
uint32_t bsl_place_take(bustle_world *w, uint32_t slot, uint32_t provider, uint32_t offer_id);
/* One that a save tells of, in the order in which they were taken; held or not, it is not counted
 * yet. After a reservation of one. */
uint32_t bsl_place_restore(bustle_world *w, uint32_t slot, const holding *saved);
/* ... counted among those of its provider, when everyone is there. */
void bsl_place_count_in(bustle_world *w, uint32_t index);
/* It belongs to the top frame of an activity. */
void bsl_place_attach(bustle_world *w, const activity *a, uint32_t index);
/* If it is held: `drop`, drop event, the place is free. `leaves`: because the provider does. */
void bsl_place_give_back(bustle_world *w, uint32_t index, bustle_drop_reason why, bool leaves);
/* The same with the place of a frame that is taken off, if it has one; one that is to be undone
 * stays. */
void bsl_place_let_go(bustle_world *w, const frame *f, bustle_drop_reason why);
/* All places of an NPC: the topmost activity first, in each from the top of its stack down. */
void bsl_place_let_all_go(bustle_world *w, npc *self, bustle_drop_reason why);
/* The frame of a place goes; the record stays only if something is to be undone. What is below. */
void bsl_place_frame_gone(bustle_world *w, uint32_t index);
/* S63: when its activity goes on. False: it cannot be had. */
bool bsl_place_retake(bustle_world *w, uint32_t slot, const frame *f);
/* The record is of no use any more. */
void bsl_place_free(bustle_world *w, uint32_t index);
/* The holders of an entity, by spawn number. */
void bsl_place_sort_holders(const bustle_world *w, const entity *e);
/* The activity with the sequence of a place on its stack, and the level there, from 1; NULL. */
activity *bsl_place_activity(const bustle_world *w, const holding *h, uint32_t *level);
/* Whether lists, counters and frames agree. */
bool bsl_place_check(const bustle_world *w, const entity *e, uint64_t *held);

/* ---- offer.c ---- */

/* What an entity offers now under a name; NULL: nothing. */
const offer *bsl_offer_find(const bustle_world *w, const entity *e, uint32_t name);
/* Everything that an entity offers now: ids, ascending by name. */
const uint32_t *bsl_offer_list(const bustle_world *w, const entity *e, uint32_t *count);
/* Whether an NPC has the states that it needs. */
bool bsl_offer_suits(const bustle_world *w, const offer *o, const npc *self);
/* OPEN, or what is against it: the offer's own conditions, and places. */
bustle_verdict bsl_offer_judge(bustle_world *w, uint32_t slot, uint32_t provider, const offer *o);
/* S64: all places under that name there; how many. */
uint32_t bsl_offer_revoke(bustle_world *w, uint32_t provider, uint32_t name);
/* On the NPC's turn: what was revoked is given back, and fails. */
void bsl_offer_attend(bustle_world *w, uint32_t slot);
/* Places of a user of an entity that leaves. False: it has none there. */
bool bsl_offer_provider_leaves(bustle_world *w, uint32_t slot, uint32_t leaving);
/* Whether an NPC holds a place there in its running activity. */
bool bsl_offer_runs_at(const bustle_world *w, const npc *self, uint32_t provider);
/* S64, before a step or a try: false: one did not hold, and that failure is kept. */
bool bsl_offer_whiles_hold(bustle_world *w, uint32_t slot);

/* ---- request.c ---- */

enum asking { ASKING_TAKEN, ASKING_IN_VAIN, ASKING_NO_MEMORY };
/* S62: tries the request of the node that the NPC waits at. */
enum asking bsl_request_try(bustle_world *w, uint32_t slot, const request *what);

/* ---- undo.c ---- */

/* S63: what interrupts the NPC deals with its places. */
void bsl_undo_leave(bustle_world *w, uint32_t slot, enum leaving how);
/* If something is to be undone, that comes first, before the activity on top. */
void bsl_undo_lay(bustle_world *w, uint32_t slot);
/* One has been undone: the next, or the activity below. */
void bsl_undo_next(bustle_world *w, uint32_t slot);
/* Something interrupts the undo on top of the pile: it is over. */
void bsl_undo_break(bustle_world *w, uint32_t slot);

#endif
