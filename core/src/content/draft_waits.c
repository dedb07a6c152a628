/* Nodes that wait: for a condition (S51), at a scene for its cast and its end (S55, S60), and how
 * all others do. */
#include "content/draft.h"
#include "content/expression/code.h"

/* Why nobody can be seen in the action while it waits; NULL: one can. */
static const char *unfit_for_waiting(const action *a) {
    return (a->flags & ACTION_TRAVELS) != 0 ? "travels"
        : a->claim_count > 0                ? "claims something"
        : (a->flags & ACTION_TARGETED) != 0 ? "takes a target"
        : a->when.form != CODE_EMPTY        ? "has a condition"
        : a->ends_on_count > 0              ? "ends on an interruption"
                                            : NULL;
}

uint16_t bsl_draft_waiting(draft *d, const char *name, const spot *at) {
    if (name == NULL) {
        return NONE16;
    }
    const uint32_t id = bsl_draft_resolve(d, BUSTLE_KIND_ACTION, name, at, "waiting");
    const char *unfit =
        id == BUSTLE_NONE ? NULL : unfit_for_waiting(&ITEMS(action, d->actions)[id]);
    if (unfit != NULL) {
        bsl_problem_error(d->problems, "bad-waiting", at,
            bsl_problem_say(
                d->problems, "it is seen waiting in action \"%s\", which %s", name, unfit),
            "wait in an action that can be performed anywhere and at any time");
    }
    return (uint16_t)id;
}

static void check_times(draft *d, const bustle_node_def *def, const spot *at) {
    problems *p = d->problems;
    if (def->timeout_ms < BUSTLE_DEFAULT_TIMEOUT) {
        bsl_problem_error(p, "bad-wait", at,
            bsl_problem_say(p, "its timeout is %ld ms", (long)def->timeout_ms),
            "give a timeout of 0 or more");
    }
    if (def->every_ms < 1) {
        bsl_problem_error(p, "bad-wait", at,
            bsl_problem_say(p, "it tries every %ld ms", (long)def->every_ms),
            "let at least 1 ms pass between two tries");
    }
}

static bool add_wait(draft *d, const wait *one, node *made, const spot *at) {
    const bool too_many = d->waits.count >= MOST_THINGS;
    wait *added = too_many ? NULL : bsl_draft_add(d, &d->waits, 1);
    if (too_many) {
        bsl_problem_error(d->problems, "too-many", at,
            bsl_problem_say(d->problems, "more than %lu nodes wait", (unsigned long)MOST_THINGS),
            "use fewer");
    }
    if (added != NULL) {
        *added = *one;
        made->performs = (uint16_t)(d->waits.count - 1);
    }
    return added != NULL;
}

bool bsl_draft_wait(draft *d, const bustle_node_def *def, node *made, const spot *at) {
    problems *p = d->problems;
    if (!has_ops(&def->when)) {
        bsl_problem_error(p, "bad-wait", at, "it waits for nothing", "give it a condition");
    }
    if (def->performs != NULL) {
        bsl_problem_error(p, "bad-wait", at,
            bsl_problem_say(p, "it waits, but performs \"%s\"", def->performs),
            "perform that at a node of its own; what is seen meanwhile is `waiting`");
    }
    check_times(d, def, at);
    source from = {&def->when, *at, BUSTLE_NONE, PLACE_TRANSITION, NULL, NULL};
    from.at.part = PART_WHEN;
    facts known;
    const code when = bsl_code_compile(d, &from, &known);
    const wait one = {.when = when,
        .timeout = def->timeout_ms < 0 ? DEFAULT_WAIT_MS : (uint32_t)def->timeout_ms,
        .every = (uint32_t)def->every_ms,
        .seen = bsl_draft_waiting(d, def->waiting, at),
        .scene = NONE16,
        .request = NONE16,
        .exchange = NONE16,
        .gathering = NONE16,
        .as = STAGER};
    add_wait(d, &one, made, at);
    return when.form != CODE_EMPTY;
}

void bsl_draft_scene_node(draft *d, const bustle_node_def *def, node *made, const spot *at) {
    check_times(d, def, at);
    const uint32_t id = bsl_draft_resolve(d, BUSTLE_KIND_SCENE, def->performs, at, "it");
    const bool takes_part = def->as != NULL && id != BUSTLE_NONE;
    const wait one = {.when = {.at = d->ops.count},
        .timeout = def->timeout_ms < 0 ? 0 : (uint32_t)def->timeout_ms,
        .every = (uint32_t)def->every_ms,
        .seen = bsl_draft_waiting(d, def->waiting, at),
        .scene = (uint16_t)id,
        .request = NONE16,
        .exchange = NONE16,
        .gathering = NONE16,
        .as = takes_part ? bsl_draft_part(d, id, def->as, at) : STAGER};
    add_wait(d, &one, made, at);
}

bool bsl_draft_other_wait(
    draft *d, const bustle_node_def *def, node *made, const spot *at, wait one, uint32_t timeout) {
    check_times(d, def, at);
    one.when = (code){.at = d->ops.count};
    one.timeout = def->timeout_ms < 0 ? timeout : (uint32_t)def->timeout_ms;
    one.every = (uint32_t)def->every_ms;
    one.seen = bsl_draft_waiting(d, def->waiting, at);
    one.scene = NONE16;
    one.as = STAGER;
    return add_wait(d, &one, made, at);
}
