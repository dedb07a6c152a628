/* Condition and reach of the action and of the request are the same; the offer adds its places. */
#include "stalls.h"

#include <stdio.h>

#include "../core/draft.h"

enum { REACH = 10, SHUNNED = 5 }; /* every fifth stall is linked to */

static const char near_and_idle[] = "distance <= 10 and target.busy == 0";
static const char near_and_not_shunned[] = "distance <= 10 and self.shuns(target) == 0";

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

static void add_link(bustle_builder *builder) {
    bustle_link_def link = bustle_default_link_def();
    link.name = "shuns";
    bustle_builder_add_link(builder, &link);
}

static bustle_content *make_content(bool by_links) {
    static const char *const asked = "serve";
    const char *const when = by_links ? near_and_not_shunned : near_and_idle;
    bustle_builder *builder = bustle_builder_create(NULL);
    const bustle_action_def walk = draft_action("walk", 2000, 3000);
    const bustle_action_def nod = draft_action("nod", 100, 0);
    bustle_action_def greet = draft_action("greet", 1000, 0);
    greet.when.text = when;
    bustle_node_def asks = draft_node(NULL);
    asks.kind = BUSTLE_NODE_REQUEST;
    asks.offers = &asked;
    asks.offer_count = 1;
    asks.when.text = when;
    const bustle_node_def day[] = {draft_node("walk"), draft_node("greet"), asks};
    const bustle_node_def served = draft_node("nod");
    draft_state(builder, "busy");
    if (by_links) {
        add_link(builder);
    }
    bustle_builder_add_action(builder, &walk);
    bustle_builder_add_action(builder, &nod);
    bustle_builder_add_action(builder, &greet);
    draft_sequence(builder, "day", day, 3, false);
    draft_sequence(builder, "served", &served, 1, false);
    add_stall(builder);
    draft_npc(builder, "visitor", "day", NULL);
    return draft_seal(builder);
}

static bool spawn(bustle_world *world, const char *definition, uint32_t market, uint32_t place,
    bustle_entity *entity) {
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition =
        bustle_content_find(bustle_world_content(world), BUSTLE_KIND_ENTITY, definition);
    def.position.x = (double)market * 3 * REACH + (double)place / 8;
    return bustle_world_spawn(world, &def, entity) == BUSTLE_OK;
}

static bool open_market(bustle_world *world, uint32_t market, uint32_t stalls, bool by_links) {
    const bustle_id shuns =
        bustle_content_find(bustle_world_content(world), BUSTLE_KIND_LINK, "shuns");
    bustle_entity visitor;
    bustle_entity stall;
    bool ok = spawn(world, "visitor", market, 0, &visitor);
    for (uint32_t i = 1; ok && i <= stalls; i++) {
        ok = spawn(world, "stall", market, i, &stall);
        if (ok && by_links && i % SHUNNED == 0) {
            ok = bustle_world_link(world, visitor, shuns, stall, 1) == BUSTLE_OK;
        }
    }
    return ok;
}

bustle_world *open_stalls(uint32_t markets, uint32_t stalls, bool by_links) {
    bustle_content *content = make_content(by_links);
    bustle_world *world = NULL;
    const bustle_world_def def = bustle_default_world_def();
    bool ok = content != NULL && bustle_world_create(content, &def, &world) == BUSTLE_OK;
    for (uint32_t market = 0; ok && market < markets; market++) {
        ok = open_market(world, market, stalls, by_links);
    }
    bustle_content_release(content);
    if (!ok) {
        fputs("bench_counts: the stalls could not be made\n", stderr);
        bustle_world_destroy(world);
        world = NULL;
    }
    return world;
}
