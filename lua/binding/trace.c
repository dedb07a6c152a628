/* The steps of decisions, as tables. */
#include "binding.h"

static const char *kind_name(bustle_trace_kind kind) {
    return kind == BUSTLE_TRACE_SAME_TARGET ? "same_target" : bustle_trace_kind_text(kind);
}

static void set_counts(lua_State *L, const bustle_trace *t) {
    if (t->kind == BUSTLE_TRACE_WAY || t->kind == BUSTLE_TRACE_TARGET) {
        set_number(L, "open", t->open);
    }
    if (t->kind == BUSTLE_TRACE_TARGET) {
        set_number(L, "accepting", t->accepting);
        set_number(L, "reached", t->reached);
        set_number(L, "best", t->best);
    }
}

int tell_step(lua_State *L) {
    const bustle_trace *t = lua_touserdata(L, 2);
    lua_settop(L, 1);
    lua_createtable(L, 0, 14);
    set_text(L, "kind", kind_name(t->kind));
    if (t->verdict != 0) {
        set_text(L, "verdict", bustle_verdict_text(t->verdict));
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
    if (t->remembered >= 0) {
        set_number(L, "remembered", t->remembered);
    }
    set_counts(L, t);
    lua_call(L, 1, 0);
    return 0;
}
