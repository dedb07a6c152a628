/* Events, the decision hash, and what is logged (S39, S43). */
#ifndef BUSTLE_EVENT_H
#define BUSTLE_EVENT_H

#include "decide/operations.h"

typedef struct event_list {
    bustle_event *list;
    uint32_t count, capacity;
} event_list;

bool bsl_event_reserve(bustle_world *w, uint64_t count);
/* What the names of such events are names of. */
bustle_kind bsl_event_kind_of_name(bustle_event_kind kind);
/* After a reservation. */
bustle_event *bsl_event_emit(bustle_world *w, bustle_event_kind kind, uint32_t slot,
    bustle_entity target, uint32_t name, uint32_t argument);
/* A start or a stop, as most are. */
bustle_event *bsl_event_emit_action(bustle_world *w, bustle_event_kind kind, uint32_t slot,
    bustle_entity target, uint32_t action_id, uint32_t argument);
void bsl_event_log(bustle_world *w, bustle_log_level level, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* An error event and a line in the log. */
void bsl_event_report(
    bustle_world *w, const parties *s, const char *where, const char *what, const char *text);
void bsl_event_deliver(bustle_world *w);

#endif
