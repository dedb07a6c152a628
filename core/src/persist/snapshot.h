/* A saved world: how it is laid out, what has been read of it, and how that is put into a world.
 *
 * A save is a header, the game's attached bytes, and sections, each with a name, a version and a
 * size (snapshot_sections.c). What is in them: names of the content (snapshot_names.c), the world's
 * own (snapshot_world.c), scenes that go on (snapshot_scenes.c), places at offers
 * (snapshot_places.c), plans and the clock (snapshot_plans.c), entities and NPCs
 * (snapshot_entity.c, snapshot_npc.c), where one function both writes and reads
 * (snapshot_fields.h). What was read is put into a world by snapshot_apply.c, its neighbours and
 * snapshot_settle.c. Saves of 0.1.0 have the same parts without sections, but for NPCs
 * (snapshot_0_1.c). */
#ifndef BUSTLE_SNAPSHOT_H
#define BUSTLE_SNAPSHOT_H

#include "base/arena.h"
#include "base/bytes.h"
#include "base/list.h"
#include "decide/recall.h"
#include "together/encounter.h"
#include "together/life.h"
#include "world/world.h"

#define FORMAT_0_1 1u
#define FORMAT 2u
/* "bustle", a control character that text does not have, the version of the format; size, attached
 * size and checksum of all that follows, eight bytes each. */
#define HEADER_SIZE 32u
#define FORMAT_AT 7u

/* In the order in which they are written and read. What has a version other than 1, or may be
 * missing, is said where they are listed. */
enum section {
    SECTION_SETTINGS,
    SECTION_STATES,
    SECTION_ENVIRONMENT,
    SECTION_INTERRUPTIONS,
    SECTION_ACTIONS,
    SECTION_SCENES,
    SECTION_INBOXES,
    SECTION_SEQUENCES,
    SECTION_CHOICES,
    SECTION_DEFINITIONS,
    SECTION_ROLES,
    SECTION_CUES,
    SECTION_OFFERS,
    SECTION_PLANS,
    SECTION_WORLD,
    SECTION_CLOCK,
    SECTION_VALUES,
    SECTION_CONDITIONS,
    SECTION_REPORTS,
    SECTION_ROWS,
    SECTION_CASTS,
    SECTION_PLACES,
    SECTION_MESSAGES,
    SECTION_ENTITIES,
    SECTION_NPCS,
    SECTION_QUEUES,
    SECTION_ACTIVITIES,
    SECTION_TRANSITION_MEMORIES,
    SECTION_ACTION_MEMORIES,
    SECTION_LIVES,
    SECTION_AREAS,
    SECTION_LINKS,
    SECTION_DAYS,
    SECTION_DECIDERS,
    SECTION_COUNT
};

/* ---- What a save says: names, and where they lead in the content of the world ---- */

typedef struct saved_key { /* of state or environment */
    const char *name;
    uint32_t id; /* in the content; BUSTLE_NONE: gone */
    uint32_t value_count;
    int32_t *values; /* what its named values are now; -1: gone */
} saved_key;

typedef struct saved_name { /* of an interruption or action */
    const char *name;
    uint32_t id;
    bool changed; /* its condition, or anything in the action */
} saved_name;

typedef struct saved_node {
    const char *name;
    uint32_t sequence; /* saved */
    uint32_t node; /* in the content; BUSTLE_NONE: gone */
    uint32_t performs; /* saved action, sequence, scene, inbox or meeting; BUSTLE_NONE */
    uint8_t kind;
    uint8_t as; /* of a scene node: saved part; STAGER */
    bool counts; /* in a part it is a phase */
} saved_node;

typedef struct saved_sequence {
    const char *name;
    uint32_t id;
    bool changed; /* it has other nodes, or they do something else */
} saved_sequence;

typedef struct saved_scene {
    const char *name;
    uint32_t id;
    uint32_t *parts; /* what each part is now; BUSTLE_NONE: gone */
    uint32_t part_count;
    bool changed; /* its parts are not what they were, or in another order */
} saved_scene;

typedef struct saved_definition {
    const char *name;
    uint32_t id; /* also BUSTLE_NONE if what was an NPC is a prop now, or the other way round */
    uint32_t state_count;
    uint32_t *states; /* saved */
    bool npc, queried;
} saved_definition;

typedef struct saved_offer {
    uint32_t owner; /* saved: a role, or behind them a definition */
    uint32_t name; /* saved */
    uint32_t sequence; /* saved */
    uint16_t undo; /* saved sequence; NONE16 */
    uint32_t id; /* in the content; BUSTLE_NONE: gone, or of another sequence */
} saved_offer;

