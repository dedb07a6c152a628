/* Turns of NPCs, and the queue for them (S21, S37). */
#ifndef BUSTLE_TURN_H
#define BUSTLE_TURN_H

#include "world/rows.h"

/* The turn that is being taken: survives an update that runs out of memory in the middle of it. */
typedef struct turn {
    uint32_t slot; /* NOBODY: none */
    uint32_t steps;
    bool looked; /* for the areas that it is in, if its position is queried */
    bool listened; /* the queue has been handled */
    bool failed; /* one failure has been handled in this turn */
    bool role_tested; /* because its main sequence has ended */
    bool cast; /* it has cast a scene, or tried to */
    uint32_t cues; /* of its cues, as many have been tested */
} turn;

/* Interruptions that wait for an NPC, its parts in scenes and its places: room is made for each. */
uint32_t bsl_turn_things_to_come(const bustle_world *w, const npc *self);
/* Takes or goes on with w->turn. False: no memory. */
bool bsl_turn_take(bustle_world *w);
/* Gives an NPC a turn in the deciding phase to come; to one that is on its turn only if something
 * was raised on it. */
void bsl_turn_queue(bustle_world *w, uint32_t slot, bool raised);

#endif
