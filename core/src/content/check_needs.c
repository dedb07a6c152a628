/* Whether entities have the state that is needed of them (S3, S42), and whether fallbacks need
 * nothing (S35). */
#include "base/check.h"

static bool has_state(const draft *d, uint32_t definition_id, uint32_t state) {
    const definition *def = &ITEMS(const definition, d->definitions)[definition_id];
    return ITEMS(const uint16_t, d->columns)[def->columns_at + state] != NO_COLUMN;
}

static void tell_missing(
    draft *d, uint32_t definition_id, uint32_t state, const char *problem, const char *who) {
    spot at = bsl_draft_spot_of(d, BUSTLE_KIND_ENTITY, definition_id);
    const bool inbox = is_inbox_column(d, state);
    bsl_problem_error(d->problems, inbox ? "npc-lacks-inbox" : problem, &at,
        bsl_problem_say(d->problems, "it has no %s \"%s\", which %s", inbox ? "inbox" : "state",
            draft_column_name(d, state), who),
        inbox ? "give it that inbox" : "give it that state");
}

/* `action "sit" (operation 2 of when)` */
static const char *who_mentions(draft *d, const mention *m) {
    const char *place = bsl_problem_spot(d->problems, &m->at);
    bool whole = place[0] == '\0';
    return bsl_problem_say(d->problems, "%s \"%s\"%s%s%s",
        bsl_problem_kind_name((bustle_kind)m->at.kind), m->at.thing, whole ? "" : " (", place,
        whole ? "" : ")");
}

/* How an NPC comes to what mentions a state. */
static const char *coming(draft *d, const mention *m, uint32_t part) {
    if (part == BUSTLE_NONE) {
        return "that it can come to";
    }
    if (m->at.kind == BUSTLE_KIND_SCENE) {
        return "that it can be in";
    }
    const part_source *p = &ITEMS(const part_source, d->part_sources)[part];
    return bsl_problem_say(d->problems, "that it can come to in part \"%s\" of scene \"%s\"",
        p->at.node_name == NULL ? "" : p->at.node_name, p->at.thing);
}

/* `part`: of a scene, through which an NPC comes there; BUSTLE_NONE. */
static void check_mentions(
    draft *d, uint32_t definition_id, range mentions, bustle_subject subject, uint32_t part) {
    for (uint32_t i = 0; i < mentions.count; i++) {
        const mention *m = &ITEMS(const mention, d->mentions)[mentions.at + i];
        if (m->subject != subject || has_state(d, definition_id, m->state)) {
            continue;
        }
        const char *who = who_mentions(d, m);
        if (subject == BUSTLE_TARGET) {
            tell_missing(d, definition_id, m->state, "target-lacks-state",
                bsl_problem_say(d->problems, "%s, that it accepts, needs of its target", who));
        } else {
            tell_missing(d, definition_id, m->state, "npc-lacks-state",
                bsl_problem_say(d->problems, "%s, %s, needs of the NPC", who, coming(d, m, part)));
        }
    }
}

/* ---- Targets ---- */

/* Whom a cue looks for may lack a state: then it is not found, which a tag does not promise. */
static void check_targets(draft *d) {
    const uint32_t *ids = d->ids.items;
    const uint32_t named = draft_count(d, BUSTLE_KIND_ACTION);
    for (uint32_t i = 0; i < d->definitions.count; i++) {
        const range accepted = d->accepted[i];
        for (uint32_t j = 0; j < accepted.count && ids[accepted.at + j] < named; j++) {
            check_mentions(
                d, i, d->action_mentions[ids[accepted.at + j]], BUSTLE_TARGET, BUSTLE_NONE);
        }
    }
}

/* ---- Claims of sequences ---- */

static bool is_targeted(const draft *d, const node *n) {
    return n->kind == BUSTLE_NODE_ACTION && n->performs != NONE16 &&
        (ITEMS(const action, d->actions)[n->performs].flags & ACTION_TARGETED) != 0;
}

/* Nodes that choose a target in a sequence with claims, by action: those of action a begin at
 * first[a] in `nodes`. */
