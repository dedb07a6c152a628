/* Reading values of entities, and comparing and calculating with them: shared by operations.c,
 * which decides, and look.c, which looks on. */
#ifndef BUSTLE_READING_H
#define BUSTLE_READING_H

#include "world/world.h"

#define MISSING INT64_MIN /* a value that is not there: comparisons with it are false */

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

static inline int64_t calculate(unsigned operation, int64_t a, int64_t b) {
    if (a == MISSING || b == MISSING) {
        return MISSING;
    }
    return calculated(operation - OP_PLUS + BUSTLE_PLUS, a, b);
}

#endif
