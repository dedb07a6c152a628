/* The troupe. What it plays: chats, which criers begin and somebody who hears of a show, with an
 * aside in them; plays, which directors stage; news, which people tell each other by a cue. */
#include "troupe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harbour.h"

static void check(bustle_status status, const char *what) {
    if (status != BUSTLE_OK) {
        fprintf(stderr, "troupe: %s: %s\n", what, bustle_status_text(status));
        exit(EXIT_FAILURE);
    }
}

/* ---- Sequences ---- */

enum { MOST_NODES = 8 };

typedef struct row {
    const char
        *does; /* action; "@talk": at a member; ">nap": sequence; "-": passes; "!chat": stages */
    const char *as; /* of a scene: the performer's part */
} row;

static bustle_node_def node_of(const row *r, const char *name) {
    const char kind = r->does[0];
    bustle_node_def n = bustle_default_node_def();
    n.name = name;
    n.performs = r->does + (kind == '@' || kind == '>' || kind == '!');
    n.at_member = kind == '@';
    n.as = r->as;
    if (kind == '>') {
        n.kind = BUSTLE_NODE_SEQUENCE;
    } else if (kind == '-') {
        n.kind = BUSTLE_NODE_PASS;
        n.performs = NULL;
    } else if (kind == '!') {
        n.kind = BUSTLE_NODE_SCENE;
        n.timeout_ms = 1500;
        n.every_ms = 400;
        n.waiting = "stand";
        n.failed = "END";
    }
    return n;
}

static void add_sequence(bustle_builder *b, const char *name, bustle_castable castable,
    const char *claims, const row *rows, size_t count) {
    static const char *const names[MOST_NODES + 1] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    bustle_transition_def ways[MOST_NODES];
    bustle_node_def nodes[MOST_NODES];
    const bustle_claim_def claim = {.state = claims, .amount = 1};
    bustle_sequence_def def = bustle_default_sequence_def();
    for (size_t i = 0; i < count; i++) {
        nodes[i] = node_of(&rows[i], names[i]);
        ways[i] = (bustle_transition_def){.to = i + 1 < count ? names[i + 1] : "END"};
        nodes[i].transitions = &ways[i];
        nodes[i].transition_count = 1;
    }
    def.name = name;
    def.entry = names[0];
    def.nodes = nodes;
    def.node_count = count;
    def.castable = castable;
    def.claims = &claim;
    def.claim_count = claims != NULL;
    check(bustle_builder_add_sequence(b, &def), name);
}

#define ROWS(...) (const row[]){__VA_ARGS__}, sizeof((const row[]){__VA_ARGS__}) / sizeof(row)

static void add_sequences(bustle_builder *b, unsigned edits) {
    const bool chats = (edits & (TROUPE_NO_CHAT | TROUPE_NO_SCENES)) == 0;
    const bool plays = (edits & (TROUPE_NO_PLAY | TROUPE_NO_SCENES)) == 0;
    const bool asides = (edits & TROUPE_NO_SCENES) == 0;
    const row chat = chats ? (row){"!chat", "crier"} : (row){"idle", NULL};
    const row play = plays ? (row){"!play", NULL} : (row){"idle", NULL};
    const row aside = asides ? (row){"!aside", "asker"} : (row){"idle", NULL};
    const char *round = (edits & TROUPE_NO_ROUND) != 0 ? "walk around" : "round";
    add_sequence(b, "day", BUSTLE_CASTABLE_ALWAYS, NULL, ROWS({"idle", NULL}, {"sit", NULL}));
    add_sequence(b, round, BUSTLE_CASTABLE_ALWAYS, NULL, ROWS({"idle", NULL}, chat));
    add_sequence(b, "direct", BUSTLE_CASTABLE_NEVER, NULL, ROWS(play, {"idle", NULL}));
    add_sequence(b, "look", BUSTLE_CASTABLE_DEFAULT, NULL, ROWS({"stare", NULL}));
    add_sequence(b, "perform", BUSTLE_CASTABLE_DEFAULT, NULL, ROWS(chat, {"idle", NULL}));
    add_sequence(b, "crying", BUSTLE_CASTABLE_DEFAULT, NULL,
        ROWS({"@talk", NULL}, aside, {"idle", NULL}, {">look", NULL}));
    add_sequence(b, "hearing", BUSTLE_CASTABLE_DEFAULT, "seats",
        ROWS({"-", NULL}, {"sit", NULL},
            {(edits & TROUPE_OTHER_ROWS) != 0 ? "stare" : "ramble", NULL}, {"@talk", NULL}));
    add_sequence(b, "asking", BUSTLE_CASTABLE_DEFAULT, NULL, ROWS({"@talk", NULL}, {"idle", NULL}));
    add_sequence(b, "replying", BUSTLE_CASTABLE_DEFAULT, NULL, ROWS({"ramble", NULL}));
    add_sequence(b, "acting", BUSTLE_CASTABLE_DEFAULT, NULL,
        ROWS({"idle", NULL}, {"ramble", NULL}, {"@talk", NULL}));
    add_sequence(b, "telling", BUSTLE_CASTABLE_DEFAULT, NULL, ROWS({"@talk", NULL}, {"-", NULL}));
    const bool hears = (edits & TROUPE_NO_HEARING) == 0;
    add_sequence(b, hears ? "nodding" : "frowning", BUSTLE_CASTABLE_DEFAULT, NULL,
        ROWS({"stare", NULL}, {"ramble", NULL}, {"idle", NULL}));
    add_sequence(b, "shrugging", BUSTLE_CASTABLE_DEFAULT, NULL, ROWS({"idle", NULL}));
}

