/* The lodge: chairs to sit on, beds, a bar, a host; guests who do one thing after the other. */
#include "lodge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), BUSTLE_OK)
#define TEXT(text_) ((bustle_ops){NULL, 0, (text_)})

/* ---- Definitions ---- */

static void add_states(bustle_builder *b) {
    static const struct {
        const char *name;
        int32_t minimum, initial;
    } states[] = {{"calm", 0, 5}, {"used", -1000000, 0}, {"open", 0, 1}, {"room", 0, 2}};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        bustle_state_def def = bustle_default_state_def();
        def.name = states[i].name;
        def.minimum = states[i].minimum;
        def.maximum = 1000000;
        def.initial = states[i].initial;
        OK(bustle_builder_add_state(b, &def));
    }
    static const char *const names[] = {"alarm", "call", "fire"};
    for (size_t i = 0; i < 3; i++) {
        bustle_interruption_def def = bustle_default_interruption_def();
        def.name = names[i];
        OK(bustle_builder_add_interruption(b, &def));
    }
}

static void add_actions(bustle_builder *b) {
    static const char *const plain[] = {"walk", "settle", "rest", "rise", "eat", "shout", "look"};
    static const int32_t times[] = {700, 300, 2500, 500, 1500, 400, 300};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        bustle_action_def def = bustle_default_action_def();
        def.name = plain[i];
        def.duration_ms = times[i];
        def.resumable = i % 2 == 0;
        OK(bustle_builder_add_action(b, &def));
    }
    bustle_action_def tidy = bustle_default_action_def();
    tidy.name = "tidy";
    tidy.duration_ms = 600;
    tidy.target = BUSTLE_TARGET_TAKEN;
    tidy.when = TEXT("target.used > -5");
    OK(bustle_builder_add_action(b, &tidy));
}

typedef struct seq { /* a sequence on its way */
    bustle_node_def nodes[8];
    bustle_transition_def ways[8][2];
    size_t count;
} seq;

static bustle_node_def *add_node(seq *s, const char *name, bustle_node_kind kind, const char *done,
    const char *to, const char *failed) {
    bustle_node_def *n = &s->nodes[s->count];
    *n = bustle_default_node_def();
    n->name = name;
    n->kind = kind;
    n->performs = done;
    n->failed = failed;
    memset(s->ways[s->count], 0, sizeof s->ways[0]);
    s->ways[s->count][0].to = to;
    n->transitions = s->ways[s->count];
    n->transition_count = 1;
    s->count++;
    return n;
}

static void add_seq(bustle_builder *b, seq *s, const char *name, const char *claim) {
    const bustle_claim_def claims = {.state = claim, .amount = 1};
    bustle_sequence_def def = bustle_default_sequence_def();
    def.name = name;
    def.entry = s->nodes[0].name;
    def.nodes = s->nodes;
    def.node_count = s->count;
    def.claims = &claims;
    def.claim_count = claim == NULL ? 0 : 1;
    def.claims_kept = claim != NULL;
    OK(bustle_builder_add_sequence(b, &def));
    s->count = 0;
}

