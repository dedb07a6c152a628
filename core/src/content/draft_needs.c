/* What offers need of those who take them (S61): for each a set of the definitions whose NPCs have
 * all states of `self` that it needs. */
#include "content/draft.h"

/* What an offer leads to. All but the last two hold the number of the offer, counted from 1, that
 * came there last. */
typedef struct walk {
    uint32_t *reached; /* by sequence */
    uint32_t *needed; /* by state, then by inbox */
    uint32_t *waiting; /* sequences */
    uint32_t *states; /* that are needed, each once, and inboxes */
    uint32_t count;
    uint32_t state_count;
    uint32_t number;
} walk;

static bool walk_init(draft *d, walk *w) {
    const uint32_t states = draft_columns(d);
    *w = (walk){0};
    w->reached = bsl_draft_scratch(d, d->sequences.count, sizeof(uint32_t));
    w->needed = bsl_draft_scratch(d, states, sizeof(uint32_t));
    w->waiting = bsl_draft_scratch(d, d->sequences.count, sizeof(uint32_t));
    w->states = bsl_draft_scratch(d, states, sizeof(uint32_t));
    return !d->no_memory;
}

static void walk_to(walk *w, uint16_t sequence_id) {
    if (sequence_id != NONE16 && w->reached[sequence_id] != w->number) {
        w->reached[sequence_id] = w->number;
        w->waiting[w->count++] = sequence_id;
    }
}

static void need(const draft *d, walk *w, range mentions) {
    for (uint32_t i = 0; i < mentions.count; i++) {
        const mention *m = &ITEMS(const mention, d->mentions)[mentions.at + i];
        if (m->subject == BUSTLE_SELF && w->needed[m->state] != w->number) {
            w->needed[m->state] = w->number;
            w->states[w->state_count++] = m->state;
        }
    }
}

static void need_action(const draft *d, walk *w, uint16_t action_id) {
    if (action_id != NONE16) {
        need(d, w, d->action_mentions[action_id]);
    }
}

/* A node that waits: the action meanwhile, the part that it begins a scene in, the body that it
 * brings along. What is offered to a request is no need of whoever asks. */
static void need_wait(const draft *d, walk *w, const wait *n) {
    need_action(d, w, n->seen);
    if (n->scene != NONE16 && n->as != STAGER) {
        const uint32_t part = ITEMS(const scene, d->scenes)[n->scene].parts_at + n->as;
        need(d, w, ITEMS(const part_source, d->part_sources)[part].changed);
        walk_to(w, ITEMS(const scene_part, d->parts)[part].sequence);
    }
    if (n->request != NONE16) {
        walk_to(w, ITEMS(const request, d->requests)[n->request].body);
    }
}

static void need_node(const draft *d, walk *w, const node *n) {
    switch (n->kind) {
    case BUSTLE_NODE_ACTION:
        need_action(d, w, n->performs);
        break;
    case BUSTLE_NODE_SEQUENCE:
        walk_to(w, n->performs);
        break;
    case BUSTLE_NODE_WAIT:
    case BUSTLE_NODE_SCENE:
    case BUSTLE_NODE_REQUEST:
    case BUSTLE_NODE_TAKE:
    case BUSTLE_NODE_SEND:
    case BUSTLE_NODE_MEET:
        if (n->performs != NONE16) {
            need_wait(d, w, &ITEMS(const wait, d->waits)[n->performs]);
        }
        break;
    default:
        break;
    }
}

static void walk_offer(const draft *d, walk *w, uint32_t id) {
    const offer *o = &ITEMS(const offer, d->offers)[id];
    w->number = id + 1;
    w->state_count = 0;
    need(d, w, ITEMS(const offer_source, d->offer_sources)[id].changed);
    walk_to(w, o->sequence);
    walk_to(w, o->undo);
    while (w->count > 0) {
        const uint32_t at = w->waiting[--w->count];
        const sequence *s = &ITEMS(const sequence, d->sequences)[at];
        need(d, w, d->sequence_mentions[at]);
        for (uint32_t i = 0; i < s->node_count; i++) {
            need_node(d, w, &ITEMS(const node, d->nodes)[s->nodes_at + i]);
        }
    }
}

static bool has(const draft *d, const definition *def, uint32_t state) {
    return ITEMS(const uint16_t, d->columns)[def->columns_at + state] != NO_COLUMN;
}

static bool has_all(const draft *d, const walk *w, const definition *def) {
    for (uint32_t i = 0; i < w->state_count; i++) {
        if (!has(d, def, w->states[i])) {
            return false;
        }
    }
    return def->npc != 0;
}

static uint32_t draft_takers(draft *d, const walk *w) {
    const uint32_t first = d->ids.count;
    uint32_t *bits = bsl_draft_add(d, &d->ids, (d->definitions.count + 31) / 32);
    for (uint32_t i = 0; bits != NULL && i < d->definitions.count; i++) {
        if (has_all(d, w, &ITEMS(const definition, d->definitions)[i])) {
            bits[i / 32] |= 1u << (i % 32);
        }
    }
    return first;
}

void bsl_draft_needs(draft *d) {
    walk w;
    if (d->offers.count == 0 || !walk_init(d, &w)) {
        return;
    }
    uint32_t any = BUSTLE_NONE; /* that which needs nothing, which many do, is shared */
    for (uint32_t i = 0; i < d->offers.count && !d->no_memory; i++) {
        walk_offer(d, &w, i);
        const bool shared = w.state_count == 0 && any != BUSTLE_NONE;
        const uint32_t takers = shared ? any : draft_takers(d, &w);
        any = w.state_count == 0 ? takers : any;
        ITEMS(offer, d->offers)[i].needs_at = takers;
    }
}

bool bsl_draft_may_take(const draft *d, const offer *o, uint32_t definition_id) {
    const uint32_t bits = ITEMS(const uint32_t, d->ids)[o->needs_at + definition_id / 32];
    return (bits >> (definition_id % 32) & 1) != 0;
}

const char *bsl_draft_lacks(draft *d, uint32_t offer_id, uint32_t definition_id) {
    const definition *def = &ITEMS(const definition, d->definitions)[definition_id];
    const char *lacks = "";
    walk w;
    if (!walk_init(d, &w)) {
        return lacks;
    }
    walk_offer(d, &w, offer_id);
    for (uint32_t i = 0; i < w.state_count; i++) {
        if (!has(d, def, w.states[i])) {
            lacks = bsl_problem_say(d->problems, "%s%s\"%s\"", lacks, lacks[0] == '\0' ? "" : ", ",
                draft_column_name(d, w.states[i]));
        }
    }
    return lacks;
}
