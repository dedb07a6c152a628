/* bench_parts: what the parts of an update cost, call by call, in a market of 200 NPCs. watched.c
 * stands between the core's files, watch.c takes the times. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/figures.h"
#include "../core/frames.h"
#include "../core/town.h"
#include "bustle.h"
#include "parts.h"

enum { NPCS = 200, REPETITIONS = 11, MOST_CALLS = 1 << 15 };

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
    "usage: bench_parts [--json] [--quick]\n"
    "\n"
    "Runs a market of 200 NPCs on the core, with a stopwatch around the functions that make up an\n"
    "update, and prints how often each is called and what a call costs, including the calls\n"
    "within it.\n"
    "\n"
    "  --json   print one JSON object instead of a table\n"
    "  --quick  change nothing: the benchmark takes a second\n"
    "  --help   print this text\n"
    "\n"
    "Exit status: 0 when it has measured, 1 when it could not, 2 for an unknown option.\n";

/* A part, over the runs. */
typedef struct part_figures {
    spread calls; /* in a run */
    spread total_us; /* of a run */
    spread ns; /* per call */
} part_figures;

/* The calls of every part, in every repetition of every run. */
static part_calls played[FRAME_RUNS][REPETITIONS][PARTS];

static bool make_room(part_calls *calls) {
    calls->capacity = MOST_CALLS;
    calls->ticks = malloc(MOST_CALLS * sizeof *calls->ticks);
    return calls->ticks != NULL;
}

static bool play(uint32_t run, part_calls *calls) {
    bench_town town;
    bool ok = open_town(&town, &bustle_side, NPCS, run) && town_run(&town, FRAME_WARM_UP);
    for (size_t part = 0; part < PARTS; part++) {
        ok = ok && make_room(&calls[part]);
    }
    watch_calibrate();
    watched = calls;
    ok = ok && town_run(&town, FRAME_MEASURED);
    watched = NULL;
    close_town(&town);
    return ok;
}

/* The runs in turns, so that a slow spell of the machine meets all of them. */
static bool play_all(void) {
    fprintf(stderr, "%9d NPCs, the parts of an update\n", NPCS);
    bool ok = true;
    for (uint32_t i = 0; ok && i < REPETITIONS; i++) {
        for (uint32_t run = 0; ok && run < FRAME_RUNS; run++) {
            ok = play(run, played[run][i]);
        }
    }
    return ok;
}

static void release_all(void) {
    for (size_t run = 0; run < FRAME_RUNS; run++) {
        for (size_t i = 0; i < REPETITIONS; i++) {
            for (size_t part = 0; part < PARTS; part++) {
                free(played[run][i][part].ticks);
            }
        }
    }
}

/* Of all calls. Of every call the median is taken: the decisions are the same in each repetition,
 * so that what other programs did meanwhile is left out. Negative: the repetitions differ, or there
 * is no room for so many calls. */
static double total_ticks(uint32_t run, enum part part) {
    const size_t count = played[run][0][part].count;
    double total = 0;
    for (size_t call = 0; call < count; call++) {
        double ticks[REPETITIONS];
        for (size_t i = 0; i < REPETITIONS; i++) {
            const part_calls *calls = &played[run][i][part];
            if (calls->count != count || count > calls->capacity) {
                return -1;
            }
            ticks[i] = calls->ticks[call];
        }
        total += median_of(ticks, REPETITIONS);
    }
    return total;
}

static bool measure_part(enum part part, part_figures *figures) {
    double calls[FRAME_RUNS];
    double us[FRAME_RUNS];
    double ns[FRAME_RUNS];
    for (uint32_t run = 0; run < FRAME_RUNS; run++) {
        const uint64_t count = played[run][0][part].count;
        const double total = total_ticks(run, part) * watch_ns_per_tick();
        if (count == 0 || total < 0) {
            fprintf(
                stderr, "bench_parts: %s: not called, too often, or not repeatable\n", keys[part]);
            return false;
        }
        calls[run] = (double)count;
        us[run] = total / 1e3;
        ns[run] = ns_per(total, count);
    }
    *figures = (part_figures){
        spread_of(calls, FRAME_RUNS), spread_of(us, FRAME_RUNS), spread_of(ns, FRAME_RUNS)};
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
    printf("{\"version\": \"%s\", \"npcs\": %d, \"measured_s\": %d, \"runs\": %d, \"parts\": [",
        bustle_version(), NPCS, FRAME_MEASURED, FRAME_RUNS);
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
        } else if (strcmp(argv[i], "--quick") != 0) {
            fprintf(stderr, "bench_parts: no option '%s'; --help lists them\n", argv[i]);
            return 2;
        }
    }
    part_figures figures[PARTS];
    bool ok = play_all();
    for (size_t part = 0; ok && part < PARTS; part++) {
        ok = measure_part((enum part)part, &figures[part]);
    }
    release_all();
    if (!ok) {
        return EXIT_FAILURE;
    }
    (json ? report_json : report_table)(figures);
    return EXIT_SUCCESS;
}
