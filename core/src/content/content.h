/* Sealed content: what the builder makes and worlds run on. Flat arrays, indices instead of
 * pointers, nothing changes after sealing (but the count of owners). Names are for people and
 * errors only.
 *
 * "at" and "count" always mean a range of the array named in the comment. */
#ifndef BUSTLE_CONTENT_H
#define BUSTLE_CONTENT_H

#include "base/heap.h"
#include "bustle.h"
#include "content/expression/calculate.h"
#include "content/expression/path.h"
#include "content/plan.h"

#define NONE16 UINT16_MAX

/* ---- Operations ---- */

/* In a condition, COMPARE_* compare subject.name with the constant `value`. OP_TEST_* do the same
 * comparisons on the last two values of the stack. In a program every comparison and call pushes 0
 * or 1. */
enum op_code {
    OP_EQUAL,
    OP_NOT_EQUAL,
    OP_LESS,
    OP_GREATER,
    OP_AT_MOST,
    OP_AT_LEAST,
    OP_TEST_EQUAL,
    OP_TEST_NOT_EQUAL,
    OP_TEST_LESS,
    OP_TEST_GREATER,
    OP_TEST_AT_MOST,
    OP_TEST_AT_LEAST,
    OP_PUSH, /* subject.name, or the constant `value` if the subject is BUSTLE_CONSTANT */
    OP_PLUS,
    OP_MINUS,
    OP_TIMES,
    OP_NOT,
    OP_AND_SKIP, /* if the top is 0: leave it and go to op `value` (relative to the code's first
                    op); else drop it */
    OP_OR_SKIP, /* if the top is 1: leave it and go to op `value`; else drop it */
    OP_CALL, /* `value`: index into functions; in a condition pushes the answer */
    OP_SET, /* effects: subject.name by the constant `value` */
    OP_INCREASE,
    OP_DECREASE,
    OP_SET_POPPED, /* effects: by the value popped from the stack */
    OP_INCREASE_POPPED,
    OP_DECREASE_POPPED,
    OP_RAISE, /* the interruption `name` on the subject */
    OP_RAISE_WITHIN, /* the interruption `name` for everyone within `value` units of self */
    OP_RAISE_ON_PATH, /* ... for the NPCs that the path `value` finds */
    OP_REVOKE, /* the offer `name` of the subject */
    OP_SEND, /* a message of value `value` to the inbox `name` of the subject */
    OP_SEND_POPPED, /* ... of the value popped from the stack */
    OP_SEND_ON_PATH /* ... of that, for the NPCs that the path `value` finds */
};

typedef struct op {
    uint8_t code;
    uint8_t subject; /* bustle_subject; of a part, FIRST_PART + its number; from LINK_SUBJECT on:
                        a link between two */
    uint16_t name; /* state or environment id, interruption, offer, path, inbox or kind of links; of
                      what is read, an inbox after all states (inbox_column) */
    int32_t value;
} op;

/* In scenes, subjects from this one on are the first members of parts. */
#define FIRST_PART 16u

static inline bool is_part_subject(unsigned subject) {
    return subject >= FIRST_PART && subject < FIRST_PART + BUSTLE_MOST_PARTS;
}

/* Whether it is about the state of somebody of whom it is known who that is. */
static inline bool is_state_subject(unsigned subject) {
    return subject == BUSTLE_SELF || subject == BUSTLE_TARGET || is_part_subject(subject);
}

/* ... or of the innermost area, of which it is not. */
static inline bool has_state_name(unsigned subject) {
    return is_state_subject(subject) || subject == BUSTLE_AREA;
}

/* The ends of links (S65): self, target, the innermost area, and from PARTY_PART on the first
 * members of parts. */
enum party { PARTY_SELF, PARTY_TARGET, PARTY_AREA, PARTY_PART };
#define PARTIES (PARTY_PART + BUSTLE_MOST_PARTS)

/* Subjects from this one on are links: the ends are in the other bits. */
#define LINK_SUBJECT 0x80u

static inline bool is_link_subject(unsigned subject) {
    return subject >= LINK_SUBJECT;
}

static inline unsigned link_subject(unsigned from, unsigned to) {
    return LINK_SUBJECT + from * PARTIES + to;
}

static inline unsigned link_origin(unsigned subject) {
    return (subject - LINK_SUBJECT) / PARTIES;
}

