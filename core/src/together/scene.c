/* Scenes that go on: who is in them, who is behind whom, when they are stuck, and how they end (S57
 * to S60).
 *
 * Assumption: a scene has few members, an NPC few parts, and most phases pass without a hitch.
 *
 * Algorithm: nothing is noted that can be seen. Whether a member may go on, whether a scene is
 * stuck and whether an NPC has to leave follow from phases and flags, and are looked at when
 * somebody has a turn. All that one member does to another is to give it a turn. A scene has no
 * timer of its own: it is listed for the earliest time at which a limit can be reached, and listed
 * anew if the time turns out to be a later one. So it is in the list twice at the most.
 *
 * Data structures: pools of scenes and of members; for each scene a list of its members, in the
 * order of parts and spawn numbers; for each NPC a list of its parts, by the number of the scene;
 * the heap of alarms. */
#include "together/scene.h"
#include "decide/operations.h"
#include "decide/turn.h"
#include "observe/event.h"
#include "together/encounter.h"
#include "world/world.h"

/* A scene is cast in a turn or a call, with members and their events. Each part that an NPC has can
 * be left, with an event and effects; so can the one that it takes in this very turn. Failures in
 * parts are told sequence by sequence. A part begins with an activity and a frame; a wait at a
 * phase that goes on past its patience has a timer. */
void bsl_scene_needs(const bustle_world *w, needs *sum) {
    if (!w->has_scenes) {
        return;
    }
    const enum work which_cast[] = {WORK_TURN, WORK_CALL};
    for (size_t i = 0; i < sizeof which_cast / sizeof *which_cast; i++) {
        need *n = sum->of[which_cast[i]];
        n[STORE_SCENES].once++;
        n[STORE_MEMBERS].once += w->member_limit + 1; /* and a stager */
        n[STORE_ENCOUNTERS].once += w->member_limit;
        n[STORE_EVENTS].once += w->member_limit;
        n[STORE_FRAMES].once += 2;
        n[STORE_ACTIVITIES].once += 1;
        n[STORE_BLOCKS].once += 1;
    }
    sum->of[WORK_TURN][STORE_EVENTS].once += (uint32_t)w->def.depth_limit;
    sum->of[WORK_CALL][STORE_EVENTS].once += w->content->function_count;
    for (int work = 0; work < WORKS; work++) {
        need *n = sum->of[work];
        n[STORE_EVENTS].once += 1 + w->effect_limit;
        n[STORE_QUEUED].once += w->raise_limit;
        n[STORE_SHOUTS].once += w->shout_limit;
        n[STORE_LINKS].once += w->link_limit;
        n[STORE_LETTERS].once += w->send_limit;
        n[STORE_ENCOUNTERS].once++;
        n[STORE_EVENTS].each += 1 + w->effect_limit;
        n[STORE_QUEUED].each += w->raise_limit;
        n[STORE_SHOUTS].each += w->shout_limit;
        n[STORE_LINKS].each += w->link_limit;
        n[STORE_LETTERS].each += w->send_limit;
        n[STORE_ENCOUNTERS].each++;
    }
}

void bsl_scene_release(bustle_world *w) {
    bsl_heap_free(&w->heap, w->alarms.list, w->alarms.capacity * sizeof *w->alarms.list);
}

static const scene *scene_of(const bustle_world *w, const staged *s) {
    return &w->content->scenes[s->scene];
}

static const scene_part *part_of(const bustle_world *w, const member *m) {
    return &w->content->parts[scene_of(w, staged_at(w, m->staged))->parts_at + m->part];
}

static bool is_present(const member *m) {
    return (m->flags & MEMBER_LEFT) == 0;
}

/* The next member of a scene that has not left, from `index` on; POOL_NONE. */
static uint32_t present_from(const bustle_world *w, uint32_t index) {
    while (index != POOL_NONE && !is_present(member_at(w, index))) {
        index = member_at(w, index)->next;
    }
    return index;
}

