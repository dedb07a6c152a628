/* Any bytes as the body of a save, under a right checksum: refused, or a world that is consistent,
 * lives on, and can be saved and loaded again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harbour_run.h"
#include "snapshot.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static harbour_run run;

static void fail_with(const char *what, const char *text) {
    fprintf(stderr, "%s: %s\n", what, text);
    abort();
}

static void begin(void) {
    harbour_run_begin(&run, 1);
    bustle_world_destroy(run.world);
    run.world = harbour_run_world(&run);
}

/* The header as it has to be for these bytes, of which none are attached. */
static uint8_t *with_header(const uint8_t *data, size_t size) {
    static const uint8_t magic[8] = {'b', 'u', 's', 't', 'l', 'e', 0x1a, SNAPSHOT_VERSION};
    uint8_t *bytes = calloc(1, HEADER_SIZE + size);
    if (bytes == NULL) {
        abort();
    }
    memcpy(bytes, magic, sizeof magic);
    if (size > 0) {
        memcpy(bytes + HEADER_SIZE, data, size);
    }
    const uint64_t sum = checksum(bytes + HEADER_SIZE, size);
    store_word(bytes + 8, (uint32_t)(HEADER_SIZE + size));
    store_word(bytes + 24, (uint32_t)sum);
    store_word(bytes + 28, (uint32_t)(sum >> 32));
    return bytes;
}

/* With times far out, an update would be a step over everything. */
static void live_on(void) {
    char text[200] = "";
    if (bustle_world_now(run.world) > INT64_C(1) << 50) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        run.game.now = bustle_world_now(run.world) + 900;
        if (bustle_world_update(run.world, run.game.now, NULL) != BUSTLE_OK) {
            fail_with("update", "refused");
        }
    }
    if (bustle_world_check(run.world, text, sizeof text) != BUSTLE_OK) {
        fail_with("check", text);
    }
    bustle_snapshot s = {0};
    if (bustle_snapshot_save(run.world, NULL, 0, &s) != BUSTLE_OK ||
        bustle_snapshot_load(run.world, s.bytes, s.size, NULL, text, sizeof text) != BUSTLE_OK) {
        fail_with("saved and loaded", text);
    }
    bustle_snapshot_free(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char reason[200] = "";
    if (run.content == NULL) {
        begin();
    }
    uint8_t *bytes = with_header(data, size);
    const bustle_status status =
        bustle_snapshot_load(run.world, bytes, HEADER_SIZE + size, NULL, reason, sizeof reason);
    if (status == BUSTLE_OK) {
        live_on();
    } else if (status != BUSTLE_DAMAGED || reason[0] == '\0') {
        fail_with("load", bustle_status_text(status));
    }
    free(bytes);
    return 0;
}
