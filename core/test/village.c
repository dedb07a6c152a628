/* The village and its busy minute. */
#include "village.h"

#include <string.h>

/* ---- Content ---- */

static int has_energy(kit *k, bustle_call *call) {
    int32_t energy = 0;
    OK(bustle_entity_get(k->world, call->self, kit_state(k, "energy"), &energy));
    return energy % 7 != 3;
}

/* For one second of five. */
static int strikes(kit *k, bustle_call *call) {
    (void)call;
    return bustle_world_now(k->world) / 1000 % 5 == 1;
}

static int cheer(kit *k, bustle_call *call) {
    OK(bustle_entity_set(k->world, call->self, kit_state(k, "mood"), 1));
    return 1;
}

static int err(kit *k, bustle_call *call) {
    (void)k;
    call->error = "it always fails";
    return -1;
}

static void def_keys(kit *k) {
    bustle_state_def *seats = def_state(k, "free");
    seats->minimum = 0;
    seats->maximum = 4;
    def_state(k, "cups")->minimum = 0;
    bustle_state_def *energy = def_state(k, "energy");
    energy->minimum = 0;
    energy->maximum = 100;
    energy->initial = 50;
    def_state(k, "pace")->minimum = 0;
    bustle_state_def *mood = def_state(k, "mood");
    mood->values = NAMES("calm", "merry");
    mood->value_count = 2;
    def_environment(k, "rain", 3000);
    def_environment(k, "tide", INT32_MAX);
    def_interruption(k, "bell");
    def_interruption(k, "greeting");
    def_interruption(k, "calm");
    def_interruption(k, "show");
    def_interruption(k, "storm")->when = OPS(ENV_IS("rain", BUSTLE_AT_LEAST, 3));
    def_interruption(k, "flood")->when = OPS(ENV_IS("tide", BUSTLE_AT_LEAST, 2));
}

static void def_deeds(kit *k) {
    bustle_action_def *sit = def_action(k, "sit", 700);
    sit->duration_max_ms = 1900;
    sit->resumable = true;
    sit->finish = OPS(INCREASE(BUSTLE_SELF, "energy", 30));
    sit->interrupted = OPS(DECREASE(BUSTLE_SELF, "energy", 1));
    add_claim(sit, "free", 1);
    bustle_action_def *drink = def_action(k, "drink", 800);
    drink->when = OPS(SELF_IS("energy", BUSTLE_LESS, 90), CALL(1, "drink.when"));
    drink->start = OPS(CALL(1, "drink.start"), CALL(2, "drink.start"));
    add_claim(drink, "cups", 1);
    bustle_action_def *walk = def_action(k, "walk", 0);
    walk->speed_state = "pace";
    walk->preference = BUSTLE_PREFER_NEAREST;
    walk->when = OPS(DISTANCE_IS(BUSTLE_AT_LEAST, 1));
    walk->resumable = true;
    walk->finish = OPS(DECREASE(BUSTLE_SELF, "energy", 5),
        KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "greeting", 8));
    bustle_action_def *nap = def_action(k, "nap", 900);
    nap->ending = BUSTLE_ENDING_GAME;
    nap->timeout_ms = 1500;
    nap->timeout_fails = true;
    nap->resumable = true;
    ended_by(nap, "calm");
    bustle_action_def *greet = def_action(k, "greet", 400);
    greet->finish = OPS(RAISE(BUSTLE_TARGET, "greeting"), RAISE(BUSTLE_SELF, "bell"),
        LINK_OP(BUSTLE_INCREASE, BUSTLE_SELF, "trust", BUSTLE_TARGET, 2),
        LINK_OP(BUSTLE_SET, BUSTLE_TARGET, "friend", BUSTLE_SELF, 1),
        NAMED(BUSTLE_RAISE_ON_PATH, BUSTLE_SELF, "calm", "friend+ of target"));
    greet->target = BUSTLE_TARGET_TAKEN;
    greet->preference = BUSTLE_PREFER_LEAST;
    greet->preferred = TEXT("self.trust(target) + count(friend of target in friend)");
    bustle_action_def *look = def_action(k, "look", 300);
    look->target = BUSTLE_TARGET_TAKEN;
    look->ending = BUSTLE_ENDING_GAME;
    look->interrupted = OPS(LINK_OP(BUSTLE_SET, BUSTLE_SELF, "friend", BUSTLE_TARGET, 0));
    def_action(k, "wait", 500);
    bustle_action_def *fidget = def_action(k, "fidget", 100);
    fidget->target = BUSTLE_TARGET_NOT_TAKEN;
    fidget->start = OPS(DECREASE(BUSTLE_SELF, "energy", 1), CALL(2, "fidget.start"));
    fidget->finish = OPS(CALL(1, "fidget.finish"));
    fidget->interrupted = OPS(RAISE(BUSTLE_SELF, "calm"));
    bustle_action_def *rule = def_action(k, "rule", 1000); /* there is no throne */
    rule->target = BUSTLE_TARGET_TAKEN;
}

/* Who lingers has a claim on the place, and waits there until the clock strikes. */
static void def_lingering(kit *k) {
    bustle_sequence_def *linger = def_sequence(k, "linger", "walk");
    add_edge(add_node(linger, "walk", BUSTLE_NODE_ACTION, "walk"), "hold", ALWAYS);
    bustle_node_def *hold = add_node(linger, "hold", BUSTLE_NODE_WAIT, NULL);
    hold->when = OPS(ENV_IS("rain", BUSTLE_LESS, 9), CALL(2, "hold.when"));
    hold->timeout_ms = 1200;
    hold->every_ms = 300;
    hold->waiting = "fidget";
    hold->failed = "wait";
    add_edge(hold, "END", ALWAYS);
    add_edge(add_node(linger, "wait", BUSTLE_NODE_ACTION, "wait"), "END", ALWAYS);
    add_sequence_claim(linger, "free", 1);
    linger->claims_kept = true;
}

