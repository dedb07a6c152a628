/* What only the core has: updates within a time budget, and the events of an update. */
#ifndef BENCH_BUSTLE_SIDE_H
#define BENCH_BUSTLE_SIDE_H

#include "bustle.h"
#include "side.h"

bustle_world *core_world_of(void *world);

/* As `update` of the side. `longest_step_ns`: of an ending or a turn; what comes before the first
 * of them is none. */
bool core_update_within(void *world, int64_t now_ms, int64_t budget_us, int64_t *longest_step_ns);

#endif
