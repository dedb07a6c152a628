/* The test kit: events as text, and their comparison. */
#include "kit.h"

#include <stdio.h>
#include <string.h>

enum { TEXT = 160, REST = 100 };

static const char *const kind_words[] = {"?", "spawn", "start", "stop", "fail", "fallback",
    "interrupt", "ignore", "halt", "restart", "remove", "error", "join", "leave", "role", "adopt",
    "drop", "enter", "exit", "plan"};
static const char *const reason_words[] = {
    "?", "done", "timed-out", "failed", "interrupted", "cancelled", "removed"};
static const char *const cause_words[] = {"?", "no-candidate", "condition", "no-option",
    "same-target", "game", "timeout", "claim", "target-left", "depth", "steps", "no-cast", "scene",
    "no-offer", "revoked", "waited", "full", "message", "no-meeting-place"};
static const char *const leave_words[] = {"?", "finished", "left", "broken"};

#define WORD(words, n) ((n) < sizeof(words) / sizeof *(words) ? (words)[n] : "?")

static const char *label_of(const kit *k, bustle_entity entity) {
    for (size_t i = 0; i < k->entity_count; i++) {
        if (k->entities[i].entity == entity) {
            return k->entities[i].label;
        }
    }
    return entity == 0 ? "" : "stranger";
}

const char *kit_kind_word(bustle_event_kind kind) {
    return WORD(kind_words, (unsigned)kind);
}

static const char *name_of(const kit *k, bustle_kind kind, bustle_id id) {
    const char *name = bustle_content_name(k->content, kind, id);
    return name == NULL ? "?" : name;
}

/* What follows kind and NPC. */
static void describe_rest(const kit *k, const bustle_event *e, char *text) {
    const char *space = e->target == 0 ? "" : " ", *target = label_of(k, e->target);
    const char *part = NULL;
    text[0] = '\0';
    switch (e->kind) {
    case BUSTLE_EVENT_START:
        snprintf(text, REST, " %s%s%s", name_of(k, BUSTLE_KIND_ACTION, e->name), space, target);
        if (e->argument >> 31 != 0) {
            size_t length = strlen(text);
            snprintf(text + length, REST - length, " %u", (unsigned)(e->argument & INT32_MAX));
        }
        break;
    case BUSTLE_EVENT_STOP:
        snprintf(text, REST, " %s %s", name_of(k, BUSTLE_KIND_ACTION, e->name),
            WORD(reason_words, e->argument));
        break;
    case BUSTLE_EVENT_FAIL:
    case BUSTLE_EVENT_HALT:
        snprintf(text, REST, " %s %s", name_of(k, BUSTLE_KIND_SEQUENCE, e->name),
            WORD(cause_words, e->argument));
        break;
    case BUSTLE_EVENT_FALLBACK:
    case BUSTLE_EVENT_RESTART:
        snprintf(text, REST, " %s", name_of(k, BUSTLE_KIND_SEQUENCE, e->name));
        break;
    case BUSTLE_EVENT_INTERRUPT:
    case BUSTLE_EVENT_IGNORE:
        snprintf(text, REST, " %s %s%s%s",
            e->argument == 0            ? "run"
                : e->cue != BUSTLE_NONE ? name_of(k, BUSTLE_KIND_CUE, e->cue)
                                        : name_of(k, BUSTLE_KIND_INTERRUPTION, e->interruption),
            name_of(k, BUSTLE_KIND_SEQUENCE, e->name), space, target);
        break;
    case BUSTLE_EVENT_ADOPT:
        snprintf(text, REST, " %s%s%s", name_of(k, BUSTLE_KIND_OFFER, e->name), space, target);
        break;
    case BUSTLE_EVENT_DROP:
        snprintf(text, REST, " %s%s%s %s", name_of(k, BUSTLE_KIND_OFFER, e->name), space, target,
            bustle_drop_reason_text((bustle_drop_reason)e->argument));
        break;
    case BUSTLE_EVENT_ENTER:
    case BUSTLE_EVENT_EXIT:
        snprintf(text, REST, "%s%s", space, target);
        break;
    case BUSTLE_EVENT_PLAN:
        snprintf(
            text, REST, " %s %u", name_of(k, BUSTLE_KIND_SEQUENCE, e->name), (unsigned)e->argument);
        break;
    case BUSTLE_EVENT_ROLE:
        snprintf(text, REST, " %s",
            e->name == BUSTLE_NONE ? "none" : name_of(k, BUSTLE_KIND_ROLE, e->name));
        break;
    case BUSTLE_EVENT_JOIN:
        part = bustle_content_part_name(k->content, e->name, e->argument);
        snprintf(text, REST, " %s %s%s%s", name_of(k, BUSTLE_KIND_SCENE, e->name),
            part == NULL ? "?" : part, space, target);
        break;
    case BUSTLE_EVENT_LEAVE:
        snprintf(text, REST, " %s %s", name_of(k, BUSTLE_KIND_SCENE, e->name),
            WORD(leave_words, e->argument));
        break;
    case BUSTLE_EVENT_SPAWN:
    case BUSTLE_EVENT_REMOVE:
    case BUSTLE_EVENT_ERROR:
        break;
    }
}

