/* bustle: ambient life for games.
 *
 * The public surface of the core. Three things in the order in which a program meets them:
 *
 * - a builder collects definitions (state, environment, links, inboxes, interruptions, actions,
 *   sequences, plans, entities), checks them and seals them;
 * - a content is what characters can do: immutable, shared by any number of worlds, laid out flat;
 * - a world is entities living by that content, advanced by bustle_world_update.
 *
 * Conventions. Every call that can fail returns a bustle_status; on anything but BUSTLE_OK nothing
 * has changed, unless its comment says otherwise. A NULL world, builder or content is
 * BUSTLE_BAD_ARGUMENT (or an empty answer), never a crash. Strings are UTF-8, ended by a zero,
 * copied by the callee. Times are milliseconds of game time, distances are units of game space.
 * Nothing here is safe to call for one world from two threads at once. Worlds share nothing that
 * changes but the count of a content's owners: creating and destroying worlds of one content,
 * retaining and releasing it is for one thread at a time.
 *
 * When callable. Unless said otherwise, a function may be called between updates and from the
 * callbacks `start_action` and `on_event`. Those that only read may be called from every callback.
 * A call where it is not allowed returns BUSTLE_BUSY.
 */
#ifndef BUSTLE_H
#define BUSTLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BUSTLE_VERSION_MAJOR 0
#define BUSTLE_VERSION_MINOR 1
#define BUSTLE_VERSION_PATCH 0

/* BUSTLE_SHARED is set by CMake for whoever builds or links the shared library; BUSTLE_HIDDEN by
 * who compiles the sources into a shared object of their own that should not export them. */
#if defined(BUSTLE_SHARED) && defined(_WIN32)
#if defined(BUSTLE_BUILDING)
#define BUSTLE_API __declspec(dllexport)
#else
#define BUSTLE_API __declspec(dllimport)
#endif
#elif defined(BUSTLE_SHARED) && defined(__GNUC__)
#define BUSTLE_API __attribute__((visibility("default")))
#elif defined(BUSTLE_HIDDEN) && defined(__GNUC__) && !defined(_WIN32)
#define BUSTLE_API __attribute__((visibility("hidden")))
#else
#define BUSTLE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Common ---------------------------------------------------------------------------------- */

typedef struct bustle_builder bustle_builder;
typedef struct bustle_content bustle_content;
typedef struct bustle_world bustle_world;

/* An entity of a world: slot and spawn number in 53 bits, so that a double holds it. 0 is nobody.
 * It is stale from the moment the entity leaves; its number is never used again in that world. */
typedef uint64_t bustle_entity;

/* A state key, environment value, kind of links, inbox, interruption, action, sequence, role,
 * scene, offer, plan, meeting or entity definition of a content: 0 .. count-1 in byte order of the
 * names. */
typedef uint32_t bustle_id;

#define BUSTLE_NONE UINT32_MAX

typedef enum bustle_status {
    BUSTLE_OK,
    BUSTLE_NO_MEMORY, /* the allocator failed; the same call may be made again */
    BUSTLE_BAD_ARGUMENT, /* a NULL, a number out of its range, an id that is none */
    BUSTLE_BAD_VALUE, /* NaN, an infinity, a name that the key does not have */
    BUSTLE_PROBLEMS, /* the content has errors: bustle_builder_problem tells them */
    BUSTLE_STALE, /* the entity has left, or the handle is of no entity of this world */
    BUSTLE_NOT_NPC, /* the entity is a prop */
    BUSTLE_NO_PROPERTY, /* the entity's definition has no such state */
    BUSTLE_NAME_TAKEN, /* an NPC of that name lives already */
    BUSTLE_BUSY, /* not allowed inside this callback */
    BUSTLE_TIME_BACKWARDS, /* an update at an earlier time than the last */
    BUSTLE_STATIC, /* the entity's position never changes */
    BUSTLE_NOT_ACTING, /* the NPC performs no action */
    BUSTLE_OLD_TOKEN, /* the token is not that of the action now performed */
    BUSTLE_OTHER_ACTION, /* the NPC performs another action */
    BUSTLE_REFUSED, /* a response of higher priority runs, or there are too many activities */
    BUSTLE_HELD, /* the NPC is on hold */
    BUSTLE_HALTED, /* the NPC has halted */
    BUSTLE_NOT_HALTED, /* there is nothing to restart */
    BUSTLE_LIMIT, /* as many entities as a world can have (2,097,152 at a time) */
    BUSTLE_INCONSISTENT, /* bustle_world_check found a contradiction */
    BUSTLE_FOREIGN, /* the bytes are not of the kind that the call reads */
    BUSTLE_NEWER, /* the bytes were written by a newer version of the library */
    BUSTLE_DAMAGED, /* the bytes have been changed or cut off */
    BUSTLE_UNAVAILABLE, /* an NPC cannot take part in a scene now */
    BUSTLE_NO_CAST, /* a part of the scene found nobody */
    BUSTLE_NO_SCENE, /* the NPC is in no scene, or there is none of that number */
    BUSTLE_NO_OFFER, /* the entity does not offer that to the NPC now */
    BUSTLE_FULL, /* as many hold the offer as can, or the inbox takes no more */
    BUSTLE_READ_ONLY, /* links of this kind follow from what is going on */
    BUSTLE_NOT_AREA, /* the entity has no extent */
    BUSTLE_BAD_PATH, /* the text is no path, or names what the content does not have */
    BUSTLE_NO_INBOX, /* the entity has no such inbox */
    BUSTLE_NO_CLOCK, /* the world has none */
    BUSTLE_NO_PLAN, /* the NPC has no plan, or no patch of that number */
    BUSTLE_OVERLAP /* another entry of the same priority covers some of the time */
} bustle_status;

/* One sentence for people. Never NULL. */
BUSTLE_API const char *bustle_status_text(bustle_status status);

/* "MAJOR.MINOR.PATCH" of the library that runs, which may differ from the header's. */
BUSTLE_API const char *bustle_version(void);

/* Where memory comes from. `resize` works as realloc does: block NULL allocates, new_size 0 frees
 * and returns NULL; old_size is what the block was last asked for. It may fail at any time by
 * returning NULL (the block then stays as it was). Never called with both sizes 0. */
typedef struct bustle_allocator {
    void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
    void *context;
} bustle_allocator;

/* Rounds as the runtime does everywhere: halves away from zero, saturating at 32 bits. False, with
 * *result untouched, for NaN and infinities. */
BUSTLE_API bool bustle_round(double number, int32_t *result);

/* ---- State operations ------------------------------------------------------------------------ */

/* Whom an operation is about. */
typedef enum bustle_subject {
    BUSTLE_SELF, /* a state value of the NPC, or how many messages an inbox of its holds */
    BUSTLE_TARGET, /* the same of its target; BUSTLE_AREA and BUSTLE_PART likewise */
    BUSTLE_ENV, /* an environment value */
    BUSTLE_DISTANCE, /* the distance between NPC and target; takes no name */
    BUSTLE_NOW, /* whole seconds of game time; takes no name */
    BUSTLE_CONSTANT, /* the value itself; only with BUSTLE_PUSH */
    BUSTLE_STACK, /* what was pushed; only with comparisons */
    BUSTLE_PART, /* a state value of the first member of a part (`part`); only in scenes */
    BUSTLE_AREA, /* a state value of the innermost area that the NPC is in */
    BUSTLE_COUNT /* how many a path finds: `name` is the path, or "PATH in PATH" */
} bustle_subject;

/* Operations are written in postfix order. Conditions that are left over at the end of a list are
 * joined by "and", so that a plain list of comparisons is their conjunction. */
typedef enum bustle_op_kind {
    /* Comparisons: subject.name with value. With subject BUSTLE_STACK: the last but one pushed
     * value with the last. A comparison with something that is not there is false. */
    BUSTLE_EQUAL = 1,
    BUSTLE_NOT_EQUAL,
    BUSTLE_LESS,
    BUSTLE_GREATER,
    BUSTLE_AT_MOST,
    BUSTLE_AT_LEAST,
    /* Values: push one; replace the last two by their sum, difference, product (saturating). */
    BUSTLE_PUSH,
    BUSTLE_PLUS,
    BUSTLE_MINUS,
    BUSTLE_TIMES,
    /* Conditions: of the last two, or the last one. Evaluated left to right with short circuit. */
    BUSTLE_AND,
    BUSTLE_OR,
    BUSTLE_NOT,
    /* A function of the game: `value` is its number, `name` says where it is written, for reports.
     * In a condition it yields true or false (callback `condition`), among effects it acts
     * (`effect`). With a `value_name`, it is the function that bustle_builder_bind gives that name
     * instead. */
    BUSTLE_CALL,
    /* Modifications, of BUSTLE_SELF, BUSTLE_TARGET, BUSTLE_AREA or BUSTLE_PART, by value, or by the
       last pushed value if `stacked`. */
    BUSTLE_SET,
    BUSTLE_INCREASE,
    BUSTLE_DECREASE,
    /* Raises the interruption `name` on BUSTLE_SELF, BUSTLE_TARGET, BUSTLE_AREA or BUSTLE_PART,
     * from the NPC. */
    BUSTLE_RAISE,
    /* Raises it, from the NPC, for everyone within `value` units of the NPC, when the turn, ending
     * or call in which the effects happen is over. */
    BUSTLE_RAISE_WITHIN,
    /* Raises it, from the NPC, for the NPCs that the path `value_name` finds, at the same time. */
    BUSTLE_RAISE_ON_PATH,
    /* Revokes the offer `name` of BUSTLE_SELF or BUSTLE_TARGET. */
    BUSTLE_REVOKE,
    /* Sends a message, with `value` or the last pushed value if `stacked`, from the NPC to the
     * inbox `name` of BUSTLE_TARGET, BUSTLE_AREA or BUSTLE_PART. */
    BUSTLE_SEND,
    /* ... to those whom the path `value_name` finds, when the turn, ending or call in which the
     * effects happen is over. */
    BUSTLE_SEND_ON_PATH
} bustle_op_kind;

typedef struct bustle_op {
    bustle_op_kind kind;
    bustle_subject subject;
    const char *name;
    int32_t value;
    const char *value_name; /* a named value of the key, or the name of a function, instead of
                               `value`; NULL: none */
    bool stacked;
    const char *part; /* of BUSTLE_PART: the name of a part of the scene */
    /* About a link instead of a state, where `link` names its kind (`name` is NULL then): from the
     * subject, which is BUSTLE_SELF, BUSTLE_TARGET, BUSTLE_AREA or BUSTLE_PART, to another such. */
    const char *link; /* NULL: none */
    bustle_subject to;
    const char *to_part; /* of BUSTLE_PART */
} bustle_op;

/* A condition or effects: operations, or a text such as "self.energy < 5 and not target.waiting" or
 * "target.seats -= 1; raise served on self", in the language of packs (docs/manual.md). What the
 * text says comes after the list, if there are both. It has no constants; its mistakes are told by
 * sealing, with the column. */
typedef struct bustle_ops {
    const bustle_op *list;
    size_t count;
    const char *text; /* NULL: none */
} bustle_ops;

/* ---- Definitions ----------------------------------------------------------------------------- */

/* Each struct has a bustle_default_* function: start from it, so that fields added later keep their
 * meaning. `origin` is optional text that problems repeat, such as "market.lua:12". */

/* Bounds: BUSTLE_NO_MINIMUM and BUSTLE_NO_MAXIMUM mean "not declared". A flag is bounded by 0 and
 * 1, named values by 0 and their number less one. A default of 0 is moved to the nearest bound. */
#define BUSTLE_NO_MINIMUM INT32_MIN
#define BUSTLE_NO_MAXIMUM INT32_MAX

typedef struct bustle_state_def {
    const char *name;
    const char *origin;
    int32_t minimum;
    int32_t maximum;
    int32_t initial; /* the default of entity definitions that give none */
    bool flag;
    const char *const *values; /* names of 0, 1, 2, ...; NULL: none */
    size_t value_count;
} bustle_state_def;

