/* S43: events, their fields and order, and the decision hash. */
#include <string.h>

#include "village.h"

/* ---- Content: a person who sits on a bench (1000 ms, resumable); "bell" makes it look (200 ms),
 * a fallback wait. ---- */

static bustle_entity_def *def_person(kit *k) {
    def_state(k, "free")->minimum = 0;
    def_interruption(k, "bell");
    bustle_action_def *sit = def_action(k, "sit", 1000);
    sit->resumable = true;
    add_claim(sit, "free", 1);
    def_action(k, "look", 200);
    def_action(k, "wait", 300);
    chain(k, "rest", "sit");
    chain(k, "answer", "look");
    chain(k, "idle", "wait");
    accepts(has(def_prop(k, "bench"), "free", 1), "sit");
    return handles(def_npc(k, "person", "rest"), "bell", "answer", 0);
}

static void begin_person(kit *k) {
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "person");
    kit_update_to(k, 0);
}

/* Compares all fields but the kind, by which it finds the last such event. */
static void expect_event(
    const kit *k, bustle_event_kind kind, bustle_event expected, const char *npc) {
    const bustle_event *e = kit_last(k, kind);
    assert_int_equal(e->npc, kit_entity(k, npc));
    assert_int_equal(e->time, expected.time);
    assert_int_equal(e->target, expected.target);
    assert_int_equal(e->name, expected.name);
    assert_int_equal(e->argument, expected.argument);
    assert_int_equal(e->token, expected.token);
    assert_int_equal(e->duration_ms, expected.duration_ms);
    assert_int_equal(e->interruption, expected.interruption);
}

#define NO_INTERRUPTION .interruption = BUSTLE_NONE

static uint32_t fnv_name(const char *name) {
    return name == NULL ? 0 : village_fnv_bytes(VILLAGE_FNV, name, strlen(name));
}

static void interrupt_from(kit *k, bustle_entity from) {
    bustle_entity ann = kit_entity(k, "ann");
    OK(bustle_world_interrupt(k->world, kit_interruption(k, "bell"), &ann, 1, from, NULL));
}

/* ---- Numbers ---- */

static void S43_kinds_reasons_and_causes_are_numbered_from_1(void **state) {
    (void)state;
    const int kinds[] = {BUSTLE_EVENT_SPAWN, BUSTLE_EVENT_START, BUSTLE_EVENT_STOP,
        BUSTLE_EVENT_FAIL, BUSTLE_EVENT_FALLBACK, BUSTLE_EVENT_INTERRUPT, BUSTLE_EVENT_IGNORE,
        BUSTLE_EVENT_HALT, BUSTLE_EVENT_RESTART, BUSTLE_EVENT_REMOVE, BUSTLE_EVENT_ERROR};
    const int reasons[] = {BUSTLE_STOP_DONE, BUSTLE_STOP_TIMED_OUT, BUSTLE_STOP_FAILED,
        BUSTLE_STOP_INTERRUPTED, BUSTLE_STOP_CANCELLED, BUSTLE_STOP_REMOVED};
    const int causes[] = {BUSTLE_CAUSE_NO_CANDIDATE, BUSTLE_CAUSE_CONDITION, BUSTLE_CAUSE_NO_OPTION,
        BUSTLE_CAUSE_SAME_TARGET, BUSTLE_CAUSE_GAME, BUSTLE_CAUSE_TIMEOUT, BUSTLE_CAUSE_CLAIM,
        BUSTLE_CAUSE_TARGET_LEFT, BUSTLE_CAUSE_DEPTH, BUSTLE_CAUSE_STEPS};
    for (int i = 0; i < 11; i++) {
        assert_int_equal(kinds[i], i + 1);
        assert_int_equal(causes[i % 10], i % 10 + 1);
        assert_int_equal(reasons[i % 6], i % 6 + 1);
    }
}

/* ---- Fields ---- */