static void add_offered(bustle_builder *b) {
    static const char *const drinks[] = {"drink"};
    seq s = {.count = 0};
    add_node(&s, "down", BUSTLE_NODE_ACTION, "settle", "stay", NULL);
    add_node(&s, "stay", BUSTLE_NODE_BODY, NULL, "more", "more");
    add_node(&s, "more", BUSTLE_NODE_ACTION, "rest", "END", NULL);
    add_seq(b, &s, "sitting", NULL);
    add_node(&s, "down", BUSTLE_NODE_ACTION, "settle", "END", NULL);
    add_seq(b, &s, "squatting", NULL);
    add_node(&s, "up", BUSTLE_NODE_ACTION, "rise", "clean", NULL);
    add_node(&s, "clean", BUSTLE_NODE_ACTION, "tidy", "END", "END")->same_target = true;
    add_seq(b, &s, "standing", NULL);
    add_node(&s, "up", BUSTLE_NODE_ACTION, "look", "END", NULL);
    add_seq(b, &s, "jumping", NULL);
    add_node(&s, "use", BUSTLE_NODE_ACTION, "tidy", "wait", NULL)->same_target = true;
    bustle_node_def *wait = add_node(&s, "wait", BUSTLE_NODE_WAIT, NULL, "eat", "eat");
    wait->when = TEXT("self.calm > 8");
    wait->timeout_ms = 1500;
    wait->waiting = "look";
    add_node(&s, "eat", BUSTLE_NODE_ACTION, "eat", "END", NULL);
    add_seq(b, &s, "drinking", "room");
    bustle_node_def *ask = add_node(&s, "ask", BUSTLE_NODE_REQUEST, NULL, "sleep", "sleep");
    ask->offers = drinks;
    ask->offer_count = 1;
    add_node(&s, "sleep", BUSTLE_NODE_ACTION, "rest", "END", NULL);
    add_seq(b, &s, "sleeping", NULL);
}

static void add_main(bustle_builder *b) {
    static const char *const sit[] = {"sit"};
    static const char *const any[] = {"bed", "help", "sit"};
    static const char *const tags[] = {"seat"};
    seq s = {.count = 0};
    add_node(&s, "eat", BUSTLE_NODE_ACTION, "eat", "rest", NULL);
    bustle_node_def *in = add_node(&s, "rest", BUSTLE_NODE_SEQUENCE, "squatting", "END", "END");
    in->holds_while = TEXT("self.calm > 1");
    add_seq(b, &s, "meal", NULL);
    add_node(&s, "walk", BUSTLE_NODE_ACTION, "walk", "sit", NULL);
    bustle_node_def *ask = add_node(&s, "sit", BUSTLE_NODE_REQUEST, NULL, "other", "other");
    ask->offers = sit;
    ask->offer_count = 1;
    ask->targets = tags;
    ask->target_count = 1;
    ask->timeout_ms = 2000;
    ask->every_ms = 300;
    ask->waiting = "look";
    ask->body = "meal";
    ask->holds_while = TEXT("target.open > 0");
    bustle_node_def *other = add_node(&s, "other", BUSTLE_NODE_REQUEST, NULL, "walk2", "walk2");
    other->offers = any;
    other->offer_count = 3;
    other->optional = true;
    add_node(&s, "walk2", BUSTLE_NODE_ACTION, "walk", "END", NULL);
    add_seq(b, &s, "stay", NULL);
    add_node(&s, "shout", BUSTLE_NODE_ACTION, "shout", "END", NULL);
    add_seq(b, &s, "alarmed", NULL);
}

static bustle_offer_def offer_of(const char *name, const char *sequence) {
    bustle_offer_def def = bustle_default_offer_def();
    def.name = name;
    def.sequence = sequence;
    def.adopt = TEXT("target.used += 1; self.calm += 1");
    def.drop = TEXT("target.used -= 1");
    return def;
}

static void add_thing(
    bustle_builder *b, const char *name, const char *tag, const bustle_offer_def *offered) {
    static const bustle_entity_state_def states[] = {
        {"used", false, 0, NULL}, {"open", false, 0, NULL}, {"room", false, 0, NULL}};
    static const char *const accepts[] = {"tidy"};
    bustle_entity_def def = bustle_default_entity_def();
    def.name = name;
    def.states = states;
    def.state_count = 3;
    def.accepts = accepts;
    def.accept_count = 1;
    def.tags = &tag;
    def.tag_count = 1;
    def.offers = offered;
    def.offer_count = offered == NULL ? 0 : 1;
    OK(bustle_builder_add_entity(b, &def));
}

