/* Errands: what a sequence on a stack has in hand, what its node awaits, where it meets (S70, S71).
 * Each belongs to a frame; a frame that goes takes its errand with it, so that no message is
 * awaited by nobody and nobody waits at a place unawares. */
#include "decide/turn.h"
#include "decide/wait.h"
#include "together/inbox.h"
#include "world/world.h"

/* ---- Frames ---- */

/* The word that leads to the record of an errand, or would: behind all other records. */
static uint32_t *link_of(const bustle_world *w, frame *f) {
    uint32_t *link = &f->below;
    if ((f->where & FRAME_CLAIMS) != 0) {
        link = &claim_at(w, *link)->below;
    }
    if ((f->where & FRAME_STAGES) != 0) {
        link = &member_at(w, *link)->below;
    }
    if ((f->where & FRAME_HOLDS) != 0) {
        return &place_at(w, *link)->below;
    }
    return (f->where & FRAME_PART) != 0 ? &member_at(w, *link)->below : link;
}

uint32_t bsl_errand_of(const bustle_world *w, const frame *f) {
    return (f->where & FRAME_ERRAND) == 0 ? POOL_NONE : *link_of(w, (frame *)(void *)f);
}

uint32_t bsl_errand_make(bustle_world *w, uint32_t slot, uint32_t frame_index) {
    frame *f = frame_at(w, frame_index);
    uint32_t *link = link_of(w, f);
    if ((f->where & FRAME_ERRAND) != 0) {
        return *link;
    }
    const uint32_t index = pool_take(&w->errands);
    *errand_at(w, index) = (errand){.below = *link,
        .frame = frame_index,
        .slot = slot,
        .hand = POOL_NONE,
        .sent = POOL_NONE,
        .place = NOBODY,
        .next = POOL_NONE,
        .previous = POOL_NONE,
        .meeting = NONE16,
        .state = ERRAND_NONE};
    *link = index;
    f->where |= FRAME_ERRAND;
    return index;
}

/* One that has nothing left to say is gone. */
void bsl_errand_free_if_idle(bustle_world *w, uint32_t index) {
    const errand *e = errand_at(w, index);
    if (e->hand == POOL_NONE && e->state == ERRAND_NONE) {
        frame *f = frame_at(w, e->frame);
        *link_of(w, f) = e->below;
        f->where &= ~FRAME_ERRAND;
        pool_give(&w->errands, index);
    }
}

/* ---- Messages ---- */

void bsl_errand_hold(bustle_world *w, uint32_t index, uint32_t letter_index) {
    errand_at(w, index)->hand = letter_index;
    letter_at(w, letter_index)->in_hand_of = index;
}

void bsl_errand_await(bustle_world *w, uint32_t index, uint32_t letter_index) {
    errand *e = errand_at(w, index);
    e->sent = letter_index;
    e->state = ERRAND_AWAITS;
    letter_at(w, letter_index)->awaited_by = index;
}

void bsl_errand_answer(bustle_world *w, letter *m, bool done) {
    errand *e = errand_at(w, m->awaited_by);
    m->awaited_by = POOL_NONE;
    e->sent = POOL_NONE;
    e->state = done ? ERRAND_DONE : ERRAND_FAILED;
    const npc *self = npc_at(w, e->slot);
    if ((self->e.flags & NPC_AWAITS) != 0 && self->now.top == e->frame) {
        bsl_wait_call(w, e->slot);
    }
}

void bsl_errand_end_hand(bustle_world *w, const frame *f, bool done) {
    const uint32_t index = bsl_errand_of(w, f);
    errand *e = index == POOL_NONE ? NULL : errand_at(w, index);
    if (e == NULL || e->hand == POOL_NONE) {
        return;
    }
    const uint32_t letter_index = e->hand;
    e->hand = POOL_NONE;
    bsl_errand_free_if_idle(w, index);
    bsl_errand_answer(w, letter_at(w, letter_index), done);
    bsl_inbox_free(w, letter_index);
}

/* One in hand is awaited no more, and then it is nobody's; with one whose receiver leaves, others
 * still deal. */
static void stop_awaiting(bustle_world *w, uint32_t letter_index) {
    letter *m = letter_at(w, letter_index);
    m->awaited_by = POOL_NONE;
    if (m->parting) {
        return;
    }
    if (m->in_hand_of == POOL_NONE) {
        bsl_inbox_lose(w, letter_index);
        return;
    }
    const uint32_t holder = m->in_hand_of;
    errand_at(w, holder)->hand = POOL_NONE;
    bsl_errand_free_if_idle(w, holder);
    bsl_inbox_free(w, letter_index);
}

/* ---- Meetings ---- */

void bsl_errand_meet(bustle_world *w, uint32_t index, uint32_t place, uint16_t meeting) {
    errand *e = errand_at(w, index);
    ties *t = ties_of(w, entity_at(w, place));
    e->place = place;
    e->place_spawn = entity_at(w, place)->spawn;
    e->meeting = meeting;
    e->state = ERRAND_MEETS;
    e->next = t->meeting;
    e->previous = POOL_NONE;
    if (t->meeting != POOL_NONE) {
        errand_at(w, t->meeting)->previous = index;
    }
    t->meeting = index;
    w->mail.meeting++;
}

