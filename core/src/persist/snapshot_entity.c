/* What a save says of entities, props and NPCs alike. A load reads them one by one, each with what
 * the sections of NPCs say of it, and puts each into the world at once. */
#include "persist/snapshot_fields.h"
#include "world/rows.h"
#include "world/space.h"

enum entity_parts { PART_NAMED = 1, PART_USED = 2, PART_ASKED = 4 };

/* Positions were in whole units, of 32 bits, before version 2. */
VISITOR void field_coordinate(archive *a, int32_t *at) {
    field_i32(a, at);
    if (writes(a)) {
        return;
    }
    if (a->load->sections[SECTION_ENTITIES].version < 2) {
        const int32_t end = FARTHEST / SIXTEENTHS;
        *at = (*at > end ? end : (*at < -end ? -end : *at)) * SIXTEENTHS;
    } else if (*at > FARTHEST || *at < -FARTHEST) {
        bsl_reader_fail(&a->load->in, "a position is out of range");
    }
}

VISITOR void visit_entity(archive *a, saved_entity *e) {
    static const uint32_t parts[] = {PART_NAMED, PART_USED, PART_ASKED};
    uint32_t has = (e->name != NULL ? PART_NAMED : 0u) | (e->user != 0 ? PART_USED : 0u) |
        (e->known ? PART_ASKED : 0u);
    field_u32(a, &e->row.spawn);
    field_flags(a, &has, parts, COUNT_OF(parts), "an entity is of no kind");
    if ((has & PART_NAMED) != 0) {
        if (writes(a)) {
            bsl_put_text(a->out, e->name);
        } else {
            e->name = bsl_snapshot_get_text(a->load);
        }
    }
    if ((has & PART_USED) != 0) {
        field_u64(a, &e->user);
    }
    e->known = (has & PART_ASKED) != 0;
    if (e->known) {
        field_long_time(a, &e->asked);
    }
    field_coordinate(a, &e->row.x);
    field_coordinate(a, &e->row.y);
    field_coordinate(a, &e->row.z);
}

/* ---- Writing ---- */

static void write_totals(archive *a, const entity *e) {
    const bustle_world *w = a->world;
    for (uint32_t i = 0; i < count_of(w->content, BUSTLE_KIND_STATE); i++) {
        const int32_t *place = state_at(w, e, i);
        if (place != NULL) {
            put_signed(a->out, *place + (w->content->states[i].claimed ? (int64_t)place[1] : 0));
        }
    }
}

void bsl_snapshot_write_entities(archive *a) {
    const bustle_world *w = a->world;
    archive out = writing(a);
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        const entity *e = entity_at(w, slot);
        if (e->spawn == 0) {
            continue;
        }
        const bool queried = definition_of(w, e)->position == BUSTLE_POSITION_QUERIED;
        const int64_t last = queried ? bsl_roster_asked(w, slot) : NEVER_ASKED;
        saved_entity s = {.row = *e,
            .name = bsl_rows_name_at(w, slot),
            .user = (uint64_t)(uintptr_t)bsl_rows_user_at(w, slot),
            .asked = last,
            .known = last != NEVER_ASKED};
        visit_entity(&out, &s);
        write_totals(a, e);
    }
}

/* ---- Reading ---- */

static bool read_entity(archive *a, saved_entity *e, saved_npc *n) {
    loading *l = a->load;
    const saved_definition *d = &a->names->definitions[e->definition];
    visit_entity(a, e);
    e->totals = bsl_snapshot_take(l, d->state_count, sizeof *e->totals);
    for (uint32_t i = 0; !failed(l) && i < d->state_count; i++) {
        field_i32(a, &e->totals[i]);
    }
    if (e->row.spawn == 0 || e->row.spawn > a->world->spawned) {
        bsl_reader_fail(&l->in, "a spawn number is none");
    }
    bsl_snapshot_leave_section(l, SECTION_ENTITIES);
    e->npc = d->npc ? n : NULL;
    return !failed(l) &&
        (!d->npc ||
            (bsl_snapshot_read_npc(a, n) && bsl_snapshot_match_scenes(l, e, n) &&
                bsl_snapshot_match_messages(l, e, n)));
}

void bsl_snapshot_read_entities(archive *a) {
    loading *l = a->load;
    for (uint32_t slot = 0; !failed(l) && slot < l->slots; slot++) {
        const uint32_t occupant = l->occupants[slot];
        if (occupant == 0 || (occupant - 1) % 2 == 1) {
            continue;
        }
        const arena_mark mark = bsl_arena_now(&l->arena);
        saved_entity e = {.slot = slot, .definition = (occupant - 1) / 2};
        saved_npc n = {.activity_count = 0};
        if (read_entity(a, &e, &n)) {
            bsl_snapshot_apply_entity(l, &e);
        }
        bsl_arena_back_to(&l->arena, mark);
        bsl_snapshot_enter_section(l, SECTION_ENTITIES);
    }
}