/* ---- Scenes ---- */

static bustle_part_def part(const char *name, const char *const *who, const char *sequence) {
    bustle_part_def p = bustle_default_part_def();
    p.name = name;
    p.who = who;
    p.who_count = who != NULL;
    p.sequence = sequence;
    return p;
}

static const char *const everyone[] = {"people"};

static bustle_scene_def scene_of(const char *name, const bustle_part_def *parts, size_t count) {
    bustle_scene_def s = bustle_default_scene_def();
    s.name = name;
    s.parts = parts;
    s.part_count = count;
    s.patience_ms = 700;
    s.limit_ms = 4000;
    s.longest_ms = 15000;
    s.rest_ms = 300;
    return s;
}

static void add_chat(bustle_builder *b, unsigned edits) {
    bustle_part_def parts[2];
    const bool swapped = (edits & TROUPE_SWAPPED) != 0;
    bustle_part_def *crier = &parts[swapped ? 1 : 0];
    bustle_part_def *guest = &parts[swapped ? 0 : 1];
    *crier = part("crier", NULL, "crying");
    crier->finish.text = "self.fame += 1; raise show on guest";
    crier->broken.text = "raise bell within 9";
    *guest = part((edits & TROUPE_NO_GUEST) != 0 ? "visitor" : "guest", everyone, "hearing");
    if ((edits & TROUPE_NO_GUEST) != 0) {
        crier->finish.text = "self.fame += 1";
    }
    if (swapped) {
        crier->finish.text = "self.fame += 1; raise show on guest";
    }
    guest->most = (edits & TROUPE_MORE_GUESTS) != 0 ? 4 : 3;
    guest->when.text = "distance < 40";
    guest->finish.text = "self.fame += 1";
    guest->broken.text = "raise bell on self";
    bustle_scene_def s = scene_of("chat", parts, 2);
    s.waiting = "stand";
    s.longest_ms = (edits & TROUPE_SHORT) != 0 ? 1000 : 15000;
    check(bustle_builder_add_scene(b, &s), "chat");
}

static void add_scenes(bustle_builder *b, unsigned edits) {
    if ((edits & TROUPE_NO_SCENES) != 0) {
        return;
    }
    if ((edits & TROUPE_NO_CHAT) == 0) {
        add_chat(b, edits);
    }
    if ((edits & TROUPE_NO_PLAY) == 0) {
        bustle_part_def players = part("player", everyone, "acting");
        players.least = 2;
        players.most = 3;
        bustle_scene_def play = scene_of("play", &players, 1);
        play.interrupted_breaks = true;
        play.priority = 1;
        check(bustle_builder_add_scene(b, &play), "play");
    }
    const bustle_part_def aside[] = {
        part("asker", NULL, "asking"), part("asked", everyone, "replying")};
    const bustle_scene_def asides = scene_of("aside", aside, 2);
    check(bustle_builder_add_scene(b, &asides), "aside");
    bustle_part_def news[] = {part("teller", NULL, "telling"), part("hearer", NULL, NULL)};
    news[1].most = 2;
    news[1].broken.text = "raise bell on teller";
    bustle_scene_def told = scene_of("news", news, 2);
    told.topic = "news";
    told.within = 30;
    told.waiting = "stand";
    check(bustle_builder_add_scene(b, &told), "news");
}

