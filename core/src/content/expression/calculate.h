/* What expressions calculate: the same when content is sealed, when it runs, and for Lua. */
#ifndef BUSTLE_CALCULATE_H
#define BUSTLE_CALCULATE_H

#include "bustle.h"

#define STACK_LIMIT 32 /* values on the stack of a program; the builder rejects deeper ones */

static inline int32_t saturate(int64_t value) {
    if (value > INT32_MAX) {
        return INT32_MAX;
    }
    return value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

/* ---- Distances (S10) ----
 *
 * Positions are in sixteenths of a unit. Distances are compared by their squares, which are exact:
 * no root is needed. */

#define SIXTEENTHS 16
#define FARTHEST_UNITS (INT64_C(1) << 23) /* no distance is that long, by either metric */

/* What the square of a distance is compared with instead of so many units. No square is less than
 * 0, none as much as that of FARTHEST_UNITS. */
static inline int64_t squared_units(int64_t units) {
    const int64_t sixteenths = (units < FARTHEST_UNITS ? units : FARTHEST_UNITS) * SIXTEENTHS;
    return units < 0 ? -1 : sixteenths * sixteenths;
}

/* ---- Arithmetic ---- */

/* BUSTLE_PLUS, BUSTLE_MINUS or BUSTLE_TIMES of two numbers of 32 bits. */
static inline int32_t calculated(unsigned kind, int64_t a, int64_t b) {
    switch (kind) {
    case BUSTLE_PLUS:
        return saturate(a + b);
    case BUSTLE_MINUS:
        return saturate(a - b);
    default:
        return saturate(a * b);
    }
}

#endif
