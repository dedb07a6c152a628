-- The pile of an NPC's activities: how high each stands, how one sinks below all others and is lifted again, and where the part of
-- a scene is laid: S31 S33 S50.
-- npc.activities is the pile, the topmost last. Those with sunk=true lie at the bottom, the one that sank last lowest.

return function(World)
  -- S31, S33: below all for the main activity; at most 0 while a fallback is on its stack.
  local function own_priority(activity)
    if activity.is_main then return -math.huge end
    for _, frame in ipairs(activity.frames) do
      if frame.is_fallback then return math.min(activity.priority, 0) end
    end
    return activity.priority
  end

  -- S63: an undo stands as the one it lies on, which is the topmost but for it.
  function World:priority_below(undo)
    return self:priority_of(undo.npc.activities[#undo.npc.activities - 1])
  end

  -- S50: or that of the highest scene whose part is on its stack. A main activity past its patience stands below all.
  function World:priority_of(activity)
    local top = activity.frames[#activity.frames]
    if activity.is_main and top and top.state == "at_phase" and top.wait.past then return -math.huge end
    local standing = activity.undoes and self:priority_below(activity) or own_priority(activity)
    for _, frame in ipairs(activity.frames) do
      if frame.part then standing = math.max(standing, frame.part.scene.standing) end
    end
    return standing
  end

  -- The place directly above the topmost activity that is not sunk and stands at most as high; nil: there is none.
  local function place_for(world, npc, standing)
    for i = #npc.activities, 1, -1 do
      local activity = npc.activities[i]
      if not activity.sunk and world:priority_of(activity) <= standing then return i + 1 end
    end
    return nil
  end

  -- Lays an activity into the pile. On top, it interrupts what ran; below others it lies as an interrupted one. Says whether there
  -- was a place.
  function World:lay(npc, activity)
    local place = place_for(self, npc, self:priority_of(activity))
    if not place then return false end
    if place <= #npc.activities then
      activity.suspended = true
      table.insert(npc.activities, place, activity)
      return true
    end
    local member = self:topmost_part(activity) -- S63: of a part that begins or is lifted, its scene says whether it stays
    local undo = self:interrupt_for(npc, { stays = member and member.scene.def.stays })
    npc.activities[#npc.activities + 1] = activity
    self:lay_undo(npc, undo)
    return true
  end

  -- The topmost activity waits and sinks: it is interrupted, which breaks no scene (S59), and goes to the bottom. What was kept has
  -- its chance (S31).
  function World:sink(npc)
    if self:top_activity(npc).undoes then -- S63: it is over, and what it lies on goes on
      self:stop_waiting(npc, "interrupted", true)
      return self:break_off_undo(npc)
    end
    self:suspend(npc, true)
    self:put_down_places(self:top_activity(npc))
    local activity = table.remove(npc.activities)
    table.insert(npc.activities, 1, activity)
    activity.sunk = true
    self:handle_kept(npc)
  end

  -- Not while its part waits for others, or has ended in a scene that is not over.
  function World:may_go_on(activity)
    local top = activity.frames[#activity.frames]
    local member = top.part
    if not member or top.state ~= "at_phase" then return true end
    if member.ended then return member.scene.over ~= nil end
    return not self:behind(member)
  end

  local function place_of(npc, activity)
    for i, other in ipairs(npc.activities) do
      if other == activity then return i end
    end
  end

  -- Where there is no place for it, it stays sunk.
  function World:lift(npc, activity)
    local place = place_of(npc, activity)
    table.remove(npc.activities, place)
    npc.lifted = activity
    local laid = self:lay(npc, activity)
    npc.lifted = nil
    if laid then activity.sunk = false else table.insert(npc.activities, place, activity) end
  end

  -- On the NPC's turn: the one that sank first is the first.
  function World:lift_sunk(npc)
    local sunk = {}
    for i = #npc.activities, 1, -1 do
      if npc.activities[i].sunk then sunk[#sunk + 1] = npc.activities[i] end
    end
    for _, activity in ipairs(sunk) do
      if self:may_go_on(activity) then self:lift(npc, activity) end
    end
  end

  -- S60: an activity has lost its last sequence. If it was the topmost, what was kept has its chance; not while the NPC is held,
  -- which is above every priority (S48), nor when it leaves the world.
  function World:end_part_activity(npc, activity)
    local place = place_of(npc, activity)
    local was_top = place == #npc.activities
    table.remove(npc.activities, place)
    if was_top and not (npc.held or npc.leaves_world) then self:handle_kept(npc) end
  end
end
