/* `core.text`, `core.operation`, `core.tokens` and `core.is_word`: the compiler of texts, for
 * packs. A scope in Lua says what names stand for (see lua/bustle/author/expression.lua). */
#include "tables.h"

#include <string.h>

#include "content/expression/text/lexer.h"

/* ---- The compiler while it is at work, owned by Lua so that an error frees it ---- */

#define EXPRESSION_TYPE "bustle.expression"

typedef struct expression {
    heap heap;
    problems problems;
    text_compiler compiler;
    text_scope scope;
    lua_State *L;
} expression;

/* Where the arguments of all functions here are, but of `tokens`. */
enum argument { ARGUMENT_SOURCE = 1, ARGUMENT_KIND, ARGUMENT_SCOPE, ARGUMENT_NEAREST };

static int expression_gc(lua_State *L) {
    expression *e = luaL_checkudata(L, 1, EXPRESSION_TYPE);
    bsl_text_free(&e->compiler);
    bsl_problems_free(&e->problems);
    return 0;
}

static expression *push_expression(lua_State *L) {
    expression *e = new_userdata(L, sizeof *e);
    memset(e, 0, sizeof *e);
    bustle_allocator memory;
    memory.resize = lua_getallocf(L, &memory.context);
    bsl_heap_init(&e->heap, &memory);
    bsl_problems_init(&e->problems, &e->heap);
    bsl_text_init(&e->compiler, &e->heap);
    e->compiler.problems = &e->problems;
    e->compiler.scope = &e->scope;
    e->scope.context = e;
    e->L = L;
    luaL_getmetatable(L, EXPRESSION_TYPE);
    lua_setmetatable(L, -2);
    return e;
}

void open_expression(lua_State *L) {
    static const luaL_Reg metamethods[] = {{"__gc", expression_gc}, {NULL, NULL}};
    static const luaL_Reg *const no_methods[] = {NULL};
    make_type(L, EXPRESSION_TYPE, metamethods, no_methods);
}

/* ---- The scope ---- */

/* Copies, because nothing else may hold what a scope returns. */
static const char *kept(expression *e, const char *text) {
    char *copy = text == NULL ? NULL : bsl_arena_text(&e->compiler.memory, text);
    if (text != NULL && copy == NULL) {
        luaL_error(e->L, "not enough memory");
    }
    return copy;
}

/* A text of the table on top of the stack, or NULL. */
static const char *field_text(expression *e, const char *key) {
    lua_getfield(e->L, -1, key);
    const char *text = kept(e, lua_type(e->L, -1) == LUA_TSTRING ? lua_tostring(e->L, -1) : NULL);
    lua_pop(e->L, 1);
    return text;
}

static void read_values(expression *e, text_found *found) {
    lua_State *L = e->L;
    lua_getfield(L, -1, "values");
    if (lua_istable(L, -1)) {
        found->value_count = raw_length(L, -1);
        const char **values =
            bsl_arena_take(&e->compiler.memory, found->value_count, sizeof *values);
        if (values == NULL) {
            luaL_error(L, "not enough memory");
        }
        for (size_t i = 0; values != NULL && i < found->value_count; i++) {
            lua_rawgeti(L, -1, (int)(i + 1));
            values[i] = kept(e, lua_tostring(L, -1));
            lua_pop(L, 1);
        }
        found->values = values;
    }
    lua_pop(L, 1);
}

/* The key or interruption on top of the stack. */
static void read_found(expression *e, text_found *found) {
    found->name = field_text(e, "name");
    lua_getfield(e->L, -1, "flag");
    found->flag = lua_toboolean(e->L, -1) != 0;
    lua_pop(e->L, 1);
    read_values(e, found);
}

