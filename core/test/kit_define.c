/* The test kit: definitions, kept until the end of a test, and sealing. */
#include "kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What definitions point to, until the end of the test. */
static struct keepsake {
    struct keepsake *next;
    max_align_t bytes[];
} * keepsakes;

static void *keep(const void *bytes, size_t size) {
    struct keepsake *one = calloc(1, sizeof *one + size);
    assert_non_null(one);
    one->next = keepsakes;
    keepsakes = one;
    if (bytes != NULL) {
        memcpy(one->bytes, bytes, size);
    }
    return one->bytes;
}

/* A longer copy of a kept list, the item at its end. */
static void *append(const void *list, size_t *count, const void *item, size_t size) {
    char *longer = keep(NULL, (*count + 1) * size);
    if (*count > 0) {
        memcpy(longer, list, *count * size);
    }
    memcpy(longer + *count * size, item, size);
    (*count)++;
    return longer;
}

void kit_drop_kept(void) {
    while (keepsakes != NULL) {
        struct keepsake *next = keepsakes->next;
        free(keepsakes);
        keepsakes = next;
    }
}

/* ---- Definitions ---- */

bustle_ops kit_ops(const bustle_op *list, size_t count) {
    return (bustle_ops){keep(list, count * sizeof *list), count, NULL};
}

const char *const *kit_names(const char *const *names) {
    size_t count = 0;
    while (names[count] != NULL) {
        count++;
    }
    return keep(names, (count + 1) * sizeof *names);
}

#define DEFINE(k, kind, type)                                    \
    bustle_##type##_def initial = bustle_default_##type##_def(); \
    bustle_##type##_def *def = keep(&initial, sizeof initial);   \
    define(k, kind, def);                                        \
    def->name = name

static void define(kit *k, bustle_kind kind, void *def) {
    assert_true(k->def_count < KIT_DEFINITIONS);
    k->defs[k->def_count].kind = kind;
    k->defs[k->def_count++].def = def;
}

bustle_state_def *kit_def_state(kit *k, const char *name) {
    DEFINE(k, BUSTLE_KIND_STATE, state);
    return def;
}

bustle_link_def *kit_def_link(kit *k, const char *name) {
    DEFINE(k, BUSTLE_KIND_LINK, link);
    return def;
}

bustle_link_def *kit_def_valued_link(
    kit *k, const char *name, int32_t minimum, int32_t maximum, int32_t initial) {
    bustle_link_def *def = kit_def_link(k, name);
    def->flag = false;
    def->minimum = minimum;
    def->maximum = maximum;
    def->initial = initial;
    return def;
}

bustle_environment_def *kit_def_environment(kit *k, const char *name, int64_t refresh_ms) {
    DEFINE(k, BUSTLE_KIND_ENVIRONMENT, environment);
    def->refresh_ms = refresh_ms;
    return def;
}

bustle_interruption_def *kit_def_interruption(kit *k, const char *name) {
    DEFINE(k, BUSTLE_KIND_INTERRUPTION, interruption);
    return def;
}

bustle_action_def *kit_def_action(kit *k, const char *name, int32_t duration_ms) {
    DEFINE(k, BUSTLE_KIND_ACTION, action);
    def->duration_ms = duration_ms;
    return def;
}

bustle_entity_def *kit_def_prop(kit *k, const char *name) {
    DEFINE(k, BUSTLE_KIND_ENTITY, entity);
    return def;
}

bustle_entity_def *kit_def_npc(kit *k, const char *name, const char *main) {
    bustle_entity_def *def = def_prop(k, name);
    def->npc = true;
    def->main = main;
    return def;
}

bustle_sequence_def *kit_def_sequence(kit *k, const char *name, const char *entry) {
    DEFINE(k, BUSTLE_KIND_SEQUENCE, sequence);
    def->entry = entry;
    def->nodes = keep(NULL, KIT_NODES * sizeof *def->nodes);
    return def;
}

