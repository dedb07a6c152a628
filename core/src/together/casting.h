/* Finding members for a scene (S55, S56). */
#ifndef BUSTLE_CASTING_H
#define BUSTLE_CASTING_H

#include "decide/target.h"
#include "together/scene.h"

/* Somebody who will be a member. */
typedef struct cast_member {
    uint32_t slot, spawn;
    uint8_t part;
    bool fixed; /* initiator, found by a cue or named by the game: never given up */
} cast_member;

#define MOST_LOOKS 64u

/* A scene that is being cast: nothing of it has happened yet. */
typedef struct casting {
    uint32_t scene_id;
    const scene *scene;
    npc *by; /* initiator or stager, whose encounters and draws choose; NULL: the game */
    uint32_t by_slot;
    uint32_t host; /* initiator, stager or place; NOBODY */
    bool initiated;
    int32_t standing;
    uint32_t lacking; /* the part that found nobody */

    cast_member list[BUSTLE_MOST_MEMBERS];
    uint32_t count;
    uint8_t filled[BUSTLE_MOST_PARTS];
    cast_member given_up[MOST_LOOKS];
    uint32_t given_up_count;
    uint32_t listed_part; /* whose candidates are the first in w->candidates */
    uint32_t listed, reached;
} casting;

/* Scenes that an NPC at a scene node, and one with a cue, begins: its own part is filled, if it has
 * any. A `found` of NOBODY, or whom no part takes, fills none. */
casting bsl_casting_by_node(bustle_world *w, uint32_t slot, const wait *at);
casting bsl_casting_by_cue(bustle_world *w, uint32_t slot, const cue *c, uint32_t found);
/* The game's, at an entity or nowhere (NOBODY). */
casting bsl_casting_by_game(bustle_world *w, uint32_t scene_id, uint32_t place);
/* One whom the game names. */
void bsl_casting_name(bustle_world *w, casting *c, uint32_t slot, uint32_t part);
/* Whether it may be cast at all now by an NPC. */
bool bsl_casting_allowed(const bustle_world *w, const npc *self, uint32_t scene_id);
/* Looks for all members that it lacks. */
enum search bsl_casting_find(bustle_world *w, casting *c);
/* When that has succeeded: the scene goes on, its members join. Returns its place in the pool.
 * After a reservation. */
uint32_t bsl_casting_open(bustle_world *w, const casting *c);
/* Whether someone whom a cue would find could fill its part now; also true if no part takes it. */
bool bsl_casting_would_do(bustle_world *w, uint32_t slot, const cue *c, uint32_t candidate);
/* S56: OPEN, or what is against it. Of one who is `named` less is asked. */
bustle_verdict bsl_casting_available(
    const bustle_world *w, uint32_t slot, const casting *c, bool named);
/* What a member of a part does; NONE16: it has no reaction. */
uint16_t bsl_casting_sequence(
    const bustle_world *w, const npc *self, const scene *s, uint32_t part);
/* The place of a member in the pool. */
uint32_t bsl_casting_member(const bustle_world *w, uint32_t scene_index, uint32_t slot);

#endif
