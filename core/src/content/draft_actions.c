/* Actions and interruptions: their code, times, targets and claims. */
#include "base/hash.h"
#include "content/draft.h"
#include "content/expression/code.h"

/* ---- Interruptions ---- */

void bsl_draft_watch(draft *d, const code *when) {
    for (uint32_t i = 0; i < when->count && !d->no_memory; i++) {
        const op o = ITEMS(op, d->ops)[when->at + i];
        if (o.subject == BUSTLE_ENV && (o.code == OP_PUSH || o.code <= OP_AT_LEAST)) {
            ITEMS(key, d->environment)[o.name].watched = 1;
            bsl_draft_id(d, o.name);
        }
    }
}

range bsl_draft_watched(draft *d, uint32_t first) {
    const uint32_t noted = d->ids.count - first;
    const uint32_t kept = bsl_draft_unique_ids(ITEMS(uint32_t, d->ids) + first, noted);
    d->ids.count = first + kept;
    return (range){first, kept};
}

static void draft_interruption(draft *d, uint32_t id) {
    const bustle_interruption_def *def = draft_def(d, BUSTLE_KIND_INTERRUPTION, id);
    interruption *made = bsl_draft_add(d, &d->interruptions, 1);
    if (made == NULL) {
        return;
    }
    made->name = ITEMS(uint32_t, d->ids)[d->names[BUSTLE_KIND_INTERRUPTION].names_at + id];
    made->hash = fnv_text(def->name);
    source from = {&def->when, bsl_draft_spot_of(d, BUSTLE_KIND_INTERRUPTION, id), BUSTLE_NONE,
        PLACE_INTERRUPTION, NULL, NULL};
    from.at.part = PART_WHEN;
    facts known;
    made->when = bsl_code_compile(d, &from, &known);
    const uint32_t first = d->ids.count;
    bsl_draft_watch(d, &made->when);
    const range watched = bsl_draft_watched(d, first);
    made->watch_at = watched.at;
    made->watch_count = (uint16_t)watched.count;
    if (made->when.form != CODE_EMPTY && watched.count == 0) {
        bsl_problem_warning(d->problems, "never-true", &from.at,
            "the condition reads no environment value, so that it is never tested",
            "compare an environment value");
    }
}

void bsl_draft_interruptions(draft *d) {
    const uint32_t count = draft_count(d, BUSTLE_KIND_INTERRUPTION);
    for (uint32_t id = 0; id < count && !d->no_memory; id++) {
        draft_interruption(d, id);
    }
}

/* ---- Times ---- */

static void refuse_time(draft *d, const spot *at, const char *text, const char *cure) {
    bsl_problem_error(d->problems, "bad-duration", at, text, cure);
}

static void draft_travel(draft *d, const bustle_action_def *def, action *made, const spot *at) {
    made->flags |= ACTION_TRAVELS | ACTION_USES_DISTANCE;
    made->speed = def->speed;
    made->near = def->near_target;
    if (def->near_target < 0) {
        bsl_problem_error(d->problems, "bad-near", at,
            bsl_problem_say(
                d->problems, "it stops %ld units short of its target", (long)def->near_target),
            "give 0 or more");
    }
    if (def->speed < 0) {
        bsl_problem_error(d->problems, "bad-speed", at,
            bsl_problem_say(d->problems, "its speed is %ld", (long)def->speed),
            "give a speed above 0");
    }
    if (def->speed != 0 && def->speed_state != NULL) {
        bsl_problem_error(d->problems, "bad-speed", at, "it has both a speed and a state for it",
            "give one of the two");
    }
    if (def->duration_ms != 0 || def->duration_max_ms != 0 || def->timeout_ms != 0) {
        refuse_time(d, at, "it travels, and has a duration or timeout too",
            "leave duration and timeout out: the way takes as long as it takes");
    }
    if (def->speed_state == NULL) {
        return;
    }
    uint32_t state =
        bsl_draft_resolve(d, BUSTLE_KIND_STATE, def->speed_state, at, "the speed of its travel");
    if (state != BUSTLE_NONE) {
        made->speed_state = (uint16_t)state;
        bsl_draft_mention(d, BUSTLE_SELF, state, at);
    }
}

static void draft_duration(draft *d, const bustle_action_def *def, action *made, const spot *at) {
    const int32_t longest = def->duration_max_ms == 0 ? def->duration_ms : def->duration_max_ms;
    if (def->near_target != 0) {
        bsl_problem_error(d->problems, "bad-near", at,
            "it stops short of its target, and does not travel",
            "give it a speed instead of a duration, or leave near out");
    }
    made->duration = def->duration_ms;
    made->duration_max = longest;
    made->timeout = def->timeout_ms;
    if (def->duration_ms <= 0) {
        refuse_time(d, at,
            bsl_problem_say(d->problems, "its duration is %ld ms", (long)def->duration_ms),
            "give a duration above 0, or a speed to travel at");
        return;
    }
    if (longest < def->duration_ms) {
        refuse_time(d, at,
            bsl_problem_say(d->problems,
                "its longest duration %ld ms is less than its shortest, %ld ms", (long)longest,
                (long)def->duration_ms),
            "swap them");
        return;
    }
    if (def->timeout_ms == 0) {
        made->timeout = longest > INT32_MAX / 3 ? INT32_MAX : longest * 3;
    } else if (def->timeout_ms <= longest) {
        bsl_problem_error(d->problems, "bad-timeout", at,
            bsl_problem_say(d->problems,
                "its timeout of %ld ms is not above its longest duration, %ld ms",
                (long)def->timeout_ms, (long)longest),
            "raise the timeout, or leave it out: it is then three times the duration");
    }
}

