/* Lists of the core as tables: what the callers of calls that fill an array have in common. */
#include "binding.h"

#include <stddef.h>

#define ROOM 64 /* elements of the largest alignment that need no memory of Lua's */

/* Asked with the room on the stack first, and again if that is too little: meanwhile a finaliser
 * may have made the list longer or shorter. */
int push_list(lua_State *L, const listing *list, const question *asked) {
    max_align_t few[ROOM];
    char *items = (char *)few;
    size_t capacity = sizeof few / list->size;
    size_t count = 0;
    bustle_status status = list->read(asked, items, capacity, &count);
    if (status == BUSTLE_OK && count > capacity) {
        capacity = count;
        items = new_userdata(L, capacity * list->size);
        status = list->read(asked, items, capacity, &count);
    }
    if (status != BUSTLE_OK) {
        return finish(L, asked->ref, status, asked->entity);
    }
    count = count < capacity ? count : capacity;
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        list->push(L, asked, items + i * list->size);
        lua_rawseti(L, -2, (int)(i + 1));
    }
    return 1;
}

static void push_listed_entity(lua_State *L, const question *asked, const void *element) {
    (void)asked;
    push_entity(L, *(const bustle_entity *)element);
}

int push_entities(lua_State *L,
    bustle_status (*read)(const question *asked, void *into, size_t capacity, size_t *count),
    const question *asked) {
    const listing list = {sizeof(bustle_entity), read, push_listed_entity};
    return push_list(L, &list, asked);
}
