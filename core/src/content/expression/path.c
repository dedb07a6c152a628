/* Reading paths: words, tags in brackets, plus signs, `of`. */
#include "content/expression/path.h"

#include <string.h>

const char *const bsl_implied_links[IMPLIED_LINKS] = {[LINK_HOLDER] = "holder",
    [LINK_PROVIDER] = "provider",
    [LINK_INSIDE] = "inside",
    [LINK_AROUND] = "around",
    [LINK_OUTER] = "outer",
    [LINK_INNER] = "inner",
    [LINK_MEMBER] = "member"};

uint32_t bsl_path_implied(const char *name, size_t length) {
    uint32_t kind = 0;
    while (kind < IMPLIED_LINKS &&
        (strlen(bsl_implied_links[kind]) != length ||
            memcmp(bsl_implied_links[kind], name, length) != 0)) {
        kind++;
    }
    return kind;
}

typedef struct scanner {
    const char *text;
    size_t length, at;
    const path_roots *roots;
    written_path *path;
} scanner;

bool bsl_path_word_is(const path_word *word, const char *text) {
    return strlen(text) == word->length && memcmp(word->text, text, word->length) == 0;
}

static bool fail(scanner *s, size_t at, const char *mistake, const char *cure) {
    s->path->mistake = mistake;
    s->path->cure = cure;
    s->path->mistake_at = (uint32_t)at;
    return false;
}

/* ---- Letters ---- */

static char letter(const scanner *s) {
    return s->at < s->length ? s->text[s->at] : '\0';
}

static bool begins_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 128;
}

static bool continues_word(char c) {
    return begins_word(c) || (c >= '0' && c <= '9');
}

static void skip_blanks(scanner *s) {
    while (s->at < s->length && (letter(s) == ' ' || (letter(s) >= '\t' && letter(s) <= '\r'))) {
        s->at++;
    }
}

/* A word, with further ones after dots if it is the name of a kind. */
static path_word word_at(scanner *s, bool dotted) {
    path_word word = {s->text + s->at, 0, (uint32_t)s->at};
    while (begins_word(letter(s))) {
        while (continues_word(letter(s))) {
            s->at++;
        }
        word.length = (uint32_t)(s->at - word.at);
        if (!dotted || letter(s) != '.' || s->at + 1 >= s->length ||
            !begins_word(s->text[s->at + 1])) {
            break;
        }
        s->at++;
    }
    return word;
}

/* A word that is only looked at. */
static path_word next_word(const scanner *s) {
    scanner ahead = *s;
    skip_blanks(&ahead);
    return word_at(&ahead, false);
}

/* ---- Steps ---- */

static path_word quoted(scanner *s) {
    const char quote = letter(s);
    const size_t first = ++s->at;
    while (s->at < s->length && letter(s) != quote && letter(s) != '\n') {
        s->at++;
    }
    const path_word word = {s->text + first, (uint32_t)(s->at - first), (uint32_t)first};
    s->at += letter(s) == quote ? 1 : 0;
    return word;
}

static bool read_tag(scanner *s, written_step *step) {
    s->at++;
    skip_blanks(s);
    step->tag = letter(s) == '\'' || letter(s) == '"' ? quoted(s) : word_at(s, false);
    if (step->tag.length == 0) {
        return fail(s, s->at, "a tag is missing in the brackets", "write one: contains(sword)");
    }
    skip_blanks(s);
    if (letter(s) != ')') {
        return fail(s, s->at, "a bracket is not closed", "close it after the tag: contains(sword)");
    }
    s->at++;
    return true;
}

/* Where it begins, if the word says that. */
static bool is_root(const scanner *s, const path_word *word, bustle_subject *from, uint32_t *part) {
    static const struct {
        const char *name;
        bustle_subject subject;
    } roots[] = {{"self", BUSTLE_SELF}, {"target", BUSTLE_TARGET}, {"area", BUSTLE_AREA}};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        if (bsl_path_word_is(word, roots[i].name)) {
            *from = roots[i].subject;
            return true;
        }
    }
    for (uint32_t i = 0; i < s->roots->part_count; i++) {
        if (s->roots->parts[i][0] != '\0' && bsl_path_word_is(word, s->roots->parts[i])) {
            *from = BUSTLE_PART;
            *part = i;
            return true;
        }
    }
    return false;
}

static bool read_step(scanner *s, const path_word *kind) {
    written_path *p = s->path;
    if (p->step_count == MOST_PATH_STEPS) {
        return fail(s, kind->at, "a path has 16 steps at the most", "shorten it");
    }
    written_step *step = &p->steps[p->step_count++];
    *step = (written_step){.kind = *kind};
    skip_blanks(s);
    if (letter(s) == '(' && !read_tag(s, step)) {
        return false;
    }
    scanner ahead = *s;
    skip_blanks(&ahead);
    if (letter(&ahead) == '+') {
        step->repeats = true;
        s->at = ahead.at + 1;
    }
    return true;
}

/* One step, or where the path begins. */
static bool read_piece(scanner *s, bool *last) {
    skip_blanks(s);
    const path_word word = word_at(s, true);
    if (word.length == 0 || bsl_path_word_is(&word, "of") || bsl_path_word_is(&word, "in")) {
        return fail(s, word.at, "a kind of links is missing",
            "write a path such as home, or seat of target");
    }
    s->path->end = (uint32_t)s->at;
    *last = is_root(s, &word, &s->path->from, &s->path->part);
    if (*last) {
        s->path->root = word;
        return s->path->step_count > 0 ||
            fail(s, word.at, "a path has a step at least", "write a kind of links, then of");
    }
    if (!read_step(s, &word)) {
        return false;
    }
    s->path->end = (uint32_t)s->at;
    return true;
}

bool bsl_path_read(
    const char *text, size_t length, size_t at, const path_roots *roots, written_path *path) {
    *path = (written_path){.from = BUSTLE_SELF, .end = (uint32_t)at};
    scanner s = {text, length, at, roots, path};
    for (bool last = false;;) {
        if (!read_piece(&s, &last)) {
            return false;
        }
        const path_word next = next_word(&s);
        if (!bsl_path_word_is(&next, "of")) {
            return true;
        }
        if (last) {
            return fail(&s, next.at, "nothing comes before where a path begins",
                "self, target, area and parts stand last");
        }
        s.at = next.at + next.length;
    }
}

bool bsl_path_in(const char *text, size_t length, size_t at, size_t *after) {
    static const path_roots none = {NULL, 0};
    const scanner s = {text, length, at, &none, NULL};
    const path_word next = next_word(&s);
    *after = next.at + next.length;
    return bsl_path_word_is(&next, "in");
}

bool bsl_path_ends(const char *text, size_t length, size_t at) {
    static const path_roots none = {NULL, 0};
    scanner s = {text, length, at, &none, NULL};
    skip_blanks(&s);
    return s.at == s.length;
}
