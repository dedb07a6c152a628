/* The names of everything that the content has. With them a save can be read without its content,
 * and loaded into another. */
#include "decide/recall.h"
#include "persist/snapshot_fields.h"

/* The kinds of nodes; the place is the number that saves have. */
static const uint32_t node_kinds[] = {BUSTLE_NODE_ACTION, BUSTLE_NODE_SEQUENCE, BUSTLE_NODE_CHOICE,
    BUSTLE_NODE_END, BUSTLE_NODE_WAIT, BUSTLE_NODE_SCENE, BUSTLE_NODE_PASS, BUSTLE_NODE_REQUEST,
    BUSTLE_NODE_BODY, BUSTLE_NODE_TAKE, BUSTLE_NODE_SEND, BUSTLE_NODE_MEET};
#define KINDS_BEFORE_SCENES 5u

/* Before version 3 there were no scenes, and nothing was said of phases. */
static bool has_scenes(const archive *a) {
    return writes(a) || a->load->sections[SECTION_SEQUENCES].version >= 3;
}

static void visit_node_kind(archive *a, saved_node *n) {
    const bool counts = has_scenes(a);
    uint32_t number = 0;
    while (writes(a) && node_kinds[number] != n->kind) {
        number++;
    }
    number = counts ? 2 * number + (n->counts ? 1 : 0) : number;
    field_index(a, &number, counts ? 2 * COUNT_OF(node_kinds) : KINDS_BEFORE_SCENES,
        "a node is of no kind");
    if (!writes(a)) {
        n->kind = (uint8_t)node_kinds[counts ? number / 2 : number];
        n->counts = counts && number % 2 == 1;
    }
}

/* The part of a scene node's performer. */
static void visit_node_part(archive *a, saved_node *n) {
    uint8_t as = writes(a) && n->as != STAGER ? (uint8_t)(n->as + 1) : 0;
    const uint32_t parts = writes(a) ? 0 : a->names->scenes[n->performs].part_count;
    field_u8(a, &as, (uint8_t)parts, "a scene has no such part");
    n->as = as == 0 ? STAGER : (uint8_t)(as - 1);
}

/* ---- Writing ---- */

static void write_keys(writer *o, const bustle_content *c, bustle_kind kind, const key *keys) {
    put_number(o, count_of(c, kind));
    for (uint32_t i = 0; i < count_of(c, kind); i++) {
        bsl_put_text(o, bustle_content_name(c, kind, i));
        put_number(o, keys[i].value_count);
        for (uint32_t k = 0; k < keys[i].value_count; k++) {
            bsl_put_text(o, c->text + c->value_names[keys[i].values_at + k]);
        }
    }
}

/* What a node performs, counted from 1; 0: nothing that has a name. */
static uint32_t performed_by(const bustle_content *c, const node *n) {
    switch ((bustle_node_kind)n->kind) {
    case BUSTLE_NODE_ACTION:
    case BUSTLE_NODE_SEQUENCE:
        return n->performs + 1u;
    case BUSTLE_NODE_SCENE:
        return c->waits[n->performs].scene + 1u;
    case BUSTLE_NODE_TAKE:
    case BUSTLE_NODE_SEND:
        return c->exchanges[c->waits[n->performs].exchange].inbox + 1u;
    case BUSTLE_NODE_MEET:
        return c->gatherings[c->waits[n->performs].gathering].name + 1u;
    default:
        return 0;
    }
}

static void write_node(archive *a, const node *n) {
    const bustle_content *c = a->world->content;
    const wait *stages = n->kind == BUSTLE_NODE_SCENE ? &c->waits[n->performs] : NULL;
    saved_node s = {.kind = n->kind,
        .counts = (n->flags & NODE_COUNTS) != 0,
        .as = stages == NULL ? STAGER : stages->as};
    bsl_put_text(a->out, c->text + n->name);
    visit_node_kind(a, &s);
    put_number(a->out, performed_by(c, n));
    if (stages != NULL) {
        visit_node_part(a, &s);
    }
}

void bsl_snapshot_write_sequences(archive *a) {
    writer *o = a->out;
    const bustle_content *c = a->world->content;
    const uint32_t count = count_of(c, BUSTLE_KIND_SEQUENCE);
    put_number(o, count);
    put_number(o, c->node_count);
    for (uint32_t i = 0; i < count; i++) {
        const sequence *q = &c->sequences[i];
        bsl_put_text(o, c->text + q->name);
        put_number(o, q->node_count);
        for (uint32_t k = 0; k < q->node_count; k++) {
            write_node(a, &c->nodes[q->nodes_at + k]);
        }
    }
}

