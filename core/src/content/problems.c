/* Collecting problems. A text begins with its spot, so that it can be shown as it is. */
#include "content/problems.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct problem {
    bustle_problem told;
    spot at;
    uint32_t number; /* in the order of finding: the last resort of sorting */
} problem;

void bsl_problems_init(problems *p, heap *h) {
    p->heap = h;
    bsl_arena_init(&p->texts, h, ANY_TYPE);
    p->found = list_of(sizeof(problem));
    p->errors = 0;
    p->no_memory = false;
}

void bsl_problems_free(problems *p) {
    bsl_arena_free(&p->texts);
    list_free(p->heap, &p->found);
    p->errors = 0;
}

const char *bsl_problem_kind_name(unsigned kind) {
    static const char *const names[] = {"state", "environment", "interruption", "action",
        "sequence", "entity", "role", "cue", "scene", "link", "offer", "inbox", "plan", "meeting",
        "place"};
    return names[kind];
}

const char *bsl_problem_say(problems *p, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): it does not see va_start */
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = length < 0 ? NULL : bsl_arena_take(&p->texts, (size_t)length + 1, 1);
    if (text == NULL) {
        p->no_memory = true;
        return "";
    }
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

const char *bsl_problem_spot(problems *p, const spot *at) {
    static const char *const parts[] = {"", "when", "start", "finish", "interrupted", "enter",
        "exit", "broken", "while", "adopt", "drop", "preferred", "value"};
    static const char *const withins[] = {"node", "cue", "role", "part", "offer", "entry"};
    const char *text = "";
    if (at->node != 0) {
        const char *what = withins[at->within];
        text = at->node_name == NULL ? bsl_problem_say(p, "%s %lu", what, (unsigned long)at->node)
                                     : bsl_problem_say(p, "%s \"%s\"", what, at->node_name);
    }
    if (at->transition != 0) {
        text = bsl_problem_say(p, "%s, transition %lu", text, (unsigned long)at->transition);
    }
    const char *comma = text[0] == '\0' ? "" : ", ";
    if (at->operation != 0) {
        return bsl_problem_say(p, "%s%soperation %lu of %s", text, comma,
            (unsigned long)at->operation, parts[at->part]);
    }
    if (at->column != 0 && at->part != PART_NONE) {
        return bsl_problem_say(
            p, "%s%s%s, column %lu", text, comma, parts[at->part], (unsigned long)at->column);
    }
    return at->part == PART_NONE ? text
                                 : bsl_problem_say(p, "%s%s%s", text, comma, parts[at->part]);
}

static void report(problems *p, bustle_severity severity, const char *code, const spot *at,
    const char *text, const char *cure) {
    const char *place = bsl_problem_spot(p, at);
    const char *whole = place[0] == '\0' ? text : bsl_problem_say(p, "%s: %s", place, text);
    problem *added = p->no_memory ? NULL : list_add(p->heap, &p->found, 1);
    if (added == NULL) {
        p->no_memory = true;
        return;
    }
    added->at = *at;
    added->number = p->found.count;
    added->told.severity = severity;
    added->told.code = code;
    added->told.kind = bsl_problem_kind_name(at->kind);
    added->told.thing = at->thing == NULL ? "" : at->thing;
    added->told.origin = at->origin == NULL ? "" : at->origin;
    added->told.text = whole;
    added->told.cure = cure;
    p->errors += severity == BUSTLE_ERROR ? 1 : 0;
}

void bsl_problem_error(
    problems *p, const char *code, const spot *at, const char *text, const char *cure) {
    report(p, BUSTLE_ERROR, code, at, text, cure);
}

void bsl_problem_warning(
    problems *p, const char *code, const spot *at, const char *text, const char *cure) {
    report(p, BUSTLE_WARNING, code, at, text, cure);
}

static int order(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

static int compare_problems(const void *left, const void *right) {
    const problem *a = left;
    const problem *b = right;
    int result = order(b->told.severity, a->told.severity);
    result = result != 0 ? result : order(a->at.kind, b->at.kind);
    result = result != 0 ? result : strcmp(a->told.thing, b->told.thing);
    result = result != 0 ? result : order(a->at.index, b->at.index);
    result = result != 0 ? result : order(a->at.within, b->at.within);
    result = result != 0 ? result : order(a->at.node, b->at.node);
    result = result != 0 ? result : order(a->at.transition, b->at.transition);
    result = result != 0 ? result : order(a->at.part, b->at.part);
    result = result != 0 ? result : order(a->at.operation, b->at.operation);
    result = result != 0 ? result : order(a->at.column, b->at.column);
    return result != 0 ? result : order(a->number, b->number);
}

void bsl_problems_sort(problems *p) {
    if (p->found.count > 1) {
        qsort(p->found.items, p->found.count, sizeof(problem), compare_problems);
    }
}

bool bsl_problems_get(const problems *p, size_t index, bustle_problem *result) {
    if (index >= p->found.count) {
        return false;
    }
    *result = ((const problem *)p->found.items)[index].told;
    return true;
}

uint32_t bsl_problems_column(const problems *p, size_t index) {
    return ((const problem *)p->found.items)[index].at.column;
}
