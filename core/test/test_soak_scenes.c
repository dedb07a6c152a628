/* S54 to S60: an hour on a fairground where 10,000 people meet in pairs and rings, and are
 * interrupted, held, failed, sent away and saved all the time. BUSTLE_QUICK=1 in the environment:
 * 500 people and five minutes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harbour.h"

enum { STEP_MS = 100, MINUTE_MS = 60000, PEOPLE_TO_A_WELL = 20, METRES_EACH = 25, DISTURBED = 12 };

typedef struct fair {
    bustle_content *content;
    bustle_world *world;
    bustle_snapshot save;
    uint64_t random;
    uint32_t people, wells;
    double side; /* of the square */
    bustle_entity *person, *well;
    bustle_entity held[DISTURBED];
    int64_t now;
    uint64_t joins, leaves; /* as events say */
    int8_t *scenes_of; /* by spawn number: as events say */
    uint32_t numbers;
} fair;

static uint32_t draw(fair *f, uint32_t below) {
    return harbour_random(&f->random, below);
}

/* ---- Content ---- */

static void add_action(
    bustle_builder *b, const char *name, int32_t least, int32_t most, bool aimed) {
    bustle_action_def def = bustle_default_action_def();
    def.name = name;
    def.duration_ms = least;
    def.duration_max_ms = most;
    def.resumable = true;
    def.target = aimed ? BUSTLE_TARGET_TAKEN : BUSTLE_TARGET_NOT_TAKEN;
    assert_int_equal(bustle_builder_add_action(b, &def), BUSTLE_OK);
}

/* Nodes in a row: "@talk" is aimed at a member, "-" passes, "!pair" begins a scene as `as`. */
static void add_chain(
    bustle_builder *b, const char *name, const char *const *items, const char *as, bool claims) {
    static const char *const names[] = {"1", "2", "3", "4", "5"};
    static const bustle_claim_def place = {"places", 1};
    bustle_transition_def ways[4];
    bustle_node_def nodes[4];
    bustle_sequence_def def = bustle_default_sequence_def();
    for (def.node_count = 0; items[def.node_count] != NULL; def.node_count++) {
        const size_t i = def.node_count;
        const char kind = items[i][0];
        nodes[i] = bustle_default_node_def();
        nodes[i].name = names[i];
        nodes[i].kind = kind == '-' ? BUSTLE_NODE_PASS
            : kind == '!'           ? BUSTLE_NODE_SCENE
                                    : BUSTLE_NODE_ACTION;
        nodes[i].performs = kind == '-' ? NULL : items[i] + (kind == '@' || kind == '!');
        nodes[i].at_member = kind == '@';
        nodes[i].as = kind == '!' ? as : NULL;
        nodes[i].failed = kind == '!' ? "END" : NULL;
        ways[i] = (bustle_transition_def){.to = items[i + 1] == NULL ? "END" : names[i + 1]};
        nodes[i].transitions = &ways[i];
        nodes[i].transition_count = 1;
    }
    def.name = name;
    def.entry = "1";
    def.nodes = nodes;
    def.claims = &place;
    def.claim_count = claims;
    assert_int_equal(bustle_builder_add_sequence(b, &def), BUSTLE_OK);
}

static void add_sequences(bustle_builder *b) {
    static const char *const day[] = {"walk", "!pair", NULL};
    static const char *const talking[] = {"@talk", "draw_water", "-", NULL};
    static const char *const listening[] = {"@talk", "-", "@talk", NULL};
    static const char *const dancing[] = {"dance", "@talk", NULL};
    static const char *const startled[] = {"stare", NULL};
    static const char *const inviting[] = {"!ring", NULL};
    add_chain(b, "day", day, "speaker", false);
    add_chain(b, "talking", talking, NULL, true);
    add_chain(b, "listening", listening, NULL, false);
    add_chain(b, "dancing", dancing, NULL, false);
    add_chain(b, "startled", startled, NULL, false);
    add_chain(b, "inviting", inviting, "dancer", false);
}

static void add_scenes(bustle_builder *b) {
    static const char *const people[] = {"person"};
    bustle_part_def pair[] = {bustle_default_part_def(), bustle_default_part_def()};
    pair[0].name = "speaker";
    pair[0].sequence = "talking";
    pair[0].finish.text = "self.mood += 1; listener.mood += 1";
    pair[1].name = "listener";
    pair[1].sequence = "listening";
    pair[1].who = people;
    pair[1].who_count = 1;
    pair[1].broken.text = "self.mood -= 1";
    bustle_scene_def def = bustle_default_scene_def();
    def.name = "pair";
    def.within = 60;
    def.parts = pair;
    def.part_count = 2;
    def.limit_ms = 20000;
    def.longest_ms = 90000;
    def.waiting = "fidget";
    assert_int_equal(bustle_builder_add_scene(b, &def), BUSTLE_OK);
    bustle_part_def ring = pair[1];
    ring.name = "dancer";
    ring.sequence = "dancing";
    ring.least = 3;
    ring.most = 6;
    ring.broken.text = "raise bell on self";
    def.name = "ring";
    def.parts = &ring;
    def.part_count = 1;
    def.priority = 2;
    assert_int_equal(bustle_builder_add_scene(b, &def), BUSTLE_OK);
}

