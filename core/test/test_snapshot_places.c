/* S64 and saves: places at offers are saved and loaded at every moment, into the same content and
 * others, from damaged bytes, and live through a reload. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harbour.h"
#include "lodge.h"
#include "persist/snapshot.h"
#include "sections.h"

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

static void step(lodge *l) {
    lodge_disturb(l);
    lodge_update(l);
    expect_consistent(l->world);
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
    if (bustle_snapshot_load(w, s->bytes, s->size, &strict, reason, sizeof reason) != BUSTLE_OK) {
        fail_msg("%s", reason);
    }
}

static void expect_same_bytes(const bustle_world *w, const bustle_snapshot *s) {
    bustle_snapshot now = save(w);
    assert_int_equal(now.size, s->size);
    assert_memory_equal(now.bytes, s->bytes, s->size);
    bustle_snapshot_free(&now);
}

/* What places were like when the world was saved: each must have come up. */
enum moment {
    IS_HELD,
    IS_NOT_HELD,
    IS_TO_BE_UNDONE,
    IS_UNDONE,
    IS_REVOKED,
    IS_ON_NO_STACK,
    WAITS_FOR_OFFER,
    RUNS_A_BODY,
    IS_THE_GAMES,
    KEEPS_A_CLAIM,
    IS_IN_AN_OFFER_OF_A_ROLE,
    FAILS_ABOVE,
    REMEMBERS_AN_OFFER,
    MOMENTS
};

static unsigned seen[MOMENTS];

static void see_stacks(const bustle_world *w, npc *self) {
    for (const activity *a = &self->now; a != NULL && a->top != POOL_NONE; a = next_below(w, a)) {
        seen[KEEPS_A_CLAIM] += a->claims > 0 && (a->flags & ACTIVITY_INTERRUPTED) != 0;
        seen[FAILS_ABOVE] += a->pending.cause != 0 && a->pending.manner == FAIL_ABOVE;
        for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
            const frame *f = frame_at(w, i);
            const uint8_t kind = w->content->nodes[frame_node(f)].kind;
            seen[RUNS_A_BODY] +=
                kind == BUSTLE_NODE_BODY && frame_state(f) == BUSTLE_IN_SUBSEQUENCE;
            seen[WAITS_FOR_OFFER] +=
                kind == BUSTLE_NODE_REQUEST && frame_state(f) == BUSTLE_WAITING_AT_NODE;
            seen[IS_THE_GAMES] +=
                (f->where & FRAME_HOLDS) != 0 && bsl_frame_below(w, f) == POOL_NONE;
        }
    }
}

static void see_npc(const bustle_world *w, npc *self) {
    for (uint32_t i = ties_of(w, &self->e)->places; i != POOL_NONE; i = place_at(w, i)->next) {
        const holding *h = place_at(w, i);
        seen[IS_HELD] += (h->flags & PLACE_HELD) != 0;
        seen[IS_NOT_HELD] += (h->flags & PLACE_HELD) == 0;
        seen[IS_TO_BE_UNDONE] += (h->flags & PLACE_TO_UNDO) != 0;
        seen[IS_UNDONE] += (h->flags & PLACE_UNDONE) != 0;
        seen[IS_REVOKED] += (h->flags & PLACE_REVOKED) != 0;
        seen[IS_ON_NO_STACK] += h->frame == POOL_NONE;
        seen[IS_IN_AN_OFFER_OF_A_ROLE] += offer_of(w, h)->of_role;
    }
    for (uint32_t i = life_of(w, self)->encounters; i != POOL_NONE;) {
        const encounter *e = pool_at(&w->encounters, i);
        seen[REMEMBERS_AN_OFFER] += (e->cue & ENCOUNTER_OFFER) != 0;
        i = e->older;
    }
    see_stacks(w, self);
}

static void see_moments(const bustle_world *w) {
    for (bustle_entity e = 0; (e = bustle_world_next(w, e)) != 0;) {
        const uint32_t slot = (uint32_t)(e & (SLOT_LIMIT - 1));
        if (definition_of(w, entity_at(w, slot))->npc) {
            see_npc(w, npc_at(w, slot));
        }
    }
}

