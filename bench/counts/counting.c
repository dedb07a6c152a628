/* What both counted programs have to take care of, so that counts repeat. */
#include "counting.h"

#include <stdio.h>

#if BUSTLE_HAS_CALLGRIND
#define STACK_STEP 0x40000 /* more than environment and arguments usually take */
#else
#define STACK_STEP 16
#endif

int run_at_fixed_address(int (*program)(int, char **), int argc, char **argv) {
    _Alignas(STACK_STEP) volatile char place = 0;
    const int result = program(argc, argv);
    return result + place;
}

#if defined(__clang__)
#define COMPILER "clang"
#define COMPILER_VERSION __clang_major__
#elif defined(__GNUC__)
#define COMPILER "gcc"
#define COMPILER_VERSION __GNUC__
#else
#define COMPILER "another compiler"
#define COMPILER_VERSION 0
#endif

#if defined(__x86_64__)
#define MACHINE "x86_64"
#elif defined(__aarch64__)
#define MACHINE "aarch64"
#else
#define MACHINE "another machine"
#endif

#if defined(__GLIBC__)
#define LIBRARY "glibc"
#define LIBRARY_MAJOR __GLIBC__
#define LIBRARY_MINOR __GLIBC_MINOR__
#else
#define LIBRARY "another C library"
#define LIBRARY_MAJOR 0
#define LIBRARY_MINOR 0
#endif

void describe_build(char *text, size_t size) {
    snprintf(text, size, "%s %d, %s, %s %d.%d", COMPILER, COMPILER_VERSION, MACHINE, LIBRARY,
        LIBRARY_MAJOR, LIBRARY_MINOR);
}
