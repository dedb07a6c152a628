/* Looks at a condition from outside: at its operations as they are written, one by one, with what
 * each yields now. It asks, calls and changes nothing. It skips nothing either: it also reads what
 * a decision would not come to. */
#include "decide/operations.h"
#include "decide/reading.h"
#include "world/link.h"
#include "world/path.h"
#include "world/rows.h"
#include "world/space.h"

typedef struct look {
    const bustle_world *world;
    const bustle_op *ops;
    bustle_reading *readings;
    parties parties; /* `self` NULL: of nobody */
} look;

static bustle_value to_value(int64_t number) {
    return (bustle_value){number != MISSING, number == MISSING ? 0 : (double)number};
}

/* The distance with its fraction: for people, to whom a root that is off by a hair does no harm. */
static bustle_value to_distance(int64_t square) {
    double root = square == MISSING ? 0 : (double)bsl_space_root(square);
    for (int i = 0; i < 5 && root > 0; i++) {
        root = (root + (double)square / root) / 2;
    }
    return (bustle_value){square != MISSING, root / SIXTEENTHS};
}

static bustle_truth truth_of(bool holds) {
    return holds ? BUSTLE_TRUE : BUSTLE_FALSE;
}

/* ---- What is read ---- */

/* Where a state, or what an inbox holds, is; BUSTLE_NONE: there is neither of that name. */
static uint32_t find_column(const look *l, const bustle_op *o) {
    const bustle_content *c = l->world->content;
    const bustle_id state = bustle_content_find(c, BUSTLE_KIND_STATE, o->name);
    const bustle_id inbox = bustle_content_find(c, BUSTLE_KIND_INBOX, o->name);
    return state != BUSTLE_NONE || inbox == BUSTLE_NONE ? state : inbox_column(c, inbox);
}

static bool look_at_state(const look *l, const bustle_op *o, int64_t *value) {
    const uint32_t id = find_column(l, o);
    if (id == BUSTLE_NONE) {
        return false;
    }
    if (l->parties.self == NULL) {
        *value = MISSING;
    } else {
        *value = o->subject == BUSTLE_SELF ? read_state(l->world, &l->parties.self->e, id)
                                           : read_target(l->world, &l->parties, id);
    }
    return true;
}

/* Whom one end of a link, or a path, is; NOBODY. False: it cannot be anybody here. */
static bool look_for_party(const look *l, bustle_subject subject, uint32_t *slot) {
    const parties *s = &l->parties;
    *slot = NOBODY;
    switch (subject) {
    case BUSTLE_SELF:
        *slot = s->self_slot;
        return true;
    case BUSTLE_TARGET:
        *slot = s->target_slot;
        return true;
    case BUSTLE_AREA: {
        const ties *t = s->self == NULL ? NULL : ties_of(l->world, &s->self->e);
        *slot = t == NULL ? NOBODY : t->area;
        return true;
    }
    default:
        return false;
    }
}

static bool look_at_area(const look *l, const bustle_op *o, int64_t *value) {
    const uint32_t id = find_column(l, o);
    uint32_t slot = NOBODY;
    (void)look_for_party(l, BUSTLE_AREA, &slot);
    *value = slot == NOBODY || id == BUSTLE_NONE
        ? MISSING
        : read_state(l->world, entity_at(l->world, slot), id);
    return id != BUSTLE_NONE;
}

static bool look_at_link(const look *l, const bustle_op *o, int64_t *value) {
    const bustle_content *c = l->world->content;
    const uint32_t implied = bsl_path_implied(o->link, strlen(o->link));
    const uint32_t kind = implied < IMPLIED_LINKS
        ? count_of(c, BUSTLE_KIND_LINK) + implied
        : bustle_content_find(c, BUSTLE_KIND_LINK, o->link);
    uint32_t from = NOBODY;
    uint32_t to = NOBODY;
    if (kind == BUSTLE_NONE || !look_for_party(l, o->subject, &from) ||
        !look_for_party(l, o->to, &to)) {
        return false;
    }
    *value = from == NOBODY || to == NOBODY ? MISSING : bsl_link_read(l->world, from, kind, to);
    return true;
}

