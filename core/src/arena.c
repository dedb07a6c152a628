/* Chunks in a chain, the newest first. */
#include "arena.h"

#include <string.h>

#define ALIGNMENT 16u
#define SMALLEST_CHUNK 4096u

struct arena_chunk {
    arena_chunk *before;
    size_t size; /* of the whole chunk, header included */
    size_t used;
};

static size_t aligned(size_t size) {
    return (size + (ALIGNMENT - 1)) & ~(size_t)(ALIGNMENT - 1);
}

void arena_init(arena *a, heap *h) {
    a->heap = h;
    a->last = NULL;
}

void *arena_take(arena *a, size_t count, size_t element) {
    const size_t header = aligned(sizeof(arena_chunk));
    if (count > (SIZE_MAX / 4) / element) {
        return NULL;
    }
    size_t size = aligned(count * element);
    if (a->last == NULL || a->last->size - a->last->used < size) {
        size_t wanted = header + size;
        wanted = wanted < SMALLEST_CHUNK ? SMALLEST_CHUNK : wanted;
        arena_chunk *chunk = heap_resize(a->heap, NULL, 0, wanted);
        if (chunk == NULL) {
            return NULL;
        }
        chunk->before = a->last;
        chunk->size = wanted;
        chunk->used = header;
        a->last = chunk;
    }
    void *piece = (char *)a->last + a->last->used;
    a->last->used += size;
    memset(piece, 0, size);
    return piece;
}

char *arena_text(arena *a, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = arena_take(a, size, 1);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

arena_mark arena_now(const arena *a) {
    return (arena_mark){a->last, a->last == NULL ? 0 : a->last->used};
}

void arena_back_to(arena *a, arena_mark mark) {
    while (a->last != mark.last) {
        arena_chunk *chunk = a->last;
        a->last = chunk->before;
        heap_free(a->heap, chunk, chunk->size);
    }
    if (a->last != NULL) {
        a->last->used = mark.used;
    }
}

void arena_free(arena *a) {
    arena_back_to(a, (arena_mark){NULL, 0});
}
