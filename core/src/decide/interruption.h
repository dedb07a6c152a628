/* Interruptions that are queued for NPCs or kept, and responses to them (S29 to S31, S45). */
#ifndef BUSTLE_INTERRUPTION_H
#define BUSTLE_INTERRUPTION_H

#include "base/sort.h"
#include "world/rows.h"

typedef struct queued_interruption {
    uint32_t next;
    uint16_t interruption;
    uint16_t kept;
    uint32_t epoch; /* of a conditioned interruption: stale when the world's has moved on */
    uint32_t from; /* slot; NOBODY */
    uint32_t from_spawn;
    uint32_t time;
} queued_interruption;

typedef struct watch { /* per interruption with a condition */
    uint32_t epoch; /* counts how often the condition became false */
    bool holds;
    bool becomes; /* while conditions are tested */
} watch;

bool bsl_interruption_init(bustle_world *w);
/* Whether an NPC would not ignore it (S29). */
bool bsl_interruption_heeded(const bustle_world *w, npc *self, uint32_t interruption);
enum reception { RECEIVED, RECEPTION_IGNORED, RECEPTION_REFUSED };
/* After a reservation of one. */
enum reception bsl_interruption_queue(
    bustle_world *w, uint32_t slot, uint32_t interruption, uint32_t from);
/* Tests the conditions with a refreshed value. */
bustle_status bsl_interruption_watch(bustle_world *w);
void bsl_interruption_greet(bustle_world *w, uint32_t slot);
uint32_t bsl_interruption_greetings(const bustle_world *w);
uint32_t bsl_interruption_count(const bustle_world *w, const npc *self, bool kept_too);
/* Those, kept or not, that have not vanished. */
uint32_t bsl_interruption_waiting(const bustle_world *w, const npc *self);
/* Whether a halted NPC has an interruption that restarts it. */
bool bsl_interruption_calls(const bustle_world *w, const npc *self);
void bsl_interruption_handle_next(bustle_world *w, uint32_t slot);
void bsl_interruption_handle_kept(bustle_world *w, uint32_t slot);
void bsl_interruption_drop(bustle_world *w, npc *self, bool except_holding);
/* What nobody will answer: those that are not kept. */
void bsl_interruption_drop_unheard(bustle_world *w, npc *self);
void bsl_interruption_drop_old(bustle_world *w, uint32_t slot);
/* What nobody would heed any more. */
void bsl_interruption_drop_unheeded(bustle_world *w, npc *self);
/* Starts a response on top of whatever runs. What is to be undone before it is laid by the caller
 * (undo.c). */
typedef struct responding {
    uint32_t sequence;
    int32_t priority;
    uint32_t interruption; /* NONE16: none */
    uint32_t from, from_spawn;
    enum leaving leaving;
} responding;
void bsl_interruption_respond(bustle_world *w, uint32_t slot, const responding *r);
/* For everyone within a distance of an entity but itself, from it. False: no memory, nothing is
 * queued. */
/* For those listed, in order. False: no memory. */
bool bsl_interruption_raise_for(
    bustle_world *w, uint32_t interruption_id, uint32_t source, const item *list, uint32_t count);
bool bsl_interruption_raise_around(
    bustle_world *w, uint32_t interruption, uint32_t source, int32_t distance);
/* Whether the activity that runs, or would now, and the limit let one of this priority in. */
bool bsl_interruption_may_respond(const bustle_world *w, const npc *self, int32_t priority);

#endif
