/* Plans: what is the main sequence of an NPC at which time of the day (S74). */
#include "content/draft.h"

static const char *time_of(draft *d, int32_t minutes) {
    return bsl_problem_say(d->problems, "%02ld:%02ld", (long)minutes / 60, (long)minutes % 60);
}

static void refuse(draft *d, const spot *at, const char *text, const char *cure) {
    bsl_problem_error(d->problems, "bad-plan", at, text, cure);
}

static bool check_times(draft *d, const bustle_plan_entry_def *def, const spot *at) {
    if (!plan_times_exist(def->from, def->to)) {
        refuse(d, at,
            bsl_problem_say(d->problems, "it goes from minute %ld to minute %ld of the day",
                (long)def->from, (long)def->to),
            "begin at a minute from 0 to 1439, and end at one from 0 to 1440");
        return false;
    }
    const int32_t length = plan_end(def->from, def->to) - def->from;
    if (def->vary < 0 || def->vary > length / 2) {
        refuse(d, at,
            bsl_problem_say(d->problems, "it is %ld minutes long and varies by %ld", (long)length,
                (long)def->vary),
            "let it vary by half of its length at the most");
        return false;
    }
    if (def->skip < 0 || def->skip > length) {
        refuse(d, at,
            bsl_problem_say(d->problems,
                "it is %ld minutes long and is skipped where less than %ld are left", (long)length,
                (long)def->skip),
            "skip it where less is left than all of it");
        return false;
    }
    return true;
}

static bool check_entry(draft *d, const bustle_plan_entry_def *def, const spot *at) {
    bool sound = check_times(d, def, at);
    if (def->priority < INT16_MIN || def->priority > INT16_MAX) {
        bsl_problem_error(d->problems, "bad-priority", at,
            bsl_problem_say(d->problems, "it has priority %ld", (long)def->priority),
            "give a priority from -32768 to 32767");
        sound = false;
    }
    if ((unsigned)def->change > BUSTLE_REPLACING_NOW) {
        bsl_problem_error(d->problems, "bad-change", at,
            bsl_problem_say(
                d->problems, "there is no way %ld of changing to it", (long)def->change),
            "use one of bustle_replacing");
        sound = false;
    }
    return sound;
}

static plan_entry made_of(const bustle_plan_entry_def *def, uint32_t sequence_id) {
    return (plan_entry){.from = (uint16_t)def->from,
        .to = (uint16_t)plan_end(def->from, def->to),
        .sequence = (uint16_t)sequence_id,
        .vary = (uint16_t)def->vary,
        .skip = (uint16_t)def->skip,
        .priority = (int16_t)def->priority,
        .change = (uint8_t)def->change};
}

/* "22:00 to 06:00" */
static const char *span_of(draft *d, const plan_entry *e) {
    return bsl_problem_say(d->problems, "%s to %s%s", time_of(d, e->from),
        time_of(d, (e->to - 1) % DAY_MINUTES + 1),
        e->to - e->from == DAY_MINUTES && e->from != 0 ? " of the next day" : "");
}

/* Tells it of the later one. */
static void check_overlap(draft *d, const plan *p, const spot *at) {
    const plan_entry *entries = ITEMS(const plan_entry, d->plan_entries) + p->entries_at;
    const plan_entry *last = &entries[p->entry_count - 1];
    for (uint32_t i = 0; i + 1 < p->entry_count; i++) {
        const plan_entry *other = &entries[i];
        if (other->to > other->from && other->priority == last->priority &&
            plan_entries_overlap(other, last)) {
            bsl_problem_error(d->problems, "plan-overlap", at,
                bsl_problem_say(d->problems,
                    "it goes from %s, and entry %lu, of the same priority, from %s",
                    span_of(d, last), (unsigned long)i + 1, span_of(d, other)),
                "let one end where the other begins, or give one a higher priority");
            return;
        }
    }
}

static void draft_entry(draft *d, plan *p, const bustle_plan_entry_def *def, const spot *at) {
    const uint32_t id = bsl_draft_resolve(d, BUSTLE_KIND_SEQUENCE, def->sequence, at, "it");
    const bool sound = check_entry(d, def, at);
    plan_entry *added = bsl_draft_add(d, &d->plan_entries, 1);
    if (added != NULL) {
        p->entry_count++;
        added->sequence = NONE16; /* what is not sound has no length, so that it overlaps nothing */
    }
    if (added != NULL && sound) {
        *added = made_of(def, id == BUSTLE_NONE ? NONE16 : id);
        check_overlap(d, p, at);
    }
}

static void draft_plan(draft *d, uint32_t id) {
    const bustle_plan_def *def = draft_def(d, BUSTLE_KIND_PLAN, id);
    spot at = bsl_draft_spot_of(d, BUSTLE_KIND_PLAN, id);
    plan made = {.entries_at = d->plan_entries.count,
        .name = ITEMS(const uint32_t, d->ids)[d->names[BUSTLE_KIND_PLAN].names_at + id]};
    if (def->entry_count == 0) {
        refuse(d, &at, "it has no entries", "give it some");
    } else if (def->entry_count > BUSTLE_MOST_PLAN_ENTRIES) {
        bsl_problem_error(d->problems, "too-many", &at,
            bsl_problem_say(d->problems, "it has %lu entries; %lu are possible",
                (unsigned long)def->entry_count, (unsigned long)BUSTLE_MOST_PLAN_ENTRIES),
            "use fewer");
    }
    at.within = WITHIN_ENTRY;
    for (size_t i = 0; i < def->entry_count && i < BUSTLE_MOST_PLAN_ENTRIES && !d->no_memory; i++) {
        at.node = (uint32_t)i + 1;
        draft_entry(d, &made, &def->entries[i], &at);
    }
    plan *added = bsl_draft_add(d, &d->plans, 1);
    if (added != NULL) {
        *added = made;
    }
}

void bsl_draft_plans(draft *d) {
    const uint32_t count = draft_count(d, BUSTLE_KIND_PLAN);
    d->had_plans = bsl_draft_scratch(d, count, 1);
    for (uint32_t id = 0; id < count && !d->no_memory; id++) {
        draft_plan(d, id);
    }
}

/* ---- Who has one ---- */

uint16_t bsl_draft_plan_of(draft *d, const char *name, bool main, const spot *at) {
    if (name == NULL) {
        return NONE16;
    }
    const uint32_t id = bsl_draft_resolve(d, BUSTLE_KIND_PLAN, name, at, "it");
    if (main) {
        bsl_problem_error(d->problems, "two-mains", at, "it has a main sequence and a plan",
            "keep one of them: a plan says what is the main sequence at which time");
    }
    if (id == BUSTLE_NONE) {
        return NONE16;
    }
    d->had_plans[id] = 1;
    return (uint16_t)id;
}

void bsl_draft_plans_check(draft *d) {
    if (draft_count(d, BUSTLE_KIND_ENTITY) == 0) {
        return; /* those who are to have them are elsewhere */
    }
    for (uint32_t id = 0; id < draft_count(d, BUSTLE_KIND_PLAN); id++) {
        if (d->had_plans[id] == 0) {
            const spot at = bsl_draft_spot_of(d, BUSTLE_KIND_PLAN, id);
            bsl_problem_warning(d->problems, "unused-plan", &at, "no role and no NPC has it",
                "give it to one, or remove it");
        }
    }
}
