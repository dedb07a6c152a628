/* Cues: responses for which an NPC finds a reason by itself (S53).
 *
 * Assumption: many NPCs have cues, few intervals occur, and an NPC that acts must cost no more than
 * its tests.
 *
 * Algorithm: the times at which a cue is due follow from its interval and the NPC's spawn number:
 * of all NPCs with the same interval a sixteenth is due at once. So nobody has a timer. In each
 * update the times that have come are computed for every interval and phase, and whoever is in such
 * a list joins the deciders. On its turn an NPC computes which of its cues have become due since it
 * last looked. Someone is found as an action finds its target (target.c).
 *
 * Data structures: for each interval (beat) and phase a list of NPCs by spawn number. One who has
 * left, or whose role has no such cue any more, is taken out when its list is gone through; a bit
 * in its row says that it is in a list, so that it is never in one twice. */
#include "together/cue.h"
#include "decide/activity.h"
#include "decide/interruption.h"
#include "decide/operations.h"
#include "decide/recovery.h"
#include "decide/target.h"
#include "decide/turn.h"
#include "observe/event.h"
#include "observe/trace.h"
#include "together/casting.h"
#include "together/encounter.h"
#include "together/life.h"
#include "world/reserve.h"
#include "world/world.h"

/* Each cue that is found lays an activity, with a frame, an event and an encounter. */
void bsl_cue_needs(const bustle_world *w, needs *sum) {
    const uint32_t limit = (uint32_t)w->def.activity_limit;
    const uint32_t most = w->cue_limit < limit ? w->cue_limit : limit;
    sum->of[WORK_TURN][STORE_EVENTS].once += most;
    sum->of[WORK_TURN][STORE_FRAMES].once += most;
    sum->of[WORK_TURN][STORE_ACTIVITIES].once += most;
    sum->of[WORK_TURN][STORE_ENCOUNTERS].once += most;
}

static const cue *nth_cue(const bustle_world *w, const persona *p, uint32_t n) {
    return &w->content->cues[w->content->ids[p->cues_at + n]];
}

/* ---- Lists ---- */

static uint32_t list_count(const bustle_world *w) {
    return w->content->beat_count * BEAT_PHASES;
}

bool bsl_cue_init(bustle_world *w) {
    const uint32_t count = list_count(w);
    w->beats = count == 0 ? NULL : bsl_heap_zeroed(&w->heap, count * sizeof *w->beats);
    return count == 0 || w->beats != NULL;
}

void bsl_cue_release(bustle_world *w) {
    for (uint32_t i = 0; w->beats != NULL && i < list_count(w); i++) {
        bsl_heap_free(&w->heap, w->beats[i].list, w->beats[i].capacity * sizeof *w->beats[i].list);
    }
    bsl_heap_free(&w->heap, w->beats, list_count(w) * sizeof *w->beats);
    bsl_heap_free(&w->heap, w->called.items, w->called.capacity * sizeof *w->called.items);
}

static beat_list *list_of(const bustle_world *w, uint32_t beat, uint32_t spawn) {
    return &w->beats[beat * BEAT_PHASES + spawn % BEAT_PHASES];
}

static bool is_member(const life *l, uint32_t beat) {
    return (life_beats(l)[beat / 32] >> beat % 32 & 1) != 0;
}

bool bsl_cue_reserve(bustle_world *w, uint32_t spawn) {
    for (uint32_t beat = 0; beat < w->content->beat_count; beat++) {
        beat_list *b = list_of(w, beat, spawn);
        if (b->count == b->capacity &&
            !bsl_heap_grow(&w->heap, (void **)&b->list, &b->capacity, (uint64_t)b->count + 1,
                sizeof *b->list)) {
            return false;
        }
    }
    return true;
}

void bsl_cue_enrol(bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    life *l = life_of(w, self);
    const persona *p = persona_of(w, self);
    for (uint32_t i = 0; i < p->cue_count; i++) {
        const uint32_t beat = nth_cue(w, p, i)->beat;
        if (is_member(l, beat)) {
            continue;
        }
        beat_list *b = list_of(w, beat, self->e.spawn);
        b->unsorted = b->unsorted || (b->count > 0 && b->list[b->count - 1].spawn > self->e.spawn);
        b->list[b->count++] = (beat_member){self->e.spawn, slot};
        life_beats(l)[beat / 32] |= 1u << beat % 32;
    }
}

static bool has_cue_of(const bustle_world *w, const npc *self, uint32_t beat) {
    const persona *p = persona_of(w, self);
    uint32_t i = 0;
    while (i < p->cue_count && nth_cue(w, p, i)->beat != beat) {
        i++;
    }
    return i < p->cue_count;
}

/* There is room for as many items. */
static void sort_members(beat_list *b, item *room) {
    for (uint32_t i = 0; i < b->count; i++) {
        room[i] = (item){.key = b->list[i].spawn, .value = b->list[i].slot};
    }
    bsl_sort_items(room, b->count);
    for (uint32_t i = 0; i < b->count; i++) {
        b->list[i] = (beat_member){(uint32_t)room[i].key, room[i].value};
    }
    b->unsorted = false;
}

