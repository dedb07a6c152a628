/* What tests of offers share: chairs that can be sat on, and guests.
 *   chair   offers "sit": "sitting", that is "down" (300 ms), then "rest" (2 s, resumable);
 *           `adopt` and `drop` count in "n" of the guest, 1 and 10, and in "taken" of the chair
 *   guest   "visit": asks for "sit"; then "idle" (1 s). Answers interruptions by "look" (100 ms):
 *           "call" as any, "hail" stays, "fire" is urgent; all of priority 1
 * "rise" (200 ms) in "rising" is there to undo it. */
#ifndef BUSTLE_TEST_PARLOUR_H
#define BUSTLE_TEST_PARLOUR_H

#include "kit_npc.h"

typedef struct parlour {
    bustle_offer_def *sit;
    bustle_node_def *ask;
    bustle_sequence_def *visit, *sitting;
    bustle_entity_def *guest, *chair;
} parlour;

parlour parlour_define(kit *k);
/* Begins, with these chairs ("chair1") and guests ("ann", "bob", "cid"), at time 0. */
void parlour_begin(kit *k, int chairs, int guests);
/* As many drops as adopts, no place held, everything sound. */
void parlour_expect_empty(const kit *k);
/* The places of a guest: "sit chair1 held, sit chair2 undone revoked"; "" if there are none. */
void parlour_expect_places(const kit *k, const char *label, const char *expected);

#endif
