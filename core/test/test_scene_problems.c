/* S54 to S56: what sealing finds wrong with scenes, and with what names them. */
#include "tavern.h"

#include <stdio.h>

#define TEXT_OPS(text_) ((bustle_ops){NULL, 0, (text_)})

/* ---- The scene itself ---- */

static void S54_a_scene_without_parts_is_an_error(void **state) {
    kit *k = *state;
    tavern_define(k);
    def_scene(k, "empty");
    tavern_refused(k, "without-parts", "empty", "it has no parts");
}

static void S54_more_than_eight_parts_are_an_error(void **state) {
    kit *k = *state;
    bustle_scene_def *serving = tavern_define(k);
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g"};
    for (size_t i = 0; i < 6; i++) {
        add_part(serving, names[i], "patrons", "order");
    }
    tavern_seals(k);
    kit_reset(k);
    serving = tavern_define(k);
    for (size_t i = 0; i < 7; i++) {
        add_part(serving, names[i], "patrons", "order");
    }
    tavern_refused(k, "too-many", "serving", "it has 9 parts; 8 are possible");
}

static void S54_more_than_32_members_are_an_error(void **state) {
    kit *k = *state;
    tavern_part(tavern_define(k), 1)->most = 31;
    tavern_seals(k);
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->most = 32;
    tavern_refused(k, "too-many", "serving", "its parts take 33 members; 32 are possible");
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->most = INT32_MAX;
    tavern_refused(k, "too-many", "serving", "members; 32 are possible");
}

static void S54_times_of_a_scene_have_bounds(void **state) {
    kit *k = *state;
    tavern_define(k)->patience_ms = 0;
    tavern_refused(k, "bad-scene", "serving", "its patience is 0 ms");
    kit_reset(k);
    tavern_define(k)->limit_ms = 0;
    tavern_refused(k, "bad-scene", "serving", "its limit is 0 ms");
    kit_reset(k);
    tavern_define(k)->longest_ms = -1;
    tavern_refused(k, "bad-scene", "serving", "give 1 or more");
    kit_reset(k);
    tavern_define(k)->rest_ms = -1;
    tavern_refused(k, "bad-scene", "serving", "give 0 or more");
}

static void S54_the_priority_of_a_scene_has_bounds(void **state) {
    kit *k = *state;
    tavern_define(k)->priority = 32768;
    tavern_refused(k, "bad-priority", "serving", "it has priority 32768");
}

static void S54_an_empty_topic_is_an_error(void **state) {
    kit *k = *state;
    tavern_define(k)->topic = "";
    tavern_refused(k, "bad-topic", "serving", "its topic is empty");
}

static void S54_one_is_seen_waiting_in_an_action_that_needs_nothing(void **state) {
    kit *k = *state;
    tavern_define(k)->waiting = "talk";
    tavern_refused(k, "bad-waiting", "serving", "in action \"talk\", which takes a target");
    kit_reset(k);
    tavern_define(k)->waiting = "idel";
    tavern_refused(k, "unknown-action", "serving", "did you mean \"idle\"?");
}

static void S54_two_scenes_of_one_name_are_an_error(void **state) {
    kit *k = *state;
    tavern_define(k);
    add_part(def_scene(k, "serving"), "server", "servers", "serve");
    tavern_refused(k, "duplicate-name", "serving", "there is another scene of this name");
}

/* Names of parts are numbers of 16 bits. */
static void S54_there_are_not_too_many_names_of_parts(void **state) {
    kit *k = *state;
    enum { SCENES = 8192, EACH = BUSTLE_MOST_PARTS };
    static char names[SCENES * EACH][12];
    def_action(k, "idle", 1000);
    chain(k, "day", "idle");
    OK(kit_add(k));
    for (unsigned i = 0; i < SCENES; i++) {
        bustle_part_def parts[EACH];
        for (unsigned j = 0; j < EACH; j++) {
            char *name = names[i * EACH + j];
            snprintf(name, sizeof names[0], "p%u", i * EACH + j);
            parts[j] = bustle_default_part_def();
            parts[j].name = name;
            parts[j].sequence = "day";
        }
        bustle_scene_def def = bustle_default_scene_def();
        def.name = names[i * EACH];
        def.parts = parts;
        def.part_count = EACH;
        OK(bustle_builder_add_scene(k->builder, &def));
    }
    tavern_refused(k, "too-many", "p0", "parts of scenes have more than 65534 names in all");
}

