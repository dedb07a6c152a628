/* Writing and reading bytes. Knows nothing of what they mean. */
#include "bytes.h"

#include <string.h>

#define FORMAT_SIZE 8u

/* ---- Writing ---- */

void write_bytes(byte_writer *w, const void *bytes, size_t size) {
    if (size > 0 && w->used <= w->capacity && size <= w->capacity - w->used) {
        memcpy(w->to + w->used, bytes, size);
    }
    w->used += size;
}

void write_count(byte_writer *w, uint64_t number) {
    uint8_t groups[10];
    size_t count = 0;
    do {
        groups[count] = (uint8_t)(number & 127u);
        number >>= 7;
        groups[count++] |= number != 0 ? 128u : 0u;
    } while (number != 0);
    write_bytes(w, groups, count);
}

/* Small numbers of either sign become small counts. */
void write_whole(byte_writer *w, int64_t number) {
    uint64_t doubled = (uint64_t)number << 1;
    write_count(w, number < 0 ? ~doubled : doubled);
}

void write_number(byte_writer *w, double number) {
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof(bits));
    uint8_t bytes[8];
    for (size_t i = 0; i < sizeof(bytes); i++) {
        bytes[i] = (uint8_t)(bits >> (8 * i));
    }
    write_bytes(w, bytes, sizeof(bytes));
}

void write_text(byte_writer *w, const char *text) {
    if (text == NULL) {
        write_count(w, 0);
        return;
    }
    size_t length = strlen(text);
    write_count(w, (uint64_t)length + 1);
    write_bytes(w, text, length);
}

/* ---- Reading ---- */

static const uint8_t *take(byte_reader *r, size_t size) {
    if (r->failed || size > r->left) {
        r->failed = true;
        return NULL;
    }
    const uint8_t *taken = r->from;
    r->from += size;
    r->left -= size;
    return taken;
}

uint64_t read_count(byte_reader *r, uint64_t most) {
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const uint8_t *group = take(r, 1);
        if (group == NULL || (shift == 63 && *group > 1)) {
            break;
        }
        number |= (uint64_t)(*group & 127u) << shift;
        if ((*group & 128u) == 0) {
            r->failed = r->failed || number > most;
            return r->failed ? 0 : number;
        }
    }
    r->failed = true;
    return 0;
}

int64_t read_whole(byte_reader *r, int64_t least, int64_t most) {
    uint64_t doubled = read_count(r, UINT64_MAX);
    int64_t half = (int64_t)(doubled >> 1);
    int64_t number = (doubled & 1u) != 0 ? -half - 1 : half;
    r->failed = r->failed || number < least || number > most;
    return r->failed ? 0 : number;
}

double read_number(byte_reader *r) {
    const uint8_t *bytes = take(r, 8);
    uint64_t bits = 0;
    for (size_t i = 0; bytes != NULL && i < 8; i++) {
        bits |= (uint64_t)bytes[i] << (8 * i);
    }
    double number = 0;
    memcpy(&number, &bits, sizeof(number));
    return number;
}

bool read_text(byte_reader *r, const char **text, size_t *length) {
    uint64_t written = read_count(r, (uint64_t)r->left + 1);
    if (written == 0) {
        return false;
    }
    *length = (size_t)written - 1;
    *text = (const char *)take(r, *length);
    r->failed = r->failed || memchr(*text, 0, *length) != NULL;
    return !r->failed;
}

/* ---- The frame ---- */

/* CRC-32 as zip and PNG have it. */
static uint32_t checksum(const uint8_t *bytes, size_t size) {
    uint32_t table[256];
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t rest = i;
        for (int bit = 0; bit < 8; bit++) {
            rest = rest >> 1 ^ ((rest & 1u) != 0 ? 0xedb88320u : 0u);
        }
        table[i] = rest;
    }
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum = sum >> 8 ^ table[(sum ^ bytes[i]) & 255u];
    }
    return ~sum;
}

static void put_word(uint8_t *at, uint32_t word) {
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(word >> (8 * i));
    }
}

static uint32_t word_at(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

void write_frame(uint8_t frame[FRAME_SIZE], const char *format, uint32_t version, const void *rest,
    size_t size) {
    memcpy(frame, format, FORMAT_SIZE);
    put_word(frame + 8, version);
    put_word(frame + 12, (uint32_t)size);
    put_word(frame + 16, checksum(rest, size));
}

bustle_status read_frame(
    byte_reader *r, const void *bytes, size_t size, const char *format, uint32_t version) {
    const uint8_t *frame = bytes;
    if (size < FORMAT_SIZE || memcmp(frame, format, FORMAT_SIZE) != 0) {
        return BUSTLE_FOREIGN;
    }
    if (size < FRAME_SIZE) {
        return BUSTLE_DAMAGED;
    }
    if (word_at(frame + 8) > version) {
        return BUSTLE_NEWER;
    }
    const uint8_t *rest = frame + FRAME_SIZE;
    size_t left = size - FRAME_SIZE;
    if (word_at(frame + 12) != left || word_at(frame + 16) != checksum(rest, left)) {
        return BUSTLE_DAMAGED;
    }
    *r = (byte_reader){rest, left, false};
    return BUSTLE_OK;
}
