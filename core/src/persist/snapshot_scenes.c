/* What a save says of scenes: their names and parts, and those that go on, with their members. What
 * is on the stacks of members is said with these (snapshot_npc.c) and compared here. */
#include "persist/snapshot_fields.h"

/* ---- Names ---- */

void bsl_snapshot_write_scenes(archive *a) {
    const bustle_content *c = a->world->content;
    put_number(a->out, count_of(c, BUSTLE_KIND_SCENE));
    for (uint32_t i = 0; i < count_of(c, BUSTLE_KIND_SCENE); i++) {
        bsl_put_text(a->out, bustle_content_name(c, BUSTLE_KIND_SCENE, i));
        put_word(a->out, bsl_fingerprint_parts(c, i));
        put_number(a->out, c->scenes[i].part_count);
        for (uint32_t k = 0; k < c->scenes[i].part_count; k++) {
            bsl_put_text(a->out, bustle_content_part_name(c, i, k));
        }
    }
}

/* The part of that name; BUSTLE_NONE: none. */
static uint32_t find_part(const bustle_content *c, uint32_t scene_id, const char *name) {
    const uint32_t count = scene_id == BUSTLE_NONE ? 0 : c->scenes[scene_id].part_count;
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(bustle_content_part_name(c, scene_id, i), name) == 0) {
            return i;
        }
    }
    return BUSTLE_NONE;
}

static void read_scene(loading *l, saved_scene *s, const char **last) {
    const bustle_content *c = l->world->content;
    s->name = bsl_snapshot_get_name(l, last);
    s->id = bsl_snapshot_find_name(l, BUSTLE_KIND_SCENE, s->name, GONE_SCENE);
    const uint32_t print = bsl_get_word(&l->in);
    s->changed = s->id == BUSTLE_NONE || print != bsl_fingerprint_parts(c, s->id);
    s->part_count =
        (uint32_t)bsl_get_up_to(&l->in, BUSTLE_MOST_PARTS, "a scene has too many parts");
    s->parts = bsl_snapshot_take(l, s->part_count, sizeof *s->parts);
    for (uint32_t i = 0; !failed(l) && i < s->part_count; i++) {
        s->parts[i] = find_part(c, s->id, bsl_snapshot_get_text(l));
        s->changed = s->changed || s->parts[i] != i;
    }
}

void bsl_snapshot_read_scenes(archive *a) {
    loading *l = a->load;
    saved_names *s = &l->names;
    const char *last = NULL;
    if (!l->sectioned) {
        return; /* 0.1.0 had none */
    }
    s->scene_count = bsl_get_count(&l->in, 6);
    s->scenes = bsl_snapshot_take(l, s->scene_count, sizeof *s->scenes);
    for (uint32_t i = 0; !failed(l) && i < s->scene_count; i++) {
        read_scene(l, &s->scenes[i], &last);
    }
}

/* ---- Members ---- */

#define MEMBER_BEGUN 0x100u /* its part is on a stack */

static const uint32_t member_flags[] = {MEMBER_INITIATOR, MEMBER_ENDED, MEMBER_WAITS, MEMBER_PAST,
    MEMBER_COUNTED, MEMBER_FAILED, MEMBER_LEFT, MEMBER_BEGUN};

static void visit_somebody(archive *a, member *m) {
    field_entity(a, &m->slot, &m->spawn);
    if (!writes(a) && m->slot == NOBODY) {
        bsl_reader_fail(&a->load->in, "a member is nobody");
    }
}

static void visit_member(archive *a, saved_member *m, uint32_t part_count) {
    uint32_t flags = m->row.flags | (m->begun ? MEMBER_BEGUN : 0);
    uint32_t part = m->row.part;
    uint32_t phase = m->row.phase;
    visit_somebody(a, &m->row);
    field_index(a, &part, part_count, "a scene has no such part");
    field_optional_id(a, &m->row.sequence, a->names->sequence_count, "a sequence is none");
    field_index(a, &phase, UINT16_MAX + 1u, "a phase is out of range");
    field_flags(a, &flags, member_flags, COUNT_OF(member_flags), "a member is of no kind");
    if (!writes(a)) {
        m->row.part = (uint8_t)part;
        m->row.phase = (uint16_t)phase;
        m->row.flags = (uint8_t)(flags & UINT8_MAX);
        m->begun = (flags & MEMBER_BEGUN) != 0;
        m->index = POOL_NONE;
    }
}

/* ---- Scenes that go on ---- */