/* ---- Parts ---- */

static void S54_a_part_has_a_name_of_its_own(void **state) {
    kit *k = *state;
    tavern_part(tavern_define(k), 1)->name = NULL;
    tavern_refused(k, "without-name", "serving", "part 2: it has no name");
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->name = "server";
    tavern_refused(k, "duplicate-name", "serving", "another part of this name");
}

static void S54_a_part_is_not_named_like_a_subject(void **state) {
    static const char *const words[] = {
        "self", "target", "env", "distance", "now", "area", "END", "not"};
    kit *k = *state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        tavern_part(tavern_define(k), 1)->name = words[i];
        tavern_refused(k, "bad-part", "serving", "means something else in expressions");
        kit_reset(k);
    }
}

static void S54_a_part_takes_members(void **state) {
    kit *k = *state;
    tavern_part(tavern_define(k), 1)->least = 0;
    tavern_refused(k, "bad-part", "serving", "part \"patron\": it needs at least 0 members");
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->least = 3;
    tavern_refused(k, "bad-part", "serving", "it takes 1 members at most, but needs 3");
}

static void S54_a_part_without_sequence_needs_a_topic(void **state) {
    kit *k = *state;
    tavern_part(tavern_define(k), 1)->sequence = NULL;
    tavern_refused(k, "bad-part", "serving", "it has no sequence, and the scene no topic");
}

static void S54_the_sequence_of_a_part_is_defined(void **state) {
    kit *k = *state;
    tavern_part(tavern_define(k), 1)->sequence = "ordre";
    tavern_refused(k, "unknown-sequence", "serving", "did you mean \"order\"?");
}

static void S54_tags_of_a_part_have_names(void **state) {
    kit *k = *state;
    bustle_scene_def *serving = tavern_define(k);
    tavern_part(serving, 1)->who = NAMES("patrons", "");
    tavern_part(serving, 1)->who_count = 2;
    tavern_refused(k, "bad-tag", "serving", "its tag 2 is empty");
}

static void S54_the_preference_of_a_part_is_checked(void **state) {
    kit *k = *state;
    bustle_scene_def *serving = tavern_define(k);
    tavern_part(serving, 1)->preference = BUSTLE_PREFER_LEAST;
    tavern_part(serving, 1)->preferred_state = "thrist";
    tavern_refused(k, "unknown-state", "serving", "did you mean \"thirst\"?");
}

/* ---- Who fills them ---- */

static void S54_a_part_that_nobody_has_the_tags_for_is_an_error(void **state) {
    kit *k = *state;
    bustle_scene_def *serving = tavern_define(k);
    tavern_part(serving, 1)->who = NAMES("drunks");
    kit_tagged(def_prop(k, "stool"), "drunks");
    tavern_refused(k, "nobody-fills", "serving", "no NPC has one of its tags");
}

static void S54_a_tag_among_others_that_no_npc_has_is_a_warning(void **state) {
    kit *k = *state;
    bustle_scene_def *serving = tavern_define(k);
    tavern_part(serving, 1)->who = NAMES("patrons", "drunks");
    tavern_part(serving, 1)->who_count = 2;
    tavern_warned(k, "nobody-tagged", "serving", "no NPC has the tag \"drunks\"");
}

static void S54_a_part_that_nobody_reacts_in_is_an_error(void **state) {
    kit *k = *state;
    bustle_scene_def *serving = tavern_define(k);
    serving->topic = "news";
    tavern_part(serving, 1)->sequence = NULL;
    tavern_refused(k, "nobody-fills", "serving", "no NPC with one of its tags reacts to \"news\"");
    kit_reset(k);
    serving = tavern_define(k);
    serving->topic = "news";
    tavern_part(serving, 1)->sequence = NULL;
    tavern_part(serving, 1)->who_count = 0;
    tavern_refused(k, "nobody-fills", "serving", "no NPC reacts to \"news\"");
}

