/* Writes and reads numbers and texts. The reader trusts nothing: to read past the end is a problem.
 */
#include "base/bytes.h"

/* ---- Writing ---- */

bool bsl_writer_grow(writer *o, size_t more) {
    if (o->failed || more > SIZE_MAX / 4 || o->size > SIZE_MAX / 4) {
        o->failed = true;
        return false;
    }
    size_t wanted = o->capacity + o->capacity / 2;
    wanted = wanted < o->size + more ? o->size + more : wanted;
    wanted = wanted < 4096 ? 4096 : wanted;
    uint8_t *grown = bsl_heap_resize(&o->heap, o->bytes, o->capacity, wanted);
    if (grown == NULL) {
        o->failed = true;
        return false;
    }
    o->bytes = grown;
    o->capacity = wanted;
    return true;
}

void bsl_put_bytes(writer *o, const void *bytes, size_t count) {
    if (count > 0 && writer_room(o, count)) {
        memcpy(o->bytes + o->size, bytes, count);
        o->size += count;
    }
}

void bsl_put_text(writer *o, const char *text) {
    const size_t length = strlen(text);
    put_number(o, length);
    bsl_put_bytes(o, text, length);
}

/* ---- Reading ---- */

bool bsl_reader_fail(reader *in, const char *problem) {
    if (in->problem == NULL) {
        in->problem = problem;
        in->where = (size_t)(in->at - in->start);
    }
    in->at = in->end;
    return false;
}

#define TOO_SHORT "it ends too early"

uint64_t bsl_get_long_number(reader *in) {
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (in->at == in->end) {
            bsl_reader_fail(in, TOO_SHORT);
            return 0;
        }
        const uint8_t byte = *in->at++;
        if (shift == 63 && byte > 1) {
            break;
        }
        number |= (uint64_t)(byte & 127u) << shift;
        if (byte < 128) {
            return number;
        }
    }
    bsl_reader_fail(in, "a number is too large");
    return 0;
}

int64_t bsl_get_signed(reader *in) {
    const uint64_t folded = get_number(in);
    const int64_t half = (int64_t)(folded >> 1);
    return (folded & 1) != 0 ? -half - 1 : half;
}

uint32_t bsl_get_word(reader *in) {
    const uint8_t *at = bsl_get_bytes(in, 4);
    return at == NULL ? 0 : load_word(at);
}

uint64_t bsl_get_long(reader *in) {
    const uint8_t *at = bsl_get_bytes(in, LONG_SIZE);
    return at == NULL ? 0 : load_long(at);
}

uint64_t bsl_get_up_to(reader *in, uint64_t limit, const char *problem) {
    const uint64_t number = get_number(in);
    if (number > limit) {
        bsl_reader_fail(in, problem);
        return 0;
    }
    return number;
}

uint32_t bsl_get_count(reader *in, size_t each) {
    const uint64_t limit = bytes_left(in) / each;
    return (uint32_t)bsl_get_up_to(
        in, limit < UINT32_MAX ? limit : UINT32_MAX - 1, "it says that more follows than does");
}

const uint8_t *bsl_get_bytes(reader *in, size_t count) {
    if (bytes_left(in) < count) {
        bsl_reader_fail(in, TOO_SHORT);
        return NULL;
    }
    const uint8_t *at = in->at;
    in->at += count;
    return at;
}

/* ---- Checksum ---- */

/* Multiplying by an odd number and folding the upper half in lose nothing. */
static uint64_t mix(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

uint64_t bsl_checksum(const uint8_t *bytes, size_t count) {
    uint64_t sum = mix(UINT64_C(0x6275737420306c65), count);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        sum = mix(sum, load_long(bytes + i));
    }
    uint64_t rest = 0;
    for (unsigned shift = 0; i < count; i++, shift += 8) {
        rest |= (uint64_t)bytes[i] << shift;
    }
    return mix(sum, rest);
}
