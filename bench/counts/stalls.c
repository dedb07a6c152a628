/* Condition and reach of the action and of the request are the same; the offer adds its places. */
#include "stalls.h"

#include <stdio.h>

#include "../core/draft.h"

enum { REACH = 10 };

static const char near_and_idle[] = "distance <= 10 and target.busy == 0";

static void add_stall(bustle_builder *builder) {
    const bustle_entity_state_def has_busy = {.state = "busy"};
    static const char *const greeted = "greet";
    bustle_offer_def serve = bustle_default_offer_def();
    serve.name = "serve";
    serve.sequence = "served";
    bustle_entity_def stall = bustle_default_entity_def();
    stall.name = "stall";
    stall.states = &has_busy;
    stall.state_count = 1;
    stall.accepts = &greeted;
    stall.accept_count = 1;
    stall.offers = &serve;
    stall.offer_count = 1;
    bustle_builder_add_entity(builder, &stall);
}

static bustle_content *make_content(void) {
    static const char *const asked = "serve";
    bustle_builder *builder = bustle_builder_create(NULL);
    const bustle_action_def walk = draft_action("walk", 2000, 3000);
    const bustle_action_def nod = draft_action("nod", 100, 0);
    bustle_action_def greet = draft_action("greet", 1000, 0);
    greet.when.text = near_and_idle;
    bustle_node_def asks = draft_node(NULL);
    asks.kind = BUSTLE_NODE_REQUEST;
    asks.offers = &asked;
    asks.offer_count = 1;
    asks.when.text = near_and_idle;
    const bustle_node_def day[] = {draft_node("walk"), draft_node("greet"), asks};
    const bustle_node_def served = draft_node("nod");
    draft_state(builder, "busy");
    bustle_builder_add_action(builder, &walk);
    bustle_builder_add_action(builder, &nod);
    bustle_builder_add_action(builder, &greet);
    draft_sequence(builder, "day", day, 3, false);
    draft_sequence(builder, "served", &served, 1, false);
    add_stall(builder);
    draft_npc(builder, "visitor", "day", NULL);
    return draft_seal(builder);
}

static bool spawn(bustle_world *world, const char *definition, uint32_t market, uint32_t place) {
    bustle_entity entity;
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition =
        bustle_content_find(bustle_world_content(world), BUSTLE_KIND_ENTITY, definition);
    def.position.x = (double)market * 3 * REACH + (double)place / 8;
    return bustle_world_spawn(world, &def, &entity) == BUSTLE_OK;
}

bustle_world *open_stalls(uint32_t markets, uint32_t stalls) {
    bustle_content *content = make_content();
    bustle_world *world = NULL;
    const bustle_world_def def = bustle_default_world_def();
    bool ok = content != NULL && bustle_world_create(content, &def, &world) == BUSTLE_OK;
    for (uint32_t market = 0; ok && market < markets; market++) {
        ok = spawn(world, "visitor", market, 0);
        for (uint32_t i = 1; ok && i <= stalls; i++) {
            ok = spawn(world, "stall", market, i);
        }
    }
    bustle_content_release(content);
    if (!ok) {
        fputs("bench_counts: the stalls could not be made\n", stderr);
        bustle_world_destroy(world);
        world = NULL;
    }
    return world;
}
