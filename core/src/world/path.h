/* Following paths (S66). Nothing here takes memory: a path looks at so many links at the most that
 * all it finds fits on the stack. */
#ifndef BUSTLE_PATH_H
#define BUSTLE_PATH_H

#include "base/sort.h"
#include "world/rows.h"

typedef struct path_found {
    item items[PATH_LINKS]; /* key: spawn number, value: slot, in the order found */
    uint32_t count;
    bool cut; /* there were more links than a path looks at */
} path_found;

/* Whether a slot is among those found. */
bool bsl_path_has(const path_found *of, uint32_t slot);
/* From a slot, or NOBODY. Stops when `enough` are found. */
void bsl_path_follow(const bustle_world *w, const path_step *steps, uint32_t count, uint32_t from,
    uint32_t enough, path_found *found);
/* A path of the content; where it is cut, that is counted and told. */
void bsl_path_find(
    bustle_world *w, uint32_t path_id, uint32_t from, uint32_t enough, path_found *found);
/* How many it finds, of which `within` are found by the other path if there is one; counting stops
 * after `enough`. */
uint32_t bsl_path_count(
    bustle_world *w, uint32_t path_id, uint32_t from, uint32_t within_from, uint32_t enough);

/* ---- Kinds that follow from what is going on (S65) ---- */

/* Whether there is such a link. */
bool bsl_path_implied_is(const bustle_world *w, uint32_t from, uint32_t kind, uint32_t to);

/* ---- Paths of the game ---- */

#define PATH_REASON 128

typedef struct parsed_path {
    path_step steps[MOST_PATH_STEPS]; /* in the order in which they are followed */
    uint32_t step_count;
    bustle_subject from;
} parsed_path;

/* Reads a path with the names of the content, or two of them ("PATH in PATH") if `within` is given.
 * Returns how many; 0: it is none, and why. */
uint32_t bsl_path_parse(const bustle_content *c, const char *text, parsed_path *path,
    parsed_path *within, char reason[PATH_REASON]);

#endif
