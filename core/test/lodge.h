/* A lodge full of offers, and guests who ask for them, are disturbed, and lose what they hold: what
 * saves of places are tested with. All that happens follows from a seed. */
#ifndef BUSTLE_TEST_LODGE_H
#define BUSTLE_TEST_LODGE_H

#include "bustle.h"

/* Other contents. */
enum lodge_edit {
    LODGE_WITHOUT_BED = 1, /* nothing offers a bed any more */
    LODGE_OTHER_SITTING = 2, /* what a chair offers is another sequence */
    LODGE_WITHOUT_UNDO = 4, /* nothing is undone */
    LODGE_WITHOUT_BAR = 8, /* the bar's definition is gone */
    LODGE_OTHER_UNDO = 16,
    LODGE_WITHOUT_HOST = 32, /* the role, with its offer, is gone */
    LODGE_EDITS = 64
};

enum { LODGE_THINGS = 24, LODGE_GUESTS = 10 };

typedef struct lodge {
    bustle_content *content;
    bustle_world *world;
    uint64_t random;
} lodge;

bustle_content *lodge_content(unsigned edit);
bustle_world *lodge_world(bustle_content *content, uint64_t seed);
void lodge_begin(lodge *l, uint64_t seed);
void lodge_end(lodge *l);
/* Calls of the game, and then an update. */
void lodge_disturb(lodge *l);
void lodge_update(lodge *l);

#endif
