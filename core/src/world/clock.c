/* The clock: it runs with the world's time, and the game can set it (S73). */
#include "world/clock.h"
#include "together/plan.h"
#include "world/rows.h"
#include "world/world.h"

bool bsl_clock_possible(const bustle_world_def *def) {
    const int64_t day_ms = def->day_ms == 0 ? DEFAULT_DAY_MS : def->day_ms;
    return day_ms >= LEAST_DAY_MS && day_ms <= MOST_DAY_MS && def->day_start_ms < day_ms;
}

void bsl_clock_init(bustle_world *w) {
    world_clock *c = &w->clock;
    const bool needed = count_of(w->content, BUSTLE_KIND_PLAN) > 0;
    c->day_ms = w->def.day_ms == 0 && needed ? DEFAULT_DAY_MS : w->def.day_ms;
    c->ahead = w->def.day_start_ms >= 0 ? w->def.day_start_ms : clock_minutes(c, DAWN_MINUTE);
    static const char *const names[ANSWER_COUNT] = {
        "common.hour", "common.minute", "common.day", "common.weekday"};
    for (int i = 0; i < ANSWER_COUNT; i++) {
        c->answers[i] = bustle_content_find(w->content, BUSTLE_KIND_ENVIRONMENT, names[i]);
    }
}

/* The last minute that has begun; minute m begins at floor(m * day / 1440). */
static int32_t minute_of_day(const world_clock *c, int64_t time_ms) {
    return (int32_t)(((time_ms + 1) * DAY_MINUTES - 1) / c->day_ms);
}

static bustle_clock reading(const bustle_world *w) {
    const world_clock *c = &w->clock;
    const int64_t time = clock_now(w);
    bustle_clock read = {.day = time / c->day_ms, .time_ms = time % c->day_ms, .day_ms = c->day_ms};
    const int32_t minute = minute_of_day(c, read.time_ms);
    read.hour = minute / 60;
    read.minute = minute % 60;
    return read;
}

bool bsl_clock_answer(const bustle_world *w, uint32_t id, int32_t *value) {
    const world_clock *c = &w->clock;
    int which = 0;
    while (which < ANSWER_COUNT && c->answers[which] != id) {
        which++;
    }
    if (c->day_ms == 0 || which == ANSWER_COUNT) {
        return false;
    }
    const bustle_clock read = reading(w);
    switch ((clock_answer)which) {
    case ANSWER_HOUR:
        *value = read.hour;
        break;
    case ANSWER_MINUTE:
        *value = read.minute;
        break;
    case ANSWER_DAY:
        *value = read.day > INT32_MAX ? INT32_MAX : (int32_t)read.day;
        break;
    default:
        *value = (int32_t)(read.day % 7);
        break;
    }
    return true;
}

/* ---- The game ---- */

bustle_status bustle_world_clock(const bustle_world *w, bustle_clock *clock) {
    if (w == NULL || clock == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    if (w->clock.day_ms == 0) {
        return BUSTLE_NO_CLOCK;
    }
    *clock = reading(w);
    return BUSTLE_OK;
}

static void ask_again(bustle_world *w, uint32_t id) {
    if (id != BUSTLE_NONE) {
        w->environment[id].known = false;
    }
}

bustle_status bustle_world_set_time(bustle_world *w, int64_t day, int64_t time_ms) {
    if (w == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_world_check_writable(w);
    if (status != BUSTLE_OK) {
        return status;
    }
    world_clock *c = &w->clock;
    if (c->day_ms == 0) {
        return BUSTLE_NO_CLOCK;
    }
    day = day < 0 ? clock_now(w) / c->day_ms : day;
    if (time_ms < 0 || time_ms >= c->day_ms || day >= LATEST_CLOCK_MS / c->day_ms) {
        return BUSTLE_BAD_ARGUMENT;
    }
    c->ahead = day * c->day_ms + time_ms - w->now;
    for (int i = 0; i < ANSWER_COUNT; i++) {
        ask_again(w, c->answers[i]);
    }
    bsl_plan_look_afresh(w);
    return BUSTLE_OK;
}
