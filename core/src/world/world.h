/* The changing state of a world, and how to reach what is in it. Each part of it is declared by the
 * header of the subsystem that looks after it. */
#ifndef BUSTLE_WORLD_H
#define BUSTLE_WORLD_H

#include "base/pool.h"
#include "base/random.h"
#include "base/sort.h"
#include "content/content.h"
#include "decide/activity.h"
#include "decide/interruption.h"
#include "decide/operations.h"
#include "decide/shout.h"
#include "decide/timer.h"
#include "decide/turn.h"
#include "observe/event.h"
#include "reload/replaced.h"
#include "together/cue.h"
#include "together/inbox.h"
#include "together/life.h"
#include "together/place.h"
#include "together/plan.h"
#include "together/scene.h"
#include "world/area.h"
#include "world/claim.h"
#include "world/clock.h"
#include "world/environment.h"
#include "world/link.h"
#include "world/reserve.h"
#include "world/rows.h"
#include "world/space.h"
#include "world/ties.h"

enum world_mode { /* which calls are allowed */
    MODE_OPEN, /* between updates */
    MODE_DELIVERY, /* in start_action and on_event */
    MODE_UPDATE, /* inside an update, or one that ran out of memory */
    MODE_QUERY, /* in a query or log callback: reading only */
    MODE_CONDITION, /* in a condition function: reading only */
    MODE_EFFECT /* in an effect function: writing self and target too */
};

enum update_phase {
    PHASE_NONE,
    PHASE_WATCH,
    PHASE_ROLES,
    PHASE_PLANS,
    PHASE_ENDINGS,
    PHASE_CUES,
    PHASE_DECISIONS
};

struct bustle_world {
    heap heap;
    arena kept; /* what lasts as long as the world: rows, and the elements of pools */
    bustle_content *content;
    bustle_world_def def;
    enum world_mode mode;
    int64_t now;

    page *pages;
    page_tags *tags;
    uint32_t page_count, page_capacity, tag_capacity;
    row_class *classes; /* one for each definition at most */
    uint32_t class_count;
    layout *layouts; /* per definition */
    uint32_t id_width; /* bytes of an action or choice in a memory */
    uint32_t spawned;
    uint32_t entities, npcs, halted;
    uint32_t *names; /* slots, open addressing by the hash of the name; NOBODY */
    uint32_t name_count, name_capacity;
    item *order; /* key: spawn number, value: slot, ascending; made when first needed */
    uint32_t order_count, order_capacity;
    bool ordered;

    union {
        struct {
            pool queued, frames, activities, claims, blocks, encounters, scenes, members, places,
                letters, errands;
        };
        pool pools[STORES_IN_POOLS];
    };
    pool cell_blocks;
    area_map areas;
    needs needs;
    environment_value *environment;
    watch *watches;
    region *regions; /* region_count of them */
    shortlist candidates; /* of an NPC that looks for a target */
    shortlist found; /* of the game, which may look for someone meanwhile */
#if BUSTLE_CHECKS
    uint64_t looked_at; /* cells, blocks and rows, in searches */
#endif

    uint32_t *ready; /* a ring of slots */
    uint32_t ready_first, ready_count, ready_capacity;
    uint32_t zombies; /* NPCs that left while in the ring */
    wheel wheel;

    event_list pending, delivered;
#if BUSTLE_CHECKS
    uint64_t pending_reserved; /* events that may be pending */
    bool pending_overdrawn; /* there were more */
#endif
    uint32_t hash;
    uint64_t *reported; /* per function: the update in which an error was last reported */
    uint8_t *endings; /* per action: bustle_ending, as the game has said of it (S48) */
    uint64_t *unwritable; /* bit set: pairs of action and state reported as not there */
    uint64_t updates;
    uint64_t turns, starts, events, refused;
    uint64_t portion; /* changes of plan, endings and turns of the last update */
    bool cut_short; /* of the last update */
    uint32_t effect_limit; /* errors that one list of effects can have */
    uint32_t raise_limit; /* interruptions that one list of effects can raise */
    uint32_t shout_limit; /* ... for whoever is near, or on a path */
    uint32_t link_limit; /* links that one list of effects can change */
    uint32_t send_limit; /* messages that one list of effects can send, but on paths */
    uint32_t offer_limit; /* errors that `adopt` or `drop` of an offer can have */
    uint32_t cue_limit; /* the most that an NPC has at a time */
    shout_list shouts;
    item *options; /* room for the nodes that one can go to, as values */
    uint32_t *option_ways; /* if someone listens (trace.c): the transition of each */
    uint32_t option_capacity;