/* ---- Targets ---- */

/* By the least or the most of a value that is worked out. */
static void draft_preferred(draft *d, const preference_source *from, action *made, const spot *at) {
    source value = {from->value, *at, BUSTLE_NONE, PLACE_VALUE, NULL, from->parts};
    value.at.part = PART_PREFERRED;
    facts known;
    made->preferred = bsl_code_compile(d, &value, &known);
    if ((made->preferred.flags & CODE_USES_DISTANCE) != 0) {
        made->flags |= ACTION_USES_DISTANCE;
    }
    if (from->state != NULL) {
        bsl_problem_error(d->problems, "bad-preference", at,
            bsl_problem_say(
                d->problems, "it prefers by state \"%s\" and by a value too", from->state),
            "give one of the two");
    }
}

void bsl_draft_preference(draft *d, const preference_source *from, action *made, const spot *at) {
    const bustle_preference preference = from->preference;
    const char *state = from->state;
    const bool by_state = preference == BUSTLE_PREFER_LEAST || preference == BUSTLE_PREFER_MOST;
    if ((unsigned)preference > BUSTLE_PREFER_MOST) {
        bsl_problem_error(d->problems, "bad-preference", at,
            bsl_problem_say(d->problems, "there is no preference %ld", (long)preference),
            "use one of bustle_preference");
        return;
    }
    made->preference = (uint8_t)preference;
    if (preference == BUSTLE_PREFER_NEAREST) {
        made->flags |= ACTION_USES_DISTANCE;
    }
    if (!by_state) {
        if (state != NULL) {
            bsl_problem_error(d->problems, "bad-preference", at,
                bsl_problem_say(d->problems,
                    "it prefers by state \"%s\", but neither the least nor the most", state),
                "say whether the least or the most is preferred, or leave the state out");
        } else if (has_ops(from->value)) {
            bsl_problem_error(d->problems, "bad-preference", at,
                "it prefers by a value, but neither the least nor the most",
                "say whether the least or the most is preferred, or leave the value out");
        }
        return;
    }
    if (has_ops(from->value)) {
        draft_preferred(d, from, made, at);
        return;
    }
    const uint32_t id = bsl_draft_resolve(d, BUSTLE_KIND_STATE, state, at, "its preference");
    if (id != BUSTLE_NONE) { /* not a need: a candidate without it ranks last (S46) */
        made->preferred_state = (uint16_t)id;
    }
}

static void decide_target(draft *d, const bustle_action_def *def, action *made, const spot *at,
    bool mentioned, bool calls) {
    switch (def->target) {
    case BUSTLE_TARGET_INFERRED:
        if (!mentioned && calls) {
            bsl_problem_error(d->problems, "target-not-said", at,
                "its functions may or may not use a target, and nothing else tells",
                "say whether it takes a target");
        }
        made->flags |= mentioned ? ACTION_TARGETED : 0;
        return;
    case BUSTLE_TARGET_TAKEN:
        made->flags |= ACTION_TARGETED;
        return;
    case BUSTLE_TARGET_NOT_TAKEN:
        if (mentioned) {
            bsl_problem_error(d->problems, "target-not-taken", at,
                "it says that it takes no target, but mentions target or distance, claims, travels "
                "or prefers",
                "let it take a target, or remove what is about one");
        }
        return;
    }
    bsl_problem_error(d->problems, "bad-target", at,
        bsl_problem_say(d->problems, "there is no way %ld of taking targets", (long)def->target),
        "use one of bustle_takes_target");
}

/* ---- Actions ---- */

static void draft_ends_on(draft *d, const bustle_action_def *def, action *made, const spot *at) {
    made->ends_on_at = d->ids.count;
    for (size_t i = 0; i < def->ends_on_count && !d->no_memory; i++) {
        uint32_t id =
            bsl_draft_resolve(d, BUSTLE_KIND_INTERRUPTION, def->ends_on[i], at, "ends on");
        if (id != BUSTLE_NONE) {
            bsl_draft_id(d, id);
        }
    }
    uint32_t *ids = ITEMS(uint32_t, d->ids) + made->ends_on_at;
    made->ends_on_count = d->ids.count - made->ends_on_at;
    bsl_draft_sort_ids(ids, made->ends_on_count);
    for (uint32_t i = 1; i < made->ends_on_count; i++) {
        if (ids[i - 1] == ids[i]) {
            bsl_problem_error(d->problems, "listed-twice", at,
                bsl_problem_say(d->problems, "it ends on interruption \"%s\" twice",
                    draft_name(d, BUSTLE_KIND_INTERRUPTION, ids[i])),
                "list it once");
        }
    }
}

