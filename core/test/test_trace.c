/* The callback `trace`: what a decision looks at, told while it is made. */
#include <stdio.h>
#include <string.h>

#include "kit_npc.h"

/* ---- A listener ---- */

static char told[8192]; /* one line for each call */

static const char *label_of(const kit *k, bustle_entity entity) {
    for (size_t i = 0; i < k->entity_count; i++) {
        if (k->entities[i].entity == entity) {
            return k->entities[i].label;
        }
    }
    return "nobody";
}

static const char *name_of(const kit *k, bustle_kind kind, bustle_id id) {
    const char *name = bustle_content_name(k->content, kind, id);
    return name == NULL ? "-" : name;
}

static const char *node_name(const kit *k, bustle_id sequence, uint32_t node) {
    const char *name = bustle_content_node_name(k->content, sequence, node);
    return name == NULL ? "-" : name;
}

static void append(const char *format, ...) {
    const size_t length = strlen(told);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(told + length, sizeof told - length, format, arguments);
    va_end(arguments);
}

/* "option ann main/go 1 to rest: condition, @-1" */
static void listen(void *context, bustle_world *world, const bustle_trace *t) {
    const kit *k = context;
    (void)world;
    append("%s", bustle_trace_kind_text(t->kind));
    if (t->npc != 0) {
        append(" %s %s/%s", label_of(k, t->npc), name_of(k, BUSTLE_KIND_SEQUENCE, t->sequence),
            node_name(k, t->sequence, t->node));
    }
    if (t->transition != BUSTLE_NONE) {
        append(" %u", (unsigned)t->transition);
    }
    if (t->to != BUSTLE_NONE) {
        append(" to %s", node_name(k, t->sequence, t->to));
    }
    if (t->action != BUSTLE_NONE) {
        append(" %s", name_of(k, BUSTLE_KIND_ACTION, t->action));
    }
    if (t->role != BUSTLE_NONE) {
        append(" %s", name_of(k, BUSTLE_KIND_ROLE, t->role));
    }
    if (t->cue != BUSTLE_NONE) {
        append(" %s", name_of(k, BUSTLE_KIND_CUE, t->cue));
    }
    if (t->target != 0) {
        append(" %s", label_of(k, t->target));
    }
    if (t->interruption != BUSTLE_NONE) {
        append(" by %s", name_of(k, BUSTLE_KIND_INTERRUPTION, t->interruption));
    }
    if (t->verdict != 0) {
        append(": %s", bustle_verdict_text(t->verdict));
    }
    if (t->remembered >= 0) {
        append(" @%d", (int)t->remembered);
    }
    if (t->kind == BUSTLE_TRACE_WAY) {
        append(" of %u", (unsigned)t->open);
    }
    if (t->kind == BUSTLE_TRACE_TARGET) {
        append(" %u %u %u %u", (unsigned)t->accepting, (unsigned)t->reached, (unsigned)t->open,
            (unsigned)t->best);
    }
    append("\n");
}

static void begin(kit *k) {
    k->def.callbacks.trace = listen;
    told[0] = '\0';
    kit_begin(k);
}

static void expect_told(const char *expected) {
    assert_string_equal(told, expected);
    told[0] = '\0';
}

/* ---- Ways ---- */

/* "main" begins at the choice "pick": to "a" or "b", or twice to "c" while x is 1; to "d"
 * otherwise, if x is not 9. */
static void def_choice(kit *k) {
    def_state(k, "x");
    def_action(k, "hum", 100);
    bustle_sequence_def *main = def_sequence(k, "main", "pick");
    bustle_node_def *pick = add_node(main, "pick", BUSTLE_NODE_CHOICE, NULL);
    add_edge(pick, "a", OPS(SELF_IS("x", BUSTLE_EQUAL, 2)));
    add_edge(pick, "c", OPS(SELF_IS("x", BUSTLE_EQUAL, 1)));
    add_edge(pick, "c", OPS(SELF_IS("x", BUSTLE_AT_MOST, 1)));
    add_edge(pick, "b", OPS(SELF_IS("x", BUSTLE_EQUAL, 2)));
    add_edge(pick, "d", OPS(SELF_IS("x", BUSTLE_NOT_EQUAL, 9)))->otherwise = true;
    for (const char *const *name = NAMES("a", "b", "c", "d"); *name != NULL; name++) {
        add_edge(add_node(main, *name, BUSTLE_NODE_ACTION, "hum"), "END", ALWAYS);
    }
    has(def_npc(k, "npc", "main"), "x", 1);
    begin(k);
    kit_spawn(k, "ann", "npc");
}

