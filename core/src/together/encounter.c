/* Encounters: bounded for each name of a cue and for all scenes and offers together, one list for
 * each NPC, the newest first (S25, S53, S55, S62). */
#include "together/encounter.h"
#include "decide/recall.h"
#include "world/world.h"

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

static uint32_t count_recalled(const item *candidates, uint32_t count) {
    uint32_t recalled = 0;
    for (uint32_t i = 0; i < count; i++) {
        recalled += candidates[i].extra != RECALL_NONE;
    }
    return recalled;
}

uint32_t bsl_encounter_choose(
    bustle_world *w, npc *self, uint32_t known_by, item *candidates, uint32_t count) {
    const encounter *known[ENCOUNTERS_OF_A_CUE];
    uint32_t times[ENCOUNTERS_OF_A_CUE];
    uint32_t found = 0;
    for (uint32_t i = life_of(w, self)->encounters; i != POOL_NONE; i = encounter_at(w, i)->older) {
        const encounter *e = encounter_at(w, i);
        if (e->cue == known_by && found < ENCOUNTERS_OF_A_CUE) {
            known[found++] = e;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        candidates[i].extra = RECALL_NONE;
    }
    for (uint32_t i = 0; i < found; i++) { /* from the oldest on, so that places are in order */
        const encounter *e = known[found - 1 - i];
        times[i] = e->time[0];
        for (uint32_t k = 0; k < count; k++) {
            candidates[k].extra = candidates[k].key == e->spawn ? (int32_t)i : candidates[k].extra;
        }
    }
    const uint32_t recalled = count_recalled(candidates, count);
    return bsl_recall_select_unsorted(self, candidates, count, recalled, times);
}

/* Pairs are in spawn order: the first whose provider has at least this spawn number. */
static uint32_t first_pair(const item *pairs, uint32_t count, uint32_t spawn) {
    uint32_t low = 0;
    while (count > 0) {
        const uint32_t half = count / 2;
        const bool before = pairs[low + half].key >> 16 < spawn;
        low += before ? half + 1 : 0;
        count = before ? count - half - 1 : half;
    }
    return low;
}

uint32_t bsl_encounter_choose_offer(bustle_world *w, npc *self, item *candidates, uint32_t count) {
    const encounter *known[ENCOUNTERS_OF_SCENES];
    uint32_t times[ENCOUNTERS_OF_SCENES];
    uint32_t found = 0;
    for (uint32_t i = life_of(w, self)->encounters; i != POOL_NONE; i = encounter_at(w, i)->older) {
        const encounter *e = encounter_at(w, i);
        if ((e->cue & ENCOUNTER_OFFER) != 0 && found < ENCOUNTERS_OF_SCENES) {
            known[found++] = e;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        candidates[i].extra = RECALL_NONE;
    }
    for (uint32_t i = 0; i < found; i++) { /* from the oldest on, so that places are in order */
        const encounter *e = known[found - 1 - i];
        times[i] = e->time[0];
        for (uint32_t k = first_pair(candidates, count, e->spawn);
             k < count && candidates[k].key >> 16 == e->spawn; k++) {
            const uint32_t name = w->content->offers[candidates[k].key & NONE16].name;
            candidates[k].extra = encounter_by(name) == e->cue ? (int32_t)i : candidates[k].extra;
        }
    }
    return bsl_recall_select(self, candidates, count, count_recalled(candidates, count), times);
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
