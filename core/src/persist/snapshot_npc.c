/* What a save says of NPCs: what each does, its interruptions, activities and memories. This file
 * checks whether that agrees with itself; whoever applies it checks whether it fits the content. */
#include "decide/activity.h"
#include "decide/interruption.h"
#include "decide/recall.h"
#include "decide/wait.h"
#include "persist/snapshot_fields.h"

#define DEPTH_LIMIT 255u
#define ACTIVITY_LIMIT 257u /* with one that undoes something */

/* ---- The NPC ---- */

/* What it is busy with; the place is the number that saves have. */
static const uint32_t doings[] = {
    0, NPC_ACTING, NPC_WAITING, NPC_HALTED, NPC_HALTED | NPC_RESTARTS, NPC_AWAITS};
#define DOING (NPC_ACTING | NPC_WAITING | NPC_HALTED | NPC_RESTARTS | NPC_AWAITS)

static const uint32_t npc_flags[] = {NPC_HELD, NPC_KEPT_DUE, NPC_COLLECTED, NPC_TIMED, NPC_MOVED,
    NPC_REPLACED, NPC_TRIES, NPC_MAIN_DUE};

/* Flags that mean something only in what it is busy with. */
static uint32_t foreign_flags(uint32_t doing) {
    return ((doing & NPC_ACTING) != 0 ? 0u : (uint32_t)(NPC_TIMED | NPC_MOVED)) |
        ((doing & (NPC_ACTING | NPC_AWAITS)) != 0 ? 0u : (uint32_t)NPC_REPLACED);
}

VISITOR void visit_npc(archive *a, npc *self) {
    uint32_t doing = self->e.flags & DOING;
    uint32_t flags = self->e.flags & ~foreign_flags(doing);
    field_choice(a, &doing, doings, COUNT_OF(doings), "an NPC does nothing known");
    field_flags(a, &flags, npc_flags, COUNT_OF(npc_flags), "an NPC is of no kind");
    for (int i = 0; i < 4; i++) {
        field_word(a, &self->random[i]);
    }
    field_u32(a, &self->token);
    field_id(a, &self->main, a->names->sequence_count, "a sequence is none");
    if ((doing & NPC_HALTED) != 0) {
        field_id(a, &self->now.failed, a->names->sequence_count, "a sequence is none");
        field_u8(
            a, &self->now.pending.cause, BUSTLE_CAUSE_NO_MEETING_PLACE, "a failure has no cause");
    }
    if (doing != 0 && doing != NPC_HALTED) {
        field_due(a, &self->due);
    }
    if (!writes(a)) {
        self->e.flags = (uint16_t)(doing | flags);
    }
}

/* ---- Its queue ---- */

VISITOR void visit_queued(archive *a, queued_interruption *m) {
    uint32_t what = m->interruption * 2u + (m->kept ? 1 : 0);
    field_index(a, &what, 2 * a->names->interruption_count, "an interruption is none");
    field_u32(a, &m->epoch);
    field_entity(a, &m->from, &m->from_spawn);
    field_time(a, &m->time);
    if (!writes(a)) {
        m->interruption = (uint16_t)(what / 2);
        m->kept = what % 2;
    }
}

static void write_queue(archive *a, npc *self) {
    archive out = writing(a);
    put_number(a->out, bsl_interruption_count(a->world, self, true));
    for (uint32_t i = self->queue; i != POOL_NONE;) {
        queued_interruption *m = pool_at(&a->world->queued, i);
        visit_queued(&out, m);
        i = m->next;
    }
}

void bsl_snapshot_read_queue(archive *a, saved_npc *n) {
    loading *l = a->load;
    n->queued_count = bsl_get_count(&l->in, 4);
    n->queued = bsl_snapshot_take(l, n->queued_count, sizeof *n->queued);
    for (uint32_t i = 0; !failed(l) && i < n->queued_count; i++) {
        visit_queued(a, &n->queued[i]);
    }
}

/* ---- Stacks ---- */

static const uint32_t lifecycles[] = {BUSTLE_UNINITIALIZED, BUSTLE_PROCESSING,
    BUSTLE_WAITING_FOR_ACTION, BUSTLE_IN_SUBSEQUENCE, BUSTLE_EXECUTED, BUSTLE_INTERRUPTED,
    BUSTLE_FAILED, BUSTLE_WAITING_AT_NODE, BUSTLE_WAITING_AT_PHASE};

