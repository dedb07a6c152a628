/* Claims (S42): amounts of a target's state, taken by an action or by a sequence for its whole run,
 * and given back exactly once. Who uses whom is kept here too, so that nobody holds on to what has
 * left. */
#include "world/claim.h"
#include "decide/activity.h"
#include "decide/operations.h"
#include "world/rows.h"
#include "world/world.h"

/* The sequence of the action that starts makes its claims. */
void bsl_claim_needs(const bustle_world *w, needs *sum) {
    (void)w;
    sum->of[WORK_TURN][STORE_CLAIMS].once++;
}

/* ---- Amounts ---- */

static int64_t amount_of(const claim *claims, uint32_t count, uint32_t state) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += claims[i].state == state ? claims[i].amount : 0;
    }
    return sum;
}

bool bsl_claim_possible(const bustle_world *w, const entity *target, const claim *claims,
    uint32_t count, const claim *more, uint32_t more_count) {
    for (uint32_t i = 0; i < count + more_count; i++) {
        const claim *wanted = i < count ? &claims[i] : &more[i - count];
        const uint32_t state = wanted->state;
        const int32_t *place = state_at(w, target, state);
        const int64_t needed = amount_of(claims, count, state) + amount_of(more, more_count, state);
        if (place == NULL || (int64_t)*place - w->content->states[state].minimum < needed) {
            return false;
        }
    }
    return true;
}

static void claims_take(bustle_world *w, entity *target, const claim *claims, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        int32_t *place = state_at(w, target, claims[i].state);
        place[0] -= claims[i].amount;
        place[1] += claims[i].amount;
    }
}

static void claims_give_back(bustle_world *w, entity *target, const claim *claims, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        int32_t *place = state_at(w, target, claims[i].state);
        place[0] += claims[i].amount;
        place[1] -= claims[i].amount;
    }
}

static bustle_demand describe_demand(
    const bustle_world *w, const entity *target, uint32_t state, int64_t wanted) {
    const int32_t *place = state_at(w, target, state);
    bustle_demand d = {.state = state, .wanted = wanted, .there = place != NULL};
    if (place != NULL) {
        d.free = (int64_t)*place - w->content->states[state].minimum;
    }
    return d;
}

/* The claims of a thing come one for each state. */
static size_t list_demands(const bustle_world *w, const npc *self, const action *a,
    const entity *target, bustle_demand *demands, size_t capacity) {
    const claim *own = w->content->claims + a->claims_at;
    const bool runs = self->now.top != POOL_NONE && (self->now.flags & ACTIVITY_INTERRUPTED) == 0;
    uint32_t more_count = 0;
    const claim *more =
        runs ? first_claims(w->content, frame_at(w, self->now.top), &more_count) : NULL;
    size_t listed = 0;
    for (uint32_t i = 0; i < a->claim_count + more_count; i++) {
        const uint32_t state = i < a->claim_count ? own[i].state : more[i - a->claim_count].state;
        const int64_t by_action = amount_of(own, a->claim_count, state);
        if (i >= a->claim_count && by_action > 0) {
            continue; /* listed with the action's */
        }
        if (listed < capacity) {
            demands[listed] =
                describe_demand(w, target, state, by_action + amount_of(more, more_count, state));
        }
        listed++;
    }
    return listed;
}

