/* The plain implementation's world: its update cycle and NPCs' turns. See plain.h. */
#include "plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "side.h"

enum { STEP_LIMIT = 64 };

static void take_turn(plain_world *world, plain_entity *npc);
static bool step(plain_world *world, plain_entity *npc);
static void push(plain_entity *npc, uint32_t sequence, uint32_t target);
static void pop(plain_world *world, plain_entity *npc);
static bool perform(plain_world *world, plain_entity *npc);
static enum outcome follow(plain_world *world, plain_entity *npc);
static void fail_node(plain_world *world, plain_entity *npc, enum outcome cause);

/* ---- Update ---- */

static int by_ending(const void *left, const void *right) {
    const plain_entity *a = *(plain_entity *const *)left;
    const plain_entity *b = *(plain_entity *const *)right;
    int64_t ends_a = a->started + a->duration;
    int64_t ends_b = b->started + b->duration;
    if (ends_a != ends_b) {
        return ends_a < ends_b ? -1 : 1;
    }
    return a->id < b->id ? -1 : 1;
}

static int by_place_in_queue(const void *left, const void *right) {
    const plain_entity *a = *(plain_entity *const *)left;
    const plain_entity *b = *(plain_entity *const *)right;
    return a->place_in_queue < b->place_in_queue ? -1 : 1;
}

static void sort(
    plain_entity **npcs, size_t count, int (*order)(const void *left, const void *right)) {
    if (count > 1) {
        qsort(npcs, count, sizeof(plain_entity *), order);
    }
}

static void queue(plain_world *world, plain_entity *npc) {
    if (!npc->wants_turn) {
        npc->wants_turn = true;
        npc->place_in_queue = world->queued++;
    }
}

/* Walks over the list of NPCs, each found in the registry, to see whose action is over, and again
 * to see who has to decide. */
static bool plain_update(void *opaque, int64_t now_ms) {
    plain_world *world = opaque;
    world->now = now_ms;
    size_t count = 0;
    for (size_t i = 0; i < world->npc_count; i++) {
        plain_entity *npc = plain_entity_of(world, world->npcs[i]);
        if (npc->action != NULL && now_ms - npc->started >= npc->duration) {
            world->picked[count++] = npc;
        }
    }
    sort(world->picked, count, by_ending);
    for (size_t i = 0; i < count; i++) {
        plain_complete(world, world->picked[i]);
        queue(world, world->picked[i]);
    }

    count = 0;
    for (size_t i = 0; i < world->npc_count; i++) {
        plain_entity *npc = plain_entity_of(world, world->npcs[i]);
        if (npc->action == NULL && npc->wants_turn) {
            world->picked[count++] = npc;
        }
    }
    sort(world->picked, count, by_place_in_queue);
    for (size_t i = 0; i < count; i++) {
        world->picked[i]->wants_turn = false;
        take_turn(world, world->picked[i]);
    }
    return true;
}

/* ---- A turn ---- */

static void take_turn(plain_world *world, plain_entity *npc) {
    world->turns++;
    for (int steps = 0; steps < STEP_LIMIT; steps++) {
        if (!step(world, npc)) {
            return;
        }
    }
    /* What follows from the limits is not part of what the market needs. */
    fputs("bench: an NPC of the plain implementation ran past the step limit\n", stderr);
    exit(EXIT_FAILURE);
}

/* False: the NPC has started an action. */
static bool step(plain_world *world, plain_entity *npc) {
    if (npc->depth == 0) {
        push(npc, npc->main, 0);
    }
    plain_sequence *top = npc->stack[npc->depth - 1];
    enum outcome outcome;
    switch (top->lifecycle) {
    case UNINITIALIZED:
        top->node = top->entry;
        top->lifecycle = PROCESSING_NODE;
        return true;
    case PROCESSING_NODE:
        return perform(world, npc);
    case NODE_EXECUTED:
        outcome = follow(world, npc);
        if (outcome != STARTED) {
            fail_node(world, npc, outcome);
        }
        return true;
    default:
        return false;
    }
}

static void push(plain_entity *npc, uint32_t sequence, uint32_t target) {
    plain_sequence *pushed = map_find(&npc->sequences, sequence)->pointer;
    pushed->lifecycle = UNINITIALIZED;
    pushed->target = target;
    pushed->claim_on = 0;
    npc->stack[npc->depth++] = pushed;
}

