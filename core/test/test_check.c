/* The consistency check finds every kind of damage: each is done to a sound world, found, named and
 * mended again. */
#include "damage.h"

/* A market with two benches: ann sits, bob naps in a nested sequence and is interrupted, cid has
 * been held, dora has halted. */
static void begin_market(kit *k) {
    def_state(k, "seats")->minimum = 0;
    def_action(k, "sit", 60000)->target = BUSTLE_TARGET_TAKEN;
    def_action(k, "nap", 60000)->when = ALWAYS;
    def_action(k, "look", 60000)->when = ALWAYS;
    def_action(k, "never", 1000)->when = OPS(SELF_IS("seats", BUSTLE_LESS, 0));
    def_interruption(k, "noise");
    add_sequence_claim(chain(k, "visit", "sit"), "seats", 1);
    chain(k, "lie", "nap");
    chain(k, "rest", ">lie");
    chain(k, "watch", "look");
    chain(k, "try", "never");
    has(accepts(def_prop(k, "bench"), "sit"), "seats", 2);
    def_npc(k, "sitter", "visit");
    handles(def_npc(k, "napper", "rest"), "noise", "watch", 0);
    has(def_npc(k, "trier", "try"), "seats", 0);
    k->def.failure_limit = 0;
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn_at(k, "bench2", "bench", 1000, 1000, 1000);
    kit_spawn(k, "ann", "sitter");
    kit_spawn(k, "bob", "napper");
    kit_spawn(k, "cid", "napper");
    kit_spawn(k, "dora", "trier");
    kit_update_to(k, 0);
    kit_interrupt(k, "bob", "noise");
    kit_update_to(k, 10);
    OK(bustle_npc_hold(k->world, kit_entity(k, "cid")));
    k->unchecked = true;
}

static void a_sound_world_is_consistent(void **state) {
    kit *k = *state;
    begin_market(k);
    OK(bustle_world_check(k->world, NULL, 0));
    assert_int_equal(kit_doing(k, "ann").mood, BUSTLE_ACTING);
    assert_int_equal(kit_doing(k, "bob").activities, 2);
    assert_int_equal(kit_doing(k, "dora").mood, BUSTLE_HAS_HALTED);
}

/* The slot of the bench on which ann does not sit. */
static uint32_t free_bench(const kit *k) {
    const uint32_t first = bsl_entity_slot(k->world, kit_entity(k, "bench1"));
    const uint32_t second = bsl_entity_slot(k->world, kit_entity(k, "bench2"));
    return target_of(k->world, &damage_mind(k, "ann")->now) == first ? second : first;
}

static void S42_state_out_of_its_bounds_is_found(void **state) {
    kit *k = *state;
    begin_market(k);
    int32_t *seats = state_at(k->world, entity_at(k->world, free_bench(k)), kit_state(k, "seats"));
    DAMAGE(seats[0], -1, "out of its bounds");
    DAMAGE(seats[1], -1, "out of its bounds");
    DAMAGE(seats[1], 1, "are taken but 0 are held");
    DAMAGE(seats[1], INT32_MAX, "out of its bounds");
}

static void users_that_do_not_use_are_found(void **state) {
    kit *k = *state;
    begin_market(k);
    npc *ann = damage_mind(k, "ann");
    const uint32_t other = free_bench(k);
    claim_record *record = claim_at(k->world, frame_at(k->world, ann->now.top)->below);
    const char *found = "are not all its users";
    DAMAGE(frame_at(k->world, ann->now.top)->target, other, found);
    DAMAGE(ann->previous_user, 0, found);
    DAMAGE(record->target, other, found);
    DAMAGE(record->previous_user, NOBODY, found);
    DAMAGE(record->held, 0, found);
    DAMAGE(ann->e.flags, (uint16_t)(ann->e.flags & ~NPC_ACTING), found);
}

