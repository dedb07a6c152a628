/* The core's functions as its other files call them, with a stopwatch around each. The linker puts
 * these in between (--wrap); the library is the one that ships, and knows nothing of it. */
#include "parts.h"

#include "decide/action.h"
#include "decide/recall.h"
#include "world/world.h"

// NOLINTBEGIN(bugprone-reserved-identifier,bugprone-macro-parentheses,cert-dcl37-c)
#define PASTED(left, right) left##right
#define NAMED(left, right) PASTED(left, right)
#define REAL(name) NAMED(__real_, name)
#define WRAPPED(name) NAMED(__wrap_, name)

#define WATCHED(part, result_type, name, parameters, arguments) \
    result_type REAL(name) parameters;                          \
    result_type WRAPPED(name) parameters;                       \
    result_type WRAPPED(name) parameters {                      \
        if (watched == NULL) {                                  \
            return REAL(name) arguments;                        \
        }                                                       \
        const uint64_t begun = watch_begin();                   \
        const result_type result = REAL(name) arguments;        \
        watch_end(part, begun);                                 \
        return result;                                          \
    }

#define WATCHED_PROCEDURE(part, name, parameters, arguments) \
    void REAL(name) parameters;                              \
    void WRAPPED(name) parameters;                           \
    void WRAPPED(name) parameters {                          \
        if (watched == NULL) {                               \
            REAL(name) arguments;                            \
            return;                                          \
        }                                                    \
        const uint64_t begun = watch_begin();                \
        REAL(name) arguments;                                \
        watch_end(part, begun);                              \
    }

typedef bustle_event *event_pointer;
typedef enum outcome outcome_type;

WATCHED(PART_UPDATE, bustle_status, bustle_world_update,
    (bustle_world * w, int64_t now, const bustle_update_options *options), (w, now, options))
WATCHED(PART_TIMERS, bool, bsl_timer_collect, (bustle_world * w), (w))
WATCHED_PROCEDURE(PART_ENDING, bsl_action_due, (bustle_world * w, uint32_t slot), (w, slot))
WATCHED(PART_TURN, bool, bsl_turn_take, (bustle_world * w), (w))
WATCHED(PART_ACTION, outcome_type, bsl_action_perform,
    (bustle_world * w, npc *self, uint32_t slot, frame *top, bustle_cause *cause),
    (w, self, slot, top, cause))
WATCHED(PART_SEARCH, bool, bsl_near_gather,
    (bustle_world * w, const action *a, uint32_t self, uint32_t *count), (w, a, self, count))
WATCHED(PART_CONDITION, bool, bsl_condition_holds,
    (bustle_world * w, const code *condition, const parties *s), (w, condition, s))
WATCHED(PART_CONDITION, bool, bsl_condition_prefix_holds,
    (bustle_world * w, const code *condition, uint32_t count, const parties *s),
    (w, condition, count, s))
WATCHED(PART_CONDITION, bool, bsl_condition_rest_holds,
    (bustle_world * w, const code *condition, uint32_t from, const parties *s),
    (w, condition, from, s))
WATCHED(PART_TRANSITION, uint32_t, bsl_recall_choose_way,
    (bustle_world * w, npc *self, const uint32_t *nodes, uint32_t count), (w, self, nodes, count))
WATCHED(PART_TARGET, uint32_t, bsl_recall_choose_target,
    (bustle_world * w, npc *self, uint32_t action_id, const item *candidates, uint32_t count),
    (w, self, action_id, candidates, count))
WATCHED_PROCEDURE(PART_RECORD, bsl_recall_add_action,
    (bustle_world * w, npc *self, uint32_t action_id, uint32_t spawn, uint32_t time),
    (w, self, action_id, spawn, time))
WATCHED_PROCEDURE(PART_RECORD, bsl_recall_add_way,
    (bustle_world * w, npc *self, const item *way, uint32_t time), (w, self, way, time))
WATCHED(PART_EVENT, event_pointer, bsl_event_emit,
    (bustle_world * w, bustle_event_kind kind, uint32_t slot, bustle_entity target, uint32_t name,
        uint32_t argument),
    (w, kind, slot, target, name, argument))
WATCHED(PART_EVENT, event_pointer, bsl_event_emit_action,
    (bustle_world * w, bustle_event_kind kind, uint32_t slot, bustle_entity target,
        uint32_t action_id, uint32_t argument),
    (w, kind, slot, target, action_id, argument))
WATCHED_PROCEDURE(PART_DELIVERY, bsl_event_deliver, (bustle_world * w), (w))
// NOLINTEND(bugprone-reserved-identifier,bugprone-macro-parentheses,cert-dcl37-c)
