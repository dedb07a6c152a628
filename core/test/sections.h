/* A save taken apart into its sections and put together again, for those who change it. */
#ifndef SECTIONS_H
#define SECTIONS_H

#include <stddef.h>
#include <stdint.h>

enum { SECTIONS_MOST = 64 };

typedef struct section_part {
    char name[64];
    uint32_t version;
    const uint8_t *body;
    size_t size;
} section_part;

/* Of the bytes after the header and what is attached. How many; 0: they are no sections. */
size_t sections_of(const uint8_t *bytes, size_t size, section_part *parts);
/* The size of it. There must be room. */
size_t sections_put(uint8_t *bytes, const section_part *parts, size_t count);

#endif
