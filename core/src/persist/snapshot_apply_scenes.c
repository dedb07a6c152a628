/* Puts scenes that go on into a world. If the content has changed, a scene breaks whose parts, or
 * what is done in them, are not what they were, or that has lost somebody; parts that are gone are
 * taken off (S60). */
#include "decide/turn.h"
#include "persist/snapshot.h"
#include "together/scene.h"
#include "world/rows.h"

static const saved_scene *scene_of(const loading *l, const saved_member *m) {
    return &l->names.scenes[l->casts[m->row.staged].row.scene];
}

static bool part_is_gone(const loading *l, const saved_member *m) {
    return scene_of(l, m)->parts[m->row.part] == BUSTLE_NONE;
}

/* ---- On stacks ---- */

bool bsl_snapshot_keeps_part(const loading *l, const saved_frame *s) {
    return s->part == NULL || !part_is_gone(l, s->part);
}

/* A record between the frame and what is below it. */
static uint32_t attach(bustle_world *w, uint32_t index, const member *row, uint32_t flag) {
    frame *f = frame_at(w, index);
    const uint32_t record = pool_take(&w->members);
    member *m = member_at(w, record);
    *m = *row;
    m->below = f->below;
    m->next = POOL_NONE;
    m->next_part = POOL_NONE;
    m->frame = index;
    f->below = record;
    f->where |= flag;
    return record;
}

void bsl_snapshot_attach_scenes(loading *l, uint32_t index, const saved_frame *s, bool fits) {
    if (s->part != NULL) {
        s->part->index = attach(l->world, index, &s->part->row, FRAME_PART);
        s->part->whole = fits;
    }
    if (s->cast != NULL && fits) {
        s->cast->stager.index = attach(l->world, index, &s->cast->stager.row, FRAME_STAGES);
    }
}

/* ---- Members ---- */

enum whereabouts { IS_THERE, IS_LEFT_OUT, IS_NOBODY };

static enum whereabouts look_for(const loading *l, const member *m) {
    const uint32_t occupant = l->occupants[m->slot];
    if (occupant == 0 || (occupant - 1) % 2 == 1 || !l->names.definitions[(occupant - 1) / 2].npc) {
        return IS_NOBODY;
    }
    if (l->names.definitions[(occupant - 1) / 2].id == BUSTLE_NONE) {
        return IS_LEFT_OUT;
    }
    return entity_at(l->world, m->slot)->spawn == m->spawn ? IS_THERE : IS_NOBODY;
}

/* What it does in its part; NULL: nothing, of a scene that is over. */
static const saved_sequence *sequence_of(const loading *l, const saved_member *m) {
    return m->row.sequence == NONE16 ? NULL : &l->names.sequences[m->row.sequence];
}

/* Whether the member can go on with what it does. */
static bool goes_on(const loading *l, const saved_member *m) {
    const saved_sequence *q = sequence_of(l, m);
    return !part_is_gone(l, m) && q != NULL && !q->changed && look_for(l, &m->row) == IS_THERE &&
        (!m->begun || (m->index != POOL_NONE && m->whole));
}

static bool has_left(const saved_member *m) {
    return (m->row.flags & MEMBER_LEFT) != 0;
}

/* Whoever is in the scene is there, and what it does in it on one of its stacks. */
static bool check_cast(loading *l, saved_cast *c) {
    c->breaks = l->names.scenes[c->row.scene].changed;
    for (uint32_t i = 0; i < c->member_count; i++) {
        const saved_member *m = &c->members[i];
        if (has_left(m)) {
            continue;
        }
        if (look_for(l, &m->row) == IS_NOBODY || m->begun != m->found) {
            return bsl_reader_fail(&l->in, "a member is nobody, or does nothing in its part");
        }
        c->breaks = c->breaks || !goes_on(l, m);
    }
    if (c->has_stager && (look_for(l, &c->stager.row) == IS_NOBODY || !c->stager.found)) {
        return bsl_reader_fail(&l->in, "a scene is staged by nobody");
    }
    return true;
}

/* One whose part could not go on where it was waits for nothing; without a frame it is as if the
 * part had not begun. */
