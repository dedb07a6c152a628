/* Beginning scenes: at a node, and by the game; and what the game may ask of scenes and tell their
 * members (S55, S60). */
#include "decide/activity.h"
#include "decide/control.h"
#include "decide/turn.h"
#include "decide/wait.h"
#include "together/casting.h"
#include "together/scene.h"
#include "world/reserve.h"
#include "world/world.h"

/* ---- At a node ---- */

/* The stager's record stands between its frame and what is below, under that of a claim. */
static void become_stager(bustle_world *w, uint32_t slot, uint32_t scene_index) {
    frame *f = frame_at(w, npc_at(w, slot)->now.top);
    uint32_t *link = (f->where & FRAME_CLAIMS) != 0 ? &claim_at(w, f->below)->below : &f->below;
    const uint32_t index = pool_take(&w->members);
    *member_at(w, index) = (member){.below = *link,
        .next = POOL_NONE,
        .next_part = POOL_NONE,
        .staged = scene_index,
        .frame = npc_at(w, slot)->now.top,
        .slot = slot,
        .spawn = entity_at(w, slot)->spawn};
    *link = index;
    f->where |= FRAME_STAGES;
    staged_at(w, scene_index)->stager = index;
}

void bsl_staging_push_part(
    bustle_world *w, npc *self, uint32_t scene_index, uint32_t slot, uint32_t target) {
    const uint32_t index = bsl_casting_member(w, scene_index, slot);
    const uint32_t towards =
        target != NOBODY ? target : bsl_scene_other(w, member_at(w, index), NONE16);
    bsl_frame_push(w, &self->now.top, member_at(w, index)->sequence, towards,
        towards == NOBODY ? 0 : entity_at(w, towards)->spawn);
    bsl_part_attach(w, &self->now, index);
}

enum staging bsl_staging_by_node(bustle_world *w, uint32_t slot, const wait *at) {
    npc *self = npc_at(w, slot);
    if (!bsl_casting_allowed(w, self, at->scene)) {
        return NOT_STAGED;
    }
    casting c = bsl_casting_by_node(w, slot, at);
    const enum search outcome = bsl_casting_find(w, &c);
    if (outcome != SEARCH_FOUND) {
        return outcome == SEARCH_NOBODY ? NOT_STAGED : STAGING_NO_MEMORY;
    }
    if (at->as == STAGER) {
        become_stager(w, slot, bsl_casting_open(w, &c));
        return STAGED;
    }
    bsl_wait_stop(w, slot, BUSTLE_STOP_DONE);
    frame_set_state(frame_at(w, self->now.top), BUSTLE_IN_SUBSEQUENCE);
    bsl_staging_push_part(w, self, bsl_casting_open(w, &c), slot, NOBODY);
    return STAGED;
}

/* ---- By the game ---- */

