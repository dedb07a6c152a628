/* Timers: when actions, waits and halts end. A wheel of buckets by due time. What ends early leaves
 * its entry behind, which is found stale when its bucket comes round. */
#include "decide/timer.h"
#include "world/world.h"

#include <string.h>

#define NEAR_MASK (WHEEL_NEAR_BUCKETS - 1)
#define FAR_MASK (WHEEL_FAR_BUCKETS - 1)
#define BLOCK_SLOTS 7u

static block *wheel_block(const bustle_world *w, uint32_t index) {
    return pool_at(&w->blocks, index);
}

void bsl_timer_init(bustle_world *w) {
    for (uint32_t i = 0; i < WHEEL_NEAR_BUCKETS; i++) {
        w->wheel.near[i] = (bucket){.head = POOL_NONE};
    }
    for (uint32_t i = 0; i < WHEEL_FAR_BUCKETS; i++) {
        w->wheel.far[i] = (bucket){.head = POOL_NONE};
    }
}

void bsl_timer_release(bustle_world *w) {
    bsl_heap_free(&w->heap, w->wheel.due, w->wheel.due_capacity * sizeof *w->wheel.due);
}

/* Only the first block of a bucket may have room. */
static uint32_t head_fill(const bucket *b) {
    return b->count == 0 ? 0 : (b->count - 1) % BLOCK_SLOTS + 1;
}

static inline void bucket_add(bustle_world *w, bucket *b, uint32_t slot) {
    uint32_t fill = head_fill(b);
    if (b->count == 0 || fill == BLOCK_SLOTS) {
        const uint32_t index = pool_take(&w->blocks);
        wheel_block(w, index)->next = b->head;
        b->head = index;
        fill = 0;
    }
    wheel_block(w, b->head)->slots[fill] = slot;
    b->count++;
    w->wheel.entries++;
}

/* Takes the first block off; false: the bucket is empty. */
static bool bucket_take(bustle_world *w, bucket *b, block *out, uint32_t *fill) {
    if (b->count == 0) {
        return false;
    }
    const uint32_t index = b->head;
    *out = *wheel_block(w, index);
    *fill = head_fill(b);
    b->head = out->next;
    b->count -= *fill;
    w->wheel.entries -= *fill;
    pool_give(&w->blocks, index);
    return true;
}

/* The full due time: after `base`, up to which everything has been collected, by less than 2^32 ms.
 */
static int64_t full_due(const npc *self, int64_t base) {
    return base + (int64_t)(uint32_t)(self->due - (uint32_t)base);
}

static bucket *bucket_for(wheel *v, int64_t due) {
    if ((due >> WHEEL_NEAR_SHIFT) - (v->time >> WHEEL_NEAR_SHIFT) < WHEEL_NEAR_BUCKETS) {
        return &v->near[due >> WHEEL_NEAR_SHIFT & NEAR_MASK];
    }
    return &v->far[due >> WHEEL_FAR_SHIFT & FAR_MASK];
}

/* ---- Stale entries ---- */

/* Whether an entry in this bucket may stand for something due then. */
static bool belongs_in(wheel *v, const bucket *b, int64_t due) {
    return b == &v->near[due >> WHEEL_NEAR_SHIFT & NEAR_MASK] ||
        b == &v->far[due >> WHEEL_FAR_SHIFT & FAR_MASK];
}

/* Something is to come for the NPC in this slot, and no entry for it has been seen in this bucket.
 */
static bool to_come(const bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    return timer_live(self) && (self->e.flags & (NPC_COLLECTED | NPC_MARKED)) == 0;
}

static void unmark(bustle_world *w, const bucket *b) {
    uint32_t fill = head_fill(b);
    for (uint32_t i = b->head; i != POOL_NONE; i = wheel_block(w, i)->next) {
        for (uint32_t k = 0; k < fill; k++) {
            npc_at(w, wheel_block(w, i)->slots[k])->e.flags &= (uint16_t)~NPC_MARKED;
        }
        fill = BLOCK_SLOTS;
    }
}

/* Needs no memory: no more blocks are taken than are given back. */
static void sweep_bucket(bustle_world *w, bucket *b) {
    bucket old = *b;
    block taken;
    uint32_t fill = 0;
    *b = (bucket){.head = POOL_NONE};
    while (bucket_take(w, &old, &taken, &fill)) {
        for (uint32_t k = 0; k < fill; k++) {
            npc *self = npc_at(w, taken.slots[k]);
            if (to_come(w, taken.slots[k]) &&
                belongs_in(&w->wheel, b, full_due(self, w->wheel.time))) {
                bucket_add(w, b, taken.slots[k]);
                self->e.flags |= NPC_MARKED;
            }
        }
    }
    unmark(w, b);
}

static void sweep(bustle_world *w) {
    for (uint32_t i = 0; i < WHEEL_NEAR_BUCKETS; i++) {
        sweep_bucket(w, &w->wheel.near[i]);
    }
    for (uint32_t i = 0; i < WHEEL_FAR_BUCKETS; i++) {
        sweep_bucket(w, &w->wheel.far[i]);
    }
}

/* ---- Setting and clearing ---- */

#define SWEEP_FROM 4096u

void bsl_timer_set(bustle_world *w, const npc *self, uint32_t slot) {
    wheel *v = &w->wheel;
    v->live++;
    bucket_add(w, bucket_for(v, full_due(self, v->time)), slot);
    if (v->entries > 2 * v->live + SWEEP_FROM) {
        sweep(w);
    }
}

void bsl_timer_clear(bustle_world *w, npc *self) {
    if (timer_live(self)) {
        w->wheel.live--;
        self->e.flags &= (uint16_t) ~(
            NPC_ACTING | NPC_TIMED | NPC_WAITING | NPC_RESTARTS | NPC_AWAITS | NPC_COLLECTED);
    }
}

