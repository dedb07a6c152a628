/* The market on the core for those who need more of it than every implementation has. */
#ifndef BENCH_BUSTLE_SIDE_H
#define BENCH_BUSTLE_SIDE_H

#include "bustle.h"
#include "side.h"

/* An interruption that nothing in the scenario raises; NPCs respond with their fallback. */
#define BUSTLE_SIDE_ALARM "alarm"

/* Of what bustle_side.create made. */
bustle_world *bustle_side_world(void *world);

/* As `update` of the side, with a time budget. `longest_step_ns`: of an ending or a turn; what
 * comes before the first of them is none. */
bool bustle_side_update_within(
    void *world, int64_t now_ms, int64_t budget_us, int64_t *longest_step_ns);

#endif
