/* For specs: worlds whose own memory runs out on demand. `require "failing_world"` puts
 * `bustle.core.world` behind a function under which a world takes its memory through here, and from
 * there from the state.
 *
 *   fail(world, n)      the n-th allocation from now on fails, once; 0 or nil: none does. Returns
 * how many were left until then
 *   create(n, ...)      core.world(...) with the n-th allocation failing, the state's own included
 */
#include "../compat.h"

#include <stdlib.h>

typedef struct counter {
    struct counter *before;
    lua_Alloc resize; /* the state's own */
    void *context;
    int64_t left; /* until a failure; 0: none comes */
} counter;

/* Whether a world still needs its counter is not known here: all of them stay, and in reach. */
static counter *counters;

static void *resize(void *context, void *block, size_t old_size, size_t new_size) {
    counter *c = context;
    if (new_size > (block == NULL ? 0 : old_size) && c->left != 0 && --c->left == 0) {
        return NULL;
    }
    return c->resize(c->context, block, old_size, new_size);
}

/* The table of counters by world is upvalue 1, the function that makes worlds upvalue 2. */
static int create_counted(lua_State *L, int64_t left) {
    counter *c = malloc(sizeof *c);
    if (c == NULL) {
        return luaL_error(L, "no memory for a counter");
    }
    *c = (counter){.before = counters, .left = left};
    counters = c;
    c->resize = lua_getallocf(L, &c->context);
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    lua_setallocf(L, resize, c);
    const int status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
    lua_setallocf(L, c->resize, c->context);
    if (status != 0) {
        return lua_error(L);
    }
    if (lua_isuserdata(L, 1)) {
        lua_pushvalue(L, 1);
        lua_pushlightuserdata(L, c);
        lua_rawset(L, lua_upvalueindex(1));
    }
    return lua_gettop(L);
}

static int world(lua_State *L) {
    return create_counted(L, 0);
}

static int create(lua_State *L) {
    const int64_t left = (int64_t)luaL_checknumber(L, 1);
    lua_remove(L, 1);
    return create_counted(L, left);
}

static int fail(lua_State *L) {
    const int64_t left = (int64_t)luaL_optnumber(L, 2, 0);
    lua_settop(L, 1);
    lua_rawget(L, lua_upvalueindex(1));
    counter *c = lua_touserdata(L, -1);
    luaL_argcheck(
        L, c != NULL, 1, "a world that was made after require \"failing_world\" expected");
    lua_pushnumber(L, (lua_Number)c->left);
    c->left = left;
    return 1;
}

/* With the table of counters and core.world, which are on top. */
static void set_function(lua_State *L, int table, const char *name, lua_CFunction function) {
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_pushcclosure(L, function, 2);
    lua_setfield(L, table, name);
}

__attribute__((visibility("default"))) int luaopen_failing_world(lua_State *L);

int luaopen_failing_world(lua_State *L) {
    lua_settop(L, 0);
    lua_newtable(L);
    lua_getglobal(L, "require");
    lua_pushliteral(L, "bustle.core");
    lua_call(L, 1, 1);
    lua_newtable(L);
    lua_newtable(L);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_getfield(L, 2, "world");
    set_function(L, 1, "fail", fail);
    set_function(L, 1, "create", create);
    set_function(L, 2, "world", world);
    lua_settop(L, 1);
    return 1;
}
