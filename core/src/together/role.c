/* Roles. A definition and a role are merged when they are sealed (persona), so that a change of
 * role is a change of one index: what is looked up from then on is the other persona's. The main
 * sequence alone takes time to change: it is noted as due, and the NPC deals with it on its turn
 * (S52). */
#include "together/role.h"
#include "decide/activity.h"
#include "decide/control.h"
#include "decide/interruption.h"
#include "decide/operations.h"
#include "decide/turn.h"
#include "observe/event.h"
#include "observe/trace.h"
#include "together/cue.h"
#include "together/life.h"
#include "together/scene.h"
#include "world/environment.h"
#include "world/reserve.h"
#include "world/world.h"

/* A change has an event, another if it brings a plan, and two lists of effects with what they can
 * lead to. In a turn there is one change, in a call one, or one of plan alone. */
void bsl_role_needs(const bustle_world *w, needs *sum) {
    const enum work changes[] = {WORK_TURN, WORK_CALL};
    sum->of[WORK_TURN][STORE_EVENTS].once += w->has_plans;
    sum->of[WORK_CALL][STORE_EVENTS].once += w->has_plans;
    if (count_of(w->content, BUSTLE_KIND_ROLE) == 0) {
        return;
    }
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        need *n = sum->of[changes[i]];
        n[STORE_EVENTS].once += 1 + 2 * w->effect_limit;
        n[STORE_QUEUED].once += 2 * w->raise_limit;
        n[STORE_SHOUTS].once += 2 * w->shout_limit;
        n[STORE_LINKS].once += 2 * w->link_limit;
        n[STORE_LETTERS].once += 2 * w->send_limit;
    }
    sum->of[WORK_CALL][STORE_EVENTS].once += w->content->function_count;
}

static parties alone(bustle_world *w, uint32_t slot) {
    return (parties){.self = npc_at(w, slot),
        .self_slot = slot,
        .target_slot = NOBODY,
        .action = BUSTLE_NONE,
        .testing = true};
}

/* The first whose condition holds; NONE16: its definition lists none. */
static uint16_t applying(bustle_world *w, uint32_t slot) {
    const definition *d = definition_of(w, entity_at(w, slot));
    const parties s = alone(w, slot);
    for (uint32_t i = 0; i < d->role_count; i++) {
        const listed_role *listed = &w->content->listed_roles[d->roles_at + i];
        const bool holds =
            listed->when.form == CODE_EMPTY || bsl_condition_holds(w, &listed->when, &s);
        if (traced(w)) {
            bsl_trace_role(w, slot, listed->role, holds);
        }
        if (holds) {
            return listed->role;
        }
    }
    return NONE16;
}

static void apply(bustle_world *w, uint32_t slot, uint16_t id, bool entering) {
    if (id != NONE16) {
        const role *r = &w->content->roles[id];
        parties s = alone(w, slot);
        s.testing = false;
        bsl_effects_apply(w, entering ? &r->enter : &r->exit, &s);
    }
}

void bsl_role_change_main(
    bustle_world *w, uint32_t slot, uint16_t main, bustle_replacing replacing) {
    npc *self = npc_at(w, slot);
    life *l = life_of(w, self);
    const bool replaces = main != l->began && (self->e.flags & NPC_HALTED) == 0;
    l->replacing = (uint8_t)replacing;
    self->e.flags &= (uint16_t)~NPC_MAIN_DUE;
    self->e.flags |= replaces ? NPC_MAIN_DUE : 0;
    self->main = main;
}

/* Exit, the change, its event, enter. */
static void change(bustle_world *w, uint32_t slot, uint16_t id) {
    npc *self = npc_at(w, slot);
    life *l = life_of(w, self);
    apply(w, slot, l->role, false);
    l->role = id;
    life_look(l, w->now);
    bsl_cue_enrol(w, slot);
    bsl_interruption_drop_unheeded(w, self);
    bsl_event_emit(w, BUSTLE_EVENT_ROLE, slot, 0, id == NONE16 ? BUSTLE_NONE : id, 0);
    apply(w, slot, id, true);
    bsl_role_change_main(
        w, slot, bsl_plan_main(w, slot), (bustle_replacing)persona_of(w, self)->replacing);
}

