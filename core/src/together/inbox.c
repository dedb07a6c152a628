/* Inboxes and messages (S69). */
#include "bustle.h"

bustle_status bustle_entity_send(
    bustle_world *w, bustle_entity from, bustle_id inbox, bustle_entity to, int32_t value) {
    (void)from, (void)inbox, (void)to, (void)value;
    return w == NULL ? BUSTLE_BAD_ARGUMENT : BUSTLE_NO_INBOX;
}

bustle_status bustle_npc_inbox(const bustle_world *w, bustle_entity npc, bustle_id inbox,
    bustle_message *messages, size_t capacity, size_t *count) {
    (void)npc, (void)inbox, (void)messages, (void)capacity, (void)count;
    return w == NULL ? BUSTLE_BAD_ARGUMENT : BUSTLE_NO_INBOX;
}

bustle_status bustle_entity_meeting(const bustle_world *w, bustle_entity entity, bustle_id meeting,
    bustle_entity *npcs, size_t capacity, size_t *count) {
    (void)entity, (void)meeting, (void)npcs, (void)capacity;
    if (w == NULL || count == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    *count = 0;
    return BUSTLE_OK;
}
