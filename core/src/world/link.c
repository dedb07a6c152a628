/* Links between entities: records in lists of both ends, and an index by both ends and the kind, so
 * that reading one costs the same however many there are. */
#include "world/link.h"
#include "world/path.h"
#include "world/world.h"

#define FEWEST_PLACES 64u

bool bsl_link_init(bustle_world *w) {
    link_map *m = &w->links;
    bsl_pool_init(&m->records, sizeof(link_record));
    bsl_pool_init(&m->bunches, sizeof(link_bunch));
    if (w->content->path_count > 0) {
        m->told = bsl_heap_zeroed(&w->heap, (w->content->path_count / 64 + 1) * sizeof *m->told);
        return m->told != NULL;
    }
    return true;
}

void bsl_link_release(bustle_world *w) {
    link_map *m = &w->links;
    bsl_pool_release(&m->records, &w->heap);
    bsl_pool_release(&m->bunches, &w->heap);
    bsl_heap_free(&w->heap, m->index, m->capacity * sizeof *m->index);
    bsl_heap_free(&w->heap, m->told,
        m->told == NULL ? 0 : (w->content->path_count / 64 + 1) * sizeof *m->told);
}

static link_record *record_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->links.records, index);
}

static link_bunch *bunch_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->links.bunches, index);
}

/* ---- The index ---- */

static void index_add(link_map *m, link_entry added) {
    uint32_t place = link_place(m, added.key);
    while (m->index[place].key != NO_LINK) {
        place = (place + 1) & (m->capacity - 1);
    }
    m->index[place] = added;
    m->count++;
}

/* Those after it move up, so that no gap lies between an entry and where it belongs. */
static void index_remove(link_map *m, link_entry *removed) {
    const uint32_t mask = m->capacity - 1;
    uint32_t gap = (uint32_t)(removed - m->index);
    for (uint32_t i = (gap + 1) & mask; m->index[i].key != NO_LINK; i = (i + 1) & mask) {
        const uint32_t wanted = link_place(m, m->index[i].key);
        if (((i - wanted) & mask) >= ((i - gap) & mask)) {
            m->index[gap] = m->index[i];
            gap = i;
        }
    }
    m->index[gap].key = NO_LINK;
    m->count--;
}

/* At most three quarters of the places are in use. */
static bool index_fits(const link_map *m, uint64_t more) {
    return (m->count + more) * 4 <= (uint64_t)m->capacity * 3;
}

static bool index_reserve(bustle_world *w, uint64_t more) {
    link_map *m = &w->links;
    if (index_fits(m, more)) {
        return true;
    }
    link_map grown = *m;
    grown.capacity = m->capacity == 0 ? FEWEST_PLACES : m->capacity;
    while (!index_fits(&grown, more)) {
        if (grown.capacity > UINT32_MAX / 2 / sizeof *m->index) {
            return false;
        }
        grown.capacity *= 2;
    }
    grown.index = bsl_heap_zeroed(&w->heap, grown.capacity * sizeof *m->index);
    if (grown.index == NULL) {
        return false;
    }
    grown.shift = 64;
    for (uint32_t places = grown.capacity; places > 1; places /= 2) {
        grown.shift--;
    }
    grown.count = 0;
    for (uint32_t i = 0; i < grown.capacity; i++) {
        grown.index[i].key = NO_LINK;
    }
    for (uint32_t i = 0; i < m->capacity; i++) {
        if (m->index[i].key != NO_LINK) {
            index_add(&grown, m->index[i]);
        }
    }
    bsl_heap_free(&w->heap, m->index, m->capacity * sizeof *m->index);
    *m = grown;
    return true;
}

bool bsl_link_has_room(const link_map *m, uint64_t more) {
    return more == 0 ||
        (m->records.free_count >= more && m->bunches.free_count >= more && index_fits(m, more));
}

