/* Roles: which one applies, and what a change of it does (S52). */
#ifndef BUSTLE_ROLE_H
#define BUSTLE_ROLE_H

#include "world/rows.h"

/* At the spawn. After a reservation. */
void bsl_role_begin(bustle_world *w, uint32_t slot);
/* First thing in an update: for those whose conditions read a value that has changed. False: no
 * memory; called again, it goes on. */
bool bsl_role_watch(bustle_world *w);
/* The main sequence of an NPC on its turn has ended, and is about to begin again. */
void bsl_role_main_ended(bustle_world *w, uint32_t slot);
/* Replaces the main activity of an NPC on its turn, if that is due and its moment has come. */
void bsl_role_replace_main(bustle_world *w, uint32_t slot);
/* Another main sequence: a change of it is due, or none is. */
void bsl_role_change_main(
    bustle_world *w, uint32_t slot, uint16_t main, bustle_replacing replacing);
/* No change of main sequence is due any more. */
void bsl_role_settle(npc *self);
/* Room for a change of role, other than what every piece of work reserves. */
bool bsl_role_reserve(bustle_world *w, const npc *self);
/* Room for the role that a spawn brings, its event and the spawn's, and whatever greets it. */
bool bsl_role_reserve_spawn(bustle_world *w);

#endif
