/* Entity definitions: rows, accepted actions and tags, memories. */
#include "base/hash.h"
#include "content/draft.h"

#define LONGEST_ROW 16000u

typedef struct drafting {
    draft *d;
    const bustle_entity_def *def;
    definition *made;
    uint32_t id;
    spot at;
} drafting;

/* ---- State ---- */

static int32_t initial_value(
    const drafting *e, const bustle_entity_state_def *given, uint32_t state) {
    const key *k = &ITEMS(const key, e->d->states)[state];
    int32_t value = k->initial;
    if (given->value_name != NULL) {
        bsl_draft_value(e->d, false, state, given->value_name, &e->at, &value);
    } else if (given->given) {
        value = given->initial;
    }
    if (value < k->minimum || value > k->maximum) {
        bsl_problem_error(e->d->problems, "bad-initial", &e->at,
            bsl_problem_say(e->d->problems, "the initial value %ld of \"%s\" is outside %ld .. %ld",
                (long)value, given->state, (long)k->minimum, (long)k->maximum),
            "choose an initial value within the bounds of the state");
    }
    return value;
}

/* Which states it has, and what they begin with, both by state id. */
static bool gather_states(const drafting *e, uint8_t *has, int32_t *initials) {
    for (size_t i = 0; i < e->def->state_count && !e->d->no_memory; i++) {
        const bustle_entity_state_def *given = &e->def->states[i];
        uint32_t state =
            bsl_draft_resolve(e->d, BUSTLE_KIND_STATE, given->state, &e->at, "its state list");
        if (state == BUSTLE_NONE) {
            continue;
        }
        if (has[state] != 0) {
            bsl_problem_error(e->d->problems, "listed-twice", &e->at,
                bsl_problem_say(e->d->problems, "state \"%s\" is listed twice", given->state),
                "list it once");
        }
        has[state] = 1;
        initials[state] = initial_value(e, given, state);
    }
    return !e->d->no_memory;
}

static void gather_inboxes(const drafting *e, uint8_t *has) {
    for (uint32_t i = 0; i < e->made->inbox_count && !e->d->no_memory; i++) {
        const uint32_t inbox = ITEMS(const uint32_t, e->d->ids)[e->made->inboxes_at + i];
        has[draft_inbox_column(e->d, inbox)] = 1;
    }
}

/* What a column takes of a row: a claimed state has its taken part right after it, an inbox its
 * first and last messages. */
static uint32_t width_of(const draft *d, uint32_t column) {
    return is_inbox_column(d, column)                ? INBOX_CELLS
        : ITEMS(key, d->states)[column].claimed != 0 ? 2
                                                     : 1;
}

/* Columns in the order of state ids, then of inboxes. */
static void draft_row(drafting *e) {
    draft *d = e->d;
    const uint32_t count = draft_columns(d);
    const arena_mark before = bsl_arena_now(&d->scratch);
    uint8_t *has = bsl_draft_scratch(d, count, sizeof *has);
    int32_t *initials = bsl_draft_scratch(d, count, sizeof *initials);
    e->made->columns_at = d->columns.count;
    e->made->initials_at = d->initials.count;
    uint16_t *columns = bsl_draft_add(d, &d->columns, count);
    if (!d->no_memory && gather_states(e, has, initials)) {
        gather_inboxes(e, has);
        uint32_t length = 0;
        for (uint32_t i = 0; i < count && !d->no_memory; i++) {
            const uint32_t width = has[i] == 0 ? 0 : width_of(d, i);
            columns[i] = width == 0 || length > LONGEST_ROW ? NO_COLUMN : (uint16_t)length;
            length += width;
            int32_t *row = bsl_draft_add(d, &d->initials, width);
            if (row != NULL && width > 0) {
                row[0] = initials[i];
            }
            if (row != NULL && width == INBOX_CELLS) {
                row[INBOX_FIRST] = -1;
                row[INBOX_LAST] = -1;
            }
        }
        if (length > LONGEST_ROW) {
            bsl_problem_error(d->problems, "too-many", &e->at,
                bsl_problem_say(d->problems, "its state takes %lu values; %lu are possible",
                    (unsigned long)length, (unsigned long)LONGEST_ROW),
                "give it fewer states");
        }
        e->made->row_length = (uint16_t)length;
    }
    bsl_arena_back_to(&d->scratch, before);
}

