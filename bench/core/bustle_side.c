/* The market on the core, through bustle.h alone. */
#include "bustle_side.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stopwatch.h"

/* The core reads its clock when an update with a budget begins, and after every ending and turn. */
typedef struct step_watch {
    uint32_t readings;
    int64_t last_ns, longest_ns;
} step_watch;

typedef struct core_world {
    bustle_content *content;
    bustle_world *world;
    int64_t now;
    bustle_snapshot saved;
    step_watch steps;
} core_world;

/* Room for the translation of one definition; the builder copies what it is given. */
typedef struct op_list {
    bustle_op ops[MAX_OPS];
} op_list;

static bustle_content *market_content(void);
static bool add_everything(bustle_builder *builder);
static bool add_action(bustle_builder *builder, const scenario_action *action);
static bool add_sequence(bustle_builder *builder, const scenario_sequence *sequence);
static bool add_kind(bustle_builder *builder, const scenario_kind *kind);
static bustle_ops translated(const scenario_op *from, op_list *to);
static void core_destroy(void *opaque);

static int answer_condition(
    void *context, bustle_world *world, bustle_id environment, bustle_answer *answer) {
    const core_world *core = context;
    (void)world;
    const char *name = bustle_content_name(core->content, BUSTLE_KIND_ENVIRONMENT, environment);
    answer->number = (double)scenario_environment(name, core->now);
    return 1;
}

static int64_t read_clock(void *context) {
    step_watch *steps = &((core_world *)context)->steps;
    const int64_t now = wall_ns();
    if (++steps->readings > 2 && now - steps->last_ns > steps->longest_ns) {
        steps->longest_ns = now - steps->last_ns;
    }
    steps->last_ns = now;
    return now / 1000;
}

static void *core_create(uint64_t seed) {
    core_world *core = calloc(1, sizeof *core);
    if (core == NULL) {
        return NULL;
    }
    core->content = market_content();
    if (core->content != NULL) {
        bustle_world_def def = bustle_default_world_def();
        def.seed = seed;
        def.callbacks.context = core;
        def.callbacks.query_condition = answer_condition;
        def.callbacks.clock = read_clock;
        bustle_status status = bustle_world_create(core->content, &def, &core->world);
        if (status == BUSTLE_OK) {
            return core;
        }
        fprintf(stderr, "bench: world: %s\n", bustle_status_text(status));
    }
    core_destroy(core);
    return NULL;
}

static void core_destroy(void *opaque) {
    core_world *core = opaque;
    bustle_snapshot_free(&core->saved);
    bustle_world_destroy(core->world);
    bustle_content_release(core->content);
    free(core);
}

static bool core_spawn(void *opaque, scenario_place place) {
    core_world *core = opaque;
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = bustle_content_find(core->content, BUSTLE_KIND_ENTITY, place.kind->name);
    def.position.x = (double)place.x;
    def.position.y = (double)place.y;
    bustle_entity entity;
    bustle_status status = bustle_world_spawn(core->world, &def, &entity);
    if (status != BUSTLE_OK) {
        fprintf(stderr, "bench: spawn of a %s: %s\n", place.kind->name, bustle_status_text(status));
    }
    return status == BUSTLE_OK;
}

static bool update_with(core_world *core, int64_t now_ms, const bustle_update_options *options) {
    core->now = now_ms;
    bustle_status status = bustle_world_update(core->world, now_ms, options);
    if (status != BUSTLE_OK) {
        fprintf(stderr, "bench: update: %s\n", bustle_status_text(status));
    }
    return status == BUSTLE_OK;
}

static bool core_update(void *opaque, int64_t now_ms) {
    return update_with(opaque, now_ms, NULL);
}

bool bustle_side_update_within(
    void *opaque, int64_t now_ms, int64_t budget_us, int64_t *longest_step_ns) {
    core_world *core = opaque;
    bustle_update_options options = bustle_default_update_options();
    options.budget_us = budget_us;
    core->steps = (step_watch){0};
    const bool ok = update_with(core, now_ms, &options);
    *longest_step_ns = core->steps.longest_ns;
    return ok;
}

