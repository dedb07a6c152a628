/* S54: conditions and effects of the parts of a scene, as operations and as texts, where names of
 * parts are subjects; and scenes in compiled content. */
#include "tavern.h"

#include <stdlib.h>
#include <string.h>

#include "content/content.h"

#define TEXT_OPS(text_) ((bustle_ops){NULL, 0, (text_)})
static const scene_part *sealed_part(const kit *k, uint32_t index) {
    return &k->content->parts[k->content->scenes[kit_scene(k, "serving")].parts_at + index];
}

static const op *op_at(const kit *k, const code *of, uint32_t index) {
    assert_true(index < of->count);
    return &k->content->ops[of->at + index];
}

static void expect_op(const op *o, unsigned op_code, unsigned subject, unsigned name, int value) {
    assert_int_equal(o->code, op_code);
    assert_int_equal(o->subject, subject);
    assert_int_equal(o->name, name);
    assert_int_equal(o->value, value);
}

static void expect_condition(kit *k) {
    tavern_seals(k);
    const code *when = &sealed_part(k, 1)->when;
    const uint32_t thirst = kit_state(k, "thirst"), tips = kit_state(k, "tips");
    assert_int_equal(when->form, CODE_CONJUNCTION);
    assert_int_equal(when->flags, CODE_USES_DISTANCE);
    assert_int_equal(when->count, 3);
    expect_op(op_at(k, when, 0), OP_GREATER, BUSTLE_SELF, thirst, 3);
    expect_op(op_at(k, when, 1), OP_LESS, FIRST_PART, tips, 9);
    expect_op(op_at(k, when, 2), OP_AT_MOST, BUSTLE_DISTANCE, 0, 4);
}

static void S54_the_condition_of_a_part_is_about_earlier_parts(void **state) {
    kit *k = *state;
    tavern_part(tavern_define(k), 1)->when = OPS(SELF_IS("thirst", BUSTLE_GREATER, 3),
        PART_OP(BUSTLE_LESS, "server", "tips", 9), DISTANCE_IS(BUSTLE_AT_MOST, 4));
    expect_condition(k);
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->when =
        TEXT_OPS("self.thirst > 3 and server.tips < 9 and distance <= 4");
    expect_condition(k);
}

static void S54_a_part_is_calculated_with(void **state) {
    kit *k = *state;
    tavern_part(tavern_define(k), 1)->when = TEXT_OPS("self.thirst > server.thirst + 2");
    tavern_seals(k);
    const code *when = &sealed_part(k, 1)->when;
    assert_int_equal(when->form, CODE_PROGRAM);
    expect_op(op_at(k, when, 1), OP_PUSH, FIRST_PART, kit_state(k, "thirst"), 0);
}

static void expect_effects(kit *k) {
    tavern_seals(k);
    const code *finish = &sealed_part(k, 0)->finish;
    assert_int_equal(finish->form, CODE_EFFECTS);
    assert_int_equal(finish->count, 4);
    expect_op(op_at(k, finish, 0), OP_INCREASE, BUSTLE_SELF, kit_state(k, "tips"), 1);
    expect_op(op_at(k, finish, 1), OP_SET, FIRST_PART + 1, kit_state(k, "thirst"), 0);
    expect_op(op_at(k, finish, 2), OP_RAISE, FIRST_PART + 1, kit_interruption(k, "hurry"), 0);
    expect_op(op_at(k, finish, 3), OP_DECREASE, FIRST_PART, kit_state(k, "tips"), 1);
    assert_int_equal(k->content->max_raises, 1);
    assert_int_equal(sealed_part(k, 0)->broken.form, CODE_EMPTY);
}

static void S54_effects_are_on_self_and_on_any_part(void **state) {
    kit *k = *state;
    tavern_part(tavern_define(k), 0)->finish = OPS(INCREASE(BUSTLE_SELF, "tips", 1),
        PART_OP(BUSTLE_SET, "patron", "thirst", 0), PART_OP(BUSTLE_RAISE, "patron", "hurry", 0),
        PART_OP(BUSTLE_DECREASE, "server", "tips", 1));
    expect_effects(k);
    kit_reset(k);
    tavern_part(tavern_define(k), 0)->finish =
        TEXT_OPS("self.tips += 1; patron.thirst = 0; raise hurry on patron; server.tips -= 1");
    expect_effects(k);
}

