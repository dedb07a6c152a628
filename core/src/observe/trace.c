/* Reports to a listener how decisions are made, step by step. The files that decide ask `traced`
 * first and pass on what they found; nothing here changes a decision. */
#include "observe/trace.h"
#include "decide/recall.h"
#include "together/encounter.h"
#include "world/space.h"
#include "world/world.h"

bool bsl_trace_init(bustle_world *w) {
    if (!traced(w) || w->option_capacity == 0) {
        return true;
    }
    w->option_ways = bsl_heap_zeroed(&w->heap, w->option_capacity * sizeof *w->option_ways);
    return w->option_ways != NULL;
}

static void tell(bustle_world *w, const bustle_trace *t) {
    const enum world_mode mode = w->mode;
    w->mode = MODE_QUERY;
    w->def.callbacks.trace(w->def.callbacks.context, w, t);
    w->mode = mode;
}

static bustle_trace blank(bustle_trace_kind kind) {
    return (bustle_trace){.kind = kind,
        .sequence = BUSTLE_NONE,
        .node = BUSTLE_NONE,
        .transition = BUSTLE_NONE,
        .to = BUSTLE_NONE,
        .action = BUSTLE_NONE,
        .interruption = BUSTLE_NONE,
        .role = BUSTLE_NONE,
        .cue = BUSTLE_NONE,
        .scene = BUSTLE_NONE,
        .part = BUSTLE_NONE,
        .offer = BUSTLE_NONE,
        .inbox = BUSTLE_NONE,
        .meeting = BUSTLE_NONE,
        .plan = BUSTLE_NONE,
        .entry = BUSTLE_NONE,
        .remembered = -1};
}

static uint32_t within_sequence(const bustle_world *w, uint32_t node_index) {
    return node_index - w->content->sequences[w->content->nodes[node_index].sequence].nodes_at;
}

/* About an NPC, wherever it is. */
static bustle_trace of_npc(const bustle_world *w, bustle_trace_kind kind, uint32_t slot) {
    bustle_trace t = blank(kind);
    t.npc = handle_of(slot, entity_at(w, slot)->spawn);
    return t;
}

/* About an NPC, where the top frame of a stack stands. */
static bustle_trace at_frame(
    const bustle_world *w, bustle_trace_kind kind, uint32_t slot, uint32_t top) {
    const uint32_t node_index = frame_node(frame_at(w, top));
    bustle_trace t = of_npc(w, kind, slot);
    t.sequence = w->content->nodes[node_index].sequence;
    t.node = within_sequence(w, node_index);
    return t;
}

static bustle_trace at_top(const bustle_world *w, bustle_trace_kind kind, uint32_t slot) {
    return at_frame(w, kind, slot, npc_at(w, slot)->now.top);
}

static const node *top_node(const bustle_world *w, uint32_t slot) {
    return &w->content->nodes[frame_node(frame_at(w, npc_at(w, slot)->now.top))];
}

static uint32_t destination(const bustle_world *w, const node *n, uint32_t transition_index) {
    return w->content->transitions[n->transitions_at + transition_index].to;
}

/* ---- Ways through a sequence ---- */

void bsl_trace_begin(bustle_world *w, uint32_t slot) {
    const bustle_trace t = at_top(w, BUSTLE_TRACE_BEGIN, slot);
    tell(w, &t);
}

/* The place of one that is closed, or leads where an earlier one does, is taken by the next. */
void bsl_trace_option(
    bustle_world *w, const parties *s, uint32_t transition_index, bool open, uint32_t count) {
    const node *n = top_node(w, s->self_slot);
    const transition *way = &w->content->transitions[n->transitions_at + transition_index];
    bustle_trace t = at_top(w, BUSTLE_TRACE_OPTION, s->self_slot);
    t.verdict = open ? BUSTLE_VERDICT_OPEN : BUSTLE_VERDICT_CONDITION;
    t.transition = transition_index;
    t.to = within_sequence(w, way->to);
    t.remembered = bsl_recall_way_time(w, s->self, way->choice);
    w->option_ways[count] = transition_index;
    tell(w, &t);
}

void bsl_trace_way(bustle_world *w, uint32_t slot, uint32_t count, uint32_t chosen) {
    bustle_trace t = at_top(w, BUSTLE_TRACE_WAY, slot);
    t.open = count;
    if (count > 0) {
        t.transition = w->option_ways[chosen];
        t.to = within_sequence(w, destination(w, top_node(w, slot), t.transition));
    }
    tell(w, &t);
}