typedef struct saved_plan {
    const char *name;
    uint32_t id; /* in the content; BUSTLE_NONE: gone */
    uint32_t entry_count;
    uint32_t *sequences; /* saved, of its entries */
} saved_plan;

typedef struct saved_names {
    saved_key *states, *environment;
    saved_name *interruptions, *actions;
    saved_sequence *sequences;
    saved_node *nodes;
    uint32_t *choices; /* the choice that each is now; NONE16 */
    saved_definition *definitions;
    saved_name *roles, *cues;
    saved_scene *scenes;
    saved_name *offer_names;
    saved_name *inboxes, *meetings;
    saved_offer *offers;
    saved_plan *plans;
    uint32_t plan_count;
    uint32_t state_count, environment_count, interruption_count, action_count, sequence_count,
        node_count, choice_count, definition_count, role_count, cue_count, scene_count,
        offer_name_count, offer_count, inbox_count, meeting_count;
} saved_names;

/* ---- What a save says of scenes that go on ---- */

typedef struct saved_member {
    member row; /* with the saved part and sequence; `staged` is the place among the casts */
    bool begun; /* it is on a stack */
    bool found; /* ... where a frame says so */
    bool whole; /* ... and it can go on there */
    uint32_t index; /* in the world that is filled; POOL_NONE: not yet */
} saved_member;

typedef struct saved_cast {
    staged row; /* with the saved scene */
    saved_member *members; /* in the order of parts and spawn numbers */
    uint32_t member_count;
    bool has_stager;
    saved_member stager;
    uint32_t index; /* in the world that is filled; POOL_NONE: not there */
    bool breaks; /* it cannot go on under the content as it is */
} saved_cast;

/* ---- What a save says of an entity ----
 *
 * Rows and records as in a world, but with the numbers of the save for actions, sequences and
 * interruptions, and nothing in their links. */

/* A place that the NPC has at an offer. */
typedef struct saved_place {
    holding row; /* with the saved offer */
    uint32_t undo; /* it is the n-th that is to be undone; 0: it is not */
    bool found; /* its sequence is on a stack */
    uint32_t index; /* in the world that is filled; POOL_NONE: not there */
} saved_place;

/* What holds of the NPC's plan, and its patches. */
typedef struct saved_day {
    daily row; /* with the saved plan */
    patch patches[BUSTLE_MOST_PATCHES]; /* with saved sequences */
    uint32_t patch_count;
} saved_day;

/* A message. */
typedef struct saved_letter {
    letter row; /* with the saved inbox */
    uint32_t flags; /* snapshot_messages.c */
    uint32_t hand, sent; /* errands in the world that is filled; POOL_NONE: not there */
    bool hand_known, sent_known; /* a frame says so */
} saved_letter;

/* What a frame has to do with messages and meetings. */
typedef struct saved_errand {
    bool there;
    uint32_t state; /* errand_state */
    uint64_t hand, sent; /* numbers of letters; 0: none */
    uint32_t place, place_spawn;
    uint16_t meeting; /* saved */
} saved_errand;

/* In an errand whose letter is put into the world later. */
#define LETTER_TO_COME (POOL_NONE - 1)

typedef struct saved_frame {
    uint32_t node;
    uint32_t lifecycle;
    bool fallback, claims, held;
    uint32_t target, target_spawn;
    uint32_t claimed, claimed_spawn;
    uint32_t in_scene; /* number of the scene that it is a part in; 0: none */
    uint32_t stages; /* number of the scene that its node waits for; 0: none */
    uint32_t place; /* of its NPC's, that it belongs to, from 1; 0: none */
    saved_errand errand;
    saved_member *part; /* these, when they have been found */
    saved_cast *cast;
    saved_place *holds;
} saved_frame;

typedef struct saved_activity {
    activity record;
    saved_frame *frames; /* the lowest first */
    uint32_t depth;
    bool undo; /* it undoes what its NPC held */
} saved_activity;

/* Of roles and cues; nothing if it is not `there`. */
typedef struct saved_life {
    life row;
    encounter *encounters; /* newest first */
    uint32_t encounter_count;
    bool there;
} saved_life;

typedef struct saved_npc {
    npc row;
    saved_life life;
    queued_interruption *queued;
    saved_activity *activities; /* the lowest first */
    remembered *memories[2]; /* oldest first */
    saved_place *places; /* in the order in which they were taken */
    uint32_t queued_count, activity_count, memory_counts[2], place_count;
} saved_npc;

typedef struct saved_entity {
    entity row;
    uint32_t slot, definition; /* saved */
    const char *name; /* NULL: none */
    uint64_t user;
    int64_t asked; /* if `known` */
    bool known;
    int32_t *totals; /* of the definition's states: free and taken together */
    const saved_npc *npc; /* NULL: a prop */
} saved_entity;

