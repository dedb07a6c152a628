/* Keys of state and environment: bounds, initial and named values. */
#include "content/draft.h"

#include <stdlib.h>

/* What the two kinds of key have in common. */
typedef struct key_source {
    int32_t minimum, maximum, initial;
    bool flag;
    const char *const *values;
    size_t value_count;
    int64_t refresh_ms;
} key_source;

static key_source source_of(const draft *d, bustle_kind kind, uint32_t id) {
    if (kind == BUSTLE_KIND_STATE) {
        const bustle_state_def *def = draft_def(d, kind, id);
        return (key_source){
            def->minimum, def->maximum, def->initial, def->flag, def->values, def->value_count, 0};
    }
    const bustle_environment_def *def = draft_def(d, kind, id);
    return (key_source){def->minimum, def->maximum, def->initial, def->flag, def->values,
        def->value_count, def->refresh_ms};
}

static int compare_texts(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void check_values(draft *d, const key_source *from, const spot *at) {
    const arena_mark before = bsl_arena_now(&d->scratch);
    const char **sorted = bsl_draft_scratch(d, from->value_count, sizeof *sorted);
    uint32_t count = 0;
    for (size_t i = 0; sorted != NULL && i < from->value_count; i++) {
        if (from->values[i] != NULL && from->values[i][0] != '\0') {
            sorted[count++] = from->values[i];
            continue;
        }
        bsl_problem_error(d->problems, "bad-values", at,
            bsl_problem_say(d->problems, "the named value %lu has no name", (unsigned long)i),
            "give every value a name that is not empty");
    }
    if (count > 1) {
        qsort(sorted, count, sizeof *sorted, compare_texts);
    }
    for (uint32_t i = 1; i < count; i++) {
        if (strcmp(sorted[i - 1], sorted[i]) == 0) {
            bsl_problem_error(d->problems, "bad-values", at,
                bsl_problem_say(d->problems, "the named value \"%s\" is listed twice", sorted[i]),
                "give every value a name of its own");
        }
    }
    bsl_arena_back_to(&d->scratch, before);
}

/* Flags and named values bound the key; bounds that say something else are a mistake. */
static void implied_bounds(draft *d, const key_source *from, key *k, const spot *at) {
    const int32_t highest = from->flag ? 1 : (int32_t)from->value_count - 1;
    if ((from->minimum != BUSTLE_NO_MINIMUM && from->minimum != 0) ||
        (from->maximum != BUSTLE_NO_MAXIMUM && from->maximum != highest)) {
        bsl_problem_error(d->problems, "bad-bounds", at,
            bsl_problem_say(d->problems, "it is bounded by 0 and %ld, but declares other bounds",
                (long)highest),
            "leave the bounds of flags and of named values out");
    }
    k->minimum = 0;
    k->maximum = highest;
}

static void check_bounds(draft *d, const key_source *from, key *k, const spot *at) {
    if (from->flag && from->value_count > 0) {
        bsl_problem_error(d->problems, "flag-with-values", at, "it is a flag and has named values",
            "make it a flag, or give it named values, not both");
    }
    if (from->flag || from->value_count > 0) {
        implied_bounds(d, from, k, at);
    } else if (from->minimum > from->maximum) {
        bsl_problem_error(d->problems, "bad-bounds", at,
            bsl_problem_say(d->problems, "its minimum %ld is above its maximum %ld",
                (long)from->minimum, (long)from->maximum),
            "swap them");
        return;
    }
    if (k->initial == 0) {
        k->initial = k->minimum > 0 ? k->minimum : k->maximum < 0 ? k->maximum : 0;
    } else if (k->initial < k->minimum || k->initial > k->maximum) {
        bsl_problem_error(d->problems, "bad-initial", at,
            bsl_problem_say(d->problems, "its initial value %ld is outside %ld .. %ld",
                (long)k->initial, (long)k->minimum, (long)k->maximum),
            "choose an initial value within the bounds");
    }
}

static void draft_key(draft *d, bustle_kind kind, uint32_t id, key *k) {
    key_source from = source_of(d, kind, id);
    spot at = bsl_draft_spot_of(d, kind, id);
    k->name = ITEMS(uint32_t, d->ids)[d->names[kind].names_at + id];
    k->minimum = from.minimum;
    k->maximum = from.maximum;
    k->initial = from.initial;
    k->values_at = d->value_names.count;
    if (from.value_count > UINT16_MAX) {
        bsl_problem_error(d->problems, "too-many", &at,
            bsl_problem_say(d->problems, "it has %lu named values; 65535 are possible",
                (unsigned long)from.value_count),
            "name fewer values");
        return;
    }
    k->value_count = (uint16_t)from.value_count;
    check_values(d, &from, &at);
    check_bounds(d, &from, k, &at);
    if (from.refresh_ms < 0) {
        bsl_problem_error(d->problems, "bad-refresh", &at, "its refresh interval is negative",
            "give an interval of 0 or more milliseconds");
    }
    k->refresh_ms = from.refresh_ms < 1 ? 1 : from.refresh_ms;
    for (size_t i = 0; i < from.value_count && !d->no_memory; i++) {
        const uint32_t text = bsl_draft_text(d, from.values[i]);
        uint32_t *name = bsl_draft_add(d, &d->value_names, 1);
        if (name != NULL) {
            *name = text;
        }
    }
}

void bsl_draft_keys(draft *d) {
    for (uint32_t id = 0; id < draft_count(d, BUSTLE_KIND_STATE) && !d->no_memory; id++) {
        key *k = bsl_draft_add(d, &d->states, 1);
        if (k != NULL) {
            draft_key(d, BUSTLE_KIND_STATE, id, k);
        }
    }
    bsl_draft_add(d, &d->states, draft_count(d, BUSTLE_KIND_INBOX)); /* see draft_inboxes.c */
    for (uint32_t id = 0; id < draft_count(d, BUSTLE_KIND_ENVIRONMENT) && !d->no_memory; id++) {
        key *k = bsl_draft_add(d, &d->environment, 1);
        if (k != NULL) {
            draft_key(d, BUSTLE_KIND_ENVIRONMENT, id, k);
        }
    }
}

static const char *value_name_at(const void *values, uint32_t index) {
    return ((const char *const *)values)[index];
}

/* The names, as a problem lists them: not more than a line of them. */
static const char *listed(draft *d, const key_source *from) {
    const char *text = "";
    for (size_t i = 0; i < from->value_count; i++) {
        if (strlen(text) > 200) {
            return bsl_problem_say(d->problems, "%s, ...", text);
        }
        text = bsl_problem_say(d->problems, "%s%s\"%s\"", text, i == 0 ? "" : ", ",
            from->values[i] == NULL ? "" : from->values[i]);
    }
    return text;
}

bool bsl_draft_value(
    draft *d, bool environment, uint32_t id, const char *name, const spot *at, int32_t *value) {
    bustle_kind kind = environment ? BUSTLE_KIND_ENVIRONMENT : BUSTLE_KIND_STATE;
    key_source from = source_of(d, kind, id);
    for (size_t i = 0; i < from.value_count; i++) {
        if (from.values[i] != NULL && strcmp(from.values[i], name) == 0) {
            *value = (int32_t)i;
            return true;
        }
    }
    const char *cure = from.value_count == 0
        ? "give the key named values, or use a number"
        : bsl_draft_nearest_name(d, name, value_name_at, from.values, (uint32_t)from.value_count,
              "use one of its names, or a number");
    bsl_problem_error(d->problems, "unknown-value", at,
        bsl_problem_say(d->problems, "%s \"%s\" has no value named \"%s\"%s%s",
            bsl_problem_kind_name(kind), draft_name(d, kind, id), name,
            from.value_count == 0 ? "" : "; it has ", listed(d, &from)),
        cure);
    return false;
}
