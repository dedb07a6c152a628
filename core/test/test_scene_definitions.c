/* S54 to S56: scenes as they are defined, what sealing makes of them, and what it finds wrong. */
#include "tavern.h"

#include <string.h>

#include "content/content.h"

static const scene_part *sealed_part(const kit *k, const char *scene_name, uint32_t index) {
    const bustle_content *c = k->content;
    return &c->parts[c->scenes[kit_scene(k, scene_name)].parts_at + index];
}

static bool found_by(const kit *k, uint32_t search, const char *definition_name) {
    const bustle_content *c = k->content;
    const action *a = &c->actions[search];
    const uint16_t own = c->definitions[kit_definition(k, definition_name)].group;
    for (uint32_t i = 0; i < a->group_count; i++) {
        if (c->ids[a->groups_at + i] == own) {
            return true;
        }
    }
    return false;
}

/* ---- What sealing makes ---- */

static void S54_a_scene_is_sealed_with_its_parts(void **state) {
    kit *k = *state;
    bustle_scene_def *serving = tavern_define(k);
    serving->priority = 7;
    serving->patience_ms = 1;
    serving->limit_ms = 2;
    serving->longest_ms = INT32_MAX;
    serving->rest_ms = 0;
    serving->waiting = "idle";
    serving->interrupted_breaks = true;
    tavern_part(serving, 1)->least = 2;
    tavern_part(serving, 1)->most = 4;
    tavern_seals(k);
    const bustle_content *c = k->content;
    assert_int_equal(bustle_content_count(c, BUSTLE_KIND_SCENE), 1);
    const struct scene *s = &c->scenes[kit_scene(k, "serving")];
    assert_int_equal(s->part_count, 2);
    assert_int_equal(s->members, 5);
    assert_int_equal(s->priority, 7);
    assert_int_equal(s->patience, 1);
    assert_int_equal(s->limit, 2);
    assert_int_equal(s->longest, INT32_MAX);
    assert_int_equal(s->rest, 0);
    assert_int_equal(s->waiting, kit_action(k, "idle"));
    assert_int_equal(s->interrupted_breaks, 1);
    assert_int_equal(s->topic, NONE16);
    assert_int_equal(s->hash, bustle_content_name_hash(c, BUSTLE_KIND_SCENE, 0));
    assert_string_equal(c->text + s->name, "serving");
    assert_int_equal(sealed_part(k, "serving", 1)->least, 2);
    assert_int_equal(sealed_part(k, "serving", 1)->most, 4);
    assert_int_equal(sealed_part(k, "serving", 0)->sequence, kit_sequence(k, "serve"));
    assert_string_equal(bustle_content_part_name(c, 0, 0), "server");
    assert_string_equal(bustle_content_part_name(c, 0, 1), "patron");
    assert_null(bustle_content_part_name(c, 0, 2));
    assert_null(bustle_content_part_name(c, 1, 0));
    assert_null(bustle_content_part_name(NULL, 0, 0));
}

static void S54_a_scene_has_defaults(void **state) {
    kit *k = *state;
    tavern_define(k);
    tavern_seals(k);
    const struct scene *s = k->content->scenes;
    assert_int_equal(s->priority, -1);
    assert_int_equal(s->patience, 5000);
    assert_int_equal(s->limit, 60000);
    assert_int_equal(s->longest, 600000);
    assert_int_equal(s->rest, 15000);
    assert_int_equal(s->waiting, NONE16);
    assert_int_equal(s->interrupted_breaks, 0);
    assert_int_equal(s->members, 2);
}

static void S54_names_of_parts_are_known_once_in_byte_order(void **state) {
    kit *k = *state;
    tavern_define(k);
    bustle_scene_def *other = def_scene(k, "closing");
    add_part(other, "server", "servers", "serve");
    add_part(other, "cleaner", "servers", "day");
    tavern_seals(k);
    const bustle_content *c = k->content;
    static const char *const names[] = {"cleaner", "patron", "server"};
    assert_int_equal(c->part_name_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_string_equal(c->text + c->ids[c->part_names_at + i], names[i]);
    }
    assert_int_equal(sealed_part(k, "closing", 0)->name, 2);
    assert_int_equal(sealed_part(k, "closing", 1)->name, 0);
}

