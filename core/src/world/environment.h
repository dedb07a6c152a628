/* Cached values of the environment (S9). */
#ifndef BUSTLE_ENVIRONMENT_H
#define BUSTLE_ENVIRONMENT_H

#include "content/content.h"

typedef struct environment_value {
    int64_t asked;
    int32_t value;
    bool known; /* `asked` means something */
    bool refreshed; /* since the conditions were last tested */
    bool in_test; /* while they are */
    bool in_roles; /* roles are tested because it has changed */
    int32_t seen; /* when roles were last looked at */
} environment_value;

bool bsl_environment_init(bustle_world *w);
int32_t bsl_environment_read(bustle_world *w, uint32_t id);
/* Asks watched values that are due, before their conditions are tested. */
void bsl_environment_refresh_watched(bustle_world *w);

#endif
