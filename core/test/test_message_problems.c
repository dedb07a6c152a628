/* S69 to S71: what sealing finds wrong with inboxes, and with nodes that send, take and meet. */
#include "builder_shop.h"

static void again(shop *k) {
    shop_end(k);
    shop_begin(k);
}

static void add_inbox(shop *k, const char *name, int32_t limit, int32_t keep_ms) {
    bustle_inbox_def def = bustle_default_inbox_def();
    def.name = name;
    def.limit = limit;
    def.keep_ms = keep_ms;
    assert_int_equal(bustle_builder_add_inbox(k->builder, &def), BUSTLE_OK);
}

static bustle_node_def node_of_kind(bustle_node_kind kind, const char *performs) {
    static const bustle_transition_def on[] = {{.to = "idle"}};
    bustle_node_def def = shop_node("here", kind, performs, NULL, 0);
    def.transitions = on;
    def.transition_count = 1;
    def.failed = "idle";
    return def;
}

/* The market, and a baker who has "bills" and, unless it has to do without, "orders"; it performs
 * the node and rests. */
static void bakery_with(shop *k, const bustle_node_def *what, size_t inboxes) {
    static const char *const names[] = {"bills", "orders"};
    static const bustle_entity_state_def states[] = {{"energy", false, 0, NULL}};
    static const char *const tags[] = {"baker"};
    shop_market(k);
    add_inbox(k, "orders", 16, 0);
    add_inbox(k, "bills", 16, 0);
    bustle_sequence_def bake = shop_sequence(
        "bake", "here", NODES(*what, shop_node("idle", BUSTLE_NODE_ACTION, "rest", TO(to("END")))));
    shop_add_sequence(k, &bake);
    bustle_entity_def baker = shop_npc("baker", "bake");
    baker.states = states;
    baker.state_count = 1;
    baker.inboxes = names;
    baker.inbox_count = inboxes;
    baker.tags = tags;
    baker.tag_count = 1;
    shop_add_entity(k, &baker);
}

static void bakery(shop *k, const bustle_node_def *what) {
    bakery_with(k, what, 2);
}

/* ---- Inboxes ---- */

static void S69_an_inbox_has_bounds_and_a_name_of_its_own(void **state) {
    static const struct {
        const char *name, *said;
        int32_t limit, keep_ms;
    } wrong[] = {
        {"orders", "its limit is 65536", 65536, 0},
        {"orders", "give a limit from 0 to 65535", -1, 0},
        {"orders", "it keeps messages for -1 ms", 1, -1},
        {"energy", "a state has the same name", 1, 0},
    };
    shop *k = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        shop_market(k);
        add_inbox(k, wrong[i].name, wrong[i].limit, wrong[i].keep_ms);
        assert_int_equal(
            bustle_builder_seal(k->builder, (bustle_content *[]){NULL}), BUSTLE_PROBLEMS);
        assert_true(shop_found(k, BUSTLE_ERROR, "bad-inbox", wrong[i].name, wrong[i].said));
        again(k);
    }
}

static void S69_an_inbox_of_nobody_is_a_warning(void **state) {
    shop *k = *state;
    shop_market(k);
    add_inbox(k, "orders", 65535, 1);
    shop_warned(k, "inbox-of-nobody", "orders", "no NPC has it");
}

static void S69_who_has_inboxes_is_an_npc_and_lists_each_once(void **state) {
    static const char *const twice[] = {"orders", "orders"};
    static const char *const other[] = {"order"};
    shop *k = *state;
    const bustle_node_def take = node_of_kind(BUSTLE_NODE_TAKE, "orders");
    bakery(k, &take);
    bustle_entity_def box = bustle_default_entity_def();
    box.name = "box";
    box.inboxes = twice;
    box.inbox_count = 1;
    shop_add_entity(k, &box);
    shop_refused(k, "prop-decides", "box", "reactions or inboxes");
    again(k);
    bakery(k, &take);
    bustle_entity_def cook = shop_npc("cook", "day");
    cook.inboxes = twice;
    cook.inbox_count = 2;
    shop_add_entity(k, &cook);
    (void)bustle_builder_seal(k->builder, (bustle_content *[]){NULL});
    assert_true(shop_found(k, BUSTLE_ERROR, "listed-twice", "cook", "it lists an inbox twice"));
    again(k);
    bakery(k, &take);
    cook.inboxes = other;
    cook.inbox_count = 1;
    shop_add_entity(k, &cook);
    (void)bustle_builder_seal(k->builder, (bustle_content *[]){NULL});
    assert_true(shop_found(k, BUSTLE_ERROR, "unknown-inbox", "cook", "did you mean \"orders\"?"));
}

