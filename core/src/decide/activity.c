/* Activities: stacks of sequence positions, on a pile. The topmost runs or is to be resumed; those
 * below it wait their turn. */
#include "decide/activity.h"
#include "decide/action.h"
#include "decide/interruption.h"
#include "decide/recovery.h"
#include "decide/turn.h"
#include "decide/wait.h"
#include "together/scene.h"
#include "world/claim.h"
#include "world/world.h"

/* A run lays one on the pile, and another main sequence begins with a frame. */
void bsl_activity_needs(const bustle_world *w, needs *sum) {
    (void)w;
    sum->of[WORK_CALL][STORE_ACTIVITIES].once++;
    sum->of[WORK_CALL][STORE_FRAMES].once++;
}

/* ---- Frames ---- */

/* Records that stand between a frame and the one below it; most frames have none. */
#define FRAME_RECORDS (FRAME_CLAIMS | FRAME_PART | FRAME_STAGES | FRAME_HOLDS | FRAME_ERRAND)

static uint32_t past_records(const bustle_world *w, const frame *f) {
    uint32_t below = f->below;
    if ((f->where & FRAME_CLAIMS) != 0) {
        below = claim_at(w, below)->below;
    }
    if ((f->where & FRAME_STAGES) != 0) {
        below = member_at(w, below)->below;
    }
    if ((f->where & FRAME_HOLDS) != 0) {
        below = place_at(w, below)->below;
    } else if ((f->where & FRAME_PART) != 0) {
        below = member_at(w, below)->below;
    }
    return (f->where & FRAME_ERRAND) != 0 ? errand_at(w, below)->below : below;
}

uint32_t bsl_frame_below(const bustle_world *w, const frame *f) {
    return (f->where & FRAME_RECORDS) == 0 ? f->below : past_records(w, f);
}

uint32_t bsl_stack_depth(const bustle_world *w, uint32_t top) {
    uint32_t depth = 0;
    for (; top != POOL_NONE; top = bsl_frame_below(w, frame_at(w, top))) {
        depth++;
    }
    return depth;
}

void bsl_frame_push(
    bustle_world *w, uint32_t *top, uint32_t sequence_id, uint32_t target, uint32_t target_spawn) {
    const uint32_t index = pool_take(&w->frames);
    *frame_at(w, index) = (frame){.where = w->content->sequences[sequence_id].entry |
            (uint32_t)BUSTLE_UNINITIALIZED << FRAME_STATE_SHIFT,
        .target = target,
        .target_spawn = target_spawn,
        .below = *top};
    *top = index;
}

/* Of a frame that goes: those that are its own go with it. What is below them. */
static uint32_t drop_records(bustle_world *w, frame *f) {
    if ((f->where & FRAME_STAGES) != 0) {
        bsl_scene_stager_gone(w, f);
    }
    bsl_errand_drop(w, f);
    const uint32_t below = past_records(w, f);
    if ((f->where & FRAME_HOLDS) != 0) {
        bsl_place_frame_gone(w, place_record(w, f));
    }
    if ((f->where & FRAME_CLAIMS) != 0) {
        pool_give(&w->claims, f->below);
    }
    return below;
}

void bsl_frame_pop(bustle_world *w, uint32_t *top) {
    frame *f = frame_at(w, *top);
    const uint32_t below = (f->where & FRAME_RECORDS) == 0 ? f->below : drop_records(w, f);
    pool_give(&w->frames, *top);
    *top = below;
}

void bsl_stack_drop(bustle_world *w, uint32_t *top) {
    while (*top != POOL_NONE) {
        bsl_frame_pop(w, top);
    }
}

/* ---- The pile ---- */

/* Scenes apart. */
static int32_t own_standing(const bustle_world *w, const activity *a) {
    if ((a->flags & ACTIVITY_MAIN) != 0) {
        return INT32_MIN;
    }
    for (uint32_t i = a->priority > 0 ? a->top : POOL_NONE; i != POOL_NONE;) {
        const frame *f = frame_at(w, i);
        if ((f->where & FRAME_FALLBACK) != 0) {
            return 0;
        }
        i = bsl_frame_below(w, f);
    }
    return a->priority;
}