/* One world is never saved; the other is saved and loaded after each update and each call. */
static void S64_saves_at_every_moment_change_no_decision(void **state) {
    (void)state;
    memset(seen, 0, sizeof seen);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        lodge straight;
        lodge again;
        lodge_begin(&straight, seed);
        lodge_begin(&again, seed);
        for (int i = 0; i < updates(); i++) {
            step(&straight);
            lodge_disturb(&again);
            see_moments(again.world);
            bustle_snapshot s = save(again.world);
            load_whole(again.world, &s);
            expect_same_bytes(again.world, &s);
            bustle_snapshot_free(&s);
            lodge_update(&again);
            see_moments(again.world);
            s = save(again.world);
            bustle_world_destroy(again.world);
            again.world = lodge_world(again.content, 99);
            load_whole(again.world, &s);
            expect_consistent(again.world);
            expect_same_bytes(straight.world, &s);
            bustle_snapshot_free(&s);
        }
        assert_int_equal(bustle_world_hash(straight.world), bustle_world_hash(again.world));
        lodge_end(&straight);
        lodge_end(&again);
    }
    for (int i = 0; i < MOMENTS; i++) {
        if (seen[i] == 0) {
            fail_msg("moment %d never came", i);
        }
    }
}

/* ---- Other content ---- */

static unsigned told_lost, told_gone;

static void tell(void *context, bustle_world *world, const bustle_change *what) {
    (void)context;
    told_lost += strcmp(what->code, "place-lost") == 0;
    told_gone += strcmp(what->code, "offer-gone") == 0;
    assert_true(what->entity == 0 || bustle_entity_alive(world, what->entity));
}

static void live_on(bustle_world *w, int count) {
    for (int i = 0; i < count; i++) {
        OK(bustle_world_update(w, bustle_world_now(w) + 350, NULL));
        expect_consistent(w);
    }
}

static void load_into(const lodge *l, bustle_world *w) {
    const bustle_load_options options = {.report = tell};
    char reason[256] = "";
    bustle_snapshot s = save(l->world);
    if (bustle_snapshot_load(w, s.bytes, s.size, &options, reason, sizeof reason) != BUSTLE_OK) {
        fail_msg("%s", reason);
    }
    bustle_snapshot_free(&s);
    expect_consistent(w);
    for (int i = 0; i < 20; i++) { /* and what came of it can be saved and loaded */
        s = save(w);
        load_whole(w, &s);
        expect_same_bytes(w, &s);
        bustle_snapshot_free(&s);
        live_on(w, 1);
    }
    bustle_world_destroy(w);
}

static void S64_a_save_goes_on_in_edited_content(void **state) {
    (void)state;
    told_lost = told_gone = 0;
    for (unsigned edit = 1; edit < LODGE_EDITS; edit *= 2) {
        lodge l;
        bustle_content *edited = lodge_content(edit);
        lodge_begin(&l, edit);
        for (int i = 0; i < updates() / 3; i++) {
            step(&l);
            if (i % 5 == 0) {
                load_into(&l, lodge_world(edited, 5));
            }
        }
        bustle_content_release(edited);
        lodge_end(&l);
    }
    assert_true(told_lost > 0);
    assert_true(told_gone > 0);
}

static void S64_a_save_goes_on_in_a_world_of_other_limits(void **state) {
    (void)state;
    lodge l;
    lodge_begin(&l, 3);
    for (int i = 0; i < updates() / 3; i++) {
        step(&l);
        bustle_world *w = NULL;
        bustle_world_def def = bustle_default_world_def();
        def.depth_limit = 1 + i % 4;
        def.activity_limit = 1 + i % 3;
        def.step_limit = 2 + i % 5;
        OK(bustle_world_create(l.content, &def, &w));
        load_into(&l, w);
    }
    lodge_end(&l);
}

/* ---- A reload ---- */

/* What vanishes does so without effects or event. */
static void reload_in_the_middle(unsigned edit, int moment) {
    const bustle_load_options options = {.report = tell};
    lodge l;
    bustle_content *edited = lodge_content(edit);
    lodge_begin(&l, (uint64_t)edit + 77);
    for (int i = 0; i < moment; i++) {
        step(&l);
    }
    told_lost = told_gone = 0;
    OK(bustle_world_reload(l.world, edited, &options));
    expect_consistent(l.world);
    bustle_content_release(l.content);
    l.content = edited;
    live_on(l.world, 50);
    lodge_end(&l);
}

