/* Every call of the interface, each in its plainest form. */
#include "calls.h"

bustle_entity_def *def_everyday(kit *k) {
    def_state(k, "x");
    def_environment(k, "e", 0);
    def_interruption(k, "i");
    def_action(k, "wait", 1000);
    def_action(k, "touch", 1000)->target = BUSTLE_TARGET_TAKEN;
    chain(k, "main", "wait");
    chain(k, "answer", "wait");
    accepts(has(def_prop(k, "stone"), "x", 7), "touch");
    bustle_entity_def *villager = def_npc(k, "villager", "main");
    return handles(accepts(has(villager, "x", 7), "touch"), "i", "answer", 0);
}

static bustle_status call_spawn(kit *k, bustle_entity entity) {
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = kit_definition(k, "stone");
    return bustle_world_spawn(k->world, &def, &entity);
}

static bustle_status call_update(kit *k, bustle_entity entity) {
    (void)entity;
    return bustle_world_update(k->world, bustle_world_now(k->world), NULL);
}

static bustle_status call_set_environment(kit *k, bustle_entity entity) {
    (void)entity;
    return bustle_world_set_environment(k->world, kit_environment(k, "e"), 3);
}

static bustle_status call_set_ending(kit *k, bustle_entity entity) {
    (void)entity;
    return bustle_world_set_ending(k->world, kit_action(k, "wait"), BUSTLE_ENDING_GAME);
}

static bustle_status call_environment(kit *k, bustle_entity entity) {
    int32_t value;
    (void)entity;
    return bustle_world_environment(k->world, kit_environment(k, "e"), &value);
}

static bustle_status call_test(kit *k, bustle_entity entity) {
    const bustle_op op = SELF_IS("x", BUSTLE_EQUAL, 7);
    bustle_reading reading;
    bustle_truth truth;
    return bustle_world_test(k->world, entity, 0, &(bustle_ops){&op, 1, NULL}, &reading, &truth);
}

static bustle_status call_stats(kit *k, bustle_entity entity) {
    bustle_stats stats;
    (void)entity;
    return bustle_world_stats(k->world, &stats);
}

static bustle_status call_remove(kit *k, bustle_entity entity) {
    return bustle_world_remove(k->world, entity);
}

static bustle_status call_definition(kit *k, bustle_entity entity) {
    bustle_id definition;
    return bustle_entity_definition(k->world, entity, &definition);
}

static bustle_status call_set_user(kit *k, bustle_entity entity) {
    return bustle_entity_set_user(k->world, entity, k);
}

static bustle_status call_get(kit *k, bustle_entity entity) {
    int32_t value;
    return bustle_entity_get(k->world, entity, kit_state(k, "x"), &value);
}

static bustle_status call_set(kit *k, bustle_entity entity) {
    return bustle_entity_set(k->world, entity, kit_state(k, "x"), 99);
}

static bustle_status call_taken(kit *k, bustle_entity entity) {
    int32_t amount;
    return bustle_entity_taken(k->world, entity, kit_state(k, "x"), &amount);
}

static bustle_status call_position(kit *k, bustle_entity entity) {
    bustle_position position;
    return bustle_entity_position(k->world, entity, &position);
}

static bustle_status call_move(kit *k, bustle_entity entity) {
    return bustle_entity_move(k->world, entity, (bustle_position){1, 2, 3});
}

static bustle_status call_complete(kit *k, bustle_entity entity) {
    return bustle_npc_complete(k->world, entity, BUSTLE_NONE, 0);
}

static bustle_status call_fail(kit *k, bustle_entity entity) {
    return bustle_npc_fail(k->world, entity, BUSTLE_NONE, 0);
}

static bustle_status call_interrupt(kit *k, bustle_entity entity) {
    return bustle_world_interrupt(k->world, kit_interruption(k, "i"), &entity, 1, 0, NULL);
}

static bustle_status call_interrupt_from(kit *k, bustle_entity entity) {
    return bustle_world_interrupt(k->world, kit_interruption(k, "i"), NULL, 0, entity, NULL);
}

static bustle_status call_interrupt_all(kit *k, bustle_entity entity) {
    return bustle_world_interrupt_all(k->world, kit_interruption(k, "i"), entity, NULL);
}

static bustle_status call_interrupt_within(kit *k, bustle_entity entity) {
    return bustle_world_interrupt_within(
        k->world, kit_interruption(k, "i"), (bustle_position){0, 0, 0}, 5, entity, NULL);
}

static bustle_status call_interrupt_around(kit *k, bustle_entity entity) {
    return bustle_world_interrupt_around(k->world, kit_interruption(k, "i"), entity, 5, 0, NULL);
}

static bustle_status call_hold(kit *k, bustle_entity entity) {
    return bustle_npc_hold(k->world, entity);
}

static bustle_status call_release(kit *k, bustle_entity entity) {
    return bustle_npc_release(k->world, entity);
}

static bustle_status call_run(kit *k, bustle_entity entity) {
    return bustle_npc_run(k->world, entity, kit_sequence(k, "answer"), 0);
}

static bustle_status call_set_main(kit *k, bustle_entity entity) {
    return bustle_npc_set_main(k->world, entity, kit_sequence(k, "answer"));
}

static bustle_status call_restart(kit *k, bustle_entity entity) {
    return bustle_npc_restart(k->world, entity);
}

static bustle_status call_doing(kit *k, bustle_entity entity) {
    bustle_doing doing;
    return bustle_npc_doing(k->world, entity, &doing);
}

static bustle_status call_frames(kit *k, bustle_entity entity) {
    size_t count;
    return bustle_npc_frames(k->world, entity, NULL, 0, &count);
}

static bustle_status call_memories(kit *k, bustle_entity entity) {
    size_t count;
    return bustle_npc_memories(k->world, entity, BUSTLE_MEMORY_ACTION, NULL, 0, &count);
}

static bustle_status call_demands(kit *k, bustle_entity entity) {
    size_t count;
    return bustle_npc_demands(k->world, entity, kit_action(k, "touch"), entity, NULL, 0, &count);
}

const api_call api_calls[] = {
    {"spawn", call_spawn, false, true},
    {"update", call_update, false, true},
    {"set_environment", call_set_environment, false, true},
    {"set_ending", call_set_ending, false, true},
    {"environment", call_environment, false, false},
    {"stats", call_stats, false, false},
    {"definition", call_definition, true, false},
    {"get", call_get, true, false},
    {"taken", call_taken, true, false},
    {"position", call_position, true, false},
    {"doing", call_doing, true, false},
    {"frames", call_frames, true, false},
    {"memories", call_memories, true, false},
    {"test", call_test, true, false},
    {"demands", call_demands, true, false},
    {"set", call_set, true, true},
    {"set_user", call_set_user, true, true},
    {"move", call_move, true, true},
    {"complete", call_complete, true, true},
    {"fail", call_fail, true, true},
    {"interrupt", call_interrupt, true, true},
    {"interrupt from", call_interrupt_from, true, true},
    {"interrupt_all", call_interrupt_all, true, true},
    {"interrupt_within", call_interrupt_within, true, true},
    {"interrupt_around", call_interrupt_around, true, true},
    {"hold", call_hold, true, true},
    {"release", call_release, true, true},
    {"run", call_run, true, true},
    {"set_main", call_set_main, true, true},
    {"restart", call_restart, true, true},
    {"remove", call_remove, true, true},
};
const size_t api_call_count = sizeof api_calls / sizeof *api_calls;
