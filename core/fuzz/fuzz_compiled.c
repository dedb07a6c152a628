/* Any bytes as the body of compiled content, under a right checksum: refused, or definitions that
 * sealing refuses or that worlds live by. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "bustle.h"

#define HEADER_SIZE 24u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool is_so, const char *what) {
    if (!is_so) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

static uint8_t *with_header(uint32_t version, const uint8_t *data, size_t size) {
    static const uint8_t format[8] = {'b', 'u', 's', 't', 'l', 'e', 0x1a, 'c'};
    uint8_t *bytes = malloc(HEADER_SIZE + size);
    expect(bytes != NULL, "memory");
    memcpy(bytes, format, sizeof format);
    if (size > 0) {
        memcpy(bytes + HEADER_SIZE, data, size);
    }
    const uint64_t sum = bsl_checksum(bytes + HEADER_SIZE, size);
    store_word(bytes + 8, version);
    store_word(bytes + 12, (uint32_t)size);
    store_word(bytes + 16, (uint32_t)sum);
    store_word(bytes + 20, (uint32_t)(sum >> 32));
    return bytes;
}

/* Everything in its place, and three of everything besides, so that scenes find somebody. */
static void fill(bustle_world *world, const bustle_content *content) {
    bustle_spawn_def def;
    bustle_entity entity = 0;
    for (uint32_t i = 0; bustle_content_place(content, i, &def) == BUSTLE_OK && i < 100; i++) {
        const bustle_status status = bustle_world_spawn(world, &def, &entity);
        expect(status == BUSTLE_OK || status == BUSTLE_NAME_TAKEN, "spawn");
    }
    const uint32_t count = bustle_content_count(content, BUSTLE_KIND_ENTITY);
    for (uint32_t i = 0; count > 0 && i < 3 * count && i < 100; i++) {
        def = bustle_default_spawn_def();
        def.definition = i % count;
        expect(bustle_world_spawn(world, &def, &entity) == BUSTLE_OK, "spawn");
    }
}

/* One of the scenes, with whoever can be cast. */
static void stage(bustle_world *world, uint32_t count, int64_t now) {
    const bustle_status status = count == 0
        ? BUSTLE_OK
        : bustle_world_stage(world, (uint32_t)(now / 900) % count, 0, NULL, 0, NULL);
    expect(status == BUSTLE_OK || status == BUSTLE_NO_CAST, "stage");
}

static void live(bustle_content *content) {
    bustle_world_def def = bustle_default_world_def();
    bustle_world *world = NULL;
    expect(bustle_world_create(content, &def, &world) == BUSTLE_OK, "world");
    fill(world, content);
    for (int64_t now = 0; now < 20000; now += 900) {
        expect(bustle_world_update(world, now, NULL) == BUSTLE_OK, "update");
        stage(world, bustle_content_count(content, BUSTLE_KIND_SCENE), now);
    }
    char text[200] = "";
    const bustle_status status = bustle_world_check(world, text, sizeof text);
    expect(status == BUSTLE_OK, text);
    bustle_world_destroy(world);
}

static void load(uint32_t version, const uint8_t *data, size_t size) {
    uint8_t *bytes = with_header(version, data, size);
    bustle_builder *builder = bustle_builder_create(NULL);
    bustle_content *content = NULL;
    bustle_status status = bustle_builder_load(builder, bytes, HEADER_SIZE + size);
    expect(status == BUSTLE_OK || status == BUSTLE_DAMAGED, "load");
    status = bustle_builder_seal(builder, &content);
    expect(status == BUSTLE_OK || status == BUSTLE_PROBLEMS, "seal");
    if (status == BUSTLE_OK) {
        live(content);
        bustle_content_release(content);
    }
    bustle_builder_destroy(builder);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    load(1, data, size);
    load(2, data, size);
    load(3, data, size);
    return 0;
}
