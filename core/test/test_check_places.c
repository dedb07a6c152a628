/* The consistency check finds every kind of damage to links, areas, places at offers and scenes:
 * each is done to a sound world, found, named and mended again. */
#include "damage.h"
#include "together/place.h"
#include "together/scene.h"
#include "world/area.h"
#include "world/link.h"

/* An inn with a room in it. Ann, who sits on the stool, and bob are in the room; bob waits for max
 * in a scene, at the end of the first of two phases. Ann knows bob and the stool, and trusts bob.
 */
static void begin_inn(kit *k) {
    kit_def_link(k, "knows");
    kit_def_valued_link(k, "trust", -10, 10, 3);
    def_action(k, "rest", 60000);
    def_action(k, "turn", 100);
    chain(k, "day", "rest")->castable = BUSTLE_CASTABLE_ALWAYS;
    chain(k, "sitting", "rest");
    chain(k, "quick", "turn", "turn");
    chain(k, "slow", "rest", "turn");
    bustle_scene_def *dance = def_scene(k, "dance");
    dance->patience_ms = 90000;
    add_part(dance, "lead", "person", "slow");
    add_part(dance, "dancer", "person", "quick");
    kit_extends(def_prop(k, "inn"), (bustle_box_def){40, 40, -1, 0, 0, 0});
    kit_extends(def_prop(k, "room"), (bustle_box_def){10, 10, -1, 0, 0, 0});
    kit_offers(def_prop(k, "stool"), "sit", "sitting");
    kit_tagged(def_npc(k, "guest", "day"), "person");
    kit_begin(k);
    kit_spawn(k, "inn1", "inn");
    kit_spawn(k, "room1", "room");
    kit_spawn_at(k, "stool1", "stool", 90, 0, 0);
    kit_spawn(k, "ann", "guest");
    kit_spawn(k, "bob", "guest");
    kit_spawn_at(k, "max", "guest", 90, 90, 0);
    const bustle_entity ann = kit_entity(k, "ann");
    const bustle_entity bob = kit_entity(k, "bob");
    OK(bustle_world_link(k->world, ann, kit_link(k, "knows"), bob, 1));
    OK(bustle_world_link(k->world, ann, kit_link(k, "knows"), kit_entity(k, "stool1"), 1));
    OK(bustle_world_link(k->world, ann, kit_link(k, "trust"), bob, 9));
    kit_update_to(k, 0);
    OK(bustle_npc_request(k->world, ann, kit_offer(k, "sit"), kit_entity(k, "stool1"), 5));
    const bustle_cast cast[] = {{0, kit_entity(k, "max")}, {1, bob}};
    OK(bustle_world_stage(k->world, kit_scene(k, "dance"), 0, cast, 2, NULL));
    kit_run(k, 200, 50);
    OK(bustle_world_check(k->world, NULL, 0));
    assert_int_equal(kit_stats(k).places, 1);
    k->unchecked = true;
}

static ties *ties_at(const kit *k, const char *label) {
    return ties_of(k->world, damage_row(k, label));
}

static uint32_t slot_of(const kit *k, const char *label) {
    return bsl_entity_slot(k->world, kit_entity(k, label));
}

static void S65_links_that_disagree_are_found(void **state) {
    kit *k = *state;
    begin_inn(k);
    const char *const found = "its links do not agree";
    link_map *links = &k->world->links;
    ties *ann = ties_at(k, "ann");
    link_bunch *knows = pool_at(&links->bunches, ann->links);
    link_bunch *trust = pool_at(&links->bunches, knows->next);
    link_record *first = pool_at(&links->records, knows->first);
    link_record *second = pool_at(&links->records, first->next);
    link_record *trusted = pool_at(&links->records, trust->first);
    DAMAGE(knows->count, 1, found);
    DAMAGE(knows->kind, 1, found);
    DAMAGE(trust->first, POOL_NONE, found);
    DAMAGE(trust->kind, 0, found);
    DAMAGE(first->from, slot_of(k, "bob"), found);
    DAMAGE(first->kind, 1, found);
    DAMAGE(first->to, slot_of(k, "ann"), found);
    DAMAGE(first->to, slot_of(k, "max"), found);
    DAMAGE(first->previous, first->next, found);
    DAMAGE(second->previous, POOL_NONE, found);
    DAMAGE(trusted->to, slot_of(k, "max"), found);
    DAMAGE(ties_at(k, "bob")->linked, knows->first == 0 ? 1 : 0, found);
    DAMAGE(ties_at(k, "max")->linked, knows->first, found);
    const uint32_t of_bob = ties_at(k, "bob")->linked;
    DAMAGE(((link_record *)pool_at(&links->records, of_bob))->previous_linked, of_bob, found);
    DAMAGE(links->count, links->count + 1, "links are counted wrongly");
    for (uint32_t i = 0; i < links->capacity; i++) {
        link_entry *e = &links->index[i];
        if (e->key == NO_LINK) {
            continue;
        }
        DAMAGE(e->record, e->record + 1, found);
        DAMAGE(e->value, 11, found);
        DAMAGE(e->value, -11, found);
        DAMAGE(e->key, NO_LINK, found);
        if (((link_record *)pool_at(&links->records, e->record))->kind == 0) {
            DAMAGE(e->value, 0, found);
        }
    }
}

