/* The consistency check: counts again everything that is kept twice, and compares. */
#include "world/grid.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct finding {
    char *text;
    size_t size;
    bool found;
} finding;

static void contradiction(finding *f, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* The first one is told. */
static void contradiction(finding *f, const char *format, ...) {
    va_list arguments;
    if (!f->found && f->text != NULL && f->size > 0) {
        va_start(arguments, format);
        vsnprintf(f->text, f->size, format, arguments);
        va_end(arguments);
    }
    f->found = true;
}

static unsigned long number_of(const entity *e) {
    return (unsigned long)e->spawn;
}

/* ---- Claims ---- */

static void check_states(const bustle_world *w, const entity *e, finding *f) {
    for (uint32_t i = 0; i < count_of(w->content, BUSTLE_KIND_STATE); i++) {
        const key *k = &w->content->states[i];
        const int32_t *place = state_at(w, e, i);
        if (place == NULL) {
            continue;
        }
        const int64_t taken = k->claimed ? place[1] : 0;
        if (*place < k->minimum || *place + taken > k->maximum || taken < 0) {
            contradiction(f, "entity %lu: '%s' is %ld free and %ld taken, out of its bounds",
                number_of(e), w->content->text + k->name, (long)*place, (long)taken);
        }
        if (k->claimed && bsl_claim_taken_of(w, e, i) != taken) {
            contradiction(f, "entity %lu: %ld of '%s' are taken but %ld are held", number_of(e),
                (long)taken, w->content->text + k->name, (long)bsl_claim_taken_of(w, e, i));
        }
    }
}

static void check_users(const bustle_world *w, uint32_t slot, finding *f) {
    uint32_t previous = NOBODY;
    for (uint32_t user = entity_at(w, slot)->users; user != NOBODY && !f->found;) {
        const bool by_claim = (user & USER_CLAIM) != 0;
        const claim_record *r = by_claim ? claim_at(w, user & ~USER_CLAIM) : NULL;
        const npc *self = npc_at(w, by_claim ? r->npc : user);
        const uint32_t target = by_claim ? r->target : target_of(w, &self->now);
        const uint32_t before = by_claim ? r->previous_user : self->previous_user;
        const bool uses = by_claim ? r->held != 0 : (self->e.flags & NPC_ACTING) != 0;
        if (target != slot || before != previous || !uses || self->e.spawn == 0) {
            contradiction(
                f, "the users of entity %lu are not all its users", number_of(entity_at(w, slot)));
        }
        previous = user;
        user = by_claim ? r->next_user : self->next_user;
    }
}

/* ---- NPCs ---- */

static void check_stack(const bustle_world *w, const npc *self, uint32_t top, finding *f) {
    const uint32_t depth = bsl_stack_depth(w, top);
    if (depth == 0 || depth > (uint32_t)w->def.depth_limit) {
        contradiction(
            f, "NPC %lu: a stack of %lu sequences", number_of(&self->e), (unsigned long)depth);
        return;
    }
    for (uint32_t i = bsl_frame_below(w, frame_at(w, top)); i != POOL_NONE;) {
        const frame *below = frame_at(w, i);
        if (frame_state(below) != BUSTLE_IN_SUBSEQUENCE) {
            contradiction(f, "NPC %lu: a sequence below another is not in a subsequence",
                number_of(&self->e));
        }
        i = bsl_frame_below(w, below);
    }
}

static uint32_t held_claims(const bustle_world *w, const activity *a) {
    uint32_t held = 0;
    for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
        const frame *f = frame_at(w, i);
        held += (f->where & FRAME_CLAIMS) != 0 && claim_at(w, f->below)->held;
    }
    return held;
}

static bool is_waiting(const frame *f) {
    return frame_state(f) == BUSTLE_WAITING_AT_NODE || frame_state(f) == BUSTLE_WAITING_AT_PHASE;
}