typedef struct bustle_environment_def {
    const char *name;
    const char *origin;
    int32_t minimum;
    int32_t maximum;
    int32_t initial; /* until the first answer */
    bool flag;
    const char *const *values;
    size_t value_count;
    int64_t refresh_ms; /* asked at most once in this time; at least 1 ms passes in any case */
} bustle_environment_def;

/* A kind of links between entities: a flag, which is or is not, or one with a value. */
typedef struct bustle_link_def {
    const char *name; /* not that of a kind that follows from what is going on: holder, provider,
                         inside, around, outer, inner, member; nor self, target, area */
    const char *origin;
    bool flag; /* by default it is; then what follows means nothing */
    int32_t minimum;
    int32_t maximum;
    int32_t initial; /* what is read where there is no link */
} bustle_link_def;

/* A kind of inboxes, in which NPCs leave each other messages. */
typedef struct bustle_inbox_def {
    const char *name; /* not that of a state */
    const char *origin;
    int32_t limit; /* messages that one holds, 0 .. 65535; 0: accepted only while its NPC waits to
                      take one */
    int32_t keep_ms; /* older ones go; 0: never */
} bustle_inbox_def;

typedef struct bustle_interruption_def {
    const char *name;
    const char *origin;
    bustle_ops when; /* over the environment alone: raised for everyone when it becomes true */
} bustle_interruption_def;

typedef enum bustle_takes_target {
    BUSTLE_TARGET_INFERRED, /* from what the action mentions */
    BUSTLE_TARGET_TAKEN,
    BUSTLE_TARGET_NOT_TAKEN
} bustle_takes_target;

typedef enum bustle_ending {
    BUSTLE_ENDING_DEFAULT, /* in an action: as the world says; in a world: timed */
    BUSTLE_ENDING_TIMED, /* done when its duration has passed */
    BUSTLE_ENDING_GAME /* done when the game says so, or by its timeout */
} bustle_ending;

typedef enum bustle_preference {
    BUSTLE_PREFER_NOTHING,
    BUSTLE_PREFER_NEAREST,
    BUSTLE_PREFER_LEAST, /* of the target's `preferred_state`, or of the value of `preferred` */
    BUSTLE_PREFER_MOST
} bustle_preference;

typedef struct bustle_claim_def {
    const char *state; /* of the target; must declare a minimum */
    int32_t amount; /* at least 1 */
} bustle_claim_def;

typedef struct bustle_action_def {
    const char *name;
    const char *origin;
    bustle_ops when; /* preconditions */
    bustle_ops start; /* immediate effects */
    bustle_ops finish; /* completion effects */
    bustle_ops interrupted; /* interruption effects */
    int32_t duration_ms;
    int32_t duration_max_ms; /* drawn from duration_ms to this; 0: always duration_ms */
    int32_t timeout_ms; /* 0: three times the longest duration */
    bool timeout_fails;
    bool resumable;
    bustle_takes_target target;
    bustle_ending ending;
    const bustle_claim_def *claims;
    size_t claim_count;
    bustle_preference preference;
    const char *preferred_state;
    int32_t speed; /* travels at so many units a second, instead of a duration; 0: no travel */
    const char *speed_state; /* or at the speed that this state of the NPC holds */
    int32_t near_target; /* travel ends so many units short of the target */
    const char *const *ends_on; /* interruptions that complete it */
    size_t ends_on_count;
    bustle_ops preferred; /* a value, of self and target, instead of `preferred_state` */
} bustle_action_def;

typedef struct bustle_transition_def {
    const char *to; /* a node of the sequence, or "END": an end node that need not be listed */
    bustle_ops when;
    bool otherwise; /* an option only when no other is */
} bustle_transition_def;

typedef enum bustle_node_kind {
    BUSTLE_NODE_ACTION,
    BUSTLE_NODE_SEQUENCE,
    BUSTLE_NODE_CHOICE,
    BUSTLE_NODE_END,
    BUSTLE_NODE_WAIT, /* goes on when `when` holds */
    BUSTLE_NODE_SCENE, /* stages a scene, with a part for its performer (`as`) or without */
    BUSTLE_NODE_PASS, /* executed at once: in a part, a phase in which there is nothing to do */
    BUSTLE_NODE_REQUEST, /* asks for one of `offers`, and performs what it is offered */
    BUSTLE_NODE_BODY, /* in an offered sequence: performs what the request gave as `body` */
    BUSTLE_NODE_TAKE, /* takes a message from an inbox of the NPC; the sender is its current target
                       */
    BUSTLE_NODE_SEND, /* sends a message to somebody's inbox */
    BUSTLE_NODE_MEET /* waits at an entity until `count` NPCs wait there under the same name */
} bustle_node_kind;

#define BUSTLE_DEFAULT_TIMEOUT (-1)

typedef struct bustle_node_def {
    const char *name;
    bustle_node_kind kind;
    const char *performs; /* the action, sequence, scene or inbox; of meet: a name that all content
                             shares */
    bool same_target; /* use the sequence's current target: of an action, of send as receiver, of
                         meet as the place */
    const bustle_transition_def *transitions;
    size_t transition_count;
    const char *failed; /* where to go if it fails: a node or "END"; NULL: the sequence fails */
    /* Of nodes that wait. */
    bustle_ops when; /* what a wait node waits for; of a request: what must hold of the provider; of
                        take: of the sender; of send: of the receiver */
    int32_t timeout_ms; /* it fails after this; 0: at once; BUSTLE_DEFAULT_TIMEOUT: a minute, of a
                           scene node, a request and take at once */
    int32_t every_ms; /* between two tries, at least 1 */
    const char *waiting; /* an action to be seen in meanwhile, without target, conditions, claims,
                            travel and `ends_on`; NULL: none */
    /* Of scenes. */
    const char *as; /* of a scene node: the performer's part; NULL: it stages the scene, waits until
                       the scene is over, and is no member */
    bool at_member; /* of an action: its target is another member of the scene */
    const char *at_part; /* of an action: its target is the first other member of this part; NULL:
                            no such thing */
    bool free; /* in a part: not counted as a phase */
    /* Of paths and requests. */
    const char *path; /* of an action: its target is one that the path finds; of a request: it asks
                         those; of send: the receiver is one of them; of meet: the first is the
                         place; NULL: no path */
    bool from_target; /* of a request: it asks the current target of the sequence */
    bool from_area; /* ... the areas that the NPC is in, from the innermost outwards; of meet: the
                       innermost area is the place */
    const char *const *targets; /* ... whoever has one of these tags; without any of the four:
                                   everyone; of send: the receiver has one of them */
    size_t target_count;
    const char *const *offers; /* of a request: names, in order of preference; none: any */
    size_t offer_count;
    bustle_preference preference; /* of a request: among providers; of take: among senders; of send:
                                     among receivers */
    const char *preferred_state;
    bustle_ops preferred; /* a value, of self and target, instead of `preferred_state` */
    const char *body; /* of a request: a sequence for the `body` node of what is offered; NULL: none
                       */
    bool optional; /* of a request: it may ask for what nothing offers */
    bustle_ops holds_while; /* of a request and of a node with a sequence: when it turns false, that
                               is over and the node fails */
    /* Of messages and meetings. */
    const char
        *into; /* of take: a state of the NPC that is set to the message's value; NULL: none */
    bustle_ops value; /* of send: one value, of self and target, the receiver; none: 0 */
    bool await; /* of send: waits until what took the message has ended */
    int32_t count; /* of meet: how many there must be, 2 .. 255 */
} bustle_node_def;

/* Whether NPCs on whose main stack a sequence is can be cast in scenes. */
typedef enum bustle_castable {
    BUSTLE_CASTABLE_DEFAULT, /* in scenes that somebody begins; not in staged ones */
    BUSTLE_CASTABLE_NEVER,
    BUSTLE_CASTABLE_ALWAYS
} bustle_castable;

typedef struct bustle_sequence_def {
    const char *name;
    const char *origin;
    const char *entry;
    const bustle_node_def *nodes;
    size_t node_count;
    const bustle_claim_def *claims; /* for the whole run, on the first target of its own nodes */
    size_t claim_count;
    bustle_castable castable;
    const char *const *castable_in; /* scenes that may be staged with them, besides `castable` */
    size_t castable_in_count;
    bool claims_kept; /* interruptions do not give the claims back */
} bustle_sequence_def;

typedef struct bustle_position {
    double x, y, z; /* rounded by the runtime to sixteenths of a unit, within 2^20 units of 0 */
} bustle_position;

typedef enum bustle_position_kind {
    BUSTLE_POSITION_PUSHED, /* the game says when it moves: bustle_entity_move */
    BUSTLE_POSITION_STATIC, /* given at the spawn, never changes */
    BUSTLE_POSITION_QUERIED, /* asked through the callback `query_position` when needed */
    BUSTLE_POSITION_NONE /* it is nowhere, and at no distance from anybody */
} bustle_position_kind;

typedef struct bustle_entity_state_def {
    const char *state;
    bool given; /* false: the key's own initial value */
    int32_t initial;
    const char *value_name; /* instead of `initial`; NULL: none */
} bustle_entity_state_def;

typedef struct bustle_handler_def {
    const char *interruption;
    const char *sequence;
    int32_t priority; /* -32768 .. 32767 */
    bool stays; /* what the NPC holds by offers stays held meanwhile, and is not undone */
    bool urgent; /* there is no time to undo it */
} bustle_handler_def;

/* A response for which an NPC finds a reason by itself: a condition that holds, or somebody whom it
 * finds, or both. */
typedef struct bustle_cue_def {
    const char *name; /* of two of one name, the role's and the definition's, the role's counts */
    const char *sequence; /* NULL: a scene instead */
    bustle_ops when;
    const char *const *targets; /* tags: whoever has one of them can be found; none: no target */
    size_t target_count;
    bustle_preference preference; /* among those who can be found */
    const char *preferred_state;
    int32_t priority; /* -32768 .. 32767; it must be above that of what the NPC does */
    int32_t every_ms; /* between two tests, at least 1 */
    int32_t again_ms; /* so long it does not find the same entity again; 0 or more */
    const char *scene; /* that the NPC begins, with whom it has found; NULL: a sequence instead */
    const char *as; /* its own part in the scene */
    bustle_ops preferred; /* a value, of self and target, instead of `preferred_state` */
    bool leaves; /* of a cue with a sequence: what the NPC holds by offers is undone and given back,
                    instead of staying held; with a scene, the scene says so */
} bustle_cue_def;

/* What an NPC does as a member of a scene about a topic, in a part that has no sequence. */
typedef struct bustle_reaction_def {
    const char *topic;
    const char *sequence;
} bustle_reaction_def;

/* What some members of a scene do. */
typedef struct bustle_part_def {
    const char *name;
    int32_t least; /* how many members it needs, at least 1 */
    int32_t most; /* ... and takes; of all parts together at most BUSTLE_MOST_MEMBERS */
    const char *const *who; /* tags: whoever has one of them can be cast */
    size_t who_count;
    bustle_ops when; /* `self`: the candidate; `target`: who begins or stages the scene, or its
                        place; names of earlier parts: their first member */
    bustle_preference preference; /* among candidates */
    const char *preferred_state;
    const char *sequence; /* NULL: each does its own reaction to the scene's topic */
    bustle_ops finish; /* effects when the scene has finished; `self`: the member; names of parts */
    bustle_ops broken; /* ... when it broke, or the member left it */
    bustle_ops preferred; /* a value, as in `when`, instead of `preferred_state` */
} bustle_part_def;

#define BUSTLE_MOST_PARTS 8
#define BUSTLE_MOST_MEMBERS 32

/* Something that several NPCs do together. The nodes of their parts are phases: nobody begins the
 * next before all have ended this one. */
