/* Finds out what the names of a tree stand for, whether values and conditions are where they
 * belong, and what is known beforehand. Reports every mistake instead of stopping at the first. */
#include "content/expression/calculate.h"
#include "content/expression/text/tree.h"

typedef text_compiler checker;

#define SAY(c, ...) bsl_problem_say((c)->problems, __VA_ARGS__)

static void report(
    checker *c, const char *code, uint32_t column, const char *message, const char *cure) {
    bsl_text_mistake(c, code, column, message, cure);
}

static bool find(const checker *c, enum text_name kind, const char *name, text_found *found,
    text_missing *missing) {
    return c->scope->find(c->scope->context, kind, name, found, missing);
}

static bool is_there(const checker *c, enum text_name kind, const char *name) {
    text_found found = {0};
    text_missing missing = {0};
    return find(c, kind, name, &found, &missing);
}

static const char *nearest(
    const checker *c, const char *name, const char *const *names, uint32_t count) {
    return c->scope->nearest(c->scope->context, name, names, count);
}

/* A key as it is written. */
static const char *written(const checker *c, const expr *n) {
    const char *subject = n->subject == BUSTLE_PART ? n->part : bsl_text_subject(n->subject);
    if (n->link) {
        return SAY(c, "%s.%s(%s)", subject, n->name,
            n->to == BUSTLE_PART ? n->to_part : bsl_text_subject(n->to));
    }
    return n->name == NULL ? subject : SAY(c, "%s.%s", subject, n->name);
}

/* ---- Names ---- */

static const char *subject_meant(const checker *c, const char *name) {
    static const char *const before_dot[] = {"self", "target", "env", "area"};
    static const char *const alone[] = {"distance", "now"};
    const char *dot = strchr(name, '.');
    const char *first = dot == NULL ? name : SAY(c, "%.*s", (int)(dot - name), name);
    const char *meant =
        dot == NULL ? nearest(c, first, alone, 2) : nearest(c, first, before_dot, 4);
    if (meant == NULL && dot != NULL && c->scope->part_count > 0) {
        meant = nearest(c, first, c->scope->parts, c->scope->part_count);
    }
    return meant == NULL ? NULL : SAY(c, "did you mean \"%s%s\"?", meant, dot == NULL ? "" : dot);
}

static const char *key_meant(const checker *c, enum text_name kind, const char *name) {
    return kind == TEXT_STATE ? SAY(c, "did you mean self.%s or target.%s?", name, name)
                              : SAY(c, "did you mean env.%s?", name);
}

/* A bare word that is no constant is often a key without its subject. */
static const char *bare_cure(const checker *c, const char *name, const char *cure) {
    for (int kind = TEXT_STATE; kind <= TEXT_ENVIRONMENT; kind++) {
        if (is_there(c, (enum text_name)kind, name)) {
            return key_meant(c, (enum text_name)kind, name);
        }
    }
    return cure != NULL ? cure : subject_meant(c, name);
}

static void check_constant(checker *c, expr *n) {
    text_missing missing = {0};
    if (!find(c, TEXT_CONSTANT, n->name, &n->found, &missing)) {
        n->class = CLASS_UNKNOWN;
        report(c, missing.code, n->column, missing.text, bare_cure(c, n->name, missing.cure));
        return;
    }
    n->class = n->found.boolean ? CLASS_BOOLEAN : CLASS_NUMBER;
    n->known = true;
    n->value = n->found.number;
}

static bool refused_here(checker *c, const expr *n, const char *what) {
    if (c->scope->environment_only) {
        report(c, "not-environment", n->column,
            SAY(c, "the condition of an interruption cannot be about %s", what),
            "use environment values only");
    }
    return c->scope->environment_only;
}