/* ---- Taking ---- */

static void S70_a_take_node_needs_its_inbox_and_its_state(void **state) {
    shop *k = *state;
    bustle_node_def take = node_of_kind(BUSTLE_NODE_TAKE, "orders");
    bakery_with(k, &take, 1);
    (void)bustle_builder_seal(k->builder, (bustle_content *[]){NULL});
    assert_true(shop_found(k, BUSTLE_ERROR, "npc-lacks-inbox", "baker",
        "it has no inbox \"orders\", which sequence \"bake\" (node \"here\"), that it can come to, "
        "needs of the NPC"));
    again(k);
    take.into = "price";
    bakery(k, &take);
    shop_refused(k, "npc-lacks-state", "baker", "it has no state \"price\"");
    again(k);
    take.into = "pride";
    bakery(k, &take);
    shop_refused(k, "unknown-state", "bake", "did you mean \"price\"?");
    again(k);
    take = node_of_kind(BUSTLE_NODE_TAKE, "order");
    bakery(k, &take);
    shop_refused(k, "unknown-inbox", "bake", "did you mean \"orders\"?");
    again(k);
    take = node_of_kind(BUSTLE_NODE_TAKE, NULL);
    bakery(k, &take);
    shop_refused(k, "unknown-inbox", "bake", "it names no inbox");
}

/* ---- Sending ---- */

static void S69_a_send_node_says_in_one_way_to_whom(void **state) {
    static const char *const tags[] = {"baker", ""};
    shop *k = *state;
    bustle_node_def send = node_of_kind(BUSTLE_NODE_SEND, "orders");
    bakery(k, &send);
    shop_seal(k);
    again(k);
    send.same_target = true;
    send.targets = tags;
    send.target_count = 1;
    bakery(k, &send);
    shop_refused(k, "bad-message", "bake", "it says in two ways to whom it sends");
    again(k);
    send.same_target = false;
    send.target_count = 2;
    bakery(k, &send);
    shop_refused(k, "bad-tag", "bake", "its target 2 is an empty tag");
    again(k);
    send.target_count = 0;
    send.path = "friends";
    bakery(k, &send);
    shop_refused(k, "unknown-link", "bake", "friends");
    again(k);
    send.path = NULL;
    send.at_part = "host";
    bakery(k, &send);
    shop_refused(k, "unknown-part", "bake", "which no scene has");
}

static void S69_a_tag_without_the_inbox_receives_nothing(void **state) {
    static const char *const tags[] = {"guard"};
    shop *k = *state;
    bustle_node_def send = node_of_kind(BUSTLE_NODE_SEND, "orders");
    send.targets = tags;
    send.target_count = 1;
    bakery(k, &send);
    shop_warned(k, "nobody-tagged", "bake", "nothing has the tag \"guard\"");
    bustle_entity_def guard = shop_npc("guard", "day");
    static const bustle_entity_state_def states[] = {{"energy", false, 0, NULL}};
    guard.states = states;
    guard.state_count = 1;
    guard.tags = tags;
    guard.tag_count = 1;
    shop_add_entity(k, &guard);
    shop_warned(k, "nobody-receives", "bake", "has the inbox that it sends to");
}

static void S69_what_a_node_sends_is_one_value(void **state) {
    shop *k = *state;
    bustle_node_def send = node_of_kind(BUSTLE_NODE_SEND, "orders");
    send.value = (bustle_ops){NULL, 0, "self.energy > 3"};
    bakery(k, &send);
    shop_refused(k, "syntax", "bake", "value, column 13");
    again(k);
    send.value = (bustle_ops){NULL, 0, "self.energy + target.orders"};
    bakery(k, &send);
    shop_seal(k);
}

/* ---- Meeting ---- */

