/* NPCs in saves of 0.1.0, which had no sections: all of an NPC stood together, with the flags of
 * its row as they were, and the running activity apart from the interrupted ones. Everything else
 * in such a save is as it still is, without the heads of sections. */
#include "snapshot_fields.h"

/* By the bits of 0.1.0; 0: was not saved. */
static const uint32_t flags_0_1[16] = {0, NPC_ACTING, NPC_TIMED, NPC_MOVED, NPC_WAITING, NPC_HELD,
    NPC_HALTED, NPC_RESTARTS, NPC_RUNNING, 0, NPC_KEPT_DUE, 0, NPC_COLLECTED, 0, NPC_RESUMES,
    NPC_FORMER};
#define OF_RUNNING (NPC_RUNNING | NPC_RESUMES | NPC_TIMED | NPC_MOVED | NPC_FORMER)

static uint32_t read_flags(archive *a) {
    const uint32_t bits = (uint32_t)read_number(a, UINT16_MAX, "an NPC is of no kind");
    uint32_t flags = 0;
    for (uint32_t i = 0; i < 16; i++) {
        if ((bits >> i & 1) != 0 && flags_0_1[i] == 0) {
            reader_fail(&a->load->in, "an NPC is of no kind");
        }
        flags |= (bits >> i & 1) != 0 ? flags_0_1[i] : 0;
    }
    return flags;
}

/* What the running action had in the row. */
static void read_doing(archive *a, npc *row, uint32_t flags) {
    if ((flags & NPC_ACTING) != 0) {
        field_id(a, &row->action, a->names->action_count, "an action is none");
        field_slot(a, &row->target);
        field_u32(a, &row->duration);
        field_u32(a, &row->spent);
    } else if ((flags & NPC_HALTED) != 0) {
        field_id(a, &row->action, a->names->sequence_count, "a sequence is none");
        field_u8(a, &row->pending.cause, BUSTLE_CAUSE_STEPS, "a failure has no cause");
    }
    if ((flags & (NPC_ACTING | NPC_WAITING | NPC_RESTARTS)) != 0) {
        field_due(a, &row->due);
    }
}

static void read_response(archive *a, activity *r) {
    field_optional_id(a, &r->response, a->names->interruption_count, "an interruption is none");
    field_i16(a, &r->priority, "a priority is out of range");
}

static void read_interrupted(archive *a, saved_activity *s) {
    static const uint32_t parts[] = {ACTIVITY_REMEMBERS, ACTIVITY_FRESH};
    activity *r = &s->record;
    field_flags(a, &s->flags, parts, COUNT_OF(parts), "an activity is of no kind");
    read_response(a, r);
    field_u8(a, &r->failures, UINT8_MAX, "there are too many failures");
    visit_failure(a, &r->pending);
    if ((s->flags & ACTIVITY_REMEMBERS) != 0) {
        field_time(a, &r->time);
        field_entity(a, &r->target, &r->target_spawn);
        field_u32(a, &r->duration);
        field_u32(a, &r->spent);
        field_u32(a, &r->timeout);
    }
    read_stack(a, s);
}

static void read_running(archive *a, const npc *row, saved_activity *s) {
    activity *r = &s->record;
    r->target = row->target;
    r->duration = row->duration;
    r->spent = row->spent;
    r->failures = row->failures;
    read_response(a, r);
    visit_failure(a, &r->pending);
    read_stack(a, s);
    if (!failed(a->load) && (row->e.flags & NPC_ACTING) != 0 &&
        a->names->nodes[s->frames[s->depth - 1].node].performs != row->action) {
        reader_fail(&a->load->in, "an activity disagrees with its NPC");
    }
}

static void read_activities(archive *a, saved_npc *n, uint32_t flags) {
    loading *l = a->load;
    const bool runs = (flags & NPC_RUNNING) != 0;
    const uint32_t suspended = (uint32_t)read_number(a, UINT8_MAX, "there are too many activities");
    n->activity_count = suspended + (runs ? 1 : 0);
    n->activities = take(l, n->activity_count, sizeof *n->activities);
    for (uint32_t i = 0; !failed(l) && i < n->activity_count; i++) {
        saved_activity *s = &n->activities[i];
        s->flags = i == 0 ? NPC_MAIN : 0;
        s->record.target = NOBODY;
        if (i < suspended) {
            read_interrupted(a, s);
        } else {
            s->flags |= flags & OF_RUNNING;
            read_running(a, &n->row, s);
        }
    }
}

void read_npc_0_1(archive *a, saved_npc *n) {
    npc *row = &n->row;
    const uint32_t flags = read_flags(a);
    row->e.flags = (uint16_t)(flags & ~(uint32_t)OF_RUNNING);
    for (int i = 0; i < 4; i++) {
        field_word(a, &row->random[i]);
    }
    field_u32(a, &row->token);
    field_u8(a, &row->failures, UINT8_MAX, "there are too many failures");
    field_id(a, &row->main, a->names->sequence_count, "a sequence is none");
    read_doing(a, row, flags);
    read_queue(a, n);
    read_activities(a, n, flags);
    read_memories(a, n, BUSTLE_MEMORY_TRANSITION);
    read_memories(a, n, BUSTLE_MEMORY_ACTION);
}
