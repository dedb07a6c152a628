/* Tables and JSON, and what is required of the figures. */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>

#include "bustle.h"

/* A figure that the core has to reach, and what it reached. */
typedef struct requirement {
    const char *what; /* key in JSON */
    double figure, limit;
    uint32_t npcs;
    bool at_least; /* else at most */
} requirement;

enum { MAX_REQUIREMENTS = 3 * MAX_SIZES };

static size_t requirements(const bench_results *results, requirement *list);

static bool met(const requirement *r) {
    return r->at_least ? r->figure >= r->limit : r->figure <= r->limit;
}

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

void report_table(const bench_plan *plan, const bench_results *results) {
    char number[32];
    char other[32];
    printf("bustle %s, a market: %d props for every %d NPCs in a block of %d x %d, %d updates a "
           "second%s\n\n",
        bustle_version(), PROPS_PER_BLOCK, NPCS_PER_BLOCK, BLOCK_SIZE, BLOCK_SIZE, STEPS_PER_SECOND,
        plan->quick ? " (quick: fewer and smaller rounds)" : "");

    puts("Against the plain implementation of the same rules, time per started action:");
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

    puts("\nRequired:");
    requirement list[MAX_REQUIREMENTS];
    size_t count = requirements(results, list);
    for (size_t i = 0; i < count; i++) {
        printf("%24s at %9s NPCs: %8.1f, %s %.0f: %s\n", list[i].what,
            grouped(list[i].npcs, number, sizeof number), list[i].figure,
            list[i].at_least ? "at least" : "at most", list[i].limit,
            met(&list[i]) ? "met" : "NOT met");
    }
}

void report_json(const bench_plan *plan, const bench_results *results) {
    printf("{\"version\": \"%s\", \"quick\": %s, \"same_decisions\": %s, \"compared\": [",
        bustle_version(), plan->quick ? "true" : "false",
        decisions_agree(results) ? "true" : "false");
    for (size_t i = 0; i < results->compared_count; i++) {
        const comparison *c = &results->compared[i];
        bool same = c->core_hash == c->plain_hash;
        printf("%s{\"npcs\": %" PRIu32 ", \"starts\": %" PRIu64 ", \"core_hash\": \"%08" PRIx32
               "\", \"plain_hash\": \"%08" PRIx32 "\"",
            i == 0 ? "" : ", ", c->npcs, c->starts, c->core_hash, c->plain_hash);
        if (same) {
            printf(", \"core_ns_per_start\": %.1f, \"plain_ns_per_start\": %.1f, \"ratio\": %.2f",
                c->core_ns, c->plain_ns, c->ratio);
        }
        printf("}");
    }
    printf("], \"core\": [");
    for (size_t i = 0; i < results->alone_count; i++) {
        const measurement *m = &results->alone[i];
        printf("%s{\"npcs\": %" PRIu32 ", \"ns_per_start\": %.1f, \"growth\": %.3f, "
               "\"ns_per_update\": %.1f, \"frame_share\": %.6f, \"bytes_per_npc\": %.1f, "
               "\"starts\": %" PRIu64 ", \"updates\": %" PRIu64 ", \"allocations\": %" PRIu64
               ", \"halted\": %" PRIu32 ", \"save_ms\": %.3f, \"load_ms\": %.3f, "
               "\"saved_bytes_per_npc\": %.1f}",
            i == 0 ? "" : ", ", m->npcs, m->start_ns, m->growth, m->update_ns, m->frame_share,
            m->bytes_per_npc, m->starts, m->updates, m->allocations, m->halted, m->save_ms,
            m->load_ms, m->saved_per_npc);
    }
    printf("], \"required\": [");
    requirement list[MAX_REQUIREMENTS];
    size_t count = requirements(results, list);
    for (size_t i = 0; i < count; i++) {
        printf("%s{\"what\": \"%s\", \"npcs\": %" PRIu32
               ", \"figure\": %.2f, \"%s\": %.0f, \"met\": %s}",
            i == 0 ? "" : ", ", list[i].what, list[i].npcs, list[i].figure,
            list[i].at_least ? "at_least" : "at_most", list[i].limit,
            met(&list[i]) ? "true" : "false");
    }
    puts("]}");
}

/* Ratios only where both sides made the same decisions. */
static size_t requirements(const bench_results *results, requirement *list) {
    size_t count = 0;
    for (size_t i = 0; i < results->compared_count; i++) {
        const comparison *c = &results->compared[i];
        if (c->core_hash == c->plain_hash && (c->npcs == 200 || c->npcs == 5000)) {
            list[count++] = (requirement){
                "ratio to plain", c->ratio, c->npcs == 200 ? 8.0 : 100.0, c->npcs, true};
        }
    }
    if (results->alone_count > 0) {
        const measurement *last = &results->alone[results->alone_count - 1];
        list[count++] = (requirement){"growth from 1,000", last->growth, 4.0, last->npcs, false};
        /* Small worlds also carry what every world has, such as its table of timers. */
        list[count++] =
            (requirement){"bytes per NPC", last->bytes_per_npc, 400.0, last->npcs, false};
    }
    for (size_t i = 0; i < results->alone_count; i++) {
        const measurement *m = &results->alone[i];
        if (m->npcs == 10000) {
            list[count++] = (requirement){"ms for a save", m->save_ms, 20.0, m->npcs, false};
            list[count++] =
                (requirement){"saved bytes per NPC", m->saved_per_npc, 400.0, m->npcs, false};
        }
    }
    return count;
}
