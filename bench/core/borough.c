/* What a borough is made of, and who is linked to what. */
#include "borough.h"

#include <stdio.h>

/* Buildings stand in a square, so far apart, in quarters; the whole is an area too. */
enum {
    QUARTERS = 16,
    BUILDINGS = BOROUGH_AREAS - QUARTERS - 1,
    IN_A_ROW = 31,
    APART = 40,
    ROOM = 16,
    TAVERNS_EVERY = 24,
    WORKPLACES = 3,
    FRIENDS = 20,
    REGULAR_AT = 2
};

/* ---- Content ---- */

static void add_links(bustle_builder *builder) {
    static const char *const flags[] = {"home", "work", "regular", "contains"};
    bustle_link_def link = bustle_default_link_def();
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        link.name = flags[i];
        bustle_builder_add_link(builder, &link);
    }
    link.name = "friend";
    link.flag = false;
    link.minimum = -10;
    link.maximum = 10;
    bustle_builder_add_link(builder, &link);
}

static void add_states(bustle_builder *builder) {
    static const char *const names[] = {"tired", "progress", "noise", "worn"};
    bustle_state_def state = bustle_default_state_def();
    state.minimum = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        state.name = names[i];
        bustle_builder_add_state(builder, &state);
    }
}

static void add_walk(bustle_builder *builder, const char *name, const char *preferred) {
    bustle_action_def walk = bustle_default_action_def();
    walk.name = name;
    walk.speed = 3;
    walk.target = BUSTLE_TARGET_TAKEN;
    walk.preference = preferred == NULL ? BUSTLE_PREFER_NOTHING : BUSTLE_PREFER_MOST;
    walk.preferred.text = preferred;
    bustle_builder_add_action(builder, &walk);
}

static void add_actions(bustle_builder *builder) {
    add_walk(builder, "walk_home", NULL);
    add_walk(builder, "walk_to_work", "0 - target.progress");
    add_walk(builder, "walk_to_tavern", "count(friend in inside of target)");
    bustle_action_def use = bustle_default_action_def();
    use.name = "use";
    use.duration_ms = 3000;
    use.duration_max_ms = 9000;
    use.finish.text = "self.tired += 1; target.worn += 1; area.progress += 1";
    bustle_builder_add_action(builder, &use);
    bustle_action_def rest = bustle_default_action_def();
    rest.name = "rest";
    rest.duration_ms = 2000;
    rest.duration_max_ms = 5000;
    rest.finish.text = "self.tired = 0";
    bustle_builder_add_action(builder, &rest);
}

static bustle_node_def node_of(
    const char *name, bustle_node_kind kind, const char *performs, bustle_transition_def *to) {
    bustle_node_def node = bustle_default_node_def();
    node.name = name;
    node.kind = kind;
    node.performs = performs;
    node.transitions = to;
    node.transition_count = 1;
    return node;
}

/* A walk to one that a path finds, then one thing or several in the area that it has led to. */
static void add_outing(
    bustle_builder *builder, const char *name, const char *walk, const char *path) {
    static const char *const offers[] = {"use"};
    bustle_transition_def there = {.to = "do"};
    bustle_transition_def end = {.to = "END"};
    bustle_transition_def more[] = {{.to = "do"}, {.to = "rest"}};
    bustle_node_def nodes[] = {node_of("go", BUSTLE_NODE_ACTION, walk, &there),
        node_of("do", BUSTLE_NODE_REQUEST, NULL, more),
        node_of("rest", BUSTLE_NODE_ACTION, "rest", &end)};
    nodes[0].path = path;
    nodes[0].failed = "rest";
    nodes[1].transition_count = 2;
    nodes[1].path = "contains of area";
    nodes[1].offers = offers;
    nodes[1].offer_count = 1;
    nodes[1].failed = "rest";
    bustle_sequence_def sequence = bustle_default_sequence_def();
    sequence.name = name;
    sequence.entry = "go";
    sequence.nodes = nodes;
    sequence.node_count = 3;
    bustle_builder_add_sequence(builder, &sequence);
}

