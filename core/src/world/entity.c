/* Entities: spawning and leaving, handles, state values, the game's own values. space.c looks after
 * where an entity is, the files of decide/ after what an NPC does. */
#include "decide/action.h"
#include "decide/activity.h"
#include "decide/interruption.h"
#include "decide/timer.h"
#include "decide/turn.h"
#include "decide/wait.h"
#include "observe/event.h"
#include "together/cue.h"
#include "together/encounter.h"
#include "together/role.h"
#include "world/area.h"
#include "world/claim.h"
#include "world/reserve.h"
#include "world/rows.h"
#include "world/space.h"
#include "world/world.h"

#include "base/hash.h"

#include <string.h>

/* ---- Spawning ---- */

static bustle_status check_spawn(const bustle_world *w, const bustle_spawn_def *def) {
    if (!has_id(w->content, BUSTLE_KIND_ENTITY, def->definition) ||
        (def->states == NULL && def->state_count != 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const definition *d = &w->content->definitions[def->definition];
    for (size_t i = 0; i < def->state_count; i++) {
        if (!has_id(w->content, BUSTLE_KIND_STATE, def->states[i].state)) {
            return BUSTLE_BAD_ARGUMENT;
        }
        if (w->content->columns[d->columns_at + def->states[i].state] == NO_COLUMN) {
            return BUSTLE_NO_PROPERTY;
        }
    }
    if (def->name != NULL && d->npc && bsl_rows_find_name(w, def->name) != NOBODY) {
        return BUSTLE_NAME_TAKEN;
    }
    return w->spawned == UINT32_MAX ? BUSTLE_LIMIT : BUSTLE_OK;
}

/* A ring of at least as many places as there are NPCs never overflows: each is in it at most once.
 */
static bool reserve_ready(bustle_world *w) {
    const uint64_t needed = (uint64_t)w->npcs + w->zombies + 1;
    if (needed <= w->ready_capacity) {
        return true;
    }
    const uint64_t capacity = needed + needed / 8 + 16;
    uint32_t *ring = bsl_heap_resize(&w->heap, NULL, 0, (size_t)capacity * sizeof *ring);
    if (ring == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < w->ready_count; i++) {
        ring[i] = w->ready[(w->ready_first + i) % w->ready_capacity];
    }
    bsl_heap_free(&w->heap, w->ready, w->ready_capacity * sizeof *w->ready);
    w->ready = ring;
    w->ready_first = 0;
    w->ready_capacity = (uint32_t)capacity;
    return true;
}

/* Everything that a spawn can need; what was reserved for one that then fails serves a later one.
 */
static bustle_status reserve_spawn(
    bustle_world *w, const bustle_spawn_def *def, const int32_t position[3], char **name) {
    const definition *d = &w->content->definitions[def->definition];
    const uint16_t class = w->layouts[def->definition].class;
    if (w->classes[class].free == NOBODY) {
        const bustle_status status = bsl_rows_add_page(w, class);
        if (status != BUSTLE_OK) {
            return status;
        }
    }
    if (!bsl_space_reserve(w, d, 0) || !bsl_roster_reserve(w, d) || !bsl_rows_order_room(w) ||
        !bsl_event_reserve(w, 1) ||
        !bsl_rows_reserve_tags(w, w->classes[class].free, def->name != NULL, def->user != NULL)) {
        return BUSTLE_NO_MEMORY;
    }
    if (d->npc &&
        (!reserve_ready(w) || !pool_reserve(&w->frames, &w->kept, 1) ||
            !pool_reserve(&w->queued, &w->kept, bsl_interruption_greetings(w)))) {
        return BUSTLE_NO_MEMORY;
    }
    if (d->lives && (!bsl_role_reserve_spawn(w) || !bsl_plan_reserve_spawn(w, d))) {
        return BUSTLE_NO_MEMORY;
    }
    if (w->has_areas && !bsl_area_reserve_spawn(w, d, position)) {
        return BUSTLE_NO_MEMORY;
    }
    if (def->name != NULL) {
        *name = bsl_rows_reserve_name(w) ? bsl_heap_resize(&w->heap, NULL, 0, strlen(def->name) + 1)
                                         : NULL;
        if (*name == NULL) {
            return BUSTLE_NO_MEMORY;
        }
        memcpy(*name, def->name, strlen(def->name) + 1);
    }
    return BUSTLE_OK;
}

static void init_npc(bustle_world *w, uint32_t slot, const char *name) {
    npc *self = npc_at(w, slot);
    const entity e = self->e;
    memset(self, 0, sizeof *self);
    self->e = e;
    const uint32_t who = name == NULL ? e.spawn : fnv_text(name);
    random_seed(self->random, w->def.seed, who);
    self->queue = POOL_NONE;
    bsl_pile_init(self);
    life *l = life_of(w, self);
    if (l != NULL) {
        memset(l, 0, sizeof *l + 4 * beat_words(w->content));
        l->role = NONE16;
        l->began = NONE16;
        l->encounters = POOL_NONE;
        l->parts = POOL_NONE;
        life_look(l, w->now);
        bsl_cue_enrol(w, slot);
    }
    bsl_plan_init_row(w, slot, who);
    self->main = persona_of(w, self)->main;
}

static void init_states(
    bustle_world *w, entity *e, const bustle_spawn_def *def, const definition *d) {
    if (d->row_length > 0) {
        memcpy(states_of(w, e), w->content->initials + d->initials_at,
            d->row_length * sizeof(int32_t));
    }
    for (size_t i = 0; i < def->state_count; i++) {
        bsl_entity_write_state(w, e, def->states[i].state, def->states[i].value);
    }
}

void bsl_entity_init_ties(const bustle_world *w, const entity *e) {
    ties *t = ties_of(w, e);
    if (t != NULL) {
        *t = (ties){.links = POOL_NONE,
            .linked = POOL_NONE,
            .areas = POOL_NONE,
            .inside = POOL_NONE,
            .area = NOBODY,
            .outer = NOBODY,
            .places = POOL_NONE,
            .holders = POOL_NONE,
            .undoing = POOL_NONE,
            .sent = POOL_NONE,
            .sent_last = POOL_NONE,
            .meeting = POOL_NONE};
        memset(ties_held(t), 0, 4 * definition_of(w, e)->offer_name_count);
    }
}

/* The role that applies, then the main sequence that it brings, or the plan. */
static void begin_life(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    if (life_of(w, self) != NULL) {
        bsl_role_begin(w, slot);
    }
    if (daily_of(w, self) != NULL) {
        self->main = bsl_plan_main(w, slot);
    }
    bsl_activity_start_main(w, self);
}

/* S67: it is in areas, and others are in it. */
static void enter_areas(bustle_world *w, uint32_t slot) {
    const definition *d = definition_of(w, entity_at(w, slot));
    if (d->npc) {
        bsl_area_settle(w, slot);
    }
    if (d->box_count > 0) {
        bsl_area_welcome(w, slot);
    }
}

/* Where it will be; who is nowhere needs no position, and has none. */
static bool find_position(const bustle_world *w, const bustle_spawn_def *def, int32_t position[3]) {
    if (w->content->definitions[def->definition].position == BUSTLE_POSITION_NONE) {
        memset(position, 0, 3 * sizeof *position);
        return true;
    }
    return bsl_space_round(&def->position, position);
}

bustle_status bustle_world_spawn(
    bustle_world *w, const bustle_spawn_def *def, bustle_entity *entity_out) {
    int32_t position[3];
    if (w == NULL || def == NULL || entity_out == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    bustle_status status = bsl_world_check_writable(w);
    if (status == BUSTLE_OK) {
        status = check_spawn(w, def);
    }
    if (status == BUSTLE_OK && !find_position(w, def, position)) {
        status = BUSTLE_BAD_VALUE;
    }
    const definition *d = NULL;
    char *name = NULL;
    if (status == BUSTLE_OK) {
        d = &w->content->definitions[def->definition];
        status = reserve_spawn(w, def, position, &name);
    }
    if (status != BUSTLE_OK) {
        return status;
    }

    row_class *c = &w->classes[w->layouts[def->definition].class];
    const uint32_t slot = c->free;
    entity *e = entity_at(w, slot);
    c->free = e->place;
    *e = (entity){.spawn = ++w->spawned,
        .definition = (uint16_t)def->definition,
        .x = position[0],
        .y = position[1],
        .z = position[2],
        .users = NOBODY};
    w->entities++;
    if (w->ordered) {
        w->order[w->order_count++] = (item){.key = e->spawn, .value = slot};
    }
    bsl_rows_set_user(w, slot, def->user);
    if (d->npc) {
        w->npcs++;
        init_npc(w, slot, name);
    }
    if (name != NULL) {
        bsl_rows_attach_name(w, slot, name);
    }
    init_states(w, e, def, d);
    bsl_entity_init_ties(w, e);
    bsl_space_enter(w, slot);
    if (d->box_count > 0) {
        bsl_area_add(w, slot); /* what its own role and areas do may look for areas */
    }
    bsl_event_emit(w, BUSTLE_EVENT_SPAWN, slot, 0, def->definition, 0);
    if (d->npc) {
        begin_life(w, slot);
    }
    if (w->has_areas) {
        enter_areas(w, slot);
    }
    if (d->npc) {
        bsl_interruption_greet(w, slot);
        bsl_turn_queue(w, slot, false);
    }
    *entity_out = handle_of(slot, e->spawn);
    (void)carry_out_shouts(w); /* or the next call or update does */
    return BUSTLE_OK;
}

/* ---- Leaving (S18, S19) ---- */

/* The event that tells it. */
void bsl_entity_needs(const bustle_world *w, needs *sum) {
    (void)w;
    sum->of[WORK_REMOVAL][STORE_EVENTS].once++;
}

/* One more of those who use what leaves; each NPC once. */
static bool list_user(bustle_world *w, uint32_t slot, uint32_t *count) {
    npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_MARKED) != 0) {
        return true;
    }
    if (!bsl_heap_grow(&w->heap, (void **)&w->candidates.items, &w->candidates.capacity,
            (uint64_t)*count + 1, sizeof *w->candidates.items)) {
        return false;
    }
    self->e.flags |= NPC_MARKED;
    w->candidates.items[(*count)++] = (item){.key = self->e.spawn, .value = slot};
    return true;
}

/* Everyone in the list of users, and all who hold places there, into w->candidates, in spawn order.
 */
static bool list_users(bustle_world *w, const entity *e, uint32_t *count) {
    bool complete = true;
    *count = 0;
    for (uint32_t user = e->users; complete && user != NOBODY;) {
        const bool by_claim = (user & USER_CLAIM) != 0;
        const claim_record *c = by_claim ? claim_at(w, user & ~USER_CLAIM) : NULL;
        const uint32_t slot = by_claim ? c->npc : user;
        user = by_claim ? c->next_user : npc_at(w, slot)->next_user;
        complete = list_user(w, slot, count);
    }
    for (uint32_t i = w->has_offers ? ties_of(w, e)->holders : POOL_NONE;
         complete && i != POOL_NONE; i = place_at(w, i)->next_holder) {
        complete = list_user(w, place_at(w, i)->slot, count);
    }
    for (uint32_t i = 0; i < *count; i++) {
        npc_at(w, w->candidates.items[i].value)->e.flags &= (uint16_t)~NPC_MARKED;
    }
    bsl_sort_items(w->candidates.items, *count);
    return complete;
}

static void leave_npc(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_ACTING) != 0) {
        bsl_action_stop(w, slot, BUSTLE_STOP_REMOVED, true, false);
    }
    bsl_wait_stop(w, slot, BUSTLE_STOP_REMOVED);
    bsl_claim_give_pile_back(w, self);
    bsl_timer_clear(w, self);
    if ((self->e.flags & NPC_HALTED) != 0) {
        w->halted--;
    }
    if (w->place_count > 0) {
        bsl_place_let_all_go(w, self, BUSTLE_DROP_LEFT);
    }
    if (w->scene_count > 0) {
        bsl_scene_depart_all(w, self);
    }
    bsl_errand_part(w, self);
    bsl_pile_drop(w, self);
    bsl_plan_forget(w, slot);
}

