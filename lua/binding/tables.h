/* Lua tables as C structs: a shape lists the fields that a table may have and where they go. */
#ifndef BUSTLE_BINDING_TABLES_H
#define BUSTLE_BINDING_TABLES_H

#include "binding.h"

#include <stddef.h>

#if defined(BUSTLE_HIDDEN) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif

typedef enum field_kind {
    FIELD_TEXT, /* const char * */
    FIELD_WHOLE32, /* int32_t */
    FIELD_WHOLE64, /* int64_t; as whole as a double can be */
    FIELD_GIVEN32, /* int32_t, with a bool at `beside` that says it was given */
    FIELD_NUMBER, /* double */
    FIELD_FLAG, /* bool */
    FIELD_TAKES_TARGET, /* bustle_takes_target: true, false or nothing */
    FIELD_NAMED, /* an enum, by one of `names` */
    FIELD_TEXTS, /* an array of const char *, its length at `beside` */
    FIELD_LIST /* an array of `element`, its length at `beside` */
} field_kind;

/* A name of an enum's value; the last has no name. */
typedef struct named {
    const char *name;
    int value;
} named;

struct shape;

typedef struct field {
    const char *name; /* NULL: the end of the list */
    field_kind kind;
    size_t at;
    size_t beside;
    const named *names;
    const struct shape *element;
} field;

typedef struct shape {
    size_t size;
    void (*start)(void *into); /* sets a struct to what it is before any field is read */
    const field *fields;
} shape;

/* Where a table stands, for errors: element `index` of the list `list`, in another place. */
typedef struct place {
    const struct place *in;
    const char *list;
    size_t index;
    const char *thing; /* its name, once known */
} place;

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

/* Reads the table on top of the stack. Raises, naming the place, for a wrong type or an unknown
 * key. Metamethods are not heeded. */
void read_table(reader *r, const shape *s, void *into, place *where);
/* Reads the list of tables on top of the stack, in the same way; errors call it by the name. */
const void *read_elements(reader *r, const shape *element, const char *name, size_t *count);

#if defined(BUSTLE_HIDDEN) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#endif