void bsl_snapshot_write_choices(archive *a) {
    const bustle_content *c = a->world->content;
    put_number(a->out, c->choice_count);
    for (uint32_t i = 0; i < c->choice_count; i++) {
        put_number(a->out, c->choices[i].from);
        put_number(a->out, c->choices[i].to);
    }
}

void bsl_snapshot_write_definitions(archive *a) {
    writer *o = a->out;
    const bustle_content *c = a->world->content;
    const uint32_t states = count_of(c, BUSTLE_KIND_STATE);
    put_number(o, count_of(c, BUSTLE_KIND_ENTITY));
    for (uint32_t i = 0; i < count_of(c, BUSTLE_KIND_ENTITY); i++) {
        const definition *d = &c->definitions[i];
        const uint16_t *columns = c->columns + d->columns_at;
        uint32_t own = 0;
        for (uint32_t k = 0; k < states; k++) {
            own += columns[k] != NO_COLUMN;
        }
        bsl_put_text(o, c->text + d->name);
        put_number(o, (d->npc ? 1u : 0u) + (d->position == BUSTLE_POSITION_QUERIED ? 2u : 0u));
        put_number(o, own);
        for (uint32_t k = 0; k < states; k++) {
            if (columns[k] != NO_COLUMN) {
                put_number(o, k);
            }
        }
    }
}

void bsl_snapshot_write_states(archive *a) {
    write_keys(a->out, a->world->content, BUSTLE_KIND_STATE, a->world->content->states);
}

void bsl_snapshot_write_environment(archive *a) {
    write_keys(a->out, a->world->content, BUSTLE_KIND_ENVIRONMENT, a->world->content->environment);
}

void bsl_snapshot_write_interruptions(archive *a) {
    const bustle_content *c = a->world->content;
    put_number(a->out, count_of(c, BUSTLE_KIND_INTERRUPTION));
    for (uint32_t i = 0; i < count_of(c, BUSTLE_KIND_INTERRUPTION); i++) {
        bsl_put_text(a->out, c->text + c->interruptions[i].name);
        put_word(a->out, bsl_fingerprint_condition(c, i));
    }
}

void bsl_snapshot_write_actions(archive *a) {
    const bustle_content *c = a->world->content;
    put_number(a->out, count_of(c, BUSTLE_KIND_ACTION));
    for (uint32_t i = 0; i < count_of(c, BUSTLE_KIND_ACTION); i++) {
        bsl_put_text(a->out, c->text + c->actions[i].name);
        put_word(a->out, bsl_fingerprint_action(c, i, false));
    }
}

/* ---- Reading ---- */

/* A text in the arena. "" after a failure. */
const char *bsl_snapshot_get_text(loading *l) {
    const uint32_t length = bsl_get_count(&l->in, 1);
    const uint8_t *bytes = bsl_get_bytes(&l->in, length);
    char *text = bytes == NULL ? NULL : bsl_snapshot_take(l, (uint64_t)length + 1, 1);
    if (text == NULL) {
        return "";
    }
    memcpy(text, bytes, length);
    if (strlen(text) != length) {
        bsl_reader_fail(&l->in, "a name has a zero in it");
    }
    return text;
}

const char *bsl_snapshot_get_name(loading *l, const char **last) {
    const char *name = bsl_snapshot_get_text(l);
    if (*last != NULL && strcmp(*last, name) >= 0) {
        bsl_reader_fail(&l->in, "names are not in order");
    }
    *last = name;
    return name;
}

uint32_t bsl_snapshot_find_name(
    loading *l, bustle_kind kind, const char *name, enum change_code gone) {
    const uint32_t id = bustle_content_find(l->world->content, kind, name);
    if (id == BUSTLE_NONE) {
        bsl_snapshot_note_change(l, gone, 0, 0, name);
    }
    return id;
}