/* What is done in scenes. A host nests a scene in its part; a guest holds a place for its part. */
static void def_parts(kit *k) {
    bustle_sequence_def *hosting = def_sequence(k, "hosting", "greet");
    bustle_node_def *greet = add_node(hosting, "greet", BUSTLE_NODE_ACTION, "greet");
    greet->at_member = true;
    greet->failed = "aside";
    add_edge(greet, "aside", ALWAYS);
    kit_stage(hosting, "aside", "aside", "asker", "wait")->failed = "wait";
    add_edge(add_node(hosting, "wait", BUSTLE_NODE_ACTION, "wait"), "END", ALWAYS);
    add_sequence_claim(chain(k, "attending", "walk", "wait", "@greet"), "free", 1);
    chain(k, "asking", "wait");
    chain(k, "replying", "-", "nap");
    chain(k, "acting", "wait", "sit", "@greet");
    chain(k, "telling", "@greet", "-");
    chain(k, "nodding", "=look", "wait");
    chain(k, "shrugging", "wait", "wait");
    bustle_sequence_def *perform = def_sequence(k, "perform", "chat");
    kit_stage(perform, "chat", "chat", "host", "END")->failed = "END";
    bustle_sequence_def *direct = def_sequence(k, "direct", "play");
    bustle_node_def *play = kit_stage(direct, "play", "play", NULL, "wait");
    play->failed = "wait";
    play->timeout_ms = 900;
    play->every_ms = 300;
    play->waiting = "fidget";
    add_edge(add_node(direct, "wait", BUSTLE_NODE_ACTION, "wait"), "END", ALWAYS);
}

static void be_short(bustle_scene_def *scene) {
    scene->patience_ms = 600;
    scene->limit_ms = 3000;
    scene->longest_ms = 9000;
    scene->rest_ms = 400;
}

/* Chats, which villagers begin, asides in them, plays, which directors stage, and news, which
 * villagers tell each other. */
static void def_scenes(kit *k) {
    bustle_scene_def *chat = def_scene(k, "chat");
    be_short(chat);
    chat->waiting = "fidget";
    bustle_part_def *host = add_part(chat, "host", NULL, "hosting");
    host->finish =
        OPS({.kind = BUSTLE_RAISE, .subject = BUSTLE_PART, .name = "show", .part = "guest"},
            RAISE(BUSTLE_SELF, "bell"),
            {.kind = BUSTLE_INCREASE,
                .subject = BUSTLE_SELF,
                .link = "trust",
                .to = BUSTLE_PART,
                .to_part = "guest",
                .value = 1});
    host->broken = OPS(KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "greeting", 12));
    bustle_part_def *guest = add_part(chat, "guest", "person", "attending");
    guest->most = 2;
    guest->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 90), CALL(1, "guest.when"));
    guest->finish = OPS(INCREASE(BUSTLE_SELF, "energy", 3), CALL(1, "guest.finish"));
    guest->broken = OPS(RAISE(BUSTLE_SELF, "bell"), CALL(2, "guest.broken"));
    bustle_scene_def *aside = def_scene(k, "aside");
    be_short(aside);
    aside->priority = 1;
    add_part(aside, "asker", NULL, "asking");
    add_part(aside, "asked", "person", "replying");
    bustle_scene_def *play = def_scene(k, "play");
    be_short(play);
    play->interrupted_breaks = true;
    play->priority = 1;
    bustle_part_def *player = add_part(play, "player", "person", "acting");
    player->most = 3;
    player->finish = OPS(RAISE(BUSTLE_SELF, "show"));
    bustle_scene_def *news = def_scene(k, "news");
    be_short(news);
    news->topic = "news";
    news->within = 40;
    add_part(news, "teller", NULL, "telling");
    add_part(news, "hearer", NULL, NULL)->most = 2;
}

static void def_plans(kit *k) {
    chain(k, "idle", "wait");
    chain(k, "answer", "=look", "wait");
    chain(k, "reign", "rule");
    chain(k, "hide", "sit");
    add_sequence_claim(chain(k, "visit", "walk", "=look"), "free", 1);
    def_lingering(k);
    def_parts(k);
    bustle_sequence_def *day = def_sequence(k, "day", "what");
    day->castable = BUSTLE_CASTABLE_ALWAYS;
    bustle_node_def *what = add_node(day, "what", BUSTLE_NODE_CHOICE, NULL);
    add_edge(what, "visit", ALWAYS);
    add_edge(what, "sit", ALWAYS);
    add_edge(what, "drink", OPS(ENV_IS("rain", BUSTLE_LESS, 5)));
    add_edge(what, "greet", ALWAYS);
    add_edge(what, "nap", ALWAYS);
    add_edge(what, "chat", ALWAYS);
    bustle_node_def *chat = kit_stage(day, "chat", "chat", "host", "END");
    chat->failed = "wait";
    chat->timeout_ms = 1500;
    chat->every_ms = 400;
    chat->waiting = "fidget";
    add_edge(add_node(day, "visit", BUSTLE_NODE_SEQUENCE, "visit"), "END", ALWAYS);
    add_edge(add_node(day, "sit", BUSTLE_NODE_ACTION, "sit"), "END", ALWAYS);
    add_edge(add_node(day, "drink", BUSTLE_NODE_ACTION, "drink"), "sit", ALWAYS);
    add_edge(add_node(day, "greet", BUSTLE_NODE_ACTION, "greet"), "END", ALWAYS);
    bustle_node_def *nap = add_node(day, "nap", BUSTLE_NODE_ACTION, "nap");
    add_edge(nap, "END", ALWAYS);
    nap->failed = "wait";
    add_edge(add_node(day, "wait", BUSTLE_NODE_ACTION, "wait"), "END", ALWAYS);
}

