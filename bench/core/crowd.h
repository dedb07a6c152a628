/* A crowd in which everybody acts, and once a second looks round for somebody near: what cues cost.
 */
#ifndef BENCH_CROWD_H
#define BENCH_CROWD_H

#include "bustle.h"

/* Until everybody has met whom it can, so that nothing grows any more. */
enum { CROWD_WARM_MS = 40000 };

typedef struct crowd_figures {
    uint32_t npcs;
    uint64_t updates;
    double average_ms, p99_ms, longest_ms; /* of an update, on the processor */
    uint64_t starts, joins, adopts, allocations; /* while it was measured */
    uint64_t bytes; /* of the world */
} crowd_figures;

/* With everybody in their places. NULL: it could not be made; the reason is on stderr. */
bustle_world *open_crowd(uint32_t npcs);
/* People of the first definition of a content, which it releases, in rows. */
bustle_world *open_in_rows(bustle_content *content, uint32_t npcs);
/* In steps of a sixtieth of a second. */
bool run_crowd(bustle_world *world, int64_t until_ms);
/* A world, which it destroys, when it is warm, for so many seconds of game time. False: it could
 * not be run. */
bool measure_crowd(bustle_world *world, uint32_t warm_ms, uint32_t seconds, crowd_figures *figures);

#endif
