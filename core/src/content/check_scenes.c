/* What scenes mean across things (S54, S55): whether somebody can fill their parts, whether those
 * who begin them can find a cast, and whether there is somebody where actions are aimed. */
#include "base/check.h"

static const char *scene_name(const draft *d, uint32_t id) {
    return draft_name(d, BUSTLE_KIND_SCENE, id);
}

static const part_source *source_of(const draft *d, uint32_t part) {
    return &ITEMS(const part_source, d->part_sources)[part];
}

static spot spot_of_node(const draft *d, uint32_t number) {
    const node *n = &ITEMS(const node, d->nodes)[number];
    spot at = bsl_draft_spot_of(d, BUSTLE_KIND_SEQUENCE, n->sequence);
    at.node = ITEMS(const uint32_t, d->node_places)[number] + 1; /* an implied one is an end */
    at.node_name = ITEMS(const char, d->text) + n->name;
    return at;
}

/* ---- Who fills the parts ---- */

static bool has_empty_tag(const bustle_part_def *def) {
    for (size_t i = 0; i < def->who_count; i++) {
        if (def->who[i] == NULL || def->who[i][0] == '\0') {
            return true;
        }
    }
    return false;
}

/* What is wrong in itself has been told. */
static void check_filled(draft *d, uint32_t part) {
    const part_source *p = source_of(d, part);
    const uint16_t topic = ITEMS(const scene, d->scenes)[p->scene].topic;
    const bool reacts = p->def->sequence == NULL;
    const bool tags = p->def->who_count > 0;
    if (p->filled != 0 || (!tags && !reacts) || (reacts && topic == NONE16) ||
        has_empty_tag(p->def)) {
        return;
    }
    const char *text = tags && p->tagged == 0
        ? "nobody can fill it: no NPC has one of its tags"
        : bsl_problem_say(d->problems, "nobody can fill it: no NPC%s reacts to \"%s\"",
              tags ? " with one of its tags" : "", d->topics[topic]);
    bsl_problem_error(d->problems, "nobody-fills", &p->at, text,
        tags && p->tagged == 0 ? "tag an NPC, or mend the tags"
                               : "give an NPC or a role that reaction, or the part a sequence");
}

/* Content without NPCs is only looked at: it cannot be known who will come. */
static bool has_npcs(const draft *d) {
    for (uint32_t i = 0; i < d->definitions.count; i++) {
        if (ITEMS(const definition, d->definitions)[i].npc != 0) {
            return true;
        }
    }
    return false;
}

static void check_parts(draft *d) {
    const bool somebody = has_npcs(d);
    for (uint32_t i = 0; somebody && i < d->part_sources.count; i++) {
        check_filled(d, i);
    }
}

/* ---- Who begins a scene ---- */

/* A part that only the game can fill when somebody begins the scene as `as`; BUSTLE_NONE: there is
 * none. */
static uint32_t left_to_game(const draft *d, const scene *s, uint8_t as) {
    for (uint32_t i = 0; i < s->part_count; i++) {
        const part_source *p = source_of(d, s->parts_at + i);
        const bool looked_for = p->def->who_count > 0 || p->def->sequence == NULL;
        if (!looked_for && p->def->least > (as == i ? 1 : 0)) {
            return s->parts_at + i;
        }
    }
    return BUSTLE_NONE;
}

static void check_casting(draft *d, uint32_t scene_id, uint8_t as, const spot *at) {
    const scene *s = &ITEMS(const scene, d->scenes)[scene_id];
    const uint32_t part = left_to_game(d, s, as);
    if (part == BUSTLE_NONE) {
        return;
    }
    const char *name = source_of(d, part)->at.node_name;
    bsl_problem_warning(d->problems, "only-game-casts", at,
        bsl_problem_say(d->problems,
            "scene \"%s\" never begins here: only the game can fill its part \"%s\"",
            scene_name(d, scene_id), name == NULL ? "" : name),
        as == STAGER
            ? "say which part it has itself, and by tags who can fill the others, or let the "
              "game stage the scene"
            : "say by tags who can fill the part, or let the game stage the scene");
}

static void check_castings(draft *d) {
    for (uint32_t i = 0; i < d->nodes.count; i++) {
        const node *n = &ITEMS(const node, d->nodes)[i];
        if (n->kind != BUSTLE_NODE_SCENE || n->performs == NONE16) {
            continue;
        }
        const wait *w = &ITEMS(const wait, d->waits)[n->performs];
        if (w->scene != NONE16) {
            const spot at = spot_of_node(d, i);
            check_casting(d, w->scene, w->as, &at);
        }
    }
    for (uint32_t i = 0; i < d->cues.count; i++) {
        const cue *c = &ITEMS(const cue, d->cues)[i];
        if (c->scene != NONE16 && c->as != STAGER) {
            check_casting(d, c->scene, c->as, &ITEMS(const cue_source, d->cue_sources)[i].at);
        }
    }
}

/* ---- Whom actions are aimed at ---- */

/* Sequences that run in the parts of a scene. `reached` holds, by sequence, the scene, counted from
 * 1, that came there last, so that it need not be cleared. */
typedef struct aims {
    uint32_t *reached;
    uint32_t *waiting;
    uint32_t count;
    uint8_t *told; /* by node */
} aims;