#define EACH_MEMBER(w, s, i)                                             \
    for (uint32_t i = present_from((w), (s)->members); (i) != POOL_NONE; \
         (i) = present_from((w), member_at((w), i)->next))

/* ---- Alarms ---- */

/* Two of each scene are of use at the most: for `longest`, and an earlier one. Twice as many are
 * there, so that those of no use are seldom taken out. */
#define ALARMS_OF_A_SCENE 4u
#define FEWEST_ALARMS 64u

bool bsl_scene_reserve(bustle_world *w) {
    const uint64_t most = ALARMS_OF_A_SCENE * ((uint64_t)w->scene_count + 1);
    return most <= w->alarms.capacity ||
        bsl_heap_grow(&w->heap, (void **)&w->alarms.list, &w->alarms.capacity,
            most < FEWEST_ALARMS ? FEWEST_ALARMS : most, sizeof *w->alarms.list);
}

static int64_t last_moment(const bustle_world *w, const staged *s) {
    return s->began + (int64_t)scene_of(w, s)->longest;
}

static bool is_of_use(const bustle_world *w, const alarm *a) {
    const staged *s = staged_at(w, a->staged);
    return s->number == a->number && s->over == 0 &&
        (a->time == s->alarm || a->time == last_moment(w, s));
}

static bool earlier(const alarm *a, const alarm *b) {
    return a->time != b->time ? a->time < b->time : a->number < b->number;
}