void bsl_role_settle(npc *self) {
    self->e.flags &= (uint16_t)~NPC_MAIN_DUE;
}

bool bsl_role_reserve(bustle_world *w, const npc *self) {
    return count_of(w->content, BUSTLE_KIND_ROLE) == 0 || bsl_cue_reserve(w, self->e.spawn);
}

bool bsl_role_reserve_spawn(bustle_world *w) {
    const uint64_t errors = (uint64_t)w->effect_limit + w->content->function_count;
    return bsl_cue_reserve(w, w->spawned + 1) && bsl_event_reserve(w, 3 + errors) &&
        bsl_shout_reserve(w, w->shout_limit) && bsl_link_reserve(w, w->link_limit) &&
        pool_reserve(&w->letters, &w->kept, w->send_limit) &&
        pool_reserve(
            &w->queued, &w->kept, (uint64_t)bsl_interruption_greetings(w) + w->raise_limit);
}

/* ---- When roles are tested ---- */

void bsl_role_begin(bustle_world *w, uint32_t slot) {
    const uint16_t id = applying(w, slot);
    if (id != NONE16) {
        change(w, slot, id);
        bsl_role_settle(npc_at(w, slot));
    }
}

/* The main sequence that begins again is that of the role that applies now. */
void bsl_role_main_ended(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    life *l = life_of(w, self);
    if (l == NULL) {
        return;
    }
    if (definition_of(w, &self->e)->role_count > 0 && !l->set && !w->turn.role_tested) {
        w->turn.role_tested = true;
        const uint16_t id = applying(w, slot);
        if (id != l->role) {
            change(w, slot, id);
        }
    }
    bsl_role_settle(self);
}

static bool any_changed(const bustle_world *w) {
    bool any = false;
    for (uint32_t i = 0; i < count_of(w->content, BUSTLE_KIND_ENVIRONMENT); i++) {
        any = any || w->environment[i].seen != w->environment[i].value;
    }
    return any;
}

static void note_changes(bustle_world *w) {
    for (uint32_t i = 0; i < count_of(w->content, BUSTLE_KIND_ENVIRONMENT); i++) {
        environment_value *v = &w->environment[i];
        v->in_roles = v->seen != v->value;
        v->seen = v->value;
    }
}

static bool concerned(const bustle_world *w, const npc *self) {
    const definition *d = definition_of(w, &self->e);
    const life *l = life_of(w, self);
    if (!d->npc || d->role_count == 0 || l->set) {
        return false;
    }
    bool changed = l->role == NONE16; /* new content has brought it roles */
    for (uint32_t i = 0; i < d->role_watch_count; i++) {
        changed = changed || w->environment[w->content->ids[d->role_watch_at + i]].in_roles;
    }
    return changed;
}

static bool test_again(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    if (!bsl_reserve(w, WORK_CALL, definition_of(w, &self->e), bsl_turn_things_to_come(w, self)) ||
        !bsl_role_reserve(w, self)) {
        return false;
    }
    const uint16_t id = applying(w, slot);
    if (id != life_of(w, self)->role) {
        change(w, slot, id);
        if ((self->e.flags & (NPC_MAIN_DUE | NPC_HELD)) == NPC_MAIN_DUE) {
            bsl_turn_queue(w, slot, false);
        }
    }
    return true;
}

