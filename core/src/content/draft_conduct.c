/* What an NPC does by itself, as a role or a definition says it: main sequence or plan, fallbacks,
 * handlers and reactions. Cues are in draft_cues.c; draft_personas.c merges the two. */
#include "content/draft.h"

static const char *topic_at(const void *topics, uint32_t index) {
    return ((const char *const *)topics)[index];
}

static range draft_fallbacks(draft *d, const conduct_source *from, const spot *at) {
    const uint32_t first = d->ids.count;
    for (size_t i = 0; i < from->fallback_count && !d->no_memory; i++) {
        const uint32_t id =
            bsl_draft_resolve(d, BUSTLE_KIND_SEQUENCE, from->fallbacks[i], at, "its fallback list");
        if (id != BUSTLE_NONE) {
            bsl_draft_id(d, id);
        }
    }
    return (range){first, d->ids.count - first};
}

static void draft_handler(
    draft *d, handler *handlers, const bustle_handler_def *def, const spot *at) {
    uint32_t id =
        bsl_draft_resolve(d, BUSTLE_KIND_INTERRUPTION, def->interruption, at, "a handler");
    const uint32_t response = bsl_draft_resolve(d, BUSTLE_KIND_SEQUENCE, def->sequence, at,
        bsl_problem_say(d->problems, "the handler of \"%s\"",
            def->interruption == NULL ? "" : def->interruption));
    if (def->priority < INT16_MIN || def->priority > INT16_MAX) {
        bsl_problem_error(d->problems, "bad-priority", at,
            bsl_problem_say(d->problems, "the handler of \"%s\" has priority %ld",
                def->interruption == NULL ? "" : def->interruption, (long)def->priority),
            "give a priority from -32768 to 32767");
    }
    if (def->stays && def->urgent) {
        bsl_problem_error(d->problems, "bad-handler", at,
            bsl_problem_say(d->problems, "the handler of \"%s\" both stays and is urgent",
                def->interruption == NULL ? "" : def->interruption),
            "keep one of the two: what stays gives nothing back");
    }
    if (handlers == NULL || id == BUSTLE_NONE || response == BUSTLE_NONE) {
        return;
    }
    if (handlers[id].sequence != NONE16) {
        bsl_problem_error(d->problems, "listed-twice", at,
            bsl_problem_say(d->problems, "interruption \"%s\" has two handlers", def->interruption),
            "keep one of them");
    }
    handlers[id] = (handler){(uint16_t)response, (int16_t)def->priority, def->stays, def->urgent};
}

static uint32_t draft_handlers(draft *d, const conduct_source *from, const spot *at) {
    if (from->handler_count == 0) {
        return BUSTLE_NONE;
    }
    const uint32_t first = d->handlers.count;
    const uint32_t count = draft_count(d, BUSTLE_KIND_INTERRUPTION);
    handler *handlers = bsl_draft_add(d, &d->handlers, count);
    for (uint32_t i = 0; handlers != NULL && i < count; i++) {
        handlers[i].sequence = NONE16;
    }
    for (size_t i = 0; i < from->handler_count && !d->no_memory; i++) {
        draft_handler(d, handlers, &from->handlers[i], at);
    }
    return first;
}

/* The topic of a reaction; BUSTLE_NONE: it is none of any scene. */
static uint32_t draft_topic(draft *d, const bustle_reaction_def *def, const spot *at) {
    if (def->topic == NULL || def->topic[0] == '\0') {
        bsl_problem_error(
            d->problems, "bad-topic", at, "a reaction has no topic", "name the topic of a scene");
        return BUSTLE_NONE;
    }
    const uint32_t topic = bsl_draft_find_text(d->topics, d->topic_count, def->topic);
    if (topic == BUSTLE_NONE) {
        bsl_problem_warning(d->problems, "unused-topic", at,
            bsl_problem_say(
                d->problems, "it reacts to \"%s\", which no scene is about", def->topic),
            bsl_draft_nearest_name(d, def->topic, topic_at, d->topics, d->topic_count,
                "give a scene that topic, or leave the reaction out"));
    }
    return topic;
}

static void draft_reaction(
    draft *d, uint32_t *reactions, const bustle_reaction_def *def, const spot *at) {
    const uint32_t topic = draft_topic(d, def, at);
    const uint32_t id = bsl_draft_resolve(d, BUSTLE_KIND_SEQUENCE, def->sequence, at,
        bsl_problem_say(
            d->problems, "the reaction to \"%s\"", def->topic == NULL ? "" : def->topic));
    if (topic == BUSTLE_NONE || id == BUSTLE_NONE) {
        return;
    }
    if (reactions[topic] != BUSTLE_NONE) {
        bsl_problem_error(d->problems, "listed-twice", at,
            bsl_problem_say(d->problems, "it reacts to \"%s\" twice", def->topic),
            "keep one of them");
    }
    reactions[topic] = id;
}

static uint32_t draft_reactions(draft *d, const conduct_source *from, const spot *at) {
    if (from->reaction_count == 0) {
        return BUSTLE_NONE;
    }
    const uint32_t first = d->ids.count;
    uint32_t *reactions = bsl_draft_add(d, &d->ids, d->topic_count);
    for (uint32_t i = 0; !d->no_memory && i < d->topic_count; i++) {
        reactions[i] = BUSTLE_NONE;
    }
    for (size_t i = 0; i < from->reaction_count && !d->no_memory; i++) {
        draft_reaction(d, reactions, &from->reactions[i], at);
    }
    return first;
}

void bsl_draft_conduct(draft *d, const conduct_source *from, conduct *made, const spot *at) {
    made->main = from->main == NULL
        ? NONE16
        : (uint16_t)bsl_draft_resolve(d, BUSTLE_KIND_SEQUENCE, from->main, at, "its main");
    made->plan = bsl_draft_plan_of(d, from->plan, from->main != NULL, at);
    made->fallbacks = draft_fallbacks(d, from, at);
    made->handlers_at = draft_handlers(d, from, at);
    made->reactions_at = draft_reactions(d, from, at);
}
