/* S28: the random stream of an NPC, sfc32, in 32-bit arithmetic. */
#ifndef BUSTLE_RANDOM_H
#define BUSTLE_RANDOM_H

#include <stdint.h>

static inline uint32_t random_next(uint32_t s[4]) {
    const uint32_t out = s[0] + s[1] + s[3];
    s[3] += 1;
    s[0] = s[1] ^ s[1] >> 9;
    s[1] = s[2] + (s[2] << 3);
    s[2] = (s[2] << 21 | s[2] >> 11) + out;
    return out;
}

static inline void random_seed(uint32_t s[4], uint64_t seed, uint32_t who) {
    s[0] = (uint32_t)seed;
    s[1] = (uint32_t)(seed >> 32);
    s[2] = who;
    s[3] = 1;
    for (int i = 0; i < 15; i++) {
        random_next(s);
    }
}

/* Uniform below n, which is at least 1; n = 1 draws nothing. */
static inline uint32_t random_below(uint32_t s[4], uint32_t n) {
    if (n == 1) {
        return 0;
    }
    uint32_t x = random_next(s);
    if (x > UINT32_MAX - n) { /* it may be one of the last 2^32 mod n, which are not used */
        const uint32_t excess = (0u - n) % n;
        while (excess != 0 && x >= 0u - excess) {
            x = random_next(s);
        }
    }
    return x % n; /* NOLINT(clang-analyzer-core.DivideZero): where nothing is chosen, nobody asks */
}

#endif
