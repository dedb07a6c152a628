/* S60 and saves: scenes are saved and loaded at every moment, into the same content and others,
 * from damaged bytes, and live through a reload. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harbour.h"
#include "persist/snapshot.h"
#include "sections.h"
#include "troupe.h"

#define OK(call) assert_int_equal((call), BUSTLE_OK)

static int updates(void) {
    return getenv("BUSTLE_QUICK") != NULL ? 250 : 1000;
}

static void expect_consistent(bustle_world *w) {
    char text[256] = "";
    if (bustle_world_check(w, text, sizeof text) != BUSTLE_OK) {
        fail_msg("%s", text);
    }
}

static bustle_snapshot save(const bustle_world *w) {
    bustle_snapshot s = {0};
    OK(bustle_snapshot_save(w, NULL, 0, &s));
    return s;
}

static void step(troupe *t) {
    troupe_disturb(t);
    troupe_update(t);
    expect_consistent(t->world);
}

/* ---- The same content ---- */

static void no_changes(void *context, bustle_world *world, const bustle_change *what) {
    (void)context;
    (void)world;
    fail_msg("%s: %s", what->code, what->text);
}

static void load_whole(bustle_world *w, const bustle_snapshot *s) {
    const bustle_load_options strict = {.report = no_changes};
    char reason[256] = "";
    const bustle_status status =
        bustle_snapshot_load(w, s->bytes, s->size, &strict, reason, sizeof reason);
    if (status != BUSTLE_OK) {
        fail_msg("%s", reason);
    }
}

static void expect_same_bytes(const bustle_world *w, const bustle_snapshot *s) {
    bustle_snapshot now = save(w);
    assert_int_equal(now.size, s->size);
    assert_memory_equal(now.bytes, s->bytes, s->size);
    bustle_snapshot_free(&now);
}

/* What members and scenes were like when the world was saved: each must have come up. */
enum moment {
    WAITS_AT_PHASE,
    IS_SUNK,
    IS_PAST_PATIENCE,
    HAS_NOT_BEGUN,
    HAS_ENDED,
    IS_STUCK,
    HAS_LEFT_BEFORE_OTHERS,
    IS_OVER,
    IS_HELD,
    HAS_A_STAGER,
    IS_NESTED,
    IS_IN_MAIN,
    IS_INTERRUPTED_AT_PHASE,
    STAGER_IS_AWAY,
    REMEMBERS_BROKEN,
    MOMENTS
};

static unsigned seen[MOMENTS];

static void see_member(const bustle_world *w, const staged *s, const member *m) {
    const npc *self = npc_at(w, m->slot);
    const bool left = (m->flags & MEMBER_LEFT) != 0;
    seen[HAS_LEFT_BEFORE_OTHERS] += left;
    if (left) {
        return;
    }
    bustle_membership in[16];
    size_t count = 0;
    OK(bustle_npc_scenes(w, handle_of(m->slot, m->spawn), in, 16, &count));
    for (size_t i = 0; i < count && i < 16; i++) {
        seen[IS_SUNK] += in[i].number == s->number && in[i].sunk;
    }
    const bool waits = (m->flags & MEMBER_WAITS) != 0;
    const bool begun = m->frame != POOL_NONE;
    seen[WAITS_AT_PHASE] += waits;
    seen[IS_INTERRUPTED_AT_PHASE] += waits && (self->now.flags & ACTIVITY_INTERRUPTED) != 0;
    seen[IS_PAST_PATIENCE] += (m->flags & MEMBER_PAST) != 0;
    seen[HAS_NOT_BEGUN] += !begun;
    seen[HAS_ENDED] += (m->flags & MEMBER_ENDED) != 0;
    seen[IS_HELD] += (self->e.flags & NPC_HELD) != 0;
    seen[IS_NESTED] += begun && count > 1;
    seen[IS_IN_MAIN] += begun && (self->now.flags & ACTIVITY_MAIN) != 0;
}

