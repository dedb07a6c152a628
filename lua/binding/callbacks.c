/* What the core asks of Lua and tells it. Every call runs protected, in the state of the innermost
 * running call, with a traceback for what it raises; nothing unwinds through the core, memory
 * errors included: outside of the protected calls only functions are used that never raise. */
#include "binding.h"

#include <stdio.h>
#include <string.h>

/* Free slots that a callback relies on. */
#define CALLBACK_SLOTS 16

lua_State *enter_core(lua_State *L, world_ref *ref) {
    luaL_checkstack(L, CALLBACK_SLOTS, "too many calls inside each other");
    lua_State *outer = ref->running;
    ref->running = L;
    return outer;
}

void leave_core(world_ref *ref, lua_State *outer) {
    ref->running = outer;
}

/* ---- Telling: log and error ---- */

/* What goes to `log` (level and text) or to `error` (the rest). */
typedef struct note {
    const char *level; /* NULL: an error */
    const char *text;
    const char *where;
    const char *callback;
    double number; /* the function, environment value or entity */
    bustle_id action;
} note;

/* (function, message, note): what may run out of memory, inside the protected call. */
static int tell(lua_State *L) {
    const note *n = lua_touserdata(L, 3);
    lua_settop(L, 2);
    if (n->level != NULL) {
        lua_pop(L, 1);
        lua_pushstring(L, n->level);
        lua_pushstring(L, n->text);
        lua_call(L, 2, 0);
        return 0;
    }
    lua_pushstring(L, n->where);
    lua_pushstring(L, n->callback);
    push_whole(L, (int64_t)n->number);
    push_id(L, n->action);
    lua_call(L, 5, 0);
    return 0;
}

/* Calls the attached `tell` for the function at stack index `function`. False: it raised, and the
 * error is on top. */
static bool tell_protected(lua_State *L, int attached, int function, int message, const note *n) {
    lua_rawgeti(L, attached, ATTACHED_TRACEBACK);
    const int handler = lua_gettop(L);
    lua_rawgeti(L, attached, ATTACHED_TELL);
    lua_pushvalue(L, function);
    lua_pushvalue(L, message);
    lua_pushlightuserdata(L, (void *)n);
    return lua_pcall(L, 3, 0, handler) == 0;
}

/* The text at a stack index, without converting anything. */
static const char *text_at(lua_State *L, int at) {
    return lua_type(L, at) == LUA_TSTRING ? lua_tostring(L, at) : "(the error is no string)";
}

/* Keeps the first line, for the core's own report. */
static void keep_error(world_ref *ref, const char *text) {
    size_t length = 0;
    while (length < ERROR_TEXT_SIZE - 1 && text[length] != '\0' && text[length] != '\n') {
        length++;
    }
    memcpy(ref->error_text, text, length);
    ref->error_text[length] = '\0';
}

/* Reports the error on top of the stack to the callback `error`, or else to standard error. */
static void report(lua_State *L, world_ref *ref, int attached, const note *n) {
    const int message = lua_gettop(L);
    const char *text = text_at(L, message);
    keep_error(ref, text);
    lua_rawgeti(L, attached, ATTACHED_ERROR);
    if (lua_isnil(L, -1)) {
        fprintf(stderr, "bustle: %s: %s\n", n->where, text);
        return;
    }
    const char *outer = ref->callback;
    ref->callback = "error";
    if (!tell_protected(L, attached, message + 1, message, n)) {
        fprintf(stderr, "bustle: %s: %s\nbustle: and in the callback 'error': %s\n", n->where, text,
            text_at(L, -1));
    }
    ref->callback = outer;
}

static void log_callback(void *context, bustle_log_level level, const char *text) {
    static const char *const levels[] = {
        [BUSTLE_LOG_ERROR] = "error",
        [BUSTLE_LOG_WARNING] = "warning",
        [BUSTLE_LOG_INFO] = "info",
    };
    world_ref *ref = context;
    lua_State *L = ref->running;
    const int top = lua_gettop(L);
    const char *outer = ref->callback;
    const note line = {.level = levels[level], .text = text};
    ref->callback = "log";
    push_attached(L, 1);
    lua_rawgeti(L, top + 1, ATTACHED_LOG);
    if (!tell_protected(L, top + 1, top + 2, top + 2, &line)) {
        const note failed = {.where = "log", .callback = "log", .action = BUSTLE_NONE};
        report(L, ref, top + 1, &failed);
    }
    ref->callback = outer;
    lua_settop(L, top);
}

