/* What the definition structs of bustle.h consist of, as tables, so that copying, writing and
 * reading definitions is written once for all of them. */
#ifndef BUSTLE_SHAPE_H
#define BUSTLE_SHAPE_H

#include <string.h>

#include "bustle.h"

/* What a builder collects: the kinds of bustle.h, and places, which have no ids. */
#define KIND_COUNT (BUSTLE_KIND_ENTITY + 1)
#define KIND_PLACE KIND_COUNT
#define ENTRY_KINDS (KIND_PLACE + 1)

enum field_kind {
    FIELD_TEXT, /* const char *, may be NULL */
    FIELD_WHOLE, /* int32_t */
    FIELD_LONG, /* int64_t */
    FIELD_NUMBER, /* double */
    FIELD_FLAG, /* bool */
    FIELD_CHOICE, /* an enum */
    FIELD_TEXTS, /* const char *const *, with a size_t beside */
    FIELD_LIST /* of structs of shape `element`, with a size_t beside */
};

typedef struct shape shape;

typedef struct field {
    uint8_t kind;
    uint16_t at; /* offsets in the struct */
    uint16_t beside; /* of the count of texts and lists */
    const shape *element;
} field;

struct shape {
    size_t size;
    const field *fields;
    size_t count;
};

/* By kind. The first two fields of each are its name (of a place: what stands there) and origin. */
extern const shape *const bsl_definition_shapes[ENTRY_KINDS];

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
