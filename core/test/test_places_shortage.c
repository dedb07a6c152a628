/* What bustle.h promises when memory runs out, where there are links, areas and offers (S61 to
 * S67): whichever allocation of a game fails, the call that lacked memory succeeds when it is made
 * again, and the game is the same as if memory had never been short. */
#include "kit_npc.h"

/* An inn with stools, and guests who ask everybody, those on a path, those around, and those with a
 * tag, one after the other. Who enters the inn knows it from then on. */
static void def_inn(kit *k) {
    kit_def_link(k, "knows");
    kit_def_valued_link(k, "trust", -10, 10, 3);
    def_state(k, "n");
    def_interruption(k, "bell");
    def_action(k, "rest", 300);
    def_action(k, "rise", 100);
    def_action(k, "meet", 200)->target = BUSTLE_TARGET_TAKEN;
    chain(k, "sitting", "rest");
    chain(k, "rising", "rise");
    chain(k, "answer", "rest");
    bustle_sequence_def *visit = def_sequence(k, "visit", "any");
    kit_request(visit, "any", "sit", "path")->failed = "path";
    bustle_node_def *path = kit_request(visit, "path", "sit", "around");
    path->path = "knows";
    path->failed = "around";
    path->preferred = TEXT("self.trust(target)");
    path->preference = BUSTLE_PREFER_MOST;
    bustle_node_def *around = kit_request(visit, "around", "sit", "seat");
    around->from_area = true;
    around->failed = "seat";
    bustle_node_def *seat = kit_request(visit, "seat", "lean", "meet");
    seat->targets = NAMES("seat");
    seat->target_count = 1;
    seat->failed = "meet";
    seat->when = TEXT("distance < 50");
    bustle_node_def *meet = add_node(visit, "meet", BUSTLE_NODE_ACTION, "meet");
    meet->path = "inside of area";
    meet->failed = "END";
    add_edge(meet, "END", ALWAYS);
    bustle_entity_def *inn = has(def_prop(k, "inn"), "n", 0);
    kit_extends(kit_extends(inn, (bustle_box_def){40, 40, -1, 0, 0, 0}),
        (bustle_box_def){8, 8, 8, 30, 0, 0});
    inn->enter = TEXT("self.knows(target) = 1; target.n += 1");
    inn->exit = TEXT("self.trust(target) += 1; raise bell on self");
    kit_offers(inn, "sit", "sitting");
    bustle_entity_def *stool = kit_tagged(def_prop(k, "stool"), "seat");
    kit_offers(stool, "lean", "sitting")->undo = "rising";
    kit_offers(stool, "sit", "sitting")->holders = 2;
    handles(has(def_npc(k, "guest", "visit"), "n", 0), "bell", "answer", 1);
    handles(has(def_npc(k, "ghost", "visit"), "n", 0), "bell", "answer", 1)->position =
        BUSTLE_POSITION_QUERIED;
}

/* ---- A game ---- */

/* Of the calls of a game the n-th allocation fails; 0: none. */
static bool failed;

#define AGAIN(call)                                    \
    do {                                               \
        bustle_status status = call;                   \
        if (status == BUSTLE_NO_MEMORY) {              \
            failed = true;                             \
            OK(bustle_world_check(k->world, NULL, 0)); \
            status = call;                             \
        }                                              \
        assert_int_equal(status, BUSTLE_OK);           \
    } while (0)

static bustle_entity spawn(kit *k, const char *definition, double x, double y) {
    bustle_spawn_def def = bustle_default_spawn_def();
    bustle_entity entity = 0;
    def.definition = kit_definition(k, definition);
    def.position = (bustle_position){x, y, 0};
    AGAIN(bustle_world_spawn(k->world, &def, &entity));
    return entity;
}

static void update(kit *k, int64_t now) {
    AGAIN(bustle_world_update(k->world, now, NULL));
}

/* It comes and goes with the time. */
static int answer_position(
    void *context, bustle_world *world, bustle_entity entity, bustle_position *position) {
    (void)context;
    (void)entity;
    *position = (bustle_position){bustle_world_now(world) / 500 % 2 == 0 ? 18 : 300, 0, 0};
    return 1;
}

static uint32_t play(kit *k, size_t n) {
    bustle_entity guests[10];
    bustle_entity inns[3];
    bustle_entity stools[4];
    size_t count = 0;
    kit_reset(k);
    def_inn(k);
    k->def.callbacks.query_position = answer_position;
    kit_begin(k);
    const bustle_id trust = kit_link(k, "trust");
    const bustle_id sit = kit_offer(k, "sit");
    failed = false;
    k->memory.fail_at = n;
    for (int i = 0; i < 10; i++) {
        guests[i] = spawn(k, i == 3 ? "ghost" : "guest", i * 6, i % 3);
    }
    for (int i = 0; i < 4; i++) {
        stools[i] = spawn(k, "stool", i * 10, 2);
    }
    for (int i = 0; i < 3; i++) {
        inns[i] = spawn(k, "inn", i * 10, i);
    }
    for (int i = 0; i < 10; i++) {
        AGAIN(bustle_world_link(k->world, guests[i], trust, stools[i % 4], i - 5));
        AGAIN(bustle_world_link(k->world, guests[i], trust, guests[(i + 1) % 10], i));
    }
    update(k, 0);
    AGAIN(bustle_area_inside(k->world, inns[1], NULL, 0, &count));
    for (int i = 0; i < 6; i++) {
        AGAIN(bustle_entity_move(k->world, guests[i == 3 ? 4 : i], (bustle_position){200, i, 0}));
        update(k, 100 * i);
    }
    AGAIN(bustle_npc_request(k->world, guests[7], sit, stools[3], 9));
    AGAIN(bustle_entity_revoke(k->world, stools[0], sit, NULL));
    AGAIN(bustle_world_remove(k->world, stools[1]));
    AGAIN(bustle_npc_hold(k->world, guests[8]));
    update(k, 700);
    AGAIN(bustle_world_remove(k->world, inns[0]));
    AGAIN(bustle_npc_release(k->world, guests[8]));
    AGAIN(bustle_world_remove(k->world, guests[9]));
    (void)spawn(k, "inn", 200, 0);
    for (int i = 8; i < 30; i++) {
        update(k, 100 * i);
    }
    k->memory.fail_at = 0;
    OK(bustle_world_check(k->world, NULL, 0));
    return bustle_world_hash(k->world);
}

static void S61_S67_the_nth_allocation_fails_and_nothing_comes_of_it(void **state) {
    kit *k = *state;
    const uint32_t hash = play(k, 0);
    assert_true(kit_stats(k).adopts > 20);
    assert_true(kit_stats(k).links > 20);
    size_t n = 1;
    do {
        assert_int_equal(play(k, n), hash);
        n++;
    } while (failed);
    assert_true(n > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S61_S67_the_nth_allocation_fails_and_nothing_comes_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
