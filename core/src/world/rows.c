/* Rows: pages of them, the names and values that the game attaches, and everyone in spawn order.
 * Other files look after what is in a row. */
#include "world/rows.h"
#include "decide/recall.h"
#include "together/life.h"
#include "world/ties.h"
#include "world/world.h"

#include "base/hash.h"

#include <string.h>

/* ---- Layout ---- */

/* Of an entity in a world that has any. */
static uint32_t ties_end(const bustle_world *w, const definition *d, layout *l, uint32_t end) {
    if (!w->has_ties) {
        return end;
    }
    l->ties = end;
    return end + (uint32_t)sizeof(ties) + 4 * d->offer_name_count;
}

/* Those of NPCs are rounded up, so that definitions that differ little share pages. */
static uint32_t row_stride(const bustle_world *w, const definition *d, layout *l) {
    l->states = (uint32_t)(d->npc ? sizeof(npc) : sizeof(entity));
    l->memories = l->states + d->row_length * 4u;
    l->columns = w->content->columns + d->columns_at;
    l->personas = d->personas_at;
    l->limits[BUSTLE_MEMORY_TRANSITION] = d->memories[BUSTLE_MEMORY_TRANSITION];
    l->limits[BUSTLE_MEMORY_ACTION] = d->memories[BUSTLE_MEMORY_ACTION];
    if (!d->npc) {
        return ties_end(w, d, l, l->memories);
    }
    uint32_t end = l->memories + bsl_recall_size(w, d);
    if (d->lives) {
        l->life = end;
        end += (uint32_t)sizeof(life) + 4 * beat_words(w->content);
    }
    if (d->plans) {
        l->daily = (end + 7) / 8 * 8;
        end = l->daily + (uint32_t)sizeof(daily);
    }
    return (ties_end(w, d, l, end) + 15) / 16 * 16;
}

static uint16_t class_for(bustle_world *w, uint32_t stride, bool of_npcs) {
    for (uint32_t i = 0; i < w->class_count; i++) {
        if (w->classes[i].stride == stride && w->classes[i].npc == of_npcs) {
            return (uint16_t)i;
        }
    }
    w->classes[w->class_count] = (row_class){.stride = stride, .free = NOBODY, .npc = of_npcs};
    return (uint16_t)w->class_count++;
}

bustle_status bsl_rows_init(bustle_world *w) {
    const uint32_t count = count_of(w->content, BUSTLE_KIND_ENTITY);
    if (count == 0) {
        return BUSTLE_OK;
    }
    w->classes = bsl_heap_zeroed(&w->heap, count * sizeof *w->classes);
    w->layouts = bsl_heap_zeroed(&w->heap, count * sizeof *w->layouts);
    if (w->classes == NULL || w->layouts == NULL) {
        return BUSTLE_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        const definition *d = &w->content->definitions[i];
        const uint32_t stride = row_stride(w, d, &w->layouts[i]);
        w->layouts[i].class = class_for(w, stride, d->npc);
    }
    return BUSTLE_OK;
}

static size_t name_size(const char *name) {
    return strlen(name) + 1;
}

static void release_page(bustle_world *w, uint32_t index) {
    const page_tags *t = &w->tags[index];
    for (uint32_t i = 0; t->names != NULL && i < PAGE_LENGTH; i++) {
        if (t->names[i] != NULL) {
            bsl_heap_free(&w->heap, t->names[i], name_size(t->names[i]));
        }
    }
    bsl_heap_free(&w->heap, t->names, PAGE_LENGTH * sizeof *t->names);
    bsl_heap_free(&w->heap, t->users, PAGE_LENGTH * sizeof *t->users);
}

void bsl_rows_release(bustle_world *w) {
    const uint32_t count = count_of(w->content, BUSTLE_KIND_ENTITY);
    for (uint32_t i = 0; i < w->page_count; i++) {
        release_page(w, i);
    }
    bsl_heap_free(&w->heap, w->pages, w->page_capacity * sizeof *w->pages);
    bsl_heap_free(&w->heap, w->tags, w->tag_capacity * sizeof *w->tags);
    bsl_heap_free(&w->heap, w->classes, count * sizeof *w->classes);
    bsl_heap_free(&w->heap, w->layouts, count * sizeof *w->layouts);
    bsl_heap_free(&w->heap, w->names, w->name_capacity * sizeof *w->names);
    bsl_heap_free(&w->heap, w->order, w->order_capacity * sizeof *w->order);
}

