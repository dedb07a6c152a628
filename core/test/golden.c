/* Prints the hash of a fixed run, to be the same in every build. */
#include <stdint.h>
#include <stdio.h>

#include "bustle.h"

int main(void) {
    uint32_t hash = 2166136261u;
    for (const char *c = bustle_version(); *c != '\0'; c++) {
        hash = (hash ^ (uint32_t)(unsigned char)*c) * 16777619u;
    }
    printf("%08lx\n", (unsigned long)hash);
    return 0;
}
