/* Giving structure to operations, folding constants, emitting code. Everything is a walk over the
 * terms in postfix order: nothing here recurses, however deep the expression. */
#include "content/expression/code.h"

typedef struct compiler {
    draft *d;
    const source *from;
    term *terms;
    uint32_t count;
    code result;
    facts *known;
} compiler;

#define MOST_OPS UINT16_MAX

static bool effects(const compiler *c) {
    return c->from->place == PLACE_EFFECTS;
}

static bool is_value(const compiler *c) {
    return c->from->place == PLACE_VALUE;
}

static bool refuse(
    const compiler *c, uint32_t index, const char *problem, const char *text, const char *cure) {
    const spot at = index == NO_TERM ? c->from->at : spot_of_operation(c->from, index);
    bsl_problem_error(c->d->problems, problem, &at, text, cure);
    return false;
}

/* ---- Reading ---- */

static bool read_terms(compiler *c) {
    bool good = true;
    for (uint32_t i = 0; i < c->count && !c->d->no_memory; i++) {
        term *t = &c->terms[i];
        t->left = NO_TERM;
        t->right = NO_TERM;
        t->joint = NO_TERM;
        t->first = i;
        good = bsl_term_read(c->d, c->from, i, t, &c->result, c->known) && good;
    }
    return good && !c->d->no_memory;
}

/* ---- Structure ---- */

static bool yields_condition(const term *t) {
    return is_comparison(t->kind) || t->kind == BUSTLE_AND || t->kind == BUSTLE_OR ||
        t->kind == BUSTLE_NOT || t->kind == BUSTLE_CALL;
}

static uint32_t operands_of(const term *t) {
    if (is_arithmetic(t->kind) || t->kind == BUSTLE_AND || t->kind == BUSTLE_OR) {
        return 2;
    }
    if (is_comparison(t->kind)) {
        return t->stacked ? 2 : 0;
    }
    return t->kind == BUSTLE_NOT || t->stacked ? 1 : 0;
}

static bool takes_conditions(const term *t) {
    return t->kind == BUSTLE_AND || t->kind == BUSTLE_OR || t->kind == BUSTLE_NOT;
}

/* Takes the operands of a term from the stack. */
static bool take_operands(compiler *c, uint32_t index, uint32_t *stack, uint32_t *depth) {
    term *t = &c->terms[index];
    const uint32_t wanted = operands_of(t);
    if (*depth < wanted) {
        return refuse(c, index, "missing-operand",
            bsl_problem_say(c->d->problems, "it needs %lu before it, and there %s %lu",
                (unsigned long)wanted, *depth == 1 ? "is" : "are", (unsigned long)*depth),
            "push what it is to work on before it");
    }
    for (uint32_t i = 1; i <= wanted; i++) {
        if (yields_condition(&c->terms[stack[*depth - i]]) != takes_conditions(t)) {
            return takes_conditions(t)
                ? refuse(c, index, "value-as-condition", "a value stands where a condition belongs",
                      "compare it with something")
                : refuse(c, index, "condition-as-value", "a condition stands where a value belongs",
                      "push a value instead");
        }
    }
    if (wanted == 2) {
        t->right = stack[*depth - 1];
        t->left = stack[*depth - 2];
    } else if (wanted == 1) {
        t->left = stack[*depth - 1];
    }
    t->first = wanted == 0 ? index : c->terms[t->left].first;
    if (t->kind == BUSTLE_AND || t->kind == BUSTLE_OR) {
        c->terms[c->terms[t->right].first].joint = index;
    }
    *depth -= wanted;
    return true;
}

/* Joins the conditions that are left on the stack by "and". Right to left, so that they are simply
 * further terms at the end; evaluation is left to right all the same. */
static bool join(compiler *c, uint32_t *stack, uint32_t depth) {
    while (depth > 1) {
        const uint32_t index = c->count++;
        term *t = &c->terms[index];
        t->kind = BUSTLE_AND;
        t->joint = NO_TERM;
        if (!take_operands(c, index, stack, &depth)) {
            return false;
        }
        stack[depth++] = index;
    }
    return true;
}