typedef struct claimers {
    uint32_t *first;
    uint32_t *nodes;
} claimers;

static bool claims_by_choice(const draft *d, const node *n) {
    return ITEMS(const sequence, d->sequences)[n->sequence].claim_count > 0 && is_targeted(d, n) &&
        (n->flags & (NODE_SAME_TARGET | NODE_AT_MEMBER)) == 0;
}

static bool find_claimers(draft *d, claimers *c) {
    const node *nodes = d->nodes.items;
    const uint32_t actions = d->actions.count;
    c->first = bsl_draft_scratch(d, (size_t)actions + 2, sizeof(uint32_t));
    c->nodes = bsl_draft_scratch(d, d->nodes.count, sizeof(uint32_t));
    if (d->no_memory) {
        return false;
    }
    /* Counted two places ahead: filling then leaves every beginning where it belongs. */
    for (uint32_t i = 0; i < d->nodes.count; i++) {
        if (claims_by_choice(d, &nodes[i])) {
            c->first[nodes[i].performs + 2u]++;
        }
    }
    for (uint32_t i = 2; i < actions + 2; i++) {
        c->first[i] += c->first[i - 1];
    }
    for (uint32_t i = 0; i < d->nodes.count; i++) {
        if (claims_by_choice(d, &nodes[i])) {
            c->nodes[c->first[nodes[i].performs + 1u]++] = i;
        }
    }
    return true;
}

/* `told`, by claim: the definition, counted from 1, that it was last told of. */
static void check_claimer(draft *d, uint32_t definition_id, const node *n, uint32_t *told) {
    const sequence *s = &ITEMS(const sequence, d->sequences)[n->sequence];
    for (uint32_t i = s->claims_at; i < s->claims_at + s->claim_count; i++) {
        const uint32_t state = ITEMS(const claim, d->claims)[i].state;
        if (told[i] == definition_id + 1 || has_state(d, definition_id, state)) {
            continue;
        }
        told[i] = definition_id + 1;
        spot at = bsl_draft_spot_of(d, BUSTLE_KIND_ENTITY, definition_id);
        bsl_problem_warning(d->problems, "claim-passes-by", &at,
            bsl_problem_say(d->problems,
                "it has no state \"%s\", which sequence \"%s\" claims of the target of node "
                "\"%s\", "
                "so that it is never that target although it accepts action \"%s\"",
                draft_name(d, BUSTLE_KIND_STATE, state),
                draft_name(d, BUSTLE_KIND_SEQUENCE, n->sequence),
                ITEMS(const char, d->text) + n->name,
                draft_name(d, BUSTLE_KIND_ACTION, n->performs)),
            "give it that state, or leave it if that is meant");
    }
}

static void check_untaken_claims(draft *d) {
    const sequence *sequences = d->sequences.items;
    for (uint32_t i = 0; i < d->sequences.count; i++) {
        bool taken = sequences[i].claim_count == 0;
        for (uint32_t j = 0; j < sequences[i].node_count && !taken; j++) {
            taken = is_targeted(d, &ITEMS(const node, d->nodes)[sequences[i].nodes_at + j]);
        }
        if (!taken) {
            spot at = bsl_draft_spot_of(d, BUSTLE_KIND_SEQUENCE, i);
            bsl_problem_warning(d->problems, "claim-never-taken", &at,
                "it claims, but none of its own nodes takes a target",
                "claim in the sequence whose node takes the target, or in its action");
        }
    }
}

static void check_sequence_claims(draft *d) {
    claimers c;
    uint32_t *told = bsl_draft_scratch(d, d->claims.count, sizeof *told);
    if (!find_claimers(d, &c)) {
        return;
    }
    const uint32_t *ids = d->ids.items;
    for (uint32_t i = 0; i < d->definitions.count; i++) {
        const range accepted = d->accepted[i];
        for (uint32_t j = 0; j < accepted.count; j++) {
            const uint32_t action_id = ids[accepted.at + j];
            for (uint32_t k = c.first[action_id]; k < c.first[action_id + 1]; k++) {
                check_claimer(d, i, &ITEMS(const node, d->nodes)[c.nodes[k]], told);
            }
        }
    }
    check_untaken_claims(d);
}

