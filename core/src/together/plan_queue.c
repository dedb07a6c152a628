/* When plans are looked at next: a heap in which everybody who has a plan is once, and knows where.
 * So nothing is ever out of date in it, and it takes room at a spawn only. */
#include "together/plan.h"
#include "world/world.h"

/* Those too whose role has no plan now: they come back without asking for room. */
bool bsl_plan_queue_reserve(bustle_world *w) {
    plan_queue *q = &w->plan_queue;
    return bsl_heap_grow(
        &w->heap, (void **)&q->list, &q->capacity, (uint64_t)w->npcs + 1, sizeof *q->list);
}

static bool is_before(const plan_due *a, const plan_due *b) {
    return a->time != b->time ? a->time < b->time : a->spawn < b->spawn;
}

static void set(bustle_world *w, uint32_t place, const plan_due *due) {
    w->plan_queue.list[place] = *due;
    daily_of(w, npc_at(w, due->slot))->place = place;
}

/* Finds the place of what is to be put there or further up. */
static void rise(bustle_world *w, uint32_t place, const plan_due *due) {
    const plan_due *list = w->plan_queue.list;
    while (place > 0 && is_before(due, &list[(place - 1) / 2])) {
        set(w, place, &list[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    set(w, place, due);
}

/* ... or further down. */
static void sink(bustle_world *w, uint32_t place, const plan_due *due) {
    const plan_due *list = w->plan_queue.list;
    const uint32_t count = w->plan_queue.count;
    for (uint32_t below = 2 * place + 1; below < count; below = 2 * place + 1) {
        below += below + 1 < count && is_before(&list[below + 1], &list[below]) ? 1 : 0;
        if (!is_before(&list[below], due)) {
            break;
        }
        set(w, place, &list[below]);
        place = below;
    }
    set(w, place, due);
}

static void move(bustle_world *w, uint32_t place, const plan_due *due) {
    if (place > 0 && is_before(due, &w->plan_queue.list[(place - 1) / 2])) {
        rise(w, place, due);
    } else {
        sink(w, place, due);
    }
}

void bsl_plan_queue_put(bustle_world *w, uint32_t slot, int64_t time) {
    const daily *d = daily_of(w, npc_at(w, slot));
    const plan_due due = {time, entity_at(w, slot)->spawn, slot};
    if (d->place == NOBODY) {
        rise(w, w->plan_queue.count++, &due);
    } else {
        move(w, d->place, &due);
    }
}

void bsl_plan_queue_take(bustle_world *w, uint32_t slot) {
    daily *d = daily_of(w, npc_at(w, slot));
    const uint32_t place = d->place;
    if (place == NOBODY) {
        return;
    }
    plan_queue *q = &w->plan_queue;
    const plan_due last = q->list[--q->count];
    d->place = NOBODY;
    if (place < q->count) {
        move(w, place, &last);
    }
}

void bsl_plan_queue_all(bustle_world *w) {
    plan_queue *q = &w->plan_queue;
    for (uint32_t i = 0; i < q->count; i++) {
        q->list[i].time = 0;
    }
    for (uint32_t i = q->count / 2; i-- > 0;) {
        const plan_due due = q->list[i];
        sink(w, i, &due);
    }
}

bool bsl_plan_queue_has(const bustle_world *w, uint32_t slot) {
    const daily *d = daily_of(w, npc_at(w, slot));
    return d != NULL && d->place != NOBODY;
}

bool bsl_plan_queue_check(const bustle_world *w, uint32_t slot) {
    const plan_queue *q = &w->plan_queue;
    const uint32_t place = daily_of(w, npc_at(w, slot))->place;
    if (place >= q->count) {
        return place == NOBODY;
    }
    return q->list[place].slot == slot && q->list[place].spawn == entity_at(w, slot)->spawn &&
        (place == 0 || !is_before(&q->list[place], &q->list[(place - 1) / 2]));
}
