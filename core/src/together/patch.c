/* Patches: entries that the game adds to the plan of one NPC, and its questions about plans (S75).
 */
#include "decide/control.h"
#include "together/plan.h"
#include "world/clock.h"
#include "world/world.h"

#define LATEST_DAY (LATEST_CLOCK_MS / MOST_DAY_MS)

/* ---- What may be added ---- */

static bool is_possible(const bustle_world *w, const bustle_patch_def *def) {
    if (!plan_times_exist(def->from, def->to)) {
        return false;
    }
    const int32_t length = plan_end(def->from, def->to) - def->from;
    return has_id(w->content, BUSTLE_KIND_SEQUENCE, def->sequence) && def->vary >= 0 &&
        def->vary <= length / 2 && def->skip >= 0 && def->skip <= length &&
        def->priority >= INT16_MIN && def->priority <= INT16_MAX &&
        (unsigned)def->change <= BUSTLE_REPLACING_NOW && def->days >= 0;
}

static patch made_of(const bustle_patch_def *def, int64_t today) {
    return (patch){.first_day = today,
        .last_day = def->days == 0 ? FOREVER : today + def->days - 1,
        .entry = {.from = (uint16_t)def->from,
            .to = (uint16_t)plan_end(def->from, def->to),
            .sequence = (uint16_t)def->sequence,
            .vary = (uint16_t)def->vary,
            .skip = (uint16_t)def->skip,
            .priority = (int16_t)def->priority,
            .change = (uint8_t)def->change},
        .next = POOL_NONE};
}

/* Whether they cover some of the same time, on a day of the one and the day so much later of the
 * other. */
static bool patches_meet(const patch *a, const patch *b, int64_t later) {
    const int64_t shift = later * DAY_MINUTES;
    const int64_t b_first = b->first_day - later;
    const int64_t b_last = b->last_day == FOREVER ? FOREVER : b->last_day - later;
    const bool together = a->first_day <= b_last && b_first <= a->last_day;
    return together && a->entry.from < b->entry.to + shift && b->entry.from + shift < a->entry.to;
}

static bool overlaps(const bustle_world *w, const npc *self, const patch *added) {
    const daily *d = daily_of(w, self);
    const plan *p = &w->content->plans[persona_of(w, self)->plan];
    for (uint32_t i = 0; i < p->entry_count; i++) {
        const plan_entry *e = &w->content->plan_entries[p->entries_at + i];
        if (e->priority == added->entry.priority && plan_entries_overlap(e, &added->entry)) {
            return true;
        }
    }
    for (uint32_t i = d->patches; i != POOL_NONE;) {
        const patch *other = pool_at(&w->patches, i);
        if (other->entry.priority == added->entry.priority &&
            (patches_meet(added, other, -1) || patches_meet(added, other, 0) ||
                patches_meet(added, other, 1))) {
            return true;
        }
        i = other->next;
    }
    return false;
}

static uint32_t *end_of(bustle_world *w, daily *d, uint32_t *count) {
    uint32_t *link = &d->patches;
    for (*count = 0; *link != POOL_NONE; (*count)++) {
        link = &((patch *)pool_at(&w->patches, *link))->next;
    }
    return link;
}

/* ---- Coming and going ---- */

static bool has_plan(const bustle_world *w, const npc *self) {
    return daily_of(w, self) != NULL && persona_of(w, self)->plan != NONE16;
}

