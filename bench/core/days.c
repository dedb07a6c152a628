/* A crowd of people with plans. */
#include "days.h"

#include "crowd.h"
#include "draft.h"

/* A day of four entries, each with an action that is performed again and again. */
static bustle_content *make_content(void) {
    static const char *const names[] = {"sleep", "eat", "work", "drink"};
    bustle_builder *builder = bustle_builder_create(NULL);
    bustle_plan_entry_def entries[4];
    draft_state(builder, "busy");
    for (int i = 0; i < 4; i++) {
        const bustle_action_def action = draft_action(names[i], 8000, 16000);
        const bustle_node_def node = draft_node(names[i]);
        bustle_builder_add_action(builder, &action);
        draft_sequence(builder, names[i], &node, 1, false);
        entries[i] = bustle_default_plan_entry_def();
        entries[i].sequence = names[i];
        entries[i].change = BUSTLE_REPLACING_NOW;
        entries[i].vary = 20;
    }
    entries[0].from = 22 * 60;
    entries[0].to = entries[1].from = 6 * 60;
    entries[1].to = entries[2].from = 7 * 60;
    entries[2].to = entries[3].from = 17 * 60;
    entries[3].to = 22 * 60;
    entries[2].vary = 30;
    entries[3].vary = 40;
    bustle_plan_def plan = bustle_default_plan_def();
    plan.name = "day";
    plan.entries = entries;
    plan.entry_count = 4;
    bustle_builder_add_plan(builder, &plan);
    bustle_entity_def person = bustle_default_entity_def();
    person.name = "person";
    person.npc = true;
    person.plan = "day";
    bustle_builder_add_entity(builder, &person);
    return draft_seal(builder);
}

bustle_world *open_days(uint32_t npcs) {
    bustle_world *world = open_in_rows(make_content(), npcs);
    if (world != NULL && bustle_world_set_time(world, 0, 5 * DAYS_DAY_MS / 24) != BUSTLE_OK) {
        bustle_world_destroy(world);
        return NULL;
    }
    return world;
}
