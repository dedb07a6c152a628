/* The test kit: content, worlds and a scripted game in few words.
 *
 *   static void S16_a_timed_action_ends_by_its_duration(void **state) {
 *       kit *k = *state;
 *       def_state(k, "free")->minimum = 0;
 *       def_action(k, "sit", 1000)->when = OPS(TARGET_IS("free", BUSTLE_AT_LEAST, 1));
 *       chain(k, "rest", "sit");
 *       has(accepts(def_prop(k, "bench"), "sit"), "free", 2);
 *       def_npc(k, "villager", "rest");
 *       kit_begin(k);
 *       kit_spawn(k, "bench1", "bench");
 *       kit_spawn(k, "ann", "villager");
 *       kit_run(k, 1000, 500);
 *       kit_expect_events(k, "@0 spawn bench1 | @0 spawn ann | @500 start ann sit bench1");
 *   }
 *   int main(void) {
 *       const struct CMUnitTest tests[] = {RULE(S16_a_timed_action_ends_by_its_duration)};
 *       return cmocka_run_group_tests(tests, NULL, NULL);
 *   }
 *
 * def_* return a definition with its defaults, to be changed until kit_begin; everything written
 * with OPS, chain, has, ... is kept by the kit until the end of the test. Nothing may leak, and
 * after each update the world must be consistent. */
#ifndef KIT_H
#define KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bustle.h"

/* ---- Operations ---- */

#define KIT_OP(kind_, subject_, name_, value_) \
    { .kind = (kind_), .subject = (subject_), .name = (name_), .value = (value_) }
#define SELF_IS(name_, comparison, value_) KIT_OP(comparison, BUSTLE_SELF, name_, value_)
#define TARGET_IS(name_, comparison, value_) KIT_OP(comparison, BUSTLE_TARGET, name_, value_)
#define ENV_IS(name_, comparison, value_) KIT_OP(comparison, BUSTLE_ENV, name_, value_)
#define DISTANCE_IS(comparison, value_) KIT_OP(comparison, BUSTLE_DISTANCE, NULL, value_)
#define NOW_IS(comparison, value_) KIT_OP(comparison, BUSTLE_NOW, NULL, value_)
#define STACK_IS(comparison) KIT_OP(comparison, BUSTLE_STACK, NULL, 0)
#define PUSH(subject_, name_) KIT_OP(BUSTLE_PUSH, subject_, name_, 0)
#define PUSH_VALUE(value_) KIT_OP(BUSTLE_PUSH, BUSTLE_CONSTANT, NULL, value_)
#define DO(kind_) KIT_OP(kind_, BUSTLE_STACK, NULL, 0) /* PLUS, MINUS, TIMES, AND, OR, NOT */
#define CALL(number, where) KIT_OP(BUSTLE_CALL, BUSTLE_SELF, where, number)
#define SET(subject_, name_, value_) KIT_OP(BUSTLE_SET, subject_, name_, value_)
#define INCREASE(subject_, name_, value_) KIT_OP(BUSTLE_INCREASE, subject_, name_, value_)
#define DECREASE(subject_, name_, value_) KIT_OP(BUSTLE_DECREASE, subject_, name_, value_)
#define RAISE(subject_, interruption) KIT_OP(BUSTLE_RAISE, subject_, interruption, 0)
/* By a named value; by what was pushed. */
#define NAMED(kind_, subject_, name_, value_name_) \
    { .kind = (kind_), .subject = (subject_), .name = (name_), .value_name = (value_name_) }
/* About the first member of a part of a scene. */
#define PART_OP(kind_, part_, name_, value_) \
    { .kind = (kind_), .subject = BUSTLE_PART, .name = (name_), .value = (value_), .part = (part_) }
/* About a link. */
#define LINK_OP(kind_, from_, link_, to_, value_) \
    { .kind = (kind_), .subject = (from_), .link = (link_), .to = (to_), .value = (value_) }
#define STACKED(kind_, subject_, name_) \
    { .kind = (kind_), .subject = (subject_), .name = (name_), .stacked = true }
#define OPS(...)                              \
    kit_ops((const bustle_op[]){__VA_ARGS__}, \
        sizeof((const bustle_op[]){__VA_ARGS__}) / sizeof(bustle_op))
#define TEXT(text_) ((bustle_ops){NULL, 0, (text_)})
#define ALWAYS ((bustle_ops){NULL, 0, NULL})

bustle_ops kit_ops(const bustle_op *list, size_t count);

/* ---- The kit ---- */

typedef struct kit kit;
typedef int (*kit_function)(kit *k, bustle_call *call);
typedef void (*kit_handler)(kit *k, const bustle_event *event);

enum { KIT_DEFINITIONS = 256, KIT_ENTITIES = 1024, KIT_FUNCTIONS = 16, KIT_NODES = 160 };