/* Puts it at the end of the first `at` ones, which are a heap already. */
static void sift_up(alarm *list, uint32_t at, alarm a) {
    while (at > 0 && earlier(&a, &list[(at - 1) / 2])) {
        list[at] = list[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    list[at] = a;
}

static void list_alarm(bustle_world *w, alarm a) {
    if (w->alarms.count == w->alarms.capacity) {
        const uint32_t count = w->alarms.count;
        w->alarms.count = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (is_of_use(w, &w->alarms.list[i])) {
                sift_up(w->alarms.list, w->alarms.count++, w->alarms.list[i]);
            }
        }
    }
    sift_up(w->alarms.list, w->alarms.count++, a);
}

static alarm take_alarm(bustle_world *w) {
    alarm *list = w->alarms.list;
    const alarm first = list[0];
    const alarm last = list[--w->alarms.count];
    uint32_t at = 0;
    for (uint32_t child = 1; child < w->alarms.count; child = 2 * at + 1) {
        child += child + 1 < w->alarms.count && earlier(&list[child + 1], &list[child]) ? 1 : 0;
        if (!earlier(&list[child], &last)) {
            break;
        }
        list[at] = list[child];
        at = child;
    }
    list[at] = last;
    return first;
}

static int64_t deadline_of(const bustle_world *w, const staged *s) {
    const int64_t longest = last_moment(w, s);
    const int64_t limit = s->stuck < 0 ? INT64_MAX : s->stuck + (int64_t)scene_of(w, s)->limit;
    return limit < longest ? limit : longest;
}

static void set_alarm(bustle_world *w, uint32_t index) {
    staged *s = staged_at(w, index);
    const int64_t deadline = deadline_of(w, s);
    if (deadline < s->alarm) {
        s->alarm = deadline;
        list_alarm(w, (alarm){deadline, s->number, index});
    }
}

/* Where it comes too early, because something has moved since, the scene is still listed for its
 * last moment. False: it was no limit. */
static bool handle_alarm(bustle_world *w, const alarm *a) {
    staged *s = staged_at(w, a->staged);
    if (!is_of_use(w, a)) {
        return false;
    }
    if (deadline_of(w, s) <= a->time) {
        bsl_scene_end(w, s, BUSTLE_LEAVE_BROKEN, NOBODY);
        return true;
    }
    s->alarm = last_moment(w, s);
    set_alarm(w, a->staged);
    return false;
}

/* An alarm that turns out to be none counts for nothing, so that a world without it, one that was
 * loaded, keeps to the same budget. */
bool bsl_scene_handle_limit(bustle_world *w) {
    while (w->alarms.count > 0 && w->alarms.list[0].time <= w->now) {
        const alarm a = take_alarm(w);
        if (handle_alarm(w, &a)) {
            return true;
        }
    }
    return false;
}

/* ---- Opening and closing ---- */

uint32_t bsl_scene_open(bustle_world *w, const staged *as) {
    const uint32_t index = pool_take(&w->scenes);
    staged *s = staged_at(w, index);
    *s = *as;
    s->next = POOL_NONE;
    s->previous = w->last_scene;
    s->members = POOL_NONE;
    s->stager = POOL_NONE;
    s->stuck = -1;
    s->alarm = INT64_MAX;
    if (w->last_scene != POOL_NONE) {
        staged_at(w, w->last_scene)->next = index;
    } else {
        w->first_scene = index;
    }
    w->last_scene = index;
    w->scene_count++;
    set_alarm(w, index);
    return index;
}

/* It is listed for its last moment first, as any scene that begins. */
uint32_t bsl_scene_restore(bustle_world *w, const staged *as) {
    const uint32_t index = bsl_scene_open(w, as);
    staged_at(w, index)->stuck = as->stuck;
    set_alarm(w, index);
    return index;
}

/* When nobody is in it any more. */
static void close_if_empty(bustle_world *w, uint32_t index) {
    staged *s = staged_at(w, index);
    if (s->present > 0 || s->stager != POOL_NONE) {
        return;
    }
    for (uint32_t i = s->members; i != POOL_NONE;) {
        const uint32_t next = member_at(w, i)->next;
        pool_give(&w->members, i);
        i = next;
    }
    *(s->previous == POOL_NONE ? &w->first_scene : &staged_at(w, s->previous)->next) = s->next;
    *(s->next == POOL_NONE ? &w->last_scene : &staged_at(w, s->next)->previous) = s->previous;
    s->number = 0;
    w->scene_count--;
    pool_give(&w->scenes, index);
}

/* Where a member stands among those of its scene. */
static uint32_t *place_of(bustle_world *w, const member *m) {
    uint32_t *link = &staged_at(w, m->staged)->members;
    for (; *link != POOL_NONE; link = &member_at(w, *link)->next) {
        const member *at = member_at(w, *link);
        if (at->part > m->part || (at->part == m->part && at->spawn > m->spawn)) {
            break;
        }
    }
    return link;
}

void bsl_scene_enlist(bustle_world *w, uint32_t index) {
    member *m = member_at(w, index);
    uint32_t *link = place_of(w, m);
    m->next = *link;
    *link = index;
    m->next_part = POOL_NONE;
    if (!is_present(m)) {
        return;
    }
    link = &life_of(w, npc_at(w, m->slot))->parts;
    while (*link != POOL_NONE) {
        link = &member_at(w, *link)->next_part;
    }
    *link = index;
    staged_at(w, m->staged)->present++;
}

uint32_t bsl_scene_admit(bustle_world *w, const member *as) {
    const uint32_t index = pool_take(&w->members);
    member *m = member_at(w, index);
    *m = *as;
    m->below = POOL_NONE;
    m->frame = POOL_NONE;
    bsl_scene_enlist(w, index);
    w->joins++;
    return index;
}

/* ---- Who is behind whom ---- */

#define ENDED_PHASE UINT32_MAX

/* How far a member has come: the end of a part is ahead of every phase. */
static uint32_t phase_of(const member *m) {
    return (m->flags & MEMBER_ENDED) != 0 ? ENDED_PHASE : m->phase;
}

/* That of those who are behind all others; ENDED_PHASE: all have ended. */
static uint32_t lowest_phase(const bustle_world *w, const staged *s) {
    uint32_t lowest = ENDED_PHASE;
    EACH_MEMBER(w, s, i) {
        const uint32_t phase = phase_of(member_at(w, i));
        lowest = phase < lowest ? phase : lowest;
    }
    return lowest;
}

static bool may_go_on(const staged *s, const member *m, uint32_t lowest) {
    return (m->flags & MEMBER_ENDED) != 0 ? s->over != 0 : m->phase <= lowest;
}

bool bsl_scene_may_go_on(const bustle_world *w, const member *m) {
    const staged *s = staged_at(w, m->staged);
    return may_go_on(s, m, lowest_phase(w, s));
}

/* Gives a turn to someone about whom something has changed; it decides by itself what that means.
 */
static void call(bustle_world *w, uint32_t slot) {
    if ((entity_at(w, slot)->flags & (NPC_HELD | NPC_HALTED)) == 0) {
        bsl_turn_queue(w, slot, true);
    }
}

void bsl_scene_call_waiting(bustle_world *w, const staged *s) {
    const uint32_t lowest = lowest_phase(w, s);
    EACH_MEMBER(w, s, i) {
        const member *m = member_at(w, i);
        if ((m->flags & MEMBER_WAITS) != 0 && may_go_on(s, m, lowest)) {
            call(w, m->slot);
        }
    }
}

bool bsl_scene_all_ended(const bustle_world *w, const staged *s) {
    return lowest_phase(w, s) == ENDED_PHASE;
}

void bsl_scene_end(bustle_world *w, staged *s, bustle_leave_reason how, uint32_t except) {
    s->over = (uint8_t)how;
    EACH_MEMBER(w, s, i) {
        if (member_at(w, i)->slot != except) {
            call(w, member_at(w, i)->slot);
        }
    }
    if (s->stager != POOL_NONE) {
        call(w, member_at(w, s->stager)->slot);
    }
}

/* ---- Stuck scenes (S58) ---- */

activity *bsl_scene_activity(const bustle_world *w, const member *m) {
    activity *a = m->frame == POOL_NONE ? NULL : &npc_at(w, m->slot)->now;
    for (; a != NULL; a = next_below(w, a)) {
        for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
            if (i == m->frame) {
                return a;
            }
        }
    }
    return a;
}

