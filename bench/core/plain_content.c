/* Definitions of the plain implementation, made from the scenario, and the copies of sequences that
 * each NPC owns. */
#include "plain.h"

#include <stdlib.h>
#include <string.h>

static plain_action *new_action(uint32_t id);
static plain_sequence *new_sequence(uint32_t id);
static plain_sequence *copy_of(const plain_sequence *sequence);
static void free_conditions(condition_map *conditions);

void plain_load(plain_world *world) {
    for (uint32_t i = 0; scenario_states[i].name != NULL; i++) {
        scenario_state *state = plain_resized(NULL, sizeof *state);
        *state = scenario_states[i];
        name_map_at(&world->bounds, state->name)->pointer = state;
    }
    for (uint32_t i = 0; scenario_conditions[i].name != NULL; i++) {
        cached_condition *condition = plain_resized(NULL, sizeof *condition);
        *condition = (cached_condition){
            .name = scenario_conditions[i].name, .refresh_ms = scenario_conditions[i].refresh_ms};
        name_map_at(&world->environment, condition->name)->pointer = condition;
    }
    for (uint32_t i = 0; scenario_actions[i].name != NULL; i++) {
        map_at(&world->actions, i)->pointer = new_action(i);
    }
    for (uint32_t i = 0; scenario_sequences[i].name != NULL; i++) {
        map_at(&world->sequences, i)->pointer = new_sequence(i);
    }
}

void plain_unload(plain_world *world) {
    for (uint32_t i = 0; scenario_states[i].name != NULL; i++) {
        free(name_map_find(&world->bounds, scenario_states[i].name)->pointer);
    }
    for (uint32_t i = 0; scenario_conditions[i].name != NULL; i++) {
        free(name_map_find(&world->environment, scenario_conditions[i].name)->pointer);
    }
    for (uint32_t i = 0; scenario_actions[i].name != NULL; i++) {
        plain_action *action = map_find(&world->actions, i)->pointer;
        free_conditions(&action->when);
        free(action->start.entries);
        free(action->finish.entries);
        free(action);
    }
    for (uint32_t i = 0; scenario_sequences[i].name != NULL; i++) {
        plain_free_sequence(map_find(&world->sequences, i)->pointer);
    }
    name_map_free(&world->bounds);
    name_map_free(&world->environment);
    map_free(&world->actions);
    map_free(&world->sequences);
}

void plain_copy_sequences(plain_world *world, plain_entity *npc, uint32_t sequence) {
    map_value *copy = map_at(&npc->sequences, sequence);
    if (copy->pointer != NULL) {
        return;
    }
    const plain_sequence *original = map_find(&world->sequences, sequence)->pointer;
    copy->pointer = copy_of(original);
    for (uint32_t i = 0; i < original->nodes.capacity; i++) {
        const map_slot *slot = &original->nodes.slots[i];
        const plain_node *node = slot->value.pointer;
        if (slot->used && node->kind == DO_SEQUENCE) {
            plain_copy_sequences(world, npc, node->performs);
        }
    }
}

void plain_free_sequence(plain_sequence *sequence) {
    for (uint32_t i = 0; i < sequence->nodes.capacity; i++) {
        free(sequence->nodes.slots[i].value.pointer);
    }
    for (uint32_t i = 0; i < sequence->transitions.capacity; i++) {
        transition_list *list = sequence->transitions.slots[i].value.pointer;
        for (size_t k = 0; list != NULL && k < list->count; k++) {
            free_conditions(&list->entries[k].when);
        }
        free(list == NULL ? NULL : list->entries);
        free(list);
    }
    map_free(&sequence->nodes);
    map_free(&sequence->transitions);
    free(sequence);
}

/* ---- Names ---- */

uint32_t plain_action_id(const char *name) {
    for (uint32_t i = 0; name != NULL && scenario_actions[i].name != NULL; i++) {
        if (strcmp(scenario_actions[i].name, name) == 0) {
            return i;
        }
    }
    return NOTHING;
}

uint32_t plain_sequence_id(const char *name) {
    for (uint32_t i = 0; name != NULL && scenario_sequences[i].name != NULL; i++) {
        if (strcmp(scenario_sequences[i].name, name) == 0) {
            return i;
        }
    }
    return NOTHING;
}

static uint32_t node_id(const scenario_sequence *sequence, const char *name) {
    for (uint32_t i = 0; name != NULL && i < MAX_NODES && sequence->nodes[i].name != NULL; i++) {
        if (strcmp(sequence->nodes[i].name, name) == 0) {
            return i;
        }
    }
    return NOTHING;
}

/* ---- Definitions ---- */

static operation_list new_operations(const scenario_op *ops) {
    operation_list list = {0};
    list.entries = plain_resized(NULL, MAX_OPS * sizeof *list.entries);
    for (; list.count < MAX_OPS && ops[list.count].used; list.count++) {
        const scenario_op *op = &ops[list.count];
        list.entries[list.count] =
            (operation_entry){op->subject, op->operation, op->value, op->name};
    }
    return list;
}