static void add_use(bustle_builder *builder) {
    bustle_transition_def end = {.to = "END"};
    bustle_node_def node = node_of("it", BUSTLE_NODE_ACTION, "use", &end);
    node.same_target = true;
    bustle_sequence_def sequence = bustle_default_sequence_def();
    sequence.name = "use_it";
    sequence.entry = "it";
    sequence.nodes = &node;
    sequence.node_count = 1;
    bustle_builder_add_sequence(builder, &sequence);
}

static void add_day(bustle_builder *builder) {
    bustle_transition_def ways[] = {{.to = "home"}, {.to = "work"}, {.to = "tavern"}};
    bustle_transition_def end = {.to = "END"};
    bustle_node_def nodes[] = {node_of("choose", BUSTLE_NODE_CHOICE, NULL, ways),
        node_of("home", BUSTLE_NODE_SEQUENCE, "go_home", &end),
        node_of("work", BUSTLE_NODE_SEQUENCE, "go_to_work", &end),
        node_of("tavern", BUSTLE_NODE_SEQUENCE, "go_out", &end)};
    nodes[0].transition_count = 3;
    bustle_sequence_def sequence = bustle_default_sequence_def();
    sequence.name = "day";
    sequence.entry = "choose";
    sequence.nodes = nodes;
    sequence.node_count = 4;
    bustle_builder_add_sequence(builder, &sequence);
}

static void add_area(bustle_builder *builder, const char *name, double width) {
    const bustle_entity_state_def states[] = {{.state = "progress"}, {.state = "noise"}};
    bustle_box_def box = bustle_default_box_def();
    box.width = width;
    box.depth = width;
    bustle_entity_def area = bustle_default_entity_def();
    area.name = name;
    area.position = BUSTLE_POSITION_STATIC;
    area.states = states;
    area.state_count = 2;
    area.area = &box;
    area.area_count = 1;
    area.enter.text = "target.noise += 1";
    area.exit.text = "target.noise -= 1";
    bustle_builder_add_entity(builder, &area);
}

static void add_entities(bustle_builder *builder) {
    const bustle_entity_state_def worn = {.state = "worn"};
    const bustle_entity_state_def tired = {.state = "tired"};
    bustle_offer_def offer = bustle_default_offer_def();
    offer.name = "use";
    offer.sequence = "use_it";
    offer.when.text = "self.tired < 20";
    bustle_entity_def thing = bustle_default_entity_def();
    thing.name = "thing";
    thing.position = BUSTLE_POSITION_STATIC;
    thing.states = &worn;
    thing.state_count = 1;
    thing.offers = &offer;
    thing.offer_count = 1;
    bustle_builder_add_entity(builder, &thing);
    bustle_entity_def person = bustle_default_entity_def();
    person.name = "person";
    person.npc = true;
    person.main = "day";
    person.states = &tired;
    person.state_count = 1;
    bustle_builder_add_entity(builder, &person);
    add_area(builder, "building", ROOM);
    add_area(builder, "quarter", (double)APART * (IN_A_ROW + 1) / 4);
    add_area(builder, "town", (double)APART * (IN_A_ROW + 1));
}

static bustle_content *make_content(void) {
    bustle_builder *builder = bustle_builder_create(NULL);
    bustle_content *content = NULL;
    add_links(builder);
    add_states(builder);
    add_actions(builder);
    add_outing(builder, "go_home", "walk_home", "home");
    add_outing(builder, "go_to_work", "walk_to_work", "work");
    add_outing(builder, "go_out", "walk_to_tavern", "regular");
    add_use(builder);
    add_day(builder);
    add_entities(builder);
    if (bustle_builder_seal(builder, &content) != BUSTLE_OK) {
        bustle_problem problem;
        for (size_t i = 0; bustle_builder_problem(builder, i, &problem); i++) {
            fprintf(stderr, "bench: %s %s: %s\n", problem.thing, problem.code, problem.text);
        }
    }
    bustle_builder_destroy(builder);
    return content;
}

/* ---- The world ---- */