enum frame_parts {
    PART_FALLBACK = 1,
    PART_CLAIMS = 2,
    PART_HELD = 4,
    PARTS_BEFORE_SCENES = 8,
    PART_IN_SCENE = 8,
    PART_STAGES = 16,
    PARTS_BEFORE_OFFERS = 32,
    PART_HOLDS = 32,
    PARTS_BEFORE_ERRANDS = 64,
    PART_ERRAND = 64,
    PARTS = 128
};

/* The lifecycle above what it has, of which there was less before versions 4, 5 and 6; 0.1.0 had
 * that above the lifecycle. Returns what it has. */
static uint32_t read_frame_parts(archive *a, saved_frame *f) {
    const uint32_t version = a->load->sections[SECTION_ACTIVITIES].version;
    const uint32_t most = version >= 6 ? PARTS
        : version >= 5                 ? PARTS_BEFORE_ERRANDS
        : version >= 4                 ? PARTS_BEFORE_OFFERS
                                       : PARTS_BEFORE_SCENES;
    const uint32_t read = (uint32_t)read_number(a, UINT16_MAX, "a sequence is of no kind");
    const uint32_t lifecycle = a->load->sectioned ? read / most : read % 8;
    const uint32_t parts = a->load->sectioned ? read % most : read / 8;
    f->fallback = (parts & PART_FALLBACK) != 0;
    f->claims = (parts & PART_CLAIMS) != 0;
    f->held = (parts & PART_HELD) != 0;
    if (lifecycle >= COUNT_OF(lifecycles) || parts >= most || (f->held && !f->claims)) {
        bsl_reader_fail(&a->load->in, "a sequence stands where it cannot");
        return 0;
    }
    f->lifecycle = lifecycles[lifecycle];
    return parts;
}

VISITOR uint32_t write_frame_parts(archive *a, const saved_frame *f) {
    const uint32_t parts = (f->fallback ? PART_FALLBACK : 0u) + (f->claims ? PART_CLAIMS : 0u) +
        (f->held ? PART_HELD : 0u) + (f->in_scene != 0 ? PART_IN_SCENE : 0u) +
        (f->stages != 0 ? PART_STAGES : 0u) + (f->place != 0 ? PART_HOLDS : 0u) +
        (f->errand.there ? PART_ERRAND : 0u);
    uint32_t lifecycle = 0;
    while (lifecycle + 1 < COUNT_OF(lifecycles) && lifecycles[lifecycle] != f->lifecycle) {
        lifecycle++;
    }
    put_number(a->out, lifecycle * PARTS + parts);
    return parts;
}

VISITOR void visit_frame(archive *a, saved_frame *f) {
    const uint32_t parts = writes(a) ? write_frame_parts(a, f) : read_frame_parts(a, f);
    field_index(a, &f->node, a->names->node_count, "a node is none");
    field_entity(a, &f->target, &f->target_spawn);
    if (f->claims) {
        field_entity(a, &f->claimed, &f->claimed_spawn);
    }
    if ((parts & PART_IN_SCENE) != 0) {
        field_u32(a, &f->in_scene);
    }
    if ((parts & PART_STAGES) != 0) {
        field_u32(a, &f->stages);
    }
    if ((parts & PART_HOLDS) != 0) {
        field_u32(a, &f->place);
    }
    if ((parts & PART_ERRAND) != 0) {
        bsl_snapshot_visit_errand(a, &f->errand);
    }
}

static uint32_t number_of_scene(const bustle_world *w, uint32_t record) {
    return staged_at(w, member_at(w, record)->staged)->number;
}

static void write_frame(archive *a, const frame *f) {
    const claim_record *r = (f->where & FRAME_CLAIMS) != 0 ? claim_at(a->world, f->below) : NULL;
    saved_frame s = {.node = frame_node(f),
        .lifecycle = frame_state(f),
        .fallback = (f->where & FRAME_FALLBACK) != 0,
        .target = f->target,
        .target_spawn = f->target_spawn};
    if (r != NULL) {
        s.claims = true;
        s.held = r->held != 0;
        s.claimed = r->target;
        s.claimed_spawn = r->target_spawn;
    }
    if ((f->where & FRAME_PART) != 0) {
        s.in_scene = number_of_scene(a->world, part_record(a->world, f));
    }
    if ((f->where & FRAME_STAGES) != 0) {
        s.stages = number_of_scene(a->world, stager_record(a->world, f));
    }
    if ((f->where & FRAME_HOLDS) != 0) {
        s.place = bsl_snapshot_place_number(a->world, place_record(a->world, f));
    }
    if ((f->where & FRAME_ERRAND) != 0) {
        bsl_snapshot_get_errand(a->world, f, &s.errand);
    }
    archive out = writing(a);
    visit_frame(&out, &s);
}

