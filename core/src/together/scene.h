/* Scenes that go on, and their members (S54 to S60).
 *
 * scene.c keeps scenes and members and says when a scene is over; part.c is what a member does
 * about it on its turn; casting.c finds members; staging.c begins scenes, for NPCs and for the
 * game. */
#ifndef BUSTLE_SCENE_H
#define BUSTLE_SCENE_H

#include "content/content.h"
#include "world/reserve.h"
#include "world/rows.h"

/* A scene that has been cast. It stays until all its members and its stager have left it. */
typedef struct staged {
    uint32_t next, previous; /* of all, by number; POOL_NONE */
    uint32_t members; /* the first, in the order of parts and spawn numbers */
    uint32_t stager; /* its record; POOL_NONE: nobody waits for the scene any more */
    uint32_t host, host_spawn; /* initiator, stager or place; NOBODY */
    uint32_t number;
    int32_t standing;
    int64_t began;
    int64_t stuck; /* since when; -1: it is not */
    int64_t alarm; /* the earliest time that it is listed for (alarms) */
    uint16_t scene;
    uint8_t over; /* bustle_leave_reason; 0: it goes on */
    uint8_t present; /* members that have not left */
} staged;

/* A part that an NPC has in a scene; or the stager, who has none. While the part is on a stack, the
 * record stands between its frame and the one below, as that of a claim does. */
typedef struct member {
    uint32_t below; /* frame */
    uint32_t next; /* of the scene */
    uint32_t next_part; /* of its NPC, by the number of the scene */
    uint32_t staged;
    uint32_t frame; /* POOL_NONE: the part has not begun */
    uint32_t slot, spawn;
    uint16_t sequence;
    uint16_t phase;
    uint8_t part;
    uint8_t flags; /* member_flags */
} member;

enum member_flags {
    MEMBER_INITIATOR = 1,
    MEMBER_ENDED = 2, /* its part is done */
    MEMBER_WAITS = 4, /* at a phase, or having ended, also while it is away */
    MEMBER_PAST = 8, /* ... in its main activity, and longer than its patience */
    MEMBER_COUNTED = 16, /* the node that its part is at has been counted */
    MEMBER_FAILED = 32, /* ... and has failed */
    MEMBER_LEFT = 64 /* with the scene being over: it is only known by the name of its part */
};

/* When the limits of a scene are to be looked at: a heap, the earliest first. */
typedef struct alarm {
    int64_t time;
    uint32_t number; /* of the scene */
    uint32_t staged;
} alarm;

typedef struct alarm_list {
    alarm *list;
    uint32_t count, capacity;
} alarm_list;

/* ---- scene.c ---- */

void bsl_scene_release(bustle_world *w);
/* Room for the alarms of one more scene. */
bool bsl_scene_reserve(bustle_world *w);
/* A scene without members. After a reservation. */
uint32_t bsl_scene_open(bustle_world *w, const staged *as);
/* One that a save knows: when it began, since when it is stuck and how it ended are said. */
uint32_t bsl_scene_restore(bustle_world *w, const staged *as);
/* A record takes its place among those of its scene; if it has not left, also of its NPC, whose
 * last scene this is. */
void bsl_scene_enlist(bustle_world *w, uint32_t index);
/* One more member, whose record it returns. */
uint32_t bsl_scene_admit(bustle_world *w, const member *as);
/* Nobody is behind it (S57). */
bool bsl_scene_may_go_on(const bustle_world *w, const member *m);
/* Those that wait and may go on get a turn. */
void bsl_scene_call_waiting(bustle_world *w, const staged *s);
bool bsl_scene_all_ended(const bustle_world *w, const staged *s);
/* Nothing more is done in it: members and stager get a turn, except one slot. */
void bsl_scene_end(bustle_world *w, staged *s, bustle_leave_reason how, uint32_t except);
/* The member leaves, its part being off the stack, or about to be dropped with it: effects, event,
 * and what that means for the scene (S60). */
