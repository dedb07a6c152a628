/* Puts what a save says of an NPC into its row. If the content has changed, the NPC continues from
 * the nearest place that is left: the node, its sequence's beginning, the caller's node, the
 * activity below, its main sequence. */
#include "decide/activity.h"
#include "decide/recall.h"
#include "persist/snapshot.h"
#include "reload/replaced.h"

static bool note_npc(loading *l, uint32_t slot, enum change_code what, const char *thing) {
    return bsl_snapshot_note_change(l, what, slot, entity_at(l->world, slot)->spawn, thing);
}

/* ---- Stacks ---- */

/* Whether a node can still be in the state that it was in. */
static bool still_fits(const loading *l, const saved_node *n, const saved_frame *s) {
    const bustle_content *c = l->world->content;
    const node *now = &c->nodes[n->node];
    const wait *stages = now->kind == BUSTLE_NODE_SCENE ? &c->waits[now->performs] : NULL;
    if (s->cast != NULL &&
        (stages == NULL || stages->as != STAGER ||
            stages->scene != l->names.scenes[n->performs].id)) {
        return false;
    }
    switch ((bustle_lifecycle)s->lifecycle) {
    case BUSTLE_IN_SUBSEQUENCE:
        return now->kind == n->kind && (stages == NULL || stages->as != STAGER);
    case BUSTLE_WAITING_FOR_ACTION:
    case BUSTLE_INTERRUPTED:
        return now->kind == BUSTLE_NODE_ACTION && now->performs == l->names.actions[n->performs].id;
    case BUSTLE_WAITING_AT_NODE:
        return now->kind == n->kind && bsl_snapshot_keeps_wait(l, n, now);
    case BUSTLE_WAITING_AT_PHASE:
        return (s->part->row.flags & MEMBER_FAILED) == 0 || now->failed != BUSTLE_NONE;
    case BUSTLE_FAILED:
        return now->failed != BUSTLE_NONE;
    default:
        return true;
    }
}

/* A claim that is held is taken when everyone is there. */
static void attach_claim(loading *l, uint32_t slot, frame *f, const saved_frame *s) {
    bustle_world *w = l->world;
    const uint32_t index = pool_take(&w->claims);
    *claim_at(w, index) = (claim_record){.below = f->below,
        .target = s->claimed,
        .target_spawn = s->claimed_spawn,
        .npc = slot,
        .sequence = w->content->nodes[frame_node(f)].sequence,
        .held = s->held};
    f->below = index;
    f->where |= FRAME_CLAIMS;
}

/* Whether it waits to cast a scene, or for an offer, and what comes of that would have no place
 * above it: that was tested by the limit of another world. */
static bool lacks_depth(const loading *l, const saved_frame *s, uint32_t depth) {
    const saved_node *n = &l->names.nodes[s->node];
    const bool casts = n->kind == BUSTLE_NODE_SCENE && n->as != STAGER;
    return s->lifecycle == BUSTLE_WAITING_AT_NODE && (casts || n->kind == BUSTLE_NODE_REQUEST) &&
        depth >= (uint32_t)l->world->def.depth_limit;
}

/* Puts a sequence on the stack, which has that depth then. False: what was above it cannot go on.
 */
static bool apply_frame(
    loading *l, uint32_t slot, const saved_frame *s, uint32_t *top, uint32_t depth) {
    bustle_world *w = l->world;
    const saved_node *n = &l->names.nodes[s->node];
    bsl_frame_push(w, top, l->names.sequences[n->sequence].id, s->target, s->target_spawn);
    frame *f = frame_at(w, *top);
    f->where |= s->fallback ? FRAME_FALLBACK : 0;
    const bool fits = n->node != BUSTLE_NONE && still_fits(l, n, s) && !lacks_depth(l, s, depth);
    bsl_snapshot_attach_place(l, *top, s);
    bsl_snapshot_attach_scenes(l, *top, s, fits);
    if (s->claims) {
        attach_claim(l, slot, f, s);
    }
    bsl_snapshot_attach_errand(l, slot, *top, s, fits);
    if (n->node == BUSTLE_NONE) {
        note_npc(l, slot, LOST_NODE, n->name);
        return false;
    }
    frame_go(f, n->node);
    if (!fits) {
        note_npc(l, slot, LOST_NODE, n->name);
        return false;
    }
    frame_set_state(f, (bustle_lifecycle)s->lifecycle);
    return true;
}