bustle_sequence_def *kit_chain(kit *k, const char *name, const char *const *items) {
    bustle_sequence_def *sequence = def_sequence(k, name, NULL);
    bustle_node_def *last = NULL;
    do {
        bool same = **items == '=', nested = **items == '>', aimed = **items == '@';
        bool passes = strcmp(*items, "-") == 0;
        const char *performs = passes ? "pass" : *items + (same || nested || aimed);
        size_t size = strlen(performs) + 12;
        char *node_name = keep(NULL, size);
        snprintf(node_name, size, "%s", performs);
        for (unsigned n = 2; node_of(sequence, node_name) != NULL; n++) {
            snprintf(node_name, size, "%s%u", performs, n);
        }
        if (last != NULL) {
            add_edge(last, node_name, ALWAYS);
        } else {
            sequence->entry = node_name;
        }
        last = add_node(sequence, node_name,
            nested       ? BUSTLE_NODE_SEQUENCE
                : passes ? BUSTLE_NODE_PASS
                         : BUSTLE_NODE_ACTION,
            passes ? NULL : performs);
        last->same_target = same;
        last->at_member = aimed;
    } while (*++items != NULL);
    add_edge(last, "END", ALWAYS);
    return sequence;
}

bustle_node_def *kit_add_node(
    bustle_sequence_def *sequence, const char *name, bustle_node_kind kind, const char *performs) {
    assert_true(sequence->node_count < KIT_NODES);
    bustle_node_def *node = (bustle_node_def *)sequence->nodes + sequence->node_count++;
    *node = bustle_default_node_def();
    node->name = name;
    node->kind = kind;
    node->performs = performs;
    return node;
}

bustle_node_def *kit_node_of(const bustle_sequence_def *sequence, const char *name) {
    for (size_t i = 0; i < sequence->node_count; i++) {
        if (strcmp(sequence->nodes[i].name, name) == 0) {
            return (bustle_node_def *)sequence->nodes + i;
        }
    }
    return NULL;
}

bustle_transition_def *kit_add_edge(bustle_node_def *node, const char *to, bustle_ops when) {
    bustle_transition_def item = {.to = to, .when = when};
    bustle_transition_def *list =
        append(node->transitions, &node->transition_count, &item, sizeof item);
    node->transitions = list;
    return &list[node->transition_count - 1];
}

void kit_add_claim(bustle_action_def *action, const char *state, int32_t amount) {
    bustle_claim_def item = {state, amount};
    action->claims = append(action->claims, &action->claim_count, &item, sizeof item);
}

void kit_add_sequence_claim(bustle_sequence_def *sequence, const char *state, int32_t amount) {
    bustle_claim_def item = {state, amount};
    sequence->claims = append(sequence->claims, &sequence->claim_count, &item, sizeof item);
}

void kit_ended_by(bustle_action_def *action, const char *interruption) {
    action->ends_on =
        append(action->ends_on, &action->ends_on_count, &interruption, sizeof interruption);
}

static bustle_entity_def *add_entity_state(
    bustle_entity_def *entity, bustle_entity_state_def item) {
    entity->states = append(entity->states, &entity->state_count, &item, sizeof item);
    return entity;
}

bustle_entity_def *kit_has(bustle_entity_def *entity, const char *state, int32_t initial) {
    return add_entity_state(
        entity, (bustle_entity_state_def){.state = state, .given = true, .initial = initial});
}

bustle_entity_def *kit_has_default(bustle_entity_def *entity, const char *state) {
    return add_entity_state(entity, (bustle_entity_state_def){.state = state});
}

bustle_entity_def *kit_accepts(bustle_entity_def *entity, const char *action) {
    entity->accepts = append(entity->accepts, &entity->accept_count, &action, sizeof action);
    return entity;
}

bustle_entity_def *kit_handles(
    bustle_entity_def *entity, const char *interruption, const char *sequence, int32_t priority) {
    bustle_handler_def item = {
        .interruption = interruption, .sequence = sequence, .priority = priority};
    entity->handlers = append(entity->handlers, &entity->handler_count, &item, sizeof item);
    return entity;
}

bustle_entity_def *kit_falls_back_on(bustle_entity_def *entity, const char *sequence) {
    entity->fallbacks =
        append(entity->fallbacks, &entity->fallback_count, &sequence, sizeof sequence);
    return entity;
}

bustle_role_def *kit_def_role(kit *k, const char *name, const char *main) {
    DEFINE(k, BUSTLE_KIND_ROLE, role);
    def->main = main;
    return def;
}

void kit_add_role_handler(bustle_role_def *role, const char *interruption, const char *sequence) {
    bustle_handler_def item = {.interruption = interruption, .sequence = sequence};
    role->handlers = append(role->handlers, &role->handler_count, &item, sizeof item);
}

bustle_entity_def *kit_may_be(bustle_entity_def *entity, const char *role, bustle_ops when) {
    bustle_entity_role_def item = {role, when};
    entity->roles = append(entity->roles, &entity->role_count, &item, sizeof item);
    return entity;
}

