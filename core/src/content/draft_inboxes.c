/* Inboxes (S69), and nodes that take messages or send them (S69, S70): for each of these a search,
 * which is like an action that is never performed. */
#include "base/hash.h"
#include "content/draft.h"
#include "content/expression/code.h"

static void refuse(draft *d, const spot *at, const char *text, const char *cure) {
    bsl_problem_error(d->problems, "bad-message", at, text, cure);
}

/* ---- Kinds ---- */

static void check_kind(draft *d, const bustle_inbox_def *def, const spot *at) {
    problems *p = d->problems;
    if (def->limit < 0 || def->limit > UINT16_MAX) {
        bsl_problem_error(p, "bad-inbox", at,
            bsl_problem_say(p, "its limit is %ld", (long)def->limit),
            "give a limit from 0 to 65535");
    }
    if (def->keep_ms < 0) {
        bsl_problem_error(p, "bad-inbox", at,
            bsl_problem_say(p, "it keeps messages for %ld ms", (long)def->keep_ms),
            "give a time above 0, or 0 for ever");
    }
    if (bsl_draft_find(d, BUSTLE_KIND_STATE, def->name) != BUSTLE_NONE) {
        bsl_problem_error(p, "bad-inbox", at, "a state has the same name", "rename one of the two");
    }
}

/* What is read of it is how many messages it holds. One without a limit, so to say, holds one for
 * a moment. */
static key key_of(const inbox_kind *of) {
    return (key){.name = of->name,
        .minimum = 0,
        .maximum = of->limit == 0 ? 1 : of->limit,
        .initial = 0,
        .refresh_ms = 1};
}

static void draft_kind(draft *d, uint32_t id) {
    const bustle_inbox_def *def = draft_def(d, BUSTLE_KIND_INBOX, id);
    const spot at = bsl_draft_spot_of(d, BUSTLE_KIND_INBOX, id);
    check_kind(d, def, &at);
    inbox_kind *made = bsl_draft_add(d, &d->inboxes, 1);
    if (made != NULL) {
        *made = (inbox_kind){ITEMS(uint32_t, d->ids)[d->names[BUSTLE_KIND_INBOX].names_at + id],
            (uint32_t)def->keep_ms, (uint16_t)def->limit};
        ITEMS(key, d->states)[draft_inbox_column(d, id)] = key_of(made);
    }
}

void bsl_draft_inboxes(draft *d) {
    const uint32_t count = draft_count(d, BUSTLE_KIND_INBOX);
    d->owned = bsl_draft_scratch(d, count, 1);
    if (draft_columns(d) > MOST_THINGS && !d->no_memory) {
        const spot at = bsl_draft_spot_of(d, BUSTLE_KIND_INBOX, 0);
        bsl_problem_error(d->problems, "too-many", &at,
            bsl_problem_say(d->problems, "states and inboxes are more than %lu in all",
                (unsigned long)MOST_THINGS),
            "define fewer");
    }
    for (uint32_t id = 0; id < count && !d->no_memory; id++) {
        draft_kind(d, id);
    }
}

/* ---- Who has them ---- */

range bsl_draft_inboxes_of(draft *d, const bustle_entity_def *def, const spot *at) {
    const uint32_t first = d->ids.count;
    for (size_t i = 0; i < def->inbox_count && !d->no_memory; i++) {
        const uint32_t id =
            bsl_draft_resolve(d, BUSTLE_KIND_INBOX, def->inboxes[i], at, "its inbox list");
        if (id != BUSTLE_NONE && def->npc) {
            d->owned[id] = 1;
            bsl_draft_id(d, id);
        }
    }
    if (d->no_memory) {
        return (range){first, 0};
    }
    const uint32_t listed = d->ids.count - first;
    const uint32_t kept = bsl_draft_unique_ids(ITEMS(uint32_t, d->ids) + first, listed);
    d->ids.count = first + kept;
    if (kept < listed) {
        bsl_problem_error(
            d->problems, "listed-twice", at, "it lists an inbox twice", "list it once");
    }
    return (range){first, kept};
}

/* ---- Nodes ---- */