typedef struct bustle_scene_def {
    const char *name;
    const char *origin;
    const char *topic; /* what it is about, for parts without a sequence; NULL: nothing */
    const bustle_part_def *parts; /* 1 to BUSTLE_MOST_PARTS */
    size_t part_count;
    int32_t within; /* units from who begins or stages it, or its place; negative: no limit */
    int32_t priority; /* -32768 .. 32767 */
    int32_t patience_ms; /* so long a member waits for the others before it does something else */
    int32_t limit_ms; /* the scene breaks when nothing has moved for so long */
    int32_t longest_ms; /* ... and when it has gone on for so long */
    int32_t rest_ms; /* so long nobody is cast who has left a scene */
    const char *waiting; /* an action to be seen in at the end of a phase; NULL: none */
    bool interrupted_breaks; /* it breaks when a member is interrupted */
    bool stays; /* what members hold by offers stays held meanwhile: who sits stays seated */
} bustle_scene_def;

/* Behaviour that a thing or a place brings along, for NPCs that request it by its name. */
typedef struct bustle_offer_def {
    const char *name; /* all content shares these names */
    const char *sequence;
    int32_t holders; /* NPCs that may hold it at an entity at a time, 1 to 65535; 0: any number */
    bustle_ops when; /* `self`: who asks; `target`: the entity that offers */
    bustle_ops holds_while; /* what must also go on to hold */
    bustle_ops adopt; /* effects when somebody takes a place */
    bustle_ops drop; /* ... gives it back */
    const char *undo; /* a sequence that an interruption performs first; NULL: none */
    bool kept; /* interruptions do not give the place back */
} bustle_offer_def;

/* A box around the position of an area, or beside it. */
typedef struct bustle_box_def {
    double width, depth, height; /* along x, y and z, in units; a negative height: no limit */
    double x, y, z; /* offset of its centre */
} bustle_box_def;

#define BUSTLE_MOST_BOXES 8

/* When a new main sequence takes the place of the old one. */
typedef enum bustle_replacing {
    BUSTLE_REPLACING_AT_NODE, /* when the main sequence is between two nodes */
    BUSTLE_REPLACING_AT_ACTION, /* when its action has ended */
    BUSTLE_REPLACING_NOW
} bustle_replacing;

/* What an NPC does at a time of the day. Times are minutes of the clock's day, which has 1440. */
typedef struct bustle_plan_entry_def {
    int32_t from; /* 0 .. 1439 */
    int32_t to; /* 0 .. 1440; not after `from`: on the next day */
    const char *sequence;
    int32_t vary; /* it begins up to so many minutes earlier or later, another amount every day */
    int32_t priority; /* -32768 .. 32767: of two at the same time the higher one counts */
    int32_t skip; /* it does not begin, and is not returned to, with less time left */
    bustle_replacing change; /* when it replaces what the NPC did before */
} bustle_plan_entry_def;

#define BUSTLE_MOST_PLAN_ENTRIES 256

/* A day: what is the main sequence of an NPC at which time. */
typedef struct bustle_plan_def {
    const char *name;
    const char *origin;
    const bustle_plan_entry_def *entries; /* 1 to BUSTLE_MOST_PLAN_ENTRIES */
    size_t entry_count;
} bustle_plan_def;

/* What an NPC is at the moment. What a role lacks is its NPC's definition's. */
typedef struct bustle_role_def {
    const char *name;
    const char *origin;
    const char *main; /* NULL: none */
    bustle_replacing change; /* when its main sequence replaces that of before */
    const char *const *fallbacks;
    size_t fallback_count;
    const bustle_handler_def *handlers;
    size_t handler_count;
    const bustle_cue_def *cues;
    size_t cue_count;
    bustle_ops enter; /* effects on `self` when the role begins to apply */
    bustle_ops exit;
    const bustle_reaction_def *reactions;
    size_t reaction_count;
    const bustle_offer_def *offers;
    size_t offer_count;
    const char *plan; /* instead of a main sequence; NULL: none */
} bustle_role_def;

/* A role that NPCs of a definition may be in: the first of their list whose condition holds. */
typedef struct bustle_entity_role_def {
    const char *role;
    bustle_ops when; /* over the environment, `self` and `now`; only the last has none */
} bustle_entity_role_def;

typedef struct bustle_entity_def {
    const char *name;
    const char *origin;
    bool npc; /* what follows after `tags`, down to `reactions`, is for NPCs only */
    bustle_position_kind position;
    int64_t position_refresh_ms;
    const bustle_entity_state_def *states;
    size_t state_count;
    const char *const *accepts; /* the actions it can be the target of */
    size_t accept_count;
    const char *const *tags; /* what cues and scenes know it by */
    size_t tag_count;
    const char *main; /* may be left to the roles */
    const char *const *fallbacks;
    size_t fallback_count;
    const bustle_handler_def *handlers;
    size_t handler_count;
    const bustle_cue_def *cues;
    size_t cue_count;
    const bustle_entity_role_def *roles;
    size_t role_count;
    int32_t transition_memories; /* 0 .. 255 each */
    int32_t action_memories;
    int32_t interruption_memories;
    const bustle_reaction_def *reactions;
    size_t reaction_count;
    const bustle_offer_def *offers;
    size_t offer_count;
    const bustle_box_def *area; /* its extent, of up to BUSTLE_MOST_BOXES; such an entity is static
                                 */
    size_t area_count; /* 0: it is no area */
    bool trigger; /* an area that is nobody's innermost or outer one */
    bustle_ops enter; /* effects of an area; `self`: the NPC that enters, `target`: the area */
    bustle_ops exit;
    const char *const *inboxes; /* that an NPC has */
    size_t inbox_count;
    const char *plan; /* of an NPC, instead of a main sequence; NULL: none */
} bustle_entity_def;

/* A link from a place to another. */
typedef struct bustle_place_link_def {
    const char *link; /* the kind */
    const char *to; /* the name of a place */
    bool given; /* false: 1 */
    int32_t value;
} bustle_place_link_def;

/* An entity that content puts into a world, such as the benches of a square. Worlds do not spawn it
 * by themselves: bustle_content_place says what the game is to spawn. */
typedef struct bustle_place_def {
    const char *definition; /* of the entity */
    const char *origin;
    const char *name; /* NULL: none */
    bustle_position position;
    const bustle_entity_state_def *states; /* instead of the definition's */
    size_t state_count;
    const bustle_place_link_def *links;
    size_t link_count;
} bustle_place_def;

BUSTLE_API bustle_state_def bustle_default_state_def(void);
BUSTLE_API bustle_environment_def bustle_default_environment_def(void);
BUSTLE_API bustle_link_def bustle_default_link_def(void);
BUSTLE_API bustle_inbox_def bustle_default_inbox_def(void);
BUSTLE_API bustle_interruption_def bustle_default_interruption_def(void);
BUSTLE_API bustle_action_def bustle_default_action_def(void);
BUSTLE_API bustle_node_def bustle_default_node_def(void);
BUSTLE_API bustle_sequence_def bustle_default_sequence_def(void);
BUSTLE_API bustle_cue_def bustle_default_cue_def(void);
BUSTLE_API bustle_plan_entry_def bustle_default_plan_entry_def(void);
BUSTLE_API bustle_plan_def bustle_default_plan_def(void);
BUSTLE_API bustle_role_def bustle_default_role_def(void);
BUSTLE_API bustle_part_def bustle_default_part_def(void);
BUSTLE_API bustle_scene_def bustle_default_scene_def(void);
BUSTLE_API bustle_offer_def bustle_default_offer_def(void);
BUSTLE_API bustle_box_def bustle_default_box_def(void);
BUSTLE_API bustle_entity_def bustle_default_entity_def(void);
BUSTLE_API bustle_place_def bustle_default_place_def(void);

/* ---- Builder --------------------------------------------------------------------------------- */

/* Allocator NULL: the C library's. NULL if there is no memory. The builder is destroyed by its
 * maker. */
BUSTLE_API bustle_builder *bustle_builder_create(const bustle_allocator *allocator);
BUSTLE_API void bustle_builder_destroy(bustle_builder *builder);

/* Each copies everything it is given. In any order: names are resolved by sealing, and mistakes are
 * told there, all at once. BUSTLE_BAD_ARGUMENT: a NULL builder or definition. */
BUSTLE_API bustle_status bustle_builder_add_state(
    bustle_builder *builder, const bustle_state_def *def);
BUSTLE_API bustle_status bustle_builder_add_environment(
    bustle_builder *builder, const bustle_environment_def *def);
BUSTLE_API bustle_status bustle_builder_add_link(
    bustle_builder *builder, const bustle_link_def *def);
BUSTLE_API bustle_status bustle_builder_add_inbox(
    bustle_builder *builder, const bustle_inbox_def *def);
BUSTLE_API bustle_status bustle_builder_add_interruption(
    bustle_builder *builder, const bustle_interruption_def *def);
BUSTLE_API bustle_status bustle_builder_add_action(
    bustle_builder *builder, const bustle_action_def *def);
BUSTLE_API bustle_status bustle_builder_add_sequence(
    bustle_builder *builder, const bustle_sequence_def *def);
BUSTLE_API bustle_status bustle_builder_add_plan(
    bustle_builder *builder, const bustle_plan_def *def);
BUSTLE_API bustle_status bustle_builder_add_role(
    bustle_builder *builder, const bustle_role_def *def);
BUSTLE_API bustle_status bustle_builder_add_scene(
    bustle_builder *builder, const bustle_scene_def *def);
BUSTLE_API bustle_status bustle_builder_add_entity(
    bustle_builder *builder, const bustle_entity_def *def);
BUSTLE_API bustle_status bustle_builder_add_place(
    bustle_builder *builder, const bustle_place_def *def);

/* Everything added so far as bytes, the same on every machine, with a version and a checksum, for a
 * game that loads its content without what it was written in (`bustle compile` makes such files of
 * packs). Writes if they fit into `capacity`, and sets *size to how many there are in any case;
 * `bytes` may be NULL with capacity 0. BUSTLE_LIMIT: more than 4 GiB. BUSTLE_NO_MEMORY. */
BUSTLE_API bustle_status bustle_builder_save(
    const bustle_builder *builder, void *bytes, size_t capacity, size_t *size);
/* Adds what such bytes hold; sealing then checks it as if it had been added call by call. The bytes
 * are not kept. BUSTLE_FOREIGN, BUSTLE_NEWER, BUSTLE_DAMAGED. */
BUSTLE_API bustle_status bustle_builder_load(
    bustle_builder *builder, const void *bytes, size_t size);

/* The call of a function of the game. Condition functions only read; effect functions may write the
 * state of `self` and `target` with bustle_entity_set and nothing else. */
typedef struct bustle_call {
    int32_t function; /* the `value` of the BUSTLE_CALL operation; of one by name: means nothing */
    const char *where; /* its `name` */
    bustle_entity self;
    bustle_entity target; /* or nobody */
    bustle_id action; /* BUSTLE_NONE in a transition's condition */
    const char *error; /* may be set by a function that fails: text for the report, read at once */
} bustle_call;

/* In a condition: more than 0: true; 0: false; less: an error, reported, and the whole condition is
 * false. Among effects: less than 0: an error, reported; the effects after it still happen. */
typedef int (*bustle_function)(void *context, bustle_world *world, bustle_call *call);

/* Says which function operations mean by a name, such as "market.buy.when" in a pack that `bustle
 * compile` has written, which lists them. Of two for one name the later counts. Sealing tells all
 * names that have none. The function and its context must live as long as the contents sealed
 * after this. BUSTLE_BAD_ARGUMENT: a NULL builder, name or function. */
BUSTLE_API bustle_status bustle_builder_bind(
    bustle_builder *builder, const char *name, bustle_function bound, void *context);

/* Checks everything and lays it out. BUSTLE_OK: *content is a new content, owned by the caller
 * (warnings may be among the problems). BUSTLE_PROBLEMS: *content is NULL and at least one problem
 * is an error. May be called again, after adding more. */