static void see_moments(const bustle_world *w) {
    for (uint32_t i = w->first_scene; i != POOL_NONE; i = staged_at(w, i)->next) {
        const staged *s = staged_at(w, i);
        seen[IS_STUCK] += s->stuck >= 0;
        seen[IS_OVER] += s->over != 0;
        seen[HAS_A_STAGER] += s->stager != POOL_NONE;
        seen[STAGER_IS_AWAY] += s->stager != POOL_NONE &&
            (npc_at(w, member_at(w, s->stager)->slot)->now.flags & ACTIVITY_MAIN) == 0;
        for (uint32_t k = s->members; k != POOL_NONE; k = member_at(w, k)->next) {
            see_member(w, s, member_at(w, k));
        }
    }
    for (bustle_entity e = 0; (e = bustle_world_next(w, e)) != 0;) {
        const npc *self = npc_at(w, (uint32_t)(e & (SLOT_LIMIT - 1)));
        const life *l = definition_of(w, &self->e)->npc ? life_of(w, self) : NULL;
        for (uint32_t i = l == NULL ? POOL_NONE : l->encounters; i != POOL_NONE;) {
            const encounter *m = pool_at(&w->encounters, i);
            seen[REMEMBERS_BROKEN] += (m->cue & ENCOUNTER_SCENE) != 0 && m->spawn == 0;
            i = m->older;
        }
    }
}

/* One world is never saved; the other is saved and loaded after each update and each call. */
static void S60_saves_at_every_moment_change_no_decision(void **state) {
    (void)state;
    memset(seen, 0, sizeof seen);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        troupe straight;
        troupe again;
        troupe_begin(&straight, seed);
        troupe_begin(&again, seed);
        for (int i = 0; i < updates(); i++) {
            step(&straight);
            troupe_disturb(&again);
            bustle_snapshot s = save(again.world);
            load_whole(again.world, &s);
            expect_same_bytes(again.world, &s);
            bustle_snapshot_free(&s);
            troupe_update(&again);
            see_moments(again.world);
            s = save(again.world);
            bustle_world_destroy(again.world);
            again.world = troupe_world(again.content, 99);
            load_whole(again.world, &s);
            expect_consistent(again.world);
            expect_same_bytes(straight.world, &s);
            bustle_snapshot_free(&s);
        }
        assert_int_equal(bustle_world_hash(straight.world), bustle_world_hash(again.world));
        troupe_end(&straight);
        troupe_end(&again);
    }
    for (int i = 0; i < MOMENTS; i++) {
        if (seen[i] == 0) {
            fail_msg("moment %d never came", i);
        }
    }
}

/* ---- Other content ---- */

static unsigned told_lost, told_changed, told_gone;

static void tell(void *context, bustle_world *world, const bustle_change *what) {
    (void)context;
    told_gone += strcmp(what->code, "scene-gone") == 0;
    told_lost += strcmp(what->code, "scene-lost") == 0;
    told_changed += strcmp(what->code, "scene-changed") == 0;
    assert_true(what->entity == 0 || bustle_entity_alive(world, what->entity));
}

static void live_on(bustle_world *w, int count) {
    for (int i = 0; i < count; i++) {
        OK(bustle_world_update(w, bustle_world_now(w) + 350, NULL));
        expect_consistent(w);
    }
}

static uint32_t halted(const bustle_world *w) {
    bustle_stats s;
    OK(bustle_world_stats(w, &s));
    return s.halted;
}

static void load_into(const troupe *t, bustle_world *w) {
    const bustle_load_options options = {.report = tell};
    char reason[256] = "";
    bustle_snapshot s = save(t->world);
    bustle_status status =
        bustle_snapshot_load(w, s.bytes, s.size, &options, reason, sizeof reason);
    if (status != BUSTLE_OK) {
        fail_msg("%s", reason);
    }
    bustle_snapshot_free(&s);
    expect_consistent(w);
    for (int i = 0; i < 40; i++) { /* and what came of it can be saved and loaded */
        s = save(w);
        load_whole(w, &s);
        expect_same_bytes(w, &s);
        bustle_snapshot_free(&s);
        live_on(w, 1);
    }
    bustle_world_destroy(w);
}

