/* Plans: what is the main sequence of an NPC at which time (S74). An NPC has the same row, whatever
 * its plan says; a change of entry replaces its main sequence as a change of role does. */
#include "together/plan.h"
#include "decide/turn.h"
#include "observe/event.h"
#include "observe/trace.h"
#include "together/role.h"
#include "world/clock.h"
#include "world/world.h"

/* ---- Room ---- */

static bool init_agenda(bustle_world *w, agenda *a) {
    a->spans = bsl_heap_zeroed(&w->heap, w->plan_span_capacity * sizeof *a->spans);
    a->by_priority = bsl_heap_zeroed(&w->heap, w->plan_span_capacity * sizeof *a->by_priority);
    return a->spans != NULL && a->by_priority != NULL;
}

static void release_agenda(bustle_world *w, agenda *a) {
    bsl_heap_free(&w->heap, a->spans, w->plan_span_capacity * sizeof *a->spans);
    bsl_heap_free(&w->heap, a->by_priority, w->plan_span_capacity * sizeof *a->by_priority);
}

bool bsl_plan_init(bustle_world *w) {
    const uint32_t count = count_of(w->content, BUSTLE_KIND_PLAN);
    uint32_t most = 0;
    bsl_pool_init(&w->patches, sizeof(patch));
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t entries = w->content->plans[i].entry_count;
        most = entries > most ? entries : most;
    }
    w->plan_span_capacity = count == 0 ? 0 : (most + BUSTLE_MOST_PATCHES) * AGENDA_DAYS;
    return count == 0 || (init_agenda(w, &w->agenda) && init_agenda(w, &w->asked_agenda));
}

void bsl_plan_release(bustle_world *w) {
    plan_queue *q = &w->plan_queue;
    release_agenda(w, &w->agenda);
    release_agenda(w, &w->asked_agenda);
    bsl_heap_free(&w->heap, q->list, q->capacity * sizeof *q->list);
    bsl_pool_release(&w->patches, &w->heap);
}

bool bsl_plan_reserve_spawn(bustle_world *w, const definition *d) {
    return !d->plans || bsl_plan_queue_reserve(w);
}

/* ---- Rows ---- */

void bsl_plan_init_row(bustle_world *w, uint32_t slot, uint32_t who) {
    daily *d = daily_of(w, npc_at(w, slot));
    if (d != NULL) {
        *d = (daily){.entry = BUSTLE_NONE,
            .place = NOBODY,
            .patches = POOL_NONE,
            .who = who,
            .plan = NONE16};
    }
}

static patch *patch_of(const bustle_world *w, const daily *d, uint32_t number) {
    for (uint32_t i = d->patches; i != POOL_NONE;) {
        patch *p = pool_at(&w->patches, i);
        if (p->number == number) {
            return p;
        }
        i = p->next;
    }
    return NULL;
}

const plan_entry *bsl_plan_entry(const bustle_world *w, const npc *self, uint32_t number) {
    const daily *d = daily_of(w, self);
    if (number == BUSTLE_NONE || d->plan == NONE16) {
        return NULL;
    }
    const plan *p = &w->content->plans[d->plan];
    if (number < p->entry_count) {
        return &w->content->plan_entries[p->entries_at + number];
    }
    const patch *added = number > PATCH_ENTRY ? patch_of(w, d, number - PATCH_ENTRY) : NULL;
    return added == NULL ? NULL : &added->entry;
}

/* Those whose last day's have ended, but for the one that holds. */
static void drop_ended(bustle_world *w, daily *d) {
    for (uint32_t *link = &d->patches; *link != POOL_NONE;) {
        const uint32_t index = *link;
        patch *p = pool_at(&w->patches, index);
        const bool lasts = p->last_day == FOREVER || d->entry == PATCH_ENTRY + p->number ||
            p->last_day * w->clock.day_ms + clock_minutes(&w->clock, p->entry.to) > d->looked;
        if (lasts) {
            link = &p->next;
        } else {
            *link = p->next;
            pool_give(&w->patches, index);
        }
    }
}

void bsl_plan_forget(bustle_world *w, uint32_t slot) {
    daily *d = daily_of(w, npc_at(w, slot));
    if (d == NULL) {
        return;
    }
    bsl_plan_queue_take(w, slot);
    while (d->patches != POOL_NONE) {
        const uint32_t index = d->patches;
        d->patches = ((const patch *)pool_at(&w->patches, index))->next;
        pool_give(&w->patches, index);
    }
}

/* ---- Looking ---- */

/* When it is to be looked at again. What has been gathered is its own, or of no day. */
static void enlist(bustle_world *w, uint32_t slot, int64_t since) {
    daily *d = daily_of(w, npc_at(w, slot));
    const held_entry now = {d->entry, d->day};
    bool sure = true;
    const int64_t next = bsl_agenda_next(w, npc_at(w, slot), &w->agenda, since, &now, &sure);
    d->unsure = !sure;
    bsl_plan_queue_put(w, slot, next - w->clock.ahead);
}

