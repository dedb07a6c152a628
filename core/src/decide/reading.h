/* Reading values of entities, and comparing and calculating with them: shared by operations.c,
 * which decides, and look.c, which looks on. */
#ifndef BUSTLE_READING_H
#define BUSTLE_READING_H

#include "world/space.h"
#include "world/world.h"

#define MISSING INT64_MIN /* a value that is not there: comparisons with it are false */

/* S68: no distance is there between the two. */
static inline bool are_apart(const bustle_world *w, const entity *a, const entity *b) {
    return w->has_nowhere && (is_nowhere(w, a) || is_nowhere(w, b));
}

/* Of the distance between the two, which may be MISSING. */
static inline int64_t square_between(const bustle_world *w, const entity *a, const entity *b) {
    return are_apart(w, a, b) ? MISSING : squared_between(w->def.metric, a, b);
}

static inline int64_t read_state(const bustle_world *w, const entity *e, uint32_t state) {
    const int32_t *place = state_at(w, e, state);
    return place == NULL ? MISSING : *place;
}

static inline int64_t read_target(const bustle_world *w, const parties *s, uint32_t state) {
    if (s->target == NULL) {
        return MISSING;
    }
    int64_t value = read_state(w, s->target, state);
    if (s->testing && value != MISSING && w->content->states[state].claimed) {
        value += bsl_claim_held_by(w, s->self, s->target_slot, state);
    }
    return value;
}

static inline bool compare(unsigned comparison, int64_t a, int64_t b) {
    if (a == MISSING || b == MISSING) {
        return false;
    }
    /* A table of answers instead of a branch that nobody can foresee: less, equal, greater. */
    static const uint8_t answers[] = {[OP_EQUAL] = 2,
        [OP_NOT_EQUAL] = 5,
        [OP_LESS] = 1,
        [OP_GREATER] = 4,
        [OP_AT_MOST] = 3,
        [OP_AT_LEAST] = 6};
    return (answers[comparison] >> ((a >= b) + (a > b)) & 1) != 0;
}

/* What an operation reads of the distance of that square. S10: compared with a constant, it is a
 * number that stands to the constant as the distance does; the square itself for comparisons on the
 * stack; whole units for arithmetic. */
static inline int64_t distance_read(const op *o, int64_t square) {
    if (square == MISSING || (o->code == OP_PUSH && o->name != 0)) {
        return square;
    }
    if (o->code == OP_PUSH) {
        return whole_units(square);
    }
    const int64_t limit = squared_units(o->value);
    return o->value + (int64_t)(square > limit) - (int64_t)(square < limit);
}

static inline int64_t squared_value(int64_t value) {
    return value == MISSING ? MISSING : squared_units(value);
}

/* An OP_TEST_*: where one of the two is the square of a distance, so is the other. */
static inline bool test(const op *o, int64_t a, int64_t b) {
    const int64_t left = o->name == RIGHT_SQUARED ? squared_value(a) : a;
    const int64_t right = o->name == LEFT_SQUARED ? squared_value(b) : b;
    return compare(o->code - OP_TEST_EQUAL, left, right);
}

static inline int64_t calculate(unsigned operation, int64_t a, int64_t b) {
    if (a == MISSING || b == MISSING) {
        return MISSING;
    }
    return calculated(operation - OP_PLUS + BUSTLE_PLUS, a, b);
}

#endif