static void add_entities(bustle_builder *b) {
    static const char *const tags[] = {"person"};
    static const char *const draws[] = {"draw_water"};
    static const bustle_entity_state_def moody = {.state = "mood"};
    static const bustle_entity_state_def roomy = {.state = "places", .given = true, .initial = 3};
    static const bustle_handler_def handlers[] = {
        {.interruption = "bell", .sequence = "startled", .priority = 5},
        {.interruption = "music", .sequence = "inviting", .priority = 1}};
    bustle_entity_def person = bustle_default_entity_def();
    person.name = "person";
    person.npc = true;
    person.main = "day";
    person.tags = tags;
    person.tag_count = 1;
    person.states = &moody;
    person.state_count = 1;
    person.handlers = handlers;
    person.handler_count = 2;
    assert_int_equal(bustle_builder_add_entity(b, &person), BUSTLE_OK);
    bustle_entity_def well = bustle_default_entity_def();
    well.name = "well";
    well.position = BUSTLE_POSITION_STATIC;
    well.accepts = draws;
    well.accept_count = 1;
    well.states = &roomy;
    well.state_count = 1;
    assert_int_equal(bustle_builder_add_entity(b, &well), BUSTLE_OK);
}

static bustle_content *make_content(void) {
    bustle_builder *b = bustle_builder_create(NULL);
    bustle_content *content = NULL;
    bustle_state_def state = bustle_default_state_def();
    state.name = "mood";
    assert_int_equal(bustle_builder_add_state(b, &state), BUSTLE_OK);
    state.name = "places";
    state.minimum = 0;
    assert_int_equal(bustle_builder_add_state(b, &state), BUSTLE_OK);
    bustle_interruption_def interruption = bustle_default_interruption_def();
    interruption.name = "bell";
    assert_int_equal(bustle_builder_add_interruption(b, &interruption), BUSTLE_OK);
    interruption.name = "music";
    assert_int_equal(bustle_builder_add_interruption(b, &interruption), BUSTLE_OK);
    add_action(b, "walk", 8000, 20000, false);
    add_action(b, "talk", 2000, 5000, true);
    add_action(b, "dance", 3000, 6000, false);
    add_action(b, "stare", 1000, 9000, false);
    add_action(b, "fidget", 1000, 1000, false);
    bustle_action_def water = bustle_default_action_def();
    water.name = "draw_water";
    water.duration_ms = 3000;
    water.when.text = "distance <= 200";
    assert_int_equal(bustle_builder_add_action(b, &water), BUSTLE_OK);
    add_sequences(b);
    add_scenes(b);
    add_entities(b);
    assert_int_equal(bustle_builder_seal(b, &content), BUSTLE_OK);
    bustle_builder_destroy(b);
    return content;
}

/* ---- The people ---- */

static bustle_entity spawn(fair *f, const char *definition) {
    bustle_entity entity = 0;
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = bustle_content_find(f->content, BUSTLE_KIND_ENTITY, definition);
    def.position.x = draw(f, (uint32_t)f->side);
    def.position.y = draw(f, (uint32_t)f->side);
    assert_int_equal(bustle_world_spawn(f->world, &def, &entity), BUSTLE_OK);
    return entity;
}

static void open_fair(fair *f, uint32_t people, int64_t minutes) {
    bustle_world_def def = bustle_default_world_def();
    *f = (fair){.people = people, .wells = people / PEOPLE_TO_A_WELL, .random = 7};
    for (f->side = METRES_EACH; f->side * f->side < (double)people * METRES_EACH * METRES_EACH;) {
        f->side += METRES_EACH;
    }
    f->numbers = people + f->wells + (uint32_t)(minutes * MINUTE_MS / STEP_MS) + 1;
    f->person = calloc(people, sizeof *f->person);
    f->well = calloc(f->wells, sizeof *f->well);
    f->scenes_of = calloc(f->numbers, sizeof *f->scenes_of);
    f->content = make_content();
    assert_int_equal(bustle_world_create(f->content, &def, &f->world), BUSTLE_OK);
    for (uint32_t i = 0; i < f->wells; i++) {
        f->well[i] = spawn(f, "well");
    }
    for (uint32_t i = 0; i < people; i++) {
        f->person[i] = spawn(f, "person");
    }
}

static void raise_one(fair *f, const char *name, bustle_entity who) {
    const bustle_id id = bustle_content_find(f->content, BUSTLE_KIND_INTERRUPTION, name);
    assert_int_equal(bustle_world_interrupt(f->world, id, &who, 1, 0, NULL), BUSTLE_OK);
}

