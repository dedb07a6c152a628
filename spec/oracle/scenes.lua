-- Scenes that go on: their members, phases, patience and limits, and what can be asked of them: S49 S54 S57 S58 S59 S60.
-- How they are cast is told in casting.lua, how their members leave in leaving.lua.
--
-- world.scenes has the scenes that not all have left, by number. A scene is { number=, def=, standing=, cast_at=, host=spawn number
-- or nil, initiator=spawn number or nil, stager=spawn number or nil, members=, over=nil|"finished"|"broken", stuck_since=time or
-- nil }. A member is { npc=, scene=, part=index, sequence= name of what it performs, begun=bool, activity=, frame= of its part,
-- phase=, ended=bool, left=nil|1|2|3 }. scene.members are in the order of parts and spawn numbers, without those who left with 2;
-- npc.parts are those of an NPC in the order in which it joined, without those that it left.
-- A frame that is a part has frame.part = member, and frame.arrived: its node has been counted. One that waits at a phase, also
-- while interrupted, is "at_phase", with frame.wait = { deadline= of its patience, left= of it while interrupted, past=bool: in the
-- main activity, past its patience } and frame.goes_on_as, the state it comes back to.

return function(World)
  ---- Members ----

  -- S49: it joins the deciders.
  function World:summon(npc)
    if not (npc.held or npc.halted or npc.leaves_world) then self:join(npc, true) end
  end

  function World.top_activity(_, npc) return npc.activities[#npc.activities] end

  -- The frame of the NPC that waits at a phase now, or nil.
  function World:at_phase(npc)
    local activity = self:top_activity(npc)
    if not activity or activity.suspended then return nil end
    local frame = activity.frames[#activity.frames]
    return frame and frame.state == "at_phase" and frame or nil
  end

  local function waits(member) return member.begun and member.frame.state == "at_phase" end

  -- Is this one behind that one?
  local function is_behind(other, member)
    if other == member or other.left or other.ended then return false end
    return member.ended or other.phase < member.phase
  end

  -- Is anybody behind?
  function World:behind(member)
    for _, other in ipairs(member.scene.members) do
      if is_behind(other, member) then return true end
    end
    return false
  end

  -- S58.
  function World:is_away(member)
    return not member.begun or self:top_activity(member.npc) ~= member.activity or member.activity.suspended
  end

  -- The first member of a part, other than this NPC, or nil.
  function World:first_member(scene, part, except)
    for _, member in ipairs(scene.members) do
      if member.part == part and member.npc ~= except and not member.left then return member.npc end
    end
    return nil
  end

  -- S54: whom a node aimed at a member finds: of the first other part that has one, else of its own.
  function World:other_member(member)
    for part in ipairs(member.scene.def.parts) do
      local found = part ~= member.part and self:first_member(member.scene, part, member.npc)
      if found then return found end
    end
    return self:first_member(member.scene, member.part, member.npc)
  end

  -- The topmost part on a stack, up to this level, and its level; nil: there is none.
  function World:topmost_part(activity, level)
    for i = level or #activity.frames, 1, -1 do
      if activity.frames[i].part then return activity.frames[i].part, i end
    end
    return nil
  end

  -- S54: the target of a node that aims at a member or a part, or nil.
  function World:aimed_at(npc, activity, node)
    local member = self:topmost_part(activity)
    if not member then return nil end
    if node.at_member then return self:other_member(member) end
    return self:first_member(member.scene, member.scene.def.part_index[node.at_part], npc)
  end

  -- S54: whom the name of a part stands for in the effects of a scene: who lives and has not left with 2.
  function World:part_in_effects(scene, name)
    local part = scene.def.part_index[name]
    for _, member in ipairs(scene.members) do
      if member.part == part and self:entity(member.npc.number) then return member.npc end
    end
    return nil
  end

  ---- Phases (S57) ----

  -- Those that wait and have nobody behind them now.
  function World:summon_waiting(scene)
    for _, member in ipairs(scene.members) do
      if waits(member) and not member.left and not self:behind(member) then self:summon(member.npc) end
    end
  end

  local function counts(node) return node.kind ~= "choice" and node.kind ~= "end" and not node.free end

  -- Is the next step of this sequence to arrive at the end of a phase?
  function World:is_to_arrive(frame)
    if not frame.part or frame.arrived then return false end
    return (frame.state == "executed" or frame.state == "failed") and counts(frame.sequence.nodes[frame.node])
  end

  -- With this much patience left.
  function World:wait_at_phase(npc, activity, frame, left)
    frame.goes_on_as = frame.state
    frame.state, activity.spent_time = "at_phase", true
    frame.wait = { deadline = self.now + left, past = false }
    self:start_waiting(npc, frame.part.scene.def.waiting)
  end

  function World:arrive_at_phase(npc, activity, frame)
    local member = frame.part
    member.phase, frame.arrived = member.phase + 1, true
    if self:behind(member) then
      self:wait_at_phase(npc, activity, frame, member.scene.def.patience_ms)
    else
      self:summon_waiting(member.scene)
    end
  end

  local function all_ended(scene)
    for _, member in ipairs(scene.members) do
      if not member.ended and not member.left then return false end
    end
    return true
  end
  World.all_ended = function(_, scene) return all_ended(scene) end

  -- The end node of a part. Its claims are given back for good.
  function World:end_part(npc, activity, frame)
    local member = frame.part
    local scene = member.scene
    self:return_sequence_claim(frame)
    frame.claimed_on = nil
    self:end_in_hand(frame, "done")
    member.ended = true
    if not scene.over and all_ended(scene) then self:end_scene(scene, "finished", npc) end
    if scene.over then return self:leave(member) end
    self:wait_at_phase(npc, activity, frame, scene.def.patience_ms)
    self:summon_waiting(scene)
  end

  -- The wait of the running activity is over: what follows its node is looked at next.
  function World:end_phase(npc, frame)
    self:has_waited(npc)
    frame.state = frame.goes_on_as
  end

  -- S57: the activity goes on that waited at a phase when it was interrupted. Its sequence is in the state again that it waited in.
  function World:resume_phase(npc, activity, frame)
    local member = frame.part
    if member.ended and member.scene.over then return self:leave(member) end
    if self:behind(member) then self:wait_at_phase(npc, activity, frame, math.max(1, frame.wait.left)) end
  end

  ---- The turn (S49) ----

  local function look_at(world, npc, member)
    if member.scene.over then return world:leave(member) end
    if not member.begun then return world:begin_part(member) end
    local frame = world:at_phase(npc)
    if frame ~= member.frame then return end
    if not world:behind(member) then return world:end_phase(npc, frame) end
    if world.now < frame.wait.deadline then return end
    if member.activity.is_main then frame.wait.past = true else world:sink(npc) end
  end

  -- Its parts, each once, in the order in which it joined; then what has sunk.
  function World:look_at_parts(npc)
    local parts = {}
    for i, member in ipairs(npc.parts) do parts[i] = member end
    for _, member in ipairs(parts) do
      if not member.left then look_at(self, npc, member) end
    end
    self:deal_with_revoked(npc)
    self:lift_sunk(npc)
  end

  -- S55: a part begins, as an activity of its own. One that finds no place is looked at again on the next turn.
  function World:begin_part(member)
    local npc, scene = member.npc, member.scene
    if self:count_activities(npc) >= self.options.activities then return self:leave(member) end
    local host = scene.host and self:entity(scene.host) and scene.host
    local activity = self:new_activity(npc, { priority = scene.standing }, member.sequence, host)
    activity.frames[1].part = member
    if not self:lay(npc, activity) then return end
    member.begun, member.activity, member.frame = true, activity, activity.frames[1]
  end

  ---- Limits (S58) ----

  local function is_stuck(world, scene)
    for _, member in ipairs(scene.members) do
      if waits(member) or member.ended then
        local some, all_rest = false, true
        for _, other in ipairs(scene.members) do
          if is_behind(other, member) then
            some = true
            all_rest = all_rest and (world:is_away(other) or waits(other))
          end
        end
        if some and all_rest then return true end
      end
    end
    return false
  end

  function World:look_if_stuck(scene)
    if scene.over or not is_stuck(self, scene) then scene.stuck_since = nil
    else scene.stuck_since = scene.stuck_since or self.now end
  end

  -- A turn, an ending or a call about this NPC is over.
  function World:look_at_scenes(npc)
    for _, member in ipairs(npc.parts) do self:look_if_stuck(member.scene) end
  end

  -- When a scene breaks by itself.
  function World.limit_of(_, scene)
    local longest = scene.cast_at + scene.def.longest_ms
    if not scene.stuck_since then return longest end
    return math.min(longest, scene.stuck_since + scene.def.limit_ms)
  end

  function World:handle_limits()
    local due = {}
    for _, scene in pairs(self.scenes) do
      if not scene.over and self:limit_of(scene) <= self.now then due[#due + 1] = { time = self:limit_of(scene), scene = scene } end
    end
    table.sort(due, function(a, b)
      if a.time ~= b.time then return a.time < b.time end
      return a.scene.number < b.scene.number
    end)
    for _, each in ipairs(due) do self:end_scene(each.scene, "broken") end
  end

  ---- Over (S59, S60) ----

  -- Does this NPC still wait at the node by which it staged the scene?
  local function stages(npc, scene)
    for _, activity in ipairs(npc.activities) do
      for _, frame in ipairs(activity.frames) do
        if frame.stages == scene then return true end
      end
    end
    return false
  end

  function World:end_scene(scene, how, except)
    scene.over, scene.stuck_since = how, nil
    for _, member in ipairs(scene.members) do
      if not member.left and member.npc ~= except then self:summon(member.npc) end
    end
    local stager = scene.stager and self:entity(scene.stager)
    if stager and stages(stager, scene) then self:summon(stager) end
  end

  -- S59: an activity has been interrupted.
  function World:break_interrupted(activity)
    for i = #activity.frames, 1, -1 do
      local member = activity.frames[i].part
      if member and member.scene.def.interrupted_breaks and not member.scene.over then self:end_scene(member.scene, "broken") end
    end
  end

  ---- What must always be true ----

  local function check_member(world, member, problem)
    local npc, scene = member.npc, member.scene
    local known, on_stack, in_pile = 0, false, false
    for _, own in ipairs(npc.parts) do known = known + (own == member and 1 or 0) end
    if known ~= 1 then problem("%d does not know that it is in scene %d", npc.number, scene.number) end
    if world:entity(npc.number) ~= npc then problem("%d has gone from scene %d", npc.number, scene.number) end
    if not member.begun then return end
    for _, activity in ipairs(npc.activities) do in_pile = in_pile or activity == member.activity end
    for _, frame in ipairs(member.activity.frames) do on_stack = on_stack or frame == member.frame end
    if not (in_pile and on_stack and member.frame.part == member) then problem("%d has lost its part in scene %d", npc.number, scene.number) end
    local goes_on = not (scene.over or waits(member) or member.activity.pending)
    if goes_on and world:behind(member) then problem("%d is ahead in scene %d", npc.number, scene.number) end
  end

  local function check_scene(world, scene, problem)
    local count, there = {}, 0
    for _, member in ipairs(scene.members) do
      count[member.part] = (count[member.part] or 0) + 1
      if not member.left then
        there = there + 1
        check_member(world, member, problem)
      end
    end
    if there == 0 then problem("nobody is left in scene %d", scene.number) end
    if scene.over then return end
    for i, part in ipairs(scene.def.parts) do
      if (count[i] or 0) < part.least or count[i] > part.most then problem("so many in part %d of scene %d", i, scene.number) end
    end
    if all_ended(scene) then problem("scene %d has ended and is not over", scene.number) end
    if is_stuck(world, scene) ~= (scene.stuck_since ~= nil) then problem("scene %d was not looked at", scene.number) end
  end

  -- Whether members and scenes agree. Returns a list of what does not.
  function World:check_scenes()
    local problems = {}
    local function problem(...) problems[#problems + 1] = string.format(...) end
    for _, scene in pairs(self.scenes) do check_scene(self, scene, problem) end
    for _, npc in ipairs(self.entities) do
      for _, member in ipairs(npc.parts or {}) do
        if self.scenes[member.scene.number] ~= member.scene then problem("%d is in a scene that is gone", npc.number) end
      end
      for _, activity in ipairs(npc.activities or {}) do
        for _, frame in ipairs(activity.frames) do
          if frame.part and (frame.part.left or frame.part.frame ~= frame) then problem("%d has a part that it left", npc.number) end
        end
      end
    end
    return problems
  end

  ---- What can be asked ----

  local function membership(world, member, place)
    local scene = member.scene
    local host = scene.host and world:entity(scene.host) and scene.host or nil
    return { number = scene.number, scene = scene.def.name, part = member.part - 1, phase = member.phase, activity = place,
      ended = member.ended, waiting = waits(member) or false, away = world:is_away(member),
      sunk = member.activity ~= nil and member.activity.sunk == true, over = scene.over ~= nil, host = host,
      initiator = scene.initiator == member.npc.number, began = scene.cast_at }
  end

  local function add_parts(world, list, npc, place)
    local activity = npc.activities[place]
    for i = #activity.frames, 1, -1 do
      local member = activity.frames[i].part
      if member then list[#list + 1] = { member = member, told = membership(world, member, place) } end
    end
  end

  -- Its parts: from the topmost activity downwards, then those that sank, the latest first, then what has not begun.
  function World:parts_of(npc)
    local list = {}
    for place = #npc.activities, 1, -1 do
      if not npc.activities[place].sunk then add_parts(self, list, npc, place) end
    end
    for place, activity in ipairs(npc.activities) do
      if activity.sunk then add_parts(self, list, npc, place) end
    end
    for _, member in ipairs(npc.parts) do
      if not member.begun then list[#list + 1] = { member = member, told = membership(self, member, nil) } end
    end
    return list
  end

  -- The scenes that an NPC is in.
  function World:scenes_of(number)
    local npc, why = self:npc(number)
    if not npc then return nil, why end
    local list = {}
    for i, each in ipairs(self:parts_of(npc)) do list[i] = each.told end
    return list
  end

  -- The spawn numbers of those who are in a scene, by its number.
  function World:members_of(number)
    local scene = self.scenes[number]
    if not scene then return nil, "no scene" end
    local list = {}
    for _, member in ipairs(scene.members) do
      if not member.left then list[#list + 1] = member.npc.number end
    end
    return list
  end
end