static void S67_areas_that_are_not_where_everybody_is_are_found(void **state) {
    kit *k = *state;
    begin_inn(k);
    const char *const found = "who is in which area";
    ties *ann = ties_at(k, "ann");
    ties *inn = ties_at(k, "inn1");
    presence *in_room = pool_at(&k->world->areas.presences, ann->areas);
    presence *in_inn = pool_at(&k->world->areas.presences, in_room->next);
    DAMAGE(in_room->npc, slot_of(k, "bob"), found);
    DAMAGE(in_room->area, slot_of(k, "ann"), found);
    DAMAGE(in_room->area, slot_of(k, "stool1"), found);
    DAMAGE(in_room->area, slot_of(k, "inn1"), found);
    DAMAGE(in_room->rank.size, in_inn->rank.size + 1, found);
    DAMAGE(in_room->previous_inside, in_room->next, found);
    DAMAGE(in_room->next, POOL_NONE, found);
    DAMAGE(ann->areas, in_room->next, found);
    DAMAGE(inn->inside, POOL_NONE, found);
    DAMAGE(ties_at(k, "room1")->outer, NOBODY, found);
    DAMAGE(inn->outer, slot_of(k, "room1"), found);
    DAMAGE(k->world->areas.levels, 0, found);
    DAMAGE(ties_at(k, "stool1")->areas, ann->areas, found);
}

static void S63_places_that_are_kept_wrongly_are_found(void **state) {
    kit *k = *state;
    begin_inn(k);
    const char *const found = "places at offers are kept wrongly";
    ties *ann = ties_at(k, "ann");
    ties *stool = ties_at(k, "stool1");
    holding *h = place_at(k->world, ann->places);
    frame *sitting = frame_at(k->world, h->frame);
    DAMAGE(h->slot, slot_of(k, "bob"), found);
    DAMAGE(h->provider, slot_of(k, "max"), found);
    DAMAGE(h->provider_spawn, 999, found);
    DAMAGE(h->previous_holder, 0, found);
    DAMAGE(h->flags, 0, found);
    DAMAGE(h->flags, PLACE_HELD | PLACE_TO_UNDO, found);
    DAMAGE(h->frame, POOL_NONE, found);
    DAMAGE(h->frame, damage_mind(k, "bob")->now.top, found);
    DAMAGE(ties_held(stool)[0], 0, found);
    DAMAGE(stool->holders, POOL_NONE, found);
    DAMAGE(ann->places, POOL_NONE, found);
    DAMAGE(ann->undoing, ann->places, found);
    DAMAGE(sitting->where, (uint16_t)(sitting->where & ~FRAME_HOLDS), "");
    DAMAGE(k->world->places_held, 0, "places at offers, or those taken");
    DAMAGE(k->world->adopts, 7, "places at offers, or those taken");
}

static void S57_scenes_that_disagree_are_found(void **state) {
    kit *k = *state;
    begin_inn(k);
    const char *const found = "a member and its part disagree";
    const char *const counted = "counted wrongly";
    staged *dance = staged_at(k->world, k->world->first_scene);
    member *lead = member_at(k->world, dance->members);
    member *dancer = member_at(k->world, lead->next);
    life *bob = life_of(k->world, damage_mind(k, "bob"));
    assert_true((dancer->flags & MEMBER_WAITS) != 0);
    DAMAGE(lead->part, 2, found);
    DAMAGE(lead->spawn, 999, found);
    DAMAGE(lead->frame, damage_mind(k, "ann")->now.top, found);
    DAMAGE(dancer->flags, (uint8_t)(dancer->flags & ~MEMBER_WAITS), found);
    DAMAGE(dancer->flags, (uint8_t)(dancer->flags | MEMBER_LEFT), found);
    DAMAGE(dancer->frame, POOL_NONE, found);
    DAMAGE(dancer->frame, damage_mind(k, "ann")->now.top, found);
    DAMAGE(bob->parts, POOL_NONE, found);
    DAMAGE(dance->present, 3, counted);
    DAMAGE(dance->began, -100000000, "goes on for longer than it may");
    DAMAGE(k->world->scene_count, 2, "scenes, or those who have joined");
    DAMAGE(k->world->joins, 3, "scenes, or those who have joined");
    DAMAGE(k->world->first_scene, POOL_NONE, "scenes, or those who have joined");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S65_links_that_disagree_are_found),
        RULE(S67_areas_that_are_not_where_everybody_is_are_found),
        RULE(S63_places_that_are_kept_wrongly_are_found),
        RULE(S57_scenes_that_disagree_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
