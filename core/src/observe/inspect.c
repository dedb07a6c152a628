/* Reports what an NPC does and how a world fares, and changes nothing. */
#include "decide/action.h"
#include "decide/activity.h"
#include "decide/interruption.h"
#include "decide/timer.h"
#include "decide/wait.h"
#include "world/rows.h"
#include "world/world.h"

#include <string.h>

bustle_status bustle_world_stats(const bustle_world *w, bustle_stats *stats) {
    if (w == NULL || stats == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    *stats = (bustle_stats){.entities = w->entities,
        .npcs = w->npcs,
        .halted = w->halted,
        .queued = w->ready_count - w->zombies,
        .turns = w->turns,
        .starts = w->starts,
        .events = w->events,
        .undelivered = w->pending.count,
        .refused = w->refused,
        .scenes = w->scene_count,
        .joins = w->joins,
        .leaves = w->leaves,
        .links = w->links.count,
        .links_refused = w->links.refused,
        .paths_cut = w->links.cut,
        .messages = w->mail.waiting,
        .messages_sent = w->mail.sent,
        .messages_taken = w->mail.taken,
        .messages_lost = w->mail.lost,
        .messages_refused = w->mail.refused,
        .meeting = w->mail.meeting,
        .places = w->places_held,
        .adopts = w->adopts,
        .drops = w->drops,
        .portion = w->portion,
        .cut_short = w->cut_short,
        .bytes = w->heap.bytes,
        .allocations = w->heap.calls};
    return BUSTLE_OK;
}

static bustle_mood mood_of(const npc *self) {
    if ((self->e.flags & NPC_HELD) != 0) {
        return BUSTLE_ON_HOLD;
    }
    if ((self->e.flags & NPC_HALTED) != 0) {
        return BUSTLE_HAS_HALTED;
    }
    if ((self->e.flags & NPC_ACTING) != 0) {
        return BUSTLE_ACTING;
    }
    if ((self->e.flags & NPC_AWAITS) != 0) {
        return BUSTLE_AWAITING;
    }
    return (self->e.flags & NPC_WAITING) != 0 ? BUSTLE_WAITING : BUSTLE_DECIDING;
}

static void describe_action(const bustle_world *w, const npc *self, bustle_doing *doing) {
    doing->action = self->now.action;
    doing->token = self->token;
    doing->timed = (self->e.flags & NPC_TIMED) != 0;
    doing->duration_ms = self->now.duration;
    doing->remaining_ms = bsl_action_remaining(w, self);
    doing->timeout_ms = bsl_action_timeout_left(w, self);
    const uint32_t target = target_of(w, &self->now);
    if (target != NOBODY) {
        doing->target = handle_of(target, entity_at(w, target)->spawn);
    }
}

static void describe_wait(const bustle_world *w, const npc *self, bustle_doing *doing) {
    const bool stages = (frame_at(w, self->now.top)->where & FRAME_STAGES) != 0;
    doing->remaining_ms = stages ? -1 : (int64_t)bsl_wait_left(w, &self->now);
    if (self->now.action != NONE16) {
        doing->action = self->now.action;
        doing->token = self->token;
    }
}

static int64_t until_due(const bustle_world *w, const npc *self) {
    const int32_t left = (int32_t)(self->due - (uint32_t)w->now);
    return left < 0 ? 0 : left;
}

static uint32_t node_within(const bustle_world *w, uint32_t node_index) {
    const uint16_t sequence_id = w->content->nodes[node_index].sequence;
    return node_index - w->content->sequences[sequence_id].nodes_at;
}

bustle_status bustle_npc_doing(const bustle_world *w, bustle_entity handle, bustle_doing *doing) {
    uint32_t slot = NOBODY;
    if (w == NULL || doing == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_npc(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const npc *self = npc_at(w, slot);
    *doing = (bustle_doing){.mood = mood_of(self),
        .action = BUSTLE_NONE,
        .sequence = BUSTLE_NONE,
        .node = BUSTLE_NONE,
        .main = self->main,
        .activities = bsl_pile_height(w, self),
        .waiting = bsl_interruption_waiting(w, self),
        .failures = self->now.failures,
        .failed = BUSTLE_NONE};
    if ((self->e.flags & NPC_ACTING) != 0) {
        describe_action(w, self, doing);
    } else if ((self->e.flags & NPC_AWAITS) != 0) {
        describe_wait(w, self, doing);
    } else if (timer_live(self)) {
        doing->remaining_ms = until_due(w, self);
    }
    /* One that is coming or leaving, which effects can look at, has nothing to do. */
    if ((self->e.flags & (NPC_HALTED | NPC_HELD)) == 0 && self->now.top != POOL_NONE &&
        (self->now.flags & ACTIVITY_INTERRUPTED) == 0) {
        const uint32_t node_index = frame_node(frame_at(w, self->now.top));
        doing->sequence = w->content->nodes[node_index].sequence;
        doing->node = node_within(w, node_index);
    }
    if ((self->e.flags & NPC_HALTED) != 0) {
        doing->cause = (bustle_cause)self->now.pending.cause;
        doing->failed = self->now.failed;
        doing->remaining_ms = timer_live(self) ? doing->remaining_ms : -1;
    }
    return BUSTLE_OK;
}

/* ---- Stacks ---- */

/* Fills frames[.. end) from the top of a stack down; those beyond the capacity are counted only. */
static void list_stack(const bustle_world *w, uint32_t top, const bustle_frame *like,
    bustle_frame *frames, size_t capacity, size_t end) {
    for (uint32_t i = top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
        const frame *f = frame_at(w, i);
        end--;
        if (end >= capacity) {
            continue;
        }
        frames[end] = *like;
        frames[end].sequence = w->content->nodes[frame_node(f)].sequence;
        frames[end].node = node_within(w, frame_node(f));
        frames[end].lifecycle = frame_state(f);
        frames[end].fallback = (f->where & FRAME_FALLBACK) != 0;
        const bool there = still_there(w, f->target, f->target_spawn) != NULL;
        frames[end].target = there ? handle_of(f->target, f->target_spawn) : 0;
        if ((f->where & FRAME_PART) != 0) {
            const member *m = member_at(w, part_record(w, f));
            frames[end].scene_number = staged_at(w, m->staged)->number;
            frames[end].scene = staged_at(w, m->staged)->scene;
            frames[end].part = m->part;
        }
        if ((f->where & FRAME_HOLDS) != 0) {
            const holding *h = place_at(w, place_record(w, f));
            frames[end].offer = offer_of(w, h)->name;
            frames[end].provider = still_there(w, h->provider, h->provider_spawn) == NULL
                ? 0
                : handle_of(h->provider, h->provider_spawn);
        }
    }
}

static bustle_id response_to(const activity *a, bool cues) {
    const bool of_cue = (a->flags & ACTIVITY_CUE) != 0;
    return a->response == NONE16 || is_undo(a) || of_cue != cues ? BUSTLE_NONE : a->response;
}

bustle_status bustle_npc_frames(const bustle_world *w, bustle_entity handle, bustle_frame *frames,
    size_t capacity, size_t *count) {
    uint32_t slot = NOBODY;
    if (w == NULL || count == NULL || (frames == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_npc(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const npc *self = npc_at(w, slot);
    *count = 0;
    for (const activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        *count += bsl_stack_depth(w, a->top);
    }
    size_t end = *count;
    uint32_t level = bsl_pile_height(w, self);
    for (const activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        const bustle_frame like = {.activity = --level,
            .interruption = response_to(a, false),
            .cue = response_to(a, true),
            .priority = bsl_activity_standing(w, a),
            .main = (a->flags & ACTIVITY_MAIN) != 0,
            .sunk = (a->flags & ACTIVITY_SUNK) != 0,
            .scene = BUSTLE_NONE,
            .part = BUSTLE_NONE,
            .offer = BUSTLE_NONE,
            .undo = is_undo(a)};
        list_stack(w, a->top, &like, frames, capacity, end);
        end -= bsl_stack_depth(w, a->top);
    }
    return BUSTLE_OK;
}
