/* Makes trees of texts, by recursive descent with Lua's precedence. Every function returns NULL
 * once a mistake is reported, or when there is no memory: the first mistake of this kind ends the
 * text. */
#include "content/expression/text/tree.h"

/* Parentheses, `not` and minus signs within each other: no more than so many. */
#define DEEPEST 64

typedef struct parser {
    text_compiler *c;
    lexer from;
    token now;
    int depth;
    enum text_kind kind;
} parser;

#define SAY(p, ...) bsl_problem_say((p)->c->problems, __VA_ARGS__)

static expr *fail(const parser *p, uint32_t column, const char *message, const char *cure) {
    bsl_text_mistake(p->c, "syntax", column, message, cure);
    return NULL;
}

/* ---- The token that is next ---- */

/* The text has been cut once before: all of it is tokens. */
static void advance(parser *p) {
    (void)bsl_lexer_next(&p->from, &p->now);
}

static const char *text_of(const parser *p, const token *t) {
    return SAY(p, "%.*s", (int)t->length, t->text);
}

static const char *shown(const parser *p) {
    return p->now.kind == TOKEN_END ? "the end" : text_of(p, &p->now);
}

static bool accept(parser *p, enum token_kind kind) {
    if (p->now.kind != kind) {
        return false;
    }
    advance(p);
    return true;
}

static bool is_word(const parser *p, const char *word) {
    return p->now.kind == TOKEN_NAME && is_text(&p->now, word);
}

static bool deeper(parser *p, uint32_t column) {
    if (++p->depth <= DEEPEST) {
        return true;
    }
    fail(p, column, SAY(p, "nested more than %d deep", DEEPEST), "split it, or use a function");
    return false;
}

static bool is_comparison_token(enum token_kind kind) {
    return kind >= TOKEN_EQUAL && kind <= TOKEN_AT_LEAST;
}

static bool is_change_token(enum token_kind kind) {
    return kind >= TOKEN_SET && kind <= TOKEN_DECREASE;
}

/* ---- Names ---- */

/* The word after a dot: any, also one that means something elsewhere. */
static const char *part(parser *p, const char *before) {
    if (p->now.kind != TOKEN_NAME && !is_keyword(p->now.kind)) {
        fail(p, p->now.column, SAY(p, "expected a name after %s., found %s", before, shown(p)),
            NULL);
        return NULL;
    }
    const char *word = bsl_text_copy(p->c, p->now.text, p->now.length);
    advance(p);
    return word;
}

/* `name` or `pack.name`, after the first word has been read. */
static const char *rest_of_name(parser *p, const char *first) {
    if (first == NULL || !accept(p, TOKEN_DOT)) {
        return first;
    }
    const char *word = part(p, first);
    const char *name = word == NULL ? NULL : bsl_text_join(p->c, first, word);
    if (name != NULL && p->now.kind == TOKEN_DOT) {
        fail(
            p, p->now.column, SAY(p, "%s has too many parts", name), "a name is name or pack.name");
        return NULL;
    }
    return name;
}

/* ---- Links and paths ---- */

/* self, target, area or a part; false: the next word is none of them. */
static bool party(parser *p, bustle_subject *subject, const char **part_name) {
    *part_name = bsl_text_part(p->c, &p->now);
    if (*part_name != NULL) {
        *subject = BUSTLE_PART;
    } else if (is_word(p, "self")) {
        *subject = BUSTLE_SELF;
    } else if (is_word(p, "target")) {
        *subject = BUSTLE_TARGET;
    } else if (is_word(p, "area")) {
        *subject = BUSTLE_AREA;
    } else {
        return false;
    }
    advance(p);
    return true;
}

/* The other end, after the kind: `self.trust(target)`. */
static expr *link_end(parser *p, expr *made) {
    const char *who = made->subject == BUSTLE_PART ? made->part : bsl_text_subject(made->subject);
    if (made->subject == BUSTLE_ENV) {
        return fail(p, p->now.column, "env has no links", "write env.name alone");
    }
    advance(p);
    made->link = true;
    if (!party(p, &made->to, &made->to_part)) {
        return fail(p, p->now.column, SAY(p, "expected whom the link leads to, found %s", shown(p)),
            SAY(p, "write %s.%s(target)", who, made->name));
    }
    return accept(p, TOKEN_CLOSE)
        ? made
        : fail(p, p->now.column, SAY(p, "expected ) before %s", shown(p)), "close the bracket");
}

