/* Conditions and effects as people write them, compiled into the operations of bustle.h: lexer.c
 * cuts a text into tokens, parser.c makes a tree of them, checker.c finds out what its names stand
 * for and what is wrong with it, emitter.c writes the operations. A draft or Lua may be the one who
 * compiles. These files do not know which: they ask a scope what names stand for. */
#ifndef BUSTLE_TEXT_H
#define BUSTLE_TEXT_H

#include "content/problems.h"

enum text_kind {
    TEXT_CONDITION,
    TEXT_EFFECTS,
    TEXT_VALUE, /* a number that is known beforehand: one push of a constant */
    TEXT_AMOUNT, /* a value that is worked out when it is needed */
    TEXT_PATH /* one push of a BUSTLE_COUNT: its name is the path, with the names of operations */
};

/* What a name may stand for. */
enum text_name {
    TEXT_STATE,
    TEXT_ENVIRONMENT,
    TEXT_CONSTANT,
    TEXT_INTERRUPTION,
    TEXT_LINK, /* a kind that content declares */
    TEXT_OFFER,
    TEXT_INBOX
};

typedef struct text_found {
    const char *name; /* as operations have it */
    const char *const *values; /* of a key: names of 0, 1, 2, ...; NULL: it has none */
    size_t value_count;
    bool flag;
    int32_t number; /* of a constant */
    bool boolean; /* the constant is true or false */
} text_found;

/* Why there is nothing of a name. */
typedef struct text_missing {
    const char *code;
    const char *text;
    const char *cure; /* NULL: none */
} text_missing;

/* What both give must live until the compiler is used again. */
typedef struct text_scope {
    void *context;
    bool environment_only; /* it is the condition of an interruption */
    const char *const *parts; /* of a scene: names that are subjects too; an empty one is none */
    uint32_t part_count;
    bool (*find)(void *context, enum text_name kind, const char *name, text_found *found,
        text_missing *missing);
    /* The name that was meant, or NULL. */
    const char *(*nearest)(
        void *context, const char *name, const char *const *names, uint32_t count);
} text_scope;

/* One for many texts: it keeps its memory. `problems` gets the mistakes, all of them, each at its
 * column within `at`; a cure of "" is none. */
typedef struct text_compiler {
    heap *heap;
    problems *problems;
    spot at;
    const text_scope *scope;
    arena memory;
    arena_mark empty;
    list ops; /* bustle_op: what the compiled texts have become */
    list columns; /* uint32_t: where each of them was written, from 1; 0: in no text */
    bool no_memory;
} text_compiler;

/* An operation that is written as such, on its way through the same checks. */
typedef struct text_operation {
    bustle_op_kind kind; /* a comparison, a modification or what comes after those */
    bustle_subject subject;
    const char *name;
    const char *word; /* what stands on the right: a named value or a constant, of
                         BUSTLE_RAISE_ON_PATH and BUSTLE_SEND_ON_PATH the path; or NULL, and */
    int32_t number;
    bool boolean; /* the number is true or false */
    const char *part; /* of BUSTLE_PART: its name */
    const char *link; /* about a link of this kind, instead of a `name`; or NULL */
    bustle_subject to;
    const char *to_part;
} text_operation;

void bsl_text_init(text_compiler *c, heap *h);
void bsl_text_free(text_compiler *c);

/* Appends the operations of a text. False: a mistake was told, or there is no memory, which is
 * noted. */
bool bsl_text_compile(text_compiler *c, enum text_kind kind, const char *text, size_t length);
bool bsl_text_compile_operation(
    text_compiler *c, enum text_kind kind, const text_operation *operation);

#endif
