/* What NPCs remember of transitions and actions, and the choice by it (S25 to S27). */
#ifndef BUSTLE_RECALL_H
#define BUSTLE_RECALL_H

#include "base/sort.h"
#include "world/rows.h"

#define MEMORY_LIMIT 255

typedef struct remembered {
    uint32_t what; /* action, or choice */
    uint32_t spawn; /* of the target of an action */
    uint32_t time;
} remembered;

#define RECALL_NONE (-1)

uint32_t bsl_recall_size(const bustle_world *w, const definition *d);
/* Among two or more, in any order, which may change; the extras are overwritten. */
uint32_t bsl_recall_choose_target(
    bustle_world *w, npc *self, uint32_t action_id, item *candidates, uint32_t count);
/* By records of any kind: the extra of an option is the place of its record among the times, which
 * are those of the oldest first, or RECALL_NONE; so many of them have one. */
uint32_t bsl_recall_select(
    npc *self, const item *options, uint32_t count, uint32_t recalled, const uint32_t *times);
/* The same as if the options, whose keys differ, were sorted first. They may change places. */
uint32_t bsl_recall_select_unsorted(
    npc *self, item *options, uint32_t count, uint32_t recalled, const uint32_t *times);
/* The key of an option is its choice, its extra RECALL_NONE; this becomes the place of its record
 * where it has one. */
uint32_t bsl_recall_choose_way(bustle_world *w, npc *self, item *options, uint32_t count);
void bsl_recall_add_action(
    bustle_world *w, npc *self, uint32_t action_id, uint32_t spawn, uint32_t time);
/* One of the options of the choice that was just made. */
void bsl_recall_add_way(bustle_world *w, npc *self, const item *way, uint32_t time);
/* When; -1: there is no record of it. */
int64_t bsl_recall_action_time(
    const bustle_world *w, npc *self, uint32_t action_id, uint32_t spawn);
int64_t bsl_recall_way_time(const bustle_world *w, npc *self, uint32_t choice);
/* All records of an NPC, oldest first; how many there are. */
uint32_t bsl_recall_all(
    const bustle_world *w, npc *self, bustle_memory_kind kind, remembered *list);
/* Puts records into an NPC that has none, each of another decision; where there is room for fewer,
 * the newest stay. */
void bsl_recall_restore(const bustle_world *w, npc *self, bustle_memory_kind kind,
    const remembered *list, uint32_t count);

#endif
