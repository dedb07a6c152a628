/* Sealing from start to end, and the tools that its phases share. */
#include "content/draft.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/nearest.h"

static void begin(draft *d, bustle_builder *from, problems *found) {
    memset(d, 0, sizeof *d);
    d->from = from;
    d->heap = &from->heap;
    d->problems = found;
    d->patience = PATIENCE;
    bsl_arena_init(&d->scratch, d->heap, ANY_TYPE);
    d->text = list_of(sizeof(char));
    d->ops = list_of(sizeof(op));
    d->functions = list_of(sizeof(function));
    d->states = list_of(sizeof(key));
    d->environment = list_of(sizeof(key));
    d->value_names = list_of(sizeof(uint32_t));
    d->claims = list_of(sizeof(claim));
    d->interruptions = list_of(sizeof(interruption));
    d->actions = list_of(sizeof(action));
    d->transitions = list_of(sizeof(transition));
    d->choices = list_of(sizeof(way_out));
    d->nodes = list_of(sizeof(node));
    d->waits = list_of(sizeof(wait));
    d->sequences = list_of(sizeof(sequence));
    d->roles = list_of(sizeof(role));
    d->listed_roles = list_of(sizeof(listed_role));
    d->personas = list_of(sizeof(persona));
    d->plans = list_of(sizeof(plan));
    d->plan_entries = list_of(sizeof(plan_entry));
    d->cues = list_of(sizeof(cue));
    d->beats = list_of(sizeof(uint32_t));
    d->scenes = list_of(sizeof(scene));
    d->parts = list_of(sizeof(scene_part));
    d->offers = list_of(sizeof(offer));
    d->offer_sources = list_of(sizeof(offer_source));
    d->request_sources = list_of(sizeof(request_source));
    d->requests = list_of(sizeof(request));
    d->whiles = list_of(sizeof(code));
    d->part_sources = list_of(sizeof(part_source));
    d->part_searches = list_of(sizeof(uint32_t));
    d->cue_sources = list_of(sizeof(cue_source));
    d->definitions = list_of(sizeof(definition));
    d->boxes = list_of(sizeof(area_box));
    d->groups = list_of(sizeof(group));
    d->handlers = list_of(sizeof(handler));
    d->columns = list_of(sizeof(uint16_t));
    d->initials = list_of(sizeof(int32_t));
    d->ids = list_of(sizeof(uint32_t));
    d->places = list_of(sizeof(placement));
    d->place_values = list_of(sizeof(bustle_state_value));
    d->links = list_of(sizeof(link_kind));
    d->paths = list_of(sizeof(link_path));
    d->path_steps = list_of(sizeof(path_step));
    d->place_links = list_of(sizeof(bustle_place_link));
    d->inboxes = list_of(sizeof(inbox_kind));
    d->exchanges = list_of(sizeof(exchange));
    d->exchange_sources = list_of(sizeof(exchange_source));
    d->gatherings = list_of(sizeof(gathering));
    d->mentions = list_of(sizeof(mention));
    d->node_places = list_of(sizeof(uint32_t));
    bsl_text_init(&d->texts, d->heap);
}

static void end(draft *d) {
    list *lists[] = {&d->text, &d->ops, &d->functions, &d->states, &d->environment, &d->value_names,
        &d->claims, &d->interruptions, &d->actions, &d->transitions, &d->choices, &d->nodes,
        &d->waits, &d->sequences, &d->roles, &d->listed_roles, &d->personas, &d->plans,
        &d->plan_entries, &d->cues, &d->beats, &d->cue_sources, &d->scenes, &d->parts,
        &d->part_sources, &d->part_searches, &d->offers, &d->requests, &d->whiles,
        &d->offer_sources, &d->request_sources, &d->definitions, &d->boxes, &d->groups,
        &d->handlers, &d->columns, &d->initials, &d->ids, &d->places, &d->place_values, &d->links,
        &d->paths, &d->path_steps, &d->place_links, &d->mentions, &d->inboxes, &d->exchanges,
        &d->exchange_sources, &d->gatherings, &d->node_places, &d->terms, &d->stack};
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        list_free(d->heap, lists[i]);
    }
    bsl_text_free(&d->texts);
    bsl_arena_free(&d->scratch);
}