static void disturb(fair *f) {
    for (uint32_t i = 0; i < DISTURBED; i++) {
        if (f->held[i] != 0) {
            (void)bustle_npc_release(f->world, f->held[i]); /* it may have left */
            f->held[i] = 0;
        }
        const bustle_entity who = f->person[draw(f, f->people)];
        switch (draw(f, 6)) {
        case 0:
            raise_one(f, "bell", who);
            break;
        case 1:
            raise_one(f, "music", who);
            break;
        case 2:
            (void)bustle_npc_fail(f->world, who, BUSTLE_NONE, 0); /* if it acts */
            break;
        case 3:
            (void)bustle_npc_leave_scene(f->world, who); /* if it is in one */
            break;
        case 4:
            assert_int_equal(bustle_npc_hold(f->world, who), BUSTLE_OK);
            f->held[i] = draw(f, 2) == 0 ? who : 0;
            break;
        default:
            assert_int_equal(bustle_npc_release(f->world, who), BUSTLE_OK);
            break;
        }
    }
    const uint32_t leaving = draw(f, f->people);
    assert_int_equal(bustle_world_remove(f->world, f->person[leaving]), BUSTLE_OK);
    f->person[leaving] = spawn(f, "person");
}

/* ---- What has to be true ---- */

static void count_events(fair *f) {
    size_t count = 0;
    const bustle_event *events = bustle_world_events(f->world, &count);
    for (size_t i = 0; i < count; i++) {
        const uint32_t who = bustle_entity_spawn_number(events[i].npc);
        const bool joins = events[i].kind == BUSTLE_EVENT_JOIN;
        const bool leaves = events[i].kind == BUSTLE_EVENT_LEAVE;
        assert_true(who < f->numbers);
        f->joins += joins;
        f->leaves += leaves;
        f->scenes_of[who] = (int8_t)(f->scenes_of[who] + joins - leaves);
        assert_true(f->scenes_of[who] >= 0);
        assert_true(events[i].kind != BUSTLE_EVENT_REMOVE || f->scenes_of[who] == 0);
    }
}

/* The check also finds a scene that goes on for longer than it may. */
static void expect_sound(fair *f) {
    char text[200] = "";
    if (bustle_world_check(f->world, text, sizeof text) != BUSTLE_OK) {
        fail_msg("%s", text);
    }
    for (uint32_t i = 0; i < f->people; i++) {
        size_t count = 0;
        assert_int_equal(bustle_npc_scenes(f->world, f->person[i], NULL, 0, &count), BUSTLE_OK);
        assert_int_equal(count, f->scenes_of[bustle_entity_spawn_number(f->person[i])]);
    }
}

/* The world goes on as it was saved. */
static void save_and_load(fair *f) {
    char reason[200] = "";
    assert_int_equal(bustle_snapshot_save(f->world, NULL, 0, &f->save), BUSTLE_OK);
    if (bustle_snapshot_load(f->world, f->save.bytes, f->save.size, NULL, reason, sizeof reason) !=
        BUSTLE_OK) {
        fail_msg("%s", reason);
    }
}

static void update(fair *f) {
    f->now += STEP_MS;
    assert_int_equal(bustle_world_update(f->world, f->now, NULL), BUSTLE_OK);
    count_events(f);
}

/* When all have gone, everything has come back. */
static void close_fair(fair *f) {
    const bustle_id places = bustle_content_find(f->content, BUSTLE_KIND_STATE, "places");
    bustle_stats stats;
    for (uint32_t i = 0; i < f->people; i++) {
        assert_int_equal(bustle_world_remove(f->world, f->person[i]), BUSTLE_OK);
    }
    update(f);
    assert_int_equal(bustle_world_stats(f->world, &stats), BUSTLE_OK);
    assert_int_equal(stats.scenes, 0);
    assert_int_equal(stats.joins, stats.leaves);
    assert_int_equal(f->joins, f->leaves);
    assert_int_equal(f->joins, stats.joins);
    for (uint32_t i = 0; i < f->wells; i++) {
        int32_t taken = -1;
        assert_int_equal(bustle_entity_taken(f->world, f->well[i], places, &taken), BUSTLE_OK);
        assert_int_equal(taken, 0);
    }
    bustle_snapshot_free(&f->save);
    bustle_world_destroy(f->world);
    bustle_content_release(f->content);
    free(f->person);
    free(f->well);
    free(f->scenes_of);
}

static void S60_as_many_leave_as_join_in_an_hour_of_trouble(void **state) {
    (void)state;
    const bool quick = getenv("BUSTLE_QUICK") != NULL;
    const uint32_t people = quick ? 500 : 10000;
    const int64_t minutes = quick ? 5 : 60;
    fair f;
    open_fair(&f, people, minutes);
    while (f.now < minutes * MINUTE_MS) {
        disturb(&f);
        update(&f);
        if (f.now % MINUTE_MS == 0) {
            expect_sound(&f);
            save_and_load(&f);
        }
    }
    assert_true(f.joins > (uint64_t)people * (uint64_t)minutes / 4);
    close_fair(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(S60_as_many_leave_as_join_in_an_hour_of_trouble),
    };
    return cmocka_run_group_tests_name("soak of scenes", tests, NULL, NULL);
}
