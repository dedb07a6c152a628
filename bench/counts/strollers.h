/* A crowd that the game moves: everybody strolls up and down, and the core asks where everybody is,
 * as in worlds of JSON files. */
#ifndef BENCH_STROLLERS_H
#define BENCH_STROLLERS_H

#include "bustle.h"

/* NULL: it could not be made; the reason is on stderr. */
bustle_world *open_strollers(uint32_t npcs);

#endif