static inline unsigned link_aim(unsigned subject) {
    return (subject - LINK_SUBJECT) % PARTIES;
}

/* In `name` of OP_TEST_*: which of the two values are squares of distances; of an OP_PUSH of the
 * distance: that its square is pushed, which is exact, instead of the whole units. */
enum squares { LEFT_SQUARED = 1, RIGHT_SQUARED = 2 };

/* Whether it reads or changes something that has a name, if its subject has one. */
static inline bool op_has_subject(const op *o) {
    return o->code <= OP_AT_LEAST || o->code == OP_PUSH || o->code >= OP_SET;
}

enum code_form {
    CODE_EMPTY, /* a condition that is always true, effects that do nothing */
    CODE_CONJUNCTION, /* a condition: OP_EQUAL .. OP_AT_LEAST only, all must hold: the fast path */
    CODE_PROGRAM, /* a condition: a stack program that leaves one 0 or 1 */
    CODE_EFFECTS,
    CODE_VALUE /* a program that leaves a value */
};

enum code_flags {
    CODE_USES_DISTANCE = 1,
    CODE_USES_ENV = 2,
    CODE_HAS_CALL = 4,
    CODE_USES_TARGET = 8 /* state of the target */
};

typedef struct code {
    uint32_t at; /* ops */
    uint16_t count;
    uint8_t form;
    uint8_t flags;
} code;

/* A function of the game as called at one spot of an action (or transition). */
typedef struct function {
    int32_t number;
    uint32_t where; /* text */
    uint32_t action; /* BUSTLE_NONE: in a transition */
    uint32_t first; /* of those of the same number and action: errors are reported once for all */
    bustle_function bound; /* NULL: the callbacks of the world, by the number */
    void *context;
} function;

/* ---- Keys ---- */

typedef struct key { /* of state or environment */
    uint32_t name; /* text */
    int32_t minimum, maximum, initial;
    uint32_t values_at; /* value_names: texts of the named values */
    uint16_t value_count;
    uint8_t claimed; /* state: something claims it, so that rows have a taken part right after the
                        free one */
    uint8_t watched; /* environment: a condition of an interruption, or of a role, reads it */
    int64_t refresh_ms; /* environment: at least 1 */
} key;

/* ---- Inboxes and meetings ---- */

typedef struct inbox_kind {
    uint32_t name; /* text */
    uint32_t keep; /* ms that a message waits; 0: for ever */
    uint16_t limit; /* 0: none, and one only for who waits to take it */
} inbox_kind;

/* What a row has of an inbox, at its column: how many messages it holds, which is read as a state
 * is, and the first and the last of them (inbox.h). */
enum inbox_cells { INBOX_COUNT, INBOX_FIRST, INBOX_LAST, INBOX_CELLS };

/* To whom a node sends. */
enum send_to { TO_ANYONE, TO_TAGGED, TO_PATH, TO_TARGET, TO_MEMBER };

/* What a node that takes or sends does. */
typedef struct exchange {
    code value; /* of send; CODE_EMPTY: 0 */
    uint32_t search; /* action that is never performed: `when`, reach, preference, and of send the
                        groups of who may receive; after those of requests */
    uint16_t inbox;
    uint16_t into; /* of take: state; NONE16 */
    uint16_t path; /* of TO_PATH; NONE16 */
    uint8_t takes; /* it is of a node that takes */
    uint8_t to; /* of send: send_to */
    uint8_t awaits; /* of send: what becomes of it */
} exchange;

enum meet_at { AT_TARGET, AT_AREA, AT_PATH };

/* What a node meets for. */
typedef struct gathering {
    uint16_t name; /* id of BUSTLE_KIND_MEETING */
    uint16_t path; /* of AT_PATH; NONE16 */
    uint8_t at; /* meet_at */
    uint8_t count;
} gathering;

/* ---- Links and paths ---- */

/* A kind of links that content declares. Those that follow from what is going on (implied_link)
 * are numbered after these. */
typedef struct link_kind {
    uint32_t name; /* text */
    int32_t minimum, maximum;
    int32_t initial; /* what is read where there is none */
    uint8_t flag;
} link_kind;

typedef struct path_step {
    uint16_t kind; /* of links */
    uint16_t tag; /* id, of those that it leads to; NONE16: whoever that is */
    uint8_t repeats;
} path_step;

