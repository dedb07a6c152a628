/* Sealed code means what was written: random conditions are evaluated as trees, and as sealed by a
 * small machine of the test's own. Both must agree on the result and on what is asked of the game,
 * in which order (S3, S7); and a target out of reach must fail without anything asked of the game
 * after the prefix (S10). */
#include "builder_shop.h"

#include <stdlib.h>
#include <string.h>

/* ---- What conditions are about ---- */

enum { KEYS = 3, MOST_TERMS = 64, MOST_ASKED = 256 };

static const char *const state_names[KEYS] = {"a", "b", "c"};
static const char *const environment_names[KEYS] = {"x", "y", "z"};

typedef struct value {
    int32_t number;
    bool missing;
    bool sixteenths; /* of a unit: the distance */
} value;

typedef struct situation {
    value self[KEYS];
    value target[KEYS];
    int32_t environment[KEYS];
    int32_t distance;
    int32_t now;
    uint32_t answers; /* of the functions: a bit each */
    int asked[MOST_ASKED]; /* environment values from 0, functions from 100 */
    size_t asked_count;
} situation;

static uint32_t dice_state;

static uint32_t below(uint32_t n) {
    dice_state ^= dice_state << 13;
    dice_state ^= dice_state >> 17;
    dice_state ^= dice_state << 5;
    return dice_state % n;
}

static int32_t small(void) {
    return (int32_t)below(9) - 2;
}

static void roll_situation(situation *s) {
    memset(s, 0, sizeof(*s));
    for (int i = 0; i < KEYS; i++) {
        s->self[i] = (value){small(), below(5) == 0, false};
        s->target[i] = (value){small(), below(5) == 0, false};
        s->environment[i] = small();
    }
    s->distance = below(2) == 0 ? (int32_t)below(7) * SIXTEENTHS : (int32_t)below(7 * SIXTEENTHS);
    s->now = (int32_t)below(7);
    s->answers = below(16);
}

static void ask(situation *s, int what) {
    assert_true(s->asked_count < MOST_ASKED);
    s->asked[s->asked_count++] = what;
}

static value read(situation *s, bustle_subject subject, uint32_t key_number) {
    switch (subject) {
    case BUSTLE_SELF:
        return s->self[key_number];
    case BUSTLE_TARGET:
        return s->target[key_number];
    case BUSTLE_ENV:
        ask(s, (int)key_number);
        return (value){s->environment[key_number], false, false};
    case BUSTLE_DISTANCE:
        return (value){s->distance, false, true};
    default:
        return (value){s->now, false, false};
    }
}

static bool call(situation *s, int32_t number) {
    ask(s, 100 + number);
    return (s->answers >> number & 1u) != 0;
}

/* S10: a distance alone is compared exactly, whatever stands on the other side. */
static bool compares(bustle_op_kind kind, value a, value b) {
    if (a.missing || b.missing) {
        return false;
    }
    if (a.sixteenths != b.sixteenths) {
        a.number *= a.sixteenths ? 1 : SIXTEENTHS;
        b.number *= b.sixteenths ? 1 : SIXTEENTHS;
    }
    switch (kind) {
    case BUSTLE_EQUAL:
        return a.number == b.number;
    case BUSTLE_NOT_EQUAL:
        return a.number != b.number;
    case BUSTLE_LESS:
        return a.number < b.number;
    case BUSTLE_GREATER:
        return a.number > b.number;
    case BUSTLE_AT_MOST:
        return a.number <= b.number;
    default:
        return a.number >= b.number;
    }
}

/* S10: in arithmetic a distance is rounded down. */
static value whole(value v) {
    return (value){v.sixteenths ? v.number / SIXTEENTHS : v.number, v.missing, false};
}

static value calculate(bustle_op_kind kind, value a, value b) {
    a = whole(a);
    b = whole(b);
    int32_t number = kind == BUSTLE_PLUS ? a.number + b.number
        : kind == BUSTLE_MINUS           ? a.number - b.number
                                         : a.number * b.number;
    return (value){number, a.missing || b.missing, false};
}

/* ---- Conditions as trees ---- */

typedef struct branch {
    bustle_op op;
    uint32_t key_number;
    int left, right;
} branch;

typedef struct tree {
    branch branches[MOST_TERMS];
    int count;
} tree;

static int add_branch(tree *t, bustle_op op_given, uint32_t key_number, int left, int right) {
    assert_true(t->count < MOST_TERMS);
    t->branches[t->count] = (branch){op_given, key_number, left, right};
    return t->count++;
}

static bustle_op roll_subject(bustle_op_kind kind, uint32_t *key_number) {
    bustle_subject subject = (bustle_subject)below(BUSTLE_NOW + 1);
    *key_number = below(KEYS);
    return op_on(kind, subject,
        subject == BUSTLE_ENV ? environment_names[*key_number] : state_names[*key_number], small());
}

