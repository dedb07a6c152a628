/* S70, S71 and saves: messages that are untaken, in hand and awaited, and meetings, are saved and
 * loaded, into the same content and others, and from damaged bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counter.h"
#include "persist/snapshot.h"
#include "sections.h"
#include "village.h"

static char told[2048]; /* "code thing;" for each change */
static bustle_snapshot saved;

static void tell(void *context, bustle_world *world, const bustle_change *what) {
    (void)context;
    (void)world;
    const size_t used = strlen(told);
    snprintf(told + used, sizeof told - used, "%s %s;", what->code, what->thing);
}

static void save(kit *k) {
    uint8_t *bytes = NULL;
    bustle_snapshot s = {0};
    OK(bustle_snapshot_save(k->world, NULL, 0, &s));
    bytes = malloc(s.size);
    assert_non_null(bytes);
    memcpy(bytes, s.bytes, s.size);
    saved = (bustle_snapshot){.bytes = bytes, .size = s.size};
    bustle_snapshot_free(&s);
}

static void load(kit *k) {
    const bustle_load_options options = {.report = tell};
    char reason[256] = "";
    told[0] = '\0';
    const bustle_status status =
        bustle_snapshot_load(k->world, saved.bytes, saved.size, &options, reason, sizeof reason);
    assert_string_equal(reason, "");
    OK(status);
    free(saved.bytes);
    saved = (bustle_snapshot){0};
}

/* Kay has ann's order in hand, bob's waits; cid meets at the bell. */
static counter define(kit *k) {
    const counter c = counter_define(k);
    kit_def_link(k, "knows");
    bustle_sequence_def *ring = def_sequence(k, "ring", "meet");
    kit_meet(ring, "meet", "ringing", "knows", 2, "idle");
    add_edge(add_node(ring, "idle", BUSTLE_NODE_ACTION, "idle"), "END", ALWAYS);
    has(def_npc(k, "ringer", "ring"), "n", 0);
    return c;
}

static const char *const labels[] = {"bell1", "kay", "ann", "bob", "cid", "dan"};
static bustle_entity handles_of_all[6];

static void begin(kit *k) {
    static const char *const definitions[] = {
        "bell", "keeper", "patron", "patron", "ringer", "ringer"};
    kit_begin(k);
    for (size_t i = 0; i < 6; i++) {
        handles_of_all[i] = kit_spawn(k, labels[i], definitions[i]);
    }
    OK(bustle_world_link(
        k->world, kit_entity(k, "cid"), kit_link(k, "knows"), kit_entity(k, "bell1"), 1));
    kit_set(k, "bob", "wish", 8);
    kit_update_to(k, 0);
    kit_update_to(k, 100);
    counter_expect(k, "kay", "8*");
}

/* The same entities by their labels, in the world to come. */
static void know_all(kit *k) {
    for (size_t i = 0; i < 6; i++) {
        k->entities[i].label = labels[i];
        k->entities[i].entity = handles_of_all[i];
    }
    k->entity_count = 6;
}

/* Saves, and loads into what `edit` makes of the content. */
static void load_into(kit *k, void (*edit)(kit *k, counter c)) {
    define(k);
    begin(k);
    save(k);
    kit_reset(k);
    edit(k, define(k));
    kit_begin(k);
    know_all(k);
    load(k);
}

static void as_it_was(kit *k, counter c) {
    (void)k;
    (void)c;
}

static size_t meeting(const kit *k) {
    size_t count = 0;
    OK(bustle_entity_meeting(k->world, kit_entity(k, "bell1"), BUSTLE_NONE, NULL, 0, &count));
    return count;
}

static void all_goes_on_as_it_was(void **state) {
    kit *k = *state;
    load_into(k, as_it_was);
    assert_string_equal(told, "");
    counter_expect(k, "kay", "8*");
    counter_expect_counts(k, "2 sent, 1 taken, 0 lost, 0 refused");
    assert_int_equal(meeting(k), 1);
    assert_int_equal(kit_stats(k).meeting, 1);
    OK(bustle_world_link(
        k->world, kit_entity(k, "dan"), kit_link(k, "knows"), kit_entity(k, "bell1"), 1));
    kit_run(k, 600, 100);
    assert_int_equal(kit_doing(k, "ann").action, kit_action(k, "drink"));
    assert_int_equal(kit_get(k, "kay", "order"), 8);
    kit_run(k, 1500, 100);
    assert_int_equal(kit_stats(k).meeting, 0);
}

