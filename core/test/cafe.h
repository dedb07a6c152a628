/* A cafe for the rules about claims. */
#ifndef CAFE_H
#define CAFE_H

#include "kit.h"

/* What def_cafe made, to be changed until kit_begin. */
typedef struct cafe_defs {
    bustle_action_def *sit, *wait;
    bustle_sequence_def *rest;
    bustle_entity_def *bench, *guest;
} cafe_defs;

extern cafe_defs cafe;

/* A guest's main sequence "rest" claims 2 "free" of a bench, sits (1000 ms, 1 more) and waits
 * (1000 ms). A bench has 5; at most 8. "rain" makes a guest "look" (500 ms; sequence "answer"). */
void def_cafe(kit *k);

void begin_sitting(kit *k); /* "ann" sits on "bench1", at 0 */

/* The parts of "free" that nobody and somebody has claimed; and the world is consistent. */
void expect_bench(kit *k, const char *label, int32_t free, int32_t taken);

#endif