void bsl_trace_only_way(bustle_world *w, uint32_t slot) {
    w->option_ways[0] = 0;
    bsl_trace_way(w, slot, 1, 0);
}

void bsl_trace_failed(bustle_world *w, uint32_t slot) {
    bustle_trace t = at_top(w, BUSTLE_TRACE_FAILED, slot);
    t.to = within_sequence(w, top_node(w, slot)->failed);
    tell(w, &t);
}

void bsl_trace_try(bustle_world *w, uint32_t slot, bool come) {
    bustle_trace t = at_top(w, BUSTLE_TRACE_TRY, slot);
    t.verdict = come ? BUSTLE_VERDICT_OPEN : BUSTLE_VERDICT_CONDITION;
    tell(w, &t);
}

/* ---- Actions ---- */

static bustle_trace about_action(const bustle_world *w, bustle_trace_kind kind, const parties *s) {
    bustle_trace t = s->cue == NULL ? at_top(w, kind, s->self_slot) : of_npc(w, kind, s->self_slot);
    t.action = s->action;
    t.cue = s->cue == NULL ? BUSTLE_NONE : s->cue->name;
    t.target = s->target == NULL ? 0 : handle_of(s->target_slot, s->target->spawn);
    return t;
}

void bsl_trace_action(
    bustle_world *w, bustle_trace_kind kind, const parties *s, bustle_verdict verdict) {
    bustle_trace t = about_action(w, kind, s);
    t.verdict = verdict;
    if (kind == BUSTLE_TRACE_CANDIDATE) {
        t.remembered = s->cue == NULL
            ? bsl_recall_action_time(w, s->self, s->action, s->target->spawn)
            : bsl_encounter_time(w, life_of(w, s->self), s->cue->name, s->target->spawn);
    }
    tell(w, &t);
}

static void set_search(bustle_trace *t, const search_told *how) {
    t->accepting = how->accepting;
    t->reached = how->reached;
    t->open = how->open;
    t->best = how->best;
}

void bsl_trace_target(bustle_world *w, const parties *s, const search_told *how) {
    bustle_trace t = about_action(w, BUSTLE_TRACE_TARGET, s);
    set_search(&t, how);
    tell(w, &t);
}

/* ---- Interruptions ---- */

void bsl_trace_ended(bustle_world *w, uint32_t slot, uint32_t top, uint32_t interruption_id) {
    bustle_trace t = at_frame(w, BUSTLE_TRACE_ENDED, slot, top);
    t.action = w->content->nodes[frame_node(frame_at(w, top))].performs;
    t.interruption = interruption_id;
    tell(w, &t);
}

void bsl_trace_watch(bustle_world *w, uint32_t interruption_id, bool holds_now) {
    bustle_trace t = blank(BUSTLE_TRACE_WATCH);
    t.interruption = interruption_id;
    t.verdict = holds_now ? BUSTLE_VERDICT_OPEN : BUSTLE_VERDICT_CONDITION;
    tell(w, &t);
}

void bsl_trace_ignored(
    bustle_world *w, uint32_t slot, uint32_t interruption_id, bustle_verdict verdict) {
    bustle_trace t = of_npc(w, BUSTLE_TRACE_IGNORED, slot);
    t.interruption = interruption_id;
    t.verdict = verdict;
    tell(w, &t);
}

/* ---- Roles and cues ---- */

void bsl_trace_role(bustle_world *w, uint32_t slot, uint32_t role_id, bool holds) {
    bustle_trace t = of_npc(w, BUSTLE_TRACE_ROLE, slot);
    t.role = role_id;
    t.verdict = holds ? BUSTLE_VERDICT_OPEN : BUSTLE_VERDICT_CONDITION;
    tell(w, &t);
}

void bsl_trace_cue(
    bustle_world *w, uint32_t slot, const cue *c, uint32_t found, bustle_verdict verdict) {
    bustle_trace t = of_npc(w, BUSTLE_TRACE_CUE, slot);
    t.cue = c->name;
    t.target = found == NOBODY ? 0 : handle_of(found, entity_at(w, found)->spawn);
    t.verdict = verdict;
    tell(w, &t);
}

/* An entry by one of its days: an open one, else today's, else any. */
static bool tells_more(const plan_span *s, const plan_span *than, int64_t time, int64_t today) {
    const bool open = s->begins <= time && s->ends > time;
    const bool other_open = than->begins <= time && than->ends > time;
    return open != other_open ? open : open || s->day == today;
}

