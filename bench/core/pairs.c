/* A crowd of people who begin scenes with each other. */
#include "pairs.h"

#include "crowd.h"
#include "draft.h"

/* Everybody stands for a while, then has a chat with somebody near, in three phases; if nobody is
 * free, it stands on. */
static bustle_content *make_content(void) {
    bustle_builder *builder = bustle_builder_create(NULL);
    const bustle_action_def stand = draft_action("stand", 1000, 3000);
    bustle_action_def talk = draft_action("talk", 1000, 2000);
    talk.target = BUSTLE_TARGET_TAKEN;
    bustle_scene_def chat = bustle_default_scene_def();
    chat.name = "chat";
    chat.within = 10;
    chat.rest_ms = 1000;
    const bustle_node_def phases[] = {
        draft_aimed("talk"), draft_aimed("talk"), draft_aimed("talk")};
    const bustle_node_def day[] = {draft_node("stand"), draft_begins("chat", "begins")};
    draft_state(builder, "busy");
    bustle_builder_add_action(builder, &stand);
    bustle_builder_add_action(builder, &talk);
    draft_sequence(builder, "begins", phases, 3, false);
    draft_sequence(builder, "joins", phases, 3, false);
    draft_sequence(builder, "day", day, 2, false);
    draft_scene(builder, &chat, "begins", "joins", "person", "self.busy == 0");
    draft_npc(builder, "person", "day", NULL);
    return draft_seal(builder);
}

bustle_world *open_pairs(uint32_t npcs) {
    return open_in_rows(make_content(), npcs);
}
