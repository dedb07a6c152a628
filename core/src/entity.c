/* Entities: rows and pages, handles, state values, names, the game's own values. Where an entity is
 * belongs to space.c, what an NPC does to the files of its life. */
#include "world.h"

#include "hash.h"

#include <string.h>

/* ---- Layout ---- */

static uint32_t row_stride(const bustle_world *w, const definition *d, layout *l) {
    l->states = (uint32_t)(d->npc ? sizeof(npc) : sizeof(entity));
    l->memories = l->states + d->row_length * 4u;
    return l->memories + (d->npc ? memory_size(w, d) : 0);
}

static uint16_t class_for(bustle_world *w, uint32_t stride, bool of_npcs) {
    for (uint32_t i = 0; i < w->class_count; i++) {
        if (w->classes[i].stride == stride && w->classes[i].npc == of_npcs) {
            return (uint16_t)i;
        }
    }
    w->classes[w->class_count] = (row_class){.stride = stride, .free = NOBODY, .npc = of_npcs};
    return (uint16_t)w->class_count++;
}

bustle_status rows_init(bustle_world *w) {
    const uint32_t count = count_of(w->content, BUSTLE_KIND_ENTITY);
    if (count == 0) {
        return BUSTLE_OK;
    }
    w->classes = heap_zeroed(&w->heap, count * sizeof *w->classes);
    w->layouts = heap_zeroed(&w->heap, count * sizeof *w->layouts);
    if (w->classes == NULL || w->layouts == NULL) {
        return BUSTLE_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        const definition *d = &w->content->definitions[i];
        const uint32_t stride = row_stride(w, d, &w->layouts[i]);
        w->layouts[i].class = class_for(w, stride, d->npc);
    }
    return BUSTLE_OK;
}

static size_t name_size(const char *name) {
    return strlen(name) + 1;
}

static void release_page(bustle_world *w, page *p) {
    if (p->names != NULL) {
        for (uint32_t i = 0; i < PAGE_LENGTH; i++) {
            if (p->names[i] != NULL) {
                heap_free(&w->heap, p->names[i], name_size(p->names[i]));
            }
        }
    }
    heap_free(&w->heap, p->names, PAGE_LENGTH * sizeof *p->names);
    heap_free(&w->heap, p->users, PAGE_LENGTH * sizeof *p->users);
    heap_free(&w->heap, p->rows, (size_t)PAGE_LENGTH * p->stride);
}

void rows_release(bustle_world *w) {
    const uint32_t count = count_of(w->content, BUSTLE_KIND_ENTITY);
    for (uint32_t i = 0; i < w->page_count; i++) {
        release_page(w, &w->pages[i]);
    }
    heap_free(&w->heap, w->pages, w->page_capacity * sizeof *w->pages);
    heap_free(&w->heap, w->classes, count * sizeof *w->classes);
    heap_free(&w->heap, w->layouts, count * sizeof *w->layouts);
    heap_free(&w->heap, w->names, w->name_capacity * sizeof *w->names);
    heap_free(&w->heap, w->order, w->order_capacity * sizeof *w->order);
}

/* ---- Rows ---- */

/* Puts the rows of a new page on the free list, the first one first. */
static bustle_status add_page(bustle_world *w, uint16_t class) {
    row_class *c = &w->classes[class];
    if (w->page_count == SLOT_LIMIT / PAGE_LENGTH) {
        return BUSTLE_LIMIT;
    }
    if (!heap_grow(&w->heap, (void **)&w->pages, &w->page_capacity, (uint64_t)w->page_count + 1,
            sizeof *w->pages)) {
        return BUSTLE_NO_MEMORY;
    }
    uint8_t *rows = heap_zeroed(&w->heap, (size_t)PAGE_LENGTH * c->stride);
    if (rows == NULL) {
        return BUSTLE_NO_MEMORY;
    }
    const uint32_t first = w->page_count << PAGE_SHIFT;
    w->pages[w->page_count++] = (page){.rows = rows, .stride = c->stride, .class = class};
    for (uint32_t i = PAGE_LENGTH; i-- > 0;) {
        entity_at(w, first + i)->place = c->free;
        c->free = first + i;
    }
    return BUSTLE_OK;
}

