/* S3, S8, and arguments: what is not there or out of its range is refused, by every call; what a
 * caller may leave out, may be left out. */
#include <string.h>

#include "calls.h"

#define REFUSED(call) assert_int_equal(call, BUSTLE_BAD_ARGUMENT)

static void begin(kit *k) {
    def_everyday(k);
    kit_begin(k);
    kit_spawn(k, "ann", "villager");
    kit_update_to(k, 0);
}

static void a_world_is_made_within_its_limits_only(void **state) {
    kit *k = *state;
    def_everyday(k);
    kit_seal_ok(k);
    bustle_world *world = NULL;
    const bustle_world_def good = k->def;
    REFUSED(bustle_world_create(NULL, &good, &world));
    REFUSED(bustle_world_create(k->content, NULL, &world));
    REFUSED(bustle_world_create(k->content, &good, NULL));
#define OUT_OF_RANGE(member, low, high)                         \
    do {                                                        \
        bustle_world_def def = good;                            \
        def.member = (low)-1;                                   \
        REFUSED(bustle_world_create(k->content, &def, &world)); \
        def.member = (high) + 1;                                \
        REFUSED(bustle_world_create(k->content, &def, &world)); \
        def.member = (low);                                     \
        OK(bustle_world_create(k->content, &def, &world));      \
        bustle_world_destroy(world);                            \
        def.member = (high);                                    \
        OK(bustle_world_create(k->content, &def, &world));      \
        bustle_world_destroy(world);                            \
        world = NULL;                                           \
    } while (0)
    OUT_OF_RANGE(depth_limit, 1, 255);
    OUT_OF_RANGE(step_limit, 1, 65535);
    OUT_OF_RANGE(queue_limit, 0, 255);
    OUT_OF_RANGE(activity_limit, 1, 255);
    OUT_OF_RANGE(failure_limit, 0, 255);
    bustle_world_def def = good;
    def.ending = (bustle_ending)(BUSTLE_ENDING_GAME + 1);
    REFUSED(bustle_world_create(k->content, &def, &world));
    const bustle_allocator nothing = {NULL, NULL};
    def = good;
    def.allocator = &nothing;
    REFUSED(bustle_world_create(k->content, &def, &world));
    assert_null(world);
}

static void definitions_need_a_builder_and_something_to_add(void **state) {
    kit *k = *state;
    const bustle_state_def s = bustle_default_state_def();
    const bustle_environment_def v = bustle_default_environment_def();
    const bustle_interruption_def i = bustle_default_interruption_def();
    const bustle_action_def a = bustle_default_action_def();
    const bustle_sequence_def q = bustle_default_sequence_def();
    const bustle_entity_def e = bustle_default_entity_def();
    REFUSED(bustle_builder_add_state(NULL, &s));
    REFUSED(bustle_builder_add_environment(NULL, &v));
    REFUSED(bustle_builder_add_interruption(NULL, &i));
    REFUSED(bustle_builder_add_action(NULL, &a));
    REFUSED(bustle_builder_add_sequence(NULL, &q));
    REFUSED(bustle_builder_add_entity(NULL, &e));
    REFUSED(bustle_builder_add_state(k->builder, NULL));
    REFUSED(bustle_builder_add_environment(k->builder, NULL));
    REFUSED(bustle_builder_add_interruption(k->builder, NULL));
    REFUSED(bustle_builder_add_action(k->builder, NULL));
    REFUSED(bustle_builder_add_sequence(k->builder, NULL));
    REFUSED(bustle_builder_add_entity(k->builder, NULL));
}

