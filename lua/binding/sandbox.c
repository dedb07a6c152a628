/* Limits for code that is not trusted: `core.box`. A hook and the allocator of the Lua state count
 * a run of such code; both go back to the host's own whenever code of the host runs.
 * lua/bustle/author/sandbox decides what that code may name.
 *
 * While a run lasts, `limited` is the allocator and its context is the run: there the hook finds
 * it.
 */
#include "binding.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define BOX_TYPE "bustle.box"

/* Instructions from one look of the hook to the next, and looks from one at the clock to the next.
 */
#define INTERVAL 100
#define LOOKS 5

/* Copying so many bytes takes about as long as an instruction. */
#define BYTES_PER_INSTRUCTION 32

#define MEGABYTE 1048576
#define PLACE_SIZE 200
#define LONGEST_MESSAGE 1000
#define DEEPEST_PLACE 50

typedef enum broken { NOTHING, INSTRUCTIONS, MEMORY, TIME } broken;

typedef struct limits {
    int64_t instructions;
    int64_t bytes; /* by which the memory of the state may grow */
    double seconds; /* of the processor: for what takes long in a single instruction */
} limits;

struct run;

/* What all boxes of a state share. */
typedef struct border {
    struct run *suspended; /* the innermost run that waits for a function of the host; NULL: none */
    int key; /* in the registry: the text "__index" */
    int methods; /* in the registry: the methods of strings in a run */
    int host_methods; /* in the registry: the host's, while a run lasts */
} border;

typedef struct box {
    border *border;
    limits load;
    limits call;
    int64_t load_left; /* instructions, for all that is still to be loaded */
    int64_t grown; /* bytes, since it was weighed */
    bool full; /* it holds too much: nothing runs any more */
} box;

typedef struct run {
    const border *border;
    lua_Alloc resize; /* the state's own */
    void *context;
    lua_Hook hook; /* the host's */
    int mask;
    int count;
    limits limit;
    int64_t left; /* instructions */
    int64_t bytes; /* grown by so many */
    clock_t started;
    bool timed; /* `started` is set */
    int looks; /* of the hook */
    bool loading;
    broken broken;
    const char *source; /* of the function that runs */
    char place[PLACE_SIZE]; /* where the limit was broken, or empty */
} run;

/* ---- Counting ---- */

static bool spend(run *r, int64_t instructions) {
    r->left -= instructions;
    if (r->left < 0 && r->broken == NOTHING) {
        r->broken = INSTRUCTIONS;
    }
    return r->broken == NOTHING;
}

static bool may_grow(run *r, size_t size, size_t more) {
    if (r->broken == NOTHING && (size > INT32_MAX || (int64_t)more > r->limit.bytes - r->bytes)) {
        r->broken = MEMORY;
    }
    return spend(r, (int64_t)(size / BYTES_PER_INSTRUCTION));
}

/* Lua gives for a new block its kind in place of the old size. After a limit has been broken
 * nothing is granted any more, so that what is left of the run cannot go on collecting garbage for
 * ever. */
static void *limited(void *context, void *block, size_t old_size, size_t new_size) {
    run *r = context;
    const size_t held = block == NULL ? 0 : old_size;
    if (new_size > held && !may_grow(r, new_size, new_size - held)) {
        return NULL;
    }
    void *result = r->resize(r->context, block, old_size, new_size);
    if (result != NULL || new_size == 0) {
        r->bytes += (int64_t)new_size - (int64_t)held;
    }
    return result;
}

/* The run that is going on, or NULL. */
static run *running(lua_State *L) {
    void *context = NULL;
    return lua_getallocf(L, &context) == limited ? context : NULL;
}

static void check_time(run *r) {
    const clock_t now = clock();
    if (!r->timed) {
        r->timed = true;
        r->started = now;
    }
    if ((double)(now - r->started) > r->limit.seconds * CLOCKS_PER_SEC && r->broken == NOTHING) {
        r->broken = TIME;
    }
}

/* Notes the innermost line of the file in which the running function is written. Allocates nothing.
 */
static void note_place(lua_State *L, run *r) {
    lua_Debug at;
    for (int level = 0; level < DEEPEST_PLACE && lua_getstack(L, level, &at) != 0; level++) {
        lua_getinfo(L, "Sl", &at);
        if (at.currentline > 0 && strcmp(at.source, r->source) == 0) {
            snprintf(r->place, sizeof r->place, "%s:%d", at.source + 1, at.currentline);
            return;
        }
    }
}

