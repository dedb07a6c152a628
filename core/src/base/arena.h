/* Memory for things that go together: pieces are taken one by one, and given back all at once or
 * down to a mark. Pieces are zeroed and never move. Chunks grow with the arena, so that much of it
 * lies together. */
#ifndef BUSTLE_ARENA_H
#define BUSTLE_ARENA_H

#include "base/heap.h"

typedef struct arena_chunk arena_chunk;

typedef struct arena {
    heap *heap;
    arena_chunk *last;
    size_t alignment; /* of the pieces */
    size_t size; /* of all chunks */
    char *spare; /* room in an older chunk */
    size_t spare_size;
} arena;

typedef struct arena_mark {
    arena_chunk *last;
    size_t used;
} arena_mark;

/* Alignments. */
#define ANY_TYPE 16u
#define CACHE_LINE 64u

/* Pieces begin at multiples of `alignment`, a power of two. */
void bsl_arena_init(arena *a, heap *h, size_t alignment);
/* `count` elements, zeroed. NULL: no memory, or more than fits. Never NULL for nothing. */
void *bsl_arena_take(arena *a, size_t count, size_t element);
/* A copy of the text. NULL: no memory. */
char *bsl_arena_text(arena *a, const char *text);
arena_mark bsl_arena_now(const arena *a);
void bsl_arena_back_to(arena *a, arena_mark mark);
void bsl_arena_free(arena *a);

#endif
