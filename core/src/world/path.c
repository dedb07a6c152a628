/* Following paths: breadth first, from those found by one step to those found by the next. */
#include "world/path.h"
#include "observe/event.h"
#include "together/place.h"
#include "together/scene.h"
#include "world/area.h"
#include "world/link.h"
#include "world/world.h"

#include <stdio.h>

#define MOST_ROUNDS 16u /* of a step with + */

/* ---- Whom links lead to ---- */

typedef struct others { /* in the order of spawn numbers */
    item items[PATH_LINKS + 1];
    uint32_t count, most;
} others;

static void add_last(const bustle_world *w, others *o, uint32_t slot) {
    if (slot != NOBODY && o->count < o->most) {
        o->items[o->count++] = (item){.key = entity_at(w, slot)->spawn, .value = slot};
    }
}

/* Of those that come in no order, the first are kept, each once. */
static void add_sorted(const bustle_world *w, others *o, uint32_t slot) {
    const uint64_t spawn = entity_at(w, slot)->spawn;
    uint32_t place = o->count;
    while (place > 0 && o->items[place - 1].key > spawn) {
        place--;
    }
    if ((place > 0 && o->items[place - 1].key == spawn) || place == o->most) {
        return;
    }
    o->count += o->count < o->most ? 1 : 0;
    memmove(o->items + place + 1, o->items + place, (o->count - 1 - place) * sizeof(item));
    o->items[place] = (item){.key = spawn, .value = slot};
}

/* S65: the scene whose part is the topmost on the running activity's stack; POOL_NONE. */
static uint32_t part_of(const bustle_world *w, uint32_t slot) {
    const npc *self = npc_at(w, slot);
    return w->has_scenes && definition_of(w, &self->e)->npc && self->now.top != POOL_NONE
        ? bsl_scene_topmost_part(w, &self->now)
        : POOL_NONE;
}

static bool takes_part(const member *m, uint32_t except) {
    return (m->flags & MEMBER_LEFT) == 0 && m->slot != except;
}

static void add_members(const bustle_world *w, others *o, uint32_t slot) {
    const uint32_t part = part_of(w, slot);
    if (part == POOL_NONE) {
        return;
    }
    for (uint32_t i = staged_at(w, member_at(w, part)->staged)->members; i != POOL_NONE;
         i = member_at(w, i)->next) {
        if (takes_part(member_at(w, i), slot)) {
            add_sorted(w, o, member_at(w, i)->slot);
        }
    }
}

static void add_inside(const bustle_world *w, others *o, uint32_t area) {
    bsl_area_sort_inside(w, area);
    for (uint32_t i = ties_of(w, entity_at(w, area))->inside;
         i != POOL_NONE && o->count < o->most;) {
        const presence *p = pool_at(&w->areas.presences, i);
        add_last(w, o, p->npc);
        i = p->next_inside;
    }
}

static holding *holding_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->places, index);
}

/* One that holds several places is one. */
static void add_holders(const bustle_world *w, others *o, uint32_t provider) {
    const entity *e = entity_at(w, provider);
    uint32_t last = NOBODY;
    bsl_place_sort_holders(w, e);
    for (uint32_t i = ties_of(w, e)->holders; i != POOL_NONE && o->count < o->most;
         i = holding_at(w, i)->next_holder) {
        if (holding_at(w, i)->slot != last) {
            last = holding_at(w, i)->slot;
            add_last(w, o, last);
        }
    }
}

static void add_providers(const bustle_world *w, others *o, const ties *t) {
    for (uint32_t i = t->places; i != POOL_NONE; i = holding_at(w, i)->next) {
        if ((holding_at(w, i)->flags & PLACE_HELD) != 0) {
            add_sorted(w, o, holding_at(w, i)->provider);
        }
    }
}

static bool is_holder(const bustle_world *w, const ties *holder, uint32_t provider) {
    for (uint32_t i = holder == NULL ? POOL_NONE : holder->places; i != POOL_NONE;
         i = holding_at(w, i)->next) {
        if ((holding_at(w, i)->flags & PLACE_HELD) != 0 && holding_at(w, i)->provider == provider) {
            return true;
        }
    }
    return false;
}

