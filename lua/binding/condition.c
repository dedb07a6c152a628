/* Conditions that are tested from outside: read once, tested often. */
#include "tables.h"

#include <string.h>

#define CONDITION_TYPE "bustle.condition"

/* One block: after it the operations, what they yield, and their texts. */
typedef struct condition {
    bustle_ops ops;
    bustle_reading *readings;
} condition;

/* ---- Reading ---- */

static size_t text_size(const char *text) {
    return text == NULL ? 0 : strlen(text) + 1;
}

static const char *copy_text(const char *text, char **into) {
    const size_t size = text_size(text);
    if (size == 0) {
        return NULL;
    }
    const char *copy = memcpy(*into, text, size);
    *into += size;
    return copy;
}

/* The texts of an operation: those it points to, in the order in which they are kept. */
static size_t text_sizes(const bustle_op *op) {
    return text_size(op->name) + text_size(op->value_name) + text_size(op->part) +
        text_size(op->link) + text_size(op->to_part);
}

static void copy_condition(condition *c, const bustle_ops *from) {
    bustle_op *list = (bustle_op *)(void *)(c + 1);
    c->readings = (bustle_reading *)(void *)(list + from->count);
    char *texts = (char *)(void *)(c->readings + from->count);
    for (size_t i = 0; i < from->count; i++) {
        list[i] = from->list[i];
        list[i].name = copy_text(list[i].name, &texts);
        list[i].value_name = copy_text(list[i].value_name, &texts);
        list[i].part = copy_text(list[i].part, &texts);
        list[i].link = copy_text(list[i].link, &texts);
        list[i].to_part = copy_text(list[i].to_part, &texts);
    }
    c->ops = (bustle_ops){list, from->count, NULL};
}

int core_condition(lua_State *L) {
    check_table(L, 1);
    lua_settop(L, 1);
    reader r = reader_start(L);
    lua_pushvalue(L, 1);
    const bustle_ops ops = read_ops(&r, "condition");
    size_t size = sizeof(condition) + ops.count * (sizeof(bustle_op) + sizeof(bustle_reading));
    for (size_t i = 0; i < ops.count; i++) {
        size += text_sizes(&ops.list[i]);
    }
    copy_condition(new_userdata(L, size), &ops);
    luaL_getmetatable(L, CONDITION_TYPE);
    lua_setmetatable(L, -2);
    return 1;
}

void open_condition(lua_State *L) {
    static const luaL_Reg none[] = {{NULL, NULL}};
    static const luaL_Reg *const no_methods[] = {NULL};
    make_type(L, CONDITION_TYPE, none, no_methods);
}

/* ---- Testing ---- */

static void push_truth(lua_State *L, bustle_truth truth) {
    if (truth == BUSTLE_TRUE || truth == BUSTLE_FALSE) {
        lua_pushboolean(L, truth == BUSTLE_TRUE);
    } else {
        lua_pushnil(L);
    }
}

/* The lists are made first, so that no finaliser comes in between and tests the same condition. */
static int world_test(lua_State *L) {
    const world_ref *ref = check_world(L);
    const bustle_entity npc = opt_entity(L, ref, 2);
    const bustle_entity target = opt_entity(L, ref, 3);
    const condition *c = luaL_checkudata(L, 4, CONDITION_TYPE);
    bustle_truth truth = BUSTLE_UNKNOWN;
    luaL_argcheck(L, npc != 0 || target == 0, 3, "a target for nobody");
    lua_settop(L, 4);
    lua_createtable(L, (int)c->ops.count, 0);
    lua_createtable(L, (int)c->ops.count, 0);
    const bustle_status status =
        bustle_world_test(ref->world, npc, target, &c->ops, c->readings, &truth);
    luaL_argcheck(L, status != BUSTLE_BAD_ARGUMENT, 4, "no condition about what this world has");
    if (status != BUSTLE_OK) {
        return finish(L, ref, status, npc);
    }
    for (size_t i = 0; i < c->ops.count; i++) {
        const bustle_reading *reading = &c->readings[i];
        push_truth(L, reading->truth);
        lua_rawseti(L, 5, (int)(i + 1));
        if (reading->left.there) {
            push_number(L, reading->left.number);
            lua_rawseti(L, 6, (int)(i + 1));
        }
    }
    push_truth(L, truth);
    lua_insert(L, 5);
    return 3;
}

const luaL_Reg condition_methods[] = {{"test", world_test}, {NULL, NULL}};