static void S54_content_without_npcs_may_have_scenes(void **state) {
    kit *k = *state;
    def_action(k, "idle", 1000);
    chain(k, "day", "idle");
    add_part(def_scene(k, "alone"), "one", "folk", "day");
    tavern_seals(k);
}

static void S54_a_reaction_to_what_no_scene_is_about_is_a_warning(void **state) {
    kit *k = *state;
    tavern_define(k)->topic = "news";
    kit_reacts(def_npc(k, "crier", "day"), "nwes", "day");
    tavern_warned(k, "unused-topic", "crier", "did you mean \"news\"?");
}

static void S54_reactions_are_checked(void **state) {
    kit *k = *state;
    tavern_define(k)->topic = "news";
    kit_reacts(def_npc(k, "crier", "day"), NULL, "day");
    tavern_refused(k, "bad-topic", "crier", "a reaction has no topic");
    kit_reset(k);
    tavern_define(k)->topic = "news";
    kit_reacts(kit_reacts(def_npc(k, "crier", "day"), "news", "day"), "news", "day");
    tavern_refused(k, "listed-twice", "crier", "it reacts to \"news\" twice");
    kit_reset(k);
    tavern_define(k)->topic = "news";
    kit_add_role_reaction(kit_def_role(k, "guard", "day"), "news", "dya");
    tavern_refused(k, "unknown-sequence", "guard", "the reaction to \"news\" names");
    kit_reset(k);
    tavern_define(k)->topic = "news";
    kit_reacts(def_prop(k, "lamp"), "news", "day");
    tavern_refused(k, "prop-decides", "lamp", "reactions");
}

/* ---- Who begins them ---- */

static bustle_sequence_def *shift(kit *k, const char *scene, const char *as) {
    bustle_sequence_def *made = def_sequence(k, "shift", "stage");
    kit_stage(made, "stage", scene, as, "END");
    return made;
}

static void S55_a_scene_node_names_a_scene_and_a_part_of_it(void **state) {
    kit *k = *state;
    tavern_define(k);
    shift(k, "servign", "server");
    tavern_refused(k, "unknown-scene", "shift", "did you mean \"serving\"?");
    kit_reset(k);
    tavern_define(k);
    shift(k, "serving", "sever");
    tavern_refused(k, "unknown-part", "shift", "did you mean \"server\"?");
    kit_reset(k);
    tavern_define(k);
    shift(k, NULL, NULL);
    tavern_refused(k, "unknown-scene", "shift", "it names no scene");
}

static void S55_the_times_of_a_scene_node_have_bounds(void **state) {
    kit *k = *state;
    tavern_define(k);
    node_of(shift(k, "serving", "server"), "stage")->timeout_ms = -2;
    tavern_refused(k, "bad-wait", "shift", "its timeout is -2 ms");
    kit_reset(k);
    tavern_define(k);
    node_of(shift(k, "serving", "server"), "stage")->every_ms = 0;
    tavern_refused(k, "bad-wait", "shift", "it tries every 0 ms");
    kit_reset(k);
    tavern_define(k);
    node_of(shift(k, "serving", "server"), "stage")->when = TEXT_OPS("now > 1");
    tavern_refused(k, "bad-node", "shift", "does not wait");
    kit_reset(k);
    tavern_define(k);
    node_of(shift(k, "serving", "server"), "stage")->waiting = "talk";
    tavern_refused(k, "bad-waiting", "shift", "takes a target");
}

static void S55_only_scene_nodes_have_a_part(void **state) {
    kit *k = *state;
    tavern_define(k);
    node_of(chain(k, "shift", "idle"), "idle")->as = "server";
    tavern_refused(k, "bad-node", "shift", "stages no scene");
}

static void S57_a_node_that_passes_performs_nothing(void **state) {
    kit *k = *state;
    tavern_define(k);
    node_of(chain(k, "shift", "-"), "pass")->performs = "idle";
    tavern_refused(k, "bad-node", "shift", "it passes, but performs \"idle\"");
}

