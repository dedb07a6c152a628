/* A town of the size that a large game has: people with homes, work and friends, buildings with an
 * extent, and things in them that bring their own behaviour. */
#ifndef BENCH_BOROUGH_H
#define BENCH_BOROUGH_H

#include "bustle.h"

/* What a deployed open world was counted to have: people, things with offers, areas, links. */
enum {
    BOROUGH_NPCS = 640,
    BOROUGH_THINGS = 15200,
    BOROUGH_AREAS = 980,
    BOROUGH_LINKS = 38000,
    BOROUGH_WARM_MS = 600000
};

/* With everybody at home. NULL: it could not be made; the reason is on stderr. */
bustle_world *open_borough(void);

#endif
