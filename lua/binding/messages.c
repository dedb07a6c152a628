/* The methods of a world about messages and meetings. */
#include "binding.h"

/* (from, inbox, to, value) */
static int world_send(lua_State *L) {
    world_ref *ref = check_world(L);
    const bustle_entity from = check_entity(L, ref, 2);
    const bustle_id inbox = check_world_id(L, ref, BUSTLE_KIND_INBOX, 3);
    const bustle_entity to = check_entity(L, ref, 4);
    const int32_t value = lua_isnoneornil(L, 5) ? 0 : check_value(L, 5);
    luaL_argcheck(L, from != to, 4, "nobody sends to itself");
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_entity_send(ref->world, from, inbox, to, value);
    leave_core(ref, outer);
    if (status == BUSTLE_NOT_NPC) {
        const char *which = push_description(L, ref, to);
        return luaL_argerror(L, 4, lua_pushfstring(L, "%s is a prop, not an NPC", which));
    }
    return finish(L, ref, status, to);
}

/* ---- Inboxes ---- */

static bustle_status read_inbox(const question *asked, void *into, size_t capacity, size_t *count) {
    return bustle_npc_inbox(asked->ref->world, asked->entity, asked->id, into, capacity, count);
}

static void push_message(lua_State *L, const question *asked, const void *element) {
    const bustle_message *message = element;
    (void)asked;
    lua_createtable(L, 0, 5);
    set_id(L, "inbox", message->inbox);
    set_entity(L, "sender", message->sender);
    set_number(L, "value", message->value);
    set_number(L, "time", message->time);
    set_flag(L, "awaited", message->awaited);
}

/* (npc [, inbox]): the messages in it, or in all of its inboxes. */
static int world_npc_inbox(lua_State *L) {
    static const listing messages = {sizeof(bustle_message), read_inbox, push_message};
    const world_ref *ref = check_world(L);
    question asked = {.ref = ref, .entity = check_entity(L, ref, 2)};
    asked.id = lua_isnoneornil(L, 3) ? BUSTLE_NONE : check_world_id(L, ref, BUSTLE_KIND_INBOX, 3);
    return push_list(L, &messages, &asked);
}

/* ---- Meetings ---- */

static bustle_status read_meeting(
    const question *asked, void *into, size_t capacity, size_t *count) {
    return bustle_entity_meeting(
        asked->ref->world, asked->entity, asked->id, into, capacity, count);
}

/* (entity [, meeting]): who waits there under that name, or any. */
static int world_entity_meeting(lua_State *L) {
    const world_ref *ref = check_world(L);
    question asked = {.ref = ref, .entity = check_entity(L, ref, 2)};
    asked.id = lua_isnoneornil(L, 3) ? BUSTLE_NONE : check_world_id(L, ref, BUSTLE_KIND_MEETING, 3);
    return push_entities(L, read_meeting, &asked);
}

const luaL_Reg message_methods[] = {
    {"send", world_send},
    {"npc_inbox", world_npc_inbox},
    {"entity_meeting", world_entity_meeting},
    {NULL, NULL},
};