static void S54_named_values_and_bounds_are_those_of_the_state(void **state) {
    static const char *const moods[] = {"calm", "angry"};
    kit *k = *state;
    for (int i = 0; i < 2; i++) {
        bustle_scene_def *serving = tavern_define(k);
        bustle_state_def *mood = def_state(k, "mood");
        mood->values = moods;
        mood->value_count = 2;
        has(kit_tagged(def_npc(k, "waiter", "day"), "servers"), "mood", 0);
        tavern_part(serving, 1)->when = i == 0
            ? OPS(NAMED(BUSTLE_EQUAL, BUSTLE_PART, "mood", "angry"))
            : TEXT_OPS("server.mood == 'angry'");
        if (i == 0) {
            ((bustle_op *)tavern_part(serving, 1)->when.list)->part = "server";
        }
        tavern_seals(k);
        expect_op(
            op_at(k, &sealed_part(k, 1)->when, 0), OP_EQUAL, FIRST_PART, kit_state(k, "mood"), 1);
        kit_reset(k);
    }
    bustle_scene_def *serving = tavern_define(k);
    def_state(k, "fame")->minimum = 0;
    has(kit_tagged(def_npc(k, "waiter", "day"), "servers"), "fame", 0);
    tavern_part(serving, 1)->when = TEXT_OPS("server.fame < -2");
    tavern_warned(k, "never-true", "serving", "\"fame\" is never below 0");
}

static void S54_later_and_unknown_parts_are_errors_in_conditions(void **state) {
    kit *k = *state;
    tavern_part(tavern_define(k), 0)->when = TEXT_OPS("patron.thirst > 3");
    tavern_refused(k, "later-part", "serving",
        "part \"server\", when, column 8: it is about part \"patron\", for which nobody");
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->when = TEXT_OPS("patron.thirst > 3");
    tavern_refused(k, "later-part", "serving", "put that part first");
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->when = OPS(PART_OP(BUSTLE_LESS, "sever", "tips", 9));
    tavern_refused(k, "unknown-part", "serving", "did you mean \"server\"?");
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->when = OPS(PART_OP(BUSTLE_LESS, NULL, "tips", 9));
    tavern_refused(k, "unknown-part", "serving", "which the scene does not have");
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->finish = OPS(PART_OP(BUSTLE_RAISE, "sever", "hurry", 0));
    tavern_refused(k, "unknown-part", "serving", "did you mean \"server\"?");
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->finish = OPS(PART_OP(BUSTLE_SET, "sever", "thirst", 0));
    tavern_refused(k, "unknown-part", "serving", "did you mean \"server\"?");
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->when = TEXT_OPS("server.tipps < 9");
    tavern_refused(k, "unknown-state", "serving", "did you mean \"tips\"?");
}

static void S54_effects_of_a_scene_have_no_target(void **state) {
    kit *k = *state;
    tavern_part(tavern_define(k), 0)->finish = TEXT_OPS("target.thirst = 0");
    tavern_refused(k, "scene-effect", "serving", "part \"server\", finish: it mentions target");
    kit_reset(k);
    tavern_part(tavern_define(k), 0)->broken = TEXT_OPS("self.tips += distance");
    tavern_refused(k, "scene-effect", "serving", "part \"server\", broken: it mentions target");
}

static void S54_parts_are_named_in_their_scene_only(void **state) {
    kit *k = *state;
    tavern_define(k);
    def_action(k, "spill", 1000)->when = OPS(PART_OP(BUSTLE_LESS, "server", "tips", 9));
    tavern_refused(k, "bad-subject", "spill", "it cannot be about a part");
    kit_reset(k);
    tavern_define(k);
    def_action(k, "spill", 1000)->start = OPS(PART_OP(BUSTLE_SET, "server", "tips", 9));
    tavern_refused(k, "bad-subject", "spill", "it cannot be about a part");
    kit_reset(k);
    tavern_define(k);
    def_action(k, "spill", 1000)->when = TEXT_OPS("server.tips < 9");
    assert_string_equal(kit_expect_problem(k, BUSTLE_ERROR, "spill"), "unknown-constant");
}

static void S54_a_part_alone_says_nothing(void **state) {
    kit *k = *state;
    tavern_part(tavern_define(k), 1)->when = TEXT_OPS("server > 3");
    tavern_refused(k, "syntax", "serving", "name what of it: server.something");
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->finish = TEXT_OPS("raise hurry on nobody");
    tavern_refused(k, "unknown-link", "serving", "link \"nobody\" is not defined");
    kit_reset(k);
    tavern_part(tavern_define(k), 1)->finish = TEXT_OPS("raise hurry on 3");
    tavern_refused(k, "syntax", "serving", "expected self, target, a part or a path, found 3");
}

