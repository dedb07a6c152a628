/* Plans and patches (S74, S75). */
#include "world/world.h"

bustle_status bustle_npc_patch_plan(
    bustle_world *w, bustle_entity handle, const bustle_patch_def *patch, uint32_t *number) {
    (void)w, (void)handle, (void)patch, (void)number;
    return BUSTLE_NO_PLAN;
}

bustle_status bustle_npc_unpatch_plan(bustle_world *w, bustle_entity handle, uint32_t number) {
    (void)w, (void)handle, (void)number;
    return BUSTLE_NO_PLAN;
}

bustle_status bustle_npc_plan(const bustle_world *w, bustle_entity handle, int64_t day,
    bustle_id *id, bustle_plan_entry *entries, size_t capacity, size_t *count) {
    (void)w, (void)handle, (void)day, (void)id, (void)entries, (void)capacity, (void)count;
    return BUSTLE_NO_PLAN;
}

bustle_status bustle_world_clock(const bustle_world *w, bustle_clock *clock) {
    (void)w, (void)clock;
    return BUSTLE_NO_CLOCK;
}

bustle_status bustle_world_set_time(bustle_world *w, int64_t day, int64_t time_ms) {
    (void)w, (void)day, (void)time_ms;
    return BUSTLE_NO_CLOCK;
}