static void read_constant(expression *e, text_found *found) {
    int64_t number = lua_toboolean(e->L, -1);
    found->boolean = lua_type(e->L, -1) == LUA_TBOOLEAN;
    if (!found->boolean &&
        (!to_whole(e->L, -1, &number) || number < INT32_MIN || number > INT32_MAX)) {
        luaL_error(e->L, "a constant is not a whole number of 32 bits");
    }
    found->number = (int32_t)number;
}

/* Why there is nothing: the table on top of the stack. */
static void read_missing(expression *e, text_missing *missing) {
    if (!lua_istable(e->L, -1)) {
        luaL_error(e->L, "a scope must say why there is no such name");
    }
    missing->code = field_text(e, "code");
    missing->text = field_text(e, "text");
    missing->cure = field_text(e, "cure");
    missing->code = missing->code == NULL ? "" : missing->code;
    missing->text = missing->text == NULL ? "" : missing->text;
}

static bool find(void *context, enum text_name kind, const char *name, text_found *found,
    text_missing *missing) {
    static const char *const lookups[] = {
        "state", "environment", "constant", "interruption", "link", "offer", "inbox"};
    expression *e = context;
    lua_State *L = e->L;
    lua_getfield(L, ARGUMENT_SCOPE, lookups[kind]);
    lua_pushstring(L, name);
    lua_call(L, 1, 2);
    const bool is_there = !lua_isnil(L, -2);
    if (!is_there) {
        read_missing(e, missing);
    }
    lua_pop(L, 1);
    if (is_there && kind == TEXT_CONSTANT) {
        read_constant(e, found);
    } else if (is_there) {
        read_found(e, found);
    }
    lua_pop(L, 1);
    return is_there;
}

static const char *nearest(
    void *context, const char *name, const char *const *names, uint32_t count) {
    expression *e = context;
    lua_State *L = e->L;
    lua_pushvalue(L, ARGUMENT_NEAREST);
    lua_pushstring(L, name);
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        lua_pushstring(L, names[i]);
        lua_rawseti(L, -2, (int)(i + 1));
    }
    lua_call(L, 2, 1);
    const char *meant = kept(e, lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL);
    lua_pop(L, 1);
    return meant;
}

/* The names of the parts of a scene, which are subjects too. The scope holds the texts meanwhile;
 * the list stays on the stack, because the compiler empties its own memory. */
static void push_parts(expression *e) {
    lua_State *L = e->L;
    lua_getfield(L, ARGUMENT_SCOPE, "parts");
    const int names = lua_gettop(L);
    const size_t count = lua_istable(L, names) ? raw_length(L, names) : 0;
    const char **parts = new_userdata(L, (count + 1) * sizeof *parts);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, names, (int)(i + 1));
        parts[i] = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
        lua_pop(L, 1);
    }
    e->scope.parts = parts;
    e->scope.part_count = (uint32_t)count;
}

/* ---- Results ---- */

static bool has_value(const bustle_op *op) {
    switch (op->kind) {
    case BUSTLE_EQUAL:
    case BUSTLE_NOT_EQUAL:
    case BUSTLE_LESS:
    case BUSTLE_GREATER:
    case BUSTLE_AT_MOST:
    case BUSTLE_AT_LEAST:
        return op->subject != BUSTLE_STACK;
    case BUSTLE_RAISE_WITHIN:
        return true;
    case BUSTLE_PUSH:
        return op->subject == BUSTLE_CONSTANT;
    case BUSTLE_SET:
    case BUSTLE_INCREASE:
    case BUSTLE_DECREASE:
    case BUSTLE_SEND:
    case BUSTLE_SEND_ON_PATH:
        return !op->stacked;
    default:
        return false;
    }
}

static bool has_subject(const bustle_op *op) {
    return op->kind < BUSTLE_PLUS || op->kind > BUSTLE_NOT;
}

