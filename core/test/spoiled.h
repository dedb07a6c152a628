/* Saves that are damaged, and whose checksum is right all the same. */
#ifndef BUSTLE_TEST_SPOILED_H
#define BUSTLE_TEST_SPOILED_H

#include "bustle.h"

typedef struct spoiled {
    const bustle_snapshot *whole;
    uint8_t *bytes; /* room for twice as many as the save has */
    size_t size;
    uint64_t random;
} spoiled;

uint32_t spoiled_draw(spoiled *s, size_t below);
/* Changes bytes of the whole one, takes some out, or puts in some from elsewhere. */
void spoiled_make(spoiled *s);

#endif
