/* Casting: who fills the parts of a scene (S55, S56).
 *
 * Assumption: most scenes have two or three members, and the first who will do does.
 *
 * Algorithm: parts in order, members one by one, each found as an action finds its target: those
 * with the tags within reach, who are available and meet the condition; then preference, then the
 * encounters of whoever casts. Where a part finds nobody, the last choice is taken back and another
 * made, a bounded number of times. Until all are found nothing has happened but draws; where memory
 * runs out these are taken back too.
 *
 * Data structures: `casting`, on the C stack. The candidates of the part that is being filled are
 * the first in w->candidates, and stay there for its next member; behind them is room to choose in.
 */
#include "together/casting.h"
#include "decide/activity.h"
#include "decide/operations.h"
#include "observe/event.h"
#include "observe/trace.h"
#include "together/encounter.h"
#include "together/life.h"
#include "world/space.h"
#include "world/world.h"

#include <string.h>

static const scene_part *part_at(const bustle_world *w, const scene *s, uint32_t part) {
    return &w->content->parts[s->parts_at + part];
}

/* ---- Who is available (S56) ---- */

#define SETTLES_MS 60000

static bool has_part_to_begin(const bustle_world *w, const life *l) {
    uint32_t i = l->parts;
    while (i != POOL_NONE && member_at(w, i)->frame != POOL_NONE) {
        i = member_at(w, i)->next_part;
    }
    return i != POOL_NONE;
}

static bool is_busy(const bustle_world *w, const npc *self, const life *l) {
    if ((self->e.flags & (NPC_HELD | NPC_HALTED)) != 0 || (self->now.flags & ACTIVITY_MAIN) == 0 ||
        has_part_to_begin(w, l)) {
        return true;
    }
    if (w->scene_count > 0 && bsl_scene_on_stack(w, &self->now)) {
        const uint32_t part = bsl_scene_topmost_part(w, &self->now);
        if ((member_at(w, part)->flags & MEMBER_PAST) == 0) {
            return true;
        }
    }
    return !bsl_pile_has_room(w, self);
}

static bool rests(const bustle_world *w, const life *l, const scene *s) {
    if (!l->has_left) {
        return false;
    }
    const int64_t since = w->now - life_left(l);
    return since < (int64_t)s->rest || (!l->acted && since < SETTLES_MS);
}

static bool names_scene(const bustle_world *w, const sequence *q, uint32_t scene_id) {
    for (uint32_t i = 0; i < q->castable_in_count; i++) {
        if (w->content->ids[q->castable_in_at + i] == scene_id) {
            return true;
        }
    }
    return false;
}

static bool is_castable(const bustle_world *w, const npc *self, const casting *c) {
    bool allowed = c->initiated;
    for (uint32_t i = self->now.top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
        const node *n = &w->content->nodes[frame_node(frame_at(w, i))];
        const sequence *q = &w->content->sequences[n->sequence];
        if (q->castable == BUSTLE_CASTABLE_NEVER) {
            return false;
        }
        allowed =
            allowed || q->castable == BUSTLE_CASTABLE_ALWAYS || names_scene(w, q, c->scene_id);
    }
    return allowed;
}

bustle_verdict bsl_casting_available(
    const bustle_world *w, uint32_t slot, const casting *c, bool named) {
    const npc *self = npc_at(w, slot);
    const life *l = life_of(w, self);
    if (is_busy(w, self, l)) {
        return BUSTLE_VERDICT_BUSY;
    }
    if (named) {
        return BUSTLE_VERDICT_OPEN;
    }
    if (rests(w, l, c->scene)) {
        return BUSTLE_VERDICT_RESTING;
    }
    return is_castable(w, self, c) ? BUSTLE_VERDICT_OPEN : BUSTLE_VERDICT_NOT_CASTABLE;
}