bool bsl_scene_is_away(const bustle_world *w, const member *m) {
    const npc *self = npc_at(w, m->slot);
    return (self->now.flags & ACTIVITY_INTERRUPTED) != 0 || bsl_scene_activity(w, m) != &self->now;
}

/* Whoever waits and has somebody behind it waits in vain if all behind it do nothing about that.
 * The one of these who has come least far has the fewest behind it, and they are behind all others
 * too: if it does not wait in vain, nobody does. */
static bool is_stuck(const bustle_world *w, const staged *s) {
    const uint32_t lowest = lowest_phase(w, s);
    uint32_t first = lowest; /* the phase of that one */
    EACH_MEMBER(w, s, i) {
        const member *m = member_at(w, i);
        const uint32_t phase = phase_of(m);
        if ((m->flags & MEMBER_WAITS) != 0 && phase > lowest &&
            (first == lowest || phase < first)) {
            first = phase;
        }
    }
    if (first == lowest) {
        return false;
    }
    EACH_MEMBER(w, s, i) {
        const member *m = member_at(w, i);
        if (phase_of(m) < first && (m->flags & MEMBER_WAITS) == 0 && !bsl_scene_is_away(w, m)) {
            return false;
        }
    }
    return true;
}

static void look_at(bustle_world *w, uint32_t index) {
    staged *s = staged_at(w, index);
    if (s->over != 0) {
        return;
    }
    if (!is_stuck(w, s)) {
        s->stuck = -1;
    } else if (s->stuck < 0) {
        s->stuck = w->now;
        set_alarm(w, index);
    }
}

void bsl_scene_look(bustle_world *w, uint32_t slot) {
    const life *l = life_of(w, npc_at(w, slot));
    for (uint32_t i = l == NULL ? POOL_NONE : l->parts; i != POOL_NONE;
         i = member_at(w, i)->next_part) {
        look_at(w, member_at(w, i)->staged);
    }
}