static void S60_a_save_goes_on_in_edited_content(void **state) {
    (void)state;
    troupe t;
    told_lost = told_changed = told_gone = 0;
    for (unsigned edit = 1; edit < TROUPE_EDITS; edit *= 2) {
        bustle_content *edited = troupe_content(edit);
        troupe_begin(&t, edit);
        for (int i = 0; i < updates() / 3; i++) {
            step(&t);
            if (i % 5 == 0) {
                load_into(&t, troupe_world(edited, 5));
            }
        }
        troupe_end(&t);
        bustle_content_release(edited);
    }
    assert_true(told_lost > 0 && told_changed > 0 && told_gone > 0);
}

/* Parts that have no place any more are lost, and so are those of scenes to come. */
static void S60_a_save_goes_on_in_a_world_with_lower_limits(void **state) {
    (void)state;
    troupe t;
    troupe_begin(&t, 12);
    for (int i = 0; i < updates(); i++) {
        bustle_world_def def = bustle_default_world_def();
        bustle_world *w = NULL;
        step(&t);
        def.depth_limit = 1 + i % 4;
        def.activity_limit = 1 + i % 3;
        def.step_limit = 2 + i % 5;
        def.queue_limit = i % 3;
        OK(bustle_world_create(t.content, &def, &w));
        if (i % 4 == 0) {
            load_into(&t, w);
        } else {
            bustle_world_destroy(w);
        }
    }
    troupe_end(&t);
}

/* ---- A reload ---- */

static unsigned leaves_of(const bustle_world *w, bustle_leave_reason how) {
    size_t count = 0;
    const bustle_event *events = bustle_world_events(w, &count);
    unsigned found = 0;
    for (size_t i = 0; i < count; i++) {
        found += events[i].kind == BUSTLE_EVENT_LEAVE && events[i].argument == (uint32_t)how;
    }
    return found;
}

/* Scenes that were going on when the content changed are over at the next turns of their members:
 * of those that still are, everybody leaves with 3. */
static void reload_in_the_middle(unsigned edit, int moment) {
    const bustle_load_options options = {.report = tell};
    troupe t;
    bustle_content *edited = troupe_content(edit);
    troupe_begin(&t, (uint64_t)edit + 77);
    for (int i = 0; i < moment; i++) {
        step(&t);
    }
    const uint32_t before = halted(t.world);
    told_lost = told_changed = told_gone = 0;
    OK(bustle_world_reload(t.world, edited, &options));
    expect_consistent(t.world);
    assert_int_equal(halted(t.world), before);
    bustle_content_release(t.content);
    t.content = edited;
    const unsigned changed = told_changed;
    OK(bustle_world_update(t.world, bustle_world_now(t.world) + 1, NULL));
    expect_consistent(t.world);
    if (changed > 0) {
        assert_true(leaves_of(t.world, BUSTLE_LEAVE_BROKEN) > 0);
    }
    live_on(t.world, 50);
    troupe_end(&t);
}

static void S60_a_reload_in_the_middle_breaks_what_has_changed(void **state) {
    (void)state;
    for (unsigned edit = 0; edit < TROUPE_EDITS; edit = edit == 0 ? 1 : 2 * edit) {
        for (int moment = 10; moment < updates() / 4; moment += 17) {
            reload_in_the_middle(edit, moment);
            if (edit == 0) {
                assert_int_equal(told_lost + told_changed + told_gone, 0);
            }
        }
    }
}

/* ---- Without memory ---- */

static size_t fails_at; /* 1: the next allocation fails; 0: none */

static void *short_resize(void *context, void *block_of_it, size_t old_size, size_t new_size) {
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(block_of_it);
        return NULL;
    }
    if (fails_at > 0 && --fails_at == 0) {
        return NULL;
    }
    return realloc(block_of_it, new_size);
}

