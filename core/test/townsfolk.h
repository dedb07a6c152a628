/* What roles and cues are tested with: the market of builder_shop.h, and more.
 *   sequence  pause: rest
 *   entity    guard, to be added by the test: an NPC (energy; main day) */
#ifndef BUSTLE_TEST_TOWNSFOLK_H
#define BUSTLE_TEST_TOWNSFOLK_H

#include "builder_shop.h"

void townsfolk_market(shop *k);
bustle_entity_def townsfolk_guard(void);
bustle_role_def townsfolk_role(const char *name, const char *main_sequence);
void townsfolk_add_role(shop *k, const bustle_role_def *def);
/* Pauses when tired. */
bustle_cue_def townsfolk_cue(const char *name);

#define TIRED OPS(op_on(BUSTLE_LESS, BUSTLE_SELF, "energy", 10))
#define AT_NIGHT OPS(op_on(BUSTLE_LESS, BUSTLE_ENV, "hour", 6))

#endif
