/* What a save says of links: those of each kind, under its name, so that kinds which are gone can
 * be passed over (S65). */
#include "persist/snapshot_fields.h"
#include "world/link.h"

/* ---- Writing ---- */

static void write_links_of(archive *out, const bustle_world *w, uint32_t slot, uint32_t kind) {
    for (uint32_t i = bsl_link_first(w, slot, kind); i != POOL_NONE;) {
        const link_record *r = pool_at(&w->links.records, i);
        uint32_t from = slot;
        uint32_t to = r->to;
        int32_t value = link_find(&w->links, link_key(slot, kind, to))->value;
        field_slot(out, &from);
        field_slot(out, &to);
        field_i32(out, &value);
        i = r->next;
    }
}

/* How many kinds, and what was counted; of each kind its name, its links in the order of rows, and
 * nobody. */
void bsl_snapshot_write_links(archive *a) {
    const bustle_world *w = a->world;
    archive out = writing(a);
    const uint32_t kinds = count_of(w->content, BUSTLE_KIND_LINK);
    put_number(a->out, kinds);
    put_number(a->out, w->links.refused);
    put_number(a->out, w->links.cut);
    for (uint32_t kind = 0; kind < kinds; kind++) {
        uint32_t nobody = NOBODY;
        bsl_put_text(a->out, bustle_content_name(w->content, BUSTLE_KIND_LINK, kind));
        for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
            if (entity_at(w, slot)->spawn != 0) {
                write_links_of(&out, w, slot, kind);
            }
        }
        field_slot(&out, &nobody);
    }
}

/* ---- Reading ---- */

static bool is_there(const bustle_world *w, uint32_t slot) {
    return slot != NOBODY && slot < w->page_count << PAGE_SHIFT && entity_at(w, slot)->spawn != 0;
}

/* Of a kind that is gone, or with an end that was left out, nothing is left. */
static void read_link(loading *l, uint32_t kind, uint32_t from, uint32_t to, int32_t value) {
    bustle_world *w = l->world;
    if (kind == BUSTLE_NONE || !is_there(w, from) || !is_there(w, to)) {
        return;
    }
    const link_kind *k = &w->content->links[kind];
    if (from == to || link_find(&w->links, link_key(from, kind, to)) != NULL) {
        bsl_reader_fail(&l->in, "a link is there twice, or leads to itself");
    } else if (!bsl_link_reserve(w, 1)) {
        bsl_snapshot_no_memory(l);
    } else if (!bsl_link_set(w, from, kind, to, value)) {
        bsl_reader_fail(&l->in, "an entity has too many links of a kind");
    } else if (value < k->minimum || value > k->maximum) {
        bsl_snapshot_note_change(
            l, CHANGED_VALUE, from, entity_at(w, from)->spawn, w->content->text + k->name);
    }
}

static void read_kind(archive *a) {
    loading *l = a->load;
    const char *name = bsl_snapshot_get_text(l);
    const uint32_t kind =
        failed(l) ? BUSTLE_NONE : bsl_snapshot_find_name(l, BUSTLE_KIND_LINK, name, GONE_LINK);
    uint32_t from = NOBODY;
    field_slot(a, &from);
    while (!failed(l) && from != NOBODY) {
        uint32_t to = NOBODY;
        int32_t value = 0;
        field_slot(a, &to);
        field_i32(a, &value);
        if (!failed(l)) {
            read_link(l, kind, from, to, value);
        }
        field_slot(a, &from);
    }
}

void bsl_snapshot_read_links(archive *a) {
    loading *l = a->load;
    if (!l->sectioned) {
        return; /* 0.1.0 had none */
    }
    const uint32_t kinds = (uint32_t)bsl_get_count(&l->in, 2);
    const uint64_t refused = get_number(&l->in);
    const uint64_t cut = get_number(&l->in);
    for (uint32_t i = 0; !failed(l) && i < kinds; i++) {
        read_kind(a);
    }
    l->world->links.refused = refused;
    l->world->links.cut = cut;
}
