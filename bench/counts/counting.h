/* Counting the instructions between two places, under callgrind. What is not counted runs much
 * faster than what is. */
#ifndef BENCH_COUNTING_H
#define BENCH_COUNTING_H

#include <stddef.h>

#if BUSTLE_HAS_CALLGRIND
#include <valgrind/callgrind.h>
#define COUNTING_BEGINS() CALLGRIND_START_INSTRUMENTATION
#define COUNTING_ENDS() CALLGRIND_STOP_INSTRUMENTATION
#else
#define COUNTING_BEGINS() ((void)0)
#define COUNTING_ENDS() ((void)0)
#endif

/* Calls a program's main function with the stack where it always is under valgrind, however much
 * the environment and the arguments take: how fast memory is copied depends on addresses, and so
 * does the seed of Lua's hashes. */
int run_at_fixed_address(int (*program)(int, char **), int argc, char **argv);

/* The compiler, the machine and the C library that counts belong to, such as "gcc 12, x86_64, glibc
 * 2.36". */
void describe_build(char *text, size_t size);

#endif