static void every_transition_looked_at_is_told_then_the_way(void **state) {
    kit *k = *state;
    def_choice(k);
    kit_update_to(k, 0);
    expect_told("begin ann main/pick\n"
                "option ann main/pick 0 to a: condition\n"
                "option ann main/pick 1 to c: open\n"
                "option ann main/pick 2 to c: open\n"
                "option ann main/pick 3 to b: condition\n"
                "way ann main/pick 1 to c of 1\n"
                "action ann main/c hum: open\n");
    kit_set(k, "ann", "x", 0);
    kit_update_to(k, 100);
    expect_told("way ann main/c 0 to END of 1\n"
                "begin ann main/pick\n"
                "option ann main/pick 0 to a: condition\n"
                "option ann main/pick 1 to c: condition\n"
                "option ann main/pick 2 to c: open\n"
                "option ann main/pick 3 to b: condition\n"
                "way ann main/pick 2 to c of 1\n"
                "action ann main/c hum: open\n");
}

static void what_is_remembered_is_told_with_the_option(void **state) {
    kit *k = *state;
    def_choice(k);
    kit_set(k, "ann", "x", 2);
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    told[0] = '\0';
    kit_update_to(k, 200);
    const bool a_first = strstr(told, "0 to a: open @0") != NULL;
    expect_told(a_first ? "way ann main/b 0 to END of 1\n"
                          "begin ann main/pick\n"
                          "option ann main/pick 0 to a: open @0\n"
                          "option ann main/pick 1 to c: condition\n"
                          "option ann main/pick 2 to c: condition\n"
                          "option ann main/pick 3 to b: open @100\n"
                          "way ann main/pick 0 to a of 2\n"
                          "action ann main/a hum: open\n"
                        : "way ann main/a 0 to END of 1\n"
                          "begin ann main/pick\n"
                          "option ann main/pick 0 to a: open @100\n"
                          "option ann main/pick 1 to c: condition\n"
                          "option ann main/pick 2 to c: condition\n"
                          "option ann main/pick 3 to b: open @0\n"
                          "way ann main/pick 3 to b of 2\n"
                          "action ann main/b hum: open\n");
}

/* A sequence that only chooses among so many nodes. */
static void def_wide(kit *k, const char *name, unsigned count) {
    static char names[127][12];
    bustle_sequence_def *wide = def_sequence(k, name, "pick");
    (void)add_node(wide, "pick", BUSTLE_NODE_CHOICE, NULL);
    for (unsigned i = 0; i < count; i++) {
        (void)snprintf(names[i], sizeof names[i], "n%u", i);
        add_edge(add_node(wide, names[i], BUSTLE_NODE_ACTION, "hum"), "END", ALWAYS);
        add_edge(node_of(wide, "pick"), names[i], ALWAYS);
    }
}

/* Destinations of choices are numbered, and records keep a byte of the number while that is enough:
 * "z" is the last that it is enough for. "alone" has none, because nothing but "z" leads there. */
static void nothing_is_remembered_of_what_was_never_a_choice(void **state) {
    kit *k = *state;
    def_state(k, "x");
    def_action(k, "hum", 100);
    def_wide(k, "a", 127);
    def_wide(k, "b", 127);
    bustle_sequence_def *main = def_sequence(k, "c", "pick");
    bustle_node_def *pick = add_node(main, "pick", BUSTLE_NODE_CHOICE, NULL);
    add_edge(pick, "y", ALWAYS);
    add_edge(pick, "z", ALWAYS);
    add_edge(add_node(main, "y", BUSTLE_NODE_ACTION, "hum"), "END", ALWAYS);
    add_edge(add_node(main, "z", BUSTLE_NODE_ACTION, "hum"), "alone",
        OPS(SELF_IS("x", BUSTLE_EQUAL, 0)));
    add_edge(add_node(main, "alone", BUSTLE_NODE_ACTION, "hum"), "END", ALWAYS);
    has(def_npc(k, "npc", "c"), "x", 0);
    begin(k);
    kit_spawn(k, "ann", "npc");
    kit_run(k, 1000, 100);
    assert_non_null(strstr(told, "\noption ann c/pick 1 to z: open @"));
    assert_non_null(strstr(told, "\noption ann c/z 0 to alone: open\n"));
    assert_null(strstr(told, "to alone: open @"));
}