/* Of parts and stagers. */
static uint32_t records_of_scenes(const saved_activity *a) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->depth; i++) {
        count += (a->frames[i].part != NULL ? 1u : 0u) + (a->frames[i].cast != NULL ? 1u : 0u);
    }
    return count;
}

/* As much of a stack as can go on; the node below what cannot is performed again. Returns how many
 * sequences are as they were, up to the whole depth. */
static uint32_t apply_stack(loading *l, uint32_t slot, const saved_activity *a, uint32_t *top) {
    bustle_world *w = l->world;
    *top = POOL_NONE;
    if (!pool_reserve(&w->frames, &w->kept, a->depth) ||
        !pool_reserve(&w->claims, &w->kept, a->depth) ||
        !pool_reserve(&w->members, &w->kept, records_of_scenes(a)) ||
        !pool_reserve(&w->errands, &w->kept, a->depth)) {
        bsl_snapshot_no_memory(l);
        return 0;
    }
    for (uint32_t i = 0; i < a->depth; i++) {
        const saved_sequence *q = &l->names.sequences[l->names.nodes[a->frames[i].node].sequence];
        const bool kept =
            bsl_snapshot_keeps_part(l, &a->frames[i]) && bsl_snapshot_keeps_place(&a->frames[i]);
        if (!kept || q->id == BUSTLE_NONE || i == (uint32_t)w->def.depth_limit) {
            if (kept) {
                note_npc(l, slot, LOST_SEQUENCE, q->name);
            }
            if (i > 0) {
                frame_set_state(frame_at(w, *top), BUSTLE_PROCESSING);
            }
            return i;
        }
        if (!apply_frame(l, slot, &a->frames[i], top, i + 1)) {
            return i;
        }
    }
    return a->depth;
}

/* ---- Activities ---- */

static uint16_t response_now(const loading *l, const activity *a) {
    const saved_name *names =
        (a->flags & ACTIVITY_CUE) != 0 ? l->names.cues : l->names.interruptions;
    const uint32_t id = a->response == NONE16 ? BUSTLE_NONE : names[a->response].id;
    return id == BUSTLE_NONE ? NONE16 : (uint16_t)id;
}

static const char *lowest_sequence(const loading *l, const saved_activity *a) {
    return l->names.sequences[l->names.nodes[a->frames[0].node].sequence].name;
}

/* A failure of a sequence that is not as it was any more is forgotten. */
static failure pending_now(const saved_activity *a, uint32_t whole) {
    const failure none = {0};
    return a->record.pending.level > whole ? none : a->record.pending;
}

void bsl_snapshot_stop_acting(bustle_world *w, npc *self) {
    if ((self->e.flags & NPC_REPLACED) != 0) {
        bsl_replaced_leave(w, self);
    }
    self->e.flags &= (uint16_t) ~(
        NPC_ACTING | NPC_TIMED | NPC_MOVED | NPC_COLLECTED | NPC_AWAITS | NPC_TRIES | NPC_CALLED);
}

/* The action that the NPC performs, or is seen in; NULL: it waits without one. */
static const saved_name *saved_action(const loading *l, const saved_activity *s) {
    const saved_frame *top = &s->frames[s->depth - 1];
    if (top->lifecycle == BUSTLE_WAITING_FOR_ACTION) {
        return &l->names.actions[l->names.nodes[top->node].performs];
    }
    return s->record.action == NONE16 ? NULL : &l->names.actions[s->record.action];
}

/* One that cannot go on as it was is not seen any more, and the wait goes on. */
static uint16_t action_now(const loading *l, const npc *self, const saved_activity *s) {
    const saved_name *a = saved_action(l, s);
    const bool lost = a == NULL || a->id == BUSTLE_NONE ||
        ((self->e.flags & NPC_AWAITS) != 0 && a->changed && (self->e.flags & NPC_REPLACED) == 0);
    return lost ? NONE16 : (uint16_t)a->id;
}