static void add_things(bustle_builder *b, unsigned edit) {
    const char *sitting = (edit & LODGE_OTHER_SITTING) != 0 ? "squatting" : "sitting";
    bustle_offer_def sit = offer_of("sit", sitting);
    sit.undo = (edit & LODGE_WITHOUT_UNDO) != 0 ? NULL
        : (edit & LODGE_OTHER_UNDO) != 0        ? "jumping"
                                                : "standing";
    sit.when = TEXT("target.open > 0");
    add_thing(b, "chair", "seat", &sit);
    bustle_offer_def perch = offer_of("perch", "sitting");
    add_thing(b, "stool", "furniture", &perch);
    bustle_offer_def bed = offer_of("bed", "sleeping");
    bed.undo = (edit & LODGE_WITHOUT_UNDO) != 0 ? NULL : "jumping";
    bed.kept = true;
    bed.holds_while = TEXT("target.open > 0");
    add_thing(b, "bed", "furniture", (edit & LODGE_WITHOUT_BED) != 0 ? NULL : &bed);
    bustle_offer_def drink = offer_of("drink", "drinking");
    drink.holders = 2;
    drink.undo = (edit & LODGE_WITHOUT_UNDO) != 0 ? NULL : "jumping";
    if ((edit & LODGE_WITHOUT_BAR) == 0) {
        add_thing(b, "bar", "furniture", &drink);
    } else {
        add_thing(b, "counter", "furniture", &drink);
    }
}

static void add_guest(bustle_builder *b, unsigned edit) {
    static const bustle_entity_state_def states[] = {
        {"calm", false, 0, NULL}, {"used", false, 0, NULL}};
    static const bustle_handler_def handlers[] = {
        {.interruption = "alarm", .sequence = "alarmed", .priority = 3},
        {.interruption = "call", .sequence = "alarmed", .priority = 2, .stays = true},
        {.interruption = "fire", .sequence = "alarmed", .priority = 5, .urgent = true}};
    static const char *const fallbacks[] = {"alarmed"};
    bustle_offer_def help = offer_of("help", "squatting");
    help.undo = "jumping";
    if ((edit & LODGE_WITHOUT_HOST) == 0) {
        bustle_role_def host = bustle_default_role_def();
        host.name = "host";
        host.offers = &help;
        host.offer_count = 1;
        OK(bustle_builder_add_role(b, &host));
    }
    bustle_entity_def def = bustle_default_entity_def();
    def.name = "guest";
    def.npc = true;
    def.main = "stay";
    def.states = states;
    def.state_count = 2;
    def.handlers = handlers;
    def.handler_count = 3;
    def.fallbacks = fallbacks;
    def.fallback_count = 1;
    OK(bustle_builder_add_entity(b, &def));
}

bustle_content *lodge_content(unsigned edit) {
    bustle_builder *b = bustle_builder_create(NULL);
    bustle_content *c = NULL;
    assert_non_null(b);
    add_states(b);
    add_actions(b);
    add_offered(b);
    add_main(b);
    add_things(b, edit);
    add_guest(b, edit);
    const bustle_status status = bustle_builder_seal(b, &c);
    for (size_t i = 0; status != BUSTLE_OK && i < bustle_builder_problem_count(b); i++) {
        bustle_problem p;
        assert_true(bustle_builder_problem(b, i, &p));
        print_message("%s %s: %s; %s\n", p.code, p.thing, p.text, p.cure);
    }
    OK(status);
    bustle_builder_destroy(b);
    return c;
}

/* ---- The world ---- */

bustle_world *lodge_world(bustle_content *content, uint64_t seed) {
    bustle_world *w = NULL;
    bustle_world_def def = bustle_default_world_def();
    def.seed = seed;
    def.restart_ms = 2000;
    OK(bustle_world_create(content, &def, &w));
    return w;
}

static void spawn(bustle_world *w, const char *definition) {
    bustle_spawn_def def = bustle_default_spawn_def();
    bustle_entity e = 0;
    def.definition = bustle_content_find(bustle_world_content(w), BUSTLE_KIND_ENTITY, definition);
    OK(bustle_world_spawn(w, &def, &e));
}

