/* State operations of the plain implementation: one lookup for each. */
#include "plain.h"

#include <math.h>

static bool compare(const operation_entry *entry, int64_t value) {
    switch (entry->operation) {
    case IS:
        return value == entry->value;
    case IS_AT_LEAST:
        return value >= entry->value;
    case IS_AT_MOST:
        return value <= entry->value;
    default:
        return false;
    }
}

/* The cached value, asked again if it is too old. */
static int32_t environment_value(plain_world *world, const char *name) {
    cached_condition *condition = name_map_find(&world->environment, name)->pointer;
    if (!condition->asked || world->now - condition->asked_at >= condition->refresh_ms) {
        condition->asked = true;
        condition->asked_at = world->now;
        condition->value = scenario_environment(condition->name, world->now);
    }
    return condition->value;
}

static bool holds(plain_world *world, const operation_entry *entry, const plain_entity *self,
    const plain_entity *target) {
    if (entry->subject == ON_ENVIRONMENT) {
        return compare(entry, environment_value(world, entry->name));
    }
    if (entry->subject == ON_DISTANCE) {
        operation_entry squared = *entry;
        squared.value *= entry->value;
        return target != NULL && compare(&squared, plain_square(world, self, target));
    }
    const plain_entity *entity = entry->subject == ON_SELF ? self : target;
    const map_value *value = entity == NULL ? NULL : name_map_find(&entity->state, entry->name);
    return value != NULL && compare(entry, value->number);
}

/* Group by group, in the order of enum subject. */
bool plain_holds(
    plain_world *world, const condition_map *conditions, plain_entity *self, plain_entity *target) {
    for (uint32_t subject = ON_SELF; subject <= ON_DISTANCE; subject++) {
        const map_value *group = map_find(&conditions->groups, subject);
        const operation_list *list = group == NULL ? NULL : group->pointer;
        for (size_t i = 0; list != NULL && i < list->count; i++) {
            if (!holds(world, &list->entries[i], self, target)) {
                return false;
            }
        }
    }
    return true;
}

void plain_apply(
    plain_world *world, const operation_list *list, plain_entity *self, plain_entity *target) {
    for (size_t i = 0; i < list->count; i++) {
        const operation_entry *entry = &list->entries[i];
        plain_entity *entity = entry->subject == ON_SELF ? self : target;
        map_value *value = entity == NULL ? NULL : name_map_find(&entity->state, entry->name);
        if (value == NULL) {
            continue;
        }
        const scenario_state *bounds = name_map_find(&world->bounds, entry->name)->pointer;
        int64_t result = entry->value;
        if (entry->operation == ADD) {
            result = (int64_t)value->number + entry->value;
        } else if (entry->operation == TAKE) {
            result = (int64_t)value->number - entry->value;
        }
        result = result < bounds->minimum ? bounds->minimum : result;
        result = result > bounds->maximum ? bounds->maximum : result;
        value->number = (int32_t)result;
    }
}

int64_t plain_square(const plain_world *world, const plain_entity *a, const plain_entity *b) {
    const plain_position *from = map_find(&world->positions, a->id)->pointer;
    const plain_position *to = map_find(&world->positions, b->id)->pointer;
    const int64_t x = (int64_t)from->x - to->x;
    const int64_t y = (int64_t)from->y - to->y;
    return x * x + y * y;
}

int64_t plain_sixteenths(const plain_world *world, const plain_entity *a, const plain_entity *b) {
    const int64_t square = plain_square(world, a, b) * 256;
    int64_t root = (int64_t)sqrt((double)square);
    while (root * root < square) {
        root++;
    }
    return root;
}

plain_entity *plain_entity_of(const plain_world *world, uint32_t id) {
    const map_value *value = map_find(&world->entities, id);
    return value == NULL ? NULL : value->pointer;
}

int32_t plain_free_part(const plain_world *world, const plain_entity *entity, const char *state) {
    const scenario_state *bounds = name_map_find(&world->bounds, state)->pointer;
    const map_value *value = name_map_find(&entity->state, state);
    return value == NULL ? 0 : value->number - bounds->minimum;
}

void plain_take(plain_entity *entity, const char *state, int32_t amount) {
    name_map_find(&entity->state, state)->number -= amount;
}
