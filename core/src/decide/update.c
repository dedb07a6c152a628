/* The cycle of an update: endings, turns, delivery, within a budget (S36, S37). */
#include "base/clock.h"
#include "decide/action.h"
#include "decide/interruption.h"
#include "decide/recovery.h"
#include "decide/timer.h"
#include "decide/turn.h"
#include "decide/wait.h"
#include "observe/event.h"
#include "together/cue.h"
#include "together/role.h"
#include "together/scene.h"
#include "world/environment.h"
#include "world/reserve.h"
#include "world/rows.h"
#include "world/world.h"

/* ---- The time budget ---- */

static int64_t clock_us(bustle_world *w) {
    if (w->def.callbacks.clock != NULL) {
        w->mode = MODE_QUERY;
        const int64_t read = w->def.callbacks.clock(w->def.callbacks.context);
        w->mode = MODE_UPDATE;
        return read;
    }
    return bsl_clock_now();
}

typedef struct budget {
    int64_t limit; /* negative: none */
    int64_t start;
    int64_t portion; /* 0: all */
} budget;

/* After each ending and each turn: says in w->cut_short whether that was the last. */
static void count_work(bustle_world *w, const budget *b) {
    w->portion++;
    w->cut_short = (b->limit >= 0 && clock_us(w) - b->start >= b->limit) ||
        (b->portion > 0 && w->portion >= (uint64_t)b->portion);
}

/* ---- The update ---- */

/* What an NPC's turn will touch is fetched before it comes: first its row, then, when that is
 * there, what the row leads to. */
#define ROW_AHEAD 8u
#define PARTIES_AHEAD 4u
#define CONTEXT_AHEAD 2u
#define PREFETCHED 320u /* bytes of a row */

static void prefetch_row(const bustle_world *w, uint32_t slot) {
    const uint8_t *row = (const uint8_t *)entity_at(w, slot);
    for (uint32_t i = 0; i < PREFETCHED; i += 64) {
        PREFETCH(row + i);
    }
}

static void prefetch_frame(const bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    if (self->now.top != POOL_NONE) {
        PREFETCH(frame_at(w, self->now.top));
    }
}

/* The frame below another, or the record that stands between the two. */
static const void *next_to(const bustle_world *w, const frame *f) {
    if ((f->where & FRAME_CLAIMS) != 0) {
        return claim_at(w, f->below);
    }
    if ((f->where & FRAME_STAGES) == 0 && (f->where & FRAME_HOLDS) != 0) {
        return place_at(w, f->below);
    }
    if ((f->where & (FRAME_STAGES | FRAME_PART)) != 0) {
        return member_at(w, f->below);
    }
    return (f->where & FRAME_ERRAND) != 0 ? (const void *)errand_at(w, f->below)
                                          : (const void *)frame_at(w, f->below);
}

/* When the frame on top is there: what is next to it, and its target. */
static void prefetch_context(const bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    if (self->now.top == POOL_NONE) {
        return;
    }
    const frame *f = frame_at(w, self->now.top);
    if (f->below != POOL_NONE) {
        PREFETCH(next_to(w, f));
    }
    if (f->target != NOBODY) {
        PREFETCH(entity_at(w, f->target));
    }
}

/* The NPC next to this one in the list of its target's users. */
static void prefetch_user(const bustle_world *w, uint32_t user) {
    if (user < SLOT_LIMIT) {
        PREFETCH(&npc_at(w, user)->next_user);
    }
}

/* The frame is not there yet, so that its target has to wait. */
static void prefetch_parties(const bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    prefetch_frame(w, slot);
    if ((self->now.flags & ACTIVITY_TARGETED) != 0) {
        prefetch_user(w, self->next_user);
        prefetch_user(w, self->previous_user);
    }
}

