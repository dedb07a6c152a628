/* Deep copies of definitions into an arena. */
#ifndef BUSTLE_COPY_H
#define BUSTLE_COPY_H

#include "base/arena.h"
#include "content/shape.h"

/* False: a list that says it has elements and is NULL, or one that is longer than any list may be.
 */
bool bsl_copy_lists_fit(const shape *s, const void *def);

/* NULL: no memory; what was taken from the arena by then is for the caller to give back. */
void *bsl_copy_definition(arena *a, const shape *s, const void *def);

#endif
