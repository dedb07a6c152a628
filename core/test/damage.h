/* Damage to a sound world, for what the consistency check finds. */
#ifndef BUSTLE_TEST_DAMAGE_H
#define BUSTLE_TEST_DAMAGE_H

#include <string.h>

#include "kit.h"
#include "world/world.h"

entity *damage_row(const kit *k, const char *label);
npc *damage_mind(const kit *k, const char *label);

/* The check finds that, and nothing once the bytes are as before; `what` is damaged. */
void damage_expect_found(const kit *k, const char *what, void *damaged, const void *before,
    size_t size, const char *part);

#define DAMAGE(place, wrong, part)                                       \
    do {                                                                 \
        void *const at = &(place);                                       \
        char before[sizeof(place)];                                      \
        memcpy(before, at, sizeof before);                               \
        (place) = (wrong);                                               \
        damage_expect_found(k, #place, at, before, sizeof before, part); \
    } while (0)

#endif
