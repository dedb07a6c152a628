/* The main paths of the core, each to be counted in a process of its own. */
#ifndef BENCH_PATHS_H
#define BENCH_PATHS_H

#include <stdbool.h>
#include <stdint.h>

struct town;

typedef struct bench_path {
    const char *name;
    const char *unit; /* what is done `*done` times while instructions are counted */
    uint32_t npcs;
    bool (*walk)(struct town *town, uint32_t npcs, uint64_t *done);
    const char *only; /* a function of the core: the path is about nothing but its calls */
} bench_path;

/* Ends with one that has no name. */
extern const bench_path bench_paths[];

/* False: it could not be walked; the reason is on stderr. */
bool walk(const bench_path *path, uint64_t *done);

#endif
