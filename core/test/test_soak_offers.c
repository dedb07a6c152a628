/* S61 to S64: an hour in gardens where 10,000 guests sit on benches and drink there, and are
 * called away, held, failed, sent away and saved all the time, while benches and cups are revoked
 * and removed. BUSTLE_QUICK=1 in the environment: 500 guests and five minutes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harbour.h"

enum { STEP_MS = 100, MINUTE_MS = 60000, GUESTS_TO_A_BENCH = 3, METRES_EACH = 9, DISTURBED = 12 };

#define DONE(call) assert_int_equal(call, BUSTLE_OK)

typedef struct garden {
    bustle_content *content;
    bustle_world *world;
    bustle_snapshot save;
    uint64_t random;
    uint32_t guests, benches;
    double side; /* of the square */
    bustle_entity *guest, *bench; /* every third bench has a table instead */
    bustle_entity held[DISTURBED];
    int64_t now;
    uint64_t adopts, drops; /* as events say */
} garden;

static uint32_t draw(garden *g, uint32_t below) {
    return harbour_random(&g->random, below);
}

/* ---- Content ---- */

static void add_action(bustle_builder *b, const char *name, int32_t least, int32_t most) {
    bustle_action_def def = bustle_default_action_def();
    def.name = name;
    def.duration_ms = least;
    def.duration_max_ms = most;
    def.resumable = true;
    def.target = BUSTLE_TARGET_NOT_TAKEN;
    DONE(bustle_builder_add_action(b, &def));
}

/* Nodes in a row: "walk" is an action, "?sit" asks for an offer. */
static void add_chain(bustle_builder *b, const char *name, const char *const *items) {
    static const char *const names[] = {"1", "2", "3", "4", "5"};
    bustle_transition_def ways[4];
    bustle_node_def nodes[4];
    const char *asked[4];
    bustle_sequence_def def = bustle_default_sequence_def();
    for (def.node_count = 0; items[def.node_count] != NULL; def.node_count++) {
        const size_t i = def.node_count;
        const bool asks = items[i][0] == '?';
        nodes[i] = bustle_default_node_def();
        nodes[i].name = names[i];
        nodes[i].kind = asks ? BUSTLE_NODE_REQUEST : BUSTLE_NODE_ACTION;
        nodes[i].performs = asks ? NULL : items[i];
        ways[i] = (bustle_transition_def){.to = items[i + 1] == NULL ? "END" : names[i + 1]};
        nodes[i].transitions = &ways[i];
        nodes[i].transition_count = 1;
        if (asks) {
            asked[i] = items[i] + 1;
            nodes[i].offers = &asked[i];
            nodes[i].offer_count = 1;
            nodes[i].when.text = "distance < 30";
            nodes[i].timeout_ms = 3000;
            nodes[i].waiting = "look";
            nodes[i].failed = ways[i].to;
        }
    }
    def.name = name;
    def.entry = "1";
    def.nodes = nodes;
    DONE(bustle_builder_add_sequence(b, &def));
}

static void add_sequences(bustle_builder *b) {
    static const char *const day[] = {"walk", "?sit", "walk", NULL};
    static const char *const sitting[] = {"down", "?drink", "rest", NULL};
    static const char *const drinking[] = {"sip", "sip", NULL};
    static const char *const rising[] = {"rise", NULL};
    static const char *const startled[] = {"look", NULL};
    static const char *const thirsty[] = {"?drink", NULL};
    add_chain(b, "day", day);
    add_chain(b, "sitting", sitting);
    add_chain(b, "drinking", drinking);
    add_chain(b, "rising", rising);
    add_chain(b, "startled", startled);
    add_chain(b, "thirsty", thirsty);
}

static void add_provider(bustle_builder *b, const char *name, const bustle_offer_def *offer) {
    static const bustle_entity_state_def taken = {.state = "taken"};
    bustle_entity_def def = bustle_default_entity_def();
    def.name = name;
    def.states = &taken;
    def.state_count = 1;
    def.position = BUSTLE_POSITION_STATIC;
    def.offers = offer;
    def.offer_count = 1;
    DONE(bustle_builder_add_entity(b, &def));
}