static void S43_spawn_and_remove_name_the_definition_of_npc_or_prop(void **state) {
    kit *k = *state;
    def_person(k);
    kit_begin(k);
    kit_update_to(k, 70);
    kit_spawn(k, "bench1", "bench");
    kit_update_to(k, 80);
    expect_event(k, BUSTLE_EVENT_SPAWN,
        (bustle_event){.time = 70, .name = kit_definition(k, "bench"), NO_INTERRUPTION}, "bench1");
    kit_spawn(k, "ann", "person");
    kit_update_to(k, 90);
    expect_event(k, BUSTLE_EVENT_SPAWN,
        (bustle_event){.time = 80, .name = kit_definition(k, "person"), NO_INTERRUPTION}, "ann");
    OK(bustle_world_remove(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 100);
    expect_event(k, BUSTLE_EVENT_REMOVE,
        (bustle_event){.time = 90, .name = kit_definition(k, "person"), NO_INTERRUPTION}, "ann");
    OK(bustle_world_remove(k->world, kit_entity(k, "bench1")));
    kit_update_to(k, 110);
    expect_event(k, BUSTLE_EVENT_REMOVE,
        (bustle_event){.time = 100, .name = kit_definition(k, "bench"), NO_INTERRUPTION}, "bench1");
}

static void S43_start_and_stop_name_action_and_target_and_carry_one_token(void **state) {
    kit *k = *state;
    def_person(k);
    begin_person(k);
    bustle_event expected = {.target = kit_entity(k, "bench1"),
        .name = kit_action(k, "sit"),
        .argument = 1000,
        .token = 1,
        .duration_ms = 1000,
        NO_INTERRUPTION};
    expect_event(k, BUSTLE_EVENT_START, expected, "ann");
    kit_update_to(k, 1000);
    expected.token = 2;
    expected.time = 1000;
    expect_event(k, BUSTLE_EVENT_START, expected, "ann");
    expected.token = 1;
    expected.argument = BUSTLE_STOP_DONE;
    expected.duration_ms = 0;
    expect_event(k, BUSTLE_EVENT_STOP, expected, "ann");
}

static void S43_a_start_without_target_has_target_0(void **state) {
    kit *k = *state;
    def_person(k)->main = "idle";
    begin_person(k);
    expect_event(k, BUSTLE_EVENT_START,
        (bustle_event){.name = kit_action(k, "wait"),
            .argument = 300,
            .token = 1,
            .duration_ms = 300,
            NO_INTERRUPTION},
        "ann");
}

static void S43_a_resumed_start_tells_what_remains_plus_2_to_the_31(void **state) {
    kit *k = *state;
    def_person(k);
    begin_person(k);
    kit_interrupt(k, "ann", "bell");
    kit_update_to(k, 250);
    kit_update_to(k, 450);
    expect_event(k, BUSTLE_EVENT_START,
        (bustle_event){.time = 450,
            .target = kit_entity(k, "bench1"),
            .name = kit_action(k, "sit"),
            .argument = UINT32_C(0x80000000) + 750,
            .token = 3,
            .duration_ms = 1000,
            NO_INTERRUPTION},
        "ann");
}

static void S43_what_remains_fits_31_bits_however_long_the_action_takes(void **state) {
    kit *k = *state;
    def_person(k);
    bustle_action_def *crawl = def_action(k, "crawl", 0);
    crawl->speed = 1;
    chain(k, "crawling", "crawl");
    def_npc(k, "snail", "crawling");
    accepts(def_prop(k, "moon"), "crawl");
    kit_begin(k);
    kit_spawn_at(k, "moon1", "moon", 2e9, 2e9, 2e9);
    kit_spawn(k, "ann", "snail");
    kit_update_to(k, 0);
    assert_int_equal(kit_last(k, BUSTLE_EVENT_START)->argument >> 31, 0);
}

static void S43_fail_fallback_and_halt_name_the_sequence_and_the_cause(void **state) {
    kit *k = *state;
    falls_back_on(def_person(k), "idle");
    k->def.failure_limit = 1;
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_update_to(k, 5);
    bustle_event expected = {.time = 5,
        .name = kit_sequence(k, "rest"),
        .argument = BUSTLE_CAUSE_NO_CANDIDATE,
        NO_INTERRUPTION};
    expect_event(k, BUSTLE_EVENT_FAIL, expected, "ann");
    expect_event(k, BUSTLE_EVENT_FALLBACK,
        (bustle_event){.time = 5, .name = kit_sequence(k, "idle"), NO_INTERRUPTION}, "ann");
    kit_reset(k);
    def_person(k);
    k->def.failure_limit = 0;
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_update_to(k, 5);
    expect_event(k, BUSTLE_EVENT_HALT, expected, "ann");
}

static void S43_interrupt_names_the_response_the_source_and_the_interruption(void **state) {
    kit *k = *state;
    def_person(k);
    begin_person(k);
    interrupt_from(k, kit_entity(k, "bench1"));
    kit_update_to(k, 10);
    expect_event(k, BUSTLE_EVENT_INTERRUPT,
        (bustle_event){.time = 10,
            .target = kit_entity(k, "bench1"),
            .name = kit_sequence(k, "answer"),
            .argument = fnv_name("bell"),
            .interruption = kit_interruption(k, "bell")},
        "ann");
    interrupt_from(k, kit_entity(k, "ann")); /* a response runs: dropped */
    kit_update_to(k, 20);
    expect_event(k, BUSTLE_EVENT_IGNORE,
        (bustle_event){.time = 20,
            .target = kit_entity(k, "ann"),
            .name = kit_sequence(k, "answer"),
            .argument = fnv_name("bell"),
            .interruption = kit_interruption(k, "bell")},
        "ann");
}

static void S43_a_source_that_has_left_is_0(void **state) {
    kit *k = *state;
    def_person(k);
    begin_person(k);
    kit_spawn(k, "bench2", "bench");
    interrupt_from(k, kit_entity(k, "bench2"));
    OK(bustle_world_remove(k->world, kit_entity(k, "bench2")));
    kit_spawn(k, "bench3", "bench"); /* in the same slot */
    kit_update_to(k, 10);
    assert_int_equal(kit_last(k, BUSTLE_EVENT_INTERRUPT)->target, 0);
    kit_spawn(k, "bench4", "bench");
    interrupt_from(k, kit_entity(k, "bench4"));
    OK(bustle_world_remove(k->world, kit_entity(k, "bench4")));
    kit_update_to(k, 20);
    assert_int_equal(kit_last(k, BUSTLE_EVENT_IGNORE)->target, 0);
}

static void S43_a_run_is_an_interrupt_with_argument_0(void **state) {
    kit *k = *state;
    def_person(k);
    begin_person(k);
    OK(bustle_npc_run(k->world, kit_entity(k, "ann"), kit_sequence(k, "idle"), 0));
    kit_update_to(k, 10);
    expect_event(k, BUSTLE_EVENT_INTERRUPT,
        (bustle_event){.name = kit_sequence(k, "idle"), NO_INTERRUPTION}, "ann");
}

static void S43_restart_names_the_main_sequence(void **state) {
    kit *k = *state;
    def_person(k);
    k->def.failure_limit = 0;
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_update_to(k, 0);
    OK(bustle_npc_set_main(k->world, kit_entity(k, "ann"), kit_sequence(k, "idle")));
    OK(bustle_npc_restart(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 10);
    expect_event(k, BUSTLE_EVENT_RESTART,
        (bustle_event){.name = kit_sequence(k, "idle"), NO_INTERRUPTION}, "ann");
}

static int err(kit *k, bustle_call *call) {
    (void)k;
    call->error = "oh";
    return -1;
}

static void S43_an_error_names_the_action(void **state) {
    kit *k = *state;
    def_person(k)->main = "trying";
    bustle_action_def *try = def_action(k, "try", 100);
    try->target = BUSTLE_TARGET_NOT_TAKEN;
    try->start = OPS(CALL(1, "start"));
    chain(k, "trying", "try");
    k->effects[1] = err;
    kit_begin(k);
    kit_spawn(k, "ann", "person");
    kit_update_to(k, 3);
    expect_event(k, BUSTLE_EVENT_ERROR,
        (bustle_event){.time = 3, .name = kit_action(k, "try"), NO_INTERRUPTION}, "ann");
}

/* ---- Order ---- */

static void S43_a_stop_comes_before_the_interrupt(void **state) {
    kit *k = *state;
    def_person(k);
    begin_person(k);
    kit_forget_events(k);
    kit_interrupt(k, "ann", "bell");
    kit_update_to(k, 10);
    kit_expect_events(k, "stop ann sit interrupted | interrupt ann bell answer | start ann look");
}

static void S43_a_fail_comes_before_fallback_or_halt(void **state) {
    kit *k = *state;
    falls_back_on(def_person(k), "idle");
    k->def.failure_limit = 1;
    begin_person(k);
    kit_forget_events(k);
    bustle_entity ann = kit_entity(k, "ann");
    OK(bustle_npc_fail(k->world, ann, BUSTLE_NONE, 0));
    kit_update_to(k, 10);
    kit_expect_events(
        k, "stop ann sit failed | fail ann rest game | fallback ann idle | start ann wait");
    OK(bustle_npc_fail(k->world, ann, BUSTLE_NONE, 0));
    kit_update_to(k, 20);
    kit_expect_events(k, "stop ann wait failed | fail ann idle game | halt ann idle game");
}

static void S43_the_users_stops_come_before_the_remove(void **state) {
    kit *k = *state;
    def_person(k);
    begin_person(k);
    kit_set(k, "bench1", "free", 1);
    kit_spawn(k, "bob", "person");
    kit_update_to(k, 10);
    kit_forget_events(k);
    OK(bustle_world_remove(k->world, kit_entity(k, "bench1")));
    kit_update_to(k, 20);
    kit_expect_only(k, "stop remove",
        "@10 stop ann sit cancelled | @10 stop bob sit cancelled | @10 remove bench1");
}

static void S43_an_npcs_own_stop_comes_before_its_remove(void **state) {
    kit *k = *state;
    def_person(k);
    begin_person(k);
    kit_forget_events(k);
    OK(bustle_world_remove(k->world, kit_entity(k, "ann")));
    kit_update_to(k, 20);
    kit_expect_events(k, "stop ann sit removed | remove ann");
}

/* ---- Starts and stops ---- */

static void S43_every_start_has_exactly_one_stop(void **state) {
    kit *k = *state;
    const bustle_event *running[64] = {NULL}; /* by spawn number */
    unsigned reasons[7] = {0};
    def_village(k);
    kit_seal_ok(k);
    village_play(k);
    for (size_t i = 0; i < k->event_count; i++) {
        const bustle_event *e = &k->events[i];
        const bustle_event **start = &running[bustle_entity_spawn_number(e->npc) % 64];
        if (e->kind == BUSTLE_EVENT_START) {
            assert_null(*start);
            *start = e;
        } else if (e->kind == BUSTLE_EVENT_STOP) {
            assert_non_null(*start);
            assert_int_equal(e->name, (*start)->name);
            assert_int_equal(e->target, (*start)->target);
            assert_int_equal(e->token, (*start)->token);
            assert_in_range(e->argument, BUSTLE_STOP_DONE, BUSTLE_STOP_REMOVED);
            reasons[e->argument]++;
            *start = NULL;
        } else if (e->kind == BUSTLE_EVENT_REMOVE) {
            assert_null(*start);
        }
    }
    for (bustle_entity e = 0; (e = bustle_world_next(k->world, e)) != 0;) {
        bustle_doing doing;
        bool acts = /* or is seen in it while it waits */
            bustle_npc_doing(k->world, e, &doing) == BUSTLE_OK && doing.action != BUSTLE_NONE;
        assert_int_equal(running[bustle_entity_spawn_number(e) % 64] != NULL, acts);
    }
    for (unsigned reason = BUSTLE_STOP_DONE; reason <= BUSTLE_STOP_REMOVED; reason++) {
        assert_true(reasons[reason] > 0); /* or the village is not busy enough for this test */
    }
}

static void S43_tokens_are_counted_per_npc_from_1(void **state) {
    kit *k = *state;
    uint32_t last[64] = {0};
    def_village(k);
    kit_seal_ok(k);
    village_play(k);
    for (size_t i = 0; i < k->event_count; i++) {
        const bustle_event *e = &k->events[i];
        if (e->kind == BUSTLE_EVENT_START) {
            assert_int_equal(e->token, ++last[bustle_entity_spawn_number(e->npc) % 64]);
        }
    }
}

/* ---- The hash ---- */

static bustle_kind kind_of_name(bustle_event_kind kind) {
    switch (kind) {
    case BUSTLE_EVENT_SPAWN:
    case BUSTLE_EVENT_REMOVE:
        return BUSTLE_KIND_ENTITY;
    case BUSTLE_EVENT_START:
    case BUSTLE_EVENT_STOP:
    case BUSTLE_EVENT_ERROR:
        return BUSTLE_KIND_ACTION;
    case BUSTLE_EVENT_ROLE:
        return BUSTLE_KIND_ROLE;
    case BUSTLE_EVENT_ADOPT:
    case BUSTLE_EVENT_DROP:
        return BUSTLE_KIND_OFFER;
    case BUSTLE_EVENT_ENTER:
    case BUSTLE_EVENT_EXIT:
        return BUSTLE_KIND_ENTITY;
    case BUSTLE_EVENT_JOIN:
    case BUSTLE_EVENT_LEAVE:
        return BUSTLE_KIND_SCENE;
    default:
        return BUSTLE_KIND_SEQUENCE;
    }
}

/* From what was delivered, and the names. */
static uint32_t hash_of_events(const kit *k) {
    uint32_t hash = VILLAGE_FNV;
    for (size_t i = 0; i < k->event_count; i++) {
        const bustle_event *e = &k->events[i];
        if (e->kind == BUSTLE_EVENT_ERROR) {
            continue;
        }
        const char *name = bustle_content_name(k->content, kind_of_name(e->kind), e->name);
        const uint32_t words[7] = {(uint32_t)e->kind, (uint32_t)e->time,
            (uint32_t)((uint64_t)e->time >> 32), bustle_entity_spawn_number(e->npc),
            bustle_entity_spawn_number(e->target), fnv_name(name), e->argument};
        for (int w = 0; w < 7; w++) {
            hash = village_fnv_word(hash, words[w]);
        }
    }
    return hash;
}

enum last_kind {
#define COUNT(name, number, text, kind) +1
    LAST_KIND = 0 BUSTLE_EVENT_KINDS(COUNT)
#undef COUNT
};

static void S43_the_hash_is_fnv_1a_over_seven_words_of_each_event(void **state) {
    kit *k = *state;
    unsigned seen[LAST_KIND + 1] = {0};
    def_village(k);
    kit_seal_ok(k);
    village_play(k);
    kit_update_to(k, INT64_C(5000000000)); /* past 32 bits */
    for (size_t i = 0; i < k->event_count; i++) {
        seen[k->events[i].kind]++;
    }
    for (int kind = BUSTLE_EVENT_SPAWN; kind <= LAST_KIND; kind++) {
        if (seen[kind] == 0) {
            fail_msg("nobody saw a %s", kit_kind_word((bustle_event_kind)kind));
        }
    }
    assert_int_equal(bustle_world_hash(k->world), hash_of_events(k));
}

static void S43_a_world_without_events_has_the_hash_of_nothing(void **state) {
    kit *k = *state;
    def_person(k);
    kit_begin(k);
    kit_update_to(k, 100);
    assert_int_equal(bustle_world_hash(k->world), VILLAGE_FNV);
}

static void S43_errors_do_not_change_the_hash(void **state) {
    kit *k = *state;
    uint32_t hashes[2];
    for (int errs = 0; errs < 2; errs++) {
        kit_reset(k);
        def_person(k)->main = "trying";
        bustle_action_def *try = def_action(k, "try", 100);
        try->target = BUSTLE_TARGET_NOT_TAKEN;
        try->start = errs ? OPS(CALL(1, "start")) : ALWAYS;
        chain(k, "trying", "try");
        k->effects[1] = err;
        kit_begin(k);
        kit_spawn(k, "ann", "person");
        kit_run(k, 1000, 100);
        hashes[errs] = bustle_world_hash(k->world);
        assert_int_equal(k->event_count, errs ? 30 : 20);
    }
    assert_int_equal(hashes[0], hashes[1]);
}

static void S43_the_hash_holds_what_is_not_yet_delivered(void **state) {
    kit *k = *state;
    def_person(k);
    begin_person(k);
    assert_int_equal(bustle_world_hash(k->world), hash_of_events(k));
    OK(bustle_world_remove(k->world, kit_entity(k, "ann")));
    uint32_t at_the_call = bustle_world_hash(k->world);
    assert_int_not_equal(at_the_call, hash_of_events(k));
    kit_update_to(k, 10);
    assert_int_equal(bustle_world_hash(k->world), at_the_call);
    assert_int_equal(hash_of_events(k), at_the_call);
}

static void S43_the_hash_of_a_name_is_its_fnv_1a(void **state) {
    kit *k = *state;
    def_village(k);
    kit_seal_ok(k);
    for (int kind = BUSTLE_KIND_STATE; kind <= BUSTLE_KIND_ENTITY; kind++) {
        const uint32_t count = bustle_content_count(k->content, (bustle_kind)kind);
        for (bustle_id id = 0; id < count; id++) {
            assert_int_equal(bustle_content_name_hash(k->content, (bustle_kind)kind, id),
                fnv_name(bustle_content_name(k->content, (bustle_kind)kind, id)));
        }
    }
    assert_int_equal(fnv_name("a"), UINT32_C(0xe40c292c)); /* as published */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S43_kinds_reasons_and_causes_are_numbered_from_1),
        RULE(S43_spawn_and_remove_name_the_definition_of_npc_or_prop),
        RULE(S43_start_and_stop_name_action_and_target_and_carry_one_token),
        RULE(S43_a_start_without_target_has_target_0),
        RULE(S43_a_resumed_start_tells_what_remains_plus_2_to_the_31),
        RULE(S43_what_remains_fits_31_bits_however_long_the_action_takes),
        RULE(S43_fail_fallback_and_halt_name_the_sequence_and_the_cause),
        RULE(S43_interrupt_names_the_response_the_source_and_the_interruption),
        RULE(S43_a_source_that_has_left_is_0),
        RULE(S43_a_run_is_an_interrupt_with_argument_0),
        RULE(S43_restart_names_the_main_sequence),
        RULE(S43_an_error_names_the_action),
        RULE(S43_a_stop_comes_before_the_interrupt),
        RULE(S43_a_fail_comes_before_fallback_or_halt),
        RULE(S43_the_users_stops_come_before_the_remove),
        RULE(S43_an_npcs_own_stop_comes_before_its_remove),
        RULE(S43_every_start_has_exactly_one_stop),
        RULE(S43_tokens_are_counted_per_npc_from_1),
        RULE(S43_the_hash_is_fnv_1a_over_seven_words_of_each_event),
        RULE(S43_a_world_without_events_has_the_hash_of_nothing),
        RULE(S43_errors_do_not_change_the_hash),
        RULE(S43_the_hash_holds_what_is_not_yet_delivered),
        RULE(S43_the_hash_of_a_name_is_its_fnv_1a),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
