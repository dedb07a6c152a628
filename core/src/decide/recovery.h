/* Failure and recovery (S33, S34). */
#ifndef BUSTLE_RECOVERY_H
#define BUSTLE_RECOVERY_H

#include "world/rows.h"

/* A failure of the running activity, to be recovered from. Of two the one that takes more with it
 * stays. */
void bsl_recovery_keep(npc *self, uint8_t level, bustle_cause cause, enum failure_manner manner);
/* Of any activity of the NPC. */
void bsl_recovery_keep_in(
    activity *a, uint8_t level, bustle_cause cause, enum failure_manner manner);
/* Deals with the failure of the running activity, on the NPC's turn. False: one was dealt with
 * already in this turn, so it stays. */
bool bsl_recovery_recover(bustle_world *w, uint32_t slot);
/* A sequence has gone from the top of the running stack (S23). */
void bsl_recovery_after_top_left(bustle_world *w, uint32_t slot);
void bsl_recovery_restart(bustle_world *w, uint32_t slot);
void bsl_recovery_end_wait(bustle_world *w, npc *self);

#endif
