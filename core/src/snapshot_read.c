/* Reading a save: the world's own numbers and rows. Every number is checked before it is used, for
 * a checksum can be right where the rest is not. */
#include "snapshot.h"

/* ---- The world's own ---- */

/* Limits belong to the world that loads, as its content does; that they differ is told. */
static void compare_setting(loading *l, int64_t saved, int64_t now, const char *name) {
    if (!failed(l) && saved != now) {
        note_change(l, CHANGED_SETTING, 0, 0, name);
    }
}

static bool read_settings(loading *l) {
    bustle_world_def *def = &l->world->def;
    def->seed = get_number(&l->in);
    compare_setting(l, (int64_t)get_number(&l->in), def->ending, "ending");
    compare_setting(l, (int64_t)get_number(&l->in), def->depth_limit, "depth_limit");
    compare_setting(l, (int64_t)get_number(&l->in), def->step_limit, "step_limit");
    compare_setting(l, (int64_t)get_number(&l->in), def->queue_limit, "queue_limit");
    compare_setting(l, (int64_t)get_number(&l->in), def->activity_limit, "activity_limit");
    compare_setting(l, (int64_t)get_number(&l->in), def->failure_limit, "failure_limit");
    compare_setting(l, get_signed(&l->in), def->restart_ms, "restart_ms");
    return !failed(l);
}

#define LATEST_MS (UINT64_C(1) << 60)

static bool read_numbers(loading *l) {
    bustle_world *w = l->world;
    w->now = (int64_t)get_up_to(&l->in, LATEST_MS, "a time is out of range");
    const uint64_t overdue =
        get_up_to(&l->in, (uint64_t)w->now + 1, "something is overdue that is not");
    l->has_overdue = overdue > 0;
    w->wheel.time = w->now;
    w->wheel.due_base = overdue > 0 ? (int64_t)overdue - 1 : w->now;
    w->updates = get_number(&l->in);
    w->spawned = (uint32_t)get_up_to(&l->in, UINT32_MAX, "a spawn number is too large");
    w->hash = get_word(&l->in);
    w->turns = get_number(&l->in);
    w->starts = get_number(&l->in);
    w->events = get_number(&l->in);
    w->refused = get_number(&l->in);
    return !failed(l);
}

/* ---- Environment ---- */

bool carried_value(const saved_key *k, const key *now, int64_t saved, int32_t *value) {
    if (k->value_count > 0 && saved >= 0 && saved < k->value_count) {
        saved = k->values[saved];
        if (saved < 0) {
            return false;
        }
    }
    saved = saved > now->maximum ? now->maximum : saved;
    *value = (int32_t)(saved < now->minimum ? now->minimum : saved);
    return true;
}

static bool read_environment_value(loading *l, const saved_key *k) {
    bustle_world *w = l->world;
    const uint32_t flags = (uint32_t)get_up_to(&l->in, 3, "an environment value is of no kind");
    const int64_t saved = get_signed(&l->in);
    const uint64_t age =
        (flags & 1) != 0 ? get_up_to(&l->in, LATEST_MS, "a time is out of range") : 0;
    if (failed(l) || k->id == BUSTLE_NONE) {
        return !failed(l);
    }
    environment_value *v = &w->environment[k->id];
    v->known = (flags & 1) != 0;
    v->refreshed = (flags & 2) != 0;
    v->asked = v->known ? w->now - (int64_t)age : 0;
    const key *now = &w->content->environment[k->id];
    return carried_value(k, now, saved, &v->value) ? !failed(l)
                                                   : note_change(l, CHANGED_VALUE, 0, 0, k->name);
}

/* A condition that has changed is tested in the next update. */
static void test_again(bustle_world *w, const interruption *i) {
    for (uint32_t k = 0; k < i->watch_count; k++) {
        w->environment[w->content->ids[i->watch_at + k]].refreshed = true;
    }
}

static bool read_environment(loading *l) {
    bustle_world *w = l->world;
    for (uint32_t i = 0; !failed(l) && i < l->names.environment_count; i++) {
        read_environment_value(l, &l->names.environment[i]);
    }
    for (uint32_t i = 0; !failed(l) && i < l->names.interruption_count; i++) {
        const saved_name *n = &l->names.interruptions[i];
        const uint64_t saved =
            get_up_to(&l->in, UINT64_C(0x1ffffffff), "a condition changed too often");
        if (n->id == BUSTLE_NONE) {
            continue;
        }
        const interruption *now = &w->content->interruptions[n->id];
        w->watches[n->id].epoch = (uint32_t)(saved >> 1);
        w->watches[n->id].holds = (saved & 1) != 0 && now->when.form != CODE_EMPTY;
        if (n->changed) {
            test_again(w, now);
        }
    }
    return !failed(l);
}

