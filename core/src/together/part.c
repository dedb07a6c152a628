/* What a member does about its scenes, on its own turn: it begins its part, waits at the end of a
 * phase, loses its patience, comes back, leaves (S49, S50, S57, S58, S60). */
#include "decide/action.h"
#include "decide/activity.h"
#include "decide/interruption.h"
#include "decide/recovery.h"
#include "decide/turn.h"
#include "decide/wait.h"
#include "observe/event.h"
#include "observe/trace.h"
#include "together/scene.h"
#include "world/claim.h"
#include "world/world.h"

static const scene *scene_played(const bustle_world *w, const member *m) {
    return &w->content->scenes[staged_at(w, m->staged)->scene];
}

/* ---- Beginning ---- */

/* The part becomes the lowest sequence of a new activity, which lies where its standing puts it; or
 * nothing happens, because all that the NPC does stands higher. */
static void begin(bustle_world *w, uint32_t slot, uint32_t index) {
    member *m = member_at(w, index);
    const staged *s = staged_at(w, m->staged);
    npc *self = npc_at(w, slot);
    if (!bsl_pile_has_room(w, self)) {
        bsl_scene_depart(w, index);
        return;
    }
    activity *under = bsl_pile_place(w, self, s->standing);
    if (under == NULL) {
        return;
    }
    activity *made = bsl_pile_insert(w, slot, under, bsl_scene_leaving(w, index));
    const bool there = s->host != slot && still_there(w, s->host, s->host_spawn) != NULL;
    made->priority = (int16_t)s->standing;
    bsl_frame_push(w, &made->top, m->sequence, there ? s->host : NOBODY, there ? s->host_spawn : 0);
    bsl_part_attach(w, made, index);
    if (w->place_count > 0 && made == &self->now) {
        bsl_undo_lay(w, slot);
    }
}

void bsl_part_attach(bustle_world *w, const activity *a, uint32_t index) {
    frame *f = frame_at(w, a->top);
    member *m = member_at(w, index);
    m->below = f->below;
    m->frame = a->top;
    f->below = index;
    f->where |= FRAME_PART;
}

/* ---- Waiting ---- */

static bool waits_on_top(const bustle_world *w, const npc *self, const member *m) {
    return m->frame == self->now.top && (self->e.flags & NPC_AWAITS) != 0 &&
        frame_state(frame_at(w, m->frame)) == BUSTLE_WAITING_AT_PHASE;
}

static void wait_for_others(bustle_world *w, uint32_t slot, member *m, uint32_t patience) {
    m->flags |= MEMBER_WAITS;
    m->flags &= (uint8_t)~MEMBER_PAST;
    bsl_wait_at_phase(w, slot, scene_played(w, m)->waiting, patience);
}

/* The node's way on is followed next. */
static void stop_waiting(bustle_world *w, member *m) {
    m->flags &= (uint8_t) ~(MEMBER_WAITS | MEMBER_PAST);
    frame_set_state(
        frame_at(w, m->frame), (m->flags & MEMBER_FAILED) != 0 ? BUSTLE_FAILED : BUSTLE_EXECUTED);
}

void bsl_part_give_up_waiting(const bustle_world *w, const frame *f) {
    if (frame_state(f) == BUSTLE_WAITING_AT_PHASE) {
        member_at(w, part_record(w, f))->flags &= (uint8_t) ~(MEMBER_WAITS | MEMBER_PAST);
    }
}

void bsl_part_interrupted(const bustle_world *w, const frame *f) {
    member_at(w, part_record(w, f))->flags &= (uint8_t)~MEMBER_PAST;
}

void bsl_part_go_on(bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    const uint32_t index = part_record(w, frame_at(w, self->now.top));
    member *m = member_at(w, index);
    const uint32_t left = self->now.duration;
    if (!bsl_scene_may_go_on(w, m)) {
        wait_for_others(w, slot, m, left > 0 ? left : 1);
    } else if ((m->flags & MEMBER_ENDED) != 0) {
        bsl_part_leave(w, slot, index);
    } else {
        stop_waiting(w, m);
    }
}