static void otherwise_is_looked_at_only_where_no_other_is_open(void **state) {
    kit *k = *state;
    def_choice(k);
    kit_set(k, "ann", "x", 3);
    kit_update_to(k, 0);
    expect_told("begin ann main/pick\n"
                "option ann main/pick 0 to a: condition\n"
                "option ann main/pick 1 to c: condition\n"
                "option ann main/pick 2 to c: condition\n"
                "option ann main/pick 3 to b: condition\n"
                "option ann main/pick 4 to d: open\n"
                "way ann main/pick 4 to d of 1\n"
                "action ann main/d hum: open\n");
    kit_set(k, "ann", "x", 9);
    kit_update_to(k, 100);
    expect_told("way ann main/d 0 to END of 1\n"
                "begin ann main/pick\n"
                "option ann main/pick 0 to a: condition\n"
                "option ann main/pick 1 to c: condition\n"
                "option ann main/pick 2 to c: condition\n"
                "option ann main/pick 3 to b: condition\n"
                "option ann main/pick 4 to d: condition\n"
                "way ann main/pick of 0\n");
}

static void a_failure_that_leads_on_is_told(void **state) {
    kit *k = *state;
    def_state(k, "x");
    def_action(k, "work", 100)->when = OPS(SELF_IS("x", BUSTLE_EQUAL, 1));
    def_action(k, "rest", 100);
    bustle_sequence_def *main = chain(k, "main", "work", "rest");
    node_of(main, "work")->failed = "rest";
    has(def_npc(k, "npc", "main"), "x", 0);
    begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    expect_told("begin ann main/work\n"
                "action ann main/work work: condition\n"
                "failed ann main/work to rest\n"
                "action ann main/rest rest: open\n");
}

/* ---- Targets ---- */

/* "sit" takes a seat within 10 units, while x is not 9; then "doze" on the same. */
static bustle_action_def *def_seats(kit *k) {
    def_state(k, "free")->minimum = 0;
    def_state(k, "x");
    bustle_action_def *sit = def_action(k, "sit", 100);
    sit->when = OPS(SELF_IS("x", BUSTLE_NOT_EQUAL, 9), DISTANCE_IS(BUSTLE_AT_MOST, 10),
        TARGET_IS("x", BUSTLE_EQUAL, 0));
    add_claim(sit, "free", 1);
    def_action(k, "doze", 100)->when = OPS(TARGET_IS("x", BUSTLE_EQUAL, 0));
    chain(k, "main", "sit", "=doze");
    has(has(accepts(def_prop(k, "seat"), "sit"), "free", 1), "x", 0);
    has(has(accepts(def_npc(k, "npc", "main"), "sit"), "free", 0), "x", 0);
    return sit;
}

static void every_candidate_is_told_with_what_is_against_it(void **state) {
    kit *k = *state;
    def_seats(k);
    begin(k);
    kit_spawn_at(k, "far", "seat", 100, 0, 0);
    kit_spawn_at(k, "full", "seat", 1, 0, 0);
    kit_set(k, "full", "free", 0);
    kit_spawn_at(k, "wet", "seat", 2, 0, 0);
    kit_set(k, "wet", "x", 1);
    kit_spawn_at(k, "dry", "seat", 3, 0, 0);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    assert_non_null(strstr(told, "candidate ann main/sit sit full: claim\n"));
    assert_non_null(strstr(told, "candidate ann main/sit sit wet: condition\n"));
    assert_non_null(strstr(told, "candidate ann main/sit sit dry: open\n"));
    assert_null(strstr(told, "sit far"));
    assert_non_null(strstr(told, "target ann main/sit sit dry 4 3 1 1\n"));
    told[0] = '\0';
    kit_update_to(k, 100);
    expect_told("way ann main/sit 0 to doze of 1\n"
                "same target ann main/doze doze dry: open\n");
    kit_set(k, "full", "free", 1);
    kit_update_to(k, 200);
    assert_non_null(strstr(told, "candidate ann main/sit sit dry: open @0\n"));
    assert_non_null(strstr(told, "target ann main/sit sit full 4 3 2 2\n"));
}