static void add_inner(const bustle_world *w, others *o, uint32_t slot) {
    for (uint32_t i = bsl_area_next_inner(w, slot, 0); i < w->areas.count;
         i = bsl_area_next_inner(w, slot, i + 1)) {
        add_last(w, o, w->areas.all[i].value);
    }
}

static void add_implied(const bustle_world *w, others *o, uint32_t slot, uint32_t kind) {
    const ties *t = ties_of(w, entity_at(w, slot));
    if (kind == LINK_MEMBER) {
        add_members(w, o, slot);
    }
    if (t == NULL) {
        return;
    }
    switch ((enum implied_link)kind) {
    case LINK_INSIDE:
        add_inside(w, o, slot);
        break;
    case LINK_AROUND:
        add_last(w, o, t->area);
        break;
    case LINK_OUTER:
        add_last(w, o, t->outer);
        break;
    case LINK_INNER:
        add_inner(w, o, slot);
        break;
    case LINK_HOLDER:
        add_holders(w, o, slot);
        break;
    case LINK_PROVIDER:
        add_providers(w, o, t);
        break;
    case LINK_MEMBER:
    case IMPLIED_LINKS:
        break;
    }
}

bool bsl_path_implied_is(const bustle_world *w, uint32_t from, uint32_t kind, uint32_t to) {
    const ties *t = ties_of(w, entity_at(w, from));
    const ties *other = ties_of(w, entity_at(w, to));
    others o = {.count = 0, .most = BUSTLE_MOST_MEMBERS};
    switch ((enum implied_link)kind) {
    case LINK_INSIDE:
        return t != NULL && bsl_area_is_inside(w, from, to);
    case LINK_AROUND:
        return t != NULL && t->area == to;
    case LINK_OUTER:
        return t != NULL && t->outer == to;
    case LINK_INNER:
        return other != NULL && other->outer == from;
    case LINK_MEMBER:
        add_members(w, &o, from);
        break;
    case LINK_HOLDER:
        return is_holder(w, other, from);
    case LINK_PROVIDER:
        return is_holder(w, t, to);
    case IMPLIED_LINKS:
        break;
    }
    for (uint32_t i = 0; i < o.count; i++) {
        if (o.items[i].value == to) {
            return true;
        }
    }
    return false;
}

static void list_others(const bustle_world *w, uint32_t slot, uint32_t kind, others *o) {
    const uint32_t declared = count_of(w->content, BUSTLE_KIND_LINK);
    if (kind >= declared) {
        add_implied(w, o, slot, kind - declared);
        return;
    }
    for (uint32_t i = bsl_link_first(w, slot, kind); i != POOL_NONE && o->count < o->most;) {
        const link_record *r = pool_at(&w->links.records, i);
        add_last(w, o, r->to);
        i = r->next;
    }
}

bool bsl_path_has(const path_found *of, uint32_t slot) {
    for (uint32_t i = 0; i < of->count; i++) {
        if (of->items[i].value == slot) {
            return true;
        }
    }
    return false;
}

/* ---- Steps ---- */

static bool has_tag(const bustle_world *w, uint32_t slot, uint16_t tag) {
    const definition *d = definition_of(w, entity_at(w, slot));
    const uint32_t *tags = w->content->ids + d->tags_at;
    uint32_t i = 0;
    while (i < d->tag_count && tags[i] != tag) {
        i++;
    }
    return tag == NONE16 || i < d->tag_count;
}

typedef struct walk {
    const bustle_world *w;
    const path_step *step;
    uint32_t left; /* links that may still be looked at */
    uint32_t enough; /* of those found */
    path_found *found;
    uint32_t reached[PATH_LINKS]; /* slots: by this step, with the tag or without */
    uint32_t reached_count;
    bool only_one; /* one entity is gone on from once: nobody is reached twice */
} walk;

static bool was_reached(const walk *k, uint32_t slot) {
    for (uint32_t i = 0; i < k->reached_count; i++) {
        if (k->reached[i] == slot) {
            return true;
        }
    }
    return false;
}

