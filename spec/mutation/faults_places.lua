-- Small faults, as those of faults.lua, about offers, requests, places, undoing and revoking (S61 to S64), links and paths
-- (S65, S66), areas (S67), who is nowhere (S68), and kept claims (S42). faults.lua puts them at the end of its list.

local faults = {}
local file

local function fault(rule, title, right, wrong)
  faults[#faults + 1] = { rule = rule, title = title, file = file, right = right, wrong = wrong, worlds = 40001 }
end

-- One that random worlds seldom meet, so that it is left to the tests of the core.
local function rare_fault(...)
  fault(...)
  faults[#faults].rare = true
end

---- What is offered ----
file = "together/offer.c"

fault("S61", "a role offers nothing",
  "    *count = p == NULL ? d->offer_count : p->offer_count;\n    return w->content->ids + (p == NULL ? d->offers_at : p->offers_at);",
  "    (void)p;\n    *count = d->offer_count;\n    return w->content->ids + d->offers_at;")
fault("S61", "an offer needs nothing of who takes it", "if (!bsl_offer_suits(w, o, self)) {", "if (!bsl_offer_suits(w, o, self) && slot == provider) {")
fault("S62", "a place is taken twice by the same NPC", "if (bsl_place_holds(w, self, provider, o->name)) {",
  "if (slot == provider && bsl_place_holds(w, self, provider, o->name)) {")
fault("S62", "the offer's when does not matter", "if (!holds(w, &o->when, slot, provider)) {", "if (slot == provider) {")
fault("S62", "the offer's while does not matter to who asks", "if (!holds(w, &o->during, slot, provider)) {", "if (slot == provider) {")
fault("S63", "one more may hold an offer", "bsl_place_taken(w, entity_at(w, provider), o->name) < o->holders",
  "bsl_place_taken(w, entity_at(w, provider), o->name) <= o->holders")
fault("S63", "offers of other names use up places", "bsl_place_taken(w, entity_at(w, provider), o->name) < o->holders",
  "bsl_place_holders(w, entity_at(w, provider)) < o->holders")
fault("S63", "any number is none", "o->holders == 0 || bsl_place_taken(w, entity_at(w, provider)", "bsl_place_taken(w, entity_at(w, provider)")
rare_fault("S42", "what an NPC holds is not free to an offer's when", "        .testing = true};\n    return bsl_condition_holds(w, condition", "        .testing = false};\n    return bsl_condition_holds(w, condition")

file = "content/draft_personas.c"
fault("S61", "a definition's offer comes before the role's", "bsl_draft_id(d, b <= a ? in_role.at + j : own.at + i);",
  "bsl_draft_id(d, b < a || (b == a && name == cue_name) ? in_role.at + j : own.at + i);")
fault("S61", "a role hides the offers of the definition", "    return m->offers.count == 0 ? (range)", "    return in_role != NULL ? (range)")

file = "content/draft_needs.c"
rare_fault("S61", "what its undo needs does not count", "    walk_to(w, o->undo);\n", "")
fault("S61", "what adopt and drop mention does not count", "    need(d, w, ITEMS(const offer_source, d->offer_sources)[id].changed);\n", "")
rare_fault("S61", "what nested sequences need does not count", "    case BUSTLE_NODE_SEQUENCE:\n        walk_to(w, n->performs);\n", "    case BUSTLE_NODE_SEQUENCE:\n")
rare_fault("S61", "what the body of a request needs does not count", "        walk_to(w, ITEMS(const request, d->requests)[n->request].body);\n", "        w->count += 0;\n")
fault("S61", "states of the target are needed too", "if (m->subject == BUSTLE_SELF && w->needed", "if (m->subject <= BUSTLE_TARGET && w->needed")

file = "content/draft_offers.c"
fault("S63", "no offer is kept", "        .kept = def->kept};", "        .kept = def->kept && def->name == NULL};")
rare_fault("S61", "two offers of one name are no error", "strcmp(name_of(sorted[i - 1]), def->name) == 0) {", "strcmp(name_of(sorted[i - 1]), def->name) > 0) {")

---- Asking ----
file = "content/draft_requests.c"

fault("S62", "any offer is the first by name", "    made->name_count = (uint16_t)draft_count(d, BUSTLE_KIND_OFFER);",
  "    made->name_count = draft_count(d, BUSTLE_KIND_OFFER) > 0;")
rare_fault("S62", "positions are not asked for a while", "if ((made->during.flags & CODE_USES_DISTANCE) != 0) {", "if (made->during.flags == 0xffff) {")
rare_fault("S62", "a request may ask for what nothing offers", "const bool unsure = def->optional && !is_empty(name);", "const bool unsure = !is_empty(name);")
fault("S62", "a request waits for ever", "bsl_draft_other_wait(d, def, made, at, asks, 0)", "bsl_draft_other_wait(d, def, made, at, asks, UINT32_MAX)")

file = "together/request.c"

fault("S62", "the node's when does not matter", "const bool fits = bsl_condition_rest_holds(w, when, from, &s);", "const bool fits = s.self != NULL;")
fault("S62", "the node's while does not matter to who asks", "fits && (during->form == CODE_EMPTY || bsl_condition_holds(w, during, &s));", "fits;")
fault("S62", "those asked are in no order", "if (kept > 1 && !asks && q->request->name_count > 1", "if (kept > 99 && !asks && q->request->name_count > 1")
fault("S62", "conditions that ask are tested in no order", "if (count > 1 && (asks || (free &&", "if (count > 1 && ((free &&")
fault("S62", "the last name is asked for first", "for (uint32_t i = 0; i < q->request->name_count; i++) {", "for (uint32_t i = q->request->name_count; i-- > 0;) {")
fault("S62", "only the first name is asked for", "for (uint32_t i = 0; i < q->request->name_count; i++) {", "for (uint32_t i = 0; i < q->request->name_count && i < 1; i++) {")
fault("S62", "all props offer what the first does", "if (d != q->last) {", "if (q->last == NULL) {")
fault("S62", "what it was seen in fails when its request is met", "bsl_wait_stop(w, slot, BUSTLE_STOP_DONE);", "bsl_wait_stop(w, slot, BUSTLE_STOP_FAILED);")
fault("S62", "a place is taken before what it was seen in stops",
  "    bsl_wait_stop(w, slot, BUSTLE_STOP_DONE);\n    const uint32_t index = bsl_place_take(w, slot, provider, offer_id);\n",
  "    const uint32_t index = bsl_place_take(w, slot, provider, offer_id);\n    bsl_wait_stop(w, slot, BUSTLE_STOP_DONE);\n")
fault("S62", "what is taken is not remembered", "    bsl_encounter_add_offer(w, self, o->name, spawn);\n", "")
fault("S62", "an offered sequence has no current target", "bsl_frame_push(w, &self->now.top, o->sequence, provider, spawn);", "bsl_frame_push(w, &self->now.top, o->sequence, NOBODY, 0);")
fault("S62", "a preference does not matter", "how.best = how.open > 1 && q->search->preference", "how.best = how.open > 99 && q->search->preference")
fault("S62", "encounters do not choose", "how.best > 1 ? bsl_encounter_choose_offer", "how.best > 99 ? bsl_encounter_choose_offer")
rare_fault("S62", "who asks is not asked where it is", "    bsl_roster_refresh(w, q->slot);\n", "")
rare_fault("S62", "positions are asked though nothing uses distance", "if ((q->search->flags & ACTION_USES_DISTANCE) == 0) {", "if (count == 0) {")
rare_fault("S62", "a target that has left is asked", "still_there(w, f->target, f->target_spawn), f->target);", "f->target == NOBODY ? NULL : entity_at(w, f->target), f->target);")
rare_fault("S62", "triggers are asked last", "for (int triggers = 1; triggers >= 0; triggers--) {", "for (int triggers = 0; triggers <= 1; triggers++) {")
fault("S62", "only one area is asked", "if (outcome != ASKING_IN_VAIN || area == NOBODY) {", "if (outcome <= ASKING_IN_VAIN || area == NOBODY) {")

file = "decide/wait.c"
fault("S62", "a request in vain was waited for", "bsl_wait_in_vain(w, slot, BUSTLE_CAUSE_NO_OFFER);", "bsl_wait_in_vain(w, slot, BUSTLE_CAUSE_WAITED);")

file = "together/encounter.c"
fault("S62", "an encounter with an entity counts for all that it offers", "encounter_by(name)) {\n            places &=", "list.by[lowest_bit(places)]) {\n            places &=")
fault("S62", "an encounter by a name counts for all entities", "places_of(&list, (uint32_t)(candidates[i].key >> 16));", "places_of(&list, list.spawns[0]);")

file = "decide/turn.c"
fault("S62", "a request goes beyond the limit of depth", "    case BUSTLE_NODE_REQUEST:\n        if (has_depth_left(w, self)) {", "    case BUSTLE_NODE_REQUEST:\n        if (self != NULL) {")
fault("S63", "a body has the provider as its target", "nest(w, self, body, asking);", "nest(w, self, body, f);")
fault("S63", "a body is passed over", "    if (body == NONE16) {\n", "    if (body != NONE16 - 1) {\n")

---- Holding ----
file = "decide/turn.c"
fault("S63", "an ended sequence has failed", "bsl_place_let_go(w, f, BUSTLE_DROP_DONE);", "bsl_place_let_go(w, f, BUSTLE_DROP_FAILED);")
rare_fault("S63", "a place comes back before the claims",
  "        bsl_claim_give_back(w, self, f);\n        bsl_place_let_go(w, f, BUSTLE_DROP_DONE);\n", "        bsl_place_let_go(w, f, BUSTLE_DROP_DONE);\n        bsl_claim_give_back(w, self, f);\n")

file = "together/place.c"

fault("S63", "a place is taken without adopt", "    bsl_effects_apply(w, &offer_of(w, h)->adopt, &s);\n", "    (void)s;\n")
fault("S63", "a place is given back without drop", "    bsl_effects_apply(w, &offer_of(w, h)->drop, &s);\n", "    (void)s;\n")
fault("S63", "a place that was given back is not free", "    (*counter_of(w, entity_at(w, h->provider), offer_of(w, h)->name))--;\n", "")
rare_fault("S63", "a place is retaken where nothing is offered any more", "if (bsl_offer_find(w, provider, o->name) == NULL) {", "if (provider == NULL) {")
rare_fault("S63", "the request's while does not matter to a retaking", "(during != NONE16 && !bsl_condition_holds(w, &w->content->whiles[during], &s)) ||", "(during != NONE16 && provider == NULL) ||")
rare_fault("S63", "the offer's while does not matter to a retaking", "        !bsl_condition_holds(w, &o->during, &s)) {", "        provider == NULL) {")
rare_fault("S63", "the offer's when matters to a retaking", "    s.testing = true;\n", "    s.testing = true;\n    if (!bsl_condition_holds(w, &o->when, &s)) {\n        return BUSTLE_VERDICT_OFFER;\n    }\n")
fault("S63", "a place is retaken where none is free", "bsl_place_taken(w, provider, o->name) < o->holders", "bsl_place_taken(w, provider, o->name) <= o->holders")
fault("S63", "what began anew is not undone again", "    h->flags &= (uint16_t)~PLACE_UNDONE;\n", "")
rare_fault("S63", "a place to be undone comes back with what is below it", "if ((place_at(w, index)->flags & PLACE_TO_UNDO) == 0) {\n        bsl_place_give_back", "if (index != POOL_NONE) {\n        bsl_place_give_back")
fault("S62", "a place is held under all names", "h->provider == provider &&\n            offer_of(w, h)->name == name) {", "h->provider == provider) {")

file = "decide/recovery.c"

fault("S63", "a failed sequence is given up", "        done = self->now.top == last;\n        bsl_part_take_off(w, slot, &self->now, BUSTLE_DROP_FAILED);",
  "        done = self->now.top == last;\n        bsl_part_take_off(w, slot, &self->now, BUSTLE_DROP_GIVEN_UP);")
fault("S64", "what is above a request that fails has failed", "        bsl_part_take_off(w, slot, &self->now, BUSTLE_DROP_GIVEN_UP);\n    }\n    frame_set_state",
  "        bsl_part_take_off(w, slot, &self->now, BUSTLE_DROP_FAILED);\n    }\n    frame_set_state")
rare_fault("S63", "a response past the limit has failed", "            bsl_part_take_off(w, slot, &self->now, BUSTLE_DROP_GIVEN_UP);\n        }\n        bsl_activity_end",
  "            bsl_part_take_off(w, slot, &self->now, BUSTLE_DROP_FAILED);\n        }\n        bsl_activity_end")
rare_fault("S63", "who halts has left", "bsl_place_let_all_go(w, self, BUSTLE_DROP_GIVEN_UP);", "bsl_place_let_all_go(w, self, BUSTLE_DROP_LEFT);")
fault("S63", "there are fallbacks in an undo", "if (!is_undo(&self->now)) {\n        return false;", "if (self != NULL) {\n        return false;")
rare_fault("S63", "nothing is caught in an undo", "        if (f.level > 1 && f.manner != FAIL_UNCAUGHT &&\n            w->content->nodes[frame_node(frame_at(w, self->now.top))]",
  "        if (f.level > 999 && f.manner != FAIL_UNCAUGHT &&\n            w->content->nodes[frame_node(frame_at(w, self->now.top))]")
fault("S63", "an undo that fails is the last", "    bsl_undo_next(w, slot);\n    return true;\n", "    bsl_undo_break(w, slot);\n    return true;\n")

file = "decide/activity.c"

fault("S63", "places are retaken from the top", "bsl_place_retake(w, slot, frame_at(w, frames[depth - level]))", "bsl_place_retake(w, slot, frame_at(w, frames[level - 1]))")
fault("S63", "a place that cannot be retaken fails its sequence", "bsl_recovery_keep(self, (uint8_t)(level > 1 ? level - 1 : level), BUSTLE_CAUSE_REVOKED,\n        level > 1 ? FAIL_ABOVE : FAIL_SEQUENCE);",
  "bsl_recovery_keep(self, (uint8_t)level, BUSTLE_CAUSE_REVOKED, FAIL_SEQUENCE);")
fault("S63", "a place that cannot be retaken was a claim", "level > 1 ? level - 1 : level), BUSTLE_CAUSE_REVOKED,", "level > 1 ? level - 1 : level), BUSTLE_CAUSE_CLAIM,")
rare_fault("S63", "what sinks keeps its places", "bsl_undo_leave(w, slot, LEAVING_BACK);", "bsl_undo_leave(w, slot, LEAVING_NOTHING);")
fault("S63", "an undo counts for the limit", "bsl_pile_height(w, self) - (is_undo(&self->now) ? 1 : 0);", "bsl_pile_height(w, self);")
fault("S63", "an undo stands lower than what it lies on", "    if (is_undo(a)) {\n        a = next_below(w, a);\n    }\n", "")
rare_fault("S63", "what is lifted lets places stay", "give_way(w, slot, bsl_scene_leaving(w, part));", "give_way(w, slot, part == POOL_NONE ? LEAVING_UNDONE : LEAVING_NOTHING);")

file = "decide/interruption.c"
fault("S63", "a handler never lets places stay", "    if (h.stays) {\n", "    if (h.stays && h.urgent) {\n")
fault("S63", "nothing is urgent", "return h.urgent ? LEAVING_URGENTLY : LEAVING_UNDONE;", "return LEAVING_UNDONE;")

file = "decide/control.c"
fault("S63", "a run lets places stay", "NONE16, NOBODY, 0, LEAVING_UNDONE}", "NONE16, NOBODY, 0, LEAVING_NOTHING}")
fault("S63", "a hold undoes", "bsl_activity_interrupt(w, slot, LEAVING_BACK);", "bsl_activity_interrupt(w, slot, LEAVING_URGENTLY);")

file = "together/cue.c"
fault("S63", "a cue never lets places stay", "c->stays ? LEAVING_NOTHING : LEAVING_UNDONE", "LEAVING_UNDONE")
fault("S63", "a cue always lets places stay", "c->stays ? LEAVING_NOTHING : LEAVING_UNDONE", "LEAVING_NOTHING")

file = "together/scene.c"
fault("S63", "a scene never lets places stay", "        ? LEAVING_NOTHING\n        : LEAVING_UNDONE;", "        ? LEAVING_UNDONE\n        : LEAVING_UNDONE;")
fault("S63", "a scene always lets places stay", "        ? LEAVING_NOTHING\n        : LEAVING_UNDONE;", "        ? LEAVING_NOTHING\n        : LEAVING_NOTHING;")

---- Undoing ----
file = "together/undo.c"

fault("S63", "what is kept is not", "if (!offer_of(w, place_at(w, index))->kept) {", "if (index != POOL_NONE) {")
fault("S63", "what is interrupted was given up", "    if (!offer_of(w, place_at(w, index))->kept) {\n        bsl_place_give_back(w, index, BUSTLE_DROP_INTERRUPTED, false);",
  "    if (!offer_of(w, place_at(w, index))->kept) {\n        bsl_place_give_back(w, index, BUSTLE_DROP_GIVEN_UP, false);")
fault("S63", "what is above a place that is left was interrupted", "bsl_part_take_off(w, slot, a, BUSTLE_DROP_GIVEN_UP);", "bsl_part_take_off(w, slot, a, BUSTLE_DROP_INTERRUPTED);")
fault("S63", "what is left goes on at its node", "    frame_go(f, w->content->sequences[offer_of(w, h)->sequence].entry);\n", "")
rare_fault("S63", "what begins anew keeps its current target", "    f->target = h->provider;\n    f->target_spawn = h->provider_spawn;\n", "")
rare_fault("S63", "what begins anew retakes its claims", "    bsl_claim_drop(w, a, f);\n", "    bsl_claim_give_back_in(w, a, f);\n")
rare_fault("S63", "what begins anew resumes its action", "    forget_interruption(a);\n", "")
rare_fault("S63", "a kept failure of what begins anew stays", "if (a->pending.level >= bsl_stack_depth(w, a->top)) {", "if (a->pending.level > 99) {")
rare_fault("S63", "a kept failure below what begins anew is forgotten", "if (a->pending.level >= bsl_stack_depth(w, a->top)) {", "if (a->pending.level > 0) {")
fault("S63", "what was left last is undone first", "    while (*link != POOL_NONE) {\n        link = &place_at(w, *link)->next_undo;\n    }\n    *link = index;\n    h->next_undo = POOL_NONE;\n",
  "    h->next_undo = *link;\n    *link = index;\n")
fault("S63", "what is not held is undone", "if ((h->flags & PLACE_HELD) == 0) {", "if (h->flags == 0xffff) {")
rare_fault("S63", "what was undone is undone again", "|| (h->flags & PLACE_UNDONE) != 0) {", "|| h->flags == 0xffff) {")
fault("S63", "what is urgent waits for an undo", "    if (urgent) {\n", "    if (urgent && slot == NOBODY) {\n")
fault("S63", "places of activities below are not left", "for (activity *a = &self->now; a != NULL; a = next_below(w, a)) {", "for (activity *a = &self->now; a != NULL; a = NULL) {")
fault("S63", "places never stay", "if (how == LEAVING_BACK || how == LEAVING_NOTHING) {", "if (how == LEAVING_BACK) {")
fault("S63", "a hold and sinking give no place back", "    if (how == LEAVING_BACK) {\n        give_running_back", "    if (how == LEAVING_NOTHING && slot == NOBODY) {\n        give_running_back")
fault("S63", "an undo has no current target", "offer_of(w, h)->undo, there ? h->provider : NOBODY,\n        there ? h->provider_spawn : 0);", "offer_of(w, h)->undo, NOBODY, there ? 0 : 0);")
fault("S63", "what an undo has undone is undone again", "    h->flags |= PLACE_UNDONE;\n    if", "    if")
rare_fault("S63", "a kept place whose sequence is gone stays", "    if (h->frame == POOL_NONE) {\n        bsl_place_give_back(w, index, BUSTLE_DROP_INTERRUPTED, false);",
  "    if (h->frame == POOL_NONE) {\n        give_back_unless_kept(w, index);")
fault("S63", "a kept place comes back when it has been undone", "    } else {\n        give_back_unless_kept(w, index);\n    }\n    free_if_gone",
  "    } else {\n        bsl_place_give_back(w, index, BUSTLE_DROP_INTERRUPTED, false);\n    }\n    free_if_gone")
fault("S63", "an interrupted undo cancels its action", "bsl_action_stop(w, slot, BUSTLE_STOP_INTERRUPTED, true, false);", "bsl_action_stop(w, slot, BUSTLE_STOP_CANCELLED, true, false);")
fault("S63", "an interrupted undo gives places up", "        bsl_place_give_back(w, index, BUSTLE_DROP_INTERRUPTED, false);\n        free_if_gone(w, index);\n    }\n    bsl_pile_pop",
  "        bsl_place_give_back(w, index, BUSTLE_DROP_GIVEN_UP, false);\n        free_if_gone(w, index);\n    }\n    bsl_pile_pop")

---- Revoking ----
file = "decide/turn.c"
fault("S64", "nobody deals with what was revoked", "        bsl_offer_attend(w, slot);\n", "")
fault("S64", "a while does not matter", "const bool has_whiles = w->content->has_whiles;", "const bool has_whiles = w == NULL;")
rare_fault("S64", "a while is not tested before a try", "                (!has_whiles || bsl_offer_whiles_hold(w, slot)) && !bsl_wait_try", "                !bsl_wait_try")
rare_fault("S64", "to test a while is a step",
  "        if (has_whiles && !bsl_offer_whiles_hold(w, slot)) {\n            continue;",
  "        if (has_whiles && !bsl_offer_whiles_hold(w, slot)) {\n            w->turn.steps++;\n            continue;")
rare_fault("S49", "revoked places come before parts", "    if (w->has_scenes) {\n        bsl_part_attend(w, slot);\n    }\n    if (w->place_count > 0) {\n        bsl_offer_attend(w, slot);\n    }\n",
  "    if (w->place_count > 0) {\n        bsl_offer_attend(w, slot);\n    }\n    if (w->has_scenes) {\n        bsl_part_attend(w, slot);\n    }\n")

file = "decide/operations.c"
rare_fault("S64", "an effect revokes nothing", "        (void)bsl_offer_revoke(w, slot, o->name);\n", "        (void)slot;\n")

file = "together/offer.c"

fault("S64", "nobody is called when an offer is revoked", "            call(w, h->slot);\n            count++;", "            count++;")
fault("S64", "all that an entity offers is revoked", "        if (offer_of(w, h)->name == name) {\n            h->flags", "        if (name != BUSTLE_NONE) {\n            h->flags")
rare_fault("S64", "those who hold a place are called in no order", "    bsl_place_sort_holders(w, e);\n    for", "    for")
fault("S64", "a revoked place fails its sequence", "    if (level > 1) {\n        bsl_recovery_keep_in", "    if (level > 999) {\n        bsl_recovery_keep_in")
fault("S64", "who revokes has left", "(uint8_t)(level - 1), BUSTLE_CAUSE_REVOKED, FAIL_ABOVE", "(uint8_t)(level - 1), BUSTLE_CAUSE_TARGET_LEFT, FAIL_ABOVE")
fault("S64", "an action at a revoked place is interrupted", "bsl_action_stop(w, slot, BUSTLE_STOP_CANCELLED, false, false);", "bsl_action_stop(w, slot, BUSTLE_STOP_INTERRUPTED, false, false);")
rare_fault("S64", "a wait at a revoked place is done", "bsl_wait_stop(w, slot, BUSTLE_STOP_FAILED);", "bsl_wait_stop(w, slot, BUSTLE_STOP_DONE);")
fault("S64", "who acts at a revoked place acts on", "        if (a == &self->now) {\n            stop_running", "        if (a == NULL && level > 0) {\n            stop_running")
fault("S64", "a revoked place that is to be undone fails its request", "(place_at(w, i)->flags & PLACE_TO_UNDO) != 0\n", "place_at(w, i) == NULL\n")
fault("S64", "a revoked place was given up", "bsl_place_give_back(w, i, BUSTLE_DROP_REVOKED, false);", "bsl_place_give_back(w, i, BUSTLE_DROP_GIVEN_UP, false);")
fault("S64", "a provider that leaves has revoked", "bsl_place_give_back(w, i, BUSTLE_DROP_LEFT, true);", "bsl_place_give_back(w, i, BUSTLE_DROP_REVOKED, true);")
fault("S64", "no request fails because its provider leaves", "        lost = true;\n        if (a != NULL) {\n            fail_call(a, level);\n        }\n", "        lost = true;\n        (void)a;\n")
fault("S64", "what a node says by while does not matter", "    if (during != NONE16) {\n", "    if (during != NONE16 && h != NULL) {\n")
fault("S64", "what a request says by while does not matter", "    if (during != NONE16) {\n", "    if (during != NONE16 && h == NULL) {\n")
rare_fault("S64", "what an offer says by while does not matter", "if (h != NULL && offer_of(w, h)->during.form != CODE_EMPTY) {", "if (h != NULL && h->slot == NOBODY) {")
fault("S64", "a request's while is about the current target", "h != NULL ? about(w, slot, h->provider, h->provider_spawn)\n", "h != NULL && slot == NOBODY ? about(w, slot, h->provider, h->provider_spawn)\n")
rare_fault("S64", "whiles are tested from the top", "for (uint32_t level = 1; level <= depth; level++) {", "for (uint32_t level = depth; level >= 1; level--) {")
fault("S64", "a while that is false gives its place up", "bsl_place_let_go(w, c.frame, BUSTLE_DROP_REVOKED);", "bsl_place_let_go(w, c.frame, BUSTLE_DROP_GIVEN_UP);")
rare_fault("S64", "a while holds for a fallback at its node", "c->caller != NULL && (c->frame->where & FRAME_FALLBACK) == 0;", "c->caller != NULL;")

file = "decide/action.c"
rare_fault("S64", "who loses a place is not called", "bsl_offer_provider_leaves(w, slot, leaving) &&\n        (npc_at(w, slot)->e.flags & NPC_HELD) == 0) {",
  "bsl_offer_provider_leaves(w, slot, leaving) &&\n        (npc_at(w, slot)->e.flags & NPC_HELD) != 0) {")
fault("S64", "who holds a place where it acts on another acts on", "(w->place_count > 0 && bsl_offer_runs_at(w, self, leaving))) {", "(w->place_count > 0 && leaving == NOBODY)) {")
rare_fault("S42", "a kept claim of the activity that runs next is not lost", "activity *a = interrupted ? &self->now : next_below(w, &self->now);", "activity *a = next_below(w, &self->now);")

file = "world/claim.c"
fault("S42", "kept claims come back", "if (!w->content->sequences[w->content->nodes[frame_node(f)].sequence].claims_kept) {", "if (f != NULL) {")
fault("S42", "all claims are kept", "if (!w->content->sequences[w->content->nodes[frame_node(f)].sequence].claims_kept) {", "if (f == NULL) {")

file = "world/entity.c"
fault("S64", "who is removed has given its places up", "bsl_place_let_all_go(w, self, BUSTLE_DROP_LEFT);", "bsl_place_let_all_go(w, self, BUSTLE_DROP_GIVEN_UP);")
rare_fault("S64", "who is removed leaves its scenes first",
  "    if (w->place_count > 0) {\n        bsl_place_let_all_go(w, self, BUSTLE_DROP_LEFT);\n    }\n    if (w->scene_count > 0) {\n        bsl_scene_depart_all(w, self);\n    }\n",
  "    if (w->scene_count > 0) {\n        bsl_scene_depart_all(w, self);\n    }\n    if (w->place_count > 0) {\n        bsl_place_let_all_go(w, self, BUSTLE_DROP_LEFT);\n    }\n")

file = "together/offering.c"
rare_fault("S64", "an NPC takes its own offer", "    if (slot == provider) {\n", "    if (slot == provider && o == NULL) {\n")
fault("S64", "a held NPC takes an offer", "    if ((self->e.flags & NPC_HELD) != 0) {\n        return BUSTLE_HELD;\n    }\n", "")
fault("S64", "priority does not matter to an offer of the game", "if (!bsl_interruption_may_respond(w, self, priority)) {", "if (!bsl_pile_has_room(w, self)) {")
fault("S64", "an offer of the game has no provider as its target", "provider, entity_at(w, provider)->spawn, LEAVING_UNDONE}", "NOBODY, 0, LEAVING_UNDONE}")
fault("S64", "an offer of the game lets places stay", "provider, entity_at(w, provider)->spawn, LEAVING_UNDONE}", "provider, entity_at(w, provider)->spawn, LEAVING_NOTHING}")

---- Saves ----
file = "persist/snapshot_places.c"

rare_fault("S40", "a save does not say what was revoked", "PLACE_HELD, PLACE_UNDONE, PLACE_REVOKED}", "PLACE_HELD, PLACE_UNDONE}")
fault("S40", "a save does not say what was undone", "PLACE_HELD, PLACE_UNDONE, PLACE_REVOKED}", "PLACE_HELD, PLACE_REVOKED}")
rare_fault("S64", "an offer with another sequence is the same", "if (o->id != BUSTLE_NONE && c->offers[o->id].sequence != s->sequences[o->sequence].id) {", "if (o->id == BUSTLE_NONE) {")
rare_fault("S64", "what nothing undoes any more is undone again", "        if (offer_of(w, h)->undo == NONE16) {\n            h->flags |= PLACE_UNDONE;\n", "        if (offer_of(w, h)->undo == NONE16) {\n            h->flags |= 0;\n")

---- Areas ----
file = "world/area.c"

fault("S67", "a trigger is the innermost area", "if (!p->rank.trigger) {", "if (p->area != NOBODY) {")
fault("S67", "of equal areas the one spawned first is the innermost", "if (t->area != NOBODY && p->rank.size != size) {", "if (t->area != NOBODY) {")
fault("S67", "the largest area is the innermost", "if (t->area != NOBODY && p->rank.size != size) {", "if (t->area != NOBODY && p->area == NOBODY) {")
fault("S67", "of equal areas the one spawned last is entered first", "for (uint32_t i = first; i < end; i++) {", "for (uint32_t i = end; i-- > first;) {")
fault("S67", "the smallest area is entered first", "while (first > 0 && m->found[first - 1].rank.size == m->found[end - 1].rank.size) {", "while (first > 0) {")
fault("S67", "the largest area is left first", "for (uint32_t i = 0; i < m->left_count; i++) {\n        apply", "for (uint32_t i = m->left_count; i-- > 0;) {\n        apply")
fault("S67", "areas are entered before others are left",
  "    for (uint32_t i = 0; i < m->left_count; i++) {\n        apply(w, slot, m->left[i], false, false);\n    }\n    apply_entered(w, slot);\n",
  "    apply_entered(w, slot);\n    for (uint32_t i = 0; i < m->left_count; i++) {\n        apply(w, slot, m->left[i], false, false);\n    }\n")
fault("S67", "who enters has the effects of who leaves", "const code *effects = enters ? &d->enter : &d->exit;", "const code *effects = enters ? &d->exit : &d->enter;")
fault("S67", "what an area raises comes from the NPC", "        .by_target = true};", "        .by_target = false};")
fault("S67", "an area that is spawned is nobody's innermost", "        find_innermost(w, inside);\n        apply(w, inside, slot, true, false);", "        apply(w, inside, slot, true, false);")
fault("S67", "an area that is removed stays the innermost", "        find_innermost(w, inside);\n        apply(w, inside, slot, false, true);", "        apply(w, inside, slot, false, true);")
fault("S67", "an area that is spawned is entered in no order", "    bsl_sort_items(m->inside, m->inside_count);\n", "")
fault("S67", "an area that is removed is left in no order", "    bsl_sort_items(list->items, *count);\n", "")
fault("S67", "a queried NPC is not looked for", "    bsl_roster_refresh(w, slot);\n    return bsl_area_look(w, slot);", "    bsl_roster_refresh(w, slot);\n    return true;")
fault("S67", "a queried NPC is not asked", "    bsl_roster_refresh(w, slot);\n    return bsl_area_look(w, slot);", "    return bsl_area_look(w, slot);")
fault("S68", "who is nowhere is in areas", "    if (d->position == BUSTLE_POSITION_NONE) {\n        forget_changes(w);\n        return true;\n    }\n", "")
fault("S67", "who is removed leaves no area", "    w->areas.left_count = presences_of(w, slot);\n", "    w->areas.left_count = 0 * presences_of(w, slot);\n")

file = "world/area_table.c"

fault("S67", "the upper border of an area is not in it", "at[0] <= b->high[0] &&", "at[0] < b->high[0] &&")
fault("S67", "the lower border of an area is not in it", "b->low[1] <= at[1] &&", "b->low[1] < at[1] &&")
fault("S67", "areas have no height", "        b->low[2] <= at[2] && at[2] <= b->high[2];\n}\n\n/* A box of an area", "        b->low[2] <= b->high[2];\n}\n\n/* A box of an area")
fault("S67", "a trigger is an outer area", "return slot != than && !d->trigger &&", "return slot != than &&")
fault("S67", "of equal areas the one spawned last is the outer", "(d->size == size && e->spawn < other->spawn));", "(d->size == size && e->spawn > other->spawn));")
fault("S67", "of equal outer areas the one spawned first counts", "(size == other && e->spawn > entity_at(w, than)->spawn);", "(size == other && e->spawn < entity_at(w, than)->spawn);")
fault("S67", "the largest area is the outer one", "than == NOBODY || size < other ||", "than == NOBODY || size > other ||")
fault("S67", "an area that is spawned is no outer area", "    become_outer(w, slot);\n    bsl_area_find_outer(w, slot);", "    bsl_area_find_outer(w, slot);")
fault("S67", "an area that is removed stays the outer one", "            bsl_area_find_outer(w, m->all[i].value);\n", "            m->count += 0;\n")
fault("S67", "an area that an NPC is contains itself", "if (b->area != except && !add_found(w, b)) {", "if (!add_found(w, b)) {")

file = "world/near.c"
fault("S67", "who is on the border of an area that is spawned is not in it", "b->low[0] <= e->x && e->x <= b->high[0] &&", "b->low[0] < e->x && e->x < b->high[0] &&")

file = "world/entity.c"
fault("S67", "areas come before the role", "    if (d->npc) {\n        begin_life(w, slot);\n    }\n    if (w->has_areas) {\n        enter_areas(w, slot);\n    }\n",
  "    if (w->has_areas) {\n        enter_areas(w, slot);\n    }\n    if (d->npc) {\n        begin_life(w, slot);\n    }\n")
rare_fault("S67", "an area that is an NPC enters others last",
  "    if (d->npc) {\n        bsl_area_settle(w, slot);\n    }\n    if (d->box_count > 0) {\n        bsl_area_welcome(w, slot);\n    }\n",
  "    if (d->box_count > 0) {\n        bsl_area_welcome(w, slot);\n    }\n    if (d->npc) {\n        bsl_area_settle(w, slot);\n    }\n")

file = "world/space.c"
fault("S67", "a move of the game enters no area", "        bsl_area_settle(w, slot);\n        (void)carry_out", "        (void)carry_out")
fault("S68", "who is nowhere can be moved", "if (d->position == BUSTLE_POSITION_STATIC || d->position == BUSTLE_POSITION_NONE) {", "if (d->position == BUSTLE_POSITION_STATIC) {")

file = "decide/shout.c"
fault("S67", "who has arrived is not looked at", "        ? bsl_area_look(w, s->from)\n", "        ? s->from_spawn > 0\n")

file = "decide/turn.c"
rare_fault("S67", "a held NPC is not looked for", "if (w->has_areas && !w->turn.looked) {", "if (w->has_areas && !w->turn.looked && (self->e.flags & NPC_HELD) == 0) {")

file = "content/draft_areas.c"
rare_fault("S67", "sizes are rounded down", "((uint64_t)sixteenths + SIXTEENTHS - 1) / SIXTEENTHS", "(uint64_t)sixteenths / SIXTEENTHS")
fault("S67", "an area is as large as its last box", "made->size = made->size > UINT64_MAX - size ? UINT64_MAX : made->size + size;", "made->size = size;")
fault("S67", "offsets do not matter", "const int32_t centre = rounded(offsets[i], FARTHEST_OFFSET);", "const int32_t centre = 0 * rounded(offsets[i], FARTHEST_OFFSET);")
fault("S67", "a box reaches its whole width to one side", "added->high[i] = centre + sizes[i] / 2;", "added->high[i] = centre + sizes[i];")
fault("S67", "there are no triggers", "    made->trigger = a.def->trigger;\n", "")

---- Nowhere ----
file = "decide/reading.h"
fault("S68", "who is nowhere is at a distance", "w->has_nowhere && (is_nowhere(w, a) || is_nowhere(w, b));", "w->has_nowhere && is_nowhere(w, a) && is_nowhere(w, b);")

file = "world/near.c"
rare_fault("S68", "who is nowhere is within any distance", "    if (is_nowhere(w, self) || is_nowhere(w, other)) {", "    if (is_nowhere(w, self) && is_nowhere(w, other)) {")

file = "decide/target.c"
fault("S68", "who is nowhere is the nearest", "return square == MISSING ? INT64_MAX : square;", "return square == MISSING ? 0 : square;")
fault("S68", "who is nowhere is travelled to", "return !apart || (a->flags & ACTION_TRAVELS) == 0;", "return !apart || a != NULL;")

---- Preferences ----
rare_fault("S46", "what an NPC holds is free to its preference", "    s.testing = false;\n    s.measured", "    s.measured")
fault("S46", "a preferred value is that of the first candidate", "        s.target = entity_at(w, slot);\n        s.target_slot = slot;\n    }\n    return bsl_value_of", "        s.target_slot = slot;\n    }\n    return bsl_value_of")
fault("S46", "the least value is preferred where the most is", "    return a->preference == BUSTLE_PREFER_LEAST ? value : -value;", "    return a->preference == BUSTLE_PREFER_LEAST || a->preferred.form == CODE_VALUE ? value : -value;")

---- Links ----
file = "world/link.c"

fault("S65", "where there is no link, 0 is read", "    return e != NULL ? e->value : w->content->links[kind].initial;", "    return e != NULL ? e->value : 0;")
fault("S65", "a link has no maximum", "value < k->minimum ? k->minimum : value > k->maximum ? k->maximum : value;", "value < k->minimum ? k->minimum : value;")
fault("S65", "a link has no minimum", "value < k->minimum ? k->minimum : value > k->maximum ? k->maximum : value;", "value > k->maximum ? k->maximum : value;")
fault("S65", "a flag that is set to 0 stays", "if (k->flag && value == 0) {", "if (k->flag && value < 0) {")
fault("S65", "any link that is set to 0 is unlinked", "if (k->flag && value == 0) {", "if (value == 0) {")
fault("S65", "one more link is possible", "bunch_at(w, *place)->count >= LINKS_OF_A_KIND)", "bunch_at(w, *place)->count > LINKS_OF_A_KIND)")
rare_fault("S65", "one more link is possible in a world", "m->count >= MOST_LINKS ||", "m->count > MOST_LINKS ||")
fault("S65", "a link too many is not counted", "        m->refused++;\n", "")
fault("S65", "links are in the order in which they were made", "while (*place != POOL_NONE && entity_at(w, record_at(w, *place)->to)->spawn < spawn) {", "while (*place != POOL_NONE && spawn > 0) {")
fault("S65", "links from who leaves stay", "while (t->links != POOL_NONE) {", "while (t->links != POOL_NONE && slot == NOBODY) {")
fault("S65", "links to who leaves stay", "while (t->linked != POOL_NONE) {", "while (t->linked != POOL_NONE && slot == NOBODY) {")
rare_fault("S65", "the game can link an entity to itself", "if (from_slot == to_slot) {\n        return BUSTLE_BAD_ARGUMENT;", "if (to_slot == NOBODY) {\n        return BUSTLE_BAD_ARGUMENT;")
fault("S65", "a link that is set anew keeps its value", "    e->value = (int32_t)value;\n    return true;", "    return e->value <= value;")

file = "decide/operations.c"

fault("S65", "an effect links an NPC to itself", "|| to == NOBODY || from == to) {", "|| to == NOBODY) {")
fault("S65", "links cannot be decreased", "how == OP_DECREASE ? now - by : now + by", "now + by")
fault("S65", "to increase a link is to set it", "const int64_t now = how == OP_SET ? 0 : bsl_link_read", "const int64_t now = how != OP_DECREASE ? 0 : bsl_link_read")
fault("S65", "links are read from the other end", "return from == NOBODY || to == NOBODY ? MISSING : bsl_link_read(w, from, o->name, to);", "return from == NOBODY || to == NOBODY ? MISSING : bsl_link_read(w, to, o->name, from);")
fault("S65", "a link with an end that is not there is 0", "return from == NOBODY || to == NOBODY ? MISSING : bsl_link_read", "return from == NOBODY || to == NOBODY ? 0 : bsl_link_read")
fault("S67", "a state of no area is 0", "return slot == NOBODY ? MISSING : read_state(w, entity_at(w, slot), o->name);\n}\n\n/* S66", "return slot == NOBODY ? 0 : read_state(w, entity_at(w, slot), o->name);\n}\n\n/* S66")
fault("S67", "a state of the area is that of the NPC", "*slot = o->subject == BUSTLE_AREA ? party_slot(w, s, PARTY_AREA) : named_slot(s, o);", "*slot = o->subject == BUSTLE_AREA ? s->self_slot : named_slot(s, o);")
rare_fault("S66", "counting stops too early", ": (uint32_t)o->value + 1;", ": (uint32_t)o->value;")
rare_fault("S66", "both paths of a count begin where the first does", "party_slot(w, s, w->content->paths[p->within].from);", "party_slot(w, s, p->from);")

---- Paths ----
file = "world/path.c"

fault("S66", "tags do not matter", "return tag == NONE16 || i < d->tag_count;", "return tag != NONE16 - 1 || i < d->tag_count;")
rare_fault("S66", "only those with the tag are gone on from",
  "        k->reached[k->reached_count++] = o.items[i].value;\n        if (has_tag(k->w, o.items[i].value, k->step->tag)) {\n",
  "        if (has_tag(k->w, o.items[i].value, k->step->tag)) {\n            k->reached[k->reached_count++] = o.items[i].value;\n")
rare_fault("S66", "somebody is found twice", "if (!k->only_one && was_reached(k, o.items[i].value)) {", "if (k->only_one && was_reached(k, o.items[i].value)) {")
rare_fault("S66", "a + leads two steps far", "#define MOST_ROUNDS 16u", "#define MOST_ROUNDS 2u")
rare_fault("S66", "a + leads 17 steps far", "#define MOST_ROUNDS 16u", "#define MOST_ROUNDS 17u")
fault("S66", "a + is of no use", "    if (step->repeats && goes_on) {", "    if (step->repeats && !goes_on) {")
fault("S66", "a path looks at 16 links", "    uint32_t left = PATH_LINKS;\n", "    uint32_t left = 16;\n")
rare_fault("S66", "a path looks at one link less", "    uint32_t left = PATH_LINKS;\n", "    uint32_t left = PATH_LINKS - 1;\n")
fault("S66", "each step looks at 256 links", "    *left = k.left;\n", "")
rare_fault("S66", "what lies beyond is not counted", "    m->cut++;\n", "")
rare_fault("S66", "whom the second path finds does not matter", "count += bsl_path_has(&within, found.items[i].value);", "count += bsl_path_has(&found, found.items[i].value);")
rare_fault("S65", "a member has a link to itself", "return (m->flags & MEMBER_LEFT) == 0 && m->slot != except;", "return (m->flags & MEMBER_LEFT) == 0 && m->slot != NOBODY;")
rare_fault("S65", "whoever had a place is a holder", "        if ((holding_at(w, i)->flags & PLACE_HELD) != 0) {\n            add_sorted", "        if (holding_at(w, i)->slot != NOBODY) {\n            add_sorted")
rare_fault("S65", "the holder of a place is its provider", "    case LINK_HOLDER:\n        return is_holder(w, other, from);", "    case LINK_HOLDER:\n        return is_holder(w, t, to);")
rare_fault("S65", "the area around is the outer one", "        return t != NULL && t->area == to;", "        return t != NULL && t->outer == to;")
rare_fault("S65", "inner is outer", "        return other != NULL && other->outer == from;", "        return t != NULL && t->outer == to;")
fault("S66", "around leads to the outer area", "        add_last(w, o, t->area);", "        add_last(w, o, t->outer);")
rare_fault("S66", "outer leads to the area around", "        add_last(w, o, t->outer);", "        add_last(w, o, t->area);")
rare_fault("S66", "who is inside is found in no order", "    bsl_area_sort_inside(w, area);\n", "")
rare_fault("S66", "one that holds two places is found twice", "        if (holding_at(w, i)->slot != last) {", "        if (holding_at(w, i)->slot != NOBODY) {")
rare_fault("S66", "who holds places is found in no order", "    bsl_place_sort_holders(w, e);\n", "")
fault("S66", "what the game's path finds is in no order", "    bsl_sort_items(found.items, found.count);\n", "")

file = "decide/target.c"

rare_fault("S66", "who looks is found by its own path", "        if (found.items[i].value != slot) {", "        if (found.items[i].value != NOBODY) {")
rare_fault("S66", "candidates on a path are in the order found", "bsl_target_path_begin(w, slot, path_id), UINT32_MAX, &found);\n    bsl_sort_items(found.items, found.count);\n",
  "bsl_target_path_begin(w, slot, path_id), UINT32_MAX, &found);\n")
rare_fault("S66", "a node's path from the target begins at the NPC", "return still_there(w, f->target, f->target_spawn) == NULL ? NOBODY : f->target;",
  "return still_there(w, f->target, f->target_spawn) == NULL ? NOBODY : slot;")
rare_fault("S66", "a node's path from the area begins at the NPC", "return t == NULL ? NOBODY : t->area;", "return t == NULL || t->area == NOBODY ? NOBODY : slot;")

file = "decide/shout.c"

rare_fault("S66", "whom a path finds hears in the order found", "    bsl_path_find(w, s->path, s->begins, UINT32_MAX, &found);\n    bsl_sort_items(found.items, found.count);\n",
  "    bsl_path_find(w, s->path, s->begins, UINT32_MAX, &found);\n")
rare_fault("S45", "what is raised on a path comes from where that begins",
  "return bsl_interruption_raise_for(w, s->interruption, s->from, found.items, found.count);",
  "return bsl_interruption_raise_for(w, s->interruption, s->begins, found.items, found.count);")

file = "decide/interruption.c"
fault("S66", "who raises it on a path does not hear it", "broadcast(w, interruption_id, source, list, count, NOBODY, NULL) == BUSTLE_OK;", "broadcast(w, interruption_id, source, list, count, source, NULL) == BUSTLE_OK;")

file = "together/request.c"
fault("S62", "who holds a place elsewhere is asked no conditions", "q->offered->during.form == CODE_EMPTY && q->empty_handed &&", "q->offered->during.form == CODE_EMPTY &&")
fault("S63", "of many alike one more may be held", "ties_held(ties_of(w, e))[q->counter] < o->holders", "ties_held(ties_of(w, e))[q->counter] <= o->holders")
fault("S61", "of many alike none needs anything", "q->offered->during.form == CODE_EMPTY && q->empty_handed &&\n            bsl_offer_suits(w, q->offered, npc_at(w, q->slot));", "q->offered->during.form == CODE_EMPTY && q->empty_handed;")
rare_fault("S62", "a request's path finds nobody", "bsl_target_gather_path(w, slot, what->path, &count) ? ask_found(w, &q, count)", "bsl_target_gather_path(w, slot, what->path, &count) ? ask_found(w, &q, 0)")

file = "content/draft_links.c"
rare_fault("S66", "a tag that nothing has finds everyone", "return id == BUSTLE_NONE ? (uint16_t)d->tag_count : (uint16_t)id;", "return id == BUSTLE_NONE ? NONE16 : (uint16_t)id;")
fault("S66", "a path is followed from the last step", "for (uint32_t i = written->step_count; i-- > 0 && !d->no_memory;) {", "for (uint32_t i = 0; i < written->step_count && !d->no_memory; i++) {")

file = "persist/snapshot_links.c"
rare_fault("S65", "a save forgets how many links were refused", "    l->world->links.refused = refused;\n", "    (void)refused;\n")
fault("S65", "a save makes links of flags alone", "link_find(&w->links, link_key(slot, kind, to))->value;", "link_find(&w->links, link_key(slot, kind, to))->value > 0;")

return faults