/* An error without a message: making one would take memory. The run knows what is wrong. */
static int give_up(lua_State *L, run *r) {
    if (r->place[0] == '\0') {
        note_place(L, r);
    }
    lua_pushnil(L);
    return lua_error(L);
}

static void hook(lua_State *L, lua_Debug *at) {
    (void)at;
    run *r = running(L);
    if (r == NULL) {
        return;
    }
    if (++r->looks % LOOKS == 0) {
        check_time(r);
    }
    if (!spend(r, INTERVAL)) {
        give_up(L, r);
    }
}

/* (number): work that is done for the running code in place of its own instructions; if the host
 * does it, for the one that waits. */
static int core_spend(lua_State *L) {
    const border *b = lua_touserdata(L, lua_upvalueindex(1));
    run *inside = running(L);
    run *r = inside != NULL ? inside : b->suspended;
    if (r == NULL) {
        return 0;
    }
    const lua_Number instructions = luaL_checknumber(L, 1);
    check_time(r);
    if (spend(r, instructions < (lua_Number)r->left ? (int64_t)instructions : r->left + 1)) {
        return 0;
    }
    return inside != NULL ? give_up(L, r) : luaL_error(L, "the pack has no instructions left");
}

/* ---- Into a run and out of it ---- */

/* Sets the methods of strings to what the registry has, and notes what they were. Never raises:
 * nothing is set that was not there before, and nothing as long as there are none for runs. */
static void set_methods(lua_State *L, const border *b, int methods, int note) {
    const int top = lua_gettop(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, b->methods);
    lua_rawgeti(L, LUA_REGISTRYINDEX, b->key);
    if (lua_toboolean(L, top + 1) && lua_getmetatable(L, top + 2) != 0) {
        lua_pushvalue(L, top + 2);
        lua_rawget(L, top + 3);
        if (!lua_isnil(L, -1)) {
            if (note != LUA_NOREF) {
                lua_rawseti(L, LUA_REGISTRYINDEX, note);
            }
            lua_pushvalue(L, top + 2);
            lua_rawgeti(L, LUA_REGISTRYINDEX, methods);
            lua_rawset(L, top + 3);
        }
    }
    lua_settop(L, top);
}

static void enter(lua_State *L, run *r) {
    set_methods(L, r->border, r->border->methods, r->border->host_methods);
    r->hook = lua_gethook(L);
    r->mask = lua_gethookmask(L);
    r->count = lua_gethookcount(L);
    r->resize = lua_getallocf(L, &r->context);
    lua_setallocf(L, limited, r);
    lua_sethook(L, hook, LUA_MASKCOUNT, INTERVAL);
}

static void leave(lua_State *L, const run *r) {
    lua_sethook(L, r->hook, r->mask, r->count);
    lua_setallocf(L, r->resize, r->context);
    set_methods(L, r->border, r->border->host_methods, LUA_NOREF);
}

/* A run inside one that waits has what that one has left, so that nothing is gained by going
 * through the host. */
static run new_run(const box *b, const limits *limit, const char *source) {
    run r = {.border = b->border, .limit = *limit, .source = source, .loading = limit == &b->load};
    if (r.loading) {
        r.limit.instructions = b->load_left;
    }
    const run *outer = b->border->suspended;
    if (outer != NULL) {
        if (outer->left < r.limit.instructions) {
            r.limit.instructions = outer->left;
        }
        if (outer->limit.bytes - outer->bytes < r.limit.bytes) {
            r.limit.bytes = outer->limit.bytes - outer->bytes;
        }
        r.timed = outer->timed;
        r.started = outer->started;
    }
    r.left = r.limit.instructions;
    return r;
}

static void settle(box *b, const run *r) {
    run *outer = b->border->suspended;
    if (outer != NULL) {
        outer->left -= r->limit.instructions - r->left;
        outer->bytes += r->bytes;
    }
    if (r->loading) {
        b->load_left = r->left > 0 ? r->left : 0;
    }
    if (r->bytes > 0) {
        b->grown += r->bytes;
    }
}

/* ---- What went wrong, in words ---- */

/* Pushes "market/actions.lua:12" for the function on top, in its place. */
static void push_origin(lua_State *L) {
    lua_Debug about;
    lua_getinfo(L, ">S", &about);
    const char *file =
        about.source[0] == '@' || about.source[0] == '=' ? about.source + 1 : about.short_src;
    if (about.linedefined > 0) {
        lua_pushfstring(L, "%s:%d", file, about.linedefined);
    } else {
        lua_pushstring(L, file);
    }
}