/* ---- What NPCs come to ---- */

/* Sequences reached from some, nested ones included. `reached` and `asked` hold the number of the
 * walk that came there last, so that they need not be cleared. */
typedef struct walk {
    uint32_t *reached; /* by sequence */
    uint32_t *asked; /* by action */
    uint32_t *filled; /* by part of a scene */
    uint32_t *requested; /* by name of an offer that it was told of */
    uint32_t *waiting;
    uint32_t count;
    uint32_t number;
    uint32_t part; /* of a scene, that the walk goes through; BUSTLE_NONE: none */
} walk;

static bool walk_init(draft *d, walk *w) {
    w->reached = bsl_draft_scratch(d, d->sequences.count, sizeof(uint32_t));
    w->asked = bsl_draft_scratch(d, d->actions.count, sizeof(uint32_t));
    w->filled = bsl_draft_scratch(d, d->parts.count, sizeof(uint32_t));
    w->requested = bsl_draft_scratch(d, draft_count(d, BUSTLE_KIND_OFFER), sizeof(uint32_t));
    w->waiting = bsl_draft_scratch(d, d->sequences.count, sizeof(uint32_t));
    w->count = 0;
    w->number = 0;
    w->part = BUSTLE_NONE;
    return !d->no_memory;
}

static void walk_to(walk *w, uint32_t sequence_id) {
    if (sequence_id != NONE16 && w->reached[sequence_id] != w->number) {
        w->reached[sequence_id] = w->number;
        w->waiting[w->count++] = sequence_id;
    }
}

/* The action that an NPC performs at a node, or is seen in while it waits there; NONE16: none. */
static uint16_t action_at(const draft *d, const node *n) {
    if (node_waits(n->kind) && n->performs != NONE16) {
        return ITEMS(const wait, d->waits)[n->performs].seen;
    }
    return n->kind == BUSTLE_NODE_ACTION ? n->performs : NONE16;
}

static bool reacts_as(const draft *d, const conduct *c, uint32_t topic) {
    return c->reactions_at != BUSTLE_NONE &&
        ITEMS(const uint32_t, d->ids)[c->reactions_at + topic] != BUSTLE_NONE;
}

/* By itself, or in a role that it may be in. */
static bool reacts(const draft *d, uint32_t definition_id, uint32_t topic) {
    const definition *def = &ITEMS(const definition, d->definitions)[definition_id];
    bool found = reacts_as(d, &d->entity_conducts[definition_id], topic);
    for (uint32_t i = 0; i < def->role_count && !found; i++) {
        const uint16_t id = ITEMS(const listed_role, d->listed_roles)[def->roles_at + i].role;
        found = id != NONE16 && reacts_as(d, &d->role_conducts[id], topic);
    }
    return found;
}

/* Goes to what is done in a part, and asks for what its effects need. */
static void walk_part(draft *d, walk *w, uint32_t definition_id, uint32_t part) {
    if (w->filled[part] != w->number) {
        w->filled[part] = w->number;
        walk_to(w, ITEMS(const scene_part, d->parts)[part].sequence);
        check_mentions(d, definition_id, ITEMS(const part_source, d->part_sources)[part].changed,
            BUSTLE_SELF, part);
    }
}

/* What an NPC begins, with a part for itself. */
static void walk_scene(draft *d, walk *w, uint32_t definition_id, uint16_t scene_id, uint8_t as) {
    if (scene_id == NONE16 || as == STAGER) {
        return;
    }
    const scene *s = &ITEMS(const scene, d->scenes)[scene_id];
    const uint32_t part = s->parts_at + as;
    const bool own = ITEMS(const part_source, d->part_sources)[part].def->sequence == NULL;
    if (own && w->filled[part] != w->number && s->topic != NONE16 &&
        !reacts(d, definition_id, s->topic)) {
        const spot at = bsl_draft_spot_of(d, BUSTLE_KIND_ENTITY, definition_id);
        bsl_problem_warning(d->problems, "no-reaction", &at,
            bsl_problem_say(d->problems,
                "it can come to begin scene \"%s\", but has no reaction to \"%s\" for its part "
                "there",
                draft_name(d, BUSTLE_KIND_SCENE, scene_id), d->topics[s->topic]),
            "give it that reaction, or the part a sequence");
    }
    walk_part(d, w, definition_id, part);
}

