/* Finding the name that somebody meant. */
#ifndef BUSTLE_NEAREST_H
#define BUSTLE_NEAREST_H

#include <stddef.h>
#include <stdint.h>

/* So many letters are compared with each other for one content: whoever makes mistakes by the
 * thousand gets no suggestions for the last of them, instead of waiting for minutes. */
#define PATIENCE ((size_t)50000000)

/* The closest of the names, of which one letter of three may be wrong; among equals the first.
 * NULL: none is close, or there is no patience left. Some names may be NULL. */
const char *bsl_nearest_of(const char *name, const char *(*name_at)(const void *, uint32_t),
    const void *names, uint32_t count, size_t *patience);

#endif