static bustle_status name_member(bustle_world *w, casting *c, const bustle_cast *named) {
    uint32_t slot = NOBODY;
    if (named->part >= c->scene->part_count) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_npc(w, named->npc, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const scene_part *p = &w->content->parts[c->scene->parts_at + named->part];
    bool again = slot == c->host || c->filled[named->part] >= p->most;
    for (uint32_t i = 0; i < c->count; i++) {
        again = again || c->list[i].slot == slot;
    }
    if (again) {
        return BUSTLE_BAD_ARGUMENT;
    }
    if (bsl_casting_available(w, slot, c, true) != BUSTLE_VERDICT_OPEN ||
        bsl_casting_sequence(w, npc_at(w, slot), c->scene, named->part) == NONE16) {
        return BUSTLE_UNAVAILABLE;
    }
    bsl_casting_name(w, c, slot, named->part);
    return BUSTLE_OK;
}

/* A piece of work about nobody in particular. */
static bool reserve(bustle_world *w, uint32_t place) {
    const definition *d =
        place == NOBODY ? &w->content->definitions[0] : definition_of(w, entity_at(w, place));
    return bsl_reserve(w, WORK_CALL, d, 0) && bsl_scene_reserve(w);
}

bustle_status bustle_world_stage(bustle_world *w, bustle_id scene_id, bustle_entity at,
    const bustle_cast *members, size_t count, uint32_t *number) {
    if (w == NULL || !has_id(w->content, BUSTLE_KIND_SCENE, scene_id) ||
        (members == NULL && count > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    bustle_status status = bsl_world_check_writable(w);
    const uint32_t place = at == 0 ? NOBODY : bsl_entity_slot(w, at);
    if (status == BUSTLE_OK && at != 0 && place == NOBODY) {
        status = BUSTLE_STALE;
    }
    if (status != BUSTLE_OK) {
        return status;
    }
    casting c = bsl_casting_by_game(w, scene_id, place);
    for (size_t i = 0; i < count && status == BUSTLE_OK; i++) {
        status = name_member(w, &c, &members[i]);
    }
    if (status == BUSTLE_OK && (w->entities == 0 || !reserve(w, place))) {
        status = w->entities == 0 ? BUSTLE_NO_CAST : BUSTLE_NO_MEMORY;
    }
    if (status != BUSTLE_OK) {
        return status;
    }
    const enum search outcome = bsl_casting_find(w, &c);
    if (outcome != SEARCH_FOUND) {
        return outcome == SEARCH_NOBODY ? BUSTLE_NO_CAST : BUSTLE_NO_MEMORY;
    }
    const uint32_t made = staged_at(w, bsl_casting_open(w, &c))->number;
    if (number != NULL) {
        *number = made;
    }
    return BUSTLE_OK;
}

/* ---- The scenes of an NPC ---- */

typedef struct listing {
    bustle_membership *list; /* NULL: only counted */
    size_t capacity;
    size_t count;
} listing;

static bool is_sunk(const bustle_world *w, const member *m) {
    const activity *a = bsl_scene_activity(w, m);
    return a != NULL && (a->flags & ACTIVITY_SUNK) != 0;
}

static bustle_membership membership_of(
    const bustle_world *w, const member *m, uint32_t activity_index) {
    const staged *s = staged_at(w, m->staged);
    const entity *host = still_there(w, s->host, s->host_spawn);
    return (bustle_membership){.number = s->number,
        .scene = s->scene,
        .part = m->part,
        .phase = m->phase,
        .activity = activity_index,
        .ended = (m->flags & MEMBER_ENDED) != 0,
        .waiting = (m->flags & MEMBER_WAITS) != 0,
        .away = bsl_scene_is_away(w, m),
        .sunk = is_sunk(w, m),
        .over = s->over != 0,
        .host = host == NULL ? 0 : handle_of(s->host, host->spawn),
        .initiator = (m->flags & MEMBER_INITIATOR) != 0,
        .began = s->began};
}

static void list_one(const bustle_world *w, listing *l, const member *m, uint32_t activity_index) {
    if (l->count < l->capacity) {
        l->list[l->count] = membership_of(w, m, activity_index);
    }
    l->count++;
}

static void list_stack(
    const bustle_world *w, listing *l, const activity *a, uint32_t activity_index) {
    for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
        const frame *f = frame_at(w, i);
        if ((f->where & FRAME_PART) != 0) {
            list_one(w, l, member_at(w, part_record(w, f)), activity_index);
        }
    }
}

/* Those that sank: the latest is the lowest of the pile. */
static void list_sunk(const bustle_world *w, listing *l, const activity *a, uint32_t height) {
    if (a == NULL) {
        return;
    }
    list_sunk(w, l, next_below(w, a), height - 1);
    if ((a->flags & ACTIVITY_SUNK) != 0) {
        list_stack(w, l, a, height - 1);
    }
}

static void list_scenes(const bustle_world *w, const npc *self, listing *l) {
    const uint32_t height = bsl_pile_height(w, self);
    uint32_t index = height;
    for (const activity *a = height == 0 ? NULL : &self->now; a != NULL; a = next_below(w, a)) {
        index--;
        if ((a->flags & ACTIVITY_SUNK) == 0) {
            list_stack(w, l, a, index);
        }
    }
    list_sunk(w, l, height == 0 ? NULL : &self->now, height);
    const life *own = life_of(w, self);
    for (uint32_t i = own->parts; i != POOL_NONE; i = member_at(w, i)->next_part) {
        if (member_at(w, i)->frame == POOL_NONE) {
            list_one(w, l, member_at(w, i), BUSTLE_NONE);
        }
    }
}

bustle_status bustle_npc_scenes(const bustle_world *w, bustle_entity handle,
    bustle_membership *memberships, size_t capacity, size_t *count) {
    uint32_t slot = NOBODY;
    if (w == NULL || count == NULL || (memberships == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_npc(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    listing l = {memberships, capacity, 0};
    if (w->has_scenes) {
        list_scenes(w, npc_at(w, slot), &l);
    }
    *count = l.count;
    return BUSTLE_OK;
}

bustle_status bustle_scene_members(const bustle_world *w, uint32_t number, bustle_entity *npcs,
    bustle_membership *memberships, size_t capacity, size_t *count) {
    if (w == NULL || count == NULL || (npcs == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    uint32_t index = w->first_scene;
    while (index != POOL_NONE && staged_at(w, index)->number != number) {
        index = staged_at(w, index)->next;
    }
    if (index == POOL_NONE) {
        return BUSTLE_NO_SCENE;
    }
    *count = 0;
    for (uint32_t i = staged_at(w, index)->members; i != POOL_NONE; i = member_at(w, i)->next) {
        const member *m = member_at(w, i);
        if ((m->flags & MEMBER_LEFT) != 0) {
            continue;
        }
        if (*count < capacity) {
            npcs[*count] = handle_of(m->slot, m->spawn);
            if (memberships != NULL) {
                memberships[*count] = membership_of(w, m, BUSTLE_NONE);
            }
        }
        (*count)++;
    }
    return BUSTLE_OK;
}

/* ---- Leaving ---- */

bustle_status bustle_npc_leave_scene(bustle_world *w, bustle_entity handle) {
    uint32_t slot = NOBODY;
    bustle_membership topmost;
    size_t count = 0;
    const bustle_status status = bsl_control_prepare(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    (void)bustle_npc_scenes(w, handle, &topmost, 1, &count);
    if (count == 0) {
        return BUSTLE_NO_SCENE;
    }
    npc *self = npc_at(w, slot);
    uint32_t part = life_of(w, self)->parts;
    while (staged_at(w, member_at(w, part)->staged)->number != topmost.number) {
        part = member_at(w, part)->next_part;
    }
    bsl_part_leave(w, slot, part);
    if ((self->e.flags & NPC_HELD) == 0) {
        bsl_turn_queue(w, slot, false);
    }
    bsl_control_finish(w, slot);
    return BUSTLE_OK;
}
