/* The module `bustle.core`: its table, its types. Start here; content.c and world.c come next. */
#include "binding.h"

#include "content/expression/calculate.h"

void set_functions(lua_State *L, const luaL_Reg *functions) {
    for (; functions->name != NULL; functions++) {
        lua_pushcfunction(L, functions->func);
        lua_setfield(L, -2, functions->name);
    }
}

void make_type(
    lua_State *L, const char *name, const luaL_Reg *metamethods, const luaL_Reg *const *methods) {
    luaL_newmetatable(L, name);
    set_functions(L, metamethods);
    lua_newtable(L);
    for (; *methods != NULL; methods++) {
        set_functions(L, *methods);
    }
    lua_setfield(L, -2, "__index");
    lua_pushstring(L, name);
    lua_setfield(L, -2, "__name");
    lua_pushstring(L, name);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}

static int core_round(lua_State *L) {
    int32_t result = 0;
    luaL_argcheck(L, lua_type(L, 1) == LUA_TNUMBER, 1, "number expected");
    if (bustle_round((double)lua_tonumber(L, 1), &result)) {
        push_whole(L, result);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

/* (function, ...): calls it. A coroutine around it cannot be left from inside: every Lua refuses to
 * yield through C that does not say how it goes on. */
static int core_unyielding(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* ---- Numbers that events carry, in words ---- */

static const struct {
    int number;
    const char *text;
    bustle_kind named;
} event_kinds[] = {
#define EVENT_KIND(name, number, text, kind) {number, text, kind},
    BUSTLE_EVENT_KINDS(EVENT_KIND)
#undef EVENT_KIND
};

/* The texts of all kinds, by number, and by text what the names of such events are names of. */
static void set_event_kinds(lua_State *L) {
    const int count = (int)(sizeof event_kinds / sizeof *event_kinds);
    lua_createtable(L, count, 0);
    lua_createtable(L, 0, count);
    for (int i = 0; i < count; i++) {
        lua_pushstring(L, event_kinds[i].text);
        lua_rawseti(L, -3, event_kinds[i].number);
        lua_pushstring(L, name_of_kind(event_kinds[i].named));
        lua_setfield(L, -2, event_kinds[i].text);
    }
    lua_setfield(L, -3, "event_named");
    lua_setfield(L, -2, "event_kinds");
}

static const char *stop_text(int number) {
    return bustle_stop_reason_text((bustle_stop_reason)number);
}

static const char *cause_text(int number) {
    return bustle_cause_text((bustle_cause)number);
}

static const char *leave_text(int number) {
    return bustle_leave_reason_text((bustle_leave_reason)number);
}

static const char *drop_text(int number) {
    return bustle_drop_reason_text((bustle_drop_reason)number);
}

static void set_texts(lua_State *L, const char *name, const char *(*text)(int), int last) {
    lua_createtable(L, last, 0);
    for (int i = 1; i <= last; i++) {
        lua_pushstring(L, text(i));
        lua_rawseti(L, -2, i);
    }
    lua_setfield(L, -2, name);
}

/* ---- Opening ---- */

#if LUA_VERSION_NUM == 501
#define BUILT_FOR "Lua 5.1 and LuaJIT"
#else
#define BUILT_FOR "Lua " LUA_VERSION_MAJOR "." LUA_VERSION_MINOR
#endif

/* Also for who looks into the file without loading it: it stays in there, as `build` of the module,
 * where the compiler can tell that the refusal is never made. */
#define BUILD "bustle.core was built for " BUILT_FOR

#if defined(_WIN32)
#define MODULE_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define MODULE_EXPORT __attribute__((visibility("default")))
#else
#define MODULE_EXPORT
#endif

MODULE_EXPORT int luaopen_bustle_core(lua_State *L);

int luaopen_bustle_core(lua_State *L) {
    static const luaL_Reg functions[] = {{"round", core_round}, {"unyielding", core_unyielding},
        {"seal", core_seal}, {"compile", core_compile}, {"condition", core_condition},
        {"calculate", core_calculate}, {"nearest", core_nearest}, {"text", core_text},
        {"operation", core_operation}, {"tokens", core_tokens}, {"is_word", core_is_word},
        {"world", core_world}, {"list_folder", core_list_folder}, {"is_special", core_is_special},
        {"attached", core_attached}, {NULL, NULL}};
    if (!right_lua()) {
        return luaL_error(L,
            BUILD ", but another Lua loads it; let LUA_CPATH lead to the file that was built for "
                  "this one (LuaRocks installs for the Lua that --lua-version names)");
    }
    check_version(L);
    open_content(L);
    open_condition(L);
    open_expression(L);
    open_world(L);
    open_folder(L);
    lua_newtable(L);
    set_functions(L, functions);
    lua_pushstring(L, bustle_version());
    lua_setfield(L, -2, "version");
    lua_pushstring(L, BUILD);
    lua_setfield(L, -2, "build");
    push_whole(L, BUSTLE_NONE);
    lua_setfield(L, -2, "none");
    push_whole(L, STACK_LIMIT);
    lua_setfield(L, -2, "deepest");
    set_event_kinds(L);
    set_texts(L, "stop_reasons", stop_text, BUSTLE_STOP_REMOVED);
    set_texts(L, "causes", cause_text, BUSTLE_CAUSE_NO_MEETING_PLACE);
    set_texts(L, "leave_reasons", leave_text, BUSTLE_LEAVE_BROKEN);
    set_texts(L, "drop_reasons", drop_text, BUSTLE_DROP_LEFT);
    open_sandbox(L);
    return 1;
}