/* What it takes part in and holds, and what others hold of it. */
static uint64_t bonds_of(const bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    const bool is_npc = definition_of(w, e)->npc;
    uint64_t count = is_npc ? bsl_scene_count_parts(w, npc_at(w, slot)) : 0;
    if (w->has_offers) {
        count += bsl_place_holders(w, e) + (is_npc ? bsl_place_count(w, npc_at(w, slot)) : 0);
    }
    return count;
}

/* S67: those in it leave it, and it leaves those that it is in. */
static void leave_areas(bustle_world *w, uint32_t slot) {
    const definition *d = definition_of(w, entity_at(w, slot));
    if (d->box_count > 0) {
        bsl_area_remove(w, slot);
    }
    if (d->npc) {
        bsl_area_leave_all(w, slot);
    }
}

bustle_status bustle_world_remove(bustle_world *w, bustle_entity handle) {
    uint32_t slot = NOBODY;
    const bustle_status status = bsl_entity_find_to_change(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    uint32_t users = 0;
    const uint64_t departures = w->has_areas ? bsl_area_departures(w, slot) : 0;
    if (!list_users(w, e, &users) || (w->has_areas && !bsl_area_list_inside(w, slot)) ||
        !bsl_reserve(w, WORK_REMOVAL, d, users + 1 + bonds_of(w, slot) + departures)) {
        return BUSTLE_NO_MEMORY;
    }
    if (d->npc) {
        leave_npc(w, slot);
    }
    for (uint32_t i = 0; i < users; i++) {
        bsl_action_cancel(w, w->candidates.items[i].value, slot);
    }
    if (w->has_inboxes) {
        bsl_inbox_forget(w, slot);
    }
    if (w->has_meetings) {
        bsl_meeting_forget(w, slot);
    }
    if (w->has_links) {
        bsl_link_forget(w, slot);
    }
    if (w->has_areas) {
        leave_areas(w, slot);
    }
    if (w->has_links) {
        bsl_link_forget(w, slot); /* what the effects of areas have set */
    }
    w->mail.leaving = NOBODY;
    if (d->npc) {
        bsl_interruption_drop(w, npc_at(w, slot), false);
        bsl_encounter_forget_all(w, npc_at(w, slot));
        w->npcs--;
    }
    bsl_event_emit(w, BUSTLE_EVENT_REMOVE, slot, 0, e->definition, 0);
    bsl_space_leave(w, slot);
    w->entities--;
    bsl_rows_free(w, slot);
    (void)carry_out_shouts(w); /* or the next call or update does */
    return BUSTLE_OK;
}

/* ---- Handles ---- */

uint32_t bsl_entity_slot(const bustle_world *w, bustle_entity handle) {
    const uint32_t slot = (uint32_t)(handle & (SLOT_LIMIT - 1));
    const uint64_t spawn = handle >> SLOT_BITS;
    if (spawn == 0 || spawn > UINT32_MAX || slot >> PAGE_SHIFT >= w->page_count ||
        entity_at(w, slot)->spawn != spawn) {
        return NOBODY;
    }
    return slot;
}

bustle_status bsl_entity_find_to_change(bustle_world *w, bustle_entity handle, uint32_t *slot) {
    if (w == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_world_check_writable(w);
    if (status != BUSTLE_OK) {
        return status;
    }
    *slot = bsl_entity_slot(w, handle);
    return *slot == NOBODY ? BUSTLE_STALE : BUSTLE_OK;
}

bustle_status bsl_entity_find_npc(const bustle_world *w, bustle_entity handle, uint32_t *slot) {
    *slot = bsl_entity_slot(w, handle);
    if (*slot == NOBODY) {
        return BUSTLE_STALE;
    }
    return definition_of(w, entity_at(w, *slot))->npc ? BUSTLE_OK : BUSTLE_NOT_NPC;
}

bool bustle_entity_alive(const bustle_world *w, bustle_entity handle) {
    return w != NULL && bsl_entity_slot(w, handle) != NOBODY;
}

uint32_t bustle_entity_spawn_number(bustle_entity handle) {
    return (uint32_t)(handle >> SLOT_BITS);
}

bustle_status bustle_entity_definition(
    const bustle_world *w, bustle_entity handle, bustle_id *definition_out) {
    if (w == NULL || definition_out == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const uint32_t slot = bsl_entity_slot(w, handle);
    if (slot == NOBODY) {
        return BUSTLE_STALE;
    }
    *definition_out = entity_at(w, slot)->definition;
    return BUSTLE_OK;
}

const char *bustle_entity_name(const bustle_world *w, bustle_entity handle) {
    const uint32_t slot = w == NULL ? NOBODY : bsl_entity_slot(w, handle);
    return slot == NOBODY ? NULL : bsl_rows_name_at(w, slot);
}

bustle_entity bustle_world_find(const bustle_world *w, const char *name) {
    const uint32_t slot = w == NULL || name == NULL ? NOBODY : bsl_rows_find_name(w, name);
    return slot == NOBODY ? 0 : handle_of(slot, entity_at(w, slot)->spawn);
}

/* Without memory for the list: everyone is looked at. */
static bustle_entity next_by_search(const bustle_world *w, uint64_t after) {
    uint32_t best = NOBODY;
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        const uint32_t spawn = entity_at(w, slot)->spawn;
        if (spawn > after && (best == NOBODY || spawn < entity_at(w, best)->spawn)) {
            best = slot;
        }
    }
    return best == NOBODY ? 0 : handle_of(best, entity_at(w, best)->spawn);
}

bustle_entity bustle_world_next(const bustle_world *w, bustle_entity after) {
    if (w == NULL) {
        return 0;
    }
    const uint64_t spawn = after >> SLOT_BITS;
    /* The list is a cache: making it changes nothing that anyone can see. */
    bustle_world *cached = (bustle_world *)(void *)w;
    if (!bsl_rows_order(cached)) {
        return next_by_search(w, spawn);
    }
    uint32_t low = 0;
    uint32_t high = w->order_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (w->order[middle].key <= spawn) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    while (low < w->order_count && !order_lives(w, low)) {
        low++;
    }
    return low == w->order_count ? 0 : handle_of(w->order[low].value, (uint32_t)w->order[low].key);
}

void *bustle_entity_user(const bustle_world *w, bustle_entity handle) {
    const uint32_t slot = w == NULL ? NOBODY : bsl_entity_slot(w, handle);
    return slot == NOBODY ? NULL : bsl_rows_user_at(w, slot);
}

bustle_status bustle_entity_set_user(bustle_world *w, bustle_entity handle, void *user) {
    uint32_t slot = NOBODY;
    const bustle_status status = bsl_entity_find_to_change(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    if (!bsl_rows_reserve_tags(w, slot, false, user != NULL)) {
        return BUSTLE_NO_MEMORY;
    }
    bsl_rows_set_user(w, slot, user);
    return BUSTLE_OK;
}

/* ---- State values (S2, S5, S42) ---- */

static bool is_open(const bustle_world *w) {
    return w->mode == MODE_OPEN || w->mode == MODE_DELIVERY;
}

bustle_status bsl_world_check_writable(bustle_world *w) {
    if (!is_open(w)) {
        return BUSTLE_BUSY;
    }
    return carry_out_shouts(w) ? BUSTLE_OK : BUSTLE_NO_MEMORY;
}

/* Of a claimed state the free part, so that what is taken still fits below the maximum. */
void bsl_entity_write_state(bustle_world *w, entity *e, uint32_t state, int64_t value) {
    write_value(&w->content->states[state], state_at(w, e, state), value);
}

static bustle_status find_state(
    const bustle_world *w, bustle_entity handle, bustle_id state, int32_t **place, uint32_t *slot) {
    if (w == NULL || !has_id(w->content, BUSTLE_KIND_STATE, state)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    *slot = bsl_entity_slot(w, handle);
    if (*slot == NOBODY) {
        return BUSTLE_STALE;
    }
    *place = state_at(w, entity_at(w, *slot), state);
    return *place == NULL ? BUSTLE_NO_PROPERTY : BUSTLE_OK;
}

bustle_status bustle_entity_get(
    const bustle_world *w, bustle_entity handle, bustle_id state, int32_t *value) {
    int32_t *place = NULL;
    uint32_t slot = NOBODY;
    if (value == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = find_state(w, handle, state, &place, &slot);
    if (status == BUSTLE_OK) {
        *value = *place;
        if (w->mode == MODE_CONDITION && slot == w->parties->target_slot && w->parties->testing) {
            *value += bsl_claim_held_by(w, w->parties->self, slot, state);
        }
    }
    return status;
}

bustle_status bustle_entity_set(
    bustle_world *w, bustle_entity handle, bustle_id state, int32_t value) {
    int32_t *place = NULL;
    uint32_t slot = NOBODY;
    const bustle_status status = find_state(w, handle, state, &place, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const bool concerned = w->mode == MODE_EFFECT &&
        (slot == w->parties->self_slot ||
            (w->parties->target != NULL && slot == w->parties->target_slot));
    if (!concerned && !is_open(w)) {
        return BUSTLE_BUSY;
    }
    bsl_entity_write_state(w, entity_at(w, slot), state, value);
    return BUSTLE_OK;
}

bustle_status bustle_entity_taken(
    const bustle_world *w, bustle_entity handle, bustle_id state, int32_t *amount) {
    int32_t *place = NULL;
    uint32_t slot = NOBODY;
    if (amount == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = find_state(w, handle, state, &place, &slot);
    if (status == BUSTLE_OK) {
        *amount = w->content->states[state].claimed ? place[1] : 0;
    }
    return status;
}

bustle_spawn_def bustle_default_spawn_def(void) {
    return (bustle_spawn_def){.definition = BUSTLE_NONE};
}
