/* What is in a folder, and whether something may be replaced by a file: what reading and writing
 * need and Lua's own library lacks. */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L /* NOLINT(bugprone-reserved-identifier,cert-dcl37-c): lstat */
#endif

#include "binding.h"

#include <errno.h>
#include <string.h>

#if defined(_WIN32)
#include <windows.h>
#else
#include <dirent.h>
#include <sys/stat.h>
#endif

#define FOLDER_TYPE "bustle.folder"

/* ---- An open folder: a userdata, so that it is closed whatever happens to the Lua state ---- */

#if defined(_WIN32)

typedef struct folder {
    HANDLE search;
    WIN32_FIND_DATAA entry;
    int unread; /* opening has read an entry already */
} folder;

static void folder_init(folder *f) {
    f->search = INVALID_HANDLE_VALUE;
}

static int folder_open(lua_State *L, folder *f, const char *path) {
    const char *pattern = lua_pushfstring(L, "%s\\*", path);
    f->search = FindFirstFileA(pattern, &f->entry);
    f->unread = 1;
    lua_pop(L, 1);
    return f->search != INVALID_HANDLE_VALUE;
}

static const char *folder_next(folder *f) {
    if (!f->unread && !FindNextFileA(f->search, &f->entry)) {
        return NULL;
    }
    f->unread = 0;
    return f->entry.cFileName;
}

static void folder_close(folder *f) {
    if (f->search != INVALID_HANDLE_VALUE) {
        FindClose(f->search);
        f->search = INVALID_HANDLE_VALUE;
    }
}

static const char *folder_problem(void) {
    return "there is no such folder";
}

static int is_special(const char *path) {
    const DWORD found = GetFileAttributesA(path);
    return found != INVALID_FILE_ATTRIBUTES &&
        (found &
            (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE | FILE_ATTRIBUTE_REPARSE_POINT)) != 0;
}

#else

typedef struct folder {
    DIR *stream;
} folder;

static void folder_init(folder *f) {
    f->stream = NULL;
}

static int folder_open(lua_State *L, folder *f, const char *path) {
    (void)L;
    f->stream = opendir(path);
    return f->stream != NULL;
}

static const char *folder_next(folder *f) {
    const struct dirent *entry = readdir(f->stream);
    return entry != NULL ? entry->d_name : NULL;
}

static void folder_close(folder *f) {
    if (f->stream != NULL) {
        closedir(f->stream);
        f->stream = NULL;
    }
}

static const char *folder_problem(void) {
    return strerror(errno);
}

static int is_special(const char *path) {
    struct stat found;
    return lstat(path, &found) == 0 && !S_ISREG(found.st_mode);
}

#endif

/* ---- The functions ---- */

static int folder_gc(lua_State *L) {
    folder_close(luaL_checkudata(L, 1, FOLDER_TYPE));
    return 0;
}

static int is_itself_or_parent(const char *name) {
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* core.list_folder(path): the names in it, in no order; or nil and why not. */
int core_list_folder(lua_State *L) {
    const char *path = check_text(L, 1);
    folder *f = new_userdata(L, sizeof *f);
    folder_init(f);
    luaL_getmetatable(L, FOLDER_TYPE);
    lua_setmetatable(L, -2);
    if (!folder_open(L, f, path)) {
        lua_pushnil(L);
        lua_pushstring(L, folder_problem());
        return 2;
    }
    lua_newtable(L);
    int count = 0;
    for (const char *name = folder_next(f); name != NULL; name = folder_next(f)) {
        if (!is_itself_or_parent(name)) {
            lua_pushstring(L, name);
            lua_rawseti(L, -2, ++count);
        }
    }
    folder_close(f);
    return 1;
}

/* core.is_special(path): whether it is a device, a pipe, a link or a folder; false of what is not
 * there. */
int core_is_special(lua_State *L) {
    lua_pushboolean(L, is_special(check_text(L, 1)));
    return 1;
}

void open_folder(lua_State *L) {
    static const luaL_Reg metamethods[] = {{"__gc", folder_gc}, {NULL, NULL}};
    static const luaL_Reg *const methods[] = {NULL};
    make_type(L, FOLDER_TYPE, metamethods, methods);
}