static void without_inbox(kit *k, counter c) {
    (void)k;
    c.orders->name = "bills";
    c.take->performs = "bills";
    c.send->performs = "bills";
    c.send->failed = NULL;
    c.keeper->inboxes = NAMES("bills");
}

static void messages_of_an_inbox_that_is_gone_go(void **state) {
    kit *k = *state;
    load_into(k, without_inbox);
    assert_non_null(strstr(told, "inbox-gone orders;"));
    assert_non_null(strstr(told, "message-lost orders;"));
    assert_int_equal(kit_stats(k).messages, 0);
    kit_run(k, 300, 100);
    counter_expect_counts(k, "4 sent, 1 taken, 1 lost, 0 refused"); /* both send anew */
}

static void nobody_has_it(kit *k, counter c) {
    kit_has_inbox(has(has(def_npc(k, "other", "keep"), "n", 0), "order", 0), "orders");
    c.keeper->inbox_count = 0;
    c.keeper->main = "answer";
    c.send->failed = NULL;
}

static void messages_of_who_has_the_inbox_no_more_go_and_fail(void **state) {
    kit *k = *state;
    load_into(k, nobody_has_it);
    assert_non_null(strstr(told, "message-lost orders;"));
    kit_update_to(k, 110);
    assert_int_equal(kit_last(k, BUSTLE_EVENT_FAIL)->argument, BUSTLE_CAUSE_MESSAGE);
    assert_int_equal(kit_last(k, BUSTLE_EVENT_FAIL)->npc, kit_entity(k, "bob"));
}

static void without_await(kit *k, counter c) {
    (void)k;
    c.send->await = false;
}

static void a_sender_that_does_not_await_any_more_has_given_up(void **state) {
    kit *k = *state;
    load_into(k, without_await);
    assert_non_null(strstr(told, "node-lost send;"));
    counter_expect_counts(k, "2 sent, 1 taken, 1 lost, 0 refused");
    kit_update_to(k, 110);
    assert_int_equal(kit_stats(k).messages, 2); /* they send anew */
}

static void with_less_room(kit *k, counter c) {
    (void)k;
    c.orders->limit = 1;
}

static void what_is_past_a_smaller_limit_stays(void **state) {
    kit *k = *state;
    define(k);
    begin(k);
    OK(counter_send(k, "bell1", "kay", 3));
    save(k);
    kit_reset(k);
    with_less_room(k, define(k));
    kit_begin(k);
    know_all(k);
    load(k);
    counter_expect(k, "kay", "8* 3");
    assert_int_equal(counter_send(k, "bell1", "kay", 4), BUSTLE_FULL);
}

static void under_another_name(kit *k, counter c) {
    (void)c;
    for (size_t i = 0; i < k->def_count; i++) {
        bustle_sequence_def *s = k->defs[i].def;
        if (k->defs[i].kind == BUSTLE_KIND_SEQUENCE && strcmp(s->name, "ring") == 0) {
            node_of(s, "meet")->performs = "tolling";
        }
    }
}

static void who_met_under_another_name_comes_anew(void **state) {
    kit *k = *state;
    load_into(k, under_another_name);
    assert_non_null(strstr(told, "node-lost meet;"));
    assert_int_equal(meeting(k), 0);
    kit_update_to(k, 110);
    assert_int_equal(meeting(k), 1);
}

/* ---- While the world lives ---- */

/* Patrons have inboxes, too, which are not for orders of patrons. */
static void to_keepers(counter c) {
    kit_tagged(c.keeper, "keepers");
    c.send->targets = NAMES("keepers");
    c.send->target_count = 1;
    kit_has_inbox(has(c.patron, "order", 0), "orders");
}