/* ---- The rest ---- */

static void add_action(bustle_builder *b, const char *name, int32_t ms, int32_t most, bool taken) {
    bustle_action_def def = bustle_default_action_def();
    def.name = name;
    def.duration_ms = ms;
    def.duration_max_ms = most;
    def.target = taken ? BUSTLE_TARGET_TAKEN : BUSTLE_TARGET_NOT_TAKEN;
    def.resumable = taken;
    check(bustle_builder_add_action(b, &def), name);
}

static void add_keys(bustle_builder *b) {
    bustle_state_def state = bustle_default_state_def();
    state.name = "fame";
    check(bustle_builder_add_state(b, &state), "fame");
    state.name = "seats";
    state.minimum = 0;
    check(bustle_builder_add_state(b, &state), "seats");
    bustle_interruption_def i = bustle_default_interruption_def();
    i.name = "bell";
    check(bustle_builder_add_interruption(b, &i), "bell");
    i.name = "show";
    check(bustle_builder_add_interruption(b, &i), "show");
    add_action(b, "idle", 300, 1200, false);
    add_action(b, "stare", 400, 400, false);
    add_action(b, "ramble", 900, 3000, false);
    add_action(b, "stand", 100, 100, false);
    add_action(b, "talk", 200, 900, true);
    add_action(b, "sit", 200, 600, true);
}

static void add_person(
    bustle_builder *b, const char *name, const char *main, const char *reaction, unsigned edits) {
    static const char *const talk[] = {"talk"};
    static const bustle_handler_def handlers[] = {
        {.interruption = "bell", .sequence = "look", .priority = 3},
        {.interruption = "show", .sequence = "perform"}};
    static const bustle_entity_state_def states[] = {{"fame", true, 0, NULL}};
    const bustle_reaction_def reacts = {"news", reaction};
    const bool has_scenes = (edits & TROUPE_NO_SCENES) == 0;
    bustle_cue_def cue = bustle_default_cue_def();
    cue.name = "gossip";
    cue.scene = "news";
    cue.as = "teller";
    cue.targets = everyone;
    cue.target_count = 1;
    cue.when.text = "distance < 25";
    cue.again_ms = 4000;
    bustle_entity_def def = bustle_default_entity_def();
    def.name = name;
    def.npc = true;
    def.main = main;
    def.tags = everyone;
    def.tag_count = 1;
    def.accepts = talk;
    def.accept_count = 1;
    def.states = states;
    def.state_count = 1;
    def.handlers = handlers;
    def.handler_count = 2;
    def.reactions = &reacts;
    def.reaction_count = has_scenes;
    def.cues = &cue;
    def.cue_count = has_scenes && strcmp(main, "day") == 0;
    check(bustle_builder_add_entity(b, &def), name);
}

static void add_everybody(bustle_builder *b, unsigned edits) {
    static const char *const sit[] = {"sit"};
    static const bustle_entity_state_def seats[] = {{"seats", true, 9, NULL}};
    const char *round = (edits & TROUPE_NO_ROUND) != 0 ? "walk around" : "round";
    bustle_entity_def bench = bustle_default_entity_def();
    bench.name = "bench";
    bench.accepts = sit;
    bench.accept_count = 1;
    bench.states = seats;
    bench.state_count = 1;
    check(bustle_builder_add_entity(b, &bench), "bench");
    add_person(b, (edits & TROUPE_NO_CRIERS) != 0 ? "herald" : "crier", round, "shrugging", edits);
    add_person(b, "director", "direct", "shrugging", edits);
    add_person(
        b, "person", "day", (edits & TROUPE_NO_HEARING) != 0 ? "frowning" : "nodding", edits);
}

void troupe_define(bustle_builder *b, unsigned edits) {
    add_keys(b);
    add_sequences(b, edits);
    add_scenes(b, edits);
    add_everybody(b, edits);
}