BUSTLE_API bustle_status bustle_builder_seal(bustle_builder *builder, bustle_content **content);

typedef enum bustle_severity { BUSTLE_WARNING, BUSTLE_ERROR } bustle_severity;

typedef struct bustle_problem {
    bustle_severity severity;
    const char *code; /* stable, such as "unknown-action" */
    const char *kind; /* of the thing: "state", "environment", "interruption", "action", "sequence",
                         "entity", "role", "scene", "place" */
    const char *thing; /* its name */
    const char *origin; /* as given in its definition, or "" */
    const char *text; /* what is wrong, naming the spot within the thing */
    const char *cure; /* what to do */
} bustle_problem;

/* What the last sealing found, errors first, then by kind, name and spot. The texts live until the
 * next sealing or the builder's end. False, with *problem untouched: no such index. */
BUSTLE_API size_t bustle_builder_problem_count(const bustle_builder *builder);
BUSTLE_API bool bustle_builder_problem(
    const bustle_builder *builder, size_t index, bustle_problem *problem);

/* ---- Content --------------------------------------------------------------------------------- */

/* A content lives until its last owner releases it. Every world is an owner by itself. */
BUSTLE_API void bustle_content_retain(bustle_content *content);
BUSTLE_API void bustle_content_release(bustle_content *content);

typedef enum bustle_kind {
    BUSTLE_KIND_STATE,
    BUSTLE_KIND_ENVIRONMENT,
    BUSTLE_KIND_INTERRUPTION,
    BUSTLE_KIND_ACTION,
    BUSTLE_KIND_SEQUENCE,
    BUSTLE_KIND_ENTITY,
    BUSTLE_KIND_ROLE,
    BUSTLE_KIND_CUE, /* names of cues, each once, however many roles have one of that name */
    BUSTLE_KIND_SCENE,
    BUSTLE_KIND_LINK, /* kinds of links that content declares; not those that follow from what is
                         going on */
    BUSTLE_KIND_OFFER, /* names of offers, each once, however many entities have one of that name */
    BUSTLE_KIND_INBOX,
    BUSTLE_KIND_PLAN,
    BUSTLE_KIND_MEETING /* names that NPCs meet under, each once */
} bustle_kind;

BUSTLE_API uint32_t bustle_content_count(const bustle_content *content, bustle_kind kind);
/* BUSTLE_NONE: there is none of that name. */
BUSTLE_API bustle_id bustle_content_find(
    const bustle_content *content, bustle_kind kind, const char *name);
/* NULL: there is no such id. Lives as long as the content. */
BUSTLE_API const char *bustle_content_name(
    const bustle_content *content, bustle_kind kind, bustle_id id);
/* Nodes are numbered within their sequence in byte order of their names. NULL: there is no such
 * node. */
BUSTLE_API const char *bustle_content_node_name(
    const bustle_content *content, bustle_id sequence, uint32_t node);
/* Parts are numbered within their scene as written. NULL: there is no such part. */
BUSTLE_API const char *bustle_content_part_name(
    const bustle_content *content, bustle_id scene, uint32_t part);
/* The number behind a named value of a state or environment key. BUSTLE_BAD_VALUE: no such name. */
BUSTLE_API bustle_status bustle_content_value(const bustle_content *content, bustle_kind kind,
    bustle_id id, const char *name, int32_t *value);
/* The name of a value; NULL if the key has no names or none for this value. */
BUSTLE_API const char *bustle_content_value_name(
    const bustle_content *content, bustle_kind kind, bustle_id id, int32_t value);
/* 32-bit FNV-1a of a name, as it enters the decision hash and event arguments. 0 if there is no
 * such id. */
BUSTLE_API uint32_t bustle_content_name_hash(
    const bustle_content *content, bustle_kind kind, bustle_id id);
/* What a spawn takes. */
typedef struct bustle_state_value {
    bustle_id state;
    int32_t value;
} bustle_state_value;

typedef struct bustle_spawn_def {
    bustle_id definition;
    const char *name; /* an NPC's is its alone and seeds its random stream; a prop's is a label */
    bustle_position position;
    void *user; /* the game's own value */
    const bustle_state_value *states; /* instead of the initial ones; clamped to the bounds */
    size_t state_count;
} bustle_spawn_def;

/* The places of a content, in the order in which they were added: fills in what a spawn takes, but
 * for `user`. The texts and states live as long as the content. BUSTLE_BAD_ARGUMENT: there is no
 * such index. */
BUSTLE_API uint32_t bustle_content_place_count(const bustle_content *content);
BUSTLE_API bustle_status bustle_content_place(
    const bustle_content *content, uint32_t index, bustle_spawn_def *def);
/* The links of a place, in the order in which they were given: BUSTLE_BAD_ARGUMENT: there is no
 * such place, or it has no such link. To be made when both places have been spawned. */
typedef struct bustle_place_link {
    bustle_id link;
    uint32_t to; /* index of the other place */
    int32_t value;
} bustle_place_link;
BUSTLE_API uint32_t bustle_content_place_link_count(const bustle_content *content, uint32_t place);
BUSTLE_API bustle_status bustle_content_place_link(
    const bustle_content *content, uint32_t place, uint32_t index, bustle_place_link *link);
/* Bytes that the content holds. */
BUSTLE_API size_t bustle_content_bytes(const bustle_content *content);

/* ---- Events ---------------------------------------------------------------------------------- */

/* All kinds of events: name, number, text, and which kind of thing the `name` of such an event is.
 * A kind keeps its number for ever; new ones come at the end. */
#define BUSTLE_EVENT_KINDS(KIND)                          \
    KIND(SPAWN, 1, "spawn", BUSTLE_KIND_ENTITY)           \
    KIND(START, 2, "start", BUSTLE_KIND_ACTION)           \
    KIND(STOP, 3, "stop", BUSTLE_KIND_ACTION)             \
    KIND(FAIL, 4, "fail", BUSTLE_KIND_SEQUENCE)           \
    KIND(FALLBACK, 5, "fallback", BUSTLE_KIND_SEQUENCE)   \
    KIND(INTERRUPT, 6, "interrupt", BUSTLE_KIND_SEQUENCE) \
    KIND(IGNORE, 7, "ignore", BUSTLE_KIND_SEQUENCE)       \
    KIND(HALT, 8, "halt", BUSTLE_KIND_SEQUENCE)           \
    KIND(RESTART, 9, "restart", BUSTLE_KIND_SEQUENCE)     \
    KIND(REMOVE, 10, "remove", BUSTLE_KIND_ENTITY)        \
    KIND(ERROR, 11, "error", BUSTLE_KIND_ACTION)          \
    KIND(JOIN, 12, "join", BUSTLE_KIND_SCENE)             \
    KIND(LEAVE, 13, "leave", BUSTLE_KIND_SCENE)           \
    KIND(ROLE, 14, "role", BUSTLE_KIND_ROLE)              \
    KIND(ADOPT, 15, "adopt", BUSTLE_KIND_OFFER)           \
    KIND(DROP, 16, "drop", BUSTLE_KIND_OFFER)             \
    KIND(ENTER, 17, "enter", BUSTLE_KIND_ENTITY)          \
    KIND(EXIT, 18, "exit", BUSTLE_KIND_ENTITY)            \
    KIND(PLAN, 19, "plan", BUSTLE_KIND_SEQUENCE)

/* BUSTLE_EVENT_SPAWN and so on. */
typedef enum bustle_event_kind {
#define BUSTLE_EVENT_KIND(name, number, text, kind) BUSTLE_EVENT_##name = (number),
    BUSTLE_EVENT_KINDS(BUSTLE_EVENT_KIND)
#undef BUSTLE_EVENT_KIND
} bustle_event_kind;

/* Why an action stopped: the argument of a stop event. */
typedef enum bustle_stop_reason {
    BUSTLE_STOP_DONE = 1,
    BUSTLE_STOP_TIMED_OUT,
    BUSTLE_STOP_FAILED,
    BUSTLE_STOP_INTERRUPTED,
    BUSTLE_STOP_CANCELLED,
    BUSTLE_STOP_REMOVED
} bustle_stop_reason;

/* Why a sequence failed: the argument of fail and halt events. */
typedef enum bustle_cause {
    BUSTLE_CAUSE_NO_CANDIDATE = 1,
    BUSTLE_CAUSE_CONDITION,
    BUSTLE_CAUSE_NO_OPTION,
    BUSTLE_CAUSE_SAME_TARGET,
    BUSTLE_CAUSE_GAME,
    BUSTLE_CAUSE_TIMEOUT,
    BUSTLE_CAUSE_CLAIM,
    BUSTLE_CAUSE_TARGET_LEFT,
    BUSTLE_CAUSE_DEPTH,
    BUSTLE_CAUSE_STEPS,
    BUSTLE_CAUSE_NO_CAST, /* a scene found nobody for a part */
    BUSTLE_CAUSE_SCENE, /* a scene broke, or its performer left it */
    BUSTLE_CAUSE_NO_OFFER, /* nobody offers what a request asks for */
    BUSTLE_CAUSE_REVOKED, /* a place at an offer is gone, or a `while` is false */
    BUSTLE_CAUSE_WAITED, /* what a node waited for did not come */
    BUSTLE_CAUSE_FULL, /* the inbox that a node sends to takes no more */
    BUSTLE_CAUSE_MESSAGE, /* what took the message that a node awaits failed, or nobody will take it
                           */
    BUSTLE_CAUSE_NO_MEETING_PLACE /* nobody is where a node wants to meet */
} bustle_cause;

/* Why a member left a scene: the argument of a leave event. */
typedef enum bustle_leave_reason {
    BUSTLE_LEAVE_FINISHED = 1,
    BUSTLE_LEAVE_LEFT, /* it alone */
    BUSTLE_LEAVE_BROKEN
} bustle_leave_reason;

/* Why a place at an offer was given back: the argument of a drop event. */
typedef enum bustle_drop_reason {
    BUSTLE_DROP_DONE = 1,
    BUSTLE_DROP_FAILED,
    BUSTLE_DROP_INTERRUPTED,
    BUSTLE_DROP_REVOKED,
    BUSTLE_DROP_GIVEN_UP,
    BUSTLE_DROP_LEFT /* one of the two was removed */
} bustle_drop_reason;

/* Short texts for people. Never NULL. */
BUSTLE_API const char *bustle_event_kind_text(bustle_event_kind kind);
BUSTLE_API const char *bustle_stop_reason_text(bustle_stop_reason reason);
BUSTLE_API const char *bustle_cause_text(bustle_cause cause);
BUSTLE_API const char *bustle_leave_reason_text(bustle_leave_reason reason);
BUSTLE_API const char *bustle_drop_reason_text(bustle_drop_reason reason);

/* `name`: of spawn and remove the definition; of start, stop and error the action; of fail and halt
 * the sequence; of fallback the fallback; of interrupt and ignore the response; of restart the main
 * sequence; of role the role, BUSTLE_NONE: it has none any more; of join and leave the scene; of
 * adopt and drop the offer; of enter and exit the area's definition; of plan the sequence.
 * `argument`: of start the ms that remain, + 2^31 if resumed; of stop the reason; of fail and halt
 * the cause; of interrupt and ignore the hash of the interruption's name, or the cue's, 0 for a
 * run; of join the part; of leave and drop the reason; of plan the entry, from 0, patches from 256;
 * else 0. */
typedef struct bustle_event {
    int64_t time;
    bustle_entity npc; /* or the prop that was spawned or removed */
    bustle_entity target; /* start, stop: the action's; interrupt, ignore: the source, or whom a cue
                             found; join: who began the scene; adopt, drop: who offers it;
                             enter, exit: the area; else 0 */
    bustle_id name;
    uint32_t argument;
    uint32_t token; /* start, stop: to complete or fail the action with; else 0 */
    uint32_t duration_ms; /* start: the whole duration; else 0 */
    bustle_id interruption; /* interrupt, ignore: which; a run and all others: BUSTLE_NONE */
    bustle_id cue; /* interrupt: the cue that found a reason for it; else BUSTLE_NONE */
    bustle_event_kind kind;
} bustle_event;