static bool leaves_value(const compiler *c, const uint32_t *stack, uint32_t depth) {
    for (uint32_t i = 0; i < depth; i++) {
        if (yields_condition(&c->terms[stack[i]])) {
            return refuse(c, stack[i], "condition-as-value",
                "a condition stands where a value belongs", "push a value instead");
        }
    }
    return depth == 1 ||
        refuse(c, stack[0], "leftover-value", "its value is never used",
            "calculate one value of all of them");
}

static bool structure(compiler *c, uint32_t *stack) {
    uint32_t depth = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const term *t = &c->terms[i];
        if (!take_operands(c, i, stack, &depth)) {
            return false;
        }
        const bool acts = is_modification(t->kind) || t->kind >= BUSTLE_RAISE ||
            (effects(c) && t->kind == BUSTLE_CALL);
        if (!acts) {
            stack[depth++] = i;
        }
    }
    if (is_value(c)) {
        return leaves_value(c, stack, depth);
    }
    for (uint32_t i = 0; i < depth; i++) {
        if (!yields_condition(&c->terms[stack[i]])) {
            return refuse(c, stack[i], "leftover-value", "its value is never used",
                effects(c) ? "follow it by a stacked set, increase or decrease, or remove it"
                           : "compare it with something, or remove it");
        }
    }
    return join(c, stack, depth);
}

/* ---- Constants ---- */

/* The comparison with its sides changed. */
static uint8_t turned_round(uint8_t kind) {
    switch (kind) {
    case BUSTLE_LESS:
        return BUSTLE_GREATER;
    case BUSTLE_GREATER:
        return BUSTLE_LESS;
    case BUSTLE_AT_MOST:
        return BUSTLE_AT_LEAST;
    case BUSTLE_AT_LEAST:
        return BUSTLE_AT_MOST;
    default:
        return kind;
    }
}

/* Compares the pushed subject with the constant, in one operation. */
static void fuse(term *t, uint8_t kind, term *subject, term *constant) {
    t->op = subject->op;
    t->op.code = (uint8_t)(OP_EQUAL + (kind - BUSTLE_EQUAL));
    t->op.value = constant->op.value;
    t->stacked = false;
    subject->absorbed = true;
    constant->absorbed = true;
}

/* S10: the distance alone, on either side, is compared by its square. */
static void square_distances(term *t, term *left, term *right) {
    if (left->op.code == OP_PUSH && left->op.subject == BUSTLE_DISTANCE) {
        left->op.name = LEFT_SQUARED;
        t->op.name |= LEFT_SQUARED;
    }
    if (right->op.code == OP_PUSH && right->op.subject == BUSTLE_DISTANCE) {
        right->op.name = RIGHT_SQUARED;
        t->op.name |= RIGHT_SQUARED;
    }
}

static void fold_comparison(const compiler *c, term *t) {
    term *left = &c->terms[t->left];
    term *right = &c->terms[t->right];
    if (left->kind == BUSTLE_PUSH && !left->constant && right->constant) {
        fuse(t, t->kind, left, right);
    } else if (right->kind == BUSTLE_PUSH && !right->constant && left->constant) {
        fuse(t, turned_round(t->kind), right, left);
    } else {
        square_distances(t, left, right);
    }
}

static void fold_arithmetic(const compiler *c, term *t) {
    term *left = &c->terms[t->left];
    term *right = &c->terms[t->right];
    if (left->constant && right->constant) {
        t->constant = true;
        t->op =
            (op){OP_PUSH, BUSTLE_CONSTANT, 0, calculated(t->kind, left->op.value, right->op.value)};
        left->absorbed = true;
        right->absorbed = true;
    }
}

/* `not` of what is always there is the opposite comparison. State and distance may be missing, and
 * then neither the comparison nor its opposite is true (S3). */
static void fold_not(const compiler *c, term *t) {
    static const uint8_t opposites[] = {
        OP_NOT_EQUAL, OP_EQUAL, OP_AT_LEAST, OP_AT_MOST, OP_GREATER, OP_LESS};
    if (c->terms[t->left].kind == BUSTLE_NOT && c->terms[t->left].absorbed) {
        t->left = c->terms[t->left].left;
    }
    term *operand = &c->terms[t->left];
    const uint8_t subject = operand->op.subject;
    const bool always_there =
        subject == BUSTLE_ENV || subject == BUSTLE_NOW || subject == BUSTLE_COUNT;
    if (is_comparison(operand->kind) && !operand->stacked && always_there) {
        operand->op.code = opposites[operand->op.code - OP_EQUAL];
        t->absorbed = true;
    }
}

