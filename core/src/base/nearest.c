/* Edit distances. */
#include "base/nearest.h"

#include <stdbool.h>
#include <string.h>

/* Comparing costs the product of the lengths; nobody writes longer names by hand. */
#define LONGEST_COMPARED 48

/* How many letters must be changed, added, dropped or swapped with their neighbour to make one of
 * the other. Both at most LONGEST_COMPARED long. */
static size_t edits(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t rows[3][LONGEST_COMPARED + 1];
    for (size_t j = 0; j <= b_length; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i - 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t best = above[j - 1] + (a[i - 1] != b[j - 1]);
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                const size_t swapped = rows[(i - 2) % 3][j - 2] + 1;
                best = swapped < best ? swapped : best;
            }
            row[j] = best;
        }
    }
    return rows[a_length % 3][b_length];
}

/* Names whose lengths differ by as much cannot be closer. */
static bool may_be_closer(size_t length, size_t other_length, size_t fewest) {
    const size_t more = other_length > length ? other_length - length : length - other_length;
    return other_length <= LONGEST_COMPARED && more < fewest;
}

const char *bsl_nearest_of(const char *name, const char *(*name_at)(const void *, uint32_t),
    const void *names, uint32_t count, size_t *patience) {
    const size_t length = strlen(name);
    size_t fewest = length / 3 + 1;
    const char *nearest = NULL;
    if (length > LONGEST_COMPARED) {
        return NULL;
    }
    for (uint32_t i = 0; i < count && *patience != 0; i++) {
        const char *other = name_at(names, i);
        const size_t other_length = other == NULL ? SIZE_MAX : strlen(other);
        if (!may_be_closer(length, other_length, fewest)) {
            continue;
        }
        const size_t cost = length * other_length;
        *patience -= cost < *patience ? cost : *patience;
        const size_t distance = edits(name, length, other, other_length);
        if (distance < fewest) {
            fewest = distance;
            nearest = other;
        }
    }
    return nearest;
}
