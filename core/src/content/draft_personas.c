/* Personas: what an NPC does in each role and in none, merged key by key, the role's first (S52).
 * Lists and tables are shared wherever one of the two has nothing to add. */
#include "content/draft.h"

#define MOST_PERSONAS 1000000u

/* What the personas of one definition are made of. */
typedef struct merging {
    draft *d;
    uint32_t nothing_at; /* handlers: those of who has none */
    uint32_t unmoved_at; /* ids: the reactions of who has none */
    const conduct *own; /* the definition's */
    const conduct *lasting; /* whose main sequence or plan it is where a role has neither */
    uint32_t cues_at; /* ids: the definition's cues */
    range offers; /* ids: the definition's offers */
} merging;

/* What roles have in lists of their own, by role: ids. */
typedef struct role_lists {
    uint32_t cues_at, offers_at;
} role_lists;

static uint32_t merged_handlers(const merging *m, const conduct *in_role) {
    draft *d = m->d;
    const uint32_t own = m->own->handlers_at == BUSTLE_NONE ? m->nothing_at : m->own->handlers_at;
    if (in_role == NULL || in_role->handlers_at == BUSTLE_NONE) {
        return own;
    }
    if (m->own->handlers_at == BUSTLE_NONE) {
        return in_role->handlers_at;
    }
    const uint32_t count = draft_count(d, BUSTLE_KIND_INTERRUPTION);
    const uint32_t first = d->handlers.count;
    if (bsl_draft_add(d, &d->handlers, count) == NULL) {
        return first;
    }
    handler *handlers = d->handlers.items;
    for (uint32_t i = 0; i < count; i++) {
        const handler *first_choice = &handlers[in_role->handlers_at + i];
        handlers[first + i] = first_choice->sequence == NONE16 ? handlers[own + i] : *first_choice;
    }
    return first;
}

static uint32_t merged_reactions(const merging *m, const conduct *in_role) {
    draft *d = m->d;
    const uint32_t own = m->own->reactions_at == BUSTLE_NONE ? m->unmoved_at : m->own->reactions_at;
    if (in_role == NULL || in_role->reactions_at == BUSTLE_NONE) {
        return own;
    }
    if (m->own->reactions_at == BUSTLE_NONE) {
        return in_role->reactions_at;
    }
    const uint32_t first = d->ids.count;
    bsl_draft_add(d, &d->ids, d->topic_count);
    uint32_t *ids = d->ids.items;
    for (uint32_t i = 0; !d->no_memory && i < d->topic_count; i++) {
        const uint32_t in = ids[in_role->reactions_at + i];
        ids[first + i] = in == BUSTLE_NONE ? ids[own + i] : in;
    }
    return first;
}

/* A list of the ids of cues, or of offers, that lie side by side. */
static uint32_t list_ids(draft *d, range things) {
    const uint32_t first = d->ids.count;
    for (uint32_t i = 0; i < things.count && !d->no_memory; i++) {
        bsl_draft_id(d, things.at + i);
    }
    return first;
}

typedef uint16_t (*name_at)(const draft *d, uint32_t id);

static uint16_t cue_name(const draft *d, uint32_t id) {
    return ITEMS(const cue, d->cues)[id].name;
}

static uint16_t offer_name(const draft *d, uint32_t id) {
    return ITEMS(const offer, d->offers)[id].name;
}

/* Both lists are in the order of names, and so is what they make. */
static range merge(draft *d, range own, range in_role, name_at name) {
    const uint32_t first = d->ids.count;
    uint32_t i = 0;
    uint32_t j = 0;
    while ((i < own.count || j < in_role.count) && !d->no_memory) {
        const uint32_t a = i < own.count ? name(d, own.at + i) : UINT32_MAX;
        const uint32_t b = j < in_role.count ? name(d, in_role.at + j) : UINT32_MAX;
        bsl_draft_id(d, b <= a ? in_role.at + j : own.at + i);
        i += a <= b ? 1 : 0;
        j += b <= a ? 1 : 0;
    }
    return (range){first, d->ids.count - first};
}

static range merged_cues(const merging *m, const conduct *in_role, const role_lists *lists) {
    if (in_role == NULL || in_role->cues.count == 0) {
        return (range){m->cues_at, m->own->cues.count};
    }
    return m->own->cues.count == 0 ? (range){lists->cues_at, in_role->cues.count}
                                   : merge(m->d, m->own->cues, in_role->cues, cue_name);
}

static range merged_offers(const merging *m, const conduct *in_role, const role_lists *lists) {
    if (in_role == NULL || in_role->offers.count == 0) {
        return m->offers;
    }
    return m->offers.count == 0 ? (range){lists->offers_at, in_role->offers.count}
                                : merge(m->d, m->own->offers, in_role->offers, offer_name);
}

static bool has_main(const conduct *c) {
    return c->main != NONE16 || c->plan != NONE16;
}

/* With a plan the first of its sequences: who is about to begin has looked at the plan before. */
static uint16_t main_of(const draft *d, const conduct *c) {
    const plan *p = c->plan == NONE16 ? NULL : &ITEMS(const plan, d->plans)[c->plan];
    const bool planned = p != NULL && p->entry_count > 0;
    return planned ? ITEMS(const plan_entry, d->plan_entries)[p->entries_at].sequence : c->main;
}

