/* Rows of entities: what a world knows of each, and finding them by handle and name. */
#ifndef BUSTLE_ROWS_H
#define BUSTLE_ROWS_H

#include "decide/activity.h"

#define SLOT_BITS 21
#define SLOT_LIMIT (1u << SLOT_BITS)
#define PAGE_SHIFT 8
#define PAGE_LENGTH (1u << PAGE_SHIFT)

/* A row is an entity, for NPCs what follows in `npc`, then the state values, then an NPC's
 * memories. Rows of the same length share pages of 256; slot numbers go through all pages. */
typedef struct entity {
    uint32_t spawn; /* 0: the row is free, or its NPC has left but is still in the ready queue */
    uint16_t definition;
    uint16_t flags; /* npc_flags */
    int32_t x, y, z;
    uint32_t place; /* in the grid; if queried or nowhere, in the roster (roster.c); of a free row:
                       the next free one */
    uint32_t users; /* list of those who use it as a target or hold a claim on it (claim.c) */
} entity;

enum npc_flags {
    NPC_QUEUED = 1, /* in the ready queue */
    NPC_ACTING = 2, /* `action` runs */
    NPC_TIMED = 4, /* ... and ends with its duration */
    NPC_MOVED = 8, /* ... and the game has moved the NPC since it started */
    NPC_WAITING = 16, /* after a failure, until `due` */
    NPC_HELD = 32,
    NPC_HALTED = 64, /* until `due`, if NPC_RESTARTS */
    NPC_RESTARTS = 128,
    NPC_AWAITS = 256, /* at a node, for something to come; `action` is what it is seen in */
    NPC_TRIES = 512, /* ... and is to look whether it has come; else it does so at `due` */
    NPC_KEPT_DUE =
        1024, /* released or restarted: kept interruptions are handled before anything else */
    NPC_MAIN_DUE = 2048, /* a change of main sequence is, as its life says (role.c) */
    NPC_COLLECTED = 4096, /* its ending is due and listed */
    NPC_MARKED = 8192, /* used while a list is gone through */
    NPC_CALLED = 16384, /* awaits, and looks only when somebody gives it a turn: nothing is due */
    NPC_REPLACED =
        32768 /* the running action goes by a definition that was replaced (replaced.c) */
};

typedef struct npc {
    entity e;
    uint32_t random[4];
    uint32_t token;
    uint32_t due; /* ms, modulo 2^32: end of the action, of the wait or of the halt, or next try */
    uint32_t queue; /* first of its interruptions (interruption.c) */
    uint32_t next_user, previous_user; /* in the list of its target's users */
    activity now; /* the topmost */
    uint16_t main; /* sequence */
    uint8_t remembered[2]; /* transition and action memories in use */
} npc;

typedef struct page {
    uintptr_t origin; /* where the row of slot 0 would be if all before it were as long */
    size_t stride;
} page;

typedef struct page_tags { /* what the game has attached to the entities of a page */
    void **users; /* NULL until one is set */
    char **names; /* NULL until one is given */
} page_tags;

typedef struct row_class {
    uint32_t stride;
    uint32_t free; /* slot */
    bool npc;
} row_class;

typedef struct layout { /* of the rows of a definition */
    const uint16_t *columns; /* for every state its place among the values, or NO_COLUMN */
    uint32_t states; /* offset of the state values */
    uint32_t memories; /* offset of the memories */
    uint32_t life; /* offset of what roles and cues need (life.h); 0: nothing */
    uint32_t daily; /* offset of what plans need (plan.h); 0: nothing */
    uint32_t ties; /* offset of what links, areas and offers need (ties.h); 0: nothing */
    uint32_t personas; /* where those of the definition begin */
    uint16_t class;
    uint8_t limits[2]; /* of transition and action memories */
} layout;

/* ---- rows.c ---- */

bustle_status bsl_rows_init(bustle_world *w);
void bsl_rows_release(bustle_world *w);
/* A page of rows that nobody has listed yet. */
bustle_status bsl_rows_page(bustle_world *w, uint32_t stride);
/* More free rows of a class. */
bustle_status bsl_rows_add_page(bustle_world *w, uint16_t class);
void bsl_rows_free(bustle_world *w, uint32_t slot);
/* Room for a name or a value of the game. */
bool bsl_rows_reserve_tags(bustle_world *w, uint32_t slot, bool named, bool used);
void *bsl_rows_user_at(const bustle_world *w, uint32_t slot);
void bsl_rows_set_user(bustle_world *w, uint32_t slot, void *user);
bool bsl_rows_reserve_name(bustle_world *w);
void bsl_rows_attach_name(bustle_world *w, uint32_t slot, char *name);
char *bsl_rows_name_at(const bustle_world *w, uint32_t slot);
uint32_t bsl_rows_find_name(const bustle_world *w, const char *name);
/* All entities in spawn order into w->order. */
bool bsl_rows_order(bustle_world *w);
/* Room for one more. */
bool bsl_rows_order_room(bustle_world *w);

/* ---- entity.c ---- */

/* The slot of a living entity, or NOBODY. */
uint32_t bsl_entity_slot(const bustle_world *w, bustle_entity handle);
/* How a function begins that changes an entity: there is a world, which is open to the game, and
 * the entity lives. */
bustle_status bsl_entity_find_to_change(bustle_world *w, bustle_entity handle, uint32_t *slot);
bustle_status bsl_entity_find_npc(const bustle_world *w, bustle_entity handle, uint32_t *slot);
/* How every function of the game begins that changes who is there, who is where, or who is called:
 * the world is open to it, and what an earlier call has raised for whoever is near, and had no
 * memory for, is raised first. */
bustle_status bsl_world_check_writable(bustle_world *w);
/* Nobody is tied to it. */
void bsl_entity_init_ties(const bustle_world *w, const entity *e);
void bsl_entity_write_state(bustle_world *w, entity *e, uint32_t state, int64_t value);
/* Within the bounds of the state, at its place in a row. */
static inline void write_value(const key *k, int32_t *place, int64_t value) {
    const int64_t maximum = (int64_t)k->maximum - (k->claimed ? place[1] : 0);
    value = value > maximum ? maximum : value;
    *place = (int32_t)(value < k->minimum ? k->minimum : value);
}

#endif
