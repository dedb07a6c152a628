/* `core.seal`, `core.compile` and the methods of a content. The core's shape.c says what the tables
 * look like. */
#include "tables.h"

#include <string.h>

/* ---- The builder while it is at work, owned by Lua so that an error frees it ---- */

#define BUILDER_TYPE "bustle.builder"

static bustle_builder **push_builder(lua_State *L) {
    bustle_builder **builder = new_userdata(L, sizeof(bustle_builder *));
    *builder = NULL;
    luaL_getmetatable(L, BUILDER_TYPE);
    lua_setmetatable(L, -2);
    bustle_allocator memory;
    memory.resize = lua_getallocf(L, &memory.context);
    *builder = bustle_builder_create(&memory);
    if (*builder == NULL) {
        luaL_error(L, "not enough memory");
    }
    return builder;
}

static int builder_gc(lua_State *L) {
    bustle_builder **builder = luaL_checkudata(L, 1, BUILDER_TYPE);
    bustle_builder_destroy(*builder);
    *builder = NULL;
    return 0;
}

/* ---- Sealing ---- */

/* The keys of the lists, and of what kind each is. */
static const char *const lists[] = {"states", "environment", "interruptions", "actions",
    "sequences", "entities", "roles", "scenes", "links", "inboxes", "plans", "places", NULL};
static const unsigned list_kinds[] = {BUSTLE_KIND_STATE, BUSTLE_KIND_ENVIRONMENT,
    BUSTLE_KIND_INTERRUPTION, BUSTLE_KIND_ACTION, BUSTLE_KIND_SEQUENCE, BUSTLE_KIND_ENTITY,
    BUSTLE_KIND_ROLE, BUSTLE_KIND_SCENE, BUSTLE_KIND_LINK, BUSTLE_KIND_INBOX, BUSTLE_KIND_PLAN,
    KIND_PLACE};

static void add_all(
    lua_State *L, bustle_builder *builder, reader *r, const char *list, unsigned kind) {
    const shape *form = bsl_definition_shapes[kind];
    lua_pushstring(L, list);
    lua_rawget(L, 1);
    if (!lua_isnil(L, -1) && !lua_istable(L, -1)) {
        luaL_argerror(
            L, 1, lua_pushfstring(L, "'%s': list expected, got %s", list, luaL_typename(L, -1)));
    }
    const size_t count = lua_isnil(L, -1) ? 0 : raw_length(L, -1);
    for (size_t i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (int)i);
        const bustle_status status =
            bsl_builder_add(builder, kind, read_definition(r, form, list, i));
        if (status != BUSTLE_OK) {
            luaL_error(L, "%s",
                status == BUSTLE_NO_MEMORY ? "not enough memory" : bustle_status_text(status));
        }
        lua_pop(L, 1);
        reader_reset(r);
    }
    lua_pop(L, 1);
}

static void push_problems(lua_State *L, const bustle_builder *builder) {
    const size_t count = bustle_builder_problem_count(builder);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        bustle_problem problem;
        bustle_builder_problem(builder, i, &problem);
        lua_createtable(L, 0, 7);
        set_text(L, "severity", problem.severity == BUSTLE_ERROR ? "error" : "warning");
        set_text(L, "code", problem.code);
        set_text(L, "kind", problem.kind);
        set_text(L, "thing", problem.thing);
        set_text(L, "origin", problem.origin);
        set_text(L, "text", problem.text);
        set_text(L, "cure", problem.cure);
        lua_rawseti(L, -2, (int)(i + 1));
    }
}

static content_ref *push_content(lua_State *L) {
    content_ref *ref = new_userdata(L, sizeof *ref);
    ref->content = NULL;
    luaL_getmetatable(L, CONTENT_TYPE);
    lua_setmetatable(L, -2);
    return ref;
}

/* Pushes a builder with everything in the tables of argument 1. */
static bustle_builder **push_filled_builder(lua_State *L) {
    check_table(L, 1);
    check_keys(L, 1, lists);
    bustle_builder **builder = push_builder(L);
    reader r = reader_start(L);
    for (size_t i = 0; lists[i] != NULL; i++) {
        add_all(L, *builder, &r, lists[i], list_kinds[i]);
    }
    return builder;
}

