/* Offers (S61): one record for each that a role or an entity has, and the names of all of them,
 * which come before all else, because requests and effects name them. */
#include "content/draft.h"
#include "content/expression/code.h"

#include <stdlib.h>

/* Names that are missing, which are an error, count as "". */
static const char *name_of(const bustle_offer_def *def) {
    return def->name == NULL ? "" : def->name;
}

/* ---- Names ---- */

static uint32_t gather_names(
    const char **names, uint32_t count, const bustle_offer_def *offers, size_t offer_count) {
    for (size_t i = 0; i < offer_count; i++) {
        if (name_of(&offers[i])[0] != '\0') {
            names[count++] = offers[i].name;
        }
    }
    return count;
}

static size_t count_offers(const draft *d) {
    size_t count = 0;
    for (uint32_t id = 0; id < draft_count(d, BUSTLE_KIND_ROLE); id++) {
        count += ((const bustle_role_def *)draft_def(d, BUSTLE_KIND_ROLE, id))->offer_count;
    }
    for (uint32_t id = 0; id < draft_count(d, BUSTLE_KIND_ENTITY); id++) {
        count += ((const bustle_entity_def *)draft_def(d, BUSTLE_KIND_ENTITY, id))->offer_count;
    }
    return count;
}

/* Every name once, in byte order. */
static uint32_t sorted_names(const draft *d, const char **names) {
    uint32_t count = 0;
    for (uint32_t id = 0; id < draft_count(d, BUSTLE_KIND_ROLE); id++) {
        const bustle_role_def *def = draft_def(d, BUSTLE_KIND_ROLE, id);
        count = gather_names(names, count, def->offers, def->offer_count);
    }
    for (uint32_t id = 0; id < draft_count(d, BUSTLE_KIND_ENTITY); id++) {
        const bustle_entity_def *def = draft_def(d, BUSTLE_KIND_ENTITY, id);
        count = gather_names(names, count, def->offers, def->offer_count);
    }
    return bsl_draft_unique_texts(names, count);
}

/* They are found as the names of things are, although nothing of that kind is defined. */
void bsl_draft_offer_names(draft *d) {
    const size_t most = count_offers(d);
    if (most == 0 || most > UINT32_MAX) {
        d->no_memory = d->no_memory || most > 0;
        return;
    }
    const char **names = bsl_draft_scratch(d, most, sizeof(const char *));
    if (names != NULL) {
        bsl_draft_add_names(d, BUSTLE_KIND_OFFER, names, sorted_names(d, names));
    }
}

/* ---- One offer ---- */

static void refuse(draft *d, const spot *at, const char *text, const char *cure) {
    bsl_problem_error(d->problems, "bad-offer", at, text, cure);
}

static void check_offer(draft *d, const bustle_offer_def *def, const spot *at) {
    if (name_of(def)[0] == '\0') {
        refuse(d, at, "it has no name", "give it a name that is not empty");
    }
    if (def->holders < 0 || def->holders > UINT16_MAX) {
        refuse(d, at,
            bsl_problem_say(d->problems, "%ld NPCs may hold it at a time", (long)def->holders),
            "give a number from 1 to 65535, or 0 for any number");
    }
}

static code draft_offer_code(
    draft *d, const bustle_ops *ops, const spot *at, uint8_t place, uint8_t part) {
    source from = {ops, *at, BUSTLE_NONE, place, NULL, NULL};
    from.at.part = part;
    facts known;
    return bsl_code_compile(d, &from, &known);
}

static void draft_offer_codes(
    draft *d, const bustle_offer_def *def, const spot *at, offer *made, offer_source *kept) {
    d->owner++;
    kept->asked.at = d->mentions.count;
    made->when = draft_offer_code(d, &def->when, at, PLACE_TRANSITION, PART_WHEN);
    made->during = draft_offer_code(d, &def->holds_while, at, PLACE_TRANSITION, PART_WHILE);
    kept->asked.count = d->mentions.count - kept->asked.at;
    d->owner++;
    kept->changed.at = d->mentions.count;
    made->adopt = draft_offer_code(d, &def->adopt, at, PLACE_EFFECTS, PART_ADOPT);
    made->drop = draft_offer_code(d, &def->drop, at, PLACE_EFFECTS, PART_DROP);
    kept->changed.count = d->mentions.count - kept->changed.at;
    d->has_whiles = d->has_whiles || made->during.form != CODE_EMPTY;
}

