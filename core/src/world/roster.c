/* Rosters: whose positions the game is asked for, and when; and who is nowhere.
 *
 * Assumption: a search for targets asks for all positions that are stale, and mostly few are: in
 * the interval of a position there are many searches.
 *
 * Algorithm: the next one that may be asked for is found at once, and those after it by going on
 * from there as long as they are due. An answer puts the entity further back.
 *
 * Data structures: for each region a binary heap by the time at which a position may be asked for
 * again. Entities know their places in it. */
#include "world/grid.h"

/* ---- The heap ---- */

static void put(bustle_world *w, region *r, uint32_t at, asked each) {
    r->roster[at] = each;
    entity_at(w, each.slot)->place = at;
}

/* Puts one where it belongs, beginning at a place that is free. */
static void sift(bustle_world *w, region *r, uint32_t at, asked each) {
    while (at > 0 && each.due < r->roster[(at - 1) / 2].due) {
        put(w, r, at, r->roster[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    for (;;) {
        uint32_t next = 2 * at + 1;
        if (next + 1 < r->roster_count && r->roster[next + 1].due < r->roster[next].due) {
            next++;
        }
        if (next >= r->roster_count || each.due <= r->roster[next].due) {
            break;
        }
        put(w, r, at, r->roster[next]);
        at = next;
    }
    put(w, r, at, each);
}

bool bsl_roster_reserve(bustle_world *w, const definition *d) {
    region *r = roster_of(w, d);
    return !is_rostered(d) ||
        bsl_heap_grow(&w->heap, (void **)&r->roster, &r->roster_capacity,
            (uint64_t)r->roster_count + 1, sizeof *r->roster);
}

void bsl_roster_enter(bustle_world *w, uint32_t slot) {
    const definition *d = definition_of(w, entity_at(w, slot));
    region *r = roster_of(w, d);
    const asked each = {.time = NEVER_ASKED, .due = due_after(d, NEVER_ASKED), .slot = slot};
    r->roster_count++;
    sift(w, r, r->roster_count - 1, each);
}

void bsl_roster_leave(bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    region *r = roster_of(w, definition_of(w, e));
    const asked last = r->roster[--r->roster_count];
    if (last.slot != slot) {
        sift(w, r, e->place, last);
    }
}

/* ---- Asking ---- */

int64_t bsl_roster_asked(const bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    return roster_of(w, definition_of(w, e))->roster[e->place].time;
}

void bsl_roster_set_asked(bustle_world *w, uint32_t slot, int64_t time) {
    const entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    region *r = roster_of(w, d);
    asked each = r->roster[e->place];
    each.time = time;
    each.due = due_after(d, time);
    sift(w, r, e->place, each);
}

static void ask_position(bustle_world *w, uint32_t slot) {
    bustle_position answer = {0, 0, 0};
    int32_t at[3];
    entity *e = entity_at(w, slot);
    const enum world_mode mode = w->mode;
    w->mode = MODE_QUERY;
    const int answered = w->def.callbacks.query_position(
        w->def.callbacks.context, w, handle_of(slot, e->spawn), &answer);
    w->mode = mode;
    if (answered < 0) {
        bsl_event_log(w, BUSTLE_LOG_ERROR, "the query for the position of entity %lu failed",
            (unsigned long)e->spawn);
    } else if (answered > 0 && !bsl_space_round(&answer, at)) {
        bsl_event_log(w, BUSTLE_LOG_ERROR,
            "the position answered for entity %lu is not a number; answer finite ones",
            (unsigned long)e->spawn);
    } else if (answered > 0) {
        bsl_space_move(w, slot, at[0], at[1], at[2]);
    }
}

void bsl_roster_refresh(bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    if (!is_queried(d) || w->now < roster_of(w, d)->roster[e->place].due) {
        return;
    }
    bsl_roster_set_asked(w, slot, w->now);
    if (w->def.callbacks.query_position != NULL) {
        ask_position(w, slot);
    }
}

/* Appends those of a region that are due to the candidates: their places first, from which those
 * below them are found. */
static bool list_due(bustle_world *w, const region *r, uint32_t *count) {
    const uint32_t first = *count;
    if (r->roster_count > 0 && r->roster[0].due <= w->now) {
        if (!bsl_near_reserve(w, (uint64_t)*count + 1)) {
            return false;
        }
        w->candidates.items[(*count)++].value = 0;
    }
    for (uint32_t i = first; i < *count; i++) {
        if (!bsl_near_reserve(w, (uint64_t)*count + 2)) {
            return false;
        }
        item *listed = w->candidates.items;
        const uint32_t place = listed[i].value;
        for (uint32_t below = 2 * place + 1; below <= 2 * place + 2; below++) {
            if (below < r->roster_count && r->roster[below].due <= w->now) {
                listed[(*count)++].value = below;
            }
        }
        const uint32_t slot = r->roster[place].slot;
        listed[i] = (item){.key = entity_at(w, slot)->spawn, .value = slot};
    }
    return true;
}

bool bsl_roster_refresh_all(bustle_world *w, const action *a, uint32_t self) {
    const uint32_t *groups = w->content->ids + a->groups_at;
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->group_count; i++) {
        if (w->regions[groups[i]].queried && !list_due(w, &w->regions[groups[i]], &count)) {
            return false;
        }
    }
    bsl_sort_items(w->candidates.items, count);
    for (uint32_t i = 0; i < count; i++) {
        /* There may be more of them than the turn has made room for. */
        if (!bsl_reserve_answers(w, definition_of(w, entity_at(w, self)))) {
            return false;
        }
        bsl_roster_refresh(w, w->candidates.items[i].value);
    }
    return true;
}
