/* Finds rows, and sees that damage is found and mended. */
#include "damage.h"

entity *damage_row(const kit *k, const char *label) {
    return entity_at(k->world, bsl_entity_slot(k->world, kit_entity(k, label)));
}

npc *damage_mind(const kit *k, const char *label) {
    return (npc *)(void *)damage_row(k, label);
}

void damage_expect_found(const kit *k, const char *what, void *damaged, const void *before,
    size_t size, const char *part) {
    char text[256] = "";
    const bustle_status status = bustle_world_check(k->world, text, sizeof text);
    if (status != BUSTLE_INCONSISTENT || strstr(text, part) == NULL) {
        fail_msg("%s: expected \"%s\", found \"%s\"", what, part, text);
    }
    memcpy(damaged, before, size);
    OK(bustle_world_check(k->world, text, sizeof text));
    assert_string_equal(text, "");
}