/* False: nothing more is looked at. */
static bool go_on_from(walk *k, uint32_t slot) {
    others o;
    o.count = 0;
    o.most = k->left + 1;
    list_others(k->w, slot, k->step->kind, &o);
    if (o.count > k->left) {
        k->found->cut = true;
        o.count = k->left;
    }
    k->left -= o.count;
    for (uint32_t i = 0; i < o.count; i++) {
        if (!k->only_one && was_reached(k, o.items[i].value)) {
            continue;
        }
        k->reached[k->reached_count++] = o.items[i].value;
        if (has_tag(k->w, o.items[i].value, k->step->tag)) {
            k->found->items[k->found->count++] = o.items[i];
            if (k->found->count >= k->enough) {
                return false;
            }
        }
    }
    return !k->found->cut;
}

/* Round by round, from those newly reached; those that the step began with are not gone on from
 * again. */
static void repeat(walk *k, const path_found *from) {
    uint32_t next = 0;
    bool goes_on = true;
    for (uint32_t round = 1; round < MOST_ROUNDS && goes_on; round++) {
        const uint32_t end = k->reached_count;
        for (; next < end && goes_on; next++) {
            goes_on = bsl_path_has(from, k->reached[next]) || go_on_from(k, k->reached[next]);
        }
        goes_on = goes_on && k->reached_count > end;
    }
}

static void take_step(const bustle_world *w, const path_step *step, uint32_t *left, uint32_t enough,
    path_found *found) {
    path_found from;
    from.count = found->count;
    memcpy(from.items, found->items, found->count * sizeof(item));
    walk k; /* without clearing all the room for those reached */
    k.w = w;
    k.step = step;
    k.left = *left;
    k.enough = enough;
    k.found = found;
    k.reached_count = 0;
    k.only_one = from.count == 1 && !step->repeats;
    found->count = 0;
    bool goes_on = true;
    for (uint32_t i = 0; i < from.count && goes_on; i++) {
        goes_on = go_on_from(&k, from.items[i].value);
    }
    if (step->repeats && goes_on) {
        repeat(&k, &from);
    }
    *left = k.left;
}

void bsl_path_follow(const bustle_world *w, const path_step *steps, uint32_t count, uint32_t from,
    uint32_t enough, path_found *found) {
    uint32_t left = PATH_LINKS;
    found->cut = false;
    found->count = from == NOBODY ? 0 : 1;
    if (from != NOBODY) {
        found->items[0] = (item){.key = entity_at(w, from)->spawn, .value = from};
    }
    for (uint32_t i = 0; i < count && found->count > 0; i++) {
        take_step(w, &steps[i], &left, i + 1 < count ? UINT32_MAX : enough, found);
    }
}

/* ---- Paths of the content ---- */

static void tell_cut(bustle_world *w, uint32_t path_id) {
    link_map *m = &w->links;
    m->cut++;
    if ((m->told[path_id / 64] >> path_id % 64 & 1) != 0) {
        return;
    }
    m->told[path_id / 64] |= UINT64_C(1) << path_id % 64;
    bsl_event_log(w, BUSTLE_LOG_WARNING,
        "path \"%s\" leads to more than %d links; what lies beyond is not found",
        w->content->text + w->content->paths[path_id].text, PATH_LINKS);
}

void bsl_path_find(
    bustle_world *w, uint32_t path_id, uint32_t from, uint32_t enough, path_found *found) {
    const link_path *p = &w->content->paths[path_id];
    bsl_path_follow(w, w->content->path_steps + p->steps_at, p->step_count, from, enough, found);
    if (found->cut) {
        tell_cut(w, path_id);
    }
}

uint32_t bsl_path_count(
    bustle_world *w, uint32_t path_id, uint32_t from, uint32_t within_from, uint32_t enough) {
    const link_path *p = &w->content->paths[path_id];
    path_found found;
    if (p->within == NONE16) {
        bsl_path_find(w, path_id, from, enough, &found);
        return found.count;
    }
    path_found within;
    uint32_t count = 0;
    bsl_path_find(w, path_id, from, UINT32_MAX, &found);
    bsl_path_find(w, p->within, within_from, UINT32_MAX, &within);
    for (uint32_t i = 0; i < found.count; i++) {
        count += bsl_path_has(&within, found.items[i].value);
    }
    return count;
}

/* ---- Paths of the game ---- */