/* Pushes the content, or nil if it has errors. */
static bustle_status push_sealed(lua_State *L, bustle_builder *builder) {
    content_ref *ref = push_content(L);
    const bustle_status status = bustle_builder_seal(builder, &ref->content);
    if (status != BUSTLE_OK && status != BUSTLE_PROBLEMS) {
        luaL_error(L, "not enough memory");
    }
    if (status == BUSTLE_PROBLEMS) {
        lua_pushnil(L);
    }
    return status;
}

static void end_builder(bustle_builder **builder) {
    bustle_builder_destroy(*builder);
    *builder = NULL;
}

int core_seal(lua_State *L) {
    lua_settop(L, 1);
    bustle_builder **builder = push_filled_builder(L);
    push_sealed(L, *builder);
    push_problems(L, *builder);
    end_builder(builder);
    return 2;
}

/* Stands in for a function that only the program that loads the bytes has. */
static int absent(void *context, bustle_world *world, bustle_call *call) {
    (void)context;
    (void)world;
    (void)call;
    return -1;
}

/* For the list of names in argument 2. */
static void bind_absent(lua_State *L, bustle_builder *builder) {
    const size_t count = raw_length(L, 2);
    for (size_t i = 1; i <= count; i++) {
        lua_rawgeti(L, 2, (int)i);
        luaL_checktype(L, -1, LUA_TSTRING);
        if (bustle_builder_bind(builder, lua_tostring(L, -1), absent, NULL) != BUSTLE_OK) {
            luaL_error(L, "not enough memory");
        }
        lua_pop(L, 1);
    }
}

/* (tables [, names of functions that the content calls]): the bytes of bustle_builder_save, for
 * content without errors; else nil and the problems. */
int core_compile(lua_State *L) {
    lua_settop(L, 2);
    bustle_builder **builder = push_filled_builder(L);
    if (!lua_isnil(L, 2)) {
        check_table(L, 2);
        bind_absent(L, *builder);
    }
    if (push_sealed(L, *builder) == BUSTLE_OK) {
        size_t size = 0;
        bustle_builder_save(*builder, NULL, 0, &size);
        char *bytes = new_userdata(L, size);
        if (bustle_builder_save(*builder, bytes, size, &size) != BUSTLE_OK) {
            return luaL_error(L, "the content is too large");
        }
        lua_pushlstring(L, bytes, size);
    }
    push_problems(L, *builder);
    end_builder(builder);
    return 2;
}

/* ---- Content ---- */

content_ref *check_content(lua_State *L, int arg) {
    content_ref *ref = luaL_checkudata(L, arg, CONTENT_TYPE);
    if (ref->content == NULL) {
        luaL_argerror(L, arg, "the content has been finalised");
    }
    return ref;
}

static int content_gc(lua_State *L) {
    content_ref *ref = luaL_checkudata(L, 1, CONTENT_TYPE);
    bustle_content_release(ref->content);
    ref->content = NULL;
    return 0;
}

static int content_find(lua_State *L) {
    const content_ref *ref = check_content(L, 1);
    const bustle_kind kind = check_kind(L, 2);
    push_id(L, bustle_content_find(ref->content, kind, check_text(L, 3)));
    return 1;
}

static int content_name(lua_State *L) {
    const content_ref *ref = check_content(L, 1);
    const bustle_kind kind = check_kind(L, 2);
    push_text(L, bustle_content_name(ref->content, kind, check_id(L, ref->content, kind, 3)));
    return 1;
}

static int content_count(lua_State *L) {
    const content_ref *ref = check_content(L, 1);
    push_whole(L, bustle_content_count(ref->content, check_kind(L, 2)));
    return 1;
}

static int content_node_name(lua_State *L) {
    const content_ref *ref = check_content(L, 1);
    const bustle_id sequence = check_id(L, ref->content, BUSTLE_KIND_SEQUENCE, 2);
    const uint32_t node = (uint32_t)check_whole(L, 3, 0, BUSTLE_NONE - 1);
    const char *name = bustle_content_node_name(ref->content, sequence, node);
    if (name == NULL) {
        return luaL_argerror(L, 3,
            lua_pushfstring(L, "the sequence '%s' has no node %d",
                bustle_content_name(ref->content, BUSTLE_KIND_SEQUENCE, sequence), (int)node));
    }
    lua_pushstring(L, name);
    return 1;
}