/* Actors are in scenes most of the time: few things keep them from it. */
static void def_mingling(kit *k) {
    bustle_sequence_def *mingle = def_sequence(k, "mingle", "what");
    mingle->castable = BUSTLE_CASTABLE_ALWAYS;
    bustle_node_def *what = add_node(mingle, "what", BUSTLE_NODE_CHOICE, NULL);
    add_edge(what, "wait", ALWAYS);
    add_edge(what, "chat", ALWAYS);
    add_edge(add_node(mingle, "wait", BUSTLE_NODE_ACTION, "wait"), "END", ALWAYS);
    bustle_node_def *chat = kit_stage(mingle, "chat", "chat", "host", "END");
    chat->failed = "wait";
    chat->timeout_ms = 700;
    chat->every_ms = 300;
}

static bustle_cue_def *gossiping(void) {
    bustle_cue_def *gossip = kit_cue("gossip", NULL, "person");
    gossip->scene = "news";
    gossip->as = "teller";
    gossip->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 30));
    gossip->again_ms = 5000;
    return gossip;
}

/* Whoever is alert looks up when somebody comes near, and after dark some watch. */
static void def_roles(kit *k) {
    bustle_cue_def *glance = kit_cue("glance", "answer", "person");
    glance->when = OPS(DISTANCE_IS(BUSTLE_AT_MOST, 12), SELF_IS("energy", BUSTLE_GREATER, 5));
    glance->every_ms = 700;
    glance->again_ms = 2500;
    bustle_cue_def *yawn = kit_cue("yawn", "idle", NULL);
    yawn->when = OPS(SELF_IS("energy", BUSTLE_LESS, 30), CALL(1, "yawn.when"));
    yawn->priority = 1;
    bustle_role_def *watch = kit_def_role(k, "watch", "visit");
    kit_add_role_reaction(watch, "news", "shrugging");
    watch->change = BUSTLE_REPLACING_AT_ACTION;
    watch->enter = OPS(RAISE(BUSTLE_SELF, "bell"), CALL(2, "watch.enter"));
    watch->exit = OPS(KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "greeting", 8));
    kit_add_role_cue(watch, glance);
    bustle_role_def *home = kit_def_role(k, "home", NULL);
    home->change = BUSTLE_REPLACING_NOW;
    kit_add_role_handler(home, "storm", "idle");
    kit_add_role_cue(home, yawn);
    kit_add_role_cue(home, gossiping());
}

static bustle_entity_def *def_person(kit *k, const char *name, const char *main) {
    bustle_entity_def *person = def_npc(k, name, main);
    has(has_default(person, "energy"), "mood", 0);
    has(has(person, "pace", 4), "free", 1);
    handles(handles(person, "bell", "answer", 0), "greeting", "answer", -1);
    handles(handles(person, "storm", "hide", 2), "flood", "visit", 1);
    kit_reacts(handles(person, "show", "perform", 0), "news", "nodding");
    return accepts(accepts(person, "greet"), "look");
}

/* A square with a corner, a pub that decides, and a spirit that is nowhere. Who enters the square
 * is told, and whoever is near. */
static void def_areas(kit *k) {
    bustle_entity_def *square = kit_extends(has(has(def_prop(k, "square"), "cups", 9), "free", 1),
        (bustle_box_def){30, 30, -1, 0, 0, 0});
    square->enter = OPS(INCREASE(BUSTLE_TARGET, "cups", 1), RAISE(BUSTLE_SELF, "greeting"),
        KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "bell", 6), CALL(2, "square.enter"));
    square->exit = OPS(DECREASE(BUSTLE_TARGET, "cups", 1), CALL(1, "square.exit"),
        LINK_OP(BUSTLE_SET, BUSTLE_SELF, "friend", BUSTLE_TARGET, 1),
        LINK_OP(BUSTLE_DECREASE, BUSTLE_TARGET, "trust", BUSTLE_SELF, 1));
    kit_extends(def_prop(k, "corner"), (bustle_box_def){4, 9, 3, 0, 0, 0})->trigger = true;
    bustle_entity_def *pub = kit_extends(
        kit_extends(def_person(k, "pub", "idle"), (bustle_box_def){12, 20, -1, 0, 0, 0}),
        (bustle_box_def){3, 3, 5, 14, -5, 0});
    pub->exit = OPS(RAISE(BUSTLE_TARGET, "greeting"), INCREASE(BUSTLE_SELF, "energy", 1));
    def_person(k, "spirit", "day")->position = BUSTLE_POSITION_NONE;
}

/* A room that lets visitors stay, with a table for tea: what is offered is undone, kept, nested in
 * the other, and has conditions and effects of all sorts. */
static void def_offers(kit *k) {
    bustle_entity_def *room = has(has(def_prop(k, "room"), "cups", 2), "free", 2);
    bustle_sequence_def *lodge = def_sequence(k, "lodge", "wait");
    add_edge(add_node(lodge, "wait", BUSTLE_NODE_ACTION, "wait"), "tea", ALWAYS);
    bustle_node_def *tea = kit_request(lodge, "tea", "tea", "body");
    tea->timeout_ms = 2000;
    tea->every_ms = 300;
    tea->waiting = "fidget";
    tea->failed = "body";
    tea->holds_while = OPS(TARGET_IS("free", BUSTLE_AT_LEAST, 0), CALL(1, "tea.while"));
    add_edge(add_node(lodge, "body", BUSTLE_NODE_BODY, NULL), "END", ALWAYS);
    chain(k, "sipping", "wait", "fidget");
    chain(k, "packing", "wait");
    bustle_offer_def *stay = kit_offers(room, "stay", "lodge");
    stay->holders = 2;
    stay->undo = "packing";
    stay->adopt = OPS(DECREASE(BUSTLE_SELF, "energy", 1), CALL(2, "stay.adopt"));
    stay->drop = OPS(RAISE(BUSTLE_SELF, "greeting"),
        KIT_OP(BUSTLE_RAISE_WITHIN, BUSTLE_SELF, "bell", 3), CALL(1, "stay.drop"));
    stay->holds_while = OPS(SELF_IS("energy", BUSTLE_LESS, 99));
    bustle_entity_def *table = has(has(def_prop(k, "table"), "cups", 3), "free", 2);
    table->position = BUSTLE_POSITION_QUERIED;
    bustle_offer_def *cup = kit_offers(table, "tea", "sipping");
    cup->holders = 0;
    cup->kept = true;
    cup->when = OPS(DISTANCE_IS(BUSTLE_LESS, 40));
    cup->undo = "packing";
    static const bustle_op revokes[] = {
        {.kind = BUSTLE_REVOKE, .subject = BUSTLE_TARGET, .name = "tea"}};
    cup->drop = (bustle_ops){revokes, 1, NULL};
    bustle_sequence_def *board = def_sequence(k, "board", "stay");
    bustle_node_def *ask = kit_request(board, "stay", "stay", "wait");
    ask->preference = BUSTLE_PREFER_NEAREST;
    ask->body = "answer";
    ask->failed = "wait";
    add_edge(add_node(board, "wait", BUSTLE_NODE_ACTION, "wait"), "END", ALWAYS);
    bustle_entity_def *visitor = def_person(k, "visitor", "board");
    ((bustle_handler_def *)visitor->handlers)[0].stays = true;
    ((bustle_handler_def *)visitor->handlers)[2].urgent = true;
    kit_may_be(visitor, "home", ALWAYS);
}

