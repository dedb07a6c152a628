/* Inboxes and messages (S69): who has which, in which order, and when they go.
 *
 * Data structures: a pool of letters. A letter that has not been taken is in its inbox, the heads
 * of which are in the row of the NPC, behind its states; and, if the kind of inbox has a `keep`, in
 * a list of all of that kind. Until it is nobody's any more it is also in the list of its sender.
 * All lists are in the order of sending, so that only their first letters can be due. */
#include "together/inbox.h"
#include "decide/turn.h"
#include "decide/wait.h"
#include "world/world.h"

/* ---- Lists ---- */

/* The words of a list that lead from a letter to its neighbours. */
enum chain { IN_INBOX, BY_SENDER, BY_KIND };

static uint32_t *next_in(letter *m, enum chain in) {
    return in == IN_INBOX ? &m->next : in == BY_SENDER ? &m->next_sent : &m->next_kept;
}

static uint32_t *previous_in(letter *m, enum chain in) {
    return in == IN_INBOX ? &m->previous : in == BY_SENDER ? &m->previous_sent : &m->previous_kept;
}

static void append(
    const bustle_world *w, enum chain in, uint32_t *first, uint32_t *last, uint32_t index) {
    *next_in(letter_at(w, index), in) = POOL_NONE;
    *previous_in(letter_at(w, index), in) = *last;
    *(*last == POOL_NONE ? first : next_in(letter_at(w, *last), in)) = index;
    *last = index;
}

static void unlink_letter(
    const bustle_world *w, enum chain in, uint32_t *first, uint32_t *last, uint32_t index) {
    const uint32_t next = *next_in(letter_at(w, index), in);
    const uint32_t previous = *previous_in(letter_at(w, index), in);
    *(previous == POOL_NONE ? first : next_in(letter_at(w, previous), in)) = next;
    *(next == POOL_NONE ? last : previous_in(letter_at(w, next), in)) = previous;
}

int32_t *bsl_inbox_cells(const bustle_world *w, const entity *e, uint32_t inbox) {
    return state_at(w, e, inbox_column(w->content, inbox));
}

uint32_t bsl_inbox_first(const bustle_world *w, const entity *e, uint32_t inbox) {
    const int32_t *cells = bsl_inbox_cells(w, e, inbox);
    return cells == NULL ? POOL_NONE : (uint32_t)cells[INBOX_FIRST];
}

static void enter_inbox(bustle_world *w, uint32_t index) {
    const letter *m = letter_at(w, index);
    int32_t *cells = bsl_inbox_cells(w, entity_at(w, m->receiver), m->inbox);
    uint32_t first = (uint32_t)cells[INBOX_FIRST];
    uint32_t last = (uint32_t)cells[INBOX_LAST];
    append(w, IN_INBOX, &first, &last, index);
    cells[INBOX_FIRST] = (int32_t)first;
    cells[INBOX_LAST] = (int32_t)last;
    cells[INBOX_COUNT]++;
    if (w->content->inboxes[m->inbox].keep > 0) {
        letter_list *kept = &w->mail.kept[m->inbox];
        append(w, BY_KIND, &kept->first, &kept->last, index);
    }
    w->mail.waiting++;
}

void bsl_inbox_take_out(bustle_world *w, uint32_t index) {
    const letter *m = letter_at(w, index);
    int32_t *cells = bsl_inbox_cells(w, entity_at(w, m->receiver), m->inbox);
    uint32_t first = (uint32_t)cells[INBOX_FIRST];
    uint32_t last = (uint32_t)cells[INBOX_LAST];
    unlink_letter(w, IN_INBOX, &first, &last, index);
    cells[INBOX_FIRST] = (int32_t)first;
    cells[INBOX_LAST] = (int32_t)last;
    cells[INBOX_COUNT]--;
    if (w->content->inboxes[m->inbox].keep > 0) {
        letter_list *kept = &w->mail.kept[m->inbox];
        unlink_letter(w, BY_KIND, &kept->first, &kept->last, index);
    }
    w->mail.waiting--;
}

/* ---- Sending ---- */

/* It waits, on top of the pile and not held, at a take node for the inbox. */
static bool waits_to_take(const bustle_world *w, const npc *self, uint32_t inbox) {
    if ((self->e.flags & NPC_AWAITS) == 0) {
        return false;
    }
    const frame *f = frame_at(w, self->now.top);
    const node *n = &w->content->nodes[frame_node(f)];
    return frame_state(f) == BUSTLE_WAITING_AT_NODE && n->kind == BUSTLE_NODE_TAKE &&
        w->content->exchanges[w->content->waits[n->performs].exchange].inbox == inbox;
}

