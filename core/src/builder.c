/* Collecting definitions. A call that runs out of memory leaves the builder as it was. */
#include "builder.h"

#include "copy.h"
#include "draft.h"

bustle_builder *bustle_builder_create(const bustle_allocator *allocator) {
    if (allocator != NULL && allocator->resize == NULL) {
        return NULL;
    }
    heap own;
    heap_init(&own, allocator);
    bustle_builder *builder = heap_zeroed(&own, sizeof(*builder));
    if (builder == NULL) {
        return NULL;
    }
    builder->heap = own;
    arena_init(&builder->definitions, &builder->heap);
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        builder->entries[kind] = list_of(sizeof(entry));
    }
    problems_init(&builder->problems, &builder->heap);
    return builder;
}

void bustle_builder_destroy(bustle_builder *builder) {
    if (builder == NULL) {
        return;
    }
    problems_free(&builder->problems);
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        list_free(&builder->heap, &builder->entries[kind]);
    }
    arena_free(&builder->definitions);
    heap own = builder->heap;
    heap_free(&own, builder, sizeof(*builder));
}

/* Takes `def` (NULL: no memory) into the list of its kind, or gives back what it took of the arena.
 */
static bustle_status keep(bustle_builder *builder, bustle_kind kind, arena_mark before,
    const void *def, const char *const *name, const char *const *origin) {
    entry *added = def == NULL ? NULL : list_add(&builder->heap, &builder->entries[kind], 1);
    if (added == NULL) {
        arena_back_to(&builder->definitions, before);
        return BUSTLE_NO_MEMORY;
    }
    added->name = *name;
    added->origin = *origin;
    added->def = def;
    return BUSTLE_OK;
}

#define ADDER(thing, KIND)                                                           \
    bustle_status bustle_builder_add_##thing(                                        \
        bustle_builder *builder, const bustle_##thing##_def *def) {                  \
        if (builder == NULL || def == NULL || !thing##_lists_fit(def)) {             \
            return BUSTLE_BAD_ARGUMENT;                                              \
        }                                                                            \
        arena_mark before = arena_now(&builder->definitions);                        \
        const bustle_##thing##_def *copy = copy_##thing(&builder->definitions, def); \
        const char *none = NULL;                                                     \
        return keep(builder, KIND, before, copy, copy == NULL ? &none : &copy->name, \
            copy == NULL ? &none : &copy->origin);                                   \
    }

ADDER(state, BUSTLE_KIND_STATE)
ADDER(environment, BUSTLE_KIND_ENVIRONMENT)
ADDER(interruption, BUSTLE_KIND_INTERRUPTION)
ADDER(action, BUSTLE_KIND_ACTION)
ADDER(sequence, BUSTLE_KIND_SEQUENCE)
ADDER(entity, BUSTLE_KIND_ENTITY)

bustle_status bustle_builder_seal(bustle_builder *builder, bustle_content **content) {
    if (builder == NULL || content == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    problems found;
    problems_init(&found, &builder->heap);
    bustle_content *sealed = NULL;
    bustle_status status = draft_seal(builder, &found, &sealed);
    if (status == BUSTLE_NO_MEMORY) {
        problems_free(&found);
        return status;
    }
    problems_sort(&found);
    problems_free(&builder->problems);
    builder->problems = found;
    *content = sealed;
    return status;
}

size_t bustle_builder_problem_count(const bustle_builder *builder) {
    return builder == NULL ? 0 : builder->problems.found.count;
}

bool bustle_builder_problem(const bustle_builder *builder, size_t index, bustle_problem *problem) {
    return builder != NULL && problem != NULL && problems_get(&builder->problems, index, problem);
}
