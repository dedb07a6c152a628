/* Short words for the content of small crowds: what a test of the core has its kit for. */
#ifndef BENCH_DRAFT_H
#define BENCH_DRAFT_H

#include "bustle.h"

/* From 0 on. */
void draft_state(bustle_builder *builder, const char *name);
/* Takes from `ms` to `most_ms`. */
bustle_action_def draft_action(const char *name, int32_t ms, int32_t most_ms);

bustle_node_def draft_node(const char *action);
/* An action that is aimed at another member of the scene. */
bustle_node_def draft_aimed(const char *action);
/* Begins a scene, or goes on without it. */
bustle_node_def draft_begins(const char *scene, const char *as);

enum { DRAFT_NODES = 4 };
/* The nodes one after the other, DRAFT_NODES at the most; then the end, or the last one again and
 * again. */
void draft_sequence(bustle_builder *builder, const char *name, const bustle_node_def *nodes,
    size_t count, bool again);

/* The one who begins, and one more with this tag who meets the condition; all that is not said is
 * as it is by default. */
void draft_scene(bustle_builder *builder, const bustle_scene_def *scene, const char *first,
    const char *second, const char *who, const char *when);

/* An NPC with the state "busy" and one tag, which is its name, too. It accepts one action, or none
 * if that is NULL. */
void draft_npc(bustle_builder *builder, const char *name, const char *main, const char *accepts);

/* NULL: it could not be sealed; the reason is on stderr. Destroys the builder. */
bustle_content *draft_seal(bustle_builder *builder);

#endif