static uint32_t kind_of(const bustle_content *c, const path_word *word) {
    const uint32_t implied = bsl_path_implied(word->text, word->length);
    const uint32_t count = count_of(c, BUSTLE_KIND_LINK);
    for (uint32_t i = 0; i < count && implied == IMPLIED_LINKS; i++) {
        if (bsl_path_word_is(word, link_name(c, i))) {
            return i;
        }
    }
    return implied == IMPLIED_LINKS ? NONE16 : count + implied;
}

/* One that nothing has finds nobody. */
static uint16_t tag_of(const bustle_content *c, const path_word *word) {
    uint32_t i = 0;
    while (i < c->tag_count && !bsl_path_word_is(word, c->text + c->ids[c->tags_at + i])) {
        i++;
    }
    return word->length == 0 ? NONE16 : (uint16_t)i;
}

static bool resolve(const bustle_content *c, const written_path *written, parsed_path *path,
    char reason[PATH_REASON]) {
    path->from = written->from;
    path->step_count = written->step_count;
    for (uint32_t i = 0; i < written->step_count; i++) {
        const written_step *step = &written->steps[i];
        const uint32_t kind = kind_of(c, &step->kind);
        if (kind == NONE16) {
            const int length = step->kind.length > 60 ? 60 : (int)step->kind.length;
            snprintf(
                reason, PATH_REASON, "there is no kind of links \"%.*s\"", length, step->kind.text);
            return false;
        }
        path->steps[written->step_count - 1 - i] =
            (path_step){(uint16_t)kind, tag_of(c, &step->tag), step->repeats};
    }
    return true;
}

uint32_t bsl_path_parse(const bustle_content *c, const char *text, parsed_path *path,
    parsed_path *within, char reason[PATH_REASON]) {
    static const path_roots nobody = {NULL, 0};
    const size_t length = strlen(text);
    written_path written;
    size_t at = 0;
    uint32_t count = 1;
    bool good = bsl_path_read(text, length, 0, &nobody, &written);
    if (good && !resolve(c, &written, path, reason)) {
        return 0;
    }
    if (good && within != NULL && bsl_path_in(text, length, written.end, &at)) {
        count = 2;
        good = bsl_path_read(text, length, at, &nobody, &written);
        if (good && !resolve(c, &written, within, reason)) {
            return 0;
        }
    }
    if (!good || !bsl_path_ends(text, length, written.end)) {
        snprintf(reason, PATH_REASON, "%s", good ? "something follows the path" : written.mistake);
        return 0;
    }
    return count;
}

static bustle_status bad_path(const char *why, char *reason, size_t size) {
    if (reason != NULL && size > 0) {
        snprintf(reason, size, "%s", why);
    }
    return BUSTLE_BAD_PATH;
}

bustle_status bustle_world_query(const bustle_world *w, bustle_entity from, const char *path,
    bustle_entity *entities, size_t capacity, size_t *count, char *reason, size_t size_of_reason) {
    if (w == NULL || path == NULL || count == NULL || (entities == NULL && capacity > 0)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const uint32_t slot = bsl_entity_slot(w, from);
    if (slot == NOBODY) {
        return BUSTLE_STALE;
    }
    char why[PATH_REASON];
    parsed_path parsed;
    if (bsl_path_parse(w->content, path, &parsed, NULL, why) == 0) {
        return bad_path(why, reason, size_of_reason);
    }
    if (parsed.from == BUSTLE_TARGET) {
        return bad_path("it begins at a target, and there is none here", reason, size_of_reason);
    }
    const ties *t = ties_of(w, entity_at(w, slot));
    path_found found;
    const uint32_t begins = parsed.from != BUSTLE_AREA ? slot : t == NULL ? NOBODY : t->area;
    bsl_path_follow(w, parsed.steps, parsed.step_count, begins, UINT32_MAX, &found);
    if (found.cut) {
        ((bustle_world *)(void *)w)->links.cut++; /* a statistic: nothing depends on it */
    }
    bsl_sort_items(found.items, found.count);
    for (uint32_t i = 0; i < found.count && i < capacity; i++) {
        entities[i] = handle_of(found.items[i].value, (uint32_t)found.items[i].key);
    }
    *count = found.count;
    return BUSTLE_OK;
}
