/* Guards, their roles and their cues. */
#include "townsfolk.h"

void townsfolk_market(shop *k) {
    shop_market(k);
    bustle_sequence_def pause = shop_sequence(
        "pause", "rest", NODES(shop_node("rest", BUSTLE_NODE_ACTION, "rest", TO(to("END")))));
    shop_add_sequence(k, &pause);
}

bustle_entity_def townsfolk_guard(void) {
    static const bustle_entity_state_def states[] = {{"energy", false, 0, NULL}};
    bustle_entity_def def = shop_npc("guard", "day");
    def.states = states;
    def.state_count = 1;
    return def;
}

bustle_role_def townsfolk_role(const char *name, const char *main_sequence) {
    bustle_role_def def = bustle_default_role_def();
    def.name = name;
    def.main = main_sequence;
    return def;
}

void townsfolk_add_role(shop *k, const bustle_role_def *def) {
    assert_int_equal(bustle_builder_add_role(k->builder, def), BUSTLE_OK);
}

bustle_cue_def townsfolk_cue(const char *name) {
    static const bustle_op tired = {
        .kind = BUSTLE_LESS, .subject = BUSTLE_SELF, .name = "energy", .value = 10};
    bustle_cue_def def = bustle_default_cue_def();
    def.name = name;
    def.sequence = "pause";
    def.when = (bustle_ops){&tired, 1, NULL};
    return def;
}
