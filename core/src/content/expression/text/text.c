/* From a text, or an operation that is written as such, to operations. */
#include "content/expression/text/text.h"

#include <stdio.h>

#include "content/expression/text/tree.h"

void bsl_text_init(text_compiler *c, heap *h) {
    *c = (text_compiler){.heap = h};
    bsl_arena_init(&c->memory, h, ANY_TYPE);
    c->empty = bsl_arena_now(&c->memory);
    c->ops = list_of(sizeof(bustle_op));
    c->columns = list_of(sizeof(uint32_t));
}

void bsl_text_free(text_compiler *c) {
    bsl_arena_free(&c->memory);
    list_free(c->heap, &c->ops);
    list_free(c->heap, &c->columns);
}

void bsl_text_mistake(
    text_compiler *c, const char *code, uint32_t column, const char *message, const char *cure) {
    spot at = c->at;
    at.column = column;
    bsl_problem_error(c->problems, code, &at, message, cure == NULL ? "" : cure);
}

void *bsl_text_room(text_compiler *c, size_t size) {
    void *piece = bsl_arena_take(&c->memory, 1, size);
    c->no_memory = c->no_memory || piece == NULL;
    return piece;
}

expr *bsl_text_expr(text_compiler *c, enum expr_type type, uint32_t column) {
    expr *made = bsl_text_room(c, sizeof *made);
    if (made != NULL) {
        made->type = type;
        made->column = column;
    }
    return made;
}

const char *bsl_text_copy(text_compiler *c, const char *text, size_t length) {
    char *copy = bsl_text_room(c, length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
    }
    return copy;
}

const char *bsl_text_join(text_compiler *c, const char *pack, const char *name) {
    const size_t size = strlen(pack) + strlen(name) + 2;
    char *joined = bsl_text_room(c, size);
    if (joined != NULL) {
        snprintf(joined, size, "%s.%s", pack, name);
    }
    return joined;
}

void bsl_text_add(expr *parent, expr *operand) {
    if (parent->first == NULL) {
        parent->first = operand;
    } else {
        parent->last->next = operand;
    }
    parent->last = operand;
}

const char *bsl_text_subject(bustle_subject subject) {
    static const char *const texts[] = {"self", "target", "env", "distance", "now"};
    return subject == BUSTLE_AREA ? "area" : texts[subject];
}

const char *bsl_text_part(const text_compiler *c, const token *t) {
    for (uint32_t i = 0; t->kind == TOKEN_NAME && i < c->scope->part_count; i++) {
        if (is_text(t, c->scope->parts[i])) {
            return c->scope->parts[i];
        }
    }
    return NULL;
}

/* ---- Texts ---- */

/* Checks and emits. What there was before stays if that fails. */
static bool compile(text_compiler *c, enum text_kind kind, expr *tree) {
    const uint32_t before = c->ops.count;
    const bool good = tree != NULL && bsl_text_check(c, kind, tree) && !c->problems->no_memory &&
        bsl_text_emit(c, kind, tree);
    c->no_memory = c->no_memory || c->problems->no_memory;
    if (!good || c->no_memory) {
        c->ops.count = before;
        c->columns.count = before;
    }
    return good && !c->no_memory;
}

bool bsl_text_compile(text_compiler *c, enum text_kind kind, const char *text, size_t length) {
    bsl_arena_back_to(&c->memory, c->empty);
    return compile(c, kind, bsl_text_parse(c, kind, text, length));
}

/* ---- Operations ---- */

/* A word next to a key with named values is one of them, and a constant otherwise. */
static expr *right_side(text_compiler *c, const text_operation *o, bool beside_key) {
    if (o->word == NULL) {
        expr *made = bsl_text_expr(c, o->boolean ? EXPR_BOOLEAN : EXPR_NUMBER, 0);
        if (made != NULL) {
            made->value = o->number;
        }
        return made;
    }
    text_found found = {0};
    text_missing missing = {0};
    const bool named = beside_key && o->name != NULL && o->link == NULL &&
        o->subject != BUSTLE_COUNT &&
        c->scope->find(c->scope->context, o->subject == BUSTLE_ENV ? TEXT_ENVIRONMENT : TEXT_STATE,
            o->name, &found, &missing) &&
        found.values != NULL;
    expr *made = bsl_text_expr(c, named ? EXPR_STRING : EXPR_CONSTANT, 0);
    if (made != NULL) {
        made->name = o->word;
    }
    return made;
}