/* ---- Whom a condition lets in ---- */

/* Whether a condition reads the distance after so many ops. */
static bool measures(const draft *d, const code *when, uint32_t from) {
    for (; from < when->count; from++) {
        const op *o = &ITEMS(const op, d->ops)[when->at + from];
        if (op_has_subject(o) && o->subject == BUSTLE_DISTANCE) {
            return true;
        }
    }
    return false;
}

bool bsl_draft_search(draft *d, const source *from, action *made) {
    facts known;
    made->when = bsl_code_compile(d, from, &known);
    made->reach = known.reach;
    made->prefix = known.prefix;
    made->answered = known.answered;
    made->measures = !d->no_memory && measures(d, &made->when, known.answered);
    if ((made->when.flags & CODE_USES_DISTANCE) != 0) {
        made->flags |= ACTION_USES_DISTANCE;
    }
    return known.mentions_target;
}

/* Returns whether anything mentions the target; sets *calls if there are functions. */
static bool draft_code(
    draft *d, uint32_t id, const bustle_action_def *def, action *made, bool *calls) {
    const bustle_ops *effects[EFFECT_LISTS] = {&def->start, &def->finish, &def->interrupted};
    source from = {
        &def->when, bsl_draft_spot_of(d, BUSTLE_KIND_ACTION, id), id, PLACE_ACTION, NULL, NULL};
    from.at.part = PART_WHEN;
    bool mentioned = bsl_draft_search(d, &from, made);
    uint8_t flags = made->when.flags;
    for (int i = 0; i < EFFECT_LISTS; i++) {
        facts known;
        from.ops = effects[i];
        from.place = PLACE_EFFECTS;
        from.at.part = (uint8_t)(PART_START + i);
        made->effects[i] = bsl_code_compile(d, &from, &known);
        mentioned = mentioned || known.mentions_target;
        flags |= made->effects[i].flags;
    }
    *calls = (flags & CODE_HAS_CALL) != 0;
    return mentioned;
}

static void draft_action_claims(
    draft *d, const bustle_action_def *def, action *made, const spot *at) {
    range claims = bsl_draft_claims(d, def->claims, def->claim_count, at);
    made->claims_at = claims.at;
    made->claim_count = (uint8_t)claims.count;
    if (claims.count > UINT8_MAX) {
        bsl_problem_error(d->problems, "too-many", at,
            bsl_problem_say(
                d->problems, "it claims %lu states; 255 are possible", (unsigned long)claims.count),
            "claim fewer");
    }
    for (uint32_t i = 0; i < claims.count && !d->no_memory; i++) {
        bsl_draft_mention(d, BUSTLE_TARGET, ITEMS(claim, d->claims)[claims.at + i].state, at);
    }
}

static void draft_action(draft *d, uint32_t id) {
    const bustle_action_def *def = draft_def(d, BUSTLE_KIND_ACTION, id);
    action *made = bsl_draft_add(d, &d->actions, 1);
    if (made == NULL) {
        return;
    }
    spot at = bsl_draft_spot_of(d, BUSTLE_KIND_ACTION, id);
    bool calls = false;
    made->name = ITEMS(uint32_t, d->ids)[d->names[BUSTLE_KIND_ACTION].names_at + id];
    made->hash = fnv_text(def->name);
    made->speed_state = NONE16;
    made->preferred_state = NONE16;
    made->flags = (uint8_t)((def->timeout_fails ? ACTION_TIMEOUT_FAILS : 0) |
        (def->resumable ? ACTION_RESUMABLE : 0));
    made->ending = (uint8_t)def->ending;
    if ((unsigned)def->ending > BUSTLE_ENDING_GAME) {
        bsl_problem_error(d->problems, "bad-ending", &at,
            bsl_problem_say(d->problems, "there is no ending %ld", (long)def->ending),
            "use one of bustle_ending");
    }
    d->owner++;
    d->action_mentions[id].at = d->mentions.count;
    const bool travels = def->speed != 0 || def->speed_state != NULL;
    bool mentioned = draft_code(d, id, def, made, &calls);
    (travels ? draft_travel : draft_duration)(d, def, made, &at);
    const preference_source preferred = {
        def->preference, def->preferred_state, &def->preferred, NULL};
    bsl_draft_preference(d, &preferred, made, &at);
    draft_action_claims(d, def, made, &at);
    draft_ends_on(d, def, made, &at);
    mentioned =
        mentioned || travels || def->claim_count > 0 || def->preference != BUSTLE_PREFER_NOTHING;
    decide_target(d, def, made, &at, mentioned, calls);
    d->action_mentions[id].count = d->mentions.count - d->action_mentions[id].at;
}

void bsl_draft_actions(draft *d) {
    const uint32_t count = draft_count(d, BUSTLE_KIND_ACTION);
    d->action_mentions = bsl_draft_scratch(d, count, sizeof(range));
    for (uint32_t id = 0; id < count && !d->no_memory; id++) {
        draft_action(d, id);
    }
}