static void S54_whoever_has_one_of_the_tags_is_found_for_a_part(void **state) {
    kit *k = *state;
    bustle_scene_def *serving = tavern_define(k);
    serving->within = 6;
    tavern_part(serving, 1)->who = NAMES("patrons", "servers");
    tavern_part(serving, 1)->who_count = 2;
    kit_tagged(def_prop(k, "stool"), "patrons");
    tavern_seals(k);
    const action *search = &k->content->actions[sealed_part(k, "serving", 1)->search];
    assert_true(found_by(k, sealed_part(k, "serving", 1)->search, "guest"));
    assert_true(found_by(k, sealed_part(k, "serving", 1)->search, "barkeep"));
    assert_false(found_by(k, sealed_part(k, "serving", 0)->search, "guest"));
    assert_int_equal(k->content->definitions[kit_definition(k, "stool")].group, NONE16);
    assert_int_equal(search->flags, ACTION_TARGETED | ACTION_USES_DISTANCE);
    assert_int_equal(search->when.form, CODE_EMPTY);
    assert_int_equal(search->reach.most, 6 * 16);
    assert_int_equal(search->reach.to, 6 * 6 * 16 * 16);
}

static void S54_distances_are_asked_only_where_they_count(void **state) {
    kit *k = *state;
    bustle_scene_def *serving = tavern_define(k);
    add_part(serving, "near", "patrons", "order")->when = OPS(DISTANCE_IS(BUSTLE_LESS, 5));
    add_part(serving, "nearest", "patrons", "order")->preference = BUSTLE_PREFER_NEAREST;
    add_part(serving, "driest", "patrons", "order")->preference = BUSTLE_PREFER_MOST;
    tavern_part(serving, 4)->preferred_state = "thirst";
    tavern_seals(k);
    const bustle_content *c = k->content;
    const uint8_t far = ACTION_TARGETED | ACTION_USES_DISTANCE;
    assert_int_equal(c->actions[sealed_part(k, "serving", 0)->search].flags, ACTION_TARGETED);
    assert_int_equal(c->actions[sealed_part(k, "serving", 2)->search].flags, far);
    assert_int_equal(c->actions[sealed_part(k, "serving", 3)->search].flags, far);
    assert_int_equal(c->actions[sealed_part(k, "serving", 4)->search].flags, ACTION_TARGETED);
    assert_int_equal(
        c->actions[sealed_part(k, "serving", 4)->search].preferred_state, kit_state(k, "thirst"));
    assert_int_equal(c->actions[sealed_part(k, "serving", 2)->search].reach.most, INT32_MAX);
}

static void S54_without_tags_whoever_reacts_is_found(void **state) {
    kit *k = *state;
    tavern_define(k);
    chain(k, "gossip", "@talk");
    kit_reacts(has(def_npc(k, "crier", "day"), "thirst", 1), "news", "gossip");
    bustle_scene_def *serving = def_scene(k, "news");
    serving->topic = "news";
    add_part(serving, "teller", NULL, "gossip");
    add_part(serving, "listener", NULL, NULL)->most = 3;
    tavern_seals(k);
    assert_int_equal(sealed_part(k, "news", 0)->search, BUSTLE_NONE);
    assert_int_equal(sealed_part(k, "news", 1)->sequence, NONE16);
    const uint32_t search = sealed_part(k, "news", 1)->search;
    assert_true(found_by(k, search, "crier"));
    assert_false(found_by(k, search, "guest"));
    assert_int_equal(k->content->topic_count, 1);
    assert_int_equal(k->content->scenes[kit_scene(k, "news")].topic, 0);
}

static uint32_t reaction(
    const kit *k, const char *definition_name, uint32_t in_role, uint32_t topic) {
    const bustle_content *c = k->content;
    const definition *of = &c->definitions[kit_definition(k, definition_name)];
    return c->ids[c->personas[of->personas_at + in_role].reactions_at + topic];
}

