/* A room lies in a house, the house in a block, the block in the town. */
#include "blocks.h"

#include <stdio.h>

#include "../core/draft.h"

enum { BLOCK = 100, ROOM = 8 };

static void draft_area(bustle_builder *builder, const char *name, double width, const char *enter) {
    const bustle_box_def box = {width, width, -1, 0, 0, 0};
    const bustle_entity_state_def crowd = {.state = "crowd"};
    bustle_entity_def def = bustle_default_entity_def();
    def.name = name;
    def.position = BUSTLE_POSITION_STATIC;
    def.area = &box;
    def.area_count = 1;
    def.states = &crowd;
    def.state_count = 1;
    def.enter.text = enter;
    bustle_builder_add_entity(builder, &def);
}

static bustle_content *make_content(void) {
    bustle_builder *builder = bustle_builder_create(NULL);
    const bustle_action_def stand = draft_action("stand", 20000, 30000);
    const bustle_node_def idle = draft_node("stand");
    draft_state(builder, "busy");
    draft_state(builder, "crowd");
    bustle_builder_add_action(builder, &stand);
    draft_sequence(builder, "idle", &idle, 1, false);
    draft_npc(builder, "resident", "idle", NULL);
    draft_area(builder, "town", 1000000, NULL);
    draft_area(builder, "block", BLOCK, NULL);
    draft_area(builder, "house", 4 * ROOM, NULL);
    draft_area(builder, "room", ROOM, "target.crowd += 1");
    return draft_seal(builder);
}

static bool spawn(bustle_world *world, const char *definition, double x, bustle_entity *entity) {
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition =
        bustle_content_find(bustle_world_content(world), BUSTLE_KIND_ENTITY, definition);
    def.position.x = x;
    return bustle_world_spawn(world, &def, entity) == BUSTLE_OK;
}

bustle_world *open_blocks(uint32_t count, bustle_entity *npcs) {
    bustle_content *content = make_content();
    bustle_world *world = NULL;
    bustle_entity area = 0;
    const bustle_world_def def = bustle_default_world_def();
    bool ok = content != NULL && bustle_world_create(content, &def, &world) == BUSTLE_OK &&
        spawn(world, "town", 0, &area);
    for (uint32_t i = 0; ok && i < count; i++) {
        const double x = (double)i * BLOCK;
        ok = spawn(world, "block", x, &area) && spawn(world, "house", x, &area) &&
            spawn(world, "room", x, &area) && spawn(world, "room", x + ROOM + 1, &area) &&
            spawn(world, "resident", x, &npcs[i]);
    }
    bustle_content_release(content);
    if (!ok) {
        fputs("bench_counts: the blocks could not be made\n", stderr);
        bustle_world_destroy(world);
        world = NULL;
    }
    return world;
}

bool change_rooms(bustle_world *world, uint32_t count, const bustle_entity *npcs, bool second) {
    bool ok = true;
    for (uint32_t i = 0; ok && i < count; i++) {
        const bustle_position to = {(double)i * BLOCK + (second ? ROOM + 1 : 0), 0, 0};
        ok = bustle_entity_move(world, npcs[i], to) == BUSTLE_OK;
    }
    return ok;
}
