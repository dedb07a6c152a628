/* Chooses whom an action is performed with: who may be its target, whom the action prefers, and
 * whom the NPC has not chosen lately (S13, S41, S46). */
#include "decide/target.h"

#include "decide/action.h"
#include "decide/operations.h"
#include "decide/reading.h"
#include "decide/recall.h"
#include "observe/trace.h"
#include "together/casting.h"
#include "together/encounter.h"
#include "world/claim.h"
#include "world/path.h"
#include "world/space.h"

static bool can_move(const bustle_world *w, const npc *self, const action *a) {
    return (a->flags & ACTION_TRAVELS) == 0 || bsl_action_speed(w, self, a) > 0;
}

/* S68: nobody travels to or from who is nowhere. */
static bool can_come(const action *a, bool apart) {
    return !apart || (a->flags & ACTION_TRAVELS) == 0;
}

/* What a start at the top frame claims of its target. */
typedef struct demand {
    const claim *claims; /* the action's */
    const claim *first; /* its sequence's, if it makes them now */
    uint32_t count, first_count;
} demand;

/* `f`: the frame whose sequence may make its claims now; NULL: none does. */
static demand demand_of(const bustle_world *w, const action *a, const frame *f) {
    demand d = {.claims = w->content->claims + a->claims_at, .count = a->claim_count};
    if (f != NULL) {
        d.first = first_claims(w->content, f, &d.first_count);
    }
    return d;
}

/* Whether the target has enough, for all claims together. */
static bool meets(const bustle_world *w, const entity *target, const demand *d) {
    return d->count + d->first_count == 0 ||
        bsl_claim_possible(w, target, d->claims, d->count, d->first, d->first_count);
}

static bustle_verdict verdict_of(bool fits, bool moves, bool met) {
    if (!fits) {
        return BUSTLE_VERDICT_CONDITION;
    }
    if (!moves) {
        return BUSTLE_VERDICT_SPEED;
    }
    return met ? BUSTLE_VERDICT_OPEN : BUSTLE_VERDICT_CLAIM;
}

/* Someone is looked for, for an action or by a cue. */
static const action *search_of(const bustle_world *w, const parties *s) {
    return &w->content->actions[s->cue != NULL ? s->cue->search : s->action];
}

/* Those among w->candidates that may be the target, in the order in which they are. */
static uint32_t permitted(
    bustle_world *w, const parties *searching, uint32_t count, bool within_reach) {
    const action *a = search_of(w, searching);
    parties s = *searching;
    const demand d = demand_of(w, a, s.cue != NULL ? NULL : frame_at(w, s.self->now.top));
    const bool unconditional = a->when.count == (within_reach ? a->answered : 0);
    const bool moves = can_move(w, s.self, a);
    const bool some_are_nowhere = w->has_nowhere;
    const bool measures = a->measures || !within_reach;
    uint32_t answered = within_reach ? a->answered : 0;
    uint32_t kept = 0;
    if (unconditional && d.count + d.first_count == 0 && !traced(w) && !some_are_nowhere) {
        return moves ? count : 0; /* being within reach is all that is asked */
    }
    s.measured = true;
    for (uint32_t i = 0; i < count; i++) {
        s.target_slot = w->candidates.items[i].value;
        s.target = entity_at(w, s.target_slot);
        const bool apart = some_are_nowhere && are_apart(w, &s.self->e, s.target);
        if (measures || apart) {
            s.square = square_between(w, &s.self->e, s.target);
        }
        if (some_are_nowhere && within_reach) {
            /* It answers nothing for those between whom there is no distance. */
            answered = apart ? a->prefix : a->answered;
        }
        const bool fits =
            answered == a->when.count || bsl_condition_rest_holds(w, &a->when, answered, &s);
        const bool comes = moves && can_come(a, apart);
        const bool open = fits && meets(w, s.target, &d);
        if (traced(w)) {
            bsl_trace_action(w, BUSTLE_TRACE_CANDIDATE, &s, verdict_of(fits, comes, open));
        }
        if (open && comes) {
            w->candidates.items[kept++] = w->candidates.items[i];
        }
    }
    return kept;
}

