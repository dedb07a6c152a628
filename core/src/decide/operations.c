/* State operations: reads for conditions and writes for effects, on self, target, environment and
 * distance. The builder has compiled them; `holds` and `apply` run them. */
#include "decide/operations.h"
#include "decide/interruption.h"
#include "decide/reading.h"
#include "observe/event.h"
#include "world/environment.h"
#include "world/link.h"
#include "world/path.h"
#include "world/rows.h"
#include "world/space.h"

#include <string.h>

/* A list of effects raises interruptions, and any of its effects may be reported as an error. In a
 * turn there are three at the most: of what ends, of what resumes and of what starts; and each
 * function in a condition may be reported once. */
void bsl_effects_need(const bustle_world *w, needs *sum) {
    const uint32_t lists[WORKS] = {[WORK_TURN] = 3, [WORK_ENDING] = 1, [WORK_CALL] = 1};
    for (int work = 0; work < WORKS; work++) {
        sum->of[work][STORE_EVENTS].once += lists[work] * w->effect_limit;
        sum->of[work][STORE_QUEUED].once += lists[work] * w->raise_limit;
        sum->of[work][STORE_SHOUTS].once += lists[work] * w->shout_limit;
        sum->of[work][STORE_LINKS].once += lists[work] * w->link_limit;
        sum->of[work][STORE_LETTERS].once += lists[work] * w->send_limit;
    }
    sum->of[WORK_TURN][STORE_EVENTS].once += w->content->function_count;
    sum->of[WORK_REMOVAL][STORE_EVENTS].each += w->effect_limit;
    sum->of[WORK_REMOVAL][STORE_QUEUED].each += w->raise_limit;
    sum->of[WORK_REMOVAL][STORE_SHOUTS].each += w->shout_limit;
    sum->of[WORK_REMOVAL][STORE_LINKS].each += w->link_limit;
    sum->of[WORK_REMOVAL][STORE_LETTERS].each += w->send_limit;
}

bool bustle_round(double number, int32_t *result) {
    if (result == NULL || number - number != 0) { /* NaN and infinities differ from themselves */
        return false;
    }
    if (number >= INT32_MAX || number <= INT32_MIN) {
        *result = number > 0 ? INT32_MAX : INT32_MIN;
        return true;
    }
    const double size = number < 0 ? -number : number;
    const int64_t whole = (int64_t)size;
    const int64_t rounded = size - (double)whole >= 0.5 ? whole + 1 : whole;
    *result = saturate(number < 0 ? -rounded : rounded);
    return true;
}

/* ---- Reading ---- */

static int64_t read_square(bustle_world *w, const parties *s) {
    if (s->measured) {
        return s->square;
    }
    if (s->target == NULL) {
        return MISSING;
    }
    bsl_roster_refresh(w, s->self_slot);
    bsl_roster_refresh(w, s->target_slot);
    return square_between(w, &s->self->e, s->target);
}

/* S54: the member that the name of a part stands for. */
static uint32_t named_slot(const parties *s, const op *o) {
    return s->named->slots[o->subject - FIRST_PART];
}

/* One end of a link, or where a path begins; NOBODY. */
static uint32_t party_slot(const bustle_world *w, const parties *s, unsigned party) {
    switch (party) {
    case PARTY_SELF:
        return s->self_slot;
    case PARTY_TARGET:
        return s->target == NULL ? NOBODY : s->target_slot;
    case PARTY_AREA: {
        const ties *t = ties_of(w, &s->self->e);
        return t == NULL ? NOBODY : t->area;
    }
    default:
        return s->named->slots[party - PARTY_PART];
    }
}

static int64_t read_link(const bustle_world *w, const op *o, const parties *s) {
    if (o->subject == link_subject(PARTY_SELF, PARTY_TARGET) && s->target != NULL &&
        has_id(w->content, BUSTLE_KIND_LINK, o->name)) { /* as is mostly so */
        const link_entry *e = link_find(&w->links, link_key(s->self_slot, o->name, s->target_slot));
        return e != NULL ? e->value : w->content->links[o->name].initial;
    }
    const uint32_t from = party_slot(w, s, link_origin(o->subject));
    const uint32_t to = party_slot(w, s, link_aim(o->subject));
    return from == NOBODY || to == NOBODY ? MISSING : bsl_link_read(w, from, o->name, to);
}

