/* What a save says of messages and meetings (S69 to S71): the names of inboxes and of what NPCs
 * meet under, messages that are in inboxes or in hand, and what sequences on stacks have to do with
 * them. If the content has changed, messages of an inbox that is gone go untaken, one in hand of a
 * sequence that is gone ends as failed, and one that nobody awaits any more is withdrawn. */
#include "decide/activity.h"
#include "persist/snapshot_fields.h"
#include "together/inbox.h"
#include "world/rows.h"

#include <stdlib.h>

/* ---- Names ---- */

static void write_names(archive *a, bustle_kind kind) {
    const bustle_content *c = a->world->content;
    put_number(a->out, count_of(c, kind));
    for (uint32_t i = 0; i < count_of(c, kind); i++) {
        bsl_put_text(a->out, bustle_content_name(c, kind, i));
    }
}

/* Nothing where the content has neither. */
void bsl_snapshot_write_inboxes(archive *a) {
    if (a->world->has_inboxes || a->world->has_meetings) {
        write_names(a, BUSTLE_KIND_INBOX);
        write_names(a, BUSTLE_KIND_MEETING);
    }
}

static saved_name *read_names(loading *l, bustle_kind kind, uint32_t *count) {
    const char *last = NULL;
    *count = bsl_get_count(&l->in, 1);
    saved_name *names = bsl_snapshot_take(l, *count, sizeof *names);
    for (uint32_t i = 0; !failed(l) && i < *count; i++) {
        names[i].name = bsl_snapshot_get_name(l, &last);
        /* A name that nobody meets under any more is no news: its nodes are. */
        names[i].id = kind == BUSTLE_KIND_INBOX
            ? bsl_snapshot_find_name(l, kind, names[i].name, GONE_INBOX)
            : bustle_content_find(l->world->content, kind, names[i].name);
    }
    return names;
}

void bsl_snapshot_read_inboxes(archive *a) {
    loading *l = a->load;
    saved_names *s = &l->names;
    if (l->sectioned && l->in.at != l->in.end) {
        s->inboxes = read_names(l, BUSTLE_KIND_INBOX, &s->inbox_count);
        s->meetings = read_names(l, BUSTLE_KIND_MEETING, &s->meeting_count);
    }
}

/* ---- Messages ---- */

enum { LETTER_AWAITED = 1, LETTER_IN_HAND = 2 };

static const uint32_t letter_flags[] = {LETTER_AWAITED, LETTER_IN_HAND};

VISITOR void visit_letter(archive *a, saved_letter *s) {
    int64_t time = letter_time(&s->row);
    uint64_t number = letter_number(&s->row);
    field_id(a, &s->row.inbox, a->names->inbox_count, "an inbox is none");
    field_slot(a, &s->row.sender);
    field_slot(a, &s->row.receiver);
    field_i32(a, &s->row.value);
    field_long_time(a, &time);
    field_u64(a, &number);
    field_flags(a, &s->flags, letter_flags, COUNT_OF(letter_flags), "a message is of no kind");
    if (!writes(a)) {
        s->row.time[0] = (uint32_t)time;
        s->row.time[1] = (uint32_t)((uint64_t)time >> 32);
        s->row.number[0] = (uint32_t)number;
        s->row.number[1] = (uint32_t)(number >> 32);
    }
}

/* The letter that a sender has sent next after a number; POOL_NONE. */
static uint32_t sent_after(const bustle_world *w, uint32_t slot, uint64_t number) {
    uint32_t i = ties_of(w, entity_at(w, slot))->sent;
    while (i != POOL_NONE && letter_number(letter_at(w, i)) <= number) {
        i = letter_at(w, i)->next_sent;
    }
    return i;
}

static void write_letters_of(archive *a, uint32_t slot) {
    const bustle_world *w = a->world;
    archive out = writing(a);
    for (uint32_t i = sent_after(w, slot, 0); i != POOL_NONE; i = letter_at(w, i)->next_sent) {
        const letter *m = letter_at(w, i);
        saved_letter s = {.row = *m,
            .flags = (m->awaited_by != POOL_NONE ? LETTER_AWAITED : 0u) |
                (m->in_hand_of != POOL_NONE ? LETTER_IN_HAND : 0u)};
        visit_letter(&out, &s);
    }
}

static uint32_t count_letters(const bustle_world *w) {
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        if (entity_at(w, slot)->spawn != 0) {
            for (uint32_t i = sent_after(w, slot, 0); i != POOL_NONE;
                 i = letter_at(w, i)->next_sent) {
                count++;
            }
        }
    }
    return count;
}

