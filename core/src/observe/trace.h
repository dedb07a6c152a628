/* Reporting to a listener how NPCs decide. */
#ifndef BUSTLE_TRACE_H
#define BUSTLE_TRACE_H

#include "decide/operations.h"
#include "together/casting.h"
#include "together/inbox.h"
#include "together/place.h"

bool bsl_trace_init(bustle_world *w);
void bsl_trace_begin(bustle_world *w, uint32_t slot);
void bsl_trace_try(bustle_world *w, uint32_t slot, bool come);
/* `count` options are known before this one. */
void bsl_trace_option(
    bustle_world *w, const parties *s, uint32_t transition_index, bool open, uint32_t count);
/* `chosen` of the options; BUSTLE_NONE: there is none. */
void bsl_trace_way(bustle_world *w, uint32_t slot, uint32_t count, uint32_t chosen);
/* The way that a node without a choice is left by. */
void bsl_trace_only_way(bustle_world *w, uint32_t slot);
void bsl_trace_failed(bustle_world *w, uint32_t slot);
void bsl_trace_action(
    bustle_world *w, bustle_trace_kind kind, const parties *s, bustle_verdict verdict);
/* How many a search looked at. */
typedef struct search_told {
    uint32_t accepting, reached, open, best;
} search_told;
void bsl_trace_target(bustle_world *w, const parties *s, const search_told *how);
/* The action of the top frame of a stack. */
void bsl_trace_ended(bustle_world *w, uint32_t slot, uint32_t top, uint32_t interruption);
/* Every entry, when what holds now has been found; `before`: what held, if anything did. */
void bsl_trace_plan(bustle_world *w, uint32_t slot, const held_entry *before);
void bsl_trace_role(bustle_world *w, uint32_t slot, uint32_t role_id, bool holds);
/* `found`: slot, or NOBODY. */
void bsl_trace_cue(
    bustle_world *w, uint32_t slot, const cue *c, uint32_t found, bustle_verdict verdict);
/* Someone who might fill a part. */
void bsl_trace_member(
    bustle_world *w, const casting *c, uint32_t part, uint32_t candidate, bustle_verdict verdict);
/* Who does; NOBODY. */
void bsl_trace_part(
    bustle_world *w, const casting *c, uint32_t part, uint32_t found, uint32_t open, uint32_t best);
void bsl_trace_cast(bustle_world *w, const casting *c, bool found);
void bsl_trace_arrival(bustle_world *w, uint32_t slot, const member *m, bool open);
/* Somebody whom a request asks; `offer_name` BUSTLE_NONE: the node's own conditions. */
void bsl_trace_provider(
    bustle_world *w, uint32_t slot, uint32_t provider, uint32_t offer_name, bustle_verdict verdict);
/* What came of a request; its key is as offered_key says; NULL: nothing. */
void bsl_trace_request(bustle_world *w, uint32_t slot, const item *found, const search_told *how);
/* Somebody to whom a node might send, and who was chosen: slot, or NOBODY. */
void bsl_trace_receiver(
    bustle_world *w, uint32_t slot, uint32_t receiver, uint32_t inbox, bustle_verdict verdict);
void bsl_trace_send(
    bustle_world *w, uint32_t slot, uint32_t inbox, uint32_t receiver, const search_told *how);
/* A message that a node might take, and the one that it took; NULL: none. */
void bsl_trace_message(bustle_world *w, uint32_t slot, const letter *m, bool holds);
void bsl_trace_take(bustle_world *w, uint32_t slot, uint32_t inbox, const letter *m, uint32_t open);
void bsl_trace_answer(bustle_world *w, uint32_t slot, const errand *e);
void bsl_trace_meeting(bustle_world *w, uint32_t slot, const gathering *g, uint32_t place,
    uint32_t present, bustle_verdict verdict);
void bsl_trace_place(bustle_world *w, uint32_t slot, const holding *h, bustle_verdict verdict);
/* Of the call that the frame stands at; `offer_name` BUSTLE_NONE: the node's. */
void bsl_trace_while(bustle_world *w, uint32_t slot, uint32_t top, uint32_t offer_name);
void bsl_trace_watch(bustle_world *w, uint32_t interruption, bool holds);
void bsl_trace_ignored(
    bustle_world *w, uint32_t slot, uint32_t interruption, bustle_verdict verdict);

#endif