static int64_t read_area(const bustle_world *w, const op *o, const parties *s) {
    const uint32_t slot = party_slot(w, s, PARTY_AREA);
    return slot == NOBODY ? MISSING : read_state(w, entity_at(w, slot), o->name);
}

/* S66: for a comparison with a constant, nobody is looked for once it is decided. */
static int64_t read_count(bustle_world *w, const op *o, const parties *s) {
    const link_path *p = &w->content->paths[o->name];
    const uint32_t enough = o->code == OP_PUSH ? UINT32_MAX
        : o->value < 0                         ? 1
                                               : (uint32_t)o->value + 1;
    const uint32_t within =
        p->within == NONE16 ? NOBODY : party_slot(w, s, w->content->paths[p->within].from);
    return bsl_path_count(w, o->name, party_slot(w, s, p->from), within, enough);
}

/* What few conditions are about: apart, so that the others stay small where they are inlined. */
static int64_t read_other(bustle_world *w, const op *o, const parties *s) {
    if (is_link_subject(o->subject)) {
        return read_link(w, o, s);
    }
    switch ((bustle_subject)o->subject) {
    case BUSTLE_NOW:
        return saturate(w->now / 1000);
    case BUSTLE_CONSTANT:
    case BUSTLE_STACK:
        return o->value;
    case BUSTLE_AREA:
        return read_area(w, o, s);
    case BUSTLE_COUNT:
        return read_count(w, o, s);
    default:
        break;
    }
    const uint32_t slot = named_slot(s, o);
    return slot == NOBODY ? MISSING : read_state(w, entity_at(w, slot), o->name);
}

static inline int64_t read_value(bustle_world *w, const op *o, const parties *s) {
    switch (o->subject) {
    case BUSTLE_SELF:
        return read_state(w, &s->self->e, o->name);
    case BUSTLE_TARGET:
        return read_target(w, s, o->name);
    case BUSTLE_ENV:
        return bsl_environment_read(w, o->name);
    case BUSTLE_DISTANCE:
        return distance_read(o, read_square(w, s));
    default:
        return read_other(w, o, s);
    }
}

/* ---- Functions of the game (S8) ---- */

typedef struct call_site {
    int32_t number;
    const char *where;
    uint64_t *reported; /* the update in which an error was last reported */
    bustle_function bound; /* NULL: a callback of the world */
    void *context;
} call_site;

static call_site site_of(bustle_world *w, const parties *s, uint32_t index) {
    if (s->replaced != NULL) {
        replaced_call *c = &s->replaced->calls[index];
        return (call_site){c->number, c->where, &c->reported, c->bound, c->context};
    }
    const function *f = &w->content->functions[index];
    return (call_site){
        f->number, w->content->text + f->where, &w->reported[f->first], f->bound, f->context};
}

/* Reports an error of a function, once per update and action. */
static void report_call(
    bustle_world *w, const parties *s, const call_site *site, const char *text) {
    if (*site->reported == w->updates + 1) {
        return;
    }
    *site->reported = w->updates + 1;
    bsl_event_report(w, s, site->where, "function failed", text);
}

