/* What the page calls: one Lua with the library inside. Requests and answers are texts; a picture
 * is a list of numbers that lua/love.lua writes and page/canvas.js draws. */
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

int luaopen_bustle_core(lua_State *L);

/* What the page calls: page/lua.js. */
void page_begin_picture(void);
const double *page_numbers(void);
int page_number_count(void);
const char *page_words(void);
const char *page_open(const char *path);
const char *page_call(const char *name, const char *argument);
const char *page_error(void);

static lua_State *state;

/* ---- The picture: operations, each its number, how many numbers follow, and these; and the words
 * in it ---- */

static struct {
    double *numbers;
    size_t count, room;
} picture;

static struct {
    char *bytes;
    size_t count, room;
} words;

static void *grown(lua_State *L, void *block, size_t *room, size_t wanted, size_t size) {
    if (wanted <= *room) {
        return block;
    }
    size_t more = *room * 2 > wanted ? *room * 2 : wanted + 1024;
    void *larger = realloc(block, more * size);
    if (larger == NULL) {
        luaL_error(L, "out of memory");
    }
    *room = more;
    return larger;
}

static void put_numbers(lua_State *L, int first) {
    int last = lua_gettop(L);
    for (int i = first; i <= last; i++) {
        picture.numbers[picture.count++] = lua_tonumber(L, i);
    }
}

static void begin_operation(lua_State *L, int numbers) {
    picture.numbers = grown(
        L, picture.numbers, &picture.room, picture.count + 2 + (size_t)numbers, sizeof(double));
    picture.numbers[picture.count++] = lua_tonumber(L, 1);
    picture.numbers[picture.count++] = numbers;
}

/* (operation, ...) */
static int page_put(lua_State *L) {
    begin_operation(L, lua_gettop(L) - 1);
    put_numbers(L, 2);
    return 0;
}

/* (operation, text, ...): the numbers begin with where the text is, and how long it is. */
static int page_write(lua_State *L) {
    size_t length = 0;
    const char *text = luaL_checklstring(L, 2, &length);
    words.bytes = grown(L, words.bytes, &words.room, words.count + length, 1);
    memcpy(words.bytes + words.count, text, length);
    begin_operation(L, lua_gettop(L));
    picture.numbers[picture.count++] = (double)words.count;
    picture.numbers[picture.count++] = (double)length;
    words.count += length;
    put_numbers(L, 3);
    return 0;
}

void page_begin_picture(void) {
    picture.count = 0;
    words.count = 0;
}

const double *page_numbers(void) {
    return picture.numbers;
}

int page_number_count(void) {
    return (int)picture.count;
}

const char *page_words(void) {
    return words.bytes;
}

static int open_page(lua_State *L) {
    static const luaL_Reg functions[] = {{"put", page_put}, {"write", page_write}, {NULL, NULL}};
    luaL_newlib(L, functions);
    return 1;
}

/* ---- Calls ---- */

static int traced(lua_State *L) {
    luaL_traceback(L, L, lua_tostring(L, 1), 1);
    return 1;
}

/* Opens Lua and runs a file, which returns a function that answers requests. NULL, or what is
 * wrong. */
const char *page_open(const char *path) {
    state = luaL_newstate();
    luaL_openlibs(state);
    luaL_getsubtable(state, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(state, luaopen_bustle_core);
    lua_setfield(state, -2, "bustle_core");
    lua_pushcfunction(state, open_page);
    lua_setfield(state, -2, "page.native");
    lua_settop(state, 0);
    lua_pushcfunction(state, traced);
    if (luaL_loadfile(state, path) != LUA_OK || lua_pcall(state, 0, 1, 1) != LUA_OK) {
        return lua_tostring(state, -1);
    }
    return NULL; /* the function stays at 2 */
}

/* The answer to a request, or NULL and then the error is page_error. Both stay until the next call.
 */
const char *page_call(const char *name, const char *argument) {
    lua_settop(state, 2);
    lua_pushvalue(state, 2);
    lua_pushstring(state, name);
    lua_pushstring(state, argument);
    return lua_pcall(state, 2, 1, 1) == LUA_OK ? lua_tostring(state, -1) : NULL;
}

const char *page_error(void) {
    return lua_tostring(state, -1);
}