static void S53_a_cue_has_a_sequence_or_a_scene_with_a_part(void **state) {
    static const struct {
        const char *sequence, *scene, *as, *code, *text;
    } cases[] = {
        {"day", "serving", "patron", "bad-cue", "both a sequence and a scene"},
        {NULL, NULL, NULL, "unknown-sequence", "names no sequence"},
        {NULL, "serving", NULL, "bad-cue", "has no part in it"},
        {NULL, "servign", "patron", "unknown-scene", "did you mean \"serving\"?"},
        {NULL, "serving", "patorn", "unknown-part", "did you mean \"patron\"?"},
        {"day", NULL, "patron", "bad-cue", "it has a part, but no scene"},
    };
    kit *k = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tavern_define(k);
        bustle_cue_def *cue = kit_cue("thirsty", cases[i].sequence, "servers");
        cue->scene = cases[i].scene;
        cue->as = cases[i].as;
        kit_add_cue(has(def_npc(k, "drinker", "day"), "thirst", 1), cue);
        tavern_refused(k, cases[i].code, "drinker", cases[i].text);
        kit_reset(k);
    }
}

static void S55_a_scene_that_only_the_game_can_cast_is_begun_in_vain(void **state) {
    kit *k = *state;
    bustle_scene_def *serving = tavern_define(k);
    tavern_part(serving, 1)->who_count = 0;
    shift(k, "serving", "patron"); /* who fills that part itself */
    tavern_seals(k);
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->who_count = 0;
    shift(k, "serving", "server");
    tavern_warned(k, "only-game-casts", "shift", "only the game can fill its part \"patron\"");
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->who_count = 0;
    shift(k, "serving", NULL);
    tavern_warned(k, "only-game-casts", "shift", "never begins here");
    kit_reset(k);
    serving = tavern_define(k);
    tavern_part(serving, 1)->who_count = 0;
    tavern_part(serving, 1)->least = 2;
    tavern_part(serving, 1)->most = 2;
    bustle_cue_def *cue = kit_cue("thirsty", NULL, "servers");
    cue->scene = "serving";
    cue->as = "patron";
    kit_add_cue(has(def_npc(k, "drinker", "day"), "thirst", 1), cue);
    tavern_warned(k, "only-game-casts", "drinker", "cue \"thirsty\": scene \"serving\" never");
}

static void S54_who_begins_a_scene_without_the_reaction_is_warned_of(void **state) {
    kit *k = *state;
    bustle_scene_def *news = (tavern_define(k), def_scene(k, "news"));
    news->topic = "news";
    add_part(news, "teller", NULL, NULL);
    kit_reacts(def_npc(k, "crier", "shift"), "news", "day");
    bustle_sequence_def *made = shift(k, "news", "teller");
    add_edge(add_node(made, "rest", BUSTLE_NODE_ACTION, "idle"), "stage", ALWAYS);
    made->entry = "rest";
    tavern_seals(k);
    def_npc(k, "mute", "shift");
    tavern_warned(k, "no-reaction", "mute", "it can come to begin scene \"news\"");
}

static void S56_castable_lists_name_scenes(void **state) {
    kit *k = *state;
    tavern_define(k);
    bustle_sequence_def *sleep = chain(k, "sleep", "idle");
    sleep->castable_in = NAMES("servign");
    sleep->castable_in_count = 1;
    tavern_refused(k, "unknown-scene", "sleep", "its castable list names");
    kit_reset(k);
    tavern_define(k);
    chain(k, "sleep", "idle")->castable = (bustle_castable)3;
    tavern_refused(k, "bad-castable", "sleep", "there is no way 3");
}