/* What the named values are in the content: by name, or as they are if it has no names. */
static bool read_values(loading *l, bustle_kind kind, saved_key *k, const key *now) {
    k->value_count = bsl_get_count(&l->in, 1);
    k->values = bsl_snapshot_take(l, k->value_count, sizeof *k->values);
    for (uint32_t i = 0; !failed(l) && i < k->value_count; i++) {
        const char *name = bsl_snapshot_get_text(l);
        int32_t value = -1;
        if (now != NULL && now->value_count == 0) {
            value = (int32_t)i;
        } else if (now != NULL) {
            (void)bustle_content_value(l->world->content, kind, k->id, name, &value);
        }
        if (k->values != NULL) {
            k->values[i] = value;
        }
    }
    return !failed(l);
}

static saved_key *read_keys(loading *l, bustle_kind kind, uint32_t *count) {
    const bool states = kind == BUSTLE_KIND_STATE;
    const key *keys = states ? l->world->content->states : l->world->content->environment;
    const char *last = NULL;
    *count = bsl_get_count(&l->in, 2);
    saved_key *list_of_keys = bsl_snapshot_take(l, *count, sizeof *list_of_keys);
    for (uint32_t i = 0; !failed(l) && i < *count; i++) {
        saved_key *k = &list_of_keys[i];
        k->name = bsl_snapshot_get_name(l, &last);
        k->id = bsl_snapshot_find_name(l, kind, k->name, states ? GONE_STATE : GONE_ENVIRONMENT);
        read_values(l, kind, k, k->id == BUSTLE_NONE ? NULL : &keys[k->id]);
    }
    return list_of_keys;
}

void bsl_snapshot_read_states(archive *a) {
    loading *l = a->load;
    l->names.states = read_keys(l, BUSTLE_KIND_STATE, &l->names.state_count);
}

void bsl_snapshot_read_environment(archive *a) {
    loading *l = a->load;
    l->names.environment = read_keys(l, BUSTLE_KIND_ENVIRONMENT, &l->names.environment_count);
}

void bsl_snapshot_read_interruptions(archive *a) {
    loading *l = a->load;
    const char *last = NULL;
    const uint32_t count = bsl_get_count(&l->in, 5);
    l->names.interruptions = bsl_snapshot_take(l, count, sizeof *l->names.interruptions);
    l->names.interruption_count = count;
    for (uint32_t i = 0; !failed(l) && i < count; i++) {
        saved_name *n = &l->names.interruptions[i];
        n->name = bsl_snapshot_get_name(l, &last);
        n->id = bsl_snapshot_find_name(l, BUSTLE_KIND_INTERRUPTION, n->name, GONE_INTERRUPTION);
        const uint32_t print = bsl_get_word(&l->in);
        n->changed =
            n->id != BUSTLE_NONE && print != bsl_fingerprint_condition(l->world->content, n->id);
    }
}

/* Whether the content replaced meant something else; functions of the same place may be others. */
static bool has_changed(const loading *l, uint32_t saved, uint32_t now, uint32_t print) {
    const bustle_content *c = l->world->content;
    return print != bsl_fingerprint_action(c, now, false) ||
        (l->old != NULL &&
            bsl_fingerprint_action(l->old->content, saved, true) !=
                bsl_fingerprint_action(c, now, true));
}

void bsl_snapshot_read_actions(archive *a) {
    loading *l = a->load;
    const char *last = NULL;
    const uint32_t count = bsl_get_count(&l->in, 5);
    l->names.actions = bsl_snapshot_take(l, count, sizeof *l->names.actions);
    l->names.action_count = count;
    for (uint32_t i = 0; !failed(l) && i < count; i++) {
        saved_name *n = &l->names.actions[i];
        n->name = bsl_snapshot_get_name(l, &last);
        n->id = bsl_snapshot_find_name(l, BUSTLE_KIND_ACTION, n->name, GONE_ACTION);
        const uint32_t print = bsl_get_word(&l->in);
        n->changed = n->id != BUSTLE_NONE && has_changed(l, i, n->id, print);
    }
}

static uint32_t find_node(const bustle_content *c, uint32_t sequence_id, const char *name) {
    if (sequence_id == BUSTLE_NONE) {
        return BUSTLE_NONE;
    }
    const sequence *q = &c->sequences[sequence_id];
    for (uint32_t i = 0; i < q->node_count; i++) {
        if (strcmp(c->text + c->nodes[q->nodes_at + i].name, name) == 0) {
            return q->nodes_at + i;
        }
    }
    return BUSTLE_NONE;
}

/* 0.1.0 remembered transitions by where they led, and numbered that here: such memories are left
 * out. */
