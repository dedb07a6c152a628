/* A troupe: people who are in scenes most of the time, and a game that disturbs them. Without the
 * kit, so that fuzz targets can have it too. */
#ifndef TROUPE_H
#define TROUPE_H

#include "bustle.h"

/* What the content is without, or has otherwise. */
enum troupe_edit {
    TROUPE_AS_IT_IS = 0,
    TROUPE_NO_CHAT = 1, /* the scene is gone, and who began it idles there */
    TROUPE_NO_GUEST = 2, /* a part of the chat has another name */
    TROUPE_SWAPPED = 4, /* its parts are in another order */
    TROUPE_MORE_GUESTS = 8, /* ... takes more members */
    TROUPE_OTHER_ROWS = 16, /* ... has another row */
    TROUPE_NO_ROUND = 32, /* the main sequence of who begins chats is another one */
    TROUPE_NO_PLAY = 64, /* what is staged is gone */
    TROUPE_NO_HEARING = 128, /* the reaction of some is gone, they have another */
    TROUPE_NO_SCENES = 256, /* there are none */
    TROUPE_NO_CRIERS = 512, /* their definition is gone */
    TROUPE_SHORT = 1024, /* scenes may last less long */
    TROUPE_EDITS = 2048
};

typedef struct troupe {
    bustle_content *content;
    bustle_world *world;
    uint64_t random;
    bustle_entity people[64]; /* some of them have left */
    uint32_t count;
} troupe;

void troupe_define(bustle_builder *builder, unsigned edits);
/* Exits with a message if something is wrong with it. */
bustle_content *troupe_content(unsigned edits);
/* The content as it is, a world, and people in it. */
void troupe_begin(troupe *t, uint64_t seed);
void troupe_end(troupe *t);
/* So many more. */
void troupe_grow(troupe *t, int count);
/* Another world for the same content. */
bustle_world *troupe_world(bustle_content *content, uint64_t seed);
/* One of the things that the game can do to them, or nothing. */
void troupe_disturb(troupe *t);
/* 100 to 700 ms later. */
void troupe_update(troupe *t);

#endif