/* Conditions that the save knows nothing of. */
static void test_new_conditions(loading *l) {
    const bustle_content *c = l->world->content;
    uint32_t saved = 0;
    for (uint32_t i = 0; i < count_of(c, BUSTLE_KIND_INTERRUPTION); i++) {
        while (saved < l->names.interruption_count &&
            (l->names.interruptions[saved].id == BUSTLE_NONE ||
                l->names.interruptions[saved].id < i)) {
            saved++;
        }
        if (saved == l->names.interruption_count || l->names.interruptions[saved].id != i) {
            test_again(l->world, &c->interruptions[i]);
        }
    }
}

/* ---- Reports ---- */

static uint32_t find_function(const bustle_content *c, uint32_t index, const char *where) {
    if (index < c->function_count && strcmp(c->text + c->functions[index].where, where) == 0) {
        return c->functions[index].first;
    }
    for (uint32_t i = 0; i < c->function_count; i++) {
        if (strcmp(c->text + c->functions[i].where, where) == 0) {
            return c->functions[i].first;
        }
    }
    return BUSTLE_NONE;
}

static bool read_reports(loading *l) {
    bustle_world *w = l->world;
    const saved_names *s = &l->names;
    const uint64_t states = count_of(w->content, BUSTLE_KIND_STATE);
    for (uint64_t i = get_number(&l->in); !failed(l) && i != 0; i = get_number(&l->in)) {
        const uint64_t state = get_number(&l->in);
        if (i > s->action_count || state >= s->state_count) {
            return reader_fail(&l->in, "a report is about nothing known");
        }
        const uint32_t action_id = s->actions[i - 1].id;
        const uint32_t state_id = s->states[state].id;
        if (action_id != BUSTLE_NONE && state_id != BUSTLE_NONE) {
            const uint64_t bit = action_id * states + state_id;
            w->unwritable[bit / 64] |= UINT64_C(1) << bit % 64;
        }
    }
    for (uint64_t i = get_number(&l->in); !failed(l) && i != 0; i = get_number(&l->in)) {
        const char *where = get_text(l);
        const uint32_t index =
            i > UINT32_MAX ? BUSTLE_NONE : find_function(w->content, (uint32_t)i - 1, where);
        if (index != BUSTLE_NONE) {
            w->reported[index] = w->updates + 1;
        }
    }
    return !failed(l);
}

/* ---- Rows ---- */

static bool read_occupants(loading *l) {
    const uint32_t pages = (uint32_t)get_up_to(
        &l->in, SLOT_LIMIT / PAGE_LENGTH, "there are more rows than a world can have");
    l->slots = pages << PAGE_SHIFT;
    if (bytes_left(&l->in) < l->slots) {
        return reader_fail(&l->in, "it says that more follows than does");
    }
    l->occupants = take(l, l->slots, sizeof *l->occupants);
    for (uint32_t i = 0; !failed(l) && i < l->slots; i++) {
        const uint64_t most = 2ull * l->names.definition_count;
        const uint32_t occupant =
            (uint32_t)get_up_to(&l->in, most, "an entity is of no definition");
        if (occupant > 0 && (occupant - 1) % 2 == 1 &&
            !l->names.definitions[(occupant - 1) / 2].npc) {
            reader_fail(&l->in, "a prop waits for a turn");
        }
        l->occupants[i] = occupant;
    }
    return !failed(l);
}

/* Free rows of one class after those of the others, each once. */
static bool read_free_rows(loading *l, uint32_t *free, uint32_t *total, uint8_t *seen) {
    int64_t slot = 0;
    while (!failed(l) && get_up_to(&l->in, 1, "a list of free rows goes astray") == 1) {
        const int64_t step = get_signed(&l->in);
        if (step > SLOT_LIMIT || step < -(int64_t)SLOT_LIMIT) {
            return reader_fail(&l->in, "a free row is none");
        }
        slot += step;
        if (slot < 0 || slot >= l->slots || l->occupants[slot] != 0 || seen[slot] != 0) {
            return reader_fail(&l->in, "a free row is none");
        }
        seen[slot] = 1;
        free[(*total)++] = (uint32_t)slot;
    }
    return !failed(l);
}

