/* Which entry of a plan holds at a time (S74): nothing here changes anything.
 *
 * Assumption: an entry is at most a day long and varies by at most half of that, so that what is
 * open at a time, or begins next, is of the days from the one before to the second one after; and
 * of the first and the last of these only where it goes on over midnight, or begins before it.
 *
 * Algorithm: these entries are gathered, each with its days, which takes a draw for each that
 * varies. What holds is one pass over them. When something else will hold is found by going from
 * one time at which an entry begins or ends to the next, looking each time. That looks at nothing
 * in between is no loss: as long as nothing begins or ends, time is only left shorter, and what is
 * too short to begin now was not the best before. */
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
        if (day == today + 1 && s.begins >= tomorrow) {
            return;
        }
    }
}

void bsl_agenda_gather(
    const bustle_world *w, const npc *self, agenda *a, int64_t time, bool afresh) {
    const daily *d = daily_of(w, self);
    const plan *p = &w->content->plans[persona_of(w, self)->plan];
    days on = {INT64_MIN, INT64_MAX, clock_day(&w->clock, time), afresh};
    a->count = 0;
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
}

/* ---- What holds ---- */

static bool is_open(const plan_span *s, int64_t time) {
    return s->begins <= time && s->ends > time;
}

static bool is_short(const bustle_world *w, const agenda *a, const plan_span *s, int64_t time) {
    if (s->entry->skip == 0) {
        return false;
    }
    int64_t until = s->ends;
    for (uint32_t i = 0; i < a->count; i++) {
        const plan_span *other = &a->spans[i];
        const bool above = other->entry->priority > s->entry->priority;
        if (above && other->begins > time && other->begins < until) {
            until = other->begins;
        }
    }
    return until - time < clock_minutes(&w->clock, s->entry->skip);
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

const plan_span *bsl_agenda_find(
    const bustle_world *w, const agenda *a, int64_t time, const held_entry *h) {
    const plan_span *best = NULL;
    const plan_span *shorter = NULL; /* the best of those that are too short */
    for (uint32_t i = 0; i < a->count; i++) {
        const plan_span *s = &a->spans[i];
        if (!is_open(s, time)) {
            continue;
        }
        if (!span_holds(s, h) && is_short(w, a, s, time)) {
            shorter = is_better(s, shorter) ? s : shorter;
        } else if (is_better(s, best)) {
            best = s;
        }
    }
    if (best != NULL || h->entry != BUSTLE_NONE) {
        return best;
    }
    return shorter != NULL ? shorter : last_ended(a, time);
}

bustle_verdict bsl_agenda_verdict(const bustle_world *w, const agenda *a, const plan_span *s,
    int64_t time, const held_entry *before, const held_entry *now) {
    if (span_holds(s, now)) {
        return BUSTLE_VERDICT_OPEN;
    }
    if (!is_open(s, time)) {
        return s->begins > time ? BUSTLE_VERDICT_LATER : BUSTLE_VERDICT_OVER;
    }
    return !span_holds(s, before) && is_short(w, a, s, time) ? BUSTLE_VERDICT_SHORT
                                                             : BUSTLE_VERDICT_BELOW;
}

/* ---- When something else holds ---- */

/* When an entry begins or ends next; there is always one that does. */
static int64_t next_time(const agenda *a, int64_t time) {
    int64_t next = INT64_MAX;
    for (uint32_t i = 0; i < a->count; i++) {
        const plan_span *s = &a->spans[i];
        next = s->begins > time && s->begins < next ? s->begins : next;
        next = s->ends > time && s->ends < next ? s->ends : next;
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
        time = next_time(a, time);
        gather_again(w, self, a, time);
        const plan_span *found = bsl_agenda_find(w, a, time, h);
        *sure = found != NULL && !span_holds(found, h);
        if (*sure || a->today > last) {
            return time;
        }
    }
}
