/* Measures updates with a budget. The event of a start says when the action is due; the event of
 * the next start says how late the NPC was. */
#include "budget.h"

#include <stdlib.h>

#include "bustle_side.h"
#include "figures.h"
#include "stopwatch.h"

/* The longest action of the market ends within this time, so that all due times are known. */
enum { LONGEST_ACTION = 11 };

/* An update that was away from the processor for longer tells nothing of the length of steps. */
static const int64_t undisturbed_ns = 5000;

typedef struct waiting {
    int64_t *due; /* of each entity, by spawn number; 0: not known */
    double *waits; /* in ms */
    size_t count, capacity;
} waiting;

static bool keep_wait(waiting *w, double ms) {
    if (w->count == w->capacity) {
        const size_t capacity = w->capacity == 0 ? 4096 : w->capacity * 2;
        double *grown = realloc(w->waits, capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        w->waits = grown;
        w->capacity = capacity;
    }
    w->waits[w->count++] = ms;
    return true;
}

static bool read_events(waiting *w, bustle_world *world, bool measured) {
    size_t count = 0;
    const bustle_event *events = bustle_world_events(world, &count);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        const bustle_event *e = &events[i];
        if (e->kind != BUSTLE_EVENT_START) {
            continue;
        }
        int64_t *due = &w->due[bustle_entity_spawn_number(e->npc)];
        if (measured && *due > 0) {
            ok = keep_wait(w, (double)(e->time - *due));
        }
        *due = e->time + e->duration_ms;
    }
    return ok;
}

/* Those who are due and have not started anything have waited at least until now. */
static bool keep_open_waits(waiting *w, size_t entities, int64_t now) {
    bool ok = true;
    for (size_t i = 1; ok && i < entities; i++) {
        if (w->due[i] > 0 && w->due[i] < now) {
            ok = keep_wait(w, (double)(now - w->due[i]));
        }
    }
    return ok;
}

static bool learn_due_times(bench_town *town, waiting *w) {
    bool ok = true;
    for (uint32_t i = 0; ok && i < LONGEST_ACTION * STEPS_PER_SECOND; i++) {
        ok = town_update(town) && read_events(w, bustle_side_world(town->world), false);
    }
    return ok;
}

static bool update_within(bench_town *town, budget_figures *f) {
    int64_t step = 0;
    const int64_t wall = wall_ns();
    const int64_t start = processor_ns();
    const bool ok =
        bustle_side_update_within(town->world, scenario_time(town->updates++), f->budget_us, &step);
    const int64_t taken = processor_ns() - start;
    const int64_t away = wall_ns() - wall - taken;
    const double us = (double)taken / 1e3;
    f->average_us += us;
    f->longest_us = us > f->longest_us ? us : f->longest_us;
    if (away < undisturbed_ns && (double)step / 1e3 > f->step_us) {
        f->step_us = (double)step / 1e3;
    }
    bustle_stats stats;
    if (bustle_world_stats(bustle_side_world(town->world), &stats) == BUSTLE_OK &&
        stats.cut_short) {
        f->cut_short++;
    }
    f->updates++;
    return ok;
}

bool measure_budget(
    bench_town *town, int64_t budget_us, uint32_t seconds, budget_figures *figures) {
    const size_t entities = (size_t)town->npcs + scenario_props(town->npcs) + 1;
    waiting w = {.due = calloc(entities, sizeof *w.due)};
    *figures = (budget_figures){.npcs = town->npcs, .budget_us = budget_us};
    bool ok = w.due != NULL && learn_due_times(town, &w);
    for (uint32_t i = 0; ok && i < seconds * STEPS_PER_SECOND; i++) {
        ok = update_within(town, figures) && read_events(&w, bustle_side_world(town->world), true);
    }
    ok = ok && keep_open_waits(&w, entities, bustle_world_now(bustle_side_world(town->world)));
    if (ok && w.count > 0) {
        figures->waits = w.count;
        figures->average_us /= (double)figures->updates;
        figures->p50_wait_ms = percentile_of(w.waits, w.count, 50);
        figures->p99_wait_ms = percentile_of(w.waits, w.count, 99);
        figures->longest_wait_ms = w.waits[w.count - 1];
    }
    free(w.waits);
    free(w.due);
    return ok;
}
