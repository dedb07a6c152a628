/* The market, or the village, without Lua: `bustle compile behaviours/market -o market.bustle`
 * writes the pack as bytes; this program loads them, fills the place, and plays the game: it shouts
 * once, and opens and closes the market, or lets the village have a feast.
 *
 *     market FILE [SECONDS [SEED]]
 *
 * With the same seed and the same calls a game in Lua decides the same: the hash says so. */
#include <bustle.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP_MS 100
#define SHOUT_AT 60000
#define FIRST_AT 120000
#define THEN_AT 180000

/* What the game says of a place, what of it first and then no more, and whom it tells of. */
static const struct {
    const char *flag, *whom;
    bool first;
} GAMES[] = {{"market.market_open", "Ada", false}, {"village.feast", "Brian", true}};

static void check(bustle_status status, const char *what) {
    if (status != BUSTLE_OK) {
        fprintf(stderr, "%s: %s\n", what, bustle_status_text(status));
        exit(EXIT_FAILURE);
    }
}

/* ---- Content ---- */

static void *file_bytes(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0) {
        long length = ftell(file);
        bytes = length < 0 ? NULL : malloc((size_t)length + 1);
        rewind(file);
        *size = bytes == NULL ? 0 : fread(bytes, 1, (size_t)length, file);
    }
    if (file != NULL) {
        fclose(file);
    }
    if (bytes == NULL) {
        fprintf(stderr, "%s: it cannot be read\n", path);
        exit(EXIT_FAILURE);
    }
    return bytes;
}

static bustle_content *load(const char *path) {
    size_t size = 0;
    void *bytes = file_bytes(path, &size);
    bustle_builder *builder = bustle_builder_create(NULL);
    check(bustle_builder_load(builder, bytes, size), path);
    bustle_content *content = NULL;
    check(bustle_builder_seal(builder, &content), path);
    bustle_builder_destroy(builder);
    free(bytes);
    return content;
}

/* ---- The world ---- */

/* Links between places are made when all of them are there. */
static void link_places(
    bustle_world *world, const bustle_content *content, const bustle_entity *entities) {
    for (uint32_t i = 0; i < bustle_content_place_count(content); i++) {
        for (uint32_t n = 0; n < bustle_content_place_link_count(content, i); n++) {
            bustle_place_link link;
            check(bustle_content_place_link(content, i, n, &link), "a link");
            check(bustle_world_link(world, entities[i], link.link, entities[link.to], link.value),
                "a link");
        }
    }
}

static bustle_world *fill(bustle_content *content, uint64_t seed) {
    bustle_world_def def = bustle_default_world_def();
    def.seed = seed;
    bustle_world *world = NULL;
    check(bustle_world_create(content, &def, &world), "the world");
    uint32_t count = bustle_content_place_count(content);
    bustle_entity *entities = calloc(count + 1, sizeof *entities);
    check(entities == NULL ? BUSTLE_NO_MEMORY : BUSTLE_OK, "the places");
    for (uint32_t i = 0; i < count; i++) {
        bustle_spawn_def place;
        check(bustle_content_place(content, i, &place), "a place");
        check(bustle_world_spawn(world, &place, &entities[i]), "a place");
    }
    link_places(world, content, entities);
    free(entities);
    return world;
}

/* Which of the games this content is for. */
static size_t game_of(const bustle_content *content) {
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
        if (bustle_content_find(content, BUSTLE_KIND_ENVIRONMENT, GAMES[i].flag) != BUSTLE_NONE) {
            return i;
        }
    }
    fprintf(stderr, "this is neither the market nor the village\n");
    exit(EXIT_FAILURE);
}

/* What the game does at this time, before the update. */
static void act(bustle_world *world, size_t game, int64_t now) {
    const bustle_content *content = bustle_world_content(world);
    bustle_id shout =
        bustle_content_find(content, BUSTLE_KIND_INTERRUPTION, "common.player_shouts");
    if (now == SHOUT_AT) {
        check(bustle_world_interrupt_all(world, shout, 0, NULL), "the shout");
    } else if (now == FIRST_AT || now == THEN_AT) {
        bustle_id flag = bustle_content_find(content, BUSTLE_KIND_ENVIRONMENT, GAMES[game].flag);
        bool value = (now == FIRST_AT) == GAMES[game].first;
        check(bustle_world_set_environment(world, flag, value), GAMES[game].flag);
    }
}

/* The name of an action as its pack calls it. */
static const char *action_name(const bustle_world *world, bustle_id action) {
    const char *name = bustle_content_name(bustle_world_content(world), BUSTLE_KIND_ACTION, action);
    const char *dot = strchr(name, '.');
    return dot == NULL ? name : dot + 1;
}

/* The starts of one person, as they happen. */
static void tell(bustle_world *world, bustle_entity whom) {
    size_t count = 0;
    const bustle_event *events = bustle_world_events(world, &count);
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind == BUSTLE_EVENT_START && events[i].npc == whom) {
            const char *target = bustle_entity_name(world, events[i].target);
            printf("%7.1f s  %s: %s%s%s\n", (double)events[i].time / 1000,
                bustle_entity_name(world, whom), action_name(world, events[i].name),
                target == NULL ? "" : ", ", target == NULL ? "" : target);
        }
    }
}

int main(int count, char **arguments) {
    if (count < 2) {
        fprintf(stderr, "usage: market FILE [SECONDS [SEED]]\n");
        return 2;
    }
    int64_t end = (count > 2 ? strtoll(arguments[2], NULL, 10) : 300) * 1000;
    uint64_t seed = count > 3 ? strtoull(arguments[3], NULL, 10) : 7;
    bustle_content *content = load(arguments[1]);
    size_t game = game_of(content);
    bustle_world *world = fill(content, seed);
    bustle_entity whom = bustle_world_find(world, GAMES[game].whom);
    for (int64_t now = STEP_MS; now <= end; now += STEP_MS) {
        act(world, game, now);
        check(bustle_world_update(world, now, NULL), "the update");
        tell(world, whom);
    }
    bustle_stats stats;
    check(bustle_world_stats(world, &stats), "the statistics");
    printf("%" PRIu32 " people, %" PRIu64 " actions, %" PRIu32 " halted, hash %08" PRIx32 "\n",
        stats.npcs, stats.starts, stats.halted, bustle_world_hash(world));
    bustle_world_destroy(world);
    bustle_content_release(content);
    return EXIT_SUCCESS;
}