/* ---- Leaving (S60) ---- */

/* The first member of each part, for the names of parts in effects. */
static named_members named_in(const bustle_world *w, const staged *s) {
    named_members named;
    for (uint32_t i = 0; i < BUSTLE_MOST_PARTS; i++) {
        named.slots[i] = NOBODY;
    }
    for (uint32_t i = s->members; i != POOL_NONE; i = member_at(w, i)->next) {
        const member *m = member_at(w, i);
        if (named.slots[m->part] == NOBODY && entity_at(w, m->slot)->spawn == m->spawn) {
            named.slots[m->part] = m->slot;
        }
    }
    return named;
}

static void apply_end(bustle_world *w, const member *m, bool finished) {
    const scene_part *p = part_of(w, m);
    const named_members named = named_in(w, staged_at(w, m->staged));
    const parties s = {.self = npc_at(w, m->slot),
        .self_slot = m->slot,
        .target_slot = NOBODY,
        .action = BUSTLE_NONE,
        .named = &named};
    bsl_effects_apply(w, finished ? &p->finish : &p->broken, &s);
}

/* The record is between the frame of the part and what is below it. */
static void detach(bustle_world *w, const member *m) {
    if (m->frame == POOL_NONE) {
        return;
    }
    frame *f = frame_at(w, m->frame);
    uint32_t *link = &f->below;
    if ((f->where & FRAME_CLAIMS) != 0) {
        link = &claim_at(w, *link)->below;
    }
    if ((f->where & FRAME_STAGES) != 0) {
        link = &member_at(w, *link)->below;
    }
    *link = m->below;
    f->where &= ~FRAME_PART;
}

/* It is no member any more, and the others have to get along without it. */
static void drop_member(bustle_world *w, uint32_t index) {
    const member gone = *member_at(w, index);
    staged *s = staged_at(w, gone.staged);
    uint32_t *link = &s->members;
    while (*link != index) {
        link = &member_at(w, *link)->next;
    }
    *link = gone.next;
    pool_give(&w->members, index);
    uint32_t left = 0;
    EACH_MEMBER(w, s, i) {
        left += member_at(w, i)->part == gone.part;
    }
    if (left < w->content->parts[scene_of(w, s)->parts_at + gone.part].least) {
        bsl_scene_end(w, s, BUSTLE_LEAVE_BROKEN, NOBODY);
    } else if (bsl_scene_all_ended(w, s)) {
        bsl_scene_end(w, s, BUSTLE_LEAVE_FINISHED, NOBODY);
    } else {
        bsl_scene_call_waiting(w, s);
        look_at(w, gone.staged);
    }
}

void bsl_scene_depart(bustle_world *w, uint32_t index) {
    member *m = member_at(w, index);
    const uint32_t scene_index = m->staged;
    staged *s = staged_at(w, scene_index);
    npc *self = npc_at(w, m->slot);
    life *l = life_of(w, self);
    const uint32_t how = s->over != 0 ? s->over : BUSTLE_LEAVE_LEFT;
    detach(w, m);
    apply_end(w, m, how == BUSTLE_LEAVE_FINISHED);
    bsl_event_emit(w, BUSTLE_EVENT_LEAVE, m->slot, 0, s->scene, how);
    uint32_t *link = &l->parts;
    while (*link != index) {
        link = &member_at(w, *link)->next_part;
    }
    *link = m->next_part;
    life_leave(l, w->now);
    if ((m->flags & MEMBER_INITIATOR) != 0 && how != BUSTLE_LEAVE_FINISHED) {
        bsl_encounter_add_scene(w, self, s->scene, 0);
    }
    m->flags |= MEMBER_LEFT;
    s->present--;
    w->leaves++;
    if (how == BUSTLE_LEAVE_LEFT) {
        drop_member(w, index);
    }
    close_if_empty(w, scene_index);
}

