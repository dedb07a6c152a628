/* Scenes: their parts, and for each part that somebody can be looked for a search, which is like an
 * action that is never performed. Who is found is left to draft_tags.c, what the parts mean
 * together to check_scenes.c. */
#include "base/hash.h"
#include "content/draft.h"
#include "content/expression/code.h"

typedef struct drafting {
    draft *d;
    const bustle_scene_def *def;
    scene *made;
    uint32_t id;
    spot at;
} drafting;

static uint32_t parts_of(const bustle_scene_def *def) {
    return def->part_count > BUSTLE_MOST_PARTS ? BUSTLE_MOST_PARTS : (uint32_t)def->part_count;
}

/* ---- Names, before all else ---- */

static bool is_empty(const char *text) {
    return text == NULL || text[0] == '\0';
}

static void draft_part_names(draft *d, size_t count) {
    d->part_names = bsl_draft_scratch(d, count, sizeof(const char *));
    for (uint32_t id = 0; !d->no_memory && id < draft_count(d, BUSTLE_KIND_SCENE); id++) {
        const bustle_scene_def *def = draft_def(d, BUSTLE_KIND_SCENE, id);
        for (uint32_t i = 0; i < parts_of(def); i++) {
            if (!is_empty(def->parts[i].name)) {
                d->part_names[d->part_name_count++] = def->parts[i].name;
            }
        }
    }
    if (d->no_memory) {
        return;
    }
    d->part_name_count = bsl_draft_unique_texts(d->part_names, d->part_name_count);
    d->part_names_at = d->ids.count;
    for (uint32_t i = 0; i < d->part_name_count && !d->no_memory; i++) {
        bsl_draft_id(d, bsl_draft_text(d, d->part_names[i]));
    }
}

static void draft_topics(draft *d) {
    const uint32_t count = draft_count(d, BUSTLE_KIND_SCENE);
    d->topics = bsl_draft_scratch(d, count, sizeof(const char *));
    for (uint32_t id = 0; !d->no_memory && id < count; id++) {
        const bustle_scene_def *def = draft_def(d, BUSTLE_KIND_SCENE, id);
        if (!is_empty(def->topic)) {
            d->topics[d->topic_count++] = def->topic;
        }
    }
    if (!d->no_memory) {
        d->topic_count = bsl_draft_unique_texts(d->topics, d->topic_count);
        d->role_reacts = bsl_draft_scratch(d, d->topic_count, 1);
    }
}

/* What sequences, roles and entities name of scenes. */
void bsl_draft_scene_names(draft *d) {
    size_t count = 0;
    for (uint32_t id = 0; id < draft_count(d, BUSTLE_KIND_SCENE); id++) {
        count += parts_of(draft_def(d, BUSTLE_KIND_SCENE, id));
    }
    draft_part_names(d, count);
    draft_topics(d);
}

static const char *part_name_at(const void *parts, uint32_t index) {
    const char *name = ((const bustle_part_def *)parts)[index].name;
    return name == NULL ? "" : name;
}

uint8_t bsl_draft_part(draft *d, uint32_t scene_id, const char *name, const spot *at) {
    const bustle_scene_def *def = draft_def(d, BUSTLE_KIND_SCENE, scene_id);
    const uint32_t count = parts_of(def);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_empty(name) && strcmp(part_name_at(def->parts, i), name) == 0) {
            return (uint8_t)i;
        }
    }
    bsl_problem_error(d->problems, "unknown-part", at,
        bsl_problem_say(
            d->problems, "scene \"%s\" has no part \"%s\"", def->name, name == NULL ? "" : name),
        bsl_draft_nearest_name(
            d, name == NULL ? "" : name, part_name_at, def->parts, count, "name one of its parts"));
    return STAGER;
}

/* ---- Whom nodes are aimed at ---- */

static const char *text_at(const void *texts, uint32_t index) {
    return ((const char *const *)texts)[index];
}