bustle_status bsl_draft_seal(bustle_builder *from, problems *found, bustle_content **content) {
    static void (*const phases[])(draft *) = {bsl_draft_names, bsl_draft_scene_names,
        bsl_draft_offer_names, bsl_draft_meeting_names, bsl_draft_keys, bsl_draft_links,
        bsl_draft_inboxes, bsl_draft_interruptions, bsl_draft_actions, bsl_draft_sequences,
        bsl_draft_cues, bsl_draft_scenes, bsl_draft_offers, bsl_draft_request_searches,
        bsl_draft_exchange_searches, bsl_draft_sought, bsl_draft_plans, bsl_draft_roles,
        bsl_draft_entities, bsl_draft_personas, bsl_draft_functions, bsl_draft_places,
        bsl_draft_groups, bsl_draft_needs, bsl_check_flow, bsl_check_needs, bsl_check_scenes,
        bsl_check_offers, bsl_check_inboxes};
    draft d;
    begin(&d, from, found);
    for (size_t i = 0; i < sizeof(phases) / sizeof(phases[0]) && !d.no_memory; i++) {
        phases[i](&d);
    }
    bustle_status status = BUSTLE_OK;
    if (d.no_memory || found->no_memory) {
        status = BUSTLE_NO_MEMORY;
    } else if (found->errors > 0) {
        status = BUSTLE_PROBLEMS;
    } else {
        *content = bsl_layout_make(&d);
        status = *content == NULL ? BUSTLE_NO_MEMORY : BUSTLE_OK;
    }
    end(&d);
    return status;
}

/* ---- Memory ---- */

void *bsl_draft_add(draft *d, list *l, uint32_t count) {
    if (d->no_memory) {
        return NULL;
    }
    void *added = list_add(d->heap, l, count);
    d->no_memory = added == NULL && count > 0;
    return added;
}

void *bsl_draft_scratch(draft *d, size_t count, size_t element) {
    void *piece = d->no_memory ? NULL : bsl_arena_take(&d->scratch, count, element);
    d->no_memory = d->no_memory || piece == NULL;
    return piece;
}

uint32_t bsl_draft_text(draft *d, const char *text) {
    text = text == NULL ? "" : text;
    const size_t size = strlen(text) + 1;
    const uint32_t at = d->text.count;
    if (size > UINT32_MAX - at) {
        d->no_memory = true;
        return 0;
    }
    char *copy = bsl_draft_add(d, &d->text, (uint32_t)size);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return at;
}

void bsl_draft_id(draft *d, uint32_t id) {
    uint32_t *added = bsl_draft_add(d, &d->ids, 1);
    if (added != NULL) {
        *added = id;
    }
}

static int compare_ids(const void *left, const void *right) {
    const uint32_t a = *(const uint32_t *)left;
    const uint32_t b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

void bsl_draft_sort_ids(uint32_t *ids, uint32_t count) {
    if (count > 1) {
        qsort(ids, count, sizeof *ids, compare_ids);
    }
}

uint32_t bsl_draft_unique_ids(uint32_t *ids, uint32_t count) {
    bsl_draft_sort_ids(ids, count);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || ids[kept - 1] != ids[i]) {
            ids[kept++] = ids[i];
        }
    }
    return kept;
}

static int compare_texts(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

uint32_t bsl_draft_unique_texts(const char **texts, uint32_t count) {
    if (count > 1) {
        qsort(texts, count, sizeof *texts, compare_texts);
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || strcmp(texts[kept - 1], texts[i]) != 0) {
            texts[kept++] = texts[i];
        }
    }
    return kept;
}

uint32_t bsl_draft_find_text(const char *const *texts, uint32_t count, const char *text) {
    uint32_t low = 0;
    uint32_t high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = strcmp(text, texts[middle]);
        if (order == 0) {
            return middle;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return BUSTLE_NONE;
}

/* ---- Names ---- */

static int compare_entries(const void *left, const void *right) {
    const entry *a = *(const entry *const *)left;
    const entry *b = *(const entry *const *)right;
    const int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a > b) - (a < b);
}

spot bsl_draft_spot_of_entry(const draft *d, unsigned kind, const entry *e) {
    spot at = {0};
    at.thing = e->name;
    at.origin = e->origin;
    at.kind = (uint8_t)kind;
    at.index = (uint32_t)(e - (const entry *)d->from->entries[kind].items);
    return at;
}

spot bsl_draft_spot_of(const draft *d, bustle_kind kind, uint32_t id) {
    return bsl_draft_spot_of_entry(d, kind, d->by_id[kind][id]);
}