/* The path of an operation: "PATH", or "PATH in PATH" if there may be two. NULL: a mistake was
 * told, or there is no memory. */
static written_path *path_of(text_compiler *c, const char *text, written_path **within) {
    const path_roots roots = {c->scope->parts, c->scope->part_count};
    text = text == NULL ? "" : text;
    const size_t length = strlen(text);
    written_path *path = bsl_text_room(c, sizeof *path);
    size_t at = 0;
    bool good = path != NULL && bsl_path_read(text, length, 0, &roots, path);
    const written_path *last = path;
    if (good && within != NULL && bsl_path_in(text, length, path->end, &at)) {
        *within = bsl_text_room(c, sizeof **within);
        last = *within;
        good = last != NULL && bsl_path_read(text, length, at, &roots, *within);
    }
    if (last == NULL) {
        return NULL;
    }
    if (!good) {
        bsl_text_mistake(c, "bad-path", 0, last->mistake, last->cure);
    } else if (!bsl_path_ends(text, length, last->end)) {
        good = false;
        bsl_text_mistake(c, "bad-path", 0,
            bsl_problem_say(c->problems, "what is %s here?", text + last->end),
            "a path is steps with of between them");
    }
    return good ? path : NULL;
}

/* What is read or changed; NULL: as above. */
static expr *key_of(text_compiler *c, const text_operation *o) {
    const bool counts = o->subject == BUSTLE_COUNT;
    expr *key = bsl_text_expr(c, counts ? EXPR_COUNT : EXPR_KEY, 0);
    if (key == NULL) {
        return NULL;
    }
    key->subject = o->subject;
    key->part = o->part;
    key->name = o->link != NULL ? o->link : o->name;
    key->link = o->link != NULL;
    key->to = o->to;
    key->to_part = o->to_part;
    if (counts) {
        key->path = path_of(c, o->name, &key->within);
    }
    return counts && key->path == NULL ? NULL : key;
}

static enum expr_type type_of(const text_operation *o) {
    return o->kind >= BUSTLE_SEND  ? EXPR_SEND
        : o->kind == BUSTLE_REVOKE ? EXPR_REVOKE
        : o->kind >= BUSTLE_RAISE  ? EXPR_RAISE
        : o->kind >= BUSTLE_SET    ? EXPR_CHANGE
                                   : EXPR_COMPARE;
}

/* Of a message that is sent to a path the word is the path. */
static expr *sent_value(text_compiler *c, const text_operation *o) {
    text_operation of = *o;
    of.word = o->kind == BUSTLE_SEND ? o->word : NULL;
    return right_side(c, &of, false);
}

static expr *tree_of(text_compiler *c, const text_operation *o) {
    const enum expr_type type = type_of(o);
    const bool about_key = type == EXPR_CHANGE || type == EXPR_COMPARE;
    expr *key = about_key ? key_of(c, o) : NULL;
    expr *value = about_key || o->kind == BUSTLE_RAISE_WITHIN ? right_side(c, o, about_key)
        : type == EXPR_SEND                                   ? sent_value(c, o)
                                                              : NULL;
    expr *made = bsl_text_expr(c, type, 0);
    if (c->no_memory || (about_key && key == NULL)) {
        return NULL;
    }
    made->kind = o->kind;
    made->subject = o->subject;
    made->part = o->part;
    made->name = o->name;
    if (about_key) {
        bsl_text_add(made, key);
    }
    if (o->kind == BUSTLE_RAISE_ON_PATH || o->kind == BUSTLE_SEND_ON_PATH) {
        made->path = path_of(c, o->word, NULL);
        if (made->path == NULL) {
            return NULL;
        }
    }
    if (value != NULL) {
        bsl_text_add(made, value);
    }
    return made;
}

bool bsl_text_compile_operation(
    text_compiler *c, enum text_kind kind, const text_operation *operation) {
    bsl_arena_back_to(&c->memory, c->empty);
    expr *tree = tree_of(c, operation);
    expr *effects = kind == TEXT_EFFECTS ? bsl_text_expr(c, EXPR_EFFECTS, 0) : NULL;
    if (effects != NULL && tree != NULL) {
        bsl_text_add(effects, tree);
    }
    const bool whole = tree != NULL && !c->no_memory;
    return compile(c, kind, whole && kind == TEXT_EFFECTS ? effects : whole ? tree : NULL);
}