/* S74: plans that are due. False: no memory. Each counts as an ending does. */
static bool handle_plans(bustle_world *w, const budget *b) {
    for (bool looked = w->has_plans; looked && !w->cut_short;) {
        if (!bsl_plan_look_next(w, &looked)) {
            return false;
        }
        if (looked) {
            count_work(w, b);
        }
    }
    return true;
}

static void handle_ending(bustle_world *w, npc *self, const item *due) {
    const uint32_t since = self->due - (uint32_t)w->wheel.due_base;
    if ((self->e.flags & NPC_COLLECTED) == 0 || self->e.spawn != (uint32_t)due->key ||
        since != (uint32_t)(due->key >> 32)) {
        return; /* it ended otherwise before its turn came */
    }
    if ((self->e.flags & NPC_ACTING) != 0) {
        bsl_action_due(w, due->value);
    } else if ((self->e.flags & NPC_WAITING) != 0) {
        bsl_recovery_end_wait(w, self);
        bsl_turn_queue(w, due->value, false);
    } else if ((self->e.flags & NPC_AWAITS) != 0) {
        bsl_wait_due(w, due->value);
    } else {
        bsl_recovery_restart(w, due->value);
    }
}

/* False: no memory. *done: everything due has been handled within the budget. An ending
 * counts before what it raised for whoever is near is carried out: for that there may be no memory.
 */
static bool handle_endings(bustle_world *w, const budget *b, bool *done) {
    wheel *v = &w->wheel;
    while (carry_out_shouts(w)) {
        *done = !w->cut_short;
        if (w->cut_short || v->due_next >= v->due_count) {
            return true;
        }
        const item due = v->due[v->due_next];
        if (v->due_next + ROW_AHEAD < v->due_count) {
            prefetch_row(w, v->due[v->due_next + ROW_AHEAD].value);
            prefetch_parties(w, v->due[v->due_next + PARTIES_AHEAD].value);
            prefetch_context(w, v->due[v->due_next + CONTEXT_AHEAD].value);
        }
        npc *self = npc_at(w, due.value);
        if (!bsl_reserve(w, WORK_ENDING, definition_of(w, &self->e), 0)) {
            return false;
        }
        v->due_next++;
        handle_ending(w, self, &due);
        count_work(w, b);
    }
    return false;
}

/* S49: of messages that have been kept long enough, when no ending is left. *done as above. */
static void handle_kept(bustle_world *w, const budget *b, bool *done) {
    while (!w->cut_short && bsl_inbox_expire(w)) {
        count_work(w, b);
    }
    *done = !w->cut_short;
}

/* S49: of scenes, when no ending is left. *done as above. */
static void handle_limits(bustle_world *w, const budget *b, bool *done) {
    while (!w->cut_short && bsl_scene_handle_limit(w)) {
        count_work(w, b);
    }
    *done = !w->cut_short;
}

static uint32_t nth_ready(const bustle_world *w, uint32_t n) {
    const uint32_t place = w->ready_first + n;
    return w->ready[place < w->ready_capacity ? place : place - w->ready_capacity];
}

static uint32_t take_first(bustle_world *w) {
    const uint32_t slot = w->ready[w->ready_first];
    w->ready_first = w->ready_first + 1 == w->ready_capacity ? 0 : w->ready_first + 1;
    w->ready_count--;
    if (w->ready_count >= ROW_AHEAD) {
        prefetch_row(w, nth_ready(w, ROW_AHEAD - 1));
        prefetch_frame(w, nth_ready(w, PARTIES_AHEAD - 1));
        prefetch_context(w, nth_ready(w, CONTEXT_AHEAD - 1));
    }
    return slot;
}

/* Takes the next of those that were ready when the phase began; false: there is none. */
static bool next_turn(bustle_world *w) {
    while (w->decisions_left > 0 && w->ready_count > 0) {
        const uint32_t slot = take_first(w);
        npc *self = npc_at(w, slot);
        self->e.flags &= (uint16_t)~NPC_QUEUED;
        if (self->e.spawn == 0) {
            w->zombies--;
            bsl_rows_free(w, slot);
            continue;
        }
        w->decisions_left--;
        w->turn = (turn){.slot = slot};
        return true;
    }
    return false;
}

