/* Interruptions that effects raise for whoever is near (S45): noted, and carried out when the turn,
 * the ending or the call is over. */
#ifndef BUSTLE_SHOUT_H
#define BUSTLE_SHOUT_H

#include "bustle.h"

typedef struct shout {
    uint32_t from; /* slot */
    uint32_t from_spawn;
    uint32_t interruption;
    int32_t within; /* units */
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
/* Raises what was noted, in order. False: no memory; what is left is raised when this is called
 * again. */
bool bsl_shout_carry_out(bustle_world *w);

#endif