typedef struct link_path {
    uint32_t steps_at; /* path_steps, in the order in which they are followed */
    uint16_t step_count;
    uint16_t within; /* "PATH in PATH": the second one; NONE16 */
    uint8_t from; /* party */
    uint32_t text; /* as it was written */
} link_path;

#define PATH_LINKS 256 /* so many it looks at, at the most */

typedef struct claim {
    uint16_t state;
    int32_t amount; /* claims of the same thing on the same state are one, added up (saturating) */
} claim;

typedef struct interruption {
    uint32_t name; /* text */
    uint32_t hash;
    code when; /* CODE_EMPTY: none */
    uint32_t watch_at; /* ids: the environment values that `when` reads, ascending */
    uint16_t watch_count;
} interruption;

/* ---- Actions ---- */

enum action_flags {
    ACTION_TARGETED = 1,
    ACTION_TIMEOUT_FAILS = 2,
    ACTION_RESUMABLE = 4,
    ACTION_TRAVELS = 8,
    ACTION_USES_DISTANCE = 16 /* in `when`, by travel or by preferring the nearest */
};

/* Who is near enough: all those the square of whose distance, in sixteenths of a unit, lies between
 * these. None of them is farther than `most` sixteenths. */
typedef struct reach_limit {
    int64_t from, to; /* `from` is at most `to`; INT64_MAX both: nobody is */
    int32_t most; /* INT32_MAX: there is no limit; -1: nobody is */
} reach_limit;

#define NO_LIMIT_INIT \
    { 0, INT64_MAX, INT32_MAX }
#define NO_LIMIT ((reach_limit)NO_LIMIT_INIT)
#define NOBODY_NEAR ((reach_limit){INT64_MAX, INT64_MAX, -1})

enum effect_list { EFFECT_START, EFFECT_FINISH, EFFECT_INTERRUPTED, EFFECT_LISTS };

typedef struct action {
    code when;
    code effects[EFFECT_LISTS];
    int32_t duration, duration_max; /* ms */
    int32_t timeout; /* ms; unless it travels */
    int32_t speed; /* travel: units a second, 0: of speed_state */
    int32_t near; /* travel: units that it stops short of its target */
    /* Candidates that are not within this fail `when`. It is a limit that a top-level term of
     * `when` sets, with nothing before it that asks the environment or calls a function, except in
     * the first `prefix` ops, which do not depend on the target and call nothing. */
    reach_limit reach;
    uint16_t prefix; /* ops of `when`; only of a CODE_CONJUNCTION, else 0 */
    uint16_t answered; /* ops, the prefix among them, that whoever is within reach fulfils */
    uint8_t measures; /* the others read the distance */
    uint16_t speed_state; /* NONE16: none */
    uint16_t preferred_state; /* NONE16: by nothing, by distance, or by `preferred` */
    code preferred; /* a value; CODE_EMPTY: none */
    uint8_t flags;
    uint8_t ending; /* bustle_ending */
    uint8_t preference; /* bustle_preference */
    uint8_t claim_count;
    uint32_t claims_at; /* claims */
    uint32_t ends_on_at; /* ids: interruptions, ascending */
    uint32_t ends_on_count;
    uint32_t groups_at; /* ids: groups that accept it, ascending */
    uint32_t group_count;
    uint32_t name; /* text */
    uint32_t hash;
} action;

/* ---- Sequences ---- */

typedef struct transition {
    code when;
    uint32_t to; /* node */
    uint16_t
        choice; /* what a memory of taking it is known by; NONE16: its node has one destination */
    uint8_t otherwise;
} transition;

/* S26: a way out of a node that has several, whatever its conditions. */
typedef struct way_out {
    uint32_t from, to; /* nodes */
} way_out;

enum node_flags {
    NODE_SAME_TARGET = 1,
    NODE_BRANCHES =
        2, /* two or more different destinations: otherwise what is open is never a choice */
    NODE_AT_MEMBER = 4, /* its action is aimed at another member of the scene, see at_part */
    NODE_COUNTS = 8, /* in a part it is a phase */
    NODE_WHILE = 16, /* it has a `while`, see during */
    NODE_ON_PATH = 32 /* its action is aimed at one whom a path finds, see at_part */
};

