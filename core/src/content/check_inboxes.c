/* What inboxes mean across things (S69): whether anybody has them, and whether somebody tagged can
 * receive what a node sends. */
#include "base/check.h"

static bool has_npcs(const draft *d) {
    for (uint32_t i = 0; i < d->definitions.count; i++) {
        if (ITEMS(const definition, d->definitions)[i].npc != 0) {
            return true;
        }
    }
    return false;
}

static void check_owners(draft *d) {
    for (uint32_t id = 0; id < draft_count(d, BUSTLE_KIND_INBOX); id++) {
        if (d->owned[id] == 0) {
            const spot at = bsl_draft_spot_of(d, BUSTLE_KIND_INBOX, id);
            bsl_problem_warning(d->problems, "inbox-of-nobody", &at, "no NPC has it",
                "list it among the inboxes of an NPC, or remove it");
        }
    }
}

static void check_receivers(draft *d) {
    for (uint32_t i = 0; i < d->exchanges.count; i++) {
        const exchange *x = &ITEMS(const exchange, d->exchanges)[i];
        const exchange_source *source = &ITEMS(const exchange_source, d->exchange_sources)[i];
        const bool sends = source->def->kind == BUSTLE_NODE_SEND && x->inbox != NONE16;
        if (sends && x->to == TO_TAGGED && source->tagged != 0 && source->received == 0 &&
            d->owned[x->inbox] != 0) {
            bsl_problem_warning(d->problems, "nobody-receives", &source->at,
                "nothing that has one of its tags has the inbox that it sends to",
                "tag an NPC that has it, or mend the tags");
        }
    }
}

void bsl_check_inboxes(draft *d) {
    if (has_npcs(d)) {
        check_owners(d);
    }
    check_receivers(d);
}
