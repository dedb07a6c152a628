/* Conditions and effects at work (S6, S7). */
#ifndef BUSTLE_OPERATIONS_H
#define BUSTLE_OPERATIONS_H

#include "world/rows.h"

typedef struct replaced_action replaced_action;

/* Whom the names of the parts of a scene stand for; NOBODY. */
typedef struct named_members {
    uint32_t slots[BUSTLE_MOST_PARTS];
} named_members;

/* Whom an operation is about. */
typedef struct parties {
    npc *self;
    entity *target; /* NULL: none */
    uint32_t self_slot;
    uint32_t target_slot;
    uint32_t action; /* BUSTLE_NONE: a transition's condition */
    int64_t square; /* of the distance between them, if `measured` */
    bool measured;
    bool testing; /* a condition: what self holds of the target counts as free (S42) */
    bool target_leaves; /* S19: effects on the target are passed over in silence */
    bool by_target; /* S67: what effects raise comes from the target, also from one that leaves */
    const cue *cue; /* whose condition it is; NULL: none's */
    const named_members *named; /* of a scene's condition or effects; NULL: of none */
    replaced_action *replaced; /* whose effects these are; NULL: the content's */
} parties;

bool bsl_condition_holds(bustle_world *w, const code *condition, const parties *s);
/* The leading `count` ops of a conjunction alone, and the condition without them. */
bool bsl_condition_prefix_holds(
    bustle_world *w, const code *condition, uint32_t count, const parties *s);
bool bsl_condition_rest_holds(
    bustle_world *w, const code *condition, uint32_t from, const parties *s);
/* Of a CODE_VALUE; INT64_MIN: it is not there. */
int64_t bsl_value_of(bustle_world *w, const code *value, const parties *s);
void bsl_effects_apply(bustle_world *w, const code *effects, const parties *s);
/* Most lists are empty. */
static inline void effects_apply(bustle_world *w, const code *effects, const parties *s) {
    if (effects->count > 0) {
        bsl_effects_apply(w, effects, s);
    }
}

#endif
