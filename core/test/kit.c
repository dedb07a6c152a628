/* The test kit: its memory, the scripted game, setting up and running. Definitions are in
 * kit_define.c, the comparison of events in kit_events.c. */
#include "kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Memory ---- */

typedef union block_head {
    size_t size;
    max_align_t align;
} block_head;

/* Checks the contract of bustle_allocator as it goes. */
static void *counting_resize(void *context, void *block, size_t old_size, size_t new_size) {
    kit_memory *m = context;
    block_head *head = block == NULL ? NULL : (block_head *)block - 1;
    assert_true(old_size != 0 || new_size != 0);
    assert_int_equal(head == NULL ? 0 : head->size, old_size);
    if (new_size == 0) {
        free(head);
        m->blocks--;
        m->bytes -= old_size;
        return NULL;
    }
    m->calls++;
    if (m->fail_at != 0 && --m->fail_at == 0) {
        return NULL;
    }
    /* Always elsewhere, so that stale pointers are noticed. */
    block_head *moved = malloc(sizeof *moved + new_size);
    assert_non_null(moved);
    moved->size = new_size;
    if (head != NULL) {
        memcpy(moved + 1, block, old_size < new_size ? old_size : new_size);
        free(head);
    }
    m->blocks += block == NULL;
    m->bytes += new_size - old_size;
    return moved + 1;
}

/* ---- The scripted game ---- */

static size_t index_of(const kit *k, bustle_entity entity) {
    for (size_t i = 0; i < k->entity_count; i++) {
        if (k->entities[i].entity == entity) {
            return i;
        }
    }
    fail_msg("no label for entity %llu", (unsigned long long)entity);
    return 0;
}

static size_t index_of_label(const kit *k, const char *label) {
    for (size_t i = k->entity_count; i-- > 0;) { /* a label may be given again */
        if (strcmp(k->entities[i].label, label) == 0) {
            return i;
        }
    }
    fail_msg("no entity is labelled %s", label);
    return 0;
}

static void note_asked(kit *k, const char *what) {
    size_t length = strlen(k->asked);
    snprintf(k->asked + length, sizeof k->asked - length, " %s", what);
}

static int answer_condition(
    void *context, bustle_world *world, bustle_id environment, bustle_answer *answer) {
    kit *k = context;
    kit_reply *reply = &k->environment[environment];
    (void)world;
    reply->asked++;
    note_asked(k, bustle_content_name(k->content, BUSTLE_KIND_ENVIRONMENT, environment));
    *answer = reply->answer;
    return reply->result;
}

static int answer_position(
    void *context, bustle_world *world, bustle_entity entity, bustle_position *position) {
    kit *k = context;
    size_t i = index_of(k, entity);
    (void)world;
    k->entities[i].position.asked++;
    note_asked(k, k->entities[i].label);
    *position = k->entities[i].position.position;
    return k->entities[i].position.result;
}

static int call_condition(void *context, bustle_world *world, bustle_call *call) {
    kit *k = context;
    assert_ptr_equal(world, k->world);
    return k->conditions[call->function](k, call);
}

static int call_effect(void *context, bustle_world *world, bustle_call *call) {
    kit *k = context;
    assert_ptr_equal(world, k->world);
    return k->effects[call->function](k, call);
}

static void hear_start(void *context, bustle_world *world, const bustle_event *event) {
    kit *k = context;
    (void)world;
    if (k->on_start != NULL) {
        k->on_start(k, event);
    }
}

static void hear_event(void *context, bustle_world *world, const bustle_event *event) {
    kit *k = context;
    (void)world;
    if (k->on_event != NULL) {
        k->on_event(k, event);
    }
}

static int64_t read_clock(void *context) {
    kit *k = context;
    int64_t now = k->clock_us;
    k->clock_us += k->tick_us;
    k->clock_readings++;
    return now;
}

static void note_log(void *context, bustle_log_level level, const char *text) {
    kit *k = context;
    size_t length = strlen(k->log);
    (void)level;
    snprintf(k->log + length, sizeof k->log - length, "%s\n", text);
    k->logged++;
}

