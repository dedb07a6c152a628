/* A crowd in which people pair off in scenes again and again: what scenes cost where everybody is
 * in them. */
#ifndef BENCH_PAIRS_H
#define BENCH_PAIRS_H

#include "bustle.h"

/* Until everybody remembers as many encounters as it can, so that nothing grows any more. */
enum { PAIRS_WARM_MS = 900000 };

/* With everybody in their places. NULL: it could not be made; the reason is on stderr. */
bustle_world *open_pairs(uint32_t npcs);

#endif