static void stacks_that_cannot_be_are_found(void **state) {
    kit *k = *state;
    begin_market(k);
    npc *bob = damage_mind(k, "bob");
    activity *napping = activity_at(k->world, bob->now.below);
    frame *nested = frame_at(k->world, napping->top);
    frame *caller = frame_at(k->world, nested->below);
    DAMAGE(caller->where, nested->where, "is not in a subsequence");
    DAMAGE(napping->top, POOL_NONE, "a stack of 0 sequences");
    DAMAGE(k->world->def.depth_limit, 1, "a stack of 2 sequences");
}

static void minds_that_contradict_themselves_are_found(void **state) {
    kit *k = *state;
    begin_market(k);
    npc *ann = damage_mind(k, "ann");
    npc *bob = damage_mind(k, "bob");
    npc *cid = damage_mind(k, "cid");
    npc *dora = damage_mind(k, "dora");
    DAMAGE(dora->now.top, 0, "halted, and has something to do");
    DAMAGE(dora->e.flags, (uint16_t)(dora->e.flags & ~NPC_HALTED), "a stack of 0 sequences");
    DAMAGE(ann->now.claims, 0, "sequence claims counted wrongly");
    DAMAGE(bob->e.flags, (uint16_t)(bob->e.flags & ~NPC_ACTING), "its sequence disagrees");
    DAMAGE(bob->e.flags, (uint16_t)(bob->e.flags | NPC_WAITING), "its sequence disagrees");
    DAMAGE(cid->e.flags, (uint16_t)(cid->e.flags & ~NPC_HELD), "has something to decide");
}

static void a_grid_that_is_wrong_is_found(void **state) {
    kit *k = *state;
    begin_market(k);
    entity *bench = damage_row(k, "bench2");
    region *benches = &k->world->regions[definition_of(k->world, bench)->group];
    const char *found = "is not where the grid has it";
    DAMAGE(bench->x, INT32_MIN, found);
    DAMAGE(bench->y, INT32_MIN, found);
    DAMAGE(bench->z, INT32_MIN, found);
    DAMAGE(bench->place, 12345, found);
    DAMAGE(benches->count, 7, "a group of 7 entities has 2 in the grid");
    DAMAGE(*benches, ((region){0}), "are in the grid");
}

/* Cats, whose positions are asked for; two of them have been. */
static void a_roster_that_is_wrong_is_found(void **state) {
    kit *k = *state;
    def_action(k, "stand", 60000);
    chain(k, "main", "stand");
    def_npc(k, "walker", "main");
    bustle_entity_def *cat = def_prop(k, "cat");
    cat->position = BUSTLE_POSITION_QUERIED;
    cat->position_refresh_ms = 500;
    kit_begin(k);
    kit_spawn(k, "cat1", "cat");
    kit_spawn(k, "cat2", "cat");
    kit_spawn(k, "cat3", "cat");
    kit_update_to(k, 100);
    OK(bustle_entity_move(k->world, kit_entity(k, "cat1"), (bustle_position){7, 0, 0}));
    OK(bustle_entity_move(k->world, kit_entity(k, "cat2"), (bustle_position){8, 0, 0}));
    k->unchecked = true;
    entity *moved = damage_row(k, "cat2");
    region *cats = &k->world->regions[k->world->content->group_count];
    assert_int_equal(cats->roster_count, 3);
    asked *last = &cats->roster[moved->place];
    const char *found = "is asked for its position at the wrong time";
    DAMAGE(last->slot, bsl_entity_slot(k->world, kit_entity(k, "cat1")),
        "is not where the roster has it");
    DAMAGE(last->due, last->due + 1, found);
    DAMAGE(last->time, NEVER_ASKED, found);
    DAMAGE(
        cats->roster[0], ((asked){.slot = cats->roster[0].slot, .time = 200, .due = 700}), found);
    DAMAGE(cats->roster_count, 2, "those whose positions are asked for are counted wrongly");
}

