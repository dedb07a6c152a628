/* Prints the decision hash of a fixed run and how many events it had, to be the same in every
 * build: ten minutes in the harbour, with a game that meddles in every way the interface offers. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "harbour_run.h"

enum { MINUTES = 10 };

int main(void) {
    harbour_run run;
    harbour_run_begin(&run, 20);
    harbour_run_until(&run, (int64_t)MINUTES * 60000);
    char text[200];
    if (bustle_world_check(run.world, text, sizeof text) != BUSTLE_OK) {
        fprintf(stderr, "golden: %s\n", text);
        return EXIT_FAILURE;
    }
    printf("%08" PRIx32 " %" PRIu64 " events\n", bustle_world_hash(run.world), run.events);
    harbour_run_end(&run);
    return EXIT_SUCCESS;
}
