/* The stopwatch of the parts. Calls lie within each other: what watching the inner ones cost is
 * taken off the outer ones' times. */
#include "parts.h"

#include "../core/figures.h"
#include "../core/stopwatch.h"

part_calls *watched;

enum { TRIALS = 20001 };

static uint64_t spent_watching; /* ticks, so far, as seen from outside */
static uint64_t cost_within; /* of what a watch measures when nothing happens */
static uint64_t cost_of_all; /* of a watch, for those around it */
static double ns_per_tick = 1.0;

static uint64_t ticks(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    return __builtin_ia32_rdtsc();
#else
    return (uint64_t)wall_ns();
#endif
}

uint64_t watch_begin(void) {
    return ticks() - spent_watching;
}

void watch_end(enum part part, uint64_t begun) {
    const uint64_t taken = ticks() - spent_watching - begun;
    part_calls *calls = &watched[part];
    if (calls->count < calls->capacity) {
        const uint64_t net = taken > cost_within ? taken - cost_within : 0;
        calls->ticks[calls->count] = net < UINT32_MAX ? (uint32_t)net : UINT32_MAX;
    }
    calls->count++;
    spent_watching += cost_of_all;
}

void watch_calibrate(void) {
    static uint32_t inner[TRIALS];
    static double sorted[TRIALS];
    part_calls trial[PARTS] = {[PART_UPDATE] = {inner, 0, TRIALS}};
    part_calls *before = watched;
    watched = trial;
    cost_within = 0;
    cost_of_all = 0;
    const int64_t start_ns = wall_ns();
    const uint64_t start = ticks();
    for (size_t i = 0; i < TRIALS; i++) {
        const uint64_t outer = ticks();
        const uint64_t begun = watch_begin();
        watch_end(PART_UPDATE, begun);
        sorted[i] = (double)(ticks() - outer);
    }
    ns_per_tick = (double)(wall_ns() - start_ns) / (double)(ticks() - start);
    const double around = median_of(sorted, TRIALS);
    for (size_t i = 0; i < TRIALS; i++) {
        sorted[i] = inner[i];
    }
    cost_within = (uint64_t)median_of(sorted, TRIALS);
    /* Reading the clock around it costs as much as reading it within. */
    cost_of_all = around > (double)cost_within ? (uint64_t)around - cost_within : 0;
    spent_watching = 0;
    watched = before;
}

double watch_ns_per_tick(void) {
    return ns_per_tick;
}
