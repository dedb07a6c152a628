/* Cutting a text into tokens, one at a time. */
#include "content/expression/text/lexer.h"

#include "content/expression/text/tree.h"

/* Of bytes, whatever the locale. */
static bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

static bool begins_word(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' ||
        (unsigned char)letter >= 128;
}

static bool continues_word(char letter) {
    return begins_word(letter) || is_digit(letter);
}

static bool is_blank(char letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

bool bsl_lexer_is_word(const char *name, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (!(i == 0 ? begins_word(name[i]) : continues_word(name[i]))) {
            return false;
        }
    }
    return length > 0;
}

static bool mistake(const lexer *l, size_t at, const char *message, const char *cure) {
    bsl_text_mistake(l->report, "syntax", (uint32_t)at + 1, message, cure);
    return false;
}

static char letter_at(const lexer *l, size_t at) {
    return at < l->length ? l->text[at] : '\0';
}

/* ---- Symbols ---- */

typedef struct symbol {
    const char *text;
    enum token_kind kind;
} symbol;

/* The longer before those that they begin with. */
static const symbol symbols[] = {
    {"==", TOKEN_EQUAL},
    {"~=", TOKEN_NOT_EQUAL},
    {"<=", TOKEN_AT_MOST},
    {">=", TOKEN_AT_LEAST},
    {"+=", TOKEN_INCREASE},
    {"-=", TOKEN_DECREASE},
};

static const symbol letters[] = {
    {"<", TOKEN_LESS},
    {">", TOKEN_GREATER},
    {"=", TOKEN_SET},
    {"+", TOKEN_PLUS},
    {"-", TOKEN_MINUS},
    {"*", TOKEN_TIMES},
    {"(", TOKEN_OPEN},
    {")", TOKEN_CLOSE},
    {";", TOKEN_SEMICOLON},
    {".", TOKEN_DOT},
};

