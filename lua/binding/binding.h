/* What the files of the binding share: its two userdata types and the checks on arguments. */
#ifndef BUSTLE_BINDING_H
#define BUSTLE_BINDING_H

#include "bustle.h"
#include "compat.h"

/* Where nothing else keeps them from it (the rocks), these names would be the whole program's. */
#if defined(BUSTLE_HIDDEN) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif

/* ---- Userdata ---- */

#define CONTENT_TYPE "bustle.content"
#define WORLD_TYPE "bustle.world"

typedef struct content_ref {
    bustle_content *content; /* NULL: not sealed, or finalised */
} content_ref;

#define ERROR_TEXT_SIZE 200

typedef struct world_ref {
    bustle_world *world; /* NULL: closed */
    lua_State *running; /* of the innermost call into the core; NULL: none runs */
    const char *callback; /* the innermost callback that runs; NULL: none */
    uint32_t spawned; /* the highest spawn number so far */
    bustle_snapshot saved; /* until it is a string */
    char error_text[ERROR_TEXT_SIZE]; /* of a function that failed, for the core's report */
} world_ref;

/* The table attached to a world. */
enum attached {
    ATTACHED_CONTENT = 1,
    ATTACHED_CONDITION,
    ATTACHED_EFFECT,
    ATTACHED_QUERY_CONDITION,
    ATTACHED_QUERY_POSITION,
    ATTACHED_LOG,
    ATTACHED_ERROR,
    ATTACHED_TRACEBACK, /* the message handler */
    ATTACHED_TELL, /* what calls `log` and `error` */
    ATTACHED_ASK_CONDITION, /* what calls `query_condition` and checks the answer */
    ATTACHED_ASK_POSITION,
    ATTACHED_TRACE,
    ATTACHED_TELL_STEP, /* what calls `trace` */
    ATTACHED_END
};

/* The accessors: kind and liveness, or an argument error. A world is always argument 1 and stays
 * there, because callbacks find what is attached to it through the stack. */
world_ref *check_world(lua_State *L);
content_ref *check_content(lua_State *L, int arg);

/* Around every call into the core: callbacks run in this state. Makes the room they need. Returns
 * what leave_core takes back. */
lua_State *enter_core(lua_State *L, world_ref *ref);
void leave_core(world_ref *ref, lua_State *outer);

/* ---- Arguments ---- */

int64_t check_whole(lua_State *L, int arg, int64_t low, int64_t high);
int64_t opt_whole(lua_State *L, int arg, int64_t low, int64_t high, int64_t otherwise);
double check_finite(lua_State *L, int arg);
double opt_finite(lua_State *L, int arg, double otherwise);
/* Rounded as the runtime does. */
int32_t check_value(lua_State *L, int arg);
double check_distance(lua_State *L, int arg);
/* A string without zero bytes; NULL from the second if there is none. */
const char *check_text(lua_State *L, int arg);
const char *opt_text(lua_State *L, int arg);
/* x, y, z in three arguments; what is not given is 0. */
bustle_position check_position(lua_State *L, int arg);
void check_table(lua_State *L, int arg);

const char *name_of_kind(bustle_kind kind);
bustle_kind check_kind(lua_State *L, int arg);
bustle_id check_id(lua_State *L, const bustle_content *content, bustle_kind kind, int arg);
bustle_id check_world_id(lua_State *L, const world_ref *ref, bustle_kind kind, int arg);

/* Any number is a handle, of nobody if need be. */
bustle_entity check_handle(lua_State *L, int arg);
/* One that lives in this world; 0 from the second for none. */
bustle_entity check_entity(lua_State *L, const world_ref *ref, int arg);
bustle_entity opt_entity(lua_State *L, const world_ref *ref, int arg);

/* Raises for a key that is none of the names, which end with NULL. */
void check_keys(lua_State *L, int arg, const char *const *names);

/* ---- Results ---- */