static void S24_a_scene_that_its_members_begin_again_is_an_error(void **state) {
    kit *k = *state;
    bustle_scene_def *serving = tavern_define(k);
    tavern_part(serving, 1)->sequence = "shift";
    chain(k, "inner", ">shift");
    shift(k, "serving", "server");
    tavern_refused(k, "recursive-scene", "serving",
        "its members begin it again: scene \"serving\" -> \"shift\" -> scene \"serving\"");
    kit_reset(k);
    serving = tavern_define(k);
    tavern_part(serving, 1)->sequence = "inner";
    chain(k, "inner", ">shift");
    shift(k, "serving", "server");
    tavern_refused(k, "recursive-scene", "serving", "scene \"serving\" -> \"inner\" -> \"shift\"");
    kit_reset(k);
    serving = tavern_define(k);
    tavern_part(serving, 1)->sequence = "shift";
    shift(k, "serving", NULL); /* it stages another one */
    tavern_seals(k);
}

/* ---- Whom actions are aimed at ---- */

static void S54_only_actions_with_a_target_are_aimed_at_one(void **state) {
    kit *k = *state;
    tavern_define(k);
    chain(k, "shift", "@idle");
    tavern_refused(k, "bad-aim", "shift", "action \"idle\" takes no target");
    kit_reset(k);
    tavern_define(k);
    node_of(chain(k, "shift", "idle"), "idle")->at_part = "patron";
    tavern_refused(k, "bad-aim", "shift", "action \"idle\" takes no target");
    kit_reset(k);
    tavern_define(k);
    node_of(chain(k, "shift", ">day"), "day")->at_member = true;
    tavern_refused(k, "bad-aim", "shift", "performs no action");
}

static void S54_an_action_is_aimed_at_one_thing(void **state) {
    kit *k = *state;
    tavern_define(k);
    node_of(chain(k, "shift", "@talk"), "talk")->same_target = true;
    tavern_refused(k, "bad-aim", "shift", "at two at once");
    kit_reset(k);
    tavern_define(k);
    node_of(chain(k, "shift", "=talk"), "talk")->at_part = "patron";
    tavern_refused(k, "bad-aim", "shift", "at two at once");
    kit_reset(k);
    tavern_define(k);
    node_of(chain(k, "shift", "@talk"), "talk")->at_part = "patron";
    tavern_refused(k, "bad-aim", "shift", "at two at once");
}

static void S54_an_action_is_aimed_at_a_part_that_there_is(void **state) {
    kit *k = *state;
    tavern_define(k);
    node_of(chain(k, "shift", "talk"), "talk")->at_part = "patorn";
    tavern_refused(k, "unknown-part", "shift", "did you mean \"patron\"?");
    kit_reset(k);
    tavern_define(k);
    bustle_sequence_def *deep = chain(k, "deep", "talk");
    node_of(deep, "talk")->at_part = "patron";
    chain(k, "sweep", ">deep");
    add_part(def_scene(k, "closing"), "server", "servers", "sweep")->most = 2;
    tavern_refused(k, "unknown-part", "deep", "runs in scene \"closing\"");
}

static void S54_a_scene_of_one_has_no_other_member(void **state) {
    kit *k = *state;
    tavern_define(k);
    add_part(def_scene(k, "closing"), "server", "servers", "serve");
    tavern_refused(k, "aims-at-nobody", "serve", "runs in scene \"closing\", which has only one");
}

/* ---- States ---- */

static void S3_whoever_can_fill_a_part_has_what_is_done_there(void **state) {
    kit *k = *state;
    tavern_define(k);
    def_action(k, "count", 1000)->start = OPS(INCREASE(BUSTLE_SELF, "tips", 1));
    chain(k, "till", "count");
    add_part(def_scene(k, "closing"), "counter", "patrons", "till");
    tavern_refused(k, "npc-lacks-state", "guest",
        "that it can come to in part \"counter\" of scene \"closing\", needs of the NPC");
}

static void S3_whoever_can_fill_a_part_has_what_its_condition_needs(void **state) {
    kit *k = *state;
    tavern_part(tavern_define(k), 1)->when = TEXT_OPS("self.tips > 3");
    tavern_refused(k, "npc-lacks-state", "guest",
        "which scene \"serving\" (part \"patron\", when, column 6), that it can be in");
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->finish = TEXT_OPS("self.tips += 1");
    tavern_refused(k, "npc-lacks-state", "guest", "(part \"patron\", finish, column 6)");
}

