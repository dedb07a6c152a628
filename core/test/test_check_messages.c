/* The consistency check finds every kind of damage to messages, to what is awaited and in hand, and
 * to who meets: each is done to a sound world, found, named and mended again. What listeners are
 * told of waits, answers and meetings. */
#include "counter.h"
#include "damage.h"
#include "together/inbox.h"

#define FOUND "wrongly"

/* Kay serves ann; bob and cid wait in her inbox, which keeps messages for a minute. Two guests of
 * three are at the oak. */
static void begin_counter(kit *k) {
    const counter c = counter_define(k);
    c.orders->keep_ms = 60000;
    kit_def_link(k, "knows");
    bustle_sequence_def *toast = def_sequence(k, "toast", "meet");
    kit_meet(toast, "meet", "toast", "knows", 3, "END");
    handles(has(def_npc(k, "guest", "toast"), "n", 0), "call", "answer", 1);
    def_prop(k, "oak");
    kit_begin(k);
    kit_spawn(k, "tree", "oak");
    kit_spawn(k, "dan", "guest");
    kit_spawn(k, "eve", "guest");
    static const char *const guests[] = {"dan", "eve"};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(bustle_world_link(k->world, kit_entity(k, guests[i]), kit_link(k, "knows"),
                             kit_entity(k, "tree"), 1),
            BUSTLE_OK);
    }
    kit_spawn(k, "kay", "keeper");
    kit_spawn(k, "ann", "patron");
    kit_spawn(k, "bob", "patron");
    kit_spawn(k, "cid", "patron");
    kit_update_to(k, 0);
    kit_update_to(k, 10);
    counter_expect(k, "kay", "5* 5*");
    assert_int_equal(kit_stats(k).meeting, 2);
    assert_int_equal(bustle_world_check(k->world, NULL, 0), BUSTLE_OK);
    k->unchecked = true;
}

static errand *errand_of(const kit *k, const char *label, uint32_t *index) {
    const npc *self = damage_mind(k, label);
    *index = bsl_errand_of(k->world, frame_at(k->world, self->now.top));
    return errand_at(k->world, *index);
}

static void S69_messages_that_are_kept_wrongly_are_found(void **state) {
    kit *k = *state;
    begin_counter(k);
    bustle_world *w = k->world;
    int32_t *cells = bsl_inbox_cells(w, damage_row(k, "kay"), 0);
    const uint32_t first = (uint32_t)cells[INBOX_FIRST];
    letter *bobs = letter_at(w, first);
    letter *cids = letter_at(w, (uint32_t)cells[INBOX_LAST]);
    ties *bob = ties_of(w, damage_row(k, "bob"));
    uint32_t of_ann = 0;
    uint32_t of_kay = 0;
    const errand *ann = errand_of(k, "ann", &of_ann);
    (void)errand_of(k, "kay", &of_kay);
    DAMAGE(cells[INBOX_COUNT], 3, FOUND);
    DAMAGE(cells[INBOX_LAST], (int32_t)first, FOUND);
    DAMAGE(bobs->receiver, ann->slot, FOUND);
    DAMAGE(bobs->sender, ann->slot, FOUND);
    DAMAGE(bobs->in_hand_of, of_kay, FOUND);
    DAMAGE(bobs->awaited_by, of_ann, FOUND);
    DAMAGE(bobs->previous, first, FOUND);
    DAMAGE(bobs->previous_sent, first, FOUND);
    DAMAGE(bobs->previous_kept, first, FOUND);
    DAMAGE(bobs->next_kept, POOL_NONE, FOUND);
    DAMAGE(bobs->number[0], 1000, FOUND);
    DAMAGE(cids->previous, POOL_NONE, FOUND);
    DAMAGE(letter_at(w, ann->sent)->in_hand_of, of_ann, FOUND);
    DAMAGE(bob->sent_last, POOL_NONE, FOUND);
    DAMAGE(w->mail.kept[0].last, POOL_NONE, FOUND);
    DAMAGE(w->mail.waiting, 3, FOUND);
    DAMAGE(w->mail.lost, 3, FOUND);
    DAMAGE(w->mail.meeting, 3, FOUND);
}