/* A farmer lives by the clock, whose day lasts 12 seconds, and is sometimes on holiday. */
static void def_calendar(kit *k) {
    bustle_plan_def *year = kit_def_plan(k, "fields");
    bustle_plan_entry_def *work = kit_plans(year, 360, 1080, "visit");
    work->vary = 120;
    work->skip = 60;
    kit_plans(year, 1080, 1320, "day")->vary = 60;
    kit_plans(year, 1320, 360, "linger")->change = BUSTLE_REPLACING_AT_ACTION;
    bustle_plan_entry_def *mass = kit_plans(year, 600, 660, "hide");
    mass->priority = 2;
    mass->change = BUSTLE_REPLACING_NOW;
    bustle_plan_def *free = kit_def_plan(k, "free time");
    kit_plans(free, 0, 720, "linger")->vary = 200;
    kit_plans(free, 720, 0, "day");
    bustle_role_def *holiday = kit_def_role(k, "holiday", NULL);
    holiday->plan = "free time";
    holiday->exit = OPS(RAISE(BUSTLE_SELF, "bell"));
    bustle_entity_def *farmer = def_person(k, "farmer", NULL);
    farmer->plan = "fields";
    falls_back_on(kit_tagged(farmer, "person"), "idle");
    k->def.day_ms = 12000;
}

/* What is sent: orders, which are awaited, gossip, which goes, and bids, which only who waits
 * takes. */
static void def_inboxes(kit *k) {
    def_state(k, "order");
    kit_def_inbox(k, "orders")->limit = 3;
    kit_def_inbox(k, "gossip")->keep_ms = 2500;
    kit_def_inbox(k, "bids")->limit = 0;
}

/* A clerk takes orders and serves them, or fails to; then it waits for bids. */
static void def_clerk(kit *k) {
    bustle_sequence_def *serve = def_sequence(k, "serve", "take");
    bustle_node_def *take = kit_take(serve, "take", "orders", "what");
    take->timeout_ms = 1500;
    take->into = "order";
    take->when = OPS(DISTANCE_IS(BUSTLE_LESS, 500), CALL(1, "take.when"));
    take->preference = BUSTLE_PREFER_NEAREST;
    take->every_ms = 400;
    take->waiting = "fidget";
    take->failed = "bid";
    bustle_node_def *what = add_node(serve, "what", BUSTLE_NODE_CHOICE, NULL);
    add_edge(what, "wait", ALWAYS);
    add_edge(what, "rule", OPS(SELF_IS("order", BUSTLE_GREATER, 6)));
    add_edge(add_node(serve, "wait", BUSTLE_NODE_ACTION, "wait"), "take", ALWAYS);
    add_edge(add_node(serve, "rule", BUSTLE_NODE_ACTION, "rule"), "END", ALWAYS);
    bustle_node_def *bid = kit_take(serve, "bid", "bids", "wait");
    bid->timeout_ms = 700;
    bid->failed = "wait";
    bustle_entity_def *clerk = kit_tagged(def_person(k, "clerk", "serve"), "clerks");
    falls_back_on(has_default(clerk, "order"), "idle");
    kit_has_inbox(kit_has_inbox(kit_has_inbox(clerk, "orders"), "bids"), "gossip");
    kit_offers(clerk, "stay", "serve");
}

/* A courier orders and awaits that, bids, and tells gossip to whom it finds; then couriers meet at
 * what they have found, or at one of their friends. */
static void def_courier(kit *k) {
    bustle_action_def *tell = def_action(k, "tell", 300);
    tell->target = BUSTLE_TARGET_TAKEN;
    tell->finish = TEXT("send gossip = self.energy to target; send gossip to friend+ of self; "
                        "self.energy -= target.gossip");
    tell->interrupted = TEXT("send bids = 2 to target");
    bustle_sequence_def *post = def_sequence(k, "post", "order");
    bustle_node_def *order = kit_send(post, "order", "orders", "tell");
    order->value = TEXT("self.energy - target.orders");
    order->await = true;
    order->timeout_ms = 2500;
    order->waiting = "fidget";
    order->preference = BUSTLE_PREFER_LEAST;
    order->preferred = TEXT("target.orders + self.trust(target)");
    order->when = OPS(CALL(1, "order.when"));
    order->failed = "bid";
    add_edge(order, "meet", ALWAYS);
    bustle_node_def *told = add_node(post, "tell", BUSTLE_NODE_ACTION, "tell");
    told->same_target = true;
    told->failed = "meet";
    add_edge(told, "meet", ALWAYS);
    bustle_node_def *bid = kit_send(post, "bid", "bids", "meet");
    bid->targets = NAMES("clerks");
    bid->target_count = 1;
    bid->failed = "meet";
    bustle_node_def *meet = kit_meet(post, "meet", "gathering", "friend of friend", 2, "END");
    meet->timeout_ms = 900;
    meet->waiting = "fidget";
    meet->failed = "there";
    bustle_node_def *there = kit_meet(post, "there", "gathering", NULL, 3, "END");
    there->same_target = true;
    there->timeout_ms = 1200;
    there->failed = "wait";
    add_edge(add_node(post, "wait", BUSTLE_NODE_ACTION, "wait"), "END", ALWAYS);
    bustle_entity_def *courier = has_default(def_person(k, "courier", "post"), "order");
    kit_has_inbox(accepts(courier, "tell"), "gossip");
    falls_back_on(courier, "idle");
}

