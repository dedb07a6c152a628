/* Kinds of links, the tags that paths ask for, and paths: from their names to numbers (S65, S66).
 */
#include "content/draft.h"
#include "content/expression/code.h"

#define MOST_KINDS 65000u /* those that follow from what is going on have numbers too */

/* ---- Kinds ---- */

static bool is_reserved(const char *name) {
    static const char *const words[] = {"self", "target", "area", "of", "in"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i], name) == 0) {
            return true;
        }
    }
    return bsl_path_implied(name, strlen(name)) < IMPLIED_LINKS;
}

static void check_bounds(draft *d, link_kind *made, const spot *at) {
    if (made->minimum > made->maximum) {
        bsl_problem_error(d->problems, "bad-bounds", at,
            bsl_problem_say(d->problems, "its minimum %ld is above its maximum %ld",
                (long)made->minimum, (long)made->maximum),
            "swap them");
    } else if (made->initial == 0) {
        made->initial = made->minimum > 0 ? made->minimum : made->maximum < 0 ? made->maximum : 0;
    } else if (made->initial < made->minimum || made->initial > made->maximum) {
        bsl_problem_error(d->problems, "bad-initial", at,
            bsl_problem_say(d->problems, "its default %ld is outside %ld .. %ld",
                (long)made->initial, (long)made->minimum, (long)made->maximum),
            "choose a default within the bounds");
    }
}

static void draft_kind(draft *d, uint32_t id) {
    const bustle_link_def *def = draft_def(d, BUSTLE_KIND_LINK, id);
    const spot at = bsl_draft_spot_of(d, BUSTLE_KIND_LINK, id);
    link_kind made = {.name = ITEMS(uint32_t, d->ids)[d->names[BUSTLE_KIND_LINK].names_at + id],
        .minimum = def->flag ? 0 : def->minimum,
        .maximum = def->flag ? 1 : def->maximum,
        .initial = def->flag ? 0 : def->initial,
        .flag = def->flag};
    if (is_reserved(def->name)) {
        bsl_problem_error(d->problems, "bad-link", &at,
            bsl_problem_say(d->problems, "\"%s\" means something else in paths", def->name),
            "give it another name");
    }
    check_bounds(d, &made, &at);
    link_kind *added = bsl_draft_add(d, &d->links, 1);
    if (added != NULL) {
        *added = made;
    }
}

static const char *kind_name_at(const void *from, uint32_t index) {
    const draft *d = from;
    return bsl_draft_link_name(d, index);
}

const char *bsl_draft_link_name(const draft *d, uint32_t kind) {
    const uint32_t count = draft_count(d, BUSTLE_KIND_LINK);
    return kind < count ? draft_name(d, BUSTLE_KIND_LINK, kind) : bsl_implied_links[kind - count];
}

void bsl_draft_link_bounds(const draft *d, uint32_t kind, int32_t *minimum, int32_t *maximum) {
    const bool declared = kind < draft_count(d, BUSTLE_KIND_LINK);
    *minimum = declared ? ITEMS(const link_kind, d->links)[kind].minimum : 0;
    *maximum = declared ? ITEMS(const link_kind, d->links)[kind].maximum : 1;
}

uint32_t bsl_draft_link_kind(draft *d, const char *name, const spot *at, const char *who) {
    name = name == NULL ? "" : name;
    const uint32_t count = draft_count(d, BUSTLE_KIND_LINK);
    const uint32_t implied = bsl_path_implied(name, strlen(name));
    if (implied < IMPLIED_LINKS) {
        return count + implied;
    }
    const uint32_t id = bsl_draft_find(d, BUSTLE_KIND_LINK, name);
    if (id == BUSTLE_NONE) {
        bsl_problem_error(d->problems, "unknown-link", at,
            bsl_problem_say(
                d->problems, "%s names kind \"%s\" of links, which is not declared", who, name),
            bsl_draft_nearest_name(d, name, kind_name_at, d, count + IMPLIED_LINKS,
                "declare it, or name another kind"));
    }
    return id;
}

/* ---- Tags ---- */

