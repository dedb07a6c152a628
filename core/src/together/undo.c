/* Leaving places at offers because something else comes, and undoing what they brought (S63).
 *
 * Algorithm: when places are left, their sequences are put back to their entries, and those with an
 * `undo` are listed. The activity that comes is laid on top; then, above it, one that performs the
 * `undo` sequences of the list, one after the other. It is always the topmost of the pile: whatever
 * would come above it ends it first. */
#include "decide/action.h"
#include "decide/activity.h"
#include "decide/wait.h"
#include "together/place.h"
#include "together/scene.h"
#include "world/claim.h"
#include "world/world.h"

/* ---- Leaving ---- */

static void give_back_unless_kept(bustle_world *w, uint32_t index) {
    if (!offer_of(w, place_at(w, index))->kept) {
        bsl_place_give_back(w, index, BUSTLE_DROP_INTERRUPTED, false);
    }
}

static void give_running_back(bustle_world *w, const activity *a) {
    for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
        const frame *f = frame_at(w, i);
        if ((f->where & FRAME_HOLDS) != 0) {
            give_back_unless_kept(w, place_record(w, f));
        }
    }
}

/* The sequence of a place stands at its entry again, without anything above it. */
static void put_back(bustle_world *w, uint32_t slot, activity *a, const holding *h) {
    while (a->top != h->frame) {
        bsl_part_take_off(w, slot, a, BUSTLE_DROP_GIVEN_UP);
    }
    frame *f = frame_at(w, h->frame);
    bsl_claim_drop(w, a, f);
    bsl_errand_drop(w, f);
    if ((f->where & FRAME_STAGES) != 0) {
        bsl_scene_stager_gone(w, f);
    }
    frame_go(f, w->content->sequences[offer_of(w, h)->sequence].entry);
    frame_set_state(f, BUSTLE_UNINITIALIZED);
    f->target = h->provider;
    f->target_spawn = h->provider_spawn;
    forget_interruption(a);
    if (a->pending.level >= bsl_stack_depth(w, a->top)) {
        a->pending = (failure){0};
    }
}

static void list_to_undo(bustle_world *w, uint32_t index) {
    holding *h = place_at(w, index);
    uint32_t *link = &ties_of(w, entity_at(w, h->slot))->undoing;
    while (*link != POOL_NONE) {
        link = &place_at(w, *link)->next_undo;
    }
    *link = index;
    h->next_undo = POOL_NONE;
    h->flags |= PLACE_TO_UNDO;
}

static void leave(bustle_world *w, uint32_t slot, activity *a, uint32_t index, bool urgent) {
    const holding *h = place_at(w, index);
    if ((h->flags & PLACE_HELD) == 0) {
        return;
    }
    if (offer_of(w, h)->undo == NONE16 || (h->flags & PLACE_UNDONE) != 0) {
        give_back_unless_kept(w, index);
        return;
    }
    put_back(w, slot, a, h);
    if (urgent) {
        give_back_unless_kept(w, index);
    } else {
        list_to_undo(w, index);
    }
}

void bsl_undo_leave(bustle_world *w, uint32_t slot, enum leaving how) {
    npc *self = npc_at(w, slot);
    if (how == LEAVING_BACK) {
        give_running_back(w, &self->now);
    }
    if (how == LEAVING_BACK || how == LEAVING_NOTHING) {
        return;
    }
    for (activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
            const frame *f = frame_at(w, i);
            if ((f->where & FRAME_HOLDS) != 0) {
                leave(w, slot, a, place_record(w, f), how == LEAVING_URGENTLY);
            }
        }
    }
}

/* ---- Undoing ---- */

/* The first of the list; the activity that undoes it is on top. */
static void begin_first(bustle_world *w, npc *self) {
    const holding *h = place_at(w, ties_of(w, &self->e)->undoing);
    const bool there = still_there(w, h->provider, h->provider_spawn) != NULL;
    bsl_frame_push(w, &self->now.top, offer_of(w, h)->undo, there ? h->provider : NOBODY,
        there ? h->provider_spawn : 0);
}

void bsl_undo_lay(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    if (ties_of(w, &self->e)->undoing == POOL_NONE) {
        return;
    }
    activity *undo = bsl_pile_lay(w, self);
    undo->response = RESPONSE_UNDO;
    begin_first(w, self);
}

/* Takes the first off the list. */
static uint32_t take_first(bustle_world *w, const npc *self) {
    ties *t = ties_of(w, &self->e);
    const uint32_t index = t->undoing;
    t->undoing = place_at(w, index)->next_undo;
    place_at(w, index)->flags &= (uint16_t)~PLACE_TO_UNDO;
    return index;
}

static void free_if_gone(bustle_world *w, uint32_t index) {
    if (place_at(w, index)->frame == POOL_NONE) {
        bsl_place_free(w, index);
    }
}

void bsl_undo_next(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    const uint32_t index = take_first(w, self);
    holding *h = place_at(w, index);
    h->flags |= PLACE_UNDONE;
    if (h->frame == POOL_NONE) {
        bsl_place_give_back(w, index, BUSTLE_DROP_INTERRUPTED, false);
    } else {
        give_back_unless_kept(w, index);
    }
    free_if_gone(w, index);
    if (ties_of(w, &self->e)->undoing != POOL_NONE) {
        begin_first(w, self);
    } else {
        bsl_pile_pop(w, self);
    }
}

void bsl_undo_break(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_ACTING) != 0) {
        bsl_action_stop(w, slot, BUSTLE_STOP_INTERRUPTED, true, false);
    } else if ((self->e.flags & NPC_AWAITS) != 0) {
        bsl_part_give_up_waiting(w, frame_at(w, self->now.top));
        bsl_wait_stop(w, slot, BUSTLE_STOP_INTERRUPTED);
    }
    while (self->now.top != POOL_NONE) {
        bsl_part_take_off(w, slot, &self->now, BUSTLE_DROP_GIVEN_UP);
    }
    while (ties_of(w, &self->e)->undoing != POOL_NONE) {
        const uint32_t index = take_first(w, self);
        bsl_place_give_back(w, index, BUSTLE_DROP_INTERRUPTED, false);
        free_if_gone(w, index);
    }
    bsl_pile_pop(w, self);
}