/* S54: the member of a scene that an action is aimed at. */
void bsl_draft_aim(
    draft *d, const bustle_node_def *def, node *made, const spot *at, bool untargeted) {
    problems *p = d->problems;
    if (!def->at_member && def->at_part == NULL) {
        return;
    }
    made->flags |= NODE_AT_MEMBER;
    if (untargeted) {
        bsl_problem_error(p, "bad-aim", at,
            bsl_problem_say(p,
                "it is aimed at somebody of a scene, but action \"%s\" takes no target",
                def->performs),
            "let the action take a target, or do not aim it");
    }
    if (def->same_target || (def->at_member && def->at_part != NULL)) {
        bsl_problem_error(p, "bad-aim", at, "it is aimed at two at once",
            "keep one of the same target, a member and a part");
    }
    if (def->at_part == NULL) {
        return;
    }
    const uint32_t name = bsl_draft_find_text(d->part_names, d->part_name_count, def->at_part);
    made->at_part = (uint16_t)name;
    if (name == BUSTLE_NONE) {
        made->flags &= (uint8_t)~NODE_AT_MEMBER; /* so that nothing else is said of it */
        bsl_problem_error(p, "unknown-part", at,
            bsl_problem_say(p, "it is aimed at part \"%s\", which no scene has", def->at_part),
            bsl_draft_nearest_name(d, def->at_part, text_at, d->part_names, d->part_name_count,
                "name a part of the scene"));
    }
}

/* ---- One part ---- */

