/* Paths as they are written (S66), such as "contains(sword) of contains(chest) of home": read
 * without taking memory, so that texts, sealing and the game's questions share it. What the names
 * stand for is found out by whoever reads. */
#ifndef BUSTLE_PATH_TEXT_H
#define BUSTLE_PATH_TEXT_H

#include "bustle.h"

#define MOST_PATH_STEPS 16

typedef struct path_word {
    const char *text; /* not zero-terminated */
    uint32_t length; /* 0: there is none */
    uint32_t at; /* where it begins */
} path_word;

typedef struct written_step {
    path_word kind;
    path_word tag; /* of those it leads to; none: anybody */
    bool repeats; /* one or more steps */
} written_step;

typedef struct written_path {
    written_step steps[MOST_PATH_STEPS]; /* as written, so that the last one is the first */
    uint32_t step_count;
    path_word root; /* none: self */
    bustle_subject from; /* what the root is: BUSTLE_SELF, _TARGET, _AREA or _PART */
    uint32_t part; /* of BUSTLE_PART: its number */
    uint32_t end; /* where what follows the path begins */
    const char *mistake, *cure; /* NULL: none */
    uint32_t mistake_at;
} written_path;

/* Names that are where a path may begin, besides self, target and area. */
typedef struct path_roots {
    const char *const *parts;
    uint32_t part_count;
} path_roots;

/* Reads the path that begins there. False: there is none, and what is wrong is said. */
bool bsl_path_read(
    const char *text, size_t length, size_t at, const path_roots *roots, written_path *path);
/* Whether the word `in` follows, and where what is after it begins. */
bool bsl_path_in(const char *text, size_t length, size_t at, size_t *after);
/* Nothing but white space follows. */
bool bsl_path_ends(const char *text, size_t length, size_t at);

bool bsl_path_word_is(const path_word *word, const char *text);

/* ---- Kinds that follow from what is going on (S65) ---- */

enum implied_link {
    LINK_HOLDER,
    LINK_PROVIDER,
    LINK_INSIDE,
    LINK_AROUND,
    LINK_OUTER,
    LINK_INNER,
    LINK_MEMBER,
    IMPLIED_LINKS
};

extern const char *const bsl_implied_links[IMPLIED_LINKS];
/* IMPLIED_LINKS: it is none of them. */
uint32_t bsl_path_implied(const char *name, size_t length);

#endif
