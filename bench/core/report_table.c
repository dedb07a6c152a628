/* What was measured, as tables. */
#include <inttypes.h>
#include <stdio.h>

#include "bustle.h"
#include "report.h"
#include "required.h"

/* 1,000,000 */
static const char *grouped(uint64_t number, char *text, size_t size) {
    char digits[32];
    int count = snprintf(digits, sizeof digits, "%" PRIu64, number);
    size_t used = 0;
    for (int i = 0; i < count && used + 2 < size; i++) {
        if (i > 0 && (count - i) % 3 == 0) {
            text[used++] = ',';
        }
        text[used++] = digits[i];
    }
    text[used] = '\0';
    return text;
}

/* Mean and standard deviation. */
static const char *spread_text(spread s, char *text, size_t size) {
    snprintf(text, size, "%.2f (%.2f)", s.mean, s.deviation);
    return text;
}

static void print_frame_times(uint32_t npcs, const char *side, const frame_times *t) {
    char average[32];
    char p50[32];
    char p99[32];
    printf("%10" PRIu32 "  %-6s %18s %18s %18s   %8.4f (%.4f) %%\n", npcs, side,
        spread_text(t->average_us, average, sizeof average),
        spread_text(t->p50_us, p50, sizeof p50), spread_text(t->p99_us, p99, sizeof p99),
        t->share.mean * 100, t->share.deviation * 100);
}

static void print_frames(const bench_results *results) {
    char turns[32];
    printf("Single updates of %d s after %d s of warm-up, %d runs: mean (standard deviation), in "
           "us:\n",
        FRAME_MEASURED, FRAME_WARM_UP, FRAME_RUNS);
    printf("%10s  %-6s %18s %18s %18s   %s\n", "NPCs", "", "average", "P50", "P99", "of a frame");
    for (size_t i = 0; i < results->frame_count; i++) {
        const frame_row *row = &results->frames[i];
        print_frame_times(row->npcs, "core", &row->core);
        print_frame_times(row->npcs, "plain", &row->plain);
    }
    puts("\nNPCs that decide in an update:");
    printf("%10s %18s   %s\n", "NPCs", "average", "most, in each run");
    for (size_t i = 0; i < results->frame_count; i++) {
        const frame_row *row = &results->frames[i];
        printf("%10" PRIu32 " %18s   %" PRIu32 " to %" PRIu32 "\n", row->npcs,
            spread_text(row->turns, turns, sizeof turns), row->most_turns_least,
            row->most_turns_greatest);
    }
}

static void print_comparison(const bench_results *results) {
    char number[32];
    char other[32];
    puts("\nAgainst the plain implementation of the same rules, time per started action:");
    printf("%10s %12s %12s %10s   %s\n", "NPCs", "core", "plain", "ratio", "same decisions");
    for (size_t i = 0; i < results->compared_count; i++) {
        const comparison *c = &results->compared[i];
        if (c->core_hash != c->plain_hash) {
            printf("%10s %12s %12s %10s   no: hash %08" PRIx32 ", plain %08" PRIx32 "\n",
                grouped(c->npcs, number, sizeof number), "-", "-", "-", c->core_hash,
                c->plain_hash);
            continue;
        }
        printf("%10s %9.3f us %9.3f us %10.1f   yes: hash %08" PRIx32 " after %s starts\n",
            grouped(c->npcs, number, sizeof number), c->core_ns / 1e3, c->plain_ns / 1e3, c->ratio,
            c->core_hash, grouped(c->starts, other, sizeof other));
    }
}

static void print_alone(const bench_results *results) {
    char number[32];
    char other[32];
    puts("\nThe core alone, warm:");
    printf("%10s %12s %8s %13s %11s %10s %12s %8s\n", "NPCs", "a start", "growth", "an update",
        "of a frame", "bytes/NPC", "allocations", "halted");
    for (size_t i = 0; i < results->alone_count; i++) {
        const measurement *m = &results->alone[i];
        printf("%10s %9.3f us %8.2f %10.3f us %10.3f%% %10.1f %12s %8" PRIu32 "\n",
            grouped(m->npcs, number, sizeof number), m->start_ns / 1e3, m->growth,
            m->update_ns / 1e3, m->frame_share * 100, m->bytes_per_npc,
            grouped(m->allocations, other, sizeof other), m->halted);
    }

    puts("\nSaving and loading all of it:");
    printf("%10s %12s %12s %10s\n", "NPCs", "save", "load", "bytes/NPC");
    for (size_t i = 0; i < results->alone_count; i++) {
        const measurement *m = &results->alone[i];
        printf("%10s %9.3f ms %9.3f ms %10.1f\n", grouped(m->npcs, number, sizeof number),
            m->save_ms, m->load_ms, m->saved_per_npc);
    }
}