/* ---- Offers ---- */

static void draft_offers(drafting *e) {
    draft *d = e->d;
    const range names = bsl_draft_offer_names_of(d, e->id, e->def->npc);
    e->made->offer_names_at = names.at;
    e->made->offer_name_count = names.count;
    const range own = d->entity_conducts[e->id].offers;
    e->made->offers_at = d->ids.count;
    e->made->offer_count = own.count;
    for (uint32_t i = 0; i < own.count && !d->no_memory; i++) {
        bsl_draft_id(d, own.at + i);
    }
}

/* ---- Accepted actions ---- */

static void draft_accepts(drafting *e, range *accepted) {
    draft *d = e->d;
    accepted->at = d->ids.count;
    for (size_t i = 0; i < e->def->accept_count && !d->no_memory; i++) {
        uint32_t id =
            bsl_draft_resolve(d, BUSTLE_KIND_ACTION, e->def->accepts[i], &e->at, "its accept list");
        if (id != BUSTLE_NONE) {
            bsl_draft_id(d, id);
        }
    }
    uint32_t *ids = ITEMS(uint32_t, d->ids) + accepted->at;
    accepted->count = d->ids.count - accepted->at;
    bsl_draft_sort_ids(ids, accepted->count);
    for (uint32_t i = 0; i < accepted->count; i++) {
        const char *name = draft_name(d, BUSTLE_KIND_ACTION, ids[i]);
        if (i > 0 && ids[i - 1] == ids[i]) {
            bsl_problem_error(d->problems, "listed-twice", &e->at,
                bsl_problem_say(d->problems, "it accepts action \"%s\" twice", name),
                "list it once");
        } else if ((ITEMS(action, d->actions)[ids[i]].flags & ACTION_TARGETED) == 0) {
            bsl_problem_warning(d->problems, "accepts-untargeted", &e->at,
                bsl_problem_say(
                    d->problems, "it accepts action \"%s\", which takes no target", name),
                "let the action take a target, or do not accept it");
        }
    }
    bsl_draft_found(d, e->def, (range){e->made->offer_names_at, e->made->offer_name_count},
        (range){e->made->inboxes_at, e->made->inbox_count}, &e->at);
    accepted->count = d->ids.count - accepted->at;
}

/* ---- What NPCs run ---- */

static void draft_memories(drafting *e) {
    const int32_t capacities[] = {
        e->def->transition_memories, e->def->action_memories, e->def->interruption_memories};
    static const char *const names[] = {"transition", "action", "interruption"};
    for (int i = 0; i < 3; i++) {
        e->made->memories[i] = (uint8_t)capacities[i];
        if (capacities[i] < 0 || capacities[i] > UINT8_MAX) {
            bsl_problem_error(e->d->problems, "bad-memories", &e->at,
                bsl_problem_say(
                    e->d->problems, "it has %ld %s memories", (long)capacities[i], names[i]),
                "give a capacity from 0 to 255");
        }
    }
}

/* Of an NPC without main sequence and plan of its own: all its roles must have one. */
static void check_mains(const drafting *e) {
    problems *p = e->d->problems;
    if (e->def->role_count == 0) {
        bsl_problem_error(p, "without-main", &e->at, "it is an NPC without main sequence",
            "name its main sequence");
    }
    for (uint32_t i = 0; i < e->made->role_count; i++) {
        const uint32_t id =
            ITEMS(const listed_role, e->d->listed_roles)[e->made->roles_at + i].role;
        const bustle_role_def *of = id == NONE16 ? NULL : draft_def(e->d, BUSTLE_KIND_ROLE, id);
        if (of != NULL && of->main == NULL && of->plan == NULL) {
            bsl_problem_error(p, "without-main", &e->at,
                bsl_problem_say(p,
                    "it is an NPC without main sequence, and its role \"%s\" has none either",
                    of->name),
                "name a main sequence in that role, or one of its own");
        }
    }
}

