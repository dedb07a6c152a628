/* Plans at work: which entry holds for an NPC, and when that is looked at (S74, S75). */
#ifndef BUSTLE_PLAN_H
#define BUSTLE_PLAN_H

#include "base/sort.h"
#include "world/rows.h"

/* At the end of the row of an NPC that has a plan or can be in a role that has one. */
typedef struct daily {
    int64_t looked; /* what the clock showed when its plan was looked at last */
    int64_t day; /* of the entry that holds */
    uint32_t entry; /* the one that holds, from 0; of a patch 255 + its number; BUSTLE_NONE */
    uint32_t place; /* in the queue; NOBODY: it has no plan now */
    uint32_t patches; /* the first; POOL_NONE */
    uint32_t given; /* the number of its last patch */
    uint32_t who; /* c of its draws (S28) */
    uint16_t plan; /* that was looked at; NONE16 */
    uint8_t fresh; /* it is to be looked at as if nothing held */
    uint8_t lost_main; /* while it is loaded: its main sequence is gone */
    uint8_t unsure; /* when it is due it is only found out when it is to be looked at */
} daily;

/* An entry that the game has added. */
typedef struct patch {
    int64_t first_day, last_day;
    plan_entry entry;
    uint32_t number; /* from 1 */
    uint32_t next;
} patch;

#define FOREVER INT64_MAX
#define PATCH_ENTRY 255u /* added to the number of a patch: its entry */

/* ---- What holds at a time, in agenda.c ---- */

/* An entry on one of its days. Times are by the clock. */
typedef struct plan_span {
    int64_t begins, ends;
    int64_t day;
    const plan_entry *entry;
    uint32_t number;
} plan_span;

/* The entries of an NPC on some days in a row, those of one entry side by side. */
typedef struct agenda {
    plan_span *spans;
    item *by_priority; /* if one of them skips: the highest first */
    uint32_t count;
    bool skips;
    int64_t today; /* NO_DAY: for none yet */
} agenda;

#define AGENDA_DAYS 5u
#define NO_DAY INT64_MIN

typedef struct held_entry {
    uint32_t entry; /* BUSTLE_NONE: nothing */
    int64_t day;
} held_entry;

static inline bool span_holds(const plan_span *s, const held_entry *h) {
    return s->number == h->entry && s->day == h->day;
}

plan_span bsl_agenda_span(
    const bustle_world *w, const daily *d, const plan_entry *e, uint32_t number, int64_t day);
/* Those that may matter at a time; `afresh`: if nothing held before. */
void bsl_agenda_gather(
    const bustle_world *w, const npc *self, agenda *a, int64_t time, bool afresh);
/* What holds at a time if that held before; NULL: it goes on. */
const plan_span *bsl_agenda_find(
    const bustle_world *w, const agenda *a, int64_t time, const held_entry *h);
/* How one stands at a time, if that held before and this holds now. */
bustle_verdict bsl_agenda_verdict(const bustle_world *w, const agenda *a, const plan_span *s,
    int64_t time, const held_entry *before, const held_entry *now);
/* When something else holds than that, which held at a time. *sure: false: not before that, which
 * is some days later. What is gathered for the day of that time must be this NPC's. */
int64_t bsl_agenda_next(const bustle_world *w, const npc *self, agenda *a, int64_t time,
    const held_entry *h, bool *sure);

/* ---- When plans are looked at, in plan_queue.c ---- */

typedef struct plan_due {
    int64_t time; /* of the world */
    uint32_t spawn;
    uint32_t slot;
} plan_due;

/* A heap: the first is the earliest, of several the one that was spawned first. Everybody who has a
 * plan is in it once. */
typedef struct plan_queue {
    plan_due *list;
    uint32_t count, capacity;
} plan_queue;

bool bsl_plan_queue_reserve(bustle_world *w);
/* After a reservation, if it is not in it. */
void bsl_plan_queue_put(bustle_world *w, uint32_t slot, int64_t time);
void bsl_plan_queue_take(bustle_world *w, uint32_t slot);
/* Everybody is due at time 0. */
void bsl_plan_queue_all(bustle_world *w);
bool bsl_plan_queue_has(const bustle_world *w, uint32_t slot);
bool bsl_plan_queue_check(const bustle_world *w, uint32_t slot);

/* ---- Plans, in plan.c ---- */

bool bsl_plan_init(bustle_world *w);
void bsl_plan_release(bustle_world *w);
/* At the spawn, and when it is loaded; `who`: as S28 tells it from others. */
void bsl_plan_init_row(bustle_world *w, uint32_t slot, uint32_t who);
bool bsl_plan_reserve_spawn(bustle_world *w, const definition *d);
/* The main sequence that the NPC's role, or the lack of one, brings: a plan that it has not had
 * before is looked at. After a reservation. */
uint16_t bsl_plan_main(bustle_world *w, uint32_t slot);
/* Looks at the plan of an NPC, which has one, as of now. After a reservation. */
void bsl_plan_look(bustle_world *w, uint32_t slot);
/* All plans are looked at afresh in the next update. */
void bsl_plan_look_afresh(bustle_world *w);
/* Looks at the next plan that is due; *looked: there was one. False: no memory. */
bool bsl_plan_look_next(bustle_world *w, bool *looked);
/* Puts a loaded NPC into the queue. After a reservation. */
void bsl_plan_settle(bustle_world *w, uint32_t slot);
/* Who leaves has no patches any more, and is not waited for. */
void bsl_plan_forget(bustle_world *w, uint32_t slot);
/* The entry of that number that the NPC has now; NULL: none. */
const plan_entry *bsl_plan_entry(const bustle_world *w, const npc *self, uint32_t number);
bool bsl_plan_check(const bustle_world *w, uint32_t slot);

#endif
