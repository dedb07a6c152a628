/* A draft: the arrays of a content while they grow, and what the checks need to know beside them.
 *
 * Sealing, in draft.c, is: names (ids), then keys (draft_keys.c), links, inboxes, interruptions and
 * actions (draft_actions.c), sequences, cues, scenes, offers, tags, plans, roles, entities,
 * personas, functions, places and groups (a draft_*.c each), with the problems that can be seen in
 * one thing alone; then what offers need (draft_needs.c); then the checks across things
 * (check_flow.c, check_needs.c, check_scenes.c, check_offers.c); then layout.c lays everything out
 * in one block.
 *
 * Running out of memory, or of room, sets `no_memory` and is sticky: functions then return at once,
 * and nothing that was drafted is trusted any more. Errors in the content do not stop drafting;
 * what could not be resolved is NONE16 or BUSTLE_NONE, and every check copes with that. */
#ifndef BUSTLE_DRAFT_H
#define BUSTLE_DRAFT_H

#include "content/builder.h"
#include "content/content.h"
#include "content/expression/text/text.h"

#define MOST_THINGS 65534u
/* So long waits a node for which no timeout is given, where that is not at once. */
#define DEFAULT_WAIT_MS 60000

/* Something that reads or changes a state value of the NPC or of the target. */
typedef struct mention {
    spot at;
    uint16_t state; /* or, after all states, an inbox */
    uint8_t subject; /* BUSTLE_SELF, BUSTLE_TARGET, or FIRST_PART + the number of a part */
} mention;

/* Of whom states are mentioned: self, target and the parts of a scene. */
#define MENTIONED (2 + BUSTLE_MOST_PARTS)

typedef struct range {
    uint32_t at;
    uint32_t count;
} range;

/* What a definition, or a role, has an NPC do by itself, before the two are merged. */
typedef struct conduct {
    uint16_t main; /* NONE16: none */
    uint16_t plan; /* NONE16: none */
    uint8_t replacing; /* bustle_replacing */
    range fallbacks; /* ids */
    uint32_t handlers_at; /* handlers: one for every interruption; BUSTLE_NONE: it has none */
    range cues; /* cues, in byte order of their names */
    range offers; /* offers, in byte order of their names */
    uint32_t reactions_at; /* ids: for every topic a sequence or BUSTLE_NONE; BUSTLE_NONE: none */
} conduct;

/* What is to be known of a cue until the end of sealing. */
typedef struct cue_source {
    const bustle_cue_def *def;
    spot at;
    range mentions; /* of its condition */
} cue_source;

/* What is to be known of a part of a scene until the end of sealing. */
typedef struct part_source {
    const bustle_part_def *def;
    spot at;
    range asked; /* mentions: of its condition */
    range changed; /* mentions: of its effects */
    uint16_t scene;
    uint8_t tagged; /* an NPC has one of its tags */
    uint8_t filled; /* an NPC can be found for it */
} part_source;

/* What is to be known of an offer until the end of sealing. */
typedef struct offer_source {
    const bustle_offer_def *def;
    spot at;
    range asked; /* mentions: of its conditions */
    range changed; /* mentions: of its effects */
} offer_source;

/* What is to be known of a request until the end of sealing. */
typedef struct request_source {
    const bustle_node_def *def;
    spot at;
    action search; /* until its place among the actions is known */
    uint8_t tagged; /* something has one of its tags */
    uint8_t answered; /* ... and may offer what is asked for */
} request_source;

/* What is to be known of a node that takes or sends until the end of sealing. */
typedef struct exchange_source {
    const bustle_node_def *def;
    spot at;
    action search; /* until its place among the actions is known */
    uint8_t tagged; /* of send: something has one of its tags */
    uint8_t received; /* ... an NPC that has the inbox */
} exchange_source;

/* A tag that a cue, a part, a request or a node that sends looks for. */
typedef struct sought_tag {
    const char *tag;
    uint32_t search; /* action */
    uint32_t cue; /* one of the four; the others are BUSTLE_NONE */
    uint32_t part;
    uint32_t request;
    uint32_t exchange;
    uint8_t found; /* something has it */
} sought_tag;

