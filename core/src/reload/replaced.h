/* Actions that go on by a definition that was replaced. */
#ifndef BUSTLE_REPLACED_H
#define BUSTLE_REPLACED_H

#include "world/rows.h"

typedef struct replaced_call { /* of a function of the game */
    uint64_t reported; /* the update in which an error was last reported */
    const char *where;
    bustle_function bound;
    void *context;
    int32_t number;
} replaced_call;

/* An action as it was before its definition was replaced, as far as its end needs it, with the ids
 * of the content that there is now. */
typedef struct replaced_action {
    action definition; /* its codes, claims and ends_on are those below, from 0 on */
    replaced_call *calls;
    op *ops;
    claim *claims;
    uint32_t *ends_on;
    size_t size; /* of all this, one block */
    uint32_t users; /* NPCs that perform it; 0: only while content is replaced */
} replaced_action;

typedef struct replaced_user {
    uint32_t spawn;
    uint32_t replaced;
} replaced_user;

/* Of an NPC that acts under a replaced definition. */
replaced_action *bsl_replaced_of(const bustle_world *w, const npc *self);
bool bsl_replaced_ends_on(const bustle_world *w, const npc *self, uint32_t interruption);
/* The action has ended: a definition that nobody goes by any more is gone. */
void bsl_replaced_leave(bustle_world *w, npc *self);
void bsl_replaced_release(bustle_world *w);

#endif
