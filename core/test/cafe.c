/* The cafe. */
#include "cafe.h"

cafe_defs cafe;

void def_cafe(kit *k) {
    bustle_state_def *seats = def_state(k, "free");
    seats->minimum = 0;
    seats->maximum = 8;
    def_interruption(k, "rain");
    cafe.sit = def_action(k, "sit", 1000);
    cafe.sit->resumable = true;
    add_claim(cafe.sit, "free", 1);
    cafe.wait = def_action(k, "wait", 1000);
    def_action(k, "look", 500);
    chain(k, "answer", "look");
    cafe.rest = chain(k, "rest", "sit", "wait");
    add_sequence_claim(cafe.rest, "free", 2);
    cafe.bench = accepts(has(def_prop(k, "bench"), "free", 5), "sit");
    cafe.guest = handles(def_npc(k, "guest", "rest"), "rain", "answer", 0);
}

void begin_sitting(kit *k) {
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    kit_expect_only(k, "start", "start ann sit bench1");
    expect_bench(k, "bench1", 2, 3);
}

void expect_bench(kit *k, const char *label, int32_t free, int32_t taken) {
    int32_t amount = -1;
    bustle_entity bench = kit_entity(k, label);
    assert_int_equal(kit_get(k, label, "free"), free);
    OK(bustle_entity_taken(k->world, bench, kit_state(k, "free"), &amount));
    assert_int_equal(amount, taken);
    OK(bustle_world_check(k->world, NULL, 0));
}