/* False: no memory. A turn counts as an ending does. */
static bool make_decisions(bustle_world *w, const budget *b) {
    while (carry_out_shouts(w)) {
        if (w->cut_short || (w->turn.slot == NOBODY && !next_turn(w))) {
            return true;
        }
        if (!bsl_turn_take(w)) {
            return false;
        }
        count_work(w, b);
    }
    return false;
}

static void begin_decisions(bustle_world *w, int32_t batch) {
    const uint32_t living = w->ready_count - w->zombies;
    w->decisions_left = batch >= 0 && (uint32_t)batch < living ? (uint32_t)batch : living;
    w->phase = PHASE_DECISIONS;
}

/* An update that ran out of memory goes on with the phase that it was in. */
static bustle_status run_phases(
    bustle_world *w, const bustle_update_options *options, const budget *b) {
    if (w->phase == PHASE_WATCH) {
        if (w->watching) {
            bsl_environment_refresh_watched(w);
            if (bsl_interruption_watch(w) != BUSTLE_OK) {
                return BUSTLE_NO_MEMORY;
            }
        }
        w->phase = PHASE_ROLES;
    }
    if (w->phase == PHASE_ROLES) {
        if (w->has_roles && !bsl_role_watch(w)) {
            return BUSTLE_NO_MEMORY;
        }
        w->phase = PHASE_PLANS;
    }
    if (w->phase == PHASE_PLANS) {
        if (!handle_plans(w, b) || !bsl_timer_collect(w)) {
            return BUSTLE_NO_MEMORY;
        }
        w->phase = PHASE_ENDINGS;
    }
    if (w->phase == PHASE_ENDINGS) {
        bool done = false;
        if (!handle_endings(w, b, &done)) {
            return BUSTLE_NO_MEMORY;
        }
        if (done && w->mail.waiting > 0) {
            handle_kept(w, b, &done);
        }
        if (done && w->scene_count > 0) {
            handle_limits(w, b, &done);
        }
        w->endings_done = done;
        w->phase = PHASE_CUES;
    }
    if (w->phase == PHASE_CUES) {
        if (w->beats != NULL && !bsl_cue_call_up(w, w->before)) {
            return BUSTLE_NO_MEMORY;
        }
        begin_decisions(w, w->endings_done ? options->batch : 0);
    }
    return make_decisions(w, b) ? BUSTLE_OK : BUSTLE_NO_MEMORY;
}

#define LATEST_MS (INT64_C(1) << 60) /* so that no sum of times overflows */

static const bustle_update_options defaults = {.batch = -1, .budget_us = -1};

bustle_update_options bustle_default_update_options(void) {
    return defaults;
}

bustle_status bustle_world_update(
    bustle_world *w, int64_t now, const bustle_update_options *options) {
    options = options == NULL ? &defaults : options;
    if (w == NULL || now > LATEST_MS || options->portion < 0) {
        return BUSTLE_BAD_ARGUMENT;
    }
    if (w->mode != MODE_OPEN && (w->mode != MODE_UPDATE || now != w->now)) {
        return BUSTLE_BUSY;
    }
    if (now < w->now) {
        return BUSTLE_TIME_BACKWARDS;
    }
    if (w->mode == MODE_OPEN) {
        w->mode = MODE_UPDATE;
        w->before = w->now;
        w->now = now;
        w->updates++;
        w->portion = 0;
        w->cut_short = false;
        w->phase = PHASE_WATCH;
    }
    const budget b = {
        options->budget_us, options->budget_us < 0 ? 0 : clock_us(w), options->portion};
    const bustle_status status = run_phases(w, options, &b);
    if (status == BUSTLE_OK) {
        w->phase = PHASE_NONE;
        bsl_event_deliver(w);
    }
    return status;
}
