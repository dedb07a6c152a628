/* State operations of the plain implementation. */
#include "plain.h"

#include <math.h>

static bool compare(enum operation operation, int64_t value, int64_t with) {
    switch (operation) {
    case IS:
        return value == with;
    case IS_AT_LEAST:
        return value >= with;
    case IS_AT_MOST:
        return value <= with;
    default:
        return false;
    }
}

/* The cached value, asked again if it is too old. */
static int32_t environment_value(plain_world *world, uint32_t id) {
    const scenario_condition *definition = &scenario_conditions[id];
    cached_condition *condition = &world->environment[id];
    if (!condition->asked || world->now - condition->asked_at >= definition->refresh_ms) {
        condition->asked = true;
        condition->asked_at = world->now;
        condition->value = scenario_environment(definition->name, world->now);
    }
    return condition->value;
}

static int64_t square_between(const plain_entity *a, const plain_entity *b) {
    const int64_t x = (int64_t)a->x - b->x;
    const int64_t y = (int64_t)a->y - b->y;
    return x * x + y * y;
}

static bool has(const plain_entity *entity, uint32_t state) {
    return entity != NULL && (entity->has >> state & 1) != 0;
}

static bool holds(plain_world *world, const operation_entry *entry, const plain_entity *self,
    const plain_entity *target) {
    const plain_entity *entity = entry->subject == ON_SELF ? self : target;
    switch (entry->subject) {
    case ON_ENVIRONMENT:
        return compare(entry->operation, environment_value(world, entry->id), entry->value);
    case ON_DISTANCE:
        return target != NULL &&
            compare(entry->operation, square_between(self, target),
                (int64_t)entry->value * entry->value);
    default:
        return has(entity, entry->id) &&
            compare(entry->operation, entity->state[entry->id], entry->value);
    }
}

bool plain_holds(plain_world *world, const operation_list *conditions, const plain_entity *self,
    const plain_entity *target) {
    for (uint32_t i = 0; i < conditions->count; i++) {
        if (!holds(world, &conditions->entries[i], self, target)) {
            return false;
        }
    }
    return true;
}

void plain_apply(const operation_list *list, plain_entity *self, plain_entity *target) {
    for (uint32_t i = 0; i < list->count; i++) {
        const operation_entry *entry = &list->entries[i];
        plain_entity *entity = entry->subject == ON_SELF ? self : target;
        if (!has(entity, entry->id)) {
            continue;
        }
        const scenario_state *bounds = &scenario_states[entry->id];
        int64_t result = entry->value;
        if (entry->operation == ADD) {
            result = (int64_t)entity->state[entry->id] + entry->value;
        } else if (entry->operation == TAKE) {
            result = (int64_t)entity->state[entry->id] - entry->value;
        }
        result = result < bounds->minimum ? bounds->minimum : result;
        result = result > bounds->maximum ? bounds->maximum : result;
        entity->state[entry->id] = (int32_t)result;
    }
}

int64_t plain_sixteenths(const plain_entity *a, const plain_entity *b) {
    const int64_t square = square_between(a, b) * 256;
    int64_t root = (int64_t)sqrt((double)square);
    while (root * root < square) {
        root++;
    }
    return root;
}

int32_t plain_free_part(const plain_entity *entity, uint32_t state) {
    return has(entity, state) ? entity->state[state] - scenario_states[state].minimum : 0;
}
