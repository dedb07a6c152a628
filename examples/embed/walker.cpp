/* A character who walks between two benches and rests on each, in C++: what embed.c does in C. */
#include <bustle.hpp>

#include <cstdio>
#include <stdexcept>
#include <string>

static void define_actions(bustle::builder &builder, int &rests) {
    bustle_action_def walk = bustle_default_action_def();
    walk.name = "walk";
    walk.when.text = "distance > 0";
    walk.speed = 4;
    builder.add(walk);

    const bustle_claim_def seat = {"seats", 1};
    bustle_op counted = {};
    counted.kind = BUSTLE_CALL;
    counted.value_name = "count_rest";
    bustle_action_def sit = bustle_default_action_def();
    sit.name = "sit";
    sit.claims = &seat;
    sit.claim_count = 1;
    sit.finish = {&counted, 1, "self.energy += 10"};
    bustle_op grumbles = counted;
    grumbles.value_name = "grumble";
    sit.start = {&grumbles, 1, nullptr};
    sit.duration_ms = 5000;
    builder.add(sit);
    /* What a function throws is an error of its own, and an event; the game goes on. */
    builder.bind("grumble",
        [](bustle_world *, bustle_call &) -> int { throw std::runtime_error("the bench is wet"); });
    builder.bind("count_rest", [&rests](bustle_world *, bustle_call &) { return ++rests; });
}

static void define_sequence(bustle::builder &builder) {
    const bustle_transition_def to_rest = {"rest", {}, false};
    const bustle_transition_def to_end = {"END", {}, false};
    bustle_node_def nodes[] = {bustle_default_node_def(), bustle_default_node_def()};
    nodes[0].name = "go";
    nodes[0].performs = "walk";
    nodes[0].transitions = &to_rest;
    nodes[0].transition_count = 1;
    nodes[1].name = "rest";
    nodes[1].performs = "sit";
    nodes[1].same_target = true;
    nodes[1].transitions = &to_end;
    nodes[1].transition_count = 1;
    bustle_sequence_def stroll = bustle_default_sequence_def();
    stroll.name = "stroll";
    stroll.entry = "go";
    stroll.nodes = nodes;
    stroll.node_count = 2;
    stroll.castable = BUSTLE_CASTABLE_ALWAYS;
    builder.add(stroll);
}

/* Two walkers greet each other, once each. */
static void define_greeting(bustle::builder &builder) {
    bustle_action_def nod = bustle_default_action_def();
    nod.name = "nod";
    nod.duration_ms = 500;
    builder.add(nod);
    const bustle_transition_def to_end = {"END", {}, false};
    bustle_node_def node = bustle_default_node_def();
    node.name = "nod";
    node.performs = "nod";
    node.transitions = &to_end;
    node.transition_count = 1;
    bustle_sequence_def greet = bustle_default_sequence_def();
    greet.name = "greet";
    greet.entry = "nod";
    greet.nodes = &node;
    greet.node_count = 1;
    builder.add(greet);

    static const char *const people[] = {"person"};
    bustle_part_def parts[] = {bustle_default_part_def(), bustle_default_part_def()};
    parts[0].name = "first";
    parts[1].name = "second";
    parts[1].who = people;
    parts[1].who_count = 1;
    for (bustle_part_def &part : parts) {
        part.sequence = "greet";
    }
    bustle_scene_def greeting = bustle_default_scene_def();
    greeting.name = "greeting";
    greeting.parts = parts;
    greeting.part_count = 2;
    builder.add(greeting);
}

static void define_bench_and_walker(bustle::builder &builder) {
    bustle_state_def state = bustle_default_state_def();
    state.name = "energy";
    builder.add(state);
    state.name = "seats";
    state.minimum = 0;
    builder.add(state);

    const bustle_entity_state_def two_seats = {"seats", true, 2, nullptr};
    const char *const accepts[] = {"walk", "sit"};
    bustle_entity_def bench = bustle_default_entity_def();
    bench.name = "bench";
    bench.position = BUSTLE_POSITION_STATIC;
    bench.states = &two_seats;
    bench.state_count = 1;
    bench.accepts = accepts;
    bench.accept_count = 2;
    builder.add(bench);

    const bustle_entity_state_def energy = {"energy", true, 50, nullptr};
    bustle_entity_def walker = bustle_default_entity_def();
    walker.name = "walker";
    walker.npc = true;
    walker.states = &energy;
    walker.state_count = 1;
    walker.main = "stroll";
    const char *const tags[] = {"person"};
    walker.tags = tags;
    walker.tag_count = 1;
    builder.add(walker);
}

