/* Another content for a world that lives: a save of it, loaded under the new content beside it,
 * takes its place. Unlike a load it keeps what is under way as it was, and what is still to be
 * told. */
#include "snapshot.h"

/* ---- Events that were not delivered yet ---- */

/* The id of the same name in the new content; BUSTLE_NONE stays. */
static bustle_id id_now(const loading *l, bustle_kind kind, bustle_id id) {
    const char *name = bustle_content_name(l->old->content, kind, id);
    return name == NULL ? BUSTLE_NONE : bustle_content_find(l->world->content, kind, name);
}

/* An event about something that is gone is not told any more. */
static void carry_event(loading *l, const bustle_event *e) {
    bustle_event carried = *e;
    carried.name = id_now(l, kind_of_name(e->kind), e->name);
    carried.interruption = id_now(l, BUSTLE_KIND_INTERRUPTION, e->interruption);
    if ((carried.name == BUSTLE_NONE) == (e->name == BUSTLE_NONE) &&
        (carried.interruption == BUSTLE_NONE) == (e->interruption == BUSTLE_NONE)) {
        l->world->pending.list[l->world->pending.count++] = carried;
    }
}

static bool carry_events(loading *l) {
    const event_list *pending = &l->old->pending;
    if (!reserve_events(l->world, pending->count)) {
        return no_memory(l);
    }
    for (uint32_t i = 0; i < pending->count; i++) {
        carry_event(l, &pending->list[i]);
    }
    return true;
}

/* ---- Actions that could not go on ---- */

static bool acts(const bustle_world *w, uint32_t slot, uint32_t spawn) {
    const entity *e = entity_at(w, slot);
    return e->spawn == spawn && spawn != 0 && definition_of(w, e)->npc &&
        (e->flags & NPC_ACTING) != 0;
}

static bustle_entity target_of(const bustle_world *w, const npc *self) {
    return self->now.target == NOBODY
        ? 0
        : handle_of(self->now.target, entity_at(w, self->now.target)->spawn);
}

/* Whoever was told of a start is told of its stop, as long as there is a name for it. */
static bool tell_stops(loading *l) {
    bustle_world *w = l->world;
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        const uint32_t spawn = entity_at(w, slot)->spawn;
        if (!acts(l->old, slot, spawn) || acts(w, slot, spawn)) {
            continue;
        }
        const npc *was = npc_at(l->old, slot);
        const bustle_id action_id = id_now(l, BUSTLE_KIND_ACTION, was->action);
        if (action_id == BUSTLE_NONE) {
            continue;
        }
        if (!reserve_events(w, 1)) {
            return no_memory(l);
        }
        emit(w, BUSTLE_EVENT_STOP, slot, target_of(l->old, was), action_id, BUSTLE_STOP_CANCELLED)
            ->token = was->token;
    }
    return true;
}

/* ---- The call ---- */

static bool fill(loading *l) {
    const uint64_t actions = count_of(l->old->content, BUSTLE_KIND_ACTION);
    l->formers = take(l, actions + l->old->former_count, sizeof *l->formers);
    return l->formers != NULL && read_world(l) && settle_world(l) && carry_events(l) &&
        tell_stops(l);
}

bustle_status bustle_world_adopt(
    bustle_world *w, bustle_content *content, const bustle_load_options *options) {
    if (w == NULL || content == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    if (w->mode != MODE_OPEN) {
        return BUSTLE_BUSY;
    }
    writer o = {0};
    loading l = {.old = w};
    heap_init(&o.heap, &w->heap.allocator);
    write_world(&o, w);
    bustle_status status = o.failed ? BUSTLE_NO_MEMORY : BUSTLE_OK;
    if (status == BUSTLE_OK) {
        status = begin_loading(&l, w, content, options, o.bytes, o.size, FORMAT);
    }
    if (status == BUSTLE_OK) {
        status = end_loading(&l, w, options, fill(&l), NULL, 0);
    }
    heap_free(&o.heap, o.bytes, o.capacity);
    return status == BUSTLE_DAMAGED ? BUSTLE_INCONSISTENT : status;
}
