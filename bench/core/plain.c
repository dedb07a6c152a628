/* The plain implementation's world: its update cycle and NPCs' turns. See plain.h. */
#include "plain.h"

#include <stdio.h>
#include <stdlib.h>

#include "side.h"

enum { STEP_LIMIT = 64 };

static void add(entity_list *list, plain_entity *entity) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity == 0 ? 64 : list->capacity * 2;
        list->entities = plain_resized(list->entities, list->capacity * sizeof(plain_entity *));
    }
    list->entities[list->count++] = entity;
}

/* ---- Events ---- */

static uint32_t hashed_word(uint32_t hash, uint32_t word) {
    for (int shift = 0; shift < 32; shift += 8) {
        hash = (hash ^ (word >> shift & 255u)) * 16777619u;
    }
    return hash;
}

void plain_emit(plain_world *world, enum event_kind kind, const plain_entity *npc,
    const plain_entity *target, uint32_t name_hash, uint32_t argument) {
    const uint32_t words[] = {(uint32_t)kind, (uint32_t)world->now,
        (uint32_t)((uint64_t)world->now >> 32), npc->id, target == NULL ? 0 : target->id, name_hash,
        argument};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        world->hash = hashed_word(world->hash, words[i]);
    }
}

/* ---- A turn ---- */

static void push(plain_world *world, plain_entity *npc, uint32_t sequence, plain_entity *target) {
    npc->stack[npc->depth++] = (plain_frame){
        .sequence = &world->sequences[sequence], .lifecycle = UNINITIALIZED, .target = target};
}

static void pop(plain_entity *npc) {
    const plain_frame *top = &npc->stack[--npc->depth];
    if (top->claim_on != NULL) {
        top->claim_on->state[top->sequence->claimed]++;
    }
}

/* Goes where the node says, or gives the sequence up for the fallback. The market's fallback needs
 * nothing, so that no failure ever follows another. */
static void fail_node(plain_world *world, plain_entity *npc, enum outcome cause) {
    plain_frame *top = &npc->stack[npc->depth - 1];
    const plain_node *node = &top->sequence->nodes[top->node];
    if (node->failed != NOTHING) {
        top->node = node->failed;
        top->lifecycle = PROCESSING_NODE;
        return;
    }
    const uint32_t failed = top->sequence->name_hash;
    pop(npc);
    plain_emit(world, EVENT_FAIL, npc, NULL, failed, (uint32_t)cause);
    push(world, npc, npc->fallback, NULL);
    plain_emit(world, EVENT_FALLBACK, npc, NULL, world->sequences[npc->fallback].name_hash, 0);
}

/* Performs the current node. False: the NPC has started an action. */
static bool perform(plain_world *world, plain_entity *npc) {
    plain_frame *top = &npc->stack[npc->depth - 1];
    const plain_node *node = &top->sequence->nodes[top->node];
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
        push(world, npc, node->performs, top->target);
        break;
    case CHOOSE:
        top->lifecycle = NODE_EXECUTED;
        break;
    case FINISH:
        pop(npc);
        if (npc->depth > 0) {
            npc->stack[npc->depth - 1].lifecycle = NODE_EXECUTED;
        }
        break;
    }
    return true;
}

