/* Memories of transitions and actions: bounded, ordered from oldest to newest, and the choice by
 * what was not done lately (S25 to S27). Memories of interruptions lie in the interrupted
 * activities. */
#include "decide/recall.h"
#include "base/bits.h"
#include "decide/action.h"
#include "decide/activity.h"
#include "together/encounter.h"
#include "world/rows.h"
#include "world/world.h"

#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Where the records of an NPC are. Records of one kind share an index in their arrays. Actions and
 * choices take one byte each where the content has no more than fit. */
typedef struct records {
    uint32_t *transition_times;
    uint32_t *action_spawns;
    uint32_t *action_times;
    uint8_t *transition_choices;
    uint8_t *action_ids;
    uint32_t transition_limit;
    uint32_t action_limit;
    uint32_t width; /* bytes of a choice or action */
} records;

static records records_of(const bustle_world *w, npc *self) {
    const layout *l = &w->layouts[self->e.definition];
    uint8_t *memories = (uint8_t *)self + l->memories;
    records r;
    r.transition_limit = l->limits[BUSTLE_MEMORY_TRANSITION];
    r.action_limit = l->limits[BUSTLE_MEMORY_ACTION];
    r.width = w->id_width;
    r.transition_times = (uint32_t *)(void *)memories;
    r.action_spawns = r.transition_times + r.transition_limit;
    r.action_times = r.action_spawns + r.action_limit;
    r.transition_choices = (uint8_t *)(r.action_times + r.action_limit);
    r.action_ids = r.transition_choices + (size_t)r.transition_limit * r.width;
    return r;
}

static uint32_t id_at(const uint8_t *ids, uint32_t width, uint32_t i) {
    return width == 1 ? ids[i] : (uint32_t)ids[2 * i] | (uint32_t)ids[2 * i + 1] << 8;
}

static void set_id(uint8_t *ids, uint32_t width, uint32_t i, uint32_t id) {
    ids[i * width] = (uint8_t)id;
    if (width == 2) {
        ids[2 * i + 1] = (uint8_t)(id >> 8);
    }
}

/* Bytes of all records of an NPC, a multiple of 4. */
uint32_t bsl_recall_size(const bustle_world *w, const definition *d) {
    const uint32_t transitions = d->memories[BUSTLE_MEMORY_TRANSITION];
    const uint32_t actions = d->memories[BUSTLE_MEMORY_ACTION];
    const uint32_t size = 4 * (transitions + 2 * actions) + w->id_width * (transitions + actions);
    return (size + 3) / 4 * 4;
}

/* ---- Looking for an action or a choice among records ---- */

#define BUNCH 16u /* so many records are looked at together */

typedef struct bunch {
    const uint8_t *ids;
    uint32_t width, count;
#if defined(__SSE2__)
    __m128i last; /* the 16 bytes up to the last id, if ids have one byte */
#endif
} bunch;

/* Those from `first` on, of so many. Before the records of an NPC lies the rest of its row, so that
 * the 16 bytes up to the last id are always there. */
static inline bunch bunch_at(const uint8_t *ids, uint32_t width, uint32_t first, uint32_t known) {
    bunch b = {.ids = ids + (size_t)first * width,
        .width = width,
        .count = known - first < BUNCH ? known - first : BUNCH};
#if defined(__SSE2__)
    if (width == 1) {
        b.last = _mm_loadu_si128((const __m128i *)(const void *)(b.ids + b.count - BUNCH));
    }
#endif
    return b;
}

static APART uint32_t places_one_by_one(
    const uint8_t *ids, uint32_t width, uint32_t count, uint32_t id) {
    uint32_t places = 0;
    for (uint32_t i = 0; i < count; i++) {
        places |= (uint32_t)(id_at(ids, width, i) == id) << i;
    }
    return places;
}

