/* Room for the worst case (reserve.c): a part that is left out of the sum is noticed, though the
 * stores happen to have what it takes. */
#include <stdio.h>
#include <string.h>

#include "kit.h"
#include "world/world.h"

#if BUSTLE_CHECKS

static int err(kit *k, bustle_call *call) {
    (void)k;
    (void)call;
    return -1;
}

/* Room for scenes is so ample that it would do for much else that is left out. */
static bool with_scenes;

/* Hosts begin scenes with mates, and mates with each other when they hear of it; those who leave
 * one err, and raise whatever they can. */
static void def_scenes(kit *k) {
    def_interruption(k, "again");
    chain(k, "hosting", "shout", "-", "shout");
    chain(k, "joining", "-", "shout");
    bustle_sequence_def *meet = def_sequence(k, "meet", "duo");
    kit_stage(meet, "duo", "duo", "host", "END")->timeout_ms = 9000;
    bustle_sequence_def *direct = def_sequence(k, "direct", "trio");
    kit_stage(direct, "trio", "trio", NULL, "END")->timeout_ms = 9000;
    bustle_sequence_def *mill = chain(k, "mill", "shout");
    mill->castable = BUSTLE_CASTABLE_ALWAYS;
    bustle_scene_def *duo = def_scene(k, "duo");
    duo->waiting = "shout";
    duo->rest_ms = 0;
    duo->patience_ms = 20;
    add_part(duo, "host", NULL, "hosting")->broken = OPS(CALL(1, "host"), CALL(2, "host_too"));
    bustle_part_def *mate = add_part(duo, "mate", "mates", "joining");
    mate->most = 2;
    mate->finish = OPS(RAISE(BUSTLE_SELF, "again"), CALL(1, "mate"),
        KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "echo", 3));
    mate->broken = mate->finish;
    bustle_scene_def *trio = def_scene(k, "trio");
    trio->rest_ms = 0;
    trio->limit_ms = 50;
    trio->patience_ms = 10;
    bustle_part_def *player = add_part(trio, "player", "mates", "joining");
    player->least = 3;
    player->most = 5;
    player->finish = OPS(RAISE(BUSTLE_SELF, "again"), CALL(2, "player"));
    handles(def_npc(k, "host", "meet"), "again", "meet", 2);
    handles(kit_tagged(def_npc(k, "mate", "mill"), "mates"), "again", "meet", 1);
    def_npc(k, "director", "direct");
}

static bool with_areas;

/* Walkers, who shout where they arrive, in and out of a house. */
static void def_areas(kit *k) {
    bustle_action_def *go = def_action(k, "go", 0);
    go->speed = 1000;
    go->finish = OPS(KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "echo", 1));
    chain(k, "stroll", "go");
    def_npc(k, "walker", "stroll");
    accepts(def_prop(k, "post"), "go");
    kit_extends(def_prop(k, "house"), (bustle_box_def){4, 4, -1, 0, 0, 0})->enter =
        OPS(CALL(1, "err"), KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "echo", 1));
}

static bool with_offers;

/* Guests, who sit down, drink there, and are called away again and again; all of it errs and
 * raises. */
static void def_offers(kit *k) {
    def_interruption(k, "hey");
    bustle_entity_def *chair = def_prop(k, "chair");
    bustle_sequence_def *seat = def_sequence(k, "seat", "ask");
    kit_request(seat, "ask", "drink", "END")->timeout_ms = 100;
    chain(k, "sip", "shout");
    bustle_offer_def *sit = kit_offers(chair, "sit", "seat");
    bustle_offer_def *drink = kit_offers(def_prop(k, "cup"), "drink", "sip");
    drink->holders = 0;
    sit->holders = 0;
    sit->adopt = OPS(CALL(1, "adopt"), CALL(2, "adopt_too"), RAISE(BUSTLE_SELF, "hey"),
        KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "echo", 1));
    sit->drop = sit->adopt;
    sit->undo = "sip";
    drink->adopt = sit->adopt;
    drink->drop = sit->adopt;
    drink->undo = "sip";
    bustle_sequence_def *ask = def_sequence(k, "ask", "ask");
    kit_request(ask, "ask", "sit", "END");
    handles(handles(def_npc(k, "guest", "ask"), "hey", "sip", 1), "call", "ask", 2);
}