/* The lowest first. */
static void write_stack(archive *a, uint32_t top) {
    const bustle_world *w = a->world;
    uint32_t frames[DEPTH_LIMIT];
    uint32_t depth = 0;
    for (uint32_t i = top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
        frames[depth++] = i;
    }
    put_number(a->out, depth);
    while (depth > 0) {
        write_frame(a, frame_at(w, frames[--depth]));
    }
}

/* Whether a node can be in this state, at this place of its stack. */
static bool lifecycle_fits(const saved_node *n, const saved_frame *f, bool on_top) {
    const bool stages = n->kind == BUSTLE_NODE_SCENE;
    const bool nests = n->kind == BUSTLE_NODE_SEQUENCE || n->kind == BUSTLE_NODE_REQUEST ||
        n->kind == BUSTLE_NODE_BODY;
    switch ((bustle_lifecycle)f->lifecycle) {
    case BUSTLE_IN_SUBSEQUENCE:
        return !on_top && (nests || (stages && n->as != STAGER));
    case BUSTLE_WAITING_FOR_ACTION:
    case BUSTLE_INTERRUPTED:
        return on_top && n->kind == BUSTLE_NODE_ACTION;
    case BUSTLE_WAITING_AT_NODE:
        return on_top && node_waits(n->kind);
    case BUSTLE_WAITING_AT_PHASE:
        return on_top && f->in_scene != 0;
    default:
        return on_top;
    }
}

static void read_frame(archive *a, saved_frame *f, bool on_top) {
    visit_frame(a, f);
    if (failed(a->load)) {
        return;
    }
    if (!lifecycle_fits(&a->names->nodes[f->node], f, on_top)) {
        bsl_reader_fail(&a->load->in, "a sequence stands where it cannot");
    } else if (f->claims && f->claimed == NOBODY) {
        bsl_reader_fail(&a->load->in, "a claim is on nobody");
    }
}

void bsl_snapshot_read_stack(archive *a, saved_activity *s) {
    loading *l = a->load;
    s->depth = (uint32_t)read_number(a, DEPTH_LIMIT, "a stack is too deep");
    s->frames = bsl_snapshot_take(l, s->depth, sizeof *s->frames);
    for (uint32_t i = 0; !failed(l) && i < s->depth; i++) {
        read_frame(a, &s->frames[i], i + 1 == s->depth);
    }
    if (!failed(l) && (s->depth == 0 || s->record.pending.level > s->depth)) {
        bsl_reader_fail(&l->in, "a stack is too low");
    }
}

/* ---- Activities ----
 *
 * The pile, the lowest first, all written alike. */

#define SAVED_UNDO 256u /* no flag of an activity */

static const uint32_t activity_flags[] = {ACTIVITY_MAIN, ACTIVITY_INTERRUPTED, ACTIVITY_REMEMBERS,
    ACTIVITY_TARGETED, ACTIVITY_PASSED_WAIT, ACTIVITY_TOOK_TIME, ACTIVITY_CUE, ACTIVITY_SUNK,
    SAVED_UNDO};

void bsl_snapshot_visit_failure(archive *a, failure *f) {
    static const uint32_t manners[] = {FAIL_NODE, FAIL_SEQUENCE, FAIL_UNCAUGHT, FAIL_ABOVE};
    uint32_t manner = f->manner;
    /* Causes have numbers of their own (S33). */
    field_u8(a, &f->cause, BUSTLE_CAUSE_NO_MEETING_PLACE, "a failure has no cause");
    if (f->cause == 0) {
        return;
    }
    field_u8(a, &f->level, DEPTH_LIMIT, "a stack is too deep");
    field_choice(a, &manner, manners, COUNT_OF(manners), "a failure is of no kind");
    if (writes(a)) {
        return;
    }
    f->manner = (uint8_t)manner;
    if (f->level == 0) {
        bsl_reader_fail(&a->load->in, "a failure is of nothing");
    }
}