/* What the function answers; less than 0: an error, which has been reported. */
static int call(bustle_world *w, const parties *s, uint32_t index, enum world_mode mode) {
    const call_site site = site_of(w, s, index);
    const bustle_callbacks *game = &w->def.callbacks;
    const bustle_function callback = site.bound != NULL ? site.bound
        : mode == MODE_CONDITION                        ? game->condition
                                                        : game->effect;
    if (callback == NULL) {
        report_call(w, s, &site, "the game has no callback for functions");
        return -1;
    }
    bustle_call c = {.function = site.number,
        .where = site.where,
        .self = handle_of(s->self_slot, s->self->e.spawn),
        .target = s->target == NULL ? 0 : handle_of(s->target_slot, s->target->spawn),
        .action = s->action,
        .error = NULL};
    const enum world_mode mode_before = w->mode;
    const parties *parties_before = w->parties;
    w->mode = mode;
    w->parties = s;
    const int answer = callback(site.bound != NULL ? site.context : game->context, w, &c);
    w->mode = mode_before;
    w->parties = parties_before;
    if (answer < 0) {
        report_call(w, s, &site, c.error == NULL ? "no reason given" : c.error);
    }
    return answer;
}

/* ---- Conditions ---- */

static APART bool all_hold(bustle_world *w, const op *ops, uint32_t count, const parties *s) {
    for (uint32_t i = 0; i < count; i++) {
        if (!compare(ops[i].code, read_value(w, &ops[i], s), ops[i].value)) {
            return false;
        }
    }
    return true;
}

/* Conditions on the NPC's own states, which come first, call nothing, so that this needs no
 * frame. */
static inline bool conjunction_holds(
    bustle_world *w, const op *ops, uint32_t count, const parties *s) {
    const bool begins = count > 0 && ops->subject == BUSTLE_SELF; /* else there may be no self */
    const layout *l = begins ? &w->layouts[s->self->e.definition] : NULL;
    for (; count > 0 && ops->subject == BUSTLE_SELF; ops++, count--) {
        const int32_t *place = state_in(l, &s->self->e, ops->name);
        if (place == NULL || !compare(ops->code, *place, ops->value)) {
            return false;
        }
    }
    return count == 0 || all_hold(w, ops, count, s);
}

/* S46: the value of a program without conditions. */
int64_t bsl_value_of(bustle_world *w, const code *value, const parties *s) {
    const op *ops = w->content->ops + value->at;
    int64_t stack[STACK_LIMIT + 1] = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < value->count; i++) {
        if (ops[i].code == OP_PUSH) {
            stack[n++] = read_value(w, &ops[i], s);
        } else {
            n--;
            stack[n - 1] = calculate(ops[i].code, stack[n - 1], stack[n]);
        }
    }
    return stack[0];
}

/* The builder has seen to it that the stack neither overflows nor underflows. */
static APART bool program_holds(bustle_world *w, const op *ops, uint32_t count, const parties *s) {
    int64_t stack[STACK_LIMIT + 1] = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        const op *o = &ops[i];
        switch ((enum op_code)o->code) {
        case OP_PUSH:
            stack[n++] = read_value(w, o, s);
            break;
        case OP_PLUS:
        case OP_MINUS:
        case OP_TIMES:
            n--;
            stack[n - 1] = calculate(o->code, stack[n - 1], stack[n]);
            break;
        case OP_TEST_EQUAL:
        case OP_TEST_NOT_EQUAL:
        case OP_TEST_LESS:
        case OP_TEST_GREATER:
        case OP_TEST_AT_MOST:
        case OP_TEST_AT_LEAST:
            n--;
            stack[n - 1] = test(o, stack[n - 1], stack[n]);
            break;
        case OP_NOT:
            stack[n - 1] = !stack[n - 1];
            break;
        case OP_AND_SKIP:
        case OP_OR_SKIP:
            if ((stack[n - 1] != 0) == (o->code == OP_OR_SKIP)) {
                i = (uint32_t)o->value - 1;
            } else {
                n--;
            }
            break;
        case OP_CALL: {
            const int answer = call(w, s, (uint32_t)o->value, MODE_CONDITION);
            if (answer < 0) {
                return false;
            }
            stack[n++] = answer > 0;
            break;
        }
        default:
            stack[n++] = compare(o->code, read_value(w, o, s), o->value);
            break;
        }
    }
    return stack[0] != 0;
}

