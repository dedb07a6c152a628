/* Which entry of a plan holds at a time (S74): nothing here changes anything.
 *
 * Assumption: an entry is at most a day long and varies by at most half of that, so that what is
 * open at a time, or begins next, is of the days from the one before to the second one after; and
 * of the first and the last of these only where it goes on over midnight, or begins before it.
 *
 * Algorithm: these entries are gathered, each with its days, which takes a draw for each that
 * varies. What holds is one pass over them; if one may be too short, from the highest priority
 * down, noting when something above begins next. When something else will hold is found by going
 * from one time at which it may to the next, looking each time. While something goes on these are
 * its end and the beginnings of what its priority does not keep out, otherwise all beginnings.
 * That nothing in between is looked at is no loss: time is only left shorter, and what is too
 * short to begin now stays so until something above it begins. */
#include "together/plan.h"
#include "world/world.h"

#define DAYS_AHEAD 8 /* so many are looked ahead at once */

/* ---- Entries on their days ---- */

/* The draw of an entry on a day, around 0. */
static int64_t shift_of(
    const bustle_world *w, const daily *d, const plan_entry *e, uint32_t number, int64_t day) {
    const uint32_t vary = (uint32_t)clock_minutes(&w->clock, e->vary);
    if (vary == 0) {
        return 0;
    }
    uint32_t stream[4];
    random_seed(stream, w->def.seed ^ ((uint64_t)number << 32 | (uint32_t)day), d->who);
    return (int64_t)random_below(stream, 2 * vary + 1) - vary;
}

plan_span bsl_agenda_span(
    const bustle_world *w, const daily *d, const plan_entry *e, uint32_t number, int64_t day) {
    const int64_t midnight = day * w->clock.day_ms;
    const int64_t from = midnight + clock_minutes(&w->clock, e->from);
    return (plan_span){.begins = from + shift_of(w, d, e, number, day),
        .ends = midnight + clock_minutes(&w->clock, e->to),
        .day = day,
        .entry = e,
        .number = number};
}

/* The days on which an entry begins, of those that may matter today. */
typedef struct days {
    int64_t first, last; /* on which it begins at all */
    int64_t today;
    bool afresh;
} days;

/* Yesterday only if it goes on until today, or what has ended counts; the day after tomorrow only
 * if it may begin today already on the day before. */
static void gather_entry(const bustle_world *w, const daily *d, agenda *a, const plan_entry *e,
    uint32_t number, const days *on) {
    const int64_t today = on->today;
    const int64_t tomorrow = (today + 1) * w->clock.day_ms;
    const int64_t from = today - (on->afresh ? 2 : e->to > DAY_MINUTES ? 1 : 0);
    const int64_t last = today + 2 < on->last ? today + 2 : on->last;
    for (int64_t day = from > on->first ? from : on->first; day <= last; day++) {
        const plan_span s = bsl_agenda_span(w, d, e, number, day);
        a->spans[a->count++] = s;
        a->skips = a->skips || e->skip > 0;
        if (day == today + 1 && s.begins >= tomorrow) {
            return;
        }
    }
}

/* The highest priority first. */
static void sort_spans(agenda *a) {
    for (uint32_t i = 0; i < a->count; i++) {
        const int64_t below = (int64_t)INT32_MAX - a->spans[i].entry->priority;
        a->by_priority[i] = (item){.key = (uint64_t)below, .value = i};
    }
    bsl_sort_items(a->by_priority, a->count);
}

void bsl_agenda_gather(
    const bustle_world *w, const npc *self, agenda *a, int64_t time, bool afresh) {
    const daily *d = daily_of(w, self);
    const plan *p = &w->content->plans[persona_of(w, self)->plan];
    days on = {INT64_MIN, INT64_MAX, clock_day(&w->clock, time), afresh};
    a->count = 0;
    a->skips = false;
    a->today = on.today;
    for (uint32_t i = 0; i < p->entry_count; i++) {
        gather_entry(w, d, a, &w->content->plan_entries[p->entries_at + i], i, &on);
    }
    for (uint32_t i = d->patches; i != POOL_NONE;) {
        const patch *added = pool_at(&w->patches, i);
        on.first = added->first_day;
        on.last = added->last_day;
        gather_entry(w, d, a, &added->entry, PATCH_ENTRY + added->number, &on);
        i = added->next;
    }
    if (a->skips) {
        sort_spans(a);
    }
}

/* ---- What holds ---- */

static bool is_open(const plan_span *s, int64_t time) {
    return s->begins <= time && s->ends > time;
}

/* `above`: when something of a higher priority begins next. */
static bool is_short(const bustle_world *w, const plan_span *s, int64_t time, int64_t above) {
    return s->entry->skip > 0 &&
        (s->ends < above ? s->ends : above) - time < clock_minutes(&w->clock, s->entry->skip);
}

/* Whether one counts more than another, if there is another. */
static bool is_better(const plan_span *s, const plan_span *other) {
    if (other == NULL || s->entry->priority != other->entry->priority) {
        return other == NULL || s->entry->priority > other->entry->priority;
    }
    return s->begins != other->begins ? s->begins > other->begins : s->number > other->number;
}