void def_village(kit *k) {
    def_keys(k);
    def_inboxes(k);
    kit_def_link(k, "friend");
    kit_def_valued_link(k, "trust", -5, 9, 1);
    def_deeds(k);
    def_plans(k);
    bustle_entity_def *bench = accepts(has(def_prop(k, "bench"), "free", 2), "sit");
    accepts(bench, "walk")->position = BUSTLE_POSITION_STATIC;
    accepts(accepts(has(has(def_prop(k, "bar"), "cups", 2), "free", 3), "drink"), "walk");
    bustle_entity_def *cat = accepts(has(def_prop(k, "cat"), "free", 1), "walk");
    cat->position = BUSTLE_POSITION_QUERIED;
    cat->position_refresh_ms = 700;
    def_mingling(k);
    def_scenes(k);
    def_roles(k);
    bustle_entity_def *villager = falls_back_on(def_person(k, "villager", "day"), "idle");
    kit_may_be(kit_tagged(villager, "person"), "watch", OPS(ENV_IS("rain", BUSTLE_AT_LEAST, 3)));
    kit_may_be(villager, "home", ALWAYS);
    bustle_entity_def *guard = def_person(k, "guard", "visit");
    falls_back_on(falls_back_on(guard, "idle"), "hide");
    guard->position = BUSTLE_POSITION_QUERIED;
    guard->position_refresh_ms = 500;
    def_person(k, "loner", "reign");
    def_person(k, "waiter", "linger");
    def_person(k, "director", "direct");
    bustle_entity_def *actor = kit_tagged(def_person(k, "actor", "mingle"), "person");
    actor->handler_count = 0;
    handles(handles(actor, "show", "perform", 0), "calm", "idle", 1);
    kit_add_cue(actor, gossiping());
    def_person(k, "dreamer", "linger")->handler_count = 0;
    def_areas(k);
    def_offers(k);
    def_clerk(k);
    def_courier(k);
    def_calendar(k);
    k->conditions[1] = has_energy;
    k->conditions[2] = strikes;
    k->effects[1] = cheer;
    k->effects[2] = err;
}

/* ---- The minute ---- */

unsigned village_lacks;
void (*village_after)(kit *k);

bool village_lacks_memory(kit *k, bustle_status status) {
    char text[200] = "";
    if (k->world != NULL && bustle_world_check(k->world, text, sizeof text) != BUSTLE_OK) {
        fail_msg("after %s: %s", bustle_status_text(status), text);
    }
    village_lacks += status == BUSTLE_NO_MEMORY;
    assert_int_not_equal(status, BUSTLE_BAD_ARGUMENT);
    assert_int_not_equal(status, BUSTLE_BUSY);
    if (village_after != NULL && status != BUSTLE_NO_MEMORY) {
        village_after(k);
    }
    return status == BUSTLE_NO_MEMORY;
}

static void arrive(kit *k, const char *label, const char *definition, const char *name) {
    const double at = (double)k->entity_count;
    const bustle_state_value energy = {kit_state(k, "energy"), (int32_t)k->entity_count * 9};
    bustle_spawn_def def = bustle_default_spawn_def();
    def.definition = kit_definition(k, definition);
    def.name = name;
    def.position = (bustle_position){at * 3, -at, at / 4};
    def.user = name == NULL ? NULL : k;
    def.states = &energy;
    def.state_count = name != NULL && strcmp(definition, "bench") != 0;
    bustle_entity entity = 0;
    INSIST(bustle_world_spawn(k->world, &def, &entity));
    assert_int_not_equal(entity, 0);
    k->entities[k->entity_count].label = label;
    k->entities[k->entity_count].entity = entity;
    k->entities[k->entity_count++].position =
        (kit_reply){.result = 1, .position = {-at, 2 * at, 0}};
}

static void everyone_arrives(kit *k) {
    arrive(k, "bench1", "bench", NULL);
    arrive(k, "bench2", "bench", "by the well");
    arrive(k, "bar1", "bar", NULL);
    arrive(k, "cat1", "cat", NULL);
    arrive(k, "zoe", "villager", "zoe");
    arrive(k, "ann", "villager", NULL);
    arrive(k, "bob", "villager", NULL);
    arrive(k, "cid", "guard", "cid");
    arrive(k, "dan", "loner", NULL);
    arrive(k, "eve", "dreamer", NULL);
    arrive(k, "fay", "waiter", NULL);
    arrive(k, "gus", "director", NULL);
    arrive(k, "hal", "actor", "hal");
    arrive(k, "ivy", "actor", NULL);
    arrive(k, "joe", "actor", NULL);
    arrive(k, "kim", "actor", NULL);
    arrive(k, "square1", "square", NULL);
    arrive(k, "pub1", "pub", "the pub");
    arrive(k, "corner1", "corner", NULL);
    arrive(k, "lea", "spirit", NULL);
    arrive(k, "room1", "room", NULL);
    arrive(k, "table1", "table", NULL);
    arrive(k, "mia", "visitor", NULL);
    arrive(k, "ned", "visitor", NULL);
    arrive(k, "ola", "visitor", NULL);
    arrive(k, "pat", "farmer", NULL);
    arrive(k, "rob", "farmer", "rob");
    arrive(k, "sue", "clerk", NULL);
    arrive(k, "tom", "courier", "tom");
    arrive(k, "una", "courier", NULL);
    arrive(k, "vic", "courier", NULL);
}

