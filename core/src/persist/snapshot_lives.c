/* What a save says of roles and cues: their names, the role of each NPC, whom it has met, and when
 * it left its last scene. */
#include "persist/snapshot_fields.h"
#include "together/cue.h"
#include "together/encounter.h"
#include "together/life.h"

/* ---- Names ---- */

static void write_names(archive *a, bustle_kind kind) {
    const bustle_content *c = a->world->content;
    put_number(a->out, count_of(c, kind));
    for (uint32_t i = 0; i < count_of(c, kind); i++) {
        bsl_put_text(a->out, bustle_content_name(c, kind, i));
    }
}

void bsl_snapshot_write_roles(archive *a) {
    write_names(a, BUSTLE_KIND_ROLE);
}

void bsl_snapshot_write_cues(archive *a) {
    write_names(a, BUSTLE_KIND_CUE);
}

static saved_name *read_names(
    loading *l, bustle_kind kind, enum change_code gone, uint32_t *count) {
    const char *last = NULL;
    *count = l->sectioned ? bsl_get_count(&l->in, 1) : 0; /* 0.1.0 had none */
    saved_name *names = bsl_snapshot_take(l, *count, sizeof *names);
    for (uint32_t i = 0; !failed(l) && i < *count; i++) {
        names[i].name = bsl_snapshot_get_name(l, &last);
        names[i].id = bsl_snapshot_find_name(l, kind, names[i].name, gone);
    }
    return names;
}

void bsl_snapshot_read_roles(archive *a) {
    saved_names *s = &a->load->names;
    s->roles = read_names(a->load, BUSTLE_KIND_ROLE, GONE_ROLE, &s->role_count);
}

void bsl_snapshot_read_cues(archive *a) {
    saved_names *s = &a->load->names;
    s->cues = read_names(a->load, BUSTLE_KIND_CUE, GONE_CUE, &s->cue_count);
}

/* ---- NPCs ---- */

/* A cue, or behind them a scene, behind those an offer, behind those an inbox. */
VISITOR void visit_reason(archive *a, uint32_t *known_by) {
    const uint32_t cues =
        writes(a) ? count_of(a->world->content, BUSTLE_KIND_CUE) : a->names->cue_count;
    const uint32_t scenes =
        writes(a) ? count_of(a->world->content, BUSTLE_KIND_SCENE) : a->names->scene_count;
    const uint32_t offers =
        writes(a) ? count_of(a->world->content, BUSTLE_KIND_OFFER) : a->names->offer_name_count;
    const uint32_t id = *known_by & NONE16;
    uint32_t number = (*known_by & ENCOUNTER_SCENE) != 0 ? cues + id
        : (*known_by & ENCOUNTER_OFFER) != 0             ? cues + scenes + id
        : (*known_by & ENCOUNTER_INBOX) != 0             ? cues + scenes + offers + id
                                                         : id;
    field_index(a, &number, cues + scenes + offers + a->names->inbox_count, "a cue is none");
    if (!writes(a)) {
        *known_by = number < cues             ? number
            : number < cues + scenes          ? encounter_in(number - cues)
            : number < cues + scenes + offers ? encounter_by(number - cues - scenes)
                                              : encounter_of_inbox(number - cues - scenes - offers);
    }
}

VISITOR void visit_encounter(archive *a, encounter *e) {
    int64_t time = bsl_encounter_when(e);
    visit_reason(a, &e->cue);
    field_u32(a, &e->spawn);
    field_long_time(a, &time);
    field_u32(a, &e->again);
    if (!writes(a)) {
        e->time[0] = (uint32_t)time;
        e->time[1] = (uint32_t)((uint64_t)time >> 32);
    }
}

/* When it left its last scene, if it has left any. */
VISITOR void visit_leaving(archive *a, life *l) {
    int64_t left = life_left(l);
    field_u8(a, &l->has_left, 1, "an NPC has left more than it can");
    if (l->has_left == 0) {
        return;
    }
    field_long_time(a, &left);
    field_u8(a, &l->acted, 1, "an NPC is of no kind");
    if (!writes(a)) {
        const uint8_t acted = l->acted;
        life_leave(l, left);
        l->acted = acted;
    }
}