static int roll_value(tree *t, int depth) {
    uint32_t key_number = 0;
    if (depth == 0 || below(2) == 0) {
        if (below(2) == 0) {
            return add_branch(t, op_constant(small()), 0, -1, -1);
        }
        bustle_op push = roll_subject(BUSTLE_PUSH, &key_number);
        return add_branch(t, push, key_number, -1, -1);
    }
    int left = roll_value(t, depth - 1);
    int right = roll_value(t, depth - 1);
    return add_branch(t, op_plain((bustle_op_kind)(BUSTLE_PLUS + below(3))), 0, left, right);
}

static int roll_condition(tree *t, int depth) {
    uint32_t key_number = 0;
    bustle_op_kind comparison = (bustle_op_kind)(BUSTLE_EQUAL + below(6));
    switch (depth == 0 ? below(3) : below(8)) {
    case 0:
        return add_branch(t, op_call((int32_t)below(4), "f"), 0, -1, -1);
    case 1:
    case 2: {
        bustle_op compared = roll_subject(comparison, &key_number);
        return add_branch(t, compared, key_number, -1, -1);
    }
    case 3: {
        int left = roll_value(t, 1);
        int right = roll_value(t, 1);
        return add_branch(t, op_test(comparison), 0, left, right);
    }
    case 4:
        return add_branch(t, op_plain(BUSTLE_NOT), 0, roll_condition(t, depth - 1), -1);
    default: {
        int left = roll_condition(t, depth - 1);
        int right = roll_condition(t, depth - 1);
        return add_branch(t, op_plain(below(3) == 0 ? BUSTLE_OR : BUSTLE_AND), 0, left, right);
    }
    }
}

static value tree_value(const tree *t, int at, situation *s) {
    const branch *b = &t->branches[at];
    if (b->op.kind == BUSTLE_PUSH) {
        return b->op.subject == BUSTLE_CONSTANT ? (value){b->op.value, false, false}
                                                : read(s, b->op.subject, b->key_number);
    }
    value left = tree_value(t, b->left, s);
    return calculate(b->op.kind, left, tree_value(t, b->right, s));
}

static bool tree_condition(const tree *t, int at, situation *s) {
    const branch *b = &t->branches[at];
    switch (b->op.kind) {
    case BUSTLE_CALL:
        return call(s, b->op.value);
    case BUSTLE_NOT:
        return !tree_condition(t, b->left, s);
    case BUSTLE_AND:
        return tree_condition(t, b->left, s) && tree_condition(t, b->right, s);
    case BUSTLE_OR:
        return tree_condition(t, b->left, s) || tree_condition(t, b->right, s);
    default:
        if (b->op.subject == BUSTLE_STACK) {
            value left = tree_value(t, b->left, s);
            return compares(b->op.kind, left, tree_value(t, b->right, s));
        }
        return compares(
            b->op.kind, read(s, b->op.subject, b->key_number), (value){b->op.value, false, false});
    }
}

/* ---- Conditions as sealed ---- */

static bool conjunction_holds(const op *ops, uint32_t count, situation *s) {
    for (uint32_t i = 0; i < count; i++) {
        assert_true(ops[i].code <= OP_AT_LEAST);
        value read_value = read(s, (bustle_subject)ops[i].subject, ops[i].name);
        if (!compares((bustle_op_kind)(BUSTLE_EQUAL + ops[i].code), read_value,
                (value){ops[i].value, false, false})) {
            return false;
        }
    }
    return true;
}

static value popped(const value *stack, int *depth) {
    assert_true(*depth > 0);
    return stack[--*depth];
}

static bool program_holds(const bustle_content *c, const op *ops, uint32_t count, situation *s) {
    value stack[STACK_LIMIT] = {{0, false, false}};
    int depth = 0;
    for (uint32_t i = 0; i < count; i++) {
        const op *o = &ops[i];
        value right = {0, false, false};
        value result = {0, false, false};
        if (o->code <= OP_AT_LEAST) {
            value read_value = read(s, (bustle_subject)o->subject, o->name);
            result.number = compares((bustle_op_kind)(BUSTLE_EQUAL + o->code), read_value,
                (value){o->value, false, false});
        } else if (o->code <= OP_TEST_AT_LEAST) {
            right = popped(stack, &depth);
            const value left = popped(stack, &depth);
            assert_int_equal((o->name & LEFT_SQUARED) != 0, left.sixteenths);
            assert_int_equal((o->name & RIGHT_SQUARED) != 0, right.sixteenths);
            result.number =
                compares((bustle_op_kind)(BUSTLE_EQUAL + (o->code - OP_TEST_EQUAL)), left, right);
        } else if (o->code == OP_PUSH) {
            result = o->subject == BUSTLE_CONSTANT ? (value){o->value, false, false}
                                                   : read(s, (bustle_subject)o->subject, o->name);
            result = o->subject == BUSTLE_DISTANCE && o->name == 0 ? whole(result) : result;
        } else if (o->code <= OP_TIMES) {
            right = popped(stack, &depth);
            result = calculate(
                (bustle_op_kind)(BUSTLE_PLUS + (o->code - OP_PLUS)), popped(stack, &depth), right);
        } else if (o->code == OP_NOT) {
            result.number = popped(stack, &depth).number == 0;
        } else if (o->code == OP_CALL) {
            result.number = call(s, c->functions[o->value].number);
        } else {
            assert_true(o->code == OP_AND_SKIP || o->code == OP_OR_SKIP);
            result = popped(stack, &depth);
            if (result.number != (o->code == OP_OR_SKIP ? 1 : 0)) {
                continue;
            }
            assert_true(o->value > (int32_t)i && o->value <= (int32_t)count);
            i = (uint32_t)o->value - 1;
        }
        assert_true(depth < STACK_LIMIT);
        stack[depth++] = result;
    }
    assert_int_equal(depth, 1);
    return stack[0].number != 0;
}

