/* What a decision among many NPCs costs on this machine in memory alone, whoever makes it. */
#ifndef BENCH_FLOOR_H
#define BENCH_FLOOR_H

#include <stdbool.h>
#include <stdint.h>

/* A row as long as an NPC's, the cache lines of it that a decision touches, and the candidates for
 * a target, of each of which one line is touched. */
enum { FLOOR_ROW = 384, FLOOR_LINES = 6, FLOOR_CANDIDATES = 8, FLOOR_AHEAD = 8 };

/* Nanoseconds of processor time for touching what one decision touches. */
typedef struct floor_figures {
    uint32_t rows;
    double plain_ns;
    double prefetched_ns; /* FLOOR_AHEAD decisions ahead */
    double huge_ns; /* and in huge pages; 0: this system has none on demand */
} floor_figures;

/* False: no memory. */
bool measure_floor(uint32_t rows, floor_figures *figures);

#endif