bool bsl_link_reserve(bustle_world *w, uint64_t more) {
    if (!BUSTLE_CHECKS && more == 0) {
        return true;
    }
    return pool_reserve(&w->links.records, &w->kept, more) &&
        pool_reserve(&w->links.bunches, &w->kept, more) && (more == 0 || index_reserve(w, more));
}

/* ---- Lists ---- */

/* Where the bunch of a kind is, or belongs. */
static uint32_t *bunch_of(const bustle_world *w, uint32_t slot, uint32_t kind) {
    uint32_t *place = &ties_of(w, entity_at(w, slot))->links;
    while (*place != POOL_NONE && bunch_at(w, *place)->kind < kind) {
        place = &bunch_at(w, *place)->next;
    }
    return place;
}

static bool is_there(const bustle_world *w, uint32_t bunch, uint32_t kind) {
    return bunch != POOL_NONE && bunch_at(w, bunch)->kind == kind;
}

uint32_t bsl_link_first(const bustle_world *w, uint32_t slot, uint32_t kind) {
    if (!w->has_links) {
        return POOL_NONE;
    }
    const uint32_t bunch = *bunch_of(w, slot, kind);
    return is_there(w, bunch, kind) ? bunch_at(w, bunch)->first : POOL_NONE;
}

/* Among those of its kind, by the spawn number of whom it leads to. */
static void join_bunch(bustle_world *w, link_bunch *b, uint32_t index) {
    link_record *r = record_at(w, index);
    const uint32_t spawn = entity_at(w, r->to)->spawn;
    uint32_t *place = &b->first;
    r->previous = POOL_NONE;
    while (*place != POOL_NONE && entity_at(w, record_at(w, *place)->to)->spawn < spawn) {
        r->previous = *place;
        place = &record_at(w, *place)->next;
    }
    r->next = *place;
    *place = index;
    if (r->next != POOL_NONE) {
        record_at(w, r->next)->previous = index;
    }
    b->count++;
}

static void leave_bunch(bustle_world *w, const link_record *r) {
    uint32_t *place = bunch_of(w, r->from, r->kind);
    const uint32_t index = *place;
    link_bunch *b = bunch_at(w, index);
    if (r->previous == POOL_NONE) {
        b->first = r->next;
    } else {
        record_at(w, r->previous)->next = r->next;
    }
    if (r->next != POOL_NONE) {
        record_at(w, r->next)->previous = r->previous;
    }
    if (--b->count == 0) {
        *place = b->next;
        pool_give(&w->links.bunches, index);
    }
}

static void join_linked(bustle_world *w, uint32_t index) {
    link_record *r = record_at(w, index);
    ties *t = ties_of(w, entity_at(w, r->to));
    r->previous_linked = POOL_NONE;
    r->next_linked = t->linked;
    if (t->linked != POOL_NONE) {
        record_at(w, t->linked)->previous_linked = index;
    }
    t->linked = index;
}

static void leave_linked(bustle_world *w, const link_record *r) {
    if (r->previous_linked == POOL_NONE) {
        ties_of(w, entity_at(w, r->to))->linked = r->next_linked;
    } else {
        record_at(w, r->previous_linked)->next_linked = r->next_linked;
    }
    if (r->next_linked != POOL_NONE) {
        record_at(w, r->next_linked)->previous_linked = r->previous_linked;
    }
}

/* ---- Making and unmaking ---- */

static bool make(bustle_world *w, uint32_t from, uint32_t kind, uint32_t to, int32_t value) {
    link_map *m = &w->links;
    uint32_t *place = bunch_of(w, from, kind);
    const bool more = is_there(w, *place, kind);
    if (m->count >= MOST_LINKS || (more && bunch_at(w, *place)->count >= LINKS_OF_A_KIND)) {
        m->refused++;
        return false;
    }
    if (!more) {
        const uint32_t added = pool_take(&m->bunches);
        *bunch_at(w, added) =
            (link_bunch){.next = *place, .first = POOL_NONE, .kind = (uint16_t)kind};
        *place = added;
    }
    link_bunch *b = bunch_at(w, *place);
    const uint32_t index = pool_take(&m->records);
    *record_at(w, index) = (link_record){.from = from, .to = to, .kind = kind};
    join_bunch(w, b, index);
    join_linked(w, index);
    index_add(m, (link_entry){link_key(from, kind, to), value, index});
    return true;
}

