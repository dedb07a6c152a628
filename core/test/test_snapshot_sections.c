/* Sections of a save: what a later version adds is refused by name, what an earlier one lacks has
 * its default, and nothing else is let in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harbour_run.h"
#include "persist/snapshot.h"
#include "sections.h"

typedef struct apart {
    harbour_run run;
    bustle_snapshot whole;
    section_part parts[SECTIONS_MOST];
    size_t count;
    uint8_t *bytes;
    char reason[200];
} apart;

static int setup(void **state) {
    apart *a = calloc(1, sizeof *a);
    assert_non_null(a);
    harbour_run_begin(&a->run, 5);
    harbour_run_until(&a->run, 40000);
    assert_int_equal(bustle_snapshot_save(a->run.world, NULL, 0, &a->whole), BUSTLE_OK);
    a->count = sections_of(a->whole.bytes + HEADER_SIZE, a->whole.size - HEADER_SIZE, a->parts);
    assert_true(a->count > 10);
    a->bytes = malloc(2 * a->whole.size);
    assert_non_null(a->bytes);
    *state = a;
    return 0;
}

static int teardown(void **state) {
    apart *a = *state;
    bustle_snapshot_free(&a->whole);
    harbour_run_end(&a->run);
    free(a->bytes);
    free(a);
    return 0;
}

/* Puts the parts together and loads them into another world, which lives on if it is let in. */
static bustle_status load(apart *a) {
    bustle_world *world = harbour_run_world(&a->run);
    const size_t size = HEADER_SIZE + sections_put(a->bytes + HEADER_SIZE, a->parts, a->count);
    bsl_snapshot_header(a->bytes, size, 0, FORMAT);
    a->reason[0] = '\0';
    const bustle_status status =
        bustle_snapshot_load(world, a->bytes, size, NULL, a->reason, sizeof a->reason);
    for (int i = 0; status == BUSTLE_OK && i < 50; i++) {
        a->run.game.now = bustle_world_now(world) + 400;
        assert_int_equal(bustle_world_update(world, a->run.game.now, NULL), BUSTLE_OK);
        assert_int_equal(bustle_world_check(world, NULL, 0), BUSTLE_OK);
    }
    bustle_world_destroy(world);
    return status;
}

static section_part *part(apart *a, const char *name) {
    for (size_t i = 0; i < a->count; i++) {
        if (strcmp(a->parts[i].name, name) == 0) {
            return &a->parts[i];
        }
    }
    fail_msg("there is no section %s", name);
    return NULL;
}

static void take_out(apart *a, const char *name) {
    section_part *p = part(a, name);
    *p = a->parts[--a->count];
}

static void a_section_of_a_newer_version_is_refused_by_name(void **state) {
    apart *a = *state;
    a->parts[a->count++] = (section_part){.name = "dreams", .version = 1, .body = (uint8_t *)"x"};
    assert_int_equal(load(a), BUSTLE_NEWER);
    assert_string_equal(a->reason, "this save has a section 'dreams' of a newer bustle");
    a->count--;
    part(a, "rows")->version++;
    assert_int_equal(load(a), BUSTLE_NEWER);
    assert_string_equal(a->reason, "this save has a section 'rows' of a newer bustle");
}

static void sections_may_come_in_any_order(void **state) {
    apart *a = *state;
    for (size_t i = 0; i < a->count / 2; i++) {
        const section_part other = a->parts[i];
        a->parts[i] = a->parts[a->count - 1 - i];
        a->parts[a->count - 1 - i] = other;
    }
    assert_int_equal(load(a), BUSTLE_OK);
}

static void a_section_that_has_a_default_may_be_missing(void **state) {
    static const char *const optional[] = {"reports", "queues", "transition memories",
        "action memories", "areas", "links", "inboxes", "messages", "plans", "clock", "days"};
    apart *a = *state;
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++) {
        take_out(a, optional[i]);
        assert_int_equal(load(a), BUSTLE_OK);
    }
    while (a->count > 0) {
        a->count--;
        assert_int_equal(load(a), BUSTLE_DAMAGED);
        assert_non_null(strstr(a->reason, "a section is missing"));
    }
}

static void a_section_that_is_there_twice_or_too_long_is_refused(void **state) {
    apart *a = *state;
    a->parts[a->count++] = *part(a, "npcs");
    assert_int_equal(load(a), BUSTLE_DAMAGED);
    assert_non_null(strstr(a->reason, "twice"));
    a->count--;
    part(a, "npcs")->version = 0;
    assert_int_equal(load(a), BUSTLE_DAMAGED);
    part(a, "npcs")->version = 1;
    for (size_t i = 0; i < a->count; i++) {
        const section_part kept = a->parts[i];
        uint8_t *longer = calloc(1, kept.size + 1);
        assert_non_null(longer);
        memcpy(longer, kept.body, kept.size);
        a->parts[i].body = longer;
        a->parts[i].size++;
        assert_int_equal(load(a), BUSTLE_DAMAGED);
        a->parts[i] = kept;
        free(longer);
    }
    assert_int_equal(load(a), BUSTLE_OK);
}

static void S10_positions_of_earlier_versions_were_in_whole_units(void **state) {
    apart *a = *state;
    bustle_world *world = harbour_run_world(&a->run);
    part(a, "entities")->version = 1;
    const size_t size = HEADER_SIZE + sections_put(a->bytes + HEADER_SIZE, a->parts, a->count);
    bsl_snapshot_header(a->bytes, size, 0, FORMAT);
    assert_int_equal(bustle_snapshot_load(world, a->bytes, size, NULL, NULL, 0), BUSTLE_OK);
    for (bustle_entity e = bustle_world_next(world, 0); e != 0; e = bustle_world_next(world, e)) {
        bustle_position was = {0, 0, 0};
        bustle_position is = {0, 0, 0};
        (void)bustle_entity_position(a->run.world, e, &was);
        (void)bustle_entity_position(world, e, &is);
        assert_true(is.x == was.x * 16 && is.y == was.y * 16 && is.z == was.z * 16);
    }
    bustle_world_destroy(world);
}

static void S10_a_save_that_names_no_metric_is_of_a_manhattan_world(void **state) {
    apart *a = *state;
    part(a, "settings")->version = 1;
    part(a, "settings")->size--;
    assert_int_equal(load(a), BUSTLE_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            a_section_of_a_newer_version_is_refused_by_name, setup, teardown),
        cmocka_unit_test_setup_teardown(sections_may_come_in_any_order, setup, teardown),
        cmocka_unit_test_setup_teardown(
            a_section_that_has_a_default_may_be_missing, setup, teardown),
        cmocka_unit_test_setup_teardown(
            a_section_that_is_there_twice_or_too_long_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(
            S10_positions_of_earlier_versions_were_in_whole_units, setup, teardown),
        cmocka_unit_test_setup_teardown(
            S10_a_save_that_names_no_metric_is_of_a_manhattan_world, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
