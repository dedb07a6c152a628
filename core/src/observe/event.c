/* Events: the buffer of an update, the decision hash, delivery, errors and the log. */
#include "observe/event.h"
#include "world/world.h"

#include "base/hash.h"

#include <stdarg.h>
#include <stdio.h>

/* How much a piece of work needs depends on what an NPC holds by offers: as for shouts, a warm
 * update should not have to make room for one more than ever before. */
bool bsl_event_reserve(bustle_world *w, uint64_t count) {
    const uint64_t needed = w->pending.count + count;
#if BUSTLE_CHECKS
    w->pending_reserved = w->pending.count + count;
#endif
    return needed <= w->pending.capacity ||
        bsl_heap_grow(&w->heap, (void **)&w->pending.list, &w->pending.capacity,
            w->has_offers ? 2 * needed : needed, sizeof *w->pending.list);
}

bustle_kind bsl_event_kind_of_name(bustle_event_kind kind) {
    static const bustle_kind kinds[] = {
#define NAMED(name, number, text, kind) [number] = (kind),
        BUSTLE_EVENT_KINDS(NAMED)
#undef NAMED
    };
    return kinds[kind];
}

static uint32_t hash_of_name(const bustle_content *c, bustle_event_kind kind, uint32_t name) {
    switch (bsl_event_kind_of_name(kind)) {
    case BUSTLE_KIND_ENTITY:
        return c->definitions[name].hash;
    case BUSTLE_KIND_ACTION:
        return c->actions[name].hash;
    case BUSTLE_KIND_ROLE:
        return name == BUSTLE_NONE ? 0 : c->roles[name].hash;
    case BUSTLE_KIND_SCENE:
        return c->scenes[name].hash;
    case BUSTLE_KIND_OFFER:
        return fnv_text(bustle_content_name(c, BUSTLE_KIND_OFFER, name));
    default:
        return c->sequences[name].hash;
    }
}

/* S43: kind, time, spawn numbers of NPC and target, hash of the name, argument. */
static inline uint32_t hash_event(uint32_t hash, const bustle_event *e, uint32_t name) {
    hash = fnv_byte(hash, (uint32_t)e->kind);
    hash = fnv_word(hash, (uint32_t)e->time);
    hash = fnv_word(hash, (uint32_t)((uint64_t)e->time >> 32));
    hash = fnv_word(hash, (uint32_t)(e->npc >> SLOT_BITS));
    hash = fnv_word(hash, (uint32_t)(e->target >> SLOT_BITS));
    hash = fnv_word(hash, name);
    return fnv_word(hash, e->argument);
}

/* Adds one. In the hash its name has a hash of its own. */
static inline bustle_event *add_event(bustle_world *w, bustle_event_kind kind, uint32_t slot,
    bustle_entity target, uint32_t name, uint32_t argument, uint32_t name_hash) {
#if BUSTLE_CHECKS
    w->pending_overdrawn = w->pending_overdrawn || w->pending.count >= w->pending_reserved;
#endif
    bustle_event *e = &w->pending.list[w->pending.count++];
    *e = (bustle_event){.time = w->now,
        .npc = handle_of(slot, entity_at(w, slot)->spawn),
        .target = target,
        .name = name,
        .argument = argument,
        .interruption = BUSTLE_NONE,
        .cue = BUSTLE_NONE,
        .kind = kind};
    w->events++;
    if (kind != BUSTLE_EVENT_ERROR) {
        w->hash = hash_event(w->hash, e, name_hash);
    }
    return e;
}

bustle_event *bsl_event_emit(bustle_world *w, bustle_event_kind kind, uint32_t slot,
    bustle_entity target, uint32_t name, uint32_t argument) {
    const uint32_t hashed = kind == BUSTLE_EVENT_ERROR ? 0 : hash_of_name(w->content, kind, name);
    return add_event(w, kind, slot, target, name, argument, hashed);
}

bustle_event *bsl_event_emit_action(bustle_world *w, bustle_event_kind kind, uint32_t slot,
    bustle_entity target, uint32_t action_id, uint32_t argument) {
    const uint32_t hashed = w->content->actions[action_id].hash;
    return add_event(w, kind, slot, target, action_id, argument, hashed);
}

/* ---- Errors and the log ---- */

void bsl_event_log(bustle_world *w, bustle_log_level level, const char *format, ...) {
    char text[512];
    va_list arguments;
    if (w->def.callbacks.log == NULL) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const enum world_mode mode = w->mode;
    w->mode = MODE_QUERY;
    w->def.callbacks.log(w->def.callbacks.context, level, text);
    w->mode = mode;
}

void bsl_event_report(
    bustle_world *w, const parties *s, const char *where, const char *what, const char *text) {
    const char *name = bustle_content_name(w->content, BUSTLE_KIND_ACTION, s->action);
    bsl_event_emit(w, BUSTLE_EVENT_ERROR, s->self_slot, 0, s->action, 0);
    bsl_event_log(w, BUSTLE_LOG_ERROR, "%s%s%s %s: %s: %s (NPC %lu)", where,
        where[0] == '\0' ? "" : ": ", name == NULL ? "transition" : "action",
        name == NULL ? "condition" : name, what, text, (unsigned long)s->self->e.spawn);
}

/* ---- Delivery (S39) ---- */

/* The first delivery brings everyone who was there from the beginning; a list of that length is not
 * needed again. */
static void give_back_first_list(bustle_world *w) {
    if (w->updates == 2) {
        bsl_heap_free(
            &w->heap, w->delivered.list, w->delivered.capacity * sizeof *w->delivered.list);
        w->delivered = (event_list){0};
    }
}

/* What handlers do makes events for the next delivery. */
void bsl_event_deliver(bustle_world *w) {
    give_back_first_list(w);
    const event_list emptied = w->delivered;
    const bustle_callbacks *c = &w->def.callbacks;
    w->delivered = w->pending;
    w->pending = emptied;
    w->pending.count = 0;
    if (c->start_action == NULL && c->on_event == NULL) {
        w->mode = MODE_OPEN;
        return;
    }
    w->mode = MODE_DELIVERY;
    for (uint32_t i = 0; i < w->delivered.count; i++) {
        const bustle_event *e = &w->delivered.list[i];
        if (e->kind == BUSTLE_EVENT_START && c->start_action != NULL) {
            c->start_action(c->context, w, e);
        }
        if (c->on_event != NULL) {
            c->on_event(c->context, w, e);
        }
    }
    w->mode = MODE_OPEN;
}

const bustle_event *bustle_world_events(const bustle_world *w, size_t *count) {
    if (count != NULL) {
        *count = w == NULL ? 0 : w->delivered.count;
    }
    return w == NULL ? NULL : w->delivered.list;
}

uint32_t bustle_world_hash(const bustle_world *w) {
    return w == NULL ? 0 : w->hash;
}