static void collect_tags(draft *d) {
    const uint32_t count = draft_count(d, BUSTLE_KIND_ENTITY);
    size_t most = 0;
    for (uint32_t id = 0; id < count; id++) {
        most += ((const bustle_entity_def *)draft_def(d, BUSTLE_KIND_ENTITY, id))->tag_count;
    }
    d->tags = bsl_draft_scratch(d, most, sizeof *d->tags);
    uint32_t found = 0;
    for (uint32_t id = 0; d->tags != NULL && id < count; id++) {
        const bustle_entity_def *def = draft_def(d, BUSTLE_KIND_ENTITY, id);
        for (size_t i = 0; i < def->tag_count; i++) {
            if (def->tags[i] != NULL && def->tags[i][0] != '\0') {
                d->tags[found++] = def->tags[i];
            }
        }
    }
    d->tag_count = d->tags == NULL ? 0 : bsl_draft_unique_texts(d->tags, found);
    d->tags_at = d->ids.count;
    for (uint32_t i = 0; i < d->tag_count && !d->no_memory; i++) {
        bsl_draft_id(d, bsl_draft_text(d, d->tags[i]));
    }
}

range bsl_draft_tags(draft *d, const bustle_entity_def *def) {
    const uint32_t first = d->ids.count;
    for (size_t i = 0; i < def->tag_count && !d->no_memory; i++) {
        const char *tag = def->tags[i] == NULL ? "" : def->tags[i];
        const uint32_t id = bsl_draft_find_text(d->tags, d->tag_count, tag);
        if (id != BUSTLE_NONE) {
            bsl_draft_id(d, id);
        }
    }
    const uint32_t kept = d->no_memory
        ? 0
        : bsl_draft_unique_ids(ITEMS(uint32_t, d->ids) + first, d->ids.count - first);
    d->ids.count = first + kept;
    return (range){first, kept};
}

void bsl_draft_links(draft *d) {
    const uint32_t count = draft_count(d, BUSTLE_KIND_LINK);
    for (uint32_t id = 0; id < count && !d->no_memory; id++) {
        draft_kind(d, id);
    }
    if (count > MOST_KINDS) {
        const spot at = bsl_draft_spot_of(d, BUSTLE_KIND_LINK, MOST_KINDS);
        bsl_problem_error(d->problems, "too-many", &at,
            bsl_problem_say(d->problems, "there are %lu kinds of links; %lu are possible",
                (unsigned long)count, (unsigned long)MOST_KINDS),
            "declare fewer");
    }
    if (!d->no_memory) {
        collect_tags(d);
    }
}

/* ---- Paths ---- */

static bool refuse(const draft *d, const path_source *from, const char *text, const char *cure) {
    bsl_problem_error(d->problems, "bad-path", &from->at,
        bsl_problem_say(d->problems, "path \"%s\": %s", from->text == NULL ? "" : from->text, text),
        cure);
    return false;
}

static const char *text_at(const void *texts, uint32_t index) {
    return ((const char *const *)texts)[index];
}

/* The number of a tag; one that nothing has finds nobody. */
static uint16_t resolve_tag(draft *d, const path_source *from, const path_word *tag) {
    if (tag->length == 0) {
        return NONE16;
    }
    const char *name = bsl_problem_say(d->problems, "%.*s", (int)tag->length, tag->text);
    const uint32_t id = bsl_draft_find_text(d->tags, d->tag_count, name);
    if (id == BUSTLE_NONE) {
        bsl_problem_warning(d->problems, "nobody-tagged", &from->at,
            bsl_problem_say(d->problems, "nothing has the tag \"%s\" that it looks for", name),
            bsl_draft_nearest_name(
                d, name, text_at, d->tags, d->tag_count, "tag something, or mend the tag"));
    }
    return id == BUSTLE_NONE ? (uint16_t)d->tag_count : (uint16_t)id;
}

/* Where it begins. */
static bool resolve_root(
    const draft *d, const path_source *from, const written_path *written, link_path *made) {
    switch (written->from) {
    case BUSTLE_TARGET:
        made->from = PARTY_TARGET;
        return true;
    case BUSTLE_AREA:
        made->from = PARTY_AREA;
        return true;
    case BUSTLE_PART:
        made->from = (uint8_t)(PARTY_PART + written->part);
        return written->part < from->parts->earlier ||
            refuse(d, from, "nobody has been chosen yet for the part where it begins",
                "name an earlier part, or put that part first");
    default:
        made->from = PARTY_SELF;
        return true;
    }
}

