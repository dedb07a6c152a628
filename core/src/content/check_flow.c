/* How sequences run (S24): which nodes are reached, what nests in what, and where an NPC could go
 * on and on, or through, without ever performing an action.
 *
 * A way on from a node that performs no action has a level: UNCONDITIONAL if nothing needs to hold
 * for it, CONDITIONAL if a condition or a failure leads there. */
#include "base/check.h"
#include "content/graph.h"

enum level { NO_WAY, CONDITIONAL, UNCONDITIONAL };

typedef struct flow {
    draft *d;
    uint8_t *through; /* by sequence: the level at which it runs from entry to end without action */
    uint8_t *acts; /* by sequence: an action can be reached in it */
    uint8_t *pauses; /* by sequence: it, or one nested in it, waits at a node, so that a main
                        sequence that runs through it is held up (S24) */
    list edges; /* edge */
    const sequence *s; /* the one looked at */
    uint32_t id;
} flow;

static const node *node_at(const flow *f, uint32_t number) {
    return &ITEMS(const node, f->d->nodes)[f->s->nodes_at + number];
}

static const char *name_of(const draft *d, const node *n) {
    return ITEMS(const char, d->text) + n->name;
}

static spot spot_of_node(const flow *f, uint32_t number) {
    spot at = bsl_draft_spot_of(f->d, BUSTLE_KIND_SEQUENCE, f->id);
    const uint32_t place = ITEMS(const uint32_t, f->d->node_places)[f->s->nodes_at + number];
    at.node = place == BUSTLE_NONE ? 0 : place + 1;
    at.node_name = name_of(f->d, node_at(f, number));
    return at;
}

/* ---- Ways from node to node ---- */

static void add_edge(flow *f, uint32_t from, uint32_t to, uint8_t level) {
    edge *added = level == NO_WAY ? NULL : bsl_draft_add(f->d, &f->edges, 1);
    if (added != NULL) {
        *added = (edge){from, to - f->s->nodes_at, level};
    }
}

static const transition *transition_at(const flow *f, const node *n, uint32_t i) {
    return &ITEMS(const transition, f->d->transitions)[n->transitions_at + i];
}

/* Whether a transition is not marked otherwise: those that are are then never certain. */
static bool has_plain_transition(const flow *f, const node *n) {
    for (uint32_t i = 0; i < n->transition_count; i++) {
        if (transition_at(f, n, i)->otherwise == 0) {
            return true;
        }
    }
    return false;
}

/* Whether one of the transitions is open whatever holds. */
static bool always_open(const flow *f, const node *n) {
    for (uint32_t i = 0; i < n->transition_count; i++) {
        if (transition_at(f, n, i)->when.form == CODE_EMPTY) {
            return true;
        }
    }
    return false;
}

/* For a condition, a scene, an offer, a message or others. */
static bool waits(const node *n) {
    return node_waits(n->kind);
}

/* The level at which a node is left by its transitions without an action. */
static uint8_t passing(const flow *f, const node *n) {
    switch (n->kind) {
    case BUSTLE_NODE_CHOICE:
    case BUSTLE_NODE_PASS:
        return UNCONDITIONAL;
    case BUSTLE_NODE_WAIT:
    case BUSTLE_NODE_SCENE:
    case BUSTLE_NODE_REQUEST:
    case BUSTLE_NODE_TAKE:
    case BUSTLE_NODE_SEND:
    case BUSTLE_NODE_MEET:
    case BUSTLE_NODE_BODY: /* whoever asks may give none */
        return CONDITIONAL;
    case BUSTLE_NODE_SEQUENCE:
        return n->performs == NONE16 ? NO_WAY : f->through[n->performs];
    default:
        return NO_WAY;
    }
}

/* Whether a node fails only when it has waited for some time. */
static bool fails_late(const flow *f, const node *n) {
    return (n->kind == BUSTLE_NODE_WAIT || n->kind == BUSTLE_NODE_TAKE) && n->performs != NONE16 &&
        ITEMS(const wait, f->d->waits)[n->performs].timeout > 0;
}