static void interrupt_in_all_ways(kit *k, int round) {
    const bustle_id bell = kit_interruption(k, "bell"), calm = kit_interruption(k, "calm");
    const bustle_entity ann = kit_entity(k, "ann"), cid = kit_entity(k, "cid");
    const bustle_entity some[] = {cid, ann};
    switch (round % 5) {
    case 0:
        INSIST(bustle_world_interrupt(k->world, bell, some, 2, ann, NULL));
        break;
    case 1:
        INSIST(bustle_world_interrupt_all(k->world, calm, 0, NULL));
        break;
    case 2:
        INSIST(bustle_world_interrupt_within(
            k->world, bell, (bustle_position){9, -3, 0}, 20, cid, NULL));
        break;
    case 3:
        INSIST(bustle_world_interrupt_around(k->world, bell, ann, 30, 0, NULL));
        break;
    default:
        INSIST(bustle_world_set_environment(
            k->world, kit_environment(k, "tide"), (double)(round % 4)));
        break;
    }
}

static void offer_something(kit *k, int round) {
    const bustle_entity room = kit_entity(k, "room1"), table = kit_entity(k, "table1");
    const bustle_entity ned = kit_entity(k, "ned"), mia = kit_entity(k, "mia");
    INSIST(bustle_npc_request(k->world, round % 2 == 0 ? ned : mia, kit_offer(k, "tea"), table, 0));
    if (round % 6 == 0) {
        INSIST(bustle_entity_revoke(k->world, room, kit_offer(k, "stay"), NULL));
    }
    if (round % 10 == 3) {
        INSIST(bustle_npc_hold(k->world, mia));
    } else if (round % 10 == 5) {
        INSIST(bustle_npc_release(k->world, mia));
    } else if (round % 10 == 7) {
        INSIST(bustle_npc_set_main(k->world, ned, kit_sequence(k, "board")));
    }
}

/* Some of these overlap or are too many. */
static void change_plans(kit *k, int round) {
    const bustle_entity who = kit_entity(k, round % 2 == 0 ? "pat" : "rob");
    bustle_patch_def feast = bustle_default_patch_def();
    feast.from = round * 97 % 1440;
    feast.to = (round * 97 + 30 + round % 7 * 20) % 1440;
    feast.vary = round % 3 * 5;
    feast.sequence = kit_sequence(k, round % 4 == 0 ? "day" : "linger");
    feast.priority = 1 + round % 3;
    feast.days = round % 4;
    feast.change = (bustle_replacing)(round % 3);
    INSIST(bustle_npc_patch_plan(k->world, who, &feast, NULL));
    if (round % 5 == 4) {
        INSIST(bustle_npc_unpatch_plan(k->world, who, (uint32_t)round / 5 + 1));
    }
    if (round % 9 == 4) {
        INSIST(bustle_npc_set_role(
            k->world, who, round % 2 == 0 ? kit_role(k, "holiday") : kit_role(k, "watch")));
    } else if (round % 9 == 7) {
        INSIST(bustle_npc_set_role(k->world, who, BUSTLE_NONE));
    }
    if (round % 20 == 13) {
        INSIST(bustle_world_set_time(k->world, -1, round * 150));
    }
}

static void send_something(kit *k, int round) {
    static const char *const inboxes[] = {"orders", "gossip", "bids"};
    const bustle_entity sue = kit_entity(k, "sue"), tom = kit_entity(k, "tom");
    const bustle_id inbox = kit_inbox(k, inboxes[round % 3]);
    INSIST(bustle_entity_send(
        k->world, kit_entity(k, round % 2 == 0 ? "bar1" : "una"), inbox, sue, round));
    if (round % 4 == 1) {
        INSIST(bustle_entity_send(k->world, sue, kit_inbox(k, "gossip"), tom, -round));
        INSIST(bustle_world_link(
            k->world, tom, kit_link(k, "friend"), kit_entity(k, "una"), round % 8 == 1));
        INSIST(bustle_world_link(
            k->world, kit_entity(k, "una"), kit_link(k, "friend"), kit_entity(k, "vic"), 1));
    }
    if (round % 12 == 7) {
        INSIST(bustle_npc_hold(k->world, round % 24 == 7 ? sue : tom));
    } else if (round % 12 == 9) {
        INSIST(bustle_npc_release(k->world, round % 24 == 9 ? sue : tom));
    } else if (round % 12 == 11) {
        INSIST(bustle_npc_set_main(k->world, sue, kit_sequence(k, "serve")));
    }
}

static void link_somebody(kit *k, int round) {
    static const char *const names[] = {"ivy", "joe", "kim", "pub1", "bench1", "mia"};
    const bustle_entity from = kit_entity(k, names[round % 6]);
    const bustle_entity to = kit_entity(k, names[(round / 6 % 5 + round + 1) % 6]);
    const bustle_id kind = kit_link(k, round % 3 == 0 ? "trust" : "friend");
    if (round % 7 == 6) {
        INSIST(bustle_world_unlink(k->world, from, kind, to));
    } else {
        INSIST(bustle_world_link(k->world, from, kind, to, round % 5));
    }
}

static void take_control(kit *k, int round) {
    offer_something(k, round);
    const bustle_entity zoe = kit_entity(k, "zoe"), bob = kit_entity(k, "bob");
    const bustle_id hide = kit_sequence(k, "hide"), day = kit_sequence(k, "day");
    const bustle_id watch = kit_role(k, "watch");
    INSIST(bustle_npc_set_role(
        k->world, kit_entity(k, round % 2 == 0 ? "cid" : "ann"), round % 3 ? watch : BUSTLE_NONE));
    switch (round % 8) {
    case 0:
        INSIST(bustle_npc_hold(k->world, zoe));
        break;
    case 1:
        INSIST(bustle_npc_run(k->world, bob, hide, 1));
        break;
    case 2:
        INSIST(bustle_npc_release(k->world, zoe));
        break;
    case 3:
        INSIST(bustle_npc_set_main(k->world, bob, round % 16 < 8 ? hide : day));
        break;
    case 4:
        INSIST(bustle_npc_complete(k->world, zoe, BUSTLE_NONE, 0));
        break;
    case 5:
        INSIST(bustle_npc_fail(k->world, bob, BUSTLE_NONE, 0));
        break;
    case 6:
        INSIST(bustle_npc_restart(k->world, kit_entity(k, "dan")));
        break;
    default:
        INSIST(bustle_entity_set_user(k->world, kit_entity(k, "ann"), k));
        INSIST(bustle_entity_set(k->world, bob, kit_state(k, "energy"), round));
        break;
    }
}

