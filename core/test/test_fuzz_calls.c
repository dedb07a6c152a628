/* Random calls with random arguments: stale, foreign and made-up handles, ids that are none, NaN
 * and huge numbers, between updates and from inside every callback, now and then without memory.
 * Whatever they do, nothing crashes and the world stays consistent. */
#include <math.h>
#include <stdlib.h>

#include "harbour.h"
#include "village.h"

enum { HANDLES = 64, POPULATION = 50, DEPTH = 2 };

typedef struct fuzz {
    kit *k;
    bustle_world *world, *other; /* `other` is where foreign handles come from */
    uint64_t random;
    bustle_entity handles[HANDLES]; /* living, stale and foreign ones */
    unsigned depth; /* of callbacks around the call */
    uint64_t inside; /* calls made from inside callbacks so far */
} fuzz;

/* ---- Arguments ---- */

static uint32_t draw(fuzz *f, uint32_t below) {
    return harbour_random(&f->random, below);
}

static uint64_t any_bits(fuzz *f) {
    return (uint64_t)draw(f, UINT32_MAX) << 32 | draw(f, UINT32_MAX);
}

static bustle_entity any_entity(fuzz *f) {
    switch (draw(f, 20)) {
    case 0:
        return 0;
    case 1:
        return any_bits(f);
    case 2:
        return f->handles[draw(f, HANDLES)] ^ UINT64_C(1) << draw(f, 64);
    default:
        return f->handles[draw(f, HANDLES)];
    }
}

static bustle_id any_id(fuzz *f, bustle_kind kind) {
    switch (draw(f, 20)) {
    case 0:
        return BUSTLE_NONE;
    case 1:
        return draw(f, UINT32_MAX);
    default: /* the last but one is none either */
        return draw(f, bustle_content_count(f->k->content, kind) + 1);
    }
}

static int32_t any_int(fuzz *f) {
    static const int32_t edges[] = {INT32_MIN, -32769, -32768, -1, 0, 1, 32767, 32768, INT32_MAX};
    return draw(f, 3) == 0 ? edges[draw(f, 9)] : (int32_t)draw(f, 40) - 10;
}

static double any_number(fuzz *f) {
    const double edges[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e300, -1e300,
        2147483647.5, -2147483648.5, 0.5, -0.0};
    return draw(f, 4) == 0 ? edges[draw(f, 9)] : (double)draw(f, 200) - 100;
}

static bustle_position any_position(fuzz *f) {
    return (bustle_position){any_number(f), any_number(f), any_number(f)};
}

static const char *any_name(fuzz *f) {
    static const char *const names[] = {NULL, "", "ann", "bob", "cid", "\xff\xfe", "ann"};
    return names[draw(f, 7)];
}

static void remember(fuzz *f, bustle_entity entity) {
    f->handles[draw(f, HANDLES)] = entity;
}

/* ---- Calls ---- */

static void spawn(fuzz *f) {
    bustle_stats stats;
    bustle_entity entity = 0;
    bustle_state_value states[3];
    bustle_spawn_def def = bustle_default_spawn_def();
    OK(bustle_world_stats(f->world, &stats));
    def.definition = any_id(f, BUSTLE_KIND_ENTITY);
    def.name = any_name(f);
    def.position = any_position(f);
    def.user = draw(f, 2) == 0 ? f : NULL;
    for (int i = 0; i < 3; i++) {
        states[i] = (bustle_state_value){any_id(f, BUSTLE_KIND_STATE), any_int(f)};
    }
    def.states = draw(f, 9) == 0 ? NULL : states;
    def.state_count = draw(f, 4);
    if (draw(f, 2) == 0) { /* one that is likely to live */
        def.name = NULL;
        def.state_count = 0;
        def.position = (bustle_position){draw(f, 30), draw(f, 30), 0};
    }
    if (stats.entities < POPULATION &&
        bustle_world_spawn(f->world, &def, draw(f, 20) == 0 ? NULL : &entity) == BUSTLE_OK) {
        remember(f, entity);
    }
}

static void test_something(fuzz *f, const bustle_world *w, bustle_entity e) {
    bustle_op list[6];
    bustle_reading readings[6];
    bustle_truth truth;
    const bustle_ops when = {draw(f, 40) == 0 ? NULL : list, draw(f, 7), NULL};
    for (int i = 0; i < 6; i++) {
        const bustle_kind kind = draw(f, 2) == 0 ? BUSTLE_KIND_STATE : BUSTLE_KIND_ENVIRONMENT;
        list[i] = (bustle_op){.kind = (bustle_op_kind)draw(f, BUSTLE_RAISE + 2),
            .subject = (bustle_subject)draw(f, BUSTLE_STACK + 2),
            .name = bustle_content_name(f->k->content, kind, any_id(f, kind)),
            .value = any_int(f),
            .value_name = draw(f, 4) == 0 ? any_name(f) : NULL};
    }
    bustle_world_test(w, e, draw(f, 2) == 0 ? 0 : any_entity(f), &when, readings, &truth);
}