/* The level at which a node fails before any action, and before it has waited. */
static uint8_t failing(const flow *f, const node *n) {
    if (fails_late(f, n)) {
        return NO_WAY;
    }
    if (n->kind == BUSTLE_NODE_CHOICE || n->kind == BUSTLE_NODE_PASS) {
        return n->transition_count == 0 ? UNCONDITIONAL : always_open(f, n) ? NO_WAY : CONDITIONAL;
    }
    if (n->kind == BUSTLE_NODE_ACTION && n->performs != NONE16) {
        const action *performed = &ITEMS(const action, f->d->actions)[n->performs];
        const bool sure =
            (performed->flags & ACTION_TARGETED) == 0 && performed->when.form == CODE_EMPTY;
        return sure ? NO_WAY : CONDITIONAL;
    }
    const bool runs = n->kind == BUSTLE_NODE_SEQUENCE || n->kind == BUSTLE_NODE_BODY;
    return runs || waits(n) ? CONDITIONAL : NO_WAY;
}

static void gather_edges(flow *f) {
    f->edges.count = 0;
    for (uint32_t i = 0; i < f->s->node_count; i++) {
        const node *n = node_at(f, i);
        const uint8_t pass = passing(f, n);
        const bool plain = has_plain_transition(f, n);
        for (uint32_t j = 0; pass != NO_WAY && j < n->transition_count; j++) {
            const transition *t = transition_at(f, n, j);
            const bool certain = t->when.form == CODE_EMPTY && (t->otherwise == 0 || !plain);
            const uint8_t level = certain ? UNCONDITIONAL : CONDITIONAL;
            add_edge(f, i, t->to, level < pass ? level : pass);
        }
        if (n->failed != BUSTLE_NONE) {
            add_edge(f, i, n->failed, failing(f, n));
        }
    }
}

/* ---- What is reached ---- */

static void reach(uint8_t *reached, uint32_t *waiting, uint32_t *count, uint32_t number) {
    if (reached[number] == 0) {
        reached[number] = 1;
        waiting[(*count)++] = number;
    }
}

/* From the entry, by whatever way, actions included. */
static void reach_nodes(const flow *f, uint8_t *reached, uint32_t *waiting) {
    uint32_t count = 0;
    reach(reached, waiting, &count, f->s->entry - f->s->nodes_at);
    while (count > 0) {
        const node *n = node_at(f, waiting[--count]);
        for (uint32_t i = 0; i < n->transition_count; i++) {
            reach(reached, waiting, &count, transition_at(f, n, i)->to - f->s->nodes_at);
        }
        if (n->failed != BUSTLE_NONE) {
            reach(reached, waiting, &count, n->failed - f->s->nodes_at);
        }
    }
}

/* Or waits, so that time passes. */
static bool performs_action(const flow *f, const node *n) {
    return n->kind == BUSTLE_NODE_ACTION || n->kind == BUSTLE_NODE_BODY || waits(n) ||
        (n->kind == BUSTLE_NODE_SEQUENCE && (n->performs == NONE16 || f->acts[n->performs] != 0));
}

static bool pauses(const flow *f, const node *n) {
    return waits(n) ||
        (n->kind == BUSTLE_NODE_SEQUENCE && n->performs != NONE16 && f->pauses[n->performs] != 0);
}

static void check_reached(const flow *f, const uint8_t *reached) {
    for (uint32_t i = 0; i < f->s->node_count; i++) {
        const node *n = node_at(f, i);
        if (reached[i] != 0) {
            f->acts[f->id] |= performs_action(f, n) ? 1 : 0;
            f->pauses[f->id] |= pauses(f, n) ? 1 : 0;
        } else if (ITEMS(const uint32_t, f->d->node_places)[f->s->nodes_at + i] != BUSTLE_NONE) {
            spot at = spot_of_node(f, i);
            bsl_problem_warning(f->d->problems, "unreachable-node", &at,
                "no way from the entry leads to it", "add a transition to it, or remove it");
        }
    }
}

/* The level at which an end is reached from the entry by ways of a graph. */
static bool runs_through(const flow *f, const graph *g, uint8_t *reached, uint32_t *waiting) {
    uint32_t count = 0;
    memset(reached, 0, g->count);
    reach(reached, waiting, &count, f->s->entry - f->s->nodes_at);
    while (count > 0) {
        const uint32_t at = waiting[--count];
        if (node_at(f, at)->kind == BUSTLE_NODE_END) {
            return true;
        }
        for (uint32_t i = g->first[at]; i < g->first[at + 1]; i++) {
            reach(reached, waiting, &count, g->to[i]);
        }
    }
    return false;
}

/* ---- Cycles ---- */

/* By part: whether a way leads from it to an action or an end. Parts are numbered so that those it
 * leads to come before it. */
