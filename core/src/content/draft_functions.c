/* Functions of the game: those that are bound to names, and calls of the same number by the same
 * action, which are reported as one. */
#include "content/draft.h"

#include <stdlib.h>

#include "base/hash.h"

static const char *binding_name_at(const void *bindings, uint32_t index) {
    return ((const binding *)bindings)[index].name;
}

/* The number is that of its name: other contents have it too, and other functions do not. */
bool bsl_draft_bind(draft *d, const char *name, const spot *at, function *f) {
    const list *bindings = &d->from->bindings;
    for (uint32_t i = bindings->count; i-- > 0;) {
        const binding *b = &ITEMS(const binding, *bindings)[i];
        if (strcmp(b->name, name) == 0) {
            f->bound = b->bound;
            f->context = b->context;
            f->number = (int32_t)fnv_text(name);
            return true;
        }
    }
    bsl_problem_error(d->problems, "unbound-function", at,
        bsl_problem_say(d->problems, "function \"%s\" is bound to nothing", name),
        bsl_draft_nearest_name(d, name, binding_name_at, bindings->items, bindings->count,
            "bind it with bustle_builder_bind before sealing"));
    return false;
}

/* A function as the compiler noted it: one for every call. */
typedef struct noted {
    function function;
    uint32_t index;
} noted;

static int compare_noted(const void *left, const void *right) {
    const noted *a = left;
    const noted *b = right;
    int order =
        (a->function.action > b->function.action) - (a->function.action < b->function.action);
    order = order != 0
        ? order
        : (a->function.number > b->function.number) - (a->function.number < b->function.number);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

static bool same(const function *a, const function *b) {
    return a->action == b->action && a->number == b->number;
}

/* Every call keeps its own record; the first of its like is known by all. */
void bsl_draft_functions(draft *d) {
    const uint32_t count = d->functions.count;
    function *functions = d->functions.items;
    noted *sorted = bsl_draft_scratch(d, count, sizeof *sorted);
    if (sorted == NULL || count == 0) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        sorted[i] = (noted){functions[i], i};
    }
    qsort(sorted, count, sizeof *sorted, compare_noted);
    uint32_t first = sorted[0].index;
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && !same(&sorted[i - 1].function, &sorted[i].function)) {
            first = sorted[i].index;
        }
        functions[sorted[i].index].first = first;
    }
}