static void S71_a_meet_node_has_a_name_a_place_and_a_count(void **state) {
    shop *k = *state;
    bustle_node_def meet = node_of_kind(BUSTLE_NODE_MEET, "toast");
    meet.count = 2;
    meet.from_area = true;
    bakery(k, &meet);
    const bustle_content *c = shop_seal(k);
    assert_int_equal(bustle_content_count(c, BUSTLE_KIND_MEETING), 1);
    assert_string_equal(bustle_content_name(c, BUSTLE_KIND_MEETING, 0), "toast");
    again(k);
    meet.same_target = true;
    bakery(k, &meet);
    shop_refused(k, "bad-meeting", "bake", "it says in two ways where");
    again(k);
    meet.same_target = false;
    meet.from_area = false;
    bakery(k, &meet);
    shop_refused(k, "bad-meeting", "bake", "it does not say where");
    again(k);
    meet.from_area = true;
    for (int32_t count = 1; count <= 256; count += 255) {
        meet.count = count;
        bakery(k, &meet);
        shop_refused(k, "bad-meeting", "bake", "give a count from 2 to 255");
        again(k);
    }
    meet.count = 255;
    meet.performs = "";
    bakery(k, &meet);
    shop_refused(k, "bad-meeting", "bake", "it has no name to meet under");
}

/* ---- What other nodes do not have ---- */

static void what_other_nodes_have_is_refused(void **state) {
    static const char *const tags[] = {"baker"};
    shop *k = *state;
    for (int which = 0; which < 11; which++) {
        bustle_node_def made = node_of_kind(BUSTLE_NODE_ACTION, "rest");
        const char *said = "make it a send node, or remove `value` and `await`";
        switch (which) {
        case 0:
            made.into = "energy";
            said = "make it a take node, or remove `into`";
            break;
        case 1:
            made.value = (bustle_ops){NULL, 0, "1"};
            break;
        case 2:
            made.await = true;
            break;
        case 3:
            made.count = 2;
            said = "make it a meet node, or remove `count`";
            break;
        case 4:
            made.targets = tags;
            made.target_count = 1;
            said = "it has tags to look for";
            break;
        case 5:
            made.from_area = true;
            said = "it names the area";
            break;
        case 6:
            made.preference = BUSTLE_PREFER_NEAREST;
            said = "it prefers, but";
            break;
        case 7:
            made = node_of_kind(BUSTLE_NODE_SEND, "orders");
            made.waiting = "rest";
            said = "let it `await`, or remove `waiting`";
            break;
        case 8:
            made = node_of_kind(BUSTLE_NODE_MEET, "toast");
            made.count = 2;
            made.from_area = true;
            made.when = (bustle_ops){NULL, 0, "self.energy > 1"};
            said = "it has a condition, but waits for others";
            break;
        case 9:
            made = node_of_kind(BUSTLE_NODE_TAKE, "orders");
            made.path = "around";
            said = "it has a path";
            break;
        default:
            made = node_of_kind(BUSTLE_NODE_TAKE, "orders");
            made.every_ms = 0;
            bakery(k, &made);
            shop_refused(k, "bad-wait", "bake", "it tries every 0 ms");
            return;
        }
        bakery(k, &made);
        shop_refused(k, "bad-node", "bake", said);
        again(k);
    }
}

static void S70_a_take_that_waits_before_it_fails_may_go_round(void **state) {
    shop *k = *state;
    bustle_node_def take = node_of_kind(BUSTLE_NODE_TAKE, "orders");
    take.failed = "here";
    bakery(k, &take);
    shop_warned(k, "cycle-without-action", "bake", "\"here\" -> \"here\"");
    again(k);
    take.timeout_ms = 1;
    bakery(k, &take);
    shop_seal(k);
}

/* ---- Effects and conditions ---- */

static void try_effects(shop *k, const char *text) {
    const bustle_node_def take = node_of_kind(BUSTLE_NODE_TAKE, "orders");
    bakery(k, &take);
    bustle_action_def hand = shop_action("hand");
    hand.target = BUSTLE_TARGET_TAKEN;
    hand.start = (bustle_ops){NULL, 0, text};
    shop_add_action(k, &hand);
}