static void add_entities(bustle_builder *b) {
    static const bustle_entity_state_def held = {.state = "held"};
    static const bustle_handler_def handlers[] = {
        {.interruption = "bell", .sequence = "startled", .priority = 5},
        {.interruption = "fire", .sequence = "startled", .priority = 9, .urgent = true},
        {.interruption = "nod", .sequence = "thirsty", .priority = 1, .stays = true}};
    bustle_offer_def offer = bustle_default_offer_def();
    offer.name = "sit";
    offer.sequence = "sitting";
    offer.holders = 2;
    offer.undo = "rising";
    offer.adopt.text = "self.held += 1; target.taken += 1";
    offer.drop.text = "self.held -= 1; target.taken -= 1";
    offer.holds_while.text = "target.taken <= 2";
    add_provider(b, "bench", &offer);
    offer.name = "drink";
    offer.sequence = "drinking";
    offer.holders = 3;
    offer.kept = true;
    offer.holds_while.text = NULL;
    add_provider(b, "table", &offer);
    bustle_entity_def guest = bustle_default_entity_def();
    guest.name = "guest";
    guest.npc = true;
    guest.main = "day";
    guest.states = &held;
    guest.state_count = 1;
    guest.handlers = handlers;
    guest.handler_count = 3;
    DONE(bustle_builder_add_entity(b, &guest));
}

static bustle_content *seal(void) {
    bustle_builder *b = bustle_builder_create(NULL);
    bustle_content *content = NULL;
    static const char *const states[] = {"held", "taken"};
    static const char *const interruptions[] = {"bell", "fire", "nod"};
    for (size_t i = 0; i < 2; i++) {
        bustle_state_def def = bustle_default_state_def();
        def.name = states[i];
        DONE(bustle_builder_add_state(b, &def));
    }
    for (size_t i = 0; i < 3; i++) {
        bustle_interruption_def def = bustle_default_interruption_def();
        def.name = interruptions[i];
        DONE(bustle_builder_add_interruption(b, &def));
    }
    add_action(b, "walk", 2000, 9000);
    add_action(b, "down", 300, 600);
    add_action(b, "rest", 3000, 20000);
    add_action(b, "sip", 1000, 4000);
    add_action(b, "rise", 300, 700);
    add_action(b, "look", 500, 1500);
    add_sequences(b);
    add_entities(b);
    if (bustle_builder_seal(b, &content) != BUSTLE_OK) {
        bustle_problem p;
        bustle_builder_problem(b, 0, &p);
        fail_msg("%s: %s", p.thing, p.text);
    }
    bustle_builder_destroy(b);
    return content;
}

/* ---- The garden ---- */

static bustle_entity spawn(garden *g, const char *definition) {
    bustle_spawn_def def = bustle_default_spawn_def();
    bustle_entity made = 0;
    def.definition = bustle_content_find(g->content, BUSTLE_KIND_ENTITY, definition);
    def.position.x = draw(g, (uint32_t)g->side);
    def.position.y = draw(g, (uint32_t)g->side);
    DONE(bustle_world_spawn(g->world, &def, &made));
    return made;
}

static const char *kind_of_bench(uint32_t index) {
    return index % 3 == 0 ? "table" : "bench";
}

static void open_garden(garden *g, uint32_t guests) {
    *g = (garden){.random = 7, .guests = guests, .benches = guests / GUESTS_TO_A_BENCH};
    g->side = METRES_EACH;
    while (g->side * g->side < (double)METRES_EACH * METRES_EACH * guests) {
        g->side *= 2;
    }
    g->content = seal();
    bustle_world_def def = bustle_default_world_def();
    def.seed = 11;
    DONE(bustle_world_create(g->content, &def, &g->world));
    g->guest = calloc(guests, sizeof *g->guest);
    g->bench = calloc(g->benches, sizeof *g->bench);
    assert_true(g->guest != NULL && g->bench != NULL);
    for (uint32_t i = 0; i < g->benches; i++) {
        g->bench[i] = spawn(g, kind_of_bench(i));
    }
    for (uint32_t i = 0; i < guests; i++) {
        g->guest[i] = spawn(g, "guest");
    }
}

/* ---- Trouble ---- */

static void disturb_garden(garden *g) {
    const uint32_t which = draw(g, g->benches);
    const char *const name = which % 3 == 0 ? "drink" : "sit";
    const bustle_id offer = bustle_content_find(g->content, BUSTLE_KIND_OFFER, name);
    const bustle_entity guest = g->guest[draw(g, g->guests)];
    (void)bustle_npc_request(g->world, guest, offer, g->bench[which], 2);
    DONE(bustle_entity_revoke(g->world, g->bench[draw(g, g->benches)],
        bustle_content_find(g->content, BUSTLE_KIND_OFFER, draw(g, 2) ? "sit" : "drink"), NULL));
    const uint32_t gone = draw(g, g->benches);
    DONE(bustle_world_remove(g->world, g->bench[gone]));
    g->bench[gone] = spawn(g, kind_of_bench(gone));
    const uint32_t leaving = draw(g, g->guests);
    DONE(bustle_world_remove(g->world, g->guest[leaving]));
    g->guest[leaving] = spawn(g, "guest");
}

