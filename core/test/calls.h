/* Every call of the interface that a world answers with a status, as a table: for rules about all
 * of them. They use the content of def_everyday. */
#ifndef CALLS_H
#define CALLS_H

#include "kit.h"

/* State "x" (7), environment "e", interruption "i", actions "wait" (1000 ms) and "touch" (1000 ms,
 * takes a target), sequences "main" and "answer" (both: wait), a prop "stone" and an NPC "villager"
 * that have x, accept touch; the villager handles i with answer. Returns the villager. */
bustle_entity_def *def_everyday(kit *k);

typedef struct api_call {
    const char *name;
    bustle_status (*make)(kit *k, bustle_entity entity);
    bool takes_entity;
    bool changes; /* the world, so that not every callback may make it */
} api_call;

extern const api_call api_calls[];
extern const size_t api_call_count;

#endif