static void S69_effects_send_to_others_and_set_no_inbox(void **state) {
    static const struct {
        const char *text, *code, *said;
    } wrong[] = {
        {"send orders to self", "syntax", "nobody sends to itself"},
        {"send orders on target", "syntax", "expected to target, or to a path, found on"},
        {"send orders to env", "syntax", "expected target, area or a path, found env"},
        {"send to target", "syntax", "expected the name of an inbox, found to"},
        {"send order to target", "unknown-inbox", "did you mean \"orders\"?"},
        {"send alarm to target", "unknown-inbox", "alarm is an interruption: raise it"},
        {"send orders = (self.energy > 1) to target", "condition-as-value",
            "a condition stands where a value belongs"},
        {"self.orders = 3", "not-writable", "an effect cannot change inbox orders"},
        {"send orders to frends of target", "unknown-link", "frends"},
    };
    shop *k = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        try_effects(k, wrong[i].text);
        shop_refused(k, wrong[i].code, "hand", wrong[i].said);
        again(k);
    }
    try_effects(k,
        "send orders to target; send orders = 2 to area; send bills = self.orders - 1 to "
        "around of target; self.energy = target.orders");
    (void)bustle_builder_seal(k->builder, &k->content);
    assert_int_equal(bustle_builder_problem_count(k->builder), 0);
}

static void S69_operations_say_the_same(void **state) {
    static const bustle_op wrong[] = {
        {.kind = BUSTLE_SEND, .subject = BUSTLE_SELF, .name = "orders"},
        {.kind = BUSTLE_SET, .subject = BUSTLE_SELF, .name = "orders"},
        {.kind = BUSTLE_SEND, .subject = BUSTLE_TARGET, .name = "order"},
        {.kind = BUSTLE_SEND, .subject = BUSTLE_TARGET, .name = "orders", .stacked = true}};
    static const char *const codes[] = {
        "bad-subject", "not-writable", "unknown-inbox", "missing-operand"};
    shop *k = *state;
    for (size_t i = 0; i < 4; i++) {
        const bustle_node_def take = node_of_kind(BUSTLE_NODE_TAKE, "orders");
        bakery(k, &take);
        bustle_action_def hand = shop_action("hand");
        hand.target = BUSTLE_TARGET_TAKEN;
        hand.start = (bustle_ops){&wrong[i], 1, NULL};
        shop_add_action(k, &hand);
        shop_refused(k, codes[i], "hand", "");
        again(k);
    }
    const bustle_node_def take = node_of_kind(BUSTLE_NODE_TAKE, "orders");
    bakery(k, &take);
    bustle_action_def hand = shop_action("hand");
    hand.when = (bustle_ops){&wrong[2], 1, NULL};
    shop_add_action(k, &hand);
    shop_refused(k, "effect-in-condition", "hand", "");
    again(k);
    bakery(k, &take);
    const bustle_op named = {
        .kind = BUSTLE_EQUAL, .subject = BUSTLE_SELF, .name = "orders", .value_name = "many"};
    hand.when = (bustle_ops){&named, 1, NULL};
    shop_add_action(k, &hand);
    shop_refused(k, "unknown-value", "hand", "an inbox has no value named \"many\"");
}

static void what_an_inbox_never_holds_is_told(void **state) {
    shop *k = *state;
    bustle_node_def take = node_of_kind(BUSTLE_NODE_TAKE, "orders");
    take.when = (bustle_ops){NULL, 0, "self.orders > 17"};
    bakery(k, &take);
    shop_warned(k, "never-true", "bake", "\"orders\" is never above 16");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SHOP_TEST(S69_an_inbox_has_bounds_and_a_name_of_its_own),
        SHOP_TEST(S69_an_inbox_of_nobody_is_a_warning),
        SHOP_TEST(S69_who_has_inboxes_is_an_npc_and_lists_each_once),
        SHOP_TEST(S70_a_take_node_needs_its_inbox_and_its_state),
        SHOP_TEST(S69_a_send_node_says_in_one_way_to_whom),
        SHOP_TEST(S69_a_tag_without_the_inbox_receives_nothing),
        SHOP_TEST(S69_what_a_node_sends_is_one_value),
        SHOP_TEST(S71_a_meet_node_has_a_name_a_place_and_a_count),
        SHOP_TEST(what_other_nodes_have_is_refused),
        SHOP_TEST(S70_a_take_that_waits_before_it_fails_may_go_round),
        SHOP_TEST(S69_effects_send_to_others_and_set_no_inbox),
        SHOP_TEST(S69_operations_say_the_same),
        SHOP_TEST(what_an_inbox_never_holds_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
