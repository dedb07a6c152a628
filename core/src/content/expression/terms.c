/* Reading operations one by one: kinds, subjects, names, named values. */
#include "content/expression/code.h"

/* What the functions here pass on to each other. */
typedef struct reader {
    draft *d;
    const source *from;
    const bustle_op *given;
    spot at;
    term *t;
    code *result;
    facts *known;
} reader;

static bool refuse(const reader *r, const char *problem, const char *text, const char *cure) {
    bsl_problem_error(r->d->problems, problem, &r->at, text, cure);
    return false;
}

static const char *subject_text(bustle_subject subject) {
    static const char *const texts[] = {"self", "target", "env", "distance", "now", "a constant",
        "the stack", "a part", "area", "a count"};
    return (unsigned)subject > BUSTLE_COUNT ? "something unknown" : texts[subject];
}

static void note_subject(const reader *r, bustle_subject subject) {
    r->t->op.subject = (uint8_t)subject;
    switch (subject) {
    case BUSTLE_TARGET:
        r->known->mentions_target = true;
        break;
    case BUSTLE_DISTANCE:
        r->known->mentions_target = true;
        r->result->flags |= CODE_USES_DISTANCE;
        break;
    case BUSTLE_ENV:
        r->result->flags |= CODE_USES_ENV;
        break;
    default:
        break;
    }
}

static const char *part_name_at(const void *parts, uint32_t index) {
    const char *name = ((const bustle_part_def *)parts)[index].name;
    return name == NULL ? "" : name;
}

/* What stands for the first member of the part that is named. False: a problem was told. */
static bool read_part(const reader *r, const char *name, bustle_subject *subject) {
    const part_scope *scope = r->from->parts;
    problems *p = r->d->problems;
    name = name == NULL ? "" : name;
    if (scope == NULL) {
        return refuse(r, "bad-subject", "it cannot be about a part",
            "name parts only in the conditions and effects of their scene");
    }
    uint32_t i = 0;
    while (i < scope->count && strcmp(part_name_at(scope->parts, i), name) != 0) {
        i++;
    }
    if (i == scope->count || name[0] == '\0') {
        return refuse(r, "unknown-part",
            bsl_problem_say(p, "it is about part \"%s\", which the scene does not have", name),
            bsl_draft_nearest_name(
                r->d, name, part_name_at, scope->parts, scope->count, "name a part of the scene"));
    }
    if (i >= scope->earlier) {
        return refuse(r, "later-part",
            bsl_problem_say(
                p, "it is about part \"%s\", for which nobody has been chosen yet", name),
            "name an earlier part, or put that part first");
    }
    *subject = (bustle_subject)(FIRST_PART + i);
    note_subject(r, *subject);
    return true;
}

/* S69: how many messages an inbox holds is read as a state is. False: it names no inbox. */
static bool read_inbox(const reader *r) {
    const char *name = r->given->name;
    const uint32_t inbox =
        name == NULL || bsl_draft_find(r->d, BUSTLE_KIND_STATE, name) != BUSTLE_NONE
        ? BUSTLE_NONE
        : bsl_draft_find(r->d, BUSTLE_KIND_INBOX, name);
    if (inbox != BUSTLE_NONE) {
        r->t->op.name = (uint16_t)draft_inbox_column(r->d, inbox);
    }
    return inbox != BUSTLE_NONE;
}

static bool read_state(const reader *r, bustle_subject subject) {
    if (read_inbox(r)) {
        if (subject == BUSTLE_TARGET) {
            r->result->flags |= CODE_USES_TARGET;
        }
        return !is_modification(r->t->kind) ||
            refuse(r, "not-writable",
                bsl_problem_say(
                    r->d->problems, "an effect cannot change inbox \"%s\"", r->given->name),
                "send it a message, or take one from it at a node");
    }
    uint32_t state = bsl_draft_resolve(r->d, BUSTLE_KIND_STATE, r->given->name, &r->at,
        is_part_subject(subject) ? r->given->part : subject_text(subject));
    if (state == BUSTLE_NONE) {
        return false;
    }
    r->t->op.name = (uint16_t)state;
    if (subject == BUSTLE_TARGET) {
        r->result->flags |= CODE_USES_TARGET;
    }
    if (r->from->place == PLACE_EFFECTS && is_state_subject(subject)) {
        bsl_draft_mention(r->d, subject, state, &r->at);
    }
    return true;
}