/* What is performed goes on as it began, and its effects are about the same inboxes and paths. */
static void an_action_that_was_replaced_sends_as_it_did(void **state) {
    kit *k = *state;
    counter c = define(k);
    bustle_action_def *serve = def_action(k, "hail", 500);
    serve->finish = TEXT("send orders = self.orders + 1 to knows of self; "
                         "send orders = 7 to target; self.n = self.orders");
    c.serve->performs = "hail";
    c.serve->same_target = true;
    to_keepers(c);
    begin(k);
    OK(bustle_world_link(
        k->world, kit_entity(k, "kay"), kit_link(k, "knows"), kit_entity(k, "bob"), 1));
    bustle_builder_destroy(k->builder);
    k->builder = bustle_builder_create(&k->allocator);
    k->def_count = 0;
    k->defs_added = 0;
    bustle_content *replaced = k->content;
    k->content = NULL;
    c = define(k);
    kit_def_inbox(k, "a first one");
    def_state(k, "a first state");
    def_action(k, "hail", 500)->finish = TEXT("send orders to knows of self; self.n = 9");
    node_of(c.keep, "serve")->performs = "hail";
    to_keepers(c);
    kit_has_inbox(c.patron, "a first one");
    kit_seal_ok(k);
    OK(bustle_world_reload(k->world, k->content, NULL));
    bustle_content_release(replaced);
    kit_run(k, 600, 100);
    counter_expect(k, "bob", "2");
    counter_expect(k, "ann", "7");
    assert_int_equal(kit_get(k, "kay", "n"), 1);
}

/* ---- Damage ---- */

typedef struct damaged {
    section_part parts[SECTIONS_MOST];
    size_t count;
    uint8_t *bytes;
    uint64_t random;
} damaged;

static uint32_t draw(damaged *d, uint32_t below) {
    d->random = d->random * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(d->random >> 33) % below;
}

static void try_to_load(const kit *k, const damaged *d) {
    char reason[256] = "", text[256] = "";
    bustle_world *w = NULL;
    bustle_world_def def = bustle_default_world_def();
    const size_t size = HEADER_SIZE + sections_put(d->bytes + HEADER_SIZE, d->parts, d->count);
    bsl_snapshot_header(d->bytes, size, 0, FORMAT);
    OK(bustle_world_create(k->content, &def, &w));
    const bustle_status status =
        bustle_snapshot_load(w, d->bytes, size, NULL, reason, sizeof reason);
    assert_true(status == BUSTLE_OK || status == BUSTLE_DAMAGED || status == BUSTLE_NEWER);
    if (status == BUSTLE_OK && bustle_world_now(w) < INT64_C(1) << 50) {
        for (int i = 1; i < 5; i++) {
            OK(bustle_world_update(w, bustle_world_now(w) + 200 * i, NULL));
            if (bustle_world_check(w, text, sizeof text) != BUSTLE_OK) {
                fail_msg("%s", text);
            }
        }
    }
    bustle_world_destroy(w);
}

static void spoil_and_load(const kit *k, damaged *d) {
    static const char *const often[] = {
        "messages", "messages", "activities", "activities", "inboxes", "sequences", "npcs"};
    const char *name = often[draw(d, 7)];
    for (size_t i = 0; i < d->count; i++) {
        section_part *p = &d->parts[i];
        if (strcmp(p->name, name) != 0 || p->size == 0) {
            continue;
        }
        const section_part kept = *p;
        uint8_t *body = malloc(p->size);
        assert_non_null(body);
        memcpy(body, p->body, p->size);
        for (uint32_t n = 1 + draw(d, 2); n > 0; n--) {
            uint8_t *at = &body[draw(d, (uint32_t)p->size)];
            *at = (uint8_t)(draw(d, 2) == 0 ? draw(d, 12) : *at ^ 1u << draw(d, 8));
        }
        p->body = body;
        try_to_load(k, d);
        *p = kept;
        free(body);
    }
}

static void damaged_messages_are_refused_or_consistent(void **state) {
    kit *k = *state;
    damaged d = {.random = 5};
    define(k);
    begin(k);
    kit_interrupt(k, "bob", "call");
    kit_update_to(k, 110);
    save(k);
    d.count = sections_of(saved.bytes + HEADER_SIZE, saved.size - HEADER_SIZE, d.parts);
    assert_true(d.count > 0);
    d.bytes = malloc(saved.size + 64);
    assert_non_null(d.bytes);
    const int times = getenv("BUSTLE_QUICK") != NULL ? 1000 : 5000;
    for (int n = 0; n < times; n++) {
        spoil_and_load(k, &d);
    }
    free(d.bytes);
    free(saved.bytes);
    saved = (bustle_snapshot){0};
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(all_goes_on_as_it_was),
        RULE(messages_of_an_inbox_that_is_gone_go),
        RULE(messages_of_who_has_the_inbox_no_more_go_and_fail),
        RULE(a_sender_that_does_not_await_any_more_has_given_up),
        RULE(what_is_past_a_smaller_limit_stays),
        RULE(who_met_under_another_name_comes_anew),
        RULE(an_action_that_was_replaced_sends_as_it_did),
        RULE(damaged_messages_are_refused_or_consistent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