static bool look_at_count(const look *l, const bustle_op *o, int64_t *value) {
    char reason[PATH_REASON];
    parsed_path paths[2];
    path_found found[2];
    const uint32_t count = o->name == NULL
        ? 0
        : bsl_path_parse(l->world->content, o->name, &paths[0], &paths[1], reason);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t begins = NOBODY;
        (void)look_for_party(l, paths[i].from, &begins);
        bsl_path_follow(
            l->world, paths[i].steps, paths[i].step_count, begins, UINT32_MAX, &found[i]);
    }
    *value = count == 0 ? MISSING : found[0].count;
    for (uint32_t i = 0; count == 2 && i < found[0].count; i++) {
        *value -= bsl_path_has(&found[1], found[0].items[i].value) ? 0 : 1;
    }
    return count > 0;
}

static bool look_at_environment(const look *l, const bustle_op *o, int64_t *value) {
    const bustle_id id = bustle_content_find(l->world->content, BUSTLE_KIND_ENVIRONMENT, o->name);
    if (id == BUSTLE_NONE) {
        return false;
    }
    *value = l->world->environment[id].value;
    return true;
}

static int64_t square_of(const look *l) {
    return l->parties.measured ? l->parties.square : MISSING;
}

/* False: there is no such thing to read. Of the distance the square is read. */
static bool look_at_subject(const look *l, const bustle_op *o, int64_t *value) {
    if (o->link != NULL) {
        return look_at_link(l, o, value);
    }
    switch (o->subject) {
    case BUSTLE_SELF:
    case BUSTLE_TARGET:
        return look_at_state(l, o, value);
    case BUSTLE_ENV:
        return look_at_environment(l, o, value);
    case BUSTLE_DISTANCE:
        *value = square_of(l);
        return true;
    case BUSTLE_NOW:
        *value = saturate(l->world->now / 1000);
        return true;
    case BUSTLE_CONSTANT:
    case BUSTLE_STACK:
    case BUSTLE_PART:
        break;
    case BUSTLE_AREA:
        return look_at_area(l, o, value);
    case BUSTLE_COUNT:
        return look_at_count(l, o, value);
    }
    return false;
}

static bool find_named(const look *l, const bustle_op *o, bustle_kind kind, int64_t *value) {
    const bustle_content *c = l->world->content;
    int32_t number = 0;
    const bustle_id id = bustle_content_find(c, kind, o->name);
    if (bustle_content_value(c, kind, id, o->value_name, &number) != BUSTLE_OK) {
        return false;
    }
    *value = number;
    return true;
}

/* The value that is written: of a constant it is not said whether its key is state. */
static bool constant_of(const look *l, const bustle_op *o, int64_t *value) {
    *value = o->value;
    if (o->value_name == NULL) {
        return true;
    }
    switch (o->subject) {
    case BUSTLE_SELF:
    case BUSTLE_TARGET:
    case BUSTLE_AREA:
        return find_named(l, o, BUSTLE_KIND_STATE, value);
    case BUSTLE_ENV:
        return find_named(l, o, BUSTLE_KIND_ENVIRONMENT, value);
    case BUSTLE_CONSTANT:
        return find_named(l, o, BUSTLE_KIND_STATE, value) ||
            find_named(l, o, BUSTLE_KIND_ENVIRONMENT, value);
    default:
        return false;
    }
}

/* ---- Operations ---- */

/* The operand that ends before `end`; NULL: there is none of that sort. */
static const bustle_reading *operand(const look *l, size_t end, bool condition) {
    if (end == 0 || (l->readings[end - 1].truth != BUSTLE_NO_CONDITION) != condition) {
        return NULL;
    }
    return &l->readings[end - 1];
}

