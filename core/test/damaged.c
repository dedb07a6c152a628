/* damaged CONTENT SAVE COUNT: damages a save of a compiled content so often, each time in another
 * way, with a checksum that is right. Each must be refused with a reason, or give a world that is
 * consistent and lives on. Prints how many were what; fails if one is neither. */
#include <stdio.h>
#include <stdlib.h>

#include "carried.h"
#include "spoiled.h"

/* Beyond that, little time is left until the end of it. */
#define LATE (INT64_C(1) << 50)

static void expect_sound(bustle_world *world) {
    char text[200] = "";
    if (bustle_world_check(world, text, sizeof text) != BUSTLE_OK) {
        carried_give_up("the world", text);
    }
}

static void live_on(bustle_world *world) {
    char text[200] = "";
    bustle_snapshot save = {0};
    for (int i = 0; i < 8; i++) {
        carried_check(bustle_world_update(world, bustle_world_now(world) + 700, NULL), "update");
    }
    expect_sound(world);
    carried_check(bustle_snapshot_save(world, NULL, 0, &save), "save");
    carried_check(
        bustle_snapshot_load(world, save.bytes, save.size, NULL, text, sizeof text), text);
    bustle_snapshot_free(&save);
}

/* Whether it was loaded. */
static bool try_to_load(bustle_world *world, const spoiled *s) {
    char reason[200] = "";
    const bustle_status status =
        bustle_snapshot_load(world, s->bytes, s->size, NULL, reason, sizeof reason);
    if (status == BUSTLE_OK) {
        if (bustle_world_now(world) < LATE) {
            live_on(world);
        }
        return true;
    }
    if ((status != BUSTLE_DAMAGED && status != BUSTLE_NEWER) || reason[0] == '\0') {
        carried_give_up("a damaged save", bustle_status_text(status));
    }
    return false;
}

int main(int count, char **arguments) {
    if (count != 4) {
        carried_give_up("usage", "damaged CONTENT SAVE COUNT");
        return EXIT_FAILURE;
    }
    bustle_world *world = NULL;
    bustle_content *content = carried_content(arguments[1]);
    const bustle_world_def def = bustle_default_world_def();
    carried_check(bustle_world_create(content, &def, &world), "world");
    carried save = carried_read(arguments[2]);
    const bustle_snapshot whole = {.bytes = save.at, .size = save.size};
    spoiled s = {.whole = &whole, .bytes = malloc(2 * save.size), .random = 11};
    const long wanted = strtol(arguments[3], NULL, 10);
    long loaded = 0;
    for (long i = 0; i < wanted && s.bytes != NULL; i++) {
        spoiled_make(&s);
        loaded += try_to_load(world, &s);
    }
    printf("%ld damaged saves of %zu bytes: %ld refused, %ld loaded\n", wanted, save.size,
        wanted - loaded, loaded);
    free(s.bytes);
    free(save.at);
    bustle_world_destroy(world);
    bustle_content_release(content);
    return loaded > 0 && loaded < wanted ? EXIT_SUCCESS : EXIT_FAILURE;
}
