/* What NPCs claim of entities, and who uses whom (S42). */
#ifndef BUSTLE_CLAIM_H
#define BUSTLE_CLAIM_H

#include "world/rows.h"

/* What a sequence claims: of whom, and whether it holds it now (while interrupted only if its
 * claims are kept). */
typedef struct claim_record {
    uint32_t below;
    uint32_t target;
    uint32_t target_spawn;
    uint32_t npc; /* slot */
    uint32_t sequence;
    uint32_t held;
    uint32_t next_user, previous_user;
} claim_record;

bool bsl_claim_possible(const bustle_world *w, const entity *target, const claim *claims,
    uint32_t count, const claim *more, uint32_t more_count);
/* The claims that a start at the top frame makes besides the action's own: its sequence's, once. */
static inline const claim *first_claims(const bustle_content *c, const frame *f, uint32_t *count) {
    const sequence *q = &c->sequences[c->nodes[frame_node(f)].sequence];
    *count = (f->where & FRAME_CLAIMS) != 0 ? 0 : q->claim_count;
    return c->claims + q->claims_at;
}
/* What all users of an entity hold of one of its states. */
int64_t bsl_claim_taken_of(const bustle_world *w, const entity *e, uint32_t state);
/* What self holds of a state of its target. */
int32_t bsl_claim_held_by(
    const bustle_world *w, const npc *self, uint32_t target_slot, uint32_t state);
/* The NPC becomes, or ceases to be, a user of its action's target, with the action's claims. */
void bsl_use_begin(bustle_world *w, npc *self, uint32_t slot, entity *target);
void bsl_use_end(bustle_world *w, npc *self, entity *target);
void bsl_claim_take(bustle_world *w, uint32_t slot, uint32_t target);
void bsl_claim_give_back(bustle_world *w, npc *self, frame *f);
/* The same of an activity that may not be the running one: claims can be kept (S42). */
void bsl_claim_give_back_in(bustle_world *w, activity *a, frame *f);
/* The same for good: the sequence, though it goes on, has no claims any more. */
void bsl_claim_drop(bustle_world *w, activity *a, frame *f);
/* False: it cannot be taken again; *gone tells whether because its entity has left. */
bool bsl_claim_retake(bustle_world *w, activity *a, frame *f, bool *gone);
/* All of the running activity, top to bottom. */
void bsl_claim_give_all_back(bustle_world *w, npc *self);
void bsl_claim_give_all_back_in(bustle_world *w, activity *a);
/* The same of all activities, the topmost first. */
void bsl_claim_give_pile_back(bustle_world *w, npc *self);
/* Those of the running activity that are not kept when something interrupts it, top to bottom. */
void bsl_claim_yield(bustle_world *w, npc *self);
/* Whether the sequence of a frame holds a claim on an entity. */
bool bsl_claim_holds(const bustle_world *w, const frame *f, uint32_t target);
#define USER_CLAIM 0x80000000u /* a user that is a claim record, not an NPC's slot */

#endif
