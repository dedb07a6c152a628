/* Deep copies. A missing name stays missing: that is a problem for sealing to tell, not for here.
 */
#include "copy.h"

#include <string.h>

#define LONGEST_LIST (1u << 20)

static bool fits(const void *items, size_t count) {
    return count == 0 || (items != NULL && count <= LONGEST_LIST);
}

static bool ops_fit(const bustle_ops *ops) {
    return fits(ops->list, ops->count);
}

bool state_lists_fit(const bustle_state_def *def) {
    return fits(def->values, def->value_count);
}

bool environment_lists_fit(const bustle_environment_def *def) {
    return fits(def->values, def->value_count);
}

bool interruption_lists_fit(const bustle_interruption_def *def) {
    return ops_fit(&def->when);
}

bool action_lists_fit(const bustle_action_def *def) {
    return ops_fit(&def->when) && ops_fit(&def->start) && ops_fit(&def->finish) &&
        ops_fit(&def->interrupted) && fits(def->claims, def->claim_count) &&
        fits(def->ends_on, def->ends_on_count);
}

static bool node_lists_fit(const bustle_node_def *node) {
    if (!fits(node->transitions, node->transition_count)) {
        return false;
    }
    for (size_t i = 0; i < node->transition_count; i++) {
        if (!ops_fit(&node->transitions[i].when)) {
            return false;
        }
    }
    return true;
}

bool sequence_lists_fit(const bustle_sequence_def *def) {
    if (!fits(def->nodes, def->node_count) || !fits(def->claims, def->claim_count)) {
        return false;
    }
    for (size_t i = 0; i < def->node_count; i++) {
        if (!node_lists_fit(&def->nodes[i])) {
            return false;
        }
    }
    return true;
}

bool entity_lists_fit(const bustle_entity_def *def) {
    return fits(def->states, def->state_count) && fits(def->accepts, def->accept_count) &&
        fits(def->fallbacks, def->fallback_count) && fits(def->handlers, def->handler_count);
}

/* ---- Copying. Once something did not fit, the rest is skipped. ---- */

typedef struct copier {
    arena *to;
    bool failed;
} copier;

static void *copied(copier *c, const void *items, size_t count, size_t element) {
    if (c->failed || count == 0) {
        return NULL;
    }
    void *copy = arena_take(c->to, count, element);
    if (copy == NULL) {
        c->failed = true;
        return NULL;
    }
    memcpy(copy, items, count * element);
    return copy;
}

static const char *copied_text(copier *c, const char *text) {
    return text == NULL ? NULL : copied(c, text, strlen(text) + 1, 1);
}

static const char *const *copied_texts(copier *c, const char *const *texts, size_t count) {
    const char **copies = copied(c, texts, count, sizeof(*texts));
    for (size_t i = 0; copies != NULL && i < count; i++) {
        copies[i] = copied_text(c, texts[i]);
    }
    return copies;
}

static bustle_ops copied_ops(copier *c, bustle_ops ops) {
    bustle_op *copies = copied(c, ops.list, ops.count, sizeof(*copies));
    for (size_t i = 0; copies != NULL && i < ops.count; i++) {
        copies[i].name = copied_text(c, copies[i].name);
        copies[i].value_name = copied_text(c, copies[i].value_name);
    }
    return (bustle_ops){copies, ops.count};
}

static const bustle_claim_def *copied_claims(
    copier *c, const bustle_claim_def *claims, size_t count) {
    bustle_claim_def *copies = copied(c, claims, count, sizeof(*copies));
    for (size_t i = 0; copies != NULL && i < count; i++) {
        copies[i].state = copied_text(c, copies[i].state);
    }
    return copies;
}

static const bustle_transition_def *copied_transitions(
    copier *c, const bustle_transition_def *transitions, size_t count) {
    bustle_transition_def *copies = copied(c, transitions, count, sizeof(*copies));
    for (size_t i = 0; copies != NULL && i < count; i++) {
        copies[i].to = copied_text(c, copies[i].to);
        copies[i].when = copied_ops(c, copies[i].when);
    }
    return copies;
}

static const bustle_node_def *copied_nodes(copier *c, const bustle_node_def *nodes, size_t count) {
    bustle_node_def *copies = copied(c, nodes, count, sizeof(*copies));
    for (size_t i = 0; copies != NULL && i < count; i++) {
        copies[i].name = copied_text(c, copies[i].name);
        copies[i].performs = copied_text(c, copies[i].performs);
        copies[i].transitions =
            copied_transitions(c, copies[i].transitions, copies[i].transition_count);
        copies[i].failed = copied_text(c, copies[i].failed);
    }
    return copies;
}