static void fold_modification(const compiler *c, term *t) {
    term *operand = &c->terms[t->left];
    if (operand->constant) {
        t->op.code = t->kind == BUSTLE_SEND ? OP_SEND : (uint8_t)(OP_SET + (t->kind - BUSTLE_SET));
        t->op.value = operand->op.value;
        t->stacked = false;
        operand->absorbed = true;
    }
}

static void fold(const compiler *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        term *t = &c->terms[i];
        if (is_comparison(t->kind) && t->stacked) {
            fold_comparison(c, t);
        } else if (is_arithmetic(t->kind)) {
            fold_arithmetic(c, t);
        } else if (t->kind == BUSTLE_NOT) {
            fold_not(c, t);
        } else if ((is_modification(t->kind) || t->kind == BUSTLE_SEND) && t->stacked) {
            fold_modification(c, t);
        }
    }
}

/* ---- Constants and bounds ---- */

static const char *subject_name(const compiler *c, const op *o) {
    switch (o->subject) {
    case BUSTLE_DISTANCE:
        return "distance";
    case BUSTLE_NOW:
        return "now";
    case BUSTLE_COUNT:
        return "how many a path finds";
    default:
        return bsl_problem_say(c->d->problems, "\"%s\"",
            is_link_subject(o->subject)    ? bsl_draft_link_name(c->d, o->name)
                : o->subject == BUSTLE_ENV ? draft_name(c->d, BUSTLE_KIND_ENVIRONMENT, o->name)
                                           : draft_column_name(c->d, o->name));
    }
}

static void bounds_of(const compiler *c, const op *o, int32_t *minimum, int32_t *maximum) {
    *minimum = 0;
    *maximum = INT32_MAX;
    if (o->subject == BUSTLE_COUNT) {
        *maximum = PATH_LINKS;
    } else if (is_link_subject(o->subject)) {
        bsl_draft_link_bounds(c->d, o->name, minimum, maximum);
    } else if (o->subject == BUSTLE_ENV || has_state_name(o->subject)) {
        const list *keys = o->subject == BUSTLE_ENV ? &c->d->environment : &c->d->states;
        *minimum = ITEMS(const key, *keys)[o->name].minimum;
        *maximum = ITEMS(const key, *keys)[o->name].maximum;
    }
}

static void check_comparison(const compiler *c, uint32_t index, int32_t minimum, int32_t maximum) {
    const op *o = &c->terms[index].op;
    const bool below = o->value < minimum;
    const bool always = o->code == OP_NOT_EQUAL ||
        (below ? o->code == OP_GREATER || o->code == OP_AT_LEAST
               : o->code == OP_LESS || o->code == OP_AT_MOST);
    const spot at = spot_of_operation(c->from, index);
    bsl_problem_warning(c->d->problems, always ? "always-true" : "never-true", &at,
        bsl_problem_say(c->d->problems, "%s is never %s %ld, so that this is %s true",
            subject_name(c, o), below ? "below" : "above", (long)(below ? minimum : maximum),
            always ? "always" : "never"),
        bsl_problem_say(
            c->d->problems, "compare with a value from %ld to %ld", (long)minimum, (long)maximum));
}

static void check_constants(const compiler *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        const term *t = &c->terms[i];
        if (t->stacked || !(is_comparison(t->kind) || t->kind == BUSTLE_SET)) {
            continue;
        }
        int32_t minimum;
        int32_t maximum;
        bounds_of(c, &t->op, &minimum, &maximum);
        if (t->op.value >= minimum && t->op.value <= maximum) {
            continue;
        }
        if (t->kind == BUSTLE_SET) {
            const spot at = spot_of_operation(c->from, i);
            bsl_problem_warning(c->d->problems, "outside-bounds", &at,
                bsl_problem_say(c->d->problems,
                    "%s is set to %ld, outside %ld .. %ld, and stops at the bound",
                    subject_name(c, &t->op), (long)t->op.value, (long)minimum, (long)maximum),
                "set it to a value within its bounds");
        } else {
            check_comparison(c, i, minimum, maximum);
        }
    }
}

/* ---- How far a target may be ---- */

static bool reads_environment_or_calls(const term *t) {
    return t->kind == BUSTLE_CALL ||
        (!t->absorbed && t->op.subject == BUSTLE_ENV &&
            (t->kind == BUSTLE_PUSH || is_comparison(t->kind)));
}

