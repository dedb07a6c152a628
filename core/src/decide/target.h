/* Whom an action is performed with (S13, S41, S46). */
#ifndef BUSTLE_TARGET_H
#define BUSTLE_TARGET_H

#include "decide/operations.h"
#include "world/world.h"

static inline parties parties_of(
    bustle_world *w, npc *self, uint32_t slot, uint32_t target, uint32_t action_id) {
    return (parties){.self = self,
        .target = target == NOBODY ? NULL : entity_at(w, target),
        .self_slot = slot,
        .target_slot = target,
        .action = action_id};
}

enum search { SEARCH_FOUND, SEARCH_NOBODY, SEARCH_NO_MEMORY };

/* One who will do, by preference and memory. A call even where it is known: what it costs is
 * counted (bench/counts). */
APART enum search bsl_target_choose(
    bustle_world *w, npc *self, uint32_t slot, uint32_t action_id, uint32_t *target);
/* ... among those whom a path finds. */
enum search bsl_target_choose_on_path(
    bustle_world *w, uint32_t slot, uint32_t action_id, uint32_t path_id, uint32_t *target);
/* Where a path begins that the node at which an NPC stands names; NOBODY. */
uint32_t bsl_target_path_begin(const bustle_world *w, uint32_t slot, uint32_t path_id);
/* Those whom a path finds that begins at an NPC, or at the current target of its sequence, into
 * w->candidates, without the NPC itself, in spawn order. False: no memory. */
bool bsl_target_gather_path(bustle_world *w, uint32_t slot, uint32_t path_id, uint32_t *count);
/* Someone whom a cue finds, by preference and encounters. */
enum search bsl_target_find(bustle_world *w, uint32_t slot, const cue *c, uint32_t *target);
/* The sequence's current target, if it will do. */
bool bsl_target_same(bustle_world *w, uint32_t slot, uint32_t action_id, uint32_t *target);
/* Whether a search asks for positions, which it does before any condition is tested. */
bool bsl_target_asks_positions(const bustle_world *w, const npc *self, const action *a);
/* S46: of these candidates, the ones that an action prefers, the first; how many. */
uint32_t bsl_target_prefer(
    bustle_world *w, const parties *searching, const action *a, item *candidates, uint32_t count);
/* Whether the action may be performed by these; positions are asked for. `claiming`: the frame
 * whose sequence would make its claims too; NULL: none. */
bustle_verdict bsl_target_judge(bustle_world *w, parties *s, const frame *claiming);

#endif