static void set_name(bustle_world *w, uint32_t slot, char *name) {
    w->pages[slot >> PAGE_SHIFT].names[slot & (PAGE_LENGTH - 1)] = name;
}

static char *name_at(const bustle_world *w, uint32_t slot) {
    const page *p = &w->pages[slot >> PAGE_SHIFT];
    return p->names == NULL ? NULL : p->names[slot & (PAGE_LENGTH - 1)];
}

/* ---- Names ---- */

static uint32_t name_place(const bustle_world *w, const char *name) {
    uint32_t i = fnv_text(name) & (w->name_capacity - 1);
    while (w->names[i] != NOBODY && strcmp(name_at(w, w->names[i]), name) != 0) {
        i = (i + 1) & (w->name_capacity - 1);
    }
    return i;
}

static uint32_t find_name(const bustle_world *w, const char *name) {
    return w->name_capacity == 0 ? NOBODY : w->names[name_place(w, name)];
}

static bool reserve_name(bustle_world *w) {
    if (w->name_capacity != 0 && (w->name_count + 1) * 4ull <= w->name_capacity * 3ull) {
        return true;
    }
    const uint32_t capacity = w->name_capacity == 0 ? 16 : w->name_capacity * 2;
    uint32_t *names = heap_resize(&w->heap, NULL, 0, capacity * sizeof *names);
    if (names == NULL) {
        return false;
    }
    memset(names, 0xff, capacity * sizeof *names);
    uint32_t *old = w->names;
    const uint32_t old_capacity = w->name_capacity;
    w->names = names;
    w->name_capacity = capacity;
    for (uint32_t i = 0; i < old_capacity; i++) {
        if (old[i] != NOBODY) {
            w->names[name_place(w, name_at(w, old[i]))] = old[i];
        }
    }
    heap_free(&w->heap, old, old_capacity * sizeof *old);
    return true;
}

/* Those after it in the same run move up, so that searches still meet them. */
static void unlist_name(bustle_world *w, const char *name) {
    const uint32_t mask = w->name_capacity - 1;
    uint32_t hole = name_place(w, name);
    for (uint32_t i = (hole + 1) & mask; w->names[i] != NOBODY; i = (i + 1) & mask) {
        const uint32_t home = fnv_text(name_at(w, w->names[i])) & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            w->names[hole] = w->names[i];
            hole = i;
        }
    }
    w->names[hole] = NOBODY;
    w->name_count--;
}

static void forget_name(bustle_world *w, uint32_t slot) {
    char *name = name_at(w, slot);
    if (name == NULL) {
        return;
    }
    if (definition_of(w, entity_at(w, slot))->npc) {
        unlist_name(w, name);
    }
    set_name(w, slot, NULL);
    heap_free(&w->heap, name, name_size(name));
}

void row_free(bustle_world *w, uint32_t slot) {
    entity *e = entity_at(w, slot);
    row_class *c = &w->classes[w->layouts[e->definition].class];
    forget_name(w, slot);
    page *p = &w->pages[slot >> PAGE_SHIFT];
    if (p->users != NULL) {
        p->users[slot & (PAGE_LENGTH - 1)] = NULL;
    }
    e->spawn = 0;
    if (c->npc && (e->flags & NPC_QUEUED) != 0) {
        w->zombies++; /* the ready queue gives it back when it comes to it */
        return;
    }
    e->flags = 0;
    e->place = c->free;
    c->free = slot;
}

/* ---- Spawn order ---- */

static void order_compact(bustle_world *w) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->order_count; i++) {
        if (order_lives(w, i)) {
            w->order[kept++] = w->order[i];
        }
    }
    w->order_count = kept;
}

/* Lists everyone once; from then on spawns append and the dead are skipped. */
bool order_reserve(bustle_world *w) {
    if (w->ordered) {
        return true;
    }
    if (!heap_grow(&w->heap, (void **)&w->order, &w->order_capacity, (uint64_t)w->entities + 1,
            sizeof *w->order)) {
        return false;
    }
    w->order_count = 0;
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        const entity *e = entity_at(w, slot);
        if (e->spawn != 0) {
            w->order[w->order_count++] = (item){.key = e->spawn, .value = slot};
        }
    }
    sort_items(w->order, w->order_count);
    w->ordered = true;
    return true;
}

