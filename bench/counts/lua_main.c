/* bench_counts_lua SCRIPT ARGS...: Lua 5.4 with what it takes to count a script's instructions, as
 * the module bench.counting: the functions begins() and ends(), and the release of Lua. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "counting.h"

/* Instead of the C library's: Lua seeds its hashes with the time, and the places of keys in tables,
 * and so what it costs to find them, would be others in every run. */
time_t time(time_t *result) {
    const time_t always = 0;
    if (result != NULL) {
        *result = always;
    }
    return always;
}

static int counting_begins(lua_State *L) {
    (void)L;
    COUNTING_BEGINS();
    return 0;
}

static int counting_ends(lua_State *L) {
    (void)L;
    COUNTING_ENDS();
    return 0;
}

static int open_counting(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"begins", counting_begins}, {"ends", counting_ends}, {NULL, NULL}};
    luaL_newlib(L, functions);
    lua_pushliteral(L, LUA_RELEASE);
    lua_setfield(L, -2, "release");
    return 1;
}

static int run_script(lua_State *L) {
    const int argc = (int)lua_tointeger(L, 1);
    char **argv = lua_touserdata(L, 2);
    luaL_openlibs(L);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, open_counting);
    lua_setfield(L, -2, "bench.counting");
    if (luaL_loadfile(L, argv[1]) != LUA_OK) {
        return lua_error(L);
    }
    for (int i = 2; i < argc; i++) {
        lua_pushstring(L, argv[i]);
    }
    lua_call(L, argc - 2, 0);
    return 0;
}

static int run_lua(int argc, char **argv) {
    lua_State *L = argc < 2 ? NULL : luaL_newstate();
    if (L == NULL) {
        fputs("usage: bench_counts_lua SCRIPT ARGS...\n", stderr);
        return 2;
    }
    lua_pushcfunction(L, run_script);
    lua_pushinteger(L, argc);
    lua_pushlightuserdata(L, argv);
    const int status = lua_pcall(L, 2, 0, 0);
    if (status != LUA_OK) {
        fprintf(stderr, "bench_counts_lua: %s\n", lua_tostring(L, -1));
    }
    lua_close(L);
    return status == LUA_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    return run_at_fixed_address(run_lua, argc, argv);
}
