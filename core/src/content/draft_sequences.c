/* Sequences: nodes by name, transitions as written, destinations resolved. How they run is left to
 * check_flow. */
#include "base/hash.h"
#include "content/draft.h"
#include "content/expression/code.h"

#include <stdlib.h>

#define END_NAME "END"
#define MOST_CHOICES 65534u

/* A node on its way from where it was written to where its name puts it. */
typedef struct named_node {
    const char *name;
    uint32_t place; /* in the definition; BUSTLE_NONE: implied */
} named_node;

typedef struct drafting {
    draft *d;
    const bustle_sequence_def *def;
    uint32_t id;
    spot at;
    named_node *named; /* the nodes in their order */
    uint32_t count;
    uint32_t first; /* number of the first node */
} drafting;

static int compare_named(const void *left, const void *right) {
    const named_node *a = left;
    const named_node *b = right;
    const int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a->place > b->place) - (a->place < b->place);
}

static spot spot_of_node(const drafting *s, uint32_t place) {
    spot at = s->at;
    at.node = place + 1;
    at.node_name = s->def->nodes[place].name;
    return at;
}

/* ---- Names of nodes ---- */

static bool is_end(const char *name) {
    return name != NULL && strcmp(name, END_NAME) == 0;
}

static bool implies_end(const bustle_sequence_def *def) {
    bool wanted = false;
    for (size_t i = 0; i < def->node_count; i++) {
        const bustle_node_def *n = &def->nodes[i];
        if (is_end(n->name)) {
            return false;
        }
        wanted = wanted || is_end(n->failed);
        for (size_t j = 0; j < n->transition_count && !wanted; j++) {
            wanted = is_end(n->transitions[j].to);
        }
    }
    return wanted;
}

static void keep_first_of_each(drafting *s) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        if (kept == 0 || strcmp(s->named[kept - 1].name, s->named[i].name) != 0) {
            s->named[kept++] = s->named[i];
            continue;
        }
        spot at = spot_of_node(s, s->named[i].place);
        bsl_problem_error(s->d->problems, "duplicate-name", &at,
            "there is another node of this name in the sequence", "rename one of the two");
    }
    s->count = kept;
}

static bool name_nodes(drafting *s) {
    const size_t written = s->def->node_count;
    s->named = bsl_draft_scratch(s->d, written + 1, sizeof *s->named);
    if (s->named == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < written; i++) {
        const char *name = s->def->nodes[i].name;
        if (name != NULL && name[0] != '\0') {
            s->named[s->count++] = (named_node){name, i};
            continue;
        }
        spot at = spot_of_node(s, i);
        at.node_name = NULL;
        bsl_problem_error(s->d->problems, "without-name", &at, "it has no name",
            "give it a name that is not empty");
    }
    if (implies_end(s->def)) {
        s->named[s->count++] = (named_node){END_NAME, BUSTLE_NONE};
    }
    if (s->count > 1) {
        qsort(s->named, s->count, sizeof *s->named, compare_named);
    }
    keep_first_of_each(s);
    return true;
}

