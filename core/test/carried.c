#include "carried.h"

#include <stdio.h>
#include <stdlib.h>

void carried_give_up(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

carried carried_read(const char *path) {
    carried b = {malloc(1u << 20), 0};
    FILE *file = fopen(path, "rb");
    if (file == NULL || b.at == NULL) {
        carried_give_up(path, "cannot be read");
        return b;
    }
    b.size = fread(b.at, 1, 1u << 20, file);
    fclose(file);
    return b;
}

void carried_check(bustle_status status, const char *what) {
    if (status != BUSTLE_OK) {
        carried_give_up(what, bustle_status_text(status));
    }
}

bustle_content *carried_content(const char *path) {
    const carried b = carried_read(path);
    bustle_content *content = NULL;
    bustle_builder *builder = bustle_builder_create(NULL);
    carried_check(bustle_builder_load(builder, b.at, b.size), path);
    carried_check(bustle_builder_seal(builder, &content), path);
    bustle_builder_destroy(builder);
    free(b.at);
    return content;
}