static void pop(plain_world *world, plain_entity *npc) {
    plain_sequence *top = npc->stack[--npc->depth];
    if (top->claim_on != 0) {
        plain_take(plain_entity_of(world, top->claim_on), top->claimed, -1);
        top->claim_on = 0;
    }
}

/* Performs the current node. False: the NPC has started an action. */
static bool perform(plain_world *world, plain_entity *npc) {
    plain_sequence *top = npc->stack[npc->depth - 1];
    const plain_node *node = map_find(&top->nodes, top->node)->pointer;
    enum outcome outcome;
    switch (node->kind) {
    case DO_ACTION:
        outcome = plain_start(world, npc, node);
        if (outcome == STARTED) {
            return false;
        }
        fail_node(world, npc, outcome);
        break;
    case DO_SEQUENCE:
        top->lifecycle = IN_SUBSEQUENCE;
        push(npc, node->performs, top->target);
        break;
    case CHOOSE:
        top->lifecycle = NODE_EXECUTED;
        break;
    case FINISH:
        pop(world, npc);
        if (npc->depth > 0) {
            npc->stack[npc->depth - 1]->lifecycle = NODE_EXECUTED;
        }
        break;
    }
    return true;
}

/* Adds the destinations of the open transitions of one sort, each once. */
static size_t add_options(plain_world *world, plain_entity *npc, const transition_list *list,
    bool otherwise, uint32_t *options) {
    const plain_sequence *top = npc->stack[npc->depth - 1];
    plain_entity *target = plain_entity_of(world, top->target);
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const plain_transition *transition = &list->entries[i];
        if (transition->otherwise != otherwise ||
            !plain_holds(world, &transition->when, npc, target)) {
            continue;
        }
        size_t known = 0;
        while (known < count && options[known] != transition->to) {
            known++;
        }
        options[known] = transition->to;
        count += known == count;
    }
    return count;
}

/* Follows a transition from the node that has been executed. */
static enum outcome follow(plain_world *world, plain_entity *npc) {
    plain_sequence *top = npc->stack[npc->depth - 1];
    const transition_list *list = map_find(&top->transitions, top->node)->pointer;
    uint32_t options[MAX_TRANSITIONS];
    size_t count = add_options(world, npc, list, false, options);
    if (count == 0) {
        count = add_options(world, npc, list, true, options);
    }
    if (count == 0) {
        return NO_OPTION;
    }
    const uint32_t left = top->id << 16 | top->node; /* no scenario is that large */
    top->node = options[0];
    if (count > 1) {
        top->node = plain_select(&npc->transition_memories, left, options, count, &npc->random);
        plain_remember(&npc->transition_memories, left, top->node, world->now);
    }
    top->lifecycle = PROCESSING_NODE;
    return STARTED;
}

/* Goes where the node says, or gives the sequence up for the fallback. The market's fallback needs
 * nothing, so that no failure ever follows another. */
static void fail_node(plain_world *world, plain_entity *npc, enum outcome cause) {
    plain_sequence *top = npc->stack[npc->depth - 1];
    const plain_node *node = map_find(&top->nodes, top->node)->pointer;
    if (node->failed != NOTHING) {
        top->node = node->failed;
        top->lifecycle = PROCESSING_NODE;
        return;
    }
    pop(world, npc);
    plain_emit(world, EVENT_FAIL, npc->id, 0, top->name_hash, (uint32_t)cause);
    push(npc, npc->fallback, 0);
    plain_emit(world, EVENT_FALLBACK, npc->id, 0, npc->stack[npc->depth - 1]->name_hash, 0);
}

/* ---- Events ---- */

static uint32_t hashed_word(uint32_t hash, uint32_t word) {
    for (int shift = 0; shift < 32; shift += 8) {
        hash = (hash ^ (word >> shift & 255u)) * 16777619u;
    }
    return hash;
}

void plain_emit(plain_world *world, enum event_kind kind, uint32_t npc, uint32_t target,
    uint32_t name_hash, uint32_t argument) {
    const uint32_t words[] = {(uint32_t)kind, (uint32_t)world->now,
        (uint32_t)((uint64_t)world->now >> 32), npc, target, name_hash, argument};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        world->hash = hashed_word(world->hash, words[i]);
    }
}

/* ---- Entities ---- */

