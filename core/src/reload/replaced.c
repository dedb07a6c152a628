/* Former definitions of actions that were under way when their content was replaced. Each is kept
 * until the last of those actions has ended. */
#include "reload/replaced.h"
#include "decide/action.h"
#include "persist/snapshot.h"
#include "world/reserve.h"

/* ---- Users ---- */

/* The place of an NPC among the users, or where it belongs. */
static uint32_t user_place(const bustle_world *w, uint32_t spawn) {
    uint32_t low = 0;
    uint32_t high = w->replaced_user_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (w->replaced_users[middle].spawn < spawn) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

replaced_action *bsl_replaced_of(const bustle_world *w, const npc *self) {
    return w->replacements[w->replaced_users[user_place(w, self->e.spawn)].replaced];
}

bool bsl_replaced_ends_on(const bustle_world *w, const npc *self, uint32_t interruption_id) {
    if ((self->e.flags & NPC_REPLACED) == 0) {
        return bsl_action_ends_on(w, self->now.action, interruption_id);
    }
    const replaced_action *f = bsl_replaced_of(w, self);
    for (uint32_t i = 0; i < f->definition.ends_on_count; i++) {
        if (f->ends_on[i] == interruption_id) {
            return true;
        }
    }
    return false;
}

static bool join_replaced(bustle_world *w, npc *self, uint32_t index) {
    if (!bsl_heap_grow(&w->heap, (void **)&w->replaced_users, &w->replaced_user_capacity,
            w->replaced_user_count + 1ull, sizeof *w->replaced_users)) {
        return false;
    }
    const uint32_t at = user_place(w, self->e.spawn);
    replaced_user *place = w->replaced_users + at;
    memmove(place + 1, place, (w->replaced_user_count - at) * sizeof *place);
    *place = (replaced_user){.spawn = self->e.spawn, .replaced = index};
    w->replaced_user_count++;
    w->replacements[index]->users++;
    self->e.flags |= NPC_REPLACED;
    return true;
}

void bsl_replaced_leave(bustle_world *w, npc *self) {
    replaced_user *place = w->replaced_users + user_place(w, self->e.spawn);
    replaced_action **f = &w->replacements[place->replaced];
    if (--(*f)->users == 0) {
        bsl_heap_free(&w->heap, *f, (*f)->size);
        *f = NULL;
    }
    const size_t after = (size_t)(w->replaced_users + --w->replaced_user_count - place);
    memmove(place, place + 1, after * sizeof *place);
    self->e.flags &= (uint16_t)~NPC_REPLACED;
}

void bsl_replaced_release(bustle_world *w) {
    for (uint32_t i = 0; i < w->replaced_count; i++) {
        if (w->replacements[i] != NULL) {
            bsl_heap_free(&w->heap, w->replacements[i], w->replacements[i]->size);
        }
    }
    bsl_heap_free(&w->heap, w->replacements, w->replaced_capacity * sizeof(replaced_action *));
    bsl_heap_free(
        &w->heap, w->replaced_users, w->replaced_user_capacity * sizeof *w->replaced_users);
}

/* ---- From one content to the next ---- */

/* A definition to be kept: of the old content, or a replaced one of its world. */
typedef struct version {
    const bustle_content *content; /* whose ids it uses */
    const action *a;
    const replaced_action *replaced; /* NULL: the content's own */
} version;

static const op *version_ops(const version *v, const code *k) {
    return (v->replaced == NULL ? v->content->ops : v->replaced->ops) + k->at;
}

static const claim *version_claims(const version *v) {
    return v->replaced == NULL ? v->content->claims + v->a->claims_at : v->replaced->claims;
}

static const uint32_t *version_ends_on(const version *v) {
    return v->replaced == NULL ? v->content->ids + v->a->ends_on_at : v->replaced->ends_on;
}

static replaced_call version_call(const version *v, uint32_t index) {
    if (v->replaced != NULL) {
        return v->replaced->calls[index];
    }
    const function *f = &v->content->functions[index];
    return (replaced_call){.where = v->content->text + f->where,
        .number = f->number,
        .bound = f->bound,
        .context = f->context};
}

static bool same_values(
    const bustle_content *a, const key *k, const bustle_content *b, const key *m) {
    bool same = k->value_count == m->value_count;
    for (uint32_t i = 0; same && i < k->value_count; i++) {
        same = strcmp(a->text + a->value_names[k->values_at + i],
                   b->text + b->value_names[m->values_at + i]) == 0;
    }
    return same;
}

/* The id under another content; BUSTLE_NONE: it is gone, or numbers mean other values now. */
static uint32_t translated(
    const bustle_content *from, const bustle_content *to, bustle_kind kind, uint32_t id) {
    const uint32_t found = bustle_content_find(to, kind, bustle_content_name(from, kind, id));
    const bool state = kind == BUSTLE_KIND_STATE;
    if (found == BUSTLE_NONE || !(state || kind == BUSTLE_KIND_ENVIRONMENT)) {
        return found;
    }
    const key *before = state ? &from->states[id] : &from->environment[id];
    const key *now = state ? &to->states[found] : &to->environment[found];
    return same_values(from, before, to, now) ? found : BUSTLE_NONE;
}

/* The path that is written in the same way; BUSTLE_NONE. */
static uint32_t translated_path(
    const bustle_content *from, const bustle_content *to, uint32_t path_id) {
    const char *text = from->text + from->paths[path_id].text;
    for (uint32_t i = 0; i < to->path_count; i++) {
        if (strcmp(to->text + to->paths[i].text, text) == 0) {
            return i;
        }
    }
    return BUSTLE_NONE;
}

static uint32_t translated_link(
    const bustle_content *from, const bustle_content *to, uint32_t kind) {
    const uint32_t declared = count_of(from, BUSTLE_KIND_LINK);
    return kind < declared ? translated(from, to, BUSTLE_KIND_LINK, kind)
                           : kind - declared + count_of(to, BUSTLE_KIND_LINK);
}

static bool translate_op(const bustle_content *from, const bustle_content *to, op *o) {
    const bool linked = op_has_subject(o) && is_link_subject(o->subject);
    if (linked || (op_has_subject(o) && o->subject == BUSTLE_COUNT)) {
        const uint32_t id =
            linked ? translated_link(from, to, o->name) : translated_path(from, to, o->name);
        o->name = (uint16_t)id;
        return id != BUSTLE_NONE;
    }
    if (o->code == OP_RAISE_ON_PATH || o->code == OP_SEND_ON_PATH) {
        o->value = (int32_t)translated_path(from, to, (uint32_t)o->value);
        if ((uint32_t)o->value == BUSTLE_NONE) {
            return false;
        }
    }
    if (!op_has_subject(o) || (o->subject > BUSTLE_ENV && o->subject != BUSTLE_AREA)) {
        return true;
    }
    const uint32_t states = count_of(from, BUSTLE_KIND_STATE);
    if (o->code < OP_RAISE && o->subject != BUSTLE_ENV && o->name >= states) {
        const uint32_t inbox = translated(from, to, BUSTLE_KIND_INBOX, o->name - states);
        o->name = (uint16_t)(inbox == BUSTLE_NONE ? NONE16 : inbox_column(to, inbox));
        return inbox != BUSTLE_NONE;
    }
    const bool raises =
        o->code == OP_RAISE || o->code == OP_RAISE_WITHIN || o->code == OP_RAISE_ON_PATH;
    const bustle_kind kind = raises ? BUSTLE_KIND_INTERRUPTION
        : o->code == OP_REVOKE      ? BUSTLE_KIND_OFFER
        : o->code >= OP_SEND        ? BUSTLE_KIND_INBOX
        : o->subject == BUSTLE_ENV  ? BUSTLE_KIND_ENVIRONMENT
                                    : BUSTLE_KIND_STATE;
    const uint32_t id = translated(from, to, kind, o->name);
    o->name = (uint16_t)id;
    return id != BUSTLE_NONE;
}

/* How much of everything a version has. */
typedef struct extent {
    uint32_t ops, calls, raises, shouts, links, sends;
    size_t text, size;
} extent;

static const enum effect_list endings[] = {EFFECT_FINISH, EFFECT_INTERRUPTED};
#define ENDINGS (sizeof endings / sizeof *endings)

static extent measure_version(const version *v) {
    extent e = {0};
    for (size_t n = 0; n < ENDINGS; n++) {
        const code *k = &v->a->effects[endings[n]];
        uint32_t raises = 0;
        uint32_t shouts = 0;
        uint32_t links = 0;
        uint32_t sends = 0;
        for (uint32_t i = 0; i < k->count; i++) {
            const op *o = &version_ops(v, k)[i];
            if (o->code == OP_CALL) {
                e.calls++;
                e.text += strlen(version_call(v, (uint32_t)o->value).where) + 1;
            }
            raises += o->code == OP_RAISE;
            shouts += o->code == OP_RAISE_WITHIN || o->code == OP_RAISE_ON_PATH ||
                o->code == OP_SEND_ON_PATH;
            sends += o->code == OP_SEND || o->code == OP_SEND_POPPED;
            links += o->code >= OP_SET && is_link_subject(o->subject);
        }
        e.ops += k->count;
        e.raises = raises > e.raises ? raises : e.raises;
        e.shouts = shouts > e.shouts ? shouts : e.shouts;
        e.links = links > e.links ? links : e.links;
        e.sends = sends > e.sends ? sends : e.sends;
    }
    e.size = sizeof(replaced_action) + e.calls * sizeof(replaced_call) + e.ops * sizeof(op) +
        v->a->claim_count * sizeof(claim) + v->a->ends_on_count * sizeof(uint32_t) + e.text;
    return e;
}

/* The parts of the block, the most demanding first. */
static void lay_out(replaced_action *f, const version *v, const extent *e) {
    f->definition = *v->a;
    f->size = e->size;
    f->calls = (replaced_call *)(void *)(f + 1);
    f->ops = (op *)(void *)(f->calls + e->calls);
    f->claims = (claim *)(void *)(f->ops + e->ops);
    f->ends_on = (uint32_t *)(void *)(f->claims + v->a->claim_count);
}

/* False: something that it needs is gone. */
static bool copy_effects(replaced_action *f, const version *v, const bustle_content *to) {
    char *text = (char *)(f->ends_on + v->a->ends_on_count);
    uint32_t at = 0;
    uint32_t calls = 0;
    for (size_t n = 0; n < ENDINGS; n++) {
        const code *k = &v->a->effects[endings[n]];
        f->definition.effects[endings[n]].at = at;
        for (uint32_t i = 0; i < k->count; i++) {
            op *o = &f->ops[at++];
            *o = version_ops(v, k)[i];
            if (!translate_op(v->content, to, o)) {
                return false;
            }
            if (o->code == OP_CALL) {
                replaced_call c = version_call(v, (uint32_t)o->value);
                const size_t size = strlen(c.where) + 1;
                memcpy(text, c.where, size);
                c.where = text;
                text += size;
                o->value = (int32_t)calls;
                f->calls[calls++] = c;
            }
        }
    }
    return true;
}

static bool copy_rest(replaced_action *f, const version *v, const bustle_content *to) {
    for (uint32_t i = 0; i < v->a->claim_count; i++) {
        f->claims[i] = version_claims(v)[i];
        const uint32_t id = translated(v->content, to, BUSTLE_KIND_STATE, f->claims[i].state);
        if (id == BUSTLE_NONE || !to->states[id].claimed) {
            return false;
        }
        f->claims[i].state = (uint16_t)id;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < v->a->ends_on_count; i++) {
        const uint32_t id =
            translated(v->content, to, BUSTLE_KIND_INTERRUPTION, version_ends_on(v)[i]);
        if (id != BUSTLE_NONE) {
            f->ends_on[kept++] = id;
        }
    }
    f->definition.ends_on_count = kept;
    return true;
}

/* The version as a replaced definition of the world that is filled. BUSTLE_NONE: it cannot be, or
 * there is no memory, which is noted. */
static uint32_t add_former(loading *l, const version *v) {
    bustle_world *w = l->world;
    const extent e = measure_version(v);
    if (!bsl_heap_grow(&w->heap, (void **)&w->replacements, &w->replaced_capacity,
            w->replaced_count + 1ull, sizeof(replaced_action *))) {
        bsl_snapshot_no_memory(l);
        return BUSTLE_NONE;
    }
    replaced_action *f = bsl_heap_zeroed(&w->heap, e.size);
    if (f == NULL) {
        bsl_snapshot_no_memory(l);
        return BUSTLE_NONE;
    }
    lay_out(f, v, &e);
    if (!copy_effects(f, v, w->content) || !copy_rest(f, v, w->content)) {
        bsl_heap_free(&w->heap, f, e.size);
        return BUSTLE_NONE;
    }
    w->effect_limit = e.ops > w->effect_limit ? e.ops : w->effect_limit;
    w->raise_limit = e.raises > w->raise_limit ? e.raises : w->raise_limit;
    w->shout_limit = e.shouts > w->shout_limit ? e.shouts : w->shout_limit;
    w->link_limit = e.links > w->link_limit ? e.links : w->link_limit;
    w->send_limit = e.sends > w->send_limit ? e.sends : w->send_limit;
    bsl_reserve_sum(w);
    w->replacements[w->replaced_count] = f;
    return w->replaced_count++;
}

#define FORMER_UNKNOWN 0u
#define FORMER_IMPOSSIBLE UINT32_MAX

bool bsl_replaced_keep(loading *l, uint32_t slot) {
    if (l->old == NULL) {
        return false;
    }
    const bustle_world *old = l->old;
    const npc *was = npc_at(old, slot);
    const bool again = (was->e.flags & NPC_REPLACED) != 0;
    const uint32_t place = again ? count_of(old->content, BUSTLE_KIND_ACTION) +
            old->replaced_users[user_place(old, was->e.spawn)].replaced
                                 : was->now.action;
    const uint32_t known = l->replacements[place];
    const bool left = known != FORMER_UNKNOWN && known != FORMER_IMPOSSIBLE &&
        l->world->replacements[known - 1] == NULL; /* by those who could not go on */
    if (known == FORMER_UNKNOWN || left) {
        const version v = {
            old->content, running_action(old, was), again ? bsl_replaced_of(old, was) : NULL};
        const uint32_t added = add_former(l, &v);
        if (failed(l)) {
            return false;
        }
        l->replacements[place] = added == BUSTLE_NONE ? FORMER_IMPOSSIBLE : added + 1;
    }
    if (l->replacements[place] == FORMER_IMPOSSIBLE) {
        return false;
    }
    return join_replaced(l->world, npc_at(l->world, slot), l->replacements[place] - 1) ||
        bsl_snapshot_no_memory(l);
}

/* ---- What is still in use ---- */

static uint32_t calls_of(const replaced_action *f) {
    return (uint32_t)((const replaced_call *)(const void *)f->ops - f->calls);
}

bustle_status bustle_world_replaced_functions(
    const bustle_world *w, int32_t *numbers, size_t capacity, size_t *count) {
    if (w == NULL || count == NULL || (numbers == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    *count = 0;
    for (uint32_t i = 0; i < w->replaced_count; i++) {
        const replaced_action *f = w->replacements[i];
        for (uint32_t k = 0; f != NULL && k < calls_of(f); k++) {
            if (f->calls[k].bound != NULL) {
                continue;
            }
            if (*count < capacity) {
                numbers[*count] = f->calls[k].number;
            }
            ++*count;
        }
    }
    return BUSTLE_OK;
}
