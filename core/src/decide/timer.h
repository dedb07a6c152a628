/* When the actions, waits and halts of NPCs end. */
#ifndef BUSTLE_TIMER_H
#define BUSTLE_TIMER_H

#include "base/sort.h"
#include "world/rows.h"

#define WHEEL_NEAR_BUCKETS 2048u
#define WHEEL_NEAR_SHIFT 3 /* 8 ms a bucket: 16.4 s around */
#define WHEEL_FAR_BUCKETS 256u
#define WHEEL_FAR_SHIFT 14 /* 16.4 s a bucket: 70 min around */

typedef struct block { /* of NPCs, in the lists of a bucket */
    uint32_t next;
    uint32_t slots[7];
} block;

typedef struct bucket {
    uint32_t head; /* block */
    uint32_t count;
} bucket;

typedef struct wheel {
    bucket near[WHEEL_NEAR_BUCKETS];
    bucket far[WHEEL_FAR_BUCKETS];
    int64_t time; /* everything due up to here has been collected */
    uint32_t entries; /* in buckets, stale ones included */
    uint32_t live; /* NPCs with something to come */
    item *due; /* collected: key is due time (relative to due_base) and spawn number, value the slot
                */
    uint32_t due_count, due_next, due_capacity;
    uint32_t due_sorted; /* of them; those after it are due later than all of these */
    int64_t due_base;
} wheel;

void bsl_timer_init(bustle_world *w);
void bsl_timer_release(bustle_world *w);
/* After a reservation of one block: `self->due` is set, and something is to happen then. */
void bsl_timer_set(bustle_world *w, const npc *self, uint32_t slot);
/* Whatever was to happen will not. */
void bsl_timer_clear(bustle_world *w, npc *self);
/* Everything due at w->now into w->wheel.due, sorted. False: no memory. */
bool bsl_timer_collect(bustle_world *w);

static inline bool timer_live(const npc *self) {
    return self->e.spawn != 0 &&
        ((self->e.flags & (NPC_ACTING | NPC_WAITING)) != 0 ||
            (self->e.flags & (NPC_AWAITS | NPC_TRIES | NPC_CALLED)) == NPC_AWAITS ||
            (self->e.flags & (NPC_HALTED | NPC_RESTARTS)) == (NPC_HALTED | NPC_RESTARTS));
}

#endif