static void check_link(checker *c, expr *n) {
    text_missing missing = {0};
    const uint32_t implied = bsl_path_implied(n->name, strlen(n->name));
    if (implied < IMPLIED_LINKS) {
        n->found = (text_found){.name = bsl_implied_links[implied], .flag = true};
    } else if (!find(c, TEXT_LINK, n->name, &n->found, &missing)) {
        report(c, missing.code, n->name_column, missing.text,
            is_there(c, TEXT_STATE, n->name)
                ? SAY(c, "%s is a state: write it without brackets", n->name)
                : missing.cure);
        return;
    }
    n->class = n->found.flag ? CLASS_FLAG : CLASS_NUMBER;
}

/* S69: of an inbox it is read how many messages it holds. False: it is none. */
static bool check_inbox(checker *c, expr *n) {
    text_missing missing = {0};
    if (is_there(c, TEXT_STATE, n->name) || !find(c, TEXT_INBOX, n->name, &n->found, &missing)) {
        return false;
    }
    n->class = CLASS_NUMBER;
    n->inbox = true;
    return true;
}

static void check_key(checker *c, expr *n) {
    n->class = CLASS_UNKNOWN;
    if (n->subject != BUSTLE_ENV &&
        refused_here(c, n, n->subject == BUSTLE_PART ? n->part : bsl_text_subject(n->subject))) {
        return;
    }
    if (n->link) {
        check_link(c, n);
        return;
    }
    if (n->name == NULL) {
        n->class = CLASS_NUMBER;
        return;
    }
    if (n->subject != BUSTLE_ENV && check_inbox(c, n)) {
        return;
    }
    const enum text_name kind = n->subject == BUSTLE_ENV ? TEXT_ENVIRONMENT : TEXT_STATE;
    const enum text_name other = n->subject == BUSTLE_ENV ? TEXT_STATE : TEXT_ENVIRONMENT;
    text_missing missing = {0};
    if (!find(c, kind, n->name, &n->found, &missing)) {
        report(c, missing.code, n->name_column, missing.text,
            is_there(c, other, n->name) ? key_meant(c, other, n->name) : missing.cure);
        return;
    }
    n->class = n->found.flag ? CLASS_FLAG : n->found.values != NULL ? CLASS_NAMED : CLASS_NUMBER;
}

/* ---- Paths ---- */

/* The name of a kind in operations; NULL: there is none, which was told. */
static const char *kind_name(checker *c, const path_word *word, uint32_t column, bool alone) {
    static const char *const subjects[] = {"self", "target", "area"};
    const char *name = bsl_text_copy(c, word->text, word->length);
    text_found found = {0};
    text_missing missing = {0};
    if (name == NULL || bsl_path_implied(name, word->length) < IMPLIED_LINKS ||
        find(c, TEXT_LINK, name, &found, &missing)) {
        return found.name == NULL ? name : found.name;
    }
    const char *meant = alone ? nearest(c, name, subjects, 3) : NULL;
    report(c, missing.code, column, missing.text,
        meant == NULL ? missing.cure : SAY(c, "did you mean \"%s\"?", meant));
    return NULL;
}

/* With a quote that it does not contain, where it is no word. */
static const char *tag_written(const checker *c, const path_word *tag) {
    if (tag->length == 0) {
        return "";
    }
    const char *quote = memchr(tag->text, '\'', tag->length) == NULL ? "'" : "\"";
    const bool plain = bsl_lexer_is_word(tag->text, tag->length);
    return SAY(
        c, "(%s%.*s%s)", plain ? "" : quote, (int)tag->length, tag->text, plain ? "" : quote);
}

