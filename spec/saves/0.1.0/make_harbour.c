/* make_harbour FOLDER: the harbour of core/test as compiled content, and saves of it at several
 * moments, as bustle 0.1.0 made them:
 *
 *   ./bustle build debug
 *   gcc -Icore/include -Icore/test -o build/make_harbour spec/saves/0.1.0/make_harbour.c \
 *       core/test/told.c core/test/harbour.c core/test/harbour_run.c \
 *       -Lbuild/debug/core -lbustle -Wl,-rpath,build/debug/core
 *   build/make_harbour spec/saves/0.1.0 */
#include <stdlib.h>

#include "harbour_run.h"
#include "told.h"

enum { SAVES = 4, LEFT = 14 };

static FILE *open_file(const char *folder, const char *name) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    return file;
}

static void write_content(const char *folder) {
    static uint8_t bytes[1u << 20];
    size_t size = 0;
    bustle_builder *builder = harbour_builder(NULL);
    FILE *file = open_file(folder, "harbour.content");
    if (bustle_builder_save(builder, bytes, sizeof bytes, &size) != BUSTLE_OK ||
        fwrite(bytes, 1, size, file) != size) {
        exit(EXIT_FAILURE);
    }
    fclose(file);
    bustle_builder_destroy(builder);
}

/* All but a few leave, so that the saves stay small. */
static void thin_out(harbour_run *run) {
    bustle_entity e = 0;
    uint32_t entities = 0;
    while ((e = bustle_world_next(run->world, e)) != 0) {
        if (++entities % 11 != 0 || entities > 11 * LEFT) {
            (void)bustle_world_remove(run->world, e);
        }
    }
}

static void write_save(const char *folder, int number) {
    char name[64];
    harbour_run run;
    bustle_snapshot s = {0};
    harbour_run_begin(&run, (uint64_t)number);
    harbour_run_until(&run, number * 9000);
    thin_out(&run);
    if (number % 2 == 0) {
        run.game.now += 50;
        (void)bustle_world_update(run.world, run.game.now, NULL);
    }
    (void)snprintf(name, sizeof name, "harbour-%d.save", number);
    FILE *file = open_file(folder, name);
    if (bustle_snapshot_save(run.world, "mine", 4, &s) != BUSTLE_OK ||
        fwrite(s.bytes, 1, s.size, file) != s.size) {
        exit(EXIT_FAILURE);
    }
    fclose(file);
    (void)snprintf(name, sizeof name, "harbour-%d.txt", number);
    file = open_file(folder, name);
    told(run.world, file);
    fclose(file);
    bustle_snapshot_free(&s);
    harbour_run_end(&run);
}

int main(int count, char **arguments) {
    if (count != 2) {
        return EXIT_FAILURE;
    }
    write_content(arguments[1]);
    for (int i = 1; i <= SAVES; i++) {
        write_save(arguments[1], i);
    }
    return EXIT_SUCCESS;
}
