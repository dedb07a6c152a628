/* A world: its making and its end. */
#include "world/world.h"
#include "decide/action.h"
#include "decide/interruption.h"
#include "decide/recovery.h"
#include "decide/timer.h"
#include "decide/turn.h"
#include "observe/event.h"
#include "observe/trace.h"
#include "reload/replaced.h"
#include "together/cue.h"
#include "together/encounter.h"
#include "world/environment.h"
#include "world/reserve.h"
#include "world/rows.h"
#include "world/space.h"

#include "base/hash.h"

#include <string.h>

bustle_world_def bustle_default_world_def(void) {
    return (bustle_world_def){.depth_limit = 16,
        .step_limit = 64,
        .queue_limit = 8,
        .activity_limit = 8,
        .failure_limit = 3,
        .restart_ms = 30000,
        .day_start_ms = -1};
}

static bool within(int32_t value, int32_t low, int32_t high) {
    return value >= low && value <= high;
}

static bool limits_ok(const bustle_world_def *def) {
    return within(def->depth_limit, 1, 255) && within(def->step_limit, 1, 65535) &&
        within(def->queue_limit, 0, 255) && within(def->activity_limit, 1, 255) &&
        within(def->failure_limit, 0, 255) && (unsigned)def->ending <= BUSTLE_ENDING_GAME &&
        (unsigned)def->metric <= BUSTLE_METRIC_MANHATTAN && bsl_clock_possible(def) &&
        (def->allocator == NULL || def->allocator->resize != NULL);
}

static void measure_cues(bustle_world *w, const definition *d) {
    for (uint32_t i = 0; d->npc && i <= count_of(w->content, BUSTLE_KIND_ROLE); i++) {
        const uint32_t count = w->content->personas[d->personas_at + i].cue_count;
        w->cue_limit = count > w->cue_limit ? count : w->cue_limit;
    }
}

static void measure_scene(bustle_world *w, const scene *s) {
    w->member_limit = s->members > w->member_limit ? s->members : w->member_limit;
    for (uint32_t i = 0; i < s->part_count; i++) {
        const scene_part *p = &w->content->parts[s->parts_at + i];
        const uint32_t finish = p->finish.count;
        const uint32_t broken = p->broken.count;
        w->effect_limit = finish > w->effect_limit ? finish : w->effect_limit;
        w->effect_limit = broken > w->effect_limit ? broken : w->effect_limit;
    }
}

static void measure_area(bustle_world *w, const definition *d) {
    const uint32_t most = d->enter.count > d->exit.count ? d->enter.count : d->exit.count;
    w->effect_limit = most > w->effect_limit ? most : w->effect_limit;
    w->has_nowhere = w->has_nowhere || d->position == BUSTLE_POSITION_NONE;
    w->has_queried = w->has_queried || d->position == BUSTLE_POSITION_QUERIED;
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
    for (uint32_t i = 0; i < count_of(c, BUSTLE_KIND_ROLE); i++) {
        const uint32_t enter = c->roles[i].enter.count;
        const uint32_t exit = c->roles[i].exit.count;
        w->effect_limit = enter > w->effect_limit ? enter : w->effect_limit;
        w->effect_limit = exit > w->effect_limit ? exit : w->effect_limit;
    }
    for (uint32_t i = 0; i < c->offer_count; i++) {
        const uint32_t adopt = c->offers[i].adopt.count;
        const uint32_t drop = c->offers[i].drop.count;
        w->effect_limit = adopt > w->effect_limit ? adopt : w->effect_limit;
        w->effect_limit = drop > w->effect_limit ? drop : w->effect_limit;
    }
    for (uint32_t i = 0; i < count_of(c, BUSTLE_KIND_ENTITY); i++) {
        measure_cues(w, &c->definitions[i]);
        measure_area(w, &c->definitions[i]);
    }
    for (uint32_t i = 0; i < count_of(c, BUSTLE_KIND_SCENE); i++) {
        measure_scene(w, &c->scenes[i]);
    }
    for (uint32_t i = 0; i < c->offer_count; i++) {
        const uint32_t adopt = c->offers[i].adopt.count;
        const uint32_t drop = c->offers[i].drop.count;
        w->offer_limit = adopt > w->offer_limit ? adopt : w->offer_limit;
        w->offer_limit = drop > w->offer_limit ? drop : w->offer_limit;
    }
    uint32_t ids = count_of(c, BUSTLE_KIND_ACTION);
    for (uint32_t i = 0; i < c->node_count; i++) {
        const uint32_t count = c->nodes[i].transition_count;
        w->option_capacity = count > w->option_capacity ? count : w->option_capacity;
    }
    ids = c->choice_count > ids ? c->choice_count : ids;
    w->id_width = ids <= 256 ? 1 : 2;
    w->raise_limit = c->max_raises;
    w->shout_limit = c->max_shouts;
    w->link_limit = c->max_links;
    w->send_limit = c->max_sends;
    for (uint32_t i = 0; i < count_of(c, BUSTLE_KIND_INTERRUPTION); i++) {
        w->watching = w->watching || c->interruptions[i].when.form != CODE_EMPTY;
    }
    w->watching = w->watching || c->roles_watch;
    w->has_roles = count_of(c, BUSTLE_KIND_ROLE) > 0;
    w->has_scenes = count_of(c, BUSTLE_KIND_SCENE) > 0;
    w->has_links = count_of(c, BUSTLE_KIND_LINK) > 0;
    w->has_areas = c->box_count > 0;
    w->has_offers = count_of(c, BUSTLE_KIND_OFFER) > 0;
    w->has_inboxes = count_of(c, BUSTLE_KIND_INBOX) > 0;
    w->has_meetings = count_of(c, BUSTLE_KIND_MEETING) > 0;
    w->has_ties =
        w->has_links || w->has_areas || w->has_offers || w->has_inboxes || w->has_meetings;
    w->has_plans = count_of(c, BUSTLE_KIND_PLAN) > 0;
    w->has_lives = w->has_roles || w->has_plans || c->cue_count > 0 || w->has_scenes ||
        w->has_offers || w->has_inboxes;
}