/* ---- World ----------------------------------------------------------------------------------- */

typedef enum bustle_log_level {
    BUSTLE_LOG_ERROR,
    BUSTLE_LOG_WARNING,
    BUSTLE_LOG_INFO
} bustle_log_level;

/* What the game answers. `name`, if not NULL, is a named value and wins over `number`. */
typedef struct bustle_answer {
    double number;
    const char *name;
} bustle_answer;

/* What a decision looks at, told while it is made. In brackets: the fields that mean something
 * besides `npc`, `sequence` and `node`, which say who decides, and where. */
typedef enum bustle_trace_kind {
    BUSTLE_TRACE_BEGIN = 1, /* the sequence begins at the node */
    BUSTLE_TRACE_OPTION, /* a transition that leaves the node is looked at (verdict, transition, to,
                            remembered). Those marked otherwise only where no other is open */
    BUSTLE_TRACE_WAY, /* the node is left (open, transition, to); none was open: BUSTLE_NONE twice
                       */
    BUSTLE_TRACE_FAILED, /* the node failed and says where to go then (to) */
    BUSTLE_TRACE_ACTION, /* the node's action takes no target, or none of its conditions that are
                            false depends on one (verdict, action) */
    BUSTLE_TRACE_CANDIDATE, /* an entity in reach (verdict, action, target, remembered) */
    BUSTLE_TRACE_TARGET, /* who was chosen from them, or nobody (action, target, accepting, reached,
                            open, best) */
    BUSTLE_TRACE_SAME_TARGET, /* the sequence's current target (verdict, action, target) */
    BUSTLE_TRACE_RESUMPTION, /* whether the interrupted action goes on (verdict, action, target) */
    BUSTLE_TRACE_ENDED, /* an interruption ends an action as done (action, interruption) */
    BUSTLE_TRACE_WATCH, /* an interruption's own condition (verdict, interruption); npc is nobody */
    BUSTLE_TRACE_IGNORED, /* an interruption is dropped (verdict, interruption), wherever the NPC
                            is: sequence and node mean nothing. The ignore event follows */
    BUSTLE_TRACE_TRY, /* the node waits for something, which is there or not (verdict) */
    BUSTLE_TRACE_ROLE, /* a role that the NPC may be in (verdict, role): the first that is open
                          applies. Sequence and node mean nothing */
    BUSTLE_TRACE_CUE, /* a cue that is due (verdict, cue, target), after its candidates and their
                        target, which have this cue instead of an action. Sequence and node mean
                        nothing, in all of these */
    BUSTLE_TRACE_MEMBER, /* somebody in reach who might fill a part of a scene (verdict, scene,
                            part, target, remembered). Sequence and node mean nothing, as in the
                            next two; npc is nobody where the game stages the scene */
    BUSTLE_TRACE_PART, /* who was chosen from them, or nobody (scene, part, target, accepting,
                          reached, open, best) */
    BUSTLE_TRACE_CAST, /* whether a scene was cast (verdict, scene; part: which found nobody) */
    BUSTLE_TRACE_ARRIVAL, /* the end of a phase (verdict, scene, part): open, or others are behind
                           */
    BUSTLE_TRACE_PROVIDER, /* somebody whom the node's request asks (verdict, offer, target,
                              remembered); offer BUSTLE_NONE: the node's own conditions are against
                              it */
    BUSTLE_TRACE_REQUEST, /* whose offer was taken, or nobody's (offer, target, accepting, reached,
                             open, best) */
    BUSTLE_TRACE_PLACE, /* whether a place is had again when an activity goes on (verdict, offer,
                           target) */
    BUSTLE_TRACE_WHILE, /* a `while` is false (offer, or BUSTLE_NONE: the node's); sequence and
                           node: whose call is over */
    BUSTLE_TRACE_RECEIVER, /* somebody to whom the node might send (verdict, inbox, target,
                              remembered) */
    BUSTLE_TRACE_SEND, /* who was chosen from them, or nobody (verdict, inbox, target, accepting,
                          reached, open, best) */
    BUSTLE_TRACE_MESSAGE, /* a message that the node might take (verdict, inbox, target: who sent
                             it) */
    BUSTLE_TRACE_TAKE, /* the one that was taken, or none (verdict, inbox, target, open) */
    BUSTLE_TRACE_ANSWER, /* what became of a message that is awaited (verdict, inbox, target: who
                            received it): open: done; gone: failed; behind: not yet */
    BUSTLE_TRACE_MEETING, /* whether enough are there (verdict, meeting, target: the place, reached:
                             who wait there, accepting: how many there must be) */
    BUSTLE_TRACE_PLAN /* an entry of the NPC's plan (verdict, plan, entry) when it is looked at; the
                         one that is open holds. Sequence and node mean nothing */
} bustle_trace_kind;

/* What came out, the first that applies. */
typedef enum bustle_verdict {
    BUSTLE_VERDICT_GONE = 1, /* there is no such entity any more */
    BUSTLE_VERDICT_CONDITION, /* a condition is false */
    BUSTLE_VERDICT_SPEED, /* it cannot travel */
    BUSTLE_VERDICT_CLAIM, /* what it claims is not to be had */
    BUSTLE_VERDICT_OPEN, /* nothing is against it */
    BUSTLE_VERDICT_ANSWERED, /* of what is ignored: a response to it is among the NPC's activities
                              */
    BUSTLE_VERDICT_PRIORITY, /* what runs has a higher priority */
    BUSTLE_VERDICT_LIMIT, /* the NPC has as many activities as it may have */
    BUSTLE_VERDICT_OLD, /* it waited too long for the NPC to be released */
    BUSTLE_VERDICT_AGAIN, /* of a cue: it was found too lately */
    BUSTLE_VERDICT_NOBODY, /* of a cue or a scene: nobody was found */
    BUSTLE_VERDICT_BUSY, /* of a member: it does something else, or is in a scene */
    BUSTLE_VERDICT_RESTING, /* of a member: it left a scene too lately */
    BUSTLE_VERDICT_NOT_CASTABLE, /* of a member: what it does says so, or does not allow it */
    BUSTLE_VERDICT_NO_REACTION, /* of a member: it has none to the topic */
    BUSTLE_VERDICT_FAR, /* of a member: it is too far away */
    BUSTLE_VERDICT_GIVEN_UP, /* of a member: with it other parts found nobody */
    BUSTLE_VERDICT_BEHIND, /* of an arrival: somebody has not arrived yet */
    BUSTLE_VERDICT_NOT_OFFERED, /* of a provider: not at the moment, in its role */
    BUSTLE_VERDICT_LACKS, /* of a provider: the NPC has not the states that this needs */
    BUSTLE_VERDICT_HOLDS, /* of a provider: the NPC holds it already */
    BUSTLE_VERDICT_OFFER, /* of a provider: the offer's `when` is false */
    BUSTLE_VERDICT_WHILE, /* of a provider: a `while` is false, the offer's if that is said */
    BUSTLE_VERDICT_FULL, /* of a provider: all places are taken; of a receiver: it takes no more */
    BUSTLE_VERDICT_LATER, /* of an entry: it has not begun yet */
    BUSTLE_VERDICT_OVER, /* of an entry: it has ended */
    BUSTLE_VERDICT_SHORT, /* of an entry: too little time is left */
    BUSTLE_VERDICT_BELOW /* of an entry: another one counts more, or began later */
} bustle_verdict;

typedef struct bustle_trace {
    bustle_trace_kind kind;
    bustle_verdict verdict;
    bustle_entity npc;
    bustle_entity target; /* or nobody */
    bustle_id sequence; /* BUSTLE_NONE, as all that follow, where it means nothing */
    uint32_t node;
    uint32_t transition; /* of the node, from 0, as written */
    uint32_t to; /* node */
    bustle_id action;
    bustle_id interruption;
    bustle_id role;
    bustle_id cue;
    bustle_id scene;
    uint32_t part; /* of the scene */
    bustle_id offer;
    bustle_id inbox;
    bustle_id meeting;
    bustle_id plan;
    uint32_t entry; /* of the plan, from 0; patches from 256 */
    int64_t remembered; /* when it was last taken, as far as the NPC remembers; -1: not at all */
    uint32_t accepting; /* entities that accept the action, or that its path finds, but the NPC */
    uint32_t reached; /* of these, those within its reach, each of them a candidate */
    uint32_t open; /* of these, those that nothing was against; of a way: destinations */
    uint32_t best; /* of these, those left by the action's preference: memory chose among them */
} bustle_trace;

/* Short texts for people. Never NULL. */
BUSTLE_API const char *bustle_trace_kind_text(bustle_trace_kind kind);
BUSTLE_API const char *bustle_verdict_text(bustle_verdict verdict);

/* What the runtime asks of and tells the game. All optional; `context` comes first in every call.
 */
typedef struct bustle_callbacks {
    void *context;
    /* For the functions that have a number. */
    bustle_function condition;
    bustle_function effect;
    /* More than 0: answered; 0: no answer; less: an error, reported. */
    int (*query_condition)(
        void *context, bustle_world *world, bustle_id environment, bustle_answer *answer);
    int (*query_position)(
        void *context, bustle_world *world, bustle_entity entity, bustle_position *position);
    /* Both for every event, in order, at the end of an update: `start_action` for starts only, then
     * `on_event`. What they call takes effect at once, as if made after the update. */
    void (*start_action)(void *context, bustle_world *world, const bustle_event *event);
    void (*on_event)(void *context, bustle_world *world, const bustle_event *event);
    /* Microseconds from any fixed point, for budgets only. NULL: the system's clock. */
    int64_t (*clock)(void *context);
    /* Errors in functions and answers, and what the runtime thinks a developer should know. */
    void (*log)(void *context, bustle_log_level level, const char *text);
    /* Every step of every decision, at once, for tools; it may read, and `trace` is valid during
     * the call. An update that is made again after it ran out of memory may tell the steps of one
     * decision twice. */
    void (*trace)(void *context, bustle_world *world, const bustle_trace *trace);
} bustle_callbacks;

/* How distances are measured. */
typedef enum bustle_metric {
    BUSTLE_METRIC_EUCLIDEAN, /* along the straight line */
    BUSTLE_METRIC_MANHATTAN /* along the axes */
} bustle_metric;

typedef struct bustle_world_def {
    uint64_t seed;
    const bustle_allocator *allocator; /* NULL: the C library's; copied */
    bustle_callbacks callbacks;
    bustle_ending ending; /* of actions that do not say */
    bustle_metric metric;
    int32_t depth_limit; /* sequences on an activity's stack, 1 .. 255 */
    int32_t step_limit; /* steps of an NPC in an update, 1 .. 65535 */
    int32_t queue_limit; /* interruptions waiting for an NPC, 0 .. 255 */
    int32_t activity_limit; /* 1 .. 255, the main one included */
    int32_t failure_limit; /* failures in a row that an NPC survives, 0 .. 255 */
    int32_t restart_ms; /* after a halt, at least 1; negative: only when the game says so */
    int64_t day_ms; /* the length of a day of its clock, 1440 .. 2^30; 0: no clock, but where the
                       content has plans one of 1,440,000 */
    int64_t day_start_ms; /* what the clock shows at time 0, below day_ms; negative: six in the
                             morning */
} bustle_world_def;

BUSTLE_API bustle_world_def bustle_default_world_def(void);

/* BUSTLE_BAD_ARGUMENT: a NULL or a limit out of its range. Time starts at 0. */
BUSTLE_API bustle_status bustle_world_create(
    bustle_content *content, const bustle_world_def *def, bustle_world **world);
/* Ends everything at once, without events. NULL does nothing. Refused (nothing happens) from inside
 * any callback of this world. */
