/* Compiled content: the definitions of a builder as bytes, and back. What they mean is checked by
 * sealing, as for every other definition; here only that they are definitions. */
#include "builder.h"
#include "bytes.h"
#include "copy.h"

#define FORMAT "bustle\x1a\x63" /* ends in c, for content */
#define VERSION 1u

/* ---- Writing ---- */

static void write_struct(byte_writer *w, const shape *s, const char *def);

static int32_t whole_at(const char *def, const field *f) {
    int32_t value = 0;
    memcpy(&value, def + f->at, sizeof(value));
    return value;
}

static void write_field(byte_writer *w, const field *f, const char *def) {
    size_t count = f->kind == FIELD_TEXTS || f->kind == FIELD_LIST ? count_at(def, f) : 0;
    const char *items = NULL;
    int64_t wide = 0;
    double number = 0;
    switch (f->kind) {
    case FIELD_TEXT:
        write_text(w, pointer_at(def, f));
        break;
    case FIELD_WHOLE:
    case FIELD_CHOICE:
        write_whole(w, whole_at(def, f));
        break;
    case FIELD_LONG:
        memcpy(&wide, def + f->at, sizeof(wide));
        write_whole(w, wide);
        break;
    case FIELD_NUMBER:
        memcpy(&number, def + f->at, sizeof(number));
        write_number(w, number);
        break;
    case FIELD_FLAG:
        write_count(w, *(const bool *)(def + f->at) ? 1 : 0);
        break;
    case FIELD_TEXTS:
        write_count(w, count);
        for (size_t i = 0; i < count; i++) {
            write_text(w, ((const char *const *)pointer_at(def, f))[i]);
        }
        break;
    default:
        write_count(w, count);
        items = pointer_at(def, f);
        for (size_t i = 0; i < count; i++) {
            write_struct(w, f->element, items + i * f->element->size);
        }
        break;
    }
}

static void write_struct(byte_writer *w, const shape *s, const char *def) {
    for (const field *f = s->fields; f < s->fields + s->count; f++) {
        write_field(w, f, def);
    }
}