/* The path with the names of operations; NULL: a mistake was told, or there is no memory. */
static const char *path_written(checker *c, const expr *n, const written_path *path) {
    const char *whole = "";
    bool good = true;
    for (uint32_t i = 0; i < path->step_count; i++) {
        const written_step *step = &path->steps[i];
        const char *kind = kind_name(c, &step->kind, n->column == 0 ? 0 : step->kind.at + 1,
            path->step_count == 1 && path->root.length == 0 &&
                (n->type == EXPR_RAISE || n->type == EXPR_SEND));
        good = good && kind != NULL;
        whole = SAY(c, "%s%s%s%s%s", whole, i == 0 ? "" : " of ", kind == NULL ? "" : kind,
            tag_written(c, &step->tag), step->repeats ? "+" : "");
    }
    if (path->root.length > 0) {
        whole = SAY(c, "%s of %.*s", whole, (int)path->root.length, path->root.text);
    }
    return good && !c->problems->no_memory ? bsl_text_copy(c, whole, strlen(whole)) : NULL;
}

static bool check_paths(checker *c, expr *n) {
    n->path_name = path_written(c, n, n->path);
    const char *within = n->within == NULL ? NULL : path_written(c, n, n->within);
    if (n->path_name != NULL && within != NULL) {
        const char *both = SAY(c, "%s in %s", n->path_name, within);
        n->path_name = c->problems->no_memory ? NULL : bsl_text_copy(c, both, strlen(both));
    }
    return n->path_name != NULL && (n->within == NULL || within != NULL);
}

static void check_count(checker *c, expr *n) {
    n->class = CLASS_UNKNOWN;
    if (!refused_here(c, n, "what a path finds") && check_paths(c, n)) {
        n->class = n->any ? CLASS_CONDITION : CLASS_NUMBER;
    }
}

/* ---- Values ---- */

static void check(checker *c, expr *n);

static void expect_number(checker *c, expr *n) {
    check(c, n);
    if (n->class <= CLASS_NAMED || n->class == CLASS_UNKNOWN) {
        return;
    }
    if (n->class == CLASS_STRING) {
        report(c, "bad-operand", n->column, "a named value cannot be calculated with",
            "compare it with its key");
    } else if (n->class == CLASS_BOOLEAN) {
        report(
            c, "bad-operand", n->column, "true and false cannot be calculated with", "use 1 and 0");
    } else {
        report(
            c, "condition-as-value", n->column, "a condition stands where a value belongs", NULL);
    }
    n->class = CLASS_UNKNOWN;
}

static void check_minus(checker *c, expr *n) {
    expect_number(c, n->first);
    n->class = CLASS_NUMBER;
    n->known = n->first->known;
    n->value = n->known ? calculated(BUSTLE_MINUS, 0, n->first->value) : 0;
}

static void check_chain(checker *c, expr *n) {
    expect_number(c, n->first);
    n->class = CLASS_NUMBER;
    n->known = n->first->known;
    n->value = n->first->value;
    for (expr *operand = n->first->next; operand != NULL; operand = operand->next) {
        expect_number(c, operand);
        n->known = n->known && operand->known;
        if (n->known) {
            n->value = calculated(operand->step, n->value, operand->value);
        }
    }
}

/* ---- Comparisons ---- */

/* Sealing tells of a value that has no name. */
static const char *value_at(const text_found *key, size_t index) {
    return key->values[index] == NULL ? "" : key->values[index];
}

/* 'sad', 'calm', 'happy' */
static const char *listed(checker *c, const text_found *key) {
    size_t size = 3;
    for (size_t i = 0; i < key->value_count; i++) {
        size += strlen(value_at(key, i)) + 4;
    }
    char *text = bsl_text_room(c, size);
    char *end = text;
    for (size_t i = 0; text != NULL && i < key->value_count; i++) {
        const size_t length = strlen(value_at(key, i));
        memcpy(end, i == 0 ? "'" : "', '", i == 0 ? 1 : 4);
        end += i == 0 ? 1 : 4;
        memcpy(end, value_at(key, i), length);
        end += length;
    }
    return text == NULL ? "" : SAY(c, "%s%s", text, key->value_count == 0 ? "''" : "'");
}