int32_t bsl_activity_standing(const bustle_world *w, const activity *a) {
    if (is_undo(a)) {
        a = next_below(w, a);
    }
    const int32_t own = own_standing(w, a);
    const int32_t in_scenes = w->scene_count == 0 ? INT32_MIN : bsl_scene_standing(w, a);
    return own > in_scenes ? own : in_scenes;
}

static const activity blank = {
    .below = POOL_NONE, .top = POOL_NONE, .response = NONE16, .action = NONE16};

void bsl_pile_init(npc *self) {
    self->now = blank;
}

uint32_t bsl_pile_height(const bustle_world *w, const npc *self) {
    uint32_t height = self->now.top == POOL_NONE ? 0 : 1;
    for (const activity *a = &self->now; a->below != POOL_NONE; a = next_below(w, a)) {
        height++;
    }
    return height;
}

bool bsl_pile_has_room(const bustle_world *w, const npc *self) {
    const uint32_t height = bsl_pile_height(w, self) - (is_undo(&self->now) ? 1 : 0);
    return height < (uint32_t)w->def.activity_limit;
}

activity *bsl_pile_lay(bustle_world *w, npc *self) {
    uint32_t below = POOL_NONE;
    if (self->now.top != POOL_NONE) {
        below = pool_take(&w->activities);
        *activity_at(w, below) = self->now;
    }
    self->now = blank;
    self->now.below = below;
    return &self->now;
}

void bsl_activity_begin_main(bustle_world *w, npc *self, activity *main) {
    life *l = w->has_lives ? life_of(w, self) : NULL;
    if (l != NULL) {
        l->began = self->main;
    }
    bsl_frame_push(w, &main->top, self->main, NOBODY, 0);
}

void bsl_activity_start_main(bustle_world *w, npc *self) {
    activity *main = bsl_pile_lay(w, self);
    main->flags = ACTIVITY_MAIN;
    bsl_activity_begin_main(w, self, main);
}

void bsl_activity_start_response(bustle_world *w, npc *self, uint32_t sequence_id, int32_t priority,
    uint32_t interruption_id, const entity *source, uint32_t source_slot) {
    activity *response = bsl_pile_lay(w, self);
    response->response = (uint16_t)interruption_id;
    response->priority = (int16_t)priority;
    bsl_frame_push(w, &response->top, sequence_id, source == NULL ? NOBODY : source_slot,
        source == NULL ? 0 : source->spawn);
}

/* The one below it, if there is one, is in its place. */
void bsl_pile_pop(bustle_world *w, npc *self) {
    const uint32_t index = self->now.below;
    bsl_claim_give_all_back(w, self);
    bsl_stack_drop(w, &self->now.top);
    self->now = index == POOL_NONE ? blank : *activity_at(w, index);
    if (index != POOL_NONE) {
        pool_give(&w->activities, index);
    }
}

void bsl_activity_end(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    bsl_pile_pop(w, self);
    if ((self->e.flags & NPC_HELD) == 0) { /* else the release brings it */
        bsl_interruption_handle_kept(w, slot);
    }
}

void bsl_pile_drop(bustle_world *w, npc *self) {
    while (self->now.top != POOL_NONE || self->now.below != POOL_NONE) {
        bsl_pile_pop(w, self);
    }
}

/* A new main activity, which nobody has interrupted yet. */
static void replace_main(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    activity *main = &self->now;
    while ((main->flags & ACTIVITY_MAIN) == 0) {
        main = next_below(w, main);
    }
    const uint32_t below = main->below;
    bsl_claim_give_all_back_in(w, main);
    while (main->top != POOL_NONE) {
        bsl_part_take_off(w, slot, main, BUSTLE_DROP_GIVEN_UP);
    }
    *main = blank;
    main->below = below;
    main->flags = ACTIVITY_MAIN;
    bsl_activity_begin_main(w, self, main);
}

void bsl_activity_set_main(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    const bool topmost = (self->now.flags & ACTIVITY_MAIN) != 0;
    if (topmost && (self->e.flags & NPC_ACTING) != 0) {
        bsl_action_stop(w, slot, BUSTLE_STOP_INTERRUPTED, true, false);
    } else if (topmost) {
        bsl_wait_stop(w, slot, BUSTLE_STOP_INTERRUPTED);
    }
    replace_main(w, slot);
    if (topmost) {
        bsl_recovery_end_wait(w, self);
        if ((self->e.flags & NPC_HELD) == 0) {
            bsl_turn_queue(w, slot, false);
        }
    }
}