static void questions_need_a_place_for_the_answer(void **state) {
    kit *k = *state;
    begin(k);
    const bustle_entity ann = kit_entity(k, "ann");
    size_t count = 0;
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = kit_definition(k, "villager");
    REFUSED(bustle_world_spawn(k->world, &def, NULL));
    REFUSED(bustle_world_spawn(k->world, NULL, &(bustle_entity){0}));
    REFUSED(bustle_entity_definition(k->world, ann, NULL));
    REFUSED(bustle_entity_get(k->world, ann, kit_state(k, "x"), NULL));
    REFUSED(bustle_entity_taken(k->world, ann, kit_state(k, "x"), NULL));
    REFUSED(bustle_entity_position(k->world, ann, NULL));
    REFUSED(bustle_world_environment(k->world, kit_environment(k, "e"), NULL));
    REFUSED(bustle_world_stats(k->world, NULL));
    REFUSED(bustle_npc_doing(k->world, ann, NULL));
    REFUSED(bustle_npc_frames(k->world, ann, NULL, 0, NULL));
    REFUSED(bustle_npc_frames(k->world, ann, NULL, 1, &count));
    REFUSED(bustle_npc_memories(k->world, ann, BUSTLE_MEMORY_ACTION, NULL, 0, NULL));
    REFUSED(bustle_npc_memories(k->world, ann, BUSTLE_MEMORY_ACTION, NULL, 1, &count));
    REFUSED(bustle_npc_memories(k->world, ann, (bustle_memory_kind)4, NULL, 0, &count));
    const bustle_ops when = OPS(SELF_IS("x", BUSTLE_EQUAL, 7));
    bustle_reading reading;
    bustle_truth truth;
    REFUSED(bustle_world_test(k->world, ann, 0, &when, &reading, NULL));
    REFUSED(bustle_world_test(k->world, ann, 0, &when, NULL, &truth));
    REFUSED(bustle_world_test(k->world, ann, 0, NULL, &reading, &truth));
    REFUSED(bustle_world_test(k->world, ann, 0, &(bustle_ops){NULL, 1, NULL}, &reading, &truth));
    REFUSED(bustle_world_check(k->world, NULL, 1));
    REFUSED(bustle_world_set_ending(k->world, BUSTLE_NONE, BUSTLE_ENDING_GAME));
    REFUSED(bustle_world_set_ending(k->world, 0, (bustle_ending)3));
    assert_false(bustle_round(1.0, NULL));
}

static void questions_need_a_world_or_a_content(void **state) {
    (void)state;
    int32_t value = 0;
    size_t count = 1;
    bustle_stats stats;
    bustle_id id = 0;
    REFUSED(bustle_world_stats(NULL, &stats));
    REFUSED(bustle_world_check(NULL, NULL, 0));
    REFUSED(bustle_world_set_ending(NULL, 0, BUSTLE_ENDING_GAME));
    REFUSED(bustle_world_environment(NULL, 0, &value));
    REFUSED(bustle_world_test(NULL, 0, 0, &ALWAYS, NULL, &(bustle_truth){BUSTLE_TRUE}));
    REFUSED(bustle_entity_definition(NULL, 1, &id));
    REFUSED(bustle_npc_frames(NULL, 1, NULL, 0, &count));
    REFUSED(bustle_npc_memories(NULL, 1, BUSTLE_MEMORY_ACTION, NULL, 0, &count));
    REFUSED(bustle_entity_position(NULL, 1, &(bustle_position){0, 0, 0}));
    assert_int_equal(bustle_world_hash(NULL), 0);
    assert_int_equal(bustle_world_now(NULL), 0);
    assert_null(bustle_world_content(NULL));
    assert_null(bustle_world_events(NULL, &count));
    assert_int_equal(count, 0);
    assert_int_equal(bustle_world_next(NULL, 0), 0);
    assert_int_equal(bustle_world_find(NULL, "ann"), 0);
    assert_null(bustle_entity_name(NULL, 1));
    assert_null(bustle_entity_user(NULL, 1));
    assert_false(bustle_entity_alive(NULL, 1));
    assert_null(bustle_content_value_name(NULL, BUSTLE_KIND_STATE, 0, 0));
}

