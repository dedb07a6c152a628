/* Room for the worst case (reserve.c): a part that is left out of the sum is noticed, though the
 * stores happen to have what it takes. */
#include <string.h>

#include "kit.h"
#include "world/world.h"

#if BUSTLE_CHECKS

static int err(kit *k, bustle_call *call) {
    (void)k;
    (void)call;
    return -1;
}

/* Anns, who are deep in sequences and sit by a cat, hear "call" and then shout; loners, who can do
 * nothing and halt. */
static void def_game(kit *k) {
    def_state(k, "d");
    def_state(k, "room")->minimum = 0;
    def_interruption(k, "call");
    def_interruption(k, "echo");
    bustle_action_def *sit = def_action(k, "sit", 10);
    sit->target = BUSTLE_TARGET_TAKEN;
    sit->finish = OPS(PUSH(BUSTLE_DISTANCE, NULL), STACKED(BUSTLE_SET, BUSTLE_SELF, "d"));
    sit->interrupted = OPS(CALL(1, "err"), CALL(2, "err_too"));
    def_action(k, "shout", 10)->start =
        OPS(RAISE(BUSTLE_SELF, "echo"), KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "echo", 1));
    def_action(k, "vain", 10)->when = OPS(SELF_IS("d", BUSTLE_LESS, 0));
    chain(k, "deep0", ">deep1");
    chain(k, "deep1", ">deep2");
    chain(k, "deep2", ">deep3");
    chain(k, "deep3", ">deep4");
    add_sequence_claim(chain(k, "deep4", "sit"), "room", 1);
    chain(k, "answer", "shout");
    chain(k, "nothing", "vain");
    bustle_entity_def *ann = has_default(def_npc(k, "ann", "deep0"), "d");
    ann->position = BUSTLE_POSITION_QUERIED;
    handles(handles(ann, "call", "answer", 2), "echo", "answer", 2);
    has_default(def_npc(k, "loner", "nothing"), "d");
    bustle_role_def *hub = kit_def_role(k, "hub", "deep1");
    hub->enter = OPS(CALL(1, "err"), CALL(2, "err_too"));
    bustle_cue_def *itch = kit_cue("itch", "answer", NULL);
    itch->when = OPS(SELF_IS("d", BUSTLE_AT_LEAST, 0));
    itch->every_ms = 10;
    itch->again_ms = 0;
    itch->priority = 5;
    kit_add_role_cue(hub, itch);
    bustle_entity_def *cat = has(accepts(def_prop(k, "cat"), "sit"), "room", 9);
    cat->position = BUSTLE_POSITION_QUERIED;
    k->effects[1] = err;
    k->effects[2] = err;
    k->def.restart_ms = 100;
    k->def.failure_limit = 0;
    kit_begin(k);
}

/* More than enough of everything, and the sum without one part: RESERVE_PARTS leaves none out. */
static void leave_out(bustle_world *w, uint32_t part) {
    w->needs = (needs){0};
    for (uint32_t i = 0; i < RESERVE_PARTS; i++) {
        if (i != part) {
            bsl_reserve_parts[i].add(w, &w->needs);
        }
    }
}

static void make_ample(bustle_world *w) {
    assert_true(bsl_event_reserve(w, 2000));
    assert_true(bsl_shout_reserve(w, 100));
    for (uint32_t i = 0; i < STORES_IN_POOLS; i++) {
        assert_true(pool_reserve(&w->pools[i], &w->kept, 1000));
    }
    assert_true(pool_reserve(&w->cell_blocks, &w->kept, 1000));
}

/* What bustle_world_check says after the call; the kit's own updates would fail. */
static char said[128];

static void look(kit *k) {
    if (said[0] == '\0') {
        bustle_world_check(k->world, said, sizeof said);
    }
    make_ample(k->world);
}

#define CALLED(call) \
    do {             \
        OK(call);    \
        look(k);     \
    } while (0)

static void play(kit *k, uint32_t without) {
    said[0] = '\0';
    kit_reset(k);
    def_game(k);
    leave_out(k->world, without);
    const char *const anns[] = {"ann1", "ann2", "ann3"};
    const char *const cats[] = {"cat1", "cat2", "cat3"};
    make_ample(k->world);
    for (size_t i = 0; i < 3; i++) {
        kit_spawn(k, cats[i], "cat");
        kit_spawn(k, anns[i], "ann");
    }
    kit_spawn(k, "loner1", "loner");
    look(k);
    CALLED(bustle_world_update(k->world, 0, NULL));
    CALLED(bustle_world_remove(k->world, kit_entity(k, "ann3")));
    CALLED(bustle_npc_run(k->world, kit_entity(k, "ann1"), kit_sequence(k, "answer"), 9));
    CALLED(bustle_npc_hold(k->world, kit_entity(k, "ann2")));
    for (size_t i = 0; i < 2; i++) { /* the answers when the action ends */
        kit_place(k, anns[i], 1000.0 * (double)i + 500, 0, 0);
    }
    for (size_t i = 0; i < 3; i++) {
        kit_place(k, cats[i], 0, 1000.0 * (double)i + 500, 0);
    }
    CALLED(bustle_world_update(k->world, 10, NULL));
    CALLED(bustle_world_interrupt_all(k->world, kit_interruption(k, "call"), 0, NULL));
    CALLED(bustle_world_update(k->world, 15, NULL));
    CALLED(bustle_npc_release(k->world, kit_entity(k, "ann2")));
    for (int64_t now = 20; now < 1000; now += 20) {
        CALLED(bustle_world_update(k->world, now, NULL));
        CALLED(bustle_npc_set_role(k->world, kit_entity(k, "ann2"),
            now < 500 || now % 40 == 0 ? BUSTLE_NONE : kit_role(k, "hub")));
    }
}

static void a_part_that_is_left_out_of_the_sum_is_noticed(void **state) {
    for (uint32_t part = 0; part < RESERVE_PARTS; part++) {
        play(*state, part);
        if (strstr(said, "were taken than reserved") == NULL) {
            fail_msg(
                "nobody noticed that %s was left out: \"%s\"", bsl_reserve_parts[part].name, said);
        }
    }
}

static void shouts_that_are_left_out_of_the_sum_are_noticed(void **state) {
    kit *k = *state;
    said[0] = '\0';
    def_game(k);
    for (int work = 0; work < WORKS; work++) {
        k->world->needs.of[work][STORE_SHOUTS] = (need){0, 0};
    }
    make_ample(k->world);
    kit_spawn(k, "ann1", "ann");
    OK(bustle_npc_run(k->world, kit_entity(k, "ann1"), kit_sequence(k, "answer"), 9));
    CALLED(bustle_world_update(k->world, 0, NULL));
    assert_string_equal(said, "more shouts were taken than reserved");
}

static void with_all_parts_nothing_is_overdrawn(void **state) {
    play(*state, RESERVE_PARTS);
    assert_string_equal(said, "");
}

#endif

int main(void) {
#if BUSTLE_CHECKS
    const struct CMUnitTest tests[] = {
        RULE(a_part_that_is_left_out_of_the_sum_is_noticed),
        RULE(shouts_that_are_left_out_of_the_sum_are_noticed),
        RULE(with_all_parts_nothing_is_overdrawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
#else
    return 0;
#endif
}
