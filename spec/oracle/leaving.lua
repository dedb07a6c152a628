-- How members leave their scenes, and what failures in a part lead to: S33 S60.

return function(World)
  local FINISHED, LEFT, BROKEN = 1, 2, 3

  ---- In order ----

  -- 1. What the activity does stops, if it runs. Says whether something did.
  local function stop_what_runs(world, member)
    local npc = member.npc
    if world:top_activity(npc) ~= member.activity or member.activity.suspended then return false end
    if npc.action then
      world:stop(npc, "cancelled", false)
    elseif world:awaits(npc) or world:at_phase(npc) then
      if member.scene.over == "finished" then world:has_waited(npc) else world:stop_waiting(npc, "failed", false) end
    else
      return false
    end
    return true
  end

  local function level_of(activity, wanted)
    for level, frame in ipairs(activity.frames) do
      if frame == wanted then return level end
    end
    return #activity.frames + 1 -- it failed, and has been taken off
  end

  -- Parts above this level are left, from the top down.
  function World:leave_parts_above(activity, level)
    local member, place = self:topmost_part(activity)
    while member and place > level do
      self:leave(member)
      member, place = self:topmost_part(activity)
    end
  end

  -- What failed above this level has gone.
  local function forget_failure(activity, level)
    if activity.pending and activity.pending.level >= level then activity.pending = nil end
  end

  -- 2. The part and what is above it.
  local function take_off(world, member)
    local activity = member.activity
    local level = level_of(activity, member.frame)
    world:leave_parts_above(activity, level)
    while #activity.frames >= level do world:take_off_top(member.npc, activity, "given up") end
    world:forget_interruptions(member.npc, activity.id)
    forget_failure(activity, level)
  end

  -- 3.
  local function apply_effects(world, member)
    local scene = member.scene
    local part = scene.def.parts[member.part]
    world:apply(part[scene.over == "finished" and "finish" or "broken"], { npc = member.npc, action = "", unreported = true,
      part = function(name) return world:part_in_effects(scene, name) end })
  end

  local function remove_from(list, gone)
    for i, each in ipairs(list) do
      if each == gone then return table.remove(list, i) end
    end
  end

  -- 4.
  local function go(world, member, reason)
    local npc, scene = member.npc, member.scene
    member.left = reason
    remove_from(npc.parts, member)
    if reason == LEFT then remove_from(scene.members, member) end
    npc.left_scene_at, npc.acted_since_scene = world.now, false
    world:event("leave", npc, 0, scene.def.name, reason)
  end

  -- 5. The activity is over, or the node by which the scene was cast.
  local function after_part(world, member)
    local activity = member.activity
    local caller = activity.frames[#activity.frames]
    if not caller then
      world:end_part_activity(member.npc, activity)
    elseif member.scene.over == "finished" then
      caller.state = "executed"
    else
      caller.state = "processing"
      world:fail_node(activity, "scene")
    end
  end

  -- A member left early: what becomes of the others.
  local function without(world, scene, part)
    local count = 0
    for _, other in ipairs(scene.members) do
      if other.part == part then count = count + 1 end
    end
    if count < scene.def.parts[part].least then world:end_scene(scene, "broken")
    elseif world:all_ended(scene) then world:end_scene(scene, "finished")
    else world:summon_waiting(scene) end
  end

  local function all_left(scene)
    for _, member in ipairs(scene.members) do
      if not member.left then return false end
    end
    return true
  end

  function World:leave(member)
    local npc, scene = member.npc, member.scene
    local reason = scene.over == "finished" and FINISHED or scene.over and BROKEN or LEFT
    if member.begun then
      stop_what_runs(self, member)
      take_off(self, member)
    end
    apply_effects(self, member)
    go(self, member, reason)
    if member.begun then after_part(self, member) end
    if scene.initiator == npc.number and reason ~= FINISHED then self:remember_meeting(npc, scene.def, nil) end
    if reason == LEFT then without(self, scene, member.part) end
    self:look_if_stuck(scene)
    if all_left(scene) then self.scenes[scene.number] = nil end
  end

  -- It halts, or leaves the world: the one joined last first.
  function World:leave_all(npc)
    while #npc.parts > 0 do self:leave(npc.parts[#npc.parts]) end
  end

  -- The game says so: the scene of the topmost activity that has one, the innermost of it.
  function World:leave_scene(number)
    self:guard()
    local npc, why = self:npc(number)
    if not npc then return nil, why end
    local first = self:parts_of(npc)[1]
    if not first then return nil, "no scene" end
    self:leave(first.member)
    self:summon(npc)
    self:look_at_scenes(npc)
    self:carry_shouts()
    return true
  end

  ---- Failures in a part ----

  local function fails_to(frame, cause)
    return cause ~= "steps" and frame.sequence.nodes[frame.node].failed ~= nil
  end

  -- From the sequence that failed down to the one that catches it, or to the part. They are not counted, and there are no fallbacks.
  function World:fail_in_part(npc, activity, failure)
    local level = failure.level
    activity.pending = nil
    if failure.of_node and fails_to(activity.frames[level], failure.cause) then
      activity.frames[level].state = "failed"
      return
    end
    while true do
      local member = activity.frames[level].part
      self:take_off_failed(npc, activity, { level = level, cause = failure.cause })
      if member then return self:leave(member) end
      level = level - 1
      if fails_to(activity.frames[level], failure.cause) then
        activity.frames[level].state = "failed"
        return
      end
    end
  end
end
