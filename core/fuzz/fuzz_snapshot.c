/* Any bytes as the body of a save, under a right checksum: refused, or a world that is consistent,
 * lives on, and can be saved and loaded again. The first byte is the format, of a save of the
 * harbour, with 128 more of the troupe, which has scenes, or with 64 more of the village, which has
 * everything. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harbour_run.h"
#include "persist/snapshot.h"
#include "sections.h"
#include "troupe.h"
#include "village.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

#define OF_TROUPE 128u
#define OF_VILLAGE 64u

static harbour_run run;
static bustle_world *stage; /* for the troupe */
static kit *village;

static void fail_with(const char *what, const char *text) {
    fprintf(stderr, "%s: %s\n", what, text);
    abort();
}

static int stay_put(
    void *context, bustle_world *world, bustle_entity entity, bustle_position *position) {
    (void)context;
    (void)world;
    *position = (bustle_position){(double)(entity % 32), 0, 0};
    return 1;
}

static void begin_village(void) {
    void *state = NULL;
    (void)kit_setup(&state);
    village = state;
    village->def.callbacks.query_position = stay_put;
    def_village(village);
    kit_begin(village);
}

static void begin(void) {
    harbour_run_begin(&run, 1);
    bustle_world_destroy(run.world);
    run.world = harbour_run_world(&run);
    bustle_content *content = troupe_content(TROUPE_AS_IT_IS);
    stage = troupe_world(content, 1);
    bustle_content_release(content);
    begin_village();
}

static uint8_t format_of(uint8_t first) {
    return first % OF_VILLAGE == FORMAT_0_1 ? FORMAT_0_1 : FORMAT;
}

static bustle_world *world_of(uint8_t first) {
    if (first >= OF_TROUPE) {
        return stage;
    }
    return first >= OF_VILLAGE ? village->world : run.world;
}

/* Within a section, whose size then fits again: otherwise little would come past the sizes. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    section_part parts[SECTIONS_MOST];
    const size_t count = size > 1 && data[0] % OF_VILLAGE == FORMAT && seed % 16 != 0
        ? sections_of(data + 1, size - 1, parts)
        : 0;
    if (count == 0) {
        return LLVMFuzzerMutate(data, size, most);
    }
    uint8_t *made = malloc(2 * most);
    uint8_t *body = malloc(most);
    if (made == NULL || body == NULL) {
        abort();
    }
    section_part *changed = &parts[seed / 16 % count];
    memcpy(body, changed->body, changed->size);
    changed->size = LLVMFuzzerMutate(body, changed->size, changed->size + (most - size) + 1);
    changed->body = body;
    const size_t made_size = sections_put(made, parts, count);
    const size_t kept = made_size < most ? made_size : most - 1;
    memcpy(data + 1, made, kept);
    free(body);
    free(made);
    return kept + 1;
}

/* The header as it has to be for these bytes, of which none are attached. */
static uint8_t *with_header(const uint8_t *data, size_t size, uint8_t format) {
    uint8_t *bytes = calloc(1, HEADER_SIZE + size);
    if (bytes == NULL) {
        abort();
    }
    if (size > 0) {
        memcpy(bytes + HEADER_SIZE, data, size);
    }
    bsl_snapshot_header(bytes, HEADER_SIZE + size, 0, format);
    return bytes;
}

/* With times far out, an update would be a step over everything. */
static void live_on(bustle_world *world) {
    char text[200] = "";
    if (bustle_world_now(world) > INT64_C(1) << 50) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        run.game.now = bustle_world_now(world) + 900;
        if (bustle_world_update(world, run.game.now, NULL) != BUSTLE_OK) {
            fail_with("update", "refused");
        }
    }
    if (bustle_world_check(world, text, sizeof text) != BUSTLE_OK) {
        fail_with("check", text);
    }
    bustle_snapshot s = {0};
    if (bustle_snapshot_save(world, NULL, 0, &s) != BUSTLE_OK ||
        bustle_snapshot_load(world, s.bytes, s.size, NULL, text, sizeof text) != BUSTLE_OK) {
        fail_with("saved and loaded", text);
    }
    bustle_snapshot_free(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char reason[200] = "";
    if (run.content == NULL) {
        begin();
    }
    const size_t body = size == 0 ? 0 : size - 1;
    const uint8_t first = size > 0 ? data[0] : FORMAT;
    bustle_world *world = world_of(first);
    uint8_t *bytes = with_header(data + (size - body), body, format_of(first));
    const bustle_status status =
        bustle_snapshot_load(world, bytes, HEADER_SIZE + body, NULL, reason, sizeof reason);
    if (status == BUSTLE_OK) {
        live_on(world);
    } else if ((status != BUSTLE_DAMAGED && status != BUSTLE_NEWER) || reason[0] == '\0') {
        fail_with("load", bustle_status_text(status));
    }
    free(bytes);
    return 0;
}