static void S3_whoever_begins_a_scene_has_what_its_part_needs(void **state) {
    kit *k = *state;
    bustle_scene_def *serving = tavern_define(k);
    tavern_part(serving, 0)->who_count = 0;
    tavern_part(serving, 0)->finish = TEXT_OPS("self.tips += 1");
    bustle_sequence_def *made = shift(k, "serving", "server");
    add_edge(add_node(made, "rest", BUSTLE_NODE_ACTION, "idle"), "stage", ALWAYS);
    made->entry = "rest";
    def_npc(k, "waiter", "shift");
    tavern_refused(k, "npc-lacks-state", "waiter", "it has no state \"tips\"");
}

static void S54_somebody_who_can_fill_a_part_has_what_is_asked_of_it(void **state) {
    kit *k = *state;
    tavern_part(tavern_define(k), 0)->broken = TEXT_OPS("patron.tips -= 1");
    tavern_refused(k, "part-lacks-state", "serving",
        "part \"server\", broken, column 8: it is about state \"tips\" of part \"patron\"");
    kit_reset(k);
    tavern_part(tavern_define(k), 0)->broken = TEXT_OPS("patron.tips -= 1");
    has(kit_tagged(def_npc(k, "tipper", "day"), "patrons"), "tips", 1);
    tavern_seals(k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S54_a_scene_without_parts_is_an_error),
        RULE(S54_more_than_eight_parts_are_an_error),
        RULE(S54_more_than_32_members_are_an_error),
        RULE(S54_times_of_a_scene_have_bounds),
        RULE(S54_the_priority_of_a_scene_has_bounds),
        RULE(S54_an_empty_topic_is_an_error),
        RULE(S54_one_is_seen_waiting_in_an_action_that_needs_nothing),
        RULE(S54_two_scenes_of_one_name_are_an_error),
        RULE(S54_there_are_not_too_many_names_of_parts),
        RULE(S54_a_part_has_a_name_of_its_own),
        RULE(S54_a_part_is_not_named_like_a_subject),
        RULE(S54_a_part_takes_members),
        RULE(S54_a_part_without_sequence_needs_a_topic),
        RULE(S54_the_sequence_of_a_part_is_defined),
        RULE(S54_tags_of_a_part_have_names),
        RULE(S54_the_preference_of_a_part_is_checked),
        RULE(S54_a_part_that_nobody_has_the_tags_for_is_an_error),
        RULE(S54_a_tag_among_others_that_no_npc_has_is_a_warning),
        RULE(S54_a_part_that_nobody_reacts_in_is_an_error),
        RULE(S54_content_without_npcs_may_have_scenes),
        RULE(S54_a_reaction_to_what_no_scene_is_about_is_a_warning),
        RULE(S54_reactions_are_checked),
        RULE(S55_a_scene_node_names_a_scene_and_a_part_of_it),
        RULE(S55_the_times_of_a_scene_node_have_bounds),
        RULE(S55_only_scene_nodes_have_a_part),
        RULE(S57_a_node_that_passes_performs_nothing),
        RULE(S53_a_cue_has_a_sequence_or_a_scene_with_a_part),
        RULE(S55_a_scene_that_only_the_game_can_cast_is_begun_in_vain),
        RULE(S54_who_begins_a_scene_without_the_reaction_is_warned_of),
        RULE(S56_castable_lists_name_scenes),
        RULE(S24_a_scene_that_its_members_begin_again_is_an_error),
        RULE(S54_only_actions_with_a_target_are_aimed_at_one),
        RULE(S54_an_action_is_aimed_at_one_thing),
        RULE(S54_an_action_is_aimed_at_a_part_that_there_is),
        RULE(S54_a_scene_of_one_has_no_other_member),
        RULE(S3_whoever_can_fill_a_part_has_what_is_done_there),
        RULE(S3_whoever_can_fill_a_part_has_what_its_condition_needs),
        RULE(S3_whoever_begins_a_scene_has_what_its_part_needs),
        RULE(S54_somebody_who_can_fill_a_part_has_what_is_asked_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