static void a_condition_that_is_false_whoever_it_is_is_told_once(void **state) {
    kit *k = *state;
    def_seats(k);
    begin(k);
    kit_spawn(k, "seat1", "seat");
    kit_spawn(k, "ann", "npc");
    kit_set(k, "ann", "x", 9);
    kit_update_to(k, 0);
    expect_told("begin ann main/sit\n"
                "action ann main/sit sit: condition\n"
                "target ann main/sit sit 1 0 0 0\n");
}

static void that_nobody_accepts_is_told_without_conditions(void **state) {
    kit *k = *state;
    def_seats(k);
    begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    expect_told("begin ann main/sit\n"
                "target ann main/sit sit 0 0 0 0\n");
}

static void S66_of_those_whom_a_path_finds_all_count(void **state) {
    kit *k = *state;
    def_seats(k);
    kit_def_link(k, "own");
    node_of(chain(k, "other", "sit"), "sit")->path = "own";
    has(has(def_npc(k, "owner", "other"), "free", 0), "x", 0);
    begin(k);
    kit_spawn(k, "seat1", "seat");
    kit_spawn(k, "seat2", "seat");
    kit_spawn(k, "bob", "owner");
    kit_update_to(k, 0);
    expect_told("begin bob other/sit\n"
                "target bob other/sit sit 0 0 0 0\n");
    kit_spawn(k, "cat", "owner");
    OK(bustle_world_link(
        k->world, kit_entity(k, "cat"), kit_link(k, "own"), kit_entity(k, "seat2"), 1));
    kit_update_to(k, 100);
    assert_non_null(strstr(told, "target cat other/sit sit seat2 1 1 1 1\n"));
}

static void a_preference_leaves_the_best(void **state) {
    kit *k = *state;
    def_seats(k)->preference = BUSTLE_PREFER_NEAREST;
    begin(k);
    kit_spawn_at(k, "seat1", "seat", 3, 0, 0);
    kit_spawn_at(k, "seat2", "seat", 2, 0, 0);
    kit_spawn_at(k, "seat3", "seat", 0, 2, 0);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    assert_non_null(strstr(told, " 3 3 3 2\n"));
}

static void one_who_cannot_travel_is_told(void **state) {
    kit *k = *state;
    def_state(k, "speed");
    bustle_action_def *walk = def_action(k, "walk", 0);
    walk->speed_state = "speed";
    chain(k, "main", "walk");
    accepts(def_prop(k, "post"), "walk");
    has(def_npc(k, "npc", "main"), "speed", 0);
    begin(k);
    kit_spawn(k, "post1", "post");
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    expect_told("begin ann main/walk\n"
                "candidate ann main/walk walk post1: speed\n"
                "target ann main/walk walk 1 1 0 0\n");
}

static void a_same_target_that_is_gone_is_told(void **state) {
    kit *k = *state;
    def_seats(k);
    begin(k);
    kit_spawn(k, "seat1", "seat");
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_update_to(k, 99);
    kit_set(k, "seat1", "x", 1);
    told[0] = '\0';
    kit_update_to(k, 100);
    expect_told("way ann main/sit 0 to doze of 1\n"
                "same target ann main/doze doze seat1: condition\n");
    kit_set(k, "seat1", "x", 0);
    kit_update_to(k, 1100);
    kit_complete(k, "ann");
    kit_remove(k, "seat1");
    told[0] = '\0';
    kit_update_to(k, 1200);
    expect_told("way ann main/sit 0 to doze of 1\n"
                "same target ann main/doze doze: gone\n");
}

/* ---- Interruptions ---- */