static void look_at_scenes(fuzz *f, const bustle_world *w, bustle_entity e) {
    bustle_membership memberships[3];
    bustle_entity npcs[3];
    size_t count = 0;
    bustle_npc_scenes(w, e, memberships, draw(f, 4), draw(f, 20) == 0 ? NULL : &count);
    bustle_scene_members(
        w, draw(f, 40), npcs, draw(f, 2) == 0 ? NULL : memberships, draw(f, 4), &count);
}

static void look_at_offers(fuzz *f, const bustle_world *w, bustle_entity e) {
    bustle_offering offerings[3];
    bustle_place places[3];
    bustle_entity npcs[3];
    size_t count = 0;
    bustle_entity_offers(w, e, offerings, draw(f, 4), draw(f, 20) == 0 ? NULL : &count);
    bustle_entity_holders(w, e, any_id(f, BUSTLE_KIND_OFFER), npcs, draw(f, 4), &count);
    bustle_npc_places(w, e, places, draw(f, 4), draw(f, 20) == 0 ? NULL : &count);
}

static void look_at_messages(fuzz *f, const bustle_world *w, bustle_entity e) {
    bustle_message messages[3];
    bustle_entity npcs[3];
    size_t count = 0;
    bustle_npc_inbox(
        w, e, any_id(f, BUSTLE_KIND_INBOX), messages, draw(f, 4), draw(f, 20) == 0 ? NULL : &count);
    bustle_entity_meeting(
        w, e, any_id(f, BUSTLE_KIND_MEETING), npcs, draw(f, 4), draw(f, 20) == 0 ? NULL : &count);
}

static void read_something(fuzz *f) {
    bustle_world *w = draw(f, 40) == 0 ? NULL : f->world;
    const bustle_entity e = any_entity(f);
    int32_t value;
    size_t count;
    bustle_id id;
    bustle_position position;
    bustle_doing doing;
    bustle_frame frames[4];
    bustle_memory memories[4];
    bustle_demand demands[2];
    char text[40];
    bustle_entity_get(w, e, any_id(f, BUSTLE_KIND_STATE), draw(f, 20) == 0 ? NULL : &value);
    bustle_entity_taken(w, e, any_id(f, BUSTLE_KIND_STATE), &value);
    bustle_entity_position(w, e, &position);
    bustle_entity_definition(w, e, &id);
    bustle_npc_doing(w, e, draw(f, 20) == 0 ? NULL : &doing);
    bustle_npc_frames(w, e, frames, draw(f, 5), &count);
    bustle_npc_memories(w, e, (bustle_memory_kind)draw(f, 4), memories, draw(f, 5), &count);
    bustle_world_environment(w, any_id(f, BUSTLE_KIND_ENVIRONMENT), &value);
    test_something(f, w, e);
    bustle_npc_demands(
        w, e, any_id(f, BUSTLE_KIND_ACTION), any_entity(f), demands, draw(f, 3), &count);
    look_at_scenes(f, w, e);
    look_at_offers(f, w, e);
    look_at_messages(f, w, e);
    bustle_world_check(w, text, draw(f, sizeof text));
    bustle_entity_alive(w, e);
    bustle_entity_name(w, e);
    bustle_entity_user(w, e);
    bustle_world_find(w, any_name(f));
    bustle_world_next(w, e);
    bustle_world_events(w, draw(f, 9) == 0 ? NULL : &count);
}

static void write_something(fuzz *f) {
    bustle_world *w = draw(f, 40) == 0 ? NULL : f->world;
    switch (draw(f, 6)) {
    case 0:
        bustle_entity_set(w, any_entity(f), any_id(f, BUSTLE_KIND_STATE), any_int(f));
        break;
    case 1:
        bustle_entity_set_user(w, any_entity(f), f);
        break;
    case 2:
        bustle_entity_move(w, any_entity(f), any_position(f));
        break;
    case 3:
        bustle_world_set_environment(w, any_id(f, BUSTLE_KIND_ENVIRONMENT), any_number(f));
        break;
    case 4:
        if (draw(f, 3) == 0) {
            bustle_world_remove(w, any_entity(f));
        }
        break;
    default:
        spawn(f);
        break;
    }
}

