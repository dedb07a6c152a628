/* Actions of the plain implementation: whom to perform one with, its start and its end. */
#include "plain.h"

/* Whether the conditions hold, and what would be claimed is free: by the action, and by the
 * sequence if it has not claimed yet. */
static bool usable(plain_world *world, const plain_entity *npc, const plain_action *action,
    const plain_entity *target) {
    if (!plain_holds(world, &action->when, npc, target)) {
        return false;
    }
    const plain_frame *top = &npc->stack[npc->depth - 1];
    const uint32_t claimed = top->sequence->claimed;
    const bool sequence_claims = claimed != NOTHING && top->claim_on == NULL;
    const bool both = sequence_claims && claimed == action->claimed;
    if (sequence_claims && plain_free_part(target, claimed) < 1) {
        return false;
    }
    return action->claimed == NOTHING || plain_free_part(target, action->claimed) >= (both ? 2 : 1);
}

/* Tries everything that accepts the action. NULL: nothing will do. */
static plain_entity *choose_target(
    plain_world *world, plain_entity *npc, const plain_action *action) {
    const entity_list *supporters = &world->supporters[action->id];
    size_t count = 0;
    for (size_t i = 0; i < supporters->count; i++) {
        const plain_entity *candidate = supporters->entities[i];
        if (candidate != npc && usable(world, npc, action, candidate)) {
            world->candidates[count++] = candidate->id;
        }
    }
    if (count == 0) {
        return NULL;
    }
    const uint32_t chosen = count == 1
        ? world->candidates[0]
        : plain_select(&npc->action_memories, action->id, world->candidates, count, &npc->random);
    return world->entities.entities[chosen - 1];
}

static int64_t drawn_duration(
    plain_entity *npc, const plain_action *action, const plain_entity *target) {
    if (action->speed > 0 && target != NULL) {
        const int64_t way = plain_sixteenths(npc, target) * 1000;
        const int64_t speed = action->speed * INT64_C(16);
        const int64_t duration = (way + speed - 1) / speed;
        return duration < 1 ? 1 : duration;
    }
    const uint32_t span = (uint32_t)(action->longest_ms - action->shortest_ms) + 1;
    return (int64_t)action->shortest_ms + plain_draw(&npc->random, span);
}

static void begin(
    plain_world *world, plain_entity *npc, const plain_action *action, plain_entity *target) {
    const int64_t duration = drawn_duration(npc, action, target);
    plain_frame *top = &npc->stack[npc->depth - 1];
    npc->action = action;
    npc->target = target;
    npc->ends = world->now + duration;
    if (target != NULL) {
        if (top->sequence->claimed != NOTHING && top->claim_on == NULL) {
            target->state[top->sequence->claimed]--;
            top->claim_on = target;
        }
        if (action->claimed != NOTHING) {
            target->state[action->claimed]--;
        }
        top->target = target;
    }
    plain_apply(&action->start, npc, target);
    top->lifecycle = WAITING_FOR_ACTION;
    world->starts++;
    plain_emit(world, EVENT_START, npc, target, action->name_hash, (uint32_t)duration);
}

enum outcome plain_start(plain_world *world, plain_entity *npc, const plain_node *node) {
    const plain_action *action = &world->actions[node->performs];
    plain_entity *target = NULL;
    if (!action->targeted) {
        if (!plain_holds(world, &action->when, npc, NULL)) {
            return FALSE_CONDITION;
        }
    } else if (node->same_target) {
        target = npc->stack[npc->depth - 1].target;
        if (target == NULL || !usable(world, npc, action, target)) {
            return SAME_TARGET;
        }
    } else {
        target = choose_target(world, npc, action);
        if (target == NULL) {
            return NO_CANDIDATE;
        }
    }
    begin(world, npc, action, target);
    if (target != NULL && !node->same_target) {
        plain_remember(&npc->action_memories, action->id, target->id, world->now);
    }
    return STARTED;
}

void plain_complete(plain_world *world, plain_entity *npc) {
    enum { DONE = 1 };
    const plain_action *action = npc->action;
    plain_entity *target = npc->target;
    if (action->speed > 0) {
        npc->x = target->x;
        npc->y = target->y;
    }
    plain_apply(&action->finish, npc, target);
    if (action->claimed != NOTHING) {
        target->state[action->claimed]++;
    }
    plain_emit(world, EVENT_STOP, npc, target, action->name_hash, DONE);
    npc->action = NULL;
    npc->target = NULL;
    npc->stack[npc->depth - 1].lifecycle = NODE_EXECUTED;
}