/* S58: what waits on top of the pile, past its patience. */
static void lose_patience(bustle_world *w, uint32_t slot, member *m) {
    npc *self = npc_at(w, slot);
    if (is_undo(&self->now)) {
        bsl_undo_break(w, slot);
    } else if ((self->now.flags & ACTIVITY_MAIN) == 0) {
        bsl_activity_sink(w, slot);
    } else {
        m->flags |= MEMBER_PAST;
        bsl_wait_to_be_called(w, self);
    }
}

/* ---- The beginning of a turn (S49) ---- */

static void attend(bustle_world *w, uint32_t slot, uint32_t index) {
    npc *self = npc_at(w, slot);
    member *m = member_at(w, index);
    if (staged_at(w, m->staged)->over != 0) {
        bsl_part_leave(w, slot, index);
    } else if (m->frame == POOL_NONE) {
        begin(w, slot, index);
    } else if (waits_on_top(w, self, m)) {
        if ((m->flags & MEMBER_ENDED) == 0 && bsl_scene_may_go_on(w, m)) {
            bsl_wait_stop(w, slot, BUSTLE_STOP_DONE);
            stop_waiting(w, m);
        } else if ((self->e.flags & NPC_TRIES) != 0) {
            lose_patience(w, slot, m);
        }
    }
}

/* The part of the NPC in the first scene after the one of this number. Others may have been left
 * meanwhile. */
static uint32_t part_after(const bustle_world *w, const life *l, uint32_t number) {
    uint32_t i = l->parts;
    while (i != POOL_NONE && staged_at(w, member_at(w, i)->staged)->number <= number) {
        i = member_at(w, i)->next_part;
    }
    return i;
}

/* S50: unless it waits for others. */
static bool need_not_wait(const bustle_world *w, const activity *a) {
    const frame *f = frame_at(w, a->top);
    return frame_state(f) != BUSTLE_WAITING_AT_PHASE ||
        bsl_scene_may_go_on(w, member_at(w, part_record(w, f)));
}

static void lift_sunk(bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    for (uint32_t i = self->now.below; i != POOL_NONE;) {
        const uint32_t next = activity_at(w, i)->below;
        if ((activity_at(w, i)->flags & ACTIVITY_SUNK) != 0 &&
            need_not_wait(w, activity_at(w, i))) {
            bsl_activity_lift(w, slot, i);
        }
        i = next;
    }
}

/* A stager looks at its scene as at anything else that a node waits for. */
static void attend_as_stager(bustle_world *w, npc *self) {
    if ((self->e.flags & NPC_CALLED) == 0) {
        return;
    }
    const frame *f = frame_at(w, self->now.top);
    if ((f->where & FRAME_STAGES) != 0 && frame_state(f) == BUSTLE_WAITING_AT_NODE &&
        staged_at(w, member_at(w, stager_record(w, f))->staged)->over != 0) {
        bsl_wait_try_now(w, self);
    }
}

void bsl_part_attend(bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    const life *l = life_of(w, self);
    uint32_t number = 0;
    for (uint32_t i = l->parts; i != POOL_NONE; i = part_after(w, l, number)) {
        number = staged_at(w, member_at(w, i)->staged)->number;
        attend(w, slot, i);
    }
}

void bsl_part_lift(bustle_world *w, uint32_t slot) {
    lift_sunk(w, slot);
    attend_as_stager(w, npc_at(w, slot));
}

/* ---- Phases (S57) ---- */

bool bsl_part_is_due(const bustle_world *w, const frame *f) {
    return (w->content->nodes[frame_node(f)].flags & NODE_COUNTS) != 0 &&
        (member_at(w, part_record(w, f))->flags & MEMBER_COUNTED) == 0;
}

