/* The kinds of definitions that make up a content. */
#ifndef BUSTLE_BINDING_DEFINITIONS_H
#define BUSTLE_BINDING_DEFINITIONS_H

#include "tables.h"

#if defined(BUSTLE_HIDDEN) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif

typedef struct definitions {
    const char *list; /* the key of their list; NULL: the end */
    /* Reads the table on top of the stack, element `index` of that list, and adds it. */
    bustle_status (*add)(bustle_builder *builder, reader *r, const char *list, size_t index);
} definitions;

extern const definitions all_definitions[];

/* Reads the list of operations on top of the stack; errors call it by the name. */
bustle_ops read_ops(reader *r, const char *name);

#if defined(BUSTLE_HIDDEN) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#endif