static void interrupt(fuzz *f) {
    bustle_world *w = draw(f, 40) == 0 ? NULL : f->world;
    const bustle_id id = any_id(f, BUSTLE_KIND_INTERRUPTION);
    const bustle_entity from = draw(f, 2) == 0 ? 0 : any_entity(f);
    bustle_entity list[3];
    bustle_reception reception;
    for (int i = 0; i < 3; i++) {
        list[i] = any_entity(f);
    }
    switch (draw(f, 4)) {
    case 0:
        bustle_world_interrupt(w, id, draw(f, 9) == 0 ? NULL : list, draw(f, 4), from, &reception);
        break;
    case 1:
        bustle_world_interrupt_all(w, id, from, NULL);
        break;
    case 2:
        bustle_world_interrupt_within(w, id, any_position(f), any_number(f), from, &reception);
        break;
    default:
        bustle_world_interrupt_around(w, id, any_entity(f), any_int(f), from, NULL);
        break;
    }
}

static void stage(fuzz *f, bustle_world *w) {
    bustle_cast cast[3];
    uint32_t number = 0;
    for (int i = 0; i < 3; i++) {
        cast[i] = (bustle_cast){.npc = any_entity(f), .part = draw(f, 30) == 0 ? 9 : draw(f, 2)};
    }
    const bustle_id scene = any_id(f, BUSTLE_KIND_SCENE);
    const bustle_entity at = draw(f, 2) == 0 ? 0 : any_entity(f);
    const size_t count = draw(f, 4);
    bustle_world_stage(
        w, scene, at, draw(f, 30) == 0 ? NULL : cast, count, draw(f, 9) == 0 ? NULL : &number);
}

static void links(fuzz *f, bustle_world *w, bustle_entity from) {
    static const char *const paths[] = {"friend", "friend+ of area", "trust(person) of friend",
        "holder of provider", "inside of inner of outer+", "member", "friend of", "x", "+", ""};
    bustle_entity found[4];
    int32_t values[4];
    size_t count = 0;
    char reason[8];
    bool exists = false;
    const bustle_id kind = any_id(f, BUSTLE_KIND_LINK);
    bustle_world_query(w, from, paths[draw(f, 10)], found, draw(f, 5), &count, reason, draw(f, 9));
    bustle_entity_links(w, from, kind, found, values, draw(f, 5), &count);
    bustle_entity_link(w, from, kind, any_entity(f), values, &exists);
    bustle_world_unlink(w, from, kind, any_entity(f));
}

static int32_t any_minutes(fuzz *f) {
    return draw(f, 6) == 0 ? any_int(f) : (int32_t)draw(f, 1441);
}

static void plans(fuzz *f, bustle_world *w, bustle_entity npc) {
    bustle_patch_def patch = bustle_default_patch_def();
    bustle_plan_entry entries[4];
    bustle_clock clock;
    uint32_t number = 0;
    size_t count = 0;
    patch.from = any_minutes(f);
    patch.to = any_minutes(f);
    patch.sequence = any_id(f, BUSTLE_KIND_SEQUENCE);
    patch.vary = draw(f, 3) == 0 ? any_int(f) : 0;
    patch.skip = draw(f, 3) == 0 ? any_int(f) : 0;
    patch.priority = any_int(f);
    patch.change = (bustle_replacing)draw(f, 4);
    patch.days = draw(f, 3) == 0 ? any_int(f) : (int32_t)draw(f, 3);
    bustle_npc_patch_plan(
        w, npc, draw(f, 30) == 0 ? NULL : &patch, draw(f, 3) == 0 ? NULL : &number);
    bustle_npc_unpatch_plan(w, npc, draw(f, 9));
    bustle_npc_plan(w, npc, draw(f, 9) == 0 ? (int64_t)any_bits(f) : (int64_t)draw(f, 5), NULL,
        entries, draw(f, 5), &count);
    bustle_world_clock(w, draw(f, 9) == 0 ? NULL : &clock);
    if (draw(f, 4) == 0) {
        bustle_world_set_time(w, draw(f, 9) == 0 ? (int64_t)any_bits(f) : (int64_t)draw(f, 5) - 1,
            draw(f, 9) == 0 ? (int64_t)any_bits(f) : (int64_t)draw(f, 12000));
    }
}