static void become_npc(plain_world *world, plain_entity *entity) {
    entity->main = plain_sequence_id(entity->kind->main);
    entity->fallback = plain_sequence_id(entity->kind->fallback);
    plain_copy_sequences(world, entity, entity->main);
    plain_copy_sequences(world, entity, entity->fallback);
    entity->transition_memories.capacity = TRANSITION_MEMORIES;
    entity->transition_memories.records =
        plain_resized(NULL, TRANSITION_MEMORIES * sizeof(memory_record));
    entity->action_memories.capacity = ACTION_MEMORIES;
    entity->action_memories.records = plain_resized(NULL, ACTION_MEMORIES * sizeof(memory_record));
    entity->random = plain_random(world->seed, entity->id);
    if (world->npc_count == world->npc_capacity) {
        world->npc_capacity = world->npc_capacity == 0 ? 64 : world->npc_capacity * 2;
        world->npcs = plain_resized(world->npcs, world->npc_capacity * sizeof(uint32_t));
        world->picked = plain_resized(world->picked, world->npc_capacity * sizeof(plain_entity *));
    }
    world->npcs[world->npc_count++] = entity->id;
    queue(world, entity);
}

static void support(plain_world *world, uint32_t action, uint32_t entity) {
    map_value *value = map_at(&world->supporters, action);
    if (value->pointer == NULL) {
        value->pointer = plain_resized(NULL, sizeof(id_list));
        *(id_list *)value->pointer = (id_list){0};
    }
    id_list *list = value->pointer;
    if (list->count == list->capacity) {
        list->capacity = list->capacity == 0 ? 64 : list->capacity * 2;
        list->ids = plain_resized(list->ids, list->capacity * sizeof *list->ids);
    }
    list->ids[list->count++] = entity;
}

static bool plain_spawn(void *opaque, scenario_place place) {
    plain_world *world = opaque;
    plain_entity *entity = plain_resized(NULL, sizeof *entity);
    *entity = (plain_entity){.id = ++world->spawned, .kind = place.kind};
    plain_position *position = plain_resized(NULL, sizeof *position);
    *position = (plain_position){place.x, place.y};
    map_at(&world->entities, entity->id)->pointer = entity;
    map_at(&world->positions, entity->id)->pointer = position;
    for (size_t i = 0; place.kind->states[i].state != NULL; i++) {
        const scenario_initial *initial = &place.kind->states[i];
        name_map_at(&entity->state, initial->state)->number = initial->value;
    }
    for (size_t i = 0; place.kind->accepts[i] != NULL; i++) {
        support(world, plain_action_id(place.kind->accepts[i]), entity->id);
    }
    if (world->spawned > world->candidate_capacity) {
        world->candidate_capacity =
            world->candidate_capacity == 0 ? 64 : world->candidate_capacity * 2;
        world->candidates =
            plain_resized(world->candidates, world->candidate_capacity * sizeof *world->candidates);
    }
    plain_emit(world, EVENT_SPAWN, entity->id, 0, plain_name_hash(place.kind->name), 0);
    if (place.kind->main != NULL) {
        become_npc(world, entity);
    }
    return true;
}

/* ---- World ---- */

static void *plain_create(uint64_t seed) {
    plain_world *world = plain_resized(NULL, sizeof *world);
    *world = (plain_world){.seed = seed, .hash = 2166136261u};
    plain_load(world);
    return world;
}

static void free_entity(plain_entity *entity) {
    for (uint32_t i = 0; i < entity->sequences.capacity; i++) {
        if (entity->sequences.slots[i].used) {
            plain_free_sequence(entity->sequences.slots[i].value.pointer);
        }
    }
    map_free(&entity->sequences);
    name_map_free(&entity->state);
    free(entity->transition_memories.records);
    free(entity->action_memories.records);
    free(entity);
}

static void plain_destroy(void *opaque) {
    plain_world *world = opaque;
    for (uint32_t id = 1; id <= world->spawned; id++) {
        free_entity(plain_entity_of(world, id));
        free(map_find(&world->positions, id)->pointer);
    }
    for (uint32_t i = 0; i < world->supporters.capacity; i++) {
        id_list *list = world->supporters.slots[i].value.pointer;
        free(list == NULL ? NULL : list->ids);
        free(list);
    }
    map_free(&world->entities);
    map_free(&world->positions);
    map_free(&world->supporters);
    plain_unload(world);
    free(world->npcs);
    free(world->picked);
    free(world->candidates);
    free(world);
}

static side_stats plain_stats(void *opaque) {
    const plain_world *world = opaque;
    return (side_stats){.starts = world->starts, .turns = world->turns, .hash = world->hash};
}

const bench_side plain_side = {
    "plain", plain_create, plain_destroy, plain_spawn, plain_update, plain_stats, NULL, NULL};