void bsl_scene_depart_all(bustle_world *w, npc *self) {
    const life *l = life_of(w, self);
    while (l != NULL && l->parts != POOL_NONE) {
        uint32_t last = l->parts;
        while (member_at(w, last)->next_part != POOL_NONE) {
            last = member_at(w, last)->next_part;
        }
        bsl_scene_depart(w, last);
    }
}

void bsl_scene_stager_gone(bustle_world *w, frame *f) {
    uint32_t *link = (f->where & FRAME_CLAIMS) != 0 ? &claim_at(w, f->below)->below : &f->below;
    const uint32_t index = *link;
    const uint32_t scene_index = member_at(w, index)->staged;
    *link = member_at(w, index)->below;
    f->where &= ~FRAME_STAGES;
    pool_give(&w->members, index);
    staged_at(w, scene_index)->stager = POOL_NONE;
    close_if_empty(w, scene_index);
}

/* ---- What is on a stack ---- */

uint32_t bsl_scene_topmost_part(const bustle_world *w, const activity *a) {
    for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
        const frame *f = frame_at(w, i);
        if ((f->where & FRAME_PART) != 0) {
            return part_record(w, f);
        }
    }
    return POOL_NONE;
}

enum leaving bsl_scene_leaving(const bustle_world *w, uint32_t part) {
    return part != POOL_NONE && scene_of(w, staged_at(w, member_at(w, part)->staged))->stays
        ? LEAVING_NOTHING
        : LEAVING_UNDONE;
}

bool bsl_scene_on_stack(const bustle_world *w, const activity *a) {
    return bsl_scene_topmost_part(w, a) != POOL_NONE;
}

int32_t bsl_scene_standing(const bustle_world *w, const activity *a) {
    int32_t highest = INT32_MIN;
    for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
        const frame *f = frame_at(w, i);
        if ((f->where & FRAME_PART) == 0) {
            continue;
        }
        const member *m = member_at(w, part_record(w, f));
        if ((a->flags & ACTIVITY_MAIN) != 0 && (m->flags & MEMBER_PAST) != 0) {
            return INT32_MIN;
        }
        const int32_t standing = staged_at(w, m->staged)->standing;
        highest = standing > highest ? standing : highest;
    }
    return highest;
}

void bsl_scene_interrupted(bustle_world *w, const activity *a) {
    for (uint32_t i = a->top; i != POOL_NONE; i = bsl_frame_below(w, frame_at(w, i))) {
        const frame *f = frame_at(w, i);
        staged *s = (f->where & FRAME_PART) == 0
            ? NULL
            : staged_at(w, member_at(w, part_record(w, f))->staged);
        if (s != NULL && s->over == 0 && scene_of(w, s)->interrupted_breaks) {
            bsl_scene_end(w, s, BUSTLE_LEAVE_BROKEN, NOBODY);
        }
    }
}

uint32_t bsl_scene_count_parts(const bustle_world *w, const npc *self) {
    const life *l = w->has_scenes ? life_of(w, self) : NULL;
    uint32_t count = 0;
    for (uint32_t i = l == NULL ? POOL_NONE : l->parts; i != POOL_NONE;
         i = member_at(w, i)->next_part) {
        count++;
    }
    return count;
}

/* ---- Whom an action is aimed at (S54) ---- */

uint32_t bsl_scene_other(const bustle_world *w, const member *m, uint16_t part_name) {
    const staged *s = staged_at(w, m->staged);
    uint32_t own = NOBODY;
    EACH_MEMBER(w, s, i) {
        const member *other = member_at(w, i);
        if (other == m || (part_name != NONE16 && part_of(w, other)->name != part_name)) {
            continue;
        }
        if (part_name != NONE16 || other->part != m->part) {
            return other->slot;
        }
        own = own == NOBODY ? other->slot : own;
    }
    return own;
}