bool bsl_role_watch(bustle_world *w) {
    if (!w->testing_roles) {
        if (!w->roles_untested && !(w->content->roles_watch && any_changed(w))) {
            return true;
        }
        if (!bsl_rows_order(w)) {
            return false;
        }
        note_changes(w);
        w->testing_roles = true;
        w->role_next = 0;
    }
    for (; w->role_next < w->order_count; w->role_next++) {
        const uint32_t slot = w->order[w->role_next].value;
        if (!carry_out_shouts(w)) {
            return false;
        }
        if (order_lives(w, w->role_next) && definition_of(w, entity_at(w, slot))->npc &&
            concerned(w, npc_at(w, slot)) && !test_again(w, slot)) {
            return false;
        }
    }
    if (!carry_out_shouts(w)) {
        return false;
    }
    w->testing_roles = false;
    w->roles_untested = false;
    return true;
}

/* ---- The main sequence ---- */

static bool moment_has_come(const bustle_world *w, const npc *self, bustle_replacing when) {
    if (when == BUSTLE_REPLACING_NOW) {
        return true;
    }
    if ((self->now.flags & ACTIVITY_MAIN) == 0 || (self->e.flags & NPC_ACTING) != 0) {
        return false;
    }
    uint32_t lowest = self->now.top;
    if (when == BUSTLE_REPLACING_AT_ACTION) {
        return frame_state(frame_at(w, lowest)) != BUSTLE_INTERRUPTED &&
            !bsl_scene_on_stack(w, &self->now);
    }
    for (uint32_t below = lowest; below != POOL_NONE;
         below = bsl_frame_below(w, frame_at(w, below))) {
        lowest = below;
    }
    const bustle_lifecycle state = frame_state(frame_at(w, lowest));
    return state != BUSTLE_IN_SUBSEQUENCE && state != BUSTLE_WAITING_FOR_ACTION &&
        state != BUSTLE_INTERRUPTED && state != BUSTLE_WAITING_AT_NODE;
}

void bsl_role_replace_main(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_MAIN_DUE) != 0 &&
        moment_has_come(w, self, (bustle_replacing)life_of(w, self)->replacing)) {
        bsl_role_settle(self);
        bsl_activity_set_main(w, slot);
    }
}

/* ---- The game ---- */

/* As for any call, and room in the lists of cues. */
static bustle_status prepare(bustle_world *w, bustle_entity handle, uint32_t *slot) {
    const bustle_status status = bsl_control_prepare(w, handle, slot);
    return status != BUSTLE_OK || bsl_role_reserve(w, npc_at(w, *slot)) ? status : BUSTLE_NO_MEMORY;
}

bustle_status bustle_npc_set_role(bustle_world *w, bustle_entity handle, bustle_id id) {
    uint32_t slot = NOBODY;
    if (w == NULL || (id != BUSTLE_NONE && !has_id(w->content, BUSTLE_KIND_ROLE, id))) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = prepare(w, handle, &slot);
    life *l = status == BUSTLE_OK ? life_of(w, npc_at(w, slot)) : NULL;
    if (l == NULL) { /* there are no roles, so that none can be set */
        return status;
    }
    l->set = id != BUSTLE_NONE;
    const uint16_t role_id = l->set ? (uint16_t)id : applying(w, slot);
    if (role_id != l->role) {
        change(w, slot, role_id);
        npc *self = npc_at(w, slot);
        if ((self->e.flags & NPC_MAIN_DUE) != 0) {
            bsl_role_settle(self);
            bsl_activity_set_main(w, slot);
        }
    }
    bsl_control_finish(w, slot);
    return BUSTLE_OK;
}

bustle_status bustle_npc_role(
    const bustle_world *w, bustle_entity handle, bustle_id *id, bool *set) {
    uint32_t slot = NOBODY;
    if (w == NULL || id == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_npc(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const life *l = life_of(w, npc_at(w, slot));
    *id = l == NULL || l->role == NONE16 ? BUSTLE_NONE : l->role;
    if (set != NULL) {
        *set = l != NULL && l->set;
    }
    return BUSTLE_OK;
}