static void S64_a_reload_in_the_middle_loses_what_is_gone(void **state) {
    (void)state;
    unsigned lost = 0;
    for (unsigned edit = 0; edit < LODGE_EDITS; edit = edit == 0 ? 1 : 2 * edit) {
        for (int moment = 10; moment < updates() / 4; moment += 17) {
            reload_in_the_middle(edit, moment);
            lost += told_lost;
            if (edit == 0) {
                assert_int_equal(told_lost + told_gone, 0);
            }
        }
    }
    assert_true(lost > 0);
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

static void every_allocation_of_a_load_may_fail(void **state) {
    (void)state;
    const bustle_allocator allocator = {.resize = short_resize};
    bustle_world_def def = bustle_default_world_def();
    bustle_world *w = NULL;
    lodge l;
    lodge_begin(&l, 4);
    for (int i = 0; i < 60; i++) {
        step(&l);
    }
    bustle_snapshot s = save(l.world);
    def.allocator = &allocator;
    def.restart_ms = 2000; /* as lodge_world has it */
    OK(bustle_world_create(l.content, &def, &w));
    bustle_status status = BUSTLE_NO_MEMORY;
    for (size_t n = 1; status != BUSTLE_OK; n++) {
        fails_at = n;
        status = bustle_snapshot_load(w, s.bytes, s.size, NULL, NULL, 0);
        fails_at = 0;
        assert_true(status == BUSTLE_OK || status == BUSTLE_NO_MEMORY);
        expect_consistent(w);
    }
    expect_same_bytes(w, &s);
    live_on(w, 20);
    bustle_world_destroy(w);
    bustle_snapshot_free(&s);
    lodge_end(&l);
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
    bustle_world *w = lodge_world(content, 5);
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

static void spoil(damaged *d, uint8_t *body, size_t size) {
    for (uint32_t n = 1 + harbour_random(&d->random, 3); n > 0; n--) {
        uint8_t *at = &body[harbour_random(&d->random, (uint32_t)size)];
        *at = (uint8_t)(harbour_random(&d->random, 2) == 0
                ? harbour_random(&d->random, 256)
                : *at ^ 1u << harbour_random(&d->random, 8));
    }
}

/* Bytes of one section change, mostly of those about places. */
static void damage_and_load(bustle_content *content, damaged *d) {
    static const char *const often[] = {
        "places", "places", "offers", "activities", "activities", "lives", "npcs"};
    const char *name = often[harbour_random(&d->random, 7)];
    for (size_t i = 0; i < d->count; i++) {
        section_part *p = &d->parts[i];
        if (strcmp(p->name, name) != 0 || p->size == 0) {
            continue;
        }
        const section_part kept = *p;
        uint8_t *body = malloc(p->size);
        assert_non_null(body);
        memcpy(body, p->body, p->size);
        spoil(d, body, p->size);
        p->body = body;
        try_to_load(content, d);
        *p = kept;
        free(body);
    }
}

static void damaged_places_are_refused_or_consistent(void **state) {
    (void)state;
    lodge l;
    damaged d = {.random = 11};
    lodge_begin(&l, 6);
    for (int i = 0; i < updates() / 5; i++) {
        step(&l);
        d.whole = save(l.world);
        d.count = sections_of(d.whole.bytes + HEADER_SIZE, d.whole.size - HEADER_SIZE, d.parts);
        assert_true(d.count > 0);
        d.bytes = malloc(d.whole.size + 64);
        assert_non_null(d.bytes);
        for (int n = 0; n < 40; n++) {
            damage_and_load(l.content, &d);
        }
        free(d.bytes);
        bustle_snapshot_free(&d.whole);
    }
    assert_true(d.refused > 0 && d.loaded > 0);
    lodge_end(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(S64_saves_at_every_moment_change_no_decision),
        cmocka_unit_test(S64_a_save_goes_on_in_edited_content),
        cmocka_unit_test(S64_a_save_goes_on_in_a_world_of_other_limits),
        cmocka_unit_test(S64_a_reload_in_the_middle_loses_what_is_gone),
        cmocka_unit_test(every_allocation_of_a_load_may_fail),
        cmocka_unit_test(damaged_places_are_refused_or_consistent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
