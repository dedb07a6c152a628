/* The requirements. Times are compared as ratios within one run: machines differ, and are noisy. */
#include "required.h"

bool is_met(const requirement *r) {
    return r->at_least ? r->figure >= r->limit : r->figure <= r->limit;
}

static void require(requirement *list, size_t *count, requirement added) {
    if (*count < MAX_REQUIREMENTS) {
        list[(*count)++] = added;
    }
}

/* Only where both sides made the same decisions. */
static void require_ratios(const bench_results *results, requirement *list, size_t *count) {
    for (size_t i = 0; i < results->compared_count; i++) {
        const comparison *c = &results->compared[i];
        if (c->core_hash == c->plain_hash && (c->npcs == 200 || c->npcs == 5000)) {
            require(list, count,
                (requirement){
                    "ratio to plain", c->ratio, c->npcs == 200 ? 3.0 : 30.0, c->npcs, true});
        }
    }
}

/* At the last size: small worlds also carry what every world has, such as its table of timers. */
static void require_scaling(const bench_results *results, requirement *list, size_t *count) {
    const measurement *last = &results->alone[results->alone_count - 1];
    const floor_figures *floor = &results->floor;
    for (size_t i = 0; i < results->compared_count; i++) {
        const comparison *c = &results->compared[i];
        if (c->npcs == 200) {
            require(list, count,
                (requirement){
                    "growth from 200", last->start_ns / c->core_ns, 2.5, last->npcs, false});
        }
    }
    require(list, count, (requirement){"growth from 1,000", last->growth, 3.0, last->npcs, false});
    if (floor->prefetched_ns > 0) {
        require(list, count,
            (requirement){"times the floor of memory", last->start_ns / floor->prefetched_ns, 2.0,
                last->npcs, false});
    }
    require(
        list, count, (requirement){"bytes per NPC", last->bytes_per_npc, 400.0, last->npcs, false});
    for (size_t i = 0; i < results->alone_count; i++) {
        const measurement *m = &results->alone[i];
        require(list, count,
            (requirement){
                "allocations in warm updates", (double)m->allocations, 0.0, m->npcs, false});
    }
}

static void require_budget(const bench_results *results, requirement *list, size_t *count) {
    const budget_figures *b = &results->budget;
    const double over = b->longest_us - (double)b->budget_us;
    require(list, count,
        (requirement){
            "us over the budget (a step)", over > 0 ? over : 0.0, b->step_us, b->npcs, false});
    require(list, count,
        (requirement){"ms waited with the budget", b->longest_wait_ms, 500.0, b->npcs, false});
}

/* Sixty updates a second, however the cues and scenes fall into them. */
static void require_crowds(const bench_results *results, requirement *list, size_t *count) {
    const crowd_figures *c = &results->crowd;
    const crowd_figures *p = &results->pairs;
    require(list, count,
        (requirement){"ms an update with cues", c->average_ms, 1000.0 / 60, c->npcs, false});
    require(list, count,
        (requirement){"allocations with cues", (double)c->allocations, 0.0, c->npcs, false});
    require(list, count,
        (requirement){"ms an update with scenes", p->average_ms, 1000.0 / 60, p->npcs, false});
    require(list, count,
        (requirement){"allocations with scenes", (double)p->allocations, 0.0, p->npcs, false});
}

/* An update of the town takes less than a deployed one took for 300 of its simple characters. */
static void require_town(const bench_results *results, requirement *list, size_t *count) {
    const crowd_figures *t = &results->town;
    require(
        list, count, (requirement){"ms an update of a town", t->average_ms, 0.75, t->npcs, false});
    require(list, count,
        (requirement){"allocations of a town", (double)t->allocations, 0.0, t->npcs, false});
}

/* Nobody notices that everybody goes to work. */
static void require_days(const bench_results *results, requirement *list, size_t *count) {
    const crowd_figures *d = &results->days;
    require(list, count,
        (requirement){"ms the longest update with plans", d->longest_ms, 2.0, d->npcs, false});
    require(list, count,
        (requirement){"allocations with plans", (double)d->allocations, 0.0, d->npcs, false});
}

static void require_saving(const bench_results *results, requirement *list, size_t *count) {
    for (size_t i = 0; i < results->alone_count; i++) {
        const measurement *m = &results->alone[i];
        if (m->npcs == 10000) {
            require(list, count, (requirement){"ms for a save", m->save_ms, 20.0, m->npcs, false});
            require(list, count,
                (requirement){"saved bytes per NPC", m->saved_per_npc, 400.0, m->npcs, false});
        }
    }
}

size_t requirements(const bench_results *results, requirement *list) {
    size_t count = 0;
    require_ratios(results, list, &count);
    if (results->alone_count > 0) {
        require_scaling(results, list, &count);
        require_budget(results, list, &count);
        require_crowds(results, list, &count);
        require_town(results, list, &count);
        require_days(results, list, &count);
    }
    require_saving(results, list, &count);
    return count;
}