/* What was counted, and all letters by the rows of their senders. */
void bsl_snapshot_write_messages(archive *a) {
    const bustle_world *w = a->world;
    if (!w->has_inboxes) {
        return;
    }
    put_number(a->out, w->mail.sent);
    put_number(a->out, w->mail.taken);
    put_number(a->out, w->mail.lost);
    put_number(a->out, w->mail.refused);
    put_number(a->out, count_letters(w));
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        if (entity_at(w, slot)->spawn != 0) {
            write_letters_of(a, slot);
        }
    }
}

static int compare_letters(const void *left, const void *right) {
    const uint64_t a = letter_number(&((const saved_letter *)left)->row);
    const uint64_t b = letter_number(&((const saved_letter *)right)->row);
    return (a > b) - (a < b);
}

/* By their numbers, which are all different; later ones are not older. */
static bool put_in_order(loading *l) {
    if (l->letter_count > 1) {
        qsort(l->letters, l->letter_count, sizeof *l->letters, compare_letters);
    }
    for (uint32_t i = 0; i < l->letter_count; i++) {
        const letter *m = &l->letters[i].row;
        const letter *before = i == 0 ? NULL : &l->letters[i - 1].row;
        if (letter_number(m) == 0 || letter_number(m) > l->world->mail.sent ||
            letter_time(m) > l->world->now || m->sender == NOBODY || m->receiver == NOBODY ||
            m->sender == m->receiver ||
            ((l->letters[i].flags & LETTER_IN_HAND) != 0 &&
                (l->letters[i].flags & LETTER_AWAITED) == 0) ||
            (before != NULL &&
                (letter_number(before) == letter_number(m) ||
                    letter_time(before) > letter_time(m)))) {
            return bsl_reader_fail(&l->in, "messages contradict each other");
        }
    }
    return true;
}

void bsl_snapshot_read_messages(archive *a) {
    loading *l = a->load;
    mail *m = &l->world->mail;
    if (!l->sectioned || l->in.at == l->in.end) {
        return; /* there were none */
    }
    m->sent = get_number(&l->in);
    m->taken = get_number(&l->in);
    m->lost = get_number(&l->in);
    m->refused = get_number(&l->in);
    l->letter_count = bsl_get_count(&l->in, 6);
    l->letters = bsl_snapshot_take(l, l->letter_count, sizeof *l->letters);
    uint32_t waiting = 0;
    for (uint32_t i = 0; !failed(l) && i < l->letter_count; i++) {
        visit_letter(a, &l->letters[i]);
        l->letters[i].hand = POOL_NONE;
        l->letters[i].sent = POOL_NONE;
        waiting += (l->letters[i].flags & LETTER_IN_HAND) == 0;
    }
    if (!failed(l) && put_in_order(l) &&
        (m->taken > m->sent || m->lost > m->sent - m->taken ||
            m->sent - m->taken - m->lost != waiting)) {
        bsl_reader_fail(&l->in, "messages are counted wrongly");
    }
}

/* ---- Errands ---- */

static const uint32_t errand_states[] = {
    ERRAND_NONE, ERRAND_AWAITS, ERRAND_DONE, ERRAND_FAILED, ERRAND_MEETS, ERRAND_AWAY, ERRAND_MET};

static uint64_t number_at(const bustle_world *w, uint32_t index) {
    return index == POOL_NONE ? 0 : letter_number(letter_at(w, index));
}

void bsl_snapshot_get_errand(const bustle_world *w, const frame *f, saved_errand *s) {
    const errand *e = errand_at(w, bsl_errand_of(w, f));
    *s = (saved_errand){.there = true,
        .state = e->state,
        .hand = number_at(w, e->hand),
        .sent = number_at(w, e->sent),
        .place = e->place,
        .place_spawn = e->place_spawn,
        .meeting = e->meeting};
}

void bsl_snapshot_visit_errand(archive *a, saved_errand *s) {
    s->there = true;
    field_choice(a, &s->state, errand_states, COUNT_OF(errand_states), "an errand is of no kind");
    field_u64(a, &s->hand);
    if (s->state == ERRAND_AWAITS) {
        field_u64(a, &s->sent);
    }
    if (s->state >= ERRAND_MEETS) {
        field_entity(a, &s->place, &s->place_spawn);
        field_id(a, &s->meeting, a->names->meeting_count, "a meeting has no name");
    }
}

