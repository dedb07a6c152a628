/* Writing a world. Times are ages, so that they take few bytes; what cannot be seen any more, such
 * as the target of an action that has ended, is not written. */
#include "snapshot.h"

/* ---- The world's own ---- */

static void write_settings(writer *o, const bustle_world_def *def) {
    put_number(o, def->seed);
    put_number(o, def->ending);
    put_number(o, (uint64_t)def->depth_limit);
    put_number(o, (uint64_t)def->step_limit);
    put_number(o, (uint64_t)def->queue_limit);
    put_number(o, (uint64_t)def->activity_limit);
    put_number(o, (uint64_t)def->failure_limit);
    put_signed(o, def->restart_ms);
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

static void write_numbers(writer *o, const bustle_world *w) {
    put_number(o, (uint64_t)w->now);
    put_number(o, overdue_since(w));
    put_number(o, w->updates);
    put_number(o, w->spawned);
    put_word(o, w->hash);
    put_number(o, w->turns);
    put_number(o, w->starts);
    put_number(o, w->events);
    put_number(o, w->refused);
}

static void write_environment(writer *o, const bustle_world *w) {
    for (uint32_t i = 0; i < count_of(w->content, BUSTLE_KIND_ENVIRONMENT); i++) {
        const environment_value *v = &w->environment[i];
        put_number(o, (v->known ? 1u : 0u) + (v->refreshed ? 2u : 0u));
        put_signed(o, v->value);
        if (v->known) {
            put_number(o, (uint64_t)(w->now - v->asked));
        }
    }
    for (uint32_t i = 0; i < count_of(w->content, BUSTLE_KIND_INTERRUPTION); i++) {
        put_number(o, (uint64_t)w->watches[i].epoch << 1 | (w->watches[i].holds ? 1 : 0));
    }
}

/* What has been reported and is not to be again. */
static void write_reports(writer *o, const bustle_world *w) {
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
            put_text(o, w->content->text + w->content->functions[i].where);
        }
    }
    put_number(o, 0);
}

/* ---- Rows ---- */

static uint32_t first_of_class(const bustle_world *w, uint32_t class) {
    uint32_t i = 0;
    while (w->layouts[i].class != class) {
        i++;
    }
    return i;
}

