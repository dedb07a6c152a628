/* A harbour town with a use for nearly every rule: what its people can do, and the game that they
 * live in. Shared by the golden run and by the soak test, which play different games with it. */
#ifndef HARBOUR_H
#define HARBOUR_H

#include "bustle.h"

/* What the callbacks know. The driver of a world sets `now` before each update. */
typedef struct harbour_game {
    int64_t now;
    uint64_t calls; /* of functions and queries */
    bool whole; /* positions are in whole units */
} harbour_game;

/* Its definitions. NULL: no memory. */
bustle_builder *harbour_builder(const bustle_allocator *allocator);

/* Sealed content, owned by the caller. Problems, warnings too, are printed; NULL if there are
 * errors. */
bustle_content *harbour_content(const bustle_allocator *allocator);

/* Answers for environment and positions, and the functions that actions call. */
bustle_callbacks harbour_callbacks(harbour_game *game);

/* A stream of numbers for the driver's own choices, the same everywhere. */
uint32_t harbour_random(uint64_t *stream, uint32_t below);

#endif
