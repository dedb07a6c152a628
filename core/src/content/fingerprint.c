/* Fingerprints of definitions. A fingerprint depends on what a definition says, with names instead
 * of the numbers that a content happens to give. */
#include "persist/snapshot.h"

#include "base/hash.h"

static uint32_t add_name(uint32_t print, const bustle_content *c, bustle_kind kind, uint32_t id) {
    return fnv_word(print, bustle_content_name_hash(c, kind, id));
}

static uint32_t add_function(uint32_t print, const function *f, const char *where, bool numbers) {
    print = fnv_word(print, fnv_text(where));
    return numbers ? fnv_word(print, (uint32_t)f->number) : print;
}

static uint32_t add_subject(uint32_t print, const bustle_content *c, const op *o) {
    if (!op_has_subject(o)) {
        return print;
    }
    print = fnv_word(print, o->subject);
    if (o->code == OP_RAISE || o->code == OP_RAISE_WITHIN || o->code == OP_RAISE_ON_PATH) {
        return add_name(print, c, BUSTLE_KIND_INTERRUPTION, o->name);
    }
    if (o->code == OP_REVOKE) {
        return add_name(print, c, BUSTLE_KIND_OFFER, o->name);
    }
    if (o->code >= OP_SEND) {
        return add_name(print, c, BUSTLE_KIND_INBOX, o->name);
    }
    if (o->subject == BUSTLE_COUNT) {
        return fnv_word(print, fnv_text(c->text + c->paths[o->name].text));
    }
    if (is_link_subject(o->subject)) {
        return fnv_word(print, fnv_text(link_name(c, o->name)));
    }
    if (o->subject == BUSTLE_ENV) {
        return add_name(print, c, BUSTLE_KIND_ENVIRONMENT, o->name);
    }
    if (!has_state_name(o->subject)) {
        return print;
    }
    const uint32_t states = count_of(c, BUSTLE_KIND_STATE);
    return o->name < states ? add_name(print, c, BUSTLE_KIND_STATE, o->name)
                            : add_name(print, c, BUSTLE_KIND_INBOX, o->name - states);
}

static uint32_t add_code(uint32_t print, const bustle_content *c, const code *k, bool numbers) {
    print = fnv_word(print, k->form);
    print = fnv_word(print, k->count);
    for (uint32_t i = 0; i < k->count; i++) {
        const op *o = &c->ops[k->at + i];
        print = fnv_word(print, o->code);
        if (o->code == OP_CALL) {
            const function *f = &c->functions[o->value];
            print = add_function(print, f, c->text + f->where, numbers);
        } else {
            print = add_subject(print, c, o);
            print = fnv_word(print,
                o->code == OP_RAISE_ON_PATH || o->code == OP_SEND_ON_PATH
                    ? fnv_text(c->text + c->paths[o->value].text)
                    : (uint32_t)o->value);
        }
    }
    return print;
}

static uint32_t add_state(uint32_t print, const bustle_content *c, uint16_t state) {
    return state == NONE16 ? fnv_word(print, 0) : add_name(print, c, BUSTLE_KIND_STATE, state);
}

uint32_t bsl_fingerprint_action(const bustle_content *c, uint32_t action_id, bool numbers) {
    const action *a = &c->actions[action_id];
    uint32_t print = add_code(FNV_START, c, &a->when, numbers);
    for (int i = 0; i < EFFECT_LISTS; i++) {
        print = add_code(print, c, &a->effects[i], numbers);
    }
    const uint32_t plain[] = {(uint32_t)a->duration, (uint32_t)a->duration_max,
        (uint32_t)a->timeout, (uint32_t)a->speed, a->flags, a->ending, a->preference,
        a->claim_count, a->ends_on_count};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        print = fnv_word(print, plain[i]);
    }
    print = a->near == 0 ? print : fnv_word(print, (uint32_t)a->near);
    print = add_state(print, c, a->speed_state);
    print = add_state(print, c, a->preferred_state);
    print = a->preferred.form == CODE_EMPTY ? print : add_code(print, c, &a->preferred, numbers);
    for (uint32_t i = 0; i < a->claim_count; i++) {
        print = add_state(print, c, c->claims[a->claims_at + i].state);
        print = fnv_word(print, (uint32_t)c->claims[a->claims_at + i].amount);
    }
    for (uint32_t i = 0; i < a->ends_on_count; i++) {
        print = add_name(print, c, BUSTLE_KIND_INTERRUPTION, c->ids[a->ends_on_at + i]);
    }
    return print;
}

uint32_t bsl_fingerprint_parts(const bustle_content *c, uint32_t scene_id) {
    const scene *s = &c->scenes[scene_id];
    uint32_t print = FNV_START;
    for (uint32_t i = 0; i < s->part_count; i++) {
        const scene_part *p = &c->parts[s->parts_at + i];
        print = fnv_word(print, fnv_text(bustle_content_part_name(c, scene_id, i)));
        print = fnv_word(print, (uint32_t)p->least << 8 | p->most);
        print = p->sequence == NONE16 ? fnv_word(print, 0)
                                      : add_name(print, c, BUSTLE_KIND_SEQUENCE, p->sequence);
    }
    return print;
}

uint32_t bsl_fingerprint_condition(const bustle_content *c, uint32_t interruption_id) {
    return add_code(FNV_START, c, &c->interruptions[interruption_id].when, false);
}