static kit_reply *reply_of(kit *k, const char *environment) {
    return &k->environment[kit_environment(k, environment)];
}

void kit_answer(kit *k, const char *environment, double number) {
    kit_reply *reply = reply_of(k, environment);
    reply->result = 1;
    reply->answer = (bustle_answer){number, NULL};
}

void kit_answer_name(kit *k, const char *environment, const char *value) {
    kit_reply *reply = reply_of(k, environment);
    reply->result = 1;
    reply->answer = (bustle_answer){0, value};
}

void kit_answer_result(kit *k, const char *environment, int result) {
    reply_of(k, environment)->result = result;
}

void kit_place(kit *k, const char *label, double x, double y, double z) {
    kit_reply *reply = &k->entities[index_of_label(k, label)].position;
    reply->result = 1;
    reply->position = (bustle_position){x, y, z};
}

void kit_place_result(kit *k, const char *label, int result) {
    k->entities[index_of_label(k, label)].position.result = result;
}

unsigned kit_asked(const kit *k, const char *environment) {
    return k->environment[kit_environment(k, environment)].asked;
}

unsigned kit_asked_position(const kit *k, const char *label) {
    return k->entities[index_of_label(k, label)].position.asked;
}

void kit_expect_asked(kit *k, const char *expected) {
    assert_string_equal(k->asked + (k->asked[0] == ' '), expected);
    k->asked[0] = '\0';
}

