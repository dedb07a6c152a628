/* Damaged, truncated and foreign saves: each is refused with a reason and changes nothing, or,
 * where the checksum was made to fit, gives a world that is consistent and lives on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "harbour_run.h"
#include "kit_npc.h"
#include "persist/snapshot.h"
#include "spoiled.h"

typedef struct damage {
    harbour_run run;
    bustle_snapshot whole;
    spoiled spoiled;
    unsigned refused, loaded;
} damage;

static int setup(void **state) {
    damage *d = calloc(1, sizeof *d);
    assert_non_null(d);
    harbour_run_begin(&d->run, 3);
    harbour_run_until(&d->run, 45000);
    assert_int_equal(bustle_snapshot_save(d->run.world, "mine", 4, &d->whole), BUSTLE_OK);
    d->spoiled.bytes = malloc(2 * d->whole.size);
    assert_non_null(d->spoiled.bytes);
    d->spoiled.whole = &d->whole;
    d->spoiled.random = 11;
    *state = d;
    return 0;
}

static int teardown(void **state) {
    damage *d = *state;
    bustle_snapshot_free(&d->whole);
    harbour_run_end(&d->run);
    free(d->spoiled.bytes);
    free(d);
    return 0;
}

static void expect_untouched(const damage *d) {
    bustle_snapshot now = {0};
    assert_int_equal(bustle_snapshot_save(d->run.world, "mine", 4, &now), BUSTLE_OK);
    assert_int_equal(now.size, d->whole.size);
    assert_memory_equal(now.bytes, d->whole.bytes, now.size);
    bustle_snapshot_free(&now);
}

/* ---- Without a right checksum ---- */

static void expect_refused(damage *d, bustle_status expected, const char *part) {
    char reason[200] = "";
    const bustle_status status = bustle_snapshot_load(
        d->run.world, d->spoiled.bytes, d->spoiled.size, NULL, reason, sizeof reason);
    assert_int_equal(status, expected);
    if (strstr(reason, part) == NULL) {
        fail_msg("'%s' does not say '%s'", reason, part);
    }
}

static void every_truncation_is_refused(void **state) {
    damage *d = *state;
    memcpy(d->spoiled.bytes, d->whole.bytes, d->whole.size);
    for (d->spoiled.size = 0; d->spoiled.size < d->whole.size;
         d->spoiled.size += d->spoiled.size < 100 ? 1 : 97) {
        if (d->spoiled.size < 8) {
            expect_refused(d, BUSTLE_FOREIGN, "not a save");
        } else {
            expect_refused(d, BUSTLE_DAMAGED, "cut short");
        }
    }
    expect_untouched(d);
}

static void every_changed_byte_is_noticed(void **state) {
    damage *d = *state;
    memcpy(d->spoiled.bytes, d->whole.bytes, d->whole.size);
    d->spoiled.size = d->whole.size;
    for (size_t i = 0; i < d->spoiled.size; i += i < HEADER_SIZE ? 1 : 13) {
        const uint8_t kept = d->spoiled.bytes[i];
        d->spoiled.bytes[i] ^= (uint8_t)(1 + spoiled_draw(&d->spoiled, 255));
        if (i < 7) {
            expect_refused(d, BUSTLE_FOREIGN, "not a save");
        } else if (i == 7 && d->spoiled.bytes[i] > FORMAT) {
            expect_refused(d, BUSTLE_NEWER, "newer version");
        } else {
            expect_refused(d, BUSTLE_DAMAGED, "the save is");
        }
        d->spoiled.bytes[i] = kept;
    }
    expect_untouched(d);
}

static void what_follows_a_save_or_is_none_is_refused(void **state) {
    damage *d = *state;
    memcpy(d->spoiled.bytes, d->whole.bytes, d->whole.size);
    d->spoiled.size = d->whole.size + 1;
    d->spoiled.bytes[d->spoiled.size - 1] = 0;
    expect_refused(d, BUSTLE_DAMAGED, "damaged");
    static const char *const foreign[] = {
        "", "return {}", "PK\003\004 a long archive of forty bytes..."};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        d->spoiled.size = strlen(foreign[i]);
        memcpy(d->spoiled.bytes, foreign[i], d->spoiled.size);
        expect_refused(d, BUSTLE_FOREIGN, "not a save");
    }
    expect_untouched(d);
}

/* ---- With a right checksum ---- */

static void live_on(damage *d, bustle_world *world) {
    char text[200] = "";
    for (int i = 0; i < 8; i++) {
        d->run.game.now = bustle_world_now(world) + 700;
        assert_int_equal(bustle_world_update(world, d->run.game.now, NULL), BUSTLE_OK);
    }
    if (bustle_world_check(world, text, sizeof text) != BUSTLE_OK) {
        fail_msg("%s", text);
    }
    bustle_snapshot s = {0};
    assert_int_equal(bustle_snapshot_save(world, NULL, 0, &s), BUSTLE_OK);
    assert_int_equal(
        bustle_snapshot_load(world, s.bytes, s.size, NULL, text, sizeof text), BUSTLE_OK);
    bustle_snapshot_free(&s);
}