static void control(fuzz *f) {
    bustle_world *w = draw(f, 40) == 0 ? NULL : f->world;
    const bustle_entity npc = any_entity(f);
    const bustle_id action = draw(f, 2) == 0 ? BUSTLE_NONE : any_id(f, BUSTLE_KIND_ACTION);
    const bustle_id sequence = any_id(f, BUSTLE_KIND_SEQUENCE);
    switch (draw(f, 20)) {
    case 0:
        bustle_npc_complete(w, npc, action, draw(f, 4));
        break;
    case 1:
        bustle_npc_fail(w, npc, action, draw(f, 4));
        break;
    case 2:
        bustle_npc_hold(w, npc);
        break;
    case 3:
        bustle_npc_release(w, npc);
        break;
    case 4:
        bustle_npc_run(w, npc, sequence, any_int(f));
        break;
    case 5:
        bustle_npc_set_main(w, npc, sequence);
        break;
    case 6:
        bustle_world_set_ending(w, action, (bustle_ending)draw(f, 4));
        break;
    case 7:
        bustle_npc_leave_scene(w, npc);
        break;
    case 8:
    case 9:
        stage(f, w);
        break;
    case 10:
        bustle_npc_set_role(w, npc, any_id(f, BUSTLE_KIND_ROLE));
        break;
    case 11:
    case 12:
        bustle_npc_request(w, npc, any_id(f, BUSTLE_KIND_OFFER), any_entity(f), any_int(f));
        bustle_entity_send(w, npc, any_id(f, BUSTLE_KIND_INBOX), any_entity(f), any_int(f));
        break;
    case 13:
        bustle_entity_revoke(w, npc, any_id(f, BUSTLE_KIND_OFFER), NULL);
        break;
    case 14:
    case 15:
        bustle_world_link(w, npc, any_id(f, BUSTLE_KIND_LINK), any_entity(f), any_int(f));
        break;
    case 16:
        links(f, w, npc);
        break;
    case 17:
    case 18:
        plans(f, w, npc);
        break;
    default:
        bustle_npc_restart(w, npc);
        break;
    }
}

static void update(fuzz *f) {
    static const int64_t leaps[] = {
        -1, INT64_C(1) << 33, INT64_MIN, INT64_MAX, INT64_C(1) << 61, 60000};
    const bustle_update_options options = {.batch = any_int(f),
        .budget_us = draw(f, 3) == 0 ? any_int(f) : -1,
        .portion = draw(f, 8) == 0 ? any_int(f) : 0};
    int64_t now = bustle_world_now(f->world);
    switch (draw(f, 30)) {
    case 0:
        now = draw(f, 2) == 0 ? leaps[draw(f, 6)] : now + leaps[draw(f, 2)];
        break;
    case 1:
        break;
    default:
        now += draw(f, 700);
        break;
    }
    bustle_world_update(f->world, now, draw(f, 4) == 0 ? &options : NULL);
}

static void call_something(fuzz *f) {
    switch (draw(f, 8)) {
    case 0:
    case 1:
        read_something(f);
        break;
    case 2:
    case 3:
        write_something(f);
        break;
    case 4:
        interrupt(f);
        break;
    case 5:
        control(f);
        break;
    default:
        update(f);
        break;
    }
}

/* ---- Callbacks ---- */

static void call_from_inside(fuzz *f) {
    if (f->world != NULL && f->depth < DEPTH && draw(f, 3) == 0) {
        f->depth++;
        f->inside++;
        call_something(f);
        if (draw(f, 50) == 0) {
            bustle_world_destroy(f->world); /* refused */
        }
        f->depth--;
    }
}

static int fuzz_function(void *context, bustle_world *world, bustle_call *call) {
    fuzz *f = context;
    call_from_inside(f);
    bustle_entity_set(
        world, draw(f, 2) == 0 ? call->self : call->target, any_id(f, BUSTLE_KIND_STATE), 3);
    call->error = draw(f, 2) == 0 ? NULL : "an error";
    return (int)draw(f, 4) - 1;
}

static int fuzz_answer(
    void *context, bustle_world *world, bustle_id environment, bustle_answer *answer) {
    fuzz *f = context;
    (void)world;
    (void)environment;
    call_from_inside(f);
    *answer = (bustle_answer){any_number(f), draw(f, 4) == 0 ? any_name(f) : NULL};
    return (int)draw(f, 4) - 1;
}

static int fuzz_position(
    void *context, bustle_world *world, bustle_entity entity, bustle_position *position) {
    fuzz *f = context;
    assert_true(bustle_entity_alive(world, entity));
    call_from_inside(f);
    *position = any_position(f);
    return (int)draw(f, 4) - 1;
}

