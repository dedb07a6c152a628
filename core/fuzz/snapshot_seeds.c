/* snapshot_seeds FOLDER COMPILED: saves of small harbours, of a troupe and of a village at several
 * moments, with nothing of their headers but the format (with 128 more: of the troupe, with 64
 * more: of the village); and the troupe as compiled content, without its header, into the other
 * folder.
 */
#include <stdio.h>
#include <stdlib.h>

#include "harbour_run.h"
#include "persist/snapshot.h"
#include "troupe.h"
#include "village.h"

enum {
    SEEDS = 12,
    VILLAGES = 6,
    LEFT = 14,
    OF_TROUPE = 128,
    OF_VILLAGE = 64,
    COMPILED_HEADER = 24
};

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

static bool write_bytes(const char *path, int first, const uint8_t *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    bool done = file != NULL && (first < 0 || fputc(first, file) == first) &&
        fwrite(bytes, 1, size, file) == size;
    return file != NULL && fclose(file) == 0 && done;
}

static bool write_save(const char *path, int first, const bustle_world *world) {
    bustle_snapshot s = {0};
    const bool done = bustle_snapshot_save(world, NULL, 0, &s) == BUSTLE_OK &&
        write_bytes(path, first, s.bytes + HEADER_SIZE, s.size - HEADER_SIZE);
    bustle_snapshot_free(&s);
    return done;
}

/* In the middle of scenes. */
static bool write_troupe(const char *folder, int number) {
    char path[512];
    troupe t;
    troupe_begin(&t, (uint64_t)number + 1);
    for (int i = 0; i < 6 + 9 * number; i++) {
        troupe_disturb(&t);
        troupe_update(&t);
    }
    (void)snprintf(path, sizeof path, "%s/troupe-%02d", folder, number);
    const bool done = write_save(path, OF_TROUPE + FORMAT, t.world);
    troupe_end(&t);
    return done;
}

static struct {
    const char *folder;
    int calls, written;
} of_village;

/* Every so many calls of the game, or with the next one that is not made in a delivery. */
static void save_village(kit *k) {
    enum { EVERY = 120 };
    char path[512];
    if (++of_village.calls >= EVERY && of_village.written < VILLAGES) {
        (void)snprintf(path, sizeof path, "%s/village-%02d", of_village.folder, of_village.written);
        if (write_save(path, OF_VILLAGE + FORMAT, k->world)) {
            of_village.calls = 0;
            of_village.written++;
        }
    }
}

static bool write_village(const char *folder) {
    void *state = NULL;
    (void)kit_setup(&state);
    def_village(state);
    kit_seal_ok(state);
    of_village.folder = folder;
    village_after = save_village;
    village_play(state);
    return kit_teardown(&state) == 0 && of_village.written == VILLAGES;
}

static bool write_compiled(const char *folder) {
    static uint8_t bytes[1u << 16];
    char path[512];
    size_t size = 0;
    bustle_builder *b = bustle_builder_create(NULL);
    troupe_define(b, TROUPE_AS_IT_IS);
    (void)snprintf(path, sizeof path, "%s/troupe", folder);
    const bool done = bustle_builder_save(b, bytes, sizeof bytes, &size) == BUSTLE_OK &&
        size <= sizeof bytes &&
        write_bytes(path, -1, bytes + COMPILED_HEADER, size - COMPILED_HEADER);
    bustle_builder_destroy(b);
    return done;
}

static bool write_seed(const char *folder, int number) {
    char path[512];
    harbour_run run;
    harbour_run_begin(&run, (uint64_t)number + 1);
    harbour_run_until(&run, number * 4000);
    thin_out(&run);
    if (number % 2 == 0) {
        run.game.now += 50;
        (void)bustle_world_update(run.world, run.game.now, NULL);
    }
    (void)snprintf(path, sizeof path, "%s/harbour-%02d", folder, number);
    const bool done = write_save(path, FORMAT, run.world);
    harbour_run_end(&run);
    return done;
}

int main(int count, char **arguments) {
    for (int i = 0; count == 3 && i < SEEDS; i++) {
        if (!write_seed(arguments[1], i) || !write_troupe(arguments[1], i)) {
            fprintf(stderr, "cannot write to %s\n", arguments[1]);
            return EXIT_FAILURE;
        }
    }
    return count == 3 && write_village(arguments[1]) && write_compiled(arguments[2]) ? EXIT_SUCCESS
                                                                                     : EXIT_FAILURE;
}