static uint32_t top_lifecycle(const saved_activity *s) {
    return s->depth == 0 ? BUSTLE_UNINITIALIZED : s->frames[s->depth - 1].lifecycle;
}

/* All but the stack, and what comes after it. */
VISITOR void visit_activity(archive *a, activity *r, bool *undo) {
    uint32_t flags = r->flags | (*undo ? SAVED_UNDO : 0u);
    field_flags(a, &flags, activity_flags, COUNT_OF(activity_flags), "an activity is of no kind");
    if ((flags & ACTIVITY_CUE) != 0) {
        field_id(a, &r->response, a->names->cue_count, "a cue is none");
    } else if ((flags & SAVED_UNDO) == 0) {
        field_optional_id(a, &r->response, a->names->interruption_count, "an interruption is none");
    }
    field_i16(a, &r->priority, "a priority is out of range");
    field_u8(a, &r->failures, UINT8_MAX, "there are too many failures");
    bsl_snapshot_visit_failure(a, &r->pending);
    if (!writes(a)) {
        r->flags = (uint8_t)flags;
        *undo = (flags & SAVED_UNDO) != 0;
        r->response = *undo ? NONE16 : r->response;
    }
}

VISITOR void visit_wait(archive *a, activity *r) {
    uint32_t left = writes(a) ? bsl_wait_left(a->world, r) : 0;
    field_u32(a, &left);
    if (!writes(a)) {
        bsl_wait_set_left(a->world, r, left);
    }
    if ((r->flags & ACTIVITY_INTERRUPTED) == 0) {
        field_optional_id(a, &r->action, a->names->action_count, "an action is none");
    }
}

static bool is_waiting(uint32_t lifecycle) {
    return lifecycle == BUSTLE_WAITING_AT_NODE || lifecycle == BUSTLE_WAITING_AT_PHASE;
}

/* The action that is under way, or that is remembered; or how long it may wait at a node or a
 * phase, and the action that it is seen in. */
VISITOR void visit_action(archive *a, activity *r, uint32_t lifecycle) {
    const bool remembers = (r->flags & ACTIVITY_REMEMBERS) != 0;
    if (lifecycle == BUSTLE_WAITING_FOR_ACTION || remembers) {
        field_u32(a, &r->duration);
        field_u32(a, &r->spent);
        if (remembers) {
            field_time(a, &r->time);
        }
    } else if (is_waiting(lifecycle)) {
        visit_wait(a, r);
    }
}

static void write_pile(archive *a, npc *self) {
    archive out = writing(a);
    activity *pile[ACTIVITY_LIMIT];
    uint32_t count = 0;
    for (activity *r = &self->now; r != NULL && r->top != POOL_NONE; r = next_below(a->world, r)) {
        pile[count++] = r;
    }
    put_number(a->out, count);
    while (count > 0) {
        activity *r = pile[--count];
        bool undo = is_undo(r);
        visit_activity(&out, r, &undo);
        write_stack(a, r->top);
        visit_action(&out, r, frame_state(frame_at(a->world, r->top)));
    }
}

static void read_activity(archive *a, saved_activity *s) {
    visit_activity(a, &s->record, &s->undo);
    bsl_snapshot_read_stack(a, s);
    if (!failed(a->load)) {
        visit_action(a, &s->record, top_lifecycle(s));
    }
}

static void read_pile(archive *a, saved_npc *n) {
    loading *l = a->load;
    n->activity_count = (uint32_t)read_number(a, ACTIVITY_LIMIT, "there are too many activities");
    n->activities = bsl_snapshot_take(l, n->activity_count, sizeof *n->activities);
    for (uint32_t i = 0; !failed(l) && i < n->activity_count; i++) {
        read_activity(a, &n->activities[i]);
    }
}

/* ---- Memories ---- */

VISITOR void visit_memory(archive *a, remembered *m, bustle_memory_kind kind) {
    const bool of_actions = kind == BUSTLE_MEMORY_ACTION;
    const uint32_t known = of_actions ? a->names->action_count : a->names->choice_count;
    field_index(a, &m->what, known, "a memory is of nothing known");
    if (of_actions) {
        field_u32(a, &m->spawn);
    }
    field_time(a, &m->time);
}