uint16_t bsl_casting_sequence(
    const bustle_world *w, const npc *self, const scene *s, uint32_t part) {
    const uint16_t own = part_at(w, s, part)->sequence;
    if (own != NONE16) {
        return own;
    }
    const uint32_t reaction = w->content->ids[persona_of(w, self)->reactions_at + s->topic];
    return reaction == BUSTLE_NONE ? NONE16 : (uint16_t)reaction;
}

bool bsl_casting_allowed(const bustle_world *w, const npc *self, uint32_t scene_id) {
    return !w->turn.cast && !bsl_encounter_forbids(w, life_of(w, self), scene_id);
}

/* ---- Candidates ---- */

static bool is_chosen(const casting *c, uint32_t slot) {
    uint32_t i = 0;
    while (i < c->count && c->list[i].slot != slot) {
        i++;
    }
    return i < c->count;
}

static bool is_given_up(const casting *c, uint32_t part, uint32_t spawn) {
    for (uint32_t i = 0; i < c->given_up_count; i++) {
        if (c->given_up[i].part == part && c->given_up[i].spawn == spawn) {
            return true;
        }
    }
    return false;
}

/* The first that has been chosen for each part. */
static named_members named_so_far(const casting *c) {
    named_members named;
    uint32_t spawns[BUSTLE_MOST_PARTS];
    for (uint32_t i = 0; i < BUSTLE_MOST_PARTS; i++) {
        named.slots[i] = NOBODY;
    }
    for (uint32_t i = 0; i < c->count; i++) {
        const cast_member *m = &c->list[i];
        if (named.slots[m->part] == NOBODY || m->spawn < spawns[m->part]) {
            named.slots[m->part] = m->slot;
            spawns[m->part] = m->spawn;
        }
    }
    return named;
}

static bool meets_condition(
    bustle_world *w, const casting *c, uint32_t part, uint32_t slot, const named_members *named) {
    const code *when = &part_at(w, c->scene, part)->when;
    if (when->form == CODE_EMPTY) {
        return true;
    }
    const parties s = {.self = npc_at(w, slot),
        .target = c->host == NOBODY ? NULL : entity_at(w, c->host),
        .self_slot = slot,
        .target_slot = c->host,
        .action = BUSTLE_NONE,
        .testing = true,
        .named = named};
    return bsl_condition_holds(w, when, &s);
}

/* Of one who is within reach. */
static bustle_verdict judge(
    bustle_world *w, const casting *c, uint32_t part, uint32_t slot, const named_members *named) {
    if (is_given_up(c, part, entity_at(w, slot)->spawn)) {
        return BUSTLE_VERDICT_GIVEN_UP;
    }
    const bustle_verdict available = bsl_casting_available(w, slot, c, false);
    if (available != BUSTLE_VERDICT_OPEN) {
        return available;
    }
    if (bsl_casting_sequence(w, npc_at(w, slot), c->scene, part) == NONE16) {
        return BUSTLE_VERDICT_NO_REACTION;
    }
    return meets_condition(w, c, part, slot, named) ? BUSTLE_VERDICT_OPEN
                                                    : BUSTLE_VERDICT_CONDITION;
}

/* All candidates for a part into w->candidates, in spawn order. False: no memory. */
static bool list_candidates(bustle_world *w, casting *c, uint32_t part) {
    const action *search = &w->content->actions[part_at(w, c->scene, part)->search];
    const named_members named = named_so_far(c);
    uint32_t count = 0;
    c->listed_part = BUSTLE_NONE;
    if (!bsl_near_gather(w, search, c->host, &count) ||
        !bsl_near_reserve(w, 2 * (uint64_t)count + 1)) { /* there is a list, if an empty one */
        return false;
    }
    bsl_sort_items(w->candidates.items, count);
    c->reached = count;
    c->listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const item candidate = w->candidates.items[i];
        if (is_chosen(c, candidate.value)) {
            continue;
        }
        const bustle_verdict verdict = judge(w, c, part, candidate.value, &named);
        if (traced(w)) {
            bsl_trace_member(w, c, part, candidate.value, verdict);
        }
        if (verdict == BUSTLE_VERDICT_OPEN) {
            w->candidates.items[c->listed++] = candidate;
        }
    }
    c->listed_part = part;
    return true;
}