static void disturb(garden *g) {
    static const char *const calls[] = {"bell", "fire", "nod"};
    for (int i = 0; i < DISTURBED; i++) {
        const bustle_entity who = g->guest[draw(g, g->guests)];
        const bustle_id call =
            bustle_content_find(g->content, BUSTLE_KIND_INTERRUPTION, calls[draw(g, 3)]);
        switch (draw(g, 6)) {
        case 0:
            if (bustle_entity_alive(g->world, g->held[i])) {
                DONE(bustle_npc_release(g->world, g->held[i]));
            }
            g->held[i] = who;
            DONE(bustle_npc_hold(g->world, who));
            break;
        case 1:
            (void)bustle_npc_fail(g->world, who, BUSTLE_NONE, 0);
            break;
        case 2:
            DONE(bustle_npc_set_main(
                g->world, who, bustle_content_find(g->content, BUSTLE_KIND_SEQUENCE, "day")));
            break;
        default:
            DONE(bustle_world_interrupt(g->world, call, &who, 1, 0, NULL));
            break;
        }
    }
    disturb_garden(g);
}

/* ---- What has to be true ---- */

static void update(garden *g) {
    size_t count = 0;
    g->now += STEP_MS;
    DONE(bustle_world_update(g->world, g->now, NULL));
    const bustle_event *events = bustle_world_events(g->world, &count);
    for (size_t i = 0; i < count; i++) {
        g->adopts += events[i].kind == BUSTLE_EVENT_ADOPT;
        g->drops += events[i].kind == BUSTLE_EVENT_DROP;
    }
}

/* What effects have counted is what is held. */
static void expect_sound(const garden *g) {
    const bustle_id held = bustle_content_find(g->content, BUSTLE_KIND_STATE, "held");
    const bustle_id taken = bustle_content_find(g->content, BUSTLE_KIND_STATE, "taken");
    char text[200] = "";
    if (bustle_world_check(g->world, text, sizeof text) != BUSTLE_OK) {
        fail_msg("%s", text);
    }
    for (uint32_t i = 0; i < g->guests; i++) {
        bustle_place places[9];
        size_t count = 0;
        int32_t value = -1;
        int32_t counted = 0;
        DONE(bustle_npc_places(g->world, g->guest[i], places, 9, &count));
        for (size_t k = 0; k < count; k++) {
            counted += places[k].held;
        }
        DONE(bustle_entity_get(g->world, g->guest[i], held, &value));
        assert_int_equal(value, counted);
    }
    for (uint32_t i = 0; i < g->benches; i++) {
        bustle_offering offering;
        size_t count = 0;
        int32_t value = -1;
        DONE(bustle_entity_offers(g->world, g->bench[i], &offering, 1, &count));
        DONE(bustle_entity_get(g->world, g->bench[i], taken, &value));
        assert_int_equal(value, offering.taken);
        assert_true(offering.taken <= offering.holders);
    }
}

/* The world goes on as it was saved. */
static void save_and_load(garden *g) {
    char reason[200] = "";
    DONE(bustle_snapshot_save(g->world, NULL, 0, &g->save));
    if (bustle_snapshot_load(g->world, g->save.bytes, g->save.size, NULL, reason, sizeof reason) !=
        BUSTLE_OK) {
        fail_msg("%s", reason);
    }
}

static void close_garden(garden *g) {
    bustle_stats stats;
    for (uint32_t i = 0; i < g->guests; i++) {
        DONE(bustle_world_remove(g->world, g->guest[i]));
    }
    g->guests = 0;
    update(g);
    expect_sound(g);
    DONE(bustle_world_stats(g->world, &stats));
    assert_int_equal(stats.places, 0);
    assert_int_equal(stats.adopts, stats.drops);
    assert_int_equal(g->adopts, stats.adopts);
    assert_int_equal(g->drops, stats.drops);
    bustle_snapshot_free(&g->save);
    bustle_world_destroy(g->world);
    bustle_content_release(g->content);
    free(g->guest);
    free(g->bench);
}

static void S63_as_many_drops_as_adopts_in_an_hour_of_trouble(void **state) {
    (void)state;
    const bool quick = getenv("BUSTLE_QUICK") != NULL;
    const uint32_t guests = quick ? 500 : 10000;
    const int64_t minutes = quick ? 5 : 60;
    garden g;
    open_garden(&g, guests);
    while (g.now < minutes * MINUTE_MS) {
        disturb(&g);
        update(&g);
        if (g.now % MINUTE_MS == 0) {
            expect_sound(&g);
            save_and_load(&g);
        }
    }
    assert_true(g.adopts > (uint64_t)guests * (uint64_t)minutes / 2);
    close_garden(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(S63_as_many_drops_as_adopts_in_an_hour_of_trouble),
    };
    return cmocka_run_group_tests_name("soak of offers", tests, NULL, NULL);
}
