/* S53 to S56: who is cast in scenes, by whom, and who is not. */
#include "kit_npc.h"

#include <stdio.h>

/* "dance": one "lead" and from two to four "dancer"s, who all "turn" (500 ms), within 20 units.
 * Dancers are those tagged "person" who are not "tired". Everybody "rest"s (1 s) all day. */
static bustle_scene_def *def_dance(kit *k) {
    def_state(k, "tired");
    def_interruption(k, "call");
    def_action(k, "rest", 1000);
    def_action(k, "turn", 500);
    chain(k, "day", "rest");
    chain(k, "dancing", "turn");
    bustle_scene_def *dance = def_scene(k, "dance");
    dance->within = 20;
    add_part(dance, "lead", NULL, "dancing");
    bustle_part_def *dancer = add_part(dance, "dancer", "person", "dancing");
    dancer->least = 2;
    dancer->most = 4;
    dancer->when = OPS(SELF_IS("tired", BUSTLE_EQUAL, 0));
    kit_tagged(has(def_npc(k, "person", "day"), "tired", 0), "person");
    return dance;
}

/* "max" begins a dance whenever he has rested. */
static void def_max(kit *k) {
    bustle_sequence_def *leads = def_sequence(k, "leads", "rest");
    kit_add_edge(kit_add_node(leads, "rest", BUSTLE_NODE_ACTION, "rest"), "dance", ALWAYS);
    kit_stage(leads, "dance", "dance", "lead", "END");
    has(def_npc(k, "max", "leads"), "tired", 0);
}

static void spawn_people(kit *k, int count) {
    static const char *const labels[] = {"ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal"};
    for (int i = 0; i < count; i++) {
        kit_spawn_at(k, labels[i], "person", i, 0, 0);
    }
}

static void S55_parts_are_filled_to_their_least_and_then_to_their_most(void **state) {
    kit *k = *state;
    def_dance(k);
    def_max(k);
    kit_begin(k);
    spawn_people(k, 6);
    kit_spawn(k, "max", "max");
    kit_run(k, 1000, 100);
    assert_int_equal(kit_stats(k).joins, 0);
    kit_update_to(k, 1100);
    assert_int_equal(kit_stats(k).joins, 5);
    const bustle_event *last = kit_last(k, BUSTLE_EVENT_JOIN);
    assert_int_equal(last->argument, 1);
    assert_true(last->target == kit_entity(k, "max"));
}

static void S55_nobody_is_cast_who_is_too_far_or_does_not_meet_the_condition(void **state) {
    kit *k = *state;
    def_dance(k);
    def_max(k);
    kit_begin(k);
    spawn_people(k, 2);
    kit_spawn_at(k, "cid", "person", 21, 0, 0);
    kit_spawn_at(k, "dan", "person", 20, 0, 0);
    kit_spawn(k, "max", "max");
    kit_set(k, "bob", "tired", 1);
    kit_forget_events(k);
    kit_run(k, 1100, 100);
    kit_expect_only(k, "join",
        "join max dance lead max | join ann dance dancer max | join dan dance dancer max");
}

static void S55_a_node_that_cannot_cast_its_scene_fails(void **state) {
    kit *k = *state;
    def_dance(k);
    def_max(k);
    kit_begin(k);
    spawn_people(k, 1);
    kit_spawn(k, "max", "max");
    kit_run(k, 1100, 100);
    kit_expect_only(k, "fail", "fail max leads no-cast");
}

static void S51_a_scene_node_tries_again_until_its_timeout(void **state) {
    kit *k = *state;
    def_dance(k);
    bustle_sequence_def *leads = def_sequence(k, "leads", "dance");
    bustle_node_def *begins = kit_stage(leads, "dance", "dance", "lead", "END");
    begins->timeout_ms = 3000;
    begins->waiting = "rest";
    has(def_npc(k, "max", "leads"), "tired", 0);
    kit_begin(k);
    spawn_people(k, 1);
    kit_spawn(k, "max", "max");
    kit_update_to(k, 0);
    kit_forget_events(k);
    kit_run(k, 900, 100);
    kit_spawn(k, "bob", "person");
    kit_run(k, 200, 100);
    kit_expect_only(k, "join leave stop",
        "@1000 stop ann rest done | @1000 stop max rest done | @1000 join max dance lead max | "
        "@1000 join ann dance dancer max | @1000 join bob dance dancer max | "
        "@1100 stop ann rest interrupted | @1100 stop bob rest interrupted");
}

