/* What sealing finds wrong: collects problems, puts them into words and sorts them. Knows nothing
 * of what is checked. */
#ifndef BUSTLE_PROBLEMS_H
#define BUSTLE_PROBLEMS_H

#include "base/arena.h"
#include "base/list.h"

#if defined(__GNUC__)
#define PRINTF_LIKE(text, rest) __attribute__((format(printf, text, rest)))
#else
#define PRINTF_LIKE(text, rest)
#endif

/* Which of a thing's lists of operations, in the order in which problems are told. */
enum part {
    PART_NONE,
    PART_WHEN,
    PART_START,
    PART_FINISH,
    PART_INTERRUPTED,
    PART_ENTER,
    PART_EXIT,
    PART_BROKEN,
    PART_WHILE,
    PART_ADOPT,
    PART_DROP,
    PART_PREFERRED,
    PART_VALUE
};

/* What of a thing a spot is in: a node of a sequence, a cue, a role that an entity lists, a part of
 * a scene, an offer, or an entry of a plan. */
enum within { WITHIN_NODE, WITHIN_CUE, WITHIN_ROLE, WITHIN_PART, WITHIN_OFFER, WITHIN_ENTRY };

/* Where a problem is. Numbers count from 1, as people do; 0: not within one. */
typedef struct spot {
    const char *thing;
    const char *origin;
    const char *node_name; /* NULL: the node, cue, listed role, part, offer or entry has none */
    uint32_t index; /* of the definition: tells things of one name apart */
    uint32_t node; /* or cue, listed role, part, offer or entry: as `within` says */
    uint32_t transition;
    uint32_t operation;
    uint32_t column; /* of a text, in bytes */
    uint8_t kind; /* bustle_kind, or KIND_PLACE */
    uint8_t part;
    uint8_t within;
} spot;

typedef struct problems {
    heap *heap;
    arena texts;
    list found;
    size_t errors;
    bool no_memory; /* something could not be told: sealing has failed */
} problems;

void bsl_problems_init(problems *p, heap *h);
void bsl_problems_free(problems *p);

/* A text that lives as long as the problems. Never NULL. */
const char *bsl_problem_say(problems *p, const char *format, ...) PRINTF_LIKE(2, 3);

/* The spot within its thing: `node "sit", transition 2, operation 3 of when`, `when, column 7`. "":
 * the whole thing.
 */
const char *bsl_problem_spot(problems *p, const spot *at);

/* Both texts must live as long as the problems: literals, or from `say`. */
void bsl_problem_error(
    problems *p, const char *code, const spot *at, const char *text, const char *cure);
void bsl_problem_warning(
    problems *p, const char *code, const spot *at, const char *text, const char *cure);

void bsl_problems_sort(problems *p);
bool bsl_problems_get(const problems *p, size_t index, bustle_problem *problem);
/* Of a problem that there is; 0: it is in no text. */
uint32_t bsl_problems_column(const problems *p, size_t index);

/* Of a bustle_kind, or of KIND_PLACE. */
const char *bsl_problem_kind_name(unsigned kind);

#endif
