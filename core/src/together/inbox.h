/* Messages in inboxes, and what NPCs wait for among each other: answers and meetings (S69 to S71).
 *
 * inbox.c keeps messages; errand.c keeps what a sequence on a stack has in hand, awaits, or meets
 * for; send.c, take.c and meeting.c are the nodes. */
#ifndef BUSTLE_INBOX_H
#define BUSTLE_INBOX_H

#include "base/pool.h"
#include "base/sort.h"
#include "content/content.h"
#include "world/reserve.h"
#include "world/rows.h"

#define MOST_MESSAGES (1u << 18) /* in all inboxes of a world */

/* A message, from when it is sent until it is taken or goes; one that is awaited, until what took
 * it has ended. */
typedef struct letter {
    uint32_t next, previous; /* in its inbox; of one that its receiver leaves with: `parting` */
    uint32_t next_sent, previous_sent; /* by the same sender */
    uint32_t next_kept, previous_kept; /* in inboxes of the same kind, if that has a `keep` */
    uint32_t receiver, sender; /* slots */
    int32_t value;
    uint32_t time[2]; /* low word, high word */
    uint32_t number[2]; /* in the order of sending */
    uint32_t awaited_by; /* errand; POOL_NONE: nobody awaits it */
    uint32_t in_hand_of; /* errand; POOL_NONE: it is in the inbox */
    uint16_t inbox;
    uint16_t parting; /* its receiver leaves with it in hand */
} letter;

enum errand_state {
    ERRAND_NONE, /* there is something in hand, no more */
    ERRAND_AWAITS, /* `sent` is untaken, or in hand */
    ERRAND_DONE, /* what took the message has ended */
    ERRAND_FAILED, /* ... has failed, or nobody will take it */
    ERRAND_MEETS, /* it is listed at the place */
    ERRAND_AWAY, /* ... and has been interrupted */
    ERRAND_MET /* the meeting has come about */
};

/* What a sequence on a stack has to do with others. It stands between its frame and the one below,
 * as the record of a claim does, so that whatever takes the frame off comes past it. */
typedef struct errand {
    uint32_t below; /* frame */
    uint32_t frame;
    uint32_t slot;
    uint32_t hand; /* letter that its sequence has in hand; POOL_NONE */
    uint32_t sent; /* letter that its node awaits; POOL_NONE */
    uint32_t place, place_spawn; /* where its node meets: slot */
    uint32_t next, previous; /* of those who meet there, under any name */
    uint16_t meeting;
    uint16_t state; /* errand_state */
} errand;

/* Letters from the first one sent to the last. */
typedef struct letter_list {
    uint32_t first, last; /* POOL_NONE */
} letter_list;

typedef struct mail {
    letter_list *kept; /* by kind of inbox */
    letter_list parting;
    uint32_t leaving; /* slot of who sends nothing any more, and can receive nothing; NOBODY */
    uint64_t sent; /* the number of the last one */
    uint64_t taken, lost, refused;
    uint32_t waiting; /* in inboxes */
    uint32_t meeting; /* who wait for a meeting, interrupted ones too */
} mail;

static inline int64_t letter_time(const letter *m) {
    return (int64_t)((uint64_t)m->time[1] << 32 | m->time[0]);
}

static inline uint64_t letter_number(const letter *m) {
    return (uint64_t)m->number[1] << 32 | m->number[0];
}

/* ---- inbox.c ---- */

