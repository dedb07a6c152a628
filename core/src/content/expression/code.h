/* From a list of operations in postfix order to sealed code: terms.c reads the operations one by
 * one and resolves their names; code.c gives them structure, folds constants and emits; needs.c
 * finds out which states they need. */
#ifndef BUSTLE_CODE_H
#define BUSTLE_CODE_H

#include "content/draft.h"

enum place { PLACE_ACTION, PLACE_EFFECTS, PLACE_TRANSITION, PLACE_INTERRUPTION, PLACE_VALUE };

/* Names that stand for members of the parts of a scene. */
typedef struct part_scope {
    const bustle_part_def *parts;
    uint32_t count;
    uint32_t earlier; /* so many of them may be named */
} part_scope;

typedef struct source {
    const bustle_ops *ops;
    spot at;
    uint32_t action; /* whose functions they are; BUSTLE_NONE: a transition's */
    uint8_t place;
    const uint32_t *columns; /* of the operations, in a text; NULL or 0: they are in none */
    const part_scope *parts; /* of a scene; NULL: of none */
} source;

/* Where an operation of the source is. */
static inline spot spot_of_operation(const source *from, uint32_t index) {
    spot at = from->at;
    at.column = from->columns == NULL || index >= from->ops->count ? 0 : from->columns[index];
    at.operation = at.column == 0 ? index + 1 : 0;
    return at;
}

/* What else is to be known about a code. */
typedef struct facts {
    bool mentions_target; /* the target, its state, or the distance to it */
    reach_limit reach; /* as in `action` */
    uint16_t prefix, answered;
} facts;

/* Appends the operations to the draft. After a problem the code is empty, the facts still tell what
 * is mentioned. */
code bsl_code_compile(draft *d, const source *from, facts *known);

/* The condition of an action, or of a cue that is like one, and whom it lets in. Returns whether it
 * mentions the target. In draft_actions.c. */
bool bsl_draft_search(draft *d, const source *from, action *made);

/* Whom `distance <= units` would let in. */
reach_limit bsl_code_within(int32_t units);

/* ---- Texts, in draft_texts.c ---- */

/* The operations of the list, then those of the text, and where each of these is written. Both are
 * good until the next text. False: a mistake was told, or there is no memory. */
bool bsl_draft_text_ops(draft *d, const source *from, bustle_ops *all, const uint32_t **columns);
/* Whether a text with mistakes seems to be about a target. */
bool bsl_draft_text_mentions_target(const char *text);

/* ---- Between terms.c, code.c and needs.c ---- */

/* An operation on its way. Terms stay in postfix order, so that the terms of an operand are those
 * from its `first` to itself. */
typedef struct term {
    op op; /* what it becomes */
    uint32_t left, right; /* operands: terms; NO_TERM */
    uint32_t first;
    uint32_t joint; /* the "and" or "or" whose right operand begins here, or NO_TERM */
    uint32_t needs_at; /* needs.c: where what it needs begins */
    uint32_t skip_at; /* of an "and" or "or": its OP_AND_SKIP or OP_OR_SKIP */
    uint8_t kind; /* bustle_op_kind */
    int32_t amount; /* of a message that is sent on a path: its value, unless it is stacked */
    bool stacked; /* a comparison, a modification or a message with operands */
    bool constant; /* a value known now, in op.value */
    bool absorbed; /* became part of another: nothing to emit */
    bool top; /* must be true for the whole condition to be */
} term;

#define NO_TERM UINT32_MAX

/* The n-th operation without regard to its neighbours. False: a problem was told. */
bool bsl_term_read(draft *d, const source *from, uint32_t n, term *t, code *result, facts *known);

/* Notes what the condition that the terms make needs. `needed` has room for a number for each
 * operation. */
void bsl_needs_note(draft *d, const source *from, term *terms, uint32_t count, uint32_t *needed);

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
