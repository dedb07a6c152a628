/* Whom an NPC has met, by the name of the cue, the scene, the offer or the inbox (S25,
 * S53, S55, S62, S69). */
#ifndef BUSTLE_ENCOUNTER_H
#define BUSTLE_ENCOUNTER_H

#include "base/sort.h"
#include "together/life.h"
#include "world/rows.h"

#define ENCOUNTERS_OF_A_CUE 16u
#define ENCOUNTERS_OF_SCENES 16u /* of all together, of offers and of inboxes */

#define ENCOUNTER_SCENE 0x10000u /* no name of a cue has it */
#define ENCOUNTER_OFFER 0x20000u
#define ENCOUNTER_INBOX 0x40000u

typedef struct encounter {
    uint32_t older; /* the next older of its NPC, of any cue or scene; POOL_NONE */
    uint32_t spawn; /* 0: nobody */
    uint32_t time[2]; /* low word, high word */
    uint32_t
        again; /* ms, of the cue as it was; of a scene with nobody: while it is not cast again */
    uint32_t cue; /* name; of a scene or an offer: as the functions below say */
} encounter;

/* What encounters in a scene are known by. */
static inline uint32_t encounter_in(uint32_t scene_id) {
    return ENCOUNTER_SCENE | scene_id;
}

/* ... by the name of an offer. */
static inline uint32_t encounter_by(uint32_t offer_name) {
    return ENCOUNTER_OFFER | offer_name;
}

/* ... by an inbox that a message was sent to. */
static inline uint32_t encounter_of_inbox(uint32_t inbox) {
    return ENCOUNTER_INBOX | inbox;
}

/* Whether one more can be remembered. */
bool bsl_encounter_has_room(const bustle_world *w, const life *l, const cue *c);
/* Whom it is too early to find once more; how many they are, at most ENCOUNTERS_OF_A_CUE. Nobody
 * has the spawn number 0. */
uint32_t bsl_encounter_list_lately(
    const bustle_world *w, const life *l, const cue *c, uint32_t *spawns);
/* One of two or more by what the NPC remembers; the extras are overwritten. */
uint32_t bsl_encounter_choose(
    bustle_world *w, npc *self, uint32_t known_by, item *candidates, uint32_t count);
/* The same among pairs of a provider and an offer, whose keys are as offered_key says: in spawn
 * order, or in none if no provider is there twice. */
uint32_t bsl_encounter_choose_offer(
    bustle_world *w, npc *self, item *candidates, uint32_t count, bool in_order);
static inline uint64_t offered_key(uint32_t spawn, uint32_t offer_id) {
    return (uint64_t)spawn << 16 | offer_id;
}
/* After a reservation of one. */
void bsl_encounter_add(bustle_world *w, npc *self, const cue *c, uint32_t spawn);
void bsl_encounter_add_scene(bustle_world *w, npc *self, uint32_t scene_id, uint32_t spawn);
void bsl_encounter_add_offer(bustle_world *w, npc *self, uint32_t offer_name, uint32_t spawn);
void bsl_encounter_add_inbox(bustle_world *w, npc *self, uint32_t inbox, uint32_t spawn);
/* Whether the scene broke lately, so that it is not to be cast again. */
bool bsl_encounter_forbids(const bustle_world *w, const life *l, uint32_t scene_id);
/* When; -1: it does not remember that. */
int64_t bsl_encounter_time(const bustle_world *w, const life *l, uint32_t cue, uint32_t spawn);
void bsl_encounter_forget_all(bustle_world *w, npc *self);
uint32_t bsl_encounter_count(const bustle_world *w, const life *l);
int64_t bsl_encounter_when(const encounter *e);

#endif
