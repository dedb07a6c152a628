/* Collecting definitions. A call that runs out of memory leaves the builder as it was. */
#include "content/builder.h"

#include "content/copy.h"
#include "content/draft.h"

bustle_builder *bustle_builder_create(const bustle_allocator *allocator) {
    if (allocator != NULL && allocator->resize == NULL) {
        return NULL;
    }
    heap own;
    bsl_heap_init(&own, allocator);
    bustle_builder *builder = bsl_heap_zeroed(&own, sizeof *builder);
    if (builder == NULL) {
        return NULL;
    }
    builder->heap = own;
    bsl_arena_init(&builder->definitions, &builder->heap, ANY_TYPE);
    for (unsigned kind = 0; kind < ENTRY_KINDS; kind++) {
        builder->entries[kind] = list_of(sizeof(entry));
    }
    builder->bindings = list_of(sizeof(binding));
    bsl_problems_init(&builder->problems, &builder->heap);
    return builder;
}

void bustle_builder_destroy(bustle_builder *builder) {
    if (builder == NULL) {
        return;
    }
    bsl_problems_free(&builder->problems);
    for (unsigned kind = 0; kind < ENTRY_KINDS; kind++) {
        list_free(&builder->heap, &builder->entries[kind]);
    }
    list_free(&builder->heap, &builder->bindings);
    bsl_arena_free(&builder->definitions);
    heap own = builder->heap;
    bsl_heap_free(&own, builder, sizeof *builder);
}

bustle_status bsl_builder_keep(
    bustle_builder *builder, unsigned kind, const void *def, arena_mark before) {
    entry *added = def == NULL ? NULL : list_add(&builder->heap, &builder->entries[kind], 1);
    if (added == NULL) {
        bsl_arena_back_to(&builder->definitions, before);
        return BUSTLE_NO_MEMORY;
    }
    const field *fields = bsl_definition_shapes[kind]->fields;
    added->name = pointer_at(def, &fields[0]);
    added->origin = pointer_at(def, &fields[1]);
    added->def = def;
    return BUSTLE_OK;
}

bustle_status bsl_builder_add(bustle_builder *builder, unsigned kind, const void *def) {
    const shape *s = bsl_definition_shapes[kind];
    if (builder == NULL || def == NULL || !bsl_copy_lists_fit(s, def)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const arena_mark before = bsl_arena_now(&builder->definitions);
    return bsl_builder_keep(
        builder, kind, bsl_copy_definition(&builder->definitions, s, def), before);
}

bustle_status bustle_builder_add_state(bustle_builder *builder, const bustle_state_def *def) {
    return bsl_builder_add(builder, BUSTLE_KIND_STATE, def);
}

bustle_status bustle_builder_add_environment(
    bustle_builder *builder, const bustle_environment_def *def) {
    return bsl_builder_add(builder, BUSTLE_KIND_ENVIRONMENT, def);
}

bustle_status bustle_builder_add_link(bustle_builder *builder, const bustle_link_def *def) {
    return bsl_builder_add(builder, BUSTLE_KIND_LINK, def);
}

bustle_status bustle_builder_add_inbox(bustle_builder *builder, const bustle_inbox_def *def) {
    return bsl_builder_add(builder, BUSTLE_KIND_INBOX, def);
}

bustle_status bustle_builder_add_interruption(
    bustle_builder *builder, const bustle_interruption_def *def) {
    return bsl_builder_add(builder, BUSTLE_KIND_INTERRUPTION, def);
}

bustle_status bustle_builder_add_action(bustle_builder *builder, const bustle_action_def *def) {
    return bsl_builder_add(builder, BUSTLE_KIND_ACTION, def);
}

bustle_status bustle_builder_add_sequence(bustle_builder *builder, const bustle_sequence_def *def) {
    return bsl_builder_add(builder, BUSTLE_KIND_SEQUENCE, def);
}

bustle_status bustle_builder_add_plan(bustle_builder *builder, const bustle_plan_def *def) {
    return bsl_builder_add(builder, BUSTLE_KIND_PLAN, def);
}

bustle_status bustle_builder_add_role(bustle_builder *builder, const bustle_role_def *def) {
    return bsl_builder_add(builder, BUSTLE_KIND_ROLE, def);
}

bustle_status bustle_builder_add_scene(bustle_builder *builder, const bustle_scene_def *def) {
    return bsl_builder_add(builder, BUSTLE_KIND_SCENE, def);
}

bustle_status bustle_builder_add_entity(bustle_builder *builder, const bustle_entity_def *def) {
    return bsl_builder_add(builder, BUSTLE_KIND_ENTITY, def);
}

bustle_status bustle_builder_add_place(bustle_builder *builder, const bustle_place_def *def) {
    return bsl_builder_add(builder, KIND_PLACE, def);
}

bustle_status bustle_builder_bind(
    bustle_builder *builder, const char *name, bustle_function bound, void *context) {
    if (builder == NULL || name == NULL || bound == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const arena_mark before = bsl_arena_now(&builder->definitions);
    const char *copy = bsl_arena_text(&builder->definitions, name);
    binding *added = copy == NULL ? NULL : list_add(&builder->heap, &builder->bindings, 1);
    if (added == NULL) {
        bsl_arena_back_to(&builder->definitions, before);
        return BUSTLE_NO_MEMORY;
    }
    *added = (binding){copy, bound, context};
    return BUSTLE_OK;
}

bustle_status bustle_builder_seal(bustle_builder *builder, bustle_content **content) {
    if (builder == NULL || content == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    problems found;
    bsl_problems_init(&found, &builder->heap);
    bustle_content *sealed = NULL;
    const bustle_status status = bsl_draft_seal(builder, &found, &sealed);
    if (status == BUSTLE_NO_MEMORY) {
        bsl_problems_free(&found);
        return status;
    }
    bsl_problems_sort(&found);
    bsl_problems_free(&builder->problems);
    builder->problems = found;
    *content = sealed;
    return status;
}

size_t bustle_builder_problem_count(const bustle_builder *builder) {
    return builder == NULL ? 0 : builder->problems.found.count;
}

bool bustle_builder_problem(const bustle_builder *builder, size_t index, bustle_problem *problem) {
    return builder != NULL && problem != NULL &&
        bsl_problems_get(&builder->problems, index, problem);
}