static size_t unwritable_size(const bustle_world *w) {
    const uint64_t pairs = (uint64_t)count_of(w->content, BUSTLE_KIND_ACTION) *
        count_of(w->content, BUSTLE_KIND_STATE);
    return (size_t)(pairs / 64 + 1) * sizeof(uint64_t);
}

static bool init_tables(bustle_world *w) {
    const uint32_t actions = count_of(w->content, BUSTLE_KIND_ACTION);
    const uint32_t functions = w->content->function_count;
    w->endings = actions == 0 ? NULL : bsl_heap_zeroed(&w->heap, actions * sizeof *w->endings);
    w->unwritable = bsl_heap_zeroed(&w->heap, unwritable_size(w));
    w->reported =
        functions == 0 ? NULL : bsl_heap_zeroed(&w->heap, functions * sizeof *w->reported);
    w->options = w->option_capacity == 0
        ? NULL
        : bsl_heap_zeroed(&w->heap, w->option_capacity * sizeof *w->options);
    return (actions == 0 || w->endings != NULL) && w->unwritable != NULL &&
        (functions == 0 || w->reported != NULL) && (w->option_capacity == 0 || w->options != NULL);
}

static void release(bustle_world *w) {
    bsl_rows_release(w);
    bsl_space_release(w);
    bsl_area_release(w);
    bsl_link_release(w);
    bsl_timer_release(w);
    bsl_shout_release(w);
    bsl_replaced_release(w);
    bsl_pool_release(&w->frames, &w->heap);
    bsl_pool_release(&w->claims, &w->heap);
    bsl_pool_release(&w->activities, &w->heap);
    bsl_pool_release(&w->queued, &w->heap);
    bsl_pool_release(&w->blocks, &w->heap);
    bsl_pool_release(&w->encounters, &w->heap);
    bsl_pool_release(&w->scenes, &w->heap);
    bsl_pool_release(&w->members, &w->heap);
    bsl_pool_release(&w->places, &w->heap);
    bsl_plan_release(w);
    bsl_inbox_release(w);
    bsl_cue_release(w);
    bsl_scene_release(w);
    bsl_pool_release(&w->cell_blocks, &w->heap);
    bsl_heap_free(&w->heap, w->environment,
        count_of(w->content, BUSTLE_KIND_ENVIRONMENT) * sizeof *w->environment);
    bsl_heap_free(
        &w->heap, w->watches, count_of(w->content, BUSTLE_KIND_INTERRUPTION) * sizeof *w->watches);
    bsl_heap_free(&w->heap, w->ready, w->ready_capacity * sizeof *w->ready);
    bsl_heap_free(&w->heap, w->pending.list, w->pending.capacity * sizeof *w->pending.list);
    bsl_heap_free(&w->heap, w->delivered.list, w->delivered.capacity * sizeof *w->delivered.list);
    bsl_heap_free(
        &w->heap, w->endings, count_of(w->content, BUSTLE_KIND_ACTION) * sizeof *w->endings);
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
    bsl_pool_init(&w->encounters, sizeof(encounter));
    bsl_pool_init(&w->scenes, sizeof(staged));
    bsl_pool_init(&w->members, sizeof(member));
    bsl_pool_init(&w->places, sizeof(holding));
    bsl_pool_init(&w->letters, sizeof(letter));
    bsl_pool_init(&w->errands, sizeof(errand));
    w->first_scene = POOL_NONE;
    w->last_scene = POOL_NONE;
    bsl_pool_init(&w->cell_blocks, sizeof(cell_block));
    bsl_area_init(w);
    bsl_timer_init(w);
    measure_content(w);
    bsl_clock_init(w);
    bsl_reserve_sum(w);
    if (bsl_rows_init(w) != BUSTLE_OK || !bsl_space_init(w) || !bsl_environment_init(w) ||
        !bsl_interruption_init(w) || !bsl_cue_init(w) || !bsl_plan_init(w) || !bsl_inbox_init(w) ||
        !init_tables(w) || !bsl_link_init(w) || !bsl_trace_init(w)) {
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

int64_t bustle_world_now(const bustle_world *w) {
    return w == NULL ? 0 : w->now;
}

bustle_content *bustle_world_content(const bustle_world *w) {
    return w == NULL ? NULL : w->content;
}
