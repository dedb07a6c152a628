/* Compiles the texts among the operations of a definition. Their names stand for things of the
 * content that is being sealed. */
#include "base/nearest.h"
#include "content/expression/code.h"

static const bustle_kind kinds[] = {
    [TEXT_STATE] = BUSTLE_KIND_STATE,
    [TEXT_ENVIRONMENT] = BUSTLE_KIND_ENVIRONMENT,
    [TEXT_INTERRUPTION] = BUSTLE_KIND_INTERRUPTION,
    [TEXT_LINK] = BUSTLE_KIND_LINK,
    [TEXT_OFFER] = BUSTLE_KIND_OFFER,
    [TEXT_INBOX] = BUSTLE_KIND_INBOX,
};

static const char *listed_name(const void *names, uint32_t index) {
    return ((const char *const *)names)[index];
}

static const char *nearest(
    void *context, const char *name, const char *const *names, uint32_t count) {
    draft *d = context;
    return bsl_nearest_of(name, listed_name, names, count, &d->patience);
}

static void describe(const draft *d, bustle_kind kind, uint32_t id, text_found *found) {
    found->name = draft_name(d, kind, id);
    if (kind == BUSTLE_KIND_STATE) {
        const bustle_state_def *def = draft_def(d, kind, id);
        found->flag = def->flag;
        found->values = def->value_count == 0 ? NULL : def->values;
        found->value_count = def->value_count;
    } else if (kind == BUSTLE_KIND_ENVIRONMENT) {
        const bustle_environment_def *def = draft_def(d, kind, id);
        found->flag = def->flag;
        found->values = def->value_count == 0 ? NULL : def->values;
        found->value_count = def->value_count;
    } else if (kind == BUSTLE_KIND_LINK) {
        found->flag = ((const bustle_link_def *)draft_def(d, kind, id))->flag;
    }
}

static bool find(void *context, enum text_name kind, const char *name, text_found *found,
    text_missing *missing) {
    draft *d = context;
    if (kind == TEXT_CONSTANT) {
        *missing = (text_missing){"unknown-constant",
            bsl_problem_say(d->problems, "\"%s\" stands for nothing here", name), NULL};
        return false;
    }
    const uint32_t id = bsl_draft_find(d, kinds[kind], name);
    if (id != BUSTLE_NONE) {
        describe(d, kinds[kind], id, found);
        return true;
    }
    bsl_draft_missing(d, kinds[kind], name, missing);
    return false;
}

/* Their names, "" for those that have none. */
static uint32_t name_parts(const part_scope *from, const char **names) {
    const uint32_t count = from == NULL ? 0 : from->count;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = from->parts[i].name == NULL ? "" : from->parts[i].name;
    }
    return count;
}

static enum text_kind kind_of(const source *from) {
    return from->place == PLACE_EFFECTS ? TEXT_EFFECTS
        : from->place == PLACE_VALUE    ? TEXT_AMOUNT
                                        : TEXT_CONDITION;
}

static bool compile(draft *d, const source *from) {
    const char *parts[BUSTLE_MOST_PARTS];
    const text_scope scope = {.context = d,
        .environment_only = from->place == PLACE_INTERRUPTION,
        .parts = parts,
        .part_count = name_parts(from->parts, parts),
        .find = find,
        .nearest = nearest};
    text_compiler *c = &d->texts;
    c->problems = d->problems;
    c->at = from->at;
    c->scope = &scope;
    const bool good = bsl_text_compile(c, kind_of(from), from->ops->text, strlen(from->ops->text));
    c->scope = NULL;
    return good;
}

bool bsl_draft_text_ops(draft *d, const source *from, bustle_ops *all, const uint32_t **columns) {
    text_compiler *c = &d->texts;
    const uint32_t listed = (uint32_t)from->ops->count;
    c->ops.count = 0;
    c->columns.count = 0;
    if (listed > 0) {
        bustle_op *copies = bsl_draft_add(d, &c->ops, listed);
        if (copies == NULL || bsl_draft_add(d, &c->columns, listed) == NULL) {
            return false;
        }
        memcpy(copies, from->ops->list, listed * sizeof *copies);
    }
    const bool good = compile(d, from);
    d->no_memory = d->no_memory || c->no_memory;
    *all = (bustle_ops){c->ops.items, c->ops.count, NULL};
    *columns = c->columns.items;
    return good;
}

bool bsl_draft_text_mentions_target(const char *text) {
    return strstr(text, "target") != NULL || strstr(text, "distance") != NULL;
}