bustle_status bustle_npc_demands(const bustle_world *w, bustle_entity npc_handle,
    bustle_id action_id, bustle_entity target, bustle_demand *demands, size_t capacity,
    size_t *count) {
    uint32_t slot = NOBODY;
    if (w == NULL || count == NULL || (demands == NULL && capacity > 0) ||
        !has_id(w->content, BUSTLE_KIND_ACTION, action_id)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_npc(w, npc_handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const uint32_t target_slot = bsl_entity_slot(w, target);
    if (target_slot == NOBODY) {
        return BUSTLE_STALE;
    }
    *count = list_demands(w, npc_at(w, slot), &w->content->actions[action_id],
        entity_at(w, target_slot), demands, capacity);
    return BUSTLE_OK;
}

/* While an NPC decides, only its sequences hold something; whoever looks on may see it act. */
int32_t bsl_claim_held_by(
    const bustle_world *w, const npc *self, uint32_t target_slot, uint32_t state) {
    int64_t sum = 0;
    if ((self->e.flags & NPC_ACTING) != 0 && target_of(w, &self->now) == target_slot) {
        sum = amount_of(running_claims(w, self), running_action(w, self)->claim_count, state);
    }
    for (uint32_t i = self->now.claims > 0 ? self->now.top : POOL_NONE; i != POOL_NONE;) {
        const frame *f = frame_at(w, i);
        if ((f->where & FRAME_CLAIMS) != 0) {
            const claim_record *r = claim_at(w, f->below);
            const sequence *q = &w->content->sequences[r->sequence];
            if (r->held && r->target == target_slot) {
                sum += amount_of(w->content->claims + q->claims_at, q->claim_count, state);
            }
        }
        i = bsl_frame_below(w, f);
    }
    return saturate(sum);
}

/* ---- Proof ---- */

int64_t bsl_claim_taken_of(const bustle_world *w, const entity *e, uint32_t state) {
    int64_t sum = 0;
    for (uint32_t user = e->users; user != NOBODY;) {
        if ((user & USER_CLAIM) != 0) {
            const claim_record *r = claim_at(w, user & ~USER_CLAIM);
            const sequence *q = &w->content->sequences[r->sequence];
            sum += amount_of(w->content->claims + q->claims_at, q->claim_count, state);
            user = r->next_user;
        } else {
            const npc *self = npc_at(w, user);
            sum += amount_of(running_claims(w, self), running_action(w, self)->claim_count, state);
            user = self->next_user;
        }
    }
    return sum;
}

#if BUSTLE_CHECKS
#include <assert.h>

/* In debug builds, for what was touched: taken is what the users hold, and with the free part it
 * fits. */
static void prove(const bustle_world *w, const entity *e, const claim *claims, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const key *k = &w->content->states[claims[i].state];
        const int32_t *place = state_at(w, e, claims[i].state);
        assert(place[1] == bsl_claim_taken_of(w, e, claims[i].state));
        assert(place[0] >= k->minimum && (int64_t)place[0] + place[1] <= k->maximum);
        (void)k;
        (void)place;
    }
}
#else
#define prove(w, e, claims, count) ((void)0)
#endif

/* ---- Users ---- */

static uint32_t *next_of(const bustle_world *w, uint32_t user) {
    return (user & USER_CLAIM) != 0 ? &claim_at(w, user & ~USER_CLAIM)->next_user
                                    : &npc_at(w, user)->next_user;
}

static uint32_t *previous_of(const bustle_world *w, uint32_t user) {
    return (user & USER_CLAIM) != 0 ? &claim_at(w, user & ~USER_CLAIM)->previous_user
                                    : &npc_at(w, user)->previous_user;
}

/* `next`, `previous`: of that user. */
static inline void link_user(
    bustle_world *w, entity *target, uint32_t user, uint32_t *next, uint32_t *previous) {
    *next = target->users;
    *previous = NOBODY;
    if (target->users != NOBODY) {
        *previous_of(w, target->users) = user;
    }
    target->users = user;
}

static inline void unlink_user(bustle_world *w, entity *target, uint32_t next, uint32_t previous) {
    if (next != NOBODY) {
        *previous_of(w, next) = previous;
    }
    if (previous != NOBODY) {
        *next_of(w, previous) = next;
    } else {
        target->users = next;
    }
}

void bsl_use_begin(bustle_world *w, npc *self, uint32_t slot, entity *target) {
    const uint32_t count = running_action(w, self)->claim_count;
    link_user(w, target, slot, &self->next_user, &self->previous_user);
    if (count > 0) {
        claims_take(w, target, running_claims(w, self), count);
    }
    prove(w, target, running_claims(w, self), count);
}

void bsl_use_end(bustle_world *w, npc *self, entity *target) {
    const uint32_t count = running_action(w, self)->claim_count;
    if (count > 0) {
        claims_give_back(w, target, running_claims(w, self), count);
    }
    unlink_user(w, target, self->next_user, self->previous_user);
    prove(w, target, running_claims(w, self), count);
}

/* ---- Claims of sequences ---- */

static void hold_claim(bustle_world *w, activity *a, uint32_t index) {
    claim_record *r = claim_at(w, index);
    const sequence *q = &w->content->sequences[r->sequence];
    entity *target = entity_at(w, r->target);
    claims_take(w, target, w->content->claims + q->claims_at, q->claim_count);
    link_user(w, target, index | USER_CLAIM, &r->next_user, &r->previous_user);
    r->held = true;
    a->claims++;
    prove(w, target, w->content->claims + q->claims_at, q->claim_count);
}

void bsl_claim_take(bustle_world *w, uint32_t slot, uint32_t target) {
    npc *self = npc_at(w, slot);
    frame *f = frame_at(w, self->now.top);
    const uint32_t index = pool_take(&w->claims);
    *claim_at(w, index) = (claim_record){.below = f->below,
        .target = target,
        .target_spawn = entity_at(w, target)->spawn,
        .npc = slot,
        .sequence = w->content->nodes[frame_node(f)].sequence};
    f->below = index;
    f->where |= FRAME_CLAIMS;
    hold_claim(w, &self->now, index);
}

void bsl_claim_give_back_in(bustle_world *w, activity *a, frame *f) {
    claim_record *r = (f->where & FRAME_CLAIMS) != 0 ? claim_at(w, f->below) : NULL;
    if (r == NULL || !r->held) {
        return;
    }
    const sequence *q = &w->content->sequences[r->sequence];
    entity *target = entity_at(w, r->target);
    claims_give_back(w, target, w->content->claims + q->claims_at, q->claim_count);
    unlink_user(w, target, r->next_user, r->previous_user);
    r->held = false;
    a->claims--;
    prove(w, target, w->content->claims + q->claims_at, q->claim_count);
}

void bsl_claim_give_back(bustle_world *w, npc *self, frame *f) {
    bsl_claim_give_back_in(w, &self->now, f);
}

void bsl_claim_drop(bustle_world *w, activity *a, frame *f) {
    bsl_claim_give_back_in(w, a, f);
    if ((f->where & FRAME_CLAIMS) != 0) {
        const uint32_t index = f->below;
        f->below = claim_at(w, index)->below;
        f->where &= ~FRAME_CLAIMS;
        pool_give(&w->claims, index);
    }
}

bool bsl_claim_retake(bustle_world *w, activity *a, frame *f, bool *gone) {
    const claim_record *r = (f->where & FRAME_CLAIMS) != 0 ? claim_at(w, f->below) : NULL;
    if (r == NULL || r->held) {
        return true;
    }
    const sequence *q = &w->content->sequences[r->sequence];
    const entity *target = still_there(w, r->target, r->target_spawn);
    *gone = target == NULL;
    if (*gone ||
        !bsl_claim_possible(
            w, target, w->content->claims + q->claims_at, q->claim_count, NULL, 0)) {
        return false;
    }
    hold_claim(w, a, f->below);
    return true;
}

void bsl_claim_give_all_back_in(bustle_world *w, activity *a) {
    for (uint32_t i = a->top; i != POOL_NONE && a->claims > 0;) {
        frame *f = frame_at(w, i);
        bsl_claim_give_back_in(w, a, f);
        i = bsl_frame_below(w, f);
    }
}

void bsl_claim_give_all_back(bustle_world *w, npc *self) {
    bsl_claim_give_all_back_in(w, &self->now);
}

void bsl_claim_give_pile_back(bustle_world *w, npc *self) {
    for (activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        bsl_claim_give_all_back_in(w, a);
    }
}

void bsl_claim_yield(bustle_world *w, npc *self) {
    for (uint32_t i = self->now.claims > 0 ? self->now.top : POOL_NONE; i != POOL_NONE;) {
        frame *f = frame_at(w, i);
        if (!w->content->sequences[w->content->nodes[frame_node(f)].sequence].claims_kept) {
            bsl_claim_give_back(w, self, f);
        }
        i = bsl_frame_below(w, f);
    }
}

bool bsl_claim_holds(const bustle_world *w, const frame *f, uint32_t target) {
    const claim_record *r = (f->where & FRAME_CLAIMS) != 0 ? claim_at(w, f->below) : NULL;
    return r != NULL && r->held && r->target == target;
}