/* ---- Rows ---- */

bustle_status bsl_rows_page(bustle_world *w, uint32_t stride) {
    if (w->page_count == SLOT_LIMIT / PAGE_LENGTH) {
        return BUSTLE_LIMIT;
    }
    if (!bsl_heap_grow(&w->heap, (void **)&w->pages, &w->page_capacity, (uint64_t)w->page_count + 1,
            sizeof *w->pages) ||
        !bsl_heap_grow(&w->heap, (void **)&w->tags, &w->tag_capacity, (uint64_t)w->page_count + 1,
            sizeof *w->tags)) {
        return BUSTLE_NO_MEMORY;
    }
    uint8_t *rows = bsl_arena_take(&w->kept, PAGE_LENGTH, stride);
    if (rows == NULL) {
        return BUSTLE_NO_MEMORY;
    }
    w->tags[w->page_count] = (page_tags){NULL, NULL};
    const size_t before = (size_t)w->page_count * PAGE_LENGTH * stride;
    w->pages[w->page_count++] = (page){.origin = (uintptr_t)rows - before, .stride = stride};
    return BUSTLE_OK;
}

/* Puts the rows of a new page on the free list, the first one first. */
bustle_status bsl_rows_add_page(bustle_world *w, uint16_t class) {
    row_class *c = &w->classes[class];
    const uint32_t first = w->page_count << PAGE_SHIFT;
    const bustle_status status = bsl_rows_page(w, c->stride);
    if (status != BUSTLE_OK) {
        return status;
    }
    for (uint32_t i = PAGE_LENGTH; i-- > 0;) {
        entity_at(w, first + i)->place = c->free;
        c->free = first + i;
    }
    return BUSTLE_OK;
}

static void set_name(bustle_world *w, uint32_t slot, char *name) {
    w->tags[slot >> PAGE_SHIFT].names[slot & (PAGE_LENGTH - 1)] = name;
}

char *bsl_rows_name_at(const bustle_world *w, uint32_t slot) {
    const page_tags *t = &w->tags[slot >> PAGE_SHIFT];
    return t->names == NULL ? NULL : t->names[slot & (PAGE_LENGTH - 1)];
}

/* ---- The game's values ---- */

bool bsl_rows_reserve_tags(bustle_world *w, uint32_t slot, bool named, bool used) {
    page_tags *t = &w->tags[slot >> PAGE_SHIFT];
    if (named && t->names == NULL) {
        t->names = bsl_heap_zeroed(&w->heap, PAGE_LENGTH * sizeof *t->names);
    }
    if (used && t->users == NULL) {
        t->users = bsl_heap_zeroed(&w->heap, PAGE_LENGTH * sizeof *t->users);
    }
    return (!named || t->names != NULL) && (!used || t->users != NULL);
}

void *bsl_rows_user_at(const bustle_world *w, uint32_t slot) {
    const page_tags *t = &w->tags[slot >> PAGE_SHIFT];
    return t->users == NULL ? NULL : t->users[slot & (PAGE_LENGTH - 1)];
}

/* Without a table everyone's value is NULL. */
void bsl_rows_set_user(bustle_world *w, uint32_t slot, void *user) {
    page_tags *t = &w->tags[slot >> PAGE_SHIFT];
    if (t->users != NULL) {
        t->users[slot & (PAGE_LENGTH - 1)] = user;
    }
}

/* ---- Names ---- */

static uint32_t name_place(const bustle_world *w, const char *name) {
    uint32_t i = fnv_text(name) & (w->name_capacity - 1);
    while (w->names[i] != NOBODY && strcmp(bsl_rows_name_at(w, w->names[i]), name) != 0) {
        i = (i + 1) & (w->name_capacity - 1);
    }
    return i;
}

uint32_t bsl_rows_find_name(const bustle_world *w, const char *name) {
    return w->name_capacity == 0 ? NOBODY : w->names[name_place(w, name)];
}