/* `lists`: of that role. */
static void draft_persona(const merging *m, const conduct *in_role, const role_lists *lists) {
    const range cues = merged_cues(m, in_role, lists);
    const range offers = merged_offers(m, in_role, lists);
    const bool role_falls_back = in_role != NULL && in_role->fallbacks.count > 0;
    const range fallbacks = role_falls_back ? in_role->fallbacks : m->own->fallbacks;
    const uint32_t handlers_at = merged_handlers(m, in_role);
    const uint32_t reactions_at = merged_reactions(m, in_role);
    persona *made = bsl_draft_add(m->d, &m->d->personas, 1);
    if (made == NULL) {
        return;
    }
    const bool in_role_only = in_role != NULL && has_main(in_role);
    const conduct *leading = in_role_only ? in_role : m->lasting;
    *made = (persona){.main = main_of(m->d, leading),
        .plan = leading->plan,
        .replacing = in_role == NULL ? BUSTLE_REPLACING_AT_NODE : in_role->replacing,
        .fallbacks_at = fallbacks.at,
        .fallback_count = fallbacks.count,
        .handlers_at = handlers_at,
        .cues_at = cues.at,
        .cue_count = cues.count,
        .reactions_at = reactions_at,
        .offers_at = offers.at,
        .offer_count = offers.count};
}

/* Whose main sequence or plan it is where a role has none: the definition's, or else its last
 * role's, which is then always had. */
static const conduct *lasting_of(const draft *d, const definition *of, const conduct *own) {
    if (has_main(own) || of->role_count == 0) {
        return own;
    }
    const uint16_t last =
        ITEMS(const listed_role, d->listed_roles)[of->roles_at + of->role_count - 1].role;
    return last == NONE16 ? own : &d->role_conducts[last];
}

static void draft_personas_of(merging *m, uint32_t definition_id, const role_lists *lists) {
    draft *d = m->d;
    const uint32_t roles = draft_count(d, BUSTLE_KIND_ROLE);
    definition *of = &ITEMS(definition, d->definitions)[definition_id];
    m->own = &d->entity_conducts[definition_id];
    m->lasting = lasting_of(d, of, m->own);
    m->cues_at = list_ids(d, m->own->cues);
    m->offers = (range){of->offers_at, of->offer_count};
    of->personas_at = d->personas.count;
    of->plans = d->roles_plan || m->own->plan != NONE16;
    of->lives = roles > 0 || of->plans || m->own->cues.count > 0 ||
        draft_count(d, BUSTLE_KIND_SCENE) > 0 || draft_count(d, BUSTLE_KIND_OFFER) > 0 ||
        draft_count(d, BUSTLE_KIND_INBOX) > 0;
    draft_persona(m, NULL, NULL);
    for (uint32_t id = 0; id < roles && !d->no_memory; id++) {
        draft_persona(m, &d->role_conducts[id], &lists[id]);
    }
}

static uint32_t draft_no_handlers(draft *d) {
    const uint32_t first = d->handlers.count;
    const uint32_t count = draft_count(d, BUSTLE_KIND_INTERRUPTION);
    handler *nothing = bsl_draft_add(d, &d->handlers, count);
    for (uint32_t i = 0; nothing != NULL && i < count; i++) {
        nothing[i].sequence = NONE16;
    }
    return first;
}

static uint32_t draft_no_reactions(draft *d) {
    const uint32_t first = d->ids.count;
    uint32_t *nothing = bsl_draft_add(d, &d->ids, d->topic_count);
    for (uint32_t i = 0; nothing != NULL && i < d->topic_count; i++) {
        nothing[i] = BUSTLE_NONE;
    }
    return first;
}

/* Whether there is room for the personas of all NPCs; tells the one who is too many. */
static bool are_few(draft *d) {
    const uint32_t each = draft_count(d, BUSTLE_KIND_ROLE) + 1;
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->definitions.count; i++) {
        count += ITEMS(const definition, d->definitions)[i].npc != 0 ? each : 0;
        if (count > MOST_PERSONAS) {
            const spot at = bsl_draft_spot_of(d, BUSTLE_KIND_ENTITY, i);
            bsl_problem_error(d->problems, "too-many", &at,
                bsl_problem_say(d->problems,
                    "NPC definitions times roles are more than %lu: there are %lu roles",
                    (unsigned long)MOST_PERSONAS, (unsigned long)each - 1),
                "define fewer roles, or fewer NPCs");
            return false;
        }
    }
    return true;
}

void bsl_draft_personas(draft *d) {
    const uint32_t roles = draft_count(d, BUSTLE_KIND_ROLE);
    role_lists *lists = bsl_draft_scratch(d, roles, sizeof *lists);
    if (lists == NULL || !are_few(d)) {
        return;
    }
    for (uint32_t id = 0; id < roles && !d->no_memory; id++) {
        lists[id].cues_at = list_ids(d, d->role_conducts[id].cues);
        lists[id].offers_at = list_ids(d, d->role_conducts[id].offers);
    }
    merging m = {.d = d, .nothing_at = draft_no_handlers(d), .unmoved_at = draft_no_reactions(d)};
    for (uint32_t id = 0; id < d->definitions.count && !d->no_memory; id++) {
        if (ITEMS(const definition, d->definitions)[id].npc != 0) {
            draft_personas_of(&m, id, lists);
        }
    }
}
