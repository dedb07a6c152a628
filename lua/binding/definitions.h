/* The kinds of definitions that make up a content. */
#ifndef BUSTLE_BINDING_DEFINITIONS_H
#define BUSTLE_BINDING_DEFINITIONS_H

#include "tables.h"

typedef struct definitions {
    const char *list; /* the key of their list; NULL: the end */
    /* Reads the table on top of the stack, element `index` of that list, and adds it. */
    bustle_status (*add)(bustle_builder *builder, reader *r, const char *list, size_t index);
} definitions;

extern const definitions all_definitions[];

#endif
