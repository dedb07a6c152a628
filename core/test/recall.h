/* What an NPC remembers and where it stands, as text to compare. */
#ifndef RECALL_H
#define RECALL_H

#include "kit.h"

/* Oldest first, joined by " | ":
 *   transitions    roam.pick @100
 *   actions        sit bench1 @100
 *   interruptions  0 dig main.dig rock1 @400 1000/3000/400
 * The number of an interruption's is its activity; then follow action, sequence and node, the
 * entity if there was one, the time, and of the action duration, timeout and time spent. */
void expect_memories(
    const kit *k, const char *label, bustle_memory_kind kind, const char *expected);

/* Lowest activity first, joined by " | ", the sequences of one joined by " > ":
 *   main.work in-subsequence > work.dig interrupted | answer.look waiting
 * Lifecycles: uninitialized processing waiting in-subsequence executed interrupted failed. */
void expect_stacks(const kit *k, const char *label, const char *expected);

bustle_frame top_frame(const kit *k, const char *label); /* fails if there is none */

#endif