/* What other languages write, and what is written here. */
static const char *const foreign[][2] = {
    {"!=", "~="},
    {"<>", "~="},
    {"&&", "and"},
    {"||", "or"},
    {"=<", "<="},
    {"=>", ">="},
    {"!", "not"},
    {"&", "and"},
    {"|", "or"},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool stands(const lexer *l, const char *sign) {
    const size_t length = strlen(sign);
    return l->length - l->at >= length && memcmp(l->text + l->at, sign, length) == 0;
}

static bool found_symbol(const lexer *l, const symbol *known, size_t count, token *t) {
    for (size_t i = 0; i < count; i++) {
        if (stands(l, known[i].text)) {
            t->kind = known[i].kind;
            t->length = strlen(known[i].text);
            return true;
        }
    }
    return false;
}

static bool refuse_symbol(const lexer *l) {
    problems *p = l->report->problems;
    const unsigned char letter = (unsigned char)l->text[l->at];
    if (letter == '/' || letter == '%' || letter == '^') {
        return mistake(
            l, l->at, bsl_problem_say(p, "there is no %c", letter), "there are only + - *");
    }
    return mistake(l, l->at,
        letter < ' ' || letter == 127 ? bsl_problem_say(p, "what is byte %d here?", letter)
                                      : bsl_problem_say(p, "what is %c here?", letter),
        NULL);
}

static bool read_symbol(const lexer *l, token *t) {
    if (found_symbol(l, symbols, COUNT(symbols), t)) {
        return true;
    }
    for (size_t i = 0; i < COUNT(foreign); i++) {
        if (stands(l, foreign[i][0])) {
            problems *p = l->report->problems;
            return mistake(l, l->at, bsl_problem_say(p, "there is no %s", foreign[i][0]),
                bsl_problem_say(p, "write %s", foreign[i][1]));
        }
    }
    return found_symbol(l, letters, COUNT(letters), t) || refuse_symbol(l);
}

/* ---- Words, numbers, strings ---- */

static bool read_word(const lexer *l, token *t) {
    static const char *const keywords[] = {"and", "or", "not", "true", "false"};
    while (continues_word(letter_at(l, l->at + t->length))) {
        t->length++;
    }
    t->kind = TOKEN_NAME;
    for (size_t i = 0; i < COUNT(keywords); i++) {
        if (is_text(t, keywords[i])) {
            t->kind = (enum token_kind)(TOKEN_AND + i);
        }
    }
    return true;
}

static size_t digits_from(const token *t, size_t at) {
    size_t count = 0;
    while (at + count < t->length && is_digit(t->text[at + count])) {
        count++;
    }
    return count;
}

static bool only_zeros(const token *t, size_t at) {
    while (at < t->length && t->text[at] == '0') {
        at++;
    }
    return at == t->length;
}

static bool read_number(const lexer *l, token *t) {
    for (char letter; (letter = letter_at(l, l->at + t->length)),
         (continues_word(letter) && (unsigned char)letter < 128) || letter == '.';) {
        t->length++;
    }
    problems *p = l->report->problems;
    const size_t whole = digits_from(t, 0);
    const bool has_point = whole < t->length && t->text[whole] == '.';
    if (whole > 0 && (whole == t->length || (has_point && only_zeros(t, whole + 1)))) {
        t->kind = TOKEN_NUMBER;
        t->value = 0;
        for (size_t i = 0; i < whole && t->value <= UINT32_MAX; i++) {
            t->value = t->value * 10 + (t->text[i] - '0');
        }
        return true;
    }
    const size_t fraction = has_point ? digits_from(t, whole + 1) : 0;
    if (fraction > 0 && whole + 1 + fraction == t->length) {
        return mistake(l, l->at,
            bsl_problem_say(p, "%.*s is not a whole number", (int)t->length, t->text),
            "state and distance are whole numbers");
    }
    return mistake(l, l->at, bsl_problem_say(p, "malformed number %.*s", (int)t->length, t->text),
        "write digits only");
}

static bool read_string(const lexer *l, token *t) {
    const char quote = l->text[l->at];
    for (size_t at = l->at + 1; at < l->length && l->text[at] != '\n'; at++) {
        if (l->text[at] == '\0') {
            return mistake(l, at, "what is byte 0 here?", NULL);
        }
        if (l->text[at] == quote) {
            t->kind = TOKEN_STRING;
            t->length = at + 1 - l->at;
            return true;
        }
    }
    return mistake(l, l->at, "a quote without its end",
        bsl_problem_say(l->report->problems, "close it with %c", quote));
}

/* ---- Entry ---- */

/* Past white space and comments. */
static void skip(lexer *l) {
    while (l->at < l->length) {
        if (is_blank(l->text[l->at])) {
            l->at++;
        } else if (stands(l, "--")) {
            const char *end = memchr(l->text + l->at, '\n', l->length - l->at);
            l->at = end == NULL ? l->length : (size_t)(end - l->text) + 1;
        } else {
            return;
        }
    }
}

static bool read_token(const lexer *l, token *t) {
    const char letter = l->text[l->at];
    if (begins_word(letter)) {
        return read_word(l, t);
    }
    if (letter == '\'' || letter == '"') {
        return read_string(l, t);
    }
    if (is_digit(letter) || (letter == '.' && is_digit(letter_at(l, l->at + 1)))) {
        return read_number(l, t);
    }
    return read_symbol(l, t);
}

bool bsl_lexer_start(lexer *l, text_compiler *report, const char *text, size_t length) {
    *l = (lexer){report, text, length, 0, 0};
    return length <= LONGEST_TEXT ||
        mistake(l, 0,
            bsl_problem_say(report->problems, "the text is longer than %d bytes", LONGEST_TEXT),
            "split it, or use a function");
}

bool bsl_lexer_next(lexer *l, token *t) {
    skip(l);
    if (l->at == l->length) {
        *t = (token){TOKEN_END, (uint32_t)l->last + 1, "", 0, 0};
        return true;
    }
    *t = (token){TOKEN_END, (uint32_t)l->at + 1, l->text + l->at, 0, 0};
    if (!read_token(l, t)) {
        return false;
    }
    l->at += t->length;
    l->last = l->at;
    return true;
}