static void find_escapes(const flow *f, const graph *g, const uint32_t *by_part, uint8_t *escapes) {
    for (uint32_t i = 0; i < g->count; i++) {
        const uint32_t at = by_part[i];
        const node *n = node_at(f, at);
        uint8_t *escape = &escapes[g->part[at]];
        *escape |= n->kind == BUSTLE_NODE_END || performs_action(f, n) ? 1 : 0;
        for (uint32_t j = g->first[at]; j < g->first[at + 1]; j++) {
            *escape |= escapes[g->part[g->to[j]]];
        }
    }
}

/* The nodes, lower parts first. */
static void order_by_part(const graph *g, uint32_t *by_part, uint32_t *starts) {
    for (uint32_t i = 0; i < g->count; i++) {
        starts[g->part[i]]++;
    }
    uint32_t before = 0;
    for (uint32_t i = 0; i < g->part_count; i++) {
        const uint32_t count = starts[i];
        starts[i] = before;
        before += count;
    }
    for (uint32_t i = 0; i < g->count; i++) {
        by_part[starts[g->part[i]]++] = i;
    }
}

static const char *cycle_text(const flow *f, const uint32_t *cycle, uint32_t length) {
    const uint32_t most = 12;
    problems *p = f->d->problems;
    const char *text = "";
    for (uint32_t i = 0; i < length && i < most; i++) {
        text = bsl_problem_say(p, "%s\"%s\" -> ", text, name_of(f->d, node_at(f, cycle[i])));
    }
    return bsl_problem_say(
        p, "%s%s\"%s\"", text, length > most ? "... -> " : "", name_of(f->d, node_at(f, cycle[0])));
}

static void tell_cycle(const flow *f, const uint32_t *cycle, uint32_t length, bool certain) {
    spot at = spot_of_node(f, cycle[0]);
    problems *p = f->d->problems;
    const char *text = cycle_text(f, cycle, length);
    const char *cure = "let a node of the cycle perform an action";
    if (certain) {
        bsl_problem_error(p, "cycle-without-action", &at,
            bsl_problem_say(p, "it can go round for ever without an action: %s", text), cure);
    } else {
        bsl_problem_warning(p, "cycle-without-action", &at,
            bsl_problem_say(p, "under some conditions it can go round without an action: %s", text),
            cure);
    }
}

/* Working memory of one sequence, by node. */
typedef struct room {
    uint8_t *reached;
    uint8_t *asked;
    uint8_t *told;
    uint8_t *escapes;
    uint32_t *waiting;
    uint32_t *cycle;
    uint32_t *step;
    uint32_t *by_part;
    uint32_t *starts;
} room;

/* Unconditional cycles are errors; so are those from which no way leads to an action or an end.
 * `told` marks the parts of the conditional graph that have been told about. */
static void check_cycles(const flow *f, const graph *all, const graph *certain, const room *r) {
    const uint32_t count = f->s->node_count;
    order_by_part(all, r->by_part, r->starts);
    find_escapes(f, all, r->by_part, r->escapes);
    for (uint32_t i = 0; i < count; i++) {
        if (r->reached[i] != 0 && r->asked[certain->part[i]] == 0) {
            r->asked[certain->part[i]] = 1;
            uint32_t length = bsl_graph_cycle(certain, i, r->cycle, r->step);
            if (length > 0) {
                r->told[all->part[i]] = 1;
                tell_cycle(f, r->cycle, length, true);
            }
        }
    }
    memset(r->step, 0, count * sizeof *r->step);
    for (uint32_t i = 0; i < count; i++) {
        if (r->reached[i] != 0 && r->told[all->part[i]] == 0) {
            r->told[all->part[i]] = 1;
            const uint32_t length = bsl_graph_cycle(all, i, r->cycle, r->step);
            if (length > 0) {
                tell_cycle(f, r->cycle, length, r->escapes[all->part[i]] == 0);
            }
        }
    }
}

static bool take_room(draft *d, room *r, uint32_t count) {
    r->reached = bsl_draft_scratch(d, count, 1);
    r->asked = bsl_draft_scratch(d, count, 1);
    r->told = bsl_draft_scratch(d, count, 1);
    r->escapes = bsl_draft_scratch(d, count, 1);
    r->waiting = bsl_draft_scratch(d, count, sizeof(uint32_t));
    r->cycle = bsl_draft_scratch(d, count, sizeof(uint32_t));
    r->step = bsl_draft_scratch(d, count, sizeof(uint32_t));
    r->by_part = bsl_draft_scratch(d, count, sizeof(uint32_t));
    r->starts = bsl_draft_scratch(d, count, sizeof(uint32_t));
    return !d->no_memory;
}