typedef struct kit_memory {
    size_t blocks, bytes; /* held now */
    size_t calls; /* that were not frees */
    size_t fail_at; /* 1: the next call that is no free fails, 2: the one after; 0: none */
} kit_memory;

typedef struct kit_reply { /* of the scripted game to a query */
    int result; /* as bustle_callbacks says; 0 until scripted */
    bustle_answer answer;
    bustle_position position;
    unsigned asked;
} kit_reply;

struct kit {
    bustle_builder *builder;
    bustle_content *content;
    bustle_world *world;
    kit_memory memory;
    bustle_allocator allocator; /* that counts in `memory` */
    bustle_world_def def; /* may be changed until kit_begin */
    bustle_update_options options; /* of every kit_update_to */
    bool unchecked; /* do not check the world after each update */

    kit_function conditions[KIT_FUNCTIONS], effects[KIT_FUNCTIONS]; /* by their number */
    kit_handler on_event, on_start;
    int64_t clock_us; /* what the clock says next */
    int64_t tick_us; /* how much later each reading is than the one before */
    int64_t clock_readings;
    kit_reply environment[KIT_DEFINITIONS]; /* by id */
    char asked[4096]; /* names and labels in the order asked, each after a space */
    char log[8192]; /* the lines logged so far */
    unsigned logged; /* how many */

    struct {
        const char *label;
        bustle_entity entity;
        kit_reply position;
    } entities[KIT_ENTITIES];
    size_t entity_count;
    bustle_event *events; /* of all updates so far */
    size_t event_count, events_seen;

    struct {
        bustle_kind kind;
        void *def;
    } defs[KIT_DEFINITIONS];
    size_t def_count, defs_added;
};

int kit_setup(void **state); /* *state is a kit with an empty builder */
int kit_teardown(void **state); /* destroys all; fails if anything leaks */
void kit_reset(kit *k); /* as new, but what was written with OPS and the like stays */
#define RULE(test) cmocka_unit_test_setup_teardown(test, kit_setup, kit_teardown)

/* ---- Definitions ---- */

/* Short names. The functions are called kit_*, because the names in a static library, which the
 * core is, are everyone's. */
#define def_state(...) kit_def_state(__VA_ARGS__)
#define def_environment(...) kit_def_environment(__VA_ARGS__)
#define def_interruption(...) kit_def_interruption(__VA_ARGS__)
#define def_action(...) kit_def_action(__VA_ARGS__)
#define def_prop(...) kit_def_prop(__VA_ARGS__)
#define def_npc(...) kit_def_npc(__VA_ARGS__)
#define def_sequence(...) kit_def_sequence(__VA_ARGS__)
#define add_node(...) kit_add_node(__VA_ARGS__)
#define node_of(...) kit_node_of(__VA_ARGS__)
#define add_edge(...) kit_add_edge(__VA_ARGS__)
#define add_claim(...) kit_add_claim(__VA_ARGS__)
#define add_sequence_claim(...) kit_add_sequence_claim(__VA_ARGS__)
#define ended_by(...) kit_ended_by(__VA_ARGS__)
#define has(...) kit_has(__VA_ARGS__)
#define has_default(...) kit_has_default(__VA_ARGS__)
#define accepts(...) kit_accepts(__VA_ARGS__)
#define handles(...) kit_handles(__VA_ARGS__)
#define falls_back_on(...) kit_falls_back_on(__VA_ARGS__)
#define def_scene(...) kit_def_scene(__VA_ARGS__)
#define add_part(...) kit_add_part(__VA_ARGS__)

bustle_state_def *kit_def_state(kit *k, const char *name);
/* A kind of links: a flag, or one with values. */
bustle_link_def *kit_def_link(kit *k, const char *name);
bustle_link_def *kit_def_valued_link(
    kit *k, const char *name, int32_t minimum, int32_t maximum, int32_t initial);
bustle_environment_def *kit_def_environment(kit *k, const char *name, int64_t refresh_ms);
bustle_interruption_def *kit_def_interruption(kit *k, const char *name);
bustle_action_def *kit_def_action(kit *k, const char *name, int32_t duration_ms);
bustle_entity_def *kit_def_prop(kit *k, const char *name);
bustle_entity_def *kit_def_npc(kit *k, const char *name, const char *main);
bustle_sequence_def *kit_def_sequence(kit *k, const char *name, const char *entry);
/* Nodes in a row, named after what they perform ("sit", a second one "sit2") and ended by END. Of
 * an item, "sit" performs an action, "=sit" with the same target, "@sit" aimed at a member of the
 * scene,
 * ">nap" a nested sequence, "-" nothing: it passes. */
#define chain(k, name, ...) kit_chain(k, name, (const char *const[]){__VA_ARGS__, NULL})
bustle_sequence_def *kit_chain(kit *k, const char *name, const char *const *items);

