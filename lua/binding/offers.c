/* The methods of a world about offers: what entities offer, who holds it, and the game's hand on
 * both. */
#include "binding.h"

/* ---- Providers ---- */

static bustle_status read_offers(
    const question *asked, void *into, size_t capacity, size_t *count) {
    return bustle_entity_offers(asked->ref->world, asked->entity, into, capacity, count);
}

static void push_offering(lua_State *L, const question *asked, const void *element) {
    const bustle_offering *offering = element;
    (void)asked;
    lua_createtable(L, 0, 4);
    set_id(L, "offer", offering->offer);
    set_id(L, "sequence", offering->sequence);
    set_number(L, "holders", offering->holders);
    set_number(L, "taken", offering->taken);
}

static int world_entity_offers(lua_State *L) {
    static const listing offers = {sizeof(bustle_offering), read_offers, push_offering};
    const world_ref *ref = check_world(L);
    const question asked = {.ref = ref, .entity = check_entity(L, ref, 2)};
    return push_list(L, &offers, &asked);
}

static bustle_status read_holders(
    const question *asked, void *into, size_t capacity, size_t *count) {
    return bustle_entity_holders(
        asked->ref->world, asked->entity, asked->id, into, capacity, count);
}

/* (entity [, offer]): who holds it there, or anything. */
static int world_entity_holders(lua_State *L) {
    const world_ref *ref = check_world(L);
    question asked = {.ref = ref, .entity = check_entity(L, ref, 2)};
    asked.id = lua_isnoneornil(L, 3) ? BUSTLE_NONE : check_world_id(L, ref, BUSTLE_KIND_OFFER, 3);
    return push_entities(L, read_holders, &asked);
}

/* How many lose it. */
static int world_entity_revoke(lua_State *L) {
    world_ref *ref = check_world(L);
    const bustle_entity entity = check_entity(L, ref, 2);
    const bustle_id offer = check_world_id(L, ref, BUSTLE_KIND_OFFER, 3);
    uint32_t count = 0;
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_entity_revoke(ref->world, entity, offer, &count);
    leave_core(ref, outer);
    if (status != BUSTLE_OK) {
        return finish(L, ref, status, entity);
    }
    push_whole(L, count);
    return 1;
}

/* ---- Holders ---- */

static bustle_status read_places(
    const question *asked, void *into, size_t capacity, size_t *count) {
    return bustle_npc_places(asked->ref->world, asked->entity, into, capacity, count);
}

static void push_place(lua_State *L, const question *asked, const void *element) {
    const bustle_place *place = element;
    (void)asked;
    lua_createtable(L, 0, 7);
    set_id(L, "offer", place->offer);
    set_id(L, "sequence", place->sequence);
    set_entity(L, "provider", place->provider);
    set_id(L, "activity", place->activity);
    set_flag(L, "held", place->held);
    set_flag(L, "undone", place->undone);
    set_flag(L, "revoked", place->revoked);
}

static int world_npc_places(lua_State *L) {
    static const listing places = {sizeof(bustle_place), read_places, push_place};
    const world_ref *ref = check_world(L);
    const question asked = {.ref = ref, .entity = check_entity(L, ref, 2)};
    return push_list(L, &places, &asked);
}

/* (npc, offer, provider [, priority]) */
static int world_npc_request(lua_State *L) {
    world_ref *ref = check_world(L);
    const bustle_entity npc = check_entity(L, ref, 2);
    const bustle_id offer = check_world_id(L, ref, BUSTLE_KIND_OFFER, 3);
    const bustle_entity provider = check_entity(L, ref, 4);
    const int32_t priority = (int32_t)opt_whole(L, 5, INT16_MIN, INT16_MAX, 0);
    luaL_argcheck(L, npc != provider, 4, "an NPC asks others, not itself");
    lua_State *outer = enter_core(L, ref);
    const bustle_status status = bustle_npc_request(ref->world, npc, offer, provider, priority);
    leave_core(ref, outer);
    return finish(L, ref, status, npc);
}

const luaL_Reg offer_methods[] = {
    {"entity_offers", world_entity_offers},
    {"entity_holders", world_entity_holders},
    {"entity_revoke", world_entity_revoke},
    {"npc_places", world_npc_places},
    {"npc_request", world_npc_request},
    {NULL, NULL},
};
