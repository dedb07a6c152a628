/* Rooms, each out of the reach of all others, with one who looks for somebody among the same
 * candidates in two ways: as the target of an action, and as a member of a scene. */
#ifndef BENCH_ROOMS_H
#define BENCH_ROOMS_H

#include "bustle.h"

/* NULL: it could not be made; the reason is on stderr. */
bustle_world *open_rooms(uint32_t rooms, uint32_t candidates);

#endif
