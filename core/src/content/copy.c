/* Deep copies. A missing name stays missing: sealing reports it. */
#include "content/copy.h"

/* ---- Lists that can be walked ---- */

bool bsl_copy_lists_fit(const shape *s, const void *def) {
    for (const field *f = s->fields; f < s->fields + s->count; f++) {
        if (f->kind != FIELD_TEXTS && f->kind != FIELD_LIST) {
            continue;
        }
        const size_t count = count_at(def, f);
        const char *items = pointer_at(def, f);
        if (count > 0 && (items == NULL || count > LONGEST_LIST)) {
            return false;
        }
        for (size_t i = 0; f->kind == FIELD_LIST && i < count; i++) {
            if (!bsl_copy_lists_fit(f->element, items + i * f->element->size)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- Copying ---- */

static const char *copied_text(arena *a, const char *text, bool *copied) {
    const char *copy = text == NULL ? NULL : bsl_arena_text(a, text);
    *copied = *copied && (copy != NULL || text == NULL);
    return copy;
}

static const char **copied_texts(arena *a, const char *const *texts, size_t count, bool *copied) {
    const char **copies = count == 0 ? NULL : bsl_arena_take(a, count, sizeof *copies);
    *copied = *copied && (copies != NULL || count == 0);
    for (size_t i = 0; *copied && i < count; i++) {
        copies[i] = copied_text(a, texts[i], copied);
    }
    return copies;
}

static void copy_struct(arena *a, const shape *s, char *to, const char *from, bool *copied);

static char *copied_list(arena *a, const shape *s, const char *items, size_t count, bool *copied) {
    char *copies = count == 0 ? NULL : bsl_arena_take(a, count, s->size);
    *copied = *copied && (copies != NULL || count == 0);
    for (size_t i = 0; *copied && i < count; i++) {
        copy_struct(a, s, copies + i * s->size, items + i * s->size, copied);
    }
    return copies;
}

static void copy_struct(arena *a, const shape *s, char *to, const char *from, bool *copied) {
    memcpy(to, from, s->size);
    for (const field *f = s->fields; *copied && f < s->fields + s->count; f++) {
        const void *old = NULL;
        switch (f->kind) {
        case FIELD_TEXT:
            set_pointer(to, f, copied_text(a, pointer_at(from, f), copied));
            break;
        case FIELD_TEXTS:
            old = pointer_at(from, f);
            set_pointer(to, f, copied_texts(a, old, count_at(from, f), copied));
            break;
        case FIELD_LIST:
            old = pointer_at(from, f);
            set_pointer(to, f, copied_list(a, f->element, old, count_at(from, f), copied));
            break;
        default:
            break;
        }
    }
}

void *bsl_copy_definition(arena *a, const shape *s, const void *def) {
    bool copied = true;
    char *copy = copied_list(a, s, def, 1, &copied);
    return copied ? copy : NULL;
}
