/* Numbers and texts as bytes that mean the same on every machine: unsigned numbers in groups of
 * seven bits from the lowest, signed ones folded first, words in little-endian order, texts by
 * length. The callers know what they stand for. */
#ifndef BUSTLE_BYTES_H
#define BUSTLE_BYTES_H

#include <string.h>

#include "base/heap.h"

/* ---- Writing ---- */

typedef struct writer {
    heap heap;
    uint8_t *bytes;
    size_t size, capacity;
    bool failed; /* no memory: what comes is not written */
} writer;

#define NUMBER_SIZE 10u /* bytes of a number at the most */

bool bsl_writer_grow(writer *o, size_t more);
void bsl_put_bytes(writer *o, const void *bytes, size_t count);
void bsl_put_text(writer *o, const char *text);

static inline bool writer_room(writer *o, size_t more) {
    return o->capacity - o->size >= more || bsl_writer_grow(o, more);
}

static inline void put_number(writer *o, uint64_t number) {
    if (!writer_room(o, NUMBER_SIZE)) {
        return;
    }
    uint8_t *at = o->bytes + o->size;
    for (; number > 127; number >>= 7) {
        *at++ = (uint8_t)(number | 128);
    }
    *at++ = (uint8_t)number;
    o->size = (size_t)(at - o->bytes);
}

/* 0, -1, 1, -2, 2, ... */
static inline void put_signed(writer *o, int64_t number) {
    put_number(o, (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0));
}

static inline void store_word(uint8_t at[4], uint32_t word) {
    at[0] = (uint8_t)word;
    at[1] = (uint8_t)(word >> 8);
    at[2] = (uint8_t)(word >> 16);
    at[3] = (uint8_t)(word >> 24);
}

static inline void put_word(writer *o, uint32_t word) {
    if (writer_room(o, 4)) {
        store_word(o->bytes + o->size, word);
        o->size += 4;
    }
}

#define LONG_SIZE 8u

static inline void store_long(uint8_t at[LONG_SIZE], uint64_t number) {
    store_word(at, (uint32_t)number);
    store_word(at + 4, (uint32_t)(number >> 32));
}

static inline void put_long(writer *o, uint64_t number) {
    put_word(o, (uint32_t)number);
    put_word(o, (uint32_t)(number >> 32));
}

/* ---- Reading ---- */

/* The first problem stays, and everything read after it is 0. */
typedef struct reader {
    const uint8_t *start, *at, *end;
    const char *problem;
    size_t where; /* of the problem */
} reader;

/* Always false. */
bool bsl_reader_fail(reader *in, const char *problem);

static inline size_t bytes_left(const reader *in) {
    return (size_t)(in->end - in->at);
}

uint64_t bsl_get_long_number(reader *in);

static inline uint64_t get_number(reader *in) {
    if (in->at < in->end && *in->at < 128) {
        return *in->at++;
    }
    return bsl_get_long_number(in);
}

int64_t bsl_get_signed(reader *in);
uint32_t bsl_get_word(reader *in);
uint64_t bsl_get_long(reader *in);
/* The problem if the number is above the limit. */
uint64_t bsl_get_up_to(reader *in, uint64_t limit, const char *problem);
/* How many things follow, each of so many bytes at least. */
uint32_t bsl_get_count(reader *in, size_t each);
/* As many bytes, or NULL. */
const uint8_t *bsl_get_bytes(reader *in, size_t count);

static inline uint32_t load_word(const uint8_t at[4]) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint64_t load_long(const uint8_t at[LONG_SIZE]) {
    return load_word(at) | (uint64_t)load_word(at + 4) << 32;
}

/* ---- Checksum ---- */

/* Every change of a single word changes it. */
uint64_t bsl_checksum(const uint8_t *bytes, size_t count);

#endif
