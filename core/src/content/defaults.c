/* The definitions that a program starts from. */
#include "bustle.h"

bustle_state_def bustle_default_state_def(void) {
    bustle_state_def def = {0};
    def.minimum = BUSTLE_NO_MINIMUM;
    def.maximum = BUSTLE_NO_MAXIMUM;
    return def;
}

bustle_environment_def bustle_default_environment_def(void) {
    bustle_environment_def def = {0};
    def.minimum = BUSTLE_NO_MINIMUM;
    def.maximum = BUSTLE_NO_MAXIMUM;
    return def;
}

bustle_interruption_def bustle_default_interruption_def(void) {
    return (bustle_interruption_def){0};
}

bustle_link_def bustle_default_link_def(void) {
    bustle_link_def def = {0};
    def.flag = true;
    def.minimum = BUSTLE_NO_MINIMUM;
    def.maximum = BUSTLE_NO_MAXIMUM;
    return def;
}

bustle_inbox_def bustle_default_inbox_def(void) {
    bustle_inbox_def def = {0};
    def.limit = 16;
    return def;
}

bustle_action_def bustle_default_action_def(void) {
    bustle_action_def def = {0};
    def.target = BUSTLE_TARGET_INFERRED;
    def.ending = BUSTLE_ENDING_DEFAULT;
    def.preference = BUSTLE_PREFER_NOTHING;
    return def;
}

bustle_node_def bustle_default_node_def(void) {
    bustle_node_def def = {0};
    def.kind = BUSTLE_NODE_ACTION;
    def.timeout_ms = BUSTLE_DEFAULT_TIMEOUT;
    def.every_ms = 1000;
    return def;
}

bustle_sequence_def bustle_default_sequence_def(void) {
    return (bustle_sequence_def){0};
}

bustle_cue_def bustle_default_cue_def(void) {
    bustle_cue_def def = {0};
    def.preference = BUSTLE_PREFER_NOTHING;
    def.priority = -1;
    def.every_ms = 1000;
    def.again_ms = 30000;
    return def;
}

bustle_plan_entry_def bustle_default_plan_entry_def(void) {
    bustle_plan_entry_def def = {0};
    def.change = BUSTLE_REPLACING_AT_NODE;
    return def;
}

bustle_plan_def bustle_default_plan_def(void) {
    return (bustle_plan_def){0};
}

bustle_patch_def bustle_default_patch_def(void) {
    bustle_patch_def def = {0};
    def.sequence = BUSTLE_NONE;
    def.priority = 1;
    def.change = BUSTLE_REPLACING_AT_NODE;
    return def;
}

bustle_role_def bustle_default_role_def(void) {
    bustle_role_def def = {0};
    def.change = BUSTLE_REPLACING_AT_NODE;
    return def;
}

bustle_part_def bustle_default_part_def(void) {
    bustle_part_def def = {0};
    def.least = 1;
    def.most = 1;
    def.preference = BUSTLE_PREFER_NOTHING;
    return def;
}

bustle_scene_def bustle_default_scene_def(void) {
    bustle_scene_def def = {0};
    def.within = -1;
    def.priority = -1;
    def.patience_ms = 5000;
    def.limit_ms = 60000;
    def.longest_ms = 600000;
    def.rest_ms = 15000;
    return def;
}

bustle_offer_def bustle_default_offer_def(void) {
    bustle_offer_def def = {0};
    def.holders = 1;
    return def;
}

bustle_box_def bustle_default_box_def(void) {
    bustle_box_def def = {0};
    def.height = -1;
    return def;
}

bustle_entity_def bustle_default_entity_def(void) {
    bustle_entity_def def = {0};
    def.position = BUSTLE_POSITION_PUSHED;
    def.transition_memories = 10;
    def.action_memories = 15;
    def.interruption_memories = 8;
    return def;
}

bustle_place_def bustle_default_place_def(void) {
    return (bustle_place_def){0};
}
