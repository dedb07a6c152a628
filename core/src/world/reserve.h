/* Room for the worst case of a piece of work, made before it (reserve.c). */
#ifndef BUSTLE_RESERVE_H
#define BUSTLE_RESERVE_H

#include "content/content.h"

enum work { /* what room is made for, and what is counted in it */
    WORK_TURN, /* interruptions queued for the NPC, its parts in scenes, its places at offers */
    WORK_ENDING, /* nothing */
    WORK_CALL, /* as of a turn */
    WORK_REMOVAL, /* who leaves, its parts in scenes, its places, and its users with theirs */
    WORKS
};

enum store {
    STORE_QUEUED, /* in the order of the pools */
    STORE_FRAMES,
    STORE_ACTIVITIES,
    STORE_CLAIMS,
    STORE_BLOCKS,
    STORE_ENCOUNTERS,
    STORE_SCENES,
    STORE_MEMBERS,
    STORE_PLACES,
    STORE_LETTERS,
    STORE_ERRANDS,
    STORES_IN_POOLS,
    STORE_EVENTS = STORES_IN_POOLS,
    STORE_SHOUTS,
    STORE_LINKS,
    STORE_ANSWERS, /* to queries for positions: cells */
    STORES
};

typedef struct need {
    uint32_t once;
    uint32_t each; /* of what is counted */
} need;

typedef struct needs {
    need of[WORKS][STORES];
    uint8_t pools[WORKS][STORES_IN_POOLS]; /* those of which anything is needed */
    uint8_t pool_count[WORKS];
} needs;

/* One that takes something: adds what, at the most, to the sum. */
typedef struct reserve_part {
    const char *name;
    void (*add)(const bustle_world *w, needs *sum);
} reserve_part;

#define RESERVE_PARTS 15u
extern const reserve_part bsl_reserve_parts[RESERVE_PARTS];
void bsl_turn_needs(const bustle_world *w, needs *sum);
void bsl_effects_need(const bustle_world *w, needs *sum);
void bsl_action_needs(const bustle_world *w, needs *sum);
void bsl_activity_needs(const bustle_world *w, needs *sum);
void bsl_claim_needs(const bustle_world *w, needs *sum);
void bsl_interruption_needs(const bustle_world *w, needs *sum);
void bsl_recovery_needs(const bustle_world *w, needs *sum);
void bsl_space_needs(const bustle_world *w, needs *sum);
void bsl_entity_needs(const bustle_world *w, needs *sum);
void bsl_role_needs(const bustle_world *w, needs *sum);
void bsl_cue_needs(const bustle_world *w, needs *sum);
void bsl_scene_needs(const bustle_world *w, needs *sum);
void bsl_place_needs(const bustle_world *w, needs *sum);
void bsl_area_needs(const bustle_world *w, needs *sum);
void bsl_inbox_needs(const bustle_world *w, needs *sum);

/* Sums up what all parts take, when it has become known or has changed. */
void bsl_reserve_sum(bustle_world *w);
/* Room for a piece of work about an entity of this definition. False: no memory. */
bool bsl_reserve(bustle_world *w, enum work work, const definition *d, uint64_t count);
/* Once more, in the middle of a turn, room for the positions that it may ask for. */
bool bsl_reserve_answers(bustle_world *w, const definition *d);
#if BUSTLE_CHECKS
/* The store of which more was taken than was reserved; NULL: none. */
const char *bsl_reserve_overdrawn(const bustle_world *w);
#endif

#endif