static int content_part_name(lua_State *L) {
    const content_ref *ref = check_content(L, 1);
    const bustle_id scene = check_id(L, ref->content, BUSTLE_KIND_SCENE, 2);
    const uint32_t part = (uint32_t)check_whole(L, 3, 0, BUSTLE_NONE - 1);
    const char *name = bustle_content_part_name(ref->content, scene, part);
    if (name == NULL) {
        return luaL_argerror(L, 3,
            lua_pushfstring(L, "the scene '%s' has no part %d",
                bustle_content_name(ref->content, BUSTLE_KIND_SCENE, scene), (int)part));
    }
    lua_pushstring(L, name);
    return 1;
}

/* (place, from 0): its links, in the order in which they were given. */
static int content_place_links(lua_State *L) {
    const content_ref *ref = check_content(L, 1);
    const uint32_t place = (uint32_t)check_whole(L, 2, 0, BUSTLE_NONE - 1);
    luaL_argcheck(
        L, place < bustle_content_place_count(ref->content), 2, "the content has no such place");
    const uint32_t count = bustle_content_place_link_count(ref->content, place);
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        bustle_place_link link = {0, 0, 0};
        bustle_content_place_link(ref->content, place, i, &link);
        lua_createtable(L, 0, 3);
        set_id(L, "link", link.link);
        set_number(L, "to", link.to);
        set_number(L, "value", link.value);
        lua_rawseti(L, -2, (int)(i + 1));
    }
    return 1;
}

/* The kinds that have values. */
static bustle_kind check_keyed(lua_State *L, int arg) {
    const bustle_kind kind = check_kind(L, arg);
    if (kind != BUSTLE_KIND_STATE && kind != BUSTLE_KIND_ENVIRONMENT) {
        luaL_argerror(L, arg, "'state' or 'environment' expected");
    }
    return kind;
}

static int content_value(lua_State *L) {
    const content_ref *ref = check_content(L, 1);
    const bustle_kind kind = check_keyed(L, 2);
    const bustle_id id = check_id(L, ref->content, kind, 3);
    int32_t value = 0;
    if (bustle_content_value(ref->content, kind, id, check_text(L, 4), &value) == BUSTLE_OK) {
        push_whole(L, value);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

static int content_value_name(lua_State *L) {
    const content_ref *ref = check_content(L, 1);
    const bustle_kind kind = check_keyed(L, 2);
    const bustle_id id = check_id(L, ref->content, kind, 3);
    const int32_t value = (int32_t)check_whole(L, 4, INT32_MIN, INT32_MAX);
    push_text(L, bustle_content_value_name(ref->content, kind, id, value));
    return 1;
}

static int content_name_hash(lua_State *L) {
    const content_ref *ref = check_content(L, 1);
    const bustle_kind kind = check_kind(L, 2);
    push_whole(L, bustle_content_name_hash(ref->content, kind, check_id(L, ref->content, kind, 3)));
    return 1;
}

static int content_bytes(lua_State *L) {
    push_whole(L, (int64_t)bustle_content_bytes(check_content(L, 1)->content));
    return 1;
}

static int content_tostring(lua_State *L) {
    const content_ref *ref = luaL_checkudata(L, 1, CONTENT_TYPE);
    lua_pushfstring(L, "%s: %p", CONTENT_TYPE, (const void *)ref);
    return 1;
}

void open_content(lua_State *L) {
    static const luaL_Reg builder_metamethods[] = {{"__gc", builder_gc}, {NULL, NULL}};
    static const luaL_Reg metamethods[] = {
        {"__gc", content_gc}, {"__tostring", content_tostring}, {NULL, NULL}};
    static const luaL_Reg functions[] = {
        {"find", content_find},
        {"name", content_name},
        {"count", content_count},
        {"node_name", content_node_name},
        {"part_name", content_part_name},
        {"place_links", content_place_links},
        {"value", content_value},
        {"value_name", content_value_name},
        {"name_hash", content_name_hash},
        {"bytes", content_bytes},
        {NULL, NULL},
    };
    const luaL_Reg *const no_methods[] = {NULL};
    const luaL_Reg *const methods[] = {functions, NULL};
    make_type(L, BUILDER_TYPE, builder_metamethods, no_methods);
    make_type(L, CONTENT_TYPE, metamethods, methods);
}
