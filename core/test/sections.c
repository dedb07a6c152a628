/* Sections of a save: a name, a version and a size before each. */
#include "sections.h"

#include <string.h>

#include "base/bytes.h"

static bool get_part(reader *in, section_part *part) {
    const uint32_t length = bsl_get_count(in, 1);
    const uint8_t *name = bsl_get_bytes(in, length);
    part->version = (uint32_t)get_number(in);
    part->size = (size_t)bsl_get_long(in);
    part->body = in->problem == NULL ? bsl_get_bytes(in, part->size) : NULL;
    if (part->body == NULL || length >= sizeof part->name) {
        return false;
    }
    memset(part->name, 0, sizeof part->name);
    memcpy(part->name, name, length);
    return true;
}

size_t sections_of(const uint8_t *bytes, size_t size, section_part *parts) {
    reader in = {.start = bytes, .at = bytes, .end = bytes + size};
    size_t count = 0;
    while (count < SECTIONS_MOST && bytes_left(&in) > 0) {
        if (!get_part(&in, &parts[count++])) {
            return 0;
        }
    }
    return count;
}

size_t sections_put(uint8_t *bytes, const section_part *parts, size_t count) {
    uint8_t *at = bytes;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(parts[i].name);
        *at++ = (uint8_t)length;
        memcpy(at, parts[i].name, length);
        at += length;
        *at++ = (uint8_t)parts[i].version;
        store_long(at, parts[i].size);
        at += LONG_SIZE;
        memcpy(at, parts[i].body, parts[i].size);
        at += parts[i].size;
    }
    return (size_t)(at - bytes);
}
