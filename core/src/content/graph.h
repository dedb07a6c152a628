/* Directed graphs for the checks: parts that are strongly connected, and a cycle within one. */
#ifndef BUSTLE_GRAPH_H
#define BUSTLE_GRAPH_H

#include "content/draft.h"

typedef struct edge {
    uint32_t from;
    uint32_t to;
    uint8_t level; /* what it means is the caller's matter */
} edge;

typedef struct graph {
    uint32_t count; /* nodes */
    uint32_t *first; /* by node: its edges begin here; one more at the end */
    uint32_t *to;
    uint32_t *part; /* by node: the part it is in */
    uint32_t part_count; /* an edge leads to the same part or to one of a lower number */
} graph;

/* Of the edges whose level is at least `level`. In scratch memory: false if there is none. */
bool bsl_graph_make(draft *d, graph *g, uint32_t count, const list *edges, uint8_t level);

/* One cycle within the part of a node: the number of its nodes, put into `cycle` (room for all
 * nodes); 0: there is none. `step`, by node, is zero before the first call; a part is asked once.
 */
uint32_t bsl_graph_cycle(const graph *g, uint32_t start, uint32_t *cycle, uint32_t *step);

#endif
