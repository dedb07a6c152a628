/* Trees of texts: between parser.c, checker.c and emitter.c. */
#ifndef BUSTLE_TREE_H
#define BUSTLE_TREE_H

#include "content/expression/path.h"
#include "content/expression/text/lexer.h"

enum expr_type {
    EXPR_NUMBER,
    EXPR_BOOLEAN,
    EXPR_STRING, /* `name` between quotes */
    EXPR_CONSTANT, /* `name` */
    EXPR_KEY, /* `subject` and, but for distance and now, `name`; of a link also `to` */
    EXPR_COUNT, /* of whom `path` finds, or whether that is anybody */
    EXPR_MINUS, /* of one */
    EXPR_CHAIN, /* sums or products, calculated from left to right: a long text makes no deep tree
                 */
    EXPR_COMPARE, /* `kind`, of two */
    EXPR_NOT, /* of one */
    EXPR_AND, /* of two or more */
    EXPR_OR,
    EXPR_CHANGE, /* `kind`, of a key and a value */
    EXPR_RAISE, /* `name` on `subject`, on `path`, or within so many units: of one, the number */
    EXPR_REVOKE, /* `name` on `subject` */
    EXPR_SEND, /* `name` to `subject`, or on `path`; of one, the value: none is 0 */
    EXPR_EFFECTS
};

/* What an expression is good for, once it is checked. Numbers, flags and names of values are
 * calculated with; of what is unknown a mistake has been told, and nothing more should be said. */
enum expr_class {
    CLASS_UNCHECKED,
    CLASS_NUMBER,
    CLASS_FLAG,
    CLASS_NAMED,
    CLASS_BOOLEAN,
    CLASS_STRING,
    CLASS_CONDITION,
    CLASS_UNKNOWN
};

typedef struct expr {
    enum expr_type type;
    enum expr_class class;
    bustle_op_kind kind;
    bustle_op_kind step; /* of an operand of a chain: what joins it to those before it */
    bustle_subject subject;
    const char *part; /* of BUSTLE_PART: its name */
    const char *name;
    bool inbox; /* of a key: it is an inbox */
    bool link; /* of a key: it is a link of the kind `name`, */
    bustle_subject to; /* and leads there */
    const char *to_part;
    written_path *path, *within; /* NULL: none */
    const char *path_name; /* what the paths are with the names of operations */
    bool any;
    text_found found; /* of a key, an interruption, an offer or an inbox */
    int32_t value;
    uint32_t column; /* from 1; 0: it is in no text */
    uint32_t name_column;
    bool known; /* the value is */
    bool parenthesised;
    struct expr *first, *last; /* operands */
    struct expr *next; /* of the same operation */
} expr;

static inline bool is_text(const token *t, const char *text) {
    return strlen(text) == t->length && memcmp(text, t->text, t->length) == 0;
}

/* Neither text may be NULL, but the cure may. */
void bsl_text_mistake(
    text_compiler *c, const char *code, uint32_t column, const char *message, const char *cure);
/* NULL, as from those that follow: no memory, which is noted. */
void *bsl_text_room(text_compiler *c, size_t size);
expr *bsl_text_expr(text_compiler *c, enum expr_type type, uint32_t column);
const char *bsl_text_copy(text_compiler *c, const char *text, size_t length);
const char *bsl_text_join(text_compiler *c, const char *pack, const char *name);
void bsl_text_add(expr *parent, expr *operand);
const char *bsl_text_subject(bustle_subject subject); /* not of a part */
/* The part of the scene that a token names; NULL: it names none. */
const char *bsl_text_part(const text_compiler *c, const token *t);

/* NULL: a mistake was told, or there is no memory. */
expr *bsl_text_parse(text_compiler *c, enum text_kind kind, const char *text, size_t length);
/* Writes into the nodes what the emitter needs. False: mistakes were told. */
bool bsl_text_check(text_compiler *c, enum text_kind kind, expr *tree);
/* Appends the operations. False: it needs more than worlds have, which was told. */
bool bsl_text_emit(text_compiler *c, enum text_kind kind, const expr *tree);

#endif