static void unmake(bustle_world *w, link_entry *e) {
    const uint32_t index = e->record;
    const link_record *r = record_at(w, index);
    leave_bunch(w, r);
    leave_linked(w, r);
    index_remove(&w->links, e);
    pool_give(&w->links.records, index);
}

bool bsl_link_set(bustle_world *w, uint32_t from, uint32_t kind, uint32_t to, int64_t value) {
    const link_kind *k = &w->content->links[kind];
    value = value < k->minimum ? k->minimum : value > k->maximum ? k->maximum : value;
    link_entry *e = link_find(&w->links, link_key(from, kind, to));
    if (k->flag && value == 0) {
        if (e != NULL) {
            unmake(w, e);
        }
        return true;
    }
    if (e == NULL) {
        return make(w, from, kind, to, (int32_t)value);
    }
    e->value = (int32_t)value;
    return true;
}

void bsl_link_unset(bustle_world *w, uint32_t from, uint32_t kind, uint32_t to) {
    link_entry *e = link_find(&w->links, link_key(from, kind, to));
    if (e != NULL) {
        unmake(w, e);
    }
}

void bsl_link_forget(bustle_world *w, uint32_t slot) {
    const ties *t = ties_of(w, entity_at(w, slot));
    while (t->links != POOL_NONE) {
        const link_record *r = record_at(w, bunch_at(w, t->links)->first);
        bsl_link_unset(w, r->from, r->kind, r->to);
    }
    while (t->linked != POOL_NONE) {
        const link_record *r = record_at(w, t->linked);
        bsl_link_unset(w, r->from, r->kind, r->to);
    }
}

int32_t bsl_link_read(const bustle_world *w, uint32_t from, uint32_t kind, uint32_t to) {
    const uint32_t declared = count_of(w->content, BUSTLE_KIND_LINK);
    if (kind >= declared) {
        return from != to && bsl_path_implied_is(w, from, kind - declared, to) ? 1 : 0;
    }
    const link_entry *e = link_find(&w->links, link_key(from, kind, to));
    return e != NULL ? e->value : w->content->links[kind].initial;
}

/* ---- Consistency ---- */

static bool check_record(
    const bustle_world *w, uint32_t slot, uint32_t index, uint32_t before, const link_bunch *b) {
    const link_record *r = record_at(w, index);
    const link_entry *e = link_find(&w->links, link_key(slot, b->kind, r->to));
    const link_kind *k = &w->content->links[b->kind];
    const entity *to = entity_at(w, r->to);
    return r->from == slot && r->kind == b->kind && r->previous == before && to->spawn != 0 &&
        r->to != slot && e != NULL && e->record == index && e->value >= k->minimum &&
        e->value <= k->maximum && (!k->flag || e->value == 1) &&
        (before == POOL_NONE || entity_at(w, record_at(w, before)->to)->spawn < to->spawn);
}

bool bsl_link_check(const bustle_world *w, uint32_t slot, uint32_t *count) {
    const ties *t = ties_of(w, entity_at(w, slot));
    bool good = true;
    for (uint32_t i = t->links; good && i != POOL_NONE; i = bunch_at(w, i)->next) {
        const link_bunch *b = bunch_at(w, i);
        uint32_t found = 0;
        uint32_t before = POOL_NONE;
        for (uint32_t r = b->first; good && r != POOL_NONE; r = record_at(w, r)->next) {
            good = check_record(w, slot, r, before, b);
            before = r;
            found++;
        }
        good = good && found == b->count && found > 0 && found <= LINKS_OF_A_KIND &&
            (b->next == POOL_NONE || bunch_at(w, b->next)->kind > b->kind);
        *count += found;
    }
    uint32_t before = POOL_NONE;
    for (uint32_t r = t->linked; good && r != POOL_NONE; r = record_at(w, r)->next_linked) {
        good = record_at(w, r)->to == slot && record_at(w, r)->previous_linked == before;
        before = r;
    }
    return good;
}