bool bsl_inbox_accepts(const bustle_world *w, uint32_t slot, uint32_t inbox) {
    const uint32_t limit = w->content->inboxes[inbox].limit;
    const uint32_t holds = (uint32_t)bsl_inbox_cells(w, entity_at(w, slot), inbox)[INBOX_COUNT];
    return w->mail.waiting < MOST_MESSAGES &&
        (limit > 0 ? holds < limit : holds == 0 && waits_to_take(w, npc_at(w, slot), inbox));
}

uint32_t bsl_inbox_restore(bustle_world *w, const letter *saved) {
    const uint32_t index = pool_take(&w->letters);
    ties *t = ties_of(w, entity_at(w, saved->sender));
    *letter_at(w, index) = *saved;
    append(w, BY_SENDER, &t->sent, &t->sent_last, index);
    if (saved->in_hand_of == POOL_NONE) {
        enter_inbox(w, index);
    }
    return index;
}

uint32_t bsl_inbox_put(bustle_world *w, uint32_t from, uint32_t inbox, uint32_t to, int32_t value) {
    npc *self = npc_at(w, to);
    const uint64_t number = ++w->mail.sent;
    const letter made = {.receiver = to,
        .sender = from,
        .value = value,
        .time = {(uint32_t)w->now, (uint32_t)((uint64_t)w->now >> 32)},
        .number = {(uint32_t)number, (uint32_t)(number >> 32)},
        .awaited_by = POOL_NONE,
        .in_hand_of = POOL_NONE,
        .inbox = (uint16_t)inbox};
    const uint32_t index = bsl_inbox_restore(w, &made);
    if (waits_to_take(w, self, inbox)) {
        bsl_wait_call(w, to);
    }
    return index;
}

void bsl_inbox_send(bustle_world *w, uint32_t from, uint32_t inbox, uint32_t to, int32_t value) {
    const entity *e = entity_at(w, to);
    if (from == to || from == w->mail.leaving || bsl_inbox_cells(w, e, inbox) == NULL) {
        return;
    }
    if (bsl_inbox_accepts(w, to, inbox)) {
        (void)bsl_inbox_put(w, from, inbox, to, value);
    } else {
        w->mail.refused++;
    }
}

/* ---- Going ---- */

void bsl_inbox_free(bustle_world *w, uint32_t index) {
    ties *t = ties_of(w, entity_at(w, letter_at(w, index)->sender));
    unlink_letter(w, BY_SENDER, &t->sent, &t->sent_last, index);
    pool_give(&w->letters, index);
}

void bsl_inbox_lose(bustle_world *w, uint32_t index) {
    letter *m = letter_at(w, index);
    bsl_inbox_take_out(w, index);
    w->mail.lost++;
    if (m->awaited_by != POOL_NONE) {
        bsl_errand_answer(w, m, false);
    }
    bsl_inbox_free(w, index);
}

static void forget_parting(bustle_world *w) {
    while (w->mail.parting.first != POOL_NONE) {
        const uint32_t index = w->mail.parting.first;
        letter *m = letter_at(w, index);
        unlink_letter(w, IN_INBOX, &w->mail.parting.first, &w->mail.parting.last, index);
        if (m->awaited_by != POOL_NONE) {
            bsl_errand_answer(w, m, false);
        }
        bsl_inbox_free(w, index);
    }
}

/* The oldest message in any of its inboxes; POOL_NONE. */
static uint32_t oldest_received(const bustle_world *w, const entity *e) {
    const definition *d = definition_of(w, e);
    uint32_t oldest = POOL_NONE;
    for (uint32_t i = 0; i < d->inbox_count; i++) {
        const uint32_t index = bsl_inbox_first(w, e, w->content->ids[d->inboxes_at + i]);
        if (index != POOL_NONE &&
            (oldest == POOL_NONE ||
                letter_number(letter_at(w, index)) < letter_number(letter_at(w, oldest)))) {
            oldest = index;
        }
    }
    return oldest;
}

/* What is in the hands of others has been dealt with by its errands. */
void bsl_inbox_forget(bustle_world *w, uint32_t slot) {
    const entity *e = entity_at(w, slot);
    forget_parting(w);
    for (uint32_t i = oldest_received(w, e); i != POOL_NONE; i = oldest_received(w, e)) {
        bsl_inbox_lose(w, i);
    }
    const ties *t = ties_of(w, e);
    while (t->sent != POOL_NONE) {
        bsl_inbox_lose(w, t->sent);
    }
    w->mail.leaving = slot;
}