typedef struct borough {
    bustle_world *world;
    bustle_content *content;
    bustle_entity buildings[BUILDINGS];
    bustle_entity people[BOROUGH_NPCS];
    uint32_t links;
    bool ok;
} borough;

static bustle_entity put(borough *b, const char *definition, double x, double y) {
    bustle_spawn_def def = bustle_default_spawn_def();
    bustle_entity made = 0;
    def.definition = bustle_content_find(b->content, BUSTLE_KIND_ENTITY, definition);
    def.position.x = x;
    def.position.y = y;
    b->ok = b->ok && bustle_world_spawn(b->world, &def, &made) == BUSTLE_OK;
    return made;
}

static void tie(borough *b, bustle_entity from, const char *kind, bustle_entity to, int32_t value) {
    const bustle_id link = bustle_content_find(b->content, BUSTLE_KIND_LINK, kind);
    if (from != to && b->links < BOROUGH_LINKS) {
        b->ok = b->ok && bustle_world_link(b->world, from, link, to, value) == BUSTLE_OK;
        b->links++;
    }
}

static double along(uint32_t place) {
    return (double)place * APART;
}

static void build(borough *b) {
    const double middle = along(IN_A_ROW) / 2;
    put(b, "town", middle, middle);
    for (uint32_t i = 0; i < QUARTERS; i++) {
        put(b, "quarter", middle / 4 + (double)(i % 4) * middle / 2,
            middle / 4 + (double)(i / 4) * middle / 2); /* NOLINT(bugprone-integer-division) */
    }
    for (uint32_t i = 0; i < BUILDINGS; i++) {
        b->buildings[i] = put(b, "building", along(i % IN_A_ROW), along(i / IN_A_ROW));
    }
    for (uint32_t i = 0; i < BOROUGH_THINGS; i++) {
        const uint32_t house = i % BUILDINGS;
        const uint32_t spot = i / BUILDINGS;
        const double x = along(house % IN_A_ROW) - 6 + (double)(spot % 4) * 4;
        const double y = along(house / IN_A_ROW) - 6 + (double)(spot / 4 % 4) * 4; /* NOLINT */
        tie(b, b->buildings[house], "contains", put(b, "thing", x, y), 1);
    }
}

/* Taverns are every so many buildings. */
static bustle_entity tavern(const borough *b, uint32_t number) {
    return b->buildings[number * TAVERNS_EVERY % BUILDINGS];
}

static void settle(borough *b) {
    for (uint32_t i = 0; i < BOROUGH_NPCS; i++) {
        const uint32_t home = i * 3 / 2 % BUILDINGS;
        b->people[i] = put(b, "person", along(home % IN_A_ROW), along(home / IN_A_ROW));
        tie(b, b->people[i], "home", b->buildings[home], 1);
        for (uint32_t k = 1; k <= WORKPLACES; k++) {
            tie(b, b->people[i], "work", b->buildings[(home + k * 7) % BUILDINGS], 1);
        }
        for (uint32_t k = 0; k < REGULAR_AT; k++) {
            tie(b, b->people[i], "regular", tavern(b, i / 16 + k), 1);
        }
    }
    for (uint32_t k = 1; b->links < BOROUGH_LINKS && k <= FRIENDS * 2; k++) {
        for (uint32_t i = 0; i < BOROUGH_NPCS; i++) {
            tie(b, b->people[i], "friend", b->people[(i + k) % BOROUGH_NPCS], (int32_t)(k % 10));
        }
    }
}

bustle_world *open_borough(void) {
    static borough b;
    const bustle_world_def def = bustle_default_world_def();
    b = (borough){.content = make_content()};
    b.ok = b.content != NULL && bustle_world_create(b.content, &def, &b.world) == BUSTLE_OK;
    if (b.ok) {
        build(&b);
        settle(&b);
    }
    bustle_content_release(b.content);
    if (!b.ok) {
        fputs("bench: the town could not be made\n", stderr);
        bustle_world_destroy(b.world);
        b.world = NULL;
    }
    return b.world;
}