static void visit_stuck(archive *a, int64_t *since) {
    uint8_t is = writes(a) && *since >= 0 ? 1 : 0;
    field_u8(a, &is, 1, "a scene is of no kind");
    if (is == 1) {
        field_long_time(a, since);
    } else {
        *since = -1;
    }
}

/* All but the members. */
static void visit_staged(archive *a, staged *s) {
    static const uint32_t ends[] = {0, BUSTLE_LEAVE_FINISHED, BUSTLE_LEAVE_BROKEN};
    int16_t standing = (int16_t)s->standing;
    uint32_t over = s->over;
    field_id(a, &s->scene, a->names->scene_count, "a scene is none");
    field_u32(a, &s->number);
    field_i16(a, &standing, "a priority is out of range");
    field_long_time(a, &s->began);
    visit_stuck(a, &s->stuck);
    field_choice(a, &over, ends, COUNT_OF(ends), "a scene ends as none does");
    field_entity(a, &s->host, &s->host_spawn);
    s->standing = standing;
    s->over = (uint8_t)over;
}

static void write_member(archive *a, const member *m) {
    const bool left = (m->flags & MEMBER_LEFT) != 0;
    saved_member s = {.row = *m, .begun = !left && m->frame != POOL_NONE};
    visit_member(a, &s, 0);
}

static void write_cast(archive *a, const staged *s) {
    const bustle_world *w = a->world;
    staged row = *s;
    uint32_t count = 0;
    visit_staged(a, &row);
    put_number(a->out, s->stager != POOL_NONE);
    if (s->stager != POOL_NONE) {
        member stager = *member_at(w, s->stager);
        visit_somebody(a, &stager);
    }
    for (uint32_t i = s->members; i != POOL_NONE; i = member_at(w, i)->next) {
        count++;
    }
    put_number(a->out, count);
    for (uint32_t i = s->members; i != POOL_NONE; i = member_at(w, i)->next) {
        write_member(a, member_at(w, i));
    }
}

void bsl_snapshot_write_casts(archive *a) {
    const bustle_world *w = a->world;
    put_number(a->out, w->scene_number);
    put_number(a->out, w->joins);
    put_number(a->out, w->leaves);
    put_number(a->out, w->scene_count);
    for (uint32_t i = w->first_scene; i != POOL_NONE; i = staged_at(w, i)->next) {
        write_cast(a, staged_at(w, i));
    }
}

/* ---- Reading them ---- */

static bool in_order(const member *before, const member *m) {
    return before->part < m->part || (before->part == m->part && before->spawn < m->spawn);
}

/* What is said of a member agrees with itself and with those before it. */
static bool member_agrees(const saved_cast *c, uint32_t place) {
    const saved_member *m = &c->members[place];
    const uint32_t flags = m->row.flags;
    for (uint32_t i = 0; i < place; i++) {
        if (c->members[i].row.slot == m->row.slot && c->members[i].row.spawn == m->row.spawn) {
            return false;
        }
    }
    if (place > 0 && !in_order(&c->members[place - 1].row, &m->row)) {
        return false;
    }
    if ((flags & MEMBER_LEFT) != 0) {
        return c->row.over != 0 && !m->begun;
    }
    if (m->row.sequence == NONE16 && c->row.over == 0) {
        return false; /* only one that other content has left without it has none */
    }
    if (!m->begun) {
        return (flags & ~(uint32_t)MEMBER_INITIATOR) == 0 && m->row.phase == 0;
    }
    return ((flags & MEMBER_PAST) == 0 || (flags & MEMBER_WAITS) != 0) &&
        ((flags & MEMBER_FAILED) == 0 || (flags & MEMBER_COUNTED) != 0);
}

static void read_members(archive *a, saved_cast *c, uint32_t place_of_cast) {
    loading *l = a->load;
    c->member_count = (uint32_t)read_number(a, BUSTLE_MOST_MEMBERS, "a scene has too many members");
    c->members = bsl_snapshot_take(l, c->member_count, sizeof *c->members);
    for (uint32_t i = 0; !failed(l) && i < c->member_count; i++) {
        visit_member(a, &c->members[i], a->names->scenes[c->row.scene].part_count);
        c->members[i].row.staged = place_of_cast;
        if (!failed(l) && !member_agrees(c, i)) {
            bsl_reader_fail(&l->in, "a member disagrees with its scene");
        }
        c->row.present = (uint8_t)(c->row.present + ((c->members[i].row.flags & MEMBER_LEFT) == 0));
    }
}