bool bsl_inbox_expire(bustle_world *w) {
    uint32_t first = POOL_NONE;
    int64_t first_due = 0;
    for (uint32_t kind = 0; kind < count_of(w->content, BUSTLE_KIND_INBOX); kind++) {
        const uint32_t index = w->mail.kept[kind].first;
        if (index == POOL_NONE) {
            continue;
        }
        const letter *m = letter_at(w, index);
        const int64_t due = letter_time(m) + w->content->inboxes[kind].keep;
        const bool earlier = first == POOL_NONE || due < first_due ||
            (due == first_due && letter_number(m) < letter_number(letter_at(w, first)));
        if (due <= w->now && earlier) {
            first = index;
            first_due = due;
        }
    }
    if (first != POOL_NONE) {
        bsl_inbox_lose(w, first);
    }
    return first != POOL_NONE;
}

/* ---- The world ---- */

bool bsl_inbox_init(bustle_world *w) {
    const uint32_t count = count_of(w->content, BUSTLE_KIND_INBOX);
    w->mail.parting = (letter_list){POOL_NONE, POOL_NONE};
    w->mail.leaving = NOBODY;
    w->mail.kept = count == 0 ? NULL : bsl_heap_zeroed(&w->heap, count * sizeof *w->mail.kept);
    for (uint32_t i = 0; w->mail.kept != NULL && i < count; i++) {
        w->mail.kept[i] = (letter_list){POOL_NONE, POOL_NONE};
    }
    return count == 0 || w->mail.kept != NULL;
}

void bsl_inbox_release(bustle_world *w) {
    const uint32_t count = count_of(w->content, BUSTLE_KIND_INBOX);
    bsl_heap_free(&w->heap, w->mail.kept, w->mail.kept == NULL ? 0 : count * sizeof *w->mail.kept);
    bsl_pool_release(&w->letters, &w->heap);
    bsl_pool_release(&w->errands, &w->heap);
}

/* ---- Proof ---- */

static bool inbox_agrees(const bustle_world *w, uint32_t slot, uint32_t inbox, uint64_t *waiting) {
    const int32_t *cells = bsl_inbox_cells(w, entity_at(w, slot), inbox);
    int32_t count = 0;
    uint32_t previous = POOL_NONE;
    for (uint32_t i = (uint32_t)cells[INBOX_FIRST]; i != POOL_NONE; i = letter_at(w, i)->next) {
        const letter *m = letter_at(w, i);
        if (m->receiver != slot || m->inbox != inbox || m->in_hand_of != POOL_NONE ||
            m->previous != previous || entity_at(w, m->sender)->spawn == 0 ||
            (previous != POOL_NONE && letter_number(letter_at(w, previous)) >= letter_number(m))) {
            return false;
        }
        previous = i;
        count++;
    }
    *waiting += (uint64_t)count;
    return count == cells[INBOX_COUNT] && previous == (uint32_t)cells[INBOX_LAST];
}

static bool sent_agrees(const bustle_world *w, uint32_t slot) {
    const ties *t = ties_of(w, entity_at(w, slot));
    uint32_t previous = POOL_NONE;
    for (uint32_t i = t->sent; i != POOL_NONE; i = letter_at(w, i)->next_sent) {
        const letter *m = letter_at(w, i);
        const errand *by = m->awaited_by == POOL_NONE ? NULL : errand_at(w, m->awaited_by);
        const errand *in = m->in_hand_of == POOL_NONE ? NULL : errand_at(w, m->in_hand_of);
        if (m->sender != slot || m->previous_sent != previous ||
            (by != NULL && (by->sent != i || by->state != ERRAND_AWAITS || by->slot != slot)) ||
            (in != NULL && (in->hand != i || by == NULL || in->slot != m->receiver))) {
            return false;
        }
        previous = i;
    }
    return previous == t->sent_last;
}

bool bsl_inbox_check(const bustle_world *w, uint32_t slot, uint64_t *waiting) {
    const definition *d = definition_of(w, entity_at(w, slot));
    for (uint32_t i = 0; i < d->inbox_count; i++) {
        if (!inbox_agrees(w, slot, w->content->ids[d->inboxes_at + i], waiting)) {
            return false;
        }
    }
    return !w->has_inboxes || sent_agrees(w, slot);
}

