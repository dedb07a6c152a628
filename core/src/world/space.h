/* Where entities are, and who is near (S10). */
#ifndef BUSTLE_SPACE_H
#define BUSTLE_SPACE_H

#include "base/sort.h"
#include "world/rows.h"

#define FARTHEST (INT32_C(1) << 24) /* from 0, in sixteenths: where coordinates saturate */

#define CELL_SLOTS 10

/* Entities of a cell, one cache line. Where in the cell each is, roughly, so that most of those out
 * of reach are passed over without a look at their rows. */
typedef struct cell_block {
    uint32_t next;
    uint32_t slots[CELL_SLOTS]; /* NOBODY after the last */
    uint8_t x[CELL_SLOTS]; /* in 64ths of the cell (grid.h) */
    uint8_t y[CELL_SLOTS];
} cell_block;

typedef struct cell {
    int32_t x, y, z;
    uint32_t head; /* block; POOL_NONE: the cell is free */
} cell;

typedef struct asked { /* an entity whose position is queried, or that is nowhere */
    int64_t time; /* when it was asked for; NEVER_ASKED */
    int64_t due; /* when it may be asked for again; NEVER_DUE: it is nowhere */
    uint32_t slot;
    uint32_t place; /* in the grid */
} asked;

#define NEVER_ASKED INT64_MIN
#define NEVER_DUE INT64_MAX

typedef struct region { /* a group's entities: in its grid unless they are nowhere, and in its
                           roster if they are that or queried; or the bystanders */
    uint32_t count;
    uint8_t shift; /* a cell is 2^shift sixteenths of a unit wide */
    uint8_t finest; /* the least that `shift` may be: as wide as the reach of the actions */
    bool queried; /* some in the grid are in a roster too */
    uint32_t cell_count;
    uint32_t cell_capacity; /* a power of two, or 0 */
    cell *cells;
    int32_t low[3], high[3]; /* cells ever occupied since it was last empty */
    asked *roster; /* a heap: the first is due first */
    uint32_t roster_count, roster_capacity;
} region;

typedef struct shortlist { /* key: spawn number, value: slot */
    item *items;
    uint32_t capacity;
} shortlist;

/* ---- space.c ---- */

bool bsl_space_init(bustle_world *w);
void bsl_space_release(bustle_world *w);
/* Room for an entity of this definition to move anywhere, and for so many answers to queries. */
bool bsl_space_reserve(bustle_world *w, const definition *d, uint64_t answers);
void bsl_space_enter(bustle_world *w, uint32_t slot);
void bsl_space_leave(bustle_world *w, uint32_t slot);
/* After a reservation. */
void bsl_space_move(bustle_world *w, uint32_t slot, int32_t x, int32_t y, int32_t z);
/* The square of the distance between two whose coordinates are so far apart: below 2^54, because no
 * coordinate is farther from 0 than FARTHEST. */
static inline int64_t squared(bustle_metric metric, int64_t x, int64_t y, int64_t z) {
    if (metric == BUSTLE_METRIC_MANHATTAN) {
        const int64_t sum = (x < 0 ? -x : x) + (y < 0 ? -y : y) + (z < 0 ? -z : z);
        return sum * sum;
    }
    return x * x + y * y + z * z;
}
static inline int64_t squared_between(bustle_metric metric, const entity *a, const entity *b) {
    return squared(metric, a->x - b->x, a->y - b->y, a->z - b->z);
}
/* Of a square: rounded down. */
int64_t bsl_space_root(int64_t square);
/* In whole units, rounded down. */
static inline int64_t whole_units(int64_t square) {
    return bsl_space_root(square) / SIXTEENTHS;
}
/* In sixteenths, rounded up. */
static inline int64_t sixteenths_of(int64_t square) {
    const int64_t root = bsl_space_root(square);
    return root * root < square ? root + 1 : root;
}
bool bsl_space_round(const bustle_position *p, int32_t out[3]);
/* What is within a distance that the game gives. False: it is negative or no number. */
bool bsl_space_limit(double distance, reach_limit *limit);

/* ---- roster.c ---- */

/* Room for one more entity of this definition. */
bool bsl_roster_reserve(bustle_world *w, const definition *d);
/* Of one that is queried or nowhere, before it enters the grid; and after it has left it. */
void bsl_roster_enter(bustle_world *w, uint32_t slot);
void bsl_roster_leave(bustle_world *w, uint32_t slot);
/* When the position of a queried entity was last asked for; NEVER_ASKED. */
int64_t bsl_roster_asked(const bustle_world *w, uint32_t slot);
void bsl_roster_set_asked(bustle_world *w, uint32_t slot, int64_t time);
/* Asks for a queried position if it is stale. After a reservation of one answer. */
void bsl_roster_refresh(bustle_world *w, uint32_t slot);
/* Asks for those that are stale of the entities that accept an action, in spawn order, for an NPC.
 * False: no memory. */
bool bsl_roster_refresh_all(bustle_world *w, const action *a, uint32_t self);

/* ---- near.c ---- */

/* Entities that accept an action and are within its reach, other than `self`, into w->candidates,
 * in no order, queried positions being refreshed first. With NOBODY all who accept
 * it, wherever they are. False: no memory. */
bool bsl_near_gather(bustle_world *w, const action *a, uint32_t self, uint32_t *count);
/* Room for so many candidates. */
bool bsl_near_reserve(bustle_world *w, uint64_t count);
/* Everyone within a distance of a point, except one slot, in spawn order, by cached positions. */
bool bsl_near_everyone(bustle_world *w, shortlist *into, const int32_t at[3],
    const reach_limit *reach, uint32_t except, uint32_t *count);
/* Everyone in a box of the world, into w->found, in no order, by cached positions. */
bool bsl_near_in_box(bustle_world *w, const area_box *b, uint32_t *count);
/* Whether one of the two is within the reach that an action has from the other. */
bool bsl_near_reaches(
    const bustle_world *w, const action *a, const entity *self, const entity *other);
bool bsl_near_anyone(const bustle_world *w, const action *a, uint32_t self);
/* Who accept it, other than `self`. */
uint32_t bsl_near_count(const bustle_world *w, const action *a, uint32_t self);

#endif