static side_stats core_stats(void *opaque) {
    const core_world *core = opaque;
    bustle_stats stats;
    side_stats result = {0};
    if (bustle_world_stats(core->world, &stats) == BUSTLE_OK) {
        result.starts = stats.starts;
        result.turns = stats.turns;
        result.hash = bustle_world_hash(core->world);
        result.bytes = stats.bytes;
        result.allocations = stats.allocations;
        result.halted = stats.halted;
    }
    return result;
}

static bool core_save(void *opaque, size_t *bytes) {
    core_world *core = opaque;
    const bustle_status status = bustle_snapshot_save(core->world, NULL, 0, &core->saved);
    *bytes = core->saved.size;
    return status == BUSTLE_OK;
}

static bool core_load(void *opaque) {
    core_world *core = opaque;
    const bustle_snapshot *s = &core->saved;
    return bustle_snapshot_load(core->world, s->bytes, s->size, NULL, NULL, 0) == BUSTLE_OK;
}

bustle_world *bustle_side_world(void *opaque) {
    return ((core_world *)opaque)->world;
}

const bench_side bustle_side = {
    "core", core_create, core_destroy, core_spawn, core_update, core_stats, core_save, core_load};

/* ---- Content ---- */

static bustle_content *market_content(void) {
    bustle_builder *builder = bustle_builder_create(NULL);
    bustle_content *content = NULL;
    if (builder == NULL || !add_everything(builder)) {
        fputs("bench: no memory for the market's definitions\n", stderr);
    } else if (bustle_builder_seal(builder, &content) != BUSTLE_OK) {
        bustle_problem problem;
        for (size_t i = 0; bustle_builder_problem(builder, i, &problem); i++) {
            fprintf(stderr, "bench: %s %s: %s; %s\n", problem.kind, problem.thing, problem.text,
                problem.cure);
        }
    }
    bustle_builder_destroy(builder);
    return content;
}

static bool add_everything(bustle_builder *builder) {
    bool ok = true;
    for (const scenario_state *state = scenario_states; state->name != NULL; state++) {
        bustle_state_def def = bustle_default_state_def();
        def.name = state->name;
        def.minimum = state->minimum;
        def.maximum = state->maximum;
        ok = ok && bustle_builder_add_state(builder, &def) == BUSTLE_OK;
    }
    for (const scenario_condition *c = scenario_conditions; c->name != NULL; c++) {
        bustle_environment_def def = bustle_default_environment_def();
        def.name = c->name;
        def.refresh_ms = c->refresh_ms;
        ok = ok && bustle_builder_add_environment(builder, &def) == BUSTLE_OK;
    }
    bustle_interruption_def alarm = bustle_default_interruption_def();
    alarm.name = BUSTLE_SIDE_ALARM;
    ok = ok && bustle_builder_add_interruption(builder, &alarm) == BUSTLE_OK;
    for (const scenario_action *action = scenario_actions; action->name != NULL; action++) {
        ok = ok && add_action(builder, action);
    }
    for (const scenario_sequence *s = scenario_sequences; s->name != NULL; s++) {
        ok = ok && add_sequence(builder, s);
    }
    for (const scenario_kind *kind = scenario_kinds; kind->name != NULL; kind++) {
        ok = ok && add_kind(builder, kind);
    }
    return ok;
}

static bool add_action(bustle_builder *builder, const scenario_action *action) {
    op_list when = {0};
    op_list start = {0};
    op_list finish = {0};
    bustle_claim_def claim = {.state = action->claims, .amount = 1};
    bustle_action_def def = bustle_default_action_def();
    def.name = action->name;
    def.when = translated(action->when, &when);
    def.start = translated(action->start, &start);
    def.finish = translated(action->finish, &finish);
    def.target = action->targeted ? BUSTLE_TARGET_TAKEN : BUSTLE_TARGET_NOT_TAKEN;
    if (action->speed > 0) {
        def.speed = action->speed;
    } else {
        def.duration_ms = action->shortest_ms;
        def.duration_max_ms = action->longest_ms;
    }
    if (action->claims != NULL) {
        def.claims = &claim;
        def.claim_count = 1;
    }
    return bustle_builder_add_action(builder, &def) == BUSTLE_OK;
}

