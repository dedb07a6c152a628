/* Actions: starting, resuming and ending them (S11 to S19, S47). */
#ifndef BUSTLE_ACTION_H
#define BUSTLE_ACTION_H

#include "world/rows.h"

enum outcome { OUTCOME_STARTED, OUTCOME_FAILED, OUTCOME_NO_MEMORY };

/* S54: the member of the scene whom a node is aimed at becomes its sequence's current target.
 * False: there is nobody. */
bool bsl_action_aim(bustle_world *w, const npc *self, const node *n);
/* Performs the action node of the top frame. */
enum outcome bsl_action_perform(
    bustle_world *w, npc *self, uint32_t slot, frame *top, bustle_cause *cause);
/* The action that the activity was interrupted at, which it remembers. */
void bsl_action_try_resume(bustle_world *w, uint32_t slot);
void bsl_action_finish(bustle_world *w, uint32_t slot, bustle_stop_reason reason);
/* Interruption effects, the action's claims back, and those of its sequences if `all`, stop event.
 */
void bsl_action_stop(
    bustle_world *w, uint32_t slot, bustle_stop_reason reason, bool all, bool target_leaves);
void bsl_action_fail(bustle_world *w, uint32_t slot, bustle_cause cause);
void bsl_action_due(bustle_world *w, uint32_t slot);
int64_t bsl_action_remaining(const bustle_world *w, const npc *self);
int64_t bsl_action_timeout_left(const bustle_world *w, const npc *self);
uint32_t bsl_action_timeout(const bustle_world *w, const npc *self);
/* Units a second; 0: it cannot travel (S47). */
int32_t bsl_action_speed(const bustle_world *w, const npc *self, const action *a);
uint32_t bsl_action_timeout_of(const action *a, uint32_t duration);
uint32_t bsl_action_spent(const bustle_world *w, const npc *self);
void bsl_action_cancel(bustle_world *w, uint32_t user, uint32_t leaving);
bool bsl_action_ends_on(const bustle_world *w, uint32_t action_id, uint32_t interruption);

#endif
