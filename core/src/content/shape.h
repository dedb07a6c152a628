/* What the definition structs of bustle.h consist of, as tables, so that copying, writing and
 * reading definitions, from Lua too, is written once for all of them. */
#ifndef BUSTLE_SHAPE_H
#define BUSTLE_SHAPE_H

#include <string.h>

#include "bustle.h"

/* What a builder collects: the kinds of bustle.h, and places, which have no ids. Of cues, offers
 * and meetings it collects none: they are written in roles, entities and sequences. */
#define KIND_COUNT (BUSTLE_KIND_MEETING + 1)
#define KIND_PLACE KIND_COUNT
#define ENTRY_KINDS (KIND_PLACE + 1)

enum field_kind {
    FIELD_TEXT, /* const char *, may be NULL */
    FIELD_WHOLE, /* int32_t */
    FIELD_LONG, /* int64_t */
    FIELD_NUMBER, /* double */
    FIELD_FLAG, /* bool */
    FIELD_CHOICE, /* an enum, by one of `choices` */
    FIELD_ANSWER, /* bustle_takes_target: yes, no or not said */
    FIELD_GIVEN, /* bool: whether the number that points to it is given; has no name */
    FIELD_TEXTS, /* const char *const *, with a size_t beside */
    FIELD_LIST /* of structs of shape `element`, with a size_t beside */
};

/* A value of an enum by its name; the last has no name. */
typedef struct choice {
    const char *name;
    int value;
} choice;

typedef struct shape shape;

typedef struct field {
    const char *name; /* in Lua; NULL: it is not read from there */
    uint8_t kind;
    uint16_t at; /* offsets in the struct */
    uint16_t beside; /* of the count of texts and lists; of a number's FIELD_GIVEN, or 0 */
    const shape *element;
    const choice *choices;
    uint8_t since; /* the version of compiled files that first had it; 0: all have it */
} field;

struct shape {
    size_t size;
    const field *fields;
    size_t count;
    void (*start)(void *def); /* sets what is not 0 before any field is read; NULL: all is 0 */
};

/* So many elements may a list have. */
#define LONGEST_LIST (1u << 20)

/* By kind; NULL: none of it is collected. The first two fields of each are its name (of a place:
 * what stands there) and origin. */
extern const shape *const bsl_definition_shapes[ENTRY_KINDS];
extern const shape bsl_operation_shape;

/* Copies a definition of that kind into a builder. */
bustle_status bsl_builder_add(bustle_builder *builder, unsigned kind, const void *def);

/* Members by their field. Pointers of all types are read and written as bytes, for they are not the
 * same type to the compiler. */
static inline const void *pointer_at(const void *def, const field *f) {
    const void *pointer = NULL;
    memcpy(&pointer, (const char *)def + f->at, sizeof(pointer));
    return pointer;
}

static inline void set_pointer(void *def, const field *f, const void *pointer) {
    memcpy((char *)def + f->at, &pointer, sizeof(pointer));
}

static inline size_t count_at(const void *def, const field *f) {
    size_t count = 0;
    memcpy(&count, (const char *)def + f->beside, sizeof(count));
    return count;
}

#endif
