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

fault("S27", "the newest record is taken instead of the oldest", "options[i].extra < options[oldest].extra",
  "options[i].extra > options[oldest].extra")
fault("S27", "all records count as equally old", "tied += times[options[i].extra] == time;", "tied++;")
fault("S27", "of ties the first is taken", "const uint32_t k = random_below(self->random, tied);",
  "const uint32_t k = random_below(self->random, tied) & 0;")
fault("S27", "the draw is among all options", "random_below(self->random, count - recalled);\n    return recalled == 0 ?",
  "random_below(self->random, count);\n    return recalled == 0 ?")
fault("S27", "the draw is among all targets", "random_below(self->random, count - recalled);\n    return bsl_sort_find",
  "random_below(self->random, count) % (count - recalled);\n    return bsl_sort_find")
fault("S27", "targets are drawn in no order", "    return bsl_sort_find(options, recalled == 0 ? count : part_unrecalled(options, count), k);",
  "    return k % (recalled == 0 ? count : part_unrecalled(options, count));")
rare_fault("S27", "equally old targets are drawn in no order", "        bsl_sort_items(options, count);\n        return choose_oldest", "        return choose_oldest")
fault("S27", "what has a record is drawn too", "seen += options[at].extra == RECALL_NONE;", "seen++;")
fault("S26", "records of other actions count", "first, known);\n        uint32_t places = places_in_bunch(&b, action_id);",
  "first, known);\n        uint32_t places = places_in_bunch(&b, action_id > 0 ? action_id - 1 : action_id);")
fault("S27", "a remembered target counts as another", "place_of(candidates, count, spawn);",
  "place_of(candidates, count, spawn + 1);")
fault("S25", "the newest action record is pushed out", "count == r.action_limit) {\n        at = 0;",
  "count == r.action_limit) {\n        at = count - 1;")
fault("S25", "the newest transition record is pushed out", "count == r.transition_limit) {\n        at = 0;",
  "count == r.transition_limit) {\n        at = count - 1;")
fault("S26", "a record of another action is replaced",
  "if (r->action_spawns[at] == spawn) {", "if (r->action_spawns[at] == spawn || at > 1) {")
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
fault("S13", "who cannot move has candidates", "const bool comes = moves && can_come(a, apart);", "const bool comes = can_come(a, apart);")
fault("S13", "who cannot move has candidates where nothing is asked of them", "return moves ? count : 0;", "return count;")
fault("S46", "the least is preferred where the most is", "BUSTLE_PREFER_LEAST ? value : -value;", "BUSTLE_PREFER_LEAST ? value : value;")
fault("S46", "a candidate without the property ranks first", "        return INT64_MAX;\n", "        return INT64_MIN;\n")
fault("S46", "ties of a preference go to the first", "if (r == best) {", "if (r == best && kept == 0) {")
rare_fault("S41", "the same target may have left", "still_there(w, f->target, f->target_spawn) != NULL) {", "f->target != NOBODY) {")
fault("S10", "candidates are asked in no order", "    if (asks_game(a)) {\n", "    if (asks_game(a) && count < 2) {\n")

---- Choosing and starting ----
file = "decide/action.c"

fault("S11", "the longest duration is never drawn", "random_below(self->random, range + 1)", "random_below(self->random, range + (range == 0))")
fault("S32", "the last millisecond can be spent", "return spent < whole ? whole - spent : 1;", "return spent < whole ? whole - spent : 0;")
fault("S47", "travel is rounded down", "(way * 1000 + speed * SIXTEENTHS - 1) / (speed * SIXTEENTHS)", "way * 1000 / (speed * SIXTEENTHS)")
fault("S47", "a journey that stops short takes the time of the whole way", "whole > stop_of(a) ? whole - stop_of(a) : 0", "whole")
fault("S47", "no way takes no time", "return ms < 1 ? 1 :", "return ms < 0 ? 1 :")
fault("S14", "a resumption is recorded", "if (!resumed && was_chosen(w, self, top)) {", "if (was_chosen(w, self, top)) {")
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
  "    arrive(w, self, slot, s.target);\n    apply_ending(w, EFFECT_FINISH, &s);",
  "    apply_ending(w, EFFECT_FINISH, &s);\n    arrive(w, self, slot, s.target);")
