/* The sections of a save. A section belongs to one subsystem and has a name and a version of its
 * own. So a save outlives the version that made it: a section that it lacks has a default, and a
 * section that this version does not know is refused by name. */
#include "persist/snapshot_fields.h"

typedef struct section_kind {
    const char *name;
    uint32_t version; /* that is written; those before it are read too */
    bool optional; /* a save may lack it; the default is said beside it */
    void (*write)(archive *a);
    void (*read)(archive *a); /* NULL: with the entities */
} section_kind;

static const section_kind kinds[SECTION_COUNT] = {
    [SECTION_SETTINGS] = {"settings", 2, false, bsl_snapshot_visit_settings,
        bsl_snapshot_visit_settings},
    [SECTION_STATES] = {"states", 1, false, bsl_snapshot_write_states, bsl_snapshot_read_states},
    [SECTION_ENVIRONMENT] = {"environment", 1, false, bsl_snapshot_write_environment,
        bsl_snapshot_read_environment},
    [SECTION_INTERRUPTIONS] = {"interruptions", 1, false, bsl_snapshot_write_interruptions,
        bsl_snapshot_read_interruptions},
    [SECTION_ACTIONS] = {"actions", 1, false, bsl_snapshot_write_actions,
        bsl_snapshot_read_actions},
    /* There are none. */
    [SECTION_SCENES] = {"scenes", 1, true, bsl_snapshot_write_scenes, bsl_snapshot_read_scenes},
    /* There are none. */
    [SECTION_INBOXES] = {"inboxes", 1, true, bsl_snapshot_write_inboxes, bsl_snapshot_read_inboxes},
    [SECTION_SEQUENCES] = {"sequences", 4, false, bsl_snapshot_write_sequences,
        bsl_snapshot_read_sequences},
    [SECTION_CHOICES] = {"choices", 1, false, bsl_snapshot_write_choices,
        bsl_snapshot_read_choices},
    [SECTION_DEFINITIONS] = {"definitions", 1, false, bsl_snapshot_write_definitions,
        bsl_snapshot_read_definitions},
    /* There are none. */
    [SECTION_ROLES] = {"roles", 1, true, bsl_snapshot_write_roles, bsl_snapshot_read_roles},
    [SECTION_CUES] = {"cues", 1, true, bsl_snapshot_write_cues, bsl_snapshot_read_cues},
    [SECTION_OFFERS] = {"offers", 1, true, bsl_snapshot_write_offers, bsl_snapshot_read_offers},
    /* There are none. */
    [SECTION_PLANS] = {"plans", 1, true, bsl_snapshot_write_plans, bsl_snapshot_read_plans},
    [SECTION_WORLD] = {"world", 1, false, bsl_snapshot_visit_world, bsl_snapshot_visit_world},
    /* It shows what it would if nobody had ever set it. */
    [SECTION_CLOCK] = {"clock", 1, true, bsl_snapshot_write_clock, bsl_snapshot_read_clock},
    [SECTION_VALUES] = {"values", 2, false, bsl_snapshot_visit_values, bsl_snapshot_visit_values},
    [SECTION_CONDITIONS] = {"conditions", 1, false, bsl_snapshot_visit_conditions,
        bsl_snapshot_visit_conditions},
    /* Nothing has been reported. */
    [SECTION_REPORTS] = {"reports", 1, true, bsl_snapshot_write_reports, bsl_snapshot_read_reports},
    [SECTION_ROWS] = {"rows", 1, false, bsl_snapshot_write_rows, bsl_snapshot_read_rows},
    /* No scene goes on. */
    [SECTION_CASTS] = {"casts", 1, true, bsl_snapshot_write_casts, bsl_snapshot_read_casts},
    /* Nobody holds one. */
    [SECTION_PLACES] = {"places", 1, true, bsl_snapshot_write_places, bsl_snapshot_read_adopts},
    /* There are none, and there were none. */
    [SECTION_MESSAGES] = {"messages", 1, true, bsl_snapshot_write_messages,
        bsl_snapshot_read_messages},
    [SECTION_ENTITIES] = {"entities", 2, false, bsl_snapshot_write_entities,
        bsl_snapshot_read_entities},
    [SECTION_NPCS] = {"npcs", 3, false, bsl_snapshot_write_npcs, NULL},
    /* Nobody waits to answer anything. */
    [SECTION_QUEUES] = {"queues", 1, true, bsl_snapshot_write_queues, NULL},
    [SECTION_ACTIVITIES] = {"activities", 6, false, bsl_snapshot_write_activities, NULL},
    /* Nothing is remembered. */
    [SECTION_TRANSITION_MEMORIES] = {"transition memories", 1, true,
        bsl_snapshot_write_transition_memories, NULL},
    [SECTION_ACTION_MEMORIES] = {"action memories", 1, true, bsl_snapshot_write_action_memories,
        NULL},
    /* Nobody is in a role, has met anyone or left a scene. */
    [SECTION_LIVES] = {"lives", 2, true, bsl_snapshot_write_lives, NULL},
    [SECTION_DECIDERS] = {"deciders", 1, false, bsl_snapshot_write_deciders,
        bsl_snapshot_read_deciders},
    /* NPCs are in the areas around their positions. */
    [SECTION_AREAS] = {"areas", 1, true, bsl_snapshot_write_areas, bsl_snapshot_read_areas},
    /* There are none. */
    [SECTION_LINKS] = {"links", 1, true, bsl_snapshot_write_links, bsl_snapshot_read_links},
    /* All plans are looked at afresh. */
    [SECTION_DAYS] = {"days", 1, true, bsl_snapshot_write_days, bsl_snapshot_read_days},
};

