/* Cues: one record for each that a role or an entity has, and a search, which is like an action
 * that is never performed. Also the beats at which they are due. */
#include "base/hash.h"
#include "content/draft.h"
#include "content/expression/code.h"

#include <stdlib.h>

/* ---- One cue ---- */

static void refuse(draft *d, const spot *at, const char *text, const char *cure) {
    bsl_problem_error(d->problems, "bad-cue", at, text, cure);
}

static void check_cue(draft *d, const bustle_cue_def *def, const spot *at) {
    if (def->name == NULL || def->name[0] == '\0') {
        refuse(d, at, "it has no name", "give it a name that is not empty");
    }
    if (!has_ops(&def->when) && def->target_count == 0) {
        refuse(d, at, "it has neither a condition nor targets",
            "say when it applies, or whom it is about");
    }
    if (def->every_ms < 1) {
        refuse(d, at,
            bsl_problem_say(d->problems, "it is tested every %ld ms", (long)def->every_ms),
            "let at least 1 ms pass between two tests");
    }
    if (def->again_ms < 0) {
        refuse(d, at,
            bsl_problem_say(
                d->problems, "it finds the same entity again after %ld ms", (long)def->again_ms),
            "give 0 or more");
    }
    if (def->priority < INT16_MIN || def->priority > INT16_MAX) {
        bsl_problem_error(d->problems, "bad-priority", at,
            bsl_problem_say(d->problems, "it has priority %ld", (long)def->priority),
            "give a priority from -32768 to 32767");
    }
    for (size_t i = 0; i < def->target_count; i++) {
        if (def->targets[i] == NULL || def->targets[i][0] == '\0') {
            bsl_problem_error(d->problems, "bad-tag", at,
                bsl_problem_say(
                    d->problems, "its target %lu is an empty tag", (unsigned long)i + 1),
                "give every tag a name that is not empty");
        }
    }
}

/* What an action has that is performed stays 0. */
static void draft_search(draft *d, const bustle_cue_def *def, const spot *at) {
    action *made = bsl_draft_add(d, &d->actions, 1);
    if (made == NULL) {
        return;
    }
    source from = {&def->when, *at, BUSTLE_NONE, PLACE_ACTION, NULL, NULL};
    from.at.part = PART_WHEN;
    made->speed_state = NONE16;
    made->preferred_state = NONE16;
    const size_t errors = d->problems->errors;
    const bool mentioned = bsl_draft_search(d, &from, made);
    if (def->target_count > 0) {
        made->flags |= ACTION_TARGETED;
        const preference_source preferred = {
            def->preference, def->preferred_state, &def->preferred, NULL};
        bsl_draft_preference(d, &preferred, made, at);
        return;
    }
    if (mentioned && d->problems->errors == errors) {
        refuse(d, &from.at, "it mentions target or distance, but the cue has no targets",
            "say by tags whom the cue is about, or leave target and distance out");
    }
    if (def->preference != BUSTLE_PREFER_NOTHING || def->preferred_state != NULL ||
        has_ops(&def->preferred)) {
        bsl_problem_error(d->problems, "bad-preference", at,
            "it prefers some targets, but has none",
            "say by tags whom the cue is about, or prefer nothing");
    }
}

/* The scene that it begins, and its own part; BUSTLE_NONE: none. */
static uint32_t draft_cue_scene(draft *d, const bustle_cue_def *def, const spot *at, uint8_t *as) {
    if (def->scene == NULL) {
        if (def->as != NULL) {
            refuse(d, at, "it has a part, but no scene", "name the scene, or leave the part out");
        }
        return BUSTLE_NONE;
    }
    if (def->sequence != NULL) {
        refuse(d, at, "it has both a sequence and a scene", "keep one of the two");
    }
    const uint32_t id = bsl_draft_resolve(d, BUSTLE_KIND_SCENE, def->scene, at, "it");
    if (def->as == NULL) {
        refuse(d, at, "it begins a scene, but has no part in it",
            "name the part of the NPC: a cue cannot stage a scene from outside");
    } else if (id != BUSTLE_NONE) {
        *as = bsl_draft_part(d, id, def->as, at);
    }
    return id;
}