static bool order_room(bustle_world *w) {
    if (!w->ordered) {
        return true;
    }
    if (w->order_count == w->order_capacity && w->order_count > w->entities + w->entities / 2) {
        order_compact(w);
    }
    return heap_grow(&w->heap, (void **)&w->order, &w->order_capacity, (uint64_t)w->order_count + 1,
        sizeof *w->order);
}

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
    if (def->name != NULL && d->npc && find_name(w, def->name) != NOBODY) {
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
    uint32_t *ring = heap_resize(&w->heap, NULL, 0, (size_t)capacity * sizeof *ring);
    if (ring == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < w->ready_count; i++) {
        ring[i] = w->ready[(w->ready_first + i) % w->ready_capacity];
    }
    heap_free(&w->heap, w->ready, w->ready_capacity * sizeof *w->ready);
    w->ready = ring;
    w->ready_first = 0;
    w->ready_capacity = (uint32_t)capacity;
    return true;
}

static bool reserve_side_tables(bustle_world *w, uint32_t slot, bool named, bool used) {
    page *p = &w->pages[slot >> PAGE_SHIFT];
    if (named && p->names == NULL) {
        p->names = heap_zeroed(&w->heap, PAGE_LENGTH * sizeof *p->names);
    }
    if (used && p->users == NULL) {
        p->users = heap_zeroed(&w->heap, PAGE_LENGTH * sizeof *p->users);
    }
    return (!named || p->names != NULL) && (!used || p->users != NULL);
}

/* Everything that a spawn can need; what was reserved for one that then fails serves a later one.
 */
static bustle_status reserve_spawn(
    bustle_world *w, const bustle_spawn_def *def, const definition *d, char **name) {
    const uint16_t class = w->layouts[def->definition].class;
    if (w->classes[class].free == NOBODY) {
        const bustle_status status = add_page(w, class);
        if (status != BUSTLE_OK) {
            return status;
        }
    }
    if (!space_reserve(w, d) || !order_room(w) || !reserve_events(w, 1) ||
        !reserve_side_tables(w, w->classes[class].free, def->name != NULL, def->user != NULL)) {
        return BUSTLE_NO_MEMORY;
    }
    if (d->npc &&
        (!reserve_ready(w) || !pool_reserve(&w->frames, &w->heap, 1) ||
            !pool_reserve(&w->messages, &w->heap, greetings(w)))) {
        return BUSTLE_NO_MEMORY;
    }
    if (def->name != NULL) {
        *name = reserve_name(w) ? heap_resize(&w->heap, NULL, 0, name_size(def->name)) : NULL;
        if (*name == NULL) {
            return BUSTLE_NO_MEMORY;
        }
        memcpy(*name, def->name, name_size(def->name));
    }
    return BUSTLE_OK;
}

static void init_npc(bustle_world *w, uint32_t slot, const definition *d, const char *name) {
    npc *self = npc_at(w, slot);
    const entity e = self->e;
    memset(self, 0, sizeof *self);
    self->e = e;
    random_seed(self->random, w->def.seed, name == NULL ? e.spawn : fnv_text(name));
    self->target = NOBODY;
    self->inbox = POOL_NONE;
    self->suspended = POOL_NONE;
    self->top = POOL_NONE;
    self->action = NONE16;
    self->main = d->main;
    self->response = NONE16;
    start_main(w, self);
}

static void init_states(
    bustle_world *w, entity *e, const bustle_spawn_def *def, const definition *d) {
    if (d->row_length > 0) {
        memcpy(states_of(w, e), w->content->initials + d->initials_at,
            d->row_length * sizeof(int32_t));
    }
    for (size_t i = 0; i < def->state_count; i++) {
        write_state(w, e, def->states[i].state, def->states[i].value);
    }
}