/* Nothing is open, and nothing held. */
static const plan_span *last_ended(const agenda *a, int64_t time) {
    const plan_span *best = NULL;
    for (uint32_t i = 0; i < a->count; i++) {
        const plan_span *s = &a->spans[i];
        if (s->ends <= time &&
            (best == NULL || s->ends > best->ends ||
                (s->ends == best->ends && is_better(s, best)))) {
            best = s;
        }
    }
    return best;
}

typedef struct finding {
    const bustle_world *w;
    const held_entry *before;
    int64_t time;
    int64_t above; /* when something of a higher priority begins next */
    const plan_span *best, *shorter; /* ... of those that are too short */
} finding;

static void consider(finding *f, const plan_span *s) {
    if (!is_open(s, f->time)) {
        return;
    }
    const plan_span **best =
        !span_holds(s, f->before) && is_short(f->w, s, f->time, f->above) ? &f->shorter : &f->best;
    *best = is_better(s, *best) ? s : *best;
}

/* Looks at those of one priority, from `i` on; returns where the next ones are. */
static uint32_t consider_equals(finding *f, const agenda *a, uint32_t i) {
    const uint64_t priority = a->by_priority[i].key;
    int64_t next = f->above;
    for (; i < a->count && a->by_priority[i].key == priority; i++) {
        const plan_span *s = &a->spans[a->by_priority[i].value];
        consider(f, s);
        next = s->begins > f->time && s->begins < next ? s->begins : next;
    }
    f->above = next;
    return i;
}

static void consider_all(finding *f, const agenda *a) {
    for (uint32_t i = 0; i < a->count && (f->best == NULL || !a->skips);) {
        if (a->skips) {
            i = consider_equals(f, a, i);
        } else {
            consider(f, &a->spans[i++]);
        }
    }
}

const plan_span *bsl_agenda_find(
    const bustle_world *w, const agenda *a, int64_t time, const held_entry *h) {
    finding f = {.w = w, .before = h, .time = time, .above = INT64_MAX};
    consider_all(&f, a);
    if (f.best != NULL || h->entry != BUSTLE_NONE) {
        return f.best;
    }
    return f.shorter != NULL ? f.shorter : last_ended(a, time);
}

static int64_t next_above(const agenda *a, const plan_span *s, int64_t time) {
    int64_t next = INT64_MAX;
    for (uint32_t i = 0; i < a->count; i++) {
        const plan_span *other = &a->spans[i];
        const bool above = other->entry->priority > s->entry->priority;
        next = above && other->begins > time && other->begins < next ? other->begins : next;
    }
    return next;
}

bustle_verdict bsl_agenda_verdict(const bustle_world *w, const agenda *a, const plan_span *s,
    int64_t time, const held_entry *before, const held_entry *now) {
    if (span_holds(s, now)) {
        return BUSTLE_VERDICT_OPEN;
    }
    if (!is_open(s, time)) {
        return s->begins > time ? BUSTLE_VERDICT_LATER : BUSTLE_VERDICT_OVER;
    }
    return !span_holds(s, before) && is_short(w, s, time, next_above(a, s, time))
        ? BUSTLE_VERDICT_SHORT
        : BUSTLE_VERDICT_BELOW;
}

/* ---- When something else holds ---- */

static const plan_span *open_one(const agenda *a, int64_t time, const held_entry *h) {
    for (uint32_t i = 0; i < a->count; i++) {
        if (span_holds(&a->spans[i], h)) {
            return is_open(&a->spans[i], time) ? &a->spans[i] : NULL;
        }
    }
    return NULL;
}

/* When something else may hold next; there is always such a time. */
static int64_t next_time(const agenda *a, int64_t time, const held_entry *h) {
    const plan_span *now = open_one(a, time, h);
    int64_t next = now == NULL ? INT64_MAX : now->ends;
    for (uint32_t i = 0; i < a->count; i++) {
        const plan_span *s = &a->spans[i];
        const bool kept_out = now != NULL && s->entry->priority < now->entry->priority;
        next = !kept_out && s->begins > time && s->begins < next ? s->begins : next;
    }
    return next;
}

static void gather_again(const bustle_world *w, const npc *self, agenda *a, int64_t time) {
    if (clock_day(&w->clock, time) != a->today) {
        bsl_agenda_gather(w, self, a, time, false);
    }
}

int64_t bsl_agenda_next(const bustle_world *w, const npc *self, agenda *a, int64_t time,
    const held_entry *h, bool *sure) {
    const int64_t last = clock_day(&w->clock, time) + DAYS_AHEAD;
    gather_again(w, self, a, time);
    for (;;) {
        time = next_time(a, time, h);
        gather_again(w, self, a, time);
        const plan_span *found = bsl_agenda_find(w, a, time, h);
        *sure = found != NULL && !span_holds(found, h);
        if (*sure || a->today > last) {
            return time;
        }
    }
}