/* Nodes are numbered through all sequences. */
typedef struct node {
    uint8_t kind; /* bustle_node_kind */
    uint8_t flags;
    uint16_t performs; /* action, sequence, or one of `waits`, of all that node_waits; NONE16 */
    uint16_t sequence; /* the one it belongs to */
    uint16_t at_part; /* name of a part that its action is aimed at (part_names), or a path; NONE16
                       */
    uint32_t transitions_at;
    uint16_t transition_count;
    uint16_t during; /* of a sequence or a request: its `while` (whiles); NONE16 */
    uint32_t failed; /* node; BUSTLE_NONE */
    uint32_t name; /* text */
} node;

/* What a node waits for, and for how long. */
typedef struct wait {
    code when;
    uint32_t timeout, every; /* ms */
    uint16_t seen; /* action meanwhile; NONE16 */
    uint16_t scene; /* that a scene node stages; NONE16 */
    uint16_t request; /* of a request node; NONE16 */
    uint16_t exchange; /* of a node that takes or sends; NONE16 */
    uint16_t gathering; /* of a node that meets; NONE16 */
    uint8_t as; /* the performer's part in the scene, STAGER: none */
} wait;

/* Whether a node of this kind has one of `waits`. A node that sends, and awaits nothing, never
 * waits; it counts as if it did. */
static inline bool node_waits(unsigned kind) {
    switch (kind) {
    case BUSTLE_NODE_WAIT:
    case BUSTLE_NODE_SCENE:
    case BUSTLE_NODE_REQUEST:
    case BUSTLE_NODE_TAKE:
    case BUSTLE_NODE_SEND:
    case BUSTLE_NODE_MEET:
        return true;
    default:
        return false;
    }
}

#define STAGER UINT8_MAX

typedef struct sequence {
    uint32_t nodes_at;
    uint32_t node_count;
    uint32_t entry; /* node, numbered through */
    uint32_t claims_at;
    uint32_t claim_count;
    uint32_t castable_in_at; /* ids: scenes, ascending */
    uint16_t castable_in_count;
    uint8_t castable; /* bustle_castable */
    uint8_t claims_kept; /* interruptions do not give its claims back */
    uint32_t name; /* text */
    uint32_t hash;
} sequence;

/* No more nodes than frames have room for (activity.h). */
#define MOST_NODES 0x3fffffu

/* ---- Handlers ---- */

typedef struct handler {
    uint16_t sequence; /* NONE16: none */
    int16_t priority;
    uint8_t stays; /* places at offers stay held */
    uint8_t urgent; /* ... are given back without undoing anything */
} handler;

/* ---- Roles and cues ---- */

/* How a cue finds somebody is an action that is never performed: one of those after the actions
 * that have names. Without targets only its `when` counts. */
typedef struct cue {
    uint32_t search; /* action */
    uint32_t every, again; /* ms */
    uint32_t hash; /* of its name */
    uint16_t name; /* id of BUSTLE_KIND_CUE */
    uint16_t beat;
    uint16_t sequence; /* NONE16: a scene */
    int16_t priority;
    uint16_t scene; /* NONE16: a sequence */
    uint8_t as; /* its own part in the scene */
    uint8_t stays; /* places at offers stay held; with a scene, the scene's */
} cue;

typedef struct role {
    code enter, exit; /* effects */
    uint32_t name; /* text */
    uint32_t hash;
} role;

/* ---- Scenes ---- */

/* Who may fill it is found by an action that is never performed, as for a cue: one of those after
 * the searches of the cues. Its reach is the scene's `within`; it has no condition. */
typedef struct scene_part {
    code when; /* `self`: the candidate; subjects from FIRST_PART on: members of parts */
    code finish, broken; /* effects */
    uint32_t search; /* action; BUSTLE_NONE: nobody can be looked for */
    uint16_t sequence; /* NONE16: each member's own reaction */
    uint16_t name; /* part_names */
    uint8_t least, most;
} scene_part;

typedef struct scene {
    uint32_t parts_at; /* parts */
    uint8_t part_count;
    uint8_t members; /* the most of all parts together */
    uint8_t interrupted_breaks;
    uint8_t stays; /* places at offers that members hold stay held */
    int16_t priority;
    uint16_t topic; /* of topic_count; NONE16 */
    uint16_t waiting; /* action; NONE16 */
    uint32_t patience, limit, longest, rest; /* ms */
    uint32_t name; /* text */
    uint32_t hash;
} scene;

/* A role that a definition lists. */
typedef struct listed_role {
    code when;
    uint16_t role;
} listed_role;

