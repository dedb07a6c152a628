/* Activities: stacks of sequence positions. One runs, in the NPC's row; the interrupted ones lie
 * below it in a list, each with its context, and are taken up again from the top. */
#include "world.h"

/* A hold or a run interrupts what goes on, and another main sequence begins with a frame. */
void activities_need(const bustle_world *w, needs *sum) {
    (void)w;
    sum->of[WORK_CALL][STORE_ACTIVITIES].once++;
    sum->of[WORK_CALL][STORE_FRAMES].once++;
}

/* ---- Frames ---- */

uint32_t frame_below(const bustle_world *w, const frame *f) {
    return (f->where & FRAME_CLAIMS) != 0 ? claim_at(w, f->below)->below : f->below;
}

uint32_t stack_depth(const bustle_world *w, uint32_t top) {
    uint32_t depth = 0;
    for (; top != POOL_NONE; top = frame_below(w, frame_at(w, top))) {
        depth++;
    }
    return depth;
}

void push_frame(
    bustle_world *w, uint32_t *top, uint32_t sequence_id, uint32_t target, uint32_t target_spawn) {
    const uint32_t index = pool_take(&w->frames);
    *frame_at(w, index) = (frame){.where = w->content->sequences[sequence_id].entry |
            (uint32_t)BUSTLE_UNINITIALIZED << FRAME_STATE_SHIFT,
        .target = target,
        .target_spawn = target_spawn,
        .below = *top};
    *top = index;
}

void pop_frame(bustle_world *w, uint32_t *top) {
    const frame *f = frame_at(w, *top);
    const uint32_t below = frame_below(w, f);
    if ((f->where & FRAME_CLAIMS) != 0) {
        pool_give(&w->claims, f->below);
    }
    pool_give(&w->frames, *top);
    *top = below;
}

void drop_stack(bustle_world *w, uint32_t *top) {
    while (*top != POOL_NONE) {
        pop_frame(w, top);
    }
}

int32_t standing(const bustle_world *w, uint32_t top, int32_t priority, bool main) {
    if (main) {
        return INT32_MIN;
    }
    for (uint32_t i = priority > 0 ? top : POOL_NONE; i != POOL_NONE;) {
        const frame *f = frame_at(w, i);
        if ((f->where & FRAME_FALLBACK) != 0) {
            return 0;
        }
        i = frame_below(w, f);
    }
    return priority;
}

/* ---- The running activity ---- */

static void run_activity(npc *self, uint32_t response, int32_t priority, bool main) {
    self->e.flags |= NPC_RUNNING;
    self->e.flags = (uint16_t)(main ? self->e.flags | NPC_MAIN : self->e.flags & ~NPC_MAIN);
    self->response = (uint16_t)response;
    self->priority = (int16_t)priority;
    self->failures = 0;
    self->pending = (failure){0};
}

void start_main(bustle_world *w, npc *self) {
    run_activity(self, NONE16, 0, true);
    push_frame(w, &self->top, self->main, NOBODY, 0);
}

void start_response(bustle_world *w, npc *self, uint32_t sequence_id, int32_t priority,
    uint32_t interruption_id, const entity *source, uint32_t source_slot) {
    run_activity(self, interruption_id, priority, false);
    push_frame(w, &self->top, sequence_id, source == NULL ? NOBODY : source_slot,
        source == NULL ? 0 : source->spawn);
}

void end_activity(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    drop_stack(w, &self->top);
    self->e.flags &= (uint16_t) ~(NPC_RUNNING | NPC_RESUMES | NPC_MAIN);
    self->pending = (failure){0};
    handle_kept(w, slot);
}

/* ---- Interrupting ---- */

/* S25: there is at most one interruption memory per activity, the lowest is the oldest. */
static void forget_oldest(bustle_world *w, npc *self) {
    const uint32_t limit = definition_of(w, &self->e)->memories[BUSTLE_MEMORY_INTERRUPTION];
    uint32_t count = 0;
    activity *oldest = NULL;
    for (uint32_t i = self->suspended; i != POOL_NONE; i = activity_at(w, i)->below) {
        if (activity_at(w, i)->remembers) {
            count++;
            oldest = activity_at(w, i);
        }
    }
    if (count > limit && oldest != NULL) {
        oldest->remembers = false;
    }
}

static void remember_interruption(const bustle_world *w, const npc *self, activity *a) {
    a->remembers = (running_action(w, self)->flags & ACTION_RESUMABLE) != 0;
    a->time = (uint32_t)w->now;
    a->target = self->target;
    a->target_spawn = self->target == NOBODY ? 0 : entity_at(w, self->target)->spawn;
    a->duration = self->duration;
    a->timeout = action_timeout(w, self);
    a->spent = action_spent(w, self);
}