static void reach(aims *a, uint32_t sequence_id, uint32_t scene_id) {
    if (sequence_id != NONE16 && a->reached[sequence_id] != scene_id + 1) {
        a->reached[sequence_id] = scene_id + 1;
        a->waiting[a->count++] = sequence_id;
    }
}

static bool has_part(const draft *d, const scene *s, uint16_t name) {
    for (uint32_t i = 0; i < s->part_count; i++) {
        if (ITEMS(const scene_part, d->parts)[s->parts_at + i].name == name) {
            return true;
        }
    }
    return false;
}

static void check_aim(draft *d, aims *a, uint32_t number, uint32_t scene_id) {
    const node *n = &ITEMS(const node, d->nodes)[number];
    const scene *s = &ITEMS(const scene, d->scenes)[scene_id];
    const bool alone = (n->flags & NODE_AT_MEMBER) != 0 && s->members <= 1;
    const bool unknown =
        (n->flags & NODE_AT_MEMBER) != 0 && n->at_part != NONE16 && !has_part(d, s, n->at_part);
    if (a->told[number] != 0 || (!alone && !unknown)) {
        return;
    }
    a->told[number] = 1;
    const spot at = spot_of_node(d, number);
    if (unknown) {
        bsl_problem_error(d->problems, "unknown-part", &at,
            bsl_problem_say(d->problems,
                "it is aimed at part \"%s\", but runs in scene \"%s\", which has none of that name",
                d->part_names[n->at_part], scene_name(d, scene_id)),
            "aim it at a part of that scene, or at a member");
        return;
    }
    bsl_problem_error(d->problems, "aims-at-nobody", &at,
        bsl_problem_say(d->problems,
            "it is aimed at another member, but runs in scene \"%s\", which has only one",
            scene_name(d, scene_id)),
        "give the scene more members, or the action a target of its own");
}

static void check_aims_in(draft *d, aims *a, uint32_t scene_id) {
    const scene *s = &ITEMS(const scene, d->scenes)[scene_id];
    for (uint32_t i = 0; i < s->part_count; i++) {
        reach(a, ITEMS(const scene_part, d->parts)[s->parts_at + i].sequence, scene_id);
    }
    while (a->count > 0) {
        const sequence *q = &ITEMS(const sequence, d->sequences)[a->waiting[--a->count]];
        for (uint32_t i = q->nodes_at; i < q->nodes_at + q->node_count; i++) {
            const node *n = &ITEMS(const node, d->nodes)[i];
            if (n->kind == BUSTLE_NODE_SEQUENCE) {
                reach(a, n->performs, scene_id);
            } else {
                check_aim(d, a, i, scene_id);
            }
        }
    }
}

static void check_aims(draft *d) {
    aims a = {0};
    a.reached = bsl_draft_scratch(d, d->sequences.count, sizeof(uint32_t));
    a.waiting = bsl_draft_scratch(d, d->sequences.count, sizeof(uint32_t));
    a.told = bsl_draft_scratch(d, d->nodes.count, 1);
    for (uint32_t i = 0; !d->no_memory && i < d->scenes.count; i++) {
        check_aims_in(d, &a, i);
    }
}

/* ---- What is asked of the members of parts ---- */

static bool accepts(const draft *d, uint32_t definition_id, uint32_t search) {
    const range accepted = d->accepted[definition_id];
    const uint32_t *ids = ITEMS(const uint32_t, d->ids) + accepted.at;
    uint32_t low = 0;
    uint32_t high = accepted.count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (ids[middle] < search) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < accepted.count && ids[low] == search;
}

/* Whether somebody who can fill a part has a state. Where nobody is looked for, that is any NPC. */
static bool somebody_has(const draft *d, uint32_t part, uint32_t state) {
    const uint32_t search = ITEMS(const scene_part, d->parts)[part].search;
    for (uint32_t i = 0; i < d->definitions.count; i++) {
        const definition *def = &ITEMS(const definition, d->definitions)[i];
        if (def->npc != 0 &&
            ITEMS(const uint16_t, d->columns)[def->columns_at + state] != NO_COLUMN &&
            (search == BUSTLE_NONE || accepts(d, i, search))) {
            return true;
        }
    }
    return false;
}

static void check_named(draft *d, const scene *s, range mentions) {
    for (uint32_t i = 0; i < mentions.count; i++) {
        const mention *m = &ITEMS(const mention, d->mentions)[mentions.at + i];
        if (!is_part_subject(m->subject)) {
            continue;
        }
        const uint32_t part = s->parts_at + (m->subject - FIRST_PART);
        const char *name = source_of(d, part)->at.node_name;
        if (!somebody_has(d, part, m->state)) {
            bsl_problem_error(d->problems, "part-lacks-state", &m->at,
                bsl_problem_say(d->problems,
                    "it is about state \"%s\" of part \"%s\", but nobody who can fill that has it",
                    draft_name(d, BUSTLE_KIND_STATE, m->state), name == NULL ? "" : name),
                "give the NPCs that can fill the part that state");
        }
    }
}

static void check_names(draft *d) {
    const bool somebody = has_npcs(d);
    for (uint32_t i = 0; somebody && i < d->part_sources.count; i++) {
        const part_source *p = source_of(d, i);
        const scene *s = &ITEMS(const scene, d->scenes)[p->scene];
        check_named(d, s, p->asked);
        check_named(d, s, p->changed);
    }
}

void bsl_check_scenes(draft *d) {
    check_parts(d);
    check_castings(d);
    check_aims(d);
    check_names(d);
}