/* The path that begins at a place of the text; what follows it is next. */
static written_path *path_at(parser *p, size_t at) {
    const path_roots roots = {p->c->scope->parts, p->c->scope->part_count};
    written_path *path = bsl_text_room(p->c, sizeof *path);
    if (path == NULL) {
        return NULL;
    }
    if (!bsl_path_read(p->from.text, p->from.length, at, &roots, path)) {
        bsl_text_mistake(p->c, "bad-path", path->mistake_at + 1, path->mistake, path->cure);
        return NULL;
    }
    p->from.at = path->end;
    p->from.last = path->end;
    advance(p);
    return path;
}

/* `count(PATH)`, `count(PATH in PATH)` or `any(PATH)`, at the opening bracket. */
static expr *count(parser *p, const token *word) {
    expr *made = bsl_text_expr(p->c, EXPR_COUNT, word->column);
    if (made == NULL) {
        return NULL;
    }
    made->name_column = word->column;
    made->any = is_text(word, "any");
    made->path = path_at(p, p->now.column);
    if (made->path != NULL && is_word(p, "in")) {
        made->within = path_at(p, p->now.column - 1 + p->now.length);
        if (made->within == NULL) {
            return NULL;
        }
    }
    if (made->path == NULL || accept(p, TOKEN_CLOSE)) {
        return made->path == NULL ? NULL : made;
    }
    return fail(p, p->now.column, SAY(p, "expected of, in or ) before %s", shown(p)),
        "close the bracket after the path");
}

/* `part_name`: of BUSTLE_PART, its name. */
static expr *key(parser *p, bustle_subject subject, const char *part_name, uint32_t column) {
    const char *word = subject == BUSTLE_PART ? part_name : bsl_text_subject(subject);
    expr *made = bsl_text_expr(p->c, EXPR_KEY, column);
    if (made == NULL) {
        return NULL;
    }
    made->subject = subject;
    made->part = part_name;
    made->name_column = p->now.column;
    if (subject == BUSTLE_DISTANCE || subject == BUSTLE_NOW) {
        made->name_column = column;
        return p->now.kind != TOKEN_DOT
            ? made
            : fail(p, p->now.column, SAY(p, "%s has nothing after a dot", word),
                  SAY(p, "write %s alone", word));
    }
    if (!accept(p, TOKEN_DOT)) {
        return fail(p, column, SAY(p, "%s alone says nothing", word),
            SAY(p, "name what of it: %s.something", word));
    }
    made->name_column = p->now.column;
    made->name = rest_of_name(p, part(p, word));
    if (made->name == NULL || p->now.kind != TOKEN_OPEN) {
        return made->name == NULL ? NULL : made;
    }
    return link_end(p, made);
}

static expr *named(parser *p) {
    const token first = p->now;
    advance(p);
    for (bustle_subject subject = BUSTLE_SELF; subject <= BUSTLE_NOW; subject++) {
        if (is_text(&first, bsl_text_subject(subject))) {
            return key(p, subject, NULL, first.column);
        }
    }
    if (p->now.kind == TOKEN_DOT && is_text(&first, "area")) {
        return key(p, BUSTLE_AREA, NULL, first.column);
    }
    if (p->now.kind == TOKEN_OPEN && (is_text(&first, "count") || is_text(&first, "any"))) {
        return count(p, &first);
    }
    const char *part_name = bsl_text_part(p->c, &first);
    if (part_name != NULL) {
        return key(p, BUSTLE_PART, part_name, first.column);
    }
    expr *made = bsl_text_expr(p->c, EXPR_CONSTANT, first.column);
    if (made != NULL) {
        made->name = rest_of_name(p, bsl_text_copy(p->c, first.text, first.length));
    }
    return made == NULL || made->name == NULL ? NULL : made;
}

