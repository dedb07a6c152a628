/* What programs for saves from elsewhere share: reading files and compiled content. Each ends the
 * program, with a message, where it cannot. */
#ifndef BUSTLE_TEST_CARRIED_H
#define BUSTLE_TEST_CARRIED_H

#include "bustle.h"

typedef struct carried {
    uint8_t *at; /* to be freed */
    size_t size;
} carried;

void carried_give_up(const char *what, const char *why);
void carried_check(bustle_status status, const char *what);
carried carried_read(const char *path);
bustle_content *carried_content(const char *path);

#endif