static bool refused_here(const reader *r, const char *what) {
    return r->from->place == PLACE_INTERRUPTION &&
        !refuse(r, "not-environment",
            bsl_problem_say(
                r->d->problems, "the condition of an interruption cannot be about %s", what),
            "use environment values only");
}

/* ---- Links and paths ---- */

/* One end of a link. */
static bool read_party(const reader *r, bustle_subject subject, const char *part, unsigned *party) {
    switch (subject) {
    case BUSTLE_SELF:
        *party = PARTY_SELF;
        return true;
    case BUSTLE_TARGET:
        *party = PARTY_TARGET;
        r->known->mentions_target = true;
        return true;
    case BUSTLE_AREA:
        *party = PARTY_AREA;
        return true;
    case BUSTLE_PART:
        if (!read_part(r, part, &subject)) {
            return false;
        }
        *party = PARTY_PART + ((unsigned)subject - FIRST_PART);
        return true;
    default:
        return refuse(r, "bad-subject",
            bsl_problem_say(r->d->problems, "there are no links of %s", subject_text(subject)),
            "use self, target, area or a part");
    }
}

/* A link that is read, or changed. */
static bool read_link(const reader *r, bool changed) {
    unsigned from = PARTY_SELF;
    unsigned to = PARTY_SELF;
    if (refused_here(r, "links") || !read_party(r, r->given->subject, r->given->part, &from) ||
        !read_party(r, r->given->to, r->given->to_part, &to)) {
        return false;
    }
    const uint32_t kind = bsl_draft_link_kind(r->d, r->given->link, &r->at, "it");
    if (kind == BUSTLE_NONE) {
        return false;
    }
    if (from == to) {
        return refuse(r, "link-to-itself", "it is about a link of somebody to itself",
            "nobody has links to itself: name two");
    }
    if (changed && kind >= draft_count(r->d, BUSTLE_KIND_LINK)) {
        return refuse(r, "read-only-link",
            bsl_problem_say(r->d->problems,
                "links of kind \"%s\" follow from what is going on, and cannot be changed",
                r->given->link),
            "declare a kind of your own");
    }
    r->t->op.subject = (uint8_t)link_subject(from, to);
    r->t->op.name = (uint16_t)kind;
    return true;
}

/* A path that is followed. */
static bool read_path(const reader *r, const char *text, bool may_be_two, uint32_t *found) {
    const path_source from = {text, r->from->parts, r->at, may_be_two};
    *found = bsl_draft_path(r->d, &from);
    if (*found == BUSTLE_NONE) {
        return false;
    }
    if (bsl_draft_path_mentions_target(r->d, *found)) {
        r->known->mentions_target = true;
    }
    return true;
}

static bool read_count(const reader *r) {
    uint32_t found = BUSTLE_NONE;
    if (refused_here(r, "what a path finds") || !read_path(r, r->given->name, true, &found)) {
        return false;
    }
    r->t->op.subject = BUSTLE_COUNT;
    r->t->op.name = (uint16_t)found;
    return true;
}

/* ---- What is read ---- */

/* A subject that is read. */
static bool read_subject(const reader *r) {
    bustle_subject subject = r->given->subject;
    if (r->given->link != NULL) {
        return read_link(r, false);
    }
    if (subject == BUSTLE_PART) {
        return read_part(r, r->given->part, &subject) && read_state(r, subject);
    }
    if (subject == BUSTLE_COUNT) {
        return read_count(r);
    }
    if ((unsigned)subject > BUSTLE_NOW && subject != BUSTLE_AREA) {
        return refuse(r, "bad-subject",
            bsl_problem_say(r->d->problems, "it cannot be about %s", subject_text(subject)),
            "use self, target, area, env, distance or now");
    }
    note_subject(r, subject);
    if (subject != BUSTLE_ENV && refused_here(r, subject_text(subject))) {
        return false;
    }
    switch (subject) {
    case BUSTLE_SELF:
    case BUSTLE_TARGET:
    case BUSTLE_AREA:
        return read_state(r, subject);
    case BUSTLE_ENV: {
        uint32_t id =
            bsl_draft_resolve(r->d, BUSTLE_KIND_ENVIRONMENT, r->given->name, &r->at, "env");
        r->t->op.name = (uint16_t)id;
        return id != BUSTLE_NONE;
    }
    default:
        return true;
    }
}