/* ---- Values and conditions ---- */

static expr *disjunction(parser *p);

static expr *number(parser *p, int sign) {
    const token t = p->now;
    const int64_t value = sign * t.value;
    if (value > INT32_MAX || value < INT32_MIN) {
        return fail(p, t.column, SAY(p, "%s%s is beyond 32 bits", sign < 0 ? "-" : "", shown(p)),
            "use a number from -2147483648 to 2147483647");
    }
    advance(p);
    expr *made = bsl_text_expr(p->c, EXPR_NUMBER, t.column);
    if (made != NULL) {
        made->value = (int32_t)value;
    }
    return made;
}

static expr *parenthesised(parser *p) {
    if (!deeper(p, p->now.column)) {
        return NULL;
    }
    advance(p);
    expr *made = disjunction(p);
    if (made != NULL && !accept(p, TOKEN_CLOSE)) {
        return fail(
            p, p->now.column, SAY(p, "expected ) before %s", shown(p)), "close the parenthesis");
    }
    p->depth--;
    if (made != NULL) {
        /* Whether `not a == b` was meant can only be told without them. */
        made->parenthesised = true;
    }
    return made;
}

static expr *string(parser *p) {
    expr *made = bsl_text_expr(p->c, EXPR_STRING, p->now.column);
    if (made != NULL) {
        made->name = bsl_text_copy(p->c, p->now.text + 1, p->now.length - 2);
    }
    advance(p);
    return made == NULL || made->name == NULL ? NULL : made;
}

static expr *boolean(parser *p) {
    expr *made = bsl_text_expr(p->c, EXPR_BOOLEAN, p->now.column);
    if (made != NULL) {
        made->value = p->now.kind == TOKEN_TRUE;
    }
    advance(p);
    return made;
}

static expr *primary(parser *p) {
    switch (p->now.kind) {
    case TOKEN_NAME:
        return named(p);
    case TOKEN_NUMBER:
        return number(p, 1);
    case TOKEN_STRING:
        return string(p);
    case TOKEN_TRUE:
    case TOKEN_FALSE:
        return boolean(p);
    case TOKEN_OPEN:
        return parenthesised(p);
    default:
        return fail(p, p->now.column, SAY(p, "expected a value, found %s", shown(p)), NULL);
    }
}

static expr *unary(parser *p) {
    const token t = p->now;
    if (t.kind != TOKEN_NOT && t.kind != TOKEN_MINUS) {
        return primary(p);
    }
    advance(p);
    if (t.kind == TOKEN_MINUS && p->now.kind == TOKEN_NUMBER) {
        return number(p, -1);
    }
    expr *operand = deeper(p, t.column) ? unary(p) : NULL;
    p->depth--;
    expr *made = operand == NULL
        ? NULL
        : bsl_text_expr(p->c, t.kind == TOKEN_NOT ? EXPR_NOT : EXPR_MINUS, t.column);
    if (made != NULL) {
        bsl_text_add(made, operand);
    }
    return made;
}

static expr *chain(
    parser *p, expr *(*operand)(parser *), enum token_kind one, enum token_kind other) {
    expr *made = operand(p);
    if (made == NULL || (p->now.kind != one && p->now.kind != other)) {
        return made;
    }
    expr *first = made;
    made = bsl_text_expr(p->c, EXPR_CHAIN, first->column);
    if (made == NULL) {
        return NULL;
    }
    bsl_text_add(made, first);
    while (p->now.kind == one || p->now.kind == other) {
        const enum token_kind step = p->now.kind;
        advance(p);
        expr *following = operand(p);
        if (following == NULL) {
            return NULL;
        }
        following->step = (bustle_op_kind)(BUSTLE_PLUS + (step - TOKEN_PLUS));
        bsl_text_add(made, following);
    }
    return made;
}

static expr *product(parser *p) {
    return chain(p, unary, TOKEN_TIMES, TOKEN_TIMES);
}

static expr *sum(parser *p) {
    return chain(p, product, TOKEN_PLUS, TOKEN_MINUS);
}

