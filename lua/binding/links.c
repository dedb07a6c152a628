/* The methods of a world about links between entities, and the paths along them. */
#include "binding.h"

/* ---- One link ---- */

/* From whom, along which kind, to whom: arguments 2 to 4. */
typedef struct ends {
    bustle_entity from;
    bustle_id kind;
    bustle_entity to;
} ends;

static ends check_ends(lua_State *L, const world_ref *ref) {
    ends e;
    e.from = check_entity(L, ref, 2);
    e.kind = check_world_id(L, ref, BUSTLE_KIND_LINK, 3);
    e.to = check_entity(L, ref, 4);
    return e;
}

static int world_link(lua_State *L) {
    world_ref *ref = check_world(L);
    const ends e = check_ends(L, ref);
    const int32_t value = lua_isnoneornil(L, 5) ? 1 : check_value(L, 5);
    luaL_argcheck(L, e.from != e.to, 4, "an entity has no link to itself");
    const bustle_status status = bustle_world_link(ref->world, e.from, e.kind, e.to, value);
    const int results = finish(L, ref, status, e.from);
    if (status == BUSTLE_LIMIT) {
        const char *which = push_description(L, ref, e.from);
        lua_pushfstring(L, "%s has as many links of the kind as it can have", which);
        lua_replace(L, -4);
        lua_pop(L, 1);
    }
    return results;
}

static int world_unlink(lua_State *L) {
    world_ref *ref = check_world(L);
    const ends e = check_ends(L, ref);
    return finish(L, ref, bustle_world_unlink(ref->world, e.from, e.kind, e.to), e.from);
}

/* Its value, or what is read where there is none, and whether there is one. */
static int world_link_value(lua_State *L) {
    const world_ref *ref = check_world(L);
    const ends e = check_ends(L, ref);
    int32_t value = 0;
    bool exists = false;
    const bustle_status status =
        bustle_entity_link(ref->world, e.from, e.kind, e.to, &value, &exists);
    if (status != BUSTLE_OK) {
        return finish(L, ref, status, e.from);
    }
    push_whole(L, value);
    lua_pushboolean(L, exists);
    return 2;
}

/* ---- All of a kind ---- */

static bustle_status read_links(const question *asked, void *into, size_t capacity, size_t *count) {
    return bustle_entity_links(
        asked->ref->world, asked->entity, asked->id, into, NULL, capacity, count);
}

/* The values of links to those in the list on top. */
static void push_values(lua_State *L, const question *asked) {
    const int list = lua_gettop(L);
    const int count = (int)raw_length(L, list);
    lua_createtable(L, count, 0);
    for (int i = 1; i <= count; i++) {
        int32_t value = 0;
        lua_rawgeti(L, list, i);
        bustle_entity_link(
            asked->ref->world, asked->entity, asked->id, check_handle(L, -1), &value, NULL);
        lua_pop(L, 1);
        push_whole(L, value);
        lua_rawseti(L, -2, i);
    }
}

/* A list of those that links of the kind lead to, and one of their values. */
static int world_links(lua_State *L) {
    const world_ref *ref = check_world(L);
    question asked = {.ref = ref, .entity = check_entity(L, ref, 2)};
    asked.id = check_world_id(L, ref, BUSTLE_KIND_LINK, 3);
    const int results = push_entities(L, read_links, &asked);
    if (!lua_istable(L, -1)) {
        return results;
    }
    push_values(L, &asked);
    return 2;
}

/* ---- Paths ---- */

#define REASON_SIZE 256

/* A path and why it is none, behind the question about it. */
typedef struct path_question {
    question asked; /* the first, so that one leads to the other */
    world_ref *ref;
    lua_State *L;
    const char *path;
    char *reason;
} path_question;

static bustle_status read_path(const question *asked, void *into, size_t capacity, size_t *count) {
    const path_question *q = (const path_question *)(const void *)asked;
    lua_State *outer = enter_core(q->L, q->ref);
    const bustle_status status = bustle_world_query(
        q->ref->world, asked->entity, q->path, into, capacity, count, q->reason, REASON_SIZE);
    leave_core(q->ref, outer);
    return status;
}

/* (entity, path): whom it finds; nil, why not, "bad_path" for what is none. */
static int world_query(lua_State *L) {
    char reason[REASON_SIZE] = "";
    world_ref *ref = check_world(L);
    path_question q = {.asked = {.ref = ref, .entity = check_entity(L, ref, 2)},
        .ref = ref,
        .L = L,
        .path = check_text(L, 3),
        .reason = reason};
    lua_settop(L, 3);
    const int results = push_entities(L, read_path, &q.asked);
    if (results == 3 && reason[0] != '\0') {
        lua_pushstring(L, reason);
        lua_replace(L, -3);
    }
    return results;
}

const luaL_Reg link_methods[] = {
    {"link", world_link},
    {"unlink", world_unlink},
    {"link_value", world_link_value},
    {"links", world_links},
    {"query", world_query},
    {NULL, NULL},
};