/* ---- A load on its way ---- */

enum change_code {
    CHANGED_SETTING,
    GONE_STATE,
    GONE_ENVIRONMENT,
    GONE_INTERRUPTION,
    GONE_ACTION,
    GONE_SEQUENCE,
    GONE_ENTITY,
    GONE_ROLE,
    GONE_CUE,
    GONE_SCENE,
    GONE_OFFER,
    GONE_LINK,
    GONE_PLAN,
    GONE_INBOX,
    LEFT_OUT,
    LOST_STATE,
    CHANGED_VALUE,
    LOST_ACTION,
    CHANGED_ACTION,
    LOST_TARGET,
    LOST_CLAIM,
    LOST_SEQUENCE,
    LOST_NODE,
    LOST_ACTIVITY,
    LOST_MAIN,
    LOST_INTERRUPTION,
    LOST_ROLE,
    LOST_SCENE,
    CHANGED_SCENE,
    LOST_PLACE,
    LOST_PATCH,
    LOST_MESSAGE
};

typedef struct change {
    enum change_code code;
    uint32_t slot, spawn; /* 0: of nobody */
    const char *thing;
} change;

typedef struct saved_section {
    const uint8_t *at, *end; /* what is still to be read; NULL: the save has no such section */
    uint32_t version;
} saved_section;

typedef struct loading {
    reader in;
    bool no_memory;
    bool sectioned; /* no save of 0.1.0 */
    saved_section sections[SECTION_COUNT];
    const char *newer; /* the name of a section that is not known, or not in this version */
    heap heap; /* of what goes with the load */
    arena arena; /* of what has been read */
    saved_names names;
    bustle_world *world; /* filled */
    list changes;
    uint32_t *occupants; /* of every slot: 0 free, else 1 + 2 * saved definition + (1: has left) */
    uint32_t slots;
    uint32_t *ready;
    uint32_t ready_count;
    saved_cast *casts; /* by their numbers */
    uint32_t cast_count;
    saved_letter *letters; /* by their numbers */
    uint32_t letter_count;
    bool other_days; /* of another length than the world's */
    bool has_overdue; /* endings that a budget has left */
    bool attaches; /* the game gives every entity a value */
    const bustle_world *old; /* whose content is replaced; NULL: a save is loaded */
    uint32_t *replacements; /* of every action of the old content, then of every replaced definition
                          of its world: the one that it has become; 0: none yet; else one more */
} loading;

static inline bool failed(const loading *l) {
    return l->no_memory || l->in.problem != NULL;
}
/* Always false. */
bool bsl_snapshot_no_memory(loading *l);
/* NULL after a failure; never for nothing. */
void *bsl_snapshot_take(loading *l, uint64_t count, size_t element);
/* What happened, told when all is well. */
bool bsl_snapshot_note_change(
    loading *l, enum change_code what, uint32_t slot, uint32_t spawn, const char *thing);
const char *bsl_snapshot_change_code_text(enum change_code what);
void bsl_snapshot_describe_change(const bustle_world *w, const change *c, char *text, size_t size);

/* A world beside the one that asks, to be filled from the bytes, which are in that format.
 * BUSTLE_NO_MEMORY: nothing is to be ended. */
bustle_status bsl_snapshot_begin_loading(loading *l, const bustle_world *w, bustle_content *content,
    const bustle_load_options *options, const uint8_t *bytes, size_t size, uint32_t format);
/* If it was filled, and is consistent, it takes the place of the other; the game is told. */
bustle_status bsl_snapshot_end_loading(loading *l, bustle_world *w,
    const bustle_load_options *options, bool filled, char *reason, size_t size_of_reason);

/* Of bytes that are whole but for their header. */
void bsl_snapshot_header(uint8_t *bytes, size_t size, size_t attached, uint8_t format);

/* ---- fingerprint.c ---- */

/* Numbers that differ if the definitions do; `numbers`: also the numbers of the game's functions,
 * which a later run may give to others. */
uint32_t bsl_fingerprint_action(const bustle_content *c, uint32_t action_id, bool numbers);
uint32_t bsl_fingerprint_condition(const bustle_content *c, uint32_t interruption_id);
/* Of the parts of a scene, and what is to be done in them. */
uint32_t bsl_fingerprint_parts(const bustle_content *c, uint32_t scene_id);

/* ---- Sections ---- */

void bsl_snapshot_write_world(writer *o, const bustle_world *w);
bool bsl_snapshot_read_world(loading *l);
/* What is read next is that section's, from where it was left; a save of 0.1.0 just goes on. False:
 * the save has none. */