static expr *compared(parser *p, expr *left) {
    const token t = p->now;
    if (left->type == EXPR_NOT && !left->parenthesised) {
        return fail(
            p, left->column, SAY(p, "not binds tighter than %s", shown(p)), "write not (...)");
    }
    advance(p);
    expr *right = sum(p);
    expr *made = right == NULL ? NULL : bsl_text_expr(p->c, EXPR_COMPARE, t.column);
    if (made == NULL) {
        return NULL;
    }
    made->kind = (bustle_op_kind)(BUSTLE_EQUAL + (t.kind - TOKEN_EQUAL));
    bsl_text_add(made, left);
    bsl_text_add(made, right);
    return !is_comparison_token(p->now.kind)
        ? made
        : fail(p, p->now.column, "comparisons cannot be chained", "join two of them by and");
}

static expr *comparison(parser *p) {
    expr *left = sum(p);
    if (left == NULL) {
        return NULL;
    }
    if (is_change_token(p->now.kind)) {
        return fail(p, p->now.column,
            SAY(p, "%s changes something, which a condition cannot", shown(p)),
            p->now.kind == TOKEN_SET ? "write == to compare"
                                     : "move it to start, finish or interrupted");
    }
    return is_comparison_token(p->now.kind) ? compared(p, left) : left;
}

static expr *joined(
    parser *p, expr *(*operand)(parser *), enum token_kind word, enum expr_type type) {
    expr *made = operand(p);
    if (made == NULL || p->now.kind != word) {
        return made;
    }
    expr *first = made;
    made = bsl_text_expr(p->c, type, p->now.column);
    if (made == NULL) {
        return NULL;
    }
    bsl_text_add(made, first);
    while (accept(p, word)) {
        expr *following = operand(p);
        if (following == NULL) {
            return NULL;
        }
        bsl_text_add(made, following);
    }
    return made;
}

static expr *conjunction(parser *p) {
    return joined(p, comparison, TOKEN_AND, EXPR_AND);
}

static expr *disjunction(parser *p) {
    return joined(p, conjunction, TOKEN_OR, EXPR_OR);
}

/* ---- Effects ---- */

static expr *raise_within(parser *p, expr *made) {
    advance(p);
    expr *units = sum(p);
    if (units == NULL) {
        return NULL;
    }
    made->subject = BUSTLE_SELF;
    bsl_text_add(made, units);
    return made;
}

static expr *raise_on(parser *p, expr *made) {
    const bool whom = is_word(p, "on");
    if (whom) {
        advance(p);
    }
    if (whom && party(p, &made->subject, &made->part)) {
        return made;
    }
    if (whom && p->now.kind == TOKEN_NAME && !is_word(p, "env") && !is_word(p, "distance") &&
        !is_word(p, "now")) {
        made->path = path_at(p, p->now.column - 1);
        return made->path == NULL ? NULL : made;
    }
    return fail(p, p->now.column,
        SAY(p, "expected %s, found %s",
            !whom                             ? "on self, on target or within"
                : p->c->scope->part_count > 0 ? "self, target, a part or a path"
                                              : "self, target or a path",
            shown(p)),
        SAY(p, "write raise %s on self, on target, or within 30", made->name));
}

static expr *raise(parser *p) {
    expr *made = bsl_text_expr(p->c, EXPR_RAISE, p->now.column);
    if (made == NULL) {
        return NULL;
    }
    advance(p);
    if (p->now.kind != TOKEN_NAME || is_word(p, "on") || is_word(p, "within")) {
        return fail(p, p->now.column,
            SAY(p, "expected the name of an interruption, found %s", shown(p)), NULL);
    }
    made->name_column = p->now.column;
    const char *first = bsl_text_copy(p->c, p->now.text, p->now.length);
    advance(p);
    made->name = rest_of_name(p, first);
    if (made->name == NULL) {
        return NULL;
    }
    return is_word(p, "within") ? raise_within(p, made) : raise_on(p, made);
}

