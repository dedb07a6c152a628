/* Compiled content: writes the definitions of a builder as bytes, and reads them back. Reading only
 * checks that the bytes are definitions; sealing checks what they mean, as for every other
 * definition. */
#include "base/bytes.h"
#include "content/builder.h"
#include "content/copy.h"

#define FORMAT_SIZE 8u
#define HEADER_SIZE 24u

static const uint8_t format[FORMAT_SIZE] = {'b', 'u', 's', 't', 'l', 'e', 0x1a, 'c'};
static const uint32_t version = 6;

/* What is written, in this order. */
static const struct {
    uint8_t kind;
    uint8_t since; /* the version that first had it */
} written[] = {
    {BUSTLE_KIND_STATE, 0},
    {BUSTLE_KIND_ENVIRONMENT, 0},
    {BUSTLE_KIND_INTERRUPTION, 0},
    {BUSTLE_KIND_ACTION, 0},
    {BUSTLE_KIND_SEQUENCE, 0},
    {BUSTLE_KIND_ENTITY, 0},
    {KIND_PLACE, 0},
    {BUSTLE_KIND_ROLE, 3},
    {BUSTLE_KIND_SCENE, 4},
    {BUSTLE_KIND_LINK, 5},
    {BUSTLE_KIND_INBOX, 6},
    {BUSTLE_KIND_PLAN, 6},
};
#define WRITTEN_KINDS (sizeof written / sizeof *written)

/* ---- Writing ---- */

/* NULL is told from "". */
static void put_optional(writer *o, const char *text) {
    const size_t length = text == NULL ? 0 : strlen(text);
    put_number(o, text == NULL ? 0 : (uint64_t)length + 1);
    bsl_put_bytes(o, text, length);
}

static void put_double(writer *o, double number) {
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof(bits));
    put_word(o, (uint32_t)bits);
    put_word(o, (uint32_t)(bits >> 32));
}

static void put_struct(writer *o, const shape *s, const char *def);

static void put_field(writer *o, const field *f, const char *def) {
    const size_t count = f->kind == FIELD_TEXTS || f->kind == FIELD_LIST ? count_at(def, f) : 0;
    const char *items = NULL;
    int32_t whole = 0;
    int64_t wide = 0;
    double number = 0;
    switch (f->kind) {
    case FIELD_TEXT:
        put_optional(o, pointer_at(def, f));
        break;
    case FIELD_WHOLE:
    case FIELD_CHOICE:
    case FIELD_ANSWER:
        memcpy(&whole, def + f->at, sizeof(whole));
        put_signed(o, whole);
        break;
    case FIELD_LONG:
        memcpy(&wide, def + f->at, sizeof(wide));
        put_signed(o, wide);
        break;
    case FIELD_NUMBER:
        memcpy(&number, def + f->at, sizeof(number));
        put_double(o, number);
        break;
    case FIELD_FLAG:
    case FIELD_GIVEN:
        put_number(o, *(const bool *)(def + f->at) ? 1 : 0);
        break;
    case FIELD_TEXTS:
        put_number(o, count);
        for (size_t i = 0; i < count; i++) {
            put_optional(o, ((const char *const *)pointer_at(def, f))[i]);
        }
        break;
    default:
        put_number(o, count);
        items = pointer_at(def, f);
        for (size_t i = 0; i < count; i++) {
            put_struct(o, f->element, items + i * f->element->size);
        }
        break;
    }
}

static void put_struct(writer *o, const shape *s, const char *def) {
    for (const field *f = s->fields; f < s->fields + s->count; f++) {
        put_field(o, f, def);
    }
}

static void put_all(writer *o, const bustle_builder *builder) {
    static const uint8_t header[HEADER_SIZE] = {0};
    bsl_put_bytes(o, header, sizeof(header));
    for (size_t k = 0; k < WRITTEN_KINDS; k++) {
        const list *entries = &builder->entries[written[k].kind];
        put_number(o, entries->count);
        for (uint32_t i = 0; i < entries->count; i++) {
            put_struct(
                o, bsl_definition_shapes[written[k].kind], ((const entry *)entries->items)[i].def);
        }
    }
}