/* Scenes are drafted after cues. */
static bool stays_in(const draft *d, uint32_t scene_id) {
    const bustle_scene_def *def = draft_def(d, BUSTLE_KIND_SCENE, scene_id);
    return def->stays;
}

static void draft_cue(draft *d, const bustle_cue_def *def, const spot *at) {
    const uint32_t search = d->actions.count;
    const uint32_t first = d->mentions.count;
    check_cue(d, def, at);
    d->owner++;
    draft_search(d, def, at);
    uint8_t as = STAGER;
    const uint32_t staged = draft_cue_scene(d, def, at, &as);
    const uint32_t response = def->scene != NULL && def->sequence == NULL
        ? BUSTLE_NONE
        : bsl_draft_resolve(d, BUSTLE_KIND_SEQUENCE, def->sequence, at, "it");
    cue *made = bsl_draft_add(d, &d->cues, 1);
    cue_source *kept = bsl_draft_add(d, &d->cue_sources, 1);
    if (made == NULL || kept == NULL) {
        return;
    }
    *made = (cue){.search = search,
        .every = (uint32_t)def->every_ms,
        .again = (uint32_t)def->again_ms,
        .hash = fnv_text(def->name == NULL ? "" : def->name),
        .sequence = (uint16_t)response,
        .priority = (int16_t)def->priority,
        .scene = (uint16_t)staged,
        .as = as,
        .stays = staged == BUSTLE_NONE ? !def->leaves : stays_in(d, staged)};
    *kept = (cue_source){def, *at, {first, d->mentions.count - first}};
}

/* ---- Those of a role or an entity ---- */

/* Names that are missing, which are an error, count as "". */
static const char *name_of(const bustle_cue_def *def) {
    return def->name == NULL ? "" : def->name;
}

static int compare_defs(const void *left, const void *right) {
    const bustle_cue_def *a = *(const bustle_cue_def *const *)left;
    const bustle_cue_def *b = *(const bustle_cue_def *const *)right;
    const int order = strcmp(name_of(a), name_of(b));
    return order != 0 ? order : (a > b) - (a < b);
}

static range draft_cues_of(draft *d, const bustle_cue_def *cues, size_t count, spot at) {
    const uint32_t first = d->cues.count;
    const arena_mark before = bsl_arena_now(&d->scratch);
    const bustle_cue_def **sorted = bsl_draft_scratch(d, count, sizeof(const bustle_cue_def *));
    for (size_t i = 0; sorted != NULL && i < count; i++) {
        sorted[i] = &cues[i];
    }
    if (sorted != NULL && count > 1) {
        qsort(sorted, count, sizeof(const bustle_cue_def *), compare_defs);
    }
    at.within = WITHIN_CUE;
    for (size_t i = 0; sorted != NULL && i < count && !d->no_memory && d->cues.count <= MOST_THINGS;
         i++) {
        const bustle_cue_def *def = sorted[i];
        at.node = (uint32_t)(def - cues) + 1;
        at.node_name = def->name == NULL || def->name[0] == '\0' ? NULL : def->name;
        if (i > 0 && at.node_name != NULL && strcmp(name_of(sorted[i - 1]), def->name) == 0) {
            bsl_problem_error(d->problems, "listed-twice", &at, "there is another cue of this name",
                "rename one of the two");
        }
        draft_cue(d, def, &at);
    }
    bsl_arena_back_to(&d->scratch, before);
    return (range){first, d->cues.count - first};
}

/* ---- Names ---- */

/* Every name once, in byte order. */
static uint32_t sorted_names(const draft *d, const char **names) {
    for (uint32_t i = 0; i < d->cues.count; i++) {
        names[i] = name_of(ITEMS(const cue_source, d->cue_sources)[i].def);
    }
    return bsl_draft_unique_texts(names, d->cues.count);
}

