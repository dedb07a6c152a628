/* Whoever looks for somebody walks long enough for everybody to be available again: who was in a
 * scene has rested, and has done something else since. */
#include "rooms.h"

#include <stdio.h>

#include "../core/draft.h"

enum { REACH = 10 };

/* Condition and reach of the action and of the part are the same. */
static bustle_content *make_content(void) {
    bustle_builder *builder = bustle_builder_create(NULL);
    const bustle_action_def stand = draft_action("stand", 2000, 3000);
    const bustle_action_def walk = draft_action("walk", 15000, 20000);
    const bustle_action_def nod = draft_action("nod", 100, 0);
    bustle_action_def greet = draft_action("greet", 1000, 0);
    greet.when.text = "distance <= 10 and target.busy == 0";
    const bustle_node_def day[] = {
        draft_node("walk"), draft_node("greet"), draft_begins("nodding", "first")};
    const bustle_node_def idle = draft_node("stand");
    const bustle_node_def part = draft_node("nod");
    bustle_scene_def nodding = bustle_default_scene_def();
    nodding.name = "nodding";
    nodding.within = REACH;
    nodding.rest_ms = 1000;
    draft_state(builder, "busy");
    bustle_builder_add_action(builder, &stand);
    bustle_builder_add_action(builder, &walk);
    bustle_builder_add_action(builder, &nod);
    bustle_builder_add_action(builder, &greet);
    draft_sequence(builder, "day", day, 3, false);
    draft_sequence(builder, "idle", &idle, 1, false);
    draft_sequence(builder, "first", &part, 1, false);
    draft_sequence(builder, "second", &part, 1, false);
    draft_scene(builder, &nodding, "first", "second", "guest", "self.busy == 0");
    draft_npc(builder, "host", "day", NULL);
    draft_npc(builder, "guest", "idle", "greet");
    return draft_seal(builder);
}

static bool spawn(bustle_world *world, const char *definition, uint32_t room, uint32_t place) {
    bustle_entity entity;
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition =
        bustle_content_find(bustle_world_content(world), BUSTLE_KIND_ENTITY, definition);
    def.position.x = (double)room * 3 * REACH + (double)place / 8;
    return bustle_world_spawn(world, &def, &entity) == BUSTLE_OK;
}

bustle_world *open_rooms(uint32_t rooms, uint32_t candidates) {
    bustle_content *content = make_content();
    bustle_world *world = NULL;
    const bustle_world_def def = bustle_default_world_def();
    bool ok = content != NULL && bustle_world_create(content, &def, &world) == BUSTLE_OK;
    for (uint32_t room = 0; ok && room < rooms; room++) {
        ok = spawn(world, "host", room, 0);
        for (uint32_t i = 1; ok && i <= candidates; i++) {
            ok = spawn(world, "guest", room, i);
        }
    }
    bustle_content_release(content);
    if (!ok) {
        fputs("bench_counts: the rooms could not be made\n", stderr);
        bustle_world_destroy(world);
        world = NULL;
    }
    return world;
}