void bsl_part_arrive(bustle_world *w, uint32_t slot) {
    const frame *f = frame_at(w, npc_at(w, slot)->now.top);
    member *m = member_at(w, part_record(w, f));
    m->phase++;
    m->flags |= MEMBER_COUNTED | (frame_state(f) == BUSTLE_FAILED ? MEMBER_FAILED : 0);
    const bool open = bsl_scene_may_go_on(w, m);
    if (traced(w)) {
        bsl_trace_arrival(w, slot, m, open);
    }
    if (open) {
        bsl_scene_call_waiting(w, staged_at(w, m->staged));
    } else {
        wait_for_others(w, slot, m, scene_played(w, m)->patience);
    }
}

void bsl_part_moved(const bustle_world *w, const frame *f) {
    member_at(w, part_record(w, f))->flags &= (uint8_t) ~(MEMBER_COUNTED | MEMBER_FAILED);
}

void bsl_part_finish(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    frame *f = frame_at(w, self->now.top);
    const uint32_t index = part_record(w, f);
    member *m = member_at(w, index);
    staged *s = staged_at(w, m->staged);
    bsl_claim_drop(w, &self->now, f);
    bsl_errand_end_hand(w, f, true);
    m->flags |= MEMBER_ENDED;
    if (s->over == 0 && bsl_scene_all_ended(w, s)) {
        bsl_scene_end(w, s, BUSTLE_LEAVE_FINISHED, slot);
    }
    if (s->over != 0) {
        bsl_part_leave(w, slot, index);
        return;
    }
    wait_for_others(w, slot, m, scene_played(w, m)->patience);
    bsl_scene_call_waiting(w, s);
}

/* ---- Leaving (S60) ---- */

void bsl_part_take_off(bustle_world *w, uint32_t slot, activity *a, bustle_drop_reason why) {
    frame *f = frame_at(w, a->top);
    (void)slot;
    bsl_claim_give_back_in(w, a, f);
    bsl_place_let_go(w, f, why);
    bsl_errand_drop(w, f);
    if ((f->where & FRAME_PART) != 0) {
        bsl_scene_depart(w, part_record(w, f));
    }
    bsl_frame_pop(w, &a->top);
}

static void stop_running(bustle_world *w, uint32_t slot, bool finished) {
    const npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_ACTING) != 0) {
        bsl_action_stop(w, slot, BUSTLE_STOP_CANCELLED, false, false);
    } else {
        bsl_wait_stop(w, slot, finished ? BUSTLE_STOP_DONE : BUSTLE_STOP_FAILED);
    }
}

/* The initiator's node, at which its activity stands again. */
static void leave_node(bustle_world *w, activity *a, bool finished) {
    const uint32_t depth = bsl_stack_depth(w, a->top);
    frame *f = frame_at(w, a->top);
    forget_interruption(a);
    if (a->pending.level > depth) {
        a->pending = (failure){0};
    }
    frame_set_state(f, finished ? BUSTLE_EXECUTED : BUSTLE_PROCESSING);
    if (!finished) {
        bsl_recovery_keep_in(a, (uint8_t)depth, BUSTLE_CAUSE_SCENE, FAIL_NODE);
    }
}

void bsl_part_leave(bustle_world *w, uint32_t slot, uint32_t index) {
    npc *self = npc_at(w, slot);
    const member *m = member_at(w, index);
    const bool finished = staged_at(w, m->staged)->over == BUSTLE_LEAVE_FINISHED;
    const uint32_t part_frame = m->frame;
    if (part_frame == POOL_NONE) {
        bsl_scene_depart(w, index);
        return;
    }
    activity *a = bsl_scene_activity(w, m);
    const bool topmost = a == &self->now;
    if (topmost) {
        stop_running(w, slot, finished);
    }
    for (bool done = false; !done;) {
        done = a->top == part_frame;
        bsl_part_take_off(w, slot, a, BUSTLE_DROP_GIVEN_UP);
    }
    if (a->top != POOL_NONE) {
        leave_node(w, a, finished);
    } else if (topmost) {
        bsl_activity_end(w, slot);
    } else {
        bsl_pile_remove(w, self, a);
    }
}