static void write_rows(writer *o, const bustle_world *w) {
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

/* ---- NPCs ---- */

/* A time at most 2^32 ms ago. */
static void put_age(writer *o, const bustle_world *w, uint32_t time) {
    put_number(o, (uint32_t)w->now - time);
}

static void put_reference(writer *o, uint32_t slot, uint32_t spawn) {
    put_number(o, slot == NOBODY ? 0 : slot + 1ull);
    if (slot != NOBODY) {
        put_number(o, spawn);
    }
}

static void put_failure(writer *o, const failure *f) {
    put_number(o, f->cause);
    if (f->cause != 0) {
        put_number(o, f->level);
        put_number(o, f->manner);
    }
}

static void write_frame(writer *o, const bustle_world *w, const frame *f) {
    const claim_record *r = (f->where & FRAME_CLAIMS) != 0 ? claim_at(w, f->below) : NULL;
    uint32_t parts = frame_state(f);
    parts |= (f->where & FRAME_FALLBACK) != 0 ? PART_FALLBACK : 0u;
    parts |= r != NULL ? PART_CLAIMS : 0u;
    parts |= r != NULL && r->held != 0 ? PART_HELD : 0u;
    put_number(o, parts);
    put_number(o, frame_node(f));
    put_reference(o, f->target, f->target_spawn);
    if (r != NULL) {
        put_reference(o, r->target, r->target_spawn);
    }
}

#define DEPTH_LIMIT 255

/* The lowest first. */
static void write_stack(writer *o, const bustle_world *w, uint32_t top) {
    uint32_t frames[DEPTH_LIMIT];
    uint32_t depth = 0;
    for (uint32_t i = top; i != POOL_NONE; i = frame_below(w, frame_at(w, i))) {
        frames[depth++] = i;
    }
    put_number(o, depth);
    while (depth > 0) {
        write_frame(o, w, frame_at(w, frames[--depth]));
    }
}

static void put_response(writer *o, uint16_t response, int16_t priority) {
    put_number(o, response == NONE16 ? 0 : response + 1u);
    put_signed(o, priority);
}

static void write_interrupted(writer *o, const bustle_world *w, const activity *a) {
    put_number(o, (a->remembers ? PART_REMEMBERS : 0u) + (a->fresh ? PART_FRESH : 0u));
    put_response(o, a->response, a->priority);
    put_number(o, a->failures);
    put_failure(o, &a->pending);
    if (a->remembers) {
        put_age(o, w, a->time);
        put_reference(o, a->target, a->target_spawn);
        put_number(o, a->duration);
        put_number(o, a->spent);
        put_number(o, a->timeout);
    }
    write_stack(o, w, a->top);
}

#define SUSPENDED_LIMIT 255

static void write_activities(writer *o, const bustle_world *w, const npc *self) {
    uint32_t suspended[SUSPENDED_LIMIT];
    uint32_t count = 0;
    for (uint32_t i = self->suspended; i != POOL_NONE; i = activity_at(w, i)->below) {
        suspended[count++] = i;
    }
    put_number(o, count);
    while (count > 0) {
        write_interrupted(o, w, activity_at(w, suspended[--count]));
    }
    if ((self->e.flags & NPC_RUNNING) != 0) {
        put_response(o, self->response, self->priority);
        put_failure(o, &self->pending);
        write_stack(o, w, self->top);
    }
}

static void write_messages(writer *o, const bustle_world *w, const npc *self) {
    put_number(o, message_count(w, self, true));
    for (uint32_t i = self->inbox; i != POOL_NONE;) {
        const message *m = pool_at(&w->messages, i);
        put_number(o, m->interruption * 2u + (m->kept ? 1 : 0));
        put_number(o, m->epoch);
        put_reference(o, m->from, m->from_spawn);
        put_age(o, w, m->time);
        i = m->next;
    }
}

static void write_memories(writer *o, const bustle_world *w, npc *self) {
    uint32_t spawn = 0;
    uint32_t time = 0;
    put_number(o, self->remembered[BUSTLE_MEMORY_TRANSITION]);
    for (uint32_t i = 0; i < self->remembered[BUSTLE_MEMORY_TRANSITION]; i++) {
        put_number(o, recall_transition(w, self, i, &time));
        put_age(o, w, time);
    }
    put_number(o, self->remembered[BUSTLE_MEMORY_ACTION]);
    for (uint32_t i = 0; i < self->remembered[BUSTLE_MEMORY_ACTION]; i++) {
        put_number(o, recall_action(w, self, i, &spawn, &time));
        put_number(o, spawn);
        put_age(o, w, time);
    }
}

static void write_npc(writer *o, const bustle_world *w, npc *self) {
    const bool acting = (self->e.flags & NPC_ACTING) != 0;
    uint32_t flags = self->e.flags & SAVED_FLAGS;
    flags &= acting ? ~0u : ~(uint32_t)(NPC_TIMED | NPC_MOVED);
    put_number(o, flags);
    for (int i = 0; i < 4; i++) {
        put_word(o, self->random[i]);
    }
    put_number(o, self->token);
    put_number(o, self->failures);
    put_number(o, self->main);
    if (acting) {
        put_number(o, self->action);
        put_number(o, self->target == NOBODY ? 0 : self->target + 1ull);
        put_number(o, self->duration);
        put_number(o, self->spent);
    } else if ((flags & NPC_HALTED) != 0) {
        put_number(o, self->action);
        put_number(o, self->pending.cause);
    }
    if (timer_live(self)) {
        put_signed(o, (int32_t)(self->due - (uint32_t)w->now));
    }
    write_messages(o, w, self);
    write_activities(o, w, self);
    write_memories(o, w, self);
}

/* ---- Entities ---- */

static void write_states(writer *o, const bustle_world *w, const entity *e) {
    for (uint32_t i = 0; i < count_of(w->content, BUSTLE_KIND_STATE); i++) {
        const int32_t *place = state_at(w, e, i);
        if (place != NULL) {
            put_signed(o, *place + (w->content->states[i].claimed ? (int64_t)place[1] : 0));
        }
    }
}

static void write_entity(writer *o, const bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    const char *name = name_at(w, slot);
    const uint64_t user = (uint64_t)(uintptr_t)user_at(w, slot);
    const asked *a = d->position == BUSTLE_POSITION_QUERIED ? asked_of(w, slot) : NULL;
    const bool known = a != NULL && a->known;
    put_number(o, e->spawn);
    put_number(o,
        (name != NULL ? PART_NAMED : 0u) | (user != 0 ? PART_USED : 0u) |
            (known ? PART_ASKED : 0u));
    if (name != NULL) {
        put_text(o, name);
    }
    if (user != 0) {
        put_number(o, user);
    }
    if (known) {
        put_number(o, (uint64_t)(w->now - a->time));
    }
    put_signed(o, e->x);
    put_signed(o, e->y);
    put_signed(o, e->z);
    write_states(o, w, e);
    if (d->npc) {
        write_npc(o, w, npc_at(w, slot));
    }
}

void write_world(writer *o, const bustle_world *w) {
    write_settings(o, &w->def);
    write_names(o, w->content);
    write_numbers(o, w);
    write_environment(o, w);
    write_reports(o, w);
    write_rows(o, w);
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        if (entity_at(w, slot)->spawn != 0) {
            write_entity(o, w, slot);
        }
    }
    put_number(o, w->ready_count);
    for (uint32_t i = 0; i < w->ready_count; i++) {
        put_number(o, w->ready[(w->ready_first + i) % w->ready_capacity]);
    }
}