static void S54_reactions_of_the_role_come_before_those_of_the_definition(void **state) {
    kit *k = *state;
    tavern_define(k);
    chain(k, "gossip", "@talk");
    chain(k, "listen", "idle");
    kit_reacts(def_npc(k, "crier", "day"), "news", "gossip");
    bustle_role_def *guard = kit_def_role(k, "guard", "day");
    kit_add_role_reaction(guard, "news", "listen");
    kit_add_role_reaction(guard, "alarm", "listen");
    kit_def_role(k, "idler", "day");
    add_part(def_scene(k, "chat"), "listener", NULL, NULL);
    ((bustle_scene_def *)k->defs[k->def_count - 1].def)->topic = "news";
    add_part(def_scene(k, "panic"), "runner", NULL, NULL);
    ((bustle_scene_def *)k->defs[k->def_count - 1].def)->topic = "alarm";
    tavern_seals(k);
    const uint32_t gossip = kit_sequence(k, "gossip"), listen = kit_sequence(k, "listen");
    assert_int_equal(k->content->topic_count, 2); /* alarm, news */
    assert_int_equal(reaction(k, "crier", 0, 0), BUSTLE_NONE);
    assert_int_equal(reaction(k, "crier", 0, 1), gossip);
    assert_int_equal(reaction(k, "crier", 1, 0), listen);
    assert_int_equal(reaction(k, "crier", 1, 1), listen);
    assert_int_equal(reaction(k, "crier", 2, 1), gossip);
    assert_int_equal(reaction(k, "guest", 0, 1), BUSTLE_NONE);
    assert_int_equal(reaction(k, "guest", 1, 1), listen);
    /* Any NPC may be set the role by the game. */
    assert_true(found_by(k, sealed_part(k, "panic", 0)->search, "guest"));
    assert_int_equal(k->content->definitions[kit_definition(k, "guest")].lives, 1);
}

static void S56_npcs_live_where_there_are_scenes(void **state) {
    kit *k = *state;
    tavern_define(k);
    tavern_seals(k);
    assert_int_equal(k->content->definitions[kit_definition(k, "guest")].lives, 1);
}

static const node *sealed_node(const kit *k, const char *sequence_name, const char *name) {
    const bustle_content *c = k->content;
    const sequence *s = &c->sequences[kit_sequence(k, sequence_name)];
    for (uint32_t i = 0; i < s->node_count; i++) {
        const node *n = &c->nodes[s->nodes_at + i];
        if (strcmp(c->text + n->name, name) == 0) {
            return n;
        }
    }
    fail_msg("no node %s", name);
    return NULL;
}

static void S55_a_scene_node_waits_for_its_scene(void **state) {
    kit *k = *state;
    tavern_define(k);
    bustle_sequence_def *shift = def_sequence(k, "shift", "serve");
    bustle_node_def *serve = kit_stage(shift, "serve", "serving", "server", "watch");
    serve->timeout_ms = 9000;
    serve->every_ms = 300;
    serve->waiting = "idle";
    kit_stage(shift, "watch", "serving", NULL, "END");
    tavern_seals(k);
    const bustle_content *c = k->content;
    const node *n = sealed_node(k, "shift", "serve");
    assert_int_equal(n->kind, BUSTLE_NODE_SCENE);
    assert_int_equal(n->flags, NODE_COUNTS);
    const struct wait *w = &c->waits[n->performs];
    assert_int_equal(w->scene, kit_scene(k, "serving"));
    assert_int_equal(w->as, 0);
    assert_int_equal(w->timeout, 9000);
    assert_int_equal(w->every, 300);
    assert_int_equal(w->seen, kit_action(k, "idle"));
    assert_int_equal(w->when.form, CODE_EMPTY);
    w = &c->waits[sealed_node(k, "shift", "watch")->performs];
    assert_int_equal(w->as, STAGER);
    assert_int_equal(w->timeout, 0);
    assert_int_equal(w->every, 1000);
    assert_int_equal(w->seen, NONE16);
}