/* ---- Collecting ---- */

static void collect_due(bustle_world *w, uint32_t slot, int64_t due) {
    wheel *v = &w->wheel;
    npc *self = npc_at(w, slot);
    self->e.flags |= NPC_COLLECTED;
    v->due[v->due_count++] =
        (item){.key = (uint64_t)(due - v->due_base) << 32 | self->e.spawn, .value = slot};
}

/* A few more endings at once than ever before should not allocate in a warm update: there is room
 * for a part of all that are to come. */
#define FEWEST_DUE 256u
#define PART_DUE 64u

/* Room for everything in a bucket to be due, or to go elsewhere. */
static inline bool reserve_collection(bustle_world *w, uint64_t entries) {
    wheel *v = &w->wheel;
    const uint64_t spread = entries < WHEEL_NEAR_BUCKETS ? entries : WHEEL_NEAR_BUCKETS;
    const uint64_t needed = v->due_count + entries;
    const uint64_t least = v->live / PART_DUE < FEWEST_DUE ? FEWEST_DUE : v->live / PART_DUE;
    const uint64_t wanted = needed < least ? least : needed;
    return (wanted <= v->due_capacity ||
               bsl_heap_grow(
                   &w->heap, (void **)&v->due, &v->due_capacity, wanted, sizeof *v->due)) &&
        pool_reserve(&w->blocks, &w->kept, entries / BLOCK_SLOTS + spread + 1);
}

/* The rows of the block that comes next. */
static void prefetch_block(const bustle_world *w, const bucket *b) {
    if (b->count >= BLOCK_SLOTS) {
        const block *next = wheel_block(w, b->head);
        for (uint32_t k = 0; k < BLOCK_SLOTS; k++) {
            PREFETCH(&npc_at(w, next->slots[k])->e.flags);
            PREFETCH(&npc_at(w, next->slots[k])->due);
        }
        if (next->next != POOL_NONE) {
            PREFETCH(wheel_block(w, next->next));
        }
    }
}

/* Empties a bucket: what is due goes to the list, what is to come back into the wheel. After a
 * reservation. */
static void collect_bucket(bustle_world *w, bucket *b, int64_t base) {
    bucket old = *b;
    block taken;
    uint32_t fill = 0;
    *b = (bucket){.head = POOL_NONE};
    while (bucket_take(w, &old, &taken, &fill)) {
        prefetch_block(w, &old);
        for (uint32_t k = 0; k < fill; k++) {
            npc *self = npc_at(w, taken.slots[k]);
            if (!to_come(w, taken.slots[k])) {
                continue;
            }
            const int64_t due = full_due(self, base);
            bucket *next = bucket_for(&w->wheel, due);
            if (due <= w->now) {
                collect_due(w, taken.slots[k], due);
            } else if (belongs_in(&w->wheel, b, due)) {
                bucket_add(w, next, taken.slots[k]);
                self->e.flags |= next == b ? NPC_MARKED : 0;
            }
        }
    }
    if (b->count > 0) {
        unmark(w, b);
    }
}

/* The last of a range of ticks, once round at the most. */
static int64_t last_tick(int64_t first, int64_t last, int64_t around) {
    return last - first >= around ? first + around - 1 : last;
}

/* Memory may run out after some of the near buckets: what they held is listed then, and the rest
 * comes when it is tried again. */
static bool collect_near(bustle_world *w, int64_t first, int64_t last) {
    wheel *v = &w->wheel;
    for (int64_t i = first; i <= last; i++) {
        bucket *b = &v->near[i & NEAR_MASK];
        if (b->count == 0) {
            continue;
        }
        if (!reserve_collection(w, b->count)) {
            return false;
        }
        collect_bucket(w, b, v->time);
    }
    return true;
}

/* What comes from there into the near buckets is placed as seen from now. */
static bool collect_far(bustle_world *w, int64_t first, int64_t last) {
    wheel *v = &w->wheel;
    const int64_t base = v->time;
    uint64_t entries = 0;
    for (int64_t i = first; i <= last; i++) {
        entries += v->far[i & FAR_MASK].count;
    }
    if (entries > 0 && !reserve_collection(w, entries)) {
        return false;
    }
    v->time = w->now;
    for (int64_t i = first; i <= last && entries > 0; i++) {
        collect_bucket(w, &v->far[i & FAR_MASK], base);
    }
    return true;
}

/* What has been handled makes room: when nothing else is left, and else by halves. */
static void drop_handled(wheel *v) {
    const uint32_t handled = v->due_next;
    if (handled == v->due_count) {
        v->due_base = v->time;
    } else if (handled > 0 && handled >= v->due_count / 2) {
        memmove(v->due, v->due + handled, (v->due_count - handled) * sizeof *v->due);
    } else {
        return;
    }
    v->due_count -= handled;
    v->due_sorted -= handled;
    v->due_next = 0;
}

bool bsl_timer_collect(bustle_world *w) {
    wheel *v = &w->wheel;
    const int64_t near = v->time >> WHEEL_NEAR_SHIFT;
    const int64_t far = (v->time >> WHEEL_FAR_SHIFT) + 1;
    drop_handled(v);
    if (!collect_near(w, near, last_tick(near, w->now >> WHEEL_NEAR_SHIFT, WHEEL_NEAR_BUCKETS)) ||
        !collect_far(w, far, last_tick(far, w->now >> WHEEL_FAR_SHIFT, WHEEL_FAR_BUCKETS))) {
        return false;
    }
    if (v->due_sorted < v->due_count) {
        bsl_sort_items(v->due + v->due_sorted, v->due_count - v->due_sorted);
        v->due_sorted = v->due_count;
    }
    return true;
}