/* Which of them are this one: a bit for each. */
static inline uint32_t places_in_bunch(const bunch *b, uint32_t id) {
#if defined(__SSE2__)
    if (b->width == 1) {
        const __m128i same = _mm_cmpeq_epi8(b->last, _mm_set1_epi8((char)id));
        return (uint32_t)_mm_movemask_epi8(same) >> (BUNCH - b->count);
    }
#endif
    return places_one_by_one(b->ids, b->width, b->count, id);
}

/* The place of the record of a choice among the NPC's, or RECALL_NONE. */
static inline int32_t find_choice(const records *r, uint32_t count, uint32_t choice) {
    for (uint32_t first = 0; first < count; first += BUNCH) {
        const bunch b = bunch_at(r->transition_choices, r->width, first, count);
        const uint32_t places = places_in_bunch(&b, choice);
        if (places != 0) {
            return (int32_t)(first + lowest_bit(places));
        }
    }
    return RECALL_NONE;
}

/* The place of the record of an action with that target, or RECALL_NONE. */
static inline int32_t find_action(
    const records *r, uint32_t count, uint32_t action_id, uint32_t spawn) {
    for (uint32_t first = 0; first < count; first += BUNCH) {
        const bunch b = bunch_at(r->action_ids, r->width, first, count);
        uint32_t places = places_in_bunch(&b, action_id);
        for (; places != 0; places &= places - 1) {
            const uint32_t at = first + lowest_bit(places);
            if (r->action_spawns[at] == spawn) {
                return (int32_t)at;
            }
        }
    }
    return RECALL_NONE;
}

/* ---- Selection ---- */

/* The k-th of the options that have no record. */
static uint32_t nth_unrecalled(const item *options, uint32_t count, uint32_t k) {
    uint32_t at = 0;
    for (uint32_t seen = 0; at + 1 < count; at++) {
        seen += options[at].extra == RECALL_NONE;
        if (seen > k) {
            break;
        }
    }
    return at;
}

/* The option with the oldest record. All have one. */
static uint32_t find_oldest(const item *options, uint32_t count) {
    uint32_t oldest = 0;
    for (uint32_t i = 1; i < count; i++) {
        oldest = options[i].extra < options[oldest].extra ? i : oldest;
    }
    return oldest;
}

/* How many options have a record of that time. */
static uint32_t count_tied(
    const item *options, uint32_t count, const uint32_t *times, uint32_t time) {
    uint32_t tied = 0;
    for (uint32_t i = 0; i < count; i++) {
        tied += times[options[i].extra] == time;
    }
    return tied;
}

/* One of the options whose record is as old as the oldest. */
static uint32_t choose_oldest(
    npc *self, const item *options, uint32_t count, const uint32_t *times) {
    const uint32_t oldest = find_oldest(options, count);
    const uint32_t time = times[options[oldest].extra];
    const uint32_t tied = count_tied(options, count, times, time);
    if (tied == 1) {
        return oldest;
    }
    const uint32_t k = random_below(self->random, tied);
    uint32_t at = 0;
    for (uint32_t seen = 0; at + 1 < count; at++) {
        seen += times[options[at].extra] == time;
        if (seen > k) {
            break;
        }
    }
    return at;
}

/* S27, among two or more. */
uint32_t bsl_recall_select(
    npc *self, const item *options, uint32_t count, uint32_t recalled, const uint32_t *times) {
    if (recalled == count) {
        return choose_oldest(self, options, count, times);
    }
    const uint32_t k = random_below(self->random, count - recalled);
    return recalled == 0 ? k : nth_unrecalled(options, count, k);
}

/* Puts those without a record first; returns how many they are. */
static uint32_t part_unrecalled(item *options, uint32_t count) {
    uint32_t parted = 0;
    for (uint32_t i = 0; i < count; i++) {
        const item option = options[i];
        if (option.extra == RECALL_NONE) {
            options[i] = options[parted];
            options[parted++] = option;
        }
    }
    return parted;
}

