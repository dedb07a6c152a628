/* Sets of small numbers, as the bits of a word. */
#ifndef BUSTLE_BITS_H
#define BUSTLE_BITS_H

#include <stdint.h>

/* Of a set that is not empty. */
static inline uint32_t lowest_bit(uint32_t bits) {
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctz(bits);
#else
    uint32_t place = 0;
    while ((bits >> place & 1) == 0) {
        place++;
    }
    return place;
#endif
}

#endif
