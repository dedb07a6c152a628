/* Writes checked trees as operations, in postfix order, just as the text has them. code.c makes
 * them short. */
#include "content/expression/calculate.h"
#include "content/expression/code.h"
#include "content/expression/text/tree.h"

typedef struct emitter {
    text_compiler *c;
    uint32_t depth; /* values that wait at a time */
    bool too_deep; /* which was told */
} emitter;

static bustle_op *add(emitter *e, bustle_op_kind kind, uint32_t column) {
    text_compiler *c = e->c;
    bustle_op *added = list_add(c->heap, &c->ops, 1);
    uint32_t *where = added == NULL ? NULL : list_add(c->heap, &c->columns, 1);
    if (where == NULL) {
        c->no_memory = true;
        return NULL;
    }
    added->kind = kind;
    *where = column;
    return added;
}

/* ---- Values ---- */

static bustle_op *push(emitter *e, uint32_t column) {
    if (++e->depth > STACK_LIMIT && !e->too_deep) {
        e->too_deep = true;
        bsl_text_mistake(e->c, "too-deep", column,
            bsl_problem_say(
                e->c->problems, "more than %d values are needed at a time", STACK_LIMIT),
            "calculate the inner part first, or use a function");
    }
    return add(e, BUSTLE_PUSH, column);
}

static void push_number(emitter *e, int32_t value, uint32_t column) {
    bustle_op *made = push(e, column);
    if (made != NULL) {
        made->subject = BUSTLE_CONSTANT;
        made->value = value;
    }
}

static void calculate(emitter *e, bustle_op_kind kind, uint32_t column) {
    (void)add(e, kind, column);
    e->depth--;
}

/* What an operation is about; NULL: there is no memory. */
static void set_key(bustle_op *made, const expr *of) {
    if (made == NULL) {
        return;
    }
    made->subject = of->subject;
    made->part = of->part;
    if (of->link) {
        made->link = of->found.name;
        made->to = of->to;
        made->to_part = of->to_part;
    } else {
        made->name = of->found.name;
    }
}

static void emit_value(emitter *e, const expr *n) {
    if (n->known) {
        push_number(e, n->value, n->column);
    } else if (n->type == EXPR_KEY) {
        set_key(push(e, n->name_column), n);
    } else if (n->type == EXPR_COUNT) {
        bustle_op *made = push(e, n->name_column);
        if (made != NULL) {
            made->subject = BUSTLE_COUNT;
            made->name = n->path_name;
        }
    } else if (n->type == EXPR_MINUS) {
        push_number(e, 0, n->column);
        emit_value(e, n->first);
        calculate(e, BUSTLE_MINUS, n->column);
    } else {
        emit_value(e, n->first);
        for (const expr *operand = n->first->next; operand != NULL; operand = operand->next) {
            emit_value(e, operand);
            calculate(e, operand->step, operand->column);
        }
    }
}

/* ---- Conditions ---- */

static void compare_pushed(emitter *e, bustle_op_kind kind, uint32_t column) {
    bustle_op *made = add(e, kind, column);
    if (made != NULL) {
        made->subject = BUSTLE_STACK;
    }
    e->depth -= 2;
}

static void emit_condition(emitter *e, const expr *n);

static void emit_joined(emitter *e, const expr *n) {
    for (const expr *operand = n->first; operand != NULL; operand = operand->next) {
        emit_condition(e, operand);
        if (operand != n->first) {
            (void)add(e, n->type == EXPR_AND ? BUSTLE_AND : BUSTLE_OR, n->column);
        }
    }
}

/* True or false beforehand: there is no operation for that, so two numbers are compared. Not left
 * out, because what a text mentions must not depend on what a constant holds (S12). */
static void emit_truth(emitter *e, const expr *n) {
    push_number(e, n->value, n->column);
    push_number(e, 0, n->column);
    compare_pushed(e, BUSTLE_NOT_EQUAL, n->column);
}