    bool watching; /* there are interruptions or roles with conditions over the environment */
    bool has_roles; /* the content has */
    bool has_lives; /* ... or cues, or scenes */
    bool roles_untested; /* someone may lack a role that new content has brought */
    bool testing_roles; /* progress of that, through w->order */
    uint32_t role_next;
    beat_list *beats; /* of every beat of the content, by phases */
    shortlist called; /* those whom a cue calls up */
    bool has_plans; /* the content has */
    world_clock clock;
    plan_queue plan_queue;
    pool patches;
    agenda agenda; /* of an NPC whose plan is looked at */
    agenda asked_agenda; /* of one about whom the game asks, which may be meanwhile */
    uint32_t plan_span_capacity; /* of both */
    bool has_scenes; /* the content has */
    bool has_links, has_areas, has_offers, has_inboxes, has_meetings;
    mail mail;
    link_map links;
    bool has_nowhere; /* ... definitions without a position */
    bool has_queried; /* ... definitions whose positions are asked for */
    bool has_ties; /* ... any of these */
    uint32_t member_limit; /* the most that a scene has */
    uint32_t first_scene, last_scene; /* of those that go on; POOL_NONE */
    uint32_t scene_count;
    uint32_t scene_number; /* of the last one */
    uint64_t joins, leaves;
    uint32_t place_count; /* at offers, held or to be taken again */
    uint32_t places_held;
    uint64_t adopts, drops;
    alarm_list alarms;
    int64_t before; /* the time of the update before */
    bool endings_done; /* all that were due have been handled */
    enum update_phase phase; /* progress of the update */
    uint32_t decisions_left;
    turn turn;
    const parties *parties; /* of the function that is being called */

    replaced_action **replacements; /* NULL where there is none any more */
    replaced_user *replaced_users; /* ascending by spawn number */
    uint32_t replaced_count, replaced_capacity, replaced_user_count, replaced_user_capacity;
};

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

/* A function that is seldom called, kept out of those that call it: these need less for it. */
#if defined(__GNUC__)
#define APART __attribute__((noinline))
#else
#define APART
#endif

/* ---- Reaching rows ---- */

static inline entity *entity_at(const bustle_world *w, uint32_t slot) {
    const page *p = &w->pages[slot >> PAGE_SHIFT];
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): the page begins before its rows */
    return (entity *)(p->origin + slot * p->stride);
}

static inline npc *npc_at(const bustle_world *w, uint32_t slot) {
    return (npc *)(void *)entity_at(w, slot);
}

static inline const definition *definition_of(const bustle_world *w, const entity *e) {
    return &w->content->definitions[e->definition];
}

/* Of an entity in its row, which is never const itself. */
static inline int32_t *states_of(const bustle_world *w, const entity *e) {
    uint8_t *row = (uint8_t *)(void *)e;
    return (int32_t *)(void *)(row + w->layouts[e->definition].states);
}

static inline bustle_entity handle_of(uint32_t slot, uint32_t spawn) {
    return (bustle_entity)spawn << SLOT_BITS | slot;
}

/* NULL: it can neither be in a role or a scene nor have a cue. */
static inline life *life_of(const bustle_world *w, const npc *self) {
    const uint32_t at = w->layouts[self->e.definition].life;
    uint8_t *row = (uint8_t *)(void *)self;
    return at == 0 ? NULL : (life *)(void *)(row + at);
}

/* NULL: it has no plan, and can be in no role that has one. */
static inline daily *daily_of(const bustle_world *w, const npc *self) {
    const uint32_t at = w->layouts[self->e.definition].daily;
    uint8_t *row = (uint8_t *)(void *)self;
    return at == 0 ? NULL : (daily *)(void *)(row + at);
}

/* NULL: the content has neither links nor areas, offers, inboxes or meetings. */
static inline ties *ties_of(const bustle_world *w, const entity *e) {
    const uint32_t at = w->layouts[e->definition].ties;
    uint8_t *row = (uint8_t *)(void *)e;
    return at == 0 ? NULL : (ties *)(void *)(row + at);
}

/* What the NPC does in its role. */
static inline const persona *persona_of(const bustle_world *w, const npc *self) {
    const life *l = life_of(w, self);
    const uint16_t place = l == NULL ? 0 : (uint16_t)(l->role + 1u); /* NONE16: the first */
    return &w->content->personas[w->layouts[self->e.definition].personas + place];
}