/* Both kinds and subjects are listed in their order. */
static void push_op(lua_State *L, const bustle_op *op) {
    const field *fields = bsl_operation_shape.fields;
    lua_createtable(L, 0, 4);
    set_text(L, "kind", fields[0].choices[op->kind - BUSTLE_EQUAL].name);
    if (has_subject(op)) {
        set_text(L, "subject", fields[1].choices[op->subject].name);
    }
    if (op->name != NULL) {
        set_text(L, "name", op->name);
    }
    if (op->part != NULL) {
        set_text(L, "part", op->part);
    }
    if (op->link != NULL) {
        set_text(L, "link", op->link);
        set_text(L, "to", fields[1].choices[op->to].name);
    }
    if (op->to_part != NULL) {
        set_text(L, "to_part", op->to_part);
    }
    if (op->value_name != NULL) {
        set_text(L, "value_name", op->value_name);
    }
    if (has_value(op)) {
        set_number(L, "value", op->value);
    }
    if (op->stacked) {
        set_flag(L, "stacked", true);
    }
}

static void push_ops(lua_State *L, const expression *e) {
    const bustle_op *ops = e->compiler.ops.items;
    lua_createtable(L, (int)e->compiler.ops.count, 0);
    for (uint32_t i = 0; i < e->compiler.ops.count; i++) {
        push_op(L, &ops[i]);
        lua_rawseti(L, -2, (int)(i + 1));
    }
}

static void push_mistakes(lua_State *L, const expression *e) {
    bustle_problem problem;
    lua_newtable(L);
    for (size_t i = 0; bsl_problems_get(&e->problems, i, &problem); i++) {
        const uint32_t column = bsl_problems_column(&e->problems, i);
        lua_createtable(L, 0, 4);
        set_text(L, "code", problem.code);
        set_text(L, "message", problem.text);
        if (problem.cure[0] != '\0') {
            set_text(L, "cure", problem.cure);
        }
        if (column != 0) {
            set_number(L, "column", column);
        }
        lua_rawseti(L, -2, (int)(i + 1));
    }
}

/* The operations; or nil and the mistakes. */
static int push_result(lua_State *L, expression *e, bool good) {
    if (e->compiler.no_memory || e->problems.no_memory) {
        return luaL_error(L, "not enough memory");
    }
    if (good) {
        push_ops(L, e);
    } else {
        lua_pushnil(L);
        push_mistakes(L, e);
    }
    bsl_text_free(&e->compiler);
    bsl_problems_free(&e->problems);
    return good ? 1 : 2;
}

/* ---- Functions ---- */

/* For (source, kind, scope, nearest, ...); pushes the compiler and what it needs. */
static expression *start(lua_State *L, enum text_kind *kind) {
    static const char *const kinds[] = {"condition", "effects", "value", "amount", "path", NULL};
    *kind = (enum text_kind)luaL_checkoption(L, ARGUMENT_KIND, NULL, kinds);
    check_table(L, ARGUMENT_SCOPE);
    luaL_checktype(L, ARGUMENT_NEAREST, LUA_TFUNCTION);
    luaL_checkstack(L, 16, NULL);
    expression *e = push_expression(L);
    lua_getfield(L, ARGUMENT_SCOPE, "environment_only");
    e->scope.environment_only = lua_toboolean(L, -1) != 0;
    lua_pop(L, 1);
    push_parts(e);
    e->scope.find = find;
    e->scope.nearest = nearest;
    return e;
}

int core_text(lua_State *L) {
    size_t length = 0;
    luaL_checktype(L, ARGUMENT_SOURCE, LUA_TSTRING);
    const char *text = lua_tolstring(L, ARGUMENT_SOURCE, &length);
    lua_settop(L, ARGUMENT_NEAREST);
    enum text_kind kind;
    expression *e = start(L, &kind);
    return push_result(L, e, bsl_text_compile(&e->compiler, kind, text, length));
}

static int choice_of(lua_State *L, const char *key, const field *f) {
    lua_getfield(L, ARGUMENT_SOURCE, key);
    const char *name = lua_tostring(L, -1);
    for (const choice *c = f->choices; name != NULL && c->name != NULL; c++) {
        if (strcmp(c->name, name) == 0) {
            lua_pop(L, 1);
            return c->value;
        }
    }
    return luaL_argerror(L, ARGUMENT_SOURCE, lua_pushfstring(L, "wrong %s", key));
}

