-- Places at offers: taking, giving back, leaving, undoing, having them again, revoking, and `while`: S18 S19 S32 S42 S63 S64. What a
-- place is is told in offers.lua.
-- An activity that undoes is the topmost of the pile and has activity.undoes, the places that it has still to undo, the first being the one whose
-- `undo` it performs.

return function(World)
  local WHY = { done = 1, failed = 2, interrupted = 3, revoked = 4, ["given up"] = 5, left = 6 }
  World.WHY_DROPPED = WHY

  ---- Taking and giving back (S63) ----

  local function about_place(world, place)
    local provider = world:entity(place.provider)
    if provider and provider.leaves_world then provider = nil end -- S19
    return { npc = place.npc, target = provider, action = "", unreported = true }
  end

  local function hold(world, place)
    place.held, place.undone, place.revoked = true, false, false
    world:apply(place.offer.adopt, about_place(world, place))
    world:event("adopt", place.npc, place.provider, place.name, 0)
  end

  function World:take_place(npc, frame, offer, name, provider)
    local place = { offer = offer, name = name, provider = provider.number, npc = npc }
    frame.place = place
    npc.places[#npc.places + 1] = place
    hold(self, place)
  end

  -- Its activity, which may just be lifted (pile.lua), and its level there; nil: it is on no stack.
  local function level_of(npc, place)
    for i = #npc.activities + (npc.lifted and 1 or 0), 1, -1 do
      local activity = npc.activities[i] or npc.lifted
      for level, frame in ipairs(activity.frames) do
        if frame.place == place then return activity, level end
      end
    end
    return nil
  end

  local function remove_from(list, gone)
    for i, each in ipairs(list) do
      if each == gone then return table.remove(list, i) end
    end
  end

  -- One that is on no stack, and not to be undone, is no more.
  local function forget_if_gone(npc, place)
    if not place.held and not place.in_undo and not level_of(npc, place) then remove_from(npc.places, place) end
  end

  function World:give_back_place(place, why)
    if not place.held then return end
    self:apply(place.offer.drop, about_place(self, place))
    place.held, place.revoked = false, false
    self:event("drop", place.npc, place.provider, place.name, WHY[why])
    forget_if_gone(place.npc, place)
  end

  -- The topmost sequence of a stack goes: its claims, then its place, unless that is still to be undone, then its messages.
  function World:take_off_top(npc, activity, why)
    local frame = activity.frames[#activity.frames]
    local place = frame.place
    self:return_sequence_claim(frame)
    if place and not place.in_undo then self:give_back_place(place, why) end
    self:end_messages(frame, why == "done" and "done" or "failed")
    activity.frames[#activity.frames] = nil
    if place then forget_if_gone(npc, place) end
  end

  -- Everything above this level, parts left first.
  function World:take_off_above(npc, activity, level, why)
    while #activity.frames > level do
      local member, place = self:topmost_part(activity)
      if member and place == #activity.frames then self:leave(member) else self:take_off_top(npc, activity, why) end
    end
    if activity.pending and activity.pending.level > level then activity.pending = nil end
  end

  -- All of an NPC, the topmost activity first, in each from the top down, last those on no stack.
  function World:give_back_all(npc, why)
    for i = #npc.activities, 1, -1 do
      local frames = npc.activities[i].frames
      for level = #frames, 1, -1 do
        if frames[level].place then self:give_back_place(frames[level].place, why) end
      end
    end
    local others = {}
    for i, place in ipairs(npc.places) do others[i] = place end
    for _, place in ipairs(others) do self:give_back_place(place, why) end
  end

  ---- Interrupted (S63) ----

  -- A hold, or sinking.
  function World:put_down_places(activity)
    for level = #activity.frames, 1, -1 do
      local place = activity.frames[level].place
      if place and not place.offer.kept then self:give_back_place(place, "interrupted") end
    end
  end

  -- The sequence of a place with `undo` stands at its entry again.
  local function begin_anew(world, npc, activity, level)
    local frame = activity.frames[level]
    world:take_off_above(npc, activity, level, "given up")
    world:return_sequence_claim(frame)
    world:end_messages(frame, "failed")
    if activity.pending and activity.pending.level >= level then activity.pending = nil end
    world:forget_interruptions(npc, activity.id)
    frame.state, frame.node, frame.claimed_on, frame.wait, frame.stages = "uninitialized", nil, nil, nil, nil
    frame.target = frame.place.provider
  end

  function World:leave_place(npc, activity, level, urgent, undo)
    local place = activity.frames[level].place
    if not place.offer.undo then
      if not place.offer.kept then self:give_back_place(place, "interrupted") end
      return
    end
    if place.undone then return end
    begin_anew(self, npc, activity, level)
    place.undone, place.in_undo = not urgent, not urgent
    if not urgent then undo[#undo + 1] = place
    elseif not place.offer.kept then self:give_back_place(place, "interrupted") end
  end

  -- All that the NPC holds; those that are to be undone are added to `undo`.
  function World:leave_places(npc, urgent, undo)
    for i = #npc.activities, 1, -1 do
      local activity = npc.activities[i]
      local level = #activity.frames
      while level >= 1 do
        local place = activity.frames[level].place
        if place and place.held then self:leave_place(npc, activity, level, urgent, undo) end
        level = level - 1
      end
    end
  end

  -- Another activity, with these ways (stays=, urgent=), comes on top. Returns what is to be undone.
  function World:interrupt_for(npc, ways)
    local undo = {}
    self:suspend(npc)
    if not ways.stays then self:leave_places(npc, ways.urgent, undo) end
    return undo
  end

  ---- Undoing (S63) ----

  local function begin_undoing(world, activity)
    local place = activity.undoes[1]
    local provider = world:entity(place.provider) and place.provider or nil
    activity.frames = { world:new_frame(place.offer.undo, provider) }
  end

  function World:lay_undo(npc, places)
    if #places == 0 then return end
    npc.activity_count = npc.activity_count + 1
    local activity = { id = npc.activity_count, npc = npc, undoes = places, failures = 0, suspended = false }
    begin_undoing(self, activity)
    npc.activities[#npc.activities + 1] = activity
  end

  -- An `undo` has ended: the next one begins, or the activity is over.
  function World:end_undo(npc, activity)
    local place = table.remove(activity.undoes, 1)
    place.in_undo = false
    if not (place.offer.kept and level_of(npc, place)) then self:give_back_place(place, "interrupted") end
    forget_if_gone(npc, place)
    if #activity.undoes > 0 then return begin_undoing(self, activity) end
    table.remove(npc.activities)
    self:forget_interruptions(npc, activity.id)
  end

  -- Something interrupts an undo: it is over. What it did has stopped.
  function World:break_off_undo(npc)
    local activity = npc.activities[#npc.activities]
    self:take_off_above(npc, activity, 0, "given up")
    local places = activity.undoes
    for _, place in ipairs(places) do
      place.undone, place.in_undo = false, false
      self:give_back_place(place, "interrupted")
      forget_if_gone(npc, place)
    end
    remove_from(npc.activities, activity)
    self:forget_interruptions(npc, activity.id)
  end

  -- No fallbacks, down to the lowest.
  function World:fail_in_undo(npc, activity, failure)
    local level = failure.level
    activity.pending = nil
    local function fails_to(frame) return failure.cause ~= "steps" and frame.sequence.nodes[frame.node].failed ~= nil end
    if failure.of_node and fails_to(activity.frames[level]) then
      activity.frames[level].state = "failed"
      return
    end
    while true do
      self:take_off_failed(npc, activity, { level = level, cause = failure.cause })
      level = level - 1
      if level == 0 then return self:end_undo(npc, activity) end
      if fails_to(activity.frames[level]) then
        activity.frames[level].state = "failed"
        return
      end
    end
  end

  ---- Going on (S32, S63) ----

  -- The node that asked for the place at this level, and its sequence's frame.
  local function asker(activity, level)
    local frame = activity.frames[level - 1]
    return frame and frame.sequence.nodes[frame.node]
  end

  -- The place of this level is gone: its request fails, with everything above it; its sequence where no node asked.
  function World:fail_place(activity, level)
    if level > 1 then self:keep_failure(activity, { level = level - 1, cause = "revoked", of_node = true, above = true })
    else self:keep_failure(activity, { level = 1, cause = "revoked" }) end
  end

  -- Says whether it is had.
  function World:retake_place(npc, activity, level)
    local place = activity.frames[level].place
    if place.held then
      place.undone = false
      return true
    end
    local provider, node = self:entity(place.provider), asker(activity, level)
    local about = { npc = npc, target = provider, action = "", testing = true }
    local had = provider and self:offer(provider, place.name) and not self:holds_place(npc, provider, place.name)
      and (not node or self:condition(node.during, about)) and self:condition(place.offer.during, about)
      and self:is_free(provider, place.name, place.offer)
    if had then hold(self, place) else self:fail_place(activity, level) end
    return had and true or false
  end

  ---- Revoking (S64) ----

  function World:revoke_all(entity, name)
    for _, npc in ipairs(self.entities) do
      local concerned = false
      for _, place in ipairs(npc.places or {}) do
        if place.held and place.provider == entity.number and place.name == name then place.revoked, concerned = true, true end
      end
      if concerned then self:summon(npc) end
    end
  end

  function World:revoke(number, name)
    self:guard()
    local entity = self:entity(number)
    if not entity then return nil, "stale handle" end
    if not self:is_offer(name) then return nil, "unknown offer" end
    self:revoke_all(entity, name)
    return true
  end

  -- What the NPC does stops, for the failure of something below it.
  local function stop_for_failure(world, npc)
    local activity = npc.activities[#npc.activities]
    if npc.action then
      local running = world:stop(npc, "cancelled", false)
      running.frame.state = "processing"
    elseif world:awaits(npc) or world:at_phase(npc) then
      world:stop_waiting(npc, "failed", false)
      activity.frames[#activity.frames].state = "processing"
      world:forget_answer(activity.frames[#activity.frames])
    end
  end

  -- The place at this level goes, and its request fails.
  local function lose(world, npc, activity, level)
    local place = activity.frames[level].place
    if world:top_activity(npc) == activity and not activity.suspended then stop_for_failure(world, npc) end
    if place then world:give_back_place(place, "revoked") end
    world:fail_place(activity, level)
  end

  function World:deal_with_revoked(npc)
    local revoked = {}
    for _, place in ipairs(npc.places) do
      if place.revoked then revoked[#revoked + 1] = place end
    end
    for _, place in ipairs(revoked) do
      if place.held and place.revoked then
        local activity, level = level_of(npc, place)
        if place.in_undo then self:give_back_place(place, "revoked") else lose(self, npc, activity, level) end
      end
    end
  end

  -- S19, S42: the entity leaves. Claims on it and places there vanish, in whatever activity.
  -- Says whether there were places.
  function World:lose_places_at(npc, entity)
    local lost = false
    local places = {}
    for i, place in ipairs(npc.places) do places[i] = place end
    for _, place in ipairs(places) do
      if place.held and place.provider == entity.number then
        local activity, level = level_of(npc, place)
        lost = true
        self:give_back_place(place, "left")
        if not place.in_undo then self:fail_place(activity, level) end
      end
    end
    return lost
  end

  ---- While (S64) ----

  -- The condition of what is nested at this level that is false: "node", "offer", or nil.
  function World:false_while(npc, activity, level)
    local frame, caller = activity.frames[level], activity.frames[level - 1]
    local place, node = frame.place, asker(activity, level)
    if frame.is_fallback then return nil end -- no node nested it
    local provider = place and self:entity(place.provider)
    if node and node.during then
      local target = caller.target and self:entity(caller.target)
      if node.kind == "request" then target = provider end
      if not self:condition(node.during, { npc = npc, target = target, action = "", testing = true }) then return "node" end
    end
    if place and not self:condition(place.offer.during, { npc = npc, target = provider, action = "", testing = true }) then return "offer" end
    return nil
  end

  -- Before a step or a try. Says whether all holds; if not, something has failed.
  function World:test_whiles(npc, activity)
    for level = 1, #activity.frames do
      if self:false_while(npc, activity, level) then
        lose(self, npc, activity, level)
        return false
      end
    end
    return true
  end

  ---- What can be asked ----

  function World:places_of(npc)
    local list = {}
    for i, place in ipairs(npc.places) do
      local activity, _, at = level_of(npc, place), nil, nil
      for n, each in ipairs(npc.activities) do
        if each == activity then at = n end
      end
      list[i] = { offer = place.name, sequence = place.offer.sequence, provider = self:entity(place.provider) and place.provider or nil,
        activity = at, held = place.held, undone = place.undone, revoked = place.revoked }
    end
    return list
  end

  -- Whether places add up: each on one stack at most, each held at somebody who lives. Returns a list of what does not.
  function World:check_places()
    local problems = {}
    local function problem(...) problems[#problems + 1] = string.format(...) end
    for _, npc in ipairs(self.entities) do
      for _, place in ipairs(npc.places or {}) do
        local on = level_of(npc, place)
        if not (on or place.held or place.in_undo) then problem("%d has a place that is nowhere", npc.number) end
        if place.held and not self:entity(place.provider) then problem("%d holds a place of nobody", npc.number) end
        if place.held and not on and not place.undone then problem("%d holds a place without a sequence", npc.number) end
      end
      for i, activity in ipairs(npc.activities or {}) do
        if activity.undoes and i < #npc.activities then problem("%d has an undo below others", npc.number) end
        for _, frame in ipairs(activity.frames) do
          local known = false
          for _, place in ipairs(npc.places) do known = known or place == frame.place end
          if frame.place and not known then problem("%d does not know its place", npc.number) end
          if frame.place and not frame.place.held and not activity.suspended and not activity.pending
            and self:top_activity(npc) == activity then problem("%d goes on without its place", npc.number) end
        end
      end
    end
    return problems
  end
end