static void print_floor_row(const char *what, double ns, double start_ns) {
    if (ns > 0) {
        printf("%30s %8.0f ns   a start is %.1f times that\n", what, ns, start_ns / ns);
    }
}

static void print_limits(const bench_results *results) {
    char number[32];
    const budget_figures *b = &results->budget;
    const floor_figures *f = &results->floor;
    const double start_ns = results->alone[results->alone_count - 1].start_ns;
    printf("\nWith a budget of %" PRId64 " us an update, %s NPCs:\n", b->budget_us,
        grouped(b->npcs, number, sizeof number));
    printf("%30s %8.0f us   longest %.0f us; the longest step of an NPC %.1f us\n", "an update",
        b->average_us, b->longest_us, b->step_us);
    printf(
        "%30s %8" PRIu64 "      of %" PRIu64 " updates\n", "cut short", b->cut_short, b->updates);
    printf("%30s %8.0f ms   P50; P99 %.0f ms, longest %.0f ms of game time\n",
        "an NPC waits for its turn", b->p50_wait_ms, b->p99_wait_ms, b->longest_wait_ms);

    printf(
        "\nThe floor: %d cache lines of one of %s rows of %d bytes, and one of each of %d others, "
        "touched at random:\n",
        FLOOR_LINES, grouped(f->rows, number, sizeof number), FLOOR_ROW, FLOOR_CANDIDATES);
    print_floor_row("plain", f->plain_ns, start_ns);
    print_floor_row("prefetched, 8 ahead", f->prefetched_ns, start_ns);
    print_floor_row("and in huge pages", f->huge_ns, start_ns);
}

static void print_crowd(const crowd_figures *c, const char *who) {
    char number[32];
    printf("\n%s NPCs %s:\n", grouped(c->npcs, number, sizeof number), who);
    printf("%30s %8.3f ms   P99 %.3f ms, longest %.2f ms; %" PRIu64 " allocations\n", "an update",
        c->average_ms, c->p99_ms, c->longest_ms, c->allocations);
    if (c->joins > 0) {
        printf("%30s %8.1f      in an update\n", "join a scene",
            (double)c->joins / (double)c->updates);
    }
    if (c->adopts > 0) {
        printf("%30s %8.2f      in an update, of %.2f starts; %.1f MB\n", "take an offer",
            (double)c->adopts / (double)c->updates, (double)c->starts / (double)c->updates,
            (double)c->bytes / 1e6);
    }
}

static void print_required(const bench_results *results) {
    char number[32];
    requirement list[MAX_REQUIREMENTS];
    size_t count = requirements(results, list);
    puts("\nRequired:");
    for (size_t i = 0; i < count; i++) {
        printf("%30s at %9s NPCs: %8.1f, %s %.4g: %s\n", list[i].what,
            grouped(list[i].npcs, number, sizeof number), list[i].figure,
            list[i].at_least ? "at least" : "at most", list[i].limit,
            is_met(&list[i]) ? "met" : "NOT met");
    }
}

void report_table(const bench_plan *plan, const bench_results *results) {
    printf("bustle %s, a market: %d props for every %d NPCs in a block of %d x %d, %d updates a "
           "second%s\n\n",
        bustle_version(), PROPS_PER_BLOCK, NPCS_PER_BLOCK, BLOCK_SIZE, BLOCK_SIZE, STEPS_PER_SECOND,
        plan->quick ? " (quick: fewer and smaller rounds)" : "");
    print_frames(results);
    print_comparison(results);
    print_alone(results);
    print_limits(results);
    print_crowd(&results->crowd, "who act, each with a cue that is tested once a second");
    print_crowd(&results->pairs, "who pair off in scenes of three phases, again and again");
    print_crowd(&results->town,
        "in a town of 15,200 things that offer something, 980 areas and 38,000 links");
    print_crowd(&results->days, "who go to work by their plans within an hour of the clock");
    print_required(results);
}