/* S46: the value of an expression over the one who looks and the candidate. */
static int64_t value_of(
    bustle_world *w, const parties *searching, const code *value, uint32_t slot) {
    parties s = *searching;
    s.testing = false;
    s.measured = false;
    if (s.self == NULL) {
        s.self = npc_at(w, slot);
        s.self_slot = slot;
    } else {
        s.target = entity_at(w, slot);
        s.target_slot = slot;
    }
    return bsl_value_of(w, value, &s);
}

static int64_t state_of(const bustle_world *w, const entity *e, uint32_t state) {
    const int32_t *place = state_at(w, e, state);
    return place == NULL ? MISSING : *place;
}

/* S46: less is better; a candidate without what is asked for ranks last. */
static int64_t rank(bustle_world *w, const parties *s, const action *a, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    if (a->preference == BUSTLE_PREFER_NEAREST) {
        const int64_t square = square_between(w, s->self != NULL ? &s->self->e : s->target, e);
        return square == MISSING ? INT64_MAX : square;
    }
    const int64_t value = a->preferred.form == CODE_VALUE ? value_of(w, s, &a->preferred, slot)
                                                          : state_of(w, e, a->preferred_state);
    if (value == MISSING) {
        return INT64_MAX;
    }
    return a->preference == BUSTLE_PREFER_LEAST ? value : -value;
}

uint32_t bsl_target_prefer(
    bustle_world *w, const parties *searching, const action *a, item *candidates, uint32_t count) {
    int64_t best = INT64_MAX;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const int64_t r = rank(w, searching, a, candidates[i].value);
        if (r < best) {
            best = r;
            kept = 0;
        }
        if (r == best) {
            candidates[kept++] = candidates[i];
        }
    }
    return kept;
}

bool bsl_target_asks_positions(const bustle_world *w, const npc *self, const action *a) {
    if (!w->has_queried || (a->flags & ACTION_USES_DISTANCE) == 0) {
        return false;
    }
    const uint32_t *groups = w->content->ids + a->groups_at;
    bool asks = definition_of(w, &self->e)->position == BUSTLE_POSITION_QUERIED;
    for (uint32_t i = 0; i < a->group_count && !asks; i++) {
        asks = w->content->groups[groups[i]].queried && w->regions[groups[i]].count > 0;
    }
    return asks;
}

/* Whether nobody will do: no one is there, or a condition is false whoever it is. */
static bool hopeless(bustle_world *w, const action *a, const parties *s) {
    const bool anyone = bsl_near_anyone(w, a, s->self_slot);
    if (anyone && bsl_condition_prefix_holds(w, &a->when, a->prefix, s)) {
        return false;
    }
    if (traced(w)) {
        if (anyone) {
            bsl_trace_action(w, BUSTLE_TRACE_ACTION, s, BUSTLE_VERDICT_CONDITION);
        }
        const search_told none = {.accepting = bsl_near_count(w, a, s->self_slot)};
        bsl_trace_target(w, s, &none);
    }
    return true;
}

static void trace_candidate(
    bustle_world *w, const parties *s, uint32_t candidate, bustle_verdict verdict) {
    parties both = *s;
    both.target_slot = candidate;
    both.target = entity_at(w, candidate);
    bsl_trace_action(w, BUSTLE_TRACE_CANDIDATE, &both, verdict);
}

/* S53: whoever was found lately is none. */
static uint32_t not_met_lately(bustle_world *w, const parties *s, uint32_t count) {
    uint32_t met[ENCOUNTERS_OF_A_CUE];
    const uint32_t met_count = bsl_encounter_list_lately(w, life_of(w, s->self), s->cue, met);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const item candidate = w->candidates.items[i];
        uint32_t k = 0;
        while (k < met_count && met[k] != (uint32_t)candidate.key) {
            k++;
        }
        if (k == met_count) {
            w->candidates.items[kept++] = candidate;
        } else if (traced(w)) {
            trace_candidate(w, s, candidate.value, BUSTLE_VERDICT_AGAIN);
        }
    }
    return kept;
}

