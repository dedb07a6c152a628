/* Areas: which there are, and who is in them (S67). */
#ifndef BUSTLE_AREA_H
#define BUSTLE_AREA_H

#include "base/pool.h"
#include "base/sort.h"
#include "world/rows.h"

typedef struct area_rank { /* what areas are in order by: the smallest first, then as spawned */
    uint64_t size;
    uint32_t spawn;
    uint32_t trigger;
} area_rank;

static inline bool ranks_before(const area_rank *a, const area_rank *b) {
    return a->size < b->size || (a->size == b->size && a->spawn < b->spawn);
}

typedef struct presence { /* of an NPC in an area */
    uint32_t next; /* of the NPC: in a larger area, or as large and spawned later */
    uint32_t npc, area; /* slots */
    uint32_t next_inside, previous_inside; /* of the area, in no order */
    area_rank rank; /* of the area */
} presence;

typedef struct placed_box { /* in one of the cells that it touches */
    uint32_t next; /* of those with the same place in the table */
    uint32_t hash;
    uint32_t area; /* slot */
    int32_t low[3], high[3]; /* in the world */
    area_rank rank;
} placed_box;

typedef struct area_found {
    area_rank rank;
    uint32_t slot;
    bool entered; /* the NPC was not in it before */
} area_found;

typedef struct area_map {
    pool presences;
    pool boxes;
    uint32_t *table; /* of boxes, by their cells; POOL_NONE */
    uint32_t table_capacity; /* a power of two, or 0 */
    uint32_t box_count; /* in the table */
    uint32_t per_level[32];
    uint32_t levels; /* bit set: those with boxes */
    item *all; /* key: spawn number, value: slot, ascending */
    uint32_t count, capacity;
    area_found *found; /* around a point, by size and spawn number; until the next look */
    uint32_t found_count, found_capacity;
    uint32_t *left; /* slots, in the same order: those that an NPC is no more in */
    uint32_t left_count, left_capacity;
    uint32_t entered_count;
    uint32_t entered_end; /* of those found, none from there on */
    item *inside; /* who is in an area that is spawned or removed, in spawn order */
    uint32_t inside_count, inside_capacity;
} area_map;

void bsl_area_init(bustle_world *w);
void bsl_area_release(bustle_world *w);

/* ---- NPCs that have moved ---- */

/* Room for an NPC to be in the areas around a position, with all that this leads to, and to move
 * there. NOBODY: one that is to be spawned. False: no memory. */
bool bsl_area_prepare(
    bustle_world *w, uint32_t slot, const definition *d, const int32_t position[3]);
/* After that, and the move: it is there; effects and events. */
void bsl_area_settle(bustle_world *w, uint32_t slot);
/* Both, of an NPC that has moved, or may have. False: no memory, nothing has changed. */
bool bsl_area_look(bustle_world *w, uint32_t slot);
/* The same first thing on a turn, if the position is queried. */
bool bsl_area_begin_turn(bustle_world *w, uint32_t slot);
/* Of one that is about to leave. After a reservation. */
void bsl_area_leave_all(bustle_world *w, uint32_t slot);

/* ---- Areas that come and go ---- */

/* Room for a spawn: areas that the NPC is in, as prepared, and those who are in the new area. */
bool bsl_area_reserve_spawn(bustle_world *w, const definition *d, const int32_t position[3]);
/* The new one is there. */
void bsl_area_add(bustle_world *w, uint32_t slot);
/* Everybody in it enters. */
void bsl_area_welcome(bustle_world *w, uint32_t slot);
/* Lists who is in an area that is about to be removed. False: no memory. */
bool bsl_area_list_inside(bustle_world *w, uint32_t slot);
/* Everybody in it leaves; it is no more found. */
void bsl_area_remove(bustle_world *w, uint32_t slot);
/* How often somebody leaves an area if this entity leaves. */
uint32_t bsl_area_departures(const bustle_world *w, uint32_t slot);

/* ---- Looking ---- */

bool bsl_area_contains(const bustle_world *w, uint32_t area, const entity *e);
/* The list of those inside of an area, by spawn number. */
void bsl_area_sort_inside(const bustle_world *w, uint32_t area);
bool bsl_area_is_inside(const bustle_world *w, uint32_t area, uint32_t slot);
/* The NPCs in an area, in spawn order. False: no memory. */
bool bsl_area_gather(bustle_world *w, uint32_t area, item **items, uint32_t *count);
/* The areas whose outer area it is come in spawn order: the next one of w->areas.all from there on;
 * its place, or w->areas.count. */
uint32_t bsl_area_next_inner(const bustle_world *w, uint32_t area, uint32_t from);

/* ---- For loads and the check of consistency ---- */

bool bsl_area_reserve_add(bustle_world *w, const definition *d);
/* One more presence, without effects or event. False: no memory. */
bool bsl_area_restore(bustle_world *w, uint32_t slot, uint32_t area);
/* Where the NPC is now, without effects or event. */
bool bsl_area_place(bustle_world *w, uint32_t slot);
/* Whether an NPC is in other areas than those around its position. False: no memory. */
bool bsl_area_differs(bustle_world *w, uint32_t slot, bool *differs);
/* When all areas are there. */
void bsl_area_find_outer(bustle_world *w, uint32_t slot);
/* Whether everything that is known of the entity agrees. */
bool bsl_area_check(const bustle_world *w, uint32_t slot);

#endif