static bool add_sequence(bustle_builder *builder, const scenario_sequence *sequence) {
    static const bustle_node_kind kinds[] = {
        [DO_ACTION] = BUSTLE_NODE_ACTION,
        [DO_SEQUENCE] = BUSTLE_NODE_SEQUENCE,
        [CHOOSE] = BUSTLE_NODE_CHOICE,
        [FINISH] = BUSTLE_NODE_END,
    };
    bustle_node_def nodes[MAX_NODES];
    bustle_transition_def transitions[MAX_NODES][MAX_TRANSITIONS];
    op_list conditions[MAX_NODES][MAX_TRANSITIONS];
    size_t count = 0;
    for (; count < MAX_NODES && sequence->nodes[count].name != NULL; count++) {
        const scenario_node *from = &sequence->nodes[count];
        size_t ways = 0;
        for (; ways < MAX_TRANSITIONS && from->transitions[ways].to != NULL; ways++) {
            const scenario_transition *way = &from->transitions[ways];
            transitions[count][ways] = (bustle_transition_def){
                .to = way->to,
                .when = translated(way->when, &conditions[count][ways]),
                .otherwise = way->otherwise,
            };
        }
        nodes[count] = bustle_default_node_def();
        nodes[count].name = from->name;
        nodes[count].kind = kinds[from->kind];
        nodes[count].performs = from->performs;
        nodes[count].same_target = from->same_target;
        nodes[count].failed = from->failed;
        nodes[count].transitions = transitions[count];
        nodes[count].transition_count = ways;
    }
    bustle_claim_def claim = {.state = sequence->claims, .amount = 1};
    bustle_sequence_def def = bustle_default_sequence_def();
    def.name = sequence->name;
    def.entry = sequence->entry;
    def.nodes = nodes;
    def.node_count = count;
    if (sequence->claims != NULL) {
        def.claims = &claim;
        def.claim_count = 1;
    }
    return bustle_builder_add_sequence(builder, &def) == BUSTLE_OK;
}

static bool add_kind(bustle_builder *builder, const scenario_kind *kind) {
    bustle_entity_state_def states[MAX_STATES];
    const bustle_handler_def on_alarm = {
        .interruption = BUSTLE_SIDE_ALARM, .sequence = kind->fallback};
    bustle_entity_def def = bustle_default_entity_def();
    def.name = kind->name;
    def.npc = kind->main != NULL;
    def.position = def.npc ? BUSTLE_POSITION_PUSHED : BUSTLE_POSITION_STATIC;
    def.states = states;
    for (; kind->states[def.state_count].state != NULL; def.state_count++) {
        states[def.state_count] = (bustle_entity_state_def){
            .state = kind->states[def.state_count].state,
            .given = true,
            .initial = kind->states[def.state_count].value,
        };
    }
    def.accepts = kind->accepts;
    while (kind->accepts[def.accept_count] != NULL) {
        def.accept_count++;
    }
    if (def.npc) {
        def.main = kind->main;
        def.fallbacks = &kind->fallback;
        def.fallback_count = 1;
        def.handlers = &on_alarm;
        def.handler_count = 1;
        def.transition_memories = TRANSITION_MEMORIES;
        def.action_memories = ACTION_MEMORIES;
        def.interruption_memories = INTERRUPTION_MEMORIES;
    }
    return bustle_builder_add_entity(builder, &def) == BUSTLE_OK;
}

static bustle_ops translated(const scenario_op *from, op_list *to) {
    static const bustle_subject subjects[] = {
        [ON_SELF] = BUSTLE_SELF,
        [ON_TARGET] = BUSTLE_TARGET,
        [ON_ENVIRONMENT] = BUSTLE_ENV,
        [ON_DISTANCE] = BUSTLE_DISTANCE,
    };
    static const bustle_op_kind kinds[] = {
        [IS] = BUSTLE_EQUAL,
        [IS_AT_LEAST] = BUSTLE_AT_LEAST,
        [IS_AT_MOST] = BUSTLE_AT_MOST,
        [SET_TO] = BUSTLE_SET,
        [ADD] = BUSTLE_INCREASE,
        [TAKE] = BUSTLE_DECREASE,
    };
    bustle_ops list = {.list = to->ops, .count = 0};
    for (; list.count < MAX_OPS && from[list.count].used; list.count++) {
        const scenario_op *op = &from[list.count];
        to->ops[list.count] = (bustle_op){
            .kind = kinds[op->operation],
            .subject = subjects[op->subject],
            .name = op->name,
            .value = op->value,
        };
    }
    return list;
}