/* What stands on the right of an operation: on top of the stack. */
static void read_right_side(lua_State *L, text_operation *o) {
    if (lua_type(L, -1) == LUA_TSTRING) {
        o->word = lua_tostring(L, -1);
        return;
    }
    int64_t number = lua_toboolean(L, -1);
    o->boolean = lua_type(L, -1) == LUA_TBOOLEAN;
    if (!o->boolean && !lua_isnil(L, -1) &&
        (!to_whole(L, -1, &number) || number < INT32_MIN || number > INT32_MAX)) {
        luaL_argerror(L, ARGUMENT_SOURCE, "wrong value");
    }
    o->number = (int32_t)number;
}

/* About a link: its kind, and where it leads. */
static void read_link(lua_State *L, text_operation *o) {
    lua_getfield(L, ARGUMENT_SOURCE, "link");
    o->link = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    if (o->link == NULL) {
        return;
    }
    o->to = (bustle_subject)choice_of(L, "to", &bsl_operation_shape.fields[1]);
    lua_getfield(L, ARGUMENT_SOURCE, "to_part");
    o->to_part = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    luaL_argcheck(
        L, (o->to == BUSTLE_PART) == (o->to_part != NULL), ARGUMENT_SOURCE, "wrong to_part");
}

/* Of a table `{ kind=, subject=, part=, name=, link=, to=, to_part=, value= }`, where the value is
 * a number, true, false, the name of a value or a constant, or a path. The table holds the texts
 * meanwhile. */
int core_operation(lua_State *L) {
    check_table(L, ARGUMENT_SOURCE);
    lua_settop(L, ARGUMENT_NEAREST);
    enum text_kind kind;
    expression *e = start(L, &kind);
    text_operation o = {0};
    o.kind = (bustle_op_kind)choice_of(L, "kind", &bsl_operation_shape.fields[0]);
    o.subject = (bustle_subject)choice_of(L, "subject", &bsl_operation_shape.fields[1]);
    lua_getfield(L, ARGUMENT_SOURCE, "name");
    o.name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    lua_getfield(L, ARGUMENT_SOURCE, "part");
    o.part = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    luaL_argcheck(L, (o.subject == BUSTLE_PART) == (o.part != NULL), ARGUMENT_SOURCE, "wrong part");
    read_link(L, &o);
    lua_getfield(L, ARGUMENT_SOURCE, "value");
    read_right_side(L, &o);
    return push_result(L, e, bsl_text_compile_operation(&e->compiler, kind, &o));
}

/* (text without mistakes): its tokens, `{ text=, column= }` each. */
int core_tokens(lua_State *L) {
    size_t length = 0;
    luaL_checktype(L, 1, LUA_TSTRING);
    const char *text = lua_tolstring(L, 1, &length);
    expression *e = push_expression(L);
    lexer from;
    bool good = bsl_lexer_start(&from, &e->compiler, text, length);
    lua_newtable(L);
    token t = {0};
    for (int i = 1; good; i++) {
        good = bsl_lexer_next(&from, &t);
        if (!good || t.kind == TOKEN_END) {
            break;
        }
        lua_createtable(L, 0, 2);
        lua_pushlstring(L, t.text, t.length);
        lua_setfield(L, -2, "text");
        set_number(L, "column", t.column);
        lua_rawseti(L, -2, i);
    }
    return good ? 1 : luaL_argerror(L, 1, "no text without mistakes");
}

int core_is_word(lua_State *L) {
    size_t length = 0;
    luaL_checktype(L, 1, LUA_TSTRING);
    const char *name = lua_tolstring(L, 1, &length);
    lua_pushboolean(L, bsl_lexer_is_word(name, length));
    return 1;
}
