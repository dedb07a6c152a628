/* Measures the core without Lua. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bustle.h"

static double seconds_now(void) {
    struct timespec now;
    if (timespec_get(&now, TIME_UTC) != TIME_UTC) {
        return 0.0;
    }
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
    enum { CALLS = 1000000 };
    size_t length = 0;
    double start = seconds_now();
    for (int i = 0; i < CALLS; i++) {
        length += strlen(bustle_version());
    }
    double each = (seconds_now() - start) * 1e9 / CALLS;
    if (length == 0) {
        return 1;
    }
    if (argc > 1 && strcmp(argv[1], "--json") == 0) {
        printf("{\"version_call_ns\": %.3f}\n", each);
    } else {
        printf("version call: %.3f ns\n", each);
    }
    return 0;
}