/* What undoes something goes on with the next if it cannot with what it did. */
static bool apply_undo(loading *l, uint32_t slot, const saved_npc *n) {
    bustle_world *w = l->world;
    npc *self = npc_at(w, slot);
    const saved_activity *s = &n->activities[n->activity_count - 1];
    uint32_t top = POOL_NONE;
    const bool same = bsl_snapshot_goes_on_undoing(l, slot, n);
    const uint32_t whole = same ? apply_stack(l, slot, s, &top) : 0;
    if (!pool_reserve(&w->activities, &w->kept, 1) || !pool_reserve(&w->frames, &w->kept, 1)) {
        return bsl_snapshot_no_memory(l);
    }
    const bool acts = whole == s->depth;
    if (!acts) {
        bsl_snapshot_stop_acting(w, self);
    }
    if (top == POOL_NONE) {
        bsl_snapshot_begin_undoing(l, slot, &top);
    }
    if (failed(l) || top == POOL_NONE) {
        return !failed(l);
    }
    activity *a = bsl_pile_lay(w, self);
    const uint32_t below = a->below;
    *a = s->record;
    a->below = below;
    a->top = top;
    a->response = RESPONSE_UNDO;
    a->pending = pending_now(s, whole);
    a->action =
        acts && (self->e.flags & (NPC_ACTING | NPC_AWAITS)) != 0 ? action_now(l, self, s) : NONE16;
    if (!acts) {
        forget_interruption(a);
    }
    return true;
}

/* Lays an activity on the pile as far as it can go on: a main one of which nothing is left begins
 * anew, another is gone. */
static bool apply_activity(loading *l, uint32_t slot, const saved_activity *s, bool acts) {
    bustle_world *w = l->world;
    npc *self = npc_at(w, slot);
    const bool main = (s->record.flags & ACTIVITY_MAIN) != 0;
    uint32_t top = POOL_NONE;
    const uint32_t whole = apply_stack(l, slot, s, &top);
    if (failed(l)) {
        return false;
    }
    if (whole < s->depth && acts) {
        bsl_snapshot_stop_acting(w, self);
    }
    if (top == POOL_NONE && !main) {
        return note_npc(l, slot, LOST_ACTIVITY, lowest_sequence(l, s));
    }
    if (!pool_reserve(&w->activities, &w->kept, 1) || !pool_reserve(&w->frames, &w->kept, 1)) {
        return bsl_snapshot_no_memory(l);
    }
    if (top == POOL_NONE) {
        bsl_activity_start_main(w, self);
        return true;
    }
    activity *a = bsl_pile_lay(w, self);
    const uint32_t below = a->below;
    *a = s->record;
    a->below = below;
    a->top = top;
    a->response = main ? NONE16 : response_now(l, &s->record);
    a->flags &= a->response == NONE16 ? (uint8_t)~ACTIVITY_CUE : UINT8_MAX;
    a->pending = pending_now(s, whole);
    a->action = acts && whole == s->depth ? action_now(l, self, s) : NONE16;
    if (whole < s->depth) {
        forget_interruption(a);
    }
    return true;
}

static bool apply_activities(loading *l, uint32_t slot, const saved_npc *n) {
    for (uint32_t i = 0; i < n->activity_count; i++) {
        const bool acts =
            i + 1 == n->activity_count && (n->row.e.flags & (NPC_ACTING | NPC_AWAITS)) != 0;
        if (!(n->activities[i].undo ? apply_undo(l, slot, n)
                                    : apply_activity(l, slot, &n->activities[i], acts))) {
            return false;
        }
    }
    return true;
}

/* ---- Interruptions and memories ---- */