/* What is said about a comparison is about the key in it. */
static uint32_t column_of(const expr *comparison) {
    const expr *left = comparison->first;
    const expr *right = comparison->last;
    return left->type == EXPR_KEY ? left->name_column
        : right->type == EXPR_KEY ? right->name_column
                                  : comparison->column;
}

static void emit_condition(emitter *e, const expr *n) {
    switch (n->type) {
    case EXPR_COMPARE:
        emit_value(e, n->first);
        emit_value(e, n->last);
        compare_pushed(e, n->kind, column_of(n));
        break;
    case EXPR_NOT:
        emit_condition(e, n->first);
        (void)add(e, BUSTLE_NOT, n->column);
        break;
    case EXPR_AND:
    case EXPR_OR:
        emit_joined(e, n);
        break;
    case EXPR_KEY:
        emit_value(e, n);
        push_number(e, 1, n->column);
        compare_pushed(e, BUSTLE_EQUAL, n->column);
        break;
    case EXPR_COUNT:
        emit_value(e, n);
        push_number(e, 0, n->column);
        compare_pushed(e, BUSTLE_GREATER, n->column);
        break;
    default:
        emit_truth(e, n);
        break;
    }
}

/* Conditions that are left over are joined by "and": the outermost `and` needs no operation. */
static void emit_outermost(emitter *e, const expr *n) {
    if (n->type != EXPR_AND) {
        emit_condition(e, n);
        return;
    }
    for (const expr *operand = n->first; operand != NULL; operand = operand->next) {
        emit_outermost(e, operand);
    }
}

/* ---- Effects ---- */

static void emit_change(emitter *e, const expr *n) {
    const expr *value = n->last;
    if (!value->known) {
        emit_value(e, value);
        e->depth--;
    }
    bustle_op *made = add(e, n->kind, n->first->name_column);
    set_key(made, n->first);
    if (made != NULL) {
        made->value = value->known ? value->value : 0;
        made->stacked = !value->known;
    }
}

static void emit_raise(emitter *e, const expr *n) {
    bustle_op *made = add(e,
        n->path != NULL        ? BUSTLE_RAISE_ON_PATH
            : n->first == NULL ? BUSTLE_RAISE
                               : BUSTLE_RAISE_WITHIN,
        n->name_column);
    set_key(made, n);
    if (made != NULL) {
        made->value = n->first == NULL ? 0 : n->first->value;
        made->value_name = n->path_name;
    }
}

static void emit_send(emitter *e, const expr *n) {
    const expr *value = n->first;
    const bool stacked = value != NULL && !value->known;
    if (stacked) {
        emit_value(e, value);
        e->depth--;
    }
    bustle_op *made = add(e, n->path == NULL ? BUSTLE_SEND : BUSTLE_SEND_ON_PATH, n->name_column);
    set_key(made, n);
    if (made != NULL) {
        made->value = value == NULL || stacked ? 0 : value->value;
        made->stacked = stacked;
        made->value_name = n->path_name;
    }
}

bool bsl_text_emit(text_compiler *c, enum text_kind kind, const expr *tree) {
    emitter e = {c, 0, false};
    if (kind == TEXT_CONDITION) {
        emit_outermost(&e, tree);
    } else if (kind != TEXT_EFFECTS) {
        emit_value(&e, tree);
    } else {
        for (const expr *effect = tree->first; effect != NULL; effect = effect->next) {
            if (effect->type == EXPR_RAISE) {
                emit_raise(&e, effect);
            } else if (effect->type == EXPR_SEND) {
                emit_send(&e, effect);
            } else if (effect->type == EXPR_REVOKE) {
                set_key(add(&e, BUSTLE_REVOKE, effect->name_column), effect);
            } else {
                emit_change(&e, effect);
            }
        }
    }
    return !e.too_deep && !c->no_memory;
}