fault("S19", "a lost claim fails the node only", "BUSTLE_CAUSE_TARGET_LEFT, FAIL_SEQUENCE);", "BUSTLE_CAUSE_TARGET_LEFT, FAIL_NODE);")
fault("S19", "the same target is waited for", "if (target_leaves &&\n            (w->content", "if (!target_leaves &&\n            (w->content")
fault("S19", "effects reach what is leaving", "target_leaves ? NOBODY : target, self", "target, self")
fault("S42", "an interrupted action's sequences give kept claims back", "if (all && reason == BUSTLE_STOP_INTERRUPTED) {", "if (all && reason == BUSTLE_STOP_REMOVED) {")
faults[#faults].worlds = 40001
fault("S42", "claims come back before the effects",
  "    apply_ending(w, EFFECT_INTERRUPTED, &s);\n    conclude(w, self, slot, used, target, reason, all);",
  "    conclude(w, self, slot, used, target, reason, all);\n    apply_ending(w, EFFECT_INTERRUPTED, &s);")

---- The turn ----
file = "decide/turn.c"

fault("S24", "one more sequence fits on a stack", "depth >= (uint32_t)w->def.depth_limit", "depth > (uint32_t)w->def.depth_limit")
fault("S24", "one more step is made", "w->turn.steps == limit", "w->turn.steps == limit + 1")
fault("S24", "a failed transition catches running out of steps", "BUSTLE_CAUSE_STEPS, FAIL_UNCAUGHT)", "BUSTLE_CAUSE_STEPS, FAIL_NODE)")
fault("S22", "what was forced is recorded", "    if (count > 1) {\n        bsl_recall", "    if (count > 0) {\n        bsl_recall")
fault("S22", "two transitions to one node are two options", "if (known == count) {", "if (known <= count) {")
fault("S44", "otherwise is an option beside one other", "    if (count == 0) {\n        count = open", "    if (count <= 1) {\n        count = open")
fault("S41", "a nested sequence inherits no target", "there ? from->target : NOBODY,", "NOBODY,")
rare_fault("S34", "a halted NPC is restarted by what it has no handler for", "if (!bsl_interruption_calls(w, self)) {", "if (!bsl_interruption_calls(w, self) && self->queue == POOL_NONE) {")
fault("S37", "what is raised on the deciding NPC is not heard", "(slot == w->turn.slot && !raised)", "slot == w->turn.slot")
fault("S48", "a held NPC decides", "if ((self->e.flags & NPC_HELD) == 0) {", "if ((self->e.flags & NPC_HELD) == 0 || self->now.below != POOL_NONE) {")
fault("S34", "who has not finished is forgotten", "    if (unfinished) {\n", "    if (unfinished && w->turn.failed) {\n")
fault("S42", "what an NPC holds does not count as free in transitions", ".testing = true};\n    uint32_t count", ".testing = false};\n    uint32_t count")
fault("S29", "only one interruption is handled in a turn", "unread > 0; unread--)", "unread > 0; unread = 0)")

---- Activities ----
file = "decide/activity.c"

fault("S33", "a fallback runs with the activity's priority", "            return 0;\n", "            return a->priority;\n")
fault("S25", "one interruption memory less is kept", "if (count > limit && oldest != NULL)", "if (count >= limit && oldest != NULL)")
fault("S34", "a response takes over the count of failures", "    response->priority = (int16_t)priority;\n",
  "    response->priority = (int16_t)priority;\n    response->failures = next_below(w, response)->failures;\n")
fault("S34", "a pending failure is lost in an interruption", "    self->now.flags |= ACTIVITY_INTERRUPTED;\n    forget", "    self->now.flags |= ACTIVITY_INTERRUPTED;\n    self->now.pending = (failure){0};\n    forget")
fault("S34", "the count of failures is lost in an interruption", "    self->now.flags |= ACTIVITY_INTERRUPTED;\n    forget", "    self->now.flags |= ACTIVITY_INTERRUPTED;\n    self->now.failures = 0;\n    forget")
fault("S42", "claims are retaken from the top", "bsl_claim_retake(w, &self->now, frame_at(w, frames[depth - level])", "bsl_claim_retake(w, &self->now, frame_at(w, frames[level - 1])")
fault("S32", "a claim that cannot be had is a target that left", "gone ? BUSTLE_CAUSE_TARGET_LEFT : BUSTLE_CAUSE_CLAIM",
  "!gone ? BUSTLE_CAUSE_TARGET_LEFT : BUSTLE_CAUSE_CLAIM")
fault("S32", "what is not resumable is resumed", "was_acting && remembers)", "was_acting)")
fault("S31", "what was kept is not heard when an activity ends", "    if ((self->e.flags & NPC_HELD) == 0) { /* else the release brings it */\n", "    if (self == NULL) {\n")
rare_fault("S48", "coming to a new main activity is a step", "    main->below = below;\n    main->flags = ACTIVITY_MAIN;", "    main->below = below;\n    main->flags = ACTIVITY_MAIN | ACTIVITY_INTERRUPTED;")
fault("S48", "set main does not end a wait", "    if (topmost) {\n        bsl_recovery_end_wait(w, self);", "    if (topmost) {")
rare_fault("S48", "a new main activity that was interrupted is not resumed", "    self->now.flags |= ACTIVITY_INTERRUPTED;\n    forget",
  "    self->now.flags |= frame_state(frame_at(w, self->now.top)) == BUSTLE_UNINITIALIZED ? 0 : ACTIVITY_INTERRUPTED;\n    forget")
fault("S42", "an interrupted activity that was not acting keeps its claims", "    bsl_claim_yield(w, self);\n    frame *top", "    frame *top")
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
rare_fault("S34", "a halt gives places back before claims", "    bsl_claim_give_pile_back(w, self);\n", "")
rare_fault("S63", "what is given up gives all claims back first", "    } else {\n        while (self->now.top != POOL_NONE) {", "    } else {\n        bsl_claim_give_all_back(w, self);\n        while (self->now.top != POOL_NONE) {")
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
fault("S31", "a response is laid on a pile that is full", "<= priority && bsl_pile_has_room(w, self);", "<= priority;")
fault("S30", "a response to itself has a target", "r->from == slot ? NULL : source, r->from);", "source, r->from);")
fault("S31", "nothing is kept", "if (w->watches[m->interruption].holds) {\n            return false;", "if (w->watches[m->interruption].holds && self->now.below == POOL_NONE) {\n            return false;")
fault("S45", "an ended action is remembered", "        forget_interruption(below);\n", "")
fault("S45", "an interruption prefers its handler to the action it ends", "    if (ends_running(w, self, m->interruption)) {", "    if (ends_running(w, self, m->interruption) && handler_of(w, self, m->interruption).sequence == NONE16) {")
rare_fault("S48", "ten seconds are old", "m->time > OLD_AFTER_MS", "m->time >= OLD_AFTER_MS")
fault("S48", "what has a condition grows old", "if (!has_condition(w, m->interruption) && (uint32_t)w->now", "if ((uint32_t)w->now")
fault("S29", "the source is among those within a distance", "w->found.items, count, source, reception", "w->found.items, count, NOBODY, reception")
fault("S29", "the centre is among those around it", "at, &reach, middle, reception", "at, &reach, source, reception")
rare_fault("S34", "what is kept restarts an NPC", "if (!m->kept && !is_stale(w, m) &&", "if (!is_stale(w, m) &&")
fault("S34", "a response does not end a wait", "    bsl_recovery_end_wait(w, self);\n    bsl_activity_start", "    bsl_activity_start")
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
fault("S17", "a completion for another action is taken", "if (action_id != BUSTLE_NONE && action_id != self->now.action)", "if (action_id == BUSTLE_NONE && action_id == self->now.action)")
fault("S34", "a held NPC restarts by itself", "        bsl_timer_clear(w, self);\n    } else", "    } else")
rare_fault("S48", "what was kept is not heard after a release", "    self->e.flags |= NPC_KEPT_DUE;\n", "")
fault("S48", "hold does not end a wait", "        bsl_activity_interrupt(w, slot, LEAVING_BACK);\n        bsl_recovery_end_wait(w, self);\n", "        bsl_activity_interrupt(w, slot, LEAVING_BACK);\n")
fault("S48", "a release does not drop what is old", "    bsl_interruption_drop_old(w, slot);\n", "")
fault("S48", "a held NPC can be run", "    if ((self->e.flags & NPC_HELD) != 0) {\n        return BUSTLE_HELD;\n    }\n    if ((self->e.flags & NPC_HALTED) != 0) {", "    if ((self->e.flags & NPC_HALTED) != 0) {")
fault("S34", "a held NPC can be restarted", "    if ((self->e.flags & NPC_HELD) != 0) {\n        return BUSTLE_HELD;\n    }\n    bsl_recovery", "    bsl_recovery")

---- Entities ----
file = "world/entity.c"

fault("S18", "who leaves is cancelled", "BUSTLE_STOP_REMOVED, true, false);", "BUSTLE_STOP_CANCELLED, true, false);")
fault("S19", "users are stopped in no order", "    bsl_sort_items(w->candidates.items, *count);\n    return complete;", "    return complete;")
fault("S28", "a name does not seed the stream", "name == NULL ? e.spawn : fnv_text(name)", "e.spawn")
fault("S45", "who is spawned later does not hear what holds", "        bsl_interruption_greet(w, slot);\n", "")
rare_fault("S18", "who leaves between actions gives places back before claims", "    bsl_claim_give_pile_back(w, self);\n", "")

file = "world/rows.h"

fault("S42", "a write fills what is taken", "(int64_t)k->maximum - (k->claimed ? place[1] : 0)", "(int64_t)k->maximum")

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

fault("S10", "coordinates saturate a unit too early", "const double end = (double)FARTHEST / SIXTEENTHS;", "const double end = (double)FARTHEST / SIXTEENTHS - 1;")
fault("S29", "within a distance is not inclusive", "(reach_limit){0, (int64_t)most * most, most}", "(reach_limit){0, (int64_t)most * most - 1, most}")

file = "world/grid.h"

fault("S10", "positions are asked for too late", "NEVER_ASKED : time + d->position_refresh_ms;", "NEVER_ASKED : time + d->position_refresh_ms + 1;")

file = "world/roster.c"

fault("S10", "positions are asked in no order", "    bsl_sort_items(w->candidates.items, count);\n", "")
rare_fault("S10", "who has been asked stays in its place in the heap", "    sift(w, r, e->place, each);\n}\n\nstatic", "    r->roster[e->place] = each;\n}\n\nstatic")

file = "world/near.c"

fault("S13", "who is just within reach is not found", "<= range) & (slot != except);", "< range) & (slot != except);")
fault("S13", "who is too near is found", "kept += ((uint64_t)(square - reach->from) <= range)", "kept += (square <= reach->to && range != 1)")
fault("S10", "the outline cuts into the circle", "reach * INT64_C(1449) / 1024", "reach * INT64_C(1400) / 1024")
fault("S10", "a cell further away is not searched", "for (int64_t i = b->x.first; i <= b->x.last; i++)",
  "for (int64_t i = b->x.first; i < b->x.last || i == b->x.first; i++)")
fault("S29", "wide searches leave a cell out", "const int64_t last = first + CUBE_WIDTH - 1;",
  "const int64_t last = first + CUBE_WIDTH - 2;")
rare_fault("S29", "those far away are looked at", "flat * length_of(b->z) > most)", "flat > 0)")
rare_fault("S10", "a corner within reach is not searched", "if (way + ways[j - b->y.first] > longest) {", "if (way + ways[j - b->y.first] >= longest) {")
fault("S10", "the last of a block is not found", "<< CELL_SLOTS) - 1);", "<< (CELL_SLOTS - 1)) - 1);")

file = "world/claim.h"

fault("S42", "a sequence claims again with every action", "*count = (f->where & FRAME_CLAIMS) != 0 ? 0 : q->claim_count;",
  "*count = q->claim_count;")

file = "world/space.h"

fault("S10", "one metric is taken for the other", "    if (metric == BUSTLE_METRIC_MANHATTAN) {\n        const int64_t sum", "    if (metric != BUSTLE_METRIC_MANHATTAN) {\n        const int64_t sum")
rare_fault("S10", "in arithmetic distance is rounded to the nearest unit", "return bsl_space_root(square) / SIXTEENTHS;", "return (bsl_space_root(square) + SIXTEENTHS / 2) / SIXTEENTHS;")
fault("S47", "a way is rounded down to sixteenths", "return root * root < square ? root + 1 : root;", "return root;")

file = "content/expression/calculate.h"

rare_fault("S10", "a negative side of a comparison counts as a positive one", "return units < 0 ? -1 : sixteenths * sixteenths;", "return sixteenths * sixteenths;")

file = "decide/reading.h"

fault("S10", "a distance is compared in whole units", "return o->value + (int64_t)(square > limit) - (int64_t)(square < limit);", "return limit < 0 ? 0 : whole_units(square);")

file = "content/expression/code.c"

fault("S10", "a distance on the right side is rounded down", "        right->op.name = RIGHT_SQUARED;\n        t->op.name |= RIGHT_SQUARED;\n", "")

rare_fault("S13", "a distance that must be another counts as answered", "o->code == OP_AT_MOST || o->code == OP_LESS;\n    return o->subject == BUSTLE_DISTANCE && limits",
  "o->code == OP_AT_MOST || o->code == OP_LESS;\n    return o->subject == BUSTLE_DISTANCE && (limits || o->code == OP_NOT_EQUAL)")
rare_fault("S3", "not of a state that may be missing is its opposite", "!operand->stacked && always_there", "!operand->stacked && (always_there || operand->op.subject <= BUSTLE_NOW)")

file = "content/expression/needs.c"

rare_fault("S3", "a condition needs what stands under a not", "            end = t->needs_at;\n", "            continue;\n")
rare_fault("S3", "a condition needs what one side of an or needs", "if (*mark_of(d, &terms[needed[i]]) == d->mark) {", "if (needed[i] != NO_TERM) {")

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
rare_fault("S45", "who has left is heard", "if (still_there(w, s->from, s->from_spawn) == NULL) {", "if (s->from_spawn == 0) {")

---- Waiting ----
file = "decide/wait.c"

rare_fault("S51", "a wait has no end", "    if (bsl_wait_left(w, &self->now) > 0) {\n        set_next_try(w, slot);", "    if (self->now.top != POOL_NONE) {\n        set_next_try(w, slot);")
rare_fault("S51", "a wait is tried when its time is over only", "(every < left ? every : left)", "left")
rare_fault("S51", "the last try comes late", "(every < left ? every : left)", "every")
rare_fault("S51", "what came is stopped as interrupted", "reason == BUSTLE_STOP_DONE ? EFFECT_FINISH : EFFECT_INTERRUPTED",
  "reason == BUSTLE_STOP_REMOVED ? EFFECT_FINISH : EFFECT_INTERRUPTED")
rare_fault("S51", "an interrupted wait has all its time again", "begin_wait(w, slot, npc_at(w, slot)->now.duration);",
  "begin_wait(w, slot, bsl_wait_at(w, npc_at(w, slot))->timeout);")
rare_fault("S51", "a wait that goes on is not tried at once", "begin_wait(w, slot, npc_at(w, slot)->now.duration);",
  "begin_wait(w, slot, npc_at(w, slot)->now.duration);\n    set_next_try(w, slot);")
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
fault("S52", "a change leaves the main sequence as it is", "    self->main = main;\n", "")
fault("S52", "interruptions that nobody heeds stay", "    bsl_interruption_drop_unheeded(w, self);\n", "")
fault("S52", "a role that the game has set is tested", "d->role_count == 0 || l->set", "d->role_count == 0")
fault("S52", "roles are not tested when the main sequence has ended", "!l->set && !w->turn.role_tested", "!l->set && w->turn.role_tested")
fault("S52", "a value that has changed is not noticed", "v->in_roles = v->seen != v->value;", "v->in_roles = false;")
fault("S52", "a main sequence waits for its action, whatever its role says", "if (when == BUSTLE_REPLACING_NOW) {", "if (when > BUSTLE_REPLACING_NOW) {")
fault("S52", "a main sequence is replaced in a nested one", "return state != BUSTLE_IN_SUBSEQUENCE &&", "return")
fault("S52", "a role comes back and its main sequence begins anew", "main != l->began", "main != self->main")
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

---- Scenes ----
worlds = 20001
file = "together/scene.c"

fault("S58", "a scene goes on for as long as it likes", "return limit < longest ? limit : longest;", "return limit < longest ? limit : INT64_MAX;")
fault("S58", "the limit counts from the beginning of the scene", "        s->stuck = w->now;", "        s->stuck = s->began;")
fault("S58", "a pause does not matter to the limit", "        s->stuck = -1;\n", "        return;\n")
fault("S58", "the limit of a scene does not matter", "s->stuck < 0 ? INT64_MAX", "s->stuck >= -1 ? INT64_MAX")
fault("S58", "a scene that may be stuck for longer is not listed anew", "    s->alarm = last_moment(w, s);\n    set_alarm(w, a->staged);\n", "    s->alarm = last_moment(w, s);\n")
fault("S49", "of two limits at the same time that of the later scene is first", "a->time < b->time : a->number < b->number", "a->time < b->time : a->number > b->number")
fault("S54", "members of a part are in the order in which they were chosen", "(at->part == m->part && at->spawn > m->spawn)", "(at->part == m->part && at->spawn == m->spawn)")
fault("S58", "who has ended waits for nobody in vain", "return (m->flags & MEMBER_ENDED) != 0 ? ENDED_PHASE : m->phase;", "return m->phase;")
fault("S57", "who has ended is behind", "(m->flags & MEMBER_ENDED) != 0 ? ENDED_PHASE : m->phase", "(m->flags & MEMBER_ENDED) != 0 ? 0 : m->phase")
fault("S57", "who has ended may go on before the others have", "? s->over != 0 : m->phase <= lowest", "? s->number != 0 : m->phase <= lowest")
fault("S57", "who is in the same phase is behind", "m->phase <= lowest", "m->phase < lowest")
fault("S57", "those are called that have somebody behind them", "(m->flags & MEMBER_WAITS) != 0 && may_go_on(s, m, lowest)", "(m->flags & MEMBER_WAITS) != 0 && lowest != m->phase + 70000u")
fault("S60", "a stager is not called when its scene is over", "    if (s->stager != POOL_NONE) {\n        call", "    if (s->stager != POOL_NONE && how != BUSTLE_LEAVE_FINISHED) {\n        call")
fault("S60", "who finishes a scene is called, too", "if (member_at(w, i)->slot != except) {", "if (member_at(w, i)->slot != NOBODY) {")
fault("S49", "who is held is called", "(NPC_HELD | NPC_HALTED)) == 0) {\n        bsl_turn_queue(w, slot, true);", "NPC_HALTED) == 0) {\n        bsl_turn_queue(w, slot, true);")
fault("S58", "who has not begun is not away",
  "(self->now.flags & ACTIVITY_INTERRUPTED) != 0 || bsl_scene_activity(w, m) != &self->now;",
  "m->frame != POOL_NONE &&\n        ((self->now.flags & ACTIVITY_INTERRUPTED) != 0 || bsl_scene_activity(w, m) != &self->now);")
fault("S58", "who is interrupted is not away", "(self->now.flags & ACTIVITY_INTERRUPTED) != 0 || bsl_scene_activity", "bsl_scene_activity")
fault("S58", "who lies below another activity is not away", "bsl_scene_activity(w, m) != &self->now;", "bsl_scene_activity(w, m) == NULL;")
fault("S58", "one who is behind and waits keeps a scene from being stuck", "phase_of(m) < first && (m->flags & MEMBER_WAITS) == 0 && !bsl_scene_is_away(w, m)", "phase_of(m) < first && !bsl_scene_is_away(w, m)")
fault("S58", "one who is behind and away is enough", "            return false;\n        }\n    }\n    return true;", "            continue;\n        }\n    }\n    return true;")
fault("S60", "effects of a broken scene are those of a finished one", "finished ? &p->finish : &p->broken", "finished ? &p->finish : &p->finish")
fault("S60", "a scene goes on with one member less than a part needs", "if (left < w->content->parts", "if (left + 1 < w->content->parts")
fault("S60", "who leaves early never finishes a scene", "} else if (bsl_scene_all_ended(w, s)) {", "} else if (s->present == 0) {")
fault("S60", "nobody is called when a member leaves early", "        bsl_scene_call_waiting(w, s);\n        look_at", "        look_at")
fault("S60", "all leave early", "s->over != 0 ? s->over : BUSTLE_LEAVE_LEFT", "s->over != 0 ? BUSTLE_LEAVE_LEFT : BUSTLE_LEAVE_LEFT")
fault("S60", "a broken scene is left as a finished one is", "apply_end(w, m, how == BUSTLE_LEAVE_FINISHED);", "apply_end(w, m, how != BUSTLE_LEAVE_LEFT);")
fault("S60", "the leave event comes before the effects",
  "    apply_end(w, m, how == BUSTLE_LEAVE_FINISHED);\n    bsl_event_emit(w, BUSTLE_EVENT_LEAVE, m->slot, 0, s->scene, how);",
  "    bsl_event_emit(w, BUSTLE_EVENT_LEAVE, m->slot, 0, s->scene, how);\n    apply_end(w, m, how == BUSTLE_LEAVE_FINISHED);")
fault("S56", "nobody rests after a scene", "    life_leave(l, w->now);\n", "")
fault("S60", "an initiator that leaves early remembers nothing", "(m->flags & MEMBER_INITIATOR) != 0 && how != BUSTLE_LEAVE_FINISHED", "(m->flags & MEMBER_INITIATOR) != 0 && how == BUSTLE_LEAVE_BROKEN")
fault("S60", "members remember that a scene has broken", "(m->flags & MEMBER_INITIATOR) != 0 && how != BUSTLE_LEAVE_FINISHED", "how != BUSTLE_LEAVE_FINISHED")
fault("S60", "the scene joined first is left first", "while (member_at(w, last)->next_part != POOL_NONE) {", "while (last == POOL_NONE) {")
rare_fault("S50", "of several scenes the lowest on the stack counts", "highest = standing > highest ? standing : highest;", "highest = standing;")
fault("S50", "the main activity stands as high as before past its patience", "(a->flags & ACTIVITY_MAIN) != 0 && (m->flags & MEMBER_PAST) != 0", "(a->flags & ACTIVITY_MAIN) == 0 && (m->flags & MEMBER_PAST) != 0")
fault("S59", "no interruption breaks a scene", "s->over == 0 && scene_of(w, s)->interrupted_breaks", "s->over != 0 && scene_of(w, s)->interrupted_breaks")
fault("S59", "every interruption breaks a scene", "s->over == 0 && scene_of(w, s)->interrupted_breaks", "s->over == 0")
fault("S54", "a member of the own part comes first", "if (part_name != NONE16 || other->part != m->part) {", "if (part_name != NONE16 || other->part <= m->part) {")
fault("S54", "an action aimed at a part is aimed at its performer", "other == m || (part_name != NONE16 && ", "(other == m && part_name == NONE16) || (part_name != NONE16 && ")
fault("S54", "an action aimed at a part is aimed at any member", "part_of(w, other)->name != part_name", "part_of(w, other)->name == NONE16")

file = "together/part.c"

fault("S55", "a part begins on a pile that is full", "if (!bsl_pile_has_room(w, self)) {", "if (self == NULL) {")
fault("S55", "a part begins without a current target", "there ? s->host : NOBODY, there ? s->host_spawn : 0", "NOBODY, there ? 0 : 0")
fault("S55", "the activity of a part has priority 0", "    made->priority = (int16_t)s->standing;\n", "")
fault("S57", "a caught failure is forgotten in a wait", "(m->flags & MEMBER_FAILED) != 0 ? BUSTLE_FAILED : BUSTLE_EXECUTED", "BUSTLE_EXECUTED")
fault("S57", "who was interrupted has all its patience again", "wait_for_others(w, slot, m, left > 0 ? left : 1);", "wait_for_others(w, slot, m, left > 0 ? scene_of(w, m)->patience : 1);")
fault("S58", "nobody sinks", "        bsl_activity_sink(w, slot);\n", "        bsl_wait_to_be_called(w, self);\n")
fault("S58", "in the main activity nobody is past its patience", "        m->flags |= MEMBER_PAST;\n", "")
fault("S58", "who is interrupted stays past its patience", "flags &= (uint8_t)~MEMBER_PAST;\n}\n\nvoid bsl_part_go_on", "flags |= 0;\n}\n\nvoid bsl_part_go_on")
fault("S49", "the wait at a phase ends as a failed one", "            bsl_wait_stop(w, slot, BUSTLE_STOP_DONE);\n            stop_waiting", "            bsl_wait_stop(w, slot, BUSTLE_STOP_FAILED);\n            stop_waiting")
fault("S50", "what has sunk is lifted while somebody is behind it", "return frame_state(f) != BUSTLE_WAITING_AT_PHASE ||\n", "return frame_state(f) != BUSTLE_UNINITIALIZED ||\n")
fault("S49", "nothing is lifted on the turn that looks at the parts", "    lift_sunk(w, slot);\n", "    if ((npc_at(w, slot)->now.flags & ACTIVITY_INTERRUPTED) != 0) {\n        lift_sunk(w, slot);\n    }\n")
fault("S60", "a stager does not look at its scene", "        bsl_wait_try_now(w, self);\n", "")
fault("S57", "an arrival calls nobody", "        bsl_scene_call_waiting(w, staged_at(w, m->staged));\n", "")
fault("S57", "an ended part keeps its claims", "    bsl_claim_drop(w, &self->now, f);\n", "")
fault("S57", "an ended part retakes its claims", "    bsl_claim_drop(w, &self->now, f);\n", "    bsl_claim_give_back(w, self, f);\n")
fault("S57", "who ends its part calls nobody", "    wait_for_others(w, slot, m, scene_played(w, m)->patience);\n    bsl_scene_call_waiting(w, s);\n", "    wait_for_others(w, slot, m, scene_played(w, m)->patience);\n")
fault("S60", "an action in a part stops as interrupted", "BUSTLE_STOP_CANCELLED, false, false", "BUSTLE_STOP_INTERRUPTED, false, false")
fault("S60", "the wait in a finished scene stops as failed", "finished ? BUSTLE_STOP_DONE : BUSTLE_STOP_FAILED", "BUSTLE_STOP_FAILED")
fault("S60", "an initiator's node is executed, although its scene broke", "    if (!finished) {\n", "    if (!finished) {\n        frame_set_state(f, BUSTLE_EXECUTED);\n        return;\n")
fault("S60", "what interrupted a part is remembered below it", "    forget_interruption(a);\n    if (a->pending", "    if (a->pending")

file = "together/casting.c"

fault("S56", "who left a scene is available after six seconds, whatever it did", "#define SETTLES_MS 60000", "#define SETTLES_MS 6000")
fault("S56", "the rest of a scene does not matter", "since < (int64_t)s->rest ||", "since < 0 ||")
fault("S56", "who has not acted since is available", "(!l->acted && since < SETTLES_MS)", "(!l->acted && since < 0)")
fault("S56", "who has a part to begin is available", "ACTIVITY_MAIN) == 0 ||\n        has_part_to_begin(w, l)) {", "ACTIVITY_MAIN) == 0) {")
fault("S56", "who responds is available", "(self->now.flags & ACTIVITY_MAIN) == 0 ||\n", "")
fault("S56", "who is past its patience is busy", "if ((member_at(w, part)->flags & MEMBER_PAST) == 0) {", "if (part != POOL_NONE) {")
fault("S56", "who takes part in its main activity is available", "if ((member_at(w, part)->flags & MEMBER_PAST) == 0) {", "if (part == POOL_NONE) {")
fault("S56", "who is held is available", "(self->e.flags & (NPC_HELD | NPC_HALTED)) != 0", "(self->e.flags & NPC_HALTED) != 0")
fault("S56", "a sequence cannot say that it is not castable", "if (q->castable == BUSTLE_CASTABLE_NEVER) {", "if (q->castable > BUSTLE_CASTABLE_NEVER + 9) {")
fault("S56", "a sequence cannot say that it is castable", "q->castable == BUSTLE_CASTABLE_ALWAYS || names_scene", "names_scene")
fault("S56", "a sequence is castable for all scenes or none", "w->content->ids[q->castable_in_at + i] == scene_id", "w->content->ids[q->castable_in_at + i] != BUSTLE_NONE")
fault("S56", "all are castable without an initiator", "bool allowed = c->initiated;", "bool allowed = c->scene != NULL;")
fault("S56", "with an initiator, too, sequences must be castable", "bool allowed = c->initiated;", "bool allowed = false;")
fault("S54", "roles have no reactions of their own", "persona_of(w, self)->reactions_at", "w->content->personas[w->layouts[self->e.definition].personas].reactions_at")
fault("S55", "an NPC casts as often as it likes", "return !w->turn.cast && !bsl", "return !bsl")
fault("S55", "casting that has failed does not count", "w->turn.cast = w->turn.cast || c->by != NULL;", "w->turn.cast = w->turn.cast || (c->by != NULL && outcome == SEARCH_FOUND);")
fault("S55", "who broke a scene casts it again", "return !w->turn.cast && !bsl_encounter_forbids(w, life_of(w, self), scene_id);", "return !w->turn.cast && life_of(w, self) != NULL && scene_id != BUSTLE_NONE;")
fault("S55", "one who is given up is so for all parts", "c->given_up[i].part == part && c->given_up", "c->given_up")
fault("S55", "who is given up stays so", "if (c->given_up[i].part <= last.part) {", "if (c->given_up[i].part < BUSTLE_MOST_PARTS) {")
fault("S55", "no choice is taken back", "if (given_up == 0) {", "if (given_up < 1000) {")
fault("S55", "a condition reads the member of a part that was chosen first", "named.slots[m->part] == NOBODY || m->spawn < spawns[m->part]", "named.slots[m->part] == NOBODY || m->spawn == spawns[m->part]")
fault("S54", "a part's condition has no target", ".target = c->host == NOBODY ? NULL : entity_at(w, c->host),\n        .self_slot", ".target = NULL,\n        .self_slot")
fault("S55", "encounters do not choose", "if (count == 1 || c->by == NULL) {", "if (count >= 1 || c->by == NULL) {")
fault("S55", "the preference of a part does not matter", "if (open > 1 && search->preference", "if (open > 99 && search->preference")
fault("S55", "one member is enough", "c->filled[part] >= part_at(w, c->scene, part)->least", "c->filled[part] >= 1 && part_at(w, c->scene, part)->least > 0")
fault("S55", "no part gets more than it needs", "c->filled[part] < part_at(w, c->scene, part)->most", "c->filled[part] < part_at(w, c->scene, part)->least")
fault("S55", "the initiator need not react", "enum search outcome = all_react(w, c) ?", "enum search outcome = all_react(w, c) || c->initiated ?")
fault("S55", "a scene stands no higher than its priority", "c->standing = standing > c->standing ? standing : c->standing;", "c->standing += 0 * standing;")
fault("S55", "a scene stands as its initiator does", "c->standing = standing > c->standing ? standing : c->standing;", "c->standing = standing;")
fault("S53", "whom a cue finds fills a part that is full", "(c->filled[part] >= part_at(w, c->scene, part)->most ||\n", "(c->filled[part] > 99 ||\n")
fault("S53", "a cue finds who is not available", "        judge(w, &c, part, candidate, &named) == BUSTLE_VERDICT_OPEN;", "        judge(w, &c, part, candidate, &named) <= BUSTLE_VERDICT_OPEN + 99;")
fault("S53", "a cue finds who is too far away for its scene", "bsl_near_reaches(w, search, entity_at(w, slot), entity_at(w, candidate)) &&\n", "search != NULL &&\n")
fault("S55", "the members of a scene are not remembered", "if (c->by != NULL && !initiator) {", "if (c->by != NULL && initiator && m->spawn == 0) {")
fault("S55", "the initiator is called", "        if ((member_at(w, i)->flags & MEMBER_INITIATOR) == 0) {\n", "        if (member_at(w, i)->staged == index) {\n")
fault("S55", "members are not called", "            bsl_turn_queue(w, member_at(w, i)->slot, true);\n", "")

file = "together/casting.h"
fault("S55", "eight members are looked for at the most", "#define MOST_LOOKS 64u", "#define MOST_LOOKS 8u")
rare_fault("S55", "one member more is looked for", "#define MOST_LOOKS 64u", "#define MOST_LOOKS 65u")

file = "together/encounter.c"

fault("S55", "a scene can be cast again after a second", "#define NOT_AGAIN_MS 10000u", "#define NOT_AGAIN_MS 1000u")
fault("S55", "a scene can be cast again after twenty seconds", "#define NOT_AGAIN_MS 10000u", "#define NOT_AGAIN_MS 20000u")
rare_fault("S55", "an encounter with nobody makes room for others", "unprotected = younger_than(w, e, e->again) ? unprotected : link;", "unprotected = link;")
rare_fault("S55", "encounters of other scenes are not made room for", "if ((e->cue & (ENCOUNTER_SCENE | ENCOUNTER_OFFER | ENCOUNTER_INBOX)) == 0) {", "if (e->cue != known_by) {")

file = "together/staging.c"

fault("S55", "an initiator begins without a current target", "target != NOBODY ? target : bsl_scene_other(w, member_at(w, index), NONE16);", "target;")
fault("S53", "a cue's initiator begins with another member as its target", "target != NOBODY ? target : bsl_scene_other(w, member_at(w, index), NONE16);", "bsl_scene_other(w, member_at(w, index), NONE16);\n    (void)target;")
fault("S55", "what an initiator was seen in is interrupted", "    bsl_wait_stop(w, slot, BUSTLE_STOP_DONE);\n", "    bsl_wait_stop(w, slot, BUSTLE_STOP_INTERRUPTED);\n")
fault("S55", "whom the game names must not rest", "bsl_casting_available(w, slot, c, true)", "bsl_casting_available(w, slot, c, false)")
fault("S60", "who leaves a scene by a call is not called", "        bsl_turn_queue(w, slot, false);\n    }\n    bsl_control_finish", "    }\n    bsl_control_finish")

file = "together/cue.c"
fault("S53", "a cue casts what the NPC may not cast", "(c->scene == NONE16 || bsl_casting_allowed(w, self, c->scene))", "(c->scene == NONE16 || self != NULL)")

file = "together/role.c"
fault("S52", "a part of a scene does not keep the main sequence", "            !bsl_scene_on_stack(w, &self->now);", "            self != NULL;")

file = "decide/wait.c"

fault("S60", "a stager's node is executed, although its scene broke", "if (over == BUSTLE_LEAVE_FINISHED) {", "if (over != 0) {")
fault("S60", "a stager remembers nothing", "    bsl_encounter_add_scene(w, self, scene_id, 0);\n", "    (void)scene_id;\n")
fault("S55", "a scene that nobody was found for was waited for", "bsl_wait_in_vain(w, slot, BUSTLE_CAUSE_NO_CAST);", "bsl_wait_in_vain(w, slot, BUSTLE_CAUSE_WAITED);")
fault("S57", "who waits at a phase is not seen", "    if (seen != NONE16) {\n        show(w, slot);", "    if (seen == NONE16) {\n        show(w, slot);")
fault("S57", "an interrupted wait has no patience left", "    self->now.duration = bsl_wait_left(w, &self->now);\n", "    self->now.duration = 0;\n")

file = "decide/activity.c"

fault("S50", "scenes do not matter to the standing", "return own > in_scenes ? own : in_scenes;", "return in_scenes > INT32_MIN ? own : own;")
fault("S50", "what sinks lies below the topmost", "    while (*link != POOL_NONE) {\n        link = &activity_at(w, *link)->below;\n    }\n    *link = index;\n", "    activity_at(w, index)->below = *link;\n    *link = index;\n")
fault("S50", "what was kept is not tried when an activity sinks", "    *link = index;\n    bsl_interruption_handle_kept(w, slot);\n", "    *link = index;\n")
fault("S59", "sinking breaks a scene", "    (void)interrupt(w, slot);\n", "    bsl_activity_interrupt(w, slot, LEAVING_BACK);\n")
fault("S50", "what is lifted or new lies on what has sunk", "((a->flags & ACTIVITY_SUNK) != 0 || bsl_activity_standing(w, a) > standing)", "(bsl_activity_standing(w, a) > standing)")
fault("S50", "what is lifted or new lies below its equals", "bsl_activity_standing(w, a) > standing)", "bsl_activity_standing(w, a) >= standing)")
fault("S50", "a wait after a failure goes on under what is laid on it", "    bsl_activity_interrupt(w, slot, how);\n    bsl_recovery_end_wait(w, npc_at(w, slot));", "    bsl_activity_interrupt(w, slot, how);")
fault("S50", "what is lifted lies on top", "    if (under != &self->now) {\n        uint32_t *link", "    if (under == NULL) {\n        uint32_t *link")
fault("S50", "what is laid below the topmost has not been interrupted", "    made->flags = ACTIVITY_INTERRUPTED;\n", "")

file = "decide/recovery.c"

fault("S60", "an initiator's node catches the failure of its part", "caller == POOL_NONE || (failing->where & FRAME_PART) != 0 ||", "caller == POOL_NONE ||")
rare_fault("S60", "a caller in a part catches nothing",
  "        if (f.manner != FAIL_UNCAUGHT &&\n            w->content->nodes[frame_node(caller)].failed",
  "        if (f.manner > FAIL_UNCAUGHT &&\n            w->content->nodes[frame_node(caller)].failed")
fault("S60", "the failure of a part is told alone", "    for (; f.level > part; f.level--) {", "    f.level = (uint8_t)part;\n    for (; f.level > part; f.level--) {")
fault("S60", "a part fails without a fail event", "    bsl_event_emit(\n        w, BUSTLE_EVENT_FAIL, slot, 0, w->content->nodes[frame_node(part)].sequence, f.cause);\n", "")
fault("S60", "failures in a part are counted", "fails_in_part(w, slot, f)) || fails_in_undo(w, slot, f)) {\n", "fails_in_part(w, slot, f)) || fails_in_undo(w, slot, f)) {\n        self->now.failures++;\n")

file = "decide/action.c"

fault("S56", "an action of any activity counts after a scene", "if (w->has_scenes && (self->now.flags & ACTIVITY_MAIN) != 0) {", "if (w->has_scenes) {")
fault("S56", "no action counts after a scene", "life_of(w, self)->acted = 1;", "life_of(w, self)->acted += 0;")
fault("S54", "a member that an action is aimed at is recorded", "(n->flags & (NODE_SAME_TARGET | NODE_AT_MEMBER)) == 0;", "(n->flags & NODE_SAME_TARGET) == 0;")
fault("S54", "an action is aimed at any member", "member_at(w, part), n->at_part);", "member_at(w, part), NONE16);")

file = "decide/turn.c"

fault("S57", "a caught failure is no phase", "return arrives(w, slot, f) ? STEPPED : follow_failed(w, slot, f);", "return follow_failed(w, slot, f);")
fault("S58", "scenes are not looked at after a turn", "        bsl_scene_look(w, slot);\n", "")
fault("S55", "a scene is staged beyond the limit of depth", "as == STAGER || has_depth_left(w, self)) {", "as == STAGER || self != NULL) {")

file = "decide/update.c"

rare_fault("S49", "limits count for nothing", "bsl_scene_handle_limit(w)) {\n        count_work(w, b);", "bsl_scene_handle_limit(w)) {\n        (void)b;")

file = "decide/control.c"
fault("S58", "scenes are not looked at after a call", "        bsl_scene_look(w, slot);\n", "")

file = "content/draft_sequences.c"
fault("S57", "a free node is a phase", "made->flags |= counts && !def->free ?", "made->flags |= counts ?")

---- Offers, links, areas; the clock and plans ----
for _, list in ipairs { "places", "days" } do
  for _, one in ipairs(require("spec.mutation.faults_" .. list)) do
    one.name = #faults + 1
    faults[one.name] = one
  end
end

return faults