static void write_memories(archive *a, npc *self, bustle_memory_kind kind) {
    archive out = writing(a);
    remembered records[MEMORY_LIMIT];
    const uint32_t count = bsl_recall_all(a->world, self, kind, records);
    put_number(a->out, count);
    for (uint32_t i = 0; i < count; i++) {
        visit_memory(&out, &records[i], kind);
    }
}

void bsl_snapshot_read_memories(archive *a, saved_npc *n, bustle_memory_kind kind) {
    loading *l = a->load;
    const uint32_t count = (uint32_t)read_number(a, UINT8_MAX, "there are too many memories");
    n->memories[kind] = bsl_snapshot_take(l, count, sizeof *n->memories[kind]);
    n->memory_counts[kind] = count;
    for (uint32_t i = 0; !failed(l) && i < count; i++) {
        visit_memory(a, &n->memories[kind][i], kind);
    }
}

/* ---- Writing ---- */

static void write_each(archive *a, void (*write)(archive *a, npc *self)) {
    const bustle_world *w = a->world;
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        const entity *e = entity_at(w, slot);
        if (e->spawn != 0 && definition_of(w, e)->npc) {
            write(a, npc_at(w, slot));
        }
    }
}

static void write_npc(archive *a, npc *self) {
    archive out = writing(a);
    visit_npc(&out, self);
}

static void write_went(archive *a, npc *self) {
    write_memories(a, self, BUSTLE_MEMORY_TRANSITION);
}

static void write_did(archive *a, npc *self) {
    write_memories(a, self, BUSTLE_MEMORY_ACTION);
}

void bsl_snapshot_write_npcs(archive *a) {
    write_each(a, write_npc);
}

void bsl_snapshot_write_queues(archive *a) {
    write_each(a, write_queue);
}

void bsl_snapshot_write_activities(archive *a) {
    write_each(a, write_pile);
}

void bsl_snapshot_write_transition_memories(archive *a) {
    write_each(a, write_went);
}

void bsl_snapshot_write_action_memories(archive *a) {
    write_each(a, write_did);
}

/* ---- Reading ---- */

/* What waits its turn performs nothing, and holds nothing but what it has kept when it was
 * interrupted. */
static bool waits(const saved_activity *s) {
    const bool interrupted = (s->record.flags & ACTIVITY_INTERRUPTED) != 0;
    for (uint32_t i = 0; i < s->depth; i++) {
        if (s->frames[i].held && !interrupted) {
            return false;
        }
    }
    return top_lifecycle(s) != BUSTLE_WAITING_FOR_ACTION;
}

/* What is remembered is of the action at which the stack stands, and only an action has a target:
 * that of its sequence. */
static bool memory_agrees(const saved_activity *s) {
    const bool remembers = (s->record.flags & ACTIVITY_REMEMBERS) != 0;
    const bool targeted = (s->record.flags & ACTIVITY_TARGETED) != 0;
    const bool acts = top_lifecycle(s) == BUSTLE_WAITING_FOR_ACTION;
    return (!remembers ||
               ((s->record.flags & ACTIVITY_INTERRUPTED) != 0 &&
                   top_lifecycle(s) == BUSTLE_INTERRUPTED)) &&
        (!targeted || ((acts || remembers) && s->frames[s->depth - 1].target != NOBODY));
}

/* Only a main activity that has just been put in, and one before which something is undone, may
 * wait its turn without having been interrupted. Below the main one are those that sank. */
static bool activity_agrees(
    const saved_activity *s, bool main, bool topmost, bool below_undo, uint32_t flags) {
    const bool interrupted = (s->record.flags & ACTIVITY_INTERRUPTED) != 0;
    const bool acts = topmost && (flags & NPC_ACTING) != 0;
    const bool awaits = topmost && (flags & NPC_AWAITS) != 0;
    const bool may_run = topmost && !interrupted && (flags & NPC_HELD) == 0;
    const bool of_cue = (s->record.flags & ACTIVITY_CUE) != 0;
    return ((s->record.flags & ACTIVITY_MAIN) != 0) == main && !(main && of_cue) &&
        memory_agrees(s) && (interrupted || top_lifecycle(s) != BUSTLE_INTERRUPTED) &&
        (interrupted || main || may_run || below_undo) && (may_run || waits(s)) &&
        (!s->undo || (may_run && !main && !of_cue)) &&
        acts == (top_lifecycle(s) == BUSTLE_WAITING_FOR_ACTION) &&
        awaits == (is_waiting(top_lifecycle(s)) && !interrupted);
}

