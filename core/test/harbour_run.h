/* A run of the harbour with a game that meddles in every way the interface offers, the same
 * everywhere: for the golden hash, and for what must not change a single decision. */
#ifndef HARBOUR_RUN_H
#define HARBOUR_RUN_H

#include "harbour.h"

enum { HARBOUR_CROWD = 400 };

/* A copy goes on as the original does, with a world of its own. */
typedef struct harbour_run {
    bustle_content *content;
    bustle_world *world;
    harbour_game game;
    bustle_metric metric;
    uint64_t random;
    bustle_entity crowd[HARBOUR_CROWD]; /* some have left */
    size_t count;
    uint64_t events;
} harbour_run;

/* A world with everyone in it. Ends the program if anything goes wrong, as the others do. */
void harbour_run_begin(harbour_run *run, uint64_t random);
/* By Manhattan and in whole units, as it was when there was nothing else. */
void harbour_run_begin_whole(harbour_run *run, uint64_t random);
/* A world of the run's content without anyone. */
bustle_world *harbour_run_world(harbour_run *run);
/* What the game does before an update, and the update, until the time has come. */
void harbour_run_until(harbour_run *run, int64_t end);
void harbour_run_end(harbour_run *run);

#endif