static void names_of_values_need_a_key_and_a_place(void **state) {
    kit *k = *state;
    bustle_state_def *mood = def_state(k, "mood");
    mood->values = NAMES("sad", "glad");
    mood->value_count = 2;
    begin(k);
    int32_t value = 0;
    const bustle_id id = kit_state(k, "mood");
    OK(bustle_content_value(k->content, BUSTLE_KIND_STATE, id, "glad", &value));
    assert_int_equal(value, 1);
    REFUSED(bustle_content_value(k->content, BUSTLE_KIND_STATE, id, "glad", NULL));
    REFUSED(bustle_content_value(k->content, BUSTLE_KIND_STATE, id, NULL, &value));
    REFUSED(bustle_content_value(k->content, BUSTLE_KIND_ACTION, id, "glad", &value));
    assert_string_equal(bustle_content_value_name(k->content, BUSTLE_KIND_STATE, id, 1), "glad");
    assert_null(bustle_content_value_name(k->content, BUSTLE_KIND_STATE, id, 2));
    assert_null(bustle_content_value_name(k->content, BUSTLE_KIND_STATE, id, -1));
    assert_null(bustle_content_value_name(k->content, BUSTLE_KIND_ACTION, 0, 0));
}

static void saves_need_bytes_and_a_place_for_what_is_attached(void **state) {
    kit *k = *state;
    begin(k);
    bustle_snapshot snapshot = {0};
    OK(bustle_snapshot_save(k->world, "note", 4, &snapshot));
    const void *attached = NULL;
    size_t size = 0;
    REFUSED(bustle_snapshot_attached(NULL, 0, &attached, &size));
    REFUSED(bustle_snapshot_attached(snapshot.bytes, snapshot.size, NULL, &size));
    REFUSED(bustle_snapshot_attached(snapshot.bytes, snapshot.size, &attached, NULL));
    OK(bustle_snapshot_attached(snapshot.bytes, snapshot.size, &attached, &size));
    assert_int_equal(size, 4);
    assert_memory_equal(attached, "note", 4);
    REFUSED(bustle_snapshot_load(k->world, snapshot.bytes, snapshot.size, NULL, NULL, 1));
    /* Who does not ask for the reason is not told. */
    assert_int_not_equal(
        bustle_snapshot_load(k->world, snapshot.bytes, snapshot.size - 1, NULL, NULL, 0),
        BUSTLE_OK);
    OK(bustle_snapshot_load(k->world, snapshot.bytes, snapshot.size, NULL, NULL, 0));
    bustle_snapshot_free(&snapshot);
}

static int destroys(kit *k, bustle_call *call) {
    (void)call;
    bustle_world_destroy(k->world);
    return 1;
}

static void a_world_cannot_be_destroyed_from_inside(void **state) {
    kit *k = *state;
    bustle_action_def *act = def_action(k, "act", 1000);
    act->target = BUSTLE_TARGET_NOT_TAKEN;
    act->when = OPS(CALL(1, "destroys"));
    chain(k, "acting", "act");
    def_npc(k, "actor", "acting");
    k->conditions[1] = destroys;
    kit_begin(k);
    kit_spawn(k, "ann", "actor");
    kit_update_to(k, 0);
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_ACTING);
}

/* An effect may write whom it is about, and nobody else. */
static int writes_the_stone(kit *k, bustle_call *call) {
    assert_int_equal(call->target, 0);
    const bustle_entity stone = kit_entity(k, "stone1");
    assert_int_equal(bustle_entity_set(k->world, stone, kit_state(k, "x"), 1), BUSTLE_BUSY);
    OK(bustle_entity_set(k->world, call->self, kit_state(k, "x"), 2));
    return 0;
}

static void S8_an_effect_without_a_target_writes_self_alone(void **state) {
    kit *k = *state;
    def_everyday(k)->main = "acting";
    bustle_action_def *act = def_action(k, "act", 1000);
    act->target = BUSTLE_TARGET_NOT_TAKEN;
    act->start = OPS(CALL(1, "writes the stone"));
    chain(k, "acting", "act");
    k->effects[1] = writes_the_stone;
    kit_begin(k);
    kit_spawn(k, "stone1", "stone");
    kit_spawn(k, "ann", "villager");
    kit_update_to(k, 0);
    assert_int_equal(kit_get(k, "ann", "x"), 2);
    assert_int_equal(kit_get(k, "stone1", "x"), 7);
}