static bool take_two(const look *l, size_t index, bool conditions, const bustle_reading **left,
    const bustle_reading **right) {
    *right = operand(l, index, conditions);
    *left = *right == NULL ? NULL : operand(l, (*right)->first, conditions);
    if (*left == NULL) {
        return false;
    }
    l->readings[index].first = (*left)->first;
    return true;
}

/* Whether what an operation yields is the distance alone. */
static bool is_distance(const look *l, const bustle_reading *r) {
    const bustle_op *o = &l->ops[r - l->readings];
    return o->kind == BUSTLE_PUSH && o->subject == BUSTLE_DISTANCE;
}

/* A value to calculate with: of a distance the whole units. */
static int64_t to_number(const look *l, const bustle_reading *r) {
    if (!r->left.there) {
        return MISSING;
    }
    return is_distance(l, r) ? whole_units(square_of(l)) : (int64_t)r->left.number;
}

/* A value to compare: if either side is the distance alone, both are squares. */
static int64_t to_compared(const look *l, const bustle_reading *r, bool squares) {
    if (is_distance(l, r)) {
        return square_of(l);
    }
    const int64_t number = to_number(l, r);
    return squares ? squared_value(number) : number;
}

static bool look_at_stacked_comparison(const look *l, size_t index) {
    const bustle_op *o = &l->ops[index];
    bustle_reading *r = &l->readings[index];
    const bustle_reading *left = NULL;
    const bustle_reading *right = NULL;
    if (!take_two(l, index, false, &left, &right)) {
        return false;
    }
    const bool squares = is_distance(l, left) || is_distance(l, right);
    r->truth = truth_of(compare(OP_EQUAL + (unsigned)o->kind - BUSTLE_EQUAL,
        to_compared(l, left, squares), to_compared(l, right, squares)));
    r->left = left->left;
    r->right = right->left;
    return true;
}

static bool look_at_comparison(const look *l, size_t index) {
    const bustle_op *o = &l->ops[index];
    const bool distance = o->subject == BUSTLE_DISTANCE;
    bustle_reading *r = &l->readings[index];
    int64_t a = MISSING;
    int64_t b = MISSING;
    if (o->subject == BUSTLE_STACK) {
        return look_at_stacked_comparison(l, index);
    }
    if (!look_at_subject(l, o, &a) || !constant_of(l, o, &b)) {
        return false;
    }
    r->truth = truth_of(
        compare(OP_EQUAL + (unsigned)o->kind - BUSTLE_EQUAL, a, distance ? squared_units(b) : b));
    r->left = distance ? to_distance(a) : to_value(a);
    r->right = to_value(b);
    return true;
}

static bool look_at_push(const look *l, size_t index) {
    const bustle_op *o = &l->ops[index];
    int64_t value = MISSING;
    const bool good =
        o->subject == BUSTLE_CONSTANT ? constant_of(l, o, &value) : look_at_subject(l, o, &value);
    l->readings[index].left = o->subject == BUSTLE_DISTANCE ? to_distance(value) : to_value(value);
    return good;
}

static bool look_at_calculation(const look *l, size_t index) {
    const bustle_reading *left = NULL;
    const bustle_reading *right = NULL;
    if (!take_two(l, index, false, &left, &right)) {
        return false;
    }
    l->readings[index].left =
        to_value(calculate(OP_PLUS + (unsigned)l->ops[index].kind - BUSTLE_PLUS, to_number(l, left),
            to_number(l, right)));
    return true;
}

/* One that is `decisive` decides, whatever a function would have said. */
static bustle_truth joined(bustle_truth a, bustle_truth b, bustle_truth decisive) {
    if (a == decisive || b == decisive) {
        return decisive;
    }
    if (a == BUSTLE_UNKNOWN || b == BUSTLE_UNKNOWN) {
        return BUSTLE_UNKNOWN;
    }
    return truth_of(decisive == BUSTLE_FALSE);
}