static void read_choice_0_1(loading *l) {
    saved_names *s = &l->names;
    const uint32_t number = (uint32_t)bsl_get_up_to(&l->in, NONE16, "a choice is too large");
    s->choice_count = number > s->choice_count ? number : s->choice_count;
}

/* Whether a node does what it did, and is a phase as it was one. */
static bool does_the_same(const archive *a, const saved_node *n) {
    const bustle_content *c = a->world->content;
    const saved_names *s = a->names;
    if (n->node == BUSTLE_NONE || c->nodes[n->node].kind != n->kind) {
        return false;
    }
    const node *now = &c->nodes[n->node];
    if (has_scenes(a) && ((now->flags & NODE_COUNTS) != 0) != n->counts) {
        return false;
    }
    switch ((bustle_node_kind)n->kind) {
    case BUSTLE_NODE_ACTION:
        return now->performs == s->actions[n->performs].id;
    case BUSTLE_NODE_SEQUENCE:
        return now->performs == s->sequences[n->performs].id;
    case BUSTLE_NODE_SCENE:
        return c->waits[now->performs].scene == s->scenes[n->performs].id &&
            c->waits[now->performs].as == n->as;
    case BUSTLE_NODE_TAKE:
    case BUSTLE_NODE_SEND:
        return c->exchanges[c->waits[now->performs].exchange].inbox == s->inboxes[n->performs].id;
    case BUSTLE_NODE_MEET:
        return c->gatherings[c->waits[now->performs].gathering].name == s->meetings[n->performs].id;
    default:
        return true;
    }
}

/* How many things a node of a kind can perform. */
static uint32_t performable(const saved_names *s, uint8_t kind) {
    switch ((bustle_node_kind)kind) {
    case BUSTLE_NODE_ACTION:
        return s->action_count;
    case BUSTLE_NODE_SEQUENCE:
        return s->sequence_count;
    case BUSTLE_NODE_SCENE:
        return s->scene_count;
    case BUSTLE_NODE_TAKE:
    case BUSTLE_NODE_SEND:
        return s->inbox_count;
    case BUSTLE_NODE_MEET:
        return s->meeting_count;
    default:
        return 0;
    }
}

static bool must_perform(uint8_t kind) {
    return kind == BUSTLE_NODE_SCENE || kind == BUSTLE_NODE_TAKE || kind == BUSTLE_NODE_SEND ||
        kind == BUSTLE_NODE_MEET;
}

static bool read_node(archive *a, uint32_t sequence_index, saved_node *n) {
    loading *l = a->load;
    const saved_names *s = &l->names;
    n->sequence = sequence_index;
    n->node = find_node(l->world->content, s->sequences[sequence_index].id, n->name);
    visit_node_kind(a, n);
    const uint64_t performs = bsl_get_up_to(&l->in, NONE16, "a node performs nothing known");
    const bool stages = n->kind == BUSTLE_NODE_SCENE;
    const uint32_t limit = performable(s, n->kind);
    if (((limit > 0 || must_perform(n->kind)) && performs == 0) || performs > limit) {
        return bsl_reader_fail(&l->in, "a node performs nothing known");
    }
    n->performs = performs == 0 ? BUSTLE_NONE : (uint32_t)performs - 1;
    if (stages && !failed(l)) {
        visit_node_part(a, n);
    }
    if (!l->sectioned) {
        read_choice_0_1(l);
    }
    return !failed(l);
}

/* The choice that there is now from one node to another; NONE16: none. */
static uint32_t find_choice(const bustle_content *c, uint32_t from, uint32_t to) {
    const node *n = from == BUSTLE_NONE ? NULL : &c->nodes[from];
    for (uint32_t i = 0; n != NULL && i < n->transition_count; i++) {
        const transition *way = &c->transitions[n->transitions_at + i];
        if (way->to == to) {
            return way->choice;
        }
    }
    return NONE16;
}

void bsl_snapshot_read_choices(archive *a) {
    loading *l = a->load;
    saved_names *s = &l->names;
    s->choice_count = l->sectioned ? bsl_get_count(&l->in, 2) : s->choice_count;
    s->choices = bsl_snapshot_take(l, s->choice_count, sizeof *s->choices);
    for (uint32_t i = 0; !failed(l) && i < s->choice_count; i++) {
        uint32_t from = BUSTLE_NONE;
        uint32_t to = BUSTLE_NONE;
        if (l->sectioned) {
            field_index(a, &from, s->node_count, "a choice leaves no node");
            field_index(a, &to, s->node_count, "a choice leads to no node");
        }
        const bool known = l->sectioned && !failed(l);
        s->choices[i] =
            known ? find_choice(l->world->content, s->nodes[from].node, s->nodes[to].node) : NONE16;
    }
}

