/* What a save says of the clock, of plans and of patches (S73 to S75): what the clock shows, the
 * plans with the sequences of their entries, and of each NPC what holds, and its patches. When it
 * is looked at again follows from that. If the content has changed, an entry goes on as long as the
 * plan still has it; otherwise the plan is looked at afresh. */
#include "persist/snapshot_fields.h"
#include "together/plan.h"
#include "together/role.h"
#include "world/clock.h"

#include "base/hash.h"

/* ---- The clock ---- */

/* The length of a day, or 0, and what it shows. */
void bsl_snapshot_write_clock(archive *a) {
    const bustle_world *w = a->world;
    put_number(a->out, (uint64_t)w->clock.day_ms);
    if (w->clock.day_ms > 0) {
        put_number(a->out, (uint64_t)clock_now(w));
    }
}

/* In days of another length it is the same minute of the same day. */
void bsl_snapshot_read_clock(archive *a) {
    loading *l = a->load;
    world_clock *c = &l->world->clock;
    if (!l->sectioned) {
        return; /* 0.1.0 had none */
    }
    const int64_t day_ms =
        (int64_t)read_number(a, (uint64_t)MOST_DAY_MS, "a day is of no possible length");
    if (failed(l) || day_ms == 0) {
        return;
    }
    int64_t time = (int64_t)read_number(a, 2 * LATEST_MS, "a time is out of range");
    if (!failed(l) && day_ms < LEAST_DAY_MS) {
        bsl_reader_fail(&l->in, "a day is of no possible length");
    }
    if (failed(l) || c->day_ms == 0) {
        return;
    }
    if (day_ms != c->day_ms) {
        bsl_snapshot_note_change(l, CHANGED_SETTING, 0, 0, "day");
        l->other_days = true;
        const int64_t latest = LATEST_CLOCK_MS / c->day_ms - 1;
        const int64_t day = time / day_ms < latest ? time / day_ms : latest;
        time = day * c->day_ms + time % day_ms * c->day_ms / day_ms;
    }
    c->ahead = time - l->world->now;
}

/* ---- The plans of the content ---- */

void bsl_snapshot_write_plans(archive *a) {
    const bustle_content *c = a->world->content;
    put_number(a->out, count_of(c, BUSTLE_KIND_PLAN));
    for (uint32_t i = 0; i < count_of(c, BUSTLE_KIND_PLAN); i++) {
        const plan *p = &c->plans[i];
        bsl_put_text(a->out, c->text + p->name);
        put_number(a->out, p->entry_count);
        for (uint32_t k = 0; k < p->entry_count; k++) {
            put_number(a->out, c->plan_entries[p->entries_at + k].sequence);
        }
    }
}

static void read_plan(archive *a, saved_plan *p, const char **last) {
    loading *l = a->load;
    p->name = bsl_snapshot_get_name(l, last);
    p->id = bsl_snapshot_find_name(l, BUSTLE_KIND_PLAN, p->name, GONE_PLAN);
    p->entry_count = bsl_get_count(&l->in, 1);
    p->sequences = bsl_snapshot_take(l, p->entry_count, sizeof *p->sequences);
    for (uint32_t i = 0; !failed(l) && i < p->entry_count; i++) {
        field_index(a, &p->sequences[i], a->names->sequence_count, "a sequence is none");
    }
    if (!failed(l) && p->entry_count > BUSTLE_MOST_PLAN_ENTRIES) {
        bsl_reader_fail(&l->in, "a plan has too many entries");
    }
}

void bsl_snapshot_read_plans(archive *a) {
    loading *l = a->load;
    saved_names *s = &l->names;
    const char *last = NULL;
    if (!l->sectioned) {
        return; /* 0.1.0 had none */
    }
    s->plan_count = bsl_get_count(&l->in, 2);
    s->plans = bsl_snapshot_take(l, s->plan_count, sizeof *s->plans);
    for (uint32_t i = 0; !failed(l) && i < s->plan_count; i++) {
        read_plan(a, &s->plans[i], &last);
    }
}

/* ---- Patches ---- */

VISITOR void visit_minutes(archive *a, uint16_t *minutes, uint16_t most) {
    uint32_t number = *minutes;
    field_index(a, &number, most + 1u, "an entry is at a time that there is not");
    *minutes = (uint16_t)number;
}

VISITOR void visit_day(archive *a, int64_t *day) {
    if (writes(a)) {
        put_signed(a->out, *day);
        return;
    }
    *day = bsl_get_signed(&a->load->in);
    if (*day < -(int64_t)LATEST_MS || *day > 2 * (int64_t)LATEST_MS) {
        bsl_reader_fail(&a->load->in, "a day is out of range");
        *day = 0;
    }
}

