/* resume CONTENT SAVE SECONDS: loads a save, made by whichever program, into a world of a compiled
 * content, lets it go on and prints the decision hash of every second. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "carried.h"

static void load(bustle_world *world, const char *path) {
    char reason[200] = "";
    const carried b = carried_read(path);
    if (bustle_snapshot_load(world, b.at, b.size, NULL, reason, sizeof reason) != BUSTLE_OK) {
        carried_give_up(path, reason);
    }
    free(b.at);
}

int main(int count, char **arguments) {
    if (count != 4) {
        carried_give_up("usage", "resume CONTENT SAVE SECONDS");
        return EXIT_FAILURE;
    }
    bustle_world *world = NULL;
    bustle_content *content = carried_content(arguments[1]);
    const bustle_world_def def = bustle_default_world_def();
    carried_check(bustle_world_create(content, &def, &world), "world");
    load(world, arguments[2]);
    for (long left = strtol(arguments[3], NULL, 10); left > 0; left--) {
        carried_check(bustle_world_update(world, bustle_world_now(world) + 1000, NULL), "update");
        printf("%08" PRIx32 "\n", bustle_world_hash(world));
    }
    bustle_world_destroy(world);
    bustle_content_release(content);
    return EXIT_SUCCESS;
}