/* A further node (at most KIT_NODES), a node found by name, a further transition of a node. */
bustle_node_def *kit_add_node(
    bustle_sequence_def *sequence, const char *name, bustle_node_kind kind, const char *performs);
bustle_node_def *kit_node_of(const bustle_sequence_def *sequence, const char *name);
bustle_transition_def *kit_add_edge(bustle_node_def *node, const char *to, bustle_ops when);
void kit_add_claim(bustle_action_def *action, const char *state, int32_t amount);
void kit_add_sequence_claim(bustle_sequence_def *sequence, const char *state, int32_t amount);
void kit_ended_by(bustle_action_def *action, const char *interruption);
/* These return the entity, to be nested. */
bustle_entity_def *kit_has(bustle_entity_def *entity, const char *state, int32_t initial);
bustle_entity_def *kit_has_default(bustle_entity_def *entity, const char *state);
bustle_entity_def *kit_accepts(bustle_entity_def *entity, const char *action);
bustle_entity_def *kit_handles(
    bustle_entity_def *entity, const char *interruption, const char *sequence, int32_t priority);
bustle_entity_def *kit_falls_back_on(bustle_entity_def *entity, const char *sequence);
/* Roles and cues. A cue (tag NULL: without targets) is copied when it is added. */
bustle_role_def *kit_def_role(kit *k, const char *name, const char *main);
void kit_add_role_handler(bustle_role_def *role, const char *interruption, const char *sequence);
bustle_entity_def *kit_may_be(bustle_entity_def *entity, const char *role, bustle_ops when);
bustle_entity_def *kit_tagged(bustle_entity_def *entity, const char *tag);
/* One more box of an area, which is static by that. */
bustle_entity_def *kit_extends(bustle_entity_def *entity, bustle_box_def box);
/* What an entity offers under a name. */
bustle_offer_def *kit_offers(bustle_entity_def *entity, const char *name, const char *sequence);
/* A node that asks everyone for an offer, and then goes to `to`. */
bustle_node_def *kit_request(
    bustle_sequence_def *sequence, const char *name, const char *offer, const char *to);
/* Kinds of inboxes, who has them, and nodes that then go to `to`. A node that meets does so at what
 * the path finds. */
bustle_inbox_def *kit_def_inbox(kit *k, const char *name);
bustle_entity_def *kit_has_inbox(bustle_entity_def *entity, const char *inbox);
bustle_node_def *kit_take(
    bustle_sequence_def *sequence, const char *name, const char *inbox, const char *to);
bustle_node_def *kit_send(
    bustle_sequence_def *sequence, const char *name, const char *inbox, const char *to);
bustle_node_def *kit_meet(bustle_sequence_def *sequence, const char *name, const char *under,
    const char *path, int32_t count, const char *to);
bustle_cue_def *kit_cue(const char *name, const char *sequence, const char *tag);
void kit_add_cue(bustle_entity_def *entity, const bustle_cue_def *cue);
void kit_add_role_cue(bustle_role_def *role, const bustle_cue_def *cue);
/* Scenes, with parts (tag NULL: without `who`; sequence NULL: each reacts to the topic) and
 * reactions. A part is to be changed before the next one is added. */
bustle_scene_def *kit_def_scene(kit *k, const char *name);
bustle_part_def *kit_add_part(
    bustle_scene_def *scene, const char *name, const char *tag, const char *sequence);
bustle_entity_def *kit_reacts(bustle_entity_def *entity, const char *topic, const char *sequence);
void kit_add_role_reaction(bustle_role_def *role, const char *topic, const char *sequence);
/* A node of a sequence that stages a scene, as a part (NULL: as none), and then goes to `to`. */
bustle_node_def *kit_stage(bustle_sequence_def *sequence, const char *name, const char *scene,
    const char *as, const char *to);
/* Plans: one more entry, from minute to minute of the day, to be changed before the next one is
 * added; and an NPC that has a plan. */
bustle_plan_def *kit_def_plan(kit *k, const char *name);
bustle_plan_entry_def *kit_plans(
    bustle_plan_def *plan, int32_t from, int32_t to, const char *sequence);
bustle_entity_def *kit_def_planned(kit *k, const char *name, const char *plan);
#define NAMES(...) kit_names((const char *const[]){__VA_ARGS__, NULL}) /* kept, ended by NULL */
const char *const *kit_names(const char *const *names);
void kit_drop_kept(void); /* what definitions point to; kit_teardown does it */

bustle_status kit_add(kit *k); /* what was defined and not yet added, to the builder */
void kit_seal_ok(kit *k); /* k->content; shows the problems if there are errors */
void kit_begin(kit *k); /* kit_seal_ok, then k->world by k->def */
/* Sealing finds this problem with this thing; returns its code. */
const char *kit_expect_problem(kit *k, bustle_severity severity, const char *thing);

