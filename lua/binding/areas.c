/* The methods of a world about areas: who is where, and which areas lie in which. */
#include "binding.h"

typedef bustle_status one_area(const bustle_world *, bustle_entity, bustle_entity *);

/* The area that `find` finds, or nil. */
static int push_area(lua_State *L, one_area *find) {
    const world_ref *ref = check_world(L);
    const bustle_entity entity = check_entity(L, ref, 2);
    bustle_entity area = 0;
    const bustle_status status = find(ref->world, entity, &area);
    if (status != BUSTLE_OK) {
        return finish(L, ref, status, entity);
    }
    push_entity(L, area);
    return 1;
}

static int world_npc_area(lua_State *L) {
    return push_area(L, bustle_npc_area);
}

static int world_area_outer(lua_State *L) {
    return push_area(L, bustle_area_outer);
}

/* ---- Lists ---- */

static bustle_status read_areas(const question *asked, void *into, size_t capacity, size_t *count) {
    return bustle_npc_areas(asked->ref->world, asked->entity, into, capacity, count);
}

static bustle_status read_inside(
    const question *asked, void *into, size_t capacity, size_t *count) {
    return bustle_area_inside(asked->ref->world, asked->entity, into, capacity, count);
}

static int world_npc_areas(lua_State *L) {
    const world_ref *ref = check_world(L);
    const question asked = {.ref = ref, .entity = check_entity(L, ref, 2)};
    return push_entities(L, read_areas, &asked);
}

static int world_area_inside(lua_State *L) {
    const world_ref *ref = check_world(L);
    const question asked = {.ref = ref, .entity = check_entity(L, ref, 2)};
    return push_entities(L, read_inside, &asked);
}

static bustle_status read_boxes(const question *asked, void *into, size_t capacity, size_t *count) {
    return bustle_area_boxes(asked->ref->world, asked->entity, into, capacity, count);
}

static void set_length(lua_State *L, const char *key, double length) {
    push_number(L, length);
    lua_setfield(L, -2, key);
}

static void push_box(lua_State *L, const question *asked, const void *element) {
    const bustle_box_def *box = element;
    (void)asked;
    lua_createtable(L, 0, 6);
    set_length(L, "x", box->x);
    set_length(L, "y", box->y);
    set_length(L, "z", box->z);
    set_length(L, "width", box->width);
    set_length(L, "depth", box->depth);
    set_length(L, "height", box->height);
}

/* Its boxes: centres and sizes, in world coordinates. */
static int world_area_boxes(lua_State *L) {
    static const listing boxes = {sizeof(bustle_box_def), read_boxes, push_box};
    const world_ref *ref = check_world(L);
    const question asked = {.ref = ref, .entity = check_entity(L, ref, 2)};
    return push_list(L, &boxes, &asked);
}

const luaL_Reg area_methods[] = {
    {"npc_area", world_npc_area},
    {"npc_areas", world_npc_areas},
    {"area_inside", world_area_inside},
    {"area_outer", world_area_outer},
    {"area_boxes", world_area_boxes},
    {NULL, NULL},
};