BUSTLE_API void bustle_world_destroy(bustle_world *world);

typedef struct bustle_update_options {
    int32_t batch; /* NPCs that may decide; negative: all */
    int64_t budget_us; /* wall-clock microseconds for endings and decisions; negative: no limit */
    int64_t portion; /* endings and turns to be handled, as a budget that ran out left them (see
                        bustle_stats), so that an update can be made again; 0: no limit */
} bustle_update_options;

BUSTLE_API bustle_update_options bustle_default_update_options(void);

/* Advances the world to `now` (ms, not before the last update's, at most 2^60; the same again is
 * allowed) and delivers the events. Options NULL: the defaults. BUSTLE_NO_MEMORY: everything done
 * so far stands, nothing is delivered, and the same call made again goes on where it stopped; until
 * then every other call that changes the world is BUSTLE_BUSY. Not callable from any callback. */
BUSTLE_API bustle_status bustle_world_update(
    bustle_world *world, int64_t now, const bustle_update_options *options);

/* The events delivered by the last update: those of calls made between the last two updates first.
 * Valid until the next update or the world's end. */
BUSTLE_API const bustle_event *bustle_world_events(const bustle_world *world, size_t *count);

/* The time of the last update, 0 before. */
BUSTLE_API int64_t bustle_world_now(const bustle_world *world);
BUSTLE_API bustle_content *bustle_world_content(const bustle_world *world);
/* 32-bit FNV-1a over every event so far except errors, those not yet delivered included. */
BUSTLE_API uint32_t bustle_world_hash(const bustle_world *world);

typedef struct bustle_stats {
    uint32_t entities;
    uint32_t npcs;
    uint32_t halted;
    uint32_t queued; /* NPCs that wait for their turn to decide */
    uint64_t turns; /* NPCs' turns so far */
    uint64_t starts; /* actions started or resumed so far */
    uint64_t events; /* so far */
    uint64_t undelivered; /* events that wait for the next delivery */
    uint64_t refused; /* interruptions that full queues did not take, so far */
    uint32_t scenes; /* going on, or over and not yet left by all */
    uint64_t joins; /* members of scenes so far */
    uint64_t leaves; /* ... that have left */
    uint32_t places; /* at offers, held now */
    uint64_t adopts; /* places taken so far */
    uint64_t drops; /* ... and given back */
    uint32_t links; /* between entities, now */
    uint64_t links_refused; /* past 255 of a kind from one entity, or 2^20, so far */
    uint64_t paths_cut; /* paths that looked at as many links as they may, so far */
    uint32_t messages; /* in inboxes, now */
    uint64_t messages_sent; /* put into inboxes so far */
    uint64_t messages_taken; /* ... and taken */
    uint64_t messages_lost; /* ... and gone otherwise */
    uint64_t messages_refused; /* by full inboxes, or past 2^18 in all, so far */
    uint32_t meeting; /* NPCs that wait for a meeting now, interrupted ones too */
    uint64_t portion; /* changes of plan, endings and turns that the last update handled */
    bool cut_short; /* its budget or portion ran out */
    size_t bytes; /* held by the world now */
    uint64_t allocations; /* calls of the allocator so far that were not frees */
} bustle_stats;

BUSTLE_API bustle_status bustle_world_stats(const bustle_world *world, bustle_stats *stats);

/* Proves that the world's parts agree: taken and free parts of claimed state, stacks, queues,
 * timers, grid. BUSTLE_INCONSISTENT: `text` (of `size` bytes, may be NULL) says what does not.
 * Costs time in proportion to the world; changes nothing. BUSTLE_BUSY inside functions, queries and
 * the callbacks `clock` and `log`. */
BUSTLE_API bustle_status bustle_world_check(bustle_world *world, char *text, size_t size);

/* An environment value pushed by the game: counts as an answer. BUSTLE_BAD_VALUE: NaN or infinite.
 */
BUSTLE_API bustle_status bustle_world_set_environment(
    bustle_world *world, bustle_id environment, double value);
/* The cached value; never asks. */
BUSTLE_API bustle_status bustle_world_environment(
    const bustle_world *world, bustle_id environment, int32_t *value);

/* ---- Entities -------------------------------------------------------------------------------- */

BUSTLE_API bustle_spawn_def bustle_default_spawn_def(void);

/* BUSTLE_BAD_ARGUMENT, BUSTLE_NO_PROPERTY, BUSTLE_BAD_VALUE (position), BUSTLE_NAME_TAKEN,
 * BUSTLE_LIMIT. */
BUSTLE_API bustle_status bustle_world_spawn(
    bustle_world *world, const bustle_spawn_def *def, bustle_entity *entity);
/* It leaves at once: its action stops, those who use it are cancelled, its handle is stale. */
BUSTLE_API bustle_status bustle_world_remove(bustle_world *world, bustle_entity entity);

BUSTLE_API bool bustle_entity_alive(const bustle_world *world, bustle_entity entity);
/* The number an entity was spawned under, from 1. Pure arithmetic on the handle; 0 for nobody. */
BUSTLE_API uint32_t bustle_entity_spawn_number(bustle_entity entity);
BUSTLE_API bustle_status bustle_entity_definition(
    const bustle_world *world, bustle_entity entity, bustle_id *definition);
/* NULL if it was spawned under no name, or is stale. Valid until it leaves. */
BUSTLE_API const char *bustle_entity_name(const bustle_world *world, bustle_entity entity);
/* The NPC of that name; 0: nobody lives under it. */
BUSTLE_API bustle_entity bustle_world_find(const bustle_world *world, const char *name);
/* The next living entity, in spawn order; 0 starts, 0 ends. `after` may be stale. */
BUSTLE_API bustle_entity bustle_world_next(const bustle_world *world, bustle_entity after);
/* Everyone within a distance (inclusive, in sixteenths) of a point, by cached positions, in spawn
 * order. Costs what is near, however many there are elsewhere. Writes at most `capacity` entities,
 * the first ones, and sets *count to how many there are; `entities` may be NULL with capacity 0.
 * BUSTLE_BAD_ARGUMENT: a negative distance, or none; BUSTLE_BAD_VALUE: no finite point;
 * BUSTLE_NO_MEMORY. */
BUSTLE_API bustle_status bustle_world_within(const bustle_world *world, bustle_position centre,
    double distance, bustle_entity *entities, size_t capacity, size_t *count);
/* The same around an entity, which is left out. BUSTLE_STALE. */
BUSTLE_API bustle_status bustle_world_around(const bustle_world *world, bustle_entity centre,
    double distance, bustle_entity *entities, size_t capacity, size_t *count);

BUSTLE_API void *bustle_entity_user(const bustle_world *world, bustle_entity entity);
BUSTLE_API bustle_status bustle_entity_set_user(
    bustle_world *world, bustle_entity entity, void *user);

/* State may be read at any time, and written between updates, at delivery and by effect functions.
 * A written value is clamped; of a claimed state the free part is read and written. */
BUSTLE_API bustle_status bustle_entity_get(
    const bustle_world *world, bustle_entity entity, bustle_id state, int32_t *value);
BUSTLE_API bustle_status bustle_entity_set(
    bustle_world *world, bustle_entity entity, bustle_id state, int32_t value);
/* What actions and sequences have claimed of it at the moment. */
BUSTLE_API bustle_status bustle_entity_taken(
    const bustle_world *world, bustle_entity entity, bustle_id state, int32_t *amount);

/* The cached position. BUSTLE_NO_PROPERTY: it is nowhere. */
BUSTLE_API bustle_status bustle_entity_position(
    const bustle_world *world, bustle_entity entity, bustle_position *position);
BUSTLE_API bustle_status bustle_entity_move(
    bustle_world *world, bustle_entity entity, bustle_position position);

/* ---- Links, paths and areas ------------------------------------------------------------------ */

/* Sets the link from one entity to another; of a flag, 0 unlinks. The value is clamped.
 * BUSTLE_BAD_ARGUMENT: no such kind, or both are the same; BUSTLE_LIMIT: there are 255 of the kind
 * from that entity, or 2^20 in the world; BUSTLE_STALE. */
BUSTLE_API bustle_status bustle_world_link(
    bustle_world *world, bustle_entity from, bustle_id link, bustle_entity to, int32_t value);
/* Does nothing where there is none. */
BUSTLE_API bustle_status bustle_world_unlink(
    bustle_world *world, bustle_entity from, bustle_id link, bustle_entity to);
/* Its value, or the default where there is none; `exists` may be NULL. */
BUSTLE_API bustle_status bustle_entity_link(const bustle_world *world, bustle_entity from,
    bustle_id link, bustle_entity to, int32_t *value, bool *exists);
/* The links of a kind that lead from an entity, by the spawn numbers of the others. `values` may be
 * NULL. Writes at most `capacity`, and sets *count to how many there are. */
BUSTLE_API bustle_status bustle_entity_links(const bustle_world *world, bustle_entity from,
    bustle_id link, bustle_entity *entities, int32_t *values, size_t capacity, size_t *count);
/* Those whom a path such as "contains(sword) of home" finds, which begins at an entity (`self`) or
 * at the innermost area that it is in (`area`), in spawn order. Kinds are named in full.
 * BUSTLE_BAD_PATH: `reason` (of `size_of_reason` bytes, may be NULL) says why. */
BUSTLE_API bustle_status bustle_world_query(const bustle_world *world, bustle_entity from,
    const char *path, bustle_entity *entities, size_t capacity, size_t *count, char *reason,
    size_t size_of_reason);

/* The innermost area that an NPC is in; 0: none. */
BUSTLE_API bustle_status bustle_npc_area(
    const bustle_world *world, bustle_entity npc, bustle_entity *area);
/* All areas that an NPC is in, triggers too, by size, the smallest first. */
BUSTLE_API bustle_status bustle_npc_areas(const bustle_world *world, bustle_entity npc,
    bustle_entity *areas, size_t capacity, size_t *count);
/* The NPCs in an area, in spawn order. BUSTLE_NOT_AREA. */
BUSTLE_API bustle_status bustle_area_inside(const bustle_world *world, bustle_entity area,
    bustle_entity *npcs, size_t capacity, size_t *count);
/* The area around an area; 0: none. BUSTLE_NOT_AREA. */
BUSTLE_API bustle_status bustle_area_outer(
    const bustle_world *world, bustle_entity area, bustle_entity *outer);
/* The boxes of an area, in world coordinates: offsets are of their centres from 0. */
BUSTLE_API bustle_status bustle_area_boxes(const bustle_world *world, bustle_entity area,
    bustle_box_def *boxes, size_t capacity, size_t *count);

/* ---- Offers ---------------------------------------------------------------------------------- */

/* What an entity offers now. */
typedef struct bustle_offering {
    bustle_id offer;
    bustle_id sequence;
    uint32_t holders; /* places; 0: any number */
    uint32_t taken;
} bustle_offering;

/* By name. Writes at most `capacity` and sets *count to how many there are. */
BUSTLE_API bustle_status bustle_entity_offers(const bustle_world *world, bustle_entity entity,
    bustle_offering *offerings, size_t capacity, size_t *count);
/* Who holds an offer of an entity (BUSTLE_NONE: any), in spawn order, each once. */
BUSTLE_API bustle_status bustle_entity_holders(const bustle_world *world, bustle_entity entity,
    bustle_id offer, bustle_entity *npcs, size_t capacity, size_t *count);
/* All who hold it lose it on their next turn. `count` (may be NULL): how many they are. */
BUSTLE_API bustle_status bustle_entity_revoke(
    bustle_world *world, bustle_entity entity, bustle_id offer, uint32_t *count);

/* A place that an NPC has at an offer. */
typedef struct bustle_place {
    bustle_id offer;
    bustle_id sequence;
    bustle_entity provider; /* 0: it has left */
    uint32_t activity; /* 0: the lowest; BUSTLE_NONE: its sequence is on no stack any more */
    bool held; /* at the moment; else it is to be taken again when the activity goes on */
    bool undone; /* what it brought is being undone, or was, and begins anew */
    bool revoked; /* the NPC has still to deal with that */
} bustle_place;

