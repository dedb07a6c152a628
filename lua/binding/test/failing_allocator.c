/* For the specs of the binding: an allocator under the whole Lua state that counts what is held and
 * fails on demand. `require "failing_allocator"` puts it under the state for good.
 *
 *   bytes()                  held now
 *   run(n, lasting, f)       calls f while the n-th allocation fails, and if `lasting` all after
 * it; returns whether it got so far, then what pcall returns */
#include "../compat.h"

typedef struct allocator {
    lua_Alloc resize; /* the state's own */
    void *context;
    double bytes;
    int64_t left; /* until a failure; 0: none comes */
    bool lasting;
    bool failed;
} allocator;

static allocator counted;

/* Lua gives for a new block its kind in place of the old size. */
static void *resize(void *context, void *block, size_t old_size, size_t new_size) {
    allocator *a = context;
    const size_t held = block == NULL ? 0 : old_size;
    if (new_size > held && a->left != 0) {
        if (a->left == 1) {
            a->failed = true;
            a->left = a->lasting ? 1 : 0;
            return NULL;
        }
        a->left--;
    }
    void *result = a->resize(a->context, block, old_size, new_size);
    if (result != NULL || new_size == 0) {
        a->bytes += (double)new_size - (double)held;
    }
    return result;
}

static int bytes(lua_State *L) {
    lua_pushnumber(L, counted.bytes);
    return 1;
}

static int run(lua_State *L) {
    const int64_t count = (int64_t)luaL_checknumber(L, 1);
    const bool lasting = lua_toboolean(L, 2) != 0;
    luaL_checktype(L, 3, LUA_TFUNCTION);
    lua_settop(L, 3);
    lua_pushboolean(L, 0);
    lua_pushboolean(L, 0);
    lua_pushvalue(L, 3);
    counted.failed = false;
    counted.lasting = lasting;
    counted.left = count;
    const int status = lua_pcall(L, 0, LUA_MULTRET, 0);
    counted.left = 0;
    lua_pushboolean(L, counted.failed);
    lua_replace(L, 4);
    lua_pushboolean(L, status == 0);
    lua_replace(L, 5);
    return lua_gettop(L) - 3;
}

__attribute__((visibility("default"))) int luaopen_failing_allocator(lua_State *L);

int luaopen_failing_allocator(lua_State *L) {
    counted.resize = lua_getallocf(L, &counted.context);
    lua_setallocf(L, resize, &counted);
    lua_newtable(L);
    lua_pushcfunction(L, bytes);
    lua_setfield(L, -2, "bytes");
    lua_pushcfunction(L, run);
    lua_setfield(L, -2, "run");
    return 1;
}