static void a_resumption_is_told_with_what_is_against_it(void **state) {
    kit *k = *state;
    kit_def_sitting(k)->resumable = true;
    k->def.callbacks.trace = listen;
    kit_begin_sitting(k);
    kit_update_to(k, 10);
    kit_interrupt(k, "ann", "call");
    told[0] = '\0';
    kit_update_to(k, 20);
    expect_told("begin ann answer/look\n"
                "action ann answer/look look: open\n");
    kit_set(k, "bench1", "free", 0);
    kit_update_to(k, 70);
    expect_told("way ann answer/look 0 to END of 1\n"
                "resumption ann main/sit sit bench1: claim\n"
                "candidate ann main/sit sit bench1: claim @0\n"
                "target ann main/sit sit 1 1 0 0\n");
}

static void an_interruption_that_ends_an_action_is_told(void **state) {
    kit *k = *state;
    ended_by(kit_def_sitting(k), "call");
    k->def.callbacks.trace = listen;
    kit_begin_sitting(k);
    kit_interrupt(k, "ann", "call");
    told[0] = '\0';
    kit_update_to(k, 10);
    assert_int_equal(strncmp(told, "ended ann main/sit sit by call\n", 31), 0);
}

static void one_that_ends_an_interrupted_action_is_told_of_where_that_stands(void **state) {
    kit *k = *state;
    def_interruption(k, "stop");
    ended_by(kit_def_sitting(k), "stop");
    k->def.callbacks.trace = listen;
    kit_begin_sitting(k);
    kit_interrupt(k, "ann", "call");
    kit_update_to(k, 10);
    kit_interrupt(k, "ann", "stop");
    told[0] = '\0';
    kit_update_to(k, 20);
    expect_told("ended ann main/sit sit by stop\n");
}

/* Interrupts ann while she looks round; the update in which she ignores that says why. */
static void expect_ignored(kit *k, const char *interruption, const char *expected) {
    kit_interrupt(k, "ann", interruption);
    kit_update_to(k, bustle_world_now(k->world) + 1);
    expect_told(expected);
    char event[64];
    (void)snprintf(event, sizeof event, "ignore ann %s turn", interruption);
    kit_expect_only(k, "ignore", event);
}

static void S31_why_an_interruption_is_ignored_is_told(void **state) {
    kit *k = *state;
    k->def.activity_limit = 3;
    def_action(k, "hum", 60000);
    def_action(k, "look", 60000);
    chain(k, "main", "hum");
    chain(k, "turn", "look");
    bustle_entity_def *npc = def_npc(k, "npc", "main");
    for (const char *const *name = NAMES("bell", "fire", "flood", "noise"); *name != NULL; name++) {
        def_interruption(k, *name);
        handles(npc, *name, "turn", strcmp(*name, "noise") == 0 ? 0 : 1);
    }
    begin(k);
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_interrupt(k, "ann", "bell");
    kit_update_to(k, 10);
    told[0] = '\0';
    expect_ignored(k, "bell", "ignored ann -/- by bell: answered\n");
    expect_ignored(k, "noise", "ignored ann -/- by noise: priority\n");
    kit_interrupt(k, "ann", "fire");
    kit_update_to(k, 20);
    told[0] = '\0';
    expect_ignored(k, "flood", "ignored ann -/- by flood: limit\n");
    OK(bustle_npc_hold(k->world, kit_entity(k, "ann")));
    kit_interrupt(k, "ann", "noise");
    kit_update_to(k, 20000);
    OK(bustle_npc_release(k->world, kit_entity(k, "ann")));
    expect_told("ignored ann -/- by noise: old\n");
}

static void a_watched_condition_is_told_whenever_it_is_tested(void **state) {
    kit *k = *state;
    def_environment(k, "rain", 100);
    def_interruption(k, "shower")->when = OPS(ENV_IS("rain", BUSTLE_EQUAL, 1));
    def_action(k, "hum", 100000);
    chain(k, "main", "hum");
    handles(def_npc(k, "npc", "main"), "shower", "main", 0);
    begin(k);
    kit_answer(k, "rain", 0);
    kit_update_to(k, 0);
    kit_answer(k, "rain", 1);
    kit_update_to(k, 50);
    kit_update_to(k, 100);
    expect_told("watch by shower: condition\n"
                "watch by shower: open\n");
    OK(bustle_world_set_environment(k->world, kit_environment(k, "rain"), 0));
    expect_told("watch by shower: condition\n");
}

