/* Checks across things, on a complete draft. They tell problems and change nothing. */
#ifndef BUSTLE_CHECK_H
#define BUSTLE_CHECK_H

#include "prefix.h"

#include "draft.h"

/* How sequences run: nodes that cannot be reached, nesting, cycles and runs without an action. */
void check_flow(draft *d);
/* Whether entities have the state that what they do, and what is done to them, needs. */
void check_needs(draft *d);

#endif