static void check_sequence(flow *f, uint32_t id) {
    draft *d = f->d;
    f->id = id;
    f->s = &ITEMS(const sequence, d->sequences)[id];
    if (d->broken[id] != 0) {
        f->acts[id] = 1;
        return;
    }
    const arena_mark before = bsl_arena_now(&d->scratch);
    room r;
    graph all;
    graph certain;
    gather_edges(f);
    if (take_room(d, &r, f->s->node_count) &&
        bsl_graph_make(d, &all, f->s->node_count, &f->edges, CONDITIONAL) &&
        bsl_graph_make(d, &certain, f->s->node_count, &f->edges, UNCONDITIONAL)) {
        reach_nodes(f, r.reached, r.waiting);
        check_reached(f, r.reached);
        check_cycles(f, &all, &certain, &r);
        f->through[id] = runs_through(f, &certain, r.reached, r.waiting) ? UNCONDITIONAL
            : runs_through(f, &all, r.reached, r.waiting)                ? CONDITIONAL
                                                                         : NO_WAY;
    }
    bsl_arena_back_to(&d->scratch, before);
}

/* ---- Nesting ---- */

/* In the graph of what nests in what, scenes come after the sequences. */
static void add_nesting(flow *f, uint32_t outer, uint32_t inner) {
    edge *added = bsl_draft_add(f->d, &f->edges, 1);
    if (added != NULL) {
        *added = (edge){outer, inner, UNCONDITIONAL};
    }
}

/* A sequence nests sequences, and the scenes that its NPC takes part in; a scene nests what is done
 * in its parts. Whoever only stages a scene is not in it. */
static void gather_nesting(flow *f) {
    const draft *d = f->d;
    const uint32_t scenes_at = d->sequences.count;
    const node *nodes = d->nodes.items;
    for (uint32_t i = 0; i < d->nodes.count; i++) {
        const node *n = &nodes[i];
        if (n->kind == BUSTLE_NODE_SEQUENCE && n->performs != NONE16) {
            add_nesting(f, n->sequence, n->performs);
        } else if (n->kind == BUSTLE_NODE_SCENE && n->performs != NONE16) {
            const wait *w = &ITEMS(const wait, d->waits)[n->performs];
            if (w->as != STAGER && w->scene != NONE16) {
                add_nesting(f, n->sequence, scenes_at + w->scene);
            }
        }
    }
    for (uint32_t i = 0; i < d->part_sources.count; i++) {
        const uint16_t done = ITEMS(const scene_part, d->parts)[i].sequence;
        if (done != NONE16) {
            const uint32_t of = ITEMS(const part_source, d->part_sources)[i].scene;
            add_nesting(f, scenes_at + of, done);
        }
    }
}

/* The name of what the graph has there. */
static const char *nested_name(const flow *f, uint32_t number) {
    const uint32_t scenes_at = f->d->sequences.count;
    return number < scenes_at
        ? bsl_problem_say(f->d->problems, "\"%s\"", draft_name(f->d, BUSTLE_KIND_SEQUENCE, number))
        : bsl_problem_say(f->d->problems, "scene \"%s\"",
              draft_name(f->d, BUSTLE_KIND_SCENE, number - scenes_at));
}

static void tell_nesting(const flow *f, const uint32_t *cycle, uint32_t length) {
    problems *p = f->d->problems;
    const uint32_t most = 12;
    const uint32_t scenes_at = f->d->sequences.count;
    uint32_t start = 0;
    while (start < length && cycle[start] < scenes_at) {
        start++;
    }
    const bool staged = start < length; /* it is told of the scene then */
    start = staged ? start : 0;
    const char *text = "";
    for (uint32_t i = 0; i < length && i < most; i++) {
        text = bsl_problem_say(p, "%s%s -> ", text, nested_name(f, cycle[(start + i) % length]));
    }
    text = bsl_problem_say(
        p, "%s%s%s", text, length > most ? "... -> " : "", nested_name(f, cycle[start]));
    if (staged) {
        const spot at = bsl_draft_spot_of(f->d, BUSTLE_KIND_SCENE, cycle[start] - scenes_at);
        bsl_problem_error(p, "recursive-scene", &at,
            bsl_problem_say(p, "its members begin it again: %s", text),
            "break the chain: stage the scene without a part in it, or after it");
        return;
    }
    const spot at = bsl_draft_spot_of(f->d, BUSTLE_KIND_SEQUENCE, cycle[0]);
    bsl_problem_error(p, "recursive-nesting", &at, bsl_problem_say(p, "it runs itself: %s", text),
        "break the chain: a sequence that starts again needs a transition to its entry instead");
}

