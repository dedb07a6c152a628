/* Functions of the game: calls of the same number by the same action become one. */
#include "draft.h"

#include <stdlib.h>

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

void draft_functions(draft *d) {
    uint32_t count = d->functions.count;
    function *functions = d->functions.items;
    noted *sorted = draft_scratch(d, count, sizeof(*sorted));
    uint32_t *becomes = draft_scratch(d, count, sizeof(*becomes));
    if (sorted == NULL || becomes == NULL || count == 0) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        sorted[i] = (noted){functions[i], i};
    }
    qsort(sorted, count, sizeof(*sorted), compare_noted);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || !same(&functions[kept - 1], &sorted[i].function)) {
            functions[kept++] = sorted[i].function;
        }
        becomes[sorted[i].index] = kept - 1;
    }
    d->functions.count = kept;
    op *ops = d->ops.items;
    for (uint32_t i = 0; i < d->ops.count; i++) {
        if (ops[i].code == OP_CALL) {
            ops[i].value = (int32_t)becomes[ops[i].value];
        }
    }
}