bool bsl_condition_holds(bustle_world *w, const code *condition, const parties *s) {
    const op *ops = w->content->ops + condition->at;
    if (condition->form == CODE_CONJUNCTION) {
        return conjunction_holds(w, ops, condition->count, s);
    }
    return condition->form != CODE_PROGRAM || program_holds(w, ops, condition->count, s);
}

bool bsl_condition_prefix_holds(
    bustle_world *w, const code *condition, uint32_t count, const parties *s) {
    return conjunction_holds(w, w->content->ops + condition->at, count, s);
}

bool bsl_condition_rest_holds(
    bustle_world *w, const code *condition, uint32_t from, const parties *s) {
    if (from == 0) {
        return bsl_condition_holds(w, condition, s);
    }
    return all_hold(w, w->content->ops + condition->at + from, condition->count - from, s);
}

/* ---- Effects ---- */

/* S3: reported once per world for each action and property. */
static void report_missing(bustle_world *w, const parties *s, const op *o) {
    if (s->action == BUSTLE_NONE) {
        return; /* a role that the game has set: sealing knows nothing of it */
    }
    const uint64_t states = count_of(w->content, BUSTLE_KIND_STATE);
    const uint64_t bit = s->action * states + o->name;
    if ((w->unwritable[bit / 64] >> bit % 64 & 1) != 0) {
        return;
    }
    w->unwritable[bit / 64] |= UINT64_C(1) << bit % 64;
    bsl_event_report(
        w, s, "", "nothing to change", bustle_content_name(w->content, BUSTLE_KIND_STATE, o->name));
}

/* Whom an effect is on, with its slot; NULL: nobody. */
static inline entity *affected(
    const bustle_world *w, const parties *s, const op *o, uint32_t *slot) {
    if (o->subject == BUSTLE_SELF) {
        *slot = s->self_slot;
        return &s->self->e;
    }
    if (o->subject == BUSTLE_TARGET) {
        *slot = s->target_slot;
        return s->target;
    }
    *slot = o->subject == BUSTLE_AREA ? party_slot(w, s, PARTY_AREA) : named_slot(s, o);
    return *slot == NOBODY ? NULL : entity_at(w, *slot);
}

/* S65: from its default where there is none. */
static void modify_link(bustle_world *w, const parties *s, const op *o, unsigned how, int64_t by) {
    const uint32_t from = party_slot(w, s, link_origin(o->subject));
    const uint32_t to = party_slot(w, s, link_aim(o->subject));
    if (by == MISSING || from == NOBODY || to == NOBODY || from == to) {
        return;
    }
    const int64_t now = how == OP_SET ? 0 : bsl_link_read(w, from, o->name, to);
    (void)bsl_link_set(w, from, o->name, to, how == OP_DECREASE ? now - by : now + by);
}

static inline void modify_state(
    const bustle_world *w, int32_t *place, const op *o, unsigned how, int64_t by) {
    const int64_t before = how == OP_SET ? 0 : *place;
    write_value(
        &w->content->states[o->name], place, how == OP_DECREASE ? before - by : before + by);
}

/* What is not simply a state that somebody has. */
static APART void modify_other(
    bustle_world *w, const parties *s, const op *o, unsigned how, int64_t by) {
    uint32_t slot = NOBODY;
    if (is_link_subject(o->subject)) {
        modify_link(w, s, o, how, by);
        return;
    }
    const entity *e = affected(w, s, o, &slot);
    if (by == MISSING || (e == NULL && (s->target_leaves || o->subject == BUSTLE_AREA))) {
        return; /* whoever is in no area has nothing to answer for */
    }
    int32_t *place = e == NULL ? NULL : state_at(w, e, o->name);
    if (place == NULL) {
        report_missing(w, s, o);
    } else {
        modify_state(w, place, o, how, by);
    }
}

static inline void modify(
    bustle_world *w, const parties *s, const op *o, unsigned how, int64_t by) {
    const entity *e = o->subject == BUSTLE_SELF ? &s->self->e
        : o->subject == BUSTLE_TARGET           ? s->target
                                                : NULL;
    int32_t *place = e == NULL || by == MISSING ? NULL : state_at(w, e, o->name);
    if (place == NULL) {
        modify_other(w, s, o, how, by);
    } else {
        modify_state(w, place, o, how, by);
    }
}

