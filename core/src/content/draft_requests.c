/* Requests (S62): nodes that ask for offers, and for each a search, which is like an action that is
 * never performed. Also what nodes say by `while` (S64), and what only requests may say. */
#include "base/hash.h"
#include "content/draft.h"
#include "content/expression/code.h"

static void refuse(draft *d, const spot *at, const char *text, const char *cure) {
    bsl_problem_error(d->problems, "bad-request", at, text, cure);
}

static bool is_empty(const char *text) {
    return text == NULL || text[0] == '\0';
}

/* ---- While ---- */

static bool add_while(draft *d, const code *during, node *made, const spot *at) {
    if (d->whiles.count >= MOST_THINGS) {
        bsl_problem_error(d->problems, "too-many", at,
            bsl_problem_say(
                d->problems, "more than %lu nodes have a `while`", (unsigned long)MOST_THINGS),
            "use fewer");
        return false;
    }
    code *added = bsl_draft_add(d, &d->whiles, 1);
    if (added != NULL) {
        *added = *during;
        made->during = (uint16_t)(d->whiles.count - 1);
        made->flags |= NODE_WHILE;
        d->has_whiles = true;
    }
    return added != NULL;
}

bool bsl_draft_while(draft *d, const bustle_node_def *def, node *made, const spot *at) {
    if (!has_ops(&def->holds_while)) {
        return true;
    }
    source from = {&def->holds_while, *at, BUSTLE_NONE, PLACE_TRANSITION, NULL, NULL};
    from.at.part = PART_WHILE;
    facts known;
    const code during = bsl_code_compile(d, &from, &known);
    return during.form != CODE_EMPTY && add_while(d, &during, made, at);
}

/* ---- What is asked for ---- */

static bool is_repeated(const uint32_t *ids, uint32_t count, uint32_t id) {
    for (uint32_t i = 0; i < count; i++) {
        if (ids[i] == id) {
            return true;
        }
    }
    return false;
}

/* Of a request for any: all of them, which are in byte order. */
static void ask_for_any(draft *d, request *made) {
    made->name_count = (uint16_t)draft_count(d, BUSTLE_KIND_OFFER);
    for (uint32_t id = 0; id < made->name_count && !d->no_memory; id++) {
        bsl_draft_id(d, id);
    }
}

static void ask_for(draft *d, const bustle_node_def *def, request *made, const spot *at) {
    made->names_at = d->ids.count;
    if (def->offer_count == 0) {
        ask_for_any(d, made);
        return;
    }
    for (size_t i = 0; i < def->offer_count && !d->no_memory; i++) {
        const char *name = def->offers[i];
        const bool unsure = def->optional && !is_empty(name);
        const uint32_t id = unsure ? bsl_draft_find(d, BUSTLE_KIND_OFFER, name)
                                   : bsl_draft_resolve(d, BUSTLE_KIND_OFFER, name, at, "it");
        if (id == BUSTLE_NONE) {
            continue;
        }
        if (is_repeated(ITEMS(const uint32_t, d->ids) + made->names_at, made->name_count, id)) {
            bsl_problem_error(d->problems, "listed-twice", at,
                bsl_problem_say(d->problems, "it asks for \"%s\" twice", name), "list it once");
            continue;
        }
        bsl_draft_id(d, id);
        made->name_count++;
    }
}

/* ---- Who is asked ---- */

static uint8_t from_of(draft *d, const bustle_node_def *def, const spot *at) {
    const int ways = (def->from_target ? 1 : 0) + (def->from_area ? 1 : 0) +
        (def->path != NULL ? 1 : 0) + (def->target_count > 0 ? 1 : 0);
    if (ways > 1) {
        refuse(d, at, "it says in two ways whom it asks",
            "keep one of the target, the area, a path and tags");
    }
    return def->from_target      ? FROM_TARGET
        : def->from_area         ? FROM_AREA
        : def->path != NULL      ? FROM_PATH
        : def->target_count == 0 ? FROM_ANYONE
                                 : FROM_TAGGED;
}

static void check_tags(draft *d, const bustle_node_def *def, const spot *at) {
    for (size_t i = 0; i < def->target_count; i++) {
        if (is_empty(def->targets[i])) {
            bsl_problem_error(d->problems, "bad-tag", at,
                bsl_problem_say(
                    d->problems, "its target %lu is an empty tag", (unsigned long)i + 1),
                "give every tag a name that is not empty");
        }
    }
}

bool bsl_draft_node_search(draft *d, const bustle_node_def *def, const spot *at, action *search) {
    *search = (action){.speed_state = NONE16, .preferred_state = NONE16, .flags = ACTION_TARGETED};
    source from = {&def->when, *at, BUSTLE_NONE, PLACE_ACTION, NULL, NULL};
    from.at.part = PART_WHEN;
    bsl_draft_search(d, &from, search);
    const preference_source preferred = {
        def->preference, def->preferred_state, &def->preferred, NULL};
    bsl_draft_preference(d, &preferred, search, at);
    const char *name = def->name == NULL ? "" : def->name;
    search->name = bsl_draft_text(d, name);
    search->hash = fnv_text(name);
    return !has_ops(&def->when) || search->when.form != CODE_EMPTY;
}

static bool draft_search(
    draft *d, const bustle_node_def *def, const request *made, request_source *kept) {
    const bool good = bsl_draft_node_search(d, def, &kept->at, &kept->search);
    if ((made->during.flags & CODE_USES_DISTANCE) != 0) {
        kept->search.flags |= ACTION_USES_DISTANCE;
    }
    return good;
}