/* ---- Asking: the callbacks with numbers in and values out ---- */

/* A callback that is being called: what is attached to the world, the handler and the function lie
 * on the stack, in this order; arguments and results come after them. */
typedef struct asking {
    lua_State *L;
    world_ref *ref;
    const char *outer; /* the callback around it */
    int top; /* of the stack before */
    note about;
} asking;

static asking begin(world_ref *ref, int function, note about) {
    asking a = {
        .L = ref->running, .ref = ref, .outer = ref->callback, .top = lua_gettop(ref->running)};
    a.about = about;
    ref->callback = about.callback;
    push_attached(a.L, 1);
    lua_rawgeti(a.L, a.top + 1, ATTACHED_TRACEBACK);
    lua_rawgeti(a.L, a.top + 1, function);
    return a;
}

/* False: it raised, which has been reported. */
static bool called(asking *a, int arguments, int results) {
    if (lua_pcall(a->L, arguments, results, a->top + 2) == 0) {
        return true;
    }
    report(a->L, a->ref, a->top + 1, &a->about);
    return false;
}

static int end(asking *a, int answer) {
    a->ref->callback = a->outer;
    lua_settop(a->L, a->top);
    return answer;
}

static asking begin_function(
    world_ref *ref, int function, const char *callback, const bustle_call *call) {
    const note about = {.where = call->where,
        .callback = callback,
        .number = call->function,
        .action = call->action};
    asking a = begin(ref, function, about);
    push_whole(a.L, call->function);
    push_entity(a.L, call->self);
    push_entity(a.L, call->target);
    push_id(a.L, call->action);
    return a;
}

static int condition_callback(void *context, bustle_world *world, bustle_call *call) {
    (void)world;
    world_ref *ref = context;
    asking a = begin_function(ref, ATTACHED_CONDITION, "condition", call);
    if (!called(&a, 4, 1)) {
        call->error = ref->error_text;
        return end(&a, -1);
    }
    return end(&a, lua_toboolean(a.L, -1));
}

static int effect_callback(void *context, bustle_world *world, bustle_call *call) {
    (void)world;
    world_ref *ref = context;
    asking a = begin_function(ref, ATTACHED_EFFECT, "effect", call);
    if (!called(&a, 4, 0)) {
        call->error = ref->error_text;
        return end(&a, -1);
    }
    return end(&a, 0);
}

/* (function, environment): the answer, if it is one. */
static int ask_condition(lua_State *L) {
    lua_call(L, 1, 1);
    switch (lua_type(L, 1)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
        return 1;
    case LUA_TSTRING:
        check_text(L, 1);
        return 1;
    default:
        return luaL_error(L, "the answer is a %s; it must be a number, a boolean, a string or nil",
            luaL_typename(L, 1));
    }
}

/* (function, entity): three numbers, or nil. */
static int ask_position(lua_State *L) {
    lua_call(L, 1, 3);
    if (lua_isnil(L, 1)) {
        return 1;
    }
    for (int i = 1; i <= 3; i++) {
        if (lua_type(L, i) != LUA_TNUMBER) {
            return luaL_error(L, "the answer's %c is a %s; answer three numbers, or nil",
                "xyz"[i - 1], luaL_typename(L, i));
        }
    }
    return 3;
}

static int query_condition_callback(
    void *context, bustle_world *world, bustle_id environment, bustle_answer *answer) {
    const char *name =
        bustle_content_name(bustle_world_content(world), BUSTLE_KIND_ENVIRONMENT, environment);
    asking a = begin(context, ATTACHED_ASK_CONDITION,
        (note){.where = name,
            .callback = "query_condition",
            .number = environment,
            .action = BUSTLE_NONE});
    lua_rawgeti(a.L, a.top + 1, ATTACHED_QUERY_CONDITION);
    push_id(a.L, environment);
    if (!called(&a, 2, 1)) {
        return end(&a, -1);
    }
    /* A string outlives the stack: the core reads it before any Lua runs. */
    switch (lua_type(a.L, -1)) {
    case LUA_TNIL:
        return end(&a, 0);
    case LUA_TSTRING:
        answer->name = lua_tostring(a.L, -1);
        return end(&a, 1);
    case LUA_TBOOLEAN:
        answer->number = lua_toboolean(a.L, -1);
        return end(&a, 1);
    default:
        answer->number = (double)lua_tonumber(a.L, -1);
        return end(&a, 1);
    }
}