/* ---- Compiled content ---- */

static void define_everything(kit *k) {
    bustle_scene_def *serving = tavern_define(k);
    serving->origin = "tavern.lua:3";
    serving->topic = "drinks";
    serving->within = 6;
    serving->priority = 4;
    serving->patience_ms = 1;
    serving->limit_ms = 2;
    serving->longest_ms = 3;
    serving->rest_ms = 4;
    serving->waiting = "idle";
    serving->interrupted_breaks = true;
    bustle_part_def *patron = tavern_part(serving, 1);
    patron->least = 2;
    patron->most = 5;
    patron->when = TEXT_OPS("self.thirst > server.tips");
    patron->preference = BUSTLE_PREFER_MOST;
    patron->preferred_state = "thirst";
    patron->finish = OPS(PART_OP(BUSTLE_SET, "server", "tips", 2));
    patron->broken = TEXT_OPS("self.thirst += 1");
    add_part(serving, "onlooker", NULL, NULL);
    bustle_sequence_def *shift = def_sequence(k, "shift", "stage");
    bustle_node_def *stage = kit_stage(shift, "stage", "serving", "server", "pour");
    stage->timeout_ms = 700;
    bustle_node_def *pour = add_node(shift, "pour", BUSTLE_NODE_ACTION, "talk");
    pour->at_part = "patron";
    pour->free = true;
    add_edge(pour, "END", ALWAYS);
    shift->castable = BUSTLE_CASTABLE_ALWAYS;
    shift->castable_in = NAMES("serving");
    shift->castable_in_count = 1;
    bustle_cue_def *thirsty = kit_cue("thirsty", NULL, "servers");
    thirsty->scene = "serving";
    thirsty->as = "server";
    bustle_entity_def *fan = has(has(def_npc(k, "fan", "day"), "tips", 1), "thirst", 1);
    kit_add_cue(kit_reacts(fan, "drinks", "day"), thirsty);
    kit_add_role_reaction(kit_def_role(k, "drunk", "day"), "drinks", "serve");
}

static uint8_t *saved(const bustle_builder *builder, size_t *size) {
    OK(bustle_builder_save(builder, NULL, 0, size));
    uint8_t *bytes = malloc(*size);
    assert_non_null(bytes);
    OK(bustle_builder_save(builder, bytes, *size, size));
    return bytes;
}

static void scenes_come_back_as_they_were(void **state) {
    kit *k = *state;
    define_everything(k);
    tavern_seals(k);
    size_t size = 0, again_size = 0;
    uint8_t *bytes = saved(k->builder, &size);
    bustle_builder *other = bustle_builder_create(NULL);
    OK(bustle_builder_load(other, bytes, size));
    uint8_t *again = saved(other, &again_size);
    assert_int_equal(again_size, size);
    assert_memory_equal(again, bytes, size);
    bustle_content *loaded = NULL;
    OK(bustle_builder_seal(other, &loaded));
    const bustle_content *c = k->content;
    assert_int_equal(loaded->size, c->size);
    assert_int_equal(loaded->part_name_count, 3);
    assert_memory_equal(loaded->scenes, c->scenes, sizeof *c->scenes);
    assert_memory_equal(loaded->parts, c->parts, 3 * sizeof *c->parts);
    assert_memory_equal(loaded->waits, c->waits, sizeof *c->waits);
    assert_memory_equal(loaded->nodes, c->nodes, c->node_count * sizeof *c->nodes);
    assert_memory_equal(loaded->cues, c->cues, sizeof *c->cues);
    bustle_content_release(loaded);
    bustle_builder_destroy(other);
    free(again);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        RULE(S54_the_condition_of_a_part_is_about_earlier_parts),
        RULE(S54_a_part_is_calculated_with),
        RULE(S54_effects_are_on_self_and_on_any_part),
        RULE(S54_named_values_and_bounds_are_those_of_the_state),
        RULE(S54_later_and_unknown_parts_are_errors_in_conditions),
        RULE(S54_effects_of_a_scene_have_no_target),
        RULE(S54_parts_are_named_in_their_scene_only),
        RULE(S54_a_part_alone_says_nothing),
        RULE(scenes_come_back_as_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