static bool with_messages;

/* Tellers send to each other at every step, and shout to whoever they know; half of them meet. */
static void def_messages(kit *k) {
    kit_def_link(k, "knows");
    kit_def_inbox(k, "news")->keep_ms = 30;
    def_action(k, "hush", 10)->start =
        TEXT("send news = 1 to target; send news = 2 to target; send news to knows of self");
    bustle_sequence_def *tell = def_sequence(k, "tell", "send0");
    static const char *const names[] = {"send0", "send1", "send2", "send3", "send4", "send5"};
    for (size_t i = 0; i < 6; i++) {
        kit_send(tell, names[i], "news", i == 5 ? "meet" : names[i + 1])->failed =
            i == 5 ? "meet" : names[i + 1];
    }
    bustle_node_def *meet = kit_meet(tell, "meet", "here", NULL, 2, "hush");
    meet->same_target = true;
    meet->failed = "hush";
    meet->timeout_ms = 20;
    bustle_node_def *hush = add_node(tell, "hush", BUSTLE_NODE_ACTION, "hush");
    hush->same_target = true;
    hush->failed = "END";
    add_edge(hush, "END", ALWAYS);
    kit_has_inbox(def_npc(k, "teller", "tell"), "news");
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
    if (with_scenes) {
        def_scenes(k);
    }
    if (with_areas) {
        def_areas(k);
    }
    if (with_offers) {
        def_offers(k);
    }
    if (with_messages) {
        def_messages(k);
    }
    k->effects[1] = err;
    k->effects[2] = err;
    k->def.restart_ms = 100;
    k->def.failure_limit = 0;
    kit_begin(k);
}

#define NO_STORE (-1)
static int left_out = NO_STORE; /* of the sum, besides */

