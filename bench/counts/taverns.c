/* Guests know their keeper by a link, so that next to nothing of what is counted is looking for a
 * receiver. */
#include "taverns.h"

#include <stdio.h>

#include "../core/draft.h"

enum { APART = 30, FOR_EVER_MS = 1000000000 };

static const char *const inboxes[] = {"orders"};

static void add_guests(bustle_builder *builder) {
    bustle_node_def order = bustle_default_node_def();
    order.name = "order";
    order.kind = BUSTLE_NODE_SEND;
    order.performs = inboxes[0];
    order.path = "keeper";
    order.await = true;
    order.timeout_ms = FOR_EVER_MS;
    const bustle_node_def visit[] = {order, draft_node("drink")};
    draft_sequence(builder, "visit", visit, 2, false);
    draft_npc(builder, "guest", "visit", NULL);
}

/* The main sequence of a keeper ends with each order that it has served. */
static void add_keepers(bustle_builder *builder) {
    bustle_node_def next = bustle_default_node_def();
    next.name = "next";
    next.kind = BUSTLE_NODE_TAKE;
    next.performs = inboxes[0];
    next.timeout_ms = FOR_EVER_MS;
    const bustle_node_def service[] = {next, draft_node("pour")};
    draft_sequence(builder, "service", service, 2, false);
    bustle_entity_def keeper = bustle_default_entity_def();
    keeper.name = "keeper";
    keeper.npc = true;
    keeper.main = "service";
    keeper.inboxes = inboxes;
    keeper.inbox_count = 1;
    bustle_builder_add_entity(builder, &keeper);
}

static bustle_content *make_content(void) {
    bustle_builder *builder = bustle_builder_create(NULL);
    const bustle_action_def drink = draft_action("drink", 1000, 2000);
    const bustle_action_def pour = draft_action("pour", 500, 1000);
    bustle_inbox_def orders = bustle_default_inbox_def();
    bustle_link_def keeper = bustle_default_link_def();
    orders.name = inboxes[0];
    keeper.name = "keeper";
    draft_state(builder, "busy");
    bustle_builder_add_inbox(builder, &orders);
    bustle_builder_add_link(builder, &keeper);
    bustle_builder_add_action(builder, &drink);
    bustle_builder_add_action(builder, &pour);
    add_guests(builder);
    add_keepers(builder);
    return draft_seal(builder);
}

static bool spawn(
    bustle_world *world, const char *definition, uint32_t tavern, bustle_entity *entity) {
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition =
        bustle_content_find(bustle_world_content(world), BUSTLE_KIND_ENTITY, definition);
    def.position.x = (double)tavern * APART;
    return bustle_world_spawn(world, &def, entity) == BUSTLE_OK;
}

bustle_world *open_taverns(uint32_t npcs) {
    bustle_content *content = make_content();
    bustle_world *world = NULL;
    const bustle_world_def def = bustle_default_world_def();
    bool ok = content != NULL && bustle_world_create(content, &def, &world) == BUSTLE_OK;
    for (uint32_t i = 0; ok && i < npcs / 2; i++) {
        bustle_entity guest = 0;
        bustle_entity keeper = 0;
        ok = spawn(world, "guest", i, &guest) && spawn(world, "keeper", i, &keeper) &&
            bustle_world_link(world, guest, 0, keeper, 1) == BUSTLE_OK;
    }
    bustle_content_release(content);
    if (!ok) {
        fputs("bench_counts: the taverns could not be made\n", stderr);
        bustle_world_destroy(world);
        world = NULL;
    }
    return world;
}
