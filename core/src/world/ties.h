/* What an entity has besides its row in a world of links, areas, offers, inboxes or meetings: the
 * heads of lists in which it is, or which are its own (S61 to S71). */
#ifndef BUSTLE_TIES_H
#define BUSTLE_TIES_H

#include "content/content.h"

/* At the end of the row of every entity, if the content has any of these. */
typedef struct ties {
    uint32_t links; /* from it, the first (link.h) */
    uint32_t linked; /* to it */
    uint32_t areas; /* that an NPC is in, the first (area.h) */
    uint32_t inside; /* of an area: those who are in it */
    uint32_t area; /* slot of the innermost one that an NPC is in; NOBODY */
    uint32_t outer; /* of an area: slot of the one around it; NOBODY */
    uint32_t places; /* of an NPC, at offers, in the order in which they were taken (place.h) */
    uint32_t holders; /* of its own offers: the first place that is held */
    uint32_t undoing; /* of an NPC: the first of its places that is to be undone (undo.c) */
    uint32_t sent, sent_last; /* messages from it, the first and the last (inbox.c) */
    uint32_t meeting; /* there: the first of those who wait (meeting.c) */
} ties;

/* What follows it in the row: how many hold each of the names that its definition may offer, in
 * the order of the names (definition.offers). */
static inline uint32_t *ties_held(const ties *t) {
    return (uint32_t *)(void *)(t + 1);
}

#endif
