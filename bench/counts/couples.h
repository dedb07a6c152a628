/* Couples whose people act on each other for ever, each couple out of the reach of all others: in a
 * scene, phase by phase, or each for itself. */
#ifndef BENCH_COUPLES_H
#define BENCH_COUPLES_H

#include "bustle.h"

/* `together`: in a scene. NULL: it could not be made; the reason is on stderr. */
bustle_world *open_couples(uint32_t npcs, bool together);

#endif