/* What an NPC of some definition does in some role, or in none: both merged. */
typedef struct persona {
    uint16_t main; /* sequence; with a plan, one of it: which one holds is looked up (plan.c) */
    uint16_t plan; /* NONE16 */
    uint8_t replacing; /* bustle_replacing: how this main sequence takes the place of another */
    uint32_t fallbacks_at; /* ids */
    uint32_t fallback_count;
    uint32_t handlers_at; /* handlers: one for every interruption id */
    uint32_t cues_at; /* ids: cues, in byte order of their names */
    uint32_t cue_count;
    uint32_t reactions_at; /* ids: for every topic a sequence, or BUSTLE_NONE */
    uint32_t offers_at; /* ids: offers, ascending by name */
    uint32_t offer_count;
} persona;

/* ---- Offers and requests ---- */

/* What an entity offers, of its definition or of a role. Offers are numbered through, those of
 * roles first. */
typedef struct offer {
    code when, during; /* conditions; `during`: its `while` */
    code adopt, drop; /* effects */
    uint32_t needs_at; /* ids: a bit set, by definition: whose NPCs have the states that it needs */
    uint16_t name; /* id of BUSTLE_KIND_OFFER */
    uint16_t sequence;
    uint16_t undo; /* sequence; NONE16 */
    uint16_t holders; /* 0: any number */
    uint16_t owner; /* role, or definition */
    uint8_t of_role;
    uint8_t kept;
} offer;

enum request_from { FROM_ANYONE, FROM_TAGGED, FROM_TARGET, FROM_PATH, FROM_AREA };

/* What a request asks for, and whom. */
typedef struct request {
    code when, during; /* of the node; `target`: the provider */
    uint32_t search; /* action that is never performed: `when` with `within`, reach, preference,
                        groups; after those of cues and parts */
    uint32_t names_at; /* ids: names of offers, in the order asked */
    uint16_t name_count; /* all, in byte order, where it asks for any */
    uint16_t path; /* of FROM_PATH: into paths; NONE16 */
    uint16_t body; /* sequence; NONE16 */
    uint8_t from; /* request_from */
} request;

/* ---- Entities ---- */

/* A box of an area, seen from its position, in sixteenths of a unit; borders are inside. */
typedef struct area_box {
    int32_t low[3], high[3];
} area_box;

#define NO_COLUMN UINT16_MAX

typedef struct definition {
    uint32_t columns_at; /* columns: for every state id, then for every inbox, the place in the row,
                            or NO_COLUMN */
    uint32_t initials_at; /* initials: the whole row at the spawn, taken parts (0) included */
    uint16_t row_length; /* int32 values in a row */
    uint16_t group; /* NONE16: accepts nothing */
    uint8_t npc;
    uint8_t position; /* bustle_position_kind */
    int64_t position_refresh_ms; /* at least 1 */
    uint32_t personas_at; /* NPCs: personas, without role, then in each role of the content */
    uint32_t roles_at; /* listed_roles */
    uint32_t role_count;
    uint8_t memories[3]; /* capacities, by bustle_memory_kind */
    uint8_t lives; /* NPCs: it can be in a role or a scene, have a plan or a cue or take an offer,
                      and its rows have room for that */
    uint8_t plans; /* NPCs: it has a plan, or can be in a role that has one */
    uint32_t role_watch_at; /* ids: environment values that conditions of its roles read,
                               ascending */
    uint32_t role_watch_count;
    uint32_t offer_names_at; /* ids: names of offers that it, or an NPC in any role, may have,
                                ascending */
    uint32_t offer_name_count;
    uint32_t offers_at; /* ids: its own offers, ascending by name; of NPCs see persona */
    uint32_t offer_count;
    uint32_t tags_at; /* ids: tags, ascending */
    uint32_t tag_count;
    uint32_t boxes_at; /* boxes */
    uint8_t box_count; /* 0: it is no area */
    uint8_t trigger; /* nobody's innermost or outer area */
    uint64_t size; /* of an area: the sum of its boxes, saturating */
    code enter, exit; /* effects of an area */
    uint32_t inboxes_at; /* ids: inboxes that an NPC has, ascending */
    uint32_t inbox_count;
    uint32_t name; /* text */
    uint32_t hash;
} definition;