bustle_status bustle_npc_patch_plan(
    bustle_world *w, bustle_entity handle, const bustle_patch_def *def, uint32_t *number) {
    uint32_t slot = NOBODY;
    uint32_t count = 0;
    if (w == NULL || def == NULL || !is_possible(w, def)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_control_prepare(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    npc *self = npc_at(w, slot);
    if (!has_plan(w, self)) {
        return BUSTLE_NO_PLAN;
    }
    daily *d = daily_of(w, self);
    patch added = made_of(def, clock_day(&w->clock, clock_now(w)));
    if (overlaps(w, self, &added)) {
        return BUSTLE_OVERLAP;
    }
    uint32_t *end = end_of(w, d, &count);
    if (count == BUSTLE_MOST_PATCHES || d->given == UINT32_MAX - PATCH_ENTRY - 1) {
        return BUSTLE_LIMIT;
    }
    if (!pool_reserve(&w->patches, &w->kept, 1)) {
        return BUSTLE_NO_MEMORY;
    }
    added.number = ++d->given;
    *end = pool_take(&w->patches);
    *(patch *)pool_at(&w->patches, *end) = added;
    if (number != NULL) {
        *number = added.number;
    }
    bsl_plan_look(w, slot);
    bsl_control_finish(w, slot);
    return BUSTLE_OK;
}

static bool take_away(bustle_world *w, daily *d, uint32_t number) {
    uint32_t *link = &d->patches;
    while (*link != POOL_NONE) {
        const uint32_t index = *link;
        patch *p = pool_at(&w->patches, index);
        if (p->number == number) {
            *link = p->next;
            pool_give(&w->patches, index);
            return true;
        }
        link = &p->next;
    }
    return false;
}

bustle_status bustle_npc_unpatch_plan(bustle_world *w, bustle_entity handle, uint32_t number) {
    uint32_t slot = NOBODY;
    const bustle_status status = bsl_control_prepare(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    npc *self = npc_at(w, slot);
    daily *d = daily_of(w, self);
    if (d == NULL || !take_away(w, d, number)) {
        return BUSTLE_NO_PLAN;
    }
    if (has_plan(w, self)) {
        d->entry = d->entry == PATCH_ENTRY + number ? BUSTLE_NONE : d->entry;
        bsl_plan_look(w, slot);
    }
    bsl_control_finish(w, slot);
    return BUSTLE_OK;
}

/* ---- Asking ---- */

/* What is listed of an NPC's plan, in the order of times. */
typedef struct listing {
    const agenda *around; /* now */
    held_entry now;
    const bustle_world *w;
    const daily *d;
    bustle_plan_entry *entries;
    size_t capacity, count;
    int64_t day;
} listing;

static bool is_earlier(const bustle_plan_entry *a, const bustle_plan_entry *b) {
    return a->begins_ms != b->begins_ms ? a->begins_ms < b->begins_ms : a->entry < b->entry;
}

static void list_entry(listing *l, const plan_span *s) {
    const held_entry now = l->now;
    const int64_t time = clock_now(l->w);
    const bustle_plan_entry made = {.entry = s->number,
        .patch = s->number > PATCH_ENTRY ? s->number - PATCH_ENTRY : 0,
        .sequence = s->entry->sequence,
        .day = s->day,
        .begins_ms = s->begins,
        .ends_ms = s->ends,
        .priority = s->entry->priority,
        .holds = span_holds(s, &now),
        .why = bsl_agenda_verdict(l->w, l->around, s, time, &now, &now)};
    size_t i = l->count < l->capacity ? l->count : l->capacity;
    for (; i > 0 && is_earlier(&made, &l->entries[i - 1]); i--) {
        if (i < l->capacity) {
            l->entries[i] = l->entries[i - 1];
        }
    }
    if (i < l->capacity) {
        l->entries[i] = made;
    }
    l->count++;
}

/* Those of its days that begin on the day or go on into it. */
static void list_days(
    listing *l, const plan_entry *e, uint32_t number, int64_t first, int64_t last) {
    const int64_t midnight = l->day * l->w->clock.day_ms;
    for (int64_t day = l->day - 2; day <= l->day + 1; day++) {
        if (day >= first && day <= last) {
            const plan_span s = bsl_agenda_span(l->w, l->d, e, number, day);
            if (s.begins < midnight + l->w->clock.day_ms && s.ends > midnight) {
                list_entry(l, &s);
            }
        }
    }
}

bustle_status bustle_npc_plan(const bustle_world *w, bustle_entity handle, int64_t day,
    bustle_id *id, bustle_plan_entry *entries, size_t capacity, size_t *count) {
    uint32_t slot = NOBODY;
    if (w == NULL || count == NULL || (entries == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_npc(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const npc *self = npc_at(w, slot);
    if (!has_plan(w, self)) {
        return BUSTLE_NO_PLAN;
    }
    if (day < -LATEST_DAY || day > LATEST_DAY) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const daily *d = daily_of(w, self);
    const uint16_t plan_id = persona_of(w, self)->plan;
    const plan *p = &w->content->plans[plan_id];
    agenda around = w->asked_agenda;
    bsl_agenda_gather(w, self, &around, clock_now(w), false);
    const bool looked = d->plan == plan_id;
    listing l = {.now = {looked ? d->entry : BUSTLE_NONE, d->day},
        .around = &around,
        .w = w,
        .d = d,
        .entries = entries,
        .capacity = capacity,
        .day = day};
    for (uint32_t i = 0; i < p->entry_count; i++) {
        list_days(&l, &w->content->plan_entries[p->entries_at + i], i, INT64_MIN, INT64_MAX);
    }
    for (uint32_t i = l.d->patches; i != POOL_NONE;) {
        const patch *added = pool_at(&w->patches, i);
        list_days(
            &l, &added->entry, PATCH_ENTRY + added->number, added->first_day, added->last_day);
        i = added->next;
    }
    if (id != NULL) {
        *id = plan_id;
    }
    *count = l.count;
    return BUSTLE_OK;
}
