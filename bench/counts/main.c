/* bench_counts: runs one of the core's main paths, for callgrind to count, and prints how often it
 * did what the path is about; run.lua divides by that. Without a path it prints what it was built
 * with, and the list of paths. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "paths.h"

static int list_paths(void) {
    char built[64];
    describe_build(built, sizeof built);
    puts(built);
    for (const bench_path *path = bench_paths; path->name != NULL; path++) {
        printf("%s\t%s\t%s\n", path->name, path->unit, path->only == NULL ? "" : path->only);
    }
    return EXIT_SUCCESS;
}

static int walk_path(int argc, char **argv) {
    if (argc != 2) {
        return list_paths();
    }
    const bench_path *path = bench_paths;
    while (path->name != NULL && strcmp(path->name, argv[1]) != 0) {
        path++;
    }
    if (path->name == NULL) {
        fprintf(stderr, "bench_counts: no path '%s'; without one they are listed\n", argv[1]);
        return 2;
    }
    uint64_t done = 0;
    if (!walk(path, &done)) {
        fprintf(stderr, "bench_counts: %s could not be counted\n", path->name);
        return EXIT_FAILURE;
    }
    printf("%" PRIu64 "\n", done);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    return run_at_fixed_address(walk_path, argc, argv);
}