/* Keeps the first of each name, and tells the others. */
static void tell_duplicates(draft *d, bustle_kind kind, const entry **sorted, uint32_t *count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < *count; i++) {
        if (kept == 0 || strcmp(sorted[kept - 1]->name, sorted[i]->name) != 0) {
            sorted[kept++] = sorted[i];
            continue;
        }
        spot at = bsl_draft_spot_of_entry(d, kind, sorted[i]);
        const char *origin = sorted[kept - 1]->origin;
        bsl_problem_error(d->problems, "duplicate-name", &at,
            bsl_problem_say(d->problems, "there is another %s of this name%s%s",
                bsl_problem_kind_name(kind), origin == NULL ? "" : ", defined at ",
                origin == NULL ? "" : origin),
            "rename one of the two");
    }
    *count = kept;
}

static void draft_names_of(draft *d, bustle_kind kind) {
    const list *entries = &d->from->entries[kind];
    const entry **sorted = bsl_draft_scratch(d, entries->count, sizeof(const entry *));
    if (sorted == NULL) {
        return;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < entries->count; i++) {
        const entry *e = &ITEMS(const entry, *entries)[i];
        if (e->name != NULL && e->name[0] != '\0') {
            sorted[count++] = e;
            continue;
        }
        spot at = bsl_draft_spot_of_entry(d, kind, e);
        bsl_problem_error(d->problems, "without-name", &at,
            bsl_problem_say(d->problems, "%s number %lu has no name", bsl_problem_kind_name(kind),
                (unsigned long)i + 1),
            "give it a name that is not empty");
    }
    if (count > 1) {
        qsort(sorted, count, sizeof(const entry *), compare_entries);
    }
    tell_duplicates(d, kind, sorted, &count);
    if (count > MOST_THINGS) {
        spot at = bsl_draft_spot_of_entry(d, kind, sorted[MOST_THINGS]);
        bsl_problem_error(d->problems, "too-many", &at,
            bsl_problem_say(d->problems,
                "there are %lu definitions of this kind (%s); %lu are possible",
                (unsigned long)count, bsl_problem_kind_name(kind), (unsigned long)MOST_THINGS),
            "define fewer, or share them");
        count = MOST_THINGS;
    }
    d->by_id[kind] = sorted;
    d->names[kind].count = count;
}

void bsl_draft_names(draft *d) {
    for (int kind = 0; kind < KIND_COUNT && !d->no_memory; kind++) {
        draft_names_of(d, (bustle_kind)kind);
    }
    for (int kind = 0; kind < KIND_COUNT && !d->no_memory; kind++) {
        name_index *names = &d->names[kind];
        names->names_at = d->ids.count;
        for (uint32_t id = 0; id < names->count && !d->no_memory; id++) {
            bsl_draft_id(d, bsl_draft_text(d, draft_name(d, (bustle_kind)kind, id)));
        }
    }
    const uint32_t columns = draft_columns(d);
    for (int i = 0; i < MENTIONED; i++) {
        d->seen[i] = bsl_draft_scratch(d, columns, sizeof(uint32_t));
        d->marked[i] = bsl_draft_scratch(d, columns, sizeof(uint32_t));
    }
}

void bsl_draft_add_names(draft *d, bustle_kind kind, const char **names, uint32_t count) {
    entry *entries = bsl_draft_scratch(d, count, sizeof *entries);
    const entry **by_id = bsl_draft_scratch(d, count, sizeof(const entry *));
    d->names[kind] = (name_index){0, d->ids.count};
    for (uint32_t i = 0; i < count && i < MOST_THINGS && !d->no_memory; i++) {
        entries[i].name = names[i];
        by_id[i] = &entries[i];
        bsl_draft_id(d, bsl_draft_text(d, names[i]));
        d->names[kind].count++;
    }
    d->by_id[kind] = by_id;
}

