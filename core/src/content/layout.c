/* Laying a draft out: one block with the content and all its arrays. */
#include "content/draft.h"

#define ALIGNMENT 8u

/* Where an array goes. The first walk over the parts measures, the second one copies. */
typedef struct layout {
    char *block; /* NULL: measuring */
    size_t used;
} layout;

static const void *place(layout *l, const list *array) {
    size_t at = l->used;
    size_t size = (size_t)array->count * array->element;
    l->used += (size + (ALIGNMENT - 1)) & ~(size_t)(ALIGNMENT - 1);
    if (l->block == NULL) {
        return NULL;
    }
    if (size > 0) {
        memcpy(l->block + at, array->items, size);
    }
    return l->block + at;
}

static void place_all(layout *l, const draft *d, bustle_content *c) {
    l->used = (sizeof *c + (ALIGNMENT - 1)) & ~(size_t)(ALIGNMENT - 1);
    c->ops = place(l, &d->ops);
    c->states = place(l, &d->states);
    c->environment = place(l, &d->environment);
    c->actions = place(l, &d->actions);
    c->nodes = place(l, &d->nodes);
    c->waits = place(l, &d->waits);
    c->transitions = place(l, &d->transitions);
    c->choices = place(l, &d->choices);
    c->sequences = place(l, &d->sequences);
    c->claims = place(l, &d->claims);
    c->roles = place(l, &d->roles);
    c->listed_roles = place(l, &d->listed_roles);
    c->personas = place(l, &d->personas);
    c->plans = place(l, &d->plans);
    c->plan_entries = place(l, &d->plan_entries);
    c->cues = place(l, &d->cues);
    c->beats = place(l, &d->beats);
    c->scenes = place(l, &d->scenes);
    c->parts = place(l, &d->parts);
    c->offers = place(l, &d->offers);
    c->requests = place(l, &d->requests);
    c->whiles = place(l, &d->whiles);
    c->definitions = place(l, &d->definitions);
    c->boxes = place(l, &d->boxes);
    c->groups = place(l, &d->groups);
    c->columns = place(l, &d->columns);
    c->initials = place(l, &d->initials);
    c->handlers = place(l, &d->handlers);
    c->ids = place(l, &d->ids);
    c->interruptions = place(l, &d->interruptions);
    c->functions = place(l, &d->functions);
    c->value_names = place(l, &d->value_names);
    c->places = place(l, &d->places);
    c->place_values = place(l, &d->place_values);
    c->place_links = place(l, &d->place_links);
    c->links = place(l, &d->links);
    c->inboxes = place(l, &d->inboxes);
    c->exchanges = place(l, &d->exchanges);
    c->gatherings = place(l, &d->gatherings);
    c->paths = place(l, &d->paths);
    c->path_steps = place(l, &d->path_steps);
    c->text = place(l, &d->text);
}

bustle_content *bsl_layout_make(const draft *d) {
    bustle_content measured = {0};
    layout l = {NULL, 0};
    place_all(&l, d, &measured);

    heap own;
    bsl_heap_init(&own, &d->heap->allocator);
    bustle_content *c = bsl_heap_zeroed(&own, l.used);
    if (c == NULL) {
        return NULL;
    }
    l.block = (char *)c;
    place_all(&l, d, c);
    c->heap = own;
    c->owners = 1;
    c->size = l.used;
    memcpy(c->names, d->names, sizeof(c->names));
    c->function_count = d->functions.count;
    c->node_count = d->nodes.count;
    c->choice_count = d->choices.count;
    c->group_count = d->groups.count;
    c->place_count = d->places.count;
    c->cue_count = d->cues.count;
    c->beat_count = d->beats.count;
    c->topic_count = d->topic_count;
    c->part_names_at = d->part_names_at;
    c->part_name_count = d->part_name_count;
    c->roles_watch = d->roles_watch;
    c->has_whiles = d->has_whiles;
    c->offer_count = d->offers.count;
    c->request_count = d->requests.count;
    c->path_count = d->paths.count;
    c->tags_at = d->tags_at;
    c->tag_count = d->tag_count;
    c->max_links = d->max_links;
    c->max_sends = d->max_sends;
    c->exchange_count = d->exchanges.count;
    c->gathering_count = d->gatherings.count;
    c->box_count = d->boxes.count;
    c->max_raises = d->max_raises;
    c->max_shouts = d->max_shouts;
    return c;
}
