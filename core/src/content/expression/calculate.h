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
