/* Strongly connected parts after Tarjan, with a stack of its own instead of recursion. */
#include "content/graph.h"

typedef struct search {
    graph *g;
    uint32_t *order; /* by node: when it was found, from 1 */
    uint32_t *low; /* by node: the earliest found that it leads back to */
    uint32_t *next; /* by node: the next edge to follow */
    uint32_t *path; /* nodes being searched, each an edge after the one before */
    uint32_t *open; /* nodes found and not yet in a part */
    uint32_t path_length;
    uint32_t open_count;
    uint32_t found;
} search;

#define NO_PART UINT32_MAX

static void lay_edges(graph *g, const list *edges, uint8_t level) {
    const edge *all = edges->items;
    for (uint32_t i = 0; i < edges->count; i++) {
        g->first[all[i].from + 1] += all[i].level >= level ? 1 : 0;
    }
    for (uint32_t i = 0; i < g->count; i++) {
        g->first[i + 1] += g->first[i];
    }
    const uint32_t total = g->first[g->count];
    /* Backwards, so that the edges of a node keep their order and `first` ends up right. */
    for (uint32_t i = edges->count; i-- > 0;) {
        if (all[i].level >= level) {
            g->to[--g->first[all[i].from + 1]] = all[i].to;
        }
    }
    for (uint32_t i = 0; i < g->count; i++) {
        g->first[i] = g->first[i + 1];
    }
    g->first[g->count] = total;
}

static void enter(search *s, uint32_t node_number) {
    s->order[node_number] = ++s->found;
    s->low[node_number] = s->found;
    s->next[node_number] = s->g->first[node_number];
    s->path[s->path_length++] = node_number;
    s->open[s->open_count++] = node_number;
}

static void leave(search *s, uint32_t node_number) {
    s->path_length--;
    if (s->path_length > 0) {
        const uint32_t before = s->path[s->path_length - 1];
        s->low[before] =
            s->low[node_number] < s->low[before] ? s->low[node_number] : s->low[before];
    }
    if (s->low[node_number] != s->order[node_number]) {
        return;
    }
    uint32_t member;
    do {
        member = s->open[--s->open_count];
        s->g->part[member] = s->g->part_count;
    } while (member != node_number);
    s->g->part_count++;
}

static void search_from(search *s, uint32_t root) {
    enter(s, root);
    while (s->path_length > 0) {
        const uint32_t at = s->path[s->path_length - 1];
        if (s->next[at] == s->g->first[at + 1]) {
            leave(s, at);
            continue;
        }
        const uint32_t to = s->g->to[s->next[at]++];
        if (s->order[to] == 0) {
            enter(s, to);
        } else if (s->g->part[to] == NO_PART && s->order[to] < s->low[at]) {
            s->low[at] = s->order[to];
        }
    }
}

bool bsl_graph_make(draft *d, graph *g, uint32_t count, const list *edges, uint8_t level) {
    g->count = count;
    g->part_count = 0;
    g->first = bsl_draft_scratch(d, (size_t)count + 1, sizeof(uint32_t));
    g->to = bsl_draft_scratch(d, edges->count, sizeof(uint32_t));
    g->part = bsl_draft_scratch(d, count, sizeof(uint32_t));
    search s = {0};
    s.g = g;
    s.order = bsl_draft_scratch(d, count, sizeof(uint32_t));
    s.low = bsl_draft_scratch(d, count, sizeof(uint32_t));
    s.next = bsl_draft_scratch(d, count, sizeof(uint32_t));
    s.path = bsl_draft_scratch(d, count, sizeof(uint32_t));
    s.open = bsl_draft_scratch(d, count, sizeof(uint32_t));
    if (d->no_memory) {
        return false;
    }
    lay_edges(g, edges, level);
    for (uint32_t i = 0; i < count; i++) {
        g->part[i] = NO_PART;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (s.order[i] == 0) {
            search_from(&s, i);
        }
    }
    return true;
}

/* The first edge to the same part; its aim, or NO_PART. */
static uint32_t onward(const graph *g, uint32_t from) {
    for (uint32_t i = g->first[from]; i < g->first[from + 1]; i++) {
        if (g->part[g->to[i]] == g->part[from]) {
            return g->to[i];
        }
    }
    return NO_PART;
}

uint32_t bsl_graph_cycle(const graph *g, uint32_t start, uint32_t *cycle, uint32_t *step) {
    uint32_t length = 0;
    uint32_t at = start;
    while (at != NO_PART && step[at] == 0) {
        cycle[length] = at;
        step[at] = ++length;
        at = onward(g, at);
    }
    if (at == NO_PART) {
        return 0;
    }
    const uint32_t begin = step[at] - 1;
    memmove(cycle, cycle + begin, (length - begin) * sizeof *cycle);
    return length - begin;
}
