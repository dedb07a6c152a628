/* The steps of decisions, as tables. */
#include "binding.h"

static const char *kind_name(bustle_trace_kind kind) {
    return kind == BUSTLE_TRACE_SAME_TARGET ? "same_target" : bustle_trace_kind_text(kind);
}

/* As one word each. */
static const char *verdict_name(bustle_verdict verdict) {
    switch (verdict) {
    case BUSTLE_VERDICT_NOT_CASTABLE:
        return "not_castable";
    case BUSTLE_VERDICT_NO_REACTION:
        return "no_reaction";
    case BUSTLE_VERDICT_GIVEN_UP:
        return "given_up";
    case BUSTLE_VERDICT_NOT_OFFERED:
        return "not_offered";
    default:
        return bustle_verdict_text(verdict);
    }
}

static void set_counts(lua_State *L, const bustle_trace *t) {
    const bool chosen = t->kind == BUSTLE_TRACE_TARGET || t->kind == BUSTLE_TRACE_PART ||
        t->kind == BUSTLE_TRACE_REQUEST || t->kind == BUSTLE_TRACE_SEND;
    if (t->kind == BUSTLE_TRACE_WAY || t->kind == BUSTLE_TRACE_TAKE || chosen) {
        set_number(L, "open", t->open);
    }
    if (chosen || t->kind == BUSTLE_TRACE_MEETING) {
        set_number(L, "accepting", t->accepting);
        set_number(L, "reached", t->reached);
    }
    if (chosen) {
        set_number(L, "best", t->best);
    }
}

int tell_step(lua_State *L) {
    const bustle_trace *t = lua_touserdata(L, 2);
    lua_settop(L, 1);
    lua_createtable(L, 0, 21);
    set_text(L, "kind", kind_name(t->kind));
    if (t->verdict != 0) {
        set_text(L, "verdict", verdict_name(t->verdict));
    }
    set_entity(L, "npc", t->npc);
    set_entity(L, "target", t->target);
    set_id(L, "sequence", t->sequence);
    set_id(L, "node", t->node);
    set_id(L, "transition", t->transition);
    set_id(L, "to", t->to);
    set_id(L, "action", t->action);
    set_id(L, "interruption", t->interruption);
    set_id(L, "role", t->role);
    set_id(L, "cue", t->cue);
    set_id(L, "scene", t->scene);
    set_id(L, "part", t->part);
    set_id(L, "offer", t->offer);
    set_id(L, "inbox", t->inbox);
    set_id(L, "meeting", t->meeting);
    set_id(L, "plan", t->plan);
    if (t->plan != BUSTLE_NONE) {
        set_number(L, "entry", t->entry);
    }
    if (t->remembered >= 0) {
        set_number(L, "remembered", t->remembered);
    }
    set_counts(L, t);
    lua_call(L, 1, 0);
    return 0;
}
