/* Putting a doubly linked list in the order of spawn numbers, without allocating anything.
 *
 * Assumption: much of the list is in order already, because it was sorted before and few records
 * have come since.
 *
 * Algorithm: pieces that are in order are cut off one after the other, and merged as 1, 2, 4, ...
 * of them meet. A list that is in order is only looked through. */
#include "world/order.h"
#include "world/world.h"

#define MOST_PIECES 32

static uint32_t *field(const order_of *of, uint32_t index, size_t offset) {
    return (uint32_t *)(void *)((char *)pool_at(of->records, index) + offset);
}

static uint32_t *next_of(const order_of *of, uint32_t index) {
    return field(of, index, of->next);
}

static uint32_t spawn_of(const bustle_world *w, const order_of *of, uint32_t index) {
    return entity_at(w, *field(of, index, of->slot))->spawn;
}

/* The last of those that are in order from here on. */
static uint32_t piece_end(const bustle_world *w, const order_of *of, uint32_t index) {
    uint32_t spawn = spawn_of(w, of, index);
    for (uint32_t next = *next_of(of, index); next != POOL_NONE; next = *next_of(of, index)) {
        const uint32_t after = spawn_of(w, of, next);
        if (after < spawn) {
            break;
        }
        spawn = after;
        index = next;
    }
    return index;
}

/* Both are in order, and so is the result. */
static uint32_t merge(const bustle_world *w, const order_of *of, uint32_t a, uint32_t b) {
    uint32_t first = POOL_NONE;
    uint32_t *end = &first;
    while (a != POOL_NONE && b != POOL_NONE) {
        uint32_t *less = spawn_of(w, of, b) < spawn_of(w, of, a) ? &b : &a;
        *end = *less;
        end = next_of(of, *less);
        *less = *end;
    }
    *end = a != POOL_NONE ? a : b;
    return first;
}

static uint32_t merge_pieces(const bustle_world *w, const order_of *of, uint32_t first) {
    uint32_t pieces[MOST_PIECES];
    for (int i = 0; i < MOST_PIECES; i++) {
        pieces[i] = POOL_NONE;
    }
    while (first != POOL_NONE) {
        uint32_t piece = first;
        uint32_t *end = next_of(of, piece_end(w, of, piece));
        first = *end;
        *end = POOL_NONE;
        int size = 0;
        for (; size < MOST_PIECES - 1 && pieces[size] != POOL_NONE; size++) {
            piece = merge(w, of, pieces[size], piece);
            pieces[size] = POOL_NONE;
        }
        pieces[size] = merge(w, of, pieces[size], piece);
    }
    for (int i = 0; i < MOST_PIECES; i++) {
        first = merge(w, of, pieces[i], first);
    }
    return first;
}

void bsl_order_sort(const bustle_world *w, const order_of *of, uint32_t *first) {
    if (*first == POOL_NONE || *next_of(of, piece_end(w, of, *first)) == POOL_NONE) {
        return;
    }
    *first = merge_pieces(w, of, *first);
    uint32_t previous = POOL_NONE;
    for (uint32_t i = *first; i != POOL_NONE; i = *next_of(of, i)) {
        *field(of, i, of->previous) = previous;
        previous = i;
    }
}