VISITOR void visit_patch(archive *a, patch *p) {
    plan_entry *e = &p->entry;
    uint32_t days = p->last_day == FOREVER ? 0 : (uint32_t)(p->last_day - p->first_day + 1);
    field_u32(a, &p->number);
    visit_day(a, &p->first_day);
    field_u32(a, &days);
    visit_minutes(a, &e->from, DAY_MINUTES - 1);
    visit_minutes(a, &e->to, 2 * DAY_MINUTES - 1);
    visit_minutes(a, &e->vary, DAY_MINUTES / 2);
    visit_minutes(a, &e->skip, DAY_MINUTES);
    field_id(a, &e->sequence, a->names->sequence_count, "a sequence is none");
    field_i16(a, &e->priority, "a priority is out of range");
    field_u8(a, &e->change, BUSTLE_REPLACING_NOW, "a change is of no kind");
    if (!writes(a)) {
        p->last_day = days == 0 ? FOREVER : p->first_day + days - 1;
    }
}

static bool is_possible(const patch *p) {
    const plan_entry *e = &p->entry;
    const int32_t length = e->to - e->from;
    return length > 0 && length <= DAY_MINUTES && e->vary <= length / 2 && e->skip <= length;
}

/* Numbers ascend, and none is above the last that was given. */
static void read_patch(archive *a, saved_day *s, patch *p) {
    const uint32_t before = s->patch_count == 0 ? 0 : s->patches[s->patch_count - 1].number;
    visit_patch(a, p);
    if (!failed(a->load) && (!is_possible(p) || p->number <= before || p->number > s->row.given)) {
        bsl_reader_fail(&a->load->in, "a patch is none that could be");
    }
    s->patch_count++;
}

/* ---- NPCs ---- */

/* What holds: the plan, the entry, its day, and when it was looked at. */
VISITOR void visit_held(archive *a, daily *d) {
    const int64_t now = clock_now(a->world);
    uint64_t ago = writes(a) && !d->fresh ? (uint64_t)(now - d->looked) : 0;
    field_optional_id(a, &d->plan, a->names->plan_count, "a plan is none");
    field_u32(a, &d->given);
    if (d->plan == NONE16) {
        return;
    }
    field_u32(a, &d->entry);
    visit_day(a, &d->day);
    field_u8(a, &d->fresh, 1, "a plan is of no kind");
    field_u64(a, &ago);
    if (!writes(a)) {
        d->looked = now - (int64_t)(ago > LATEST_MS ? LATEST_MS : ago);
    }
}

static void write_day(archive *out, uint32_t slot, daily *d) {
    const bustle_world *w = out->world;
    uint32_t count = 0;
    for (uint32_t i = d->patches; i != POOL_NONE; count++) {
        i = ((const patch *)pool_at(&w->patches, i))->next;
    }
    field_slot(out, &slot);
    visit_held(out, d);
    put_number(out->out, count);
    for (uint32_t i = d->patches; i != POOL_NONE;) {
        patch *p = pool_at(&w->patches, i);
        visit_patch(out, p);
        i = p->next;
    }
}

/* Those who have a plan or had a patch, in the order of rows; then nobody. */
void bsl_snapshot_write_days(archive *a) {
    const bustle_world *w = a->world;
    archive out = writing(a);
    uint32_t nobody = NOBODY;
    for (uint32_t slot = 0; w->has_plans && slot < w->page_count << PAGE_SHIFT; slot++) {
        const entity *e = entity_at(w, slot);
        daily *d = e->spawn != 0 && definition_of(w, e)->npc ? daily_of(w, npc_at(w, slot)) : NULL;
        if (d != NULL && (d->plan != NONE16 || d->given > 0)) {
            write_day(&out, slot, d);
        }
    }
    field_slot(&out, &nobody);
}

/* Whether what holds is one of the plan's entries, or a patch that is there. */
static bool holds_something(const loading *l, const saved_day *s) {
    if (s->row.plan == NONE16) {
        return true;
    }
    bool found = s->row.entry < l->names.plans[s->row.plan].entry_count;
    for (uint32_t i = 0; i < s->patch_count; i++) {
        found = found || s->row.entry == PATCH_ENTRY + s->patches[i].number;
    }
    return found;
}

static bool read_day(archive *a, saved_day *s) {
    loading *l = a->load;
    *s = (saved_day){.row = {.entry = BUSTLE_NONE, .plan = NONE16}};
    visit_held(a, &s->row);
    const uint32_t count = bsl_get_count(&l->in, 1);
    if (!failed(l) && count > BUSTLE_MOST_PATCHES) {
        bsl_reader_fail(&l->in, "there are too many patches");
    }
    for (uint32_t i = 0; !failed(l) && i < count; i++) {
        read_patch(a, s, &s->patches[i]);
    }
    if (!failed(l) && !holds_something(l, s)) {
        bsl_reader_fail(&l->in, "an entry holds that there is not");
    }
    return !failed(l);
}

/* ---- Putting it into a world ---- */