static bool look_at_joint(const look *l, size_t index) {
    const bustle_reading *left = NULL;
    const bustle_reading *right = NULL;
    if (!take_two(l, index, true, &left, &right)) {
        return false;
    }
    l->readings[index].truth =
        joined(left->truth, right->truth, truth_of(l->ops[index].kind == BUSTLE_OR));
    return true;
}

static bool look_at_not(const look *l, size_t index) {
    const bustle_reading *of = operand(l, index, true);
    if (of == NULL) {
        return false;
    }
    l->readings[index].first = of->first;
    l->readings[index].truth =
        of->truth == BUSTLE_UNKNOWN ? BUSTLE_UNKNOWN : truth_of(of->truth == BUSTLE_FALSE);
    return true;
}

/* False: it does not belong in a condition, or not here. */
static bool look_at(const look *l, size_t index) {
    l->readings[index] = (bustle_reading){.truth = BUSTLE_NO_CONDITION, .first = index};
    switch (l->ops[index].kind) {
    case BUSTLE_EQUAL:
    case BUSTLE_NOT_EQUAL:
    case BUSTLE_LESS:
    case BUSTLE_GREATER:
    case BUSTLE_AT_MOST:
    case BUSTLE_AT_LEAST:
        return look_at_comparison(l, index);
    case BUSTLE_PUSH:
        return look_at_push(l, index);
    case BUSTLE_PLUS:
    case BUSTLE_MINUS:
    case BUSTLE_TIMES:
        return look_at_calculation(l, index);
    case BUSTLE_AND:
    case BUSTLE_OR:
        return look_at_joint(l, index);
    case BUSTLE_NOT:
        return look_at_not(l, index);
    case BUSTLE_CALL:
        l->readings[index].truth = BUSTLE_UNKNOWN;
        return true;
    default:
        return false;
    }
}

/* Those that are left over, joined by "and". */
static bool conclude(const look *l, size_t count, bustle_truth *truth) {
    bustle_truth all = BUSTLE_TRUE;
    const bustle_reading *r = NULL;
    for (size_t end = count; end > 0; end = r->first) {
        r = operand(l, end, true);
        if (r == NULL) {
            return false;
        }
        all = joined(all, r->truth, BUSTLE_FALSE);
    }
    *truth = all;
    return true;
}

/* ---- Whom it is about ---- */

static bustle_status set_parties(
    const bustle_world *w, bustle_entity npc_handle, bustle_entity target, parties *s) {
    *s = (parties){.self_slot = NOBODY, .target_slot = NOBODY, .action = BUSTLE_NONE};
    if (npc_handle == 0) {
        return target == 0 ? BUSTLE_OK : BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_npc(w, npc_handle, &s->self_slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    s->self = npc_at(w, s->self_slot);
    s->testing = true;
    if (target == 0) {
        return BUSTLE_OK;
    }
    s->target_slot = bsl_entity_slot(w, target);
    if (s->target_slot == NOBODY) {
        return BUSTLE_STALE;
    }
    s->target = entity_at(w, s->target_slot);
    s->measured = true;
    s->square = square_between(w, &s->self->e, s->target);
    return BUSTLE_OK;
}

bustle_status bustle_world_test(const bustle_world *w, bustle_entity npc_handle,
    bustle_entity target, const bustle_ops *condition, bustle_reading *readings,
    bustle_truth *truth) {
    if (w == NULL || condition == NULL || condition->text != NULL || truth == NULL ||
        (condition->count > 0 && (condition->list == NULL || readings == NULL))) {
        return BUSTLE_BAD_ARGUMENT;
    }
    look l = {.world = w, .ops = condition->list, .readings = readings};
    const bustle_status status = set_parties(w, npc_handle, target, &l.parties);
    if (status != BUSTLE_OK) {
        return status;
    }
    for (size_t i = 0; i < condition->count; i++) {
        if (!look_at(&l, i)) {
            return BUSTLE_BAD_ARGUMENT;
        }
    }
    return conclude(&l, condition->count, truth) ? BUSTLE_OK : BUSTLE_BAD_ARGUMENT;
}