/* Whom what effects raise comes from. */
static uint32_t source_slot(const parties *s) {
    return s->by_target ? s->target_slot : s->self_slot;
}

static void raise_on(bustle_world *w, const parties *s, const op *o) {
    uint32_t slot = NOBODY;
    const entity *e = affected(w, s, o, &slot);
    if (e != NULL && definition_of(w, e)->npc) {
        bsl_interruption_queue(w, slot, o->name, source_slot(s));
    }
}

/* S66: where the path begins is looked up now. */
static void raise_on_path(bustle_world *w, const parties *s, const op *o) {
    const uint32_t begins = party_slot(w, s, w->content->paths[o->value].from);
    if (begins != NOBODY) {
        bsl_shout_add_path(w, source_slot(s), o->name, (uint32_t)o->value, begins);
    }
}

/* S69: where the path begins, and the value, are looked up now. */
static void send_to(bustle_world *w, const parties *s, const op *o, int64_t value) {
    uint32_t slot = NOBODY;
    if (affected(w, s, o, &slot) != NULL && value != MISSING && w->has_inboxes) {
        bsl_inbox_send(w, s->self_slot, o->name, slot, (int32_t)value);
    }
}

static void send_on_path(bustle_world *w, const parties *s, const op *o, int64_t value) {
    const uint32_t begins = party_slot(w, s, w->content->paths[o->value].from);
    if (begins != NOBODY && value != MISSING) {
        bsl_shout_add_message(w, s->self_slot, o->name, (uint32_t)o->value, begins, (int32_t)value);
    }
}

/* S64 */
static void revoke_on(bustle_world *w, const parties *s, const op *o) {
    uint32_t slot = NOBODY;
    if (w->has_offers && affected(w, s, o, &slot) != NULL) {
        (void)bsl_offer_revoke(w, slot, o->name);
    }
}

void bsl_effects_apply(bustle_world *w, const code *effects, const parties *s) {
    int64_t stack[STACK_LIMIT +
        1]; /* as the builder has seen to, nothing is read before it is pushed */
    uint32_t n = 0;
    const op *ops = (s->replaced == NULL ? w->content->ops : s->replaced->ops) + effects->at;
    for (uint32_t i = 0; i < effects->count; i++) {
        const op *o = &ops[i];
        switch ((enum op_code)o->code) {
        case OP_SET:
        case OP_INCREASE:
        case OP_DECREASE:
            modify(w, s, o, o->code, o->value);
            break;
        case OP_SET_POPPED:
        case OP_INCREASE_POPPED:
        case OP_DECREASE_POPPED:
            modify(w, s, o, (unsigned)(o->code - OP_SET_POPPED + OP_SET), stack[--n]); // NOLINT
            break;
        case OP_PUSH:
            stack[n++] = read_value(w, o, s);
            break;
        case OP_PLUS:
        case OP_MINUS:
        case OP_TIMES:
            n--;
            stack[n - 1] = calculate(o->code, stack[n - 1], stack[n]); // NOLINT
            break;
        case OP_RAISE:
            raise_on(w, s, o);
            break;
        case OP_RAISE_WITHIN:
            bsl_shout_add(w, source_slot(s), o->name, o->value);
            break;
        case OP_RAISE_ON_PATH:
            raise_on_path(w, s, o);
            break;
        case OP_REVOKE:
            revoke_on(w, s, o);
            break;
        case OP_SEND:
            send_to(w, s, o, o->value);
            break;
        case OP_SEND_POPPED:
            send_to(w, s, o, stack[--n]); // NOLINT
            break;
        case OP_SEND_ON_PATH:
            send_on_path(w, s, o, stack[--n]); // NOLINT
            break;
        case OP_CALL:
            call(w, s, (uint32_t)o->value, MODE_EFFECT);
            break;
        default:
            break;
        }
    }
}