/* Those that are left, behind the list; how many. */
static uint32_t copy_open(bustle_world *w, const casting *c) {
    item *room = w->candidates.items + c->listed;
    uint32_t open = 0;
    for (uint32_t i = 0; i < c->listed; i++) {
        if (!is_chosen(c, w->candidates.items[i].value)) {
            room[open++] = w->candidates.items[i];
        }
    }
    return open;
}

static uint32_t choose(bustle_world *w, const casting *c, item *open, uint32_t count) {
    if (count == 1 || c->by == NULL) {
        return 0;
    }
    return bsl_encounter_choose(w, c->by, encounter_in(c->scene_id), open, count);
}

static void add(casting *c, uint32_t slot, uint32_t spawn, uint32_t part, bool fixed) {
    c->list[c->count++] =
        (cast_member){.slot = slot, .spawn = spawn, .part = (uint8_t)part, .fixed = fixed};
    c->filled[part]++;
}

/* One more member for a part. */
static enum search look_for(bustle_world *w, casting *c, uint32_t part) {
    const scene_part *p = part_at(w, c->scene, part);
    if (p->search == BUSTLE_NONE) {
        return SEARCH_NOBODY;
    }
    if (c->listed_part != part && !list_candidates(w, c, part)) {
        return SEARCH_NO_MEMORY;
    }
    const action *search = &w->content->actions[p->search];
    item *room = w->candidates.items + c->listed;
    const uint32_t open = copy_open(w, c);
    uint32_t best = open;
    if (open > 1 && search->preference != BUSTLE_PREFER_NOTHING &&
        (c->host != NOBODY || search->preference != BUSTLE_PREFER_NEAREST)) {
        const named_members named = named_so_far(c);
        const parties by = {.target = c->host == NOBODY ? NULL : entity_at(w, c->host),
            .target_slot = c->host,
            .action = BUSTLE_NONE,
            .named = &named};
        best = bsl_target_prefer(w, &by, search, room, open);
    }
    const item *found = best == 0 ? NULL : &room[choose(w, c, room, best)];
    if (traced(w)) {
        bsl_trace_part(w, c, part, found == NULL ? NOBODY : found->value, open, best);
    }
    if (found == NULL) {
        return SEARCH_NOBODY;
    }
    add(c, found->value, (uint32_t)found->key, part, false);
    return SEARCH_FOUND;
}

/* ---- Filling the parts ---- */

static void give_up_last(casting *c) {
    const cast_member last = c->list[--c->count];
    c->filled[last.part]--;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->given_up_count; i++) {
        if (c->given_up[i].part <= last.part) {
            c->given_up[kept++] = c->given_up[i];
        }
    }
    c->given_up[kept++] = last;
    c->given_up_count = kept;
    c->listed_part = BUSTLE_NONE;
}

static bool may_give_up(const casting *c) {
    return c->count > 0 && !c->list[c->count - 1].fixed;
}

/* Takes the last choice back, for a part that found nobody; those of this part all at once, because
 * nobody would be found in their places either. How many; 0: there is none. */
static uint32_t give_up(casting *c, uint32_t part) {
    uint32_t count = 0;
    while (may_give_up(c) && c->list[c->count - 1].part == part) {
        give_up_last(c);
        count++;
    }
    if (count == 0 && may_give_up(c)) {
        give_up_last(c);
        count = 1;
    }
    return count;
}

/* The first part that lacks somebody; part_count: none. */
static uint32_t first_lacking(const bustle_world *w, const casting *c) {
    uint32_t part = 0;
    while (part < c->scene->part_count && c->filled[part] >= part_at(w, c->scene, part)->least) {
        part++;
    }
    return part;
}

