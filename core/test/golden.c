/* Prints the decision hashes of two fixed runs and how many events each had, to be the same in
 * every build: ten minutes in the harbour, with a game that meddles in every way the interface
 * offers; in whole units by Manhattan, then in sixteenths by the default. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "harbour_run.h"

enum { MINUTES = 10 };

static void print_run(harbour_run *run, const char *end) {
    harbour_run_until(run, (int64_t)MINUTES * 60000);
    char text[200];
    if (bustle_world_check(run->world, text, sizeof text) != BUSTLE_OK) {
        fprintf(stderr, "golden: %s\n", text);
        exit(EXIT_FAILURE);
    }
    printf("%08" PRIx32 " %" PRIu64 " events%s", bustle_world_hash(run->world), run->events, end);
    harbour_run_end(run);
}

int main(void) {
    harbour_run run;
    harbour_run_begin_whole(&run, 20);
    print_run(&run, ", ");
    harbour_run_begin(&run, 20);
    print_run(&run, "\n");
    return EXIT_SUCCESS;
}
