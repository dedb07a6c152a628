/* Saving and loading: the calls. A load fills a new world beside the one that asked, which takes
 * its place when all is well: a load that fails changes nothing. */
#include "persist/snapshot.h"
#include "world/rows.h"

#include <stdio.h>

static const uint8_t magic[FORMAT_AT] = {'b', 'u', 's', 't', 'l', 'e', 0x1a};

/* ---- The header ---- */

/* The format counts too: a save of one is none of another. */
static uint64_t sum_of(const uint8_t *bytes, size_t size) {
    const uint64_t format = (uint64_t)(bytes[FORMAT_AT] - FORMAT_0_1) << 56;
    return bsl_checksum(bytes + HEADER_SIZE, size - HEADER_SIZE) ^ load_long(bytes + 16) ^ format;
}

void bsl_snapshot_header(uint8_t *bytes, size_t size, size_t attached, uint8_t format) {
    memcpy(bytes, magic, sizeof magic);
    bytes[FORMAT_AT] = format;
    store_long(bytes + 8, size);
    store_long(bytes + 16, attached);
    store_long(bytes + 24, sum_of(bytes, size));
}

/* Whether it is a whole save, of which *attached bytes are the game's; if not, *reason says why. */
static bustle_status read_header(
    const uint8_t *bytes, size_t size, size_t *attached, const char **reason) {
    if (size <= FORMAT_AT || memcmp(bytes, magic, sizeof magic) != 0) {
        *reason = "this is not a save of a world";
        return BUSTLE_FOREIGN;
    }
    if (bytes[FORMAT_AT] > FORMAT) {
        *reason = "the save was made by a newer version of the library";
        return BUSTLE_NEWER;
    }
    if (size < HEADER_SIZE || load_long(bytes + 8) > size) {
        *reason = "the save is cut short";
        return BUSTLE_DAMAGED;
    }
    const uint64_t own = load_long(bytes + 16);
    if (bytes[FORMAT_AT] < FORMAT_0_1 || load_long(bytes + 8) != size || own > size - HEADER_SIZE ||
        load_long(bytes + 24) != sum_of(bytes, size)) {
        *reason = "the save is damaged";
        return BUSTLE_DAMAGED;
    }
    *attached = (size_t)own;
    return BUSTLE_OK;
}

/* ---- Saving ---- */

