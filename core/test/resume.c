/* resume CONTENT SAVE SECONDS: loads a save, made by whichever program, into a world of a compiled
 * content, lets it go on and prints the decision hash of every second. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bustle.h"

typedef struct bytes {
    uint8_t *at;
    size_t size;
} bytes;

static void give_up(const char *what, const char *why) {
    fprintf(stderr, "resume: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

static bytes read_file(const char *path) {
    bytes b = {malloc(1u << 20), 0};
    FILE *file = fopen(path, "rb");
    if (file == NULL || b.at == NULL) {
        give_up(path, "cannot be read");
        return b;
    }
    b.size = fread(b.at, 1, 1u << 20, file);
    fclose(file);
    return b;
}

static void check(bustle_status status, const char *what) {
    if (status != BUSTLE_OK) {
        give_up(what, bustle_status_text(status));
    }
}

static bustle_content *read_content(const char *path) {
    const bytes b = read_file(path);
    bustle_content *content = NULL;
    bustle_builder *builder = bustle_builder_create(NULL);
    check(bustle_builder_load(builder, b.at, b.size), path);
    check(bustle_builder_seal(builder, &content), path);
    bustle_builder_destroy(builder);
    free(b.at);
    return content;
}

static void load(bustle_world *world, const char *path) {
    char reason[200] = "";
    const bytes b = read_file(path);
    if (bustle_snapshot_load(world, b.at, b.size, NULL, reason, sizeof reason) != BUSTLE_OK) {
        give_up(path, reason);
    }
    free(b.at);
}

int main(int count, char **arguments) {
    if (count != 4) {
        give_up("usage", "resume CONTENT SAVE SECONDS");
        return EXIT_FAILURE;
    }
    bustle_world *world = NULL;
    bustle_content *content = read_content(arguments[1]);
    const bustle_world_def def = bustle_default_world_def();
    check(bustle_world_create(content, &def, &world), "world");
    load(world, arguments[2]);
    for (long left = strtol(arguments[3], NULL, 10); left > 0; left--) {
        check(bustle_world_update(world, bustle_world_now(world) + 1000, NULL), "update");
        printf("%08" PRIx32 "\n", bustle_world_hash(world));
    }
    bustle_world_destroy(world);
    bustle_content_release(content);
    return EXIT_SUCCESS;
}