static void check_npc(const bustle_world *w, const npc *self, finding *f) {
    const uint16_t flags = self->e.flags;
    const bool halted = (flags & NPC_HALTED) != 0;
    for (const activity *a = &self->now; !halted && a != NULL; a = next_below(w, a)) {
        check_stack(w, self, a->top, f);
        if (held_claims(w, a) != a->claims) {
            contradiction(f, "NPC %lu: sequence claims counted wrongly", number_of(&self->e));
        }
    }
    if (halted && (self->now.top != POOL_NONE || self->now.below != POOL_NONE)) {
        contradiction(f, "NPC %lu: halted, and has something to do", number_of(&self->e));
    }
    const bool acting = (flags & NPC_ACTING) != 0;
    const bool waits = self->now.top != POOL_NONE &&
        frame_state(frame_at(w, self->now.top)) == BUSTLE_WAITING_FOR_ACTION;
    if (acting != waits || (acting && (flags & (NPC_HELD | NPC_HALTED | NPC_WAITING)) != 0)) {
        contradiction(f, "NPC %lu: acting or not, its sequence disagrees", number_of(&self->e));
    }
    const bool awaits = (flags & NPC_AWAITS) != 0;
    const bool at_wait = self->now.top != POOL_NONE &&
        (self->now.flags & ACTIVITY_INTERRUPTED) == 0 && is_waiting(frame_at(w, self->now.top));
    if (awaits != at_wait ||
        (awaits && (flags & (NPC_ACTING | NPC_HELD | NPC_HALTED | NPC_WAITING)) != 0)) {
        contradiction(f, "NPC %lu: waiting or not, its sequence disagrees", number_of(&self->e));
    }
    const bool tries = (flags & NPC_TRIES) != 0;
    const bool idle =
        tries || (flags & (NPC_ACTING | NPC_WAITING | NPC_HALTED | NPC_HELD | NPC_AWAITS)) == 0;
    if (idle && (flags & NPC_QUEUED) == 0 && w->mode == MODE_OPEN) {
        contradiction(f, "NPC %lu: has something to decide and no turn", number_of(&self->e));
    }
}

/* ---- Space ---- */

static void check_cell(
    const bustle_world *w, const region *r, const cell *c, uint32_t *count, finding *f) {
    const uint8_t shift = r->shift;
    for (uint32_t index = c->head; index != POOL_NONE;) {
        const cell_block *b = pool_at(&w->cell_blocks, index);
        for (uint32_t i = 0; i < CELL_SLOTS && b->slots[i] != NOBODY; i++) {
            entity *e = entity_at(w, b->slots[i]);
            if (e->spawn == 0 || grid_of(w, definition_of(w, e)) != r ||
                *place_in(w, r, e) != index * 16 + i || e->x >> shift != c->x ||
                e->y >> shift != c->y || e->z >> shift != c->z) {
                contradiction(f, "entity %lu is not where the grid has it", number_of(e));
            }
            (*count)++;
        }
        index = b->next;
    }
}

static void check_roster(const bustle_world *w, const region *r, finding *f) {
    for (uint32_t i = 0; i < r->roster_count && !f->found; i++) {
        const asked *each = &r->roster[i];
        const entity *e = entity_at(w, each->slot);
        const definition *d = definition_of(w, e);
        if (e->spawn == 0 || !is_rostered(d) || roster_of(w, d) != r || e->place != i) {
            contradiction(f, "entity %lu is not where the roster has it", number_of(e));
        }
        if (each->due != due_after(d, each->time) || each->due < r->roster[(i - (i > 0)) / 2].due) {
            contradiction(
                f, "entity %lu is asked for its position at the wrong time", number_of(e));
        }
    }
}

static void check_space(const bustle_world *w, finding *f) {
    uint32_t everyone = 0;
    uint32_t rostered = 0;
    for (uint32_t i = 0; i < region_count(w); i++) {
        const region *r = &w->regions[i];
        uint32_t count = 0;
        for (uint32_t k = 0; k < r->cell_capacity && !f->found; k++) {
            check_cell(w, r, &r->cells[k], &count, f);
        }
        if (r->cell_count > 0 && count != r->count) {
            contradiction(f, "a group of %lu entities has %lu in the grid", (unsigned long)r->count,
                (unsigned long)count);
        }
        check_roster(w, r, f);
        everyone += count;
        rostered += r->roster_count;
    }
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        const entity *e = entity_at(w, slot);
        everyone += e->spawn != 0 && is_nowhere(w, e);
        rostered -= e->spawn != 0 && is_rostered(definition_of(w, e));
    }
    if (!f->found && rostered != 0) {
        contradiction(f, "those whose positions are asked for are counted wrongly");
    }
    if (everyone != w->entities) {
        contradiction(f, "of %lu entities %lu are in the grid", (unsigned long)w->entities,
            (unsigned long)everyone);
    }
}