static void store_header(uint8_t *bytes, size_t size) {
    const uint64_t sum = bsl_checksum(bytes + HEADER_SIZE, size - HEADER_SIZE);
    memcpy(bytes, format, sizeof(format));
    store_word(bytes + 8, version);
    store_word(bytes + 12, (uint32_t)(size - HEADER_SIZE));
    store_word(bytes + 16, (uint32_t)sum);
    store_word(bytes + 20, (uint32_t)(sum >> 32));
}

bustle_status bustle_builder_save(
    const bustle_builder *builder, void *bytes, size_t capacity, size_t *size) {
    if (builder == NULL || size == NULL || (bytes == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    writer o = {0};
    bsl_heap_init(&o.heap, &builder->heap.allocator);
    put_all(&o, builder);
    bustle_status status = o.failed ? BUSTLE_NO_MEMORY : BUSTLE_OK;
    if (!o.failed && o.size - HEADER_SIZE > UINT32_MAX) {
        status = BUSTLE_LIMIT;
    }
    if (status == BUSTLE_OK) {
        *size = o.size;
        store_header(o.bytes, o.size);
        if (o.size <= capacity) {
            memcpy(bytes, o.bytes, o.size);
        }
    }
    bsl_heap_free(&o.heap, o.bytes, o.capacity);
    return status;
}

/* ---- Reading ---- */

typedef struct loading {
    reader from;
    arena *to;
    uint32_t version;
    bool no_memory;
} loading;

static bool going_on(const loading *l) {
    return l->from.problem == NULL && !l->no_memory;
}

static void *taken(loading *l, size_t count, size_t element) {
    void *piece = going_on(l) ? bsl_arena_take(l->to, count, element) : NULL;
    l->no_memory = l->no_memory || (piece == NULL && going_on(l));
    return piece;
}

static const char *loaded_text(loading *l) {
    const uint64_t size =
        bsl_get_up_to(&l->from, (uint64_t)bytes_left(&l->from) + 1, "a text is cut off");
    if (size == 0) {
        return NULL;
    }
    const size_t length = (size_t)size - 1;
    const uint8_t *text = bsl_get_bytes(&l->from, length);
    if (text == NULL || memchr(text, 0, length) != NULL) {
        bsl_reader_fail(&l->from, "a text has a zero in it");
        return NULL;
    }
    char *copy = taken(l, length + 1, 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
    }
    return copy;
}

static const char **loaded_texts(loading *l, size_t count) {
    const char **texts = count == 0 ? NULL : taken(l, count, sizeof *texts);
    for (size_t i = 0; texts != NULL && i < count && going_on(l); i++) {
        texts[i] = loaded_text(l);
    }
    return texts;
}

static double loaded_double(loading *l) {
    uint64_t bits = bsl_get_word(&l->from);
    bits |= (uint64_t)bsl_get_word(&l->from) << 32;
    double number = 0;
    memcpy(&number, &bits, sizeof(number));
    return number;
}

static char *loaded_structs(loading *l, const shape *s, size_t count);

/* Elements take a byte at least, so that a count cannot ask for more than there are bytes. */
static size_t loaded_count(loading *l, char *def, const field *f) {
    size_t count = bsl_get_count(&l->from, 1);
    if (count > LONGEST_LIST) {
        bsl_reader_fail(&l->from, "a list is too long");
        count = 0;
    }
    memcpy(def + f->beside, &count, sizeof(count));
    return count;
}

static void load_whole(loading *l, char *to) {
    const int64_t wide = bsl_get_signed(&l->from);
    int32_t whole = (int32_t)wide;
    if (whole != wide) {
        bsl_reader_fail(&l->from, "a number is too large");
    }
    memcpy(to, &whole, sizeof(whole));
}

static void load_field(loading *l, const field *f, char *def) {
    int64_t wide = 0;
    double number = 0;
    switch (f->kind) {
    case FIELD_TEXT:
        set_pointer(def, f, loaded_text(l));
        break;
    case FIELD_WHOLE:
    case FIELD_CHOICE:
    case FIELD_ANSWER:
        load_whole(l, def + f->at);
        break;
    case FIELD_LONG:
        wide = bsl_get_signed(&l->from);
        memcpy(def + f->at, &wide, sizeof(wide));
        break;
    case FIELD_NUMBER:
        number = loaded_double(l);
        memcpy(def + f->at, &number, sizeof(number));
        break;
    case FIELD_FLAG:
    case FIELD_GIVEN:
        *(bool *)(def + f->at) = bsl_get_up_to(&l->from, 1, "a flag is neither 0 nor 1") == 1;
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
        for (const field *f = s->fields; f < s->fields + s->count && going_on(l); f++) {
            if (f->since <= l->version) { /* what an older file lacks is 0 */
                load_field(l, f, structs + i * s->size);
            }
        }
    }
    return structs;
}

static void load_kind(bustle_builder *builder, loading *l, unsigned kind) {
    const size_t count = bsl_get_count(&l->from, 1);
    for (size_t i = 0; i < count && going_on(l); i++) {
        const arena_mark before = bsl_arena_now(l->to);
        const char *def = loaded_structs(l, bsl_definition_shapes[kind], 1);
        if (going_on(l) && bsl_builder_keep(builder, kind, def, before) != BUSTLE_OK) {
            l->no_memory = true;
        }
    }
}

static bustle_status load_all(bustle_builder *builder, loading *l) {
    for (size_t k = 0; k < WRITTEN_KINDS; k++) {
        if (written[k].since <= l->version) {
            load_kind(builder, l, written[k].kind);
        }
    }
    if (l->no_memory) {
        return BUSTLE_NO_MEMORY;
    }
    return l->from.problem == NULL && bytes_left(&l->from) == 0 ? BUSTLE_OK : BUSTLE_DAMAGED;
}

static bustle_status check_header(const uint8_t *bytes, size_t size) {
    if (size < FORMAT_SIZE || memcmp(bytes, format, FORMAT_SIZE) != 0) {
        return BUSTLE_FOREIGN;
    }
    if (size < HEADER_SIZE) {
        return BUSTLE_DAMAGED;
    }
    if (load_word(bytes + 8) > version) {
        return BUSTLE_NEWER;
    }
    const uint64_t sum = bsl_checksum(bytes + HEADER_SIZE, size - HEADER_SIZE);
    const bool whole = load_word(bytes + 12) == size - HEADER_SIZE &&
        load_word(bytes + 16) == (uint32_t)sum && load_word(bytes + 20) == (uint32_t)(sum >> 32);
    return whole ? BUSTLE_OK : BUSTLE_DAMAGED;
}

bustle_status bustle_builder_load(bustle_builder *builder, const void *bytes, size_t size) {
    if (builder == NULL || bytes == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    bustle_status status = check_header(bytes, size);
    if (status != BUSTLE_OK) {
        return status;
    }
    const uint8_t *rest = (const uint8_t *)bytes + HEADER_SIZE;
    loading l = {.from = {rest, rest, (const uint8_t *)bytes + size, NULL, 0},
        .to = &builder->definitions,
        .version = load_word((const uint8_t *)bytes + 8)};
    const arena_mark before = bsl_arena_now(&builder->definitions);
    uint32_t counts[ENTRY_KINDS];
    for (unsigned kind = 0; kind < ENTRY_KINDS; kind++) {
        counts[kind] = builder->entries[kind].count;
    }
    status = load_all(builder, &l);
    for (unsigned kind = 0; kind < ENTRY_KINDS && status != BUSTLE_OK; kind++) {
        builder->entries[kind].count = counts[kind];
    }
    if (status != BUSTLE_OK) {
        bsl_arena_back_to(&builder->definitions, before);
    }
    return status;
}