static bool apply_queued(loading *l, uint32_t slot, const saved_npc *n) {
    bustle_world *w = l->world;
    uint32_t *end = &npc_at(w, slot)->queue;
    if (!pool_reserve(&w->queued, &w->kept, n->queued_count)) {
        return bsl_snapshot_no_memory(l);
    }
    for (uint32_t i = 0; i < n->queued_count; i++) {
        const saved_name *name = &l->names.interruptions[n->queued[i].interruption];
        if (name->id == BUSTLE_NONE) {
            note_npc(l, slot, LOST_INTERRUPTION, name->name);
            continue;
        }
        const uint32_t index = pool_take(&w->queued);
        *end = index;
        queued_interruption *made = pool_at(&w->queued, index);
        *made = n->queued[i];
        made->next = POOL_NONE;
        made->interruption = (uint16_t)name->id;
        end = &made->next;
    }
    return !failed(l);
}

/* What the content has no more is left out. */
static void apply_memories(loading *l, uint32_t slot, const saved_npc *n) {
    for (int kind = 0; kind < 2; kind++) {
        remembered records[MEMORY_LIMIT];
        uint32_t count = 0;
        for (uint32_t i = 0; i < n->memory_counts[kind]; i++) {
            const remembered *m = &n->memories[kind][i];
            const uint32_t now = kind == BUSTLE_MEMORY_ACTION ? l->names.actions[m->what].id
                                                              : l->names.choices[m->what];
            records[count] = (remembered){now, m->spawn, m->time};
            count += now != BUSTLE_NONE && now != NONE16;
        }
        bsl_recall_restore(
            l->world, npc_at(l->world, slot), (bustle_memory_kind)kind, records, count);
    }
}

/* ---- All of it ---- */

static void apply_main(loading *l, uint32_t slot) {
    npc *self = npc_at(l->world, slot);
    const saved_sequence *q = &l->names.sequences[self->main];
    self->main = (uint16_t)q->id;
    if (q->id == BUSTLE_NONE) {
        self->main = persona_of(l->world, self)->main;
        if (daily_of(l->world, self) != NULL) {
            daily_of(l->world, self)->lost_main = true;
        }
        note_npc(l, slot, LOST_MAIN, q->name);
    }
}

/* The action that the NPC performs or is seen in; `replaced`: it went by a definition that was
 * replaced already. */
static void apply_action(loading *l, uint32_t slot, const saved_activity *top, bool replaced) {
    const saved_name *a = saved_action(l, top);
    if (a == NULL) {
        return;
    }
    if (a->id == BUSTLE_NONE) {
        note_npc(l, slot, LOST_ACTION, a->name);
    } else if ((a->changed || replaced) && !bsl_replaced_keep(l, slot)) {
        note_npc(l, slot, CHANGED_ACTION, a->name);
    }
}

static void apply_halt(loading *l, npc *self) {
    const uint32_t failed_id = l->names.sequences[self->now.failed].id;
    self->now.failed = failed_id == BUSTLE_NONE ? self->main : (uint16_t)failed_id;
    l->world->halted++;
}

bool bsl_snapshot_apply_npc(loading *l, uint32_t slot, const saved_npc *n) {
    npc *self = npc_at(l->world, slot);
    const entity e = self->e;
    const uint16_t flags = n->row.e.flags;
    *self = n->row;
    self->e = e;
    self->e.flags = flags & (uint16_t)~NPC_REPLACED;
    l->world->npcs++;
    bsl_snapshot_begin_day(l, slot);
    if (!bsl_snapshot_apply_life(l, slot, &n->life)) {
        return false;
    }
    apply_main(l, slot);
    bsl_snapshot_apply_main_of_role(l, slot, &n->life);
    if ((flags & (NPC_ACTING | NPC_AWAITS)) != 0) {
        apply_action(l, slot, &n->activities[n->activity_count - 1], (flags & NPC_REPLACED) != 0);
    } else if ((flags & NPC_HALTED) != 0) {
        apply_halt(l, self);
    }
    if (failed(l) || !bsl_snapshot_apply_places(l, slot, n) || !apply_activities(l, slot, n) ||
        !apply_queued(l, slot, n)) {
        return false;
    }
    bsl_snapshot_forget_places(l, n);
    apply_memories(l, slot, n);
    return !failed(l);
}
