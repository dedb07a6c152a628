/* Memories and random numbers of the plain implementation. */
#include "plain.h"

#include <string.h>

static uint32_t next_random(random_stream *r) {
    uint32_t result = r->a + r->b + r->counter++;
    r->a = r->b ^ r->b >> 9;
    r->b = r->c + (r->c << 3);
    r->c = (r->c << 21 | r->c >> 11) + result;
    return result;
}

random_stream plain_random(uint64_t seed, uint32_t spawn_number) {
    random_stream random = {(uint32_t)seed, (uint32_t)(seed >> 32), spawn_number, 1};
    for (int i = 0; i < 15; i++) {
        next_random(&random);
    }
    return random;
}

uint32_t plain_draw(random_stream *random, uint32_t n) {
    if (n <= 1) {
        return 0;
    }
    const uint64_t all = UINT64_C(1) << 32;
    uint32_t x;
    do {
        x = next_random(random);
    } while (x >= all - all % n);
    return x % n;
}

static const memory_record *recorded(const memory_list *memories, uint32_t first, uint32_t second) {
    for (size_t i = 0; i < memories->count; i++) {
        const memory_record *record = &memories->records[i];
        if (record->first == first && record->second == second) {
            return record;
        }
    }
    return NULL;
}

void plain_remember(memory_list *memories, uint32_t first, uint32_t second, int64_t now) {
    const memory_record *old = recorded(memories, first, second);
    size_t at = old == NULL ? 0 : (size_t)(old - memories->records);
    if (old != NULL || memories->count == memories->capacity) {
        memories->count--;
        memmove(&memories->records[at], &memories->records[at + 1],
            (memories->count - at) * sizeof *memories->records);
    }
    memories->records[memories->count++] = (memory_record){first, second, now};
}

uint32_t plain_select(const memory_list *memories, uint32_t first, uint32_t *options, size_t count,
    random_stream *random) {
    int64_t oldest = INT64_MAX;
    uint32_t best = 0;
    for (size_t i = 0; i < count; i++) {
        const memory_record *record = recorded(memories, first, options[i]);
        int64_t time = record == NULL ? INT64_MIN : record->time;
        if (time < oldest) {
            oldest = time;
            best = 0;
        }
        if (time == oldest) {
            options[best++] = options[i];
        }
    }
    return options[plain_draw(random, best)];
}
