/* Cues: when they are due, and their tests (S53). */
#ifndef BUSTLE_CUE_H
#define BUSTLE_CUE_H

#include "world/rows.h"

/* NPCs with a cue of one `every` and one phase of it, which are due at the same times. */
typedef struct beat_member {
    uint32_t spawn;
    uint32_t slot;
} beat_member;

typedef struct beat_list {
    beat_member *list;
    uint32_t count, capacity;
    bool unsorted; /* one was added whose spawn number is not the highest */
} beat_list;

#define BEAT_PHASES 16u

bool bsl_cue_init(bustle_world *w);
void bsl_cue_release(bustle_world *w);
/* Room for the NPC of that spawn number in all lists. */
bool bsl_cue_reserve(bustle_world *w, uint32_t spawn);
/* Puts the NPC into the lists of its cues. After a reservation. */
void bsl_cue_enrol(bustle_world *w, uint32_t slot);
/* Those with a cue that is due join the deciders. `since` is the time of the update before. False:
 * no memory, nobody has joined. */
bool bsl_cue_call_up(bustle_world *w, int64_t since);
/* Tests what is due of an NPC on its turn. False: no memory; called again, it goes on. */
bool bsl_cue_test_due(bustle_world *w, uint32_t slot);
/* Whether the NPC is in every list that it belongs in, and in none twice. */
bool bsl_cue_check(const bustle_world *w, uint32_t slot);

#endif
