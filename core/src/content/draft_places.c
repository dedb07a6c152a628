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

/* ---- Links between places ---- */

#define LINKS_FROM_ONE 255u /* of a kind */

/* Places that have names, in byte order of these. */
typedef struct name_list {
    const named_place *items;
    uint32_t count;
} name_list;

static name_list named_places(draft *d) {
    const entry *entries = d->from->entries[KIND_PLACE].items;
    named_place *named = bsl_draft_scratch(d, d->places.count, sizeof *named);
    uint32_t count = 0;
    for (uint32_t i = 0; named != NULL && i < d->places.count; i++) {
        const bustle_place_def *def = entries[i].def;
        if (def->name != NULL) {
            named[count++] = (named_place){def->name, i};
        }
    }
    if (count > 1) {
        qsort(named, count, sizeof *named, compare_named);
    }
    return (name_list){named, count};
}

static const char *place_name_at(const void *named, uint32_t index) {
    return ((const named_place *)named)[index].name;
}

/* The place of that name; BUSTLE_NONE: there is none, or more than one, which was told. */
static uint32_t resolve_place(draft *d, const name_list *named, const char *name, const spot *at) {
    uint32_t low = 0;
    uint32_t high = named->count;
    name = name == NULL ? "" : name;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (strcmp(named->items[middle].name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == named->count || strcmp(named->items[low].name, name) != 0) {
        bsl_problem_error(d->problems, "unknown-place", at,
            bsl_problem_say(d->problems, "a link leads to place \"%s\", which there is not", name),
            bsl_draft_nearest_name(d, name, place_name_at, named->items, named->count,
                "give a place that name, or link to another"));
        return BUSTLE_NONE;
    }
    if (low + 1 < named->count && strcmp(named->items[low + 1].name, name) == 0) {
        bsl_problem_error(d->problems, "ambiguous-place", at,
            bsl_problem_say(
                d->problems, "a link leads to place \"%s\", but there are several", name),
            "give the one that is meant a name of its own");
        return BUSTLE_NONE;
    }
    return named->items[low].place;
}

static bool listed_before(const draft *d, const placement *from, const bustle_place_link *link) {
    const bustle_place_link *links = ITEMS(const bustle_place_link, d->place_links);
    for (uint32_t i = from->links_at; i < d->place_links.count; i++) {
        if (links[i].link == link->link && links[i].to == link->to) {
            return true;
        }
    }
    return false;
}

static bool check_link(draft *d, uint32_t place, const bustle_place_link *link, const spot *at) {
    problems *p = d->problems;
    int32_t minimum = 0;
    int32_t maximum = 0;
    if (link->link == BUSTLE_NONE || link->to == BUSTLE_NONE) {
        return false;
    }
    const char *kind = bsl_draft_link_name(d, link->link);
    bsl_draft_link_bounds(d, link->link, &minimum, &maximum);
    if (link->link >= draft_count(d, BUSTLE_KIND_LINK)) {
        bsl_problem_error(p, "read-only-link", at,
            bsl_problem_say(p, "links of kind \"%s\" follow from what is going on", kind),
            "declare a kind of your own");
    } else if (link->to == place) {
        bsl_problem_error(p, "link-to-itself", at, "it has a link to itself", "link two places");
    } else if (listed_before(d, &ITEMS(const placement, d->places)[place], link)) {
        bsl_problem_error(p, "listed-twice", at,
            bsl_problem_say(p, "it has two links of kind \"%s\" to one place", kind),
            "list it once");
    } else if (link->value < minimum || link->value > maximum) {
        bsl_problem_warning(p, "outside-bounds", at,
            bsl_problem_say(p, "its link \"%s\" is %ld, outside %ld .. %ld, and stops at the bound",
                kind, (long)link->value, (long)minimum, (long)maximum),
            "give a value within the bounds");
    }
    return true;
}

static void check_link_count(draft *d, const placement *from, const spot *at) {
    if (from->link_count == 0) {
        return;
    }
    const bustle_place_link *links =
        ITEMS(const bustle_place_link, d->place_links) + from->links_at;
    for (uint32_t i = 0; i < from->link_count; i++) {
        uint32_t same = 0;
        for (uint32_t k = 0; k < i; k++) {
            same += links[k].link == links[i].link;
        }
        if (same == LINKS_FROM_ONE) {
            bsl_problem_error(d->problems, "too-many", at,
                bsl_problem_say(d->problems, "it has more than %lu links of kind \"%s\"",
                    (unsigned long)LINKS_FROM_ONE, bsl_draft_link_name(d, links[i].link)),
                "use fewer");
        }
    }
}

static void draft_links_of(draft *d, const name_list *named, uint32_t place) {
    const entry *e = &ITEMS(const entry, d->from->entries[KIND_PLACE])[place];
    const bustle_place_def *def = e->def;
    const spot at = bsl_draft_spot_of_entry(d, KIND_PLACE, e);
    placement *made = &ITEMS(placement, d->places)[place];
    made->links_at = d->place_links.count;
    for (size_t i = 0; i < def->link_count && !d->no_memory; i++) {
        const bustle_place_link_def *given = &def->links[i];
        const bustle_place_link link = {bsl_draft_link_kind(d, given->link, &at, "its link"),
            resolve_place(d, named, given->to, &at), given->given ? given->value : 1};
        if (check_link(d, place, &link, &at)) {
            bustle_place_link *added = bsl_draft_add(d, &d->place_links, 1);
            if (added != NULL) {
                *added = link;
            }
        }
    }
    made->link_count = d->place_links.count - made->links_at;
    check_link_count(d, made, &at);
}

void bsl_draft_places(draft *d) {
    const list *entries = &d->from->entries[KIND_PLACE];
    for (uint32_t i = 0; i < entries->count && !d->no_memory; i++) {
        draft_place(d, &ITEMS(const entry, *entries)[i]);
    }
    if (!d->no_memory) {
        check_names(d);
    }
    const name_list named = named_places(d);
    for (uint32_t i = 0; i < d->places.count && !d->no_memory; i++) {
        draft_links_of(d, &named, i);
    }
}