void bsl_snapshot_read_sequences(archive *a) {
    loading *l = a->load;
    saved_names *s = &l->names;
    const char *last = NULL;
    uint32_t node_index = 0;
    s->sequence_count = bsl_get_count(&l->in, 2);
    s->node_count = bsl_get_count(&l->in, 3);
    s->sequences = bsl_snapshot_take(l, s->sequence_count, sizeof *s->sequences);
    s->nodes = bsl_snapshot_take(l, s->node_count, sizeof *s->nodes);
    for (uint32_t i = 0; !failed(l) && i < s->sequence_count; i++) {
        const char *last_node = NULL;
        s->sequences[i].name = bsl_snapshot_get_name(l, &last);
        s->sequences[i].id =
            bsl_snapshot_find_name(l, BUSTLE_KIND_SEQUENCE, s->sequences[i].name, GONE_SEQUENCE);
        const uint32_t nodes = (uint32_t)bsl_get_up_to(
            &l->in, s->node_count - node_index, "a sequence has more nodes than there are");
        const uint32_t id = s->sequences[i].id;
        s->sequences[i].changed =
            id == BUSTLE_NONE || l->world->content->sequences[id].node_count != nodes;
        for (uint32_t k = 0; !failed(l) && k < nodes; k++, node_index++) {
            s->nodes[node_index].name = bsl_snapshot_get_name(l, &last_node);
            read_node(a, i, &s->nodes[node_index]);
        }
    }
    if (!failed(l) && node_index != s->node_count) {
        bsl_reader_fail(&l->in, "nodes belong to no sequence");
    }
    for (uint32_t i = 0; !failed(l) && i < s->node_count; i++) {
        saved_sequence *q = &s->sequences[s->nodes[i].sequence];
        q->changed = q->changed || !does_the_same(a, &s->nodes[i]);
    }
}

static bool read_definition(loading *l, saved_definition *d, const char **last) {
    d->name = bsl_snapshot_get_name(l, last);
    d->id = bsl_snapshot_find_name(l, BUSTLE_KIND_ENTITY, d->name, GONE_ENTITY);
    const uint32_t flags = (uint32_t)bsl_get_up_to(&l->in, 3, "an entity is of no kind");
    d->npc = (flags & 1) != 0;
    d->queried = (flags & 2) != 0;
    if (d->id != BUSTLE_NONE && (l->world->content->definitions[d->id].npc != 0) != d->npc) {
        bsl_snapshot_note_change(l, GONE_ENTITY, 0, 0, d->name);
        d->id = BUSTLE_NONE;
    }
    d->state_count = bsl_get_count(&l->in, 1);
    d->states = bsl_snapshot_take(l, d->state_count, sizeof *d->states);
    for (uint32_t i = 0; !failed(l) && i < d->state_count; i++) {
        d->states[i] = (uint32_t)get_number(&l->in);
        if (d->states[i] >= l->names.state_count || (i > 0 && d->states[i] <= d->states[i - 1])) {
            bsl_reader_fail(&l->in, "an entity has a state that is none");
        }
    }
    return !failed(l);
}

/* What a definition has lost of its states is told once for all its entities. */
static void note_lost_states(loading *l, const saved_definition *d) {
    const bustle_content *c = l->world->content;
    for (uint32_t i = 0; !failed(l) && d->id != BUSTLE_NONE && i < d->state_count; i++) {
        const saved_key *k = &l->names.states[d->states[i]];
        if (k->id != BUSTLE_NONE &&
            c->columns[c->definitions[d->id].columns_at + k->id] == NO_COLUMN) {
            bsl_snapshot_note_change(l, LOST_STATE, 0, 0, k->name);
        }
    }
}

void bsl_snapshot_read_definitions(archive *a) {
    loading *l = a->load;
    saved_names *s = &l->names;
    const char *last = NULL;
    s->definition_count = bsl_get_count(&l->in, 3);
    s->definitions = bsl_snapshot_take(l, s->definition_count, sizeof *s->definitions);
    for (uint32_t i = 0; !failed(l) && i < s->definition_count; i++) {
        read_definition(l, &s->definitions[i], &last);
        note_lost_states(l, &s->definitions[i]);
    }
}