/* ---- Writing ---- */

void bsl_snapshot_write_world(writer *o, const bustle_world *w) {
    static const saved_names none = {0};
    /* Writing changes nothing, but what writes can also read. */
    archive a = {.out = o, .world = (bustle_world *)w, .names = &none};
    for (int i = 0; i < SECTION_COUNT; i++) {
        bsl_put_text(o, kinds[i].name);
        put_number(o, kinds[i].version);
        const size_t size_at = o->size;
        put_long(o, 0);
        kinds[i].write(&a);
        if (!o->failed) {
            store_long(o->bytes + size_at, o->size - size_at - LONG_SIZE);
        }
    }
}

/* ---- Reading ---- */

bool bsl_snapshot_enter_section(loading *l, enum section s) {
    if (!l->sectioned) {
        return true;
    }
    l->in.at = l->sections[s].at;
    l->in.end = l->sections[s].end;
    return l->in.at != NULL;
}

void bsl_snapshot_leave_section(loading *l, enum section s) {
    if (l->sectioned) {
        l->sections[s].at = l->in.at;
    }
}

static bool read_section(loading *l) {
    const char *name = bsl_snapshot_get_text(l);
    const uint64_t version = get_number(&l->in);
    const uint64_t size = bsl_get_long(&l->in);
    int i = 0;
    while (i < SECTION_COUNT && strcmp(kinds[i].name, name) != 0) {
        i++;
    }
    if (failed(l) || size > bytes_left(&l->in)) {
        return bsl_reader_fail(&l->in, "it says that more follows than does");
    }
    if (i == SECTION_COUNT || version > kinds[i].version) {
        l->newer = name;
        return bsl_reader_fail(&l->in, "a section is of a newer version");
    }
    if (version == 0 || l->sections[i].at != NULL) {
        return bsl_reader_fail(&l->in, "a section is there twice, or of no version");
    }
    const uint8_t *at = bsl_get_bytes(&l->in, (size_t)size);
    l->sections[i] = (saved_section){.at = at, .end = at + size, .version = (uint32_t)version};
    return true;
}

static bool find_sections(loading *l) {
    while (!failed(l) && l->in.at < l->in.end) {
        read_section(l);
    }
    for (int i = 0; !failed(l) && i < SECTION_COUNT; i++) {
        if (l->sections[i].at == NULL && !kinds[i].optional) {
            bsl_reader_fail(&l->in, "a section is missing");
        }
    }
    return !failed(l);
}

static bool all_is_read(loading *l) {
    bool all = l->sectioned || l->in.at == l->in.end;
    for (int i = 0; i < SECTION_COUNT; i++) {
        all = all && l->sections[i].at == l->sections[i].end;
    }
    return all || bsl_reader_fail(&l->in, "it goes on after its end");
}

bool bsl_snapshot_read_world(loading *l) {
    if (l->sectioned && !find_sections(l)) {
        return false;
    }
    archive a = {.load = l, .world = l->world, .names = &l->names};
    for (int i = 0; !failed(l) && i < SECTION_COUNT; i++) {
        if (kinds[i].read != NULL && bsl_snapshot_enter_section(l, (enum section)i)) {
            kinds[i].read(&a);
            bsl_snapshot_leave_section(l, (enum section)i);
        }
    }
    return !failed(l) && all_is_read(l);
}
