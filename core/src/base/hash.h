/* 32-bit FNV-1a: of names, and of the stream of events. */
#ifndef BUSTLE_HASH_H
#define BUSTLE_HASH_H

#include <stdint.h>

#define FNV_START 2166136261u
#define FNV_PRIME 16777619u

static inline uint32_t fnv_text(const char *text) {
    uint32_t hash = FNV_START;
    for (; *text != '\0'; text++) {
        hash = (hash ^ (uint32_t)(unsigned char)*text) * FNV_PRIME;
    }
    return hash;
}

#define FNV_PRIME_3 (FNV_PRIME * FNV_PRIME * FNV_PRIME)
#define FNV_PRIME_4 (FNV_PRIME * FNV_PRIME_3)

/* A word below 256: bytes of 0 only multiply. */
static inline uint32_t fnv_byte(uint32_t hash, uint32_t word) {
    return (hash ^ word) * FNV_PRIME_4;
}

/* One little-endian word further. Most are small. */
static inline uint32_t fnv_word(uint32_t hash, uint32_t word) {
    if (word < 256) {
        return fnv_byte(hash, word);
    }
    hash = (hash ^ (word & 255u)) * FNV_PRIME;
    if (word < 65536) {
        return (hash ^ word >> 8) * FNV_PRIME_3;
    }
    hash = (hash ^ (word >> 8 & 255u)) * FNV_PRIME;
    hash = (hash ^ (word >> 16 & 255u)) * FNV_PRIME;
    return (hash ^ word >> 24) * FNV_PRIME;
}

#endif