/* The constant of a comparison or modification of a subject that was read. */
static bool read_value(const reader *r) {
    r->t->op.value = r->given->value;
    if (r->given->value_name == NULL) {
        return true;
    }
    if (r->t->op.subject != BUSTLE_ENV && !has_state_name(r->t->op.subject)) {
        return refuse(r, "unknown-value",
            bsl_problem_say(r->d->problems, "%s has no value named \"%s\"",
                is_link_subject(r->t->op.subject) ? "a link"
                                                  : subject_text((bustle_subject)r->t->op.subject),
                r->given->value_name),
            "use a number");
    }
    if (r->t->op.subject != BUSTLE_ENV && is_inbox_column(r->d, r->t->op.name)) {
        return refuse(r, "unknown-value",
            bsl_problem_say(
                r->d->problems, "an inbox has no value named \"%s\"", r->given->value_name),
            "use a number");
    }
    return bsl_draft_value(r->d, r->t->op.subject == BUSTLE_ENV, r->t->op.name,
        r->given->value_name, &r->at, &r->t->op.value);
}

static bool read_comparison(const reader *r) {
    if (r->from->place == PLACE_EFFECTS) {
        return refuse(r, "condition-in-effects", "a comparison stands among effects",
            "move it to the conditions, or set, increase or decrease something");
    }
    unsigned which = (unsigned)r->given->kind - BUSTLE_EQUAL;
    if (r->given->subject == BUSTLE_STACK) {
        r->t->stacked = true;
        r->t->op.code = (uint8_t)(OP_TEST_EQUAL + which);
        r->t->op.subject = BUSTLE_STACK;
        return true;
    }
    r->t->op.code = (uint8_t)(OP_EQUAL + which);
    return read_subject(r) && read_value(r);
}

/* A named value of a key, as a constant: the key may be of state or of environment. */
static bool read_named_constant(const reader *r) {
    const char *name = r->given->name;
    if (name == NULL || bsl_draft_find(r->d, BUSTLE_KIND_STATE, name) == BUSTLE_NONE) {
        uint32_t id =
            name == NULL ? BUSTLE_NONE : bsl_draft_find(r->d, BUSTLE_KIND_ENVIRONMENT, name);
        if (id != BUSTLE_NONE) {
            return bsl_draft_value(r->d, true, id, r->given->value_name, &r->at, &r->t->op.value);
        }
    }
    const uint32_t id = bsl_draft_resolve(r->d, BUSTLE_KIND_STATE, name, &r->at, "a named value");
    return id != BUSTLE_NONE &&
        bsl_draft_value(r->d, false, id, r->given->value_name, &r->at, &r->t->op.value);
}

static bool read_push(const reader *r) {
    r->t->op.code = OP_PUSH;
    if (r->given->subject != BUSTLE_CONSTANT) {
        return read_subject(r);
    }
    r->t->constant = true;
    r->t->op.subject = BUSTLE_CONSTANT;
    r->t->op.value = r->given->value;
    return r->given->value_name == NULL || read_named_constant(r);
}

static bool read_connective(const reader *r) {
    if (r->from->place == PLACE_EFFECTS) {
        return refuse(r, "condition-in-effects", "and, or, not cannot stand among effects",
            "move the condition to the conditions");
    }
    r->t->op.code = OP_NOT;
    return true;
}

static bool read_call(const reader *r) {
    if (r->from->place == PLACE_INTERRUPTION) {
        return refuse(r, "not-environment",
            "the condition of an interruption cannot call functions",
            "use environment values only");
    }
    r->result->flags |= CODE_HAS_CALL;
    r->t->op.code = OP_CALL;
    r->t->op.value = (int32_t)r->d->functions.count;
    const char *by_name = r->given->value_name;
    const uint32_t where = bsl_draft_text(r->d, r->given->name == NULL ? by_name : r->given->name);
    function *f = bsl_draft_add(r->d, &r->d->functions, 1);
    if (f == NULL) {
        return false;
    }
    f->number = r->given->value;
    f->where = where;
    f->action = r->from->action;
    return by_name == NULL || bsl_draft_bind(r->d, by_name, &r->at, f);
}