static bool limits_distance(const term *t) {
    return is_comparison(t->kind) && !t->stacked && t->op.subject == BUSTLE_DISTANCE &&
        t->op.code != OP_NOT_EQUAL;
}

static bool limits_from_below(const op *o) {
    return o->code == OP_GREATER || o->code == OP_AT_LEAST;
}

/* What a comparison leaves of a reach. */
static reach_limit limited(reach_limit reach, const op *o) {
    const int64_t square = squared_units(o->value);
    const int64_t from = square + (o->code == OP_GREATER ? 1 : 0);
    const int64_t to = square - (o->code == OP_LESS ? 1 : 0);
    if (limits_from_below(o) || o->code == OP_EQUAL) {
        reach.from = from > reach.from ? from : reach.from;
    }
    if (!limits_from_below(o) && o->value < FARTHEST_UNITS) {
        reach.to = to < reach.to ? to : reach.to;
        const int32_t most = o->value < 0 ? 0 : o->value * SIXTEENTHS;
        reach.most = most < reach.most ? most : reach.most;
    }
    return reach.to < reach.from ? NOBODY_NEAR : reach;
}

reach_limit bsl_code_within(int32_t units) {
    const op at_most = {OP_AT_MOST, BUSTLE_DISTANCE, 0, units};
    return limited(NO_LIMIT, &at_most);
}

/* Which terms must be true for the whole to be: operands of "and" from the last term down. */
static void mark_top(const compiler *c) {
    if (c->count > 0) {
        c->terms[c->count - 1].top = true;
    }
    for (uint32_t i = c->count; i-- > 0;) {
        const term *t = &c->terms[i];
        if (t->top && t->kind == BUSTLE_AND) {
            c->terms[t->left].top = true;
            c->terms[t->right].top = true;
        }
    }
}

static bool about_target(const compiler *c, const op *o) {
    if (is_link_subject(o->subject)) {
        return link_origin(o->subject) == PARTY_TARGET || link_aim(o->subject) == PARTY_TARGET;
    }
    return o->subject == BUSTLE_TARGET || o->subject == BUSTLE_DISTANCE ||
        (o->subject == BUSTLE_COUNT && bsl_draft_path_mentions_target(c->d, o->name));
}

/* Sets the reach. A term may limit it only if nothing evaluated before it, outside the prefix,
 * asks the environment or calls a function: leaving a candidate out must not leave out what testing
 * it would have asked. */
static void find_reach(const compiler *c) {
    uint32_t left = c->known->prefix;
    mark_top(c);
    for (uint32_t i = 0; i < c->count; i++) {
        const term *t = &c->terms[i];
        if (left > 0 && is_comparison(t->kind)) {
            left--;
        } else if (reads_environment_or_calls(t)) {
            return;
        }
        if (t->top && limits_distance(t)) {
            c->known->reach = limited(c->known->reach, &t->op);
        }
    }
}

/* ---- Emission ---- */

/* A conjunction has comparisons with constants only: no jumps, no stack. */
static bool is_conjunction(const compiler *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        const term *t = &c->terms[i];
        if (!t->absorbed && t->kind != BUSTLE_AND && !(is_comparison(t->kind) && !t->stacked)) {
            return false;
        }
    }
    return c->count > 0;
}

static void emit(compiler *c, op o, uint32_t *count) {
    op *added = bsl_draft_add(c->d, &c->d->ops, 1);
    if (added != NULL) {
        *added = o;
    }
    ++*count;
}

static uint32_t emit_terms(compiler *c) {
    const bool jumps = c->result.form == CODE_PROGRAM;
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->count && !c->d->no_memory; i++) {
        const term *t = &c->terms[i];
        if (jumps && t->joint != NO_TERM) {
            term *joint = &c->terms[t->joint];
            joint->skip_at = count;
            emit(c, (op){joint->kind == BUSTLE_AND ? OP_AND_SKIP : OP_OR_SKIP, 0, 0, 0}, &count);
        }
        if (t->kind == BUSTLE_AND || t->kind == BUSTLE_OR) {
            if (jumps && !c->d->no_memory) {
                ITEMS(op, c->d->ops)[c->result.at + t->skip_at].value = (int32_t)count;
            }
        } else if (!t->absorbed) {
            if (t->kind == BUSTLE_SEND_ON_PATH && !t->stacked) { /* its `value` is the path */
                emit(c, (op){OP_PUSH, BUSTLE_CONSTANT, 0, t->amount}, &count);
            }
            emit(c, t->op, &count);
        }
    }
    return count;
}