/* ---- Interrupting ---- */

/* S25: there is at most one interruption memory per activity, the lowest is the oldest. */
static void forget_oldest(bustle_world *w, npc *self) {
    const uint32_t limit = definition_of(w, &self->e)->memories[BUSTLE_MEMORY_INTERRUPTION];
    uint32_t count = 0;
    activity *oldest = NULL;
    for (activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        if ((a->flags & ACTIVITY_REMEMBERS) != 0) {
            count++;
            oldest = a;
        }
    }
    if (count > limit && oldest != NULL) {
        forget_interruption(oldest);
    }
}

/* S30 */
static void interrupt_action(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    const uint8_t targeted = self->now.flags & ACTIVITY_TARGETED;
    const uint32_t spent = bsl_action_spent(w, self);
    const bool resumable = (running_action(w, self)->flags & ACTION_RESUMABLE) != 0;
    bsl_action_stop(w, slot, BUSTLE_STOP_INTERRUPTED, true, false);
    if (resumable) {
        self->now.flags |= ACTIVITY_REMEMBERS | targeted;
        self->now.time = (uint32_t)w->now;
        self->now.spent = spent;
    }
}

/* False: it was interrupted before. */
static bool interrupt(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    if ((self->now.flags & ACTIVITY_INTERRUPTED) != 0) {
        return false;
    }
    if ((self->e.flags & NPC_ACTING) != 0) {
        interrupt_action(w, slot);
    } else if ((self->e.flags & NPC_AWAITS) != 0) {
        bsl_wait_interrupt(w, slot);
    }
    bsl_claim_yield(w, self);
    frame *top = frame_at(w, self->now.top);
    if (frame_state(top) == BUSTLE_WAITING_FOR_ACTION) {
        frame_set_state(top, BUSTLE_INTERRUPTED);
    }
    self->now.flags |= ACTIVITY_INTERRUPTED;
    forget_oldest(w, self);
    return true;
}

void bsl_activity_interrupt(bustle_world *w, uint32_t slot, enum leaving how) {
    if (is_undo(&npc_at(w, slot)->now)) {
        bsl_undo_break(w, slot);
    }
    if (interrupt(w, slot) && w->scene_count > 0) {
        bsl_scene_interrupted(w, &npc_at(w, slot)->now);
    }
    if (w->place_count > 0) {
        bsl_undo_leave(w, slot, how);
    }
}

/* ---- Places in the pile (S50) ---- */

activity *bsl_pile_place(const bustle_world *w, npc *self, int32_t standing) {
    activity *a = &self->now;
    while (
        a != NULL && ((a->flags & ACTIVITY_SUNK) != 0 || bsl_activity_standing(w, a) > standing)) {
        a = next_below(w, a);
    }
    return a;
}

/* The place of the link that leads down to an activity below the topmost. */
static uint32_t *link_to(const bustle_world *w, npc *self, const activity *to) {
    uint32_t *link = &self->now.below;
    while (activity_at(w, *link) != to) {
        link = &activity_at(w, *link)->below;
    }
    return link;
}

/* What ran gives way to what is laid on top of it. */
static void give_way(bustle_world *w, uint32_t slot, enum leaving how) {
    bsl_activity_interrupt(w, slot, how);
    bsl_recovery_end_wait(w, npc_at(w, slot));
}

activity *bsl_pile_insert(bustle_world *w, uint32_t slot, activity *under, enum leaving how) {
    npc *self = npc_at(w, slot);
    if (under == &self->now) {
        give_way(w, slot, how);
        return bsl_pile_lay(w, self);
    }
    uint32_t *link = link_to(w, self, under);
    const uint32_t index = pool_take(&w->activities);
    activity *made = activity_at(w, index);
    *made = blank;
    made->below = *link;
    made->flags = ACTIVITY_INTERRUPTED;
    *link = index;
    return made;
}

void bsl_pile_remove(bustle_world *w, npc *self, const activity *gone) {
    uint32_t *link = link_to(w, self, gone);
    const uint32_t index = *link;
    *link = gone->below;
    pool_give(&w->activities, index);
}