void lodge_begin(lodge *l, uint64_t seed) {
    l->random = seed * UINT64_C(0x9e3779b97f4a7c15);
    l->content = lodge_content(0);
    l->world = lodge_world(l->content, seed);
    static const char *const things[] = {"chair", "chair", "chair", "bed", "bar", "bed"};
    for (size_t i = 0; i < sizeof things / sizeof *things; i++) {
        spawn(l->world, things[i]);
    }
    for (int i = 0; i < LODGE_GUESTS; i++) {
        spawn(l->world, "guest");
    }
}

void lodge_end(lodge *l) {
    bustle_world_destroy(l->world);
    bustle_content_release(l->content);
}

/* ---- What happens ---- */

static uint32_t draw(lodge *l, uint32_t below) {
    l->random = l->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(l->random >> 33) % below;
}

/* Somebody, or something, that is there. */
static bustle_entity anybody(lodge *l, bool guest) {
    bustle_entity found[LODGE_THINGS + LODGE_GUESTS];
    uint32_t count = 0;
    const bustle_id guests = bustle_content_find(l->content, BUSTLE_KIND_ENTITY, "guest");
    for (bustle_entity e = 0; (e = bustle_world_next(l->world, e)) != 0;) {
        bustle_id of = BUSTLE_NONE;
        OK(bustle_entity_definition(l->world, e, &of));
        if ((of == guests) == guest && count < LODGE_THINGS + LODGE_GUESTS) {
            found[count++] = e;
        }
    }
    return count == 0 ? 0 : found[draw(l, count)];
}

static bustle_id named(const lodge *l, bustle_kind kind, const char *name) {
    return bustle_content_find(l->content, kind, name);
}

static void change_population(lodge *l) {
    static const char *const things[] = {"chair", "bed", "bar", "guest"};
    const uint32_t which = draw(l, 4);
    const bustle_entity gone = anybody(l, which == 3);
    spawn(l->world, things[which]);
    if (gone != 0) {
        OK(bustle_world_remove(l->world, gone));
    }
}

static void set_open(lodge *l) {
    const bustle_entity thing = anybody(l, false);
    if (thing != 0) {
        OK(bustle_entity_set(
            l->world, thing, named(l, BUSTLE_KIND_STATE, "open"), (int32_t)draw(l, 3)));
    }
}

static void revoke(lodge *l) {
    static const char *const names[] = {"sit", "bed", "drink", "help"};
    const bustle_entity by = anybody(l, draw(l, 4) == 0);
    uint32_t count = 0;
    if (by != 0) {
        (void)bustle_entity_revoke(
            l->world, by, named(l, BUSTLE_KIND_OFFER, names[draw(l, 4)]), &count);
    }
}

static void disturb(lodge *l, bustle_entity guest) {
    static const char *const interruptions[] = {"alarm", "call", "fire"};
    bustle_world *w = l->world;
    switch (draw(l, 12)) {
    case 0:
    case 1:
    case 2:
    case 3:
        OK(bustle_world_interrupt(
            w, named(l, BUSTLE_KIND_INTERRUPTION, interruptions[draw(l, 3)]), &guest, 1, 0, NULL));
        break;
    case 4:
        (void)bustle_npc_hold(w, guest);
        break;
    case 5:
    case 6:
        (void)bustle_npc_release(w, guest);
        break;
    case 7:
        revoke(l);
        break;
    case 8:
        set_open(l);
        break;
    case 9:
        (void)bustle_npc_request(
            w, guest, named(l, BUSTLE_KIND_OFFER, "sit"), anybody(l, false), 4);
        break;
    case 10:
        (void)bustle_npc_set_role(
            w, guest, draw(l, 2) == 0 ? BUSTLE_NONE : named(l, BUSTLE_KIND_ROLE, "host"));
        break;
    default:
        change_population(l);
        break;
    }
}

void lodge_disturb(lodge *l) {
    for (uint32_t i = draw(l, 3); i > 0; i--) {
        const bustle_entity guest = anybody(l, true);
        if (guest != 0) {
            disturb(l, guest);
        }
    }
}

void lodge_update(lodge *l) {
    const int64_t now = bustle_world_now(l->world) + 50 + draw(l, 300);
    OK(bustle_world_update(l->world, now, NULL));
}