static bustle::content make_content(int &rests) {
    bustle::builder builder;
    define_actions(builder, rests);
    define_sequence(builder);
    define_greeting(builder);
    define_bench_and_walker(builder);
    return builder.seal();
}

static bustle_entity spawn(bustle::world &world, const bustle::content &content,
    const char *definition, const char *name, double x) {
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = content.find(BUSTLE_KIND_ENTITY, definition);
    def.name = name;
    def.position.x = x;
    return world.spawn(def);
}

/* The events of a kind in two minutes from a time on. */
static int count_events(bustle::world &world, std::int64_t begin, bustle_event_kind kind) {
    int count = 0;
    for (std::int64_t now = begin; now < begin + 120000; now += 100) {
        for (const bustle_event &event : world.update(now)) {
            count += event.kind == kind;
        }
    }
    return count;
}

static bool mistakes_are_told() {
    bustle::builder builder;
    bustle_action_def nap = bustle_default_action_def();
    nap.name = "nap";
    nap.duration_ms = 1000;
    nap.when.text = "self.enrgy < 5";
    builder.add(nap);
    try {
        builder.seal();
    } catch (const bustle::error &error) {
        std::printf("%s\n", error.what());
        return error.status() == BUSTLE_PROBLEMS &&
            std::string(error.what()).find("column 6") != std::string::npos;
    }
    return false;
}

/* Ann greets whoever is there, then stops in the middle of it. */
static bool scenes_are_told(
    bustle::world &world, const bustle::content &content, bustle_entity ann) {
    const bustle_id greeting = content.find(BUSTLE_KIND_SCENE, "greeting");
    const std::uint32_t number = world.stage(greeting, 0, {{0, ann}});
    const std::vector<bustle::member> members = world.members(number);
    const bool both = members.size() == 2 && members[0].npc == ann && members[1].does.part == 1 &&
        world.scenes(ann).size() == 1 && world.scenes(ann)[0].number == number;
    try {
        world.stage(greeting, 0, {{0, ann}});
        return false;
    } catch (const bustle::error &error) {
        std::printf("%s\n", error.what());
        world.leave_scene(ann);
        return both && error.status() == BUSTLE_UNAVAILABLE && world.scenes(ann).empty();
    }
}

int main() {
    int rests = 0;
    const bustle::content content = make_content(rests);
    bustle::world world(content);
    spawn(world, content, "bench", "north", 0);
    spawn(world, content, "bench", "south", 12);
    const bustle_entity ann = spawn(world, content, "walker", "Ann", 5);

    const int starts = count_events(world, 0, BUSTLE_EVENT_START);
    const std::int32_t energy = world.state(ann, content.find(BUSTLE_KIND_STATE, "energy"));
    std::printf("%d actions, %d rests, energy %d\n", starts, rests, energy);
    const bool counted = starts > 20 && rests > 10 && energy == 50 + rests * 10;

    const std::vector<std::uint8_t> saved = world.save();
    const int grumbles = count_events(world, 120000, BUSTLE_EVENT_ERROR);
    const std::uint32_t hash = world.hash();
    world.load(saved.data(), saved.size());
    count_events(world, 120000, BUSTLE_EVENT_ERROR);
    const bool went_on = world.hash() == hash && grumbles > 10;
    std::printf("%d grumbles, hash %08x, again %08x\n", grumbles, static_cast<unsigned>(hash),
        static_cast<unsigned>(world.hash()));

    spawn(world, content, "walker", "Ben", 6);
    count_events(world, 240000, BUSTLE_EVENT_START);
    const bool greeted = scenes_are_told(world, content, ann);

    int others = 0;
    world.reload(make_content(others));
    count_events(world, 360000, BUSTLE_EVENT_START);
    std::printf("%d rests by the content after\n", others);
    return counted && went_on && greeted && others > 10 && mistakes_are_told() ? 0 : 1;
}