static enum search fill_least(bustle_world *w, casting *c) {
    for (uint32_t looks = 0;; looks++) {
        const uint32_t part = first_lacking(w, c);
        if (part == c->scene->part_count) {
            return SEARCH_FOUND;
        }
        c->lacking = part;
        if (looks >= MOST_LOOKS) {
            return SEARCH_NOBODY;
        }
        const enum search outcome = look_for(w, c, part);
        if (outcome == SEARCH_NO_MEMORY) {
            return outcome;
        }
        if (outcome == SEARCH_NOBODY) {
            const uint32_t given_up = give_up(c, part);
            if (given_up == 0) {
                return outcome;
            }
            looks += given_up - 1; /* one for each of them, the next one included */
        }
    }
}

static enum search fill_most(bustle_world *w, casting *c) {
    for (uint32_t part = 0; part < c->scene->part_count; part++) {
        enum search outcome = SEARCH_FOUND;
        while (outcome == SEARCH_FOUND && c->filled[part] < part_at(w, c->scene, part)->most) {
            outcome = look_for(w, c, part);
        }
        if (outcome == SEARCH_NO_MEMORY) {
            return outcome;
        }
    }
    return SEARCH_FOUND;
}

/* Whoever is in it already must have something to do. */
static bool all_react(const bustle_world *w, casting *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        c->lacking = c->list[i].part;
        if (bsl_casting_sequence(w, npc_at(w, c->list[i].slot), c->scene, c->lacking) == NONE16) {
            return false;
        }
    }
    return true;
}

enum search bsl_casting_find(bustle_world *w, casting *c) {
    uint32_t random[4] = {0};
    if (c->by != NULL) {
        memcpy(random, c->by->random, sizeof random);
    }
    enum search outcome = all_react(w, c) ? fill_least(w, c) : SEARCH_NOBODY;
    if (outcome == SEARCH_FOUND) {
        outcome = fill_most(w, c);
    }
    if (outcome == SEARCH_NO_MEMORY) {
        if (c->by != NULL) {
            memcpy(c->by->random, random, sizeof random);
        }
        return outcome;
    }
    w->turn.cast = w->turn.cast || c->by != NULL;
    if (traced(w)) {
        bsl_trace_cast(w, c, outcome == SEARCH_FOUND);
    }
    return outcome;
}

/* ---- Who casts ---- */

static casting begin(bustle_world *w, uint32_t scene_id, uint32_t by, uint32_t host) {
    const scene *s = &w->content->scenes[scene_id];
    return (casting){.scene_id = scene_id,
        .scene = s,
        .by = by == NOBODY ? NULL : npc_at(w, by),
        .by_slot = by,
        .host = host,
        .standing = s->priority,
        .listed_part = BUSTLE_NONE};
}

static void initiate(casting *c, uint32_t part, int32_t standing) {
    c->initiated = true;
    c->standing = standing > c->standing ? standing : c->standing;
    add(c, c->by_slot, c->by->e.spawn, part, true);
}

casting bsl_casting_by_node(bustle_world *w, uint32_t slot, const wait *at) {
    casting c = begin(w, at->scene, slot, slot);
    if (at->as != STAGER) {
        initiate(&c, at->as, bsl_activity_standing(w, &c.by->now));
    }
    return c;
}

/* Whether someone has what a part asks for, in its present role. */
static bool may_fill(const bustle_world *w, const scene *s, uint32_t part, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    const scene_part *p = part_at(w, s, part);
    if (!d->npc || p->search == BUSTLE_NONE) {
        return false;
    }
    const action *search = &w->content->actions[p->search];
    for (uint32_t i = 0; i < search->group_count; i++) {
        if (w->content->ids[search->groups_at + i] == d->group) {
            return bsl_casting_sequence(w, npc_at(w, slot), s, part) != NONE16;
        }
    }
    return false;
}

/* The part that someone found by a cue fills; part_count: none. */
static uint32_t part_for(const bustle_world *w, const casting *c, uint32_t slot) {
    uint32_t part = 0;
    while (part < c->scene->part_count &&
        (c->filled[part] >= part_at(w, c->scene, part)->most ||
            !may_fill(w, c->scene, part, slot))) {
        part++;
    }
    return part;
}

