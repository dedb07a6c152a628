/* Lua tables as C structs: the shapes of the core list the fields that a table may have and where
 * they go. */
#ifndef BUSTLE_BINDING_TABLES_H
#define BUSTLE_BINDING_TABLES_H

#include "binding.h"

#include <stddef.h>

#include "content/shape.h"

#if defined(BUSTLE_HIDDEN) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif

/* What the structs point to. It lives in Lua's memory, in a table on the stack, so that an error
 * at any time leaks nothing. */
typedef struct reader {
    lua_State *L;
    int keeper; /* stack index of that table */
    int chunks;
    char *chunk;
    size_t used;
    size_t size;
} reader;

/* Pushes the table that keeps the memory. */
reader reader_start(lua_State *L);
/* Forgets everything read so far, and keeps memory for the next. */
void reader_reset(reader *r);

/* Reads the table on top of the stack, element `index` of a list, into a struct of that shape.
 * Raises, naming the place, for a wrong type or an unknown key. Metamethods are not heeded. */
const void *read_definition(reader *r, const shape *s, const char *list, size_t index);
/* Reads the list of operations on top of the stack, in the same way; errors call it by the name. */
bustle_ops read_ops(reader *r, const char *name);

#if defined(BUSTLE_HIDDEN) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#endif
