/* Fields of a save. The same function visits the fields of a row to write and to read them, so that
 * a field stands in one place and the two cannot differ.
 *
 * Numbers in a save mean what they meant when it was made: flags and states of the world's own have
 * tables here or where they are visited, in which the place is the number that saves have. */
#ifndef BUSTLE_SNAPSHOT_FIELDS_H
#define BUSTLE_SNAPSHOT_FIELDS_H

#include "persist/snapshot.h"

struct archive {
    writer *out; /* that fields are written to */
    loading *load; /* that fields are read by; NULL: they are written */
    bustle_world *world; /* that is saved, which stays as it is, or that is filled */
    const saved_names *names; /* of the save that is read */
};

#define COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))
#define LATEST_MS (UINT64_C(1) << 60)

static inline bool writes(const archive *a) {
    return a->load == NULL;
}

/* What visits the many rows of a world is compiled once for writing and once for reading, so that
 * saving stays as fast as if it were written out: for that, it is inlined into a function whose
 * archive is known to write. */
#if defined(__GNUC__) && defined(__OPTIMIZE__)
#define VISITOR static inline __attribute__((always_inline))
#else
#define VISITOR static inline
#endif

static inline archive writing(const archive *a) {
    return (archive){.out = a->out, .load = NULL, .world = a->world, .names = a->names};
}

/* ---- Numbers ---- */

static inline uint64_t read_number(archive *a, uint64_t most, const char *problem) {
    return bsl_get_up_to(&a->load->in, most, problem);
}

VISITOR void field_u64(archive *a, uint64_t *number) {
    if (writes(a)) {
        put_number(a->out, *number);
    } else {
        *number = get_number(&a->load->in);
    }
}

VISITOR void field_u32(archive *a, uint32_t *number) {
    if (writes(a)) {
        put_number(a->out, *number);
    } else {
        *number = (uint32_t)read_number(a, UINT32_MAX, "a number of 32 bits has more");
    }
}

VISITOR void field_u8(archive *a, uint8_t *number, uint8_t most, const char *problem) {
    if (writes(a)) {
        put_number(a->out, *number);
    } else {
        *number = (uint8_t)read_number(a, most, problem);
    }
}

VISITOR void field_i32(archive *a, int32_t *number) {
    if (writes(a)) {
        put_signed(a->out, *number);
        return;
    }
    const int64_t read = bsl_get_signed(&a->load->in);
    if (read < INT32_MIN || read > INT32_MAX) {
        bsl_reader_fail(&a->load->in, "a number of 32 bits has more");
    }
    *number = (int32_t)read;
}

VISITOR void field_i16(archive *a, int16_t *number, const char *problem) {
    int32_t wide = *number;
    field_i32(a, &wide);
    if (writes(a)) {
        return;
    }
    if (wide < INT16_MIN || wide > INT16_MAX) {
        bsl_reader_fail(&a->load->in, problem);
    }
    *number = (int16_t)wide;
}

/* Four bytes, for what is as often large as small. */
VISITOR void field_word(archive *a, uint32_t *word) {
    if (writes(a)) {
        put_word(a->out, *word);
    } else {
        *word = bsl_get_word(&a->load->in);
    }
}

/* ---- Times ---- */

/* At most 2^32 ms ago, kept modulo 2^32: saved as its age, which is short. */
VISITOR void field_time(archive *a, uint32_t *time) {
    const uint32_t now = (uint32_t)a->world->now;
    uint32_t age = now - *time;
    field_u32(a, &age);
    if (!writes(a)) {
        *time = now - age;
    }
}

VISITOR void field_long_time(archive *a, int64_t *time) {
    if (writes(a)) {
        put_number(a->out, (uint64_t)(a->world->now - *time));
    } else {
        *time = a->world->now - (int64_t)read_number(a, LATEST_MS, "a time is out of range");
    }
}

/* Before or after now. */
VISITOR void field_due(archive *a, uint32_t *due) {
    const uint32_t now = (uint32_t)a->world->now;
    if (writes(a)) {
        put_signed(a->out, (int32_t)(*due - now));
    } else {
        *due = now + (uint32_t)bsl_get_signed(&a->load->in);
    }
}

/* ---- What is in tables ---- */

VISITOR void field_index(archive *a, uint32_t *index, uint32_t count, const char *problem) {
    if (writes(a)) {
        put_number(a->out, *index);
        return;
    }
    const uint64_t read = get_number(&a->load->in);
    if (read >= count) {
        bsl_reader_fail(&a->load->in, problem);
    }
    *index = read < count ? (uint32_t)read : 0;
}

VISITOR void field_id(archive *a, uint16_t *id, uint32_t count, const char *problem) {
    uint32_t index = *id;
    field_index(a, &index, count < NONE16 ? count : NONE16, problem);
    if (!writes(a)) {
        *id = (uint16_t)index;
    }
}

/* 0 in the save: NONE16. */
VISITOR void field_optional_id(archive *a, uint16_t *id, uint32_t count, const char *problem) {
    if (writes(a)) {
        put_number(a->out, *id == NONE16 ? 0 : *id + 1u);
        return;
    }
    const uint64_t read = read_number(a, count < NONE16 ? count : NONE16, problem);
    *id = read == 0 ? NONE16 : (uint16_t)(read - 1);
}

/* One of the values of a table. */
VISITOR void field_choice(
    archive *a, uint32_t *value, const uint32_t *table, uint32_t count, const char *problem) {
    uint32_t place = 0;
    while (writes(a) && place + 1 < count && table[place] != *value) {
        place++;
    }
    field_index(a, &place, count, problem);
    if (!writes(a)) {
        *value = table[place];
    }
}

/* Those of the flags in a table that are set; others are not saved. */
VISITOR void field_flags(
    archive *a, uint32_t *flags, const uint32_t *table, uint32_t count, const char *problem) {
    uint32_t saved = 0;
    if (writes(a)) {
        for (uint32_t i = 0; i < count; i++) {
            saved |= (*flags & table[i]) != 0 ? 1u << i : 0u;
        }
        put_number(a->out, saved);
        return;
    }
    saved = (uint32_t)read_number(a, (1u << count) - 1, problem);
    for (uint32_t i = 0; i < count; i++) {
        *flags |= (saved >> i & 1) != 0 ? table[i] : 0u;
    }
}

/* ---- Entities ---- */

/* The slot of one that is there; 0 in the save: NOBODY. */
VISITOR void field_slot(archive *a, uint32_t *slot) {
    if (writes(a)) {
        put_number(a->out, *slot == NOBODY ? 0 : *slot + 1ull);
        return;
    }
    const uint64_t read = read_number(a, a->load->slots, "a row is out of range");
    *slot = read == 0 ? NOBODY : (uint32_t)read - 1;
}

/* One that may have left. */
VISITOR void field_entity(archive *a, uint32_t *slot, uint32_t *spawn) {
    field_slot(a, slot);
    if (*slot != NOBODY) {
        field_u32(a, spawn);
    }
}

#endif