VISITOR void visit_life(archive *a, life *l) {
    int64_t looked = life_looked(l);
    field_optional_id(a, &l->role, a->names->role_count, "a role is none");
    field_optional_id(a, &l->began, a->names->sequence_count, "a sequence is none");
    field_u8(a, &l->set, 1, "a role is of no kind");
    field_u8(a, &l->replacing, BUSTLE_REPLACING_NOW, "a change is of no kind");
    field_long_time(a, &looked);
    if (!writes(a)) {
        life_look(l, looked);
    }
    if (writes(a) || a->load->sections[SECTION_LIVES].version >= 2) {
        visit_leaving(a, l);
    }
}

static void write_life(archive *a, const npc *self) {
    const bustle_world *w = a->world;
    archive out = writing(a);
    life *l = life_of(w, self);
    put_number(a->out, l != NULL);
    if (l == NULL) {
        return;
    }
    visit_life(&out, l);
    put_number(a->out, bsl_encounter_count(w, l));
    for (uint32_t i = l->encounters; i != POOL_NONE;) {
        encounter *e = pool_at(&w->encounters, i);
        visit_encounter(&out, e);
        i = e->older;
    }
}

/* Nothing where the content has neither roles, cues, scenes, offers, plans nor inboxes. */
void bsl_snapshot_write_lives(archive *a) {
    const bustle_world *w = a->world;
    if (!w->has_lives) {
        return;
    }
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        const entity *e = entity_at(w, slot);
        if (e->spawn != 0 && definition_of(w, e)->npc) {
            write_life(a, npc_at(w, slot));
        }
    }
}

static bool too_many(const loading *l, const saved_life *s) {
    uint32_t of_scenes = 0;
    for (uint32_t i = 0; i < s->encounter_count; i++) {
        uint32_t count = 0;
        of_scenes +=
            (s->encounters[i].cue & (ENCOUNTER_SCENE | ENCOUNTER_OFFER | ENCOUNTER_INBOX)) != 0;
        for (uint32_t k = i; k < s->encounter_count; k++) {
            count += s->encounters[k].cue == s->encounters[i].cue;
        }
        if (count > ENCOUNTERS_OF_A_CUE) {
            return true;
        }
    }
    return of_scenes > ENCOUNTERS_OF_SCENES ||
        s->encounter_count > ENCOUNTERS_OF_A_CUE * (l->names.cue_count + UINT64_C(1));
}

void bsl_snapshot_read_life(archive *a, saved_life *s) {
    loading *l = a->load;
    const saved_names *names = &l->names;
    if (names->role_count + names->cue_count + names->scene_count + names->offer_name_count +
                names->plan_count + names->inbox_count ==
            0 ||
        !bsl_snapshot_enter_section(l, SECTION_LIVES)) {
        return;
    }
    s->there = read_number(a, 1, "an NPC is of no kind") == 1;
    if (s->there) {
        s->row.role = NONE16;
        visit_life(a, &s->row);
        s->encounter_count = bsl_get_count(&l->in, 4);
        s->encounters = bsl_snapshot_take(l, s->encounter_count, sizeof *s->encounters);
        for (uint32_t i = 0; !failed(l) && i < s->encounter_count; i++) {
            visit_encounter(a, &s->encounters[i]);
        }
        if (!failed(l) && too_many(l, s)) {
            bsl_reader_fail(&l->in, "there are too many memories");
        }
    }
    bsl_snapshot_leave_section(l, SECTION_LIVES);
}

/* ---- Putting it into a world ---- */

static bool is_listed(const bustle_world *w, const npc *self, uint32_t role_id) {
    const definition *d = definition_of(w, &self->e);
    uint32_t i = 0;
    while (i < d->role_count && w->content->listed_roles[d->roles_at + i].role != role_id) {
        i++;
    }
    return i < d->role_count;
}

/* A role that is gone, or that its definition does not list any more, is tested anew. */
static void apply_role(loading *l, uint32_t slot, const saved_life *s, life *made) {
    bustle_world *w = l->world;
    const npc *self = npc_at(w, slot);
    if (!s->there || s->row.role == NONE16) {
        made->replacing = s->there ? s->row.replacing : 0;
        return;
    }
    const saved_name *n = &l->names.roles[s->row.role];
    if (n->id == BUSTLE_NONE || (!s->row.set && !is_listed(w, self, n->id))) {
        bsl_snapshot_note_change(l, LOST_ROLE, slot, self->e.spawn, n->name);
        return;
    }
    made->role = (uint16_t)n->id;
    made->set = s->row.set;
    made->replacing = s->row.replacing;
}