bustle_content *troupe_content(unsigned edits) {
    bustle_builder *b = bustle_builder_create(NULL);
    bustle_content *content = NULL;
    bustle_problem p;
    troupe_define(b, edits);
    const bustle_status status = bustle_builder_seal(b, &content);
    for (size_t i = 0; status != BUSTLE_OK && bustle_builder_problem(b, i, &p); i++) {
        fprintf(stderr, "troupe: %s %s: %s\n", p.kind, p.thing, p.text);
    }
    check(status, "content");
    bustle_builder_destroy(b);
    return content;
}

/* ---- Its life ---- */

static bustle_id find(const troupe *t, bustle_kind kind, const char *name) {
    return bustle_content_find(t->content, kind, name);
}

static uint32_t draw(troupe *t, uint32_t below) {
    return harbour_random(&t->random, below);
}

static void spawn(troupe *t, const char *definition) {
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = find(t, BUSTLE_KIND_ENTITY, definition);
    def.position.x = draw(t, 30);
    def.position.y = draw(t, 30);
    check(bustle_world_spawn(t->world, &def, &t->people[t->count % 64]), definition);
    t->count++;
}

bustle_world *troupe_world(bustle_content *content, uint64_t seed) {
    bustle_world_def def = bustle_default_world_def();
    bustle_world *world = NULL;
    def.seed = seed;
    def.restart_ms = 2000;
    check(bustle_world_create(content, &def, &world), "world");
    return world;
}

void troupe_begin(troupe *t, uint64_t seed) {
    *t = (troupe){.content = troupe_content(TROUPE_AS_IT_IS), .random = seed};
    t->world = troupe_world(t->content, seed);
    spawn(t, "bench");
    for (int i = 0; i < 4; i++) {
        spawn(t, "crier");
        spawn(t, i < 2 ? "director" : "person");
        spawn(t, "person");
        spawn(t, "person");
    }
}

void troupe_grow(troupe *t, int count) {
    for (int i = 0; i < count; i++) {
        spawn(t, i % 5 == 0 ? "crier" : i % 7 == 0 ? "director" : i % 11 == 0 ? "bench" : "person");
    }
}

void troupe_end(troupe *t) {
    bustle_world_destroy(t->world);
    bustle_content_release(t->content);
}

static bustle_entity anyone(troupe *t) {
    return t->people[1 + draw(t, (t->count < 64 ? t->count : 64) - 1)];
}

static void stage(troupe *t) {
    const bustle_id scenes = bustle_content_count(t->content, BUSTLE_KIND_SCENE);
    bustle_cast cast[2];
    for (int i = 0; i < 2; i++) {
        cast[i].npc = anyone(t);
        cast[i].part = draw(t, 2);
    }
    const uint32_t which = draw(t, scenes);
    const bustle_entity at = draw(t, 2) == 0 ? 0 : anyone(t);
    (void)bustle_world_stage(t->world, which, at, cast, draw(t, 3), NULL);
}

void troupe_disturb(troupe *t) {
    const bustle_entity who = anyone(t);
    switch (draw(t, 14)) {
    case 0:
        (void)bustle_npc_hold(t->world, who);
        break;
    case 1:
    case 2:
        (void)bustle_npc_release(t->world, who);
        break;
    case 3:
        (void)bustle_world_interrupt(
            t->world, find(t, BUSTLE_KIND_INTERRUPTION, "bell"), &who, 1, 0, NULL);
        break;
    case 4:
        (void)bustle_world_interrupt(
            t->world, find(t, BUSTLE_KIND_INTERRUPTION, "show"), &who, 1, 0, NULL);
        break;
    case 5:
        (void)bustle_npc_leave_scene(t->world, who);
        break;
    case 6:
    case 7:
        stage(t);
        break;
    case 8:
        (void)bustle_npc_fail(t->world, who, BUSTLE_NONE, 0);
        break;
    case 9:
        (void)bustle_npc_set_main(t->world, who, find(t, BUSTLE_KIND_SEQUENCE, "day"));
        break;
    case 10:
        if (draw(t, 3) == 0 && bustle_world_remove(t->world, who) == BUSTLE_OK) {
            spawn(t, draw(t, 2) == 0 ? "person" : "crier");
        }
        break;
    default:
        break;
    }
}

void troupe_update(troupe *t) {
    const int64_t now = bustle_world_now(t->world) + 100 + draw(t, 600);
    check(bustle_world_update(t->world, now, NULL), "update");
}
