/* Roles: what they have an NPC do and what changes when they begin and end; and the roles that
 * entities list. */
#include "base/hash.h"
#include "content/draft.h"
#include "content/expression/code.h"

/* ---- Roles ---- */

/* Effects on the NPC itself: nobody else is there. */
static code draft_effects(draft *d, const bustle_ops *ops, const spot *at, uint8_t part) {
    source from = {ops, *at, BUSTLE_NONE, PLACE_EFFECTS, NULL, NULL};
    from.at.part = part;
    facts known;
    const size_t errors = d->problems->errors;
    const code made = bsl_code_compile(d, &from, &known);
    if (known.mentions_target && d->problems->errors == errors) {
        bsl_problem_error(d->problems, "role-effect", &from.at,
            "it mentions target or distance, but a role begins and ends without a target",
            "change self only");
    }
    return made;
}

static void draft_role(draft *d, uint32_t id) {
    const bustle_role_def *def = draft_def(d, BUSTLE_KIND_ROLE, id);
    const spot at = bsl_draft_spot_of(d, BUSTLE_KIND_ROLE, id);
    const conduct_source from = {def->main, def->plan, def->fallbacks, def->fallback_count,
        def->handlers, def->handler_count, def->reactions, def->reaction_count};
    conduct *made = &d->role_conducts[id];
    bsl_draft_conduct(d, &from, made, &at);
    made->replacing = (uint8_t)def->change;
    d->roles_plan = d->roles_plan || made->plan != NONE16;
    for (uint32_t i = 0; made->reactions_at != BUSTLE_NONE && !d->no_memory && i < d->topic_count;
         i++) {
        const uint32_t reaction = ITEMS(const uint32_t, d->ids)[made->reactions_at + i];
        d->role_reacts[i] |= reaction == BUSTLE_NONE ? 0 : 1;
    }
    if ((unsigned)def->change > BUSTLE_REPLACING_NOW) {
        bsl_problem_error(d->problems, "bad-change", &at,
            bsl_problem_say(
                d->problems, "there is no way %ld of changing to it", (long)def->change),
            "use one of bustle_replacing");
    }
    d->owner++;
    d->role_mentions[id].at = d->mentions.count;
    role *added = bsl_draft_add(d, &d->roles, 1);
    if (added == NULL) {
        return;
    }
    added->name = ITEMS(const uint32_t, d->ids)[d->names[BUSTLE_KIND_ROLE].names_at + id];
    added->hash = fnv_text(def->name);
    added->enter = draft_effects(d, &def->enter, &at, PART_ENTER);
    added->exit = draft_effects(d, &def->exit, &at, PART_EXIT);
    d->role_mentions[id].count = d->mentions.count - d->role_mentions[id].at;
}

void bsl_draft_roles(draft *d) {
    const uint32_t count = draft_count(d, BUSTLE_KIND_ROLE);
    d->role_mentions = bsl_draft_scratch(d, count, sizeof(range));
    for (uint32_t id = 0; id < count && !d->no_memory; id++) {
        draft_role(d, id);
    }
}

/* ---- Roles that an entity lists ---- */

static void refuse(draft *d, const spot *at, const char *text, const char *cure) {
    bsl_problem_error(d->problems, "role-condition", at, text, cure);
}

static code draft_condition(draft *d, const bustle_ops *when, spot at) {
    source from = {when, at, BUSTLE_NONE, PLACE_TRANSITION, NULL, NULL};
    from.at.part = PART_WHEN;
    facts known;
    const size_t errors = d->problems->errors;
    const code made = bsl_code_compile(d, &from, &known);
    if (known.mentions_target && d->problems->errors == errors) {
        refuse(d, &from.at, "it mentions target or distance, but a role has no target",
            "use self, env and now");
    }
    return made;
}

/* `listed` has a mark for each role that was listed before. */
static void draft_listed_role(
    draft *d, const bustle_entity_role_def *def, bool last, uint8_t *listed, const spot *at) {
    const uint32_t id = bsl_draft_resolve(d, BUSTLE_KIND_ROLE, def->role, at, "it");
    if (id != BUSTLE_NONE && listed[id] != 0) {
        bsl_problem_error(
            d->problems, "listed-twice", at, "the role is listed twice", "list it once");
    }
    if (id != BUSTLE_NONE) {
        listed[id] = 1;
    }
    if (last && has_ops(&def->when)) {
        refuse(d, at, "it is the last role, but has a condition, so that there may be none",
            "put a role without condition last");
    } else if (!last && !has_ops(&def->when)) {
        refuse(d, at, "it has no condition, so that those after it never apply",
            "give it a condition, or put it last: the role without condition is the last one");
    }
    const code when = draft_condition(d, &def->when, *at);
    listed_role *added = bsl_draft_add(d, &d->listed_roles, 1);
    if (added != NULL) {
        *added = (listed_role){.when = when, .role = (uint16_t)id};
    }
}

static void draft_role_watch(draft *d, definition *made) {
    made->role_watch_at = d->ids.count;
    for (uint32_t i = 0; i < made->role_count && !d->no_memory; i++) {
        bsl_draft_watch(d, &ITEMS(const listed_role, d->listed_roles)[made->roles_at + i].when);
    }
    made->role_watch_count = bsl_draft_watched(d, made->role_watch_at).count;
    d->roles_watch = d->roles_watch || made->role_watch_count > 0;
}

void bsl_draft_listed_roles(draft *d, uint32_t definition_id, definition *made) {
    const bustle_entity_def *def = draft_def(d, BUSTLE_KIND_ENTITY, definition_id);
    const arena_mark before = bsl_arena_now(&d->scratch);
    uint8_t *listed = bsl_draft_scratch(d, draft_count(d, BUSTLE_KIND_ROLE), 1);
    spot at = bsl_draft_spot_of(d, BUSTLE_KIND_ENTITY, definition_id);
    at.within = WITHIN_ROLE;
    made->roles_at = d->listed_roles.count;
    d->owner++;
    d->entity_mentions[definition_id].at = d->mentions.count;
    for (size_t i = 0; i < def->role_count && !d->no_memory; i++) {
        at.node = (uint32_t)i + 1;
        at.node_name = def->roles[i].role;
        draft_listed_role(d, &def->roles[i], i + 1 == def->role_count, listed, &at);
    }
    made->role_count = d->listed_roles.count - made->roles_at;
    range *mentions = &d->entity_mentions[definition_id];
    mentions->count = d->mentions.count - mentions->at;
    draft_role_watch(d, made);
    bsl_arena_back_to(&d->scratch, before);
}
