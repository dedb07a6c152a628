/* Definitions of the plain implementation, made from the scenario: names become numbers. */
#include "plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names ---- */

uint32_t plain_name_hash(const char *name) {
    uint32_t hash = 2166136261u;
    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    }
    return hash;
}

static bool same(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

uint32_t plain_action_id(const char *name) {
    for (uint32_t i = 0; name != NULL && scenario_actions[i].name != NULL; i++) {
        if (same(scenario_actions[i].name, name)) {
            return i;
        }
    }
    return NOTHING;
}

uint32_t plain_sequence_id(const char *name) {
    for (uint32_t i = 0; name != NULL && scenario_sequences[i].name != NULL; i++) {
        if (same(scenario_sequences[i].name, name)) {
            return i;
        }
    }
    return NOTHING;
}

uint32_t plain_state_id(const char *name) {
    for (uint32_t i = 0; name != NULL && scenario_states[i].name != NULL; i++) {
        if (same(scenario_states[i].name, name)) {
            return i;
        }
    }
    return NOTHING;
}

static uint32_t condition_id(const char *name) {
    for (uint32_t i = 0; name != NULL && scenario_conditions[i].name != NULL; i++) {
        if (same(scenario_conditions[i].name, name)) {
            return i;
        }
    }
    return NOTHING;
}

static uint32_t node_id(const scenario_sequence *sequence, const char *name) {
    for (uint32_t i = 0; name != NULL && i < MAX_NODES && sequence->nodes[i].name != NULL; i++) {
        if (same(sequence->nodes[i].name, name)) {
            return i;
        }
    }
    return NOTHING;
}

/* ---- Definitions ---- */

static operation_list operations_of(const scenario_op *ops) {
    operation_list list = {0};
    for (; list.count < MAX_OPS && ops[list.count].used; list.count++) {
        const scenario_op *op = &ops[list.count];
        list.entries[list.count] = (operation_entry){op->subject, op->operation, op->value,
            op->subject == ON_ENVIRONMENT ? condition_id(op->name) : plain_state_id(op->name)};
    }
    return list;
}

static plain_action action_of(uint32_t id) {
    const scenario_action *from = &scenario_actions[id];
    return (plain_action){
        .id = id,
        .name_hash = plain_name_hash(from->name),
        .targeted = from->targeted,
        .when = operations_of(from->when),
        .start = operations_of(from->start),
        .finish = operations_of(from->finish),
        .shortest_ms = from->shortest_ms,
        .longest_ms = from->longest_ms,
        .speed = from->speed,
        .claimed = plain_state_id(from->claims),
    };
}

static plain_node node_of(const scenario_sequence *sequence, const scenario_node *from) {
    plain_node node = {
        .kind = from->kind,
        .performs = from->kind == DO_ACTION ? plain_action_id(from->performs)
                                            : plain_sequence_id(from->performs),
        .same_target = from->same_target,
        .failed = node_id(sequence, from->failed),
    };
    uint32_t *count = &node.transition_count;
    for (; *count < MAX_TRANSITIONS && from->transitions[*count].to != NULL; ++*count) {
        const scenario_transition *way = &from->transitions[*count];
        node.transitions[*count] = (plain_transition){
            node_id(sequence, way->to), operations_of(way->when), way->otherwise};
    }
    return node;
}

static plain_sequence sequence_of(uint32_t id) {
    const scenario_sequence *from = &scenario_sequences[id];
    plain_sequence sequence = {
        .id = id,
        .name_hash = plain_name_hash(from->name),
        .entry = node_id(from, from->entry),
        .claimed = plain_state_id(from->claims),
    };
    for (uint32_t i = 0; i < MAX_NODES && from->nodes[i].name != NULL; i++) {
        sequence.nodes[i] = node_of(from, &from->nodes[i]);
    }
    return sequence;
}

void plain_load(plain_world *world) {
    uint32_t actions = 0;
    uint32_t sequences = 0;
    uint32_t conditions = 0;
    for (; scenario_actions[actions].name != NULL; actions++) {
        world->actions = plain_resized(world->actions, (actions + 1) * sizeof *world->actions);
        world->actions[actions] = action_of(actions);
    }
    for (; scenario_sequences[sequences].name != NULL; sequences++) {
        world->sequences =
            plain_resized(world->sequences, (sequences + 1) * sizeof *world->sequences);
        world->sequences[sequences] = sequence_of(sequences);
    }
    while (scenario_conditions[conditions].name != NULL) {
        conditions++;
    }
    world->environment = plain_resized(NULL, (conditions + 1) * sizeof *world->environment);
    memset(world->environment, 0, (conditions + 1) * sizeof *world->environment);
    world->supporters = plain_resized(NULL, (actions + 1) * sizeof *world->supporters);
    memset(world->supporters, 0, (actions + 1) * sizeof *world->supporters);
}

void plain_unload(plain_world *world) {
    for (uint32_t i = 0; scenario_actions[i].name != NULL; i++) {
        free(world->supporters[i].entities);
    }
    free(world->supporters);
    free(world->environment);
    free(world->sequences);
    free(world->actions);
}

void *plain_resized(void *block, size_t size) {
    void *resized = realloc(block, size);
    if (resized == NULL) {
        fputs("bench: no memory for the plain implementation\n", stderr);
        exit(EXIT_FAILURE);
    }
    return resized;
}
