/* Places: what stands where, resolved into what a spawn takes. Two NPCs of one name cannot both be
 * there. */
#include <float.h>
#include <stdlib.h>

#include "content/draft.h"

/* What one place is drafted from. */
typedef struct drafting {
    draft *d;
    const bustle_place_def *def;
    placement made;
    spot at;
} drafting;

static bool has_state(const drafting *p, uint32_t state) {
    const definition *of = &ITEMS(const definition, p->d->definitions)[p->made.definition];
    return ITEMS(const uint16_t, p->d->columns)[of->columns_at + state] != NO_COLUMN;
}

static void draft_value_of(drafting *p, const bustle_entity_state_def *given) {
    draft *d = p->d;
    uint32_t state =
        bsl_draft_resolve(d, BUSTLE_KIND_STATE, given->state, &p->at, "its state list");
    if (state == BUSTLE_NONE || p->made.definition == BUSTLE_NONE) {
        return;
    }
    if (!has_state(p, state)) {
        bsl_problem_error(d->problems, "place-lacks-state", &p->at,
            bsl_problem_say(d->problems, "it sets state \"%s\", which \"%s\" does not have",
                given->state, p->def->definition),
            "give the definition that state, or do not set it here");
        return;
    }
    int32_t value = given->initial;
    if (given->value_name != NULL) {
        bsl_draft_value(d, false, state, given->value_name, &p->at, &value);
    } else if (!given->given) {
        return;
    }
    bustle_state_value *added = bsl_draft_add(d, &d->place_values, 1);
    if (added != NULL) {
        *added = (bustle_state_value){state, value};
        p->made.value_count++;
    }
}

static bool is_finite(double value) {
    return value >= -DBL_MAX && value <= DBL_MAX;
}

static void draft_place(draft *d, const entry *e) {
    drafting p = {d, e->def, {0}, bsl_draft_spot_of_entry(d, KIND_PLACE, e)};
    p.made.definition = bsl_draft_resolve(d, BUSTLE_KIND_ENTITY, p.def->definition, &p.at, "it");
    p.made.name = p.def->name == NULL ? BUSTLE_NONE : bsl_draft_text(d, p.def->name);
    p.made.position = p.def->position;
    p.made.values_at = d->place_values.count;
    if (!is_finite(p.def->position.x) || !is_finite(p.def->position.y) ||
        !is_finite(p.def->position.z)) {
        bsl_problem_error(d->problems, "bad-position", &p.at, "its position is not a finite number",
            "give finite coordinates");
    }
    for (size_t i = 0; i < p.def->state_count && !d->no_memory; i++) {
        draft_value_of(&p, &p.def->states[i]);
    }
    placement *added = bsl_draft_add(d, &d->places, 1);
    if (added != NULL) {
        *added = p.made;
    }
}

/* ---- Names of NPCs ---- */

typedef struct named_place {
    const char *name;
    uint32_t place;
} named_place;

static int compare_named(const void *left, const void *right) {
    const named_place *a = left;
    const named_place *b = right;
    const int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a->place > b->place) - (a->place < b->place);
}

static bool is_of_npc(const draft *d, uint32_t place) {
    const uint32_t id = ITEMS(const placement, d->places)[place].definition;
    return id != BUSTLE_NONE && ITEMS(const definition, d->definitions)[id].npc != 0;
}

/* The first of a name has it, whoever comes later is told. */
static void check_names(draft *d) {
    const entry *entries = d->from->entries[KIND_PLACE].items;
    named_place *named = bsl_draft_scratch(d, d->places.count, sizeof *named);
    uint32_t count = 0;
    for (uint32_t i = 0; named != NULL && i < d->places.count; i++) {
        const bustle_place_def *def = entries[i].def;
        if (def->name != NULL && is_of_npc(d, i)) {
            named[count++] = (named_place){def->name, i};
        }
    }
    if (count > 1) {
        qsort(named, count, sizeof *named, compare_named);
    }
    for (uint32_t i = 1; i < count; i++) {
        if (strcmp(named[i - 1].name, named[i].name) == 0) {
            const spot at = bsl_draft_spot_of_entry(d, KIND_PLACE, &entries[named[i].place]);
            bsl_problem_error(d->problems, "name-taken", &at,
                bsl_problem_say(
                    d->problems, "another NPC that is placed is called \"%s\"", named[i].name),
                "give one of the two another name");
        }
    }
}

void bsl_draft_places(draft *d) {
    const list *entries = &d->from->entries[KIND_PLACE];
    for (uint32_t i = 0; i < entries->count && !d->no_memory; i++) {
        draft_place(d, &ITEMS(const entry, *entries)[i]);
    }
    if (!d->no_memory) {
        check_names(d);
    }
}
