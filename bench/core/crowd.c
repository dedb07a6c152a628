/* A crowd of people, each with a cue. */
#include "crowd.h"

#include <stdio.h>
#include <stdlib.h>

#include "figures.h"
#include "scenario.h"
#include "stopwatch.h"

enum { PLACES_IN_A_ROW = 40, REACH = 10, METRES_APART = REACH / 2 };

/* People who are at an action that never ends, and once a second look for somebody within reach
 * whom they have not seen for a while. */
static bustle_content *make_content(void) {
    static const char *const tags[] = {"person"};
    static const char *const accepted[] = {"greet"};
    const bustle_transition_def end = {.to = "END"};
    bustle_builder *builder = bustle_builder_create(NULL);
    bustle_action_def greet = bustle_default_action_def();
    greet.name = "greet";
    greet.duration_ms = 1000000000;
    greet.resumable = true;
    greet.when.text = "distance <= 10 and target.busy == 0";
    bustle_action_def glance = bustle_default_action_def();
    glance.name = "glance";
    glance.duration_ms = 100;
    bustle_state_def busy = bustle_default_state_def();
    busy.name = "busy";
    const bustle_entity_state_def has_busy = {.state = "busy"};
    bustle_node_def node = bustle_default_node_def();
    node.name = "it";
    node.transitions = &end;
    node.transition_count = 1;
    bustle_sequence_def sequence = bustle_default_sequence_def();
    sequence.entry = "it";
    sequence.nodes = &node;
    sequence.node_count = 1;
    bustle_cue_def cue = bustle_default_cue_def();
    cue.name = "glance";
    cue.sequence = "look_up";
    cue.when = greet.when;
    cue.targets = tags;
    cue.target_count = 1;
    bustle_entity_def person = bustle_default_entity_def();
    person.name = "person";
    person.npc = true;
    person.main = "day";
    person.states = &has_busy;
    person.state_count = 1;
    person.accepts = accepted;
    person.accept_count = 1;
    person.tags = tags;
    person.tag_count = 1;
    person.cues = &cue;
    person.cue_count = 1;
    bustle_content *content = NULL;
    bustle_builder_add_state(builder, &busy);
    bustle_builder_add_action(builder, &greet);
    bustle_builder_add_action(builder, &glance);
    sequence.name = "day";
    node.performs = "greet";
    bustle_builder_add_sequence(builder, &sequence);
    sequence.name = "look_up";
    node.performs = "glance";
    bustle_builder_add_sequence(builder, &sequence);
    bustle_builder_add_entity(builder, &person);
    (void)bustle_builder_seal(builder, &content);
    bustle_builder_destroy(builder);
    return content;
}

bustle_world *open_in_rows(bustle_content *content, uint32_t npcs) {
    bustle_world *world = NULL;
    const bustle_world_def def = bustle_default_world_def();
    bustle_spawn_def person = bustle_default_spawn_def();
    bool ok = content != NULL && bustle_world_create(content, &def, &world) == BUSTLE_OK;
    person.definition = 0;
    for (uint32_t i = 0; ok && i < npcs; i++) {
        bustle_entity entity;
        const uint32_t row = i / PLACES_IN_A_ROW;
        person.position.x = (double)(i % PLACES_IN_A_ROW) * METRES_APART;
        person.position.y = (double)row * METRES_APART;
        ok = bustle_world_spawn(world, &person, &entity) == BUSTLE_OK;
    }
    bustle_content_release(content);
    if (!ok) {
        fputs("bench: the crowd could not be made\n", stderr);
        bustle_world_destroy(world);
        world = NULL;
    }
    return world;
}

bustle_world *open_crowd(uint32_t npcs) {
    return open_in_rows(make_content(), npcs);
}

bool run_crowd(bustle_world *world, int64_t until_ms) {
    bool ok = true;
    for (int64_t now = bustle_world_now(world); ok && now < until_ms;) {
        now += 1000 / STEPS_PER_SECOND;
        ok = bustle_world_update(world, now < until_ms ? now : until_ms, NULL) == BUSTLE_OK;
    }
    return ok;
}

static void work_out(crowd_figures *figures, double *ms, uint32_t count) {
    figures->updates = count;
    figures->average_ms = mean_of(ms, count);
    figures->p99_ms = percentile_of(ms, count, 99);
    figures->longest_ms = percentile_of(ms, count, 100);
}

bool measure_crowd(
    bustle_world *world, uint32_t warm_ms, uint32_t seconds, crowd_figures *figures) {
    bustle_stats before = {0};
    bustle_stats after = {0};
    *figures = (crowd_figures){0};
    const uint32_t count = seconds * STEPS_PER_SECOND;
    double *ms = malloc(count * sizeof *ms);
    bool ok = ms != NULL && world != NULL && run_crowd(world, warm_ms);
    if (!ok || bustle_world_stats(world, &before) != BUSTLE_OK) {
        bustle_world_destroy(world);
        free(ms);
        return false;
    }
    for (uint32_t i = 0; ok && i < count; i++) {
        const int64_t started = processor_ns();
        ok = run_crowd(world, bustle_world_now(world) + 1000 / STEPS_PER_SECOND);
        ms[i] = (double)(processor_ns() - started) / 1e6;
    }
    work_out(figures, ms, count);
    free(ms);
    (void)bustle_world_stats(world, &after);
    figures->npcs = after.npcs;
    figures->starts = after.starts - before.starts;
    figures->joins = after.joins - before.joins;
    figures->adopts = after.adopts - before.adopts;
    figures->bytes = after.bytes;
    figures->allocations = after.allocations - before.allocations;
    bustle_world_destroy(world);
    return ok;
}