static bool add_exchange(draft *d, const bustle_node_def *def, node *made, const spot *at,
    const exchange *one, exchange_source *about) {
    const wait waits = {
        .request = NONE16, .exchange = (uint16_t)d->exchanges.count, .gathering = NONE16};
    const uint32_t timeout = def->kind == BUSTLE_NODE_SEND ? DEFAULT_WAIT_MS : 0;
    if (d->no_memory || !bsl_draft_other_wait(d, def, made, at, waits, timeout)) {
        return false; /* there are no more exchanges than nodes that wait */
    }
    exchange *added = bsl_draft_add(d, &d->exchanges, 1);
    exchange_source *kept = bsl_draft_add(d, &d->exchange_sources, 1);
    if (added == NULL || kept == NULL) {
        return false;
    }
    *added = *one;
    *kept = *about;
    return true;
}

bool bsl_draft_take(draft *d, const bustle_node_def *def, node *made, const spot *at) {
    exchange one = {.into = NONE16, .path = NONE16, .takes = 1};
    exchange_source about = {.def = def, .at = *at};
    one.inbox = (uint16_t)bsl_draft_resolve(d, BUSTLE_KIND_INBOX, def->performs, at, "it");
    if (one.inbox != NONE16) {
        bsl_draft_mention(d, BUSTLE_SELF, draft_inbox_column(d, one.inbox), at);
    }
    if (def->into != NULL) {
        one.into = (uint16_t)bsl_draft_resolve(d, BUSTLE_KIND_STATE, def->into, at, "into");
    }
    if (one.into != NONE16) {
        bsl_draft_mention(d, BUSTLE_SELF, one.into, at);
    }
    const bool good = bsl_draft_node_search(d, def, at, &about.search);
    return add_exchange(d, def, made, at, &one, &about) && good;
}

static uint8_t to_of(draft *d, const bustle_node_def *def, const spot *at) {
    const bool member = def->at_member || def->at_part != NULL;
    const int ways = (def->same_target ? 1 : 0) + (member ? 1 : 0) + (def->path != NULL ? 1 : 0) +
        (def->target_count > 0 ? 1 : 0);
    if (ways > 1) {
        refuse(d, at, "it says in two ways to whom it sends",
            "keep one of the same target, a member, a path and tags");
    }
    return def->same_target      ? TO_TARGET
        : member                 ? TO_MEMBER
        : def->path != NULL      ? TO_PATH
        : def->target_count == 0 ? TO_ANYONE
                                 : TO_TAGGED;
}

static void check_tags(draft *d, const bustle_node_def *def, const spot *at) {
    for (size_t i = 0; i < def->target_count; i++) {
        if (def->targets[i] == NULL || def->targets[i][0] == '\0') {
            bsl_problem_error(d->problems, "bad-tag", at,
                bsl_problem_say(
                    d->problems, "its target %lu is an empty tag", (unsigned long)i + 1),
                "give every tag a name that is not empty");
        }
    }
}

static bool draft_value(draft *d, const bustle_node_def *def, exchange *made, const spot *at) {
    if (!has_ops(&def->value)) {
        return true;
    }
    source from = {&def->value, *at, BUSTLE_NONE, PLACE_VALUE, NULL, NULL};
    from.at.part = PART_VALUE;
    facts known;
    made->value = bsl_code_compile(d, &from, &known);
    return made->value.form != CODE_EMPTY;
}

bool bsl_draft_send(draft *d, const bustle_node_def *def, node *made, const spot *at) {
    exchange one = {.into = NONE16, .path = NONE16, .to = to_of(d, def, at), .awaits = def->await};
    exchange_source about = {.def = def, .at = *at};
    one.inbox = (uint16_t)bsl_draft_resolve(d, BUSTLE_KIND_INBOX, def->performs, at, "it");
    check_tags(d, def, at);
    if (def->path != NULL) {
        const path_source from = {def->path, NULL, *at, false};
        one.path = (uint16_t)bsl_draft_path(d, &from);
    }
    made->flags |= def->same_target ? NODE_SAME_TARGET : 0;
    bsl_draft_aim(d, def, made, at, false);
    const bool searched = bsl_draft_node_search(d, def, at, &about.search);
    const bool valued = draft_value(d, def, &one, at);
    return add_exchange(d, def, made, at, &one, &about) && searched && valued;
}

/* ---- Searches ---- */

/* After those of requests. */
void bsl_draft_exchange_searches(draft *d) {
    const uint32_t first = d->actions.count;
    action *added = bsl_draft_add(d, &d->actions, d->exchanges.count);
    for (uint32_t i = 0; added != NULL && i < d->exchanges.count; i++) {
        added[i] = ITEMS(const exchange_source, d->exchange_sources)[i].search;
        ITEMS(exchange, d->exchanges)[i].search = first + i;
    }
}