static void report_no_value(checker *c, const expr *text, const expr *key) {
    const char *meant = nearest(c, text->name, key->found.values, (uint32_t)key->found.value_count);
    report(c, "unknown-value", text->column,
        SAY(c, "%s has no value '%s'; it has %s", written(c, key), text->name,
            listed(c, &key->found)),
        meant == NULL ? NULL : SAY(c, "did you mean \"%s\"?", meant));
}

/* The number behind a named value, next to the key it belongs to. */
static void check_named(checker *c, expr *text, const expr *key) {
    if (key->class == CLASS_UNKNOWN) {
        return;
    }
    if (key->type != EXPR_KEY) {
        report(c, "bad-operand", text->column, SAY(c, "'%s' stands next to no key", text->name),
            "compare a named value with the key that has it");
        return;
    }
    if (key->found.values == NULL) {
        report(c, "unknown-value", text->column, SAY(c, "%s has no named values", written(c, key)),
            key->class == CLASS_FLAG ? "it is a flag: compare it with true or false"
                                     : "use a number");
        return;
    }
    for (size_t i = 0; i < key->found.value_count; i++) {
        if (strcmp(value_at(&key->found, i), text->name) == 0) {
            text->known = true;
            text->value = (int32_t)i;
            return;
        }
    }
    report_no_value(c, text, key);
}

static void check_boolean(checker *c, const expr *boolean, const expr *other) {
    if (other->class == CLASS_FLAG || other->class == CLASS_BOOLEAN ||
        other->class == CLASS_UNKNOWN) {
        return;
    }
    report(c, "bad-operand", boolean->column,
        SAY(c, "%s is not a flag",
            other->type == EXPR_KEY ? written(c, other) : "what it stands next to"),
        "use a number");
}

static void check_side(checker *c, expr *n, const expr *other) {
    if (n->class == CLASS_STRING) {
        check_named(c, n, other);
    } else if (n->class == CLASS_BOOLEAN) {
        check_boolean(c, n, other);
    } else if (n->class == CLASS_CONDITION) {
        report(c, "condition-as-value", n->column, "a condition stands where a value belongs",
            "join conditions by and, or");
    }
}

static void check_compare(checker *c, expr *n) {
    check(c, n->first);
    check(c, n->last);
    check_side(c, n->first, n->last);
    check_side(c, n->last, n->first);
    n->class = CLASS_CONDITION;
}

/* ---- Conditions ---- */

static void expect_condition(checker *c, expr *n) {
    check(c, n);
    if (n->class != CLASS_NUMBER && n->class != CLASS_NAMED && n->class != CLASS_STRING) {
        return;
    }
    if (n->type != EXPR_KEY) {
        report(c, "value-as-condition", n->column, "a value stands where a condition belongs",
            "compare it with something");
        return;
    }
    const char *key = written(c, n);
    report(c, "value-as-condition", n->column, SAY(c, "%s is not a flag", key),
        n->class == CLASS_NAMED ? SAY(c, "compare it: %s == '%s'", key,
                                      n->found.value_count == 0 ? "" : value_at(&n->found, 0))
                                : SAY(c, "compare it with something: %s > 0", key));
}

static void check_joined(checker *c, expr *n) {
    for (expr *operand = n->first; operand != NULL; operand = operand->next) {
        expect_condition(c, operand);
    }
    n->class = CLASS_CONDITION;
}

/* ---- Effects ---- */

static void check_set(checker *c, const expr *key, expr *value) {
    if (value->class != CLASS_CONDITION) {
        check_side(c, value, key);
        return;
    }
    const bool opposite = value->type == EXPR_NOT && value->first->type == EXPR_KEY &&
        value->first->class == CLASS_FLAG;
    report(c, "condition-as-value", value->column, "a condition has no value that could be kept",
        opposite ? SAY(c, "write 1 - %s", written(c, value->first)) : NULL);
}

