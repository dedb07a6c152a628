/* bench_parts: what the parts of an update cost, call by call, in a market of 200 NPCs. watched.c
 * stands between the core's files, watch.c takes the times. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bustle.h"
#include "figures.h"
#include "frames.h"
#include "parts.h"
#include "town.h"

enum { NPCS = 200, REPETITIONS = 5, MOST_CALLS = 1 << 17 };

static const char *const keys[PARTS] = {
    [PART_UPDATE] = "update",
    [PART_TIMERS] = "timers",
    [PART_ENDING] = "ending",
    [PART_TURN] = "turn",
    [PART_TRANSITION] = "transition_selection",
    [PART_ACTION] = "action",
    [PART_SEARCH] = "target_search",
    [PART_TARGET] = "entity_selection",
    [PART_CONDITION] = "preconditions",
    [PART_RECORD] = "remembering",
    [PART_EVENT] = "event",
    [PART_DELIVERY] = "event_hand_over",
};

/* Those further in are called within the others. */
static const char *const names[PARTS] = {
    [PART_UPDATE] = "update",
    [PART_TIMERS] = "  timers that are due",
    [PART_ENDING] = "  ending of an action",
    [PART_TURN] = "  turn of an NPC: its steps",
    [PART_TRANSITION] = "    transition selection",
    [PART_ACTION] = "    action, started or not",
    [PART_SEARCH] = "      target search",
    [PART_TARGET] = "      entity selection",
    [PART_CONDITION] = "    preconditions",
    [PART_RECORD] = "    remembering",
    [PART_EVENT] = "    event, written",
    [PART_DELIVERY] = "  hand-over of the events",
};

static const char help[] =
    "usage: bench_parts [--json]\n"
    "\n"
    "Runs a market of 200 NPCs on the core, with a stopwatch around the functions that make up an\n"
    "update, and says how often each is called and what a call costs, the calls within it\n"
    "included.\n"
    "\n"
    "  --json  one JSON object instead of a table\n"
    "  --help  this text\n"
    "\n"
    "Exit status: 0 when it has measured, 1 when it could not, 2 for an unknown option.\n";

/* A part, over the runs. */
typedef struct part_figures {
    spread calls; /* in a run */
    spread total_us; /* of a run */
    spread ns; /* per call */
} part_figures;

/* The calls of every part, in every repetition of a run. */
static part_calls repeated[REPETITIONS][PARTS];

static bool prepare(void) {
    for (size_t i = 0; i < REPETITIONS; i++) {
        for (size_t part = 0; part < PARTS; part++) {
            part_calls *calls = &repeated[i][part];
            calls->capacity = MOST_CALLS;
            calls->ticks = malloc(MOST_CALLS * sizeof *calls->ticks);
            if (calls->ticks == NULL) {
                return false;
            }
        }
    }
    return true;
}

static void release(void) {
    for (size_t i = 0; i < REPETITIONS; i++) {
        for (size_t part = 0; part < PARTS; part++) {
            free(repeated[i][part].ticks);
        }
    }
}

static bool play(uint32_t run, part_calls *calls) {
    bench_town town;
    bool ok = open_town(&town, &bustle_side, NPCS, run) && town_run(&town, FRAME_WARM_UP);
    for (size_t part = 0; part < PARTS; part++) {
        calls[part].count = 0;
    }
    watch_calibrate();
    watched = calls;
    ok = ok && town_run(&town, FRAME_MEASURED);
    watched = NULL;
    close_town(&town);
    return ok;
}

/* Every call as often as the run was repeated: the decisions are the same, so that the median
 * leaves out what other programs did meanwhile. Negative: the repetitions differ, or there is no
 * room. */
static double total_ticks(enum part part) {
    const size_t count = repeated[0][part].count;
    double total = 0;
    for (size_t call = 0; call < count; call++) {
        double ticks[REPETITIONS];
        for (size_t i = 0; i < REPETITIONS; i++) {
            if (repeated[i][part].count != count || count > MOST_CALLS) {
                return -1;
            }
            ticks[i] = repeated[i][part].ticks[call];
        }
        total += median_of(ticks, REPETITIONS);
    }
    return total;
}

static bool measure_parts(part_figures *figures) {
    double calls[PARTS][FRAME_RUNS];
    double us[PARTS][FRAME_RUNS];
    double ns[PARTS][FRAME_RUNS];
    for (uint32_t run = 0; run < FRAME_RUNS; run++) {
        fprintf(stderr, "%9d NPCs, the parts of an update, run %" PRIu32 " of %d\n", NPCS, run + 1,
            FRAME_RUNS);
        for (uint32_t i = 0; i < REPETITIONS; i++) {
            if (!play(run, repeated[i])) {
                return false;
            }
        }
        for (size_t part = 0; part < PARTS; part++) {
            const uint64_t count = repeated[0][part].count;
            const double total = total_ticks((enum part)part) * watch_ns_per_tick();
            if (count == 0 || total < 0) {
                fprintf(stderr, "bench_parts: %s: not called, too often, or not repeatable\n",
                    keys[part]);
                return false;
            }
            calls[part][run] = (double)count;
            us[part][run] = total / 1e3;
            ns[part][run] = ns_per(total, count);
        }
    }
    for (size_t part = 0; part < PARTS; part++) {
        figures[part] = (part_figures){spread_of(calls[part], FRAME_RUNS),
            spread_of(us[part], FRAME_RUNS), spread_of(ns[part], FRAME_RUNS)};
    }
    return true;
}

static void report_table(const part_figures *figures) {
    printf("bustle %s, the parts of an update among %d NPCs, %d s after %d s of warm-up, %d runs: "
           "mean (standard deviation)\n\n",
        bustle_version(), NPCS, FRAME_MEASURED, FRAME_WARM_UP, FRAME_RUNS);
    printf("%-30s %16s %20s %18s\n", "", "calls", "all of them, us", "a call, ns");
    for (size_t part = 0; part < PARTS; part++) {
        const part_figures *f = &figures[part];
        printf("%-30s %9.0f (%4.0f) %12.1f (%5.1f) %10.1f (%5.1f)\n", names[part], f->calls.mean,
            f->calls.deviation, f->total_us.mean, f->total_us.deviation, f->ns.mean,
            f->ns.deviation);
    }
}

static void report_json(const part_figures *figures) {
    printf("{\"version\": \"%s\", \"npcs\": %d, \"runs\": %d, \"parts\": [", bustle_version(), NPCS,
        FRAME_RUNS);
    for (size_t part = 0; part < PARTS; part++) {
        const part_figures *f = &figures[part];
        printf("%s{\"part\": \"%s\", \"calls\": {\"mean\": %.1f, \"deviation\": %.1f}, "
               "\"total_us\": {\"mean\": %.2f, \"deviation\": %.2f}, "
               "\"ns_per_call\": {\"mean\": %.2f, \"deviation\": %.2f}}",
            part == 0 ? "" : ", ", keys[part], f->calls.mean, f->calls.deviation, f->total_us.mean,
            f->total_us.deviation, f->ns.mean, f->ns.deviation);
    }
    puts("]}");
}

int main(int argc, char **argv) {
    bool json = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            json = true;
        } else if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            return EXIT_SUCCESS;
        } else {
            fprintf(stderr, "bench_parts: no option '%s'; --help lists them\n", argv[i]);
            return 2;
        }
    }
    part_figures figures[PARTS];
    const bool ok = prepare() && measure_parts(figures);
    release();
    if (!ok) {
        return EXIT_FAILURE;
    }
    (json ? report_json : report_table)(figures);
    return EXIT_SUCCESS;
}