/* Takes out those that have left or have no such cue any more, and puts the others in order. */
static void tidy(bustle_world *w, uint32_t beat, beat_list *b, item *room) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const beat_member m = b->list[i];
        npc *self = npc_at(w, m.slot);
        if (self->e.spawn != m.spawn) {
            continue;
        }
        if (has_cue_of(w, self, beat)) {
            b->list[kept++] = m;
        } else {
            life_beats(life_of(w, self))[beat / 32] &= ~(1u << beat % 32);
        }
    }
    b->count = kept;
    if (b->unsorted) {
        sort_members(b, room);
    }
}

/* ---- Times ---- */

static int64_t phase_of(uint32_t every, uint32_t spawn) {
    return (int64_t)((uint64_t)every * (spawn % BEAT_PHASES) / BEAT_PHASES);
}

/* The last time at which it is due, up to now; -1: none. */
static int64_t last_due(const bustle_world *w, uint32_t every, uint32_t spawn) {
    const int64_t since = w->now - phase_of(every, spawn);
    return since < 0 ? -1 : w->now - since % (int64_t)every;
}

/* The first time after another. */
static int64_t first_due(int64_t after, uint32_t every, uint32_t spawn) {
    const int64_t since = after - phase_of(every, spawn);
    return since < 0 ? after - since : after + (int64_t)every - since % (int64_t)every;
}

/* ---- Who has a cue that is due ---- */

/* One whose role has changed in this update has looked already. */
static void call_up(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    life *l = life_of(w, self);
    if ((self->e.flags & (NPC_HELD | NPC_HALTED)) != 0) {
        life_look(l, w->now);
    } else if (life_looked(l) < w->now) {
        bsl_turn_queue(w, slot, false);
    }
}

/* Those of all lists that are due, by time and spawn number. */
static void call_up_sorted(bustle_world *w, int64_t since) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < list_count(w); i++) {
        const uint32_t every = w->content->beats[i / BEAT_PHASES];
        const int64_t first = first_due(since, every, i % BEAT_PHASES);
        if (first > w->now) {
            continue;
        }
        tidy(w, i / BEAT_PHASES, &w->beats[i], w->called.items + count);
        for (uint32_t k = 0; k < w->beats[i].count; k++) {
            const beat_member *m = &w->beats[i].list[k];
            w->called.items[count++] =
                (item){.key = (uint64_t)(first - since) << 32 | m->spawn, .value = m->slot};
        }
    }
    bsl_sort_items(w->called.items, count);
    for (uint32_t i = 0; i < count; i++) {
        call_up(w, w->called.items[i].value);
    }
}

bool bsl_cue_call_up(bustle_world *w, int64_t since) {
    uint32_t lists = 0;
    uint32_t last = 0;
    uint64_t members = 0;
    for (uint32_t i = 0; i < list_count(w); i++) {
        const bool due = w->beats[i].count > 0 &&
            last_due(w, w->content->beats[i / BEAT_PHASES], i % BEAT_PHASES) > since;
        lists += due;
        last = due ? i : last;
        members += due ? w->beats[i].count : 0;
    }
    if (lists == 0) {
        return true;
    }
    if (!bsl_heap_grow(&w->heap, (void **)&w->called.items, &w->called.capacity, members,
            sizeof *w->called.items)) {
        return false;
    }
    if (lists > 1) {
        call_up_sorted(w, since);
    } else {
        tidy(w, last / BEAT_PHASES, &w->beats[last], w->called.items);
        for (uint32_t k = 0; k < w->beats[last].count; k++) {
            call_up(w, w->beats[last].list[k].slot);
        }
    }
    return true;
}

/* ---- Tests ---- */

static bool is_in_pile(const bustle_world *w, const npc *self, const cue *c) {
    for (const activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        if ((a->flags & ACTIVITY_CUE) != 0 && a->response == c->name) {
            return true;
        }
    }
    return false;
}

/* Why it is not looked for anyone; OPEN: nothing is against that. */
static bustle_verdict obstacle(const bustle_world *w, const npc *self, const cue *c) {
    if (is_in_pile(w, self, c)) {
        return BUSTLE_VERDICT_ANSWERED;
    }
    if (!bsl_pile_has_room(w, self)) {
        return BUSTLE_VERDICT_LIMIT;
    }
    if (bsl_activity_standing(w, &self->now) >= c->priority) {
        return BUSTLE_VERDICT_PRIORITY;
    }
    return bsl_encounter_has_room(w, life_of(w, self), c) &&
            (c->scene == NONE16 || bsl_casting_allowed(w, self, c->scene))
        ? BUSTLE_VERDICT_OPEN
        : BUSTLE_VERDICT_AGAIN;
}

