/* The tables of the definition structs. If you add a member to a struct, add it here: otherwise it
 * is neither copied nor written nor read from Lua. */
#include "content/shape.h"

_Static_assert(sizeof(bustle_op_kind) == sizeof(int) && sizeof(bustle_ending) == sizeof(int) &&
        sizeof(bustle_position_kind) == sizeof(int) && sizeof(bustle_replacing) == sizeof(int) &&
        sizeof(bustle_castable) == sizeof(int),
    "enums are copied as int");

/* clang-format off */
#define NAMED(text, what, type, member) .name = (text), .kind = (what), .at = offsetof(type, member)
#define WHOLE_AS(text, type, member) {NAMED(text, FIELD_WHOLE, type, member)}
#define NUMBER_AS(text, type, member) {NAMED(text, FIELD_NUMBER, type, member)}
#define TEXT(type, member) {NAMED(#member, FIELD_TEXT, type, member)}
#define WHOLE(type, member) WHOLE_AS(#member, type, member)
#define LONG(type, member) {NAMED(#member, FIELD_LONG, type, member)}
#define FLAG(type, member) {NAMED(#member, FIELD_FLAG, type, member)}
#define ANSWER(type, member) {NAMED(#member, FIELD_ANSWER, type, member)}
#define CHOICE(type, member, names) {NAMED(#member, FIELD_CHOICE, type, member), .choices = (names)}
#define GIVEN(type, member) {NAMED(NULL, FIELD_GIVEN, type, member)}
#define WHOLE_IF(type, member, given) \
    {NAMED(#member, FIELD_WHOLE, type, member), .beside = offsetof(type, given)}
#define TEXTS_OF(type, member, count) \
    NAMED(#member, FIELD_TEXTS, type, member), .beside = offsetof(type, count)
#define LIST_OF(type, member, count, of) \
    NAMED(#member, FIELD_LIST, type, member), .beside = offsetof(type, count), .element = &(of)
#define TEXTS(type, member, count) {TEXTS_OF(type, member, count)}
#define LIST(type, member, count, of) {LIST_OF(type, member, count, of)}
#define OPS_SINCE(version, type, member) {.name = #member, .kind = FIELD_LIST, .since = (version), \
    .at = offsetof(type, member) + offsetof(bustle_ops, list), \
    .beside = offsetof(type, member) + offsetof(bustle_ops, count), .element = &bsl_operation_shape}, \
    {.name = NULL, .kind = FIELD_TEXT, .since = (version) > 2 ? (version) : 2, \
    .at = offsetof(type, member) + offsetof(bustle_ops, text)}
#define OPS(type, member) OPS_SINCE(0, type, member)
#define SINCE(version, ...) {__VA_ARGS__, .since = (version)}
#define SHAPE(type, list) {sizeof(type), (list), sizeof(list) / sizeof((list)[0]), NULL}
/* clang-format on */

/* The shape NAME_shape of bustle_NAME_def, which starts as bustle.h says. */
#define STARTED_SHAPE(name)                                                        \
    static void start_##name(void *def) {                                          \
        *(bustle_##name##_def *)def = bustle_default_##name##_def();               \
    }                                                                              \
    static const shape name##_shape = {sizeof(bustle_##name##_def), name##_fields, \
        sizeof(name##_fields) / sizeof(name##_fields[0]), start_##name};

/* ---- Operations and claims ---- */

static const choice op_kinds[] = {
    {"==", BUSTLE_EQUAL},
    {"~=", BUSTLE_NOT_EQUAL},
    {"<", BUSTLE_LESS},
    {">", BUSTLE_GREATER},
    {"<=", BUSTLE_AT_MOST},
    {">=", BUSTLE_AT_LEAST},
    {"push", BUSTLE_PUSH},
    {"+", BUSTLE_PLUS},
    {"-", BUSTLE_MINUS},
    {"*", BUSTLE_TIMES},
    {"and", BUSTLE_AND},
    {"or", BUSTLE_OR},
    {"not", BUSTLE_NOT},
    {"call", BUSTLE_CALL},
    {"set", BUSTLE_SET},
    {"add", BUSTLE_INCREASE},
    {"sub", BUSTLE_DECREASE},
    {"raise", BUSTLE_RAISE},
    {"raise_within", BUSTLE_RAISE_WITHIN},
    {"raise_on_path", BUSTLE_RAISE_ON_PATH},
    {"revoke", BUSTLE_REVOKE},
    {"send", BUSTLE_SEND},
    {"send_on_path", BUSTLE_SEND_ON_PATH},
    {NULL, 0},
};

static const choice subjects[] = {
    {"self", BUSTLE_SELF},
    {"target", BUSTLE_TARGET},
    {"env", BUSTLE_ENV},
    {"distance", BUSTLE_DISTANCE},
    {"now", BUSTLE_NOW},
    {"constant", BUSTLE_CONSTANT},
    {"stack", BUSTLE_STACK},
    {"part", BUSTLE_PART},
    {"area", BUSTLE_AREA},
    {"count", BUSTLE_COUNT},
    {NULL, 0},
};

static const field op_fields[] = {
    CHOICE(bustle_op, kind, op_kinds),
    CHOICE(bustle_op, subject, subjects),
    TEXT(bustle_op, name),
    WHOLE(bustle_op, value),
    TEXT(bustle_op, value_name),
    FLAG(bustle_op, stacked),
    SINCE(4, NAMED("part", FIELD_TEXT, bustle_op, part)),
    SINCE(5, NAMED("link", FIELD_TEXT, bustle_op, link)),
    {NAMED("to", FIELD_CHOICE, bustle_op, to), .choices = subjects, .since = 5},
    SINCE(5, NAMED("to_part", FIELD_TEXT, bustle_op, to_part)),
};
const shape bsl_operation_shape = SHAPE(bustle_op, op_fields);

static const field claim_fields[] = {
    TEXT(bustle_claim_def, state),
    WHOLE(bustle_claim_def, amount),
};
static const shape claim_shape = SHAPE(bustle_claim_def, claim_fields);

/* ---- Keys and interruptions ---- */

static const field state_fields[] = {
    TEXT(bustle_state_def, name),
    TEXT(bustle_state_def, origin),
    WHOLE_AS("min", bustle_state_def, minimum),
    WHOLE_AS("max", bustle_state_def, maximum),
    WHOLE(bustle_state_def, initial),
    FLAG(bustle_state_def, flag),
    TEXTS(bustle_state_def, values, value_count),
};
STARTED_SHAPE(state)

static const field environment_fields[] = {
    TEXT(bustle_environment_def, name),
    TEXT(bustle_environment_def, origin),
    WHOLE_AS("min", bustle_environment_def, minimum),
    WHOLE_AS("max", bustle_environment_def, maximum),
    WHOLE(bustle_environment_def, initial),
    FLAG(bustle_environment_def, flag),
    TEXTS(bustle_environment_def, values, value_count),
    LONG(bustle_environment_def, refresh_ms),
};
STARTED_SHAPE(environment)

static const field link_fields[] = {
    TEXT(bustle_link_def, name),
    TEXT(bustle_link_def, origin),
    FLAG(bustle_link_def, flag),
    WHOLE_AS("min", bustle_link_def, minimum),
    WHOLE_AS("max", bustle_link_def, maximum),
    WHOLE(bustle_link_def, initial),
};
STARTED_SHAPE(link)

static const field inbox_fields[] = {
    TEXT(bustle_inbox_def, name),
    TEXT(bustle_inbox_def, origin),
    WHOLE(bustle_inbox_def, limit),
    WHOLE(bustle_inbox_def, keep_ms),
};
STARTED_SHAPE(inbox)

static const field interruption_fields[] = {
    TEXT(bustle_interruption_def, name),
    TEXT(bustle_interruption_def, origin),
    OPS(bustle_interruption_def, when),
};
STARTED_SHAPE(interruption)

/* ---- Actions ---- */

static const choice endings[] = {
    {"timed", BUSTLE_ENDING_TIMED},
    {"game", BUSTLE_ENDING_GAME},
    {NULL, 0},
};

static const choice preferences[] = {
    {"nearest", BUSTLE_PREFER_NEAREST},
    {"least", BUSTLE_PREFER_LEAST},
    {"most", BUSTLE_PREFER_MOST},
    {NULL, 0},
};

static const field action_fields[] = {
    TEXT(bustle_action_def, name),
    TEXT(bustle_action_def, origin),
    OPS(bustle_action_def, when),
    OPS(bustle_action_def, start),
    OPS(bustle_action_def, finish),
    OPS(bustle_action_def, interrupted),
    WHOLE(bustle_action_def, duration_ms),
    WHOLE(bustle_action_def, duration_max_ms),
    WHOLE(bustle_action_def, timeout_ms),
    FLAG(bustle_action_def, timeout_fails),
    FLAG(bustle_action_def, resumable),
    ANSWER(bustle_action_def, target),
    CHOICE(bustle_action_def, ending, endings),
    LIST(bustle_action_def, claims, claim_count, claim_shape),
    CHOICE(bustle_action_def, preference, preferences),
    TEXT(bustle_action_def, preferred_state),
    WHOLE(bustle_action_def, speed),
    TEXT(bustle_action_def, speed_state),
    {NAMED("near", FIELD_WHOLE, bustle_action_def, near_target), .since = 2},
    TEXTS(bustle_action_def, ends_on, ends_on_count),
    OPS_SINCE(5, bustle_action_def, preferred),
};
STARTED_SHAPE(action)

/* ---- Sequences ---- */

static const field transition_fields[] = {
    TEXT(bustle_transition_def, to),
    OPS(bustle_transition_def, when),
    FLAG(bustle_transition_def, otherwise),
};
static const shape transition_shape = SHAPE(bustle_transition_def, transition_fields);

static const choice node_kinds[] = {
    {"action", BUSTLE_NODE_ACTION},
    {"sequence", BUSTLE_NODE_SEQUENCE},
    {"choice", BUSTLE_NODE_CHOICE},
    {"end", BUSTLE_NODE_END},
    {"wait", BUSTLE_NODE_WAIT},
    {"scene", BUSTLE_NODE_SCENE},
    {"pass", BUSTLE_NODE_PASS},
    {"request", BUSTLE_NODE_REQUEST},
    {"body", BUSTLE_NODE_BODY},
    {"take", BUSTLE_NODE_TAKE},
    {"send", BUSTLE_NODE_SEND},
    {"meet", BUSTLE_NODE_MEET},
    {NULL, 0},
};

static const field node_fields[] = {
    TEXT(bustle_node_def, name),
    CHOICE(bustle_node_def, kind, node_kinds),
    TEXT(bustle_node_def, performs),
    FLAG(bustle_node_def, same_target),
    LIST(bustle_node_def, transitions, transition_count, transition_shape),
    TEXT(bustle_node_def, failed),
    OPS_SINCE(2, bustle_node_def, when),
    SINCE(2, NAMED("timeout_ms", FIELD_WHOLE, bustle_node_def, timeout_ms)),
    SINCE(2, NAMED("every_ms", FIELD_WHOLE, bustle_node_def, every_ms)),
    SINCE(2, NAMED("waiting", FIELD_TEXT, bustle_node_def, waiting)),
    SINCE(4, NAMED("as", FIELD_TEXT, bustle_node_def, as)),
    SINCE(4, NAMED("at_member", FIELD_FLAG, bustle_node_def, at_member)),
    SINCE(4, NAMED("at_part", FIELD_TEXT, bustle_node_def, at_part)),
    SINCE(4, NAMED("free", FIELD_FLAG, bustle_node_def, free)),
    SINCE(5, NAMED("path", FIELD_TEXT, bustle_node_def, path)),
    SINCE(5, NAMED("from_target", FIELD_FLAG, bustle_node_def, from_target)),
    SINCE(5, NAMED("from_area", FIELD_FLAG, bustle_node_def, from_area)),
    SINCE(5, TEXTS_OF(bustle_node_def, targets, target_count)),
    SINCE(5, TEXTS_OF(bustle_node_def, offers, offer_count)),
    {NAMED("preference", FIELD_CHOICE, bustle_node_def, preference), .choices = preferences,
        .since = 5},
    SINCE(5, NAMED("preferred_state", FIELD_TEXT, bustle_node_def, preferred_state)),
    OPS_SINCE(5, bustle_node_def, preferred),
    SINCE(5, NAMED("body", FIELD_TEXT, bustle_node_def, body)),
    SINCE(5, NAMED("optional", FIELD_FLAG, bustle_node_def, optional)),
    OPS_SINCE(5, bustle_node_def, holds_while),
    SINCE(6, NAMED("into", FIELD_TEXT, bustle_node_def, into)),
    OPS_SINCE(6, bustle_node_def, value),
    SINCE(6, NAMED("await", FIELD_FLAG, bustle_node_def, await)),
    SINCE(6, NAMED("count", FIELD_WHOLE, bustle_node_def, count)),
};
STARTED_SHAPE(node)

static const choice castables[] = {
    {"default", BUSTLE_CASTABLE_DEFAULT},
    {"never", BUSTLE_CASTABLE_NEVER},
    {"always", BUSTLE_CASTABLE_ALWAYS},
    {NULL, 0},
};

static const field sequence_fields[] = {
    TEXT(bustle_sequence_def, name),
    TEXT(bustle_sequence_def, origin),
    TEXT(bustle_sequence_def, entry),
    LIST(bustle_sequence_def, nodes, node_count, node_shape),
    LIST(bustle_sequence_def, claims, claim_count, claim_shape),
    {NAMED("castable", FIELD_CHOICE, bustle_sequence_def, castable), .choices = castables,
        .since = 4},
    SINCE(4, TEXTS_OF(bustle_sequence_def, castable_in, castable_in_count)),
    SINCE(5, NAMED("claims_kept", FIELD_FLAG, bustle_sequence_def, claims_kept)),
};
STARTED_SHAPE(sequence)

/* ---- Handlers, cues and roles ---- */

static const field handler_fields[] = {
    TEXT(bustle_handler_def, interruption),
    TEXT(bustle_handler_def, sequence),
    WHOLE(bustle_handler_def, priority),
    SINCE(5, NAMED("stays", FIELD_FLAG, bustle_handler_def, stays)),
    SINCE(5, NAMED("urgent", FIELD_FLAG, bustle_handler_def, urgent)),
};
static const shape handler_shape = SHAPE(bustle_handler_def, handler_fields);

static const field cue_fields[] = {
    TEXT(bustle_cue_def, name),
    TEXT(bustle_cue_def, sequence),
    OPS(bustle_cue_def, when),
    TEXTS(bustle_cue_def, targets, target_count),
    CHOICE(bustle_cue_def, preference, preferences),
    TEXT(bustle_cue_def, preferred_state),
    WHOLE(bustle_cue_def, priority),
    WHOLE(bustle_cue_def, every_ms),
    WHOLE(bustle_cue_def, again_ms),
    SINCE(4, NAMED("scene", FIELD_TEXT, bustle_cue_def, scene)),
    SINCE(4, NAMED("as", FIELD_TEXT, bustle_cue_def, as)),
    OPS_SINCE(5, bustle_cue_def, preferred),
    SINCE(5, NAMED("leaves", FIELD_FLAG, bustle_cue_def, leaves)),
};
STARTED_SHAPE(cue)

static const field reaction_fields[] = {
    TEXT(bustle_reaction_def, topic),
    TEXT(bustle_reaction_def, sequence),
};
static const shape reaction_shape = SHAPE(bustle_reaction_def, reaction_fields);

static const field offer_fields[] = {
    TEXT(bustle_offer_def, name),
    TEXT(bustle_offer_def, sequence),
    WHOLE(bustle_offer_def, holders),
    OPS(bustle_offer_def, when),
    OPS(bustle_offer_def, holds_while),
    OPS(bustle_offer_def, adopt),
    OPS(bustle_offer_def, drop),
    TEXT(bustle_offer_def, undo),
    FLAG(bustle_offer_def, kept),
};
STARTED_SHAPE(offer)

static const choice replacings[] = {
    {"node", BUSTLE_REPLACING_AT_NODE},
    {"action", BUSTLE_REPLACING_AT_ACTION},
    {"now", BUSTLE_REPLACING_NOW},
    {NULL, 0},
};

static const field plan_entry_fields[] = {
    WHOLE(bustle_plan_entry_def, from),
    WHOLE(bustle_plan_entry_def, to),
    TEXT(bustle_plan_entry_def, sequence),
    WHOLE(bustle_plan_entry_def, vary),
    WHOLE(bustle_plan_entry_def, priority),
    WHOLE(bustle_plan_entry_def, skip),
    CHOICE(bustle_plan_entry_def, change, replacings),
};
STARTED_SHAPE(plan_entry)

static const field plan_fields[] = {
    TEXT(bustle_plan_def, name),
    TEXT(bustle_plan_def, origin),
    LIST(bustle_plan_def, entries, entry_count, plan_entry_shape),
};
STARTED_SHAPE(plan)

static const field role_fields[] = {
    TEXT(bustle_role_def, name),
    TEXT(bustle_role_def, origin),
    TEXT(bustle_role_def, main),
    CHOICE(bustle_role_def, change, replacings),
    TEXTS(bustle_role_def, fallbacks, fallback_count),
    LIST(bustle_role_def, handlers, handler_count, handler_shape),
    LIST(bustle_role_def, cues, cue_count, cue_shape),
    OPS(bustle_role_def, enter),
    OPS(bustle_role_def, exit),
    SINCE(4, LIST_OF(bustle_role_def, reactions, reaction_count, reaction_shape)),
    SINCE(5, LIST_OF(bustle_role_def, offers, offer_count, offer_shape)),
    SINCE(6, NAMED("plan", FIELD_TEXT, bustle_role_def, plan)),
};
STARTED_SHAPE(role)

static const field entity_role_fields[] = {
    TEXT(bustle_entity_role_def, role),
    OPS(bustle_entity_role_def, when),
};
static const shape entity_role_shape = SHAPE(bustle_entity_role_def, entity_role_fields);

/* ---- Scenes ---- */

static const field part_fields[] = {
    TEXT(bustle_part_def, name),
    WHOLE(bustle_part_def, least),
    WHOLE(bustle_part_def, most),
    TEXTS(bustle_part_def, who, who_count),
    OPS(bustle_part_def, when),
    CHOICE(bustle_part_def, preference, preferences),
    TEXT(bustle_part_def, preferred_state),
    TEXT(bustle_part_def, sequence),
    OPS(bustle_part_def, finish),
    OPS(bustle_part_def, broken),
    OPS_SINCE(5, bustle_part_def, preferred),
};
STARTED_SHAPE(part)

static const field scene_fields[] = {
    TEXT(bustle_scene_def, name),
    TEXT(bustle_scene_def, origin),
    TEXT(bustle_scene_def, topic),
    LIST(bustle_scene_def, parts, part_count, part_shape),
    WHOLE(bustle_scene_def, within),
    WHOLE(bustle_scene_def, priority),
    WHOLE(bustle_scene_def, patience_ms),
    WHOLE(bustle_scene_def, limit_ms),
    WHOLE(bustle_scene_def, longest_ms),
    WHOLE(bustle_scene_def, rest_ms),
    TEXT(bustle_scene_def, waiting),
    FLAG(bustle_scene_def, interrupted_breaks),
    SINCE(5, NAMED("stays", FIELD_FLAG, bustle_scene_def, stays)),
};
STARTED_SHAPE(scene)

/* ---- Entities and places ---- */

static const field entity_state_fields[] = {
    TEXT(bustle_entity_state_def, state),
    GIVEN(bustle_entity_state_def, given),
    WHOLE_IF(bustle_entity_state_def, initial, given),
    TEXT(bustle_entity_state_def, value_name),
};
static const shape entity_state_shape = SHAPE(bustle_entity_state_def, entity_state_fields);

static const choice position_kinds[] = {
    {"pushed", BUSTLE_POSITION_PUSHED},
    {"static", BUSTLE_POSITION_STATIC},
    {"queried", BUSTLE_POSITION_QUERIED},
    {"none", BUSTLE_POSITION_NONE},
    {NULL, 0},
};

static const field box_fields[] = {
    NUMBER_AS("width", bustle_box_def, width),
    NUMBER_AS("depth", bustle_box_def, depth),
    NUMBER_AS("height", bustle_box_def, height),
    NUMBER_AS("x", bustle_box_def, x),
    NUMBER_AS("y", bustle_box_def, y),
    NUMBER_AS("z", bustle_box_def, z),
};
STARTED_SHAPE(box)

static const field entity_fields[] = {
    TEXT(bustle_entity_def, name),
    TEXT(bustle_entity_def, origin),
    FLAG(bustle_entity_def, npc),
    CHOICE(bustle_entity_def, position, position_kinds),
    LONG(bustle_entity_def, position_refresh_ms),
    LIST(bustle_entity_def, states, state_count, entity_state_shape),
    TEXTS(bustle_entity_def, accepts, accept_count),
    TEXT(bustle_entity_def, main),
    TEXTS(bustle_entity_def, fallbacks, fallback_count),
    LIST(bustle_entity_def, handlers, handler_count, handler_shape),
    WHOLE(bustle_entity_def, transition_memories),
    WHOLE(bustle_entity_def, action_memories),
    WHOLE(bustle_entity_def, interruption_memories),
    SINCE(3, TEXTS_OF(bustle_entity_def, tags, tag_count)),
    SINCE(3, LIST_OF(bustle_entity_def, cues, cue_count, cue_shape)),
    SINCE(3, LIST_OF(bustle_entity_def, roles, role_count, entity_role_shape)),
    SINCE(4, LIST_OF(bustle_entity_def, reactions, reaction_count, reaction_shape)),
    SINCE(5, LIST_OF(bustle_entity_def, offers, offer_count, offer_shape)),
    SINCE(5, LIST_OF(bustle_entity_def, area, area_count, box_shape)),
    SINCE(5, NAMED("trigger", FIELD_FLAG, bustle_entity_def, trigger)),
    OPS_SINCE(5, bustle_entity_def, enter),
    OPS_SINCE(5, bustle_entity_def, exit),
    SINCE(6, TEXTS_OF(bustle_entity_def, inboxes, inbox_count)),
    SINCE(6, NAMED("plan", FIELD_TEXT, bustle_entity_def, plan)),
};
STARTED_SHAPE(entity)

static const field place_link_fields[] = {
    TEXT(bustle_place_link_def, link),
    TEXT(bustle_place_link_def, to),
    GIVEN(bustle_place_link_def, given),
    WHOLE_IF(bustle_place_link_def, value, given),
};
static const shape place_link_shape = SHAPE(bustle_place_link_def, place_link_fields);

static const field place_fields[] = {
    TEXT(bustle_place_def, definition),
    TEXT(bustle_place_def, origin),
    TEXT(bustle_place_def, name),
    NUMBER_AS("x", bustle_place_def, position.x),
    NUMBER_AS("y", bustle_place_def, position.y),
    NUMBER_AS("z", bustle_place_def, position.z),
    LIST(bustle_place_def, states, state_count, entity_state_shape),
    SINCE(5, LIST_OF(bustle_place_def, links, link_count, place_link_shape)),
};
STARTED_SHAPE(place)

const shape *const bsl_definition_shapes[ENTRY_KINDS] = {
    [BUSTLE_KIND_STATE] = &state_shape,
    [BUSTLE_KIND_ENVIRONMENT] = &environment_shape,
    [BUSTLE_KIND_INTERRUPTION] = &interruption_shape,
    [BUSTLE_KIND_ACTION] = &action_shape,
    [BUSTLE_KIND_SEQUENCE] = &sequence_shape,
    [BUSTLE_KIND_ENTITY] = &entity_shape,
    [BUSTLE_KIND_ROLE] = &role_shape,
    [BUSTLE_KIND_CUE] = NULL,
    [BUSTLE_KIND_SCENE] = &scene_shape,
    [BUSTLE_KIND_LINK] = &link_shape,
    [BUSTLE_KIND_OFFER] = NULL,
    [BUSTLE_KIND_INBOX] = &inbox_shape,
    [BUSTLE_KIND_PLAN] = &plan_shape,
    [BUSTLE_KIND_MEETING] = NULL,
    [KIND_PLACE] = &place_shape,
};
