/* Tokens of a text. The parser finds out what they mean together. */
#ifndef BUSTLE_LEXER_H
#define BUSTLE_LEXER_H

#include "content/expression/text/text.h"

/* A text may not be longer: nobody writes such by hand, and what machines write has to end
 * somewhere. */
#define LONGEST_TEXT 65536

/* Comparisons, modifications and calculations in the order of bustle_op_kind. */
enum token_kind {
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_NOT,
    TOKEN_TRUE,
    TOKEN_FALSE,
    TOKEN_EQUAL,
    TOKEN_NOT_EQUAL,
    TOKEN_LESS,
    TOKEN_GREATER,
    TOKEN_AT_MOST,
    TOKEN_AT_LEAST,
    TOKEN_SET,
    TOKEN_INCREASE,
    TOKEN_DECREASE,
    TOKEN_PLUS,
    TOKEN_MINUS,
    TOKEN_TIMES,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_SEMICOLON,
    TOKEN_DOT
};

typedef struct token {
    enum token_kind kind;
    uint32_t column; /* where it begins, in bytes from 1; the end: after the last token */
    const char *text;
    size_t length;
    int64_t value; /* of a number; all beyond 32 bits is alike */
} token;

typedef struct lexer {
    text_compiler *report;
    const char *text;
    size_t length;
    size_t at;
    size_t last; /* the end of the last token */
} lexer;

/* False: the text is too long, which was told. */
bool bsl_lexer_start(lexer *l, text_compiler *report, const char *text, size_t length);
/* False: there is no token, which was told. */
bool bsl_lexer_next(lexer *l, token *t);
/* Whether a name can be written in a text. */
bool bsl_lexer_is_word(const char *name, size_t length);

static inline bool is_keyword(enum token_kind kind) {
    return kind >= TOKEN_AND && kind <= TOKEN_FALSE;
}

#endif