/* ---- Scenes ---- */

/* The frame of a part leads back to its record, and what the record says fits the frame. */
static bool is_sound(const bustle_world *w, uint32_t index) {
    const member *m = member_at(w, index);
    const npc *self = npc_at(w, m->slot);
    if (self->e.spawn != m->spawn) {
        return false;
    }
    uint32_t part = life_of(w, self)->parts;
    while (part != POOL_NONE && part != index) {
        part = member_at(w, part)->next_part;
    }
    if (part == POOL_NONE || m->frame == POOL_NONE) {
        return part != POOL_NONE && (m->flags & ~MEMBER_INITIATOR) == 0;
    }
    uint32_t found = 0;
    for (const activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
            found += i == m->frame;
        }
    }
    const frame *f = frame_at(w, m->frame);
    const bool waits = frame_state(f) == BUSTLE_WAITING_AT_PHASE;
    return found == 1 && (f->where & FRAME_PART) != 0 && part_record(w, f) == index &&
        waits == ((m->flags & MEMBER_WAITS) != 0);
}

static void check_scene(const bustle_world *w, const staged *s, finding *f) {
    uint32_t present = 0;
    uint32_t before = 0;
    for (uint32_t i = s->members; i != POOL_NONE; i = member_at(w, i)->next) {
        const member *m = member_at(w, i);
        const bool left = (m->flags & MEMBER_LEFT) != 0;
        present += !left;
        if (m->part < before || (left && s->over == 0) || (!left && !is_sound(w, i))) {
            contradiction(f, "scene %lu: a member and its part disagree", (unsigned long)s->number);
        }
        before = m->part;
    }
    if (present != s->present || (present == 0 && s->stager == POOL_NONE)) {
        contradiction(f, "scene %lu: its members are counted wrongly", (unsigned long)s->number);
    }
    if (s->over == 0 && s->began + (int64_t)w->content->scenes[s->scene].longest < w->now &&
        w->mode == MODE_OPEN && w->endings_done) {
        contradiction(f, "scene %lu goes on for longer than it may", (unsigned long)s->number);
    }
}

static void check_scenes(const bustle_world *w, finding *f) {
    uint32_t count = 0;
    uint64_t present = 0;
    for (uint32_t i = w->first_scene; i != POOL_NONE && !f->found; i = staged_at(w, i)->next) {
        check_scene(w, staged_at(w, i), f);
        present += staged_at(w, i)->present;
        count++;
    }
    if (!f->found && (count != w->scene_count || present != w->joins - w->leaves)) {
        contradiction(f, "scenes, or those who have joined and left them, are counted wrongly");
    }
}

/* ---- The world ---- */

static void check_ready(const bustle_world *w, finding *f) {
    uint32_t zombies = 0;
    for (uint32_t i = 0; i < w->ready_count; i++) {
        const npc *self = npc_at(w, w->ready[(w->ready_first + i) % w->ready_capacity]);
        zombies += self->e.spawn == 0;
        if ((self->e.flags & NPC_QUEUED) == 0) {
            contradiction(f, "NPC %lu is in the queue unawares", number_of(&self->e));
        }
    }
    if (zombies != w->zombies) {
        contradiction(f, "%lu of those in the queue have left, counted %lu", (unsigned long)zombies,
            (unsigned long)w->zombies);
    }
}

