/* Taverns of one guest and one keeper, each out of the reach of all others: the guest orders, and
 * waits until the keeper has served. */
#ifndef BENCH_TAVERNS_H
#define BENCH_TAVERNS_H

#include "bustle.h"

/* NULL: they could not be made; the reason is on stderr. */
bustle_world *open_taverns(uint32_t npcs);

#endif