static void S56_who_left_a_scene_rests(void **state) {
    kit *k = *state;
    bustle_scene_def *dance = def_dance(k);
    dance->rest_ms = 5000;
    def_max(k);
    kit_begin(k);
    spawn_people(k, 2);
    kit_spawn(k, "max", "max");
    kit_run(k, 9000, 100);
    kit_expect_only(k, "join",
        "@1100 join max dance lead max | @1100 join ann dance dancer max | @1100 join bob dance "
        "dancer max | @6900 join max dance lead max | @6900 join ann dance dancer max | @6900 join "
        "bob dance dancer max");
}

static void S56_castable_sequences(void **state) {
    kit *k = *state;
    def_dance(k);
    def_max(k);
    chain(k, "sleep", "rest")->castable = BUSTLE_CASTABLE_NEVER;
    kit_tagged(has(def_npc(k, "sleeper", "sleep"), "tired", 0), "person");
    kit_begin(k);
    spawn_people(k, 1);
    kit_spawn(k, "zoe", "sleeper");
    kit_spawn(k, "max", "max");
    kit_run(k, 1100, 100);
    kit_expect_only(k, "join", "");
    kit_spawn(k, "bob", "person");
    kit_run(k, 3000, 100);
    kit_expect_only(k, "join",
        "join max dance lead max | join ann dance dancer max | join bob dance dancer max");
}

static void S55_the_game_stages_scenes_with_whom_it_names(void **state) {
    kit *k = *state;
    def_dance(k);
    chain(k, "party", "rest")->castable = BUSTLE_CASTABLE_ALWAYS;
    kit_tagged(has(def_npc(k, "guest", "party"), "tired", 0), "person");
    kit_begin(k);
    spawn_people(k, 3);
    kit_spawn(k, "pat", "guest");
    kit_spawn(k, "rex", "guest");
    kit_update_to(k, 0);
    kit_forget_events(k);
    const bustle_id dance = kit_scene(k, "dance");
    const bustle_cast named[] = {{0, kit_entity(k, "ann")}, {1, kit_entity(k, "bob")}};
    const bustle_cast twice[] = {{0, kit_entity(k, "ann")}, {1, kit_entity(k, "ann")}};
    uint32_t number = 0;
    assert_int_equal(
        bustle_world_stage(k->world, dance, 0, twice, 2, &number), BUSTLE_BAD_ARGUMENT);
    assert_int_equal(bustle_world_stage(k->world, dance, 0, NULL, 0, &number), BUSTLE_NO_CAST);
    assert_int_equal(bustle_world_stage(k->world, dance, kit_entity(k, "ann"), named, 2, &number),
        BUSTLE_BAD_ARGUMENT);
    OK(bustle_world_stage(k->world, dance, 0, named, 2, &number));
    assert_int_equal(number, 1);
    assert_int_equal(bustle_world_stage(k->world, dance, 0, named, 2, &number), BUSTLE_UNAVAILABLE);
    kit_update_to(k, 10);
    kit_expect_events(k,
        "join ann dance lead | join bob dance dancer | join pat dance dancer | join rex dance "
        "dancer | stop ann rest interrupted | start ann turn | stop bob rest interrupted | start "
        "bob turn | stop pat rest interrupted | start pat turn | stop rex rest interrupted | start "
        "rex turn");
    bustle_entity members[8];
    size_t count = 0;
    OK(bustle_scene_members(k->world, 1, members, NULL, 8, &count));
    assert_int_equal(count, 4);
    assert_int_equal(bustle_scene_members(k->world, 2, members, NULL, 8, &count), BUSTLE_NO_SCENE);
}

static void S60_a_stager_waits_until_its_scene_is_over(void **state) {
    kit *k = *state;
    bustle_scene_def *dance = def_dance(k);
    ((bustle_part_def *)dance->parts)[0].who = ((bustle_part_def *)dance->parts)[1].who;
    ((bustle_part_def *)dance->parts)[0].who_count = 1;
    chain(k, "party", "rest")->castable = BUSTLE_CASTABLE_ALWAYS;
    kit_tagged(has(def_npc(k, "guest", "party"), "tired", 0), "person");
    bustle_sequence_def *brain = def_sequence(k, "brain", "dance");
    kit_stage(brain, "dance", "dance", NULL, "rest");
    kit_add_edge(kit_add_node(brain, "rest", BUSTLE_NODE_ACTION, "rest"), "END", ALWAYS);
    def_npc(k, "pub", "brain");
    kit_begin(k);
    kit_spawn(k, "pat", "guest");
    kit_spawn(k, "rex", "guest");
    kit_spawn(k, "tom", "guest");
    kit_spawn(k, "inn", "pub");
    kit_run(k, 800, 100);
    kit_expect_only(k, "leave", "@800 leave rex dance finished");
    assert_int_equal(kit_doing(k, "inn").mood, BUSTLE_AWAITING);
    kit_forget_events(k);
    kit_update_to(k, 900);
    kit_expect_only(k, "leave start",
        "@900 leave tom dance finished | @900 start tom rest | @900 leave pat dance finished | "
        "@900 start pat rest | @900 start inn rest");
}

