/* Reading tables by shapes. The depth is that of the shapes, whatever the tables hold. */
#include "tables.h"

#include <string.h>

/* ---- Memory ---- */

#define CHUNK_SIZE ((size_t)8192)
#define ALIGNMENT (sizeof(max_align_t))

reader reader_start(lua_State *L) {
    reader r = {.L = L};
    luaL_checkstack(L, 8, NULL);
    lua_newtable(L);
    r.keeper = lua_gettop(L);
    return r;
}

void reader_reset(reader *r) {
    for (; r->chunks > 1; r->chunks--) {
        lua_pushnil(r->L);
        lua_rawseti(r->L, r->keeper, r->chunks);
    }
    lua_rawgeti(r->L, r->keeper, 1);
    r->chunk = lua_touserdata(r->L, -1);
    r->size = r->chunk == NULL ? 0 : CHUNK_SIZE;
    r->used = 0;
    lua_pop(r->L, 1);
}

/* Every chunk is at least as long as the first, which stays. */
static void *take(reader *r, size_t size) {
    const size_t needed = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (needed > r->size - r->used) {
        const size_t length = needed > CHUNK_SIZE ? needed : CHUNK_SIZE;
        r->chunk = new_userdata(r->L, length);
        r->chunks++;
        lua_rawseti(r->L, r->keeper, r->chunks);
        r->used = 0;
        r->size = length;
    }
    void *taken = r->chunk + r->used;
    r->used += needed;
    return taken;
}

/* ---- Errors ---- */

/* Where a table stands: element `index` of the list `list`, in another place. */
typedef struct place {
    const struct place *in;
    const char *list;
    size_t index;
    const char *thing; /* its name, once known */
} place;

#define DEEPEST 8

/* "actions[3] 'eat': when[2].value: number expected, got string" */
static void wrong(reader *r, const place *where, const char *key, const char *what) {
    lua_State *L = r->L;
    const place *path[DEEPEST];
    int depth = 0;
    luaL_checkstack(L, 8, NULL);
    for (const place *p = where; p != NULL && depth < DEEPEST; p = p->in) {
        path[depth++] = p;
    }
    lua_pushstring(L, "");
    for (int i = depth - 1; i >= 0; i--) {
        lua_pushfstring(L, "%s%s[%d]", lua_tostring(L, -1), path[i]->list, (int)path[i]->index);
        lua_remove(L, -2);
        const bool has_name = i == depth - 1 && path[i]->thing != NULL;
        if (has_name) {
            lua_pushfstring(L, "%s '%s'", lua_tostring(L, -1), path[i]->thing);
            lua_remove(L, -2);
        }
        if (i > 0 || key != NULL) {
            lua_pushstring(L, has_name ? ": " : ".");
            lua_concat(L, 2);
        }
    }
    luaL_error(L, "%s%s: %s", lua_tostring(L, -1), key == NULL ? "" : key, what);
}

static void wrong_type(reader *r, const place *where, const char *key, const char *expected) {
    wrong(r, where, key,
        lua_pushfstring(r->L, "%s expected, got %s", expected, luaL_typename(r->L, -1)));
}

/* ---- Values: each is on top of the stack, and stays there ---- */

static int64_t read_whole(
    reader *r, const place *where, const char *key, int64_t low, int64_t high) {
    int64_t value = 0;
    if (lua_type(r->L, -1) != LUA_TNUMBER) {
        wrong_type(r, where, key, "number");
    }
    if (!to_whole(r->L, -1, &value)) {
        wrong(r, where, key, "a whole number expected");
    }
    if (value < low || value > high) {
        wrong(r, where, key, "the number is too large or too small");
    }
    return value;
}

static bool read_flag(reader *r, const place *where, const char *key) {
    if (lua_type(r->L, -1) != LUA_TBOOLEAN) {
        wrong_type(r, where, key, "boolean");
    }
    return lua_toboolean(r->L, -1) != 0;
}

/* A copy, so that nothing depends on who else holds the string. */
static const char *read_text(reader *r, const place *where, const char *key) {
    if (lua_type(r->L, -1) != LUA_TSTRING) {
        wrong_type(r, where, key, "string");
    }
    size_t length = 0;
    const char *text = lua_tolstring(r->L, -1, &length);
    if (strlen(text) != length) {
        wrong(r, where, key, "the string contains a zero byte");
    }
    return memcpy(take(r, length + 1), text, length + 1);
}

static int read_choice(reader *r, const place *where, const field *f) {
    if (lua_type(r->L, -1) != LUA_TSTRING) {
        wrong_type(r, where, f->name, "string");
    }
    const char *name = lua_tostring(r->L, -1);
    for (const choice *c = f->choices; c->name != NULL; c++) {
        if (strcmp(c->name, name) == 0) {
            return c->value;
        }
    }
    wrong(r, where, f->name, lua_pushfstring(r->L, "there is no '%s' here", name));
    return 0;
}

static size_t list_length(reader *r, const place *where, const char *key) {
    if (lua_type(r->L, -1) != LUA_TTABLE) {
        wrong_type(r, where, key, "list");
    }
    const size_t length = raw_length(r->L, -1);
    if (length > LONGEST_LIST) {
        wrong(r, where, key, "the list is too long");
    }
    return length;
}