static void check_change(checker *c, expr *n) {
    n->class = CLASS_CONDITION;
    check(c, n->first);
    check(c, n->last);
    if (n->first->inbox) {
        report(c, "not-writable", n->first->column,
            SAY(c, "an effect cannot change inbox %s", n->first->name),
            SAY(c, "write send %s to target, or take from it at a node", n->first->name));
        return;
    }
    if (n->kind == BUSTLE_SET) {
        check_set(c, n->first, n->last);
    } else {
        expect_number(c, n->last);
    }
}

static void check_raise(checker *c, expr *n) {
    text_missing missing = {0};
    n->class = CLASS_CONDITION;
    if (!find(c, TEXT_INTERRUPTION, n->name, &n->found, &missing)) {
        report(c, missing.code, n->name_column, missing.text, missing.cure);
    }
    if (n->path != NULL) {
        (void)check_paths(c, n);
    }
    if (n->first == NULL) {
        return;
    }
    check(c, n->first);
    if (n->first->class != CLASS_UNKNOWN &&
        (n->first->class != CLASS_NUMBER || !n->first->known || n->first->value < 0)) {
        report(c, "bad-operand", n->first->column, "within is no number of units",
            "give a number or a constant, 0 or more");
    }
}

static void check_revoke(checker *c, expr *n) {
    text_missing missing = {0};
    n->class = CLASS_CONDITION;
    if (!find(c, TEXT_OFFER, n->name, &n->found, &missing)) {
        report(c, missing.code, n->name_column, missing.text, missing.cure);
    }
}

static void check_send(checker *c, expr *n) {
    text_missing missing = {0};
    n->class = CLASS_CONDITION;
    if (!find(c, TEXT_INBOX, n->name, &n->found, &missing)) {
        report(c, missing.code, n->name_column, missing.text,
            is_there(c, TEXT_INTERRUPTION, n->name)
                ? SAY(c, "%s is an interruption: raise it", n->name)
                : missing.cure);
    }
    if (n->path != NULL) {
        (void)check_paths(c, n);
    }
    if (n->first != NULL) {
        expect_number(c, n->first);
    }
}

/* ---- Entry ---- */

/* What has been looked at is not looked at again, so that no mistake is told twice. */
static void check(checker *c, expr *n) {
    if (n->class != CLASS_UNCHECKED) {
        return;
    }
    switch (n->type) {
    case EXPR_NUMBER:
    case EXPR_BOOLEAN:
        n->class = n->type == EXPR_NUMBER ? CLASS_NUMBER : CLASS_BOOLEAN;
        n->known = true;
        break;
    case EXPR_STRING:
        n->class = CLASS_STRING;
        break;
    case EXPR_CONSTANT:
        check_constant(c, n);
        break;
    case EXPR_KEY:
        check_key(c, n);
        break;
    case EXPR_COUNT:
        check_count(c, n);
        break;
    case EXPR_REVOKE:
        check_revoke(c, n);
        break;
    case EXPR_SEND:
        check_send(c, n);
        break;
    case EXPR_MINUS:
        check_minus(c, n);
        break;
    case EXPR_CHAIN:
        check_chain(c, n);
        break;
    case EXPR_COMPARE:
        check_compare(c, n);
        break;
    case EXPR_CHANGE:
        check_change(c, n);
        break;
    case EXPR_RAISE:
        check_raise(c, n);
        break;
    default:
        check_joined(c, n);
        break;
    }
}

bool bsl_text_check(text_compiler *c, enum text_kind kind, expr *tree) {
    const size_t before = c->problems->errors;
    if (kind == TEXT_CONDITION) {
        expect_condition(c, tree);
    } else if (kind == TEXT_EFFECTS) {
        for (expr *effect = tree->first; effect != NULL; effect = effect->next) {
            check(c, effect);
        }
    } else {
        expect_number(c, tree);
        if (kind == TEXT_VALUE && !tree->known && c->problems->errors == before) {
            report(c, "not-constant", tree->column, "this is not known beforehand",
                "use numbers and constants only");
        }
    }
    return c->problems->errors == before;
}