uint32_t bsl_recall_select_unsorted(
    npc *self, item *options, uint32_t count, uint32_t recalled, const uint32_t *times) {
    if (recalled == count) {
        const uint32_t oldest = find_oldest(options, count);
        if (count_tied(options, count, times, times[options[oldest].extra]) == 1) {
            return oldest;
        }
        bsl_sort_items(options, count);
        return choose_oldest(self, options, count, times);
    }
    const uint32_t k = random_below(self->random, count - recalled);
    return bsl_sort_find(options, recalled == 0 ? count : part_unrecalled(options, count), k);
}

#define KINDS 64u /* of spawn numbers: a bit for each */

/* Where the candidate of a spawn number is; `count`: nowhere. */
static inline uint32_t place_of(const item *candidates, uint32_t count, uint32_t spawn) {
    uint32_t at = 0;
    while (at < count && candidates[at].key != spawn) {
        at++;
    }
    return at;
}

uint32_t bsl_recall_choose_target(
    bustle_world *w, npc *self, uint32_t action_id, item *candidates, uint32_t count) {
    const records r = records_of(w, self);
    const uint32_t known = self->remembered[BUSTLE_MEMORY_ACTION];
    uint32_t recalled = 0;
    uint64_t kinds = 0; /* of spawn numbers that are among the candidates' */
    for (uint32_t i = 0; i < count; i++) {
        candidates[i].extra = RECALL_NONE;
        kinds |= UINT64_C(1) << candidates[i].key % KINDS;
    }
    for (uint32_t first = 0; first < known; first += BUNCH) {
        const bunch b = bunch_at(r.action_ids, r.width, first, known);
        uint32_t places = places_in_bunch(&b, action_id);
        for (; places != 0; places &= places - 1) {
            const uint32_t at = first + lowest_bit(places);
            const uint32_t spawn = r.action_spawns[at];
            if ((kinds >> spawn % KINDS & 1) == 0) {
                continue; /* mostly somebody else */
            }
            const uint32_t option = place_of(candidates, count, spawn);
            if (option < count) {
                candidates[option].extra = (int32_t)at;
                recalled++;
            }
        }
    }
    return bsl_recall_select_unsorted(self, candidates, count, recalled, r.action_times);
}

uint32_t bsl_recall_choose_way(bustle_world *w, npc *self, item *options, uint32_t count) {
    const records r = records_of(w, self);
    const uint32_t known = self->remembered[BUSTLE_MEMORY_TRANSITION];
    uint32_t recalled = 0;
    for (uint32_t first = 0; first < known; first += BUNCH) {
        const bunch b = bunch_at(r.transition_choices, r.width, first, known);
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t places = places_in_bunch(&b, (uint32_t)options[i].key);
            if (places != 0) {
                options[i].extra = (int32_t)(first + lowest_bit(places));
                recalled++;
            }
        }
    }
    return bsl_recall_select(self, options, count, recalled, r.transition_times);
}

/* ---- Recording ---- */

static void close_gap(void *array, size_t element, uint32_t at, uint32_t count) {
    uint8_t *bytes = array;
    memmove(bytes + at * element, bytes + (at + 1) * element, (count - at - 1) * element);
}

void bsl_recall_add_action(
    bustle_world *w, npc *self, uint32_t action_id, uint32_t spawn, uint32_t time) {
    const records r = records_of(w, self);
    uint32_t count = self->remembered[BUSTLE_MEMORY_ACTION];
    if (r.action_limit == 0) {
        return;
    }
    const int32_t known = find_action(&r, count, action_id, spawn);
    uint32_t at = known == RECALL_NONE ? count : (uint32_t)known;
    if (at == count && count == r.action_limit) {
        at = 0;
    }
    if (at < count) {
        close_gap(r.action_spawns, sizeof *r.action_spawns, at, count);
        close_gap(r.action_times, sizeof *r.action_times, at, count);
        close_gap(r.action_ids, r.width, at, count);
        count--;
    }
    r.action_spawns[count] = spawn;
    r.action_times[count] = time;
    set_id(r.action_ids, r.width, count, action_id);
    self->remembered[BUSTLE_MEMORY_ACTION] = (uint8_t)(count + 1);
}

