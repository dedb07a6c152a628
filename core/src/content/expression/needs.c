/* Which states a condition needs to be true (S3): of an "and", those of both sides; of an "or",
 * those that both sides share; of a "not", none, because a missing state makes it true. */
#include "content/expression/code.h"

/* What an inbox holds is no need. */
static bool reads_state(const draft *d, const term *t) {
    return (t->kind == BUSTLE_PUSH || (is_comparison(t->kind) && !t->stacked)) &&
        is_state_subject(t->op.subject) && !is_inbox_column(d, t->op.name);
}

static uint32_t *mark_of(const draft *d, const term *t) {
    return &d->marked[subject_place(t->op.subject)][t->op.name];
}

/* Keeps of the left side of an "or", which begins at `left`, what the right side needs too. Returns
 * the end of what is kept. */
static uint32_t share(
    draft *d, const term *terms, uint32_t *needed, uint32_t left, uint32_t right, uint32_t end) {
    d->mark++;
    for (uint32_t i = right; i < end; i++) {
        *mark_of(d, &terms[needed[i]]) = d->mark;
    }
    uint32_t kept = left;
    for (uint32_t i = left; i < right; i++) {
        if (*mark_of(d, &terms[needed[i]]) == d->mark) {
            needed[kept++] = needed[i];
        }
    }
    return kept;
}

/* What an operand needs lies in `needed` from its `needs_at` on: postfix order keeps that of the
 * left operand just before that of the right one. */
void bsl_needs_note(draft *d, const source *from, term *terms, uint32_t count, uint32_t *needed) {
    uint32_t end = 0;
    for (uint32_t i = 0; i < count; i++) {
        term *t = &terms[i];
        t->needs_at = t->left == NO_TERM ? end : terms[t->left].needs_at;
        if (reads_state(d, t)) {
            needed[end++] = i;
        } else if (t->kind == BUSTLE_NOT) {
            end = t->needs_at;
        } else if (t->kind == BUSTLE_OR) {
            end = share(d, terms, needed, t->needs_at, terms[t->right].needs_at, end);
        }
    }
    for (uint32_t i = 0; i < end; i++) {
        const term *t = &terms[needed[i]];
        const spot at = spot_of_operation(from, needed[i]);
        bsl_draft_mention(d, (bustle_subject)t->op.subject, t->op.name, &at);
    }
}
