/* What an NPC remembers and where it stands, as text to compare. */
#include "recall.h"

#include <stdio.h>
#include <string.h>

enum { TEXT = 2048, FRAMES = 64, MEMORIES = 256 };

static void add(char *text, const char *format, ...) {
    size_t length = strlen(text);
    va_list values;
    va_start(values, format);
    vsnprintf(text + length, TEXT - length, format, values);
    va_end(values);
}

static void add_node_name(char *text, const kit *k, bustle_id sequence, uint32_t node) {
    add(text, "%s.%s", bustle_content_name(k->content, BUSTLE_KIND_SEQUENCE, sequence),
        bustle_content_node_name(k->content, sequence, node));
}

/* Also of one that has left. */
static const char *label_of(const kit *k, uint32_t spawn_number) {
    for (size_t i = 0; i < k->entity_count; i++) {
        if (bustle_entity_spawn_number(k->entities[i].entity) == spawn_number) {
            return k->entities[i].label;
        }
    }
    return "stranger";
}

static void add_memory(char *text, const kit *k, bustle_memory_kind kind, const bustle_memory *m) {
    if (kind == BUSTLE_MEMORY_INTERRUPTION) {
        add(text, "%u ", (unsigned)m->activity);
    }
    if (kind != BUSTLE_MEMORY_TRANSITION) {
        add(text, "%s ", bustle_content_name(k->content, BUSTLE_KIND_ACTION, m->action));
    }
    if (kind != BUSTLE_MEMORY_ACTION) {
        add_node_name(text, k, m->sequence, m->node);
        add(text, " ");
    }
    if (m->spawn_number != 0) {
        add(text, "%s ", label_of(k, m->spawn_number));
    }
    add(text, "@%lld", (long long)m->time);
    if (kind == BUSTLE_MEMORY_INTERRUPTION) {
        add(text, " %lld/%lld/%lld", (long long)m->duration_ms, (long long)m->timeout_ms,
            (long long)m->spent_ms);
    }
}

void expect_memories(
    const kit *k, const char *label, bustle_memory_kind kind, const char *expected) {
    bustle_memory memories[MEMORIES];
    size_t count = 0;
    char text[TEXT] = "";
    assert_int_equal(
        bustle_npc_memories(k->world, kit_entity(k, label), kind, memories, MEMORIES, &count),
        BUSTLE_OK);
    for (size_t i = 0; i < count; i++) {
        add(text, "%s", i == 0 ? "" : " | ");
        add_memory(text, k, kind, &memories[i]);
    }
    assert_string_equal(text, expected);
}

static size_t list_frames(const kit *k, const char *label, bustle_frame *frames) {
    size_t count = 0;
    assert_int_equal(
        bustle_npc_frames(k->world, kit_entity(k, label), frames, FRAMES, &count), BUSTLE_OK);
    assert_true(count <= FRAMES);
    return count;
}

void expect_stacks(const kit *k, const char *label, const char *expected) {
    static const char *const words[] = {"uninitialized", "processing", "waiting", "in-subsequence",
        "executed", "interrupted", "failed"};
    bustle_frame frames[FRAMES];
    size_t count = list_frames(k, label, frames);
    char text[TEXT] = "";
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            add(text, "%s", frames[i].activity == frames[i - 1].activity ? " > " : " | ");
        }
        add_node_name(text, k, frames[i].sequence, frames[i].node);
        add(text, " %s", words[frames[i].lifecycle]);
    }
    assert_string_equal(text, expected);
}

bustle_frame top_frame(const kit *k, const char *label) {
    bustle_frame frames[FRAMES];
    size_t count = list_frames(k, label, frames);
    assert_true(count > 0);
    return frames[count - 1];
}