/* Those that do not depend on the target, those that its being within reach answers, the rest. */
enum condition_part { PART_PREFIX, PART_ANSWERED, PART_REST, CONDITION_PARTS };

static enum condition_part part_of(const compiler *c, const op *o) {
    if (!about_target(c, o)) {
        return PART_PREFIX;
    }
    const bool limits = o->code == OP_AT_MOST || o->code == OP_LESS;
    return o->subject == BUSTLE_DISTANCE && limits ? PART_ANSWERED : PART_REST;
}

/* Whether the ops of the conjunction from there on are answered by the reach too. */
static bool only_limits(const compiler *c, uint32_t from, uint32_t count) {
    const op *ops = ITEMS(const op, c->d->ops) + c->result.at;
    while (from < count && ops[from].subject == BUSTLE_DISTANCE && limits_from_below(&ops[from])) {
        from++;
    }
    return from == count;
}

/* The comparisons of an action's conjunction part by part: none of them can be told from another by
 * when it is asked. */
static uint32_t emit_sorted(compiler *c) {
    uint32_t count = 0;
    for (int part = PART_PREFIX; part < CONDITION_PARTS && !c->d->no_memory; part++) {
        for (uint32_t i = 0; i < c->count && !c->d->no_memory; i++) {
            const term *t = &c->terms[i];
            if (is_comparison(t->kind) && (int)part_of(c, &t->op) == part) {
                emit(c, t->op, &count);
            }
        }
        c->known->prefix = part == PART_PREFIX ? (uint16_t)count : c->known->prefix;
        c->known->answered = part <= PART_ANSWERED ? (uint16_t)count : c->known->answered;
    }
    if (!c->d->no_memory && only_limits(c, c->known->answered, count)) {
        c->known->answered = (uint16_t)count;
    }
    return count;
}

/* As written, because the environment may be asked: what comes before anything about the target is
 * the prefix. */
static uint32_t leading_prefix(const compiler *c) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const term *t = &c->terms[i];
        if (is_comparison(t->kind) && about_target(c, &t->op)) {
            break;
        }
        count += is_comparison(t->kind);
    }
    return count;
}

/* A jump to another jump that would be taken too goes on to that one's aim. */
static void thread_jumps(const compiler *c, uint32_t count) {
    op *ops = ITEMS(op, c->d->ops) + c->result.at;
    for (uint32_t i = count; i-- > 0;) {
        if (ops[i].code == OP_AND_SKIP || ops[i].code == OP_OR_SKIP) {
            const uint32_t aim = (uint32_t)ops[i].value;
            if (aim < count && ops[aim].code == ops[i].code) {
                ops[i].value = ops[aim].value;
            }
        }
    }
}

static int stack_change(const compiler *c, uint8_t op_code) {
    switch (op_code) {
    case OP_PUSH:
        return 1;
    case OP_CALL:
        return effects(c) ? 0 : 1;
    case OP_NOT:
    case OP_SET:
    case OP_INCREASE:
    case OP_DECREASE:
    case OP_RAISE:
    case OP_RAISE_WITHIN:
    case OP_RAISE_ON_PATH:
    case OP_REVOKE:
    case OP_SEND:
        return 0;
    default:
        return op_code <= OP_AT_LEAST ? 1 : -1;
    }
}

static bool stack_fits(const compiler *c, uint32_t count) {
    const op *ops = ITEMS(const op, c->d->ops) + c->result.at;
    int depth = 0;
    for (uint32_t i = 0; i < count; i++) {
        depth += stack_change(c, ops[i].code);
        if (depth > STACK_LIMIT) {
            return refuse(c, NO_TERM, "too-deep",
                bsl_problem_say(
                    c->d->problems, "it needs more than %d values at a time", STACK_LIMIT),
                "split the expression, or write it so that less has to wait");
        }
    }
    return true;
}

static bool changes_link(const op *o) {
    return o->code >= OP_SET && o->code <= OP_DECREASE_POPPED && is_link_subject(o->subject);
}