/* What runs gives way to an activity without a stack yet. */
static void lay_response(
    bustle_world *w, uint32_t slot, const cue *c, uint32_t found, uint32_t sequence_id) {
    npc *self = npc_at(w, slot);
    const uint32_t spawn = found == NOBODY ? 0 : entity_at(w, found)->spawn;
    bsl_encounter_add(w, self, c, spawn);
    bsl_activity_interrupt(w, slot, c->stays ? LEAVING_NOTHING : LEAVING_UNDONE);
    bsl_recovery_end_wait(w, self);
    activity *response = bsl_pile_lay(w, self);
    response->response = c->name;
    response->priority = c->priority;
    response->flags |= ACTIVITY_CUE;
    bsl_event_emit(w, BUSTLE_EVENT_INTERRUPT, slot, spawn == 0 ? 0 : handle_of(found, spawn),
        sequence_id, c->hash)
        ->cue = c->name;
}

static void respond(bustle_world *w, uint32_t slot, const cue *c, uint32_t found) {
    npc *self = npc_at(w, slot);
    lay_response(w, slot, c, found, c->sequence);
    bsl_frame_push(
        w, &self->now.top, c->sequence, found, found == NOBODY ? 0 : entity_at(w, found)->spawn);
    if (w->place_count > 0) {
        bsl_undo_lay(w, slot);
    }
}

/* S53: the response is the NPC's part in a scene. */
static bustle_verdict begin_scene(bustle_world *w, uint32_t slot, const cue *c, uint32_t found) {
    npc *self = npc_at(w, slot);
    casting cast = bsl_casting_by_cue(w, slot, c, found);
    const enum search outcome = bsl_casting_find(w, &cast);
    if (outcome != SEARCH_FOUND) {
        return outcome == SEARCH_NO_MEMORY ? 0 : BUSTLE_VERDICT_NOBODY;
    }
    lay_response(w, slot, c, found, bsl_casting_sequence(w, self, cast.scene, c->as));
    bsl_staging_push_part(w, self, bsl_casting_open(w, &cast), slot, found);
    if (w->place_count > 0) {
        bsl_undo_lay(w, slot);
    }
    return BUSTLE_VERDICT_OPEN;
}

/* A cue without targets. */
static bustle_verdict look_inside(bustle_world *w, uint32_t slot, const cue *c) {
    npc *self = npc_at(w, slot);
    const parties s = {.self = self,
        .self_slot = slot,
        .target_slot = NOBODY,
        .action = BUSTLE_NONE,
        .testing = true};
    if (!bsl_condition_holds(w, &w->content->actions[c->search].when, &s)) {
        return BUSTLE_VERDICT_CONDITION;
    }
    const int64_t last = bsl_encounter_time(w, life_of(w, self), c->name, 0);
    return last >= 0 && w->now - last < (int64_t)c->again ? BUSTLE_VERDICT_AGAIN
                                                          : BUSTLE_VERDICT_OPEN;
}

/* False: no memory. */
static bool test(bustle_world *w, uint32_t slot, const cue *c) {
    uint32_t found = NOBODY;
    bustle_verdict verdict = obstacle(w, npc_at(w, slot), c);
    if (verdict == BUSTLE_VERDICT_OPEN) {
        if ((w->content->actions[c->search].flags & ACTION_TARGETED) == 0) {
            verdict = look_inside(w, slot, c);
        } else {
            const enum search outcome = bsl_target_find(w, slot, c, &found);
            if (outcome == SEARCH_NO_MEMORY) {
                return false;
            }
            verdict = outcome == SEARCH_FOUND ? BUSTLE_VERDICT_OPEN : BUSTLE_VERDICT_NOBODY;
        }
    }
    if (verdict == BUSTLE_VERDICT_OPEN && c->scene != NONE16) {
        verdict = begin_scene(w, slot, c, found);
        if (verdict == 0) {
            return false;
        }
    }
    if (traced(w)) {
        bsl_trace_cue(w, slot, c, found, verdict);
    }
    if (verdict == BUSTLE_VERDICT_OPEN && c->scene == NONE16) {
        respond(w, slot, c, found);
    }
    return true;
}

bool bsl_cue_test_due(bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    life *l = life_of(w, self);
    const persona *p = persona_of(w, self);
    const int64_t looked = life_looked(l);
    for (; w->turn.cues < p->cue_count; w->turn.cues++) {
        const cue *c = nth_cue(w, p, w->turn.cues);
        if (last_due(w, c->every, self->e.spawn) > looked && !test(w, slot, c)) {
            return false;
        }
    }
    life_look(l, w->now);
    return true;
}

/* ---- Consistency ---- */

bool bsl_cue_check(const bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    const life *l = life_of(w, self);
    for (uint32_t beat = 0; l != NULL && beat < w->content->beat_count; beat++) {
        const beat_list *b = list_of(w, beat, self->e.spawn);
        uint32_t times = 0;
        for (uint32_t i = 0; i < b->count; i++) {
            times += b->list[i].slot == slot && b->list[i].spawn == self->e.spawn;
        }
        if (times != (is_member(l, beat) ? 1u : 0u) || (times == 0 && has_cue_of(w, self, beat))) {
            return false;
        }
    }
    return true;
}