/* The place of a state value in a row of that layout; NULL: it has no such state. */
static inline int32_t *state_in(const layout *l, const entity *e, uint32_t state) {
    const uint16_t column = l->columns[state];
    uint8_t *row = (uint8_t *)(void *)e;
    return column == NO_COLUMN ? NULL : (int32_t *)(void *)(row + l->states) + column;
}

static inline int32_t *state_at(const bustle_world *w, const entity *e, uint32_t state) {
    return state_in(&w->layouts[e->definition], e, state);
}

/* Whether a living entity is at this place of w->order. */
static inline bool order_lives(const bustle_world *w, uint32_t place) {
    const item *i = &w->order[place];
    return entity_at(w, i->value)->spawn == (uint32_t)i->key;
}

/* The living entity in a slot, if it is still the one of that spawn number; else NULL. */
static inline entity *still_there(const bustle_world *w, uint32_t slot, uint32_t spawn) {
    if (slot == NOBODY) {
        return NULL;
    }
    entity *e = entity_at(w, slot);
    return e->spawn == spawn ? e : NULL;
}

/* S68: at no distance from anybody. */
static inline bool is_nowhere(const bustle_world *w, const entity *e) {
    return w->has_nowhere && definition_of(w, e)->position == BUSTLE_POSITION_NONE;
}

/* ---- Reaching stacks and claims ---- */

static inline frame *frame_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->frames, index);
}

static inline activity *activity_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->activities, index);
}

/* The next one of a pile, from `self->now` down; NULL: that was the lowest. */
static inline activity *next_below(const bustle_world *w, const activity *a) {
    return a->below == POOL_NONE ? NULL : activity_at(w, a->below);
}

static inline claim_record *claim_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->claims, index);
}

static inline staged *staged_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->scenes, index);
}

static inline member *member_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->members, index);
}

/* Of a frame with FRAME_STAGES. */
static inline uint32_t stager_record(const bustle_world *w, const frame *f) {
    return (f->where & FRAME_CLAIMS) != 0 ? claim_at(w, f->below)->below : f->below;
}

/* Of a frame with FRAME_PART. */
static inline uint32_t part_record(const bustle_world *w, const frame *f) {
    const uint32_t record = stager_record(w, f);
    return (f->where & FRAME_STAGES) != 0 ? member_at(w, record)->below : record;
}

static inline letter *letter_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->letters, index);
}

static inline errand *errand_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->errands, index);
}

static inline holding *place_at(const bustle_world *w, uint32_t index) {
    return pool_at(&w->places, index);
}

/* Of a frame with FRAME_HOLDS: where the record of a part would be, since no part is an offered
 * sequence. */
static inline uint32_t place_record(const bustle_world *w, const frame *f) {
    return part_record(w, f);
}

static inline const offer *offer_of(const bustle_world *w, const holding *h) {
    return &w->content->offers[h->offer];
}

/* The slot of the target of its action, which runs or is remembered; NOBODY: it has none. */
static inline uint32_t target_of(const bustle_world *w, const activity *a) {
    return (a->flags & ACTIVITY_TARGETED) == 0 ? NOBODY : frame_at(w, a->top)->target;
}

/* ---- What a running action goes by: its definition and claims ---- */

static inline const action *running_action(const bustle_world *w, const npc *self) {
    return (self->e.flags & NPC_REPLACED) == 0 ? &w->content->actions[self->now.action]
                                               : &bsl_replaced_of(w, self)->definition;
}

static inline const claim *running_claims(const bustle_world *w, const npc *self) {
    return (self->e.flags & NPC_REPLACED) == 0
        ? w->content->claims + w->content->actions[self->now.action].claims_at
        : bsl_replaced_of(w, self)->claims;
}

/* ---- The clock ---- */

/* What it shows. */
static inline int64_t clock_now(const bustle_world *w) {
    return w->now + w->clock.ahead;
}

/* ---- After a piece of work ---- */

/* Raises what it has raised for whoever is near, and looks for who has arrived, as is seldom so.
 * False: no memory. */
static inline bool carry_out_shouts(bustle_world *w) {
    return w->shouts.count == 0 || bsl_shout_carry_out(w);
}

/* ---- Listening ---- */

/* Whether someone listens: asked before each of these, so that deciding in silence costs no more
 * than that. */
static inline bool traced(const bustle_world *w) {
    return w->def.callbacks.trace != NULL;
}

#endif