static void counts_that_are_wrong_are_found(void **state) {
    kit *k = *state;
    begin_market(k);
    const char *found = "are counted wrongly";
    DAMAGE(k->world->entities, 1, found);
    DAMAGE(k->world->npcs, 1, found);
    DAMAGE(k->world->halted, 4, found);
    DAMAGE(k->world->wheel.live, 40, found);
    DAMAGE(k->world->zombies, 40, found);
}

static void a_queue_that_is_wrong_is_found(void **state) {
    kit *k = *state;
    begin_market(k);
    OK(bustle_npc_release(k->world, kit_entity(k, "cid")));
    uint32_t *first = &k->world->ready[k->world->ready_first];
    DAMAGE(*first, bsl_entity_slot(k->world, kit_entity(k, "ann")), "is in the queue unawares");
    npc *cid = damage_mind(k, "cid");
    DAMAGE(k->world->ready_count, 0, "are counted wrongly");
    DAMAGE(cid->e.flags, (uint16_t)(cid->e.flags & ~NPC_QUEUED), "has something to decide");
}

/* Two counts that are wrong together. */
static void a_plan_that_is_kept_wrongly_is_found(void **state) {
    kit *k = *state;
    def_action(k, "work", 60000);
    chain(k, "work", "work");
    bustle_plan_def *day = kit_def_plan(k, "day");
    kit_plans(day, 360, 1080, "work")->vary = 60;
    kit_plans(day, 1080, 360, "work")->vary = 60;
    kit_def_planned(k, "farmer", "day");
    kit_begin(k);
    kit_spawn(k, "ann", "farmer");
    kit_spawn(k, "bob", "farmer");
    kit_update_to(k, 0);
    k->unchecked = true;
    bustle_world *w = k->world;
    daily *d = daily_of(w, damage_mind(k, "ann"));
    plan_due *first = &w->plan_queue.list[0];
    DAMAGE(d->place, 1 - d->place, "its plan is not looked at when it should be");
    DAMAGE(d->place, NOBODY, "its plan is not looked at when it should be");
    DAMAGE(d->entry, 2, "its plan is not looked at when it should be");
    DAMAGE(d->plan, NONE16, "its plan is not looked at when it should be");
    DAMAGE(d->fresh, 1, "its plan is not looked at when it should be");
    DAMAGE(d->unsure, 1, "its plan is not looked at when it should be");
    DAMAGE(first->time, first->time - 1, "its plan is not looked at when it should be");
    DAMAGE(first->spawn, first->spawn + 2, "its plan is not looked at when it should be");
    DAMAGE(w->plan_queue.count, 3, "those who have plans are counted wrongly");
}

static void who_has_left_the_queue_is_counted(void **state) {
    kit *k = *state;
    begin_market(k);
    OK(bustle_npc_release(k->world, kit_entity(k, "cid")));
    bustle_world *w = k->world;
    const uint32_t count = w->ready_count;
    w->ready[(w->ready_first + count) % w->ready_capacity] = w->ready[w->ready_first];
    w->ready_count = count + 1;
    w->zombies = 1;
    char text[256];
    assert_int_equal(bustle_world_check(w, text, sizeof text), BUSTLE_INCONSISTENT);
    assert_string_equal(text, "0 of those in the queue have left, counted 1");
    w->zombies = 0;
    w->ready_count = count;
    OK(bustle_world_check(w, NULL, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(a_sound_world_is_consistent),
        RULE(S42_state_out_of_its_bounds_is_found),
        RULE(users_that_do_not_use_are_found),
        RULE(stacks_that_cannot_be_are_found),
        RULE(minds_that_contradict_themselves_are_found),
        RULE(a_plan_that_is_kept_wrongly_is_found),
        RULE(a_grid_that_is_wrong_is_found),
        RULE(a_roster_that_is_wrong_is_found),
        RULE(counts_that_are_wrong_are_found),
        RULE(a_queue_that_is_wrong_is_found),
        RULE(who_has_left_the_queue_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