static void S3_a_sum_with_what_is_not_there_is_not_there(void **state) {
    kit *k = *state;
    def_everyday(k)->main = "trying";
    bustle_sequence_def *trying = chain(k, "trying", "wait");
    /* A transition's target is not there before an action has had one. */
    node_of(trying, "wait")->transition_count = 0;
    add_edge(node_of(trying, "wait"), "END",
        OPS(PUSH(BUSTLE_SELF, "x"), PUSH(BUSTLE_TARGET, "x"), DO(BUSTLE_PLUS), PUSH_VALUE(-100),
            STACK_IS(BUSTLE_GREATER)));
    kit_begin(k);
    kit_spawn(k, "ann", "villager");
    kit_update_to(k, 0);
    kit_update_to(k, 1000);
    kit_expect_only(k, "fail", "fail ann trying no-option");
}

/* The C library's memory and the system's clock serve who brings none. */
static void without_an_allocator_and_a_clock_everything_works_too(void **state) {
    (void)state;
    bustle_builder *builder = bustle_builder_create(NULL);
    bustle_content *content = NULL;
    bustle_world *world = NULL;
    bustle_action_def wait = bustle_default_action_def();
    wait.name = "wait";
    wait.duration_ms = 1000;
    const bustle_transition_def over = {.to = "end"};
    const bustle_node_def nodes[] = {
        {.name = "do",
            .kind = BUSTLE_NODE_ACTION,
            .performs = "wait",
            .transitions = &over,
            .transition_count = 1},
        {.name = "end", .kind = BUSTLE_NODE_END},
    };
    bustle_sequence_def day = bustle_default_sequence_def();
    day.name = "day";
    day.entry = "do";
    day.nodes = nodes;
    day.node_count = 2;
    bustle_entity_def man = bustle_default_entity_def();
    man.name = "man";
    man.npc = true;
    man.main = "day";
    OK(bustle_builder_add_action(builder, &wait));
    OK(bustle_builder_add_sequence(builder, &day));
    OK(bustle_builder_add_entity(builder, &man));
    OK(bustle_builder_seal(builder, &content));
    bustle_builder_destroy(builder);
    const bustle_world_def def = bustle_default_world_def();
    OK(bustle_world_create(content, &def, &world));
    bustle_content_release(content);
    bustle_spawn_def spawn = bustle_default_spawn_def();
    bustle_entity entity = 0;
    spawn.definition = 0;
    for (int i = 0; i < 500; i++) {
        OK(bustle_world_spawn(world, &spawn, &entity));
    }
    const bustle_update_options hour = {.batch = -1, .budget_us = INT64_C(3600000000)};
    OK(bustle_world_update(world, 10, &hour));
    bustle_doing doing;
    OK(bustle_npc_doing(world, entity, &doing));
    assert_int_equal(doing.mood, BUSTLE_ACTING);
    OK(bustle_world_check(world, NULL, 0));
    bustle_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(a_world_is_made_within_its_limits_only),
        RULE(definitions_need_a_builder_and_something_to_add),
        RULE(questions_need_a_place_for_the_answer),
        cmocka_unit_test(questions_need_a_world_or_a_content),
        RULE(names_of_values_need_a_key_and_a_place),
        RULE(saves_need_bytes_and_a_place_for_what_is_attached),
        RULE(a_world_cannot_be_destroyed_from_inside),
        RULE(S8_an_effect_without_a_target_writes_self_alone),
        RULE(S3_a_sum_with_what_is_not_there_is_not_there),
        cmocka_unit_test(without_an_allocator_and_a_clock_everything_works_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