/* S53: whoever has a part to fill must be able to. */
static uint32_t fit_for_scene(bustle_world *w, const parties *s, uint32_t count) {
    uint32_t kept = 0;
    bsl_sort_items(w->candidates.items, count);
    for (uint32_t i = 0; i < count; i++) {
        const item candidate = w->candidates.items[i];
        if (bsl_casting_would_do(w, s->self_slot, s->cue, candidate.value)) {
            w->candidates.items[kept++] = candidate;
        } else if (traced(w)) {
            trace_candidate(w, s, candidate.value, BUSTLE_VERDICT_BUSY);
        }
    }
    return kept;
}

static uint32_t by_memory(bustle_world *w, const parties *s, uint32_t count) {
    item *candidates = w->candidates.items;
    if (count == 1) {
        return 0;
    }
    return s->cue != NULL ? bsl_encounter_choose(w, s->self, s->cue->name, candidates, count)
                          : bsl_recall_choose_target(w, s->self, s->action, candidates, count);
}

static void trace_choice(
    bustle_world *w, const parties *s, uint32_t target, const search_told *how) {
    parties made = *s;
    made.target_slot = target;
    made.target = target == NOBODY ? NULL : entity_at(w, target);
    bsl_trace_target(w, &made, how);
}

/* What asks the game is tested in spawn order; otherwise order does not matter before memory has
 * chosen. */
static bool asks_game(const action *a) {
    return (a->when.flags & (CODE_USES_ENV | CODE_HAS_CALL)) != 0;
}

/* Of the first `reached` in w->candidates, who are within reach, or have been found by a path: of
 * those nothing is known yet. */
static enum search choose_among(
    bustle_world *w, const parties *s, uint32_t *target, uint32_t reached, bool within_reach) {
    const action *a = search_of(w, s);
    uint32_t count = reached;
    if (asks_game(a)) {
        bsl_sort_items(w->candidates.items, count);
    }
    count = permitted(w, s, count, within_reach);
    if (s->cue != NULL && s->cue->scene != NONE16) {
        count = fit_for_scene(w, s, count);
    }
    if (s->cue != NULL) {
        count = not_met_lately(w, s, count);
    }
    const uint32_t open = count;
    if (count > 1 && a->preference != BUSTLE_PREFER_NOTHING) {
        count = bsl_target_prefer(w, s, a, w->candidates.items, count);
    }
    if (count > 0) {
        *target = w->candidates.items[by_memory(w, s, count)].value;
    }
    if (traced(w)) {
        const search_told how = {
            .accepting = within_reach ? bsl_near_count(w, a, s->self_slot) : reached,
            .reached = reached,
            .open = open,
            .best = count,
        };
        trace_choice(w, s, *target, &how);
    }
    return count > 0 ? SEARCH_FOUND : SEARCH_NOBODY;
}

/* S13. The conditions that do not depend on the target are tested once, before anyone is looked
 * for. */
static enum search choose(bustle_world *w, const parties *s, uint32_t *target) {
    npc *self = s->self;
    const action *a = search_of(w, s);
    const bool late = bsl_target_asks_positions(w, self, a);
    uint32_t count = 0;
    if (!late && hopeless(w, a, s)) {
        return SEARCH_NOBODY;
    }
    if (!bsl_near_gather(w, a, s->self_slot, &count)) {
        return SEARCH_NO_MEMORY;
    }
    if (late && hopeless(w, a, s)) {
        return SEARCH_NOBODY;
    }
    return choose_among(w, s, target, count, true);
}

enum search bsl_target_choose(
    bustle_world *w, npc *self, uint32_t slot, uint32_t action_id, uint32_t *target) {
    parties s = parties_of(w, self, slot, NOBODY, action_id);
    s.testing = true;
    return choose(w, &s, target);
}