uint32_t bsl_draft_find(const draft *d, bustle_kind kind, const char *name) {
    uint32_t low = 0;
    uint32_t high = draft_count(d, kind);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = strcmp(name, draft_name(d, kind, middle));
        if (order == 0) {
            return middle;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return BUSTLE_NONE;
}

static const char *entry_name_at(const void *entries, uint32_t index) {
    return ((const entry *const *)entries)[index]->name;
}

static const char *const unknown[] = {"unknown-state", "unknown-environment",
    "unknown-interruption", "unknown-action", "unknown-sequence", "unknown-entity", "unknown-role",
    "unknown-cue", "unknown-scene", "unknown-link", "unknown-offer", "unknown-inbox",
    "unknown-plan", "unknown-meeting"};

void bsl_draft_missing(draft *d, bustle_kind kind, const char *name, text_missing *missing) {
    missing->code = unknown[kind];
    missing->text =
        bsl_problem_say(d->problems, "%s \"%s\" is not defined", bsl_problem_kind_name(kind), name);
    missing->cure = bsl_draft_nearest_name(d, name, entry_name_at, d->by_id[kind],
        draft_count(d, kind),
        bsl_problem_say(d->problems, "define it, or name another %s", bsl_problem_kind_name(kind)));
}

uint32_t bsl_draft_resolve(
    draft *d, bustle_kind kind, const char *name, const spot *at, const char *who) {
    if (name == NULL || name[0] == '\0') {
        bsl_problem_error(d->problems, unknown[kind], at,
            bsl_problem_say(d->problems, "%s names no %s", who, bsl_problem_kind_name(kind)),
            bsl_problem_say(d->problems, "name a defined %s", bsl_problem_kind_name(kind)));
        return BUSTLE_NONE;
    }
    uint32_t id = bsl_draft_find(d, kind, name);
    if (id == BUSTLE_NONE) {
        text_missing missing;
        bsl_draft_missing(d, kind, name, &missing);
        bsl_problem_error(d->problems, missing.code, at,
            bsl_problem_say(d->problems, "%s names %s \"%s\", which is not defined", who,
                bsl_problem_kind_name(kind), name),
            missing.cure);
    }
    return id;
}

const char *bsl_draft_nearest_name(draft *d, const char *name,
    const char *(*name_at)(const void *, uint32_t), const void *names, uint32_t count,
    const char *otherwise) {
    const char *nearest = bsl_nearest_of(name, name_at, names, count, &d->patience);
    return nearest == NULL ? otherwise
                           : bsl_problem_say(d->problems, "did you mean \"%s\"?", nearest);
}

/* ---- What several phases draft ---- */

void bsl_draft_mention(draft *d, bustle_subject subject, uint32_t state, const spot *at) {
    uint32_t *seen = d->seen[subject_place(subject)];
    if (seen[state] == d->owner) {
        return;
    }
    mention *added = bsl_draft_add(d, &d->mentions, 1);
    if (added != NULL) {
        seen[state] = d->owner;
        added->at = *at;
        added->state = (uint16_t)state;
        added->subject = (uint8_t)subject;
    }
}

static int32_t sum(int32_t a, int32_t b) {
    return b > INT32_MAX - a ? INT32_MAX : a + b;
}

static void draft_claim(draft *d, uint32_t first, const bustle_claim_def *def, const spot *at) {
    const uint32_t state = bsl_draft_resolve(d, BUSTLE_KIND_STATE, def->state, at, "a claim");
    if (def->amount < 1) {
        bsl_problem_error(d->problems, "bad-claim", at,
            bsl_problem_say(d->problems, "the claim on \"%s\" is of %ld",
                def->state == NULL ? "" : def->state, (long)def->amount),
            "claim at least 1");
    }
    if (state == BUSTLE_NONE || def->amount < 1) {
        return;
    }
    key *k = &ITEMS(key, d->states)[state];
    k->claimed = 1;
    if (k->minimum == BUSTLE_NO_MINIMUM) {
        bsl_problem_error(d->problems, "claim-without-minimum", at,
            bsl_problem_say(
                d->problems, "state \"%s\" is claimed but declares no minimum", def->state),
            "declare the minimum of the state, usually 0");
    }
    for (uint32_t i = first; i < d->claims.count; i++) {
        claim *other = &ITEMS(claim, d->claims)[i];
        if (other->state == state) {
            other->amount = sum(other->amount, def->amount);
            return;
        }
    }
    claim *added = bsl_draft_add(d, &d->claims, 1);
    if (added != NULL) {
        added->state = (uint16_t)state;
        added->amount = def->amount;
    }
}

range bsl_draft_claims(draft *d, const bustle_claim_def *claims, size_t count, const spot *at) {
    const uint32_t first = d->claims.count;
    for (size_t i = 0; i < count && !d->no_memory; i++) {
        draft_claim(d, first, &claims[i], at);
    }
    for (uint32_t i = first; i < d->claims.count; i++) {
        const claim *c = &ITEMS(claim, d->claims)[i];
        const key *k = &ITEMS(key, d->states)[c->state];
        if (k->minimum != BUSTLE_NO_MINIMUM &&
            (int64_t)k->maximum - k->minimum < (int64_t)c->amount) {
            bsl_problem_warning(d->problems, "never-true", at,
                bsl_problem_say(d->problems,
                    "the claim of %ld on \"%s\" can never be met, which has %ld at most",
                    (long)c->amount, draft_name(d, BUSTLE_KIND_STATE, c->state),
                    (long)((int64_t)k->maximum - k->minimum)),
                "claim less, or raise the maximum of the state");
        }
    }
    return (range){first, d->claims.count - first};
}