bustle_status bustle_world_spawn(
    bustle_world *w, const bustle_spawn_def *def, bustle_entity *entity_out) {
    int32_t position[3];
    if (w == NULL || def == NULL || entity_out == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    bustle_status status = check_writable(w);
    if (status == BUSTLE_OK) {
        status = check_spawn(w, def);
    }
    if (status == BUSTLE_OK && !round_position(&def->position, position)) {
        status = BUSTLE_BAD_VALUE;
    }
    const definition *d = NULL;
    char *name = NULL;
    if (status == BUSTLE_OK) {
        d = &w->content->definitions[def->definition];
        status = reserve_spawn(w, def, d, &name);
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
    if (def->user != NULL) {
        w->pages[slot >> PAGE_SHIFT].users[slot & (PAGE_LENGTH - 1)] = def->user;
    }
    if (d->npc) {
        w->npcs++;
        init_npc(w, slot, d, name);
    }
    if (name != NULL && d->npc) {
        w->names[name_place(w, name)] = slot;
        w->name_count++;
    }
    if (name != NULL) {
        set_name(w, slot, name);
    }
    init_states(w, e, def, d);
    space_enter(w, slot);
    emit(w, BUSTLE_EVENT_SPAWN, slot, 0, def->definition, 0);
    if (d->npc) {
        greet(w, slot);
        join(w, slot, false);
    }
    *entity_out = handle_of(slot, e->spawn);
    return BUSTLE_OK;
}

/* ---- Leaving (S18, S19) ---- */

/* Everyone in the list of users into w->candidates, each NPC once, in spawn order. */
static bool list_users(bustle_world *w, const entity *e, uint32_t *count) {
    bool complete = true;
    *count = 0;
    for (uint32_t user = e->users; complete && user != NOBODY;) {
        const bool by_claim = (user & USER_CLAIM) != 0;
        const claim_record *c = by_claim ? claim_at(w, user & ~USER_CLAIM) : NULL;
        const uint32_t slot = by_claim ? c->npc : user;
        npc *self = npc_at(w, slot);
        user = by_claim ? c->next_user : self->next_user;
        if ((self->e.flags & NPC_MARKED) == 0) {
            complete = heap_grow(&w->heap, (void **)&w->candidates, &w->candidate_capacity,
                (uint64_t)*count + 1, sizeof *w->candidates);
            if (complete) {
                self->e.flags |= NPC_MARKED;
                w->candidates[(*count)++] = (item){.key = self->e.spawn, .value = slot};
            }
        }
    }
    for (uint32_t i = 0; i < *count; i++) {
        npc_at(w, w->candidates[i].value)->e.flags &= (uint16_t)~NPC_MARKED;
    }
    sort_items(w->candidates, *count);
    return complete;
}

static void leave_npc(bustle_world *w, uint32_t slot) {
    npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_ACTING) != 0) {
        stop_action(w, slot, BUSTLE_STOP_REMOVED, true, false);
    }
    sequence_claims_give_back(w, self);
    timer_clear(w, self);
    if ((self->e.flags & NPC_HALTED) != 0) {
        w->halted--;
    }
    drop_stack(w, &self->top);
    drop_suspended(w, self);
}

