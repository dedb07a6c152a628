/* A world: its making and end, and the cycle of an update (S36, S37). */
#include "world/world.h"

#include "base/clock.h"
#include "base/hash.h"

#include <string.h>

/* ---- Creation ---- */

bustle_world_def bustle_default_world_def(void) {
    return (bustle_world_def){.depth_limit = 16,
        .step_limit = 64,
        .queue_limit = 8,
        .activity_limit = 8,
        .failure_limit = 3,
        .restart_ms = 30000};
}

static bool within(int32_t value, int32_t low, int32_t high) {
    return value >= low && value <= high;
}

static bool limits_ok(const bustle_world_def *def) {
    return within(def->depth_limit, 1, 255) && within(def->step_limit, 1, 65535) &&
        within(def->queue_limit, 0, 255) && within(def->activity_limit, 1, 255) &&
        within(def->failure_limit, 0, 255) && (unsigned)def->ending <= BUSTLE_ENDING_GAME &&
        (def->allocator == NULL || def->allocator->resize != NULL);
}

/* What the parts of a reservation go by. */
static void measure_content(bustle_world *w) {
    const bustle_content *c = w->content;
    for (uint32_t i = 0; i < count_of(c, BUSTLE_KIND_ACTION); i++) {
        for (int list = 0; list < EFFECT_LISTS; list++) {
            const uint32_t count = c->actions[i].effects[list].count;
            w->effect_limit = count > w->effect_limit ? count : w->effect_limit;
        }
    }
    uint32_t ids = count_of(c, BUSTLE_KIND_ACTION);
    for (uint32_t i = 0; i < c->node_count; i++) {
        const uint32_t count = c->nodes[i].transition_count;
        w->option_capacity = count > w->option_capacity ? count : w->option_capacity;
    }
    ids = c->choice_count > ids ? c->choice_count : ids;
    w->id_width = ids <= 256 ? 1 : 2;
    w->raise_limit = c->max_raises;
    for (uint32_t i = 0; i < count_of(c, BUSTLE_KIND_INTERRUPTION); i++) {
        w->watching = w->watching || c->interruptions[i].when.form != CODE_EMPTY;
    }
}

static size_t unwritable_size(const bustle_world *w) {
    const uint64_t pairs = (uint64_t)count_of(w->content, BUSTLE_KIND_ACTION) *
        count_of(w->content, BUSTLE_KIND_STATE);
    return (size_t)(pairs / 64 + 1) * sizeof(uint64_t);
}

static bool init_tables(bustle_world *w) {
    const uint32_t functions = w->content->function_count;
    w->unwritable = bsl_heap_zeroed(&w->heap, unwritable_size(w));
    w->reported =
        functions == 0 ? NULL : bsl_heap_zeroed(&w->heap, functions * sizeof *w->reported);
    w->options = w->option_capacity == 0
        ? NULL
        : bsl_heap_zeroed(&w->heap, w->option_capacity * sizeof *w->options);
    return w->unwritable != NULL && (functions == 0 || w->reported != NULL) &&
        (w->option_capacity == 0 || w->options != NULL);
}

static void release(bustle_world *w) {
    bsl_rows_release(w);
    bsl_space_release(w);
    bsl_timer_release(w);
    bsl_replaced_release(w);
    bsl_pool_release(&w->frames, &w->heap);
    bsl_pool_release(&w->claims, &w->heap);
    bsl_pool_release(&w->activities, &w->heap);
    bsl_pool_release(&w->queued, &w->heap);
    bsl_pool_release(&w->blocks, &w->heap);
    bsl_pool_release(&w->cell_blocks, &w->heap);
    bsl_heap_free(&w->heap, w->environment,
        count_of(w->content, BUSTLE_KIND_ENVIRONMENT) * sizeof *w->environment);
    bsl_heap_free(
        &w->heap, w->watches, count_of(w->content, BUSTLE_KIND_INTERRUPTION) * sizeof *w->watches);
    bsl_heap_free(&w->heap, w->ready, w->ready_capacity * sizeof *w->ready);
    bsl_heap_free(&w->heap, w->pending.list, w->pending.capacity * sizeof *w->pending.list);
    bsl_heap_free(&w->heap, w->delivered.list, w->delivered.capacity * sizeof *w->delivered.list);
    bsl_heap_free(&w->heap, w->unwritable, unwritable_size(w));
    bsl_heap_free(&w->heap, w->reported, w->content->function_count * sizeof *w->reported);
    bsl_heap_free(&w->heap, w->options, w->option_capacity * sizeof *w->options);
    bsl_heap_free(&w->heap, w->option_ways, w->option_capacity * sizeof *w->option_ways);
    bustle_content_release(w->content);
    bsl_arena_free(&w->kept);
    heap h = w->heap;
    bsl_heap_free(&h, w, sizeof *w);
}

