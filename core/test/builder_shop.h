/* A builder over a counting allocator that can be told to fail, and short ways to fill it. */
#ifndef BUSTLE_TEST_BUILDER_SHOP_H
#define BUSTLE_TEST_BUILDER_SHOP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "content/content.h"

typedef struct shop {
    bustle_builder *builder;
    bustle_content *content; /* what the last sealing made, or NULL */
    bustle_allocator allocator;
    size_t bytes; /* held now */
    long until_failure; /* allocations that still work; negative: all */
    bool fails_once; /* only the next one then fails, not all after it */
    size_t failures; /* so far */
} shop;

/* Names that kit.c has too: in a static library names are everyone's. */
#define kit_setup builder_kit_setup
#define kit_teardown builder_kit_teardown
#define kit_begin builder_kit_begin

/* Setup and teardown of a test: teardown releases everything and fails if memory is left. */
int shop_setup(void **state);
int shop_teardown(void **state);
#define SHOP_TEST(name) cmocka_unit_test_setup_teardown(name, shop_setup, shop_teardown)

void shop_begin(shop *k);
void shop_end(shop *k);

/* ---- Operations ---- */

#define OPS(...)                                    \
    ((bustle_ops){(const bustle_op[]){__VA_ARGS__}, \
        sizeof((const bustle_op[]){__VA_ARGS__}) / sizeof(bustle_op), NULL})

bustle_op op_on(bustle_op_kind kind, bustle_subject subject, const char *name, int32_t value);
bustle_op op_named(
    bustle_op_kind kind, bustle_subject subject, const char *name, const char *value_name);
bustle_op op_test(bustle_op_kind kind); /* a comparison of the last two pushed values */
bustle_op op_push(bustle_subject subject, const char *name);
bustle_op op_constant(int32_t value);
bustle_op op_plain(bustle_op_kind kind); /* arithmetic, and, or, not */
bustle_op op_call(int32_t number, const char *where);
bustle_op op_by_stack(bustle_op_kind kind, bustle_subject subject, const char *name);

/* ---- Definitions ---- */

/* A small correct world of definitions:
 *   state         energy 0..100 (50), mood (calm, angry), seats 0.., price
 *   environment   weather (dry, rain), hour 0..23
 *   interruption  alarm
 *   action        rest (1 s, no target), sit (2 s, claims a seat of its target)
 *   sequence      day: sit, then rest; failed: rest
 *   entity        bench (seats 2; accepts sit), villager (energy, mood; main day) */
void shop_market(shop *k);

void shop_state(shop *k, const char *name, int32_t minimum, int32_t maximum, int32_t initial);
bustle_action_def shop_action(const char *name); /* lasts 1 s */
void shop_add_action(shop *k, const bustle_action_def *def);

/* A node with up to two unconditional transitions; NULL: none. */
bustle_node_def shop_node(const char *name, bustle_node_kind kind, const char *performs,
    const bustle_transition_def *transitions, size_t count);
#define TO(...)                                   \
    (const bustle_transition_def[]){__VA_ARGS__}, \
        sizeof((const bustle_transition_def[]){__VA_ARGS__}) / sizeof(bustle_transition_def)
bustle_transition_def to(const char *node);
bustle_transition_def to_when(const char *node, bustle_ops when);
bustle_transition_def to_otherwise(const char *node);

bustle_sequence_def shop_sequence(
    const char *name, const char *entry, const bustle_node_def *nodes, size_t count);
#define NODES(...)                          \
    (const bustle_node_def[]){__VA_ARGS__}, \
        sizeof((const bustle_node_def[]){__VA_ARGS__}) / sizeof(bustle_node_def)
void shop_add_sequence(shop *k, const bustle_sequence_def *def);

bustle_entity_def shop_npc(const char *name, const char *main_sequence);
void shop_add_entity(shop *k, const bustle_entity_def *def);

/* ---- Sealing ---- */

/* Seals, and fails the test if that does not work or if there is any problem, a warning included.
 */
const bustle_content *shop_seal(shop *k);
/* Seals, and fails the test unless there is exactly one problem, and it is this one. `text` is part
 * of its text or cure. */
void shop_refused(shop *k, const char *problem, const char *thing, const char *text);
void shop_warned(shop *k, const char *problem, const char *thing, const char *text);
/* Whether the last sealing found such a problem. */
bool shop_found(const shop *k, bustle_severity severity, const char *problem, const char *thing,
    const char *text);
void shop_print_problems(const shop *k);

uint32_t id_of(const shop *k, bustle_kind kind, const char *name);

#endif
