/* snapshot_seeds FOLDER: saves of small harbours at several moments, with nothing of
 * their headers but the format. */
#include <stdio.h>
#include <stdlib.h>

#include "harbour_run.h"
#include "persist/snapshot.h"

enum { SEEDS = 12, LEFT = 14 };

/* All but a few leave, so that inputs stay small. */
static void thin_out(harbour_run *run) {
    bustle_entity e = 0;
    uint32_t entities = 0;
    while ((e = bustle_world_next(run->world, e)) != 0) {
        if (++entities % 11 != 0 || entities > 11 * LEFT) {
            (void)bustle_world_remove(run->world, e);
        }
    }
}

static bool write_seed(const char *folder, int number) {
    char path[512];
    harbour_run run;
    bustle_snapshot s = {0};
    harbour_run_begin(&run, (uint64_t)number + 1);
    harbour_run_until(&run, number * 4000);
    thin_out(&run);
    if (number % 2 == 0) {
        run.game.now += 50;
        (void)bustle_world_update(run.world, run.game.now, NULL);
    }
    (void)snprintf(path, sizeof path, "%s/harbour-%02d", folder, number);
    FILE *file = fopen(path, "wb");
    bool done = file != NULL && bustle_snapshot_save(run.world, NULL, 0, &s) == BUSTLE_OK &&
        fputc(FORMAT, file) == FORMAT &&
        fwrite(s.bytes + HEADER_SIZE, 1, s.size - HEADER_SIZE, file) == s.size - HEADER_SIZE;
    done = file != NULL && fclose(file) == 0 && done;
    bustle_snapshot_free(&s);
    harbour_run_end(&run);
    return done;
}

int main(int count, char **arguments) {
    for (int i = 0; count == 2 && i < SEEDS; i++) {
        if (!write_seed(arguments[1], i)) {
            fprintf(stderr, "cannot write to %s\n", arguments[1]);
            return EXIT_FAILURE;
        }
    }
    return count == 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
