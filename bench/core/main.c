/* bench_core: how fast the core is, and how much faster than a plain implementation of the same
 * rules. Reads the options; measure.c measures, report_table.c and report_json.c print. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "report.h"

static const bench_plan full_plan = {
    .framed = {50, 100, 150, 200},
    .compared = {200, 5000},
    .alone = {1000, 10000, 100000, 1000000},
    .warm_up = 110,
    .rounds = 7,
    .compared_span = 50000,
    .alone_span = 600000,
    .budget_seconds = 30,
    .crowd = 100000,
    .crowd_seconds = 20,
    .pairs = 10000,
    .pairs_seconds = 30,
    .town_seconds = 120,
    .planned = 100000,
};

static const bench_plan quick_plan = {
    .quick = true,
    .framed = {50, 100, 150, 200},
    .compared = {200, 5000},
    .alone = {1000, 10000, 100000},
    .warm_up = 20,
    .rounds = 3,
    .compared_span = 50000,
    .alone_span = 600000,
    .budget_seconds = 10,
    .crowd = 10000,
    .crowd_seconds = 5,
    .pairs = 10000,
    .pairs_seconds = 5,
    .town_seconds = 30,
    .planned = 10000,
};

static const char help[] =
    "usage: bench_core [--json] [--quick]\n"
    "\n"
    "Runs a market of NPCs on the core and on a plain implementation of the same rules, update by\n"
    "update and on average, and the core alone at growing sizes, with a time budget, with cues\n"
    "and with scenes. Prints the figures, what memory alone would cost, and whether the required\n"
    "figures are met.\n"
    "\n"
    "  --json   print one JSON object instead of tables\n"
    "  --quick  use smaller sizes and shorter rounds\n"
    "  --help   print this text\n"
    "\n"
    "Exit status: 0 when it has measured, whatever the figures; 1 when it could not, or when the\n"
    "two implementations decided differently, so that there is nothing to compare; 2 for an\n"
    "unknown option.\n";

int main(int argc, char **argv) {
    bool json = false;
    const bench_plan *plan = &full_plan;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            json = true;
        } else if (strcmp(argv[i], "--quick") == 0) {
            plan = &quick_plan;
        } else if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            return EXIT_SUCCESS;
        } else {
            fprintf(stderr, "bench_core: no option '%s'; --help lists them\n", argv[i]);
            return 2;
        }
    }
    bench_results results;
    if (!measure(plan, &results)) {
        return EXIT_FAILURE;
    }
    if (json) {
        report_json(plan, &results);
    } else {
        report_table(plan, &results);
    }
    if (!decisions_agree(&results)) {
        fputs("bench_core: the two implementations decided differently: no ratio\n", stderr);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