/* BUSTLE_NONE: there is none. */
static uint32_t find_node(const drafting *s, const char *name) {
    uint32_t low = 0;
    uint32_t high = s->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = strcmp(name, s->named[middle].name);
        if (order == 0) {
            return s->first + middle;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return BUSTLE_NONE;
}

static const char *node_name_at(const void *named, uint32_t index) {
    return ((const named_node *)named)[index].name;
}

static uint32_t resolve_node(
    const drafting *s, const char *name, const spot *at, const char *problem, const char *who) {
    bool empty = name == NULL || name[0] == '\0';
    uint32_t found = empty ? BUSTLE_NONE : find_node(s, name);
    if (found == BUSTLE_NONE) {
        problems *p = s->d->problems;
        s->d->broken[s->id] = 1;
        bsl_problem_error(p, problem, at,
            empty ? bsl_problem_say(p, "%s names no node", who)
                  : bsl_problem_say(
                        p, "%s names node \"%s\", which the sequence does not have", who, name),
            empty ? "name a node of the sequence"
                  : bsl_draft_nearest_name(s->d, name, node_name_at, s->named, s->count,
                        "add the node, or name another"));
    }
    return found;
}

/* ---- Nodes ---- */

static void check_end(const drafting *s, const bustle_node_def *def, const spot *at) {
    if (def->transition_count > 0 || def->failed != NULL || def->performs != NULL) {
        bsl_problem_error(s->d->problems, "end-goes-on", at,
            "it is an end node, but performs something or goes on",
            "remove what it performs, its transitions and its failed, or change its kind");
    }
}

static void check_leaving(const drafting *s, const bustle_node_def *def, const spot *at) {
    if (def->transition_count > 0) {
        return;
    }
    if (def->failed == NULL) {
        bsl_problem_error(s->d->problems, "no-way-out", at, "no transition leaves it",
            "add a transition, to \"END\" if the sequence is over here");
    } else {
        bsl_problem_warning(s->d->problems, "only-failed", at,
            "no transition leaves it, so that it always fails",
            "add a transition for when it succeeds");
    }
}

static void draft_performs(
    const drafting *s, const bustle_node_def *def, node *made, const spot *at) {
    bustle_kind kind = def->kind == BUSTLE_NODE_ACTION ? BUSTLE_KIND_ACTION : BUSTLE_KIND_SEQUENCE;
    uint32_t id = bsl_draft_resolve(s->d, kind, def->performs, at, "it");
    made->performs = (uint16_t)id;
    bool untargeted = id != BUSTLE_NONE && kind == BUSTLE_KIND_ACTION &&
        (ITEMS(action, s->d->actions)[id].flags & ACTION_TARGETED) == 0;
    if (kind == BUSTLE_KIND_ACTION) {
        bsl_draft_aim(s->d, def, made, at, untargeted);
        bsl_draft_node_path(s->d, def, made, at, untargeted);
    }
    if (!def->same_target) {
        return;
    }
    made->flags |= NODE_SAME_TARGET;
    if (untargeted) {
        bsl_problem_error(s->d->problems, "same-target", at,
            bsl_problem_say(s->d->problems,
                "it asks for the same target, but action \"%s\" takes none", def->performs),
            "let the action take a target, or do not ask for the same one");
    }
}

static void check_same_target(const drafting *s, const bustle_node_def *def, const spot *at) {
    if (def->same_target && def->kind != BUSTLE_NODE_ACTION && def->kind != BUSTLE_NODE_SEND &&
        def->kind != BUSTLE_NODE_MEET) {
        bsl_problem_error(s->d->problems, "same-target", at,
            "it asks for the same target, but performs no action",
            "ask for it at an action; nested sequences have it anyway");
    }
}

static void check_waits(const drafting *s, const bustle_node_def *def, const spot *at) {
    const bool waits = node_waits(def->kind);
    const bool stages = def->kind == BUSTLE_NODE_SCENE;
    const bool meets = def->kind == BUSTLE_NODE_MEET;
    const bool goes_on = def->kind == BUSTLE_NODE_SEND && !def->await;
    if (goes_on && def->waiting != NULL) {
        bsl_problem_error(s->d->problems, "bad-node", at,
            "it is to be seen in something while it waits, but awaits nothing",
            "let it `await`, or remove `waiting`");
    }
    if ((has_ops(&def->when) && (!waits || stages || meets)) || (def->waiting != NULL && !waits)) {
        bsl_problem_error(s->d->problems, "bad-node", at,
            meets ? "it has a condition, but waits for others"
                  : "it has something to wait for, or to be seen in meanwhile, but does not wait",
            meets ? "remove `when`, or wait for it at a node of its own"
                  : "make it a wait node, or remove `when` and `waiting`");
    }
}

/* What only nodes of scenes have. */
static void check_scene_fields(const drafting *s, const bustle_node_def *def, const spot *at) {
    if (def->as != NULL && def->kind != BUSTLE_NODE_SCENE) {
        bsl_problem_error(s->d->problems, "bad-node", at,
            bsl_problem_say(s->d->problems, "it has a part \"%s\", but stages no scene", def->as),
            "make it a scene node, or remove `as`");
    }
    if ((def->at_member || def->at_part != NULL) && def->kind != BUSTLE_NODE_ACTION &&
        def->kind != BUSTLE_NODE_SEND) {
        bsl_problem_error(s->d->problems, "bad-aim", at,
            "it is aimed at somebody of a scene, but performs no action", "aim an action");
    }
}

static void refuse_performing(const drafting *s, const bustle_node_def *def, const spot *at,
    const char *problem, const char *what) {
    if (def->performs != NULL) {
        bsl_problem_error(s->d->problems, problem, at,
            bsl_problem_say(s->d->problems, "it %s, but performs \"%s\"", what, def->performs),
            "make it an action or sequence node, or remove what it performs");
    }
}

/* What is said of its kind alone. False: a condition of it has an error, or there is no such kind.
 */
static bool draft_kind_of_node(
    const drafting *s, const bustle_node_def *def, node *made, const spot *at) {
    switch (def->kind) {
    case BUSTLE_NODE_SEQUENCE: {
        const bool good = bsl_draft_while(s->d, def, made, at);
        draft_performs(s, def, made, at);
        return good;
    }
    case BUSTLE_NODE_ACTION:
        draft_performs(s, def, made, at);
        return true;
    case BUSTLE_NODE_REQUEST:
        return bsl_draft_request(s->d, def, made, at);
    case BUSTLE_NODE_TAKE:
        return bsl_draft_take(s->d, def, made, at);
    case BUSTLE_NODE_SEND:
        return bsl_draft_send(s->d, def, made, at);
    case BUSTLE_NODE_MEET:
        bsl_draft_meet(s->d, def, made, at);
        return true;
    case BUSTLE_NODE_BODY:
        refuse_performing(s, def, at, "bad-node", "performs what a request gave");
        return true;
    case BUSTLE_NODE_CHOICE:
        refuse_performing(s, def, at, "choice-performs", "is a choice");
        return true;
    case BUSTLE_NODE_PASS:
        refuse_performing(s, def, at, "bad-node", "passes");
        return true;
    case BUSTLE_NODE_END:
        check_end(s, def, at);
        return true;
    case BUSTLE_NODE_WAIT:
        return bsl_draft_wait(s->d, def, made, at);
    case BUSTLE_NODE_SCENE:
        bsl_draft_scene_node(s->d, def, made, at);
        return true;
    }
    made->kind = BUSTLE_NODE_END;
    bsl_problem_error(s->d->problems, "bad-node", at,
        bsl_problem_say(s->d->problems, "there is no kind %ld of nodes", (long)def->kind),
        "use one of bustle_node_kind");
    return false;
}

static void draft_node_kind(
    const drafting *s, const bustle_node_def *def, node *made, const spot *at) {
    made->kind = (uint8_t)def->kind;
    check_same_target(s, def, at);
    check_waits(s, def, at);
    check_scene_fields(s, def, at);
    bsl_draft_check_fields(s->d, def, at);
    const bool counts = def->kind != BUSTLE_NODE_CHOICE && def->kind != BUSTLE_NODE_END;
    made->flags |= counts && !def->free ? NODE_COUNTS : 0;
    s->d->broken[s->id] |= draft_kind_of_node(s, def, made, at) ? 0 : 1;
    if (made->kind != BUSTLE_NODE_END) {
        check_leaving(s, def, at);
    }
    if (is_end(def->name) && def->kind != BUSTLE_NODE_END) {
        bsl_problem_error(s->d->problems, "bad-node", at,
            "a node named \"END\" must be an end node", "rename it, or make it an end node");
    }
}

static void draft_transition(const drafting *s, const bustle_transition_def *def, const spot *at) {
    transition *made = bsl_draft_add(s->d, &s->d->transitions, 1);
    if (made == NULL) {
        return;
    }
    source from = {&def->when, *at, BUSTLE_NONE, PLACE_TRANSITION, NULL, NULL};
    from.at.part = PART_WHEN;
    facts known;
    made->when = bsl_code_compile(s->d, &from, &known);
    if ((def->when.count > 0 || def->when.text != NULL) && made->when.form == CODE_EMPTY) {
        s->d->broken[s->id] = 1;
    }
    made->choice = NONE16;
    made->otherwise = def->otherwise;
    made->to = resolve_node(s, def->to, at, "unknown-node", "it");
}

static bool branches(const draft *d, const node *n) {
    const transition *transitions = d->transitions.items;
    for (uint32_t i = 1; i < n->transition_count; i++) {
        if (transitions[n->transitions_at + i].to != transitions[n->transitions_at].to) {
            return true;
        }
    }
    return false;
}

static void draft_node(const drafting *s, uint32_t index) {
    draft *d = s->d;
    const uint32_t place = s->named[index].place;
    node made = {0};
    made.performs = NONE16;
    made.at_part = NONE16;
    made.during = NONE16;
    made.sequence = (uint16_t)s->id;
    made.transitions_at = d->transitions.count;
    made.failed = BUSTLE_NONE;
    made.name = bsl_draft_text(d, s->named[index].name);
    made.kind = BUSTLE_NODE_END;
    if (place != BUSTLE_NONE) {
        const bustle_node_def *def = &s->def->nodes[place];
        spot at = spot_of_node(s, place);
        draft_node_kind(s, def, &made, &at);
        if (def->failed != NULL) {
            made.failed = resolve_node(s, def->failed, &at, "unknown-node", "failed");
        }
        if (def->transition_count > UINT16_MAX) {
            bsl_problem_error(d->problems, "too-many", &at,
                bsl_problem_say(d->problems, "it has %lu transitions; 65535 are possible",
                    (unsigned long)def->transition_count),
                "split the node by choice nodes");
        }
        for (uint32_t i = 0; i < def->transition_count && !d->no_memory; i++) {
            at.transition = i + 1;
            draft_transition(s, &def->transitions[i], &at);
        }
        if (d->no_memory) {
            return;
        }
        made.transition_count = (uint16_t)def->transition_count;
        made.flags |= branches(d, &made) ? NODE_BRANCHES : 0;
    }
    ITEMS(node, d->nodes)[s->first + index] = made;
    ITEMS(uint32_t, d->node_places)[s->first + index] = place;
}

/* ---- Sequences ---- */

static void draft_entry(const drafting *s, sequence *made) {
    if (s->def->node_count == 0) {
        s->d->broken[s->id] = 1;
        bsl_problem_error(
            s->d->problems, "without-nodes", &s->at, "it has no nodes", "give it nodes");
        return;
    }
    made->entry = resolve_node(s, s->def->entry, &s->at, "unknown-entry", "its entry");
}

/* S56: in which scenes NPCs on whose stack it is can be cast. */
static void draft_castable(const drafting *s, sequence *made) {
    draft *d = s->d;
    made->castable = (uint8_t)s->def->castable;
    if ((unsigned)s->def->castable > BUSTLE_CASTABLE_ALWAYS) {
        bsl_problem_error(d->problems, "bad-castable", &s->at,
            bsl_problem_say(
                d->problems, "there is no way %ld of being castable", (long)s->def->castable),
            "use one of bustle_castable");
    }
    made->castable_in_at = d->ids.count;
    for (size_t i = 0; i < s->def->castable_in_count && !d->no_memory; i++) {
        const uint32_t id = bsl_draft_resolve(
            d, BUSTLE_KIND_SCENE, s->def->castable_in[i], &s->at, "its castable list");
        if (id != BUSTLE_NONE) {
            bsl_draft_id(d, id);
        }
    }
    if (d->no_memory) {
        return;
    }
    made->castable_in_count = (uint16_t)bsl_draft_unique_ids(
        ITEMS(uint32_t, d->ids) + made->castable_in_at, d->ids.count - made->castable_in_at);
    d->ids.count = made->castable_in_at + made->castable_in_count;
}

static void draft_sequence(draft *d, uint32_t id) {
    drafting s = {0};
    s.d = d;
    s.id = id;
    s.def = draft_def(d, BUSTLE_KIND_SEQUENCE, id);
    s.at = bsl_draft_spot_of(d, BUSTLE_KIND_SEQUENCE, id);
    s.first = d->nodes.count;
    const arena_mark before = bsl_arena_now(&d->scratch);
    sequence made = {0};
    made.name = ITEMS(uint32_t, d->ids)[d->names[BUSTLE_KIND_SEQUENCE].names_at + id];
    made.hash = fnv_text(s.def->name);
    made.claims_kept = s.def->claims_kept;
    d->owner++;
    d->sequence_mentions[id].at = d->mentions.count;
    if (name_nodes(&s) && bsl_draft_add(d, &d->node_places, s.count) != NULL &&
        bsl_draft_add(d, &d->nodes, s.count) != NULL) {
        for (uint32_t i = 0; i < s.count && !d->no_memory; i++) {
            draft_node(&s, i);
        }
    }
    made.nodes_at = s.first;
    made.node_count = s.count;
    draft_entry(&s, &made);
    const range claims = bsl_draft_claims(d, s.def->claims, s.def->claim_count, &s.at);
    made.claims_at = claims.at;
    made.claim_count = claims.count;
    draft_castable(&s, &made);
    d->sequence_mentions[id].count = d->mentions.count - d->sequence_mentions[id].at;
    bsl_arena_back_to(&d->scratch, before);
    sequence *added = bsl_draft_add(d, &d->sequences, 1);
    if (added != NULL) {
        *added = made;
    }
}

/* One choice for each destination of a node. `latest` is, by destination, the latest choice that
 * leads there; BUSTLE_NONE. */
static void draft_choices_of(draft *d, uint32_t from, uint32_t *latest) {
    const node *n = &ITEMS(node, d->nodes)[from];
    const uint32_t first = d->choices.count;
    for (uint32_t i = 0; i < n->transition_count && !d->no_memory; i++) {
        transition *way = &ITEMS(transition, d->transitions)[n->transitions_at + i];
        if (way->to == BUSTLE_NONE) {
            continue;
        }
        uint32_t *known = &latest[way->to];
        if (*known == BUSTLE_NONE || *known < first) {
            *known = d->choices.count;
            way_out *made = bsl_draft_add(d, &d->choices, 1);
            if (made != NULL) {
                *made = (way_out){.from = from, .to = way->to};
            }
        }
        way->choice = (uint16_t)*known;
    }
}

static void draft_choices(draft *d) {
    const arena_mark before = bsl_arena_now(&d->scratch);
    uint32_t *latest = bsl_draft_scratch(d, d->nodes.count, sizeof *latest);
    for (uint32_t i = 0; !d->no_memory && i < d->nodes.count; i++) {
        latest[i] = BUSTLE_NONE;
    }
    for (uint32_t i = 0; !d->no_memory && i < d->nodes.count; i++) {
        if ((ITEMS(node, d->nodes)[i].flags & NODE_BRANCHES) != 0) {
            draft_choices_of(d, i, latest);
        }
    }
    if (d->choices.count > MOST_CHOICES) {
        const uint32_t over = ITEMS(way_out, d->choices)[MOST_CHOICES].from;
        const spot at =
            bsl_draft_spot_of(d, BUSTLE_KIND_SEQUENCE, ITEMS(node, d->nodes)[over].sequence);
        bsl_problem_error(d->problems, "too-many", &at,
            bsl_problem_say(d->problems,
                "nodes that can be left in several ways have more than %lu in all",
                (unsigned long)MOST_CHOICES),
            "use fewer transitions");
    }
    bsl_arena_back_to(&d->scratch, before);
}

static void check_nodes(draft *d) {
    if (d->nodes.count > MOST_NODES) {
        const spot at =
            bsl_draft_spot_of(d, BUSTLE_KIND_SEQUENCE, ITEMS(node, d->nodes)[MOST_NODES].sequence);
        bsl_problem_error(d->problems, "too-many", &at,
            bsl_problem_say(d->problems, "sequences have %lu nodes in all; %lu are possible",
                (unsigned long)d->nodes.count, (unsigned long)MOST_NODES),
            "use fewer nodes, or share sequences");
    }
}

void bsl_draft_sequences(draft *d) {
    const uint32_t count = draft_count(d, BUSTLE_KIND_SEQUENCE);
    d->sequence_mentions = bsl_draft_scratch(d, count, sizeof(range));
    d->broken = bsl_draft_scratch(d, count, 1);
    for (uint32_t id = 0; id < count && !d->no_memory; id++) {
        draft_sequence(d, id);
    }
    if (!d->no_memory) {
        check_nodes(d);
        draft_choices(d);
    }
}