/* ---- Calls of the game ---- */

/* Both ends and the kind of a link that is to be changed. */
static bustle_status find_to_change(bustle_world *w, bustle_entity from, bustle_id link,
    bustle_entity to, uint32_t *from_slot, uint32_t *to_slot) {
    if (w == NULL || !has_id(w->content, BUSTLE_KIND_LINK, link)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_to_change(w, from, from_slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    *to_slot = bsl_entity_slot(w, to);
    if (*to_slot == NOBODY) {
        return BUSTLE_STALE;
    }
    return BUSTLE_OK;
}

bustle_status bustle_world_link(
    bustle_world *w, bustle_entity from, bustle_id link, bustle_entity to, int32_t value) {
    uint32_t from_slot = NOBODY;
    uint32_t to_slot = NOBODY;
    const bustle_status status = find_to_change(w, from, link, to, &from_slot, &to_slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    if (from_slot == to_slot) {
        return BUSTLE_BAD_ARGUMENT;
    }
    if (!bsl_link_reserve(w, 1)) {
        return BUSTLE_NO_MEMORY;
    }
    return bsl_link_set(w, from_slot, link, to_slot, value) ? BUSTLE_OK : BUSTLE_LIMIT;
}

bustle_status bustle_world_unlink(
    bustle_world *w, bustle_entity from, bustle_id link, bustle_entity to) {
    uint32_t from_slot = NOBODY;
    uint32_t to_slot = NOBODY;
    const bustle_status status = find_to_change(w, from, link, to, &from_slot, &to_slot);
    if (status == BUSTLE_OK) {
        bsl_link_unset(w, from_slot, link, to_slot);
    }
    return status;
}

bustle_status bustle_entity_link(const bustle_world *w, bustle_entity from, bustle_id link,
    bustle_entity to, int32_t *value, bool *exists) {
    if (w == NULL || value == NULL || !has_id(w->content, BUSTLE_KIND_LINK, link)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const uint32_t from_slot = bsl_entity_slot(w, from);
    const uint32_t to_slot = bsl_entity_slot(w, to);
    if (from_slot == NOBODY || to_slot == NOBODY) {
        return BUSTLE_STALE;
    }
    const link_entry *e = link_find(&w->links, link_key(from_slot, link, to_slot));
    *value = e != NULL ? e->value : w->content->links[link].initial;
    if (exists != NULL) {
        *exists = e != NULL;
    }
    return BUSTLE_OK;
}

bustle_status bustle_entity_links(const bustle_world *w, bustle_entity from, bustle_id link,
    bustle_entity *entities, int32_t *values, size_t capacity, size_t *count) {
    if (w == NULL || count == NULL || (entities == NULL && capacity > 0) ||
        !has_id(w->content, BUSTLE_KIND_LINK, link)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const uint32_t slot = bsl_entity_slot(w, from);
    if (slot == NOBODY) {
        return BUSTLE_STALE;
    }
    *count = 0;
    for (uint32_t i = bsl_link_first(w, slot, link); i != POOL_NONE; i = record_at(w, i)->next) {
        const uint32_t to = record_at(w, i)->to;
        if (*count < capacity) {
            entities[*count] = handle_of(to, entity_at(w, to)->spawn);
        }
        if (*count < capacity && values != NULL) {
            values[*count] = link_find(&w->links, link_key(slot, link, to))->value;
        }
        ++*count;
    }
    return BUSTLE_OK;
}