/* The first offer of a name, if NPCs of a definition can take none of that name; BUSTLE_NONE. */
static uint32_t untakeable(const draft *d, uint32_t definition_id, uint32_t name) {
    const offer *offers = d->offers.items;
    uint32_t first = BUSTLE_NONE;
    for (uint32_t i = d->offers.count; i-- > 0;) {
        if (offers[i].name == name) {
            first = i;
            if (bsl_draft_may_take(d, &offers[i], definition_id)) {
                return BUSTLE_NONE;
            }
        }
    }
    return first;
}

/* What somebody asks for. What is offered is its own matter; the body is the asker's. */
static void walk_request(draft *d, walk *w, uint32_t definition_id, uint16_t request_id) {
    const request *r = &ITEMS(const request, d->requests)[request_id];
    walk_to(w, r->body);
    if (ITEMS(const request_source, d->request_sources)[request_id].def->offer_count == 0) {
        return; /* it asks for any */
    }
    for (uint32_t i = 0; i < r->name_count; i++) {
        const uint32_t name = ITEMS(const uint32_t, d->ids)[r->names_at + i];
        const uint32_t offered = untakeable(d, definition_id, name);
        if (w->requested[name] == w->number || offered == BUSTLE_NONE) {
            continue;
        }
        w->requested[name] = w->number;
        const spot at = bsl_draft_spot_of(d, BUSTLE_KIND_ENTITY, definition_id);
        bsl_problem_warning(d->problems, "cannot-take", &at,
            bsl_problem_say(d->problems,
                "it can come to ask for \"%s\", but lacks a state that every offer of that name "
                "needs: %s for that of \"%s\"",
                draft_name(d, BUSTLE_KIND_OFFER, name), bsl_draft_lacks(d, offered, definition_id),
                ITEMS(const offer_source, d->offer_sources)[offered].at.thing),
            "give it what it lacks, or do not ask for it");
    }
}

static void check_npc_nodes(draft *d, walk *w, uint32_t definition_id, const sequence *s) {
    for (uint32_t i = 0; i < s->node_count; i++) {
        const node *n = &ITEMS(const node, d->nodes)[s->nodes_at + i];
        const uint16_t action_id = action_at(d, n);
        if (n->kind == BUSTLE_NODE_SEQUENCE) {
            walk_to(w, n->performs);
        } else if (n->kind == BUSTLE_NODE_SCENE && n->performs != NONE16) {
            const wait *staged = &ITEMS(const wait, d->waits)[n->performs];
            walk_scene(d, w, definition_id, staged->scene, staged->as);
        } else if (n->kind == BUSTLE_NODE_REQUEST && n->performs != NONE16) {
            walk_request(d, w, definition_id, ITEMS(const wait, d->waits)[n->performs].request);
        }
        if (action_id != NONE16 && w->asked[action_id] != w->number) {
            w->asked[action_id] = w->number;
            check_mentions(d, definition_id, d->action_mentions[action_id], BUSTLE_SELF, w->part);
        }
    }
}

static void walk_plan(const draft *d, walk *w, uint16_t plan_id) {
    if (plan_id != NONE16) {
        const plan *p = &ITEMS(const plan, d->plans)[plan_id];
        for (uint32_t i = 0; i < p->entry_count; i++) {
            walk_to(w, ITEMS(const plan_entry, d->plan_entries)[p->entries_at + i].sequence);
        }
    }
}

