/* The hash maps of the plain implementation. */
#include "plain_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- By number ---- */

static void grow(map *m);

/* The slot of the key, or the free one where it belongs. */
static map_slot *slot_of(const map *m, uint32_t key) {
    uint32_t mask = m->capacity - 1;
    uint32_t at = (key * 2654435769u) >> 7 & mask;
    while (m->slots[at].used && m->slots[at].key != key) {
        at = (at + 1) & mask;
    }
    return &m->slots[at];
}

map_value *map_find(const map *m, uint32_t key) {
    if (m->capacity == 0) {
        return NULL;
    }
    map_slot *slot = slot_of(m, key);
    return slot->used ? &slot->value : NULL;
}

map_value *map_at(map *m, uint32_t key) {
    if (m->count + 1 > m->capacity - m->capacity / 4) {
        grow(m);
    }
    map_slot *slot = slot_of(m, key);
    if (!slot->used) {
        slot->used = 1;
        slot->key = key;
        m->count++;
    }
    return &slot->value;
}

static void grow(map *m) {
    map old = *m;
    m->capacity = old.capacity == 0 ? 8 : old.capacity * 2;
    m->slots = plain_resized(NULL, m->capacity * sizeof *m->slots);
    memset(m->slots, 0, m->capacity * sizeof *m->slots);
    for (uint32_t i = 0; i < old.capacity; i++) {
        if (old.slots[i].used) {
            *slot_of(m, old.slots[i].key) = old.slots[i];
        }
    }
    map_free(&old);
}

void map_free(map *m) {
    free(m->slots);
    *m = (map){0};
}

/* ---- By name ---- */

uint32_t plain_name_hash(const char *name) {
    uint32_t hash = 2166136261u;
    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    }
    return hash;
}

static name_slot *name_slot_of(const name_map *m, const char *name) {
    uint32_t mask = m->capacity - 1;
    uint32_t at = plain_name_hash(name) & mask;
    while (m->slots[at].name != NULL && strcmp(m->slots[at].name, name) != 0) {
        at = (at + 1) & mask;
    }
    return &m->slots[at];
}

map_value *name_map_find(const name_map *m, const char *name) {
    if (m->capacity == 0) {
        return NULL;
    }
    name_slot *slot = name_slot_of(m, name);
    return slot->name != NULL ? &slot->value : NULL;
}

static void grow_names(name_map *m) {
    name_map old = *m;
    m->capacity = old.capacity == 0 ? 8 : old.capacity * 2;
    m->slots = plain_resized(NULL, m->capacity * sizeof *m->slots);
    memset(m->slots, 0, m->capacity * sizeof *m->slots);
    for (uint32_t i = 0; i < old.capacity; i++) {
        if (old.slots[i].name != NULL) {
            *name_slot_of(m, old.slots[i].name) = old.slots[i];
        }
    }
    name_map_free(&old);
}

map_value *name_map_at(name_map *m, const char *name) {
    if (m->count + 1 > m->capacity - m->capacity / 4) {
        grow_names(m);
    }
    name_slot *slot = name_slot_of(m, name);
    if (slot->name == NULL) {
        slot->name = name;
        m->count++;
    }
    return &slot->value;
}

void name_map_free(name_map *m) {
    free(m->slots);
    *m = (name_map){0};
}

void *plain_resized(void *block, size_t size) {
    void *resized = realloc(block, size);
    if (resized == NULL) {
        fputs("bench: no memory for the plain implementation\n", stderr);
        exit(EXIT_FAILURE);
    }
    return resized;
}