/* In the order in which they were taken. */
BUSTLE_API bustle_status bustle_npc_places(const bustle_world *world, bustle_entity npc,
    bustle_place *places, size_t capacity, size_t *count);
/* Makes an NPC take an offer, as a response that no interruption asked for: for a door on the way,
 * say. BUSTLE_NO_OFFER, BUSTLE_FULL; BUSTLE_REFUSED, BUSTLE_HELD, BUSTLE_HALTED, and
 * BUSTLE_BAD_ARGUMENT as bustle_npc_run, the latter also if the NPC is to ask itself. */
BUSTLE_API bustle_status bustle_npc_request(bustle_world *world, bustle_entity npc, bustle_id offer,
    bustle_entity provider, int32_t priority);

/* ---- Messages and meetings --------------------------------------------------------------------
 */

/* A message that waits in an inbox. */
typedef struct bustle_message {
    bustle_id inbox;
    bustle_entity sender;
    int32_t value;
    int64_t time; /* when it was sent */
    bool awaited; /* its sender waits for what becomes of it */
} bustle_message;

/* Puts a message from an entity into an inbox of an NPC. BUSTLE_NO_INBOX; BUSTLE_FULL: it takes no
 * more, which is counted; BUSTLE_BAD_ARGUMENT: no such kind, or both are the same; BUSTLE_STALE,
 * BUSTLE_NOT_NPC. */
BUSTLE_API bustle_status bustle_entity_send(
    bustle_world *world, bustle_entity from, bustle_id inbox, bustle_entity to, int32_t value);
/* What is in an inbox of an NPC (BUSTLE_NONE: in all of them), the oldest first. Writes at most
 * `capacity` and sets *count to how many there are. BUSTLE_NO_INBOX. */
BUSTLE_API bustle_status bustle_npc_inbox(const bustle_world *world, bustle_entity npc,
    bustle_id inbox, bustle_message *messages, size_t capacity, size_t *count);
/* Who waits at an entity to meet under a name (BUSTLE_NONE: any), in spawn order; those who are
 * interrupted are left out. */
BUSTLE_API bustle_status bustle_entity_meeting(const bustle_world *world, bustle_entity entity,
    bustle_id meeting, bustle_entity *npcs, size_t capacity, size_t *count);

/* ---- Clock and plans --------------------------------------------------------------------------
 */

typedef struct bustle_clock {
    int64_t day; /* from 0 */
    int64_t time_ms; /* since midnight */
    int64_t day_ms; /* the length of a day */
    int32_t hour, minute; /* of a day of 24 hours */
} bustle_clock;

/* BUSTLE_NO_CLOCK. */
BUSTLE_API bustle_status bustle_world_clock(const bustle_world *world, bustle_clock *clock);
/* Sets the clock, forward or back, to a time (ms since midnight, below the length of a day) of a
 * day (negative: the same day). The plans of all NPCs are looked at in the next update.
 * BUSTLE_NO_CLOCK, BUSTLE_BAD_ARGUMENT. */
BUSTLE_API bustle_status bustle_world_set_time(bustle_world *world, int64_t day, int64_t time_ms);

/* An entry that the game adds to the plan of one NPC. */
typedef struct bustle_patch_def {
    int32_t from; /* as in bustle_plan_entry_def */
    int32_t to;
    bustle_id sequence;
    int32_t vary;
    int32_t priority; /* 1 by default */
    int32_t skip;
    bustle_replacing change;
    int32_t days; /* that it holds, today's the first; 0: until it is taken away */
} bustle_patch_def;

#define BUSTLE_MOST_PATCHES 8

BUSTLE_API bustle_patch_def bustle_default_patch_def(void);
/* `number` (may be NULL) takes it away again. BUSTLE_NO_PLAN; BUSTLE_OVERLAP; BUSTLE_LIMIT: the NPC
 * has BUSTLE_MOST_PATCHES; BUSTLE_BAD_ARGUMENT: a time, `vary`, priority, sequence or number of
 * days that cannot be. */
BUSTLE_API bustle_status bustle_npc_patch_plan(
    bustle_world *world, bustle_entity npc, const bustle_patch_def *patch, uint32_t *number);
/* BUSTLE_NO_PLAN: no patch has that number. */
BUSTLE_API bustle_status bustle_npc_unpatch_plan(
    bustle_world *world, bustle_entity npc, uint32_t number);

/* An entry of an NPC's plan on one day. */
typedef struct bustle_plan_entry {
    uint32_t entry; /* from 0, patches from 256 */
    uint32_t patch; /* its number; 0: it is of the plan itself */
    bustle_id sequence;
    int64_t day; /* on which it would begin if it did not vary */
    int64_t begins_ms; /* by the clock: ms since the midnight of day 0 */
    int64_t ends_ms;
    int32_t priority;
    bool holds; /* now */
    bustle_verdict why; /* now: BUSTLE_VERDICT_OPEN: it holds; _LATER, _OVER, _SHORT, _BELOW */
} bustle_plan_entry;

/* The entries of an NPC's plan that begin on a day or go on into it, by when they begin, then by
 * number. `plan` (may be NULL): which plan it is. Writes at most `capacity` and sets *count to how
 * many there are. BUSTLE_NO_PLAN. */
BUSTLE_API bustle_status bustle_npc_plan(const bustle_world *world, bustle_entity npc, int64_t day,
    bustle_id *plan, bustle_plan_entry *entries, size_t capacity, size_t *count);

/* ---- NPCs ------------------------------------------------------------------------------------ */

/* Ends the action that an NPC performs, as completed or as failed. `action` BUSTLE_NONE: whichever;
 * `token` 0: the current one. BUSTLE_NOT_ACTING, BUSTLE_OTHER_ACTION, BUSTLE_OLD_TOKEN. */
BUSTLE_API bustle_status bustle_npc_complete(
    bustle_world *world, bustle_entity npc, bustle_id action, uint32_t token);
BUSTLE_API bustle_status bustle_npc_fail(
    bustle_world *world, bustle_entity npc, bustle_id action, uint32_t token);

/* Says how an action ends in this world, whatever the action itself and the world's definition say:
 * for a game that walks its figures, and ends a walk when the figure is there. It holds for what
 * starts or resumes from then on; BUSTLE_ENDING_DEFAULT takes it back. As limits it belongs to the
 * world: it is not saved, and stays through a load and, by the action's name, through a reload. */
BUSTLE_API bustle_status bustle_world_set_ending(
    bustle_world *world, bustle_id action, bustle_ending ending);

/* How an interruption was received. */
typedef struct bustle_reception {
    uint32_t queued;
    uint32_t ignored; /* no handler and no action that it would end, or waiting already */
    uint32_t refused; /* the queue was full */
} bustle_reception;

/* Raises an interruption, from an entity or nobody (0). `reception` may be NULL. A stale or wrong
 * handle anywhere in the list refuses the whole call. */
BUSTLE_API bustle_status bustle_world_interrupt(bustle_world *world, bustle_id interruption,
    const bustle_entity *npcs, size_t count, bustle_entity from, bustle_reception *reception);
BUSTLE_API bustle_status bustle_world_interrupt_all(
    bustle_world *world, bustle_id interruption, bustle_entity from, bustle_reception *reception);
/* Everyone within a distance (inclusive, in sixteenths) by cached positions, except the source. */
BUSTLE_API bustle_status bustle_world_interrupt_within(bustle_world *world, bustle_id interruption,
    bustle_position centre, double distance, bustle_entity from, bustle_reception *reception);
/* The same around an entity, which is left out too. */
BUSTLE_API bustle_status bustle_world_interrupt_around(bustle_world *world, bustle_id interruption,
    bustle_entity centre, double distance, bustle_entity from, bustle_reception *reception);

/* Stops an NPC until its release; a second hold, or a release without a hold, changes nothing. */
BUSTLE_API bustle_status bustle_npc_hold(bustle_world *world, bustle_entity npc);
BUSTLE_API bustle_status bustle_npc_release(bustle_world *world, bustle_entity npc);
/* Runs a sequence once, as a response that no interruption asked for. BUSTLE_REFUSED, BUSTLE_HELD,
 * BUSTLE_HALTED; BUSTLE_BAD_ARGUMENT: a priority outside -32768 .. 32767. */
BUSTLE_API bustle_status bustle_npc_run(
    bustle_world *world, bustle_entity npc, bustle_id sequence, int32_t priority);
/* Gives up the main activity and starts the sequence in its place. */
BUSTLE_API bustle_status bustle_npc_set_main(
    bustle_world *world, bustle_entity npc, bustle_id sequence);
/* Puts an NPC into a role until it is set again; BUSTLE_NONE: into the one that applies by its
 * definition. The main sequence is replaced at once if the role has another. */
BUSTLE_API bustle_status bustle_npc_set_role(
    bustle_world *world, bustle_entity npc, bustle_id role);
/* Its role, or BUSTLE_NONE; `set` (may be NULL): whether the game has set it. */
BUSTLE_API bustle_status bustle_npc_role(
    const bustle_world *world, bustle_entity npc, bustle_id *role, bool *set);

/* Somebody whom the game casts. */
typedef struct bustle_cast {
    uint32_t part; /* of the scene, from 0 */
    bustle_entity npc;
} bustle_cast;

/* Stages a scene, at an entity or nowhere (0), with whom the game names and whoever else can be
 * cast. `number` (may be NULL): the scene's, from 1. BUSTLE_UNAVAILABLE: one who was named cannot
 * take part now; BUSTLE_NO_CAST: somebody was not found; BUSTLE_BAD_ARGUMENT: one is named twice,
 * is the place, or a part has too many; BUSTLE_STALE, BUSTLE_NOT_NPC. */
BUSTLE_API bustle_status bustle_world_stage(bustle_world *world, bustle_id scene, bustle_entity at,
    const bustle_cast *members, size_t count, uint32_t *number);
/* An NPC leaves the scene of its topmost activity that has one, else of the one that sank last,
 * else one whose part has not begun. BUSTLE_NO_SCENE. */
BUSTLE_API bustle_status bustle_npc_leave_scene(bustle_world *world, bustle_entity npc);

/* A part that an NPC has in a scene. */
typedef struct bustle_membership {
    uint32_t number; /* of the scene, from 1 */
    bustle_id scene;
    uint32_t part;
    uint32_t phase; /* nodes of its part that count and are done */
    uint32_t activity; /* 0: the lowest; BUSTLE_NONE: it has not begun */
    bool ended; /* its part is done, that of others is not */
    bool waiting; /* for others, at the end of a phase or of its part */
    bool away; /* it does something else at the moment */
    bool sunk; /* ... because it waited too long */
    bool over; /* the scene is, and the NPC leaves it on its turn */
    bustle_entity host; /* who began or stages the scene, or its place; or nobody */
    bool initiator; /* the NPC itself has begun it */
    int64_t began; /* when the scene was cast */
} bustle_membership;

/* The scenes that an NPC is in: that of its topmost activity first, then downwards, sunk ones by
 * when they sank, the latest first; of one activity the innermost first; last those that have not
 * begun. Writes at most `capacity` and sets *count to how many there are. */
BUSTLE_API bustle_status bustle_npc_scenes(const bustle_world *world, bustle_entity npc,
    bustle_membership *memberships, size_t capacity, size_t *count);
/* The members of a scene that goes on, by its number, in the order of parts and spawn numbers.
 * `memberships` may be NULL: what each of them does there. BUSTLE_NO_SCENE. */
BUSTLE_API bustle_status bustle_scene_members(const bustle_world *world, uint32_t number,
    bustle_entity *npcs, bustle_membership *memberships, size_t capacity, size_t *count);
/* After a halt. BUSTLE_NOT_HALTED; BUSTLE_HELD. */
BUSTLE_API bustle_status bustle_npc_restart(bustle_world *world, bustle_entity npc);