static int query_position_callback(
    void *context, bustle_world *world, bustle_entity entity, bustle_position *position) {
    bustle_id definition = BUSTLE_NONE;
    bustle_entity_definition(world, entity, &definition);
    const char *name =
        bustle_content_name(bustle_world_content(world), BUSTLE_KIND_ENTITY, definition);
    asking a = begin(context, ATTACHED_ASK_POSITION,
        (note){.where = name,
            .callback = "query_position",
            .number = (double)entity,
            .action = BUSTLE_NONE});
    lua_rawgeti(a.L, a.top + 1, ATTACHED_QUERY_POSITION);
    push_entity(a.L, entity);
    if (!called(&a, 2, 3)) {
        return end(&a, -1);
    }
    if (lua_isnil(a.L, -3)) {
        return end(&a, 0);
    }
    position->x = (double)lua_tonumber(a.L, -3);
    position->y = (double)lua_tonumber(a.L, -2);
    position->z = (double)lua_tonumber(a.L, -1);
    return end(&a, 1);
}

static void trace_callback(void *context, bustle_world *world, const bustle_trace *trace) {
    (void)world;
    asking a = begin(context, ATTACHED_TELL_STEP,
        (note){.where = "trace", .callback = "trace", .action = trace->action});
    lua_rawgeti(a.L, a.top + 1, ATTACHED_TRACE);
    lua_pushlightuserdata(a.L, (void *)trace);
    called(&a, 2, 0);
    end(&a, 0);
}

/* ---- Attaching ---- */

/* Takes the function of that name from the table at `arg`, or nil, to its place in what is
 * attached, which is on top. True: there is one. */
static bool take_function(lua_State *L, int arg, const char *name, int place) {
    lua_getfield(L, arg, name);
    if (!lua_isnil(L, -1) && !lua_isfunction(L, -1)) {
        luaL_argerror(L, arg,
            lua_pushfstring(L, "'%s': function expected, got %s", name, luaL_typename(L, -1)));
    }
    const bool given = lua_isfunction(L, -1);
    lua_rawseti(L, -2, place);
    return given;
}

static void attach_function(lua_State *L, lua_CFunction function, int place) {
    lua_pushcfunction(L, function);
    lua_rawseti(L, -2, place);
}

void take_callbacks(lua_State *L, int arg, bustle_callbacks *callbacks) {
    static const char *const names[] = {
        "condition", "effect", "query_condition", "query_position", "log", "error", "trace", NULL};
    push_message_handler(L);
    lua_rawseti(L, -2, ATTACHED_TRACEBACK);
    attach_function(L, tell, ATTACHED_TELL);
    attach_function(L, ask_condition, ATTACHED_ASK_CONDITION);
    attach_function(L, ask_position, ATTACHED_ASK_POSITION);
    attach_function(L, tell_step, ATTACHED_TELL_STEP);
    if (lua_isnoneornil(L, arg)) {
        return;
    }
    check_table(L, arg);
    check_keys(L, arg, names);
    if (take_function(L, arg, "condition", ATTACHED_CONDITION)) {
        callbacks->condition = condition_callback;
    }
    if (take_function(L, arg, "effect", ATTACHED_EFFECT)) {
        callbacks->effect = effect_callback;
    }
    if (take_function(L, arg, "query_condition", ATTACHED_QUERY_CONDITION)) {
        callbacks->query_condition = query_condition_callback;
    }
    if (take_function(L, arg, "query_position", ATTACHED_QUERY_POSITION)) {
        callbacks->query_position = query_position_callback;
    }
    if (take_function(L, arg, "log", ATTACHED_LOG)) {
        callbacks->log = log_callback;
    }
    if (take_function(L, arg, "trace", ATTACHED_TRACE)) {
        callbacks->trace = trace_callback;
    }
    take_function(L, arg, "error", ATTACHED_ERROR);
}
