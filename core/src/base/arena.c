/* Chunks in a chain, the newest first. */
#include "base/arena.h"

#include <string.h>

#define SMALLEST_CHUNK ((size_t)4096)
#define LARGEST_CHUNK ((size_t)2 << 20) /* a huge page, where there are such */

struct arena_chunk {
    arena_chunk *before;
    size_t size; /* of the whole chunk, header included */
    size_t used;
};

static size_t aligned(const arena *a, size_t size) {
    return (size + (a->alignment - 1)) & ~(a->alignment - 1);
}

void bsl_arena_init(arena *a, heap *h, size_t alignment) {
    a->heap = h;
    a->last = NULL;
    a->alignment = alignment;
    a->size = 0;
    a->spare = NULL;
    a->spare_size = 0;
}

/* A small part of what there is already, in whole pieces of the size that is needed now, so that
 * large ones leave little over. */
static size_t chunk_size(const arena *a, size_t piece) {
    const size_t around = sizeof(arena_chunk) + a->alignment;
    const size_t wanted = a->size / 32 < SMALLEST_CHUNK ? SMALLEST_CHUNK : a->size / 32;
    if (wanted >= LARGEST_CHUNK && piece <= LARGEST_CHUNK - around) {
        return LARGEST_CHUNK;
    }
    return around + (wanted <= piece ? piece : wanted / piece * piece);
}

static size_t room_in(const arena_chunk *chunk) {
    return chunk->size - chunk->used;
}

/* What is left of the chunk before is kept for small pieces. */
static bool add_chunk(arena *a, size_t piece) {
    const size_t size = chunk_size(a, piece == 0 ? a->alignment : piece);
    arena_chunk *chunk = bsl_heap_resize(a->heap, NULL, 0, size);
    if (chunk == NULL) {
        return false;
    }
    if (a->last != NULL && room_in(a->last) > a->spare_size) {
        a->spare = (char *)a->last + a->last->used;
        a->spare_size = room_in(a->last);
    }
    const size_t start = (size_t)((uintptr_t)chunk % a->alignment);
    chunk->before = a->last;
    chunk->size = size;
    chunk->used = aligned(a, start + sizeof *chunk) - start;
    a->last = chunk;
    a->size += size;
    return true;
}

void *bsl_arena_take(arena *a, size_t count, size_t element) {
    if (count > (SIZE_MAX / 4) / element) {
        return NULL;
    }
    const size_t size = aligned(a, count * element);
    char *piece = a->spare;
    if (a->spare_size > 0 && size <= a->spare_size) {
        a->spare += size;
        a->spare_size -= size;
    } else {
        if ((a->last == NULL || room_in(a->last) < size) && !add_chunk(a, size)) {
            return NULL;
        }
        piece = (char *)a->last + a->last->used;
        a->last->used += size;
    }
    return memset(piece, 0, size);
}

char *bsl_arena_text(arena *a, const char *text) {
    const size_t size = strlen(text) + 1;
    char *copy = bsl_arena_take(a, size, 1);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

arena_mark bsl_arena_now(const arena *a) {
    return (arena_mark){a->last, a->last == NULL ? 0 : a->last->used};
}

void bsl_arena_back_to(arena *a, arena_mark mark) {
    a->spare_size = 0;
    while (a->last != mark.last) {
        arena_chunk *chunk = a->last;
        a->last = chunk->before;
        a->size -= chunk->size;
        bsl_heap_free(a->heap, chunk, chunk->size);
    }
    if (a->last != NULL) {
        a->last->used = mark.used;
    }
}

void bsl_arena_free(arena *a) {
    bsl_arena_back_to(a, (arena_mark){NULL, 0});
}