/* Lists the destinations of the open transitions of one sort, each once. */
static size_t list_options(plain_world *world, const plain_entity *npc, const plain_frame *top,
    bool otherwise, uint32_t *options) {
    const plain_node *node = &top->sequence->nodes[top->node];
    size_t count = 0;
    for (uint32_t i = 0; i < node->transition_count; i++) {
        const plain_transition *transition = &node->transitions[i];
        if (transition->otherwise != otherwise ||
            !plain_holds(world, &transition->when, npc, top->target)) {
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
    plain_frame *top = &npc->stack[npc->depth - 1];
    uint32_t options[MAX_TRANSITIONS];
    size_t count = list_options(world, npc, top, false, options);
    if (count == 0) {
        count = list_options(world, npc, top, true, options);
    }
    if (count == 0) {
        return NO_OPTION;
    }
    const uint32_t left = top->sequence->id << 16 | top->node; /* no scenario is that large */
    top->node = options[0];
    if (count > 1) {
        top->node = plain_select(&npc->transition_memories, left, options, count, &npc->random);
        plain_remember(&npc->transition_memories, left, top->node, world->now);
    }
    top->lifecycle = PROCESSING_NODE;
    return STARTED;
}

/* False: the NPC has started an action. */
static bool step(plain_world *world, plain_entity *npc) {
    if (npc->depth == 0) {
        push(world, npc, npc->main, NULL);
    }
    plain_frame *top = &npc->stack[npc->depth - 1];
    enum outcome outcome;
    switch (top->lifecycle) {
    case UNINITIALIZED:
        top->node = top->sequence->entry;
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

/* ---- Update ---- */

static int by_ending(const void *left, const void *right) {
    const plain_entity *a = *(plain_entity *const *)left;
    const plain_entity *b = *(plain_entity *const *)right;
    if (a->ends != b->ends) {
        return a->ends < b->ends ? -1 : 1;
    }
    return a->id < b->id ? -1 : 1;
}

static void queue(plain_world *world, plain_entity *npc) {
    if (!npc->wants_turn) {
        npc->wants_turn = true;
        add(&world->queue, npc);
    }
}

/* Walks over the NPCs to see whose action is over; then all who have to decide take their turns, in
 * the order in which they came to wait. */
static bool plain_update(void *opaque, int64_t now_ms) {
    plain_world *world = opaque;
    entity_list *ended = &world->ended;
    world->now = now_ms;
    ended->count = 0;
    for (size_t i = 0; i < world->npcs.count; i++) {
        plain_entity *npc = world->npcs.entities[i];
        if (npc->action != NULL && now_ms >= npc->ends) {
            add(ended, npc);
        }
    }
    if (ended->count > 1) {
        qsort(ended->entities, ended->count, sizeof(plain_entity *), by_ending);
    }
    for (size_t i = 0; i < ended->count; i++) {
        plain_complete(world, ended->entities[i]);
        queue(world, ended->entities[i]);
    }
    for (size_t i = 0; i < world->queue.count; i++) {
        world->queue.entities[i]->wants_turn = false;
        take_turn(world, world->queue.entities[i]);
    }
    world->queue.count = 0;
    return true;
}

/* ---- Entities ---- */

static memory_list room_for(size_t capacity) {
    return (memory_list){plain_resized(NULL, capacity * sizeof(memory_record)), 0, capacity};
}

static bool plain_spawn(void *opaque, scenario_place place) {
    plain_world *world = opaque;
    plain_entity *entity = plain_resized(NULL, sizeof *entity);
    *entity = (plain_entity){.id = (uint32_t)world->entities.count + 1, .x = place.x, .y = place.y};
    add(&world->entities, entity);
    world->candidates =
        plain_resized(world->candidates, world->entities.capacity * sizeof *world->candidates);
    for (size_t i = 0; place.kind->states[i].state != NULL; i++) {
        const uint32_t state = plain_state_id(place.kind->states[i].state);
        entity->has |= 1u << state;
        entity->state[state] = place.kind->states[i].value;
    }
    for (size_t i = 0; place.kind->accepts[i] != NULL; i++) {
        add(&world->supporters[plain_action_id(place.kind->accepts[i])], entity);
    }
    plain_emit(world, EVENT_SPAWN, entity, NULL, plain_name_hash(place.kind->name), 0);
    if (place.kind->main != NULL) {
        entity->main = plain_sequence_id(place.kind->main);
        entity->fallback = plain_sequence_id(place.kind->fallback);
        entity->transition_memories = room_for(TRANSITION_MEMORIES);
        entity->action_memories = room_for(ACTION_MEMORIES);
        entity->random = plain_random(world->seed, entity->id);
        add(&world->npcs, entity);
        queue(world, entity);
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

static void plain_destroy(void *opaque) {
    plain_world *world = opaque;
    for (size_t i = 0; i < world->entities.count; i++) {
        plain_entity *entity = world->entities.entities[i];
        free(entity->transition_memories.records);
        free(entity->action_memories.records);
        free(entity);
    }
    plain_unload(world);
    free(world->entities.entities);
    free(world->npcs.entities);
    free(world->ended.entities);
    free(world->queue.entities);
    free(world->candidates);
    free(world);
}

static side_stats plain_stats(void *opaque) {
    const plain_world *world = opaque;
    return (side_stats){.starts = world->starts, .turns = world->turns, .hash = world->hash};
}

const bench_side plain_side = {
    "plain", plain_create, plain_destroy, plain_spawn, plain_update, plain_stats, NULL, NULL};