/* Tells recursion, and puts sequences and scenes into an order in which nested ones come first. */
static uint32_t *check_nesting(flow *f) {
    draft *d = f->d;
    const uint32_t count = d->sequences.count + d->scenes.count;
    gather_nesting(f);
    graph g;
    uint32_t *order = bsl_draft_scratch(d, count, sizeof *order);
    uint32_t *starts = bsl_draft_scratch(d, count, sizeof *starts);
    uint32_t *cycle = bsl_draft_scratch(d, count, sizeof *cycle);
    uint32_t *step = bsl_draft_scratch(d, count, sizeof *step);
    uint8_t *asked = bsl_draft_scratch(d, count, 1);
    if (d->no_memory || !bsl_graph_make(d, &g, count, &f->edges, UNCONDITIONAL)) {
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (asked[g.part[i]] == 0) {
            asked[g.part[i]] = 1;
            const uint32_t length = bsl_graph_cycle(&g, i, cycle, step);
            if (length > 0) {
                tell_nesting(f, cycle, length);
            }
        }
    }
    order_by_part(&g, order, starts);
    return order;
}

/* ---- Main sequences ---- */

static void check_main(const flow *f, uint32_t main, const spot *at) {
    draft *d = f->d;
    if (main == NONE16 || f->through[main] == NO_WAY) {
        return;
    }
    const char *name = draft_name(d, BUSTLE_KIND_SEQUENCE, main);
    const char *cure = "put an action on every way through the sequence";
    if (f->through[main] == UNCONDITIONAL) {
        bsl_problem_error(d->problems, "main-without-action", at,
            bsl_problem_say(
                d->problems, "its main sequence \"%s\" can run through without an action", name),
            cure);
    } else if (f->pauses[main] == 0) {
        bsl_problem_warning(d->problems, "main-without-action", at,
            bsl_problem_say(d->problems,
                "under some conditions its main sequence \"%s\" runs through without an action",
                name),
            cure);
    }
}

/* Of roles or of entities. */
static void check_mains(const flow *f, bustle_kind kind, const conduct *conducts) {
    for (uint32_t i = 0; i < draft_count(f->d, kind); i++) {
        const spot at = bsl_draft_spot_of(f->d, kind, i);
        check_main(f, conducts[i].main, &at);
    }
}

/* Every sequence of a plan is a main sequence. Of several entries with one it is told of the first.
 */
static void check_plan(const flow *f, uint32_t id) {
    const draft *d = f->d;
    const plan *p = &ITEMS(const plan, d->plans)[id];
    const plan_entry *entries = ITEMS(const plan_entry, d->plan_entries);
    const uint32_t end = p->entries_at + p->entry_count;
    const spot at = bsl_draft_spot_of(d, BUSTLE_KIND_PLAN, id);
    for (uint32_t i = p->entries_at; i < end; i++) {
        bool before = false;
        for (uint32_t j = p->entries_at; j < i && !before; j++) {
            before = entries[j].sequence == entries[i].sequence;
        }
        if (!before) {
            check_main(f, entries[i].sequence, &at);
        }
    }
}

void bsl_check_flow(draft *d) {
    const uint32_t count = d->sequences.count;
    flow f = {0};
    f.d = d;
    f.edges = list_of(sizeof(edge));
    f.through = bsl_draft_scratch(d, count, 1);
    f.acts = bsl_draft_scratch(d, count, 1);
    f.pauses = bsl_draft_scratch(d, count, 1);
    const uint32_t *order = d->no_memory ? NULL : check_nesting(&f);
    for (uint32_t i = 0; order != NULL && i < count + d->scenes.count && !d->no_memory; i++) {
        if (order[i] < count) {
            check_sequence(&f, order[i]);
        }
    }
    if (!d->no_memory) {
        check_mains(&f, BUSTLE_KIND_ROLE, d->role_conducts);
        check_mains(&f, BUSTLE_KIND_ENTITY, d->entity_conducts);
        for (uint32_t i = 0; i < d->plans.count; i++) {
            check_plan(&f, i);
        }
    }
    list_free(d->heap, &f.edges);
}