static void check_entities(const bustle_world *w, finding *f) {
    uint32_t entities = 0;
    uint32_t npcs = 0;
    uint32_t halted = 0;
    uint32_t live = 0;
    uint32_t queued = 0;
    uint32_t links = 0;
    uint32_t planned = 0;
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT && !f->found; slot++) {
        const entity *e = entity_at(w, slot);
        if (e->spawn == 0) {
            continue;
        }
        entities++;
        check_states(w, e, f);
        check_users(w, slot, f);
        if (w->has_links && !bsl_link_check(w, slot, &links)) {
            contradiction(f, "entity %lu: its links do not agree", number_of(e));
        }
        if (w->has_areas && !bsl_area_check(w, slot)) {
            contradiction(
                f, "entity %lu: who is in which area is not what lies where", number_of(e));
        }
        if (definition_of(w, e)->npc) {
            npcs++;
            planned += bsl_plan_queue_has(w, slot);
            halted += (e->flags & NPC_HALTED) != 0;
            queued += (e->flags & NPC_QUEUED) != 0;
            live += timer_live(npc_at(w, slot));
            check_npc(w, npc_at(w, slot), f);
            if (daily_of(w, npc_at(w, slot)) != NULL && !bsl_plan_check(w, slot)) {
                contradiction(
                    f, "NPC %lu: its plan is not looked at when it should be", number_of(e));
            }
            if (w->content->beat_count > 0 && !bsl_cue_check(w, slot)) {
                contradiction(
                    f, "NPC %lu is not in the lists of its cues", (unsigned long)e->spawn);
            }
        }
    }
    if (!f->found &&
        (entities != w->entities || npcs != w->npcs || halted != w->halted ||
            live != w->wheel.live || queued != w->ready_count - w->zombies)) {
        contradiction(f, "entities, NPCs, halted, due or queued ones are counted wrongly");
    }
    if (!f->found && planned != w->plan_queue.count) {
        contradiction(f, "those who have plans are counted wrongly");
    }
    if (!f->found && links != w->links.count) {
        contradiction(f, "links are counted wrongly");
    }
}

static void check_places(const bustle_world *w, finding *f) {
    uint64_t held = 0;
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT && !f->found; slot++) {
        const entity *e = entity_at(w, slot);
        if (e->spawn != 0 && !bsl_place_check(w, e, &held)) {
            contradiction(f, "entity %lu: places at offers are kept wrongly", number_of(e));
        }
    }
    if (!f->found && (held != w->places_held || held != w->adopts - w->drops)) {
        contradiction(f, "places at offers, or those taken and given back, are counted wrongly");
    }
}

static void check_messages(const bustle_world *w, finding *f) {
    uint64_t waiting = 0;
    uint32_t meeting = 0;
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT && !f->found; slot++) {
        const entity *e = entity_at(w, slot);
        if (e->spawn != 0 && !bsl_inbox_check(w, slot, &waiting)) {
            contradiction(f, "entity %lu: its messages are kept wrongly", number_of(e));
        }
        if (e->spawn != 0 && definition_of(w, e)->npc &&
            !bsl_errand_check(w, npc_at(w, slot), &meeting)) {
            contradiction(f, "NPC %lu: what it awaits, has in hand or meets for is kept wrongly",
                number_of(e));
        }
    }
    if (!f->found &&
        (waiting != w->mail.waiting || meeting != w->mail.meeting || !bsl_inbox_check_kept(w))) {
        contradiction(f, "messages, or those who wait to meet, are counted wrongly");
    }
}

bustle_status bustle_world_check(bustle_world *w, char *text, size_t size) {
    finding f = {.text = text, .size = size};
    if (w == NULL || (text == NULL && size > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    if (size > 0) {
        text[0] = '\0';
    }
    if (w->mode != MODE_OPEN && w->mode != MODE_DELIVERY && w->mode != MODE_UPDATE) {
        return BUSTLE_BUSY; /* in the middle of a change */
    }
    check_entities(w, &f);
    if (!f.found && w->has_offers) {
        check_places(w, &f);
    }
    if (!f.found && (w->has_inboxes || w->has_meetings)) {
        check_messages(w, &f);
    }
    if (!f.found) {
        check_scenes(w, &f);
    }
    if (!f.found) {
        check_ready(w, &f);
    }
    if (!f.found) {
        check_space(w, &f);
    }
#if BUSTLE_CHECKS
    if (bsl_reserve_overdrawn(w) != NULL) {
        contradiction(&f, "more %s were taken than reserved", bsl_reserve_overdrawn(w));
    }
#endif
    return f.found ? BUSTLE_INCONSISTENT : BUSTLE_OK;
}