static bool is_reserved(const char *name) {
    static const char *const words[] = {"self", "target", "env", "distance", "now", "area", "END",
        "and", "or", "not", "true", "false", "raise", "on", "within"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static void check_part_name(const drafting *s, uint32_t index, const spot *at) {
    problems *p = s->d->problems;
    const char *name = s->def->parts[index].name;
    if (is_empty(name)) {
        bsl_problem_error(
            p, "without-name", at, "it has no name", "give it a name that is not empty");
        return;
    }
    if (is_reserved(name)) {
        bsl_problem_error(p, "bad-part", at, "its name means something else in expressions",
            "give it another name");
    }
    for (uint32_t i = 0; i < index; i++) {
        if (strcmp(part_name_at(s->def->parts, i), name) == 0) {
            bsl_problem_error(p, "duplicate-name", at,
                "there is another part of this name in the scene", "rename one of the two");
            return;
        }
    }
}

static void check_part(const drafting *s, const bustle_part_def *def, const spot *at) {
    problems *p = s->d->problems;
    if (def->least < 1) {
        bsl_problem_error(p, "bad-part", at,
            bsl_problem_say(p, "it needs at least %ld members", (long)def->least),
            "let it need at least 1");
    }
    if (def->most < def->least) {
        bsl_problem_error(p, "bad-part", at,
            bsl_problem_say(p, "it takes %ld members at most, but needs %ld", (long)def->most,
                (long)def->least),
            "let it take at least as many as it needs");
    }
    if (def->sequence == NULL && s->def->topic == NULL) {
        bsl_problem_error(p, "bad-part", at, "it has no sequence, and the scene no topic",
            "give it a sequence, or the scene a topic that its members react to");
    }
    for (size_t i = 0; i < def->who_count; i++) {
        if (is_empty(def->who[i])) {
            bsl_problem_error(p, "bad-tag", at,
                bsl_problem_say(p, "its tag %lu is empty", (unsigned long)i + 1),
                "give every tag a name that is not empty");
        }
    }
}

/* Effects on the member and on those of other parts: there is no target. */
static code draft_effects(
    draft *d, const bustle_ops *ops, const part_scope *scope, const spot *at, uint8_t part) {
    source from = {ops, *at, BUSTLE_NONE, PLACE_EFFECTS, NULL, scope};
    from.at.part = part;
    facts known;
    const size_t errors = d->problems->errors;
    const code made = bsl_code_compile(d, &from, &known);
    if (known.mentions_target && d->problems->errors == errors) {
        bsl_problem_error(d->problems, "scene-effect", &from.at,
            "it mentions target or distance, but a scene ends without a target",
            "change self, or the members of parts by their names");
    }
    return made;
}

static void draft_part_code(
    const drafting *s, uint32_t index, const spot *at, scene_part *made, part_source *kept) {
    draft *d = s->d;
    const bustle_part_def *def = &s->def->parts[index];
    part_scope scope = {s->def->parts, parts_of(s->def), index};
    source when = {&def->when, *at, BUSTLE_NONE, PLACE_TRANSITION, NULL, &scope};
    when.at.part = PART_WHEN;
    facts known;
    d->owner++;
    kept->asked.at = d->mentions.count;
    made->when = bsl_code_compile(d, &when, &known);
    kept->asked.count = d->mentions.count - kept->asked.at;
    d->owner++;
    kept->changed.at = d->mentions.count;
    scope.earlier = scope.count;
    made->finish = draft_effects(d, &def->finish, &scope, at, PART_FINISH);
    made->broken = draft_effects(d, &def->broken, &scope, at, PART_BROKEN);
    kept->changed.count = d->mentions.count - kept->changed.at;
}

/* What an action has that is performed stays 0. */
static uint32_t draft_search(
    const drafting *s, const bustle_part_def *def, const scene_part *part, const spot *at) {
    draft *d = s->d;
    const bool looked_for = def->who_count > 0 || def->sequence == NULL;
    action made = {.speed_state = NONE16, .preferred_state = NONE16, .reach = NO_LIMIT};
    made.flags = ACTION_TARGETED;
    if (s->def->within >= 0) {
        made.reach = bsl_code_within(s->def->within);
    }
    if (s->def->within >= 0 || (part->when.flags & CODE_USES_DISTANCE) != 0) {
        made.flags |= ACTION_USES_DISTANCE;
    }
    const part_scope scope = {s->def->parts, parts_of(s->def), (uint32_t)(def - s->def->parts)};
    const preference_source preferred = {
        def->preference, def->preferred_state, &def->preferred, &scope};
    bsl_draft_preference(d, &preferred, &made, at);
    action *added = looked_for ? bsl_draft_add(d, &d->actions, 1) : NULL;
    uint32_t *part_of = looked_for ? bsl_draft_add(d, &d->part_searches, 1) : NULL;
    if (added == NULL || part_of == NULL) {
        return BUSTLE_NONE;
    }
    made.name =
        part->name == NONE16 ? 0 : ITEMS(const uint32_t, d->ids)[d->part_names_at + part->name];
    made.hash = fnv_text(part_name_at(def, 0));
    *added = made;
    *part_of = d->parts.count;
    return d->actions.count - 1;
}

static void draft_part(const drafting *s, uint32_t index) {
    draft *d = s->d;
    const bustle_part_def *def = &s->def->parts[index];
    spot at = s->at;
    at.within = WITHIN_PART;
    at.node = index + 1;
    at.node_name = is_empty(def->name) ? NULL : def->name;
    check_part_name(s, index, &at);
    check_part(s, def, &at);
    scene_part made = {.least = (uint8_t)def->least, .most = (uint8_t)def->most};
    part_source kept = {.def = def, .at = at, .scene = (uint16_t)s->id};
    made.name =
        (uint16_t)bsl_draft_find_text(d->part_names, d->part_name_count, part_name_at(def, 0));
    made.sequence = def->sequence == NULL
        ? NONE16
        : (uint16_t)bsl_draft_resolve(d, BUSTLE_KIND_SEQUENCE, def->sequence, &at, "it");
    draft_part_code(s, index, &at, &made, &kept);
    made.search = draft_search(s, def, &made, &at);
    scene_part *part = bsl_draft_add(d, &d->parts, 1);
    part_source *about = bsl_draft_add(d, &d->part_sources, 1);
    if (part != NULL && about != NULL) {
        *part = made;
        *about = kept;
    }
}

/* ---- One scene ---- */

static uint32_t checked_time(const drafting *s, const char *what, int32_t ms, int32_t least) {
    if (ms < least) {
        problems *p = s->d->problems;
        bsl_problem_error(p, "bad-scene", &s->at,
            bsl_problem_say(p, "its %s is %ld ms", what, (long)ms),
            bsl_problem_say(p, "give %ld or more", (long)least));
    }
    return (uint32_t)ms;
}

static void draft_times(const drafting *s) {
    s->made->patience = checked_time(s, "patience", s->def->patience_ms, 1);
    s->made->limit = checked_time(s, "limit", s->def->limit_ms, 1);
    s->made->longest = checked_time(s, "longest time", s->def->longest_ms, 1);
    s->made->rest = checked_time(s, "rest", s->def->rest_ms, 0);
}

static void check_scene(const drafting *s) {
    problems *p = s->d->problems;
    if (s->def->part_count == 0) {
        bsl_problem_error(p, "without-parts", &s->at, "it has no parts", "give it parts");
    }
    if (s->def->part_count > BUSTLE_MOST_PARTS) {
        bsl_problem_error(p, "too-many", &s->at,
            bsl_problem_say(p, "it has %lu parts; %d are possible",
                (unsigned long)s->def->part_count, BUSTLE_MOST_PARTS),
            "let a part have several members, or split the scene");
    }
    if (s->def->priority < INT16_MIN || s->def->priority > INT16_MAX) {
        bsl_problem_error(p, "bad-priority", &s->at,
            bsl_problem_say(p, "it has priority %ld", (long)s->def->priority),
            "give a priority from -32768 to 32767");
    }
    if (s->def->topic != NULL && s->def->topic[0] == '\0') {
        bsl_problem_error(p, "bad-topic", &s->at, "its topic is empty",
            "give it a topic that is not empty, or none");
    }
}

static void count_members(const drafting *s) {
    int64_t members = 0;
    for (uint32_t i = 0; i < parts_of(s->def); i++) {
        members += s->def->parts[i].most;
    }
    s->made->members = (uint8_t)(members < 0 ? 0 : members > UINT8_MAX ? UINT8_MAX : members);
    if (members > BUSTLE_MOST_MEMBERS) {
        bsl_problem_error(s->d->problems, "too-many", &s->at,
            bsl_problem_say(s->d->problems, "its parts take %lld members; %d are possible",
                (long long)members, BUSTLE_MOST_MEMBERS),
            "let its parts take fewer");
    }
}

static void draft_scene(draft *d, uint32_t id) {
    scene made = {0};
    const drafting s = {d, draft_def(d, BUSTLE_KIND_SCENE, id), &made, id,
        bsl_draft_spot_of(d, BUSTLE_KIND_SCENE, id)};
    made.name = ITEMS(const uint32_t, d->ids)[d->names[BUSTLE_KIND_SCENE].names_at + id];
    made.hash = fnv_text(s.def->name);
    made.interrupted_breaks = s.def->interrupted_breaks;
    made.stays = s.def->stays;
    made.priority = (int16_t)s.def->priority;
    made.topic = is_empty(s.def->topic)
        ? NONE16
        : (uint16_t)bsl_draft_find_text(d->topics, d->topic_count, s.def->topic);
    check_scene(&s);
    draft_times(&s);
    count_members(&s);
    made.waiting = bsl_draft_waiting(d, s.def->waiting, &s.at);
    made.parts_at = d->parts.count;
    for (uint32_t i = 0; i < parts_of(s.def) && !d->no_memory; i++) {
        draft_part(&s, i);
    }
    made.part_count = (uint8_t)(d->parts.count - made.parts_at);
    scene *added = bsl_draft_add(d, &d->scenes, 1);
    if (added != NULL) {
        *added = made;
    }
}

/* Before entities, because they must know all parts that they can be found for. */
void bsl_draft_scenes(draft *d) {
    if (d->part_name_count > MOST_THINGS) {
        const spot at = bsl_draft_spot_of(d, BUSTLE_KIND_SCENE, 0);
        bsl_problem_error(d->problems, "too-many", &at,
            bsl_problem_say(d->problems, "parts of scenes have more than %lu names in all",
                (unsigned long)MOST_THINGS),
            "give parts of different scenes the same names");
    }
    for (uint32_t id = 0; id < draft_count(d, BUSTLE_KIND_SCENE) && !d->no_memory; id++) {
        draft_scene(d, id);
    }
}