const bustle_state_def *copy_state(arena *a, const bustle_state_def *def) {
    copier c = {a, false};
    bustle_state_def *copy = copied(&c, def, 1, sizeof(*def));
    if (copy != NULL) {
        copy->name = copied_text(&c, def->name);
        copy->origin = copied_text(&c, def->origin);
        copy->values = copied_texts(&c, def->values, def->value_count);
    }
    return c.failed ? NULL : copy;
}

const bustle_environment_def *copy_environment(arena *a, const bustle_environment_def *def) {
    copier c = {a, false};
    bustle_environment_def *copy = copied(&c, def, 1, sizeof(*def));
    if (copy != NULL) {
        copy->name = copied_text(&c, def->name);
        copy->origin = copied_text(&c, def->origin);
        copy->values = copied_texts(&c, def->values, def->value_count);
    }
    return c.failed ? NULL : copy;
}

const bustle_interruption_def *copy_interruption(arena *a, const bustle_interruption_def *def) {
    copier c = {a, false};
    bustle_interruption_def *copy = copied(&c, def, 1, sizeof(*def));
    if (copy != NULL) {
        copy->name = copied_text(&c, def->name);
        copy->origin = copied_text(&c, def->origin);
        copy->when = copied_ops(&c, def->when);
    }
    return c.failed ? NULL : copy;
}

const bustle_action_def *copy_action(arena *a, const bustle_action_def *def) {
    copier c = {a, false};
    bustle_action_def *copy = copied(&c, def, 1, sizeof(*def));
    if (copy != NULL) {
        copy->name = copied_text(&c, def->name);
        copy->origin = copied_text(&c, def->origin);
        copy->when = copied_ops(&c, def->when);
        copy->start = copied_ops(&c, def->start);
        copy->finish = copied_ops(&c, def->finish);
        copy->interrupted = copied_ops(&c, def->interrupted);
        copy->claims = copied_claims(&c, def->claims, def->claim_count);
        copy->preferred_state = copied_text(&c, def->preferred_state);
        copy->speed_state = copied_text(&c, def->speed_state);
        copy->ends_on = copied_texts(&c, def->ends_on, def->ends_on_count);
    }
    return c.failed ? NULL : copy;
}

const bustle_sequence_def *copy_sequence(arena *a, const bustle_sequence_def *def) {
    copier c = {a, false};
    bustle_sequence_def *copy = copied(&c, def, 1, sizeof(*def));
    if (copy != NULL) {
        copy->name = copied_text(&c, def->name);
        copy->origin = copied_text(&c, def->origin);
        copy->entry = copied_text(&c, def->entry);
        copy->nodes = copied_nodes(&c, def->nodes, def->node_count);
        copy->claims = copied_claims(&c, def->claims, def->claim_count);
    }
    return c.failed ? NULL : copy;
}

const bustle_entity_def *copy_entity(arena *a, const bustle_entity_def *def) {
    copier c = {a, false};
    bustle_entity_def *copy = copied(&c, def, 1, sizeof(*def));
    if (copy == NULL) {
        return NULL;
    }
    copy->name = copied_text(&c, def->name);
    copy->origin = copied_text(&c, def->origin);
    bustle_entity_state_def *states = copied(&c, def->states, def->state_count, sizeof(*states));
    for (size_t i = 0; states != NULL && i < def->state_count; i++) {
        states[i].state = copied_text(&c, states[i].state);
        states[i].value_name = copied_text(&c, states[i].value_name);
    }
    copy->states = states;
    copy->accepts = copied_texts(&c, def->accepts, def->accept_count);
    copy->main = copied_text(&c, def->main);
    copy->fallbacks = copied_texts(&c, def->fallbacks, def->fallback_count);
    bustle_handler_def *handlers = copied(&c, def->handlers, def->handler_count, sizeof(*handlers));
    for (size_t i = 0; handlers != NULL && i < def->handler_count; i++) {
        handlers[i].interruption = copied_text(&c, handlers[i].interruption);
        handlers[i].sequence = copied_text(&c, handlers[i].sequence);
    }
    copy->handlers = handlers;
    return c.failed ? NULL : copy;
}
