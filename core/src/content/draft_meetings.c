/* Meetings (S71): their names, which come before all else, because they are ids, and the nodes. */
#include "content/draft.h"

#define MOST_MEETING 255

/* ---- Names ---- */

static const char *name_at(const bustle_node_def *def) {
    const bool named =
        def->kind == BUSTLE_NODE_MEET && def->performs != NULL && def->performs[0] != '\0';
    return named ? def->performs : NULL;
}

/* How many nodes have one; into `names`, unless that is NULL. */
static uint32_t gather_names(const draft *d, const char **names) {
    uint32_t count = 0;
    for (uint32_t id = 0; id < draft_count(d, BUSTLE_KIND_SEQUENCE); id++) {
        const bustle_sequence_def *def = draft_def(d, BUSTLE_KIND_SEQUENCE, id);
        for (size_t i = 0; i < def->node_count; i++) {
            const char *name = name_at(&def->nodes[i]);
            if (name != NULL && names != NULL) {
                names[count] = name;
            }
            count += name != NULL;
        }
    }
    return count;
}

void bsl_draft_meeting_names(draft *d) {
    const uint32_t most = gather_names(d, NULL);
    const char **names = bsl_draft_scratch(d, most, sizeof(const char *));
    if (names != NULL) {
        (void)gather_names(d, names);
        bsl_draft_add_names(d, BUSTLE_KIND_MEETING, names, bsl_draft_unique_texts(names, most));
    }
}

/* ---- Nodes ---- */

static void refuse(draft *d, const spot *at, const char *text, const char *cure) {
    bsl_problem_error(d->problems, "bad-meeting", at, text, cure);
}

static uint8_t place_of(draft *d, const bustle_node_def *def, const spot *at) {
    const int ways =
        (def->same_target ? 1 : 0) + (def->from_area ? 1 : 0) + (def->path != NULL ? 1 : 0);
    if (ways != 1) {
        refuse(d, at, ways == 0 ? "it does not say where" : "it says in two ways where",
            "name one of the same target, the area and a path");
    }
    return def->same_target ? AT_TARGET : def->from_area ? AT_AREA : AT_PATH;
}

void bsl_draft_meet(draft *d, const bustle_node_def *def, node *made, const spot *at) {
    gathering one = {.path = NONE16, .at = place_of(d, def, at)};
    if (name_at(def) == NULL) {
        refuse(d, at, "it has no name to meet under", "give it a name that is not empty");
    } else {
        one.name = (uint16_t)bsl_draft_find(d, BUSTLE_KIND_MEETING, def->performs);
    }
    if (def->count < 2 || def->count > MOST_MEETING) {
        refuse(d, at,
            bsl_problem_say(d->problems, "it waits until there are %ld", (long)def->count),
            "give a count from 2 to 255");
    }
    one.count = (uint8_t)def->count;
    made->flags |= def->same_target ? NODE_SAME_TARGET : 0;
    if (def->path != NULL) {
        const path_source from = {def->path, NULL, *at, false};
        one.path = (uint16_t)bsl_draft_path(d, &from);
    }
    const wait waits = {
        .request = NONE16, .exchange = NONE16, .gathering = (uint16_t)d->gatherings.count};
    gathering *added =
        d->no_memory || !bsl_draft_other_wait(d, def, made, at, waits, DEFAULT_WAIT_MS)
        ? NULL
        : bsl_draft_add(d, &d->gatherings, 1);
    if (added != NULL) {
        *added = one;
    }
}
