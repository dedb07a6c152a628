/* The clocks of each system. */
#if !defined(_WIN32)
/* Asks for clock_gettime. NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c) */
#define _POSIX_C_SOURCE 200809L
#endif

#include "stopwatch.h"

#if defined(_WIN32)

#include <windows.h>

int64_t wall_ns(void) {
    LARGE_INTEGER frequency;
    LARGE_INTEGER count;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    const int64_t seconds = count.QuadPart / frequency.QuadPart;
    const int64_t rest = count.QuadPart % frequency.QuadPart;
    return seconds * 1000000000 + rest * 1000000000 / frequency.QuadPart;
}

static int64_t hundreds_of_ns(FILETIME time) {
    return (int64_t)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

int64_t processor_ns(void) {
    FILETIME created;
    FILETIME ended;
    FILETIME kernel;
    FILETIME user;
    GetProcessTimes(GetCurrentProcess(), &created, &ended, &kernel, &user);
    return (hundreds_of_ns(kernel) + hundreds_of_ns(user)) * 100;
}

#else

#include <time.h>

static int64_t read(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t wall_ns(void) {
    return read(CLOCK_MONOTONIC);
}

int64_t processor_ns(void) {
    return read(CLOCK_PROCESS_CPUTIME_ID);
}

#endif