void suspend(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_RUNNING) == 0) {
        activity_at(w, self->suspended)->fresh = false;
        return;
    }
    activity a = {.below = self->suspended, .target = NOBODY};
    if ((self->e.flags & NPC_ACTING) != 0) {
        remember_interruption(w, self, &a);
        stop_action(w, slot, BUSTLE_STOP_INTERRUPTED, true, false);
    }
    sequence_claims_give_back(w, self);
    frame *top = frame_at(w, self->top);
    if (frame_state(top) == BUSTLE_WAITING_FOR_ACTION) {
        frame_set_state(top, BUSTLE_INTERRUPTED);
    }
    a.top = self->top;
    a.response = self->response;
    a.priority = self->priority;
    a.pending = self->pending;
    a.failures = self->failures;
    a.main = (self->e.flags & NPC_MAIN) != 0;
    const uint32_t index = pool_take(&w->activities);
    *activity_at(w, index) = a;
    self->suspended = index;
    self->suspended_count++;
    self->top = POOL_NONE;
    self->e.flags &= (uint16_t) ~(NPC_RUNNING | NPC_RESUMES | NPC_MAIN);
    self->pending = (failure){0};
    forget_oldest(w, self);
}

/* ---- Resuming (S32) ---- */

#define DEPTH_LIMIT 255

/* Retakes the claims of the running activity, bottom to top; one that cannot be had fails its
 * sequence. */
static bool retake_claims(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    uint32_t frames[DEPTH_LIMIT + 1];
    uint32_t depth = 0;
    for (uint32_t i = self->top; i != POOL_NONE; i = frame_below(w, frame_at(w, i))) {
        frames[depth++] = i;
    }
    for (uint32_t level = 1; level <= depth; level++) {
        bool gone = false;
        if (!sequence_claim_retake(w, self, frame_at(w, frames[depth - level]), &gone)) {
            const bustle_cause cause = gone ? BUSTLE_CAUSE_TARGET_LEFT : BUSTLE_CAUSE_CLAIM;
            keep_failure(self, (uint8_t)level, cause, FAIL_SEQUENCE);
            return false;
        }
    }
    return true;
}

/* The topmost interrupted activity becomes the running one again. */
static activity take_up(bustle_world *w, npc *self) {
    const uint32_t index = self->suspended;
    const activity a = *activity_at(w, index);
    pool_give(&w->activities, index);
    self->suspended = a.below;
    self->suspended_count--;
    run_activity(self, a.response, a.priority, a.main);
    self->top = a.top;
    self->failures = a.failures;
    self->pending = a.pending;
    return a;
}

void take_up_early(bustle_world *w, npc *self) {
    const activity *next = activity_at(w, self->suspended);
    if (next->fresh) {
        take_up(w, self);
    } else if (next->pending.cause != 0) {
        take_up(w, self);
        self->e.flags |= NPC_RESUMES;
    }
}

void resume(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_RUNNING) != 0) {
        self->e.flags &= (uint16_t)~NPC_RESUMES;
        retake_claims(w, slot);
        return;
    }
    const activity a = take_up(w, self);
    frame *top = frame_at(w, self->top);
    const bool was_acting = frame_state(top) == BUSTLE_INTERRUPTED;
    if (was_acting) {
        frame_set_state(top, BUSTLE_PROCESSING);
    }
    if (retake_claims(w, slot) && was_acting && a.remembers) {
        try_resume(w, slot, &a);
    }
}

/* S48: the main activity gives way to a new one, which nobody has interrupted yet. */
void replace_main(bustle_world *w, npc *self) {
    if ((self->e.flags & NPC_MAIN) != 0) {
        drop_stack(w, &self->top);
        self->e.flags &= (uint16_t)~NPC_RESUMES;
        start_main(w, self);
        return;
    }
    uint32_t lowest = self->suspended;
    while (activity_at(w, lowest)->below != POOL_NONE) {
        lowest = activity_at(w, lowest)->below;
    }
    activity *a = activity_at(w, lowest);
    drop_stack(w, &a->top);
    *a = (activity){.below = POOL_NONE,
        .top = POOL_NONE,
        .target = NOBODY,
        .response = NONE16,
        .main = true,
        .fresh = true};
    push_frame(w, &a->top, self->main, NOBODY, 0);
}

void drop_suspended(bustle_world *w, npc *self) {
    while (self->suspended != POOL_NONE) {
        activity *a = activity_at(w, self->suspended);
        const uint32_t below = a->below;
        drop_stack(w, &a->top);
        pool_give(&w->activities, self->suspended);
        self->suspended = below;
    }
    self->suspended_count = 0;
}
