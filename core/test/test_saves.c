/* Saves of earlier versions, which lie in spec/saves: they load, everything in them is as it was
 * when they were made, and their worlds live on. Damaged ones are refused, or consistent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "persist/snapshot.h"

#include "harbour.h"
#include "told.h"

enum { MOST_BYTES = 1 << 17, TEN_MINUTES = 600000, STEP = 250 };

typedef struct file {
    char bytes[MOST_BYTES];
    size_t size;
} file;

static file content_file, save_file, expected, found;

static void read_all(FILE *from, const char *name, file *into) {
    if (from == NULL) {
        fail_msg("%s cannot be read", name);
        return;
    }
    into->size = fread(into->bytes, 1, sizeof into->bytes - 1, from);
    into->bytes[into->size] = '\0';
    fclose(from);
    assert_true(into->size < sizeof into->bytes - 1);
}

static void read_file(const char *name, const char *ending, file *into) {
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s.%s", BUSTLE_SAVES, name, ending);
    read_all(fopen(path, "rb"), path, into);
}

static void describe(const bustle_world *world) {
    FILE *out = tmpfile();
    assert_non_null(out);
    told(world, out);
    rewind(out);
    read_all(out, "the description", &found);
}

static bustle_content *seal(const char *name) {
    bustle_content *content = NULL;
    bustle_builder *builder = bustle_builder_create(NULL);
    read_file(name, "content", &content_file);
    assert_int_equal(
        bustle_builder_load(builder, content_file.bytes, content_file.size), BUSTLE_OK);
    assert_int_equal(bustle_builder_seal(builder, &content), BUSTLE_OK);
    bustle_builder_destroy(builder);
    return content;
}

static void no_change(void *context, bustle_world *world, const bustle_change *noted) {
    (void)context;
    (void)world;
    fail_msg("%s", noted->text);
}

static void live_on(bustle_world *world, harbour_game *game) {
    char text[200] = "";
    const int64_t end = bustle_world_now(world) + TEN_MINUTES;
    while (bustle_world_now(world) < end) {
        game->now = bustle_world_now(world) + STEP;
        assert_int_equal(bustle_world_update(world, game->now, NULL), BUSTLE_OK);
    }
    if (bustle_world_check(world, text, sizeof text) != BUSTLE_OK) {
        fail_msg("%s", text);
    }
}

/* The save NAME, in a world of the content CONTENT, is as NAME.txt says, and goes on. */
static void loads(const char *content_name, const char *name) {
    const bustle_load_options options = {.report = no_change};
    char reason[200] = "";
    harbour_game game = {0};
    bustle_world *world = NULL;
    bustle_content *content = seal(content_name);
    bustle_world_def def = bustle_default_world_def();
    def.metric = BUSTLE_METRIC_MANHATTAN; /* as 0.1.0 measured */
    def.callbacks = harbour_callbacks(&game);
    assert_int_equal(bustle_world_create(content, &def, &world), BUSTLE_OK);
    read_file(name, "save", &save_file);
    const bustle_status status = bustle_snapshot_load(
        world, save_file.bytes, save_file.size, &options, reason, sizeof reason);
    assert_string_equal(reason, "");
    assert_int_equal(status, BUSTLE_OK);
    assert_int_equal(bustle_world_check(world, reason, sizeof reason), BUSTLE_OK);
    read_file(name, "txt", &expected);
    describe(world);
    assert_string_equal(found.bytes, expected.bytes);
    live_on(world, &game);
    bustle_world_destroy(world);
    bustle_content_release(content);
}

static void saves_of_0_1_0_load_and_go_on(void **state) {
    (void)state;
    for (int i = 1; i <= 4; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "0.1.0/square-%d", i);
        loads("0.1.0/square", name);
        (void)snprintf(name, sizeof name, "0.1.0/harbour-%d", i);
        loads("0.1.0/harbour", name);
    }
    loads("0.1.0/market", "0.1.0/market");
}

static size_t changes_told;

static void count_change(void *context, bustle_world *world, const bustle_change *noted) {
    (void)context;
    (void)world;
    assert_string_equal(noted->code, "setting-changed");
    changes_told++;
}

