/* What is noted, and carried out when the turn, the ending or the call is over: interruptions that
 * effects raise for whoever is near (S45), messages to those whom a path finds (S69), and NPCs that
 * have arrived somewhere (S67). */
#ifndef BUSTLE_SHOUT_H
#define BUSTLE_SHOUT_H

#include "bustle.h"

#define LOOK UINT32_MAX

typedef struct shout {
    uint32_t from; /* slot */
    uint32_t from_spawn;
    uint32_t interruption; /* LOOK: it has arrived, and is to be looked for in areas */
    uint32_t inbox; /* of a message, instead; BUSTLE_NONE */
    int32_t value;
    int32_t within; /* units */
    uint32_t path; /* for those whom it finds, instead of those near; BUSTLE_NONE */
    uint32_t begins, begins_spawn; /* where the path does: slot */
} shout;

typedef struct shout_list {
    shout *list;
    uint32_t count, capacity;
#if BUSTLE_CHECKS
    uint64_t reserved; /* that may be there */
    bool overdrawn; /* there were more */
#endif
} shout_list;

bool bsl_shout_reserve(bustle_world *w, uint64_t more);
void bsl_shout_release(bustle_world *w);
/* After a reservation. */
void bsl_shout_add(bustle_world *w, uint32_t slot, uint32_t interruption, int32_t within);
/* For those whom a path finds that begins at a slot. */
void bsl_shout_add_path(
    bustle_world *w, uint32_t slot, uint32_t interruption, uint32_t path_id, uint32_t begins);
/* A message to those whom the path finds. */
void bsl_shout_add_message(bustle_world *w, uint32_t slot, uint32_t inbox, uint32_t path_id,
    uint32_t begins, int32_t value);
/* Somebody has arrived, before anything was raised in the same piece of work. After a reservation.
 */
void bsl_shout_look(bustle_world *w, uint32_t slot);
/* Whether somebody who has arrived is still to be looked for. */
bool bsl_shout_awaits(const bustle_world *w, uint32_t slot);
/* Raises what was noted, in order. False: no memory; what is left is raised when this is called
 * again. */
bool bsl_shout_carry_out(bustle_world *w);

#endif