void push_entity(lua_State *L, bustle_entity entity); /* nobody: nil */
void push_id(lua_State *L, bustle_id id); /* none: nil */
/* As a whole number where it is one. */
void push_number(lua_State *L, double number);
void push_text(lua_State *L, const char *text); /* NULL: nil */
/* Fields of the table on top of the stack. */
void set_number(lua_State *L, const char *key, int64_t number);
void set_id(lua_State *L, const char *key, bustle_id id);
void set_entity(lua_State *L, const char *key, bustle_entity entity);
void set_flag(lua_State *L, const char *key, bool flag);
void set_text(lua_State *L, const char *key, const char *text);
/* Pushes "entity 4503599627370501 (spawn number 12)". */
const char *push_description(lua_State *L, const world_ref *ref, bustle_entity entity);

/* The status of a call about an entity (argument 2; 0: about none) of a world (NULL: about none) as
 * what the Lua function returns: true; nil, message, code for what can go wrong at run time; misuse
 * raises. */
int finish(lua_State *L, const world_ref *ref, bustle_status status, bustle_entity entity);

/* ---- Lists of the core ---- */

/* What a list is asked for. */
typedef struct question {
    const world_ref *ref;
    bustle_entity entity; /* whom it is about; 0: nobody */
    bustle_entity target;
    bustle_id id;
    int kind;
    double distance;
    bustle_position point;
} question;

/* A list that the core writes: how long an element is, who writes them, and how one is pushed. */
typedef struct listing {
    size_t size;
    bustle_status (*read)(const question *asked, void *into, size_t capacity, size_t *count);
    void (*push)(lua_State *L, const question *asked, const void *element);
} listing;

/* Pushes the list as a table; or what `finish` makes of a refusal. Returns how many it pushed. */
int push_list(lua_State *L, const listing *list, const question *asked);
/* As push_list, for a list of entities. */
int push_entities(lua_State *L,
    bustle_status (*read)(const question *asked, void *into, size_t capacity, size_t *count),
    const question *asked);

/* Makes the metatable of a type; `methods` are lists, ended by NULL. */
void make_type(
    lua_State *L, const char *name, const luaL_Reg *metamethods, const luaL_Reg *const *methods);
void set_functions(lua_State *L, const luaL_Reg *functions);

/* ---- The parts ---- */

int core_seal(lua_State *L);
int core_compile(lua_State *L);
int core_condition(lua_State *L);
int core_calculate(lua_State *L);
int core_nearest(lua_State *L);
int core_text(lua_State *L);
int core_operation(lua_State *L);
int core_tokens(lua_State *L);
int core_is_word(lua_State *L);
int core_world(lua_State *L);
int core_list_folder(lua_State *L);
int core_is_special(lua_State *L);
void open_content(lua_State *L);
void open_condition(lua_State *L);
void open_expression(lua_State *L);
void open_world(lua_State *L);
void open_folder(lua_State *L);
/* Puts what limits untrusted code into the module's table, which is on top. */
void open_sandbox(lua_State *L);
extern const luaL_Reg entity_methods[];
extern const luaL_Reg npc_methods[];
extern const luaL_Reg condition_methods[];
extern const luaL_Reg interruption_methods[];
extern const luaL_Reg scene_methods[];
extern const luaL_Reg link_methods[];
extern const luaL_Reg area_methods[];
extern const luaL_Reg offer_methods[];
extern const luaL_Reg message_methods[];
extern const luaL_Reg plan_methods[];
extern const luaL_Reg snapshot_methods[];
int core_attached(lua_State *L);

/* (function, bustle_trace): calls it with the step of a decision as a table. */
int tell_step(lua_State *L);

/* Takes the functions of the table at `arg` (or none) into what will be attached to the world,
 * which is on top, and names them in `callbacks`. */
void take_callbacks(lua_State *L, int arg, bustle_callbacks *callbacks);

#if defined(BUSTLE_HIDDEN) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#endif