/* ---- The callback ---- */

static unsigned refused;

static void meddle(void *context, bustle_world *world, const bustle_trace *t) {
    const kit *k = context;
    bustle_doing doing;
    if (t->npc != 0) {
        OK(bustle_npc_doing(world, t->npc, &doing));
        assert_int_equal(doing.sequence, t->sequence);
        assert_int_equal(doing.node, t->node);
    }
    refused += bustle_world_remove(world, t->npc) == BUSTLE_BUSY &&
        bustle_entity_set(world, kit_entity(k, "seat1"), 0, 1) == BUSTLE_BUSY &&
        bustle_world_update(world, 1000, NULL) == BUSTLE_BUSY;
    bustle_world_destroy(world);
}

static void the_callback_may_read_and_nothing_else(void **state) {
    kit *k = *state;
    def_seats(k);
    refused = 0;
    k->def.callbacks.trace = meddle;
    kit_begin(k);
    kit_spawn(k, "seat1", "seat");
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    assert_int_equal(refused, 3);
    kit_run(k, 1000, 100);
    assert_in_range(refused, 20, 100);
}

/* The village of the kit twice, once with a listener. */
static uint32_t hash_of_run(kit *k, bool listened) {
    kit_reset(k);
    def_seats(k);
    if (listened) {
        k->def.callbacks.trace = listen;
    }
    kit_begin(k);
    for (int i = 0; i < 5; i++) {
        kit_spawn_at(k, "seat", "seat", i, i % 3, 0);
        kit_spawn_at(k, "npc", "npc", i, 0, 0);
    }
    for (int i = 0; i < 50; i++) {
        kit_run(k, 100, 50);
        told[0] = '\0';
    }
    return bustle_world_hash(k->world);
}

static void listening_changes_no_decision(void **state) {
    kit *k = *state;
    const uint32_t silent = hash_of_run(k, false);
    assert_int_equal(hash_of_run(k, true), silent);
}

/* "ann" may be "awake", if "n" is 0, or else "asleep"; awake she "look"s up, once a second, at a
 * cat that is near, whose "n" is 0. */
static void def_awake(kit *k) {
    def_state(k, "n");
    bustle_action_def *look = def_action(k, "look", 100);
    look->target = BUSTLE_TARGET_TAKEN;
    def_action(k, "rest", 5000)->resumable = true;
    def_action(k, "jump", 100);
    chain(k, "day", "rest");
    chain(k, "look_up", "=look");
    chain(k, "start_up", "jump");
    bustle_cue_def *notice = kit_cue("notice", "look_up", "cat");
    notice->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 10), TARGET_IS("n", BUSTLE_EQUAL, 0));
    bustle_cue_def *itch = kit_cue("itch", "start_up", NULL);
    itch->when = OPS(SELF_IS("n", BUSTLE_EQUAL, 0));
    itch->priority = -1;
    bustle_role_def *awake = kit_def_role(k, "awake", NULL);
    kit_add_role_cue(awake, notice);
    kit_add_role_cue(awake, itch);
    kit_def_role(k, "asleep", NULL);
    bustle_entity_def *ann = has(def_npc(k, "npc", "day"), "n", 0);
    kit_may_be(kit_may_be(ann, "awake", OPS(SELF_IS("n", BUSTLE_EQUAL, 0))), "asleep", ALWAYS);
    kit_tagged(has(def_prop(k, "cat"), "n", 0), "cat");
    k->def.callbacks.trace = listen;
    kit_begin(k);
}

static void S52_every_role_that_is_tested_is_told(void **state) {
    kit *k = *state;
    def_awake(k);
    told[0] = '\0';
    bustle_spawn_def def = bustle_default_spawn_def();
    const bustle_state_value n = {kit_state(k, "n"), 1};
    def.definition = kit_definition(k, "npc");
    def.states = &n;
    def.state_count = 1;
    kit_spawn_by(k, "ann", def);
    assert_string_equal(told, "role nobody -/- awake: condition\nrole nobody -/- asleep: open\n");
}