bustle_status bustle_world_create(
    bustle_content *content, const bustle_world_def *def, bustle_world **world) {
    if (content == NULL || def == NULL || world == NULL || !limits_ok(def)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    *world = NULL;
    heap h;
    bsl_heap_init(&h, def->allocator);
    bustle_world *w = bsl_heap_zeroed(&h, sizeof *w);
    if (w == NULL) {
        return BUSTLE_NO_MEMORY;
    }
    w->heap = h;
    bsl_arena_init(&w->kept, &w->heap, CACHE_LINE);
    w->content = content;
    bustle_content_retain(content);
    w->def = *def;
    w->def.allocator = NULL;
    w->hash = FNV_START;
    w->turn.slot = NOBODY;
    bsl_pool_init(&w->frames, sizeof(frame));
    bsl_pool_init(&w->claims, sizeof(claim_record));
    bsl_pool_init(&w->activities, sizeof(activity));
    bsl_pool_init(&w->queued, sizeof(queued_interruption));
    bsl_pool_init(&w->blocks, sizeof(block));
    bsl_pool_init(&w->cell_blocks, sizeof(cell_block));
    bsl_timer_init(w);
    measure_content(w);
    bsl_reserve_sum(w);
    if (bsl_rows_init(w) != BUSTLE_OK || !bsl_space_init(w) || !bsl_environment_init(w) ||
        !bsl_interruption_init(w) || !init_tables(w) || !bsl_trace_init(w)) {
        release(w);
        return BUSTLE_NO_MEMORY;
    }
    *world = w;
    return BUSTLE_OK;
}

void bustle_world_destroy(bustle_world *w) {
    if (w != NULL && (w->mode == MODE_OPEN || w->mode == MODE_UPDATE)) {
        release(w);
    }
}

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

/* After each ending and each turn. */
static bool used_up(bustle_world *w, const budget *b) {
    w->portion++;
    w->cut_short = (b->limit >= 0 && clock_us(w) - b->start >= b->limit) ||
        (b->portion > 0 && w->portion >= (uint64_t)b->portion);
    return w->cut_short;
}

/* ---- The update ---- */

/* What an NPC's turn will touch is fetched before it comes: first its row, then, when that is
 * there, what the row leads to. */
#define ROW_AHEAD 8u
#define SCENE_AHEAD 4u
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

/* When the frame on top is there: the one below it, and its target. */
static void prefetch_context(const bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    if (self->now.top == POOL_NONE) {
        return;
    }
    const frame *f = frame_at(w, self->now.top);
    if (f->below != POOL_NONE) {
        PREFETCH((f->where & FRAME_CLAIMS) != 0 ? (const void *)claim_at(w, f->below)
                                                : (const void *)frame_at(w, f->below));
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

static void prefetch_scene(const bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    prefetch_frame(w, slot);
    if (self->now.target != NOBODY) {
        PREFETCH(entity_at(w, self->now.target));
        prefetch_user(w, self->next_user);
        prefetch_user(w, self->previous_user);
    }
}

static void handle_ending(bustle_world *w, const item *due) {
    npc *self = npc_at(w, due->value);
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
    } else {
        bsl_recovery_restart(w, due->value);
    }
}

/* False: no memory. *done: everything due has been handled within the budget. */
static bool handle_endings(bustle_world *w, const budget *b, bool *done) {
    wheel *v = &w->wheel;
    *done = true;
    while (v->due_next < v->due_count) {
        const item due = v->due[v->due_next];
        if (v->due_next + ROW_AHEAD < v->due_count) {
            prefetch_row(w, v->due[v->due_next + ROW_AHEAD].value);
            prefetch_scene(w, v->due[v->due_next + SCENE_AHEAD].value);
        }
        if (!bsl_reserve(w, WORK_ENDING, definition_of(w, entity_at(w, due.value)), 0)) {
            return false;
        }
        v->due_next++;
        handle_ending(w, &due);
        if (used_up(w, b)) {
            *done = false;
            return true;
        }
    }
    return true;
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
        prefetch_frame(w, nth_ready(w, SCENE_AHEAD - 1));
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

static bool make_decisions(bustle_world *w, const budget *b) {
    while (w->turn.slot != NOBODY || next_turn(w)) {
        if (!bsl_turn_take(w)) {
            return false;
        }
        if (used_up(w, b)) {
            return true;
        }
    }
    return true;
}

static void begin_decisions(bustle_world *w, int32_t batch) {
    const uint32_t living = w->ready_count - w->zombies;
    w->decisions_left = batch >= 0 && (uint32_t)batch < living ? (uint32_t)batch : living;
    w->phase = PHASE_DECISIONS;
}

static bustle_status run_phases(
    bustle_world *w, const bustle_update_options *options, const budget *b) {
    if (w->phase == PHASE_WATCH) {
        if (w->watching) {
            bsl_environment_refresh_watched(w);
            if (bsl_interruption_watch(w) != BUSTLE_OK) {
                return BUSTLE_NO_MEMORY;
            }
        }
        if (!bsl_timer_collect(w)) {
            return BUSTLE_NO_MEMORY;
        }
        w->phase = PHASE_ENDINGS;
    }
    if (w->phase == PHASE_ENDINGS) {
        bool done = false;
        if (!handle_endings(w, b, &done)) {
            return BUSTLE_NO_MEMORY;
        }
        begin_decisions(w, done ? options->batch : 0);
    }
    return make_decisions(w, b) ? BUSTLE_OK : BUSTLE_NO_MEMORY;
}

#define LATEST_MS (INT64_C(1) << 60) /* so that no sum of times overflows */

bustle_update_options bustle_default_update_options(void) {
    return (bustle_update_options){.batch = -1, .budget_us = -1};
}

bustle_status bustle_world_update(
    bustle_world *w, int64_t now, const bustle_update_options *options) {
    const bustle_update_options defaults = bustle_default_update_options();
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

int64_t bustle_world_now(const bustle_world *w) {
    return w == NULL ? 0 : w->now;
}

bustle_content *bustle_world_content(const bustle_world *w) {
    return w == NULL ? NULL : w->content;
}