static void S54_listeners_bring_their_own_reaction(void **state) {
    kit *k = *state;
    def_dance(k);
    def_action(k, "talk", 300)->target = BUSTLE_TARGET_TAKEN;
    def_action(k, "laugh", 300)->target = BUSTLE_TARGET_TAKEN;
    def_action(k, "yawn", 300);
    chain(k, "joke", "@talk");
    chain(k, "amused", "=laugh");
    chain(k, "bored", "yawn");
    bustle_scene_def *chat = def_scene(k, "chat");
    chat->topic = "weather";
    add_part(chat, "speaker", NULL, "joke");
    bustle_part_def *listener = add_part(chat, "listener", NULL, NULL);
    listener->most = 3;
    bustle_sequence_def *jests = def_sequence(k, "jests", "chat");
    kit_stage(jests, "chat", "chat", "speaker", "END");
    def_npc(k, "jester", "jests");
    kit_reacts(has(def_npc(k, "merry", "day"), "tired", 0), "weather", "amused");
    kit_reacts(has(def_npc(k, "grim", "day"), "tired", 0), "weather", "bored");
    kit_begin(k);
    spawn_people(k, 1);
    kit_spawn(k, "mel", "merry");
    kit_spawn(k, "gil", "grim");
    kit_spawn(k, "jon", "jester");
    kit_run(k, 200, 100);
    kit_expect_only(k, "join start",
        "start ann rest | start mel rest | start gil rest | join jon chat speaker jon | join mel "
        "chat listener jon | join gil chat listener jon | start jon talk mel | start mel laugh jon "
        "| start gil yawn");
}

static void S53_a_cue_begins_a_scene_with_whom_it_has_found(void **state) {
    kit *k = *state;
    def_dance(k);
    bustle_cue_def *whim = kit_cue("whim", NULL, "person");
    whim->scene = "dance";
    whim->as = "lead";
    whim->preference = BUSTLE_PREFER_NEAREST;
    kit_add_cue(has(def_npc(k, "max", "day"), "tired", 0), whim);
    kit_begin(k);
    spawn_people(k, 4);
    kit_set(k, "ann", "tired", 1);
    kit_spawn(k, "max", "max");
    kit_forget_events(k);
    kit_run(k, 400, 10);
    kit_expect_only(k, "interrupt join",
        "@320 interrupt max whim dancing bob | @320 join max dance lead max | @320 join bob dance "
        "dancer max | @320 join cid dance dancer max | @320 join dan dance dancer max");
}

static void S55_the_last_choice_is_taken_back_where_a_part_finds_nobody(void **state) {
    kit *k = *state;
    def_dance(k);
    def_action(k, "spar", 400);
    chain(k, "sparring", "spar");
    bustle_scene_def *duel = def_scene(k, "duel");
    add_part(duel, "judge", NULL, "sparring");
    add_part(duel, "strong", "person", "sparring");
    bustle_part_def *weak = add_part(duel, "weak", "person", "sparring");
    weak->when = OPS(PUSH(BUSTLE_SELF, "tired"),
        {.kind = BUSTLE_PUSH, .subject = BUSTLE_PART, .name = "tired", .part = "strong"},
        STACK_IS(BUSTLE_GREATER));
    bustle_sequence_def *duels = def_sequence(k, "duels", "duel");
    kit_stage(duels, "duel", "duel", "judge", "END");
    has(def_npc(k, "umpire", "duels"), "tired", 0);
    kit_begin(k);
    spawn_people(k, 2);
    kit_set(k, "ann", "tired", 1);
    kit_spawn(k, "ump", "umpire");
    kit_run(k, 100, 100);
    kit_expect_only(
        k, "join", "join ump duel judge ump | join bob duel strong ump | join ann duel weak ump");
}

enum { MANY = 40 };

static const char *nth_label(int n) {
    static char labels[MANY][16];
    (void)snprintf(labels[n], sizeof labels[n], "p%d", n);
    return labels[n];
}