static bool sealed_holds(const bustle_content *c, const code *when, situation *s) {
    const op *ops = c->ops + when->at;
    switch (when->form) {
    case CODE_EMPTY:
        return true;
    case CODE_CONJUNCTION:
        return conjunction_holds(ops, when->count, s);
    default:
        assert_int_equal(when->form, CODE_PROGRAM);
        return program_holds(c, ops, when->count, s);
    }
}

/* ---- Comparing ---- */

static void add_keys(shop *k) {
    for (int i = 0; i < KEYS; i++) {
        shop_state(k, state_names[i], BUSTLE_NO_MINIMUM, BUSTLE_NO_MAXIMUM, 0);
        bustle_environment_def def = bustle_default_environment_def();
        def.name = environment_names[i];
        assert_int_equal(bustle_builder_add_environment(k->builder, &def), BUSTLE_OK);
    }
}

/* Some conditions in a row, so that they are joined. */
static const action *roll_action(shop *k, tree *t, int *roots, uint32_t *root_count) {
    bustle_op ops[MOST_TERMS];
    t->count = 0;
    *root_count = below(4) + 1;
    for (uint32_t i = 0; i < *root_count; i++) {
        roots[i] = roll_condition(t, *root_count == 1 ? 3 : 1);
    }
    /* Branches are added after their operands: the tree is in postfix order already. */
    for (int i = 0; i < t->count; i++) {
        ops[i] = t->branches[i].op;
    }
    add_keys(k);
    bustle_action_def def = shop_action("act");
    def.target = BUSTLE_TARGET_TAKEN;
    def.when = (bustle_ops){ops, (size_t)t->count, NULL};
    shop_add_action(k, &def);
    assert_int_equal(bustle_builder_seal(k->builder, &k->content), BUSTLE_OK);
    return &k->content->actions[0];
}

static size_t environment_reads(const bustle_content *c, const code *when, uint32_t count) {
    size_t reads = 0;
    for (uint32_t i = 0; i < count; i++) {
        reads += c->ops[when->at + i].subject == BUSTLE_ENV ? 1 : 0;
    }
    return reads;
}

static void compare_in(const shop *k, const action *a, const tree *t, const int *roots,
    uint32_t root_count, situation *s) {
    situation as_sealed = *s;
    bool expected = true;
    for (uint32_t i = 0; i < root_count && expected; i++) {
        expected = tree_condition(t, roots[i], s);
    }
    assert_int_equal(sealed_holds(k->content, &a->when, &as_sealed), expected);
    assert_int_equal(as_sealed.asked_count, s->asked_count);
    assert_memory_equal(as_sealed.asked, s->asked, s->asked_count * sizeof(s->asked[0]));
    const int64_t square = (int64_t)s->distance * s->distance;
    if (square < a->reach.from || square > a->reach.to) {
        assert_true(square <= a->reach.to || s->distance >= a->reach.most);
        assert_false(expected);
        assert_true(s->asked_count <= environment_reads(k->content, &a->when, a->prefix));
    }
}

static void S7_sealed_conditions_mean_what_was_written(void **state) {
    (void)state;
    uint32_t rounds = getenv("BUSTLE_QUICK") != NULL ? 300 : 20000;
    uint32_t limited = 0;
    for (uint32_t round = 1; round <= rounds; round++) {
        dice_state = round * 2654435761u;
        shop k;
        shop_begin(&k);
        tree t;
        int roots[4];
        uint32_t root_count = 0;
        const action *a = roll_action(&k, &t, roots, &root_count);
        limited += a->reach.most < 7 * SIXTEENTHS ? 1 : 0;
        for (int i = 0; i < 20; i++) {
            situation s;
            roll_situation(&s);
            compare_in(&k, a, &t, roots, root_count, &s);
        }
        shop_end(&k);
    }
    assert_true(limited > rounds / 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(S7_sealed_conditions_mean_what_was_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