bustle_entity_def *kit_tagged(bustle_entity_def *entity, const char *tag) {
    entity->tags = append(entity->tags, &entity->tag_count, &tag, sizeof tag);
    return entity;
}

bustle_entity_def *kit_extends(bustle_entity_def *entity, bustle_box_def box) {
    entity->area = append(entity->area, &entity->area_count, &box, sizeof box);
    entity->position = BUSTLE_POSITION_STATIC;
    return entity;
}

bustle_offer_def *kit_offers(bustle_entity_def *entity, const char *name, const char *sequence) {
    bustle_offer_def item = bustle_default_offer_def();
    item.name = name;
    item.sequence = sequence;
    entity->offers = append(entity->offers, &entity->offer_count, &item, sizeof item);
    return (bustle_offer_def *)entity->offers + entity->offer_count - 1;
}

bustle_node_def *kit_request(
    bustle_sequence_def *sequence, const char *name, const char *offer, const char *to) {
    bustle_node_def *node = add_node(sequence, name, BUSTLE_NODE_REQUEST, NULL);
    node->offers = NAMES(offer);
    node->offer_count = 1;
    add_edge(node, to, ALWAYS);
    return node;
}

bustle_inbox_def *kit_def_inbox(kit *k, const char *name) {
    DEFINE(k, BUSTLE_KIND_INBOX, inbox);
    return def;
}

bustle_entity_def *kit_has_inbox(bustle_entity_def *entity, const char *inbox) {
    entity->inboxes = append(entity->inboxes, &entity->inbox_count, &inbox, sizeof inbox);
    return entity;
}

bustle_node_def *kit_take(
    bustle_sequence_def *sequence, const char *name, const char *inbox, const char *to) {
    bustle_node_def *node = add_node(sequence, name, BUSTLE_NODE_TAKE, inbox);
    add_edge(node, to, ALWAYS);
    return node;
}

bustle_node_def *kit_send(
    bustle_sequence_def *sequence, const char *name, const char *inbox, const char *to) {
    bustle_node_def *node = add_node(sequence, name, BUSTLE_NODE_SEND, inbox);
    add_edge(node, to, ALWAYS);
    return node;
}

bustle_node_def *kit_meet(bustle_sequence_def *sequence, const char *name, const char *under,
    const char *path, int32_t count, const char *to) {
    bustle_node_def *node = add_node(sequence, name, BUSTLE_NODE_MEET, under);
    node->path = path;
    node->count = count;
    add_edge(node, to, ALWAYS);
    return node;
}

bustle_cue_def *kit_cue(const char *name, const char *sequence, const char *tag) {
    bustle_cue_def item = bustle_default_cue_def();
    item.name = name;
    item.sequence = sequence;
    if (tag != NULL) {
        item.targets = NAMES(tag);
        item.target_count = 1;
    }
    return keep(&item, sizeof item);
}

void kit_add_cue(bustle_entity_def *entity, const bustle_cue_def *cue) {
    entity->cues = append(entity->cues, &entity->cue_count, cue, sizeof *cue);
}

void kit_add_role_cue(bustle_role_def *role, const bustle_cue_def *cue) {
    role->cues = append(role->cues, &role->cue_count, cue, sizeof *cue);
}

/* ---- Scenes ---- */

bustle_scene_def *kit_def_scene(kit *k, const char *name) {
    DEFINE(k, BUSTLE_KIND_SCENE, scene);
    return def;
}

bustle_part_def *kit_add_part(
    bustle_scene_def *scene, const char *name, const char *tag, const char *sequence) {
    bustle_part_def item = bustle_default_part_def();
    item.name = name;
    item.sequence = sequence;
    if (tag != NULL) {
        item.who = NAMES(tag);
        item.who_count = 1;
    }
    bustle_part_def *list = append(scene->parts, &scene->part_count, &item, sizeof item);
    scene->parts = list;
    return &list[scene->part_count - 1];
}

bustle_entity_def *kit_reacts(bustle_entity_def *entity, const char *topic, const char *sequence) {
    bustle_reaction_def item = {topic, sequence};
    entity->reactions = append(entity->reactions, &entity->reaction_count, &item, sizeof item);
    return entity;
}

void kit_add_role_reaction(bustle_role_def *role, const char *topic, const char *sequence) {
    bustle_reaction_def item = {topic, sequence};
    role->reactions = append(role->reactions, &role->reaction_count, &item, sizeof item);
}

