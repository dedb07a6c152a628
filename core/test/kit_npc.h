/* The test kit: what the game does to one entity, and what can be seen of an NPC from outside; and
 * content that tests of actions share. */
#ifndef KIT_NPC_H
#define KIT_NPC_H

#include "kit.h"

/* Each must succeed. Complete and fail mean the current action. */
void kit_complete(kit *k, const char *label);
void kit_fail(kit *k, const char *label);
void kit_remove(kit *k, const char *label);

int32_t kit_taken(const kit *k, const char *label, const char *state);

/* The stacks of an NPC: "main/sub in-subsequence, sub/sit interrupted | answer/look waiting", the
 * lowest activity and its lowest sequence first. States: uninitialized processing waiting
 * in-subsequence executed interrupted failed at-node at-phase. */
void kit_expect_stack(const kit *k, const char *label, const char *expected);
/* Oldest first, of actions "sit bench1 @0, sit bench2 @100", of the others "main/node @100". */
void kit_expect_memories(
    const kit *k, const char *label, bustle_memory_kind kind, const char *expected);

/* NPCs "npc" that "sit" (100 ms, at most 300) on a "bench" again and again as "main", claiming one
 * of its places ("free", three); effects are counted in "n": start 1, finish 10, interrupted 100.
 * The interruption "call" makes them "look" (50 ms) in "answer". Returns the action. */
bustle_action_def *kit_def_sitting(kit *k);
void kit_begin_sitting(kit *k); /* bench1, and ann, who sits there at 0 */

#endif