bool bsl_inbox_init(bustle_world *w);
void bsl_inbox_release(bustle_world *w);
/* What the row of an entity has of an inbox (inbox_cells); NULL: it does not have it. */
int32_t *bsl_inbox_cells(const bustle_world *w, const entity *e, uint32_t inbox);
/* The first message of an inbox; POOL_NONE. */
uint32_t bsl_inbox_first(const bustle_world *w, const entity *e, uint32_t inbox);
/* Whether an NPC that has the inbox accepts one more. */
bool bsl_inbox_accepts(const bustle_world *w, uint32_t slot, uint32_t inbox);
/* One that is accepted. After a reservation of one. */
uint32_t bsl_inbox_put(bustle_world *w, uint32_t from, uint32_t inbox, uint32_t to, int32_t value);
/* What an effect sends, to whomever. After a reservation of one. */
void bsl_inbox_send(bustle_world *w, uint32_t from, uint32_t inbox, uint32_t to, int32_t value);
/* It is taken out of its inbox. */
void bsl_inbox_take_out(bustle_world *w, uint32_t index);
/* It is nobody's any more. */
void bsl_inbox_free(bustle_world *w, uint32_t index);
/* It goes untaken. */
void bsl_inbox_lose(bustle_world *w, uint32_t index);
/* An entity leaves: what it had in hand, what is in its inboxes, what it has sent. */
void bsl_inbox_forget(bustle_world *w, uint32_t slot);
/* The next message that has been kept long enough goes. False: there is none. */
bool bsl_inbox_expire(bustle_world *w);
/* A message of a save, its number and time being said; the numbers of a world ascend. */
uint32_t bsl_inbox_restore(bustle_world *w, const letter *saved);
bool bsl_inbox_check(const bustle_world *w, uint32_t slot, uint64_t *waiting);
bool bsl_inbox_check_kept(const bustle_world *w);

/* ---- errand.c ---- */

/* POOL_NONE: it has none. */
uint32_t bsl_errand_of(const bustle_world *w, const frame *f);
/* That of a frame of the NPC, a new one if there is none. After a reservation of one. */
uint32_t bsl_errand_make(bustle_world *w, uint32_t slot, uint32_t frame_index);
/* One that has nothing left to say is gone. */
void bsl_errand_free_if_idle(bustle_world *w, uint32_t index);
/* The sequence has a message in hand. */
void bsl_errand_hold(bustle_world *w, uint32_t index, uint32_t letter_index);
/* The node awaits what becomes of a message. */
void bsl_errand_await(bustle_world *w, uint32_t index, uint32_t letter_index);
/* The node meets at a place. */
void bsl_errand_meet(bustle_world *w, uint32_t index, uint32_t place, uint16_t meeting);
/* What the sequence has in hand is over. */
void bsl_errand_end_hand(bustle_world *w, const frame *f, bool done);
/* The wait of its node is over: what it awaits is withdrawn, or awaited no more. */
void bsl_errand_end_wait(bustle_world *w, const frame *f);
/* Both, as failed: it is taken off, or begins anew. */
void bsl_errand_drop(bustle_world *w, const frame *f);
/* Its activity is interrupted while it waits. */
void bsl_errand_interrupted(const bustle_world *w, const frame *f);
/* What is awaited has ended, and its sender is called. */
void bsl_errand_answer(bustle_world *w, letter *m, bool done);
/* It leaves the list of its place; `state`: what it is then. */
void bsl_errand_unlist(bustle_world *w, uint32_t index, enum errand_state state);
/* Of an NPC that leaves: it meets and awaits no more; what it has in hand goes when its users are
 * cancelled. */
void bsl_errand_part(bustle_world *w, npc *self);
bool bsl_errand_check(const bustle_world *w, const npc *self, uint32_t *meeting);

/* ---- send.c, take.c, meeting.c ---- */

/* The steps that perform nodes. False: no memory, nothing has changed. */
bool bsl_send_perform(bustle_world *w, uint32_t slot);
void bsl_take_perform(bustle_world *w, uint32_t slot);
void bsl_meeting_perform(bustle_world *w, uint32_t slot);
/* Tries. False: no memory, nothing has changed. */
void bsl_send_try(bustle_world *w, uint32_t slot);
bool bsl_take_try(bustle_world *w, uint32_t slot, const exchange *x);
void bsl_meeting_try(bustle_world *w, uint32_t slot, const gathering *g);
/* An entity at which others meet leaves. */
void bsl_meeting_forget(bustle_world *w, uint32_t slot);
/* To the NPCs that a path has found, in the order of a list. False: no memory. */
bool bsl_send_to_found(bustle_world *w, uint32_t from, uint32_t inbox, int32_t value,
    const item *list, uint32_t count);

#endif
