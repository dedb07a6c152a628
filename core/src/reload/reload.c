/* Gives a living world another content: saves the world and loads the save under the new content
 * into a world beside it, which takes its place. Unlike a load, it keeps what is under way as it
 * was, and what is still to be reported. */
#include "observe/event.h"
#include "persist/snapshot.h"

/* ---- Events that were not delivered yet ---- */

/* The id of the same name in the new content; BUSTLE_NONE stays. */
static bustle_id id_now(const loading *l, bustle_kind kind, bustle_id id) {
    const char *name = bustle_content_name(l->old->content, kind, id);
    return name == NULL ? BUSTLE_NONE : bustle_content_find(l->world->content, kind, name);
}

/* An event about something that is gone is not told any more. */
static void carry_event(loading *l, const bustle_event *e) {
    bustle_event carried = *e;
    carried.name = id_now(l, bsl_event_kind_of_name(e->kind), e->name);
    carried.interruption = id_now(l, BUSTLE_KIND_INTERRUPTION, e->interruption);
    carried.cue = id_now(l, BUSTLE_KIND_CUE, e->cue);
    if ((carried.name == BUSTLE_NONE) == (e->name == BUSTLE_NONE) &&
        (carried.interruption == BUSTLE_NONE) == (e->interruption == BUSTLE_NONE)) {
        l->world->pending.list[l->world->pending.count++] = carried;
    }
}

static bool carry_events(loading *l) {
    const event_list *pending = &l->old->pending;
    if (!bsl_event_reserve(l->world, pending->count)) {
        return bsl_snapshot_no_memory(l);
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
        ((e->flags & NPC_ACTING) != 0 ||
            ((e->flags & NPC_AWAITS) != 0 && npc_at(w, slot)->now.action != NONE16));
}

static bustle_entity running_target(const bustle_world *w, const npc *self) {
    const uint32_t target = target_of(w, &self->now);
    return target == NOBODY ? 0 : handle_of(target, entity_at(w, target)->spawn);
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
        const bustle_id action_id = id_now(l, BUSTLE_KIND_ACTION, was->now.action);
        if (action_id == BUSTLE_NONE) {
            continue;
        }
        if (!bsl_event_reserve(w, 1)) {
            return bsl_snapshot_no_memory(l);
        }
        bsl_event_emit(w, BUSTLE_EVENT_STOP, slot, running_target(l->old, was), action_id,
            BUSTLE_STOP_CANCELLED)
            ->token = was->token;
    }
    return true;
}

/* ---- The call ---- */

static bool fill(loading *l) {
    const uint64_t actions = count_of(l->old->content, BUSTLE_KIND_ACTION);
    l->replacements =
        bsl_snapshot_take(l, actions + l->old->replaced_count, sizeof *l->replacements);
    return l->replacements != NULL && bsl_snapshot_read_world(l) && bsl_snapshot_settle_world(l) &&
        carry_events(l) && tell_stops(l);
}

bustle_status bustle_world_reload(
    bustle_world *w, bustle_content *content, const bustle_load_options *options) {
    if (w == NULL || content == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    if (w->mode != MODE_OPEN) {
        return BUSTLE_BUSY;
    }
    if (!carry_out_shouts(w)) {
        return BUSTLE_NO_MEMORY;
    }
    writer o = {0};
    loading l = {.old = w};
    bsl_heap_init(&o.heap, &w->heap.allocator);
    bsl_snapshot_write_world(&o, w);
    bustle_status status = o.failed ? BUSTLE_NO_MEMORY : BUSTLE_OK;
    if (status == BUSTLE_OK) {
        status = bsl_snapshot_begin_loading(&l, w, content, options, o.bytes, o.size, FORMAT);
    }
    if (status == BUSTLE_OK) {
        status = bsl_snapshot_end_loading(&l, w, options, fill(&l), NULL, 0);
    }
    bsl_heap_free(&o.heap, o.bytes, o.capacity);
    return status == BUSTLE_DAMAGED ? BUSTLE_INCONSISTENT : status;
}