/* More than enough of everything, and the sum without one part: RESERVE_PARTS leaves none out. */
static void leave_out(bustle_world *w, uint32_t part) {
    w->needs = (needs){0};
    for (uint32_t i = 0; i < RESERVE_PARTS; i++) {
        if (i != part) {
            bsl_reserve_parts[i].add(w, &w->needs);
        }
    }
    for (int work = 0; left_out != NO_STORE && work < WORKS; work++) {
        w->needs.of[work][left_out] = (need){0, 0};
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

static void spawn_players(kit *k) {
    static const char *const mates[] = {"mate1", "mate2", "mate3", "mate4", "mate5", "mate6"};
    for (size_t i = 0; i < 6; i++) {
        kit_spawn(k, mates[i], "mate");
    }
    kit_spawn(k, "host1", "host");
    kit_spawn(k, "host2", "host");
    kit_spawn(k, "director1", "director");
}

static void live_together(kit *k, int64_t now) {
    const bustle_entity mate = kit_entity(k, now % 40 == 0 ? "mate1" : "mate2");
    const bustle_cast cast = {.npc = mate};
    if (now % 200 == 0) {
        CALLED(bustle_world_interrupt_all(k->world, kit_interruption(k, "again"), mate, NULL));
    }
    (void)bustle_world_stage(k->world, kit_scene(k, "trio"), mate, NULL, 0, NULL);
    look(k);
    (void)bustle_world_stage(k->world, kit_scene(k, "duo"), 0, &cast, 1, NULL);
    look(k);
    (void)bustle_npc_leave_scene(k->world, kit_entity(k, "mate3"));
    look(k);
    if (now % 100 == 0) {
        CALLED(bustle_world_remove(k->world, kit_entity(k, "mate4")));
        kit_spawn(k, "mate4", "mate");
        look(k);
    }
}

static void spawn_guests(kit *k) {
    kit_spawn(k, "chair1", "chair");
    kit_spawn(k, "cup1", "cup");
    kit_spawn(k, "guest1", "guest");
    kit_spawn(k, "guest2", "guest");
}

static void sit_together(kit *k, int64_t now) {
    const bustle_entity guest = kit_entity(k, "guest1"), chair = kit_entity(k, "chair1");
    (void)bustle_npc_request(k->world, guest, kit_offer(k, "sit"), chair, 4);
    look(k);
    (void)bustle_npc_request(k->world, guest, kit_offer(k, "drink"), kit_entity(k, "cup1"), 5);
    look(k);
    CALLED(bustle_world_interrupt_all(k->world, kit_interruption(k, "call"), 0, NULL));
    if (now % 60 == 0) {
        CALLED(bustle_npc_hold(k->world, guest));
        CALLED(bustle_npc_release(k->world, guest));
    }
    if (now % 100 == 0) {
        CALLED(bustle_world_remove(k->world, kit_entity(k, "guest2")));
        CALLED(bustle_world_remove(k->world, chair));
        kit_spawn(k, "chair1", "chair");
        kit_spawn(k, "guest2", "guest");
        look(k);
    }
}

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
    if (with_scenes) {
        spawn_players(k);
    }
    if (with_areas) {
        kit_spawn(k, "house1", "house");
        kit_spawn(k, "post1", "post");
        kit_spawn_at(k, "post2", "post", 9, 0, 0);
        kit_spawn_at(k, "walker1", "walker", 5, 0, 0);
    }
    if (with_offers) {
        spawn_guests(k);
    }
    if (with_messages) {
        kit_spawn(k, "teller1", "teller");
        kit_spawn(k, "teller2", "teller");
    }
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
        if (with_scenes) {
            live_together(k, now);
        }
        if (with_offers) {
            sit_together(k, now);
        }
    }
    assert_true(!with_scenes || kit_stats(k).joins > 40);
}

static void a_part_that_is_left_out_of_the_sum_is_noticed(void **state) {
    for (uint32_t part = 0; part < RESERVE_PARTS; part++) {
        with_scenes = strcmp(bsl_reserve_parts[part].name, "scenes") == 0;
        with_areas = strcmp(bsl_reserve_parts[part].name, "areas") == 0;
        with_offers = strcmp(bsl_reserve_parts[part].name, "offers") == 0;
        with_messages = strcmp(bsl_reserve_parts[part].name, "messages") == 0;
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

/* Of all that scenes take. */
static void stores_that_scenes_need_are_noticed_one_by_one(void **state) {
    static const int stores[] = {STORE_SCENES, STORE_MEMBERS, STORE_ENCOUNTERS};
    static const char *const names[] = {"scenes", "members of scenes", "encounters"};
    for (size_t i = 0; i < sizeof stores / sizeof *stores; i++) {
        char expected[80];
        with_scenes = true;
        left_out = stores[i];
        play(*state, RESERVE_PARTS);
        left_out = NO_STORE;
        snprintf(expected, sizeof expected, "more %s were taken than reserved", names[i]);
        assert_string_equal(said, expected);
    }
}

static void with_all_parts_nothing_is_overdrawn(void **state) {
    for (int i = 0; i < 2; i++) {
        with_scenes = i == 1;
        with_areas = i == 1;
        with_offers = i == 1;
        play(*state, RESERVE_PARTS);
        assert_string_equal(said, "");
    }
}

#endif

int main(void) {
#if BUSTLE_CHECKS
    const struct CMUnitTest tests[] = {
        RULE(a_part_that_is_left_out_of_the_sum_is_noticed),
        RULE(shouts_that_are_left_out_of_the_sum_are_noticed),
        RULE(stores_that_scenes_need_are_noticed_one_by_one),
        RULE(with_all_parts_nothing_is_overdrawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
#else
    return 0;
#endif
}
