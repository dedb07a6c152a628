/* Environment values, cached. The runtime asks for them lazily, at most once per refresh interval,
 * or the game pushes them. */
#include "world/environment.h"
#include "decide/interruption.h"
#include "observe/event.h"
#include "world/clock.h"
#include "world/rows.h"
#include "world/world.h"

#include <string.h>

bool bsl_environment_init(bustle_world *w) {
    const uint32_t count = count_of(w->content, BUSTLE_KIND_ENVIRONMENT);
    if (count == 0) {
        return true;
    }
    w->environment = bsl_heap_zeroed(&w->heap, count * sizeof *w->environment);
    for (uint32_t i = 0; w->environment != NULL && i < count; i++) {
        w->environment[i].value = w->content->environment[i].initial;
        w->environment[i].seen = w->environment[i].value;
    }
    return w->environment != NULL;
}

static void store(bustle_world *w, uint32_t id, int32_t value) {
    const key *k = &w->content->environment[id];
    value = value > k->maximum ? k->maximum : value;
    w->environment[id].value = value < k->minimum ? k->minimum : value;
}

static void take_answer(bustle_world *w, uint32_t id, const bustle_answer *answer) {
    const char *name = bustle_content_name(w->content, BUSTLE_KIND_ENVIRONMENT, id);
    int32_t value = 0;
    if (answer->name != NULL) {
        if (bustle_content_value(w->content, BUSTLE_KIND_ENVIRONMENT, id, answer->name, &value) !=
            BUSTLE_OK) {
            bsl_event_log(w, BUSTLE_LOG_ERROR, "'%s' is not a value of the environment's '%s'",
                answer->name, name);
            return;
        }
    } else if (!bustle_round(answer->number, &value)) {
        bsl_event_log(w, BUSTLE_LOG_ERROR,
            "the answer for the environment's '%s' is not a number; answer a finite one", name);
        return;
    }
    store(w, id, value);
}

static int ask_game(bustle_world *w, uint32_t id, bustle_answer *answer) {
    if (w->def.callbacks.query_condition == NULL) {
        return 0;
    }
    const enum world_mode mode = w->mode;
    w->mode = MODE_QUERY;
    const int answered = w->def.callbacks.query_condition(w->def.callbacks.context, w, id, answer);
    w->mode = mode;
    return answered;
}

static void ask(bustle_world *w, uint32_t id) {
    environment_value *v = &w->environment[id];
    v->known = true;
    v->asked = w->now;
    v->refreshed = true;
    bustle_answer answer = {0, NULL};
    int32_t by_clock = 0;
    const int answered = ask_game(w, id, &answer);
    if (answered < 0) {
        bsl_event_log(w, BUSTLE_LOG_ERROR, "the query for the environment's '%s' failed",
            bustle_content_name(w->content, BUSTLE_KIND_ENVIRONMENT, id));
    } else if (answered > 0) {
        take_answer(w, id, &answer);
    } else if (bsl_clock_answer(w, id, &by_clock)) {
        store(w, id, by_clock);
    }
}

static bool stale(const bustle_world *w, uint32_t id) {
    const environment_value *v = &w->environment[id];
    return !v->known || w->now - v->asked >= w->content->environment[id].refresh_ms;
}

int32_t bsl_environment_read(bustle_world *w, uint32_t id) {
    if (stale(w, id)) {
        ask(w, id);
    }
    return w->environment[id].value;
}

void bsl_environment_refresh_watched(bustle_world *w) {
    const uint32_t count = count_of(w->content, BUSTLE_KIND_ENVIRONMENT);
    for (uint32_t i = 0; i < count; i++) {
        if (w->content->environment[i].watched && stale(w, i)) {
            ask(w, i);
        }
    }
}

bustle_status bustle_world_set_environment(bustle_world *w, bustle_id id, double value) {
    int32_t rounded = 0;
    if (w == NULL || !has_id(w->content, BUSTLE_KIND_ENVIRONMENT, id)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_world_check_writable(w);
    if (status != BUSTLE_OK) {
        return status;
    }
    if (!bustle_round(value, &rounded)) {
        return BUSTLE_BAD_VALUE;
    }
    const environment_value before = w->environment[id];
    store(w, id, rounded);
    w->environment[id].known = true;
    w->environment[id].asked = w->now;
    w->environment[id].refreshed = true;
    if (w->content->environment[id].watched && bsl_interruption_watch(w) != BUSTLE_OK) {
        w->environment[id] = before;
        return BUSTLE_NO_MEMORY;
    }
    return BUSTLE_OK;
}

bustle_status bustle_world_environment(const bustle_world *w, bustle_id id, int32_t *value) {
    if (w == NULL || value == NULL || !has_id(w->content, BUSTLE_KIND_ENVIRONMENT, id)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    *value = w->environment[id].value;
    return BUSTLE_OK;
}
