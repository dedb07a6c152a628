/* Nodes that take messages (S70). */
#include "decide/operations.h"
#include "decide/target.h"
#include "decide/wait.h"
#include "observe/trace.h"
#include "together/inbox.h"
#include "world/space.h"
#include "world/world.h"

void bsl_take_perform(bustle_world *w, uint32_t slot) {
    bsl_errand_end_hand(w, frame_at(w, npc_at(w, slot)->now.top), true);
    bsl_wait_perform(w, slot);
}

/* ---- Which message ---- */

/* S10: the NPC is asked, then the senders, by spawn number. False: no memory. */
static bool refresh(bustle_world *w, uint32_t slot, uint32_t first) {
    const definition *d = definition_of(w, entity_at(w, slot));
    uint32_t count = 0;
    for (uint32_t i = first; i != POOL_NONE; i = letter_at(w, i)->next) {
        if (!bsl_near_reserve(w, (uint64_t)count + 1)) {
            return false;
        }
        const uint32_t sender = letter_at(w, i)->sender;
        w->candidates.items[count++] = (item){.key = entity_at(w, sender)->spawn, .value = sender};
    }
    bsl_sort_items(w->candidates.items, count);
    bsl_roster_refresh(w, slot);
    for (uint32_t i = 0; i < count; i++) {
        if (!bsl_reserve_answers(w, d)) {
            return false;
        }
        bsl_roster_refresh(w, w->candidates.items[i].value);
    }
    return true;
}

static bool fits(bustle_world *w, uint32_t slot, const exchange *x, const letter *m) {
    parties s = parties_of(w, npc_at(w, slot), slot, m->sender, BUSTLE_NONE);
    s.testing = true;
    const bool holds = bsl_condition_holds(w, &w->content->actions[x->search].when, &s);
    if (traced(w)) {
        bsl_trace_message(w, slot, m, holds);
    }
    return holds;
}

/* Those that fit, from the oldest on, into w->candidates: their places as keys. Without a
 * preference that is one at the most. */
static uint32_t gather(bustle_world *w, uint32_t slot, const exchange *x, uint32_t first) {
    const bool chooses = w->content->actions[x->search].preference != BUSTLE_PREFER_NOTHING;
    uint32_t count = 0;
    for (uint32_t i = first; i != POOL_NONE && (chooses || count == 0); i = letter_at(w, i)->next) {
        if (fits(w, slot, x, letter_at(w, i))) {
            w->candidates.items[count++] = (item){.key = i, .value = letter_at(w, i)->sender};
        }
    }
    return count;
}

/* ---- Taking it ---- */

static void take(bustle_world *w, uint32_t slot, const exchange *x, uint32_t index) {
    npc *self = npc_at(w, slot);
    const uint32_t top = self->now.top;
    bsl_wait_come(w, slot);
    const letter *m = letter_at(w, index);
    frame *f = frame_at(w, top);
    bsl_inbox_take_out(w, index);
    w->mail.taken++;
    f->target = m->sender;
    f->target_spawn = entity_at(w, m->sender)->spawn;
    if (x->into != NONE16 && state_at(w, &self->e, x->into) != NULL) {
        bsl_entity_write_state(w, &self->e, x->into, m->value);
    }
    self->now.flags |= ACTIVITY_TOOK_TIME;
    if (m->awaited_by == POOL_NONE) {
        bsl_inbox_free(w, index);
    } else {
        bsl_errand_hold(w, bsl_errand_make(w, slot, top), index);
    }
}

bool bsl_take_try(bustle_world *w, uint32_t slot, const exchange *x) {
    const action *search = &w->content->actions[x->search];
    const entity *e = entity_at(w, slot);
    const int32_t *cells = bsl_inbox_cells(w, e, x->inbox);
    const uint32_t first = bsl_inbox_first(w, e, x->inbox);
    if (!bsl_near_reserve(w, cells == NULL ? 0 : (uint64_t)cells[INBOX_COUNT]) ||
        ((search->flags & ACTION_USES_DISTANCE) != 0 && !refresh(w, slot, first))) {
        return false;
    }
    const uint32_t open = gather(w, slot, x, first);
    if (open > 1) {
        const parties by = parties_of(w, npc_at(w, slot), slot, NOBODY, BUSTLE_NONE);
        (void)bsl_target_prefer(w, &by, search, w->candidates.items, open);
    }
    const uint32_t index = open == 0 ? POOL_NONE : (uint32_t)w->candidates.items[0].key;
    if (traced(w)) {
        bsl_trace_take(w, slot, x->inbox, index == POOL_NONE ? NULL : letter_at(w, index), open);
    }
    if (index == POOL_NONE) {
        bsl_wait_in_vain(w, slot, BUSTLE_CAUSE_WAITED);
    } else {
        take(w, slot, x, index);
    }
    return true;
}