/* Those who are named are often not available. */
static void stage_something(kit *k, int round) {
    const bustle_entity ann = kit_entity(k, "ann"), bob = kit_entity(k, "bob");
    const bustle_entity hal = kit_entity(k, "hal"), ivy = kit_entity(k, "ivy");
    const bustle_cast cast[] = {{.npc = round % 4 == 1 ? ann : hal, .part = 0},
        {.npc = round % 4 == 1 ? bob : ivy, .part = round % 3 == 0 ? 0 : 1}};
    switch (round % 6) {
    case 1:
        INSIST(bustle_world_stage(
            k->world, kit_scene(k, "chat"), kit_entity(k, "bar1"), cast, 1, NULL));
        break;
    case 3:
        INSIST(bustle_world_stage(k->world, kit_scene(k, "play"), 0, cast, 2, NULL));
        break;
    case 4:
        INSIST(bustle_npc_leave_scene(k->world, round % 4 == 0 ? hal : bob));
        break;
    case 5:
        INSIST(bustle_world_stage(
            k->world, kit_scene(k, "news"), kit_entity(k, "eve"), cast, 2, NULL));
        break;
    default:
        break;
    }
}

static void come_and_go(kit *k, int round) {
    switch (round) {
    case 12:
        INSIST(bustle_world_remove(k->world, kit_entity(k, "bench1")));
        break;
    case 16:
        INSIST(bustle_world_remove(k->world, kit_entity(k, "square1")));
        INSIST(bustle_world_remove(k->world, kit_entity(k, "lea")));
        break;
    case 20:
        arrive(k, "bench1", "bench", NULL);
        arrive(k, "square1", "square", NULL);
        arrive(k, "lea", "spirit", NULL);
        break;
    case 24:
        INSIST(bustle_world_remove(k->world, kit_entity(k, "pub1")));
        arrive(k, "pub1", "pub", NULL);
        break;
    case 22:
        INSIST(bustle_world_remove(k->world, kit_entity(k, "room1")));
        INSIST(bustle_world_remove(k->world, kit_entity(k, "ola")));
        INSIST(bustle_world_remove(k->world, kit_entity(k, "rob")));
        arrive(k, "rob", "farmer", "rob");
        arrive(k, "room1", "room", NULL);
        arrive(k, "ola", "visitor", NULL);
        break;
    case 29:
        INSIST(bustle_world_remove(k->world, kit_entity(k, "zoe")));
        arrive(k, "zoe", "guard", "zoe");
        break;
    case 32:
        for (int i = 0; i < 20; i++) {
            arrive(k, "guest", i % 4 == 0 ? "bar" : "villager", NULL);
        }
        break;
    case 34:
        INSIST(bustle_world_remove(k->world, kit_entity(k, "sue")));
        INSIST(bustle_world_remove(k->world, kit_entity(k, "vic")));
        arrive(k, "sue", "clerk", NULL);
        arrive(k, "vic", "courier", "vic");
        break;
    case 36:
        INSIST(bustle_world_remove(k->world, kit_entity(k, "joe")));
        arrive(k, "joe", "actor", NULL);
        break;
    case 40:
        INSIST(bustle_world_remove(k->world, kit_entity(k, "guest")));
        INSIST(bustle_world_remove(k->world, kit_entity(k, "bar1")));
        break;
    default:
        INSIST(bustle_entity_move(
            k->world, kit_entity(k, "ann"), (bustle_position){round, round % 7, 0}));
        break;
    }
}

/* What the game does when it hears of it. */
static void hear(kit *k, const bustle_event *event) {
    if (event->kind == BUSTLE_EVENT_START && event->token % 5 == 0 &&
        bustle_entity_alive(k->world, event->npc)) {
        INSIST(bustle_npc_complete(k->world, event->npc, event->name, event->token));
    }
}

void village_play(kit *k) {
    enum { ROUNDS = 60, STEP_MS = 1000 };
    village_lacks = 0;
    INSIST(bustle_world_create(k->content, &k->def, &k->world));
    kit_answer(k, "rain", 1);
    everyone_arrives(k);
    k->on_event = hear;
    for (int round = 0; round < ROUNDS; round++) {
        kit_answer(k, "rain", round / 10 % 2 == 0 ? 1 : 4);
        k->options.batch = round % 10 == 5 ? 3 : -1;
        INSIST(bustle_world_update(k->world, (round / 2) * STEP_MS + round % 2 * 333, &k->options));
        kit_collect(k);
        interrupt_in_all_ways(k, round);
        take_control(k, round);
        link_somebody(k, round);
        send_something(k, round);
        change_plans(k, round);
        stage_something(k, round);
        come_and_go(k, round);
    }
    k->on_event = NULL; /* so that nothing is left to be delivered */
    INSIST(bustle_world_update(k->world, ROUNDS * STEP_MS, NULL));
    kit_collect(k);
}

/* ---- What can be read ---- */

uint32_t village_fnv_bytes(uint32_t hash, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * UINT32_C(16777619);
    }
    return hash;
}

uint32_t village_fnv_word(uint32_t hash, uint32_t word) {
    char bytes[4];
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = (char)(word >> 8 * i & 0xff);
    }
    return village_fnv_bytes(hash, bytes, sizeof bytes);
}