casting bsl_casting_by_cue(bustle_world *w, uint32_t slot, const cue *from, uint32_t found) {
    casting c = begin(w, from->scene, slot, slot);
    initiate(&c, from->as, from->priority);
    const uint32_t part = found == NOBODY ? c.scene->part_count : part_for(w, &c, found);
    if (part < c.scene->part_count) {
        add(&c, found, entity_at(w, found)->spawn, part, true);
    }
    return c;
}

bool bsl_casting_would_do(bustle_world *w, uint32_t slot, const cue *from, uint32_t candidate) {
    casting c = begin(w, from->scene, slot, slot);
    initiate(&c, from->as, from->priority);
    const uint32_t part = part_for(w, &c, candidate);
    if (part == c.scene->part_count) {
        return true;
    }
    const action *search = &w->content->actions[part_at(w, c.scene, part)->search];
    if ((search->flags & ACTION_USES_DISTANCE) != 0) {
        bsl_roster_refresh(w, slot);
        bsl_roster_refresh(w, candidate);
    }
    const named_members named = named_so_far(&c);
    return bsl_near_reaches(w, search, entity_at(w, slot), entity_at(w, candidate)) &&
        judge(w, &c, part, candidate, &named) == BUSTLE_VERDICT_OPEN;
}

casting bsl_casting_by_game(bustle_world *w, uint32_t scene_id, uint32_t place) {
    return begin(w, scene_id, NOBODY, place);
}

void bsl_casting_name(bustle_world *w, casting *c, uint32_t slot, uint32_t part) {
    add(c, slot, entity_at(w, slot)->spawn, part, true);
}

/* ---- The scene begins ---- */

uint32_t bsl_casting_member(const bustle_world *w, uint32_t scene_index, uint32_t slot) {
    uint32_t i = staged_at(w, scene_index)->members;
    while (member_at(w, i)->slot != slot) {
        i = member_at(w, i)->next;
    }
    return i;
}

static void join(bustle_world *w, const casting *c, const member *m) {
    const bool initiator = (m->flags & MEMBER_INITIATOR) != 0;
    bsl_event_emit(w, BUSTLE_EVENT_JOIN, m->slot,
        c->initiated ? handle_of(c->by_slot, c->by->e.spawn) : 0, c->scene_id, m->part);
    if (c->by != NULL && !initiator) {
        bsl_encounter_add_scene(w, c->by, c->scene_id, m->spawn);
    }
}

uint32_t bsl_casting_open(bustle_world *w, const casting *c) {
    const staged as = {.host = c->host,
        .host_spawn = c->host == NOBODY ? 0 : entity_at(w, c->host)->spawn,
        .number = ++w->scene_number,
        .standing = c->standing,
        .began = w->now,
        .scene = (uint16_t)c->scene_id};
    const uint32_t index = bsl_scene_open(w, &as);
    for (uint32_t i = 0; i < c->count; i++) {
        const cast_member *m = &c->list[i];
        const bool initiator = c->initiated && m->slot == c->by_slot;
        const member one = {.staged = index,
            .slot = m->slot,
            .spawn = m->spawn,
            .sequence = bsl_casting_sequence(w, npc_at(w, m->slot), c->scene, m->part),
            .part = m->part,
            .flags = initiator ? MEMBER_INITIATOR : 0};
        bsl_scene_admit(w, &one);
    }
    for (uint32_t i = staged_at(w, index)->members; i != POOL_NONE; i = member_at(w, i)->next) {
        join(w, c, member_at(w, i));
    }
    for (uint32_t i = staged_at(w, index)->members; i != POOL_NONE; i = member_at(w, i)->next) {
        if ((member_at(w, i)->flags & MEMBER_INITIATOR) == 0) {
            bsl_turn_queue(w, member_at(w, i)->slot, true);
        }
    }
    return index;
}
