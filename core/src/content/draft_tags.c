/* Who is found: which entities have the tags that cues, parts of scenes, requests and nodes that
 * send look for, may offer what requests ask for and have the inboxes, and which NPCs react to the
 * topics that parts are about. */
#include "content/draft.h"

#include <stdlib.h>

/* ---- What is looked for ---- */

static int compare_sought(const void *left, const void *right) {
    const sought_tag *a = left;
    const sought_tag *b = right;
    const int order = strcmp(a->tag, b->tag);
    return order != 0 ? order : (a->search > b->search) - (a->search < b->search);
}

static void seek(draft *d, const char *const *tags, size_t count, sought_tag by) {
    for (size_t i = 0; i < count; i++) {
        if (tags[i] != NULL && tags[i][0] != '\0') {
            by.tag = tags[i];
            d->sought[d->sought_count++] = by;
        }
    }
}

static void seek_tags(draft *d) {
    const cue_source *cues = d->cue_sources.items;
    const part_source *parts = d->part_sources.items;
    size_t count = 0;
    for (uint32_t i = 0; i < d->cue_sources.count; i++) {
        count += cues[i].def->target_count;
    }
    for (uint32_t i = 0; i < d->part_sources.count; i++) {
        count += parts[i].def->who_count;
    }
    const request_source *requests = d->request_sources.items;
    for (uint32_t i = 0; i < d->request_sources.count; i++) {
        count += requests[i].def->target_count;
    }
    const exchange_source *exchanges = d->exchange_sources.items;
    for (uint32_t i = 0; i < d->exchange_sources.count; i++) {
        count += exchanges[i].def->target_count;
    }
    d->sought = bsl_draft_scratch(d, count, sizeof *d->sought);
    if (d->sought == NULL) {
        return;
    }
    for (uint32_t i = 0; i < d->cue_sources.count; i++) {
        const uint32_t search = ITEMS(const cue, d->cues)[i].search;
        seek(d, cues[i].def->targets, cues[i].def->target_count,
            (sought_tag){NULL, search, i, BUSTLE_NONE, BUSTLE_NONE, BUSTLE_NONE, 0});
    }
    for (uint32_t i = 0; i < d->part_sources.count; i++) {
        const uint32_t search = ITEMS(const scene_part, d->parts)[i].search;
        seek(d, parts[i].def->who, parts[i].def->who_count,
            (sought_tag){NULL, search, BUSTLE_NONE, i, BUSTLE_NONE, BUSTLE_NONE, 0});
    }
    for (uint32_t i = 0; i < d->request_sources.count; i++) {
        const uint32_t search = ITEMS(const request, d->requests)[i].search;
        seek(d, requests[i].def->targets, requests[i].def->target_count,
            (sought_tag){NULL, search, BUSTLE_NONE, BUSTLE_NONE, i, BUSTLE_NONE, 0});
    }
    for (uint32_t i = 0; i < d->exchange_sources.count; i++) {
        const uint32_t search = ITEMS(const exchange, d->exchanges)[i].search;
        seek(d, exchanges[i].def->targets, exchanges[i].def->target_count,
            (sought_tag){NULL, search, BUSTLE_NONE, BUSTLE_NONE, BUSTLE_NONE, i, 0});
    }
    if (d->sought_count > 1) {
        qsort(d->sought, d->sought_count, sizeof *d->sought, compare_sought);
    }
}

static int compare_topics(const void *left, const void *right) {
    const topic_search *a = left;
    const topic_search *b = right;
    const int order = (a->topic > b->topic) - (a->topic < b->topic);
    return order != 0 ? order : (a->part > b->part) - (a->part < b->part);
}

/* Parts that say nothing of who fills them, and leave what is done to its reaction. */
static void seek_topics(draft *d) {
    const uint32_t count = d->part_sources.count;
    d->topic_searches = bsl_draft_scratch(d, count, sizeof *d->topic_searches);
    for (uint32_t i = 0; !d->no_memory && i < count; i++) {
        const part_source *part = &ITEMS(const part_source, d->part_sources)[i];
        const uint16_t topic = ITEMS(const scene, d->scenes)[part->scene].topic;
        if (part->def->who_count == 0 && part->def->sequence == NULL && topic != NONE16) {
            d->topic_searches[d->topic_search_count++] = (topic_search){topic, i};
        }
    }
    if (!d->no_memory && d->topic_search_count > 1) {
        qsort(d->topic_searches, d->topic_search_count, sizeof *d->topic_searches, compare_topics);
    }
}