/* Goes to all that it begins, and asks for what its cues need. */
static void walk_conduct(draft *d, walk *w, uint32_t definition_id, const conduct *from) {
    walk_to(w, from->main);
    walk_plan(d, w, from->plan);
    for (uint32_t i = 0; i < from->fallbacks.count; i++) {
        walk_to(w, ITEMS(const uint32_t, d->ids)[from->fallbacks.at + i]);
    }
    const uint32_t handled =
        from->handlers_at == BUSTLE_NONE ? 0 : draft_count(d, BUSTLE_KIND_INTERRUPTION);
    for (uint32_t i = 0; i < handled; i++) {
        walk_to(w, ITEMS(const handler, d->handlers)[from->handlers_at + i].sequence);
    }
    for (uint32_t i = from->cues.at; i < from->cues.at + from->cues.count; i++) {
        const cue *c = &ITEMS(const cue, d->cues)[i];
        walk_to(w, c->sequence);
        walk_scene(d, w, definition_id, c->scene, c->as);
        check_mentions(d, definition_id, ITEMS(const cue_source, d->cue_sources)[i].mentions,
            BUSTLE_SELF, BUSTLE_NONE);
    }
    const uint32_t topics = from->reactions_at == BUSTLE_NONE ? 0 : d->topic_count;
    for (uint32_t i = 0; i < topics; i++) {
        const uint32_t reaction = ITEMS(const uint32_t, d->ids)[from->reactions_at + i];
        walk_to(w, reaction == BUSTLE_NONE ? NONE16 : reaction);
    }
}

/* Asks all sequences that are still to be walked through. */
static void walk_on(draft *d, walk *w, uint32_t definition_id) {
    while (w->count > 0) {
        const uint32_t id = w->waiting[--w->count];
        check_mentions(d, definition_id, d->sequence_mentions[id], BUSTLE_SELF, w->part);
        check_npc_nodes(d, w, definition_id, &ITEMS(const sequence, d->sequences)[id]);
    }
}

/* What it comes to where it is found for a part of a scene: last, so that what it comes to anyway
 * is told as such. */
static void check_member(draft *d, walk *w, uint32_t definition_id) {
    const range accepted = d->accepted[definition_id];
    const uint32_t first = d->first_part_search;
    for (uint32_t i = 0; i < accepted.count; i++) {
        const uint32_t id = ITEMS(const uint32_t, d->ids)[accepted.at + i];
        if (id < first || id >= d->first_request_search) {
            continue;
        }
        w->part = ITEMS(const uint32_t, d->part_searches)[id - first];
        check_mentions(d, definition_id, ITEMS(const part_source, d->part_sources)[w->part].asked,
            BUSTLE_SELF, w->part);
        walk_part(d, w, definition_id, w->part);
        walk_on(d, w, definition_id);
    }
    w->part = BUSTLE_NONE;
}

static void check_npc(draft *d, walk *w, uint32_t definition_id) {
    const definition *def = &ITEMS(const definition, d->definitions)[definition_id];
    w->number++;
    walk_conduct(d, w, definition_id, &d->entity_conducts[definition_id]);
    check_mentions(d, definition_id, d->entity_mentions[definition_id], BUSTLE_SELF, BUSTLE_NONE);
    for (uint32_t i = 0; i < def->role_count; i++) {
        const uint32_t id = ITEMS(const listed_role, d->listed_roles)[def->roles_at + i].role;
        if (id != NONE16) {
            walk_conduct(d, w, definition_id, &d->role_conducts[id]);
            check_mentions(d, definition_id, d->role_mentions[id], BUSTLE_SELF, BUSTLE_NONE);
        }
    }
    walk_on(d, w, definition_id);
    check_member(d, w, definition_id);
}

static void check_npcs(draft *d) {
    walk w;
    if (!walk_init(d, &w)) {
        return;
    }
    for (uint32_t i = 0; i < d->definitions.count; i++) {
        if (ITEMS(const definition, d->definitions)[i].npc != 0) {
            check_npc(d, &w, i);
        }
    }
}

/* ---- Fallbacks ---- */

