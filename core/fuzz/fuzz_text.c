/* Any bytes as the text of a condition or of effects, by the first of them: refused with a code, a
 * sentence and a column, or code that a world lives by. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bustle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool is_so, const char *what) {
    if (!is_so) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

static void add_keys(bustle_builder *builder) {
    static const char *const moods[] = {"sad", "calm", "happy"};
    bustle_state_def state = bustle_default_state_def();
    state.name = "energy";
    expect(bustle_builder_add_state(builder, &state) == BUSTLE_OK, "state");
    state.name = "p.seats";
    state.minimum = 0;
    state.maximum = 9;
    expect(bustle_builder_add_state(builder, &state) == BUSTLE_OK, "state");
    state = bustle_default_state_def();
    state.name = "fed";
    state.flag = true;
    expect(bustle_builder_add_state(builder, &state) == BUSTLE_OK, "state");
    bustle_environment_def mood = bustle_default_environment_def();
    mood.name = "mood";
    mood.values = moods;
    mood.value_count = 3;
    expect(bustle_builder_add_environment(builder, &mood) == BUSTLE_OK, "environment");
}

static void add_links(bustle_builder *builder) {
    bustle_link_def link = bustle_default_link_def();
    link.name = "home";
    expect(bustle_builder_add_link(builder, &link) == BUSTLE_OK, "link");
    link.name = "p.trust";
    link.flag = false;
    link.minimum = -9;
    link.maximum = 9;
    expect(bustle_builder_add_link(builder, &link) == BUSTLE_OK, "link");
}

static void add_inboxes(bustle_builder *builder) {
    bustle_inbox_def inbox = bustle_default_inbox_def();
    inbox.name = "p.orders";
    inbox.limit = 3;
    expect(bustle_builder_add_inbox(builder, &inbox) == BUSTLE_OK, "inbox");
}

/* Where everybody is. */
static void add_room(bustle_builder *builder) {
    static const bustle_entity_state_def has_energy = {"energy", true, 3, NULL};
    static const char *const tags[] = {"room"};
    bustle_box_def box = bustle_default_box_def();
    box.width = box.depth = 9;
    bustle_entity_def room = bustle_default_entity_def();
    room.name = "room";
    room.position = BUSTLE_POSITION_STATIC;
    room.area = &box;
    room.area_count = 1;
    room.tags = tags;
    room.tag_count = 1;
    room.states = &has_energy;
    room.state_count = 1;
    expect(bustle_builder_add_entity(builder, &room) == BUSTLE_OK, "entity");
}

/* One who acts without end, on another. */
static void add_people(bustle_builder *builder) {
    static const char *const accepts[] = {"act"};
    static const char *const inboxes[] = {"p.orders"};
    static const bustle_transition_def to_end[] = {{"END", {NULL, 0, NULL}, false}};
    static const bustle_entity_state_def states[] = {
        {"energy", true, 3, NULL}, {"p.seats", true, 2, NULL}, {"fed", true, 1, NULL}};
    bustle_node_def node = bustle_default_node_def();
    node.name = "a";
    node.performs = "act";
    node.transitions = to_end;
    node.transition_count = 1;
    bustle_sequence_def day = bustle_default_sequence_def();
    day.name = "day";
    day.entry = "a";
    day.nodes = &node;
    day.node_count = 1;
    expect(bustle_builder_add_sequence(builder, &day) == BUSTLE_OK, "sequence");
    bustle_entity_def person = bustle_default_entity_def();
    person.name = "person";
    person.npc = true;
    person.main = "day";
    person.states = states;
    person.state_count = 3;
    person.accepts = accepts;
    person.accept_count = 1;
    person.inboxes = inboxes;
    person.inbox_count = 1;
    expect(bustle_builder_add_entity(builder, &person) == BUSTLE_OK, "entity");
}

static void add_text(bustle_builder *builder, uint8_t place, const char *text) {
    bustle_action_def act = bustle_default_action_def();
    bustle_interruption_def bell = bustle_default_interruption_def();
    act.name = "act";
    act.duration_ms = 100;
    act.target = BUSTLE_TARGET_TAKEN;
    bell.name = "bell";
    if (place % 3 == 0) {
        act.when.text = text;
    } else if (place % 3 == 1) {
        act.finish.text = text;
    } else {
        bell.when.text = text;
    }
    expect(bustle_builder_add_action(builder, &act) == BUSTLE_OK, "action");
    expect(bustle_builder_add_interruption(builder, &bell) == BUSTLE_OK, "interruption");
}

static void live(bustle_content *content) {
    bustle_world_def def = bustle_default_world_def();
    bustle_world *world = NULL;
    bustle_entity entity = 0;
    expect(bustle_world_create(content, &def, &world) == BUSTLE_OK, "world");
    bustle_entity first = 0;
    for (uint32_t i = 0; i < 3; i++) {
        bustle_spawn_def spawn = bustle_default_spawn_def();
        spawn.definition = i == 2; /* two people, then the room */
        expect(bustle_world_spawn(world, &spawn, &entity) == BUSTLE_OK, "spawn");
        first = first == 0 ? entity : first;
        for (bustle_id kind = 0; kind < 2 && entity != first; kind++) {
            expect(bustle_world_link(world, first, kind, entity, 1) == BUSTLE_OK, "link");
        }
    }
    for (int64_t now = 0; now < 3000; now += 90) {
        expect(bustle_world_update(world, now, NULL) == BUSTLE_OK, "update");
    }
    char text[200] = "";
    const bustle_status status = bustle_world_check(world, text, sizeof text);
    expect(status == BUSTLE_OK, text);
    bustle_world_destroy(world);
}

static void expect_words(const bustle_builder *builder) {
    bustle_problem problem;
    for (size_t i = 0; bustle_builder_problem(builder, i, &problem); i++) {
        expect(problem.code[0] != '\0' && problem.text[0] != '\0' && problem.cure != NULL,
            "a problem without words");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = calloc(size + 1, 1);
    expect(text != NULL, "memory");
    if (size > 1) {
        memcpy(text, data + 1, size - 1);
    }
    bustle_builder *builder = bustle_builder_create(NULL);
    bustle_content *content = NULL;
    add_keys(builder);
    add_links(builder);
    add_inboxes(builder);
    add_text(builder, size == 0 ? 0 : data[0], text);
    add_people(builder);
    add_room(builder);
    const bustle_status status = bustle_builder_seal(builder, &content);
    expect(status == BUSTLE_OK || status == BUSTLE_PROBLEMS, "seal");
    expect_words(builder);
    if (status == BUSTLE_OK) {
        live(content);
        bustle_content_release(content);
    }
    bustle_builder_destroy(builder);
    free(text);
    return 0;
}
