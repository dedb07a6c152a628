/* The core in a C program, without Lua. */
#include <stdio.h>

#include <bustle.h>

int main(void) {
    printf("bustle %s\n", bustle_version());
    return 0;
}