/* `revoke NAME on self`, or target; names of offers may need quotes. */
static expr *revoke(parser *p) {
    expr *made = bsl_text_expr(p->c, EXPR_REVOKE, p->now.column);
    if (made == NULL) {
        return NULL;
    }
    advance(p);
    made->name_column = p->now.column;
    if (p->now.kind == TOKEN_STRING) {
        made->name = bsl_text_copy(p->c, p->now.text + 1, p->now.length - 2);
        advance(p);
    } else if (p->now.kind == TOKEN_NAME && !is_word(p, "on")) {
        const char *first = bsl_text_copy(p->c, p->now.text, p->now.length);
        advance(p);
        made->name = rest_of_name(p, first);
    } else {
        return fail(
            p, p->now.column, SAY(p, "expected the name of an offer, found %s", shown(p)), NULL);
    }
    if (made->name == NULL) {
        return NULL;
    }
    const bool whom = is_word(p, "on");
    if (whom) {
        advance(p);
    }
    if (whom && (is_word(p, "self") || is_word(p, "target"))) {
        made->subject = is_word(p, "self") ? BUSTLE_SELF : BUSTLE_TARGET;
        advance(p);
        return made;
    }
    return fail(p, p->now.column,
        SAY(p, "expected %s, found %s", whom ? "self or target" : "on self or on target", shown(p)),
        SAY(p, "write revoke %s on self", made->name));
}

/* The inbox and the value: `orders`, `orders = self.wish`. */
static bool message(parser *p, expr *made) {
    if (p->now.kind != TOKEN_NAME || is_word(p, "to")) {
        fail(p, p->now.column, SAY(p, "expected the name of an inbox, found %s", shown(p)), NULL);
        return false;
    }
    made->name_column = p->now.column;
    const char *first = bsl_text_copy(p->c, p->now.text, p->now.length);
    advance(p);
    made->name = rest_of_name(p, first);
    if (made->name == NULL) {
        return false;
    }
    if (p->now.kind == TOKEN_SET) {
        advance(p);
        expr *value = sum(p);
        if (value == NULL) {
            return false;
        }
        bsl_text_add(made, value);
    }
    return true;
}

/* `send NAME to WHOM`, `send NAME = VALUE to WHOM`, WHOM being target, area, a part or a path. */
static expr *send(parser *p) {
    expr *made = bsl_text_expr(p->c, EXPR_SEND, p->now.column);
    if (made == NULL) {
        return NULL;
    }
    advance(p);
    if (!message(p, made)) {
        return NULL;
    }
    const bool whom = is_word(p, "to");
    if (whom) {
        advance(p);
    }
    if (whom && is_word(p, "self")) {
        return fail(p, p->now.column, "nobody sends to itself",
            SAY(p, "write send %s to target, or to a path", made->name));
    }
    if (whom && party(p, &made->subject, &made->part)) {
        return made;
    }
    if (whom && p->now.kind == TOKEN_NAME && !is_word(p, "env") && !is_word(p, "distance") &&
        !is_word(p, "now")) {
        made->path = path_at(p, p->now.column - 1);
        return made->path == NULL ? NULL : made;
    }
    return fail(p, p->now.column,
        SAY(p, "expected %s, found %s",
            !whom                             ? "to target, or to a path"
                : p->c->scope->part_count > 0 ? "target, area, a part or a path"
                                              : "target, area or a path",
            shown(p)),
        SAY(p, "write send %s to target", made->name));
}

static expr *changed_key(parser *p) {
    static const char *const raise_word[] = {"raise"};
    const uint32_t column = p->now.column;
    if (p->now.kind != TOKEN_NAME) {
        return fail(p, column, SAY(p, "expected an effect, found %s", shown(p)),
            "such as self.energy += 1");
    }
    expr *made = named(p);
    if (made != NULL && made->type == EXPR_CONSTANT) {
        const text_scope *scope = p->c->scope;
        const bool meant = p->now.kind == TOKEN_NAME &&
            scope->nearest(scope->context, made->name, raise_word, 1) != NULL;
        return fail(p, column, SAY(p, "%s cannot be changed", made->name),
            meant ? "did you mean \"raise\"?"
                  : SAY(p, "did you mean self.%s or target.%s?", made->name, made->name));
    }
    if (made != NULL && made->type == EXPR_COUNT) {
        return fail(p, column, "an effect cannot change how many there are",
            "change a state, or a link, of self or target");
    }
    if (made != NULL && made->subject > BUSTLE_TARGET && made->subject != BUSTLE_PART &&
        made->subject != BUSTLE_AREA) {
        return fail(p, column,
            SAY(p, "an effect cannot change %s", bsl_text_subject(made->subject)),
            "change a state of self or target");
    }
    return made;
}