void bsl_recall_add_way(bustle_world *w, npc *self, const item *way, uint32_t time) {
    const records r = records_of(w, self);
    uint32_t count = self->remembered[BUSTLE_MEMORY_TRANSITION];
    if (r.transition_limit == 0) {
        return;
    }
    uint32_t at = way->extra == RECALL_NONE ? count : (uint32_t)way->extra;
    if (at == count && count == r.transition_limit) {
        at = 0;
    }
    if (at < count) {
        close_gap(r.transition_times, sizeof *r.transition_times, at, count);
        close_gap(r.transition_choices, r.width, at, count);
        count--;
    }
    r.transition_times[count] = time;
    set_id(r.transition_choices, r.width, count, (uint32_t)way->key);
    self->remembered[BUSTLE_MEMORY_TRANSITION] = (uint8_t)(count + 1);
}

/* ---- All records of an NPC ---- */

uint32_t bsl_recall_all(
    const bustle_world *w, npc *self, bustle_memory_kind kind, remembered *list) {
    const records r = records_of(w, self);
    const uint32_t count = self->remembered[kind];
    for (uint32_t i = 0; i < count; i++) {
        list[i] = kind == BUSTLE_MEMORY_ACTION
            ? (remembered){id_at(r.action_ids, r.width, i), r.action_spawns[i], r.action_times[i]}
            : (remembered){id_at(r.transition_choices, r.width, i), 0, r.transition_times[i]};
    }
    return count;
}

void bsl_recall_restore(const bustle_world *w, npc *self, bustle_memory_kind kind,
    const remembered *list, uint32_t count) {
    const records r = records_of(w, self);
    const bool actions = kind == BUSTLE_MEMORY_ACTION;
    const uint32_t limit = actions ? r.action_limit : r.transition_limit;
    const uint32_t kept = count < limit ? count : limit;
    list += count - kept;
    for (uint32_t i = 0; i < kept; i++) {
        set_id(actions ? r.action_ids : r.transition_choices, r.width, i, list[i].what);
        (actions ? r.action_times : r.transition_times)[i] = list[i].time;
        if (actions) {
            r.action_spawns[i] = list[i].spawn;
        }
    }
    self->remembered[kind] = (uint8_t)kept;
}

/* ---- Inspection ---- */

/* The full time of a record: at most 2^32 ms ago. */
static int64_t full_time(const bustle_world *w, uint32_t time) {
    return w->now - (int64_t)((uint32_t)w->now - time);
}

int64_t bsl_recall_action_time(
    const bustle_world *w, npc *self, uint32_t action_id, uint32_t spawn) {
    const records r = records_of(w, self);
    const int32_t place = find_action(&r, self->remembered[BUSTLE_MEMORY_ACTION], action_id, spawn);
    return place == RECALL_NONE ? -1 : full_time(w, r.action_times[place]);
}

int64_t bsl_recall_way_time(const bustle_world *w, npc *self, uint32_t choice) {
    const records r = records_of(w, self);
    const uint32_t count = self->remembered[BUSTLE_MEMORY_TRANSITION];
    const int32_t place = choice == NONE16 ? RECALL_NONE : find_choice(&r, count, choice);
    return place == RECALL_NONE ? -1 : full_time(w, r.transition_times[place]);
}

static void describe_choice(const bustle_content *c, uint32_t number, bustle_memory *m) {
    const way_out *way = &c->choices[number];
    m->sequence = c->nodes[way->from].sequence;
    m->from = way->from - c->sequences[m->sequence].nodes_at;
    m->node = way->to - c->sequences[m->sequence].nodes_at;
}

static bustle_memory blank_memory(void) {
    return (bustle_memory){.action = BUSTLE_NONE,
        .sequence = BUSTLE_NONE,
        .cue = BUSTLE_NONE,
        .scene = BUSTLE_NONE,
        .offer = BUSTLE_NONE,
        .inbox = BUSTLE_NONE,
        .from = BUSTLE_NONE,
        .node = BUSTLE_NONE};
}

