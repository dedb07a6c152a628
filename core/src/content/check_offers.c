/* What offers and requests mean across things (S61 to S63): whether entities have what their own
 * offers need of them, whether somebody tagged answers a request, and whether bodies are performed
 * where somebody can have given them. */
#include "base/check.h"

static bool has_state(const draft *d, uint32_t definition_id, uint32_t state) {
    const definition *def = &ITEMS(const definition, d->definitions)[definition_id];
    return ITEMS(const uint16_t, d->columns)[def->columns_at + state] != NO_COLUMN;
}

/* ---- Who offers ---- */

static void check_mentions(draft *d, uint32_t definition_id, uint32_t offer_id, range mentions) {
    const offer_source *source = &ITEMS(const offer_source, d->offer_sources)[offer_id];
    for (uint32_t i = 0; i < mentions.count; i++) {
        const mention *m = &ITEMS(const mention, d->mentions)[mentions.at + i];
        if (m->subject != BUSTLE_TARGET || has_state(d, definition_id, m->state)) {
            continue;
        }
        const spot at = bsl_draft_spot_of(d, BUSTLE_KIND_ENTITY, definition_id);
        const bool of_role = source->at.kind == BUSTLE_KIND_ROLE;
        bsl_problem_error(d->problems, "provider-lacks-state", &at,
            bsl_problem_say(d->problems,
                "it has no state \"%s\", which offer \"%s\"%s%s%s needs of who offers it",
                draft_name(d, BUSTLE_KIND_STATE, m->state),
                source->at.node_name == NULL ? "" : source->at.node_name,
                of_role ? " of role \"" : "", of_role ? source->at.thing : "", of_role ? "\"" : ""),
            "give it that state");
    }
}

static void check_provider(draft *d, uint32_t definition_id, range offers) {
    for (uint32_t i = offers.at; i < offers.at + offers.count; i++) {
        const offer_source *source = &ITEMS(const offer_source, d->offer_sources)[i];
        check_mentions(d, definition_id, i, source->asked);
        check_mentions(d, definition_id, i, source->changed);
    }
}

static void check_providers(draft *d) {
    for (uint32_t id = 0; id < d->definitions.count; id++) {
        const definition *def = &ITEMS(const definition, d->definitions)[id];
        check_provider(d, id, d->entity_conducts[id].offers);
        for (uint32_t i = 0; i < def->role_count; i++) {
            const uint16_t role_id =
                ITEMS(const listed_role, d->listed_roles)[def->roles_at + i].role;
            if (role_id != NONE16) {
                check_provider(d, id, d->role_conducts[role_id].offers);
            }
        }
    }
}

/* ---- Who is asked ---- */

static void check_answers(draft *d) {
    for (uint32_t i = 0; i < d->requests.count; i++) {
        const request *r = &ITEMS(const request, d->requests)[i];
        const request_source *source = &ITEMS(const request_source, d->request_sources)[i];
        if (r->from == FROM_TAGGED && r->name_count > 0 && source->tagged != 0 &&
            source->answered == 0) {
            bsl_problem_warning(d->problems, "nobody-offers", &source->at,
                "nothing that has one of its tags offers what it asks for",
                "tag who offers it, or mend the tags");
        }
    }
}

/* ---- Bodies ---- */

static void check_bodies(draft *d) {
    uint8_t *offered = bsl_draft_scratch(d, d->sequences.count, 1);
    for (uint32_t i = 0; offered != NULL && i < d->offers.count; i++) {
        const uint16_t id = ITEMS(const offer, d->offers)[i].sequence;
        if (id != NONE16) {
            offered[id] = 1;
        }
    }
    for (uint32_t i = 0; offered != NULL && i < d->nodes.count; i++) {
        const node *n = &ITEMS(const node, d->nodes)[i];
        if (n->kind != BUSTLE_NODE_BODY || offered[n->sequence] != 0) {
            continue;
        }
        spot at = bsl_draft_spot_of(d, BUSTLE_KIND_SEQUENCE, n->sequence);
        at.node = ITEMS(const uint32_t, d->node_places)[i] + 1; /* an implied one is an end */
        at.node_name = ITEMS(const char, d->text) + n->name;
        bsl_problem_error(d->problems, "body-outside", &at,
            "it performs what a request gave, but nothing offers its sequence",
            "offer the sequence, or put the node into the sequence that is offered");
    }
}

void bsl_check_offers(draft *d) {
    check_providers(d);
    check_answers(d);
    check_bodies(d);
}
