/* The market on the core for those who need more of it than every implementation has. */
#ifndef BENCH_BUSTLE_SIDE_H
#define BENCH_BUSTLE_SIDE_H

#include "bustle.h"
#include "side.h"

/* An interruption that nothing in the scenario raises; NPCs respond with their fallback. */
#define BUSTLE_SIDE_ALARM "alarm"

/* Of what bustle_side.create made. */
bustle_world *bustle_side_world(void *world);

#endif
