/* Actions of the plain implementation: whom to perform one with, its start and its end. */
#include "plain.h"

#include <string.h>

static bool usable(
    plain_world *world, plain_entity *npc, const plain_action *action, plain_entity *target);
static uint32_t choose_target(plain_world *world, plain_entity *npc, const plain_action *action);
static void begin(
    plain_world *world, plain_entity *npc, const plain_action *action, plain_entity *target);

enum outcome plain_start(plain_world *world, plain_entity *npc, const plain_node *node) {
    const plain_action *action = map_find(&world->actions, node->performs)->pointer;
    if (!action->targeted) {
        if (!plain_holds(world, &action->when, npc, NULL)) {
            return FALSE_CONDITION;
        }
        begin(world, npc, action, NULL);
        return STARTED;
    }
    if (node->same_target) {
        plain_entity *target = plain_entity_of(world, npc->stack[npc->depth - 1]->target);
        if (target == NULL || !usable(world, npc, action, target)) {
            return SAME_TARGET;
        }
        begin(world, npc, action, target);
        return STARTED;
    }
    uint32_t target = choose_target(world, npc, action);
    if (target == 0) {
        return NO_CANDIDATE;
    }
    begin(world, npc, action, plain_entity_of(world, target));
    plain_remember(&npc->action_memories, action->id, target, world->now);
    return STARTED;
}

/* Tries everything that accepts the action. 0: nothing will do. */
static uint32_t choose_target(plain_world *world, plain_entity *npc, const plain_action *action) {
    const map_value *found = map_find(&world->supporters, action->id);
    if (found == NULL) {
        return 0;
    }
    const id_list *supporters = found->pointer;
    size_t count = 0;
    for (size_t i = 0; i < supporters->count; i++) {
        uint32_t id = supporters->ids[i];
        if (id != npc->id && usable(world, npc, action, plain_entity_of(world, id))) {
            world->candidates[count++] = id;
        }
    }
    if (count < 2) {
        return count == 0 ? 0 : world->candidates[0];
    }
    return plain_select(&npc->action_memories, action->id, world->candidates, count, &npc->random);
}

/* Whether the conditions hold, and what would be claimed is free: by the action, and by the
 * sequence if it has not claimed yet. */
static bool usable(
    plain_world *world, plain_entity *npc, const plain_action *action, plain_entity *target) {
    if (!plain_holds(world, &action->when, npc, target)) {
        return false;
    }
    const plain_sequence *sequence = npc->stack[npc->depth - 1];
    bool sequence_claims = sequence->claimed != NULL && sequence->claim_on == 0;
    bool both = sequence_claims && action->claimed != NULL &&
        strcmp(sequence->claimed, action->claimed) == 0;
    if (sequence_claims && plain_free_part(world, target, sequence->claimed) < 1) {
        return false;
    }
    return action->claimed == NULL ||
        plain_free_part(world, target, action->claimed) >= (both ? 2 : 1);
}

static int64_t drawn_duration(
    plain_world *world, plain_entity *npc, const plain_action *action, const plain_entity *target) {
    if (action->speed > 0 && target != NULL) {
        int64_t way = plain_sixteenths(world, npc, target) * 1000;
        int64_t speed = action->speed * INT64_C(16);
        int64_t duration = (way + speed - 1) / speed;
        return duration < 1 ? 1 : duration;
    }
    uint32_t span = (uint32_t)(action->longest_ms - action->shortest_ms) + 1;
    return (int64_t)action->shortest_ms + plain_draw(&npc->random, span);
}

static void begin(
    plain_world *world, plain_entity *npc, const plain_action *action, plain_entity *target) {
    npc->action = action;
    npc->target = target == NULL ? 0 : target->id;
    npc->started = world->now;
    npc->duration = drawn_duration(world, npc, action, target);
    plain_sequence *sequence = npc->stack[npc->depth - 1];
    if (target != NULL) {
        if (sequence->claimed != NULL && sequence->claim_on == 0) {
            plain_take(target, sequence->claimed, 1);
            sequence->claim_on = target->id;
        }
        if (action->claimed != NULL) {
            plain_take(target, action->claimed, 1);
        }
    }
    plain_apply(world, &action->start, npc, target);
    if (target != NULL) {
        sequence->target = target->id;
    }
    npc->token++;
    sequence->lifecycle = WAITING_FOR_ACTION;
    world->starts++;
    plain_emit(
        world, EVENT_START, npc->id, npc->target, action->name_hash, (uint32_t)npc->duration);
}

void plain_complete(plain_world *world, plain_entity *npc) {
    enum { DONE = 1 };
    const plain_action *action = npc->action;
    plain_entity *target = plain_entity_of(world, npc->target);
    if (action->speed > 0) {
        plain_position *position = map_find(&world->positions, npc->id)->pointer;
        *position = *(plain_position *)map_find(&world->positions, npc->target)->pointer;
    }
    plain_apply(world, &action->finish, npc, target);
    if (action->claimed != NULL) {
        plain_take(target, action->claimed, -1);
    }
    plain_emit(world, EVENT_STOP, npc->id, npc->target, action->name_hash, DONE);
    npc->action = NULL;
    npc->target = 0;
    npc->stack[npc->depth - 1]->lifecycle = NODE_EXECUTED;
}