/* The steps are written last one first. */
static bool add_steps(
    draft *d, const path_source *from, const written_path *written, link_path *made) {
    bool good = true;
    made->steps_at = d->path_steps.count;
    made->step_count = (uint16_t)written->step_count;
    for (uint32_t i = written->step_count; i-- > 0 && !d->no_memory;) {
        const written_step *step = &written->steps[i];
        const char *name =
            bsl_problem_say(d->problems, "%.*s", (int)step->kind.length, step->kind.text);
        const uint32_t kind = bsl_draft_link_kind(d, name, &from->at, "a path");
        const uint16_t tag = resolve_tag(d, from, &step->tag);
        path_step *added = bsl_draft_add(d, &d->path_steps, 1);
        if (added != NULL) {
            *added = (path_step){(uint16_t)kind, tag, step->repeats};
        }
        good = good && kind != BUSTLE_NONE;
    }
    return good && !d->no_memory;
}

static bool add_path(draft *d, const path_source *from, const written_path *written) {
    if (d->paths.count >= MOST_THINGS) {
        return refuse(d, from, "there are too many paths", "use fewer");
    }
    link_path made = {.within = NONE16, .text = bsl_draft_text(d, from->text)};
    const bool steps = add_steps(d, from, written, &made);
    const bool root = resolve_root(d, from, written, &made);
    link_path *added = bsl_draft_add(d, &d->paths, 1);
    if (added != NULL) {
        *added = made;
    }
    return steps && root && added != NULL;
}

/* From where in the text; `end`: where what is not read begins. */
static bool read_path(draft *d, const path_source *from, size_t at, size_t *end) {
    const char *names[BUSTLE_MOST_PARTS];
    const uint32_t count = from->parts == NULL ? 0 : from->parts->count;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = from->parts->parts[i].name == NULL ? "" : from->parts->parts[i].name;
    }
    const path_roots roots = {names, count};
    written_path written;
    const char *text = from->text == NULL ? "" : from->text;
    if (!bsl_path_read(text, strlen(text), at, &roots, &written)) {
        return refuse(d, from, written.mistake, written.cure);
    }
    *end = written.end;
    return add_path(d, from, &written);
}

uint32_t bsl_draft_path(draft *d, const path_source *from) {
    const uint32_t id = d->paths.count;
    const size_t length = from->text == NULL ? 0 : strlen(from->text);
    size_t end = 0;
    size_t after = 0;
    if (!read_path(d, from, 0, &end)) {
        return BUSTLE_NONE;
    }
    if (from->may_be_two && bsl_path_in(from->text, length, end, &after)) {
        if (!read_path(d, from, after, &end)) {
            return BUSTLE_NONE;
        }
        ITEMS(link_path, d->paths)[id].within = (uint16_t)(id + 1);
    }
    if (!bsl_path_ends(from->text, length, end)) {
        refuse(d, from, bsl_problem_say(d->problems, "what is %s here?", from->text + end),
            "a path is steps with of between them");
        return BUSTLE_NONE;
    }
    return id;
}

bool bsl_draft_path_mentions_target(const draft *d, uint32_t path_id) {
    const link_path *paths = d->paths.items;
    const link_path *p = &paths[path_id];
    return p->from == PARTY_TARGET ||
        (p->within != NONE16 && paths[p->within].from == PARTY_TARGET);
}

void bsl_draft_node_path(
    draft *d, const bustle_node_def *def, node *made, const spot *at, bool untargeted) {
    const path_source from = {def->path, NULL, *at, false};
    if (def->path == NULL) {
        return;
    }
    if (untargeted) {
        refuse(d, &from,
            bsl_problem_say(d->problems, "action \"%s\" takes no target", def->performs),
            "let the action take a target, or leave the path out");
        return;
    }
    if (def->same_target || def->at_member || def->at_part != NULL) {
        refuse(d, &from, "the node says in another way too who the target is",
            "give one of same target, a member and a path");
        return;
    }
    const uint32_t found = bsl_draft_path(d, &from);
    if (found != BUSTLE_NONE) {
        made->flags |= NODE_ON_PATH;
        made->at_part = (uint16_t)found;
    }
}