static void every_allocation_of_a_load_and_a_reload_may_fail(void **state) {
    (void)state;
    const bustle_allocator allocator = {.resize = short_resize};
    bustle_world_def def = bustle_default_world_def();
    bustle_content *edited = troupe_content(TROUPE_OTHER_ROWS | TROUPE_NO_PLAY);
    bustle_world *w = NULL;
    troupe t;
    troupe_begin(&t, 4);
    for (int i = 0; i < 60; i++) {
        step(&t);
    }
    bustle_snapshot s = save(t.world);
    def.allocator = &allocator;
    def.restart_ms = 2000; /* as troupe_world has it */
    OK(bustle_world_create(t.content, &def, &w));
    bustle_status status = BUSTLE_NO_MEMORY;
    for (size_t n = 1; status != BUSTLE_OK; n++) {
        fails_at = n;
        status = bustle_snapshot_load(w, s.bytes, s.size, NULL, NULL, 0);
        fails_at = 0;
        assert_true(status == BUSTLE_OK || status == BUSTLE_NO_MEMORY);
        expect_consistent(w);
    }
    expect_same_bytes(w, &s);
    status = BUSTLE_NO_MEMORY;
    for (size_t n = 1; status != BUSTLE_OK; n++) {
        fails_at = n;
        status = bustle_world_reload(w, edited, NULL);
        fails_at = 0;
        assert_true(status == BUSTLE_OK || status == BUSTLE_NO_MEMORY);
        expect_consistent(w);
    }
    live_on(w, 20);
    bustle_world_destroy(w);
    bustle_snapshot_free(&s);
    bustle_content_release(edited);
    troupe_end(&t);
}

/* ---- Damage ---- */

typedef struct damaged {
    bustle_snapshot whole;
    section_part parts[SECTIONS_MOST];
    size_t count;
    uint8_t *bytes;
    uint64_t random;
    unsigned refused, loaded;
} damaged;

static void try_to_load(bustle_content *content, damaged *d) {
    char reason[256] = "";
    const size_t size = HEADER_SIZE + sections_put(d->bytes + HEADER_SIZE, d->parts, d->count);
    bustle_world *w = troupe_world(content, 5);
    bsl_snapshot_header(d->bytes, size, 0, FORMAT);
    const bustle_status status =
        bustle_snapshot_load(w, d->bytes, size, NULL, reason, sizeof reason);
    if (status == BUSTLE_OK) {
        d->loaded++;
        expect_consistent(w);
        if (bustle_world_now(w) < INT64_C(1) << 50) {
            live_on(w, 6);
        }
    } else {
        d->refused++;
        assert_true(status == BUSTLE_DAMAGED || status == BUSTLE_NEWER);
        assert_true(reason[0] != '\0');
    }
    bustle_world_destroy(w);
}

/* Bytes of one section change, mostly of those about scenes. */
static void damage_and_load(bustle_content *content, damaged *d) {
    static const char *const often[] = {"casts", "casts", "activities", "lives", "scenes", "npcs"};
    const char *name = often[harbour_random(&d->random, 6)];
    for (size_t i = 0; i < d->count; i++) {
        section_part *p = &d->parts[i];
        if (strcmp(p->name, name) != 0 || p->size == 0) {
            continue;
        }
        const section_part kept = *p;
        uint8_t *body = malloc(p->size);
        assert_non_null(body);
        memcpy(body, p->body, p->size);
        for (uint32_t n = 1 + harbour_random(&d->random, 3); n > 0; n--) {
            uint8_t *at = &body[harbour_random(&d->random, (uint32_t)p->size)];
            *at = (uint8_t)(harbour_random(&d->random, 2) == 0
                    ? harbour_random(&d->random, 256)
                    : *at ^ 1u << harbour_random(&d->random, 8));
        }
        p->body = body;
        try_to_load(content, d);
        *p = kept;
        free(body);
    }
}

