/* Nodes and phases at which an NPC waits for something to come (S51, S57, S72). */
#ifndef BUSTLE_WAIT_H
#define BUSTLE_WAIT_H

#include "world/world.h"

/* What its node waits for, or would. */
const wait *bsl_wait_at(const bustle_world *w, const npc *self);
/* The step that performs the node: what it waits for is there, or it begins to wait. */
void bsl_wait_perform(bustle_world *w, uint32_t slot);
/* The next try, or the last one, is due. */
void bsl_wait_due(bustle_world *w, uint32_t slot);
/* The NPC, which waits, is to look on this turn whether it has come. */
void bsl_wait_try_now(bustle_world *w, npc *self);
/* Looks, on the NPC's turn, whether it has come. False: no memory, nothing has changed. */
bool bsl_wait_try(bustle_world *w, uint32_t slot);
/* A part waits for other members, for `left` ms until it is looked at again. */
void bsl_wait_at_phase(bustle_world *w, uint32_t slot, uint16_t seen, uint32_t left);
/* One who waits is not looked at again before somebody gives it a turn. */
void bsl_wait_to_be_called(bustle_world *w, npc *self);
/* What it waits for may have come: it is called, and tries on its next turn (S51). */
void bsl_wait_call(bustle_world *w, uint32_t slot);
/* It has come: the node has executed. */
void bsl_wait_come(bustle_world *w, uint32_t slot);
/* It has not: the NPC waits on, or has waited too long. */
void bsl_wait_in_vain(bustle_world *w, uint32_t slot, bustle_cause cause);
/* It will not: the node fails, whatever time is left. */
void bsl_wait_give_up(bustle_world *w, uint32_t slot, bustle_cause cause);
/* A node that could wait fails before it does. */
void bsl_wait_fail(bustle_world *w, uint32_t slot, bustle_cause cause);
void bsl_wait_interrupt(bustle_world *w, uint32_t slot);
/* After an interruption, with the time that was left. */
void bsl_wait_go_on(bustle_world *w, uint32_t slot);
/* If the NPC waits at a node, it does so no more; the node is where it was. */
void bsl_wait_stop(bustle_world *w, uint32_t slot, bustle_stop_reason reason);
/* ms until it has waited too long; of one that is interrupted, that were left then. */
uint32_t bsl_wait_left(const bustle_world *w, const activity *a);
/* Of one that waits. */
void bsl_wait_set_left(const bustle_world *w, activity *a, uint32_t left);

#endif