/* What of the stores of a world a list of effects may take. */
static void count_raises(const compiler *c, uint32_t count) {
    const op *ops = ITEMS(const op, c->d->ops) + c->result.at;
    uint32_t raises = 0;
    uint32_t shouts = 0;
    uint32_t links = 0;
    uint32_t sends = 0;
    for (uint32_t i = 0; i < count; i++) {
        raises += ops[i].code == OP_RAISE ? 1 : 0;
        shouts += ops[i].code == OP_RAISE_WITHIN || ops[i].code == OP_RAISE_ON_PATH ||
                ops[i].code == OP_SEND_ON_PATH
            ? 1
            : 0;
        sends += ops[i].code == OP_SEND || ops[i].code == OP_SEND_POPPED ? 1 : 0;
        links += changes_link(&ops[i]) ? 1 : 0;
    }
    c->d->max_links = links > c->d->max_links ? links : c->d->max_links;
    c->d->max_sends = sends > c->d->max_sends ? sends : c->d->max_sends;
    c->d->max_shouts = shouts > c->d->max_shouts ? shouts : c->d->max_shouts;
    c->d->max_raises = raises > c->d->max_raises ? raises : c->d->max_raises;
}

static void emit_code(compiler *c) {
    c->result.form = effects(c) ? CODE_EFFECTS
        : is_value(c)           ? CODE_VALUE
        : is_conjunction(c)     ? CODE_CONJUNCTION
                                : CODE_PROGRAM;
    const bool conjunction = c->result.form == CODE_CONJUNCTION;
    const bool sorted =
        conjunction && c->from->place == PLACE_ACTION && (c->result.flags & CODE_USES_ENV) == 0;
    const uint32_t count = sorted ? emit_sorted(c) : emit_terms(c);
    if (c->d->no_memory) {
        return;
    }
    if (conjunction && !sorted) {
        c->known->prefix = (uint16_t)leading_prefix(c);
        c->known->answered = c->known->prefix;
    }
    if (c->result.form == CODE_PROGRAM) {
        thread_jumps(c, count);
    }
    bool good = c->result.form == CODE_CONJUNCTION || stack_fits(c, count);
    if (good && count > MOST_OPS) {
        good = refuse(c, NO_TERM, "too-many",
            bsl_problem_say(c->d->problems, "it has %lu operations; %lu are possible",
                (unsigned long)count, (unsigned long)MOST_OPS),
            "split it");
    }
    if (!good) {
        c->d->ops.count = c->result.at;
        c->result.form = CODE_EMPTY;
        return;
    }
    c->result.count = (uint16_t)count;
    count_raises(c, count);
    if (!effects(c) && !is_value(c)) {
        find_reach(c);
    }
}

static code compile_operations(draft *d, const source *from, facts *known) {
    compiler c = {d, from, NULL, (uint32_t)from->ops->count, {0}, known};
    c.result.at = d->ops.count;
    if (c.count == 0 || d->no_memory) {
        return c.result;
    }
    d->terms.element = sizeof(term);
    d->terms.count = 0;
    d->stack.element = sizeof(uint32_t);
    d->stack.count = 0;
    /* Twice as many terms, for joining what is left over. */
    c.terms = bsl_draft_add(d, &d->terms, c.count * 2);
    uint32_t *stack = bsl_draft_add(d, &d->stack, c.count);
    if (c.terms == NULL || stack == NULL || !read_terms(&c) || !structure(&c, stack)) {
        return c.result;
    }
    if (!effects(&c) && !is_value(&c)) { /* S46: nobody needs what it is preferred by */
        bsl_needs_note(d, from, c.terms, c.count, stack);
    }
    fold(&c);
    check_constants(&c);
    emit_code(&c);
    return c.result;
}

code bsl_code_compile(draft *d, const source *from, facts *known) {
    *known = (facts){false, NO_LIMIT, 0, 0};
    if (from->ops->text == NULL || d->no_memory) {
        return compile_operations(d, from, known);
    }
    bustle_ops all = {NULL, 0, NULL};
    source read = *from;
    read.ops = &all;
    if (!bsl_draft_text_ops(d, from, &all, &read.columns)) {
        known->mentions_target = bsl_draft_text_mentions_target(from->ops->text);
        return (code){.at = d->ops.count};
    }
    return compile_operations(d, &read, known);
}