bool bsl_rows_reserve_name(bustle_world *w) {
    if (w->name_capacity != 0 && (w->name_count + 1) * 4ull <= w->name_capacity * 3ull) {
        return true;
    }
    const uint32_t capacity = w->name_capacity == 0 ? 16 : w->name_capacity * 2;
    uint32_t *names = bsl_heap_resize(&w->heap, NULL, 0, capacity * sizeof *names);
    if (names == NULL) {
        return false;
    }
    memset(names, 0xff, capacity * sizeof *names);
    uint32_t *old = w->names;
    const uint32_t old_capacity = w->name_capacity;
    w->names = names;
    w->name_capacity = capacity;
    for (uint32_t i = 0; i < old_capacity; i++) {
        if (old[i] != NOBODY) {
            w->names[name_place(w, bsl_rows_name_at(w, old[i]))] = old[i];
        }
    }
    bsl_heap_free(&w->heap, old, old_capacity * sizeof *old);
    return true;
}

/* Gives an entity a name of its own memory; an NPC can then be found by it. */
void bsl_rows_attach_name(bustle_world *w, uint32_t slot, char *name) {
    if (definition_of(w, entity_at(w, slot))->npc) {
        w->names[name_place(w, name)] = slot;
        w->name_count++;
    }
    set_name(w, slot, name);
}

/* Those after it in the same run move up, so that searches still meet them. */
static void unlist_name(bustle_world *w, const char *name) {
    const uint32_t mask = w->name_capacity - 1;
    uint32_t hole = name_place(w, name);
    for (uint32_t i = (hole + 1) & mask; w->names[i] != NOBODY; i = (i + 1) & mask) {
        const uint32_t home = fnv_text(bsl_rows_name_at(w, w->names[i])) & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            w->names[hole] = w->names[i];
            hole = i;
        }
    }
    w->names[hole] = NOBODY;
    w->name_count--;
}

static void forget_name(bustle_world *w, uint32_t slot) {
    char *name = bsl_rows_name_at(w, slot);
    if (name == NULL) {
        return;
    }
    if (definition_of(w, entity_at(w, slot))->npc) {
        unlist_name(w, name);
    }
    set_name(w, slot, NULL);
    bsl_heap_free(&w->heap, name, name_size(name));
}

void bsl_rows_free(bustle_world *w, uint32_t slot) {
    entity *e = entity_at(w, slot);
    row_class *c = &w->classes[w->layouts[e->definition].class];
    forget_name(w, slot);
    bsl_rows_set_user(w, slot, NULL);
    e->spawn = 0;
    if (c->npc && (e->flags & NPC_QUEUED) != 0) {
        w->zombies++; /* the ready queue gives it back when it comes to it */
        return;
    }
    e->flags = 0;
    e->place = c->free;
    c->free = slot;
}

/* ---- Spawn order ---- */

static void order_compact(bustle_world *w) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->order_count; i++) {
        if (order_lives(w, i)) {
            w->order[kept++] = w->order[i];
        }
    }
    w->order_count = kept;
}

/* Lists everyone once; from then on spawns append and the dead are skipped. */
bool bsl_rows_order(bustle_world *w) {
    if (w->ordered) {
        return true;
    }
    if (!bsl_heap_grow(&w->heap, (void **)&w->order, &w->order_capacity, (uint64_t)w->entities + 1,
            sizeof *w->order)) {
        return false;
    }
    w->order_count = 0;
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        const entity *e = entity_at(w, slot);
        if (e->spawn != 0) {
            w->order[w->order_count++] = (item){.key = e->spawn, .value = slot};
        }
    }
    bsl_sort_items(w->order, w->order_count);
    w->ordered = true;
    return true;
}

bool bsl_rows_order_room(bustle_world *w) {
    if (!w->ordered) {
        return true;
    }
    if (w->order_count == w->order_capacity && w->order_count > w->entities + w->entities / 2) {
        order_compact(w);
    }
    return bsl_heap_grow(&w->heap, (void **)&w->order, &w->order_capacity,
        (uint64_t)w->order_count + 1, sizeof *w->order);
}
