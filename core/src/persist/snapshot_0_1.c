/* NPCs in saves of 0.1.0, which had no sections: all of an NPC stood together, with the flags of
 * its row as they were, and the running activity apart from the interrupted ones. Everything else
 * in such a save is as it still is, without the heads of sections. */
#include "decide/recall.h"
#include "persist/snapshot_fields.h"

/* By the bits of 0.1.0; 0: was not saved, or is of the running activity. */
static const uint32_t flags_0_1[16] = {0, NPC_ACTING, NPC_TIMED, NPC_MOVED, NPC_WAITING, NPC_HELD,
    NPC_HALTED, NPC_RESTARTS, 0, 0, NPC_KEPT_DUE, 0, NPC_COLLECTED, 0, 0, NPC_REPLACED};
#define RUNNING_0_1 256u /* the topmost activity runs */
#define RESUMES_0_1 16384u /* ... but is to be resumed first */

static uint32_t read_flags(archive *a, uint32_t *bits) {
    uint32_t flags = 0;
    *bits = (uint32_t)read_number(a, UINT16_MAX, "an NPC is of no kind");
    for (uint32_t i = 0; i < 16; i++) {
        const uint32_t bit = *bits & 1u << i;
        if ((bit & ~(RUNNING_0_1 | RESUMES_0_1)) != 0 && flags_0_1[i] == 0) {
            bsl_reader_fail(&a->load->in, "an NPC is of no kind");
        }
        flags |= bit != 0 ? flags_0_1[i] : 0;
    }
    return flags;
}

/* What the running action had in the row. */
static void read_doing(archive *a, npc *row, uint32_t *target) {
    const uint32_t flags = row->e.flags;
    if ((flags & NPC_ACTING) != 0) {
        field_id(a, &row->now.action, a->names->action_count, "an action is none");
        field_slot(a, target);
        field_u32(a, &row->now.duration);
        field_u32(a, &row->now.spent);
    } else if ((flags & NPC_HALTED) != 0) {
        field_id(a, &row->now.failed, a->names->sequence_count, "a sequence is none");
        field_u8(a, &row->now.pending.cause, BUSTLE_CAUSE_STEPS, "a failure has no cause");
    }
    if ((flags & (NPC_ACTING | NPC_WAITING | NPC_RESTARTS)) != 0) {
        field_due(a, &row->due);
    }
}

static void read_response(archive *a, activity *r) {
    field_optional_id(a, &r->response, a->names->interruption_count, "an interruption is none");
    field_i16(a, &r->priority, "a priority is out of range");
}

/* The timeout is the action's. */
static void read_remembered(archive *a, activity *r, uint32_t *target) {
    uint32_t timeout = 0;
    uint32_t target_spawn = 0;
    field_time(a, &r->time);
    field_entity(a, target, &target_spawn);
    field_u32(a, &r->duration);
    field_u32(a, &r->spent);
    field_u32(a, &timeout);
}

/* An action had a target of its own, which was always that of its sequence. */
static void take_target(archive *a, saved_activity *s, uint32_t target) {
    if (failed(a->load) || target == NOBODY) {
        return;
    }
    s->record.flags |= ACTIVITY_TARGETED;
    if (s->frames[s->depth - 1].target != target) {
        bsl_reader_fail(&a->load->in, "an action has another target than its sequence");
    }
}

enum parts_0_1 { PART_REMEMBERS = 1, PART_FRESH = 2 };

static void read_interrupted(archive *a, saved_activity *s) {
    activity *r = &s->record;
    uint32_t target = NOBODY;
    const uint64_t parts = read_number(a, 3, "an activity is of no kind");
    r->flags |= (parts & PART_FRESH) != 0 ? 0 : ACTIVITY_INTERRUPTED;
    r->flags |= (parts & PART_REMEMBERS) != 0 ? ACTIVITY_REMEMBERS : 0;
    read_response(a, r);
    field_u8(a, &r->failures, UINT8_MAX, "there are too many failures");
    bsl_snapshot_visit_failure(a, &r->pending);
    if ((parts & PART_REMEMBERS) != 0) {
        read_remembered(a, r, &target);
    }
    bsl_snapshot_read_stack(a, s);
    take_target(a, s, target);
}

static void read_running(archive *a, const npc *row, uint32_t target, saved_activity *s) {
    activity *r = &s->record;
    r->duration = row->now.duration;
    r->spent = row->now.spent;
    r->failures = row->now.failures;
    read_response(a, r);
    bsl_snapshot_visit_failure(a, &r->pending);
    bsl_snapshot_read_stack(a, s);
    if (!failed(a->load) && (row->e.flags & NPC_ACTING) != 0 &&
        a->names->nodes[s->frames[s->depth - 1].node].performs != row->now.action) {
        bsl_reader_fail(&a->load->in, "an activity disagrees with its NPC");
    }
    take_target(a, s, target);
}

static void read_activities(archive *a, saved_npc *n, uint32_t bits, uint32_t target) {
    loading *l = a->load;
    const bool runs = (bits & RUNNING_0_1) != 0;
    const uint32_t suspended = (uint32_t)read_number(a, UINT8_MAX, "there are too many activities");
    n->activity_count = suspended + (runs ? 1 : 0);
    n->activities = bsl_snapshot_take(l, n->activity_count, sizeof *n->activities);
    for (uint32_t i = 0; !failed(l) && i < n->activity_count; i++) {
        saved_activity *s = &n->activities[i];
        s->record.flags = i == 0 ? ACTIVITY_MAIN : 0;
        if (i < suspended) {
            read_interrupted(a, s);
        } else {
            s->record.flags |= (bits & RESUMES_0_1) != 0 ? ACTIVITY_INTERRUPTED : 0;
            read_running(a, &n->row, target, s);
        }
    }
}

void bsl_snapshot_read_npc_0_1(archive *a, saved_npc *n) {
    npc *row = &n->row;
    uint32_t bits = 0;
    uint32_t target = NOBODY; /* of the action that runs */
    row->e.flags = (uint16_t)read_flags(a, &bits);
    for (int i = 0; i < 4; i++) {
        field_word(a, &row->random[i]);
    }
    field_u32(a, &row->token);
    field_u8(a, &row->now.failures, UINT8_MAX, "there are too many failures");
    field_id(a, &row->main, a->names->sequence_count, "a sequence is none");
    read_doing(a, row, &target);
    bsl_snapshot_read_queue(a, n);
    read_activities(a, n, bits, target);
    bsl_snapshot_read_memories(a, n, BUSTLE_MEMORY_TRANSITION);
    bsl_snapshot_read_memories(a, n, BUSTLE_MEMORY_ACTION);
}
