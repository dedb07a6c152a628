/* What offers and requests are tested with when sealed: the market of builder_shop.h, and more.
 *   sequences  sitting: rest, then the body; standing: rest; visit, to be added by the test
 *   entities   chair, a prop, and guest, an NPC (energy; main visit), to be added by the test */
#ifndef BUSTLE_TEST_FURNITURE_H
#define BUSTLE_TEST_FURNITURE_H

#include "builder_shop.h"

void furniture_market(shop *k);
bustle_offer_def furniture_offer(const char *name);
/* Offers these; tagged "seat". */
bustle_entity_def furniture_chair(const bustle_offer_def *offers, size_t count);
/* A request for "sit" from everyone. */
bustle_node_def furniture_request(void);
void furniture_add_visit(shop *k, const bustle_node_def *ask);
void furniture_add_guest(shop *k);
/* All of it, with the offer "sit" and that request. */
void furniture_house(shop *k, const bustle_offer_def *offered, const bustle_node_def *ask);
void furniture_add_role(shop *k, const bustle_role_def *def);

#endif
