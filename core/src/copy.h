/* Deep copies of definitions into an arena. */
#ifndef BUSTLE_COPY_H
#define BUSTLE_COPY_H

#include "prefix.h"

#include "arena.h"

/* False: a list that says it has elements and is NULL, or one that is longer than any list may be.
 */
bool state_lists_fit(const bustle_state_def *def);
bool environment_lists_fit(const bustle_environment_def *def);
bool interruption_lists_fit(const bustle_interruption_def *def);
bool action_lists_fit(const bustle_action_def *def);
bool sequence_lists_fit(const bustle_sequence_def *def);
bool entity_lists_fit(const bustle_entity_def *def);

/* NULL: no memory; what was taken from the arena by then is for the caller to give back. */
const bustle_state_def *copy_state(arena *a, const bustle_state_def *def);
const bustle_environment_def *copy_environment(arena *a, const bustle_environment_def *def);
const bustle_interruption_def *copy_interruption(arena *a, const bustle_interruption_def *def);
const bustle_action_def *copy_action(arena *a, const bustle_action_def *def);
const bustle_sequence_def *copy_sequence(arena *a, const bustle_sequence_def *def);
const bustle_entity_def *copy_entity(arena *a, const bustle_entity_def *def);

#endif
