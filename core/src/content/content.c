/* Asking a content: names, values, owners. */
#include "content/content.h"

#include <string.h>

#include "base/hash.h"

void bustle_content_retain(bustle_content *content) {
    if (content != NULL) {
        content->owners++;
    }
}

void bustle_content_release(bustle_content *content) {
    if (content != NULL && --content->owners == 0) {
        heap own = content->heap;
        bsl_heap_free(&own, content, content->size);
    }
}

static bool has_kind(const bustle_content *content, bustle_kind kind) {
    return content != NULL && (unsigned)kind <= BUSTLE_KIND_MEETING;
}

uint32_t bustle_content_count(const bustle_content *content, bustle_kind kind) {
    return has_kind(content, kind) ? count_of(content, kind) : 0;
}

const char *bustle_content_name(const bustle_content *content, bustle_kind kind, bustle_id id) {
    if (!has_kind(content, kind) || !has_id(content, kind, id)) {
        return NULL;
    }
    return content->text + content->ids[content->names[kind].names_at + id];
}

bustle_id bustle_content_find(const bustle_content *content, bustle_kind kind, const char *name) {
    if (name == NULL) {
        return BUSTLE_NONE;
    }
    uint32_t low = 0;
    uint32_t high = bustle_content_count(content, kind);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = strcmp(name, bustle_content_name(content, kind, middle));
        if (order == 0) {
            return middle;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return BUSTLE_NONE;
}

const char *bustle_content_node_name(
    const bustle_content *content, bustle_id sequence_id, uint32_t node_number) {
    if (content == NULL || !has_id(content, BUSTLE_KIND_SEQUENCE, sequence_id)) {
        return NULL;
    }
    const sequence *s = &content->sequences[sequence_id];
    return node_number < s->node_count
        ? content->text + content->nodes[s->nodes_at + node_number].name
        : NULL;
}

const char *bustle_content_part_name(
    const bustle_content *content, bustle_id scene_id, uint32_t part) {
    if (content == NULL || !has_id(content, BUSTLE_KIND_SCENE, scene_id)) {
        return NULL;
    }
    const scene *s = &content->scenes[scene_id];
    return part < s->part_count ? content->text +
            content->ids[content->part_names_at + content->parts[s->parts_at + part].name]
                                : NULL;
}

/* NULL: no such key. */
static const key *key_of(const bustle_content *content, bustle_kind kind, bustle_id id) {
    bool keyed = kind == BUSTLE_KIND_STATE || kind == BUSTLE_KIND_ENVIRONMENT;
    if (content == NULL || !keyed || !has_id(content, kind, id)) {
        return NULL;
    }
    return kind == BUSTLE_KIND_STATE ? &content->states[id] : &content->environment[id];
}

bustle_status bustle_content_value(const bustle_content *content, bustle_kind kind, bustle_id id,
    const char *name, int32_t *value) {
    const key *k = key_of(content, kind, id);
    if (k == NULL || name == NULL || value == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    for (uint32_t i = 0; i < k->value_count; i++) {
        if (strcmp(name, content->text + content->value_names[k->values_at + i]) == 0) {
            *value = (int32_t)i;
            return BUSTLE_OK;
        }
    }
    return BUSTLE_BAD_VALUE;
}

const char *bustle_content_value_name(
    const bustle_content *content, bustle_kind kind, bustle_id id, int32_t value) {
    const key *k = key_of(content, kind, id);
    if (k == NULL || value < 0 || value >= (int32_t)k->value_count) {
        return NULL;
    }
    return content->text + content->value_names[k->values_at + (uint32_t)value];
}

uint32_t bustle_content_name_hash(const bustle_content *content, bustle_kind kind, bustle_id id) {
    const char *name = bustle_content_name(content, kind, id);
    return name == NULL ? 0 : fnv_text(name);
}

uint32_t bustle_content_place_link_count(const bustle_content *content, uint32_t place) {
    return content == NULL || place >= content->place_count ? 0 : content->places[place].link_count;
}

bustle_status bustle_content_place_link(
    const bustle_content *content, uint32_t place, uint32_t index, bustle_place_link *link) {
    if (link == NULL || index >= bustle_content_place_link_count(content, place)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    *link = content->place_links[content->places[place].links_at + index];
    return BUSTLE_OK;
}

uint32_t bustle_content_place_count(const bustle_content *content) {
    return content == NULL ? 0 : content->place_count;
}

bustle_status bustle_content_place(
    const bustle_content *content, uint32_t index, bustle_spawn_def *def) {
    if (content == NULL || def == NULL || index >= content->place_count) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const placement *p = &content->places[index];
    *def = bustle_default_spawn_def();
    def->definition = p->definition;
    def->name = p->name == BUSTLE_NONE ? NULL : content->text + p->name;
    def->position = p->position;
    def->states = content->place_values + p->values_at;
    def->state_count = p->value_count;
    return BUSTLE_OK;
}

size_t bustle_content_bytes(const bustle_content *content) {
    return content == NULL ? 0 : content->size;
}