void bsl_activity_sink(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    (void)interrupt(w, slot);
    if (w->place_count > 0) {
        bsl_undo_leave(w, slot, LEAVING_BACK);
    }
    const uint32_t index = self->now.below;
    activity sunk = self->now;
    sunk.below = POOL_NONE;
    sunk.flags |= ACTIVITY_SUNK;
    self->now = *activity_at(w, index);
    *activity_at(w, index) = sunk;
    uint32_t *link = &self->now.below;
    while (*link != POOL_NONE) {
        link = &activity_at(w, *link)->below;
    }
    *link = index;
    bsl_interruption_handle_kept(w, slot);
}

void bsl_activity_lift(bustle_world *w, uint32_t slot, uint32_t index) {
    npc *self = npc_at(w, slot);
    activity *lifted = activity_at(w, index);
    activity *under = bsl_pile_place(w, self, bsl_activity_standing(w, lifted));
    if (under == NULL) {
        return;
    }
    *link_to(w, self, lifted) = lifted->below;
    lifted->flags &= (uint8_t)~ACTIVITY_SUNK;
    if (under != &self->now) {
        uint32_t *link = link_to(w, self, under);
        lifted->below = *link;
        *link = index;
        return;
    }
    const uint32_t part = bsl_scene_topmost_part(w, lifted);
    give_way(w, slot, bsl_scene_leaving(w, part));
    const activity risen = *lifted;
    *lifted = self->now;
    self->now = risen;
    self->now.below = index;
    if (w->place_count > 0) {
        bsl_undo_lay(w, slot);
    }
}

/* ---- Resuming (S32) ---- */

#define DEPTH_LIMIT 255

/* S63: a place that cannot be had again fails the node that asked for it, or its sequence. */
static void fail_place(npc *self, uint32_t level) {
    bsl_recovery_keep(self, (uint8_t)(level > 1 ? level - 1 : level), BUSTLE_CAUSE_REVOKED,
        level > 1 ? FAIL_ABOVE : FAIL_SEQUENCE);
}

/* Retakes places and claims of the running activity, bottom to top; one that cannot be had fails.
 */
static bool retake(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    uint32_t frames[DEPTH_LIMIT + 1];
    uint32_t depth = 0;
    for (uint32_t i = self->now.top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
        frames[depth++] = i;
    }
    for (uint32_t level = 1; level <= depth; level++) {
        bool gone = false;
        if (w->place_count > 0 && !bsl_place_retake(w, slot, frame_at(w, frames[depth - level]))) {
            fail_place(self, level);
            return false;
        }
        if (!bsl_claim_retake(w, &self->now, frame_at(w, frames[depth - level]), &gone)) {
            const bustle_cause cause = gone ? BUSTLE_CAUSE_TARGET_LEFT : BUSTLE_CAUSE_CLAIM;
            bsl_recovery_keep(self, (uint8_t)level, cause, FAIL_SEQUENCE);
            return false;
        }
    }
    return true;
}

void bsl_activity_resume(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    frame *top = frame_at(w, self->now.top);
    const bool was_acting = frame_state(top) == BUSTLE_INTERRUPTED;
    const bool was_waiting = frame_state(top) == BUSTLE_WAITING_AT_NODE;
    const bool at_phase = frame_state(top) == BUSTLE_WAITING_AT_PHASE;
    const bool remembers = (self->now.flags & ACTIVITY_REMEMBERS) != 0;
    self->now.flags &= (uint8_t) ~(ACTIVITY_INTERRUPTED | ACTIVITY_REMEMBERS);
    const bool whole = retake(w, slot);
    if (!whole) {
        bsl_part_give_up_waiting(w, top);
        bsl_errand_end_wait(w, top);
    }
    if (was_acting || was_waiting || at_phase) {
        frame_set_state(top, BUSTLE_PROCESSING);
    }
    if (whole && was_acting && remembers) {
        bsl_action_try_resume(w, slot);
    } else if (whole && was_waiting) {
        bsl_wait_go_on(w, slot);
    } else if (whole && at_phase) {
        bsl_part_go_on(w, slot);
    } else {
        forget_interruption(&self->now);
    }
}