static void push_broken(lua_State *L, const run *r, const limits *limit, const char *origin) {
    char text[64] = "";
    switch (r->broken) {
    case NOTHING:
        break;
    case INSTRUCTIONS:
        snprintf(text, sizeof text, "more than %" PRId64 " instructions", limit->instructions);
        break;
    case MEMORY:
        snprintf(text, sizeof text, "more than %.4g MB of memory", (double)limit->bytes / MEGABYTE);
        break;
    case TIME:
        snprintf(text, sizeof text, "more than %.4g s", limit->seconds);
        break;
    }
    lua_pushfstring(L, "%s: it takes %s", r->place[0] != '\0' ? r->place : origin, text);
}

/* Replaces the error on top by a text that can be shown: not too long, nothing but what prints, and
 * with the origin if the file is not named. */
static void replace_error(lua_State *L, const char *source, const char *origin) {
    char text[LONGEST_MESSAGE + 4];
    size_t length = 0;
    if (lua_type(L, -1) != LUA_TSTRING) {
        lua_pushfstring(L, "%s: (the error is a %s)", origin, luaL_typename(L, -1));
        return;
    }
    const char *message = lua_tolstring(L, -1, &length);
    const size_t shown = length < LONGEST_MESSAGE ? length : LONGEST_MESSAGE;
    for (size_t i = 0; i < shown; i++) {
        const unsigned char byte = (unsigned char)message[i];
        text[i] = byte < ' ' || byte == 127 ? ' ' : message[i];
    }
    memcpy(text + shown, length > shown ? "..." : "", length > shown ? 4 : 1);
    if (source[0] != '\0' && strstr(text, source + 1) != NULL) {
        lua_pushstring(L, text);
    } else {
        lua_pushfstring(L, "%s: %s", origin, text);
    }
}

/* ---- Calling what is in the box ---- */

/* Asks the box's own function how much it holds, once it may be too much. */
static void weigh(lua_State *L, int at, box *b) {
    if (b->grown <= b->load.bytes) {
        return;
    }
    push_attached(L, at);
    lua_rawgeti(L, -1, 1);
    lua_call(L, 0, 1);
    b->full = lua_tonumber(L, -1) > (lua_Number)b->load.bytes;
    b->grown = 0;
    lua_pop(L, 2);
}

/* Calls the function under `arguments` arguments on top of the stack. True: one result is on top;
 * false: a message. */
static bool call_inside(lua_State *L, box *b, const limits *limit, int arguments,
    const char *source, const char *origin) {
    if (b->full) {
        char size[32];
        snprintf(size, sizeof size, "%.4g MB", (double)b->load.bytes / MEGABYTE);
        lua_pushfstring(L, "%s: the pack holds more than %s of memory", origin, size);
        return false;
    }
    run r = new_run(b, limit, source);
    enter(L, &r);
    const int status = lua_pcall(L, arguments, 1, 0);
    leave(L, &r);
    settle(b, &r);
    if (r.broken != NOTHING) {
        push_broken(L, &r, limit, origin);
        return false;
    }
    if (status != 0) {
        replace_error(L, source, origin);
    }
    return status == 0;
}

static box *check_box(lua_State *L) {
    return luaL_checkudata(L, 1, BOX_TYPE);
}

/* box:run(function, ...): true and its result, or false and a message; at the limits of loading. */
static int box_run(lua_State *L) {
    box *b = check_box(L);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    luaL_checkstack(L, LUA_MINSTACK, "too many arguments");
    lua_Debug about;
    lua_pushvalue(L, 2);
    lua_getinfo(L, ">S", &about);
    lua_pushvalue(L, 2);
    push_origin(L);
    lua_insert(L, 2);
    const char *origin = lua_tostring(L, 2);
    const bool done = call_inside(L, b, &b->load, lua_gettop(L) - 3, about.source, origin);
    weigh(L, 1, b);
    lua_pushboolean(L, done);
    lua_insert(L, -2);
    return 2;
}

/* What `box:guard` makes: the box, the function, its source and its origin are with it. Within a
 * run the limits of that run hold. */
static int call_guarded(lua_State *L) {
    box *b = lua_touserdata(L, lua_upvalueindex(1));
    const int arguments = lua_gettop(L);
    luaL_checkstack(L, LUA_MINSTACK, "too many arguments");
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    if (running(L) != NULL) {
        lua_call(L, arguments, 1);
        return 1;
    }
    const bool done = call_inside(L, b, &b->call, arguments, lua_tostring(L, lua_upvalueindex(3)),
        lua_tostring(L, lua_upvalueindex(4)));
    weigh(L, lua_upvalueindex(1), b);
    return done ? 1 : lua_error(L);
}