void kit_expect_logged(kit *k, unsigned count, const char *part) {
    unsigned with_part = 0;
    for (char *line = strtok(k->log, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (strstr(line, part) != NULL) {
            with_part++;
        } else {
            print_error("logged without '%s': %s\n", part, line);
        }
    }
    assert_int_equal(with_part, count);
    assert_int_equal(k->logged, count);
    k->log[0] = '\0';
    k->logged = 0;
}

/* ---- Set up ---- */

static void set_up(kit *k) {
    k->allocator = (bustle_allocator){counting_resize, &k->memory};
    k->options = bustle_default_update_options();
    k->def = bustle_default_world_def();
    k->def.seed = 1;
    k->def.allocator = &k->allocator;
    k->def.callbacks = (bustle_callbacks){.context = k,
        .condition = call_condition,
        .effect = call_effect,
        .query_condition = answer_condition,
        .query_position = answer_position,
        .start_action = hear_start,
        .on_event = hear_event,
        .clock = read_clock,
        .log = note_log};
    k->builder = bustle_builder_create(&k->allocator);
    assert_non_null(k->builder);
}

/* Returns how many blocks leak. */
static size_t clear(kit *k) {
    bustle_world_destroy(k->world);
    bustle_content_release(k->content);
    bustle_builder_destroy(k->builder);
    free(k->events);
    if (k->memory.blocks > 0) {
        print_error("%zu blocks leak\n", k->memory.blocks);
    }
    return k->memory.blocks;
}

int kit_setup(void **state) {
    kit *k = calloc(1, sizeof *k);
    assert_non_null(k);
    *state = k;
    set_up(k);
    return 0;
}

int kit_teardown(void **state) {
    size_t leaks = clear(*state);
    free(*state);
    kit_drop_kept();
    return leaks == 0 ? 0 : -1;
}

void kit_reset(kit *k) {
    assert_int_equal(clear(k), 0);
    memset(k, 0, sizeof *k);
    set_up(k);
}

/* ---- Running ---- */

bustle_entity kit_spawn_by(kit *k, const char *label, bustle_spawn_def def) {
    assert_true(k->entity_count < KIT_ENTITIES);
    bustle_entity entity = 0;
    assert_int_equal(bustle_world_spawn(k->world, &def, &entity), BUSTLE_OK);
    k->entities[k->entity_count].label = label;
    k->entities[k->entity_count++].entity = entity;
    return entity;
}

bustle_entity kit_spawn_at(
    kit *k, const char *label, const char *definition, double x, double y, double z) {
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = kit_definition(k, definition);
    def.position = (bustle_position){x, y, z};
    return kit_spawn_by(k, label, def);
}

bustle_entity kit_spawn(kit *k, const char *label, const char *definition) {
    return kit_spawn_at(k, label, definition, 0, 0, 0);
}

bustle_entity kit_entity(const kit *k, const char *label) {
    return k->entities[index_of_label(k, label)].entity;
}

bustle_id kit_id(const kit *k, bustle_kind kind, const char *name) {
    bustle_id id = bustle_content_find(k->content, kind, name);
    if (id == BUSTLE_NONE) {
        fail_msg("the content has no %s", name);
    }
    return id;
}

int32_t kit_get(const kit *k, const char *label, const char *state) {
    int32_t value = 0;
    bustle_entity entity = kit_entity(k, label);
    assert_int_equal(bustle_entity_get(k->world, entity, kit_state(k, state), &value), BUSTLE_OK);
    return value;
}

void kit_set(kit *k, const char *label, const char *state, int32_t value) {
    bustle_entity entity = kit_entity(k, label);
    assert_int_equal(bustle_entity_set(k->world, entity, kit_state(k, state), value), BUSTLE_OK);
}

bustle_doing kit_doing(const kit *k, const char *label) {
    bustle_doing doing;
    assert_int_equal(bustle_npc_doing(k->world, kit_entity(k, label), &doing), BUSTLE_OK);
    return doing;
}

bustle_stats kit_stats(const kit *k) {
    bustle_stats stats;
    assert_int_equal(bustle_world_stats(k->world, &stats), BUSTLE_OK);
    return stats;
}

/* One by one, because there is padding among them. */
void kit_expect_same_stats(bustle_stats a, bustle_stats b) {
    assert_int_equal(a.entities, b.entities);
    assert_int_equal(a.npcs, b.npcs);
    assert_int_equal(a.halted, b.halted);
    assert_int_equal(a.queued, b.queued);
    assert_int_equal(a.turns, b.turns);
    assert_int_equal(a.starts, b.starts);
    assert_int_equal(a.events, b.events);
    assert_int_equal(a.undelivered, b.undelivered);
    assert_int_equal(a.refused, b.refused);
    assert_int_equal(a.portion, b.portion);
    assert_int_equal(a.cut_short, b.cut_short);
    assert_int_equal(a.bytes, b.bytes);
    assert_int_equal(a.allocations, b.allocations);
}

bustle_reception kit_interrupt(kit *k, const char *label, const char *interruption) {
    bustle_reception reception;
    bustle_entity npc = kit_entity(k, label);
    bustle_id id = kit_interruption(k, interruption);
    assert_int_equal(bustle_world_interrupt(k->world, id, &npc, 1, 0, &reception), BUSTLE_OK);
    return reception;
}

static void check_world(kit *k) {
    char text[256] = "";
    if (bustle_world_check(k->world, text, sizeof text) != BUSTLE_OK) {
        fail_msg("at %lld: %s", (long long)bustle_world_now(k->world), text);
    }
}

void kit_collect(kit *k) {
    size_t count = 0;
    const bustle_event *events = bustle_world_events(k->world, &count);
    if (count > 0) {
        k->events = realloc(k->events, (k->event_count + count) * sizeof *events);
        assert_non_null(k->events);
        memcpy(k->events + k->event_count, events, count * sizeof *events);
        k->event_count += count;
    }
}

void kit_update_to(kit *k, int64_t now) {
    assert_int_equal(bustle_world_update(k->world, now, &k->options), BUSTLE_OK);
    kit_collect(k);
    if (!k->unchecked) {
        check_world(k);
    }
}

void kit_run(kit *k, int64_t ms, int64_t step) {
    int64_t end = bustle_world_now(k->world) + ms;
    for (int64_t now = end - ms + step; now < end; now += step) {
        kit_update_to(k, now);
    }
    kit_update_to(k, end);
}
