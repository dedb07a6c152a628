/* Room for the worst case, made before a piece of work, so that nothing in it can fail half-way.
 *
 * Assumption: what a piece of work takes at the most is known before it begins. It depends on the
 * content and the limits of the world, which stay, and on one number: the interruptions queued for
 * the NPC, its parts in scenes and its places at offers, or the users of who leaves. Most of what
 * is reserved is not taken, and serves the next piece of work.
 *
 * Algorithm: each subsystem says, when a world is made or lets replaced definitions live on, what
 * it takes in each kind of work: so much once, and so much for each of that number. The sums are
 * kept. Before the work, every store is made to have that much free; where one cannot, the work is
 * not begun, and nothing has changed. In checked builds a store notes what it was reserved for.
 * Whoever takes more has forgotten to say so, even if the store happens to have it, and
 * bustle_world_check reports it.
 *
 * Data structures: `reserve_parts`, the list of those who take something; `needs`, their sums, for
 * each kind of work and each store. Stores are the pools, the lists of events and of shouts, and
 * the grid. What a spawn takes is all in entity.c, and a search makes room for its candidates
 * itself, since a turn can be taken up again at that point. */
#include "world/reserve.h"
#include "decide/action.h"
#include "decide/activity.h"
#include "decide/interruption.h"
#include "decide/operations.h"
#include "decide/recovery.h"
#include "decide/shout.h"
#include "decide/turn.h"
#include "observe/event.h"
#include "world/claim.h"
#include "world/link.h"
#include "world/rows.h"
#include "world/space.h"
#include "world/world.h"

#include <stddef.h>

const reserve_part bsl_reserve_parts[RESERVE_PARTS] = {
    {"steps", bsl_turn_needs},
    {"effects", bsl_effects_need},
    {"actions", bsl_action_needs},
    {"activities", bsl_activity_needs},
    {"claims", bsl_claim_needs},
    {"interruptions", bsl_interruption_needs},
    {"recovery", bsl_recovery_needs},
    {"space", bsl_space_needs},
    {"leaving", bsl_entity_needs},
    {"roles", bsl_role_needs},
    {"cues", bsl_cue_needs},
    {"scenes", bsl_scene_needs},
    {"offers", bsl_place_needs},
    {"areas", bsl_area_needs},
    {"messages", bsl_inbox_needs},
};

static void list_pools(needs *n, int work) {
    for (int i = 0; i < STORES_IN_POOLS; i++) {
        if (n->of[work][i].once > 0) {
            n->pools[work][n->pool_count[work]++] = (uint8_t)i;
        }
    }
}

void bsl_reserve_sum(bustle_world *w) {
    w->needs = (needs){0};
    for (uint32_t i = 0; i < RESERVE_PARTS; i++) {
        bsl_reserve_parts[i].add(w, &w->needs);
    }
    for (int work = 0; work < WORKS; work++) {
        list_pools(&w->needs, work);
    }
}

_Static_assert(
    offsetof(bustle_world, queued) == offsetof(bustle_world, pools) + STORE_QUEUED * sizeof(pool) &&
        offsetof(bustle_world, frames) ==
            offsetof(bustle_world, pools) + STORE_FRAMES * sizeof(pool) &&
        offsetof(bustle_world, activities) ==
            offsetof(bustle_world, pools) + STORE_ACTIVITIES * sizeof(pool) &&
        offsetof(bustle_world, claims) ==
            offsetof(bustle_world, pools) + STORE_CLAIMS * sizeof(pool) &&
        offsetof(bustle_world, blocks) ==
            offsetof(bustle_world, pools) + STORE_BLOCKS * sizeof(pool) &&
        offsetof(bustle_world, encounters) ==
            offsetof(bustle_world, pools) + STORE_ENCOUNTERS * sizeof(pool) &&
        offsetof(bustle_world, scenes) ==
            offsetof(bustle_world, pools) + STORE_SCENES * sizeof(pool) &&
        offsetof(bustle_world, members) ==
            offsetof(bustle_world, pools) + STORE_MEMBERS * sizeof(pool) &&
        offsetof(bustle_world, places) ==
            offsetof(bustle_world, pools) + STORE_PLACES * sizeof(pool) &&
        offsetof(bustle_world, letters) ==
            offsetof(bustle_world, pools) + STORE_LETTERS * sizeof(pool) &&
        offsetof(bustle_world, errands) ==
            offsetof(bustle_world, pools) + STORE_ERRANDS * sizeof(pool),
    "a pool is at the place of its store");