static void ten_thousand_damaged_saves_are_refused_or_live(void **state) {
    damage *d = *state;
    const int count = getenv("BUSTLE_QUICK") != NULL ? 2000 : 10000;
    bustle_world *other = harbour_run_world(&d->run);
    for (int i = 0; i < count; i++) {
        char reason[200] = "";
        spoiled_make(&d->spoiled);
        const bustle_status status = bustle_snapshot_load(
            other, d->spoiled.bytes, d->spoiled.size, NULL, reason, sizeof reason);
        if (status == BUSTLE_OK) {
            d->loaded++;
            if (bustle_world_now(other) < INT64_C(1) << 50) {
                live_on(d, other);
            }
        } else {
            d->refused++;
            assert_true(status == BUSTLE_DAMAGED || status == BUSTLE_NEWER);
            assert_int_not_equal(reason[0], '\0');
        }
    }
    print_message("%u refused, %u loaded\n", d->refused, d->loaded);
    assert_true(d->refused > 100 && d->loaded > 100);
    bustle_world_destroy(other);
    expect_untouched(d);
}

/* ---- Of those who wait (S51) ---- */

/* "ann" waits, "bob" has been interrupted in his wait, and "cid" is about to try: every bit of
 * their save is changed once. */
static void begin_waiting(kit *k) {
    def_state(k, "n");
    def_interruption(k, "call");
    def_action(k, "look", 5000);
    def_action(k, "fidget", 10)->finish = OPS(INCREASE(BUSTLE_SELF, "n", 1));
    chain(k, "answer", "look");
    bustle_sequence_def *main = def_sequence(k, "main", "hold");
    bustle_node_def *hold = add_node(main, "hold", BUSTLE_NODE_WAIT, NULL);
    hold->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 1));
    hold->waiting = "fidget";
    hold->timeout_ms = 9000;
    add_edge(hold, "look", ALWAYS);
    add_edge(add_node(main, "look", BUSTLE_NODE_ACTION, "look"), "END", ALWAYS);
    has(handles(def_npc(k, "npc", "main"), "call", "answer", 0), "n", 0);
    kit_begin(k);
    kit_spawn(k, "ann", "npc");
    kit_spawn(k, "bob", "npc");
    kit_update_to(k, 0);
    kit_spawn(k, "cid", "npc");
    kit_interrupt(k, "bob", "call");
    kit_update_to(k, 700);
    k->options.batch = 1;
    OK(bustle_world_update(k->world, 1800, &k->options));
}

static void load_changed(kit *k, const bustle_snapshot *whole, uint8_t *bytes, unsigned *loaded) {
    char text[200] = "";
    bsl_snapshot_header(bytes, whole->size, (size_t)load_long(bytes + 16), FORMAT);
    const bustle_status status =
        bustle_snapshot_load(k->world, bytes, whole->size, NULL, text, sizeof text);
    if (status != BUSTLE_OK) {
        assert_true(status == BUSTLE_DAMAGED || status == BUSTLE_NEWER);
        assert_int_not_equal(text[0], '\0');
        return;
    }
    ++*loaded;
    const int64_t now = bustle_world_now(k->world);
    for (int i = 1; now < INT64_C(1) << 50 && i < 12; i++) {
        OK(bustle_world_update(k->world, now + i * 900, NULL));
        if (bustle_world_check(k->world, text, sizeof text) != BUSTLE_OK) {
            fail_msg("%s", text);
        }
    }
}

/* How many of the changed saves are loaded. */
static unsigned change_every_bit(kit *k) {
    bustle_snapshot whole = {0};
    unsigned loaded = 0;
    OK(bustle_snapshot_save(k->world, NULL, 0, &whole));
    uint8_t *bytes = malloc(whole.size);
    assert_non_null(bytes);
    for (size_t bit = 0; bit < 8 * (whole.size - HEADER_SIZE); bit++) {
        memcpy(bytes, whole.bytes, whole.size);
        bytes[HEADER_SIZE + bit / 8] ^= (uint8_t)(1u << bit % 8);
        load_changed(k, &whole, bytes, &loaded);
    }
    free(bytes);
    bustle_snapshot_free(&whole);
    return loaded;
}

static void S51_damaged_saves_of_those_who_wait_are_refused_or_live(void **state) {
    kit *k = *state;
    begin_waiting(k);
    assert_true(change_every_bit(k) > 100);
}

/* ---- Of links and areas (S65, S67) ---- */

static void make_link(kit *k, const char *from, const char *kind, const char *to, int32_t value) {
    OK(bustle_world_link(
        k->world, kit_entity(k, from), kit_link(k, kind), kit_entity(k, to), value));
}

static void S65_damaged_saves_of_links_and_areas_are_refused_or_live(void **state) {
    kit *k = *state;
    const bustle_box_def box = {.width = 8, .depth = 8, .height = -1};
    kit_def_link(k, "knows");
    kit_def_valued_link(k, "trust", -5, 5, 1);
    def_action(k, "look", 500);
    chain(k, "main", "look");
    def_npc(k, "npc", "main");
    kit_extends(def_prop(k, "hall"), box);
    kit_begin(k);
    kit_spawn(k, "hall", "hall");
    kit_spawn(k, "nook", "hall");
    kit_spawn(k, "ann", "npc");
    kit_spawn(k, "bob", "npc");
    make_link(k, "ann", "knows", "bob", 1);
    make_link(k, "ann", "trust", "bob", -3);
    make_link(k, "ann", "trust", "hall", 4);
    make_link(k, "bob", "trust", "ann", 5);
    kit_update_to(k, 0);
    assert_true(change_every_bit(k) > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_truncation_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(every_changed_byte_is_noticed, setup, teardown),
        cmocka_unit_test_setup_teardown(what_follows_a_save_or_is_none_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(
            ten_thousand_damaged_saves_are_refused_or_live, setup, teardown),
        RULE(S51_damaged_saves_of_those_who_wait_are_refused_or_live),
        RULE(S65_damaged_saves_of_links_and_areas_are_refused_or_live),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
