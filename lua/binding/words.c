/* What the core knows of numbers and names: `core.calculate`, `core.nearest`. */
#include "binding.h"

#include "base/nearest.h"
#include "content/expression/calculate.h"

/* (operator, a, b): as worlds calculate. */
int core_calculate(lua_State *L) {
    static const char *const operators[] = {"+", "-", "*", NULL};
    const int kind = BUSTLE_PLUS + luaL_checkoption(L, 1, NULL, operators);
    const int64_t a = check_whole(L, 2, INT32_MIN, INT32_MAX);
    const int64_t b = check_whole(L, 3, INT32_MIN, INT32_MAX);
    push_whole(L, calculated((unsigned)kind, a, b));
    return 1;
}

/* The list is argument 2, and keeps the text alive. */
static const char *listed_name(const void *state, uint32_t index) {
    lua_State *L = *(lua_State *const *)state;
    lua_rawgeti(L, 2, (int)(index + 1));
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    lua_pop(L, 1);
    return name;
}

/* (name, names [, patience]): the name that was meant, or nil, and the patience that is left. */
int core_nearest(lua_State *L) {
    luaL_checktype(L, 1, LUA_TSTRING);
    check_table(L, 2);
    size_t patience =
        lua_isnoneornil(L, 3) ? PATIENCE : (size_t)check_whole(L, 3, 0, (int64_t)PATIENCE);
    lua_settop(L, 2);
    luaL_checkstack(L, 4, NULL);
    const char *found =
        bsl_nearest_of(lua_tostring(L, 1), listed_name, &L, (uint32_t)raw_length(L, 2), &patience);
    push_text(L, found);
    push_whole(L, (int64_t)patience);
    return 2;
}