static void draft_npc(drafting *e) {
    e->made->npc = 1;
    const conduct_source from = {e->def->main, e->def->plan, e->def->fallbacks,
        e->def->fallback_count, e->def->handlers, e->def->handler_count, e->def->reactions,
        e->def->reaction_count};
    bsl_draft_conduct(e->d, &from, &e->d->entity_conducts[e->id], &e->at);
    draft_memories(e);
    bsl_draft_listed_roles(e->d, e->id, e->made);
    if (e->def->main == NULL && e->def->plan == NULL) {
        check_mains(e);
    }
}

static void check_prop(const drafting *e) {
    if (e->def->main != NULL || e->def->plan != NULL || e->def->fallback_count > 0 ||
        e->def->handler_count > 0 || e->def->cue_count > 0 || e->def->role_count > 0 ||
        e->def->reaction_count > 0 || e->def->inbox_count > 0) {
        bsl_problem_error(e->d->problems, "prop-decides", &e->at,
            "it is a prop, but has a main sequence, a plan, fallbacks, handlers, cues, roles, "
            "reactions or inboxes",
            "make it an NPC, or remove them");
    }
}

/* ---- Definitions ---- */

static void draft_entity(draft *d, uint32_t id) {
    definition made = {0};
    drafting e = {d, draft_def(d, BUSTLE_KIND_ENTITY, id), &made, id,
        bsl_draft_spot_of(d, BUSTLE_KIND_ENTITY, id)};
    made.name = ITEMS(uint32_t, d->ids)[d->names[BUSTLE_KIND_ENTITY].names_at + id];
    made.hash = fnv_text(e.def->name);
    made.group = NONE16;
    made.position = (uint8_t)e.def->position;
    if ((unsigned)e.def->position > BUSTLE_POSITION_NONE) {
        bsl_problem_error(d->problems, "bad-position", &e.at,
            bsl_problem_say(
                d->problems, "there is no kind %ld of positions", (long)e.def->position),
            "use one of bustle_position_kind");
    }
    made.position_refresh_ms = e.def->position_refresh_ms < 1 ? 1 : e.def->position_refresh_ms;
    if (e.def->position_refresh_ms < 0) {
        bsl_problem_error(d->problems, "bad-refresh", &e.at,
            "the refresh interval of its position is negative",
            "give an interval of 0 or more milliseconds");
    }
    const range inboxes = bsl_draft_inboxes_of(d, e.def, &e.at);
    made.inboxes_at = inboxes.at;
    made.inbox_count = inboxes.count;
    draft_row(&e);
    bsl_draft_area(d, id, &made);
    draft_offers(&e);
    draft_accepts(&e, &d->accepted[id]);
    const range tags = bsl_draft_tags(d, e.def);
    made.tags_at = tags.at;
    made.tag_count = tags.count;
    if (e.def->npc) {
        draft_npc(&e);
    } else {
        check_prop(&e);
    }
    definition *added = bsl_draft_add(d, &d->definitions, 1);
    if (added != NULL) {
        *added = made;
    }
}

void bsl_draft_entities(draft *d) {
    const uint32_t count = draft_count(d, BUSTLE_KIND_ENTITY);
    d->accepted = bsl_draft_scratch(d, count, sizeof(range));
    d->entity_mentions = bsl_draft_scratch(d, count, sizeof(range));
    for (uint32_t id = 0; id < count && !d->no_memory; id++) {
        draft_entity(d, id);
    }
    if (!d->no_memory) {
        bsl_draft_tags_check(d);
        bsl_draft_plans_check(d);
    }
}
