/* Interruptions for whoever is near. Who that is is not looked up while effects are applied: a
 * piece of work would otherwise need room for everybody. The same goes for the areas of an NPC that
 * has arrived somewhere. */
#include "decide/shout.h"
#include "decide/interruption.h"
#include "world/path.h"
#include "world/world.h"

#include <string.h>

#if BUSTLE_CHECKS
#include <assert.h>
#endif

/* More than a piece of work mostly needs. How much it may need depends on what is queued for an
 * NPC: a warm update should not have to make room for one more than ever before. */
#define FEWEST_SHOUTS 64u

bool bsl_shout_reserve(bustle_world *w, uint64_t more) {
    shout_list *s = &w->shouts;
    const uint64_t needed = s->count + more;
#if BUSTLE_CHECKS
    s->reserved = s->count + more;
#endif
    return more == 0 ||
        bsl_heap_grow(&w->heap, (void **)&s->list, &s->capacity,
            needed < FEWEST_SHOUTS ? FEWEST_SHOUTS : needed, sizeof *s->list);
}

void bsl_shout_release(bustle_world *w) {
    bsl_heap_free(&w->heap, w->shouts.list, w->shouts.capacity * sizeof *w->shouts.list);
}

void bsl_shout_add(bustle_world *w, uint32_t slot, uint32_t interruption_id, int32_t within) {
#if BUSTLE_CHECKS
    w->shouts.overdrawn = w->shouts.overdrawn || w->shouts.count >= w->shouts.reserved;
#endif
    w->shouts.list[w->shouts.count++] = (shout){.from = slot,
        .from_spawn = entity_at(w, slot)->spawn,
        .interruption = interruption_id,
        .inbox = BUSTLE_NONE,
        .within = within,
        .path = BUSTLE_NONE};
}

void bsl_shout_add_path(
    bustle_world *w, uint32_t slot, uint32_t interruption_id, uint32_t path_id, uint32_t begins) {
    bsl_shout_add(w, slot, interruption_id, 0);
    shout *added = &w->shouts.list[w->shouts.count - 1];
    added->path = path_id;
    added->begins = begins;
    added->begins_spawn = entity_at(w, begins)->spawn;
}

void bsl_shout_add_message(bustle_world *w, uint32_t slot, uint32_t inbox, uint32_t path_id,
    uint32_t begins, int32_t value) {
    bsl_shout_add_path(w, slot, 0, path_id, begins);
    shout *added = &w->shouts.list[w->shouts.count - 1];
    added->inbox = inbox;
    added->value = value;
}

/* S66: who is found is looked up now. */
static bool carry_to_path(bustle_world *w, const shout *s) {
    path_found found;
    if (still_there(w, s->begins, s->begins_spawn) == NULL) {
        return true;
    }
    bsl_path_find(w, s->path, s->begins, UINT32_MAX, &found);
    bsl_sort_items(found.items, found.count);
    if (s->inbox != BUSTLE_NONE) {
        return bsl_send_to_found(w, s->from, s->inbox, s->value, found.items, found.count);
    }
    return bsl_interruption_raise_for(w, s->interruption, s->from, found.items, found.count);
}

void bsl_shout_look(bustle_world *w, uint32_t slot) {
#if BUSTLE_CHECKS
    assert(w->shouts.count == 0 || w->shouts.list[w->shouts.count - 1].interruption == LOOK);
#endif
    bsl_shout_add(w, slot, LOOK, 0);
}

bool bsl_shout_awaits(const bustle_world *w, uint32_t slot) {
    for (uint32_t i = 0; i < w->shouts.count; i++) {
        if (w->shouts.list[i].interruption == LOOK && w->shouts.list[i].from == slot) {
            return true;
        }
    }
    return false;
}

static bool carry_out(bustle_world *w, const shout *s) {
    if (still_there(w, s->from, s->from_spawn) == NULL) {
        return true;
    }
    if (s->path != BUSTLE_NONE) {
        return carry_to_path(w, s);
    }
    return s->interruption == LOOK
        ? bsl_area_look(w, s->from)
        : bsl_interruption_raise_around(w, s->interruption, s->from, s->within);
}

static bool carry_out_first(bustle_world *w) {
    const shout s = w->shouts.list[0];
    if (!carry_out(w, &s)) {
        return false;
    }
    w->shouts.count--;
    memmove(w->shouts.list, w->shouts.list + 1, w->shouts.count * sizeof s);
    return true;
}

bool bsl_shout_carry_out(bustle_world *w) {
    while (w->shouts.count > 0) {
        if (!carry_out_first(w)) {
            return false;
        }
    }
    return true;
}