static bool activities_agree(const saved_npc *n) {
    const uint32_t flags = n->row.e.flags;
    uint32_t sunk = 0;
    while (sunk < n->activity_count && (n->activities[sunk].record.flags & ACTIVITY_SUNK) != 0) {
        sunk++;
    }
    for (uint32_t i = 0; i < n->activity_count; i++) {
        const bool has_sunk = (n->activities[i].record.flags & ACTIVITY_SUNK) != 0;
        const bool below_undo = i + 2 == n->activity_count && n->activities[i + 1].undo;
        if (has_sunk != (i < sunk) || (has_sunk && i + 1 == n->activity_count) ||
            !activity_agrees(
                &n->activities[i], i == sunk, i + 1 == n->activity_count, below_undo, flags)) {
            return false;
        }
    }
    return (n->activity_count == 0) == ((flags & NPC_HALTED) != 0);
}

static bool flags_agree(uint32_t flags) {
    const bool acting = (flags & NPC_ACTING) != 0;
    const bool halted = (flags & NPC_HALTED) != 0;
    const bool held = (flags & NPC_HELD) != 0;
    const bool waiting = (flags & NPC_WAITING) != 0;
    const bool restarts = (flags & NPC_RESTARTS) != 0;
    const bool awaits = (flags & NPC_AWAITS) != 0;
    const bool tries = (flags & NPC_TRIES) != 0;
    const bool timed = acting || waiting || restarts || (awaits && !tries);
    return acting + halted + waiting + awaits <= 1 && (awaits || !tries) &&
        !(held && (acting || waiting || restarts || awaits)) && (!restarts || halted) &&
        !(halted && (flags & NPC_MAIN_DUE) != 0) && (flags & foreign_flags(flags)) == 0 &&
        (timed || (flags & NPC_COLLECTED) == 0);
}

static void read_sections(archive *a, saved_npc *n) {
    loading *l = a->load;
    bsl_snapshot_enter_section(l, SECTION_NPCS);
    visit_npc(a, &n->row);
    bsl_snapshot_leave_section(l, SECTION_NPCS);
    if (!failed(l) && bsl_snapshot_enter_section(l, SECTION_QUEUES)) {
        bsl_snapshot_read_queue(a, n);
        bsl_snapshot_leave_section(l, SECTION_QUEUES);
    }
    if (!failed(l) && bsl_snapshot_enter_section(l, SECTION_ACTIVITIES)) {
        read_pile(a, n);
        bsl_snapshot_leave_section(l, SECTION_ACTIVITIES);
    }
    if (!failed(l) && bsl_snapshot_enter_section(l, SECTION_TRANSITION_MEMORIES)) {
        bsl_snapshot_read_memories(a, n, BUSTLE_MEMORY_TRANSITION);
        bsl_snapshot_leave_section(l, SECTION_TRANSITION_MEMORIES);
    }
    if (!failed(l) && bsl_snapshot_enter_section(l, SECTION_ACTION_MEMORIES)) {
        bsl_snapshot_read_memories(a, n, BUSTLE_MEMORY_ACTION);
        bsl_snapshot_leave_section(l, SECTION_ACTION_MEMORIES);
    }
    if (!failed(l)) {
        bsl_snapshot_read_life(a, &n->life);
    }
    if (!failed(l)) {
        bsl_snapshot_read_places(a, n);
    }
}

bool bsl_snapshot_read_npc(archive *a, saved_npc *n) {
    loading *l = a->load;
    bsl_pile_init(&n->row);
    n->row.queue = POOL_NONE;
    if (l->sectioned) {
        read_sections(a, n);
    } else {
        bsl_snapshot_read_npc_0_1(a, n);
    }
    if (failed(l)) {
        return false;
    }
    const uint32_t flags = n->row.e.flags;
    if (!flags_agree(flags) || ((flags & NPC_COLLECTED) != 0 && !l->has_overdue)) {
        return bsl_reader_fail(&l->in, "an NPC does two things at once");
    }
    if (!activities_agree(n)) {
        return bsl_reader_fail(&l->in, "activities disagree with their NPC");
    }
    return bsl_snapshot_match_places(l, n);
}
