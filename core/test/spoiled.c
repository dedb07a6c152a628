#include "spoiled.h"
#include "harbour.h"
#include "persist/snapshot.h"

#include <string.h>

uint32_t spoiled_draw(spoiled *s, size_t below) {
    return harbour_random(&s->random, (uint32_t)below);
}

static void spoil(spoiled *s) {
    const size_t body = s->whole->size - HEADER_SIZE;
    memcpy(s->bytes, s->whole->bytes, s->whole->size);
    s->size = s->whole->size;
    const uint32_t kind = spoiled_draw(s, 8);
    size_t at = HEADER_SIZE + spoiled_draw(s, body);
    if (kind < 6) {
        for (uint32_t n = 1 + spoiled_draw(s, 1u << kind / 2); n > 0; n--) {
            s->bytes[at] =
                (uint8_t)(spoiled_draw(s, 2) == 0 ? spoiled_draw(s, 256)
                                                  : s->bytes[at] ^ 1u << spoiled_draw(s, 8));
            at = spoiled_draw(s, 2) == 0 ? HEADER_SIZE + spoiled_draw(s, body) : at;
        }
        return;
    }
    size_t count = 1 + spoiled_draw(s, 40);
    count = count > s->size - at ? s->size - at : count;
    if (kind == 6) {
        memmove(s->bytes + at, s->bytes + at + count, s->size - at - count);
        s->size -= count;
    } else {
        memmove(s->bytes + at + count, s->bytes + at, s->size - at);
        memcpy(s->bytes + at, s->whole->bytes + HEADER_SIZE + spoiled_draw(s, body - count), count);
        s->size += count;
    }
}

void spoiled_make(spoiled *s) {
    spoil(s);
    bsl_snapshot_header(s->bytes, s->size, (size_t)load_long(s->bytes + 16), FORMAT);
}
