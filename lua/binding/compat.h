/* One source for Lua 5.1 (LuaJIT), 5.3, 5.4 and 5.5: everything that differs between them, under
 * names of our own, so that nothing clashes with what an implementation of 5.1 adds. */
#ifndef BUSTLE_BINDING_COMPAT_H
#define BUSTLE_BINDING_COMPAT_H

#include <lauxlib.h>
#include <lua.h>

#include <stdbool.h>
#include <stdint.h>

#if LUA_VERSION_NUM < 501 || LUA_VERSION_NUM == 502
#error "bustle.core is written for Lua 5.1 (LuaJIT), 5.3, 5.4 and 5.5"
#endif

/* Functions that only some versions have are bound weakly, so that a file built for another Lua
 * still loads as far as luaopen_bustle_core, which can say so in words. */
#if defined(__ELF__) && defined(__GNUC__)
#define BUSTLE_WEAK_LUA 1
#if LUA_VERSION_NUM == 501
#pragma weak lua_call
#pragma weak lua_getfenv
#pragma weak lua_insert
#pragma weak lua_newuserdata
#pragma weak lua_objlen
#pragma weak lua_pcall
#pragma weak lua_remove
#pragma weak lua_replace
#pragma weak lua_setfenv
#pragma weak lua_tonumber
#else
#pragma weak luaL_checkversion_
#pragma weak luaL_tolstring
#pragma weak luaL_traceback
#pragma weak lua_callk
#pragma weak lua_copy
#pragma weak lua_isinteger
#pragma weak lua_pcallk
#pragma weak lua_rawlen
#pragma weak lua_rotate
#pragma weak lua_tointegerx
#pragma weak lua_tonumberx
#if LUA_VERSION_NUM == 503
#pragma weak lua_getuservalue
#pragma weak lua_newuserdata
#pragma weak lua_setuservalue
#else
#pragma weak lua_getiuservalue
#pragma weak lua_newuserdatauv
#pragma weak lua_setiuservalue
#endif
#endif
#endif

/* Whether the Lua that loads this file is the one it was built for, as far as that can be told
 * without calling anything that may not be there. */
static inline bool right_lua(void) {
#ifndef BUSTLE_WEAK_LUA
    return true;
#elif LUA_VERSION_NUM == 501
    return lua_setfenv != NULL && lua_objlen != NULL;
#elif LUA_VERSION_NUM == 503
    return lua_isinteger != NULL && lua_getuservalue != NULL;
#else
    return lua_isinteger != NULL && lua_newuserdatauv != NULL;
#endif
}

/* Raises if it is a newer or older one that has the same functions. */
static inline void check_version(lua_State *L) {
#if LUA_VERSION_NUM >= 502
    luaL_checkversion(L);
#else
    (void)L;
#endif
}

/* ---- Numbers: 64 bits of integer where there are integers, 53 elsewhere ---- */

static inline void push_whole(lua_State *L, int64_t value) {
#if LUA_VERSION_NUM >= 503
    lua_pushinteger(L, (lua_Integer)value);
#else
    lua_pushnumber(L, (lua_Number)value);
#endif
}

/* Never converts a string. False: no number, or none that is whole and fits. */
static inline bool to_whole(lua_State *L, int at, int64_t *value) {
    if (lua_type(L, at) != LUA_TNUMBER) {
        return false;
    }
#if LUA_VERSION_NUM >= 503
    if (lua_isinteger(L, at)) {
        *value = (int64_t)lua_tointeger(L, at);
        return true;
    }
#endif
    const lua_Number number = lua_tonumber(L, at);
    if (!(number >= -9223372036854775808.0 && number < 9223372036854775808.0)) {
        return false;
    }
    *value = (int64_t)number;
    return (lua_Number)*value == number;
}

/* ---- Tables and userdata ---- */

static inline size_t raw_length(lua_State *L, int at) {
#if LUA_VERSION_NUM >= 502
    return (size_t)lua_rawlen(L, at);
#else
    return lua_objlen(L, at);
#endif
}

/* A userdata with room for one table beside it. */
static inline void *new_userdata(lua_State *L, size_t size) {
#if LUA_VERSION_NUM >= 504
    return lua_newuserdatauv(L, size, 1);
#else
    return lua_newuserdata(L, size);
#endif
}

/* Pushes that table. Never raises. */
static inline void push_attached(lua_State *L, int at) {
#if LUA_VERSION_NUM >= 504
    lua_getiuservalue(L, at, 1);
#elif LUA_VERSION_NUM == 503
    lua_getuservalue(L, at);
#else
    lua_getfenv(L, at);
#endif
}

/* Pops the table on top and attaches it. */
static inline void attach(lua_State *L, int at) {
#if LUA_VERSION_NUM >= 504
    lua_setiuservalue(L, at, 1);
#elif LUA_VERSION_NUM == 503
    lua_setuservalue(L, at);
#else
    lua_setfenv(L, at);
#endif
}

/* ---- Tracebacks ---- */

/* The handler of protected calls: the error as a string, with a traceback. */
static inline int handle_message(lua_State *L) {
    lua_settop(L, 1);
    if (lua_type(L, 1) != LUA_TSTRING) {
        if (luaL_callmeta(L, 1, "__tostring") == 0 || lua_type(L, -1) != LUA_TSTRING) {
            lua_pushfstring(L, "(the error is a %s)", luaL_typename(L, 1));
        }
        lua_replace(L, 1);
        lua_settop(L, 1);
    }
#if LUA_VERSION_NUM >= 502
    luaL_traceback(L, L, lua_tostring(L, 1), 1);
#else
    if (!lua_isfunction(L, lua_upvalueindex(1))) {
        return 1;
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 2);
    lua_call(L, 2, 1);
#endif
    return 1;
}

/* Where the C library of Lua has no tracebacks, the debug library's are kept with the handler. */
static inline void push_message_handler(lua_State *L) {
#if LUA_VERSION_NUM >= 502
    lua_pushcfunction(L, handle_message);
#else
    lua_getglobal(L, "debug");
    if (lua_istable(L, -1)) {
        lua_getfield(L, -1, "traceback");
        lua_replace(L, -2);
    }
    lua_pushcclosure(L, handle_message, 1);
#endif
}

#endif