/* A part that looks for whoever reacts to a topic. */
typedef struct topic_search {
    uint32_t topic;
    uint32_t part;
} topic_search;

/* A path as it is written, and what may stand in it. */
typedef struct path_source {
    const char *text;
    const struct part_scope *parts; /* where it may begin; NULL: it is in no scene */
    spot at;
    bool may_be_two; /* "PATH in PATH" */
} path_source;

typedef struct draft {
    bustle_builder *from;
    heap *heap;
    problems *problems;
    bool no_memory;
    arena scratch; /* until the end of sealing */

    size_t patience; /* for looking for the names that were meant */
    const entry **by_id[KIND_COUNT];
    name_index names[KIND_COUNT];

    list text; /* char */
    list ops; /* op */
    list functions; /* function */
    list states, environment; /* key: of states, then of inboxes; of the environment */
    list value_names; /* uint32_t */
    list claims; /* claim */
    list interruptions; /* interruption */
    list actions; /* action: those with names, then the searches of the cues, of the parts, of the
                     requests and of the exchanges, in their order */
    list transitions; /* transition */
    list choices; /* way_out */
    list nodes; /* node */
    list waits; /* wait */
    list sequences; /* sequence */
    list roles; /* role */
    list listed_roles; /* listed_role */
    list personas; /* persona */
    list plans; /* plan */
    list plan_entries; /* plan_entry */
    uint8_t *had_plans; /* by plan: a role or an entity has it */
    bool roles_plan; /* a role has one */
    list cues; /* cue */
    list beats; /* uint32_t */
    list scenes; /* scene */
    list parts; /* scene_part */
    list offers; /* offer */
    list requests; /* request */
    list whiles; /* code */
    list definitions; /* definition */
    list boxes; /* area_box */
    list groups; /* group */
    list handlers; /* handler */
    list columns; /* uint16_t */
    list initials; /* int32_t */
    list ids; /* uint32_t */
    list places; /* placement */
    list place_values; /* bustle_state_value */
    list links; /* link_kind */
    list inboxes; /* inbox_kind */
    list exchanges; /* exchange */
    list gatherings; /* gathering */
    list paths; /* link_path */
    list path_steps; /* path_step */
    list place_links; /* bustle_place_link */
    const char **tags; /* of definitions, in byte order, each once */
    uint32_t tag_count, tags_at; /* ids */
    uint32_t max_raises, max_shouts, max_links, max_sends;
    bool roles_watch;
    bool has_whiles;

    list mentions; /* mention: each state once per subject within its owner */
    range *action_mentions; /* by action that has a name: mentions */
    range *sequence_mentions; /* by sequence: mentions of its transitions */
    range *role_mentions; /* by role: mentions of its effects */
    range *entity_mentions; /* by definition: mentions of the conditions of its roles */
    uint32_t
        *seen[MENTIONED]; /* by subject and state, or inbox: the owner that mentioned it last */
    uint32_t owner;
    uint32_t *marked[MENTIONED]; /* by subject and state: the mark set last */
    uint32_t mark;
    list node_places; /* uint32_t, by node: where it was written in its definition; BUSTLE_NONE:
                         implied */
    uint8_t *broken; /* by sequence: entry, a destination or a condition has an error, so that
                        nothing is said about how it runs */
    range *accepted; /* by definition: ids, ascending, of accepted actions, then of searches of
                        cues and parts that can find it */
    conduct *role_conducts; /* by role */
    conduct *entity_conducts; /* by definition */
    list cue_sources; /* cue_source, by cue */
    list offer_sources; /* offer_source, by offer */
    list request_sources; /* request_source, by request */
    list exchange_sources; /* exchange_source, by exchange */
    uint32_t first_part_search, first_request_search; /* actions */
    list part_sources; /* part_source, by part */
    list part_searches; /* uint32_t, by search of a part: the part */
    const char **part_names; /* in byte order, each once */
    uint32_t part_name_count, part_names_at; /* ids */
    const char **topics; /* of scenes, in byte order, each once */
    uint32_t topic_count;
    uint8_t *role_reacts; /* by topic: a role does */
    topic_search *topic_searches; /* by topic, ascending */
    uint32_t topic_search_count;
    uint8_t *owned; /* by inbox: an NPC has it */
    uint32_t *may_offer; /* by name of an offer: the entity, counted in the order in which they are
                            drafted, that may have it and was looked at last */
    uint32_t looked_at; /* so many entities */
    sought_tag *sought; /* in byte order of tags */
    uint32_t sought_count;

    list terms; /* of the compiler, kept for their memory */
    list stack;
    text_compiler texts;
} draft;