/* `raise`, `revoke` and `send` are the names of nothing else here: other effects begin with whom
 * they are on. */
static expr *effect(parser *p) {
    if (is_word(p, "raise")) {
        return raise(p);
    }
    if (is_word(p, "revoke")) {
        return revoke(p);
    }
    if (is_word(p, "send")) {
        return send(p);
    }
    expr *changed = changed_key(p);
    if (changed == NULL) {
        return NULL;
    }
    if (!is_change_token(p->now.kind)) {
        return fail(p, p->now.column, SAY(p, "expected =, += or -=, found %s", shown(p)),
            p->now.kind == TOKEN_EQUAL ? "write = to set" : NULL);
    }
    const enum token_kind change = p->now.kind;
    advance(p);
    expr *value = sum(p);
    expr *made = value == NULL ? NULL : bsl_text_expr(p->c, EXPR_CHANGE, changed->column);
    if (made != NULL) {
        made->kind = (bustle_op_kind)(BUSTLE_SET + (change - TOKEN_SET));
        bsl_text_add(made, changed);
        bsl_text_add(made, value);
    }
    return made;
}

static expr *effects(parser *p) {
    expr *all = bsl_text_expr(p->c, EXPR_EFFECTS, p->now.column);
    bool apart = true;
    while (all != NULL && p->now.kind != TOKEN_END) {
        if (accept(p, TOKEN_SEMICOLON)) {
            apart = true;
            continue;
        }
        expr *made = apart ? effect(p) : NULL;
        if (made == NULL) {
            return apart ? NULL : all;
        }
        bsl_text_add(all, made);
        apart = false;
    }
    return all;
}

/* ---- Entry ---- */

static const char *cure_for_rest(const parser *p) {
    if (p->kind == TEXT_EFFECTS) {
        return is_comparison_token(p->now.kind) || is_keyword(p->now.kind)
            ? "a condition has no value that could be kept"
            : "put a ; between two effects";
    }
    return p->now.kind == TOKEN_SEMICOLON
        ? "effects belong in start, finish or interrupted; join conditions by and"
        : NULL;
}

/* What cannot be cut into tokens is told before anything else. */
static bool all_is_tokens(lexer from) {
    token t;
    do {
        if (!bsl_lexer_next(&from, &t)) {
            return false;
        }
    } while (t.kind != TOKEN_END);
    return true;
}

static expr *path_alone(parser *p) {
    expr *made = bsl_text_expr(p->c, EXPR_COUNT, p->now.column);
    if (made == NULL) {
        return NULL;
    }
    made->name_column = made->column;
    made->path = path_at(p, 0);
    return made->path == NULL ? NULL : made;
}

expr *bsl_text_parse(text_compiler *c, enum text_kind kind, const char *text, size_t length) {
    parser p = {.c = c, .kind = kind};
    if (!bsl_lexer_start(&p.from, c, text, length) || !all_is_tokens(p.from)) {
        return NULL;
    }
    advance(&p);
    if (kind != TEXT_EFFECTS && p.now.kind == TOKEN_END) {
        return fail(&p, 1, "the text is empty", "leave it out");
    }
    expr *tree = kind == TEXT_EFFECTS ? effects(&p)
        : kind == TEXT_CONDITION      ? disjunction(&p)
        : kind == TEXT_PATH           ? path_alone(&p)
                                      : sum(&p);
    return tree == NULL || p.now.kind == TOKEN_END
        ? tree
        : fail(&p, p.now.column,
              bsl_problem_say(c->problems, "expected the end, found %s", shown(&p)),
              cure_for_rest(&p));
}