static void read_cast(archive *a, uint32_t place) {
    loading *l = a->load;
    saved_cast *c = &l->casts[place];
    const uint32_t before = place == 0 ? 0 : l->casts[place - 1].row.number;
    visit_staged(a, &c->row);
    c->index = POOL_NONE;
    c->stager.index = POOL_NONE;
    c->has_stager = read_number(a, 1, "a scene is of no kind") == 1;
    if (c->has_stager) {
        visit_somebody(a, &c->stager.row);
    }
    if (failed(l)) {
        return;
    }
    read_members(a, c, place);
    if (c->row.number <= before || c->row.number > a->world->scene_number) {
        bsl_reader_fail(&l->in, "scenes are not in order");
    } else if (c->row.present == 0 && !c->has_stager) {
        bsl_reader_fail(&l->in, "a scene has nobody in it");
    }
}

void bsl_snapshot_read_casts(archive *a) {
    loading *l = a->load;
    bustle_world *w = a->world;
    uint64_t present = 0;
    if (!l->sectioned) {
        return;
    }
    field_u32(a, &w->scene_number);
    field_u64(a, &w->joins);
    field_u64(a, &w->leaves);
    l->cast_count = bsl_get_count(&l->in, 10);
    l->casts = bsl_snapshot_take(l, l->cast_count, sizeof *l->casts);
    for (uint32_t i = 0; !failed(l) && i < l->cast_count; i++) {
        read_cast(a, i);
        present += l->casts[i].row.present;
    }
    if (!failed(l) && present != w->joins - w->leaves) {
        bsl_reader_fail(&l->in, "scenes have others in them than have joined");
    }
}

/* ---- On stacks ---- */

static saved_cast *find_cast(loading *l, uint32_t number) {
    uint32_t low = 0;
    uint32_t high = l->cast_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (l->casts[middle].row.number < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < l->cast_count && l->casts[low].row.number == number ? &l->casts[low] : NULL;
}

static bool is_one(const member *m, const saved_entity *e) {
    return m->slot == e->slot && m->spawn == e->row.spawn;
}

/* The frame of a part that has begun is that of its member, in its sequence, and waits if that
 * does. */
static bool match_part(loading *l, const saved_entity *e, saved_frame *f) {
    const saved_node *n = &l->names.nodes[f->node];
    saved_cast *c = find_cast(l, f->in_scene);
    for (uint32_t i = 0; c != NULL && i < c->member_count; i++) {
        saved_member *m = &c->members[i];
        if (!is_one(&m->row, e)) {
            continue;
        }
        const bool waits = (m->row.flags & MEMBER_WAITS) != 0;
        const bool ended = (m->row.flags & MEMBER_ENDED) != 0;
        if (!m->begun || m->found || m->row.sequence != n->sequence ||
            waits != (f->lifecycle == BUSTLE_WAITING_AT_PHASE) ||
            (ended && n->kind != BUSTLE_NODE_END)) {
            return false;
        }
        m->found = true;
        f->part = m;
        return true;
    }
    return false;
}

static bool match_stager(loading *l, const saved_entity *e, saved_frame *f) {
    const saved_node *n = &l->names.nodes[f->node];
    saved_cast *c = find_cast(l, f->stages);
    const bool waits = f->lifecycle == BUSTLE_WAITING_AT_NODE || f->lifecycle == BUSTLE_PROCESSING;
    if (c == NULL || !c->has_stager || c->stager.found || !is_one(&c->stager.row, e) || !waits ||
        n->kind != BUSTLE_NODE_SCENE || n->as != STAGER || n->performs != c->row.scene) {
        return false;
    }
    c->stager.found = true;
    f->cast = c;
    return true;
}

/* Above a node that casts a scene there is its part, and nothing else. */
static bool match_stack(loading *l, const saved_entity *e, const saved_activity *s) {
    bool below_casts = false;
    for (uint32_t i = 0; i < s->depth; i++) {
        saved_frame *f = &s->frames[i];
        if ((i > 0 && below_casts != (f->in_scene != 0)) ||
            (f->in_scene != 0 && !match_part(l, e, f)) ||
            (f->stages != 0 && !match_stager(l, e, f))) {
            return bsl_reader_fail(&l->in, "a sequence is in a scene of which it is no part");
        }
        below_casts = l->names.nodes[f->node].kind == BUSTLE_NODE_SCENE;
    }
    return true;
}

bool bsl_snapshot_match_scenes(loading *l, const saved_entity *e, const saved_npc *n) {
    for (uint32_t i = 0; i < n->activity_count; i++) {
        if (!match_stack(l, e, &n->activities[i])) {
            return false;
        }
    }
    return true;
}
