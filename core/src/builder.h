/* The builder: copies of what it was given, in the order in which it was given. */
#ifndef BUSTLE_BUILDER_H
#define BUSTLE_BUILDER_H

#include "prefix.h"

#include "arena.h"
#include "list.h"
#include "problems.h"

#define KIND_COUNT (BUSTLE_KIND_ENTITY + 1)

/* A definition as added. `def` is the bustle_*_def of its kind. */
typedef struct entry {
    const char *name; /* NULL or "": an error, told by sealing */
    const char *origin;
    const void *def;
} entry;

struct bustle_builder {
    heap heap;
    arena definitions;
    list entries[KIND_COUNT]; /* of entry */
    problems problems; /* of the last sealing */
};

#endif