bustle_status bustle_world_remove(bustle_world *w, bustle_entity handle) {
    if (w == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = check_writable(w);
    if (status != BUSTLE_OK) {
        return status;
    }
    const uint32_t slot = slot_of(w, handle);
    if (slot == NOBODY) {
        return BUSTLE_STALE;
    }
    entity *e = entity_at(w, slot);
    const definition *d = definition_of(w, e);
    uint32_t users = 0;
    if (!list_users(w, e, &users) || !reserve_effects(w, (uint64_t)users + 1)) {
        return BUSTLE_NO_MEMORY;
    }
    if (d->npc) {
        leave_npc(w, slot);
    }
    for (uint32_t i = 0; i < users; i++) {
        cancel_user(w, w->candidates[i].value, slot);
    }
    if (d->npc) {
        drop_messages(w, npc_at(w, slot), false);
        w->npcs--;
    }
    emit(w, BUSTLE_EVENT_REMOVE, slot, 0, e->definition, 0);
    space_leave(w, slot);
    w->entities--;
    row_free(w, slot);
    return BUSTLE_OK;
}

/* ---- Handles ---- */

uint32_t slot_of(const bustle_world *w, bustle_entity handle) {
    const uint32_t slot = (uint32_t)(handle & (SLOT_LIMIT - 1));
    const uint64_t spawn = handle >> SLOT_BITS;
    if (spawn == 0 || spawn > UINT32_MAX || slot >> PAGE_SHIFT >= w->page_count ||
        entity_at(w, slot)->spawn != spawn) {
        return NOBODY;
    }
    return slot;
}

entity *still_there(const bustle_world *w, uint32_t slot, uint32_t spawn) {
    if (slot == NOBODY) {
        return NULL;
    }
    entity *e = entity_at(w, slot);
    return e->spawn == spawn ? e : NULL;
}

bustle_status find_npc(const bustle_world *w, bustle_entity handle, uint32_t *slot) {
    *slot = slot_of(w, handle);
    if (*slot == NOBODY) {
        return BUSTLE_STALE;
    }
    return definition_of(w, entity_at(w, *slot))->npc ? BUSTLE_OK : BUSTLE_NOT_NPC;
}

bool bustle_entity_alive(const bustle_world *w, bustle_entity handle) {
    return w != NULL && slot_of(w, handle) != NOBODY;
}

uint32_t bustle_entity_spawn_number(bustle_entity handle) {
    return (uint32_t)(handle >> SLOT_BITS);
}

bustle_status bustle_entity_definition(
    const bustle_world *w, bustle_entity handle, bustle_id *definition_out) {
    if (w == NULL || definition_out == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const uint32_t slot = slot_of(w, handle);
    if (slot == NOBODY) {
        return BUSTLE_STALE;
    }
    *definition_out = entity_at(w, slot)->definition;
    return BUSTLE_OK;
}

const char *bustle_entity_name(const bustle_world *w, bustle_entity handle) {
    const uint32_t slot = w == NULL ? NOBODY : slot_of(w, handle);
    return slot == NOBODY ? NULL : name_at(w, slot);
}

bustle_entity bustle_world_find(const bustle_world *w, const char *name) {
    const uint32_t slot = w == NULL || name == NULL ? NOBODY : find_name(w, name);
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
    if (!order_reserve((bustle_world *)(uintptr_t)w)) {
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
    const uint32_t slot = w == NULL ? NOBODY : slot_of(w, handle);
    if (slot == NOBODY) {
        return NULL;
    }
    const page *p = &w->pages[slot >> PAGE_SHIFT];
    return p->users == NULL ? NULL : p->users[slot & (PAGE_LENGTH - 1)];
}

bustle_status bustle_entity_set_user(bustle_world *w, bustle_entity handle, void *user) {
    if (w == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = check_writable(w);
    if (status != BUSTLE_OK) {
        return status;
    }
    const uint32_t slot = slot_of(w, handle);
    if (slot == NOBODY) {
        return BUSTLE_STALE;
    }
    page *p = &w->pages[slot >> PAGE_SHIFT];
    if (user == NULL && p->users == NULL) {
        return BUSTLE_OK;
    }
    if (!reserve_side_tables(w, slot, false, true)) {
        return BUSTLE_NO_MEMORY;
    }
    p->users[slot & (PAGE_LENGTH - 1)] = user;
    return BUSTLE_OK;
}

/* ---- State values (S2, S5, S42) ---- */

bustle_status check_writable(const bustle_world *w) {
    return w->mode == MODE_OPEN || w->mode == MODE_DELIVERY ? BUSTLE_OK : BUSTLE_BUSY;
}

/* Of a claimed state the free part, so that what is taken still fits below the maximum. */
void write_state(bustle_world *w, entity *e, uint32_t state, int64_t value) {
    const key *k = &w->content->states[state];
    int32_t *place = state_at(w, e, state);
    const int64_t maximum = (int64_t)k->maximum - (k->claimed ? place[1] : 0);
    value = value > maximum ? maximum : value;
    *place = (int32_t)(value < k->minimum ? k->minimum : value);
}

static bustle_status find_state(
    const bustle_world *w, bustle_entity handle, bustle_id state, int32_t **place, uint32_t *slot) {
    if (w == NULL || !has_id(w->content, BUSTLE_KIND_STATE, state)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    *slot = slot_of(w, handle);
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
        if (w->mode == MODE_CONDITION && slot == w->scene->target_slot && w->scene->testing) {
            *value += held_by(w, w->scene->self, slot, state);
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
        (slot == w->scene->self_slot ||
            (w->scene->target != NULL && slot == w->scene->target_slot));
    if (!concerned && check_writable(w) != BUSTLE_OK) {
        return BUSTLE_BUSY;
    }
    write_state(w, entity_at(w, slot), state, value);
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