/* What a sequence needs by itself; NULL: nothing. */
static const char *need_of(draft *d, uint32_t sequence_id) {
    const sequence *s = &ITEMS(const sequence, d->sequences)[sequence_id];
    for (uint32_t i = 0; i < s->node_count; i++) {
        const node *n = &ITEMS(const node, d->nodes)[s->nodes_at + i];
        const char *name = ITEMS(const char, d->text) + n->name;
        if (is_targeted(d, n)) {
            return bsl_problem_say(d->problems, "node \"%s\" needs a target", name);
        }
        if (n->kind == BUSTLE_NODE_ACTION && n->performs != NONE16 &&
            ITEMS(const action, d->actions)[n->performs].when.form != CODE_EMPTY) {
            return bsl_problem_say(d->problems, "the action of node \"%s\" has conditions", name);
        }
        if (n->kind == BUSTLE_NODE_WAIT) {
            return bsl_problem_say(d->problems, "node \"%s\" waits for a condition", name);
        }
        if (n->kind == BUSTLE_NODE_SCENE) {
            return bsl_problem_say(d->problems, "node \"%s\" needs others for a scene", name);
        }
        if (n->kind == BUSTLE_NODE_REQUEST) {
            return bsl_problem_say(d->problems, "node \"%s\" needs an offer", name);
        }
        if (n->kind == BUSTLE_NODE_TAKE || n->kind == BUSTLE_NODE_SEND) {
            return bsl_problem_say(d->problems, "node \"%s\" needs %s", name,
                n->kind == BUSTLE_NODE_TAKE ? "a message" : "somebody to send to");
        }
        if (n->kind == BUSTLE_NODE_MEET) {
            return bsl_problem_say(d->problems, "node \"%s\" needs others to meet", name);
        }
        for (uint32_t j = 0; j < n->transition_count; j++) {
            if (ITEMS(const transition, d->transitions)[n->transitions_at + j].when.form !=
                CODE_EMPTY) {
                return bsl_problem_say(d->problems, "transition %lu of node \"%s\" has conditions",
                    (unsigned long)j + 1, name);
            }
        }
    }
    return NULL;
}

static void check_fallback(draft *d, walk *w, uint32_t sequence_id) {
    w->number++;
    walk_to(w, sequence_id);
    const char *need = NULL;
    uint32_t id = sequence_id;
    while (w->count > 0 && need == NULL) {
        id = w->waiting[--w->count];
        need = need_of(d, id);
        const sequence *s = &ITEMS(const sequence, d->sequences)[id];
        for (uint32_t i = 0; i < s->node_count; i++) {
            const node *n = &ITEMS(const node, d->nodes)[s->nodes_at + i];
            if (n->kind == BUSTLE_NODE_SEQUENCE) {
                walk_to(w, n->performs);
            }
        }
    }
    w->count = 0;
    if (need != NULL) {
        spot at = bsl_draft_spot_of(d, BUSTLE_KIND_SEQUENCE, sequence_id);
        const bool nested = id != sequence_id;
        bsl_problem_warning(d->problems, "needy-fallback", &at,
            bsl_problem_say(d->problems, "it is a fallback, but %s%s%s%s", need,
                nested ? " of the nested sequence \"" : "",
                nested ? draft_name(d, BUSTLE_KIND_SEQUENCE, id) : "", nested ? "\"" : ""),
            "a fallback should need nothing: use actions without conditions and targets");
    }
}

static void check_fallbacks_of(
    draft *d, walk *w, const conduct *conducts, uint32_t count, uint8_t *checked) {
    for (uint32_t i = 0; i < count; i++) {
        const range fallbacks = conducts[i].fallbacks;
        for (uint32_t j = 0; j < fallbacks.count; j++) {
            const uint32_t id = ITEMS(const uint32_t, d->ids)[fallbacks.at + j];
            if (checked[id] == 0) {
                checked[id] = 1;
                check_fallback(d, w, id);
            }
        }
    }
}

static void check_fallbacks(draft *d) {
    walk w;
    uint8_t *checked = bsl_draft_scratch(d, d->sequences.count, 1);
    if (!walk_init(d, &w)) {
        return;
    }
    const uint32_t roles = draft_count(d, BUSTLE_KIND_ROLE);
    check_fallbacks_of(d, &w, d->role_conducts, roles, checked);
    check_fallbacks_of(d, &w, d->entity_conducts, d->definitions.count, checked);
}

void bsl_check_needs(draft *d) {
    check_targets(d);
    check_sequence_claims(d);
    check_npcs(d);
    check_fallbacks(d);
}