/* Those whose sequence is gone go. */
static bool apply_patches(loading *l, uint32_t slot, saved_day *s) {
    bustle_world *w = l->world;
    daily *d = daily_of(w, npc_at(w, slot));
    uint32_t *link = &d->patches;
    if (!pool_reserve(&w->patches, &w->kept, s->patch_count)) {
        return bsl_snapshot_no_memory(l);
    }
    for (uint32_t i = 0; i < s->patch_count; i++) {
        patch p = s->patches[i];
        const saved_sequence *q = &l->names.sequences[p.entry.sequence];
        if (q->id == BUSTLE_NONE) {
            bsl_snapshot_note_change(l, LOST_PATCH, slot, entity_at(w, slot)->spawn, q->name);
            continue;
        }
        p.entry.sequence = (uint16_t)q->id;
        p.next = POOL_NONE;
        *link = pool_take(&w->patches);
        patch *made = pool_at(&w->patches, *link);
        *made = p;
        link = &made->next;
    }
    return !failed(l);
}

/* Whether what held still is there, with the same sequence. */
static bool goes_on(const loading *l, const npc *self, const saved_day *s) {
    const saved_plan *saved = &l->names.plans[s->row.plan];
    const uint16_t plan_id = persona_of(l->world, self)->plan;
    if (saved->id == BUSTLE_NONE || saved->id != plan_id) {
        return false;
    }
    const plan_entry *e = bsl_plan_entry(l->world, self, s->row.entry);
    return e != NULL &&
        (s->row.entry >= saved->entry_count ||
            e->sequence == l->names.sequences[saved->sequences[s->row.entry]].id);
}

static void apply_held(loading *l, uint32_t slot, const saved_day *s) {
    bustle_world *w = l->world;
    npc *self = npc_at(w, slot);
    daily *d = daily_of(w, self);
    const persona *p = persona_of(w, self);
    if (s->row.plan == NONE16) {
        return;
    }
    d->plan = p->plan; /* by which the entry is looked up */
    if (p->plan != NONE16 && goes_on(l, self, s)) {
        d->entry = s->row.entry;
        d->day = s->row.day;
        d->looked = s->row.looked;
        d->fresh = s->row.fresh || l->other_days;
        return;
    }
    d->plan = NONE16;
    if (p->plan == NONE16) {
        bsl_role_change_main(w, slot, p->main, (bustle_replacing)p->replacing);
    }
}

static bool is_there(const bustle_world *w, uint32_t slot) {
    const bool row = slot < w->page_count << PAGE_SHIFT;
    return row && entity_at(w, slot)->spawn != 0 && definition_of(w, entity_at(w, slot))->npc;
}

/* Of one that was left out, or can have no plan any more, nothing is left. */
static void apply_day(loading *l, uint32_t slot, saved_day *s) {
    bustle_world *w = l->world;
    if (!is_there(w, slot)) {
        return;
    }
    npc *self = npc_at(w, slot);
    daily *d = daily_of(w, self);
    if (d == NULL) {
        if (s->row.plan != NONE16 && life_of(w, self) != NULL) {
            const persona *p = persona_of(w, self);
            bsl_role_change_main(w, slot, p->main, (bustle_replacing)p->replacing);
        } else if (s->row.plan != NONE16) {
            self->main = persona_of(w, self)->main;
        }
        return;
    }
    if (d->given != 0 || d->plan != NONE16) {
        bsl_reader_fail(&l->in, "an NPC has two plans");
        return;
    }
    d->given = s->row.given;
    if (apply_patches(l, slot, s)) {
        apply_held(l, slot, s);
    }
}

void bsl_snapshot_read_days(archive *a) {
    uint32_t slot = NOBODY;
    saved_day s;
    if (!a->load->sectioned) {
        return; /* 0.1.0 had none */
    }
    field_slot(a, &slot);
    while (!failed(a->load) && slot != NOBODY && read_day(a, &s)) {
        apply_day(a->load, slot, &s);
        slot = NOBODY;
        field_slot(a, &slot);
    }
}

void bsl_snapshot_begin_day(loading *l, uint32_t slot) {
    const bustle_world *w = l->world;
    const char *name = bsl_rows_name_at(w, slot);
    bsl_plan_init_row(l->world, slot, name == NULL ? entity_at(w, slot)->spawn : fnv_text(name));
}

bool bsl_snapshot_settle_day(loading *l, uint32_t slot) {
    bustle_world *w = l->world;
    npc *self = npc_at(w, slot);
    daily *d = daily_of(w, self);
    if (d == NULL) {
        return true;
    }
    const plan_entry *e = bsl_plan_entry(w, self, d->entry);
    if (d->lost_main && e != NULL) {
        self->main = e->sequence;
    }
    d->lost_main = false;
    if (!bsl_plan_queue_reserve(w)) {
        return bsl_snapshot_no_memory(l);
    }
    bsl_plan_settle(w, slot);
    return true;
}
