/* What was measured, as one JSON object. */
#include <inttypes.h>
#include <stdio.h>

#include "bustle.h"
#include "report.h"
#include "required.h"

static const char *truth(bool value) {
    return value ? "true" : "false";
}

/* What comes before an entry of a list. */
static const char *comma(size_t i) {
    return i == 0 ? "" : ", ";
}

static void print_spread(const char *key, spread s) {
    printf(", \"%s\": {\"mean\": %.7g, \"deviation\": %.7g}", key, s.mean, s.deviation);
}

static void print_times(size_t i, uint32_t npcs, const char *side, const frame_times *t) {
    printf("%s{\"npcs\": %" PRIu32 ", \"side\": \"%s\"", comma(i), npcs, side);
    print_spread("average_us", t->average_us);
    print_spread("p50_us", t->p50_us);
    print_spread("p99_us", t->p99_us);
    print_spread("frame_share", t->share);
    printf("}");
}

static void print_frames(const bench_results *results) {
    printf("\"frames\": {\"warm_up_s\": %d, \"measured_s\": %d, \"runs\": %d, \"times\": [",
        FRAME_WARM_UP, FRAME_MEASURED, FRAME_RUNS);
    for (size_t i = 0; i < results->frame_count; i++) {
        const frame_row *row = &results->frames[i];
        print_times(i, row->npcs, "core", &row->core);
        print_times(1, row->npcs, "plain", &row->plain);
    }
    printf("], \"decide\": [");
    for (size_t i = 0; i < results->frame_count; i++) {
        const frame_row *row = &results->frames[i];
        printf("%s{\"npcs\": %" PRIu32, comma(i), row->npcs);
        print_spread("turns_per_update", row->turns);
        printf(", \"most_least\": %" PRIu32 ", \"most_greatest\": %" PRIu32 "}",
            row->most_turns_least, row->most_turns_greatest);
    }
    printf("]}");
}

static void print_compared(const bench_results *results) {
    printf("\"compared\": [");
    for (size_t i = 0; i < results->compared_count; i++) {
        const comparison *c = &results->compared[i];
        printf("%s{\"npcs\": %" PRIu32 ", \"starts\": %" PRIu64 ", \"core_hash\": \"%08" PRIx32
               "\", \"plain_hash\": \"%08" PRIx32 "\"",
            comma(i), c->npcs, c->starts, c->core_hash, c->plain_hash);
        if (c->core_hash == c->plain_hash) {
            printf(", \"core_ns_per_start\": %.1f, \"plain_ns_per_start\": %.1f, \"ratio\": %.2f",
                c->core_ns, c->plain_ns, c->ratio);
        }
        printf("}");
    }
    printf("]");
}

static void print_alone(const bench_results *results) {
    printf("\"core\": [");
    for (size_t i = 0; i < results->alone_count; i++) {
        const measurement *m = &results->alone[i];
        printf("%s{\"npcs\": %" PRIu32 ", \"ns_per_start\": %.1f, \"growth\": %.3f, "
               "\"plain_units\": %.4f, "
               "\"ns_per_update\": %.1f, \"frame_share\": %.6f, \"bytes_per_npc\": %.1f, "
               "\"starts\": %" PRIu64 ", \"updates\": %" PRIu64 ", \"allocations\": %" PRIu64
               ", \"halted\": %" PRIu32 ", \"save_ms\": %.3f, \"load_ms\": %.3f, "
               "\"saved_bytes_per_npc\": %.1f}",
            comma(i), m->npcs, m->start_ns, m->growth, m->units, m->update_ns, m->frame_share,
            m->bytes_per_npc, m->starts, m->updates, m->allocations, m->halted, m->save_ms,
            m->load_ms, m->saved_per_npc);
    }
    printf("]");
}

static void print_limits(const bench_results *results) {
    const budget_figures *b = &results->budget;
    const floor_figures *f = &results->floor;
    printf("\"budget\": {\"npcs\": %" PRIu32 ", \"budget_us\": %" PRId64 ", \"updates\": %" PRIu64
           ", \"cut_short\": %" PRIu64
           ", \"average_us\": %.1f, \"longest_us\": %.1f, \"step_us\": %.2f, "
           "\"waits\": %" PRIu64 ", \"p50_wait_ms\": %.1f, \"p99_wait_ms\": %.1f, "
           "\"longest_wait_ms\": %.1f}, ",
        b->npcs, b->budget_us, b->updates, b->cut_short, b->average_us, b->longest_us, b->step_us,
        b->waits, b->p50_wait_ms, b->p99_wait_ms, b->longest_wait_ms);
    printf("\"floor\": {\"rows\": %" PRIu32
           ", \"row_bytes\": %d, \"lines\": %d, \"candidates\": %d, \"ahead\": %d, "
           "\"plain_ns\": %.1f, \"prefetched_ns\": %.1f",
        f->rows, FLOOR_ROW, FLOOR_LINES, FLOOR_CANDIDATES, FLOOR_AHEAD, f->plain_ns,
        f->prefetched_ns);
    if (f->huge_ns > 0) {
        printf(", \"huge_pages_ns\": %.1f", f->huge_ns);
    }
    printf("}, ");
}

static void print_crowd(const char *key, const crowd_figures *c) {
    printf("\"%s\": {\"npcs\": %" PRIu32 ", \"updates\": %" PRIu64
           ", \"average_ms\": %.4f, \"p99_ms\": %.4f, \"longest_ms\": %.3f, \"starts\": %" PRIu64
           ", \"joins\": %" PRIu64 ", \"adopts\": %" PRIu64 ", \"allocations\": %" PRIu64
           ", \"bytes\": %" PRIu64 "}, ",
        key, c->npcs, c->updates, c->average_ms, c->p99_ms, c->longest_ms, c->starts, c->joins,
        c->adopts, c->allocations, c->bytes);
}

static void print_required(const bench_results *results) {
    requirement list[MAX_REQUIREMENTS];
    size_t count = requirements(results, list);
    printf("\"required\": [");
    for (size_t i = 0; i < count; i++) {
        printf("%s{\"what\": \"%s\", \"npcs\": %" PRIu32
               ", \"figure\": %.2f, \"%s\": %.4g, \"met\": %s}",
            comma(i), list[i].what, list[i].npcs, list[i].figure,
            list[i].at_least ? "at_least" : "at_most", list[i].limit, truth(is_met(&list[i])));
    }
    printf("]");
}

void report_json(const bench_plan *plan, const bench_results *results) {
    printf("{\"version\": \"%s\", \"quick\": %s, \"same_decisions\": %s, ", bustle_version(),
        truth(plan->quick), truth(decisions_agree(results)));
    print_frames(results);
    printf(", ");
    print_compared(results);
    printf(", ");
    print_alone(results);
    printf(", ");
    print_limits(results);
    print_crowd("crowd", &results->crowd);
    print_crowd("pairs", &results->pairs);
    print_crowd("town", &results->town);
    print_crowd("days", &results->days);
    print_required(results);
    puts("}");
}