static void describe(const kit *k, const bustle_event *e, bool timed, char *text) {
    char rest[REST];
    bool resumed = e->kind == BUSTLE_EVENT_START && e->argument >> 31 != 0;
    describe_rest(k, e, rest);
    int length = timed ? snprintf(text, TEXT, "@%lld ", (long long)e->time) : 0;
    snprintf(text + length, (size_t)(TEXT - length), "%s %s%s",
        resumed ? "resume" : kit_kind_word(e->kind), label_of(k, e->npc), rest);
}

/* Copies the next item of "a | b | c" and goes behind it. False: there is none left. */
static bool next_expected(const char **expected, char *item) {
    const char *from = *expected + strspn(*expected, " |");
    size_t length = strcspn(from, "|");
    *expected = from + length;
    while (length > 0 && from[length - 1] == ' ') {
        length--;
    }
    snprintf(item, TEXT, "%.*s", (int)length, from);
    return length > 0;
}

static bool listed(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)) != NULL; at += length) {
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

/* Compares, or with `show` prints both sides. True: they are the same. */
static bool compare(const kit *k, const char *kinds, const char *expected, bool show) {
    bool same = true, timed = strchr(expected, '@') != NULL, more = true;
    size_t i = k->events_seen;
    do {
        char want[TEXT], got[TEXT] = "";
        more = next_expected(&expected, want);
        while (i < k->event_count && kinds != NULL &&
            !listed(kinds, kit_kind_word(k->events[i].kind))) {
            i++;
        }
        if (i < k->event_count) {
            describe(k, &k->events[i++], timed, got);
            more = true;
        }
        bool equal = strcmp(want, got) == 0;
        if (show && more) {
            print_error("%s %-44s %s\n", equal ? " " : "*", want, got);
        }
        same = same && equal;
    } while (more);
    return same;
}

void kit_expect_only(kit *k, const char *kinds, const char *expected) {
    if (!compare(k, kinds, expected, false)) {
        print_error("  %-44s %s\n", "expected", "happened");
        compare(k, kinds, expected, true);
        fail_msg("the events differ");
    }
    kit_forget_events(k);
}

void kit_expect_events(kit *k, const char *expected) {
    kit_expect_only(k, NULL, expected);
}

void kit_forget_events(kit *k) {
    k->events_seen = k->event_count;
}

const bustle_event *kit_last(const kit *k, bustle_event_kind kind) {
    for (size_t i = k->event_count; i-- > 0;) {
        if (k->events[i].kind == kind) {
            return &k->events[i];
        }
    }
    fail_msg("no %s has happened", kit_kind_word(kind));
    return NULL;
}
