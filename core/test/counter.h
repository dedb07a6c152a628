/* What tests of messages share: a keeper who takes orders, and patrons who order and await that.
 *   keeper   "keep": takes from "orders" (limit 3) into "order", for 2 s at the most; then "serve"
 *            (500 ms); without an order "idle" (1 s)
 *   patron   "visit": sends an order of its "wish" to whoever has the inbox, and awaits what
 * becomes of it; then "drink" (300 ms); failing that "idle" Both have "n", and answer "call" by
 * "look" (100 ms). A bell is a prop. */
#ifndef BUSTLE_TEST_COUNTER_H
#define BUSTLE_TEST_COUNTER_H

#include "kit_npc.h"

typedef struct counter {
    bustle_inbox_def *orders;
    bustle_node_def *take, *send, *serve;
    bustle_sequence_def *keep, *visit;
    bustle_entity_def *keeper, *patron;
} counter;

counter counter_define(kit *k);
/* Begins, with keepers ("kay", "lou") and patrons ("ann", "bob", "cid"), at time 0. */
void counter_begin(kit *k, int keepers, int patrons);
/* The values in the inbox "orders" of an NPC, the oldest first, each that is awaited with a star:
 * "7* 3"; "" if it is empty. */
void counter_expect(const kit *k, const char *label, const char *expected);
bustle_status counter_send(kit *k, const char *from, const char *to, int32_t value);
/* The counts: sent, taken, lost, refused. */
void counter_expect_counts(const kit *k, const char *expected);

#endif