void bsl_scene_depart(bustle_world *w, uint32_t index);
/* All scenes of an NPC, the one joined last first; what is left on its stacks is dropped next. */
void bsl_scene_depart_all(bustle_world *w, npc *self);
/* The frame of a stager goes. */
void bsl_scene_stager_gone(bustle_world *w, frame *f);
/* Whether scenes that the NPC is in are stuck, after something it did or was done to it (S58). */
void bsl_scene_look(bustle_world *w, uint32_t slot);
/* Handles the next limit that is due; false: there is none. */
bool bsl_scene_handle_limit(bustle_world *w);
/* Those whose activity is interrupted now (S59). */
void bsl_scene_interrupted(bustle_world *w, const activity *a);
/* Parts of the NPC. */
uint32_t bsl_scene_count_parts(const bustle_world *w, const npc *self);
/* The scene of a part that aims at others, or POOL_NONE: the topmost part on a stack. */
uint32_t bsl_scene_topmost_part(const bustle_world *w, const activity *a);
/* S54: another member, of a part of that name (NONE16: of any, other parts first); NOBODY. */
uint32_t bsl_scene_other(const bustle_world *w, const member *m, uint16_t part_name);
/* S63: what a part, which comes on top, does to places; POOL_NONE: there is no part. */
enum leaving bsl_scene_leaving(const bustle_world *w, uint32_t part);
/* S50: the highest standing of scenes on a stack; INT32_MIN: none has any. */
int32_t bsl_scene_standing(const bustle_world *w, const activity *a);
/* Of an activity that holds a part somewhere on its stack. */
bool bsl_scene_on_stack(const bustle_world *w, const activity *a);
/* The activity that has a part on its stack; NULL: it has not begun. */
activity *bsl_scene_activity(const bustle_world *w, const member *m);
bool bsl_scene_is_away(const bustle_world *w, const member *m);

/* ---- staging.c ---- */

/* S55: casts the scene of the node that the NPC waits at. It becomes the initiator, whose part is
 * then the top of its stack, or the stager. */
enum staging { STAGED, NOT_STAGED, STAGING_NO_MEMORY };
enum staging bsl_staging_by_node(bustle_world *w, uint32_t slot, const wait *at);
/* The initiator's part on top of the stack of its running activity, towards somebody (NOBODY: the
 * first other member). */
void bsl_staging_push_part(
    bustle_world *w, npc *self, uint32_t scene_index, uint32_t slot, uint32_t target);

/* ---- part.c ---- */

/* What its scenes mean for an NPC, at the beginning of its turn (S49). */
void bsl_part_attend(bustle_world *w, uint32_t slot);
/* Then: what has sunk and may go on is lifted, and a stager looks at its scene. */
void bsl_part_lift(bustle_world *w, uint32_t slot);
/* Whether the top frame, a part, is to arrive before it goes on. */
bool bsl_part_is_due(const bustle_world *w, const frame *f);
/* The step at the end of a phase (S57). */
void bsl_part_arrive(bustle_world *w, uint32_t slot);
/* The step at the end of the part: what there is to do has been done. */
void bsl_part_finish(bustle_world *w, uint32_t slot);
/* The part has gone to another node. */
void bsl_part_moved(const bustle_world *w, const frame *f);
/* If it waits at a phase, it does so no more: it is about to fail. */
void bsl_part_give_up_waiting(const bustle_world *w, const frame *f);
/* It is interrupted while it waits at a phase. */
void bsl_part_interrupted(const bustle_world *w, const frame *f);
/* After an interruption, at a phase. */
void bsl_part_go_on(bustle_world *w, uint32_t slot);
/* The NPC leaves: what it does in its part is stopped, its part taken off (S60). */
void bsl_part_leave(bustle_world *w, uint32_t slot, uint32_t index);
/* The top frame of an activity is the part. */
void bsl_part_attach(bustle_world *w, const activity *a, uint32_t index);
/* Takes the top frame off an activity: claims back, its place is given back, a part is left. */
void bsl_part_take_off(bustle_world *w, uint32_t slot, activity *a, bustle_drop_reason why);

#endif