static void S53_what_cues_find_or_what_is_against_them_is_told(void **state) {
    kit *k = *state;
    def_awake(k);
    kit_spawn(k, "ann", "npc");
    kit_spawn_at(k, "tom", "cat", 3, 0, 0);
    kit_spawn_at(k, "mia", "cat", 4, 0, 0);
    kit_set(k, "mia", "n", 1);
    kit_update_to(k, 0);
    told[0] = '\0';
    kit_update_to(k, 62);
    assert_string_equal(told,
        "cue ann -/- itch: open\n"
        "cue ann -/- notice: priority\n"
        "begin ann start_up/jump\n"
        "action ann start_up/jump jump: open\n");
    told[0] = '\0';
    kit_update_to(k, 162);
    kit_update_to(k, 1062);
    assert_non_null(strstr(told,
        "cue ann -/- itch: again\n"
        "candidate ann -/- notice tom: open\n"
        "candidate ann -/- notice mia: condition\n"
        "target ann -/- notice tom 2 2 1 1\n"
        "cue ann -/- notice tom: open\n"));
    told[0] = '\0';
    kit_update_to(k, 2062);
    kit_update_to(k, 3062);
    assert_non_null(strstr(told, "candidate ann -/- notice tom: again @1062\n"));
    assert_non_null(strstr(told, "cue ann -/- notice: nobody\n"));
    kit_set(k, "ann", "n", 1);
    told[0] = '\0';
    kit_update_to(k, 4062);
    assert_non_null(strstr(told, "cue ann -/- itch: condition\n"));
}

static void every_kind_and_verdict_has_a_text(void **state) {
    (void)state;
    for (int i = BUSTLE_TRACE_BEGIN; i <= BUSTLE_TRACE_PLAN; i++) {
        assert_string_not_equal(bustle_trace_kind_text((bustle_trace_kind)i), "unknown");
    }
    for (int i = BUSTLE_VERDICT_GONE; i <= BUSTLE_VERDICT_BELOW; i++) {
        assert_string_not_equal(bustle_verdict_text((bustle_verdict)i), "unknown");
    }
    assert_string_equal(bustle_trace_kind_text((bustle_trace_kind)0), "unknown");
    assert_string_equal(
        bustle_trace_kind_text((bustle_trace_kind)(BUSTLE_TRACE_PLAN + 1)), "unknown");
    assert_string_equal(bustle_verdict_text((bustle_verdict)0), "unknown");
    assert_string_equal(bustle_verdict_text((bustle_verdict)(BUSTLE_VERDICT_BELOW + 1)), "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(every_transition_looked_at_is_told_then_the_way),
        RULE(what_is_remembered_is_told_with_the_option),
        RULE(nothing_is_remembered_of_what_was_never_a_choice),
        RULE(otherwise_is_looked_at_only_where_no_other_is_open),
        RULE(a_failure_that_leads_on_is_told),
        RULE(every_candidate_is_told_with_what_is_against_it),
        RULE(a_condition_that_is_false_whoever_it_is_is_told_once),
        RULE(that_nobody_accepts_is_told_without_conditions),
        RULE(S66_of_those_whom_a_path_finds_all_count),
        RULE(a_preference_leaves_the_best),
        RULE(one_who_cannot_travel_is_told),
        RULE(a_same_target_that_is_gone_is_told),
        RULE(a_resumption_is_told_with_what_is_against_it),
        RULE(an_interruption_that_ends_an_action_is_told),
        RULE(one_that_ends_an_interrupted_action_is_told_of_where_that_stands),
        RULE(S31_why_an_interruption_is_ignored_is_told),
        RULE(a_watched_condition_is_told_whenever_it_is_tested),
        RULE(the_callback_may_read_and_nothing_else),
        RULE(listening_changes_no_decision),
        RULE(S52_every_role_that_is_tested_is_told),
        RULE(S53_what_cues_find_or_what_is_against_them_is_told),
        RULE(every_kind_and_verdict_has_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