static void damaged_scenes_are_refused_or_give_a_consistent_world(void **state) {
    (void)state;
    const int each = getenv("BUSTLE_QUICK") != NULL ? 60 : 500;
    troupe t;
    damaged d = {.random = 3};
    troupe_begin(&t, 8);
    for (int i = 0; i < 20; i++) {
        for (int k = 0; k < 7; k++) {
            step(&t);
        }
        d.whole = save(t.world);
        d.count = sections_of(d.whole.bytes + HEADER_SIZE, d.whole.size - HEADER_SIZE, d.parts);
        d.bytes = malloc(2 * d.whole.size);
        assert_non_null(d.bytes);
        for (int k = 0; k < each; k++) {
            damage_and_load(t.content, &d);
        }
        free(d.bytes);
        bustle_snapshot_free(&d.whole);
        d.whole = (bustle_snapshot){0};
    }
    print_message("%u refused, %u loaded\n", d.refused, d.loaded);
    assert_true(d.refused > d.loaded / 10 && d.loaded > 0);
    troupe_end(&t);
}

/* ---- What cannot be ---- */

/* A member that has begun, of a scene that goes on with others in it; with `second` the next. */
static member *some_member(bustle_world *w, bool second) {
    for (uint32_t i = w->first_scene; i != POOL_NONE; i = staged_at(w, i)->next) {
        const staged *s = staged_at(w, i);
        member *first = s->members == POOL_NONE ? NULL : member_at(w, s->members);
        if (first != NULL && s->over == 0 && s->present > 1 && first->frame != POOL_NONE) {
            return second ? member_at(w, first->next) : first;
        }
    }
    fail_msg("there is no such scene");
    return NULL;
}

static staged *some_scene(bustle_world *w) {
    return staged_at(w, some_member(w, false)->staged);
}

static member *stager(bustle_world *w) {
    for (uint32_t i = w->first_scene; i != POOL_NONE; i = staged_at(w, i)->next) {
        if (staged_at(w, i)->stager != POOL_NONE) {
            return member_at(w, staged_at(w, i)->stager);
        }
    }
    fail_msg("nobody stages anything");
    return NULL;
}

static void no_such_part(bustle_world *w) {
    some_member(w, false)->part = 9;
}
static void no_such_scene(bustle_world *w) {
    some_scene(w)->scene = 77;
}
static void no_such_sequence(bustle_world *w) {
    some_member(w, false)->sequence = 9999;
}
static void without_a_sequence(bustle_world *w) {
    some_member(w, false)->sequence = NONE16;
}
static void too_high_a_number(bustle_world *w) {
    some_scene(w)->number = w->scene_number + 1;
}
static void nobody_in_it(bustle_world *w) {
    staged *s = some_scene(w);
    s->members = POOL_NONE;
    s->stager = POOL_NONE;
}
static void twice_in_it(bustle_world *w) {
    some_member(w, true)->slot = some_member(w, false)->slot;
    some_member(w, true)->spawn = some_member(w, false)->spawn;
}
static void out_of_order(bustle_world *w) {
    some_member(w, false)->spawn = some_member(w, true)->spawn + 1;
    some_member(w, true)->part = some_member(w, false)->part;
}
static void left_while_it_goes_on(bustle_world *w) {
    some_member(w, false)->flags |= MEMBER_LEFT;
}
static void past_without_waiting(bustle_world *w) {
    some_member(w, false)->flags = MEMBER_PAST;
}
static void failed_without_arriving(bustle_world *w) {
    some_member(w, false)->flags = MEMBER_FAILED;
}
static void not_begun_and_on_a_stack(bustle_world *w) {
    some_member(w, false)->frame = POOL_NONE;
    some_member(w, false)->flags = 0;
    some_member(w, false)->phase = 0;
}
static void on_another_stack(bustle_world *w) {
    some_member(w, false)->slot = some_scene(w)->present > 5 ? 0 : 1;
}
static void waiting_in_its_record_only(bustle_world *w) {
    some_member(w, false)->flags ^= MEMBER_WAITS;
    some_member(w, false)->flags &= (uint8_t)~MEMBER_PAST;
}
static void in_another_sequence(bustle_world *w) {
    some_member(w, false)->sequence = some_member(w, false)->sequence == 0 ? 1 : 0;
}
static void joined_by_another(bustle_world *w) {
    w->joins++;
}
static void hosted_from_nowhere(bustle_world *w) {
    some_scene(w)->host = SLOT_LIMIT - 1;
}
static void staged_by_another(bustle_world *w) {
    stager(w)->spawn++;
}
static void staged_without_waiting(bustle_world *w) {
    staged *s = staged_at(w, stager(w)->staged);
    member *m = stager(w);
    s->stager = POOL_NONE;
    m->spawn++;
}
static void sunk_on_top(bustle_world *w) {
    npc_at(w, some_member(w, false)->slot)->now.flags |= ACTIVITY_SUNK;
}
static void at_a_phase_of_nothing(bustle_world *w) {
    const npc *self = npc_at(w, stager(w)->slot);
    frame_set_state(frame_at(w, self->now.top), BUSTLE_WAITING_AT_PHASE);
}