static uint32_t add_npc(const kit *k, bustle_entity npc, uint32_t hash) {
    bustle_doing doing;
    if (bustle_npc_doing(k->world, npc, &doing) != BUSTLE_OK) {
        return hash;
    }
    const uint32_t words[] = {(uint32_t)doing.mood, doing.action,
        bustle_entity_spawn_number(doing.target), doing.token, (uint32_t)doing.remaining_ms,
        (uint32_t)doing.timeout_ms, doing.sequence, doing.node, doing.main, doing.activities,
        doing.waiting, doing.failures, (uint32_t)doing.cause, doing.failed};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        hash = village_fnv_word(hash, words[i]);
    }
    for (int kind = BUSTLE_MEMORY_TRANSITION; kind <= BUSTLE_MEMORY_INTERRUPTION; kind++) {
        bustle_memory list[64];
        size_t count = 0;
        OK(bustle_npc_memories(k->world, npc, (bustle_memory_kind)kind, list, 64, &count));
        for (size_t i = 0; i < count; i++) {
            hash = village_fnv_word(hash, (uint32_t)list[i].time);
            hash = village_fnv_word(hash, list[i].action ^ list[i].sequence << 8);
            hash = village_fnv_word(hash, list[i].node ^ list[i].spawn_number << 8);
        }
    }
    return hash;
}

static uint32_t add_scenes(const kit *k, bustle_entity npc, uint32_t hash) {
    bustle_membership list[16];
    size_t count = 0;
    if (bustle_npc_scenes(k->world, npc, list, 16, &count) != BUSTLE_OK) {
        return hash;
    }
    for (size_t i = 0; i < count && i < 16; i++) {
        const bustle_membership *m = &list[i];
        const uint32_t words[] = {m->number, m->scene, m->part, m->phase, m->activity, m->ended,
            m->waiting, m->away, m->sunk, m->over, m->initiator, (uint32_t)m->began,
            bustle_entity_spawn_number(m->host)};
        for (size_t n = 0; n < sizeof words / sizeof *words; n++) {
            hash = village_fnv_word(hash, words[n]);
        }
    }
    return hash;
}

static uint32_t add_plan(const kit *k, bustle_entity e, uint32_t hash) {
    bustle_plan_entry list[32];
    bustle_id plan = BUSTLE_NONE;
    size_t count = 0;
    if (bustle_npc_plan(k->world, e, 1, &plan, list, 32, &count) != BUSTLE_OK) {
        return hash;
    }
    for (size_t i = 0; i < count && i < 32; i++) {
        const bustle_plan_entry *p = &list[i];
        const uint32_t words[] = {plan, p->entry, p->patch, p->sequence, (uint32_t)p->begins_ms,
            (uint32_t)p->ends_ms, (uint32_t)p->priority, p->holds, (uint32_t)p->why};
        for (size_t n = 0; n < sizeof words / sizeof *words; n++) {
            hash = village_fnv_word(hash, words[n]);
        }
    }
    return hash;
}

static uint32_t add_links(const kit *k, bustle_entity e, uint32_t hash) {
    for (uint32_t kind = 0; kind < bustle_content_count(k->content, BUSTLE_KIND_LINK); kind++) {
        bustle_entity to[64] = {0};
        int32_t values[64] = {0};
        size_t count = 0;
        OK(bustle_entity_links(k->world, e, kind, to, values, 64, &count));
        for (size_t i = 0; i < count && i < 64; i++) {
            hash = village_fnv_word(hash, bustle_entity_spawn_number(to[i]));
            hash = village_fnv_word(hash, (uint32_t)values[i]);
        }
    }
    return hash;
}

static uint32_t add_areas(const kit *k, bustle_entity e, uint32_t hash) {
    bustle_entity in[8] = {0};
    size_t count = 0;
    if (bustle_npc_areas(k->world, e, in, 8, &count) == BUSTLE_OK) {
        bustle_npc_area(k->world, e, &in[7]);
    }
    bustle_area_outer(k->world, e, &in[6]);
    for (size_t i = 0; i < 8; i++) {
        hash = village_fnv_word(hash, bustle_entity_spawn_number(in[i]));
    }
    return hash;
}

static uint32_t add_places(const kit *k, bustle_entity e, uint32_t hash) {
    bustle_place places[4];
    size_t count = 0;
    (void)bustle_npc_places(k->world, e, places, 4, &count);
    for (size_t i = 0; i < count && i < 4; i++) {
        const bustle_place *p = &places[i];
        hash = village_fnv_word(hash, bustle_entity_spawn_number(p->provider));
        hash = village_fnv_word(hash, p->offer << 16 | p->sequence);
        hash = village_fnv_word(hash, p->activity * 8 + p->held * 4u + p->undone * 2u + p->revoked);
    }
    return village_fnv_word(hash, (uint32_t)count);
}

uint32_t village_fingerprint(const kit *k) {
    uint32_t hash = VILLAGE_FNV;
    for (bustle_entity e = 0; (e = bustle_world_next(k->world, e)) != 0;) {
        bustle_position at = {0, 0, 0}; /* as of who is nowhere */
        (void)bustle_entity_position(k->world, e, &at);
        hash = village_fnv_word(hash, bustle_entity_spawn_number(e));
        hash = village_fnv_word(hash, (uint32_t)(int32_t)(at.x + 1000 * at.y + 1000000 * at.z));
        hash = village_fnv_word(hash, bustle_entity_user(k->world, e) != NULL);
        for (bustle_id i = 0; i < bustle_content_count(k->content, BUSTLE_KIND_STATE); i++) {
            int32_t value = 0, taken = 0;
            bustle_entity_get(k->world, e, i, &value);
            bustle_entity_taken(k->world, e, i, &taken);
            hash = village_fnv_word(village_fnv_word(hash, (uint32_t)value), (uint32_t)taken);
        }
        hash = add_links(k, e,
            add_places(
                k, e, add_areas(k, e, add_scenes(k, e, add_plan(k, e, add_npc(k, e, hash))))));
    }
    return hash;
}