void bsl_trace_plan(bustle_world *w, uint32_t slot, const held_entry *before) {
    const daily *d = daily_of(w, npc_at(w, slot));
    const held_entry now = {d->entry, d->day};
    const agenda *a = &w->agenda;
    const int64_t today = clock_day(&w->clock, d->looked);
    bustle_trace t = of_npc(w, BUSTLE_TRACE_PLAN, slot);
    bool told = false;
    t.plan = d->plan;
    for (uint32_t i = 0, next = 0; i < a->count; i = next) {
        const plan_span *shown = &a->spans[i];
        for (next = i; next < a->count && a->spans[next].number == shown->number; next++) {
            if (tells_more(&a->spans[next], shown, d->looked, today)) {
                shown = &a->spans[next];
            }
        }
        const bool holds = shown->number == now.entry;
        told = told || holds;
        t.entry = shown->number;
        t.verdict =
            holds ? BUSTLE_VERDICT_OPEN : bsl_agenda_verdict(w, a, shown, d->looked, before, &now);
        tell(w, &t);
    }
    if (!told) { /* a patch that goes on when its days are over */
        t.entry = now.entry;
        t.verdict = BUSTLE_VERDICT_OPEN;
        tell(w, &t);
    }
}

/* ---- Scenes ---- */

static bustle_trace about_scene(
    const bustle_world *w, bustle_trace_kind kind, const casting *c, uint32_t part) {
    bustle_trace t = c->by == NULL ? blank(kind) : of_npc(w, kind, c->by_slot);
    t.scene = c->scene_id;
    t.part = part;
    return t;
}

void bsl_trace_member(
    bustle_world *w, const casting *c, uint32_t part, uint32_t candidate, bustle_verdict verdict) {
    bustle_trace t = about_scene(w, BUSTLE_TRACE_MEMBER, c, part);
    const uint32_t spawn = entity_at(w, candidate)->spawn;
    t.target = handle_of(candidate, spawn);
    t.verdict = verdict;
    t.remembered = c->by == NULL
        ? -1
        : bsl_encounter_time(w, life_of(w, c->by), encounter_in(c->scene_id), spawn);
    tell(w, &t);
}

void bsl_trace_part(bustle_world *w, const casting *c, uint32_t part, uint32_t found, uint32_t open,
    uint32_t best) {
    bustle_trace t = about_scene(w, BUSTLE_TRACE_PART, c, part);
    const scene_part *p = &w->content->parts[c->scene->parts_at + part];
    t.target = found == NOBODY ? 0 : handle_of(found, entity_at(w, found)->spawn);
    t.accepting = bsl_near_count(w, &w->content->actions[p->search], c->host);
    t.reached = c->reached;
    t.open = open;
    t.best = best;
    tell(w, &t);
}

void bsl_trace_cast(bustle_world *w, const casting *c, bool found) {
    bustle_trace t = about_scene(w, BUSTLE_TRACE_CAST, c, found ? BUSTLE_NONE : c->lacking);
    t.verdict = found ? BUSTLE_VERDICT_OPEN : BUSTLE_VERDICT_NOBODY;
    tell(w, &t);
}

void bsl_trace_arrival(bustle_world *w, uint32_t slot, const member *m, bool open) {
    bustle_trace t = at_top(w, BUSTLE_TRACE_ARRIVAL, slot);
    t.scene = staged_at(w, m->staged)->scene;
    t.part = m->part;
    t.verdict = open ? BUSTLE_VERDICT_OPEN : BUSTLE_VERDICT_BEHIND;
    tell(w, &t);
}

/* ---- Offers ---- */

static void set_offer(
    const bustle_world *w, bustle_trace *t, uint32_t provider, uint32_t offer_name) {
    t->target = handle_of(provider, entity_at(w, provider)->spawn);
    t->offer = offer_name;
}

void bsl_trace_provider(bustle_world *w, uint32_t slot, uint32_t provider, uint32_t offer_name,
    bustle_verdict verdict) {
    bustle_trace t = at_top(w, BUSTLE_TRACE_PROVIDER, slot);
    const life *l = life_of(w, npc_at(w, slot));
    set_offer(w, &t, provider, offer_name);
    t.verdict = verdict;
    if (offer_name != BUSTLE_NONE) {
        t.remembered =
            bsl_encounter_time(w, l, encounter_by(offer_name), entity_at(w, provider)->spawn);
    }
    tell(w, &t);
}

void bsl_trace_request(bustle_world *w, uint32_t slot, const item *found, const search_told *how) {
    bustle_trace t = at_top(w, BUSTLE_TRACE_REQUEST, slot);
    if (found != NULL) {
        set_offer(w, &t, found->value, w->content->offers[found->key & NONE16].name);
    }
    set_search(&t, how);
    tell(w, &t);
}