static void draft_cue_names(draft *d) {
    const arena_mark before = bsl_arena_now(&d->scratch);
    const char **names = bsl_draft_scratch(d, d->cues.count, sizeof(const char *));
    const uint32_t count = names == NULL ? 0 : sorted_names(d, names);
    name_index *index = &d->names[BUSTLE_KIND_CUE];
    *index = (name_index){count, d->ids.count};
    for (uint32_t i = 0; i < count && !d->no_memory; i++) {
        bsl_draft_id(d, bsl_draft_text(d, names[i]));
    }
    for (uint32_t i = 0; i < d->cues.count && !d->no_memory; i++) {
        cue *c = &ITEMS(cue, d->cues)[i];
        action *search = &ITEMS(action, d->actions)[c->search];
        const cue_source *from = &ITEMS(const cue_source, d->cue_sources)[i];
        c->name = (uint16_t)bsl_draft_find_text(names, count, name_of(from->def));
        search->name = ITEMS(const uint32_t, d->ids)[index->names_at + c->name];
        search->hash = c->hash;
    }
    bsl_arena_back_to(&d->scratch, before);
}

/* ---- Beats ---- */

static void draft_beats(draft *d) {
    const uint32_t count = d->cues.count;
    cue *cues = d->cues.items;
    uint32_t *beats = bsl_draft_add(d, &d->beats, count);
    if (beats == NULL || count == 0) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        beats[i] = cues[i].every;
    }
    const uint32_t kept = bsl_draft_unique_ids(beats, count);
    d->beats.count = kept;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t low = 0;
        uint32_t high = kept;
        while (low < high) {
            const uint32_t middle = low + (high - low) / 2;
            if (beats[middle] < cues[i].every) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        cues[i].beat = (uint16_t)low;
    }
}

/* ---- All of them ---- */

static void tell_too_many(draft *d) {
    const cue_source *over = &ITEMS(const cue_source, d->cue_sources)[MOST_THINGS];
    bsl_problem_error(d->problems, "too-many", &over->at,
        bsl_problem_say(d->problems, "roles and entities have more than %lu cues in all",
            (unsigned long)MOST_THINGS),
        "use fewer");
}

/* Before roles and entities, because an entity must know all cues that can find it. */
void bsl_draft_cues(draft *d) {
    const uint32_t roles = draft_count(d, BUSTLE_KIND_ROLE);
    const uint32_t entities = draft_count(d, BUSTLE_KIND_ENTITY);
    d->role_conducts = bsl_draft_scratch(d, roles, sizeof(conduct));
    d->entity_conducts = bsl_draft_scratch(d, entities, sizeof(conduct));
    for (uint32_t id = 0; id < roles && !d->no_memory; id++) {
        const bustle_role_def *def = draft_def(d, BUSTLE_KIND_ROLE, id);
        d->role_conducts[id].cues =
            draft_cues_of(d, def->cues, def->cue_count, bsl_draft_spot_of(d, BUSTLE_KIND_ROLE, id));
    }
    for (uint32_t id = 0; id < entities && !d->no_memory; id++) {
        const bustle_entity_def *def = draft_def(d, BUSTLE_KIND_ENTITY, id);
        d->entity_conducts[id].main = NONE16;
        d->entity_conducts[id].plan = NONE16;
        d->entity_conducts[id].handlers_at = BUSTLE_NONE;
        d->entity_conducts[id].reactions_at = BUSTLE_NONE;
        d->entity_conducts[id].cues = draft_cues_of(
            d, def->cues, def->cue_count, bsl_draft_spot_of(d, BUSTLE_KIND_ENTITY, id));
    }
    if (!d->no_memory && d->cues.count > MOST_THINGS) {
        tell_too_many(d);
    }
    if (!d->no_memory) {
        draft_cue_names(d);
        draft_beats(d);
    }
}