/* The whole of sealing. BUSTLE_PROBLEMS and BUSTLE_NO_MEMORY leave *content alone. */
bustle_status bsl_draft_seal(bustle_builder *from, problems *found, bustle_content **content);

/* The phases, in this order. */
void bsl_draft_names(draft *d);
void bsl_draft_scene_names(draft *d);
void bsl_draft_offer_names(draft *d);
void bsl_draft_meeting_names(draft *d);
void bsl_draft_keys(draft *d);
void bsl_draft_inboxes(draft *d);
void bsl_draft_links(draft *d);
void bsl_draft_interruptions(draft *d);
void bsl_draft_actions(draft *d);
void bsl_draft_sequences(draft *d);
void bsl_draft_cues(draft *d);
void bsl_draft_scenes(draft *d);
void bsl_draft_offers(draft *d);
void bsl_draft_request_searches(draft *d);
void bsl_draft_exchange_searches(draft *d);
void bsl_draft_sought(draft *d);
void bsl_draft_plans(draft *d);
void bsl_draft_roles(draft *d);
void bsl_draft_entities(draft *d);
void bsl_draft_personas(draft *d);
void bsl_draft_functions(draft *d);
void bsl_draft_places(draft *d);
void bsl_draft_groups(draft *d);
void bsl_draft_needs(draft *d);

/* One block with everything in it. NULL: no memory. */
bustle_content *bsl_layout_make(const draft *d);

/* ---- Tools of the phases ---- */

/* `count` more elements, zeroed. NULL: no memory (noted). */
void *bsl_draft_add(draft *d, list *l, uint32_t count);
/* Working memory until the end of sealing, zeroed. NULL: no memory (noted). */
void *bsl_draft_scratch(draft *d, size_t count, size_t element);
/* The place of a text in `text`. NULL counts as "". */
uint32_t bsl_draft_text(draft *d, const char *text);
void bsl_draft_id(draft *d, uint32_t id); /* one more in `ids` */
void bsl_draft_sort_ids(uint32_t *ids, uint32_t count);
/* Sorts them and keeps each once. Returns how many are left. */
uint32_t bsl_draft_unique_ids(uint32_t *ids, uint32_t count);

/* BUSTLE_NONE: there is none. */
uint32_t bsl_draft_find(const draft *d, bustle_kind kind, const char *name);
/* The same, and tells the problem, of code "unknown-KIND". `who` says what wants it: "main". */
uint32_t bsl_draft_resolve(
    draft *d, bustle_kind kind, const char *name, const spot *at, const char *who);
/* What is to be said of a name that there is none of. */
void bsl_draft_missing(draft *d, bustle_kind kind, const char *name, text_missing *missing);
/* A cure for an unknown name, from the names that were meant to be chosen from. */
const char *bsl_draft_nearest_name(draft *d, const char *name,
    const char *(*name_at)(const void *, uint32_t), const void *names, uint32_t count,
    const char *otherwise);
/* Gives a call the function of that name; tells the problem if none is bound to it. */
bool bsl_draft_bind(draft *d, const char *name, const spot *at, function *f);
/* The number of a named value of a key (of state or environment); tells the problem if there is
 * none. */
bool bsl_draft_value(
    draft *d, bool environment, uint32_t id, const char *name, const spot *at, int32_t *value);