bustle_node_def *kit_stage(bustle_sequence_def *sequence, const char *name, const char *scene,
    const char *as, const char *to) {
    bustle_node_def *node = add_node(sequence, name, BUSTLE_NODE_SCENE, scene);
    node->as = as;
    add_edge(node, to, ALWAYS);
    return node;
}

/* ---- Plans ---- */

bustle_plan_def *kit_def_plan(kit *k, const char *name) {
    DEFINE(k, BUSTLE_KIND_PLAN, plan);
    return def;
}

bustle_plan_entry_def *kit_plans(
    bustle_plan_def *plan, int32_t from, int32_t to, const char *sequence) {
    bustle_plan_entry_def item = bustle_default_plan_entry_def();
    item.from = from;
    item.to = to;
    item.sequence = sequence;
    plan->entries = append(plan->entries, &plan->entry_count, &item, sizeof item);
    return (bustle_plan_entry_def *)plan->entries + plan->entry_count - 1;
}

bustle_entity_def *kit_def_planned(kit *k, const char *name, const char *plan) {
    bustle_entity_def *def = def_npc(k, name, NULL);
    def->plan = plan;
    return def;
}

/* ---- Sealing ---- */

static bustle_status add_def(kit *k, bustle_kind kind, const void *def) {
    switch (kind) {
    case BUSTLE_KIND_STATE:
        return bustle_builder_add_state(k->builder, def);
    case BUSTLE_KIND_ENVIRONMENT:
        return bustle_builder_add_environment(k->builder, def);
    case BUSTLE_KIND_INTERRUPTION:
        return bustle_builder_add_interruption(k->builder, def);
    case BUSTLE_KIND_ACTION:
        return bustle_builder_add_action(k->builder, def);
    case BUSTLE_KIND_SEQUENCE:
        return bustle_builder_add_sequence(k->builder, def);
    case BUSTLE_KIND_ENTITY:
        return bustle_builder_add_entity(k->builder, def);
    case BUSTLE_KIND_ROLE:
        return bustle_builder_add_role(k->builder, def);
    case BUSTLE_KIND_SCENE:
        return bustle_builder_add_scene(k->builder, def);
    case BUSTLE_KIND_LINK:
        return bustle_builder_add_link(k->builder, def);
    case BUSTLE_KIND_PLAN:
        return bustle_builder_add_plan(k->builder, def);
    case BUSTLE_KIND_INBOX:
        return bustle_builder_add_inbox(k->builder, def);
    case BUSTLE_KIND_CUE:
    case BUSTLE_KIND_OFFER:
    case BUSTLE_KIND_MEETING:
        break; /* in roles, entities and sequences */
    }
    return BUSTLE_BAD_ARGUMENT;
}

bustle_status kit_add(kit *k) {
    for (; k->defs_added < k->def_count; k->defs_added++) {
        bustle_status status = add_def(k, k->defs[k->defs_added].kind, k->defs[k->defs_added].def);
        if (status != BUSTLE_OK) {
            return status;
        }
    }
    return BUSTLE_OK;
}

static void show_problems(const kit *k) {
    bustle_problem p;
    for (size_t i = 0; bustle_builder_problem(k->builder, i, &p); i++) {
        print_error("%s: %s %s: %s: %s\n", p.severity == BUSTLE_ERROR ? "error" : "warning", p.kind,
            p.thing, p.code, p.text);
    }
}

void kit_seal_ok(kit *k) {
    assert_int_equal(kit_add(k), BUSTLE_OK);
    bustle_content_release(k->content);
    bustle_status status = bustle_builder_seal(k->builder, &k->content);
    if (status != BUSTLE_OK) {
        show_problems(k);
    }
    assert_int_equal(status, BUSTLE_OK);
}

void kit_begin(kit *k) {
    kit_seal_ok(k);
    assert_int_equal(bustle_world_create(k->content, &k->def, &k->world), BUSTLE_OK);
}

const char *kit_expect_problem(kit *k, bustle_severity severity, const char *thing) {
    bustle_content *content = NULL;
    assert_int_equal(kit_add(k), BUSTLE_OK);
    bustle_status status = bustle_builder_seal(k->builder, &content);
    bustle_content_release(content);
    assert_int_equal(status, severity == BUSTLE_ERROR ? BUSTLE_PROBLEMS : BUSTLE_OK);
    bustle_problem p;
    for (size_t i = 0; bustle_builder_problem(k->builder, i, &p); i++) {
        if (p.severity == severity && strcmp(p.thing, thing) == 0) {
            return p.code;
        }
    }
    show_problems(k);
    fail_msg("no such problem with %s", thing);
    return NULL;
}
