/* What an NPC has besides its row if it can be in a role or a scene or have cues: its role, its
 * parts, and whom it has met (S25, S52 to S54). */
#ifndef BUSTLE_LIFE_H
#define BUSTLE_LIFE_H

#include "content/content.h"

/* At the end of the row of an NPC whose definition lives. */
typedef struct life {
    uint32_t looked[2]; /* when its cues were looked at last: low word, high word */
    uint32_t encounters; /* the newest (encounter.c) */
    uint32_t parts; /* in scenes, the first (scene.h) */
    uint32_t left[2]; /* when it left a scene last: low word, high word */
    uint16_t role; /* NONE16 */
    uint16_t began; /* the main sequence that its main activity began with last */
    uint8_t set; /* the game has set the role */
    uint8_t replacing; /* bustle_replacing: how a change of main sequence is made, if one is due */
    uint8_t has_left; /* a scene, at `left` */
    uint8_t acted; /* an action of the main activity has been completed since then */
} life;

/* What follows it in the row: a bit set, the lists of beats that the NPC is in (cue.c). */
static inline uint32_t *life_beats(const life *l) {
    return (uint32_t *)(void *)(l + 1);
}

static inline int64_t life_looked(const life *l) {
    return (int64_t)((uint64_t)l->looked[1] << 32 | l->looked[0]);
}

static inline void life_look(life *l, int64_t now) {
    l->looked[0] = (uint32_t)now;
    l->looked[1] = (uint32_t)((uint64_t)now >> 32);
}

static inline int64_t life_left(const life *l) {
    return (int64_t)((uint64_t)l->left[1] << 32 | l->left[0]);
}

/* It leaves a scene. */
static inline void life_leave(life *l, int64_t now) {
    l->left[0] = (uint32_t)now;
    l->left[1] = (uint32_t)((uint64_t)now >> 32);
    l->has_left = 1;
    l->acted = 0;
}

/* Words of the bit set of beats. */
static inline uint32_t beat_words(const bustle_content *c) {
    return (c->beat_count + 31) / 32;
}

#endif
