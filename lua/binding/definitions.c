/* The shapes of the seven kinds of definitions, and how each is added to a builder. The fields are
 * those of the structs in bustle.h, under the same names. */
#include "definitions.h"

_Static_assert(sizeof(bustle_op_kind) == sizeof(int), "enums are read as int");

/* clang-format off */
#define TEXT_FIELD(type, member) {.name = #member, .kind = FIELD_TEXT, .at = offsetof(type, member)}
#define WHOLE_FIELD(type, member) {.name = #member, .kind = FIELD_WHOLE32, .at = offsetof(type, member)}
#define LONG_FIELD(type, member) {.name = #member, .kind = FIELD_WHOLE64, .at = offsetof(type, member)}
#define FLAG_FIELD(type, member) {.name = #member, .kind = FIELD_FLAG, .at = offsetof(type, member)}
#define NAMED_FIELD(type, member, values) \
    {.name = #member, .kind = FIELD_NAMED, .at = offsetof(type, member), .names = (values)}
#define TEXTS_FIELD(type, member, count) \
    {.name = #member, .kind = FIELD_TEXTS, .at = offsetof(type, member), .beside = offsetof(type, count)}
#define LIST_FIELD(type, member, count, shape_of_one) \
    {.name = #member, .kind = FIELD_LIST, .at = offsetof(type, member), \
        .beside = offsetof(type, count), .element = &(shape_of_one)}
#define OPS_FIELD(type, member) \
    {.name = #member, .kind = FIELD_LIST, .at = offsetof(type, member) + offsetof(bustle_ops, list), \
        .beside = offsetof(type, member) + offsetof(bustle_ops, count), .element = &op_shape}
#define END_OF_FIELDS {.name = NULL}
/* clang-format on */

/* The shape NAME_shape of the struct bustle_NAME, which starts as `value`. */
#define SHAPE(name, type, value, list)     \
    static void start_##name(void *into) { \
        *(type *)into = (value);           \
    }                                      \
    static const shape name##_shape = {    \
        .size = sizeof(type), .start = start_##name, .fields = (list)};

/* ---- Operations ---- */

static const named op_kinds[] = {
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
    {NULL, 0},
};

static const named subjects[] = {
    {"self", BUSTLE_SELF},
    {"target", BUSTLE_TARGET},
    {"env", BUSTLE_ENV},
    {"distance", BUSTLE_DISTANCE},
    {"now", BUSTLE_NOW},
    {"constant", BUSTLE_CONSTANT},
    {"stack", BUSTLE_STACK},
    {NULL, 0},
};

static const field op_fields[] = {
    NAMED_FIELD(bustle_op, kind, op_kinds),
    NAMED_FIELD(bustle_op, subject, subjects),
    TEXT_FIELD(bustle_op, name),
    WHOLE_FIELD(bustle_op, value),
    TEXT_FIELD(bustle_op, value_name),
    FLAG_FIELD(bustle_op, stacked),
    END_OF_FIELDS,
};

SHAPE(op, bustle_op, (bustle_op){0}, op_fields)

bustle_ops read_ops(reader *r, const char *name) {
    bustle_ops ops = {NULL, 0};
    ops.list = read_elements(r, &op_shape, name, &ops.count);
    return ops;
}

/* ---- Keys and interruptions ---- */

#define KEY_FIELDS(type)                                                       \
    TEXT_FIELD(type, name), TEXT_FIELD(type, origin),                          \
        {.name = "min", .kind = FIELD_WHOLE32, .at = offsetof(type, minimum)}, \
        {.name = "max", .kind = FIELD_WHOLE32, .at = offsetof(type, maximum)}, \
        WHOLE_FIELD(type, initial), FLAG_FIELD(type, flag), TEXTS_FIELD(type, values, value_count)

static const field state_fields[] = {KEY_FIELDS(bustle_state_def), END_OF_FIELDS};

static const field environment_fields[] = {
    KEY_FIELDS(bustle_environment_def),
    LONG_FIELD(bustle_environment_def, refresh_ms),
    END_OF_FIELDS,
};

static const field interruption_fields[] = {
    TEXT_FIELD(bustle_interruption_def, name),
    TEXT_FIELD(bustle_interruption_def, origin),
    OPS_FIELD(bustle_interruption_def, when),
    END_OF_FIELDS,
};

/* ---- Actions ---- */

static const field claim_fields[] = {
    TEXT_FIELD(bustle_claim_def, state),
    WHOLE_FIELD(bustle_claim_def, amount),
    END_OF_FIELDS,
};

SHAPE(claim, bustle_claim_def, (bustle_claim_def){.amount = 1}, claim_fields)

static const named preferences[] = {
    {"nearest", BUSTLE_PREFER_NEAREST},
    {"least", BUSTLE_PREFER_LEAST},
    {"most", BUSTLE_PREFER_MOST},
    {NULL, 0},
};

static const named endings[] = {
    {"timed", BUSTLE_ENDING_TIMED},
    {"game", BUSTLE_ENDING_GAME},
    {NULL, 0},
};

static const field action_fields[] = {
    TEXT_FIELD(bustle_action_def, name),
    TEXT_FIELD(bustle_action_def, origin),
    OPS_FIELD(bustle_action_def, when),
    OPS_FIELD(bustle_action_def, start),
    OPS_FIELD(bustle_action_def, finish),
    OPS_FIELD(bustle_action_def, interrupted),
    WHOLE_FIELD(bustle_action_def, duration_ms),
    WHOLE_FIELD(bustle_action_def, duration_max_ms),
    WHOLE_FIELD(bustle_action_def, timeout_ms),
    FLAG_FIELD(bustle_action_def, timeout_fails),
    FLAG_FIELD(bustle_action_def, resumable),
    {.name = "target", .kind = FIELD_TAKES_TARGET, .at = offsetof(bustle_action_def, target)},
    NAMED_FIELD(bustle_action_def, ending, endings),
    LIST_FIELD(bustle_action_def, claims, claim_count, claim_shape),
    NAMED_FIELD(bustle_action_def, preference, preferences),
    TEXT_FIELD(bustle_action_def, preferred_state),
    WHOLE_FIELD(bustle_action_def, speed),
    TEXT_FIELD(bustle_action_def, speed_state),
    TEXTS_FIELD(bustle_action_def, ends_on, ends_on_count),
    END_OF_FIELDS,
};

/* ---- Sequences ---- */

static const field transition_fields[] = {
    TEXT_FIELD(bustle_transition_def, to),
    OPS_FIELD(bustle_transition_def, when),
    FLAG_FIELD(bustle_transition_def, otherwise),
    END_OF_FIELDS,
};

SHAPE(transition, bustle_transition_def, (bustle_transition_def){0}, transition_fields)

static const named node_kinds[] = {
    {"action", BUSTLE_NODE_ACTION},
    {"sequence", BUSTLE_NODE_SEQUENCE},
    {"choice", BUSTLE_NODE_CHOICE},
    {"end", BUSTLE_NODE_END},
    {NULL, 0},
};

static const field node_fields[] = {
    TEXT_FIELD(bustle_node_def, name),
    NAMED_FIELD(bustle_node_def, kind, node_kinds),
    TEXT_FIELD(bustle_node_def, performs),
    FLAG_FIELD(bustle_node_def, same_target),
    LIST_FIELD(bustle_node_def, transitions, transition_count, transition_shape),
    TEXT_FIELD(bustle_node_def, failed),
    END_OF_FIELDS,
};

SHAPE(node, bustle_node_def, bustle_default_node_def(), node_fields)

static const field sequence_fields[] = {
    TEXT_FIELD(bustle_sequence_def, name),
    TEXT_FIELD(bustle_sequence_def, origin),
    TEXT_FIELD(bustle_sequence_def, entry),
    LIST_FIELD(bustle_sequence_def, nodes, node_count, node_shape),
    LIST_FIELD(bustle_sequence_def, claims, claim_count, claim_shape),
    END_OF_FIELDS,
};

/* ---- Entities ---- */

static const field entity_state_fields[] = {
    TEXT_FIELD(bustle_entity_state_def, state),
    {.name = "initial",
        .kind = FIELD_GIVEN32,
        .at = offsetof(bustle_entity_state_def, initial),
        .beside = offsetof(bustle_entity_state_def, given)},
    TEXT_FIELD(bustle_entity_state_def, value_name),
    END_OF_FIELDS,
};

SHAPE(entity_state, bustle_entity_state_def, (bustle_entity_state_def){0}, entity_state_fields)

static const field handler_fields[] = {
    TEXT_FIELD(bustle_handler_def, interruption),
    TEXT_FIELD(bustle_handler_def, sequence),
    WHOLE_FIELD(bustle_handler_def, priority),
    END_OF_FIELDS,
};

SHAPE(handler, bustle_handler_def, (bustle_handler_def){0}, handler_fields)

static const named position_kinds[] = {
    {"pushed", BUSTLE_POSITION_PUSHED},
    {"static", BUSTLE_POSITION_STATIC},
    {"queried", BUSTLE_POSITION_QUERIED},
    {NULL, 0},
};

static const field entity_fields[] = {
    TEXT_FIELD(bustle_entity_def, name),
    TEXT_FIELD(bustle_entity_def, origin),
    FLAG_FIELD(bustle_entity_def, npc),
    NAMED_FIELD(bustle_entity_def, position, position_kinds),
    LONG_FIELD(bustle_entity_def, position_refresh_ms),
    LIST_FIELD(bustle_entity_def, states, state_count, entity_state_shape),
    TEXTS_FIELD(bustle_entity_def, accepts, accept_count),
    TEXT_FIELD(bustle_entity_def, main),
    TEXTS_FIELD(bustle_entity_def, fallbacks, fallback_count),
    LIST_FIELD(bustle_entity_def, handlers, handler_count, handler_shape),
    WHOLE_FIELD(bustle_entity_def, transition_memories),
    WHOLE_FIELD(bustle_entity_def, action_memories),
    WHOLE_FIELD(bustle_entity_def, interruption_memories),
    END_OF_FIELDS,
};

static const field place_fields[] = {
    TEXT_FIELD(bustle_place_def, definition),
    TEXT_FIELD(bustle_place_def, origin),
    TEXT_FIELD(bustle_place_def, name),
    {.name = "x", .kind = FIELD_NUMBER, .at = offsetof(bustle_place_def, position.x)},
    {.name = "y", .kind = FIELD_NUMBER, .at = offsetof(bustle_place_def, position.y)},
    {.name = "z", .kind = FIELD_NUMBER, .at = offsetof(bustle_place_def, position.z)},
    LIST_FIELD(bustle_place_def, states, state_count, entity_state_shape),
    END_OF_FIELDS,
};

/* ---- Adding ---- */

/* What a definition is read into before it is added. */
#define DEFINITION(name)                                                           \
    SHAPE(name, bustle_##name##_def, bustle_default_##name##_def(), name##_fields) \
    static bustle_status add_##name(                                               \
        bustle_builder *builder, reader *r, const char *list, size_t index) {      \
        bustle_##name##_def def;                                                   \
        place where = {.list = list, .index = index};                              \
        read_table(r, &name##_shape, &def, &where);                                \
        return bustle_builder_add_##name(builder, &def);                           \
    }

DEFINITION(state)
DEFINITION(environment)
DEFINITION(interruption)
DEFINITION(action)
DEFINITION(sequence)
DEFINITION(entity)
DEFINITION(place)

const definitions all_definitions[] = {
    {"states", add_state},
    {"environment", add_environment},
    {"interruptions", add_interruption},
    {"actions", add_action},
    {"sequences", add_sequence},
    {"entities", add_entity},
    {"places", add_place},
    {NULL, NULL},
};
