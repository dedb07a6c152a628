/* A pack with functions, without Lua: `bustle compile examples/embed/well -o well.bustle` lists the
 * functions by name, and this program has one for each.
 *
 *     well FILE [SECONDS]
 *
 * The functions do what those in well/content.lua do, so that a game in Lua decides the same: the
 * hash says so. */
#include <bustle.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void check(bustle_status status, const char *what) {
    if (status != BUSTLE_OK) {
        fprintf(stderr, "%s: %s\n", what, bustle_status_text(status));
        exit(EXIT_FAILURE);
    }
}

/* ---- The functions ---- */

static bustle_id state_of(const bustle_world *world, const char *name) {
    return bustle_content_find(bustle_world_content(world), BUSTLE_KIND_STATE, name);
}

static int32_t get(const bustle_world *world, bustle_entity entity, const char *state) {
    int32_t value = 0;
    check(bustle_entity_get(world, entity, state_of(world, state), &value), state);
    return value;
}

static void set(bustle_world *world, bustle_entity entity, const char *state, int32_t value) {
    check(bustle_entity_set(world, entity, state_of(world, state), value), state);
}

static int may_drink(void *context, bustle_world *world, bustle_call *call) {
    (void)context;
    const int32_t water = get(world, call->target, "well.water");
    return get(world, call->self, "well.thirst") * 2 > 40 - water;
}

static int drink(void *context, bustle_world *world, bustle_call *call) {
    int64_t *drunk = context;
    const int32_t thirst = get(world, call->self, "well.thirst");
    const int32_t water = get(world, call->target, "well.water");
    int32_t sips = thirst < water ? thirst : water;
    sips = sips < 3 ? sips : 3;
    set(world, call->self, "well.thirst", thirst - sips);
    set(world, call->target, "well.water", water - sips);
    *drunk += sips;
    return 0;
}

static int longs_for_rain(void *context, bustle_world *world, bustle_call *call) {
    (void)context;
    return get(world, call->self, "well.thirst") % 4 == 3;
}

/* ---- Content ---- */

static void load(bustle_builder *builder, const char *path) {
    static char bytes[65536];
    FILE *file = fopen(path, "rb");
    const size_t size = file == NULL ? 0 : fread(bytes, 1, sizeof bytes, file);
    if (file != NULL) {
        fclose(file);
    }
    check(bustle_builder_load(builder, bytes, size), path);
}

/* A function that is missing is a problem like any other: all are told at once. */
static bustle_content *seal(bustle_builder *builder) {
    bustle_content *content = NULL;
    const bustle_status status = bustle_builder_seal(builder, &content);
    bustle_problem problem;
    for (size_t i = 0; bustle_builder_problem(builder, i, &problem); i++) {
        fprintf(stderr, "%s \"%s\": %s (%s)\n", problem.kind, problem.thing, problem.text,
            problem.cure);
    }
    check(status, "the content");
    return content;
}

int main(int count, char **arguments) {
    if (count < 2) {
        fprintf(stderr, "usage: well FILE [SECONDS]\n");
        return 2;
    }
    int64_t drunk = 0;
    bustle_builder *builder = bustle_builder_create(NULL);
    load(builder, arguments[1]);
    check(bustle_builder_bind(builder, "well.drink.when", may_drink, NULL), "may_drink");
    check(bustle_builder_bind(builder, "well.drink.finish", drink, &drunk), "drink");
    check(bustle_builder_bind(builder, "well.day.walk.1", longs_for_rain, NULL), "longs_for_rain");
    bustle_content *content = seal(builder);
    bustle_builder_destroy(builder);

    bustle_world_def def = bustle_default_world_def();
    def.seed = 7;
    bustle_world *world = NULL;
    check(bustle_world_create(content, &def, &world), "the world");
    for (uint32_t i = 0; i < bustle_content_place_count(content); i++) {
        bustle_spawn_def place;
        bustle_entity entity = 0;
        check(bustle_content_place(content, i, &place), "a place");
        check(bustle_world_spawn(world, &place, &entity), "a place");
    }
    const int64_t end = (count > 2 ? strtoll(arguments[2], NULL, 10) : 300) * 1000;
    for (int64_t now = 100; now <= end; now += 100) {
        check(bustle_world_update(world, now, NULL), "the update");
    }
    bustle_stats stats;
    check(bustle_world_stats(world, &stats), "the statistics");
    printf("%" PRIu32 " guests, %" PRIu64 " actions, hash %08" PRIx32 "\n", stats.npcs,
        stats.starts, bustle_world_hash(world));
    fprintf(stderr, "%" PRId64 " sips\n", drunk);
    bustle_world_destroy(world);
    bustle_content_release(content);
    return EXIT_SUCCESS;
}
