/* What a save says of the world itself: settings, numbers, environment, reports, rows, and who
 * decides next. Every number is checked before it is used, because a checksum can be right where
 * the rest is not. */
#include "persist/snapshot_fields.h"

/* ---- The world's own ---- */

/* Limits belong to the world that loads, as its content does; that they differ is told. */
static void compare_setting(archive *a, int64_t saved, int64_t now, const char *name) {
    if (!writes(a) && !failed(a->load) && saved != now) {
        bsl_snapshot_note_change(a->load, CHANGED_SETTING, 0, 0, name);
    }
}

static void visit_setting(archive *a, int32_t now, const char *name) {
    uint32_t saved = (uint32_t)now;
    field_u32(a, &saved);
    compare_setting(a, saved, now, name);
}

void bsl_snapshot_visit_settings(archive *a) {
    bustle_world_def *def = &a->world->def;
    int32_t restart_ms = def->restart_ms;
    field_u64(a, &def->seed);
    visit_setting(a, (int32_t)def->ending, "ending");
    visit_setting(a, def->depth_limit, "depth_limit");
    visit_setting(a, def->step_limit, "step_limit");
    visit_setting(a, def->queue_limit, "queue_limit");
    visit_setting(a, def->activity_limit, "activity_limit");
    visit_setting(a, def->failure_limit, "failure_limit");
    field_i32(a, &restart_ms);
    compare_setting(a, restart_ms, def->restart_ms, "restart_ms");
    if (writes(a) || a->load->sections[SECTION_SETTINGS].version >= 2) {
        visit_setting(a, (int32_t)def->metric, "metric");
    } else { /* there was no other */
        compare_setting(a, BUSTLE_METRIC_MANHATTAN, (int64_t)def->metric, "metric");
    }
}

static bool is_overdue(const bustle_world *w, const item *due) {
    const npc *self = npc_at(w, due->value);
    return (self->e.flags & NPC_COLLECTED) != 0 && self->e.spawn == (uint32_t)due->key;
}

/* 1 + the time since which endings are overdue, if a budget has left any; else 0. */
static uint64_t overdue_since(const bustle_world *w) {
    const wheel *v = &w->wheel;
    for (uint32_t i = v->due_next; i < v->due_count; i++) {
        if (is_overdue(w, &v->due[i])) {
            return 1 + (uint64_t)v->due_base;
        }
    }
    return 0;
}

void bsl_snapshot_visit_world(archive *a) {
    bustle_world *w = a->world;
    uint64_t now = (uint64_t)w->now;
    uint64_t overdue = writes(a) ? overdue_since(w) : 0;
    field_u64(a, &now);
    field_u64(a, &overdue);
    field_u64(a, &w->updates);
    field_u32(a, &w->spawned);
    field_word(a, &w->hash);
    field_u64(a, &w->turns);
    field_u64(a, &w->starts);
    field_u64(a, &w->events);
    field_u64(a, &w->refused);
    if (writes(a)) {
        return;
    }
    if (now > LATEST_MS || overdue > now + 1) {
        bsl_reader_fail(&a->load->in, "a time is out of range");
        return;
    }
    w->now = (int64_t)now;
    a->load->has_overdue = overdue > 0;
    w->wheel.time = w->now;
    w->wheel.due_base = overdue > 0 ? (int64_t)overdue - 1 : w->now;
}

/* ---- Environment ---- */

