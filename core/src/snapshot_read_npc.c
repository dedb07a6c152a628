/* Reading what a save says of an NPC: what it does, its stacks, interruptions and memories. Whether
 * that agrees with itself is checked here, whether it fits the content where it is applied. */
#include "snapshot.h"

static uint32_t get_u32(loading *l) {
    return (uint32_t)get_up_to(&l->in, UINT32_MAX, "a number of 32 bits has more");
}

/* The time of something at most 2^32 ms ago. */
static uint32_t get_time(loading *l) {
    return (uint32_t)l->world->now - get_u32(l);
}

static uint32_t get_slot(loading *l) {
    const uint64_t slot = get_up_to(&l->in, l->slots, "a row is out of range");
    return slot == 0 ? NOBODY : (uint32_t)slot - 1;
}

reference get_reference(loading *l) {
    reference r = {.slot = get_slot(l)};
    r.spawn = r.slot == NOBODY ? 0 : get_u32(l);
    return r;
}

/* An index into a table of the save, one less than the number; 0: none. */
static uint32_t get_optional(loading *l, uint32_t count, const char *problem) {
    const uint64_t number = get_up_to(&l->in, count, problem);
    return number == 0 ? BUSTLE_NONE : (uint32_t)number - 1;
}

static uint32_t get_index(loading *l, uint32_t count, const char *problem) {
    const uint64_t index = get_number(&l->in);
    if (index >= count) {
        reader_fail(&l->in, problem);
        return 0;
    }
    return (uint32_t)index;
}

/* ---- Stacks ---- */

/* Whether a node can be in this state, at this place of its stack. */
static bool lifecycle_fits(const saved_node *n, uint8_t lifecycle, bool on_top) {
    switch ((bustle_lifecycle)lifecycle) {
    case BUSTLE_IN_SUBSEQUENCE:
        return !on_top && n->kind == BUSTLE_NODE_SEQUENCE;
    case BUSTLE_WAITING_FOR_ACTION:
    case BUSTLE_INTERRUPTED:
        return on_top && n->kind == BUSTLE_NODE_ACTION;
    default:
        return on_top;
    }
}

static void read_frame(loading *l, saved_frame *f, bool on_top) {
    f->parts = (uint8_t)get_up_to(&l->in, 63, "a sequence is of no kind");
    f->node = get_index(l, l->names.node_count, "a node is none");
    if (failed(l)) {
        return;
    }
    const uint8_t lifecycle = f->parts & PART_LIFECYCLE;
    const bool claims = (f->parts & PART_CLAIMS) != 0;
    if (lifecycle > BUSTLE_FAILED || !lifecycle_fits(&l->names.nodes[f->node], lifecycle, on_top) ||
        (!claims && (f->parts & PART_HELD) != 0)) {
        reader_fail(&l->in, "a sequence stands where it cannot");
    }
    f->target = get_reference(l);
    f->claimed = claims ? get_reference(l) : (reference){NOBODY, 0};
    if (claims && f->claimed.slot == NOBODY) {
        reader_fail(&l->in, "a claim is on nobody");
    }
}

#define DEPTH_LIMIT 255

static bool read_stack(loading *l, saved_activity *a) {
    a->depth = (uint32_t)get_up_to(&l->in, DEPTH_LIMIT, "a stack is too deep");
    a->frames = take(l, a->depth, sizeof *a->frames);
    for (uint32_t i = 0; !failed(l) && i < a->depth; i++) {
        read_frame(l, &a->frames[i], i + 1 == a->depth);
    }
    if (!failed(l) && (a->depth == 0 || a->pending.level > a->depth)) {
        reader_fail(&l->in, "a stack is too low");
    }
    return !failed(l);
}

/* ---- Activities ---- */

static failure get_failure(loading *l) {
    failure f = {.cause = (uint8_t)get_up_to(&l->in, BUSTLE_CAUSE_STEPS, "a failure has no cause")};
    if (f.cause != 0) {
        f.level = (uint8_t)get_up_to(&l->in, DEPTH_LIMIT, "a stack is too deep");
        f.manner = (uint8_t)get_up_to(&l->in, FAIL_UNCAUGHT, "a failure is of no kind");
        if (f.level == 0) {
            reader_fail(&l->in, "a failure is of nothing");
        }
    }
    return f;
}