static const struct {
    void (*damage)(bustle_world *w);
    const char *reason;
} impossible[] = {
    {no_such_part, "a scene has no such part"},
    {no_such_scene, "a scene is none"},
    {no_such_sequence, "a sequence is none"},
    {without_a_sequence, "a member disagrees with its scene"},
    {too_high_a_number, "scenes are not in order"},
    {nobody_in_it, "a scene has nobody in it"},
    {twice_in_it, "a member disagrees with its scene"},
    {out_of_order, "a member disagrees with its scene"},
    {left_while_it_goes_on, "a member disagrees with its scene"},
    {past_without_waiting, "a member disagrees with its scene"},
    {failed_without_arriving, "a member disagrees with its scene"},
    {not_begun_and_on_a_stack, "a sequence is in a scene of which it is no part"},
    {on_another_stack, "a"},
    {waiting_in_its_record_only, "a sequence is in a scene of which it is no part"},
    {in_another_sequence, "a sequence is in a scene of which it is no part"},
    {joined_by_another, "scenes have others in them than have joined"},
    {hosted_from_nowhere, "a row is out of range"},
    {staged_by_another, "a sequence is in a scene of which it is no part"},
    {staged_without_waiting, "a sequence is in a scene of which it is no part"},
    {sunk_on_top, "activities disagree with their NPC"},
    {at_a_phase_of_nothing, "a sequence stands where it cannot"},
};

static bool anybody_stages(const bustle_world *w) {
    for (uint32_t i = w->first_scene; i != POOL_NONE; i = staged_at(w, i)->next) {
        if (staged_at(w, i)->stager != POOL_NONE) {
            return true;
        }
    }
    return false;
}

static void scenes_that_cannot_be_are_refused_with_a_reason(void **state) {
    (void)state;
    troupe t;
    troupe_begin(&t, 1);
    while (!anybody_stages(t.world)) {
        troupe_update(&t);
    }
    bustle_snapshot whole = save(t.world);
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        char reason[256] = "";
        bustle_world *w = troupe_world(t.content, 1);
        load_whole(w, &whole);
        impossible[i].damage(w);
        bustle_snapshot s = save(w);
        const bustle_status status =
            bustle_snapshot_load(t.world, s.bytes, s.size, NULL, reason, sizeof reason);
        if (status != BUSTLE_DAMAGED || strstr(reason, impossible[i].reason) == NULL) {
            fail_msg("%zu: %d, '%s' instead of '%s'", i, (int)status, reason, impossible[i].reason);
        }
        expect_same_bytes(t.world, &whole);
        bustle_snapshot_free(&s);
        bustle_world_destroy(w);
    }
    bustle_snapshot_free(&whole);
    troupe_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(S60_saves_at_every_moment_change_no_decision),
        cmocka_unit_test(S60_a_save_goes_on_in_edited_content),
        cmocka_unit_test(S60_a_save_goes_on_in_a_world_with_lower_limits),
        cmocka_unit_test(S60_a_reload_in_the_middle_breaks_what_has_changed),
        cmocka_unit_test(every_allocation_of_a_load_and_a_reload_may_fail),
        cmocka_unit_test(scenes_that_cannot_be_are_refused_with_a_reason),
        cmocka_unit_test(damaged_scenes_are_refused_or_give_a_consistent_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