static void settle_member(loading *l, const saved_cast *c, saved_member *m) {
    bustle_world *w = l->world;
    const bool lost = !has_left(m) && m->begun && m->index == POOL_NONE;
    if (m->index == POOL_NONE) {
        m->index = pool_take(&w->members);
        *member_at(w, m->index) = m->row;
        member_at(w, m->index)->below = POOL_NONE;
        member_at(w, m->index)->frame = POOL_NONE;
    }
    member *made = member_at(w, m->index);
    const saved_sequence *q = sequence_of(l, m);
    made->staged = c->index;
    made->part = (uint8_t)scene_of(l, m)->parts[m->row.part];
    made->sequence = q == NULL || q->id == BUSTLE_NONE ? NONE16 : (uint16_t)q->id;
    if (lost) {
        made->flags &= MEMBER_INITIATOR;
        made->phase = 0;
    } else if (m->begun && !m->whole) {
        made->flags &= MEMBER_INITIATOR | MEMBER_COUNTED;
    }
    bsl_scene_enlist(w, m->index);
}

static bool is_kept(const loading *l, const saved_member *m) {
    return !part_is_gone(l, m) && (has_left(m) || look_for(l, &m->row) == IS_THERE);
}

static bool has_anybody(const loading *l, const saved_cast *c) {
    bool any = c->stager.index != POOL_NONE;
    for (uint32_t i = 0; i < c->member_count; i++) {
        any = any || (!has_left(&c->members[i]) && is_kept(l, &c->members[i]));
    }
    return any;
}

static bool settle_cast(loading *l, saved_cast *c) {
    bustle_world *w = l->world;
    if (!has_anybody(l, c)) {
        return true;
    }
    if (!bsl_scene_reserve(w) || !pool_reserve(&w->scenes, &w->kept, 1) ||
        !pool_reserve(&w->members, &w->kept, c->member_count)) {
        return bsl_snapshot_no_memory(l);
    }
    staged row = c->row;
    row.scene = (uint16_t)l->names.scenes[c->row.scene].id;
    row.present = 0;
    c->index = bsl_scene_restore(w, &row);
    for (uint32_t i = 0; i < c->member_count; i++) {
        if (is_kept(l, &c->members[i])) {
            settle_member(l, c, &c->members[i]);
        }
    }
    if (c->stager.index != POOL_NONE) {
        member_at(w, c->stager.index)->staged = c->index;
        staged_at(w, c->index)->stager = c->stager.index;
    }
    return true;
}

bool bsl_snapshot_settle_casts(loading *l) {
    bustle_world *w = l->world;
    uint64_t present = 0;
    for (uint32_t i = 0; i < l->cast_count; i++) {
        saved_cast *c = &l->casts[i];
        if (!check_cast(l, c) || !settle_cast(l, c)) {
            return false;
        }
        present += c->index == POOL_NONE ? 0 : staged_at(w, c->index)->present;
    }
    w->leaves = w->joins - present;
    return true;
}

/* ---- What is told, and who gets a turn ---- */

/* One whose part has been taken off may have to be told so below what it does. */
static void call(bustle_world *w, uint32_t slot) {
    if ((entity_at(w, slot)->flags & (NPC_HELD | NPC_HALTED)) == 0) {
        bsl_turn_queue(w, slot, false);
    }
}

static void break_cast(loading *l, const saved_cast *c) {
    bustle_world *w = l->world;
    const bool ends = c->index != POOL_NONE && c->row.over == 0;
    for (uint32_t i = 0; i < c->member_count; i++) {
        const saved_member *m = &c->members[i];
        if (has_left(m) || look_for(l, &m->row) != IS_THERE) {
            continue;
        }
        if (part_is_gone(l, m)) {
            bsl_snapshot_note_change(
                l, LOST_SCENE, m->row.slot, m->row.spawn, scene_of(l, m)->name);
            call(w, m->row.slot);
        } else if (ends) {
            bsl_snapshot_note_change(
                l, CHANGED_SCENE, m->row.slot, m->row.spawn, scene_of(l, m)->name);
        }
    }
    if (ends) {
        bsl_scene_end(w, staged_at(w, c->index), BUSTLE_LEAVE_BROKEN, NOBODY);
    }
}

void bsl_snapshot_break_casts(loading *l) {
    for (uint32_t i = 0; i < l->cast_count; i++) {
        if (l->casts[i].breaks) {
            break_cast(l, &l->casts[i]);
        }
    }
}