static bool refuse_effect(const reader *r) {
    return refuse(r, "effect-in-condition", "an effect stands among conditions",
        "move it to start, finish or interrupted, or compare something");
}

static bool can_be_affected(bustle_subject subject) {
    return subject == BUSTLE_SELF || subject == BUSTLE_TARGET || subject == BUSTLE_AREA ||
        subject == BUSTLE_PART;
}

/* Whom an effect is on: self, target, area or a part. */
static bool read_affected(const reader *r, bustle_subject *subject) {
    if (*subject == BUSTLE_PART) {
        return read_part(r, r->given->part, subject);
    }
    note_subject(r, *subject);
    return true;
}

static bool read_modification(const reader *r) {
    bustle_subject subject = r->given->subject;
    if (r->from->place != PLACE_EFFECTS) {
        return refuse_effect(r);
    }
    if (!can_be_affected(subject)) {
        return refuse(r, "not-writable",
            bsl_problem_say(r->d->problems, "an effect cannot change %s", subject_text(subject)),
            "change a state of self or target");
    }
    unsigned which = (unsigned)r->given->kind - BUSTLE_SET;
    r->t->stacked = r->given->stacked;
    r->t->op.code = (uint8_t)((r->given->stacked ? OP_SET_POPPED : OP_SET) + which);
    const bool named = r->given->link != NULL
        ? read_link(r, true)
        : read_affected(r, &subject) && read_state(r, subject);
    return named && (r->given->stacked || read_value(r));
}

static bool read_raise(const reader *r) {
    bustle_subject subject = r->given->subject;
    if (r->from->place != PLACE_EFFECTS) {
        return refuse_effect(r);
    }
    if (!can_be_affected(subject)) {
        return refuse(r, "bad-subject",
            bsl_problem_say(
                r->d->problems, "an interruption cannot be raised on %s", subject_text(subject)),
            "raise it on self or target");
    }
    r->t->op.code = OP_RAISE;
    const bool on_somebody = read_affected(r, &subject);
    uint32_t id =
        bsl_draft_resolve(r->d, BUSTLE_KIND_INTERRUPTION, r->given->name, &r->at, "raise");
    r->t->op.name = (uint16_t)id;
    return on_somebody && id != BUSTLE_NONE;
}

static bool read_raise_within(const reader *r) {
    if (r->from->place != PLACE_EFFECTS) {
        return refuse_effect(r);
    }
    if (r->given->value < 0) {
        return refuse(r, "bad-operation",
            bsl_problem_say(r->d->problems, "an interruption cannot be raised within %ld units",
                (long)r->given->value),
            "give a distance of 0 or more");
    }
    r->t->op.code = OP_RAISE_WITHIN;
    r->t->op.value = r->given->value;
    const uint32_t id =
        bsl_draft_resolve(r->d, BUSTLE_KIND_INTERRUPTION, r->given->name, &r->at, "raise");
    r->t->op.name = (uint16_t)id;
    return id != BUSTLE_NONE;
}

static bool read_raise_on_path(const reader *r) {
    uint32_t found = BUSTLE_NONE;
    if (r->from->place != PLACE_EFFECTS) {
        return refuse_effect(r);
    }
    r->t->op.code = OP_RAISE_ON_PATH;
    const bool on_somebody = read_path(r, r->given->value_name, false, &found);
    const uint32_t id =
        bsl_draft_resolve(r->d, BUSTLE_KIND_INTERRUPTION, r->given->name, &r->at, "raise");
    r->t->op.name = (uint16_t)id;
    r->t->op.value = (int32_t)found;
    return on_somebody && id != BUSTLE_NONE;
}