bustle_status bustle_snapshot_save(
    const bustle_world *w, const void *attached, size_t attached_size, bustle_snapshot *snapshot) {
    static const uint8_t header[HEADER_SIZE] = {0};
    if (w == NULL || snapshot == NULL || (attached == NULL && attached_size > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    if (w->mode != MODE_OPEN) {
        return BUSTLE_BUSY;
    }
    if (w->shouts.count > 0) {
        return BUSTLE_NO_MEMORY; /* as the call that raised them ran into, the next update goes on
                                  */
    }
    if (snapshot->bytes == NULL) {
        *snapshot = (bustle_snapshot){.allocator = w->heap.allocator};
    }
    writer o = {.bytes = snapshot->bytes, .capacity = snapshot->capacity};
    bsl_heap_init(&o.heap, &snapshot->allocator);
    bsl_put_bytes(&o, header, sizeof header);
    bsl_put_bytes(&o, attached, attached_size);
    bsl_snapshot_write_world(&o, w);
    snapshot->bytes = o.bytes;
    snapshot->capacity = o.capacity;
    snapshot->size = o.failed ? 0 : o.size;
    if (o.failed) {
        return BUSTLE_NO_MEMORY;
    }
    bsl_snapshot_header(o.bytes, o.size, attached_size, FORMAT);
    return BUSTLE_OK;
}

void bustle_snapshot_free(bustle_snapshot *snapshot) {
    if (snapshot != NULL && snapshot->bytes != NULL) {
        snapshot->allocator.resize(
            snapshot->allocator.context, snapshot->bytes, snapshot->capacity, 0);
        *snapshot = (bustle_snapshot){0};
    }
}

bustle_status bustle_snapshot_attached(
    const void *bytes, size_t size, const void **attached, size_t *attached_size) {
    if (bytes == NULL || attached == NULL || attached_size == NULL) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const char *reason = NULL;
    const bustle_status status = read_header(bytes, size, attached_size, &reason);
    if (status == BUSTLE_OK) {
        *attached = (const uint8_t *)bytes + HEADER_SIZE;
    }
    return status;
}

/* ---- What reading is made of ---- */

bool bsl_snapshot_no_memory(loading *l) {
    l->no_memory = true;
    return false;
}

void *bsl_snapshot_take(loading *l, uint64_t count, size_t element) {
    void *taken =
        failed(l) || count > SIZE_MAX ? NULL : bsl_arena_take(&l->arena, (size_t)count, element);
    if (taken == NULL && !failed(l)) {
        bsl_snapshot_no_memory(l);
    }
    return taken;
}

bool bsl_snapshot_note_change(
    loading *l, enum change_code what, uint32_t slot, uint32_t spawn, const char *thing) {
    change *c = list_add(&l->heap, &l->changes, 1);
    if (c == NULL) {
        return bsl_snapshot_no_memory(l);
    }
    *c = (change){.code = what, .slot = slot, .spawn = spawn, .thing = thing};
    return !failed(l);
}

/* ---- Loading ---- */

/* The callbacks of a load may look and nothing else. */
static void attach_users(bustle_world *w, const bustle_load_options *options) {
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        const uint32_t spawn = entity_at(w, slot)->spawn;
        if (spawn != 0) {
            const uint64_t saved = (uint64_t)(uintptr_t)bsl_rows_user_at(w, slot);
            bsl_rows_set_user(
                w, slot, options->attach(options->context, w, handle_of(slot, spawn), saved));
        }
    }
}

static void report_changes(
    bustle_world *w, const bustle_load_options *options, const list *changes) {
    const change *all = changes->items;
    for (uint32_t i = 0; i < changes->count; i++) {
        char text[512];
        const change *c = &all[i];
        const bool lives = c->spawn != 0 && c->slot != NOBODY;
        bsl_snapshot_describe_change(w, c, text, sizeof text);
        const bustle_change told = {.code = bsl_snapshot_change_code_text(c->code),
            .entity = lives ? handle_of(c->slot, c->spawn) : 0,
            .spawn_number = c->spawn,
            .thing = c->thing,
            .text = text};
        options->report(options->context, w, &told);
    }
}

/* What was filled takes the place of what was there. */
static void trade_places(bustle_world *w, bustle_world *filled) {
    const bustle_world replaced = *w;
    filled->heap.calls += w->heap.calls;
    *w = *filled;
    *filled = replaced;
    w->kept.heap = &w->heap;
    filled->kept.heap = &filled->heap;
}

static bustle_status outcome(
    const loading *l, const char *contradiction, char *reason, size_t size_of_reason) {
    if (l->no_memory) {
        return BUSTLE_NO_MEMORY;
    }
    if (l->newer != NULL) {
        (void)snprintf(
            reason, size_of_reason, "this save has a section '%.40s' of a newer bustle", l->newer);
        return BUSTLE_NEWER;
    }
    if (reason != NULL && size_of_reason > 0) {
        if (l->in.problem != NULL) {
            (void)snprintf(reason, size_of_reason, "the save is damaged at byte %lu: %s",
                (unsigned long)l->in.where, l->in.problem);
        } else {
            (void)snprintf(
                reason, size_of_reason, "the save contradicts itself: %s", contradiction);
        }
    }
    return BUSTLE_DAMAGED;
}

static void tell(bustle_world *w, const bustle_load_options *options, const list *changes) {
    if (options == NULL) {
        return;
    }
    w->mode = MODE_QUERY;
    if (options->attach != NULL) {
        attach_users(w, options);
    }
    if (options->report != NULL) {
        report_changes(w, options, changes);
    }
    w->mode = MODE_OPEN;
}

/* What the game has said of actions stays said, by name. */
static void carry_endings(const bustle_world *from, bustle_world *to) {
    for (uint32_t i = 0; i < count_of(from->content, BUSTLE_KIND_ACTION); i++) {
        const char *name = bustle_content_name(from->content, BUSTLE_KIND_ACTION, i);
        const bustle_id id = bustle_content_find(to->content, BUSTLE_KIND_ACTION, name);
        if (id != BUSTLE_NONE) {
            to->endings[id] = from->endings[i];
        }
    }
}

bustle_status bsl_snapshot_begin_loading(loading *l, const bustle_world *w, bustle_content *content,
    const bustle_load_options *options, const uint8_t *bytes, size_t size, uint32_t format) {
    bustle_world_def def = w->def;
    def.allocator = &w->heap.allocator;
    l->changes = list_of(sizeof(change));
    l->attaches = options != NULL && options->attach != NULL;
    l->in = (reader){.start = bytes, .at = bytes, .end = bytes + size};
    l->sectioned = format != FORMAT_0_1;
    bsl_heap_init(&l->heap, def.allocator);
    bsl_arena_init(&l->arena, &l->heap, ANY_TYPE);
    const bustle_status status = bustle_world_create(content, &def, &l->world);
    if (status == BUSTLE_OK) {
        carry_endings(w, l->world);
    }
    return status;
}

bustle_status bsl_snapshot_end_loading(loading *l, bustle_world *w,
    const bustle_load_options *options, bool filled, char *reason, size_t size_of_reason) {
    char contradiction[256] = "";
    bustle_status status = BUSTLE_OK;
    if (filled && bustle_world_check(l->world, contradiction, sizeof contradiction) == BUSTLE_OK) {
        trade_places(w, l->world);
        (void)carry_out_shouts(w); /* or the next call or update does */
        tell(w, options, &l->changes);
    } else {
        status = outcome(l, contradiction, reason, size_of_reason);
    }
    list_free(&l->heap, &l->changes);
    bsl_arena_free(&l->arena);
    bustle_world_destroy(l->world);
    return status;
}

bustle_status bustle_snapshot_load(bustle_world *w, const void *bytes, size_t size,
    const bustle_load_options *options, char *reason, size_t size_of_reason) {
    size_t attached = 0;
    if (w == NULL || bytes == NULL || (reason == NULL && size_of_reason > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    if (w->mode != MODE_OPEN) {
        return BUSTLE_BUSY;
    }
    const char *problem = NULL;
    bustle_status status = read_header(bytes, size, &attached, &problem);
    if (status != BUSTLE_OK) {
        if (size_of_reason > 0) {
            (void)snprintf(reason, size_of_reason, "%s", problem);
        }
        return status;
    }
    loading l = {.old = NULL};
    const size_t before = HEADER_SIZE + attached;
    const uint8_t *header = bytes;
    status = bsl_snapshot_begin_loading(
        &l, w, w->content, options, header + before, size - before, header[FORMAT_AT]);
    if (status == BUSTLE_OK) {
        const bool filled = bsl_snapshot_read_world(&l) && bsl_snapshot_settle_world(&l);
        status = bsl_snapshot_end_loading(&l, w, options, filled, reason, size_of_reason);
    }
    return status;
}