void bsl_draft_sought(draft *d) {
    seek_tags(d);
    seek_topics(d);
    d->may_offer = bsl_draft_scratch(d, draft_count(d, BUSTLE_KIND_OFFER), sizeof *d->may_offer);
}

/* ---- Who is found ---- */

/* The first of a tag, or of the next one. */
static uint32_t first_sought(const draft *d, const char *tag) {
    uint32_t low = 0;
    uint32_t high = d->sought_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (strcmp(d->sought[middle].tag, tag) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Whether the entity looked at may offer what a request asks for. */
static bool answers(const draft *d, uint32_t request_id) {
    const request *r = &ITEMS(const request, d->requests)[request_id];
    for (uint32_t i = 0; i < r->name_count; i++) {
        if (d->may_offer[ITEMS(const uint32_t, d->ids)[r->names_at + i]] == d->looked_at) {
            return true;
        }
    }
    return false;
}

/* By its tag, which is that of a request. */
static void find_answer(draft *d, const sought_tag *s) {
    request_source *asking = &ITEMS(request_source, d->request_sources)[s->request];
    asking->tagged = 1;
    if (ITEMS(const request, d->requests)[s->request].from == FROM_TAGGED &&
        answers(d, s->request)) {
        asking->answered = 1;
        bsl_draft_id(d, s->search);
    }
}

/* Requests that ask everyone. */
static void find_answers(draft *d, range names) {
    for (uint32_t i = 0; i < d->requests.count && names.count > 0 && !d->no_memory; i++) {
        const request *r = &ITEMS(const request, d->requests)[i];
        if (r->from == FROM_ANYONE && answers(d, i)) {
            bsl_draft_id(d, r->search);
        }
    }
}

static bool is_listed(const draft *d, range ids, uint32_t id) {
    for (uint32_t i = 0; i < ids.count; i++) {
        if (ITEMS(const uint32_t, d->ids)[ids.at + i] == id) {
            return true;
        }
    }
    return false;
}

/* By its tag, which is that of a node that sends. */
static void find_receiver(draft *d, const sought_tag *s, range inboxes) {
    exchange_source *sending = &ITEMS(exchange_source, d->exchange_sources)[s->exchange];
    const exchange *x = &ITEMS(const exchange, d->exchanges)[s->exchange];
    sending->tagged = 1;
    if (x->to == TO_TAGGED && is_listed(d, inboxes, x->inbox)) {
        sending->received = 1;
        bsl_draft_id(d, s->search);
    }
}

/* Nodes that send to everyone. */
static void find_receivers(draft *d, range inboxes) {
    for (uint32_t i = 0; i < d->exchanges.count && inboxes.count > 0 && !d->no_memory; i++) {
        const exchange *x = &ITEMS(const exchange, d->exchanges)[i];
        const bool sends =
            ITEMS(const exchange_source, d->exchange_sources)[i].def->kind == BUSTLE_NODE_SEND;
        if (sends && x->to == TO_ANYONE && is_listed(d, inboxes, x->inbox)) {
            bsl_draft_id(d, x->search);
        }
    }
}

/* Parts are for NPCs only. */
static void find_by_tag(draft *d, const char *tag, bool npc, range inboxes) {
    for (uint32_t i = first_sought(d, tag);
         i < d->sought_count && strcmp(d->sought[i].tag, tag) == 0; i++) {
        sought_tag *s = &d->sought[i];
        if (s->request != BUSTLE_NONE) {
            s->found = 1;
            find_answer(d, s);
            continue;
        }
        if (s->exchange != BUSTLE_NONE) {
            s->found = 1;
            find_receiver(d, s, inboxes);
            continue;
        }
        if (s->part == BUSTLE_NONE || npc) {
            s->found = 1;
            bsl_draft_id(d, s->search);
        }
        if (s->part != BUSTLE_NONE && npc) {
            ITEMS(part_source, d->part_sources)[s->part].tagged = 1;
        }
    }
}

static bool reacts(const draft *d, const bustle_entity_def *def, uint32_t topic) {
    for (size_t i = 0; i < def->reaction_count; i++) {
        const char *own = def->reactions[i].topic;
        if (own != NULL && strcmp(own, d->topics[topic]) == 0) {
            return true;
        }
    }
    return d->role_reacts[topic] != 0; /* the game may set any NPC any role */
}

static void find_by_topic(draft *d, const bustle_entity_def *def) {
    uint32_t asked = BUSTLE_NONE;
    bool found = false;
    for (uint32_t i = 0; i < d->topic_search_count && !d->no_memory; i++) {
        const topic_search *s = &d->topic_searches[i];
        found = s->topic == asked ? found : reacts(d, def, s->topic);
        asked = s->topic;
        if (found) {
            bsl_draft_id(d, ITEMS(const scene_part, d->parts)[s->part].search);
        }
    }
}

/* What an NPC has been found for, and does what is asked of it there. */
static void note_filled(draft *d, const bustle_entity_def *def, uint32_t first) {
    const uint32_t first_part = d->first_part_search;
    const uint32_t *ids = d->ids.items;
    for (uint32_t i = first; i < d->ids.count; i++) {
        if (ids[i] < first_part || ids[i] >= d->first_request_search) {
            continue;
        }
        const uint32_t part = ITEMS(const uint32_t, d->part_searches)[ids[i] - first_part];
        part_source *source = &ITEMS(part_source, d->part_sources)[part];
        const uint16_t topic = ITEMS(const scene, d->scenes)[source->scene].topic;
        if (source->def->sequence != NULL || (topic != NONE16 && reacts(d, def, topic))) {
            source->filled = 1;
        }
    }
}

void bsl_draft_found(
    draft *d, const bustle_entity_def *def, range names, range inboxes, const spot *at) {
    const uint32_t first = d->ids.count;
    d->looked_at++;
    for (uint32_t i = 0; i < names.count; i++) {
        d->may_offer[ITEMS(const uint32_t, d->ids)[names.at + i]] = d->looked_at;
    }
    for (size_t i = 0; i < def->tag_count && !d->no_memory; i++) {
        const char *tag = def->tags[i];
        if (tag == NULL || tag[0] == '\0') {
            bsl_problem_error(d->problems, "bad-tag", at,
                bsl_problem_say(d->problems, "its tag %lu is empty", (unsigned long)i + 1),
                "give every tag a name that is not empty");
        } else {
            find_by_tag(d, tag, def->npc, inboxes);
        }
    }
    if (def->npc) {
        find_by_topic(d, def);
    }
    find_answers(d, names);
    find_receivers(d, inboxes);
    if (d->no_memory) {
        return;
    }
    /* Whoever has several tags of one search is found by it once. */
    d->ids.count =
        first + bsl_draft_unique_ids(ITEMS(uint32_t, d->ids) + first, d->ids.count - first);
    if (def->npc) {
        note_filled(d, def, first);
    }
}

/* ---- Who is not ---- */

/* Of a part nobody has any tag of, check_scenes.c says more. */
void bsl_draft_tags_check(draft *d) {
    for (uint32_t i = 0; i < d->sought_count; i++) {
        const sought_tag *s = &d->sought[i];
        const part_source *part =
            s->part == BUSTLE_NONE ? NULL : &ITEMS(const part_source, d->part_sources)[s->part];
        if (s->found != 0 || (part != NULL && part->tagged == 0)) {
            continue;
        }
        bsl_problem_warning(d->problems, "nobody-tagged",
            part != NULL ? &part->at
                : s->request != BUSTLE_NONE
                ? &ITEMS(const request_source, d->request_sources)[s->request].at
                : s->exchange != BUSTLE_NONE
                ? &ITEMS(const exchange_source, d->exchange_sources)[s->exchange].at
                : &ITEMS(const cue_source, d->cue_sources)[s->cue].at,
            bsl_problem_say(d->problems, "%s has the tag \"%s\" that it looks for",
                part != NULL ? "no NPC" : "nothing", s->tag),
            "tag something, or mend the tag");
    }
}
