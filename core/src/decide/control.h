/* How the game's calls about one NPC begin and end (S40, S48). */
#ifndef BUSTLE_CONTROL_H
#define BUSTLE_CONTROL_H

#include "world/rows.h"

/* Finds the NPC and makes room for what one call can lead to: effects, a stop, an activity more. */
bustle_status bsl_control_prepare(bustle_world *w, bustle_entity handle, uint32_t *slot);
/* What the call has raised for whoever is near, and what it means for scenes. Where there is no
 * memory for the first, the next call or update does it first. */
void bsl_control_finish(bustle_world *w, uint32_t slot);

#endif