bool bsl_snapshot_enter_section(loading *l, enum section s);
void bsl_snapshot_leave_section(loading *l, enum section s);

/* ---- What is in them ---- */

typedef struct archive archive; /* snapshot_fields.h */

void bsl_snapshot_write_states(archive *a);
void bsl_snapshot_write_environment(archive *a);
void bsl_snapshot_write_interruptions(archive *a);
void bsl_snapshot_write_actions(archive *a);
void bsl_snapshot_write_scenes(archive *a);
void bsl_snapshot_write_sequences(archive *a);
void bsl_snapshot_write_choices(archive *a);
void bsl_snapshot_write_definitions(archive *a);
void bsl_snapshot_read_states(archive *a);
void bsl_snapshot_read_environment(archive *a);
void bsl_snapshot_read_interruptions(archive *a);
void bsl_snapshot_read_actions(archive *a);
void bsl_snapshot_read_scenes(archive *a);
void bsl_snapshot_read_sequences(archive *a);
void bsl_snapshot_read_choices(archive *a);
void bsl_snapshot_read_definitions(archive *a);
const char *bsl_snapshot_get_text(loading *l);
/* Names come in byte order, each once. */
const char *bsl_snapshot_get_name(loading *l, const char **last);
/* Finds a thing in the content and notes it if it is gone. */
uint32_t bsl_snapshot_find_name(
    loading *l, bustle_kind kind, const char *name, enum change_code gone);

void bsl_snapshot_visit_settings(archive *a);
void bsl_snapshot_visit_world(archive *a);
void bsl_snapshot_visit_values(archive *a);
void bsl_snapshot_visit_conditions(archive *a);
void bsl_snapshot_write_reports(archive *a);
void bsl_snapshot_write_rows(archive *a);
void bsl_snapshot_write_deciders(archive *a);
void bsl_snapshot_read_reports(archive *a);
void bsl_snapshot_read_rows(archive *a);
void bsl_snapshot_read_deciders(archive *a);

void bsl_snapshot_write_areas(archive *a);
void bsl_snapshot_write_links(archive *a);
void bsl_snapshot_read_links(archive *a);
void bsl_snapshot_read_areas(archive *a);
/* Areas are found; whoever is not where the save says is to be looked for at the end of the call.
 */
bool bsl_snapshot_settle_areas(loading *l);

void bsl_snapshot_write_clock(archive *a);
void bsl_snapshot_read_clock(archive *a);
void bsl_snapshot_write_plans(archive *a);
void bsl_snapshot_read_plans(archive *a);
void bsl_snapshot_write_days(archive *a);
void bsl_snapshot_read_days(archive *a);
/* Of an NPC that is loaded, first of all: it has no plan that is known of. */
void bsl_snapshot_begin_day(loading *l, uint32_t slot);
/* ... and at last: it is in the queue. */
bool bsl_snapshot_settle_day(loading *l, uint32_t slot);

void bsl_snapshot_write_casts(archive *a);
void bsl_snapshot_read_casts(archive *a);
/* Frames of an NPC that say that they are parts, or wait for a scene: each must be known there. */
bool bsl_snapshot_match_scenes(loading *l, const saved_entity *e, const saved_npc *n);

void bsl_snapshot_write_offers(archive *a);
void bsl_snapshot_read_offers(archive *a);
void bsl_snapshot_write_places(archive *a);
void bsl_snapshot_read_adopts(archive *a);
void bsl_snapshot_read_places(archive *a, saved_npc *n);
/* Which of its NPC's places it is, from 1. */
uint32_t bsl_snapshot_place_number(const bustle_world *w, uint32_t index);
/* Frames that belong to a place, and what is undone: each must be known there. */
bool bsl_snapshot_match_places(loading *l, const saved_npc *n);

void bsl_snapshot_write_inboxes(archive *a);
void bsl_snapshot_read_inboxes(archive *a);
void bsl_snapshot_write_messages(archive *a);
void bsl_snapshot_read_messages(archive *a);
/* Of a frame that has an errand. */
void bsl_snapshot_get_errand(const bustle_world *w, const frame *f, saved_errand *s);
void bsl_snapshot_visit_errand(archive *a, saved_errand *s);
/* Frames that have messages in hand, await them or meet: each must be known, and stand where it
 * can. */
bool bsl_snapshot_match_messages(loading *l, const saved_entity *e, const saved_npc *n);

void bsl_snapshot_write_entities(archive *a);
/* With all that their sections say of them. */
void bsl_snapshot_read_entities(archive *a);

