/* The actions, the people and their places are the same with and without scenes, so that what is
 * counted differs in nothing but how an action comes to be started. */
#include "couples.h"

#include <stdio.h>

#include "../core/draft.h"

enum { REACH = 10, FOR_EVER_MS = 1000000000 };

static void add_actions(bustle_builder *builder) {
    const bustle_action_def stand = draft_action("stand", 1000, 0);
    bustle_action_def meet = draft_action("meet", 1000, 2000);
    bustle_action_def talk = draft_action("talk", 2000, 4000);
    meet.when.text = "distance <= 10 and target.busy == 0";
    talk.when.text = "target.busy == 0";
    draft_state(builder, "busy");
    bustle_builder_add_action(builder, &stand);
    bustle_builder_add_action(builder, &meet);
    bustle_builder_add_action(builder, &talk);
}

/* Guests stand about until hosts have begun; from then on there is no end. */
static void add_scene(bustle_builder *builder) {
    const bustle_node_def stand = draft_node("stand");
    const bustle_node_def talk = draft_aimed("talk");
    const bustle_node_def begins = draft_begins("chat", "asks");
    bustle_scene_def chat = bustle_default_scene_def();
    chat.name = "chat";
    chat.within = REACH;
    chat.longest_ms = FOR_EVER_MS;
    draft_sequence(builder, "asks", &talk, 1, true);
    draft_sequence(builder, "answers", &talk, 1, true);
    draft_sequence(builder, "hosting", &begins, 1, false);
    draft_sequence(builder, "visit", &stand, 1, false);
    draft_scene(builder, &chat, "asks", "answers", "guest", "self.busy == 0");
    draft_npc(builder, "host", "hosting", "meet");
    draft_npc(builder, "guest", "visit", "meet");
}

/* Everybody finds the other once, and talks to it from then on. */
static void add_plain(bustle_builder *builder) {
    bustle_node_def day[] = {draft_node("meet"), draft_node("talk")};
    day[1].same_target = true;
    draft_sequence(builder, "day", day, 2, true);
    draft_npc(builder, "host", "day", "meet");
    draft_npc(builder, "guest", "day", "meet");
}

static bool spawn(bustle_world *world, const char *definition, uint32_t couple) {
    bustle_entity entity;
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition =
        bustle_content_find(bustle_world_content(world), BUSTLE_KIND_ENTITY, definition);
    def.position.x = (double)couple * 3 * REACH;
    return bustle_world_spawn(world, &def, &entity) == BUSTLE_OK;
}

bustle_world *open_couples(uint32_t npcs, bool together) {
    bustle_builder *builder = bustle_builder_create(NULL);
    add_actions(builder);
    if (together) {
        add_scene(builder);
    } else {
        add_plain(builder);
    }
    bustle_content *content = draft_seal(builder);
    bustle_world *world = NULL;
    const bustle_world_def def = bustle_default_world_def();
    bool ok = content != NULL && bustle_world_create(content, &def, &world) == BUSTLE_OK;
    for (uint32_t i = 0; ok && i < npcs / 2; i++) {
        ok = spawn(world, "host", i) && spawn(world, "guest", i);
    }
    bustle_content_release(content);
    if (!ok) {
        fputs("bench_counts: the couples could not be made\n", stderr);
        bustle_world_destroy(world);
        world = NULL;
    }
    return world;
}