static bustle_memory interruption_memory(const bustle_world *w, const activity *a) {
    bustle_memory m = blank_memory();
    const frame *f = frame_at(w, a->top);
    const uint32_t index = frame_node(f);
    const node *n = &w->content->nodes[index];
    m.time = full_time(w, a->time);
    m.action = n->performs;
    m.sequence = n->sequence;
    m.node = index - w->content->sequences[n->sequence].nodes_at;
    m.spawn_number = (a->flags & ACTIVITY_TARGETED) == 0 ? 0 : f->target_spawn;
    m.duration_ms = a->duration;
    m.timeout_ms = bsl_action_timeout_of(&w->content->actions[n->performs], a->duration);
    m.spent_ms = a->spent;
    return m;
}

/* From the top of the pile; the oldest memory is at the bottom. */
static size_t list_interruptions(
    const bustle_world *w, const npc *self, bustle_memory *memories, size_t capacity) {
    size_t count = 0;
    for (const activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        count += (a->flags & ACTIVITY_REMEMBERS) != 0;
    }
    size_t at = count;
    uint32_t level = bsl_pile_height(w, self);
    for (const activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        level--;
        if ((a->flags & ACTIVITY_REMEMBERS) != 0 && --at < capacity) {
            memories[at] = interruption_memory(w, a);
            memories[at].activity = level;
        }
    }
    return count;
}

static bustle_memory encounter_memory(const encounter *e) {
    bustle_memory m = blank_memory();
    m.time = bsl_encounter_when(e);
    m.spawn_number = e->spawn;
    if ((e->cue & ENCOUNTER_SCENE) != 0) {
        m.scene = e->cue - ENCOUNTER_SCENE;
    } else if ((e->cue & ENCOUNTER_OFFER) != 0) {
        m.offer = e->cue - ENCOUNTER_OFFER;
    } else if ((e->cue & ENCOUNTER_INBOX) != 0) {
        m.inbox = e->cue - ENCOUNTER_INBOX;
    } else {
        m.cue = e->cue;
    }
    return m;
}

/* From the newest on; the oldest is the first of the list. */
static size_t list_encounters(
    const bustle_world *w, const npc *self, bustle_memory *memories, size_t capacity) {
    const life *l = life_of(w, self);
    const size_t count = l == NULL ? 0 : bsl_encounter_count(w, l);
    size_t at = count;
    for (uint32_t i = count == 0 ? POOL_NONE : l->encounters; i != POOL_NONE;) {
        const encounter *e = pool_at(&w->encounters, i);
        if (--at < capacity) {
            memories[at] = encounter_memory(e);
        }
        i = e->older;
    }
    return count;
}

bustle_status bustle_npc_memories(const bustle_world *w, bustle_entity handle,
    bustle_memory_kind kind, bustle_memory *memories, size_t capacity, size_t *count) {
    uint32_t slot = NOBODY;
    if (w == NULL || count == NULL || (memories == NULL && capacity > 0) ||
        (unsigned)kind > BUSTLE_MEMORY_ENCOUNTER) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_npc(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    npc *self = npc_at(w, slot);
    if (kind == BUSTLE_MEMORY_INTERRUPTION) {
        *count = list_interruptions(w, self, memories, capacity);
        return BUSTLE_OK;
    }
    if (kind == BUSTLE_MEMORY_ENCOUNTER) {
        *count = list_encounters(w, self, memories, capacity);
        return BUSTLE_OK;
    }
    remembered list[MEMORY_LIMIT];
    *count = bsl_recall_all(w, self, kind, list);
    for (uint32_t i = 0; i < *count && i < capacity; i++) {
        memories[i] = blank_memory();
        memories[i].time = full_time(w, list[i].time);
        if (kind == BUSTLE_MEMORY_ACTION) {
            memories[i].action = list[i].what;
            memories[i].spawn_number = list[i].spawn;
        } else {
            describe_choice(w->content, list[i].what, &memories[i]);
        }
    }
    return BUSTLE_OK;
}