/* Whether another entry holds than before; of another plan its number says nothing. */
static bool look(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    daily *d = daily_of(w, self);
    const int64_t time = clock_now(w);
    const uint16_t plan_id = persona_of(w, self)->plan;
    const uint32_t was = d->entry;
    const bool anew = d->fresh || d->plan != plan_id || d->entry == BUSTLE_NONE;
    const held_entry before = {anew ? BUSTLE_NONE : d->entry, d->day};
    bsl_agenda_gather(w, self, &w->agenda, time, anew);
    const plan_span *found = bsl_agenda_find(w, &w->agenda, time, &before);
    if (found != NULL) {
        d->entry = found->number;
        d->day = found->day;
    }
    d->plan = plan_id;
    d->looked = time;
    d->fresh = false;
    if (traced(w)) {
        bsl_trace_plan(w, slot, &before);
    }
    enlist(w, slot, time);
    drop_ended(w, d);
    return d->entry != was;
}

static void tell(bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    const daily *d = daily_of(w, self);
    const plan_entry *e = bsl_plan_entry(w, self, d->entry);
    bsl_event_emit(w, BUSTLE_EVENT_PLAN, slot, 0, e->sequence, d->entry);
}

uint16_t bsl_plan_main(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    daily *d = daily_of(w, self);
    const persona *p = persona_of(w, self);
    if (d == NULL || p->plan == NONE16) {
        if (d != NULL) {
            bsl_plan_queue_take(w, slot);
            d->plan = NONE16;
            d->entry = BUSTLE_NONE;
        }
        return p->main;
    }
    if (p->plan != d->plan) {
        (void)look(w, slot);
        tell(w, slot);
    }
    return bsl_plan_entry(w, self, d->entry)->sequence;
}

void bsl_plan_look(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    if (!look(w, slot)) {
        return;
    }
    tell(w, slot);
    const plan_entry *e = bsl_plan_entry(w, self, daily_of(w, self)->entry);
    bsl_role_change_main(w, slot, e->sequence, (bustle_replacing)e->change);
    if ((self->e.flags & (NPC_MAIN_DUE | NPC_HELD)) == NPC_MAIN_DUE) {
        bsl_turn_queue(w, slot, false);
    }
}

void bsl_plan_look_afresh(bustle_world *w) {
    for (uint32_t i = 0; i < w->plan_queue.count; i++) {
        daily *d = daily_of(w, npc_at(w, w->plan_queue.list[i].slot));
        d->fresh = true;
        d->unsure = false;
    }
    bsl_plan_queue_all(w);
}

/* ---- In an update ---- */

/* The next one who is due for sure; NOBODY: none. */
static uint32_t next_due(bustle_world *w) {
    const plan_queue *q = &w->plan_queue;
    while (q->count > 0 && q->list[0].time <= w->now) {
        const plan_due due = q->list[0];
        if (!daily_of(w, npc_at(w, due.slot))->unsure) {
            return due.slot;
        }
        w->agenda.today = NO_DAY;
        enlist(w, due.slot, due.time + w->clock.ahead);
    }
    return NOBODY;
}

bool bsl_plan_look_next(bustle_world *w, bool *looked) {
    const uint32_t slot = next_due(w);
    *looked = slot != NOBODY;
    if (slot == NOBODY) {
        return true;
    }
    if (!bsl_event_reserve(w, 1)) {
        return false;
    }
    bsl_plan_look(w, slot);
    return true;
}

/* ---- Loading ---- */

/* In a save that nobody has tampered with something changes every so many days. */
#define LONGEST_LOOK 64

void bsl_plan_settle(bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    daily *d = daily_of(w, self);
    const uint16_t plan_id = persona_of(w, self)->plan;
    if (plan_id == NONE16) {
        return;
    }
    if (d->fresh || d->plan != plan_id) {
        d->fresh = true;
        bsl_plan_queue_put(w, slot, 0);
        return;
    }
    const int64_t earliest = clock_now(w) - LONGEST_LOOK * w->clock.day_ms;
    d->looked = d->looked < earliest ? earliest : d->looked;
    w->agenda.today = NO_DAY;
    enlist(w, slot, d->looked);
}

/* ---- The consistency check ---- */

/* It is in the queue at its place, what holds is there, and when it is due follows from that. */
bool bsl_plan_check(const bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    const daily *d = daily_of(w, self);
    const uint16_t plan_id = persona_of(w, self)->plan;
    if (!bsl_plan_queue_check(w, slot) || (plan_id == NONE16) != (d->place == NOBODY)) {
        return false;
    }
    if (plan_id == NONE16 || d->fresh) {
        return plan_id == NONE16 ? d->plan == NONE16 : w->plan_queue.list[d->place].time == 0;
    }
    if (d->plan != plan_id || bsl_plan_entry(w, self, d->entry) == NULL) {
        return false;
    }
    const held_entry now = {d->entry, d->day};
    agenda again = w->asked_agenda;
    again.today = NO_DAY;
    int64_t next = d->looked;
    bool sure = false;
    do {
        next = bsl_agenda_next(w, self, &again, next, &now, &sure);
    } while (!sure && next - w->clock.ahead < w->plan_queue.list[d->place].time);
    return w->plan_queue.list[d->place].time == next - w->clock.ahead && d->unsure == !sure;
}