void bsl_snapshot_write_npcs(archive *a);
void bsl_snapshot_write_queues(archive *a);
void bsl_snapshot_write_activities(archive *a);
void bsl_snapshot_write_transition_memories(archive *a);
void bsl_snapshot_write_action_memories(archive *a);
bool bsl_snapshot_read_npc(archive *a, saved_npc *n);
void bsl_snapshot_visit_failure(archive *a, failure *f);
void bsl_snapshot_read_stack(archive *a, saved_activity *s);
void bsl_snapshot_read_queue(archive *a, saved_npc *n);
void bsl_snapshot_read_memories(archive *a, saved_npc *n, bustle_memory_kind kind);

void bsl_snapshot_write_roles(archive *a);
void bsl_snapshot_write_cues(archive *a);
void bsl_snapshot_write_lives(archive *a);
void bsl_snapshot_read_roles(archive *a);
void bsl_snapshot_read_cues(archive *a);
void bsl_snapshot_read_life(archive *a, saved_life *s);

/* As 0.1.0 wrote it. */
void bsl_snapshot_read_npc_0_1(archive *a, saved_npc *n);

/* ---- Putting it into a world ---- */

/* A value of a key as it counts now, within its bounds; false: its name is gone. */
bool bsl_snapshot_carried_value(const saved_key *k, const key *now, int64_t saved, int32_t *value);
/* Makes pages for all rows; what is free is listed as it was. */
bool bsl_snapshot_apply_rows(loading *l, const uint32_t *free, const uint32_t *ends,
    const uint32_t *definitions, uint32_t class_count);
bool bsl_snapshot_apply_entity(loading *l, const saved_entity *e);
bool bsl_snapshot_apply_npc(loading *l, uint32_t slot, const saved_npc *n);
/* Before all else of the NPC. */
bool bsl_snapshot_apply_life(loading *l, uint32_t slot, const saved_life *s);
/* When its main sequence is known. Without its role it takes its definition's. */
void bsl_snapshot_apply_main_of_role(loading *l, uint32_t slot, const saved_life *s);
/* Of an NPC whose action cannot go on: nothing is under way. What its activity says of the action
 * is left. */
void bsl_snapshot_stop_acting(bustle_world *w, npc *self);
/* While content is replaced: an action under way goes on by the definition that it began with.
 * False: it cannot, or a save is loaded. */
bool bsl_replaced_keep(loading *l, uint32_t slot);
/* Whether the part that a frame is, if it is one, still exists. */
bool bsl_snapshot_keeps_part(const loading *l, const saved_frame *s);
/* The records of a part and of a stager go below the frame, before that of a claim. After a
 * reservation. `fits`: the node is as it was. */
void bsl_snapshot_attach_scenes(loading *l, uint32_t index, const saved_frame *s, bool fits);
/* Places of an NPC, before its activities. */
bool bsl_snapshot_apply_places(loading *l, uint32_t slot, const saved_npc *n);
/* Whether the place that a frame belongs to, if it does, still exists. */
bool bsl_snapshot_keeps_place(const saved_frame *s);
/* Its record goes below the frame, before all others. */
void bsl_snapshot_attach_place(loading *l, uint32_t index, const saved_frame *s);
/* Whether the activity that undoes something can go on with what it did. */
bool bsl_snapshot_goes_on_undoing(const loading *l, uint32_t slot, const saved_npc *n);
/* It begins with what is the first now; nothing if there is nothing. After a reservation. */
void bsl_snapshot_begin_undoing(loading *l, uint32_t slot, uint32_t *top);
/* After the activities: places whose sequences are on no stack any more vanish. */
void bsl_snapshot_forget_places(loading *l, const saved_npc *n);
/* Places are held again. */
bool bsl_snapshot_settle_places(loading *l);
/* Whether a node still awaits an answer, or meets, as it did. */
bool bsl_snapshot_keeps_wait(const loading *l, const saved_node *n, const node *now);
/* The record of its errand goes below the frame, behind all others. After a reservation. `fits`:
 * the node is as it was. */
void bsl_snapshot_attach_errand(
    loading *l, uint32_t slot, uint32_t frame_index, const saved_frame *s, bool fits);
/* Messages are in inboxes and in hand, and who meets is where it was. */
bool bsl_snapshot_settle_messages(loading *l);
/* Scenes go on with whoever is there. */
bool bsl_snapshot_settle_casts(loading *l);
/* Those that cannot break; who was in them is told. */
void bsl_snapshot_break_casts(loading *l);
/* Claims, timers, ready queue: what needs everyone to be there. */
bool bsl_snapshot_settle_world(loading *l);

#endif