static void fuzz_event(void *context, bustle_world *world, const bustle_event *event) {
    fuzz *f = context;
    (void)world;
    if (draw(f, 4) == 0) {
        remember(f, event->npc);
    }
    call_from_inside(f);
}

static int64_t fuzz_clock(void *context) {
    fuzz *f = context;
    call_from_inside(f);
    return draw(f, 1000);
}

static void fuzz_log(void *context, bustle_log_level level, const char *text) {
    (void)level;
    assert_non_null(text);
    call_from_inside(context);
}

/* ---- The test ---- */

/* Sane limits, and the smallest. */
static bustle_world_def any_world(fuzz *f) {
    bustle_world_def def = f->k->def;
    def.seed = any_bits(f);
    def.metric = (bustle_metric)draw(f, 2);
    def.callbacks = (bustle_callbacks){.context = f,
        .condition = fuzz_function,
        .effect = fuzz_function,
        .query_condition = fuzz_answer,
        .query_position = fuzz_position,
        .start_action = fuzz_event,
        .on_event = fuzz_event,
        .clock = fuzz_clock,
        .log = fuzz_log};
    if (draw(f, 2) == 0) {
        def.depth_limit = 1 + (int32_t)draw(f, 3);
        def.step_limit = 1 + (int32_t)draw(f, 9);
        def.queue_limit = (int32_t)draw(f, 3);
        def.activity_limit = 1 + (int32_t)draw(f, 3);
        def.failure_limit = (int32_t)draw(f, 3);
        def.restart_ms = (int32_t)draw(f, 3) - 1;
        def.ending = (bustle_ending)draw(f, 3);
    }
    return def;
}

static bustle_world *make_world(fuzz *f) {
    bustle_world *world = NULL;
    const bustle_world_def def = any_world(f);
    OK(bustle_world_create(f->k->content, &def, &world));
    return world;
}

static void fill_worlds(fuzz *f) {
    f->other = make_world(f);
    f->world = f->other;
    for (int i = 0; i < POPULATION; i++) {
        spawn(f); /* foreign handles */
    }
    f->world = make_world(f);
    for (int i = 0; i < POPULATION; i++) {
        spawn(f);
    }
}

static void expect_consistent(fuzz *f, uint64_t seed, int round) {
    char text[200] = "";
    if (bustle_world_check(f->world, text, sizeof text) != BUSTLE_OK) {
        fail_msg("seed %llu, call %d: %s", (unsigned long long)seed, round, text);
    }
}

static uint64_t joins; /* of all worlds */

/* Now and then it is loaded into another world, with other limits, and goes on there. */
static void move_on(fuzz *f) {
    bustle_snapshot s = {0};
    if (draw(f, 50) != 0) {
        return;
    }
    if (bustle_snapshot_save(f->world, NULL, 0, &s) != BUSTLE_OK) {
        bustle_snapshot_free(&s);
        return;
    }
    char reason[200] = "";
    bustle_world *world = make_world(f);
    if (bustle_snapshot_load(world, s.bytes, s.size, NULL, reason, sizeof reason) != BUSTLE_OK) {
        fail_msg("%s", reason);
    }
    bustle_world_destroy(f->world);
    f->world = world;
    bustle_snapshot_free(&s);
}

static uint64_t fuzz_seed(kit *k, uint64_t seed, int rounds) {
    fuzz f = {.k = k, .random = seed};
    fill_worlds(&f);
    for (int round = 0; round < rounds; round++) {
        k->memory.fail_at = draw(&f, 10) == 0 ? 1 + draw(&f, 3) : 0;
        call_something(&f);
        k->memory.fail_at = 0;
        expect_consistent(&f, seed, round);
        move_on(&f);
    }
    bustle_stats stats;
    OK(bustle_world_stats(f.world, &stats));
    joins += stats.joins;
    bustle_world_destroy(f.world);
    bustle_world_destroy(f.other);
    return f.inside;
}

static void random_calls_neither_crash_nor_break_the_world(void **state) {
    kit *k = *state;
    const bool quick = getenv("BUSTLE_QUICK") != NULL;
    uint64_t inside = 0;
    def_village(k);
    kit_seal_ok(k);
    for (uint64_t seed = 1; seed <= (quick ? 20u : 300u); seed++) {
        inside += fuzz_seed(k, seed, 1000);
    }
    assert_true(inside > 5000);
    assert_true(joins > 150);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(random_calls_neither_crash_nor_break_the_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