uint32_t bsl_target_path_begin(const bustle_world *w, uint32_t slot, uint32_t path_id) {
    const npc *self = npc_at(w, slot);
    const frame *f = frame_at(w, self->now.top);
    if (w->content->paths[path_id].from == PARTY_TARGET) {
        return still_there(w, f->target, f->target_spawn) == NULL ? NOBODY : f->target;
    }
    if (w->content->paths[path_id].from == PARTY_AREA) {
        const ties *t = ties_of(w, &self->e);
        return t == NULL ? NOBODY : t->area;
    }
    return slot;
}

bool bsl_target_gather_path(bustle_world *w, uint32_t slot, uint32_t path_id, uint32_t *count) {
    path_found found;
    *count = 0;
    if (!bsl_near_reserve(w, PATH_LINKS)) {
        return false;
    }
    bsl_path_find(w, path_id, bsl_target_path_begin(w, slot, path_id), UINT32_MAX, &found);
    bsl_sort_items(found.items, found.count);
    for (uint32_t i = 0; i < found.count; i++) {
        if (found.items[i].value != slot) {
            w->candidates.items[(*count)++] = found.items[i];
        }
    }
    return true;
}

/* S10: the NPC is asked, then all candidates, before any condition is tested. */
static bool ask_all(bustle_world *w, uint32_t slot, uint32_t count) {
    const definition *d = definition_of(w, entity_at(w, slot));
    bsl_roster_refresh(w, slot);
    for (uint32_t i = 0; i < count; i++) {
        if (!bsl_reserve_answers(w, d)) {
            return false;
        }
        bsl_roster_refresh(w, w->candidates.items[i].value);
    }
    return true;
}

enum search bsl_target_choose_on_path(
    bustle_world *w, uint32_t slot, uint32_t action_id, uint32_t path_id, uint32_t *target) {
    const action *a = &w->content->actions[action_id];
    parties s = parties_of(w, npc_at(w, slot), slot, NOBODY, action_id);
    uint32_t count = 0;
    s.testing = true;
    if (!bsl_target_gather_path(w, slot, path_id, &count) ||
        ((a->flags & ACTION_USES_DISTANCE) != 0 && !ask_all(w, slot, count))) {
        return SEARCH_NO_MEMORY;
    }
    return choose_among(w, &s, target, count, false);
}

enum search bsl_target_find(bustle_world *w, uint32_t slot, const cue *c, uint32_t *target) {
    parties s = parties_of(w, npc_at(w, slot), slot, NOBODY, BUSTLE_NONE);
    s.testing = true;
    s.cue = c;
    return choose(w, &s, target);
}

bustle_verdict bsl_target_judge(bustle_world *w, parties *s, const frame *claiming) {
    const action *a = &w->content->actions[s->action];
    const demand d = demand_of(w, a, claiming);
    s->testing = true;
    if (s->target != NULL && (a->flags & ACTION_USES_DISTANCE) != 0) {
        bsl_roster_refresh(w, s->self_slot);
        bsl_roster_refresh(w, s->target_slot);
    }
    const bool fits = bsl_condition_holds(w, &a->when, s);
    const bool comes = s->target == NULL || can_come(a, are_apart(w, &s->self->e, s->target));
    return verdict_of(fits, comes && can_move(w, s->self, a), fits && meets(w, s->target, &d));
}

/* S41: the sequence's current target, if it can be used. */
bool bsl_target_same(bustle_world *w, uint32_t slot, uint32_t action_id, uint32_t *target) {
    npc *self = npc_at(w, slot);
    const frame *f = frame_at(w, self->now.top);
    parties s = parties_of(w, self, slot, NOBODY, action_id);
    bustle_verdict verdict = BUSTLE_VERDICT_GONE;
    if (f->target != slot && still_there(w, f->target, f->target_spawn) != NULL) {
        *target = f->target;
        s = parties_of(w, self, slot, f->target, action_id);
        verdict = bsl_target_judge(w, &s, f);
    }
    if (traced(w)) {
        bsl_trace_action(w, BUSTLE_TRACE_SAME_TARGET, &s, verdict);
    }
    return verdict == BUSTLE_VERDICT_OPEN;
}
