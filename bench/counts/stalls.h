/* Markets, each out of the reach of all others, with one who asks the same stalls in two ways: one
 * of them is the target of an action, and another's offer is taken. Which of them come into
 * question is said by a state of theirs, or by links to them. */
#ifndef BENCH_STALLS_H
#define BENCH_STALLS_H

#include "bustle.h"

/* NULL: it could not be made; the reason is on stderr. */
bustle_world *open_stalls(uint32_t markets, uint32_t stalls, bool by_links);

#endif