static int box_guard(lua_State *L) {
    check_box(L);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_Debug about;
    lua_pushvalue(L, 2);
    lua_getinfo(L, ">S", &about);
    lua_pushstring(L, about.source);
    lua_pushvalue(L, 2);
    push_origin(L);
    lua_pushcclosure(L, call_guarded, 4);
    return 1;
}

/* ---- Calling the host from the box ---- */

/* Puts the place in the box before the message on top. */
static void add_place(lua_State *L) {
    if (lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
}

/* The function is outside of all limits while it runs; what it returns first is handed in. */
static int call_outside(lua_State *L) {
    border *b = lua_touserdata(L, lua_upvalueindex(1));
    run *r = running(L);
    luaL_checkstack(L, LUA_MINSTACK, "too many arguments");
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    if (r == NULL) {
        lua_call(L, lua_gettop(L) - 1, 1);
        return 1;
    }
    if (lua_toboolean(L, lua_upvalueindex(3)) && !r->loading) {
        return luaL_error(L, "content can only be declared while the pack is loaded");
    }
    /* The hook counts from the start each time. */
    if (!spend(r, INTERVAL)) {
        return give_up(L, r);
    }
    run *outer = b->suspended;
    leave(L, r);
    b->suspended = r;
    const int status = lua_pcall(L, lua_gettop(L) - 1, 1, 0);
    b->suspended = outer;
    if (status != 0) {
        add_place(L);
    }
    enter(L, r);
    return status == 0 ? 1 : lua_error(L);
}

/* Whether loading has used up all its instructions. */
static int box_exhausted(lua_State *L) {
    const box *b = check_box(L);
    lua_pushboolean(L, b->load_left == 0);
    return 1;
}

/* (function, whether only while loading): the same function for code in boxes. */
static int core_outside(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_pushcclosure(L, call_outside, 3);
    return 1;
}

/* ---- Making ---- */

static double positive(lua_State *L, const char *name) {
    lua_getfield(L, 1, name);
    const lua_Number value = lua_tonumber(L, -1);
    luaL_argcheck(L, lua_type(L, -1) == LUA_TNUMBER && value > 0 && value <= 1e16, 1, name);
    lua_pop(L, 1);
    return (double)value;
}

/* (limits, how to weigh it): instructions, bytes and seconds, and the same with `load_` before. */
static int core_box(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    box *b = new_userdata(L, sizeof *b);
    *b = (box){.border = lua_touserdata(L, lua_upvalueindex(1)),
        .call = {(int64_t)positive(L, "instructions"), (int64_t)positive(L, "bytes"),
            positive(L, "seconds")},
        .load = {(int64_t)positive(L, "load_instructions"), (int64_t)positive(L, "load_bytes"),
            positive(L, "load_seconds")}};
    b->load_left = b->load.instructions;
    luaL_getmetatable(L, BOX_TYPE);
    lua_setmetatable(L, -2);
    lua_createtable(L, 2, 0);
    lua_pushvalue(L, 2);
    lua_rawseti(L, -2, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_rawseti(L, -2, 2);
    attach(L, 3);
    return 1;
}

/* (table): the methods that strings have in runs. */
static int core_box_methods(lua_State *L) {
    const border *b = lua_touserdata(L, lua_upvalueindex(1));
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_rawseti(L, LUA_REGISTRYINDEX, b->methods);
    return 0;
}

static border *new_border(lua_State *L) {
    border *b = new_userdata(L, sizeof *b);
    *b = (border){.suspended = NULL};
    lua_pushliteral(L, "__index");
    b->key = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_pushboolean(L, 0);
    b->methods = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_pushboolean(L, 0);
    b->host_methods = luaL_ref(L, LUA_REGISTRYINDEX);
    return b;
}

void open_sandbox(lua_State *L) {
    static const luaL_Reg metamethods[] = {{NULL, NULL}};
    static const luaL_Reg methods[] = {
        {"run", box_run}, {"guard", box_guard}, {"exhausted", box_exhausted}, {NULL, NULL}};
    static const luaL_Reg *const lists[] = {methods, NULL};
    static const luaL_Reg functions[] = {{"box", core_box}, {"box_methods", core_box_methods},
        {"outside", core_outside}, {"spend", core_spend}, {NULL, NULL}};
    make_type(L, BOX_TYPE, metamethods, lists);
    new_border(L);
    for (const luaL_Reg *each = functions; each->name != NULL; each++) {
        lua_pushvalue(L, -1);
        lua_pushcclosure(L, each->func, 1);
        lua_setfield(L, -3, each->name);
    }
    lua_pop(L, 1);
}