typedef enum bustle_mood {
    BUSTLE_DECIDING, /* its turn comes */
    BUSTLE_ACTING,
    BUSTLE_WAITING, /* after a failure */
    BUSTLE_ON_HOLD,
    BUSTLE_HAS_HALTED,
    BUSTLE_AWAITING /* at a node, for something to come */
} bustle_mood;

typedef struct bustle_doing {
    bustle_mood mood;
    bustle_id
        action; /* acting: what; awaiting: what it is seen in, if anything; else BUSTLE_NONE */
    bustle_entity target; /* acting: its target, or nobody */
    uint32_t token; /* of the action; else 0 */
    bool timed; /* acting: ends by itself when its duration has passed */
    int64_t duration_ms; /* acting: the whole duration */
    int64_t remaining_ms; /* acting: of the duration; waiting and halted: until it goes on; -1:
                             never by itself; awaiting: until it has waited too long; -1: for
                             the end of a scene that it stages */
    int64_t timeout_ms; /* acting: until the timeout */
    bustle_id sequence; /* on top of the running activity; BUSTLE_NONE: between activities */
    uint32_t node; /* of that sequence */
    bustle_id main; /* the main sequence */
    uint32_t activities; /* running and interrupted */
    uint32_t waiting; /* interruptions queued or kept */
    uint32_t failures; /* in a row, of the topmost activity */
    bustle_cause cause; /* halted: why; else 0 */
    bustle_id failed; /* halted: the sequence that failed last; else BUSTLE_NONE */
} bustle_doing;

BUSTLE_API bustle_status bustle_npc_doing(
    const bustle_world *world, bustle_entity npc, bustle_doing *doing);

/* The lifecycle of a sequence on a stack. */
typedef enum bustle_lifecycle {
    BUSTLE_UNINITIALIZED,
    BUSTLE_PROCESSING,
    BUSTLE_WAITING_FOR_ACTION,
    BUSTLE_IN_SUBSEQUENCE,
    BUSTLE_EXECUTED,
    BUSTLE_INTERRUPTED, /* the top of an interrupted activity that was waiting for an action */
    BUSTLE_FAILED,
    BUSTLE_WAITING_AT_NODE, /* for something to come; or interrupted while it did */
    BUSTLE_WAITING_AT_PHASE /* of a part: for the other members; or interrupted while it did */
} bustle_lifecycle;

typedef struct bustle_frame {
    uint32_t activity; /* 0: the lowest */
    bustle_id sequence;
    uint32_t node;
    bustle_lifecycle lifecycle;
    bustle_entity target; /* the sequence's current target, if it still exists */
    bool fallback;
    int32_t priority; /* of the activity as it counts now; the main activity: INT32_MIN */
    bustle_id interruption; /* that the activity responds to; BUSTLE_NONE: main, a run or a cue */
    bustle_id cue; /* that found a reason for the activity; else BUSTLE_NONE */
    bool main; /* the activity is the main one */
    bool sunk; /* ... lies below the main one, and waits for others */
    uint32_t scene_number; /* of a part: the scene's, from 1; else 0 */
    bustle_id scene; /* of a part; else BUSTLE_NONE */
    uint32_t part;
    bustle_id offer; /* that the sequence is of; else BUSTLE_NONE */
    bustle_entity provider; /* of that offer, if it still exists */
    bool undo; /* the activity undoes what the NPC held, before the one below it goes on */
} bustle_frame;

/* The stacks of an NPC, lowest activity first, in each the lowest sequence first. Writes at most
 * `capacity` frames and sets *count to how many there are. */
BUSTLE_API bustle_status bustle_npc_frames(const bustle_world *world, bustle_entity npc,
    bustle_frame *frames, size_t capacity, size_t *count);

typedef enum bustle_memory_kind {
    BUSTLE_MEMORY_TRANSITION,
    BUSTLE_MEMORY_ACTION,
    BUSTLE_MEMORY_INTERRUPTION,
    BUSTLE_MEMORY_ENCOUNTER /* whom cues have found, who was in scenes, whose offers were taken, who
                               was sent messages */
} bustle_memory_kind;

typedef struct bustle_memory {
    int64_t time;
    bustle_id action; /* of actions and interruptions; else BUSTLE_NONE */
    bustle_id sequence; /* of transitions and interruptions; else BUSTLE_NONE */
    bustle_id cue; /* of encounters by a cue; else BUSTLE_NONE */
    bustle_id scene; /* of encounters in a scene; else BUSTLE_NONE */
    bustle_id offer; /* of encounters by a request; else BUSTLE_NONE */
    bustle_id inbox; /* of encounters by a send node; else BUSTLE_NONE */
    uint32_t from; /* of transitions: the node left; else BUSTLE_NONE */
    uint32_t node; /* of transitions (the destination) and interruptions; else BUSTLE_NONE */
    uint32_t spawn_number; /* of the entity, which may have left; 0: none */
    uint32_t activity; /* of interruptions; 0: the lowest */
    int64_t duration_ms; /* of interruptions */
    int64_t timeout_ms;
    int64_t spent_ms;
} bustle_memory;

/* What an NPC remembers, oldest first. Writes at most `capacity` and sets *count to how many there
 * are. */
BUSTLE_API bustle_status bustle_npc_memories(const bustle_world *world, bustle_entity npc,
    bustle_memory_kind kind, bustle_memory *memories, size_t capacity, size_t *count);

/* ---- Conditions and claims ------------------------------------------------------------------- */

typedef enum bustle_truth {
    BUSTLE_FALSE,
    BUSTLE_TRUE,
    BUSTLE_UNKNOWN, /* it depends on a function of the game: these are not called */
    BUSTLE_NO_CONDITION /* of an operation that yields a value */
} bustle_truth;

typedef struct bustle_value {
    bool there; /* false: a state that the entity does not have, a target that does not exist, or
                   an expression that contains one */
    double number; /* whole, but for the distance, which has its fraction */
} bustle_value;

/* What an operation of a condition yields. */
typedef struct bustle_reading {
    bustle_truth truth;
    bustle_value left; /* of a comparison: its left side; of an operation that yields a value: that
                        */
    bustle_value right; /* of a comparison: its right side */
    size_t first; /* the operations from this one to itself are what it is made of */
} bustle_reading;

/* Says whether a condition, written as in a definition, holds now for an NPC and a target (0:
 * none), as if the NPC decided: what it holds of the target by claims of its own counts as free.
 * With `npc` 0, which must go with `target` 0, it is that of an interruption, about nobody. Sets
 * readings[i] to what operation i yields, for as many as the condition has, also for those that a
 * decision would pass over. Conditions left over at the end are joined by "and" in *truth. For
 * tools: calls no function, asks for no value and no position but takes those that are cached,
 * changes nothing, and may be called from every callback; names are looked up each time.
 * BUSTLE_BAD_ARGUMENT: it is no condition, names what the content does not have, or is a text;
 * *truth is then untouched, the readings mean nothing. BUSTLE_STALE, BUSTLE_NOT_NPC. */
BUSTLE_API bustle_status bustle_world_test(const bustle_world *world, bustle_entity npc,
    bustle_entity target, const bustle_ops *condition, bustle_reading *readings,
    bustle_truth *truth);

/* What a start would claim of a state of its target. It is to be had if it is there and `wanted` is
 * not more than `free`. */
typedef struct bustle_demand {
    bustle_id state;
    bool there; /* the target has the state */
    int64_t wanted; /* by the action and, if it makes its claims now, by its sequence */
    int64_t free; /* above the state's minimum; what the NPC holds itself is taken, as in the test
                     of a claim */
} bustle_demand;

/* What a start of an action where an NPC stands now would claim of a target, one for each state,
 * the action's own first. Writes at most `capacity` and sets *count to how many there are. */
BUSTLE_API bustle_status bustle_npc_demands(const bustle_world *world, bustle_entity npc,
    bustle_id action, bustle_entity target, bustle_demand *demands, size_t capacity, size_t *count);

/* ---- Saving and loading ---------------------------------------------------------------------- */

/* The whole changing state of a world as bytes that mean the same on every machine: versioned,
 * checksummed, with the names of what they refer to. Events that are not delivered yet and the
 * callbacks are not part of it. Start from {0}; a snapshot used again keeps its memory. */
typedef struct bustle_snapshot {
    uint8_t *bytes;
    size_t size;
    size_t capacity;
    bustle_allocator allocator; /* the world's, once there are bytes */
} bustle_snapshot;

/* Saves a world. `attached` (NULL: none) are bytes of the game's own that come along. Changes
 * nothing in the world. BUSTLE_BUSY inside an update and inside every callback. */
BUSTLE_API bustle_status bustle_snapshot_save(const bustle_world *world, const void *attached,
    size_t attached_size, bustle_snapshot *snapshot);
/* Gives the bytes back; also after the world's end. */
BUSTLE_API void bustle_snapshot_free(bustle_snapshot *snapshot);
/* The bytes that were attached, within `bytes`. BUSTLE_FOREIGN, BUSTLE_NEWER, BUSTLE_DAMAGED. */
BUSTLE_API bustle_status bustle_snapshot_attached(
    const void *bytes, size_t size, const void **attached, size_t *attached_size);

/* Something that did not come through a load or a change of content as it was. Of the thing alone
 * (`entity` 0), or of what that means for an entity. */
typedef struct bustle_change {
    const char *code; /* stable, such as "action-gone" */
    bustle_entity entity; /* 0: none, or it was left out */
    uint32_t spawn_number; /* of the entity, also of one that was left out; 0: none */
    const char *thing; /* the name of what is gone or has changed */
    const char *text; /* a sentence for people */
} bustle_change;

typedef struct bustle_load_options {
    void *context;
    /* The game's own value for an entity: `user` is the one it had when it was saved, as a number.
     * NULL: that very value. */
    void *(*attach)(void *context, bustle_world *world, bustle_entity entity, uint64_t user);
    /* Called for everything that changed. The texts live for the call. */
    void (*report)(void *context, bustle_world *world, const bustle_change *change);
} bustle_load_options;

/* Replaces everything in a world by what was saved. With the same content it goes on bit for bit;
 * with other content what still exists, by name, goes on, and what is gone falls back. Limits,
 * ending and callbacks are those of the world, the seed is that of the save. Handles are as they
 * were when the world was saved; all others are stale. Options may be NULL. The callbacks come when
 * the load has succeeded, and may only read. BUSTLE_FOREIGN, BUSTLE_NEWER, BUSTLE_DAMAGED: `reason`
 * (of `size_of_reason` bytes, may be NULL) says why; the world is untouched, as with
 * BUSTLE_NO_MEMORY and BUSTLE_BUSY (inside an update and inside every callback). */
BUSTLE_API bustle_status bustle_snapshot_load(bustle_world *world, const void *bytes, size_t size,
    const bustle_load_options *options, char *reason, size_t size_of_reason);

/* Lets a world live by another content, such as an edited version of its own. As with a load, what
 * still exists, by name, goes on, and what is gone falls back; unlike with a load, nothing else
 * changes: handles, values of the game and events still to be delivered stay, and an action whose
 * definition has changed ends by the one that it began with. The events of the last update are
 * gone. An action that cannot go on stops as cancelled, without effects, its claims back; one that
 * is gone itself has no stop event, only a change. The world owns the content as well. Options may
 * be NULL. BUSTLE_NO_MEMORY, BUSTLE_BUSY (inside an update and inside every callback): the world is
 * untouched. */
BUSTLE_API bustle_status bustle_world_reload(
    bustle_world *world, bustle_content *content, const bustle_load_options *options);
/* The numbers of functions that actions under way may still call because they began before their
 * content was replaced; those that are bound to names have none. Writes at most `capacity` and sets
 * *count to how many there are. */
BUSTLE_API bustle_status bustle_world_replaced_functions(
    const bustle_world *world, int32_t *numbers, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
