/* From a list of operations in postfix order to sealed code: terms.c reads the operations one by
 * one and resolves their names; code.c gives them structure, folds constants and emits. */
#ifndef BUSTLE_CODE_H
#define BUSTLE_CODE_H

#include "content/draft.h"

enum place { PLACE_ACTION, PLACE_EFFECTS, PLACE_TRANSITION, PLACE_INTERRUPTION };

typedef struct source {
    const bustle_ops *ops;
    spot at;
    uint32_t action; /* whose functions they are; BUSTLE_NONE: a transition's */
    uint8_t place;
} source;

/* What else is to be known about a code. */
typedef struct facts {
    bool mentions_target; /* the target, its state, or the distance to it */
    reach_limit reach; /* as in `action` */
    uint16_t prefix, answered;
} facts;

/* Appends the operations to the draft. After a problem the code is empty, the facts still tell what
 * is mentioned. */
code bsl_code_compile(draft *d, const source *from, facts *known);

/* ---- Between terms.c and code.c ---- */

/* An operation on its way. Terms stay in postfix order, so that the terms of an operand are those
 * from its `first` to itself. */
typedef struct term {
    op op; /* what it becomes */
    uint32_t left, right; /* operands: terms; NO_TERM */
    uint32_t first;
    uint32_t joint; /* the "and" or "or" whose right operand begins here, or NO_TERM */
    uint32_t skip_at; /* of an "and" or "or": its OP_AND_SKIP or OP_OR_SKIP */
    uint8_t kind; /* bustle_op_kind */
    bool stacked; /* a comparison or modification with operands */
    bool constant; /* a value known now, in op.value */
    bool absorbed; /* became part of another: nothing to emit */
    bool top; /* must be true for the whole condition to be */
} term;

#define NO_TERM UINT32_MAX

/* The n-th operation without regard to its neighbours. False: a problem was told. */
bool bsl_term_read(draft *d, const source *from, uint32_t n, term *t, code *result, facts *known);

static inline bool is_comparison(uint8_t kind) {
    return kind >= BUSTLE_EQUAL && kind <= BUSTLE_AT_LEAST;
}

static inline bool is_arithmetic(uint8_t kind) {
    return kind >= BUSTLE_PLUS && kind <= BUSTLE_TIMES;
}

static inline bool is_modification(uint8_t kind) {
    return kind >= BUSTLE_SET && kind <= BUSTLE_DECREASE;
}

#endif