bool bsl_snapshot_carried_value(const saved_key *k, const key *now, int64_t saved, int32_t *value) {
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

static void visit_value(archive *a, environment_value *v) {
    static const uint32_t bits[] = {1, 2};
    uint32_t flags = (v->known ? bits[0] : 0) | (v->refreshed ? bits[1] : 0);
    field_flags(a, &flags, bits, COUNT_OF(bits), "an environment value is of no kind");
    field_i32(a, &v->value);
    if ((flags & bits[0]) != 0) {
        field_long_time(a, &v->asked);
    }
    if (writes(a) || a->load->sections[SECTION_VALUES].version >= 2) {
        field_i32(a, &v->seen);
    } else { /* no role looked at it */
        v->seen = v->value;
    }
    if (!writes(a)) {
        v->known = (flags & bits[0]) != 0;
        v->refreshed = (flags & bits[1]) != 0;
    }
}

static void read_value(archive *a, const saved_key *k) {
    environment_value saved = {0};
    visit_value(a, &saved);
    if (failed(a->load) || k->id == BUSTLE_NONE) {
        return;
    }
    environment_value *v = &a->world->environment[k->id];
    const int32_t before = v->value;
    *v = saved;
    if (!bsl_snapshot_carried_value(
            k, &a->world->content->environment[k->id], saved.value, &v->value)) {
        v->value = before;
        bsl_snapshot_note_change(a->load, CHANGED_VALUE, 0, 0, k->name);
    }
    if (!bsl_snapshot_carried_value(
            k, &a->world->content->environment[k->id], saved.seen, &v->seen)) {
        v->seen = v->value;
    }
}

void bsl_snapshot_visit_values(archive *a) {
    if (writes(a)) {
        for (uint32_t i = 0; i < count_of(a->world->content, BUSTLE_KIND_ENVIRONMENT); i++) {
            visit_value(a, &a->world->environment[i]);
        }
        return;
    }
    for (uint32_t i = 0; !failed(a->load) && i < a->names->environment_count; i++) {
        read_value(a, &a->names->environment[i]);
    }
}

/* A condition that has changed is tested in the next update. */
static void test_again(bustle_world *w, const interruption *i) {
    for (uint32_t k = 0; k < i->watch_count; k++) {
        w->environment[w->content->ids[i->watch_at + k]].refreshed = true;
    }
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

static void visit_watch(archive *a, watch *v) {
    uint64_t saved = (uint64_t)v->epoch << 1 | (v->holds ? 1 : 0);
    field_u64(a, &saved);
    if (writes(a)) {
        return;
    }
    if (saved >> 33 != 0) {
        bsl_reader_fail(&a->load->in, "a condition changed too often");
    }
    v->epoch = (uint32_t)(saved >> 1);
    v->holds = (saved & 1) != 0;
}

static void read_watch(archive *a, const saved_name *n) {
    watch saved = {0};
    visit_watch(a, &saved);
    if (failed(a->load) || n->id == BUSTLE_NONE) {
        return;
    }
    const interruption *now = &a->world->content->interruptions[n->id];
    a->world->watches[n->id] = saved;
    a->world->watches[n->id].holds = saved.holds && now->when.form != CODE_EMPTY;
    if (n->changed) {
        test_again(a->world, now);
    }
}

void bsl_snapshot_visit_conditions(archive *a) {
    if (writes(a)) {
        for (uint32_t i = 0; i < count_of(a->world->content, BUSTLE_KIND_INTERRUPTION); i++) {
            visit_watch(a, &a->world->watches[i]);
        }
        return;
    }
    for (uint32_t i = 0; !failed(a->load) && i < a->names->interruption_count; i++) {
        read_watch(a, &a->names->interruptions[i]);
    }
    test_new_conditions(a->load);
}

/* ---- Reports ---- */

/* What has been reported and is not to be again. */
void bsl_snapshot_write_reports(archive *a) {
    writer *o = a->out;
    const bustle_world *w = a->world;
    const uint64_t states = count_of(w->content, BUSTLE_KIND_STATE);
    const uint64_t pairs = count_of(w->content, BUSTLE_KIND_ACTION) * states;
    for (uint64_t bit = 0; bit < pairs; bit++) {
        if ((w->unwritable[bit / 64] >> bit % 64 & 1) != 0) {
            put_number(o, bit / states + 1);
            put_number(o, bit % states);
        }
    }
    put_number(o, 0);
    for (uint32_t i = 0; i < w->content->function_count; i++) {
        if (w->reported[i] == w->updates + 1) {
            put_number(o, i + 1ull);
            bsl_put_text(o, w->content->text + w->content->functions[i].where);
        }
    }
    put_number(o, 0);
}

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

void bsl_snapshot_read_reports(archive *a) {
    loading *l = a->load;
    bustle_world *w = l->world;
    const saved_names *s = &l->names;
    const uint64_t states = count_of(w->content, BUSTLE_KIND_STATE);
    for (uint64_t i = get_number(&l->in); !failed(l) && i != 0; i = get_number(&l->in)) {
        const uint64_t state = get_number(&l->in);
        if (i > s->action_count || state >= s->state_count) {
            bsl_reader_fail(&l->in, "a report is about nothing known");
            return;
        }
        const uint32_t action_id = s->actions[i - 1].id;
        const uint32_t state_id = s->states[state].id;
        if (action_id != BUSTLE_NONE && state_id != BUSTLE_NONE) {
            const uint64_t bit = action_id * states + state_id;
            w->unwritable[bit / 64] |= UINT64_C(1) << bit % 64;
        }
    }
    for (uint64_t i = get_number(&l->in); !failed(l) && i != 0; i = get_number(&l->in)) {
        const char *where = bsl_snapshot_get_text(l);
        const uint32_t index =
            i > UINT32_MAX ? BUSTLE_NONE : find_function(w->content, (uint32_t)i - 1, where);
        if (index != BUSTLE_NONE) {
            w->reported[index] = w->updates + 1;
        }
    }
}

/* ---- Rows ---- */

static uint32_t first_of_class(const bustle_world *w, uint32_t class) {
    uint32_t i = 0;
    while (w->layouts[i].class != class) {
        i++;
    }
    return i;
}

void bsl_snapshot_write_rows(archive *a) {
    writer *o = a->out;
    const bustle_world *w = a->world;
    const uint32_t slots = w->page_count << PAGE_SHIFT;
    put_number(o, w->page_count);
    for (uint32_t slot = 0; slot < slots; slot++) {
        const entity *e = entity_at(w, slot);
        const bool left = e->spawn == 0;
        const bool free = left && (e->flags & NPC_QUEUED) == 0;
        put_number(o, free ? 0 : 1 + 2ull * e->definition + (left ? 1 : 0));
    }
    put_number(o, w->class_count);
    for (uint32_t i = 0; i < w->class_count; i++) {
        int64_t last = 0;
        put_number(o, first_of_class(w, i));
        for (uint32_t slot = w->classes[i].free; slot != NOBODY; slot = entity_at(w, slot)->place) {
            put_number(o, 1);
            put_signed(o, (int64_t)slot - last);
            last = slot;
        }
        put_number(o, 0);
    }
}

static bool read_occupants(loading *l) {
    const uint32_t pages = (uint32_t)bsl_get_up_to(
        &l->in, SLOT_LIMIT / PAGE_LENGTH, "there are more rows than a world can have");
    l->slots = pages << PAGE_SHIFT;
    if (bytes_left(&l->in) < l->slots) {
        return bsl_reader_fail(&l->in, "it says that more follows than does");
    }
    l->occupants = bsl_snapshot_take(l, l->slots, sizeof *l->occupants);
    for (uint32_t i = 0; !failed(l) && i < l->slots; i++) {
        const uint64_t most = 2ull * l->names.definition_count;
        const uint32_t occupant =
            (uint32_t)bsl_get_up_to(&l->in, most, "an entity is of no definition");
        if (occupant > 0 && (occupant - 1) % 2 == 1 &&
            !l->names.definitions[(occupant - 1) / 2].npc) {
            bsl_reader_fail(&l->in, "a prop waits for a turn");
        }
        l->occupants[i] = occupant;
    }
    return !failed(l);
}

/* Free rows of one class after those of the others, each once. */
static bool read_free_rows(loading *l, uint32_t *free, uint32_t *total, uint8_t *seen) {
    int64_t slot = 0;
    while (!failed(l) && bsl_get_up_to(&l->in, 1, "a list of free rows goes astray") == 1) {
        const int64_t step = bsl_get_signed(&l->in);
        if (step > SLOT_LIMIT || step < -(int64_t)SLOT_LIMIT) {
            return bsl_reader_fail(&l->in, "a free row is none");
        }
        slot += step;
        if (slot < 0 || slot >= l->slots || l->occupants[slot] != 0 || seen[slot] != 0) {
            return bsl_reader_fail(&l->in, "a free row is none");
        }
        seen[slot] = 1;
        free[(*total)++] = (uint32_t)slot;
    }
    return !failed(l);
}

void bsl_snapshot_read_rows(archive *a) {
    loading *l = a->load;
    if (!read_occupants(l)) {
        return;
    }
    const uint32_t classes = bsl_get_count(&l->in, 2);
    uint32_t *free = bsl_snapshot_take(l, l->slots, sizeof *free);
    uint8_t *seen = bsl_snapshot_take(l, l->slots, 1);
    uint32_t *ends = bsl_snapshot_take(l, classes, sizeof *ends);
    uint32_t *definitions = bsl_snapshot_take(l, classes, sizeof *definitions);
    uint32_t total = 0;
    for (uint32_t i = 0; !failed(l) && i < classes; i++) {
        definitions[i] = (uint32_t)get_number(&l->in);
        if (definitions[i] >= l->names.definition_count) {
            bsl_reader_fail(&l->in, "an entity is of no definition");
            return;
        }
        read_free_rows(l, free, &total, seen);
        ends[i] = total;
    }
    for (uint32_t i = 0; !failed(l) && i < l->slots; i++) {
        if (l->occupants[i] == 0 && seen[i] == 0) {
            bsl_reader_fail(&l->in, "a row is neither free nor taken");
        }
    }
    if (!failed(l)) {
        bsl_snapshot_apply_rows(l, free, ends, definitions, classes);
    }
}

/* ---- Who decides next ---- */

void bsl_snapshot_write_deciders(archive *a) {
    const bustle_world *w = a->world;
    put_number(a->out, w->ready_count);
    for (uint32_t i = 0; i < w->ready_count; i++) {
        put_number(a->out, w->ready[(w->ready_first + i) % w->ready_capacity]);
    }
}

void bsl_snapshot_read_deciders(archive *a) {
    loading *l = a->load;
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < l->slots; i++) {
        waiting += l->occupants[i] != 0 && (l->occupants[i] - 1) % 2 == 1;
    }
    l->ready_count = bsl_get_count(&l->in, 1);
    l->ready = bsl_snapshot_take(l, l->ready_count, sizeof *l->ready);
    uint8_t *seen = bsl_snapshot_take(l, l->slots, 1);
    for (uint32_t i = 0; !failed(l) && i < l->ready_count; i++) {
        const uint64_t slot = get_number(&l->in);
        if (slot >= l->slots || seen[slot] != 0 || l->occupants[slot] == 0 ||
            !l->names.definitions[(l->occupants[slot] - 1) / 2].npc) {
            bsl_reader_fail(&l->in, "the queue has somebody in it who cannot be");
            return;
        }
        seen[slot] = 1;
        waiting -= (l->occupants[slot] - 1) % 2 == 1;
        l->ready[i] = (uint32_t)slot;
    }
    if (!failed(l) && waiting > 0) {
        bsl_reader_fail(&l->in, "somebody has left and is still there");
    }
}