static const char *const *read_texts(reader *r, const place *where, const char *key, size_t count) {
    const char **texts = take(r, count * sizeof *texts);
    for (size_t i = 0; i < count; i++) {
        const place element = {.in = where, .list = key, .index = i + 1};
        lua_rawgeti(r->L, -1, (int)(i + 1));
        texts[i] = read_text(r, &element, NULL);
        lua_pop(r->L, 1);
    }
    return texts;
}

static void read_table(reader *r, const shape *s, void *into, place *where);

static const void *read_list(reader *r, const place *where, const field *f, size_t count) {
    char *list = take(r, count * f->element->size);
    for (size_t i = 0; i < count; i++) {
        place element = {.in = where, .list = f->name, .index = i + 1};
        lua_rawgeti(r->L, -1, (int)(i + 1));
        read_table(r, f->element, list + i * f->element->size, &element);
        lua_pop(r->L, 1);
    }
    return list;
}

/* ---- Tables ---- */

static void put_list(const field *f, char *into, const void *list, size_t count) {
    set_pointer(into, f, list);
    memcpy(into + f->beside, &count, sizeof count);
}

static void read_number(reader *r, const field *f, char *into, const place *where) {
    if (f->kind == FIELD_WHOLE) {
        *(int32_t *)(void *)(into + f->at) =
            (int32_t)read_whole(r, where, f->name, INT32_MIN, INT32_MAX);
        if (f->beside != 0) {
            *(bool *)(into + f->beside) = true;
        }
    } else if (f->kind == FIELD_LONG) {
        /* As whole as a double can be. */
        *(int64_t *)(void *)(into + f->at) =
            read_whole(r, where, f->name, -(INT64_C(1) << 53), INT64_C(1) << 53);
    } else if (lua_type(r->L, -1) != LUA_TNUMBER) {
        wrong_type(r, where, f->name, "number");
    } else {
        *(double *)(void *)(into + f->at) = (double)lua_tonumber(r->L, -1);
    }
}

static void read_field(reader *r, const field *f, char *into, const place *where) {
    size_t count = 0;
    int value = 0;
    switch (f->kind) {
    case FIELD_TEXT:
        set_pointer(into, f, read_text(r, where, f->name));
        break;
    case FIELD_FLAG:
        *(bool *)(into + f->at) = read_flag(r, where, f->name);
        break;
    case FIELD_ANSWER:
        value = read_flag(r, where, f->name) ? BUSTLE_TARGET_TAKEN : BUSTLE_TARGET_NOT_TAKEN;
        memcpy(into + f->at, &value, sizeof value);
        break;
    case FIELD_CHOICE:
        value = read_choice(r, where, f);
        memcpy(into + f->at, &value, sizeof value);
        break;
    case FIELD_TEXTS:
        count = list_length(r, where, f->name);
        put_list(f, into, read_texts(r, where, f->name, count), count);
        break;
    case FIELD_LIST:
        count = list_length(r, where, f->name);
        put_list(f, into, read_list(r, where, f, count), count);
        break;
    default:
        read_number(r, f, into, where);
        break;
    }
}

static bool has_field(const shape *s, const char *name) {
    for (const field *f = s->fields; f < s->fields + s->count; f++) {
        if (f->name != NULL && strcmp(f->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void refuse_other_keys(reader *r, const shape *s, const place *where) {
    lua_State *L = r->L;
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
        lua_pop(L, 1);
        if (lua_type(L, -1) != LUA_TSTRING) {
            wrong(r, where, NULL, lua_pushfstring(L, "a key is a %s", luaL_typename(L, -1)));
        }
        if (!has_field(s, lua_tostring(L, -1))) {
            wrong(r, where, NULL, lua_pushfstring(L, "there is no '%s' here", lua_tostring(L, -1)));
        }
    }
}

/* The name of a definition, for errors about the rest of it. */
static void learn_name(reader *r, place *where) {
    lua_pushstring(r->L, "name");
    lua_rawget(r->L, -2);
    if (where->in == NULL && lua_type(r->L, -1) == LUA_TSTRING) {
        where->thing = read_text(r, where, "name");
    }
    lua_pop(r->L, 1);
}

static void start(const shape *s, void *into) {
    memset(into, 0, s->size);
    if (s->start != NULL) {
        s->start(into);
    }
}

static void read_table(reader *r, const shape *s, void *into, place *where) {
    luaL_checkstack(r->L, 8, "tables too deep");
    if (lua_type(r->L, -1) != LUA_TTABLE) {
        wrong_type(r, where, NULL, "table");
    }
    start(s, into);
    learn_name(r, where);
    for (const field *f = s->fields; f < s->fields + s->count; f++) {
        if (f->name == NULL) {
            continue;
        }
        lua_pushstring(r->L, f->name);
        lua_rawget(r->L, -2);
        if (!lua_isnil(r->L, -1)) {
            read_field(r, f, into, where);
        }
        lua_pop(r->L, 1);
    }
    refuse_other_keys(r, s, where);
}

const void *read_definition(reader *r, const shape *s, const char *list, size_t index) {
    place where = {.list = list, .index = index};
    void *def = take(r, s->size);
    read_table(r, s, def, &where);
    return def;
}

bustle_ops read_ops(reader *r, const char *name) {
    const field list = {.name = name, .kind = FIELD_LIST, .element = &bsl_operation_shape};
    bustle_ops ops = {NULL, 0, NULL};
    luaL_checkstack(r->L, 8, NULL);
    ops.count = list_length(r, NULL, name);
    ops.list = read_list(r, NULL, &list, ops.count);
    return ops;
}