static void read_response(loading *l, saved_activity *a) {
    a->response = get_optional(l, l->names.interruption_count, "an interruption is none");
    const int64_t priority = get_signed(&l->in);
    if (priority < INT16_MIN || priority > INT16_MAX) {
        reader_fail(&l->in, "a priority is out of range");
    }
    a->priority = (int16_t)priority;
}

static uint8_t top_lifecycle(const saved_activity *a) {
    return a->frames[a->depth - 1].parts & PART_LIFECYCLE;
}

static bool read_interrupted(loading *l, saved_activity *a, bool lowest) {
    a->parts = (uint8_t)get_up_to(&l->in, PART_REMEMBERS | PART_FRESH, "an activity is of no kind");
    read_response(l, a);
    a->failures = (uint8_t)get_up_to(&l->in, UINT8_MAX, "there are too many failures");
    a->pending = get_failure(l);
    if ((a->parts & PART_REMEMBERS) != 0) {
        a->time = get_time(l);
        a->target = get_reference(l);
        a->duration = get_u32(l);
        a->spent = get_u32(l);
        a->timeout = get_u32(l);
    }
    if (failed(l) || !read_stack(l, a)) {
        return false;
    }
    for (uint32_t i = 0; i < a->depth; i++) {
        if ((a->frames[i].parts & PART_HELD) != 0) {
            return reader_fail(&l->in, "an interrupted activity holds a claim");
        }
    }
    const bool waits = top_lifecycle(a) == BUSTLE_INTERRUPTED;
    if (top_lifecycle(a) == BUSTLE_WAITING_FOR_ACTION ||
        (!waits && (a->parts & PART_REMEMBERS) != 0) || (!lowest && (a->parts & PART_FRESH) != 0)) {
        return reader_fail(&l->in, "an interrupted activity is not");
    }
    return true;
}

static bool read_running(loading *l, const saved_npc *n, saved_activity *a) {
    read_response(l, a);
    a->failures = n->failures;
    a->pending = get_failure(l);
    if (failed(l) || !read_stack(l, a)) {
        return false;
    }
    const bool acting = (n->flags & NPC_ACTING) != 0;
    const uint8_t lifecycle = top_lifecycle(a);
    if (acting != (lifecycle == BUSTLE_WAITING_FOR_ACTION) ||
        (acting && l->names.nodes[a->frames[a->depth - 1].node].performs != n->action) ||
        (lifecycle == BUSTLE_INTERRUPTED &&
            ((n->flags & NPC_RESUMES) == 0 || a->pending.cause == 0))) {
        return reader_fail(&l->in, "an activity disagrees with its NPC");
    }
    return true;
}

#define SUSPENDED_LIMIT 255

static bool read_activities(loading *l, saved_npc *n) {
    const uint32_t suspended =
        (uint32_t)get_up_to(&l->in, SUSPENDED_LIMIT, "there are too many activities");
    const bool runs = (n->flags & NPC_RUNNING) != 0;
    n->activity_count = suspended + (runs ? 1 : 0);
    n->activities = take(l, n->activity_count, sizeof *n->activities);
    for (uint32_t i = 0; !failed(l) && i < suspended; i++) {
        read_interrupted(l, &n->activities[i], i == 0);
    }
    if (!failed(l) && runs) {
        read_running(l, n, &n->activities[suspended]);
    }
    if (!failed(l) && (n->activity_count == 0) != ((n->flags & NPC_HALTED) != 0)) {
        reader_fail(&l->in, "an NPC has nothing to do and has not halted, or the other way round");
    }
    return !failed(l);
}

/* ---- Interruptions and memories ---- */

