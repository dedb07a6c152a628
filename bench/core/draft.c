/* Definitions that say only what matters. Names of parts are those of their sequences. */
#include "draft.h"

#include <stdio.h>

void draft_state(bustle_builder *builder, const char *name) {
    bustle_state_def state = bustle_default_state_def();
    state.name = name;
    bustle_builder_add_state(builder, &state);
}

bustle_action_def draft_action(const char *name, int32_t ms, int32_t most_ms) {
    bustle_action_def action = bustle_default_action_def();
    action.name = name;
    action.duration_ms = ms;
    action.duration_max_ms = most_ms;
    return action;
}

bustle_node_def draft_node(const char *action) {
    bustle_node_def node = bustle_default_node_def();
    node.performs = action;
    return node;
}

bustle_node_def draft_aimed(const char *action) {
    bustle_node_def node = draft_node(action);
    node.at_member = true;
    return node;
}

bustle_node_def draft_begins(const char *scene, const char *as) {
    bustle_node_def node = draft_node(scene);
    node.kind = BUSTLE_NODE_SCENE;
    node.as = as;
    node.failed = "END";
    return node;
}

void draft_sequence(bustle_builder *builder, const char *name, const bustle_node_def *nodes,
    size_t count, bool again) {
    static const char *const names[DRAFT_NODES] = {"1", "2", "3", "4"};
    bustle_node_def made[DRAFT_NODES];
    bustle_transition_def ways[DRAFT_NODES];
    for (size_t i = 0; i < count; i++) {
        const bool last = i + 1 == count;
        made[i] = nodes[i];
        made[i].name = names[i];
        ways[i] = (bustle_transition_def){.to = !last ? names[i + 1] : again ? names[i] : "END"};
        made[i].transitions = &ways[i];
        made[i].transition_count = 1;
    }
    bustle_sequence_def sequence = bustle_default_sequence_def();
    sequence.name = name;
    sequence.entry = names[0];
    sequence.nodes = made;
    sequence.node_count = count;
    bustle_builder_add_sequence(builder, &sequence);
}

void draft_scene(bustle_builder *builder, const bustle_scene_def *scene, const char *first,
    const char *second, const char *who, const char *when) {
    bustle_part_def parts[2] = {bustle_default_part_def(), bustle_default_part_def()};
    parts[0].name = first;
    parts[0].sequence = first;
    parts[1].name = second;
    parts[1].sequence = second;
    parts[1].who = &who;
    parts[1].who_count = 1;
    parts[1].when.text = when;
    bustle_scene_def made = *scene;
    made.parts = parts;
    made.part_count = 2;
    bustle_builder_add_scene(builder, &made);
}

void draft_npc(bustle_builder *builder, const char *name, const char *main, const char *accepts) {
    const bustle_entity_state_def has_busy = {.state = "busy"};
    bustle_entity_def npc = bustle_default_entity_def();
    npc.name = name;
    npc.npc = true;
    npc.main = main;
    npc.states = &has_busy;
    npc.state_count = 1;
    npc.tags = &name;
    npc.tag_count = 1;
    npc.accepts = &accepts;
    npc.accept_count = accepts == NULL ? 0 : 1;
    bustle_builder_add_entity(builder, &npc);
}

bustle_content *draft_seal(bustle_builder *builder) {
    bustle_content *content = NULL;
    if (bustle_builder_seal(builder, &content) != BUSTLE_OK) {
        bustle_problem problem = {.text = "no memory"};
        (void)bustle_builder_problem(builder, 0, &problem);
        fprintf(stderr, "bench: content cannot be sealed: %s\n", problem.text);
    }
    bustle_builder_destroy(builder);
    return content;
}