/* ---- One request ---- */

static void check_request(draft *d, const bustle_node_def *def, const spot *at) {
    if (def->performs != NULL) {
        refuse(d, at,
            bsl_problem_say(
                d->problems, "it asks for an offer, but performs \"%s\"", def->performs),
            "perform that at a node of its own; what the offer's body node performs is `body`");
    }
    check_tags(d, def, at);
}

static uint16_t add_request(draft *d, const request *one, const request_source *about) {
    request *added = bsl_draft_add(d, &d->requests, 1);
    request_source *kept = bsl_draft_add(d, &d->request_sources, 1);
    if (added == NULL || kept == NULL) {
        return NONE16;
    }
    *added = *one;
    *kept = *about;
    return (uint16_t)(d->requests.count - 1);
}

/* There are no more requests than nodes that wait, which bsl_draft_other_wait counts. */
bool bsl_draft_request(draft *d, const bustle_node_def *def, node *made, const spot *at) {
    check_request(d, def, at);
    request one = {.path = NONE16, .body = NONE16, .from = from_of(d, def, at)};
    request_source kept = {.def = def, .at = *at};
    const bool held = bsl_draft_while(d, def, made, at);
    if (made->during != NONE16) {
        one.during = ITEMS(const code, d->whiles)[made->during];
    }
    if (def->path != NULL) {
        const path_source from = {def->path, NULL, *at, false};
        one.path = (uint16_t)bsl_draft_path(d, &from);
    }
    const bool searched = draft_search(d, def, &one, &kept);
    one.when = kept.search.when;
    ask_for(d, def, &one, at);
    if (def->body != NULL) {
        one.body = (uint16_t)bsl_draft_resolve(d, BUSTLE_KIND_SEQUENCE, def->body, at, "its body");
    }
    const wait asks = {
        .request = (uint16_t)d->requests.count, .exchange = NONE16, .gathering = NONE16};
    if (d->no_memory || !bsl_draft_other_wait(d, def, made, at, asks, 0)) {
        return false;
    }
    add_request(d, &one, &kept);
    return held && searched;
}

/* ---- What only some kinds of nodes have ---- */

static void refuse_field(draft *d, const spot *at, bool wrong, const char *text, const char *cure) {
    if (wrong) {
        bsl_problem_error(d->problems, "bad-node", at, text, cure);
    }
}

static void check_whom(draft *d, const bustle_node_def *def, const spot *at) {
    const bool sends = def->kind == BUSTLE_NODE_SEND;
    const bool meets = def->kind == BUSTLE_NODE_MEET;
    refuse_field(d, at,
        def->offer_count > 0 || def->body != NULL || def->optional || def->from_target,
        "it says what to ask for, whom, or what for, but is no request",
        "make it a request, or remove that");
    refuse_field(d, at, def->from_area && !meets,
        "it names the area, but asks for no offer and meets "
        "nobody",
        "make it a request or a meet node, or remove that");
    refuse_field(d, at, def->target_count > 0 && !sends,
        "it has tags to look for, but asks for no offer and sends nothing",
        "make it a request or a send node, or remove the tags");
    refuse_field(d, at, def->path != NULL && def->kind != BUSTLE_NODE_ACTION && !sends && !meets,
        "it has a path, but neither performs an action nor asks for an offer, sends or meets",
        "make it an action, a request, a send or a meet node, or remove the path");
    refuse_field(d, at,
        (has_ops(&def->preferred) || def->preference != BUSTLE_PREFER_NOTHING ||
            def->preferred_state != NULL) &&
            !sends && def->kind != BUSTLE_NODE_TAKE,
        "it prefers, but asks for no offer, and neither takes nor sends",
        "make it a request, a take or a send node, or remove what it prefers by");
}

static void check_exchanged(draft *d, const bustle_node_def *def, const spot *at) {
    refuse_field(d, at, def->into != NULL && def->kind != BUSTLE_NODE_TAKE,
        "it says where a message's value goes, but takes none",
        "make it a take node, or remove `into`");
    refuse_field(d, at, (has_ops(&def->value) || def->await) && def->kind != BUSTLE_NODE_SEND,
        "it says what to send, or to await, but sends nothing",
        "make it a send node, or remove `value` and `await`");
    refuse_field(d, at, def->count != 0 && def->kind != BUSTLE_NODE_MEET,
        "it says how many must meet, but meets nobody", "make it a meet node, or remove `count`");
}

void bsl_draft_check_fields(draft *d, const bustle_node_def *def, const spot *at) {
    const bool asks = def->kind == BUSTLE_NODE_REQUEST;
    if (!asks) {
        check_whom(d, def, at);
    }
    check_exchanged(d, def, at);
    refuse_field(d, at, !asks && def->kind != BUSTLE_NODE_SEQUENCE && has_ops(&def->holds_while),
        "it has a `while`, but neither runs a sequence nor asks for an offer",
        "make it a sequence node or a request, or remove `while`");
}

/* ---- Searches ---- */

/* After those of cues and parts. */
void bsl_draft_request_searches(draft *d) {
    d->first_request_search = d->actions.count;
    d->first_part_search = d->actions.count - d->part_searches.count;
    action *added = bsl_draft_add(d, &d->actions, d->requests.count);
    for (uint32_t i = 0; added != NULL && i < d->requests.count; i++) {
        added[i] = ITEMS(const request_source, d->request_sources)[i].search;
        ITEMS(request, d->requests)[i].search = d->first_request_search + i;
    }
}