/* The cue, scene, offer or inbox of an encounter; BUSTLE_NONE: gone. */
static uint32_t known_by_now(const loading *l, uint32_t saved) {
    if ((saved & ENCOUNTER_OFFER) != 0) {
        const uint32_t name = l->names.offer_names[saved & ~ENCOUNTER_OFFER].id;
        return name == BUSTLE_NONE ? BUSTLE_NONE : encounter_by(name);
    }
    if ((saved & ENCOUNTER_INBOX) != 0) {
        const uint32_t inbox = l->names.inboxes[saved & ~ENCOUNTER_INBOX].id;
        return inbox == BUSTLE_NONE ? BUSTLE_NONE : encounter_of_inbox(inbox);
    }
    if ((saved & ENCOUNTER_SCENE) == 0) {
        return l->names.cues[saved].id;
    }
    const uint32_t id = l->names.scenes[saved & ~ENCOUNTER_SCENE].id;
    return id == BUSTLE_NONE ? BUSTLE_NONE : encounter_in(id);
}

static bool apply_encounters(loading *l, const saved_life *s, life *made) {
    bustle_world *w = l->world;
    uint32_t *link = &made->encounters;
    if (!pool_reserve(&w->encounters, &w->kept, s->encounter_count)) {
        return bsl_snapshot_no_memory(l);
    }
    for (uint32_t i = 0; i < s->encounter_count; i++) {
        const uint32_t known_by = known_by_now(l, s->encounters[i].cue);
        if (known_by == BUSTLE_NONE) {
            continue;
        }
        *link = pool_take(&w->encounters);
        encounter *e = pool_at(&w->encounters, *link);
        *e = s->encounters[i];
        e->cue = known_by;
        e->older = POOL_NONE;
        link = &e->older;
    }
    return true;
}

bool bsl_snapshot_apply_life(loading *l, uint32_t slot, const saved_life *s) {
    bustle_world *w = l->world;
    npc *self = npc_at(w, slot);
    life *made = life_of(w, self);
    if (made == NULL) {
        return true;
    }
    memset(made, 0, sizeof *made + 4 * beat_words(w->content));
    made->role = NONE16;
    made->encounters = POOL_NONE;
    made->parts = POOL_NONE;
    memcpy(made->left, s->row.left, sizeof made->left);
    made->has_left = s->row.has_left;
    made->acted = s->row.acted;
    life_look(made, s->there ? life_looked(&s->row) : w->now);
    apply_role(l, slot, s, made);
    if (made->role == NONE16 && definition_of(w, &self->e)->role_count > 0) {
        w->roles_untested = true;
    }
    if (!apply_encounters(l, s, made) || !bsl_cue_reserve(w, self->e.spawn)) {
        return bsl_snapshot_no_memory(l);
    }
    bsl_cue_enrol(w, slot);
    return !failed(l);
}

/* What its main activity began with; where the save does not say: its main sequence. */
static uint16_t began_with(const loading *l, const npc *self, const saved_life *s) {
    const uint32_t id =
        s->there && s->row.began != NONE16 ? l->names.sequences[s->row.began].id : BUSTLE_NONE;
    return id == BUSTLE_NONE ? self->main : (uint16_t)id;
}

void bsl_snapshot_apply_main_of_role(loading *l, uint32_t slot, const saved_life *s) {
    npc *self = npc_at(l->world, slot);
    life *made = life_of(l->world, self);
    if (made != NULL) {
        made->began = began_with(l, self, s);
    }
    const uint16_t main = persona_of(l->world, self)->main;
    const bool lost = s->there && s->row.role != NONE16 && (made == NULL || made->role == NONE16);
    if (made == NULL || lost) {
        self->e.flags &= (uint16_t)~NPC_MAIN_DUE;
    }
    if (lost && definition_of(l->world, &self->e)->role_count == 0 && main != self->main) {
        self->main = main;
        self->e.flags |= made != NULL && (self->e.flags & NPC_HALTED) == 0 ? NPC_MAIN_DUE : 0;
    }
}