bustle_status bustle_builder_save(
    const bustle_builder *builder, void *bytes, size_t capacity, size_t *size) {
    if (builder == NULL || size == NULL || (bytes == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    uint8_t frame[FRAME_SIZE] = {0};
    byte_writer w = {bytes, capacity, 0};
    write_bytes(&w, frame, FRAME_SIZE);
    for (int kind = 0; kind < ENTRY_KINDS; kind++) {
        const list *entries = &builder->entries[kind];
        write_count(&w, entries->count);
        for (uint32_t i = 0; i < entries->count; i++) {
            write_struct(&w, definition_shapes[kind], ((const entry *)entries->items)[i].def);
        }
    }
    *size = w.used;
    if (w.used > UINT32_MAX) {
        return BUSTLE_LIMIT;
    }
    if (w.used <= capacity) {
        const uint8_t *rest = (const uint8_t *)bytes + FRAME_SIZE;
        write_frame(frame, FORMAT, VERSION, rest, w.used - FRAME_SIZE);
        memcpy(bytes, frame, FRAME_SIZE);
    }
    return BUSTLE_OK;
}

/* ---- Reading ---- */

typedef struct loading {
    byte_reader from;
    arena *to;
    bool no_memory;
} loading;

static bool going_on(const loading *l) {
    return !l->from.failed && !l->no_memory;
}

static void *taken(loading *l, size_t count, size_t element) {
    void *piece = going_on(l) ? arena_take(l->to, count, element) : NULL;
    l->no_memory = l->no_memory || (piece == NULL && going_on(l));
    return piece;
}

static const char *loaded_text(loading *l) {
    const char *text = NULL;
    size_t length = 0;
    if (!read_text(&l->from, &text, &length)) {
        return NULL;
    }
    char *copy = taken(l, length + 1, 1);
    if (copy != NULL && length > 0) {
        memcpy(copy, text, length);
    }
    return copy;
}

static const char **loaded_texts(loading *l, size_t count) {
    const char **texts = count == 0 ? NULL : taken(l, count, sizeof(*texts));
    for (size_t i = 0; texts != NULL && i < count && going_on(l); i++) {
        texts[i] = loaded_text(l);
    }
    return texts;
}

static char *loaded_structs(loading *l, const shape *s, size_t count);

/* Elements take a byte at least, so that a count cannot ask for more than there are bytes. */
static size_t loaded_count(loading *l, char *def, const field *f) {
    size_t most = l->from.left < LONGEST_LIST ? l->from.left : LONGEST_LIST;
    size_t count = (size_t)read_count(&l->from, most);
    memcpy(def + f->beside, &count, sizeof(count));
    return count;
}

static void load_field(loading *l, const field *f, char *def) {
    int32_t whole = 0;
    int64_t wide = 0;
    double number = 0;
    switch (f->kind) {
    case FIELD_TEXT:
        set_pointer(def, f, loaded_text(l));
        break;
    case FIELD_WHOLE:
    case FIELD_CHOICE:
        whole = (int32_t)read_whole(&l->from, INT32_MIN, INT32_MAX);
        memcpy(def + f->at, &whole, sizeof(whole));
        break;
    case FIELD_LONG:
        wide = read_whole(&l->from, INT64_MIN, INT64_MAX);
        memcpy(def + f->at, &wide, sizeof(wide));
        break;
    case FIELD_NUMBER:
        number = read_number(&l->from);
        memcpy(def + f->at, &number, sizeof(number));
        break;
    case FIELD_FLAG:
        *(bool *)(def + f->at) = read_count(&l->from, 1) == 1;
        break;
    case FIELD_TEXTS:
        set_pointer(def, f, loaded_texts(l, loaded_count(l, def, f)));
        break;
    default:
        set_pointer(def, f, loaded_structs(l, f->element, loaded_count(l, def, f)));
        break;
    }
}

static char *loaded_structs(loading *l, const shape *s, size_t count) {
    char *structs = count == 0 ? NULL : taken(l, count, s->size);
    for (size_t i = 0; structs != NULL && i < count; i++) {
        for (size_t j = 0; j < s->count && going_on(l); j++) {
            load_field(l, &s->fields[j], structs + i * s->size);
        }
    }
    return structs;
}

static bustle_status load_kind(bustle_builder *builder, loading *l, int kind) {
    size_t count = (size_t)read_count(&l->from, l->from.left);
    for (size_t i = 0; i < count && going_on(l); i++) {
        arena_mark before = arena_now(l->to);
        const char *def = loaded_structs(l, definition_shapes[kind], 1);
        if (going_on(l) && builder_keep(builder, kind, def, before) != BUSTLE_OK) {
            l->no_memory = true;
        }
    }
    if (l->no_memory) {
        return BUSTLE_NO_MEMORY;
    }
    return l->from.failed ? BUSTLE_DAMAGED : BUSTLE_OK;
}

static bustle_status load_all(bustle_builder *builder, loading *l) {
    for (int kind = 0; kind < ENTRY_KINDS; kind++) {
        bustle_status status = load_kind(builder, l, kind);
        if (status != BUSTLE_OK) {
            return status;
        }
    }
    return l->from.left > 0 ? BUSTLE_DAMAGED : BUSTLE_OK;
}

bustle_status bustle_builder_load(bustle_builder *builder, const void *bytes, size_t size) {
    if (builder == NULL || bytes == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    loading l = {{NULL, 0, false}, &builder->definitions, false};
    bustle_status status = read_frame(&l.from, bytes, size, FORMAT, VERSION);
    if (status != BUSTLE_OK) {
        return status;
    }
    arena_mark before = arena_now(&builder->definitions);
    uint32_t counts[ENTRY_KINDS];
    for (int kind = 0; kind < ENTRY_KINDS; kind++) {
        counts[kind] = builder->entries[kind].count;
    }
    status = load_all(builder, &l);
    for (int kind = 0; kind < ENTRY_KINDS && status != BUSTLE_OK; kind++) {
        builder->entries[kind].count = counts[kind];
    }
    if (status != BUSTLE_OK) {
        arena_back_to(&builder->definitions, before);
    }
    return status;
}
