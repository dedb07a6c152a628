/* The floor: rows are touched at random, and nothing is decided. */
#if defined(__linux__)
/* Asks for madvise. NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c) */
#define _DEFAULT_SOURCE
#endif

#include "floor.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "stopwatch.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

enum { LINE = 64, ROUNDS = 9, DECISIONS = 200000, PAGE = 2 << 20 };

typedef struct floor_rows {
    uint8_t *bytes;
    uint32_t count;
} floor_rows;

/* Nobody reads it, but a compiler cannot know. */
static volatile uint32_t touched;

/* The row that is touched as number `place` of a decision: the NPC's own, then its candidates'. */
static const uint8_t *row_of(const floor_rows *rows, uint32_t decision, uint32_t place) {
    uint64_t mixed = (uint64_t)(decision * 16u + place + 1) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0xd6e8feb86659fd93);
    const uint32_t row = (uint32_t)((mixed >> 32) * rows->count >> 32);
    return rows->bytes + (size_t)row * FLOOR_ROW;
}

static void prefetch(const floor_rows *rows, uint32_t decision) {
    const uint8_t *own = row_of(rows, decision, 0);
    for (uint32_t i = 0; i < FLOOR_LINES; i++) {
        PREFETCH(own + (size_t)i * LINE);
    }
    for (uint32_t i = 1; i <= FLOOR_CANDIDATES; i++) {
        PREFETCH(row_of(rows, decision, i));
    }
}

/* Who the candidates are is known once the NPC's own row has been read, as in a decision; there is
 * nothing but zeros in it. */
static uint32_t touch(const floor_rows *rows, uint32_t decision) {
    const uint8_t *own = row_of(rows, decision, 0);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < FLOOR_LINES; i++) {
        sum += own[(size_t)i * LINE];
    }
    const uint32_t first = sum + 1;
    for (uint32_t i = 0; i < FLOOR_CANDIDATES; i++) {
        sum += *row_of(rows, decision, first + i);
    }
    return sum;
}

/* Per decision; each round touches other rows. */
static double touch_all(const floor_rows *rows, uint32_t round, bool ahead) {
    const uint32_t first = round * DECISIONS;
    uint32_t sum = 0;
    const int64_t start = processor_ns();
    for (uint32_t i = first; i < first + DECISIONS; i++) {
        if (ahead) {
            prefetch(rows, i + FLOOR_AHEAD);
        }
        sum += touch(rows, i);
    }
    const int64_t end = processor_ns();
    touched = sum;
    return (double)(end - start) / DECISIONS;
}

static bool make_huge(uint8_t *bytes, size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    return madvise(bytes, size, MADV_HUGEPAGE) == 0;
#else
    (void)bytes;
    (void)size;
    return false;
#endif
}

/* Whole huge pages; written once, so that they are there. NULL: no memory, or no huge pages. */
static uint8_t *new_rows(uint32_t count, bool huge) {
    const size_t size = ((size_t)count * FLOOR_ROW / PAGE + 1) * PAGE;
#if defined(_WIN32)
    uint8_t *bytes = huge ? NULL : malloc(size);
#else
    uint8_t *bytes = aligned_alloc(PAGE, size);
#endif
    if (bytes != NULL && huge && !make_huge(bytes, size)) {
        free(bytes);
        return NULL;
    }
    if (bytes != NULL) {
        memset(bytes, 0, size);
    }
    return bytes;
}

/* In turns, so that a slow spell of the machine meets all three. */
bool measure_floor(uint32_t rows, floor_figures *figures) {
    const floor_rows small_pages = {new_rows(rows, false), rows};
    const floor_rows huge_pages = {new_rows(rows, true), rows};
    double plain[ROUNDS];
    double prefetched[ROUNDS];
    double huge[ROUNDS];
    const bool ok = small_pages.bytes != NULL;
    for (uint32_t i = 0; ok && i < ROUNDS; i++) {
        plain[i] = touch_all(&small_pages, i, false);
        prefetched[i] = touch_all(&small_pages, i, true);
        huge[i] = huge_pages.bytes == NULL ? 0.0 : touch_all(&huge_pages, i, true);
    }
    if (ok) {
        *figures = (floor_figures){
            rows, median_of(plain, ROUNDS), median_of(prefetched, ROUNDS), median_of(huge, ROUNDS)};
    }
    free(small_pages.bytes);
    free(huge_pages.bytes);
    return ok;
}
