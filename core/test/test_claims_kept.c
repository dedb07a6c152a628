/* S42: claims of sequences that interruptions do not give back. */
#include "kit.h"

/* Ann rests on a bench for as long as her sequence runs; a bell makes her listen. */
static bustle_sequence_def *def_rest(kit *k, bool kept) {
    def_state(k, "free")->minimum = 0;
    def_interruption(k, "bell");
    def_action(k, "sit", 1000)->target = BUSTLE_TARGET_TAKEN;
    def_action(k, "doze", 1000);
    def_action(k, "hark", 500);
    bustle_sequence_def *rest = chain(k, "rest", "sit", "doze");
    add_sequence_claim(rest, "free", 1);
    rest->claims_kept = kept;
    chain(k, "listen", "hark");
    has(accepts(def_prop(k, "bench"), "sit"), "free", 1);
    handles(def_npc(k, "sitter", "rest"), "bell", "listen", 1);
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "sitter");
    kit_update_to(k, 0);
    assert_int_equal(kit_get(k, "bench1", "free"), 0);
    return rest;
}

static void ring(kit *k, int64_t now) {
    kit_interrupt(k, "ann", "bell");
    kit_update_to(k, now);
    assert_string_equal(
        bustle_content_name(k->content, BUSTLE_KIND_ACTION, kit_doing(k, "ann").action), "hark");
}

static void S42_an_interruption_gives_back_what_is_not_kept(void **state) {
    kit *k = *state;
    def_rest(k, false);
    ring(k, 100);
    assert_int_equal(kit_get(k, "bench1", "free"), 1);
}

static void S42_a_kept_claim_stays_through_an_interruption(void **state) {
    kit *k = *state;
    def_rest(k, true);
    ring(k, 100);
    assert_int_equal(kit_get(k, "bench1", "free"), 0);
    kit_run(k, 3000, 100); /* she goes on and has ended: it came back, and was taken again */
    assert_int_equal(kit_get(k, "bench1", "free"), 0);
    OK(bustle_world_remove(k->world, kit_entity(k, "ann")));
    assert_int_equal(kit_get(k, "bench1", "free"), 1);
}

static void S42_a_kept_claim_comes_back_when_its_npc_leaves_meanwhile(void **state) {
    kit *k = *state;
    def_rest(k, true);
    ring(k, 100);
    OK(bustle_world_remove(k->world, kit_entity(k, "ann")));
    assert_int_equal(kit_get(k, "bench1", "free"), 1);
    kit_update_to(k, 200);
}

static void S42_a_kept_claim_stays_through_a_hold(void **state) {
    kit *k = *state;
    def_rest(k, true);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    assert_int_equal(kit_get(k, "bench1", "free"), 0);
    kit_update_to(k, 100);
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 200);
    assert_int_equal(kit_get(k, "bench1", "free"), 0);
}

static void S42_another_main_sequence_gives_a_kept_claim_back(void **state) {
    kit *k = *state;
    def_rest(k, true);
    ring(k, 100);
    OK(bustle_npc_set_main(k->world, kit_entity(k, "ann"), kit_sequence(k, "listen")));
    assert_int_equal(kit_get(k, "bench1", "free"), 1);
    kit_update_to(k, 200);
}

static void S19_a_kept_claim_vanishes_with_its_entity_and_stops_nothing(void **state) {
    kit *k = *state;
    def_rest(k, true);
    ring(k, 100);
    kit_forget_events(k);
    OK(bustle_world_remove(k->world, kit_entity(k, "bench1")));
    kit_update_to(k, 200);
    kit_expect_events(k, "remove bench1");
    kit_update_to(k, 600);
    kit_expect_only(k, "stop fail", "stop ann hark done | fail ann rest target-left");
}

static void S19_a_held_npc_loses_a_kept_claim_in_silence(void **state) {
    kit *k = *state;
    def_rest(k, true);
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 100);
    kit_forget_events(k);
    OK(bustle_world_remove(k->world, kit_entity(k, "bench1")));
    kit_update_to(k, 200);
    kit_expect_events(k, "remove bench1");
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 300);
    kit_expect_only(k, "fail", "fail ann rest target-left");
}

static void S42_a_save_has_kept_claims(void **state) {
    kit *k = *state;
    bustle_snapshot saved = {0};
    char reason[128] = "";
    def_rest(k, true);
    ring(k, 100);
    OK(bustle_snapshot_save(k->world, NULL, 0, &saved));
    OK(bustle_world_remove(k->world, kit_entity(k, "ann")));
    assert_int_equal(kit_get(k, "bench1", "free"), 1);
    (void)bustle_snapshot_load(k->world, saved.bytes, saved.size, NULL, reason, sizeof reason);
    assert_string_equal(reason, "");
    bustle_snapshot_free(&saved);
    assert_int_equal(kit_get(k, "bench1", "free"), 0);
    OK(bustle_world_remove(k->world, kit_entity(k, "ann")));
    assert_int_equal(kit_get(k, "bench1", "free"), 1);
    kit_update_to(k, 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S42_an_interruption_gives_back_what_is_not_kept),
        RULE(S42_a_kept_claim_stays_through_an_interruption),
        RULE(S42_a_kept_claim_comes_back_when_its_npc_leaves_meanwhile),
        RULE(S42_a_kept_claim_stays_through_a_hold),
        RULE(S42_another_main_sequence_gives_a_kept_claim_back),
        RULE(S19_a_kept_claim_vanishes_with_its_entity_and_stops_nothing),
        RULE(S19_a_held_npc_loses_a_kept_claim_in_silence),
        RULE(S42_a_save_has_kept_claims),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
