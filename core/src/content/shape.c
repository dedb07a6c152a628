/* The tables of the definition structs. A member added to one of them is added here, or it is
 * neither copied nor written. */
#include "content/shape.h"

_Static_assert(sizeof(bustle_op_kind) == sizeof(int) && sizeof(bustle_ending) == sizeof(int) &&
        sizeof(bustle_position_kind) == sizeof(int),
    "enums are copied as int");

/* clang-format off */
#define TEXT(type, member) {FIELD_TEXT, offsetof(type, member), 0, NULL}
#define WHOLE(type, member) {FIELD_WHOLE, offsetof(type, member), 0, NULL}
#define LONG(type, member) {FIELD_LONG, offsetof(type, member), 0, NULL}
#define NUMBER(type, member) {FIELD_NUMBER, offsetof(type, member), 0, NULL}
#define FLAG(type, member) {FIELD_FLAG, offsetof(type, member), 0, NULL}
#define CHOICE(type, member) {FIELD_CHOICE, offsetof(type, member), 0, NULL}
#define TEXTS(type, member, count) {FIELD_TEXTS, offsetof(type, member), offsetof(type, count), NULL}
#define LIST(type, member, count, of) {FIELD_LIST, offsetof(type, member), offsetof(type, count), &(of)}
#define OPS(type, member) {FIELD_LIST, offsetof(type, member) + offsetof(bustle_ops, list), \
    offsetof(type, member) + offsetof(bustle_ops, count), &op_shape}
#define SHAPE(type, list) {sizeof(type), (list), sizeof(list) / sizeof((list)[0])}
/* clang-format on */

static const field op_fields[] = {
    CHOICE(bustle_op, kind),
    CHOICE(bustle_op, subject),
    TEXT(bustle_op, name),
    WHOLE(bustle_op, value),
    TEXT(bustle_op, value_name),
    FLAG(bustle_op, stacked),
};
static const shape op_shape = SHAPE(bustle_op, op_fields);

static const field claim_fields[] = {
    TEXT(bustle_claim_def, state),
    WHOLE(bustle_claim_def, amount),
};
static const shape claim_shape = SHAPE(bustle_claim_def, claim_fields);

/* ---- Keys and interruptions ---- */

static const field state_fields[] = {
    TEXT(bustle_state_def, name),
    TEXT(bustle_state_def, origin),
    WHOLE(bustle_state_def, minimum),
    WHOLE(bustle_state_def, maximum),
    WHOLE(bustle_state_def, initial),
    FLAG(bustle_state_def, flag),
    TEXTS(bustle_state_def, values, value_count),
};
static const shape state_shape = SHAPE(bustle_state_def, state_fields);

static const field environment_fields[] = {
    TEXT(bustle_environment_def, name),
    TEXT(bustle_environment_def, origin),
    WHOLE(bustle_environment_def, minimum),
    WHOLE(bustle_environment_def, maximum),
    WHOLE(bustle_environment_def, initial),
    FLAG(bustle_environment_def, flag),
    TEXTS(bustle_environment_def, values, value_count),
    LONG(bustle_environment_def, refresh_ms),
};
static const shape environment_shape = SHAPE(bustle_environment_def, environment_fields);

static const field interruption_fields[] = {
    TEXT(bustle_interruption_def, name),
    TEXT(bustle_interruption_def, origin),
    OPS(bustle_interruption_def, when),
};
static const shape interruption_shape = SHAPE(bustle_interruption_def, interruption_fields);

/* ---- Actions ---- */

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
    CHOICE(bustle_action_def, target),
    CHOICE(bustle_action_def, ending),
    LIST(bustle_action_def, claims, claim_count, claim_shape),
    CHOICE(bustle_action_def, preference),
    TEXT(bustle_action_def, preferred_state),
    WHOLE(bustle_action_def, speed),
    TEXT(bustle_action_def, speed_state),
    TEXTS(bustle_action_def, ends_on, ends_on_count),
};
static const shape action_shape = SHAPE(bustle_action_def, action_fields);

/* ---- Sequences ---- */

static const field transition_fields[] = {
    TEXT(bustle_transition_def, to),
    OPS(bustle_transition_def, when),
    FLAG(bustle_transition_def, otherwise),
};
static const shape transition_shape = SHAPE(bustle_transition_def, transition_fields);

static const field node_fields[] = {
    TEXT(bustle_node_def, name),
    CHOICE(bustle_node_def, kind),
    TEXT(bustle_node_def, performs),
    FLAG(bustle_node_def, same_target),
    LIST(bustle_node_def, transitions, transition_count, transition_shape),
    TEXT(bustle_node_def, failed),
};
static const shape node_shape = SHAPE(bustle_node_def, node_fields);

static const field sequence_fields[] = {
    TEXT(bustle_sequence_def, name),
    TEXT(bustle_sequence_def, origin),
    TEXT(bustle_sequence_def, entry),
    LIST(bustle_sequence_def, nodes, node_count, node_shape),
    LIST(bustle_sequence_def, claims, claim_count, claim_shape),
};
static const shape sequence_shape = SHAPE(bustle_sequence_def, sequence_fields);

/* ---- Entities and places ---- */

static const field entity_state_fields[] = {
    TEXT(bustle_entity_state_def, state),
    FLAG(bustle_entity_state_def, given),
    WHOLE(bustle_entity_state_def, initial),
    TEXT(bustle_entity_state_def, value_name),
};
static const shape entity_state_shape = SHAPE(bustle_entity_state_def, entity_state_fields);

static const field handler_fields[] = {
    TEXT(bustle_handler_def, interruption),
    TEXT(bustle_handler_def, sequence),
    WHOLE(bustle_handler_def, priority),
};
static const shape handler_shape = SHAPE(bustle_handler_def, handler_fields);

static const field entity_fields[] = {
    TEXT(bustle_entity_def, name),
    TEXT(bustle_entity_def, origin),
    FLAG(bustle_entity_def, npc),
    CHOICE(bustle_entity_def, position),
    LONG(bustle_entity_def, position_refresh_ms),
    LIST(bustle_entity_def, states, state_count, entity_state_shape),
    TEXTS(bustle_entity_def, accepts, accept_count),
    TEXT(bustle_entity_def, main),
    TEXTS(bustle_entity_def, fallbacks, fallback_count),
    LIST(bustle_entity_def, handlers, handler_count, handler_shape),
    WHOLE(bustle_entity_def, transition_memories),
    WHOLE(bustle_entity_def, action_memories),
    WHOLE(bustle_entity_def, interruption_memories),
};
static const shape entity_shape = SHAPE(bustle_entity_def, entity_fields);

static const field place_fields[] = {
    TEXT(bustle_place_def, definition),
    TEXT(bustle_place_def, origin),
    TEXT(bustle_place_def, name),
    NUMBER(bustle_place_def, position.x),
    NUMBER(bustle_place_def, position.y),
    NUMBER(bustle_place_def, position.z),
    LIST(bustle_place_def, states, state_count, entity_state_shape),
};
static const shape place_shape = SHAPE(bustle_place_def, place_fields);

const shape *const bsl_definition_shapes[ENTRY_KINDS] = {
    [BUSTLE_KIND_STATE] = &state_shape,
    [BUSTLE_KIND_ENVIRONMENT] = &environment_shape,
    [BUSTLE_KIND_INTERRUPTION] = &interruption_shape,
    [BUSTLE_KIND_ACTION] = &action_shape,
    [BUSTLE_KIND_SEQUENCE] = &sequence_shape,
    [BUSTLE_KIND_ENTITY] = &entity_shape,
    [KIND_PLACE] = &place_shape,
};
