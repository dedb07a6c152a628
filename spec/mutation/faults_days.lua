-- Small faults, as those of faults.lua, about messages and meetings (S69 to S71), the clock, plans and patches (S73 to S75).
-- faults.lua puts them at the end of its list.

local faults = {}
local file

local function fault(rule, title, right, wrong)
  faults[#faults + 1] = { rule = rule, title = title, file = file, right = right, wrong = wrong, worlds = 60001 }
end

-- One that random worlds seldom meet, so that it is left to the tests of the core.
local function rare_fault(...)
  fault(...)
  faults[#faults].rare = true
end

---- The clock ----
file = "world/clock.c"

fault("S73", "a minute begins one late", "((time_ms + 1) * DAY_MINUTES - 1) / c->day_ms", "(time_ms * DAY_MINUTES) / c->day_ms")
fault("S73", "the first day begins at midnight if nobody says so", "clock_minutes(c, DAWN_MINUTE);", "0;")
fault("S73", "setting the clock forgets the world's time", "c->ahead = day * c->day_ms + time_ms - w->now;", "c->ahead = day * c->day_ms + time_ms;")
fault("S73", "the same day is the first", "day = day < 0 ? clock_now(w) / c->day_ms : day;", "day = day < 0 ? 0 : day;")
fault("S73", "the hour is not asked anew when the clock is set", "        ask_again(w, c->answers[i]);", "        ask_again(w, BUSTLE_NONE);")
fault("S73", "plans are not looked at when the clock is set", "    bsl_plan_look_afresh(w);\n", "")
fault("S73", "the minute is that of the day", "    read.minute = minute % 60;\n", "    read.minute = minute;\n")
fault("S73", "a midnight is no time", "if (time_ms < 0 || time_ms >= c->day_ms", "if (time_ms <= 0 || time_ms >= c->day_ms")

file = "world/environment.c"
fault("S9", "the clock's answer comes before the game's", "    const int answered = ask_game(w, id, &answer);\n",
  "    const int answered = bsl_clock_answer(w, id, &by_clock) ? 0 : ask_game(w, id, &answer);\n")

---- What holds ----
file = "together/agenda.c"

fault("S74", "an entry does not vary", "    if (vary == 0) {", "    if (vary >= 0) {")
fault("S74", "an entry varies alike on every day", "(uint64_t)number << 32 | (uint32_t)day)", "(uint64_t)number << 32)")
fault("S74", "all entries vary alike", "((uint64_t)number << 32 | (uint32_t)day)", "(uint32_t)day")
fault("S74", "everybody varies alike", "(uint32_t)day), d->who);", "(uint32_t)day), 1);")
fault("S74", "an entry only begins later, never earlier", "(int64_t)random_below(stream, 2 * vary + 1) - vary;", "(int64_t)random_below(stream, 2 * vary + 1);")
fault("S74", "the latest begin is never drawn", "random_below(stream, 2 * vary + 1)", "random_below(stream, 2 * vary)")
fault("S74", "an end varies, too", "        .ends = midnight + clock_minutes(&w->clock, e->to),", "        .ends = midnight + clock_minutes(&w->clock, e->to) + shift_of(w, d, e, number, day),")
fault("S74", "entries of the day before are over at midnight", "e->to > DAY_MINUTES ? 1 : 0);", "e->to > DAY_MINUTES ? 0 : 0);")
fault("S74", "an entry that begins before midnight does so on the day after", "if (day == today + 1 && s.begins >= tomorrow) {", "if (day == today) {")
fault("S75", "a patch begins on days before its first, too", "int64_t day = from > on->first ? from : on->first;", "int64_t day = from;")
rare_fault("S75", "a patch begins on days after its last, too", "const int64_t last = today + 2 < on->last ? today + 2 : on->last;", "const int64_t last = today + 2;")
fault("S74", "an entry is still open when it ends", "return s->begins <= time && s->ends > time;", "return s->begins <= time && s->ends >= time;")
fault("S74", "an entry is not open when it begins", "return s->begins <= time && s->ends > time;", "return s->begins < time && s->ends > time;")
fault("S74", "nothing is too short", "    return s->entry->skip > 0 &&", "    return s->entry->skip > 2000 &&")
fault("S74", "just enough time is too short", "- time < clock_minutes(&w->clock, s->entry->skip);", "- time <= clock_minutes(&w->clock, s->entry->skip);")
fault("S74", "an entry of its own priority ends the time that is left", "    int64_t next = f->above;\n", "    int64_t next = f->above = a->spans[a->by_priority[i].value].begins;\n")
fault("S74", "time is left until the end, whatever begins", "    f->above = next;", "    f->above = INT64_MAX;")
fault("S74", "the lower priority holds", "|| s->entry->priority > other->entry->priority;", "|| s->entry->priority < other->entry->priority;")
fault("S74", "of equals the one that began first holds", "s->begins != other->begins ? s->begins > other->begins", "s->begins != other->begins ? s->begins < other->begins")
rare_fault("S74", "of those that began at once the lower number holds", ": s->number > other->number;", ": s->number < other->number;")
fault("S74", "what holds may be too short", "        !span_holds(s, f->before) && is_short(", "        is_short(")
fault("S74", "where nothing is open the last that ended holds", "    if (f.best != NULL || h->entry != BUSTLE_NONE) {", "    if (f.best != NULL) {")
fault("S74", "afresh, what is too short never holds", "    return f.shorter != NULL ? f.shorter : last_ended(a, time);", "    return last_ended(a, time);")
fault("S74", "afresh, the first that ended holds", "s->ends > best->ends ||", "s->ends < best->ends ||")
fault("S74", "nobody looks when what holds ends", "now == NULL ? INT64_MAX : now->ends;", "INT64_MAX;")
fault("S74", "while something goes on, nothing else begins", "const bool kept_out = now != NULL && s->entry->priority < now->entry->priority;", "const bool kept_out = now != NULL;")
fault("S74", "what is above what holds is not waited for where that is over", "        return is_open(&a->spans[i], time) ? &a->spans[i] : NULL;", "        return &a->spans[i];")

---- Looking ----
file = "together/plan.c"

fault("S74", "a change is told where nothing has changed", "    return d->entry != was;", "    return d->entry != was || d->day > 2;")
fault("S74", "another plan holds what the one before did", "d->fresh || d->plan != plan_id || d->entry", "d->fresh || d->entry")
fault("S74", "after the clock was set, what held counts", "const bool anew = d->fresh || d->plan", "const bool anew = d->plan")
fault("S74", "the next day's entry is the same", "        d->day = found->day;\n", "        d->day = d->entry == was ? d->day : found->day;\n")
fault("S74", "the entry's change does not count", "bsl_role_change_main(w, slot, e->sequence, (bustle_replacing)e->change);", "bsl_role_change_main(w, slot, e->sequence, BUSTLE_REPLACING_AT_NODE);")
fault("S49", "a change of plan brings nobody a turn", "    if ((self->e.flags & (NPC_MAIN_DUE | NPC_HELD)) == NPC_MAIN_DUE) {", "    if (self->e.spawn == 0) {")
fault("S74", "a held NPC is called", "    if ((self->e.flags & (NPC_MAIN_DUE | NPC_HELD)) == NPC_MAIN_DUE) {", "    if ((self->e.flags & NPC_MAIN_DUE) != 0) {")
fault("S74", "a plan that a role takes away still holds", "            d->plan = NONE16;\n            d->entry", "            d->entry")
fault("S75", "a patch goes at its end, even if it holds", "d->entry == PATCH_ENTRY + p->number ||", "d->entry == BUSTLE_NONE ||")
fault("S75", "a patch stays for ever", "        const bool lasts = p->last_day == FOREVER ||", "        const bool lasts = p->last_day >= 0 ||")
fault("S74", "plans are looked at one update late", "q->list[0].time <= w->now", "q->list[0].time < w->now")
fault("S74", "a plan is not looked at again", "    bsl_plan_queue_put(w, slot, next - w->clock.ahead);", "    bsl_plan_queue_put(w, slot, d->place == NOBODY ? next - w->clock.ahead : w->plan_queue.list[d->place].time + next);")

file = "together/plan_queue.c"
fault("S74", "those due at once are looked at in any order", "a->time < b->time : a->spawn < b->spawn;", "a->time < b->time : a->spawn > b->spawn;")
rare_fault("S74", "an entry of the queue never sinks to the right", "is_before(&list[below + 1], &list[below]) ? 1 : 0;", "list[below + 1].time < list[below].time - 1000000000 ? 1 : 0;")
fault("S73", "after setting the clock not everybody is due", "for (uint32_t i = 0; i < q->count; i++) {\n        q->list[i].time = 0;", "for (uint32_t i = 1; i < q->count; i++) {\n        q->list[i].time = 0;")

file = "together/patch.c"
fault("S75", "a patch is looked at in the next update only", "    bsl_plan_look(w, slot);\n    bsl_control_finish(w, slot);\n    return BUSTLE_OK;\n}\n\nstatic bool take_away",
  "    bsl_control_finish(w, slot);\n    return BUSTLE_OK;\n}\n\nstatic bool take_away")
fault("S75", "patches of one priority may cover the same time", "other->entry.priority == added->entry.priority &&", "other->entry.priority != added->entry.priority &&")
fault("S75", "a patch may cover time of the plan's entries", "if (e->priority == added->entry.priority && plan_entries_overlap(e, &added->entry)) {", "if (e->priority > INT16_MAX && plan_entries_overlap(e, &added->entry)) {")
fault("S75", "patches overlap on days that they do not share", "const bool together = a->first_day <= b_last && b_first <= a->last_day;", "const bool together = a->first_day <= b_last || b_first <= a->last_day;")
fault("S75", "only time of the same day overlaps", "(patches_meet(added, other, -1) || patches_meet(added, other, 0) ||", "(patches_meet(added, other, 0) || patches_meet(added, other, 0) ||")
fault("S75", "a ninth patch is taken", "if (count == BUSTLE_MOST_PATCHES ||", "if (count == BUSTLE_MOST_PATCHES + 1 ||")
fault("S75", "a number is used again", "    added.number = ++d->given;\n", "    added.number = d->given = count + 1;\n")
fault("S75", "one day is two", ".last_day = def->days == 0 ? FOREVER : today + def->days - 1,", ".last_day = def->days == 0 ? FOREVER : today + def->days,")
fault("S75", "when the patch that holds goes, it goes on", "d->entry = d->entry == PATCH_ENTRY + number ? BUSTLE_NONE : d->entry;", "d->entry = d->entry == PATCH_ENTRY + number ? 0 : d->entry;")

---- Roles and the order ----
file = "together/role.c"
rare_fault("S74", "the plan is looked at before the role's enter", "    apply(w, slot, id, true);\n    bsl_role_change_main(", "    (void)bsl_plan_main(w, slot);\n    apply(w, slot, id, true);\n    bsl_role_change_main(")

file = "world/entity.c"
fault("S74", "nobody begins with a plan", "        self->main = bsl_plan_main(w, slot);\n", "        (void)bsl_plan_main(w, slot);\n")

file = "decide/update.c"
fault("S49", "endings come before changes of plan", "        if (!handle_plans(w, b) || !bsl_timer_collect(w)) {\n            return BUSTLE_NO_MEMORY;\n        }\n        w->phase = PHASE_ENDINGS;",
  "        bool ended = false;\n        if (!bsl_timer_collect(w) || !handle_endings(w, b, &ended) || !handle_plans(w, b)) {\n            return BUSTLE_NO_MEMORY;\n        }\n        w->phase = PHASE_ENDINGS;")
rare_fault("S49", "looking at a plan does not count for the portion", "        if (looked) {\n            count_work(w, b);", "        if (looked && b->portion < 0) {\n            count_work(w, b);")

file = "content/draft_personas.c"
fault("S52", "a role's plan does not count", "    const bool in_role_only = in_role != NULL && has_main(in_role);", "    const bool in_role_only = in_role != NULL && in_role->main != NONE16;")
rare_fault("S52", "the last role's plan does not make up for the definition's", "return last == NONE16 ? own : &d->role_conducts[last];", "return last == NONE16 || d->role_conducts[last].plan != NONE16 ? own : &d->role_conducts[last];")

---- Sealing ----
file = "content/draft_plans.c"
rare_fault("S74", "an entry varies by all of it", "def->vary > length / 2) {", "def->vary > length) {")
rare_fault("S74", "entries of one priority may overlap", "other->to > other->from && other->priority == last->priority &&", "other->to > other->from && other->priority > last->priority &&")
rare_fault("S74", "a main sequence beside a plan is no error", "    if (main) {", "    if (main && at == NULL) {")

file = "content/plan.h"
rare_fault("S74", "an overlap over midnight is not seen", "return later < a->to - a->from || earlier < b->to - b->from;", "return later < a->to - a->from;")

---- Saves ----
file = "persist/snapshot_plans.c"
rare_fault("S74", "a save forgets the day of what holds", "    visit_day(a, &d->day);\n    field_u8", "    int64_t day = 0;\n    visit_day(a, &day);\n    field_u8")
rare_fault("S73", "a save forgets that the clock was set", "    c->ahead = time - l->world->now;\n", "    (void)time;\n")
rare_fault("S74", "an entry of another sequence goes on", "e->sequence == l->names.sequences[saved->sequences[s->row.entry]].id);", "e->sequence != NONE16);")
rare_fault("S75", "a load gives numbers of patches again", "    d->given = s->row.given;\n", "    d->given = s->patch_count;\n")

---- Inboxes ----
file = "together/inbox.c"

fault("S69", "an inbox holds one less than its limit", "limit > 0 ? holds < limit :", "limit > 0 ? holds + 1 < limit :")
fault("S69", "an inbox holds one more than its limit", "limit > 0 ? holds < limit :", "limit > 0 ? holds <= limit :")
fault("S69", "an inbox without a limit holds what comes", ": holds == 0 && waits_to_take(w, npc_at(w, slot), inbox));", ": holds == 0);")
fault("S69", "an inbox without a limit holds two", ": holds == 0 && waits_to_take(w, npc_at(w, slot), inbox));", ": waits_to_take(w, npc_at(w, slot), inbox));")
rare_fault("S69", "inboxes hold as many as their limits let them", "w->mail.waiting < MOST_MESSAGES &&", "w->mail.waiting <= MOST_MESSAGES &&")
fault("S69", "who waits to take from one inbox hears of others", "        w->content->exchanges[w->content->waits[n->performs].exchange].inbox == inbox;",
  "        (w->content->exchanges[w->content->waits[n->performs].exchange].inbox == inbox || inbox > 0);")
fault("S69", "who waits to take is not called", "    if (waits_to_take(w, self, inbox)) {\n        bsl_wait_call(w, to);\n    }\n", "    (void)self;\n")
fault("S69", "somebody sends to itself", "    if (from == to || from == w->mail.leaving ||", "    if (from == w->mail.leaving ||")
rare_fault("S69", "who leaves still sends", "from == w->mail.leaving ||", "from == NOBODY ||")
fault("S69", "what a full inbox refuses of effects is not counted", "    } else {\n        w->mail.refused++;\n    }\n", "    }\n")
fault("S69", "messages stay when their sender leaves, until they are taken", "    while (t->sent != POOL_NONE) {\n        bsl_inbox_lose(w, t->sent);\n    }\n", "")
rare_fault("S69", "who leaves loses its newest message first", "letter_number(letter_at(w, index)) < letter_number(letter_at(w, oldest)))) {",
  "letter_number(letter_at(w, index)) > letter_number(letter_at(w, oldest)))) {")
fault("S69", "messages are kept a moment too long", "if (due <= w->now && earlier) {", "if (due < w->now && earlier) {")
rare_fault("S69", "messages of the last inbox go first", "first == POOL_NONE || due < first_due ||", "first == POOL_NONE || due <= first_due ||")
fault("S70", "who awaits a message that goes is not told", "    if (m->awaited_by != POOL_NONE) {\n        bsl_errand_answer(w, m, false);\n    }\n    bsl_inbox_free(w, index);\n}\n\nstatic void forget_parting",
  "    if (m->awaited_by != POOL_NONE) {\n        bsl_errand_answer(w, m, true);\n    }\n    bsl_inbox_free(w, index);\n}\n\nstatic void forget_parting")
rare_fault("S70", "what a receiver that leaves had in hand is done",
  "        if (m->awaited_by != POOL_NONE) {\n            bsl_errand_answer(w, m, false);",
  "        if (m->awaited_by != POOL_NONE) {\n            bsl_errand_answer(w, m, true);")

---- Sending ----
file = "together/send.c"

fault("S69", "a node sends to full inboxes first of all", "return bsl_inbox_accepts(w, receiver, q->exchange->inbox) ? BUSTLE_VERDICT_OPEN", "return !bsl_inbox_accepts(w, receiver, q->exchange->inbox) ? BUSTLE_VERDICT_OPEN")
fault("S69", "where all are full the cause is no candidate", "return q->full ? refuse(w, cause) : OUTCOME_FAILED;", "return OUTCOME_FAILED;")
rare_fault("S69", "those on a path without the inbox are candidates", "if (bsl_inbox_cells(w, entity_at(w, items[i].value), q->exchange->inbox) != NULL) {",
  "if (definition_of(w, entity_at(w, items[i].value))->npc) {")
fault("S69", "a send node prefers nobody", "q->best = q->open > 1 && q->search->preference != BUSTLE_PREFER_NOTHING", "q->best = q->open > 1 && q->search->preference > BUSTLE_PREFER_MOST")
fault("S69", "whom a node has sent to is not remembered", "    bsl_encounter_add_inbox(w, self, q->exchange->inbox, entity_at(w, *receiver)->spawn);\n", "")
fault("S69", "the receiver does not become the current target", "    f->target = receiver;\n    f->target_spawn = entity_at(w, receiver)->spawn;\n", "    (void)f;\n")
fault("S69", "a value that is not there is 0", "    if (value == MISSING) {\n        bsl_wait_fail(w, slot, BUSTLE_CAUSE_CONDITION);\n    } else {\n        send(w, &q, receiver, (int32_t)value);\n    }\n",
  "    send(w, &q, receiver, value == MISSING ? 0 : (int32_t)value);\n")
fault("S24", "sending without awaiting is no wait", "    self->now.flags |= ACTIVITY_PASSED_WAIT;\n    if (outcome == OUTCOME_FAILED) {", "    if (outcome == OUTCOME_FAILED) {")
fault("S70", "nobody awaits anything", "    if (!q->exchange->awaits) {", "    if (q->exchange->awaits < 2) {")
fault("S70", "an answer that failed is as good as none", "        bsl_wait_give_up(w, slot, BUSTLE_CAUSE_MESSAGE);", "        bsl_wait_in_vain(w, slot, BUSTLE_CAUSE_MESSAGE);")

---- Taking ----
file = "together/take.c"

fault("S70", "what is in hand is not over when the sequence takes again", "    bsl_errand_end_hand(w, frame_at(w, npc_at(w, slot)->now.top), true);\n", "")
fault("S70", "what is in hand has failed when the sequence takes again", "now.top), true);", "now.top), false);")
fault("S70", "without a preference the newest is taken", "i != POOL_NONE && (chooses || count == 0); i = letter_at(w, i)->next) {\n        if (fits(w, slot, x, letter_at(w, i))) {\n            w->candidates.items[count++]",
  "i != POOL_NONE; i = letter_at(w, i)->next) {\n        if (fits(w, slot, x, letter_at(w, i))) {\n            count = chooses ? count : 0;\n            w->candidates.items[count++]")
fault("S70", "the preference does not matter", "    if (open > 1) {", "    if (open > 100000) {")
fault("S70", "the sender does not become the current target", "    f->target = m->sender;\n    f->target_spawn = entity_at(w, m->sender)->spawn;\n", "    (void)f;\n")
fault("S70", "the value goes nowhere", "if (x->into != NONE16 &&", "if (x->into == NONE16 && m->value == INT32_MIN &&")
rare_fault("S24", "taking a message takes no time", "    self->now.flags |= ACTIVITY_TOOK_TIME;\n", "")
fault("S70", "nothing is in hand",
  "    if (m->awaited_by == POOL_NONE) {\n        bsl_inbox_free(w, index);\n    } else {",
  "    if (m->awaited_by != POOL_NONE) {\n        bsl_errand_answer(w, letter_at(w, index), true);\n        bsl_inbox_free(w, index);\n    } else if (m->awaited_by == POOL_NONE) {\n        bsl_inbox_free(w, index);\n    } else {")
fault("S10", "senders are not asked where they are", "((search->flags & ACTION_USES_DISTANCE) != 0 && !refresh(w, slot, first))", "((search->flags & ACTION_USES_DISTANCE) > ACTION_USES_DISTANCE && !refresh(w, slot, first))")

---- What is in hand, awaited, or met for ----
file = "together/errand.c"

fault("S70", "a sequence that is taken off has done what it had in hand", "    bsl_errand_end_hand(w, f, false);\n    bsl_errand_end_wait(w, f);", "    bsl_errand_end_hand(w, f, true);\n    bsl_errand_end_wait(w, f);")
fault("S70", "a sender is not called when its message has ended", "        bsl_wait_call(w, e->slot);", "        (void)w;")
fault("S70", "an untaken message is not withdrawn", "        bsl_inbox_lose(w, letter_index);\n        return;", "        return;")
fault("S71", "who is interrupted still counts", "errand_at(w, index)->state = ERRAND_AWAY;", "errand_at(w, index)->state = ERRAND_MEETS;")

file = "together/meeting.c"

fault("S71", "one fewer will do", "present >= g->count", "present + 1 >= g->count")
fault("S71", "one more must come", "present >= g->count", "present > g->count")
fault("S71", "those who meet under other names count", "errand_at(w, other)->state == ERRAND_MEETS && errand_at(w, other)->meeting == e->meeting;", "errand_at(w, other)->state == ERRAND_MEETS && e->meeting != NONE16;")
fault("S71", "the last that the path finds is the place", "found.items[i].key < entity_at(w, first)->spawn", "found.items[i].key > entity_at(w, first)->spawn")
fault("S71", "the others are not called", "            bsl_wait_call(w, errand_at(w, i)->slot);", "            (void)w;")
fault("S71", "the others are called in any order", "    sort(w, first);\n    for (uint32_t i = *first; i != POOL_NONE;) {", "    for (uint32_t i = *first; i != POOL_NONE;) {")
fault("S71", "when the place leaves nobody is called", "        if (e->state == ERRAND_MEETS) {", "        if (e->state == ERRAND_NONE) {")
fault("S71", "where the place has left, it is waited on", "        bsl_wait_give_up(w, slot, BUSTLE_CAUSE_NO_MEETING_PLACE);", "        bsl_wait_in_vain(w, slot, BUSTLE_CAUSE_NO_MEETING_PLACE);")

---- Where it is waited ----
file = "decide/wait.c"

fault("S51", "a send and a meet are tried every so often", "    const uint32_t every = tries_often(w, at) ? at->every : left;", "    const uint32_t every = at->every;")
fault("S51", "a take with a condition is not tried every so often", "w->content->actions[x->search].when.form != CODE_EMPTY;", "w->content->actions[x->search].when.form > CODE_VALUE;")

file = "together/part.c"
fault("S70", "a part that has ended still has its message in hand", "    bsl_errand_end_hand(w, f, true);\n", "")

file = "decide/turn.c"
fault("S70", "a sequence that has ended has failed what it had in hand", "bsl_errand_end_hand(w, f, true);", "bsl_errand_end_hand(w, f, false);")

file = "decide/operations.c"
fault("S69", "an effect sends what is not there as nothing",
  "if (affected(w, s, o, &slot) != NULL && value != MISSING && w->has_inboxes) {",
  "value = value == MISSING ? 0 : value;\n    if (affected(w, s, o, &slot) != NULL && w->has_inboxes) {")
fault("S69", "what effects of an area send comes from the area", "bsl_inbox_send(w, s->self_slot, o->name, slot, (int32_t)value);", "bsl_inbox_send(w, source_slot(s), o->name, slot, (int32_t)value);")

return faults