/* NULL: there is none of that number. */
static saved_letter *letter_of(const loading *l, uint64_t number) {
    uint32_t low = 0;
    uint32_t high = l->letter_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const uint64_t found = letter_number(&l->letters[middle].row);
        if (found == number) {
            return &l->letters[middle];
        }
        if (found < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

static bool match_hand(const loading *l, uint32_t slot, const saved_errand *s) {
    saved_letter *m = s->hand == 0 ? NULL : letter_of(l, s->hand);
    const bool good = s->hand == 0 ||
        (m != NULL && (m->flags & LETTER_IN_HAND) != 0 && !m->hand_known &&
            m->row.receiver == slot);
    if (m != NULL) {
        m->hand_known = true;
    }
    return good;
}

static bool match_sent(const loading *l, uint32_t slot, const saved_errand *s) {
    saved_letter *m = s->state != ERRAND_AWAITS ? NULL : letter_of(l, s->sent);
    const bool good = s->state != ERRAND_AWAITS ||
        (m != NULL && (m->flags & LETTER_AWAITED) != 0 && !m->sent_known && m->row.sender == slot);
    if (m != NULL) {
        m->sent_known = true;
    }
    return good;
}

/* What a frame says of messages and meetings, against where it stands. */
static bool match_frame(const loading *l, uint32_t slot, const saved_frame *f) {
    const saved_node *n = &l->names.nodes[f->node];
    const saved_errand *s = &f->errand;
    const bool waits = f->lifecycle == BUSTLE_WAITING_AT_NODE;
    const bool awaits = waits && n->kind == BUSTLE_NODE_SEND;
    const bool meets = waits && n->kind == BUSTLE_NODE_MEET;
    const uint32_t state = s->there ? s->state : ERRAND_NONE;
    return awaits == (state >= ERRAND_AWAITS && state <= ERRAND_FAILED) &&
        meets == (state >= ERRAND_MEETS) &&
        (!s->there ||
            ((s->hand != 0 || state != ERRAND_NONE) && match_hand(l, slot, s) &&
                match_sent(l, slot, s)));
}

bool bsl_snapshot_match_messages(loading *l, const saved_entity *e, const saved_npc *n) {
    for (uint32_t i = 0; i < n->activity_count; i++) {
        const saved_activity *s = &n->activities[i];
        const bool runs =
            i + 1 == n->activity_count && (s->record.flags & ACTIVITY_INTERRUPTED) == 0;
        for (uint32_t k = 0; k < s->depth; k++) {
            const saved_frame *f = &s->frames[k];
            const bool agrees = !f->errand.there || f->errand.state < ERRAND_MEETS ||
                f->errand.state == ERRAND_MET || (f->errand.state == ERRAND_MEETS) == runs;
            if (!match_frame(l, e->slot, f) || !agrees) {
                return bsl_reader_fail(&l->in, "messages disagree with what an NPC does");
            }
        }
    }
    return true;
}

/* ---- Putting them into a world ---- */

bool bsl_snapshot_keeps_wait(const loading *l, const saved_node *n, const node *now) {
    const wait *at = &l->world->content->waits[now->performs];
    if (n->kind == BUSTLE_NODE_SEND) {
        const exchange *x = &l->world->content->exchanges[at->exchange];
        return x->awaits && x->inbox == l->names.inboxes[n->performs].id;
    }
    return n->kind != BUSTLE_NODE_MEET ||
        l->world->content->gatherings[at->gathering].name == l->names.meetings[n->performs].id;
}

/* Where somebody meets it is listed when everyone is there. */
void bsl_snapshot_attach_errand(
    loading *l, uint32_t slot, uint32_t frame_index, const saved_frame *s, bool fits) {
    const saved_errand *was = &s->errand;
    if (!was->there || (was->hand == 0 && !fits)) {
        return;
    }
    bustle_world *w = l->world;
    const uint32_t index = bsl_errand_make(w, slot, frame_index);
    errand *e = errand_at(w, index);
    saved_letter *hand = was->hand == 0 ? NULL : letter_of(l, was->hand);
    if (hand != NULL) {
        hand->hand = index;
        e->hand = LETTER_TO_COME;
    }
    if (!fits) {
        return;
    }
    e->state = (uint16_t)was->state;
    if (was->state == ERRAND_AWAITS) {
        letter_of(l, was->sent)->sent = index;
        e->sent = LETTER_TO_COME;
    }
    if (was->state >= ERRAND_MEETS) {
        e->place = was->place;
        e->place_spawn = was->place_spawn;
        e->meeting = (uint16_t)l->names.meetings[was->meeting].id;
    }
}

static bool is_loaded(const bustle_world *w, uint32_t slot) {
    return slot < w->page_count << PAGE_SHIFT && entity_at(w, slot)->spawn != 0;
}

/* Whether somebody is, or was, in that row when the world was saved. */
static bool was_there(const loading *l, uint32_t slot) {
    return slot < l->slots && l->occupants[slot] != 0 && (l->occupants[slot] - 1) % 2 == 0;
}

/* The sender, which waits there, finds out. */
static void fail_errand(bustle_world *w, uint32_t index) {
    errand *e = errand_at(w, index);
    npc *self = npc_at(w, e->slot);
    e->sent = POOL_NONE;
    e->state = ERRAND_FAILED;
    if ((self->e.flags & NPC_AWAITS) != 0 && self->now.top == e->frame) {
        self->e.flags |= NPC_TRIES;
        self->e.flags &= (uint16_t) ~(NPC_CALLED | NPC_COLLECTED);
    }
}

/* There is nothing in the hand that was to hold it. */
static void empty_hand(bustle_world *w, uint32_t index) {
    errand_at(w, index)->hand = POOL_NONE;
    bsl_errand_free_if_idle(w, index);
}

/* Whether a message that is untaken can be where it was. */
static bool has_inbox(const bustle_world *w, const letter *m, uint32_t inbox) {
    return inbox != BUSTLE_NONE && is_loaded(w, m->receiver) && is_loaded(w, m->sender) &&
        definition_of(w, entity_at(w, m->receiver))->npc &&
        bsl_inbox_cells(w, entity_at(w, m->receiver), inbox) != NULL;
}

static void lose(loading *l, const saved_letter *s) {
    const letter *m = &s->row;
    const bool there = is_loaded(l->world, m->receiver);
    l->world->mail.lost++;
    bsl_snapshot_note_change(l, LOST_MESSAGE, there ? m->receiver : NOBODY,
        there ? entity_at(l->world, m->receiver)->spawn : 0, l->names.inboxes[m->inbox].name);
}

/* One that is untaken. One that was awaited, and is not any more, was withdrawn. */
static void settle_waiting(loading *l, saved_letter *s, uint32_t inbox) {
    bustle_world *w = l->world;
    const bool given_up = (s->flags & LETTER_AWAITED) != 0 && s->sent == POOL_NONE;
    if (given_up || !has_inbox(w, &s->row, inbox)) {
        lose(l, s);
        if (s->sent != POOL_NONE) {
            fail_errand(w, s->sent);
        }
        return;
    }
    s->row.inbox = (uint16_t)inbox;
    s->row.awaited_by = s->sent;
    s->row.in_hand_of = POOL_NONE;
    const uint32_t index = bsl_inbox_restore(w, &s->row);
    if (s->sent != POOL_NONE) {
        errand_at(w, s->sent)->sent = index;
    }
}

/* One in hand. The kind of inbox that it came from matters no more. */
static void settle_in_hand(loading *l, saved_letter *s, uint32_t inbox) {
    bustle_world *w = l->world;
    if (s->sent == POOL_NONE || s->hand == POOL_NONE) {
        if (s->sent != POOL_NONE) {
            fail_errand(w, s->sent);
        }
        if (s->hand != POOL_NONE) {
            empty_hand(w, s->hand);
        }
        return;
    }
    s->row.inbox = (uint16_t)inbox;
    s->row.awaited_by = s->sent;
    s->row.in_hand_of = s->hand;
    const uint32_t index = bsl_inbox_restore(w, &s->row);
    errand_at(w, s->sent)->sent = index;
    errand_at(w, s->hand)->hand = index;
}

static bool settle_letter(loading *l, saved_letter *s) {
    const bool in_hand = (s->flags & LETTER_IN_HAND) != 0;
    if (!was_there(l, s->row.sender) || !was_there(l, s->row.receiver) ||
        (in_hand && !s->hand_known) || ((s->flags & LETTER_AWAITED) != 0 && !s->sent_known)) {
        return bsl_reader_fail(&l->in, "a message is of nobody");
    }
    if (!pool_reserve(&l->world->letters, &l->world->kept, 1)) {
        return bsl_snapshot_no_memory(l);
    }
    const uint32_t inbox = l->names.inboxes[s->row.inbox].id;
    (in_hand ? settle_in_hand : settle_waiting)(l, s, inbox);
    return !failed(l);
}

/* Those who wait to meet are at their places again. */
static void settle_errand(bustle_world *w, uint32_t index) {
    errand *e = errand_at(w, index);
    const uint16_t state = e->state;
    if (state != ERRAND_MEETS && state != ERRAND_AWAY) {
        return;
    }
    if (still_there(w, e->place, e->place_spawn) != NULL) {
        bsl_errand_meet(w, index, e->place, e->meeting);
        e->state = state;
    } else {
        e->place = NOBODY;
        w->mail.meeting++;
    }
}

static void settle_errands_of(bustle_world *w, const npc *self) {
    for (const activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
            const uint32_t index = bsl_errand_of(w, frame_at(w, i));
            if (index != POOL_NONE) {
                settle_errand(w, index);
            }
        }
    }
}

bool bsl_snapshot_settle_messages(loading *l) {
    bustle_world *w = l->world;
    for (uint32_t i = 0; i < l->letter_count; i++) {
        if (!settle_letter(l, &l->letters[i])) {
            return false;
        }
    }
    for (uint32_t slot = 0; w->has_meetings && slot < w->page_count << PAGE_SHIFT; slot++) {
        const entity *e = entity_at(w, slot);
        if (e->spawn != 0 && definition_of(w, e)->npc) {
            settle_errands_of(w, npc_at(w, slot));
        }
    }
    return true;
}