void bsl_errand_unlist(bustle_world *w, uint32_t index, enum errand_state state) {
    errand *e = errand_at(w, index);
    if (still_there(w, e->place, e->place_spawn) != NULL) {
        *(e->previous == POOL_NONE ? &ties_of(w, entity_at(w, e->place))->meeting
                                   : &errand_at(w, e->previous)->next) = e->next;
        if (e->next != POOL_NONE) {
            errand_at(w, e->next)->previous = e->previous;
        }
    }
    e->state = (uint16_t)state;
    w->mail.meeting--;
}

void bsl_errand_interrupted(const bustle_world *w, const frame *f) {
    const uint32_t index = bsl_errand_of(w, f);
    if (index != POOL_NONE && errand_at(w, index)->state == ERRAND_MEETS) {
        errand_at(w, index)->state = ERRAND_AWAY;
    }
}

static bool is_listed(const errand *e) {
    return e->state == ERRAND_MEETS || e->state == ERRAND_AWAY;
}

/* ---- The end of a wait ---- */

static void end_wait(bustle_world *w, uint32_t index) {
    errand *e = errand_at(w, index);
    const uint32_t sent = e->sent;
    if (is_listed(e)) {
        bsl_errand_unlist(w, index, ERRAND_NONE);
    }
    e->state = ERRAND_NONE;
    e->sent = POOL_NONE;
    if (sent != POOL_NONE) {
        stop_awaiting(w, sent);
    }
}

void bsl_errand_end_wait(bustle_world *w, const frame *f) {
    const uint32_t index = bsl_errand_of(w, f);
    if (index != POOL_NONE) {
        end_wait(w, index);
        bsl_errand_free_if_idle(w, index);
    }
}

void bsl_errand_drop(bustle_world *w, const frame *f) {
    bsl_errand_end_hand(w, f, false);
    bsl_errand_end_wait(w, f);
}

/* Of one that leaves: answers come when its users are cancelled. */
static void part_with(bustle_world *w, uint32_t index) {
    errand *e = errand_at(w, index);
    const uint32_t sent = e->sent;
    if (e->hand != POOL_NONE) {
        letter *m = letter_at(w, e->hand);
        letter_list *l = &w->mail.parting;
        m->in_hand_of = POOL_NONE;
        m->parting = 1;
        m->next = POOL_NONE;
        m->previous = l->last;
        *(l->last == POOL_NONE ? &l->first : &letter_at(w, l->last)->next) = e->hand;
        l->last = e->hand;
        e->hand = POOL_NONE;
    }
    e->sent = POOL_NONE; /* what is still untaken goes with all that it has sent */
    if (sent != POOL_NONE) {
        letter_at(w, sent)->awaited_by = POOL_NONE;
        if (letter_at(w, sent)->in_hand_of != POOL_NONE) {
            stop_awaiting(w, sent);
        }
    }
    end_wait(w, index);
    bsl_errand_free_if_idle(w, index);
}

void bsl_errand_part(bustle_world *w, npc *self) {
    for (const activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
            const uint32_t index = bsl_errand_of(w, frame_at(w, i));
            if (index != POOL_NONE) {
                part_with(w, index);
            }
        }
    }
}

/* ---- Proof ---- */

static bool is_sound(const bustle_world *w, const npc *self, const frame *f, uint32_t index) {
    const errand *e = errand_at(w, index);
    const uint16_t kind = w->content->nodes[frame_node(f)].kind;
    const bool waits = frame_state(f) == BUSTLE_WAITING_AT_NODE;
    const bool awaits = e->state >= ERRAND_AWAITS && e->state <= ERRAND_FAILED;
    const bool meets = e->state >= ERRAND_MEETS;
    if (entity_at(w, e->slot) != &self->e || frame_at(w, e->frame) != f ||
        (e->hand == POOL_NONE && e->state == ERRAND_NONE) ||
        (e->sent != POOL_NONE) != (e->state == ERRAND_AWAITS) ||
        (awaits && !(waits && kind == BUSTLE_NODE_SEND)) ||
        (meets && !(waits && kind == BUSTLE_NODE_MEET)) ||
        (e->hand != POOL_NONE && letter_at(w, e->hand)->in_hand_of != index) ||
        (e->sent != POOL_NONE && letter_at(w, e->sent)->awaited_by != index)) {
        return false;
    }
    if (!is_listed(e) || still_there(w, e->place, e->place_spawn) == NULL) {
        return true;
    }
    uint32_t i = ties_of(w, entity_at(w, e->place))->meeting;
    while (i != POOL_NONE && i != index) {
        i = errand_at(w, i)->next;
    }
    return i == index;
}

bool bsl_errand_check(const bustle_world *w, const npc *self, uint32_t *meeting) {
    for (const activity *a = &self->now; a != NULL; a = next_below(w, a)) {
        const bool runs = a == &self->now && (self->e.flags & NPC_AWAITS) != 0;
        for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
            const frame *f = frame_at(w, i);
            const uint32_t index = bsl_errand_of(w, f);
            const errand *e = index == POOL_NONE ? NULL : errand_at(w, index);
            const uint16_t kind = w->content->nodes[frame_node(f)].kind;
            const bool waits = frame_state(f) == BUSTLE_WAITING_AT_NODE;
            if (e == NULL) {
                if (waits && (kind == BUSTLE_NODE_SEND || kind == BUSTLE_NODE_MEET)) {
                    return false;
                }
                continue;
            }
            *meeting += is_listed(e);
            if (!is_sound(w, self, f, index) ||
                (is_listed(e) && (e->state == ERRAND_MEETS) != (runs && i == a->top))) {
                return false;
            }
        }
    }
    return true;
}