/* "duel": a "strong" one, and a "weak" one, who is more "tired"; "fair": a "herald" comes first. */
static void def_duels(kit *k) {
    def_dance(k);
    def_action(k, "spar", 400);
    chain(k, "sparring", "spar");
    chain(k, "party", "rest")->castable = BUSTLE_CASTABLE_ALWAYS;
    bustle_scene_def *fair = def_scene(k, "fair");
    add_part(fair, "herald", "herald", "sparring");
    bustle_scene_def *const scenes[] = {def_scene(k, "duel"), fair};
    for (int i = 0; i < 2; i++) {
        add_part(scenes[i], "strong", "duellist", "sparring");
        add_part(scenes[i], "weak", "duellist", "sparring")->when = OPS(PUSH(BUSTLE_SELF, "tired"),
            {.kind = BUSTLE_PUSH, .subject = BUSTLE_PART, .name = "tired", .part = "strong"},
            STACK_IS(BUSTLE_GREATER));
    }
    kit_tagged(has(def_npc(k, "duellist", "party"), "tired", 5), "duellist");
    kit_tagged(has(def_npc(k, "herald", "party"), "tired", 5), "herald");
}

/* All are equally tired but one: the first so many choices of a strong one are taken back, each
 * after two members have been looked for. The game casts by spawn number. */
static void S55_no_more_than_64_members_are_looked_for(void **state) {
    kit *k = *state;
    def_duels(k);
    kit_begin(k);
    kit_spawn(k, "hal", "herald");
    for (int i = 0; i < MANY; i++) {
        kit_spawn(k, nth_label(i), "duellist");
    }
    kit_update_to(k, 0);
    kit_set(k, "p32", "tired", 0); /* 66 for a duel */
    assert_int_equal(
        bustle_world_stage(k->world, kit_scene(k, "duel"), 0, NULL, 0, NULL), BUSTLE_NO_CAST);
    kit_set(k, "p32", "tired", 5);
    kit_set(k, "p31", "tired", 0); /* 65 with a herald */
    assert_int_equal(
        bustle_world_stage(k->world, kit_scene(k, "fair"), 0, NULL, 0, NULL), BUSTLE_NO_CAST);
    OK(bustle_world_stage(k->world, kit_scene(k, "duel"), 0, NULL, 0, NULL)); /* 64 */
    assert_int_equal(kit_stats(k).joins, 2);
}

static void S55_an_encounter_with_nobody_outlives_those_of_other_scenes(void **state) {
    kit *k = *state;
    bustle_part_def *dancer = &((bustle_part_def *)def_dance(k)->parts)[1];
    dancer->least = 16;
    dancer->most = 16;
    bustle_scene_def *quarrel = def_scene(k, "quarrel");
    add_part(quarrel, "one", NULL, "dancing");
    add_part(quarrel, "other", "rival", "dancing");
    bustle_sequence_def *leads = def_sequence(k, "leads", "quarrel");
    kit_stage(leads, "quarrel", "quarrel", "one", "END")->failed = "dance";
    kit_stage(leads, "dance", "dance", "lead", "END");
    has(def_npc(k, "max", "leads"), "tired", 0);
    kit_tagged(has(def_npc(k, "rival", "day"), "tired", 0), "rival");
    kit_begin(k);
    for (int i = 0; i < 16; i++) {
        kit_spawn(k, nth_label(i), "person");
    }
    kit_spawn(k, "zoe", "rival");
    kit_spawn(k, "max", "max");
    kit_run(k, 200, 100);
    OK(bustle_npc_leave_scene(k->world, kit_entity(k, "max")));
    kit_run(k, 200, 100);
    assert_int_equal(kit_stats(k).joins, 2 + 17);
    bustle_memory memories[20];
    size_t count = 0;
    size_t with_nobody = 0;
    OK(bustle_npc_memories(
        k->world, kit_entity(k, "max"), BUSTLE_MEMORY_ENCOUNTER, memories, 20, &count));
    assert_int_equal(count, 16);
    for (size_t i = 0; i < count; i++) {
        with_nobody += memories[i].spawn_number == 0;
        assert_true(memories[i].scene == kit_scene(k, "dance") || memories[i].spawn_number == 0);
    }
    assert_int_equal(with_nobody, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S55_parts_are_filled_to_their_least_and_then_to_their_most),
        RULE(S55_nobody_is_cast_who_is_too_far_or_does_not_meet_the_condition),
        RULE(S55_a_node_that_cannot_cast_its_scene_fails),
        RULE(S51_a_scene_node_tries_again_until_its_timeout),
        RULE(S56_who_left_a_scene_rests),
        RULE(S56_castable_sequences),
        RULE(S55_the_game_stages_scenes_with_whom_it_names),
        RULE(S60_a_stager_waits_until_its_scene_is_over),
        RULE(S54_listeners_bring_their_own_reaction),
        RULE(S53_a_cue_begins_a_scene_with_whom_it_has_found),
        RULE(S55_the_last_choice_is_taken_back_where_a_part_finds_nobody),
        RULE(S55_no_more_than_64_members_are_looked_for),
        RULE(S55_an_encounter_with_nobody_outlives_those_of_other_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