static void add_condition(condition_map *conditions, operation_entry entry) {
    map_value *group = map_at(&conditions->groups, entry.subject);
    if (group->pointer == NULL) {
        group->pointer = plain_resized(NULL, sizeof(operation_list));
        *(operation_list *)group->pointer = (operation_list){0};
    }
    operation_list *list = group->pointer;
    list->entries = plain_resized(list->entries, (list->count + 1) * sizeof *list->entries);
    list->entries[list->count++] = entry;
}

static condition_map new_conditions(const scenario_op *ops) {
    condition_map conditions = {0};
    for (size_t i = 0; i < MAX_OPS && ops[i].used; i++) {
        add_condition(&conditions,
            (operation_entry){ops[i].subject, ops[i].operation, ops[i].value, ops[i].name});
    }
    return conditions;
}

static void free_conditions(condition_map *conditions) {
    for (uint32_t i = 0; i < conditions->groups.capacity; i++) {
        operation_list *list = conditions->groups.slots[i].value.pointer;
        free(list == NULL ? NULL : list->entries);
        free(list);
    }
    map_free(&conditions->groups);
}

static plain_action *new_action(uint32_t id) {
    const scenario_action *from = &scenario_actions[id];
    plain_action *action = plain_resized(NULL, sizeof *action);
    *action = (plain_action){
        .id = id,
        .name_hash = plain_name_hash(from->name),
        .targeted = from->targeted,
        .when = new_conditions(from->when),
        .start = new_operations(from->start),
        .finish = new_operations(from->finish),
        .shortest_ms = from->shortest_ms,
        .longest_ms = from->longest_ms,
        .speed = from->speed,
        .claimed = from->claims,
    };
    return action;
}

static plain_node *new_node(const scenario_sequence *sequence, const scenario_node *from) {
    plain_node *node = plain_resized(NULL, sizeof *node);
    *node = (plain_node){
        .kind = from->kind,
        .performs = from->kind == DO_ACTION ? plain_action_id(from->performs)
                                            : plain_sequence_id(from->performs),
        .same_target = from->same_target,
        .failed = node_id(sequence, from->failed),
    };
    return node;
}

static transition_list *new_transitions(
    const scenario_sequence *sequence, const scenario_node *from) {
    transition_list *list = plain_resized(NULL, sizeof *list);
    list->entries = plain_resized(NULL, MAX_TRANSITIONS * sizeof *list->entries);
    list->count = 0;
    for (; list->count < MAX_TRANSITIONS && from->transitions[list->count].to != NULL;
         list->count++) {
        const scenario_transition *way = &from->transitions[list->count];
        list->entries[list->count] = (plain_transition){
            .to = node_id(sequence, way->to),
            .when = new_conditions(way->when),
            .otherwise = way->otherwise,
        };
    }
    return list;
}

static plain_sequence *new_sequence(uint32_t id) {
    const scenario_sequence *from = &scenario_sequences[id];
    plain_sequence *sequence = plain_resized(NULL, sizeof *sequence);
    *sequence = (plain_sequence){
        .id = id,
        .name_hash = plain_name_hash(from->name),
        .entry = node_id(from, from->entry),
        .claimed = from->claims,
    };
    for (uint32_t i = 0; i < MAX_NODES && from->nodes[i].name != NULL; i++) {
        map_at(&sequence->nodes, i)->pointer = new_node(from, &from->nodes[i]);
        map_at(&sequence->transitions, i)->pointer = new_transitions(from, &from->nodes[i]);
    }
    return sequence;
}

/* ---- Copies ---- */

static condition_map copied_conditions(const condition_map *from) {
    condition_map conditions = {0};
    for (uint32_t i = 0; i < from->groups.capacity; i++) {
        const operation_list *list = from->groups.slots[i].value.pointer;
        for (size_t k = 0; list != NULL && k < list->count; k++) {
            add_condition(&conditions, list->entries[k]);
        }
    }
    return conditions;
}

static transition_list *copied_transitions(const transition_list *from) {
    transition_list *list = plain_resized(NULL, sizeof *list);
    list->count = from->count;
    list->entries = plain_resized(NULL, MAX_TRANSITIONS * sizeof *list->entries);
    for (size_t i = 0; i < from->count; i++) {
        list->entries[i] = from->entries[i];
        list->entries[i].when = copied_conditions(&from->entries[i].when);
    }
    return list;
}

static plain_sequence *copy_of(const plain_sequence *sequence) {
    plain_sequence *copy = plain_resized(NULL, sizeof *copy);
    *copy = *sequence;
    copy->nodes = (map){0};
    copy->transitions = (map){0};
    for (uint32_t i = 0; i < sequence->nodes.count; i++) {
        plain_node *node = plain_resized(NULL, sizeof *node);
        *node = *(const plain_node *)map_find(&sequence->nodes, i)->pointer;
        map_at(&copy->nodes, i)->pointer = node;
        map_at(&copy->transitions, i)->pointer =
            copied_transitions(map_find(&sequence->transitions, i)->pointer);
    }
    return copy;
}
