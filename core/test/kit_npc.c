/* The test kit: one entity, from outside. */
#include "kit_npc.h"

#include <stdio.h>
#include <string.h>

void kit_complete(kit *k, const char *label) {
    assert_int_equal(
        bustle_npc_complete(k->world, kit_entity(k, label), BUSTLE_NONE, 0), BUSTLE_OK);
}

void kit_fail(kit *k, const char *label) {
    assert_int_equal(bustle_npc_fail(k->world, kit_entity(k, label), BUSTLE_NONE, 0), BUSTLE_OK);
}

void kit_remove(kit *k, const char *label) {
    assert_int_equal(bustle_world_remove(k->world, kit_entity(k, label)), BUSTLE_OK);
}

int32_t kit_taken(const kit *k, const char *label, const char *state) {
    int32_t amount = 0;
    bustle_entity entity = kit_entity(k, label);
    assert_int_equal(
        bustle_entity_taken(k->world, entity, kit_state(k, state), &amount), BUSTLE_OK);
    return amount;
}

enum { TEXT = 2048, ITEMS = 64 };

static const char *const lifecycle_words[] = {"uninitialized", "processing", "waiting",
    "in-subsequence", "executed", "interrupted", "failed", "at-node", "at-phase"};

/* Adds "sequence/node", after a separator if something is there already. */
static size_t add_place(
    const kit *k, char *text, const char *separator, bustle_id sequence, uint32_t node) {
    size_t length = strlen(text);
    snprintf(text + length, TEXT - length, "%s%s/%s", length == 0 ? "" : separator,
        bustle_content_name(k->content, BUSTLE_KIND_SEQUENCE, sequence),
        bustle_content_node_name(k->content, sequence, node));
    return strlen(text);
}

void kit_expect_stack(const kit *k, const char *label, const char *expected) {
    bustle_frame frames[ITEMS];
    size_t count = 0;
    char text[TEXT] = "";
    bustle_entity npc = kit_entity(k, label);
    assert_int_equal(bustle_npc_frames(k->world, npc, frames, ITEMS, &count), BUSTLE_OK);
    assert_true(count <= ITEMS);
    for (size_t i = 0; i < count; i++) {
        bool first = i > 0 && frames[i].activity != frames[i - 1].activity;
        size_t length =
            add_place(k, text, first ? " | " : ", ", frames[i].sequence, frames[i].node);
        snprintf(text + length, TEXT - length, " %s", lifecycle_words[frames[i].lifecycle]);
    }
    assert_string_equal(text, expected);
}

static const char *label_of_number(const kit *k, uint32_t spawn_number) {
    for (size_t i = 0; i < k->entity_count; i++) {
        if (bustle_entity_spawn_number(k->entities[i].entity) == spawn_number) {
            return k->entities[i].label;
        }
    }
    return "nobody";
}

void kit_expect_memories(
    const kit *k, const char *label, bustle_memory_kind kind, const char *expected) {
    bustle_memory memories[ITEMS];
    size_t count = 0;
    char text[TEXT] = "";
    bustle_entity npc = kit_entity(k, label);
    assert_int_equal(bustle_npc_memories(k->world, npc, kind, memories, ITEMS, &count), BUSTLE_OK);
    assert_true(count <= ITEMS);
    for (size_t i = 0; i < count; i++) {
        const bustle_memory *m = &memories[i];
        size_t length = strlen(text);
        if (kind == BUSTLE_MEMORY_ACTION) {
            snprintf(text + length, TEXT - length, "%s%s %s", i == 0 ? "" : ", ",
                bustle_content_name(k->content, BUSTLE_KIND_ACTION, m->action),
                label_of_number(k, m->spawn_number));
        } else {
            add_place(k, text, ", ", m->sequence, m->node);
        }
        length = strlen(text);
        snprintf(text + length, TEXT - length, " @%lld", (long long)m->time);
    }
    assert_string_equal(text, expected);
}

/* ---- Content ---- */

bustle_action_def *kit_def_sitting(kit *k) {
    def_state(k, "n");
    def_state(k, "free")->minimum = 0;
    def_interruption(k, "call");
    bustle_action_def *sit = def_action(k, "sit", 100);
    add_claim(sit, "free", 1);
    sit->start = OPS(INCREASE(BUSTLE_SELF, "n", 1));
    sit->finish = OPS(INCREASE(BUSTLE_SELF, "n", 10));
    sit->interrupted = OPS(INCREASE(BUSTLE_SELF, "n", 100));
    def_action(k, "look", 50);
    chain(k, "main", "sit");
    chain(k, "answer", "look");
    has(handles(def_npc(k, "npc", "main"), "call", "answer", 0), "n", 0);
    has(has(accepts(def_prop(k, "bench"), "sit"), "n", 0), "free", 3);
    return sit;
}

void kit_begin_sitting(kit *k) {
    kit_begin(k);
    kit_spawn(k, "bench1", "bench");
    kit_spawn(k, "ann", "npc");
    kit_update_to(k, 0);
    kit_expect_only(k, "start", "start ann sit bench1");
}