static void S70_what_is_awaited_or_in_hand_wrongly_is_found(void **state) {
    kit *k = *state;
    begin_counter(k);
    bustle_world *w = k->world;
    uint32_t of_ann = 0;
    uint32_t of_bob = 0;
    uint32_t of_kay = 0;
    uint32_t of_dan = 0;
    errand *ann = errand_of(k, "ann", &of_ann);
    const errand *bob = errand_of(k, "bob", &of_bob);
    errand *kay = errand_of(k, "kay", &of_kay);
    errand *dan = errand_of(k, "dan", &of_dan);
    ties *tree = ties_of(w, damage_row(k, "tree"));
    DAMAGE(ann->slot, bob->slot, FOUND);
    DAMAGE(ann->frame, bob->frame, FOUND);
    DAMAGE(ann->sent, POOL_NONE, FOUND);
    DAMAGE(ann->sent, bob->sent, FOUND);
    DAMAGE(ann->state, ERRAND_DONE, FOUND);
    DAMAGE(ann->state, ERRAND_MEETS, FOUND);
    DAMAGE(kay->hand, POOL_NONE, FOUND);
    DAMAGE(kay->hand, bob->sent, FOUND);
    DAMAGE(kay->state, ERRAND_DONE, FOUND);
    DAMAGE(dan->state, ERRAND_AWAY, FOUND);
    DAMAGE(dan->state, ERRAND_MET, FOUND);
    DAMAGE(dan->state, ERRAND_FAILED, FOUND);
    DAMAGE(tree->meeting, POOL_NONE, FOUND);
}

/* ---- What listeners are told ---- */

static unsigned told[BUSTLE_TRACE_PLAN + 1][BUSTLE_VERDICT_BELOW + 1];

static void listen(void *context, bustle_world *world, const bustle_trace *trace) {
    (void)context;
    (void)world;
    told[trace->kind][trace->verdict]++;
}

static void S71_a_listener_is_told_who_is_at_a_meeting_and_where_there_is_none(void **state) {
    kit *k = *state;
    memset(told, 0, sizeof told);
    k->def.callbacks.trace = listen;
    begin_counter(k);
    assert_int_equal(told[BUSTLE_TRACE_MEETING][BUSTLE_VERDICT_BEHIND], 2);
    kit_spawn(k, "fay", "guest"); /* who knows no tree */
    kit_update_to(k, 20);
    assert_int_equal(told[BUSTLE_TRACE_MEETING][BUSTLE_VERDICT_NOBODY], 1);
    kit_spawn(k, "gus", "guest");
    assert_int_equal(bustle_world_link(k->world, kit_entity(k, "gus"), kit_link(k, "knows"),
                         kit_entity(k, "tree"), 1),
        BUSTLE_OK);
    kit_update_to(k, 30);
    assert_int_equal(told[BUSTLE_TRACE_MEETING][BUSTLE_VERDICT_OPEN], 1);
    assert_true(told[BUSTLE_TRACE_ANSWER][BUSTLE_VERDICT_BEHIND] > 0);
}

static void S72_a_listener_is_told_of_each_try_of_a_wait(void **state) {
    kit *k = *state;
    memset(told, 0, sizeof told);
    def_state(k, "n");
    def_action(k, "idle", 1000);
    bustle_sequence_def *day = def_sequence(k, "day", "wait");
    bustle_node_def *waits = add_node(day, "wait", BUSTLE_NODE_WAIT, NULL);
    waits->when = TEXT("self.n > 0");
    add_edge(waits, "idle", ALWAYS);
    add_edge(add_node(day, "idle", BUSTLE_NODE_ACTION, "idle"), "END", ALWAYS);
    has(def_npc(k, "guest", "day"), "n", 0);
    k->def.callbacks.trace = listen;
    kit_begin(k);
    kit_spawn(k, "ann", "guest");
    kit_update_to(k, 0);
    kit_update_to(k, 1000);
    assert_int_equal(told[BUSTLE_TRACE_TRY][BUSTLE_VERDICT_CONDITION], 2);
    kit_set(k, "ann", "n", 1);
    kit_update_to(k, 2000);
    assert_int_equal(told[BUSTLE_TRACE_TRY][BUSTLE_VERDICT_OPEN], 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S69_messages_that_are_kept_wrongly_are_found),
        RULE(S70_what_is_awaited_or_in_hand_wrongly_is_found),
        RULE(S71_a_listener_is_told_who_is_at_a_meeting_and_where_there_is_none),
        RULE(S72_a_listener_is_told_of_each_try_of_a_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
