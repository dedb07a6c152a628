-- Small faults, to be planted in the core one at a time (run.lua). Each: the rule it breaks, what it does, the file in
-- core/src/, the text there (it must occur exactly once) and what stands there instead. A fault that no test can tell
-- from the right thing does not belong here.

local faults = {}
local file
local worlds = 1 -- the first seed of random worlds that have what the faults are about

local function fault(rule, title, right, wrong)
  faults[#faults + 1] = { name = #faults + 1, rule = rule, title = title, file = file, right = right, wrong = wrong,
    worlds = worlds }
end

-- One that random worlds seldom meet, so that it is left to the tests of the core.
local function rare_fault(...)
  fault(...)
  faults[#faults].rare = true
end

---- Selection and memory ----
file = "decide/recall.c"

fault("S27", "the newest record is taken instead of the oldest",
  "int32_t oldest = MEMORY_LIMIT;\n    for (uint32_t i = 0; i < count; i++) {\n        unrecalled += options[i].extra == RECALL_NONE;\n        oldest = options[i].extra < oldest",
  "int32_t oldest = RECALL_NONE;\n    for (uint32_t i = 0; i < count; i++) {\n        unrecalled += options[i].extra == RECALL_NONE;\n        oldest = options[i].extra > oldest")
fault("S27", "all records count as equally old", "tied += times[options[i].extra] == times[oldest];", "tied++;")
fault("S27", "of ties the first is taken", "const uint32_t k = random_below(self->random, tied);",
  "const uint32_t k = random_below(self->random, tied) & 0;")
fault("S27", "the draw is among all options", "random_below(self->random, unrecalled)", "random_below(self->random, count)")
fault("S27", "what has a record is drawn too", "seen += options[at].extra == RECALL_NONE;", "seen++;")
fault("S26", "records of other actions count", "found += id_at(r.action_ids, r.width, i) == action_id;",
  "found += id_at(r.action_ids, r.width, i) <= action_id;")
fault("S27", "a remembered target counts as another", "uint32_t option = spawned_before(candidates, count, spawn);",
  "uint32_t option = spawned_before(candidates, count, spawn + 1);")
fault("S25", "the newest action record is pushed out", "count == r.action_limit) {\n        at = 0;",
  "count == r.action_limit) {\n        at = count - 1;")
fault("S25", "the newest transition record is pushed out", "count == r.transition_limit) {\n        at = 0;",
  "count == r.transition_limit) {\n        at = count - 1;")
fault("S26", "a record of another action is replaced",
  "at = (same_id & (r.action_spawns[i] == spawn)) ? i : at;", "at = (same_id | (r.action_spawns[i] == spawn)) ? i : at;")
fault("S25", "an action is recorded without its time", "r.action_times[count] = time;", "r.action_times[count] = 0;")
fault("S25", "a transition keeps its first time", "r.transition_times[count] = time;",
  "r.transition_times[count] = count == 0 ? time : r.transition_times[count - 1];")

file = "content/draft_sequences.c"

fault("S26", "ways to the same node are one, whatever node they leave", "if (*known == BUSTLE_NONE || *known < first) {",
  "if (*known == BUSTLE_NONE) {")

---- Targets ----
file = "decide/target.c"

fault("S32", "preconditions do not matter to a resumption or the same target", "const bool fits = bsl_condition_holds(w, &a->when, s);",
  "const bool fits = bsl_condition_holds(w, &a->when, s) || s->target != NULL;")
fault("S32", "claims do not matter to a resumption", "fits && meets(w, s->target, &d));", "fits && (claiming == NULL || meets(w, s->target, &d)));")
fault("S13", "who cannot move has candidates", "return moves ? kept : 0;", "return kept;")
fault("S46", "the least is preferred where the most is", "? *place : -(int64_t)*place", "? *place : (int64_t)*place")
fault("S46", "a candidate without the property ranks first", "        return INT64_MAX;\n", "        return INT64_MIN;\n")
fault("S46", "ties of a preference go to the first", "if (r == best) {", "if (r == best && kept == 0) {")
fault("S41", "the same target may have left", "still_there(w, f->target, f->target_spawn) != NULL) {", "f->target != NOBODY) {")
fault("S10", "candidates are asked in no order", "    if (asks) {\n", "    if (asks && count < 2) {\n")
fault("S28", "candidates are not sorted", "if (!asks && count > 1) {", "if (!asks && count > 2) {")

---- Choosing and starting ----
file = "decide/action.c"

fault("S11", "the longest duration is never drawn", "random_below(self->random, range + 1)", "random_below(self->random, range + (range == 0))")
fault("S32", "the last millisecond can be spent", "return spent < whole ? whole - spent : 1;", "return spent < whole ? whole - spent : 0;")
fault("S47", "travel is rounded down", "(way * 1000 + speed * SIXTEENTHS - 1) / (speed * SIXTEENTHS)", "way * 1000 / (speed * SIXTEENTHS)")
fault("S47", "a journey that stops short takes the time of the whole way", "whole > stop_of(a) ? whole - stop_of(a) : 0", "whole")
fault("S47", "no way takes no time", "return ms < 1 ? 1 :", "return ms < 0 ? 1 :")
fault("S14", "a resumption is recorded", "if (!resumed && was_chosen(w, self)) {", "if (was_chosen(w, self)) {")
fault("S14", "a use of the same target is recorded", "(n->flags & (NODE_SAME_TARGET | NODE_AT_MEMBER)) == 0;\n}", "n != NULL;\n}")
fault("S15", "a resumption keeps its token", "self->token++;", "self->token += resumed ? 0 : 1;")
fault("S47", "time spent counts when travel is resumed", "travels ? 0 : self->now.spent", "self->now.spent")
fault("S16", "an action's own ending does not count", "ending = w->content->actions[action_id].ending;",
  "ending = w->def.ending;")
fault("S48", "what the game says of an ending does not count", "uint32_t ending = w->endings[action_id];",
  "uint32_t ending = BUSTLE_ENDING_DEFAULT;")
fault("S41", "a start does not set the current target", "        f->target = target;\n        f->target_spawn", "        f->target_spawn")

---- Ending ----

fault("S34", "a completed action does not end a row of failures", "    self->now.failures = 0;\n    bsl_turn_queue(w, slot, false);", "    bsl_turn_queue(w, slot, false);")
fault("S17", "a failed action fails its sequence", "bsl_recovery_keep(self, (uint8_t)bsl_stack_depth(w, self->now.top), cause, FAIL_NODE);\n    bsl_turn",
  "bsl_recovery_keep(self, (uint8_t)bsl_stack_depth(w, self->now.top), cause, FAIL_SEQUENCE);\n    bsl_turn")
fault("S16", "a timeout counts as done", "bsl_action_finish(w, slot, BUSTLE_STOP_TIMED_OUT);", "bsl_action_finish(w, slot, BUSTLE_STOP_DONE);")
fault("S16", "a timeout never fails", "flags & ACTION_TIMEOUT_FAILS) != 0)", "flags & ACTION_TIMEOUT_FAILS) > 0xffff)")
fault("S47", "an NPC that the game moved arrives all the same", "if ((a->flags & ACTION_TRAVELS) != 0 && (self->e.flags & NPC_MOVED) == 0 &&", "if ((a->flags & ACTION_TRAVELS) != 0 &&")
fault("S47", "who is near already goes on to its target", "    if (way > stop) {", "    if (way > 0) {")
fault("S47", "where a journey stops is rounded to the nearest sixteenth", "(int32_t)((e->x - target->x) * stop / way)",
  "(int32_t)((2 * (e->x - target->x) * stop + way) / (2 * way))")
rare_fault("S47", "an NPC arrives after the completion effects",
  "    arrive(w, slot);\n    apply_ending(w, EFFECT_FINISH, &s);",
  "    apply_ending(w, EFFECT_FINISH, &s);\n    arrive(w, slot);")
fault("S19", "a lost claim fails the node only", "BUSTLE_CAUSE_TARGET_LEFT, FAIL_SEQUENCE);", "BUSTLE_CAUSE_TARGET_LEFT, FAIL_NODE);")
fault("S19", "the same target is waited for", "if (target_leaves &&\n            (w->content", "if (!target_leaves &&\n            (w->content")
fault("S19", "effects reach what is leaving", "target_leaves ? NOBODY : target_of(w, &self->now)", "target_of(w, &self->now)")
fault("S48", "set main keeps the claims of the old one", "    if (all) {\n", "    if (all && reason != BUSTLE_STOP_INTERRUPTED) {\n")
fault("S42", "claims come back before the effects",
  "    apply_ending(w, EFFECT_INTERRUPTED, &s);\n    conclude(w, slot, reason, all);",
  "    conclude(w, slot, reason, all);\n    apply_ending(w, EFFECT_INTERRUPTED, &s);")

---- The turn ----
file = "decide/turn.c"

fault("S24", "one more sequence fits on a stack", "depth >= (uint32_t)w->def.depth_limit", "depth > (uint32_t)w->def.depth_limit")
fault("S24", "one more step is made", "w->turn.steps == (uint32_t)w->def.step_limit", "w->turn.steps == (uint32_t)w->def.step_limit + 1")
fault("S24", "a failed transition catches running out of steps", "BUSTLE_CAUSE_STEPS, FAIL_UNCAUGHT)", "BUSTLE_CAUSE_STEPS, FAIL_NODE)")
fault("S22", "what was forced is recorded", "    if (count > 1) {\n        bsl_recall", "    if (count > 0) {\n        bsl_recall")
fault("S22", "two transitions to one node are two options", "if (known == count) {", "if (known <= count) {")
fault("S44", "otherwise is an option beside one other", "    if (count == 0) {\n        count = open", "    if (count <= 1) {\n        count = open")
fault("S41", "a nested sequence inherits no target", "there ? f->target : NOBODY,", "NOBODY,")
rare_fault("S34", "a halted NPC is restarted by what it has no handler for", "if (!bsl_interruption_calls(w, self)) {", "if (!bsl_interruption_calls(w, self) && self->queue == POOL_NONE) {")
fault("S37", "what is raised on the deciding NPC is not heard", "(slot == w->turn.slot && !raised)", "slot == w->turn.slot")
fault("S48", "a held NPC decides", "if ((self->e.flags & NPC_HELD) == 0) {", "if ((self->e.flags & NPC_HELD) == 0 || self->suspended != POOL_NONE) {")
fault("S34", "who has not finished is forgotten", "    if (unfinished) {\n", "    if (unfinished && w->turn.failed) {\n")
fault("S42", "what an NPC holds does not count as free in transitions", ".testing = true};\n    uint32_t count", ".testing = false};\n    uint32_t count")
fault("S29", "only one interruption is handled in a turn", "unread > 0; unread--)", "unread > 0; unread = 0)")

---- Activities ----
file = "decide/activity.c"

fault("S33", "a fallback runs with the activity's priority", "            return 0;\n", "            return priority;\n")
fault("S25", "one interruption memory less is kept", "if (count > limit && oldest != NULL)", "if (count >= limit && oldest != NULL)")
fault("S34", "a response takes over the count of failures", "    response->priority = (int16_t)priority;\n",
  "    response->priority = (int16_t)priority;\n    response->failures = next_below(w, response)->failures;\n")
fault("S34", "a pending failure is lost in an interruption", "    self->now.flags |= ACTIVITY_INTERRUPTED;\n    forget", "    self->now.flags |= ACTIVITY_INTERRUPTED;\n    self->now.pending = (failure){0};\n    forget")
fault("S34", "the count of failures is lost in an interruption", "    self->now.flags |= ACTIVITY_INTERRUPTED;\n    forget", "    self->now.flags |= ACTIVITY_INTERRUPTED;\n    self->now.failures = 0;\n    forget")
fault("S42", "claims are retaken from the top", "frames[depth - level]", "frames[level - 1]")
fault("S32", "a claim that cannot be had is a target that left", "gone ? BUSTLE_CAUSE_TARGET_LEFT : BUSTLE_CAUSE_CLAIM",
  "!gone ? BUSTLE_CAUSE_TARGET_LEFT : BUSTLE_CAUSE_CLAIM")
fault("S32", "what is not resumable is resumed", "was_acting && remembers)", "was_acting)")
fault("S31", "what was kept is not heard when an activity ends", "    if ((self->e.flags & NPC_HELD) == 0) { /* else the release brings it */\n", "    if (self == NULL) {\n")
rare_fault("S48", "coming to a new main activity is a step", "    main->below = below;\n    main->flags = ACTIVITY_MAIN;", "    main->below = below;\n    main->flags = ACTIVITY_MAIN | ACTIVITY_INTERRUPTED;")
fault("S48", "set main does not end a wait", "    if (topmost) {\n        bsl_recovery_end_wait(w, self);", "    if (topmost) {")
rare_fault("S48", "a new main activity that was interrupted is not resumed", "    self->now.flags |= ACTIVITY_INTERRUPTED;\n    forget",
  "    self->now.flags |= frame_state(frame_at(w, self->now.top)) == BUSTLE_UNINITIALIZED ? 0 : ACTIVITY_INTERRUPTED;\n    forget")
fault("S42", "an interrupted activity that was not acting keeps its claims", "    bsl_claim_give_all_back(w, self);\n    frame *top", "    frame *top")
fault("S30", "time spent is not remembered", "        self->now.spent = spent;", "        (void)spent;")

---- Recovery ----
file = "decide/recovery.c"

fault("S34", "the first wait is two seconds", "1u << (failures - 1)", "1u << failures")
fault("S34", "waits grow beyond a minute", "failures > 6 ?", "failures > 7 ?")
fault("S34", "an NPC survives one failure less", "if (failures > (uint32_t)w->def.failure_limit)", "if (failures >= (uint32_t)w->def.failure_limit)")
fault("S34", "two failures are handled in one update", "    if (w->turn.failed) {\n", "    if (w->turn.failed && self->now.failures == 0) {\n")
fault("S24", "a caller catches running out of steps", "f.manner == FAIL_UNCAUGHT || caller", "caller")
fault("S34", "the first failure with a fallback waits", "if (failures > 1 || !falls_back)", "if (failures > 0 || !falls_back)")
fault("S34", "a halt drops what holds", "bsl_interruption_drop(w, self, true);", "bsl_interruption_drop(w, self, false);")
fault("S33", "the first fallback is always taken", "random_below(self->random, p->fallback_count)", "0 * random_below(self->random, p->fallback_count)")
fault("S33", "a fallback is not marked", "frame_at(w, self->now.top)->where |= FRAME_FALLBACK;", "")
rare_fault("S33", "the failure that takes less with it is kept", "kept.level < level ||", "kept.level > level ||")
fault("S34", "giving up keeps the claims", "    bsl_claim_give_all_back(w, self);\n    if ((self->now.flags & ACTIVITY_MAIN)", "    if ((self->now.flags & ACTIVITY_MAIN)")
fault("S44", "a failed transition of a caller is not followed", "    frame_set_state(frame_at(w, caller), BUSTLE_FAILED);", "    frame_set_state(frame_at(w, caller), BUSTLE_EXECUTED);")
fault("S34", "a halt restarts at once", "(uint32_t)(w->def.restart_ms > 0 ? w->def.restart_ms : 1)", "1")

---- Interruptions ----
file = "decide/interruption.c"

fault("S29", "one more fits into the queue", "if (queued >= w->def.queue_limit &&", "if (queued > w->def.queue_limit &&")
fault("S31", "a full queue loses what has a condition", " && !has_condition(w, interruption_id)) {\n        w->refused++;", ") {\n        w->refused++;")
fault("S29", "what is kept fills the queue", "queued += !m->kept;", "queued++;")
fault("S29", "a name is queued twice", "if (m->interruption == interruption_id) {\n            return RECEPTION_IGNORED;", "if (m->interruption == interruption_id && m->kept) {\n            return RECEPTION_IGNORED;")
fault("S31", "what is queued stays when its condition turns false", "v->epoch += v->holds ? 0 : 1;", "v->epoch += 0;")
fault("S31", "the same response may lie below", "if (a->response == interruption_id && (a", "if (a == &self->now && a->response == interruption_id && (a")
fault("S31", "equals do not interrupt each other", "return bsl_activity_standing(w, &self->now) <= priority &&", "return bsl_activity_standing(w, &self->now) < priority &&")
fault("S31", "one more activity fits", "bsl_pile_height(w, self) < (uint32_t)w->def", "bsl_pile_height(w, self) <= (uint32_t)w->def")
fault("S30", "a response to itself has a target", "from == slot ? NULL : source, from);", "source, from);")
fault("S31", "nothing is kept", "if (w->watches[m->interruption].holds) {\n            return false;", "if (w->watches[m->interruption].holds && self->suspended == POOL_NONE) {\n            return false;")
fault("S45", "an ended action is remembered", "        forget_interruption(below);\n", "")
fault("S45", "an interruption prefers its handler to the action it ends", "    if (ends_running(w, self, m->interruption)) {", "    if (ends_running(w, self, m->interruption) && handler_of(w, self, m->interruption).sequence == NONE16) {")
rare_fault("S48", "ten seconds are old", "m->time > OLD_AFTER_MS", "m->time >= OLD_AFTER_MS")
fault("S48", "what has a condition grows old", "if (!has_condition(w, m->interruption) && (uint32_t)w->now", "if ((uint32_t)w->now")
fault("S29", "the source is among those within a distance", "w->found.items, count, source, reception", "w->found.items, count, NOBODY, reception")
fault("S29", "the centre is among those around it", "at, &reach, middle, reception", "at, &reach, source, reception")
rare_fault("S34", "what is kept restarts an NPC", "if (!m->kept && !is_stale(w, m) &&", "if (!is_stale(w, m) &&")
fault("S34", "a response does not end a wait", "    bsl_activity_interrupt(w, slot);\n    bsl_recovery_end_wait(w, self);\n    bsl_activity_start", "    bsl_activity_interrupt(w, slot);\n    bsl_activity_start")
fault("S45", "only the first watched value matters", "for (uint32_t k = 0; k < i->watch_count; k++)", "for (uint32_t k = 0; k < i->watch_count && k < 1; k++)")
fault("S45", "interruptions of others reach those spawned later", "if (w->watches[i].holds) {\n            bsl_interruption", "if (w->watches[i].epoch > 0 || w->watches[i].holds) {\n            bsl_interruption")

---- Claims ----
file = "world/claim.c"

fault("S42", "the last one cannot be claimed", ".minimum < needed)", ".minimum <= needed)")
fault("S42", "claims of action and sequence are tested apart", "amount_of(claims, count, state) + amount_of(more, more_count, state);",
  "i < count ? amount_of(claims, count, state) : amount_of(more, more_count, state);")
fault("S42", "the minimum can be claimed too", "(int64_t)*place - w->content->states[state].minimum < needed", "(int64_t)*place < needed")
fault("S42", "claims on others count as held", "if (r->held && r->target == target_slot) {", "if (r->held) {")
fault("S42", "a claim of several takes one", "place[0] -= claims[i].amount;\n        place[1] += claims[i].amount;", "place[0] -= 1;\n        place[1] += 1;")

---- Timers ----
file = "decide/timer.c"

fault("S16", "what is due now is not", "if (due <= w->now) {", "if (due < w->now) {")
fault("S37", "endings come in no order", "    if (v->due_sorted < v->due_count) {\n", "    if (v->due_sorted + 2 < v->due_count) {\n")
fault("S37", "endings of one time come in no order", "<< 32 | self->e.spawn", "<< 32 | (uint32_t)~self->e.spawn")
rare_fault("S36", "a long step misses a bucket", "first + around - 1 : last", "first + around - 2 : last")
fault("S37", "an ending that came early is handled again", "NPC_RESTARTS | NPC_AWAITS | NPC_COLLECTED);", "NPC_RESTARTS | NPC_AWAITS);")

---- Control ----
file = "decide/control.c"

fault("S17", "an old token completes", "token != 0 && token != self->token ?", "token != 0 && token > self->token ?")
fault("S17", "a completion for another action is taken", "if (action_id != BUSTLE_NONE && action_id != self->now.action)", "if (action_id == BUSTLE_NONE && action_id == self->action)")
fault("S34", "a held NPC restarts by itself", "        bsl_timer_clear(w, self);\n    } else", "    } else")
rare_fault("S48", "what was kept is not heard after a release", "    self->e.flags |= NPC_KEPT_DUE;\n", "")
fault("S48", "hold does not end a wait", "        bsl_activity_interrupt(w, slot);\n        bsl_recovery_end_wait(w, self);\n    }", "        bsl_activity_interrupt(w, slot);\n    }")
fault("S48", "a release does not drop what is old", "    bsl_interruption_drop_old(w, slot);\n", "")
fault("S48", "a held NPC can be run", "    if ((self->e.flags & NPC_HELD) != 0) {\n        return BUSTLE_HELD;\n    }\n    if ((self->e.flags & NPC_HALTED) != 0) {", "    if ((self->e.flags & NPC_HALTED) != 0) {")
fault("S34", "a held NPC can be restarted", "    if ((self->e.flags & NPC_HELD) != 0) {\n        return BUSTLE_HELD;\n    }\n    bsl_recovery", "    bsl_recovery")

---- Entities ----
file = "world/entity.c"

fault("S18", "who leaves is cancelled", "BUSTLE_STOP_REMOVED, true, false);", "BUSTLE_STOP_CANCELLED, true, false);")
fault("S19", "users are stopped in no order", "    bsl_sort_items(w->candidates.items, *count);\n    return complete;", "    return complete;")
fault("S28", "a name does not seed the stream", "name == NULL ? e.spawn : fnv_text(name)", "e.spawn")
fault("S42", "a write fills what is taken", "(int64_t)k->maximum - (k->claimed ? place[1] : 0)", "(int64_t)k->maximum")
fault("S45", "who is spawned later does not hear what holds", "        bsl_interruption_greet(w, slot);\n", "")
fault("S18", "claims of who leaves between actions stay", "    bsl_claim_give_all_back(w, self);\n    bsl_timer", "    bsl_timer")

---- The environment ----
file = "world/environment.c"

fault("S9", "the game is asked too late", "w->now - v->asked >= w->content->environment[id].refresh_ms", "w->now - v->asked > w->content->environment[id].refresh_ms")
fault("S9", "an answer is not clamped", "value < k->minimum ? k->minimum : value;", "value;")
fault("S45", "a pushed value is not tested", "    w->environment[id].refreshed = true;\n    if", "    if")

file = "content/expression/calculate.h"

rare_fault("S2", "sums do not saturate", "return saturate(a + b);", "return (int32_t)(uint32_t)(a + b);")

file = "decide/reading.h"

fault("S42", "effects see what is held as free", "if (s->testing && value != MISSING &&", "if (value != MISSING &&")
fault("S3", "what is not there differs", "    if (a == MISSING || b == MISSING) {\n        return false;", "    if (a == MISSING || b == MISSING) {\n        return comparison == OP_NOT_EQUAL;")

file = "decide/operations.c"

fault("S8", "an error is reported every time", "if (*site->reported == w->updates + 1)", "if (*site->reported == w->updates + 2)")
fault("S8", "a function that errs is false by itself", "            if (answer < 0) {\n                return false;\n            }\n", "")
rare_fault("S3", "what cannot be changed is reported every time", "w->unwritable[bit / 64] |= UINT64_C(1) << bit % 64;", "")

file = "world/space.c"

fault("S10", "positions are asked for too late", "w->now - a->time < d->position_refresh_ms", "w->now - a->time <= d->position_refresh_ms")

fault("S10", "coordinates saturate a unit too early", "const double end = (double)FARTHEST / SIXTEENTHS;", "const double end = (double)FARTHEST / SIXTEENTHS - 1;")
fault("S29", "within a distance is not inclusive", "(reach_limit){0, (int64_t)most * most, most}", "(reach_limit){0, (int64_t)most * most - 1, most}")

file = "world/near.c"

fault("S13", "who is just within reach is not found", "<= range) & (slot != except);", "< range) & (slot != except);")
fault("S13", "who is too near is found", "kept += ((uint64_t)(square - reach->from) <= range)", "kept += (square <= reach->to && range != 1)")
fault("S10", "the outline cuts into the circle", "reach * INT64_C(1449) / 1024", "reach * INT64_C(1400) / 1024")
fault("S10", "a cell further away is not searched", "for (int64_t i = b->x.first; i <= b->x.last; i++)",
  "for (int64_t i = b->x.first; i < b->x.last || i == b->x.first; i++)")
fault("S29", "wide searches leave a cell out", "const int64_t last = first + CUBE_WIDTH - 1;",
  "const int64_t last = first + CUBE_WIDTH - 2;")
fault("S29", "those far away are looked at", "flat * length_of(b->z) > most)", "flat > 0)")
fault("S10", "a corner within reach is not searched", "0) > s->reach->to) {", "0) >= s->reach->to) {")
fault("S10", "the last of a block is not found", "<< CELL_SLOTS) - 1);", "<< (CELL_SLOTS - 1)) - 1);")

file = "world/claim.h"

fault("S42", "a sequence claims again with every action", "*count = (f->where & FRAME_CLAIMS) != 0 ? 0 : q->claim_count;",
  "*count = q->claim_count;")

file = "world/space.h"

fault("S10", "one metric is taken for the other", "    if (metric == BUSTLE_METRIC_MANHATTAN) {\n        const int64_t sum", "    if (metric != BUSTLE_METRIC_MANHATTAN) {\n        const int64_t sum")
fault("S10", "in arithmetic distance is rounded to the nearest unit", "return bsl_space_root(square) / SIXTEENTHS;", "return (bsl_space_root(square) + SIXTEENTHS / 2) / SIXTEENTHS;")
fault("S47", "a way is rounded down to sixteenths", "return root * root < square ? root + 1 : root;", "return root;")

file = "content/expression/calculate.h"

fault("S10", "a negative side of a comparison counts as a positive one", "return units < 0 ? -1 : sixteenths * sixteenths;", "return sixteenths * sixteenths;")

file = "decide/reading.h"

fault("S10", "a distance is compared in whole units", "return o->value + (int64_t)(square > limit) - (int64_t)(square < limit);", "return limit < 0 ? 0 : whole_units(square);")

file = "content/expression/code.c"

fault("S10", "a distance on the right side is rounded down", "        right->op.name = RIGHT_SQUARED;\n        t->op.name |= RIGHT_SQUARED;\n", "")

fault("S13", "a distance that must be another counts as answered", "o->code == OP_AT_MOST || o->code == OP_LESS;\n    return o->subject == BUSTLE_DISTANCE && limits",
  "o->code == OP_AT_MOST || o->code == OP_LESS;\n    return o->subject == BUSTLE_DISTANCE && (limits || o->code == OP_NOT_EQUAL)")
fault("S3", "not of a state that may be missing is its opposite", "!operand->stacked && always_there", "!operand->stacked && (always_there || operand->op.subject <= BUSTLE_NOW)")

file = "content/expression/needs.c"

fault("S3", "a condition needs what stands under a not", "            end = t->needs_at;\n", "            continue;\n")
fault("S3", "a condition needs what one side of an or needs", "if (*mark_of(d, &terms[needed[i]]) == d->mark) {", "if (needed[i] != NO_TERM) {")

file = "observe/event.c"

fault("S43", "the high word of time is not hashed", "hash = fnv_word(hash, (uint32_t)((uint64_t)e->time >> 32));", "hash = fnv_word(hash, 0);")

---- The update ----
file = "decide/update.c"

fault("S37", "one more decides than the batch allows", "(uint32_t)batch < living ? (uint32_t)batch : living", "(uint32_t)batch < living ? (uint32_t)batch + 1 : living")
fault("S37", "who joins meanwhile decides too", "        w->decisions_left--;\n", "")
rare_fault("S37", "what ended otherwise ends again", "    if ((self->e.flags & NPC_COLLECTED) == 0 || self->e.spawn", "    if (self->e.spawn")

---- Texts and functions by name ----
file = "content/expression/text/lexer.c"
rare_fault("S7", "at least means more than", '{">=", TOKEN_AT_LEAST}', '{">=", TOKEN_GREATER}')

file = "content/expression/text/emitter.c"
rare_fault("S3", "a not is left out", "(void)add(e, BUSTLE_NOT, n->column);", "")

file = "content/expression/text/text.c"
rare_fault("S7", "a mistake is told beside its spot", "at.column = column;", "at.column = column + 1;")

file = "content/draft_functions.c"
rare_fault("S8", "the first function of a name counts", "for (uint32_t i = bindings->count; i-- > 0;) {",
  "for (uint32_t i = 0; i < bindings->count; i++) {")

file = "reload/replaced.c"
rare_fault("S8", "what is under way forgets its bound function", ".bound = f->bound,", ".bound = NULL,")

---- Whoever is near ----
file = "decide/shout.c"
rare_fault("S45", "who has left is heard", "still_there(w, s.from, s.from_spawn) != NULL &&", "s.from_spawn != 0 &&")

---- Waiting ----
file = "decide/wait.c"

rare_fault("S51", "a wait has no end", "    if (bsl_wait_left(w, &self->now) > 0) {\n        set_next_try(w, slot);", "    if (self->now.top != POOL_NONE) {\n        set_next_try(w, slot);")
rare_fault("S51", "a wait is tried when its time is over only", "(every < left ? every : left)", "left")
rare_fault("S51", "the last try comes late", "(every < left ? every : left)", "every")
rare_fault("S51", "what came is stopped as interrupted", "reason == BUSTLE_STOP_DONE ? EFFECT_FINISH : EFFECT_INTERRUPTED",
  "reason == BUSTLE_STOP_REMOVED ? EFFECT_FINISH : EFFECT_INTERRUPTED")
rare_fault("S51", "an interrupted wait has all its time again", "begin(w, slot, npc_at(w, slot)->now.duration);",
  "begin(w, slot, wait_of(w, npc_at(w, slot))->timeout);")
rare_fault("S51", "a wait that goes on is not tried at once", "begin(w, slot, npc_at(w, slot)->now.duration);",
  "begin(w, slot, npc_at(w, slot)->now.duration);\n    set_next_try(w, slot);")
rare_fault("S51", "what is seen has the token of the action before", "    self->token++;\n    w->starts++;", "    w->starts++;")
rare_fault("S72", "the target of the sequence is not read", ".target = still_there(w, f->target, f->target_spawn),", ".target = NULL,")

file = "decide/recovery.c"

rare_fault("S24", "a main sequence that only passes waits is not held up", "hasty == ACTIVITY_PASSED_WAIT && (self", "hasty == 0 && (self")

file = "decide/activity.c"

rare_fault("S32", "a wait without its claim is one all the same", "if (was_acting || was_waiting || at_phase) {", "if (was_acting || at_phase) {")

---- Roles ----
worlds = 4001
file = "together/role.c"

fault("S52", "the last role always applies", "        if (holds) {\n            return listed->role;", "        if (holds && i + 1 == d->role_count) {\n            return listed->role;")
fault("S52", "exit does not happen", "    apply(w, slot, l->role, false);\n", "")
fault("S52", "enter comes with the old role", "    apply(w, slot, id, true);\n", "    apply(w, slot, id, false);\n")
fault("S52", "a change leaves the main sequence as it is", "    self->main = p->main;\n", "")
fault("S52", "interruptions that nobody heeds stay", "    bsl_interruption_drop_unheeded(w, self);\n", "")
fault("S52", "a role that the game has set is tested", "d->role_count == 0 || l->set", "d->role_count == 0")
fault("S52", "roles are not tested when the main sequence has ended", "!l->set && !w->turn.role_tested", "!l->set && w->turn.role_tested")
fault("S52", "a value that has changed is not noticed", "v->in_roles = v->seen != v->value;", "v->in_roles = false;")
fault("S52", "a main sequence waits for its action, whatever its role says", "if (when == BUSTLE_REPLACING_NOW) {", "if (when > BUSTLE_REPLACING_NOW) {")
fault("S52", "a main sequence is replaced in a nested one", "return state != BUSTLE_IN_SUBSEQUENCE &&", "return")
fault("S52", "a role comes back and its main sequence begins anew", "p->main != l->began", "p->main != self->main")
rare_fault("S52", "the new main sequence begins without being asked", "if ((self->e.flags & (NPC_MAIN_DUE | NPC_HELD)) == NPC_MAIN_DUE) {", "if ((self->e.flags & NPC_HELD) == 0) {")

---- Cues ----
file = "together/cue.c"

fault("S53", "all are due at the same time", "(uint64_t)every * (spawn % BEAT_PHASES) / BEAT_PHASES", "(uint64_t)every * (spawn % BEAT_PHASES) * 0")
fault("S53", "an equal priority is enough", "bsl_activity_standing(w, &self->now) >= c->priority", "bsl_activity_standing(w, &self->now) > c->priority")
fault("S53", "the same cue may be in the pile twice", "(a->flags & ACTIVITY_CUE) != 0 && a->response == c->name", "(a->flags & ACTIVITY_CUE) != 0 && a->response == c->name + 1")
fault("S53", "what cues find is forgotten", "    bsl_encounter_add(w, self, c, spawn);\n", "")
fault("S53", "a cue's activity is nobody's", "    response->flags |= ACTIVITY_CUE;\n", "")
fault("S53", "who is held keeps what was due", "        life_look(l, w->now);\n    } else if", "    } else if")
fault("S53", "who has just looked joins", "} else if (life_looked(l) < w->now) {", "} else {")
fault("S53", "cues are due from the beginning of the world", "> looked && !test(w, slot, c)", ">= 0 && !test(w, slot, c)")
rare_fault("S49", "those with a due cue join by spawn number alone", "(uint64_t)(first - since) << 32 | m->spawn", "(uint64_t)m->spawn")

file = "together/encounter.c"

fault("S53", "again does not matter", "if (e->cue == c->name && younger_than(w, e, c->again)) {", "if (e->cue == c->name && younger_than(w, e, 0)) {")
fault("S25", "encounters of other cues count", "if (e->cue == name && e->spawn == spawn) {", "if (e->spawn == spawn) {")
rare_fault("S25", "the newest encounter goes", "oldest = younger_than(w, e, e->again) ? oldest : link;", "oldest = younger_than(w, e, e->again) || oldest != NULL ? oldest : link;")
rare_fault("S25", "protected encounters make room", "protected_ones += e->cue == c->name && younger_than(w, e, e->again);", "protected_ones += e->cue == c->name && younger_than(w, e, 0);")

return faults