/* Entities with the same set of accepted actions and the same kind of position, found together. */
typedef struct group {
    uint8_t queried; /* positions are asked for */
    uint8_t nowhere; /* there are none */
    int32_t reach; /* sixteenths: the largest limit of the actions it accepts; 0: none has one */
} group;

/* What content puts into a world, for the game to spawn. */
typedef struct placement {
    uint32_t definition;
    uint32_t name; /* text; BUSTLE_NONE: none */
    uint32_t values_at; /* place_values */
    uint32_t value_count;
    uint32_t links_at; /* place_links */
    uint32_t link_count;
    bustle_position position;
} placement;

/* ---- All of it ---- */

typedef struct name_index { /* per bustle_kind: ids are in byte order of names, so that find is a
                               search */
    uint32_t count;
    uint32_t names_at; /* ids: texts */
} name_index;

struct bustle_content {
    heap heap; /* the content itself is allocated from it */
    uint32_t owners;
    size_t size; /* of this struct and its arrays, one block */

    const char *text; /* all names, zero-terminated, addressed by offset */
    const op *ops;
    const function *functions;
    const key *states; /* and behind them a key for every inbox */
    const key *environment;
    const uint32_t *value_names;
    const claim *claims;
    const interruption *interruptions;
    const action *actions;
    const transition *transitions;
    const way_out *choices;
    const node *nodes;
    const wait *waits;
    const sequence *sequences;
    const role *roles;
    const listed_role *listed_roles;
    const persona *personas;
    const plan *plans;
    const plan_entry *plan_entries;
    const cue *cues;
    const uint32_t *beats; /* ms: every `every` of a cue once, ascending */
    const scene *scenes;
    const scene_part *parts;
    const offer *offers;
    const request *requests;
    const code *whiles; /* of nodes */
    const definition *definitions;
    const area_box *boxes;
    const group *groups;
    const handler *handlers;
    const uint16_t *columns;
    const int32_t *initials;
    const uint32_t *ids;
    const placement *places;
    const bustle_state_value *place_values;
    const bustle_place_link *place_links;
    const link_kind *links;
    const inbox_kind *inboxes;
    const exchange *exchanges;
    const gathering *gatherings;
    const link_path *paths;
    const path_step *path_steps;

    name_index names[BUSTLE_KIND_MEETING + 1]; /* counts of all kinds */
    uint32_t function_count;
    uint32_t node_count;
    uint32_t choice_count;
    uint32_t group_count;
    uint32_t place_count;
    uint32_t cue_count; /* names[BUSTLE_KIND_CUE] counts their names */
    uint32_t beat_count;
    uint32_t topic_count;
    uint32_t part_names_at; /* ids: texts, in byte order, of the names of parts, each once */
    uint32_t part_name_count;
    uint8_t roles_watch; /* a condition of a role reads the environment */
    uint8_t has_whiles; /* an offer, a request or a node has a `while` */
    uint32_t offer_count; /* names[BUSTLE_KIND_OFFER] counts their names */
    uint32_t request_count;
    uint32_t box_count; /* of areas */
    uint32_t path_count;
    uint32_t tags_at; /* ids: texts, in byte order, of the tags of definitions, each once */
    uint32_t tag_count;
    uint32_t max_raises; /* the most OP_RAISE in one effect list */
    uint32_t max_shouts; /* the most OP_RAISE_WITHIN and OP_RAISE_ON_PATH */
    uint32_t max_links; /* the most changes of links */
    uint32_t max_sends; /* the most OP_SEND and OP_SEND_POPPED */
    uint32_t exchange_count;
    uint32_t gathering_count;
};

static inline uint32_t count_of(const bustle_content *c, bustle_kind kind) {
    return c->names[kind].count;
}

/* Where what an inbox holds is, among the columns of a definition and the keys of states. */
static inline uint32_t inbox_column(const bustle_content *c, uint32_t inbox) {
    return count_of(c, BUSTLE_KIND_STATE) + inbox;
}

/* Of any kind of links, also those that follow from what is going on. */
static inline const char *link_name(const bustle_content *c, uint32_t kind) {
    const uint32_t declared = count_of(c, BUSTLE_KIND_LINK);
    return kind < declared ? c->text + c->links[kind].name : bsl_implied_links[kind - declared];
}

static inline bool has_id(const bustle_content *c, bustle_kind kind, bustle_id id) {
    return id < c->names[kind].count;
}

#endif