bool bsl_inbox_check_kept(const bustle_world *w) {
    uint32_t listed = 0;
    uint32_t held = 0;
    for (uint32_t kind = 0; kind < count_of(w->content, BUSTLE_KIND_INBOX); kind++) {
        uint32_t previous = POOL_NONE;
        for (uint32_t i = w->mail.kept[kind].first; i != POOL_NONE;
             i = letter_at(w, i)->next_kept) {
            const letter *m = letter_at(w, i);
            if (m->inbox != kind || m->previous_kept != previous || m->in_hand_of != POOL_NONE) {
                return false;
            }
            previous = i;
            listed++;
        }
        if (previous != w->mail.kept[kind].last) {
            return false;
        }
    }
    for (uint32_t slot = 0; slot < w->page_count << PAGE_SHIFT; slot++) {
        const entity *e = entity_at(w, slot);
        const definition *d = e->spawn == 0 ? NULL : definition_of(w, e);
        for (uint32_t i = 0; d != NULL && i < d->inbox_count; i++) {
            const uint32_t inbox = w->content->ids[d->inboxes_at + i];
            held += w->content->inboxes[inbox].keep == 0
                ? 0
                : (uint32_t)bsl_inbox_cells(w, e, inbox)[INBOX_COUNT];
        }
    }
    return listed == held && w->mail.sent == w->mail.taken + w->mail.lost + w->mail.waiting;
}

/* ---- The game ---- */

bustle_status bustle_entity_send(
    bustle_world *w, bustle_entity from, bustle_id inbox, bustle_entity to, int32_t value) {
    uint32_t sender = NOBODY;
    uint32_t receiver = NOBODY;
    if (w == NULL || !has_id(w->content, BUSTLE_KIND_INBOX, inbox)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    bustle_status status = bsl_entity_find_to_change(w, from, &sender);
    if (status == BUSTLE_OK) {
        status = bsl_entity_find_npc(w, to, &receiver);
    }
    if (status != BUSTLE_OK) {
        return status;
    }
    if (sender == receiver) {
        return BUSTLE_BAD_ARGUMENT;
    }
    if (bsl_inbox_cells(w, entity_at(w, receiver), inbox) == NULL) {
        return BUSTLE_NO_INBOX;
    }
    if (!bsl_inbox_accepts(w, receiver, inbox)) {
        w->mail.refused++;
        return BUSTLE_FULL;
    }
    if (!pool_reserve(&w->letters, &w->kept, 1)) {
        return BUSTLE_NO_MEMORY;
    }
    (void)bsl_inbox_put(w, sender, inbox, receiver, value);
    return BUSTLE_OK;
}

static bustle_message told(const bustle_world *w, const letter *m) {
    return (bustle_message){.inbox = m->inbox,
        .sender = handle_of(m->sender, entity_at(w, m->sender)->spawn),
        .value = m->value,
        .time = letter_time(m),
        .awaited = m->awaited_by != POOL_NONE};
}

/* The next one after another, in one inbox or in all; after POOL_NONE the oldest; POOL_NONE. */
static uint32_t next_received(
    const bustle_world *w, const entity *e, uint32_t inbox, uint32_t last) {
    const definition *d = definition_of(w, e);
    const letter *before = last == POOL_NONE ? NULL : letter_at(w, last);
    const uint64_t after = before == NULL ? 0 : letter_number(before);
    uint32_t next = POOL_NONE;
    for (uint32_t i = 0; i < d->inbox_count; i++) {
        const uint32_t kind = w->content->ids[d->inboxes_at + i];
        uint32_t index = inbox != BUSTLE_NONE && kind != inbox ? POOL_NONE
            : before != NULL && before->inbox == kind          ? before->next
                                                               : bsl_inbox_first(w, e, kind);
        while (index != POOL_NONE && letter_number(letter_at(w, index)) <= after) {
            index = letter_at(w, index)->next;
        }
        if (index != POOL_NONE &&
            (next == POOL_NONE ||
                letter_number(letter_at(w, index)) < letter_number(letter_at(w, next)))) {
            next = index;
        }
    }
    return next;
}

bustle_status bustle_npc_inbox(const bustle_world *w, bustle_entity handle, bustle_id inbox,
    bustle_message *messages, size_t capacity, size_t *count) {
    uint32_t slot = NOBODY;
    if (w == NULL || count == NULL || (messages == NULL && capacity > 0) ||
        (inbox != BUSTLE_NONE && !has_id(w->content, BUSTLE_KIND_INBOX, inbox))) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_entity_find_npc(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const entity *e = entity_at(w, slot);
    if (inbox != BUSTLE_NONE && bsl_inbox_cells(w, e, inbox) == NULL) {
        return BUSTLE_NO_INBOX;
    }
    *count = 0;
    const definition *d = definition_of(w, e);
    for (uint32_t i = 0; i < d->inbox_count; i++) {
        const uint32_t kind = w->content->ids[d->inboxes_at + i];
        *count += inbox == BUSTLE_NONE || kind == inbox
            ? (size_t)bsl_inbox_cells(w, e, kind)[INBOX_COUNT]
            : 0;
    }
    uint32_t last = POOL_NONE;
    for (size_t i = 0; i < *count && i < capacity; i++) {
        last = next_received(w, e, inbox, last);
        messages[i] = told(w, letter_at(w, last));
    }
    return BUSTLE_OK;
}