static bool read_rows(loading *l) {
    if (!read_occupants(l)) {
        return false;
    }
    const uint32_t classes = get_count(&l->in, 2);
    uint32_t *free = take(l, l->slots, sizeof *free);
    uint8_t *seen = take(l, l->slots, 1);
    uint32_t *ends = take(l, classes, sizeof *ends);
    uint32_t *definitions = take(l, classes, sizeof *definitions);
    uint32_t total = 0;
    for (uint32_t i = 0; !failed(l) && i < classes; i++) {
        definitions[i] = (uint32_t)get_number(&l->in);
        if (definitions[i] >= l->names.definition_count) {
            return reader_fail(&l->in, "an entity is of no definition");
        }
        read_free_rows(l, free, &total, seen);
        ends[i] = total;
    }
    for (uint32_t i = 0; !failed(l) && i < l->slots; i++) {
        if (l->occupants[i] == 0 && seen[i] == 0) {
            reader_fail(&l->in, "a row is neither free nor taken");
        }
    }
    return !failed(l) && apply_rows(l, free, ends, definitions, classes);
}

/* ---- Entities ---- */

static int32_t get_coordinate(loading *l) {
    const int64_t c = get_signed(&l->in);
    if (c > INT32_MAX || c < INT32_MIN) {
        reader_fail(&l->in, "a number of 32 bits has more");
        return 0;
    }
    return (int32_t)c;
}

static bool read_entity(loading *l, uint32_t slot, saved_entity *e) {
    *e = (saved_entity){.slot = slot, .definition = (l->occupants[slot] - 1) / 2};
    const saved_definition *d = &l->names.definitions[e->definition];
    e->spawn = (uint32_t)get_up_to(&l->in, l->world->spawned, "a spawn number is too large");
    e->parts = (uint8_t)get_up_to(&l->in, 7, "an entity is of no kind");
    e->name = (e->parts & PART_NAMED) != 0 ? get_text(l) : NULL;
    e->user = (e->parts & PART_USED) != 0 ? get_number(&l->in) : 0;
    if ((e->parts & PART_ASKED) != 0) {
        e->asked = l->world->now - (int64_t)get_up_to(&l->in, LATEST_MS, "a time is out of range");
    }
    e->x = get_coordinate(l);
    e->y = get_coordinate(l);
    e->z = get_coordinate(l);
    e->totals = take(l, d->state_count, sizeof *e->totals);
    for (uint32_t i = 0; !failed(l) && i < d->state_count; i++) {
        e->totals[i] = get_coordinate(l);
    }
    if (e->spawn == 0) {
        reader_fail(&l->in, "an entity has no spawn number");
    }
    return !failed(l) && (!d->npc || read_npc(l, &e->npc));
}

static bool read_entities(loading *l) {
    for (uint32_t slot = 0; !failed(l) && slot < l->slots; slot++) {
        const uint32_t occupant = l->occupants[slot];
        if (occupant == 0 || (occupant - 1) % 2 == 1) {
            continue;
        }
        const arena_mark mark = arena_now(&l->arena);
        saved_entity e;
        if (read_entity(l, slot, &e)) {
            apply_entity(l, &e);
        }
        arena_back_to(&l->arena, mark);
    }
    return !failed(l);
}

/* ---- The ready queue ---- */

static bool read_ready(loading *l) {
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < l->slots; i++) {
        waiting += l->occupants[i] != 0 && (l->occupants[i] - 1) % 2 == 1;
    }
    l->ready_count = get_count(&l->in, 1);
    l->ready = take(l, l->ready_count, sizeof *l->ready);
    uint8_t *seen = take(l, l->slots, 1);
    for (uint32_t i = 0; !failed(l) && i < l->ready_count; i++) {
        const uint64_t slot = get_number(&l->in);
        if (slot >= l->slots || seen[slot] != 0 || l->occupants[slot] == 0 ||
            !l->names.definitions[(l->occupants[slot] - 1) / 2].npc) {
            return reader_fail(&l->in, "the queue has somebody in it who cannot be");
        }
        seen[slot] = 1;
        waiting -= (l->occupants[slot] - 1) % 2 == 1;
        l->ready[i] = (uint32_t)slot;
    }
    if (!failed(l) && waiting > 0) {
        reader_fail(&l->in, "somebody has left and is still there");
    }
    return !failed(l);
}

bool read_world(loading *l) {
    if (!read_settings(l) || !read_names(l) || !read_numbers(l) || !read_environment(l) ||
        !read_reports(l) || !read_rows(l) || !read_entities(l) || !read_ready(l)) {
        return false;
    }
    test_new_conditions(l);
    return l->in.at == l->in.end || reader_fail(&l->in, "it goes on after its end");
}