static uint64_t most_of(const need *n, uint64_t count) {
    return n->once + n->each * count;
}

static bool make_room(bustle_world *w, const need *n, uint64_t count) {
    for (uint32_t i = 0; i < STORES_IN_POOLS; i++) {
        if (!pool_reserve(&w->pools[i], &w->kept, most_of(&n[i], count))) {
            return false;
        }
    }
    return bsl_shout_reserve(w, most_of(&n[STORE_SHOUTS], count)) &&
        (!w->has_links || bsl_link_reserve(w, most_of(&n[STORE_LINKS], count))) &&
        bsl_event_reserve(w, most_of(&n[STORE_EVENTS], count));
}

/* Whether nothing has to be made, as is mostly so. */
static inline bool has_room(const bustle_world *w, enum work work) {
    const need *n = w->needs.of[work];
    for (uint32_t i = 0; i < w->needs.pool_count[work]; i++) {
        const uint32_t store = w->needs.pools[work][i];
        if (w->pools[store].free_count < n[store].once) {
            return false;
        }
    }
    return w->shouts.capacity - w->shouts.count >= n[STORE_SHOUTS].once &&
        (!w->has_links || bsl_link_has_room(&w->links, n[STORE_LINKS].once)) &&
        w->pending.capacity - w->pending.count >= n[STORE_EVENTS].once;
}

/* In the grid. In a turn nobody arrives but by an interruption that ends the action. */
static inline bool reserve_space(
    bustle_world *w, enum work work, const definition *d, uint64_t count) {
    const uint64_t answers = most_of(&w->needs.of[work][STORE_ANSWERS], count);
    const bool stays = work == WORK_TURN && count == 0 && answers == 0;
    return stays || bsl_space_reserve(w, d, answers);
}

static APART bool make_all_room(
    bustle_world *w, enum work work, const definition *d, uint64_t count) {
    return make_room(w, w->needs.of[work], count) && reserve_space(w, work, d, count);
}

/* Checked builds go the long way, on which every store notes what it is reserved for. */
bool bsl_reserve(bustle_world *w, enum work work, const definition *d, uint64_t count) {
    return !BUSTLE_CHECKS && count == 0 && has_room(w, work) ? reserve_space(w, work, d, 0)
                                                             : make_all_room(w, work, d, count);
}

bool bsl_reserve_answers(bustle_world *w, const definition *d) {
    return bsl_space_reserve(w, d, w->needs.of[WORK_TURN][STORE_ANSWERS].once);
}

#if BUSTLE_CHECKS
const char *bsl_reserve_overdrawn(const bustle_world *w) {
    static const char *const names[STORES_IN_POOLS] = {[STORE_QUEUED] = "queued interruptions",
        [STORE_FRAMES] = "frames",
        [STORE_ACTIVITIES] = "activities",
        [STORE_CLAIMS] = "claims",
        [STORE_BLOCKS] = "timers",
        [STORE_ENCOUNTERS] = "encounters",
        [STORE_SCENES] = "scenes",
        [STORE_MEMBERS] = "members of scenes",
        [STORE_PLACES] = "places at offers",
        [STORE_LETTERS] = "messages",
        [STORE_ERRANDS] = "errands"};
    for (uint32_t i = 0; i < STORES_IN_POOLS; i++) {
        if (w->pools[i].overdrawn) {
            return names[i];
        }
    }
    if (w->links.records.overdrawn || w->links.bunches.overdrawn) {
        return "links";
    }
    if (w->areas.presences.overdrawn || w->areas.boxes.overdrawn) {
        return "areas";
    }
    if (w->cell_blocks.overdrawn) {
        return "cells";
    }
    if (w->shouts.overdrawn) {
        return "shouts";
    }
    return w->pending_overdrawn ? "events" : NULL;
}
#endif