spot bsl_draft_spot_of(const draft *d, bustle_kind kind, uint32_t id);
spot bsl_draft_spot_of_entry(const draft *d, unsigned kind, const entry *e);
void bsl_draft_mention(draft *d, bustle_subject subject, uint32_t state, const spot *at);
/* Notes the environment values that a condition reads in `ids`, and that they are watched. */
void bsl_draft_watch(draft *d, const code *when);
/* Those noted from `first` on, ascending, each once. */
range bsl_draft_watched(draft *d, uint32_t first);
/* The main sequence or plan, fallbacks and handlers of a role or an entity. */
typedef struct conduct_source {
    const char *main; /* NULL: none */
    const char *plan; /* NULL: none */
    const char *const *fallbacks;
    size_t fallback_count;
    const bustle_handler_def *handlers;
    size_t handler_count;
    const bustle_reaction_def *reactions;
    size_t reaction_count;
} conduct_source;
void bsl_draft_conduct(draft *d, const conduct_source *from, conduct *made, const spot *at);
/* The plan that a role or an entity names, which must then have no main sequence; NONE16: none. */
uint16_t bsl_draft_plan_of(draft *d, const char *name, bool main, const spot *at);
/* Warns of plans that nobody has. */
void bsl_draft_plans_check(draft *d);
/* The roles that an NPC's definition lists. */
void bsl_draft_listed_roles(draft *d, uint32_t definition_id, definition *made);
/* What makes a definition an area, and its effects; its states are drafted. */
void bsl_draft_area(draft *d, uint32_t definition_id, definition *made);
/* Notes in `ids` the searches that find the entities of a definition, which may offer `names` and
 * has `inboxes` (ids both). */
void bsl_draft_found(
    draft *d, const bustle_entity_def *def, range names, range inboxes, const spot *at);
/* The inboxes that a definition has, ascending, into `ids`. */
range bsl_draft_inboxes_of(draft *d, const bustle_entity_def *def, const spot *at);
/* Adds names that nothing defines, such as those of offers, as those of a kind. They are found as
 * the names of things are. */
void bsl_draft_add_names(draft *d, bustle_kind kind, const char **names, uint32_t count);
/* Notes in `ids` the names of the offers that entities of a definition may have. */
range bsl_draft_offer_names_of(draft *d, uint32_t definition_id, bool npc);
/* Whether NPCs of a definition have the states that an offer needs. After bsl_draft_needs. */
bool bsl_draft_may_take(const draft *d, const offer *o, uint32_t definition_id);
/* The states that they lack for an offer, to be shown. */
const char *bsl_draft_lacks(draft *d, uint32_t offer_id, uint32_t definition_id);
/* Warns of tags that are looked for and that nothing has. */
void bsl_draft_tags_check(draft *d);
/* Nodes that wait, stage a scene, ask for an offer, take, send or meet. False: a condition of
 * theirs has an error. */
bool bsl_draft_wait(draft *d, const bustle_node_def *def, node *made, const spot *at);
bool bsl_draft_request(draft *d, const bustle_node_def *def, node *made, const spot *at);
bool bsl_draft_take(draft *d, const bustle_node_def *def, node *made, const spot *at);
bool bsl_draft_send(draft *d, const bustle_node_def *def, node *made, const spot *at);
void bsl_draft_meet(draft *d, const bustle_node_def *def, node *made, const spot *at);
void bsl_draft_scene_node(draft *d, const bustle_node_def *def, node *made, const spot *at);
/* How a node waits that is neither a wait nor a scene: with what `one` says, and this timeout
 * unless it has another. False: there is no room, or no memory. */
bool bsl_draft_other_wait(
    draft *d, const bustle_node_def *def, node *made, const spot *at, wait one, uint32_t timeout);
/* What a node looks for: `when` of it, and a preference. What an action has that is performed stays
 * 0. False: its condition has an error. */
bool bsl_draft_node_search(draft *d, const bustle_node_def *def, const spot *at, action *search);
/* The `while` of a node. False: it has an error. */
bool bsl_draft_while(draft *d, const bustle_node_def *def, node *made, const spot *at);
/* Tells what a node has that is only for other kinds. */
void bsl_draft_check_fields(draft *d, const bustle_node_def *def, const spot *at);
/* The member of a scene that the action of a node, which may take no target, is aimed at (S54). */
void bsl_draft_aim(
    draft *d, const bustle_node_def *def, node *made, const spot *at, bool untargeted);
