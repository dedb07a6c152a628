/* Encounters: bounded for each name of a cue and for all scenes and offers together, one list for
 * each NPC, the newest first (S25, S53, S55, S62). */
#include "together/encounter.h"
#include "base/bits.h"
#include "decide/recall.h"
#include "world/world.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static encounter *encounter_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->encounters, index);
}

int64_t bsl_encounter_when(const encounter *e) {
    return (int64_t)((uint64_t)e->time[1] << 32 | e->time[0]);
}

static bool younger_than(const bustle_world *w, const encounter *e, uint32_t again) {
    return w->now - bsl_encounter_when(e) < (int64_t)again;
}

bool bsl_encounter_has_room(const bustle_world *w, const life *l, const cue *c) {
    uint32_t protected_ones = 0;
    for (uint32_t i = l->encounters; i != POOL_NONE; i = encounter_at(w, i)->older) {
        const encounter *e = encounter_at(w, i);
        protected_ones += e->cue == c->name && younger_than(w, e, e->again);
    }
    return protected_ones < ENCOUNTERS_OF_A_CUE;
}

static const encounter *find(const bustle_world *w, const life *l, uint32_t name, uint32_t spawn) {
    for (uint32_t i = l->encounters; i != POOL_NONE; i = encounter_at(w, i)->older) {
        const encounter *e = encounter_at(w, i);
        if (e->cue == name && e->spawn == spawn) {
            return e;
        }
    }
    return NULL;
}

uint32_t bsl_encounter_list_lately(
    const bustle_world *w, const life *l, const cue *c, uint32_t *spawns) {
    uint32_t count = 0;
    for (uint32_t i = l->encounters; i != POOL_NONE && count < ENCOUNTERS_OF_A_CUE;) {
        const encounter *e = encounter_at(w, i);
        if (e->cue == c->name && younger_than(w, e, c->again)) {
            spawns[count++] = e->spawn;
        }
        i = e->older;
    }
    return count;
}

int64_t bsl_encounter_time(const bustle_world *w, const life *l, uint32_t name, uint32_t spawn) {
    const encounter *e = find(w, l, name, spawn);
    return e == NULL ? -1 : bsl_encounter_when(e);
}

/* ---- Choosing ---- */

/* Encounters from the oldest on. */
typedef struct known {
    uint32_t spawns[ENCOUNTERS_OF_SCENES]; /* 0: none */
    uint32_t times[ENCOUNTERS_OF_SCENES];
    uint32_t by[ENCOUNTERS_OF_SCENES];
} known;

_Static_assert(ENCOUNTERS_OF_A_CUE == ENCOUNTERS_OF_SCENES && ENCOUNTERS_OF_SCENES == 16,
    "a known has room for both, and is looked through in four times four");

/* Those whose name has these bits as they are given. */
static void list_known(
    const bustle_world *w, const npc *self, uint32_t bits, uint32_t given, known *list) {
    const encounter *found[ENCOUNTERS_OF_SCENES];
    uint32_t count = 0;
    for (uint32_t i = life_of(w, self)->encounters; i != POOL_NONE; i = encounter_at(w, i)->older) {
        const encounter *e = encounter_at(w, i);
        if ((e->cue & bits) == given && count < ENCOUNTERS_OF_SCENES) {
            found[count++] = e;
        }
    }
    *list = (known){{0}, {0}, {0}};
    for (uint32_t i = 0; i < count; i++) {
        const encounter *e = found[count - 1 - i];
        list->spawns[i] = e->spawn;
        list->times[i] = e->time[0];
        list->by[i] = e->cue;
    }
}

/* Which of them are with an entity: a bit for each. */
static inline uint32_t places_of(const known *list, uint32_t spawn) {
#if defined(__SSE2__)
    const __m128i *four = (const __m128i *)(const void *)list->spawns;
    const __m128i wanted = _mm_set1_epi32((int)spawn);
    const __m128i first = _mm_packs_epi32(_mm_cmpeq_epi32(_mm_loadu_si128(four), wanted),
        _mm_cmpeq_epi32(_mm_loadu_si128(four + 1), wanted));
    const __m128i last = _mm_packs_epi32(_mm_cmpeq_epi32(_mm_loadu_si128(four + 2), wanted),
        _mm_cmpeq_epi32(_mm_loadu_si128(four + 3), wanted));
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(first, last));
#else
    uint32_t places = 0;
    for (uint32_t i = 0; i < ENCOUNTERS_OF_SCENES; i++) {
        places |= (uint32_t)(list->spawns[i] == spawn) << i;
    }
    return places;
#endif
}

uint32_t bsl_encounter_choose(
    bustle_world *w, npc *self, uint32_t known_by, item *candidates, uint32_t count) {
    known list;
    uint32_t recalled = 0;
    list_known(w, self, UINT32_MAX, known_by, &list);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t places = places_of(&list, (uint32_t)candidates[i].key);
        candidates[i].extra = places == 0 ? RECALL_NONE : (int32_t)lowest_bit(places);
        recalled += places != 0;
    }
    return bsl_recall_select_unsorted(self, candidates, count, recalled, list.times);
}