/* ---- Running ---- */

/* Labels are for tests only: they are not the entities' names. */
bustle_entity kit_spawn(kit *k, const char *label, const char *definition);
bustle_entity kit_spawn_at(
    kit *k, const char *label, const char *definition, double x, double y, double z);
bustle_entity kit_spawn_by(kit *k, const char *label, bustle_spawn_def def);
bustle_entity kit_entity(const kit *k, const char *label); /* stale after it has left */
bustle_id kit_id(const kit *k, bustle_kind kind, const char *name); /* fails if there is none */
#define kit_state(k, name) kit_id(k, BUSTLE_KIND_STATE, name)
#define kit_environment(k, name) kit_id(k, BUSTLE_KIND_ENVIRONMENT, name)
#define kit_interruption(k, name) kit_id(k, BUSTLE_KIND_INTERRUPTION, name)
#define kit_action(k, name) kit_id(k, BUSTLE_KIND_ACTION, name)
#define kit_sequence(k, name) kit_id(k, BUSTLE_KIND_SEQUENCE, name)
#define kit_scene(k, name) kit_id(k, BUSTLE_KIND_SCENE, name)
#define kit_offer(k, name) kit_id(k, BUSTLE_KIND_OFFER, name)
#define kit_inbox(k, name) kit_id(k, BUSTLE_KIND_INBOX, name)
#define kit_meeting(k, name) kit_id(k, BUSTLE_KIND_MEETING, name)
#define kit_link(k, name) kit_id(k, BUSTLE_KIND_LINK, name)
#define kit_plan(k, name) kit_id(k, BUSTLE_KIND_PLAN, name)
#define kit_role(k, name) kit_id(k, BUSTLE_KIND_ROLE, name)
#define kit_definition(k, name) kit_id(k, BUSTLE_KIND_ENTITY, name)
int32_t kit_get(const kit *k, const char *label, const char *state);
void kit_set(kit *k, const char *label, const char *state, int32_t value);
bustle_doing kit_doing(const kit *k, const char *label);
bustle_stats kit_stats(const kit *k);
void kit_expect_same_stats(bustle_stats a, bustle_stats b);
bustle_reception kit_interrupt(kit *k, const char *label, const char *interruption);

void kit_update_to(kit *k, int64_t now);
void kit_run(kit *k, int64_t ms, int64_t step); /* from the world's time on */

/* ---- The scripted game ---- */

void kit_answer(kit *k, const char *environment, double number);
void kit_answer_name(kit *k, const char *environment, const char *value);
void kit_answer_result(kit *k, const char *environment, int result); /* 0: none, -1: an error */
void kit_place(kit *k, const char *label, double x, double y, double z);
void kit_place_result(kit *k, const char *label, int result);
unsigned kit_asked(const kit *k, const char *environment); /* how often */
unsigned kit_asked_position(const kit *k, const char *label);
/* What was asked since the last call of this, in order: "rain ann bench1". */
void kit_expect_asked(kit *k, const char *expected);
/* So many lines since the last call of this; each must contain `part`. */
void kit_expect_logged(kit *k, unsigned count, const char *part);

/* ---- Events ---- */

/* Compares the events since the last call, joined by " | ":
 *   spawn ann | remove ann | start ann sit bench1 | resume ann sit bench1 400 | stop ann sit done |
 *   fail ann rest no-candidate | halt ann rest claim | fallback ann idle | restart ann rest |
 *   interrupt ann rain shelter bob | ignore ann rain shelter | interrupt ann run dance | error ann
 * | interrupt ann glance look bob | role ann guard | plan ann sleep 2 | join ann talk guest bob |
 * leave ann talk finished A start without target ends after the action; 400 are the ms that remain.
 * Reasons: done timed-out failed interrupted cancelled removed. Causes: no-candidate condition
 * no-option same-target game timeout claim target-left depth steps no-cast scene waited. Of a join
 * the part, and who began the scene; of a leave finished, left or broken. With an @ anywhere in
 * `expected`, times come first.
 */
void kit_expect_events(kit *k, const char *expected);
/* The same, but only events of these kinds count: "start stop" (resume is a start). */
void kit_expect_only(kit *k, const char *kinds, const char *expected);
void kit_forget_events(kit *k); /* takes them as seen */
const char *kit_kind_word(bustle_event_kind kind); /* as above: "spawn" */
/* The last event of that kind so far; fails if there is none. */
const bustle_event *kit_last(const kit *k, bustle_event_kind kind);

/* Takes over the events of an update that was not made by kit_update_to. */
void kit_collect(kit *k);

/* A call that must succeed. */
#define OK(call) assert_int_equal(call, BUSTLE_OK)

#endif