static bool read_revoke(const reader *r) {
    bustle_subject subject = r->given->subject;
    if (r->from->place != PLACE_EFFECTS) {
        return refuse_effect(r);
    }
    if (subject != BUSTLE_SELF && subject != BUSTLE_TARGET) {
        return refuse(r, "bad-subject",
            bsl_problem_say(
                r->d->problems, "an offer of %s cannot be revoked", subject_text(subject)),
            "revoke what self or target offers");
    }
    note_subject(r, subject);
    r->t->op.code = OP_REVOKE;
    const uint32_t id =
        bsl_draft_resolve(r->d, BUSTLE_KIND_OFFER, r->given->name, &r->at, "revoke");
    r->t->op.name = (uint16_t)id;
    return id != BUSTLE_NONE;
}

/* S69 */
static bool read_send(const reader *r) {
    bustle_subject subject = r->given->subject;
    if (r->from->place != PLACE_EFFECTS) {
        return refuse_effect(r);
    }
    if (subject == BUSTLE_SELF || !can_be_affected(subject)) {
        return refuse(r, "bad-subject",
            bsl_problem_say(
                r->d->problems, "a message cannot be sent to %s", subject_text(subject)),
            "send it to target, area, a part or a path: nobody sends to itself");
    }
    r->t->op.code = r->given->stacked ? OP_SEND_POPPED : OP_SEND;
    r->t->op.value = r->given->value;
    r->t->stacked = r->given->stacked;
    const bool to_somebody = read_affected(r, &subject);
    const uint32_t id = bsl_draft_resolve(r->d, BUSTLE_KIND_INBOX, r->given->name, &r->at, "send");
    r->t->op.name = (uint16_t)id;
    return to_somebody && id != BUSTLE_NONE;
}

static bool read_send_on_path(const reader *r) {
    uint32_t found = BUSTLE_NONE;
    if (r->from->place != PLACE_EFFECTS) {
        return refuse_effect(r);
    }
    r->t->op.code = OP_SEND_ON_PATH;
    r->t->amount = r->given->value;
    r->t->stacked = r->given->stacked;
    const bool to_somebody = read_path(r, r->given->value_name, false, &found);
    const uint32_t id = bsl_draft_resolve(r->d, BUSTLE_KIND_INBOX, r->given->name, &r->at, "send");
    r->t->op.name = (uint16_t)id;
    r->t->op.value = (int32_t)found;
    return to_somebody && id != BUSTLE_NONE;
}

bool bsl_term_read(draft *d, const source *from, uint32_t n, term *t, code *result, facts *known) {
    reader r = {d, from, &from->ops->list[n], spot_of_operation(from, n), t, result, known};
    t->kind = (uint8_t)r.given->kind;
    switch (r.given->kind) {
    case BUSTLE_EQUAL:
    case BUSTLE_NOT_EQUAL:
    case BUSTLE_LESS:
    case BUSTLE_GREATER:
    case BUSTLE_AT_MOST:
    case BUSTLE_AT_LEAST:
        return read_comparison(&r);
    case BUSTLE_PUSH:
        return read_push(&r);
    case BUSTLE_PLUS:
    case BUSTLE_MINUS:
    case BUSTLE_TIMES:
        t->op.code = (uint8_t)(OP_PLUS + (r.given->kind - BUSTLE_PLUS));
        return true;
    case BUSTLE_AND:
    case BUSTLE_OR:
    case BUSTLE_NOT:
        return read_connective(&r);
    case BUSTLE_CALL:
        return read_call(&r);
    case BUSTLE_SET:
    case BUSTLE_INCREASE:
    case BUSTLE_DECREASE:
        return read_modification(&r);
    case BUSTLE_RAISE:
        return read_raise(&r);
    case BUSTLE_RAISE_WITHIN:
        return read_raise_within(&r);
    case BUSTLE_RAISE_ON_PATH:
        return read_raise_on_path(&r);
    case BUSTLE_REVOKE:
        return read_revoke(&r);
    case BUSTLE_SEND:
        return read_send(&r);
    case BUSTLE_SEND_ON_PATH:
        return read_send_on_path(&r);
    }
    t->kind = 0;
    return refuse(&r, "bad-operation",
        bsl_problem_say(d->problems, "there is no operation of kind %ld", (long)r.given->kind),
        "use one of the kinds of bustle_op_kind");
}