static void draft_offer(draft *d, const bustle_offer_def *def, const spot *at, uint32_t owner) {
    check_offer(d, def, at);
    offer made = {.holders = (uint16_t)def->holders,
        .undo = NONE16,
        .owner = (uint16_t)owner,
        .of_role = at->kind == BUSTLE_KIND_ROLE,
        .kept = def->kept};
    offer_source kept = {.def = def, .at = *at};
    made.name = (uint16_t)bsl_draft_find(d, BUSTLE_KIND_OFFER, name_of(def));
    made.sequence = (uint16_t)bsl_draft_resolve(d, BUSTLE_KIND_SEQUENCE, def->sequence, at, "it");
    if (def->undo != NULL) {
        made.undo = (uint16_t)bsl_draft_resolve(d, BUSTLE_KIND_SEQUENCE, def->undo, at, "its undo");
    }
    draft_offer_codes(d, def, at, &made, &kept);
    offer *added = bsl_draft_add(d, &d->offers, 1);
    offer_source *about = bsl_draft_add(d, &d->offer_sources, 1);
    if (added != NULL && about != NULL) {
        *added = made;
        *about = kept;
    }
}

/* ---- Those of a role or an entity ---- */

static int compare_defs(const void *left, const void *right) {
    const bustle_offer_def *a = *(const bustle_offer_def *const *)left;
    const bustle_offer_def *b = *(const bustle_offer_def *const *)right;
    const int order = strcmp(name_of(a), name_of(b));
    return order != 0 ? order : (a > b) - (a < b);
}

static range draft_offers_of(
    draft *d, const bustle_offer_def *offers, size_t count, spot at, uint32_t owner) {
    const uint32_t first = d->offers.count;
    const arena_mark before = bsl_arena_now(&d->scratch);
    const bustle_offer_def **sorted = bsl_draft_scratch(d, count, sizeof(const bustle_offer_def *));
    for (size_t i = 0; sorted != NULL && i < count; i++) {
        sorted[i] = &offers[i];
    }
    if (sorted != NULL && count > 1) {
        qsort(sorted, count, sizeof(const bustle_offer_def *), compare_defs);
    }
    at.within = WITHIN_OFFER;
    for (size_t i = 0;
         sorted != NULL && i < count && !d->no_memory && d->offers.count <= MOST_THINGS; i++) {
        const bustle_offer_def *def = sorted[i];
        at.node = (uint32_t)(def - offers) + 1;
        at.node_name = name_of(def)[0] == '\0' ? NULL : def->name;
        if (i > 0 && at.node_name != NULL && strcmp(name_of(sorted[i - 1]), def->name) == 0) {
            bsl_problem_error(d->problems, "listed-twice", &at,
                "there is another offer of this name", "rename one of the two");
        }
        draft_offer(d, def, &at, owner);
    }
    bsl_arena_back_to(&d->scratch, before);
    return (range){first, d->offers.count - first};
}

static void tell_too_many(draft *d) {
    bsl_problem_error(d->problems, "too-many",
        &ITEMS(const offer_source, d->offer_sources)[MOST_THINGS].at,
        bsl_problem_say(d->problems, "roles and entities have more than %lu offers in all",
            (unsigned long)MOST_THINGS),
        "use fewer, or share them in roles");
}

/* After cues, which make room for what roles and entities have. */
void bsl_draft_offers(draft *d) {
    for (uint32_t id = 0; id < draft_count(d, BUSTLE_KIND_ROLE) && !d->no_memory; id++) {
        const bustle_role_def *def = draft_def(d, BUSTLE_KIND_ROLE, id);
        d->role_conducts[id].offers = draft_offers_of(
            d, def->offers, def->offer_count, bsl_draft_spot_of(d, BUSTLE_KIND_ROLE, id), id);
    }
    for (uint32_t id = 0; id < draft_count(d, BUSTLE_KIND_ENTITY) && !d->no_memory; id++) {
        const bustle_entity_def *def = draft_def(d, BUSTLE_KIND_ENTITY, id);
        d->entity_conducts[id].offers = draft_offers_of(
            d, def->offers, def->offer_count, bsl_draft_spot_of(d, BUSTLE_KIND_ENTITY, id), id);
    }
    if (!d->no_memory && d->offers.count > MOST_THINGS) {
        tell_too_many(d);
    }
}

/* ---- Who may offer what ---- */

static void list_names(draft *d, range offers) {
    for (uint32_t i = 0; i < offers.count && !d->no_memory; i++) {
        const uint16_t name = ITEMS(const offer, d->offers)[offers.at + i].name;
        if (name != NONE16) {
            bsl_draft_id(d, name);
        }
    }
}

/* Those of roles are the same for all NPCs: the game may set any NPC any role. */
range bsl_draft_offer_names_of(draft *d, uint32_t definition_id, bool npc) {
    const uint32_t first = d->ids.count;
    if (draft_count(d, BUSTLE_KIND_OFFER) == 0) {
        return (range){first, 0};
    }
    list_names(d, d->entity_conducts[definition_id].offers);
    for (uint32_t id = 0; npc && id < draft_count(d, BUSTLE_KIND_ROLE); id++) {
        list_names(d, d->role_conducts[id].offers);
    }
    if (!d->no_memory) {
        d->ids.count =
            first + bsl_draft_unique_ids(ITEMS(uint32_t, d->ids) + first, d->ids.count - first);
    }
    return (range){first, d->ids.count - first};
}
