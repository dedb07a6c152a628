/* Homes are in rows, so that everybody has as many others within reach among few as among many. */
#include "strollers.h"

#include <stdio.h>

#include "../core/draft.h"

enum { PLACES_IN_A_ROW = 40, APART = 5, REFRESH_MS = 1000, STROLL_MS = 16000 };

static bustle_content *make_content(void) {
    static const char *const greeted = "greet";
    bustle_builder *builder = bustle_builder_create(NULL);
    const bustle_action_def walk = draft_action("walk", 2000, 4000);
    bustle_action_def greet = draft_action("greet", 1000, 2000);
    greet.when.text = "distance <= 10 and target.busy == 0";
    const bustle_node_def day[] = {draft_node("walk"), draft_node("greet")};
    const bustle_entity_state_def has_busy = {.state = "busy"};
    bustle_entity_def stroller = bustle_default_entity_def();
    stroller.name = "stroller";
    stroller.npc = true;
    stroller.main = "day";
    stroller.states = &has_busy;
    stroller.state_count = 1;
    stroller.accepts = &greeted;
    stroller.accept_count = 1;
    stroller.position = BUSTLE_POSITION_QUERIED;
    stroller.position_refresh_ms = REFRESH_MS;
    draft_state(builder, "busy");
    bustle_builder_add_action(builder, &walk);
    bustle_builder_add_action(builder, &greet);
    draft_sequence(builder, "day", day, 2, false);
    bustle_builder_add_entity(builder, &stroller);
    return draft_seal(builder);
}

/* Its number is the user value. Everybody goes away from home and back, a unit a second, neighbours
 * in turn. */
static bustle_position place_of(uintptr_t number, int64_t now) {
    const int64_t into = (now + (int64_t)number * REFRESH_MS) % STROLL_MS;
    const int64_t away = into < STROLL_MS / 2 ? into : STROLL_MS - into;
    const uintptr_t row = number / PLACES_IN_A_ROW;
    return (bustle_position){
        (double)(number % PLACES_IN_A_ROW) * APART + (double)away / 1000, (double)row * APART, 0};
}

static int answer_position(
    void *context, bustle_world *world, bustle_entity entity, bustle_position *position) {
    (void)context;
    const uintptr_t number = (uintptr_t)bustle_entity_user(world, entity);
    *position = place_of(number, bustle_world_now(world));
    return 1;
}

bustle_world *open_strollers(uint32_t npcs) {
    bustle_content *content = make_content();
    bustle_world *world = NULL;
    bustle_world_def def = bustle_default_world_def();
    bustle_spawn_def stroller = bustle_default_spawn_def();
    stroller.definition = 0;
    def.callbacks.query_position = answer_position;
    bool ok = content != NULL && bustle_world_create(content, &def, &world) == BUSTLE_OK;
    for (uint32_t i = 0; ok && i < npcs; i++) {
        bustle_entity entity;
        stroller.position = place_of(i, 0);
        stroller.user = (void *)(uintptr_t)i; /* NOLINT(performance-no-int-to-ptr): a number */
        ok = bustle_world_spawn(world, &stroller, &entity) == BUSTLE_OK;
    }
    bustle_content_release(content);
    if (!ok) {
        fputs("bench_counts: the strollers could not be made\n", stderr);
        bustle_world_destroy(world);
        world = NULL;
    }
    return world;
}