static void S10_a_save_of_0_1_0_says_that_a_world_measures_otherwise(void **state) {
    const bustle_load_options options = {.report = count_change};
    bustle_world *world = NULL;
    bustle_content *content = seal("0.1.0/market");
    const bustle_world_def def = bustle_default_world_def();
    (void)state;
    assert_int_equal(bustle_world_create(content, &def, &world), BUSTLE_OK);
    read_file("0.1.0/market", "save", &save_file);
    assert_int_equal(
        bustle_snapshot_load(world, save_file.bytes, save_file.size, &options, NULL, 0), BUSTLE_OK);
    assert_int_equal(changes_told, 1);
    bustle_world_destroy(world);
    bustle_content_release(content);
}

static void bytes_that_were_attached_to_a_save_of_0_1_0_are_found(void **state) {
    const void *attached = NULL;
    size_t size = 0;
    (void)state;
    read_file("0.1.0/harbour-1", "save", &save_file);
    assert_int_equal(
        bustle_snapshot_attached(save_file.bytes, save_file.size, &attached, &size), BUSTLE_OK);
    assert_int_equal(size, 4);
    assert_memory_equal(attached, "mine", 4);
}

/* Under a right checksum. Returns whether it was let in; then the world must be consistent. */
static bool damaged_loads(bustle_world *world, harbour_game *game, uint64_t *random) {
    char text[200] = "";
    uint8_t *bytes = (uint8_t *)save_file.bytes;
    const size_t attached = (size_t)load_long(bytes + 16);
    const size_t before = HEADER_SIZE + attached;
    const uint32_t at = harbour_random(random, (uint32_t)(save_file.size - before));
    bytes[before + at] ^= (uint8_t)(1u << harbour_random(random, 8));
    bsl_snapshot_header(bytes, save_file.size, attached, FORMAT_0_1);
    const bustle_status status =
        bustle_snapshot_load(world, save_file.bytes, save_file.size, NULL, text, sizeof text);
    if (status != BUSTLE_OK) {
        assert_int_equal(status, BUSTLE_DAMAGED);
        assert_int_not_equal(text[0], '\0');
        return false;
    }
    for (int i = 0; i < 8 && bustle_world_now(world) < INT64_C(1) << 50; i++) {
        game->now = bustle_world_now(world) + 700;
        assert_int_equal(bustle_world_update(world, game->now, NULL), BUSTLE_OK);
    }
    assert_int_equal(bustle_world_check(world, NULL, 0), BUSTLE_OK);
    return true;
}

/* The saves NAME-1 to NAME-4, over and over. */
static void damage(const char *name) {
    const int count = getenv("BUSTLE_QUICK") != NULL ? 2000 : 10000;
    harbour_game game = {0};
    uint64_t random = 3;
    int let_in = 0;
    bustle_world *world = NULL;
    bustle_content *content = seal(name);
    bustle_world_def def = bustle_default_world_def();
    def.metric = BUSTLE_METRIC_MANHATTAN; /* as 0.1.0 measured */
    def.callbacks = harbour_callbacks(&game);
    assert_int_equal(bustle_world_create(content, &def, &world), BUSTLE_OK);
    for (int i = 0; i < count; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "%s-%d", name, 1 + i % 4);
        read_file(path, "save", &save_file);
        let_in += damaged_loads(world, &game, &random);
    }
    print_message("%s: %d of %d let in\n", name, let_in, count);
    assert_true(let_in > 50 && let_in < count - 50);
    bustle_world_destroy(world);
    bustle_content_release(content);
}

static void damaged_saves_of_0_1_0_are_refused_or_live(void **state) {
    (void)state;
    damage("0.1.0/harbour");
    damage("0.1.0/square");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saves_of_0_1_0_load_and_go_on),
        cmocka_unit_test(S10_a_save_of_0_1_0_says_that_a_world_measures_otherwise),
        cmocka_unit_test(bytes_that_were_attached_to_a_save_of_0_1_0_are_found),
        cmocka_unit_test(damaged_saves_of_0_1_0_are_refused_or_live),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