/* The action that somebody is seen in while it waits; NONE16: none. */
uint16_t bsl_draft_waiting(draft *d, const char *name, const spot *at);
/* The number of a part of a scene; STAGER: it has none of that name, which was told. */
uint8_t bsl_draft_part(draft *d, uint32_t scene_id, const char *name, const spot *at);
/* Texts in byte order, each once; returns how many are left. */
uint32_t bsl_draft_unique_texts(const char **texts, uint32_t count);
/* Where a text is among those; BUSTLE_NONE: nowhere. */
uint32_t bsl_draft_find_text(const char *const *texts, uint32_t count, const char *text);
/* How an action, or a cue, prefers among candidates. */
typedef struct preference_source {
    bustle_preference preference;
    const char *state;
    const bustle_ops *value;
    const struct part_scope *parts; /* of a scene; NULL: of none */
} preference_source;
void bsl_draft_preference(draft *d, const preference_source *from, action *made, const spot *at);

/* ---- Links and paths, in draft_links.c ---- */

/* The number of a kind, those that follow from what is going on after the others; BUSTLE_NONE:
 * there is none of that name, which was told. */
uint32_t bsl_draft_link_kind(draft *d, const char *name, const spot *at, const char *who);
const char *bsl_draft_link_name(const draft *d, uint32_t kind);
void bsl_draft_link_bounds(const draft *d, uint32_t kind, int32_t *minimum, int32_t *maximum);
/* The number of the path among `paths`; BUSTLE_NONE: a problem was told. */
uint32_t bsl_draft_path(draft *d, const path_source *from);
/* The path on which the action of a node, which may take no target, finds its target. */
void bsl_draft_node_path(
    draft *d, const bustle_node_def *def, node *made, const spot *at, bool untargeted);
/* Whether it, or the one it is compared with, begins at the target. */
bool bsl_draft_path_mentions_target(const draft *d, uint32_t path_id);
/* The tags of a definition, ascending, into `ids`. */
range bsl_draft_tags(draft *d, const bustle_entity_def *def);
/* Claims, those on the same state added up. Returns their range in `claims`. */
range bsl_draft_claims(draft *d, const bustle_claim_def *claims, size_t count, const spot *at);

static inline const char *draft_name(const draft *d, bustle_kind kind, uint32_t id) {
    return d->by_id[kind][id]->name;
}

static inline const void *draft_def(const draft *d, bustle_kind kind, uint32_t id) {
    return d->by_id[kind][id]->def;
}

static inline uint32_t draft_count(const draft *d, bustle_kind kind) {
    return d->names[kind].count;
}

static inline uint32_t draft_inbox_column(const draft *d, uint32_t inbox) {
    return draft_count(d, BUSTLE_KIND_STATE) + inbox;
}

/* Of states, then of inboxes. */
static inline uint32_t draft_columns(const draft *d) {
    return draft_count(d, BUSTLE_KIND_STATE) + draft_count(d, BUSTLE_KIND_INBOX);
}

static inline bool is_inbox_column(const draft *d, uint32_t column) {
    return column >= draft_count(d, BUSTLE_KIND_STATE);
}

static inline const char *draft_column_name(const draft *d, uint32_t column) {
    const uint32_t states = draft_count(d, BUSTLE_KIND_STATE);
    return column < states ? draft_name(d, BUSTLE_KIND_STATE, column)
                           : draft_name(d, BUSTLE_KIND_INBOX, column - states);
}

/* Which of those whose states are mentioned a subject is. */
static inline uint32_t subject_place(unsigned subject) {
    return is_part_subject(subject) ? 2 + (subject - FIRST_PART) : subject == BUSTLE_TARGET;
}

static inline bool has_ops(const bustle_ops *ops) {
    return ops->count > 0 || ops->text != NULL;
}

#define ITEMS(type, l) ((type *)(l).items)

#endif