static void S57_nodes_are_phases_but_for_choices_ends_and_free_ones(void **state) {
    kit *k = *state;
    tavern_define(k);
    bustle_sequence_def *walk = def_sequence(k, "walk", "a");
    add_edge(add_node(walk, "a", BUSTLE_NODE_PASS, NULL), "b", ALWAYS);
    add_edge(add_node(walk, "b", BUSTLE_NODE_CHOICE, NULL), "c", ALWAYS);
    bustle_node_def *free_node = add_node(walk, "c", BUSTLE_NODE_ACTION, "idle");
    free_node->free = true;
    add_edge(free_node, "d", ALWAYS);
    add_edge(add_node(walk, "d", BUSTLE_NODE_SEQUENCE, "day"), "END", ALWAYS);
    tavern_seals(k);
    assert_int_equal(sealed_node(k, "walk", "a")->flags, NODE_COUNTS);
    assert_int_equal(sealed_node(k, "walk", "b")->flags, 0);
    assert_int_equal(sealed_node(k, "walk", "c")->flags, 0);
    assert_int_equal(sealed_node(k, "walk", "d")->flags, NODE_COUNTS);
    assert_int_equal(sealed_node(k, "walk", "END")->flags, 0);
}

static void S54_actions_are_aimed_at_members_and_parts(void **state) {
    kit *k = *state;
    tavern_define(k);
    bustle_sequence_def *serve = chain(k, "pour", "talk");
    node_of(serve, "talk")->at_part = "patron";
    tavern_seals(k);
    const bustle_content *c = k->content;
    assert_int_equal(sealed_node(k, "serve", "talk")->flags, NODE_COUNTS | NODE_AT_MEMBER);
    assert_int_equal(sealed_node(k, "serve", "talk")->at_part, NONE16);
    const uint16_t name = sealed_node(k, "pour", "talk")->at_part;
    assert_string_equal(c->text + c->ids[c->part_names_at + name], "patron");
}

static void S53_a_cue_begins_a_scene(void **state) {
    kit *k = *state;
    tavern_define(k);
    bustle_cue_def *cue_def = kit_cue("thirsty", NULL, "servers");
    cue_def->scene = "serving";
    cue_def->as = "patron";
    bustle_entity_def *drinker = has(def_npc(k, "drinker", "day"), "thirst", 1);
    kit_add_cue(drinker, cue_def);
    kit_add_cue(drinker, kit_cue("look", "day", "servers"));
    tavern_seals(k);
    const bustle_content *c = k->content;
    assert_int_equal(c->cues[1].scene, kit_scene(k, "serving"));
    assert_int_equal(c->cues[1].as, 1);
    assert_int_equal(c->cues[1].sequence, NONE16);
    assert_int_equal(c->cues[0].scene, NONE16);
    assert_int_equal(c->cues[0].sequence, kit_sequence(k, "day"));
}

static void S56_sequences_say_in_which_scenes_one_can_be_cast(void **state) {
    kit *k = *state;
    tavern_define(k);
    add_part(def_scene(k, "closing"), "server", "servers", "day");
    bustle_sequence_def *sleep = chain(k, "sleep", "idle");
    sleep->castable = BUSTLE_CASTABLE_NEVER;
    sleep->castable_in = NAMES("serving", "closing", "serving");
    sleep->castable_in_count = 3;
    tavern_seals(k);
    const bustle_content *c = k->content;
    const sequence *s = &c->sequences[kit_sequence(k, "sleep")];
    assert_int_equal(s->castable, BUSTLE_CASTABLE_NEVER);
    assert_int_equal(s->castable_in_count, 2);
    assert_int_equal(c->ids[s->castable_in_at], kit_scene(k, "closing"));
    assert_int_equal(c->ids[s->castable_in_at + 1], kit_scene(k, "serving"));
    assert_int_equal(c->sequences[kit_sequence(k, "day")].castable, BUSTLE_CASTABLE_DEFAULT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S54_a_scene_is_sealed_with_its_parts),
        RULE(S54_a_scene_has_defaults),
        RULE(S54_names_of_parts_are_known_once_in_byte_order),
        RULE(S54_whoever_has_one_of_the_tags_is_found_for_a_part),
        RULE(S54_distances_are_asked_only_where_they_count),
        RULE(S54_without_tags_whoever_reacts_is_found),
        RULE(S54_reactions_of_the_role_come_before_those_of_the_definition),
        RULE(S56_npcs_live_where_there_are_scenes),
        RULE(S55_a_scene_node_waits_for_its_scene),
        RULE(S57_nodes_are_phases_but_for_choices_ends_and_free_ones),
        RULE(S54_actions_are_aimed_at_members_and_parts),
        RULE(S53_a_cue_begins_a_scene),
        RULE(S56_sequences_say_in_which_scenes_one_can_be_cast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