uint32_t bsl_encounter_choose_offer(
    bustle_world *w, npc *self, item *candidates, uint32_t count, bool in_order) {
    known list;
    uint32_t recalled = 0;
    list_known(w, self, ENCOUNTER_OFFER, ENCOUNTER_OFFER, &list);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t name = w->content->offers[candidates[i].key & NONE16].name;
        uint32_t places = places_of(&list, (uint32_t)(candidates[i].key >> 16));
        while (places != 0 && list.by[lowest_bit(places)] != encounter_by(name)) {
            places &= places - 1;
        }
        candidates[i].extra = places == 0 ? RECALL_NONE : (int32_t)lowest_bit(places);
        recalled += places != 0;
    }
    return in_order ? bsl_recall_select(self, candidates, count, recalled, list.times)
                    : bsl_recall_select_unsorted(self, candidates, count, recalled, list.times);
}

/* ---- Remembering ---- */

/* The place of the link to one that makes room for another of this cue and entity: its own, or,
 * past the capacity, the oldest that is not protected. NULL: there is room. */
static uint32_t *link_to_drop(bustle_world *w, life *l, const cue *c, uint32_t spawn) {
    uint32_t count = 0;
    uint32_t *oldest = NULL;
    for (uint32_t *link = &l->encounters; *link != POOL_NONE;
         link = &encounter_at(w, *link)->older) {
        const encounter *e = encounter_at(w, *link);
        if (e->cue != c->name) {
            continue;
        }
        if (e->spawn == spawn) {
            return link;
        }
        count++;
        oldest = younger_than(w, e, e->again) ? oldest : link;
    }
    return count < ENCOUNTERS_OF_A_CUE ? NULL : oldest;
}

/* In the place of the one at `link`; NULL: one more. */
static void add(bustle_world *w, life *l, uint32_t *link, encounter made) {
    uint32_t index = POOL_NONE;
    if (link != NULL) {
        index = *link;
        *link = encounter_at(w, index)->older;
    } else {
        index = pool_take(&w->encounters);
    }
    made.older = l->encounters;
    made.time[0] = (uint32_t)w->now;
    made.time[1] = (uint32_t)((uint64_t)w->now >> 32);
    *encounter_at(w, index) = made;
    l->encounters = index;
}

void bsl_encounter_add(bustle_world *w, npc *self, const cue *c, uint32_t spawn) {
    life *l = life_of(w, self);
    add(w, l, link_to_drop(w, l, c, spawn),
        (encounter){.spawn = spawn, .again = c->again, .cue = c->name});
}

/* As above. Where all are protected, the oldest goes all the same. */
static uint32_t *scene_link_to_drop(bustle_world *w, life *l, uint32_t known_by, uint32_t spawn) {
    uint32_t count = 0;
    uint32_t *oldest = NULL;
    uint32_t *unprotected = NULL;
    for (uint32_t *link = &l->encounters; *link != POOL_NONE;
         link = &encounter_at(w, *link)->older) {
        const encounter *e = encounter_at(w, *link);
        if ((e->cue & (ENCOUNTER_SCENE | ENCOUNTER_OFFER | ENCOUNTER_INBOX)) == 0) {
            continue;
        }
        if (e->cue == known_by && e->spawn == spawn) {
            return link;
        }
        count++;
        oldest = link;
        unprotected = younger_than(w, e, e->again) ? unprotected : link;
    }
    if (count < ENCOUNTERS_OF_SCENES) {
        return NULL;
    }
    return unprotected != NULL ? unprotected : oldest;
}

#define NOT_AGAIN_MS 10000u

void bsl_encounter_add_scene(bustle_world *w, npc *self, uint32_t scene_id, uint32_t spawn) {
    life *l = life_of(w, self);
    const uint32_t known_by = encounter_in(scene_id);
    add(w, l, scene_link_to_drop(w, l, known_by, spawn),
        (encounter){.spawn = spawn, .again = spawn == 0 ? NOT_AGAIN_MS : 0, .cue = known_by});
}

void bsl_encounter_add_offer(bustle_world *w, npc *self, uint32_t offer_name, uint32_t spawn) {
    life *l = life_of(w, self);
    const uint32_t known_by = encounter_by(offer_name);
    add(w, l, scene_link_to_drop(w, l, known_by, spawn),
        (encounter){.spawn = spawn, .cue = known_by});
}

void bsl_encounter_add_inbox(bustle_world *w, npc *self, uint32_t inbox, uint32_t spawn) {
    life *l = life_of(w, self);
    const uint32_t known_by = encounter_of_inbox(inbox);
    add(w, l, scene_link_to_drop(w, l, known_by, spawn),
        (encounter){.spawn = spawn, .cue = known_by});
}

bool bsl_encounter_forbids(const bustle_world *w, const life *l, uint32_t scene_id) {
    const encounter *e = find(w, l, encounter_in(scene_id), 0);
    return e != NULL && younger_than(w, e, e->again);
}

void bsl_encounter_forget_all(bustle_world *w, npc *self) {
    life *l = life_of(w, self);
    while (l != NULL && l->encounters != POOL_NONE) {
        const uint32_t index = l->encounters;
        l->encounters = encounter_at(w, index)->older;
        pool_give(&w->encounters, index);
    }
}

uint32_t bsl_encounter_count(const bustle_world *w, const life *l) {
    uint32_t count = 0;
    for (uint32_t i = l->encounters; i != POOL_NONE; i = encounter_at(w, i)->older) {
        count++;
    }
    return count;
}