/* ---- Messages and meetings ---- */

/* `who`: slot, or NOBODY. */
static bustle_trace about_inbox(
    const bustle_world *w, bustle_trace_kind kind, uint32_t slot, uint32_t inbox, uint32_t who) {
    bustle_trace t = at_top(w, kind, slot);
    t.inbox = inbox;
    t.target = who == NOBODY ? 0 : handle_of(who, entity_at(w, who)->spawn);
    return t;
}

void bsl_trace_receiver(
    bustle_world *w, uint32_t slot, uint32_t receiver, uint32_t inbox, bustle_verdict verdict) {
    bustle_trace t = about_inbox(w, BUSTLE_TRACE_RECEIVER, slot, inbox, receiver);
    t.verdict = verdict;
    t.remembered = bsl_encounter_time(
        w, life_of(w, npc_at(w, slot)), encounter_of_inbox(inbox), entity_at(w, receiver)->spawn);
    tell(w, &t);
}

void bsl_trace_send(
    bustle_world *w, uint32_t slot, uint32_t inbox, uint32_t receiver, const search_told *how) {
    bustle_trace t = about_inbox(w, BUSTLE_TRACE_SEND, slot, inbox, receiver);
    t.verdict = receiver == NOBODY ? BUSTLE_VERDICT_NOBODY : BUSTLE_VERDICT_OPEN;
    set_search(&t, how);
    tell(w, &t);
}

void bsl_trace_message(bustle_world *w, uint32_t slot, const letter *m, bool holds) {
    bustle_trace t = about_inbox(w, BUSTLE_TRACE_MESSAGE, slot, m->inbox, m->sender);
    t.verdict = holds ? BUSTLE_VERDICT_OPEN : BUSTLE_VERDICT_CONDITION;
    tell(w, &t);
}

void bsl_trace_take(
    bustle_world *w, uint32_t slot, uint32_t inbox, const letter *m, uint32_t open) {
    bustle_trace t = about_inbox(w, BUSTLE_TRACE_TAKE, slot, inbox, m == NULL ? NOBODY : m->sender);
    t.verdict = m == NULL ? BUSTLE_VERDICT_NOBODY : BUSTLE_VERDICT_OPEN;
    t.open = open;
    tell(w, &t);
}

void bsl_trace_answer(bustle_world *w, uint32_t slot, const errand *e) {
    const node *n = top_node(w, slot);
    const uint32_t inbox = w->content->exchanges[w->content->waits[n->performs].exchange].inbox;
    const frame *f = frame_at(w, npc_at(w, slot)->now.top);
    const bool there = still_there(w, f->target, f->target_spawn) != NULL;
    bustle_trace t = about_inbox(w, BUSTLE_TRACE_ANSWER, slot, inbox, there ? f->target : NOBODY);
    t.verdict = e->state == ERRAND_DONE ? BUSTLE_VERDICT_OPEN
        : e->state == ERRAND_FAILED     ? BUSTLE_VERDICT_GONE
                                        : BUSTLE_VERDICT_BEHIND;
    tell(w, &t);
}

void bsl_trace_meeting(bustle_world *w, uint32_t slot, const gathering *g, uint32_t place,
    uint32_t present, bustle_verdict verdict) {
    bustle_trace t = at_top(w, BUSTLE_TRACE_MEETING, slot);
    t.meeting = g->name;
    t.target = place == NOBODY ? 0 : handle_of(place, entity_at(w, place)->spawn);
    t.reached = present;
    t.accepting = g->count;
    t.verdict = verdict;
    tell(w, &t);
}

/* ---- Places ---- */

void bsl_trace_place(bustle_world *w, uint32_t slot, const holding *h, bustle_verdict verdict) {
    bustle_trace t = at_frame(w, BUSTLE_TRACE_PLACE, slot, h->frame);
    const bool there = still_there(w, h->provider, h->provider_spawn) != NULL;
    t.target = there ? handle_of(h->provider, h->provider_spawn) : 0;
    t.offer = offer_of(w, h)->name;
    t.verdict = verdict;
    tell(w, &t);
}

void bsl_trace_while(bustle_world *w, uint32_t slot, uint32_t top, uint32_t offer_name) {
    bustle_trace t = at_frame(w, BUSTLE_TRACE_WHILE, slot, top);
    t.offer = offer_name;
    t.verdict = BUSTLE_VERDICT_WHILE;
    tell(w, &t);
}