static bool read_messages(loading *l, saved_npc *n) {
    n->message_count = get_count(&l->in, 4);
    n->messages = take(l, n->message_count, sizeof *n->messages);
    for (uint32_t i = 0; !failed(l) && i < n->message_count; i++) {
        saved_message *m = &n->messages[i];
        const uint64_t what = get_number(&l->in);
        if (what / 2 >= l->names.interruption_count) {
            return reader_fail(&l->in, "an interruption is none");
        }
        m->interruption = (uint32_t)(what / 2);
        m->kept = what % 2 != 0;
        m->epoch = get_u32(l);
        m->from = get_reference(l);
        m->time = get_time(l);
    }
    return !failed(l);
}

static bool read_memories(loading *l, saved_npc *n, bustle_memory_kind kind) {
    const bool of_actions = kind == BUSTLE_MEMORY_ACTION;
    const uint32_t known = of_actions ? l->names.action_count : l->names.choice_count;
    const uint32_t count = (uint32_t)get_up_to(&l->in, UINT8_MAX, "there are too many memories");
    saved_memory *memories = take(l, count, sizeof *memories);
    for (uint32_t i = 0; !failed(l) && i < count; i++) {
        memories[i].what = get_index(l, known, "a memory is of nothing known");
        memories[i].spawn = of_actions ? get_u32(l) : 0;
        memories[i].time = get_time(l);
    }
    n->memories[kind] = memories;
    n->memory_counts[kind] = count;
    return !failed(l);
}

/* ---- All of it ---- */

static bool flags_agree(uint32_t flags) {
    const bool acting = (flags & NPC_ACTING) != 0;
    const bool halted = (flags & NPC_HALTED) != 0;
    const bool held = (flags & NPC_HELD) != 0;
    const bool runs = (flags & NPC_RUNNING) != 0;
    const bool waits = (flags & NPC_WAITING) != 0;
    const bool restarts = (flags & NPC_RESTARTS) != 0;
    return (flags & ~(uint32_t)(SAVED_FLAGS)) == 0 && acting + halted + waits <= 1 &&
        !(held && (acting || waits || runs || restarts)) && !(halted && runs) &&
        (!acting || runs) && (!restarts || halted) && ((flags & NPC_RESUMES) == 0 || runs) &&
        (acting || (flags & (NPC_TIMED | NPC_MOVED | NPC_FORMER)) == 0) &&
        (acting || waits || restarts || (flags & NPC_COLLECTED) == 0);
}

static void read_doing(loading *l, saved_npc *n) {
    if ((n->flags & NPC_ACTING) != 0) {
        n->action = get_index(l, l->names.action_count, "an action is none");
        n->target = get_slot(l);
        n->duration = get_u32(l);
        n->spent = get_u32(l);
    } else if ((n->flags & NPC_HALTED) != 0) {
        n->action = get_index(l, l->names.sequence_count, "a sequence is none");
        n->cause = (uint8_t)get_up_to(&l->in, BUSTLE_CAUSE_STEPS, "a failure has no cause");
    }
    if ((n->flags & (NPC_ACTING | NPC_WAITING | NPC_RESTARTS)) != 0) {
        n->due = (uint32_t)((uint64_t)l->world->now + (uint64_t)get_signed(&l->in));
    }
}

bool read_npc(loading *l, saved_npc *n) {
    const uint64_t flags = get_up_to(&l->in, UINT16_MAX, "an NPC is of no kind");
    if (!flags_agree((uint32_t)flags) || ((flags & NPC_COLLECTED) != 0 && !l->has_overdue)) {
        return reader_fail(&l->in, "an NPC does two things at once");
    }
    n->flags = (uint16_t)(flags & ~(uint64_t)NPC_FORMER);
    n->former = (flags & NPC_FORMER) != 0;
    for (int i = 0; i < 4; i++) {
        n->random[i] = get_word(&l->in);
    }
    n->token = get_u32(l);
    n->failures = (uint8_t)get_up_to(&l->in, UINT8_MAX, "there are too many failures");
    n->main = get_index(l, l->names.sequence_count, "a sequence is none");
    read_doing(l, n);
    return !failed(l) && read_messages(l, n) && read_activities(l, n) &&
        read_memories(l, n, BUSTLE_MEMORY_TRANSITION) && read_memories(l, n, BUSTLE_MEMORY_ACTION);
}
