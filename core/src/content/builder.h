/* The builder: copies of what it was given, in the order in which it was given. */
#ifndef BUSTLE_BUILDER_H
#define BUSTLE_BUILDER_H

#include "base/arena.h"
#include "base/list.h"
#include "content/problems.h"
#include "content/shape.h"

/* A definition as added. `def` is the bustle_*_def of its kind. */
typedef struct entry {
    const char *name; /* NULL or "": an error, told by sealing; of a place: what stands there */
    const char *origin;
    const void *def;
} entry;

/* A function by its name. */
typedef struct binding {
    const char *name;
    bustle_function bound;
    void *context;
} binding;

struct bustle_builder {
    heap heap;
    arena definitions;
    list entries[ENTRY_KINDS]; /* of entry */
    list bindings; /* of binding */
    problems problems; /* of the last sealing */
};

/* Takes a definition that is in the builder's arena already. NULL: no memory was left for it; then,
 * and if there is none for taking it, what was taken of the arena since `before` is given back. */
bustle_status bsl_builder_keep(
    bustle_builder *builder, unsigned kind, const void *def, arena_mark before);

#endif
